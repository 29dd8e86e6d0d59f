//! What can be typed. Methods and settings are not repeated here: possible values, help texts and
//! shell completions are made from the catalog.

mod common;
#[cfg(feature = "server")]
mod lab;
mod learn;
mod levels;
mod library;
#[cfg(feature = "terminal")]
mod play;
#[cfg(feature = "pictures")]
mod render;
#[cfg(feature = "server")]
mod site;
#[cfg(feature = "store")]
mod store;
#[cfg(feature = "server")]
mod work;

use clap::{Parser, Subcommand};
use ingenio_core::Language;

use crate::reader::say;
use crate::words;

pub use common::*;
#[cfg(feature = "server")]
pub use lab::*;
pub use learn::*;
pub use levels::*;
pub use library::*;
#[cfg(feature = "terminal")]
pub use play::*;
#[cfg(feature = "pictures")]
pub use render::*;
#[cfg(feature = "server")]
pub use site::*;
#[cfg(feature = "store")]
pub use store::*;
#[cfg(feature = "server")]
pub use work::*;

pub const VERSION: &str = concat!(env!("CARGO_PKG_VERSION"), " (", env!("INGENIO_COMMIT"), ")");

/// Solves, plays, generates, models and compares classic puzzles, and proves its answers.
#[derive(Debug, Parser)]
#[command(name = "ingenio", version = VERSION, max_term_width = 110)]
pub struct Arguments {
    /// The language to speak, by its code (see `ingenio languages`); without it, that of the environment
    #[arg(long, global = true, value_name = "CODE", value_parser = language, display_order = 1000)]
    pub language: Option<Language>,
    #[command(subcommand)]
    pub command: Command,
}

#[derive(Debug, Subcommand)]
pub enum Command {
    /// Solve levels
    #[command(after_help = EXIT_HELP)]
    Solve(SolveArguments),
    /// Check a solution, or a level: is it valid, is it solvable, how long is the best solution?
    #[command(after_help = EXIT_HELP)]
    Check(CheckArguments),
    /// Better a solution that you have: fewer moves, fewer pushes
    #[command(after_help = EXIT_HELP)]
    Improve(ImproveArguments),
    /// The next step from a position
    Hint(HintArguments),
    /// Write levels in another format
    Convert(ConvertArguments),
    /// Write a level as a mathematical model, for other solvers
    Model(ModelArguments),
    /// Make levels
    Generate(GenerateArguments),
    /// How hard levels are, and why
    Rate(RateArguments),
    /// Learn from levels: make the weights that methods go by
    Learn {
        #[command(subcommand)]
        what: LearnCommand,
    },
    #[cfg(feature = "pictures")]
    /// Draw a level, a position or a solution as a picture
    Render(RenderArguments),
    #[cfg(feature = "terminal")]
    /// Play in the terminal
    Play(PlayArguments),
    #[cfg(feature = "server")]
    /// Serve the web platform: play, hints, solvers and records in the browser
    Serve(ServeArguments),
    #[cfg(feature = "server")]
    /// Work for others: make runs of campaigns and solver jobs of web servers that wait in a database of `PostgreSQL`
    Worker(WorkerArguments),
    #[cfg(feature = "server")]
    /// Write the web platform as files that need no server, for any host and any folder
    Site(SiteArguments),
    /// Make packs of levels by a recipe, and prove what they say
    Pack(PackArguments),
    #[cfg(feature = "server")]
    /// Experiments: campaigns of runs under limits, reports, comparisons, judging
    Lab(LabArguments),
    /// The table of methods: what each guarantees, by which metric, with which options
    Methods(MethodsArguments),
    /// The exercises of the lessons: read them, answer them, and hear why an answer is wrong
    #[command(after_help = EXERCISE_HELP)]
    Exercise(ExerciseArguments),
    #[cfg(feature = "store")]
    /// Take what was played out of the database, or bring it into one
    Store(StoreArguments),
    #[cfg(feature = "server")]
    /// For the owner of a house: who is there and what they take up, shutting out, removing, quotas, drills
    Admin(AdminArguments),
    /// Tables that methods compute once and keep: list them, build them ahead, remove them
    Tables(TablesArguments),
    #[cfg(feature = "server")]
    /// The languages of the program: which there are, what a table lacks, what has become stale
    Languages(LanguagesArguments),
    /// Write a completion script for a shell
    Completions { shell: clap_complete::Shell },
    /// Write the manual page of the program or of a command
    Man {
        /// The command
        command: Option<String>,
        /// Write all pages into this folder
        #[arg(long, value_name = "FOLDER", conflicts_with = "command")]
        out: Option<std::path::PathBuf>,
    },
}

const EXIT_HELP: &str = "Exit status, the first that applies: 1 our own failure, 2 bad usage, 3 bad input, \
20 a limit was hit, 11 a solution was refused, 10 something is proved unsolvable, 0.";

const EXERCISE_HELP: &str =
    "Exit status: 0 right or nothing was answered, 11 not right, 2 bad usage, 3 bad input.";

fn language(code: &str) -> Result<Language, String> {
    Language::find(code)
        .ok_or_else(|| say(words::NO_SUCH_LANGUAGE.with("code", code).with("known", known_languages())))
}

pub fn known_languages() -> String {
    Language::all().iter().map(|language| language.code()).collect::<Vec<_>>().join(", ")
}
