//! Levels that people published: a list for everybody, and a page for each with its versions; for its owner what
//! becomes of it.

use axum::extract::{Path, Query, State};
use ingenio_catalog::{PUZZLES, find};
use ingenio_core::Language;
use ingenio_store::MadeLevel;
use maud::{Markup, PreEscaped, html};
use serde::Deserialize;

use crate::app::App;
use crate::drawings::Kind;
use crate::made::{self, MOST_LISTED, Shelf};
use crate::pages::frame::{Page, frame, stars};
use crate::pages::lost::Shown;
use crate::pages::records::when;
use crate::problem::Problem;
use crate::visitor::Visitor;
use crate::words;

pub async fn list(State(app): State<App>, visitor: Visitor, Query(shelf): Query<Shelf>) -> Shown {
    let reader = visitor.language;
    let listed = app.store.made_listed(&shelf.puzzle, shelf.from.into(), MOST_LISTED).await?;
    let progress = app.progress_of(visitor.player.as_ref()).await?;
    let is_full = listed.len() as i64 == MOST_LISTED;
    let body = html! {
        h1 { (reader.say(words::MADE)) }
        p { (reader.say(words::MADE_ABOUT)) }
        p { a.button.primary href="/edit" { (reader.say(words::EDITOR)) } }
        nav.tabs aria-label=(reader.say(words::MADE)) {
            a href="/made" aria-current=[shelf.puzzle.is_empty().then_some("page")] { (reader.say(words::ALL_PUZZLES)) }
            @for puzzle in PUZZLES {
                @let info = puzzle.info();
                a href={ "/made?puzzle=" (info.name) } aria-current=[(shelf.puzzle == info.name).then_some("page")] { (info.title) }
            }
        }
        @if listed.is_empty() {
            p.empty { (reader.say(words::MADE_NONE)) }
        } @else {
            ul.levels-grid {
                @for made in &listed {
                    li {
                        a href={ "/made/" (made.key) } {
                            (pictures(made))
                            span.line { strong translate="no" { (made.title) } (stars(reader, progress.get(&made.level))) }
                            span.line.muted { span { (puzzle_title(&made.puzzle)) } span translate="no" { (made.credit) } }
                        }
                    }
                }
            }
        }
        @if is_full || shelf.from > 0 {
            @let at = |from: u32| format!("/made?puzzle={}&from={from}", shelf.puzzle);
            p.form-row {
                @if shelf.from > 0 { a.button href=(at(shelf.from.saturating_sub(MOST_LISTED as u32))) { (reader.say(words::NEWER)) } }
                @if is_full { a.button href=(at(shelf.from.saturating_add(MOST_LISTED as u32))) { (reader.say(words::OLDER)) } }
            }
        }
    };
    Ok(frame(&visitor, Page::plain(reader.say(words::MADE), body)))
}

fn puzzle_title(name: &str) -> &'static str {
    find(name).map_or("", |puzzle| puzzle.info().title)
}

fn pictures(made: &MadeLevel) -> Markup {
    html! {
        img.only-light loading="lazy" width="110" height="108" alt="" src={ "/api/levels/" (made.level) "/picture.svg?theme=light" };
        img.only-dark loading="lazy" width="110" height="108" alt="" src={ "/api/levels/" (made.level) "/picture.svg?theme=dark" };
    }
}

#[derive(Deserialize)]
pub struct Which {
    version: Option<u64>,
}

