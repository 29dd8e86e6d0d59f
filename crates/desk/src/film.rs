//! Films: a board and the changes that follow, for replays and for solutions to be watched.

use ingenio_core::{AnyPlay, Fault, LevelRef, Message};
use ingenio_play::{Event, Session};
use serde::Serialize;

use crate::scene::{BoardBody, ChangeBody};
use crate::words;

/// Longer films would be a burden for server and browser.
const LONGEST: usize = 5000;

#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Film {
    pub board: BoardBody,
    pub steps: Vec<FilmStep>,
    #[cfg_attr(feature = "schema", schema(value_type = String))]
    pub title: Message,
}

#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct FilmStep {
    /// The move, or `undo` and the like.
    #[serde(rename = "move")]
    pub action: String,
    #[serde(flatten)]
    pub change: ChangeBody,
    #[cfg_attr(feature = "schema", schema(value_type = String))]
    pub figures: Message,
    /// The move as advice, of the first step alone: a hint shows no more.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schema(value_type = Option<String>))]
    pub advice: Option<Message>,
    /// What the clock showed, in milliseconds.
    pub at: Option<u64>,
}

impl Film {
    /// Moves one after another, from where a play stands.
    pub fn of_moves(mut play: Box<dyn AnyPlay>, moves: &[String], title: Message) -> Result<Self, Fault> {
        if moves.len() > LONGEST {
            return Err(words::FILM_TOO_LONG.with("most", LONGEST).into());
        }
        let mut scene = play.scene();
        let board = BoardBody::of(&scene);
        let mut steps = Vec::with_capacity(moves.len());
        for action in moves {
            play.apply(action)?;
            let after = play.scene();
            let change = ChangeBody::between(&scene, &after);
            let figures = play.measures().said();
            let advice = if steps.is_empty() { scene.advice(&after) } else { None };
            steps.push(FilmStep { action: action.clone(), change, figures, advice, at: None });
            scene = after;
        }
        Ok(Film { board, steps, title })
    }

    /// A solution of a level.
    pub fn of_solution(level: &LevelRef, solution: &str, title: Message) -> Result<Self, Fault> {
        Self::of_moves(level.play(), &level.solution_moves(solution)?, title)
    }

    /// A play as it happened, with every step back.
    pub fn of_events(level: &LevelRef, events: &[Event], title: Message) -> Result<Self, Fault> {
        let mut session = Session::new(level.clone());
        let mut scene = session.scene();
        let board = BoardBody::of(&scene);
        let mut steps = Vec::new();
        for event in events.iter().take(LONGEST) {
            session.replay(event)?;
            let after = session.scene();
            if after == scene {
                continue;
            }
            steps.push(FilmStep {
                action: event.action.text().trim_start_matches("move ").to_owned(),
                change: ChangeBody::between(&scene, &after),
                figures: session.measures().said(),
                advice: None,
                at: u64::try_from(event.at.as_millis()).ok(),
            });
            scene = after;
        }
        Ok(Film { board, steps, title })
    }
}
