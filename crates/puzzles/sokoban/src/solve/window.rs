//! A part of a solution solved anew: from one position of it to a later one by fewer pushes.
//!
//! Best first over pushes with the cheapest assignment of boxes to where they stand at the end (which box
//! goes where is free); nothing is kept that could not be shorter than the part is now, so what is left
//! out for good is only what cannot help, and a search that ends without a shorter way has proved that
//! there is none. Boxes that the part does not move may be taken for walls: the bound gets sharper and
//! the search narrower, and it finds less.

use super::exact::successor;
use super::path::Path;
use super::pool::{Full, Node, Pool, ROOT};
use super::queue::Queue;
use super::script::{self, Push};
use crate::board::bound::Bound;
use crate::board::corral::{Around, Corrals};
use crate::board::distance::Distances;
use crate::board::freeze::Freeze;
use crate::board::maze::Maze;
use crate::board::reach::Reach;
use crate::board::{DIRS, Square, opposite, put, shift};

/// A part of a solution: its first position and its last one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Part {
    pub from: usize,
    pub to: usize,
}

/// How a step ended.
#[derive(Debug)]
pub enum Step {
    Running,
    Shorter(Vec<Push>),
    /// There is no shorter way.
    None,
    /// There is no room to look any further.
    Full,
}

/// What is left to do weighs more than what was done (by 3 to 2): any shorter way will do, and the sooner
/// it is found the better (measured, see bench/SOKOBAN.md).
const WEIGHTS: [u64; 2] = [2, 3];

/// Entries of a table of distances that take as long as the expansion of a position.
const ENTRIES_PER_EXPANSION: usize = 1024;

#[derive(Debug)]
pub struct Window {
    maze: Maze,
    lower: Bound,
    freeze: Freeze,
    corrals: Corrals,
    pool: Pool,
    queue: Queue,
    reach: Reach,
    region: Reach,
    occupied: Vec<bool>,
    state: Vec<Square>,
    child: Vec<Square>,
    /// The region of the player at the end; nothing if he may stand anywhere.
    end: Option<Square>,
    /// The most pushes that are still fewer than now.
    most: u64,
}

impl Window {
    /// Nothing if the part cannot be shorter. `fixed`: boxes that the part does not move are walls.
    pub fn new(maze: &Maze, path: &Path, part: Part, fixed: bool, memory: u64) -> Result<Option<Self>, Full> {
        let Some(most) = (part.to - part.from).checked_sub(1) else { return Ok(None) };
        let most = most as u64;
        let maze = sub_maze(maze, path, part, fixed);
        let mut lower = Bound::to_goals(&maze);
        let state = maze.state();
        let shorter = lower.of(&state).filter(|estimate| u64::from(*estimate) <= most);
        let Some(estimate) = shorter else { return Ok(None) };
        let end = path.states[part.to].last().copied().filter(|_| part.to != path.last());
        let mut window = Window {
            freeze: Freeze::new(&maze),
            corrals: Corrals::new(&maze),
            pool: Pool::new(maze.boxes.len(), memory),
            queue: Queue::default(),
            reach: Reach::new(&maze),
            region: Reach::new(&maze),
            occupied: maze.empty(),
            state,
            child: Vec::new(),
            end,
            most,
            maze,
            lower,
        };
        window.count_bytes();
        let root = Node::new(ROOT, estimate, 0);
        let number = window.pool.add(&window.state, root)?;
        window.enqueue(number);
        Ok(Some(window))
    }

    /// How many expansions take as long as beginning with a window.
    pub fn cost(maze: &Maze) -> u64 {
        (maze.count * 4 * maze.boxes.len() / ENTRIES_PER_EXPANSION) as u64
    }

    /// Can the distances of a window be held?
    pub fn fits(maze: &Maze, memory: u64) -> bool {
        Distances::can_be_made(maze) && Distances::estimate(maze) <= memory / 2
    }

    fn count_bytes(&mut self) {
        let tables = self.maze.count * (size_of::<[Square; 4]>() + 16);
        self.pool.others = self.lower.bytes() + self.queue.bytes() + tables as u64;
    }

    /// How many positions were met.
    pub fn positions(&self) -> u64 {
        self.pool.len() as u64
    }

    pub fn bytes(&self) -> u64 {
        self.pool.bytes()
    }

    pub fn peak(&self) -> u64 {
        self.pool.peak()
    }

    fn enqueue(&mut self, number: u32) {
        let Node { cost, estimate, .. } = *self.pool.node(number);
        let left = u64::from(estimate);
        self.queue.push((cost * WEIGHTS[0] + left * WEIGHTS[1]) << 20 | left, number);
    }

    /// Expands one position.
    pub fn step(&mut self) -> Step {
        let Some((_, number)) = self.queue.pop() else { return Step::None };
        if std::mem::replace(&mut self.pool.node_mut(number).closed, true) {
            return Step::Running;
        }
        if self.is_end(number) {
            return self.pushes(number).map_or(Step::Full, Step::Shorter);
        }
        let done = self.expand(number);
        self.count_bytes();
        if done.is_ok() { Step::Running } else { Step::Full }
    }

