//! The side on which the target leaves: a setting of the level, on the right unless a line `exit: left`, `exit:
//! up` or `exit: down` stands before the board, whatever the format. Plain levels have no such line.

use std::ops::Range;

use ingenio_core::{Cell, Dir, Size};

use super::{Axis, Level, Piece};

/// What the line begins with.
pub const KEY: &str = "exit";

/// The sides by their names.
pub const SIDES: [(&str, Dir); 4] =
    [("right", Dir::Right), ("left", Dir::Left), ("up", Dir::Up), ("down", Dir::Down)];

/// The side with that name.
pub fn side(name: &str) -> Option<Dir> {
    SIDES.iter().find(|(known, _)| known.eq_ignore_ascii_case(name)).map(|(_, side)| *side)
}

/// Does the target go up in numbers on its way there?
const fn is_forward(exit: Dir) -> bool {
    matches!(exit, Dir::Right | Dir::Down)
}

impl Level {
    pub fn exit(&self) -> Dir {
        self.exit
    }

    /// Does the target leave at the last cell of its line, not at the first?
    pub fn leaves_forward(&self) -> bool {
        is_forward(self.exit)
    }

    /// The same board with the exit at the same end of the target's line as another level has it.
    #[must_use]
    pub(crate) fn with_exit_of(mut self, other: &Level) -> Level {
        self.exit = other.exit;
        self
    }

    /// Where the target stands when it touches the wall at the exit.
    pub fn goal_offset(&self) -> usize {
        let target = self.target();
        if self.leaves_forward() { target.span(self.size) - usize::from(target.length) } else { 0 }
    }

    /// The cell before the exit.
    pub fn exit_cell(&self) -> Cell {
        let target = self.target();
        target.cell_at(if self.leaves_forward() { target.span(self.size) - 1 } else { 0 })
    }

    /// The places of its line that the target has to pass when its first cell is at `offset`.
    pub fn way_from(&self, offset: usize) -> Range<usize> {
        let target = self.target();
        let after = offset + usize::from(target.length);
        if self.leaves_forward() { after..target.span(self.size) } else { 0..offset }
    }

    /// The line that says where the exit is; nothing for plain levels.
    pub(super) fn exit_line(&self) -> String {
        match SIDES.iter().find(|(_, side)| *side == self.exit && *side != Dir::Right) {
            Some((name, _)) => format!("{KEY}: {name}\n"),
            None => String::new(),
        }
    }

    /// A plain level mirrored or turned so that its exit is on another side. Moves stay the same, but for those
    /// of pieces across, which are reversed where [`turn_reverses`] says so.
    #[must_use]
    pub fn turned(&self, exit: Dir) -> Level {
        let (old, upright) = (self.size, exit.is_vertical());
        let size = if upright { Size::new(old.height, old.width) } else { old };
        let mirrored = |place: usize, length: usize| {
            if turn_reverses(exit) { old.width - length - place } else { place }
        };
        let mut walls = vec![false; size.cells()];
        for (at, _) in self.walls.iter().enumerate().filter(|(_, wall)| **wall) {
            let (row, column) = (old.row(at), mirrored(old.column(at), 1));
            walls[if upright { column * size.width + row } else { row * size.width + column }] = true;
        }
        let piece = |piece: &Piece| {
            let (line, offset, length) = (piece.line.into(), piece.offset.into(), piece.length.into());
            let (line, offset) = match piece.axis {
                Axis::Across => (line, mirrored(offset, length)),
                Axis::Down => (mirrored(line, 1), offset),
            };
            let axis = if upright { piece.axis.other() } else { piece.axis };
            Piece { axis, line: line as u8, offset: offset as u8, ..piece.clone() }
        };
        Level { size, walls, pieces: self.pieces.iter().map(piece).collect(), exit }
    }
}

impl Level {
    /// The plain level of which this one is the turned image.
    pub fn with_exit_right(&self) -> Level {
        match self.exit {
            // Each of these turns is its own way back, but for the exit that it says.
            Dir::Right | Dir::Left => Level { exit: Dir::Right, ..self.turned(self.exit) },
            Dir::Down => Level { exit: Dir::Right, ..self.turned(Dir::Down) },
            // First the columns are reversed, as they lie, then they become rows.
            Dir::Up => {
                let flat = self.turned(Dir::Down);
                Level { exit: Dir::Right, ..flat.turned(Dir::Left) }
            }
        }
    }
}

/// Does turning a plain level so that its exit is there reverse its rows?
pub const fn turn_reverses(exit: Dir) -> bool {
    !is_forward(exit)
}

impl Axis {
    pub const fn other(self) -> Axis {
        match self {
            Axis::Across => Axis::Down,
            Axis::Down => Axis::Across,
        }
    }
}
