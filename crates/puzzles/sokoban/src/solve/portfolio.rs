//! `portfolio`: several methods on one level within one budget. With one thread they take turns of
//! equal work; with more, each thread has its share of them for its whole life: the first search along a
//! plan is one thread's, every other thread begins such searches anew, with seeds of its own. From five
//! threads on every method has one of its own.
//!
//! Only a solution that the referee has replayed ends it. A claim that there is no solution ends the
//! part that makes it; the whole says so when a forward and a backward search agree, or when no
//! other part can go on.

use std::sync::Arc;

use ingenio_core::{
    Focus, InHand, Limit, Message, Method, Note, OptionSpec, Options, Progress, Run, Sight, Step, Task,
    Verdict,
};

use super::ROW;
use super::crew::Crew;
use super::turns::{Found, Part, Report, Start, Turns};
use super::{backward, exact, fess, improve};
use crate::Sokoban;
use crate::board::maze::Maze;
use crate::level::Level;
use crate::metric::PUSHES;

pub const METHOD: Method<Sokoban> = Method {
    name: "portfolio",
    about: "backward, fess, forward and push-optimal in turns, or side by side with several threads",
    options: OPTIONS,
    needs: "uses as many threads as it is given",
    start,
    ..ROW
};

pub const OPTIONS: &[OptionSpec] = &[IMPROVE];
const IMPROVE: OptionSpec =
    OptionSpec::flag("improve", "shorten the solution found, with as much work as finding it took", true);

/// Expansions that shortening a solution may take in any case, and for each push of it. Chosen by hand.
pub const LEAST_PASS: u64 = 12_000;
pub const PASS_PER_PUSH: u64 = 250;

pub fn start(level: &Arc<Level>, task: &Task) -> Box<dyn Run> {
    let improves = task.options.flag("improve");
    Box::new(Portfolio::new(level, task, improves))
}

/// The portfolio without the pass that shortens its answer.
pub fn start_plain(level: &Arc<Level>, task: &Task) -> Box<dyn Run> {
    Box::new(Portfolio::new(level, task, false))
}

/// Positions a part may generate before the next one has its turn. The first turn goes to the
/// search by pulls, which alone settles most small levels. Chosen by hand.
const TURN: u64 = 20_000;

/// With few boxes the exact search gets longer turns: what the greedy ones miss there is tight, and
/// exhausting it is the surest way. Chosen by hand.
const FEW_BOXES: usize = 12;
const LONG_TURN: u64 = 4 * TURN;

/// Where the boxes need no more pushes than this to their nearest goals, on average, solutions are short for
/// so many boxes: the exact search has three quarters of the work, the search along layers most of the rest. Plans
/// are of little use there, since most boxes have to leave goals before one can be packed for good.
/// The turns were measured on Microban II 130 and 131 (bench/SOKOBAN.md).
const NEAR_HOME: u32 = 2;
const LONGEST_TURN: u64 = 160 * TURN;
const LAYERS_TURN: u64 = 48 * TURN;

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

/// The methods. The feature space search along a plan solves most large levels, so it has the longest
/// turns; along layers it solves others.
static BACKWARD: Kind = Kind { backwards: true, ..kind("backward", backward::OPTIONS, 1, backward::start) };
static FESS: Kind = kind("fess", fess::OPTIONS, 6, fess::along_plan);
static FORWARD: Kind = kind("forward", fess::OPTIONS, 2, fess::along_layers);
static PUSH_OPTIMAL: Kind = kind("push-optimal", exact::OPTIONS, 1, exact::push_optimal);

/// The two halves of the search along a plan where each has a thread: large levels need either the one or
/// the other for long, and no one knows which.
static FIRST: Kind = kind("fess", fess::OPTIONS, 6, fess::first_along_plan);
static ANEW: Kind = kind("fess anew", fess::OPTIONS, 6, fess::anew_along_plan);

