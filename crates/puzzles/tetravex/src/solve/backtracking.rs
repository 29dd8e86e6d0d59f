//! Row by row: each cell takes every kind of tile that agrees with what lies above and to the left,
//! looked up by those two colours, and stays empty last. At most so many cells may stay empty; when
//! that is refuted, one more (iterative deepening, so that a full board is found without wading
//! through all that are nearly full).

use std::collections::HashMap;
use std::sync::Arc;

use ingenio_core::{Dir, Focus, InHand, Limit, Method, Progress, Run, Step, Task, Verdict, step_by_step};

use super::ROW;
use super::bound::{least_blanks, must_be_full};
use super::engine::Instance;
use super::placement::{focus_on, solution_of};
use crate::Tetravex;
use crate::level::{Level, Tile, board_text};
use crate::words;

pub const METHOD: Method<Tetravex> = Method {
    name: "backtracking",
    about: "row by row, tiles looked up by the colours above and to the left, with ever more empty cells allowed",
    start: Backtracking::start,
    ..ROW
};

/// Equal tiles, of which one after the other is used.
struct Kind {
    tile: Tile,
    numbers: Vec<u16>,
    used: usize,
}

/// What the tile above and the tile to the left show; nothing where none lies.
type Known = (Option<u32>, Option<u32>);

pub struct Backtracking {
    level: Arc<Level>,
    cells: Vec<usize>,
    kinds: Vec<Kind>,
    /// The kinds that agree with what is known; their number says which choice is next.
    fitting: HashMap<Known, Arc<[u16]>>,
    board: Vec<Option<u16>>,
    /// For each cell decided so far: its choices, how many were tried, the kind that lies there.
    path: Vec<(Arc<[u16]>, usize, Option<u16>)>,
    blanks: usize,
    /// So many cells may stay empty; fewer are refuted.
    allowed: usize,
    least: usize,
    /// The most tiles that lay at once, in `best`.
    most: usize,
    best: Option<Vec<Option<u16>>>,
    nodes: u64,
    bytes: u64,
    memory: u64,
    over: bool,
}

impl Backtracking {
    pub fn start(level: &Arc<Level>, task: &Task) -> Box<dyn Run> {
        let instance = Instance::of(level);
        let board = level.start();
        let cells: Vec<usize> = instance.spots.iter().map(|spot| spot.at).collect();
        let kinds: Vec<Kind> = instance
            .kinds
            .iter()
            .map(|kind| Kind {
                tile: level.tiles()[usize::from(kind.tiles[0])],
                numbers: kind.tiles.clone(),
                used: 0,
            })
            .collect();
        let fitting = look_up(&kinds);
        let least = least_blanks(level, &instance).least;
        let listed: usize = fitting.values().map(|kinds| kinds.len() * 2 + 64).sum();
        Box::new(Backtracking {
            least,
            bytes: (listed + cells.len() * 120 + kinds.len() * 120) as u64,
            memory: task.memory,
            path: Vec::with_capacity(cells.len()),
            level: level.clone(),
            cells,
            kinds,
            fitting,
            board,
            blanks: 0,
            allowed: least,
            most: 0,
            best: None,
            nodes: 0,
            over: false,
        })
    }

    fn known(&self, cell: usize) -> Known {
        let facing = |dir: Dir| {
            let tile = self.board[self.level.size().step(cell, dir)?]?;
            Some(self.level.tiles()[usize::from(tile)].side(dir.opposite()))
        };
        (facing(Dir::Up), facing(Dir::Left))
    }

    /// Do the fixed tiles to the right and below agree?
    fn agrees(&self, cell: usize, tile: Tile) -> bool {
        [Dir::Right, Dir::Down].into_iter().all(|dir| {
            let facing = self.level.size().step(cell, dir).and_then(|other| self.board[other]);
            facing.is_none_or(|other| {
                self.level.tiles()[usize::from(other)].side(dir.opposite()) == tile.side(dir)
            })
        })
    }

    /// What lies so far is a placement.
    fn keep_best(&mut self) {
        let placed = self.path.len() - self.blanks;
        if self.best.is_none() || placed > self.most {
            self.most = placed;
            self.best = Some(self.board.clone());
        }
    }

