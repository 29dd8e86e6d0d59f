//! Every distance of a Sokoban room: all positions from which boxes can be brought to the goals, with the least number of
//! pushes that takes, found by pulls from the solved board, breadth first. What is not among them is lost.

use ingenio_sokoban::board::flood::Flood;
use ingenio_sokoban::board::maze::Maze;
use ingenio_sokoban::board::reach::Reach;
use ingenio_sokoban::board::{DIRS, Square, put, shift};
use ingenio_sokoban::solve::exact::successor;
use rustc_hash::FxHashMap;

/// Boxes in order, then the player's region, eight bits each.
type Key = u64;

/// Boxes and squares that fit into a key.
pub const MOST_BOXES: usize = 7;
pub const MOST_SQUARES: usize = 255;

#[derive(Debug)]
pub struct Truth {
    far: FxHashMap<Key, u8>,
    /// In the order of their distances.
    states: Vec<Key>,
    boxes: usize,
}

fn key(state: &[Square]) -> Key {
    state.iter().fold(0, |key, square| key << 8 | Key::from(*square))
}

impl Truth {
    /// Nothing if there are more than `most` positions, or the room is too large.
    pub fn of(maze: &Maze, most: usize) -> Option<Self> {
        let boxes = maze.goals.len();
        if boxes > MOST_BOXES || maze.count > MOST_SQUARES {
            return None;
        }
        let dead = maze.dead_squares();
        let live = maze.squares().filter(|square| !dead[usize::from(*square)]).count();
        let placements = (0..boxes).fold(1.0, |all, at| all * (live - at) as f64 / (at + 1) as f64);
        if placements > most as f64 {
            return None;
        }
        let mut truth = Truth { far: FxHashMap::default(), states: Vec::new(), boxes };
        let (mut occupied, mut reach, mut flood) = (maze.empty(), Reach::new(maze), Flood::new(maze));
        put(&mut occupied, &maze.goals, true);
        for player in maze.squares().filter(|square| !occupied[usize::from(*square)]).collect::<Vec<_>>() {
            let least = flood.least(maze, &occupied, &maze.goals, player);
            truth.meet(&[&maze.goals[..], &[least]].concat(), 0);
        }
        let mut occupied = maze.empty();
        let mut at = 0;
        while let Some(&found) = truth.states.get(at) {
            at += 1;
            if truth.states.len() > most {
                return None;
            }
            let far = truth.far[&found];
            if far >= 254 {
                return None;
            }
            let state = truth.unpack(found);
            truth.pull_all(maze, &mut occupied, &mut reach, &mut flood, &state, far + 1);
        }
        Some(truth)
    }

    fn pull_all(
        &mut self,
        maze: &Maze,
        occupied: &mut [bool],
        reach: &mut Reach,
        flood: &mut Flood,
        state: &[Square],
        far: u8,
    ) {
        let (player, boxes) = state.split_last().expect("a player follows the boxes");
        let mut next = Vec::with_capacity(state.len());
        put(occupied, boxes, true);
        reach.flood(maze, occupied, *player);
        for from in boxes {
            for dir in DIRS {
                let to = maze.next(*from, dir);
                let stands = maze.next(to, dir);
                if maze.is_wall(to)
                    || occupied[usize::from(to)]
                    || occupied[usize::from(stands)]
                    || !reach.contains(to)
                {
                    continue;
                }
                shift(occupied, *from, to);
                successor(state, *from, to, stands, &mut next);
                let least = flood.least(maze, occupied, &next[..boxes.len()], stands);
                next[boxes.len()] = least;
                shift(occupied, to, *from);
                self.meet(&next, far);
            }
        }
        put(occupied, boxes, false);
    }

    fn meet(&mut self, state: &[Square], far: u8) {
        let key = key(state);
        self.far.entry(key).or_insert_with(|| {
            self.states.push(key);
            far
        });
    }

    fn unpack(&self, key: Key) -> Vec<Square> {
        (0..=self.boxes).rev().map(|at| (key >> (8 * at) & 0xff) as Square).collect()
    }

    /// How many positions can be solved.
    pub fn len(&self) -> usize {
        self.states.len()
    }

    pub fn is_empty(&self) -> bool {
        self.states.is_empty()
    }

    /// The farthest a position is.
    pub fn depth(&self) -> u8 {
        self.states.last().map_or(0, |key| self.far[key])
    }

    /// Pushes to go from a position (boxes in order, then the name of the player's region); nothing if it is lost.
    pub fn far(&self, state: &[Square]) -> Option<u8> {
        self.far.get(&key(state)).copied()
    }

    /// The positions at a distance.
    pub fn at(&self, far: u8) -> impl ExactSizeIterator<Item = Vec<Square>> + '_ {
        let begin = self.states.partition_point(|key| self.far[key] < far);
        let end = self.states.partition_point(|key| self.far[key] <= far);
        self.states[begin..end].iter().map(|key| self.unpack(*key))
    }
}
