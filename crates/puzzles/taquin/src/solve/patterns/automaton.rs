//! Which moves need not be tried because another way leads to the same board (Taylor and Korf 1993): an
//! automaton that reads the way of the blank and knows where it would become superfluous.
//!
//! From every cell the ways of the blank are listed by length, and among equals in the order of
//! directions. A way to a board that an earlier way has reached is superfluous: in a solution the
//! earlier one can take its place and makes it no longer. A solution that is the earliest of all
//! shortest ones therefore has no superfluous part, so a search that never completes one still finds a
//! shortest solution. Ways are told apart by the cell where they begin, because near the edge the
//! earlier way may not exist. The list of superfluous ways becomes an automaton (Aho and Corasick 1975).

use std::sync::{Arc, Mutex, PoisonError};

use ingenio_core::{Dir, Size};

use crate::level::Tile;
use crate::solve::graph::board::Board;

/// Ways of the blank are known up to this length: beyond it, the automaton becomes too large to be fast.
const LONGEST: usize = 12;
/// Bytes that it takes to make that one, on boards of 25 cells.
const ROOM: u64 = 24_000_000;
/// On boards of more cells and with less room: around four cells, or not even that.
const SHORT: usize = 6;
const SHORT_ROOM: u64 = 1_500_000;
const SHORTEST: usize = 2;

/// Where the automaton stands.
pub type State = u32;
/// What cannot or need not be done.
pub const NEVER: State = State::MAX;

#[derive(Debug)]
pub struct Automaton {
    /// By state and direction. The first states are those of a blank that has not moved yet, by cell.
    next: Vec<[State; 4]>,
}

impl Automaton {
    /// The automaton of a board that can be made within so many bytes; made once in a process.
    pub fn of(size: Size, room: u64) -> Arc<Automaton> {
        let longest = match room {
            ROOM.. if size.cells() <= 25 => LONGEST,
            SHORT_ROOM.. => SHORT,
            _ => SHORTEST,
        };
        let mut known = KNOWN.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((_, automaton)) = known.iter().find(|(of, _)| *of == (size, longest)) {
            return automaton.clone();
        }
        let automaton = Arc::new(Automaton::new(size, longest));
        if known.len() == MOST_KNOWN {
            known.remove(0);
        }
        known.push(((size, longest), automaton.clone()));
        automaton
    }

    fn new(size: Size, longest: usize) -> Self {
        let superfluous = match size.cells() {
            ..=25 => Ways::<u128>::superfluous(size, longest),
            _ => Ways::<Box<[Tile]>>::superfluous(size, longest),
        };
        Trie::new(size, &superfluous).automaton()
    }

    pub const fn bytes(&self) -> u64 {
        (self.next.len() * size_of::<[State; 4]>()) as u64
    }

    /// At the beginning, with the blank at a cell.
    pub const fn start(cell: u8) -> State {
        cell as State
    }

    /// By direction, the state after one more move; [`NEVER`] if it need not be tried.
    #[inline]
    pub fn next(&self, state: State) -> [State; 4] {
        self.next[state as usize]
    }
}

type Known = Vec<((Size, usize), Arc<Automaton>)>;
static KNOWN: Mutex<Known> = Mutex::new(Vec::new());
/// Automata that a process keeps, see ARCHITECTURE.md. Chosen by hand.
const MOST_KNOWN: usize = 8;

/// Directions as a word, two bits each, the last one lowest: of one length, the earlier is the smaller.
type Word = u32;

/// A way of the blank: where it begins, and its directions.
struct Way {
    start: usize,
    length: usize,
    word: Word,
}

impl Way {
    fn dirs(&self) -> impl Iterator<Item = Dir> {
        (0..self.length).rev().map(|at| Dir::ALL[(self.word >> (2 * at) & 3) as usize])
    }
}

/// Where a way leads.
#[derive(Clone)]
struct End<B> {
    word: Word,
    blank: usize,
    board: B,
}

/// The earliest way to each board, by the cell where it begins, grown by one move after the other.
struct Ways<B> {
    size: Size,
    length: usize,
    /// By start: the earliest ways of the present length, in order.
    latest: Vec<Vec<End<B>>>,
    /// By start: the boards that are one move nearer, in order.
    nearer: Vec<Vec<B>>,
}

