//! What is built on a board of characters: walls as double lines, bridges, signs where a border is open,
//! and pipes on hexagons, which go from column to column in steps of half a cell.

use ingenio_core::scene::{Fixture, FixtureKind, Piece};
use ingenio_core::{Cell, Dir, Lattice, Scene, Side};
use ratatui::buffer::Buffer;
use ratatui::style::Style;

use crate::look::Look;
use crate::screen::put;

/// A cell that has room for walls, and on hexagons for half a cell: columns and rows of characters.
pub const CELL: (u16, u16) = (4, 2);

/// Does the board need cells of that size?
pub fn is_built(scene: &Scene) -> bool {
    scene.lattice == Lattice::Hexagons || !scene.fixtures.is_empty()
}

/// The sides by which a pipe enters and leaves one of its cells.
pub fn ways(piece: &Piece, at: usize) -> Vec<Side> {
    let before = at.checked_sub(1).and_then(|before| piece.sides.get(before)).map(|side| side.opposite());
    before.into_iter().chain(piece.sides.get(at).copied()).collect()
}

/// The same where cells have four sides.
pub fn dirs(piece: &Piece, at: usize) -> Vec<Dir> {
    let dir = |side: Side| Dir::ALL.into_iter().find(|dir| Side::from(*dir) == side);
    ways(piece, at).into_iter().filter_map(dir).collect()
}

/// The key of a slanted side: the corners of the number pad, with and without its lock.
pub const fn slant(code: ratatui::crossterm::event::KeyCode) -> Option<Side> {
    use ratatui::crossterm::event::KeyCode;
    match code {
        KeyCode::Char('7') | KeyCode::Home => Some(Side::UpLeft),
        KeyCode::Char('9') | KeyCode::PageUp => Some(Side::UpRight),
        KeyCode::Char('1') | KeyCode::End => Some(Side::DownLeft),
        KeyCode::Char('3') | KeyCode::PageDown => Some(Side::DownRight),
        _ => None,
    }
}

/// Draws walls, empty bridges and gates; `place` tells where a cell lies.
pub fn draw(buffer: &mut Buffer, scene: &Scene, look: Look, place: impl Fn(Cell) -> Option<(u16, u16)>) {
    for fixture in &scene.fixtures {
        let Some(at) = place(fixture.cell) else { continue };
        match fixture.kind {
            FixtureKind::Wall(side) => wall(buffer, scene, look, *fixture, at, side),
            FixtureKind::Gate(side) => gate(buffer, look, at, side),
            FixtureKind::Bridge => {
                let is_free = !scene.pieces.iter().any(|piece| piece.cells.contains(&fixture.cell));
                if is_free {
                    put(buffer, at.0 + 1, at.1, 1, look.sign("╬", "+"), look.muted());
                }
            }
        }
    }
}

fn wall(buffer: &mut Buffer, scene: &Scene, look: Look, fixture: Fixture, (x, y): (u16, u16), side: Side) {
    let (style, is_hex) = (look.wall(), scene.lattice == Lattice::Hexagons);
    let upright = look.sign("║", "#");
    match side {
        Side::Down => put(buffer, x, y + 1, 3 + u16::from(!is_hex), look.sign("════", "####"), style),
        Side::Right => (0..2).for_each(|row| put(buffer, x + 3, y + row, 1, upright, style)),
        Side::UpRight if fixture.cell.column + 1 < scene.size.width as u16 => {
            put(buffer, x + 3, y, 1, look.sign("╲", "#"), style);
            put(buffer, x + 3, y.saturating_sub(1), 1, look.sign("╲", "#"), style);
        }
        Side::DownRight if fixture.cell.column + 1 < scene.size.width as u16 => {
            put(buffer, x + 3, y, 1, look.sign("╱", "#"), style);
            put(buffer, x + 3, y + 1, 1, look.sign("╱", "#"), style);
        }
        // On a border that joins another: the frame is the wall there.
        _ => {}
    }
}

/// A sign on the frame where what goes out comes in on the other side.
fn gate(buffer: &mut Buffer, look: Look, (x, y): (u16, u16), side: Side) {
    let style = look.accent();
    match side {
        Side::Up => put(buffer, x + 1, y.saturating_sub(1), 1, look.sign("↑", "^"), style),
        Side::Down => put(buffer, x + 1, y + 2, 1, look.sign("↓", "v"), style),
        Side::Left | Side::UpLeft | Side::DownLeft => {
            put(buffer, x.saturating_sub(1), y, 1, look.sign("«", "<"), style);
        }
        Side::Right | Side::UpRight | Side::DownRight => {
            put(buffer, x + 4, y, 1, look.sign("»", ">"), style);
        }
    }
}

/// One of two pipes on a bridge: it leaves the other one its place, and the one down lies above.
pub fn over_bridge(buffer: &mut Buffer, look: Look, (x, y): (u16, u16), ways: &[Dir], style: Style) {
    if ways.iter().any(|way| way.is_vertical()) {
        let line = look.sign("┃", "|");
        put(buffer, x + 1, y, 1, line, style);
        put(buffer, x + 1, y + 1, 1, line, style);
        return;
    }
    let line = look.sign("━━", "--");
    put(buffer, x, y, 1, line, style);
    put(buffer, x + 2, y, 2, line, style);
    let is_free = buffer.cell((x + 1, y)).is_none_or(|cell| !["┃", "|"].contains(&cell.symbol()));
    if is_free {
        put(buffer, x + 1, y, 1, line, style);
    }
}

/// A pipe in a hexagon: to the sides it goes along, and half a cell up or down between two columns.
pub fn hexagon(buffer: &mut Buffer, look: Look, (x, y): (u16, u16), ways: &[Side], style: Style) {
    let has = |side: Side| ways.contains(&side);
    let (left, right) =
        ([has(Side::UpLeft), has(Side::DownLeft)], [has(Side::UpRight), has(Side::DownRight)]);
    let line = look.sign("━", "-");
    if left != [false, false] {
        put(buffer, x, y, 1, line, style);
        let turn = match left {
            [true, true] => look.sign("┣", "+"),
            [true, false] => look.sign("┗", "`"),
            _ => look.sign("┏", ","),
        };
        put(buffer, x.saturating_sub(1), y, 1, turn, style);
    }
    if right != [false, false] {
        put(buffer, x + 2, y, 1, line, style);
        let turn = match right {
            [true, true] => look.sign("┫", "+"),
            [true, false] => look.sign("┛", "'"),
            _ => look.sign("┓", "."),
        };
        put(buffer, x + 3, y, 1, turn, style);
    }
    let mut dirs = Vec::new();
    dirs.extend(has(Side::Up).then_some(Dir::Up));
    dirs.extend(has(Side::Down).then_some(Dir::Down));
    dirs.extend((left != [false, false]).then_some(Dir::Left));
    dirs.extend((right != [false, false]).then_some(Dir::Right));
    put(buffer, x + 1, y, 1, crate::board::joint(&dirs, look.ascii), style);
    if has(Side::Down) {
        put(buffer, x + 1, y + 1, 1, look.sign("┃", "|"), style);
    }
}