    fn is_end(&self, number: u32) -> bool {
        let (player, boxes) = self.pool.state(number).split_last().expect("a player follows the boxes");
        self.maze.solved(boxes) && self.end.is_none_or(|end| end == *player)
    }

    fn pushes(&self, number: u32) -> Option<Vec<Push>> {
        let chain = self.pool.chain(number);
        let pair =
            |pair: &[u32]| script::difference(&self.maze, self.pool.state(pair[0]), self.pool.state(pair[1]));
        chain.windows(2).map(pair).collect()
    }

    fn expand(&mut self, number: u32) -> Result<(), Full> {
        self.state.clear();
        self.state.extend_from_slice(self.pool.state(number));
        let boxes = self.maze.boxes.len();
        put(&mut self.occupied, &self.state[..boxes], true);
        self.reach.flood(&self.maze, &self.occupied, self.state[boxes]);
        self.lower.of(&self.state);
        let done = self.push_all(number);
        put(&mut self.occupied, &self.state[..boxes], false);
        done
    }

    fn push_all(&mut self, number: u32) -> Result<(), Full> {
        let (maze, occupied, dead, reach) = (&self.maze, &self.occupied, self.lower.dead(), &self.reach);
        if let Some(only) = self.corrals.pushes(Around { maze, occupied, dead, reach }) {
            let only = only.to_vec();
            return only.into_iter().try_for_each(|(square, dir)| self.push(number, square, dir));
        }
        for which in 0..self.maze.boxes.len() {
            if self.maze.alarm.rings_at(which) {
                break;
            }
            for dir in DIRS {
                self.push(number, self.state[which], dir)?;
            }
        }
        Ok(())
    }

    fn push(&mut self, number: u32, square: Square, dir: usize) -> Result<(), Full> {
        let (behind, to) = (self.maze.next(square, opposite(dir)), self.maze.next(square, dir));
        if self.occupied[usize::from(to)]
            || self.lower.dead()[usize::from(to)]
            || self.maze.is_wall(behind)
            || !self.reach.contains(behind)
        {
            return Ok(());
        }
        shift(&mut self.occupied, square, to);
        let done = self.enter(number, square, to);
        shift(&mut self.occupied, to, square);
        done
    }

    fn enter(&mut self, parent: u32, from: Square, to: Square) -> Result<(), Full> {
        let player = self.region.flood(&self.maze, &self.occupied, from);
        let which = successor(&self.state, from, to, player, &mut self.child);
        let cost = self.pool.node(parent).cost + 1;
        if !self.pool.allows(self.queue.next_growth()) {
            return Err(Full);
        }
        if let Some(known) = self.pool.find(&self.child) {
            let node = self.pool.node_mut(known);
            if cost < node.cost {
                *node = Node { parent, cost, closed: false, ..*node };
                self.enqueue(known);
            }
            return Ok(());
        }
        let Some(estimate) = self.lower.after(which, to, from) else { return Ok(()) };
        if cost + u64::from(estimate) > self.most
            || self.freeze.is_deadlock(&self.maze, &self.occupied, self.lower.dead(), to)
        {
            return Ok(());
        }
        let added = self.pool.add(&self.child, Node::new(parent, estimate, cost))?;
        self.enqueue(added);
        Ok(())
    }
}

/// The maze with the boxes of the part's beginning, those of its end as goals, and the boxes that stay as walls.
fn sub_maze(maze: &Maze, path: &Path, part: Part, fixed: bool) -> Maze {
    let (player, before) = path.states[part.from].split_last().expect("a player follows the boxes");
    let after = &path.states[part.to][..before.len()];
    let stay = if fixed { staying(maze, before, &path.pushes[part.from..part.to]) } else { Vec::new() };
    let moves = |squares: &[Square]| -> Vec<Square> {
        squares.iter().copied().filter(|square| !stay.contains(square)).collect()
    };
    let mut sub = maze.clone();
    (sub.boxes, sub.goals, sub.player) = (moves(before), moves(after), *player);
    sub.is_goal.fill(false);
    for goal in &sub.goals {
        sub.is_goal[usize::from(*goal)] = true;
    }
    for square in &stay {
        sub.wall_up(*square);
    }
    sub
}

/// The boxes that no push of a part moves.
fn staying(maze: &Maze, boxes: &[Square], pushes: &[Push]) -> Vec<Square> {
    let mut stay = boxes.to_vec();
    let mut moved: Vec<Square> = Vec::new();
    for push in pushes {
        match moved.iter().position(|square| *square == push.from) {
            Some(at) => {
                moved.swap_remove(at);
            }
            None => stay.retain(|square| *square != push.from),
        }
        moved.push(maze.next(push.from, push.dir));
    }
    stay
}
