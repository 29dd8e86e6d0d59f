//! `push-optimal` and `move-optimal`: A* over pushes with the cheapest assignment of boxes to goals
//! as lower bound, raised by what teams of boxes cost together or by the walks back, and sound deadlock
//! tests.
//!
//! For pushes alone a position is its boxes and the player's region; where moves count, it is the
//! boxes and the player's square, and an edge costs the walk and the push. Two metrics in order are
//! one weighted sum. A position enters the queue with a cheap bound, at least its parent's less the push;
//! when its turn comes it is looked at closer, and waits again if more is left to do than it seemed.
//! The bound is not consistent; should a shorter way to a closed position turn up it is opened
//! again, so that the first solution taken from the queue is optimal in any case.

use std::sync::Arc;

use ingenio_core::{
    Criterion, Focus, Guarantee, InHand, Limit, Message, Method, OptionSpec, Progress, Run, Step, Task,
    Verdict, step_by_step,
};

use super::ROW;
use super::guard::{self, Guard, Rules};
use super::meet::Meet;
use super::pool::{Full, Node, Pool, ROOT};
use super::queue::Queue;
use super::script;
use super::surplus::{self, Surplus};
use crate::Sokoban;
use crate::board::bound::Bound;
use crate::board::corral::{Around, Corrals};
use crate::board::flood::Flood;
use crate::board::maze::Maze;
use crate::board::reach::{Reach, Walk};
use crate::board::steps::Steps;
use crate::board::stuck::Stuck;
use crate::board::{DIRS, Square, opposite, put, shift};
use crate::level::Level;
use crate::metric::{MOVES, MOVES_THEN_PUSHES, PUSHES, PUSHES_THEN_MOVES};
use crate::words;

pub const PUSH_OPTIMAL: Method<Sokoban> = Method {
    name: "push-optimal",
    about: "A* over pushes with the cheapest assignment of boxes to goals, what two or three boxes cost together, and sound deadlock tests",
    guarantee: Guarantee::Optimal,
    metrics: &[PUSHES, PUSHES_THEN_MOVES],
    options: OPTIONS,
    start: push_optimal,
    ..ROW
};

pub const MOVE_OPTIMAL: Method<Sokoban> = Method {
    name: "move-optimal",
    about: "the same with the player's square in the position, so that steps count; from both ends where boxes can stand in few enough ways",
    guarantee: Guarantee::Optimal,
    metrics: &[MOVES, MOVES_THEN_PUSHES],
    options: MOVE_OPTIONS,
    start: move_optimal,
    ..ROW
};

pub const OPTIONS: &[OptionSpec] =
    &[guard::FREEZE, guard::PAIRS, guard::TRIPLES, guard::STUCK, surplus::TEAMS, HEIGHTS, CORRALS];
pub const MOVE_OPTIONS: &[OptionSpec] =
    &[guard::FREEZE, guard::PAIRS, guard::TRIPLES, guard::STUCK, HEIGHTS, MEET];
const CORRALS: OptionSpec =
    OptionSpec::flag("corrals", "try only the pushes into a PI-corral where there is one", true);
const HEIGHTS: OptionSpec =
    OptionSpec::flag("heights", "count the walks back that the player must make for the next box", true);
const MEET: OptionSpec =
    OptionSpec::flag("meet", "search from both ends where the boxes can stand in few enough ways", true);

pub fn push_optimal(level: &Arc<Level>, task: &Task) -> Box<dyn Run> {
    let corrals = task.metric == PUSHES && task.options.flag("corrals");
    let teams = task.options.flag(surplus::TEAMS.name);
    let rules = Rules::from_options(&task.options);
    super::start_if_room(level, task, |maze| Box::new(Exact::new(maze, task, rules, Aids { corrals, teams })))
}

pub fn move_optimal(level: &Arc<Level>, task: &Task) -> Box<dyn Run> {
    let rules = Rules::from_options(&task.options);
    let meets = task.metric == MOVES && task.options.flag(MEET.name);
    super::start_if_room(level, task, |maze| {
        if meets && Meet::fits(&maze, rules) {
            return Box::new(Meet::new(maze, rules, task.memory));
        }
        Box::new(Exact::new(maze, task, rules, Aids { corrals: false, teams: false }))
    })
}

/// What helps where pushes count most.
struct Aids {
    corrals: bool,
    teams: bool,
}

