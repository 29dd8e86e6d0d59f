//! The list of what can be watched: the best known, then every method with what it guarantees and, where
//! it has been here before, what it found.

use ingenio_core::{AnyPuzzle, Message};

use crate::known::{Known, record_text, run_text};
use crate::look::Look;
use crate::words;

/// A line of the list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Choice {
    /// The record.
    Best,
    Method(&'static str),
}

#[derive(Debug)]
pub struct Choose {
    choices: Vec<Choice>,
    /// Of each choice the name, what it guarantees, and what is known of it.
    told: Vec<[Message; 3]>,
    pub chosen: usize,
}

impl Choose {
    pub fn of(puzzle: &dyn AnyPuzzle, known: &Known) -> Self {
        let best = known.record().map_or_else(|| words::NO_RECORD.say(), record_text);
        let mut choices = vec![Choice::Best, Choice::Method("auto")];
        let mut told = vec![
            [words::BEST_NAME.say(), Message::empty(), best],
            [Message::told("auto"), Message::empty(), words::AUTO_ABOUT.say()],
        ];
        for method in puzzle.methods() {
            let about = || method.said_about(puzzle.info().name);
            let about = known.run(method.name).map_or_else(about, run_text);
            choices.push(Choice::Method(method.name));
            told.push([Message::told(method.name), method.guarantee.said().say(), about]);
        }
        Choose { choices, told, chosen: 0 }
    }

    /// The list as it is read, in columns.
    pub fn lines(&self, look: Look) -> Vec<String> {
        let said: Vec<[String; 3]> =
            self.told.iter().map(|told| told.each_ref().map(|part| look.say(part))).collect();
        let widest = |column: usize| said.iter().map(|row| row[column].chars().count()).max().unwrap_or(0);
        let (names, words) = (widest(0), widest(1));
        let line = |[name, word, about]: &[String; 3]| format!("{name:<names$}  {word:<words$}  {about}");
        said.iter().map(line).collect()
    }

    pub fn choice(&self) -> Choice {
        self.choices[self.chosen]
    }

    pub fn step(&mut self, by: isize) {
        self.chosen = self.chosen.saturating_add_signed(by).min(self.choices.len() - 1);
    }
}
