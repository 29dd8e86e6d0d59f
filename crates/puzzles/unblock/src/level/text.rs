//! Levels as letters: one line of cells, a grid, or either behind a size (`7x6:`).
//!
//! Also read: the lines of published databases (`51 GBBoL... 4780`), cells with spaces between
//! them, several levels in one file, comments after `#` or `;`, and `Title:` and `Author:` lines
//! before a level, and `exit:` lines (see [`super::exit`]). A line of 25 or more cells that make a square and that hold the target is a
//! board of its own; shorter lines are rows of a grid that ends at the next empty line.

use ingenio_core::head::{Head, is_comment, key_line};
use ingenio_core::{Dir, Fault, Likeness, Message, Options, Reading, Size, Source, rooms};

use super::{LETTERS, Level, Name, Square, assemble, check_size, exit, panel};
use crate::Unblock;
use crate::words;

impl rooms::Texts for Unblock {
    /// How much a text looks like levels of this puzzle.
    fn recognise(source: &Source) -> Likeness {
        let lines: Vec<(usize, &str)> = source.lines().filter(|(_, line)| !is_quiet(line)).collect();
        let lines: Vec<_> = lines.into_iter().filter(|(_, line)| heading(line).is_none()).collect();
        let Some((_, first)) = lines.first() else { return Likeness::No };
        if panel::begins(first) {
            return panel::recognise(&lines);
        }
        let is_cell = |letter: char| decode_glyph(&Glyph { letter, line: 0, column: 0 }).is_ok();
        let is_board = |text: &str| text.chars().all(|letter| is_cell(letter) || letter.is_whitespace());
        if let Some((_, rest)) = sized(first) {
            return if is_board(rest) { Likeness::Sure } else { Likeness::No };
        }
        let (glyphs, _) = single(1, 1, first);
        let cells = glyphs.iter().all(|glyph| is_cell(glyph.letter));
        if cells && glyphs.len() >= SHORTEST_LINE && holds_target(&glyphs) {
            return Likeness::Sure;
        }
        recognise_grid(&lines, is_board)
    }

    fn read(source: &Source, _: &Options) -> Vec<Reading<Level>> {
        read(source)
    }

    fn write(level: &Level, format: &str) -> Result<String, Message> {
        match format {
            "panel" => Ok(panel::write(level)),
            "grid" => write_grid(level),
            _ => write_line(level),
        }
    }

    /// One line of letters; a panel where the letters do not suffice.
    fn canonical(level: &Level) -> String {
        let form = if level.pieces().len() > LETTERS.len() { "panel" } else { "line" };
        let text = Self::write(level, form).expect("every level has its canonical form");
        text.trim_end().to_owned()
    }
}

/// Fewest cells of a board that is recognised on one line without its size.
const SHORTEST_LINE: usize = 25;

/// One character of a board and where it stands in the text.
#[derive(Clone, Copy)]
struct Glyph {
    letter: char,
    line: usize,
    column: usize,
}

/// Reads every level of a text.
pub fn read(source: &Source) -> Vec<Reading<Level>> {
    let lines: Vec<(usize, &str)> = source.lines().collect();
    let mut reader =
        Reader { lines: &lines, at: 0, head: Head::default(), exit: Ok(Dir::Right), found: Vec::new() };
    while reader.at < lines.len() {
        reader.next();
    }
    reader.found
}

struct Reader<'a> {
    lines: &'a [(usize, &'a str)],
    at: usize,
    head: Head,
    /// Of the next level, or what is wrong with its line.
    exit: Result<Dir, Fault>,
    found: Vec<Reading<Level>>,
}

impl<'a> Reader<'a> {
    /// Reads one thing: an empty line, a heading, or one or several levels.
    fn next(&mut self) {
        let (number, line) = self.lines[self.at];
        if is_quiet(line) {
            self.at += 1;
        } else if let Some((key, value)) = heading(line) {
            if !self.head.set(key, value) {
                self.exit = read_exit(value, number, line);
            }
            self.at += 1;
        } else if panel::begins(line) {
            let exit = self.take_exit();
            let (level, used) =
                panel::read(&self.lines[self.at..], exit.as_ref().map_or(Dir::Right, |exit| *exit));
            self.at += used;
            self.push(number, exit.and(level), None);
        } else if let Some((size, rest)) = sized(line) {
            self.at += 1;
            self.read_sized(number, size, rest, line);
        } else {
            self.read_block();
        }
    }

    /// The exit of the level that comes now; the one after it has its own.
    fn take_exit(&mut self) -> Result<Dir, Fault> {
        std::mem::replace(&mut self.exit, Ok(Dir::Right))
    }

