//! Boards as big as they may come, one of each kind: every method of every puzzle, engines included, breaks
//! off within moments of processor time once it is cancelled (how long: `budgets.rs`). The only test of its file: it measures
//! the whole process.

use std::fmt::Write as _;

use ingenio_catalog::find;
use ingenio_conformance::budgets::late_on;
use ingenio_core::{LevelRef, Options, Rng, Source};

#[test]
fn every_method_ends_soon_after_it_is_cancelled() {
    ingenio_native::install();
    let mut late = Vec::new();
    for (name, level) in levels() {
        late.extend(late_on(level.as_ref()).into_iter().map(|what| format!("{name}: {what}")));
    }
    assert!(late.is_empty(), "\n{}", late.join("\n"));
}

/// Where only some boards are wanted: `INGENIO_BIG_BOARD=flow`.
fn is_wanted(name: &str) -> bool {
    std::env::var("INGENIO_BIG_BOARD").map_or(true, |wanted| name.starts_with(&wanted))
}

fn levels() -> Vec<(&'static str, LevelRef)> {
    let texts = [
        ("sokoban 64x64", boxes(64, 150)),
        ("sokoban 200x200", boxes(200, 500)),
        ("taquin 8x8", tiles(8)),
        ("taquin 100x100", tiles(100)),
        ("unblock 16x16", pieces()),
        ("flow 40x40", pipes(40)),
        ("flow 100x100", pipes(100)),
        ("tetravex 12x12", edges(12)),
        ("tetravex 32x32", edges(32)),
    ];
    let wanted = texts.into_iter().filter(|(name, _)| is_wanted(name));
    wanted.map(|(name, text)| (name, level(name, &text))).collect()
}

fn level(name: &str, text: &str) -> LevelRef {
    let puzzle = find(name.split(' ').next().unwrap()).unwrap();
    let settings = Options::defaults(puzzle.info().settings);
    puzzle
        .read(&Source::new(text), &settings)
        .remove(0)
        .unwrap_or_else(|fault| panic!("{name}: {fault:?}"))
        .level
}

/// Boxes three cells apart, each with its goal one cell below and to the right.
fn boxes(side: usize, count: usize) -> String {
    let wall = |at: usize| at == 0 || at == side - 1;
    let in_row = (side - 4) / 3;
    let number = |row: usize, column: usize| (row / 3) * in_row + column / 3;
    let square = |row: usize, column: usize| match (row, column) {
        _ if wall(row) || wall(column) => '#',
        (1, 1) => '@',
        _ => {
            let (inner_row, inner_column) = (row - 1, column - 1);
            let near = |offset: usize| {
                inner_row % 3 == offset
                    && inner_column % 3 == offset
                    && inner_column / 3 < in_row
                    && number(inner_row, inner_column) < count
            };
            match (near(1), near(2)) {
                (true, _) => '$',
                (_, true) => '.',
                _ => ' ',
            }
        }
    };
    (0..side)
        .map(|row| (0..side).map(|column| square(row, column)).chain(['\n']).collect::<String>())
        .collect()
}

/// An even number of exchanges of tiles.
fn tiles(side: usize) -> String {
    let mut tiles: Vec<usize> = (1..side * side).collect();
    let mut rng = Rng::stream(19, side as u64);
    for _ in 0..side * side * 2 {
        let (one, other) = (rng.below(tiles.len()), rng.below(tiles.len() - 1));
        let other = if other >= one { other + 1 } else { other };
        tiles.swap(one, other);
    }
    let mut text = String::new();
    for row in 0..side {
        let cells = (0..side).map(|column| tiles.get(row * side + column).copied().unwrap_or(0).to_string());
        writeln!(text, "{}", cells.collect::<Vec<_>>().join(" ")).unwrap();
    }
    text
}

/// A hall full of short pieces.
fn pieces() -> String {
    const SIDE: usize = 16;
    let names = ('B'..='Z').chain('a'..='z').filter(|name| !matches!(name, 'o' | 'x'));
    let mut cells = vec!['.'; SIDE * SIDE];
    let mut rng = Rng::stream(19, 1);
    let row = SIDE / 2;
    cells[row * SIDE..row * SIDE + 2].fill('A');
    for name in names {
        let (step, length) = if rng.one_in(2) { (1, 2) } else { (SIDE, 3) };
        let place = (0..1000).map(|_| (rng.below(SIDE - 3), rng.below(SIDE - 3))).find(|(down, right)| {
            (step == SIDE || *down != row)
                && (0..length).all(|at| cells[down * SIDE + right + at * step] == '.')
        });
        let (down, right) = place.expect("there is room");
        (0..length).for_each(|at| cells[down * SIDE + right + at * step] = name);
    }
    format!("{SIDE}x{SIDE}:{}\n", cells.iter().collect::<String>())
}

/// Pipes that go along a row and back along the next; both ends on the left.
fn pipes(side: usize) -> String {
    let cell = |row: usize, column: usize| if column == 0 { row / 2 + 1 } else { 0 };
    let row =
        |row: usize| (0..side).map(|column| cell(row, column).to_string()).collect::<Vec<_>>().join(" ");
    (0..side).map(|number| row(number) + "\n").collect()
}

/// Tiles cut from a board of ten colours.
fn edges(side: usize) -> String {
    let mut rng = Rng::stream(19, side as u64);
    let mut lines = |count: usize| (0..count).map(|_| rng.below(10)).collect::<Vec<usize>>();
    let (across, down) = (lines(side * (side + 1)), lines(side * (side + 1)));
    let mut tiles: Vec<String> = (0..side * side)
        .map(|at| {
            let (row, column) = (at / side, at % side);
            let (top, bottom) = (down[row * side + column], down[(row + 1) * side + column]);
            let (left, right) = (across[row * (side + 1) + column], across[row * (side + 1) + column + 1]);
            format!("{top} {right} {bottom} {left}")
        })
        .collect();
    Rng::stream(20, side as u64).shuffle(&mut tiles);
    format!("{side}x{side}\n{}\n", tiles.join("\n"))
}
