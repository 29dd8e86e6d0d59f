//! Commands about levels: solve, check, better, hint, convert, model, generate, rate.

use std::time::Duration;

use clap::Args;
use ingenio_catalog::PUZZLES;

use super::common::{EachArguments, InputArguments, LimitArguments, MethodParser, puzzle_names};
use crate::reader::say;
use crate::units;
use crate::words;

#[derive(Debug, Args)]
#[expect(clippy::struct_excessive_bools, reason = "each is a flag of the command line")]
pub struct SolveArguments {
    #[command(flatten)]
    pub input: InputArguments,
    /// The method, with options as NAME:key=value,... (see `ingenio methods`)
    #[arg(long, default_value = "auto", value_parser = MethodParser, hide_possible_values = true)]
    pub method: String,
    /// Solved means: proved to be the best
    #[arg(long)]
    pub optimal: bool,
    /// What is to be least, as M or M,M2
    #[arg(long, value_name = "M", default_value = "", hide_default_value = true)]
    pub metric: String,
    #[command(flatten)]
    pub limits: LimitArguments,
    /// For all levels together
    #[arg(long, value_name = "T", value_parser = units::time, allow_hyphen_values = true)]
    pub total_time: Option<Duration>,
    /// For methods that draw random numbers
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub seed: u64,
    /// Threads within one level
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=256))]
    pub threads: u16,
    #[command(flatten)]
    pub each: EachArguments,
    /// Ten times a second a line {"progress":{...}} before the answer: for programs that watch
    #[arg(long, requires = "json")]
    pub progress_json: bool,
    /// Show the moves on the board
    #[arg(long, conflicts_with = "json")]
    pub animate: bool,
    /// Tell the plan as well, and why each move of the solution is made (Sokoban)
    #[arg(long)]
    pub explain: bool,
}

#[derive(Debug, Args)]
pub struct CheckArguments {
    #[command(flatten)]
    pub input: InputArguments,
    /// A solution to referee; @FILE reads it from a file
    #[arg(long, value_name = "S", allow_hyphen_values = true)]
    pub solution: Option<String>,
    /// The answer of another solver to a model of the level: a file, or - for standard input
    #[arg(long, value_name = "FILE", conflicts_with = "solution")]
    pub model_solution: Option<String>,
    /// The formulation that the answer belongs to, with its options as NAME:key=value,...
    #[arg(long, value_name = "F", requires = "model_solution")]
    pub formulation: Option<String>,
    /// Ask this alone: is it valid, can it be solved, is its solution the only one, how hard is it?
    #[arg(long, value_name = "QUESTION", conflicts_with_all = ["solution", "model_solution"])]
    pub only: Option<Question>,
    /// How many solutions to count at most, where a puzzle has several; 2 tells whether it is unique
    #[arg(long, value_name = "LIMIT", default_value_t = 2, value_parser = clap::value_parser!(u64).range(1..))]
    pub count: u64,
    /// What is to be least
    #[arg(long, value_name = "M", default_value = "", hide_default_value = true)]
    pub metric: String,
    #[command(flatten)]
    pub limits: LimitArguments,
    #[command(flatten)]
    pub each: EachArguments,
}

/// What `check --only` asks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub enum Question {
    Valid,
    Solvable,
    Unique,
    Rating,
}

#[derive(Debug, Args)]
pub struct ImproveArguments {
    #[command(flatten)]
    pub input: InputArguments,
    /// The solution; @FILE reads it from a file, - from standard input
    #[arg(long, value_name = "S", required = true, allow_hyphen_values = true)]
    pub solution: String,
    /// What is to be least, as M or M,M2
    #[arg(long, value_name = "M", default_value = "", hide_default_value = true)]
    pub metric: String,
    #[command(flatten)]
    pub limits: LimitArguments,
    /// One JSON object: the answer, and what was given
    #[arg(long)]
    pub json: bool,
}

#[derive(Debug, Args)]
pub struct RateArguments {
    #[command(flatten)]
    pub input: InputArguments,
    #[command(flatten)]
    pub limits: LimitArguments,
    #[command(flatten)]
    pub each: EachArguments,
}

