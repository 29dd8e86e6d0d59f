//! Positions and moves. A position is where every piece stands in its line; a move slides one
//! piece by any number of free cells.

use std::fmt;

use ingenio_core::{Fault, Measures, Message, rooms};

use crate::Unblock;
use crate::level::{Level, Name};
use crate::words;

impl rooms::Rules for Unblock {
    fn start(level: &Level) -> Position {
        start(level)
    }

    fn moves(level: &Level, position: &Position) -> Vec<Move> {
        moves(level, position)
    }

    fn parse_moves(level: &Level, text: &str) -> Result<Vec<Move>, Fault> {
        parse_moves(level, text)
    }

    fn apply(level: &Level, position: &mut Position, action: &Move) -> Result<Move, Message> {
        apply(level, position, action)
    }

    fn undo(_: &Level, position: &mut Position, action: Move) {
        shift(position, action.piece, -action.by);
    }

    fn won(level: &Level, position: &Position) -> bool {
        won(level, position)
    }

    /// Moves can be undone, so a position is lost only if the level was lost from the start.
    fn stuck(level: &Level, position: &Position) -> Option<Message> {
        crate::confine::blocked(level, &position.offsets)
    }

    fn measure(_: &Level, _: &Position, history: &[Move]) -> Measures {
        measure(history)
    }

    fn level_from(level: &Level, position: &Position) -> Option<Level> {
        Some(level.with_offsets(&position.offsets))
    }
}

/// Where every piece stands: the place of its first cell in its line.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Position {
    pub offsets: Vec<u8>,
}

/// A slide: `B+2` is piece B two cells to the right or down, `B-1` one cell to the left or up.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Move {
    /// Index of the piece in the level.
    pub piece: usize,
    pub name: Name,
    pub by: i32,
}

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{:+}", self.name, self.by)
    }
}

impl Move {
    pub fn new(level: &Level, piece: usize, by: i32) -> Self {
        Move { piece, name: level.pieces()[piece].name, by }
    }

    /// Cells it moves.
    pub const fn steps(&self) -> u64 {
        self.by.unsigned_abs() as u64
    }
}

pub fn start(level: &Level) -> Position {
    Position { offsets: level.offsets() }
}

/// All slides, piece by piece: to the left or up first, the nearest place first.
pub fn moves(level: &Level, position: &Position) -> Vec<Move> {
    let board = Board { level, cover: level.cover(&position.offsets) };
    let mut moves = Vec::new();
    for piece in 0..level.pieces().len() {
        let (before, after) = board.reach(position, piece);
        moves.extend((1..=before as i32).map(|by| Move::new(level, piece, -by)));
        moves.extend((1..=after as i32).map(|by| Move::new(level, piece, by)));
    }
    moves
}

/// How far each piece can go: to the left or up, and to the right or down.
pub fn reaches(level: &Level, position: &Position) -> Vec<(usize, usize)> {
    let board = Board { level, cover: level.cover(&position.offsets) };
    (0..level.pieces().len()).map(|piece| board.reach(position, piece)).collect()
}

/// Makes a slide, or says what stands in the way. The undo is the slide itself.
pub fn apply(level: &Level, position: &mut Position, action: &Move) -> Result<Move, Message> {
    let board = Board { level, cover: level.cover(&position.offsets) };
    board.check(position, action)?;
    shift(position, action.piece, action.by);
    Ok(*action)
}

fn shift(position: &mut Position, piece: usize, by: i32) {
    let offset = &mut position.offsets[piece];
    *offset = offset.checked_add_signed(by as i8).expect("a checked slide stays on the board");
}

/// The target touches the wall at the exit.
pub fn won(level: &Level, position: &Position) -> bool {
    usize::from(position.offsets[0]) == level.goal_offset()
}

pub fn measure(history: &[Move]) -> Measures {
    let steps = history.iter().map(Move::steps).sum();
    Measures::new().count("moves", history.len() as u64).count("steps", steps)
}

struct Board<'a> {
    level: &'a Level,
    cover: Vec<Option<usize>>,
}

