//! `fess` and `forward`: feature space search along a packing plan, or along layers of goals.
//!
//! First a search by pulls makes a plan: which goal is filled when, which boxes are parked where
//! meanwhile. Then a search with macro moves follows it, judging positions by several features at once.
//! Source: Y. Shoham, J. Schaeffer, "The FESS Algorithm: A Feature Based Approach to Single-Agent
//! Search", 2020; the plan with parking and the advisers follow ideas of Festival 3.1.

mod advise;
mod cells;
mod clear;
mod features;
mod ground;
mod hotspots;
mod mover;
mod plan;
mod rooms;
mod search;
mod unpack;

use std::sync::Arc;

use ingenio_core::{Focus, Limit, OptionSpec, Progress, Run, Step, Task, Verdict};

use self::features::Features;
use self::ground::Ground;
use self::hotspots::Hotspots;
use self::plan::Plan;
use self::search::{Found, Given, Rules as SearchRules, Search};
use self::unpack::Unpack;
use super::exact::start_dead;
use super::guard::{self, Guard, Rules};
use super::script;
use crate::board::bound::Bound;
use crate::board::knots::Knots;
use crate::board::maze::Maze;
use crate::board::sealed::{MOST_STATES_IN_SEARCH, Sealed};
use crate::board::stuck::Stuck;
use crate::level::Level;
use crate::words;

pub const OPTIONS: &[OptionSpec] =
    &[guard::FREEZE, guard::PAIRS, guard::TRIPLES, STUCK, CORRALS, SEALED, KNOTS];

const STUCK: OptionSpec =
    guard::flag("stuck", "drop positions that the boxes stuck for good make unsolvable");
const SEALED: OptionSpec = guard::flag("sealed", "drop positions with a part that is sealed for good");
const KNOTS: OptionSpec = guard::flag("knots", "drop positions with boxes that never come loose");
const CORRALS: OptionSpec =
    guard::flag("corrals", "where a corral must be opened first, try only its pushes");

/// `fess`: along a plan with parking.
pub fn along_plan(level: &Arc<Level>, task: &Task) -> Box<dyn Run> {
    start(level, task, false)
}

/// `forward`: counts goals filled layer by layer in place of steps of a plan.
pub fn along_layers(level: &Arc<Level>, task: &Task) -> Box<dyn Run> {
    start(level, task, true)
}

fn start(level: &Arc<Level>, task: &Task, layers: bool) -> Box<dyn Run> {
    super::start_if_room(level, task, |maze| {
        if Ground::estimate(&maze) <= task.memory / 2 {
            Box::new(Fess::new(maze, task, layers))
        } else {
            Box::new(super::NoRoom)
        }
    })
}

/// When the search for a plan ends with the best there is: expansions, and moves looked at.
const PLAN_NODES: u64 = 1_500;
const PLAN_MOVES: u64 = 1_000_000;

/// What is being made.
enum Stage {
    Ground,
    Hotspots,
    Plan(Box<Unpack>),
    Search(Box<Search>),
}

struct Fess {
    maze: Maze,
    layers: bool,
    lower: Bound,
    guard: Guard,
    stuck: Stuck,
    sealed: Sealed,
    knots: Knots,
    rules: SearchRules,
    ground: Ground,
    hotspots: Hotspots,
    plan: Plan,
    stage: Stage,
    memory: u64,
    seed: u64,
    /// Expansions, moves and bytes of the search for a plan once it is over.
    planned: (u64, u64, u64),
    end: Option<Verdict>,
}

impl Fess {
    fn new(maze: Maze, task: &Task, layers: bool) -> Self {
        let mut lower = Bound::to_goals(&maze);
        let end = if maze.solved(&maze.boxes) {
            Some(Verdict::Solved { solution: String::new(), optimal: true })
        } else if lower.of(&maze.state()).is_none() {
            Some(Verdict::Unsolvable { reason: start_dead(words::NO_MATCH.say()) })
        } else {
            None
        };
        Fess {
            layers,
            guard: Guard::new(&maze, lower.dead().to_vec(), Rules::from_options(&task.options)),
            stuck: Stuck::new(&maze),
            sealed: Sealed::new(&maze, MOST_STATES_IN_SEARCH),
            knots: Knots::new(&maze),
            rules: SearchRules {
                stuck: task.options.flag("stuck"),
                corrals: task.options.flag("corrals"),
                sealed: task.options.flag("sealed"),
                knots: task.options.flag("knots"),
            },
            ground: Ground::new(&maze),
            hotspots: Hotspots::new(&maze),
            plan: Plan::default(),
            stage: Stage::Ground,
            memory: task.memory,
            seed: task.seed,
            planned: (0, 0, 0),
            end,
            maze,
            lower,
        }
    }

    /// Everything but the positions of a search.
    fn fixed_bytes(&self) -> u64 {
        let tests = self.guard.bytes() + self.stuck.bytes() + self.sealed.bytes() + self.knots.bytes();
        self.lower.bytes() + tests + self.ground.bytes() + self.hotspots.bytes() + self.plan.bytes()
    }

    fn stop(&mut self) {
        self.end = Some(Verdict::Stopped { limit: Limit::Memory });
    }

