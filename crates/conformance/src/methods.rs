//! Methods: tables, agreement, estimates, repetition, slices.

use ingenio_core::{
    AnyPuzzle, Criterion, Effort, LevelRef, MethodInfo, Metric, Outcome, Rng, Sense, Step, Task,
};

use crate::tools::{TABLES, is_exact, large_sample, outcome, run, samples, task};

pub fn tables_are_well_formed(puzzle: &'static dyn AnyPuzzle) {
    let (info, methods) = (puzzle.info(), puzzle.methods());
    let names: Vec<_> = methods.iter().map(|method| method.name).collect();
    for (at, method) in methods.iter().enumerate() {
        assert!(!names[..at].contains(&method.name), "{} stands twice", method.name);
        let kebab = |letter: char| letter.is_ascii_lowercase() || letter.is_ascii_digit() || letter == '-';
        assert!(!method.name.is_empty() && method.name.chars().all(kebab), "'{}'", method.name);
        assert!(!method.about.is_empty(), "{} does not say what it is", method.name);
        for metric in method.metrics.iter().flat_map(|metric| metric.metrics()) {
            assert!(info.metrics.contains(metric), "{} counts {}", method.name, metric.name);
        }
    }
    assert!(names.iter().all(|name| *name != "auto" && *name != "best"), "auto and best are taken");
    for level in (0..4).flat_map(|size| samples(puzzle, size, 20)) {
        let metrics = info.metrics.chunks(1).map(Criterion::new).chain([Criterion::default()]);
        for (metric, optimal) in metrics.flat_map(|metric| [(metric, false), (metric, true)]) {
            let task = Task { metric, optimal, ..task() };
            let chosen = level.auto(&task);
            if let Err(why) = level.start(&chosen, &task) {
                panic!("auto chooses {} for {level:?}: {why:?}", chosen.name);
            }
        }
    }
}

