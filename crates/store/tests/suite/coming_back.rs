//! What people come back for: records of their own, statistics, daily puzzles.

use std::time::Duration;

use ingenio_core::day::Day;
use ingenio_core::{LevelRef, Metric};
use ingenio_play::{Action, Event, Mode};
use ingenio_store::{Holder, PlayId, PlayerId, Side, Store, now};

use crate::first_edition::database_of;
use crate::helped::execute;
use crate::place::{Place, level, room};

/// Plays a level by its own moves, at one second a move, and wins.
async fn win(store: &Store, player: PlayerId, level: &LevelRef, moves: &str, solution: &str) -> PlayId {
    let (play, _) = store.begin(player, level, Mode::Relax).await.unwrap();
    won_with(store, (play, 0), player, level, moves, solution).await;
    play
}

async fn won_with(
    store: &Store,
    place: (PlayId, u64),
    player: PlayerId,
    level: &LevelRef,
    moves: &str,
    solution: &str,
) {
    let event = |(number, one): (u64, char)| Event {
        action: Action::parse(&format!("move {one}")).unwrap(),
        at: Duration::from_secs(place.1 + number + 1),
    };
    let events: Vec<Event> = (0..).zip(moves.chars()).map(event).collect();
    let solution = level.verify(solution).unwrap();
    store.append_and_win(place, &events, player, level, solution.into()).await.unwrap();
}

fn metric(level: &LevelRef, name: &str) -> &'static Metric {
    level.puzzle().info().metrics.iter().find(|metric| metric.name == name).unwrap()
}

async fn best(store: &Store, side: Side, level: &LevelRef, name: &str) -> Option<(i64, Holder)> {
    let bests = store.bests(side, "sokoban", metric(level, name), Some(level.id())).await.unwrap();
    bests.get(&level.id()).map(|best| (best.value, best.holder.clone()))
}

pub async fn people_and_machines_hold_records_apart(place: Place) {
    let store = place.open().await;
    let room = room();
    let optimum = room.verify("dRR").unwrap();
    store.keep_known(&room, &optimum, true, "generator").await.unwrap();
    assert_eq!(best(&store, Side::People, &room, "moves").await, None);
    let machine = Some((3, Holder::Method("generator".into())));
    assert_eq!(best(&store, Side::Machines, &room, "moves").await, machine);
    let (ada, bob) =
        (store.register("Ada", "hash").await.unwrap(), store.register("Bob", "hash").await.unwrap());
    win(&store, ada, &room, "rldRR", "rldRR").await;
    assert_eq!(best(&store, Side::People, &room, "moves").await, Some((5, Holder::Person("Ada".into()))));
    assert_eq!(best(&store, Side::Machines, &room, "moves").await, machine, "it stays what it was");
    // Bob is better; that Ada then does as well does not take it from him.
    win(&store, bob, &room, "dRR", "dRR").await;
    win(&store, ada, &room, "dRR", "dRR").await;
    assert_eq!(best(&store, Side::People, &room, "moves").await, Some((3, Holder::Person("Bob".into()))));
    let proved = store.proved("sokoban", "pushes", Some(room.id())).await.unwrap();
    assert_eq!(proved.get(&room.id()), Some(&2));
    let fastest = store.fastest("sokoban", None).await.unwrap();
    assert_eq!(
        (fastest[&room.id()].value, &fastest[&room.id()].holder),
        (3000, &Holder::Person("Bob".into()))
    );
    // Whoever goes takes the records along; the next best has them.
    store.delete_account(bob).await.unwrap();
    assert_eq!(best(&store, Side::People, &room, "moves").await, Some((3, Holder::Person("Ada".into()))));
}

pub async fn help_costs_the_figures_and_a_second_win_may_be_better(place: Place) {
    let store = place.open().await;
    let room = room();
    let ada = store.register("Ada", "hash").await.unwrap();
    let (helped, _) = store.begin(ada, &room, Mode::Relax).await.unwrap();
    store.hint_taken(helped, Duration::ZERO, 3).await.unwrap();
    won_with(&store, (helped, 0), ada, &room, "dRR", "dRR").await;
    assert_eq!(best(&store, Side::People, &room, "moves").await, None);
    assert!(store.fastest("sokoban", None).await.unwrap().is_empty());
    let bob = store.register("Bob", "hash").await.unwrap();
    let play = win(&store, bob, &room, "rldRR", "rldRR").await;
    won_with(&store, (play, 5), bob, &room, "dRR", "dRR").await;
    assert_eq!(best(&store, Side::People, &room, "moves").await, Some((3, Holder::Person("Bob".into()))));
    let fastest = store.fastest("sokoban", Some(room.id())).await.unwrap();
    assert_eq!(fastest[&room.id()].value, 5000, "the first win stopped the clock");
    // What a hint shows after the win costs nothing.
    store.hint_taken(play, Duration::ZERO, 5).await.unwrap();
    assert!(best(&store, Side::People, &room, "moves").await.is_some());
}

