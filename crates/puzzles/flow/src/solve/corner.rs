//! Corners that `no-touch` rules out before any search.
//!
//! Let a pipe turn in a cell, so that it links two neighbours that have another common neighbour,
//! the inner cell of the turn. That cell borders twice on the pipe; linked to either neighbour it
//! would close a ring or run beside it. So it uses its other links: on squares it must be an end
//! point or turn the same way, and so must the next one: corners lie on diagonals that end in an
//! end point (Ahle). A turn whose diagonal runs into the edge of the board is impossible.
//!
//! Stated on graphs: the inner cell needs enough links besides the two; if exactly two are left,
//! that pair is a turn of its own. The table is right on any board; on squares it is strong.
//! `no_touch_solutions_survive` in `tests/truth.rs` breaks if a turn of a solution is excluded.

use crate::level::{Board, Level, Node};

/// The number of a pair of links of one cell, `one` before `other`, both below 8.
pub const fn pair(one: usize, other: usize) -> u32 {
    (other * (other - 1) / 2 + one) as u32
}

/// Per cell the pairs of links that no pipe may use together, one bit per pair.
pub fn excluded(level: &Level) -> Vec<u32> {
    if level.board().is_plain() { on_squares(level) } else { on_any_graph(level) }
}

/// The same on plain squares, where the inner cells of a turn lie on a diagonal: each is asked once, the far ones
/// first. On small boards the general way takes longer than the search.
fn on_squares(level: &Level) -> Vec<u32> {
    let board = level.board();
    let near: Vec<[Node; 4]> = board.nodes().map(|node| neighbours(board, node)).collect();
    let mut excluded = vec![0; board.len()];
    let mut fails = vec![false; board.len()];
    // Cells are numbered row by row, so the inner cell of a turn downwards comes later.
    for (vertical, horizontal) in [(UP, LEFT), (UP, RIGHT), (DOWN, LEFT), (DOWN, RIGHT)] {
        for at in 0..board.len() {
            let at = if vertical == DOWN { board.len() - 1 - at } else { at };
            let arms = [near[at][vertical], near[at][horizontal]];
            let inner = if arms.contains(&NONE) { NONE } else { near[usize::from(arms[0])][horizontal] };
            let fail = inner != NONE && {
                let left = board.links(inner).len() - 2;
                let is_end = level.colour_at(inner).is_some();
                if is_end { left == 0 } else { left < 2 || fails[usize::from(inner)] }
            };
            fails[at] = fail;
            if fail && level.colour_at(at as Node).is_none() {
                let place = |way: usize| near[at][..way].iter().filter(|node| **node != NONE).count();
                excluded[at] |= 1 << pair(place(vertical), place(horizontal));
            }
        }
    }
    excluded
}

/// The order of the links of a square.
const UP: usize = 0;
const DOWN: usize = 1;
const LEFT: usize = 2;
const RIGHT: usize = 3;
/// No cell on that side.
const NONE: Node = Node::MAX;

fn neighbours(board: &Board, node: Node) -> [Node; 4] {
    let mut near = [NONE; 4];
    for link in board.links(node) {
        let way = match link.way {
            'U' => UP,
            'D' => DOWN,
            'L' => LEFT,
            _ => RIGHT,
        };
        near[way] = link.to;
    }
    near
}

fn on_any_graph(level: &Level) -> Vec<u32> {
    let mut table = Table {
        level,
        board: level.board(),
        excluded: vec![0; level.board().len()],
        known: vec![0; level.board().len()],
    };
    for node in level.board().nodes().filter(|node| level.colour_at(*node).is_none()) {
        let degree = level.board().links(node).len();
        for other in 1..degree {
            for one in 0..other {
                table.is_excluded(node, one, other);
            }
        }
    }
    table.excluded
}

struct Table<'a> {
    level: &'a Level,
    board: &'a Board,
    excluded: Vec<u32>,
    known: Vec<u32>,
}

impl Table<'_> {
    fn is_excluded(&mut self, node: Node, one: usize, other: usize) -> bool {
        let at = usize::from(node);
        let bit = 1 << pair(one, other);
        if self.known[at] & bit == 0 {
            // A ring of turns (on a torus) comes back here and finds itself allowed, which is safe.
            self.known[at] |= bit;
            let arms = [self.board.links(node)[one].to, self.board.links(node)[other].to];
            if self.inner_cell_fails(node, arms) {
                self.excluded[at] |= bit;
            }
        }
        self.excluded[at] & bit != 0
    }

    fn inner_cell_fails(&mut self, node: Node, arms: [Node; 2]) -> bool {
        let board = self.board;
        for link in board.links(arms[0]) {
            let inner = link.to;
            if inner == node || board.link(inner, arms[1]).is_none() {
                continue;
            }
            let around = board.links(inner);
            let mut left = (0..around.len()).filter(|at| !arms.contains(&around[*at].to));
            let fails = match (self.level.colour_at(inner), left.next(), left.next(), left.next()) {
                (_, None, ..) | (None, _, None, _) => true,
                (None, Some(one), Some(other), None) => self.is_excluded(inner, one, other),
                _ => false,
            };
            if fails {
                return true;
            }
        }
        false
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sample;
    use ingenio_core::Rng;

    #[test]
    fn squares_are_no_special_case() {
        let mut rng = Rng::new(7);
        let mut plain = 0;
        for number in 0..400 {
            let level = sample::level(&mut rng, number % 6);
            if level.board().is_plain() {
                plain += 1;
                assert_eq!(on_squares(&level), on_any_graph(&level), "{level:?}");
            }
        }
        assert!(plain > 100);
    }
}
