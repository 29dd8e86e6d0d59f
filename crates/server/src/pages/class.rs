//! A class as its teacher sees it: the code, who is how far, homework to give; and as a pupil sees it: what to do.

use axum::extract::{Path, State};
use ingenio_catalog::PUZZLES;
use ingenio_core::day::Day;
use ingenio_core::metric::counted;
use ingenio_core::{Language, Message};
use ingenio_lessons::{LESSONS, find as find_lesson};
use ingenio_store::{Class, HomePlay, Homework, OwnPack, PackedLevel, Pupil, Task, now};
use maud::{Markup, html};

use crate::app::App;
use crate::classes::{Seen, seen, taught};
use crate::homework::{Reached, Standing};
use crate::pages::classes::fields;
use crate::pages::frame::{Page, exact_clock, frame};
use crate::pages::lost::Shown;
use crate::pages::records::dated;
use crate::problem::Problem;
use crate::visitor::Visitor;
use crate::words;

pub async fn page(State(app): State<App>, visitor: Visitor, Path(name): Path<String>) -> Shown {
    let Seen { class, pupil } = seen(&app, &visitor, &name).await?;
    let whose = pupil.as_ref().map_or(0, |pupil| pupil.number);
    let packs = match &pupil {
        None => app.store.own_packs(class.teacher).await?,
        Some(_) => Vec::new(),
    };
    let (reader, house, of) = (visitor.language, app.clone(), class.clone());
    let drawn = move |standing: &Standing| match &pupil {
        None => teachers(reader, &house, &of, standing, &packs),
        Some(pupil) => pupils(reader, &house, &of, pupil, standing),
    };
    let body = Standing::with(&app, &visitor, &class, whose, drawn).await?;
    Ok(framed(&visitor, &class, body))
}

fn framed(visitor: &Visitor, class: &Class, body: Markup) -> Markup {
    frame(
        visitor,
        Page { scripts: &["forms.js"], class: "classes", ..Page::plain(class.title.clone(), body) },
    )
}

/// How a homework is called.
fn title(reader: Language, app: &App, homework: &Homework) -> Markup {
    if let Task::Pack(name) = &homework.task
        && let Some(shelf) = app.levels.library.shelf(name)
    {
        return html! { (reader.say(shelf.said_title())) };
    }
    if let Task::Lesson(name) = &homework.task
        && let Ok(lesson) = find_lesson(name)
    {
        let (_, language) = lesson.text_for(reader);
        return html! { span lang=(language.code()) { (lesson.title_for(reader)) } };
    }
    html! { span translate="no" { (homework.title) } }
}

fn due(reader: Language, homework: &Homework) -> Markup {
    html! {
        @match homework.due {
            Some(due) => {
                span class=[(due <= now()).then_some("over")] { (dated(reader, words::HOMEWORK_DUE, due - 1)) }
            }
            None => { span { (reader.say(words::HOMEWORK_NO_DATE)) } }
        }
    }
}

