//! The exercises of the lessons, answered in the browser.

use axum::extract::{Path, State};
use ingenio_core::{Cancel, Message};
use ingenio_lessons::{Judgement, find};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::app::App;
use crate::plays::Waiting;
use crate::problem::{Body, JsonText, Problem, ProblemBody, Reply};
use crate::visitor::Visitor;

#[derive(Debug, Deserialize, ToSchema)]
pub struct AnswerBody {
    pub answer: String,
}

/// Is an answer right, and why, or why not.
#[derive(Debug, Serialize, ToSchema)]
pub struct RightBody {
    right: bool,
    #[schema(value_type = String)]
    why: Message,
}

/// Answers an exercise.
#[utoipa::path(post, path = "/api/lessons/{lesson}/{exercise}", tag = "lessons",
    params(("lesson" = String, Path), ("exercise" = usize, Path)), request_body = AnswerBody,
    responses((status = 200, body = RightBody), (status = 404, body = ProblemBody)))]
pub async fn answer(
    State(app): State<App>,
    visitor: Visitor,
    Path((lesson, number)): Path<(String, usize)>,
    Body(body): Body<AnswerBody>,
) -> Reply<JsonText> {
    let exercise = find(&lesson).and_then(|lesson| lesson.exercise(number));
    let exercise = exercise.map_err(|_| Problem::not_found())?;
    // Methods run on levels that are handed in: whoever goes away ends that.
    let waiting = Waiting(Cancel::default());
    let cancel = waiting.0.clone();
    let judge = move || exercise.judge(&body.answer, &cancel);
    let (asker, reader) = (visitor.asker(), visitor.language);
    let Judgement { right, why } = match asker.player {
        Some(player) => app.advise(player, asker, judge).await?,
        None => app.think(asker, judge).await?,
    };
    drop(waiting);
    if let Some(player) = asker.player.filter(|_| right) {
        app.store.answered(player, &lesson, number as i64).await?;
    }
    Ok(JsonText::of(reader, &RightBody { right, why }))
}
