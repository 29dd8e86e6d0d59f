//! `anytime`: for boards whose positions are too many. Beams, each several times as wide as the one before,
//! go by the relaxed plan (see [`super::relaxed`]); what they find is shortened by exact windows (see
//! [`super::windows`]). Until there is a solution a [`Scout`] looks for any at all, turn by turn with the beams:
//! some boards are easy for the one and hard for the other. Beside them a breadth-first search goes on in its share of the memory: if it comes to
//! an end its answer is proved, and until then the layers it has finished are the bound. Where a proof is asked
//! for it waits when its share is full, and has all of the memory when the others have done what they can.
//!
//! Parts take turns by numbers of expansions, never by the clock: the same seed and node limit give the same
//! answer. Unsolvable and optimal are said on the word of the breadth-first search, optimal also where the
//! solution is as short as the bound.

use std::sync::Arc;

use ingenio_core::{
    Criterion, Focus, Guarantee, InHand, Limit, Method, OptionSpec, Options, Progress, Run, Step, Task,
    Verdict, step_by_step,
};
use ingenio_search::{Beam, Engine, Found, Order};

use super::bfs::{self, Bfs};
use super::bits::{Key, Scale};
use super::board::{Board, Slide};
use super::relaxed::Relaxed;
use super::scout::{Scout, Scouted};
use super::space::Guided;
use super::windows::{Windows, joined};
use super::{Start, solution_text, start};
use crate::Unblock;
use crate::level::Level;
use crate::metric::MOVES_THEN_STEPS;

pub const METHOD: Method<Unblock> = Method {
    name: "anytime",
    about: "a solution soon, by beams that go by relaxed plans, then shorter ones by wider beams and exact windows; for boards too large for the others",
    guarantee: Guarantee::Anytime,
    options: &[OptionSpec::integer(
        "width",
        "the widest beam, in positions; 0: 32768 under a limit of time or nodes, 4096 without",
        0..=10_000_000,
        0,
    )],
    start: |level, task| start(&Anytime, level, task),
    ..super::ROW
};

/// Expansions of the breadth-first search before the first beam: small boards need nothing else. Chosen by hand.
const HEAD_START: u64 = 20_000;
/// Then it has so many of the beams' one: an expansion of a beam judges every child, which takes as long.
const EXACT_TURNS: u64 = 24;
/// Where no limit is set and no proof is asked for, it ends at this many. Chosen by hand.
const EXACT_ENOUGH: u64 = 5_000_000;
/// The width of the first beam, and by how much beams become wider.
const FIRST: usize = 32;
const GROWTH: usize = 4;
/// The widest beam where nothing else sets an end. Chosen by hand.
const WIDEST: usize = 4096;
/// The widest beam under a limit: the end of one of its layers sorts a million children, in less than the
/// 100 ms in which a limit must be heard.
const WIDEST_LIMITED: usize = 1 << 15;
/// Expansions that windows may take for a solution of a beam, per position of its width. Chosen by hand.
const WINDOWS_PER_WIDTH: u64 = 100;
/// The same for the way that the scout has found.
const FIRST_WINDOWS: u64 = 10_000;

struct Anytime;

impl Start for Anytime {
    fn start<S: Scale, const UNIT: bool>(&self, level: &Arc<Level>, task: &Task) -> Box<dyn Run> {
        Box::new(AnyTime::<S, UNIT>::new(level, task))
    }
}

/// By the relaxed plan; of equals, those first that the seed's order puts first.
#[derive(Clone, Copy, Debug)]
pub struct ByPlan {
    seed: u64,
}

impl<K: Key> Order<K> for ByPlan {
    type Key = (u32, u32);

    fn key(&self, state: &K, _: u32, estimate: u32) -> Self::Key {
        let mixed = (state.mix() ^ self.seed).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        (estimate, (mixed >> 32) as u32)
    }
}

/// The memory of the breadth-first search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Share {
    /// It is over when this is full.
    Fixed,
    /// It waits when this is full, and has what the others leave.
    Growing,
    Waiting,
}