fn done_of(reached: &[Reached<'_>]) -> Message {
    let solved = reached.iter().filter(|one| one.done().is_some()).count();
    words::SOLVED_OF.with("solved", solved).with("all", reached.len())
}

fn grouped(code: &str) -> String {
    let digits: Vec<char> = code.chars().collect();
    digits.chunks(4).map(|group| group.iter().collect::<String>()).collect::<Vec<_>>().join("-")
}

fn teachers(reader: Language, app: &App, class: &Class, standing: &Standing, packs: &[OwnPack]) -> Markup {
    let code = grouped(&class.code);
    html! {
        h1 translate="no" { (class.title) }
        section.class-code {
            p { @if class.is_open { (reader.say(words::CODE_FOR_PUPILS)) } @else { (reader.say(words::CLASS_CLOSED)) } }
            p.code translate="no" { a href={ "/join/" (code) } { (code) } }
            p.small.muted { (reader.say(words::CODE_HOW)) }
        }
        h2 { (reader.say(words::HOMEWORK)) }
        @if standing.homework.is_empty() { p.empty { (reader.say(words::NO_HOMEWORK_GIVEN)) } }
        @for homework in standing.homework.iter().rev() { (overview(reader, app, class, standing, homework)) }
        @if !standing.homework.is_empty() {
            div.form-row { a.button href={ "/api/classes/" (class.key) "/results.csv" } { (reader.say(words::CLASS_CSV)) } }
        }
        (give(reader, app, class, packs))
        h2 { (reader.say(words::PUPILS)) }
        @if standing.pupils.is_empty() { p.empty { (reader.say(words::NO_PUPILS)) } }
        ul.lessons {
            @for pupil in &standing.pupils {
                li { a href={ "/class/" (class.key) "/pupil/" (pupil.number) } translate="no" { (pupil.name) } " " span.muted.small { (dated(reader, words::PUPIL_SINCE, pupil.joined)) } }
            }
        }
        (manage(reader, class))
    }
}

/// Everybody on one homework.
fn overview(reader: Language, app: &App, class: &Class, standing: &Standing, homework: &Homework) -> Markup {
    let label = reader.say(words::HOMEWORK_NUMBER.with("number", homework.number));
    html! {
        section.homework {
            h3 { (title(reader, app, homework)) }
            p.small.muted { (due(reader, homework)) }
            @if !standing.pupils.is_empty() {
                div.scroll tabindex="0" role="region" aria-label=(label) {
                    table.plain-table {
                        thead { tr { th scope="col" { (reader.say(words::PUPIL)) } th scope="col" { (reader.say(words::HOW_FAR)) } th scope="col" { (reader.say(words::MOVES_MADE)) } th.wide scope="col" { (reader.say(words::HOMEWORK_LATE)) } } }
                        tbody { @for pupil in &standing.pupils { (line(reader, class, standing, homework, pupil)) } }
                    }
                }
            }
            form data-ask={ "DELETE /api/classes/" (class.key) "/homework/" (homework.number) } data-then={ "/class/" (class.key) } data-confirm=(reader.say(words::TAKE_BACK_SURE)) {
                p.complaint role="alert" {}
                button { (reader.say(words::TAKE_BACK)) span.hidden-visually { " " (title(reader, app, homework)) } }
            }
        }
    }
}

fn line(reader: Language, class: &Class, standing: &Standing, homework: &Homework, pupil: &Pupil) -> Markup {
    let reached = standing.reached(pupil.number, homework);
    let solved = reached.iter().filter(|one| one.done().is_some()).count();
    let moves: u64 = reached.iter().map(Reached::actions).sum();
    let is_late = |one: &&Reached<'_>| one.done().zip(homework.due).is_some_and(|(done, due)| done >= due);
    html! {
        tr {
            td { a href={ "/class/" (class.key) "/pupil/" (pupil.number) } translate="no" { (pupil.name) } }
            td { progress.bar max=(reached.len().max(1)) value=(solved) aria-label=(reader.say(done_of(&reached))) {} " " (reader.say(done_of(&reached))) }
            td { (moves) }
            td.wide { (reached.iter().filter(is_late).count()) }
        }
    }
}

fn give(reader: Language, app: &App, class: &Class, packs: &[OwnPack]) -> Markup {
    let (ask, then) = (format!("POST /api/classes/{}/homework", class.key), format!("/class/{}", class.key));
    let library = &app.levels.library;
    html! {
        details {
            summary { (reader.say(words::GIVE_HOMEWORK)) }
            form.sheet data-ask=(ask) data-then=(then) {
                label for="task" { (reader.say(words::PACK_OR_LESSON)) }
                select #task name="task" required {
                    @for puzzle in PUZZLES {
                        optgroup label=(puzzle.info().title) {
                            @for at in library.of(puzzle.info().name) {
                                @let shelf = &library.shelves[at];
                                option value={ "pack:" (shelf.name) } { (reader.say(shelf.said_title())) }
                            }
                        }
                    }
                    @if !packs.is_empty() {
                        optgroup label=(reader.say(words::MY_PACKS)) {
                            @for pack in packs { option value={ "pack:" (pack.key) } translate="no" { (pack.title) } }
                        }
                    }
                    optgroup label=(reader.say(words::LESSONS)) {
                        @for lesson in &LESSONS {
                            @let (_, language) = lesson.text_for(reader);
                            option value={ "lesson:" (lesson.name) } lang=(language.code()) { (lesson.title_for(reader)) }
                        }
                    }
                }
                label for="due" { (reader.say(words::HOMEWORK_LAST_DAY)) }
                input #due name="due" type="date" min=(Day::at(now()));
                p.complaint role="alert" {}
                button.primary { (reader.say(words::GIVE_HOMEWORK)) }
            }
        }
        details {
            summary { (reader.say(words::GIVE_LEVELS)) }
            form.sheet data-ask=(ask) data-then=(then) {
                input type="hidden" name="task" value="levels";
                label for="list-title" { (reader.say(words::LIST_TITLE)) }
                input #list-title name="title" maxlength="80" required autocomplete="off";
                label for="levels" { (reader.say(words::LIST_LEVELS)) }
                textarea #levels name="levels" rows="5" required spellcheck="false" {}
                label for="list-due" { (reader.say(words::HOMEWORK_LAST_DAY)) }
                input #list-due name="due" type="date" min=(Day::at(now()));
                p.complaint role="alert" {}
                button.primary { (reader.say(words::GIVE_LEVELS)) }
            }
        }
    }
}

