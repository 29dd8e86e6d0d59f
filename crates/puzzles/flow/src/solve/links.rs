//! `links`, the champion: the link search of [`Weave`] on any board, under any rules.
//!
//! Where self-touch is allowed, solutions without it are looked for first, because excluding it
//! prunes far more and nearly every published board has one; after a while the search with
//! self-touch takes turns with it. The answer "none" needs the second one only.

use std::sync::Arc;

use ingenio_core::{Guarantee, Method};

use super::quest::{self, Event, Search};
use super::weave::{self, Weave};
use super::{Flow, ROW};
use crate::level::{Level, Node, Rules};

pub const METHOD: Method<Flow> = Method {
    name: "links",
    about: "decides links between neighbours, the most constrained first, with forced moves",
    guarantee: Guarantee::Complete,
    start: |level, task| quest::start(level, task, Links::bytes(level), || Links::new(level)),
    ..ROW
};

/// Nodes before the search with self-touch begins, and the length of a turn.
/// Chosen by hand.
const HEAD_START: u64 = 256;
const TURN: u64 = 64;
/// Nodes before a second search without self-touch begins at the other corner of the board: on large boards
/// one corner may take a thousand times as long as the other.
const OTHER_CORNER: u64 = 4096;

pub struct Links {
    level: Arc<Level>,
    /// The search without self-touch, until it is exhausted.
    calm: Option<Weave>,
    /// The same from the other corner.
    counter: Option<Weave>,
    /// The search under the level's own rules.
    own: Option<Weave>,
    steps: u64,
}

impl Links {
    /// Bytes that it will use at most.
    pub fn bytes(level: &Level) -> u64 {
        3 * Weave::bytes(level)
    }

    pub fn new(level: &Arc<Level>) -> Self {
        let calm = (level.rules() == Rules::Touch).then(|| Weave::new(level, Rules::NoTouch));
        let own = calm.is_none().then(|| Weave::new(level, level.rules()));
        Links { level: level.clone(), calm, counter: None, own, steps: 0 }
    }

    /// One step without self-touch, from one corner or the other.
    fn calm_step(&mut self) -> Event {
        let turned = self.steps >= OTHER_CORNER && (self.steps / (2 * TURN)).is_multiple_of(2);
        if turned && self.counter.is_none() {
            self.counter = Some(Weave::from_the_end(&self.level, Rules::NoTouch));
        }
        let search = if turned { self.counter.as_mut() } else { self.calm.as_mut() };
        let Some(search) = search else { return Event::Node };
        match search.step() {
            weave::Event::Node => {}
            weave::Event::Solution => return Event::Solution(search.pipes()),
            // Where one of them has seen everything, both have.
            weave::Event::Exhausted => (self.calm, self.counter) = (None, None),
        }
        Event::Node
    }

    fn calm_turn(&self) -> bool {
        self.calm.is_some() && (self.steps < HEAD_START || (self.steps / TURN).is_multiple_of(2))
    }
}

impl Search for Links {
    fn step(&mut self) -> Event {
        let calm_turn = self.calm_turn();
        self.steps += 1;
        if calm_turn {
            return self.calm_step();
        }
        let own = self.own.get_or_insert_with(|| Weave::new(&self.level, self.level.rules()));
        match own.step() {
            weave::Event::Node => Event::Node,
            weave::Event::Solution => Event::Solution(own.pipes()),
            weave::Event::Exhausted => Event::Exhausted,
        }
    }

    fn nodes(&self) -> u64 {
        self.steps
    }

    fn memory(&self) -> u64 {
        Links::bytes(&self.level)
    }

    fn drawing(&self) -> Option<Vec<Vec<Node>>> {
        let weave = if self.calm_turn() { self.calm.as_ref() } else { self.own.as_ref() };
        weave.or(self.calm.as_ref()).map(Weave::pipes)
    }
}
