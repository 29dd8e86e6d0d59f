//! The recipes of the weights that are shipped: rooms and a seed in, a file of weights and its card out. The same rooms, seed
//! and levels held out give the same bytes, however many threads help.

use std::sync::Arc;

use ingenio_nets::{Net, Refused};
use ingenio_sokoban::learned::weights;
use serde::Serialize;
use sha2::{Digest, Sha256};

use crate::fit::{Course, Patience};
use crate::held_out::HeldOut;
use crate::sokoban::{Plan, Settings, estimate, guess, policy};

/// What decides about the weights, but for what is held out.
#[derive(Clone, Copy, Debug)]
pub struct Recipe {
    /// Tries to make a room. About half of them give one.
    pub rooms: u64,
    pub seed: u64,
    /// Helpers while rooms are made; they change nothing but the time.
    pub threads: usize,
}

/// What is told while it goes on.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Told {
    /// Tries made, of so many.
    Rooms { done: u64, of: u64 },
    /// The loss on what is held back, after a pass.
    Pass { number: usize, loss: f64 },
}

/// Who hears it, from any thread.
pub type Tell<'a> = &'a (dyn Fn(Told) + Sync);

/// A file of weights with its card.
#[derive(Clone, Debug)]
pub struct Made {
    pub bytes: Vec<u8>,
    pub card: Card,
}

/// What is said of weights beside their file.
#[derive(Clone, Debug, Serialize)]
pub struct Card {
    /// What the file says it is.
    pub weights: String,
    pub sha256: String,
    pub bytes: usize,
    /// Filled in by whoever knows them.
    pub command: String,
    pub date: String,
    pub commit: String,
    pub seed: u64,
    pub tries: u64,
    pub rooms: usize,
    /// Positions that were learned, and positions of rooms held back to tell when to stop.
    pub positions: usize,
    pub positions_held_back: usize,
    /// Floors of levels that figures are measured on: no room of the training has one of them.
    pub floors_held_out: usize,
    pub loss: &'static str,
    pub loss_without_weights: f64,
    pub loss_reached: f64,
    pub passes: usize,
}

/// Rooms are drawn twice for the estimate: for the second half the search goes astray by what the first half has taught.
const HALVES: u64 = 2;

impl Recipe {
    fn plan(&self) -> Plan {
        Plan { threads: self.threads, seed: self.seed, starts: 6, astray: 60, most: 250_000, one_in: 4 }
    }

    fn settings(&self, pace: f32) -> Settings {
        Settings { seed: self.seed, pace, patience: Patience { passes: 12, without_gain: 2 } }
    }

    /// The estimate of Sokoban.
    pub fn estimate(&self, held_out: &HeldOut, tell: Tell<'_>) -> Made {
        let (mut lesson, mut net) = (estimate::Lesson::default(), None);
        let of = HALVES * self.rooms;
        let pass = |number, loss| tell(Told::Pass { number, loss });
        let mut course = None;
        for half in 0..HALVES {
            let numbers = half * self.rooms..(half + 1) * self.rooms;
            let rooms = |done| tell(Told::Rooms { done: half * self.rooms + done, of });
            estimate::gather(&mut lesson, &self.plan(), held_out, numbers, &guess(net.as_ref()), &rooms);
            let (fitted, how) = estimate::fit(&lesson, &self.settings(0.03), &pass);
            (net, course) = (Some(fitted), Some(how));
        }
        let (net, course) = net.zip(course).expect("there is a half");
        let card = Card {
            rooms: lesson.rooms,
            positions: lesson.learned.len(),
            positions_held_back: lesson.back.len(),
            loss: "Huber loss of the pushes that the assignment lacks, linear from 6 on; lost positions count as 12",
            ..self.card(of, held_out, &course)
        };
        finish(&net, weights::ESTIMATE, card)
    }

    /// The policy of Sokoban, which looks at the learned estimate.
    pub fn policy(&self, estimate: &Arc<Net>, held_out: &HeldOut, tell: Tell<'_>) -> Made {
        let mut lesson = policy::Lesson::default();
        let rooms = |done| tell(Told::Rooms { done, of: self.rooms });
        let pass = |number, loss| tell(Told::Pass { number, loss });
        // Rooms that the estimate has not learned from: it must look as it does on rooms of others.
        let numbers = HALVES * self.rooms..(HALVES + 1) * self.rooms;
        policy::gather(&mut lesson, &self.plan(), held_out, numbers, &guess(Some(estimate)), &rooms);
        let (net, course) = policy::fit(&lesson, &self.settings(0.1), &pass);
        let card = Card {
            rooms: lesson.rooms,
            positions: lesson.learned.len(),
            positions_held_back: lesson.back.len(),
            loss: "minus the logarithm of the chance given to all best pushes together, in nats",
            ..self.card(self.rooms, held_out, &course)
        };
        finish(&net, weights::POLICY, card)
    }

    fn card(&self, tries: u64, held_out: &HeldOut, course: &Course) -> Card {
        Card {
            weights: String::new(),
            sha256: String::new(),
            bytes: 0,
            command: String::new(),
            date: String::new(),
            commit: String::new(),
            seed: self.seed,
            tries,
            rooms: 0,
            positions: 0,
            positions_held_back: 0,
            floors_held_out: held_out.len(),
            loss: "",
            loss_without_weights: course.losses[0],
            loss_reached: course.least(),
            passes: course.losses.len() - 1,
        }
    }
}

fn finish(net: &Net, said: &str, card: Card) -> Made {
    let bytes = net.write(said);
    let sha256 = Sha256::digest(&bytes).iter().map(|byte| format!("{byte:02x}")).collect();
    let card = Card { weights: said.into(), sha256, bytes: bytes.len(), ..card };
    Made { bytes, card }
}

/// An estimate that was made before, from its file.
pub fn read_estimate(bytes: &[u8]) -> Result<Arc<Net>, Refused> {
    weights::read_estimate(bytes)
}
