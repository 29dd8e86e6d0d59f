//! `improve`: shortens a solution in three ways, better the longer it runs.
//!
//! Where pushes count, boxes that go their way in two goes are first made to go at once (see `detours`);
//! then parts of the solution are solved anew (see `windows`), in turns with vicinity search, each of
//! which finds what the other does not. A round of vicinity search collects the positions near a part of the solution in hand (everything a few pushes off its
//! path, nearest first, up to a number), and then takes the shortest way from the start to the end of
//! that part within that set. Parts overlap, and a short solution is one part. A round that finds a
//! better way is followed by another around it, one that does not by the next part; when a whole sweep
//! finds nothing, parts and sets grow. When a set around the whole solution has nothing left to collect,
//! it is all there is and the answer is optimal.
//! As a method it begins with the portfolio; [`from`] takes any given solution. Source: the vicinity
//! search of YASS.

use std::sync::Arc;

use ingenio_core::{
    Focus, Guarantee, InHand, Limit, Method, OptionSpec, Options, Progress, Refusal, Run, Sight, Step, Task,
    Verdict, step_by_step,
};

use super::ROW;
use super::detours::{Detours, Tried};
use super::exact::{Weights, successor};
use super::path::Path;
use super::pool::{Full, Node, Pool, ROOT};
use super::portfolio;
use super::queue::Queue;
use super::script::{self, Push};
use super::sight;
use super::window::Window;
use super::windows::{self, Windows};
use crate::Sokoban;
use crate::board::freeze::Freeze;
use crate::board::maze::Maze;
use crate::board::reach::{Reach, Walk};
use crate::board::{DIRS, Square, opposite, put, shift};
use crate::level::Level;
use crate::metric::MOVES;
use crate::metric::MOVES_THEN_PUSHES;
use crate::metric::PUSHES_THEN_MOVES;
use crate::metric::{PUSHES, is_by_moves};
use crate::play::Way;
use crate::referee::referee;
use crate::words;

pub const METHOD: Method<Sokoban> = Method {
    name: "improve",
    about: "a solution of the portfolio, shortened for as long as it may run: parts solved anew, and vicinity search",
    guarantee: Guarantee::Anytime,
    metrics: &[PUSHES, MOVES, PUSHES_THEN_MOVES, MOVES_THEN_PUSHES],
    options: OPTIONS,
    start,
    ..ROW
};

pub const OPTIONS: &[OptionSpec] = &[];

pub fn start(level: &Arc<Level>, task: &Task) -> Box<dyn Run> {
    let first = Task { metric: PUSHES, options: Options::defaults(portfolio::OPTIONS), ..task.clone() };
    let solver = Some(portfolio::start_plain(level, &first));
    Box::new(Improve::new(level, task, solver))
}

/// Improves a given solution.
pub fn from(level: &Arc<Level>, task: &Task, solution: &str) -> Result<Box<dyn Run>, Refusal> {
    let (text, _) = referee(level, solution)?;
    let mut improve = Improve::new(level, task, None);
    improve.accept(&text);
    Ok(Box::new(improve))
}

/// Positions of the first round, and how much wider a round is than one without success. Chosen by hand.
const FIRST_ROUND: usize = 2_000;
const WIDER: usize = 3;

/// Pushes of a part at first, and how much longer parts get with wider sets. Chosen by hand.
const FIRST_PART: usize = 60;
const LONGER: usize = 2;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Phase {
    /// Do without detours.
    Detours,
    /// Solve parts anew.
    Windows,
    /// Collect positions around the path.
    Spread,
    /// Find the shortest way among them.
    Shorten,
}

