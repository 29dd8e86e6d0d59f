//! Races: the open lobby with a form to call one, and the page of a race: lobby, countdown, board and result in one place,
//! so that nobody who comes, goes or reloads is ever somewhere else. What changes is written by `race.js`.

use axum::extract::{Path, Query, State};
use axum::response::{IntoResponse, Redirect, Response};
use ingenio_catalog::{PUZZLES, find};
use ingenio_core::{Language, Sense};
use ingenio_store::{OwnPack, RACE_LENGTHS, RaceCode};
use maud::{Markup, html};
use serde::Deserialize;

use crate::app::App;
use crate::own_packs;
use crate::pages::frame::{Page, frame};
use crate::pages::lost::{Lost, Shown};
use crate::pages::records::{around, level_name};
use crate::pages::rules::rule_line;
use crate::problem::Problem;
use crate::races::api::named;
use crate::visitor::Visitor;
use crate::words;

#[derive(Deserialize)]
pub struct Wanted {
    /// The level to race on, from its own page.
    level: Option<String>,
    /// The pack to draw levels from, from its own page.
    pack: Option<String>,
    /// A play to race against.
    ghost: Option<String>,
    /// Who typed a code.
    code: Option<String>,
}

/// The open lobby; who has typed the code of a race is led there.
pub async fn lobby(
    State(app): State<App>,
    visitor: Visitor,
    Query(wanted): Query<Wanted>,
) -> Result<Response, Lost> {
    let reader = visitor.language;
    let typed = wanted.code.as_deref().filter(|text| !text.trim().is_empty());
    let known = match typed.and_then(|text| text.parse::<RaceCode>().ok()) {
        Some(code) => app.store.race(code).await?.map(|race| race.code),
        None => None,
    };
    if let Some(code) = known {
        return Ok(Redirect::to(&format!("/race/{code}")).into_response());
    }
    let is_guest = visitor.player.as_ref().is_none_or(|player| player.guest);
    let level = match &wanted.level {
        Some(id) => Some(app.level(id).await?),
        None => None,
    };
    let own = match wanted.pack.as_deref().filter(|name| app.levels.library.shelf(name).is_none()) {
        Some(name) => Some(own_packs::find(&app, name).await?.0),
        None => None,
    };
    let named = level
        .as_ref()
        .map(|level| level_name(reader, &app, level.puzzle().info().name, &level.id().to_string()));
    let body = html! {
        h1 { (reader.say(words::RACES)) }
        p { (reader.say(words::RACES_ABOUT)) }
        div.race-doors {
            form.sheet #make-race data-level=[&wanted.level] data-ghost=[&wanted.ghost] {
                h2 { (reader.say(words::RACE_CALL)) }
                @match named {
                    Some(name) => { p { (reader.say(words::RACE_ON.with("level", name))) } }
                    None => { (packs(reader, &app, wanted.pack.as_deref(), own.as_ref())) (lengths(reader)) }
                }
                (name_field(reader, is_guest, "make-name"))
                label { input type="checkbox" name="listed" checked[wanted.level.is_none() && wanted.pack.is_none() && wanted.ghost.is_none()]; " " (reader.say(words::RACE_LISTED)) }
                div.form-row { button.primary { (reader.say(words::RACE_OPEN)) } }
                p.complaint role="alert" {}
            }
            div {
                form.sheet method="get" action="/race" {
                    h2 { (reader.say(words::RACE_BY_CODE)) }
                    label for="code" { (reader.say(words::RACE_CODE)) }
                    input #code name="code" required maxlength="12" autocomplete="off" autocapitalize="characters" spellcheck="false" value=[typed];
                    div.form-row { button { (reader.say(words::RACE_GO)) } }
                    p.complaint role="alert" { @if typed.is_some() { (reader.say(words::RACE_NONE)) } }
                }
                section {
                    h2 #open-title { (reader.say(words::RACE_LOBBY)) }
                    ul #open-races.race-list aria-labelledby="open-title" {}
                    p #no-races.empty { (reader.say(words::RACE_LOBBY_EMPTY)) }
                }
            }
        }
    };
    let title = reader.say(words::RACES);
    let page = Page { class: "races", scripts: &["races.js"], ..Page::plain(title, body) };
    Ok(frame(&visitor, page).into_response())
}

