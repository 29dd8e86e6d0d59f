//! What a learned estimate sees of a position: around every box and every goal the squares in patterns of several shapes,
//! turned and mirrored images counting as one; how boxes lie to each other; what the assignment of boxes to goals says, and
//! whether some push serves it.
//!
//! The estimate is the cheapest assignment, which is a lower bound, plus what the weights say is lacking. It is no bound.

use ingenio_nets::{Net, row};

use super::window::{self, Codes};
use crate::board::bound::Bound;
use crate::board::maze::Maze;
use crate::board::reach::Reach;
use crate::board::{DIRS, Square, opposite, put};

/// An estimate is told in so many parts of a push.
pub const PARTS: u32 = 16;

/// The most that weights may say is lacking, in pushes; as far as lost positions are put away. Chosen by hand.
pub const MOST_LACKING: f32 = 40.0;

/// Kinds of patterns; what is seen of goals has [`OF_GOALS`] added.
const OF_GOALS: u64 = 32;
const SIDES: u64 = 8;
const PAIRS: u64 = 64;
const BOXES: u64 = 65;
const ALL: u64 = 66;

/// Looks at positions of one maze.
#[derive(Clone, Debug)]
pub struct Eyes {
    pub codes: Codes,
    pub bound: Bound,
    pub reach: Reach,
    pub occupied: Vec<bool>,
    rows: Vec<u32>,
    targets: Vec<usize>,
}

impl Eyes {
    pub fn new(maze: &Maze) -> Self {
        let bound = Bound::to_goals(maze);
        Eyes {
            codes: Codes::new(maze, bound.dead()),
            bound,
            reach: Reach::new(maze),
            occupied: maze.empty(),
            rows: Vec::new(),
            targets: Vec::new(),
        }
    }

    /// Without the distances of the bound, which clones share.
    pub fn bytes(&self) -> u64 {
        self.codes.bytes() + (self.occupied.len() * 5) as u64
    }

    /// Looks at a position (boxes in order, then the player). Its assignment; nothing if there is none.
    pub fn look(&mut self, maze: &Maze, state: &[Square]) -> Option<u32> {
        let (player, boxes) = state.split_last()?;
        let assignment = self.bound.of(state)?;
        put(&mut self.occupied, boxes, true);
        self.reach.flood(maze, &self.occupied, *player);
        put(&mut self.occupied, boxes, false);
        self.codes.draw(maze, boxes, self.reach.squares());
        Some(assignment)
    }

    /// The estimate of a position in parts of a push; nothing if it is lost for certain.
    pub fn estimate(&mut self, maze: &Maze, net: &Net, state: &[Square]) -> Option<u32> {
        let assignment = self.look(maze, state)?;
        Some(self.guess(maze, net, state, assignment))
    }

    /// The estimate of the position looked at.
    pub fn guess(&mut self, maze: &Maze, net: &Net, state: &[Square], assignment: u32) -> u32 {
        if maze.solved(&state[..state.len() - 1]) {
            return 0;
        }
        let mut rows = std::mem::take(&mut self.rows);
        self.patterns(maze, state, assignment, net.bits(), &mut rows);
        let lacking = net.value(&rows).clamp(0.0, MOST_LACKING);
        self.rows = rows;
        assignment * PARTS + (lacking * PARTS as f32) as u32
    }

