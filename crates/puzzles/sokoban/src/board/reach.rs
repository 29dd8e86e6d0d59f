//! Where the player can walk: a flood with marks that need no clearing, and the same with distances.

use super::maze::Maze;
use super::{DIRS, Square};

#[derive(Clone, Debug)]
pub struct Reach {
    mark: Vec<u32>,
    stamp: u32,
    queue: Vec<Square>,
}

impl Reach {
    pub fn new(maze: &Maze) -> Self {
        Reach { mark: vec![0; maze.count + 1], stamp: 0, queue: Vec::with_capacity(maze.count) }
    }

    /// Floods the squares around the player; gives the least of them, the name of the region.
    pub fn flood(&mut self, maze: &Maze, occupied: &[bool], player: Square) -> Square {
        self.begin();
        self.spread(maze, occupied, player)
    }

    /// Takes over what another one has flooded.
    pub fn copy(&mut self, other: &Reach) {
        self.mark.copy_from_slice(&other.mark);
        self.stamp = other.stamp;
    }

    /// Forgets the last flood.
    pub fn begin(&mut self) {
        self.stamp = self.stamp.wrapping_add(1);
        if self.stamp == 0 {
            self.mark.fill(0);
            self.stamp = 1;
        }
    }

    /// Floods one more region without forgetting those before; gives its least square.
    pub fn spread(&mut self, maze: &Maze, occupied: &[bool], from: Square) -> Square {
        let stamp = self.stamp;
        self.queue.clear();
        self.queue.push(from);
        self.mark[usize::from(from)] = stamp;
        let mut least = from;
        let mut done = 0;
        while let Some(&square) = self.queue.get(done) {
            done += 1;
            least = least.min(square);
            for next in maze.step[usize::from(square)] {
                let at = usize::from(next);
                if self.mark[at] != stamp && !occupied[at] {
                    self.mark[at] = stamp;
                    self.queue.push(next);
                }
            }
        }
        least
    }

    /// Floods every region of free squares and tells how many there are.
    pub fn count_regions(&mut self, maze: &Maze, occupied: &[bool]) -> u16 {
        self.begin();
        let mut regions = 0;
        for square in maze.squares() {
            if !occupied[usize::from(square)] && !self.contains(square) {
                self.spread(maze, occupied, square);
                regions += 1;
            }
        }
        regions
    }

    /// Does the box on a square part the last flood from other free squares? Only a move of such a box
    /// lets the player go where he could not.
    pub fn is_left_by(&self, maze: &Maze, occupied: &[bool], square: Square) -> bool {
        maze.step[usize::from(square)]
            .iter()
            .any(|side| !occupied[usize::from(*side)] && !self.contains(*side))
    }

    /// The least square of the player's region after a push from one square to another, told from the last
    /// flood, the region before the push, whose least square is `least`; nothing if that is not plain.
    /// `occupied` is the board after the push.
    pub fn least_after(
        &self,
        maze: &Maze,
        occupied: &[bool],
        (from, to): (Square, Square),
        least: Square,
    ) -> Option<Square> {
        // The place left may open other parts, the place taken may cut this one.
        let opens = self.is_left_by(maze, occupied, from);
        (!opens && to != least && !(self.contains(to) && may_cut(maze, occupied, to)))
            .then(|| least.min(from))
    }

    pub fn contains(&self, square: Square) -> bool {
        self.mark[usize::from(square)] == self.stamp
    }

    /// The squares of the last region, nearest to its start first.
    pub fn squares(&self) -> &[Square] {
        &self.queue
    }
}

/// The free sides of a square that can be walked between without crossing it by the squares diagonally
/// beside it alone, as bits: those joined with one of them. There may be longer ways that join more.
pub fn joined_nearby(maze: &Maze, occupied: &[bool], square: Square, dir: usize) -> u8 {
    let is_free = |square: Square| !occupied[usize::from(square)];
    let goes_round = |at: usize, next: usize| {
        let (side, corner) =
            (maze.next(square, ROUND[at]), maze.next(maze.next(square, ROUND[at]), ROUND[next]));
        is_free(side) && is_free(corner) && is_free(maze.next(square, ROUND[next]))
    };
    let start = ROUND.iter().position(|round| *round == dir).expect("a direction");
    let mut joined = 1 << dir;
    for turn in [1, 3] {
        let mut at = start;
        while goes_round(at, (at + turn) % 4) && joined >> ROUND[(at + turn) % 4] & 1 == 0 {
            at = (at + turn) % 4;
            joined |= 1 << ROUND[at];
        }
    }
    joined
}

/// May a box on a square cut the free squares around it from each other? Not if they are joined by the
/// squares diagonally beside it.
pub fn may_cut(maze: &Maze, occupied: &[bool], square: Square) -> bool {
    let free = DIRS.into_iter().filter(|dir| !occupied[usize::from(maze.next(square, *dir))]);
    let sides = free.fold(0, |bits, dir| bits | 1 << dir);
    sides != 0 && joined_nearby(maze, occupied, square, u8::trailing_zeros(sides) as usize) != sides
}

/// The directions round a square: up, right, down, left.
pub const ROUND: [usize; 4] = [0, 3, 1, 2];

/// Steps from the player to every square.
#[derive(Clone, Debug)]
pub struct Walk {
    distance: Vec<u16>,
    queue: Vec<Square>,
}

impl Walk {
    pub const FAR: u16 = u16::MAX;

    pub fn new(maze: &Maze) -> Self {
        Walk { distance: vec![Self::FAR; maze.count + 1], queue: Vec::with_capacity(maze.count) }
    }

    pub fn flood(&mut self, maze: &Maze, occupied: &[bool], player: Square) {
        self.queue.iter().for_each(|square| self.distance[usize::from(*square)] = Self::FAR);
        self.queue.clear();
        self.queue.push(player);
        self.distance[usize::from(player)] = 0;
        let mut done = 0;
        while let Some(&square) = self.queue.get(done) {
            done += 1;
            let further = self.distance[usize::from(square)] + 1;
            for next in maze.step[usize::from(square)] {
                let at = usize::from(next);
                if self.distance[at] == Self::FAR && !occupied[at] {
                    self.distance[at] = further;
                    self.queue.push(next);
                }
            }
        }
    }

    /// Steps to a square, [`Walk::FAR`] where there is no way.
    pub fn to(&self, square: Square) -> u16 {
        self.distance[usize::from(square)]
    }

    /// The directions of a shortest walk from the player of the last flood, appended to a list.
    pub fn path(&self, maze: &Maze, to: Square, dirs: &mut Vec<usize>) {
        let first = dirs.len();
        let mut at = to;
        while self.to(at) > 0 {
            let nearer = |dir: &usize| {
                let from = maze.next(at, super::opposite(*dir));
                !maze.is_wall(from) && self.to(from) == self.to(at) - 1
            };
            let Some(dir) = DIRS.into_iter().find(nearer) else { break };
            dirs.push(dir);
            at = maze.next(at, super::opposite(dir));
        }
        dirs[first..].reverse();
    }
}
