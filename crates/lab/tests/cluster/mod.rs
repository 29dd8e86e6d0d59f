//! A real Slurm for tests and figures: three nodes on this machine, as plain processes in a temporary folder, as
//! root or as any other user. A small shell watches over it: when this program ends, however it ends, the
//! shell's input does too, and it stops everything and clears the folder.

use std::io::{BufRead, BufReader};
use std::net::TcpListener;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};

pub mod disturb;

/// The nodes.
pub const NODES: [&str; 3] = ["n1", "n2", "n3"];

const SCRIPT: &str = include_str!("cluster.sh");

pub struct Cluster {
    folder: PathBuf,
    watch: Child,
}

impl Drop for Cluster {
    fn drop(&mut self) {
        drop(self.watch.stdin.take());
        let _ = self.watch.wait();
    }
}

/// The environment variable that names what is not to be tested.
const WITHOUT: &str = "INGENIO_WITHOUT";

impl Cluster {
    /// Nothing where Slurm was left out by name.
    pub fn start() -> Option<Self> {
        if std::env::var(WITHOUT).is_ok_and(|names| names.split(',').any(|name| name == "slurm")) {
            eprintln!("Slurm is left out, for {WITHOUT} says so.");
            return None;
        }
        for program in ["munged", "slurmctld", "slurmd", "sbatch"] {
            assert!(
                is_installed(program),
                "{program} is not installed: `scripts/setup-tests` installs Slurm where the system has it, \
                 {WITHOUT}=slurm leaves its tests out."
            );
        }
        // Between finding free ports and taking them somebody else may take one.
        let started = (0..3).find_map(|_| Cluster::try_start());
        Some(started.expect("Slurm starts; what it said stands above"))
    }

    fn try_start() -> Option<Self> {
        let folder = tempfile::Builder::new().prefix("slurm-").tempdir().expect("a folder").keep();
        let free: Vec<TcpListener> =
            (0..4).map(|_| TcpListener::bind("127.0.0.1:0").expect("a free port")).collect();
        let ports = free.iter().map(|one| one.local_addr().expect("an address").port().to_string());
        let ports: Vec<String> = ports.collect();
        drop(free);
        let mut watch = Command::new("sh")
            .args(["-c", SCRIPT, "cluster"])
            .arg(&folder)
            .args(ports)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("a shell");
        let mut said = String::new();
        let out = watch.stdout.take().expect("it is piped");
        BufReader::new(out).read_line(&mut said).expect("it can be read");
        if said.trim() == "ready" {
            return Some(Cluster { folder, watch });
        }
        eprintln!("{said}");
        let _ = watch.wait();
        None
    }

    /// A command of Slurm, or a program that calls some.
    pub fn command(&self, program: impl AsRef<std::ffi::OsStr>) -> Command {
        let mut command = Command::new(program);
        command.env("SLURM_CONF", self.folder.join("slurm.conf")).env("PATH", search_path());
        command
    }

    pub fn ask(&self, program: &str, arguments: &[&str]) -> Output {
        self.command(program).args(arguments).output().expect("it starts")
    }

    /// Lines of the queue in this format.
    pub fn queue(&self, format: &str) -> Vec<String> {
        let said = self.ask("squeue", &["--noheader", "--array", "--format", format]);
        String::from_utf8_lossy(&said.stdout).lines().map(|line| line.trim().to_owned()).collect()
    }

    pub fn kill_node(&self, node: &str) {
        if let Some(pid) = self.node(node) {
            kill(pid);
        }
    }

    /// Starts the daemon of a node where it is not there.
    pub fn revive_node(&self, node: &str) {
        let alive = self.node(node).is_some_and(is_alive);
        if !alive {
            let conf = self.folder.join("slurm.conf");
            let _ = self.command("slurmd").arg("-f").arg(conf).args(["-N", node]).status();
        }
    }

    fn node(&self, node: &str) -> Option<u32> {
        let file = self.folder.join("run").join(format!("slurmd.{node}.pid"));
        std::fs::read_to_string(file).ok()?.trim().parse().ok()
    }
}

/// Dead at once, as when a machine loses its power.
pub fn kill(pid: u32) {
    let _ = Command::new("kill").args(["-9", &pid.to_string()]).stderr(Stdio::null()).status();
}

fn is_alive(pid: u32) -> bool {
    let status = std::fs::read_to_string(format!("/proc/{pid}/stat")).unwrap_or_default();
    // One that has ended and that nobody has asked for yet is not alive.
    status.rsplit(") ").next().is_some_and(|rest| !rest.is_empty() && !rest.starts_with('Z'))
}

/// Daemons are where ordinary users do not look.
fn search_path() -> String {
    std::env::var("PATH").unwrap_or_default() + ":/usr/sbin:/sbin"
}

fn is_installed(program: &str) -> bool {
    search_path().split(':').any(|folder| Path::new(folder).join(program).is_file())
}

/// Processes whose command line holds these words, with their parents.
pub fn processes(words: &[&str]) -> Vec<(u32, u32)> {
    let entries = std::fs::read_dir("/proc").into_iter().flatten().flatten();
    let pids = entries.filter_map(|entry| entry.file_name().to_str()?.parse::<u32>().ok());
    let fits = |pid: &u32| {
        let line = std::fs::read(format!("/proc/{pid}/cmdline")).unwrap_or_default();
        let line = String::from_utf8_lossy(&line).replace('\0', " ");
        words.iter().all(|word| line.contains(word))
    };
    pids.filter(fits).filter_map(|pid| Some((pid, parent(pid)?))).collect()
}

fn parent(pid: u32) -> Option<u32> {
    let status = std::fs::read_to_string(format!("/proc/{pid}/status")).ok()?;
    status.lines().find_map(|line| line.strip_prefix("PPid:"))?.trim().parse().ok()
}
