//! Commands about the database: where it is, and what is kept in it.

use clap::{Args, Subcommand};

#[derive(Debug, Args)]
pub struct DatabaseArguments {
    /// Where plays are kept: a file, or a database of `PostgreSQL` by its address [default: a file in your data folder]
    #[arg(long, value_name = "FILE|URL", env = "INGENIO_DATABASE", hide_env_values = true, global = true)]
    pub database: Option<String>,
}

#[derive(Debug, Args)]
pub struct StoreArguments {
    #[command(subcommand)]
    pub action: StoreAction,
    #[command(flatten)]
    pub database: DatabaseArguments,
}

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
