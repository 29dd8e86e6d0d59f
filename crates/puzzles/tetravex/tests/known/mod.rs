//! The loader of what is known of boards: the file beside it.

use ingenio_conformance::truths::{self, Truth};
use ingenio_tetravex::level::Level;

pub fn boards() -> Vec<(Level, Truth)> {
    let file = truths::read(include_str!("boards.txt"));
    file.into_iter().map(|truth| (crate::level(&truth.level), truth)).collect()
}

/// The example of the course report: fewer tiles than cells.
pub fn course() -> Level {
    let (course, _) = boards().remove(0);
    assert!(course.tiles().len() < course.room(), "the course's example comes first: {course:?}");
    course
}
