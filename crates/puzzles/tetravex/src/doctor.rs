//! What the level doctor asks for: the spare tiles, clues and blocked cells that could be left out,
//! and small changes that might let the board be filled or leave one solution.
//!
//! Not every side of every tile is worth a try, so the mends are read off boards that a short search
//! finds: the fullest one shows which cells stay empty and which tiles are left over, two different
//! ones show which clue would tell them apart.

use std::sync::Arc;

use ingenio_core::{Dir, Fault, Mend, Mends, Part, Slip, Step, Task, rooms};

use crate::Tetravex;
use crate::level::{Level, Place, Tile, side_index};
use crate::solve::{counting, proved_maximum};
use crate::{referee, words};

impl rooms::Doctor for Tetravex {
    fn parts(level: &Level) -> Vec<Part> {
        let part = |piece: Piece| match piece {
            Piece::Tile(tile) => Part {
                name: words::PART_TILE.with("tile", tile + 1).with("sides", level.tiles()[tile]),
                cells: Vec::new(),
                // A tile less never makes it easier to fill the board.
                hinders: false,
            },
            Piece::Clue(cell) => Part {
                name: words::PART_CLUE.with("cell", level.size().cell(cell).said()),
                cells: vec![level.size().cell(cell)],
                hinders: true,
            },
            Piece::Block(cell) => Part {
                name: words::PART_BLOCK.with("cell", level.size().cell(cell).said()),
                cells: vec![level.size().cell(cell)],
                // Without it one more cell has to be filled.
                hinders: false,
            },
        };
        pieces(level).into_iter().map(part).collect()
    }

    fn without(level: &Level, parts: &[usize]) -> Option<Level> {
        without(level, parts)
    }

    fn mends(level: &Level) -> Mends<'_, Level> {
        let mut mends = fillings(level);
        mends.extend(clues(level));
        for (number, piece) in pieces(level).into_iter().enumerate() {
            let what = match piece {
                Piece::Tile(tile) => words::MEND_TILE.with("tile", tile + 1),
                Piece::Clue(cell) => words::MEND_CLUE.with("cell", level.size().cell(cell).said()),
                Piece::Block(cell) => words::MEND_BLOCK.with("cell", level.size().cell(cell).said()),
            };
            mends.extend(without(level, &[number]).map(|level| Mend { what, level, size: 1 }));
        }
        mends.extend(blind(level));
        mends.sort_by_key(|mend| mend.size);
        Box::new(mends.into_iter())
    }

    /// The first cell where two solutions have different tiles.
    fn difference(level: &Level, one: &str, other: &str) -> Option<Part> {
        let [one, other] = [one, other].map(|text| referee::layout(level, text).ok());
        let (one, other) = (one?, other?);
        let sides = |tile: Option<u16>| tile.map(|tile| level.tiles()[usize::from(tile)]);
        let at = (0..one.len()).find(|cell| sides(one[*cell]) != sides(other[*cell]))?;
        let said = |tile: Option<u16>| match tile {
            Some(tile) => {
                words::PART_TILE.with("tile", tile + 1).with("sides", level.tiles()[usize::from(tile)])
            }
            None => words::NO_TILE.say(),
        };
        let cell = level.size().cell(at);
        let name =
            words::DIFFER.with("cell", cell.said()).with("one", said(one[at])).with("other", said(other[at]));
        Some(Part { name, cells: vec![cell], hinders: false })
    }

    /// What a text that is no level could have meant: a line about a cell or a tile that does not exist or is taken
    /// was one too many, and a colour below 0 has a stroke too many.
    fn slips(text: &str, fault: &Fault) -> Vec<Slip> {
        let places = [words::OFF_BOARD, words::NOT_A_TILE, words::CELL_TAKEN, words::TILE_TAKEN];
        let spelled = [words::NOT_A_CELL, words::FIXED_SYNTAX, words::BLOCKED_SYNTAX];
        let is_faulty = |at: usize| fault.line.is_some_and(|line| line as usize == at + 1);
        let changed = |(at, line): (usize, &str)| {
            if fault.is(words::FIXED_CLASH) {
                return line.trim_start().starts_with("fixed").then(|| rewritten(text, at, None));
            }
            let drop = places.iter().chain(&spelled).any(|rule| fault.is(*rule));
            let negative = fault.is(words::NEGATIVE_COLOUR);
            let new = negative.then(|| line.replace('-', ""));
            (is_faulty(at) && (drop || negative)).then(|| rewritten(text, at, new))
        };
        text.lines().enumerate().filter_map(changed).collect()
    }
}

/// Nodes of the short searches.
const NODES: u64 = 3000;
/// Changes of single sides that are tried blindly, at most.
const BLIND: usize = 400;

/// One part of a level.
#[derive(Clone, Copy)]
enum Piece {
    Tile(usize),
    Clue(usize),
    Block(usize),
}

/// Tiles count as parts where there are more than cells; fixed ones only as clues.
fn pieces(level: &Level) -> Vec<Piece> {
    let spare = level.tiles().len() > level.room();
    let is_fixed = |tile: usize| level.places().contains(&Place::Fixed(tile as u16));
    let tiles = (0..level.tiles().len()).filter(|tile| spare && !is_fixed(*tile)).map(Piece::Tile);
    let places = level.places().iter().enumerate().filter_map(|(cell, place)| match place {
        Place::Open => None,
        Place::Blocked => Some(Piece::Block(cell)),
        Place::Fixed(_) => Some(Piece::Clue(cell)),
    });
    tiles.chain(places).collect()
}

/// The text with another line in the place of one, or with none.
fn rewritten(text: &str, at: usize, new: Option<String>) -> Slip {
    let old = text.lines().nth(at).unwrap_or_default().trim();
    let template = if new.is_some() { words::SLIP_SIGN } else { words::SLIP_LINE };
    let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
    lines.splice(at..=at, new);
    Slip { what: template.with("line", old), text: lines.join("\n") + "\n", size: 1 }
}

