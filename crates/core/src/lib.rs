//! The vocabulary that every other crate speaks: levels and their ids, moves, methods, budgets,
//! runs, outcomes, referees and scenes.
//!
//! Nothing here does I/O, starts a thread or reads a clock, so that rules and methods can be
//! compiled for the browser. What needs the outside world comes in through small traits
//! ([`Clock`], [`Observer`]).
//!
//! Two faces of a puzzle exist. Authors implement the typed [`Puzzle`] and its [`rooms`]; everybody else (catalog,
//! command line, server, lab, terminal) uses the object-safe [`AnyPuzzle`], [`AnyLevel`] and
//! [`AnyPlay`], which [`Face`] makes from it. Types are erased once per run, play or scene.

#![warn(missing_docs)]

pub mod alarm;
pub mod answer;
pub mod budget;
pub mod campaign_run;
pub mod day;
pub mod doctor;
pub mod drive;
pub mod edit;
pub mod encoding;
pub mod face;
pub mod fault;
pub mod foreign;
pub mod generate;
pub mod gesture;
pub mod grid;
pub mod head;
pub mod id;
pub mod identify;
pub mod judge;
pub mod kind;
pub mod language;
mod meant;
pub mod method;
pub mod metric;
pub mod note;
pub mod options;
pub mod outcome;
pub mod play;
pub mod plural;
mod plural_json;
pub mod puzzle;
pub mod rating;
mod recognise;
pub mod rng;
pub mod rooms;
pub mod run;
pub mod scene;
pub mod solution;
pub mod solve;
pub mod source;
pub mod spoken;
pub mod stage;
pub mod tables;
pub mod words;

pub use alarm::{Alarm, Due};
pub use answer::{Answer, Claim, Effort, Tellable, Unrefereed};
pub use budget::{Budget, Cancel, Limit};
pub use campaign_run::{CampaignRun, Conditions, Limits, Process};
pub use doctor::{Easier, Mend, Mends, Part, Slip};
pub use drive::{Begun, Clock, Drive, Observer, Pulse, Silent, ToldPulse, drive, drive_since};
pub use edit::{Draft, Editor};
pub use encoding::Encoding;
pub use face::{
    AnyLevel, AnyMaker, AnyPlay, AnyPuzzle, AnySamples, Extras, Face, FaceWith, JustPlay, LevelRef, Started,
    find_method, find_metric,
};
pub use fault::Fault;
pub use foreign::Foreign;
pub use generate::{Attempt, Generator, GeneratorInfo, Made, Maker, Near};
pub use gesture::{Gesture, Reaction, Spot};
pub use grid::{Cell, Dir, Lattice, Side, Size};
pub use id::LevelId;
pub use judge::{Question, Witness};
pub use language::{Language, Manner, Table as LanguageTable};
pub use method::{Guarantee, Heuristic, Method, MethodInfo, Task};
pub use metric::{Criterion, Measure, Measures, Metric, Sense};
pub use note::Note;
pub use options::{OptionKind, OptionSpec, OptionValue, Options};
pub use outcome::{Claimed, Ending, Outcome};
pub use play::Play;
pub use puzzle::{Entry, Format, Info, Likeness, Puzzle, Reading};
pub use rating::{Appraisal, Factor, Grade, Rating};
pub use rng::Rng;
pub use rooms::Rooms;
pub use run::{Focus, InHand, Phase, Progress, Run, Settled, Sight, Step, Tally, Verdict, step_by_step};
pub use scene::Scene;
pub use solution::{Refusal, Verified};
pub use solve::solve;
pub use source::Source;
pub use stage::{Look, Stage};
pub use tables::{InMemory, Table, TableKey, TableNeeds, TableSet, Tables, TablesRef};
pub use words::{Dated, Decimal, Grouped, Listed, Message, Template, Value};
