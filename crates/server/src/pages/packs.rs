//! The packs of a puzzle and the levels of a pack, with what the visitor has reached.

use axum::extract::{Path, State};
use ingenio_catalog::find;
use ingenio_workshop::Shelf;
use maud::html;

use crate::app::App;
use crate::pages::frame::{Page, frame, sentence, stars};
use crate::pages::glimpse::glimpse;
use crate::pages::lost::Shown;
use crate::problem::Problem;
use crate::visitor::Visitor;
use crate::words;

pub async fn puzzle_page(State(app): State<App>, visitor: Visitor, Path(name): Path<String>) -> Shown {
    let puzzle = find(&name).map_err(|_| Problem::not_found())?;
    let info = puzzle.info();
    let progress = app.progress_of(visitor.player.as_ref()).await?;
    let library = &app.levels.library;
    let solved = |shelf: &Shelf| {
        shelf.levels.iter().filter(|volume| progress.contains_key(&volume.level.id())).count()
    };
    let body = html! {
        h1 { (info.title) }
        p { (sentence(info.about)) " " a href={ "/help#" (info.name) } { (words::HOW_TO_PLAY.english) } }
        @if let Ok(lesson) = ingenio_lessons::find(info.name) {
            p { (words::LESSON.english) " " a href={ "/lessons/" (lesson.name) } aria-label=(words::LESSON_LINK.with("title", lesson.title())) { (lesson.title()) } }
        }
        ul.cards {
            @for at in library.of(info.name) {
                @let shelf = &library.shelves[at];
                @let done = solved(shelf);
                li.card {
                    (glimpse(shelf, &format!("/pack/{}", shelf.name)))
                    h2 { a href={ "/pack/" (shelf.name) } { (shelf.title) } }
                    p.small.muted { (shelf.difficulty) }
                    progress.bar max=(shelf.levels.len()) value=(done) aria-label=(words::SOLVED_OF.with("solved", done).with("all", shelf.levels.len())) {}
                    p.small { (words::SOLVED_OF.with("solved", done).with("all", shelf.levels.len())) }
                }
            }
        }
    };
    let page = Page { puzzle: Some(info.name), ..Page::plain(info.title.to_owned(), body) };
    Ok(frame(visitor.player.as_ref(), page))
}

pub async fn pack_page(State(app): State<App>, visitor: Visitor, Path(name): Path<String>) -> Shown {
    let shelf = app.levels.library.shelf(&name).ok_or_else(Problem::not_found)?;
    let progress = app.progress_of(visitor.player.as_ref()).await?;
    let metric = find(shelf.puzzle).ok().and_then(|puzzle| puzzle.info().metrics.first());
    let body = html! {
        h1 { (shelf.title) }
        p.muted { (shelf.difficulty) " · " (words::LEVELS_BY.with("count", shelf.levels.len()).with("author", &shelf.author)) }
        ul.levels-grid {
            @for volume in &shelf.levels {
                @let id = volume.level.id();
                li {
                    a href={ "/play/" (id) } {
                        img.only-light loading="lazy" width="110" height="108" alt="" src={ "/api/levels/" (id) "/picture.svg?theme=light" };
                        img.only-dark loading="lazy" width="110" height="108" alt="" src={ "/api/levels/" (id) "/picture.svg?theme=dark" };
                        span.line {
                            strong { (volume.title) }
                            (stars(progress.get(&id)))
                        }
                        span.line.muted {
                            span { (volume.grade.map_or("", |grade| grade.word())) }
                            @if let (Some(best), Some(metric)) = (volume.best, metric) {
                                span { (best) " " (metric.name) }
                            }
                        }
                    }
                }
            }
        }
    };
    let page = Page { puzzle: Some(shelf.puzzle), ..Page::plain(shelf.title.clone(), body) };
    Ok(frame(visitor.player.as_ref(), page))
}
