//! `idastar-walking-distance` (Ken'ichiro Takahashi): of each tile only its row and the row where it
//! belongs are looked at, so all tiles of one goal row are alike. How many of each kind are in each
//! row, and the row of the blank, is a small space; its distances bound the vertical moves, those of
//! the columns the horizontal ones, and both add up. Admissible and consistent, because it is the
//! exact distance in a space where every vertical move of the board is a move too.

mod slides;

use std::collections::HashMap;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use ingenio_core::{Dir, Guarantee, Heuristic, Message, Method, Run, Task};
use ingenio_search::{IdaStar, Walk};

use self::slides::SlidesWalk;
use super::idastar_manhattan::run;
use super::paths::{Actions, Paths};
use crate::Taquin;
use crate::level::{BLANK, Level, Tile};
use crate::metric::{MOVES, SLIDES};
use crate::solve::graph::space;
use crate::solve::line_by_line::solution_in_hand::with_first;
use crate::words;

/// 4x4 has 24,964 states each way; 5x5 would have 65 million.
const MOST_SIDE: usize = 4;

pub const METHOD: Method<Taquin> = Method {
    name: "idastar-walking-distance",
    about: "iterative deepening A* with walking distance: exact distances between rows and between columns",
    guarantee: Guarantee::Optimal,
    metrics: crate::solve::BOTH,
    fits,
    start: |level, task| crate::solve::unless_odd(level, || start(level, task)),
    ..crate::solve::ROW
};

fn start(level: &Arc<Level>, task: &Task) -> Box<dyn Run> {
    if task.metric == SLIDES {
        return with_first(level, task, space::run(IdaStar::new(SlidesWalk::new(level)), true));
    }
    with_first(level, task, Box::new(run(WalkingWalk::new(level))))
}

pub const IN_SLIDES: Heuristic<Taquin> = slides::HEURISTIC;

pub const HEURISTIC: Heuristic<Taquin> = Heuristic {
    name: "walking-distance",
    metric: MOVES,
    admissible: true,
    estimate: |level, position, _| {
        let estimate = || u64::from(WalkingWalk::new(&level.from_here(position.tiles().to_vec())).estimate());
        Some(if fits(level).is_ok() { estimate() } else { 0 })
    },
};

pub fn fits(level: &Level) -> Result<(), Message> {
    let size = level.size();
    if size.width.max(size.height) <= MOST_SIDE {
        return Ok(());
    }
    Err(words::TOO_LONG_SIDE.with("method", METHOD.name).with("most", MOST_SIDE).with("size", size))
}

/// How many tiles of each goal line stand in each line, four bits each, the goal lines of a line
/// side by side; and the line of the blank.
type Counts = (u64, u8);

/// All states of one axis.
#[derive(Debug)]
struct Axis {
    distances: Vec<u8>,
    /// The same in slides, where they are asked for.
    slides: OnceLock<Vec<u8>>,
    /// By state, by whether the blank goes on (1) or back (0), by the goal line of the tile it meets.
    links: Vec<[[u32; MOST_SIDE]; 2]>,
    numbers: HashMap<Counts, u32>,
}

const fn one(line: usize, goal: usize) -> u64 {
    1 << (4 * (line * MOST_SIDE + goal))
}

impl Axis {
    /// Breadth-first from the goal: lines of some length, the blank at home in one of them.
    fn new(lines: usize, length: usize, blank: usize) -> Self {
        let tiles = |line: usize| length as u64 - u64::from(line == blank);
        let goal = (0..lines).map(|line| one(line, line) * tiles(line)).sum();
        let mut axis = Axis {
            distances: vec![0],
            slides: OnceLock::new(),
            links: vec![[[u32::MAX; MOST_SIDE]; 2]],
            numbers: HashMap::from([((goal, blank as u8), 0)]),
        };
        let mut states = vec![(goal, blank as u8)];
        let mut at = 0;
        while at < states.len() {
            let (counts, here) = states[at];
            for on in [false, true] {
                let Some(there) = usize::from(here).checked_add_signed(if on { 1 } else { -1 }) else {
                    continue;
                };
                for goal in (0..lines).filter(|goal| there < lines && counts & (one(there, *goal) * 15) != 0)
                {
                    let after = (counts - one(there, goal) + one(usize::from(here), goal), there as u8);
                    let number = *axis.numbers.entry(after).or_insert_with(|| {
                        states.push(after);
                        axis.distances.push(axis.distances[at] + 1);
                        axis.links.push([[u32::MAX; MOST_SIDE]; 2]);
                        states.len() as u32 - 1
                    });
                    axis.links[at][usize::from(on)][goal] = number;
                }
            }
            at += 1;
        }
        axis
    }

