//! What the searches know of a level before they start: the pushes of one box between any two squares
//! of the empty board, the rooms, the holes among the goals. Made one square at a time.

use super::rooms::Rooms;
use crate::board::Square;
use crate::board::boxway::{BoxWays, NEVER, Way};
use crate::board::maze::Maze;

#[derive(Clone, Debug)]
pub struct Ground {
    count: usize,
    /// Pushes from each square to each, [`NEVER`] where no way leads.
    pushes: Vec<u16>,
    made: usize,
    ways: BoxWays,
    empty: Vec<bool>,
    pub rooms: Rooms,
    /// Goals with walls on three sides.
    pub holes: Vec<bool>,
}

impl Ground {
    /// Bytes that the tables of a level will take.
    pub fn estimate(maze: &Maze) -> u64 {
        (maze.count * maze.count * 2 + maze.count * 128) as u64
    }

    pub fn new(maze: &Maze) -> Self {
        let mut ways = BoxWays::new(maze);
        let empty = maze.empty();
        ways.wall(maze, &empty);
        let walls = |square: usize| maze.step[square].iter().filter(|next| maze.is_wall(**next)).count();
        let holes = (0..=maze.count).map(|square| maze.is_goal[square] && walls(square) == 3).collect();
        let pushes = Vec::with_capacity(maze.count * maze.count);
        Ground { count: maze.count, pushes, made: 0, ways, empty, rooms: Rooms::new(maze), holes }
    }

    /// Makes the row of one more square; false if all were made before.
    pub fn build(&mut self, maze: &Maze) -> bool {
        if self.made == self.count {
            return false;
        }
        let far = self.ways.spread(maze, &self.empty, &[self.made as Square], Way::Push);
        self.pushes.extend_from_slice(&far[..self.count]);
        self.made += 1;
        true
    }

    /// Pushes that bring a box alone from one square to another.
    pub fn pushes(&self, from: Square, to: Square) -> u16 {
        self.pushes[usize::from(from) * self.count + usize::from(to)]
    }

    pub fn leads(&self, from: Square, to: Square) -> bool {
        self.pushes(from, to) != NEVER
    }

    pub fn bytes(&self) -> u64 {
        self.pushes.capacity() as u64 * 2 + self.rooms.bytes()
    }
}

/// Steps of a walk from a square to all others on the empty board.
pub fn walks(maze: &Maze, from: Square) -> Vec<u16> {
    let mut far = vec![NEVER; maze.count + 1];
    let mut open = vec![from];
    far[usize::from(from)] = 0;
    let mut done = 0;
    while let Some(&square) = open.get(done) {
        done += 1;
        for next in maze.step[usize::from(square)] {
            if !maze.is_wall(next) && far[usize::from(next)] == NEVER {
                far[usize::from(next)] = far[usize::from(square)] + 1;
                open.push(next);
            }
        }
    }
    far
}
