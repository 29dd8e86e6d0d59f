//! Finished runs of campaigns.

use ingenio_core::LevelRef;
use ingenio_store::{CampaignRun, CampaignRunRow, Holder};

use crate::place::{Place, room};

fn row(level: &LevelRef, solution: Option<&str>) -> CampaignRunRow {
    CampaignRunRow {
        run: format!("run with {}", solution.unwrap_or("nothing")),
        begun: 1_700_000_000_000,
        machine: "a machine".into(),
        campaign: "rooms".into(),
        level: level.id().to_string(),
        method: "the best".into(),
        spec: "move-optimal:corrals=no".into(),
        program: false,
        metric: "moves".into(),
        time_limit: Some(0.1),
        memory_limit: None,
        nodes_limit: Some(7),
        seed: i64::MAX,
        repetition: 1,
        threads: 2,
        outcome: if solution.is_some() { "solved" } else { "unknown" }.into(),
        stopped_by: solution.is_none().then(|| "time".into()),
        error: None,
        value: solution.map(|solution| solution.len() as i64),
        proved: solution.is_some(),
        bound: Some(3),
        solution: solution.map(str::to_owned),
        nodes: Some(12),
        generated: None,
        seconds: Some(0.1 + 0.2),
        setup_seconds: None,
        wall_seconds: 1.0 / 3.0,
        cpu_seconds: 0.123_456_789_012_345_67,
        peak_bytes: 1 << 40,
        enforcer: "rlimit".into(),
        version: "1".into(),
        build: "abc".into(),
    }
}

pub fn measured(level: &LevelRef, solution: Option<&str>) -> CampaignRun {
    CampaignRun::referee(level, row(level, solution)).unwrap()
}

pub async fn runs_are_kept_once_as_they_were_measured(place: Place) {
    let (store, room) = (place.open().await, room());
    let both = || vec![measured(&room, Some("dRR")), measured(&room, None)];
    assert_eq!(store.keep_campaign_runs(both()).await.unwrap(), 2);
    assert_eq!(store.keep_campaign_runs(both()).await.unwrap(), 0, "each once");
    let kept = store.campaign_runs(room.id()).await.unwrap();
    assert_eq!(kept, [row(&room, Some("dRR")), row(&room, None)], "nothing is rounded");
    let record = store.record(room.id(), "moves").await.unwrap().unwrap();
    assert_eq!((record.value, record.proved), (Some(3), true));
    assert_eq!(record.holder, Holder::Method("move-optimal:corrals=no".into()));
    assert!(!store.record(room.id(), "pushes").await.unwrap().unwrap().proved, "the proof was about moves");
    assert_eq!(store.runs(room.id()).await.unwrap().len(), 1, "its method's best");
    let later = CampaignRunRow { begun: row(&room, None).begun + 1, ..row(&room, Some("dRR")) };
    let later = CampaignRun::referee(&room, later).unwrap();
    assert_eq!(
        store.keep_campaign_runs(vec![later]).await.unwrap(),
        1,
        "the same run measured anew is another"
    );
}

pub async fn what_a_program_calls_proved_is_not(place: Place) {
    let (store, room) = (place.open().await, room());
    let homework = CampaignRunRow { program: true, method: "homework".into(), ..row(&room, Some("rldRR")) };
    store.keep_campaign_runs(vec![CampaignRun::referee(&room, homework).unwrap()]).await.unwrap();
    let record = store.record(room.id(), "moves").await.unwrap().unwrap();
    assert_eq!((record.holder, record.proved), (Holder::Method("homework".into()), false));
}

pub async fn a_forged_solution_is_refused(_place: Place) {
    let room = room();
    let refusal = CampaignRun::referee(&room, row(&room, Some("dR"))).unwrap_err();
    assert_eq!(refusal.id(), ingenio_store::words::RUN_REFUSED.id);
    let other = CampaignRunRow { level: "another".into(), ..row(&room, None) };
    let refusal = CampaignRun::referee(&room, other).unwrap_err();
    assert_eq!(refusal.id(), ingenio_store::words::OTHER_LEVEL.id);
}