    /// The axis with these figures, made once for the process.
    fn shared(lines: usize, length: usize, blank: usize) -> Arc<Axis> {
        static KNOWN: Mutex<Vec<([usize; 3], Arc<Axis>)>> = Mutex::new(Vec::new());
        let mut known = KNOWN.lock().unwrap_or_else(PoisonError::into_inner);
        let figures = [lines, length, blank];
        if let Some((_, axis)) = known.iter().find(|(of, _)| *of == figures) {
            return axis.clone();
        }
        let axis = Arc::new(Axis::new(lines, length, blank));
        known.push((figures, axis.clone()));
        axis
    }
}

/// The walk with both states kept up to date.
#[derive(Clone, Debug)]
pub struct WalkingWalk {
    tiles: [u8; 16],
    blank: u8,
    paths: Paths,
    /// By tile, the row and the column where it belongs.
    homes: [[u8; 2]; 16],
    axes: [Arc<Axis>; 2],
    states: [u32; 2],
}

#[derive(Clone, Copy, Debug)]
pub struct Back {
    blank: u8,
    states: [u32; 2],
}

impl WalkingWalk {
    pub fn new(level: &Level) -> Self {
        let size = level.size();
        let (mut tiles, mut homes) = ([0; 16], [[0; 2]; 16]);
        for (cell, tile) in level.tiles().iter().enumerate() {
            tiles[cell] = *tile as u8;
        }
        for (tile, cell) in level.goal_cells().into_iter().enumerate() {
            homes[tile] = [size.row(cell) as u8, size.column(cell) as u8];
        }
        let blank = level.tiles().iter().position(|tile| *tile == BLANK).expect("every board has a blank");
        let home = homes[usize::from(BLANK)].map(usize::from);
        let axes =
            [Axis::shared(size.height, size.width, home[0]), Axis::shared(size.width, size.height, home[1])];
        let line = |axis: usize, cell: usize| if axis == 0 { size.row(cell) } else { size.column(cell) };
        let find = |axis: usize| {
            let placed = level.tiles().iter().enumerate().filter(|(_, tile)| **tile != BLANK);
            let count = |(cell, tile): (usize, &Tile)| {
                one(line(axis, cell), usize::from(homes[usize::from(*tile)][axis]))
            };
            let counts: u64 = placed.map(count).sum();
            axes[axis].numbers[&(counts, line(axis, blank) as u8)]
        };
        let states = [find(0), find(1)];
        WalkingWalk { tiles, blank: blank as u8, paths: Paths::new(size), homes, axes, states }
    }

    /// The states after a step.
    #[inline]
    fn after(&self, dir: Dir) -> [u32; 2] {
        let tile = self.tiles[usize::from(self.paths.next(self.blank, dir) & 15)];
        self.states_after(self.states, tile, dir)
    }

    /// The states after a step in which the blank meets a tile.
    #[inline]
    fn states_after(&self, mut states: [u32; 2], tile: u8, dir: Dir) -> [u32; 2] {
        let axis = usize::from(!dir.is_vertical());
        let on = usize::from(matches!(dir, Dir::Down | Dir::Right));
        let goal = self.homes[usize::from(tile & 15)][axis];
        states[axis] = self.axes[axis].links[states[axis] as usize][on][usize::from(goal) & (MOST_SIDE - 1)];
        states
    }

    #[inline]
    fn sum(&self, states: [u32; 2]) -> u32 {
        let of = |axis: usize| u32::from(self.axes[axis].distances[states[axis] as usize]);
        of(0) + of(1)
    }
}

impl Walk for WalkingWalk {
    type Action = Dir;
    type Undo = Back;
    type Actions = Actions;

    /// Every tile is in its row and in its column.
    fn is_goal(&self) -> bool {
        self.estimate() == 0
    }

    fn estimate(&self) -> u32 {
        self.sum(self.states)
    }

    fn actions(&self, last: Option<Dir>) -> Actions {
        self.paths.actions(self.blank, last)
    }

    #[inline]
    fn peek(&self, dir: Dir) -> u32 {
        self.sum(self.after(dir))
    }

    #[inline]
    fn apply(&mut self, dir: Dir) -> Back {
        let back = Back { blank: self.blank, states: self.states };
        let from = self.paths.next(self.blank, dir);
        self.states = self.after(dir);
        self.tiles[usize::from(self.blank & 15)] = self.tiles[usize::from(from & 15)];
        self.blank = from;
        back
    }

    #[inline]
    fn undo(&mut self, back: Back) {
        self.tiles[usize::from(self.blank & 15)] = self.tiles[usize::from(back.blank & 15)];
        (self.blank, self.states) = (back.blank, back.states);
    }
}