pub async fn what_was_played_is_counted(place: Place) {
    let store = place.open().await;
    let (room, other) = (room(), level("sokoban", "#####\n#@$.#\n#####\n"));
    let (ada, bob) =
        (store.register("Ada", "hash").await.unwrap(), store.register("Bob", "hash").await.unwrap());
    win(&store, ada, &room, "rldRR", "rldRR").await;
    win(&store, ada, &other, "R", "R").await;
    let (left, _) = store.begin(bob, &room, Mode::Relax).await.unwrap();
    let step = Event { action: Action::parse("move r").unwrap(), at: Duration::from_secs(1) };
    store.append(left, 0, &[step], None, false).await.unwrap();
    // Who only looked has not begun.
    store.begin(bob, &other, Mode::Relax).await.unwrap();
    let of_ada = store.player_statistics(ada).await.unwrap();
    assert_eq!((of_ada.begun["sokoban"], of_ada.ended.len()), (2, 2));
    let first = &of_ada.ended[0];
    assert!(first.solved && !first.helped && first.stars == 3 && first.clock == 5000);
    assert_eq!(first.figures["moves"], (5, Some(5)));
    assert!(store.player_statistics(bob).await.unwrap().ended.is_empty());
    let of_room = store.level_statistics(room.id()).await.unwrap();
    assert_eq!((of_room.players, of_room.begun, of_room.ended.len()), (2, 2, 1));
    assert_eq!(of_room.stopped_after, [1]);
}

pub async fn plays_of_before_and_from_elsewhere_count_too(place: Place) {
    let store = place.open().await;
    let room = room();
    let ada = store.register("Ada", "hash").await.unwrap();
    win(&store, ada, &room, "rldRR", "rldRR").await;
    let mut lines = Vec::new();
    store.export(|line| lines.push(line)).await.unwrap();
    store.close().await;
    // As a database of before has it.
    for statement in
        ["DELETE FROM figure", "DELETE FROM finish", "INSERT INTO pending (what) VALUES ('finishes')"]
    {
        execute(&place, statement).await;
    }
    let store = place.open().await;
    let held = Some((5, Holder::Person("Ada".into())));
    assert_eq!(best(&store, Side::People, &room, "moves").await, held);
    assert_eq!(store.fastest("sokoban", None).await.unwrap()[&room.id()].value, 5000);
    let elsewhere = place.opposite().await;
    let other = elsewhere.open().await;
    assert_eq!(other.import(&lines.join("\n")).await.unwrap(), 1);
    assert_eq!(best(&other, Side::People, &room, "moves").await, held);
}

pub async fn a_day_keeps_its_level(place: Place) {
    let store = place.open().await;
    let (room, other) = (room(), level("sokoban", "#####\n#@$.#\n#####\n"));
    let today = Day::at(now());
    assert_eq!(store.daily(today, "sokoban").await.unwrap(), None);
    assert_eq!(store.keep_daily(today, &room).await.unwrap(), room.id());
    assert_eq!(store.keep_daily(today, &other).await.unwrap(), room.id(), "the first stays");
    assert_eq!(store.keep_daily(today.plus(-9), &other).await.unwrap(), other.id());
    assert_eq!(store.day_of(room.id()).await.unwrap(), Some(today));
    let ada = store.register("Ada", "hash").await.unwrap();
    let (helped, _) = store.begin(ada, &room, Mode::Relax).await.unwrap();
    store.hint_taken(helped, Duration::ZERO, 2).await.unwrap();
    won_with(&store, (helped, 0), ada, &room, "dRR", "dRR").await;
    let key = |day| (day, "sokoban".to_owned());
    let wins = store.daily_wins(ada).await.unwrap();
    assert!(wins[&key(today)].helped && wins[&key(today)].in_time);
    let bob = store.register("Bob", "hash").await.unwrap();
    win(&store, bob, &other, "R", "R").await;
    win(&store, bob, &room, "rldRR", "rldRR").await;
    win(&store, bob, &room, "dRR", "dRR").await;
    let wins = store.daily_wins(bob).await.unwrap();
    assert!(!wins[&key(today)].helped && wins[&key(today)].in_time);
    assert_eq!(wins[&key(today)].clock, 5000, "the first that counts as much stays");
    assert!(!wins[&key(today.plus(-9))].in_time && wins.len() == 2);
}

pub async fn what_people_found_wrong_is_kept_and_limited(place: Place) {
    // They were called reports once: what was sent then is still there.
    let before = "INSERT INTO player (name, folded, made) VALUES ('Ada', 'ada', 1); \
                  INSERT INTO report (at, player, puzzle, what, file) VALUES (5, 1, 'flow', 'odd', '{}');";
    database_of(&place, 11, 11, before).await;
    let store = place.open().await;
    let bob = store.register("Bob", "hash").await.unwrap();
    let first = store.keep_finding(bob, "taquin", "no tile moves", "{1}".into()).await.unwrap().unwrap();
    let found = store.findings().await.unwrap();
    let told: Vec<_> = found.iter().map(|one| (one.player.as_deref(), one.what.as_str())).collect();
    assert_eq!(told, [(Some("Bob"), "no tile moves"), (Some("Ada"), "odd")], "the newest first");
    assert_eq!((found[0].id, found[1].at), (first, 5));
    for _ in 0..40 {
        store.keep_finding(bob, "taquin", "again", String::new()).await.unwrap();
    }
    assert_eq!(store.findings().await.unwrap().len(), 21, "twenty of one player within a day");
}
