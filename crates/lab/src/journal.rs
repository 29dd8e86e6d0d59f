//! The file of results: one line for each finished run, written at once and brought to the disk before
//! the next. Whatever ends the runner, a line is there whole or it is the last one and is dropped. Lines
//! that are none of ours are told, passed over and left where they are; of two lines of one run, as a
//! program leaves them that was handed in again, the later counts.
//!
//! One runner on one machine locks its file. Tasks of an array job have journals of their own instead
//! (`attempt.rs`), and the results of a campaign are the union of all.

use std::collections::HashMap;
use std::fs::{File, OpenOptions, TryLockError};
use std::io::{Read, Write};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use ingenio_core::words::table::NEWER_RUN;
use ingenio_core::{Foreign, Message, Template};

use crate::attempt::Attempt;
use crate::machine::now;
use crate::plan::{Plan, RunSpec};
use crate::standing::{KeptStanding, Standing};
use crate::submission::{numbers, shared_journals};
use crate::whole_file::is_there;
use crate::words;
use ingenio_core::CampaignRun;

/// The file within the folder of a campaign.
pub const RESULTS: &str = "results.jsonl";

/// Where a runner writes its results down. One that cannot be written ends the runner.
pub trait Book {
    /// Has this run a result, by the program that has this hash now?
    fn is_done(&self, run: &str, fingerprint: &str) -> bool;

    /// On return it is safe.
    fn append(&mut self, record: &CampaignRun) -> Result<(), Message>;

    /// Tells onlookers how it stands, not more often than they look.
    fn tell(&mut self, standing: &Standing);

    fn tell_now(&mut self, standing: &Standing);

    /// Tells onlookers that this was all.
    fn tell_end(&mut self, standing: &Standing);
}

/// Results open for writing, by one runner at a time.
#[derive(Debug)]
pub struct Journal {
    file: File,
    folder: PathBuf,
    path: PathBuf,
    /// The runs that have a result, with the hash of the program that gave it.
    done: HashMap<String, String>,
    /// Of whole lines.
    bytes: u64,
    /// When the campaign was first begun.
    begun: u64,
    told: Option<Instant>,
    tell_every: Duration,
    /// The last submission that was known when it was opened.
    submissions: u32,
    /// Where it is the journal of a task.
    attempt: Option<Attempt>,
}

/// How long the standing that onlookers read may be old.
const TELL_EVERY: Duration = Duration::from_millis(500);

/// The same for tasks: there may be a thousand of them on one file system.
const TASKS_TELL_EVERY: Duration = Duration::from_secs(10);

/// An onlooker holds the file for a moment to see whether a runner does, and a child that a killed runner was
/// just starting until the system has let go of it, which on a busy machine takes a while; a runner keeps it.
const PATIENCE: u32 = 300;

impl Journal {
    /// Opens the results of a folder, makes them where there are none, and drops a torn last line.
    pub fn open(folder: &Path) -> Result<(Self, Results), Message> {
        let path = folder.join(RESULTS);
        let failed = |error| words::UNWRITABLE.with("file", path.display()).with("error", Foreign(error));
        std::fs::create_dir_all(folder).map_err(failed)?;
        let opened = OpenOptions::new().read(true).append(true).create(true).open(&path);
        let mut file = opened.map_err(failed)?;
        lock(&file, &path)?;
        let mut text = Vec::new();
        file.read_to_end(&mut text).map_err(failed)?;
        let whole = whole_lines(&text);
        if whole < text.len() {
            file.set_len(whole as u64).map_err(failed)?;
        }
        let mut results = parse(&text[..whole], &path)?;
        let submissions = numbers(folder)?.last().copied().unwrap_or(0);
        results.join_shares(folder)?;
        let journal = Journal {
            file,
            folder: folder.to_owned(),
            path,
            done: results.done(),
            bytes: whole as u64,
            begun: begun(folder),
            told: None,
            tell_every: TELL_EVERY,
            submissions,
            attempt: None,
        };
        Ok((journal, results))
    }

