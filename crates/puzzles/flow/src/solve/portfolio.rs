//! `portfolio`: `links` first, which settles nearly every board at once; where it does not, because
//! pipes must run beside themselves, the frontier race takes over if the board is narrow enough. If
//! the race runs out of memory, `links` goes on.

use std::sync::Arc;

use ingenio_core::{Guarantee, Method};

use super::count;
use super::frontier::{Race, Stage};
use super::links::Links;
use super::quest::{self, Event, Search};
use super::{Flow, ROW};
use crate::level::{Level, Node};

pub const METHOD: Method<Flow> = Method {
    name: "portfolio",
    about: "links, and where it does not end soon the frontier",
    guarantee: Guarantee::Complete,
    start: |level, task| {
        let memory = task.memory;
        quest::start(level, task, Links::bytes(level), || Portfolio::new(level, memory))
    },
    ..ROW
};

/// Nodes of `links` before the race. Chosen by hand.
const FIRST_NODES: u64 = 10_000;

struct Portfolio {
    level: Arc<Level>,
    links: Links,
    race: Option<Race>,
    /// Has the race begun?
    raced: bool,
    memory: u64,
    states: u64,
    peak: u64,
}

impl Portfolio {
    fn new(level: &Arc<Level>, memory: u64) -> Self {
        let links = Links::new(level);
        let memory = memory.saturating_sub(Links::bytes(level));
        Portfolio { level: level.clone(), links, race: None, raced: false, memory, states: 0, peak: 0 }
    }

    fn race(&mut self) -> Option<Event> {
        if !self.raced && self.links.nodes() >= FIRST_NODES {
            self.raced = true;
            self.race = Race::new(&self.level, self.memory);
        }
        let race = self.race.as_mut()?;
        let stage = race.advance(1);
        self.states = race.states();
        self.peak = self.peak.max(race.peak());
        match stage {
            Stage::Running => Some(Event::Node),
            Stage::Done => {
                let example = race.examples().into_iter().next();
                Some(
                    example
                        .map_or(Event::Exhausted, |links| Event::Solution(count::pipes(&self.level, &links))),
                )
            }
            Stage::Memory => {
                self.race = None;
                None
            }
        }
    }
}

impl Search for Portfolio {
    fn step(&mut self) -> Event {
        self.race().unwrap_or_else(|| self.links.step())
    }

    fn nodes(&self) -> u64 {
        self.links.nodes() + self.states
    }

    fn memory(&self) -> u64 {
        self.links.memory() + self.race.as_ref().map_or(0, Race::memory_in_use)
    }

    fn peak(&self) -> u64 {
        self.links.memory() + self.peak
    }

    fn drawing(&self) -> Option<Vec<Vec<Node>>> {
        self.links.drawing()
    }
}
