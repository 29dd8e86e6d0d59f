//! `portfolio`: several methods on one level within one budget. With one thread they take turns of
//! equal work; with more, each thread turns its share of them.
//!
//! Only a solution that the referee has replayed ends it. A claim that there is no solution ends the
//! part that makes it; the whole says so when a forward and a backward search agree, or when no
//! other part can go on.

use std::sync::Arc;

use ingenio_core::{Limit, Message, OptionSpec, Options, Progress, Run, Step, Task, Verdict};

use super::{backward, exact, fess, guard, improve};
use crate::level::Level;
use crate::metric::PUSHES;
use crate::referee::referee;

pub const OPTIONS: &[OptionSpec] = &[IMPROVE];
const IMPROVE: OptionSpec =
    guard::flag("improve", "shorten the solution found, with as much work as finding it took");

/// Expansions that shortening a solution may take in any case, and for each push of it.
const LEAST_PASS: u64 = 12_000;
const PASS_PER_PUSH: u64 = 150;

pub fn start(level: &Arc<Level>, task: &Task) -> Box<dyn Run> {
    let improves = task.options.flag("improve");
    Box::new(Portfolio::new(level, task, improves))
}

/// The portfolio without the pass that shortens its answer.
pub fn start_plain(level: &Arc<Level>, task: &Task) -> Box<dyn Run> {
    Box::new(Portfolio::new(level, task, false))
}

/// Positions a part may generate before the next one has its turn. The first turn goes to the
/// search by pulls, which alone settles most small levels.
const TURN: u64 = 20_000;

/// With few boxes the exact search gets longer turns: what the greedy ones miss there is tight, and
/// exhausting it is the surest way.
const FEW_BOXES: usize = 12;
const LONG_TURN: u64 = 4 * TURN;

type Start = fn(&Arc<Level>, &Task) -> Box<dyn Run>;

/// One of the methods of the portfolio.
struct Kind {
    name: &'static str,
    options: &'static [OptionSpec],
    backwards: bool,
    /// How many turns in one it has.
    turns: u64,
    start: Start,
}

const fn kind(name: &'static str, options: &'static [OptionSpec], turns: u64, start: Start) -> Kind {
    Kind { name, options, backwards: false, turns, start }
}

/// The parts. The feature space search along a plan solves most large levels, so it has the longest
/// turns; along layers it solves others.
static PARTS: [Kind; 4] = [
    Kind { backwards: true, ..kind("backward", backward::OPTIONS, 1, backward::start) },
    kind("fess", fess::OPTIONS, 4, fess::along_plan),
    kind("forward", fess::OPTIONS, 2, fess::along_layers),
    kind("push-optimal", exact::OPTIONS, 1, exact::push_optimal),
];

struct Part {
    level: Arc<Level>,
    task: Task,
    backwards: bool,
    turn: u64,
    begin: Start,
    run: Option<Box<dyn Run>>,
    end: Option<Verdict>,
    /// What it had done when it was closed.
    closed: Progress,
}

impl Part {
    /// Gives its memory back once its work is no longer needed.
    fn close(&mut self) {
        self.closed = Progress { memory: 0, ..self.progress() };
        self.run = None;
    }

    fn step(&mut self) {
        let run = self.run.get_or_insert_with(|| (self.begin)(&self.level, &self.task));
        if let Step::Done(verdict) = run.advance(1) {
            self.end = Some(verdict);
        }
    }

    fn progress(&self) -> Progress {
        self.run.as_ref().map_or_else(|| self.closed.clone(), |run| run.progress())
    }
}

/// Parts that share one thread.
struct Turns {
    parts: Vec<Part>,
    turn: usize,
    /// What the part whose turn it is has done in this turn.
    work: u64,
    solution: Option<String>,
}

impl Turns {
    /// Does at most so many expansions, or fewer if a solution turns up or nothing is left to do.
    fn advance(&mut self, expansions: u64) {
        for _ in 0..expansions {
            if self.solution.is_some() || !self.choose() {
                break;
            }
            self.step();
        }
    }

    fn step(&mut self) {
        let part = &mut self.parts[self.turn];
        let before = part.progress().generated;
        part.step();
        self.work += 1 + part.progress().generated - before;
        if let Some(Verdict::Solved { solution, .. }) = &part.end
            && referee(&part.level, solution).is_ok()
        {
            self.solution = Some(solution.clone());
        }
    }

    /// Finds the part whose turn it is; false if all have ended.
    fn choose(&mut self) -> bool {
        if self.work >= self.parts[self.turn].turn || self.parts[self.turn].end.is_some() {
            self.work = 0;
            self.turn = (self.turn + 1) % self.parts.len();
        }
        for _ in 0..self.parts.len() {
            if self.parts[self.turn].end.is_none() {
                return true;
            }
            self.turn = (self.turn + 1) % self.parts.len();
        }
        false
    }
}

/// The shortening of a solution in hand, and the expansions left for it.
struct Pass {
    run: Box<dyn Run>,
    left: u64,
}

pub struct Portfolio {
    level: Arc<Level>,
    task: Task,
    threads: Vec<Turns>,
    improves: bool,
    pass: Option<Pass>,
    end: Option<Verdict>,
}