    /// Begins a journal for the task of a share, and gives what its earlier ones hold.
    pub fn of_task(folder: &Path) -> Result<(Self, Results), Message> {
        let (attempt, file, earlier) = Attempt::begin(folder)?;
        let journal = Journal {
            file,
            folder: folder.to_owned(),
            path: attempt.path(),
            done: earlier.done(),
            bytes: 0,
            begun: begun(folder),
            told: None,
            tell_every: TASKS_TELL_EVERY,
            submissions: 0,
            attempt: Some(attempt),
        };
        Ok((journal, earlier))
    }

    fn keep_standing(&mut self, standing: &Standing, over: bool) {
        self.told = Some(Instant::now());
        // The standing belongs to whoever has the share now.
        if self.check().is_err() {
            return;
        }
        let journal = self.attempt.as_ref().map_or(String::new(), |attempt| attempt.name().to_owned());
        let kept = KeptStanding::of(standing, self.bytes, self.begun);
        KeptStanding { journal, submissions: self.submissions, over, ..kept }.write(&self.folder);
    }

    fn check(&self) -> Result<(), Message> {
        self.attempt.as_ref().map_or(Ok(()), Attempt::check)
    }
}

impl Book for Journal {
    fn is_done(&self, run: &str, fingerprint: &str) -> bool {
        is_by(self.done.get(run), fingerprint)
    }

    /// One write for the line, so that nobody sees half of it; then to the disk.
    fn append(&mut self, record: &CampaignRun) -> Result<(), Message> {
        self.check()?;
        let line = record.line() + "\n";
        let written = self.file.write_all(line.as_bytes()).and_then(|()| self.file.sync_data());
        let failed =
            |error| words::UNWRITABLE.with("file", self.path.display()).with("error", Foreign(error));
        written.map_err(failed)?;
        self.bytes += line.len() as u64;
        self.done.insert(record.run.clone(), record.fingerprint.clone());
        Ok(())
    }

    fn tell(&mut self, standing: &Standing) {
        if self.told.is_none_or(|told| told.elapsed() >= self.tell_every) {
            self.tell_now(standing);
        }
    }

    fn tell_now(&mut self, standing: &Standing) {
        self.keep_standing(standing, false);
    }

    fn tell_end(&mut self, standing: &Standing) {
        self.keep_standing(standing, true);
    }
}

impl Drop for Journal {
    fn drop(&mut self) {
        // A child that is just being started may hold the file open for a moment longer than we do.
        let _ = self.file.unlock();
    }
}

/// Is there a result, by the program of this hash? Results of earlier versions know no hash.
fn is_by(kept: Option<&String>, fingerprint: &str) -> bool {
    kept.is_some_and(|kept| kept.is_empty() || kept == fingerprint)
}

/// When it was first begun.
fn begun(folder: &Path) -> u64 {
    KeptStanding::read(folder).map_or_else(now, |kept| kept.begun)
}

fn lock(file: &File, path: &Path) -> Result<(), Message> {
    for _ in 0..PATIENCE {
        match file.try_lock() {
            Ok(()) => return Ok(()),
            Err(TryLockError::WouldBlock) => std::thread::sleep(Duration::from_millis(10)),
            Err(TryLockError::Error(error)) => {
                return Err(words::UNWRITABLE.with("file", path.display()).with("error", Foreign(error)));
            }
        }
    }
    Err(words::BUSY.with("file", path.display()))
}

/// The length up to and including the last line that has its end and can be read.
pub fn whole_lines(text: &[u8]) -> usize {
    text.iter().rposition(|byte| *byte == b'\n').map_or(0, |at| at + 1)
}

/// What a file of results holds.
#[derive(Clone, Debug, Default)]
pub struct Results {
    /// Of each run the last line.
    pub runs: Vec<CampaignRun>,
    /// Lines that were passed over, and why.
    pub odd: Vec<Message>,
}

impl Results {
    /// The union with another journal: of two lines of one run the one that was begun later counts.
    pub fn join(&mut self, other: Results) {
        self.join_all(std::iter::once(other));
    }

    fn join_all(&mut self, others: impl Iterator<Item = Results>) {
        let mut places: HashMap<String, usize> =
            self.runs.iter().enumerate().map(|(place, run)| (run.run.clone(), place)).collect();
        for other in others {
            self.odd.extend(other.odd);
            for run in other.runs {
                match places.get(&run.run) {
                    Some(place) if self.runs[*place].begun > run.begun => {}
                    _ => self.add(run, &mut places),
                }
            }
        }
    }

