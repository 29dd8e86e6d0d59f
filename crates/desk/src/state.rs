//! Where a play stands, beside its board.

use ingenio_core::Message;
use serde::Serialize;

use crate::order::ModeBody;
use crate::scene::SpotBody;

/// Where a play stands, beside its board.
#[expect(clippy::struct_excessive_bools, reason = "each is a fact of its own that a page shows")]
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct StateBody {
    /// How many events are stored.
    pub number: usize,
    pub moves: usize,
    pub measures: Vec<(String, u64)>,
    #[cfg_attr(feature = "schema", schema(value_type = String))]
    pub figures: Message,
    pub won: bool,
    /// Did it take a hint above the first rung, or has its player seen a solution?
    pub helped: bool,
    /// Why it is lost, where that is known.
    #[cfg_attr(feature = "schema", schema(value_type = Option<String>))]
    pub stuck: Option<Message>,
    pub held: Option<SpotBody>,
    /// Milliseconds.
    pub clock: u64,
    pub running: bool,
    pub can_undo: bool,
    pub can_redo: bool,
    /// Can it be played from the other end?
    pub can_turn: bool,
    /// Is it being played from there?
    pub backwards: bool,
    /// May the player say that this is enough?
    pub can_be_done: bool,
    pub stars: Option<u8>,
    #[cfg_attr(feature = "schema", schema(value_type = Option<String>))]
    pub said: Option<Message>,
    pub mode: ModeBody,
    pub kept: Vec<String>,
    /// The best known, as a sentence.
    #[cfg_attr(feature = "schema", schema(value_type = Option<String>))]
    pub record: Option<Message>,
}
