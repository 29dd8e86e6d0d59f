//! What to draw, for terminal and browser alike: the ground (sent once), pieces with stable ids,
//! and marks. A move yields a difference by id. Each piece knows how far it can go, so that a drag
//! never waits for a server.

use std::collections::HashMap;

use crate::grid::{Cell, Dir, Lattice, Side, Size};

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Scene {
    pub size: Size,
    pub lattice: Lattice,
    /// What lies under the pieces, row by row.
    pub ground: Vec<Ground>,
    /// What is built on the ground; it stays as long as the level does.
    pub fixtures: Vec<Fixture>,
    pub pieces: Vec<Piece>,
    pub marks: Vec<Mark>,
}

/// Something built on a cell or on one of its sides.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fixture {
    pub cell: Cell,
    pub kind: FixtureKind,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FixtureKind {
    /// Nothing passes this side.
    Wall(Side),
    /// What leaves by this side comes in again on the other border of the board.
    Gate(Side),
    /// Two ways cross here without meeting.
    Bridge,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ground {
    Floor,
    /// Floor on which a piece would be lost for ever; shown as plain floor unless somebody asks.
    Dead,
    Wall,
    Goal,
    /// Not part of the board.
    Outside,
}

/// What a piece is; decides shape and colour.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Role {
    /// A sliding tile.
    Tile,
    /// A tile with four sides, labelled `top/right/bottom/left`.
    Matching,
    /// A block in the way.
    Block,
    /// The block that must get out.
    Target,
    Crate,
    Player,
    /// One end of a pipe.
    End,
    Pipe,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Piece {
    /// Stays the same from scene to scene of one play.
    pub id: u32,
    pub role: Role,
    /// The player's own name for it; also what a screen reader says.
    pub label: String,
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

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mark {
    pub cell: Cell,
    pub kind: MarkKind,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MarkKind {
    Conflict,
    /// This side of the cell differs from what it touches.
    Clash(Dir),
    Lost,
    Hint,
    /// The way out, over this side of the cell.
    Exit(Dir),
}

/// How one scene differs from an earlier one of the same play.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Difference {
    /// New pieces and pieces that changed, as they are now.
    pub changed: Vec<Piece>,
    pub gone: Vec<u32>,
    /// The marks of the later scene, if they changed.
    pub marks: Option<Vec<Mark>>,
}

impl Scene {
    /// Squares with nothing built on them.
    pub const fn plain(size: Size, ground: Vec<Ground>, pieces: Vec<Piece>, marks: Vec<Mark>) -> Self {
        Scene { size, lattice: Lattice::Squares, ground, fixtures: Vec::new(), pieces, marks }
    }

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

    pub fn has_bridge(&self, cell: Cell) -> bool {
        self.fixtures.contains(&Fixture { cell, kind: FixtureKind::Bridge })
    }

    pub fn piece(&self, id: u32) -> Option<&Piece> {
        self.pieces.iter().find(|piece| piece.id == id)
    }

    /// Dead squares become plain floor.
    pub fn hide_dead(&mut self) {
        for ground in self.ground.iter_mut().filter(|ground| **ground == Ground::Dead) {
            *ground = Ground::Floor;
        }
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
    use crate::rng::Rng;

    fn piece(id: u32, row: u16, column: u16) -> Piece {
        let cells = vec![Cell { row, column }];
        let (label, reach) = (id.to_string(), vec![(Dir::Left, 1)]);
        Piece {
            id,
            role: Role::Tile,
            label,
            cells,
            tone: 0,
            in_place: false,
            home: None,
            reach,
            sides: Vec::new(),
        }
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
