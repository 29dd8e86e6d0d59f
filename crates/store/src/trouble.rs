//! Why the store could not do what was asked. What a caller can act on has a variant of its own.

use std::path::Path;

use ingenio_core::{Foreign, Message, Value};

use crate::words;

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Trouble {
    /// The name belongs to someone, in whatever case.
    NameTaken,
    /// Not a name anybody can have.
    BadName(Message),
    /// The play has this many events, not as many as the caller thought: another tab went on.
    Conflict { stored: u64 },
    /// There is no such player or play.
    Unknown,
    /// It cannot be done as things stand, and the sentence says why.
    Refused(Message),
    /// The disk is full; nothing was changed.
    Full,
    /// Anything else, as a sentence.
    Failed(Message),
}

impl Trouble {
    pub fn message(&self) -> Message {
        match self {
            Trouble::NameTaken => words::NAME_TAKEN.say(),
            Trouble::Conflict { stored } => words::CONFLICT.with("stored", stored),
            Trouble::Unknown => words::UNKNOWN.say(),
            Trouble::Full => words::FULL.say(),
            Trouble::BadName(message) | Trouble::Refused(message) | Trouble::Failed(message) => {
                message.clone()
            }
        }
    }

    /// For logs.
    pub fn english(&self) -> String {
        self.message().english()
    }

    pub(crate) fn broken(what: impl Value) -> Self {
        Trouble::Failed(words::BROKEN.with("what", what))
    }
}

impl From<Trouble> for Message {
    fn from(trouble: Trouble) -> Message {
        trouble.message()
    }
}

impl From<Message> for Trouble {
    fn from(message: Message) -> Self {
        Trouble::Failed(message)
    }
}

impl From<sqlx::Error> for Trouble {
    fn from(error: sqlx::Error) -> Self {
        match error {
            sqlx::Error::Database(said) if is_full(said.code().as_deref()) => Trouble::Full,
            sqlx::Error::PoolClosed => Trouble::Failed(words::CLOSED.say()),
            error => Trouble::Failed(words::FAILED.with("error", Foreign(error))),
        }
    }
}

/// Why a file could not be opened. What cannot write where nothing is wrong with the file has no room: `SQLite`
/// says "disk I/O error" when it cannot enlarge what lies beside the database.
pub fn not_opened(file: &Path, error: &sqlx::Error) -> Trouble {
    let code = error.as_database_error().and_then(sqlx::error::DatabaseError::code);
    let cannot_write = is_full(code.as_deref()) || matches!(code.as_deref(), Some("778" | "4874"));
    let template = if cannot_write { words::NO_ROOM } else { words::CANNOT_OPEN };
    Trouble::Failed(template.with("file", file.display()).with("error", Message::quoted(error)))
}

/// `SQLITE_FULL`, and `PostgreSQL`'s `disk_full`.
fn is_full(code: Option<&str>) -> bool {
    matches!(code, Some("13" | "53100"))
}
