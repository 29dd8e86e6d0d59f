//! The newest records, machines marked as such.

use axum::extract::State;
use ingenio_catalog::PUZZLES;
use ingenio_core::metric::counted;
use ingenio_core::{Dated, Language, Message};
use ingenio_store::{Holder, Record};
use maud::{Markup, html};

use crate::app::App;
use crate::pages::frame::{Page, frame};
use crate::pages::lost::Shown;
use crate::visitor::Visitor;
use crate::words;

pub async fn page(State(app): State<App>, visitor: Visitor) -> Shown {
    let reader = visitor.language;
    let records = app.store.newest_records(100).await?;
    let body = html! {
        h1 { (reader.say(words::RECORDS)) }
        p { (reader.say(words::RECORDS_ABOUT)) }
        nav.form-row aria-label=(reader.say(words::RECORDS)) {
            @for puzzle in PUZZLES { @let info = puzzle.info(); a.button href={ "/records/" (info.name) } { (info.title) } }
        }
        h2 { (reader.say(words::NEWEST_RECORDS)) }
        @if records.is_empty() {
            p.empty { (reader.say(words::NO_RECORDS_YET)) }
        } @else {
            (records_table(reader, &app, &records))
        }
    };
    Ok(frame(&visitor, Page::plain(reader.say(words::RECORDS), body)))
}

/// Records of many levels.
pub fn records_table(reader: Language, app: &App, records: &[Record]) -> Markup {
    html! {
        div.scroll tabindex="0" role="region" aria-label=(reader.say(words::RECORDS)) {
            table.plain-table {
                thead {
                    tr {
                        th { (reader.say(words::LEVEL)) }
                        th { (reader.say(words::RESULT)) }
                        th { (reader.say(words::BY)) }
                        th.wide { (reader.say(words::WHEN)) }
                        th { (reader.say(words::WATCH)) }
                    }
                }
                tbody {
                    @for record in records {
                        tr {
                            td { a href={ "/level/" (record.level) } { (level_name(reader, app, &record.puzzle, &record.level.to_string())) } }
                            td { (result(reader, record)) }
                            td { (holder(reader, &record.holder)) }
                            td.wide { (when(reader, record.at)) }
                            td { (watch_link(reader, record)) }
                        }
                    }
                }
            }
        }
    }
}

/// Where a record can be watched: a person's play as it was, a machine's way over the board of the level.
pub fn watch_link(reader: Language, record: &Record) -> Markup {
    let to = match (record.play, &record.holder) {
        (Some(play), _) => format!("/replay/{play}"),
        (None, Holder::Method(_)) => format!("/play/{}#watch", record.level),
        (None, _) => return html! {},
    };
    html! { a href=(to) { (reader.say(words::REPLAY)) } }
}

/// The pack's title and the level's own; of a level that somebody opened, the puzzle and the beginning of its id.
pub fn level_name(reader: Language, app: &App, puzzle: &str, id: &str) -> String {
    let Some(place) = app.levels.place(id) else {
        let title = PUZZLES
            .iter()
            .find(|known| known.info().name == puzzle)
            .map_or(puzzle, |known| known.info().title);
        let short: String = id.chars().take(8).collect();
        return reader.say(words::OPENED_LEVEL.with("puzzle", title).with("id", short));
    };
    let shelf = &app.levels.library.shelves[place.shelf];
    format!("{} · {}", reader.say(shelf.said_title()), app.levels.library.volume(place).title)
}

/// A day, from milliseconds since 1970.
pub fn when(reader: Language, at: i64) -> Markup {
    let day = u64::try_from(at).map_or(String::new(), ingenio_lab::date);
    html! { time datetime=(day) { (reader.say(Message::told(Dated(day.clone())))) } }
}

/// A sentence about a day, which machines read there as well.
pub fn dated(reader: Language, said: impl Into<Message>, at: i64) -> Markup {
    around(reader, said, "{day}", &when(reader, at))
}

/// A sentence in which one hole is left open, with what a page marks up in its place: where it stands is for the language
/// to say.
pub fn around(reader: Language, said: impl Into<Message>, hole: &str, inside: &Markup) -> Markup {
    let text = reader.say(said);
    let (before, after) = text.split_once(hole).unwrap_or((&text, ""));
    html! { (before) (inside) (after) }
}

pub fn result(reader: Language, record: &Record) -> Markup {
    html! {
        @match record.value {
            Some(value) => { (reader.say(counted(&record.metric, u64::try_from(value).unwrap_or(0)))) }
            None => { (reader.say(words::SOLVED)) }
        }
        @if record.proved { " " span.muted { (reader.say(words::PROVED)) } }
    }
}

pub fn holder(reader: Language, holder: &Holder) -> Markup {
    match holder {
        Holder::Person(name) => html! { span translate="no" { (name) } },
        Holder::Someone => html! { (reader.say(holder.said())) },
        Holder::Method(name) => html! {
            span.machine title=(reader.say(words::A_MACHINE)) { span translate="no" { (name) } }
            span.hidden-visually { " (" (reader.say(words::A_MACHINE)) ")" }
        },
    }
}
