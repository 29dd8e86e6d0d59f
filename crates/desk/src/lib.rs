//! A play behind messages: orders come in, and what is told goes out, the board first and then what changed
//! on it. The server has a desk for every open play, the page has one too (`crates/browser/rules`), so that a
//! page talks the same way to either.

mod desk;
mod film;
mod mirror;
mod order;
mod play_file;
mod print;
mod scene;
mod state;
mod told;
pub mod words;

pub use desk::{Desk, MOST_AT_ONCE};
pub use film::{Film, FilmStep};
pub use mirror::{Heard, Mirror};
pub use order::{EventBody, GestureBody, ModeBody, Order, Wish, event_bodies};
pub use play_file::{KeptPlay, PlayFile, PlayHead, Seen, Wrong};
pub use print::{PrintedSolution, frames, printed_board, printed_solution};
pub use scene::{
    BoardBody, CellBody, ChangeBody, DirBody, GroundBody, PieceBody, SpotBody, from_body, to_body,
};
pub use state::StateBody;
pub use told::Told;
