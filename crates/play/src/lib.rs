//! One model of playing for every puzzle, for terminal and browser alike: a session that forgets
//! nothing, a clock, a ladder of hints, and the review of a play. Nothing here draws or stores.

mod clock;
mod helped;
mod hint;
mod review;
mod session;
mod stars;
pub mod words;

pub use clock::PlayClock;
pub use helped::{REMEMBERED, earned, helps};
pub use hint::{Hint, Rung, ToGo, hint};
pub use review::{Judgement, Review, review};
pub use session::{Action, Event, Line, Session, Snapshot};
pub use stars::{Mode, stars};
