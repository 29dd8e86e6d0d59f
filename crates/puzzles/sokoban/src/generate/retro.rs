//! The play backwards: all positions that pulls reach from the solved board, layer by layer. Where a
//! layer is too large, its most promising positions stay and depths are upper bounds from there on.
//!
//! Each position knows how its solution goes on: the push, how often it changes boxes and how many
//! pushes take a box away from the goals; that is what starts are chosen by.

use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};

use ingenio_core::Cancel;

use crate::board::maze::Maze;
use crate::board::reach::Reach;
use crate::board::{DIRS, Square, opposite, put, shift};
use crate::solve::script::{self, Push};

/// What the play is after.
#[derive(Clone, Copy, Debug)]
pub struct Manner {
    /// Positions of a layer that are gone on from, and positions in all.
    layer: usize,
    most: usize,
    worth: fn(&State) -> u32,
}

impl Manner {
    /// Solutions that go back and forth between boxes. Many positions of each layer stay, so that depths are exact for
    /// long; the play ends after some dozens of pulls.
    pub const TANGLED: Manner = Manner {
        layer: 8_000,
        most: 120_000,
        worth: |state| u32::from(state.depth) + 4 * u32::from(state.changes) + 4 * u32::from(state.odd),
    };
    /// Boxes far from the goals, and so many pushes whatever the solution. Few positions of each layer stay, so that the
    /// play goes deep: with many boxes no layer is whole anyhow.
    pub const FAR: Manner = Manner {
        layer: 300,
        most: 600_000,
        worth: |state| 4 * u32::from(state.away) + u32::from(state.changes) + 2 * u32::from(state.odd),
    };
}

/// The boxes in order, then the least square of the player's region, eight bits each.
type Key = u128;

#[derive(Clone, Copy, Debug)]
pub struct State {
    key: Key,
    /// The position after the first push of the solution.
    next: u32,
    push: Push,
    depth: u16,
    changes: u16,
    /// Pushes away from the goals.
    odd: u16,
    /// Pushes that the boxes need at least, each by itself to its nearest goal.
    away: u16,
}

/// Keys are mixed by one multiplication.
#[derive(Default)]
struct Mix(u64);

impl Hasher for Mix {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        for byte in bytes {
            self.write_u128(u128::from(*byte));
        }
    }

    fn write_u128(&mut self, key: u128) {
        let folded = (key as u64) ^ ((key >> 64) as u64).rotate_left(29);
        let mixed = (self.0 ^ folded).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        self.0 = mixed ^ (mixed >> 32);
    }
}

pub struct Retro {
    boxes: usize,
    states: Vec<State>,
    /// Depths up to this one are exact.
    exact: u16,
    worth: fn(&State) -> u32,
}

struct Play<'a> {
    maze: &'a Maze,
    states: Vec<State>,
    known: HashMap<Key, u32, BuildHasherDefault<Mix>>,
    occupied: Vec<bool>,
    reach: Reach,
    region: Reach,
    /// Pushes from a square to the nearest goal, other boxes away.
    far: Vec<u16>,
}

impl Retro {
    /// Plays from the solved board; nothing if it was cancelled.
    pub fn play(maze: &Maze, manner: Manner, cancel: &Cancel) -> Option<Retro> {
        let mut play = Play {
            maze,
            states: Vec::new(),
            known: HashMap::default(),
            occupied: maze.empty(),
            reach: Reach::new(maze),
            region: Reach::new(maze),
            far: maze.pushes_to(&maze.goals),
        };
        play.begin();
        let mut exact = u16::MAX;
        let mut layer: Vec<u32> = (0..play.states.len() as u32).collect();
        while !layer.is_empty() && play.states.len() < manner.most {
            if cancel.is_cancelled() {
                return None;
            }
            let first = play.states.len();
            for at in &layer {
                play.expand(*at);
            }
            layer = (first as u32..play.states.len() as u32).collect();
            if layer.len() > manner.layer {
                layer.sort_by_key(|at| std::cmp::Reverse((manner.worth)(&play.states[*at as usize])));
                layer.truncate(manner.layer);
                exact = exact.min(play.states[layer[0] as usize].depth);
            }
        }
        Some(Retro { boxes: maze.boxes.len(), states: play.states, exact, worth: manner.worth })
    }

