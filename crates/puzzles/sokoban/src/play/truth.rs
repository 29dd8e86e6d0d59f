//! Why a position is lost.

use ingenio_core::Message;

use super::Position;
use crate::level::Level;

/// A reason and the squares it is about.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Trouble {
    pub squares: Vec<usize>,
    pub message: Message,
}

pub fn trouble(_level: &Level, _position: &Position) -> Option<Trouble> {
    None
}
