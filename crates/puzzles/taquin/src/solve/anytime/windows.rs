//! Shortens a solution by optimal windows: a stretch of it is replaced by a shortest way between the
//! same two boards, found by iterative deepening with Manhattan distance. Boards of any size.
//!
//! Windows are moved along the solution; when a whole sweep finds nothing, they become longer and
//! each may cost twice as many nodes. A window that costs more is given up.

use ingenio_core::Dir;

use crate::level::{BLANK, Level};

/// The length of the first windows, and by how much they grow. Chosen by hand.
const FIRST: usize = 16;
const GROWTH: usize = 4;
/// What a window may cost at first, in nodes.
const FIRST_COST: u64 = 1000;

#[derive(Debug)]
pub struct Windows {
    level: Level,
    path: Vec<Dir>,
    /// How often the windows have grown.
    pub round: u32,
    improved: bool,
    /// Where the window begins, and the board there.
    at: usize,
    tiles: Vec<u16>,
    blank: usize,
    search: Option<Search>,
    pub nodes: u64,
}

/// The search for a shorter way through one window.
#[derive(Debug)]
struct Search {
    /// Where every tile stands at the end of the window.
    homes: Vec<u16>,
    length: usize,
    bound: usize,
    next_bound: usize,
    estimate: usize,
    /// By depth: the direction that led there, and the next one to try.
    stack: Vec<(Option<Dir>, u8)>,
    cost: u64,
}

impl Windows {
    pub fn new(level: &Level, path: Vec<Dir>) -> Self {
        let mut windows = Windows {
            level: level.clone(),
            path: Vec::new(),
            round: 0,
            improved: false,
            at: 0,
            tiles: Vec::new(),
            blank: 0,
            search: None,
            nodes: 0,
        };
        windows.replace(path);
        windows
    }

    pub fn path(&self) -> &[Dir] {
        &self.path
    }

    /// The way to the board in hand: along the solution to the window, then as the search went.
    pub fn way(&self) -> Vec<Dir> {
        let search = self.search.iter().flat_map(|search| search.stack.iter().filter_map(|(came, _)| *came));
        self.path[..self.at.min(self.path.len())].iter().copied().chain(search).collect()
    }

    pub fn bytes(&self) -> u64 {
        (self.path.capacity() + self.tiles.len() * 4 + 1000) as u64
    }

    /// Goes on with another solution.
    pub fn replace(&mut self, path: Vec<Dir>) {
        (self.path, self.round, self.search) = (path, 0, None);
        self.rewind();
    }

    fn rewind(&mut self) {
        (self.at, self.improved, self.tiles) = (0, false, self.level.tiles().to_vec());
        self.blank = self.tiles.iter().position(|tile| *tile == BLANK).expect("every board has a blank");
    }

    const fn length(&self) -> usize {
        FIRST + GROWTH * self.round as usize
    }

    /// Does the round's window cover the whole solution?
    pub fn is_whole(&self) -> bool {
        self.round > 0 && self.length() > self.path.len() + GROWTH
    }

    /// Expands at most so many nodes; true if the solution became shorter.
    pub fn advance(&mut self, nodes: u64) -> bool {
        let until = self.nodes + nodes;
        let mut shorter = false;
        while self.nodes < until && !self.is_whole() {
            if self.search.is_none() {
                self.search = Some(self.open());
            }
            shorter |= self.step();
        }
        shorter
    }

    /// Prepares the window that begins here.
    fn open(&mut self) -> Search {
        let length = self.length().min(self.path.len() - self.at);
        let mut homes = vec![0; self.tiles.len()];
        let window = self.at..self.at + length;
        self.play(window.clone());
        for (cell, tile) in self.tiles.iter().enumerate() {
            homes[usize::from(*tile)] = cell as u16;
        }
        self.play_back(window);
        let distance = |cell: usize| self.distance(cell, usize::from(homes[usize::from(self.tiles[cell])]));
        let cells = (0..self.tiles.len()).filter(|cell| self.tiles[*cell] != BLANK);
        let estimate = cells.map(distance).sum();
        let stack = vec![(None, 0)];
        Search { homes, length, bound: estimate, next_bound: usize::MAX, estimate, stack, cost: 0 }
    }

    fn distance(&self, a: usize, b: usize) -> usize {
        let size = self.level.size();
        size.row(a).abs_diff(size.row(b)) + size.column(a).abs_diff(size.column(b))
    }

    fn play(&mut self, range: std::ops::Range<usize>) {
        for at in range {
            self.slide(self.path[at]);
        }
    }

