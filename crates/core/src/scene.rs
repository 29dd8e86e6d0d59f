//! What to draw, for terminal and browser alike: the ground (sent once), pieces with stable ids,
//! and marks. A move yields a difference by id. Each piece knows how far it can go, so that a drag
//! never waits for a server.

use std::collections::HashMap;

use crate::grid::{Cell, Dir, Lattice, Side, Size};
use crate::kind::{Handling, Kind};

/// A board at one moment of a play.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Scene {
    /// In cells.
    pub size: Size,
    /// Squares or hexagons.
    pub lattice: Lattice,
    /// What lies under the pieces, row by row.
    pub ground: Vec<Ground>,
    /// What is built on the ground; it stays as long as the level does.
    pub fixtures: Vec<Fixture>,
    /// In the order in which they are drawn, but for those whose kind lies under the others.
    pub pieces: Vec<Piece>,
    /// What is worth a look now.
    pub marks: Vec<Mark>,
}

/// Something built on a cell or on one of its sides.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fixture {
    /// Where it stands.
    pub cell: Cell,
    /// What it is, with the side where it has one.
    pub kind: FixtureKind,
}

/// What can be built.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FixtureKind {
    /// Nothing passes this side.
    Wall(Side),
    /// What leaves by this side comes in again on the other border of the board.
    Gate(Side),
    /// Two ways cross here without meeting.
    Bridge,
}

/// What a cell is, whatever lies on it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ground {
    /// Something may lie here.
    Floor,
    /// Floor on which a piece would be lost for ever; shown as plain floor unless somebody asks.
    Dead,
    /// Nothing can come here.
    Wall,
    /// Floor where something belongs.
    Goal,
    /// Not part of the board.
    Outside,
}

/// Something on the board that can change.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Piece {
    /// Stays the same from scene to scene of one play.
    pub id: u32,
    /// How it looks, what it is called and how a hand moves it.
    pub kind: &'static Kind,
    /// The player's own name for it, a few characters.
    pub label: String,
    /// What it covers, in the order of its way where it winds; none while it lies in a tray.
    pub cells: Vec<Cell>,
    /// Which of several shades or colours: the number of its pipe, the parity of its goal.
    pub tone: u16,
    /// It is where it belongs.
    pub in_place: bool,
    /// Where it belongs, where that is one cell of its own.
    pub home: Option<Cell>,
    /// How many cells it can go each way; directions in which it cannot move are left out.
    pub reach: Vec<(Dir, u16)>,
    /// Of what winds from cell to cell: the side by which it leaves each cell but the last.
    pub sides: Vec<Side>,
}

/// Something worth a look.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mark {
    /// Where.
    pub cell: Cell,
    /// Why.
    pub kind: MarkKind,
}

/// Why a cell is worth a look.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MarkKind {
    /// What lies here breaks a rule with something else.
    Conflict,
    /// This side of the cell differs from what it touches.
    Clash(Dir),
    /// What lies here loses the play.
    Lost,
    /// A hint is about this cell.
    Hint,
    /// The way out, over this side of the cell.
    Exit(Dir),
}

/// How one scene differs from an earlier one of the same play.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Difference {
    /// New pieces and pieces that changed, as they are now.
    pub changed: Vec<Piece>,
    /// Ids of pieces that are there no more.
    pub gone: Vec<u32>,
    /// The marks of the later scene, if they changed.
    pub marks: Option<Vec<Mark>>,
}

impl Scene {
    /// Squares with nothing built on them.
    pub const fn plain(size: Size, ground: Vec<Ground>, pieces: Vec<Piece>, marks: Vec<Mark>) -> Self {
        Scene { size, lattice: Lattice::Squares, ground, fixtures: Vec::new(), pieces, marks }
    }

    /// What a front end that shows this scene must change to show a later one. Linear in their pieces.
    pub fn difference(&self, later: &Scene) -> Difference {
        let (before, now) = (self.by_id(), later.by_id());
        let is_new = |piece: &&Piece| before.get(&piece.id) != Some(piece);
        let changed = later.pieces.iter().filter(is_new).cloned().collect();
        let gone = self.pieces.iter().map(|piece| piece.id).filter(|id| !now.contains_key(id)).collect();
        let marks = (self.marks != later.marks).then(|| later.marks.clone());
        Difference { changed, gone, marks }
    }

    fn by_id(&self) -> HashMap<u32, &Piece> {
        self.pieces.iter().map(|piece| (piece.id, piece)).collect()
    }

    /// Do two ways cross on this cell?
    pub fn has_bridge(&self, cell: Cell) -> bool {
        self.fixtures.contains(&Fixture { cell, kind: FixtureKind::Bridge })
    }

    /// The piece of that id, if it is there.
    pub fn piece(&self, id: u32) -> Option<&Piece> {
        self.pieces.iter().find(|piece| piece.id == id)
    }

