//! The page of a play: the levels of the pack, the board, and one quiet column with figures and actions.

use axum::extract::{Path, Query, State};
use ingenio_core::scene::Ground;
use ingenio_core::{AnyPuzzle, Claim, Guarantee, LevelRef, MethodInfo};
use ingenio_store::Record;
use ingenio_workshop::Place;
use maud::{Markup, html};
use serde::Deserialize;

use crate::app::App;
use crate::assets::address;
use crate::live::record_line;
use crate::pages::frame::{Page, frame, stars};
use crate::pages::lost::Shown;
use crate::visitor::Visitor;
use crate::watchdog::off_worker;
use crate::words;

#[derive(Deserialize)]
pub struct How {
    /// Begin anew, whatever waits.
    #[serde(default)]
    again: String,
}

pub async fn page(
    State(app): State<App>,
    visitor: Visitor,
    Path(id): Path<String>,
    Query(how): Query<How>,
) -> Shown {
    let level = app.level(&id).await?;
    let place = app.levels.place(&id);
    let info = level.puzzle().info();
    let record = record_line(&app.store, &level).await?;
    let (records, runs) = (app.store.records(level.id()).await?, app.store.runs(level.id()).await?);
    let title = title(&app, place, &level);
    // Boards of packs are small; what people bring along may be large.
    let (pad, more) = off_worker(place.is_none(), || (pad(&level), more(&app, place, &level)));
    let body = html! {
        section.table {
            div #play-board {
                div #board.board aria-label=(words::BOARD_REGION.english) role="group" {}
                (pad)
            }
            div #film.watch hidden {
                div #film-board.board {}
                div #film-controls {}
                button type="button" data-do="leave-film" { (words::BACK_TO_PLAY.english) }
            }
            p #paused.empty hidden {
                (words::PAUSED.english) " "
                button type="button" data-do="pause" { (words::GO_ON.english) }
            }
        }
        aside.panel aria-label=(words::PANEL.english) {
            div.facts {
                h1 { (title) }
                p #offline.small hidden role="status" { (words::OFFLINE.english) }
                dl #figures.figures {}
                p #record.small.muted { (record) }
            }
            // On a phone a sheet over the end of the page: shut, it holds only what was said last.
            div #sheet.sheet {
                (actions())
                (answers(&app, place, &id))
                (hints(level.puzzle().explains()))
                (solver(level.puzzle(), &records, &runs))
                (more)
            }
        }
        // On the left for the eye; for keys and screen readers after the board.
        @if let Some(place) = place { (shelf(&app, &visitor, place).await?) }
        (thumb_bar())
    };
    let data = vec![("level", id), ("puzzle", info.name.to_owned()), ("again", how.again)];
    let class = if place.is_some() { "play" } else { "play alone" };
    let page = Page { title, puzzle: Some(info.name), class, data, scripts: &["play.js"], body };
    Ok(frame(visitor.player.as_ref(), page))
}

fn actions() -> Markup {
    html! {
        div.actions {
            button type="button" data-do="undo" disabled { (words::UNDO.english) }
            button type="button" data-do="redo" disabled { (words::REDO.english) }
            button type="button" data-do="restart" disabled { (words::RESTART.english) }
            button type="button" data-do="hint" { (words::HINT.english) }
            button type="button" #mode data-do="mode" aria-pressed="false" { (words::CHALLENGE_BUTTON.english) }
            button type="button" data-do="pause" { (words::PAUSE.english) }
            button type="button" #done data-do="done" hidden { (words::DONE.english) }
            button type="button" #turn data-do="turn" hidden aria-pressed="false" { (words::TURN.english) }
        }
    }
}

/// What the last action said, and what can be done about it.
fn answers(app: &App, place: Option<Place>, id: &str) -> Markup {
    html! {
        div.answers {
            p #said.said role="status" aria-live="polite" {}
            button type="button" #cancel-hint data-do="cancel-hint" hidden { (words::CANCEL.english) }
            div #stuck.warning hidden role="alert" {
                p { (words::LOST_FROM_HERE.english) " " span #stuck-why {} }
                button type="button" data-do="back" { (words::GO_BACK.english) }
            }
            div #after hidden {
                div.form-row {
                    (next_link(app, place, "next-after", true))
                    button type="button" data-do="review" { (words::REVIEW.english) }
                    a.button href={ "/play/" (id) "?again=yes" } { (words::AGAIN.english) }
                    a.button href={ "/level/" (id) } { (words::RECORDS.english) }
                }
                div #review.move-list {}
            }
        }
    }
}

