//! Weights for Sokoban: the levels they are learned from, and the two lessons, the estimate (`estimate.rs`) and the policy
//! (`policy.rs`).
//!
//! A lesson goes over random rooms. Of each every distance is known ([`Truth`]); starts are drawn at random depths, and the
//! positions that count are those that a search would meet: on a shortest way, beside it, and where a greedy search by the
//! weights so far goes astray. One room in eight is held back to tell when to stop, with all its levels: a family is a floor.

pub mod estimate;
pub mod policy;

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use ingenio_core::{Rng, Size};
use ingenio_nets::Net;
use ingenio_search::{BestFirst, Engine, Found, Greedy, Revisit};
use ingenio_sokoban::board::maze::Maze;
use ingenio_sokoban::learned::space::{ByGuess, Guess, Opinion, Pushes, State};
use ingenio_sokoban::level::Level;

use crate::fit::Patience;
use crate::held_out::{HeldOut, family};
use crate::room::{self, Maker};
use crate::truth::Truth;

/// Weights of a table: two tables of so many bytes are shipped.
pub const BITS: u32 = 17;

/// How a net is fitted.
#[derive(Clone, Copy, Debug)]
pub struct Settings {
    pub seed: u64,
    pub pace: f32,
    pub patience: Patience,
}

/// What a lesson is made of.
#[derive(Clone, Copy, Debug)]
pub struct Plan {
    pub threads: usize,
    pub seed: u64,
    /// Starts in each room.
    pub starts: usize,
    /// Expansions of the search that goes astray from each start.
    pub astray: u64,
    /// Positions of a room at most.
    pub most: usize,
    /// One sibling position in so many is taken.
    pub one_in: usize,
}

/// A room with its truth, and the positions drawn from it.
#[derive(Debug)]
pub struct Drawn {
    /// With every box on a goal.
    pub solved: Level,
    pub maze: Maze,
    pub truth: Truth,
    /// On shortest ways.
    pub ways: Vec<State>,
    /// Expanded by a search.
    pub astray: Vec<State>,
    /// Is it held back?
    pub back: bool,
}

/// The room of a number, if it is one to learn in.
pub fn draw(plan: &Plan, held_out: &HeldOut, number: u64, guess: &Guess) -> Option<Drawn> {
    let rng = &mut Rng::stream(plan.seed, number);
    let maker = if rng.one_in(3) { Maker::Templates } else { Maker::Walker };
    let side = |rng: &mut Rng| if rng.one_in(3) { rng.between(7, 11) } else { 10 };
    let (width, height) = (side(rng), side(rng));
    let boxes = [4, 4, 4, 4, 3, 5, 2][rng.below(7)];
    let solved = room::solved(rng, maker, Size::new(width, height), boxes)?;
    if held_out.forbids(&solved) {
        return None;
    }
    let maze = Maze::new(&solved);
    let truth = Truth::of(&maze, plan.most)?;
    let depth = truth.depth();
    if usize::from(depth) < 4 * boxes {
        return None;
    }
    let hash = family(&solved)
        .iter()
        .fold(0u64, |hash, byte| (hash ^ u64::from(*byte)).wrapping_mul(0x100_0000_01b3));
    let mut drawn = Drawn {
        solved,
        maze,
        truth,
        ways: Vec::new(),
        astray: Vec::new(),
        back: (hash >> 40).is_multiple_of(8),
    };
    for _ in 0..plan.starts {
        let far = rng.between(usize::from(depth) / 3, usize::from(depth)) as u8;
        let start = pick(rng, &drawn.truth, far)?;
        drawn.go(rng, &start, plan, guess);
    }
    Some(drawn)
}

fn pick(rng: &mut Rng, truth: &Truth, far: u8) -> Option<State> {
    let mut all = truth.at(far);
    let count = all.len();
    (count > 0).then(|| all.nth(rng.below(count))).flatten().map(Vec::into_boxed_slice)
}

impl Drawn {
    fn go(&mut self, rng: &mut Rng, start: &State, plan: &Plan, guess: &Guess) {
        let mut maze = self.maze.clone();
        let (player, boxes) = start.split_last().expect("a player follows the boxes");
        (maze.boxes, maze.player) = (boxes.to_vec(), *player);
        let space = Pushes::new(maze.clone(), Guess::Assignment, Opinion::Even);
        let mut here = start.clone();
        while let Some(far) = self.truth.far(&here).filter(|far| *far > 0) {
            self.ways.push(here.clone());
            let mut nearer = Vec::new();
            space.pushes(&here, |_, next| {
                if self.truth.far(&next) == Some(far - 1) {
                    nearer.push(next);
                }
            });
            let Some(next) = rng.choose(&nearer) else { break };
            here.clone_from(next);
        }
        let space = Pushes::new(maze, guess.clone(), Opinion::Even);
        let mut search = BestFirst::new(ByGuess(Arc::new(space)), Greedy, Revisit::Never, 1 << 30);
        for _ in 0..plan.astray {
            if search.advance(1) != Found::Running {
                break;
            }
            self.astray.extend(search.state().cloned());
        }
    }
}

/// Does a piece of work for every number on so many threads; the results in the order of the numbers, whatever thread is
/// quick. `tell` hears how many are done.
pub fn for_each<T: Send>(
    numbers: std::ops::Range<u64>,
    threads: usize,
    work: impl Fn(u64) -> T + Sync,
    tell: &(dyn Fn(u64) + Sync),
) -> Vec<T> {
    let (next, done) = (AtomicU64::new(numbers.start), AtomicU64::new(0));
    let one = || {
        let mut mine = Vec::new();
        loop {
            let number = next.fetch_add(1, Relaxed);
            if number >= numbers.end {
                return mine;
            }
            mine.push((number, work(number)));
            tell(done.fetch_add(1, Relaxed) + 1);
        }
    };
    let mut all: Vec<(u64, T)> = std::thread::scope(|scope| {
        let workers: Vec<_> = (0..threads.max(1)).map(|_| scope.spawn(one)).collect();
        workers.into_iter().flat_map(|worker| worker.join().expect("no work panics")).collect()
    });
    all.sort_by_key(|(number, _)| *number);
    all.into_iter().map(|(_, result)| result).collect()
}

/// What a search is guided by: weights, or the assignment alone.
pub fn guess(net: Option<&Arc<Net>>) -> Guess {
    net.map_or(Guess::Assignment, |net| Guess::Learned(net.clone()))
}
