//! Pieces, each by its role and by itself, and the marks on top of them.

use ingenio_core::scene::{Mark, MarkKind, Piece, Role};
use ingenio_core::{Cell, Dir, Lattice, Scene};

use crate::canvas::{Canvas, Pen, Point};
use crate::layout::{Layout, UNIT};
use crate::theme::{Theme, colour};

/// Twelve hundredths of a cell: the one radius of all pieces.
const RADIUS: f32 = 12.0;

/// A piece by itself, with its upper left corner at the origin; pipes lie where they lie.
pub fn one(canvas: &mut Canvas, scene: &Scene, piece: &Piece, theme: &Theme) {
    let corner = Point::new(0.0, 0.0);
    match piece.role {
        Role::Tile => tile(canvas, piece, corner, theme),
        Role::Matching => matching(canvas, piece, corner, theme),
        Role::Block | Role::Target => block(canvas, piece, theme),
        Role::Crate => a_box(canvas, piece, corner, theme),
        Role::Player => player(canvas, corner, theme),
        Role::End => end(canvas, piece, corner),
        Role::Pipe => pipe(canvas, scene, piece, theme),
    }
}

pub fn marks(canvas: &mut Canvas, scene: &Scene, theme: &Theme) {
    for mark in &scene.marks {
        sign(canvas, scene.lattice, mark, theme);
    }
}

/// A size at which so many characters fit into a width.
fn fitting(size: f32, width: f32, text: &str) -> f32 {
    size.min(width / (0.7 * text.chars().count().max(1) as f32))
}

fn tile(canvas: &mut Canvas, piece: &Piece, corner: Point, theme: &Theme) {
    let ground = theme.tile[usize::from(piece.tone) % 2];
    let pen = Pen::fill(ground).edge(theme.muted, 2.0);
    canvas.rectangle(corner.shifted(4.0, 4.0), UNIT - 8.0, UNIT - 8.0, RADIUS, &pen);
    let size = fitting(48.0, 84.0, &piece.label);
    canvas.text(corner.shifted(UNIT / 2.0, UNIT / 2.0), size, theme.ink, &piece.label);
    if piece.in_place {
        let tick = [(72.0, 20.0), (77.0, 26.0), (87.0, 13.0)].map(|(x, y)| corner.shifted(x, y));
        canvas.polyline(&tick, false, &Pen::stroke(theme.teal, 4.0));
    }
}

/// A square cut into four triangles, each with its digit and colour.
fn matching(canvas: &mut Canvas, piece: &Piece, corner: Point, theme: &Theme) {
    let sides: Vec<&str> = piece.label.split('/').collect();
    let middle = corner.shifted(UNIT / 2.0, UNIT / 2.0);
    let corners = [(3.0, 3.0), (UNIT - 3.0, 3.0), (UNIT - 3.0, UNIT - 3.0), (3.0, UNIT - 3.0)]
        .map(|(x, y)| corner.shifted(x, y));
    let places = [(50.0, 21.0), (79.0, 50.0), (50.0, 79.0), (21.0, 50.0)];
    for (at, text) in sides.iter().enumerate().take(4) {
        let number = text.parse::<usize>().unwrap_or(0);
        let (paint, ink) = colour(number);
        let triangle = [corners[at], corners[(at + 1) % 4], middle];
        canvas.polyline(&triangle, true, &Pen::fill(paint).edge(theme.sheet, 2.0));
        canvas.text(corner.shifted(places[at].0, places[at].1), fitting(26.0, 34.0, text), ink, text);
    }
    let edge = if piece.in_place { theme.ink } else { theme.muted };
    canvas.rectangle(corner.shifted(3.0, 3.0), UNIT - 6.0, UNIT - 6.0, 4.0, &Pen::stroke(edge, 3.0));
}

/// A strip of wood with end grain; the target is the one red thing.
fn block(canvas: &mut Canvas, piece: &Piece, theme: &Theme) {
    let (Some(first), Some(last)) = (piece.cells.first(), piece.cells.last()) else { return };
    let lattice = Lattice::Squares;
    let (from, to) = (Layout::corner(lattice, *first), Layout::corner(lattice, *last));
    let (width, height) = (to.x - from.x + UNIT - 10.0, to.y - from.y + UNIT - 10.0);
    let is_target = piece.role == Role::Target;
    let (paint, edge) = if is_target { (theme.red, theme.red) } else { (theme.wood, theme.wood_edge) };
    let corner = Point::new(5.0, 5.0);
    canvas.rectangle(corner, width, height, RADIUS, &Pen::fill(paint).edge(edge, 2.5));
    let grain = Pen::stroke(if is_target { theme.sheet } else { theme.wood_edge }, 2.5).opacity(0.55);
    let across = width > height;
    for at in [10.0_f32, 16.0] {
        let lines = if across {
            [[(at, 14.0), (at, height - 14.0)], [(width - at, 14.0), (width - at, height - 14.0)]]
        } else {
            [[(14.0, at), (width - 14.0, at)], [(14.0, height - at), (width - 14.0, height - at)]]
        };
        for line in lines {
            canvas.polyline(&line.map(|(x, y)| corner.shifted(x, y)), false, &grain);
        }
    }
    let middle = corner.shifted(width / 2.0, height / 2.0);
    let ink = if is_target { "#ffffff" } else { "#1d1b19" };
    canvas.text(middle, fitting(34.0, 70.0, &piece.label), ink, &piece.label);
}

