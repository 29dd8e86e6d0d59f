//! IDA* over pattern databases: the walk of [`super::pdb`] and the loop around it, written by hand.
//! All children of a node are seen through one table per division; most are cut by the first.

use std::sync::Arc;

use ingenio_core::{Dir, Run};
use ingenio_search::{Claims, Counts, Engine, Found, Glance, PathRun};

use super::automaton::{Automaton, NEVER, State};
use super::growing::Growing;
use super::parallel::Parallel;
use super::pdb::{Lens, Patterns, Seen, View};
use crate::level::{BLANK, Level};
use crate::solve::deepening::paths::Paths;
use crate::words;

/// What a search may use.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    pub threads: usize,
    /// Bytes, tables included.
    pub memory: u64,
}

/// The search as a run, with as many divisions as there are.
pub fn run(level: &Level, divisions: Vec<Vec<View>>, patterns: Patterns, limits: Limits) -> Box<dyn Run> {
    match divisions.len() {
        1 => run_with::<1>(level, divisions, patterns, limits),
        _ => run_with::<2>(level, divisions, patterns, limits),
    }
}

fn run_with<const D: usize>(
    level: &Level,
    divisions: Vec<Vec<View>>,
    patterns: Patterns,
    Limits { threads, memory }: Limits,
) -> Box<dyn Run> {
    let room = memory.saturating_sub(patterns.bytes());
    let automaton = Automaton::of(level.size(), room / 2);
    let several =
        (threads > 1).then(|| Parallel::<D>::new(level, &divisions, &patterns, &automaton, threads));
    match several.flatten() {
        Some(search) => path_run(search),
        None => path_run(Growing::<D>::new(Search::new(level, divisions, patterns, automaton), room / 2)),
    }
}

fn path_run(search: impl Engine<Action = Dir> + 'static) -> Box<dyn Run> {
    let claims = Claims { optimal: true, exhausted: Some(words::EXHAUSTED.say()) };
    Box::new(PathRun::new(search, claims, |moves| moves.iter().map(Dir::to_string).collect()))
}

/// A node on the path: its children by direction, which of them are within the bound, and what it takes
/// to leave it. Frames are used again and again without being cleared, and each field by itself: a
/// search does little else.
#[derive(Clone, Copy)]
struct Frame<const D: usize> {
    /// By direction: what is seen of the moved tile's groups afterwards, and the sums.
    after: [[Seen; D]; 4],
    sums_after: [[u16; D]; 4],
    /// By direction: the state of the automaton afterwards.
    states: [State; 4],
    /// The directions within the bound.
    open: [u8; 4],
    count: u8,
    next: u8,
    came: Option<Dir>,
    blank: u8,
    /// What was seen of the moved tile's groups before it moved.
    before: [Seen; D],
    sums: [u16; D],
}

impl<const D: usize> Frame<D> {
    const EMPTY: Self = Frame {
        after: [[Seen::NONE; D]; 4],
        sums_after: [[0; D]; 4],
        states: [NEVER; 4],
        open: [0; 4],
        count: 0,
        next: 0,
        came: None,
        blank: 0,
        before: [Seen::NONE; D],
        sums: [0; D],
    };
}

/// A place where a search may begin: what led there, the board, and how it is seen.
#[derive(Clone, Debug)]
pub struct Root<const D: usize> {
    pub moves: Vec<Dir>,
    pub tiles: [u8; 64],
    seen: Vec<Seen>,
    sums: [u16; D],
    blank: u8,
    state: State,
    /// How near the last iteration below it came to the goal.
    pub least: u16,
}

impl<const D: usize> Root<D> {
    /// The sum of all divisions.
    pub fn far(&self) -> u16 {
        self.sums.iter().sum()
    }

    pub fn bytes(&self) -> u64 {
        (size_of::<Self>() + self.moves.capacity() + self.seen.capacity() * 8) as u64
    }
}

