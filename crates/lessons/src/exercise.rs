//! An exercise: a question, what kind of answer it wants, an answer that is right, and the mistakes that
//! people make, with the reason why each is one.

use serde::Deserialize;

use crate::form::Form;

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Exercise {
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
