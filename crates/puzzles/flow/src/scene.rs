//! What to draw: two end points and one pipe per colour, each with an id that stays. The piece that
//! can be dragged (the pipe, or the end points where nothing is drawn) knows how far it can go. Walls,
//! bridges and open borders are built on the ground.

use ingenio_core::kind::Kind;
use ingenio_core::scene::{Fixture, FixtureKind, Ground, Mark, MarkKind, Piece, Scene};
use ingenio_core::{Dir, Lattice, rooms};

use crate::Flow;
use crate::level::{Level, NO_COLOUR, Node, Shape};
use crate::look::{END, PIPE};
use crate::play::Drawing;
use crate::solve::quick;

impl rooms::Drawing for Flow {
    fn scene(level: &Level, drawing: &Drawing) -> Scene {
        scene(level, drawing)
    }
}

pub fn scene(level: &Level, drawing: &Drawing) -> Scene {
    let board = level.board();
    let size = board.size();
    let ground = (0..size.cells()).map(|index| match board.at(size.cell(index)) {
        Some(_) => Ground::Floor,
        None => Ground::Outside,
    });
    let owners = drawing.owners(level);
    let pieces = (0..level.colours()).flat_map(|colour| pieces(level, drawing, &owners, colour));
    let lost = quick::look(level, drawing.pipes()).and_then(|reason| reason.cell);
    let marks = lost.map(|node| Mark { cell: board.place(node), kind: MarkKind::Lost });
    Scene {
        size,
        lattice: board.shape().lattice,
        ground: ground.collect(),
        fixtures: fixtures(board.shape()),
        pieces: pieces.collect(),
        marks: marks.into_iter().collect(),
    }
}

pub fn fixtures(shape: &Shape) -> Vec<Fixture> {
    if shape.is_plain() {
        return Vec::new();
    }
    let fixture = |index: usize, kind: FixtureKind| Fixture { cell: shape.size.cell(index), kind };
    let mut fixtures: Vec<Fixture> =
        shape.bridges.iter().map(|bridge| fixture(*bridge, FixtureKind::Bridge)).collect();
    // A wall on a border that joins is seen on both borders.
    for (index, side) in &shape.walls {
        fixtures.push(fixture(*index, FixtureKind::Wall(*side)));
        if shape.is_gate(*index, *side) {
            let other = shape.beyond(*index, *side);
            fixtures.extend(other.map(|to| fixture(to, FixtureKind::Wall(side.opposite()))));
        }
    }
    if shape.across || shape.down {
        for index in 0..shape.size.cells() {
            let open = |side: &&ingenio_core::Side| {
                shape.is_gate(index, **side) && shape.way(index, **side).is_some()
            };
            let gates = shape.lattice.sides().iter().filter(open);
            fixtures.extend(gates.map(|side| fixture(index, FixtureKind::Gate(*side))));
        }
    }
    fixtures
}

fn pieces(level: &Level, drawing: &Drawing, owners: &[u16], colour: usize) -> Vec<Piece> {
    let complete = drawing.is_complete(level, colour);
    let pipe = &drawing.pipes()[colour];
    let id = 3 * colour as u32;
    let places = |cells: &[Node]| cells.iter().map(|node| level.board().place(*node)).collect();
    let piece = |id: u32, kind: &'static Kind, cells: &[Node], head: Option<Node>| Piece {
        tone: colour as u16,
        in_place: complete,
        reach: head.map_or(Vec::new(), |head| reach(level, owners, colour, head, pipe.first().copied())),
        sides: cells.windows(2).filter_map(|pair| level.board().side(pair[0], pair[1])).collect(),
        ..Piece::new(kind, id, level.name(colour), places(cells))
    };
    let mut pieces = Vec::with_capacity(3);
    if let Some(head) = pipe.last() {
        pieces.push(piece(id, &PIPE, pipe, (!complete).then_some(*head)));
    }
    for (at, end) in level.ends()[colour].iter().enumerate() {
        pieces.push(piece(id + 1 + at as u32, &END, &[*end], pipe.is_empty().then_some(*end)));
    }
    pieces
}

/// How many free cells a pipe can run straight on; its own other end point is the last one.
fn reach(level: &Level, owners: &[u16], colour: usize, head: Node, first: Option<Node>) -> Vec<(Dir, u16)> {
    let board = level.board();
    let goal = level.other_end(colour, first.unwrap_or(head));
    let run = |dir: Dir| {
        let mut at = head;
        let mut cells = 0;
        while let Some(next) = board.follow(at, dir.letter()) {
            let free = owners[usize::from(next)] == NO_COLOUR;
            if next == head || !(free || next == goal) || usize::from(cells) > board.len() {
                break;
            }
            cells += 1;
            at = next;
            if next == goal {
                break;
            }
        }
        (dir, cells)
    };
    // On hexagons only up and down are among the four directions.
    let dirs =
        Dir::ALL.into_iter().filter(|dir| dir.is_vertical() || board.shape().lattice == Lattice::Squares);
    dirs.map(run).filter(|(_, cells)| *cells > 0).collect()
}
