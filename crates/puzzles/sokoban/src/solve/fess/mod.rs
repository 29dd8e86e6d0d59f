//! `fess` and `forward`: feature space search along a packing plan, or along layers of goals.
//!
//! First a search by pulls makes a plan: which goal is filled when, which boxes are parked where
//! meanwhile. Then a search with macro moves follows it, judging positions by several features at once.
//! Source: Y. Shoham, J. Schaeffer, "The FESS Algorithm: A Feature Based Approach to Single-Agent
//! Search", 2020; the plan with parking and the advisers follow ideas of Festival 3.1.

mod advise;
mod cells;
mod clear;
mod explain;
mod features;
mod ground;
mod hotspots;
pub mod mover;
mod plan;
mod rooms;
mod search;
#[cfg(test)]
mod survival;
mod unpack;

pub use explain::{explain, shortened};

use std::sync::Arc;

use ingenio_core::{
    Focus, InHand, Limit, Method, Note, OptionSpec, Progress, Run, Step, Task, Verdict, step_by_step,
};

use self::cells::Adviser;
use self::features::Features;
use self::ground::Ground;
use self::hotspots::Hotspots;
use self::plan::Plan;
use self::search::{Found, Given, Rules as SearchRules, Search, TEMPERS, Temper};
use self::unpack::{Leave, Unpack};
use super::ROW;
use super::exact::start_dead;
use super::guard::{self, Guard, Rules};
use super::script::{self, Push};
use crate::Sokoban;
use crate::board::bound::Bound;
use crate::board::knots::Knots;
use crate::board::maze::Maze;
use crate::board::places::Places;
use crate::board::sealed::{MOST_STATES_IN_SEARCH, Sealed};
use crate::board::stuck::Stuck;
use crate::level::Level;
use crate::words;

pub const FORWARD: Method<Sokoban> = Method {
    name: "forward",
    about: "feature space search with macro moves along packing layers",
    options: OPTIONS,
    start: along_layers,
    ..ROW
};

pub const FESS: Method<Sokoban> = Method {
    name: "fess",
    about: "feature space search with macro moves along a packing plan with parking",
    options: OPTIONS,
    start: along_plan,
    ..ROW
};

pub const OPTIONS: &[OptionSpec] = &[
    guard::FREEZE,
    guard::PAIRS,
    guard::TRIPLES,
    guard::STUCK,
    CORRALS,
    SEALED,
    KNOTS,
    ROOMS,
    OUTS,
    HOTSPOTS,
    EXPLORER,
    OPENER,
    CLEAR,
    BEST_CELL,
    ADVISERS,
];

const ROOMS: OptionSpec = OptionSpec::flag("rooms", "count the links between rooms that boxes break", true);
const OUTS: OptionSpec = OptionSpec::flag("outs", "count the boxes that the plan is about to shut off", true);
const HOTSPOTS: OptionSpec =
    OptionSpec::flag("hotspots", "count the boxes that stand in the way of others", true);
const EXPLORER: OptionSpec =
    OptionSpec::flag("explorer", "ask the adviser who makes other pushes possible", true);
const OPENER: OptionSpec =
    OptionSpec::flag("opener", "ask the adviser who makes room by the square to be filled next", true);
const CLEAR: OptionSpec =
    OptionSpec::flag("clear", "ask the adviser who clears the way of the next step", true);
const BEST_CELL: OptionSpec =
    OptionSpec::flag("best-cell", "give every other turn to the cell with the best position", true);
const ADVISERS: OptionSpec = OptionSpec::flag("advisers", "moves that an adviser names are free", true);

const SEALED: OptionSpec =
    OptionSpec::flag("sealed", "drop positions with a part that is sealed for good", true);
const KNOTS: OptionSpec = OptionSpec::flag("knots", "drop positions with boxes that never come loose", true);
const CORRALS: OptionSpec =
    OptionSpec::flag("corrals", "where a corral must be opened first, try only its pushes", true);

/// Which searches a run makes: the first one, which is complete, those that begin anew, or both in turns.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kept {
    Both,
    First,
    Anew,
}

/// `fess`: along a plan with parking.
pub fn along_plan(level: &Arc<Level>, task: &Task) -> Box<dyn Run> {
    start(level, task, false, Kept::Both)
}

/// The first search along a plan alone, for a thread of its own.
pub fn first_along_plan(level: &Arc<Level>, task: &Task) -> Box<dyn Run> {
    start(level, task, false, Kept::First)
}

/// Searches along a plan that begin anew again and again, for a thread of their own.
pub fn anew_along_plan(level: &Arc<Level>, task: &Task) -> Box<dyn Run> {
    start(level, task, false, Kept::Anew)
}

/// `forward`: counts goals filled layer by layer in place of steps of a plan.
pub fn along_layers(level: &Arc<Level>, task: &Task) -> Box<dyn Run> {
    start(level, task, true, Kept::Both)
}

