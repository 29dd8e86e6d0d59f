//! The file of results: one line for each finished run, written at once and brought to the disk before
//! the next. Whatever ends the runner, a line is there whole or it is the last one and is dropped.

use std::collections::HashSet;
use std::fs::{File, OpenOptions, TryLockError};
use std::io::{Read, Write};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use ingenio_core::Message;

use crate::machine::now;
use crate::standing::{KeptStanding, Standing};
use crate::words;
use ingenio_core::CampaignRun;

/// The file within the folder of a campaign.
pub const RESULTS: &str = "results.jsonl";

/// Results open for writing, by one runner at a time.
#[derive(Debug)]
pub struct Journal {
    file: File,
    folder: PathBuf,
    path: PathBuf,
    done: HashSet<String>,
    /// Of whole lines.
    bytes: u64,
    /// When the campaign was first begun.
    begun: u64,
    told: Option<Instant>,
}

/// How long the standing that onlookers read may be old.
const TELL_EVERY: Duration = Duration::from_millis(500);

/// An onlooker holds the file for a moment to see whether a runner does; a runner keeps it.
const PATIENCE: u32 = 20;

impl Journal {
    /// Opens the results of a folder, makes them where there are none, and drops a torn last line.
    pub fn open(folder: &Path) -> Result<(Self, Vec<CampaignRun>), Message> {
        let path = folder.join(RESULTS);
        let failed = |error| words::UNWRITABLE.with("file", path.display()).with("error", error);
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
        let records = parse(&text[..whole], &path)?;
        let done = records.iter().map(|record| record.run.clone()).collect();
        let begun = KeptStanding::read(folder).map_or_else(now, |kept| kept.begun);
        let folder = folder.to_owned();
        Ok((Journal { file, folder, path, done, bytes: whole as u64, begun, told: None }, records))
    }

    /// Tells onlookers how it stands, not more often than they look.
    pub fn tell(&mut self, standing: &Standing) {
        if self.told.is_none_or(|told| told.elapsed() >= TELL_EVERY) {
            self.tell_now(standing);
        }
    }

    pub fn tell_now(&mut self, standing: &Standing) {
        KeptStanding::of(standing, self.bytes, self.begun).write(&self.folder);
        self.told = Some(Instant::now());
    }

    pub fn is_done(&self, run: &str) -> bool {
        self.done.contains(run)
    }

    /// One write for the line, so that nobody sees half of it; then to the disk.
    pub fn append(&mut self, record: &CampaignRun) -> Result<(), Message> {
        let line = record.line() + "\n";
        let written = self.file.write_all(line.as_bytes()).and_then(|()| self.file.sync_data());
        let failed = |error| words::UNWRITABLE.with("file", self.path.display()).with("error", error);
        written.map_err(failed)?;
        self.bytes += line.len() as u64;
        self.done.insert(record.run.clone());
        Ok(())
    }
}

impl Drop for Journal {
    fn drop(&mut self) {
        // A child that is just being started may hold the file open for a moment longer than we do.
        let _ = self.file.unlock();
    }
}

fn lock(file: &File, path: &Path) -> Result<(), Message> {
    for _ in 0..PATIENCE {
        match file.try_lock() {
            Ok(()) => return Ok(()),
            Err(TryLockError::WouldBlock) => std::thread::sleep(Duration::from_millis(10)),
            Err(TryLockError::Error(error)) => {
                return Err(words::UNWRITABLE.with("file", path.display()).with("error", error));
            }
        }
    }
    Err(words::BUSY.with("file", path.display()))
}

/// The length up to and including the last line that has its end and can be read.
pub fn whole_lines(text: &[u8]) -> usize {
    text.iter().rposition(|byte| *byte == b'\n').map_or(0, |at| at + 1)
}

fn parse(text: &[u8], path: &Path) -> Result<Vec<CampaignRun>, Message> {
    let lines = text.split(|byte| *byte == b'\n').filter(|line| !line.is_empty());
    let parsed = (1..).zip(lines).map(|(number, line)| {
        CampaignRun::read(&String::from_utf8_lossy(line)).map_err(|error| {
            let message = words::BROKEN_RESULT.with("file", path.display()).with("line", number as u64);
            message.with("error", error)
        })
    });
    parsed.collect()
}

/// The results in a folder, or in a file of their own.
pub fn read_results(place: &Path) -> Result<Vec<CampaignRun>, Message> {
    let path = if place.is_dir() { place.join(RESULTS) } else { place.to_owned() };
    let text = std::fs::read(&path)
        .map_err(|error| words::UNREADABLE.with("file", path.display()).with("error", error))?;
    let records = parse(&text[..whole_lines(&text)], &path)?;
    if records.is_empty() { Err(words::NO_RESULTS.with("file", path.display())) } else { Ok(records) }
}