pub async fn page(
    State(app): State<App>,
    visitor: Visitor,
    Path(name): Path<String>,
    Query(which): Query<Which>,
) -> Shown {
    let reader = visitor.language;
    let versions = made::versions(&app, &name).await?;
    let wanted = versions.iter().find(|made| which.version.is_none_or(|version| version == made.version));
    let made = wanted.ok_or_else(Problem::not_found)?;
    let level = app.level(&made.level.to_string()).await?;
    let picture = app.drawing(visitor.asker(), &level, Kind::Page).await?;
    let is_own = visitor.player.as_ref().is_some_and(|player| player.id == made.owner);
    let body = html! {
        h1 translate="no" { (made.title) }
        p.muted {
            (puzzle_title(&made.puzzle)) " · " (reader.say(words::MADE_BY.with("name", &made.credit))) " · " (when(reader, made.at))
            @if versions.len() > 1 { " · " (reader.say(words::MADE_VERSION.with("version", made.version))) }
            @if !made.listed { " · " (reader.say(words::MADE_UNLISTED)) }
        }
        div.cards { div.card.board-small { (PreEscaped(&*picture)) } }
        p.small.muted { (reader.say(if made.solved { words::MADE_SOLVED } else { words::MADE_NOT_SOLVED })) }
        div.form-row {
            a.button.primary href={ "/play/" (made.level) } { (reader.say(words::PLAY)) }
            a.button href={ "/edit?puzzle=" (made.puzzle) "&level=" (made.level) @if is_own { "&of=" (made.key) } } { (reader.say(words::OPEN_IN_EDITOR)) }
            button type="button" #share { (reader.say(words::SHARE_LEVEL)) }
            button type="button" #report { (reader.say(words::WRONG_HERE)) }
        }
        p #said role="status" {}
        (report_dialog(reader))
        @if is_own { (owners_part(reader, made)) }
        @if versions.len() > 1 { (history(reader, &name, &versions)) }
        p { a href="/made" { (reader.say(words::MADE)) } }
    };
    let data = vec![("made", name.clone())];
    let page = Page {
        puzzle: find(&made.puzzle).ok().map(|puzzle| puzzle.info().name),
        card: Some(made.level.to_string()),
        data,
        scripts: &["made.js"],
        ..Page::plain(made.title.clone(), body)
    };
    Ok(frame(&visitor, page))
}

fn owners_part(reader: Language, made: &MadeLevel) -> Markup {
    html! {
        h2 { (reader.say(words::MADE_YOURS)) }
        div.form-row {
            button type="button" #list data-listed=(!made.listed) {
                (reader.say(if made.listed { words::MADE_UNLIST } else { words::MADE_LIST }))
            }
            button type="button" #remove data-sure=(reader.say(words::MADE_REMOVE_SURE)) { (reader.say(words::MADE_REMOVE)) }
        }
    }
}

fn history(reader: Language, name: &str, versions: &[MadeLevel]) -> Markup {
    html! {
        h2 { (reader.say(words::MADE_VERSIONS)) }
        ol.lessons reversed {
            @for made in versions {
                li value=(made.version) {
                    a href={ "/made/" (name) "?version=" (made.version) } translate="no" { (made.title) } " "
                    span.muted.small { (when(reader, made.at)) }
                }
            }
        }
    }
}

fn report_dialog(reader: Language) -> Markup {
    html! {
        dialog #finding aria-labelledby="finding-title" {
            form method="dialog" {
                h2 #finding-title { (reader.say(words::WRONG_HERE)) }
                label for="finding-what" { (reader.say(words::FINDING_WHAT)) }
                textarea #finding-what maxlength="2000" {}
                div.form-row {
                    button.primary value="yes" { (reader.say(words::SEND_FINDING)) }
                    button value="no" { (reader.say(words::CANCEL)) }
                }
            }
        }
    }
}

/// What a player published, for their own page.
pub fn own(reader: Language, made: &[MadeLevel]) -> Markup {
    html! {
        h2 { (reader.say(words::MY_LEVELS)) }
        @if made.is_empty() {
            p.empty { (reader.say(words::MY_LEVELS_NONE)) " " a href="/edit" { (reader.say(words::EDITOR)) } }
        } @else {
            ul.lessons {
                @for made in made {
                    li {
                        a href={ "/made/" (made.key) } translate="no" { (made.title) } " "
                        span.muted.small {
                            (puzzle_title(&made.puzzle))
                            @if !made.listed { " · " (reader.say(words::MADE_UNLISTED)) }
                        }
                    }
                }
            }
        }
    }
}
