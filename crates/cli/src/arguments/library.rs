//! Commands about what the program brings along: packs, tables, methods, languages, lessons.

use clap::builder::TypedValueParser;
use clap::{Args, Subcommand};

use super::common::{LimitArguments, puzzle_names};
use crate::units;

/// Which exercise, and the answer to it.
#[derive(Debug, Args)]
pub struct ExerciseArguments {
    /// The lesson; without it, the lessons there are
    #[arg(value_parser = lesson_names())]
    pub lesson: Option<String>,
    /// The exercise, counted from 1; without it, all of the lesson
    pub number: Option<usize>,
    /// The answer; without it, the question
    #[arg(allow_negative_numbers = true)]
    pub answer: Vec<String>,
    /// Take the answer from a file, - for standard input: how levels are handed in
    #[arg(long, value_name = "FILE", conflicts_with = "answer", requires = "number")]
    pub file: Option<String>,
    /// Say where to begin
    #[arg(long, requires = "number")]
    pub hint: bool,
    /// Write the whole lesson as a Jupyter notebook, - for standard output
    #[arg(long, value_name = "FILE", requires = "lesson", conflicts_with = "number")]
    pub notebook: Option<String>,
    /// One JSON object: right, why
    #[arg(long)]
    pub json: bool,
}

fn lesson_names() -> impl TypedValueParser<Value = String> {
    clap::builder::PossibleValuesParser::new(ingenio_lessons::LESSONS.iter().map(|lesson| lesson.name))
}

#[derive(Debug, Args)]
pub struct PackArguments {
    #[command(subcommand)]
    pub action: PackAction,
}

#[derive(Debug, Subcommand)]
pub enum PackAction {
    /// Make a pack by a recipe, with its solutions in a side file
    Make {
        /// Recipes: packs come out with the same name
        #[arg(required = true, value_name = "RECIPE")]
        recipes: Vec<std::path::PathBuf>,
        /// The folder for the packs
        #[arg(long, short, value_name = "FOLDER", default_value = ".")]
        out: std::path::PathBuf,
        /// Threads; the pack is the same with any number
        #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=256))]
        threads: u16,
    },
    /// Rate the levels of packs anew and write their points into the files; levels and order stay
    Rate {
        #[arg(required = true, value_name = "PACK")]
        packs: Vec<std::path::PathBuf>,
    },
    /// Prove anew what packs say of their levels
    Check {
        #[arg(required = true, value_name = "PACK")]
        packs: Vec<std::path::PathBuf>,
        /// Only every so many levels
        #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..))]
        every: u32,
        #[command(flatten)]
        limits: LimitArguments,
    },
}

/// Where runs are made, and what the queue of a cluster is asked for.
#[derive(Debug, Args)]
pub struct MethodsArguments {
    /// Only the methods of this puzzle
    #[arg(value_parser = puzzle_names())]
    pub puzzle: Option<String>,
    /// As one JSON array
    #[arg(long, conflicts_with = "markdown")]
    pub json: bool,
    /// As a Markdown table
    #[arg(long)]
    pub markdown: bool,
}

#[cfg(feature = "server")]
#[derive(Debug, Args)]
pub struct LanguagesArguments {
    /// A language by its code, or the file of one; without it, the languages there are
    #[arg(value_name = "LANGUAGE")]
    pub table: Option<String>,
    /// Print the sentences that it lacks, ready to be translated; for a new code, the whole file
    #[arg(long, requires = "table")]
    pub missing: bool,
    /// Print the sentences whose English has changed since they were translated
    #[arg(long, requires = "table", conflicts_with = "missing")]
    pub stale: bool,
    /// Print the file with a mark of the English text behind every sentence that has none
    #[arg(long, requires = "table", conflicts_with_all = ["missing", "stale"])]
    pub mark: bool,
}

#[derive(Debug, Args)]
pub struct TablesArguments {
    #[command(subcommand)]
    pub action: TablesAction,
}

#[derive(Debug, Subcommand)]
pub enum TablesAction {
    /// What is kept, and what can be built ahead
    List,
    /// Build tables ahead: by name, or all of them
    Build {
        #[arg(value_name = "NAME")]
        names: Vec<String>,
        /// What building may take: 512M, 8G [default: three quarters of what is free]
        #[arg(long, value_name = "B", value_parser = units::size)]
        memory: Option<u64>,
    },
    /// Remove all that is kept
    Clear,
}
