//! What a piece is: how it looks, what it is called and how a hand moves it. A puzzle has a [`Kind`] for each of
//! its kinds of pieces, in its `look.rs`, and every piece of a scene points to its own. Front ends draw, say and
//! move whatever they find there: none of them knows a puzzle or a piece by name.
//!
//! Lengths are in hundredths of a cell, from the upper left corner of the first cell that a piece covers.

use std::fmt;

use crate::scene::Piece;
use crate::words::Message;

/// A kind of pieces. The least to write is all of it; [`Shape::label`], [`Shape::plate`] and [`Shape::tick`] are
/// what most pieces are made of.
pub struct Kind {
    /// A word of its own: the class in style sheets, the `role` in messages. `crate`.
    pub word: &'static str,
    /// How a hand moves it.
    pub handling: Handling,
    /// Is it what a play is about? A keyboard begins there, the view follows it, and through a gap in the frame it
    /// leaves when it has won.
    pub leads: bool,
    /// Does it lie under the other pieces?
    pub under: bool,
    /// Its name where a sentence begins: `Box 3`.
    pub name: fn(&Piece) -> Message,
    /// The same where a cell is told: `box`.
    pub phrase: fn(&Piece) -> Message,
    /// The next move, if it is this piece that moves, as a whole sentence.
    pub advice: fn(&Piece, &Way) -> Message,
    /// What to draw, the lowest first. It depends on the piece alone.
    pub shapes: fn(&Piece) -> Vec<Shape>,
    /// The same in characters.
    pub sign: fn(&Piece) -> Sign,
}

/// How a hand moves a piece: what arrow keys, taps and drags do before the rules are asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Handling {
    /// Arrow keys move it at once, and it goes from cell to cell over the floor.
    Walks,
    /// It goes where others push it, from cell to cell over the floor.
    Pushed,
    /// It follows a finger along its line as far as `reach` says, all its cells together.
    Slides,
    /// It slides, and what lies before it goes along; arrow keys move it at once.
    Shoves,
    /// It is taken in hand and put down anywhere; while it covers no cell it lies in the tray.
    Carried,
    /// A line is drawn from it, cell by cell.
    Drawn,
    /// It stays; a tap may do something to it.
    Still,
}

impl Handling {
    /// The word for it in messages.
    pub const fn word(self) -> &'static str {
        match self {
            Handling::Walks => "walks",
            Handling::Pushed => "pushed",
            Handling::Slides => "slides",
            Handling::Shoves => "shoves",
            Handling::Carried => "carried",
            Handling::Drawn => "drawn",
            Handling::Still => "still",
        }
    }

    /// Do arrow keys move it without anything being chosen first?
    pub const fn takes_arrows(self) -> bool {
        matches!(self, Handling::Walks | Handling::Shoves)
    }

    /// Is a board of these to be filled? Its solution is a picture, not a list of moves.
    pub const fn fills(self) -> bool {
        matches!(self, Handling::Carried | Handling::Drawn)
    }
}

/// Where a piece goes in a move: `to the left`, and how many cells. No words where it was not on the board before.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Way {
    /// Which way, in passing.
    pub said: Message,
    /// How many cells it goes.
    pub cells: u16,
}

impl PartialEq for Kind {
    fn eq(&self, other: &Kind) -> bool {
        self.word == other.word
    }
}

impl Eq for Kind {}

impl fmt::Debug for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Kind({})", self.word)
    }
}

/// For a `name` or a `sign`, which terminals ask for and pages never do: modules of pages have little room, and leave it
/// out. Without it a kind is as good, and a few hundred bytes larger there.
pub const fn in_terminals<T>(asked: fn(&Piece) -> T) -> fn(&Piece) -> T {
    fn nobody<T>(_: &Piece) -> T {
        unreachable!("pages ask for no signs")
    }
    if cfg!(target_arch = "wasm32") { nobody } else { asked }
}

// --- pictures ---

/// A colour by what it means; themes and terminals have their own for each.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Paint {
    /// The floor.
    Sheet,
    /// What is written, and figures.
    Ink,
    /// Edges that whisper.
    Muted,
    /// The one piece that it is all about.
    Red,
    /// What is written on red.
    OnRed,
    /// What is where it belongs.
    Teal,
    /// What is wrong.
    Bad,
    /// What nothing passes.
    Wall,
    /// What can be moved.
    Wood,
    /// The edge and the grain of wood.
    WoodEdge,
    /// What is written on wood.
    OnWood,
    /// Of light tiles, one of two by the parity of the number.
    Tile(u16),
    /// One of sixteen that are told apart, by number.
    Colour(u16),
    /// What is written on that colour.
    OnColour(u16),
}

