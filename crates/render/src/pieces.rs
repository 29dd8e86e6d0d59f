//! Pieces as their kinds hand them over, each by itself, and the marks on top of them.

use ingenio_core::kind::{self, Paint, Shape};
use ingenio_core::scene::{Mark, MarkKind, Piece};
use ingenio_core::{Cell, Dir, Lattice, Scene};

use crate::canvas::{Canvas, Pen, Point};
use crate::layout::{Layout, UNIT};
use crate::theme::Theme;

/// Twelve hundredths of a cell: the one radius of marks and pieces.
const RADIUS: f32 = 12.0;

/// Does a shape lie where the cells of its piece are? All others are drawn at the origin, and moved there.
pub const fn lies_on_cells(shape: &Shape) -> bool {
    matches!(shape, Shape::Tint { .. } | Shape::Winding { .. })
}

/// The shapes of a piece with its upper left corner at a point.
pub fn one(
    canvas: &mut Canvas,
    scene: &Scene,
    piece: &Piece,
    shapes: &[Shape],
    corner: Point,
    theme: &Theme,
) {
    let place = |(x, y): kind::Place| corner.shifted(x, y);
    let pen = |pen: &kind::Pen| pen_of(pen, theme);
    for shape in shapes {
        match shape {
            Shape::Rectangle { at, size, radius, pen: drawn } => {
                canvas.rectangle(place(*at), size.0, size.1, *radius, &pen(drawn));
            }
            Shape::Circle { at, radius, pen: drawn } => canvas.circle(place(*at), *radius, &pen(drawn)),
            Shape::Dome { at, radius, pen: drawn } => canvas.dome(place(*at), *radius, &pen(drawn)),
            Shape::Line { points, closed, pen: drawn } => {
                let points: Vec<Point> = points.iter().copied().map(place).collect();
                canvas.polyline(&points, *closed, &pen(drawn));
            }
            Shape::Text { at, size, width, paint, text } => {
                canvas.text(place(*at), fitting(*size, *width, text), theme.paint(*paint), text);
            }
            Shape::Tint { paint } => tint(canvas, scene, piece, *paint, theme),
            Shape::Winding { paint, width } => {
                for line in lines(scene, piece) {
                    canvas.polyline(&line, false, &Pen::stroke(theme.paint(*paint), *width));
                }
            }
        }
    }
}

fn pen_of(pen: &kind::Pen, theme: &Theme) -> Pen {
    let drawn = match (pen.fill, pen.edge) {
        (Some(fill), Some((edge, width))) => Pen::fill(theme.paint(fill)).edge(theme.paint(edge), width),
        (Some(fill), None) => Pen::fill(theme.paint(fill)),
        (None, Some((edge, width))) => Pen::stroke(theme.paint(edge), width),
        (None, None) => Pen::fill("none"),
    };
    if pen.opacity < 1.0 { drawn.opacity(pen.opacity) } else { drawn }
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

/// Where two ways cross, a cell belongs to neither.
fn tint(canvas: &mut Canvas, scene: &Scene, piece: &Piece, paint: Paint, theme: &Theme) {
    let tint = Pen::fill(theme.paint(paint)).opacity(theme.tint);
    for cell in piece.cells.iter().filter(|cell| !scene.has_bridge(**cell)) {
        match scene.lattice {
            Lattice::Squares => {
                canvas.rectangle(Layout::corner(scene.lattice, *cell), UNIT, UNIT, 0.0, &tint);
            }
            Lattice::Hexagons => {
                let outline = Layout::outline(scene.lattice, Layout::centre(scene.lattice, *cell), 0.0);
                canvas.polyline(&outline, true, &tint);
            }
        }
    }
}

/// The lines of what winds from cell to cell, one for each stretch between two borders: where it leaves the
/// board it goes out over the border and comes in on the other one.
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
