//! Watching a solution: forth, back, at a speed of one's choice.

use std::time::Duration;

use ingenio_core::{AnyPlay, LevelRef, Scene};

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
    /// From the position after `before`, along `moves`.
    pub fn new(level: &LevelRef, before: &[String], moves: Vec<String>, now: Duration) -> Self {
        let mut play = level.play();
        for action in before {
            let _ = play.apply(action);
        }
        Watch { play, moves, at: 0, running: true, speed: 3, last: now }
    }

    pub fn scene(&self) -> Scene {
        self.play.scene()
    }

    pub const fn is_over(&self) -> bool {
        self.at == self.moves.len()
    }

    /// `3 of 12, 4 moves a second`.
    pub fn caption(&self) -> String {
        let state = if self.running && !self.is_over() {
            format!("{} moves a second", self.rate())
        } else {
            "stopped".into()
        };
        let last = self.at.checked_sub(1).map_or(String::new(), |at| format!("  {}", self.moves[at]));
        format!("{} of {}, {state}{last}", self.at, self.moves.len())
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
