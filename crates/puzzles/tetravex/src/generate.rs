//! Generators: `random` cuts a board with coloured edges into tiles, `over` spoils some of them so
//! that not all can be placed, and proves how many can.

use std::sync::Arc;

use ingenio_core::{
    Attempt, Cancel, Generator, Made, Maker, Message, Near, OptionSpec, Options, Rating, Rng, Run, Size,
    Step, Task, Verdict, rooms,
};

use crate::Tetravex;
use crate::level::{Level, Place, Question, Tile, board_text};
use crate::solve::{counting, proved_maximum};
use crate::words;

impl rooms::Makers for Tetravex {
    fn generators() -> &'static [Generator<Self>] {
        GENERATORS
    }

    fn rate(level: &Arc<Level>, task: &Task) -> Option<Box<dyn Run<Option<Rating>>>> {
        Some(Box::new(crate::rate::Rate::new(level, task)))
    }

    fn kin(level: &Level) -> Vec<String> {
        crate::kin::kin(level)
    }
}

pub const GENERATORS: &[Generator<Tetravex>] = &[
    Generator {
        name: "random",
        about: "a board with random coloured edges, cut into tiles and shuffled",
        options: &[WIDTH, HEIGHT, COLOURS, UNIQUE],
        by_grade: [
            "width=3,height=3,colours=9",
            "width=3,height=3,colours=6",
            "width=4,height=4,colours=6",
            "width=6,height=6,colours=6",
        ],
        start: |wishes, cancel| Ok(Box::new(Random::new(wishes, cancel)?)),
    },
    Generator {
        name: "over",
        about: "more tiles than fit: some are spoilt, and the most that can be placed is proved",
        options: &[WIDTH, HEIGHT, COLOURS, MISSING],
        by_grade: [""; 4],
        start: |wishes, cancel| Ok(Box::new(Over::new(wishes, cancel)?)),
    },
];

const WIDTH: OptionSpec = OptionSpec::integer("width", "columns", 1..=16, 4);
const HEIGHT: OptionSpec = OptionSpec::integer("height", "rows", 1..=16, 4);
const COLOURS: OptionSpec = OptionSpec::integer("colours", "different colours, all of them used", 1..=100, 8);
const MISSING: OptionSpec = OptionSpec::integer("missing", "cells that must stay empty", 1..=20, 1);
const UNIQUE: OptionSpec = OptionSpec::flag("unique", "only boards with one solution, proved", false);

/// Nodes after which a proof is given up, on boards of up to 36 cells; less on larger ones, where each
/// takes longer. Chosen by hand.
const NODES: u64 = 50_000;
/// Nodes between two looks at the flag.
const SLICE: u64 = 200;

/// A board of edges to be cut.
#[derive(Clone, Copy, Debug)]
struct Cut {
    size: Size,
    colours: usize,
}

impl Cut {
    fn of(wishes: &Options) -> Result<Cut, Message> {
        let number = |name| wishes.integer(name) as usize;
        let cut = Cut { size: Size::new(number("width"), number("height")), colours: number("colours") };
        if cut.colours > cut.edges() {
            let wish = words::WISH_COLOURS.with("size", cut.size).with("edges", cut.edges());
            return Err(wish.with("colours", cut.colours));
        }
        Ok(cut)
    }

    /// The edges that lie across, above and below the cells.
    const fn across(self) -> usize {
        self.size.width * (self.size.height + 1)
    }

    const fn edges(self) -> usize {
        self.across() + (self.size.width + 1) * self.size.height
    }

    /// Tiles that fill the board as they stand: every colour is used, otherwise all is chance.
    fn tiles(self, rng: &mut Rng) -> Vec<Tile> {
        let drawn =
            (0..self.edges()).map(|edge| if edge < self.colours { edge } else { rng.below(self.colours) });
        let mut edges: Vec<u32> = drawn.map(|colour| colour as u32).collect();
        rng.shuffle(&mut edges);
        let Size { width, height } = self.size;
        let tile = |(row, column): (usize, usize)| {
            let above = row * width + column;
            let left = self.across() + row * (width + 1) + column;
            Tile([edges[above], edges[left + 1], edges[above + width], edges[left]])
        };
        (0..width * height).map(|cell| tile((cell / width, cell % width))).collect()
    }
}

