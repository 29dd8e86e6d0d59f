//! Knots: boxes each of which could move, but that never come loose from each other.
//!
//! Take away every box that can be pushed to a goal, or to many squares, while the others stay, and every
//! box on a goal that can be pushed at all, again and again. What is left is a knot. A search of every push of it follows,
//! boxes that come loose being taken away at once; if no way unties it, the position is lost. Taking
//! boxes away only frees more than any play does, so this is sound (`soundness` tests). Searches that
//! grow too long are given up as "not known", which is always safe. Verdicts are remembered.

use std::collections::{HashMap, HashSet};

use super::blocks::Blocks;
use super::freeze::Freeze;
use super::maze::Maze;
use super::reach::{Reach, joined_nearby};
use super::{DIRS, Square, opposite, put};

/// Longer searches are given up, and more boxes are not looked at together (measured: 30 to 100 states and
/// 6 to 16 boxes make little difference, see bench/SOKOBAN.md).
const MOST_STATES: usize = 60;
const MOST_BOXES: usize = 12;

/// A box that has so many places to go is loose too: a knot leaves its boxes little room, and whoever
/// roams makes the search long. Chosen by hand.
const ROAMS: usize = 8;

/// Verdicts that are remembered before all are forgotten.
const MOST_VERDICTS: usize = 200_000;

#[derive(Clone, Debug)]
pub struct Knots {
    verdicts: HashMap<Vec<Square>, bool>,
    /// What was found of all boxes that do not come loose at once: positions differ mostly by the others.
    wholes: HashMap<Vec<Square>, bool>,
    /// Boxes of verdicts, for the count of bytes.
    held: usize,
    loose: Loose,
    freeze: Freeze,
    seen: HashSet<Vec<Square>>,
    /// Knots to be looked at: boxes in order, then the player's region.
    open: Vec<Vec<Square>>,
    pub fired: u64,
}

impl Knots {
    pub fn new(maze: &Maze) -> Self {
        Knots {
            verdicts: HashMap::new(),
            wholes: HashMap::new(),
            held: 0,
            loose: Loose::new(maze),
            freeze: Freeze::new(maze),
            seen: HashSet::new(),
            open: Vec::new(),
            fired: 0,
        }
    }

    /// Is there a knot that no push unties? `region` is where the player can walk, with its least square.
    pub fn is_lost(
        &mut self,
        maze: &Maze,
        boxes: &[Square],
        (least, region): (Square, &Reach),
        dead: &[bool],
    ) -> bool {
        self.loose.reach.copy(region);
        let Some(knot) = self.loose.knot_of_region(maze, dead, boxes.to_vec(), least) else { return false };
        let known = self.wholes.get(&knot).copied();
        let lost = known.unwrap_or_else(|| self.judge_whole(maze, dead, knot));
        self.fired += u64::from(lost);
        lost
    }

    /// Looks at the boxes around each other together.
    fn judge_whole(&mut self, maze: &Maze, dead: &[bool], knot: Vec<Square>) -> bool {
        let (player, boxes) = knot.split_last().expect("a player follows the boxes");
        let mut left = boxes.to_vec();
        let mut lost = false;
        while let Some(first) = left.pop().filter(|_| !lost && !maze.alarm.rings()) {
            let near = around(maze, boxes, first);
            left.retain(|square| !near.contains(square));
            lost = self.is_tied(maze, dead, near, *player);
        }
        self.forget_if_many();
        self.held += knot.len();
        self.wholes.insert(knot, lost);
        lost
    }

    fn forget_if_many(&mut self) {
        if self.verdicts.len() + self.wholes.len() >= MOST_VERDICTS {
            self.verdicts.clear();
            self.wholes.clear();
            self.held = 0;
        }
    }

    /// Do these boxes alone make a knot that no push unties?
    fn is_tied(&mut self, maze: &Maze, dead: &[bool], boxes: Vec<Square>, player: Square) -> bool {
        let Some(knot) = self.loose.knot(maze, dead, boxes, player) else { return false };
        match self.verdicts.get(&knot) {
            Some(verdict) => *verdict,
            None => self.judge(maze, dead, knot),
        }
    }

    fn judge(&mut self, maze: &Maze, dead: &[bool], knot: Vec<Square>) -> bool {
        let lost = self.search(maze, dead, knot.clone());
        self.forget_if_many();
        self.held += knot.len();
        self.verdicts.insert(knot, lost);
        lost
    }