fn start(level: &Arc<Level>, task: &Task, layers: bool, kept: Kept) -> Box<dyn Run> {
    super::start_if_room(level, task, |maze| {
        if Ground::estimate(&maze) <= task.memory / 2 {
            Box::new(Fess { kept, ..Fess::new(maze, task, layers) })
        } else {
            Box::new(super::NoRoom)
        }
    })
}

/// When the search for a plan ends with the best there is: expansions, and moves looked at. Chosen by hand.
const PLAN_NODES: u64 = 1_500;
const PLAN_MOVES: u64 = 1_000_000;

/// Moves that the first search looks at before a second one takes turns with it, and each second search
/// before the next; every third time they may be twice as many. Who finds a solution mostly finds it soon,
/// so that starting anew in another temper beats going on (bench/SOKOBAN.md).
const ALONE: u64 = 300_000;
const SECOND: u64 = 200_000;

/// What is being made.
enum Stage {
    Ground,
    Hotspots,
    Plan(Box<Unpack>),
    Search,
}

/// The first search, which is complete, and the one that begins anew now and then.
const FIRST: usize = 0;
const OTHER: usize = 1;

struct Fess {
    maze: Maze,
    layers: bool,
    kept: Kept,
    places: Places,
    guard: Guard,
    stuck: Stuck,
    sealed: Sealed,
    knots: Knots,
    rules: SearchRules,
    ground: Ground,
    hotspots: Hotspots,
    plan: Plan,
    /// Does the plan take every box off the board?
    is_planned: bool,
    /// What second searches follow in its place, each one of its own: every other one if the plan is
    /// complete, all of them if it is not.
    other_plan: Option<Plan>,
    making: Option<Box<Unpack>>,
    stage: Stage,
    searches: [Option<Box<Search>>; 2],
    /// How many second searches have begun, and what those that are over did.
    restarts: u64,
    over: Effort,
    memory: u64,
    seed: u64,
    /// The search for a plan once it is over.
    planned: Effort,
    /// Why the moves of the solution are made.
    reasons: Vec<Note>,
    end: Option<Verdict>,
}

/// Expansions, moves and the most bytes.
#[derive(Clone, Copy, Debug, Default)]
struct Effort {
    nodes: u64,
    generated: u64,
    peak: u64,
}

impl Effort {
    fn of(search: &Search) -> Self {
        Effort { nodes: search.nodes, generated: search.generated, peak: search.pool.peak() }
    }

    fn of_plan(unpack: &Unpack) -> Self {
        Effort { nodes: unpack.nodes, generated: unpack.generated, peak: unpack.peak() }
    }

