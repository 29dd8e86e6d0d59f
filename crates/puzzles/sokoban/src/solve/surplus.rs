//! The tables of teams of an exact search: made when the search is long enough to pay for them, asked when
//! a position is about to be expanded.

use ingenio_core::OptionSpec;

use crate::board::Square;
use crate::board::matching::Matching;
use crate::board::maze::Maze;
use crate::board::teams::{Team, Teams, are_moderate};

pub const TEAMS: OptionSpec = OptionSpec::flag(
    "teams",
    "add to the bound what two or three boxes cost together beyond what each costs alone",
    true,
);

/// A table is begun when the search has expanded a position for so many of the visits that making it takes.
/// Chosen by hand, as are the bytes of all tables.
const VISITS_PER_EXPANSION: u64 = 150;
const MOST_BYTES: u64 = 512 << 20;

/// Every position is looked up once for each team and each set of goals for it. Where that is more than this, a
/// look costs more than it spares: three of 13 boxes and more, two of 23 and more (bench/SOKOBAN.md).
const MOST_LOOKS: usize = 60_000;

/// How many teams of this size there are.
fn teams(boxes: usize, size: usize) -> usize {
    (0..size).fold(1, |teams, which| teams * (boxes - which) / (which + 1))
}

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
        let boxes = maze.boxes.len();
        let pays = |size: &usize| *size <= boxes && teams(boxes, *size).pow(2) <= MOST_LOOKS;
        let waiting = [3, 2].into_iter().filter(|size| on && pays(size)).collect();
        let taken = vec![false; boxes];
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

#[cfg(test)]
mod tests {
    use ingenio_core::rooms::Texts as _;
    use ingenio_core::{Options, Source};

    use super::*;
    use crate::Sokoban;

    /// A hall with so many boxes above their goals.
    fn hall(boxes: usize) -> Maze {
        let (wall, floor) = ("#".repeat(boxes + 2), " ".repeat(boxes - 1));
        let rows = [
            wall.clone(),
            format!("#{floor}@#"),
            format!("#{}#", "$".repeat(boxes)),
            format!("#{}#", ".".repeat(boxes)),
            wall,
        ];
        let reading = Sokoban::read(&Source::new(&rows.join("\n")), &Options::default()).remove(0);
        Maze::new(&reading.unwrap().level)
    }

    /// Tables are made of as many boxes as pay: the more there are, the smaller the teams.
    #[test]
    fn many_boxes_have_smaller_teams() {
        assert_eq!([teams(2, 2), teams(12, 2), teams(12, 3), teams(25, 2)], [1, 66, 220, 300]);
        let sizes = |boxes: usize, on: bool| Surplus::new(&hall(boxes), on).waiting;
        assert_eq!(sizes(12, true), [3, 2]);
        assert_eq!(sizes(13, true), [2]);
        assert_eq!(sizes(23, true), [0; 0]);
        assert_eq!(sizes(2, true), [2]);
        assert_eq!(sizes(12, false), [0; 0]);
    }
}