struct AnyTime<S: Scale, const UNIT: bool> {
    level: Arc<Level>,
    board: Arc<Board<S>>,
    relaxed: Relaxed,
    metric: Criterion,
    /// Does the breadth-first search go on until a limit stops it?
    to_the_end: bool,
    memory: u64,
    seed: u64,
    exact: Option<Bfs<S, UNIT>>,
    share: Share,
    bound: u64,
    /// Until there is a solution.
    scout: Option<Scout<S, UNIT>>,
    scouts_turn: bool,
    beam: Option<Beam<Guided<S, UNIT>, ByPlan>>,
    /// Of the beam under way or the last one.
    width: usize,
    widest: usize,
    out_of_memory: bool,
    best: Option<Vec<Slide>>,
    windows: Option<Windows<S, UNIT>>,
    /// Expansions that windows may still take before the next beam.
    allowance: u64,
    /// Expansions of the breadth-first search since the last of a beam or window.
    turns: u64,
    exact_nodes: u64,
    nodes: u64,
    /// By parts that are gone.
    generated: u64,
    peak: u64,
    beams: u64,
    end: Option<Verdict>,
}

impl<S: Scale, const UNIT: bool> AnyTime<S, UNIT> {
    fn new(level: &Arc<Level>, task: &Task) -> Self {
        let board = Arc::new(Board::<S>::new(level));
        let mut relaxed = Relaxed::new(&board, level.size().cells());
        let layers = relaxed.estimate(&board, board.start).map_or(0, |estimate| estimate.layers);
        let blockers = board.blockers::<UNIT>(board.start, board.occupied(board.start));
        let options = Options::defaults(bfs::METHOD.options);
        let exact = Bfs::new(level, &Task { memory: task.memory / 8 * 3, options, ..task.clone() });
        let limited = task.nodes.is_some() || task.time.is_some();
        let widest = match task.options.integer("width") as usize {
            0 if limited => WIDEST_LIMITED,
            0 => WIDEST,
            width => width,
        };
        AnyTime {
            level: level.clone(),
            metric: task.metric,
            to_the_end: task.optimal || limited,
            memory: task.memory,
            seed: task.seed,
            bound: if UNIT { blockers } else { blockers.max(layers) }.into(),
            exact: Some(exact),
            share: if task.optimal { Share::Growing } else { Share::Fixed },
            scout: Some(Scout::new(&board, &relaxed, task.seed, task.memory / 8 * 2)),
            scouts_turn: true,
            relaxed,
            beam: None,
            width: 0,
            widest,
            out_of_memory: false,
            best: None,
            windows: None,
            allowance: 0,
            turns: 0,
            exact_nodes: 0,
            nodes: 0,
            generated: 0,
            peak: 0,
            beams: 0,
            end: None,
            board,
        }
    }

    /// What beams may use, of eight parts: two, and the three of the breadth-first search when it is over. The
    /// scout has two as well, and windows one.
    const fn beam_memory(&self) -> u64 {
        self.memory / 8 * if self.exact.is_some() { 2 } else { 5 }
    }

    fn length(&self) -> usize {
        self.best.as_ref().map_or(usize::MAX, Vec::len)
    }

    /// One expansion of the part whose turn it is.
    fn step(&mut self) -> Result<(), Verdict> {
        let idle = !self.may_shorten() && self.scout.is_none() && self.beams_are_over();
        if idle && self.share == Share::Waiting {
            self.resume_exact();
        }
        let enough = idle && !self.to_the_end && self.exact_nodes >= EXACT_ENOUGH;
        if idle && (self.exact.is_none() || enough) {
            return Err(self.conclude());
        }
        self.nodes += 1;
        let due = self.exact_nodes < HEAD_START || self.turns < EXACT_TURNS;
        if self.exact.is_some() && self.share != Share::Waiting && (idle || due) {
            self.turns += 1;
            return self.step_exact();
        }
        self.turns = 0;
        self.scouts_turn = self.scout.is_some() && (!self.scouts_turn || self.beams_are_over());
        if self.scouts_turn {
            self.step_scout();
        } else if self.may_shorten() {
            self.step_windows();
        } else {
            self.step_beam();
        }
        if self.is_proved() { Err(self.conclude()) } else { Ok(()) }
    }

