//! Pictures made of pixels: the card that stands for a level where its address is shared, and a win as a moving picture.
//! Who draws pixels is handed in by the program (`Config::painter`), so that the first program of a fresh start need not
//! wait for it; without, there are no such pictures, and no page speaks of them.

use std::time::Duration;

use axum::extract::{Path, Query, State};
use axum::http::{HeaderMap, HeaderValue, header};
use axum::response::{IntoResponse, Response};
use ingenio_core::{Language, LevelRef};
use ingenio_desk::frames;
use ingenio_play::{Event, Session};
use ingenio_render::{Theme, svg};
use maud::html;
use serde::Deserialize;
use tokio::runtime::Handle;
use utoipa::IntoParams;

use crate::app::App;
use crate::fair::Asker;
use crate::plays::key;
use crate::problem::{Problem, ProblemBody, Reply};
use crate::visitor::Visitor;
use crate::words;

/// The size that the places where people share addresses ask for, in pixels.
const CARD: (f32, f32) = (1200.0, 630.0);
/// The room for the board on it.
const BOARD: f32 = 540.0;
/// Pixels of a moving picture on its longer side, and of a cell at most.
const FILM_SIDE: f32 = 480.0;
const FILM_CELL: f32 = 48.0;
const FRAME: Duration = Duration::from_millis(200);

/// What makes pixels of drawings: pixels per cell, and for a moving picture the time of each drawing.
#[derive(Clone, Copy, Debug)]
pub struct Painter {
    pub png: fn(&str, f32) -> Option<Vec<u8>>,
    pub gif: fn(&[String], f32, Duration) -> Option<Vec<u8>>,
}

#[derive(Deserialize, IntoParams)]
pub struct CardLook {
    /// In which language the pack is named; English without. It stands in the address, because whoever fetches the
    /// picture for others has no language of their own.
    #[serde(default)]
    language: String,
}

/// A picture of a level for places where its address is shared.
#[utoipa::path(get, path = "/api/levels/{id}/card.png", tag = "levels", params(("id" = String, Path), CardLook),
    responses((status = 200, description = "a PNG picture of 1200 x 630", content_type = "image/png", body = Vec<u8>), (status = 404, body = ProblemBody)))]
pub async fn card(
    State(app): State<App>,
    asker: Asker,
    Path(id): Path<String>,
    Query(look): Query<CardLook>,
) -> Reply<Response> {
    let painter = app.config.painter.ok_or_else(Problem::not_found)?;
    let level = app.level(&id).await?;
    let reader = Language::find(&look.language).unwrap_or_default();
    let shelf = app.levels.place(&id).map(|place| &app.levels.library.shelves[place.shelf]);
    let title = shelf.map(|shelf| reader.say(shelf.said_title()));
    let draw = move || (painter.png)(&card_of(&level, title.as_deref()), 100.0);
    let picture = app.think(asker, draw).await?.ok_or_else(Problem::not_found)?;
    let mut headers = HeaderMap::new();
    headers.insert(header::CONTENT_TYPE, HeaderValue::from_static("image/png"));
    // The id is the hash of the level: its picture never changes.
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("public, max-age=31536000, immutable"));
    // It is for other places, too.
    headers.insert("cross-origin-resource-policy", HeaderValue::from_static("cross-origin"));
    Ok((headers, picture).into_response())
}

/// The board on the right, the names of puzzle, pack and house on the left.
fn card_of(level: &LevelRef, pack: Option<&str>) -> String {
    let (width, height) = CARD;
    let theme = Theme { paper: "none", ..Theme::LIGHT };
    let board = svg(&level.play().scene(), &theme, "");
    let (x, y) = (width - BOARD - 60.0, (height - BOARD) / 2.0);
    let placed = placed(&board, x, y);
    let text = |y: f32, size: u32, ink: &str, text: &str| {
        let letters = f32::from(u16::try_from(text.chars().count().max(1)).unwrap_or(u16::MAX));
        // DejaVu's letters are two thirds as wide as they are high.
        let size = (size as f32).min((x - 120.0) / (0.68 * letters)).max(18.0);
        html! { text x="60" y=(y) font-size=(size) fill=(ink) font-family="DejaVu Sans" font-weight="bold" { (text) } }.into_string()
    };
    let names = text(300.0, 84, Theme::LIGHT.ink, level.puzzle().info().title)
        + &pack.map_or_else(String::new, |pack| text(364.0, 36, Theme::LIGHT.muted, pack))
        + &text(570.0, 40, Theme::LIGHT.red, "ingenio.");
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" width=\"{width}\" height=\"{height}\">\
         <rect width=\"{width}\" height=\"{height}\" fill=\"{}\"/>{placed}{names}</svg>",
        Theme::LIGHT.paper
    )
}