    fn play_back(&mut self, range: std::ops::Range<usize>) {
        for at in range.rev() {
            self.slide(self.path[at].opposite());
        }
    }

    fn slide(&mut self, dir: Dir) {
        let next = self.level.size().step(self.blank, dir).expect("the way was gone before");
        self.tiles.swap(self.blank, next);
        self.blank = next;
    }

    /// Expands one node of the window's search; true if it found a shorter way.
    fn step(&mut self) -> bool {
        let mut search = self.search.take().expect("a window is open");
        self.nodes += 1;
        search.cost += 1;
        let worth = search.bound + 2 <= search.length && search.cost <= FIRST_COST << self.round.min(40);
        if !worth {
            self.abandon(&search);
            return false;
        }
        if search.estimate == 0 {
            self.accept(&search);
            return true;
        }
        if self.descend(&mut search) {
            self.search = Some(search);
        } else {
            self.next_window();
        }
        false
    }

    /// Enters the next child within the bound, going back where there is none; false if there is no
    /// way at all that is shorter.
    fn descend(&mut self, search: &mut Search) -> bool {
        loop {
            let depth = search.stack.len();
            let (came, next) = search.stack.last_mut().expect("the root stays");
            let (came, code) = (*came, usize::from(*next));
            *next += 1;
            let Some(dir) = Dir::ALL.get(code).copied() else {
                if depth == 1 {
                    if search.next_bound + 2 > search.length {
                        return false;
                    }
                    (search.bound, search.next_bound) = (search.next_bound, usize::MAX);
                    search.stack[0].1 = 0;
                    return true;
                }
                search.stack.pop();
                let back = came.expect("only the root came from nowhere").opposite();
                search.estimate = self.estimate_after(search, back);
                self.slide(back);
                continue;
            };
            if came == Some(dir.opposite()) || self.level.size().step(self.blank, dir).is_none() {
                continue;
            }
            let estimate = self.estimate_after(search, dir);
            if depth + estimate > search.bound {
                search.next_bound = search.next_bound.min(depth + estimate);
                continue;
            }
            self.slide(dir);
            search.estimate = estimate;
            search.stack.push((Some(dir), 0));
            return true;
        }
    }

    fn estimate_after(&self, search: &Search, dir: Dir) -> usize {
        let from = self.level.size().step(self.blank, dir).expect("it stays on the board");
        let home = usize::from(search.homes[usize::from(self.tiles[from])]);
        search.estimate + self.distance(self.blank, home) - self.distance(from, home)
    }

    /// Goes back to the window's beginning and on to the next one.
    fn abandon(&mut self, search: &Search) {
        for dir in search.stack.iter().rev().filter_map(|(came, _)| *came) {
            self.slide(dir.opposite());
        }
        self.next_window();
    }

    /// The way found replaces the window's; the same place is looked at again.
    fn accept(&mut self, search: &Search) {
        let found: Vec<Dir> = search.stack.iter().filter_map(|(came, _)| *came).collect();
        for dir in found.iter().rev() {
            self.slide(dir.opposite());
        }
        self.path.splice(self.at..self.at + search.length, found);
        self.improved = true;
    }

    fn next_window(&mut self) {
        let stride = (self.length() / 3).max(1);
        if self.at + self.length() >= self.path.len() {
            self.round += u32::from(!self.improved);
            self.rewind();
            return;
        }
        let next = self.at + stride;
        self.play(self.at..next);
        self.at = next;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::referee::referee;
    use crate::solve::line_by_line::construct::Builder;
    use crate::solve::line_by_line::layers::{shortened, write};
    use ingenio_core::{Rng, Size};

    #[test]
    fn windows_keep_solutions_valid_and_make_them_shorter() {
        for (seed, (width, height)) in
            [(2, 2), (3, 3), (4, 4), (3, 7), (8, 8), (12, 12)].into_iter().enumerate()
        {
            let size = Size::new(width, height);
            let mut tiles: Vec<u16> = (0..size.cells() as u16).collect();
            Rng::new(seed as u64).shuffle(&mut tiles);
            let level = Level::new(size, tiles, crate::level::Goal::Last);
            let level = if level.is_solvable() { level } else { level.with_two_tiles_swapped() };
            let mut builder = Builder::new(&level);
            while !builder.work() {}
            let first = shortened(builder.moves());
            let mut windows = Windows::new(&level, first.clone());
            for _ in 0..300 {
                windows.advance(100);
                referee(&level, &write(windows.path())).expect("still a solution");
            }
            assert!(windows.path().len() <= first.len());
            assert!(size.cells() < 16 || windows.path().len() < first.len(), "{size}");
        }
    }
}
