//! What is kept of a run: one line of JSON, whole in itself, nothing rounded.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

/// How a run ended: the outcomes of a method, and two more that only an outsider sees.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Verdict {
    Solved,
    Unsolvable,
    Unknown,
    Failed,
    Crashed,
    /// The referee refuses the answer.
    Wrong,
}

impl Verdict {
    pub const ALL: [Verdict; 6] = [
        Verdict::Solved,
        Verdict::Unsolvable,
        Verdict::Unknown,
        Verdict::Failed,
        Verdict::Crashed,
        Verdict::Wrong,
    ];

    pub const fn word(self) -> &'static str {
        match self {
            Verdict::Solved => "solved",
            Verdict::Unsolvable => "unsolvable",
            Verdict::Unknown => "unknown",
            Verdict::Failed => "failed",
            Verdict::Crashed => "crashed",
            Verdict::Wrong => "wrong",
        }
    }

    pub fn of_word(word: &str) -> Option<Self> {
        Verdict::ALL.into_iter().find(|verdict| verdict.word() == word)
    }
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Record {
    pub schema: u32,
    /// The hash of everything that makes the run what it is.
    pub run: String,
    /// The id of the level.
    pub level: String,
    pub title: String,
    pub set: String,
    pub index: usize,
    pub puzzle: String,
    pub features: BTreeMap<String, u64>,
    /// As the campaign calls it.
    pub method: String,
    /// With its options, or the command of a program.
    pub spec: String,
    pub program: bool,
    pub metric: String,
    pub optimal_asked: bool,
    pub time_limit: Option<f64>,
    /// Mebibytes.
    pub memory_limit: Option<u64>,
    pub nodes_limit: Option<u64>,
    pub seed: u64,
    pub repeat: u32,
    pub threads: u32,
    pub outcome: Verdict,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub limit: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub error: Option<String>,
    pub optimal: bool,
    pub bound: Option<u64>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub solution: Option<String>,
    #[serde(default)]
    pub measures: Map<String, Value>,
    pub nodes: Option<u64>,
    pub generated: Option<u64>,
    /// What the method counts on the level itself.
    pub seconds: Option<f64>,
    pub setup_seconds: Option<f64>,
    /// Of the child process.
    pub wall_seconds: f64,
    pub cpu_seconds: f64,
    pub peak_bytes: u64,
    /// What kept the limits.
    pub enforcer: String,
    pub version: String,
    pub commit: String,
    pub machine: String,
    /// Milliseconds since 1970.
    pub begun: u64,
}

impl Record {
    pub fn is_solved(&self) -> bool {
        matches!(self.outcome, Verdict::Solved | Verdict::Unsolvable)
    }

    /// The figure of the solution in the metric that was asked for.
    pub fn length(&self) -> Option<u64> {
        self.measure(self.metric.split(',').next().unwrap_or(""))
    }

    pub fn measure(&self, name: &str) -> Option<u64> {
        self.measures.get(name)?.as_u64()
    }

    /// The same level on the same terms: runs with one key can be compared.
    pub fn task_key(&self) -> (&str, u64, u32) {
        (&self.level, self.seed, self.repeat)
    }
}
