//! Boards in characters. A scene is drawn with the largest cells that fit the room; what does not fit is
//! scrolled so that the cursor is seen. The same arithmetic tells what lies under the mouse.

use ingenio_core::scene::{FixtureKind, Ground, MarkKind, Piece, Role};
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
    /// Where the tray begins, and how many tiles lie side by side in it.
    tray: u16,
    across: usize,
    /// Rows by which even columns lie lower.
    low: u16,
    /// Do the borders join?
    joins: bool,
}

/// Sizes of a cell, the largest first.
const SIZES: [(u16, u16); 3] = [(4, 2), (4, 1), (2, 1)];
/// Tiles with four sides need room for their digits.
const MATCHING: (u16, u16) = (7, 3);

impl View {
    /// The largest view of a scene in a room; `near` is kept in sight.
    pub fn of(scene: &Scene, room: Rect, near: Option<Cell>) -> Self {
        let in_hand = scene.pieces.iter().filter(|piece| piece.cells.is_empty()).count();
        let (width, height) = cell_size(scene, room);
        let (left, top) = (room.x + 2, room.y + 1);
        let fit = |room: u16, cell: u16, all: usize| usize::from(room / cell.max(1)).clamp(1, all.max(1));
        let shown =
            |all: usize, fit: usize, near: usize| near.saturating_sub(fit / 2).min(all.saturating_sub(fit));
        let across = if in_hand == 0 { 0 } else { (in_hand.div_ceil(scene.size.height)).clamp(1, 4) };
        let tray_room = if in_hand == 0 { 0 } else { 3 + across as u16 * width };
        let columns = fit(room.width.saturating_sub(4 + tray_room), width, scene.size.width);
        let low = u16::from(scene.lattice == Lattice::Hexagons);
        let rows = fit(room.height.saturating_sub(2 + low), height, scene.size.height);
        let near = near.unwrap_or(Cell::new(0, 0));
        View {
            left,
            top,
            width,
            height,
            row: shown(scene.size.height, rows, usize::from(near.row)),
            column: shown(scene.size.width, columns, usize::from(near.column)),
            rows,
            columns,
            tray: left + columns as u16 * width + 3,
            across,
            low,
            joins: scene.fixtures.iter().any(|fixture| matches!(fixture.kind, FixtureKind::Gate(_))),
        }
    }

    /// How far a column lies lower than others.
    const fn lower(&self, column: usize) -> u16 {
        if column.is_multiple_of(2) { self.low } else { 0 }
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
        (self.tray + column as u16 * self.width, self.top + row as u16 * self.height)
    }

