//! The answer: what a run brought, in one type for everyone. `solve --json` prints it, a line of a
//! campaign holds it, the store keeps it and the API sends it; whoever adds a field adds it here.
//!
//! It comes in two kinds. A [`Claim`] is what somebody says: a run in this process, a child, a program
//! of others, a file. An [`Answer`] has been before the [referee](crate::judge). Only a claim can be
//! read from text, because a [`Verified`] solution cannot be made without replaying it.

use std::collections::BTreeMap;
use std::fmt;

use serde::{Deserialize, Serialize};

use crate::drive::Drive;
use crate::id::LevelId;
use crate::metric::Measures;
use crate::note::Note;
use crate::outcome::Outcome;
use crate::run::{InHand, Verdict};
use crate::solution::Verified;
use crate::words::Message;

/// What a run brought. `S` is its solution: replayed by the referee, or only said.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(bound(serialize = "Outcome<S>: Serialize", deserialize = "Outcome<S>: Deserialize<'de>"))]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "schema", schema(as = Answer, bound = ""))]
pub struct Answer<S = Verified> {
    /// The id of the level.
    #[serde(default)]
    #[cfg_attr(feature = "schema", schema(value_type = String))]
    pub id: LevelId,
    /// The name of the puzzle.
    #[serde(default)]
    pub puzzle: String,
    /// The method that was asked for: `auto`, or a name.
    #[serde(default)]
    pub method: String,
    /// The method that ran.
    #[serde(default)]
    pub chosen: String,
    /// What came of it.
    #[serde(flatten)]
    #[cfg_attr(feature = "schema", schema(value_type = crate::outcome::Told))]
    pub outcome: Outcome<S>,
    /// What was to be least (or most): one metric, or several with commas, the first before all; null
    /// where the puzzle has none.
    #[serde(default)]
    pub metric: Option<String>,
    /// Proved: no solution is better than this in the first metric. A proved optimum is its own bound.
    #[serde(default)]
    pub bound: Option<u64>,
    /// What else is known, where the outcome alone would mislead: what was proved within a limit of the
    /// method's own, or why its model's answer is no solution.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "schema", schema(value_type = Vec<String>))]
    pub remarks: Vec<Message>,
    /// Why the moves of the solution are made, as the search that found it knows. Only in the process that
    /// searched: `solve --explain` tells it.
    #[serde(skip)]
    pub reasons: Vec<Note>,
    /// What it cost.
    #[serde(flatten)]
    pub effort: Effort,
    /// The seed of random numbers.
    #[serde(default)]
    pub seed: u64,
    /// Threads that worked inside the level.
    #[serde(default = "one")]
    pub threads: usize,
}

/// What somebody says that a run brought. Nothing of it is believed yet.
pub type Claim = Answer<Unrefereed>;

/// What a run cost. A program of others may tell none of it.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Effort {
    /// Expanded nodes.
    pub nodes: Option<u64>,
    /// Nodes that were made, the expanded ones among them.
    pub generated: Option<u64>,
    /// Counters of the method's own.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub counters: BTreeMap<String, u64>,
    /// On the clock on the wall, set-up apart.
    pub seconds: Option<f64>,
    /// Of the processor, set-up included.
    pub cpu_seconds: Option<f64>,
    /// What does not depend on the level: tables.
    pub setup_seconds: Option<f64>,
    /// The most memory that the method held at any moment, as it counts.
    pub peak_bytes: Option<u64>,
}

/// A solution as somebody says it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Unrefereed {
    /// As the referee would read it.
    pub text: String,
    /// The figures that are claimed along with it; the referee counts again.
    pub measures: Measures,
}

/// A solution that can be told: its text and its figures.
pub trait Tellable {
    /// The moves, or whatever a solution of the puzzle is written as.
    fn text(&self) -> &str;
    /// What is counted in it.
    fn measures(&self) -> &Measures;
}

impl Tellable for Unrefereed {
    fn text(&self) -> &str {
        &self.text
    }

    fn measures(&self) -> &Measures {
        &self.measures
    }
}

impl Tellable for Verified {
    fn text(&self) -> &str {
        Verified::text(self)
    }

    fn measures(&self) -> &Measures {
        Verified::measures(self)
    }
}

const fn one() -> usize {
    1
}

impl<S> Answer<S> {
    /// One with an outcome and nothing else.
    pub fn bare(outcome: Outcome<S>) -> Self {
        Answer {
            id: LevelId::default(),
            puzzle: String::new(),
            method: String::new(),
            chosen: String::new(),
            outcome,
            metric: None,
            bound: None,
            remarks: Vec::new(),
            reasons: Vec::new(),
            effort: Effort::default(),
            seed: 0,
            threads: 1,
        }
    }

    /// The same with another outcome.
    pub(crate) fn ending<T>(self, outcome: Outcome<T>) -> Answer<T> {
        Answer {
            id: self.id,
            puzzle: self.puzzle,
            method: self.method,
            chosen: self.chosen,
            outcome,
            metric: self.metric,
            bound: self.bound,
            remarks: self.remarks,
            reasons: self.reasons,
            effort: self.effort,
            seed: self.seed,
            threads: self.threads,
        }
    }

    /// The solution in hand, whatever the outcome.
    pub const fn solution(&self) -> Option<&S> {
        self.outcome.solution()
    }

    /// Is there a solution, proved to be the best?
    pub const fn is_optimal(&self) -> bool {
        self.outcome.is_optimal()
    }

    /// The metrics it was searched by, in their order; none where the puzzle has none.
    pub fn metrics(&self) -> impl Iterator<Item = &str> {
        self.metric.as_deref().into_iter().flat_map(|metric| metric.split(','))
    }

