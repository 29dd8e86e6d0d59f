//! Scenes as JSON, with every piece drawn: what a page needs to show a board and to drag its pieces.

use ingenio_core::scene::{Difference, Fixture, FixtureKind, Ground, Piece};
use ingenio_core::{Cell, Dir, Lattice, Message, Scene, Side, Spot};
use ingenio_render::{Drawing, Drawn, Theme, marks};
use serde::{Deserialize, Serialize};

/// Row and column, from 0.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "schema", schema(value_type = Vec<u16>))]
pub struct CellBody(u16, u16);

/// A whole board.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct BoardBody {
    pub columns: usize,
    pub rows: usize,
    /// The size of the drawing without tiles in hand, in hundredths of a cell.
    pub width: f32,
    pub height: f32,
    /// SVG elements that lie under the pieces.
    pub ground: String,
    /// The ground row by row: `.` floor, `#` wall, `o` goal, space outside.
    pub cells: String,
    pub pieces: Vec<PieceBody>,
    /// SVG elements that lie over the pieces.
    pub marks: String,
    /// How cells lie: `squares`, or `hexagons` in upright columns, the first of them half a cell lower than the second.
    pub lattice: &'static str,
    /// What is built on cells and their sides.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub fixtures: Vec<FixtureBody>,
    /// Whether arrow keys `move` something or a `cursor` that picks things up.
    pub arrows: &'static str,
}

/// Something built on a cell: a `wall`, a `gate` to the other border, a `bridge`.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct FixtureBody {
    pub cell: CellBody,
    pub kind: &'static str,
    /// The side of the cell, of walls and gates.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub side: Option<SideBody>,
}

/// A side of a cell.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "kebab-case")]
pub enum SideBody {
    Up,
    Down,
    Left,
    Right,
    UpLeft,
    UpRight,
    DownLeft,
    DownRight,
}

impl From<SideBody> for Side {
    fn from(side: SideBody) -> Side {
        match side {
            SideBody::Up => Side::Up,
            SideBody::Down => Side::Down,
            SideBody::Left => Side::Left,
            SideBody::Right => Side::Right,
            SideBody::UpLeft => Side::UpLeft,
            SideBody::UpRight => Side::UpRight,
            SideBody::DownLeft => Side::DownLeft,
            SideBody::DownRight => Side::DownRight,
        }
    }
}

impl From<Side> for SideBody {
    fn from(side: Side) -> SideBody {
        match side {
            Side::Up => SideBody::Up,
            Side::Down => SideBody::Down,
            Side::Left => SideBody::Left,
            Side::Right => SideBody::Right,
            Side::UpLeft => SideBody::UpLeft,
            Side::UpRight => SideBody::UpRight,
            Side::DownLeft => SideBody::DownLeft,
            Side::DownRight => SideBody::DownRight,
        }
    }
}

/// A piece with its drawing.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct PieceBody {
    /// Stays the same for the whole play.
    pub id: u32,
    /// The word of its kind, which says no more than that others with it are of the same.
    pub role: &'static str,
    /// How a hand moves it: it `walks`, is `pushed`, `slides` along its line, `shoves` others along, is `carried`, is `drawn` from
    /// cell to cell, or is `still`.
    pub handling: &'static str,
    /// Is it what a play is about?
    #[serde(skip_serializing_if = "is_false")]
    pub leads: bool,
    /// Does it lie under the others?
    #[serde(skip_serializing_if = "is_false")]
    pub under: bool,
    /// What it is called where a cell is told.
    #[cfg_attr(feature = "schema", schema(value_type = String))]
    pub said: Message,
    pub label: String,
    pub tone: u16,
    pub in_place: bool,
    pub cells: Vec<CellBody>,
    pub reach: ReachBody,
    /// Where it belongs, where that is one cell.
    pub home: Option<CellBody>,
    /// Where its upper left corner lies; nothing for a tile in hand.
    pub at: Option<(f32, f32)>,
    /// SVG elements, drawn at the origin.
    pub svg: String,
}

/// How many cells a piece can go each way; ways that it cannot go are left out. Four fields and no map: a map's order costs a
/// sort, and modules of pages have little room.
#[derive(Clone, Copy, Debug, Default, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct ReachBody {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub up: Option<u16>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub down: Option<u16>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub left: Option<u16>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub right: Option<u16>,
}

impl ReachBody {
    fn of(piece: &Piece) -> Self {
        let mut reach = ReachBody::default();
        for (dir, far) in &piece.reach {
            let way = match dir {
                Dir::Up => &mut reach.up,
                Dir::Down => &mut reach.down,
                Dir::Left => &mut reach.left,
                Dir::Right => &mut reach.right,
            };
            *way = Some(*far);
        }
        reach
    }
}

