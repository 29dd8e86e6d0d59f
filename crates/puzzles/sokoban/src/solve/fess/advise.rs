//! The advisers: each names at most one move of a position as the one to be tried free of charge.
//! None of them may undo steps of the plan.

use super::cells::{Adviser, Waiting};
use super::features::Features;
use super::ground::Ground;
use super::plan::Plan;
use crate::board::Square;

/// What the advisers look at.
#[derive(Clone, Copy, Debug)]
pub struct Table<'a> {
    pub own: Features,
    pub moves: &'a [Waiting],
    pub plan: &'a Plan,
    pub ground: &'a Ground,
    /// Steps of a walk on the empty board from the square to be filled next, if there is one.
    pub walk: Option<&'a [u16]>,
}

impl Table<'_> {
    /// The named moves, except the explorer's.
    pub fn named(&self) -> [(Option<usize>, Adviser); 6] {
        let own = self.own;
        [
            (self.best(|after| after.done > own.done), Adviser::Pack),
            (self.best(|after| after.regions < own.regions), Adviser::Connect),
            (self.best(|after| after.links < own.links), Adviser::Rooms),
            (self.best(|after| after.hot < own.hot), Adviser::Hotspots),
            (self.opener(), Adviser::Open),
            (self.out_of_plan(), Adviser::OutOfPlan),
        ]
    }

    /// The most promising move that qualifies and keeps the plan.
    fn best(&self, fits: impl Fn(Features) -> bool) -> Option<usize> {
        let qualifies = |index: &usize| {
            let after = Features::of(self.moves[*index].promise);
            after.done >= self.own.done && fits(after)
        };
        (0..self.moves.len()).filter(qualifies).min_by_key(|index| self.moves[*index].promise)
    }

    /// Neither regions nor links nor the plan get worse.
    fn keeps_open(&self, moved: &Waiting) -> bool {
        let after = Features::of(moved.promise);
        after.done >= self.own.done && after.regions <= self.own.regions && after.links <= self.own.links
    }

    /// If nothing can be packed: makes room by the square to be filled next.
    fn opener(&self) -> Option<usize> {
        let walk = self.walk?;
        if self.moves.iter().any(|moved| Features::of(moved.promise).done > self.own.done) {
            return None;
        }
        let steps = |square: Square| walk[usize::from(square)];
        let fits = |index: &usize| {
            let moved = &self.moves[*index];
            self.keeps_open(moved) && steps(moved.to) >= steps(moved.from)
        };
        let key = |index: &usize| {
            let moved = &self.moves[*index];
            (steps(moved.from), u16::MAX - steps(moved.to))
        };
        (0..self.moves.len()).filter(fits).min_by_key(key)
    }

    /// Brings a box that will be shut off further away from there, in a way that can be undone.
    fn out_of_plan(&self) -> Option<usize> {
        if self.own.out == 0 {
            return None;
        }
        let far = self.plan.far(self.own.done);
        let fits = |index: &usize| {
            let moved = &self.moves[*index];
            let (from, to) = (far[usize::from(moved.from)], far[usize::from(moved.to)]);
            self.keeps_open(moved)
                && Features::of(moved.promise).out <= self.own.out
                && self.ground.leads(moved.to, moved.from)
                && from < to
                && to != u16::MAX
        };
        let key = |index: &usize| {
            let moved = &self.moves[*index];
            (far[usize::from(moved.from)], u16::MAX - far[usize::from(moved.to)])
        };
        (0..self.moves.len()).filter(fits).min_by_key(key)
    }
}

#[cfg(test)]
mod tests {
    use ingenio_core::rooms::Texts as _;
    use std::sync::Arc;

    use ingenio_core::{Options, Source, Task};

    use super::super::{FIRST, Fess, OPTIONS, Stage};
    use super::*;
    use crate::Sokoban;
    use crate::board::freeze::Freeze;
    use crate::board::maze::Maze;
    use crate::board::put;

    /// A wide room, and a narrow one where many moves freeze boxes beside each other.
    const ROOMS: [&str; 2] = [
        "##########\n#   ##   #\n# $ $  $ #\n#  .. .  #\n# $  . @ #\n##########",
        "#########\n#  ##   #\n# $$ $  #\n# #.. $@#\n# $.#.  #\n#   #.  #\n#########",
    ];

    /// The positions after each move of another, and it.
    fn around(maze: &Maze, state: &[Square], moves: &[Waiting]) -> Vec<Vec<Square>> {
        let boxes = maze.boxes.len();
        let after = |moved: &Waiting| {
            let mut next = state.to_vec();
            let which = next.iter().position(|square| *square == moved.from).unwrap();
            (next[which], next[boxes]) = (moved.to, moved.player);
            next[..boxes].sort_unstable();
            next
        };
        moves.iter().map(after).chain([state.to_vec()]).collect()
    }

    /// How many moves of a room and of the positions after them are named, and how many freeze a box off its
    /// goal; nobody names one that does.
    fn count(room: &str) -> (usize, usize) {
        let reading = Sokoban::read(&Source::new(room), &Options::default()).remove(0);
        let level = Arc::new(reading.unwrap().level);
        let maze = Maze::new(&level);
        let task = Task { options: Options::defaults(OPTIONS), ..Task::default() };
        let mut fess = Fess::new(Maze::new(&level), &task, false);
        while !matches!(fess.stage, Stage::Search) {
            fess.work();
        }
        let mut search = fess.searches[FIRST].take().unwrap();
        let first = search.advised(&mut fess.given(FIRST), &maze.state()).to_vec();
        let (mut freeze, dead) = (Freeze::new(&maze), maze.dead_squares());
        let (mut named, mut lost) = (0, 0);
        for state in around(&maze, &maze.state(), &first) {
            for moved in search.advised(&mut fess.given(FIRST), &state) {
                let mut board = maze.empty();
                put(&mut board, &state[..maze.boxes.len()], true);
                (board[usize::from(moved.from)], board[usize::from(moved.to)]) = (false, true);
                let loses = freeze.is_deadlock(&maze, &board, &dead, moved.to);
                assert!(!loses || moved.adviser == Adviser::Nobody, "{moved:?}");
                named += usize::from(moved.adviser != Adviser::Nobody);
                lost += usize::from(loses);
            }
        }
        (named, lost)
    }

    /// A move that loses is named by nobody: the next best is named in its place.
    #[test]
    fn no_adviser_names_a_move_that_loses() {
        let [wide, narrow] = ROOMS.map(count);
        assert!(wide.0 >= 20 && narrow.1 >= 2, "{wide:?} {narrow:?}");
    }
}
