//! A sheet to print: some levels of a pack on paper, and their solutions on the last page for whoever wants them.

use axum::extract::{Path, Query, State};
use ingenio_catalog::PUZZLES;
use ingenio_core::{Language, LevelRef};
use maud::{Markup, PreEscaped, html};
use serde::Deserialize;

use crate::app::App;
use crate::drawings::Kind;
use crate::own_packs;
use crate::pages::frame::{Page, frame};
use crate::pages::lost::Shown;
use crate::pages::rules::rules;
use crate::problem::{Problem, Reply};
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
        (wishes(reader, Some(&name), all.len(), (from, count)))
        h1 { (title) }
        @if let Some(one) = printed.first() { (rule(reader, one.level.puzzle().info().name)) }
        ol.printed { @for one in &printed { (board(one)) } }
        (last_page(reader))
    };
    let page = Page { class: "sheet-page", scripts: &["sheet.js"], ..Page::plain(title, body) };
    Ok(frame(&visitor, page))
}

/// The sheet where there is no server: `sheet-alone.js` draws it, of a pack of everybody's or of one's own.
pub async fn alone_page(State(app): State<App>, visitor: Visitor) -> Shown {
    if !visitor.alone {
        return Err(Problem::not_found().into());
    }
    let reader = visitor.language;
    let body = html! {
        (wishes(reader, None, MOST_LEVELS, (1, USUAL)))
        h1 translate="no" {}
        @for puzzle in PUZZLES { div data-rule=(puzzle.info().name) hidden { (rule(reader, puzzle.info().name)) } }
        ol #boards.printed {}
        (last_page(reader))
    };
    let data = [("rules", app.rules.address()), ("engines", app.engines.address())];
    let data = data.into_iter().filter_map(|(name, address)| Some((name, address?))).collect();
    let title = reader.say(words::PRINT);
    let page = Page { class: "sheet-page", data, scripts: &["sheet-alone.js"], ..Page::plain(title, body) };
    Ok(frame(&visitor, page))
}

/// The rule, for whoever has nothing but the sheet.
fn rule(reader: Language, puzzle: &str) -> Markup {
    html! { @if let Some(rule) = rules(puzzle).into_iter().next() { p { (reader.say(rule)) } } }
}

fn last_page(reader: Language) -> Markup {
    html! {
        section #solutions.last-page hidden {
            h2 { (reader.say(words::SOLUTIONS)) }
            ol.printed {}
        }
    }
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

/// What is on the sheet; none of it is printed. Without a name the page itself knows which pack it is of.
fn wishes(reader: Language, name: Option<&str>, all: usize, (from, count): (usize, usize)) -> Markup {
    let spoils = if name.is_some() { words::SHEET_SPOILS } else { words::SHEET_SPOILS_HERE };
    let home = name.map_or_else(|| "/plays".to_owned(), |name| format!("/pack/{name}"));
    html! {
        form.wishes method="get" action=[name.map(|name| format!("/print/{name}"))] {
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
            button type="button" #print-solutions data-sure=(reader.say(spoils)) data-none=(reader.say(words::NO_RECORD)) { (reader.say(words::PRINT_SOLUTIONS)) }
            a.button.plain #back href=(home) { (reader.say(words::BACK_TO_PACK)) }
            p #working role="status" {}
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