    /// One after the other.
    fn then(self, other: Effort) -> Self {
        Effort {
            nodes: self.nodes + other.nodes,
            generated: self.generated + other.generated,
            peak: self.peak.max(other.peak),
        }
    }
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
            kept: Kept::Both,
            places: lower.places(&maze),
            guard: Guard::new(&maze, lower.dead().to_vec(), Rules::from_options(&task.options)),
            stuck: Stuck::new(&maze),
            sealed: Sealed::new(&maze, MOST_STATES_IN_SEARCH),
            knots: Knots::new(&maze),
            rules: SearchRules::from_options(&task.options),
            ground: Ground::new(&maze),
            hotspots: Hotspots::new(&maze),
            plan: Plan::default(),
            is_planned: false,
            other_plan: None,
            making: None,
            stage: Stage::Ground,
            searches: [None, None],
            restarts: 0,
            over: Effort::default(),
            memory: task.memory,
            seed: task.seed,
            planned: Effort::default(),
            reasons: Vec::new(),
            end,
            maze,
        }
    }

    /// Everything but the positions of a search.
    fn fixed_bytes(&self) -> u64 {
        let tests = self.guard.bytes() + self.stuck.bytes() + self.sealed.bytes() + self.knots.bytes();
        let plans = self.plan.bytes() + self.other_plan.as_ref().map_or(0, Plan::bytes);
        self.places.bytes() + tests + self.ground.bytes() + self.hotspots.bytes() + plans
    }

    fn stop(&mut self) {
        self.end = Some(Verdict::Stopped { limit: Limit::Memory });
    }

    fn work(&mut self) {
        match self.stage {
            Stage::Ground => self.make_ground(),
            Stage::Hotspots => self.make_hotspots(),
            Stage::Plan(_) => self.make_plan(),
            Stage::Search => self.go_on(),
        }
    }

    fn make_ground(&mut self) {
        if !self.ground.build(&self.maze) {
            self.stage = Stage::Hotspots;
        }
    }

    fn make_hotspots(&mut self) {
        if self.rules.hotspots && self.hotspots.build(&self.maze, self.guard.dead()) {
            return;
        }
        if self.layers {
            self.plan = Plan::from_layers(&self.maze);
            self.begin_search();
        } else {
            self.stage = Stage::Plan(self.unpack(Leave::BySharedBases));
        }
    }

    fn unpack(&self, leave: Leave) -> Box<Unpack> {
        Box::new(Unpack::new(&self.maze, &self.ground, leave, self.memory))
    }

    fn make_plan(&mut self) {
        let fixed = self.fixed_bytes();
        let Stage::Plan(unpack) = &mut self.stage else { return };
        let goes_on = unpack.step(&self.maze, &mut self.ground, fixed);
        if goes_on && unpack.nodes < PLAN_NODES && unpack.generated < PLAN_MOVES {
            return;
        }
        self.planned = Effort::of_plan(unpack);
        self.is_planned = unpack.is_complete();
        self.plan = unpack.plan(&self.maze);
        self.begin_search();
    }

    /// What a search works with.
    fn given(&mut self, which: usize) -> Given<'_> {
        let other = self.other_plan.as_ref().filter(|_| which == OTHER);
        Given {
            maze: &self.maze,
            ground: &mut self.ground,
            hotspots: &self.hotspots,
            plan: other.unwrap_or(&self.plan),
            guard: &mut self.guard,
            stuck: &mut self.stuck,
            sealed: &mut self.sealed,
            knots: &mut self.knots,
            rules: self.rules,
            places: &mut self.places,
        }
    }

    fn begin_search(&mut self) {
        self.stage = Stage::Search;
        if self.kept == Kept::Anew {
            return;
        }
        self.begin(FIRST, Temper::first(self.seed));
        if self.searches[FIRST].is_none() {
            self.stop();
        }
    }

    /// Begins a search in a temper, if there is room for it.
    fn begin(&mut self, which: usize, temper: Temper) {
        let (memory, fixed) = (self.memory, self.bytes_beside(which));
        let search = Search::new(&mut self.given(which), temper, memory, fixed);
        self.searches[which] = search.ok().map(Box::new);
    }

    /// What everything but one search takes.
    fn bytes_beside(&self, which: usize) -> u64 {
        let others = self.searches.iter().enumerate().filter(|(at, _)| *at != which);
        let held =
            |(_, search): (usize, &Option<Box<Search>>)| search.as_ref().map_or(0, |it| it.own_bytes());
        self.fixed_bytes() + others.map(held).sum::<u64>()
    }

    /// Whose turn it is: from some length on, both have looked at as many moves.
    fn turn(&self) -> usize {
        match self.kept {
            Kept::First if self.searches[FIRST].is_some() => return FIRST,
            Kept::Both if self.searches[FIRST].is_some() => {}
            _ => return OTHER,
        }
        let moves = |which: usize| self.searches[which].as_ref().map_or(0, |search| search.generated);
        let alone = moves(FIRST) <= ALONE + self.over.generated + moves(OTHER);
        if alone { FIRST } else { OTHER }
    }

    /// Begins the second search anew when it is not there or has had its time. True if the turn was spent
    /// on the plan it wants.
    fn renew(&mut self) -> bool {
        let limit = SECOND << (self.restarts / TEMPERS).min(20);
        if self.searches[OTHER].as_ref().is_some_and(|search| search.generated < limit) {
            return false;
        }
        if let Some(search) = self.searches[OTHER].take() {
            self.over = self.over.then(Effort::of(&search));
            self.other_plan = None;
        }
        if self.other_plan.is_none() && self.wants_other_plan(self.restarts + 1) {
            self.make_other_plan();
            return true;
        }
        self.restarts += 1;
        self.begin(OTHER, Temper::next(self.seed, self.restarts));
        false
    }

    /// Does the second search of this number follow a plan of its own?
    fn wants_other_plan(&self, number: u64) -> bool {
        !self.layers && (!self.is_planned || number.is_multiple_of(2))
    }

    /// One step of the search for the plan of the next second search.
    fn make_other_plan(&mut self) {
        let beside = self.bytes_beside(OTHER);
        let leave = Leave::ByAnyBase(self.seed.wrapping_add(self.restarts + 1));
        let mut unpack = self.making.take().unwrap_or_else(|| self.unpack(leave));
        let goes_on = unpack.step(&self.maze, &mut self.ground, beside);
        if goes_on && unpack.nodes < PLAN_NODES && unpack.generated < SECOND {
            self.making = Some(unpack);
            return;
        }
        self.over = self.over.then(Effort::of_plan(&unpack));
        self.other_plan = Some(unpack.plan(&self.maze));
    }

    /// One step of a search, or of the tables it wants by now.
    fn go_on(&mut self) {
        let mut which = self.turn();
        if which == OTHER && self.renew() {
            return;
        }
        if self.searches[which].is_none() {
            which = FIRST;
        }
        let Some(mut search) = self.searches[which].take() else { return self.stop() };
        search.set_fixed(self.bytes_beside(which));
        if self.step(which, &mut search) {
            self.searches[which] = Some(search);
        } else {
            self.give_up(which, &search);
        }
    }

    /// A search that has no room to go on has lost a move, so nothing may be concluded from its end: it is
    /// given up, and so is the first one, which holds the most. Second searches go on as long as each
    /// finds room for all its moves.
    fn give_up(&mut self, which: usize, search: &Search) {
        self.over = self.over.then(Effort::of(search));
        let first = self.searches[FIRST].take();
        self.over = first.as_deref().map_or(self.over, |first| self.over.then(Effort::of(first)));
        if self.restarts == 0 || which == OTHER && first.is_none() {
            self.stop();
        }
    }

    /// False if the search has no room to go on.
    fn step(&mut self, which: usize, search: &mut Search) -> bool {
        let mut given = self.given(which);
        let pool = &mut search.pool;
        if given.guard.build(given.maze, search.nodes, 200, |bytes| pool.allows(bytes)) {
            return true;
        }
        match search.step(&mut given) {
            Err(_) => return false,
            Ok(Found::Nothing) => {}
            Ok(Found::Exhausted) => self.end = Some(Verdict::Unsolvable { reason: words::EXHAUSTED.say() }),
            Ok(Found::Solved(number)) => {
                let way = search.way(given.maze, given.guard.dead(), number);
                let way = way.expect("macro moves can be replayed");
                let solution = script::to_text(given.maze, &pushes(&way)).expect("pushes can be replayed");
                self.reasons = self.reasons_of(which, &way);
                self.end = Some(Verdict::Solved { solution, optimal: false });
            }
        }
        true
    }
}

