//! What a method knows about a play: the ladder of hints from where it stands, and the review of its moves.

mod hint;
mod review;
mod standing;
pub mod words;

pub use hint::{Hint, Rung, ToGo, hint};
pub use review::{Judgement, LostTry, Review, review};
pub use standing::{Standing, standing};
