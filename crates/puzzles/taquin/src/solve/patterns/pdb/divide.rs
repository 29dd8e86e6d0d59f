//! Which tiles form a group. Tiles that are at home close together hinder each other most, and only
//! what happens inside of a group is counted: so groups are as compact as can be.

use ingenio_core::{Cell, Size};

use super::maps::MOST_TILES;
use crate::level::{BLANK, Level};

/// Groups of goal cells: every cell but the blank's is in exactly one.
pub type Division = Vec<Vec<usize>>;

/// How large the tables of a division may be, in placements of a group (cells x (cells - 1) x ...).
#[derive(Clone, Copy, Debug)]
pub struct Profile {
    /// Of the first group.
    pub first: u64,
    /// Of all others.
    pub others: u64,
}

impl Profile {
    /// The sizes of the groups on a board of so many cells.
    fn groups(self, cells: usize) -> Vec<usize> {
        let most = |placements: u64| {
            let fits =
                |tiles: &usize| super::binomial(cells, *tiles) * super::factorial(*tiles) <= placements;
            (1..=MOST_TILES.min(cells - 1)).rev().find(fits).unwrap_or(1)
        };
        let (mut left, mut groups) = (cells - 1, Vec::new());
        while left > 0 {
            let next = most(if groups.is_empty() { self.first } else { self.others }).min(left);
            groups.push(next);
            left -= next;
        }
        groups
    }

    /// The next smaller profile.
    pub const fn smaller(self) -> Profile {
        Profile { first: self.first / 4, others: self.others / 4 }
    }
}

/// Two divisions of the tiles. Goals that are mirror images of each other have divisions that are, so that
/// they share their tables: the board is looked at from where the blank lies towards the last corner.
pub fn divisions(level: &Level, profile: Profile) -> Vec<Division> {
    let (size, blank) = (level.size(), level.goal_cells()[usize::from(BLANK)]);
    let turn = |cell: usize| turned(size, blank, cell);
    let divisions = divisions_of(size, turn(blank), &profile.groups(size.cells()));
    let back = |group: Vec<usize>| group.into_iter().map(turn).collect();
    divisions.into_iter().map(|division| division.into_iter().map(back).collect()).collect()
}

/// Where a cell goes if the board is mirrored so that the blank lies in the last quarter; twice is back again.
fn turned(size: Size, blank: usize, cell: usize) -> usize {
    let flip = |at: usize, blank: usize, length: usize| {
        if 2 * blank + 1 < length { length - 1 - at } else { at }
    };
    let row = flip(size.row(cell), size.row(blank), size.height);
    row * size.width + flip(size.column(cell), size.column(blank), size.width)
}

/// Where the goal is its own mirror image, the second division is the mirror image of the first and needs no
/// tables of its own.
fn divisions_of(size: Size, blank: usize, groups: &[usize]) -> Vec<Division> {
    let first = divide(size, blank, groups, false);
    let Cell { row, column } = size.cell(blank);
    let second = if size.width == size.height && row == column {
        first.iter().map(|group| group.iter().map(|cell| mirror(size, *cell)).collect()).collect()
    } else {
        divide(size, blank, groups, true)
    };
    if same(&first, &second) { vec![first] } else { vec![first, second] }
}

fn mirror(size: Size, cell: usize) -> usize {
    size.column(cell) * size.width + size.row(cell)
}

fn same(first: &Division, second: &Division) -> bool {
    let sorted = |division: &Division| {
        let mut groups: Vec<Vec<usize>> = division.clone();
        for group in &mut groups {
            group.sort_unstable();
        }
        groups.sort();
        groups
    };
    sorted(first) == sorted(second)
}

/// Cuts a way through all cells into groups and then exchanges cells between groups as long as that
/// brings tiles closer together.
fn divide(size: Size, blank: usize, groups: &[usize], across: bool) -> Division {
    let way: Vec<usize> = winding(size, across).into_iter().filter(|cell| *cell != blank).collect();
    let mut group_of = vec![usize::MAX; size.cells()];
    let numbers = groups.iter().enumerate().flat_map(|(group, tiles)| std::iter::repeat_n(group, *tiles));
    for (cell, group) in way.iter().zip(numbers) {
        group_of[*cell] = group;
    }
    // What a cell brings to its group, and would bring to another.
    let ties = |group_of: &[usize], cell: usize, group: usize| -> i64 {
        let others = way.iter().filter(|other| **other != cell && group_of[**other] == group);
        others.map(|other| nearness(size, cell, *other)).sum()
    };
    let mut better = true;
    while better {
        better = false;
        for (at, a) in way.iter().enumerate() {
            for b in &way[at + 1..] {
                if group_of[*a] == group_of[*b] {
                    continue;
                }
                let both =
                    |group_of: &[usize]| ties(group_of, *a, group_of[*a]) + ties(group_of, *b, group_of[*b]);
                let before = both(&group_of);
                group_of.swap(*a, *b);
                if both(&group_of) > before {
                    better = true;
                } else {
                    group_of.swap(*a, *b);
                }
            }
        }
    }
    (0..groups.len())
        .map(|group| way.iter().copied().filter(|cell| group_of[*cell] == group).collect())
        .collect()
}

/// Neighbours hinder each other most, tiles of one line more than others.
fn nearness(size: Size, a: usize, b: usize) -> i64 {
    let (a, b) = (size.cell(a), size.cell(b));
    match (a.row.abs_diff(b.row), a.column.abs_diff(b.column)) {
        (0, 1) | (1, 0) => 12,
        (1, 1) => 5,
        (0, 2) | (2, 0) => 4,
        (1, 2) | (2, 1) | (0, _) | (_, 0) => 1,
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