/// All pushes of a way of macro moves.
fn pushes(way: &[(Vec<Push>, Adviser)]) -> Vec<Push> {
    way.iter().flat_map(|(pushes, _)| pushes.iter().copied()).collect()
}

impl Run for Fess {
    fn advance(&mut self, expansions: u64) -> Step {
        step_by_step(self, expansions, |run| run.end.clone(), Self::work)
    }

    fn progress(&self) -> Progress {
        let before = self.planned.then(self.over);
        if let Stage::Plan(unpack) = &self.stage {
            let (nodes, generated) = (unpack.nodes, unpack.generated);
            let (memory, peak) = (unpack.bytes(), unpack.peak());
            return Progress { nodes, generated, memory, peak, ..Progress::default() };
        }
        let making = self.making.as_deref().map_or_else(Effort::default, Effort::of_plan);
        let before = before.then(making);
        let searches = self.searches.iter().flatten();
        let own = searches.clone().map(|search| search.own_bytes()).sum::<u64>();
        let memory = self.making.as_ref().map_or_else(|| self.fixed_bytes() + own, |unpack| unpack.bytes());
        let all = searches.map(|search| Effort::of(search)).fold(before, Effort::then);
        let peak = all.peak.max(memory);
        Progress { nodes: all.nodes, generated: all.generated, memory, peak, ..Progress::default() }
    }

    /// The position entered last, with the plan of its search and the advisers that led to it.
    fn focus(&self) -> Option<Focus> {
        let turn = self.turn();
        let which = if self.searches[turn].is_some() { turn } else { FIRST };
        let search = self.searches[which].as_ref()?;
        let last = (search.pool.len() as u32).checked_sub(1)?;
        let way = search.way(&self.maze, self.guard.dead(), last)?;
        let pushes = pushes(&way);
        let moves = script::to_text(&self.maze, &pushes)?;
        let notes = self.plan_notes(which).into_iter().chain(self.way_notes(&way)).collect();
        Some(Focus { moves, cost: pushes.len() as u64, estimate: None, notes })
    }

    fn found(&self) -> InHand {
        InHand { reasons: self.reasons.clone(), ..InHand::default() }
    }

    fn counters(&self) -> Vec<(&'static str, u64)> {
        let mut counters = self.guard.counters().to_vec();
        let names = ["stuck", "no assignment left", "no last push"];
        counters.extend(names.into_iter().zip(self.stuck.fired));
        counters.extend([
            ("sealed", self.sealed.fired),
            ("knots", self.knots.fired),
            ("plan steps", self.plan.steps().len() as u64),
            ("plan nodes", self.planned.nodes),
            ("restarts", self.restarts),
        ]);
        if let Some(search) = &self.searches[FIRST] {
            let done = u64::from(Features::of(search.best).done);
            counters.extend([
                ("corrals", search.corralled),
                ("no assignment", search.unmatched),
                ("cells", search.cells() as u64),
                ("plan done", done),
            ]);
        }
        counters
    }
}
