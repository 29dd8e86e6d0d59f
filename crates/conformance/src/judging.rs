//! What is asked for is what is answered: the judge wants a proof where there is something to prove, and a
//! method searches by the metric asked for or says that it does not.

use ingenio_core::outcome::Outcome;
use ingenio_core::{AnyPuzzle, Claim, Criterion, Measures, Question, Sense, Task, Unrefereed, Witness};

use crate::tools::{any_solution, samples, task};

/// A solution that nobody calls the best: enough where a puzzle counts nothing, not enough where the best was
/// asked for.
pub fn the_best_is_proved_where_something_is_counted(puzzle: &'static dyn AnyPuzzle) {
    let found = samples(puzzle, 1, 80).find_map(|level| Some((any_solution(level.as_ref())?.0, level)));
    let (text, level) = found.expect("some sample can be solved");
    let judged = |optimal| {
        let solution = Unrefereed { text: text.clone(), measures: Measures::default() };
        let claim = Claim::bare(Outcome::Solved { solution, optimal: false });
        claim.judge(level.as_ref(), Question { optimal, witness: Witness::Method }).outcome
    };
    let (asked_any, asked_best) = (judged(false), judged(true));
    match puzzle.info().metrics.first().map(|metric| metric.sense) {
        None => assert!(
            matches!(asked_best, Outcome::Solved { optimal: false, .. }),
            "nothing is counted, so any solution answers: {asked_best:?}"
        ),
        Some(Sense::Least) => {
            assert!(matches!(asked_any, Outcome::Solved { optimal: false, .. }), "{asked_any:?}");
            assert!(matches!(asked_best, Outcome::Unknown { best: Some(_), .. }), "{asked_best:?}");
        }
        // A full board is the best without a word.
        Some(Sense::Most) => assert!(
            matches!(
                asked_any,
                Outcome::Unknown { best: Some(_), .. } | Outcome::Solved { optimal: true, .. }
            ),
            "{asked_any:?}"
        ),
    }
}

/// Who wants a proof, or asks a method that proves, gets the metric asked for or a refusal; the others search
/// as they do.
pub fn methods_search_by_what_is_asked_or_refuse(puzzle: &'static dyn AnyPuzzle) {
    let level = samples(puzzle, 1, 1).next().expect("there are samples");
    for method in puzzle.methods() {
        if level.start(&method, &task()).is_err() {
            continue;
        }
        for asked in puzzle.info().metrics.chunks(1).map(Criterion::new) {
            let searched = |optimal| {
                let started = level.start(&method, &Task { metric: asked, optimal, ..task() });
                started.map(|started| started.metric).ok()
            };
            let known = method.metrics.contains(&asked);
            let free = if method.guarantee.optimises() { None } else { Some(method.metric()) };
            let (any, best) = if known { (Some(asked), Some(asked)) } else { (free, None) };
            assert_eq!(searched(false), any, "{} asked for {asked}", method.name);
            assert_eq!(searched(true), best, "{} asked for the best in {asked}", method.name);
        }
    }
}