/// The secondary metric must never outweigh one unit of the primary one.
const UNIT: u64 = 1 << 20;

/// What a step and a push cost.
#[derive(Clone, Copy, Debug)]
pub struct Weights {
    pub walk: u64,
    pub push: u64,
    /// One unit of the primary metric.
    pub unit: u64,
}

impl Weights {
    pub fn of(metric: Criterion) -> Self {
        match metric {
            MOVES => Weights { walk: 1, push: 1, unit: 1 },
            PUSHES_THEN_MOVES => Weights { walk: 1, push: UNIT + 1, unit: UNIT },
            MOVES_THEN_PUSHES => Weights { walk: UNIT, push: UNIT + 1, unit: UNIT },
            _ => Weights { walk: 0, push: 1, unit: 1 },
        }
    }

    pub fn counts_walks(self) -> bool {
        self.walk > 0
    }

    /// What so many pushes among so many moves cost.
    fn left(self, pushes: u32, moves: u32) -> u64 {
        u64::from(pushes) * (self.push - self.walk) + u64::from(moves) * self.walk
    }
}

struct Exact {
    maze: Maze,
    lower: Bound,
    weights: Weights,
    guard: Guard,
    stuck: Option<Stuck>,
    surplus: Surplus,
    steps: Option<Steps>,
    corrals: Option<Corrals>,
    corral_hits: u64,
    unmatched: u64,
    /// Where the player stands before the push that is looked at.
    behind: Square,
    pool: Pool,
    queue: Queue,
    reach: Reach,
    flood: Flood,
    walk: Walk,
    occupied: Vec<bool>,
    state: Vec<Square>,
    child: Vec<Square>,
    /// Does the assignment belong to `state`? It is made only if a child needs it.
    assigned: bool,
    nodes: u64,
    generated: u64,
    bound: u64,
    last: Option<u32>,
    end: Option<Verdict>,
}

impl Exact {
    fn new(maze: Maze, task: &Task, rules: Rules, Aids { corrals, teams }: Aids) -> Self {
        let lower = Bound::to_goals(&maze);
        let boxes = maze.boxes.len();
        let weights = Weights::of(task.metric);
        let weighs_walks = weights.counts_walks() && task.options.flag(HEIGHTS.name);
        let mut exact = Exact {
            guard: Guard::new(&maze, lower.dead().to_vec(), rules),
            stuck: task.options.flag(guard::STUCK.name).then(|| Stuck::new(&maze)),
            surplus: Surplus::new(&maze, teams),
            steps: weighs_walks.then(|| Steps::new(&maze, &lower, task.memory / 4)).flatten(),
            corrals: corrals.then(|| Corrals::new(&maze)),
            corral_hits: 0,
            unmatched: 0,
            behind: 0,
            weights,
            pool: Pool::new(boxes, task.memory),
            queue: Queue::default(),
            reach: Reach::new(&maze),
            flood: Flood::new(&maze),
            walk: Walk::new(&maze),
            occupied: maze.empty(),
            state: Vec::with_capacity(boxes + 1),
            child: Vec::with_capacity(boxes + 1),
            assigned: false,
            nodes: 0,
            generated: 0,
            bound: 0,
            last: None,
            end: None,
            maze,
            lower,
        };
        exact.begin();
        exact
    }

    fn begin(&mut self) {
        self.pool.others = self.tables();
        let (boxes, player) = (self.maze.boxes.clone(), self.maze.player);
        let player = self.name(&boxes, player);
        self.state.clone_from(&boxes);
        self.state.push(player);
        let root = self.state.clone();
        match self.lower.of(&self.state) {
            None => self.end = Some(Verdict::Unsolvable { reason: start_dead(words::NO_MATCH.say()) }),
            Some(estimate) => {
                let moves = self.steps.as_mut().and_then(|steps| steps.of(&root)).unwrap_or(0);
                let moves = if estimate == 0 { 0 } else { moves.max(estimate) };
                match self.pool.add(&root, Node { moves, ..Node::new(ROOT, estimate, 0) }) {
                    Ok(number) => self.enqueue(number),
                    Err(Full) => self.stop(),
                }
            }
        }
    }

    /// The player as positions hold him: his square where steps count, else his region.
    fn name(&mut self, boxes: &[Square], player: Square) -> Square {
        if self.weights.counts_walks() {
            return player;
        }
        put(&mut self.occupied, boxes, true);
        let least = self.flood.least(&self.maze, &self.occupied, boxes, player);
        put(&mut self.occupied, boxes, false);
        least
    }

