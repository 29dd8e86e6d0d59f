//! What `mac` and `wildcards` share: a number of empty cells is tried, found or refuted, and the
//! next number is chosen, until the best found and the best possible meet.
//!
//! `refuted` is the proof: fewer empty cells than that are impossible, so the bound is honest at
//! any moment. On the way the fullest consistent board met by a search is kept as the best so far.

use std::sync::Arc;

use ingenio_core::{
    Focus, InHand, Limit, Message, OptionSpec, Progress, Run, Step, Task, Verdict, step_by_step,
};

use super::bound::{Blanks, least_blanks, must_be_full};
use super::engine::{Counters, Instance, Plan, Propagators, Search, Turn, bytes, search, team, team_bytes};
use super::placement::{extended, focus_on, solution_of};
use crate::level::{Level, board_text};
use crate::words;

/// Which number of empty cells to try next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Order {
    /// The least that is not refuted: the first that is found is the answer.
    Up,
    /// First the least, then always one less than the best found.
    Down,
}

pub struct Ladder {
    level: Arc<Level>,
    instance: Instance,
    order: Order,
    plan: Plan,
    /// Does a rectangle grow beside the search?
    grows: bool,
    /// Tiles that lie fixed.
    fixed: usize,
    /// Fewer empty spots than this are impossible.
    refuted: usize,
    /// The reason, for a full board.
    reason: Message,
    /// The fullest board so far, and how many spots are filled on it.
    best: Option<(usize, Vec<Option<u16>>)>,
    /// The most tiles that a search had placed at once.
    fullest: Option<usize>,
    /// The search at hand and the number of empty spots it tries.
    search: Option<(usize, Box<dyn Search>)>,
    searches: u64,
    nodes: u64,
    counters: Counters,
    bytes: u64,
    memory: u64,
}

impl Ladder {
    pub fn start(level: &Arc<Level>, task: &Task, order: Order) -> Box<dyn Run> {
        Self::with(level, task, order, false)
    }

    /// The same, with a rectangle that grows beside each search.
    pub fn growing(level: &Arc<Level>, task: &Task, order: Order) -> Box<dyn Run> {
        Self::with(level, task, order, true)
    }

    fn with(level: &Arc<Level>, task: &Task, order: Order, grows: bool) -> Box<dyn Run> {
        let instance = Instance::of(level);
        let Blanks { least, reason } = least_blanks(level, &instance);
        let engine = if grows { team_bytes(&instance) } else { bytes(&instance) };
        let bytes = engine + (level.size().cells() * 64 + instance.kinds.len() * 64) as u64;
        Box::new(Ladder {
            fixed: level.start().iter().flatten().count(),
            level: level.clone(),
            order,
            plan: plan(task),
            grows,
            refuted: least,
            reason,
            best: None,
            fullest: None,
            search: None,
            searches: 0,
            nodes: 0,
            counters: Counters::default(),
            bytes,
            memory: task.memory,
            instance,
        })
    }

    /// The number of empty spots to try next; nothing if all is known.
    fn next(&self) -> Option<usize> {
        match (self.order, self.best_blanks()) {
            (_, Some(best)) if best <= self.refuted => None,
            (Order::Down, Some(best)) if self.searches > 0 => Some(best - 1),
            _ => Some(self.refuted),
        }
    }

    fn answer(&self) -> Option<Verdict> {
        if must_be_full(&self.level) && self.refuted > 0 {
            return Some(Verdict::Unsolvable { reason: self.reason.clone() });
        }
        if self.bytes > self.memory {
            return Some(Verdict::Stopped { limit: Limit::Memory });
        }
        if self.next().is_some() {
            return None;
        }
        self.best.as_ref().map(|(_, board)| Verdict::Solved {
            solution: board_text(self.level.size(), board),
            optimal: true,
        })
    }

    /// One step of the search at hand.
    fn step(&mut self) {
        let Some((blanks, mut search)) = self.search.take() else {
            self.begin();
            return;
        };
        let turn = search.step();
        self.keep_best(search.as_ref());
        if turn == Turn::Running && self.best_blanks().is_none_or(|best| best > blanks) {
            self.search = Some((blanks, search));
            return;
        }
        if turn == Turn::Refuted {
            self.refuted = blanks + 1;
            self.reason = words::NO_FULL_BOARD.say();
        }
        self.searches += 1;
        self.nodes += search.nodes();
        self.counters.add(search.counters());
    }