impl Board<'_> {
    fn reach(&self, position: &Position, piece: usize) -> (usize, usize) {
        let shape = &self.level.pieces()[piece];
        let offset = usize::from(position.offsets[piece]);
        let end = offset + usize::from(shape.length);
        let free = |place: &usize| {
            let cell = shape.cell_at(*place);
            self.cover[self.level.size().index(cell)].is_none() && !self.level.is_wall(cell)
        };
        let before = (0..offset).rev().take_while(free).count();
        let after = (end..shape.span(self.level.size())).take_while(free).count();
        (before, after)
    }

    fn check(&self, position: &Position, action: &Move) -> Result<(), Message> {
        let by = format!("{:+}", action.by);
        let (before, after) = self.reach(position, action.piece);
        let reach = if action.by < 0 { before } else { after };
        if action.by == 0 {
            return Err(words::MOVE_NOWHERE.with("piece", action.name));
        }
        if action.by.unsigned_abs() as usize <= reach {
            return Ok(());
        }
        Err(self.obstacle(position, action, reach).with("piece", action.name).with("by", by))
    }

    /// What stands `reach` + 1 cells ahead of the piece.
    fn obstacle(&self, position: &Position, action: &Move, reach: usize) -> Message {
        let size = self.level.size();
        let shape = &self.level.pieces()[action.piece];
        let offset = usize::from(position.offsets[action.piece]);
        let ahead = if action.by < 0 {
            offset.checked_sub(reach + 1)
        } else {
            Some(offset + usize::from(shape.length) + reach).filter(|place| *place < shape.span(size))
        };
        let Some(ahead) = ahead else {
            let edge = if action.by < 0 { 0 } else { shape.span(size) - 1 };
            return words::MOVE_EDGE.with("cell", shape.cell_at(edge).said());
        };
        let cell = shape.cell_at(ahead);
        match self.cover[size.index(cell)] {
            Some(other) => {
                let other = self.level.pieces()[other].name;
                words::MOVE_BLOCKED.with("other", other).with("cell", cell.said())
            }
            None => words::MOVE_WALL.with("cell", cell.said()),
        }
    }
}

/// Reads moves; white space and commas between them are optional.
pub fn parse_moves(level: &Level, text: &str) -> Result<Vec<Move>, Fault> {
    let mut moves = Vec::new();
    for (number, line) in text.lines().enumerate() {
        for (column, word) in ingenio_core::source::words(line) {
            let mut rest = word;
            while !rest.is_empty() {
                let column = column + word.chars().count() - rest.chars().count();
                let fault = |message| Fault::at(number + 1, column, message);
                let (action, tail) = parse_move(level, rest).map_err(fault)?;
                moves.push(action);
                rest = tail;
            }
        }
    }
    Ok(moves)
}

/// The first move of a word, and the rest of the word.
fn parse_move<'a>(level: &Level, text: &'a str) -> Result<(Move, &'a str), Message> {
    let wrong = || words::MOVE_SYNTAX.with("text", text);
    let at_sign = text.find(['+', '-']).ok_or_else(wrong)?;
    let (piece, rest) = text.split_at(at_sign);
    let name = parse_name(piece).ok_or_else(wrong)?;
    let piece = level.find(name).ok_or_else(|| words::MOVE_PIECE.with("piece", name))?;
    let digits = rest[1..].bytes().take_while(u8::is_ascii_digit).count();
    let far: i32 = rest[1..=digits].parse().ok().filter(|far| *far < 100).ok_or_else(wrong)?;
    let by = if rest.starts_with('-') { -far } else { far };
    Ok((Move::new(level, piece, by), &rest[1 + digits..]))
}

fn parse_name(text: &str) -> Option<Name> {
    if let Some(number) = text.strip_prefix('#') {
        let digits = !number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit());
        return digits.then(|| number.parse().ok().map(Name::Number)).flatten();
    }
    let mut letters = text.chars();
    let letter = letters.next()?;
    letters.next().is_none().then_some(Name::Letter(letter))
}
