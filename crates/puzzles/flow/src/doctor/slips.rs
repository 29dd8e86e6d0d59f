//! What a text that is no board could have meant: the commonest slips are a colour with one end point or with
//! three, a row that is too short or too long, and a character that means no cell.

use ingenio_core::{Cell, Fault, Slip};

use crate::words;

/// Cells that are offered for a second end point.
const MOST_CELLS: usize = 100;

pub fn slips(text: &str, fault: &Fault) -> Vec<Slip> {
    let rows = Rows::of(text);
    let (line, column) = (fault.line.unwrap_or(1) as usize - 1, fault.column.unwrap_or(1) as usize);
    match fault.kind() {
        kind if kind == words::COLOUR_ONCE.id => rows.second_ends(line, column),
        kind if kind == words::COLOUR_MORE.id => rows.fewer_ends(line, column),
        kind if kind == words::ROW_LENGTH.id => rows.even(line),
        kind if kind == words::BAD_CHARACTER.id => rows.emptied(line, column),
        _ => Vec::new(),
    }
}

/// The lines of a text in which every character is a cell; numbers with gaps between them are left alone.
struct Rows {
    lines: Vec<Vec<char>>,
    /// The first line that is a row.
    first: usize,
}

impl Rows {
    fn of(text: &str) -> Self {
        let lines: Vec<Vec<char>> = text.lines().map(|line| line.trim_end().chars().collect()).collect();
        let is_row = |line: &Vec<char>| !line.contains(&':') && !line.contains(&' ') && !line.is_empty();
        let first = lines.iter().position(is_row).unwrap_or(lines.len());
        Rows { lines, first }
    }

    /// Every cell of a row by its line and column, from 0.
    fn cells(&self) -> impl Iterator<Item = (usize, usize, char)> + '_ {
        let rows = self.lines.iter().enumerate().skip(self.first);
        rows.flat_map(|(line, row)| {
            row.iter().enumerate().map(move |(column, letter)| (line, column, *letter))
        })
    }

    fn cell(&self, line: usize, column: usize) -> Cell {
        Cell::new(line.saturating_sub(self.first), column)
    }

    fn letter(&self, line: usize, column: usize) -> Option<char> {
        self.lines.get(line)?.get(column.checked_sub(1)?).copied().filter(|_| line >= self.first)
    }

    fn text(&self, line: usize, change: impl FnOnce(&mut Vec<char>)) -> String {
        let mut lines = self.lines.clone();
        change(&mut lines[line]);
        lines.into_iter().map(|line| line.into_iter().collect::<String>() + "\n").collect()
    }

    fn without(&self, line: usize, column: usize, letter: char) -> Slip {
        let what = words::SLIP_END.with("colour", letter).with("cell", self.cell(line, column).said());
        Slip { what, text: self.text(line, |row| row[column] = '.'), size: 1 }
    }

    fn second_ends(&self, line: usize, column: usize) -> Vec<Slip> {
        let Some(letter) = self.letter(line, column) else { return Vec::new() };
        let free = self.cells().filter(|(_, _, other)| *other == '.').take(MOST_CELLS);
        let added = free.map(|(line, column, _)| {
            let what =
                words::SLIP_NEW_END.with("colour", letter).with("cell", self.cell(line, column).said());
            Slip { what, text: self.text(line, |row| row[column] = letter), size: 1 }
        });
        added.chain([self.without(line, column - 1, letter)]).collect()
    }

    fn fewer_ends(&self, line: usize, column: usize) -> Vec<Slip> {
        let Some(letter) = self.letter(line, column) else { return Vec::new() };
        let ends = self.cells().filter(|(_, _, other)| *other == letter);
        ends.map(|(line, column, _)| self.without(line, column, letter)).collect()
    }

    /// Rows as long as the first one.
    fn even(&self, line: usize) -> Vec<Slip> {
        let Some(length) = self.lines.get(self.first).map(Vec::len) else { return Vec::new() };
        let Some(row) = self.lines.get(line).filter(|_| line > self.first) else { return Vec::new() };
        let number = line - self.first + 1;
        if row.len() < length {
            let text = self.text(line, |row| row.resize(length, '.'));
            return vec![Slip { what: words::SLIP_PAD.with("row", number), text, size: 1 }];
        }
        let spare = row[length..].iter().all(|letter| *letter == '.');
        let cut = || Slip {
            what: words::SLIP_CUT.with("row", number),
            text: self.text(line, |row| row.truncate(length)),
            size: 1,
        };
        spare.then(cut).into_iter().collect()
    }

    fn emptied(&self, line: usize, column: usize) -> Vec<Slip> {
        if self.letter(line, column).is_none() {
            return Vec::new();
        }
        let what = words::SLIP_CHARACTER.with("cell", self.cell(line, column - 1).said());
        vec![Slip { what, text: self.text(line, |row| row[column - 1] = '.'), size: 1 }]
    }
}
