//! Films: a board and the changes that follow, for replays and for solutions to be watched.

use ingenio_core::{AnyPlay, LevelRef, Message};
use ingenio_play::{Event, Session};
use serde::Serialize;
use utoipa::ToSchema;

use crate::problem::{Problem, Reply};
use crate::scene::{BoardBody, ChangeBody};
use crate::words;

/// Longer films would be a burden for server and browser.
const LONGEST: usize = 5000;

#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct Film {
    pub board: BoardBody,
    pub steps: Vec<FilmStep>,
    #[schema(value_type = String)]
    pub title: Message,
}

#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct FilmStep {
    /// The move, or `undo` and the like.
    #[serde(rename = "move")]
    pub action: String,
    #[serde(flatten)]
    pub change: ChangeBody,
    #[schema(value_type = String)]
    pub figures: Message,
    /// What the clock showed, in milliseconds.
    pub at: Option<u64>,
}

impl Film {
    /// Moves one after another, from where a play stands.
    pub fn of_moves(mut play: Box<dyn AnyPlay>, moves: &[String], title: Message) -> Reply<Self> {
        if moves.len() > LONGEST {
            return Err(Problem::bad(words::FILM_TOO_LONG.with("most", LONGEST)));
        }
        let mut scene = play.scene();
        let board = BoardBody::of(&scene);
        let mut steps = Vec::with_capacity(moves.len());
        for action in moves {
            play.apply(action)?;
            let after = play.scene();
            let change = ChangeBody::between(&scene, &after);
            let figures = play.measures().said();
            steps.push(FilmStep { action: action.clone(), change, figures, at: None });
            scene = after;
        }
        Ok(Film { board, steps, title })
    }

    /// A solution of a level.
    pub fn of_solution(level: &LevelRef, solution: &str, title: Message) -> Reply<Self> {
        Self::of_moves(level.play(), &level.solution_moves(solution)?, title)
    }

    /// A play as it happened, with every step back.
    pub fn of_events(level: &LevelRef, events: &[Event], title: Message) -> Reply<Self> {
        let mut session = Session::new(level.clone());
        let mut scene = session.scene();
        let board = BoardBody::of(&scene);
        let mut steps = Vec::new();
        for event in events.iter().take(LONGEST) {
            session.replay(event).map_err(Problem::bad)?;
            let after = session.scene();
            if after == scene {
                continue;
            }
            steps.push(FilmStep {
                action: event.action.text().trim_start_matches("move ").to_owned(),
                change: ChangeBody::between(&scene, &after),
                figures: session.measures().said(),
                at: u64::try_from(event.at.as_millis()).ok(),
            });
            scene = after;
        }
        Ok(Film { board, steps, title })
    }
}