    /// Dead squares become plain floor.
    pub fn hide_dead(&mut self) {
        for ground in self.ground.iter_mut().filter(|ground| **ground == Ground::Dead) {
            *ground = Ground::Floor;
        }
    }

    /// Do arrow keys move something without anything being chosen first?
    pub fn takes_arrows(&self) -> bool {
        self.pieces.iter().any(|piece| piece.handling().takes_arrows())
    }

    /// The scene as plain text: labels right-aligned in columns, `#` walls, `.` floor.
    pub fn to_text(&self) -> String {
        let mut labels: Vec<&str> = self.ground.iter().map(|ground| ground.glyph()).collect();
        for piece in &self.pieces {
            for cell in &piece.cells {
                labels[self.size.index(*cell)] = &piece.label;
            }
        }
        let widest = labels.iter().map(|label| label.chars().count()).max().unwrap_or(1);
        let rows = labels.chunks(self.size.width.max(1));
        let rows =
            rows.map(|row| row.iter().map(|label| format!("{label:>widest$}")).collect::<Vec<_>>().join(" "));
        rows.map(|row| row.trim_end().to_owned() + "\n").collect()
    }
}

impl Piece {
    /// A piece that is not in its place and cannot go anywhere: what else is true of it is written over this.
    pub fn new(kind: &'static Kind, id: u32, label: impl Into<String>, cells: Vec<Cell>) -> Self {
        Piece {
            id,
            kind,
            label: label.into(),
            cells,
            tone: 0,
            in_place: false,
            home: None,
            reach: Vec::new(),
            sides: Vec::new(),
        }
    }

    /// How many columns and rows it covers, from its first cell to its last.
    pub fn extent(&self) -> (u16, u16) {
        let (Some(first), Some(last)) = (self.cells.first(), self.cells.last()) else { return (1, 1) };
        (last.column.abs_diff(first.column) + 1, last.row.abs_diff(first.row) + 1)
    }

    /// How a hand moves it.
    pub const fn handling(&self) -> Handling {
        self.kind.handling
    }
}

impl Ground {
    const fn glyph(self) -> &'static str {
        match self {
            Ground::Floor | Ground::Dead => ".",
            Ground::Wall => "#",
            Ground::Goal => "o",
            Ground::Outside => " ",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::kind::{Frame, Paint, Sign};
    use crate::rng::Rng;
    use crate::words::Message;

    static TILE: Kind = Kind {
        word: "tile",
        handling: Handling::Slides,
        leads: false,
        under: false,
        name: |piece| Message::told(&piece.label),
        phrase: |piece| Message::told(&piece.label),
        advice: |_, way| way.said.clone(),
        shapes: |_| Vec::new(),
        sign: |piece| Sign::text(Paint::Wood, Frame::Card, &piece.label),
    };

    fn piece(id: u32, row: u16, column: u16) -> Piece {
        let reach = vec![(Dir::Left, 1)];
        Piece { reach, ..Piece::new(&TILE, id, id.to_string(), vec![Cell { row, column }]) }
    }

    fn scene(pieces: Vec<Piece>) -> Scene {
        Scene::plain(Size::new(64, 64), Vec::new(), pieces, Vec::new())
    }

    /// What a difference is, piece by piece.
    fn plain(before: &Scene, later: &Scene) -> (Vec<u32>, Vec<u32>) {
        let changed = later.pieces.iter().filter(|piece| before.piece(piece.id) != Some(piece));
        let gone = before.pieces.iter().filter(|piece| later.piece(piece.id).is_none());
        (changed.map(|piece| piece.id).collect(), gone.map(|piece| piece.id).collect())
    }

    fn random(rng: &mut Rng) -> Scene {
        let ids: Vec<u32> = (0..12).filter(|_| rng.below(3) > 0).collect();
        scene(ids.into_iter().map(|id| piece(id, 0, rng.below(2) as u16)).collect())
    }

    #[test]
    fn a_difference_names_what_is_new_changed_or_gone() {
        let mut rng = Rng::new(21);
        for _ in 0..500 {
            let (before, later) = (random(&mut rng), random(&mut rng));
            let difference = before.difference(&later);
            let changed: Vec<u32> = difference.changed.iter().map(|piece| piece.id).collect();
            assert_eq!((changed, difference.gone), plain(&before, &later));
        }
    }

    /// A hundred thousand pieces: who looks through all of them for each would look ten thousand
    /// million times, which takes a minute; once each is a matter of milliseconds.
    #[test]
    fn a_difference_looks_at_each_piece_once() {
        let pieces = |offset: u16| (0..100_000).map(|id| piece(id, offset, 0)).collect();
        let difference = scene(pieces(0)).difference(&scene(pieces(1)));
        assert_eq!((difference.changed.len(), difference.gone.len()), (100_000, 0));
    }
}
