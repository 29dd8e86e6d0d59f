//! The lower bound of a position: the cheapest assignment of its boxes to targets by player-aware
//! push distances. Positions are lists of boxes in order with the player at the end.

use std::sync::Arc;

use super::Square;
use super::distance::{Distances, Sides};
use super::matching::Matching;
use super::maze::Maze;
use super::places::Places;

#[derive(Clone, Debug)]
pub struct Bound {
    sides: Arc<Sides>,
    /// By far the largest part, up to hundreds of megabytes; shared by all that are cloned from it.
    distances: Arc<Distances>,
    matching: Matching,
}

impl Bound {
    /// Pushes needed to bring the boxes to the goals.
    pub fn to_goals(maze: &Maze) -> Self {
        let sides = Arc::new(Sides::new(maze));
        let distances = Arc::new(Distances::to_goals(maze, &sides));
        Bound { sides, distances, matching: Matching::new(maze.boxes.len()) }
    }

    /// The same where a push that takes the player from one square to another has a price of 0, 1 or 2.
    pub fn at_prices(&self, maze: &Maze, price: impl Fn(Square, Square) -> u16) -> Self {
        let sides = self.sides.clone();
        let distances = Arc::new(Distances::at_prices(maze, &sides, price));
        Bound { sides, distances, matching: Matching::new(maze.boxes.len()) }
    }

    /// Pulls needed to bring the boxes back to the start squares.
    pub fn to_start(maze: &Maze) -> Self {
        let sides = Arc::new(Sides::new(maze));
        let distances = Arc::new(Distances::from_boxes(maze, &sides));
        Bound { sides, distances, matching: Matching::new(maze.boxes.len()) }
    }

    /// The bound of a position; nothing if some box has no target left: a sound deadlock test.
    pub fn of(&mut self, state: &[Square]) -> Option<u32> {
        let (player, boxes) = state.split_last()?;
        let (sides, distances) = (&self.sides, &self.distances);
        let rows = boxes.iter().map(|square| distances.row_start(*square, sides.of(*square, *player)));
        self.matching.assign(distances, rows)
    }

    /// The bound of the position last given to [`Bound::of`] after one of its boxes went to a square
    /// and the player stands by it. The other rows stay: the player never crosses another box.
    pub fn after(&mut self, which: usize, square: Square, player: Square) -> Option<u32> {
        let row = self.distances.row_start(square, self.sides.of(square, player));
        self.matching.with_row(&self.distances, which, row)
    }

    /// The same question without the price.
    pub fn places(&self, maze: &Maze) -> Places {
        Places::new(maze, &self.sides, &self.distances)
    }

    /// The assignment of the position last given to [`Bound::of`].
    pub fn assignment(&self) -> &Matching {
        &self.matching
    }

    /// Pushes of a box to each target, the player being where he is.
    pub fn row(&self, square: Square, player: Square) -> &[u16] {
        self.distances.row(self.distances.row_start(square, self.sides.of(square, player)))
    }

    /// Squares where a box has no target at all.
    pub fn dead(&self) -> &[bool] {
        self.distances.dead()
    }

    pub fn bytes(&self) -> u64 {
        self.distances.bytes(&self.sides)
    }
}