struct Improve {
    level: Arc<Level>,
    maze: Maze,
    dead: Vec<bool>,
    weights: Weights,
    by_pushes: bool,
    /// Finds the first solution.
    solver: Option<Box<dyn Run>>,
    best: Option<(String, u64)>,
    detours: Option<Box<Detours>>,
    /// Nothing where pushes do not count first, or where there is no room for it.
    windows: Option<Windows>,
    pool: Pool,
    queue: Queue,
    freeze: Freeze,
    reach: Reach,
    region: Reach,
    walk: Walk,
    occupied: Vec<bool>,
    state: Vec<Square>,
    child: Vec<Square>,
    phase: Phase,
    /// The next position to spread from, and how many are collected at most.
    spread: u32,
    width: usize,
    /// The positions of the solution in hand, the part of it in hand (its first position and its
    /// length), and whether this sweep has found anything.
    path: Path,
    from: usize,
    part: usize,
    found: bool,
    /// There is no room for wider sets.
    full: bool,
    rounds: u64,
    nodes: u64,
    generated: u64,
    before: Progress,
    end: Option<Verdict>,
}

impl Improve {
    fn new(level: &Arc<Level>, task: &Task, solver: Option<Box<dyn Run>>) -> Self {
        let maze = Maze::of_run(level, task);
        let by_pushes = !is_by_moves(task.metric);
        let windows = by_pushes && Window::fits(&maze, task.memory / 2);
        // Windows and vicinity search keep what they took while it is the other's turn.
        let memory = if windows { task.memory / 2 } else { task.memory };
        Improve {
            level: level.clone(),
            dead: maze.dead_squares(),
            weights: Weights::of(task.metric),
            by_pushes,
            solver,
            best: None,
            detours: None,
            windows: windows.then(|| Windows::new(memory)),
            pool: Pool::new(maze.boxes.len(), memory),
            queue: Queue::default(),
            freeze: Freeze::new(&maze),
            reach: Reach::new(&maze),
            region: Reach::new(&maze),
            walk: Walk::new(&maze),
            occupied: maze.empty(),
            state: Vec::new(),
            child: Vec::new(),
            phase: Phase::Spread,
            spread: 0,
            width: FIRST_ROUND,
            path: Path::default(),
            from: 0,
            part: FIRST_PART,
            found: false,
            full: false,
            rounds: 0,
            nodes: 0,
            generated: 0,
            before: Progress::default(),
            end: None,
            maze,
        }
    }

    /// Tries to do without a detour.
    fn try_detour(&mut self) {
        self.nodes += 1;
        let tried = self.detours.as_mut().map_or(Tried::All, |detours| detours.step(&self.maze, &self.dead));
        match tried {
            Tried::Nothing => {}
            Tried::Shorter(pushes) => self.take_pushes(&pushes),
            Tried::All => {
                self.detours = None;
                self.begin_sweep();
            }
        }
    }

    /// One step of the parts that are solved anew.
    fn try_window(&mut self) {
        self.nodes += 1;
        let Some(windows) = &mut self.windows else { return };
        match windows.step(&self.maze, &self.path) {
            windows::Tried::Nothing => {}
            windows::Tried::Shorter(pushes) => self.take_pushes(&pushes),
            windows::Tried::Swept => self.begin_vicinity(),
            // The fewest pushes need not be the fewest steps.
            windows::Tried::Proved if !self.weights.counts_walks() => self.finish(true),
            windows::Tried::Proved | windows::Tried::Full => {
                self.windows = None;
                self.begin_vicinity();
            }
        }
    }

    fn take_pushes(&mut self, pushes: &[Push]) {
        let text = script::to_text(&self.maze, pushes);
        let right = |text: &String| referee(&self.level, text).is_ok();
        if let Some(text) = text.filter(right) {
            self.take(text);
        }
    }

    /// Begins a sweep: with windows, if they are in use, else in the vicinity.
    fn begin_sweep(&mut self) {
        if self.windows.is_some() {
            self.phase = Phase::Windows;
        } else {
            self.begin_vicinity();
        }
    }

    fn begin_vicinity(&mut self) {
        if self.begin_round().is_err() {
            self.finish(false);
        }
    }

    /// What a solution costs by the metric.
    fn cost_of(&self, text: &str) -> u64 {
        let pushes = text.bytes().filter(u8::is_ascii_uppercase).count() as u64;
        pushes * self.weights.push + (text.len() as u64 - pushes) * self.weights.walk
    }