/// From the fifth round on, the search along a plan has turns four times as long: whatever the others solve
/// where boxes are many, they solve soon (bench/SOKOBAN.md).
const SOON: u64 = 4;
const LATER: u64 = 4;

/// From so many threads on every method has a thread of its own, and the others begin searches anew.
const APART: usize = 5;

/// Seeds of searches that must not repeat each other are so far apart: each uses some in a row.
const SEEDS_APART: u64 = 1 << 20;

/// Who works: the parts in turns, or several threads.
enum Work {
    Alone(Turns),
    Together(Crew),
}

/// The shortening of a solution in hand, and the expansions left for it.
struct Pass {
    run: Box<dyn Run>,
    left: u64,
}

pub struct Portfolio {
    level: Arc<Level>,
    task: Task,
    work: Work,
    improves: bool,
    pass: Option<Pass>,
    end: Option<Verdict>,
}

/// What the shares of the parts go by.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Nature {
    /// All boxes are nearly on goals.
    NearHome,
    FewBoxes,
    Large,
}

impl Nature {
    fn of(level: &Arc<Level>, task: &Task) -> Self {
        let boxes = level.boxes().len();
        if boxes <= FEW_BOXES {
            return Nature::FewBoxes;
        }
        let maze = Maze::of_run(level, task);
        let far = maze.pushes_to(&maze.goals);
        let pushes = maze.boxes.iter().map(|square| u32::from(far[usize::from(*square)])).sum::<u32>();
        if pushes <= NEAR_HOME * boxes as u32 { Nature::NearHome } else { Nature::Large }
    }

    /// How much a part may generate before the next one has its turn, at first and later.
    fn turns(self, kind: &Kind) -> (u64, u64) {
        let turn = kind.turns * TURN;
        match (self, kind.name) {
            (Nature::FewBoxes, "push-optimal") => (LONG_TURN, LONG_TURN),
            (Nature::NearHome, "push-optimal") => (LONGEST_TURN, LONGEST_TURN),
            (Nature::NearHome, "forward") => (LAYERS_TURN, LAYERS_TURN),
            (Nature::Large, "fess" | "fess anew") => (turn, LATER * turn),
            _ => (turn, turn),
        }
    }
}

/// The parts for so many threads, each with its thread.
fn deal(threads: usize) -> Vec<(&'static Kind, usize)> {
    if threads == 1 {
        return [&BACKWARD, &FESS, &FORWARD, &PUSH_OPTIMAL].map(|kind| (kind, 0)).to_vec();
    }
    let anew = |from: usize| (from..threads).map(|thread| (&ANEW, thread));
    if threads < APART {
        let first = [(&BACKWARD, 0), (&FIRST, 0)].into_iter();
        return first.chain(anew(1)).chain([(&FORWARD, 1), (&PUSH_OPTIMAL, threads - 1)]).collect();
    }
    let apart = [&BACKWARD, &FIRST, &FORWARD, &PUSH_OPTIMAL];
    (0..).zip(apart).map(|(thread, kind)| (kind, thread)).chain(anew(APART - 1)).collect()
}

/// The parts for so many threads, dealt out to them.
fn shares(level: &Arc<Level>, task: &Task) -> Vec<Turns> {
    let threads = task.threads.max(1);
    let nature = Nature::of(level, task);
    let parts = deal(threads);
    let memory = task.memory / parts.len() as u64;
    let mut shares: Vec<Turns> = Vec::new();
    shares.resize_with(threads, || Turns::new(SOON));
    for (kind, thread) in parts {
        let task = Task {
            metric: PUSHES,
            memory,
            threads: 1,
            seed: task.seed.wrapping_add(SEEDS_APART * (thread as u64).saturating_sub(1)),
            options: Options::defaults(kind.options),
            ..task.clone()
        };
        let mut part = Part::new(kind.name, level, task, nature.turns(kind), kind.start);
        part.backwards = kind.backwards;
        shares[thread].parts.push(part);
    }
    shares
}

