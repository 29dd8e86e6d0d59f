//! Hotspots: boxes that stand in the way of others.
//!
//! A box on y hinders a box on x if with a wall on y the box on x can reach fewer goals. The pairs are
//! found beforehand, one square y at a time; a position is then judged by bits.

use crate::board::Square;
use crate::board::boxway::{BoxWays, NEVER, Way};
use crate::board::maze::Maze;

/// Steps of work above which the table is left empty: hotspots are advice.
const MOST_WORK: usize = 60_000_000;

#[derive(Clone, Debug)]
pub struct Hotspots {
    /// 64-bit words per row.
    words: usize,
    /// For each square y, the squares x it hinders, as bits.
    hinders: Vec<u64>,
    /// Goals each square leads to on the empty board.
    goals: Vec<u16>,
    made: usize,
    wanted: usize,
    ways: BoxWays,
}

impl Hotspots {
    pub fn new(maze: &Maze) -> Self {
        let words = maze.count.div_ceil(64);
        let mut ways = BoxWays::new(maze);
        let goals = count_goals(maze, &mut ways, &maze.empty());
        let work = maze.count * maze.count * 4 * maze.goals.len();
        let wanted = if work <= MOST_WORK { maze.count } else { 0 };
        Hotspots { words, hinders: vec![0; words * wanted], goals, made: 0, wanted, ways }
    }

    /// Finds what one more square hinders; false if all were done before.
    pub fn build(&mut self, maze: &Maze, dead: &[bool]) -> bool {
        if self.made == self.wanted {
            return false;
        }
        let y = self.made;
        self.made += 1;
        if dead[y] {
            return true;
        }
        let mut occupied = maze.empty();
        occupied[y] = true;
        let goals = count_goals(maze, &mut self.ways, &occupied);
        for x in (0..maze.count).filter(|x| {
            *x != y && goals[*x] < self.goals[*x] - u16::from(maze.is_goal[y] && self.goals[*x] > 0)
        }) {
            self.hinders[y * self.words + x / 64] |= 1 << (x % 64);
        }
        true
    }

    /// How many of the boxes off their goals hinder another such box; `loose` are their squares as bits.
    pub fn count(&self, boxes: &[Square], loose: &[u64]) -> u16 {
        if self.wanted == 0 {
            return 0;
        }
        let hinders = |square: &&Square| {
            let at = usize::from(**square);
            let row = &self.hinders[at * self.words..(at + 1) * self.words];
            loose[at / 64] >> (at % 64) & 1 != 0 && row.iter().zip(loose).any(|(row, loose)| row & loose != 0)
        };
        boxes.iter().filter(hinders).count() as u16
    }

    /// The boxes off their goals at the start that hinder others of these, each with how many.
    pub fn hindered(&self, maze: &Maze) -> Vec<(Square, usize)> {
        if self.made < self.wanted || self.wanted == 0 {
            return Vec::new();
        }
        let loose = || maze.boxes.iter().copied().filter(|square| !maze.is_goal[usize::from(*square)]);
        let hinders = |y: Square, x: Square| {
            let (y, x) = (usize::from(y), usize::from(x));
            self.hinders[y * self.words + x / 64] >> (x % 64) & 1 != 0
        };
        let counted = loose().map(|y| (y, loose().filter(|x| hinders(y, *x)).count()));
        counted.filter(|(_, count)| *count > 0).collect()
    }

    pub fn words(&self) -> usize {
        self.words
    }

    pub fn bytes(&self) -> u64 {
        self.hinders.len() as u64 * 8
    }
}

/// How many goals a box on each square can be pushed to.
fn count_goals(maze: &Maze, ways: &mut BoxWays, occupied: &[bool]) -> Vec<u16> {
    ways.wall(maze, occupied);
    let mut counts = vec![0; maze.count];
    for goal in &maze.goals {
        let far = ways.spread(maze, occupied, &[*goal], Way::Pull);
        counts.iter_mut().zip(far).for_each(|(count, far)| *count += u16::from(*far != NEVER));
    }
    counts
}