    fn begin(&mut self) {
        let blanks = self.next().expect("there is no answer yet");
        let seed = self.plan.seed.wrapping_add(self.searches);
        let plan = Plan { blanks, seed, ..self.plan };
        let search = if self.grows { team(&self.instance, plan) } else { search(&self.instance, plan) };
        self.search = Some((blanks, search));
    }

    /// The empty spots of the best board.
    fn best_blanks(&self) -> Option<usize> {
        self.best.as_ref().map(|(filled, _)| self.instance.spots.len() - filled)
    }

    /// What is decided without a conflict is a placement, whatever becomes of it; a tile that fits
    /// beside it is welcome.
    fn keep_best(&mut self, search: &dyn Search) {
        let placed = search.placed();
        if placed > self.fullest {
            self.fullest = placed;
            let board = extended(&self.level, self.instance.board(&search.chosen()));
            let filled = board.iter().flatten().count() - self.fixed;
            if self.best.as_ref().is_none_or(|(best, _)| filled > *best) {
                self.best = Some((filled, board));
            }
        }
    }
}

impl Run for Ladder {
    fn advance(&mut self, expansions: u64) -> Step {
        step_by_step(self, expansions, Self::answer, Self::step)
    }

    fn progress(&self) -> Progress {
        let nodes = self.nodes + self.search.as_ref().map_or(0, |(_, search)| search.nodes());
        let room = self.fixed + self.instance.spots.len();
        let bytes = if self.bytes > self.memory { 0 } else { self.bytes };
        Progress {
            nodes,
            generated: nodes,
            bound: Some((room - self.refuted.min(room)) as u64),
            best: self.best.as_ref().map(|(filled, _)| (self.fixed + filled) as u64),
            memory: bytes,
            peak: bytes,
            ..Progress::default()
        }
    }

    fn found(&self) -> InHand {
        self.best.as_ref().and_then(|(_, board)| solution_of(&self.level, board)).into()
    }

    /// What is decided so far; where that conflicts already, it is about to be taken back.
    fn focus(&self) -> Option<Focus> {
        let (_, search) = self.search.as_ref()?;
        Some(focus_on(&self.level, &self.instance.board(&search.chosen())))
    }

    fn counters(&self) -> Vec<(&'static str, u64)> {
        let mut counters = self.counters;
        if let Some((_, search)) = &self.search {
            counters.add(search.counters());
        }
        counters.list()
    }
}

/// The options of both methods: every propagator can be switched off to see what it is worth.
pub const OPTIONS: &[OptionSpec] = &[HOMES, BALANCE, COUNTS, WEIGHTS, RESTARTS];

/// Those of `wildcards`.
pub const OPTIONS_WITH_GROWTH: &[OptionSpec] = &[HOMES, BALANCE, COUNTS, WEIGHTS, RESTARTS, GROWTH];

const HOMES: OptionSpec = OptionSpec::flag("homes", "place a tile that has only one cell left", true);
const BALANCE: OptionSpec = OptionSpec::flag("balance", "weigh the colours of opposite borders", true);
const COUNTS: OptionSpec =
    OptionSpec::flag("counts", "compare side colours with the tiles that show them", false);
const WEIGHTS: OptionSpec = OptionSpec::flag("weights", "prefer cells that failed before", true);
const RESTARTS: OptionSpec = OptionSpec::flag("restarts", "start anew now and then", true);
const GROWTH: OptionSpec =
    OptionSpec::flag("growth", "let a rectangle of tiles grow beside it, line by line", true);

fn plan(task: &Task) -> Plan {
    let on = |name| task.options.flag(name);
    let propagators = Propagators { homes: on("homes"), counts: on("counts"), balance: on("balance") };
    Plan { blanks: 0, seed: task.seed, propagators, weights: on("weights"), restarts: on("restarts") }
}
