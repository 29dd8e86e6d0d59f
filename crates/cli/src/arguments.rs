//! What can be typed. Methods and settings are not repeated here: possible values, help texts and
//! shell completions are made from the catalog.

use std::ffi::OsStr;
use std::time::Duration;

use clap::builder::{PossibleValue, StringValueParser, TypedValueParser};
use clap::{Args, Parser, Subcommand};
use ingenio_catalog::PUZZLES;
use ingenio_core::Language;

use crate::reader::say;
use crate::{units, words};

const VERSION: &str = concat!(env!("CARGO_PKG_VERSION"), " (", env!("INGENIO_COMMIT"), ")");

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

fn language(code: &str) -> Result<Language, String> {
    Language::find(code)
        .ok_or_else(|| say(words::NO_SUCH_LANGUAGE.with("code", code).with("known", known_languages())))
}

pub fn known_languages() -> String {
    Language::all().iter().map(|language| language.code()).collect::<Vec<_>>().join(", ")
}

fn lesson_names() -> impl TypedValueParser<Value = String> {
    clap::builder::PossibleValuesParser::new(ingenio_lessons::LESSONS.iter().map(|lesson| lesson.name))
}

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
    /// Levels at a time
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=256))]
    pub jobs: u16,
    /// One JSON object per level
    #[arg(long)]
    pub json: bool,
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
    /// Levels at a time
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=256))]
    pub jobs: u16,
    /// One JSON object per level
    #[arg(long)]
    pub json: bool,
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
    /// Levels at a time
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=256))]
    pub jobs: u16,
    /// One JSON object per level
    #[arg(long)]
    pub json: bool,
}