    /// Tries every push; true if none leads to a knot untied.
    fn search(&mut self, maze: &Maze, dead: &[bool], start: Vec<Square>) -> bool {
        self.seen.clear();
        self.open.clear();
        self.seen.insert(start.clone());
        self.open.push(start);
        while let Some(knot) = self.open.pop() {
            if self.seen.len() > MOST_STATES || maze.alarm.rings() || !self.expand(maze, dead, &knot) {
                return false;
            }
        }
        true
    }

    /// Makes every push of a knot; false if one unties it.
    fn expand(&mut self, maze: &Maze, dead: &[bool], knot: &[Square]) -> bool {
        let (player, boxes) = knot.split_last().expect("a player follows the boxes");
        let pushes = self.loose.pushes(maze, dead, boxes, *player);
        for (which, to) in pushes {
            let mut next = boxes.to_vec();
            next[which] = to;
            next.sort_unstable();
            if self.is_frozen(maze, dead, &next, to) {
                continue;
            }
            let Some(next) = self.loose.knot(maze, dead, next, boxes[which]) else { return false };
            if self.seen.insert(next.clone()) {
                self.open.push(next);
            }
        }
        true
    }

    fn is_frozen(&mut self, maze: &Maze, dead: &[bool], boxes: &[Square], moved: Square) -> bool {
        put(&mut self.loose.board, boxes, true);
        let frozen = self.freeze.is_deadlock(maze, &self.loose.board, dead, moved);
        put(&mut self.loose.board, boxes, false);
        frozen
    }

    pub fn bytes(&self) -> u64 {
        (self.held * size_of::<Square>() + (self.verdicts.len() + self.wholes.len()) * 56) as u64
    }
}

/// How it is found out which sides of a square the player can walk between.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Sight {
    /// By the squares around it alone, which mostly tell.
    Nearby,
    /// By the blocks of the board, which have not been opened at the box in hand.
    Far,
    /// By the blocks opened there.
    Opened,
}

/// Takes away boxes that come loose.
#[derive(Clone, Debug)]
struct Loose {
    blocks: Blocks,
    /// How well it is known which sides of a square are joined.
    sight: Sight,
    /// Would more have been seen by blocks?
    is_unsure: bool,
    reach: Reach,
    /// Empty between two calls.
    board: Vec<bool>,
    tried: Vec<u8>,
    open: Vec<(Square, u8)>,
}

impl Loose {
    fn new(maze: &Maze) -> Self {
        Loose {
            blocks: Blocks::new(maze),
            sight: Sight::Nearby,
            is_unsure: false,
            reach: Reach::new(maze),
            board: maze.empty(),
            tried: vec![0; maze.count + 1],
            open: Vec::new(),
        }
    }

    /// The boxes that stay, in order, and the player's region; nothing if all of them are on goals.
    fn knot(
        &mut self,
        maze: &Maze,
        dead: &[bool],
        boxes: Vec<Square>,
        player: Square,
    ) -> Option<Vec<Square>> {
        put(&mut self.board, &boxes, true);
        let region = self.reach.flood(maze, &self.board, player);
        put(&mut self.board, &boxes, false);
        self.knot_of_region(maze, dead, boxes, region)
    }

    /// The same where the player's region is known, with its least square.
    fn knot_of_region(
        &mut self,
        maze: &Maze,
        dead: &[bool],
        mut boxes: Vec<Square>,
        mut region: Square,
    ) -> Option<Vec<Square>> {
        put(&mut self.board, &boxes, true);
        self.sight = Sight::Nearby;
        // On a huge board one pass takes milliseconds; who is to stop knows of no knot.
        while !maze.alarm.rings() {
            if self.take_away(maze, dead, &mut boxes, &mut region) {
                self.sight = Sight::Nearby;
            } else if self.sight == Sight::Nearby && self.is_unsure && !maze.solved(&boxes) {
                self.blocks.find(maze, &self.board);
                self.sight = Sight::Far;
            } else {
                break;
            }
        }
        put(&mut self.board, &boxes, false);
        let tied = !maze.solved(&boxes) && !maze.alarm.was_heard();
        boxes.push(region);
        tied.then_some(boxes)
    }

    /// Takes away the boxes that come loose as far as is seen, and lets the player walk where they stood;
    /// true if there were any. Blocks are those of the board before the first of them, so that no other is
    /// looked for then.
    fn take_away(
        &mut self,
        maze: &Maze,
        dead: &[bool],
        boxes: &mut Vec<Square>,
        region: &mut Square,
    ) -> bool {
        let (before, far) = (boxes.len(), self.sight != Sight::Nearby);
        self.is_unsure = false;
        let mut found = false;
        boxes.retain(|square| {
            if found && far || !self.comes_loose(maze, dead, *square) {
                return true;
            }
            found = true;
            self.board[usize::from(*square)] = false;
            let is_reached = |side: &Square| !maze.is_wall(*side) && self.reach.contains(*side);
            if maze.step[usize::from(*square)].iter().any(is_reached) {
                *region = self.reach.spread(maze, &self.board, *square).min(*region);
            }
            false
        });
        boxes.len() < before
    }

