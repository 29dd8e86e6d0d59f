//! The command that plays in the terminal.

use clap::Args;

use super::common::ReadingArguments;
use super::store::DatabaseArguments;

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