#[cfg(feature = "pictures")]
#[derive(Debug, Args)]
pub struct RenderArguments {
    #[command(flatten)]
    pub input: InputArguments,
    /// The picture, by its ending: .svg, .png, or .gif, which moves
    #[arg(long, short, value_name = "PICTURE")]
    pub out: String,
    /// The moves played so far
    #[arg(long, value_name = "S", default_value = "", hide_default_value = true, allow_hyphen_values = true)]
    pub moves: String,
    /// Solve it from there: the picture shows the end, or in a .gif the way
    #[arg(long)]
    pub solved: bool,
    /// Paper or night
    #[arg(long, default_value = "light", value_parser = ["light", "dark"])]
    pub theme: String,
    /// Pixels per cell
    #[arg(long, value_name = "N", default_value_t = 48, value_parser = clap::value_parser!(u16).range(4..=1000))]
    pub size: u16,
    /// Milliseconds per move of a .gif
    #[arg(long, value_name = "N", default_value_t = 250, value_parser = clap::value_parser!(u16).range(20..=10_000))]
    pub pause: u16,
    #[command(flatten)]
    pub limits: LimitArguments,
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

#[cfg(feature = "terminal")]
#[derive(Debug, Args)]
pub struct PlayArguments {
    /// A puzzle, or a file with levels, or - for standard input
    #[arg(value_name = "PUZZLE|FILE")]
    pub what: Option<String>,
    #[command(flatten)]
    pub reading: ReadingArguments,
    /// Who plays
    #[arg(long, value_name = "NAME", env = "USER", default_value = "you", hide_env = true)]
    pub player: String,
    #[command(flatten)]
    pub database: DatabaseArguments,
    /// Plain characters only
    #[arg(long)]
    pub ascii: bool,
    /// Play the plays of a file again, without a screen, and say whether they end as they were seen
    #[arg(long, value_name = "FILE", conflicts_with_all = ["what", "ascii"])]
    pub replay: Option<String>,
}

#[cfg(feature = "server")]
#[derive(Debug, Args)]
pub struct SiteArguments {
    /// The folder to write; it is new, empty, or holds an earlier site
    pub folder: std::path::PathBuf,
}

#[cfg(feature = "server")]
#[derive(Debug, Args)]
pub struct ServeArguments {
    /// The address to listen on; port 0 takes any that is free
    #[arg(long, value_name = "ADDRESS", env = "INGENIO_LISTEN", default_value = "127.0.0.1:8017")]
    pub listen: std::net::SocketAddr,
    /// Where everything is kept: a file, or a database of `PostgreSQL` by its address, `postgres://USER:PASSWORD@HOST/NAME` [default: a file in your data folder]
    #[arg(long, value_name = "FILE|URL", env = "INGENIO_DATABASE", hide_env_values = true)]
    pub database: Option<String>,
    /// People come over TLS: cookies travel encrypted only
    #[arg(long, env = "INGENIO_SECURE")]
    pub secure: bool,
    /// A proxy stands in front and says in x-forwarded-for who asks
    #[arg(long, env = "INGENIO_BEHIND_PROXY")]
    pub behind_proxy: bool,
    /// Solver jobs at once [default: half of the cores]
    #[arg(long, value_name = "N", env = "INGENIO_SOLVERS")]
    pub solvers: Option<usize>,
    /// Memory of one solver job
    #[arg(long, value_name = "BYTES", env = "INGENIO_SOLVER_MEMORY", value_parser = units::size, default_value = "1G")]
    pub solver_memory: u64,
    /// Longest time of one solver job
    #[arg(long, value_name = "TIME", env = "INGENIO_SOLVER_TIME", value_parser = units::time, default_value = "5m")]
    pub solver_time: Duration,
    /// Show the campaigns of the lab whose folders lie in this one
    #[arg(long, value_name = "FOLDER", env = "INGENIO_CAMPAIGNS")]
    pub campaigns: Option<std::path::PathBuf>,
    /// Offer the packs in this folder too: files of packs, or of levels one after another
    #[arg(long, value_name = "FOLDER", env = "INGENIO_PACKS")]
    pub packs: Option<std::path::PathBuf>,
    /// Requests of one player in a second, on average; four times as many of one address where nobody is known yet
    #[arg(long, value_name = "N", env = "INGENIO_REQUESTS", default_value_t = 50)]
    pub requests: u32,
    /// Connections of one network at once; five times as many live lines
    #[arg(long, value_name = "N", env = "INGENIO_CONNECTIONS", default_value_t = 200)]
    pub connections: usize,
    /// Logs as JSON, one object a line
    #[arg(long, env = "INGENIO_LOG_JSON")]
    pub log_json: bool,
}

#[cfg(feature = "store")]
#[derive(Debug, Args)]
pub struct DatabaseArguments {
    /// Where plays are kept: a file, or a database of `PostgreSQL` by its address [default: a file in your data folder]
    #[arg(long, value_name = "FILE|URL", env = "INGENIO_DATABASE", hide_env_values = true, global = true)]
    pub database: Option<String>,
}

#[cfg(feature = "store")]
#[derive(Debug, Args)]
pub struct StoreArguments {
    #[command(subcommand)]
    pub action: StoreAction,
    #[command(flatten)]
    pub database: DatabaseArguments,
}

#[cfg(feature = "store")]
#[derive(Debug, Subcommand)]
pub enum StoreAction {
    /// Write everything as lines of JSON
    Export {
        /// The file, or - for standard output
        #[arg(value_name = "FILE|-", default_value = "-")]
        file: String,
    },
    /// Add what lines of JSON tell; what is there already stays as it is
    Import {
        /// The file, or - for standard input
        #[arg(value_name = "FILE|-")]
        file: String,
    },
    /// Copy the database into a new file, also while it is in use
    Backup {
        /// The new file
        file: std::path::PathBuf,
    },
}

#[cfg(feature = "server")]
#[derive(Debug, Args)]
pub struct AdminArguments {
    #[command(subcommand)]
    pub action: AdminAction,
    #[command(flatten)]
    pub database: DatabaseArguments,
}

#[cfg(feature = "server")]
#[derive(Debug, Subcommand)]
pub enum AdminAction {
    /// List players and what they take up, the largest first
    Players {
        /// One object a line
        #[arg(long)]
        json: bool,
    },
    /// List the levels that people opened from their texts, the newest first
    Levels {
        /// One object a line
        #[arg(long)]
        json: bool,
    },
    /// List what people found wrong, the newest first; `play --replay` plays it again
    #[command(alias = "reports")]
    Findings {
        /// Write each as a file of plays into this folder
        #[arg(long, short, value_name = "FOLDER")]
        out: Option<std::path::PathBuf>,
    },
    /// Shut a player out; what they played stays
    Ban { name: String },
    /// Let a player in again
    Unban { name: String },
    /// Remove a player with everything they played; records stay without a name
    RemovePlayer { name: String },
    /// Remove a level with everything that was done on it
    RemoveLevel { id: String },
    /// List the levels that people published, the newest first
    Made {
        /// One JSON object per line
        #[arg(long)]
        json: bool,
    },
    /// Take down a published level with all its versions, by its key
    TakeDown { key: String },
    /// Set how many events a player may keep; without a number as many as everybody
    Quota { name: String, events: Option<u64> },
    /// Try whether a backup would do: read, referee and replay all of a copy
    Drill {
        /// A file that `store backup` wrote, or a database of `PostgreSQL` that a dump was restored into
        #[arg(value_name = "FILE|URL")]
        backup: String,
    },
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

#[cfg(feature = "server")]
#[derive(Debug, Args)]
pub struct LabArguments {
    #[command(subcommand)]
    pub action: LabAction,
    #[command(flatten)]
    pub database: DatabaseArguments,
    /// Leave the database alone: reports show no plays of people, and claims are not held against records
    #[arg(long, global = true, conflicts_with = "store")]
    pub no_store: bool,
    /// Bring the results into the database too, as `lab import` does later
    #[arg(long, global = true)]
    pub store: bool,
    /// Run programs of others without a sandbox: they may do whatever you may do
    #[arg(long, global = true)]
    pub allow_programs: bool,
}

#[cfg(feature = "server")]
#[derive(Debug, Subcommand)]
pub enum LabAction {
    /// Run a campaign; what is done already is not done again
    Run(LabRunArguments),
    /// Go on with a campaign in its folder
    Resume {
        /// The folder of the campaign
        #[arg(value_name = "FOLDER")]
        folder: std::path::PathBuf,
        /// Runs at a time; on a cluster, in each task [default: 1; on a cluster as before]
        #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=256))]
        jobs: Option<u16>,
        #[command(flatten)]
        cluster: ClusterArguments,
    },
    /// End the tasks of a campaign that wait or are at work on a cluster; what is done is kept
    Cancel {
        /// The folder of the campaign
        #[arg(value_name = "FOLDER")]
        folder: std::path::PathBuf,
    },
    /// What a task of an array job does: make the runs of one share. The job script calls it
    Task {
        /// The folder of the submission, `FOLDER/shares/NUMBER`
        #[arg(value_name = "SHARES")]
        shares: std::path::PathBuf,
        /// The number of the task in it
        #[arg(value_name = "TASK")]
        task: usize,
        /// Runs at a time
        #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=256))]
        jobs: u16,
    },
    /// Write the report of a campaign: HTML, Markdown, CSV, charts as SVG and PNG
    Report {
        /// The folder of a campaign, or a file of results
        #[arg(value_name = "RESULTS")]
        results: std::path::PathBuf,
        /// Plays of people, as lines of JSON from the store [default: the plays in the database]
        #[arg(long, value_name = "FILE")]
        plays: Option<std::path::PathBuf>,
        /// Where to write it [default: the folder of the results]
        #[arg(long, short, value_name = "FOLDER")]
        out: Option<std::path::PathBuf>,
        /// The page only, without files of charts
        #[arg(long)]
        page_only: bool,
    },
    /// Bring the results of campaigns into the database; what is there already is passed over
    Import {
        /// Folders of campaigns
        #[arg(value_name = "FOLDER", required = true)]
        folders: Vec<std::path::PathBuf>,
    },
    /// The campaigns in a folder, how they stand and when they end
    List {
        #[arg(value_name = "FOLDER", default_value = ".")]
        folder: std::path::PathBuf,
        /// As one JSON array
        #[arg(long)]
        json: bool,
    },
    /// What changed between two campaigns, and whether chance explains it
    Compare {
        #[arg(value_name = "RESULTS")]
        first: std::path::PathBuf,
        #[arg(value_name = "RESULTS")]
        second: std::path::PathBuf,
    },
    /// Run a campaign of programs, rank them, and write a report for each
    Judge(LabRunArguments),
}

#[cfg(feature = "server")]
#[derive(Debug, Args)]
pub struct LabRunArguments {
    #[arg(value_name = "CAMPAIGN")]
    pub campaign: std::path::PathBuf,
    /// Where results go [default: the name of the campaign, in this folder]
    #[arg(long, short, value_name = "FOLDER")]
    pub out: Option<std::path::PathBuf>,
    /// Runs at a time; on a cluster, in each task
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=256))]
    pub jobs: u16,
    /// Only list the runs and what they cost; with `--on slurm` only print the job script
    #[arg(long)]
    pub dry_run: bool,
    #[command(flatten)]
    pub cluster: ClusterArguments,
}

