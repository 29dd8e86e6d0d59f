//! Boards as pictures. A [`Scene`] becomes an SVG drawing in the style of a well-made puzzle book; that
//! becomes pixels, and a play becomes a moving picture. Pieces are drawn as their kinds hand them over
//! (`core::kind`): nothing here knows a puzzle or a piece by name.

mod canvas;
mod drawing;
mod ground;
mod layout;
mod pieces;
mod theme;

pub use drawing::{Drawing, Drawn, marks, svg};
pub use theme::Theme;
