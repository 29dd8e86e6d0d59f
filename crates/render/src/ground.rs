//! What lies under the pieces: one sheet of floor with a hairline grid, dead squares hatched, walls merged into one shape
//! with soft corners, goals, and the gap at an exit.

use ingenio_core::scene::{FixtureKind, Ground, MarkKind};
use ingenio_core::{Cell, Dir, Lattice, Scene, Side};

use crate::canvas::{Canvas, Pen, Point, number};
use crate::layout::{Layout, UNIT};
use crate::theme::Theme;

pub fn draw(canvas: &mut Canvas, scene: &Scene, theme: &Theme) {
    let is_whole =
        scene.ground.iter().all(|ground| *ground != Ground::Outside) && !scene.ground.contains(&Ground::Goal);
    for (cell, ground) in cells(scene) {
        if ground != Ground::Outside && ground != Ground::Wall {
            floor(canvas, scene.lattice, cell, theme);
        }
    }
    dead_squares(canvas, scene, theme);
    walls(canvas, scene, theme);
    for (cell, ground) in cells(scene) {
        if ground == Ground::Goal {
            let centre = Layout::centre(scene.lattice, cell);
            canvas.circle(centre, 20.0, &Pen::stroke(theme.teal, 5.0));
            canvas.circle(centre, 5.0, &Pen::fill(theme.teal));
        }
    }
    let has_gates = scene.fixtures.iter().any(|fixture| matches!(fixture.kind, FixtureKind::Gate(_)));
    if is_whole && scene.lattice == Lattice::Squares && !has_gates {
        frame(canvas, scene, theme);
    } else if has_gates || scene.lattice == Lattice::Hexagons {
        border(canvas, scene, theme);
    }
    fixtures(canvas, scene, theme);
}

/// A line around the cells, open where a side is a gate.
fn border(canvas: &mut Canvas, scene: &Scene, theme: &Theme) {
    let is_floor = |cell: Cell| scene.ground[scene.size.index(cell)] != Ground::Outside;
    for (cell, _) in cells(scene).filter(|(cell, _)| is_floor(*cell)) {
        for side in scene.lattice.sides() {
            let outer = !scene.lattice.beyond(scene.size, cell, *side).is_some_and(is_floor);
            let gate = ingenio_core::scene::Fixture { cell, kind: FixtureKind::Gate(*side) };
            if outer && !scene.fixtures.contains(&gate) {
                canvas.polyline(
                    &Layout::edge(scene.lattice, cell, *side),
                    false,
                    &Pen::stroke(theme.wall, 10.0),
                );
            }
        }
    }
}

/// Walls are thick lines, bridges two pairs of rails, gates arrows that point out.
fn fixtures(canvas: &mut Canvas, scene: &Scene, theme: &Theme) {
    for fixture in &scene.fixtures {
        match fixture.kind {
            FixtureKind::Wall(side) => {
                let line = Layout::edge(scene.lattice, fixture.cell, side);
                canvas.polyline(&line, false, &Pen::stroke(theme.wall, 14.0));
            }
            FixtureKind::Bridge => bridge(canvas, Layout::corner(scene.lattice, fixture.cell), theme),
            FixtureKind::Gate(side) => gate(canvas, scene.lattice, fixture.cell, side, theme),
        }
    }
}

fn bridge(canvas: &mut Canvas, corner: Point, theme: &Theme) {
    let pen = Pen::stroke(theme.muted, 5.0);
    let lines = [
        [(0.0, 24.0), (24.0, 24.0), (24.0, 0.0)],
        [(76.0, 0.0), (76.0, 24.0), (100.0, 24.0)],
        [(100.0, 76.0), (76.0, 76.0), (76.0, 100.0)],
        [(24.0, 100.0), (24.0, 76.0), (0.0, 76.0)],
    ];
    for line in lines {
        canvas.polyline(&line.map(|(x, y)| corner.shifted(x, y)), false, &pen);
    }
}

fn gate(canvas: &mut Canvas, lattice: Lattice, cell: Cell, side: Side, theme: &Theme) {
    let [one, other] = Layout::edge(lattice, cell, side);
    let tip = Layout::beyond(lattice, cell, side, 20.0);
    let foot = |corner: Point| {
        let middle = Layout::beyond(lattice, cell, side, 4.0);
        Point::new(middle.x + 0.28 * (corner.x - middle.x), middle.y + 0.28 * (corner.y - middle.y))
    };
    canvas.polyline(&[foot(one), tip, foot(other)], true, &Pen::fill(theme.muted));
}

fn cells(scene: &Scene) -> impl Iterator<Item = (Cell, Ground)> + '_ {
    scene.ground.iter().enumerate().map(|(at, ground)| (scene.size.cell(at), *ground))
}

fn floor(canvas: &mut Canvas, lattice: Lattice, cell: Cell, theme: &Theme) {
    if lattice == Lattice::Hexagons {
        let outline = Layout::outline(lattice, Layout::centre(lattice, cell), 0.0);
        canvas.polyline(&outline, true, &Pen::fill(theme.sheet).edge(theme.line, 1.5));
        return;
    }
    let corner = Layout::corner(lattice, cell);
    canvas.rectangle(corner, UNIT, UNIT, 0.0, &Pen::fill(theme.sheet).edge(theme.line, 1.5));
}