impl Portfolio {
    fn new(level: &Arc<Level>, task: &Task, improves: bool) -> Self {
        let mut shares = shares(level, task);
        let work = match shares.len() {
            1 => Work::Alone(shares.remove(0)),
            _ => Work::Together(Crew::start(shares)),
        };
        let (level, task) = (level.clone(), Task { metric: PUSHES, ..task.clone() });
        Portfolio { level, task, work, improves, pass: None, end: None }
    }

    fn reports(&self) -> Vec<Report> {
        match &self.work {
            Work::Alone(turns) => turns.reports(),
            Work::Together(crew) => crew.reports(),
        }
    }

    fn found(&self) -> Option<Found> {
        match &self.work {
            Work::Alone(turns) => turns.found.clone(),
            Work::Together(crew) => crew.found(),
        }
    }

    /// What can be said now, if anything.
    fn verdict(&self) -> Option<Verdict> {
        if let Some(Found { solution, .. }) = self.found() {
            // Not called optimal even if the exact part found it: the question was any solution.
            return Some(Verdict::Solved { solution, optimal: false });
        }
        let reports = self.reports();
        let claims: Vec<(bool, &Message)> = reports.iter().filter_map(claim).collect();
        let both =
            claims.iter().any(|(backwards, _)| *backwards) && claims.iter().any(|(backwards, _)| !backwards);
        let over = reports.iter().all(|report| report.end.is_some());
        match claims.first() {
            Some((_, reason)) if both || over => Some(Verdict::Unsolvable { reason: (*reason).clone() }),
            None if over => Some(Verdict::Stopped { limit: Limit::Memory }),
            _ => None,
        }
    }

    /// One expansion, so that an end is seen at the same expansion whatever the slice.
    fn step_alone(&mut self) {
        let Work::Alone(turns) = &mut self.work else { return };
        turns.advance(1);
        if turns.has_news() {
            let found = self.verdict();
            self.settle(found);
        }
    }

    /// Some expansions.
    fn work(&mut self, expansions: u64) {
        if self.pass.is_some() {
            return self.shorten(expansions);
        }
        match &mut self.work {
            Work::Alone(_) => self.step_alone(),
            Work::Together(crew) => {
                crew.advance(expansions);
                let found = self.verdict();
                self.settle(found);
            }
        }
    }
}

/// A part's claim that there is no solution, and its direction.
fn claim(report: &Report) -> Option<(bool, &Message)> {
    match &report.end {
        Some(Verdict::Unsolvable { reason }) => Some((report.backwards, reason)),
        _ => None,
    }
}

impl Run for Portfolio {
    fn advance(&mut self, expansions: u64) -> Step {
        let at_once = if matches!(self.work, Work::Alone(_)) { 1 } else { expansions };
        let mut left = expansions;
        while left > 0 && self.end.is_none() {
            self.work(at_once);
            left -= at_once;
        }
        match &self.end {
            Some(verdict) => Step::Done(verdict.clone()),
            None => Step::Running,
        }
    }

    fn progress(&self) -> Progress {
        let add =
            |all: Progress, part: Progress| Progress { bound: all.bound.max(part.bound), ..all.plus(&part) };
        let reports = self.reports();
        let parts = reports.into_iter().map(|report| report.progress).fold(Progress::default(), add);
        let Some(pass) = self.pass.as_ref().map(|pass| pass.run.progress()) else { return parts };
        // The parts have given their memory back before the pass took any.
        let (best, peak) = (pass.best, parts.peak.max(pass.peak));
        Progress { best, peak, ..add(parts, pass) }
    }

    /// What the part looks at whose turn it is; of several threads, what one of them looked at after the last
    /// time that somebody asked.
    fn focus(&self) -> Option<Focus> {
        match (&self.pass, &self.work) {
            (Some(pass), _) => pass.run.focus(),
            (None, Work::Alone(turns)) => turns.focus(),
            (None, Work::Together(crew)) => crew.focus(),
        }
    }

