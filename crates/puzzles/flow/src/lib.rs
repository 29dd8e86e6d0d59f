//! Flow (Flow Free, Numberlink): join the two end points of every colour by a pipe, so that the
//! pipes cover the board. Any graph of cells, three rule sets, exact counts.

mod doctor;
mod edit;
pub mod generate;
pub mod gesture;
mod kin;
pub mod level;
pub mod model;
pub mod play;
pub mod rate;
pub mod referee;
pub mod sample;
pub mod scene;
pub mod solve;
pub mod words;

use std::sync::Arc;

use ingenio_core::{
    Easier, Editor, Fault, Format, Generator, Info, Likeness, Measures, Mend, Message, Method, Options, Part,
    Puzzle, Reading, Refusal, Rng, Run, Scene, Slip, Source, Task,
};

use ingenio_core::{Gesture, Reaction};
use level::{Level, Stroke, text};
use play::{Drawing, Erased};

#[derive(Clone, Copy, Debug)]
pub struct Flow;

impl Puzzle for Flow {
    const INFO: Info = Info {
        name: "flow",
        title: "Flow",
        also_known_as: &["flow free", "numberlink", "arukone"],
        about: "join the two end points of every colour by pipes that cover the whole board",
        metrics: &[],
        formats: text::FORMATS,
        settings: text::SETTINGS,
        extensions: &["flow", "numberlink"],
        separator: " ",
        words: ingenio_core::words::listing(words::ALL),
    };

    type Level = Level;
    type Position = Drawing;
    type Move = Stroke;
    type Undo = Erased;

    fn recognise(source: &Source) -> Likeness {
        text::recognise(source)
    }

    fn read(source: &Source, settings: &Options) -> Vec<Reading<Level>> {
        text::read(source, settings)
    }

    fn write(level: &Level, format: &str) -> Result<String, Message> {
        text::write(level, format)
    }

    fn renames(format: &str) -> bool {
        text::renames(format)
    }

    fn canonical(level: &Level) -> String {
        text::canonical(level)
    }

    fn start(level: &Level) -> Drawing {
        Drawing::new(level)
    }

    fn moves(level: &Level, drawing: &Drawing) -> Vec<Stroke> {
        play::moves(level, drawing)
    }

    fn parse_moves(_: &Level, text: &str) -> Result<Vec<Stroke>, Fault> {
        Stroke::parse_all(text)
    }

    fn apply(level: &Level, drawing: &mut Drawing, stroke: &Stroke) -> Result<Erased, Message> {
        play::apply(level, drawing, stroke)
    }

    fn undo(_: &Level, drawing: &mut Drawing, erased: Erased) {
        play::undo(drawing, erased);
    }

    fn won(level: &Level, drawing: &Drawing) -> bool {
        play::won(level, drawing)
    }

    fn stuck(level: &Level, drawing: &Drawing) -> Option<Message> {
        solve::quick::look(level, drawing.pipes()).map(|reason| reason.message)
    }

    fn measure(level: &Level, drawing: &Drawing, history: &[Stroke]) -> Measures {
        play::measure(level, drawing, history.len())
    }

    fn forced(level: &Level, drawing: &Drawing) -> Option<(Stroke, Message)> {
        let possible = words::HINT_POSSIBLE.id;
        let hint = solve::truth::hint(level, drawing).filter(|hint| hint.reason.id() != possible)?;
        hint.stroke.map(|stroke| (stroke, hint.reason))
    }

    fn gesture(
        level: &Level,
        drawing: &Drawing,
        _last: Option<&Stroke>,
        gesture: &Gesture,
    ) -> Reaction<Stroke> {
        gesture::gesture(level, drawing, gesture)
    }

    fn solution(level: &Level, drawing: &Drawing, _: &[Stroke]) -> Option<String> {
        let all_drawn = drawing.pipes().iter().all(|pipe| !pipe.is_empty());
        all_drawn.then(|| level::stroke::solution_text(level, drawing.pipes()))
    }

    fn level_from(level: &Level, drawing: &Drawing) -> Option<Level> {
        play::level_from(level, drawing)
    }

    fn referee(level: &Level, solution: &str) -> Result<(String, Measures), Refusal> {
        referee::referee(level, solution)
    }

    fn solution_parts(solution: &str) -> Vec<String> {
        solution.split_whitespace().map(ToOwned::to_owned).collect()
    }

    fn solution_forms() -> &'static [Format] {
        &[Format { name: "segments", about: "the straight segments of the Flow paper: colour,i,j,k,l" }]
    }

    fn write_solution(level: &Level, solution: &str, _: &str) -> String {
        let pipes = referee::from_strokes(level, solution).expect("an accepted solution has its pipes");
        referee::segments(level, &pipes)
    }

    fn solution_moves(level: &Level, solution: &str) -> Result<Vec<Stroke>, Fault> {
        let (text, _) = referee::referee(level, solution).map_err(|refusal| Fault::from(refusal.message))?;
        let mut strokes = Stroke::parse_all(&text)?;
        // What the level gives complete is drawn already.
        strokes.retain(|stroke| stroke.nodes(level).is_ok_and(|nodes| !level.drawn().contains(&nodes)));
        Ok(strokes)
    }

    fn methods() -> &'static [Method<Self>] {
        solve::METHODS
    }

    fn auto(level: &Level, task: &Task) -> &'static str {
        solve::auto(level, task)
    }

    fn count(level: &Arc<Level>, limit: u128, task: &Task) -> Option<Box<dyn Run>> {
        Some(solve::count::start(level, limit, task))
    }

    fn generators() -> &'static [Generator<Self>] {
        generate::GENERATORS
    }

    fn rate(level: &Arc<Level>, task: &Task) -> Option<Box<dyn Run>> {
        Some(rate::start(level, task))
    }

    fn kin(level: &Level) -> Vec<String> {
        kin::keys(level)
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

    fn easier(level: &Level) -> Option<Easier<Level>> {
        doctor::easier(level)
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

    fn scene(level: &Level, drawing: &Drawing) -> Scene {
        scene::scene(level, drawing)
    }

    fn sample(rng: &mut Rng, size: usize) -> Level {
        sample::level(rng, size)
    }
}
