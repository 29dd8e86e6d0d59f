//! Methods that share one thread: they take turns of equal work.

use std::sync::Arc;

use ingenio_core::{Focus, Note, Progress, Run, Sight, Step, Task, Verdict};

use crate::level::Level;
use crate::referee::referee;

pub type Start = fn(&Arc<Level>, &Task) -> Box<dyn Run>;

/// A method that has its turn now and then.
pub struct Part {
    pub name: &'static str,
    pub level: Arc<Level>,
    pub task: Task,
    pub backwards: bool,
    /// Positions it may generate before the next one has its turn, at first and later.
    pub turns: (u64, u64),
    pub begin: Start,
    run: Option<Box<dyn Run>>,
    end: Option<Verdict>,
    /// What it had done when it was closed.
    closed: Progress,
}

/// A solution that the referee has replayed, and why its moves are made, where that is known.
#[derive(Clone, Debug)]
pub struct Found {
    pub solution: String,
    pub reasons: Vec<Note>,
}

/// What a part has done, and how it ended if it has.
#[derive(Clone, Debug)]
pub struct Report {
    pub name: &'static str,
    pub backwards: bool,
    pub progress: Progress,
    pub end: Option<Verdict>,
}

impl Part {
    pub fn new(name: &'static str, level: &Arc<Level>, task: Task, turns: (u64, u64), begin: Start) -> Self {
        let (level, closed) = (level.clone(), Progress::default());
        Part { name, level, task, backwards: false, turns, begin, run: None, end: None, closed }
    }

    /// Gives its memory back once its work is no longer needed.
    fn close(&mut self) {
        self.closed = Progress { memory: 0, ..self.progress() };
        self.run = None;
    }

    fn step(&mut self) {
        let run = self.run.get_or_insert_with(|| (self.begin)(&self.level, &self.task));
        if let Step::Done(verdict) = run.advance(1) {
            self.end = Some(verdict);
        }
    }

    fn progress(&self) -> Progress {
        self.run.as_ref().map_or_else(|| self.closed.clone(), |run| run.progress())
    }

    fn report(&self) -> Report {
        let (name, backwards) = (self.name, self.backwards);
        Report { name, backwards, progress: self.progress(), end: self.end.clone() }
    }
}

/// Parts that share one thread.
#[derive(Default)]
pub struct Turns {
    pub parts: Vec<Part>,
    turn: usize,
    /// Rounds that count as the first ones, and how many there were.
    soon: u64,
    rounds: u64,
    /// What the part whose turn it is has done in this turn.
    work: u64,
    pub found: Option<Found>,
}

impl Turns {
    /// Nobody yet; so many rounds count as the first ones.
    pub fn new(soon: u64) -> Self {
        Turns { soon, ..Turns::default() }
    }

    /// Does at most so many expansions, or fewer if a solution turns up or nothing is left to do.
    pub fn advance(&mut self, expansions: u64) {
        for _ in 0..expansions {
            if self.found.is_some() || !self.choose() {
                break;
            }
            self.step();
        }
    }

    fn step(&mut self) {
        let part = &mut self.parts[self.turn];
        let before = part.progress().generated;
        part.step();
        self.work += 1 + part.progress().generated - before;
        if let Some(Verdict::Solved { solution, .. }) = &part.end
            && referee(&part.level, solution).is_ok()
        {
            let reasons = part.run.as_ref().map_or_else(Vec::new, |run| run.found().reasons);
            self.found = Some(Found { solution: solution.clone(), reasons });
        }
    }

    /// Finds the part whose turn it is; false if all have ended.
    fn choose(&mut self) -> bool {
        let (first, later) = self.parts[self.turn].turns;
        let turn = if self.rounds < self.soon { first } else { later };
        if self.work >= turn || self.parts[self.turn].end.is_some() {
            self.work = 0;
            self.pass_on();
        }
        for _ in 0..self.parts.len() {
            if self.parts[self.turn].end.is_none() {
                return true;
            }
            self.pass_on();
        }
        false
    }

    fn pass_on(&mut self) {
        self.turn = (self.turn + 1) % self.parts.len();
        self.rounds += u64::from(self.turn == 0);
    }

    /// Has the part that worked last just ended?
    pub fn has_news(&self) -> bool {
        self.parts[self.turn].end.is_some()
    }

    /// What the part looks at whose turn it is.
    pub fn focus(&self) -> Option<Focus> {
        self.parts[self.turn].run.as_ref()?.focus()
    }

    /// The same of a part that comes from elsewhere than the start.
    pub fn sight(&self) -> Option<Sight> {
        self.parts[self.turn].run.as_ref()?.sight()
    }

    pub fn is_over(&self) -> bool {
        self.found.is_some() || self.parts.iter().all(|part| part.end.is_some())
    }

    pub fn reports(&self) -> Vec<Report> {
        self.parts.iter().map(Part::report).collect()
    }

    /// Gives all memory back.
    pub fn close(&mut self) {
        self.parts.iter_mut().for_each(Part::close);
    }
}