impl<B: Board + Ord> Ways<B> {
    fn superfluous(size: Size, longest: usize) -> Vec<Way> {
        let board = |blank: usize| {
            let label = |cell: usize| if cell == blank { 0 } else { cell + usize::from(cell < blank) };
            B::pack(&(0..size.cells()).map(|cell| label(cell) as Tile).collect::<Vec<_>>())
        };
        let begin = |blank: usize| vec![End { word: 0, blank, board: board(blank) }];
        let latest = (0..size.cells()).map(begin).collect();
        let mut ways = Ways { size, length: 0, latest, nearer: vec![Vec::new(); size.cells()] };
        (0..longest).flat_map(|_| ways.grow()).collect()
    }

    /// Makes all ways longer by one; hands back those that are superfluous though no part of them is.
    fn grow(&mut self) -> Vec<Way> {
        let longer: Vec<Vec<End<B>>> = (0..self.size.cells()).map(|start| self.longer(start)).collect();
        self.length += 1;
        let mut superfluous = Vec::new();
        for (start, ends) in longer.into_iter().enumerate() {
            let late = self.late(start, &ends);
            let (mut earliest, length) = (Vec::new(), self.length);
            for (end, late) in ends.into_iter().zip(late) {
                if late {
                    superfluous.push(Way { start, length, word: end.word });
                } else {
                    earliest.push(end);
                }
            }
            let nearer = std::mem::replace(&mut self.latest[start], earliest);
            self.nearer[start] = nearer.into_iter().map(|end| end.board).collect();
            self.nearer[start].sort_unstable();
        }
        superfluous
    }

    /// The ways of one move more, in order, as far as they are the earliest without their first move.
    fn longer(&self, start: usize) -> Vec<End<B>> {
        let mut longer = Vec::new();
        for end in &self.latest[start] {
            for dir in Dir::ALL {
                let Some(blank) = self.size.step(end.blank, dir) else { continue };
                let word = end.word << 2 | dir as Word;
                if self.rest_is_earliest(start, word) {
                    longer.push(End { word, blank, board: end.board.slid(blank, end.blank) });
                }
            }
        }
        longer
    }

    fn rest_is_earliest(&self, start: usize, word: Word) -> bool {
        let first = Dir::ALL[(word >> (2 * self.length)) as usize & 3];
        let second = self.size.step(start, first).expect("the way was gone before");
        let rest = word & ((1 << (2 * self.length)) - 1);
        self.latest[second].binary_search_by_key(&rest, |end| end.word).is_ok()
    }

    /// Which ways lead to a board that an earlier one has reached?
    fn late(&self, start: usize, ends: &[End<B>]) -> Vec<bool> {
        let mut order: Vec<usize> = (0..ends.len()).collect();
        order.sort_unstable_by(|a, b| ends[*a].board.cmp(&ends[*b].board).then(a.cmp(b)));
        let mut late: Vec<bool> =
            ends.iter().map(|end| self.nearer[start].binary_search(&end.board).is_ok()).collect();
        for pair in order.windows(2) {
            late[pair[1]] |= ends[pair[0]].board == ends[pair[1]].board;
        }
        late
    }
}

/// All beginnings of superfluous ways.
struct Trie {
    size: Size,
    children: Vec<[Option<State>; 4]>,
    cells: Vec<u8>,
    ends: Vec<bool>,
}

impl Trie {
    fn new(size: Size, ways: &[Way]) -> Self {
        let cells = size.cells();
        let mut trie = Trie {
            size,
            children: vec![[None; 4]; cells],
            cells: (0..cells as u8).collect(),
            ends: vec![false; cells],
        };
        for way in ways {
            let at = way.dirs().fold(way.start as State, |at, dir| trie.child(at, dir));
            trie.ends[at as usize] = true;
        }
        trie
    }

    fn child(&mut self, at: State, dir: Dir) -> State {
        if let Some(child) = self.children[at as usize][dir as usize] {
            return child;
        }
        let cell = self.size.step(usize::from(self.cells[at as usize]), dir).expect("ways stay on the board");
        let child = self.children.len() as State;
        self.children.push([None; 4]);
        self.cells.push(cell as u8);
        self.ends.push(false);
        self.children[at as usize][dir as usize] = Some(child);
        child
    }

