//! Solutions for a sheet of paper: the solved board where a board is to be filled, else the moves as arrows. Whoever has
//! them printed has seen them, so they are asked for by an explicit wish, and plays of these levels are helped for a day.

use axum::Json;
use axum::extract::State;
use ingenio_core::scene::{Piece, Role};
use ingenio_core::{LevelRef, Scene};
use ingenio_render::{Theme, svg};
use serde::{Deserialize, Serialize};
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

/// A solution as it is printed: a picture or a line, and neither where nobody knows one.
#[derive(Debug, Default, Serialize, ToSchema)]
pub struct PrintedSolution {
    /// An SVG drawing of the solved board.
    picture: Option<String>,
    /// The moves, as arrows.
    text: Option<String>,
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
        printed.push(app.think(visitor.asker(), move || print(&level, &solution)).await?);
    }
    Ok(Json(printed))
}

fn print(level: &LevelRef, solution: &str) -> PrintedSolution {
    let moves = level.solution_moves(solution).unwrap_or_default();
    let mut play = level.play();
    let mut before = play.scene();
    let is_filled = |piece: &Piece| matches!(piece.role, Role::Matching | Role::End | Role::Pipe);
    let fills = before.pieces.iter().any(is_filled);
    let mut words = Vec::new();
    for action in &moves {
        if play.apply(action).is_err() {
            return PrintedSolution::default();
        }
        let after = play.scene();
        words.extend(said(&before, &after));
        before = after;
    }
    if fills {
        let picture = svg(&before, &Theme { paper: "none", ..Theme::LIGHT }, "");
        return PrintedSolution { picture: Some(picture), text: None };
    }
    PrintedSolution { picture: None, text: Some(words.join(" ")) }
}

/// A move as people write it: what moves by its label, where to, and how far; whoever walks has no label, and a push is
/// a double arrow.
fn said(before: &Scene, after: &Scene) -> Option<String> {
    let moved = |role: fn(Role) -> bool| {
        after.pieces.iter().filter(move |piece| role(piece.role)).find_map(|piece| {
            let old = before.pieces.iter().find(|old| old.id == piece.id)?;
            let (from, to) = (old.cells.first()?, piece.cells.first()?);
            (from != to).then_some((piece, *from, *to))
        })
    };
    let is_player = |role: Role| role == Role::Player;
    let is_labelled = |role: Role| matches!(role, Role::Tile | Role::Block | Role::Target);
    let pushes = moved(|role| role == Role::Crate).is_some();
    let (piece, from, to) = moved(is_player).or_else(|| moved(is_labelled))?;
    let (down, right) = (to.row as isize - from.row as isize, to.column as isize - from.column as isize);
    let arrows = if pushes { ["⇑", "⇓", "⇐", "⇒"] } else { ["↑", "↓", "←", "→"] };
    let arrow = match (down.signum(), right.signum()) {
        (-1, _) => arrows[0],
        (1, _) => arrows[1],
        (_, -1) => arrows[2],
        _ => arrows[3],
    };
    let far = down.unsigned_abs().max(right.unsigned_abs());
    let far = if far > 1 { far.to_string() } else { String::new() };
    let label = if piece.role == Role::Player { "" } else { piece.label.as_str() };
    Some(format!("{label}{arrow}{far}"))
}

#[cfg(test)]
mod tests {
    use ingenio_catalog::read_level;

    use super::*;

    fn level(puzzle: &str, text: &str) -> LevelRef {
        read_level(puzzle, text).expect("a level")
    }

    #[test]
    fn moves_are_arrows() {
        let room = level("sokoban", "#######\n#@    #\n# $ . #\n#     #\n#######\n");
        assert_eq!(print(&room, "dRR").text.as_deref(), Some("↓ ⇒ ⇒"));
        let blocks = level("unblock", "4x4:ooooAAoBoooBoooo");
        assert_eq!(print(&blocks, "B+1 A+2").text.as_deref(), Some("B↓ A→2"));
    }

    #[test]
    fn filled_boards_are_pictures() {
        let pipes = level("flow", "A.\nA.");
        let printed = print(&pipes, "A@0,0:RDL");
        assert!(printed.text.is_none() && printed.picture.expect("a picture").contains("<svg"));
    }
}