    /// The sides from which a box can be pushed now, as bits.
    fn sides(&self, maze: &Maze, dead: &[bool], square: Square) -> u8 {
        let can_push = |dir: &usize| {
            let (side, to) = (maze.next(square, *dir), usize::from(maze.next(square, opposite(*dir))));
            !maze.is_wall(side) && self.reach.contains(side) && !self.board[to] && !dead[to]
        };
        DIRS.into_iter().filter(can_push).fold(0, |bits, dir| bits | 1 << dir)
    }

    fn comes_loose(&mut self, maze: &Maze, dead: &[bool], square: Square) -> bool {
        let sides = self.sides(maze, dead, square);
        if sides == 0 || maze.is_goal[usize::from(square)] {
            return sides != 0;
        }
        self.board[usize::from(square)] = false;
        let away = self.gets_away(maze, dead, square, sides);
        self.board[usize::from(square)] = true;
        away
    }

    /// Can the box, taken from the board, be pushed from its square to a goal or to many squares, the
    /// first push from one of these sides?
    fn gets_away(&mut self, maze: &Maze, dead: &[bool], from: Square, sides: u8) -> bool {
        if self.sight == Sight::Opened {
            self.sight = Sight::Far;
        }
        self.tried.fill(0);
        self.tried[usize::from(from)] = sides;
        self.open.clear();
        self.open.push((from, sides));
        let mut next = 0;
        while let Some(&(square, sides)) = self.open.get(next) {
            next += 1;
            for dir in DIRS.into_iter().filter(|dir| sides >> dir & 1 != 0) {
                let (side, to) = (maze.next(square, dir), maze.next(square, opposite(dir)));
                let at = usize::from(to);
                let blocked = self.board[usize::from(side)] || self.board[at] || dead[at];
                if blocked || self.tried[at] >> dir & 1 != 0 {
                    continue;
                }
                if maze.is_goal[at] || next > ROAMS {
                    return true;
                }
                let joined = self.joined(maze, from, to, dir);
                self.tried[at] |= joined;
                self.open.push((to, joined));
            }
        }
        false
    }

    /// The sides of a square between which the player can walk round it, as far as is seen; `from` is where
    /// the box in hand stood.
    fn joined(&mut self, maze: &Maze, from: Square, square: Square, dir: usize) -> u8 {
        let nearby = joined_nearby(maze, &self.board, square, dir);
        let is_free = |side: &usize| !self.board[usize::from(maze.next(square, *side))];
        if DIRS.into_iter().filter(is_free).all(|side| nearby >> side & 1 != 0) {
            return nearby;
        }
        match self.sight {
            Sight::Nearby => {
                self.is_unsure = true;
                return nearby;
            }
            Sight::Far => self.blocks.open(maze, from),
            Sight::Opened => {}
        }
        self.sight = Sight::Opened;
        self.blocks.joined(maze, square, dir)
    }

    /// The pushes of a position: which box, and where to.
    fn pushes(
        &mut self,
        maze: &Maze,
        dead: &[bool],
        boxes: &[Square],
        player: Square,
    ) -> Vec<(usize, Square)> {
        put(&mut self.board, boxes, true);
        self.reach.flood(maze, &self.board, player);
        let mut pushes = Vec::new();
        for (which, square) in boxes.iter().enumerate() {
            let sides = self.sides(maze, dead, *square);
            let dirs = DIRS.into_iter().filter(|dir| sides >> dir & 1 != 0);
            pushes.extend(dirs.map(|dir| (which, maze.next(*square, opposite(dir)))));
        }
        put(&mut self.board, boxes, false);
        pushes
    }
}

/// The boxes nearest to one of them, each within two steps of another, in order.
fn around(maze: &Maze, boxes: &[Square], first: Square) -> Vec<Square> {
    let mut near = vec![first];
    let mut next = 0;
    while let Some(&square) = near.get(next) {
        next += 1;
        let steps = maze.step[usize::from(square)];
        let further = steps.into_iter().flat_map(|step| maze.step[usize::from(step)]);
        for other in steps.into_iter().chain(further) {
            if near.len() < MOST_BOXES && boxes.binary_search(&other).is_ok() && !near.contains(&other) {
                near.push(other);
            }
        }
    }
    near.sort_unstable();
    near
}
