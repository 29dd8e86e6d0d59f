//! The first page: the five puzzles as real boards, where to go on, and the newest records.

use axum::extract::State;
use ingenio_catalog::PUZZLES;
use ingenio_store::PlayRow;
use maud::html;

use crate::app::App;
use crate::pages::frame::{Page, frame};
use crate::pages::glimpse::glimpse;
use crate::pages::lost::Shown;
use crate::pages::poster;
use crate::pages::records::records_table;
use crate::pages::showcase::showcase;
use crate::visitor::Visitor;
use crate::words;

pub async fn page(State(app): State<App>, visitor: Visitor) -> Shown {
    let reader = visitor.language;
    let unfinished = match &visitor.player {
        Some(player) => app.store.last_unfinished(player.id).await?,
        None => Vec::new(),
    };
    let notices = match &visitor.player {
        Some(player) => app.store.notices(player.id).await?,
        None => Vec::new(),
    };
    let progress = app.progress_of(visitor.player.as_ref()).await?;
    let newest = app.store.newest_records(8).await?;
    let body = html! {
        section.welcome {
            div {
                h1 { (reader.say(words::WELCOME)) }
                p { (reader.say(words::WELCOME_PLAYERS)) }
                p { (reader.say(words::WELCOME_STUDENTS)) }
                div.form-row {
                    a.button.primary href="#puzzles" { (reader.say(words::DOOR_PLAYERS)) }
                    a.button href="/daily" { (reader.say(words::TODAYS)) }
                    a.button href="/lessons" { (reader.say(words::DOOR_STUDENTS)) }
                    a.button href="/theatre" { (reader.say(words::THEATRE)) }
                    a.button href="/open" { (reader.say(words::SOLVE_YOURS)) }
                }
            }
            (showcase())
        }
        @for notice in &notices { p role="note" { (reader.say(notice)) } }
        h2 #puzzles.hidden-visually { (reader.say(words::PUZZLES)) }
        ul.cards {
            @for puzzle in PUZZLES {
                @let info = puzzle.info();
                @let shelves = app.levels.library.of(info.name);
                @let going_on = unfinished.iter().find(|row| row.puzzle == info.name);
                @let next = going_on.map(|row: &PlayRow| row.level.to_string()).or_else(|| {
                    let volumes = shelves.iter().flat_map(|at| &app.levels.library.shelves[*at].levels);
                    let mut open = volumes.filter(|volume| !progress.contains_key(&volume.level.id()));
                    open.next().map(|volume| volume.level.id().to_string())
                });
                li.card {
                    @if let Some(at) = shelves.first() {
                        (glimpse(&app.levels.library.shelves[*at], &format!("/puzzle/{}", info.name)))
                    }
                    h3 { a href={ "/puzzle/" (info.name) } { (info.title) } }
                    p.small.muted { (reader.whole_sentence(info.said_about())) }
                    @if let Some(level) = next {
                        p.go {
                            a.button href={ "/play/" (level) } {
                                @if going_on.is_some() { (reader.say(words::CONTINUE)) } @else { (reader.say(words::PLAY)) }
                                span.hidden-visually { " " (info.title) }
                            }
                            " "
                            a.button.plain href={ "/learn/" (info.name) } { (reader.say(words::LEARN)) span.hidden-visually { " " (info.title) } }
                        }
                    }
                }
            }
        }
        section.theatre-door {
            h2 { (reader.say(words::THEATRE)) }
            p { (reader.say(words::POSTER)) }
            (poster::poster(reader))
            p { a.button href=(poster::address()) { (reader.say(words::POSTER_GO)) } }
        }
        @if !visitor.alone {
            section.race-door {
                h2 { (reader.say(words::RACES)) }
                p { (reader.say(words::RACES_ABOUT)) }
                p { a.button href="/race" { (reader.say(words::RACE_TO_LOBBY)) } }
            }
            h2 { (reader.say(words::NEWEST_RECORDS)) }
            @if newest.is_empty() {
                p.empty { (reader.say(words::NO_RECORDS_YET)) }
            } @else {
                (records_table(reader, &app, &newest))
            }
        }
    };
    Ok(frame(&visitor, Page { class: "home", ..Page::plain(reader.say(words::HOME), body) }))
}
