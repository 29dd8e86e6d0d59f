//! Boards in characters. A scene is drawn with the largest cells that fit the room; what does not fit is
//! scrolled so that the cursor is seen. The same arithmetic tells what lies under the mouse. What pieces
//! look like is in `board/pieces.rs`.

mod pieces;

use ingenio_core::kind::Handling;
use ingenio_core::scene::{FixtureKind, MarkKind};
use ingenio_core::{Cell, Dir, Lattice, Scene, Spot};
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::{Modifier, Style};

use crate::built;
use crate::look::Look;
use crate::screen::put;

/// What is shown besides the scene.
#[derive(Clone, Debug, Default)]
pub struct Overlay {
    pub cursor: Option<Spot>,
    pub held: Option<Spot>,
    /// Cells that a hint points at.
    pub pointed: Vec<Cell>,
    /// What the frame says once the play is over.
    pub banner: Option<String>,
}

/// How a scene lies on the screen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct View {
    /// Where the first shown cell is drawn.
    left: u16,
    top: u16,
    /// Columns and rows of one cell.
    width: u16,
    height: u16,
    /// The first shown row and column, and how many of them.
    row: usize,
    column: usize,
    rows: usize,
    columns: usize,
    /// Where the tiles in hand lie, and how many of them side by side.
    tray: (u16, u16),
    across: usize,
    /// The first row below the room.
    end: u16,
    /// Rows by which even columns lie lower.
    low: u16,
    /// Do the borders join?
    joins: bool,
}

/// The largest cells, in rows: larger ones are no easier to read.
const TALLEST: u16 = 10;
/// The smallest tiles with four sides, of two digits each and of one.
const MATCHING: [(u16, u16); 2] = [(7, 3), (4, 3)];
/// Columns between the board with its frame and the tiles in hand.
const TRAY_GAP: u16 = 2;

/// How large cells are, and where tiles in hand go.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Fit {
    cell: (u16, u16),
    /// Tiles in hand side by side; 0 where there are none.
    across: usize,
    /// Do they lie below the board, not beside it?
    below: bool,
    /// Is all of it seen?
    whole: bool,
}

impl View {
    /// The largest view of a scene in a room; `near` is kept in sight.
    pub fn of(scene: &Scene, room: Rect, near: Option<Cell>) -> Self {
        let Fit { cell: (width, height), across, below, .. } = fit(scene, room);
        let beside = if across == 0 || below { 0 } else { TRAY_GAP + across as u16 * width };
        let shown = |room: u16, cell: u16, all: usize| usize::from(room / cell.max(1)).clamp(1, all.max(1));
        let first =
            |all: usize, fit: usize, near: usize| near.saturating_sub(fit / 2).min(all.saturating_sub(fit));
        let columns = shown(room.width.saturating_sub(2 + beside), width, scene.size.width);
        let low = low(scene);
        let rows = shown(room.height.saturating_sub(2 + low), height, scene.size.height);
        let near = near.unwrap_or(Cell::new(0, 0));
        let wide = columns as u16 * width + 2 + beside;
        let (left, top) = (room.x + 1 + room.width.saturating_sub(wide) / 2, room.y + 1);
        let tray = if below {
            (left, top + rows as u16 * height + 1)
        } else {
            (left + columns as u16 * width + 1 + TRAY_GAP, top)
        };
        View {
            left,
            top,
            width,
            height,
            row: first(scene.size.height, rows, usize::from(near.row)),
            column: first(scene.size.width, columns, usize::from(near.column)),
            rows,
            columns,
            tray,
            across,
            end: room.y + room.height,
            low,
            joins: scene.fixtures.iter().any(|fixture| matches!(fixture.kind, FixtureKind::Gate(_))),
        }
    }

    /// How far a column lies lower than others.
    const fn lower(&self, column: usize) -> u16 {
        if column.is_multiple_of(2) { self.low } else { 0 }
    }

    /// Columns that the board takes in a room, with its frame and the tiles in hand.
    pub fn columns_of(scene: &Scene, room: Rect) -> u16 {
        let Fit { cell, across, below, .. } = fit(scene, room);
        let tray = across as u16 * cell.0;
        let board = (scene.size.width as u16).saturating_mul(cell.0).saturating_add(2);
        let all = if below { board.max(tray + 2) } else { board.saturating_add(tray + TRAY_GAP.min(tray)) };
        all.min(room.width)
    }

    /// Is all of a scene seen in a room, in cells as large as in the other one?
    pub fn is_better(scene: &Scene, room: Rect, other: Rect) -> bool {
        let (here, there) = (fit(scene, room), fit(scene, other));
        here.whole && (!there.whole || here.cell.0 * here.cell.1 >= there.cell.0 * there.cell.1)
    }

