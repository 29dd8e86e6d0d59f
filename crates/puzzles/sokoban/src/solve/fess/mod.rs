//! `fess`: feature space search along a packing plan.
//!
//! First a search by pulls makes a plan: which goal is filled when, which boxes are parked where
//! meanwhile. Then a search with macro moves follows it, judging positions by several features at once.
//! Source: Y. Shoham, J. Schaeffer, "The FESS Algorithm: A Feature Based Approach to Single-Agent
//! Search", 2020; the plan with parking and the advisers follow ideas of Festival 3.1.

mod advise;
mod cells;
mod features;
mod ground;
mod hotspots;
mod mover;
mod plan;
mod rooms;
mod search;
mod unpack;

use std::sync::Arc;

use ingenio_core::{Limit, OptionSpec, Progress, Run, Step, Task, Verdict};

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
use crate::board::maze::Maze;
use crate::board::sealed::{MOST_STATES_IN_SEARCH, Sealed};
use crate::board::stuck::Stuck;
use crate::level::Level;
use crate::words;

pub const OPTIONS: &[OptionSpec] =
    &[guard::FREEZE, guard::PAIRS, guard::TRIPLES, STUCK, CORRALS, SEALED, LAYERS];

const STUCK: OptionSpec =
    guard::flag("stuck", "drop positions that the boxes stuck for good make unsolvable");
const LAYERS: OptionSpec = OptionSpec {
    name: "layers",
    about: "count goals filled layer by layer in place of a plan with parking",
    kind: ingenio_core::OptionKind::Flag { default: false },
};
const SEALED: OptionSpec = guard::flag("sealed", "drop positions with a part that is sealed for good");
const CORRALS: OptionSpec =
    guard::flag("corrals", "where a corral must be opened first, try only its pushes");

pub fn start(level: &Arc<Level>, task: &Task) -> Box<dyn Run> {
    super::start_if_room(level, task, |maze| Box::new(Fess::new(maze, task)))
}

/// Expansions of the search for a plan.
const PLAN_NODES: u64 = 1_500;

/// What is being made.
enum Stage {
    Ground,
    Hotspots,
    Plan(Box<Unpack>),
    Search(Box<Search>),
}

struct Fess {
    maze: Maze,
    lower: Bound,
    guard: Guard,
    stuck: Stuck,
    sealed: Sealed,
    rules: SearchRules,
    ground: Ground,
    hotspots: Hotspots,
    plan: Plan,
    stage: Stage,
    memory: u64,
    planned: (u64, u64),
    layers: bool,
    end: Option<Verdict>,
}

impl Fess {
    fn new(maze: Maze, task: &Task) -> Self {
        let mut lower = Bound::to_goals(&maze);
        let mut state = maze.boxes.clone();
        state.push(maze.player);
        let end = if maze.solved(&maze.boxes) {
            Some(Verdict::Solved { solution: String::new(), optimal: true })
        } else if lower.of(&state).is_none() {
            Some(Verdict::Unsolvable { reason: start_dead(words::NO_MATCH.say()) })
        } else if Ground::estimate(&maze) > task.memory {
            Some(Verdict::Stopped { limit: Limit::Memory })
        } else {
            None
        };
        Fess {
            guard: Guard::new(&maze, lower.dead().to_vec(), Rules::from_options(&task.options)),
            stuck: Stuck::new(&maze),
            sealed: Sealed::new(&maze, MOST_STATES_IN_SEARCH),
            rules: SearchRules {
                stuck: task.options.flag("stuck"),
                corrals: task.options.flag("corrals"),
                sealed: task.options.flag("sealed"),
            },
            ground: Ground::new(&maze),
            hotspots: Hotspots::new(&maze),
            plan: Plan::default(),
            stage: Stage::Ground,
            memory: task.memory,
            planned: (0, 0),
            layers: task.options.flag("layers"),
            end,
            maze,
            lower,
        }
    }

    fn fixed_bytes(&self) -> u64 {
        self.lower.bytes()
            + self.guard.bytes()
            + self.stuck.bytes()
            + self.sealed.bytes()
            + self.ground.bytes()
            + self.hotspots.bytes()
            + self.plan.bytes()
    }

