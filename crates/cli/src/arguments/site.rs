//! Commands of those who run the web platform: serve it, write it as files, look after its accounts.

use std::time::Duration;

use clap::{Args, Subcommand};

use super::store::DatabaseArguments;
use super::work::SolverHands;
use crate::units;

#[derive(Debug, Args)]
pub struct SiteArguments {
    /// The folder to write; it is new, empty, or holds an earlier site
    pub folder: std::path::PathBuf,
}

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
    /// Who does solver jobs: `here`, this server; or `database`, workers of the database (`ingenio worker`)
    #[arg(long, value_name = "WHO", env = "INGENIO_WORKERS", value_enum, default_value_t = SolverHands::Here)]
    pub workers: SolverHands,
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

#[derive(Debug, Args)]
pub struct AdminArguments {
    #[command(subcommand)]
    pub action: AdminAction,
    #[command(flatten)]
    pub database: DatabaseArguments,
}

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
    /// List the campaigns that were handed out to workers, the oldest first: how many runs they have, and how many results
    #[command(name = "handed-out")]
    HandedOut {
        /// One JSON object per line
        #[arg(long)]
        json: bool,
    },
    /// Take a campaign off the queue with the results that nobody collected, by its name there: one whose folder is gone
    TakeOff { name: String },
    /// Bring the database up to date; servers and workers of older versions must not run meanwhile
    Upgrade,
}
