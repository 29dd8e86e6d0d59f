//! `bench signature`: one node count over a fixed set of levels and methods. A change that alters
//! what any search does alters this number; a commit that does so says so.

use ingenio_catalog::PUZZLES;
use ingenio_catalog::core::{Budget, Rng, Silent, Task, solve};

use crate::command::Command;

pub const COMMANDS: &[Command] = &[Command {
    name: "signature",
    usage: "",
    about: "nodes over a fixed set of levels and methods",
    run: |_| {
        println!("{}", signature());
        Ok(())
    },
}];

/// Sampled levels of three sizes, every method that fits, at most 20,000 nodes each.
fn signature() -> u64 {
    let mut total = 0u64;
    for puzzle in PUZZLES {
        let mut nodes = 0;
        for (size, number) in (0..3).flat_map(|size| (0..8).map(move |number| (size, number))) {
            let level = puzzle.sample(&mut Rng::stream(1, number), size);
            let budget = Budget { nodes: Some(20_000), memory: Some(1 << 30), ..Budget::default() };
            for method in puzzle.methods() {
                let clock = ingenio_catalog::SystemClock::start();
                let solved =
                    solve(level.as_ref(), method.name, &Task::default(), &budget, &clock, &mut Silent);
                nodes += solved.map_or(0, |solved| solved.drive.progress.nodes);
            }
        }
        eprintln!("{:<10}{nodes:>12}", puzzle.info().name);
        total += nodes;
    }
    total
}
