//! The module that thinks in a page: hints, reviews, lost positions, every method that needs neither files nor
//! C++, the level doctor, ratings, generators and the rooms where levels are painted. It runs in a worker (`web/engines-worker.js`), answers one
//! request at a time and tells how it goes meanwhile. Cancelling is ending the worker.
//!
//! A request is JSON: `{"ask": "hint", "language": "en", ...}`, see [`Request`]; the answer is
//! `{"answer": ...}` or `{"problem": {"message": ..., "kind": ..., "line": ..., "column": ...}}`. What is told
//! meanwhile has an `is`: `progress`, or `level` for one that was just made. Every solution in an answer has
//! been before the same referee as at a server, and the answers are those of the server where it has them.

mod check;
mod daily;
mod edit;
mod generate;
mod hint;
mod limits;
mod methods;
mod packs;
mod places;
mod request;
mod review;
mod solve;
mod tables;
mod theatre;
pub mod words;

pub use request::{Request, answer};

/// Answers a request of the page on the other side of the border, and tells it how it goes.
pub fn answer_page(request: &str) -> String {
    answer(request, &mut ingenio_border::tell)
}
