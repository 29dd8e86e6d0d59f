//! What came of a run. The words are the same in answers, exit codes, tables and the database.

use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::answer::{Tellable, Unrefereed};
use crate::budget::Limit;
use crate::fault::Fault;
use crate::metric::Measures;
use crate::solution::Verified;
use crate::words::{Message, Template, table};

/// How a run ended. `S` is the solution: replayed by the referee, or only said.
#[derive(Clone, Debug, PartialEq)]
pub enum Outcome<S = Verified> {
    /// The question is answered. `optimal` is said only when proved.
    Solved {
        /// What was asked for.
        solution: S,
        /// Is it proved to be the best?
        optimal: bool,
    },
    /// Proved.
    Unsolvable {
        /// What was exhausted, or which rule cannot be kept.
        reason: Message,
    },
    /// A limit was hit; the best in hand, if any.
    Unknown {
        /// What came first.
        limit: Limit,
        /// The best solution in hand.
        best: Option<S>,
    },
    /// Bad input, an answer that cannot be read, or our own mistake.
    Failed {
        /// What is wrong.
        fault: Fault,
    },
    /// The process ended without an answer.
    Crashed {
        /// How it ended: a signal, an exit code.
        fault: Fault,
    },
    /// The referee refuses the answer, or something known refutes what it claims; a solution that is one
    /// all the same is kept.
    Wrong {
        /// What the referee says, or what refutes it.
        fault: Fault,
        /// A solution that is one all the same.
        best: Option<S>,
    },
    /// A program of others claims what nothing known supports or refutes.
    Unverified {
        /// What is claimed.
        claimed: Claimed,
        /// The solution it is claimed of, which the referee accepts.
        best: Option<S>,
    },
}

/// What can be claimed without showing it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub enum Claimed {
    /// No solution is better than this one.
    Optimal,
    /// There is no solution.
    Unsolvable,
}

impl<S> Outcome<S> {
    /// As JSON, tables and exit codes call it.
    pub const fn word(&self) -> &'static str {
        self.kind().word()
    }

    /// The word without what belongs to it.
    pub const fn kind(&self) -> Ending {
        match self {
            Outcome::Solved { .. } => Ending::Solved,
            Outcome::Unsolvable { .. } => Ending::Unsolvable,
            Outcome::Unknown { .. } => Ending::Unknown,
            Outcome::Failed { .. } => Ending::Failed,
            Outcome::Crashed { .. } => Ending::Crashed,
            Outcome::Wrong { .. } => Ending::Wrong,
            Outcome::Unverified { .. } => Ending::Unverified,
        }
    }

    /// The solution in hand, whatever the outcome.
    pub const fn solution(&self) -> Option<&S> {
        match self {
            Outcome::Solved { solution, .. } => Some(solution),
            Outcome::Unknown { best, .. }
            | Outcome::Unverified { best, .. }
            | Outcome::Wrong { best, .. } => best.as_ref(),
            _ => None,
        }
    }

    /// Is there a solution, proved to be the best?
    pub const fn is_optimal(&self) -> bool {
        matches!(self, Outcome::Solved { optimal: true, .. })
    }

    /// Is the question answered, by a solution or by a proof that there is none?
    pub const fn is_answer(&self) -> bool {
        self.kind().is_answer()
    }

    /// What went wrong.
    pub const fn fault(&self) -> Option<&Fault> {
        match self {
            Outcome::Failed { fault } | Outcome::Crashed { fault } | Outcome::Wrong { fault, .. } => {
                Some(fault)
            }
            _ => None,
        }
    }

    /// What ended the run before it knew.
    pub const fn limit(&self) -> Option<Limit> {
        match self {
            Outcome::Unknown { limit, .. } => Some(*limit),
            _ => None,
        }
    }

    /// The same with its solution borrowed.
    pub fn as_ref(&self) -> Outcome<&S> {
        match self {
            Outcome::Solved { solution, optimal } => Outcome::Solved { solution, optimal: *optimal },
            Outcome::Unsolvable { reason } => Outcome::Unsolvable { reason: reason.clone() },
            Outcome::Unknown { limit, best } => Outcome::Unknown { limit: *limit, best: best.as_ref() },
            Outcome::Failed { fault } => Outcome::Failed { fault: fault.clone() },
            Outcome::Crashed { fault } => Outcome::Crashed { fault: fault.clone() },
            Outcome::Wrong { fault, best } => Outcome::Wrong { fault: fault.clone(), best: best.as_ref() },
            Outcome::Unverified { claimed, best } => {
                Outcome::Unverified { claimed: *claimed, best: best.as_ref() }
            }
        }
    }

    /// The same with another form of its solution.
    pub fn map<T>(self, change: impl FnOnce(S) -> T) -> Outcome<T> {
        match self {
            Outcome::Solved { solution, optimal } => Outcome::Solved { solution: change(solution), optimal },
            Outcome::Unsolvable { reason } => Outcome::Unsolvable { reason },
            Outcome::Unknown { limit, best } => Outcome::Unknown { limit, best: best.map(change) },
            Outcome::Failed { fault } => Outcome::Failed { fault },
            Outcome::Crashed { fault } => Outcome::Crashed { fault },
            Outcome::Wrong { fault, best } => Outcome::Wrong { fault, best: best.map(change) },
            Outcome::Unverified { claimed, best } => Outcome::Unverified { claimed, best: best.map(change) },
        }
    }
}

