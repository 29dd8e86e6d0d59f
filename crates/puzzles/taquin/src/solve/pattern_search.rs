//! IDA* over pattern databases: the walk of [`super::pdb`] and the loop around it, written by hand.
//! All children of a node are seen through one table per division; most are cut by the first.

use ingenio_core::{Dir, Run};
use ingenio_search::{Claims, Counts, Engine, Found, Glance, PathRun};

use super::pattern_parallel::Parallel;
use super::pdb::{Lens, Patterns, Seen, View};
use super::walk::Paths;
use crate::level::{BLANK, Level};
use crate::words;

/// The search as a run, with as many divisions as there are.
pub fn run(level: &Level, divisions: Vec<Vec<View>>, patterns: Patterns, threads: usize) -> Box<dyn Run> {
    match divisions.len() {
        1 => run_with::<1>(level, divisions, patterns, threads),
        _ => run_with::<2>(level, divisions, patterns, threads),
    }
}

fn run_with<const D: usize>(
    level: &Level,
    divisions: Vec<Vec<View>>,
    patterns: Patterns,
    threads: usize,
) -> Box<dyn Run> {
    let several = (threads > 1).then(|| Parallel::<D>::new(level, &divisions, &patterns, threads));
    match several.flatten() {
        Some(search) => path_run(search),
        None => path_run(Search::<D>::new(level, divisions, patterns)),
    }
}

fn path_run(search: impl Engine<Action = Dir> + 'static) -> Box<dyn Run> {
    let claims = Claims { optimal: true, exhausted: Some(words::EXHAUSTED.say()) };
    Box::new(PathRun::new(search, claims, |moves| moves.iter().map(Dir::to_string).collect()))
}

/// A way on from a node: what is seen of the moved tile's groups afterwards.
#[derive(Clone, Copy)]
struct Child<const D: usize> {
    after: [Seen; D],
    sums: [u16; D],
    dir: Dir,
    from: u8,
}

/// A node on the path: its children that are within the bound, and what it takes to leave it.
struct Frame<const D: usize> {
    children: [Child<D>; 4],
    count: u8,
    next: u8,
    came: Option<Dir>,
    blank: u8,
    /// What was seen of the moved tile's groups before it moved.
    before: [Seen; D],
    sums: [u16; D],
}

/// The search with `D` divisions.
#[allow(missing_debug_implementations, reason = "tables are megabytes of bits")]
pub struct Search<const D: usize> {
    patterns: Patterns,
    views: Vec<View>,
    /// By tile: its view in each division, and its number there.
    groups: [[(u8, u8); D]; 64],
    paths: Paths,
    tiles: [u8; 64],
    seen: Vec<Seen>,
    stack: Vec<Frame<D>>,
    root: [u16; D],
    /// What led to the root, in a search that is a part of another; it is not undone.
    before: Option<Dir>,
    /// Does it stop when the bound is reached, and what was the root's bound then?
    stops: bool,
    blank: u8,
    bound: u16,
    next_bound: u16,
    expanded: u64,
    generated: u64,
    end: Option<Found>,
}

