//! Boards to draw on: a rectangle, and what is built on it by chance, so that every cell keeps two
//! neighbours and the board hangs together.

use ingenio_core::{Lattice, Rng, Side, Size};

use crate::level::{Board, Shape};

/// What a board has that is no plain rectangle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Feature {
    Plain,
    Holes,
    Walls,
    Bridges,
    Warps,
    Hexes,
    Mixed,
}

impl Feature {
    pub const ALL: [(&'static str, Feature); 7] = [
        ("plain", Feature::Plain),
        ("holes", Feature::Holes),
        ("walls", Feature::Walls),
        ("bridges", Feature::Bridges),
        ("warps", Feature::Warps),
        ("hexes", Feature::Hexes),
        ("mixed", Feature::Mixed),
    ];

    pub fn named(name: &str) -> Option<Feature> {
        Feature::ALL.into_iter().find(|(known, _)| *known == name).map(|(_, feature)| feature)
    }
}

/// So many cells for one hole, wall or bridge. Chosen by hand.
const PER_HOLE: usize = 10;
const PER_WALL: usize = 6;
const PER_BRIDGE: usize = 16;

/// Places tried for each of them. Chosen by hand.
const TRIES: usize = 6;
/// Beyond so many cells the board is looked at once, after all is built.
const LARGE: usize = 400;

/// A shape of this size with a feature; what does not fit is left out.
pub fn shape(rng: &mut Rng, size: Size, feature: Feature) -> Shape {
    let mut shape = Shape::plain(size);
    let mixed = feature == Feature::Mixed;
    if feature == Feature::Hexes || (mixed && rng.one_in(3)) {
        shape.lattice = Lattice::Hexagons;
    }
    if feature == Feature::Warps || (mixed && rng.one_in(2)) {
        let both = rng.below(3);
        shape.across = both != 1 && (shape.lattice == Lattice::Squares || size.width.is_multiple_of(2));
        shape.down = both != 0 || !shape.across;
    }
    if feature == Feature::Bridges || (mixed && shape.lattice == Lattice::Squares) {
        add(rng, &mut shape, size.cells().div_ceil(PER_BRIDGE), bridge);
    }
    if feature == Feature::Holes || mixed {
        add(rng, &mut shape, size.cells() / PER_HOLE, hole);
    }
    if feature == Feature::Walls || mixed {
        add(rng, &mut shape, size.cells() / PER_WALL, wall);
    }
    shape
}

/// Tries at random places; what would spoil the board is taken back, all of it where it falls apart.
fn add(rng: &mut Rng, shape: &mut Shape, count: usize, one: fn(&mut Rng, &mut Shape)) {
    let before = shape.clone();
    let mut missing = count;
    for _ in 0..TRIES * count {
        let mut next = shape.clone();
        one(rng, &mut next);
        if next != *shape && (next.size.cells() > LARGE || hangs_together(&next)) {
            *shape = next;
            missing -= 1;
        }
        if missing == 0 {
            break;
        }
    }
    if !hangs_together(shape) {
        *shape = before;
    }
}

fn bridge(rng: &mut Rng, shape: &mut Shape) {
    let at = rng.below(shape.size.cells());
    // Apart from the others, so that no cell is asked for by two bridges.
    let place = shape.size.cell(at);
    let far = |other: &usize| {
        let other = shape.size.cell(*other);
        place.row.abs_diff(other.row) + place.column.abs_diff(other.column) > 3
    };
    let ways =
        Side::SQUARE.iter().filter(|side| shape.way(at, **side).is_some() && !shape.is_gate(at, **side));
    if ways.count() == 4 && shape.bridges.iter().all(far) {
        shape.bridges.insert(at);
    }
}

fn hole(rng: &mut Rng, shape: &mut Shape) {
    let at = rng.below(shape.size.cells());
    let beside = |side: &Side| shape.beyond(at, *side).is_some_and(|to| shape.bridges.contains(&to));
    let is_bridge = shape.bridges.contains(&at) || shape.lattice.sides().iter().any(beside);
    if !is_bridge {
        shape.holes.insert(at);
    }
}

fn wall(rng: &mut Rng, shape: &mut Shape) {
    let at = rng.below(shape.size.cells());
    let side = shape.lattice.sides()[rng.below(shape.lattice.sides().len())];
    let to = shape.way(at, side);
    if to.is_some_and(|to| !shape.bridges.contains(&at) && !shape.bridges.contains(&to)) {
        shape.wall(at, side);
    }
}

/// Has every cell two neighbours, and can all be reached from one?
fn hangs_together(shape: &Shape) -> bool {
    let Ok(board) = Board::of(shape.clone()) else { return false };
    if board.is_empty() || board.nodes().any(|node| board.links(node).len() < 2) {
        return false;
    }
    let mut seen = vec![false; board.len()];
    let mut stack = vec![0];
    seen[0] = true;
    while let Some(node) = stack.pop() {
        for link in board.links(node) {
            if !std::mem::replace(&mut seen[usize::from(link.to)], true) {
                stack.push(link.to);
            }
        }
    }
    seen.into_iter().all(|seen| seen)
}
