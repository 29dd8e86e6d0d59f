//! Are the rules that call positions lost sound? Every one of them is asked about every position of a solution
//! that somebody has: none may be called lost.
//!
//! For tests and measurements; no search asks all of this. Rules that only choose among moves (corrals) are
//! looked at as far as they may find that no move is left; that they keep the optimum is tested by searches.

use crate::board::corral::{Around, Corrals};
use crate::board::distance::{Distances, Sides};
use crate::board::freeze::Freeze;
use crate::board::knots::Knots;
use crate::board::matching::Matching;
use crate::board::maze::Maze;
use crate::board::put;
use crate::board::reach::Reach;
use crate::board::sealed::Sealed;
use crate::board::stuck::Stuck;
use crate::board::tables::Subsets;
use crate::level::Level;
use crate::play::{self, Position, truth};

/// States that the search of a sealed part may look at: more than any search of ours allows.
const MOST_SEALED: usize = 5_000;

/// Everything that could call a position of a level lost.
#[derive(Debug)]
pub struct Rules {
    dead: Vec<bool>,
    sides: Sides,
    to_goals: Distances,
    from_boxes: Distances,
    tables: Vec<Subsets>,
}

impl Rules {
    /// With tables of two boxes up to so many, three at most; with fewer than two there are none, which is
    /// much quicker.
    pub fn of(level: &Level, table_boxes: usize) -> Self {
        let start = Maze::new(level);
        let sides = Sides::new(&start);
        let to_goals = Distances::to_goals(&start, &sides);
        let from_boxes = Distances::from_boxes(&start, &sides);
        let mut tables = Vec::new();
        for boxes in 2..=table_boxes.min(start.boxes.len()).min(3) {
            tables.push(Subsets::solvable(&start, to_goals.dead(), boxes));
            tables.push(Subsets::reachable(&start, from_boxes.dead(), boxes));
        }
        for table in &mut tables {
            while table.build(&start) {}
        }
        let dead = start.dead_squares();
        Rules { dead, sides, to_goals, from_boxes, tables }
    }

    /// The first rule that calls a position lost, if one does.
    pub fn lost(&self, level: &Level, position: &Position) -> Option<&'static str> {
        let here = Maze::at(level, position);
        let mut occupied = here.empty();
        put(&mut occupied, &here.boxes, true);
        let mut reach = Reach::new(&here);
        let least = reach.flood(&here, &occupied, here.player);
        let around = Around { maze: &here, occupied: &occupied, dead: &self.dead, reach: &reach };
        let is_shut = || Corrals::new(&here).pushes(around).map(<[_]>::len) == Some(0);
        if Stuck::new(&here).is_lost(&here, &here.boxes, &self.dead) {
            Some("stuck")
        } else if Knots::new(&here).is_lost(&here, &here.boxes, (least, &reach), &self.dead) {
            Some("knots")
        } else if !self.is_assigned(&here) {
            Some("no assignment")
        } else if !play::won(level, position) && is_shut() {
            Some("corrals")
        } else if truth::trouble(level, position).is_some() {
            Some("truth at play time")
        } else {
            self.lost_by_a_box(&here, &occupied)
        }
    }

    /// The same by the rules that are asked about one box at a time.
    fn lost_by_a_box(&self, here: &Maze, occupied: &[bool]) -> Option<&'static str> {
        let mut freeze = Freeze::new(here);
        let mut sealed = Sealed::new(here, MOST_SEALED);
        here.boxes.iter().find_map(|square| {
            let at = usize::from(*square);
            if self.dead[at] || self.to_goals.dead()[at] || self.from_boxes.dead()[at] {
                Some("dead squares")
            } else if freeze.is_deadlock(here, occupied, &self.dead, *square) {
                Some("freeze")
            } else if sealed.is_lost(here, occupied, &self.dead, *square, here.player) {
                Some("sealed")
            } else if self.tables.iter().any(|table| table.is_dead(&here.boxes, *square, here.player)) {
                Some("tables")
            } else {
                None
            }
        })
    }

    /// Can the boxes be assigned to goals, and to the squares where they began?
    fn is_assigned(&self, here: &Maze) -> bool {
        [&self.to_goals, &self.from_boxes].into_iter().all(|distances| {
            let row = |square: &u16| distances.row_start(*square, self.sides.of(*square, here.player));
            Matching::new(here.boxes.len()).assign(distances, here.boxes.iter().map(row)).is_some()
        })
    }

    /// Asks about the start and the position after every push of a solution that was refereed; how many
    /// these are, or which rule is wrong and where.
    pub fn replay(&self, level: &Level, solution: &str) -> Result<u64, String> {
        let mut position = play::start(level);
        let mut asked = 0;
        let steps = play::parse(solution).map_err(|fault| fault.english())?;
        let pushes = steps.into_iter().map(Some);
        for step in std::iter::once(None).chain(pushes) {
            if let Some(step) = step {
                play::apply(level, &mut position, step).map_err(|refusal| refusal.english())?;
            }
            if step.is_some_and(|step| !step.push) {
                continue;
            }
            if let Some(rule) = self.lost(level, &position) {
                return Err(format!("{rule} after {asked} pushes: {position:?} of {level:?}"));
            }
            asked += 1;
        }
        Ok(asked)
    }
}

/// A level and its solution seen in a mirror.
pub fn mirrored(level: &Level, solution: &str) -> (Level, String) {
    let size = level.size();
    let mirror = |at: usize| size.row(at) * size.width + size.width - 1 - size.column(at);
    let squares = (0..size.cells()).map(|at| level.square(mirror(at))).collect();
    let mirrored = Level::new(size, squares, mirror(level.player()));
    let other = |letter| match letter {
        'l' => 'r',
        'r' => 'l',
        'L' => 'R',
        'R' => 'L',
        letter => letter,
    };
    (mirrored.expect("a level in a mirror is one"), solution.chars().map(other).collect())
}
