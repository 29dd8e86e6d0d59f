//! The command `learn`.

use std::path::PathBuf;

use clap::{Args, Subcommand};

#[derive(Debug, Subcommand)]
pub enum LearnCommand {
    /// Learn how many pushes are left in Sokoban, from rooms of which every distance is known
    H(LearnArguments),
    /// Learn which push is one of the best in Sokoban
    Policy(LearnPolicyArguments),
}

#[derive(Debug, Args)]
pub struct LearnArguments {
    /// The file of weights to write; its card is written beside it
    pub out: PathBuf,
    /// Tries to make a room; about half of them give one
    #[arg(long, value_name = "N", default_value_t = 1500)]
    pub rooms: u64,
    /// Where random numbers begin: the same seed gives the same weights
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub seed: u64,
    /// Threads; they change nothing but the time
    #[arg(long, value_name = "N", default_value_t = 2)]
    pub threads: u16,
    /// Levels that must not be learned from, besides those of the shipped packs: no room has the floor of one of them
    #[arg(long, value_name = "FILE", num_args = 1..)]
    pub not: Vec<String>,
}

#[derive(Debug, Args)]
pub struct LearnPolicyArguments {
    #[command(flatten)]
    pub common: LearnArguments,
    /// The weights of the estimate, which the policy looks at [default: those of the program]
    #[arg(long, value_name = "FILE")]
    pub estimate: Option<PathBuf>,
}