    /// With the journals of all tasks of a campaign.
    fn join_shares(&mut self, folder: &Path) -> Result<(), Message> {
        let journals = shared_journals(folder)?;
        let read = journals.iter().map(|path| read_file(path)).collect::<Result<Vec<_>, _>>()?;
        self.join_all(read.into_iter());
        Ok(())
    }

    /// The runs that have a result, with the hash of the program that gave it.
    fn done(&self) -> HashMap<String, String> {
        self.runs.iter().map(|run| (run.run.clone(), run.fingerprint.clone())).collect()
    }

    /// The runs of a plan that have no result.
    pub fn missing<'a>(&self, plan: &'a Plan) -> Vec<&'a RunSpec> {
        let done = self.done();
        plan.runs.iter().filter(|run| !is_by(done.get(&run.id), plan.fingerprint(run))).collect()
    }

    fn add(&mut self, run: CampaignRun, places: &mut HashMap<String, usize>) {
        if let Some(place) = places.get(&run.run) {
            self.runs[*place] = run;
        } else {
            places.insert(run.run.clone(), self.runs.len());
            self.runs.push(run);
        }
    }
}

/// Only a line of a newer version stops the reading: nobody but that version knows what it means.
fn parse(text: &[u8], path: &Path) -> Result<Results, Message> {
    let (mut results, mut places) = (Results::default(), HashMap::new());
    for (number, line) in (1u64..).zip(text.split(|byte| *byte == b'\n')).filter(|(_, line)| !line.is_empty())
    {
        let line = String::from_utf8_lossy(line);
        let told = |template: Template, error: Message| {
            template.with("file", path.display()).with("line", number).with("error", error)
        };
        match CampaignRun::read(&line) {
            Ok(run) => results.add(run, &mut places),
            Err(error) if error.id() == NEWER_RUN.id => return Err(told(words::BROKEN_RESULT, error)),
            Err(error) => {
                results.odd.push(told(words::ODD_RESULT, error));
                if let Some(run) = after_a_torn_one(&line) {
                    results.add(run, &mut places);
                }
            }
        }
    }
    Ok(results)
}

/// A line that was torn and went on with the next one: the next is whole.
fn after_a_torn_one(line: &str) -> Option<CampaignRun> {
    let starts = line.match_indices("{\"schema\":").map(|(at, _)| at).filter(|at| *at > 0);
    starts.into_iter().find_map(|at| CampaignRun::read(&line[at..]).ok())
}

/// All that a folder, or a file of results of its own, holds.
pub fn read_all(place: &Path) -> Result<Results, Message> {
    let results = if place.is_dir() { read_folder(place)? } else { read_file(place)? };
    let path = if place.is_dir() { place.join(RESULTS) } else { place.to_owned() };
    if results.runs.is_empty() { Err(words::NO_RESULTS.with("file", path.display())) } else { Ok(results) }
}

/// All that a folder holds, be it nothing.
pub fn results_so_far(folder: &Path) -> Result<Results, Message> {
    let begun = is_there(&folder.join(RESULTS))? || !numbers(folder)?.is_empty();
    if begun { read_folder(folder) } else { Ok(Results::default()) }
}

/// The union of all journals of a campaign.
fn read_folder(folder: &Path) -> Result<Results, Message> {
    let own = folder.join(RESULTS);
    // Where all runs were made by tasks there is no journal of a runner.
    let mut results =
        if is_there(&own)? || numbers(folder)?.is_empty() { read_file(&own)? } else { Results::default() };
    results.join_shares(folder)?;
    Ok(results)
}

/// The whole lines of one journal.
pub fn read_file(path: &Path) -> Result<Results, Message> {
    let text = std::fs::read(path)
        .map_err(|error| words::UNREADABLE.with("file", path.display()).with("error", Foreign(error)))?;
    parse(&text[..whole_lines(&text)], path)
}

/// The runs alone.
pub fn read_results(place: &Path) -> Result<Vec<CampaignRun>, Message> {
    read_all(place).map(|results| results.runs)
}
