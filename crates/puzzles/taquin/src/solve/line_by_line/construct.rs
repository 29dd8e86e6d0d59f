//! Solves a board of any size the way people do: line by line from the outside, and the last 3x3 or
//! less exactly. Long solutions, but always one, in a time that grows with the number of moves.
//!
//! Each line is an outer row or column that does not hold the blank's goal. Its tiles are brought
//! home one by one; the last two together, because the second last would block the way: first one
//! of them into the corner, then both are turned into place within the 2x3 cells at the corner,
//! where every placement of two tiles can be reached.

use std::collections::VecDeque;

use ingenio_core::{Dir, Size};
use ingenio_search::{Engine, Found, IdaStar};

use crate::level::{BLANK, Level, Tile};
use crate::solve::deepening::manhattan::ManhattanWalk;

const CONNECTED: &str = "what is left of the board hangs together, whichever tile is left out";

/// A board under construction.
#[derive(Clone, Debug)]
pub struct Builder {
    level: Level,
    tiles: Vec<Tile>,
    blank: usize,
    home: Vec<usize>,
    fixed: Vec<bool>,
    /// Rows and columns that are left.
    rows: (usize, usize),
    columns: (usize, usize),
    /// The lines to come: what is placed next, last first.
    jobs: Vec<Job>,
    moves: Vec<Dir>,
    seen: Vec<u32>,
    stamp: u32,
    before: Vec<usize>,
}

#[derive(Clone, Copy, Debug)]
enum Job {
    /// Bring the tile that belongs on this cell home.
    One(usize),
    /// The last two cells of a line, and the six cells at the corner.
    Two { last: [usize; 2], corner: [usize; 6] },
}

impl Builder {
    pub fn new(level: &Level) -> Self {
        let size = level.size();
        let tiles = level.tiles().to_vec();
        Builder {
            blank: tiles.iter().position(|tile| *tile == BLANK).expect("every board has a blank"),
            home: level.goal_cells(),
            fixed: vec![false; size.cells()],
            rows: (0, size.height),
            columns: (0, size.width),
            jobs: Vec::new(),
            moves: Vec::new(),
            seen: vec![0; size.cells()],
            stamp: 0,
            before: vec![0; size.cells()],
            level: level.clone(),
            tiles,
        }
    }

    pub fn moves(&self) -> &[Dir] {
        &self.moves
    }

    pub fn bytes(&self) -> u64 {
        (self.moves.capacity() + self.tiles.len() * 40) as u64
    }

    /// Brings one or two tiles home; true when the board is solved. The level must be solvable.
    pub fn work(&mut self) -> bool {
        if let Some(job) = self.jobs.pop() {
            match job {
                Job::One(cell) => self.bring_home(cell),
                Job::Two { last, corner } => self.bring_two_home(last, corner),
            }
            return false;
        }
        let (height, width) = (self.rows.1 - self.rows.0, self.columns.1 - self.columns.0);
        if height <= 3 && width <= 3 {
            self.finish(Size::new(width, height));
            return true;
        }
        self.next_line(height >= width);
        false
    }

    /// Plans an outer row or column without the blank's goal.
    fn next_line(&mut self, row: bool) {
        let size = self.level.size();
        let home = size.cell(self.home[0]);
        let (range, along, blank) = if row {
            (&mut self.rows, self.columns, usize::from(home.row))
        } else {
            (&mut self.columns, self.rows, usize::from(home.column))
        };
        let near = range.0 != blank;
        let line = if near { range.0 } else { range.1 - 1 };
        if near {
            range.0 += 1;
        } else {
            range.1 -= 1;
        }
        // The cell at a distance from the line and a place along it.
        let cell = |depth: usize, at: usize| {
            let across = if near { line + depth } else { line - depth };
            if row { across * size.width + at } else { at * size.width + across }
        };
        let (begin, end) = (along.0, along.1);
        let corner = std::array::from_fn(|at| cell(at / 2, end - 2 + at % 2));
        self.jobs.push(Job::Two { last: [cell(0, end - 2), cell(0, end - 1)], corner });
        self.jobs.extend((begin..end - 2).rev().map(|at| Job::One(cell(0, at))));
    }

    fn bring_home(&mut self, cell: usize) {
        self.bring(self.level.goal()[cell], cell);
        self.fixed[cell] = true;
    }

    /// Moves a tile to a cell without touching what is fixed.
    fn bring(&mut self, tile: Tile, cell: usize) {
        let mut here = self.find(tile);
        for next in self.way(here, cell, None).expect(CONNECTED) {
            self.blank_to(next, Some(here));
            self.step(here);
            here = next;
        }
    }

    fn find(&self, tile: Tile) -> usize {
        self.tiles.iter().position(|known| *known == tile).expect("every tile is on the board")
    }

