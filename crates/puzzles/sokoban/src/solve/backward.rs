//! `backward`: greedy best-first search by pulls from the solved board to the start.
//!
//! Every way for the player to stand by the solved boxes is a root. The estimate is the cheapest
//! assignment of boxes to start squares; each position is expanded once, the nearest to the start
//! first. Seen from the end a level has few wrong turns: what cannot be pulled to the start is soon
//! out of pulls, while a push forwards can spoil everything unseen. Complete: when nothing is left
//! to expand, no solved position can come from the start. Sources: the notes on YASS (perimeter) and
//! on greedy pull search.

use std::sync::Arc;

use ingenio_core::{
    InHand, Limit, Method, OptionSpec, Progress, Run, Sight, Step, Task, Verdict, step_by_step,
};

use super::ROW;
use super::exact::{start_dead, successor};
use super::guard;
use super::pool::{Full, Node, Pool, ROOT};
use super::queue::Queue;
use super::script::{self, Push};
use super::sight;
use crate::Sokoban;
use crate::board::bound::Bound;
use crate::board::maze::Maze;
use crate::board::reach::Reach;
use crate::board::tables::Subsets;
use crate::board::{DIRS, Square, put, shift};
use crate::level::Level;
use crate::play::Way;
use crate::words;

pub const METHOD: Method<Sokoban> = Method {
    name: "backward",
    about: "greedy search by pulls from the solved board, nearest to the start first",
    options: OPTIONS,
    start,
    ..ROW
};

pub const OPTIONS: &[OptionSpec] = &[guard::PAIRS, guard::TRIPLES];

pub fn start(level: &Arc<Level>, task: &Task) -> Box<dyn Run> {
    super::start_if_room(level, task, |maze| Box::new(Backward::new(level, maze, task)))
}

/// Expansions after which a table of pairs or triples is worth its cost.
/// Chosen by hand, as are the bytes that one may take.
const TABLE_AFTER: [u64; 2] = [1_000, 20_000];
const MOST_TABLE_BYTES: [u64; 2] = [64 << 20, 24 << 20];

struct Backward {
    level: Arc<Level>,
    maze: Maze,
    lower: Bound,
    /// The start: boxes in order and the player's region.
    target: Vec<Square>,
    /// Tables of two and three boxes that can arise from the start.
    tables: [Option<Subsets>; 2],
    wanted: [bool; 2],
    pool: Pool,
    queue: Queue,
    reach: Reach,
    region: Reach,
    occupied: Vec<bool>,
    state: Vec<Square>,
    child: Vec<Square>,
    /// Solved regions that have not been made roots yet, the last first.
    roots: Vec<Square>,
    /// What was expanded last.
    last: Option<u32>,
    nodes: u64,
    generated: u64,
    fired: [u64; 4],
    end: Option<Verdict>,
}

impl Backward {
    fn new(level: &Arc<Level>, maze: Maze, task: &Task) -> Self {
        let lower = Bound::to_start(&maze);
        let boxes = maze.boxes.len();
        let mut search = Backward {
            level: level.clone(),
            last: None,
            target: Vec::new(),
            tables: [None, None],
            wanted: [task.options.flag("pairs") && boxes > 1, task.options.flag("triples") && boxes > 2],
            pool: Pool::new(boxes, task.memory),
            queue: Queue::default(),
            reach: Reach::new(&maze),
            region: Reach::new(&maze),
            occupied: maze.empty(),
            state: Vec::new(),
            child: Vec::new(),
            roots: Vec::new(),
            nodes: 0,
            generated: 0,
            fired: [0; 4],
            end: None,
            maze,
            lower,
        };
        search.begin();
        search
    }

    fn begin(&mut self) {
        self.pool.others = self.lower.bytes();
        self.state.clone_from(&self.maze.boxes);
        self.state.push(self.maze.player);
        self.place(true);
        let region = self.region.flood(&self.maze, &self.occupied, self.maze.player);
        self.place(false);
        self.target.clone_from(&self.maze.boxes);
        self.target.push(region);
        if self.maze.solved(&self.maze.boxes) {
            self.end = Some(Verdict::Solved { solution: String::new(), optimal: true });
            return;
        }
        self.state.clone_from(&self.maze.goals);
        self.state.push(0);
        if self.add_roots().is_err() {
            self.stop();
        } else if self.queue.pop().map(|(key, root)| self.queue.push(key, root)).is_none() {
            self.end = Some(Verdict::Unsolvable { reason: start_dead(words::NO_MATCH.say()) });
        }
    }

    /// Makes every region of the solved board a root.
    fn add_roots(&mut self) -> Result<(), Full> {
        self.place(true);
        self.region.begin();
        for square in self.maze.squares() {
            if !self.occupied[usize::from(square)] && !self.region.contains(square) {
                let least = self.region.spread(&self.maze, &self.occupied, square);
                self.roots.push(least);
            }
        }
        self.place(false);
        while let Some(player) = self.roots.pop() {
            *self.state.last_mut().expect("a player follows the boxes") = player;
            if let Some(estimate) = self.lower.of(&self.state) {
                let root = self.state.clone();
                let node = Node::new(ROOT, estimate, 0);
                let number = self.pool.add(&root, node)?;
                self.enqueue(number);
            }
        }
        Ok(())
    }

    fn stop(&mut self) {
        self.end = Some(Verdict::Stopped { limit: Limit::Memory });
    }