    /// The rows of the position looked at, in a table of `1 << bits` rows.
    pub fn patterns(
        &mut self,
        maze: &Maze,
        state: &[Square],
        assignment: u32,
        bits: u32,
        rows: &mut Vec<u32>,
    ) {
        rows.clear();
        let (player, boxes) = state.split_last().expect("a player follows the boxes");
        let goals = maze.goals.iter().filter(|goal| boxes.binary_search(goal).is_err());
        for (square, kind) in boxes.iter().map(|square| (square, 0)).chain(goals.map(|goal| (goal, OF_GOALS)))
        {
            self.patterns_around(*square, kind, bits, rows);
        }
        self.pairs(maze, boxes, bits, rows);
        let pushes = self.boxes(maze, boxes, *player, bits, rows);
        let left = boxes.iter().filter(|square| !maze.is_goal[usize::from(**square)]).count();
        let of_all = [boxes.len().min(15), left.min(15), assignment.min(63) as usize, pushes.min(15)];
        let [count, left, far, pushes] = of_all.map(|figure| figure as u128);
        let walks = (self.reach.squares().len() * 8 / maze.count) as u128;
        for (at, figures) in [count << 4 | left, left << 6 | far, left << 4 | pushes, left << 4 | walks]
            .into_iter()
            .enumerate()
        {
            rows.push(row(ALL + at as u64, figures, bits));
        }
    }

    fn patterns_around(&self, square: Square, kind: u64, bits: u32, rows: &mut Vec<u32>) {
        let window = self.codes.window(square);
        let middle = u128::from(window[12]) << 100;
        let around = window::around(&window);
        for (at, mask) in [window::NEAR, window::DIAMOND, window::ARMS].into_iter().enumerate() {
            rows.push(row(kind + at as u64, middle | around & mask, bits));
        }
        for (at, side) in window::sides(&window).into_iter().enumerate() {
            rows.push(row(kind + SIDES + at as u64 / 4, middle | u128::from(side), bits));
        }
    }

    /// How boxes lie to each other, up to four squares apart.
    fn pairs(&self, maze: &Maze, boxes: &[Square], bits: u32, rows: &mut Vec<u32>) {
        for (at, one) in boxes.iter().enumerate() {
            for other in &boxes[at + 1..] {
                let (first, second) = (maze.cell(*one), maze.cell(*other));
                let apart = [first.row.abs_diff(second.row), first.column.abs_diff(second.column)];
                if apart.iter().all(|apart| *apart <= 4) {
                    let [least, most] = if apart[0] < apart[1] { apart } else { [apart[1], apart[0]] };
                    let mut codes = [self.codes.of(*one), self.codes.of(*other)];
                    codes.sort_unstable();
                    let pair = least << 12 | most << 8 | u16::from(codes[0]) << 4 | u16::from(codes[1]);
                    rows.push(row(PAIRS, u128::from(pair), bits));
                }
            }
        }
    }

    /// What is said of each box by itself; gives how many pushes there are.
    fn boxes(
        &mut self,
        maze: &Maze,
        boxes: &[Square],
        player: Square,
        bits: u32,
        rows: &mut Vec<u32>,
    ) -> usize {
        let mut targets = std::mem::take(&mut self.targets);
        self.bound.assignment().targets(&mut targets);
        let mut pushes = 0;
        for (which, square) in boxes.iter().enumerate() {
            let distances = self.bound.row(*square, player);
            let (far, target) = (distances[targets[which]], targets[which]);
            let nearest = distances.iter().min().copied().unwrap_or(far);
            let (mut some, mut serving) = (0, 0);
            for dir in DIRS {
                let (behind, to) = (maze.next(*square, opposite(dir)), maze.next(*square, dir));
                let free = |at: Square| !maze.is_wall(at) && boxes.binary_search(&at).is_err();
                if free(to)
                    && !maze.is_wall(behind)
                    && self.reach.contains(behind)
                    && !self.bound.dead()[usize::from(to)]
                {
                    some += 1;
                    serving += usize::from(self.bound.row(to, *square)[target] < far);
                }
            }
            pushes += some;
            let (far, more) = (usize::from(far.min(31)), usize::from((far - nearest).min(7)));
            let figures = far << 9 | more << 6 | some << 3 | serving;
            rows.push(row(BOXES + OF_GOALS, figures as u128, bits));
            let figures = (far.min(1) << 2 | some.min(1) << 1 | serving.min(1)) as u128;
            rows.push(row(BOXES, u128::from(self.codes.of(*square)) << 4 | figures, bits));
        }
        self.targets = targets;
        pushes
    }
}
