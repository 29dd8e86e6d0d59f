//! The list of what can be watched: the best known, then every method with what it guarantees and, where
//! it has been here before, what it found.

use ingenio_core::AnyPuzzle;

use crate::known::{Known, record_text, run_text};
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
    pub lines: Vec<String>,
    pub chosen: usize,
}

impl Choose {
    pub fn of(puzzle: &dyn AnyPuzzle, known: &Known) -> Self {
        let methods = puzzle.methods();
        let widest = methods.iter().map(|method| method.name.len()).max().unwrap_or(0);
        let word = methods.iter().map(|method| method.guarantee.word().len()).max().unwrap_or(0);
        let line = |name: &str, guarantee: &str, about: &str| {
            format!("{name:<widest$}  {guarantee:<word$}  {about}")
        };
        let best = known.record().map_or_else(|| words::NO_RECORD.say().to_string(), record_text);
        let mut choices = vec![Choice::Best, Choice::Method("auto")];
        let mut lines = vec![
            line(words::BEST_NAME.english, "", &best),
            line("auto", "", &words::AUTO_ABOUT.say().to_string()),
        ];
        for method in methods {
            let about = known.run(method.name).map_or_else(|| method.about.to_owned(), run_text);
            choices.push(Choice::Method(method.name));
            lines.push(line(method.name, method.guarantee.word(), &about));
        }
        Choose { choices, lines, chosen: 0 }
    }

    pub fn choice(&self) -> Choice {
        self.choices[self.chosen]
    }

    pub fn step(&mut self, by: isize) {
        self.chosen = self.chosen.saturating_add_signed(by).min(self.choices.len() - 1);
    }
}