    /// The player after a push from the position in hand; the boxes are already those of the child.
    fn name_after(&mut self, from: Square, to: Square) -> Square {
        if self.weights.counts_walks() {
            return from;
        }
        let least = self.state[self.maze.boxes.len()];
        let plain = self.reach.least_after(&self.maze, &self.occupied, (from, to), least);
        let boxes = &self.child[..self.maze.boxes.len()];
        plain.unwrap_or_else(|| self.flood.least(&self.maze, &self.occupied, boxes, from))
    }

    fn stop(&mut self) {
        self.end = Some(Verdict::Stopped { limit: Limit::Memory });
    }

    fn enqueue(&mut self, number: u32) {
        self.queue.push(self.key(self.pool.node(number)), number);
    }

    /// The cost of a solution by way of a node, at least.
    fn total(&self, node: &Node) -> u64 {
        node.cost + self.weights.left(node.estimate, node.moves)
    }

    /// The least total first; among these the least left to do.
    fn key(&self, node: &Node) -> u64 {
        let left = if self.weights.counts_walks() { node.moves } else { node.estimate };
        self.total(node) << 20 | u64::from(left).min(UNIT - 1)
    }

    /// Takes the next open node, skipping those that were closed or moved to another place meanwhile.
    fn next(&mut self) -> Option<u32> {
        while let Some((key, number)) = self.queue.pop() {
            let node = self.pool.node(number);
            if !node.closed && self.key(node) == key {
                self.bound = self.bound.max(self.total(node) / self.weights.unit);
                return Some(number);
            }
        }
        None
    }

    fn expand_next(&mut self) {
        let Some(number) = self.next() else {
            self.end = Some(Verdict::Unsolvable { reason: words::EXHAUSTED.say() });
            return;
        };
        if self.maze.solved(&self.pool.state(number)[..self.maze.boxes.len()]) {
            self.last = Some(number);
            self.end = Some(self.solved(number));
            return;
        }
        self.state.clear();
        self.state.extend_from_slice(self.pool.state(number));
        self.assigned = false;
        self.place(true);
        let done = match self.weigh(number) {
            Ok(true) => self.expand(number),
            Ok(false) => Ok(()),
            Err(Full) => Err(Full),
        };
        self.place(false);
        if done.is_err() {
            self.stop();
        }
    }

    /// Looks closer at a position before it is expanded. False if it is lost, or if more is left to do
    /// than it seemed, so that others come first.
    fn weigh(&mut self, number: u32) -> Result<bool, Full> {
        if self.pool.node(number).weighed {
            return Ok(true);
        }
        let node = self.pool.node_mut(number);
        node.weighed = true;
        let (before, parent) = (*node, node.parent);
        let Some((estimate, moves)) = self.look_closer(parent) else {
            self.pool.node_mut(number).closed = true;
            return Ok(false);
        };
        let node = self.pool.node_mut(number);
        node.estimate = node.estimate.max(estimate);
        node.moves = node.moves.max(node.estimate).max(moves);
        let node = *node;
        if self.key(&node) == self.key(&before) {
            return Ok(true);
        }
        if !self.pool.allows(self.queue.next_growth()) {
            return Err(Full);
        }
        self.enqueue(number);
        Ok(false)
    }

    /// The best bounds of the position in hand, in pushes and in moves; nothing if it is lost.
    fn look_closer(&mut self, parent: u32) -> Option<(u32, u32)> {
        if parent != ROOT && self.is_stuck(parent)? {
            return None;
        }
        let both = self.weights.push != self.weights.walk;
        let moves = self.steps.as_mut().filter(|_| both).map_or(Some(0), |steps| steps.of(&self.state))?;
        if self.surplus.is_empty() {
            return Some((0, moves));
        }
        let estimate = self.lower.of(&self.state)?;
        self.assigned = true;
        let (player, boxes) = self.state.split_last()?;
        let surplus = self.surplus.of(boxes, *player, self.lower.assignment())?;
        Some((estimate + surplus, moves))
    }