fn title(app: &App, place: Option<Place>, level: &LevelRef) -> String {
    match place {
        Some(place) => {
            let shelf = &app.levels.library.shelves[place.shelf];
            format!("{} · {}", shelf.title, shelf.levels[place.volume].title)
        }
        None => level.puzzle().info().title.to_owned(),
    }
}

/// The levels of the pack, with grade, stars and tick.
async fn shelf(app: &App, visitor: &Visitor, place: Place) -> Shown {
    let shelf = &app.levels.library.shelves[place.shelf];
    let progress = app.progress_of(visitor.player.as_ref()).await?;
    Ok(html! {
        nav.shelf aria-label=(shelf.title) tabindex="0" {
            h2 { a href={ "/pack/" (shelf.name) } { (shelf.title) } }
            ol {
                @for (at, volume) in shelf.levels.iter().enumerate() {
                    @let id = volume.level.id();
                    li {
                        a href={ "/play/" (id) } aria-current=[(at == place.volume).then_some("page")] {
                            span { (volume.title) }
                            (stars(progress.get(&id)))
                            span.grade { (volume.grade.map_or("", |grade| grade.word())) }
                        }
                    }
                }
            }
        }
    })
}

/// Four arrows to press: for fingers and for screen readers. They are there while arrows move something, which
/// for blocks and pipes is when one is held.
fn pad(level: &LevelRef) -> Markup {
    use ingenio_core::scene::Role;
    let scene = level.play().scene();
    let always = scene.pieces.iter().any(|piece| matches!(piece.role, Role::Player | Role::Tile));
    html! {
        div #pad.pad.floating[!always] role="group" aria-label=(words::ARROWS.english) hidden[!always] {
            @for (name, sign, label) in [("up", "↑", words::UP), ("left", "←", words::LEFT), ("down", "↓", words::DOWN), ("right", "→", words::RIGHT)] {
                button type="button" data-do={ "arrow-" (name) } aria-label=(label.english) { (sign) }
            }
        }
    }
}

fn next_link(app: &App, place: Option<Place>, id: &str, primary: bool) -> Markup {
    let next = place.and_then(|place| app.levels.library.shelves[place.shelf].levels.get(place.volume + 1));
    let (to, words) = next.map_or(("/".to_owned(), words::ALL_PUZZLES), |volume| {
        (format!("/play/{}", volume.level.id()), words::NEXT_LEVEL)
    });
    html! { a.button.primary[primary] id=(id) href=(to) { (words.english) } }
}

fn hints(has_plan: bool) -> Markup {
    let rungs = [
        ("distance", words::RUNG_DISTANCE),
        ("piece", words::RUNG_PIECE),
        ("plan", words::RUNG_PLAN),
        ("move", words::RUNG_MOVE),
        ("moves", words::RUNG_MOVES),
        ("solution", words::RUNG_SOLUTION),
    ];
    html! {
        details {
            summary { (words::HINTS.english) }
            div.rungs {
                @for (name, words) in rungs.into_iter().filter(|(name, _)| has_plan || *name != "plan") {
                    button type="button" data-do={ "rung-" (name) } { (words.english) }
                }
            }
        }
    }
}

/// What a method promises, in words.
fn promise(method: &MethodInfo) -> String {
    let metric = method.metric();
    let template = match method.guarantee {
        Guarantee::Optimal | Guarantee::OptimalIfSolvable if metric.is_empty() => words::PROMISE_COMPLETE,
        Guarantee::Optimal | Guarantee::OptimalIfSolvable => words::PROMISE_OPTIMAL,
        Guarantee::Complete => words::PROMISE_COMPLETE,
        Guarantee::Anytime => words::PROMISE_ANYTIME,
        Guarantee::Incomplete => words::PROMISE_INCOMPLETE,
    };
    let message = template.say();
    let message = if template.holes().contains(&"metric") { message.with("metric", metric) } else { message };
    format!("{message} {}", method.about)
}

