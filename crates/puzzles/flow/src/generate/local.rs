//! Mending a cover part by part: wherever a small part of the board can be filled in another way, a
//! path end near by is moved on, until no part can be. Changes that make it worse are taken back.

use ingenio_core::{Cancel, Rng};

use super::LEAST_CELLS;
use crate::level::{Board, Node, Rules};
use crate::sample::{Walk, level_of};
use crate::solve::weave::elsewise::Elsewise;

/// The sides of parts, and how far from one to the next. Chosen by hand.
const PARTS: [(u16, u16); 3] = [(5, 2), (7, 2), (9, 3)];
/// Changes tried before a cover is given up: a new one costs less than many more.
const CHANGES: usize = 40;

/// No path runs beside itself, none is too short, and none ends on a bridge.
pub fn is_good(walk: &mut Walk<'_>) -> bool {
    let board = walk.board();
    let ends_well =
        |path: &Vec<Node>| [path[0], path[path.len() - 1]].iter().all(|end| !board.is_bridge(*end));
    walk.touches_in_all() == 0 && walk.paths().iter().all(|path| path.len() >= LEAST_CELLS && ends_well(path))
}

/// Changes the cover until no part can be filled in another way, or until that seems not to come.
/// Gives the number of parts that still can; nothing if it was cancelled.
pub fn mend(
    walk: &mut Walk<'_>,
    board: &Board,
    rules: Rules,
    rng: &mut Rng,
    cancel: &Cancel,
) -> Option<usize> {
    let mut alike = ambiguous(walk, board, rules);
    // As many for each cell where a board has more than 400.
    for _ in 0..CHANGES.max(board.len() / 10) {
        if cancel.is_cancelled() {
            return None;
        }
        let Some(cells) = rng.choose(&alike) else { break };
        let mut changed = walk.clone();
        shake(&mut changed, board, cells, rng);
        let now = ambiguous(&changed, board, rules);
        if now.len() <= alike.len() {
            (*walk, alike) = (changed, now);
        }
    }
    Some(alike.len())
}

/// Moves a path end on in or near some cells; the cover stays good.
pub fn shake(walk: &mut Walk<'_>, board: &Board, cells: &[Node], rng: &mut Rng) {
    let paths = walk.paths();
    let near = |end: &Node| {
        let place = board.place(*end);
        cells.iter().any(|cell| {
            let other = board.place(*cell);
            place.row.abs_diff(other.row) + place.column.abs_diff(other.column) <= 2
        })
    };
    let mut ends: Vec<Node> =
        paths.iter().flat_map(|path| [path[0], path[path.len() - 1]]).filter(near).collect();
    if ends.is_empty() {
        ends = paths.iter().flat_map(|path| [path[0], path[path.len() - 1]]).collect();
    }
    for _ in 0..8 {
        let before = walk.clone();
        for _ in 0..rng.between(1, 6) {
            let end = ends[rng.below(ends.len())];
            walk.step_from(end, rng, before.count(), Some(0.0));
        }
        if is_good(walk) && walk.count() == before.count() && walk.paths() != paths {
            return;
        }
        *walk = before;
    }
}

/// For every part of the board that can be filled in another way, the cells where it differs. Larger
/// parts are looked at only if no smaller one is found.
fn ambiguous(walk: &Walk<'_>, board: &Board, rules: Rules) -> Vec<Vec<Node>> {
    let paths = walk.paths();
    let level = level_of(board, &paths, rules);
    let mut elsewise = Elsewise::new(&level, &paths);
    let parts = PARTS.iter().map(|(side, step)| {
        let mut found = Vec::new();
        for row in corners(board.size().height, *side, *step) {
            for column in corners(board.size().width, *side, *step) {
                let part = |node: Node| {
                    let place = board.place(node);
                    (row..row + side).contains(&place.row) && (column..column + side).contains(&place.column)
                };
                found.extend(elsewise.inside(part));
            }
        }
        found
    });
    parts.into_iter().find(|found| !found.is_empty()).unwrap_or_default()
}

fn corners(of: usize, side: u16, step: u16) -> impl Iterator<Item = u16> {
    let last = (of as u16).saturating_sub(side);
    (0..last).step_by(usize::from(step)).chain([last])
}
