//! Differential tests: every exact method against a plain search over single steps, on thousands of
//! tiny rooms, and every pruning rule on and off.

mod common;
mod known;
mod packs;

use common::{brute_force, count, figures, level, solve, start, tiny_room};
use ingenio_core::rooms::Samples as _;
use ingenio_core::{Rng, Step, Verdict};
use ingenio_sokoban::Sokoban;

#[test]
fn exact_methods_agree_with_brute_force_in_all_metrics() {
    let mut solvable = 0;
    for number in 0..9_000 {
        let level = tiny_room(&mut Rng::stream(1, number));
        let truth = brute_force(&level);
        let answer = |method, metric| figures(&level, &solve(&level, method, "", metric));
        let pushes = answer("push-optimal", "pushes").map(|(pushes, _)| pushes);
        assert_eq!(pushes, truth.map(|truth| truth.0), "{level:?}");
        let moves = answer("move-optimal", "moves").map(|(_, moves)| moves);
        assert_eq!(moves, truth.map(|truth| truth.1), "{level:?}");
        let one_way = figures(&level, &solve(&level, "move-optimal", "meet=no", "moves"));
        assert_eq!(one_way.map(|(_, moves)| moves), moves, "{level:?}");
        if number % 4 == 0 && truth.is_some() {
            let (both_pushes, fewest_moves) = answer("push-optimal", "pushes,moves").unwrap();
            assert_eq!(Some(both_pushes), pushes);
            let (fewest_pushes, both_moves) = answer("move-optimal", "moves,pushes").unwrap();
            assert_eq!(Some(both_moves), moves);
            assert!(fewest_moves >= both_moves && fewest_pushes >= both_pushes);
        }
        solvable += u32::from(truth.is_some());
    }
    assert!((1_200..8_000).contains(&solvable), "{solvable} solvable rooms are no fair mixture");
}

#[test]
fn complete_methods_agree_whether_there_is_a_solution() {
    for number in 0..800 {
        let level = tiny_room(&mut Rng::stream(2, number));
        let solvable = brute_force(&level).is_some();
        for method in ["portfolio", "backward", "forward", "improve", "astar-chosen", "astar-greedy"] {
            let verdict = solve(&level, method, "", "");
            assert_eq!(
                figures(&level, &verdict).is_some(),
                solvable,
                "{method} says {verdict:?} of {level:?}"
            );
            let decided = matches!(verdict, Verdict::Solved { .. } | Verdict::Unsolvable { .. });
            assert!(decided, "{method} says {verdict:?} of {level:?}");
        }
    }
}

/// The tables are built only in longer searches, so this one has rooms that are not tiny.
#[test]
fn a_sound_rule_never_changes_the_optimum() {
    let all_off = "freeze=no,pairs=no,triples=no,stuck=no,teams=no,corrals=no";
    let rules = ["freeze=no", "pairs=no", "triples=no", "stuck=no", "teams=no", "corrals=no", all_off];
    let by_moves = [
        "freeze=no",
        "pairs=no",
        "triples=no",
        "freeze=no,pairs=no,triples=no",
        "meet=no",
        "meet=no,freeze=no",
        "meet=no,pairs=no",
        "meet=no,triples=no",
        "meet=no,stuck=no",
        "meet=no,heights=no",
        "meet=no,freeze=no,pairs=no,triples=no,stuck=no,heights=no",
    ];
    let mut rng = Rng::new(3);
    let mut compared = 0;
    while compared < 40 {
        let level = Sokoban::sample(&mut rng, 4);
        let with = figures(&level, &solve(&level, "push-optimal", "", "pushes"));
        let moves = figures(&level, &solve(&level, "move-optimal", "", "moves"));
        for rule in rules {
            let without = figures(&level, &solve(&level, "push-optimal", rule, "pushes"));
            assert_eq!(without.map(|f| f.0), with.map(|f| f.0), "{rule} on {level:?}");
        }
        for rule in by_moves {
            let without = figures(&level, &solve(&level, "move-optimal", rule, "moves"));
            assert_eq!(without.map(|f| f.1), moves.map(|f| f.1), "{rule} on {level:?}");
        }
        compared += usize::from(with.is_some());
    }
}

/// Each rule alone on levels of five boxes, so that none fires in the place of another: the optimum is the one that
/// is shipped, proved by all together.
#[test]
fn every_rule_fires_and_keeps_the_optimum() {
    const ALL: [&str; 6] = ["freeze", "pairs", "triples", "stuck", "teams", "corrals"];
    // What takes longer with one rule alone is left out.
    const MOST: u64 = 20_000;
    let rules = [("frozen", "freeze"), ("stuck", "stuck"), ("PI-corrals", "corrals"), ("teams", "teams")];
    let (mut fired, mut compared) = ([0; 4], 0);
    for (rows, shipped) in packs::solved("4-five") {
        let level = level(&rows);
        let least = shipped.bytes().filter(u8::is_ascii_uppercase).count() as u64;
        for ((counter, rule), fired) in rules.into_iter().zip(&mut fired) {
            let off: Vec<String> =
                ALL.iter().filter(|other| **other != rule).map(|other| format!("{other}=no")).collect();
            let mut run = start(&level, "push-optimal", &off.join(","), "pushes");
            let Step::Done(verdict) = run.advance(MOST) else { continue };
            assert_eq!(figures(&level, &verdict).map(|f| f.0), Some(least), "{rule} alone on {level:?}");
            *fired += count(run.as_ref(), counter);
            compared += 1;
        }
    }
    assert!(compared > 60 && fired.iter().all(|fired| *fired > 5), "{fired:?} of {rules:?} in {compared}");
}

/// A search from both ends long enough to make its tables of two and three boxes, beside the one from the start
/// alone and beside itself without any test.
#[test]
fn fewest_moves_from_both_ends_are_those_from_one() {
    let (level, truth) = known::meeting();
    let least = truth.figure("moves");
    let mut run = start(&level, "move-optimal", "", "moves");
    let verdict = loop {
        if let Step::Done(verdict) = run.advance(1_000_000) {
            break verdict;
        }
    };
    let counters = run.counters();
    let count = |name: &str| counters.iter().find(|(known, _)| *known == name).unwrap().1;
    assert!(count("frozen") > 0 && count("dead pairs") > 0 && count("dead triples") > 0, "{counters:?}");
    assert!(matches!(verdict, Verdict::Solved { optimal: true, .. }), "{verdict:?}");
    assert_eq!(figures(&level, &verdict).unwrap().1, least);
    for options in ["meet=no", "freeze=no,pairs=no,triples=no"] {
        let other = figures(&level, &solve(&level, "move-optimal", options, "moves")).unwrap();
        assert_eq!(other.1, least, "{options}");
    }
}
