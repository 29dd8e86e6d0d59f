//! Macro moves: one box pushed any number of times while the others stay. From a position, every
//! square and player's region that one box can be brought to is one macro move.

use super::script::Push;
use crate::board::maze::Maze;
use crate::board::reach::Reach;
use crate::board::{DIRS, Square, opposite};

/// Where a box can be brought: the square, the player's place (right behind it), the name of his
/// region, and how many regions the boxes then leave.
#[derive(Clone, Copy, Debug)]
pub struct Landing {
    pub square: Square,
    pub player: Square,
    pub region: Square,
    pub regions: u16,
    parent: u32,
    dir: u8,
}

#[derive(Debug)]
pub struct Macros {
    reach: Reach,
    /// Sides of each square already tried, as bits.
    tried: Vec<u8>,
    landings: Vec<Landing>,
}

const START: u32 = u32::MAX;

impl Macros {
    pub fn new(maze: &Maze) -> Self {
        Macros { reach: Reach::new(maze), tried: vec![0; maze.count + 1], landings: Vec::new() }
    }

    /// All macro moves of the box on `square`. The board is left as it was.
    pub fn of(
        &mut self,
        maze: &Maze,
        occupied: &mut [bool],
        dead: &[bool],
        square: Square,
        player: Square,
    ) -> &[Landing] {
        self.landings.iter().for_each(|landing| self.tried[usize::from(landing.square)] = 0);
        self.landings.clear();
        self.tried[usize::from(square)] = 0;
        self.reach.flood(maze, occupied, player);
        occupied[usize::from(square)] = true;
        let sides = self.sides(maze, square);
        self.tried[usize::from(square)] = sides;
        occupied[usize::from(square)] = false;
        self.push_on(maze, occupied, dead, square, sides, START);
        let mut next = 0;
        while let Some(&landing) = self.landings.get(next).filter(|_| !maze.alarm.rings()) {
            let sides = self.settle(maze, occupied, next);
            self.push_on(maze, occupied, dead, landing.square, sides, next as u32);
            next += 1;
        }
        self.tried[usize::from(square)] = 0;
        occupied[usize::from(square)] = true;
        // A landing that repeats a region already found was left without one.
        self.landings.as_slice()
    }

    /// Floods the player's region of a landing, counts the regions, and gives the sides of the box
    /// he can reach.
    fn settle(&mut self, maze: &Maze, occupied: &mut [bool], which: usize) -> u8 {
        let Landing { square, player, .. } = self.landings[which];
        if self.tried[usize::from(square)] & side_bit(maze, square, player) != 0 {
            self.landings[which].regions = 0;
            return 0;
        }
        occupied[usize::from(square)] = true;
        let region = self.reach.flood(maze, occupied, player);
        let sides = self.sides(maze, square);
        self.tried[usize::from(square)] |= sides;
        let mut regions = 1;
        for other in maze.squares() {
            if !occupied[usize::from(other)] && !self.reach.contains(other) {
                self.reach.spread(maze, occupied, other);
                regions += 1;
            }
        }
        occupied[usize::from(square)] = false;
        self.landings[which].region = region;
        self.landings[which].regions = regions;
        sides
    }

    fn sides(&self, maze: &Maze, square: Square) -> u8 {
        let open = |dir: &usize| {
            let side = maze.next(square, *dir);
            !maze.is_wall(side) && self.reach.contains(side)
        };
        DIRS.into_iter().filter(open).fold(0, |sides, dir| sides | 1 << dir)
    }

    fn push_on(
        &mut self,
        maze: &Maze,
        occupied: &[bool],
        dead: &[bool],
        square: Square,
        sides: u8,
        parent: u32,
    ) {
        for dir in DIRS.into_iter().filter(|dir| sides >> opposite(*dir) & 1 != 0) {
            let to = maze.next(square, dir);
            let known = self.tried[usize::from(to)] >> opposite(dir) & 1 != 0;
            if occupied[usize::from(to)] || dead[usize::from(to)] || known {
                continue;
            }
            let dir = dir as u8;
            let landing = Landing { square: to, player: square, region: 0, regions: 0, parent, dir };
            self.landings.push(landing);
        }
    }

    /// The pushes of the macro move that brings a box to a square and leaves the player in a region.
    pub fn pushes(
        &mut self,
        maze: &Maze,
        occupied: &mut [bool],
        dead: &[bool],
        start: (Square, Square),
        end: (Square, Square),
    ) -> Option<Vec<Push>> {
        self.of(maze, occupied, dead, start.0, start.1);
        let ends =
            |landing: &&Landing| landing.regions > 0 && landing.square == end.0 && landing.region == end.1;
        let mut landing = *self.landings.iter().find(ends)?;
        let mut pushes = Vec::new();
        loop {
            let dir = usize::from(landing.dir);
            pushes.push(Push { from: maze.next(landing.square, opposite(dir)), dir });
            if landing.parent == START {
                break;
            }
            landing = self.landings[landing.parent as usize];
        }
        pushes.reverse();
        Some(pushes)
    }
}

fn side_bit(maze: &Maze, square: Square, player: Square) -> u8 {
    DIRS.into_iter().filter(|dir| maze.next(square, *dir) == player).fold(0, |bits, dir| bits | 1 << dir)
}