    /// Where a cell is drawn, if it is in sight.
    fn place(&self, cell: Cell) -> Option<(u16, u16)> {
        let (row, column) = (usize::from(cell.row), usize::from(cell.column));
        let seen = (self.row..self.row + self.rows).contains(&row)
            && (self.column..self.column + self.columns).contains(&column);
        seen.then(|| {
            let (x, y) = ((column - self.column) as u16, (row - self.row) as u16);
            (self.left + x * self.width, self.top + y * self.height + self.lower(column))
        })
    }

    fn tray_place(&self, at: usize) -> (u16, u16) {
        let (row, column) = (at / self.across.max(1), at % self.across.max(1));
        (self.tray.0 + column as u16 * self.width, self.tray.1 + row as u16 * self.height)
    }

    /// What lies under a place on the screen.
    pub fn spot(&self, scene: &Scene, x: u16, y: u16) -> Option<Spot> {
        if self.across > 0 && x >= self.tray.0 && y >= self.tray.1 {
            let (column, row) = ((x - self.tray.0) / self.width, (y - self.tray.1) / self.height);
            let at = usize::from(row) * self.across + usize::from(column);
            let in_hand = scene.pieces.iter().filter(|piece| piece.cells.is_empty());
            return in_hand
                .skip(at)
                .take(usize::from(usize::from(column) < self.across))
                .map(|piece| Spot::Tray(piece.id))
                .next();
        }
        if let Some(spot) = self.round_the_border(scene, x, y) {
            return Some(spot);
        }
        let (x, y) = (x.checked_sub(self.left)?, y.checked_sub(self.top)?);
        let column = usize::from(x / self.width);
        let row = usize::from(y.checked_sub(self.lower(self.column + column))? / self.height);
        (column < self.columns && row < self.rows)
            .then(|| Spot::Cell(Cell::new(self.row + row, self.column + column)))
    }

    /// Just outside a board whose borders join lies the cell of the other border.
    fn round_the_border(&self, scene: &Scene, x: u16, y: u16) -> Option<Spot> {
        let whole = self.columns == scene.size.width && self.rows == scene.size.height;
        if !self.joins || !whole {
            return None;
        }
        let (right, bottom) = (
            self.left + self.columns as u16 * self.width,
            self.top + self.rows as u16 * self.height + self.low,
        );
        let inside = |x: u16, y: u16| (self.left..right).contains(&x) && (self.top..bottom).contains(&y);
        let there = match (x, y) {
            (x, y) if x + 1 == self.left => (right - 1, y),
            (x, y) if x == right => (self.left, y),
            (x, y) if y + 1 == self.top => (x, bottom - 1),
            (x, y) if y == bottom => (x, self.top),
            _ => return None,
        };
        if inside(there.0, there.1) { self.spot(scene, there.0, there.1) } else { None }
    }
}

/// Rows by which even columns of a scene lie lower.
fn low(scene: &Scene) -> u16 {
    u16::from(scene.lattice == Lattice::Hexagons)
}

/// The largest cells with which everything is seen; the smallest where that cannot be.
fn fit(scene: &Scene, room: Rect) -> Fit {
    let sizes = cell_sizes(scene);
    let whole = sizes.iter().find_map(|cell| fit_with(scene, room, *cell));
    whole.unwrap_or_else(|| {
        let cell = sizes.last().copied().unwrap_or((2, 1));
        // Tiles in hand may take half of the room, or what the board leaves of it.
        let tiles = tiles(scene);
        let rows = usize::from(room.height.saturating_sub(1) / cell.1).max(1);
        let board = (scene.size.width as u16).saturating_mul(cell.0).saturating_add(2 + TRAY_GAP);
        let most = usize::from((room.width / 2).max(room.width.saturating_sub(board)) / cell.0).max(1);
        let across = tiles.div_ceil(rows).min(most);
        Fit { cell, across, below: false, whole: false }
    })
}

/// All tiles, in hand or not: what lies on the board may come back, and nothing changes its size meanwhile.
fn tiles(scene: &Scene) -> usize {
    scene.pieces.iter().filter(|piece| piece.handling() == Handling::Carried).count()
}

fn fit_with(scene: &Scene, room: Rect, cell: (u16, u16)) -> Option<Fit> {
    let (width, height) = (usize::from(cell.0), usize::from(cell.1));
    let (room_width, room_height) = (usize::from(room.width), usize::from(room.height));
    let board = (scene.size.width * width + 2, scene.size.height * height + 2 + usize::from(low(scene)));
    if board.0 > room_width || board.1 > room_height {
        return None;
    }
    let tiles = tiles(scene);
    if tiles == 0 {
        return Some(Fit { cell, across: 0, below: false, whole: true });
    }
    let across = tiles.div_ceil(((room_height - 1) / height).max(1));
    if board.0 + usize::from(TRAY_GAP) + across * width <= room_width {
        // As many rows as the board has look best, where there is room for that.
        let even = tiles.div_ceil(scene.size.height.max(1));
        let across = if board.0 + usize::from(TRAY_GAP) + even * width <= room_width {
            even.max(across)
        } else {
            across
        };
        return Some(Fit { cell, across, below: false, whole: true });
    }
    let across = ((room_width - 2) / width).clamp(1, tiles);
    let rows = tiles.div_ceil(across);
    (board.1 + rows * height <= room_height).then_some(Fit { cell, across, below: true, whole: true })
}

