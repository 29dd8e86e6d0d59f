//! Made-up results whose figures are known.

#![allow(dead_code, reason = "not every file of tests needs all of it")]

use std::collections::BTreeMap;

use ingenio_core::campaign_run::EDITION;
use ingenio_core::{
    CampaignRun, Claim, Conditions, Effort, LevelId, Limit, Limits, Measures, Outcome, Process, Unrefereed,
};
use ingenio_lab::Study;

/// A run of so many seconds; nothing means that the limit of 10 s ended it.
pub fn record(method: &str, index: usize, seconds: Option<f64>) -> CampaignRun {
    let boxes = 2 + index as u64 / 3;
    let outcome = match seconds {
        Some(_) => Outcome::Solved { solution: moves(10 + index as u64), optimal: false },
        None => Outcome::Unknown { limit: Limit::Time, best: None },
    };
    CampaignRun {
        schema: EDITION,
        run: format!("{method}{index}"),
        title: format!("Level {index}"),
        set: "made up".into(),
        index,
        features: BTreeMap::from([("boxes".into(), boxes), ("cells".into(), 20)]),
        hidden: false,
        points: 1.0,
        name: method.into(),
        spec: method.into(),
        program: false,
        fingerprint: String::new(),
        optimal_asked: false,
        limits: Limits { time: Some(10.0), memory: Some(512), ..Limits::default() },
        repeat: 1,
        answer: Claim {
            id: LevelId::of("sokoban", &index.to_string()),
            puzzle: "sokoban".into(),
            metric: Some("moves".into()),
            effort: Effort {
                nodes: Some(100 * index as u64),
                seconds: seconds.or(Some(10.0)),
                setup_seconds: Some(0.0),
                ..Effort::default()
            },
            ..Claim::bare(outcome)
        },
        attributes: BTreeMap::new(),
        trace: Vec::new(),
        process: Process {
            wall_seconds: seconds.unwrap_or(10.0),
            cpu_seconds: seconds.unwrap_or(10.0),
            peak_bytes: 1 << 20,
            enforcer: "rlimit".into(),
            conditions: Conditions::default(),
        },
        version: "1".into(),
        commit: "c".into(),
        machine: "a machine".into(),
        begun: 1_700_000_000_000,
    }
}

pub fn moves(count: u64) -> Unrefereed {
    Unrefereed { text: "R".into(), measures: Measures::named("moves".into(), count) }
}

/// `quick` solves six levels in 1 to 6 hundredths, `slow` the first three in 1 to 3 seconds.
pub fn study() -> Study {
    let quick = (1..=6).map(|index| record("quick", index, Some(index as f64 / 100.0)));
    let slow = (1..=6).map(|index| record("slow", index, (index <= 3).then_some(index as f64)));
    Study::new(None, quick.chain(slow).collect())
}
