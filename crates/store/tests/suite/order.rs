//! What keeps a house in order: looks of names, ways back into an account, quotas, sweeping, the owner's tools.

use std::time::{Duration, SystemTime};

use ingenio_core::LevelRef;
use ingenio_play::{Action, Event, Mode};
use ingenio_store::{MOST_UNMOVED, MOST_UNUSED, Page, PlayerId, Store, Trouble, Usage, open_copy};

use crate::helped::execute;
use crate::place::{Place, level, room};

const WEEK: &str = "CAST(604800000 AS BIGINT)";

/// A small room that no other number has.
fn numbered(number: usize) -> LevelRef {
    let wall = "#".repeat(number + 6);
    level("sokoban", &format!("{wall}\n#@$.{}#\n{wall}\n", " ".repeat(number + 1)))
}

fn step(text: &str) -> Event {
    Event { action: Action::Move(text.into()), at: Duration::ZERO }
}

async fn moved(store: &Store, player: PlayerId, level: &LevelRef) {
    let (play, _) = store.begin(player, level, Mode::Relax).await.unwrap();
    store.append(play, 0, &[step("R")], None, false).await.unwrap();
}

pub async fn no_new_name_looks_like_another(place: Place) {
    let store = place.open().await;
    store.register("Ada", "hash").await.unwrap();
    for twin in ["Аda", "Adа", "АDА", "Αda"] {
        assert_eq!(store.register(twin, "hash").await, Err(Trouble::NameTaken), "{twin}");
    }
    store.register("Ida", "hash").await.unwrap();
    store.new_guest().await.unwrap();
    store.new_guest().await.unwrap();
    store.close().await;
    // A database of before, with two names that look alike already: both stay, a third is refused.
    execute(&place, "UPDATE player SET name = 'Іda', folded = 'іda' WHERE name = 'Ida'").await;
    execute(&place, "UPDATE player SET looks = NULL").await;
    execute(&place, "INSERT INTO pending (what) VALUES ('name-looks')").await;
    let store = place.open().await;
    assert!(store.account("Іda").await.unwrap().is_some());
    assert_eq!(store.register("Аdа", "hash").await, Err(Trouble::NameTaken));
    assert_eq!(store.register("Ida", "hash").await, Err(Trouble::NameTaken));
}

pub async fn a_code_opens_an_account_once(place: Place) {
    let store = place.open().await;
    let ada = store.register("Ada", "hash one").await.unwrap();
    assert_eq!(store.recover("Ada", "code", "new", "next").await.unwrap(), None, "there is no code yet");
    store.set_recovery(ada, "code one").await.unwrap();
    let later = SystemTime::now() + Duration::from_hours(1);
    store.open_session(ada, [1; 32], later).await.unwrap();
    store.remember_device(ada, [2; 32]).await.unwrap();
    assert_eq!(store.recover("Ada", "guess", "hash two", "code two").await.unwrap(), None);
    assert_eq!(store.account("Ada").await.unwrap().unwrap().password_hash, "hash one");
    let account = store.recover("ADA", "code one", "hash two", "code two").await.unwrap().unwrap();
    assert_eq!((account.id, account.password_hash.as_str()), (ada, "hash two"));
    assert_eq!(store.session(&[1; 32]).await.unwrap(), None, "whoever was in is out");
    assert!(!store.knows_device(ada, &[2; 32]).await.unwrap());
    assert_eq!(store.recover("Ada", "code one", "x", "y").await.unwrap(), None, "once");
    assert!(store.recover("Ada", "code two", "hash three", "code three").await.unwrap().is_some());
}

pub async fn devices_are_known_for_their_own_account(place: Place) {
    let store = place.open().await;
    let (ada, bob) = (store.register("Ada", "x").await.unwrap(), store.register("Bob", "x").await.unwrap());
    store.remember_device(ada, [1; 32]).await.unwrap();
    store.remember_device(ada, [1; 32]).await.unwrap();
    assert!(store.knows_device(ada, &[1; 32]).await.unwrap());
    assert!(!store.knows_device(bob, &[1; 32]).await.unwrap());
    for number in 2..40 {
        store.remember_device(ada, [number; 32]).await.unwrap();
    }
    assert!(store.knows_device(ada, &[39; 32]).await.unwrap());
    let known: usize = {
        let mut count = 0;
        for number in 1..40 {
            count += usize::from(store.knows_device(ada, &[number; 32]).await.unwrap());
        }
        count
    };
    assert_eq!(known, 20, "the latest stay");
}

pub async fn what_nobody_uses_makes_room(place: Place) {
    let store = place.open().await;
    let ada = store.register("Ada", "hash").await.unwrap();
    let most = usize::try_from(MOST_UNUSED).unwrap();
    moved(&store, ada, &room()).await;
    for number in 0..most + 5 {
        store.open_level(&numbered(number), Some(ada)).await.unwrap();
        if number == 0 {
            moved(&store, ada, &numbered(0)).await;
        }
        if number == 1 {
            store.solution_seen(ada, &numbered(1)).await.unwrap();
        }
    }
    assert_eq!(store.opened_levels().await.unwrap().len(), most + 1, "those in use are not counted");
    assert!(store.level(numbered(0).id()).await.unwrap().is_some(), "it was played");
    assert!(store.level(numbered(1).id()).await.unwrap().is_none(), "the oldest made room");
    assert!(store.level(numbered(most + 4).id()).await.unwrap().is_some());
    // Plays without a move: the newest stay, and no list has them.
    for number in 0..10 {
        store.begin(ada, &numbered(50 + number), Mode::Relax).await.unwrap();
    }
    assert_eq!(store.plays(ada, Page::first(99)).await.unwrap().len(), 2);
    let usage = store.usage(ada).await.unwrap();
    assert_eq!(usage, Usage { plays: 2 + MOST_UNMOVED as u64, events: 2, quota: None });
    store.set_quota(ada, Some(77)).await.unwrap();
    assert_eq!(store.usage(ada).await.unwrap().quota, Some(77));
    assert_eq!(store.set_quota(PlayerId(999), None).await, Err(Trouble::Unknown));
}

