//! The instance: walls, goals, boxes and the player, with the rules every level obeys.
//!
//! Squares that the player could reach if the boxes were away are *inside*. Everything else is
//! outside: it is kept as drawn, but only boxes already on goals (decoration) may lie there.
//! Reading is in `level/read.rs`, the normal form up to symmetry in `level/normal.rs`.

mod normal;
mod read;

use ingenio_core::{Cell, Dir, Likeness, Message, Options, Reading, Size, Source, rooms};

pub use normal::{duplicates, normal_form};
pub use read::{drawing, read, recognise};

use crate::Sokoban;
use crate::words;

impl rooms::Texts for Sokoban {
    fn recognise(source: &Source) -> Likeness {
        recognise(source)
    }

    fn read(source: &Source, _settings: &Options) -> Vec<Reading<Level>> {
        read(source)
    }

    fn write(level: &Level, format: &str) -> Result<String, Message> {
        Ok(write(level, format))
    }
}

/// Boards have at most this many rows and columns; all their squares fit in 16 bits.
pub const MOST_SIDE: usize = 250;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Square {
    Floor,
    Wall,
    Goal,
    Crate,
    CrateOnGoal,
}

impl Square {
    pub const fn of(goal: bool, crated: bool) -> Self {
        match (goal, crated) {
            (false, false) => Square::Floor,
            (true, false) => Square::Goal,
            (false, true) => Square::Crate,
            (true, true) => Square::CrateOnGoal,
        }
    }

    pub const fn is_goal(self) -> bool {
        matches!(self, Square::Goal | Square::CrateOnGoal)
    }

    pub const fn is_crate(self) -> bool {
        matches!(self, Square::Crate | Square::CrateOnGoal)
    }

    pub const fn letter(self, player: bool) -> char {
        match self {
            Square::Goal | Square::CrateOnGoal if player => '+',
            _ if player => '@',
            Square::Floor => ' ',
            Square::Wall => '#',
            Square::Goal => '.',
            Square::Crate => '$',
            Square::CrateOnGoal => '*',
        }
    }
}

/// One immutable sokoban. All squares are numbered row by row.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Level {
    size: Size,
    squares: Vec<Square>,
    inside: Vec<bool>,
    player: usize,
}

/// What is wrong with a drawn board, and on which square.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Problem {
    pub square: Option<usize>,
    pub message: Message,
}

impl Problem {
    fn at(square: usize, message: Message) -> Self {
        Problem { square: Some(square), message }
    }
}

impl Level {
    /// Checks a drawn board against the rules.
    pub fn new(size: Size, squares: Vec<Square>, player: usize) -> Result<Self, Problem> {
        let inside = flood(size, &squares, player)?;
        check_outside(&squares, &inside)?;
        let count = |is: fn(Square) -> bool| {
            squares.iter().zip(&inside).filter(|(square, inside)| **inside && is(**square)).count()
        };
        let (boxes, goals) = (count(Square::is_crate), count(Square::is_goal));
        if boxes == 0 && goals == 0 {
            return Err(Problem { square: None, message: words::NO_BOX.say() });
        }
        if boxes != goals {
            let message = words::COUNT.with("boxes", boxes).with("goals", goals);
            return Err(Problem { square: None, message });
        }
        Ok(Level { size, squares, inside, player })
    }

    pub fn size(&self) -> Size {
        self.size
    }

    pub fn square(&self, at: usize) -> Square {
        self.squares[at]
    }

    pub fn player(&self) -> usize {
        self.player
    }

    /// Could the player come here if the boxes were away?
    pub fn is_inside(&self, at: usize) -> bool {
        self.inside[at]
    }

    pub fn is_wall(&self, at: usize) -> bool {
        self.squares[at] == Square::Wall
    }

    pub fn is_goal(&self, at: usize) -> bool {
        self.inside[at] && self.squares[at].is_goal()
    }

    /// The squares of the boxes that take part, in order.
    pub fn boxes(&self) -> Vec<usize> {
        self.all(|at| self.inside[at] && self.squares[at].is_crate())
    }

    pub fn goals(&self) -> Vec<usize> {
        self.all(|at| self.is_goal(at))
    }

    /// Boxes on goals outside, which only adorn the board.
    pub fn decoration(&self) -> Vec<usize> {
        self.all(|at| !self.inside[at] && self.squares[at].is_crate())
    }

    fn all(&self, is: impl Fn(usize) -> bool) -> Vec<usize> {
        (0..self.size.cells()).filter(|at| is(*at)).collect()
    }

    /// The neighbour a player could step on. Inside squares never lie on the edge of a closed board.
    pub fn step(&self, at: usize, dir: Dir) -> Option<usize> {
        self.size.step(at, dir).filter(|next| !self.is_wall(*next))
    }

    pub fn cell(&self, at: usize) -> Cell {
        self.size.cell(at)
    }

    /// The level that begins with these boxes and this player.
    pub fn with_start(&self, boxes: &[usize], player: usize) -> Level {
        let mut squares = self.squares.clone();
        for (at, square) in squares.iter_mut().enumerate().filter(|(at, _)| self.inside[*at]) {
            *square = Square::of(square.is_goal(), boxes.contains(&at));
        }
        Level { size: self.size, squares, inside: self.inside.clone(), player }
    }

    /// The rows as XSB, without trailing spaces.
    pub fn rows(&self) -> Vec<String> {
        let row = |row: usize| -> String {
            let first = row * self.size.width;
            let letters =
                (first..first + self.size.width).map(|at| self.squares[at].letter(at == self.player));
            let written = letters.collect::<String>().trim_end().to_owned();
            // An empty line would end the level for whoever reads it.
            if written.is_empty() { "-".into() } else { written }
        };
        (0..self.size.height).map(row).collect()
    }
}

/// The squares a player without boxes can reach; an error where he gets out.
fn flood(size: Size, squares: &[Square], player: usize) -> Result<Vec<bool>, Problem> {
    let mut inside = vec![false; squares.len()];
    let mut open = vec![player];
    inside[player] = true;
    while let Some(at) = open.pop() {
        for dir in Dir::ALL {
            let next = size.step(at, dir).ok_or_else(|| Problem::at(at, words::OPEN.say()))?;
            if squares[next] != Square::Wall && !inside[next] {
                inside[next] = true;
                open.push(next);
            }
        }
    }
    Ok(inside)
}

fn check_outside(squares: &[Square], inside: &[bool]) -> Result<(), Problem> {
    for (at, square) in squares.iter().enumerate().filter(|(at, _)| !inside[*at]) {
        match square {
            Square::Crate => return Err(Problem::at(at, words::BOX_OUTSIDE.say())),
            Square::Goal => return Err(Problem::at(at, words::GOAL_OUTSIDE.say())),
            _ => {}
        }
    }
    Ok(())
}

/// Writes a level in one of the formats of the puzzle.
pub fn write(level: &Level, format: &str) -> String {
    match format {
        "rle" => read::run_lengths(&level.rows()),
        _ => level.rows().join("\n") + "\n",
    }
}
