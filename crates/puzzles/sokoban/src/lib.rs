//! Sokoban: push every box onto a goal. Boxes are pushed, never pulled, one at a time.
//!
//! The rooms are those of every puzzle; `board` holds what searches and the truth at play time
//! share.

pub mod board;
mod doctor;
mod edit;
pub mod generate;
pub mod gesture;
pub mod level;
pub mod metric;
pub mod model;
pub mod play;
pub mod rate;
pub mod referee;
pub mod scene;
pub mod solve;
pub mod words;

use std::sync::Arc;

use ingenio_core::{
    Editor, Fault, Format, Generator, Heuristic, Info, Likeness, Measures, Mend, Message, Method, Note,
    Options, Part, Puzzle, Reading, Refusal, Rng, Run, Scene, Size, Slip, Source, Task,
};

use ingenio_core::{Gesture, Reaction};
use level::{Level, Square};
use play::{Position, Step, Undo, Way};

#[derive(Debug)]
pub struct Sokoban;

impl Puzzle for Sokoban {
    const INFO: Info = Info {
        name: "sokoban",
        title: "Sokoban",
        also_known_as: &["warehouse keeper"],
        about: "Push every box onto a goal; boxes can be pushed one at a time and never pulled.",
        metrics: metric::METRICS,
        formats: &[
            Format { name: "xsb", about: "rows of # . $ * @ + and spaces" },
            Format { name: "rle", about: "one line with run lengths and | between rows" },
        ],
        settings: &[],
        extensions: &["xsb", "sok", "skb"],
        separator: "",
        words: ingenio_core::words::listing(words::ALL),
    };

    type Level = Level;
    type Position = Position;
    type Move = Step;
    type Undo = Undo;

    fn recognise(source: &Source) -> Likeness {
        level::recognise(source)
    }

    fn read(source: &Source, _settings: &Options) -> Vec<Reading<Level>> {
        level::read(source)
    }

    fn write(level: &Level, format: &str) -> Result<String, Message> {
        Ok(level::write(level, format))
    }

    fn start(level: &Level) -> Position {
        play::start(level)
    }

    fn moves(level: &Level, position: &Position) -> Vec<Step> {
        play::steps(level, position)
    }

    fn parse_moves(_level: &Level, text: &str) -> Result<Vec<Step>, Fault> {
        play::parse(text)
    }

    fn apply(level: &Level, position: &mut Position, action: &Step) -> Result<Undo, Message> {
        play::apply(level, position, *action)
    }

    fn undo(_level: &Level, position: &mut Position, undo: Undo) {
        play::undo(position, undo);
    }

    fn won(level: &Level, position: &Position) -> bool {
        play::won(level, position)
    }

    fn stuck(level: &Level, position: &Position) -> Option<Message> {
        play::truth::trouble(level, position).map(|trouble| trouble.message)
    }

    fn start_backwards(level: &Level) -> Option<Position> {
        Some(play::backwards::start(level))
    }

    fn solution(level: &Level, position: &Position, history: &[Step]) -> Option<String> {
        (position.way != Way::Forth).then(|| play::backwards::solution(level, position, history))
    }

    fn measure(level: &Level, position: &Position, history: &[Step]) -> Measures {
        play::measure(level, position, history)
    }

    fn gesture(
        level: &Level,
        position: &Position,
        _last: Option<&Step>,
        gesture: &Gesture,
    ) -> Reaction<Step> {
        gesture::gesture(level, position, gesture)
    }

    fn level_from(level: &Level, position: &Position) -> Option<Level> {
        (position.way == Way::Forth).then(|| play::level_from(level, position))
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

    fn explains() -> bool {
        true
    }

    fn explain(level: &Arc<Level>, solution: Option<&str>, task: &Task) -> Vec<Note> {
        solve::explain(level, solution, task)
    }

    fn improve(level: &Arc<Level>, solution: &str, task: &Task) -> Option<Box<dyn Run>> {
        solve::improve::from(level, task, solution).ok()
    }

    fn heuristics() -> &'static [Heuristic<Self>] {
        solve::HEURISTICS
    }

    fn generators() -> &'static [Generator<Self>] {
        generate::GENERATORS
    }

    fn rate(level: &Arc<Level>, task: &Task) -> Option<Box<dyn Run>> {
        Some(rate::start(level, task))
    }

    fn kin(level: &Level) -> Vec<String> {
        doctor::kin(level)
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
        sample(rng, size)
    }
}

/// A small room with random walls, one to four boxes, and no promise that it can be solved. Sizes
/// above 5 give halls with many boxes away from the outer wall, too much for any exact method.
fn sample(rng: &mut Rng, size: usize) -> Level {
    loop {
        let hall = size > 5;
        let (least, most) = if hall { (13, 15) } else { (4, 5 + size.min(4)) };
        let board = Size::new(rng.between(least, most), rng.between(least, most));
        let near = |at: usize, margin: usize| {
            let (row, column) = (board.row(at), board.column(at));
            row.min(column).min(board.height - 1 - row).min(board.width - 1 - column) < margin
        };
        let mut squares: Vec<Square> = (0..board.cells())
            .map(|at| if near(at, 1) || rng.one_in(6) { Square::Wall } else { Square::Floor })
            .collect();
        let floor = |at: &usize| squares[*at] == Square::Floor && !(hall && near(*at, 2));
        let mut free: Vec<usize> = (0..squares.len()).filter(floor).collect();
        rng.shuffle(&mut free);
        let boxes = if hall { rng.between(12, 16) } else { rng.between(1, 1 + size.min(3)) };
        if free.len() < 2 * boxes + 2 {
            continue;
        }
        let goals: Vec<usize> = (0..boxes).map(|_| free[rng.below(free.len() - 1)]).collect();
        for (which, goal) in goals.iter().enumerate() {
            squares[*goal] = Square::of(true, squares[*goal].is_crate());
            squares[free[which]] = Square::of(squares[free[which]].is_goal(), true);
        }
        if let Ok(level) = Level::new(board, squares, free[free.len() - 1]) {
            return level;
        }
    }
}