/// Tiles in random order, and where each of the old places went.
fn shuffled(rng: &mut Rng, tiles: &[Tile]) -> (Vec<Tile>, Vec<Option<u16>>) {
    let mut order: Vec<usize> = (0..tiles.len()).collect();
    rng.shuffle(&mut order);
    let mut board = vec![None; tiles.len()];
    for (number, old) in order.iter().enumerate() {
        board[*old] = Some(number as u16);
    }
    (order.iter().map(|old| tiles[*old]).collect(), board)
}

/// Ends a run within the nodes of a try; nothing if it does not end or is cancelled.
fn finish<A>(run: &mut dyn Run<A>, cells: usize, cancel: &Cancel) -> Option<Verdict> {
    for _ in 0..NODES * 36 / (cells as u64).max(36) / SLICE {
        if cancel.is_cancelled() {
            return None;
        }
        if let Step::Done(verdict) = run.advance(SLICE) {
            return Some(verdict);
        }
    }
    None
}

struct Random {
    cut: Cut,
    unique: bool,
    cancel: Cancel,
}

impl Random {
    fn new(wishes: &Options, cancel: Cancel) -> Result<Self, Message> {
        Ok(Random { cut: Cut::of(wishes)?, unique: wishes.flag("unique"), cancel })
    }

    /// Is there one solution only? Nothing if it is not found out.
    fn is_unique(&self, level: &Arc<Level>) -> Option<bool> {
        let mut run = counting::start(level, 2, &Task::default());
        finish(run.as_mut(), self.cut.size.cells(), &self.cancel)?;
        let tally = run.found();
        Some(tally.found == 1 && tally.complete)
    }
}

impl Maker<Level> for Random {
    fn attempt(&mut self, _: u64, rng: &mut Rng) -> Attempt<Level> {
        let cut = self.cut.tiles(rng);
        let (tiles, board) = shuffled(rng, &cut);
        let solution = board_text(self.cut.size, &board);
        let level = level(self.cut.size, tiles, Question::Complete);
        if !self.unique {
            return Attempt::Made(vec![Made { level, solution, optimal: true, unique: false }]);
        }
        let level = Arc::new(level);
        let unique = self.is_unique(&level);
        let level = Arc::unwrap_or_clone(level);
        match unique {
            Some(true) => Attempt::Made(vec![Made { level, solution, optimal: true, unique: true }]),
            Some(false) => Attempt::Near(Near { level, miss: 1, what: words::NEAR_AMBIGUOUS.say() }),
            None => Attempt::Nothing,
        }
    }
}

fn level(size: Size, tiles: Vec<Tile>, question: Question) -> Level {
    Level::new(size, tiles, vec![Place::Open; size.cells()], question).expect("a cut board is a level")
}

struct Over {
    cut: Cut,
    missing: usize,
    cancel: Cancel,
}

impl Over {
    fn new(wishes: &Options, cancel: Cancel) -> Result<Self, Message> {
        let (cut, missing) = (Cut::of(wishes)?, wishes.integer("missing") as usize);
        if missing >= cut.size.cells() || cut.colours < 2 {
            let wish = words::WISH_MISSING.with("missing", missing).with("size", cut.size);
            return Err(wish.with("colours", cut.colours));
        }
        Ok(Over { cut, missing, cancel })
    }

    /// The cut tiles, as many of them spoilt as cells are to stay empty.
    fn tiles(&self, rng: &mut Rng) -> Vec<Tile> {
        let mut tiles = self.cut.tiles(rng);
        rng.shuffle(&mut tiles);
        for tile in &mut tiles[..self.missing] {
            *tile = Tile(std::array::from_fn(|_| rng.below(self.cut.colours) as u32));
        }
        rng.shuffle(&mut tiles);
        tiles
    }
}

impl Maker<Level> for Over {
    fn attempt(&mut self, _: u64, rng: &mut Rng) -> Attempt<Level> {
        let level = Arc::new(level(self.cut.size, self.tiles(rng), Question::Maximise));
        let mut run = proved_maximum(&level, &Task::default());
        let Some(Verdict::Solved { solution, optimal: true }) =
            finish(run.as_mut(), self.cut.size.cells(), &self.cancel)
        else {
            return Attempt::Nothing;
        };
        let placed = run.progress().best.unwrap_or(0) as usize;
        let (empty, level) = (level.room() - placed, Arc::unwrap_or_clone(level));
        if empty == self.missing {
            return Attempt::Made(vec![Made { level, solution, optimal: true, unique: false }]);
        }
        let what = words::NEAR_MISSING.with("placed", placed).with("empty", empty);
        Attempt::Near(Near { level, miss: empty.abs_diff(self.missing) as u64, what })
    }
}
