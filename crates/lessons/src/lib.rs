//! The lessons: for each of the five papers what a teacher can use as it is. Texts, solvers, experiments
//! and exercises live in `docs/lessons`, once, for the page, the print, the command line and notebooks;
//! this crate reads them, checks answers, and turns a text into a page or a notebook.

mod exercise;
mod form;
mod judge;
mod lesson;
mod notebook;
mod page;
pub mod words;

pub use exercise::{Condition, Exercise, Mistake, Must, OwnLevel, Wanted};
pub use form::Form;
pub use judge::Judgement;
pub use lesson::{LESSONS, Lesson, find, picture, pictures};
pub use notebook::notebook;
pub use page::html;
