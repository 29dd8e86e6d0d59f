//! Which moves need not be tried because another way leads to the same board (Taylor and Korf 1993): an
//! automaton that reads the way of the blank and knows where it would become superfluous.
//!
//! From every cell the ways of the blank are listed by length, and among equals in the order of
//! directions. A way to a board that an earlier way has reached is superfluous: in a solution the
//! earlier one can take its place and makes it no longer. A solution that is the earliest of all
//! shortest ones therefore has no superfluous part, so a search that never completes one still finds a
//! shortest solution. Ways are told apart by the cell where they begin, because near the edge the
//! earlier way may not exist. The list of superfluous ways becomes an automaton (Aho and Corasick 1975).

use std::collections::HashSet;

use ingenio_core::{Dir, Size};

use super::board::Board;

/// Ways of the blank are known up to this length.
const LONGEST: usize = 12;
/// Boards are told apart as words of 128 bits.
pub const MOST_CELLS: usize = 25;

/// Where the automaton stands.
pub type State = u32;
/// What cannot or need not be done.
pub const NEVER: State = State::MAX;

#[derive(Debug)]
pub struct Automaton {
    /// By state and direction.
    next: Vec<[State; 4]>,
}

impl Automaton {
    pub fn new(size: Size) -> Self {
        let superfluous = Ways::new(size).superfluous();
        Trie::new(size, &superfluous).automaton()
    }

    /// At the beginning, with the blank at a cell.
    pub const fn start(&self, cell: u8) -> State {
        cell as State
    }

    /// After one more move; [`NEVER`] if it need not be tried.
    #[inline]
    pub fn next(&self, state: State, dir: Dir) -> State {
        self.next[state as usize][dir as usize]
    }

    #[inline]
    pub fn all(&self, state: State) -> [State; 4] {
        self.next[state as usize]
    }

    pub fn len(&self) -> usize {
        self.next.len()
    }
}

static KNOWN: std::sync::Mutex<Vec<(Size, std::sync::Arc<Automaton>)>> = std::sync::Mutex::new(Vec::new());
pub fn of(size: Size) -> std::sync::Arc<Automaton> {
    let mut k = KNOWN.lock().unwrap();
    if let Some(x) = k.iter().find(|x| x.0 == size) { return x.1.clone(); }
    let a = std::sync::Arc::new(Automaton::new(size));
    k.push((size, a.clone()));
    a
}

/// A way of the blank: where it begins, and its directions.
#[derive(Clone, Debug)]
struct Way {
    start: u8,
    dirs: Vec<Dir>,
}

/// The earliest way to each board, by the cell where it begins, grown by one move after the other.
struct Ways {
    size: Size,
    /// By start: the earliest ways of the present length in order, where they end and the board there.
    latest: Vec<Vec<(Vec<Dir>, u8, u128)>>,
    /// By start: the same as a set.
    known: Vec<HashSet<Vec<Dir>>>,
    /// By start: boards that are one move nearer.
    before: Vec<HashSet<u128>>,
}

impl Ways {
    fn new(size: Size) -> Self {
        let cells = size.cells();
        let board = |blank: usize| {
            let tiles: Vec<u16> =
                (0..cells).map(|cell| if cell == blank { 0 } else { cell as u16 + u16::from(cell < blank) }).collect();
            u128::pack(&tiles)
        };
        Ways {
            size,
            latest: (0..cells).map(|cell| vec![(Vec::new(), cell as u8, board(cell))]).collect(),
            known: vec![HashSet::from([Vec::new()]); cells],
            before: vec![HashSet::new(); cells],
        }
    }

    fn superfluous(mut self) -> Vec<Way> {
        (0..std::env::var("AL").map_or(LONGEST, |v| v.parse().unwrap())).flat_map(|_| self.grow()).collect()
    }

    /// Makes all ways longer by one; hands back those that are superfluous though no part of them is.
    fn grow(&mut self) -> Vec<Way> {
        let mut superfluous = Vec::new();
        let mut latest = Vec::new();
        for start in 0..self.size.cells() {
            let mut reached = HashSet::new();
            let mut ways = Vec::new();
            for (dirs, blank, board) in &self.latest[start] {
                for dir in Dir::ALL {
                    let Some(end) = self.size.step(usize::from(*blank), dir) else { continue };
                    let longer = [dirs.as_slice(), &[dir]].concat();
                    if !self.rest_is_known(start, &longer) {
                        continue;
                    }
                    let after = board.slid(end, usize::from(*blank));
                    if self.before[start].contains(&after) || !reached.insert(after) {
                        superfluous.push(Way { start: start as u8, dirs: longer });
                    } else {
                        ways.push((longer, end as u8, after));
                    }
                }
            }
            latest.push(ways);
        }
        self.before = self.latest.iter().map(|ways| ways.iter().map(|(.., board)| *board).collect()).collect();
        self.known = latest.iter().map(|ways| ways.iter().map(|(dirs, ..)| dirs.clone()).collect()).collect();
        self.latest = latest;
        superfluous
    }

    /// Is a way without its first move the earliest to where it leads?
    fn rest_is_known(&self, start: usize, dirs: &[Dir]) -> bool {
        let second = self.size.step(start, dirs[0]).expect("the way was gone before");
        self.known[second].contains(&dirs[1..])
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
            let mut at = State::from(way.start);
            for dir in &way.dirs {
                at = trie.child(at, *dir);
            }
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
                let Some(cell) = self.size.step(usize::from(self.cells[node as usize]), dir) else { continue };
                let other = rest[node as usize].map_or(cell as State, |rest| next[rest as usize][dir as usize]);
                next[node as usize][dir as usize] = match self.children[node as usize][dir as usize] {
                    Some(child) if self.ends[child as usize] => NEVER,
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
