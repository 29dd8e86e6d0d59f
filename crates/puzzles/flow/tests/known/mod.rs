//! The loader of what is known of boards: the file beside it, boards with titles and with the one solution of each.

use std::sync::Arc;

use ingenio_core::{Options, Source};
use ingenio_flow::level::{Level, text};

pub struct Known {
    pub title: String,
    pub level: Arc<Level>,
    pub solution: String,
}

pub fn boards() -> Vec<Known> {
    let readings = text::read(&Source::new(include_str!("boards.txt")), &Options::default());
    let known = readings.into_iter().map(|reading| {
        let entry = reading.unwrap_or_else(|fault| panic!("{fault:?}"));
        Known {
            title: entry.title.expect("a title"),
            level: Arc::new(entry.level),
            solution: entry.solution.expect("a solution"),
        }
    });
    known.collect()
}
