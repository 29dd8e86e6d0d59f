//! Tetravex: tiles with a colour on each side, never turned, are laid on a board so that touching
//! sides have equal colours. Either the board must be full, or as many tiles as possible are placed,
//! and that they are as many as possible is proved.

mod doctor;
mod edit;
mod generate;
pub mod gesture;
mod kin;
pub mod level;
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
    Editor, Fault, Format, Generator, Gesture, Info, Likeness, Measures, Mend, Message, Method, OptionKind,
    OptionSpec, Options, Part, Puzzle, Reaction, Reading, Refusal, Rng, Run, Scene, Slip, Source, Task,
};

use level::Level;
use play::{Move, Position};

/// The puzzle.
#[derive(Clone, Copy, Debug)]
pub struct Tetravex;

/// What a reader may ask of a level. The question changes what a solution is, so it is part of the
/// level and of its id; what 0 means only decides which texts are accepted.
pub const SETTINGS: &[OptionSpec] = &[
    OptionSpec {
        name: "question",
        about: "what counts as a solution: as many tiles as possible, or only a full board",
        kind: OptionKind::Choice { choices: &["maximise", "complete"] },
    },
    OptionSpec {
        name: "zero",
        about: "is 0 a colour like any other, or does it mean that a side has none",
        kind: OptionKind::Choice { choices: &["colour", "none"] },
    },
];

impl Puzzle for Tetravex {
    const INFO: Info = Info {
        name: "tetravex",
        title: "TetraVex",
        also_known_as: &["edge-matching"],
        about: "Lay tiles so that touching sides have equal colours, as many as possible.",
        metrics: solve::METRICS,
        formats: &[
            Format { name: "plain", about: "WxH, then one tile `top right bottom left` per line" },
            Format { name: "counts", about: "N COLOURS TILES, then one tile per line; square boards" },
            Format {
                name: "digits",
                about: "four digits `top left right bottom` per line, @ for a tile in place",
            },
        ],
        settings: SETTINGS,
        extensions: &["tvx", "tetravex"],
        separator: " ",
        words: ingenio_core::words::listing(words::ALL),
    };

    type Level = Level;
    type Position = Position;
    type Move = Move;
    type Undo = Position;

    fn recognise(source: &Source) -> Likeness {
        level::recognise(source)
    }

    fn read(source: &Source, settings: &Options) -> Vec<Reading<Level>> {
        level::read(source, settings)
    }

    fn write(level: &Level, format: &str) -> Result<String, Message> {
        level::write(level, format)
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

    fn apply(level: &Level, position: &mut Position, action: &Move) -> Result<Position, Message> {
        play::apply(level, position, action)
    }

    fn undo(_level: &Level, position: &mut Position, undo: Position) {
        *position = undo;
    }

    fn won(level: &Level, position: &Position) -> bool {
        play::won(level, position)
    }

    fn finished(level: &Level, position: &Position) -> bool {
        play::finished(level, position)
    }

    fn stuck(level: &Level, position: &Position) -> Option<Message> {
        play::stuck(level, position)
    }

    fn forced(level: &Level, position: &Position) -> Option<(Move, Message)> {
        solve::truth::hint(level, position)
    }

    fn measure(level: &Level, position: &Position, history: &[Move]) -> Measures {
        play::measure(level, position, history)
    }

    fn gesture(
        level: &Level,
        position: &Position,
        _last: Option<&Move>,
        gesture: &Gesture,
    ) -> Reaction<Move> {
        gesture::gesture(level, position, gesture)
    }

    fn solution(level: &Level, position: &Position, _: &[Move]) -> Option<String> {
        Some(level::board_text(level.size(), position.board()))
    }

    fn level_from(level: &Level, position: &Position) -> Option<Level> {
        play::level_from(level, position)
    }

    fn referee(level: &Level, solution: &str) -> Result<(String, Measures), Refusal> {
        referee::referee(level, solution)
    }

    fn solution_parts(solution: &str) -> Vec<String> {
        play::solution_parts(solution)
    }

    fn solution_moves(level: &Level, solution: &str) -> Result<Vec<Move>, Fault> {
        play::solution_moves(level, solution)
    }

    fn methods() -> &'static [Method<Self>] {
        solve::METHODS
    }

    fn auto(level: &Level, task: &Task) -> &'static str {
        solve::auto(level, task)
    }

    fn count(level: &Arc<Level>, limit: u128, task: &Task) -> Option<Box<dyn Run>> {
        Some(solve::counting::start(level, limit, task))
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
        doctor::without(level, parts)
    }

    fn mends(level: &Level) -> Vec<Mend<Level>> {
        doctor::mends(level)
    }

    fn difference(level: &Level, one: &str, other: &str) -> Option<Part> {
        doctor::difference(level, one, other)
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
