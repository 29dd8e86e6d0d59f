//! Who runs: one of our methods in a child of our own program, or a program that is not ours.

use std::path::PathBuf;
use std::process::Command;

use ingenio_catalog::parse_method;
use ingenio_core::face::find_format;
use ingenio_core::{AnyPuzzle, Foreign, LevelRef, Limits, Message, Outcome, Question, Witness};
use ingenio_jobs::{Heard, Job, Sandbox, View};

use crate::answer::{Form, hear};
use crate::campaign::{Campaign, MethodRow, ProgramRow};
use crate::entrant::Entrant;
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
    Foreign(Box<Program>),
}

/// A program that is not ours.
#[derive(Clone, Debug)]
pub struct Program {
    command: Vec<String>,
    by_file: bool,
    format: Option<String>,
    form: Form,
    /// It claims that its answers are the best.
    proves: bool,
    pub version: String,
    /// As the campaign names it.
    own_folder: Option<PathBuf>,
    pub entrant: Entrant,
}

/// A program about to be run.
#[derive(Debug)]
pub struct Start {
    pub job: Job,
    /// Keeps the file of the level while the program runs.
    _file: Option<tempfile::NamedTempFile>,
}

impl Program {
    /// What its words mean.
    pub fn hear(&self, printed: &str, level: &LevelRef) -> Heard {
        let mut heard = hear(&self.form, printed, level);
        if let Heard::Claim(claim) = &mut heard
            && let Outcome::Solved { optimal, .. } = &mut claim.outcome
        {
            *optimal |= self.proves;
        }
        heard
    }

    /// What it finds in its box: its own files, and the level.
    fn view(&self, level: Option<&str>, limits: &Limits) -> View {
        let reads = self.entrant.reads.iter().cloned().chain(level.map(PathBuf::from)).collect();
        let scratch = limits.memory.map_or(SCRATCH, |mebibytes| mebibytes << 20).min(SCRATCH);
        View { folder: self.entrant.folder.clone(), reads, scratch }
    }

    fn bare_command(&self, words: &[String]) -> Command {
        let mut command = Command::new(&words[0]);
        command.args(&words[1..]);
        if self.entrant.folder.is_dir() {
            command.current_dir(&self.entrant.folder);
        }
        command
    }
}

/// The most that a program may write to its own `/tmp`; it counts as memory too.
const SCRATCH: u64 = 256 << 20;

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
            kind: Kind::Foreign(Box::new(Program {
                command,
                by_file,
                format,
                form,
                proves: row.proves,
                version: row.version.clone(),
                own_folder: row.folder.clone(),
                entrant: Entrant::new(campaign, row)?,
            })),
        })
    }

    pub fn is_foreign(&self) -> bool {
        self.program().is_some()
    }

    pub fn program(&self) -> Option<&Program> {
        match &self.kind {
            Kind::Ours => None,
            Kind::Foreign(program) => Some(program),
        }
    }

    /// The hash of its files, where it has files of its own.
    pub fn fingerprint(&self) -> &str {
        self.program().map_or("", |program| &program.entrant.fingerprint)
    }

    /// Can it run on levels of this puzzle at all?
    pub fn fits(&self, puzzle: &'static dyn AnyPuzzle) -> Result<(), Message> {
        match &self.kind {
            Kind::Ours => parse_method(puzzle, &self.spec).map(drop),
            Kind::Foreign(program) => {
                program.format.as_ref().map_or(Ok(()), |format| find_format(puzzle, format).map(drop))
            }
        }
    }

    /// What beyond its command makes its runs what they are.
    pub fn terms(&self) -> String {
        match &self.kind {
            Kind::Ours => String::new(),
            Kind::Foreign(program) => {
                let Program { by_file, format, form, proves, version, own_folder, .. } = program.as_ref();
                let terms = format!("{by_file} {format:?} {form:?} {proves} {version}");
                // Added later: a campaign without it has the ids that it always had.
                own_folder.as_ref().map_or(terms.clone(), |folder| format!("{terms} {}", folder.display()))
            }
        }
    }

    /// What it is asked, and on whose word its proofs stand.
    pub fn question(&self) -> Question {
        let witness = if self.is_foreign() { Witness::Stranger } else { Witness::Method };
        Question { optimal: self.optimal, witness }
    }

    /// A program of others on a level, in its box if there is one, without limits yet.
    pub fn job(
        &self,
        program: &Program,
        sandbox: Option<Sandbox>,
        level: &LevelRef,
        limits: &Limits,
        seed: u64,
    ) -> Result<Start, Message> {
        let first = level.puzzle().info().formats[0].name;
        let text = level.write(program.format.as_deref().unwrap_or(first))?;
        let file = program.by_file.then(|| level_file(&text)).transpose()?;
        let place = file.as_ref().map(|file| file.path().to_string_lossy().into_owned());
        let fill = |word: &String| self.fill(word, place.as_deref().unwrap_or("-"), limits, seed);
        let words: Vec<String> = program.command.iter().map(fill).collect();
        let command = match sandbox {
            Some(sandbox) => sandbox.command(&words, &program.view(place.as_deref(), limits)),
            None => program.bare_command(&words),
        };
        let input = if program.by_file { Vec::new() } else { text.into_bytes() };
        Ok(Start { job: Job::new(command).input(input), _file: file })
    }

    fn fill(&self, word: &str, level: &str, limits: &Limits, seed: u64) -> String {
        let time = limits.time.map_or(String::new(), |time| time.to_string());
        let memory = limits.memory.map_or(String::new(), |memory| memory.to_string());
        let word = word.replace("{level}", level).replace("{time}", &time).replace("{memory}", &memory);
        word.replace("{seed}", &seed.to_string()).replace("{threads}", &self.threads.to_string())
    }
}

fn level_file(text: &str) -> Result<tempfile::NamedTempFile, Message> {
    let failed = |error| words::UNWRITABLE.with("file", words::TEMPORARY_FILE).with("error", Foreign(error));
    let file = tempfile::NamedTempFile::with_prefix("level-").map_err(failed)?;
    std::fs::write(file.path(), text).map_err(failed)?;
    Ok(file)
}
