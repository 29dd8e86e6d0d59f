//! What is wrong with an input, and where: the one error type of every parser.

use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::language::Language;
use crate::words::{Filling, Message, Template, Value, table};

/// A complaint about a text, with the place where it applies. Lines and columns count from 1.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    /// Nothing where the whole text is meant.
    pub line: Option<u32>,
    /// In characters; nothing where the whole line is meant.
    pub column: Option<u32>,
    /// What is wrong, without the place.
    pub message: Message,
}

impl Fault {
    /// At one place of a text.
    pub fn at(line: usize, column: usize, message: Message) -> Self {
        Fault { line: Some(line as u32), column: Some(column as u32), message }
    }

    /// At a byte of a text, as other people's parsers name places.
    pub fn at_byte(text: &str, byte: usize, message: Message) -> Self {
        let before = &text.as_bytes()[..byte.min(text.len())];
        let line = before.iter().filter(|byte| **byte == b'\n').count() + 1;
        let begun = before.iter().rposition(|byte| *byte == b'\n').map_or(0, |at| at + 1);
        Fault::at(line, String::from_utf8_lossy(&before[begun..]).chars().count() + 1, message)
    }

    /// Somewhere on a line.
    pub fn on_line(line: usize, message: Message) -> Self {
        Fault { line: Some(line as u32), column: None, message }
    }

    /// The id of the sentence: which rule was broken.
    pub fn kind(&self) -> &str {
        self.message.id()
    }

    /// Says whether this fault complains of that rule.
    pub fn is(&self, rule: Template) -> bool {
        self.message.is(rule)
    }

    /// For logs and JSON.
    pub fn english(&self) -> String {
        self.said().english()
    }

    /// The complaint with its place.
    pub fn said(&self) -> Message {
        match (self.line, self.column) {
            (Some(line), Some(column)) => {
                table::AT_PLACE.with("line", line).with("column", column).with("message", &self.message)
            }
            (Some(line), None) => table::ON_LINE.with("line", line).with("message", &self.message),
            _ => self.message.clone(),
        }
    }
}

impl From<Message> for Fault {
    fn from(message: Message) -> Self {
        Fault { line: None, column: None, message }
    }
}

/// A fault as it is told.
#[derive(Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "schema", schema(as = Fault))]
pub struct ToldFault {
    /// Which rule was broken.
    #[serde(default)]
    kind: String,
    /// Where, from 1.
    #[serde(default)]
    line: Option<u32>,
    #[serde(default)]
    column: Option<u32>,
    message: String,
}

/// Files of earlier versions have the sentence alone.
#[derive(Deserialize)]
#[serde(untagged)]
enum PlainOrPlaced {
    Plain(String),
    Placed(ToldFault),
}

impl Serialize for Fault {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let (kind, message) = (self.kind().to_owned(), Language::writing().say(&self.message));
        ToldFault { kind, line: self.line, column: self.column, message }.serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Fault {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let (line, column, message) = match PlainOrPlaced::deserialize(deserializer)? {
            PlainOrPlaced::Plain(message) => (None, None, message),
            PlainOrPlaced::Placed(ToldFault { line, column, message, .. }) => (line, column, message),
        };
        Ok(Fault { line, column, message: Message::told(message) })
    }
}

/// For programs that hand every error on as a box.
impl From<Fault> for Box<dyn std::error::Error> {
    fn from(wrong: Fault) -> Self {
        wrong.english().into()
    }
}

impl Value for Fault {
    fn filling(self) -> Filling {
        self.said().filling()
    }
}

impl Value for &Fault {
    fn filling(self) -> Filling {
        self.said().filling()
    }
}
