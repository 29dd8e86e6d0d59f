//! Solutions for a sheet of paper. Whoever has them printed has seen them, so they are asked for by an explicit wish, and
//! plays of these levels are helped for a day.

use axum::Json;
use axum::extract::State;
use ingenio_desk::{PrintedSolution, printed_solution};
use serde::Deserialize;
use utoipa::ToSchema;

use crate::app::App;
use crate::levels::{Which, known_solution};
use crate::problem::{Body, Problem, ProblemBody, Reply};
use crate::visitor::Visitor;
use crate::words;

/// Levels of one sheet.
pub const MOST_LEVELS: usize = 24;

#[derive(Deserialize, ToSchema)]
pub struct SheetWish {
    /// The ids of levels.
    levels: Vec<String>,
}

/// The best known solutions of some levels, to be printed. Whoever asks for them has seen them.
#[utoipa::path(post, path = "/api/solutions", tag = "levels", request_body = SheetWish,
    responses((status = 200, body = Vec<PrintedSolution>), (status = 404, body = ProblemBody),
              (status = 422, description = "too many at once", body = ProblemBody)))]
pub async fn solutions(
    State(app): State<App>,
    visitor: Visitor,
    Body(wish): Body<SheetWish>,
) -> Reply<Json<Vec<PrintedSolution>>> {
    if wish.levels.len() > MOST_LEVELS {
        return Err(Problem::bad(words::SHEET_TOO_LONG.with("most", MOST_LEVELS)));
    }
    let mut printed = Vec::new();
    for id in &wish.levels {
        let level = app.level(id).await?;
        let Ok(solution) = known_solution(&app, &level, &Which::best()).await else {
            printed.push(PrintedSolution::default());
            continue;
        };
        if let Some(player) = &visitor.player {
            app.store.shown(player.id, &level).await?;
            app.show_way(player, &level).await?;
        }
        let print = move || {
            let moves = level.solution_moves(&solution)?;
            printed_solution(&level, &moves)
        };
        // One that cannot be printed is as good as none.
        printed.push(app.think(visitor.asker(), print).await?.unwrap_or_default());
    }
    Ok(Json(printed))
}
