//! A Taquin level: a board of numbered tiles with one blank, and the board to reach.
//!
//! Inside, tiles are numbered from 1 in the order of their labels and the blank is 0. Labels run
//! from 1 (`1 2 3/4 5 6/7 8 _`) or from 0 (`0 1 2/3 4 5/6 7 _`, as in the Taquin paper).

use ingenio_core::{Cell, Dir, Fault, Message, Size};

use crate::words;

mod text;

pub use text::{FORMATS, SETTINGS};

/// The longest side that is read.
pub const MOST_SIDE: usize = 100;

/// A tile by its number from 1, or 0 for the blank.
pub type Tile = u16;
pub const BLANK: Tile = 0;

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Level {
    size: Size,
    tiles: Vec<Tile>,
    goal: Vec<Tile>,
    /// The smallest label: 0 or 1.
    first_label: u16,
}

/// Where the tiles must go.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Goal {
    /// Labels ascending, the blank last.
    Last,
    /// The blank first, then the labels ascending.
    First,
    /// A board of its own.
    Board,
}

impl Level {
    /// A level with labels from 1 and one of the two usual goals. The tiles must be a permutation
    /// of 0 (the blank) to cells - 1.
    pub fn new(size: Size, tiles: Vec<Tile>, goal: Goal) -> Self {
        let goal = standard_goal(size, goal).expect("a board of its own comes through with_goal");
        Level::with_goal(size, tiles, goal, 1)
    }

    pub fn with_goal(size: Size, tiles: Vec<Tile>, goal: Vec<Tile>, first_label: u16) -> Self {
        debug_assert!(is_permutation(&tiles, size) && is_permutation(&goal, size));
        Level { size, tiles, goal, first_label }
    }

    /// The same level with the tiles elsewhere.
    pub fn from_here(&self, tiles: Vec<Tile>) -> Self {
        Level { tiles, ..self.clone() }
    }

    pub const fn size(&self) -> Size {
        self.size
    }

    /// The board, row by row.
    pub fn tiles(&self) -> &[Tile] {
        &self.tiles
    }

    /// The board to reach, row by row.
    pub fn goal(&self) -> &[Tile] {
        &self.goal
    }

    pub fn goal_kind(&self) -> Goal {
        let is = |kind| standard_goal(self.size, kind).is_some_and(|goal| goal == self.goal);
        if is(Goal::Last) {
            Goal::Last
        } else if is(Goal::First) {
            Goal::First
        } else {
            Goal::Board
        }
    }

    pub const fn first_label(&self) -> u16 {
        self.first_label
    }

    /// What is written on a tile; `_` for the blank.
    pub fn label(&self, tile: Tile) -> String {
        if tile == BLANK { "_".into() } else { (tile - 1 + self.first_label).to_string() }
    }

    /// For every tile, the cell where it belongs.
    pub fn goal_cells(&self) -> Vec<usize> {
        let mut cells = vec![0; self.size.cells()];
        for (cell, tile) in self.goal.iter().enumerate() {
            cells[usize::from(*tile)] = cell;
        }
        cells
    }

    /// Exactly half of all boards can be solved: each move swaps the blank with a tile and moves it
    /// by one cell, so the parity of the permutation equals the parity of the blank's way.
    pub fn is_solvable(&self) -> bool {
        let goal_cells = self.goal_cells();
        let mut seen = vec![false; self.size.cells()];
        let mut swaps = 0;
        for first in 0..self.size.cells() {
            let mut cell = first;
            while !std::mem::replace(&mut seen[cell], true) {
                cell = goal_cells[usize::from(self.tiles[cell])];
                swaps += usize::from(cell != first);
            }
        }
        let blank = self.tiles.iter().position(|tile| *tile == BLANK).expect("every board has a blank");
        let (here, home) = (self.size.cell(blank), self.size.cell(goal_cells[0]));
        let way = usize::from(here.row.abs_diff(home.row) + here.column.abs_diff(home.column));
        swaps % 2 == way % 2
    }

    /// The level with two of its tiles swapped, which turns its parity.
    pub fn with_two_tiles_swapped(&self) -> Self {
        let mut tiles = self.tiles.clone();
        let cells: Vec<usize> = (0..tiles.len()).filter(|cell| tiles[*cell] != BLANK).collect();
        tiles.swap(cells[0], cells[1]);
        self.from_here(tiles)
    }

    /// Turns the level over its main diagonal; solutions keep their length.
    pub fn mirrored(&self) -> Level {
        let flipped = Size::new(self.size.height, self.size.width);
        let mirror = |cell: usize| flipped.index(Cell::new(self.size.column(cell), self.size.row(cell)));
        let flip = |board: &[Tile]| {
            let mut turned = vec![BLANK; board.len()];
            for (cell, tile) in board.iter().enumerate() {
                turned[mirror(cell)] = *tile;
            }
            turned
        };
        Level {
            size: flipped,
            tiles: flip(&self.tiles),
            goal: flip(&self.goal),
            first_label: self.first_label,
        }
    }
}