    fn work(&mut self) {
        match self.stage {
            Stage::Ground => self.make_ground(),
            Stage::Hotspots => self.make_hotspots(),
            Stage::Plan(_) => self.make_plan(),
            Stage::Search(_) => self.go_on(),
        }
    }

    fn make_ground(&mut self) {
        if !self.ground.build(&self.maze) {
            self.stage = Stage::Hotspots;
        }
    }

    fn make_hotspots(&mut self) {
        if self.hotspots.build(&self.maze, self.guard.dead()) {
            return;
        }
        if self.layers {
            self.plan = Plan::from_layers(&self.maze);
            self.begin_search();
        } else {
            self.stage = Stage::Plan(Box::new(Unpack::new(&self.maze, &self.ground, self.memory)));
        }
    }

    fn make_plan(&mut self) {
        let fixed = self.fixed_bytes();
        let Stage::Plan(unpack) = &mut self.stage else { return };
        let goes_on = unpack.step(&self.maze, &mut self.ground, fixed);
        if goes_on && unpack.nodes < PLAN_NODES && unpack.generated < PLAN_MOVES {
            return;
        }
        self.planned = (unpack.nodes, unpack.generated, unpack.peak());
        self.plan = unpack.plan(&self.maze);
        self.begin_search();
    }

    /// The search, and what it works with.
    fn parts(&mut self) -> (&mut Stage, Given<'_>) {
        let given = Given {
            maze: &self.maze,
            ground: &mut self.ground,
            hotspots: &self.hotspots,
            plan: &self.plan,
            guard: &mut self.guard,
            stuck: &mut self.stuck,
            sealed: &mut self.sealed,
            knots: &mut self.knots,
            rules: self.rules,
            lower: &mut self.lower,
        };
        (&mut self.stage, given)
    }

    fn begin_search(&mut self) {
        let (seed, memory, fixed) = (self.seed, self.memory, self.fixed_bytes());
        self.stage = Stage::Hotspots;
        let (stage, mut given) = self.parts();
        match Search::new(&mut given, seed, memory, fixed) {
            Ok(search) => *stage = Stage::Search(Box::new(search)),
            Err(_) => self.stop(),
        }
    }

    /// One step of the search, or of the tables it wants by now.
    fn go_on(&mut self) {
        let fixed = self.fixed_bytes();
        let (stage, mut given) = self.parts();
        let Stage::Search(search) = stage else { return };
        search.set_fixed(fixed);
        let pool = &mut search.pool;
        if given.guard.build(given.maze, search.nodes, 200, |bytes| pool.allows(bytes)) {
            return;
        }
        match search.step(&mut given) {
            Err(_) => self.stop(),
            Ok(Found::Nothing) => {}
            Ok(Found::Exhausted) => self.end = Some(Verdict::Unsolvable { reason: words::EXHAUSTED.say() }),
            Ok(Found::Solved(number)) => {
                let pushes = search.pushes(given.maze, given.guard.dead(), number);
                let solution = pushes.and_then(|pushes| script::to_text(given.maze, &pushes));
                let solution = solution.expect("macro moves can be replayed");
                self.end = Some(Verdict::Solved { solution, optimal: false });
            }
        }
    }
}

impl Run for Fess {
    fn advance(&mut self, expansions: u64) -> Step {
        super::advance(self, expansions, |run| &run.end, Self::work)
    }

    fn progress(&self) -> Progress {
        let (nodes, generated, peak) = self.planned;
        let fixed = self.fixed_bytes();
        let (nodes, generated, memory, most) = match &self.stage {
            Stage::Plan(unpack) => (unpack.nodes, unpack.generated, unpack.bytes(), unpack.peak()),
            Stage::Search(search) => {
                (nodes + search.nodes, generated + search.generated, search.pool.bytes(), search.pool.peak())
            }
            _ => (nodes, generated, fixed, fixed),
        };
        Progress { nodes, generated, memory, peak: peak.max(most), ..Progress::default() }
    }

    /// The position entered last.
    fn focus(&self) -> Option<Focus> {
        let Stage::Search(search) = &self.stage else { return None };
        let last = (search.pool.len() as u32).checked_sub(1)?;
        let pushes = search.pushes(&self.maze, self.guard.dead(), last)?;
        let moves = script::to_text(&self.maze, &pushes)?;
        Some(Focus { moves, cost: pushes.len() as u64, estimate: None })
    }

    fn counters(&self) -> Vec<(&'static str, u64)> {
        let mut counters = self.guard.counters().to_vec();
        let names = ["stuck", "no assignment left", "no last push"];
        counters.extend(names.into_iter().zip(self.stuck.fired));
        counters.extend([
            ("sealed", self.sealed.fired),
            ("knots", self.knots.fired),
            ("plan steps", self.plan.steps().len() as u64),
        ]);
        if let Stage::Search(search) = &self.stage {
            let done = u64::from(Features::of(search.best).done);
            counters.extend([
                ("no assignment", search.unmatched),
                ("cells", search.cells() as u64),
                ("plan done", done),
                ("plan nodes", self.planned.0),
            ]);
        }
        counters
    }
}
