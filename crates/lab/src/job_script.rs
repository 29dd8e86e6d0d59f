//! The script of an array job: to be read, kept and edited. It names the program by its full path, for a
//! compute node may have another home and another search path, and says which is missing where one is.

use std::fmt::Write;
use std::path::{Path, PathBuf};

/// Everything that stands in the script.
#[derive(Clone, Debug)]
pub struct JobScript {
    /// By which the job is found in the queue.
    pub name: String,
    pub tasks: usize,
    /// Tasks that may run at once.
    pub at_once: Option<usize>,
    /// The folder of the campaign, and that of the submission in it; both absolute.
    pub folder: PathBuf,
    pub shares: PathBuf,
    /// The `ingenio` program.
    pub program: PathBuf,
    /// Where tables are kept on the machine that submits.
    pub tables: Option<PathBuf>,
    /// Runs at a time, and the processors that they need.
    pub jobs: u16,
    pub processors: usize,
    /// Mebibytes for all of them.
    pub memory: Option<u64>,
    /// Seconds before its end at which a task is told.
    pub notice: u64,
    pub allow_programs: bool,
    /// Options of sbatch from the user: they come last, and the last one counts.
    pub options: Vec<String>,
}

impl JobScript {
    /// What a script of the user's own is told too: on the command line it beats what stands in the script.
    pub fn own_options(&self) -> Vec<String> {
        let at_once = self.at_once.map_or(String::new(), |count| format!("%{count}"));
        vec![
            format!("--job-name={}", self.name),
            format!("--array=0-{}{at_once}", self.tasks.max(1) - 1),
            format!("--output={}/%a/output.txt", for_slurm(&self.shares)),
            "--open-mode=append".into(),
            format!("--chdir={}", self.folder.display()),
        ]
    }

    fn other_options(&self) -> Vec<String> {
        let given = |name: &str| self.options.iter().any(|option| option.starts_with(name));
        let mut options = vec!["--requeue".into(), format!("--signal=B:TERM@{}", self.notice)];
        options.push(format!("--cpus-per-task={}", self.processors));
        if let Some(memory) = self.memory.filter(|_| !given("--mem")) {
            options.push(format!("--mem={memory}M"));
        }
        options.extend(self.options.iter().cloned());
        options
    }

    pub fn text(&self) -> String {
        let mut text = String::from(HEAD);
        for option in self.own_options().iter().chain(&self.other_options()) {
            let _ = writeln!(text, "#SBATCH {}", quoted_option(option));
        }
        let _ = write!(text, "\ningenio={}\n", quoted(&self.program));
        let _ = write!(text, "shares={}\n[ $# -eq 0 ] || shares=$1\n", quoted(&self.shares));
        if let Some(tables) = &self.tables {
            let _ = writeln!(text, "export INGENIO_TABLES={}", quoted(tables));
        }
        text += CHECK;
        let programs = if self.allow_programs { " --allow-programs" } else { "" };
        let _ = writeln!(
            text,
            "exec \"$ingenio\" lab task \"$shares\" \"$SLURM_ARRAY_TASK_ID\" --jobs {}{programs}",
            self.jobs
        );
        text
    }
}

const HEAD: &str = "\
#!/bin/sh
# A campaign of ingenio as an array job: every task makes one share of the runs and writes a journal of its own.
# Change what you like (modules, environment, options) and hand it over with --script; the name of the job, its
# array and its output are set anew for every submission.
";

const CHECK: &str = "
if [ ! -x \"$ingenio\" ]; then
    echo \"ingenio is not at $ingenio on $(hostname): the folder must be shared with the compute nodes\" >&2
    exit 127
fi
if [ ! -d \"$shares\" ]; then
    echo \"the shares of the campaign are not at $shares on $(hostname): the folder must be shared with the compute nodes\" >&2
    exit 127
fi
# In the place of this shell, so that the signal before the end of the time reaches the program itself.
";

/// In single quotes, for a shell.
fn quoted(path: &Path) -> String {
    format!("'{}'", path.display().to_string().replace('\'', r"'\''"))
}

/// A percent sign begins a pattern in names of output files.
fn for_slurm(path: &Path) -> String {
    path.display().to_string().replace('%', "%%")
}

/// As sbatch reads it: words end at spaces unless they are quoted.
fn quoted_option(option: &str) -> String {
    let plain = |letter: char| letter.is_ascii_alphanumeric() || "-_=:,./@%[]+".contains(letter);
    if option.chars().all(plain) { option.to_owned() } else { format!("\"{}\"", option.replace('"', "\\\"")) }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn script() -> JobScript {
        JobScript {
            name: "ingenio-1".into(),
            tasks: 7,
            at_once: Some(3),
            folder: "/shared/my out".into(),
            shares: "/shared/my out/shares/1".into(),
            program: "/opt/it's/ingenio".into(),
            tables: Some("/home/ann/tables".into()),
            jobs: 2,
            processors: 4,
            memory: Some(900),
            notice: 75,
            allow_programs: true,
            options: vec!["--partition=long".into(), "--comment=two words".into()],
        }
    }

    #[test]
    fn what_was_asked_for_stands_in_the_script() {
        let text = script().text();
        for line in [
            "#SBATCH --array=0-6%3",
            "#SBATCH --signal=B:TERM@75",
            "#SBATCH --cpus-per-task=4",
            "#SBATCH --mem=900M",
            "#SBATCH --partition=long",
            "#SBATCH \"--comment=two words\"",
            "#SBATCH \"--output=/shared/my out/shares/1/%a/output.txt\"",
            r"ingenio='/opt/it'\''s/ingenio'",
            "export INGENIO_TABLES='/home/ann/tables'",
            "exec \"$ingenio\" lab task \"$shares\" \"$SLURM_ARRAY_TASK_ID\" --jobs 2 --allow-programs",
        ] {
            assert!(text.lines().any(|other| other == line), "{line}\n{text}");
        }
    }

    #[test]
    fn memory_that_was_asked_for_is_left_alone() {
        let mut own = script();
        own.options.push("--mem-per-cpu=2G".into());
        assert!(!own.text().contains("--mem=900M"));
    }

    #[test]
    fn a_missing_program_and_a_missing_folder_are_said_by_the_script_itself() {
        let folder = tempfile::tempdir().unwrap();
        let run = |script: &JobScript| {
            let file = folder.path().join("job.sh");
            std::fs::write(&file, script.text()).unwrap();
            let run = std::process::Command::new("sh").arg(&file).output().unwrap();
            (run.status.code(), String::from_utf8_lossy(&run.stderr).into_owned())
        };
        let (status, said) = run(&script());
        assert!(status == Some(127) && said.contains("ingenio is not at /opt/it's/ingenio on "), "{said}");
        let (status, said) = run(&JobScript { program: "/bin/sh".into(), ..script() });
        assert!(status == Some(127) && said.contains("are not at /shared/my out/shares/1 on "), "{said}");
    }
}
