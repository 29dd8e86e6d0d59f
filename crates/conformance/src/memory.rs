//! Memory: what the process really allocates stays within 5 % of the limit, growth included.

use std::time::Duration;

use ingenio_core::{AnyPuzzle, Budget, Limit};
use peak_alloc::PeakAlloc;

use crate::tools::{large_sample, run};

const LIMITS: [u64; 3] = [3_000_000, 10_000_000, 40_000_000];

/// Methods that need not meet a limit are left after this; those that must have as long as they take on any machine.
const PATIENCE: Duration = Duration::from_secs(2);

/// `must_stop` names the methods that must be seen to stop at a limit, so that the test is not idle.
pub fn limits_are_honoured(puzzle: &'static dyn AnyPuzzle, allocator: &PeakAlloc, must_stop: &[&str]) {
    let mut stopped = Vec::new();
    for method in puzzle.methods() {
        let Some(level) = large_sample(puzzle, &method) else { continue };
        for limit in LIMITS {
            let time = (!must_stop.contains(&method.name)).then_some(PATIENCE);
            let budget = Budget { memory: Some(limit), time, ..Budget::default() };
            allocator.reset_peak_usage();
            let before = allocator.current_usage() as u64;
            let solved = run(level.as_ref(), &method, method.metric(), &budget).expect("it fits");
            let used = (allocator.peak_usage() as u64).saturating_sub(before);
            assert!(used <= limit + limit / 20, "{} allocated {used} of {limit} bytes", method.name);
            let counted = solved.effort.peak_bytes.unwrap_or(0);
            assert!(counted <= limit, "{} counts {counted} of {limit} bytes", method.name);
            if solved.outcome.limit() == Some(Limit::Memory) {
                assert!(used >= limit / 2, "{} gave up at {used} of {limit} bytes", method.name);
                stopped.push(method.name);
            }
        }
    }
    for name in must_stop {
        assert!(stopped.contains(name), "{name} never met its memory limit");
    }
}