    fn push(&mut self, line: usize, level: Result<Level, Fault>, title: Option<String>) {
        let head = std::mem::take(&mut self.head);
        let head = Head { title: title.or(head.title), ..head };
        self.found.push(level.map(|level| head.of(level, line)));
    }

    /// `WxH:` with the cells behind it or in the lines below it.
    fn read_sized(&mut self, number: usize, size: Result<Size, Message>, rest: &'a str, line: &str) {
        let column = line.chars().count() - rest.chars().count() + 1;
        let (mut glyphs, title) = single(number, column, rest);
        if glyphs.is_empty() {
            glyphs = self.take_block().into_iter().flatten().collect();
        }
        // Taken before anything is refused: the exit of a bad board is not that of the next one.
        let exit = self.take_exit();
        let size = size.map_err(|message| Fault::at(number, 1, message));
        let level = size.and_then(|size| decode(size, &glyphs, exit?, number));
        self.push(number, level, title);
    }

    /// Lines up to the next empty one: a grid, or a list of boards of one line each.
    fn read_block(&mut self) {
        let from = self.at;
        let rows = self.take_block();
        let singles: Vec<_> =
            self.lines[from..self.at].iter().map(|(number, line)| single(*number, 1, line)).collect();
        let long = |(glyphs, _): &&(Vec<Glyph>, Option<String>)| glyphs.len() >= SHORTEST_LINE;
        let boards = singles.iter().filter(long).filter(|(glyphs, _)| holds_target(glyphs)).count();
        let is_list = singles.iter().all(|single| long(&single)) && (boards > 1 || singles.len() == 1);
        if !is_list && boards <= 1 {
            let number = self.lines[from].0;
            let level = self.take_exit().and_then(|exit| grid(&rows, exit));
            return self.push(number, level, None);
        }
        for (offset, (glyphs, title)) in singles.into_iter().enumerate() {
            let number = self.lines[from + offset].0;
            let level = self.take_exit().and_then(|exit| square(&glyphs, exit, number));
            self.push(number, level, title);
        }
    }

    /// The rows up to the next empty line, heading or size.
    fn take_block(&mut self) -> Vec<Vec<Glyph>> {
        let mut rows = Vec::new();
        while let Some((number, line)) = self.lines.get(self.at) {
            let ends =
                is_quiet(line) || heading(line).is_some() || sized(line).is_some() || panel::begins(line);
            if ends {
                break;
            }
            let letters = line.chars().enumerate().filter(|(_, letter)| !letter.is_whitespace());
            rows.push(letters.map(|(at, letter)| Glyph { letter, line: *number, column: at + 1 }).collect());
            self.at += 1;
        }
        rows
    }
}

fn is_quiet(line: &str) -> bool {
    let line = line.trim_start();
    line.is_empty() || is_comment(line) || line.starts_with('#')
}

fn heading(line: &str) -> Option<(&'static str, &str)> {
    key_line(line, &["title", "author", exit::KEY])
}

/// The side that an `exit:` line names.
fn read_exit(value: &str, number: usize, line: &str) -> Result<Dir, Fault> {
    let column = line.chars().take_while(|letter| *letter != ':').count() + 2;
    exit::side(value).ok_or_else(|| Fault::at(number, column, words::BAD_EXIT.with("found", value)))
}

/// `7x6:` and what follows it.
fn sized(line: &str) -> Option<(Result<Size, Message>, &str)> {
    let (size, rest) = line.split_once(':')?;
    let (width, height) = size.trim().split_once(['x', 'X'])?;
    let number = |text: &str| {
        let digits = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
        digits.then(|| text.parse().unwrap_or(usize::MAX))
    };
    Some((check_size(number(width)?, number(height)?), rest))
}

/// A board on one line: the first word that is not a number; what follows is its title.
fn single(line: usize, column: usize, text: &str) -> (Vec<Glyph>, Option<String>) {
    let is_number = |word: &str| word.bytes().all(|byte| byte.is_ascii_digit());
    let mut words = ingenio_core::source::words(text).skip_while(|(_, word)| is_number(word));
    let Some((at, board)) = words.next() else { return (Vec::new(), None) };
    let glyphs = board.chars().enumerate();
    let glyphs =
        glyphs.map(|(offset, letter)| Glyph { letter, line, column: column + at - 1 + offset }).collect();
    let title: Vec<&str> = words.map(|(_, word)| word).skip_while(|word| is_number(word)).collect();
    (glyphs, (!title.is_empty()).then(|| title.join(" ")))
}

