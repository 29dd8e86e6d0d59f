//! A method that takes more memory than it was given is found. Alone in its file: it counts every
//! allocation of the process.

mod mistakes;

use std::panic::{AssertUnwindSafe, catch_unwind};

use ingenio_conformance::{PeakAlloc, memory};
use ingenio_core::Face;
use mistakes::Planted;

#[global_allocator]
static ALLOCATOR: PeakAlloc = PeakAlloc;

#[test]
fn a_glutton_is_found_and_the_honest_pass() {
    static HONEST: Face<Planted<{ mistakes::NONE }>> = Face::new();
    static GLUTTON: Face<Planted<{ mistakes::GLUTTON }>> = Face::new();
    memory::limits_are_honoured(&HONEST, &ALLOCATOR, &[]);
    let found = catch_unwind(AssertUnwindSafe(|| memory::limits_are_honoured(&GLUTTON, &ALLOCATOR, &[])));
    assert!(found.is_err(), "the glutton was not found");
}
