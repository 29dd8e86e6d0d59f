//! The corral test for play: can the boxes around a part that the player cannot reach still be put
//! on goals, or the part be opened, if all other boxes are taken away? If a search of every push says
//! no, the position is lost, because other boxes only take ways away.

use std::collections::HashSet;

use super::freeze::Freeze;
use super::maze::Maze;
use super::reach::Reach;
use super::{DIRS, Square, opposite, put};

/// Larger corrals and longer searches are given up as "not known".
const MOST_BOXES: usize = 10;
const MOST_STATES: usize = 1_500;

/// The boxes of a corral that is sealed for good, if there is one.
pub fn sealed(maze: &Maze, dead: &[bool]) -> Option<Vec<Square>> {
    let mut occupied = maze.empty();
    put(&mut occupied, &maze.boxes, true);
    let mut reach = Reach::new(maze);
    reach.flood(maze, &occupied, maze.player);
    for square in maze.squares() {
        if occupied[usize::from(square)] || reach.contains(square) {
            continue;
        }
        reach.spread(maze, &occupied, square);
        let fence = fence(maze, &occupied, reach.squares());
        if fence.len() <= MOST_BOXES && is_hopeless(maze, dead, &fence) {
            return Some(fence);
        }
    }
    None
}

/// The boxes that touch an area, in order.
fn fence(maze: &Maze, occupied: &[bool], area: &[Square]) -> Vec<Square> {
    let sides = area.iter().flat_map(|square| maze.step[usize::from(*square)]);
    let mut boxes: Vec<Square> =
        sides.filter(|side| !maze.is_wall(*side) && occupied[usize::from(*side)]).collect();
    boxes.sort_unstable();
    boxes.dedup();
    boxes
}

/// Searches every push of these boxes alone on the board.
fn is_hopeless(maze: &Maze, dead: &[bool], boxes: &[Square]) -> bool {
    let mut search = Search {
        maze,
        dead,
        reach: Reach::new(maze),
        freeze: Freeze::new(maze),
        occupied: maze.empty(),
        seen: HashSet::new(),
        open: Vec::new(),
    };
    search.add(boxes.to_vec(), maze.player);
    while let Some((boxes, player)) = search.open.pop() {
        if maze.solved(&boxes) || search.seen.len() > MOST_STATES || !search.expand(&boxes, player) {
            return false;
        }
    }
    true
}

struct Search<'a> {
    maze: &'a Maze,
    dead: &'a [bool],
    reach: Reach,
    freeze: Freeze,
    occupied: Vec<bool>,
    seen: HashSet<(Vec<Square>, Square)>,
    open: Vec<(Vec<Square>, Square)>,
}

impl Search<'_> {
    fn add(&mut self, boxes: Vec<Square>, player: Square) {
        self.place(&boxes, true);
        let region = self.reach.flood(self.maze, &self.occupied, player);
        self.place(&boxes, false);
        if self.seen.insert((boxes.clone(), region)) {
            self.open.push((boxes, player));
        }
    }

    fn place(&mut self, boxes: &[Square], occupied: bool) {
        put(&mut self.occupied, boxes, occupied);
    }

    /// Makes every push; false if the player can go everywhere: then nothing is sealed any more.
    fn expand(&mut self, boxes: &[Square], player: Square) -> bool {
        self.place(boxes, true);
        self.reach.flood(self.maze, &self.occupied, player);
        let open = self.reach.squares().len() + boxes.len() == self.maze.count;
        let mut pushes = Vec::new();
        for (which, square) in boxes.iter().enumerate() {
            for dir in DIRS {
                let (behind, to) = (self.maze.next(*square, opposite(dir)), self.maze.next(*square, dir));
                let free = !self.dead[usize::from(to)] && !self.occupied[usize::from(to)];
                if free && !self.maze.is_wall(behind) && self.reach.contains(behind) {
                    pushes.push((which, *square, to));
                }
            }
        }
        for (which, square, to) in pushes {
            self.occupied[usize::from(square)] = false;
            self.occupied[usize::from(to)] = true;
            let lost = self.freeze.is_deadlock(self.maze, &self.occupied, self.dead, to);
            self.occupied[usize::from(to)] = false;
            self.place(boxes, false);
            if !lost {
                let mut next = boxes.to_vec();
                next[which] = to;
                next.sort_unstable();
                self.add(next, square);
            }
            self.place(boxes, true);
        }
        self.place(boxes, false);
        !open
    }
}
