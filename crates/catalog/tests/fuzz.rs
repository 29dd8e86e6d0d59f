//! The fuzz targets: what must hold for any input is in the conformance crate, the inputs come from
//! a fuzzer. As a test it tries random inputs for `BOLERO_RANDOM_TEST_TIME_MS`; under
//! `cargo bolero test` it is guided by coverage.

use bolero::check;
use ingenio_catalog::{PUZZLES, identify};
use ingenio_conformance::fuzz::{play_text, read_bytes};
use ingenio_core::Source;

#[test]
fn any_bytes() {
    check!().for_each(|bytes: &[u8]| {
        if let Ok(source) = Source::decode(bytes) {
            let _ = identify(&source, None);
        }
        for puzzle in PUZZLES {
            read_bytes(*puzzle, bytes);
        }
    });
}

#[test]
fn any_moves() {
    check!().with_type::<(u64, Vec<u8>)>().for_each(|(seed, bytes): &(u64, Vec<u8>)| {
        let text = String::from_utf8_lossy(bytes);
        for puzzle in PUZZLES {
            play_text(*puzzle, *seed, &text);
        }
    });
}
