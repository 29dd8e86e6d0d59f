//! A method that takes more memory than it was given is found. Alone in its file: it counts every
//! allocation of the process.

mod corridor;

use std::panic::{AssertUnwindSafe, catch_unwind};

use corridor::Corridor;
use ingenio_conformance::{PeakAlloc, memory};
use ingenio_core::Face;

#[global_allocator]
static ALLOCATOR: PeakAlloc = PeakAlloc;

#[test]
fn a_glutton_is_found_and_the_honest_pass() {
    static HONEST: Face<Corridor<{ corridor::NONE }>> = Face::new();
    static GLUTTON: Face<Corridor<{ corridor::GLUTTON }>> = Face::new();
    memory::limits_are_honoured(&HONEST, &ALLOCATOR, &[]);
    let found = catch_unwind(AssertUnwindSafe(|| memory::limits_are_honoured(&GLUTTON, &ALLOCATOR, &[])));
    assert!(found.is_err(), "the glutton was not found");
}