fn packs(reader: Language, app: &App, wanted: Option<&str>, own: Option<&OwnPack>) -> Markup {
    let library = &app.levels.library;
    html! {
        label for="race-pack" { (reader.say(words::RACE_PACK)) }
        select #race-pack name="pack" {
            @if let Some(own) = own { option value=(own.key) selected translate="no" { (own.title) } }
            @for puzzle in PUZZLES {
                @let info = puzzle.info();
                optgroup label=(info.title) {
                    @for at in library.of(info.name) {
                        @let shelf = &library.shelves[at];
                        option value=(shelf.name) data-puzzle=(info.title) selected[wanted == Some(&*shelf.name)] { (reader.say(shelf.said_title())) }
                    }
                }
            }
        }
    }
}

fn lengths(reader: Language) -> Markup {
    html! {
        label for="race-levels" { (reader.say(words::RACE_LEVELS)) }
        select #race-levels name="levels" {
            @for length in RACE_LENGTHS { option value=(length) { (reader.say(words::RACE_SERIES.with("count", length))) } }
        }
    }
}

fn name_field(reader: Language, is_guest: bool, id: &str) -> Markup {
    html! {
        @if is_guest {
            label for=(id) { (reader.say(words::RACE_NAME)) }
            input id=(id) name="name" maxlength="32" autocomplete="nickname";
        }
    }
}

/// The page of a race.
pub async fn page(State(app): State<App>, visitor: Visitor, Path(name): Path<String>) -> Shown {
    let reader = visitor.language;
    let race = named(&app, visitor.address, &name).await?;
    let puzzle = find(&race.puzzle).map_err(|_| Problem::not_found())?;
    let info = puzzle.info();
    let is_guest = visitor.player.as_ref().is_none_or(|player| player.guest);
    let you = visitor.player.as_ref().and_then(|player| race.racer(player.id)).map(|racer| racer.seat);
    let count = race.levels.len();
    let about = match &race.pack {
        Some(pack) => match app.levels.library.shelf(pack) {
            Some(shelf) => words::RACE_ABOUT_PACK.with("pack", shelf.said_title()).with("count", count),
            // Its owner may have given it up meanwhile; the race goes on.
            None => words::RACE_ABOUT_PACK
                .with("pack", own_title(&app, pack, info.title).await)
                .with("count", count),
        },
        None => words::RACE_ABOUT_LEVEL.with("puzzle", info.title),
    };
    let metric = info.metrics.first();
    let mut data = vec![("code", race.code.to_string()), ("puzzle", info.name.to_owned())];
    data.push(("metric", metric.map_or("fill", |metric| metric.name).to_owned()));
    data.push(("most", metric.is_none_or(|metric| metric.sense == Sense::Most).to_string()));
    data.extend(you.map(|seat| ("you", seat.to_string())));
    data.extend(app.rules.address().map(|rules| ("rules", rules)));
    let body = html! {
        section.table {
            (lobby_part(reader, &race.code.to_string(), is_guest, &puzzle.methods().iter().map(|method| method.name).collect::<Vec<_>>()))
            (result_part(reader))
            p #countdown.countdown hidden { span aria-hidden="true" {} }
            div #play-board hidden {
                div #board.board aria-label=(reader.say(words::BOARD_REGION)) role="group" {}
                (rule_line(reader, info.name))
                (pad(reader))
                div.form-row.race-actions {
                    button type="button" data-do="undo" disabled { (reader.say(words::UNDO)) }
                    button type="button" data-do="redo" disabled { (reader.say(words::REDO)) }
                    button type="button" data-do="restart" disabled { (reader.say(words::RESTART)) }
                }
            }
        }
        aside.panel aria-label=(reader.say(words::RACE)) {
            div.title { h1 { (around(reader, words::RACE_TITLE, "{code}", &html! { span.code translate="no" { (race.code.to_string()) } })) } }
            p.small.muted { (reader.say(about)) }
            p #offline.small hidden role="status" { (reader.say(words::OFFLINE)) }
            dl #figures.figures hidden {}
            p #said.said role="status" aria-live="polite" {}
            div.racers-head {
                h2 #racers-title { (reader.say(words::RACERS)) }
                p #race-clock role="timer" translate="no" hidden {}
            }
            ol #racers.racers tabindex="0" aria-labelledby="racers-title" {}
            p #announced.hidden-visually role="status" aria-live="polite" {}
            p.small.muted { (reader.say(words::RACE_RULES)) }
            div.form-row { button type="button" #leave hidden { (reader.say(words::RACE_LEAVE)) } }
        }
    };
    let title = reader.say(words::RACE_TITLE.with("code", race.code.to_string()));
    let page = Page {
        puzzle: Some(info.name),
        class: "play alone race",
        data,
        scripts: &["race.js"],
        ..Page::plain(title, body)
    };
    Ok(frame(&visitor, page))
}