/// The search with `D` divisions.
#[allow(missing_debug_implementations, reason = "tables are megabytes of bits")]
pub struct Search<const D: usize> {
    patterns: Patterns,
    views: Vec<View>,
    /// By tile: its view in each division, and its number there.
    groups: [[(u8, u8); D]; 64],
    paths: Paths,
    automaton: Arc<Automaton>,
    tiles: [u8; 64],
    seen: Vec<Seen>,
    /// The frames up to `depth` are in use.
    stack: Vec<Frame<D>>,
    depth: usize,
    root: [u16; D],
    /// The state of the automaton at the root.
    state: State,
    /// Does it stop when the bound is reached, and what was the root's bound then?
    stops: bool,
    blank: u8,
    bound: u16,
    next_bound: u16,
    /// The least sum over all divisions that was seen in the iteration.
    least: u16,
    expanded: u64,
    generated: u64,
    end: Option<Found>,
}

impl<const D: usize> Search<D> {
    pub fn new(
        level: &Level,
        divisions: Vec<Vec<View>>,
        patterns: Patterns,
        automaton: Arc<Automaton>,
    ) -> Self {
        let mut groups = [[(0, 0); D]; 64];
        let mut root = [0; D];
        let (mut seen, mut views) = (Vec::new(), Vec::new());
        for (at, division) in divisions.into_iter().enumerate() {
            for view in division {
                let number = views.len() as u8;
                for tile in level.goal().iter().filter(|tile| view.has(**tile)) {
                    groups[usize::from(*tile)][at] = (number, view.label(*tile));
                }
                let key = &patterns.keys[view.pattern];
                seen.push(view.lens(&patterns).look(&view, key, level.tiles()));
                root[at] += seen.last().map_or(0, |seen: &Seen| seen.distance());
                views.push(view);
            }
        }
        let mut tiles = [0; 64];
        let blank = level.tiles().iter().position(|tile| *tile == BLANK).expect("every board has a blank");
        for (cell, tile) in level.tiles().iter().enumerate() {
            tiles[cell] = *tile as u8;
        }
        let state = Automaton::start(blank as u8);
        Search {
            bound: root.into_iter().max().unwrap_or(0),
            next_bound: u16::MAX,
            least: u16::MAX,
            automaton,
            paths: Paths::new(level.size()),
            blank: blank as u8,
            stack: vec![Frame::EMPTY; 1],
            depth: 0,
            state,
            stops: false,
            expanded: 0,
            generated: 0,
            end: None,
            patterns,
            views,
            groups,
            tiles,
            seen,
            root,
        }
    }

