//! What the level doctor asks for: the pieces and walls that could be left out, and small changes. What a text
//! that is no board could have meant is in `doctor/slips.rs`.

mod slips;

pub use slips::slips;

use ingenio_core::{Cell, Fault, Mend, Mends, Message, Part, Slip, rooms};

use crate::Unblock;
use crate::level::{Axis, Level, Name, Piece};
use crate::words;

impl rooms::Doctor for Unblock {
    /// The pieces but the target, then the walls.
    fn parts(level: &Level) -> Vec<Part> {
        let pieces = level.pieces()[1..].iter().map(|piece| Part {
            name: words::PART_PIECE.with("piece", piece.name),
            cells: piece.cells(piece.offset.into()).collect(),
            hinders: true,
        });
        let walls = walls(level).map(|cell| Part {
            name: words::PART_WALL.with("cell", level.size().cell(cell).said()),
            cells: vec![level.size().cell(cell)],
            hinders: true,
        });
        pieces.chain(walls).collect()
    }

    fn without(level: &Level, parts: &[usize]) -> Option<Level> {
        Some(without(level, parts))
    }

    /// A wall taken away, a piece shortened, moved, turned or taken away; the size counts cells that
    /// change hands, and a piece that is gone counts once more than one that is still there.
    fn mends(level: &Level) -> Mends<'_, Level> {
        let mut mends = Vec::new();
        for cell in walls(level) {
            let mut free = level.walls().to_vec();
            free[cell] = false;
            let what = words::MEND_WALL.with("cell", level.size().cell(cell).said());
            mends.push(Mend { what, level: rebuilt(level, free, level.pieces().to_vec()), size: 1 });
        }
        for index in 0..level.pieces().len() {
            mends.extend(changes(level, index).into_iter().filter_map(|change| change.apply(level, index)));
        }
        for (index, piece) in level.pieces().iter().enumerate().skip(1) {
            let what = words::MEND_REMOVE.with("piece", piece.name);
            let mut pieces = level.pieces().to_vec();
            pieces.remove(index);
            let level = rebuilt(level, level.walls().to_vec(), pieces);
            mends.push(Mend { what, level, size: u32::from(piece.length) + 1 });
        }
        mends.sort_by_key(|mend| mend.size);
        Box::new(mends.into_iter())
    }

    fn slips(text: &str, fault: &Fault) -> Vec<Slip> {
        slips(text, fault)
    }
}

/// The level without those parts.
pub fn without(level: &Level, parts: &[usize]) -> Level {
    let others = level.pieces().len() - 1;
    let (mut free, mut pieces) = (level.walls().to_vec(), Vec::new());
    for (index, piece) in level.pieces().iter().enumerate() {
        if index == 0 || !parts.contains(&(index - 1)) {
            pieces.push(piece.clone());
        }
    }
    for (number, cell) in walls(level).enumerate() {
        free[cell] = !parts.contains(&(others + number));
    }
    rebuilt(level, free, pieces)
}

/// The cells that are walls.
fn walls(level: &Level) -> impl Iterator<Item = usize> + '_ {
    (0..level.walls().len()).filter(|cell| level.walls()[*cell])
}

/// A board of other parts; pieces that go by numbers are numbered anew.
fn rebuilt(level: &Level, walls: Vec<bool>, mut pieces: Vec<Piece>) -> Level {
    if pieces.iter().any(|piece| matches!(piece.name, Name::Number(_))) {
        let count = pieces.len();
        pieces.iter_mut().enumerate().for_each(|(at, piece)| piece.name = Name::standard(at, count));
    }
    Level::of(level.size(), walls, pieces).with_exit_of(level)
}

/// Another shape for a piece.
struct Change {
    piece: Piece,
    what: Message,
    size: u32,
}

impl Change {
    /// The level with the change; nothing where the piece would leave the board or meet something.
    fn apply(self, level: &Level, index: usize) -> Option<Mend<Level>> {
        let Change { piece, what, size } = self;
        let end = usize::from(piece.offset + piece.length);
        let lines = if piece.axis == Axis::Across { level.size().height } else { level.size().width };
        if end > piece.span(level.size()) || usize::from(piece.line) >= lines {
            return None;
        }
        let cover = level.cover(&level.offsets());
        let is_free = |cell: Cell| {
            let taken = cover[level.size().index(cell)].is_some_and(|other| other != index);
            !taken && !level.is_wall(cell)
        };
        if !piece.cells(piece.offset.into()).all(is_free) {
            return None;
        }
        let mut pieces = level.pieces().to_vec();
        pieces[index] = piece;
        Some(Mend { what, level: rebuilt(level, level.walls().to_vec(), pieces), size })
    }
}

/// The changes that a piece can undergo; the target stays as it is, but may begin elsewhere in its line.
fn changes(level: &Level, index: usize) -> Vec<Change> {
    let piece = &level.pieces()[index];
    let mut changes = Vec::new();
    if index == 0 {
        return jumps(level, piece);
    }
    if piece.length > 2 {
        let what = words::MEND_SHORTEN.with("piece", piece.name);
        let shorter = Piece { length: piece.length - 1, ..piece.clone() };
        let end = Piece { offset: piece.offset + 1, ..shorter.clone() };
        let at = |cut: usize| piece.cell_at(cut).said();
        let last = usize::from(piece.offset + piece.length) - 1;
        changes.push(Change { piece: shorter, what: what.clone().with("cell", at(last)), size: 1 });
        changes.push(Change { piece: end, what: what.with("cell", at(piece.offset.into())), size: 1 });
    }
    for line in [piece.line.checked_sub(1), Some(piece.line + 1)].into_iter().flatten() {
        let beside = Piece { line, ..piece.clone() };
        let (what, size) = (moved(&beside), u32::from(piece.length));
        changes.push(Change { piece: beside, what, size });
    }
    changes.extend(jumps(level, piece));
    changes.extend(turned(piece));
    changes
}

/// The piece one or two cells further in its line, or beyond what stands there.
fn jumps(level: &Level, piece: &Piece) -> Vec<Change> {
    let last = piece.span(level.size()) - usize::from(piece.length);
    let places = (0..=last as u8).filter(|offset| *offset != piece.offset);
    let jumps = places.map(|offset| {
        let there = Piece { offset, ..piece.clone() };
        let cells = offset.abs_diff(piece.offset).min(piece.length);
        Change { what: moved(&there), piece: there, size: u32::from(cells) }
    });
    jumps.collect()
}

/// The piece turned about any of its cells.
fn turned(piece: &Piece) -> Vec<Change> {
    let mut changes = Vec::new();
    for pivot in piece.offset..piece.offset + piece.length {
        for back in 0..piece.length {
            let Some(offset) = piece.line.checked_sub(back) else { continue };
            let axis = if piece.axis == Axis::Across { Axis::Down } else { Axis::Across };
            let there = Piece { axis, line: pivot, offset, ..piece.clone() };
            let what =
                words::MEND_TURN.with("piece", piece.name).with("cell", there.cell_at(offset.into()).said());
            changes.push(Change { piece: there, what, size: u32::from(piece.length) });
        }
    }
    changes
}

fn moved(piece: &Piece) -> Message {
    words::MEND_MOVE.with("piece", piece.name).with("cell", piece.cell_at(piece.offset.into()).said())
}
