//! One level: a board, the tiles, and which cells are blocked or hold a tile for good.
//!
//! A tile is four colours (top, right, bottom, left) and is never turned. Where two tiles touch,
//! their colours must be equal. Cells may stay empty, tiles may stay unused. The `question` is part
//! of the level and of its id: the referee knows nothing but the level, and whether a board with a
//! hole is a solution (`maximise`) or none (`complete`) is his to say; records and verdicts of the
//! two questions cannot be compared.

use std::fmt;

use ingenio_core::{Cell, Dir, Likeness, Message, Options, Reading, Size, Source, rooms};

use crate::words;

mod read;
mod write;

use crate::Tetravex;
pub use read::{read, recognise};
pub use write::write;

impl rooms::Texts for Tetravex {
    fn recognise(source: &Source) -> Likeness {
        recognise(source)
    }

    fn read(source: &Source, settings: &Options) -> Vec<Reading<Level>> {
        read(source, settings)
    }

    fn write(level: &Level, format: &str) -> Result<String, Message> {
        write(level, format)
    }
}

pub const MOST_SIDE: usize = 32;
pub const MOST_TILES: usize = MOST_SIDE * MOST_SIDE;
pub const MOST_COLOURS: usize = 255;

/// Four colours, in the order of the text: top, right, bottom, left.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Tile(pub [u32; 4]);

impl Tile {
    pub const fn side(self, dir: Dir) -> u32 {
        self.0[side_index(dir)]
    }
}

impl fmt::Display for Tile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [top, right, bottom, left] = self.0;
        write!(f, "{top} {right} {bottom} {left}")
    }
}

/// Where the side of a direction stands in a tile.
pub const fn side_index(dir: Dir) -> usize {
    match dir {
        Dir::Up => 0,
        Dir::Right => 1,
        Dir::Down => 2,
        Dir::Left => 3,
    }
}

/// What a cell is before anyone plays. Tiles count from 0 here and from 1 in every text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place {
    Open,
    Blocked,
    Fixed(u16),
}

/// What counts as a solution.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Question {
    /// As many tiles as can be placed.
    Maximise,
    /// Every cell must hold a tile.
    Complete,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Level {
    size: Size,
    tiles: Vec<Tile>,
    places: Vec<Place>,
    question: Question,
}

/// How many different colours there are. Sorted and not a set: sets are large in modules of pages.
pub fn count_colours(tiles: &[Tile]) -> usize {
    let mut found: Vec<u32> = tiles.iter().flat_map(|tile| tile.0).collect();
    found.sort_unstable();
    found.dedup();
    found.len()
}

impl Level {
    /// Checks everything a level must be; the reader has checked what has a line of its own.
    pub fn new(
        size: Size,
        tiles: Vec<Tile>,
        places: Vec<Place>,
        question: Question,
    ) -> Result<Self, Message> {
        check_size(size)?;
        if tiles.is_empty() {
            return Err(words::NO_TILES.say());
        }
        if tiles.len() > MOST_TILES {
            return Err(words::TOO_MANY_TILES.with("most", MOST_TILES));
        }
        if count_colours(&tiles) > MOST_COLOURS {
            return Err(words::TOO_MANY_COLOURS.with("most", MOST_COLOURS));
        }
        assert_eq!(places.len(), size.cells(), "one place per cell");
        if places.iter().all(|place| *place == Place::Blocked) {
            return Err(words::NO_ROOM.say());
        }
        let level = Level { size, tiles, places, question };
        level.check_fixed()?;
        Ok(level)
    }

    fn check_fixed(&self) -> Result<(), Message> {
        let board = self.start();
        let mut seen = vec![None; self.tiles.len()];
        for (cell, tile) in board.iter().enumerate().filter_map(|(cell, tile)| Some((cell, (*tile)?))) {
            let Some(slot) = seen.get_mut(usize::from(tile)) else {
                let message = words::NOT_A_TILE.with("text", tile + 1);
                return Err(message.with("tiles", self.tiles.len()));
            };
            if let Some(other) = slot.replace(cell) {
                return Err(words::TILE_TAKEN.with("tile", tile + 1).with("cell", self.name(other)));
            }
        }
        match self.clashes(&board).first() {
            None => Ok(()),
            Some(clash) => Err(self.describe(*clash, &board, words::FIXED_CLASH)),
        }
    }

