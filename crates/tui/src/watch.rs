//! Watching a solution: forth, back, at a speed of one's choice.

use std::time::Duration;

use ingenio_core::{AnyPlay, Fault, LevelRef, Message, Scene};
use ingenio_play::Line;

use crate::words;

pub struct Watch {
    play: Box<dyn AnyPlay>,
    moves: Vec<String>,
    at: usize,
    running: bool,
    /// Moves per second, as a power of two of a half.
    speed: u32,
    last: Duration,
}

impl std::fmt::Debug for Watch {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Watch({} of {})", self.at, self.moves.len())
    }
}

impl Watch {
    /// From the end of the line `before`, along `moves`.
    pub fn new(level: &LevelRef, before: &Line, moves: Vec<String>, now: Duration) -> Result<Self, Fault> {
        let play = before.play(level)?;
        Ok(Watch { play, moves, at: 0, running: true, speed: 3, last: now })
    }

    /// Was the level solved before the watcher's eyes?
    pub fn has_solved(&self) -> bool {
        self.is_over() && self.play.won()
    }

    pub fn scene(&self) -> Scene {
        self.play.scene()
    }

    pub const fn is_over(&self) -> bool {
        self.at == self.moves.len()
    }

    /// `3 of 12, 4 moves a second  R`.
    pub fn caption(&self) -> Message {
        let state = if self.running && !self.is_over() {
            words::WATCH_RATE.with("rate", self.rate())
        } else {
            words::WATCH_STOPPED.say()
        };
        let last = self.at.checked_sub(1).map_or("", |at| &self.moves[at]);
        let message = words::WATCH_AT.with("at", self.at).with("all", self.moves.len());
        message.with("state", state).with("move", last)
    }

    fn rate(&self) -> f64 {
        0.5 * f64::from(1_u32 << self.speed)
    }

    pub fn forth(&mut self) {
        if !self.is_over() && self.play.apply(&self.moves[self.at]).is_ok() {
            self.at += 1;
        }
    }

    pub fn back(&mut self) {
        if self.at > 0 && self.play.undo() {
            self.at -= 1;
        }
    }

    pub fn first(&mut self) {
        while self.at > 0 {
            self.back();
        }
    }

    pub fn last(&mut self) {
        while !self.is_over() {
            let before = self.at;
            self.forth();
            if self.at == before {
                return;
            }
        }
    }

    pub const fn toggle(&mut self) {
        self.running = !self.running;
    }

    pub const fn stop(&mut self) {
        self.running = false;
    }

    pub fn faster(&mut self) {
        self.speed = (self.speed + 1).min(8);
    }

    pub fn slower(&mut self) {
        self.speed = self.speed.saturating_sub(1);
    }

    pub fn tick(&mut self, now: Duration) {
        while self.running
            && !self.is_over()
            && now.saturating_sub(self.last).as_secs_f64() * self.rate() >= 1.0
        {
            self.last += Duration::from_secs_f64(1.0 / self.rate());
            self.forth();
        }
        if !self.running || self.is_over() {
            self.last = now;
        }
    }
}
