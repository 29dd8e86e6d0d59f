//! A lower bound of moves, walks included: what the boxes need, seen by a player who keeps accounts.
//!
//! Give every square a height, neighbours differing by one at most, and count a step from one square to
//! another as 1 + height after - height before. Over a whole solution these counts are its moves plus
//! the height at the end less the height now. A walk never counts below 0, and a push counts 0, 1 or
//! 2, so the cheapest assignment of boxes to goals at these prices, plus the height now, less the
//! greatest height at which a last push can end, is a lower bound of moves. It is consistent, as every
//! step lowers it by one at most.
//!
//! If heights rise towards the goals, every push that way counts twice: the player has to come back for
//! the next box. Several heights are tried at the start and the one kept that promises most; more of them, and
//! the greatest bound of theirs, cost more than they spare (bench/SOKOBAN.md). With all heights equal it is the
//! bound of pushes.

use super::bound::Bound;
use super::maze::Maze;
use super::reach::Walk;
use super::{DIRS, Square, opposite};

/// Tables of larger boards would take too long to try: squares times boxes times heights. Chosen by hand.
const MOST_TRIED: usize = 400_000;

/// A choice of heights and what follows from it.
#[derive(Clone, Debug)]
pub struct Steps {
    height: Vec<i32>,
    /// The greatest height where a last push can end.
    end: i32,
    bound: Bound,
}

impl Steps {
    /// Chooses heights for a level by what they promise at its start; `room` is what a table may take. Nothing
    /// if the board is too large to try any.
    pub fn new(maze: &Maze, pushes: &Bound, room: u64) -> Option<Self> {
        let tries = MOST_TRIED / (maze.count * maze.boxes.len()).max(1);
        // The best so far, and the one that is tried.
        if tries == 0 || pushes.bytes().saturating_mul(2) > room {
            return None;
        }
        let state = maze.state();
        let mut best: Option<(u32, Steps)> = None;
        for height in heights(maze).into_iter().take(tries).take_while(|_| !maze.alarm.rings()) {
            let mut steps = Steps::with(maze, pushes, height);
            let promise = steps.of(&state).unwrap_or(0);
            if best.as_ref().is_none_or(|(known, _)| *known < promise) {
                best = Some((promise, steps));
            }
        }
        best.map(|(_, steps)| steps)
    }

    fn with(maze: &Maze, pushes: &Bound, height: Vec<i32>) -> Self {
        let price =
            |from: Square, to: Square| (1 + height[usize::from(to)] - height[usize::from(from)]) as u16;
        let bound = pushes.at_prices(maze, price);
        let ends = maze.goals.iter().flat_map(|goal| last_places(maze, *goal));
        let end = ends.map(|square| height[usize::from(square)]).max().unwrap_or(0);
        Steps { height, end, bound }
    }

    /// The bound of a position that is not solved; nothing if some box has no target left.
    pub fn of(&mut self, state: &[Square]) -> Option<u32> {
        let player = *state.last()?;
        let cost = self.bound.of(state)?;
        Some(cost.saturating_add_signed(self.height[usize::from(player)] - self.end))
    }

    /// The bound of the position last given to [`Steps::of`] after a push.
    pub fn after(&mut self, which: usize, square: Square, player: Square) -> Option<u32> {
        let cost = self.bound.after(which, square, player)?;
        Some(cost.saturating_add_signed(self.height[usize::from(player)] - self.end))
    }

    pub fn bytes(&self) -> u64 {
        self.bound.bytes() + self.height.len() as u64 * 4
    }
}

/// Where the player can stand after a push onto a goal.
fn last_places(maze: &Maze, goal: Square) -> impl Iterator<Item = Square> {
    DIRS.into_iter().filter_map(move |dir| {
        let place = maze.next(goal, opposite(dir));
        let before = maze.next(place, opposite(dir));
        (!maze.is_wall(place) && !maze.is_wall(before)).then_some(place)
    })
}

/// Heights to try: up to each goal and to the nearest one, away from each box, and along both axes.
fn heights(maze: &Maze) -> Vec<Vec<i32>> {
    let mut walk = Walk::new(maze);
    let empty = maze.empty();
    let mut far = |from: Square| -> Vec<i32> {
        walk.flood(maze, &empty, from);
        (0..=maze.count).map(|square| i32::from(walk.to(square as Square))).collect()
    };
    let to_goals: Vec<Vec<i32>> = maze.goals.iter().map(|goal| far(*goal)).collect();
    let from_boxes: Vec<Vec<i32>> = maze.boxes.iter().map(|square| far(*square)).collect();
    let nearest = |lists: &[Vec<i32>]| -> Vec<i32> {
        (0..=maze.count).map(|square| lists.iter().map(|list| list[square]).min().unwrap_or(0)).collect()
    };
    let up = |list: &Vec<i32>| list.iter().map(|far| -far).collect();
    let mut heights = vec![up(&nearest(&to_goals)), nearest(&from_boxes)];
    let rows = |sign: i32| move |square: Square| sign * i32::from(maze.cell(square).row);
    let columns = |sign: i32| move |square: Square| sign * i32::from(maze.cell(square).column);
    for sign in [1, -1] {
        heights.push(maze.squares().map(rows(sign)).chain([0]).collect());
        heights.push(maze.squares().map(columns(sign)).chain([0]).collect());
    }
    for (goal, start) in to_goals.iter().zip(from_boxes) {
        heights.push(up(goal));
        heights.push(start);
    }
    heights
}