impl Portfolio {
    fn new(level: &Arc<Level>, task: &Task, improves: bool) -> Self {
        let count = task.threads.clamp(1, PARTS.len());
        let mut threads: Vec<Turns> = Vec::new();
        threads.resize_with(count, || Turns { parts: Vec::new(), turn: 0, work: 0, solution: None });
        for (index, kind) in PARTS.iter().enumerate() {
            let task = Task {
                metric: PUSHES,
                memory: task.memory / PARTS.len() as u64,
                threads: 1,
                options: Options::defaults(kind.options),
                ..task.clone()
            };
            let long = kind.name == "push-optimal" && level.boxes().len() <= FEW_BOXES;
            let turn = if long { LONG_TURN } else { kind.turns * TURN };
            let (backwards, begin) = (kind.backwards, kind.start);
            let part = Part {
                level: level.clone(),
                task,
                backwards,
                turn,
                begin,
                run: None,
                end: None,
                closed: Progress::default(),
            };
            threads[index % count].parts.push(part);
        }
        let (level, task) = (level.clone(), Task { metric: PUSHES, ..task.clone() });
        Portfolio { level, task, threads, improves, pass: None, end: None }
    }

    fn parts(&self) -> impl Iterator<Item = &Part> {
        self.threads.iter().flat_map(|turns| &turns.parts)
    }

    /// What can be said now, if anything.
    fn verdict(&self) -> Option<Verdict> {
        if let Some(solution) = self.threads.iter().find_map(|turns| turns.solution.clone()) {
            // Not called optimal even if the exact part found it: the question was any solution.
            return Some(Verdict::Solved { solution, optimal: false });
        }
        let claims: Vec<(bool, &Message)> = self.parts().filter_map(claim).collect();
        let both =
            claims.iter().any(|(backwards, _)| *backwards) && claims.iter().any(|(backwards, _)| !backwards);
        let over = self.parts().all(|part| part.end.is_some());
        match claims.first() {
            Some((_, reason)) if both || over => Some(Verdict::Unsolvable { reason: (*reason).clone() }),
            None if over => Some(Verdict::Stopped { limit: Limit::Memory }),
            _ => None,
        }
    }
}

/// A part's claim that there is no solution, and its direction.
fn claim(part: &Part) -> Option<(bool, &Message)> {
    match &part.end {
        Some(Verdict::Unsolvable { reason }) => Some((part.backwards, reason)),
        _ => None,
    }
}

impl Run for Portfolio {
    fn advance(&mut self, expansions: u64) -> Step {
        if self.end.is_none() && self.threads.len() == 1 {
            // One at a time, so that an end is seen at the same expansion whatever the slice.
            for _ in 0..expansions {
                if self.pass.is_some() {
                    self.shorten(1);
                } else {
                    self.threads[0].advance(1);
                    let found = self.verdict_if_ended();
                    self.settle(found);
                }
                if self.end.is_some() {
                    break;
                }
            }
        } else if self.end.is_none() && self.pass.is_some() {
            self.shorten(expansions);
        } else if self.end.is_none() {
            let share = expansions.div_ceil(self.threads.len() as u64);
            std::thread::scope(|scope| {
                for turns in &mut self.threads {
                    scope.spawn(|| turns.advance(share));
                }
            });
            let found = self.verdict();
            self.settle(found);
        }
        match &self.end {
            Some(verdict) => Step::Done(verdict.clone()),
            None => Step::Running,
        }
    }

    fn progress(&self) -> Progress {
        let add = |all: Progress, part: Progress| Progress {
            nodes: all.nodes + part.nodes,
            generated: all.generated + part.generated,
            bound: all.bound.max(part.bound),
            memory: all.memory + part.memory,
            peak: all.peak + part.peak,
            ..all
        };
        let parts = self.parts().map(Part::progress).fold(Progress::default(), add);
        let Some(pass) = self.pass.as_ref().map(|pass| pass.run.progress()) else { return parts };
        // The parts have given their memory back before the pass took any.
        let (best, peak) = (pass.best, parts.peak.max(pass.peak));
        Progress { best, peak, ..add(parts, pass) }
    }

    fn best(&self) -> Option<String> {
        self.pass.as_ref().and_then(|pass| pass.run.best())
    }

    fn counters(&self) -> Vec<(&'static str, u64)> {
        let count = self.threads.len();
        let nodes = |index: usize| self.threads[index % count].parts[index / count].progress().nodes;
        (0..PARTS.len()).map(|index| (PARTS[index].name, nodes(index))).collect()
    }
}

impl Portfolio {
    /// Takes a verdict for the end, or begins to shorten the solution that it brings.
    fn settle(&mut self, verdict: Option<Verdict>) {
        if let (Some(Verdict::Solved { solution, .. }), true) = (&verdict, self.improves)
            && !solution.is_empty()
            && let Ok(run) = improve::from(&self.level, &self.task, solution)
        {
            let pushes = solution.bytes().filter(u8::is_ascii_uppercase).count() as u64;
            let left = self.progress().nodes.max(LEAST_PASS).max(PASS_PER_PUSH * pushes);
            self.threads.iter_mut().flat_map(|turns| &mut turns.parts).for_each(Part::close);
            self.pass = Some(Pass { run, left });
            return;
        }
        self.end = verdict;
    }

    /// Some expansions of the shortening; its end is the end.
    fn shorten(&mut self, expansions: u64) {
        let Some(pass) = &mut self.pass else { return };
        let step = pass.run.advance(expansions.min(pass.left));
        pass.left -= expansions.min(pass.left);
        if let Step::Done(Verdict::Solved { solution, .. }) = step {
            self.end = Some(Verdict::Solved { solution, optimal: false });
        } else if pass.left == 0 {
            let solution = pass.run.best().expect("a solution was given");
            self.end = Some(Verdict::Solved { solution, optimal: false });
        }
    }

    /// Looks for a verdict only when some part has just ended.
    fn verdict_if_ended(&self) -> Option<Verdict> {
        let turns = &self.threads[0];
        turns.parts[turns.turn].end.as_ref().and_then(|_| self.verdict())
    }
}
