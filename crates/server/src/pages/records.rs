//! The newest records, machines marked as such.

use axum::extract::State;
use ingenio_catalog::PUZZLES;
use ingenio_store::{Holder, Record};
use maud::{Markup, html};

use crate::app::App;
use crate::pages::frame::{Page, frame};
use crate::pages::lost::Shown;
use crate::visitor::Visitor;
use crate::words;

pub async fn page(State(app): State<App>, visitor: Visitor) -> Shown {
    let records = app.store.newest_records(100).await?;
    let body = html! {
        h1 { (words::RECORDS.english) }
        @if records.is_empty() {
            p.empty { (words::NO_RECORDS_YET.english) }
        } @else {
            (records_table(&app, &records))
        }
    };
    Ok(frame(visitor.player.as_ref(), Page::plain(words::RECORDS.english.to_owned(), body)))
}

/// Records of many levels.
pub fn records_table(app: &App, records: &[Record]) -> Markup {
    html! {
        div.scroll tabindex="0" role="region" aria-label=(words::RECORDS.english) {
            table.plain-table {
                thead {
                    tr {
                        th { (words::LEVEL.english) }
                        th { (words::RESULT.english) }
                        th { (words::BY.english) }
                        th.wide { (words::WHEN.english) }
                        th { (words::WATCH.english) }
                    }
                }
                tbody {
                    @for record in records {
                        tr {
                            td { a href={ "/level/" (record.level) } { (level_name(app, &record.puzzle, &record.level.to_string())) } }
                            td { (result(record)) }
                            td { (holder(&record.holder)) }
                            td.wide { (when(record.at)) }
                            td { @if let Some(play) = record.play { a href={ "/replay/" (play) } { (words::REPLAY.english) } } }
                        }
                    }
                }
            }
        }
    }
}

/// The pack's title and the level's own; of a level that somebody opened, the puzzle and the beginning of its id.
pub fn level_name(app: &App, puzzle: &str, id: &str) -> String {
    let Some(place) = app.levels.place(id) else {
        let title = PUZZLES
            .iter()
            .find(|known| known.info().name == puzzle)
            .map_or(puzzle, |known| known.info().title);
        let short: String = id.chars().take(8).collect();
        return words::OPENED_LEVEL.with("puzzle", title).with("id", short).to_string();
    };
    let shelf = &app.levels.library.shelves[place.shelf];
    format!("{} · {}", shelf.title, app.levels.library.volume(place).title)
}

/// A day, from milliseconds since 1970.
pub fn when(at: i64) -> Markup {
    let day = u64::try_from(at).map_or(String::new(), ingenio_lab::date);
    html! { time datetime=(day) { (day) } }
}

pub fn result(record: &Record) -> Markup {
    html! {
        @match record.value {
            Some(value) => { (value) " " (record.metric) }
            None => { (words::SOLVED.english) }
        }
        @if record.proved { " " span.muted { (words::PROVED.english) } }
    }
}

pub fn holder(holder: &Holder) -> Markup {
    match holder {
        Holder::Person(name) => html! { (name) },
        Holder::Method(name) => html! {
            span.machine title=(words::A_MACHINE.english) { (name) }
            span.hidden-visually { " (" (words::A_MACHINE.english) ")" }
        },
    }
}
