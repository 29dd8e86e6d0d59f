//! Walls: templates of three by three squares, turned and mirrored, laid side by side; what does
//! not hang together with the largest part is filled. Later, nooks that nobody uses are walled up and
//! the drawing is cut to the room.

use ingenio_core::{Dir, Rng, Size};

use crate::level::{Level, Square};
use crate::play;

/// Templates, row by row; `#` is wall. Open ones are there more often.
const TEMPLATES: [&str; 14] = [
    ".........",
    ".........",
    "#........",
    "#........",
    "##.......",
    "##.#.....",
    "#.#......",
    "....#....",
    "....#....",
    "###......",
    "###...###",
    "#.......#",
    "#.....#.#",
    "#.#...#..",
];

/// A room of at most this size with at least so many squares of floor, as a table of walls.
pub fn draw(rng: &mut Rng, size: Size, least: usize) -> Option<Vec<bool>> {
    let mut walls = vec![true; size.cells()];
    for top in (1..size.height - 1).step_by(3) {
        for left in (1..size.width - 1).step_by(3) {
            let template = TEMPLATES[rng.below(TEMPLATES.len())].as_bytes();
            let image = rng.below(8);
            for (at, letter) in template.iter().enumerate() {
                let (row, column) = turn(at / 3, at % 3, image);
                let (row, column) = (top + row, left + column);
                if row < size.height - 1 && column < size.width - 1 {
                    walls[row * size.width + column] = *letter == b'#';
                }
            }
        }
    }
    fill_nooks(rng, size, &mut walls);
    keep_largest(size, &mut walls);
    (walls.iter().filter(|wall| !**wall).count() >= least).then_some(walls)
}

fn turn(row: usize, column: usize, image: usize) -> (usize, usize) {
    let row = if image & 1 == 0 { row } else { 2 - row };
    let column = if image & 2 == 0 { column } else { 2 - column };
    if image & 4 == 0 { (row, column) } else { (column, row) }
}

/// Walls up most squares with walls on three sides; some stay, a goal may lie there.
fn fill_nooks(rng: &mut Rng, size: Size, walls: &mut [bool]) {
    for _ in 0..3 {
        for at in 0..walls.len() {
            if !walls[at] && open_sides(size, at, |to| walls[to]) < 2 && !rng.one_in(4) {
                walls[at] = true;
            }
        }
    }
}

fn open_sides(size: Size, at: usize, wall: impl Fn(usize) -> bool) -> usize {
    Dir::ALL.iter().filter(|dir| size.step(at, **dir).is_some_and(|to| !wall(to))).count()
}

fn keep_largest(size: Size, walls: &mut [bool]) {
    let mut part = vec![0; walls.len()];
    let mut sizes = vec![0];
    for start in 0..walls.len() {
        if walls[start] || part[start] > 0 {
            continue;
        }
        let name = sizes.len();
        sizes.push(0);
        let mut open = vec![start];
        part[start] = name;
        while let Some(at) = open.pop() {
            sizes[name] += 1;
            for to in Dir::ALL.iter().filter_map(|dir| size.step(at, *dir)) {
                if !walls[to] && part[to] == 0 {
                    part[to] = name;
                    open.push(to);
                }
            }
        }
    }
    let largest = (0..sizes.len()).max_by_key(|name| sizes[*name]).unwrap_or(0);
    walls.iter_mut().zip(&part).for_each(|(wall, part)| *wall |= *part != largest);
}

/// The level without dead space: squares that its solution does not use and that do not even border on
/// one it uses, nooks that it does not use, and walls that border on nothing.
pub fn trim(level: &Level, solution: &str) -> Option<Level> {
    let size = level.size();
    let used = used(level, solution)?;
    let mut squares: Vec<Square> = (0..size.cells()).map(|at| level.square(at)).collect();
    for at in 0..squares.len() {
        let near = || Dir::ALL.iter().any(|dir| size.step(at, *dir).is_some_and(|to| used[to]));
        if !used[at] && squares[at] == Square::Floor && !near() {
            squares[at] = Square::Wall;
        }
    }
    loop {
        let nook = (0..squares.len()).find(|at| {
            squares[*at] == Square::Floor
                && !used[*at]
                && open_sides(size, *at, |to| squares[to] == Square::Wall) < 2
        });
        match nook {
            Some(at) => squares[at] = Square::Wall,
            None => break,
        }
    }
    cut(size, &squares, level.player())
}

/// Squares where the player or a box stands at some time.
fn used(level: &Level, solution: &str) -> Option<Vec<bool>> {
    let mut used = vec![false; level.size().cells()];
    let mut position = play::start(level);
    position.boxes.iter().for_each(|at| used[*at] = true);
    used[position.player] = true;
    for step in play::parse(solution).ok()? {
        play::apply(level, &mut position, step).ok()?;
        position.boxes.iter().for_each(|at| used[*at] = true);
        used[position.player] = true;
    }
    Some(used)
}

/// Cuts the drawing to the room and its walls.
fn cut(size: Size, squares: &[Square], player: usize) -> Option<Level> {
    let floor = |at: &usize| squares[*at] != Square::Wall;
    let rows = (0..squares.len()).filter(floor).map(|at| size.row(at));
    let columns = (0..squares.len()).filter(floor).map(|at| size.column(at));
    let (top, bottom) = (rows.clone().min()? - 1, rows.max()? + 1);
    let (left, right) = (columns.clone().min()? - 1, columns.max()? + 1);
    let cut = Size::new(right - left + 1, bottom - top + 1);
    let at = |row: usize, column: usize| (top + row) * size.width + left + column;
    let borders = |row: usize, column: usize| {
        let near = |middle: usize, most: usize| middle.saturating_sub(1)..=(middle + 1).min(most - 1);
        near(row, cut.height)
            .any(|row| near(column, cut.width).any(|column| squares[at(row, column)] != Square::Wall))
    };
    let square = |index: usize| {
        let (row, column) = (cut.row(index), cut.column(index));
        if borders(row, column) { squares[at(row, column)] } else { Square::Floor }
    };
    let player = (size.row(player) - top) * cut.width + size.column(player) - left;
    Level::new(cut, (0..cut.cells()).map(square).collect(), player).ok()
}
