//! Finished runs of campaigns.

use std::collections::BTreeMap;

use ingenio_core::campaign_run::EDITION;
use ingenio_core::{
    CampaignRun, Claim, Conditions, Effort, LevelId, LevelRef, Limit, Limits, Measures, Outcome, Process,
    Unrefereed,
};
use ingenio_store::{Holder, KeptRun};

use crate::place::{Place, room};

fn run(level: &LevelRef, solution: Option<&str>) -> CampaignRun {
    let outcome = match solution {
        Some(text) => {
            let measures = Measures::named("moves".into(), text.len() as u64);
            Outcome::Solved { solution: Unrefereed { text: text.into(), measures }, optimal: true }
        }
        None => Outcome::Unknown { limit: Limit::Time, best: None },
    };
    CampaignRun {
        schema: EDITION,
        run: format!("run with {}", solution.unwrap_or("nothing")),
        title: "a room".into(),
        set: "rooms".into(),
        index: 7,
        features: BTreeMap::from([("boxes".into(), 1)]),
        hidden: false,
        points: 1.0,
        name: "the best".into(),
        spec: "move-optimal:corrals=no".into(),
        program: false,
        fingerprint: String::new(),
        optimal_asked: false,
        limits: Limits { time: Some(0.1), nodes: Some(7), ..Limits::default() },
        repeat: 1,
        answer: Claim {
            id: level.id(),
            metric: Some("moves".into()),
            bound: Some(3),
            effort: Effort { nodes: Some(12), seconds: Some(0.1 + 0.2), ..Effort::default() },
            seed: u64::MAX,
            threads: 2,
            ..Claim::bare(outcome)
        },
        attributes: BTreeMap::new(),
        trace: Vec::new(),
        process: Process {
            wall_seconds: 1.0 / 3.0,
            cpu_seconds: 0.123_456_789_012_345_67,
            peak_bytes: 1 << 40,
            enforcer: "rlimit".into(),
            conditions: Conditions::default(),
        },
        version: "1".into(),
        commit: "abc".into(),
        machine: "a machine".into(),
        begun: 1_700_000_000_000,
    }
}

fn kept(run: CampaignRun) -> KeptRun {
    KeptRun { campaign: "rooms".into(), run }
}

pub fn measured(level: &LevelRef, solution: Option<&str>) -> (LevelRef, KeptRun) {
    (level.clone(), kept(run(level, solution)))
}

pub async fn runs_are_kept_once_as_they_were_measured(place: Place) {
    let (store, room) = (place.open().await, room());
    let both = || vec![measured(&room, Some("dRR")), measured(&room, None)];
    assert_eq!(store.keep_campaign_runs(both()).await.unwrap(), 2);
    assert_eq!(store.keep_campaign_runs(both()).await.unwrap(), 0, "each once");
    let kept = store.campaign_runs(room.id()).await.unwrap();
    let expected = [Some("dRR"), None].map(|solution| measured(&room, solution).1);
    assert_eq!(kept, expected, "nothing is rounded");
    let record = store.record(room.id(), "moves").await.unwrap().unwrap();
    assert_eq!((record.value, record.proved), (Some(3), true));
    assert_eq!(record.holder, Holder::Method("move-optimal:corrals=no".into()));
    assert!(!store.record(room.id(), "pushes").await.unwrap().unwrap().proved, "the proof was about moves");
    assert_eq!(store.runs(room.id()).await.unwrap().len(), 1, "its method's best");
    let first = run(&room, Some("dRR"));
    let later = self::kept(CampaignRun { begun: first.begun + 1, ..first });
    assert_eq!(
        store.keep_campaign_runs(vec![(room, later)]).await.unwrap(),
        1,
        "the same run measured anew is another"
    );
}

pub async fn what_a_program_calls_proved_is_not(place: Place) {
    let (store, room) = (place.open().await, room());
    let homework = CampaignRun { program: true, name: "homework".into(), ..run(&room, Some("rldRR")) };
    store.keep_campaign_runs(vec![(room.clone(), kept(homework))]).await.unwrap();
    let record = store.record(room.id(), "moves").await.unwrap().unwrap();
    assert_eq!((record.holder, record.proved), (Holder::Method("homework".into()), false));
}

pub async fn a_forged_solution_is_refused(place: Place) {
    let (store, room) = (place.open().await, room());
    let refusal = store.keep_campaign_runs(vec![measured(&room, Some("dR"))]).await.unwrap_err();
    assert_eq!(refusal.message().id(), ingenio_store::words::RUN_REFUSED.id);
    let mut other = run(&room, None);
    other.answer.id = LevelId::of("sokoban", "another");
    let refusal = store.keep_campaign_runs(vec![(room.clone(), kept(other))]).await.unwrap_err();
    assert_eq!(refusal.message().id(), ingenio_store::words::OTHER_LEVEL.id);
    assert!(store.campaign_runs(room.id()).await.unwrap().is_empty());
}