/// The word of an outcome.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub enum Ending {
    /// A solution the referee accepted; a proved best one where that was asked.
    Solved,
    /// Proved: there is none.
    Unsolvable,
    /// A limit came first.
    Unknown,
    /// Bad input, or a mistake of ours.
    Failed,
    /// The process ended without an answer.
    Crashed,
    /// The referee refused it, or something known refutes it.
    Wrong,
    /// Claimed by a program of others, and neither supported nor refuted.
    Unverified,
}

impl Ending {
    /// For people.
    pub const fn said(self) -> Template {
        match self {
            Ending::Solved => table::SOLVED,
            Ending::Unsolvable => table::UNSOLVABLE,
            Ending::Unknown => table::UNKNOWN,
            Ending::Failed => table::FAILED,
            Ending::Crashed => table::CRASHED,
            Ending::Wrong => table::WRONG,
            Ending::Unverified => table::UNVERIFIED,
        }
    }

    /// In the order of reports: answers first.
    pub const ALL: [Ending; 7] = [
        Ending::Solved,
        Ending::Unsolvable,
        Ending::Unknown,
        Ending::Failed,
        Ending::Crashed,
        Ending::Wrong,
        Ending::Unverified,
    ];

    /// As JSON, tables and exit codes call it.
    pub const fn word(self) -> &'static str {
        match self {
            Ending::Solved => "solved",
            Ending::Unsolvable => "unsolvable",
            Ending::Unknown => "unknown",
            Ending::Failed => "failed",
            Ending::Crashed => "crashed",
            Ending::Wrong => "wrong",
            Ending::Unverified => "unverified",
        }
    }

    /// Is the question answered, by a solution or by a proof that there is none?
    pub const fn is_answer(self) -> bool {
        matches!(self, Ending::Solved | Ending::Unsolvable)
    }
}

/// An outcome as it is told: plain fields, each only where it has a meaning.
#[derive(Debug, Default, Serialize, Deserialize)]
#[serde(default)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Told {
    /// What is known after the referee. A program of others may leave it out beside a solution.
    #[cfg_attr(feature = "schema", schema(required = true, value_type = Ending))]
    outcome: Option<Ending>,
    /// The limit that was hit, where the outcome is unknown.
    #[serde(skip_serializing_if = "Option::is_none", deserialize_with = "any_limit")]
    limit: Option<Limit>,
    /// Why there is no solution, where that is proved.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schema(value_type = Option<String>))]
    reason: Option<Message>,
    /// What went wrong, where it failed, crashed or is wrong.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schema(value_type = Option<crate::fault::ToldFault>))]
    error: Option<Fault>,
    /// What a program of others says and nothing supports, where the outcome is unverified.
    #[serde(skip_serializing_if = "Option::is_none")]
    claimed: Option<Claimed>,
    /// Proved: no solution is better.
    optimal: bool,
    /// The solution, or the best in hand.
    #[serde(skip_serializing_if = "Option::is_none")]
    solution: Option<String>,
    /// The figures of the solution.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schema(value_type = Option<Object>))]
    measures: Option<Measures>,
}

/// A limit that we have no word for is one of the program's own.
fn any_limit<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<Limit>, D::Error> {
    let word = Option::<String>::deserialize(deserializer)?;
    Ok(word.map(|word| Limit::of_word(&word).unwrap_or(Limit::Method)))
}

impl<S: Tellable> Serialize for Outcome<S> {
    fn serialize<T: Serializer>(&self, serializer: T) -> Result<T::Ok, T::Error> {
        let told = Told {
            outcome: Some(self.kind()),
            limit: self.limit(),
            reason: match self {
                Outcome::Unsolvable { reason } => Some(reason.clone()),
                _ => None,
            },
            error: self.fault().cloned(),
            claimed: match self {
                Outcome::Unverified { claimed, .. } => Some(*claimed),
                _ => None,
            },
            optimal: self.is_optimal(),
            solution: self.solution().map(|solution| solution.text().to_owned()),
            measures: self.solution().map(|solution| solution.measures().clone()),
        };
        told.serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Outcome<Unrefereed> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Told::deserialize(deserializer)?.outcome().map_err(serde::de::Error::missing_field)
    }
}

impl Told {
    /// What is told, or the name of the field that is missing.
    fn outcome(self) -> Result<Outcome<Unrefereed>, &'static str> {
        let measures = self.measures.unwrap_or_default();
        let best = self.solution.map(|text| Unrefereed { text, measures });
        // Files of earlier versions may leave the sentence out.
        let fault = |error: Option<Fault>| error.unwrap_or_else(|| Message::empty().into());
        let ending = self.outcome.or(best.as_ref().map(|_| Ending::Solved)).ok_or("outcome")?;
        Ok(match ending {
            Ending::Solved => Outcome::Solved { solution: best.ok_or("solution")?, optimal: self.optimal },
            Ending::Unsolvable => Outcome::Unsolvable { reason: self.reason.unwrap_or_else(Message::empty) },
            // A program that does not say what stopped it has tried all it knows.
            Ending::Unknown => Outcome::Unknown { limit: self.limit.unwrap_or(Limit::Method), best },
            Ending::Failed => Outcome::Failed { fault: fault(self.error) },
            Ending::Crashed => Outcome::Crashed { fault: fault(self.error) },
            Ending::Wrong => Outcome::Wrong { fault: fault(self.error), best },
            Ending::Unverified => Outcome::Unverified { claimed: self.claimed.ok_or("claimed")?, best },
        })
    }
}
