//! Records, progress and runs of methods.

use ingenio_catalog::Request;
use ingenio_core::{Answer, Outcome, Silent};
use ingenio_play::Mode;
use ingenio_store::{Holder, Store};

use crate::place::{Place, level, room};

async fn solve(store: &Store, metric: &'static str) -> Answer {
    let request = Request { optimal: true, metric: metric.into(), ..Request::default() };
    let answer = request.run(&room(), &mut Silent).unwrap();
    store.ran(&room(), &answer).await.unwrap();
    answer
}

pub async fn records_are_the_best_and_lead_to_their_plays(place: Place) {
    let store = place.open().await;
    let room = room();
    assert!(store.records(room.id()).await.unwrap().is_empty());
    let ada = store.register("Ada", "hash").await.unwrap();
    let (play, key) = store.begin(ada, &room, Mode::Relax).await.unwrap();
    let stars = store.won(ada, Some(play), &room, room.verify("rldRR").unwrap().into()).await.unwrap().stars;
    assert_eq!(stars, 3, "the first is the best");
    let records = store.records(room.id()).await.unwrap();
    assert_eq!(records.len(), 2);
    assert!(records.iter().all(|record| record.play == Some(key) && !record.proved));
    let run = solve(&store, "pushes").await;
    let pushes = store.record(room.id(), "pushes").await.unwrap().unwrap();
    assert_eq!(pushes.holder, Holder::Person("Ada".into()), "the first to reach it keeps it");
    assert!(pushes.proved, "the method has proved it");
    let moves = store.record(room.id(), "moves").await.unwrap().unwrap();
    assert_eq!((moves.value, moves.holder), (Some(3), Holder::Method(run.chosen.clone())));
    assert_eq!(moves.play, None);
    assert!(!moves.proved, "the proof was about pushes");
    solve(&store, "moves").await;
    assert!(store.record(room.id(), "moves").await.unwrap().unwrap().proved);
    let runs = store.runs(room.id()).await.unwrap();
    assert!(runs.iter().all(|run| run.is_optimal() && run.length().is_some()) && runs.len() == 2, "{runs:?}");
    let newest = store.newest_records(1).await.unwrap();
    assert_eq!((newest.len(), newest[0].level), (1, room.id()));
    assert_eq!(store.newest_records(100).await.unwrap().len(), 2);
    let bob = store.register("Bob", "hash").await.unwrap();
    assert_eq!(store.won(bob, None, &room, room.verify("rldRR").unwrap().into()).await.unwrap().stars, 3);
    assert_eq!(
        store.record(room.id(), "pushes").await.unwrap().unwrap().holder,
        Holder::Person("Ada".into())
    );
}

pub async fn a_solution_of_another_level_is_refused(place: Place) {
    let store = place.open().await;
    let (room, other) = (room(), level("sokoban", "#####\n#@$.#\n#####\n"));
    let ada = store.register("Ada", "hash").await.unwrap();
    let easy = other.verify("R").unwrap();
    let forged = store.won(ada, None, &room, easy.clone().into()).await.unwrap_err();
    assert_eq!(forged.message().id(), ingenio_store::words::OTHER_LEVEL.id);
    let forged = Answer::bare(Outcome::Solved { solution: easy, optimal: true });
    assert!(store.ran(&room, &forged).await.is_err());
    assert!(store.records(room.id()).await.unwrap().is_empty());
    assert_eq!(store.progress(ada, room.id()).await.unwrap(), None);
}

pub async fn progress_keeps_the_better(place: Place) {
    let store = place.open().await;
    let (room, open) = (room(), level("tetravex", "1x2\n1 2 3 4\n3 5 6 7\n"));
    let ada = store.register("Ada", "hash").await.unwrap();
    store.won(ada, None, &room, room.verify("dRR").unwrap().into()).await.unwrap();
    store.shown(ada, &room).await.unwrap();
    store.won(ada, None, &room, room.verify("rldRR").unwrap().into()).await.unwrap();
    let best = store.progress(ada, room.id()).await.unwrap().unwrap();
    assert!(best.played && best.stars == 3);
    for (solution, placed) in [("1/0", 1), ("1/2", 2), ("1/0", 2)] {
        store.won(ada, None, &open, open.verify(solution).unwrap().into()).await.unwrap();
        let reached = store.progress(ada, open.id()).await.unwrap().unwrap();
        assert_eq!(reached.value, Some(placed), "more is better here");
    }
    let all = store.progress_of(ada).await.unwrap();
    assert_eq!(all.len(), 2);
    assert_eq!(all[&room.id()], best);
}
