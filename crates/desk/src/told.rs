//! What a tab is told.

use ingenio_core::Language;
use serde::Serialize;

use crate::order::EventBody;
use crate::scene::{BoardBody, ChangeBody};
use crate::state::StateBody;

#[derive(Debug, Serialize)]
#[serde(tag = "is", rename_all = "lowercase")]
pub enum Told<'a> {
    /// Everything, drawn.
    Board { board: BoardBody, state: &'a StateBody },
    /// What changed, drawn.
    Change {
        #[serde(flatten)]
        change: ChangeBody,
        state: &'a StateBody,
    },
    /// What happened after the first `from` events, for a page that knows the rules itself.
    Events { from: usize, events: Vec<EventBody>, state: &'a StateBody },
    /// An order was not carried out.
    Refused { message: String },
}

impl Told<'_> {
    /// As a reader's page hears it.
    pub fn text(&self, reader: Language) -> String {
        reader.json(self).expect("messages are plain data")
    }
}
