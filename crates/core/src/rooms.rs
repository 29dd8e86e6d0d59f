//! The rooms of a puzzle: one trait for each, implemented in the file that does the work. A trait says first
//! what must be written, then what may be: an empty `impl` of [`Gestures`], [`Makers`], [`Doctor`] or
//! [`Editing`] is a puzzle that has no such room.
//!
//! | room | file | at least |
//! |---|---|---|
//! | [`Texts`] | `level.rs` | `recognise`, `read`, `write` |
//! | [`Rules`] | `play.rs` | `start`, `moves`, `parse_moves`, `apply`, `undo`, `won`, `measure`, `level_from` |
//! | [`Gestures`] | `gesture.rs` | nothing |
//! | [`Referee`] | `referee.rs` | `referee`, `solution_parts` |
//! | [`Drawing`] | `scene.rs`, with a [`Kind`](crate::kind::Kind) for each kind of pieces in `look.rs` | `scene` |
//! | [`Methods`] | `solve/mod.rs` | `methods`, `auto` |
//! | [`Makers`] | `generate.rs` | nothing |
//! | [`Doctor`] | `doctor.rs` | nothing |
//! | [`Editing`] | `edit.rs` | nothing |
//!
//! Besides, [`Samples`] gives tests something to test with.

use std::sync::Arc;

use crate::doctor::{Easier, Mends, Part, Slip};
use crate::edit::Editor;
use crate::fault::Fault;
use crate::generate::Generator;
use crate::gesture::{Gesture, Reaction};
use crate::method::{Heuristic, Method, Task};
use crate::metric::Measures;
use crate::note::Note;
use crate::options::Options;
use crate::puzzle::{Format, Likeness, Puzzle, Reading};
use crate::rating::Rating;
use crate::rng::Rng;
use crate::run::{Run, Tally};
use crate::scene::Scene;
use crate::solution::Refusal;
use crate::source::Source;
use crate::tables::{TableNeeds, TableSet};
use crate::words::Message;

/// A puzzle with all of its rooms: what [`Face`](crate::Face) makes an object-safe face of. Nobody implements it by hand.
pub trait Rooms:
    Texts + Rules + Gestures + Referee + Drawing + Methods + Makers + Doctor + Editing + Samples
{
}

impl<P> Rooms for P where
    P: Texts + Rules + Gestures + Referee + Drawing + Methods + Makers + Doctor + Editing + Samples
{
}

/// Levels as texts.
pub trait Texts: Puzzle {
    /// How much does a text look like levels of this puzzle?
    fn recognise(source: &Source) -> Likeness;

    /// Reads all levels of a text. Total: any text gives levels or faults, nothing panics, and
    /// nothing is allocated for an absurd size. An empty list means there is none.
    fn read(source: &Source, settings: &Options) -> Vec<Reading<Self::Level>>;

    /// Writes a level in one of the formats of [`Info::formats`](crate::puzzle::Info::formats), or says why it cannot be.
    fn write(level: &Self::Level, format: &str) -> Result<String, Message>;

    // What follows may be left out.

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
}

/// What may be done in a level, and when it is won.
pub trait Rules: Puzzle {
    /// Where a play begins.
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

    /// Takes the last move back.
    fn undo(level: &Self::Level, position: &mut Self::Position, undo: Self::Undo);

    /// Is the level solved here?
    fn won(level: &Self::Level, position: &Self::Position) -> bool;

    /// The figures of a play so far.
    fn measure(level: &Self::Level, position: &Self::Position, history: &[Self::Move]) -> Measures;

    /// The level that begins where a play stands, for hints; nothing where a position is no start.
    fn level_from(level: &Self::Level, position: &Self::Position) -> Option<Self::Level>;

    // What follows may be left out.

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

    /// The play as a solution text; nothing where the moves are the solution as they stand.
    fn solution(_level: &Self::Level, _position: &Self::Position, _history: &[Self::Move]) -> Option<String> {
        None
    }
}

/// Fingers, mouse and keys. Without it a puzzle is played by typing moves.
pub trait Gestures: Puzzle {
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
}

/// Says what is a solution. It replays from the level alone and imports nothing from `solve/`, so that no mistake
/// of a method can be its own.
pub trait Referee: Rules {
    /// Replays a solution from the level alone. Gives its first text form and its figures.
    fn referee(level: &Self::Level, solution: &str) -> Result<(String, Measures), Refusal>;

    /// The smallest parts of a solution text that one could cut, repeat or swap.
    fn solution_parts(solution: &str) -> Vec<String>;

