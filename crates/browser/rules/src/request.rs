//! What a page asks the rules. One flat shape for all requests: serde's buffers for tagged ones would be a tenth
//! of the module.

use ingenio_core::{Fault, LanguageTable};
use ingenio_desk::{EventBody, GestureBody, ModeBody, Wish};
use serde::Deserialize;

use crate::words;

#[derive(Debug, Deserialize)]
pub struct Request {
    /// `language`, `read`, `print`, `open`, `order`, `hear`, `preview`, `film`, `line` or `frames`.
    pub ask: String,
    /// Milliseconds on the page's clock.
    #[serde(default)]
    pub now: f64,
    pub puzzle: Option<String>,
    /// The level as text.
    pub level: Option<String>,
    #[serde(default)]
    pub events: Vec<EventBody>,
    /// After so many events.
    #[serde(default)]
    pub from: usize,
    pub mode: Option<ModeBody>,
    /// What is known to be possible.
    pub aim: Option<u64>,
    /// Does nobody else keep this play?
    #[serde(default)]
    pub alone: bool,
    /// Was it helped before it came here, or elsewhere?
    #[serde(default)]
    pub helped: bool,
    /// The reader's.
    pub language: Option<String>,
    /// A language to learn: a page has that of its reader.
    pub table: Option<LanguageTable>,
    /// The order, as a line names it.
    #[serde(rename = "do")]
    pub what: Option<String>,
    pub gesture: Option<GestureBody>,
    pub text: Option<String>,
    pub name: Option<String>,
    pub rung: Option<u8>,
    #[serde(default)]
    pub moves: Vec<String>,
}

impl Request {
    /// The order in it.
    pub fn wish(self) -> Result<Wish, Fault> {
        let what = self.what.unwrap_or_default();
        let wish = match what.as_str() {
            "gesture" => self.gesture.map(|gesture| Wish::Gesture { gesture }),
            "move" => self.text.map(|text| Wish::Move { text }),
            "undo" => Some(Wish::Undo),
            "redo" => Some(Wish::Redo),
            "restart" => Some(Wish::Restart),
            "back" => Some(Wish::Back),
            "keep" => self.name.map(|name| Wish::Keep { name }),
            "recall" => self.name.map(|name| Wish::Recall { name }),
            "pause" => Some(Wish::Pause),
            "turn" => Some(Wish::Turn),
            "done" => Some(Wish::Done),
            "mode" => self.mode.map(|mode| Wish::Mode { mode }),
            "hinted" => self.rung.map(|rung| Wish::Hinted { rung }),
            _ => None,
        };
        wish.ok_or_else(|| words::NOT_AN_ORDER.with("order", what).into())
    }
}