    /// The most promising positions of at least so many pushes, or where there are none, the deepest.
    pub fn best(&self, pushes: usize, most: usize) -> Vec<usize> {
        let deepest = self.states.iter().map(|state| state.depth).max().unwrap_or(0);
        let least = (pushes.min(usize::from(deepest)) as u16).max(1);
        let mut good: Vec<usize> =
            (0..self.states.len()).filter(|at| self.states[*at].depth >= least).collect();
        good.sort_by_key(|at| (std::cmp::Reverse((self.worth)(&self.states[*at])), *at));
        good.truncate(most);
        good
    }

    /// What the most promising of them is worth; deep enough ones count before all others.
    pub fn most_worth(&self, pushes: usize) -> (bool, u32) {
        let best = self.best(pushes, 1).first().map(|at| &self.states[*at]);
        best.map_or((false, 0), |state| (usize::from(state.depth) >= pushes, (self.worth)(state)))
    }

    pub fn is_exact(&self, at: usize) -> bool {
        self.states[at].depth <= self.exact
    }

    /// The boxes of a position and the squares of the player's region, as the level numbers them.
    pub fn position(&self, maze: &Maze, at: usize) -> (Vec<usize>, Vec<usize>) {
        let (boxes, player) = unpack(self.states[at].key, self.boxes);
        let mut occupied = maze.empty();
        put(&mut occupied, &boxes, true);
        let mut reach = Reach::new(maze);
        reach.flood(maze, &occupied, player);
        let outer = |squares: &[Square]| squares.iter().map(|square| maze.outer(*square)).collect();
        (outer(&boxes), outer(reach.squares()))
    }

    /// The pushes that solve a position.
    pub fn solution(&self, at: usize) -> Vec<Push> {
        let mut pushes = Vec::new();
        let mut at = at;
        while self.states[at].depth > 0 {
            pushes.push(self.states[at].push);
            at = self.states[at].next as usize;
        }
        pushes
    }
}

/// The text of pushes on a level whose squares are numbered like those of the play.
pub fn to_text(maze: &Maze, pushes: &[Push]) -> Option<String> {
    script::to_text(maze, pushes)
}

fn pack(boxes: &[Square], player: Square) -> Key {
    boxes.iter().chain([&player]).fold(0, |key, square| key << 8 | Key::from(*square))
}

fn unpack(key: Key, boxes: usize) -> (Vec<Square>, Square) {
    let at = |place: usize| (key >> (8 * (boxes - place)) & 0xff) as Square;
    ((0..boxes).map(at).collect(), at(boxes))
}

impl Play<'_> {
    /// The solved boards, one for each region of the player.
    fn begin(&mut self) {
        put(&mut self.occupied, &self.maze.goals, true);
        for square in self.maze.squares().filter(|square| !self.maze.is_goal[usize::from(*square)]) {
            let name = self.region.flood(self.maze, &self.occupied, square);
            let key = pack(&self.maze.goals, name);
            let push = Push { from: 0, dir: 0 };
            self.add(State { key, next: 0, push, depth: 0, changes: 0, odd: 0, away: 0 });
        }
        put(&mut self.occupied, &self.maze.goals, false);
    }

    fn add(&mut self, state: State) {
        let fresh = self.states.len() as u32;
        if *self.known.entry(state.key).or_insert(fresh) == fresh {
            self.states.push(state);
        }
    }

    /// Tries every pull.
    fn expand(&mut self, at: u32) {
        let state = self.states[at as usize];
        let (boxes, player) = unpack(state.key, self.maze.boxes.len());
        put(&mut self.occupied, &boxes, true);
        self.reach.flood(self.maze, &self.occupied, player);
        let mut moved = boxes.clone();
        for (which, square) in boxes.iter().copied().enumerate() {
            for dir in DIRS {
                let to = self.maze.next(square, dir);
                let stands = self.maze.next(to, dir);
                if !self.reach.contains(to) || self.occupied[usize::from(stands)] {
                    continue;
                }
                shift(&mut self.occupied, square, to);
                let name = self.region.flood(self.maze, &self.occupied, stands);
                moved.copy_from_slice(&boxes);
                moved[which] = to;
                moved.sort_unstable();
                shift(&mut self.occupied, to, square);
                let odd = self.far[usize::from(square)] > self.far[usize::from(to)]
                    || self.maze.is_goal[usize::from(to)];
                let change = state.depth > 0 && state.push.from != square;
                self.add(State {
                    key: pack(&moved, name),
                    next: at,
                    push: Push { from: to, dir: opposite(dir) },
                    depth: state.depth + 1,
                    changes: state.changes + u16::from(change),
                    odd: state.odd + u16::from(odd),
                    away: state.away + self.far[usize::from(to)] - self.far[usize::from(square)],
                });
            }
        }
        put(&mut self.occupied, &boxes, false);
    }
}
