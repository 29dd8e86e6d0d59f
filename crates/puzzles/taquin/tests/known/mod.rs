//! The loader of what is known of boards: the files beside it, each with its source.

#![allow(dead_code, reason = "not every test needs all of it")]

use ingenio_conformance::truths::{self, Truth};
use ingenio_core::rooms::Texts as _;
use ingenio_core::{AnyPuzzle, Face, Options, Source};
use ingenio_taquin::Taquin;
use ingenio_taquin::level::Level;

fn boards(file: &str) -> Vec<(Level, Truth)> {
    let settings = Options::defaults(Face::<Taquin>::new().info().settings);
    let read = |truth: Truth| {
        let level = Taquin::read(&Source::new(&truth.level), &settings).remove(0);
        (level.unwrap_or_else(|fault| panic!("{}: {fault:?}", truth.level)).level, truth)
    };
    truths::read(file).into_iter().map(read).collect()
}

pub fn paper() -> Vec<(Level, Truth)> {
    boards(include_str!("paper.txt"))
}

pub fn antipodes() -> Vec<(Level, Truth)> {
    boards(include_str!("antipodes.txt"))
}

pub fn korf() -> Vec<(Level, Truth)> {
    boards(include_str!("korf.txt"))
}

pub fn long_korf() -> Vec<(Level, Truth)> {
    boards(include_str!("korf-long.txt"))
}

/// Solved boards, with the positions at each distance.
pub fn depths() -> Vec<(Level, Truth)> {
    boards(include_str!("depths.txt"))
}

pub fn depths_of_12_cells() -> Vec<(Level, Truth)> {
    boards(include_str!("depths-12.txt"))
}
