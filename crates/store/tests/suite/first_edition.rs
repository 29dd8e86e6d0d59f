//! Databases and exports of version 0.1.0, in which a run of a campaign had a column for every field.

use std::path::Path;

use ingenio_core::{Claimed, Ending, Limit, Outcome};
use ingenio_store::{KeptRun, Store};
use sqlx::migrate::Migrator;
use sqlx::{Connection, Executor, PgConnection, SqliteConnection};

use crate::place::{Place, level};

const ROWS: &str = include_str!("../first_edition/rows.sql");
const EXPORT: &str = include_str!("../first_edition/export.jsonl");

/// The newest migrations of that version.
const SQLITE: i64 = 3;
const POSTGRES: i64 = 2;

async fn steps(database: &str) -> Migrator {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("migrations").join(database);
    Migrator::new(folder.as_path()).await.unwrap()
}

/// A database as it was after these migrations, with these rows in it.
pub async fn database_of(place: &Place, sqlite: i64, postgres: i64, rows: &'static str) {
    if place.is_sqlite() {
        let options =
            sqlx::sqlite::SqliteConnectOptions::new().filename(&place.address).create_if_missing(true);
        let mut db = SqliteConnection::connect_with(&options).await.unwrap();
        steps("sqlite").await.run_to(sqlite, &mut db).await.unwrap();
        db.execute(rows).await.unwrap();
        db.close().await.unwrap();
    } else {
        let mut db = PgConnection::connect(&place.address).await.unwrap();
        steps("postgres").await.run_to(postgres, &mut db).await.unwrap();
        db.execute(rows).await.unwrap();
        db.close().await.unwrap();
    }
}

pub async fn rows_of_the_first_edition_are_still_read(place: Place) {
    database_of(&place, SQLITE, POSTGRES, ROWS).await;
    let store = place.open().await;
    check(&store).await;
    // What is newer than that version works beside its rows.
    let old = store.players().await.unwrap().first().map(|player| player.id);
    let player = match old {
        Some(player) => player,
        None => store.player("Terminal").await.unwrap(),
    };
    store.choose(player, [("theme".to_owned(), "dark".to_owned())].into()).await.unwrap();
    let room = level("sokoban", "#####\n#@$.#\n#####\n");
    let key = store.make_pack(player, "Rooms", None, vec![(room, "1".to_owned())]).await.unwrap();
    assert_eq!(store.own_pack(key).await.unwrap().unwrap().0.levels, 1);
    assert_eq!(store.settings(player).await.unwrap().chosen["theme"], "dark");
}

pub async fn exports_of_the_first_edition_are_still_read(place: Place) {
    let store = place.open().await;
    store.import(EXPORT).await.unwrap();
    check(&store).await;
    let mut lines = String::new();
    store.export(|line| lines += &(line + "\n")).await.unwrap();
    let other = place.opposite().await;
    let again = other.open().await;
    again.import(&lines).await.unwrap();
    check(&again).await;
}

async fn check(store: &Store) {
    let unblock = level("unblock", "oooooB\noooooB\nAAoooB\noooooo\noooooo\noooooo\n");
    let runs = store.campaign_runs(unblock.id()).await.unwrap();
    let find = |runs: &[KeptRun], name: &str| runs.iter().find(|kept| kept.run.name == name).unwrap().clone();
    let ours = find(&runs, "ours");
    let answer = &ours.run.answer;
    assert_eq!((ours.campaign.as_str(), ours.run.spec.as_str()), ("The edition before", "auto"));
    assert_eq!((answer.length(), answer.is_optimal(), answer.bound), (Some(2), true, Some(2)));
    assert_eq!(answer.solution().unwrap().text, "B+3 A+4");
    assert_eq!(
        (ours.run.limits.time, ours.run.limits.memory, ours.run.limits.nodes),
        (Some(2.0), Some(512), Some(2000))
    );
    assert!(ours.run.process.cpu_seconds > 0.0 && answer.effort.cpu_seconds.is_none());
    // That version had found this lie out, by the solution of another.
    assert_eq!(find(&runs, "liar").run.answer.outcome.kind(), Ending::Wrong);
    let wrong = find(&runs, "wrong").run.answer.outcome;
    assert!(wrong.kind() == Ending::Wrong && wrong.fault().unwrap().english().contains("row 3, column 3"));
    assert_eq!(find(&runs, "broken").run.answer.outcome.kind(), Ending::Crashed);
    // It believed what nobody refuted; now that is only a program's word.
    let odd = level("taquin", "2 1 3\n4 5 6\n7 8 _\n");
    let runs = store.campaign_runs(odd.id()).await.unwrap();
    let claim = Outcome::Unverified { claimed: Claimed::Unsolvable, best: None };
    assert_eq!(find(&runs, "liar").run.answer.outcome, claim);
    assert_eq!(find(&runs, "ours").run.answer.outcome.kind(), Ending::Unsolvable);
    let hard = level("taquin", "8 6 7\n2 5 4\n3 _ 1\n");
    let runs = store.campaign_runs(hard.id()).await.unwrap();
    assert_eq!(find(&runs, "depth").run.answer.outcome.limit(), Some(Limit::Nodes));
}