/// Hatched, so that they are told from floor without colour.
fn dead_squares(canvas: &mut Canvas, scene: &Scene, theme: &Theme) {
    const LINES: [[f32; 4]; 3] =
        [[0.0, 50.0, 50.0, 0.0], [0.0, 100.0, 100.0, 0.0], [50.0, 100.0, 100.0, 50.0]];
    let dead = cells(scene).filter(|(_, ground)| *ground == Ground::Dead);
    let hatching: String = dead
        .flat_map(|(cell, _)| {
            let Point { x, y } = Layout::corner(scene.lattice, cell);
            LINES.map(|[x1, y1, x2, y2]| {
                format!("M{} {}L{} {}", number(x + x1), number(y + y1), number(x + x2), number(y + y2))
            })
        })
        .collect();
    if !hatching.is_empty() && theme.dead != "none" {
        canvas.path(&hatching, &Pen::stroke(theme.dead, 3.0));
    }
}

/// A corner of a wall is round where the wall ends on both sides of it.
fn walls(canvas: &mut Canvas, scene: &Scene, theme: &Theme) {
    let mut path = String::new();
    let is_wall = |at: Option<usize>| at.is_some_and(|at| scene.ground[at] == Ground::Wall);
    for (at, ground) in scene.ground.iter().enumerate() {
        if *ground != Ground::Wall {
            continue;
        }
        let open = |dir: Dir| !is_wall(scene.size.step(at, dir));
        let radius = |one: Dir, other: Dir| if open(one) && open(other) { 22.0 } else { 0.0 };
        let corners = [
            radius(Dir::Up, Dir::Left),
            radius(Dir::Up, Dir::Right),
            radius(Dir::Down, Dir::Right),
            radius(Dir::Down, Dir::Left),
        ];
        path += &round_square(Layout::corner(scene.lattice, scene.size.cell(at)), corners);
    }
    // One shape, and a hair wider than its cells, so that no line shows between two of them.
    if !path.is_empty() {
        canvas.path(&path, &Pen::fill(theme.wall).edge(theme.wall, 1.0));
    }
}

fn round_square(at: Point, corners: [f32; 4]) -> String {
    let [a, b, c, d] = corners;
    let (x, y) = (at.x, at.y);
    let arc = |radius: f32, x: f32, y: f32| {
        format!("A{r} {r} 0 0 1 {} {}", number(x), number(y), r = number(radius))
    };
    format!(
        "M{} {}H{}{}V{}{}H{}{}V{}{}Z",
        number(x + a),
        number(y),
        number(x + UNIT - b),
        arc(b, x + UNIT, y + b),
        number(y + UNIT - c),
        arc(c, x + UNIT - c, y + UNIT),
        number(x + d),
        arc(d, x, y + UNIT - d),
        number(y + a),
        arc(a, x + a, y)
    )
}

/// A frame around the board, with a real gap at the exit.
fn frame(canvas: &mut Canvas, scene: &Scene, theme: &Theme) {
    let corner = Layout::corner(scene.lattice, Cell::new(0, 0)).shifted(-7.0, -7.0);
    let (width, height) = (scene.size.width as f32 * UNIT + 14.0, scene.size.height as f32 * UNIT + 14.0);
    let pen = Pen::stroke(theme.wall, 14.0);
    let exit = scene.marks.iter().find_map(|mark| match mark.kind {
        MarkKind::Exit(side) => Some((mark.cell, side)),
        _ => None,
    });
    let Some((cell, side)) = exit else {
        canvas.rectangle(corner, width, height, 6.0, &pen);
        return;
    };
    canvas.polyline(
        &around_exit(corner, width, height, Layout::corner(scene.lattice, cell), side),
        false,
        &pen,
    );
}

/// The frame from one side of the exit, past all corners, to the other.
fn around_exit(corner: Point, width: f32, height: f32, at: Point, side: Dir) -> Vec<Point> {
    let (left, top, right, bottom) = (corner.x, corner.y, corner.x + width, corner.y + height);
    let (before, after) = if side.is_vertical() { (at.x, at.x + UNIT) } else { (at.y, at.y + UNIT) };
    let (before, after) = (before - 7.0, after + 7.0);
    let points = match side {
        Dir::Right => {
            [(right, before), (right, top), (left, top), (left, bottom), (right, bottom), (right, after)]
        }
        Dir::Left => {
            [(left, before), (left, top), (right, top), (right, bottom), (left, bottom), (left, after)]
        }
        Dir::Down => {
            [(before, bottom), (left, bottom), (left, top), (right, top), (right, bottom), (after, bottom)]
        }
        Dir::Up => [(before, top), (left, top), (left, bottom), (right, bottom), (right, top), (after, top)],
    };
    points.into_iter().map(|(x, y)| Point::new(x, y)).collect()
}