    // What follows may be left out.

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
}

/// How a moment of a play looks.
pub trait Drawing: Puzzle {
    /// What front ends draw, read out and compare with the moment before.
    fn scene(level: &Self::Level, position: &Self::Position) -> Scene;
}

/// Ways to solve a level, and to look at it as a whole.
pub trait Methods: Puzzle {
    /// The table of methods, one row each.
    fn methods() -> &'static [Method<Self>];

    /// The method that `auto` stands for on this level and task: the name of a row of the table.
    fn auto(level: &Self::Level, task: &Task) -> &'static str;

    // What follows may be left out.

    /// Starts a run that betters a solution, which the referee has replayed, by the metric of the task;
    /// nothing where the puzzle has no method for that.
    fn improve(_level: &Arc<Self::Level>, _solution: &str, _task: &Task) -> Option<Box<dyn Run>> {
        None
    }

    /// Has the puzzle a plan to tell? Then [`explain`](Methods::explain) tells it.
    fn explains() -> bool {
        false
    }

    /// A plan for the level in steps, and of a solution, which the referee has replayed, why its moves are
    /// made. Work is bounded, and the task's alarm ends it sooner.
    fn explain(_level: &Arc<Self::Level>, _solution: Option<&str>, _task: &Task) -> Vec<Note> {
        Vec::new()
    }

    /// Bounds that methods go by: the conformance suite compares them with the truth.
    fn heuristics() -> &'static [Heuristic<Self>] {
        &[]
    }

    /// Tables that methods keep, for those who want to build them ahead.
    fn table_sets() -> &'static [TableSet] {
        &[]
    }

    /// Which tables belong to a row of [`Methods::table_sets`], and the memory in which they are built.
    fn table_needs(_set: &TableSet) -> TableNeeds {
        TableNeeds::default()
    }

    /// Names of methods whose tables are so large that they are built ahead and kept as files: where there are
    /// none, as in a page, they are not offered.
    fn need_files() -> &'static [&'static str] {
        &[]
    }

    /// Starts a run that counts different solutions and stops at `limit` of them: it ends with
    /// `Solved` (the first one), `Unsolvable` or `Stopped`. Nothing where a puzzle has no solutions to count.
    fn count(_level: &Arc<Self::Level>, _limit: u128, _task: &Task) -> Option<Box<dyn Run<Tally>>> {
        None
    }

    /// Starts a run that looks at a level as a whole and tells what it found, a sentence each: how many
    /// positions, which pieces never matter, how hard. Nothing where a puzzle has none.
    fn study(_level: &Arc<Self::Level>, _task: &Task) -> Option<Box<dyn Run<Vec<Message>>>> {
        None
    }
}

/// New levels: who makes them, how hard they are and which of them are the same.
pub trait Makers: Texts {
    /// The table of generators, the usual one first.
    fn generators() -> &'static [Generator<Self>] {
        &[]
    }

    /// Starts a run that tells at its end how hard the level is for a person. Nothing where a puzzle cannot tell.
    fn rate(_level: &Arc<Self::Level>, _task: &Task) -> Option<Box<dyn Run<Option<Rating>>>> {
        None
    }

    /// Keys of the level and of the level without any one of its pieces, each the same for all
    /// symmetric images. Two levels that share the first key are equal up to symmetry; two that
    /// share any key differ by one piece at most.
    fn kin(level: &Self::Level) -> Vec<String> {
        vec![Self::canonical(level)]
    }
}

/// What is wrong with a level, and what would mend it.
pub trait Doctor: Puzzle {
    /// The parts that could be left out, in a fixed order.
    fn parts(_level: &Self::Level) -> Vec<Part> {
        Vec::new()
    }

    /// The level without some of its parts (by their place in [`Doctor::parts`]); nothing where
    /// that is no level.
    fn without(_level: &Self::Level, _parts: &[usize]) -> Option<Self::Level> {
        None
    }

    /// Small changes that might make the level solvable or its solution unique, smallest first.
    fn mends(_level: &Self::Level) -> Mends<'_, Self::Level> {
        Box::new(std::iter::empty())
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
}

/// The editor.
pub trait Editing: Puzzle {
    /// The room where levels are painted; nothing where a puzzle has none.
    fn editor() -> Option<&'static Editor> {
        None
    }
}

/// Levels to test with. No user ever sees one.
pub trait Samples: Puzzle {
    /// A small level, solvable or not; larger sizes (0, 1, 2, ...) give larger ones.
    fn sample(rng: &mut Rng, size: usize) -> Self::Level;
}
