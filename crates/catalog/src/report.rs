//! What came of a request, and its JSON form (DESIGN: one object per level, schema 1).

use ingenio_core::{LevelRef, Measure, Measures, Outcome, Solved};
use serde_json::{Map, Value, json};

#[derive(Clone, Debug)]
pub struct Report {
    pub level: LevelRef,
    /// As asked for: `auto` or a name.
    pub method: &'static str,
    /// The method that ran.
    pub chosen: &'static str,
    pub metric: &'static str,
    pub solved: Solved,
    pub cpu_seconds: f64,
    pub seed: u64,
    pub threads: usize,
}

impl Report {
    pub fn outcome(&self) -> &Outcome {
        &self.solved.outcome
    }

    /// Seconds that depend on the level.
    pub fn seconds(&self) -> f64 {
        let drive = &self.solved.drive;
        drive.elapsed.saturating_sub(drive.setup).as_secs_f64()
    }

    pub fn setup_seconds(&self) -> f64 {
        self.solved.drive.setup.as_secs_f64()
    }

    /// The proved bound; a proved optimum is its own bound.
    pub fn bound(&self) -> Option<u64> {
        let first = self.metric.split(',').next().unwrap_or("");
        match self.outcome() {
            Outcome::Solved { solution, optimal: true } => solution.measures().get(first),
            _ => self.solved.drive.progress.bound,
        }
    }

    /// The object of `solve --json`, after the fields that say where the level stood.
    pub fn json(&self) -> Map<String, Value> {
        let mut object = Map::new();
        let mut put = |key: &str, value: Value| object.insert(key.to_owned(), value);
        put("id", self.level.id().to_string().into());
        put("puzzle", self.level.puzzle().info().name.into());
        put("method", self.method.into());
        put("chosen", self.chosen.into());
        put("outcome", self.outcome().word().into());
        match self.outcome() {
            Outcome::Unknown { limit, .. } => drop(put("limit", limit.word().into())),
            Outcome::Unsolvable { reason } => drop(put("reason", reason.to_string().into())),
            Outcome::Failed { fault } => drop(put("error", fault_json(fault))),
            Outcome::Solved { .. } => {}
        }
        put("optimal", self.outcome().is_optimal().into());
        put("metric", if self.metric.is_empty() { Value::Null } else { self.metric.into() });
        put("bound", self.bound().map_or(Value::Null, Value::from));
        if let Some(solution) = self.outcome().solution() {
            put("solution", solution.text().into());
            put("measures", measures_json(solution.measures()));
        }
        let progress = &self.solved.drive.progress;
        put("nodes", progress.nodes.into());
        put("generated", progress.generated.into());
        if !self.solved.drive.counters.is_empty() {
            put(
                "counters",
                self.solved.drive.counters.iter().map(|(name, count)| ((*name).to_owned(), *count)).collect(),
            );
        }
        if !self.solved.drive.remarks.is_empty() {
            let remarks = self.solved.drive.remarks.iter().map(|remark| Value::from(remark.to_string()));
            put("remarks", remarks.collect());
        }
        put("seconds", self.seconds().into());
        put("cpu_seconds", self.cpu_seconds.into());
        put("setup_seconds", self.setup_seconds().into());
        put("peak_bytes", progress.peak.into());
        put("seed", self.seed.into());
        put("threads", self.threads.into());
        object
    }
}

/// `{"kind","line","column","message"}`.
pub fn fault_json(fault: &ingenio_core::Fault) -> Value {
    json!({"kind": fault.kind(), "line": fault.line, "column": fault.column, "message": fault.message.to_string()})
}

pub fn measures_json(measures: &Measures) -> Value {
    let value = |measure| match measure {
        Measure::Count(count) => Value::from(count),
        Measure::Flag(flag) => Value::from(flag),
    };
    measures.iter().map(|(name, measure)| (name.to_owned(), value(measure))).collect()
}
