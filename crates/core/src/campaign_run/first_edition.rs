//! Runs as version 0.1 wrote them: all fields side by side, in files of results, in databases and in
//! exports (which call four of them otherwise). Read for ever, never written.

use std::collections::BTreeMap;

use serde::Deserialize;

use super::{CampaignRun, Conditions, EDITION, Limits, Process};
use crate::answer::Claim;
use crate::budget::Limit;
use crate::id::LevelId;
use crate::metric::Measures;
use crate::outcome::{Claimed, Outcome};

/// A line of edition 1, field by field as it was written.
#[derive(Debug, Deserialize)]
pub struct FirstEdition {
    run: String,
    level: LevelId,
    #[serde(default)]
    title: String,
    #[serde(default)]
    set: String,
    #[serde(default)]
    index: usize,
    #[serde(default)]
    features: BTreeMap<String, u64>,
    method: String,
    spec: String,
    program: bool,
    #[serde(default)]
    optimal_asked: bool,
    time_limit: Option<f64>,
    memory_limit: Option<u64>,
    nodes_limit: Option<u64>,
    #[serde(alias = "repetition")]
    repeat: u32,
    /// The name of `limit` in databases and exports; that of `optimal` is `proved`, and of all measures
    /// they kept one.
    stopped_by: Option<String>,
    #[serde(default)]
    proved: bool,
    value: Option<u64>,
    #[serde(flatten)]
    answer: Claim,
    wall_seconds: f64,
    cpu_seconds: f64,
    peak_bytes: u64,
    enforcer: String,
    version: String,
    #[serde(alias = "build")]
    commit: String,
    machine: String,
    begun: u64,
}

impl From<FirstEdition> for CampaignRun {
    fn from(old: FirstEdition) -> Self {
        let answer = answer(&old);
        CampaignRun {
            schema: EDITION,
            run: old.run,
            title: old.title,
            set: old.set,
            index: old.index,
            features: old.features,
            hidden: false,
            points: super::one_point(),
            name: old.method,
            spec: old.spec,
            program: old.program,
            fingerprint: String::new(),
            optimal_asked: old.optimal_asked,
            limits: Limits {
                time: old.time_limit,
                cpu_time: None,
                memory: old.memory_limit,
                nodes: old.nodes_limit,
            },
            repeat: old.repeat,
            answer,
            attributes: BTreeMap::new(),
            trace: Vec::new(),
            process: Process {
                wall_seconds: old.wall_seconds,
                cpu_seconds: old.cpu_seconds,
                peak_bytes: old.peak_bytes,
                enforcer: old.enforcer,
                conditions: Conditions::default(),
            },
            version: old.version,
            commit: old.commit,
            machine: old.machine,
            begun: old.begun,
        }
    }
}

fn answer(old: &FirstEdition) -> Claim {
    let mut answer = old.answer.clone();
    answer.id = old.level;
    if !old.program {
        answer.method.clone_from(&old.spec);
    }
    answer.metric = answer.metric.filter(|metric| !metric.is_empty());
    let first = answer.first_metric().to_owned();
    answer.outcome = match answer.outcome {
        // That version believed what programs of others proved.
        Outcome::Unsolvable { .. } if old.program => {
            Outcome::Unverified { claimed: Claimed::Unsolvable, best: None }
        }
        Outcome::Solved { solution, optimal } if old.program && (optimal || old.proved) => {
            Outcome::Unverified { claimed: Claimed::Optimal, best: Some(solution) }
        }
        Outcome::Solved { mut solution, optimal } => {
            if let Some(value) = old.value.filter(|_| solution.measures == Measures::default()) {
                solution.measures = Measures::named(first, value);
            }
            Outcome::Solved { solution, optimal: optimal || old.proved }
        }
        Outcome::Unknown { limit, best } => {
            let word = old.stopped_by.as_deref();
            Outcome::Unknown { limit: word.and_then(Limit::of_word).unwrap_or(limit), best }
        }
        other => other,
    };
    answer
}
