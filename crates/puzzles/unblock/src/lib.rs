//! Unblock: sliding pieces on a rectangle, each bound to its row or column; the target must reach the
//! right wall (Unblock Me, Rush Hour).
//!
//! Counting: a move is a slide of any length, a step is one cell, and the board is solved when the
//! target touches the right wall. Other sources count the drive through the exit as one more move
//! (printed cards, Collette et al.), or call steps moves (many student reports).

pub mod confine;
mod doctor;
mod edit;
pub mod generate;
pub mod gesture;
mod kin;
pub mod level;
pub mod metric;
pub mod model;
pub mod play;
mod rate;
pub mod referee;
mod sample;
pub mod scene;
pub mod solve;
pub mod words;

use std::sync::Arc;

use ingenio_core::{
    Editor, Fault, Format, Generator, Gesture, Heuristic, Info, Likeness, Measures, Mend, Message, Method,
    Options, Part, Puzzle, Reaction, Reading, Refusal, Rng, Run, Scene, Slip, Source, Task,
};

use level::{LETTERS, Level, panel, text};
use play::{Move, Position};

pub use solve::field::{Field, FieldWork, NoField};

#[derive(Clone, Copy, Debug)]
pub struct Unblock;

impl Puzzle for Unblock {
    const INFO: Info = Info {
        name: "unblock",
        title: "Unblock",
        also_known_as: &["Unblock Me", "Rush Hour"],
        about: "slide the pieces along their lines until the red one can leave to the right",
        metrics: metric::METRICS,
        formats: &[
            Format { name: "line", about: "cells row by row on one line, with WxH: before them unless 6x6" },
            Format { name: "grid", about: "WxH: and the rows below it" },
            Format {
                name: "panel",
                about: "numbers: pieces, rows, columns, directions, sizes, lines, matrix",
            },
        ],
        settings: &[],
        extensions: &["unblock", "rush"],
        separator: " ",
        words: ingenio_core::words::listing(words::ALL),
    };

    type Level = Level;
    type Position = Position;
    type Move = Move;
    type Undo = Move;

    fn recognise(source: &Source) -> Likeness {
        text::recognise(source)
    }

    fn read(source: &Source, _: &Options) -> Vec<Reading<Level>> {
        text::read(source)
    }

    fn write(level: &Level, format: &str) -> Result<String, Message> {
        match format {
            "panel" => Ok(panel::write(level)),
            "grid" => text::write_grid(level),
            _ => text::write_line(level),
        }
    }

    /// One line of letters; a panel where the letters do not suffice.
    fn canonical(level: &Level) -> String {
        let form = if level.pieces().len() > LETTERS.len() { "panel" } else { "line" };
        let text = Self::write(level, form).expect("every level has its canonical form");
        text.trim_end().to_owned()
    }

    fn start(level: &Level) -> Position {
        play::start(level)
    }

    fn moves(level: &Level, position: &Position) -> Vec<Move> {
        play::moves(level, position)
    }

    fn parse_moves(level: &Level, text: &str) -> Result<Vec<Move>, Fault> {
        play::parse_moves(level, text)
    }

    fn apply(level: &Level, position: &mut Position, action: &Move) -> Result<Move, Message> {
        play::apply(level, position, action)
    }

    fn undo(_: &Level, position: &mut Position, undo: Move) {
        play::undo(position, undo);
    }

    fn won(level: &Level, position: &Position) -> bool {
        play::won(level, position)
    }

    /// Moves can be undone, so a position is lost only if the level was lost from the start.
    fn stuck(level: &Level, position: &Position) -> Option<Message> {
        confine::blocked(level, &position.offsets)
    }

    fn measure(_: &Level, _: &Position, history: &[Move]) -> Measures {
        play::measure(history)
    }

    fn gesture(level: &Level, position: &Position, last: Option<&Move>, gesture: &Gesture) -> Reaction<Move> {
        gesture::gesture(level, position, last, gesture)
    }

    fn level_from(level: &Level, position: &Position) -> Option<Level> {
        Some(level.with_offsets(&position.offsets))
    }

    fn referee(level: &Level, solution: &str) -> Result<(String, Measures), Refusal> {
        referee::referee(level, solution)
    }

    fn solution_parts(solution: &str) -> Vec<String> {
        referee::parts(solution)
    }

    fn methods() -> &'static [Method<Self>] {
        solve::METHODS
    }

    fn auto(level: &Level, task: &Task) -> &'static str {
        solve::auto(level, task)
    }

    fn study(level: &Arc<Level>, task: &Task) -> Option<Box<dyn Run>> {
        Some(Box::new(solve::study::Study::new(level, task)))
    }

    fn heuristics() -> &'static [Heuristic<Self>] {
        solve::HEURISTICS
    }

    fn generators() -> &'static [Generator<Self>] {
        generate::GENERATORS
    }

    fn rate(level: &Arc<Level>, task: &Task) -> Option<Box<dyn Run>> {
        Some(Box::new(rate::Rate::new(level, task)))
    }

    fn kin(level: &Level) -> Vec<String> {
        kin::kin(level)
    }

    fn parts(level: &Level) -> Vec<Part> {
        doctor::parts(level)
    }

    fn without(level: &Level, parts: &[usize]) -> Option<Level> {
        Some(doctor::without(level, parts))
    }

    fn mends(level: &Level) -> Vec<Mend<Level>> {
        doctor::mends(level)
    }

    fn slips(text: &str, fault: &Fault) -> Vec<Slip> {
        doctor::slips(text, fault)
    }

    fn editor() -> Option<&'static Editor> {
        Some(&edit::EDITOR)
    }

    fn scene(level: &Level, position: &Position) -> Scene {
        scene::scene(level, position)
    }

    fn sample(rng: &mut Rng, size: usize) -> Level {
        sample::sample(rng, size)
    }
}