    /// Takes a solution as the one to improve and begins a round around it.
    fn accept(&mut self, text: &str) {
        self.take(text.to_owned());
        if self.by_pushes {
            self.phase = Phase::Detours;
            self.detours = Some(Box::new(Detours::new(&self.maze, &self.path.pushes)));
        } else {
            self.begin_vicinity();
        }
    }

    fn take(&mut self, text: String) {
        self.path = Path::of(&self.level, &self.maze, self.weights, &text);
        for at in 0..self.path.states.len() {
            self.state.clone_from(&self.path.states[at]);
            self.place(true);
            let named = self.name(*self.state.last().expect("a player follows the boxes"));
            self.place(false);
            *self.path.states[at].last_mut().expect("a player follows the boxes") = named;
        }
        let cost = self.cost_of(&text);
        self.best = Some((text, cost));
    }

    /// Where the part in hand ends.
    fn to(&self) -> usize {
        self.path.last().min(self.from + self.part)
    }

    fn begin_round(&mut self) -> Result<(), Full> {
        self.rounds += 1;
        self.pool.clear();
        self.queue = Queue::default();
        self.pool.others = self.path.bytes();
        self.phase = Phase::Spread;
        self.spread = 0;
        for at in self.from..=self.to() {
            let state = std::mem::take(&mut self.path.states[at]);
            let added = if self.pool.find(&state).is_some() { Ok(()) } else { self.add(&state) };
            self.path.states[at] = state;
            added?;
        }
        Ok(())
    }

    fn add(&mut self, state: &[Square]) -> Result<(), Full> {
        let node = Node::new(ROOT, 0, u64::MAX);
        self.pool.add(state, node).map(|_| ())
    }

    /// The player as positions hold him: his square where steps count, else his region.
    fn name(&mut self, player: Square) -> Square {
        if self.weights.counts_walks() {
            return player;
        }
        self.region.flood(&self.maze, &self.occupied, player)
    }

    fn place(&mut self, occupied: bool) {
        put(&mut self.occupied, &self.state[..self.maze.boxes.len()], occupied);
    }

    /// Every push from a node: the position after it is left in `child` for the visitor.
    fn each_push(
        &mut self,
        number: u32,
        mut visit: impl FnMut(&mut Self, u64) -> Result<(), Full>,
    ) -> Result<(), Full> {
        self.state.clear();
        self.state.extend_from_slice(self.pool.state(number));
        let boxes = self.maze.boxes.len();
        self.place(true);
        let player = self.state[boxes];
        if self.weights.counts_walks() {
            self.walk.flood(&self.maze, &self.occupied, player);
        } else {
            self.reach.flood(&self.maze, &self.occupied, player);
        }
        let mut done = Ok(());
        let alarm = self.maze.alarm.clone();
        for (which, dir) in
            (0..boxes).take_while(|_| !alarm.rings()).flat_map(|which| DIRS.map(|dir| (which, dir)))
        {
            let square = self.state[which];
            if let Some(cost) = self.push(square, dir)
                && done.is_ok()
            {
                done = visit(self, cost);
            }
        }
        self.place(false);
        done
    }

    /// Makes a push into `child` and gives its cost, if it can be made and does not freeze a box.
    fn push(&mut self, square: Square, dir: usize) -> Option<u64> {
        let (behind, to) = (self.maze.next(square, opposite(dir)), self.maze.next(square, dir));
        if self.occupied[usize::from(to)] || self.dead[usize::from(to)] || self.maze.is_wall(behind) {
            return None;
        }
        let steps = match self.weights.counts_walks() {
            true => self.walk.to(behind),
            false if self.reach.contains(behind) => 0,
            false => Walk::FAR,
        };
        if steps == Walk::FAR {
            return None;
        }
        self.generated += 1;
        shift(&mut self.occupied, square, to);
        let lost = self.freeze.is_deadlock(&self.maze, &self.occupied, &self.dead, to);
        let player = if lost { square } else { self.name(square) };
        shift(&mut self.occupied, to, square);
        if lost {
            return None;
        }
        successor(&self.state, square, to, player, &mut self.child);
        Some(u64::from(steps) * self.weights.walk + self.weights.push)
    }

