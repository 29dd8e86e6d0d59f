//! A level by itself: its board, records, runs of methods and text; opening one; watching a play.

use axum::extract::{Path, Query, State};
use ingenio_store::KeptRun;
use maud::{Markup, PreEscaped, html};
use serde::Deserialize;

use ingenio_catalog::PUZZLES;

use crate::app::App;
use crate::drawings::Kind;
use crate::levels::LARGE;
use crate::pages::frame::{Page, frame};
use crate::pages::lost::Shown;
use crate::pages::records::{holder, level_name, result, when};
use crate::plays::{key, spoils};
use crate::problem::Problem;
use crate::visitor::Visitor;
use crate::watchdog::off_worker;
use crate::words;

pub async fn page(State(app): State<App>, visitor: Visitor, Path(id): Path<String>) -> Shown {
    let level = app.level(&id).await?;
    let picture = app.drawing(visitor.asker(), &level, Kind::Page).await?;
    let info = level.puzzle().info();
    let (records, runs) = (app.store.records(level.id()).await?, app.store.runs(level.id()).await?);
    let title = level_name(&app, info.name, &id);
    let campaigns = app.store.campaign_runs(level.id()).await?;
    let write = || {
        let body = html! {
            h1 { (title) }
            div.cards {
                div.card.board-small { (PreEscaped(&*picture)) }
            }
            p { a.button.primary href={ "/play/" (id) } { (words::PLAY.english) } }
            h2 { (words::RECORDS.english) }
            @if records.is_empty() {
                p.empty { (words::NO_RECORD.english) }
            } @else {
                div.scroll tabindex="0" role="region" aria-label=(words::RECORDS.english) {
                    table.plain-table {
                        thead { tr { th { (words::RESULT.english) } th { (words::BY.english) } th { (words::WATCH.english) } } }
                        tbody {
                            @for record in &records {
                                tr {
                                    td { (result(record)) }
                                    td { (holder(&record.holder)) }
                                    td { @if let Some(play) = record.play { a href={ "/replay/" (play) } { (words::REPLAY.english) } } }
                                }
                            }
                        }
                    }
                }
            }
            h2 { (words::METHODS.english) }
            @if runs.is_empty() {
                p.empty { (words::NO_RUNS.english) }
            } @else {
                div.scroll tabindex="0" role="region" aria-label=(words::METHODS.english) {
                    table.plain-table {
                        thead { tr { th { (words::METHOD.english) } th { (words::RESULT.english) } th { (words::NODES.english) } th { (words::TIME.english) } } }
                        tbody {
                            @for run in &runs {
                                tr {
                                    td { span.machine { (run.chosen) } }
                                    td {
                                        @if let Some(value) = run.length() { (value) " " (run.first_metric()) } @else { (words::SOLVED.english) }
                                        @if run.is_optimal() { " " span.muted { (words::PROVED.english) } }
                                    }
                                    td { (run.nodes()) }
                                    td { (format!("{:.3} s", run.seconds())) }
                                }
                            }
                        }
                    }
                }
            }
            (campaign_runs(&campaigns))
            h2 { (words::TEXT.english) }
            pre tabindex="0" { (level.canonical()) }
        };
        let page = Page { puzzle: Some(info.name), ..Page::plain(title.clone(), body) };
        frame(visitor.player.as_ref(), page)
    };
    Ok(off_worker(picture.len() > LARGE, write))
}

/// What campaigns measured on this level.
fn campaign_runs(runs: &[KeptRun]) -> Markup {
    html! {
        @if !runs.is_empty() {
            h2 { (words::CAMPAIGN_RUNS.english) }
            div.scroll tabindex="0" role="region" aria-label=(words::CAMPAIGN_RUNS.english) {
                table.plain-table {
                    thead { tr { th { (words::METHOD.english) } th { (words::OUTCOME.english) } th { (words::RESULT.english) } th { (words::NODES.english) } th { (words::TIME.english) } th { (words::CAMPAIGN.english) } th { (words::WHEN.english) } } }
                    tbody {
                        @for KeptRun { campaign, run } in runs {
                            @let answer = &run.answer;
                            tr {
                                td { span.machine { (run.name) } }
                                td { (answer.outcome.word()) }
                                td {
                                    @if let Some(value) = answer.length() { (value) " " (answer.first_metric()) }
                                    @if answer.is_optimal() { " " span.muted { (words::PROVED.english) } }
                                }
                                td { @if let Some(nodes) = answer.effort.nodes { (nodes) } }
                                td { (format!("{:.3} s", run.process.cpu_seconds)) }
                                td { (campaign) }
                                td { (when(i64::try_from(run.begun).unwrap_or(i64::MAX))) }
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
pub async fn open_page(visitor: Visitor, Query(given): Query<Given>) -> Markup {
    let body = html! {
        h1 { (words::OPEN_LEVEL.english) }
        p { (words::OPEN_ABOUT.english) }
        form data-ask="POST /api/levels" data-at-once[!given.text.is_empty()] {
            label for="puzzle" { (words::PUZZLE.english) }
            select #puzzle name="puzzle" {
                option value="" { (words::BY_ITS_LOOK.english) }
                @for puzzle in PUZZLES {
                    @let info = puzzle.info();
                    option value=(info.name) selected[given.puzzle == info.name] { (info.title) }
                }
            }
            label for="text" { (words::TEXT.english) }
            textarea #text name="text" spellcheck="false" required { (given.text) }
            p.complaint role="alert" {}
            button.primary { (words::PLAY.english) }
        }
    };
    let page = Page { scripts: &["forms.js"], ..Page::plain(words::OPEN_LEVEL.english.to_owned(), body) };
    frame(visitor.player.as_ref(), page)
}

/// A play to be watched, by anyone who has its address.
pub async fn replay_page(State(app): State<App>, visitor: Visitor, Path(name): Path<String>) -> Shown {
    let row = app.store.play_by_key(key(&name)?).await?.ok_or_else(Problem::not_found)?;
    let level = app.level(&row.level.to_string()).await?;
    let info = level.puzzle().info();
    let title =
        words::REPLAY_OF.with("level", level_name(&app, &row.puzzle, &row.level.to_string())).to_string();
    // A link from elsewhere must not make a play helped: the visitor is asked first.
    let asks = visitor.player.as_ref().is_some_and(|player| spoils(player, &row));
    let body = html! {
        section.table { div #board.board.watch {} }
        aside.panel {
            h1 { (title) }
            div #controls {
                @if asks { p { (words::FILM_SPOILS.english) } button.primary type="button" #watch { (words::FILM_WATCH.english) } }
            }
            p { a.button href={ "/play/" (row.level) } { (words::PLAY.english) } }
            p.small.muted { (words::HINTS_TAKEN.with("count", row.hints)) }
        }
    };
    let data = vec![("film", format!("/api/plays/{name}/film"))];
    let page =
        Page { title, puzzle: Some(info.name), class: "play alone", data, scripts: &["watch.js"], body };
    Ok(frame(visitor.player.as_ref(), page))
}
