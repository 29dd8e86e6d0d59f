//! Boxes that never move again, and what follows from them.
//!
//! *Stuck*: take away every box that could be pushed along some line if the others were the only
//! obstacles, again and again; what stays can never move, because taking boxes away only frees more than
//! any play does. If one of those stands off its goal, the position is lost.
//!
//! *Walls*: the stuck boxes on goals are walls from now on. If the other boxes cannot be assigned to the
//! other goals among these walls, each to one it can be pushed to, the position is lost.
//!
//! *Last pushes*: the solved position, seen backwards. Among the same walls, take away every box on a
//! goal that the player can pull by one square, again and again, his ground growing meanwhile. A goal
//! whose box stays for every place the player may end cannot be filled any more, so it must be full now;
//! if for each such place some goal that is empty now stays full, the position is lost.
//!
//! All three are sound: `soundness` tests replay solutions through them.

use std::collections::HashMap;

use super::boxway::{BoxWays, NEVER, Way};
use super::maze::Maze;
use super::reach::Reach;
use super::{DIRS, Square, put};

/// What is remembered of sets of stuck boxes, in bytes, before all are forgotten. Chosen by hand.
const MOST_BYTES: u64 = 8 << 20;

/// What follows from a set of stuck boxes.
#[derive(Clone, Debug)]
struct Walls {
    /// For each goal left, the squares a box can be pushed there from, as bits.
    goals: Vec<Vec<u64>>,
    /// For each place the player may end, the goals that cannot be filled any more.
    unfillable: Vec<Vec<Square>>,
}

#[derive(Clone, Debug)]
pub struct Stuck {
    known: HashMap<Vec<Square>, Walls>,
    ways: BoxWays,
    reach: Reach,
    board: Vec<bool>,
    /// The boxes of the position in hand that never move again.
    fixed: Vec<Square>,
    holder: Vec<usize>,
    tried: Vec<bool>,
    /// What the known sets take.
    bytes: u64,
    /// How often each test fired: a stuck box off its goal, no assignment, last pushes.
    pub fired: [u64; 3],
}

const NOBODY: usize = usize::MAX;

impl Stuck {
    pub fn new(maze: &Maze) -> Self {
        Stuck {
            known: HashMap::new(),
            ways: BoxWays::new(maze),
            reach: Reach::new(maze),
            board: maze.empty(),
            fixed: Vec::new(),
            holder: Vec::new(),
            tried: Vec::new(),
            bytes: 0,
            fired: [0; 3],
        }
    }

    /// May a box that was just pushed here have become stuck, or made others so? Not if it can move at once.
    pub fn is_suspect(maze: &Maze, occupied: &[bool], dead: &[bool], moved: Square) -> bool {
        !can_move(maze, occupied, dead, moved)
    }

    /// Is a position lost by its stuck boxes? `dead` are squares where a box is lost anyway.
    pub fn is_lost(&mut self, maze: &Maze, boxes: &[Square], dead: &[bool]) -> bool {
        self.find_stuck(maze, boxes, dead);
        if self.fixed.iter().any(|square| !maze.is_goal[usize::from(*square)]) {
            self.fired[0] += 1;
            return true;
        }
        self.learn(maze);
        if !self.can_assign(boxes) {
            self.fired[1] += 1;
            return true;
        }
        let walls = &self.known[&self.fixed];
        let full = |goals: &Vec<Square>| goals.iter().all(|goal| boxes.binary_search(goal).is_ok());
        let lost = !walls.unfillable.iter().any(full);
        self.fired[2] += u64::from(lost);
        lost
    }

    /// The boxes that can never move again.
    fn find_stuck(&mut self, maze: &Maze, boxes: &[Square], dead: &[bool]) {
        self.fixed.clear();
        self.fixed.extend_from_slice(boxes);
        put(&mut self.board, boxes, true);
        loop {
            let before = self.fixed.len();
            let board = &mut self.board;
            self.fixed.retain(|square| {
                let free = can_move(maze, board, dead, *square);
                board[usize::from(*square)] = !free;
                !free
            });
            if self.fixed.len() == before {
                break;
            }
        }
        put(&mut self.board, &self.fixed, false);
    }

