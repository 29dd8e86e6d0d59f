//! Helped plays, and a database from before they were told apart.

use std::time::Duration;

use ingenio_core::LevelRef;
use ingenio_play::Mode;
use ingenio_store::{Holder, LevelProgress, PlayerId, Store, Win, Won};
use sqlx::{AssertSqlSafe, Connection, Executor, PgConnection, SqliteConnection};

use crate::place::{Place, level, room};

/// A play with these hints, won with that solution.
async fn play(store: &Store, player: PlayerId, level: &LevelRef, hints: &[u8], solution: &str) -> Won {
    let (play, _) = store.begin(player, level, Mode::Relax).await.unwrap();
    for rung in hints {
        store.hint_taken(play, Duration::ZERO, *rung).await.unwrap();
    }
    store.won(player, Some(play), level, level.verify(solution).unwrap().into()).await.unwrap()
}

pub async fn a_hint_above_the_first_rung_costs_record_and_stars(place: Place) {
    let store = place.open().await;
    let room = room();
    let ada = store.register("Ada", "hash").await.unwrap();
    for rung in 2..=5 {
        let won = play(&store, ada, &room, &[1, rung], "dRR").await;
        assert_eq!(won, Won { stars: 1, solved: true, helped: true });
    }
    assert!(store.records(room.id()).await.unwrap().is_empty());
    let reached = store.progress(ada, room.id()).await.unwrap();
    assert_eq!(
        reached,
        Some(LevelProgress { played: true, value: None, stars: 1 }),
        "it is won all the same"
    );
    let bob = store.register("Bob", "hash").await.unwrap();
    assert_eq!(play(&store, bob, &room, &[1, 1], "rldRR").await.stars, 3, "how far it is may be asked");
    assert_eq!(store.records(room.id()).await.unwrap().len(), 2);
}

pub async fn a_solution_seen_helps_later_plays_for_a_day(place: Place) {
    let store = place.open().await;
    let room = room();
    let ada = store.register("Ada", "hash").await.unwrap();
    let (open, _) = store.begin(ada, &room, Mode::Relax).await.unwrap();
    store.solution_seen(ada, &room).await.unwrap();
    assert!(store.play(open).await.unwrap().unwrap().helped.is_some());
    assert!(store.saw_lately(ada, room.id()).await.unwrap());
    assert!(play(&store, ada, &room, &[], "dRR").await.helped);
    assert!(store.records(room.id()).await.unwrap().is_empty());
    let bob = store.register("Bob", "hash").await.unwrap();
    assert!(!play(&store, bob, &room, &[], "rldRR").await.helped, "it was not Bob who saw it");
    store.close().await;
    execute(&place, "UPDATE seen SET at = at - 86400000").await;
    let store = place.open().await;
    assert!(!store.saw_lately(ada, room.id()).await.unwrap());
    assert_eq!(play(&store, ada, &room, &[], "dRR").await, Won { stars: 3, solved: true, helped: false });
}

pub async fn what_is_put_down_is_no_progress(place: Place) {
    let store = place.open().await;
    let open = level("tetravex", "1x2\n1 2 3 4\n3 5 6 7\n");
    let ada = store.register("Ada", "hash").await.unwrap();
    let win = Win { solution: open.verify("1/0").unwrap(), solved: false };
    let won = store.won(ada, None, &open, win).await.unwrap();
    assert_eq!(won, Won { stars: 0, solved: false, helped: false });
    assert_eq!(store.progress(ada, open.id()).await.unwrap(), None);
    assert_eq!(store.record(open.id(), "placed").await.unwrap().unwrap().value, Some(1));
}

pub async fn a_guest_takes_along_what_was_seen(place: Place) {
    let store = place.open().await;
    let room = room();
    let ada = store.register("Ada", "hash").await.unwrap();
    let guest = store.new_guest().await.unwrap();
    store.solution_seen(guest.id, &room).await.unwrap();
    store.take_over(guest.id, ada).await.unwrap();
    assert!(play(&store, ada, &room, &[], "dRR").await.helped);
}