    fn step_exact(&mut self) -> Result<(), Verdict> {
        let Some(exact) = &mut self.exact else { return Ok(()) };
        self.exact_nodes += 1;
        let step = exact.advance(1);
        let progress = exact.progress();
        self.bound = self.bound.max(progress.bound.unwrap_or(0));
        match step {
            Step::Running if self.is_proved() => Err(self.conclude()),
            Step::Running => Ok(()),
            Step::Done(Verdict::Stopped { .. }) if self.share == Share::Growing => {
                self.share = Share::Waiting;
                Ok(())
            }
            Step::Done(Verdict::Stopped { .. }) => {
                self.generated += progress.generated;
                self.exact = None;
                Ok(())
            }
            Step::Done(verdict) => Err(verdict),
        }
    }

    /// Nobody else needs memory any more: the breadth-first search has what the solution in hand leaves.
    fn resume_exact(&mut self) {
        self.generated += self.windows.take().map_or(0, |windows| windows.generated());
        let kept = self.relaxed.bytes()
            + self.best.as_ref().map_or(0, |best| best.capacity() * size_of::<Slide>()) as u64;
        if let Some(exact) = &mut self.exact {
            exact.resume(self.memory.saturating_sub(kept));
        }
        self.share = Share::Fixed;
    }

    /// Where two metrics count, a bound on the first proves nothing.
    fn is_proved(&self) -> bool {
        self.metric != MOVES_THEN_STEPS && self.length() as u64 <= self.bound
    }

    fn may_shorten(&self) -> bool {
        self.allowance > 0 && self.windows.as_ref().is_some_and(|windows| !windows.is_over())
    }

    fn step_windows(&mut self) {
        let Some(windows) = &mut self.windows else { return };
        self.allowance -= 1;
        if windows.step() {
            self.best = Some(windows.path().to_vec());
        }
    }

    fn beams_are_over(&self) -> bool {
        self.beam.is_none() && self.next_width().is_none()
    }

    fn step_scout(&mut self) {
        let Some(scout) = &mut self.scout else { return };
        match scout.step() {
            Scouted::Running => {}
            Scouted::Goal => {
                let path = joined::<UNIT>(&scout.path());
                self.improve(path, FIRST_WINDOWS);
            }
            Scouted::Over => self.drop_scout(),
        }
    }

    fn drop_scout(&mut self) {
        self.generated += self.scout.take().map_or(0, |scout| scout.generated);
    }

    /// The width of the next beam; nothing after the widest.
    fn next_width(&self) -> Option<usize> {
        let width = if self.width == 0 { FIRST.min(self.widest) } else { self.width.saturating_mul(GROWTH) };
        (width <= self.widest).then_some(width)
    }

    fn step_beam(&mut self) {
        if self.beam.is_none() {
            let Some(width) = self.next_width() else { return };
            self.width = width;
            let graph = Guided::new(&self.board, &self.relaxed);
            self.beam = Some(Beam::new(graph, ByPlan { seed: self.seed }, width, self.beam_memory()));
        }
        let Some(beam) = &mut self.beam else { return };
        let found = beam.advance(1);
        // What is as long as the best in hand helps nobody.
        let late = beam.cost() as usize + 1 >= self.best.as_ref().map_or(usize::MAX, Vec::len);
        if found == Found::Running && !late {
            return;
        }
        let path = (found == Found::Goal).then(|| joined::<UNIT>(&beam.path()));
        self.end_beam(found);
        if let Some(path) = path.filter(|path| path.len() < self.length()) {
            self.improve(path, WINDOWS_PER_WIDTH.saturating_mul(self.width as u64));
        }
    }