    /// The metric that counts first, `""` where the puzzle has none.
    pub fn first_metric(&self) -> &str {
        self.metrics().next().unwrap_or("")
    }

    /// Expanded nodes, none where nobody counted.
    pub fn nodes(&self) -> u64 {
        self.effort.nodes.unwrap_or(0)
    }

    /// Seconds on the wall without the set-up.
    pub fn seconds(&self) -> f64 {
        self.effort.seconds.unwrap_or(0.0)
    }

    /// Seconds on the wall with the set-up.
    pub fn elapsed(&self) -> f64 {
        self.seconds() + self.effort.setup_seconds.unwrap_or(0.0)
    }
}

impl<S: Tellable> Answer<S> {
    /// The figure of the solution in the first metric.
    pub fn length(&self) -> Option<u64> {
        self.measure(self.first_metric())
    }

    /// A figure of the solution.
    pub fn measure(&self, name: &str) -> Option<u64> {
        self.solution()?.measures().get(name)
    }
}

impl Answer {
    /// The same as words: what is written down.
    pub fn told(&self) -> Claim {
        let say = |solution: &Verified| Unrefereed {
            text: solution.text().to_owned(),
            measures: solution.measures().clone(),
        };
        self.clone().ending(self.outcome.as_ref().map(say))
    }
}

impl Claim {
    /// What a run in this process says at its end.
    pub fn of_drive(drive: Drive) -> Self {
        let text = |text| Unrefereed { text, measures: Measures::default() };
        let outcome = match drive.verdict {
            Verdict::Solved { solution, optimal } => Outcome::Solved { solution: text(solution), optimal },
            Verdict::Unsolvable { reason } => Outcome::Unsolvable { reason },
            Verdict::Stopped { limit } => Outcome::Unknown { limit, best: drive.found.best.map(text) },
            Verdict::Failed { fault } => Outcome::Failed { fault },
        };
        let progress = drive.progress;
        let effort = Effort {
            nodes: Some(progress.nodes),
            generated: Some(progress.generated),
            counters: drive.counters.iter().map(|(name, count)| ((*name).to_owned(), *count)).collect(),
            seconds: Some(drive.elapsed.saturating_sub(drive.setup).as_secs_f64()),
            cpu_seconds: Some(drive.cpu.as_secs_f64()),
            setup_seconds: Some(drive.setup.as_secs_f64()),
            peak_bytes: Some(progress.peak),
        };
        let InHand { remarks, reasons, .. } = drive.found;
        Answer { bound: progress.bound, remarks, reasons, effort, ..Answer::bare(outcome) }
    }
}

/// `solved`, `unknown`: for tests that complain.
impl<S> fmt::Display for Answer<S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.outcome.word())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::budget::Limit;
    use crate::fault::Fault;
    use crate::outcome::{Claimed, Ending};

    fn solution(count: u64) -> Unrefereed {
        Unrefereed { text: "RR".into(), measures: Measures::named("moves".into(), count) }
    }

    fn claims() -> Vec<Claim> {
        let fault = || Fault::at(3, 7, Message::empty());
        let outcomes = [
            Outcome::Solved { solution: solution(2), optimal: true },
            Outcome::Unsolvable { reason: Message::empty() },
            Outcome::Unknown { limit: Limit::Memory, best: Some(solution(4)) },
            Outcome::Failed { fault: fault() },
            Outcome::Crashed { fault: fault() },
            Outcome::Wrong { fault: fault(), best: None },
            Outcome::Unverified { claimed: Claimed::Optimal, best: Some(solution(3)) },
        ];
        let effort = Effort { nodes: Some(7), cpu_seconds: Some(0.1 + 0.2), ..Effort::default() };
        let claim = |outcome| Claim { bound: Some(2), effort: effort.clone(), ..Claim::bare(outcome) };
        outcomes.map(claim).to_vec()
    }

    #[test]
    fn every_outcome_is_told_and_read_back() {
        let claims = claims();
        let words: Vec<Ending> = claims.iter().map(|claim| claim.outcome.kind()).collect();
        assert_eq!(words, Ending::ALL, "every one of them");
        for claim in claims {
            let text = serde_json::to_string(&claim).unwrap();
            assert_eq!(serde_json::from_str::<Claim>(&text).unwrap(), claim, "{text}");
        }
    }

    #[test]
    fn fields_stand_side_by_side() {
        let text = serde_json::to_value(&claims()[2]).unwrap();
        assert_eq!((&text["outcome"], &text["limit"]), (&"unknown".into(), &"memory".into()));
        assert_eq!((&text["solution"], &text["measures"]["moves"]), (&"RR".into(), &4.into()));
        assert_eq!((&text["optimal"], &text["bound"], &text["nodes"]), (&false.into(), &2.into(), &7.into()));
        assert!(text.get("error").is_none() && text.get("reason").is_none());
    }

    #[test]
    fn a_stranger_need_not_say_much_but_nothing_that_contradicts_itself() {
        let short: Claim = serde_json::from_str(r#"{"solution":"RR","invented":true}"#).unwrap();
        assert_eq!((short.outcome.kind(), short.threads), (Ending::Solved, 1));
        assert!(serde_json::from_str::<Claim>("{}").is_err(), "that is no answer");
        assert!(serde_json::from_str::<Claim>(r#"{"outcome":"solved"}"#).is_err(), "solved by what?");
        assert!(serde_json::from_str::<Claim>(r#"{"outcome":"triumph","solution":"R"}"#).is_err());
    }
}
