//! Plays as lines of JSON, for backups, for other machines and for study.

use std::time::Duration;

use ingenio_core::Message;
use ingenio_play::{Action, Event};
use serde::{Deserialize, Serialize};

use crate::words;

/// A play as it travels.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PlayLine {
    pub player: String,
    pub puzzle: String,
    pub level: String,
    pub text: String,
    pub mode: String,
    pub begun: i64,
    pub ended: Option<i64>,
    /// Milliseconds of the play's clock, and what was done.
    pub events: Vec<(i64, String)>,
    /// Milliseconds of the play's clock, and the rung.
    pub hints: Vec<(i64, i64)>,
}

/// A play without its events, as the database has it.
pub struct StoredPlay {
    pub id: i64,
    pub player: String,
    pub puzzle: String,
    pub level: String,
    pub text: String,
    pub mode: String,
    pub begun: i64,
    pub ended: Option<i64>,
}

pub fn line(row: &StoredPlay, events: &[(i64, String)], hints: &[(i64, i64)]) -> String {
    let line = PlayLine {
        player: row.player.clone(),
        puzzle: row.puzzle.clone(),
        level: row.level.clone(),
        text: row.text.clone(),
        mode: row.mode.clone(),
        begun: row.begun,
        ended: row.ended,
        events: events.to_vec(),
        hints: hints.to_vec(),
    };
    serde_json::to_string(&line).expect("texts and numbers are JSON")
}

pub fn parse(line: &str) -> Result<PlayLine, String> {
    let play: PlayLine = serde_json::from_str(line).map_err(|error| error.to_string())?;
    match play.events.iter().find(|(_, action)| Action::parse(action).is_none()) {
        Some((_, action)) => Err(format!("'{action}' is nothing one can do")),
        None if play.mode != "relax" && play.mode != "challenge" => {
            Err(format!("there is no mode '{}'", play.mode))
        }
        None => Ok(play),
    }
}

/// An event from its stored form.
pub fn event(at: i64, action: &str) -> Result<Event, Message> {
    let parsed = Action::parse(action).ok_or_else(|| words::BROKEN.with("what", action))?;
    Ok(Event { action: parsed, at: Duration::from_millis(u64::try_from(at).unwrap_or(0)) })
}
