//! What several commands take: levels, how they are read, what each may cost, names of puzzles and methods.

use std::ffi::OsStr;
use std::time::Duration;

use clap::Args;
use clap::builder::{PossibleValue, StringValueParser, TypedValueParser};
use ingenio_catalog::PUZZLES;

use crate::units;

/// Where the levels come from.
#[derive(Debug, Args)]
pub struct InputArguments {
    /// Files with levels, - for standard input
    #[arg(required = true, value_name = "FILE")]
    pub files: Vec<String>,
    #[command(flatten)]
    pub reading: ReadingArguments,
}

/// How levels are read.
#[derive(Debug, Args)]
pub struct ReadingArguments {
    /// Which puzzle it is, where the text does not tell
    #[arg(long, value_parser = puzzle_names())]
    pub puzzle: Option<String>,
    /// Only this level of the file, counted from 1
    #[arg(long, value_name = "N", conflicts_with = "levels", value_parser = clap::value_parser!(u32).range(1..))]
    pub level: Option<u32>,
    /// Only these levels, as A..B
    #[arg(long, value_name = "A..B", value_parser = units::range)]
    pub levels: Option<(usize, usize)>,
    /// Taquin: where the blank ends up on boards that do not say it
    #[arg(long, value_name = "WHERE")]
    pub goal: Option<String>,
    /// The rule set, where a puzzle has several
    #[arg(long, value_name = "RULES")]
    pub rules: Option<String>,
    /// Tetravex: ask for a full board instead of as many tiles as possible
    #[arg(long)]
    pub complete: bool,
    /// Any other setting of the puzzle, as KEY=VALUE
    #[arg(long, value_name = "KEY=VALUE")]
    pub set: Vec<String>,
}

/// What a level may cost, all phases of a command together.
#[derive(Debug, Default, Args)]
pub struct LimitArguments {
    /// Time per level: 10, 2.5s, 500ms, 3m
    #[arg(long, value_name = "T", value_parser = units::time, allow_hyphen_values = true)]
    pub time: Option<Duration>,
    /// Processor time per level, of all its threads: the same on a busy machine
    #[arg(long, value_name = "T", value_parser = units::time, allow_hyphen_values = true)]
    pub cpu_time: Option<Duration>,
    /// Expanded nodes per level
    #[arg(long, value_name = "N")]
    pub nodes: Option<u64>,
    /// Memory per level: 512M, 8G [default: three quarters of what is free]
    #[arg(long, value_name = "B", value_parser = units::size)]
    pub memory: Option<u64>,
}

/// How a command goes through its levels and tells of each.
#[derive(Debug, Args)]
pub struct EachArguments {
    /// Levels at a time
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=256))]
    pub jobs: u16,
    /// One JSON object per level
    #[arg(long)]
    pub json: bool,
}

pub fn puzzle_names() -> clap::builder::PossibleValuesParser {
    let value = |puzzle: &&dyn ingenio_core::AnyPuzzle| {
        PossibleValue::new(puzzle.info().name).aliases(puzzle.info().also_known_as)
    };
    PUZZLES.iter().map(value).collect::<Vec<_>>().into()
}

/// Accepts `NAME` and `NAME:options`. Whether the puzzle at hand has a method of that name is known only when a level
/// is read; then its own methods are named. The names of all puzzles are here for the shell's completion.
#[derive(Clone, Debug)]
pub struct MethodParser;

fn method_names() -> Vec<&'static str> {
    let mut names = vec!["auto"];
    for method in PUZZLES.iter().flat_map(|puzzle| puzzle.methods()) {
        if !names.contains(&method.name) {
            names.push(method.name);
        }
    }
    names
}

impl TypedValueParser for MethodParser {
    type Value = String;

    fn parse_ref(
        &self,
        command: &clap::Command,
        argument: Option<&clap::Arg>,
        value: &OsStr,
    ) -> Result<String, clap::Error> {
        StringValueParser::new().parse_ref(command, argument, value)
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        Some(Box::new(method_names().into_iter().map(PossibleValue::new)))
    }
}
