//! What an editor of levels asks of a puzzle: which brushes there are, what painting does, and how a level is
//! turned, mirrored, grown and cut. A [`Draft`] is a level in the making: it may break every rule of the puzzle and
//! is drawn, changed and kept all the same; whether it is a level, the reader of the puzzle says of its text.
//!
//! A draft is its text: what an editor keeps, takes back and sends is [`Draft::text`], and [`Editor::open`] makes
//! the same draft of it again. Nobody needs a list of changes to undo one.

use crate::fault::Fault;
use crate::grid::{Cell, Dir, Side, Size};
use crate::head::key_line;
use crate::scene::Scene;
use crate::words::{Message, table};

/// How a brush is used.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reach {
    /// On cells, one after the other.
    Cells,
    /// On sides of cells.
    Sides,
    /// From one cell to another.
    Drags,
}

impl Reach {
    /// As scripts in pages know it.
    pub const fn word(self) -> &'static str {
        match self {
            Reach::Cells => "cells",
            Reach::Sides => "sides",
            Reach::Drags => "drags",
        }
    }
}

/// Something to paint with.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Brush {
    /// By which [`Draft::paint`] knows it.
    pub name: String,
    /// As on a button: `Wall`.
    pub said: Message,
    /// Where it can be used.
    pub reach: Reach,
    /// It moves what lies there instead of painting something.
    pub moves: bool,
}

impl Brush {
    /// One brush of a draft's list.
    pub fn new(name: impl Into<String>, said: Message, reach: Reach) -> Self {
        Brush { name: name.into(), said, reach, moves: false }
    }

    /// One that moves what lies there, from one cell to another.
    pub fn moving(name: impl Into<String>, said: Message) -> Self {
        Brush { moves: true, ..Brush::new(name, said, Reach::Drags) }
    }
}

/// Where a brush touches the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Touch {
    /// A brush for cells, on this one.
    Cell(Cell),
    /// A brush for sides, on this side of the cell.
    Side(Cell, Side),
    /// A brush that is drawn from one cell to another.
    Drag(Cell, Cell),
}

impl Touch {
    /// The cell where it begins.
    pub const fn cell(self) -> Cell {
        match self {
            Touch::Cell(cell) | Touch::Side(cell, _) | Touch::Drag(cell, _) => cell,
        }
    }

    /// The cell where it ends.
    pub const fn end(self) -> Cell {
        match self {
            Touch::Cell(cell) | Touch::Side(cell, _) | Touch::Drag(_, cell) => cell,
        }
    }
}

/// Something about a level that is not painted: its rules, its goal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Choice {
    /// By which [`Draft::choose`] knows it.
    pub name: &'static str,
    /// As before a list of radio buttons: `Goal`.
    pub said: Message,
    /// The value that holds.
    pub now: &'static str,
    /// All values, each with what stands beside its button.
    pub values: Vec<(&'static str, Message)>,
}

/// A change of the whole board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Change {
    /// A quarter turn, clockwise.
    Rotate,
    /// Half a turn.
    TurnOver,
    /// Left becomes right.
    Mirror,
    /// One more line of cells on this side.
    Grow(Dir),
    /// One line fewer.
    Shrink(Dir),
    /// What lies from the first to the last of these cells.
    Crop(Cell, Cell),
}

impl Change {
    /// The size of a board after the change; 0 on a side where nothing would be left.
    pub const fn size(self, from: Size) -> Size {
        match self {
            Change::Rotate => Size::new(from.height, from.width),
            Change::TurnOver | Change::Mirror => from,
            Change::Grow(dir) if dir.is_vertical() => Size::new(from.width, from.height + 1),
            Change::Grow(_) => Size::new(from.width + 1, from.height),
            Change::Shrink(dir) if dir.is_vertical() => Size::new(from.width, from.height.saturating_sub(1)),
            Change::Shrink(_) => Size::new(from.width.saturating_sub(1), from.height),
            Change::Crop(first, last) => Size::new(
                (last.column + 1).saturating_sub(first.column) as usize,
                (last.row + 1).saturating_sub(first.row) as usize,
            ),
        }
    }

