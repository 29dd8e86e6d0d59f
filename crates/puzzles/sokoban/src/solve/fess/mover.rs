//! Macro moves with the blocks of the floor: one box pushed or pulled any number of times while the
//! others stay. One search of blocks per position tells everything that needs a flood otherwise.

use crate::board::blocks::Blocks;
use crate::board::boxway::Way;
use crate::board::maze::Maze;
use crate::board::reach::Reach;
use crate::board::{DIRS, Square, opposite};
use crate::solve::script::Push;

/// Where a box can be brought: its square, the player's place beside it, how many parts the floor
/// then has, and how often it was moved.
#[derive(Clone, Copy, Debug)]
pub struct Landing {
    pub square: Square,
    pub player: Square,
    pub regions: u16,
    pub length: u16,
    parent: u32,
    dir: u8,
}

#[derive(Clone, Debug)]
pub struct Mover {
    way: Way,
    blocks: Blocks,
    /// Sides of each square already tried, as bits.
    tried: Vec<u8>,
    landings: Vec<Landing>,
    /// Sides the player can be at, for each landing.
    sides: Vec<u8>,
}

const START: u32 = u32::MAX;

/// The first push may come from any side.
pub const ANY_SIDE: u8 = 15;

impl Mover {
    pub fn new(maze: &Maze, way: Way) -> Self {
        let (landings, sides) = (Vec::new(), Vec::new());
        Mover { way, blocks: Blocks::new(maze), tried: vec![0; maze.count + 1], landings, sides }
    }

    /// Looks at a board whose moves are asked for next; gives how many parts its floor has.
    pub fn look(&mut self, maze: &Maze, occupied: &[bool]) -> u16 {
        self.blocks.find(maze, occupied);
        self.blocks.parts()
    }

    /// All macro moves of the box on `from` of the board looked at, the player standing in `reach`. Squares
    /// of `barred` are not entered; `first` are the sides from which the first push may be made, as
    /// bits. The board is left as it was.
    pub fn moves(
        &mut self,
        maze: &Maze,
        occupied: &mut [bool],
        barred: &[bool],
        (from, first): (Square, u8),
        reach: &Reach,
    ) -> &[Landing] {
        self.tried.fill(0);
        self.landings.clear();
        self.sides.clear();
        let open = |dir: &usize| {
            let side = maze.next(from, *dir);
            !maze.is_wall(side) && !occupied[usize::from(side)] && reach.contains(side)
        };
        let sides = DIRS.into_iter().filter(open).fold(0, |bits, dir| bits | 1 << dir);
        let goes = |dir: &usize| {
            let (to, player) = self.end(maze, from, *dir);
            !occupied[usize::from(to)]
                && !barred[usize::from(to)]
                && (player == from || !occupied[usize::from(player)])
        };
        if !DIRS.into_iter().filter(|dir| (sides & first) >> dir & 1 != 0).any(|dir| goes(&dir)) {
            return &self.landings;
        }
        occupied[usize::from(from)] = false;
        self.blocks.open(maze, from);
        self.tried[usize::from(from)] = sides;
        self.go_on(maze, occupied, barred, (from, sides & first, START, 0));
        let mut next = 0;
        while let Some(&Landing { square, length, .. }) = self.landings.get(next) {
            self.go_on(maze, occupied, barred, (square, self.sides[next], next as u32, length));
            next += 1;
        }
        occupied[usize::from(from)] = true;
        &self.landings
    }

    /// Where a box goes if the player beside it in this direction pushes or pulls it, and where he stands
    /// then.
    fn end(&self, maze: &Maze, square: Square, dir: usize) -> (Square, Square) {
        let side = maze.next(square, dir);
        match self.way {
            Way::Push => (maze.next(square, opposite(dir)), square),
            Way::Pull => (side, maze.next(side, dir)),
        }
    }

    /// Moves the box on from one place by one square in every way.
    fn go_on(
        &mut self,
        maze: &Maze,
        occupied: &[bool],
        barred: &[bool],
        (square, sides, parent, length): (Square, u8, u32, u16),
    ) {
        for dir in DIRS.into_iter().filter(|dir| sides >> dir & 1 != 0) {
            let (to, player) = self.end(maze, square, dir);
            let at = usize::from(to);
            if occupied[at] || barred[at] || occupied[usize::from(player)] || self.tried[at] >> dir & 1 != 0 {
                continue;
            }
            let joined = self.blocks.joined(maze, to, dir);
            self.tried[at] |= joined;
            let (regions, dir) = (self.blocks.parts_without(maze, to), dir as u8);
            self.landings.push(Landing { square: to, player, regions, length: length + 1, parent, dir });
            self.sides.push(joined);
        }
    }

    /// The landings of the last call.
    pub fn landings(&self) -> &[Landing] {
        &self.landings
    }

    /// The pushes that lead to a landing of the last call.
    pub fn pushes(&self, maze: &Maze, to: Square, player: Square) -> Option<Vec<Push>> {
        let mut landing =
            self.landings.iter().find(|landing| landing.square == to && landing.player == player)?;
        let mut pushes = Vec::new();
        loop {
            let dir = opposite(usize::from(landing.dir));
            pushes.push(Push { from: maze.next(landing.square, opposite(dir)), dir });
            if landing.parent == START {
                break;
            }
            landing = &self.landings[landing.parent as usize];
        }
        pushes.reverse();
        Some(pushes)
    }
}
