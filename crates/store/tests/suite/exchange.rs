//! Export and import between the two databases.

use std::time::{Duration, SystemTime};

use ingenio_catalog::{PUZZLES, Request};
use ingenio_core::{Rng, Silent};
use ingenio_play::{Mode, Session};
use ingenio_store::{Given, PlayerId, Store, Task};

use crate::campaigns::measured;
use crate::place::{Place, room};
use crate::plays::event;

/// A bit of everything: accounts, a guest, a deleted one, a terminal's player; plays of all puzzles.
async fn furnish(store: &Store) -> PlayerId {
    let ada = store.register("Ada \"Ñ\" <b>", "argon hash").await.unwrap();
    let guest = store.new_guest().await.unwrap();
    let gone = store.register("Gone", "hash").await.unwrap();
    let terminal = store.player("any text\n").await.unwrap();
    store.open_session(ada, [3; 32], SystemTime::now() + Duration::from_mins(1)).await.unwrap();
    store.choose(ada, [("board".to_owned(), "wood".to_owned())].into()).await.unwrap();
    for (number, puzzle) in (0..).zip(PUZZLES) {
        let level = puzzle.sample(&mut Rng::new(number), 1);
        let player = [ada, guest.id, terminal][number as usize % 3];
        let (play, _) = store.begin(player, &level, Mode::Challenge).await.unwrap();
        let mut session = Session::new(level.clone());
        if let Some(action) = session.play().moves().first() {
            session.apply(action, Duration::from_millis(7)).unwrap();
        }
        store.append(play, 0, session.events(), Some(2), false).await.unwrap();
        store.hint_taken(play, Duration::from_secs(1), 2).await.unwrap();
        store.shown(player, &level).await.unwrap();
        let answer = Request::default().run(&level, &mut Silent).unwrap();
        store.ran(&level, &answer).await.unwrap();
    }
    let room = room();
    store.won(gone, None, &room, room.verify("rldRR").unwrap().into()).await.unwrap();
    store.delete_account(gone).await.unwrap();
    let (play, _) = store.begin(ada, &room, Mode::Relax).await.unwrap();
    store.append(play, 0, &[event(1), event(2)], None, true).await.unwrap();
    store.won(ada, Some(play), &room, room.verify("dRR").unwrap().into()).await.unwrap();
    store
        .make_pack(ada, "Two \"rooms\"", Some("expert"), vec![(room.clone(), "<i>".to_owned())])
        .await
        .unwrap();
    let class = store.open_class(ada, "3b \"Ñ\"", "ABCD2345", i64::MAX).await.unwrap();
    store.join_class(class, guest.id, "=Mia", Some("hash of a code".to_owned())).await.unwrap();
    let levels = vec![(room.clone(), "a room".to_owned())];
    let given = Given { task: Task::Levels, title: "Rooms".to_owned(), due: Some(7), levels };
    store.give_homework(class, given).await.unwrap();
    let task = Task::Lesson("taquin".to_owned());
    store
        .give_homework(class, Given { task, title: "Taquin".to_owned(), due: None, levels: Vec::new() })
        .await
        .unwrap();
    store.answered(guest.id, "taquin", 1).await.unwrap();
    store.keep_campaign_runs(vec![measured(&room, Some("dRR")), measured(&room, None)]).await.unwrap();
    ada
}

async fn export(store: &Store) -> Vec<String> {
    let mut lines = Vec::new();
    store.export(|line| lines.push(line)).await.unwrap();
    lines
}

pub async fn everything_travels_and_is_the_same_after(place: Place) {
    let store = place.open().await;
    furnish(&store).await;
    let lines = export(&store).await;
    let kinds =
        ["player", "level", "play", "progress", "run", "campaign-run", "record", "pack", "class", "pupil"];
    for kind in kinds {
        assert!(lines.iter().any(|line| line.contains(&format!("\"kind\":\"{kind}\""))), "no {kind}");
    }
    let opposite = place.opposite().await;
    let other = opposite.open().await;
    assert_eq!(other.import(&lines.join("\n")).await.unwrap(), PUZZLES.len() + 1);
    assert_eq!(export(&other).await, lines);
    assert_eq!(other.import(&lines.join("\n")).await.unwrap(), 0, "what is here is not added again");
    assert_eq!(export(&other).await, lines);
    assert_eq!(other.account("ADA \"ñ\" <b>").await.unwrap().unwrap().password_hash, "argon hash");
    assert_eq!(other.session(&[3; 32]).await.unwrap(), None, "sessions stay behind");
    let ada = other.account("ADA \"ñ\" <b>").await.unwrap().unwrap().id;
    assert_eq!(other.settings(ada).await.unwrap().chosen["board"], "wood");
    let room = room();
    assert_eq!(other.records(room.id()).await.unwrap(), store.records(room.id()).await.unwrap());
    assert_eq!(other.runs(room.id()).await.unwrap(), store.runs(room.id()).await.unwrap());
    let measured = other.campaign_runs(room.id()).await.unwrap();
    assert_eq!((measured.len(), measured), (2, store.campaign_runs(room.id()).await.unwrap()));
}

pub async fn ones_own_data_holds_nothing_of_others(place: Place) {
    let store = place.open().await;
    let ada = furnish(&store).await;
    let own = store.export_player(ada).await.unwrap().join("\n");
    assert!(own.contains("Ada") && own.contains("\"kind\":\"play\"") && own.contains("\"kind\":\"record\""));
    assert!(own.contains("\"kind\":\"class\""));
    for foreign in [
        "=Mia",
        "hash of a code",
        "guest-",
        "any text",
        "argon hash",
        "\"kind\":\"run\"",
        "\"kind\":\"campaign-run\"",
    ] {
        assert!(!own.contains(foreign), "{foreign}");
    }
}

pub async fn a_forged_line_is_refused_and_nothing_imported(place: Place) {
    let store = place.open().await;
    furnish(&store).await;
    let lines = export(&store).await;
    let opposite = place.opposite().await;
    let other = opposite.open().await;
    let honest = lines.join("\n");
    let forgeries = [
        honest.replace("\"dRR\"", "\"R\""),
        honest.replace("move ", "fly "),
        honest.replace("\"challenge\"", "\"cheat\""),
        honest.replace("\"task\":\"lesson\"", "\"task\":\"dance\""),
        honest.replacen("\"kind\":\"level\",\"id\":\"", "\"kind\":\"level\",\"id\":\"ff", 1),
        honest.replacen("\"kind\":\"player\"", "\"kind\":\"emperor\"", 1),
        lines[1..].join("\n"),
        format!("{honest}\n{{\"player\": 3}}"),
    ];
    for (number, forged) in forgeries.iter().enumerate() {
        assert_ne!(*forged, honest, "forgery {number} is one");
        let refused = other.import(forged).await.unwrap_err().message();
        assert_eq!(refused.id(), ingenio_store::words::BAD_LINE.id, "forgery {number}: {refused:?}");
    }
    assert!(export(&other).await.is_empty());
}