    /// Where a cell goes; nothing where it is cut off.
    pub fn cell(self, from: Size, cell: Cell) -> Option<Cell> {
        let (row, column) = (usize::from(cell.row), usize::from(cell.column));
        let (below, behind) = (from.height.checked_sub(row + 1)?, from.width.checked_sub(column + 1)?);
        let (row, column) = match self {
            Change::Rotate => (column, below),
            Change::TurnOver => (below, behind),
            Change::Mirror => (row, behind),
            Change::Grow(Dir::Up) => (row + 1, column),
            Change::Grow(Dir::Left) => (row, column + 1),
            Change::Grow(_) | Change::Shrink(Dir::Down | Dir::Right) => (row, column),
            Change::Shrink(Dir::Up) => (row.checked_sub(1)?, column),
            Change::Shrink(Dir::Left) => (row, column.checked_sub(1)?),
            Change::Crop(first, _) => {
                (row.checked_sub(first.row.into())?, column.checked_sub(first.column.into())?)
            }
        };
        let to = self.size(from);
        (row < to.height && column < to.width).then(|| Cell::new(row, column))
    }

    /// What becomes of a side.
    pub const fn side(self, side: Side) -> Side {
        match self {
            Change::Rotate => match side {
                Side::Up => Side::Right,
                Side::Right => Side::Down,
                Side::Down => Side::Left,
                Side::Left => Side::Up,
                Side::UpLeft => Side::UpRight,
                Side::UpRight => Side::DownRight,
                Side::DownRight => Side::DownLeft,
                Side::DownLeft => Side::UpLeft,
            },
            Change::TurnOver => side.opposite(),
            Change::Mirror => match side {
                Side::Left => Side::Right,
                Side::Right => Side::Left,
                Side::UpLeft => Side::UpRight,
                Side::UpRight => Side::UpLeft,
                Side::DownLeft => Side::DownRight,
                Side::DownRight => Side::DownLeft,
                Side::Up | Side::Down => side,
            },
            Change::Grow(_) | Change::Shrink(_) | Change::Crop(..) => side,
        }
    }

    /// The same of a direction.
    pub const fn dir(self, dir: Dir) -> Dir {
        let side = match dir {
            Dir::Up => Side::Up,
            Dir::Down => Side::Down,
            Dir::Left => Side::Left,
            Dir::Right => Side::Right,
        };
        match self.side(side) {
            Side::Down => Dir::Down,
            Side::Left => Dir::Left,
            Side::Right => Dir::Right,
            _ => Dir::Up,
        }
    }
}

/// What lies on every cell of a draft.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sheet<T> {
    size: Size,
    cells: Vec<T>,
}

impl<T: Clone> Sheet<T> {
    /// The same thing on every cell.
    pub fn new(size: Size, fill: &T) -> Self {
        Sheet { size, cells: vec![fill.clone(); size.cells()] }
    }

    /// From rows, which are filled up to the longest.
    pub fn of_rows(rows: Vec<Vec<T>>, fill: &T) -> Self {
        let size = Size::new(rows.iter().map(Vec::len).max().unwrap_or(0), rows.len());
        let mut cells = Vec::with_capacity(size.cells());
        for mut row in rows {
            row.resize(size.width, fill.clone());
            cells.extend(row);
        }
        Sheet { size, cells }
    }

    /// Of the board that it lies on.
    pub const fn size(&self) -> Size {
        self.size
    }

    /// Row by row.
    pub fn cells(&self) -> &[T] {
        &self.cells
    }

    /// Row by row, to be changed.
    pub fn cells_mut(&mut self) -> &mut [T] {
        &mut self.cells
    }

    /// From the top; none where the board has no cells.
    pub fn rows(&self) -> impl Iterator<Item = &[T]> {
        self.cells.chunks(self.size.width.max(1))
    }

    /// The cells with what lies there.
    pub fn places(&self) -> impl Iterator<Item = (Cell, &T)> {
        self.cells.iter().enumerate().map(|(index, what)| (self.size.cell(index), what))
    }

