//! The loader of what is known of boards: the files beside it, each with its source.

use std::sync::Arc;

use ingenio_conformance::truths::{self, Truth};
use ingenio_core::Source;
use ingenio_unblock::level::{Level, text};

fn read(file: &str) -> Vec<(Arc<Level>, Truth)> {
    let read = |truth: Truth| {
        let entry = text::read(&Source::new(&truth.level)).remove(0);
        (Arc::new(entry.unwrap_or_else(|fault| panic!("{}: {fault:?}", truth.level)).level), truth)
    };
    truths::read(file).into_iter().map(read).collect()
}

pub fn boards() -> Vec<(Arc<Level>, Truth)> {
    read(include_str!("boards.txt"))
}

pub fn clusters() -> Vec<(Arc<Level>, Truth)> {
    read(include_str!("clusters.txt"))
}

pub fn large() -> Vec<(Arc<Level>, Truth)> {
    read(include_str!("large.txt"))
}