    fn enqueue(&mut self, number: u32) {
        let node = self.pool.node(number);
        self.queue.push(u64::from(node.estimate) << 24 | node.cost, number);
    }

    fn place(&mut self, occupied: bool) {
        put(&mut self.occupied, &self.state[..self.maze.boxes.len()], occupied);
    }

    fn expand_next(&mut self) {
        let Some((_, number)) = self.queue.pop() else {
            self.end = Some(Verdict::Unsolvable { reason: words::EXHAUSTED.say() });
            return;
        };
        if self.pool.state(number) == self.target {
            self.end = Some(self.solved(number));
            return;
        }
        self.nodes += 1;
        self.last = Some(number);
        if self.expand(number).is_err() {
            self.stop();
        }
    }

    /// Turns the pulls round: last pull first, each as a push the other way.
    fn solved(&self, number: u32) -> Verdict {
        let mut chain = self.pool.chain(number);
        chain.reverse();
        let pair =
            |pair: &[u32]| script::difference(&self.maze, self.pool.state(pair[0]), self.pool.state(pair[1]));
        let pushes: Option<Vec<Push>> = chain.windows(2).map(pair).collect();
        let solution = pushes.and_then(|pushes| script::to_text(&self.maze, &pushes));
        Verdict::Solved { solution: solution.expect("pulls can be replayed as pushes"), optimal: false }
    }

    fn expand(&mut self, number: u32) -> Result<(), Full> {
        self.state.clear();
        self.state.extend_from_slice(self.pool.state(number));
        let boxes = self.maze.boxes.len();
        self.place(true);
        self.reach.flood(&self.maze, &self.occupied, self.state[boxes]);
        self.lower.of(&self.state);
        let mut done = Ok(());
        for which in 0..boxes {
            if self.maze.alarm.rings_at(which) {
                break;
            }
            let square = self.state[which];
            for dir in DIRS {
                done = done.and_then(|()| self.pull(number, square, dir));
            }
        }
        self.place(false);
        done
    }

    fn pull(&mut self, number: u32, square: Square, dir: usize) -> Result<(), Full> {
        let to = self.maze.next(square, dir);
        let player = self.maze.next(to, dir);
        if self.maze.is_wall(to) || !self.reach.contains(to) || self.occupied[usize::from(player)] {
            return Ok(());
        }
        self.generated += 1;
        if self.lower.dead()[usize::from(to)] {
            self.fired[0] += 1;
            return Ok(());
        }
        shift(&mut self.occupied, square, to);
        let done = self.child(number, square, to, player);
        shift(&mut self.occupied, to, square);
        done
    }

    fn child(&mut self, parent: u32, from: Square, to: Square, player: Square) -> Result<(), Full> {
        let region = self.region.flood(&self.maze, &self.occupied, player);
        let which = successor(&self.state, from, to, region, &mut self.child);
        if self.pool.find(&self.child).is_some() {
            return Ok(());
        }
        let boxes = &self.child[..self.child.len() - 1];
        for (index, table) in self.tables.iter().enumerate() {
            if table.as_ref().is_some_and(|table| table.is_ready() && table.is_dead(boxes, to, player)) {
                self.fired[1 + index] += 1;
                return Ok(());
            }
        }
        let Some(estimate) = self.lower.after(which, to, player) else {
            self.fired[3] += 1;
            return Ok(());
        };
        if !self.pool.allows(self.queue.next_growth()) {
            return Err(Full);
        }
        let cost = self.pool.node(parent).cost + 1;
        let added = self.pool.add(&self.child, Node::new(parent, estimate, cost))?;
        self.enqueue(added);
        Ok(())
    }

    /// One small step on the tables, if the search is long enough to want them.
    fn build(&mut self) -> bool {
        for index in 0..2 {
            if self.wanted[index] && self.nodes >= TABLE_AFTER[index] {
                self.wanted[index] = false;
                let bytes = Subsets::estimate(&self.maze, self.lower.dead(), index + 2);
                if bytes <= MOST_TABLE_BYTES[index] && self.pool.allows(bytes) {
                    let table = Subsets::reachable(&self.maze, self.lower.dead(), index + 2);
                    self.tables[index] = Some(table);
                }
            }
        }
        let maze = &self.maze;
        self.tables.iter_mut().flatten().any(|table| table.build_some(maze, 4))
    }

    fn work(&mut self) {
        if !self.build() {
            self.expand_next();
        }
        let tables: u64 = self.tables.iter().flatten().map(Subsets::bytes).sum();
        self.pool.others = self.lower.bytes() + tables + self.queue.bytes();
    }
}

impl Run for Backward {
    fn advance(&mut self, expansions: u64) -> Step {
        step_by_step(self, expansions, |run| run.end.clone(), Self::work)
    }

    fn progress(&self) -> Progress {
        self.pool.progress(self.nodes, self.generated)
    }

    fn found(&self) -> InHand {
        InHand::default()
    }

    /// No moves from the start lead to what was pulled from the end.
    fn sight(&self) -> Option<Sight> {
        let last = self.last?;
        let node = self.pool.node(last);
        let scene = sight::scene(&self.level, &self.maze, self.pool.state(last), Way::Back)?;
        let said = words::SIGHT_BACKWARD.with("pulls", node.cost).with("left", node.estimate);
        Some(Sight { scene, said, cost: Some(node.cost) })
    }

    fn counters(&self) -> Vec<(&'static str, u64)> {
        let names = ["dead squares", "dead pairs", "dead triples", "no assignment"];
        names.into_iter().zip(self.fired).collect()
    }
}
