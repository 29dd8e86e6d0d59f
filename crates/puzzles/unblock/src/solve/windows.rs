//! Shortens a solution by exact windows: a stretch of it is replaced by a shortest way between the same two
//! positions, found from both ends. Windows are moved along the solution; when a whole sweep finds nothing
//! they become longer and may cost more. A window that costs more is given up.

use std::sync::Arc;

use ingenio_search::{Bidirectional, Engine, Found, Graph, Reversible};

use super::bits::Scale;
use super::board::{Board, Slide};

/// Slides of the first windows, and by how many they grow. Chosen by hand.
const FIRST: usize = 4;
const GROWTH: usize = 2;
/// What a window may cost at first, in expansions, and by how much that grows: a slide more on either side.
const FIRST_COST: u64 = 1000;
const COST_GROWTH: u64 = 6;

/// The positions between two given ones.
#[derive(Clone, Debug)]
struct Stretch<S: Scale, const UNIT: bool> {
    board: Arc<Board<S>>,
    from: S::Key,
    to: S::Key,
}

impl<S: Scale, const UNIT: bool> Graph for Stretch<S, UNIT> {
    type State = S::Key;
    type Action = Slide;

    fn start(&self) -> S::Key {
        self.from
    }

    fn is_goal(&self, state: &S::Key) -> bool {
        *state == self.to
    }

    fn expand(&self, state: &S::Key, mut visit: impl FnMut(Slide, S::Key, u32)) {
        self.board.slides::<UNIT>(*state, |child, slide| visit(slide, child.key, 1));
    }
}

impl<S: Scale, const UNIT: bool> Reversible for Stretch<S, UNIT> {
    fn goals(&self) -> Vec<S::Key> {
        vec![self.to]
    }

    fn expand_back(&self, state: &S::Key, mut visit: impl FnMut(Slide, S::Key, u32)) {
        self.board.slides::<UNIT>(*state, |child, slide| visit(slide.reversed(), child.key, 1));
    }
}

#[allow(missing_debug_implementations, reason = "engines are not printable")]
pub struct Windows<S: Scale, const UNIT: bool> {
    board: Arc<Board<S>>,
    path: Vec<Slide>,
    /// Where the window begins.
    at: usize,
    round: u32,
    improved: bool,
    search: Option<Bidirectional<Stretch<S, UNIT>>>,
    memory: u64,
    generated: u64,
    peak: u64,
}

impl<S: Scale, const UNIT: bool> Windows<S, UNIT> {
    pub fn new(board: &Arc<Board<S>>, path: Vec<Slide>, memory: u64) -> Self {
        let board = board.clone();
        let (at, round, improved, search) = (0, 0, false, None);
        Windows { board, path, at, round, improved, search, memory, generated: 0, peak: 0 }
    }

    pub fn path(&self) -> &[Slide] {
        &self.path
    }

    /// The way to the position in hand: along the solution to the window, then as the search went.
    pub fn way(&self) -> Vec<Slide> {
        let search = self.search.as_ref().and_then(Engine::glance).map(|glance| glance.path);
        [&self.path[..self.at.min(self.path.len())], &search.unwrap_or_default()].concat()
    }

    /// Children generated so far.
    pub fn generated(&self) -> u64 {
        self.generated + self.search.as_ref().map_or(0, |search| search.counts().generated)
    }

    /// Bytes in use, and the most so far.
    pub fn bytes(&self) -> (u64, u64) {
        let counts = self.search.as_ref().map(Engine::counts).unwrap_or_default();
        (counts.memory, self.peak.max(counts.peak).max(counts.memory))
    }

    const fn length(&self) -> usize {
        FIRST + GROWTH * self.round as usize
    }

    /// What a window of this round may cost.
    const fn cost(&self) -> u64 {
        FIRST_COST.saturating_mul(COST_GROWTH.saturating_pow(self.round))
    }

    /// Has a window covered the whole solution, or is there nothing to shorten?
    pub fn is_over(&self) -> bool {
        self.path.len() < 2 || self.round > 0 && self.length() >= self.path.len() + GROWTH
    }

    /// One expansion; true if the solution became shorter.
    pub fn step(&mut self) -> bool {
        let search = match self.search.take() {
            Some(search) => search,
            None => self.open(),
        };
        self.look(search)
    }

    fn end(&self) -> usize {
        (self.at + self.length()).min(self.path.len())
    }

    /// Prepares the window that begins here.
    fn open(&self) -> Bidirectional<Stretch<S, UNIT>> {
        let play = |key: S::Key, slides: &[Slide]| {
            slides.iter().fold(key, |key, slide| self.board.after(key, *slide))
        };
        let from = play(self.board.start, &self.path[..self.at]);
        let to = play(from, &self.path[self.at..self.end()]);
        Bidirectional::new(Stretch { board: self.board.clone(), from, to }, self.memory)
    }

    fn look(&mut self, mut search: Bidirectional<Stretch<S, UNIT>>) -> bool {
        let found = search.advance(1);
        let counts = search.counts();
        if found == Found::Running && counts.expanded < self.cost() {
            self.search = Some(search);
            return false;
        }
        self.generated += counts.generated;
        self.peak = self.peak.max(counts.peak).max(counts.memory);
        let window = self.at..self.end();
        let way = if found == Found::Goal { search.path() } else { Vec::new() };
        let shorter = found == Found::Goal && way.len() < window.len();
        if shorter {
            let whole: Vec<Slide> = [&self.path[..window.start], &way, &self.path[window.end..]].concat();
            (self.path, self.improved) = (joined::<UNIT>(&whole), true);
            self.at = self.at.min(self.path.len());
        } else {
            self.at += (self.length() / 3).max(1);
        }
        if self.end() >= self.path.len() && !shorter && window.end >= self.path.len() {
            self.round += u32::from(!self.improved);
            (self.at, self.improved) = (0, false);
        }
        shorter
    }
}

/// Slides of one piece one after the other become one, or none; with slides of one cell only those that take
/// each other back.
pub fn joined<const UNIT: bool>(slides: &[Slide]) -> Vec<Slide> {
    let mut path: Vec<Slide> = Vec::with_capacity(slides.len());
    for &slide in slides {
        match path.last_mut() {
            Some(last) if last.slot == slide.slot && (!UNIT || last.from == slide.to) => {
                last.to = slide.to;
                if last.from == last.to {
                    path.pop();
                }
            }
            _ => path.push(slide),
        }
    }
    path
}
