//! The API as a page: every route of the document, with what it takes and gives.

use maud::{Markup, html};
use utoipa::openapi::path::Operation;
use utoipa::openapi::{OpenApi, RefOr};

use crate::pages::frame::{Page, frame};
use crate::visitor::Visitor;
use crate::words;

pub fn page(visitor: &Visitor, document: &OpenApi) -> Markup {
    let reader = visitor.language;
    let body = html! {
        h1 { (reader.say(words::API)) }
        p { (reader.say(words::API_ABOUT)) " " a href="/api/openapi.json" { "openapi.json" } }
        @for (path, item) in &document.paths.paths {
            @for (method, operation) in [("GET", &item.get), ("POST", &item.post), ("DELETE", &item.delete)] {
                @if let Some(operation) = operation { (entry(method, path, operation)) }
            }
        }
    };
    frame(visitor, Page::plain(reader.say(words::API), body))
}

fn entry(method: &str, path: &str, operation: &Operation) -> Markup {
    html! {
        section lang="en" {
            h2 { code { (method) " " (path) } }
            @if let Some(text) = operation.summary.as_ref().or(operation.description.as_ref()) { p { (with_code(text)) } }
            @if let Some(parameters) = &operation.parameters {
                ul {
                    @for parameter in parameters.iter().filter_map(|parameter| match parameter { RefOr::T(parameter) => Some(parameter), RefOr::Ref(_) => None }) {
                        li { code { (parameter.name) } @if let Some(text) = &parameter.description { ": " (with_code(text)) } }
                    }
                }
            }
            p.small.muted {
                @for (status, _) in &operation.responses.responses { (status) " " }
            }
        }
    }
}

/// What stands between backticks is code.
fn with_code(text: &str) -> Markup {
    html! {
        @for (at, part) in text.split('`').enumerate() {
            @if at % 2 == 1 { code { (part) } } @else { (part) }
        }
    }
}
