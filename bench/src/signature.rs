//! `bench signature`: one node count over a fixed set of levels and methods, recorded in
//! `signature.txt`. A change that alters what any search does alters this number; the commit that
//! does so records the new one (`make tables`) and says why.

use ingenio_catalog::core::{AnyPuzzle, Budget, InMemory, Rng, Silent, TablesRef, Task, solve};
use ingenio_catalog::{PUZZLES, SystemClock};

use crate::command::Command;

pub const COMMANDS: &[Command] = &[Command {
    name: "signature",
    usage: "",
    about: "nodes over a fixed set of levels and methods",
    run: |_| {
        print!("{}", signature());
        Ok(())
    },
}];

const MOST_NODES: u64 = 20_000;

/// One line per puzzle, and the total.
fn signature() -> String {
    // What is kept decides which tables are made: begin with none.
    let tables = TablesRef::new(InMemory::new(512 << 20));
    let counts: Vec<(&str, u64)> =
        PUZZLES.iter().map(|puzzle| (puzzle.info().name, nodes(*puzzle, &tables))).collect();
    let total: u64 = counts.iter().map(|(_, nodes)| nodes).sum();
    counts.into_iter().chain([("total", total)]).map(|(name, nodes)| format!("{name} {nodes}\n")).collect()
}

/// Sampled levels of three sizes, every search of ours that fits. Engines of others are left out: they
/// cannot be stepped, and what they do is not ours to keep.
fn nodes(puzzle: &dyn AnyPuzzle, tables: &TablesRef) -> u64 {
    let mut total = 0;
    for (size, number) in (0..3).flat_map(|size| (0..8).map(move |number| (size, number))) {
        let level = puzzle.sample(&mut Rng::stream(1, number), size);
        let budget = Budget {
            nodes: Some(MOST_NODES),
            memory: Some(1 << 30),
            tables: tables.clone(),
            ..Budget::default()
        };
        for method in puzzle.methods().into_iter().filter(|method| method.steppable) {
            let clock = SystemClock::start();
            let solved = solve(level.as_ref(), &method, &Task::default(), &budget, &clock, &mut Silent);
            total += solved.map_or(0, |solved| solved.nodes());
        }
    }
    total
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_signature_is_as_recorded() {
        let path = concat!(env!("CARGO_MANIFEST_DIR"), "/signature.txt");
        let found = signature();
        assert_eq!(found, signature(), "two equal runs");
        if std::env::var_os("UPDATE").is_some() {
            std::fs::write(path, found).unwrap();
            return;
        }
        let recorded = std::fs::read_to_string(path).unwrap_or_default();
        assert_eq!(
            found, recorded,
            "searches behave differently: if that is meant, call `make tables` and say why"
        );
    }
}
