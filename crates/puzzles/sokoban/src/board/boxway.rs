//! The ways of one box among walls, the player walking round it: how far it can be pushed from some
//! squares, or from where it can be pushed to them.

use super::blocks::Blocks;
use super::maze::Maze;
use super::{DIRS, Square, opposite};

/// Forwards boxes are pushed, backwards they are pulled.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Way {
    Push,
    Pull,
}

/// No way at all.
pub const NEVER: u16 = u16::MAX;

#[derive(Clone, Debug)]
pub struct BoxWays {
    blocks: Blocks,
    far: Vec<u16>,
    tried: Vec<u8>,
    open: Vec<(Square, u8, u16)>,
}

impl BoxWays {
    pub fn new(maze: &Maze) -> Self {
        let far = vec![NEVER; maze.count + 1];
        BoxWays { blocks: Blocks::new(maze), far, tried: vec![0; maze.count + 1], open: Vec::new() }
    }

    /// Takes the occupied squares for walls.
    pub fn wall(&mut self, maze: &Maze, occupied: &[bool]) {
        self.blocks.find(maze, occupied);
    }

    /// Pushes from the starts to every square (or, by pulls, from every square to the starts), among
    /// the walls last given; the player may begin on any side.
    pub fn spread(&mut self, maze: &Maze, occupied: &[bool], starts: &[Square], way: Way) -> &[u16] {
        self.far.fill(NEVER);
        self.tried.fill(0);
        self.open.clear();
        for start in starts.iter().filter(|start| !occupied[usize::from(**start)]) {
            self.far[usize::from(*start)] = 0;
            self.tried[usize::from(*start)] = 15;
            self.open.push((*start, 15, 0));
        }
        let mut next = 0;
        while let Some(&(square, sides, length)) = self.open.get(next) {
            next += 1;
            for dir in DIRS.into_iter().filter(|dir| sides >> dir & 1 != 0) {
                self.shift(maze, occupied, square, dir, length, way);
            }
        }
        &self.far
    }

    fn shift(&mut self, maze: &Maze, occupied: &[bool], square: Square, dir: usize, length: u16, way: Way) {
        let side = maze.next(square, dir);
        let (to, player) = match way {
            Way::Push => (maze.next(square, opposite(dir)), square),
            Way::Pull => (side, maze.next(side, dir)),
        };
        let at = usize::from(to);
        let blocked = occupied[usize::from(side)] || occupied[at] || occupied[usize::from(player)];
        if blocked || self.tried[at] >> dir & 1 != 0 {
            return;
        }
        let joined = self.blocks.joined(maze, to, dir);
        self.tried[at] |= joined;
        self.far[at] = self.far[at].min(length + 1);
        self.open.push((to, joined, length + 1));
    }
}
