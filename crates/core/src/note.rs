//! What a method goes by, as data with a sentence: a plan, its steps, what matters on the board. For those who
//! watch a run, for `solve --explain`, and for players who ask what to do first.

use crate::grid::Cell;
use crate::words::Message;

/// One thing that a method goes by.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Note {
    /// What it is about, in one word: `pack`, `park`, `room`, `move`.
    pub kind: &'static str,
    /// Who chose it, in one word, where it is told: an adviser of the search.
    pub by: Option<&'static str>,
    /// The sentence.
    pub said: Message,
    /// The cells it is about; of something that moves, from where and to where.
    pub cells: Vec<Cell>,
}
