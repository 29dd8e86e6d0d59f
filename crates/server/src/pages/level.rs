//! A level by itself: its board, records, runs of methods and text; opening one; watching a play.

use axum::extract::{Path, Query, State};
use ingenio_core::metric::counted;
use ingenio_core::{Language, Template};
use ingenio_store::KeptRun;
use maud::{Markup, PreEscaped, html};
use serde::Deserialize;

use ingenio_catalog::PUZZLES;

use crate::app::App;
use crate::brought::LONGEST_TEXT;
use crate::drawings::Kind;
use crate::levels::LARGE;
use crate::pages::doctor;
use crate::pages::frame::{Page, frame, seconds};
use crate::pages::lost::Shown;
use crate::pages::records::{dated, level_name, when};
use crate::pages::rules::told_of;
use crate::pages::standings::{self, Standings};
use crate::pages::statistics;
use crate::pages::teach::example;
use crate::plays::{key, spoils};
use crate::problem::Problem;
use crate::visitor::{Visitor, shown_player};
use crate::watchdog::off_worker;
use crate::words;

pub async fn page(State(app): State<App>, visitor: Visitor, Path(id): Path<String>) -> Shown {
    let reader = visitor.language;
    let level = app.level(&id).await?;
    let picture = app.drawing(visitor.asker(), &level, Kind::Page).await?;
    let info = level.puzzle().info();
    let runs = app.store.runs(level.id()).await?;
    let standings = Standings::of(&app, info, Some(level.id())).await?;
    let people = app.store.level_statistics(level.id()).await?;
    let title = level_name(reader, &app, info.name, &id);
    let campaigns = app.store.campaign_runs(level.id()).await?;
    let write = || {
        let body = html! {
            h1 { (title) }
            div.cards {
                div.card.board-small { (PreEscaped(&*picture)) }
            }
            p.form-row {
                a.button.primary href={ "/play/" (id) } { (reader.say(words::PLAY)) }
                a.button href={ "/race?level=" (id) } { (reader.say(words::RACE_A_FRIEND)) }
                a.button href={ "/edit?puzzle=" (info.name) "&level=" (id) } { (reader.say(words::OPEN_IN_EDITOR)) }
            }
            h2 { (reader.say(words::RECORDS)) }
            (standings::of_level(reader, level.id(), &standings))
            h2 { (reader.say(words::HOW_PEOPLE_DID)) }
            (statistics::of_level(reader, &level, &people, &runs))
            h2 { (reader.say(words::METHODS)) }
            @if runs.is_empty() {
                p.empty { (reader.say(words::NO_RUNS)) }
            } @else {
                div.scroll tabindex="0" role="region" aria-label=(reader.say(words::METHODS)) {
                    table.plain-table {
                        thead { tr { th { (reader.say(words::METHOD)) } th { (reader.say(words::RESULT)) } th { (reader.say(words::NODES)) } th { (reader.say(words::TIME)) } } }
                        tbody {
                            @for run in &runs {
                                tr {
                                    td { span.machine translate="no" { (run.chosen) } }
                                    td {
                                        @if let Some(value) = run.length() { (reader.say(counted(run.first_metric(), value))) } @else { (reader.say(words::SOLVED)) }
                                        @if run.is_optimal() { " " span.muted { (reader.say(words::PROVED)) } }
                                    }
                                    td { (run.nodes()) }
                                    td { (reader.say(seconds(run.seconds(), 3))) }
                                }
                            }
                        }
                    }
                }
            }
            (campaign_runs(reader, &campaigns))
            h2 { (reader.say(words::TEXT)) }
            pre tabindex="0" { (level.canonical()) }
        };
        let page =
            Page { puzzle: Some(info.name), card: Some(id.clone()), ..Page::plain(title.clone(), body) };
        frame(&visitor, page)
    };
    Ok(off_worker(picture.len() > LARGE, write))
}

/// What campaigns measured on this level.
fn campaign_runs(reader: Language, runs: &[KeptRun]) -> Markup {
    html! {
        @if !runs.is_empty() {
            h2 { (reader.say(words::CAMPAIGN_RUNS)) }
            div.scroll tabindex="0" role="region" aria-label=(reader.say(words::CAMPAIGN_RUNS)) {
                table.plain-table {
                    thead { tr { th { (reader.say(words::METHOD)) } th { (reader.say(words::OUTCOME)) } th { (reader.say(words::RESULT)) } th { (reader.say(words::NODES)) } th { (reader.say(words::TIME)) } th { (reader.say(words::CAMPAIGN)) } th { (reader.say(words::WHEN)) } } }
                    tbody {
                        @for KeptRun { campaign, run } in runs {
                            @let answer = &run.answer;
                            tr {
                                td { span.machine translate="no" { (run.name) } }
                                td { (reader.say(answer.outcome.kind().said())) }
                                td {
                                    @if let Some(value) = answer.length() { (reader.say(counted(answer.first_metric(), value))) }
                                    @if answer.is_optimal() { " " span.muted { (reader.say(words::PROVED)) } }
                                }
                                td { @if let Some(nodes) = answer.effort.nodes { (nodes) } }
                                td { (reader.say(seconds(run.process.cpu_seconds, 3))) }
                                td translate="no" { (campaign) }
                                td { (when(reader, i64::try_from(run.begun).unwrap_or(i64::MAX))) }
                            }
                        }
                    }
                }
            }
        }
    }
}