pub async fn execute(place: &Place, statements: &str) {
    let statements = AssertSqlSafe(statements.to_owned());
    if place.is_sqlite() {
        let url = format!("sqlite://{}?mode=rwc", place.address);
        let mut db = SqliteConnection::connect(&url).await.unwrap();
        db.execute(sqlx::raw_sql(statements)).await.unwrap();
        db.close().await.unwrap();
    } else {
        let mut db = PgConnection::connect(&place.address).await.unwrap();
        db.execute(sqlx::raw_sql(statements)).await.unwrap();
        db.close().await.unwrap();
    }
}

/// The files were dumped from databases of the version before, filled through its own calls: Ada, Carol and
/// Frank (at first) found their way alone; Bob, Eve and Frank (then) took hints; Dave and Carol were
/// shown a solution.
pub async fn a_database_of_before_is_judged_anew(place: Place) {
    let dump = if place.is_sqlite() {
        include_str!("../data/before-helped.sqlite.sql")
    } else {
        include_str!("../data/before-helped.postgres.sql")
    };
    execute(&place, dump).await;
    let store = place.open().await;
    let taquin = level("taquin", "1 2 3\n4 5 6\n0 7 8\n");
    let flow = level("flow", "AB\n..\nAB\n");
    let (person, room) = (|name: &str| Holder::Person(name.into()), room());
    let moves = store.record(taquin.id(), "moves").await.unwrap().unwrap();
    assert_eq!((moves.value, moves.holder), (Some(4), person("Ada")), "Bob's two moves were hinted");
    assert!(moves.play.is_some());
    let moves = store.record(room.id(), "moves").await.unwrap().unwrap();
    assert!(moves.value == Some(3) && moves.proved, "Eve was helped; the method found it alone");
    assert!(matches!(moves.holder, Holder::Method(_)), "{:?}", moves.holder);
    let pushes = store.record(room.id(), "pushes").await.unwrap().unwrap();
    assert_eq!((pushes.value, pushes.holder), (Some(2), person("Dave")), "a record found alone stays");
    assert_eq!(store.record(flow.id(), "").await.unwrap().unwrap().holder, person("Bob"));
    let expected = [
        ("Ada", &taquin, Some((Some(4), 3))),
        ("Bob", &taquin, Some((None, 1))),
        ("Carol", &taquin, Some((Some(6), 1))),
        ("Frank", &taquin, Some((Some(4), 3))),
        ("Dave", &room, Some((Some(2), 3))),
        ("Carol", &room, Some((None, 1))),
        ("Eve", &room, Some((None, 1))),
        ("Eve", &flow, Some((None, 1))),
        ("Bob", &flow, Some((None, 3))),
    ];
    for (name, level, reached) in expected {
        let player = store.account(name).await.unwrap().unwrap().id;
        let progress = store.progress(player, level.id()).await.unwrap();
        let found = progress.map(|row| (row.value, row.stars));
        assert_eq!(found, reached, "{name} on {}", level.puzzle().info().name);
        assert!(progress.is_some_and(|row| row.played), "a helped win is a win");
    }
    for (name, told) in [("Ada", false), ("Bob", true), ("Carol", false), ("Eve", true), ("Dave", false)] {
        let player = store.account(name).await.unwrap().unwrap().id;
        assert_eq!(!store.notices(player).await.unwrap().is_empty(), told, "{name}");
    }
    let bob = store.account("Bob").await.unwrap().unwrap().id;
    let open = store.unfinished(bob, room.id()).await.unwrap().unwrap();
    assert!(open.helped.is_some(), "a play that goes on keeps its hints");
    store.close().await;
    // Once is enough: what is won later is not judged by it.
    let store = place.open().await;
    assert_eq!(store.notices(bob).await.unwrap().len(), 1);
    store.close().await;
    let copies = "INSERT INTO record SELECT * FROM record_before_helped WHERE level = 'none'";
    execute(&place, copies).await;
}