    /// The same board and tiles with other cells fixed: what is left to do from a position.
    pub fn with_fixed(&self, board: &[Option<u16>]) -> Result<Self, Message> {
        let places = self.places.iter().zip(board).map(|(place, tile)| match tile {
            Some(tile) => Place::Fixed(*tile),
            None if *place == Place::Blocked => Place::Blocked,
            None => Place::Open,
        });
        Level::new(self.size, self.tiles.clone(), places.collect(), self.question)
    }

    pub fn with_question(&self, question: Question) -> Self {
        Level { question, ..self.clone() }
    }

    pub fn size(&self) -> Size {
        self.size
    }

    pub fn tiles(&self) -> &[Tile] {
        &self.tiles
    }

    pub fn places(&self) -> &[Place] {
        &self.places
    }

    pub fn question(&self) -> Question {
        self.question
    }

    /// The number of cells that may hold a tile.
    pub fn room(&self) -> usize {
        self.places.iter().filter(|place| **place != Place::Blocked).count()
    }

    /// No placement holds more tiles than this.
    pub fn most_placed(&self) -> usize {
        self.room().min(self.tiles.len())
    }

    /// The board before anyone plays: the fixed tiles.
    pub fn start(&self) -> Vec<Option<u16>> {
        let tile = |place: &Place| if let Place::Fixed(tile) = place { Some(*tile) } else { None };
        self.places.iter().map(tile).collect()
    }

    /// A cell as people read it: `row,column` from 0.
    pub fn name(&self, index: usize) -> String {
        cell_name(self.size.cell(index))
    }

    /// The touching sides that differ: the cell and the direction (right or down) in which it
    /// faces the other.
    pub fn clashes(&self, board: &[Option<u16>]) -> Vec<(usize, Dir)> {
        let pairs = (0..board.len()).flat_map(|cell| [(cell, Dir::Right), (cell, Dir::Down)]);
        pairs.filter(|(cell, dir)| self.clash(board, *cell, *dir)).collect()
    }

    /// Does the tile on a cell face another colour in this direction?
    pub fn clash(&self, board: &[Option<u16>], cell: usize, dir: Dir) -> bool {
        let facing = self.size.step(cell, dir).and_then(|other| board[other]);
        match (board[cell], facing) {
            (Some(tile), Some(other)) => {
                let (tile, other) = (self.tiles[usize::from(tile)], self.tiles[usize::from(other)]);
                tile.side(dir) != other.side(dir.opposite())
            }
            _ => false,
        }
    }

    /// Names both cells and both colours of a clash.
    pub fn describe(
        &self,
        (cell, dir): (usize, Dir),
        board: &[Option<u16>],
        sentence: ingenio_core::Template,
    ) -> Message {
        let other = self.size.step(cell, dir).expect("a clash has two cells");
        let side = |cell: usize, dir| board[cell].map_or(0, |tile| self.tiles[usize::from(tile)].side(dir));
        let message = sentence.with("cell", self.name(cell)).with("other", self.name(other));
        message.with("colour", side(cell, dir)).with("facing", side(other, dir.opposite()))
    }
}

pub fn cell_name(cell: Cell) -> String {
    format!("{},{}", cell.row, cell.column)
}

/// A board as text: tile numbers from 1, 0 for empty, rows separated by `/`.
pub fn board_text(size: Size, board: &[Option<u16>]) -> String {
    let number = |tile: &Option<u16>| tile.map_or(0, |tile| tile + 1).to_string();
    let row = |row: &[Option<u16>]| row.iter().map(number).collect::<Vec<_>>().join(" ");
    board.chunks(size.width).map(row).collect::<Vec<_>>().join("/")
}

fn check_size(size: Size) -> Result<(), Message> {
    let fits = |side| (1..=MOST_SIDE).contains(&side);
    if fits(size.width) && fits(size.height) {
        return Ok(());
    }
    let message = words::BOARD_SIZE.with("width", size.width).with("height", size.height);
    Err(message.with("most", MOST_SIDE))
}