/// What a teacher changes seldom.
fn manage(reader: Language, class: &Class) -> Markup {
    let address = format!("/api/classes/{}", class.key);
    let then = format!("/class/{}", class.key);
    html! {
        h2 { (reader.say(words::MANAGE_CLASS)) }
        details {
            summary { (reader.say(words::CHANGE_CLASS)) }
            form.sheet data-ask={ "PUT " (address) } data-then=(then) {
                (fields(reader, &class.title, Day::at(class.ends - 1)))
                label for="open" { (reader.say(words::NEW_PUPILS)) }
                select #open name="open" {
                    option value="yes" selected[class.is_open] { (reader.say(words::LET_IN)) }
                    option value="no" selected[!class.is_open] { (reader.say(words::KEEP_OUT)) }
                }
                p.complaint role="alert" {}
                button.primary { (reader.say(words::CHANGE_CLASS)) }
            }
        }
        details {
            summary { (reader.say(words::NEW_CLASS_CODE)) }
            form.sheet data-ask={ "POST " (address) "/code" } data-then=(then) {
                p { (reader.say(words::NEW_CLASS_CODE_ABOUT)) }
                p.complaint role="alert" {}
                button { (reader.say(words::NEW_CLASS_CODE)) }
            }
        }
        details {
            summary { (reader.say(words::DELETE_CLASS)) }
            form.sheet data-ask={ "DELETE " (address) } data-then="/classes" data-confirm=(reader.say(words::DELETE_CLASS_SURE)) {
                p { (reader.say(words::DELETE_CLASS_ABOUT)) }
                p.complaint role="alert" {}
                button { (reader.say(words::DELETE_CLASS)) }
            }
        }
        p { (dated(reader, words::CLASS_ENDS, class.ends - 1)) " " a href="/privacy" { (reader.say(words::PRIVACY)) } " " a href="/campaigns" { (reader.say(words::CAMPAIGNS)) } }
    }
}

fn pupils(reader: Language, app: &App, class: &Class, pupil: &Pupil, standing: &Standing) -> Markup {
    html! {
        h1 translate="no" { (class.title) }
        p { (reader.say(words::PUPIL_HERE.with("name", &pupil.name).with("teacher", &class.teacher_name))) }
        h2 { (reader.say(words::HOMEWORK)) }
        @if standing.homework.is_empty() { p.empty { (reader.say(words::NO_HOMEWORK_YET)) } }
        @for homework in standing.homework.iter().rev() { (task(reader, app, standing, homework, pupil)) }
        h2 { (reader.say(words::PUPILS)) }
        p translate="no" { (standing.pupils.iter().map(|pupil| pupil.name.as_str()).collect::<Vec<_>>().join(", ")) }
        details {
            summary { (reader.say(words::LEAVE_CLASS)) }
            form.sheet data-ask={ "DELETE /api/classes/" (class.key) "/pupils/" (pupil.number) } data-then="/classes" data-confirm=(reader.say(words::LEAVE_CLASS_SURE)) {
                p { (reader.say(words::LEAVE_CLASS_ABOUT)) }
                p.complaint role="alert" {}
                button { (reader.say(words::LEAVE_CLASS)) }
            }
        }
        p { (dated(reader, words::CLASS_ENDS, class.ends - 1)) " " a href="/privacy" { (reader.say(words::PRIVACY)) } }
    }
}

