//! A play as a page has it that knows the rules: orders are carried out here at once, and what the keeper of
//! the play says happened is held against them.

use std::time::Duration;

use ingenio_core::{Fault, LevelRef, Message};
use ingenio_play::{earned, stars};

use crate::desk::{Desk, read_events};
use crate::order::{EventBody, GestureBody, Wish, event_bodies};
use crate::scene::ChangeBody;
use crate::words;

#[derive(Debug)]
pub struct Mirror {
    desk: Desk,
    /// Does nobody else keep this play? Then what is said of its stars here is the last word.
    alone: bool,
}

/// How what was heard stands to what happened here.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Heard {
    /// All of it is known here; there may be more here.
    Known,
    /// It went on elsewhere, and here too now.
    Followed,
    /// It went on in another way elsewhere. Nothing changed here.
    Parted,
    /// Something between is missing. Nothing changed here.
    Missed,
}

impl Mirror {
    pub fn new(desk: Desk) -> Self {
        Self::of(desk, false)
    }

    /// A play that nobody else keeps.
    pub fn alone(desk: Desk) -> Self {
        Self::of(desk, true)
    }

    fn of(desk: Desk, alone: bool) -> Self {
        let mut mirror = Mirror { desk, alone };
        mirror.desk.stars = mirror.stars();
        mirror
    }

    pub const fn desk(&mut self) -> &mut Desk {
        &mut self.desk
    }

    /// Carries an order out. What happened is told as events, to be handed on.
    pub fn order(&mut self, wish: Wish, now: Duration) -> Result<(Vec<EventBody>, Option<Message>), Fault> {
        let before = self.desk.session().events().len();
        let was_won = self.desk.session().won();
        let said = self.desk.apply(wish, now)?;
        let session = self.desk.session();
        let events = event_bodies(&session.events()[before..]);
        let won = session.won() && !was_won;
        Ok((events, if won { Some(self.win()?) } else { said }))
    }

    /// The referee looks at a win before it is called one.
    fn win(&mut self) -> Result<Message, Fault> {
        let said = self.verified()?;
        self.desk.stars = self.stars();
        let Some(stars) = self.desk.stars.filter(|_| self.alone) else { return Ok(said) };
        let counted =
            if self.desk.helped { words::WON_HELPED.say() } else { words::WON_STARS.with("stars", stars) };
        Ok(Message::all(vec![said, counted]))
    }

    /// The stars of a play that is solved.
    fn stars(&self) -> Option<u8> {
        let session = self.desk.session();
        let metric = session.level().puzzle().info().metrics.first();
        let reached = metric.and_then(|metric| session.measures().get(metric.name));
        let count = match (metric, reached) {
            (Some(metric), Some(reached)) => stars(metric.sense, self.desk.aim().unwrap_or(reached), reached),
            _ => 3,
        };
        session.solved().then(|| earned(count, self.desk.helped))
    }

    fn verified(&self) -> Result<Message, Fault> {
        let session = self.desk.session();
        let level: &LevelRef = session.level();
        let solution = level.verify(&session.play().solution()).map_err(|refusal| refusal.message)?;
        let template = if session.solved() { words::WON } else { words::PUT_DOWN };
        Ok(template.with("figures", solution.measures()))
    }

    /// What happened elsewhere after the first `from` events.
    pub fn hear(&mut self, from: usize, events: &[EventBody], now: Duration) -> Result<Heard, Fault> {
        let events = read_events(events)?;
        let Some(mine) = self.desk.session().events().get(from..) else { return Ok(Heard::Missed) };
        if mine.iter().zip(&events).any(|(mine, other)| mine.action != other.action) {
            return Ok(Heard::Parted);
        }
        let new = events.get(mine.len()..).unwrap_or_default();
        for event in new {
            self.desk.session_mut().follow(event, now)?;
        }
        if self.desk.session().won() {
            self.desk.stars = self.stars();
        }
        Ok(if new.is_empty() { Heard::Known } else { Heard::Followed })
    }

    /// What the board would look like after a gesture, as what changed since it was last told; the figures
    /// too. No gesture, or one that does nothing, shows the board as it is.
    pub fn preview(&mut self, gesture: Option<GestureBody>) -> (ChangeBody, Vec<(String, u64)>) {
        let session = self.desk.session_mut();
        let gesture = gesture.map(|gesture| gesture.gesture(session));
        let shown = gesture.and_then(|gesture| session.preview(&gesture));
        let (scene, measures) = shown.unwrap_or_else(|| (session.scene(), session.measures()));
        let change = self.desk.show(scene);
        let figures = measures.iter().filter_map(|(name, _)| Some((name.to_owned(), measures.get(name)?)));
        (change, figures.collect())
    }
}