/// The level without some parts; nothing if no tile would be left.
pub fn without(level: &Level, parts: &[usize]) -> Option<Level> {
    let pieces = pieces(level);
    let mut places = level.places().to_vec();
    let mut gone = Vec::new();
    for piece in parts.iter().filter_map(|part| pieces.get(*part)) {
        match *piece {
            Piece::Tile(tile) => gone.push(tile),
            Piece::Clue(cell) | Piece::Block(cell) => places[cell] = Place::Open,
        }
    }
    let kept: Vec<usize> = (0..level.tiles().len()).filter(|tile| !gone.contains(tile)).collect();
    for place in &mut places {
        if let Place::Fixed(tile) = place {
            *tile = kept.iter().position(|kept| *kept == usize::from(*tile))? as u16;
        }
    }
    let tiles = kept.iter().map(|tile| level.tiles()[*tile]).collect();
    Level::new(level.size(), tiles, places, level.question()).ok()
}

/// The fullest board of a short search: each tile left over is given the sides that an empty cell asks
/// for.
fn fillings(level: &Level) -> Vec<Mend<Level>> {
    let open = Arc::new(level.with_question(crate::level::Question::Maximise));
    let mut run = proved_maximum(&open, &Task::default());
    let _ = run.advance(NODES);
    let best = run.found().best;
    let Some(board) = best.and_then(|best| referee::layout(&open, &best).ok()) else { return Vec::new() };
    let lies = |tile: usize| board.contains(&Some(tile as u16));
    let idle: Vec<usize> = (0..level.tiles().len()).filter(|tile| !lies(*tile)).collect();
    let empty =
        (0..board.len()).filter(|cell| board[*cell].is_none() && level.places()[*cell] == Place::Open);
    if idle.is_empty() {
        return empty.filter_map(|cell| added(level, asked(level, &board, cell, level.tiles()[0]))).collect();
    }
    let pairs = empty.flat_map(|cell| idle.iter().map(move |tile| (cell, *tile)));
    let fitted = pairs.filter_map(|(cell, tile)| {
        let old = level.tiles()[tile];
        let new = asked(level, &board, cell, old);
        let size = old.0.iter().zip(new.0).filter(|(old, new)| **old != *new).count() as u32;
        (size > 0).then(|| changed(level, tile, new, size)).flatten()
    });
    fitted.collect()
}

/// A tile with the sides that an empty cell asks for, the others as they were.
fn asked(level: &Level, board: &[Option<u16>], cell: usize, mut tile: Tile) -> Tile {
    for dir in Dir::ALL {
        let facing = level.size().step(cell, dir).and_then(|other| board[other]);
        if let Some(facing) = facing {
            tile.0[side_index(dir)] = level.tiles()[usize::from(facing)].side(dir.opposite());
        }
    }
    tile
}

/// The level with one tile more.
fn added(level: &Level, new: Tile) -> Option<Mend<Level>> {
    let tiles = [level.tiles(), &[new]].concat();
    let level = Level::new(level.size(), tiles, level.places().to_vec(), level.question()).ok()?;
    Some(Mend { what: words::MEND_ADD.with("new", new), level, size: 4 })
}

fn changed(level: &Level, tile: usize, new: Tile, size: u32) -> Option<Mend<Level>> {
    let mut tiles = level.tiles().to_vec();
    let what = words::MEND_SIDES.with("tile", tile + 1).with("old", tiles[tile]).with("new", new);
    tiles[tile] = new;
    let level = Level::new(level.size(), tiles, level.places().to_vec(), level.question()).ok()?;
    Some(Mend { what, level, size })
}

/// Two different solutions: a clue where they differ leaves one of them.
fn clues(level: &Level) -> Vec<Mend<Level>> {
    let shared = Arc::new(level.clone());
    let mut run = counting::start(&shared, 2, &Task::default());
    if let Step::Running = run.advance(NODES) {
        return Vec::new();
    }
    let examples = run.found().examples;
    let boards: Vec<_> = examples.iter().filter_map(|text| referee::layout(level, text).ok()).collect();
    let [first, second] = boards.as_slice() else { return Vec::new() };
    let sides = |board: &[Option<u16>], cell: usize| board[cell].map(|tile| level.tiles()[usize::from(tile)]);
    let differ = (0..first.len()).filter(|cell| sides(first, *cell) != sides(second, *cell));
    let clue = |cell: usize| {
        let tile = first[cell]?;
        let mut places = level.places().to_vec();
        places[cell] = Place::Fixed(tile);
        let what = words::MEND_FIX.with("tile", tile + 1).with("cell", level.size().cell(cell).said());
        let level = Level::new(level.size(), level.tiles().to_vec(), places, level.question()).ok()?;
        Some(Mend { what, level, size: 1 })
    };
    differ.filter_map(clue).collect()
}

/// Every side of every tile in every colour, where these are few.
fn blind(level: &Level) -> Vec<Mend<Level>> {
    let mut colours: Vec<u32> = level.tiles().iter().flat_map(|tile| tile.0).collect();
    colours.sort_unstable();
    colours.dedup();
    let all = level.tiles().len() * 4 * colours.len();
    if all > BLIND {
        return Vec::new();
    }
    let mut mends = Vec::new();
    for (tile, old) in level.tiles().iter().enumerate() {
        for (side, colour) in (0..4).flat_map(|side| colours.iter().map(move |colour| (side, *colour))) {
            let mut new = *old;
            new.0[side] = colour;
            if new != *old {
                mends.extend(changed(level, tile, new, 1));
            }
        }
    }
    mends
}
