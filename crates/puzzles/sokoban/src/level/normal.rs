//! The normal form of a level: the same text for levels that differ only by a rotation, a mirror,
//! the outer drawing or the player's place within his region. Two levels are duplicates exactly
//! if their normal forms are equal.

use std::collections::HashMap;

use ingenio_core::{Dir, Size};

use super::{Level, Square};

/// The least of the texts of the eight rotations and mirrors, with the outside removed.
pub fn normal_form(level: &Level) -> String {
    (0..8).map(|symmetry| image(level, symmetry)).min().expect("there are eight symmetries")
}

/// Groups of positions in the list whose levels are the same puzzle; singles are left out.
pub fn duplicates(levels: &[Level]) -> Vec<Vec<usize>> {
    let mut groups: Vec<Vec<usize>> = Vec::new();
    let mut known: HashMap<String, usize> = HashMap::new();
    for (index, level) in levels.iter().enumerate() {
        let group = *known.entry(normal_form(level)).or_insert(groups.len());
        if group == groups.len() {
            groups.push(Vec::new());
        }
        groups[group].push(index);
    }
    groups.retain(|group| group.len() > 1);
    groups
}

/// Where a square goes under a symmetry: bit 0 mirrors columns, bit 1 mirrors rows, bit 2 swaps
/// rows and columns.
fn map(size: Size, at: usize, symmetry: usize) -> (usize, usize) {
    let (mut row, mut column) = (size.row(at), size.column(at));
    if symmetry & 1 != 0 {
        column = size.width - 1 - column;
    }
    if symmetry & 2 != 0 {
        row = size.height - 1 - row;
    }
    if symmetry & 4 != 0 { (column, row) } else { (row, column) }
}

fn image(level: &Level, symmetry: usize) -> String {
    let region = region(level);
    let size = level.size();
    let inside = |at: &usize| level.is_inside(*at);
    let player = (0..size.cells()).filter(|at| region[*at]).map(|at| map(size, at, symmetry)).min();
    // One ring of squares around the inside is wall; it fits, as inside never touches the edge.
    let spread = |(row, column): (usize, usize)| {
        (row - 1..=row + 1).flat_map(move |r| (column - 1..=column + 1).map(move |c| (r, c)))
    };
    let images: Vec<_> = (0..size.cells()).filter(inside).map(|at| (at, map(size, at, symmetry))).collect();
    let top = images.iter().map(|(_, (row, _))| row - 1).min().unwrap_or(0);
    let left = images.iter().map(|(_, (_, column))| column - 1).min().unwrap_or(0);
    let bottom = images.iter().map(|(_, (row, _))| row + 1).max().unwrap_or(0);
    let right = images.iter().map(|(_, (_, column))| column + 1).max().unwrap_or(0);
    let mut rows = vec![vec![' '; right - left + 1]; bottom - top + 1];
    for (row, column) in images.iter().flat_map(|(_, place)| spread(*place)) {
        rows[row - top][column - left] = '#';
    }
    for (at, place) in &images {
        let letter = level.square(*at).letter(Some(*place) == player);
        rows[place.0 - top][place.1 - left] = letter;
    }
    rows.iter().map(|row| row.iter().collect::<String>().trim_end().to_owned() + "\n").collect()
}

/// The squares the player reaches without a push.
fn region(level: &Level) -> Vec<bool> {
    let mut seen = vec![false; level.size().cells()];
    let mut open = vec![level.player()];
    seen[level.player()] = true;
    while let Some(at) = open.pop() {
        for next in Dir::ALL.into_iter().filter_map(|dir| level.step(at, dir)) {
            if !seen[next] && !matches!(level.square(next), Square::Crate | Square::CrateOnGoal) {
                seen[next] = true;
                open.push(next);
            }
        }
    }
    seen
}