    /// Is the cell on the board?
    pub fn has(&self, cell: Cell) -> bool {
        usize::from(cell.row) < self.size.height && usize::from(cell.column) < self.size.width
    }

    /// Nothing off the board.
    pub fn get(&self, cell: Cell) -> Option<&T> {
        if self.has(cell) { self.cells.get(self.size.index(cell)) } else { None }
    }

    /// Does nothing off the board.
    pub fn set(&mut self, cell: Cell, what: T) {
        if self.has(cell) {
            let index = self.size.index(cell);
            self.cells[index] = what;
        }
    }

    /// After a change of the board; `fill` lies on new cells.
    #[must_use]
    pub fn changed(&self, change: Change, fill: &T) -> Self {
        let mut after = Sheet::new(change.size(self.size), fill);
        for (cell, what) in self.places() {
            if let Some(to) = change.cell(self.size, cell) {
                after.set(to, what.clone());
            }
        }
        after
    }

    /// The first and the last row and column in which something lies that counts.
    pub fn bounds(&self, counts: impl Fn(&T) -> bool) -> Option<(Cell, Cell)> {
        let mut bounds: Option<(Cell, Cell)> = None;
        for (cell, _) in self.places().filter(|(_, what)| counts(what)) {
            let (first, last) = bounds.get_or_insert((cell, cell));
            *first = Cell { row: first.row.min(cell.row), column: first.column.min(cell.column) };
            *last = Cell { row: last.row.max(cell.row), column: last.column.max(cell.column) };
        }
        bounds
    }
}

/// A level in the making. Without `choices` and `choose` there is nothing to choose; without `level_text` the draft is
/// the level. All else must be written; [`Sheet`] does most of it.
pub trait Draft {
    /// In cells, holes and borders included.
    fn size(&self) -> Size;

    /// The draft itself: opened again it is the same.
    fn text(&self) -> String;

    /// The level that it stands for, as its reader reads it, where the draft knows more than it tells.
    fn level_text(&self) -> String {
        self.text()
    }

    /// What can be painted now: a new colour brings a brush for the next one.
    fn brushes(&self) -> Vec<Brush>;

    /// Paints; off the board nothing happens. Some things cannot be painted, and the reason is said.
    fn paint(&mut self, brush: &str, touch: Touch) -> Result<(), Message>;

    /// What can be chosen besides; nothing where all is painted.
    fn choices(&self) -> Vec<Choice> {
        Vec::new()
    }

    /// Values that are not among the choices do nothing.
    fn choose(&mut self, _name: &str, _value: &str) {}

    /// Turns, mirrors, grows or cuts the board, or says why that is not possible.
    fn change(&mut self, change: Change) -> Result<(), Message>;

    /// The part of the board that is not empty, for [`Change::Crop`].
    fn content(&self) -> Option<(Cell, Cell)>;

    /// What to draw while one paints with a brush.
    fn scene(&self, brush: &str) -> Scene;

    /// What a brush leaves behind, on a board of its own as small as can be, for the button by which it is chosen;
    /// nothing where its name has to do.
    fn sample(&self, _brush: &str) -> Option<Scene> {
        None
    }
}

/// The room of a puzzle where its levels are made.
#[derive(Clone, Copy, Debug)]
pub struct Editor {
    /// A new board.
    pub first: Size,
    /// The shortest and the longest side, and the most cells.
    pub least_side: usize,
    /// The longest side.
    pub most_side: usize,
    /// The most cells of a board, where long sides alone would allow too many.
    pub most_cells: usize,
    /// An empty board of a size that was [checked](Editor::check).
    pub blank: fn(Size) -> Box<dyn Draft>,
    /// A draft from any text of the puzzle, also from one that is no level.
    pub open: fn(&str) -> Result<Box<dyn Draft>, Fault>,
}

impl Editor {
    /// Refuses sizes that no level has.
    pub fn check(&self, size: Size) -> Result<(), Message> {
        let fits = |side: usize| (self.least_side..=self.most_side).contains(&side);
        if fits(size.width) && fits(size.height) && size.cells() <= self.most_cells {
            return Ok(());
        }
        let message = table::EDIT_SIZE.with("size", size).with("least", self.least_side);
        Err(message.with("most", self.most_side).with("cells", self.most_cells))
    }

