//! Fuzzing: every parser, and the orders that come over a line. Each target tries inputs for as long as
//! `BOLERO_RANDOM_TEST_TIME_MS` says, a second unless told otherwise: ten in `make test`, sixty in `make test-full`. Under
//! `cargo bolero test` they are guided by coverage.
//!
//! What must hold of levels and moves for any input stands in the conformance crate, which also makes texts that are
//! nearly right: bytes at random hardly get past the first line of a parser.

mod files;
mod orders;

use bolero::check;
use ingenio_catalog::{PUZZLES, find, identify};
use ingenio_conformance::fuzz::{self, play_text, read_bytes};
use ingenio_core::{Rng, Source};

/// Tries inputs: a seed for what is nearly right, and bytes for what is not.
fn try_inputs(test: impl Fn(u64, &[u8]) + std::panic::RefUnwindSafe) {
    check!().with_type::<(u64, Vec<u8>)>().for_each(|(seed, bytes)| test(*seed, bytes));
}

fn levels(puzzle: &str) {
    let puzzle = find(puzzle).expect("a puzzle of the list");
    try_inputs(|seed, bytes| {
        let near = fuzz::bytes(puzzle, &mut Rng::new(seed));
        for text in [bytes, &near] {
            read_bytes(puzzle, text);
            if let Ok(source) = Source::decode(text) {
                let _ = identify(&source, None);
            }
        }
    });
}

macro_rules! levels {
    ($($puzzle:ident)*) => {
        mod levels {
            $(#[test] fn $puzzle() { super::levels(stringify!($puzzle)); })*
        }
        const TRIED: &[&str] = &[$(stringify!($puzzle)),*];
    };
}

levels! { sokoban taquin unblock flow tetravex }

#[test]
fn the_levels_of_every_puzzle_are_tried() {
    let all: Vec<&str> = PUZZLES.iter().map(|puzzle| puzzle.info().name).collect();
    assert_eq!(TRIED, all);
}

#[test]
fn moves() {
    try_inputs(|seed, bytes| {
        let puzzle = PUZZLES[seed as usize % PUZZLES.len()];
        play_text(puzzle, seed, &fuzz::moves(puzzle, seed, &mut Rng::new(seed)));
        play_text(puzzle, seed, &String::from_utf8_lossy(bytes));
    });
}