/// Where runs are made, and what the queue of a cluster is asked for.
#[cfg(feature = "server")]
#[derive(Debug, Default, Args)]
pub struct ClusterArguments {
    /// Where runs are made: on this machine, or as an array job of Slurm [default: here; to resume, as before]
    #[arg(long, value_name = "WHERE", value_parser = ["here", "slurm"])]
    pub on: Option<String>,
    /// On Slurm: in so many tasks [default: so many that each has ten minutes to do, within the limits of the site]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    pub tasks: Option<u32>,
    /// On Slurm: at most so many tasks at once
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    pub at_once: Option<u32>,
    /// On Slurm: the partition
    #[arg(long, value_name = "NAME")]
    pub partition: Option<String>,
    /// On Slurm: how long a task may take, as sbatch takes it: minutes, hours:minutes:seconds, days-hours
    #[arg(long, value_name = "TIME")]
    pub time: Option<String>,
    /// On Slurm: nodes that nobody else uses meanwhile, for clean timings
    #[arg(long)]
    pub exclusive: bool,
    /// On Slurm: a job script of your own; `--dry-run` prints the one that would be used
    #[arg(long, value_name = "FILE")]
    pub script: Option<std::path::PathBuf>,
    /// On Slurm: wait until the tasks have ended, then write the report
    #[arg(long)]
    pub wait: bool,
    /// On Slurm: any other options of sbatch, each as one word: `-- --account=ann --constraint=zen3`
    #[arg(last = true, value_name = "SBATCH-OPTION")]
    pub sbatch: Vec<String>,
}

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
    },
    /// Remove all that is kept
    Clear,
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

fn puzzle_names() -> clap::builder::PossibleValuesParser {
    let value = |puzzle: &&dyn ingenio_core::AnyPuzzle| {
        PossibleValue::new(puzzle.info().name).aliases(puzzle.info().also_known_as)
    };
    PUZZLES.iter().map(value).collect::<Vec<_>>().into()
}

/// Accepts `NAME` and `NAME:options`. Whether the puzzle at hand has a method of that name is known only when a level
/// is read; then its own methods are named. The names of all puzzles are here for the shell's completion.
#[derive(Clone, Debug)]
struct MethodParser;

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