fn solver(puzzle: &dyn AnyPuzzle, records: &[Record], runs: &[Claim]) -> Markup {
    html! {
        details #solver {
            summary { (words::SOLVE.english) }
            @if !records.is_empty() || !runs.is_empty() {
                h3 { (words::KNOWN_SOLUTIONS.english) }
                div.form-row {
                    @if !records.is_empty() { button type="button" data-stored="best" { (words::BEST_KNOWN.english) } }
                    @for run in runs.iter().take(6) {
                        button type="button" data-stored=(run.chosen) {
                            (run.chosen)
                            @if let Some(value) = run.length() { " · " (value) }
                            span.muted { (format!("{:.2} s", run.seconds())) }
                        }
                    }
                }
            }
            label for="method" { (words::METHOD.english) }
            select #method name="method" {
                option value="auto" data-about=(words::AUTO_ABOUT.english) { "auto" }
                @for method in puzzle.methods() {
                    option value=(method.name) data-about=(promise(&method)) { (method.name) }
                }
            }
            p.small.muted data-solve="about" {}
            label for="from" { (words::FROM.english) }
            select #from name="from" {
                option value="start" { (words::FROM_START.english) }
                option value="here" { (words::FROM_HERE.english) }
            }
            label { input type="checkbox" name="optimal"; " " (words::WANT_PROOF.english) }
            label for="seconds" { (words::SECONDS.english) }
            input #seconds name="seconds" type="number" min="1" max="300" value="30";
            div.form-row {
                button.primary type="button" data-solve="start" { (words::START.english) }
                button type="button" data-solve="stop" hidden { (words::CANCEL.english) }
            }
            p.live role="status" {}
            svg.spark viewBox="0 0 300 36" preserveAspectRatio="none" aria-hidden="true" { polyline points="" {} }
        }
    }
}

fn more(app: &App, place: Option<Place>, level: &LevelRef) -> Markup {
    let scene = level.play().scene();
    let share = format!("/open?puzzle={}&text={}", level.puzzle().info().name, encoded(&level.canonical()));
    html! {
        details {
            summary { (words::MORE.english) }
            div.form-row {
                (next_link(app, place, "next", false))
                button type="button" data-do="keep" { (words::KEEP.english) }
                button type="button" #recall data-do="recall" hidden { (words::RECALL.english) }
                button type="button" data-do="hide" { (words::HIDE_FIGURES.english) }
                @if scene.ground.contains(&Ground::Dead) {
                    button type="button" #dead data-do="dead" aria-pressed="false" { (words::DEAD_SQUARES.english) }
                }
                button type="button" #share data-do="share" data-address=(share) { (words::SHARE.english) }
                a.button href={ "/level/" (level.id()) } { (words::ABOUT_LEVEL.english) }
                a.button href={ "/help#" (level.puzzle().info().name) } { (words::HELP.english) }
            }
            div #pictures hidden {
                h3 { (words::PICTURE.english) }
                div.swatches {
                    button type="button" data-picture="" { "1 2 3" }
                    @for (name, words) in [("hills", words::PICTURE_HILLS), ("sails", words::PICTURE_SAILS), ("patchwork", words::PICTURE_PATCHWORK)] {
                        button type="button" data-picture=(address(&format!("pictures/{name}.svg"))) aria-label=(words.english) {
                            img src=(address(&format!("pictures/{name}.svg"))) alt="" loading="lazy";
                        }
                    }
                }
                label for="own-picture" { (words::PICTURE_OWN.english) }
                input #own-picture type="file" accept="image/*";
            }
        }
    }
}

/// Percent-encoding for a query.
fn encoded(text: &str) -> String {
    let plain = |byte: &u8| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'.' | b'_' | b'~');
    text.bytes()
        .map(|byte| if plain(&byte) { char::from(byte).to_string() } else { format!("%{byte:02X}") })
        .collect()
}

fn thumb_bar() -> Markup {
    html! {
        div.thumb-bar role="toolbar" aria-label=(words::TOOLS.english) {
            button type="button" data-do="undo" disabled { (words::UNDO.english) }
            button type="button" data-do="redo" disabled { (words::REDO.english) }
            button type="button" data-do="hint" { (words::HINT.english) }
            button type="button" #menu data-do="menu" aria-expanded="false" aria-controls="sheet" { (words::MENU.english) }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_hold_any_text() {
        assert_eq!(encoded("#@ $\n.é"), "%23%40%20%24%0A.%C3%A9");
    }
}
