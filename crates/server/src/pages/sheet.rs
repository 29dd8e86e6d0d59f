//! A sheet to print: some levels of a pack on paper, and their solutions on the last page for whoever wants them.

use axum::extract::{Path, Query, State};
use ingenio_core::{Language, LevelRef};
use maud::{Markup, PreEscaped, html};
use serde::Deserialize;

use crate::app::App;
use crate::drawings::Kind;
use crate::own_packs;
use crate::pages::frame::{Page, frame};
use crate::pages::lost::Shown;
use crate::pages::rules::rules;
use crate::problem::Reply;
use crate::sheets::MOST_LEVELS;
use crate::visitor::Visitor;
use crate::words;

/// Boards that fit on a page.
const USUAL: usize = 6;

#[derive(Deserialize)]
pub struct Part {
    /// The first level, from 1.
    from: Option<usize>,
    count: Option<usize>,
}

/// A level with its place, title and board.
struct Printed {
    number: usize,
    title: String,
    level: LevelRef,
    board: String,
}

pub async fn page(
    State(app): State<App>,
    visitor: Visitor,
    Path(name): Path<String>,
    Query(part): Query<Part>,
) -> Shown {
    let reader = visitor.language;
    let (title, all) = levels_of(&app, &visitor, &name).await?;
    let from = part.from.unwrap_or(1).clamp(1, all.len().max(1));
    let count = part.count.unwrap_or(USUAL).clamp(1, MOST_LEVELS);
    let mut printed = Vec::new();
    for (number, (id, title)) in (1..).zip(&all).skip(from - 1).take(count) {
        let level = app.level(id).await?;
        let board = app.drawing(visitor.asker(), &level, Kind::Light).await?.to_string();
        printed.push(Printed { number, title: title.clone(), level, board });
    }
    let body = html! {
        (wishes(reader, &name, all.len(), (from, count)))
        h1 { (title) }
        @if let Some(rule) = printed.first().and_then(|one| rules(one.level.puzzle().info().name).into_iter().next()) { p { (reader.say(rule)) } }
        ol.printed { @for one in &printed { (board(one)) } }
        section #solutions.last-page hidden {
            h2 { (reader.say(words::SOLUTIONS)) }
            ol.printed {}
        }
    };
    let page = Page { class: "sheet-page", scripts: &["sheet.js"], ..Page::plain(title, body) };
    Ok(frame(&visitor, page))
}

/// The title of a pack, and the ids and titles of its levels.
async fn levels_of(app: &App, visitor: &Visitor, name: &str) -> Reply<(String, Vec<(String, String)>)> {
    if let Some(shelf) = app.levels.library.shelf(name) {
        let levels = shelf.levels.iter().map(|volume| (volume.level.id().to_string(), volume.title.clone()));
        return Ok((visitor.language.say(shelf.said_title()), levels.collect()));
    }
    let (pack, levels) = own_packs::find(app, name).await?;
    Ok((pack.title, levels.into_iter().map(|level| (level.id.to_string(), level.title)).collect()))
}

/// What is on the sheet; none of it is printed.
fn wishes(reader: Language, name: &str, all: usize, (from, count): (usize, usize)) -> Markup {
    html! {
        form.wishes method="get" action={ "/print/" (name) } {
            div {
                label for="from" { (reader.say(words::SHEET_FROM)) }
                input #from name="from" type="number" min="1" max=(all) value=(from);
            }
            div {
                label for="count" { (reader.say(words::SHEET_COUNT)) }
                input #count name="count" type="number" min="1" max=(MOST_LEVELS) value=(count);
            }
            button { (reader.say(words::SHEET_SHOW)) }
            button.primary type="button" #print { (reader.say(words::PRINT)) }
            button type="button" #print-solutions data-sure=(reader.say(words::SHEET_SPOILS)) data-none=(reader.say(words::NO_RECORD)) { (reader.say(words::PRINT_SOLUTIONS)) }
            a.button.plain href={ "/pack/" (name) } { (reader.say(words::BACK_TO_PACK)) }
            p.complaint role="alert" {}
        }
    }
}

fn board(one: &Printed) -> Markup {
    let name = format!("{}", one.number);
    html! {
        li data-level=(one.level.id()) {
            h2 translate="no" { (one.number) "." @if one.title != name { " " (one.title) } }
            (PreEscaped(&one.board))
        }
    }
}