    /// Collects the positions one push away from the next one.
    fn spread_next(&mut self) {
        let number = self.spread;
        let complete = number as usize == self.pool.len();
        if complete || self.pool.len() >= self.width {
            self.begin_shorten();
            return;
        }
        self.spread += 1;
        self.nodes += 1;
        let added = self.each_push(number, |this, _| {
            if this.pool.find(&this.child).is_some() {
                return Ok(());
            }
            let child = std::mem::take(&mut this.child);
            let added = this.add(&child);
            this.child = child;
            added
        });
        if added.is_err() {
            // No room for a wider set: this is the last sweep.
            self.full = true;
            self.begin_shorten();
        }
    }

    fn begin_shorten(&mut self) {
        self.phase = Phase::Shorten;
        self.pool.node_mut(0).cost = 0;
        self.queue.push(0, 0);
    }

    /// One step of Dijkstra's algorithm among the collected positions.
    fn shorten_next(&mut self) {
        let Some((_, number)) = self.queue.pop() else { return self.finish(false) };
        let node = self.pool.node_mut(number);
        if std::mem::replace(&mut node.closed, true) {
            return;
        }
        let cost = node.cost;
        if self.is_end(number) {
            return self.end_round(number, cost);
        }
        self.nodes += 1;
        let done = self.each_push(number, |this, push| {
            let Some(known) = this.pool.find(&this.child) else { return Ok(()) };
            let node = this.pool.node_mut(known);
            if cost + push < node.cost {
                node.cost = cost + push;
                node.parent = number;
                let room = this.queue.next_growth();
                if !this.pool.allows(room) {
                    return Err(Full);
                }
                this.queue.push(cost + push, known);
            }
            Ok(())
        });
        self.pool.others = self.queue.bytes() + self.path.bytes();
        if done.is_err() {
            self.finish(false);
        }
    }

    /// Is this where the part in hand ends? The last part may end with any solved position.
    fn is_end(&self, number: u32) -> bool {
        let (to, state) = (self.to(), self.pool.state(number));
        state == self.path.states[to]
            || to == self.path.last() && self.maze.solved(&state[..self.maze.boxes.len()])
    }

    fn end_round(&mut self, number: u32, cost: u64) {
        let to = self.to();
        let whole = self.from == 0 && to == self.path.last();
        let complete = whole && self.spread as usize == self.pool.len();
        let improved = cost < self.path.cost(self.from, to)
            && self.text(number).is_some_and(|text| {
                let right = referee(&self.level, &text).is_ok();
                if right {
                    self.take(text);
                }
                right
            });
        self.found |= improved;
        if complete {
            return self.finish(true);
        }
        let width = self.width;
        if !improved && !self.next_part(to) {
            return self.finish(false);
        }
        let grown = self.width > width;
        self.from = self.from.min(self.path.last().saturating_sub(1));
        // A sweep without success is followed by one of the other kind.
        if grown { self.begin_sweep() } else { self.begin_vicinity() }
    }

    /// Goes on to the next part, or to the next sweep; false if there is no room for one.
    fn next_part(&mut self, to: usize) -> bool {
        if to < self.path.last() {
            self.from += (self.part / 2).max(1);
            return true;
        }
        self.from = 0;
        if !std::mem::take(&mut self.found) {
            self.width = self.width.saturating_mul(WIDER);
            self.part = self.part.saturating_mul(LONGER);
            return !self.full;
        }
        true
    }