/// To the right and down.
pub type Place = (f32, f32);

/// One part of a drawing.
#[allow(missing_docs, reason = "each shape says what its lengths are")]
#[derive(Clone, Debug, PartialEq)]
pub enum Shape {
    /// From its upper left corner.
    Rectangle { at: Place, size: (f32, f32), radius: f32, pen: Pen },
    /// Around its middle.
    Circle { at: Place, radius: f32, pen: Pen },
    /// The upper half of a disc, on a base around this place.
    Dome { at: Place, radius: f32, pen: Pen },
    /// Straight from place to place.
    Line { points: Vec<Place>, closed: bool, pen: Pen },
    /// Bold, around its middle, and smaller where it would be wider than this.
    Text { at: Place, size: f32, width: f32, paint: Paint, text: String },
    /// All cells of the piece, so lightly that what lies below is seen.
    Tint { paint: Paint },
    /// A line of that width from cell to cell through all cells of the piece, also over borders that join.
    Winding { paint: Paint, width: f32 },
}

/// How a shape is filled and edged.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Pen {
    /// The paint of the inside.
    pub fill: Option<Paint>,
    /// The paint of the edge and its width.
    pub edge: Option<(Paint, f32)>,
    /// How little shines through, up to 1.
    pub opacity: f32,
}

impl Pen {
    /// An inside and no edge.
    pub const fn fill(paint: Paint) -> Self {
        Pen { fill: Some(paint), edge: None, opacity: 1.0 }
    }

    /// An edge and no inside.
    pub const fn stroke(paint: Paint, width: f32) -> Self {
        Pen { fill: None, edge: Some((paint, width)), opacity: 1.0 }
    }

    /// The same with an edge.
    pub const fn edged(self, paint: Paint, width: f32) -> Self {
        Pen { edge: Some((paint, width)), ..self }
    }

    /// The same, and something shines through.
    pub const fn seen_through(self, opacity: f32) -> Self {
        Pen { opacity, ..self }
    }
}

impl Shape {
    /// A plate over all cells of a piece, so far from their edges, with the round corners that all pieces have.
    pub fn plate(piece: &Piece, inset: f32, pen: Pen) -> Self {
        let (columns, rows) = piece.extent();
        let size = (f32::from(columns) * 100.0 - 2.0 * inset, f32::from(rows) * 100.0 - 2.0 * inset);
        Shape::Rectangle { at: (inset, inset), size, radius: 12.0, pen }
    }

    /// A text in the middle of one cell.
    pub fn label(size: f32, width: f32, paint: Paint, text: &str) -> Self {
        Shape::Text { at: (50.0, 50.0), size, width, paint, text: text.to_owned() }
    }

    /// A tick through three places.
    pub fn tick(points: [Place; 3], paint: Paint, width: f32) -> Self {
        Shape::Line { points: points.to_vec(), closed: false, pen: Pen::stroke(paint, width) }
    }
}

// --- characters ---

/// How a piece looks in characters, where a cell is anything from two columns and one row to twenty and ten.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sign {
    /// The ground it is written on.
    pub paint: Paint,
    /// Is it written in bold?
    pub bold: bool,
    /// What goes around it.
    pub frame: Frame,
    /// What is seen within.
    pub inside: Inside,
    /// Has it a tick, because it is where it belongs?
    pub ticked: bool,
}

impl Sign {
    /// Plain, with a text.
    pub fn text(paint: Paint, frame: Frame, text: &str) -> Self {
        Sign { paint, bold: false, frame, inside: Inside::Text(text.to_owned()), ticked: false }
    }
}

/// What goes around it, where there is room.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Frame {
    /// Nothing.
    None,
    /// Thin lines around one cell.
    Card,
    /// Thin lines around all its cells.
    Block,
    /// Double lines around one cell.
    Double,
    /// Thin lines, smaller than the cell.
    Disc,
}

/// What is seen within.
#[allow(missing_docs, reason = "each one says what its parts are")]
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Inside {
    /// Nothing.
    Nothing,
    /// A text in the middle.
    Text(String),
    /// Lines of characters for two, three and six rows or more, and what is left of them in one row.
    Figure { small: &'static str, drawings: [&'static [&'static str]; 3] },
    /// A text on each side, the upper one first and clockwise, each with its paint.
    Sides([(String, Paint); 4]),
    /// A line from cell to cell; the text, in small letters, stands for it where cells are small.
    Winding(String),
}
