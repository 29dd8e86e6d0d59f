//! Accounts, guests and sessions.

use std::time::{Duration, SystemTime};

use ingenio_play::Mode;
use ingenio_store::{Holder, Page, Settings, Trouble};

use crate::place::{Place, level, room};

fn in_an_hour() -> SystemTime {
    SystemTime::now() + Duration::from_hours(1)
}

pub async fn names_are_unique_in_every_case(place: Place) {
    let store = place.open().await;
    let ada = store.register("Ada Ñandú", "hash one").await.unwrap();
    assert_eq!(store.register("ada ñANDÚ", "hash").await, Err(Trouble::NameTaken));
    let account = store.account(" ADA ÑANDÚ ").await.unwrap().unwrap();
    assert_eq!((account.id, account.name.as_str()), (ada, "Ada Ñandú"));
    assert_eq!(account.password_hash, "hash one");
    assert!(!format!("{account:?}").contains("hash one"), "a hash is not for logs");
    assert_eq!(store.account("Bob").await.unwrap(), None);
    let terminal = store.player("Terminal").await.unwrap();
    assert_eq!(store.account("Terminal").await.unwrap(), None, "without a password nobody logs in");
    assert_eq!(store.register("Terminal", "hash").await, Err(Trouble::NameTaken));
    store.change_password(ada, "hash two").await.unwrap();
    assert_eq!(store.account("ada ñandú").await.unwrap().unwrap().password_hash, "hash two");
    assert_eq!(store.change_password(terminal, "hash").await, Err(Trouble::Unknown));
    let html = "<b>&\"'";
    store.register(html, "hash").await.unwrap();
    assert_eq!(store.account(html).await.unwrap().unwrap().name, html, "kept as it is; pages escape it");
    let races: Vec<_> = (0..8)
        .map(|_| {
            let store = store.clone();
            tokio::spawn(async move { store.register("Zoe", "hash").await })
        })
        .collect();
    let mut won = 0;
    for race in races {
        match race.await.unwrap() {
            Ok(_) => won += 1,
            Err(trouble) => assert_eq!(trouble, Trouble::NameTaken),
        }
    }
    assert_eq!(won, 1);
}

pub async fn settings_are_kept_one_by_one(place: Place) {
    let store = place.open().await;
    let ada = store.register("Ada", "hash").await.unwrap();
    let bob = store.register("Bob", "hash").await.unwrap();
    let pair = |name: &str, value: &str| (name.to_owned(), value.to_owned());
    assert_eq!(store.settings(ada).await.unwrap(), Settings::default());
    store.choose(ada, [pair("board", "wood"), pair("theme", "dark")].into()).await.unwrap();
    let all = store.choose(ada, [pair("theme", "light")].into()).await.unwrap();
    assert_eq!(all.chosen, [pair("board", "wood"), pair("theme", "light")].into());
    assert!(all.at > 0);
    assert_eq!(store.settings(ada).await.unwrap(), all);
    assert_eq!(store.settings(bob).await.unwrap(), Settings::default(), "they are Ada's");
    store.delete_account(ada).await.unwrap();
    assert_eq!(store.settings(ada).await.unwrap(), Settings::default(), "they go with the account");
}

