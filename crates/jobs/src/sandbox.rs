//! A box for programs of others: no network, no processes but its own, of the files only the system's
//! programs and what the program is given, nothing to write to but a fresh `/tmp` of bounded size, and none
//! of our environment. By bubblewrap, or, where it is not installed, by namespaces of the system directly;
//! both need that the system lends its users namespaces. Memory, time and the number of processes are kept
//! by the fence around the job.

use std::ffi::OsString;
use std::fmt;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use ingenio_core::Message;

use crate::words;

/// What builds the box.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sandbox {
    Bubblewrap,
    /// `unshare`, `mount` and `setpriv`, which every Debian has.
    Namespaces,
}

/// What a program finds in its box.
#[derive(Clone, Debug)]
pub struct View {
    /// Where it begins. It is there, and empty unless it may be read.
    pub folder: PathBuf,
    /// Files and folders that it may read, besides the system's.
    pub reads: Vec<PathBuf>,
    /// Bytes of its `/tmp`.
    pub scratch: u64,
}

/// The system's programs and libraries.
const SYSTEM: [&str; 8] = ["/usr", "/bin", "/sbin", "/lib", "/lib32", "/lib64", "/libx32", "/opt"];

/// What programs need of `/etc`, by the beginning of the name: nothing that tells who is on the machine.
const SETTINGS: [&str; 7] = ["alternatives", "ld.so.", "localtime", "java", "python", "perl", "fonts"];

const SCRIPT: &str = include_str!("sandbox.sh");

/// Where the box without bubblewrap is built, in a world of its own: any folder that is always there.
const SITE: &str = "/sys";

impl Sandbox {
    /// The better first.
    pub const ALL: [Sandbox; 2] = [Sandbox::Bubblewrap, Sandbox::Namespaces];

    pub const fn word(self) -> &'static str {
        match self {
            Sandbox::Bubblewrap => "bubblewrap",
            Sandbox::Namespaces => "namespaces",
        }
    }

    /// The best that can be had here.
    pub fn find() -> Result<Self, Message> {
        let mut reasons = Vec::new();
        for sandbox in Sandbox::ALL {
            match sandbox.try_out() {
                Ok(()) => return Ok(sandbox),
                Err(why) => reasons.push(why),
            }
        }
        Err(words::NO_SANDBOX.with("reasons", reasons.join("; ")))
    }

    /// Runs nothing in a box; says why where that fails.
    pub fn try_out(self) -> Result<(), String> {
        let view = View { folder: "/tmp".into(), reads: Vec::new(), scratch: 1 << 20 };
        let mut command = self.command(&["true".into()], &view);
        let tried = command.stdin(Stdio::null()).output().map_err(|error| format!("{self}: {error}"))?;
        let said = String::from_utf8_lossy(&tried.stderr);
        let said = said.lines().next().unwrap_or_default().to_owned();
        if tried.status.success() { Ok(()) } else { Err(format!("{self}: {said}")) }
    }

    /// The command in its box.
    pub fn command(self, words: &[String], view: &View) -> Command {
        let mut command = match self {
            Sandbox::Bubblewrap => bubblewrap(view),
            Sandbox::Namespaces => namespaces(view),
        };
        command.args(words).env_clear();
        let path = "/usr/local/bin:/usr/bin:/bin:/usr/local/sbin:/usr/sbin:/sbin";
        command.envs([("PATH", path), ("HOME", "/tmp"), ("TMPDIR", "/tmp"), ("LANG", "C.UTF-8")]);
        command
    }
}

impl fmt::Display for Sandbox {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.word())
    }
}

fn bubblewrap(view: &View) -> Command {
    let mut command = Command::new("bwrap");
    command.args(["--unshare-all", "--die-with-parent", "--cap-drop", "ALL", "--hostname", "box"]);
    command.args([
        "--proc",
        "/proc",
        "--dev",
        "/dev",
        "--size",
        &view.scratch.to_string(),
        "--tmpfs",
        "/tmp",
    ]);
    command.arg("--dir").arg(&view.folder);
    for path in readable(view) {
        command.arg("--ro-bind").args([&path, &path]);
    }
    command.arg("--chdir").arg(&view.folder).arg("--");
    command
}

fn namespaces(view: &View) -> Command {
    let mut command = Command::new("unshare");
    command.args(["--user", "--map-root-user", "--mount", "--net", "--ipc", "--uts", "--pid", "--fork"]);
    command.args(["--kill-child=KILL", "--propagation", "private", "sh", "-c", SCRIPT, "sh", SITE]);
    command.arg(view.scratch.to_string()).arg(&view.folder).args(readable(view)).arg("--");
    command
}

/// All that may be read and is there, folders before what lies in them.
fn readable(view: &View) -> Vec<OsString> {
    let system = SYSTEM.iter().map(PathBuf::from).chain(settings());
    let all = system.chain(view.reads.iter().cloned()).filter(|path| path.exists());
    let mut all: Vec<PathBuf> = all.collect();
    all.sort();
    all.dedup();
    all.into_iter().map(PathBuf::into_os_string).collect()
}

fn settings() -> Vec<PathBuf> {
    let entries = std::fs::read_dir("/etc").into_iter().flatten().flatten().map(|entry| entry.path());
    let name = |path: &Path| path.file_name().unwrap_or_default().to_string_lossy().into_owned();
    let wanted = |path: &PathBuf| SETTINGS.iter().any(|start| name(path).starts_with(start));
    entries.filter(wanted).collect()
}
