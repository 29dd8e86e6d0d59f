//! Classes: one's own, joining one, and what is kept of whom.

use axum::extract::{Path, State};
use ingenio_core::day::Day;
use ingenio_core::{Language, Template};
use ingenio_store::{Class, now};
use maud::{Markup, html};

use crate::app::App;
use crate::classes::MOST_DAYS;
use crate::pages::frame::{Page, frame};
use crate::pages::lost::Shown;
use crate::pages::records::dated;
use crate::visitor::Visitor;
use crate::words;

/// What a new class lasts unless its teacher says otherwise: half a year.
const USUAL_DAYS: i64 = 180;

pub async fn list(State(app): State<App>, visitor: Visitor) -> Shown {
    let reader = visitor.language;
    let (taught, joined) = match &visitor.player {
        Some(player) => {
            (app.store.classes_taught(player.id).await?, app.store.classes_joined(player.id).await?)
        }
        None => (Vec::new(), Vec::new()),
    };
    let has_account = visitor.player.as_ref().is_some_and(|player| !player.guest);
    let body = html! {
        h1 { (reader.say(words::CLASSES)) }
        p { (reader.say(words::CLASSES_ABOUT)) }
        div.form-row { a.button.primary href="/join" { (reader.say(words::JOIN_CLASS)) } a.button href="/privacy" { (reader.say(words::PRIVACY)) } }
        @if !joined.is_empty() { h2 { (reader.say(words::CLASSES_JOINED)) } (links(reader, &joined)) }
        h2 { (reader.say(words::CLASSES_TAUGHT)) }
        @if taught.is_empty() { p.empty { (reader.say(words::NO_CLASSES)) } } @else { (links(reader, &taught)) }
        @if has_account {
            h2 { (reader.say(words::OPEN_CLASS)) }
            form.sheet data-ask="POST /api/classes" data-then="/classes" {
                (fields(reader, "", Day::at(now()).plus(USUAL_DAYS)))
                p.complaint role="alert" {}
                button.primary { (reader.say(words::OPEN_CLASS)) }
            }
        } @else {
            p { (reader.say(words::TEACHER_NEEDS_ACCOUNT)) " " a href="/register" { (reader.say(words::REGISTER)) } }
        }
    };
    let page =
        Page { scripts: &["forms.js"], class: "classes", ..Page::plain(reader.say(words::CLASSES), body) };
    Ok(frame(&visitor, page))
}

fn links(reader: Language, classes: &[Class]) -> Markup {
    html! {
        ul.lessons {
            @for class in classes {
                li {
                    a href={ "/class/" (class.key) } translate="no" { (class.title) } " "
                    span.muted.small { (reader.say(words::PUPILS_COUNT.with("count", class.pupils))) " · " (dated(reader, words::CLASS_ENDS, class.ends - 1)) }
                }
            }
        }
    }
}

/// Title and last day of a class.
pub fn fields(reader: Language, title: &str, ends: Day) -> Markup {
    let today = Day::at(now());
    html! {
        label for="title" { (reader.say(words::CLASS_TITLE)) }
        input #title name="title" value=(title) maxlength="80" required autocomplete="off";
        label for="ends" { (reader.say(words::CLASS_LAST_DAY)) }
        input #ends name="ends" type="date" value=(ends) min=(today) max=(today.plus(MOST_DAYS)) required aria-describedby="ends-rule";
        p #ends-rule.small.muted { (reader.say(words::CLASS_LAST_DAY_RULE)) }
    }
}

pub async fn join(visitor: Visitor) -> Markup {
    join_page(&visitor, "")
}

/// The address that a teacher hands out has the code in it.
pub async fn join_by_link(visitor: Visitor, Path(code): Path<String>) -> Markup {
    let code: String =
        code.chars().filter(|letter| letter.is_ascii_alphanumeric() || *letter == '-').take(12).collect();
    join_page(&visitor, &code)
}

fn join_page(visitor: &Visitor, code: &str) -> Markup {
    let reader = visitor.language;
    let is_guest = visitor.player.as_ref().is_none_or(|player| player.guest);
    let body = html! {
        h1 { (reader.say(words::JOIN_CLASS)) }
        form.sheet data-ask="POST /api/classes/join" data-then="/classes" data-code=(reader.say(words::PUPIL_CODE_ONCE)) {
            label for="code" { (reader.say(words::CLASS_CODE)) }
            input.code #code name="code" value=(code) maxlength="16" required autocomplete="off" autocapitalize="characters" spellcheck="false";
            label for="name" { (reader.say(words::NAME_FOR_CLASS)) }
            input #name name="name" maxlength="32" required autocomplete="off" aria-describedby="name-rule";
            p #name-rule.small.muted { (reader.say(words::NAME_FOR_CLASS_RULE)) }
            p.complaint role="alert" {}
            button.primary { (reader.say(words::JOIN_CLASS)) }
        }
        p { (reader.say(words::JOIN_SEEN)) " " a href="/privacy" { (reader.say(words::PRIVACY)) } }
        @if is_guest {
            details {
                summary { (reader.say(words::COME_BACK)) }
                p { (reader.say(words::COME_BACK_ABOUT)) }
                form.sheet data-ask="POST /api/classes/return" data-then="/classes" data-code=(reader.say(words::PUPIL_CODE_ONCE)) {
                    label for="class-code" { (reader.say(words::CLASS_CODE)) }
                    input.code #class-code name="code" value=(code) maxlength="16" required autocomplete="off" autocapitalize="characters" spellcheck="false";
                    label for="personal" { (reader.say(words::PUPIL_CODE)) }
                    input.code #personal name="personal" maxlength="24" required autocomplete="off" autocapitalize="characters" spellcheck="false";
                    p.complaint role="alert" {}
                    button { (reader.say(words::COME_BACK)) }
                }
            }
        }
    };
    let page =
        Page { scripts: &["forms.js"], class: "classes", ..Page::plain(reader.say(words::JOIN_CLASS), body) };
    frame(visitor, page)
}

/// What is kept, seen and deleted, in plain words.
const PRIVACY: [(Template, &[Template]); 5] = [
    (words::PRIVACY_KEPT, &[words::PRIVACY_KEPT_1, words::PRIVACY_KEPT_2, words::PRIVACY_KEPT_3]),
    (
        words::PRIVACY_SEEN,
        &[words::PRIVACY_SEEN_1, words::PRIVACY_SEEN_2, words::PRIVACY_SEEN_4, words::PRIVACY_SEEN_3],
    ),
    (words::PRIVACY_LONG, &[words::PRIVACY_LONG_1, words::PRIVACY_LONG_2, words::PRIVACY_LONG_3]),
    (words::PRIVACY_DELETE, &[words::PRIVACY_DELETE_1, words::PRIVACY_DELETE_2]),
    (words::PRIVACY_CODES, &[words::PRIVACY_CODES_1, words::PRIVACY_CODES_2]),
];

pub async fn privacy(visitor: Visitor) -> Markup {
    let reader = visitor.language;
    let body = html! {
        h1 { (reader.say(words::PRIVACY)) }
        p { (reader.say(words::PRIVACY_ABOUT)) }
        @for (title, sentences) in PRIVACY {
            h2 { (reader.say(title)) }
            ul.told { @for sentence in sentences { li { (reader.say(*sentence)) } } }
        }
    };
    frame(&visitor, Page::plain(reader.say(words::PRIVACY), body))
}
