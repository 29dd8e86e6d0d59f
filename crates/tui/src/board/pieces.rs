//! Pieces in characters, as the signs of their kinds say, at every size of a cell: from one row of two columns, where
//! there is room for a letter, to drawings of many rows.

use ingenio_core::kind::{Frame, Inside, Paint, Sign};
use ingenio_core::scene::{Ground, Piece};
use ingenio_core::{Cell, Dir, Lattice};
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::{Modifier, Style};

use super::{BoardView, DOUBLE, Lines, PLAIN, THIN, joint};
use crate::built;
use crate::screen::put;

impl BoardView<'_> {
    fn area(&self, (x, y): (u16, u16)) -> Rect {
        Rect { x, y, width: self.view.width, height: self.view.height }
    }

    /// A part of a cell: so much is left free on every side.
    fn inner(&self, at: (u16, u16), columns: u16, rows: u16) -> Rect {
        let Rect { x, y, width, height } = self.area(at);
        Rect {
            x: x + columns,
            y: y + rows,
            width: width.saturating_sub(2 * columns),
            height: height.saturating_sub(2 * rows),
        }
    }

    /// A rectangle of lines with its inside painted.
    fn boxed(&self, buffer: &mut Buffer, area: Rect, fine: Lines, style: Style) {
        let [across, side, upper_left, upper_right, lower_left, lower_right] =
            if self.look.ascii { PLAIN } else { fine };
        paint(buffer, area, " ", style);
        let line = across.repeat(usize::from(area.width.saturating_sub(2)));
        let (right, bottom) = (area.x + area.width - 1, area.y + area.height - 1);
        put(buffer, area.x, area.y, area.width, &format!("{upper_left}{line}{upper_right}"), style);
        for y in area.y + 1..bottom {
            put(buffer, area.x, y, 1, side, style);
            put(buffer, right, y, 1, side, style);
        }
        put(buffer, area.x, bottom, area.width, &format!("{lower_left}{line}{lower_right}"), style);
    }

    pub(super) fn ground(&self, buffer: &mut Buffer, cell: Cell, ground: Ground) {
        let Some(at) = self.view.place(cell) else { return };
        let is_large = self.view.height > 1;
        let small = Rect { width: self.view.width.min(3), ..self.area(at) };
        match ground {
            Ground::Wall => paint(buffer, self.area(at), self.look.sign("▒", "#"), self.look.wall()),
            Ground::Goal if is_large => {
                let (columns, rows) = ((self.view.width / 5).max(1), self.view.height / 5);
                let ring = self.inner(at, columns, rows);
                if self.look.ascii {
                    paint(buffer, ring, ".", self.look.accent());
                } else {
                    self.boxed(buffer, ring, THIN, self.look.accent());
                }
            }
            Ground::Goal => centred(buffer, small, 0, self.look.sign("○", "."), self.look.accent()),
            // Where whole cells are to be filled, empty ones are seen.
            Ground::Floor if self.scene.pieces.iter().any(|piece| piece.handling().fills()) => {
                let area = if is_large { self.area(at) } else { small };
                centred(buffer, area, 0, self.look.sign("·", "."), self.look.muted());
            }
            Ground::Dead => {
                let area =
                    if is_large { self.inner(at, self.view.width / 4, self.view.height / 4) } else { small };
                let area = if is_large { area } else { Rect { width: 1, ..area } };
                paint(buffer, area, self.look.sign("╱", "/"), self.look.muted());
            }
            Ground::Floor | Ground::Outside => {}
        }
    }

    pub(super) fn piece(&self, buffer: &mut Buffer, piece: &Piece) {
        let sign = (piece.kind.sign)(piece);
        match (&sign.inside, sign.frame) {
            (Inside::Winding(text), _) => self.winding(buffer, piece, &sign, text),
            (inside, Frame::Block) => self.block(buffer, piece, &sign, text_of(inside)),
            _ => {
                for at in piece.cells.iter().filter_map(|cell| self.view.place(*cell)) {
                    self.sign(buffer, piece, &sign, at);
                }
            }
        }
    }

    /// What stands in one cell, or in the tray.
    pub(super) fn sign(&self, buffer: &mut Buffer, piece: &Piece, sign: &Sign, at: (u16, u16)) {
        match (&sign.inside, sign.frame) {
            (Inside::Figure { small, drawings }, _) => self.figure(buffer, sign, small, drawings, at),
            (Inside::Sides(sides), _) => self.sides(buffer, sides, at),
            (inside, Frame::Double) => self.double(buffer, sign, text_of(inside), at),
            (inside, Frame::Disc) => self.disc(buffer, sign, text_of(inside), at),
            (Inside::Winding(_) | Inside::Nothing, _) => self.card(buffer, sign, &piece.label, at),
            (Inside::Text(text), _) => self.card(buffer, sign, text, at),
        }
    }

    fn style(&self, sign: &Sign) -> Style {
        let style = self.look.paint_of(sign.paint);
        if sign.bold { style.add_modifier(Modifier::BOLD) } else { style }
    }

    fn figure(&self, buffer: &mut Buffer, sign: &Sign, small: &str, drawings: &[&[&str]; 3], at: (u16, u16)) {
        let (style, area) = (self.style(sign), self.area(at));
        let figure = match self.view.height {
            1 => return centred(buffer, Rect { width: area.width.min(3), ..area }, 0, small, style),
            2 => drawings[0],
            3..=5 => drawings[1],
            _ => drawings[2],
        };
        let widest = figure.iter().map(|line| line.chars().count()).max().unwrap_or(0);
        let (width, height) = ((widest as u16).min(area.width), (figure.len() as u16).min(area.height));
        let (x, y) = (area.x + (area.width - width) / 2, area.y + (area.height - height).div_ceil(2));
        // It is to be seen on whatever it stands.
        paint(buffer, Rect { x, y, width, height }, " ", style);
        for (row, line) in (0..height).zip(figure) {
            put(buffer, x, y + row, width, line, style);
        }
    }

    fn double(&self, buffer: &mut Buffer, sign: &Sign, text: &str, at: (u16, u16)) {
        let (style, tick) = (self.style(sign), self.look.sign("✓", "*"));
        if self.view.height == 1 {
            let inside = if sign.ticked {
                "*"
            } else if text.is_empty() {
                "]"
            } else {
                text
            };
            return put(buffer, at.0, at.1, self.view.width, &format!("{:<4}", format!("[{inside}")), style);
        }
        self.boxed(buffer, self.area(at), DOUBLE, style);
        let area = if self.view.height == 2 { Rect { height: 1, ..self.area(at) } } else { self.area(at) };
        let ticks = tick.repeat(2);
        centred(buffer, area, 0, if sign.ticked { &ticks } else { text }, style);
    }

    fn card(&self, buffer: &mut Buffer, sign: &Sign, text: &str, at: (u16, u16)) {
        let (style, area, tick) = (self.style(sign), self.area(at), self.look.sign("✓", "*"));
        paint(buffer, area, " ", style);
        match area.height {
            1 => centred(buffer, area, 0, text, style),
            2 => {
                let face = Rect { width: area.width - 1, ..area };
                centred(buffer, face, 0, text, style);
                if sign.ticked {
                    centred(buffer, face, 1, tick, style);
                }
                // A gap on the right tells cards apart without colour.
                let edge = Rect { x: area.x + area.width - 1, width: 1, ..area };
                paint(buffer, edge, self.look.sign("▕", "|"), style);
            }
            height => {
                if sign.frame == Frame::Card {
                    self.boxed(buffer, area, THIN, style);
                }
                centred(buffer, area, 0, text, style);
                if sign.ticked && height == 3 {
                    put(buffer, area.x + area.width - 2, area.y + 1, 1, tick, style);
                } else if sign.ticked {
                    centred(buffer, area, 1, tick, style);
                }
            }
        }
    }

    /// Texts on four sides; where there is room, on four triangles.
    fn sides(&self, buffer: &mut Buffer, sides: &[(String, Paint); 4], at: (u16, u16)) {
        // The last column keeps cards apart.
        let area = Rect { width: self.view.width - 1, ..self.area(at) };
        paint(buffer, area, " ", self.look.tile(0));
        let styles: [Style; 4] = std::array::from_fn(|side| self.look.paint_of(sides[side].1));
        if area.height > 3 {
            self.triangles(buffer, area, styles);
        }
        let wide = if self.view.width > 4 { 2 } else { 1 };
        let text = |side: usize| {
            if wide > 1 { format!("{:>2}", sides[side].0) } else { sides[side].0.clone() }
        };
        let last = area.height.saturating_sub(1);
        let (half, middle) = (area.width / 2, last / 2);
        let inset = u16::from(area.height > 3);
        let across = area.x + half - (wide / 2).min(half);
        let right = area.x + area.width.saturating_sub(wide + inset);
        put(buffer, across, area.y, wide, &text(0), styles[0]);
        put(buffer, area.x + inset, area.y + middle, wide, &text(3), styles[3]);
        put(buffer, right, area.y + middle, wide, &text(1), styles[1]);
        put(buffer, across, area.y + last, wide, &text(2), styles[2]);
    }

    /// The four triangles between the diagonals, each in the style of its side.
    fn triangles(&self, buffer: &mut Buffer, area: Rect, styles: [Style; 4]) {
        let (width, height) = (i32::from(area.width) - 1, i32::from(area.height) - 1);
        for (row, column) in (0..=height).flat_map(|row| (0..=width).map(move |column| (row, column))) {
            // How far the cell lies from the middle, in halves of the sides.
            let (down, across) = ((2 * row - height) * width, (2 * column - width) * height);
            let style = match (down.abs() >= across.abs(), down < 0, across < 0) {
                (true, true, _) => styles[0],
                (true, false, _) => styles[2],
                (false, _, true) => styles[3],
                (false, _, false) => styles[1],
            };
            let on_diagonal = (down.abs() - across.abs()).abs() < height.max(width);
            let sign = match (on_diagonal, (down < 0) == (across < 0)) {
                (false, _) => " ",
                (true, true) => self.look.sign("╲", "\\"),
                (true, false) => self.look.sign("╱", "/"),
            };
            put(buffer, area.x + column as u16, area.y + row as u16, 1, sign, style);
        }
    }

    /// Where the sign of a side that differs stands in a cell.
    pub(super) const fn clash_place(&self, dir: Dir) -> (u16, u16) {
        let (width, last) = (self.view.width - 1, self.view.height - 1);
        if self.view.width <= 4 {
            return match dir {
                Dir::Up => (2, 0),
                Dir::Down => (2, 2),
                Dir::Left => (1, 1),
                Dir::Right => (3, 1),
            };
        }
        match dir {
            Dir::Up => (width / 2 + 1, 0),
            Dir::Down => (width / 2 + 1, last),
            Dir::Left => (if last > 2 { 3 } else { 2 }, last / 2),
            Dir::Right => (width - if last > 2 { 4 } else { 3 }, last / 2),
        }
    }

    /// All cells as one drawn rectangle with its name, or by its name alone where cells are small.
    fn block(&self, buffer: &mut Buffer, piece: &Piece, sign: &Sign, text: &str) {
        let style = self.style(sign);
        let (Some(first), Some(last)) = (piece.cells.first(), piece.cells.last()) else { return };
        let across = first.row == last.row;
        for (number, cell) in piece.cells.iter().enumerate() {
            let Some(at) = self.view.place(*cell) else { continue };
            let area = self.area(at);
            if area.height == 1 {
                paint(buffer, area, " ", style);
                centred(buffer, area, 0, text, style);
                continue;
            }
            let (begins, ends) = (number == 0, number + 1 == piece.cells.len());
            self.boxed(buffer, area, THIN, style);
            self.join(buffer, area, across, (!begins, !ends), style);
        }
        if let Some(at) = self.view.place(*first).filter(|_| self.view.height > 1) {
            let below = i32::from(!across && self.view.height == 2);
            centred(buffer, self.area(at), below, text, style.add_modifier(Modifier::BOLD));
        }
    }

    /// Opens the sides of a cell of a block that other cells of it touch.
    fn join(
        &self,
        buffer: &mut Buffer,
        area: Rect,
        across: bool,
        (before, after): (bool, bool),
        style: Style,
    ) {
        let (line, side) = (self.look.sign("─", "-"), self.look.sign("│", "|"));
        let (right, bottom) = (area.x + area.width - 1, area.y + area.height - 1);
        for (open, x, y) in [(before, area.x, area.y), (after, right, bottom)] {
            if !open {
                continue;
            }
            if across {
                paint(buffer, Rect { x, width: 1, ..area }, " ", style);
                put(buffer, x, area.y, 1, line, style);
                put(buffer, x, bottom, 1, line, style);
            } else {
                paint(buffer, Rect { y, height: 1, ..area }, " ", style);
                put(buffer, area.x, y, 1, side, style);
                put(buffer, right, y, 1, side, style);
            }
        }
    }

    fn disc(&self, buffer: &mut Buffer, sign: &Sign, text: &str, at: (u16, u16)) {
        let style = self.style(sign);
        if self.view.height > 2 {
            let disc = self.inner(at, (self.view.width / 5).max(1), self.view.height / 5);
            self.boxed(buffer, disc, THIN, style);
            // In the middle of the cell, where lines end.
            centred(buffer, disc, 0, text, style);
            return;
        }
        let text = if self.view.width > 2 { format!("({:<2}", format!("{text})")) } else { text.to_owned() };
        put(buffer, at.0, at.1, self.view.width.min(3), &text, style);
    }

    /// A line from cell to cell, in its colour, with its letter where cells are small.
    fn winding(&self, buffer: &mut Buffer, piece: &Piece, sign: &Sign, text: &str) {
        let style = self.style(sign);
        for (number, cell) in piece.cells.iter().enumerate() {
            let Some(at) = self.view.place(*cell) else { continue };
            if self.scene.lattice == Lattice::Hexagons {
                built::hexagon(buffer, self.look, at, &built::ways(piece, number), style);
                continue;
            }
            let ways = built::dirs(piece, number);
            if self.scene.has_bridge(*cell) {
                built::over_bridge(buffer, self.look, at, &ways, style);
                continue;
            }
            match (self.view.width, self.view.height) {
                (2, _) => {
                    let onward = if ways.contains(&Dir::Right) { "-" } else { " " };
                    put(buffer, at.0, at.1, 2, &format!("{}{onward}", text.to_lowercase()), style);
                }
                (_, 1 | 2) => self.thin_line(buffer, at, &ways, style),
                _ => self.thick_line(buffer, at, &ways, style),
            }
        }
    }

    fn thin_line(&self, buffer: &mut Buffer, (x, y): (u16, u16), ways: &[Dir], style: Style) {
        let has = |dir| ways.contains(&dir);
        let joint = joint(ways, self.look.ascii);
        let line = self.look.sign("━", "-");
        let side = |shown: bool| if shown { line } else { " " };
        let right = side(has(Dir::Right));
        put(buffer, x, y, 4, &format!("{}{joint}{right}{right}", side(has(Dir::Left))), style);
        if self.view.height > 1 {
            let down = if has(Dir::Down) { self.look.sign("┃", "|") } else { " " };
            put(buffer, x, y + 1, 4, &format!(" {down}  "), style);
        }
    }

    /// Arms from the middle of the cell to its sides, a third of it thick.
    fn thick_line(&self, buffer: &mut Buffer, at: (u16, u16), ways: &[Dir], style: Style) {
        let area = self.area(at);
        let (thick, wide) = ((area.height / 3).max(1), (area.width / 3).max(2));
        let (row, column) = ((area.height - thick) / 2, (area.width - wide) / 2);
        let middle = Rect { x: area.x + column, y: area.y + row, width: wide, height: thick };
        let (right, bottom) = (area.x + area.width, area.y + area.height);
        let joint = match (ways.iter().any(|dir| dir.is_vertical()), ways.iter().all(|dir| dir.is_vertical()))
        {
            (_, true) => self.look.sign("┃", "|"),
            (false, _) => self.look.sign("━", "-"),
            _ => self.look.sign("╋", "+"),
        };
        paint(buffer, middle, joint, style);
        for dir in ways {
            let (arm, sign) = match dir {
                Dir::Up => (Rect { y: area.y, height: row, ..middle }, self.look.sign("┃", "|")),
                Dir::Down => {
                    let y = middle.y + thick;
                    (Rect { y, height: bottom - y, ..middle }, self.look.sign("┃", "|"))
                }
                Dir::Left => (Rect { x: area.x, width: column, ..middle }, self.look.sign("━", "-")),
                Dir::Right => {
                    let x = middle.x + wide;
                    (Rect { x, width: right - x, ..middle }, self.look.sign("━", "-"))
                }
            };
            paint(buffer, arm, sign, style);
        }
    }
}

/// What is written within, where that is one text.
fn text_of(inside: &Inside) -> &str {
    match inside {
        Inside::Text(text) | Inside::Winding(text) => text,
        Inside::Nothing | Inside::Figure { .. } | Inside::Sides(_) => "",
    }
}

/// An area full of one sign.
fn paint(buffer: &mut Buffer, area: Rect, sign: &str, style: Style) {
    let line = sign.repeat(usize::from(area.width));
    for row in 0..area.height {
        put(buffer, area.x, area.y + row, area.width, &line, style);
    }
}

/// A text in the middle of an area, below or above its middle row.
fn centred(buffer: &mut Buffer, area: Rect, below: i32, text: &str, style: Style) {
    let length = (text.chars().count() as u16).min(area.width);
    let row = (i32::from(area.height) - 1) / 2 + below;
    let y = area.y + u16::try_from(row).unwrap_or(0).min(area.height.saturating_sub(1));
    put(buffer, area.x + (area.width - length) / 2, y, length, text, style);
}
