//! The loader of what is known of rooms: the files beside it.

#![allow(dead_code, reason = "not every test needs all of it")]

use ingenio_conformance::truths::{self, Truth};
use ingenio_sokoban::level::Level;

use crate::common::level;

fn read(file: &str) -> Vec<(Level, Truth)> {
    truths::read(file).into_iter().map(|truth| (level(&truth.level), truth)).collect()
}

fn rooms() -> Vec<(Level, Truth)> {
    read(include_str!("rooms.txt"))
}

/// Rooms for every method.
pub fn small_rooms() -> Vec<(Level, Truth)> {
    rooms().into_iter().filter(|(_, truth)| truth.figures("pushes").is_some()).collect()
}

/// The room in which two searches meet after they have made their tables.
pub fn meeting() -> (Level, Truth) {
    rooms().into_iter().find(|(level, _)| level.boxes().len() == 5).expect("it has five boxes")
}

pub fn narrow() -> Vec<(Level, Truth)> {
    read(include_str!("narrow.txt"))
}
