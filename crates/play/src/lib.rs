//! One model of playing for every puzzle, for terminal and browser alike: a session that forgets
//! nothing, a clock, stars. Nothing here draws, stores or searches.

mod clock;
mod helped;
mod session;
mod stars;
mod tries;
pub mod words;

pub use clock::PlayClock;
pub use helped::{REMEMBERED, earned, helps};
pub use session::{Action, Event, Line, Session, Snapshot};
pub use stars::{Mode, stars};
pub use tries::tries;
