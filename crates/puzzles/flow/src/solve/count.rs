//! Counting and uniqueness as a [`Run`]: how many different solutions, up to a limit, with two of
//! them as examples.
//!
//! The link search enumerates first; on most boards that is all it takes. Where self-touch is
//! allowed and it does not end soon, the frontier race counts exactly; if its borders do not fit in
//! the memory, the enumeration goes on to the end or to the limit.

use std::sync::Arc;

use ingenio_core::{InHand, Limit, Progress, Run, Step, Tally, Task, Verdict};

use super::frontier::{Race, Stage};
use super::quick;
use super::weave::{Event, Weave};
use crate::level::stroke::solution_text;
use crate::level::{Level, Node, Rules};
use crate::words;

/// Nodes of enumeration before the frontier is tried. Chosen by hand.
const FIRST_NODES: u64 = 4_000;

/// Starts a count of the solutions of a level.
pub fn start(level: &Arc<Level>, limit: u128, task: &Task) -> Box<dyn Run<Tally>> {
    let mut count = Count::new(level, limit, task);
    if count.end.is_none() && count.bytes() > task.memory {
        count.end = Some(Verdict::Stopped { limit: Limit::Memory });
    } else if count.end.is_none() {
        count.weave = Some(Weave::new(level, level.rules()));
    }
    Box::new(count)
}

/// Starts the frontier alone, which answers with one solution: the method `frontier`.
pub fn by_frontier(level: &Arc<Level>, task: &Task) -> Box<dyn Run> {
    let mut count = Count::new(level, u128::MAX, task);
    if count.end.is_none() {
        count.race = Race::new(level, task.memory);
    }
    Box::new(Frontier(count))
}

struct Count {
    level: Arc<Level>,
    limit: u128,
    memory: u64,
    weave: Option<Weave>,
    race: Option<Race>,
    /// Has the race been run, to its end or out of memory?
    raced: bool,
    tally: Tally,
    nodes: u64,
    peak: u64,
    end: Option<Verdict>,
}

impl Count {
    fn new(level: &Arc<Level>, limit: u128, task: &Task) -> Self {
        let reason = quick::look(level, level.drawn());
        Count {
            level: level.clone(),
            limit,
            memory: task.memory,
            weave: None,
            race: None,
            raced: false,
            tally: Tally { complete: reason.is_some(), ..Tally::default() },
            nodes: 0,
            peak: 0,
            end: reason.map(|reason| Verdict::Unsolvable { reason: reason.message }),
        }
    }

    fn bytes(&self) -> u64 {
        Weave::bytes(&self.level)
    }

    /// Visits at most so many border states.
    fn race(&mut self, states: u64) -> Option<Verdict> {
        let race = self.race.as_mut()?;
        let before = race.states();
        let stage = race.advance(states);
        self.nodes += race.states() - before;
        self.peak = self.peak.max(race.peak());
        match stage {
            Stage::Running => None,
            Stage::Done => {
                let (found, examples) = (race.found(), race.examples());
                self.tally.found = found.min(self.limit);
                self.tally.complete = found <= self.limit && found < u128::MAX;
                let text = |links: &Vec<[Node; 2]>| solution_text(&self.level, &pipes(&self.level, links));
                self.tally.examples = examples.iter().map(text).collect();
                Some(self.verdict())
            }
            Stage::Memory if self.weave.is_none() => Some(Verdict::Stopped { limit: Limit::Memory }),
            Stage::Memory => {
                self.race = None;
                None
            }
        }
    }

    /// One step of the enumeration.
    fn enumerate(&mut self) -> Option<Verdict> {
        let weave = self.weave.as_mut()?;
        self.nodes += 1;
        match weave.step() {
            Event::Node => return None,
            Event::Exhausted => self.tally.complete = true,
            Event::Solution => {
                self.tally.found += 1;
                if self.tally.examples.len() < 2 {
                    self.tally.examples.push(solution_text(&self.level, &weave.pipes()));
                }
                if self.tally.found < self.limit {
                    return None;
                }
            }
        }
        Some(self.verdict())
    }

    fn wants_race(&self) -> bool {
        let enumerated = self.weave.as_ref().is_none_or(|weave| weave.nodes >= FIRST_NODES);
        !self.raced && enumerated && self.level.rules() != Rules::NoTouch
    }

    fn verdict(&self) -> Verdict {
        match self.tally.examples.first() {
            Some(solution) => Verdict::Solved { solution: solution.clone(), optimal: false },
            None => Verdict::Unsolvable { reason: words::EXHAUSTED.say() },
        }
    }
}

/// The pipes that a set of links makes.
pub fn pipes(level: &Level, links: &[[Node; 2]]) -> Vec<Vec<Node>> {
    let mut near: Vec<Vec<Node>> = vec![Vec::new(); level.board().len()];
    for [one, other] in links {
        near[usize::from(*one)].push(*other);
        near[usize::from(*other)].push(*one);
    }
    let follow = |ends: &[Node; 2]| {
        let mut pipe = vec![ends[0]];
        let mut before = ends[0];
        while let Some(next) = near[usize::from(pipe[pipe.len() - 1])].iter().find(|next| **next != before) {
            before = pipe[pipe.len() - 1];
            pipe.push(*next);
        }
        pipe
    };
    level.ends().iter().map(follow).collect()
}

impl Run<Tally> for Count {
    fn advance(&mut self, expansions: u64) -> Step {
        let until = self.nodes + expansions;
        while self.end.is_none() && self.nodes < until {
            if self.wants_race() {
                self.raced = true;
                let left = self.memory.saturating_sub(self.weave.as_ref().map_or(0, |_| self.bytes()));
                self.race = self.race.take().or_else(|| Race::new(&self.level, left));
            }
            self.end = if self.race.is_some() { self.race(until - self.nodes) } else { self.enumerate() };
        }
        self.end.clone().map_or(Step::Running, Step::Done)
    }

    fn progress(&self) -> Progress {
        let memory = self.weave.as_ref().map_or(0, |_| self.bytes());
        let race = self.race.as_ref().map_or(0, Race::memory_in_use);
        let peak = self.peak.max(race) + memory;
        Progress {
            nodes: self.nodes,
            generated: self.nodes,
            memory: memory + race,
            peak,
            ..Progress::default()
        }
    }

    fn counters(&self) -> Vec<(&'static str, u64)> {
        vec![("solutions", u64::try_from(self.tally.found).unwrap_or(u64::MAX))]
    }

    fn found(&self) -> Tally {
        self.tally.clone()
    }
}

/// A count whose first solution is what is wanted.
struct Frontier(Count);

impl Run for Frontier {
    fn advance(&mut self, expansions: u64) -> Step {
        self.0.advance(expansions)
    }

    fn progress(&self) -> Progress {
        self.0.progress()
    }

    fn found(&self) -> InHand {
        InHand::default()
    }

    fn counters(&self) -> Vec<(&'static str, u64)> {
        self.0.counters()
    }
}