/// A drawing within another, as large as there is room for it.
fn placed(drawing: &str, x: f32, y: f32) -> String {
    let (head, rest) = drawing.split_once('>').unwrap_or((drawing, ""));
    let view =
        head.split("viewBox=\"").nth(1).and_then(|rest| rest.split('"').next()).unwrap_or("0 0 100 100");
    format!(
        "<svg x=\"{x}\" y=\"{y}\" width=\"{BOARD}\" height=\"{BOARD}\" viewBox=\"{view}\" font-family=\"DejaVu Sans\" \
         font-weight=\"bold\" text-anchor=\"middle\">{rest}"
    )
}

/// A win of one's own as a moving picture: the moves that led to it, without those that were taken back.
#[utoipa::path(get, path = "/api/plays/{key}/win.gif", tag = "plays", params(("key" = String, Path)),
    responses((status = 200, description = "a GIF picture", content_type = "image/gif", body = Vec<u8>),
              (status = 403, description = "it is somebody else's", body = ProblemBody),
              (status = 404, description = "there is no such win", body = ProblemBody)))]
pub async fn win(State(app): State<App>, visitor: Visitor, Path(name): Path<String>) -> Reply<Response> {
    let painter = app.config.painter.ok_or_else(Problem::not_found)?;
    let row = app.store.play_by_key(key(&name)?).await?.ok_or_else(Problem::not_found)?;
    let asker = visitor.asker();
    // It shows a solution: to whoever found it, and they may show it to whom they like.
    let player = visitor.known()?;
    if player.id != row.player {
        return Err(Problem::forbidden(words::NOT_YOURS.say()));
    }
    if row.ended.is_none() {
        return Err(Problem::not_found());
    }
    let level = app.level(&row.level.to_string()).await?;
    let (store, runtime) = (app.store.clone(), Handle::current());
    let draw = move || {
        let events = runtime.block_on(store.events(row.id))?;
        Ok(drawn(painter, &level, &events))
    };
    let picture: Reply<_> = app.advise(player.id, asker, draw).await?;
    let picture = picture?.ok_or_else(Problem::not_found)?;
    let kind = HeaderValue::from_static("image/gif");
    let name = HeaderValue::from_static("attachment; filename=\"ingenio.gif\"");
    Ok(([(header::CONTENT_TYPE, kind), (header::CONTENT_DISPOSITION, name)], picture).into_response())
}

fn drawn(painter: Painter, level: &LevelRef, events: &[Event]) -> Option<Vec<u8>> {
    let line = Session::resume(level.clone(), events).ok()?.line();
    let size = level.play().scene().size;
    let cells = size.width.max(size.height).max(1) as f32;
    (painter.gif)(&frames(level, &line).ok()?, (FILM_SIDE / cells).min(FILM_CELL), FRAME)
}

#[cfg(test)]
mod tests {
    use ingenio_catalog::PUZZLES;
    use ingenio_core::Rng;

    use super::*;

    #[test]
    fn a_card_holds_the_board_and_plain_names() {
        for puzzle in PUZZLES {
            let level = puzzle.sample(&mut Rng::new(3), 2);
            let card = card_of(&level, Some("<b>\"pack\""));
            assert_eq!(card.matches("<svg").count(), card.matches("</svg>").count());
            assert!(card.contains("&lt;b&gt;") && !card.contains("<b>"));
            assert!(card.contains(puzzle.info().title));
        }
    }
}