fn holds_target(glyphs: &[Glyph]) -> bool {
    glyphs.iter().any(|glyph| glyph.letter == 'A')
}

fn grid(rows: &[Vec<Glyph>], exit: Dir) -> Result<Level, Fault> {
    let first = &rows[0];
    let line = first[0].line;
    let size = check_size(first.len(), rows.len()).map_err(|message| Fault::at(line, 1, message))?;
    if let Some(odd) = rows.iter().find(|row| row.len() != first.len()) {
        let message = words::ROW_LENGTH.with("found", odd.len()).with("wanted", first.len());
        return Err(Fault::on_line(odd[0].line, message));
    }
    decode(size, &rows.concat(), exit, line)
}

fn square(glyphs: &[Glyph], exit: Dir, line: usize) -> Result<Level, Fault> {
    let side = glyphs.len().isqrt();
    if side * side != glyphs.len() {
        return Err(Fault::on_line(line, words::NOT_SQUARE.with("found", glyphs.len())));
    }
    let size = check_size(side, side).map_err(|message| Fault::on_line(line, message))?;
    decode(size, glyphs, exit, line)
}

fn decode(size: Size, glyphs: &[Glyph], exit: Dir, line: usize) -> Result<Level, Fault> {
    let squares: Vec<Square> = glyphs.iter().map(decode_glyph).collect::<Result<_, _>>()?;
    if squares.len() != size.cells() {
        let message = words::LENGTH.with("found", squares.len()).with("wanted", size.cells());
        return Err(Fault::on_line(line, message.with("width", size.width).with("height", size.height)));
    }
    assemble(size, &squares, exit, |number| Name::standard(number, LETTERS.len()))
        .map_err(|(cell, message)| Fault::at(glyphs[cell].line, glyphs[cell].column, message))
}

fn decode_glyph(glyph: &Glyph) -> Result<Square, Fault> {
    match glyph.letter {
        'o' | '.' => Ok(Square::Empty),
        'x' => Ok(Square::Wall),
        letter => match LETTERS.iter().position(|known| char::from(*known) == letter) {
            Some(number) => Ok(Square::Piece(number)),
            None => Err(Fault::at(glyph.line, glyph.column, words::BAD_CELL.with("found", letter))),
        },
    }
}

/// One line of cells; the size stands before it unless it is 6x6.
pub fn write_line(level: &Level) -> Result<String, Message> {
    let cells: String = letters(level)?.into_iter().collect();
    let size = level.size();
    let exit = level.exit_line();
    Ok(if size == Size::new(6, 6) { format!("{exit}{cells}\n") } else { format!("{exit}{size}:{cells}\n") })
}

/// Rows below each other.
pub fn write_grid(level: &Level) -> Result<String, Message> {
    let size = level.size();
    let rows = letters(level)?;
    let rows: Vec<String> = rows.chunks(size.width).map(|row| row.iter().collect()).collect();
    Ok(format!("{}{size}:\n{}\n", level.exit_line(), rows.join("\n")))
}

fn letters(level: &Level) -> Result<Vec<char>, Message> {
    let pieces = level.pieces();
    let cover = level.cover(&level.offsets());
    let cells =
        cover.into_iter().enumerate().map(|(index, covered)| match covered.map(|piece| pieces[piece].name) {
            Some(Name::Letter(letter)) => Ok(letter),
            Some(Name::Number(_)) => {
                Err(words::TOO_MANY.with("pieces", pieces.len()).with("letters", LETTERS.len()))
            }
            None if level.is_wall(level.size().cell(index)) => Ok('x'),
            None => Ok('o'),
        });
    cells.collect()
}

/// A grid is surely ours if its letters make pieces and one of them has a third cell: in other
/// puzzles of letters every letter stands exactly twice.
fn recognise_grid(lines: &[(usize, &str)], is_board: impl Fn(&str) -> bool) -> Likeness {
    if !lines.iter().all(|(_, line)| is_board(line)) {
        return Likeness::No;
    }
    let rows: Vec<Vec<Glyph>> = lines
        .iter()
        .map(|(number, line)| {
            let letters = line.chars().filter(|letter| !letter.is_whitespace());
            letters.map(|letter| Glyph { letter, line: *number, column: 1 }).collect()
        })
        .collect();
    let level = grid(&rows, Dir::Right).or_else(|_| grid(&rows, Dir::Down));
    match level {
        Ok(level) if level.pieces().iter().any(|piece| piece.length > 2) => Likeness::Sure,
        _ if rows.iter().any(|row| holds_target(row)) => Likeness::Maybe,
        _ => Likeness::No,
    }
}
