//! Files of plays: what a browser hands over to take its plays along, and what somebody sends who saw something that
//! is wrong. Each play is there whole, so that it can be played again, event by event, by a person or by a test.

use std::fmt;

use ingenio_core::{Fault, LevelRef, Message};
use ingenio_play::Session;
use serde::{Deserialize, Serialize};

use crate::desk::read_events;
use crate::order::EventBody;
use crate::words;

/// What is at the beginning of such a file, and the form of this edition's.
const KIND: &str = "ingenio plays";
const FORM: u32 = 1;

#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct PlayFile {
    kind: String,
    form: u32,
    pub plays: Vec<KeptPlay>,
}

#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct KeptPlay {
    pub head: PlayHead,
    pub events: Vec<EventBody>,
    /// Where somebody saw something that is wrong.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub wrong: Option<Wrong>,
}

/// Whatever else a browser keeps of a play is its own.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct PlayHead {
    pub puzzle: String,
    /// The level in its canonical form.
    pub text: String,
    #[serde(default)]
    pub title: String,
    #[serde(default)]
    pub mode: String,
    /// What is known to be possible.
    #[serde(default)]
    pub aim: Option<u64>,
}

#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Wrong {
    /// In the words of who saw it.
    pub what: String,
    /// What the page showed.
    pub seen: Seen,
    /// The edition of the program.
    #[serde(default)]
    pub edition: String,
}

/// The end of a play, as a page shows it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Seen {
    pub won: bool,
    /// By metric.
    pub measures: Vec<(String, u64)>,
}

impl fmt::Display for Seen {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", if self.won { "won" } else { "open" })?;
        self.measures.iter().try_for_each(|(name, value)| write!(f, ", {name} {value}"))
    }
}

impl PlayFile {
    pub fn new(plays: Vec<KeptPlay>) -> Self {
        PlayFile { kind: KIND.to_owned(), form: FORM, plays }
    }

    pub fn read(text: &str) -> Result<Self, Fault> {
        let file: PlayFile = serde_json::from_str(text)
            .map_err(|error| words::NO_PLAY_FILE.with("error", Message::quoted(error)))?;
        if file.kind != KIND {
            return Err(words::NO_PLAY_FILE.with("error", &file.kind).into());
        }
        if file.form > FORM {
            return Err(words::NEWER_PLAY_FILE.with("form", file.form).with("known", FORM).into());
        }
        Ok(file)
    }

    pub fn text(&self) -> String {
        serde_json::to_string_pretty(self).expect("files are plain data") + "\n"
    }
}

impl KeptPlay {
    /// Plays it again on its level; fails at the first event that the rules refuse.
    pub fn replay(&self, level: &LevelRef) -> Result<Session, Fault> {
        let mut session = Session::new(level.clone());
        session.aim_at(self.head.aim);
        for event in read_events(&self.events)? {
            session.replay(&event)?;
        }
        Ok(session)
    }

    /// Plays it again and compares it with what was seen.
    pub fn check(&self, level: &LevelRef) -> Result<Session, Fault> {
        let session = self.replay(level)?;
        let replayed = Seen::of(&session);
        match &self.wrong {
            Some(wrong) if wrong.seen != replayed => Err(words::SEEN_OTHERWISE
                .with("seen", wrong.seen.to_string())
                .with("replayed", replayed.to_string())
                .into()),
            _ => Ok(session),
        }
    }
}

impl Seen {
    pub fn of(session: &Session) -> Self {
        let measures = session.measures();
        let count = |(name, _): (&str, _)| Some((name.to_owned(), measures.get(name)?));
        Seen { won: session.won(), measures: measures.iter().filter_map(count).collect() }
    }
}
