//! Pages that are not: nothing at an address, or something went wrong on the way.

use axum::http::{StatusCode, Uri};
use axum::response::{IntoResponse, Response};
use ingenio_core::Language;
use ingenio_store::Trouble;
use maud::{Markup, html};

use crate::pages::frame::{Guest, Page, frame};
use crate::problem::{Problem, Untold};
use crate::words;

/// A page, or a page that says why there is none.
pub type Shown = Result<Markup, Lost>;

#[derive(Debug)]
pub struct Lost(Problem);

impl From<Problem> for Lost {
    fn from(problem: Problem) -> Self {
        Lost(problem)
    }
}

impl From<Trouble> for Lost {
    fn from(trouble: Trouble) -> Self {
        Lost(trouble.into())
    }
}

impl IntoResponse for Lost {
    fn into_response(self) -> Response {
        let mut response = page_of(Language::english(), &self.0);
        response.extensions_mut().insert(Untold { problem: self.0, page: true });
        response
    }
}

/// The page or the JSON that says what is wrong, for a reader.
pub fn told(reader: Language, untold: &Untold) -> Response {
    if untold.page { page_of(reader, &untold.problem) } else { untold.problem.answer(reader) }
}

fn page_of(reader: Language, problem: &Problem) -> Response {
    let nothing = problem.status() == StatusCode::NOT_FOUND;
    let (title, why) = if nothing {
        (words::NOTHING_HERE, words::NOTHING_HERE_WHY.say())
    } else {
        (words::NOT_SHOWN, problem.message().clone())
    };
    let body = html! {
        h1 { (reader.say(title)) }
        p { (reader.say(why)) }
        p { a.button href="/" { (reader.say(words::HOME)) } }
    };
    (problem.status(), frame(Guest::stranger(reader), Page::plain(reader.say(title), body))).into_response()
}

/// Whatever no route answers.
pub async fn page(uri: Uri) -> Response {
    let problem = Problem::not_found();
    if uri.path().starts_with("/api/") { problem.into_response() } else { Lost(problem).into_response() }
}
