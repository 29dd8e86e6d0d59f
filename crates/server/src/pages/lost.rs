//! Pages that are not: nothing at an address, or something went wrong on the way.

use axum::http::{StatusCode, Uri};
use axum::response::{IntoResponse, Response};
use ingenio_store::Trouble;
use maud::{Markup, html};

use crate::pages::frame::{Page, frame};
use crate::problem::Problem;
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
        let status = self.0.status();
        if status == StatusCode::NOT_FOUND {
            return nothing_here();
        }
        let body = html! {
            h1 { (words::NOT_SHOWN.english) }
            p { (self.0.message()) }
            p { a.button href="/" { (words::HOME.english) } }
        };
        (status, frame(None, Page::plain(words::NOT_SHOWN.english.to_owned(), body))).into_response()
    }
}

fn nothing_here() -> Response {
    let body = html! {
        h1 { (words::NOTHING_HERE.english) }
        p { (words::NOTHING_HERE_WHY.english) }
        p { a.button href="/" { (words::HOME.english) } }
    };
    (StatusCode::NOT_FOUND, frame(None, Page::plain(words::NOTHING_HERE.english.to_owned(), body)))
        .into_response()
}

/// Whatever no route answers.
pub async fn page(uri: Uri) -> Response {
    if uri.path().starts_with("/api/") { Problem::not_found().into_response() } else { nothing_here() }
}
