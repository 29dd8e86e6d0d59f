//! A board without clashes that grows and shrinks: what the local searches work on.

use std::sync::Arc;

use ingenio_core::{Dir, Focus};

use crate::level::{Level, Place, Question, board_text};
use crate::play::Move;

/// Which tile lies where, and back.
#[derive(Clone, Debug)]
pub struct Placement {
    level: Arc<Level>,
    board: Vec<Option<u16>>,
    cell_of: Vec<Option<u16>>,
    placed: usize,
}

impl Placement {
    pub fn new(level: &Arc<Level>, board: Vec<Option<u16>>) -> Self {
        let mut cell_of = vec![None; level.tiles().len()];
        for (cell, tile) in board.iter().enumerate() {
            if let Some(tile) = tile {
                cell_of[usize::from(*tile)] = Some(cell as u16);
            }
        }
        let placed = board.iter().flatten().count();
        Placement { level: level.clone(), board, cell_of, placed }
    }

    pub fn board(&self) -> &[Option<u16>] {
        &self.board
    }

    pub fn into_board(self) -> Vec<Option<u16>> {
        self.board
    }

    pub fn placed(&self) -> usize {
        self.placed
    }

    pub fn cell_of(&self, tile: usize) -> Option<usize> {
        self.cell_of[tile].map(usize::from)
    }

    /// The cells around that would clash with a tile here, the tile's own old cell not among them.
    pub fn rivals(&self, cell: usize, tile: usize) -> impl Iterator<Item = usize> + '_ {
        let sides = self.level.tiles()[tile];
        let around =
            Dir::ALL.into_iter().filter_map(move |dir| Some((dir, self.level.size().step(cell, dir)?)));
        around.filter_map(move |(dir, other)| {
            let facing = usize::from(self.board[other]?);
            let clash = self.level.tiles()[facing].side(dir.opposite()) != sides.side(dir);
            (clash && facing != tile).then_some(other)
        })
    }

    /// Would this put tiles aside that are fixed?
    pub fn allowed(&self, cell: usize, tile: usize) -> bool {
        self.level.places()[cell] == Place::Open
            && self.rivals(cell, tile).all(|rival| self.level.places()[rival] == Place::Open)
    }

    pub fn take(&mut self, cell: usize) -> Option<u16> {
        let tile = self.board[cell].take()?;
        self.cell_of[usize::from(tile)] = None;
        self.placed -= 1;
        Some(tile)
    }

    /// Puts a tile on an empty cell where nothing clashes.
    pub fn put(&mut self, cell: usize, tile: u16) {
        debug_assert!(self.board[cell].is_none() && self.cell_of[usize::from(tile)].is_none());
        self.board[cell] = Some(tile);
        self.cell_of[usize::from(tile)] = Some(cell as u16);
        self.placed += 1;
    }

    /// Puts a tile on a cell and takes off whatever is in its way; gives what was taken off and
    /// from where.
    pub fn force(&mut self, cell: usize, tile: usize, taken: &mut Vec<(u16, u16)>) {
        taken.clear();
        let mut rivals: [Option<usize>; 4] = [None; 4];
        self.rivals(cell, tile).zip(&mut rivals).for_each(|(rival, slot)| *slot = Some(rival));
        for place in rivals.into_iter().flatten().chain([cell]) {
            if let Some(gone) = self.take(place) {
                taken.push((place as u16, gone));
            }
        }
        if let Some(old) = self.cell_of(tile) {
            self.take(old);
        }
        self.put(cell, tile as u16);
    }
}

/// A board with every tile added that fits as it stands, cell by cell.
pub fn extended(level: &Arc<Level>, board: Vec<Option<u16>>) -> Vec<Option<u16>> {
    let mut placement = Placement::new(level, board);
    for cell in 0..placement.board.len() {
        if placement.board[cell].is_some() || level.places()[cell] != Place::Open {
            continue;
        }
        let fits = |tile: &usize| {
            placement.cell_of[*tile].is_none() && placement.rivals(cell, *tile).next().is_none()
        };
        if let Some(tile) = (0..level.tiles().len()).find(fits) {
            placement.put(cell, tile as u16);
        }
    }
    placement.into_board()
}

/// A board that a search looks at, as the moves that lay it out.
pub fn focus_on(level: &Level, board: &[Option<u16>]) -> Focus {
    let size = level.size();
    let laid = board.iter().enumerate().filter(|(cell, _)| level.places()[*cell] == Place::Open);
    let puts = laid.filter_map(|(at, tile)| Some(Move::Put { tile: (*tile)?, cell: size.cell(at) }));
    let moves: Vec<String> = puts.map(|put| put.to_string()).collect();
    let cost = board.iter().flatten().count() as u64;
    Focus { moves: moves.join(" "), cost, estimate: None, notes: Vec::new() }
}

/// A board as a solution, if it is one: where the board must be full, only a full one.
pub fn solution_of(level: &Level, board: &[Option<u16>]) -> Option<String> {
    let placed = board.iter().flatten().count();
    let enough = match level.question() {
        Question::Maximise => placed > 0,
        Question::Complete => placed == level.room(),
    };
    enough.then(|| board_text(level.size(), board))
}
