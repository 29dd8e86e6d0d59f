//! Texts, and what is said of bad ones.

use ingenio_core::rooms::Texts as _;
use ingenio_core::{Fault, Options, Source};
use ingenio_corridor::{Corridor, words};

fn fault(text: &str) -> Fault {
    Corridor::read(&Source::new(text), &Options::default()).remove(0).expect_err("a bad level")
}

#[test]
fn what_is_wrong_is_said_and_where() {
    let letter = fault("\n>.x.o");
    assert!(letter.is(words::NOT_A_CELL));
    assert_eq!((letter.line, letter.column), (Some(2), Some(3)));
    assert_eq!(fault("  >.x.o").column, Some(5), "what stands before it counts");
    for text in [">..", "..o", ">>o", "*o"] {
        assert!(fault(text).is(words::ONE_OF_EACH), "{text}");
    }
    assert!(fault(&format!(">o{}", ".".repeat(60_000))).is(words::TOO_LONG));
}
