//! Linear conflict (Hansson, Mayer and Yung 1985): two tiles in their goal line but in the wrong
//! order cannot pass each other there, so one of them must leave the line and come back: two moves
//! more than Manhattan distance. Per line it is the number of tiles that must leave so that the
//! rest are in order: the tiles at home in that line less the longest ascending run among them.
//! Admissible and consistent; rows and columns add up, because a tile leaves a row by a vertical
//! move and a column by a horizontal one.

use std::sync::Arc;

use ingenio_core::{Dir, Heuristic};
use ingenio_search::Walk;

use super::manhattan::{Back, Distances, ManhattanWalk};
use super::paths::Actions;
use crate::Taquin;
use crate::level::Level;
use crate::metric::MOVES;

pub const HEURISTIC: Heuristic<Taquin> = Heuristic {
    name: "linear-conflict",
    metric: MOVES,
    admissible: true,
    estimate: |level, position, _| {
        let distances = Distances::new(level);
        let lines = Lines::new(level);
        let tile_at = |cell: usize| usize::from(position.tiles()[cell]);
        let cells = level.size().cells();
        let manhattan: u64 = (0..cells).map(|cell| u64::from(distances.of(tile_at(cell), cell))).sum();
        Some(manhattan + u64::from(lines.extra_of_board(tile_at)))
    },
};

/// Lines up to this length are looked up, longer ones computed.
const LONGEST_IN_TABLE: usize = 6;

/// Finds the extra moves of a line.
#[derive(Clone, Debug)]
struct Lines {
    width: usize,
    height: usize,
    goal_row: Vec<u8>,
    goal_column: Vec<u8>,
    rows: LineTable,
    columns: LineTable,
}

impl Lines {
    fn new(level: &Level) -> Self {
        let (size, goals) = (level.size(), level.goal_cells());
        // The blank has no line of its own.
        let place = |of: &dyn Fn(usize) -> usize| {
            let tiles = goals.iter().enumerate();
            tiles.map(|(tile, cell)| if tile == 0 { u8::MAX } else { of(*cell) as u8 }).collect()
        };
        Lines {
            width: size.width,
            height: size.height,
            goal_row: place(&|cell| size.row(cell)),
            goal_column: place(&|cell| size.column(cell)),
            rows: LineTable::new(size.width),
            columns: LineTable::new(size.height),
        }
    }

    /// The extra moves of a row, given what stands in each cell.
    fn of_row(&self, row: usize, tile_at: impl Fn(usize) -> usize) -> u32 {
        self.rows.extra((0..self.width).map(|column| {
            let tile = tile_at(row * self.width + column);
            (usize::from(self.goal_row[tile]) == row).then(|| self.goal_column[tile])
        }))
    }

    fn of_column(&self, column: usize, tile_at: impl Fn(usize) -> usize) -> u32 {
        self.columns.extra((0..self.height).map(|row| {
            let tile = tile_at(row * self.width + column);
            (usize::from(self.goal_column[tile]) == column).then(|| self.goal_row[tile])
        }))
    }

    fn extra_of_board(&self, tile_at: impl Fn(usize) -> usize + Copy) -> u32 {
        let rows: u32 = (0..self.height).map(|row| self.of_row(row, tile_at)).sum();
        let columns: u32 = (0..self.width).map(|column| self.of_column(column, tile_at)).sum();
        rows + columns
    }
}

/// Extra moves by what stands in a line: for each place the goal place within the line of the tile
/// there, or nothing if the tile belongs to another line.
#[derive(Clone, Debug)]
struct LineTable {
    length: usize,
    /// Indexed by the places as digits; empty for long lines.
    table: Arc<[u8]>,
}

impl LineTable {
    fn new(length: usize) -> Self {
        let entries = if length <= LONGEST_IN_TABLE { (length + 1).pow(length as u32) } else { 0 };
        let table = (0..entries).map(|code| extra_moves(digits(code, length)) as u8).collect();
        LineTable { length, table }
    }

    fn extra(&self, places: impl Iterator<Item = Option<u8>>) -> u32 {
        if self.table.is_empty() {
            return extra_moves(places);
        }
        let digit = |place: Option<u8>| place.map_or(0, |place| usize::from(place) + 1);
        let code = places.fold(0, |code, place| code * (self.length + 1) + digit(place));
        u32::from(self.table[code])
    }
}