    /// What lies under a place on the screen.
    pub fn spot(&self, scene: &Scene, x: u16, y: u16) -> Option<Spot> {
        if self.across > 0 && x >= self.tray && y >= self.top {
            let (column, row) = ((x - self.tray) / self.width, (y - self.top) / self.height);
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
}

impl View {
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

fn cell_size(scene: &Scene, room: Rect) -> (u16, u16) {
    if built::is_built(scene) {
        return built::CELL;
    }
    if scene.pieces.iter().any(|piece| piece.role == Role::Matching) {
        return MATCHING;
    }
    let widest = scene.pieces.iter().map(|piece| piece.label.chars().count()).max().unwrap_or(1) as u16;
    let fits = |(width, height): &(u16, u16)| {
        scene.size.width as u16 * width + 4 <= room.width
            && scene.size.height as u16 * height + 2 <= room.height
    };
    let wide_enough = |(width, _): &(u16, u16)| widest <= *width;
    let mut sizes = SIZES.iter().filter(|size| wide_enough(size));
    sizes.clone().find(|size| fits(size)).or(sizes.next_back()).copied().unwrap_or((4, 1))
}

/// Draws a scene.
pub fn draw(buffer: &mut Buffer, scene: &Scene, view: &View, look: Look, overlay: &Overlay) {
    let board = BoardView { scene, view, look };
    board.frame(buffer);
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
        board.matching(buffer, piece, view.tray_place(at));
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

impl BoardView<'_> {
    /// A thin frame, open at the exit, with signs where more of the board lies beyond.
    fn frame(&self, buffer: &mut Buffer) {
        let View { left, top, width, height, rows, columns, .. } = *self.view;
        let (right, bottom) = (left + columns as u16 * width, top + rows as u16 * height + self.view.low);
        let style = self.look.muted();
        let across = self.look.sign("─", "-").repeat(usize::from(right - left));
        let more = |hidden: bool, fine, plain, usual: &str| {
            if hidden { self.look.sign(fine, plain).to_owned() } else { usual.to_owned() }
        };
        let corner = |fine, plain| self.look.sign(fine, plain);
        put(buffer, left, top - 1, right - left, &across, style);
        put(buffer, left, bottom, right - left, &across, style);
        put(buffer, left - 1, top - 1, 1, corner("╭", "+"), style);
        put(buffer, right, top - 1, 1, corner("╮", "+"), style);
        put(buffer, left - 1, bottom, 1, corner("╰", "+"), style);
        put(buffer, right, bottom, 1, corner("╯", "+"), style);
        let side = self.look.sign("│", "|");
        let exit = self.scene.marks.iter().find(|mark| mark.kind == MarkKind::Exit).map(|mark| mark.cell.row);
        let is_last = self.view.column + columns == self.scene.size.width;
        for y in top..bottom {
            put(buffer, left - 1, y, 1, &more(self.view.column > 0, "◀", "<", side), style);
            let row = self.view.row + usize::from((y - top) / height);
            let open = is_last && exit.is_some_and(|exit| usize::from(exit) == row);
            let sign = if open { " ".to_owned() } else { more(!is_last, "▶", ">", side) };
            put(buffer, right, y, 1, &sign, style);
        }
        if self.view.row > 0 {
            put(buffer, left, top - 1, 1, self.look.sign("▲", "^"), style);
        }
        if self.view.row + rows < self.scene.size.height {
            put(buffer, left, bottom, 1, self.look.sign("▼", "v"), style);
        }
    }

    /// Lines of text in a cell, in one style.
    fn fill(&self, buffer: &mut Buffer, (x, y): (u16, u16), lines: [&str; 2], style: Style) {
        for (row, line) in (0..self.view.height).zip(lines) {
            let width = usize::from(self.view.width);
            put(buffer, x, y + row, self.view.width, &format!("{line:<width$}"), style);
        }
    }

    fn ground(&self, buffer: &mut Buffer, cell: Cell, ground: Ground) {
        let Some(at) = self.view.place(cell) else { return };
        let is_large = self.view.height > 1;
        match ground {
            Ground::Wall => {
                let text = self.look.sign("▒▒▒▒▒▒▒", "#######");
                for row in 0..self.view.height {
                    put(buffer, at.0, at.1 + row, self.view.width, text, self.look.wall());
                }
            }
            Ground::Goal if is_large => {
                self.fill(
                    buffer,
                    at,
                    self.look_lines([" ╭╮ ", " ╰╯ "], [" .. ", " .. "]),
                    self.look.accent(),
                );
            }
            Ground::Goal => {
                self.fill(buffer, at, [self.centred(self.look.sign("○", ".")), ""], self.look.accent());
            }
            Ground::Floor if self.scene.pieces.iter().any(|piece| piece.role == Role::End) => {
                self.fill(buffer, at, [self.centred(self.look.sign("·", ".")), ""], self.look.muted());
            }
            Ground::Dead => {
                let lines = self.look_lines([" ╱╱ ", " ╱╱ "], [" // ", " // "]);
                let lines = if is_large { lines } else { [self.centred(self.look.sign("╱", "/")), ""] };
                self.fill(buffer, at, lines, self.look.muted());
            }
            Ground::Floor | Ground::Outside => {}
        }
    }

    const fn look_lines(&self, fine: [&'static str; 2], plain: [&'static str; 2]) -> [&'static str; 2] {
        if self.look.ascii { plain } else { fine }
    }

    /// A sign in the middle of a cell of this width.
    fn centred(&self, sign: &'static str) -> &'static str {
        match (self.view.width, sign) {
            (4, "○") => " ○  ",
            (4, "·") => " ·  ",
            (4, ".") => " .  ",
            (7, "·") => "   ·   ",
            (7, ".") => "   .   ",
            _ => sign,
        }
    }

    fn piece(&self, buffer: &mut Buffer, piece: &Piece) {
        match piece.role {
            Role::Block | Role::Target => self.block(buffer, piece),
            Role::Pipe => self.pipe(buffer, piece),
            _ => {
                let Some(at) = piece.cells.first().and_then(|cell| self.view.place(*cell)) else { return };
                match piece.role {
                    Role::Crate => self.a_box(buffer, piece, at),
                    Role::Player => {
                        let lines = if self.view.height > 1 {
                            [" () ", " /\\ "]
                        } else if self.view.width > 2 {
                            [" @  ", ""]
                        } else {
                            ["@", ""]
                        };
                        self.fill(buffer, at, lines, self.look.ink().add_modifier(Modifier::BOLD));
                    }
                    Role::Tile => self.tile(buffer, piece, at),
                    Role::Matching => self.matching(buffer, piece, at),
                    Role::End => self.end(buffer, piece, at),
                    Role::Pipe | Role::Block | Role::Target => {}
                }
            }
        }
    }

    fn a_box(&self, buffer: &mut Buffer, piece: &Piece, at: (u16, u16)) {
        let style = if piece.in_place { self.look.done() } else { self.look.wood() };
        let lines = match (self.view.height > 1, piece.in_place) {
            (true, false) => self.look_lines(["╔══╗", "╚══╝"], ["+--+", "+--+"]),
            (true, true) => self.look_lines(["╔✓✓╗", "╚══╝"], ["+**+", "+--+"]),
            (false, false) => ["[]", ""],
            (false, true) => ["[*", ""],
        };
        self.fill(buffer, at, lines, style);
    }

    fn tile(&self, buffer: &mut Buffer, piece: &Piece, at: (u16, u16)) {
        let mut style = self.look.tile(piece.tone);
        if piece.in_place {
            style = style.add_modifier(Modifier::BOLD);
        }
        let width = usize::from(self.view.width);
        let label = format!("{:^width$}", piece.label);
        let under = if piece.in_place {
            format!("{:^width$}", self.look.sign("✓", "*"))
        } else {
            " ".repeat(width)
        };
        for (row, line) in (0..self.view.height).zip([&label, &under]) {
            put(buffer, at.0, at.1 + row, self.view.width, line, style);
        }
        // A gap on the right tells tiles apart without colour.
        if width > 2 && self.view.height > 1 {
            for row in 0..self.view.height {
                put(buffer, at.0 + self.view.width - 1, at.1 + row, 1, self.look.sign("▕", "|"), style);
            }
        }
    }

    /// Digits on four sides.
    fn matching(&self, buffer: &mut Buffer, piece: &Piece, (x, y): (u16, u16)) {
        let sides: Vec<&str> = piece.label.split('/').collect();
        let [top, right, bottom, left] = sides[..] else { return };
        let style = |text: &str| self.look.colour(text.parse().unwrap_or(0));
        let muted = self.look.muted();
        for row in 0..3 {
            put(buffer, x, y + row, 6, "      ", self.look.tile(0));
        }
        put(buffer, x + 2, y, 2, &format!("{top:>2}"), style(top));
        put(buffer, x, y + 1, 2, &format!("{left:>2}"), style(left));
        put(buffer, x + 4, y + 1, 2, &format!("{right:>2}"), style(right));
        put(buffer, x + 2, y + 2, 2, &format!("{bottom:>2}"), style(bottom));
        put(buffer, x + 6, y, 1, " ", muted);
    }

    /// A block as a drawn rectangle with its name, or by its name alone where cells are small.
    fn block(&self, buffer: &mut Buffer, piece: &Piece) {
        let style = if piece.role == Role::Target { self.look.target() } else { self.look.wood() };
        let (Some(first), Some(last)) = (piece.cells.first(), piece.cells.last()) else { return };
        for (at, cell) in piece.cells.iter().enumerate() {
            let Some((x, y)) = self.view.place(*cell) else { continue };
            if self.view.height == 1 {
                let width = usize::from(self.view.width);
                put(buffer, x, y, self.view.width, &format!("{:^width$}", piece.label), style);
                continue;
            }
            let across = first.row == last.row;
            let (is_first, is_last) = (at == 0, at + 1 == piece.cells.len());
            let lines = self.block_lines(across, is_first, is_last);
            for (row, line) in (0..2).zip(lines) {
                put(buffer, x, y + row, 4, line, style);
            }
        }
        if let Some((x, y)) = self.view.place(*first).filter(|_| self.view.height > 1) {
            put(
                buffer,
                x + 1,
                y + u16::from(first.row != last.row),
                2,
                &piece.label,
                style.add_modifier(Modifier::BOLD),
            );
        }
    }

    const fn block_lines(&self, across: bool, is_first: bool, is_last: bool) -> [&'static str; 2] {
        match (across, is_first, is_last, self.look.ascii) {
            (true, true, _, false) => ["╭───", "╰───"],
            (true, _, true, false) => ["───╮", "───╯"],
            (true, _, _, false) => ["────", "────"],
            (false, true, _, false) => ["╭──╮", "│  │"],
            (false, _, true, false) => ["│  │", "╰──╯"],
            (false, _, _, false) => ["│  │", "│  │"],
            (true, true, _, true) => ["+---", "+---"],
            (true, _, true, true) => ["---+", "---+"],
            (true, _, _, true) => ["----", "----"],
            (false, true, _, true) => ["+--+", "|  |"],
            (false, _, true, true) => ["|  |", "+--+"],
            (false, _, _, true) => ["|  |", "|  |"],
        }
    }

    fn end(&self, buffer: &mut Buffer, piece: &Piece, at: (u16, u16)) {
        let style = self.look.colour(usize::from(piece.tone)).add_modifier(Modifier::BOLD);
        let text = if self.view.width > 2 {
            format!("({:<2}", format!("{})", piece.label))
        } else {
            piece.label.clone()
        };
        put(buffer, at.0, at.1, self.view.width.min(3), &text, style);
    }

    /// The pipe from cell to cell, in its colour, with its letter where cells are small.
    fn pipe(&self, buffer: &mut Buffer, piece: &Piece) {
        let style = self.look.colour(usize::from(piece.tone));
        for (at, cell) in piece.cells.iter().enumerate() {
            let Some((x, y)) = self.view.place(*cell) else { continue };
            if self.scene.lattice == Lattice::Hexagons {
                built::hexagon(buffer, self.look, (x, y), &built::ways(piece, at), style);
                continue;
            }
            let ways = built::dirs(piece, at);
            if self.scene.has_bridge(*cell) {
                built::over_bridge(buffer, self.look, (x, y), &ways, style);
                continue;
            }
            let has = |dir| ways.contains(&dir);
            if self.view.width == 2 {
                put(
                    buffer,
                    x,
                    y,
                    2,
                    &format!("{}{}", piece.label.to_lowercase(), if has(Dir::Right) { "-" } else { " " }),
                    style,
                );
                continue;
            }
            let joint = joint(&ways, self.look.ascii);
            let line = self.look.sign("━", "-");
            let side = |shown: bool| if shown { line } else { " " };
            put(
                buffer,
                x,
                y,
                4,
                &format!("{}{joint}{}{}", side(has(Dir::Left)), side(has(Dir::Right)), side(has(Dir::Right))),
                style,
            );
            if self.view.height > 1 {
                let down = if has(Dir::Down) { self.look.sign("┃", "|") } else { " " };
                put(buffer, x, y + 1, 4, &format!(" {down}  "), style);
            }
        }
    }

    fn marks(&self, buffer: &mut Buffer) {
        for mark in &self.scene.marks {
            match mark.kind {
                MarkKind::Lost | MarkKind::Conflict => {
                    let Some((x, y)) = self.view.place(mark.cell) else { continue };
                    put(buffer, x, y, 1, self.look.sign("✗", "!"), self.look.bad());
                }
                MarkKind::Clash(dir) => {
                    let Some((x, y)) = self.view.place(mark.cell) else { continue };
                    let (right, down) = match dir {
                        Dir::Up => (4, 0),
                        Dir::Down => (4, 2),
                        Dir::Left => (2, 1),
                        Dir::Right => (3, 1),
                    };
                    put(buffer, x + right, y + down, 1, self.look.sign("✗", "!"), self.look.bad());
                }
                MarkKind::Hint => {
                    self.restyle(
                        buffer,
                        Spot::Cell(mark.cell),
                        self.look.accent().add_modifier(Modifier::REVERSED),
                    );
                }
                MarkKind::Exit => {}
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