    /// Enters a node, in a state of the automaton.
    #[inline]
    fn enter(
        &mut self,
        lenses: &[Lens<'_>],
        came: Option<Dir>,
        state: State,
        node: ([Seen; D], [u16; D], u8),
    ) {
        self.expanded += 1;
        if self.depth == self.stack.len() {
            self.stack.push(Frame::EMPTY);
        }
        self.least = self.least.min(node.1.iter().sum());
        let frame = &mut self.stack[self.depth];
        (frame.before, frame.sums, frame.blank) = node;
        (frame.came, frame.next, frame.states) = (came, 0, self.automaton.next(state));
        self.depth += 1;
        self.make_children(lenses);
    }

    /// Looks at all children through one division after the other, and keeps those within the bound.
    /// Side by side, their look-ups wait for memory together.
    #[allow(clippy::inline_always, reason = "the loop of the search")]
    #[inline(always)]
    fn make_children(&mut self, lenses: &[Lens<'_>]) {
        let depth = self.depth as u16;
        let frame = &mut self.stack[self.depth - 1];
        let (mut open, mut made) = ([0u8; 4], 0);
        for (dir, state) in frame.states.into_iter().enumerate() {
            open[made & 3] = dir as u8;
            made += usize::from(state != NEVER);
        }
        self.generated += made as u64;
        for division in 0..D {
            let mut kept = 0;
            for at in 0..made {
                let dir = open[at & 3];
                let from = self.paths.next(frame.blank, Dir::ALL[usize::from(dir & 3)]);
                let tile = self.tiles[usize::from(from & 63)];
                let (view, label) = self.groups[usize::from(tile & 63)][division];
                let before = self.seen[usize::from(view)];
                let after = lenses[usize::from(view)].step(before, label, from, frame.blank);
                let sum = frame.sums[division] + after.distance() - before.distance();
                frame.after[usize::from(dir & 3)][division] = after;
                frame.sums_after[usize::from(dir & 3)][division] = sum;
                let total = depth + sum;
                let within = total <= self.bound;
                open[kept & 3] = dir;
                kept += usize::from(within);
                self.next_bound = if within { self.next_bound } else { self.next_bound.min(total) };
            }
            made = kept;
        }
        // The nearest first: that is where the last iteration finds the goal soonest.
        let far = |dir: u8| frame.sums_after[usize::from(dir & 3)].iter().sum::<u16>();
        for at in 1..made.min(4) {
            let mut at = at;
            while at > 0 && far(open[at]) < far(open[at - 1]) {
                open.swap(at, at - 1);
                at -= 1;
            }
        }
        (frame.open, frame.count) = (open, made as u8);
    }

    fn search(&mut self, until: u64) -> Found {
        if self.depth == 0 && self.root == [0; D] {
            return Found::Goal;
        }
        self.with_lenses(|search, lenses| search.search_through(lenses, until))
    }

    fn with_lenses<T>(&mut self, work: impl FnOnce(&mut Self, &[Lens<'_>]) -> T) -> T {
        let views = std::mem::take(&mut self.views);
        let patterns = std::mem::take(&mut self.patterns);
        let lenses: Vec<Lens<'_>> = views.iter().map(|view| view.lens(&patterns)).collect();
        let result = work(self, &lenses);
        drop(lenses);
        (self.views, self.patterns) = (views, patterns);
        result
    }

    fn search_through(&mut self, lenses: &[Lens<'_>], until: u64) -> Found {
        while self.expanded < until {
            if self.depth == 0 {
                self.next_bound = u16::MAX;
                self.enter(lenses, None, self.state, ([Seen::NONE; D], self.root, self.blank));
                continue;
            }
            let frame = &mut self.stack[self.depth - 1];
            if frame.next == frame.count {
                if self.leave() == Found::Exhausted {
                    return Found::Exhausted;
                }
                continue;
            }
            let child = usize::from(frame.open[usize::from(frame.next & 3)] & 3);
            frame.next += 1;
            let (to, dir, state) = (frame.blank, Dir::ALL[child], frame.states[child]);
            let (after, sums) = (frame.after[child], frame.sums_after[child]);
            let from = self.paths.next(to, dir);
            let tile = self.tiles[usize::from(from & 63)];
            self.tiles[usize::from(to & 63)] = tile;
            let mut before = [Seen::NONE; D];
            for (division, (view, _)) in self.groups[usize::from(tile & 63)].iter().enumerate() {
                before[division] = std::mem::replace(&mut self.seen[usize::from(*view)], after[division]);
            }
            self.enter(lenses, Some(dir), state, (before, sums, from));
            if sums[0] == 0 {
                return Found::Goal;
            }
        }
        Found::Running
    }

    /// Goes back one step; at the root, raises the bound.
    fn leave(&mut self) -> Found {
        self.depth -= 1;
        if self.depth > 0 {
            let (frame, parent) = (&self.stack[self.depth], &self.stack[self.depth - 1]);
            let tile = self.tiles[usize::from(parent.blank & 63)];
            self.tiles[usize::from(frame.blank & 63)] = tile;
            for (division, (view, _)) in self.groups[usize::from(tile & 63)].iter().enumerate() {
                self.seen[usize::from(*view)] = frame.before[division];
            }
            return Found::Running;
        }
        if self.stops || self.next_bound == u16::MAX {
            return Found::Exhausted;
        }
        self.bound = self.next_bound;
        Found::Running
    }

    /// The lower bound at the root.
    pub fn estimate(&self) -> u16 {
        self.root.into_iter().max().unwrap_or(0)
    }

    /// Makes this a part of a larger search, which sets the bounds.
    pub const fn stop_at_bounds(&mut self) {
        self.stops = true;
    }

    /// Makes this a part of a larger search, which sets the bounds and has come here by some moves.
    pub const fn begin_after(&mut self, state: State) {
        (self.state, self.stops) = (state, true);
    }

    /// Where the search begins.
    pub fn root(&self) -> Root<D> {
        let (tiles, seen, sums) = (self.tiles, self.seen.clone(), self.root);
        Root { moves: Vec::new(), tiles, seen, sums, blank: self.blank, state: self.state, least: u16::MAX }
    }

    /// Begins at another place; no iteration is under way.
    pub fn begin_at(&mut self, root: &Root<D>) {
        (self.tiles, self.root, self.blank, self.state) = (root.tiles, root.sums, root.blank, root.state);
        self.seen.clone_from(&root.seen);
        (self.depth, self.end) = (0, None);
    }

    /// The places one move further. Nothing is counted: they will be entered again.
    pub fn roots_after(&mut self, root: &Root<D>) -> Vec<Root<D>> {
        self.begin_at(root);
        let (counts, bound) = ((self.expanded, self.generated), self.bound);
        self.bound = u16::MAX;
        self.with_lenses(|search, lenses| {
            search.enter(lenses, None, root.state, ([Seen::NONE; D], root.sums, root.blank));
        });
        ((self.expanded, self.generated), self.bound, self.depth) = (counts, bound, 0);
        let frame = self.stack[0];
        let open = &frame.open[..usize::from(frame.count)];
        open.iter().map(|dir| self.root_after(root, &frame, usize::from(*dir))).collect()
    }

    fn root_after(&self, root: &Root<D>, frame: &Frame<D>, dir: usize) -> Root<D> {
        let mut after = root.clone();
        after.moves.push(Dir::ALL[dir]);
        after.blank = self.paths.next(root.blank, Dir::ALL[dir]);
        (after.sums, after.state) = (frame.sums_after[dir], frame.states[dir]);
        let tile = root.tiles[usize::from(after.blank)];
        after.tiles.swap(usize::from(root.blank), usize::from(after.blank));
        for (division, (view, _)) in self.groups[usize::from(tile)].iter().enumerate() {
            after.seen[usize::from(*view)] = frame.after[dir][division];
        }
        after
    }

    /// The bound of the next iteration; nothing if even the root is out of reach.
    pub fn set_bound(&mut self, bound: Option<u16>) {
        self.end = None;
        self.least = u16::MAX;
        self.next_bound = u16::MAX;
        if let Some(bound) = bound.filter(|bound| *bound >= self.estimate()) {
            self.bound = bound;
        } else {
            self.next_bound = self.estimate();
            self.end = Some(Found::Exhausted);
        }
    }

    /// Goes on with the iteration; exhausted when it is over.
    pub fn iterate(&mut self, expansions: u64) -> Found {
        Engine::advance(self, expansions)
    }

    /// How near the iteration came to the goal.
    pub const fn least(&self) -> u16 {
        self.least
    }

    /// The least total that exceeded the bound.
    pub const fn exceeded(&self) -> u16 {
        self.next_bound
    }

    pub const fn own_bytes(&self) -> u64 {
        (self.stack.capacity() * size_of::<Frame<D>>() + size_of::<Self>() + 20_000) as u64
    }

    fn memory(&self) -> u64 {
        self.patterns.bytes()
            + self.automaton.bytes()
            + (self.stack.capacity() * size_of::<Frame<D>>()) as u64
    }
}

impl<const D: usize> Engine for Search<D> {
    type Action = Dir;

    fn advance(&mut self, expansions: u64) -> Found {
        if let Some(end) = self.end {
            return end;
        }
        let found = self.search(self.expanded + expansions);
        if found != Found::Running {
            self.end = Some(found);
        }
        found
    }

    fn counts(&self) -> Counts {
        let (memory, bound) = (self.memory(), Some(u64::from(self.bound)));
        Counts { expanded: self.expanded, generated: self.generated, memory, peak: memory, bound }
    }

    fn path(&self) -> Vec<Dir> {
        self.stack[..self.depth].iter().skip(1).filter_map(|frame| frame.came).collect()
    }

    fn glance(&self) -> Option<Glance<Dir>> {
        let last = self.stack[..self.depth].last()?;
        let estimate = last.sums.into_iter().max().map(u64::from);
        Some(Glance { path: self.path(), cost: self.depth as u64 - 1, estimate })
    }
}
