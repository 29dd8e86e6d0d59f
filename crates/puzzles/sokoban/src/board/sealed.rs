//! The corral test: can a part of the board that the player cannot reach still be opened, or its boxes
//! be put on goals, if all boxes but those around it are taken away? If a search of every push says no,
//! the position is lost, because further boxes only take ways away. Searches that grow too long are
//! given up as "not known", which is always safe. Verdicts are remembered.

use std::collections::{HashMap, HashSet};

use super::freeze::Freeze;
use super::maze::Maze;
use super::reach::Reach;
use super::{DIRS, Square, opposite, put, shift};

/// Larger corrals are given up. Chosen by hand.
const MOST_BOXES: usize = 14;

/// Longer searches are given up: at play there is time for more of them than in a search.
const MOST_STATES_AT_PLAY: usize = 1_500;
pub const MOST_STATES_IN_SEARCH: usize = 120;

/// Verdicts that are remembered before all are forgotten.
const MOST_VERDICTS: usize = 200_000;

/// The boxes of a corral that is sealed for good, if there is one.
pub fn sealed(maze: &Maze, dead: &[bool]) -> Option<Vec<Square>> {
    let mut occupied = maze.empty();
    put(&mut occupied, &maze.boxes, true);
    let mut reach = Reach::new(maze);
    let mut judge = Sealed::new(maze, MOST_STATES_AT_PLAY);
    reach.flood(maze, &occupied, maze.player);
    for square in maze.squares() {
        if occupied[usize::from(square)] || reach.contains(square) {
            continue;
        }
        reach.spread(maze, &occupied, square);
        let fence = fence(maze, &occupied, reach.squares());
        if fence.len() <= MOST_BOXES && judge.is_hopeless(maze, dead, fence.clone(), maze.player) {
            return Some(fence);
        }
    }
    None
}

#[derive(Clone, Debug)]
pub struct Sealed {
    most_states: usize,
    verdicts: HashMap<Vec<Square>, bool>,
    /// Boxes of verdicts, for the count of bytes.
    held: usize,
    seen: HashSet<Vec<Square>>,
    /// Positions to be looked at: boxes in order, then the player's region.
    open: Vec<Vec<Square>>,
    freeze: Freeze,
    parts: Reach,
    reach: Reach,
    region: Reach,
    board: Vec<bool>,
    pub fired: u64,
}

impl Sealed {
    pub fn new(maze: &Maze, most_states: usize) -> Self {
        Sealed {
            most_states,
            verdicts: HashMap::new(),
            held: 0,
            seen: HashSet::new(),
            open: Vec::new(),
            freeze: Freeze::new(maze),
            parts: Reach::new(maze),
            reach: Reach::new(maze),
            region: Reach::new(maze),
            board: maze.empty(),
            fired: 0,
        }
    }

    /// Is some part beside the box on `moved` sealed for good?
    pub fn is_lost(
        &mut self,
        maze: &Maze,
        occupied: &[bool],
        dead: &[bool],
        moved: Square,
        player: Square,
    ) -> bool {
        self.parts.flood(maze, occupied, player);
        for dir in DIRS {
            let side = maze.next(moved, dir);
            if maze.is_wall(side) || occupied[usize::from(side)] || self.parts.contains(side) {
                continue;
            }
            self.parts.spread(maze, occupied, side);
            let fence = fence(maze, occupied, self.parts.squares());
            if fence.len() <= MOST_BOXES && self.is_hopeless(maze, dead, fence, player) {
                self.fired += 1;
                return true;
            }
        }
        false
    }

    /// The verdict on boxes alone on the board, from memory or by search.
    fn is_hopeless(&mut self, maze: &Maze, dead: &[bool], mut state: Vec<Square>, player: Square) -> bool {
        put(&mut self.board, &state, true);
        let region = self.region.flood(maze, &self.board, player);
        put(&mut self.board, &state, false);
        state.push(region);
        if let Some(verdict) = self.verdicts.get(&state) {
            return *verdict;
        }
        let hopeless = self.search(maze, dead, state.clone());
        if self.verdicts.len() >= MOST_VERDICTS {
            self.verdicts.clear();
            self.held = 0;
        }
        self.held += state.len();
        self.verdicts.insert(state, hopeless);
        hopeless
    }

    /// Tries every push; true if no way leads to an open or a solved board.
    fn search(&mut self, maze: &Maze, dead: &[bool], start: Vec<Square>) -> bool {
        self.seen.clear();
        self.open.clear();
        self.seen.insert(start.clone());
        self.open.push(start);
        while let Some(state) = self.open.pop() {
            let boxes = &state[..state.len() - 1];
            if maze.solved(boxes) || self.seen.len() > self.most_states || !self.expand(maze, dead, &state) {
                return false;
            }
        }
        true
    }

    /// Makes every push of a position; false if the player can go everywhere in it.
    fn expand(&mut self, maze: &Maze, dead: &[bool], state: &[Square]) -> bool {
        let (player, boxes) = state.split_last().expect("a player follows the boxes");
        put(&mut self.board, boxes, true);
        self.reach.flood(maze, &self.board, *player);
        let sealed = self.reach.squares().len() + boxes.len() < maze.count;
        if sealed {
            for (which, dir) in (0..boxes.len()).flat_map(|which| DIRS.map(|dir| (which, dir))) {
                self.push(maze, dead, boxes, which, dir);
            }
        }
        put(&mut self.board, boxes, false);
        sealed
    }

    fn push(&mut self, maze: &Maze, dead: &[bool], boxes: &[Square], which: usize, dir: usize) {
        let square = boxes[which];
        let (behind, to) = (maze.next(square, opposite(dir)), maze.next(square, dir));
        let free = !dead[usize::from(to)] && !self.board[usize::from(to)];
        if !free || maze.is_wall(behind) || !self.reach.contains(behind) {
            return;
        }
        shift(&mut self.board, square, to);
        if !self.freeze.is_deadlock(maze, &self.board, dead, to) {
            let region = self.region.flood(maze, &self.board, square);
            let mut next = boxes.to_vec();
            next[which] = to;
            next.sort_unstable();
            next.push(region);
            if self.seen.insert(next.clone()) {
                self.open.push(next);
            }
        }
        shift(&mut self.board, to, square);
    }

    pub fn bytes(&self) -> u64 {
        (self.held * size_of::<Square>() + self.verdicts.len() * 56) as u64
    }
}

/// The boxes that touch an area, in order.
fn fence(maze: &Maze, occupied: &[bool], area: &[Square]) -> Vec<Square> {
    let sides = area.iter().flat_map(|square| maze.step[usize::from(*square)]);
    let mut boxes: Vec<Square> =
        sides.filter(|side| !maze.is_wall(*side) && occupied[usize::from(*side)]).collect();
    boxes.sort_unstable();
    boxes.dedup();
    boxes
}
