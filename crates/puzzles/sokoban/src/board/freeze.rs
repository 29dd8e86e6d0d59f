//! The freeze test: boxes that hold each other so that none can ever move again.
//!
//! A box is blocked along an axis if a wall lies on one of its sides, if both its sides are dead
//! squares, or if a box on one side is frozen while this one counts as a wall. A box blocked along
//! both axes is frozen. The set found is a fixed point: each member is held by walls, dead squares
//! and other members only, so no first move of any member exists. If one stands off its goal, the
//! position is lost. The marks of boxes taken for walls last only along the path of the recursion;
//! otherwise two boxes could vouch for each other falsely (`freeze` tests).

use super::Square;
use super::maze::Maze;

/// Deeper chains are given up as "not frozen", which is always safe. Chosen by hand.
const MOST_CALLS: u32 = 3_000;

#[derive(Clone, Debug)]
pub struct Freeze {
    taken: Vec<bool>,
    found: Vec<Square>,
    calls: u32,
}

impl Freeze {
    pub fn new(maze: &Maze) -> Self {
        Freeze { taken: vec![false; maze.count + 1], found: Vec::new(), calls: 0 }
    }

    /// The boxes frozen together with this one; empty if it is not frozen.
    pub fn frozen(&mut self, maze: &Maze, occupied: &[bool], dead: &[bool], square: Square) -> &[Square] {
        self.found.clear();
        self.calls = 0;
        if !self.is_frozen(maze, occupied, dead, square) {
            self.found.clear();
        }
        &self.found
    }

    /// Is the position lost because this box, just moved, is frozen together with one off its goal?
    pub fn is_deadlock(&mut self, maze: &Maze, occupied: &[bool], dead: &[bool], square: Square) -> bool {
        self.frozen(maze, occupied, dead, square).iter().any(|at| !maze.is_goal[usize::from(*at)])
    }

    fn is_frozen(&mut self, maze: &Maze, occupied: &[bool], dead: &[bool], square: Square) -> bool {
        self.calls += 1;
        if self.calls > MOST_CALLS {
            return false;
        }
        let before = self.found.len();
        self.taken[usize::from(square)] = true;
        let frozen =
            self.blocked(maze, occupied, dead, square, 0) && self.blocked(maze, occupied, dead, square, 2);
        self.taken[usize::from(square)] = false;
        if frozen {
            self.found.push(square);
        } else {
            self.found.truncate(before);
        }
        frozen
    }

    /// Blocked along the axis of a direction and its opposite.
    fn blocked(&mut self, maze: &Maze, occupied: &[bool], dead: &[bool], square: Square, dir: usize) -> bool {
        let sides = [maze.next(square, dir), maze.next(square, dir + 1)];
        if sides.iter().any(|side| maze.is_wall(*side) || self.taken[usize::from(*side)]) {
            return true;
        }
        if sides.iter().all(|side| dead[usize::from(*side)]) {
            return true;
        }
        sides
            .into_iter()
            .any(|side| occupied[usize::from(side)] && self.is_frozen(maze, occupied, dead, side))
    }
}