async fn own_title(app: &App, pack: &str, otherwise: &str) -> String {
    own_packs::find(app, pack).await.map_or_else(|_| otherwise.to_owned(), |(pack, _)| pack.title)
}

/// Before the start: how to invite, who else may run along, and the start.
fn lobby_part(reader: Language, code: &str, is_guest: bool, methods: &[&str]) -> Markup {
    html! {
        div #lobby.race-lobby hidden {
            h2 { (reader.say(words::RACE_WAITING)) }
            p { (reader.say(words::RACE_INVITE)) }
            p.code.race-code translate="no" { (code) }
            div.form-row { button type="button" #invite { (reader.say(words::RACE_COPY)) } }
            form #join hidden {
                (name_field(reader, is_guest, "join-name"))
                div.form-row { button.primary { (reader.say(words::RACE_JOIN)) } }
                p.complaint role="alert" {}
            }
            div #company hidden {
                div.form-row {
                    button.primary type="button" #start { (reader.say(words::RACE_START)) }
                }
                p.small.muted #start-about {}
                details {
                    summary { (reader.say(words::RACE_COMPANY)) }
                    div.form-row { button type="button" #add-ghost { (reader.say(words::RACE_ADD_GHOST)) } }
                    form #ghost-play {
                        label for="ghost-key" { (reader.say(words::RACE_GHOST_LINK)) }
                        input #ghost-key name="play" required autocomplete="off" spellcheck="false";
                        div.form-row { button { (reader.say(words::RACE_ADD_PLAY)) } }
                    }
                    form #add-solver {
                        label for="solver-method" { (reader.say(words::METHOD)) }
                        select #solver-method name="method" translate="no" {
                            option value="auto" { "auto" }
                            @for method in methods { option value=(method) { (method) } }
                        }
                        div.form-row { button { (reader.say(words::RACE_ADD_SOLVER)) } }
                    }
                }
            }
        }
    }
}

fn result_part(reader: Language) -> Markup {
    html! {
        div #result.race-result hidden {
            h2 #result-title tabindex="-1" {}
            p #result-about {}
            div.form-row {
                button.primary type="button" #rematch hidden { (reader.say(words::RACE_REMATCH)) }
                a.button #review-play href="/me" hidden { (reader.say(words::RACE_REVIEW)) }
                a.button href="/race" { (reader.say(words::RACE_OTHERS)) }
            }
        }
    }
}

/// Four arrows to press; they are there where arrows move something (`race.js`).
fn pad(reader: Language) -> Markup {
    let arrows = [
        ("up", "↑", words::UP),
        ("left", "←", words::LEFT),
        ("down", "↓", words::DOWN),
        ("right", "→", words::RIGHT),
    ];
    html! {
        div #pad.pad role="group" aria-label=(reader.say(words::ARROWS)) hidden {
            @for (name, sign, label) in arrows {
                button type="button" data-do={ "arrow-" (name) } aria-label=(reader.say(label)) { (sign) }
            }
        }
    }
}
