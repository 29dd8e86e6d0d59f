//! Somebody saw something that is wrong: the play is kept as a file that can be played again.

use axum::Json;
use axum::extract::{Path, State};
use ingenio_desk::{KeptPlay, PlayFile, PlayHead, Seen, Wrong, event_bodies};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::app::App;
use crate::live::known_best;
use crate::plays::key;
use crate::problem::{Body, Problem, ProblemBody, Reply};
use crate::visitor::Visitor;
use crate::words;

/// Letters of what somebody says.
const LONGEST: usize = 2000;

#[derive(Debug, Deserialize, ToSchema)]
pub struct FindingWish {
    /// What is wrong, in their words.
    what: String,
    /// What the page shows.
    seen: Seen,
}

#[derive(Debug, Serialize, ToSchema)]
pub struct FindingBody {
    /// By which the owner of the house finds it.
    number: i64,
    /// The play as a file; `ingenio play --replay` plays it again.
    file: String,
}

/// Tells that something is wrong in one's own play.
#[utoipa::path(post, path = "/api/plays/{key}/findings", tag = "plays", params(("key" = String, Path)), request_body = FindingWish,
    responses((status = 200, body = FindingBody), (status = 404, body = ProblemBody), (status = 429, body = ProblemBody)))]
pub async fn send(
    State(app): State<App>,
    visitor: Visitor,
    Path(name): Path<String>,
    Body(wish): Body<FindingWish>,
) -> Reply<Json<FindingBody>> {
    let player = visitor.known()?;
    let row = app.store.play_by_key(key(&name)?).await?.filter(|row| row.player == player.id);
    let row = row.ok_or_else(Problem::not_found)?;
    let level = app.level(&row.level.to_string()).await?;
    let head = PlayHead {
        puzzle: row.puzzle.clone(),
        text: level.canonical(),
        title: format!("{} {}", level.puzzle().info().title, row.level),
        mode: row.mode.clone(),
        aim: known_best(&app.store, &level).await?,
    };
    let what: String = wish.what.chars().take(LONGEST).collect();
    let edition = env!("CARGO_PKG_VERSION").to_owned();
    let events = event_bodies(&app.store.events(row.id).await?);
    let wrong = Some(Wrong { what: what.clone(), seen: wish.seen, edition });
    let file = PlayFile::new(vec![KeptPlay { head, events, wrong }]).text();
    let number = app.store.keep_finding(player.id, &row.puzzle, &what, file.clone()).await?;
    let number = number.ok_or_else(|| Problem::too_many(words::TOO_MANY_FINDINGS.say()))?;
    Ok(Json(FindingBody { number, file }))
}
