//! The tables of teams of an exact search: made when the search is long enough to pay for them, asked when
//! a position is about to be expanded.

use ingenio_core::OptionSpec;

use super::guard;
use crate::board::Square;
use crate::board::matching::Matching;
use crate::board::maze::Maze;
use crate::board::teams::{Team, Teams, are_moderate};

pub const TEAMS: OptionSpec = guard::flag(
    "teams",
    "add to the bound what two or three boxes cost together beyond what each costs alone",
);

/// A table is begun when the search has expanded a position for so many of the visits that making it takes.
const VISITS_PER_EXPANSION: u64 = 150;
const MOST_BYTES: u64 = 512 << 20;

#[derive(Debug)]
pub struct Surplus {
    /// Team sizes without a table yet.
    waiting: Vec<usize>,
    tables: Vec<Teams>,
    found: Vec<(u32, Team, usize)>,
    taken: Vec<bool>,
    pub raised: u64,
    pub lost: u64,
}

impl Surplus {
    pub fn new(maze: &Maze, on: bool) -> Self {
        let waiting = [3, 2].into_iter().filter(|size| on && *size <= maze.boxes.len()).collect();
        let taken = vec![false; maze.boxes.len()];
        Surplus { waiting, tables: Vec::new(), found: Vec::new(), taken, raised: 0, lost: 0 }
    }

    /// With all tables ready.
    pub fn at_once(maze: &Maze, dead: &[bool]) -> Self {
        let sizes = [2, 3].into_iter().filter(|size| *size <= maze.boxes.len());
        let mut tables: Vec<Teams> = sizes.map(|size| Teams::new(maze, dead, size)).collect();
        for table in &mut tables {
            while table.build_some(maze, 1_000) {}
        }
        Surplus {
            waiting: Vec::new(),
            tables,
            found: Vec::new(),
            taken: vec![false; maze.boxes.len()],
            raised: 0,
            lost: 0,
        }
    }

    /// Some steps of work on the tables; false if there is nothing to do.
    pub fn build(
        &mut self,
        maze: &Maze,
        dead: &[bool],
        expanded: u64,
        steps: usize,
        mut room: impl FnMut(u64) -> bool,
    ) -> bool {
        if let Some(&size) = self.waiting.last() {
            let (visits, bytes) = Teams::estimate(maze, dead, size);
            if bytes > MOST_BYTES {
                self.waiting.pop();
            } else if expanded.saturating_mul(VISITS_PER_EXPANSION) >= visits {
                self.waiting.pop();
                if room(bytes) {
                    self.tables.push(Teams::new(maze, dead, size));
                }
            }
        }
        self.tables.iter_mut().any(|table| table.build_some(maze, steps))
    }

    /// What may be added to the assignment in hand; nothing if the position is lost.
    pub fn of(&mut self, boxes: &[Square], player: Square, assignment: &Matching) -> Option<u32> {
        let prices = assignment.prices();
        if !are_moderate(prices.0) || !are_moderate(prices.1) {
            return Some(0);
        }
        let mut most = 0;
        self.found.clear();
        for table in self.tables.iter_mut().filter(|table| table.is_ready()) {
            if table.surplus(boxes, player, prices, &mut self.found).is_none() {
                self.lost += 1;
                return None;
            }
        }
        for size in 2..=3 {
            most = most.max(self.add_disjoint(size));
        }
        self.raised += u64::from(most > 0);
        Some(most)
    }

    /// The sum over teams of at most this size that share no box, the dearest first.
    fn add_disjoint(&mut self, most: usize) -> u32 {
        self.found.sort_unstable_by_key(|(surplus, _, size)| (std::cmp::Reverse(*surplus), *size));
        self.taken.fill(false);
        let mut sum = 0;
        for (surplus, team, size) in self.found.iter().filter(|(_, _, size)| *size <= most) {
            let team = &team[..*size];
            if team.iter().all(|which| !self.taken[usize::from(*which)]) {
                for which in team {
                    self.taken[usize::from(*which)] = true;
                }
                sum += surplus;
            }
        }
        sum
    }

    pub fn is_empty(&self) -> bool {
        !self.tables.iter().any(Teams::is_ready)
    }

    pub fn bytes(&self) -> u64 {
        self.tables.iter().map(Teams::bytes).sum()
    }
}