    fn work(&mut self) {
        let stopped = Some(Verdict::Stopped { limit: Limit::Memory });
        let memory = self.memory.saturating_sub(self.fixed_bytes());
        match &mut self.stage {
            Stage::Ground => {
                if !self.ground.build(&self.maze) {
                    self.stage = Stage::Hotspots;
                }
            }
            Stage::Hotspots => {
                if self.hotspots.build(&self.maze, self.guard.dead()) {
                    return;
                }
                if self.layers {
                    self.plan = Plan::from_layers(&self.maze);
                    self.begin_search();
                } else {
                    self.stage = Stage::Plan(Box::new(Unpack::new(&self.maze, &self.ground, memory)));
                }
            }
            Stage::Plan(unpack) => {
                if !unpack.step(&self.maze, &mut self.ground) || unpack.nodes >= PLAN_NODES {
                    self.planned = (unpack.nodes, unpack.generated);
                    self.plan = unpack.plan(&self.maze);
                    self.begin_search();
                }
            }
            Stage::Search(search) => {
                let pool = &mut search.pool;
                if self.guard.build(&self.maze, search.nodes, 200, |bytes| pool.allows(bytes)) {
                    return;
                }
                let mut given = Given {
                    maze: &self.maze,
                    ground: &mut self.ground,
                    hotspots: &self.hotspots,
                    plan: &self.plan,
                    guard: &mut self.guard,
                    stuck: &mut self.stuck,
                    sealed: &mut self.sealed,
                    rules: self.rules,
                    lower: &mut self.lower,
                };
                match search.step(&mut given) {
                    Err(_) => self.end = stopped,
                    Ok(Found::Nothing) => {}
                    Ok(Found::Exhausted) => {
                        self.end = Some(Verdict::Unsolvable { reason: words::EXHAUSTED.say() });
                    }
                    Ok(Found::Solved(number)) => {
                        let pushes = search.pushes(&self.maze, self.guard.dead(), number);
                        let solution = pushes.and_then(|pushes| script::to_text(&self.maze, &pushes));
                        let solution = solution.expect("macro moves can be replayed");
                        self.end = Some(Verdict::Solved { solution, optimal: false });
                    }
                }
            }
        }
    }

    fn begin_search(&mut self) {
        let memory = self.memory.saturating_sub(self.fixed_bytes());
        let mut given = Given {
            maze: &self.maze,
            ground: &mut self.ground,
            hotspots: &self.hotspots,
            plan: &self.plan,
            guard: &mut self.guard,
            stuck: &mut self.stuck,
            sealed: &mut self.sealed,
            rules: self.rules,
            lower: &mut self.lower,
        };
        match Search::new(&mut given, memory) {
            Ok(search) => self.stage = Stage::Search(Box::new(search)),
            Err(_) => self.end = Some(Verdict::Stopped { limit: Limit::Memory }),
        }
    }
}

impl Run for Fess {
    fn advance(&mut self, expansions: u64) -> Step {
        super::advance(self, expansions, |run| &run.end, Self::work)
    }

    fn progress(&self) -> Progress {
        let fixed = self.fixed_bytes();
        let (nodes, generated, memory, peak) = match &self.stage {
            Stage::Plan(unpack) => (unpack.nodes, unpack.generated, unpack.bytes(), unpack.peak()),
            Stage::Search(search) => (
                self.planned.0 + search.nodes,
                self.planned.1 + search.generated,
                search.pool.bytes(),
                search.pool.peak(),
            ),
            _ => (0, 0, 0, 0),
        };
        let (memory, peak) = (memory + fixed, peak + fixed);
        Progress { nodes, generated, memory, peak, ..Progress::default() }
    }

    fn counters(&self) -> Vec<(&'static str, u64)> {
        let mut counters = self.guard.counters().to_vec();
        let names = ["stuck", "no assignment left", "no last push"];
        counters.extend(names.into_iter().zip(self.stuck.fired));
        counters.push(("sealed", self.sealed.fired));
        counters.push(("plan steps", self.plan.steps().len() as u64));
        if let Stage::Search(search) = &self.stage {
            let best = u64::from(Features::of(search.best).done);
            counters.extend([
                ("no assignment", search.unmatched),
                ("cells", search.cells() as u64),
                ("plan done", best),
                ("plan nodes", self.planned.0),
            ]);
        }
        counters
    }
}