/// The places that a code stands for, the first one in the highest digit.
fn digits(code: usize, length: usize) -> impl Iterator<Item = Option<u8>> {
    let base = length + 1;
    (0..length)
        .rev()
        .map(move |at| (code / base.pow(at as u32) % base).checked_sub(1).map(|place| place as u8))
}

/// Two moves for every tile that must leave the line.
fn extra_moves(places: impl Iterator<Item = Option<u8>>) -> u32 {
    // longest[k]: the longest ascending run that ends with the k-th tile.
    let (mut tiles, mut longest) = ([0u8; 256], [0u32; 256]);
    let mut count = 0;
    for place in places.flatten() {
        let before = (0..count).filter(|at| tiles[*at] < place).map(|at| longest[at]).max();
        (tiles[count], longest[count]) = (place, before.unwrap_or(0) + 1);
        count += 1;
    }
    let stay = longest[..count].iter().max().copied().unwrap_or(0);
    2 * (count as u32 - stay)
}

/// The walk with Manhattan distance and linear conflicts kept up to date.
#[derive(Clone, Debug)]
pub struct LinearConflictWalk {
    base: ManhattanWalk,
    extra: u32,
    lines: Lines,
}

/// How to go back, and the extra moves there.
#[derive(Clone, Copy, Debug)]
pub struct BackWithExtra {
    base: Back,
    extra: u32,
}

impl LinearConflictWalk {
    pub fn new(level: &Level) -> Self {
        let (base, lines) = (ManhattanWalk::new(level), Lines::new(level));
        let extra = lines.extra_of_board(|cell| usize::from(level.tiles()[cell]));
        LinearConflictWalk { base, extra, lines }
    }

    /// The extra moves after a step. A tile that moves along a line keeps its order with all
    /// others there, so only the line it leaves and the line it enters can change, and only if
    /// the tile is at home in it.
    #[inline]
    fn extra_after(&self, dir: Dir) -> u32 {
        let (from, to) = (usize::from(self.base.next(dir)), usize::from(self.base.blank()));
        let tile = usize::from(self.base.tile(from as u8));
        let width = self.lines.width;
        // The walk leaves a stale tile where the blank is.
        let before = |cell: usize| if cell == to { 0 } else { usize::from(self.base.tile(cell as u8)) };
        let after = |cell: usize| match cell {
            _ if cell == to => tile,
            _ if cell == from => 0,
            _ => before(cell),
        };
        let (home, lines) = if dir.is_vertical() {
            (usize::from(self.lines.goal_row[tile]), [from / width, to / width])
        } else {
            (usize::from(self.lines.goal_column[tile]), [from % width, to % width])
        };
        if !lines.contains(&home) {
            return self.extra;
        }
        let (old, new) = if dir.is_vertical() {
            (self.lines.of_row(home, before), self.lines.of_row(home, after))
        } else {
            (self.lines.of_column(home, before), self.lines.of_column(home, after))
        };
        self.extra + new - old
    }
}

impl Walk for LinearConflictWalk {
    type Action = Dir;
    type Undo = BackWithExtra;
    type Actions = Actions;

    fn is_goal(&self) -> bool {
        self.base.is_goal()
    }

    fn estimate(&self) -> u32 {
        self.base.estimate() + self.extra
    }

    fn actions(&self, last: Option<Dir>) -> Actions {
        self.base.actions(last)
    }

    #[inline]
    fn peek(&self, dir: Dir) -> u32 {
        self.base.peek(dir) + self.extra_after(dir)
    }

    #[inline]
    fn apply(&mut self, dir: Dir) -> BackWithExtra {
        let extra = self.extra;
        self.extra = self.extra_after(dir);
        BackWithExtra { base: self.base.apply(dir), extra }
    }

    #[inline]
    fn undo(&mut self, back: BackWithExtra) {
        self.extra = back.extra;
        self.base.undo(back.base);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn line(places: &[Option<u8>]) -> u32 {
        let found = extra_moves(places.iter().copied());
        assert_eq!(LineTable::new(places.len()).extra(places.iter().copied()), found);
        found
    }

    #[test]
    fn tiles_in_the_wrong_order_must_leave() {
        assert_eq!(line(&[Some(0), Some(1), Some(2)]), 0);
        assert_eq!(line(&[Some(1), Some(0), Some(2)]), 2);
        assert_eq!(line(&[Some(2), Some(1), Some(0)]), 4);
        assert_eq!(line(&[Some(2), None, Some(0)]), 2);
        assert_eq!(line(&[Some(3), None, Some(0), Some(1)]), 2);
        assert_eq!(line(&[None, None, None]), 0);
    }
}
