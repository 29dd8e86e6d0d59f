//! Taquin: sliding tiles on a rectangle with one blank (the 8-, 15- and 24-puzzle), any width and
//! height from 2, any goal.

mod doctor;
mod edit;
mod generate;
pub mod gesture;
mod kin;
pub mod level;
pub mod metric;
pub mod model;
pub mod play;
mod rate;
pub mod referee;
pub mod scene;
pub mod solve;
pub mod words;

use std::sync::Arc;

use ingenio_core::{
    Dir, Editor, Fault, Format, Generator, Gesture, Heuristic, Info, Likeness, Measures, Mend, Message,
    Method, Options, Puzzle, Reaction, Reading, Refusal, Rng, Run, Scene, Size, Slip, Source, TableSet, Task,
};

use level::{Goal, Level, Tile};
use play::Position;

#[derive(Clone, Copy, Debug)]
pub struct Taquin;

impl Puzzle for Taquin {
    const INFO: Info = Info {
        name: "taquin",
        title: "Taquin",
        also_known_as: &["8-puzzle", "15-puzzle", "24-puzzle", "sliding tiles"],
        about: "slide the tiles through the blank until their numbers are in order",
        metrics: metric::METRICS,
        formats: level::FORMATS,
        settings: level::SETTINGS,
        extensions: &["taquin"],
        separator: "",
        words: ingenio_core::words::listing(words::ALL),
    };

    type Level = Level;
    type Position = Position;
    type Move = Dir;
    type Undo = Dir;

    fn recognise(source: &Source) -> Likeness {
        level::recognise(source)
    }

    fn read(source: &Source, settings: &Options) -> Vec<Reading<Level>> {
        level::read(source, settings)
    }

    fn write(level: &Level, format: &str) -> Result<String, Message> {
        Ok(level::write(level, format))
    }

    fn start(level: &Level) -> Position {
        Position::start(level)
    }

    fn moves(level: &Level, position: &Position) -> Vec<Dir> {
        position.moves(level)
    }

    fn parse_moves(_: &Level, text: &str) -> Result<Vec<Dir>, Fault> {
        play::parse_moves(text)
    }

    fn apply(level: &Level, position: &mut Position, action: &Dir) -> Result<Dir, Message> {
        position.apply(level, *action)
    }

    fn undo(level: &Level, position: &mut Position, undo: Dir) {
        position.apply(level, undo).expect("the way back is open");
    }

    fn won(level: &Level, position: &Position) -> bool {
        position.won(level)
    }

    fn stuck(level: &Level, _: &Position) -> Option<Message> {
        // Moves keep the parity, so a lost board was lost from the start.
        (!level.is_solvable()).then(|| words::PARITY.say())
    }

    fn measure(_: &Level, _: &Position, history: &[Dir]) -> Measures {
        play::measures(history)
    }

    fn gesture(level: &Level, position: &Position, _last: Option<&Dir>, gesture: &Gesture) -> Reaction<Dir> {
        gesture::gesture(level, position, gesture)
    }

    fn level_from(level: &Level, position: &Position) -> Option<Level> {
        Some(level.from_here(position.tiles().to_vec()))
    }

    fn referee(level: &Level, solution: &str) -> Result<(String, Measures), Refusal> {
        referee::referee(level, solution)
    }

    fn solution_parts(solution: &str) -> Vec<String> {
        solution.chars().map(String::from).collect()
    }

    fn solution_forms() -> &'static [Format] {
        &[Format {
            name: "tiles",
            about: "where the tiles go, with repeat counts: URDL2, as speed solvers write",
        }]
    }

    fn write_solution(_: &Level, solution: &str, _: &str) -> String {
        play::tile_moves(&play::parse_moves(solution).expect("an accepted solution has its moves"))
    }

    fn methods() -> &'static [Method<Self>] {
        solve::METHODS
    }

    fn auto(level: &Level, task: &Task) -> &'static str {
        solve::auto(level, task)
    }

    fn heuristics() -> &'static [Heuristic<Self>] {
        solve::HEURISTICS
    }

    fn table_sets() -> &'static [TableSet] {
        solve::TABLE_SETS
    }

    fn need_files() -> &'static [&'static str] {
        solve::NEED_FILES
    }

    fn generators() -> &'static [Generator<Self>] {
        generate::GENERATORS
    }

    fn rate(level: &Arc<Level>, task: &Task) -> Option<Box<dyn Run>> {
        Some(rate::rate(level, task))
    }

    fn kin(level: &Level) -> Vec<String> {
        vec![kin::key(level)]
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

    /// Random boards of growing size, a quarter of them with an odd parity, some with the blank
    /// first or a goal of their own.
    fn sample(rng: &mut Rng, size: usize) -> Level {
        let small = [(2, 2), (3, 2), (2, 3), (3, 3), (4, 2), (5, 2), (4, 4)];
        let large = [(5, 5), (6, 6), (7, 5), (9, 9)];
        let (width, height) = if size < 8 {
            small[rng.below((3 + size).min(small.len()))]
        } else {
            large[rng.below(large.len())]
        };
        let shape = Size::new(width, height);
        let mut tiles: Vec<Tile> = (0..shape.cells() as Tile).collect();
        let mut goal = tiles.clone();
        rng.shuffle(&mut goal);
        rng.shuffle(&mut tiles);
        let level = match rng.below(4) {
            0 => Level::with_goal(shape, tiles, goal, rng.below(2) as u16),
            1 => Level::new(shape, tiles, Goal::First),
            _ => Level::new(shape, tiles, Goal::Last),
        };
        if level.is_solvable() || rng.below(2) == 0 { level } else { level.with_two_tiles_swapped() }
    }
}