/// One homework of a pupil, with the way to each of its levels.
fn task(reader: Language, app: &App, standing: &Standing, homework: &Homework, pupil: &Pupil) -> Markup {
    let reached = standing.reached(pupil.number, homework);
    html! {
        section.homework {
            h3 { (title(reader, app, homework)) }
            p.small.muted { (due(reader, homework)) " · " (reader.say(done_of(&reached))) }
            @if let Task::Lesson(name) = &homework.task {
                p { a.button.primary href={ "/lessons/" (name) } { (reader.say(words::READ_LESSON)) } }
            } @else {
                @if let Task::Pack(name) = &homework.task {
                    p { a.button href={ "/race?pack=" (name) } { (reader.say(words::RACE_ON_PACK)) } }
                }
                (tiles(reader, homework, &reached))
            }
        }
    }
}

/// Levels that are shown at once; the pictures of a whole pack would be much to load.
const SHOWN: usize = 12;

/// What is next to be done, and the rest on demand.
fn tiles(reader: Language, homework: &Homework, reached: &[Reached<'_>]) -> Markup {
    let levels: Vec<(&PackedLevel, Reached<'_>)> =
        homework.levels.iter().zip(reached.iter().copied()).collect();
    let (done, open): (Vec<_>, Vec<_>) =
        levels.into_iter().partition(|(_, reached)| reached.done().is_some());
    let (next, rest) = open.split_at(open.len().min(SHOWN));
    html! {
        ul.levels-grid { @for (level, reached) in next { (tile(reader, homework, level, *reached)) } }
        @if rest.len() + done.len() > 0 {
            details {
                summary { (reader.say(words::MORE_LEVELS.with("count", rest.len() + done.len()))) }
                ul.levels-grid { @for (level, reached) in rest.iter().chain(&done) { (tile(reader, homework, level, *reached)) } }
            }
        }
    }
}

fn tile(reader: Language, homework: &Homework, level: &PackedLevel, reached: Reached<'_>) -> Markup {
    let id = level.id;
    let is_own = matches!(&homework.task, Task::Pack(name) if name.parse::<ingenio_store::PackKey>().is_ok());
    let pack = if is_own { format!("?pack={}", homework.task.what()) } else { String::new() };
    html! {
        li {
            a href={ "/play/" (id) (pack) } {
                img.only-light loading="lazy" width="110" height="108" alt="" src={ "/api/levels/" (id) "/picture.svg?theme=light" };
                img.only-dark loading="lazy" width="110" height="108" alt="" src={ "/api/levels/" (id) "/picture.svg?theme=dark" };
                span.line { strong translate="no" { (level.title) } @if reached.done().is_some() { span.tick { (reader.say(words::SOLVED)) } } }
            }
        }
    }
}

/// A pupil, level by level, for the teacher.
pub async fn pupil_page(
    State(app): State<App>,
    visitor: Visitor,
    Path((name, number)): Path<(String, i64)>,
) -> Shown {
    let class = taught(&app, visitor.clone(), &name).await?;
    let (reader, house, of) = (visitor.language, app.clone(), class.clone());
    let drawn = move |standing: &Standing| {
        let pupil = standing.pupils.iter().find(|pupil| pupil.number == number)?;
        Some(one_pupil(reader, &house, &of, pupil, standing))
    };
    let body = Standing::with(&app, &visitor, &class, number, drawn).await?.ok_or_else(Problem::not_found)?;
    Ok(framed(&visitor, &class, body))
}

fn one_pupil(reader: Language, app: &App, class: &Class, pupil: &Pupil, standing: &Standing) -> Markup {
    let here = format!("/class/{}", class.key);
    let address = format!("/api/classes/{}/pupils/{}", class.key, pupil.number);
    html! {
        p { a href=(here) translate="no" { (class.title) } }
        h1 translate="no" { (pupil.name) }
        p.muted { (dated(reader, words::PUPIL_SINCE, pupil.joined)) }
        @if standing.homework.is_empty() { p.empty { (reader.say(words::NO_HOMEWORK_GIVEN)) } }
        @for homework in standing.homework.iter().rev() { (details_of(reader, app, standing, homework, pupil)) }
        @if pupil.guest {
            details {
                summary { (reader.say(words::ISSUE_CODE)) }
                form.sheet data-ask={ "POST " (address) "/code" } data-then={ (here) "/pupil/" (pupil.number) } data-code=(reader.say(words::ISSUED_CODE)) {
                    p { (reader.say(words::ISSUE_CODE_ABOUT)) }
                    p.complaint role="alert" {}
                    button { (reader.say(words::ISSUE_CODE)) }
                }
            }
        }
        details {
            summary { (reader.say(words::REMOVE_PUPIL)) }
            form.sheet data-ask={ "DELETE " (address) } data-then=(here) data-confirm=(reader.say(words::REMOVE_PUPIL_SURE)) {
                p { (reader.say(words::REMOVE_PUPIL_ABOUT)) }
                p.complaint role="alert" {}
                button { (reader.say(words::REMOVE_PUPIL)) }
            }
        }
    }
}

fn details_of(
    reader: Language,
    app: &App,
    standing: &Standing,
    homework: &Homework,
    pupil: &Pupil,
) -> Markup {
    let reached = standing.reached(pupil.number, homework);
    let label = reader.say(words::HOMEWORK_NUMBER.with("number", homework.number));
    html! {
        section.homework {
            h2 { (title(reader, app, homework)) }
            p.small.muted { (due(reader, homework)) " · " (reader.say(done_of(&reached))) }
            div.scroll tabindex="0" role="region" aria-label=(label) {
                table.plain-table {
                    thead { tr { th scope="col" { (reader.say(words::LEVEL)) } th scope="col" { (reader.say(words::STATE)) } th scope="col" { (reader.say(words::RESULT)) } th scope="col" { (reader.say(words::MOVES_MADE)) } th.wide scope="col" { (reader.say(words::TIME)) } th scope="col" { (reader.say(words::WATCH)) } } }
                    tbody {
                        @for (at, reached) in reached.iter().enumerate() {
                            tr {
                                td translate="no" { (homework.levels.get(at).map_or_else(|| (at + 1).to_string(), |level| level.title.clone())) }
                                (cells(reader, homework, *reached))
                            }
                        }
                    }
                }
            }
        }
    }
}

fn cells(reader: Language, homework: &Homework, reached: Reached<'_>) -> Markup {
    let is_late = reached.done().zip(homework.due).is_some_and(|(done, due)| done >= due);
    let play = if let Reached::Played(play) = reached { Some(play) } else { None };
    html! {
        td {
            @if reached.done().is_some() { span.tick { (reader.say(words::SOLVED)) } } @else if play.is_some() { (reader.say(words::UNFINISHED)) } @else { span.muted { "–" } }
            @if is_late { " " span.over { (reader.say(words::LATE)) } }
            @if play.is_some_and(|play| play.helped) { " " span.muted { (reader.say(words::WITH_HELP)) } }
        }
        td { @if let Some(figure) = play.and_then(figure) { (reader.say(figure)) } }
        td { @if play.is_some() { (reached.actions()) } }
        td.wide { @if let Some(clock) = play.and_then(|play| play.clock) { (exact_clock(reader, clock)) } }
        td { @if let Some(play) = play { a href={ "/replay/" (play.key) } { (reader.say(words::REPLAY)) } } }
    }
}

fn figure(play: &HomePlay) -> Option<Message> {
    let puzzle = ingenio_catalog::find(play.puzzle).ok()?;
    let metric = puzzle.info().metrics.first()?;
    Some(counted(metric.name, u64::try_from(play.value?).ok()?))
}
