//! IDA* over pattern databases: the walk of [`super::pdb`] and the loop around it, written by hand.
//! A child is seen through one table per division; most are cut by the first.

use std::sync::Arc;

use ingenio_core::{Dir, Phase, Progress, Run, Step, Task};
use ingenio_search::{Claims, Counts, Engine, Found, Glance, PathRun};

use super::pdb::{Lens, Patterns, Seen, Setup, View, divisions};
use super::walk::{Actions, Paths};
use crate::level::{BLANK, Level};
use crate::words;

pub fn start(level: &Arc<Level>, task: &Task) -> Box<dyn Run> {
    let most = task.options.integer("group") as usize;
    let plan = Plan::within(level, most, task.memory);
    Box::new(WithTables {
        level: level.clone(),
        setup: Some(Setup::new(&task.tables, plan.keys.clone())),
        plan,
        run: None,
    })
}

/// Which views, and the patterns they need.
struct Plan {
    keys: Vec<super::pdb::Key>,
    divisions: Vec<Vec<View>>,
}

impl Plan {
    /// The largest groups whose tables fit into memory while they are made.
    fn within(level: &Level, most: usize, memory: u64) -> Plan {
        let plans = (1..=most).rev().map(|most| Plan::new(level, most));
        let mut plans = plans.skip_while(|plan| Setup::bytes(&plan.keys) > memory);
        plans.next().unwrap_or_else(|| Plan::new(level, 1))
    }

    fn new(level: &Level, most: usize) -> Plan {
        let mut keys = Vec::new();
        let divisions = divisions(level, most);
        let divisions =
            divisions.iter().map(|division| View::of_division(level, division, &mut keys)).collect();
        Plan { keys, divisions }
    }
}

struct WithTables {
    level: Arc<Level>,
    plan: Plan,
    setup: Option<Setup>,
    run: Option<Box<dyn Run>>,
}

impl Run for WithTables {
    fn advance(&mut self, expansions: u64) -> Step {
        if let Some(setup) = &mut self.setup {
            if setup.advance(expansions) {
                let patterns = self.setup.take().expect("it is there").patterns();
                let views = std::mem::take(&mut self.plan.divisions);
                let claims = Claims { optimal: true, exhausted: Some(words::EXHAUSTED.say()) };
                let write = |moves: &[Dir]| moves.iter().map(Dir::to_string).collect();
                self.run = Some(match views.len() {
                    1 => Box::new(PathRun::new(Search::<1>::new(&self.level, views, patterns), claims, write)),
                    _ => Box::new(PathRun::new(Search::<2>::new(&self.level, views, patterns), claims, write)),
                });
            }
            return Step::Running;
        }
        self.run.as_mut().expect("made by the setup").advance(expansions)
    }

    fn progress(&self) -> Progress {
        match &self.run {
            Some(run) => run.progress(),
            None => Progress { phase: Phase::Setup, ..Progress::default() },
        }
    }
}

/// A node on the path, with what it takes to leave it.
struct Frame<const D: usize> {
    actions: Actions,
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
    blank: u8,
    bound: u16,
    next_bound: u16,
    expanded: u64,
    generated: u64,
    end: Option<Found>,
}

impl<const D: usize> Search<D> {
    fn new(level: &Level, divisions: Vec<Vec<View>>, patterns: Patterns) -> Self {
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
                root[at] += seen.last().map_or(0, |seen: &Seen| seen.distance);
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

    fn enter_root(&mut self) {
        self.next_bound = u16::MAX;
        self.expanded += 1;
        let actions = self.paths.actions(self.blank, None);
        self.stack.push(Frame { actions, came: None, blank: self.blank, before: [Seen::default(); D], sums: self.root });
    }

    fn search(&mut self, until: u64) -> Found {
        if self.stack.is_empty() {
            if self.root == [0; D] {
                return Found::Goal;
            }
            self.enter_root();
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
            let depth = self.stack.len() as u16;
            let frame = self.stack.last_mut().expect("the root stays until the iteration ends");
            let Some(dir) = frame.actions.next() else {
                if self.leave() == Found::Exhausted {
                    return Found::Exhausted;
                }
                continue;
            };
            self.generated += 1;
            let to = frame.blank;
            let from = self.paths.next(to, dir);
            let tile = self.tiles[usize::from(from & 63)];
            let groups = &self.groups[usize::from(tile & 63)];
            let (mut sums, mut after, mut before) = (frame.sums, [Seen::default(); D], [Seen::default(); D]);
            let mut total = 0;
            for division in 0..D {
                let (view, label) = groups[division];
                before[division] = self.seen[usize::from(view)];
                after[division] = lenses[usize::from(view)].step(before[division], label, from, to);
                sums[division] = sums[division] + after[division].distance - before[division].distance;
                total = depth + sums[division];
                if total > self.bound {
                    break;
                }
            }
            if total > self.bound {
                self.next_bound = self.next_bound.min(total);
                continue;
            }
            for division in 0..D {
                self.seen[usize::from(groups[division].0)] = after[division];
            }
            self.tiles[usize::from(to & 63)] = tile;
            let actions = self.paths.actions(from, Some(dir));
            self.stack.push(Frame { actions, came: Some(dir), blank: from, before, sums });
            if sums[0] == 0 {
                return Found::Goal;
            }
            self.expanded += 1;
        }
        Found::Running
    }

    /// Goes back one step; at the root, begins the next iteration.
    fn leave(&mut self) -> Found {
        let frame = self.stack.pop().expect("there is a frame to leave");
        if let Some(parent) = self.stack.last() {
            let tile = self.tiles[usize::from(parent.blank & 63)];
            self.tiles[usize::from(frame.blank & 63)] = tile;
            for division in 0..D {
                self.seen[usize::from(self.groups[usize::from(tile & 63)][division].0)] = frame.before[division];
            }
            return Found::Running;
        }
        if self.next_bound == u16::MAX {
            return Found::Exhausted;
        }
        self.bound = self.next_bound;
        self.enter_root();
        Found::Running
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
        self.stack.iter().filter_map(|frame| frame.came).collect()
    }

    fn glance(&self) -> Option<Glance<Dir>> {
        let last = self.stack.last()?;
        let estimate = last.sums.into_iter().max().map(u64::from);
        Some(Glance { path: self.path(), cost: self.stack.len() as u64 - 1, estimate })
    }
}
