//! What a board is built of, before it is a graph: squares or hexagons, holes, walls on sides of
//! cells, bridges, and borders that join. Equal boards have equal shapes, however they were written.

use std::collections::BTreeSet;

use ingenio_core::{Cell, Lattice, Message, Side, Size};

use super::board::show;
use crate::words;

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Shape {
    pub size: Size,
    pub lattice: Lattice,
    /// The left border joins the right one.
    pub across: bool,
    /// The upper border joins the lower one.
    pub down: bool,
    /// Cells are numbered row by row, holes counted.
    pub holes: BTreeSet<usize>,
    pub bridges: BTreeSet<usize>,
    /// A wall is known by one of its two cells: the one of which it is a side in [`Shape::ahead`].
    pub walls: BTreeSet<(usize, Side)>,
}

impl Shape {
    /// A whole rectangle of squares.
    pub const fn plain(size: Size) -> Self {
        Shape {
            size,
            lattice: Lattice::Squares,
            across: false,
            down: false,
            holes: BTreeSet::new(),
            bridges: BTreeSet::new(),
            walls: BTreeSet::new(),
        }
    }

    /// Squares with four neighbours each, holes apart?
    pub fn is_plain(&self) -> bool {
        self.lattice == Lattice::Squares
            && !self.across
            && !self.down
            && self.bridges.is_empty()
            && self.walls.is_empty()
    }

    /// May links cross each other, or lie elsewhere than rows and columns say?
    pub fn is_crossed(&self) -> bool {
        self.lattice != Lattice::Squares || self.across || self.down || !self.bridges.is_empty()
    }

    /// Half of the sides of a cell, so that each link is seen from one of its cells.
    pub const fn ahead(&self) -> &'static [Side] {
        match self.lattice {
            Lattice::Squares => &[Side::Down, Side::Right],
            Lattice::Hexagons => &[Side::Down, Side::UpRight, Side::DownRight],
        }
    }

    /// The cell beyond a side, round the border where borders join, whatever is built between.
    pub fn beyond(&self, index: usize, side: Side) -> Option<usize> {
        let Size { width, height } = self.size;
        let (row, column) = (self.size.row(index), self.size.column(index));
        let (down, right) = self.lattice.step(column, side);
        let row = wrapped(row, down, height, self.down)?;
        let column = wrapped(column, right, width, self.across)?;
        Some(row * width + column).filter(|to| *to != index)
    }

    /// Does a step over this side go round the border?
    pub fn is_gate(&self, index: usize, side: Side) -> bool {
        let cell = self.size.cell(index);
        self.lattice.beyond(self.size, cell, side).is_none() && self.beyond(index, side).is_some()
    }

    /// The cell that a way over this side leads to.
    pub fn way(&self, index: usize, side: Side) -> Option<usize> {
        let to = self.beyond(index, side)?;
        let closed = self.is_walled(index, side) || self.holes.contains(&index) || self.holes.contains(&to);
        (!closed).then_some(to)
    }

    pub fn is_walled(&self, index: usize, side: Side) -> bool {
        self.known(index, side).is_some_and(|wall| self.walls.contains(&wall))
    }

    /// Builds a wall; false if no cell lies beyond that side.
    pub fn wall(&mut self, index: usize, side: Side) -> bool {
        let known = self.known(index, side);
        known.is_some_and(|wall| {
            self.walls.insert(wall);
            true
        })
    }

    /// A wall by the cell and the side that name it.
    pub fn known(&self, index: usize, side: Side) -> Option<(usize, Side)> {
        let to = self.beyond(index, side)?;
        Some(if self.ahead().contains(&side) { (index, side) } else { (to, side.opposite()) })
    }

    /// The shape without what makes no difference: walls beside holes, borders that join nowhere.
    pub fn normal(mut self) -> Result<Self, Message> {
        if self.lattice == Lattice::Hexagons && self.across && !self.size.width.is_multiple_of(2) {
            return Err(words::ODD_WARP.with("columns", self.size.width));
        }
        self.bridges.retain(|bridge| !self.holes.contains(bridge));
        let walls = std::mem::take(&mut self.walls);
        let beside_hole = |wall: &(usize, Side)| {
            self.holes.contains(&wall.0)
                || self.beyond(wall.0, wall.1).is_none_or(|to| self.holes.contains(&to))
        };
        self.walls = walls.into_iter().filter(|wall| !beside_hole(wall)).collect();
        let joins = |shape: &Shape, axis: fn(&mut Shape)| {
            let mut cut = shape.clone();
            axis(&mut cut);
            let open = |index: usize| {
                let gone =
                    |side: &Side| shape.way(index, *side).is_some() && cut.beyond(index, *side).is_none();
                shape.lattice.sides().iter().any(gone)
            };
            (0..shape.size.cells()).any(open)
        };
        if self.across && !joins(&self, |cut| cut.across = false) {
            self.across = false;
        }
        if self.down && !joins(&self, |cut| cut.down = false) {
            self.down = false;
        }
        let walls = std::mem::take(&mut self.walls);
        self.walls = walls.into_iter().filter(|wall| self.beyond(wall.0, wall.1).is_some()).collect();
        self.refuse_bridges()?;
        Ok(self)
    }

    /// A bridge is crossed from all four sides.
    fn refuse_bridges(&self) -> Result<(), Message> {
        for bridge in &self.bridges {
            let cell = show(self.size.cell(*bridge));
            if self.lattice == Lattice::Hexagons {
                return Err(words::HEX_BRIDGE.with("cell", cell));
            }
            let ways: Vec<usize> = Side::SQUARE.iter().filter_map(|side| self.way(*bridge, *side)).collect();
            let [up, down, left, right] = ways[..] else { return Err(words::BAD_BRIDGE.with("cell", cell)) };
            if up == down || left == right {
                return Err(words::BAD_BRIDGE.with("cell", cell));
            }
        }
        Ok(())
    }

    /// The cells and sides of all walls, both cells of each.
    pub fn sides_with_walls(&self) -> impl Iterator<Item = (Cell, Side)> + '_ {
        self.walls.iter().flat_map(|(index, side)| {
            let other = self.beyond(*index, *side).map(|to| (self.size.cell(to), side.opposite()));
            [Some((self.size.cell(*index), *side)), other].into_iter().flatten()
        })
    }
}

fn wrapped(at: usize, by: isize, of: usize, joins: bool) -> Option<usize> {
    let to = at as isize + by;
    if (0..of as isize).contains(&to) {
        Some(to as usize)
    } else {
        joins.then(|| to.rem_euclid(of as isize) as usize)
    }
}