pub async fn sessions_open_expire_and_close(place: Place) {
    let store = place.open().await;
    let ada = store.register("Ada", "hash").await.unwrap();
    for token in 1..=3 {
        store.open_session(ada, [token; 32], in_an_hour()).await.unwrap();
    }
    let (found, _) = store.session(&[1; 32]).await.unwrap().unwrap();
    assert_eq!((found.id, found.name.as_str(), found.guest), (ada, "Ada", false));
    assert_eq!(store.session(&[9; 32]).await.unwrap(), None, "guessed");
    store.close_session(&[1; 32]).await.unwrap();
    store.close_session(&[1; 32]).await.unwrap();
    assert_eq!(store.session(&[1; 32]).await.unwrap(), None, "reused after log-out");
    store.close_other_sessions(ada, &[3; 32]).await.unwrap();
    assert_eq!(store.session(&[2; 32]).await.unwrap(), None);
    assert!(store.session(&[3; 32]).await.unwrap().is_some());
    store.open_session(ada, [4; 32], SystemTime::now() - Duration::from_secs(1)).await.unwrap();
    assert_eq!(store.session(&[4; 32]).await.unwrap(), None, "expired");
    assert!(store.open_session(ada, [3; 32], in_an_hour()).await.is_err(), "a token is one session's");
    assert_eq!(store.sweep().await.unwrap().sessions, 1);
    assert_eq!(store.counts().await.unwrap().sessions, 1);
}

pub async fn a_guest_is_taken_over(place: Place) {
    let store = place.open().await;
    let (room, other) = (room(), level("taquin", "1 2\n_ 3\n"));
    let guest = store.new_guest().await.unwrap();
    assert!(guest.guest && store.new_guest().await.unwrap().name != guest.name);
    store.open_session(guest.id, [7; 32], in_an_hour()).await.unwrap();
    assert_eq!(store.session(&[7; 32]).await.unwrap().map(|(player, _)| player).as_ref(), Some(&guest));
    let ada = store.register("Ada", "hash").await.unwrap();
    let (play, key) = store.begin(guest.id, &room, Mode::Relax).await.unwrap();
    store.won(guest.id, Some(play), &room, room.verify("dRR").unwrap().into()).await.unwrap();
    store.won(ada, None, &room, room.verify("rldRR").unwrap().into()).await.unwrap();
    store.shown(guest.id, &other).await.unwrap();
    let theirs = store.progress(guest.id, room.id()).await.unwrap().unwrap();
    assert_eq!(store.take_over(ada, guest.id).await, Err(Trouble::Unknown), "not the other way round");
    store.take_over(guest.id, ada).await.unwrap();
    assert_eq!(store.progress(ada, room.id()).await.unwrap().unwrap().value, theirs.value);
    assert!(!store.progress(ada, other.id()).await.unwrap().unwrap().played);
    assert_eq!(store.play_by_key(key).await.unwrap().unwrap().player, ada);
    let record = store.record(room.id(), "moves").await.unwrap().unwrap();
    assert_eq!(record.holder, Holder::Person("Ada".into()));
    assert_eq!(store.session(&[7; 32]).await.unwrap(), None);
    assert_eq!(store.take_over(guest.id, ada).await, Err(Trouble::Unknown), "once");
    assert_eq!(store.counts().await.unwrap().guests, 1);
}

pub async fn a_deleted_account_leaves_nothing_but_nameless_records(place: Place) {
    let store = place.open().await;
    let room = room();
    let ada = store.register("Ada", "hash").await.unwrap();
    store.open_session(ada, [1; 32], in_an_hour()).await.unwrap();
    let (play, key) = store.begin(ada, &room, Mode::Challenge).await.unwrap();
    store.hint_taken(play, Duration::ZERO, 1).await.unwrap();
    store.won(ada, Some(play), &room, room.verify("dRR").unwrap().into()).await.unwrap();
    store.delete_account(ada).await.unwrap();
    assert_eq!(store.account("Ada").await.unwrap(), None);
    assert_eq!(store.session(&[1; 32]).await.unwrap(), None);
    assert_eq!(store.play_by_key(key).await.unwrap(), None);
    assert!(store.plays(ada, Page::first(9)).await.unwrap().is_empty());
    assert!(store.progress_of(ada).await.unwrap().is_empty());
    let record = store.record(room.id(), "moves").await.unwrap().unwrap();
    assert_eq!((record.holder, record.play), (Holder::Someone, None));
    assert_eq!(store.delete_account(ada).await, Err(Trouble::Unknown));
    store.register("ADA", "hash").await.expect("the name is free again");
}
