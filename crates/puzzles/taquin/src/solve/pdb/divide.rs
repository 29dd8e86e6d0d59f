//! Which tiles form a group. Tiles that are at home close together hinder each other most, and only
//! what happens inside of a group is counted: so groups are as compact as can be.

use ingenio_core::{Cell, Size};

use crate::level::{BLANK, Level};

/// Groups of goal cells: every cell but the blank's is in exactly one.
pub type Division = Vec<Vec<usize>>;

/// Two divisions into groups of at most so many tiles. Where the goal is its own mirror image, the
/// second one is the mirror image of the first and needs no tables of its own.
pub fn divisions(level: &Level, most: usize) -> Vec<Division> {
    let (size, blank) = (level.size(), level.goal_cells()[usize::from(BLANK)]);
    let first = divide(size, blank, most, false);
    let Cell { row, column } = size.cell(blank);
    let second = if size.width == size.height && row == column {
        first.iter().map(|group| group.iter().map(|cell| mirror(size, *cell)).collect()).collect()
    } else {
        divide(size, blank, most, true)
    };
    if same(&first, &second) { vec![first] } else { vec![first, second] }
}

fn mirror(size: Size, cell: usize) -> usize {
    size.column(cell) * size.width + size.row(cell)
}

fn same(first: &Division, second: &Division) -> bool {
    let sorted = |division: &Division| {
        let mut groups: Vec<Vec<usize>> = division.clone();
        groups.iter_mut().for_each(|group| group.sort_unstable());
        groups.sort();
        groups
    };
    sorted(first) == sorted(second)
}

/// Cuts a way through all cells into groups and then exchanges cells between groups as long as that
/// brings tiles closer together.
fn divide(size: Size, blank: usize, most: usize, across: bool) -> Division {
    let way: Vec<usize> = winding(size, across).into_iter().filter(|cell| *cell != blank).collect();
    let mut group_of = vec![usize::MAX; size.cells()];
    for (at, cell) in way.iter().enumerate() {
        group_of[*cell] = at / most;
    }
    let closeness = |group_of: &[usize]| -> i64 {
        let pairs = way.iter().flat_map(|a| way.iter().map(move |b| (*a, *b)));
        pairs.filter(|(a, b)| a < b && group_of[*a] == group_of[*b]).map(|(a, b)| nearness(size, a, b)).sum()
    };
    let mut best = closeness(&group_of);
    let mut better = true;
    while better {
        better = false;
        for (at, a) in way.iter().enumerate() {
            for b in &way[at + 1..] {
                if group_of[*a] == group_of[*b] {
                    continue;
                }
                group_of.swap(*a, *b);
                let closer = closeness(&group_of);
                if closer > best {
                    (best, better) = (closer, true);
                } else {
                    group_of.swap(*a, *b);
                }
            }
        }
    }
    let groups = way.len().div_ceil(most);
    (0..groups).map(|group| way.iter().copied().filter(|cell| group_of[*cell] == group).collect()).collect()
}

/// Neighbours hinder each other most, tiles of one line more than others.
fn nearness(size: Size, a: usize, b: usize) -> i64 {
    let (a, b) = (size.cell(a), size.cell(b));
    match (a.row.abs_diff(b.row), a.column.abs_diff(b.column)) {
        (0, 1) | (1, 0) => 12,
        (1, 1) => 5,
        (0, 2) | (2, 0) => 4,
        (1, 2) | (2, 1) => 1,
        (0, _) | (_, 0) => 1,
        _ => 0,
    }
}

/// All cells, row by row to and fro, or column by column.
fn winding(size: Size, across: bool) -> Vec<usize> {
    let (lines, length) = if across { (size.width, size.height) } else { (size.height, size.width) };
    let cell = |line: usize, at: usize| if across { at * size.width + line } else { line * size.width + at };
    (0..lines)
        .flat_map(|line| (0..length).map(move |at| (line, if line % 2 == 0 { at } else { length - 1 - at })))
        .map(|(line, at)| cell(line, at))
        .collect()
}