/// Warm wood with a plain cross brace; teal with a tick on a goal.
fn a_box(canvas: &mut Canvas, piece: &Piece, corner: Point, theme: &Theme) {
    let (paint, edge) = if piece.in_place { (theme.teal, theme.ink) } else { (theme.wood, theme.wood_edge) };
    let at = corner.shifted(11.0, 11.0);
    canvas.rectangle(at, 78.0, 78.0, RADIUS, &Pen::fill(paint).edge(edge, 4.0));
    if piece.in_place {
        let tick = [(32.0, 52.0), (45.0, 66.0), (70.0, 34.0)].map(|(x, y)| corner.shifted(x, y));
        canvas.polyline(&tick, false, &Pen::stroke(theme.sheet, 9.0));
        return;
    }
    for line in [[(24.0, 24.0), (76.0, 76.0)], [(76.0, 24.0), (24.0, 76.0)]] {
        canvas.polyline(&line.map(|(x, y)| corner.shifted(x, y)), false, &Pen::stroke(edge, 6.0));
    }
}

/// A head and shoulders.
fn player(canvas: &mut Canvas, corner: Point, theme: &Theme) {
    let pen = Pen::fill(theme.ink);
    canvas.circle(corner.shifted(50.0, 33.0), 16.0, &pen);
    let (x, y) = (corner.x, corner.y);
    let shoulders = format!("M{} {}A28 28 0 0 1 {} {}Z", x + 22.0, y + 82.0, x + 78.0, y + 82.0);
    canvas.path(&shoulders, &pen);
}

fn end(canvas: &mut Canvas, piece: &Piece, corner: Point) {
    let (paint, ink) = colour(usize::from(piece.tone));
    let middle = corner.shifted(UNIT / 2.0, UNIT / 2.0);
    canvas.circle(middle, 34.0, &Pen::fill(paint));
    canvas.text(middle, fitting(36.0, 50.0, &piece.label), ink, &piece.label);
}

/// Thick, with round joints; the cells of a finished one are tinted. Where it leaves the board it goes
/// out over the border and comes in on the other one.
fn pipe(canvas: &mut Canvas, scene: &Scene, piece: &Piece, theme: &Theme) {
    let (paint, _) = colour(usize::from(piece.tone));
    let tint = Pen::fill(paint).opacity(theme.tint);
    for cell in piece.cells.iter().filter(|cell| piece.in_place && !scene.has_bridge(**cell)) {
        let corner = Layout::corner(scene.lattice, *cell);
        match scene.lattice {
            Lattice::Squares => canvas.rectangle(corner, UNIT, UNIT, 0.0, &tint),
            Lattice::Hexagons => {
                let outline = Layout::outline(scene.lattice, Layout::centre(scene.lattice, *cell), 0.0);
                canvas.polyline(&outline, true, &tint);
            }
        }
    }
    for line in lines(scene, piece) {
        canvas.polyline(&line, false, &Pen::stroke(paint, 34.0));
    }
}

/// The lines of a pipe, one for each stretch between two borders.
fn lines(scene: &Scene, piece: &Piece) -> Vec<Vec<Point>> {
    let lattice = scene.lattice;
    let Some(first) = piece.cells.first() else { return Vec::new() };
    let mut lines = vec![vec![Layout::centre(lattice, *first)]];
    for (at, cell) in piece.cells.iter().enumerate().skip(1) {
        let before: Cell = piece.cells[at - 1];
        let side = piece.sides.get(at - 1).copied();
        let centre = Layout::centre(lattice, *cell);
        let is_beside = side.is_none_or(|side| lattice.beyond(scene.size, before, side) == Some(*cell));
        if let (Some(side), false) = (side, is_beside) {
            let out = Layout::beyond(lattice, before, side, 12.0);
            lines.last_mut().into_iter().for_each(|line| line.push(out));
            lines.push(vec![Layout::beyond(lattice, *cell, side.opposite(), 12.0)]);
        }
        lines.last_mut().into_iter().for_each(|line| line.push(centre));
    }
    lines
}

fn sign(canvas: &mut Canvas, lattice: Lattice, mark: &Mark, theme: &Theme) {
    let corner = Layout::corner(lattice, mark.cell);
    match mark.kind {
        MarkKind::Conflict | MarkKind::Lost => {
            let pen = Pen::stroke(theme.bad, 6.0);
            canvas.rectangle(corner.shifted(6.0, 6.0), UNIT - 12.0, UNIT - 12.0, RADIUS, &pen);
        }
        MarkKind::Hint => {
            let pen = Pen::stroke(theme.teal, 6.0);
            canvas.rectangle(corner.shifted(6.0, 6.0), UNIT - 12.0, UNIT - 12.0, RADIUS, &pen);
        }
        MarkKind::Clash(dir) => notch(canvas, corner, dir, theme),
        MarkKind::Exit(_) => {}
    }
}

/// A small red notch on the side that clashes.
fn notch(canvas: &mut Canvas, corner: Point, dir: Dir, theme: &Theme) {
    let points = match dir {
        Dir::Up => [(38.0, 0.0), (62.0, 0.0), (50.0, 13.0)],
        Dir::Down => [(38.0, UNIT), (62.0, UNIT), (50.0, UNIT - 13.0)],
        Dir::Left => [(0.0, 38.0), (0.0, 62.0), (13.0, 50.0)],
        Dir::Right => [(UNIT, 38.0), (UNIT, 62.0), (UNIT - 13.0, 50.0)],
    };
    let pen = Pen::fill(theme.bad).edge(theme.sheet, 2.0);
    canvas.polyline(&points.map(|(x, y)| corner.shifted(x, y)), true, &pen);
}