    /// Is the position in hand lost by boxes that are stuck for good?
    fn is_stuck(&mut self, parent: u32) -> Option<bool> {
        let Some(stuck) = &mut self.stuck else { return Some(false) };
        let boxes = &self.state[..self.maze.boxes.len()];
        let before = &self.pool.state(parent)[..boxes.len()];
        let moved = *boxes.iter().find(|square| before.binary_search(square).is_err())?;
        let dead = self.guard.dead();
        Some(
            Stuck::is_suspect(&self.maze, &self.occupied, dead, moved)
                && stuck.is_lost(&self.maze, boxes, dead),
        )
    }

    fn solved(&self, number: u32) -> Verdict {
        let solution = self.text(number).expect("pushes of the search can be replayed");
        Verdict::Solved { solution, optimal: true }
    }

    /// The steps to a node.
    fn text(&self, number: u32) -> Option<String> {
        let chain = self.pool.chain(number);
        let pair =
            |pair: &[u32]| script::difference(&self.maze, self.pool.state(pair[0]), self.pool.state(pair[1]));
        let pushes: Option<Vec<_>> = chain.windows(2).map(pair).collect();
        script::to_text(&self.maze, &pushes?)
    }

    fn expand(&mut self, number: u32) -> Result<(), Full> {
        self.nodes += 1;
        self.last = Some(number);
        self.pool.node_mut(number).closed = true;
        let player = self.state[self.maze.boxes.len()];
        if self.weights.counts_walks() {
            self.walk.flood(&self.maze, &self.occupied, player);
        } else {
            self.reach.flood(&self.maze, &self.occupied, player);
        }
        self.push_all(number)
    }

    fn place(&mut self, occupied: bool) {
        put(&mut self.occupied, &self.state[..self.maze.boxes.len()], occupied);
    }

    fn push_all(&mut self, number: u32) -> Result<(), Full> {
        if let Some(mut corrals) = self.corrals.take() {
            let (maze, occupied, dead, reach) = (&self.maze, &self.occupied, self.guard.dead(), &self.reach);
            let only = corrals.pushes(Around { maze, occupied, dead, reach }).map(<[_]>::to_vec);
            self.corrals = Some(corrals);
            if let Some(only) = only {
                self.corral_hits += 1;
                return only.into_iter().try_for_each(|(square, dir)| self.push_from(number, square, dir));
            }
        }
        for which in 0..self.maze.boxes.len() {
            if self.maze.alarm.rings_at(which) {
                break;
            }
            let square = self.state[which];
            for dir in DIRS {
                self.push_from(number, square, dir)?;
            }
        }
        Ok(())
    }

    fn push_from(&mut self, number: u32, square: Square, dir: usize) -> Result<(), Full> {
        let (behind, to) = (self.maze.next(square, opposite(dir)), self.maze.next(square, dir));
        if self.occupied[usize::from(to)] || self.maze.is_wall(behind) {
            return Ok(());
        }
        let steps = match self.weights.counts_walks() {
            true => self.walk.to(behind),
            false if self.reach.contains(behind) => 0,
            false => Walk::FAR,
        };
        if steps == Walk::FAR {
            return Ok(());
        }
        self.generated += 1;
        self.behind = behind;
        if self.guard.is_dead_square(to) {
            return Ok(());
        }
        let cost = self.pool.node(number).cost + u64::from(steps) * self.weights.walk + self.weights.push;
        shift(&mut self.occupied, square, to);
        let done = self.child(number, square, to, cost);
        shift(&mut self.occupied, to, square);
        done
    }

    fn child(&mut self, parent: u32, from: Square, to: Square, cost: u64) -> Result<(), Full> {
        let which = successor(&self.state, from, to, from, &mut self.child);
        let boxes = self.maze.boxes.len();
        self.child[boxes] = self.name_after(from, to);
        if let Some(known) = self.pool.find(&self.child) {
            return self.shorten(known, parent, cost);
        }
        let boxes = &self.child[..self.child.len() - 1];
        if self.guard.is_lost(&self.maze, &self.occupied, boxes, to, from) {
            return Ok(());
        }
        let Some(node) = self.estimate(parent, which, (from, to), cost) else {
            self.unmatched += 1;
            return Ok(());
        };
        if !self.pool.allows(self.queue.next_growth()) {
            return Err(Full);
        }
        let added = self.pool.add(&self.child, node)?;
        self.enqueue(added);
        Ok(())
    }

