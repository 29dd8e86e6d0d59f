//! Budgets: nodes, time, cancelling. Memory has a file of its own.

use std::time::{Duration, Instant};

use cpu_time::ProcessTime;
use ingenio_core::{AnyLevel, AnyPuzzle, Budget, Cancel, Limit, MethodInfo};

use crate::tools::{large_sample, node_budget, run};

pub fn nodes_are_honoured(puzzle: &'static dyn AnyPuzzle) {
    for method in puzzle.methods() {
        let Some(level) = large_sample(puzzle, &method) else { continue };
        for nodes in [1, 10, 333] {
            // Set-up is not counted in nodes; a long one is left before it ends.
            let budget = Budget { time: Some(PATIENCE), ..node_budget(nodes) };
            let answer = run(level.as_ref(), &method, method.metric(), &budget).expect("it fits");
            assert!(answer.nodes() <= nodes, "{} used {} of {nodes}", method.name, answer.nodes());
            if let Some(limit) = answer.outcome.limit() {
                let in_setup = answer.nodes() == 0 && limit == Limit::Time;
                let known = matches!(limit, Limit::Nodes | Limit::Method);
                assert!(known || in_setup, "{} says {limit:?}", method.name);
            }
        }
    }
}

/// On a busy machine a slice may wait; a method that does not listen at all waits far longer.
const PATIENCE: Duration = Duration::from_millis(1500);

pub fn time_is_honoured(puzzle: &'static dyn AnyPuzzle) {
    for method in puzzle.methods() {
        let Some(level) = large_sample(puzzle, &method) else { continue };
        let time = Duration::from_millis(30);
        let budget = Budget { time: Some(time), ..Budget::default() };
        let begun = Instant::now();
        let solved = run(level.as_ref(), &method, method.metric(), &budget).expect("it fits");
        let took = begun.elapsed();
        assert!(took < time + PATIENCE, "{} took {took:?} of {time:?}", method.name);
        if let Some(limit) = solved.outcome.limit() {
            assert!(matches!(limit, Limit::Time | Limit::Method), "{} says {limit:?}", method.name);
        }
    }
}

pub fn cancelling_works(puzzle: &'static dyn AnyPuzzle) {
    for method in puzzle.methods() {
        let Some(level) = large_sample(puzzle, &method) else { continue };
        let cancel = Cancel::default();
        let budget =
            Budget { cancel: cancel.clone(), time: Some(Duration::from_secs(20)), ..Budget::default() };
        let canceller = std::thread::spawn(move || {
            std::thread::sleep(Duration::from_millis(20));
            cancel.cancel();
        });
        let begun = Instant::now();
        let solved = run(level.as_ref(), &method, method.metric(), &budget).expect("it fits");
        let took = begun.elapsed();
        canceller.join().expect("the canceller ends");
        assert!(took < PATIENCE, "{} went on for {took:?} after it was cancelled", method.name);
        if let Some(limit) = solved.outcome.limit() {
            assert!(matches!(limit, Limit::Cancelled | Limit::Method), "{} says {limit:?}", method.name);
        }
    }
}

/// A run that is cancelled may cost this much more, of processor time.
const LAST_WORDS: Duration = Duration::from_millis(100);
/// When a run is cancelled: before it begins, in its set-up, in its search.
const MOMENTS: [Duration; 3] = [Duration::ZERO, Duration::from_millis(30), Duration::from_millis(300)];

/// From the cancel to the end of a run, on a board as big as one may come: every method breaks off, in its
/// set-up and within an expansion too. Processor time of the whole process counts, so nothing else may
/// run in it. Gives what went on for too long.
pub fn late_on(level: &dyn AnyLevel) -> Vec<String> {
    let methods = level.puzzle().methods();
    let late = methods.iter().flat_map(|method| MOMENTS.map(|moment| (method, moment)));
    late.filter_map(|(method, moment)| late_by(level, method, moment)).collect()
}

fn late_by(level: &dyn AnyLevel, method: &MethodInfo, moment: Duration) -> Option<String> {
    let cancel = Cancel::default();
    let budget = Budget { cancel: cancel.clone(), memory: Some(1 << 30), ..Budget::default() };
    let canceller = std::thread::spawn(move || {
        std::thread::sleep(moment);
        cancel.cancel();
        ProcessTime::now().as_duration()
    });
    let refused = run(level, method, method.metric(), &budget).is_none();
    let ended = ProcessTime::now().as_duration();
    // What ended before it was cancelled was not late.
    let more = ended.saturating_sub(canceller.join().expect("the canceller ends"));
    let name = method.name;
    let late = !refused && more > LAST_WORDS;
    late.then(|| format!("{name}, cancelled after {moment:?}, went on for {more:?}"))
}
