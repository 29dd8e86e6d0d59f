//! What engines say they use is what they use: every allocation of this process is counted, so this is the only test of
//! its file.

use ingenio_search::{
    AStar, Beam, BestFirst, Bidirectional, BreadthFirst, Engine, Found, Graph, Reversible, Revisit,
    UniformCost,
};
use peak_alloc::PeakAlloc;

#[global_allocator]
static ALLOCATOR: PeakAlloc = PeakAlloc;

/// A plane of more cells than are looked at, with costs of many kinds, so that queues have many buckets.
struct Plane;

const SIDE: u32 = 1 << 10;

impl Graph for Plane {
    type State = (u32, u32);
    type Action = u8;

    fn start(&self) -> (u32, u32) {
        (0, 0)
    }

    fn is_goal(&self, state: &(u32, u32)) -> bool {
        *state == (SIDE, SIDE)
    }

    fn expand(&self, (row, column): &(u32, u32), mut visit: impl FnMut(u8, (u32, u32), u32)) {
        visit(0, (row + 1, *column), 1 + (row * 7 + column) % 5);
        visit(1, (*row, column + 1), 1 + (row + column * 3) % 7);
        if *row > 0 {
            visit(2, (row - 1, *column), 9);
        }
    }
}

impl Reversible for Plane {
    fn goals(&self) -> Vec<(u32, u32)> {
        vec![(SIDE, SIDE)]
    }

    fn expand_back(&self, (row, column): &(u32, u32), mut visit: impl FnMut(u8, (u32, u32), u32)) {
        if *row > 0 {
            visit(0, (row - 1, *column), 1 + ((row - 1) * 7 + column) % 5);
        }
        if *column > 0 {
            visit(1, (*row, column - 1), 1 + (row + (column - 1) * 3) % 7);
        }
        visit(2, (row + 1, *column), 9);
    }
}

fn in_use() -> u64 {
    ALLOCATOR.current_usage() as u64
}

/// Along the way what is counted is what is allocated, but for a few kilobytes and what the map of buckets rounds up.
fn counts_what_it_takes<E: Engine>(name: &str, make: impl Fn(u64) -> E) {
    let before = in_use();
    let mut engine = make(u64::MAX);
    let mut compared = 0;
    while compared < 60 && engine.advance(1 << 10) == Found::Running {
        let (counted, taken) = (engine.counts().memory, in_use() - before);
        assert!(counted + 16_000 >= taken, "{name} counts {counted}, takes {taken}");
        assert!(counted <= taken + taken / 8 + 16_000, "{name} counts {counted}, takes {taken}");
        compared += 1;
    }
    assert_eq!(compared, 60, "{name}");
}

/// At a limit it stops, having used most of it and not more.
fn stops_at_its_limit<E: Engine>(name: &str, make: impl Fn(u64) -> E) {
    for limit in [1_500_000, 4_000_000] {
        ALLOCATOR.reset_peak_usage();
        let before = in_use();
        let mut engine = make(limit);
        assert_eq!(engine.advance(u64::MAX), Found::OutOfMemory, "{name}");
        let most = ALLOCATOR.peak_usage() as u64 - before;
        assert!(most <= limit + limit / 50, "{name} took {most} of {limit}");
        assert!(most >= limit / 2, "{name} gave up at {most} of {limit}");
        assert!(engine.counts().progress().peak <= limit, "{name}");
    }
}

fn check<E: Engine>(name: &str, make: impl Fn(u64) -> E) {
    counts_what_it_takes(name, &make);
    stops_at_its_limit(name, &make);
}

#[test]
fn engines_count_what_they_take() {
    check("uniform cost", |limit| BestFirst::new(Plane, UniformCost, Revisit::Always, limit));
    check("A*", |limit| BestFirst::new(Plane, AStar, Revisit::Waiting, limit));
    check("breadth first", |limit| BreadthFirst::new(Plane, limit));
    check("both ends", |limit| Bidirectional::new(Plane, limit));
    check("beam", |limit| Beam::new(Plane, UniformCost, 1 << 20, limit));
}
