//! The typed face of a puzzle, for those who write one. The rooms of a puzzle crate (`level.rs`,
//! `play.rs`, `referee.rs`, `solve/`, `scene.rs`, ...) hold the parts; one short `impl Puzzle`
//! brings them together.

use std::fmt::{Debug, Display};
use std::sync::Arc;

use crate::doctor::{Easier, Mend, Part, Slip};
use crate::edit::Editor;
use crate::fault::Fault;
use crate::generate::Generator;
use crate::gesture::{Gesture, Reaction};
use crate::method::{Heuristic, Method, Task};
use crate::metric::{Measures, Metric};
use crate::note::Note;
use crate::options::{OptionSpec, Options};
use crate::rng::Rng;
use crate::run::Run;
use crate::scene::Scene;
use crate::solution::Refusal;
use crate::source::Source;
use crate::tables::TableSet;
use crate::words::{Message, Template};

/// What is fixed about a puzzle.
#[derive(Debug)]
pub struct Info {
    /// The one word for it: `taquin`.
    pub name: &'static str,
    /// As shown to people: `Taquin`.
    pub title: &'static str,
    pub also_known_as: &'static [&'static str],
    /// One sentence.
    pub about: &'static str,
    /// The default first.
    pub metrics: &'static [Metric],
    /// The canonical one first.
    pub formats: &'static [Format],
    /// Options of reading a level that change its meaning: the goal, the rule set.
    pub settings: &'static [OptionSpec],
    /// Endings of file names, without the dot.
    pub extensions: &'static [&'static str],
    /// What stands between moves in a text: nothing or a space.
    pub separator: &'static str,
    /// Every sentence of the puzzle.
    pub words: &'static [Template],
}

impl Info {
    pub fn said_about(&self) -> Message {
        Message::declared(format!("{}.about", self.name), self.about)
    }

    /// What a metric counts here.
    pub fn said_metric(&self, metric: &Metric) -> Message {
        Message::declared(format!("{}.metric.{}", self.name, metric.name), metric.about)
    }

    pub fn said_format(&self, format: &Format) -> Message {
        Message::declared(format!("{}.format.{}", self.name, format.name), format.about)
    }
}

/// A text format in which levels are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Format {
    pub name: &'static str,
    pub about: &'static str,
}

/// How much a text looks like levels of a puzzle.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Likeness {
    No,
    /// The characters fit; the level may still be broken.
    Maybe,
    /// Nothing else looks like this.
    Sure,
}

/// A level as found in a text.
#[derive(Clone, Debug)]
pub struct Entry<L> {
    pub level: L,
    pub title: Option<String>,
    pub author: Option<String>,
    /// A solution that came with it, not verified.
    pub solution: Option<String>,
    /// The line on which it begins, from 1.
    pub line: usize,
}

/// One level of a text, or what is wrong with it; the others are read all the same.
pub type Reading<L> = Result<Entry<L>, Fault>;