/// A direction after mirroring over the main diagonal.
pub const fn mirrored(dir: Dir) -> Dir {
    match dir {
        Dir::Up => Dir::Left,
        Dir::Left => Dir::Up,
        Dir::Down => Dir::Right,
        Dir::Right => Dir::Down,
    }
}

/// The board of a usual goal; nothing for a board of its own.
pub fn standard_goal(size: Size, goal: Goal) -> Option<Vec<Tile>> {
    let cells = size.cells() as Tile;
    match goal {
        Goal::Last => Some((1..cells).chain([BLANK]).collect()),
        Goal::First => Some((0..cells).collect()),
        Goal::Board => None,
    }
}

fn is_permutation(tiles: &[Tile], size: Size) -> bool {
    let mut seen = vec![false; size.cells()];
    tiles.len() == seen.len()
        && tiles.iter().all(|tile| {
            let slot = seen.get_mut(usize::from(*tile));
            slot.is_some_and(|slot| !std::mem::replace(slot, true))
        })
}

/// A cell as read: a label or a blank, and where it stands.
#[derive(Clone, Copy, Debug)]
struct Token {
    line: usize,
    column: usize,
    /// `None` is an explicit blank.
    label: Option<u32>,
}

/// A board as read: its tiles and their smallest label.
#[derive(Debug)]
struct Board {
    size: Size,
    tiles: Vec<Tile>,
    first_label: u16,
}

/// Checks rows of tokens and makes a board of them.
fn check_board(rows: &[Vec<Token>]) -> Result<Board, Fault> {
    let size = check_shape(rows)?;
    let tokens: Vec<Token> = rows.iter().flatten().copied().collect();
    let blank = find_blank(&tokens)?;
    let labels: Vec<Option<u32>> =
        tokens.iter().enumerate().map(|(cell, token)| token.label.filter(|_| cell != blank)).collect();
    let first_label = u16::from(!labels.contains(&Some(0)));
    let tiles = check_labels(&tokens, &labels, size, first_label)?;
    Ok(Board { size, tiles, first_label })
}

fn check_shape(rows: &[Vec<Token>]) -> Result<Size, Fault> {
    let first = rows.first().and_then(|row| row.first()).expect("boards as read have a cell");
    let width = rows[0].len();
    for row in rows {
        if row.len() != width {
            let message = words::ROW_LENGTH.with("found", row.len()).with("expected", width);
            return Err(Fault::at(row[0].line, row[0].column, message));
        }
    }
    let size = Size::new(width, rows.len());
    if width < 2 || rows.len() < 2 {
        return Err(Fault::at(first.line, first.column, words::TOO_SMALL.with("size", size)));
    }
    Ok(size)
}

/// The cell of the blank: the one `_` or `.`, or the `0` if there is neither.
fn find_blank(tokens: &[Token]) -> Result<usize, Fault> {
    let cells_with = |label| (0..tokens.len()).filter(move |cell| tokens[*cell].label == label);
    let mut blanks: Vec<usize> = cells_with(None).collect();
    if blanks.is_empty() {
        blanks.extend(cells_with(Some(0)));
    }
    match blanks[..] {
        [blank] => Ok(blank),
        [] => Err(Fault::at(tokens[0].line, tokens[0].column, words::NO_BLANK.say())),
        [_, second, ..] => {
            Err(Fault::at(tokens[second].line, tokens[second].column, words::TWO_BLANKS.say()))
        }
    }
}

fn check_labels(
    tokens: &[Token],
    labels: &[Option<u32>],
    size: Size,
    first_label: u16,
) -> Result<Vec<Tile>, Fault> {
    let (low, high) = (u32::from(first_label), size.cells() as u32 - 2 + u32::from(first_label));
    let missing = (low..=high).find(|label| !labels.contains(&Some(*label)));
    let complain = |token: &Token, message: Message| {
        let missing = missing.expect("where a label is wrong, another one is missing");
        Err(Fault::at(token.line, token.column, message.with("missing", missing)))
    };
    let mut seen: Vec<Option<usize>> = vec![None; size.cells()];
    let mut tiles = Vec::with_capacity(size.cells());
    for (cell, label) in labels.iter().enumerate() {
        let Some(label) = *label else {
            tiles.push(BLANK);
            continue;
        };
        let token = &tokens[cell];
        if !(low..=high).contains(&label) {
            let message = words::OUT_OF_RANGE.with("label", label).with("size", size);
            return complain(token, message.with("low", low).with("high", high));
        }
        let tile = (label - low + 1) as usize;
        if let Some(before) = seen[tile].replace(cell) {
            let message = words::REPEATED.with("label", label).with("line", tokens[before].line);
            return complain(token, message.with("column", tokens[before].column));
        }
        tiles.push(tile as Tile);
    }
    // As many tokens as tiles, none out of range, none twice: then none is missing either.
    debug_assert!(is_permutation(&tiles, size));
    Ok(tiles)
}
