//! The store as the program sees it, and the rows it hands out. Calls block: a small runtime of its own
//! drives the database, so that the terminal needs none.

use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use ingenio_catalog::Report;
use ingenio_core::{LevelRef, Message, Sense, Verified};
use ingenio_play::{Event, Mode, Session, stars};

use crate::sqlite::Sqlite;
use crate::words;

/// Why the store could not do what was asked.
pub type Trouble = Message;

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct PlayerId(pub i64);

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct PlayId(pub i64);

/// A play as a line of a list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlayRow {
    pub id: PlayId,
    pub level: String,
    pub mode: String,
    /// Milliseconds since 1970.
    pub begun: i64,
    pub ended: Option<i64>,
    pub events: i64,
    pub hints: i64,
}

/// A play that can go on.
#[derive(Debug)]
pub struct SavedPlay {
    pub id: PlayId,
    pub session: Session,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Progress {
    /// Won by playing, not shown by a method.
    pub played: bool,
    pub value: Option<i64>,
    pub stars: u8,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Holder {
    Person(String),
    Method(String),
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Record {
    pub metric: String,
    pub value: Option<i64>,
    pub proved: bool,
    pub holder: Holder,
    pub solution: String,
}

/// What a method did on a level, the best of its runs.
#[derive(Clone, Debug, PartialEq)]
pub struct RunRow {
    pub method: String,
    pub metric: String,
    pub value: Option<i64>,
    pub proved: bool,
    pub solution: String,
    pub nodes: i64,
    pub seconds: f64,
}

pub struct LocalStore {
    runtime: tokio::runtime::Runtime,
    pub(crate) database: Sqlite,
}

impl std::fmt::Debug for LocalStore {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("LocalStore")
    }
}

pub(crate) fn now() -> i64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    millis(since)
}

pub(crate) fn millis(time: Duration) -> i64 {
    i64::try_from(time.as_millis()).unwrap_or(i64::MAX)
}

impl LocalStore {
    /// The file in the user's data folder.
    pub fn usual_file() -> Result<PathBuf, Trouble> {
        let folder = dirs::data_dir().ok_or_else(|| words::NO_FOLDER.say())?;
        Ok(folder.join("ingenio").join("ingenio.sqlite"))
    }

    /// Opens a database file, and makes it if it is not there.
    pub fn open(file: &Path) -> Result<Self, Trouble> {
        let cannot = |error: &dyn std::fmt::Display| {
            words::CANNOT_OPEN.with("file", file.display()).with("error", error)
        };
        if let Some(folder) = file.parent().filter(|folder| !folder.as_os_str().is_empty()) {
            std::fs::create_dir_all(folder).map_err(|error| cannot(&error))?;
        }
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
        let runtime = runtime.map_err(|error| cannot(&error))?;
        let database = runtime.block_on(Sqlite::open(file))?;
        Ok(LocalStore { runtime, database })
    }

    fn wait<T>(&self, work: impl Future<Output = Result<T, sqlx::Error>>) -> Result<T, Trouble> {
        self.runtime.block_on(work).map_err(|error| words::FAILED.with("error", error))
    }

    // --- players ---

    /// The player of that name, made if there is none.
    pub fn player(&self, name: &str) -> Result<PlayerId, Trouble> {
        self.wait(self.database.player(name, now())).map(PlayerId)
    }

    pub fn players(&self) -> Result<Vec<(PlayerId, String)>, Trouble> {
        let players = self.wait(self.database.players())?;
        Ok(players.into_iter().map(|(id, name)| (PlayerId(id), name)).collect())
    }

    // --- plays ---

    pub fn begin(&self, player: PlayerId, level: &LevelRef, mode: Mode) -> Result<PlayId, Trouble> {
        self.keep_level(level)?;
        let id = level.id().to_string();
        self.wait(self.database.begin(player.0, &id, mode.word(), now())).map(PlayId)
    }

    fn keep_level(&self, level: &LevelRef) -> Result<(), Trouble> {
        let (id, puzzle, text) = (level.id().to_string(), level.puzzle().info().name, level.canonical());
        self.wait(self.database.keep_level(&id, puzzle, &text))
    }

    /// Writes what happened since the last call; on return it is safe. `value` is what is known to be
    /// left at the position now.
    pub fn save(&self, play: PlayId, session: &Session, value: Option<u64>) -> Result<(), Trouble> {
        let value = value.and_then(|value| i64::try_from(value).ok());
        self.wait(self.database.save(play.0, session.events(), value, session.won().then(now)))
    }

    pub fn hint_taken(&self, play: PlayId, at: Duration, rung: u8) -> Result<(), Trouble> {
        self.wait(self.database.hint_taken(play.0, millis(at), i64::from(rung)))
    }

    pub fn plays(&self, player: PlayerId) -> Result<Vec<PlayRow>, Trouble> {
        self.wait(self.database.plays(player.0))
    }

    /// The latest play of a level that was neither won nor given up, ready to go on.
    pub fn unfinished(&self, player: PlayerId, level: &LevelRef) -> Result<Option<SavedPlay>, Trouble> {
        let found = self.wait(self.database.unfinished(player.0, &level.id().to_string()))?;
        let Some(id) = found.map(PlayId) else { return Ok(None) };
        let events = self.events(id)?;
        let session = Session::resume(level.clone(), &events)?;
        Ok(Some(SavedPlay { id, session }))
    }

    pub fn events(&self, play: PlayId) -> Result<Vec<Event>, Trouble> {
        let rows = self.wait(self.database.events(play.0))?;
        rows.into_iter().map(|(at, action)| crate::export::event(at, &action)).collect()
    }

