//! The numeric panel: number of pieces, rows, columns; then for every piece its direction (1 across,
//! 2 down), its size, its row or column from 1; then the matrix of piece numbers, 0 for empty.
//! Piece 1 is the target. Our extensions: `x` in the matrix is a wall, and an `exit:` line may stand before it
//! all (see [`super::exit`]).

use std::fmt::Write as _;

use ingenio_core::source::words as split;
use ingenio_core::{Dir, Fault, Likeness, Message, Size, Template};

use super::{Axis, Level, MAX_CELLS, MAX_SIDE, Name, Square, assemble, check_size};
use crate::words;

/// Does a panel begin with this line? Only a panel has a number alone on its first line.
pub fn begins(line: &str) -> bool {
    let line = line.trim();
    !line.is_empty() && line.bytes().all(|byte| byte.is_ascii_digit())
}

/// Three lone numbers and then directions: no other puzzle writes that.
pub fn recognise(lines: &[(usize, &str)]) -> Likeness {
    let lone = lines.iter().take(3).filter(|(_, line)| begins(line)).count();
    let directed = lines.get(3).is_some_and(|(_, line)| matches!(line.trim(), "1" | "2"));
    if lone == 3 && directed { Likeness::Sure } else { Likeness::No }
}

/// Reads one panel from the beginning of the lines; also says how many lines it used.
pub fn read(lines: &[(usize, &str)], exit: Dir) -> (Result<Level, Fault>, usize) {
    let mut cursor = Cursor { lines, at: 0 };
    let level = read_panel(&mut cursor, exit);
    if level.is_err() {
        // The rest of a broken panel is not a level of its own: go on after its last number.
        while cursor.lines.get(cursor.at).is_some_and(|(_, line)| is_numeric(line)) {
            cursor.at += 1;
        }
    }
    (level, cursor.at.max(1))
}

fn is_numeric(line: &str) -> bool {
    split(line).all(|(_, word)| word == "x" || word.bytes().all(|byte| byte.is_ascii_digit()))
}

/// What the lists say about one piece.
struct Listed {
    axis: Axis,
    length: usize,
    line: usize,
}

fn read_panel(cursor: &mut Cursor<'_>, exit: Dir) -> Result<Level, Fault> {
    let (line, _) = cursor.lines[cursor.at];
    let count = cursor.number(words::PANEL_PIECES, 1, MAX_CELLS / 2)?;
    let height = cursor.number(words::PANEL_ROWS, 1, MAX_SIDE)?;
    let width = cursor.number(words::PANEL_COLUMNS, 1, MAX_SIDE)?;
    let size = check_size(width, height).map_err(|message| Fault::on_line(line, message))?;
    let axes = cursor.list(count, words::PANEL_DIRECTION, 1, 2)?;
    let lengths = cursor.list(count, words::PANEL_SIZE, 2, width.max(height))?;
    let refs = cursor.list(count, words::PANEL_LINE_OF, 1, width.max(height))?;
    let listed: Vec<Listed> = (0..count)
        .map(|at| Listed {
            axis: if axes[at] == 1 { Axis::Across } else { Axis::Down },
            length: lengths[at],
            line: refs[at],
        })
        .collect();
    let (squares, places) = read_matrix(cursor, size, count)?;
    let absent = (0..count).find(|piece| !squares.contains(&Square::Piece(*piece)));
    if let Some(piece) = absent {
        let message =
            if piece == 0 { words::PANEL_OUT.say() } else { words::PANEL_ABSENT.with("number", piece + 1) };
        return Err(Fault::on_line(line, message));
    }
    let level = assemble(size, &squares, exit, |number| Name::standard(number, count)).map_err(
        |(cell, message)| {
            let (line, column) = places[cell];
            Fault::at(line, column, message)
        },
    )?;
    listed.iter().enumerate().try_for_each(|(at, listed)| compare(&level, at, listed, &places))?;
    Ok(level)
}

/// Squares row by row, and where each stands in the text.
type Matrix = (Vec<Square>, Vec<(usize, usize)>);

fn read_matrix(cursor: &mut Cursor<'_>, size: Size, count: usize) -> Result<Matrix, Fault> {
    let (mut squares, mut places) = (Vec::new(), Vec::new());
    for row in 0..size.height {
        let (line, words) = cursor.row()?;
        if words.len() != size.width {
            let message = words::PANEL_ROW.with("row", row + 1).with("found", words.len());
            return Err(Fault::on_line(line, message.with("wanted", size.width)));
        }
        for (column, word) in words {
            squares.push(
                read_square(word, count, size, squares.len())
                    .map_err(|message| Fault::at(line, column, message))?,
            );
            places.push((line, column));
        }
    }
    Ok((squares, places))
}