    fn sight(&self) -> Option<Sight> {
        match (&self.pass, &self.work) {
            (Some(pass), _) => pass.run.sight(),
            (None, Work::Alone(turns)) => turns.sight(),
            (None, Work::Together(crew)) => crew.sight(),
        }
    }

    fn found(&self) -> InHand {
        let best = self.pass.as_ref().and_then(|pass| pass.run.found().best);
        InHand { best, reasons: self.reasons(), ..InHand::default() }
    }

    fn counters(&self) -> Vec<(&'static str, u64)> {
        self.reports().into_iter().map(|report| (report.name, report.progress.nodes)).collect()
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
            match &mut self.work {
                Work::Alone(turns) => turns.close(),
                Work::Together(crew) => crew.close(),
            }
            self.pass = Some(Pass { run, left });
            return;
        }
        self.end = verdict;
    }

    /// Why the moves of the solution are made, as the part knows that found it.
    fn reasons(&self) -> Vec<Note> {
        match (self.found(), &self.end) {
            (Some(found), Some(Verdict::Solved { solution, .. }))
                if found.solution != *solution && !found.reasons.is_empty() =>
            {
                fess::shortened(&self.level, &found.reasons, solution)
            }
            (found, _) => found.map_or_else(Vec::new, |found| found.reasons),
        }
    }

    /// Some expansions of the shortening; its end is the end.
    fn shorten(&mut self, expansions: u64) {
        let Some(pass) = &mut self.pass else { return };
        let step = pass.run.advance(expansions.min(pass.left));
        pass.left -= expansions.min(pass.left);
        if let Step::Done(Verdict::Solved { solution, .. }) = step {
            self.end = Some(Verdict::Solved { solution, optimal: false });
        } else if pass.left == 0 {
            let solution = pass.run.found().best.expect("a solution was given");
            self.end = Some(Verdict::Solved { solution, optimal: false });
        }
    }
}

#[cfg(test)]
mod tests {
    use ingenio_core::rooms::Texts as _;
    use ingenio_core::{Source, Template};

    use super::*;
    use crate::words;

    fn level() -> Arc<Level> {
        let rows = Source::new("#####\n#@$.#\n#####");
        Arc::new(Sokoban::read(&rows, &Options::default()).remove(0).unwrap().level)
    }

    /// As many shares as threads, none of them empty; every method is there and, where there are enough
    /// threads, alone.
    #[test]
    fn every_thread_has_its_share_and_every_method_a_thread() {
        for threads in 1..=8 {
            let shares = shares(&level(), &Task { threads, memory: 1 << 30, ..Task::default() });
            assert_eq!(shares.len(), threads);
            let names = |share: &Turns| share.parts.iter().map(|part| part.name).collect::<Vec<_>>();
            let names: Vec<_> = shares.iter().map(names).collect();
            assert!(names.iter().all(|names| !names.is_empty()), "{names:?}");
            for kind in [&BACKWARD, &FESS, &FORWARD, &PUSH_OPTIMAL] {
                let have = names.iter().flatten().filter(|name| **name == kind.name).count();
                assert_eq!(have, 1, "{} of {names:?}", kind.name);
            }
            assert!(threads < APART || names.iter().all(|names| names.len() == 1), "{names:?}");
            let seeds: Vec<u64> =
                shares.iter().flat_map(|share| &share.parts).map(|part| part.task.seed).collect();
            let anew = names.iter().flatten().zip(seeds).filter(|(name, _)| **name == ANEW.name);
            let anew: std::collections::BTreeSet<u64> = anew.map(|(_, seed)| seed).collect();
            assert_eq!(anew.len(), threads.saturating_sub(if threads < APART { 1 } else { APART - 1 }));
        }
    }

    /// A part that ends at once as it is told to, or never.
    struct Fake(Option<Verdict>);

    impl Run for Fake {
        fn advance(&mut self, _: u64) -> Step {
            self.0.clone().map_or(Step::Running, Step::Done)
        }