    /// Opens the next cell; behind the last one the board is an answer.
    fn descend(&mut self) {
        self.keep_best();
        let Some(cell) = self.cells.get(self.path.len()) else {
            self.over = true;
            return;
        };
        let none: Arc<[u16]> = Arc::new([]);
        let choices = self.fitting.get(&self.known(*cell)).unwrap_or(&none).clone();
        self.path.push((choices, 0, None));
    }

    /// Tries the next choice of the last open cell; closes it when there is none.
    fn step(&mut self) {
        let Some((choices, tried, lies)) = self.path.last_mut() else {
            self.allowed += 1;
            self.over = must_be_full(&self.level);
            return self.descend();
        };
        let (choices, at, lay) = (choices.clone(), *tried, lies.take());
        *tried += 1;
        let cell = self.cells[self.path.len() - 1];
        self.lift(cell, lay, at > choices.len());
        match at.cmp(&choices.len()) {
            std::cmp::Ordering::Less => self.lay(cell, choices[at]),
            std::cmp::Ordering::Equal => self.leave_empty(),
            std::cmp::Ordering::Greater => drop(self.path.pop()),
        }
    }

    /// Takes back what the last choice did.
    fn lift(&mut self, cell: usize, lay: Option<u16>, was_empty: bool) {
        if let Some(kind) = lay {
            self.kinds[usize::from(kind)].used -= 1;
            self.board[cell] = None;
        }
        self.blanks -= usize::from(was_empty);
    }

    fn lay(&mut self, cell: usize, kind: u16) {
        let known = &self.kinds[usize::from(kind)];
        if known.used == known.numbers.len() || !self.agrees(cell, known.tile) {
            return;
        }
        self.board[cell] = Some(known.numbers[known.used]);
        self.kinds[usize::from(kind)].used += 1;
        if let Some(last) = self.path.last_mut() {
            last.2 = Some(kind);
        }
        self.descend();
    }

    fn leave_empty(&mut self) {
        self.blanks += 1;
        if self.blanks <= self.allowed {
            self.descend();
        }
    }

    fn answer(&self) -> Option<Verdict> {
        let full = must_be_full(&self.level);
        if full && self.least > 0 {
            let reason = least_blanks(&self.level, &Instance::of(&self.level)).reason;
            return Some(Verdict::Unsolvable { reason });
        }
        if self.bytes > self.memory {
            return Some(Verdict::Stopped { limit: Limit::Memory });
        }
        match &self.best {
            _ if !self.over => None,
            Some(board) if self.allowed == self.least || !full => {
                Some(Verdict::Solved { solution: board_text(self.level.size(), board), optimal: true })
            }
            _ => Some(Verdict::Unsolvable { reason: words::NO_FULL_BOARD.say() }),
        }
    }
}

/// Lists the kinds for every pair of known colours that occurs.
fn look_up(kinds: &[Kind]) -> HashMap<Known, Arc<[u16]>> {
    let mut lists: HashMap<Known, Vec<u16>> = HashMap::new();
    for (number, kind) in (0..).zip(kinds) {
        let (top, left) = (kind.tile.side(Dir::Up), kind.tile.side(Dir::Left));
        for known in [(Some(top), Some(left)), (Some(top), None), (None, Some(left)), (None, None)] {
            lists.entry(known).or_default().push(number);
        }
    }
    lists.into_iter().map(|(known, list)| (known, list.into())).collect()
}

impl Backtracking {
    /// The first step tries the first cell; every other goes on where the one before ended.
    fn node(&mut self) {
        if self.nodes == 0 {
            self.descend();
        } else {
            self.step();
        }
        self.nodes += 1;
    }
}

impl Run for Backtracking {
    fn advance(&mut self, expansions: u64) -> Step {
        step_by_step(self, expansions, Self::answer, Self::node)
    }

    fn progress(&self) -> Progress {
        let bytes = if self.bytes > self.memory { 0 } else { self.bytes };
        Progress {
            nodes: self.nodes,
            generated: self.nodes,
            bound: Some(self.level.room().saturating_sub(self.allowed) as u64),
            best: self.best.as_ref().map(|board| board.iter().flatten().count() as u64),
            memory: bytes,
            peak: bytes,
            ..Progress::default()
        }
    }

    fn found(&self) -> InHand {
        self.best.as_ref().and_then(|board| solution_of(&self.level, board)).into()
    }

    fn focus(&self) -> Option<Focus> {
        Some(focus_on(&self.level, &self.board))
    }
}