pub trait Puzzle: Sized + Send + Sync + 'static {
    const INFO: Info;

    /// One immutable instance.
    type Level: Clone + PartialEq + Debug + Send + Sync + 'static;
    /// A moment of a play.
    type Position: Clone + PartialEq + Debug + Send + 'static;
    /// One action of a player; its text form is its `Display`.
    type Move: Clone + PartialEq + Debug + Display + Send + 'static;
    /// What it takes to take a move back.
    type Undo: Send + 'static;

    // --- level.rs ---

    fn recognise(source: &Source) -> Likeness;

    /// Reads all levels of a text. Total: any text gives levels or faults, nothing panics, and
    /// nothing is allocated for an absurd size. An empty list means there is none.
    fn read(source: &Source, settings: &Options) -> Vec<Reading<Self::Level>>;

    /// Writes a level in one of the formats of [`Info::formats`], or says why it cannot be.
    fn write(level: &Self::Level, format: &str) -> Result<String, Message>;

    /// Does a format give things names of its own? What is read again is then the same level under
    /// another id.
    fn renames(_format: &str) -> bool {
        false
    }

    /// The text that is the level's identity: LF, trimmed, settings included.
    fn canonical(level: &Self::Level) -> String {
        let text = Self::write(level, Self::INFO.formats[0].name);
        text.expect("every level has its canonical form").trim_end().to_owned()
    }

    // --- play.rs ---

    fn start(level: &Self::Level) -> Self::Position;

    /// The legal moves, in a fixed order.
    fn moves(level: &Self::Level, position: &Self::Position) -> Vec<Self::Move>;

    /// Reads moves as text, without asking whether they are legal.
    fn parse_moves(level: &Self::Level, text: &str) -> Result<Vec<Self::Move>, Fault>;

    /// Makes a move, or says why it is not allowed and leaves the position as it was.
    fn apply(
        level: &Self::Level,
        position: &mut Self::Position,
        action: &Self::Move,
    ) -> Result<Self::Undo, Message>;

    fn undo(level: &Self::Level, position: &mut Self::Position, undo: Self::Undo);

    fn won(level: &Self::Level, position: &Self::Position) -> bool;

    /// Is there nothing left to better? Where as much as possible is wanted, a position can be won and
    /// still not be the end.
    fn finished(level: &Self::Level, position: &Self::Position) -> bool {
        Self::won(level, position)
    }

    /// Where a play backwards begins: at the end, with moves that lead back to the start. The position
    /// knows that it is one of these. Nothing where a puzzle is not played that way.
    fn start_backwards(_level: &Self::Level) -> Option<Self::Position> {
        None
    }

    /// Why the position is lost, where a quick and sound test knows it.
    fn stuck(_level: &Self::Level, _position: &Self::Position) -> Option<Message> {
        None
    }

    /// A move that is certainly right, with the reason a person can follow, where one is known at
    /// once: a forced cell, the only tile that fits.
    fn forced(_level: &Self::Level, _position: &Self::Position) -> Option<(Self::Move, Message)> {
        None
    }

    /// The figures of a play so far.
    fn measure(level: &Self::Level, position: &Self::Position, history: &[Self::Move]) -> Measures;

    /// The play as a solution text; nothing where the moves are the solution as they stand.
    fn solution(_level: &Self::Level, _position: &Self::Position, _history: &[Self::Move]) -> Option<String> {
        None
    }

    /// The level that begins where a play stands, for hints; nothing where a position is no start.
    fn level_from(level: &Self::Level, position: &Self::Position) -> Option<Self::Level>;

    // --- gesture.rs ---

    /// What a gesture means here. `last` is the move made last: one that goes on replaces it. The
    /// moves are legal, one after another.
    fn gesture(
        _level: &Self::Level,
        _position: &Self::Position,
        _last: Option<&Self::Move>,
        _gesture: &Gesture,
    ) -> Reaction<Self::Move> {
        Reaction::default()
    }

    // --- referee.rs ---

    /// Replays a solution from the level alone. Gives its first text form and its figures.
    fn referee(level: &Self::Level, solution: &str) -> Result<(String, Measures), Refusal>;

    /// The smallest parts of a solution text that one could cut, repeat or swap.
    fn solution_parts(solution: &str) -> Vec<String>;

    /// The moves that play a solution; for path puzzles the solution itself.
    fn solution_moves(level: &Self::Level, solution: &str) -> Result<Vec<Self::Move>, Fault> {
        Self::parse_moves(level, solution)
    }

    /// Other forms in which a solution can be written.
    fn solution_forms() -> &'static [Format] {
        &[]
    }

    /// Writes an accepted solution in one of those forms.
    fn write_solution(_level: &Self::Level, solution: &str, _form: &str) -> String {
        solution.to_owned()
    }

    // --- solve/ ---

    fn methods() -> &'static [Method<Self>];

    /// The method that `auto` stands for on this level and task: the name of a row of the table.
    fn auto(level: &Self::Level, task: &Task) -> &'static str;

    /// Starts a run that betters a solution, which the referee has replayed, by the metric of the task;
    /// nothing where the puzzle has no method for that.
    fn improve(_level: &Arc<Self::Level>, _solution: &str, _task: &Task) -> Option<Box<dyn Run>> {
        None
    }

    /// Has the puzzle a plan to tell? Then [`explain`](Puzzle::explain) tells it.
    fn explains() -> bool {
        false
    }

    /// A plan for the level in steps, and of a solution, which the referee has replayed, why its moves are
    /// made. Work is bounded, and the task's alarm ends it sooner.
    fn explain(_level: &Arc<Self::Level>, _solution: Option<&str>, _task: &Task) -> Vec<Note> {
        Vec::new()
    }

    fn heuristics() -> &'static [Heuristic<Self>] {
        &[]
    }

    /// Tables that methods keep, for those who want to build them ahead.
    fn table_sets() -> &'static [TableSet] {
        &[]
    }

    /// Names of methods whose tables are so large that they are built ahead and kept as files: where there are
    /// none, as in a page, they are not offered.
    fn need_files() -> &'static [&'static str] {
        &[]
    }

    /// Starts a run that counts different solutions and stops at `limit` of them: it ends with
    /// `Solved` (the first one), `Unsolvable` or `Stopped`, and its `tally` tells the number.
    /// Nothing where a puzzle has no solutions to count.
    fn count(_level: &Arc<Self::Level>, _limit: u128, _task: &Task) -> Option<Box<dyn Run>> {
        None
    }

    /// Starts a run that looks at a level as a whole and ends with [`Run::findings`]: how many
    /// positions, which pieces never matter, how hard. Nothing where a puzzle has none.
    fn study(_level: &Arc<Self::Level>, _task: &Task) -> Option<Box<dyn Run>> {
        None
    }

    // --- generate.rs ---

    fn generators() -> &'static [Generator<Self>] {
        &[]
    }

    /// Starts a run that ends with [`Run::rating`]: how hard the level is for a person. Nothing
    /// where a puzzle cannot tell.
    fn rate(_level: &Arc<Self::Level>, _task: &Task) -> Option<Box<dyn Run>> {
        None
    }

    /// Keys of the level and of the level without any one of its pieces, each the same for all
    /// symmetric images. Two levels that share the first key are equal up to symmetry; two that
    /// share any key differ by one piece at most.
    fn kin(level: &Self::Level) -> Vec<String> {
        vec![Self::canonical(level)]
    }

    // --- doctor.rs ---

    /// The parts that could be left out, in a fixed order.
    fn parts(_level: &Self::Level) -> Vec<Part> {
        Vec::new()
    }

    /// The level without some of its parts (by their place in [`Puzzle::parts`]); nothing where
    /// that is no level.
    fn without(_level: &Self::Level, _parts: &[usize]) -> Option<Self::Level> {
        None
    }

    /// Small changes that might make the level solvable or its solution unique, smallest first.
    fn mends(_level: &Self::Level) -> Vec<Mend<Self::Level>> {
        Vec::new()
    }

    /// A level that asks for less, with the same parts, where leaving out parts of the level itself would
    /// not only make it easier.
    fn easier(_level: &Self::Level) -> Option<Easier<Self::Level>> {
        None
    }

    /// Where two solutions differ, in words and cells: `row 2, column 3 belongs to A in one solution and to
    /// B in another`.
    fn difference(_level: &Self::Level, _one: &str, _other: &str) -> Option<Part> {
        None
    }

    /// Small changes of a text that is no level, the commonest slips first. The text holds one level, and
    /// the fault is what its reader says of it.
    fn slips(_text: &str, _fault: &Fault) -> Vec<Slip> {
        Vec::new()
    }

    // --- edit.rs ---

    /// The room where levels are painted; nothing where a puzzle has none.
    fn editor() -> Option<&'static Editor> {
        None
    }

    // --- scene.rs ---

    fn scene(level: &Self::Level, position: &Self::Position) -> Scene;

    // --- for the conformance suite ---

    /// A small level, solvable or not; larger sizes (0, 1, 2, ...) give larger ones.
    fn sample(rng: &mut Rng, size: usize) -> Self::Level;
}
