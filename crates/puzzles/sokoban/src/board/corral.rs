//! PI-corrals: parts of the board the player cannot reach, fenced by boxes all of whose next
//! pushes go inwards and can be made now. If such a corral is not finished, some solution with the
//! same number of pushes begins with one of these pushes, so the others need not be tried; if there
//! is none, the position is lost.
//!
//! Why: the player enters the corral, and its fence moves, only by a push of a fence box; every such
//! first push is available now. Made first, it only frees squares outside, and the player is back in
//! the same region, so the pushes before it can be made after it. This keeps pushes, not moves, hence
//! it is used for pushes only. A corral grows while a fence box could go into (or be pushed from)
//! another unreached part or be held by a box outside the fence.
//! Sources: B. Damgaard and M. Meger (PI-corral pruning), YASS. Tests: `solve` switches it off and
//! compares the optimum.

use super::maze::Maze;
use super::reach::Reach;
use super::{DIRS, Square, opposite};

#[derive(Clone, Debug)]
pub struct Corrals {
    /// Squares of the corral: free ones and boxes.
    member: Vec<bool>,
    members: Vec<Square>,
    boxes: Vec<Square>,
    tried: Vec<bool>,
    pushes: Vec<(Square, usize)>,
    best: Vec<(Square, usize)>,
}

/// What surrounds the position that is looked at.
#[derive(Clone, Copy, Debug)]
pub struct Around<'a> {
    pub maze: &'a Maze,
    pub occupied: &'a [bool],
    pub dead: &'a [bool],
    /// The player's region.
    pub reach: &'a Reach,
}

impl Corrals {
    pub fn new(maze: &Maze) -> Self {
        Corrals {
            member: vec![false; maze.count + 1],
            members: Vec::new(),
            boxes: Vec::new(),
            tried: vec![false; maze.count + 1],
            pushes: Vec::new(),
            best: Vec::new(),
        }
    }

    /// The only pushes (box, direction) that need be tried, if there is an unfinished PI-corral.
    pub fn pushes(&mut self, around: Around<'_>) -> Option<&[(Square, usize)]> {
        let (mut found, mut areas) = (false, 0);
        self.tried.fill(false);
        for square in around.maze.squares() {
            let at = usize::from(square);
            if self.tried[at] || around.occupied[at] || around.reach.contains(square) {
                continue;
            }
            if around.maze.alarm.rings_at(areas) {
                break;
            }
            areas += 1;
            if self.examine(around, square) && (!found || self.pushes.len() < self.best.len()) {
                found = true;
                std::mem::swap(&mut self.best, &mut self.pushes);
            }
        }
        found.then_some(&self.best)
    }

    /// The boxes and the free squares of the corral around a square, if it is an unfinished
    /// PI-corral.
    fn examine(&mut self, around: Around<'_>, seed: Square) -> bool {
        self.members.iter().for_each(|square| self.member[usize::from(*square)] = false);
        self.members.clear();
        self.boxes.clear();
        self.pushes.clear();
        self.add_area(around, seed);
        let mut next = 0;
        while let Some(&square) = self.boxes.get(next) {
            next += 1;
            for dir in DIRS {
                if !self.direction(around, square, dir) {
                    return false;
                }
            }
        }
        let goal = |square: &Square| around.maze.is_goal[usize::from(*square)];
        self.members.iter().any(|square| around.occupied[usize::from(*square)] != goal(square))
    }

    /// Looks at one push of a fence box; false if it shows that this is no PI-corral.
    fn direction(&mut self, around: Around<'_>, square: Square, dir: usize) -> bool {
        let (from, to) = (around.maze.next(square, opposite(dir)), around.maze.next(square, dir));
        if around.maze.is_wall(from) || around.dead[usize::from(to)] || self.member[usize::from(from)] {
            return true;
        }
        if around.occupied[usize::from(from)] {
            self.add_box(from);
            return true;
        }
        if !around.reach.contains(from) {
            self.add_area(around, from);
            return true;
        }
        if around.occupied[usize::from(to)] {
            self.add_box(to);
            return true;
        }
        if around.reach.contains(to) {
            return false;
        }
        self.add_area(around, to);
        self.pushes.push((square, dir));
        true
    }

    fn add_box(&mut self, square: Square) {
        if !self.member[usize::from(square)] {
            self.member[usize::from(square)] = true;
            self.members.push(square);
            self.boxes.push(square);
        }
    }

    /// Adds a free part and the boxes around it.
    fn add_area(&mut self, around: Around<'_>, seed: Square) {
        if self.member[usize::from(seed)] {
            return;
        }
        let mut next = self.members.len();
        self.member[usize::from(seed)] = true;
        self.members.push(seed);
        while let Some(&square) = self.members.get(next) {
            next += 1;
            if around.occupied[usize::from(square)] {
                continue;
            }
            self.tried[usize::from(square)] = true;
            for near in around.maze.step[usize::from(square)] {
                let at = usize::from(near);
                if around.maze.is_wall(near) || self.member[at] {
                    continue;
                }
                if around.occupied[at] {
                    self.add_box(near);
                } else {
                    self.member[at] = true;
                    self.members.push(near);
                }
            }
        }
    }
}