    /// What is read leads to the longest end of it that begins a superfluous way. Nodes are numbered
    /// after their parents but not by depth, so they are visited by depth.
    fn automaton(&self) -> Automaton {
        let cells = self.size.cells();
        let mut next = vec![[NEVER; 4]; self.children.len()];
        // By node: what is left of it without its first cell.
        let mut rest: Vec<Option<State>> = vec![None; self.children.len()];
        let mut queue: Vec<State> = (0..cells as State).collect();
        let mut read = 0;
        while let Some(node) = queue.get(read).copied() {
            read += 1;
            for dir in Dir::ALL {
                let Some(cell) = self.size.step(usize::from(self.cells[node as usize]), dir) else {
                    continue;
                };
                let other =
                    rest[node as usize].map_or(cell as State, |rest| next[rest as usize][dir as usize]);
                next[node as usize][dir as usize] = match self.children[node as usize][dir as usize] {
                    Some(child) if self.ends[child as usize] || other == NEVER => NEVER,
                    Some(child) => {
                        rest[child as usize] = Some(other);
                        queue.push(child);
                        child
                    }
                    None => other,
                };
            }
        }
        Automaton { next }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::{HashMap, HashSet};

    /// The boards at each depth, reached by the moves that the automaton leaves.
    fn depth_counts(size: Size, depths: usize) -> Vec<usize> {
        let automaton = Automaton::new(size, LONGEST);
        let tiles: Vec<Tile> = (0..size.cells() as Tile).collect();
        let mut layer = HashSet::from([(u128::pack(&tiles), 0, Automaton::start(0))]);
        let mut depth_of = HashMap::from([(u128::pack(&tiles), 0)]);
        for depth in 1..=depths {
            let mut next = HashSet::new();
            for (board, blank, state) in layer {
                for (dir, after) in
                    Dir::ALL.into_iter().zip(automaton.next(state)).filter(|(_, after)| *after != NEVER)
                {
                    let to: usize = size.step(blank, dir).expect("ways stay on the board");
                    let moved = board.slid(to, blank);
                    depth_of.entry(moved).or_insert(depth);
                    next.insert((moved, to, after));
                }
            }
            layer = next;
        }
        let mut counts = vec![0; depths + 1];
        for depth in depth_of.into_values() {
            counts[depth] += 1;
        }
        counts
    }

    /// Every board is still reached, and as soon: the published histogram of the 8-puzzle.
    #[test]
    fn no_board_is_lost_and_none_becomes_farther() {
        let published = [
            1, 2, 4, 8, 16, 20, 39, 62, 116, 152, 286, 396, 748, 1024, 1893, 2512, 4485, 5638, 9529, 10878,
            16993, 17110, 23952, 20224, 24047, 15578, 14560, 6274, 3910, 760, 221, 2,
        ];
        assert_eq!(depth_counts(Size::new(3, 3), 31), published);
        assert_eq!(depth_counts(Size::new(2, 3), 21).iter().sum::<usize>(), 360);
        assert_eq!(depth_counts(Size::new(2, 2), 6), [1, 2, 2, 2, 2, 2, 1]);
    }

    #[test]
    fn steps_back_and_half_circles_the_later_way_are_left_out() {
        for (size, longest) in [(Size::new(4, 4), LONGEST), (Size::new(6, 6), SHORT)] {
            let automaton = Automaton::new(size, longest);
            let read = |moves: &[Dir]| {
                let read = |state: State, dir: &Dir| {
                    if state == NEVER { NEVER } else { automaton.next(state)[*dir as usize] }
                };
                moves.iter().fold(Automaton::start(0), read) != NEVER
            };
            assert!(!read(&[Dir::Right, Dir::Left]));
            let [one, other] =
                [[Dir::Right, Dir::Down, Dir::Left, Dir::Up], [Dir::Down, Dir::Right, Dir::Up, Dir::Left]];
            let way = |circle: [Dir; 4]| circle.into_iter().cycle().take(6).collect::<Vec<_>>();
            assert!(
                read(&way(one)) != read(&way(other)),
                "six moves round lead to the same board either way"
            );
        }
    }
}