/// What is known of a level: whether it can be solved, and the best in each metric.
#[derive(Default)]
struct Truth {
    solvable: Option<(bool, &'static str)>,
    best: Vec<(Criterion, Vec<u64>, &'static str)>,
    /// Solutions of methods that promise less.
    others: Vec<(ingenio_core::Measures, &'static str)>,
}

pub fn exact_ones_agree(puzzle: &'static dyn AnyPuzzle) {
    let mut compared = 0;
    for level in samples(puzzle, 0, 120).chain(samples(puzzle, 1, 120)).chain(samples(puzzle, 2, 40)) {
        let mut truth = Truth::default();
        let mut answers = 0;
        for method in puzzle.methods() {
            let metrics = if method.metrics.is_empty() { &[Criterion::new(&[])] } else { method.metrics };
            for metric in metrics {
                answers += u32::from(truth.compare(&level, &method, *metric));
            }
        }
        truth.check_others(&level);
        truth.check_bounds(&level);
        compared += u32::from(answers >= 2);
    }
    assert!(compared >= 100 || puzzle.methods().len() < 2, "only {compared} levels were compared");
}

impl Truth {
    /// True if the method gave a definite answer.
    fn compare(&mut self, level: &LevelRef, method: &MethodInfo, metric: Criterion) -> bool {
        let Some(outcome) = outcome(level.as_ref(), method, metric) else { return false };
        match outcome {
            Outcome::Unsolvable { .. } => self.set_solvable(level, false, method.name),
            Outcome::Solved { solution, optimal } => {
                assert!(optimal || !is_exact(method), "{} did not prove its answer", method.name);
                self.set_solvable(level, true, method.name);
                if optimal && !metric.is_empty() {
                    self.set_best(level, metric, solution.measures(), method.name);
                } else {
                    self.others.push((solution.measures().clone(), method.name));
                }
            }
            Outcome::Unknown { best, .. } => {
                let Some(best) = best else { return false };
                self.set_solvable(level, true, method.name);
                self.others.push((best.measures().clone(), method.name));
                return false;
            }
            _ => unreachable!("failures were reported"),
        }
        true
    }

    fn set_solvable(&mut self, level: &LevelRef, solvable: bool, method: &'static str) {
        let (before, first) = *self.solvable.get_or_insert((solvable, method));
        assert_eq!(
            before, solvable,
            "{first} and {method} disagree whether there is a solution of {level:?}"
        );
    }

    fn set_best(
        &mut self,
        level: &LevelRef,
        metric: Criterion,
        measures: &ingenio_core::Measures,
        method: &'static str,
    ) {
        let figures: Vec<u64> = metric.metrics().iter().map(|metric| figure(measures, metric)).collect();
        match self.proved(metric) {
            Some((before, first)) => assert_eq!(
                *before, figures,
                "{first} and {method} disagree on the best {metric} of {level:?}"
            ),
            None => self.best.push((metric, figures, method)),
        }
    }

    /// The best figures in a metric, with the method that proved them.
    fn proved(&self, metric: Criterion) -> Option<(&Vec<u64>, &'static str)> {
        self.best.iter().find(|(known, ..)| *known == metric).map(|(_, best, prover)| (best, *prover))
    }

    /// Whatever a method calls a bound, at its end or when it is cut short, is one.
    fn check_bounds(&self, level: &LevelRef) {
        for method in level.puzzle().methods() {
            for metric in method.metrics {
                let Some((best, prover)) = self.proved(*metric) else { continue };
                for nodes in [10, 100, crate::tools::MOST_NODES] {
                    let budget = crate::tools::node_budget(nodes);
                    let Some(solved) = run(level.as_ref(), &method, *metric, &budget) else { continue };
                    let Some(bound) = solved.bound else { continue };
                    let least = metric.first().is_none_or(|first| first.sense == Sense::Least);
                    let sound = if least { bound <= best[0] } else { bound >= best[0] };
                    let (name, best) = (method.name, best[0]);
                    assert!(sound, "{name} bounds {metric} by {bound}, {prover} proved {best}: {level:?}");
                }
            }
        }
    }

    /// Nobody beats what was proved to be the best.
    fn check_others(&self, level: &LevelRef) {
        for (metric, best, prover) in &self.best {
            let Some(first) = metric.first() else { continue };
            for (measures, method) in &self.others {
                let figure = figure(measures, first);
                let beaten = if first.sense == Sense::Least { figure < best[0] } else { figure > best[0] };
                assert!(!beaten, "{method} beats {prover} with {figure} {metric} on {level:?}");
            }
        }
    }
}

fn figure(measures: &ingenio_core::Measures, metric: &Metric) -> u64 {
    measures.get(metric.name).unwrap_or_else(|| panic!("the referee does not count {}", metric.name))
}

pub fn estimates_stay_below_the_truth(puzzle: &'static dyn AnyPuzzle) {
    let methods = puzzle.methods();
    for (name, metric, _) in puzzle.heuristics().into_iter().filter(|(.., admissible)| *admissible) {
        let exact = methods.iter().find(|method| is_exact(method) && method.metrics.contains(&metric));
        let exact = exact.unwrap_or_else(|| panic!("{name} bounds {metric}, which no method proves"));
        let mut compared = 0;
        for level in samples(puzzle, 1, 150).chain(samples(puzzle, 2, 50)) {
            let estimate = level.estimate(name, &TABLES).expect("the heuristic is in the list");
            match outcome(level.as_ref(), exact, metric) {
                Some(Outcome::Solved { solution, .. }) => {
                    let truth = metric.figure(solution.measures()).expect("the referee counts it");
                    let estimate = estimate.unwrap_or_else(|| panic!("{name} calls {level:?} unsolvable"));
                    assert!(estimate <= truth, "{name} says {estimate}, the truth is {truth}: {level:?}");
                    compared += 1;
                }
                Some(Outcome::Unsolvable { .. }) | None => {}
                other => panic!("{} does not finish {level:?}: {other:?}", exact.name),
            }
        }
        assert!(compared >= 20, "{name} was compared only {compared} times");
    }
}

pub fn answer_twice_the_same(puzzle: &'static dyn AnyPuzzle) {
    for method in puzzle.methods() {
        for level in samples(puzzle, 3, 6) {
            let once = || {
                let budget = crate::tools::node_budget(20_000);
                let solved = run(level.as_ref(), &method, method.metric(), &budget)?;
                // Clocks differ, and the second run finds the tables that the first had to make room for.
                let Effort { nodes, generated, counters, .. } = solved.effort;
                Some((solved.outcome, solved.bound, nodes, generated, counters))
            };
            assert_eq!(once(), once(), "{} on {level:?}", method.name);
        }
    }
}

/// n times advance(1) and once advance(n) leave equal counters and the same node in focus.
pub fn do_not_care_about_slices(puzzle: &'static dyn AnyPuzzle) {
    let mut rng = Rng::new(8);
    for method in puzzle.methods().iter().filter(|method| method.steppable) {
        for level in samples(puzzle, 2, 8).chain(large_sample(puzzle, method)) {
            let start = || level.start(method, &task()).ok().map(|started| started.run);
            let (Some(mut once), Some(mut often)) = (start(), start()) else { continue };
            let steps = 1 + rng.below(400) as u64;
            let mut at_once = once.advance(steps);
            let mut slowly = Step::Running;
            for _ in 0..steps {
                slowly = often.advance(1);
                if let Step::Done(_) = slowly {
                    at_once = once.advance(1);
                    break;
                }
            }
            assert!(once.progress().nodes <= steps, "{} did more than it was asked", method.name);
            assert_eq!(format!("{at_once:?}"), format!("{slowly:?}"), "{} on {level:?}", method.name);
            assert_eq!(once.progress(), often.progress(), "{} on {level:?}", method.name);
            assert_eq!(once.focus(), often.focus(), "{} on {level:?}", method.name);
            assert_eq!(once.found(), often.found(), "{} on {level:?}", method.name);
            // What waits in the frontier shows in what comes next.
            if let Step::Running = slowly {
                once.advance(300);
                (0..3).for_each(|_| drop(often.advance(100)));
                assert_eq!(once.progress(), often.progress(), "{} goes on differently", method.name);
                assert_eq!(once.focus(), often.focus(), "{} goes on differently", method.name);
            }
        }
    }
}