    /// The cells of a shortest way between two cells around what is fixed and one cell more, if there
    /// is one.
    fn way(&mut self, from: usize, to: usize, around: Option<usize>) -> Option<Vec<usize>> {
        self.stamp += 1;
        let mut queue = VecDeque::from([to]);
        self.seen[to] = self.stamp;
        while self.seen[from] != self.stamp {
            let cell = queue.pop_front()?;
            for next in Dir::ALL.into_iter().filter_map(|dir| self.level.size().step(cell, dir)) {
                if self.seen[next] != self.stamp && !self.fixed[next] && Some(next) != around {
                    self.seen[next] = self.stamp;
                    self.before[next] = cell;
                    queue.push_back(next);
                }
            }
        }
        let mut cells = Vec::new();
        let mut at = from;
        while at != to {
            at = self.before[at];
            cells.push(at);
        }
        Some(cells)
    }

    fn blank_to(&mut self, cell: usize, around: Option<usize>) {
        for next in self.way(self.blank, cell, around).expect(CONNECTED) {
            self.step(next);
        }
    }

    /// The blank goes to a neighbouring cell.
    fn step(&mut self, next: usize) {
        let dir = Dir::ALL.into_iter().find(|dir| self.level.size().step(self.blank, *dir) == Some(next));
        self.moves.push(dir.expect("the cells are neighbours"));
        self.tiles.swap(self.blank, next);
        self.blank = next;
    }

    fn bring_two_home(&mut self, last: [usize; 2], corner: [usize; 6]) {
        let pair = last.map(|cell| self.level.goal()[cell]);
        if last.map(|cell| self.tiles[cell]) != pair {
            self.bring(pair[0], last[1]);
            self.fixed[last[1]] = true;
            let second = self.find(pair[1]);
            if !corner.contains(&second) {
                self.bring(pair[1], corner[5]);
            }
            if !corner.contains(&self.blank) {
                self.enter(corner, self.find(pair[1]));
            }
            self.fixed[last[1]] = false;
            for next in turn(self.level.size(), corner, &self.tiles, self.blank, pair) {
                self.step(next);
            }
        }
        for cell in last {
            self.fixed[cell] = true;
        }
    }

    /// Brings the blank into the corner around a tile: to the nearest cell that can be reached.
    fn enter(&mut self, corner: [usize; 6], tile: usize) {
        let free = corner.into_iter().filter(|cell| !self.fixed[*cell] && *cell != tile);
        let targets: Vec<usize> = free.collect();
        let ways = targets.into_iter().filter_map(|cell| self.way(self.blank, cell, Some(tile)));
        let shortest = ways.min_by_key(Vec::len).expect(CONNECTED);
        for next in shortest {
            self.step(next);
        }
    }

    /// Solves what is left, at most 3x3, exactly.
    fn finish(&mut self, size: Size) {
        let width = self.level.size().width;
        let cells: Vec<usize> = (self.rows.0..self.rows.1)
            .flat_map(|row| (self.columns.0..self.columns.1).map(move |column| row * width + column))
            .collect();
        let goal: Vec<Tile> = cells.iter().map(|cell| self.level.goal()[*cell]).collect();
        let number = |tile: Tile| match tile {
            BLANK => BLANK,
            _ => 1 + goal.iter().filter(|other| **other != BLANK && **other < tile).count() as Tile,
        };
        let tiles = cells.iter().map(|cell| number(self.tiles[*cell])).collect();
        let small = Level::with_goal(size, tiles, goal.iter().map(|tile| number(*tile)).collect(), 1);
        let mut search = IdaStar::new(ManhattanWalk::new(&small));
        while search.advance(1 << 20) == Found::Running {}
        self.moves.extend(search.path());
    }
}

/// How the blank goes within six cells until two tiles stand on the first two of them: breadth first
/// over the places of the blank and the two, 120 in all.
fn turn(size: Size, corner: [usize; 6], tiles: &[Tile], blank: usize, pair: [Tile; 2]) -> Vec<usize> {
    let place = |cell: usize| corner.iter().position(|known| *known == cell).expect("it is in the corner");
    let of = |tile: Tile| corner.iter().position(|cell| tiles[*cell] == tile).expect("it is in the corner");
    let start = [place(blank), of(pair[0]), of(pair[1])];
    let number = |state: [usize; 3]| state[0] * 36 + state[1] * 6 + state[2];
    let mut before = vec![None; 216];
    let mut queue = VecDeque::from([start]);
    before[number(start)] = Some(start);
    while let Some(state) = queue.pop_front() {
        if state[1..] == [0, 1] {
            return retrace(&before, state, start, number, corner);
        }
        for dir in Dir::ALL {
            let Some(next) = size.step(corner[state[0]], dir).filter(|next| corner.contains(next)) else {
                continue;
            };
            let next = place(next);
            let moved = |tile: usize| if tile == next { state[0] } else { tile };
            let after = [next, moved(state[1]), moved(state[2])];
            if before[number(after)].is_none() {
                before[number(after)] = Some(state);
                queue.push_back(after);
            }
        }
    }
    unreachable!("every placement of two tiles on six cells can be reached")
}

fn retrace(
    before: &[Option<[usize; 3]>],
    mut state: [usize; 3],
    start: [usize; 3],
    number: impl Fn([usize; 3]) -> usize,
    corner: [usize; 6],
) -> Vec<usize> {
    let mut cells = Vec::new();
    while state != start {
        cells.push(corner[state[0]]);
        state = before[number(state)].expect("it was reached from somewhere");
    }
    cells.reverse();
    cells
}