        fn progress(&self) -> Progress {
            Progress::default()
        }

        fn found(&self) -> InHand {
            InHand::default()
        }
    }

    fn ending(verdict: Verdict) -> Box<dyn Run> {
        Box::new(Fake(Some(verdict)))
    }

    fn claims(reason: Template) -> Box<dyn Run> {
        ending(Verdict::Unsolvable { reason: reason.say() })
    }

    /// A direction and how a part of it ends.
    type End = (bool, Start);

    const GOES_ON: Start = |_, _| Box::new(Fake(None));
    const CLAIMS: Start = |_, _| claims(words::EXHAUSTED);
    const IS_FULL: Start = |_, _| ending(Verdict::Stopped { limit: Limit::Memory });
    const IS_INCOMPLETE: Start = |_, _| ending(Verdict::Stopped { limit: Limit::Method });
    const LIES: Start = |_, _| ending(Verdict::Solved { solution: "L".into(), optimal: false });
    const SOLVES: Start = |_, _| ending(Verdict::Solved { solution: "R".into(), optimal: false });

    const FORWARDS: bool = false;
    const BACKWARDS: bool = true;

    /// What is said of parts after each had its turn some times.
    fn verdict_of(ends: &[End]) -> Option<Verdict> {
        let (level, task) = (level(), Task { metric: PUSHES, ..Task::default() });
        let mut turns = Turns::new(1);
        for (backwards, start) in ends {
            let mut part = Part::new("fake", &level, task.clone(), (1, 1), *start);
            part.backwards = *backwards;
            turns.parts.push(part);
        }
        let mut run =
            Portfolio { level, task, work: Work::Alone(turns), improves: false, pass: None, end: None };
        match run.advance(20) {
            Step::Done(verdict) => Some(verdict),
            Step::Running => None,
        }
    }

    /// That there is no solution takes both directions, or one while nobody else can go on: an end that
    /// proves nothing is no claim, and neither is a solution that the referee refuses.
    #[test]
    fn no_solution_is_claimed_by_both_directions_or_by_all_that_is_left() {
        let nothing: [&[End]; 5] = [
            &[(FORWARDS, CLAIMS), (BACKWARDS, GOES_ON)],
            &[(BACKWARDS, CLAIMS), (FORWARDS, GOES_ON)],
            &[(FORWARDS, CLAIMS), (FORWARDS, CLAIMS), (BACKWARDS, GOES_ON)],
            &[(FORWARDS, IS_INCOMPLETE), (BACKWARDS, GOES_ON)],
            &[(FORWARDS, LIES), (BACKWARDS, GOES_ON)],
        ];
        for ends in nothing {
            assert_eq!(verdict_of(ends), None);
        }
        let unsolvable: [&[End]; 3] = [
            &[(FORWARDS, CLAIMS), (BACKWARDS, CLAIMS), (FORWARDS, GOES_ON)],
            &[(FORWARDS, CLAIMS), (BACKWARDS, IS_FULL)],
            &[(FORWARDS, IS_INCOMPLETE), (BACKWARDS, CLAIMS)],
        ];
        for ends in unsolvable {
            assert!(matches!(verdict_of(ends), Some(Verdict::Unsolvable { .. })));
        }
        let stopped: [&[End]; 3] = [
            &[(FORWARDS, IS_INCOMPLETE), (BACKWARDS, IS_FULL)],
            &[(FORWARDS, IS_INCOMPLETE), (FORWARDS, IS_INCOMPLETE)],
            &[(FORWARDS, LIES), (BACKWARDS, IS_FULL)],
        ];
        for ends in stopped {
            assert!(matches!(verdict_of(ends), Some(Verdict::Stopped { .. })));
        }
        let solved = verdict_of(&[(FORWARDS, CLAIMS), (BACKWARDS, SOLVES)]);
        assert_eq!(solved, Some(Verdict::Solved { solution: "R".into(), optimal: false }));
    }
}