/// Sizes of a cell, the largest first.
fn cell_sizes(scene: &Scene) -> Vec<(u16, u16)> {
    if built::is_built(scene) {
        return vec![built::CELL];
    }
    let labels = scene.pieces.iter().map(|piece| &piece.label);
    if tiles(scene) > 0 {
        let digits =
            labels.flat_map(|label| label.split('/').map(|side| side.chars().count())).max().unwrap_or(1);
        let larger = (2..=TALLEST / 2).rev().map(|half| (4 * half + 3, 2 * half + 1));
        let small = if digits > 1 { &MATCHING[..1] } else { &MATCHING[..] };
        return larger.chain(small.iter().copied()).collect();
    }
    let widest = labels.map(|label| label.chars().count()).max().unwrap_or(1) as u16;
    let squares = (2..=TALLEST).rev().map(|height| (2 * height, height));
    // From three rows on there is a border around a label.
    let wide_enough = |(width, height): &(u16, u16)| widest + if *height > 2 { 2 } else { 0 } <= *width;
    let mut sizes: Vec<(u16, u16)> = squares.chain([(4, 1), (2, 1)]).filter(wide_enough).collect();
    if sizes.is_empty() {
        sizes.push((widest + 1, 1));
    }
    sizes
}

/// Draws a scene.
pub fn draw(buffer: &mut Buffer, scene: &Scene, view: &View, look: Look, overlay: &Overlay) {
    let board = BoardView { scene, view, look };
    board.frame(buffer, overlay.banner.as_deref());
    for (at, ground) in scene.ground.iter().enumerate() {
        board.ground(buffer, scene.size.cell(at), *ground);
    }
    // Between hexagons pipes and walls share a sign, and the pipe is the one to be seen.
    if scene.lattice == Lattice::Hexagons {
        built::draw(buffer, scene, look, |cell| view.place(cell));
    }
    for piece in &scene.pieces {
        board.piece(buffer, piece);
    }
    if scene.lattice == Lattice::Squares {
        built::draw(buffer, scene, look, |cell| view.place(cell));
    }
    let in_hand = scene.pieces.iter().filter(|piece| piece.cells.is_empty());
    for (at, piece) in in_hand.enumerate() {
        let place = view.tray_place(at);
        if place.1 + view.height <= view.end {
            board.sign(buffer, piece, &(piece.kind.sign)(piece), place);
        }
    }
    board.marks(buffer);
    for cell in &overlay.pointed {
        board.restyle(buffer, Spot::Cell(*cell), look.accent().add_modifier(Modifier::REVERSED));
    }
    if let Some(spot) = &overlay.held {
        board.restyle(buffer, *spot, Style::default().add_modifier(Modifier::BOLD | Modifier::UNDERLINED));
    }
    if let Some(cursor) = overlay.cursor {
        board.cursor(buffer, cursor);
    }
}

struct BoardView<'a> {
    scene: &'a Scene,
    view: &'a View,
    look: Look,
}

