//! The graph of positions, for the engines that remember states.

use std::cell::RefCell;
use std::sync::Arc;

use ingenio_core::Run;
use ingenio_search::{Claims, Engine, Graph, PathRun, Reversible};

use super::bits::{Key, Mask, Scale};
use super::board::{Board, Slide};
use super::relaxed::Relaxed;
use super::solution_text;
use crate::level::Level;
use crate::words;

/// The positions of a level; slides of one cell each if `UNIT`, so that every slide costs 1.
#[derive(Clone, Debug)]
pub struct Positions<S: Scale, const UNIT: bool> {
    board: Arc<Board<S>>,
    level: Arc<Level>,
}

impl<S: Scale, const UNIT: bool> Positions<S, UNIT> {
    pub fn new(level: &Arc<Level>) -> Self {
        Positions { board: Arc::new(Board::new(level)), level: level.clone() }
    }

    /// Makes a run of an engine over this graph. All of them are exact.
    pub fn run<E>(self, engine: impl FnOnce(Self) -> E) -> Box<dyn Run>
    where
        E: Engine<Action = Slide> + 'static,
    {
        let (level, board) = (self.level.clone(), self.board.clone());
        let claims = Claims { optimal: true, exhausted: Some(words::EXHAUSTED_ALL.say()) };
        Box::new(PathRun::new(engine(self), claims, move |slides| solution_text(&level, &board, slides)))
    }
}

impl<S: Scale, const UNIT: bool> Graph for Positions<S, UNIT> {
    type State = S::Key;
    type Action = Slide;

    fn start(&self) -> S::Key {
        self.board.start
    }

    fn is_goal(&self, state: &S::Key) -> bool {
        self.board.is_solved(*state)
    }

    fn expand(&self, state: &S::Key, mut visit: impl FnMut(Slide, S::Key, u32)) {
        self.board.slides::<UNIT>(*state, |child, slide| visit(slide, child.key, 1));
    }

    fn estimate(&self, state: &S::Key) -> Option<u32> {
        Some(self.board.blockers::<UNIT>(*state, self.board.occupied(*state)))
    }
}

impl<S: Scale, const UNIT: bool> Reversible for Positions<S, UNIT> {
    fn goals(&self) -> Vec<S::Key> {
        let mut goals = Vec::new();
        self.board.solved_positions(usize::MAX, |key| goals.push(key));
        goals
    }

    /// The way back from a neighbour is the same slide the other way round.
    fn expand_back(&self, state: &S::Key, mut visit: impl FnMut(Slide, S::Key, u32)) {
        self.board.slides::<UNIT>(*state, |child, slide| visit(slide.reversed(), child.key, 1));
    }
}

impl<S: Scale> Board<S> {
    /// Shows every arrangement of the pieces in their ranges with the target at the exit, reachable
    /// or not; false if the search for them takes more than so many steps.
    pub fn solved_positions(&self, most_steps: usize, mut show: impl FnMut(S::Key)) -> bool {
        let Some(target) = self.target() else { return true };
        let place = self.goal_place();
        let occupied = self.fixed().union(self.cells_at(target, place));
        let mut left = most_steps;
        self.arrange(0, self.with_place(S::Key::ZERO, target, place), occupied, &mut left, &mut show)
    }

    fn arrange(
        &self,
        slot: usize,
        key: S::Key,
        occupied: S::Mask,
        left: &mut usize,
        show: &mut impl FnMut(S::Key),
    ) -> bool {
        if *left == 0 {
            return false;
        }
        *left -= 1;
        if slot == self.slots.len() {
            show(key);
            return true;
        }
        if Some(slot) == self.target() {
            return self.arrange(slot + 1, key, occupied, left, show);
        }
        (0..self.slots[slot].places).all(|place| {
            let cells = self.cells_at(slot, place);
            cells.meets(occupied)
                || self.arrange(
                    slot + 1,
                    self.with_place(key, slot, place),
                    occupied.union(cells),
                    left,
                    show,
                )
        })
    }
}

/// The positions of a level with the relaxed plan as guide, which is no lower bound: for beams.
#[derive(Clone, Debug)]
pub struct Guided<S: Scale, const UNIT: bool> {
    board: Arc<Board<S>>,
    relaxed: RefCell<Relaxed>,
}

impl<S: Scale, const UNIT: bool> Guided<S, UNIT> {
    pub fn new(board: &Arc<Board<S>>, relaxed: &Relaxed) -> Self {
        Guided { board: board.clone(), relaxed: RefCell::new(relaxed.clone()) }
    }
}

impl<S: Scale, const UNIT: bool> Graph for Guided<S, UNIT> {
    type State = S::Key;
    type Action = Slide;

    fn start(&self) -> S::Key {
        self.board.start
    }

    fn is_goal(&self, state: &S::Key) -> bool {
        self.board.is_solved(*state)
    }

    fn expand(&self, state: &S::Key, mut visit: impl FnMut(Slide, S::Key, u32)) {
        self.board.slides::<UNIT>(*state, |child, slide| visit(slide, child.key, 1));
    }

    /// What is counted first, and what is not to tell equals apart.
    fn estimate(&self, state: &S::Key) -> Option<u32> {
        let estimate = self.relaxed.borrow_mut().estimate(&self.board, *state)?;
        let (first, second) =
            if UNIT { (estimate.steps, estimate.moves) } else { (estimate.moves, estimate.steps) };
        Some(first << 12 | second.min(0xfff))
    }
}
