//! What the store hands out.

use std::fmt;
use std::str::FromStr;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use ingenio_core::{Foreign, LevelId, Message};
use ingenio_play::Session;

use crate::trouble::Trouble;
use crate::words;

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct PlayerId(pub i64);

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct PlayId(pub i64);

/// The public name of a play, 128 random bits in 32 hexadecimal digits: whoever knows it may watch.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct PlayKey(u128);

impl PlayKey {
    /// One that nobody else has.
    pub fn draw() -> Result<Self, Trouble> {
        let mut bytes = [0; 16];
        getrandom::fill(&mut bytes)
            .map_err(|error| Trouble::Failed(words::FAILED.with("error", Foreign(error))))?;
        Ok(PlayKey(u128::from_le_bytes(bytes)))
    }
}

impl fmt::Display for PlayKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:032x}", self.0)
    }
}

impl fmt::Debug for PlayKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "PlayKey({self})")
    }
}

/// The text is not 32 hexadecimal digits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NotAPlayKey;

impl FromStr for PlayKey {
    type Err = NotAPlayKey;

    fn from_str(text: &str) -> Result<Self, NotAPlayKey> {
        let digits = text.bytes().all(|byte| matches!(byte, b'0'..=b'9' | b'a'..=b'f'));
        if text.len() != 32 || !digits {
            return Err(NotAPlayKey);
        }
        u128::from_str_radix(text, 16).map(PlayKey).map_err(|_| NotAPlayKey)
    }
}

/// Someone who plays.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Player {
    pub id: PlayerId,
    pub name: String,
    /// Without an account so far.
    pub guest: bool,
}

/// Someone who can log in.
#[derive(Clone, PartialEq, Eq)]
pub struct Account {
    pub id: PlayerId,
    /// As it was written on registering.
    pub name: String,
    pub password_hash: String,
    /// The owner of the house has shut them out.
    pub banned: bool,
}

impl fmt::Debug for Account {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Account({}, {:?})", self.id.0, self.name)
    }
}

/// A play without its events. Times are milliseconds since 1970.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlayRow {
    pub id: PlayId,
    pub key: PlayKey,
    pub player: PlayerId,
    pub level: LevelId,
    pub puzzle: String,
    pub mode: String,
    pub begun: i64,
    /// When something was last written.
    pub touched: i64,
    /// When it was first won.
    pub ended: Option<i64>,
    pub given_up: Option<i64>,
    /// When it took a hint above the first rung, or its player saw a solution.
    pub helped: Option<i64>,
    pub events: u64,
    pub hints: u64,
}

/// A hint that was taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Hint {
    /// What the play's clock showed.
    pub at: Duration,
    pub rung: u8,
}

/// Part of a long list, newest first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Page {
    /// Only what came before this one; the last of the page before.
    pub before: Option<PlayId>,
    pub most: u32,
}

impl Page {
    pub const fn first(most: u32) -> Self {
        Page { before: None, most }
    }

    pub const fn after(last: PlayId, most: u32) -> Self {
        Page { before: Some(last), most }
    }
}

/// A play that can go on.
#[derive(Debug)]
pub struct SavedPlay {
    pub id: PlayId,
    pub session: Session,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LevelProgress {
    /// Won by playing, not shown by a method.
    pub played: bool,
    pub value: Option<i64>,
    pub stars: u8,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Holder {
    Person(String),
    /// Who then deleted the account.
    Someone,
    Method(String),
}

impl Holder {
    /// The name, as people read it.
    pub fn said(&self) -> Message {
        match self {
            Holder::Person(name) | Holder::Method(name) => Message::told(name),
            Holder::Someone => words::SOMEONE.say(),
        }
    }
}

/// The best known of a level in one metric (`""` where the puzzle has none).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Record {
    pub level: LevelId,
    pub puzzle: String,
    pub metric: String,
    pub value: Option<i64>,
    pub proved: bool,
    pub holder: Holder,
    /// The play that reached it, to be watched.
    pub play: Option<PlayKey>,
    pub solution: String,
    /// Milliseconds since 1970.
    pub at: i64,
}

/// How much is in the store.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Counts {
    pub accounts: u64,
    pub guests: u64,
    pub sessions: u64,
    pub levels: u64,
    pub plays: u64,
    pub events: u64,
    pub records: u64,
    pub runs: u64,
}

/// Milliseconds since 1970.
pub fn now() -> i64 {
    moment(SystemTime::now())
}

pub(crate) fn moment(time: SystemTime) -> i64 {
    millis(time.duration_since(UNIX_EPOCH).unwrap_or_default())
}

pub(crate) fn millis(time: Duration) -> i64 {
    i64::try_from(time.as_millis()).unwrap_or(i64::MAX)
}
