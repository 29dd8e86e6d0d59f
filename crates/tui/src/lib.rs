//! The terminal player: a menu of puzzles and packs, boards in colour and without, keyboard and mouse,
//! hints, solvers to watch, generators. Everything it knows about playing it has from `ingenio-play`;
//! here are keys, screens and the terminal itself.

mod app;
mod board;
mod built;
mod choose;
mod create;
mod drag;
mod foresight;
mod help;
mod known;
mod look;
mod menu;
mod play;
mod screen;
mod terminal;
mod watch;
pub mod words;
mod work;

pub use app::App;
pub use ingenio_workshop::Library;
pub use look::Look;
pub use terminal::run;
