//! What commands take that are about other machines: clusters, and workers of a database.

use std::time::Duration;

use clap::Args;

use crate::units;

#[derive(Debug, Default, Args)]
pub struct ClusterArguments {
    /// Where runs are made: `here`, on this machine; `slurm`, as an array job; or by the workers of a database of `PostgreSQL`, `postgres://USER:PASSWORD@HOST/NAME` [default: here; to resume, as before]
    #[arg(long, value_name = "WHERE")]
    pub on: Option<RunsOn>,
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

/// Where the runs of a campaign are made.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RunsOn {
    Here,
    Slurm,
    /// By workers of this database.
    Database(String),
}

impl std::str::FromStr for RunsOn {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        match text {
            "here" => Ok(RunsOn::Here),
            "slurm" => Ok(RunsOn::Slurm),
            address if ingenio_store::is_postgres(address) => Ok(RunsOn::Database(address.to_owned())),
            _ => Err(crate::reader::say(crate::words::RUNS_ON)),
        }
    }
}

/// Who does the solver jobs of a server.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub enum SolverHands {
    Here,
    Database,
}

/// What a worker takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub enum Takes {
    Jobs,
    Campaigns,
}

#[derive(Debug, Args)]
pub struct WorkerArguments {
    /// The database of `PostgreSQL` that hands out the work, `postgres://USER:PASSWORD@HOST/NAME`
    #[arg(long, value_name = "URL", env = "INGENIO_DATABASE", hide_env_values = true)]
    pub database: String,
    /// Things done at once
    #[arg(long, value_name = "N", env = "INGENIO_JOBS", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub jobs: u16,
    /// Take solver jobs of web servers only, or runs of campaigns only
    #[arg(long, value_name = "WHAT", env = "INGENIO_ONLY")]
    pub only: Option<Takes>,
    /// Run programs of others too, in a sandbox; without it campaigns that have any are left to other workers
    #[arg(long, env = "INGENIO_ALLOW_PROGRAMS")]
    pub allow_programs: bool,
    /// Others take over what this worker has when it was silent for so long
    #[arg(long, value_name = "TIME", env = "INGENIO_LEASE", value_parser = lease, default_value = "30s")]
    pub lease: Duration,
}

/// The shortest that can be renewed in time.
const SHORTEST_LEASE: Duration = Duration::from_secs(1);

fn lease(text: &str) -> Result<Duration, String> {
    let lease = units::time(text)?;
    if lease < SHORTEST_LEASE { Err(crate::reader::say(crate::words::SHORT_LEASE)) } else { Ok(lease) }
}
