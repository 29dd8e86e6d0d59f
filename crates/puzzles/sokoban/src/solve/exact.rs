//! `push-optimal` and `move-optimal`: A* over pushes with the cheapest assignment of boxes to goals
//! as lower bound and sound deadlock tests.
//!
//! For pushes alone a position is its boxes and the player's region; where moves count, it is the
//! boxes and the player's square, and an edge costs the walk and the push. Two metrics in order are
//! one weighted sum. The bound is consistent; should a shorter way to a closed position ever turn up
//! it is opened again, so that the first solution taken from the queue is optimal in any case.

use std::sync::Arc;

use ingenio_core::{Criterion, Focus, Limit, Message, OptionSpec, Progress, Run, Step, Task, Verdict};

use super::guard::{self, Guard, Rules};
use super::pool::{Full, Node, Pool, ROOT};
use super::queue::Queue;
use super::script;
use crate::board::bound::Bound;
use crate::board::corral::{Around, Corrals};
use crate::board::maze::Maze;
use crate::board::reach::{Reach, Walk};
use crate::board::{DIRS, Square, opposite, put};
use crate::level::Level;
use crate::metric::{MOVES, MOVES_THEN_PUSHES, PUSHES, PUSHES_THEN_MOVES};
use crate::words;

pub const OPTIONS: &[OptionSpec] = &[guard::FREEZE, guard::PAIRS, guard::TRIPLES, CORRALS];
pub const MOVE_OPTIONS: &[OptionSpec] = &[guard::FREEZE, guard::PAIRS, guard::TRIPLES];
const CORRALS: OptionSpec = guard::flag("corrals", "try only the pushes into a PI-corral where there is one");

pub fn push_optimal(level: &Arc<Level>, task: &Task) -> Box<dyn Run> {
    let corrals = task.metric == PUSHES && task.options.flag("corrals");
    let rules = Rules::from_options(&task.options);
    super::start_if_room(level, task, |maze| Box::new(Exact::new(maze, task, rules, corrals)))
}

pub fn move_optimal(level: &Arc<Level>, task: &Task) -> Box<dyn Run> {
    let rules = Rules::from_options(&task.options);
    super::start_if_room(level, task, |maze| Box::new(Exact::new(maze, task, rules, false)))
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
}

