//! IDA* over pattern databases with several threads: the boards a few moves from the start are jobs,
//! each with a search of its own below it. In every iteration the threads share out the jobs; when
//! all are done, the bound rises for all of them. Shorter solutions were excluded by the iterations
//! before, so whichever thread finds one first has found a shortest.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::thread;

use ingenio_core::Dir;
use ingenio_search::{Counts, Engine, Found, Glance};

use super::automaton::{Automaton, NEVER, State};
use super::pdb::{Patterns, View};
use super::search::Search;
use crate::level::{BLANK, Level};
use crate::play::Position;

/// So many jobs for each thread: they differ in size. Chosen by hand.
const JOBS_PER_THREAD: usize = 48;

struct Job<const D: usize> {
    /// The moves to its board.
    prefix: Vec<Dir>,
    search: Search<D>,
    found: bool,
}

type Jobs<const D: usize> = Vec<Box<Job<D>>>;

#[allow(missing_debug_implementations, reason = "tables are megabytes of bits")]
pub struct Parallel<const D: usize> {
    /// What each thread is busy with.
    hands: Vec<Option<Box<Job<D>>>>,
    waiting: Jobs<D>,
    done: Jobs<D>,
    bound: u16,
    end: Option<Found>,
    path: Vec<Dir>,
}

impl<const D: usize> Parallel<D> {
    /// Nothing for boards that are solved within the first few moves: they need no help.
    pub fn new(
        level: &Level,
        divisions: &[Vec<View>],
        patterns: &Patterns,
        automaton: &Arc<Automaton>,
        threads: usize,
    ) -> Option<Self> {
        let begin =
            |level: &Level| Search::new(level, divisions.to_vec(), patterns.clone(), automaton.clone());
        let prefixes = prefixes(level, automaton, threads * JOBS_PER_THREAD)?;
        let job = |Prefix { moves: prefix, position, state }| {
            let here = level.from_here(position.tiles().to_vec());
            let mut search = begin(&here);
            search.begin_after(state);
            Box::new(Job { prefix, search, found: false })
        };
        let waiting: Jobs<D> = prefixes.into_iter().map(job).collect();
        let bound = begin(level).estimate();
        let hands = (0..threads).map(|_| None).collect();
        let mut parallel =
            Parallel { hands, waiting: Vec::new(), done: waiting, bound, end: None, path: Vec::new() };
        parallel.raise(bound);
        Some(parallel)
    }

    /// Hands out all jobs anew under a bound.
    fn raise(&mut self, bound: u16) {
        self.bound = bound;
        self.waiting = std::mem::take(&mut self.done);
        for job in &mut self.waiting {
            job.search.set_bound(bound.checked_sub(job.prefix.len() as u16));
        }
    }

    fn jobs(&self) -> impl Iterator<Item = &Job<D>> {
        let busy = self.hands.iter().flatten();
        busy.chain(&self.waiting).chain(&self.done).map(AsRef::as_ref)
    }

    fn expanded(&self) -> u64 {
        self.jobs().map(|job| job.search.counts().expanded).sum()
    }

    /// Each thread expands at most so many nodes.
    fn work(&mut self, share: u64) {
        let queue = Mutex::new((&mut self.waiting, &mut self.done));
        let stop = AtomicBool::new(false);
        thread::scope(|scope| {
            for hand in &mut self.hands {
                scope.spawn(|| work_on(hand, &queue, share, &stop));
            }
        });
    }

    /// Looks at what the threads have left behind.
    fn settle(&mut self) {
        let found = self.hands.iter().flatten().find(|job| job.found);
        if let Some(job) = found {
            self.path = [job.prefix.clone(), job.search.path()].concat();
            self.end = Some(Found::Goal);
        } else if self.waiting.is_empty() && self.hands.iter().all(Option::is_none) {
            let next = |job: &Job<D>| job.search.exceeded().saturating_add(job.prefix.len() as u16);
            match self.done.iter().map(|job| next(job)).min() {
                Some(bound) if bound < u16::MAX => self.raise(bound),
                _ => self.end = Some(Found::Exhausted),
            }
        }
    }
}

type Queue<'a, const D: usize> = Mutex<(&'a mut Jobs<D>, &'a mut Jobs<D>)>;

fn work_on<const D: usize>(
    hand: &mut Option<Box<Job<D>>>,
    queue: &Queue<'_, D>,
    share: u64,
    stop: &AtomicBool,
) {
    let mut left = share;
    while left > 0 && !stop.load(Ordering::Relaxed) {
        if hand.is_none() {
            *hand = queue.lock().expect("no thread has failed").0.pop();
        }
        let Some(job) = hand else { return };
        let before = job.search.counts().expanded;
        let found = job.search.iterate(left);
        left -= (job.search.counts().expanded - before).min(left);
        match found {
            Found::Goal => {
                job.found = true;
                stop.store(true, Ordering::Relaxed);
            }
            Found::Exhausted => {
                let job = hand.take().expect("it was just worked on");
                queue.lock().expect("no thread has failed").1.push(job);
            }
            _ => {}
        }
    }
}

/// The first moves of a search.
struct Prefix {
    moves: Vec<Dir>,
    position: Position,
    /// Of the automaton, after them.
    state: State,
}

/// All boards after some moves, so many moves that there are enough of them.
fn prefixes(level: &Level, automaton: &Automaton, enough: usize) -> Option<Vec<Prefix>> {
    let blank = level.tiles().iter().position(|tile| *tile == BLANK)?;
    let (position, state) = (Position::start(level), Automaton::start(blank as u8));
    let mut boards = vec![Prefix { moves: Vec::new(), position, state }];
    while boards.len() < enough {
        if boards.iter().any(|board| board.position.won(level)) {
            return None;
        }
        let mut next = Vec::new();
        for Prefix { moves, position, state } in &boards {
            for (dir, state) in
                Dir::ALL.into_iter().zip(automaton.next(*state)).filter(|(_, state)| *state != NEVER)
            {
                let mut after = position.clone();
                after.apply(level, dir).expect("it is one of its moves");
                next.push(Prefix { moves: [moves.as_slice(), &[dir]].concat(), position: after, state });
            }
        }
        boards = next;
    }
    Some(boards)
}

impl<const D: usize> Engine for Parallel<D> {
    type Action = Dir;

    fn advance(&mut self, expansions: u64) -> Found {
        let until = self.expanded() + expansions;
        while self.end.is_none() {
            let left = until.saturating_sub(self.expanded());
            let share = left / self.hands.len() as u64;
            if share == 0 {
                return Found::Running;
            }
            self.work(share);
            self.settle();
        }
        self.end.unwrap_or(Found::Running)
    }

    fn counts(&self) -> Counts {
        let mut sum = Counts { bound: Some(u64::from(self.bound)), ..Counts::default() };
        for (number, job) in self.jobs().enumerate() {
            let counts = job.search.counts();
            sum.expanded += counts.expanded;
            sum.generated += counts.generated;
            // All share one copy of the tables.
            sum.memory += if number == 0 { counts.memory } else { job.search.own_bytes() };
        }
        Counts { peak: sum.memory, ..sum }
    }

    fn path(&self) -> Vec<Dir> {
        self.path.clone()
    }

    fn glance(&self) -> Option<Glance<Dir>> {
        let job = self.hands.iter().flatten().next()?;
        let glance = job.search.glance()?;
        let path = [job.prefix.clone(), glance.path].concat();
        Some(Glance { cost: path.len() as u64, path, estimate: glance.estimate })
    }
}
