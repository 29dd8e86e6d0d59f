//! Who runs: one of our methods in a child of our own program, or a program that is not ours.

use std::path::Path;
use std::process::Command;

use ingenio_catalog::parse_method;
use ingenio_core::face::find_format;
use ingenio_core::{AnyPuzzle, LevelRef, Message};

use crate::answer::Form;
use crate::campaign::{Campaign, Limits, MethodRow, ProgramRow};
use crate::words;

#[derive(Clone, Debug)]
pub struct Contestant {
    pub name: String,
    /// The method with its options, or the command.
    pub spec: String,
    pub metric: String,
    pub optimal: bool,
    pub threads: u32,
    pub kind: Kind,
}

#[derive(Clone, Debug)]
pub enum Kind {
    Ours,
    Foreign {
        command: Vec<String>,
        by_file: bool,
        format: Option<String>,
        form: Form,
        proves: bool,
        version: String,
    },
}

/// What a child is started with.
#[derive(Debug)]
pub struct Start {
    pub command: Command,
    pub input: Vec<u8>,
    /// Keeps the file of the level while the program runs.
    pub file: Option<tempfile::NamedTempFile>,
}

impl Contestant {
    pub fn all(campaign: &Campaign) -> Result<Vec<Self>, Message> {
        campaign.columns()?;
        let ours = campaign.methods.iter().map(|row| Ok(Contestant::ours(campaign, row)));
        let foreign = campaign.programs.iter().map(|row| Contestant::foreign(campaign, row));
        ours.chain(foreign).collect()
    }

    fn ours(campaign: &Campaign, row: &MethodRow) -> Self {
        Contestant {
            name: row.label(),
            spec: row.method.clone(),
            metric: row.metric.clone().unwrap_or_else(|| campaign.metric.clone()),
            optimal: row.optimal.unwrap_or(campaign.optimal),
            threads: row.threads.unwrap_or(campaign.threads),
            kind: Kind::Ours,
        }
    }

    fn foreign(campaign: &Campaign, row: &ProgramRow) -> Result<Self, Message> {
        let name = &row.name;
        if row.command.is_empty() {
            return Err(words::EMPTY_COMMAND.with("name", name));
        }
        let form = Form::parse(&row.answer)
            .ok_or_else(|| words::BAD_ANSWER_FORM.with("name", name).with("form", &row.answer))?;
        let named = row.command.iter().any(|word| word.contains("{level}"));
        let by_file = match row.hand.as_deref() {
            None => named,
            Some("file") => true,
            Some("stdin") => false,
            Some(other) => return Err(words::BAD_HANDING.with("name", name).with("hand", other)),
        };
        let (command, format) = (row.command.clone(), row.format.clone());
        Ok(Contestant {
            name: name.clone(),
            spec: row.command.join(" "),
            metric: campaign.metric.clone(),
            optimal: campaign.optimal,
            threads: campaign.threads,
            kind: Kind::Foreign {
                command,
                by_file,
                format,
                form,
                proves: row.proves,
                version: row.version.clone(),
            },
        })
    }

    pub fn is_foreign(&self) -> bool {
        matches!(self.kind, Kind::Foreign { .. })
    }

    /// Can it run on levels of this puzzle at all?
    pub fn fits(&self, puzzle: &'static dyn AnyPuzzle) -> Result<(), Message> {
        match &self.kind {
            Kind::Ours => parse_method(puzzle, &self.spec).map(drop),
            Kind::Foreign { format: Some(format), .. } => find_format(puzzle, format).map(drop),
            Kind::Foreign { .. } => Ok(()),
        }
    }

    /// What beyond its command makes its runs what they are.
    pub fn terms(&self) -> String {
        match &self.kind {
            Kind::Ours => String::new(),
            Kind::Foreign { by_file, format, form, proves, version, .. } => {
                format!("{by_file} {format:?} {form:?} {proves} {version}")
            }
        }
    }

    pub fn start(
        &self,
        ourselves: &Path,
        folder: &Path,
        level: &LevelRef,
        limits: &Limits,
        seed: u64,
    ) -> Result<Start, Message> {
        match &self.kind {
            Kind::Ours => {
                let input = level.canonical() + "\n";
                let command = self.own_command(ourselves, level, limits, seed);
                Ok(Start { command, input: input.into_bytes(), file: None })
            }
            Kind::Foreign { command, by_file, format, .. } => {
                let first = level.puzzle().info().formats[0].name;
                let text = level.write(format.as_deref().unwrap_or(first))?;
                let file = by_file.then(|| level_file(&text)).transpose()?;
                let place = file.as_ref().map(|file| file.path().to_string_lossy().into_owned());
                let fill = |word: &String| self.fill(word, place.as_deref().unwrap_or("-"), limits, seed);
                let words: Vec<String> = command.iter().map(fill).collect();
                let mut command = Command::new(&words[0]);
                command.args(&words[1..]);
                if folder.is_dir() {
                    command.current_dir(folder);
                }
                let input = if *by_file { Vec::new() } else { text.into_bytes() };
                Ok(Start { command, input, file })
            }
        }
    }

    fn own_command(&self, ourselves: &Path, level: &LevelRef, limits: &Limits, seed: u64) -> Command {
        let mut command = Command::new(ourselves);
        command.args([
            "solve",
            "-",
            "--json",
            "--puzzle",
            level.puzzle().info().name,
            "--method",
            &self.spec,
        ]);
        command.args(["--seed", &seed.to_string(), "--threads", &self.threads.to_string()]);
        if !self.metric.is_empty() {
            command.args(["--metric", &self.metric]);
        }
        if self.optimal {
            command.arg("--optimal");
        }
        if let Some(time) = limits.time {
            command.args(["--time", &format!("{time}")]);
        }
        if let Some(nodes) = limits.nodes {
            command.args(["--nodes", &nodes.to_string()]);
        }
        if let Some(memory) = limits.memory {
            command.args(["--memory", &format!("{}M", own_memory(memory))]);
        }
        command
    }

    fn fill(&self, word: &str, level: &str, limits: &Limits, seed: u64) -> String {
        let time = limits.time.map_or(String::new(), |time| time.to_string());
        let memory = limits.memory.map_or(String::new(), |memory| memory.to_string());
        let word = word.replace("{level}", level).replace("{time}", &time).replace("{memory}", &memory);
        word.replace("{seed}", &seed.to_string()).replace("{threads}", &self.threads.to_string())
    }
}

/// Methods count what they allocate; the program itself needs room too.
fn own_memory(mebibytes: u64) -> u64 {
    mebibytes.saturating_sub(48).max(mebibytes / 2).max(1)
}

fn level_file(text: &str) -> Result<tempfile::NamedTempFile, Message> {
    let failed = |error| words::UNWRITABLE.with("file", "a temporary file").with("error", error);
    let file = tempfile::NamedTempFile::with_prefix("level-").map_err(failed)?;
    std::fs::write(file.path(), text).map_err(failed)?;
    Ok(file)
}
