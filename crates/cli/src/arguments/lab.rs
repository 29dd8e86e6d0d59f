//! Commands of the lab: campaigns and their reports.

use clap::{Args, Subcommand};

use super::store::DatabaseArguments;
use super::work::ClusterArguments;

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