impl<const D: usize> Search<D> {
    pub fn new(level: &Level, divisions: Vec<Vec<View>>, patterns: Patterns) -> Self {
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
        Search {
            bound: root.into_iter().max().unwrap_or(0),
            next_bound: u16::MAX,
            paths: Paths::new(level.size()),
            blank: blank as u8,
            stack: Vec::new(),
            before: None,
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

    fn enter(
        &mut self,
        lenses: &[Lens<'_>],
        came: Option<Dir>,
        before: [Seen; D],
        sums: [u16; D],
        blank: u8,
    ) {
        self.expanded += 1;
        let nothing = Child { after: before, sums, dir: Dir::Up, from: 0 };
        self.stack.push(Frame { children: [nothing; 4], count: 0, next: 0, came, blank, before, sums });
        self.make_children(lenses);
    }

    /// Looks at all children through one division after the other, and keeps those within the bound.
    /// Side by side, their look-ups wait for memory together.
    #[inline]
    fn make_children(&mut self, lenses: &[Lens<'_>]) {
        let depth = self.stack.len() as u16;
        let frame = self.stack.last_mut().expect("just entered");
        let mut made = 0;
        for dir in self.paths.actions(frame.blank, frame.came) {
            let from = self.paths.next(frame.blank, dir);
            let child = &mut frame.children[made & 3];
            (child.dir, child.from, child.sums) = (dir, from, frame.sums);
            made += 1;
        }
        self.generated += made as u64;
        for division in 0..D {
            let mut kept = 0;
            for at in 0..made {
                let mut child = frame.children[at & 3];
                let tile = self.tiles[usize::from(child.from & 63)];
                let (view, label) = self.groups[usize::from(tile & 63)][division];
                let before = self.seen[usize::from(view)];
                let after = lenses[usize::from(view)].step(before, label, child.from, frame.blank);
                child.after[division] = after;
                child.sums[division] = frame.sums[division] + after.distance() - before.distance();
                let total = depth + child.sums[division];
                frame.children[kept & 3] = child;
                let within = total <= self.bound;
                kept += usize::from(within);
                self.next_bound = if within { self.next_bound } else { self.next_bound.min(total) };
            }
            made = kept;
        }
        frame.count = made as u8;
    }

    fn search(&mut self, until: u64) -> Found {
        if self.stack.is_empty() && self.root == [0; D] {
            return Found::Goal;
        }
        let views = std::mem::take(&mut self.views);
        let patterns = std::mem::take(&mut self.patterns);
        let lenses: Vec<Lens<'_>> = views.iter().map(|view| view.lens(&patterns)).collect();
        let found = self.search_through(&lenses, until);
        drop(lenses);
        (self.views, self.patterns) = (views, patterns);
        found
    }

    fn search_through(&mut self, lenses: &[Lens<'_>], until: u64) -> Found {
        while self.expanded < until {
            let Some(frame) = self.stack.last_mut() else {
                self.next_bound = u16::MAX;
                self.enter(lenses, self.before, [Seen::default(); D], self.root, self.blank);
                continue;
            };
            if frame.next == frame.count {
                if self.leave() == Found::Exhausted {
                    return Found::Exhausted;
                }
                continue;
            }
            let child = frame.children[usize::from(frame.next & 3)];
            frame.next += 1;
            let to = frame.blank;
            let tile = self.tiles[usize::from(child.from & 63)];
            self.tiles[usize::from(to & 63)] = tile;
            let mut before = [Seen::default(); D];
            for (division, (view, _)) in self.groups[usize::from(tile & 63)].iter().enumerate() {
                before[division] =
                    std::mem::replace(&mut self.seen[usize::from(*view)], child.after[division]);
            }
            self.enter(lenses, Some(child.dir), before, child.sums, child.from);
            if child.sums[0] == 0 {
                return Found::Goal;
            }
        }
        Found::Running
    }

    /// Goes back one step; at the root, raises the bound.
    fn leave(&mut self) -> Found {
        let frame = self.stack.pop().expect("there is a frame to leave");
        if let Some(parent) = self.stack.last() {
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
    pub const fn begin_after(&mut self, last: Option<Dir>) {
        (self.before, self.stops) = (last, true);
    }

    /// The bound of the next iteration; nothing if even the root is out of reach.
    pub fn set_bound(&mut self, bound: Option<u16>) {
        self.end = None;
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

    /// The least total that exceeded the bound.
    pub const fn exceeded(&self) -> u16 {
        self.next_bound
    }

    pub const fn own_bytes(&self) -> u64 {
        (self.stack.capacity() * size_of::<Frame<D>>() + size_of::<Self>() + 20_000) as u64
    }

    fn memory(&self) -> u64 {
        let tables: u64 = self.patterns.tables.iter().map(|table| table.as_ref().as_ref().len() as u64).sum();
        tables + (self.stack.capacity() * size_of::<Frame<D>>()) as u64
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
        self.stack.iter().skip(1).filter_map(|frame| frame.came).collect()
    }

    fn glance(&self) -> Option<Glance<Dir>> {
        let last = self.stack.last()?;
        let estimate = last.sums.into_iter().max().map(u64::from);
        Some(Glance { path: self.path(), cost: self.stack.len() as u64 - 1, estimate })
    }
}