#[derive(Deserialize)]
pub struct Given {
    #[serde(default)]
    text: String,
    #[serde(default)]
    puzzle: String,
}

/// A level from its text, or from an address that contains it.
pub async fn open_page(State(app): State<App>, visitor: Visitor, Query(given): Query<Given>) -> Markup {
    let reader = visitor.language;
    let modules = (app.rules.address(), app.engines.address());
    let body = html! {
        h1 { (reader.say(words::OPEN_LEVEL)) }
        p { (reader.say(words::OPEN_ABOUT)) }
        form data-ask="POST /api/packs" data-at-once[!given.text.is_empty() || visitor.alone] {
            label for="puzzle" { (reader.say(words::PUZZLE)) }
            select #puzzle name="puzzle" {
                option value="" { (reader.say(words::BY_ITS_LOOK)) }
                @for puzzle in PUZZLES {
                    @let info = puzzle.info();
                    option value=(info.name) selected[given.puzzle == info.name] { (info.title) }
                }
            }
            label for="text" { (reader.say(words::TEXT)) }
            textarea #text name="text" spellcheck="false" required aria-describedby="check" { (given.text) }
            label for="file" { (reader.say(words::FROM_FILE)) }
            input #file type="file" accept=".txt,.xsb,.sok,.toml,text/plain" data-most=(LONGEST_TEXT) data-too-long=(reader.say(words::PACK_TOO_LONG.with("most", LONGEST_TEXT >> 10)));
            input #title type="hidden" name="title";
            p #check.small role="status" {}
            p.complaint role="alert" {}
            button.primary { (reader.say(words::PLAY)) }
            // Under the button, which must not move from under a finger when this appears.
            div #preview.board.preview hidden {}
        }
        @if modules.1.is_some() { (doctor::panel(reader)) }
        (examples(reader))
    };
    let data = [("rules", modules.0), ("engines", modules.1)];
    let data = data.into_iter().filter_map(|(name, address)| Some((name, address?))).collect();
    let page =
        Page { data, scripts: &["forms.js", "check.js"], ..Page::plain(reader.say(words::OPEN_LEVEL), body) };
    frame(&visitor, page)
}

/// A small level of each puzzle, to see how they are written and to begin with.
fn examples(reader: Language) -> Markup {
    html! {
        details.examples {
            summary { (reader.say(words::EXAMPLES)) }
            dl.explained {
                @for puzzle in PUZZLES {
                    @let info = puzzle.info();
                    dt { (info.title) }
                    dd {
                        @if let Some(format) = format_of(info.name) { p { (reader.say(format)) } }
                        pre translate="no" { (example(info.name)) }
                        button type="button" data-example=(example(info.name)) data-puzzle=(info.name) {
                            (reader.say(words::USE_EXAMPLE)) span.hidden-visually { " " (info.title) }
                        }
                    }
                }
            }
        }
    }
}

/// How the levels of a puzzle are written.
fn format_of(puzzle: &str) -> Option<Template> {
    told_of(puzzle, "format").first().copied()
}

/// A play to be watched, by anyone who has its address.
pub async fn replay_page(State(app): State<App>, visitor: Visitor, Path(name): Path<String>) -> Shown {
    let reader = visitor.language;
    let row = app.store.play_by_key(key(&name)?).await?.ok_or_else(Problem::not_found)?;
    let level = app.level(&row.level.to_string()).await?;
    let player = shown_player(&app, row.player, visitor.player.as_ref()).await?;
    let info = level.puzzle().info();
    let title = reader
        .say(words::REPLAY_OF.with("level", level_name(reader, &app, &row.puzzle, &row.level.to_string())));
    // A link from elsewhere must not make a play helped: the visitor is asked first.
    let is_own = row.ended.is_some() && visitor.player.as_ref().is_some_and(|player| player.id == row.player);
    let asks = visitor.player.as_ref().is_some_and(|player| spoils(player, &row));
    let body = html! {
        section.table { div #board.board.watch {} }
        aside.panel {
            h1 { (title) }
            p { @match &player {
                Some(player) if !player.guest => { (dated(reader, words::PLAYED_BY.with("name", &player.name), row.begun)) }
                _ => { (dated(reader, words::PLAYED_BY_GUEST, row.begun)) }
            } }
            div #controls {
                @if asks { p { (reader.say(words::FILM_SPOILS)) } button.primary type="button" #watch { (reader.say(words::FILM_WATCH)) } }
            }
            div.form-row {
                a.button href={ "/play/" (row.level) } { (reader.say(words::PLAY)) }
                @if row.ended.is_some() { a.button href={ "/race?level=" (row.level) "&ghost=" (name) } { (reader.say(words::RACE_AGAINST)) } }
                @if is_own { button type="button" #review-now { (reader.say(words::REVIEW)) } }
                button type="button" #share { (reader.say(words::SHARE_REPLAY)) }
            }
            p #said aria-live="polite" {}
            div #review.review {}
            p.small.muted { (reader.say(words::HINTS_TAKEN.with("count", row.hints))) }
        }
    };
    let data = vec![("film", format!("/api/plays/{name}/film")), ("play", name)];
    let page = Page {
        title,
        puzzle: Some(info.name),
        class: "play alone replay",
        data,
        scripts: &["watch.js"],
        card: Some(row.level.to_string()),
        body,
    };
    Ok(frame(&visitor, page))
}