    // --- progress and records ---

    /// A play was won: progress and perhaps a record. Gives the stars.
    pub fn won(
        &self,
        player: PlayerId,
        name: &str,
        level: &LevelRef,
        solution: &Verified,
    ) -> Result<u8, Trouble> {
        let metric = level.puzzle().info().metrics.first();
        let value = metric.and_then(|metric| solution.measures().get(metric.name));
        let best =
            self.record(level, metric.map_or("", |metric| metric.name))?.and_then(|record| record.value);
        let stars = match (metric, value) {
            (Some(metric), Some(value)) => {
                stars(metric.sense, best.and_then(|best| u64::try_from(best).ok()).unwrap_or(value), value)
            }
            _ => 3,
        };
        self.offer(level, solution, &Holder::Person(name.to_owned()), false)?;
        let row = Progress { played: true, value: value.and_then(|value| i64::try_from(value).ok()), stars };
        self.reach(player, level, &row)?;
        Ok(stars)
    }

    /// A method has shown the way: progress without a play.
    pub fn shown(&self, player: PlayerId, level: &LevelRef) -> Result<(), Trouble> {
        self.reach(player, level, &Progress { played: false, value: None, stars: 0 })
    }

    fn reach(&self, player: PlayerId, level: &LevelRef, row: &Progress) -> Result<(), Trouble> {
        self.keep_level(level)?;
        let most = level.puzzle().info().metrics.first().is_some_and(|metric| metric.sense == Sense::Most);
        self.wait(self.database.reach(player.0, &level.id().to_string(), row, most, now()))
    }

    pub fn progress(&self, player: PlayerId, level: &LevelRef) -> Result<Option<Progress>, Trouble> {
        self.wait(self.database.progress(player.0, &level.id().to_string()))
    }

    /// A refereed run of a method: kept as its own best, and perhaps a record.
    pub fn ran(&self, report: &Report) -> Result<(), Trouble> {
        let Some(solution) = report.outcome().solution() else { return Ok(()) };
        let level = &report.level;
        self.keep_level(level)?;
        let metric = level.puzzle().info().metrics.iter().find(|metric| metric.name == report.metric);
        let value = metric.and_then(|metric| solution.measures().get(metric.name));
        let row = RunRow {
            method: report.chosen.to_owned(),
            metric: metric.map_or("", |metric| metric.name).to_owned(),
            value: value.and_then(|value| i64::try_from(value).ok()),
            proved: report.outcome().is_optimal(),
            solution: solution.text().to_owned(),
            nodes: i64::try_from(report.solved.drive.progress.nodes).unwrap_or(i64::MAX),
            seconds: report.seconds(),
        };
        let most = metric.is_some_and(|metric| metric.sense == Sense::Most);
        self.wait(self.database.ran(&level.id().to_string(), &row, most, now()))?;
        self.offer(level, solution, &Holder::Method(report.chosen.to_owned()), row.proved)
    }

    /// The runs of methods on a level, each its best.
    pub fn runs(&self, level: &LevelRef) -> Result<Vec<RunRow>, Trouble> {
        self.wait(self.database.runs(&level.id().to_string()))
    }

    /// The best known in one metric; nothing where nobody has solved the level yet.
    pub fn record(&self, level: &LevelRef, metric: &str) -> Result<Option<Record>, Trouble> {
        self.wait(self.database.record(&level.id().to_string(), metric))
    }

    /// Keeps a solution as the record in every metric in which it is better than what is known.
    fn offer(
        &self,
        level: &LevelRef,
        solution: &Verified,
        holder: &Holder,
        proved: bool,
    ) -> Result<(), Trouble> {
        self.keep_level(level)?;
        let id = level.id().to_string();
        let metrics = level.puzzle().info().metrics;
        if metrics.is_empty() {
            let record = record("", None, proved, holder, solution);
            return self.wait(self.database.offer(&id, &record, false, now()));
        }
        for (at, metric) in metrics.iter().enumerate() {
            let value = solution.measures().get(metric.name).and_then(|value| i64::try_from(value).ok());
            // A proof is about the first metric alone.
            let record = record(metric.name, value, proved && at == 0, holder, solution);
            self.wait(self.database.offer(&id, &record, metric.sense == Sense::Most, now()))?;
        }
        Ok(())
    }

    // --- export and import ---

    /// Every play as a line of JSON.
    pub fn export(&self) -> Result<Vec<String>, Trouble> {
        let rows = self.wait(self.database.all_plays())?;
        rows.into_iter()
            .map(|row| {
                let events = self.wait(self.database.events(row.id))?;
                let hints = self.wait(self.database.hints(row.id))?;
                Ok(crate::export::line(&row, &events, &hints))
            })
            .collect()
    }

    /// Adds plays from lines of JSON; those that are here already are left as they are. Gives the number
    /// that were added.
    pub fn import(&self, lines: &str) -> Result<usize, Trouble> {
        let mut added = 0;
        for (number, line) in (1..).zip(lines.lines()).filter(|(_, line)| !line.trim().is_empty()) {
            let play = crate::export::parse(line)
                .map_err(|error| words::NOT_JSON.with("line", number).with("error", error))?;
            let player = self.player(&play.player)?;
            added += usize::from(self.wait(self.database.add_play(player.0, &play))?);
        }
        Ok(added)
    }
}

fn record(metric: &str, value: Option<i64>, proved: bool, holder: &Holder, solution: &Verified) -> Record {
    let (metric, solution) = (metric.to_owned(), solution.text().to_owned());
    Record { metric, value, proved, holder: holder.clone(), solution }
}