/// How a board changed.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct ChangeBody {
    pub changed: Vec<PieceBody>,
    pub gone: Vec<u32>,
    pub marks: Option<String>,
    /// The ground, where it is another one: from the other end the goals are others.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ground: Option<GroundBody>,
}

/// What lies under the pieces.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct GroundBody {
    pub svg: String,
    pub cells: String,
}

/// Something that can be pointed at.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "lowercase")]
pub enum SpotBody {
    Cell(CellBody),
    /// A tile in hand, by its id.
    Tray(u32),
}

#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "lowercase")]
pub enum DirBody {
    Up,
    Down,
    Left,
    Right,
}

impl From<DirBody> for Dir {
    fn from(dir: DirBody) -> Dir {
        match dir {
            DirBody::Up => Dir::Up,
            DirBody::Down => Dir::Down,
            DirBody::Left => Dir::Left,
            DirBody::Right => Dir::Right,
        }
    }
}

impl From<SpotBody> for Spot {
    fn from(spot: SpotBody) -> Spot {
        match spot {
            SpotBody::Cell(cell) => Spot::Cell(from_body(cell)),
            SpotBody::Tray(id) => Spot::Tray(id),
        }
    }
}

impl From<Spot> for SpotBody {
    fn from(spot: Spot) -> SpotBody {
        match spot {
            Spot::Cell(cell) => SpotBody::Cell(to_body(cell)),
            Spot::Tray(id) => SpotBody::Tray(id),
        }
    }
}

pub const fn from_body(CellBody(row, column): CellBody) -> Cell {
    Cell { row, column }
}

pub const fn to_body(cell: Cell) -> CellBody {
    CellBody(cell.row, cell.column)
}

impl BoardBody {
    pub fn of(scene: &Scene) -> Self {
        let drawing = Drawing::of(scene, &Theme::PAGE);
        let pieces = drawing.pieces.iter().filter_map(|drawn| {
            let piece = scene.piece(drawn.id)?;
            Some(body(piece, drawn.clone()))
        });
        BoardBody {
            columns: scene.size.width,
            rows: scene.size.height,
            width: drawing.width,
            height: drawing.height,
            cells: letters(scene),
            pieces: pieces.collect(),
            marks: drawing.marks,
            lattice: match scene.lattice {
                Lattice::Squares => "squares",
                Lattice::Hexagons => "hexagons",
            },
            fixtures: scene.fixtures.iter().copied().map(fixture).collect(),
            arrows: if scene.takes_arrows() { "move" } else { "cursor" },
            ground: drawing.ground,
        }
    }
}

impl ChangeBody {
    /// The difference between two scenes of one play.
    pub fn between(before: &Scene, after: &Scene) -> Self {
        let Difference { changed, gone, marks: new_marks } = before.difference(after);
        let drawn = |piece: &Piece| body(piece, Drawn::of(after, piece, &Theme::PAGE));
        ChangeBody {
            changed: changed.iter().map(drawn).collect(),
            gone,
            marks: new_marks.map(|_| marks(after, &Theme::PAGE)),
            ground: (before.ground != after.ground)
                .then(|| GroundBody { svg: Drawing::of(after, &Theme::PAGE).ground, cells: letters(after) }),
        }
    }
}

fn fixture(fixture: Fixture) -> FixtureBody {
    let (kind, side) = match fixture.kind {
        FixtureKind::Wall(side) => ("wall", Some(side)),
        FixtureKind::Gate(side) => ("gate", Some(side)),
        FixtureKind::Bridge => ("bridge", None),
    };
    FixtureBody { cell: to_body(fixture.cell), kind, side: side.map(SideBody::from) }
}

fn body(piece: &Piece, drawn: Drawn) -> PieceBody {
    PieceBody {
        id: piece.id,
        role: piece.kind.word,
        handling: piece.handling().word(),
        leads: piece.kind.leads,
        under: piece.kind.under,
        said: (piece.kind.phrase)(piece),
        label: piece.label.clone(),
        tone: piece.tone,
        in_place: piece.in_place,
        cells: piece.cells.iter().copied().map(to_body).collect(),
        reach: ReachBody::of(piece),
        home: piece.home.map(to_body),
        at: drawn.at,
        svg: drawn.elements,
    }
}

fn letters(scene: &Scene) -> String {
    scene.ground.iter().map(|ground| letter(*ground)).collect()
}

const fn letter(ground: Ground) -> char {
    match ground {
        Ground::Floor | Ground::Dead => '.',
        Ground::Wall => '#',
        Ground::Goal => 'o',
        Ground::Outside => ' ',
    }
}

#[allow(clippy::trivially_copy_pass_by_ref, reason = "serde hands over a reference")]
const fn is_false(flag: &bool) -> bool {
    !*flag
}