    /// Opens a text, if it is of a size that can be.
    pub fn read(&self, text: &str) -> Result<Box<dyn Draft>, Fault> {
        let draft = (self.open)(text)?;
        self.check(draft.size())?;
        Ok(draft)
    }

    /// Changes a draft; on refusal it stays as it was.
    pub fn change(&self, draft: &mut dyn Draft, change: Change) -> Result<(), Message> {
        self.check(change.size(draft.size()))?;
        draft.change(change)
    }

    /// Cuts empty lines off all sides.
    pub fn trim(&self, draft: &mut dyn Draft) -> Result<(), Message> {
        let Some((mut first, mut last)) = draft.content() else { return Ok(()) };
        let size = draft.size();
        // What is left has at least the shortest side.
        let least = self.least_side as u16;
        let widen = |first: &mut u16, last: &mut u16, side: usize| {
            *last = (*last).max(*first + least - 1).min(side as u16 - 1);
            *first = (*first).min((*last + 1).saturating_sub(least));
        };
        widen(&mut first.row, &mut last.row, size.height);
        widen(&mut first.column, &mut last.column, size.width);
        self.change(draft, Change::Crop(first, last))
    }
}

/// The lines of a text that say something about a board (`exit: up`), and those of the board itself.
#[derive(Clone, Debug, Default)]
pub struct Lines<'a> {
    /// In the order of the text.
    pub keys: Vec<(&'static str, &'a str)>,
    /// Without spaces at their ends.
    pub rows: Vec<&'a str>,
}

impl<'a> Lines<'a> {
    /// The first board of a text, up to an empty line behind it. Only these keys are keys.
    pub fn of(text: &'a str, keys: &[&'static str]) -> Self {
        let mut lines = Lines::default();
        for line in text.lines().map(str::trim_end) {
            match key_line(line, keys) {
                Some(key) => lines.keys.push(key),
                None if line.trim().is_empty() && lines.rows.is_empty() => {}
                None if line.trim().is_empty() => break,
                None => lines.rows.push(line),
            }
        }
        lines
    }

    /// The value of the first line with that key.
    pub fn key(&self, name: &str) -> Option<&'a str> {
        self.keys.iter().find(|(key, _)| *key == name).map(|(_, value)| *value)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SIZE: Size = Size::new(4, 3);

    fn numbered() -> Sheet<usize> {
        let mut sheet = Sheet::new(SIZE, &0);
        sheet.cells_mut().iter_mut().zip(1..).for_each(|(cell, number)| *cell = number);
        sheet
    }

    fn after(changes: &[Change]) -> Sheet<usize> {
        changes.iter().fold(numbered(), |sheet, change| sheet.changed(*change, &0))
    }

    #[test]
    fn turns_and_mirrors_come_back() {
        assert_eq!(after(&[Change::Rotate; 4]), numbered());
        assert_eq!(after(&[Change::Mirror; 2]), numbered());
        assert_eq!(after(&[Change::Rotate; 2]), after(&[Change::TurnOver]));
        assert_eq!(after(&[Change::Rotate]).cells()[..3], [9, 5, 1], "the left column is on top");
        for side in Side::SQUARE.into_iter().chain(Side::HEXAGON) {
            for change in [Change::Mirror, Change::TurnOver] {
                assert_eq!(change.side(change.side(side)), side);
            }
            assert_eq!((0..4).fold(side, |side, _| Change::Rotate.side(side)), side);
        }
    }

    #[test]
    fn what_is_grown_is_cut_off_again() {
        for dir in Dir::ALL {
            assert_eq!(after(&[Change::Grow(dir), Change::Shrink(dir)]), numbered(), "{dir}");
        }
        let grown = after(&[Change::Grow(Dir::Up), Change::Grow(Dir::Right)]);
        assert_eq!(grown.size(), Size::new(5, 4));
        let (first, last) = grown.bounds(|cell| *cell > 0).expect("something lies there");
        assert_eq!(grown.changed(Change::Crop(first, last), &0), numbered());
    }
}