fn read_square(word: &str, count: usize, size: Size, at: usize) -> Result<Square, Message> {
    if word == "x" {
        return Ok(Square::Wall);
    }
    let wanted = words::PANEL_SQUARE.say();
    let number = parse(word).ok_or_else(|| words::PANEL_NUMBER.with("found", word).with("wanted", wanted))?;
    match number {
        0 => Ok(Square::Empty),
        _ if number <= count => Ok(Square::Piece(number - 1)),
        _ => {
            let message = words::PANEL_PIECE.with("found", number).with("pieces", count);
            Err(message.with("cell", size.cell(at).said()))
        }
    }
}

/// Complains where the matrix shows another piece than the lists.
fn compare(level: &Level, at: usize, listed: &Listed, places: &[(usize, usize)]) -> Result<(), Fault> {
    let piece = &level.pieces()[at];
    let first = piece.cell_at(piece.offset.into());
    let (row, column) = places[level.size().index(first)];
    let fault = |message: Message| {
        Err(Fault::at(row, column, message.with("number", at + 1).with("cell", first.said())))
    };
    if piece.axis != listed.axis {
        return fault(words::PANEL_AXIS.with("listed", way(listed.axis)).with("found", way(piece.axis)));
    }
    if usize::from(piece.length) != listed.length {
        return fault(words::PANEL_LENGTH.with("listed", listed.length).with("found", piece.length));
    }
    if usize::from(piece.line) + 1 != listed.line {
        let kind = if piece.axis == Axis::Across { words::PANEL_ROW_KIND } else { words::PANEL_COLUMN_KIND };
        return fault(
            words::PANEL_LINE
                .with("kind", kind.say())
                .with("listed", listed.line)
                .with("found", piece.line + 1),
        );
    }
    Ok(())
}

fn way(axis: Axis) -> Message {
    match axis {
        Axis::Across => words::PANEL_ACROSS.say(),
        Axis::Down => words::PANEL_DOWN.say(),
    }
}

fn parse(word: &str) -> Option<usize> {
    let digits = word.bytes().all(|byte| byte.is_ascii_digit());
    digits.then(|| word.parse().unwrap_or(usize::MAX))
}

/// The number of a line, and its words with their columns.
type Row<'a> = (usize, Vec<(usize, &'a str)>);

/// Goes through the lines, skipping empty ones.
struct Cursor<'a> {
    lines: &'a [(usize, &'a str)],
    at: usize,
}

impl<'a> Cursor<'a> {
    /// The words of the next line that is not empty.
    fn row(&mut self) -> Result<Row<'a>, Fault> {
        self.row_of(words::PANEL_MATRIX_ROW)
    }

    fn row_of(&mut self, wanted: Template) -> Result<Row<'a>, Fault> {
        while let Some((number, line)) = self.lines.get(self.at) {
            self.at += 1;
            let words: Vec<_> = split(line).collect();
            if !words.is_empty() {
                return Ok((*number, words));
            }
        }
        let last = self.lines.last().map_or(1, |(number, _)| *number);
        Err(Fault::on_line(last, words::PANEL_END.with("wanted", wanted.say())))
    }

    /// The one number of the next line that is not empty.
    fn number(&mut self, what: Template, least: usize, most: usize) -> Result<usize, Fault> {
        let (line, words) = self.row_of(what)?;
        let lone = if let [(_, word)] = words[..] { parse(word) } else { None };
        let Some(number) = lone else {
            let found: Vec<&str> = words.iter().map(|(_, word)| *word).collect();
            let message = words::PANEL_NUMBER.with("found", found.join(" ")).with("wanted", what.say());
            return Err(Fault::at(line, words[0].0, message));
        };
        if (least..=most).contains(&number) {
            return Ok(number);
        }
        let message = words::PANEL_RANGE.with("what", what.say()).with("found", number);
        Err(Fault::at(line, words[0].0, message.with("least", least).with("most", most)))
    }

    fn list(&mut self, count: usize, what: Template, least: usize, most: usize) -> Result<Vec<usize>, Fault> {
        (0..count).map(|_| self.number(what, least, most)).collect()
    }
}

/// Writes a level as a panel; pieces are numbered in their order.
pub fn write(level: &Level) -> String {
    let (size, pieces) = (level.size(), level.pieces());
    let mut text = format!("{}{}\n{}\n{}\n", level.exit_line(), pieces.len(), size.height, size.width);
    let mut list = |value: &dyn Fn(&super::Piece) -> u8| {
        text.push('\n');
        for piece in pieces {
            _ = writeln!(text, "{}", value(piece));
        }
    };
    list(&|piece| if piece.axis == Axis::Across { 1 } else { 2 });
    list(&|piece| piece.length);
    list(&|piece| piece.line + 1);
    text.push('\n');
    let cover = level.cover(&level.offsets());
    let number = |at: usize| match cover[at] {
        Some(piece) => (piece + 1).to_string(),
        None if level.is_wall(size.cell(at)) => "x".into(),
        None => "0".into(),
    };
    for row in 0..size.height {
        let row: Vec<String> = (0..size.width).map(|column| number(row * size.width + column)).collect();
        text += &(row.join(" ") + "\n");
    }
    text
}