#[derive(Debug, Args)]
#[command(after_long_help = generators_help())]
pub struct GenerateArguments {
    #[arg(value_parser = puzzle_names())]
    pub puzzle: String,
    /// What is wished, see the list of generators in --help: width=8 colours=7
    #[arg(value_name = "KEY=VALUE")]
    pub wishes: Vec<String>,
    /// The generator [default: the puzzle's first]
    #[arg(long, value_name = "GENERATOR")]
    pub by: Option<String>,
    /// How many levels
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..))]
    pub count: u32,
    /// Only levels of this grade
    #[arg(long, value_parser = ["beginner", "intermediate", "advanced", "expert"])]
    pub grade: Option<String>,
    /// Where the random numbers begin: the same seed gives the same levels
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub seed: u64,
    /// The first try, to go on where an earlier generation stopped
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub from: u64,
    /// Tries at most
    #[arg(long, value_name = "N")]
    pub tries: Option<u64>,
    /// Time at most; without it, a minute without a new level ends it
    #[arg(long, value_name = "T", value_parser = units::time, allow_hyphen_values = true)]
    pub time: Option<Duration>,
    /// Drop levels that differ by one piece as well as equal ones
    #[arg(long)]
    pub apart: bool,
    /// Keep levels that are mirror images of others
    #[arg(long, conflicts_with = "apart")]
    pub mirrors: bool,
    /// Threads; the levels are the same with any number
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=256))]
    pub threads: u16,
    /// The format to write; without it the puzzle's first
    #[arg(long, value_name = "FORMAT")]
    pub to: Option<String>,
    /// One JSON object per level, with its solution, rating and origin
    #[arg(long, conflicts_with = "to")]
    pub json: bool,
}

#[derive(Debug, Args)]
pub struct HintArguments {
    #[command(flatten)]
    pub input: InputArguments,
    /// The moves played so far
    #[arg(long, value_name = "S", default_value = "", hide_default_value = true, allow_hyphen_values = true)]
    pub moves: String,
    /// How many steps to show
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub steps: usize,
    /// No step, but the plan: what to pack first and where to park (Sokoban)
    #[arg(long, conflicts_with = "steps")]
    pub plan: bool,
    #[command(flatten)]
    pub limits: LimitArguments,
    /// As one JSON object
    #[arg(long)]
    pub json: bool,
}

#[derive(Debug, Args)]
pub struct ConvertArguments {
    #[command(flatten)]
    pub input: InputArguments,
    /// The format to write; without it the puzzle's first
    #[arg(long, value_name = "FORMAT")]
    pub to: Option<String>,
    /// Write this solution of the level in another form, instead of the level
    #[arg(long, value_name = "S", requires = "to", allow_hyphen_values = true)]
    pub solution: Option<String>,
}

#[derive(Debug, Args)]
pub struct ModelArguments {
    #[command(flatten)]
    pub input: InputArguments,
    /// The formulation, with options as NAME:key=value,...; without it they are listed
    #[arg(long, value_name = "F")]
    pub formulation: Option<String>,
    /// The language or file format; `table` solves the model and prints its assignment
    #[arg(long, value_name = "T", requires = "formulation")]
    pub to: Option<String>,
    /// The engine that solves, for `--to table`
    #[arg(long, value_name = "E", default_value = "sat")]
    pub engine: String,
    /// The file to write; other endings are put in its place where there are several files
    #[arg(short = 'o', long, value_name = "OUT")]
    pub out: Option<std::path::PathBuf>,
    #[command(flatten)]
    pub limits: LimitArguments,
}

/// The table of generators with their wishes, made from the catalog.
fn generators_help() -> String {
    let mut text = say(words::GENERATORS_TITLE) + "\n";
    for puzzle in PUZZLES {
        let name = puzzle.info().name;
        for generator in puzzle.generators() {
            let about = say(generator.said_about(name));
            text += &format!("\n  {name} --by {}: {about}\n", generator.name);
            for option in generator.options {
                let about = option.said_about(&generator.owner(name));
                let help = words::HELP_DEFAULT.with("help", about).with("value", option.default());
                text += &format!("      {}={}  {}\n", option.name, option.range(), say(help));
            }
        }
    }
    text
}
