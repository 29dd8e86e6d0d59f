//! A folder with a campaign, and what is asked of it.

use std::collections::BTreeMap;
use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::PathBuf;
use std::process::{Command, Output, Stdio};

use ingenio_core::{CampaignRun, Ending};
use ingenio_lab::read_results;
use tempfile::TempDir;

use crate::cluster::Cluster;

pub const INGENIO: &str = env!("CARGO_BIN_EXE_ingenio");

/// So many runs of a program that naps and answers; every seventh answer is wrong.
pub fn campaign(runs: usize, nap: &str) -> String {
    let script = format!("sleep {nap}; [ $(({{seed}} % 7)) = 0 ] && echo L || echo R");
    format!(
        "title = 'shared'\nseeds = '1..{runs}'\nbudget = {{ time = 60, memory = 256 }}\n\
         [[levels]]\ntext = '1 2 3/4 5 6/7 _ 8'\npuzzle = 'taquin'\n\
         [[programs]]\nname = 'short'\ncommand = ['sh', '-c', '{script}']\n"
    )
}

pub fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

/// A folder with a campaign `c.toml`, and a queue to ask.
pub struct Site<'a> {
    pub home: TempDir,
    pub cluster: Option<&'a Cluster>,
}

impl<'a> Site<'a> {
    pub fn new(cluster: Option<&'a Cluster>, campaign: &str) -> Self {
        let home = TempDir::new().unwrap();
        fs::write(home.path().join("c.toml"), campaign).unwrap();
        let site = Site { home, cluster };
        if cluster.is_none() {
            site.command_says("scontrol", "echo 'MaxArraySize = 1001'");
            site.command_says("sbatch", "echo 17");
            site.command_says("squeue", "");
            site.command_says("scancel", "");
        }
        site
    }

    /// A command of a Slurm that is none.
    pub fn command_says(&self, name: &str, script: &str) {
        let file = self.home.path().join("bin").join(name);
        fs::create_dir_all(file.parent().unwrap()).unwrap();
        // Whoever is just being started has the old file open.
        fs::write(file.with_extension("new"), format!("#!/bin/sh\n{script}\n")).unwrap();
        fs::set_permissions(file.with_extension("new"), fs::Permissions::from_mode(0o755)).unwrap();
        fs::rename(file.with_extension("new"), file).unwrap();
    }

    pub fn out(&self) -> PathBuf {
        self.home.path().join("c")
    }

    pub fn command(&self) -> Command {
        let mut command = self.cluster.map_or_else(|| Command::new(INGENIO), |one| one.command(INGENIO));
        if self.cluster.is_none() {
            let path = std::env::var("PATH").unwrap_or_default();
            command.env("PATH", format!("{}:{path}", self.home.path().join("bin").display()));
        }
        command.env("XDG_DATA_HOME", self.home.path()).env_remove("INGENIO_DATABASE");
        command.current_dir(self.home.path());
        command
    }

    pub fn lab(&self, arguments: &[&str]) -> Output {
        let mut command = self.command();
        command.arg("lab").args(arguments).args(["--allow-programs", "--no-store"]).output().unwrap()
    }

    /// With options of sbatch, which come last.
    pub fn submit(&self, arguments: &[&str], sbatch: &[&str]) -> Output {
        let mut command = self.command();
        command.args(["lab", "run", "c.toml", "--on", "slurm", "--allow-programs", "--no-store"]);
        command.args(arguments).arg("--").args(sbatch).output().unwrap()
    }

    pub fn task(&self, submission: u32, task: usize) -> Command {
        let mut command = self.command();
        command.args([
            "lab",
            "task",
            &format!("c/shares/{submission}"),
            &task.to_string(),
            "--allow-programs",
        ]);
        command.stdout(Stdio::piped()).stderr(Stdio::piped());
        command
    }

    pub fn results(&self) -> Vec<CampaignRun> {
        read_results(&self.out()).unwrap_or_default()
    }

    /// All lines of all journals.
    pub fn lines(&self) -> usize {
        let inside = |folder: PathBuf| {
            let entries = fs::read_dir(folder).into_iter().flatten().flatten();
            entries.map(|entry| entry.path()).collect::<Vec<_>>()
        };
        let tasks = inside(self.out().join("shares")).into_iter().flat_map(inside);
        let files = tasks.flat_map(inside).chain([self.out().join("results.jsonl")]);
        let journals = files.filter(|path| path.extension().is_some_and(|ending| ending == "jsonl"));
        journals.map(|path| read_results(&path).unwrap_or_default().len()).sum()
    }

    pub fn list(&self) -> String {
        text(&self.lab(&["list", "."]).stdout)
    }
}

pub fn verdicts(runs: &[CampaignRun]) -> BTreeMap<u64, Ending> {
    runs.iter().map(|run| (run.answer.seed, run.answer.outcome.kind())).collect()
}

/// As every seventh is wrong.
pub fn expected(runs: u64) -> BTreeMap<u64, Ending> {
    (1..=runs).map(|seed| (seed, if seed % 7 == 0 { Ending::Wrong } else { Ending::Solved })).collect()
}