    /// Makes sure that the walls of the stuck boxes are known.
    fn learn(&mut self, maze: &Maze) {
        if self.known.contains_key(&self.fixed) {
            return;
        }
        if self.bytes >= MOST_BYTES {
            self.known.clear();
            self.bytes = 0;
        }
        put(&mut self.board, &self.fixed, true);
        let walls = Walls { goals: Vec::new(), unfillable: self.unfillable(maze) };
        let walls = self.find_ways(maze, walls);
        put(&mut self.board, &self.fixed, false);
        self.bytes += walls.bytes() + self.fixed.len() as u64 * 2;
        self.known.insert(self.fixed.clone(), walls);
    }

    fn find_ways(&mut self, maze: &Maze, mut walls: Walls) -> Walls {
        self.ways.wall(maze, &self.board);
        for goal in maze.goals.iter().filter(|goal| !self.board[usize::from(**goal)]) {
            let far = self.ways.spread(maze, &self.board, &[*goal], Way::Pull);
            let mut bits = vec![0; maze.count.div_ceil(64)];
            for square in (0..maze.count).filter(|square| far[*square] != NEVER) {
                bits[square / 64] |= 1 << (square % 64);
            }
            walls.goals.push(bits);
        }
        walls
    }

    /// For each region of the solved board, the goals that keep their boxes whatever is pulled.
    fn unfillable(&mut self, maze: &Maze) -> Vec<Vec<Square>> {
        let mut all = Vec::new();
        let mut board = self.board.clone();
        put(&mut board, &maze.goals, true);
        let mut seen = Reach::new(maze);
        seen.begin();
        for player in maze.squares() {
            if board[usize::from(player)] || seen.contains(player) {
                continue;
            }
            seen.spread(maze, &board, player);
            let mut left = board.clone();
            self.pull_off(maze, &mut left, player);
            let stays = |goal: &&Square| left[usize::from(**goal)];
            all.push(maze.goals.iter().filter(stays).copied().collect());
        }
        all
    }

    /// Takes away every box that can be pulled, the stuck ones excepted.
    fn pull_off(&mut self, maze: &Maze, left: &mut [bool], player: Square) {
        loop {
            self.reach.flood(maze, left, player);
            let stands = |square: Square| !left[usize::from(square)] && self.reach.contains(square);
            let comes = |goal: &&Square| {
                !self.board[usize::from(**goal)]
                    && left[usize::from(**goal)]
                    && DIRS.into_iter().any(|dir| {
                        let side = maze.next(**goal, dir);
                        stands(side) && stands(maze.next(side, dir))
                    })
            };
            let off: Vec<Square> = maze.goals.iter().filter(comes).copied().collect();
            if off.is_empty() {
                return;
            }
            put(left, &off, false);
        }
    }

    /// Can every box that is not stuck have a goal of its own?
    fn can_assign(&mut self, boxes: &[Square]) -> bool {
        let walls = &self.known[&self.fixed];
        self.holder.clear();
        self.holder.resize(walls.goals.len(), NOBODY);
        let loose: Vec<Square> =
            boxes.iter().copied().filter(|square| self.fixed.binary_search(square).is_err()).collect();
        (0..loose.len()).all(|which| {
            self.tried.clear();
            self.tried.resize(walls.goals.len(), false);
            assign(&walls.goals, &loose, which, &mut self.holder, &mut self.tried)
        })
    }

    pub fn bytes(&self) -> u64 {
        self.bytes
    }
}

impl Walls {
    fn bytes(&self) -> u64 {
        let goals: usize = self.goals.iter().map(|bits| 24 + bits.len() * 8).sum();
        let unfillable: usize = self.unfillable.iter().map(|goals| 24 + goals.len() * 2).sum();
        (goals + unfillable + 128) as u64
    }
}

fn can_move(maze: &Maze, board: &[bool], dead: &[bool], square: Square) -> bool {
    [(0, 1), (2, 3)].into_iter().any(|(one, other)| {
        let (one, other) = (usize::from(maze.next(square, one)), usize::from(maze.next(square, other)));
        !(board[one] || board[other] || dead[one] && dead[other])
    })
}

/// Gives a box a goal, others making room if need be.
fn assign(
    goals: &[Vec<u64>],
    boxes: &[Square],
    which: usize,
    holder: &mut [usize],
    tried: &mut [bool],
) -> bool {
    let at = usize::from(boxes[which]);
    for goal in 0..goals.len() {
        if tried[goal] || goals[goal][at / 64] >> (at % 64) & 1 == 0 {
            continue;
        }
        tried[goal] = true;
        if holder[goal] == NOBODY || assign(goals, boxes, holder[goal], holder, tried) {
            holder[goal] = which;
            return true;
        }
    }
    false
}