    /// The solution with the part in hand replaced by the way to a node.
    fn text(&self, number: u32) -> Option<String> {
        let chain = self.pool.chain(number);
        let pair =
            |pair: &[u32]| script::difference(&self.maze, self.pool.state(pair[0]), self.pool.state(pair[1]));
        let between: Option<Vec<Push>> = chain.windows(2).map(pair).collect();
        let (before, after) = (&self.path.pushes[..self.from], &self.path.pushes[self.to()..]);
        script::to_text(&self.maze, &[before, &between?, after].concat())
    }

    fn finish(&mut self, optimal: bool) {
        self.end = Some(match &self.best {
            Some((text, _)) => Verdict::Solved { solution: text.clone(), optimal },
            None => Verdict::Stopped { limit: Limit::Memory },
        });
    }

    /// One step of the portfolio that finds the first solution.
    fn solve_next(&mut self, solver: &mut Box<dyn Run>) -> bool {
        match solver.advance(1) {
            Step::Running => true,
            Step::Done(Verdict::Solved { solution, .. }) => {
                self.before = solver.progress();
                self.accept(&solution);
                false
            }
            Step::Done(verdict) => {
                self.end = Some(verdict);
                true
            }
        }
    }

    fn work(&mut self) {
        if let Some(mut solver) = self.solver.take() {
            if self.solve_next(&mut solver) {
                self.solver = Some(solver);
            }
            return;
        }
        match self.phase {
            Phase::Detours => self.try_detour(),
            Phase::Windows => self.try_window(),
            Phase::Spread => self.spread_next(),
            Phase::Shorten => self.shorten_next(),
        }
    }
}

impl Run for Improve {
    fn advance(&mut self, expansions: u64) -> Step {
        step_by_step(self, expansions, |run| run.end.clone(), Self::work)
    }

    fn progress(&self) -> Progress {
        let before = self.solver.as_ref().map_or_else(|| self.before.clone(), |solver| solver.progress());
        let windows = self.windows.as_ref().map_or((0, 0), |windows| (windows.bytes(), windows.peak()));
        let made = self.windows.as_ref().map_or(0, |windows| windows.generated);
        Progress {
            nodes: before.nodes + self.nodes,
            generated: before.generated + self.generated + made,
            best: self.best.as_ref().map(|(_, cost)| cost / self.weights.unit),
            memory: if self.solver.is_some() { before.memory } else { self.pool.bytes() + windows.0 },
            peak: before.peak.max(self.pool.peak() + windows.1),
            ..Progress::default()
        }
    }

    fn found(&self) -> InHand {
        self.best.as_ref().map(|(text, _)| text.clone()).into()
    }

    /// Where the first solution is sought; then the solution that is tried, or the place where a part of it is solved anew.
    fn focus(&self) -> Option<Focus> {
        if let Some(solver) = &self.solver {
            return solver.focus();
        }
        let pushes = match self.phase {
            Phase::Detours => self.detours.as_ref()?.tried(),
            Phase::Windows => self.path.pushes.get(..self.windows.as_ref()?.from())?,
            Phase::Spread | Phase::Shorten => return None,
        };
        let moves = script::to_text(&self.maze, pushes)?;
        let cost = self.cost_of(&moves) / self.weights.unit;
        Some(Focus { moves, cost, estimate: None, notes: Vec::new() })
    }

    /// Near the solution positions are collected, and nobody keeps the ways there.
    fn sight(&self) -> Option<Sight> {
        if let Some(solver) = &self.solver {
            return solver.sight();
        }
        if !matches!(self.phase, Phase::Spread | Phase::Shorten) || self.end.is_some() {
            return None;
        }
        let scene = sight::scene(&self.level, &self.maze, &self.state, Way::Forth)?;
        let said = words::SIGHT_NEAR.with("from", self.from + 1).with("to", self.to());
        Some(Sight { scene, said: said.with("pushes", self.path.last()), cost: None })
    }

    fn counters(&self) -> Vec<(&'static str, u64)> {
        let (tried, shorter) =
            self.windows.as_ref().map_or((0, 0), |windows| (windows.tried, windows.shorter));
        vec![("rounds", self.rounds), ("windows", tried), ("windows shorter", shorter)]
    }
}
