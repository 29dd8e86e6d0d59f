//! The graph of all boards, for the engines that remember states.

use std::sync::Arc;

use ingenio_core::{Criterion, Dir, Run, Size, Task};
use ingenio_search::{Claims, Engine, Graph, PathRun, Reversible};

use super::astar_euclidean::Straight;
use super::board::Board;
use crate::level::{Level, Tile};
use crate::metric::{MOVES, SLIDES};
use crate::solve::deepening::manhattan::Distances;
use crate::words;

/// The blank goes some cells in one direction; one cell where moves are counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Slide {
    pub dir: Dir,
    pub cells: u8,
}

/// The boards that can be reached from a level, packed as `B`.
#[derive(Clone, Debug)]
pub struct Tiles<B> {
    start: B,
    goal: B,
    /// For every cell and direction, the cell reached by one step.
    next: Arc<[[Option<u16>; 4]]>,
    /// Several tiles may slide at once.
    slides: bool,
    /// The estimate; without it every board is 0 from its goal.
    distances: Option<Distances>,
    straight: Option<Straight>,
}

impl<B: Board> Tiles<B> {
    pub fn new(level: &Level, metric: Criterion) -> Self {
        Tiles {
            start: B::pack(level.tiles()),
            goal: B::pack(level.goal()),
            next: steps(level.size()),
            slides: metric == SLIDES,
            distances: None,
            straight: None,
        }
    }

    /// With the Manhattan distance as estimate. It counts moves, so it bounds moves only.
    pub fn with_manhattan(level: &Level) -> Self {
        Tiles { distances: Some(Distances::new(level)), ..Tiles::new(level, MOVES) }
    }

    /// With the sum of straight-line distances as estimate.
    pub fn with_straight(level: &Level) -> Self {
        Tiles { straight: Some(Straight::new(level)), ..Tiles::new(level, MOVES) }
    }

    #[inline]
    fn step(&self, cell: usize, dir: Dir) -> Option<usize> {
        self.next[cell][dir as usize].map(usize::from)
    }

    /// All boards one action away, with the direction and number of cells the blank goes.
    #[inline]
    fn neighbours(&self, board: &B, mut visit: impl FnMut(Dir, u8, B)) {
        let blank = board.blank();
        for dir in Dir::ALL {
            let (mut at, mut here, mut cells) = (blank, board.clone(), 0);
            while let Some(next) = self.step(at, dir) {
                here = here.slid(next, at);
                (at, cells) = (next, cells + 1);
                visit(dir, cells, here.clone());
                if !self.slides {
                    break;
                }
            }
        }
    }
}

fn steps(size: Size) -> Arc<[[Option<u16>; 4]]> {
    let of = |cell| Dir::ALL.map(|dir| size.step(cell, dir).map(|next| next as u16));
    (0..size.cells()).map(of).collect()
}

impl<B: Board> Graph for Tiles<B> {
    type State = B;
    type Action = Slide;

    /// One move changes one tile's distance by one.
    const CONSISTENT: bool = true;

    fn start(&self) -> B {
        self.start.clone()
    }

    #[inline]
    fn is_goal(&self, state: &B) -> bool {
        *state == self.goal
    }

    #[inline]
    fn expand(&self, state: &B, mut visit: impl FnMut(Slide, B, u32)) {
        self.neighbours(state, |dir, cells, board| visit(Slide { dir, cells }, board, 1));
    }

    #[inline]
    fn estimate(&self, state: &B) -> Option<u32> {
        let straight = || self.straight.as_ref().map_or(0, |of| of.of(|cell| usize::from(state.tile(cell))));
        Some(self.distances.as_ref().map_or_else(straight, |distances| distances.of_board(state)))
    }

    fn heap_bytes(&self, state: &B) -> usize {
        state.heap_bytes()
    }
}

impl<B: Board> Reversible for Tiles<B> {
    fn goals(&self) -> Vec<B> {
        vec![self.goal.clone()]
    }

    /// The way back from a neighbour is the same slide the other way round.
    fn expand_back(&self, state: &B, mut visit: impl FnMut(Slide, B, u32)) {
        self.neighbours(state, |dir, cells, board| visit(Slide { dir: dir.opposite(), cells }, board, 1));
    }
}

/// A solution text from slides.
pub fn write(slides: &[Slide]) -> String {
    slides.iter().flat_map(|slide| std::iter::repeat_n(slide.dir.letter(), slide.cells.into())).collect()
}

/// Makes a run of an engine over boards; what an exhausted space proves is the same for all.
pub fn run<E>(engine: E, optimal: bool) -> Box<dyn Run>
where
    E: Engine<Action = Slide> + 'static,
{
    let claims = Claims { optimal, exhausted: Some(words::EXHAUSTED.say()) };
    Box::new(PathRun::new(engine, claims, write))
}

/// Something to be started on boards of any packing.
pub trait StartOn {
    fn start<B: Board>(&self, level: &Arc<Level>, task: &Task) -> Box<dyn Run>;
}

/// Chooses the smallest packing: types are chosen once per run.
pub fn packed(method: &impl StartOn, level: &Arc<Level>, task: &Task) -> Box<dyn Run> {
    crate::solve::unless_odd(level, || match level.size().cells() {
        ..=16 => method.start::<u64>(level, task),
        17..=25 => method.start::<u128>(level, task),
        _ => method.start::<Box<[Tile]>>(level, task),
    })
}
