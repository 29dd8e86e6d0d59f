//! `forward`: greedy search with macro moves along packing layers.
//!
//! Positions fall into cells by two features: boxes packed in the order of the layers, and the number
//! of regions the boxes cut the floor into. The search takes the cells in turn and, in each, the
//! lightest move that has not been made: the best packing move and the best connecting move of a
//! position are free, any other costs one. So it digs where it makes progress without giving anything
//! up. Complete: no move is left out except into dead positions. The scheme is that of FESS
//! (Y. Shoham, J. Schaeffer, 2020) with two of its features and advisors.

use std::cmp::Reverse;
use std::collections::{BinaryHeap, HashMap};
use std::sync::Arc;

use ingenio_core::{Limit, OptionSpec, Progress, Run, Step, Task, Verdict};

use super::exact::{start_dead, successor};
use super::guard::{self, Guard, Rules};
use super::macros::Macros;
use super::packing::Packing;
use super::pool::{Full, Node, Pool, ROOT};
use super::script::{self, Push};
use crate::board::bound::Bound;
use crate::board::maze::Maze;
use crate::board::reach::Reach;
use crate::board::{Square, put};
use crate::level::Level;
use crate::words;

pub const OPTIONS: &[OptionSpec] = &[guard::FREEZE, guard::PAIRS, guard::TRIPLES];

pub fn start(level: &Arc<Level>, task: &Task) -> Box<dyn Run> {
    super::start_if_room(level, task, |maze| Box::new(Forward::new(maze, task)))
}

/// Packed boxes and regions.
type Features = (u16, u16);

/// A macro move that waits in a cell: the lightest first, then the most promising.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Waiting {
    weight: u32,
    promise: u64,
    serial: u32,
    parent: u32,
    from: Square,
    to: Square,
    player: Square,
    regions: u16,
}

#[derive(Debug, Default)]
struct Cell {
    features: Features,
    waiting: BinaryHeap<Reverse<Waiting>>,
}

struct Forward {
    maze: Maze,
    lower: Bound,
    packing: Packing,
    guard: Guard,
    macros: Macros,
    region: Reach,
    pool: Pool,
    /// The cell of each node.
    cell_of: Vec<u32>,
    cells: Vec<Cell>,
    cell_at: HashMap<Features, u32>,
    turn: usize,
    occupied: Vec<bool>,
    state: Vec<Square>,
    child: Vec<Square>,
    moves: Vec<Waiting>,
    waiting: u64,
    serial: u32,
    unmatched: u64,
    nodes: u64,
    generated: u64,
    end: Option<Verdict>,
}

