//! An exercise: a question, what kind of answer it wants, an answer that is right, and the mistakes that
//! people make, with the reason why each is one.

use ingenio_core::Message;
use serde::Deserialize;

use crate::form::Form;

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Exercise {
    /// Which it is, as ids of sentences have it: `lesson.sokoban.3`.
    #[serde(skip)]
    pub(crate) owner: String,
    pub ask: String,
    /// Where to begin, for whoever is stuck.
    pub hint: String,
    pub wanted: Wanted,
    /// An answer that is right; there may be others.
    pub answer: String,
    /// Why it is right, told when it is solved.
    pub because: String,
    #[serde(default)]
    pub mistakes: Vec<Mistake>,
}

impl Exercise {
    /// The id of what is said in it: `lesson.sokoban.3.ask`.
    fn declared(&self, part: &str, english: &str) -> Message {
        Message::declared(format!("{}.{part}", self.owner), english.trim().to_owned())
    }

    pub fn said_ask(&self) -> Message {
        self.declared("ask", &self.ask)
    }

    pub fn said_hint(&self) -> Message {
        self.declared("hint", &self.hint)
    }

    pub fn said_because(&self) -> Message {
        self.declared("because", &self.because)
    }

    /// Why the mistake at this place is one.
    pub(crate) fn said_mistake(&self, place: usize) -> Option<Message> {
        let mistake = self.mistakes.get(place)?;
        Some(self.declared(&format!("mistake-{}", place + 1), &mistake.why))
    }

    /// The words to choose from, each as the sheet has it and as it is said.
    pub fn said_choices(&self) -> Vec<(&str, Message)> {
        let Wanted::Choice(choices) = &self.wanted else { return Vec::new() };
        let said = |(place, choice): (usize, &'_ String)| self.declared(&format!("choice-{place}"), choice);
        choices.iter().enumerate().map(|(at, choice)| (choice.as_str(), said((at + 1, choice)))).collect()
    }

    /// Everything that is said in it.
    pub(crate) fn said(&self) -> Vec<Message> {
        let mut said = vec![self.said_ask(), self.said_hint()];
        said.extend(self.said_choices().into_iter().map(|(_, choice)| choice));
        said.push(self.said_because());
        said.extend((0..self.mistakes.len()).filter_map(|place| self.said_mistake(place)));
        said
    }
}

/// What kind of answer is wanted.
#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub enum Wanted {
    /// The number that the answer is.
    Number,
    /// One of these words.
    Choice(Vec<String>),
    /// A solution of this level, good enough by a metric.
    Solution {
        puzzle: String,
        level: String,
        metric: String,
        most: u64,
    },
    Level(OwnLevel),
}

/// A level of one's own.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct OwnLevel {
    pub puzzle: String,
    /// With which it is read, such as `rules=partial`; empty for the puzzle's own.
    #[serde(default)]
    pub settings: String,
    /// So many at most, blanks not counted.
    pub characters: u64,
    /// What it must look like.
    #[serde(default)]
    pub forms: Vec<Form>,
    /// What methods must do with it.
    pub conditions: Vec<Condition>,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Condition {
    pub method: String,
    pub must: Must,
    /// The metric in which the best is meant; empty for the puzzle's first.
    #[serde(default)]
    pub metric: String,
    #[serde(default = "a_second_of_nodes")]
    pub nodes: u64,
}

const fn a_second_of_nodes() -> u64 {
    500_000
}

/// What a method must do with the level.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Must {
    Solve,
    /// Neither solve it nor prove anything within the nodes.
    GiveUp,
    ProveUnsolvable,
    /// Find a solution that is not the best.
    MissTheBest,
    /// Prove a best solution with so much of the metric.
    Need(u64),
}

/// A wrong answer that people give, and why it is wrong.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Mistake {
    pub answer: String,
    pub why: String,
}