pub async fn sweeping_takes_what_nobody_can_want(place: Place) {
    let store = place.open().await;
    let ada = store.register("Ada", "hash").await.unwrap();
    let (idle, busy) = (store.new_guest().await.unwrap().id, store.new_guest().await.unwrap().id);
    moved(&store, busy, &room()).await;
    store.open_level(&numbered(1), None).await.unwrap();
    store.open_level(&numbered(2), Some(ada)).await.unwrap();
    moved(&store, ada, &numbered(2)).await;
    store.begin(ada, &room(), Mode::Relax).await.unwrap();
    let swept = store.sweep().await.unwrap();
    assert_eq!((swept.guests, swept.plays, swept.levels), (0, 0, 0), "all of it is new: {swept:?}");
    store.close().await;
    for what in ["player SET made = made", "play SET touched = touched", "level SET opened = opened"] {
        execute(&place, &format!("UPDATE {what} - 5 * {WEEK}")).await;
    }
    let store = place.open().await;
    let swept = store.sweep().await.unwrap();
    assert_eq!((swept.guests, swept.plays, swept.levels), (1, 1, 1), "{swept:?}");
    let left: Vec<PlayerId> = store.players().await.unwrap().iter().map(|player| player.id).collect();
    assert_eq!(left, [ada, busy], "not {idle:?}");
    assert!(store.level(numbered(1).id()).await.unwrap().is_none());
    assert!(store.level(numbered(2).id()).await.unwrap().is_some());
    store.close().await;
    execute(&place, &format!("UPDATE player SET made = made - 10 * {WEEK}")).await;
    execute(&place, &format!("UPDATE play SET touched = touched - 10 * {WEEK}")).await;
    let store = place.open().await;
    assert_eq!(store.sweep().await.unwrap().guests, 1, "who has no session cannot come back");
    assert_eq!(store.plays(ada, Page::first(9)).await.unwrap().len(), 1, "accounts keep what they played");
}

pub async fn the_owner_keeps_order(place: Place) {
    let store = place.open().await;
    let (ada, bob) = (store.register("Ada", "x").await.unwrap(), store.register("Bob", "x").await.unwrap());
    store.open_level(&room(), Some(bob)).await.unwrap();
    moved(&store, bob, &room()).await;
    let won = room().verify("dRR").unwrap();
    store.won(ada, None, &room(), won.into()).await.unwrap();
    let residents = store.residents().await.unwrap();
    assert_eq!((residents[0].name.as_str(), residents[0].events, residents[0].levels), ("Bob", 1, 1));
    let opened = store.opened_levels().await.unwrap();
    assert_eq!((opened[0].opener.as_deref(), opened[0].plays), (Some("Bob"), 1));
    let later = SystemTime::now() + Duration::from_hours(1);
    store.open_session(bob, [1; 32], later).await.unwrap();
    store.ban(bob, true).await.unwrap();
    assert_eq!(store.session(&[1; 32]).await.unwrap(), None);
    assert!(store.account("Bob").await.unwrap().unwrap().banned);
    store.open_session(bob, [2; 32], later).await.unwrap();
    assert_eq!(store.session(&[2; 32]).await.unwrap(), None, "no session opens a closed door");
    store.ban(bob, false).await.unwrap();
    assert!(!store.account("Bob").await.unwrap().unwrap().banned);
    store.remove_level(&room().id().to_string()).await.unwrap();
    assert!(store.level(room().id()).await.unwrap().is_none());
    assert!(store.records(room().id()).await.unwrap().is_empty());
    assert_eq!(store.remove_level("nothing").await, Err(Trouble::Unknown));
}

pub async fn a_drill_finds_what_is_broken(place: Place) {
    let store = place.open().await;
    let ada = store.register("Ada", "hash").await.unwrap();
    let (play, _) = store.begin(ada, &room(), Mode::Relax).await.unwrap();
    let solution = room().verify("dRR").unwrap();
    let way = [step("d"), step("R"), step("R")];
    store.append_and_win((play, 0), &way, ada, &room(), solution.into()).await.unwrap();
    let drill = store.drill().await.unwrap();
    assert_eq!((drill.levels, drill.plays, drill.events, drill.records), (1, 1, 3, 2));
    assert!(drill.broken.is_empty(), "{:?}", drill.broken);
    if place.is_sqlite() {
        let backup = place.path("backup.sqlite");
        store.backup(&backup).await.unwrap();
        let before = std::fs::read(&backup).unwrap();
        let folder = tempfile::tempdir().unwrap();
        assert_eq!(open_copy(&backup, folder.path()).await.unwrap().drill().await.unwrap(), drill);
        assert_eq!(std::fs::read(&backup).unwrap(), before, "the copy alone is touched");
    }
    store.close().await;
    execute(&place, "UPDATE record SET solution = 'dRL' WHERE metric = 'moves'").await;
    execute(&place, "UPDATE event SET action = 'move U' WHERE number = 1").await;
    let broken = place.open().await.drill().await.unwrap().broken;
    assert_eq!(broken.len(), 2, "{broken:?}");
    assert!(broken[0].english().contains("record") && broken[1].english().contains("play"), "{broken:?}");
}