    fn end_beam(&mut self, found: Found) {
        let Some(beam) = self.beam.take() else { return };
        self.beams += 1;
        self.generated += beam.counts().generated;
        self.width = self.width.max(beam.width());
        if matches!(found, Found::OutOfMemory | Found::Exhausted) {
            self.out_of_memory |= found == Found::OutOfMemory;
            self.widest = 0;
        }
    }

    /// Takes a better solution and lets windows shorten it for a while.
    fn improve(&mut self, path: Vec<Slide>, allowance: u64) {
        self.drop_scout();
        self.generated += self.windows.take().map_or(0, |windows| windows.generated());
        self.windows = Some(Windows::new(&self.board, path.clone(), self.memory / 8));
        self.best = Some(path);
        self.allowance = allowance;
    }

    fn best_text(&self) -> Option<String> {
        self.best.as_ref().map(|best| solution_text(&self.level, &self.board, best))
    }

    /// The best in hand is the answer.
    fn conclude(&self) -> Verdict {
        match self.best_text() {
            Some(solution) => Verdict::Solved { solution, optimal: self.is_proved() },
            None if self.out_of_memory => Verdict::Stopped { limit: Limit::Memory },
            None => Verdict::Stopped { limit: Limit::Method },
        }
    }

    /// Bytes in use now, and the most that the parts at work have used.
    fn bytes(&self) -> (u64, u64) {
        let exact = self.exact.as_ref().map(Run::progress).unwrap_or_default();
        let beam = self.beam.as_ref().map(Engine::counts).unwrap_or_default();
        let (windows, most) = self.windows.as_ref().map_or((0, 0), Windows::bytes);
        let (scout, scouts) = self.scout.as_ref().map_or((0, 0), |scout| (scout.bytes(), scout.peak));
        let own = self.relaxed.bytes() + scout;
        let most = exact.peak + beam.peak.max(beam.memory) + most + scouts.max(scout);
        (own + exact.memory + beam.memory + windows, self.relaxed.bytes() + most)
    }
}

impl<S: Scale, const UNIT: bool> Run for AnyTime<S, UNIT> {
    fn advance(&mut self, expansions: u64) -> Step {
        step_by_step(
            self,
            expansions,
            |run| run.end.clone(),
            |run| {
                run.end = run.step().err();
                run.peak = run.peak.max(run.bytes().1);
            },
        )
    }

    fn progress(&self) -> Progress {
        let exact = self.exact.as_ref().map_or(0, |exact| exact.progress().generated);
        let beam = self.beam.as_ref().map_or(0, |beam| beam.counts().generated);
        let windows = self.windows.as_ref().map_or(0, Windows::generated);
        let scout = self.scout.as_ref().map_or(0, |scout| scout.generated);
        let unsolvable = matches!(self.end, Some(Verdict::Unsolvable { .. }));
        Progress {
            nodes: self.nodes,
            generated: self.generated + exact + beam + windows + scout,
            bound: (!unsolvable).then_some(self.bound),
            best: self.best.as_ref().map(|best| best.len() as u64),
            memory: self.bytes().0,
            peak: self.peak,
            ..Progress::default()
        }
    }

    fn found(&self) -> InHand {
        self.best_text().into()
    }

    /// What the part looks at that worked last.
    fn focus(&self) -> Option<Focus> {
        if self.turns > 0 {
            return self.exact.as_ref()?.focus();
        }
        let (slides, estimate) = if let Some(scout) = self.scout.as_ref().filter(|_| self.scouts_turn) {
            (scout.way(), None)
        } else if let Some(windows) = self.windows.as_ref().filter(|_| self.may_shorten()) {
            (windows.way(), None)
        } else {
            let glance = self.beam.as_ref()?.glance()?;
            (glance.path, glance.estimate)
        };
        let slides = joined::<UNIT>(&slides);
        let moves = solution_text(&self.level, &self.board, &slides);
        Some(Focus { moves, cost: slides.len() as u64, estimate, notes: Vec::new() })
    }

    fn counters(&self) -> Vec<(&'static str, u64)> {
        vec![("beams", self.beams), ("width", self.width as u64)]
    }
}