    /// The node of a child, with what is left to do at least: by its own boxes, or by what was left before the
    /// push. Nothing if some box has no goal left.
    fn estimate(
        &mut self,
        parent: u32,
        which: usize,
        (from, to): (Square, Square),
        cost: u64,
    ) -> Option<Node> {
        let assigned = std::mem::replace(&mut self.assigned, true);
        let Node { estimate: pushes, moves, .. } = *self.pool.node(parent);
        let walked = u32::from(self.walk.to(self.behind)) + 1;
        let (pushes, moves) = (pushes.saturating_sub(1), moves.saturating_sub(walked));
        // One assignment is enough where pushes count as moves only.
        if let Some(steps) = self.steps.as_mut().filter(|_| self.weights.push == self.weights.walk) {
            if !assigned {
                steps.of(&self.state);
            }
            let moves = steps.after(which, to, from)?.max(moves);
            return Some(Node { moves, ..Node::new(parent, pushes, cost) });
        }
        if !assigned {
            self.lower.of(&self.state);
        }
        let pushes = self.lower.after(which, to, from)?.max(pushes);
        Some(Node { moves: moves.max(pushes), ..Node::new(parent, pushes, cost) })
    }

    fn shorten(&mut self, known: u32, parent: u32, cost: u64) -> Result<(), Full> {
        let room = self.queue.next_growth();
        let node = self.pool.node_mut(known);
        if cost >= node.cost {
            return Ok(());
        }
        *node = Node { parent, cost, closed: false, ..*node };
        if !self.pool.allows(room) {
            return Err(Full);
        }
        self.enqueue(known);
        Ok(())
    }

    /// What all tables take.
    fn tables(&self) -> u64 {
        let steps = self.steps.as_ref().map_or(0, Steps::bytes);
        self.lower.bytes()
            + steps
            + self.guard.bytes()
            + self.stuck.as_ref().map_or(0, Stuck::bytes)
            + self.surplus.bytes()
    }

    /// One step of work: on the tables, if the search is long enough to want them, or on the search.
    fn work(&mut self) {
        let pool = &mut self.pool;
        let builds = self.guard.build(&self.maze, self.nodes, 4, |bytes| pool.allows(bytes))
            || self.surplus.build(&self.maze, self.guard.dead(), self.nodes, 4, |bytes| pool.allows(bytes));
        if !builds {
            self.expand_next();
        }
        self.pool.others = self.tables() + self.queue.bytes();
    }
}

/// Writes the position after a push (boxes in order, then the player); gives the place the box had
/// in the list before.
pub fn successor(
    state: &[Square],
    from: Square,
    to: Square,
    player: Square,
    child: &mut Vec<Square>,
) -> usize {
    let boxes = state.len() - 1;
    child.clear();
    child.extend_from_slice(state);
    child[boxes] = player;
    let which = state[..boxes].binary_search(&from).expect("the box is in the list");
    let mut at = which;
    child[at] = to;
    while at > 0 && child[at - 1] > to {
        child.swap(at - 1, at);
        at -= 1;
    }
    while at + 1 < boxes && child[at + 1] < to {
        child.swap(at, at + 1);
        at += 1;
    }
    which
}

/// Lost before the first step.
pub fn start_dead(why: Message) -> Message {
    words::START_DEAD.with("why", why)
}

impl Run for Exact {
    fn advance(&mut self, expansions: u64) -> Step {
        step_by_step(self, expansions, |run| run.end.clone(), Self::work)
    }

    fn progress(&self) -> Progress {
        Progress { bound: Some(self.bound), ..self.pool.progress(self.nodes, self.generated) }
    }

    fn found(&self) -> InHand {
        InHand::default()
    }

    fn focus(&self) -> Option<Focus> {
        let last = self.last?;
        let node = self.pool.node(last);
        let cost = node.cost / self.weights.unit;
        let estimate = Some(u64::from(node.estimate));
        Some(Focus { moves: self.text(last)?, cost, estimate, notes: Vec::new() })
    }

    fn frontier(&self) -> Option<u64> {
        Some(self.queue.len())
    }

    fn counters(&self) -> Vec<(&'static str, u64)> {
        let mut counters = self.guard.counters().to_vec();
        let stuck = self.stuck.as_ref().map_or(0, |stuck| stuck.fired.iter().sum());
        counters.extend([
            ("stuck", stuck),
            ("no assignment", self.unmatched),
            ("PI-corrals", self.corral_hits),
        ]);
        counters.extend([("teams", self.surplus.raised), ("lost teams", self.surplus.lost)]);
        counters
    }
}
