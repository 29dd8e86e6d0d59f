//! What is in a store as lines of JSON, for backups, for other machines and for study. A line names
//! players by name, levels by id and plays by key, so that it means the same in every database.
//! Lines are checked when they are read: a level must have its id, a solution is replayed by the referee.

use std::collections::{BTreeMap, HashMap, HashSet};

use ingenio_core::{LevelRef, Message, Verified};
use ingenio_play::{Action, Mode};
use serde::{Deserialize, Serialize};

use crate::campaign_runs::KeptRun;
use crate::homework::Task;
use crate::levels;
use crate::rows::PlayKey;
use crate::words;

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "lowercase")]
pub enum ExportLine {
    Player(PlayerLine),
    Level {
        id: String,
        puzzle: String,
        text: String,
    },
    Play(PlayLine),
    Progress(ProgressLine),
    Run(RunLine),
    #[serde(rename = "campaign-run")]
    CampaignRun(Box<KeptRun>),
    Record(RecordLine),
    Pack(PackLine),
    Class(ClassLine),
    Pupil(PupilLine),
    Made(MadeLine),
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PlayerLine {
    pub name: String,
    pub made: i64,
    pub guest: bool,
    /// The hash, in an export of everything only.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub password: Option<String>,
    /// The hash of the code for a lost password, in an export of everything only.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub recovery: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub banned: Option<i64>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub quota: Option<i64>,
    /// How the player wants the pages to be.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub settings: BTreeMap<String, String>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PlayLine {
    pub key: String,
    pub player: String,
    pub level: String,
    pub mode: String,
    pub begun: i64,
    pub touched: i64,
    pub ended: Option<i64>,
    pub given_up: Option<i64>,
    /// Older exports know only of solutions that were shown.
    #[serde(alias = "shown")]
    pub helped: Option<i64>,
    /// Milliseconds of the play's clock, what was done, and the value after it where it was known.
    pub events: Vec<(i64, String, Option<i64>)>,
    /// Milliseconds of the play's clock, and the rung.
    pub hints: Vec<(i64, i64)>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ProgressLine {
    pub player: String,
    pub level: String,
    pub played: bool,
    pub value: Option<i64>,
    pub stars: u8,
    pub at: i64,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct RunLine {
    pub level: String,
    pub method: String,
    pub metric: String,
    pub proved: bool,
    pub solution: String,
    pub nodes: i64,
    pub seconds: f64,
    pub at: i64,
}

/// A pack of one's own.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PackLine {
    pub key: String,
    pub player: String,
    pub puzzle: String,
    pub title: String,
    pub grade: Option<String>,
    pub made: i64,
    /// The id of each level, and its title.
    pub levels: Vec<(String, String)>,
}

/// A class with its homework.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ClassLine {
    pub key: String,
    pub code: String,
    pub teacher: String,
    pub title: String,
    pub made: i64,
    pub ends: i64,
    pub open: bool,
    pub numbered: i64,
    pub homework: Vec<HomeworkLine>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct HomeworkLine {
    pub number: i64,
    /// `levels`, `pack` or `lesson`.
    pub task: String,
    /// The name of the pack or lesson.
    pub what: String,
    pub title: String,
    pub made: i64,
    pub due: Option<i64>,
    /// The id of each level, and its title.
    pub levels: Vec<(String, String)>,
}

/// A pupil of a class. In the export of a player the class itself may be missing, for it is another's.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PupilLine {
    pub class: String,
    pub number: i64,
    pub player: String,
    pub name: String,
    pub joined: i64,
    /// The hash of the personal code, in an export of everything only.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub code: Option<String>,
    pub issued: bool,
    /// Homework, exercise and moment of every right answer.
    pub answers: Vec<(i64, i64, i64)>,
}

/// A level that somebody published, with all versions.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct MadeLine {
    pub key: String,
    pub player: String,
    pub puzzle: String,
    pub listed: bool,
    pub made: i64,
    pub versions: Vec<MadeVersionLine>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct MadeVersionLine {
    pub version: u64,
    pub level: String,
    pub title: String,
    pub credit: String,
    pub at: i64,
    pub solved: bool,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct RecordLine {
    pub level: String,
    pub metric: String,
    pub proved: bool,
    /// The holder where it is a method.
    pub method: Option<String>,
    /// The holder where it is a person; nobody where the account is gone.
    pub player: Option<String>,
    pub play: Option<String>,
    pub solution: String,
    pub at: i64,
}

impl ExportLine {
    pub fn json(&self) -> String {
        serde_json::to_string(self).expect("texts and numbers are JSON")
    }
}

/// Lines that hold together: nothing is named in them that did not come before.
#[derive(Default)]
pub struct Checked {
    pub lines: Vec<ExportLine>,
    pub levels: HashMap<String, LevelRef>,
    players: HashSet<String>,
    /// By the number of its line: what the referee says of the solution in it.
    pub solutions: HashMap<usize, Verified>,
}

impl Checked {
    /// Reads all lines; the first that is wrong ends it.
    pub fn read(text: &str) -> Result<Self, Message> {
        let mut checked = Checked::default();
        for (number, line) in (1..).zip(text.lines()).filter(|(_, line)| !line.trim().is_empty()) {
            checked.add(line).map_err(|error| words::BAD_LINE.with("line", number).with("error", error))?;
        }
        Ok(checked)
    }

    fn add(&mut self, text: &str) -> Result<(), Message> {
        let line: ExportLine = serde_json::from_str(text).map_err(Message::told)?;
        match &line {
            ExportLine::Player(player) => {
                self.players.insert(player.name.clone());
            }
            ExportLine::Level { id, puzzle, text } => self.add_level(id, puzzle, text)?,
            ExportLine::Play(play) => self.check_play(play)?,
            ExportLine::Progress(progress) => {
                self.player(&progress.player)?;
                self.level(&progress.level)?;
            }
            ExportLine::Run(run) => self.referee(&run.level, &run.solution)?,
            ExportLine::CampaignRun(kept) => {
                let answer = &kept.run.answer;
                let level = answer.id.to_string();
                match answer.solution() {
                    Some(solution) => self.referee(&level, &solution.text)?,
                    None => drop(self.level(&level)?),
                }
            }
            ExportLine::Record(record) => {
                record.player.as_ref().map_or(Ok(()), |name| self.player(name))?;
                record.play.as_ref().map_or(Ok(()), |key| check_key(key))?;
                self.referee(&record.level, &record.solution)?;
            }
            ExportLine::Pack(pack) => {
                self.player(&pack.player)?;
                check_key(&pack.key)?;
                pack.levels.iter().try_for_each(|(level, _)| self.level(level).map(drop))?;
            }
            ExportLine::Class(class) => {
                self.player(&class.teacher)?;
                check_key(&class.key)?;
                class.homework.iter().try_for_each(|homework| self.check_homework(homework))?;
            }
            ExportLine::Pupil(pupil) => {
                self.player(&pupil.player)?;
                check_key(&pupil.class)?;
            }
            ExportLine::Made(made) => {
                self.player(&made.player)?;
                check_key(&made.key)?;
                made.versions.iter().try_for_each(|version| self.level(&version.level).map(drop))?;
            }
        }
        self.lines.push(line);
        Ok(())
    }

    fn add_level(&mut self, id: &str, puzzle: &str, text: &str) -> Result<(), Message> {
        let level = levels::read(puzzle, text)?;
        let found = level.id().to_string();
        if found != id {
            return Err(words::LINE_LEVEL_ID.with("found", found).with("level", id));
        }
        self.levels.insert(found, level);
        Ok(())
    }

    fn check_play(&self, play: &PlayLine) -> Result<(), Message> {
        self.player(&play.player)?;
        self.level(&play.level)?;
        check_key(&play.key)?;
        if ![Mode::Relax, Mode::Challenge].iter().any(|mode| mode.word() == play.mode) {
            return Err(words::LINE_MODE.with("mode", &play.mode));
        }
        match play.events.iter().find(|(_, action, _)| Action::parse(action).is_none()) {
            Some((_, action, _)) => Err(words::LINE_ACTION.with("action", action)),
            None => Ok(()),
        }
    }

    fn check_homework(&self, homework: &HomeworkLine) -> Result<(), Message> {
        if Task::named(&homework.task, &homework.what).is_none() {
            return Err(words::LINE_TASK.with("task", &homework.task));
        }
        homework.levels.iter().try_for_each(|(level, _)| self.level(level).map(drop))
    }

    fn referee(&mut self, level: &str, solution: &str) -> Result<(), Message> {
        let verified = self.level(level)?.verify(solution).map_err(|refusal| refusal.said())?;
        self.solutions.insert(self.lines.len(), verified);
        Ok(())
    }

    fn level(&self, id: &str) -> Result<&LevelRef, Message> {
        self.levels.get(id).ok_or_else(|| words::LINE_LEVEL.with("level", id))
    }

    fn player(&self, name: &str) -> Result<(), Message> {
        let known = self.players.contains(name);
        known.then_some(()).ok_or_else(|| words::LINE_PLAYER.with("player", name))
    }
}

fn check_key(key: &str) -> Result<(), Message> {
    key.parse::<PlayKey>().map(|_| ()).map_err(|_| words::LINE_KEY.with("key", key))
}