struct Exact {
    maze: Maze,
    lower: Bound,
    weights: Weights,
    guard: Guard,
    corrals: Option<Corrals>,
    corral_hits: u64,
    unmatched: u64,
    pool: Pool,
    queue: Queue,
    reach: Reach,
    region: Reach,
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
    fn new(maze: Maze, task: &Task, rules: Rules, corrals: bool) -> Self {
        let lower = Bound::to_goals(&maze);
        let boxes = maze.boxes.len();
        let mut exact = Exact {
            guard: Guard::new(&maze, lower.dead().to_vec(), rules),
            corrals: corrals.then(|| Corrals::new(&maze)),
            corral_hits: 0,
            unmatched: 0,
            weights: Weights::of(task.metric),
            pool: Pool::new(boxes, task.memory),
            queue: Queue::default(),
            reach: Reach::new(&maze),
            region: Reach::new(&maze),
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
        self.pool.others = self.lower.bytes();
        let (boxes, player) = (self.maze.boxes.clone(), self.maze.player);
        put(&mut self.occupied, &boxes, true);
        let player = self.name(player);
        put(&mut self.occupied, &boxes, false);
        self.state.clone_from(&boxes);
        self.state.push(player);
        let root = self.state.clone();
        match self.lower.of(&self.state) {
            None => self.end = Some(Verdict::Unsolvable { reason: start_dead(words::NO_MATCH.say()) }),
            Some(estimate) => {
                let node = Node { parent: ROOT, estimate, cost: 0, closed: false };
                match self.pool.add(&root, node) {
                    Ok(number) => self.enqueue(number),
                    Err(Full) => self.stop(),
                }
            }
        }
    }

    /// The player as positions hold him: his square where steps count, else his region.
    fn name(&mut self, player: Square) -> Square {
        if self.weights.counts_walks() {
            return player;
        }
        self.region.flood(&self.maze, &self.occupied, player)
    }

    fn stop(&mut self) {
        self.end = Some(Verdict::Stopped { limit: Limit::Memory });
    }

    fn enqueue(&mut self, number: u32) {
        let node = self.pool.node(number);
        let left = u64::from(node.estimate) * self.weights.push;
        // The least f first; among these the least left to do.
        let key = (node.cost + left) << 20 | u64::from(node.estimate).min(UNIT - 1);
        self.queue.push(key, number);
    }

    /// Takes the next open node, skipping those that were closed in the meantime.
    fn next(&mut self) -> Option<u32> {
        while let Some((_, number)) = self.queue.pop() {
            let node = self.pool.node_mut(number);
            if !node.closed {
                node.closed = true;
                let f = node.cost + u64::from(node.estimate) * self.weights.push;
                self.bound = self.bound.max(f / self.weights.unit);
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
        self.last = Some(number);
        if self.maze.solved(&self.pool.state(number)[..self.maze.boxes.len()]) {
            self.end = Some(self.solved(number));
            return;
        }
        self.nodes += 1;
        if self.expand(number).is_err() {
            self.stop();
        }
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
        self.state.clear();
        self.state.extend_from_slice(self.pool.state(number));
        let boxes = self.maze.boxes.len();
        let player = self.state[boxes];
        self.place(true);
        if self.weights.counts_walks() {
            self.walk.flood(&self.maze, &self.occupied, player);
        } else {
            self.reach.flood(&self.maze, &self.occupied, player);
        }
        self.assigned = false;
        let done = self.push_all(number);
        self.place(false);
        done
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
            if self.maze.alarm.rings() {
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
        if self.guard.is_dead_square(to) {
            return Ok(());
        }
        let cost = self.pool.node(number).cost + u64::from(steps) * self.weights.walk + self.weights.push;
        self.occupied[usize::from(square)] = false;
        self.occupied[usize::from(to)] = true;
        let done = self.child(number, square, to, cost);
        self.occupied[usize::from(to)] = false;
        self.occupied[usize::from(square)] = true;
        done
    }

    fn child(&mut self, parent: u32, from: Square, to: Square, cost: u64) -> Result<(), Full> {
        let player = self.name(from);
        let which = successor(&self.state, from, to, player, &mut self.child);
        if let Some(known) = self.pool.find(&self.child) {
            return self.shorten(known, parent, cost);
        }
        let boxes = &self.child[..self.child.len() - 1];
        if self.guard.is_lost(&self.maze, &self.occupied, boxes, to, from) {
            return Ok(());
        }
        if !self.assigned {
            self.lower.of(&self.state);
            self.assigned = true;
        }
        let Some(estimate) = self.lower.after(which, to, from) else {
            self.unmatched += 1;
            return Ok(());
        };
        if !self.pool.allows(self.queue.next_growth()) {
            return Err(Full);
        }
        let added = self.pool.add(&self.child, Node { parent, estimate, cost, closed: false })?;
        self.enqueue(added);
        Ok(())
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

    /// One step of work: on the tables, if the search is long enough to want them, or on the search.
    fn work(&mut self) {
        let pool = &mut self.pool;
        if !self.guard.build(&self.maze, self.nodes, 4, |bytes| pool.allows(bytes)) {
            self.expand_next();
        }
        self.pool.others = self.lower.bytes() + self.guard.bytes() + self.queue.bytes();
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
        super::advance(self, expansions, |run| &run.end, Self::work)
    }

    fn progress(&self) -> Progress {
        Progress {
            nodes: self.nodes,
            generated: self.generated,
            bound: Some(self.bound),
            memory: self.pool.bytes(),
            peak: self.pool.peak(),
            ..Progress::default()
        }
    }

    fn focus(&self) -> Option<Focus> {
        let last = self.last?;
        let node = self.pool.node(last);
        let cost = node.cost / self.weights.unit;
        let estimate = Some(u64::from(node.estimate));
        Some(Focus { moves: self.text(last)?, cost, estimate, notes: Vec::new() })
    }

    fn counters(&self) -> Vec<(&'static str, u64)> {
        let mut counters = self.guard.counters().to_vec();
        counters.extend([("no assignment", self.unmatched), ("PI-corrals", self.corral_hits)]);
        counters
    }
}
