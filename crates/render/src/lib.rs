//! Boards as pictures. A [`Scene`] becomes an SVG drawing in the style of a well-made puzzle book; that
//! becomes pixels, and a play becomes a moving picture. Everything is drawn by the roles of the pieces:
//! nothing here knows a puzzle by name.

mod canvas;
mod drawing;
mod ground;
mod layout;
mod pieces;
mod theme;

pub use drawing::{Drawing, Drawn, marks, svg};
pub use theme::Theme;
