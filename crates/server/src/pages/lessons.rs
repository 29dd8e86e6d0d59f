//! The lessons: what there is, and each as a page to read, to print and to answer.

use axum::extract::Path;
use axum::http::header;
use axum::response::{IntoResponse, Response};
use ingenio_core::Language;
use ingenio_lessons::{Exercise, LESSONS, Lesson, Wanted, find, html as written, picture};
use maud::{Markup, PreEscaped, html};

use crate::pages::frame::{Page, frame};
use crate::pages::lost::Shown;
use crate::problem::Problem;
use crate::visitor::Visitor;
use crate::words;

pub async fn list(visitor: Visitor) -> Markup {
    let reader = visitor.language;
    let body = html! {
        h1 { (reader.say(words::LESSONS)) }
        p { (reader.say(words::LESSONS_ABOUT)) }
        ul.lessons {
            @for lesson in &LESSONS {
                @let (_, language) = lesson.text_for(reader);
                li { a href={ "/lessons/" (lesson.name) } lang=(language.code()) { (lesson.title_for(reader)) } }
            }
        }
    };
    frame(&visitor, Page::plain(reader.say(words::LESSONS), body))
}

pub async fn page(visitor: Visitor, Path(name): Path<String>) -> Shown {
    let reader = visitor.language;
    let lesson = find(&name).map_err(|_| Problem::not_found())?;
    let (whole, language) = lesson.text_for(reader);
    // The last part says how to answer the exercises, which a page does by itself.
    let (text, _) = whole.rsplit_once("\n## ").unwrap_or((whole, ""));
    let body = html! {
        article.lesson {
            div lang=(language.code()) { (PreEscaped(written(text, address))) }
            details #solver {
                summary { (reader.say(words::LESSON_SOLVER.with("file", format!("{}.rs", lesson.name)))) }
                pre { code { (lesson.solver) } }
            }
            h2 { (reader.say(words::EXERCISES)) }
            ol.exercises {
                @for (index, exercise) in lesson.exercises().iter().enumerate() { (asked(reader, lesson, index + 1, (exercise, visitor.alone))) }
            }
        }
    };
    let title = lesson.title_for(reader).to_owned();
    let page = Page { puzzle: Some(lesson.name), scripts: &["lessons.js"], ..Page::plain(title, body) };
    Ok(frame(&visitor, page))
}

fn asked(reader: Language, lesson: &Lesson, number: usize, (exercise, alone): (&Exercise, bool)) -> Markup {
    let label = reader.say(words::YOUR_ANSWER.with("number", number));
    html! {
        li {
            div { (PreEscaped(written(&reader.say(exercise.said_ask()), address))) }
            @if alone { p.muted { (reader.say(words::EXERCISE_ALONE)) } }
            @else { form data-exercise={ "/api/lessons/" (lesson.name) "/" (number) } {
                @match &exercise.wanted {
                    Wanted::Choice(_) => {
                        select name="answer" aria-label=(label) {
                            @for (choice, said) in exercise.said_choices() { option value=(choice) { (reader.say(said)) } }
                        }
                    }
                    Wanted::Level { .. } => { textarea name="answer" rows="8" aria-label=(label) spellcheck="false" required {} }
                    Wanted::Number | Wanted::Solution { .. } => {
                        input name="answer" aria-label=(label) autocomplete="off" spellcheck="false" required;
                    }
                }
                button.button type="submit" { (reader.say(words::CHECK_ANSWER)) span.hidden-visually { " " (number) } }
                output.verdict role="status" {}
            } }
            details { summary { (reader.say(words::EXERCISE_HINT)) } div { (PreEscaped(written(&reader.say(exercise.said_hint()), address))) } }
        }
    }
}

/// Where a link of a text leads on this site.
fn address(link: &str) -> Option<String> {
    // Translations lie one folder deeper.
    let drawn = link.strip_prefix("../pictures/").or_else(|| link.strip_prefix("../../pictures/"));
    if let Some(name) = drawn {
        return Some(format!("/lessons/pictures/{name}"));
    }
    let (name, kind) = link.rsplit_once('.')?;
    match kind {
        "rs" => Some("#solver".into()),
        "md" => find(name).ok().map(|lesson| format!("/lessons/{}", lesson.name)),
        _ => None,
    }
}

pub async fn drawn(Path(name): Path<String>) -> Response {
    let kept = [(header::CONTENT_TYPE, "image/png"), (header::CACHE_CONTROL, "public, max-age=86400")];
    picture(&name).map_or_else(|| Problem::not_found().into_response(), |bytes| (kept, bytes).into_response())
}