impl Forward {
    fn new(maze: Maze, task: &Task) -> Self {
        let lower = Bound::to_goals(&maze);
        let boxes = maze.boxes.len();
        let mut search = Forward {
            packing: Packing::new(&maze),
            guard: Guard::new(&maze, lower.dead().to_vec(), Rules::from_options(&task.options)),
            macros: Macros::new(&maze),
            region: Reach::new(&maze),
            pool: Pool::new(boxes, task.memory),
            cell_of: Vec::new(),
            cells: Vec::new(),
            cell_at: HashMap::new(),
            turn: 0,
            occupied: maze.empty(),
            state: Vec::new(),
            child: Vec::new(),
            moves: Vec::new(),
            waiting: 0,
            serial: 0,
            unmatched: 0,
            nodes: 0,
            generated: 0,
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
        self.state[self.maze.boxes.len()] = self.region.flood(&self.maze, &self.occupied, self.maze.player);
        let packed = self.packing.packed(&self.occupied);
        self.place(false);
        let root = self.state.clone();
        if self.maze.solved(&self.maze.boxes) {
            self.end = Some(Verdict::Solved { solution: String::new(), optimal: true });
        } else if self.lower.of(&self.state).is_none() {
            self.end = Some(Verdict::Unsolvable { reason: start_dead(words::NO_MATCH.say()) });
        } else if self.enter(&root, ROOT, 0, (packed, u16::MAX)).is_err() {
            self.stop();
        }
    }

    fn stop(&mut self) {
        self.end = Some(Verdict::Stopped { limit: Limit::Memory });
    }

    fn place(&mut self, occupied: bool) {
        put(&mut self.occupied, &self.state[..self.maze.boxes.len()], occupied);
    }

    /// Adds a position to the cell of its features and lines up its moves there.
    fn enter(&mut self, state: &[Square], parent: u32, weight: u32, features: Features) -> Result<u32, Full> {
        let cost = u64::from(weight);
        let number = self.pool.add(state, Node { parent, estimate: 0, cost, closed: true })?;
        let features = match parent {
            ROOT => features,
            _ => better(features, self.cells[self.cell_of[parent as usize] as usize].features),
        };
        let fresh = self.cells.len() as u32;
        let cell = *self.cell_at.entry(features).or_insert(fresh);
        if cell == fresh {
            self.cells.push(Cell { features, ..Cell::default() });
        }
        self.cell_of.push(cell);
        self.state.clear();
        self.state.extend_from_slice(state);
        self.list_moves(number, weight)?;
        self.line_up(cell as usize)?;
        Ok(number)
    }

    /// Lists every macro move of the position in `state`.
    fn list_moves(&mut self, number: u32, weight: u32) -> Result<(), Full> {
        self.moves.clear();
        self.place(true);
        self.lower.of(&self.state);
        for which in 0..self.maze.boxes.len() {
            // On a huge board the list is longer than all positions together.
            let bytes = self.moves.capacity() * size_of::<Waiting>() * 2;
            if self.maze.alarm.rings() || !self.pool.allows(bytes as u64) {
                self.place(false);
                return Err(Full);
            }
            self.list_moves_of(which, number, weight + 1);
        }
        self.advise(weight);
        self.place(false);
        Ok(())
    }

    /// Lists every macro move of one box.
    fn list_moves_of(&mut self, which: usize, parent: u32, weight: u32) {
        let (from, player) = (self.state[which], self.state[self.maze.boxes.len()]);
        let landings = self.macros.of(&self.maze, &mut self.occupied, self.guard.dead(), from, player);
        for landing in landings.iter().filter(|landing| landing.regions > 0) {
            self.generated += 1;
            let (to, player, regions) = (landing.square, landing.player, landing.regions);
            let Some(estimate) = self.lower.after(which, to, player) else {
                self.unmatched += 1;
                continue;
            };
            self.occupied[usize::from(from)] = false;
            self.occupied[usize::from(to)] = true;
            let packed = self.packing.packed(&self.occupied);
            self.occupied[usize::from(to)] = false;
            self.occupied[usize::from(from)] = true;
            let promise = u64::from(u16::MAX - packed) << 48 | u64::from(regions) << 32 | u64::from(estimate);
            self.serial += 1;
            self.moves.push(Waiting {
                weight,
                promise,
                serial: self.serial,
                parent,
                from,
                to,
                player,
                regions,
            });
        }
    }

    /// Makes the best packing move and the best connecting move free.
    fn advise(&mut self, weight: u32) {
        let packed = self.packing.packed(&self.occupied);
        let player = self.state[self.maze.boxes.len()];
        let regions = self.count_regions(player);
        let packs = |moved: &Waiting| u64::from(u16::MAX) - (moved.promise >> 48) > u64::from(packed);
        let keeps = |moved: &Waiting| u64::from(u16::MAX) - (moved.promise >> 48) >= u64::from(packed);
        if let Some(best) =
            self.moves.iter_mut().filter(|moved| packs(moved)).min_by_key(|moved| moved.promise)
        {
            best.weight = weight;
        }
        let connects = |moved: &Waiting| moved.regions < regions && keeps(moved);
        let order = |moved: &Waiting| (moved.regions, moved.promise);
        let best = self.moves.iter_mut().filter(|moved| connects(moved)).min_by_key(|moved| order(moved));
        if let Some(best) = best {
            best.weight = weight;
        }
    }

    fn count_regions(&mut self, player: Square) -> u16 {
        self.region.flood(&self.maze, &self.occupied, player);
        let mut regions = 1;
        for square in self.maze.squares() {
            if !self.occupied[usize::from(square)] && !self.region.contains(square) {
                self.region.spread(&self.maze, &self.occupied, square);
                regions += 1;
            }
        }
        regions
    }

    fn line_up(&mut self, cell: usize) -> Result<(), Full> {
        let bytes = (self.moves.len() * size_of::<Waiting>()) as u64;
        let heap = self.cells[cell].waiting.capacity() * size_of::<Waiting>() * 2;
        if !self.pool.allows(bytes + heap as u64) {
            return Err(Full);
        }
        self.waiting += self.moves.len() as u64;
        self.cells[cell].waiting.extend(self.moves.drain(..).map(Reverse));
        Ok(())
    }

    /// The next move of the next cell that has one.
    fn next(&mut self) -> Option<Waiting> {
        for _ in 0..self.cells.len() {
            self.turn = (self.turn + 1) % self.cells.len();
            if let Some(Reverse(moved)) = self.cells[self.turn].waiting.pop() {
                self.waiting -= 1;
                return Some(moved);
            }
        }
        None
    }

    fn expand_next(&mut self) {
        let Some(moved) = self.next() else {
            self.end = Some(Verdict::Unsolvable { reason: words::EXHAUSTED.say() });
            return;
        };
        self.nodes += 1;
        if self.make(moved).is_err() {
            self.stop();
        }
    }

    fn make(&mut self, moved: Waiting) -> Result<(), Full> {
        self.state.clear();
        self.state.extend_from_slice(self.pool.state(moved.parent));
        let boxes = self.maze.boxes.len();
        self.place(true);
        self.occupied[usize::from(moved.from)] = false;
        self.occupied[usize::from(moved.to)] = true;
        let region = self.region.flood(&self.maze, &self.occupied, moved.player);
        successor(&self.state, moved.from, moved.to, region, &mut self.child);
        let packed = self.packing.packed(&self.occupied);
        let known = self.pool.find(&self.child).is_some();
        let lost = known
            || self.guard.is_lost(&self.maze, &self.occupied, &self.child[..boxes], moved.to, moved.player);
        self.occupied[usize::from(moved.to)] = false;
        self.place(false);
        if lost {
            return Ok(());
        }
        let child = std::mem::take(&mut self.child);
        let number = self.enter(&child, moved.parent, moved.weight, (packed, moved.regions))?;
        if self.maze.solved(&child[..boxes]) {
            self.end = Some(self.solved(number));
        }
        self.child = child;
        Ok(())
    }

    fn solved(&mut self, number: u32) -> Verdict {
        let pushes = self.pushes(number);
        if self.maze.alarm.was_heard() {
            return Verdict::Stopped { limit: Limit::Cancelled };
        }
        let pushes = pushes.expect("macro moves can be replayed");
        let solution = script::to_text(&self.maze, &pushes).expect("pushes of the search can be replayed");
        Verdict::Solved { solution, optimal: false }
    }

    fn pushes(&mut self, number: u32) -> Option<Vec<Push>> {
        let chain = self.pool.chain(number);
        let boxes = self.maze.boxes.len();
        let mut pushes = Vec::new();
        for pair in chain.windows(2) {
            let (before, after) = (self.pool.state(pair[0]).to_vec(), self.pool.state(pair[1]).to_vec());
            put(&mut self.occupied, &before[..boxes], true);
            let found = self.pushes_between(&before, &after);
            put(&mut self.occupied, &before[..boxes], false);
            pushes.extend(found?);
        }
        Some(pushes)
    }

    /// The pushes of one macro move. A box may have been led round to where it stood, to let the
    /// player through; then any box may be the one.
    fn pushes_between(&mut self, before: &[Square], after: &[Square]) -> Option<Vec<Push>> {
        let boxes = self.maze.boxes.len();
        let candidates = match script::moved_box(before, after) {
            Some(moved) => vec![moved],
            None => before[..boxes].iter().map(|square| (*square, *square)).collect(),
        };
        candidates.into_iter().find_map(|(from, to)| {
            let (start, end) = ((from, before[boxes]), (to, after[boxes]));
            self.macros.pushes(&self.maze, &mut self.occupied, self.guard.dead(), start, end)
        })
    }

    fn work(&mut self) {
        let pool = &mut self.pool;
        if !self.guard.build(&self.maze, self.nodes, 200, |bytes| pool.allows(bytes)) {
            self.expand_next();
        }
        let waiting = self.waiting * size_of::<Waiting>() as u64 * 2 + self.cell_of.len() as u64 * 8;
        self.pool.others = self.lower.bytes() + self.guard.bytes() + waiting;
    }
}

/// A position that falls back stays in the cell of its parent: steps back open no cells.
fn better(own: Features, parent: Features) -> Features {
    let key = |features: Features| (features.0, u16::MAX - features.1);
    if key(own) >= key(parent) { own } else { parent }
}

impl Run for Forward {
    fn advance(&mut self, expansions: u64) -> Step {
        super::advance(self, expansions, |run| &run.end, Self::work)
    }

    fn progress(&self) -> Progress {
        Progress {
            nodes: self.nodes,
            generated: self.generated,
            memory: self.pool.bytes(),
            peak: self.pool.peak(),
            ..Progress::default()
        }
    }

    fn counters(&self) -> Vec<(&'static str, u64)> {
        let mut counters = self.guard.counters().to_vec();
        counters.extend([("no assignment", self.unmatched), ("cells", self.cells.len() as u64)]);
        counters
    }
}
