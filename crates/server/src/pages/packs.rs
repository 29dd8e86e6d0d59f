//! The packs of a puzzle and the levels of a pack, with what the visitor has reached.

use axum::extract::{Path, State};
use ingenio_catalog::find;
use ingenio_core::metric::counted;
use ingenio_workshop::Shelf;
use maud::html;

use crate::app::App;
use crate::pages::frame::{Page, frame, stars};
use crate::pages::glimpse::glimpse;
use crate::pages::lost::Shown;
use crate::pages::own_pack;
use crate::problem::Problem;
use crate::visitor::Visitor;
use crate::words;

pub async fn puzzle_page(State(app): State<App>, visitor: Visitor, Path(name): Path<String>) -> Shown {
    let reader = visitor.language;
    let puzzle = find(&name).map_err(|_| Problem::not_found())?;
    let info = puzzle.info();
    let progress = app.progress_of(visitor.player.as_ref()).await?;
    let library = &app.levels.library;
    let solved = |shelf: &Shelf| {
        shelf.levels.iter().filter(|volume| progress.contains_key(&volume.level.id())).count()
    };
    let body = html! {
        h1 { (info.title) }
        p { (reader.whole_sentence(info.said_about())) " " a href={ "/help#" (info.name) } { (reader.say(words::HOW_TO_PLAY)) } }
        p { a.button href={ "/learn/" (info.name) } { (reader.say(words::LEARN_BY_DOING)) } }
        @if let Ok(lesson) = ingenio_lessons::find(info.name) {
            p { (reader.say(words::LESSON)) " " a href={ "/lessons/" (lesson.name) } lang=(lesson.text_for(reader).1.code()) aria-label=(reader.say(words::LESSON_LINK.with("title", lesson.title_for(reader)))) { (lesson.title_for(reader)) } }
        }
        ul.cards {
            @for at in library.of(info.name) {
                @let shelf = &library.shelves[at];
                @let done = solved(shelf);
                li.card {
                    (glimpse(shelf, &format!("/pack/{}", shelf.name)))
                    h2 { a href={ "/pack/" (shelf.name) } { (reader.say(shelf.said_title())) } }
                    p.small.muted { (reader.say(shelf.said_difficulty())) }
                    progress.bar max=(shelf.levels.len()) value=(done) aria-label=(reader.say(words::SOLVED_OF.with("solved", done).with("all", shelf.levels.len()))) {}
                    p.small { (reader.say(words::SOLVED_OF.with("solved", done).with("all", shelf.levels.len()))) }
                }
            }
        }
    };
    let page = Page { puzzle: Some(info.name), ..Page::plain(info.title.to_owned(), body) };
    Ok(frame(&visitor, page))
}

pub async fn pack_page(State(app): State<App>, visitor: Visitor, Path(name): Path<String>) -> Shown {
    let reader = visitor.language;
    let Some(shelf) = app.levels.library.shelf(&name) else {
        return own_pack::page(&app, &visitor, &name).await;
    };
    let progress = app.progress_of(visitor.player.as_ref()).await?;
    let metric = find(shelf.puzzle).ok().and_then(|puzzle| puzzle.info().metrics.first());
    let body = html! {
        h1 { (reader.say(shelf.said_title())) }
        p.muted { (reader.say(shelf.said_difficulty())) " · " (reader.say(words::LEVELS_BY.with("count", shelf.levels.len()).with("author", &shelf.author))) }
        @let print = if visitor.alone { format!("/print?pack={name}") } else { format!("/print/{name}") };
        p.form-row {
            @if !visitor.alone { a.button href={ "/race?pack=" (name) } { (reader.say(words::RACE_ON_PACK)) } }
            a.button href=(print) { (reader.say(words::PRINT)) }
        }
        ul.levels-grid {
            @for volume in &shelf.levels {
                @let id = volume.level.id();
                li {
                    a href={ "/play/" (id) } {
                        img.only-light loading="lazy" width="110" height="108" alt="" src={ "/api/levels/" (id) "/picture.svg?theme=light" };
                        img.only-dark loading="lazy" width="110" height="108" alt="" src={ "/api/levels/" (id) "/picture.svg?theme=dark" };
                        span.line {
                            strong translate="no" { (volume.title) }
                            (stars(reader, progress.get(&id)))
                        }
                        span.line.muted {
                            @if let Some(grade) = volume.grade { span { (reader.say(grade.said())) } }
                            @if let (Some(best), Some(metric)) = (volume.best, metric) {
                                span { (reader.say(counted(metric.name, best))) }
                            }
                        }
                    }
                }
            }
        }
    };
    let page = Page { puzzle: Some(shelf.puzzle), ..Page::plain(reader.say(shelf.said_title()), body) };
    Ok(frame(&visitor, page))
}