/// The lines of a frame: across, down, and the corners from the upper left on.
type Lines = [&'static str; 6];

const THIN: Lines = ["─", "│", "╭", "╮", "╰", "╯"];
const DOUBLE: Lines = ["═", "║", "╔", "╗", "╚", "╝"];
const PLAIN: Lines = ["-", "|", "+", "+", "+", "+"];
const PLAIN_DOUBLE: Lines = ["=", "#", "#", "#", "#", "#"];

impl BoardView<'_> {
    /// A thin frame, open at the exit, with signs where more of the board lies beyond. A play that is over has a
    /// double one, which says so.
    fn frame(&self, buffer: &mut Buffer, banner: Option<&str>) {
        let View { left, top, width, height, rows, columns, .. } = *self.view;
        let (right, bottom) = (left + columns as u16 * width, top + rows as u16 * height + self.view.low);
        let style = if banner.is_some() { self.look.good() } else { self.look.muted() };
        let [line, side, corners @ ..] = match (banner.is_some(), self.look.ascii) {
            (false, false) => THIN,
            (true, false) => DOUBLE,
            (false, true) => PLAIN,
            (true, true) => PLAIN_DOUBLE,
        };
        let across = line.repeat(usize::from(right - left));
        put(buffer, left, top - 1, right - left, &across, style);
        put(buffer, left, bottom, right - left, &across, style);
        let places = [(left - 1, top - 1), (right, top - 1), (left - 1, bottom), (right, bottom)];
        for ((x, y), corner) in places.into_iter().zip(corners) {
            put(buffer, x, y, 1, corner, style);
        }
        let is_last = self.view.column + columns == self.scene.size.width;
        let more = |hidden: bool, sign: &'static str| if hidden { sign } else { side };
        for y in top..bottom {
            put(buffer, left - 1, y, 1, more(self.view.column > 0, self.look.sign("◀", "<")), style);
            put(buffer, right, y, 1, more(!is_last, self.look.sign("▶", ">")), style);
        }
        if self.view.row > 0 {
            put(buffer, left, top - 1, 1, self.look.sign("▲", "^"), style);
        }
        if self.view.row + rows < self.scene.size.height {
            put(buffer, left, bottom, 1, self.look.sign("▼", "v"), style);
        }
        self.open_exit(buffer);
        if let Some(banner) = banner {
            let text = format!(" {banner} ");
            let length = (text.chars().count() as u16).min(right - left);
            put(
                buffer,
                left + (right - left - length) / 2,
                top - 1,
                length,
                &text,
                style.add_modifier(Modifier::REVERSED),
            );
        }
    }

    /// The gap in the frame where the target leaves, where it can be seen.
    fn open_exit(&self, buffer: &mut Buffer) {
        let exits = self.scene.marks.iter().filter_map(|mark| match mark.kind {
            MarkKind::Exit(side) => self.view.place(mark.cell).map(|at| (at, side)),
            _ => None,
        });
        let (width, height) = (self.view.width, self.view.height);
        for ((x, y), side) in exits {
            let (x, y, across, down) = match side {
                Dir::Right => (x + width, y, 1, height),
                Dir::Left => (x - 1, y, 1, height),
                Dir::Up => (x, y - 1, width, 1),
                Dir::Down => (x, y + height, width, 1),
            };
            for row in 0..down {
                put(buffer, x, y + row, across, &" ".repeat(across.into()), self.look.muted());
            }
        }
    }

    fn marks(&self, buffer: &mut Buffer) {
        for mark in &self.scene.marks {
            let Some((x, y)) = self.view.place(mark.cell) else { continue };
            match mark.kind {
                MarkKind::Lost | MarkKind::Conflict => {
                    put(buffer, x, y, 1, self.look.sign("✗", "!"), self.look.bad());
                }
                MarkKind::Clash(dir) => {
                    let (right, down) = self.clash_place(dir);
                    put(buffer, x + right, y + down, 1, self.look.sign("✗", "!"), self.look.bad());
                }
                MarkKind::Hint => {
                    let style = self.look.accent().add_modifier(Modifier::REVERSED);
                    self.restyle(buffer, Spot::Cell(mark.cell), style);
                }
                MarkKind::Exit(_) => {}
            }
        }
    }

    fn spot_place(&self, spot: Spot) -> Option<(u16, u16)> {
        match spot {
            Spot::Cell(cell) => self.view.place(cell),
            Spot::Tray(id) => {
                let mut in_hand = self.scene.pieces.iter().filter(|piece| piece.cells.is_empty());
                in_hand.position(|piece| piece.id == id).map(|at| self.view.tray_place(at))
            }
        }
    }

    fn restyle(&self, buffer: &mut Buffer, spot: Spot, style: Style) {
        let Some((x, y)) = self.spot_place(spot) else { return };
        let area = Rect { x, y, width: self.view.width, height: self.view.height }.intersection(buffer.area);
        buffer.set_style(area, style);
    }

    /// Brackets around the spot, so that it is seen without colour.
    fn cursor(&self, buffer: &mut Buffer, spot: Spot) {
        let Some((x, y)) = self.spot_place(spot) else { return };
        let style = self.look.title().add_modifier(Modifier::REVERSED);
        let last = self.view.width.saturating_sub(1);
        for row in 0..self.view.height {
            put(buffer, x, y + row, 1, self.look.sign("▌", "<"), style);
            if last > 1 {
                put(buffer, x + last, y + row, 1, self.look.sign("▐", ">"), style);
            }
        }
    }
}

pub fn joint(ways: &[Dir], ascii: bool) -> &'static str {
    let has = |dir| ways.contains(&dir);
    if ascii {
        return "+";
    }
    match (has(Dir::Up), has(Dir::Down), has(Dir::Left), has(Dir::Right)) {
        (true, true, _, _) => "┃",
        (_, _, true, true) => "━",
        (true, _, true, _) => "┛",
        (true, _, _, true) => "┗",
        (_, true, true, _) => "┓",
        (_, true, _, true) => "┏",
        (true, ..) => "╹",
        (_, true, ..) => "╻",
        (_, _, true, _) => "╸",
        _ => "╺",
    }
}
