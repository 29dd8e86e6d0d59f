//! Plays and their events, alone and many at once.

use std::time::Duration;

use ingenio_core::Rng;
use ingenio_play::{Action, Event, Mode};
use ingenio_store::{Hint, Page, PlayId, Store, Trouble, Won};

use crate::place::{Place, level, room};

pub fn event(number: u64) -> Event {
    Event { action: Action::Keep(number.to_string()), at: Duration::from_millis(number) }
}

pub async fn a_play_is_its_events(place: Place) {
    let store = place.open().await;
    let room = room();
    let ada = store.register("Ada", "hash").await.unwrap();
    let (play, key) = store.begin(ada, &room, Mode::Challenge).await.unwrap();
    let moves =
        [Action::Move("r".into()), Action::Undo, Action::Keep("a \"door\"\nñ".into()), Action::Restart];
    let events: Vec<_> = (0..)
        .zip(moves)
        .map(|(number, action)| Event { action, at: Duration::from_millis(number * 1500) })
        .collect();
    assert_eq!(store.append(play, 0, &events[..1], Some(4), false).await, Ok(1));
    assert_eq!(store.append(play, 1, &events[1..], None, false).await, Ok(4));
    assert_eq!(store.events(play).await.unwrap(), events);
    store.hint_taken(play, Duration::from_secs(2), 3).await.unwrap();
    store.hint_taken(play, Duration::from_secs(3), 4).await.unwrap();
    let hints = store.hints(play).await.unwrap();
    assert_eq!(hints[1], Hint { at: Duration::from_secs(3), rung: 4 });
    store.solution_seen(ada, &room).await.unwrap();
    let row = store.play(play).await.unwrap().unwrap();
    assert_eq!((row.player, row.level, row.puzzle.as_str()), (ada, room.id(), "sokoban"));
    assert_eq!((row.events, row.hints, row.mode.as_str()), (4, 2, "challenge"));
    assert!(row.helped.is_some() && row.ended.is_none() && row.given_up.is_none());
    assert_eq!(store.play_by_key(key).await.unwrap().unwrap(), row);
    assert_eq!(store.append(play, 4, &[event(9)], None, true).await, Ok(5));
    let ended = store.play(play).await.unwrap().unwrap().ended;
    assert!(ended.is_some());
    store.append(play, 5, &[event(9)], None, true).await.unwrap();
    assert_eq!(store.play(play).await.unwrap().unwrap().ended, ended, "the first win counts");
    let walk: Vec<_> = (0..1000).map(event).collect();
    assert_eq!(store.append(play, 6, &walk, Some(7), false).await, Ok(1006));
    assert_eq!(store.events(play).await.unwrap()[6..], walk, "a long walk is stored whole and in order");
    assert_eq!(store.append(play, 6, &walk, None, false).await, Err(Trouble::Conflict { stored: 1006 }));
    assert_eq!(store.begin_as(key, ada, &room, Mode::Relax).await, Ok(play), "the same play");
    let eve = store.register("Eve", "hash").await.unwrap();
    assert_eq!(store.begin_as(key, eve, &room, Mode::Relax).await, Err(Trouble::Unknown));
    let nowhere = PlayId(play.0 + 1000);
    assert_eq!(store.append(nowhere, 0, &[event(0)], None, false).await, Err(Trouble::Unknown));
    assert_eq!(store.give_up(nowhere).await, Err(Trouble::Unknown));
    assert_eq!(store.hint_taken(nowhere, Duration::ZERO, 1).await, Err(Trouble::Unknown));
    assert_eq!(store.play(nowhere).await.unwrap(), None);
}

pub async fn two_tabs_are_told_apart(place: Place) {
    let store = place.open().await;
    let ada = store.register("Ada", "hash").await.unwrap();
    let (play, _) = store.begin(ada, &room(), Mode::Relax).await.unwrap();
    store.append(play, 0, &[event(1)], None, false).await.unwrap();
    let late = store.append(play, 0, &[event(2), event(3)], None, true).await;
    assert_eq!(late, Err(Trouble::Conflict { stored: 1 }));
    assert_eq!(store.append(play, 7, &[event(2)], None, false).await, Err(Trouble::Conflict { stored: 1 }));
    assert_eq!(store.events(play).await.unwrap(), [event(1)]);
    assert_eq!(store.play(play).await.unwrap().unwrap().ended, None, "nothing of it was written");
    // Both tabs go on at once, each loading anew when it is told to.
    let tabs: Vec<_> = [1000, 2000].map(|first| tokio::spawn(tab(store.clone(), play, first))).into();
    for tab in tabs {
        tab.await.unwrap();
    }
    let stored = store.events(play).await.unwrap();
    assert_eq!(stored.len(), 1 + 2 * 40);
    for first in [1000, 2000] {
        let of_tab: Vec<_> = stored
            .iter()
            .filter(|event| (first..first + 40).contains(&(event.at.as_millis() as u64)))
            .cloned()
            .collect();
        assert_eq!(of_tab, (first..first + 40).map(event).collect::<Vec<_>>(), "each once and in order");
    }
}

async fn tab(store: Store, play: PlayId, first: u64) {
    let mut after = 1;
    for number in first..first + 40 {
        loop {
            match store.append(play, after, &[event(number)], None, false).await {
                Ok(stored) => {
                    after = stored;
                    break;
                }
                Err(Trouble::Conflict { stored }) => after = stored,
                Err(trouble) => panic!("{trouble:?}"),
            }
        }
    }
}

pub async fn fifty_players_at_once(place: Place) {
    let store = place.open().await;
    let players: Vec<_> = (0..50_u64)
        .map(|number| {
            let store = store.clone();
            tokio::spawn(async move {
                let player = store.register(&format!("player {number}"), "hash").await.unwrap();
                let (play, _) = store.begin(player, &room(), Mode::Relax).await.unwrap();
                for at in 0..30 {
                    store.append(play, at, &[event(number * 100 + at)], Some(at), false).await.unwrap();
                    assert_eq!(
                        store.play(play).await.unwrap().unwrap().events,
                        at + 1,
                        "one reads one's own"
                    );
                }
                (number, play)
            })
        })
        .collect();
    for player in players {
        let (number, play) = player.await.unwrap();
        let expected: Vec<_> = (0..30).map(|at| event(number * 100 + at)).collect();
        assert_eq!(store.events(play).await.unwrap(), expected);
    }
    let counts = store.counts().await.unwrap();
    assert_eq!((counts.accounts, counts.plays, counts.events, counts.levels), (50, 50, 1500, 1));
}

pub async fn what_can_be_continued(place: Place) {
    let store = place.open().await;
    let ada = store.register("Ada", "hash").await.unwrap();
    let bob = store.register("Bob", "hash").await.unwrap();
    let (room, square) = (room(), level("taquin", "1 2\n_ 3\n"));
    let (won, _) = store.begin(ada, &room, Mode::Relax).await.unwrap();
    store.append(won, 0, &[event(1)], None, true).await.unwrap();
    let (first, _) = store.begin(ada, &room, Mode::Relax).await.unwrap();
    store.append(first, 0, &[event(1)], None, false).await.unwrap();
    let (slide, _) = store.begin(ada, &square, Mode::Relax).await.unwrap();
    store.append(slide, 0, &[event(1)], None, false).await.unwrap();
    let (empty, _) = store.begin(ada, &square, Mode::Relax).await.unwrap();
    let (other, _) = store.begin(bob, &room, Mode::Relax).await.unwrap();
    store.append(other, 0, &[event(1)], None, false).await.unwrap();
    let mut ids: Vec<_> = store.last_unfinished(ada).await.unwrap().iter().map(|row| row.id).collect();
    ids.sort_unstable();
    assert_eq!(ids, [first, slide], "one of each puzzle, with a move, unfinished, one's own");
    assert_eq!(
        store.unfinished(ada, square.id()).await.unwrap().unwrap().id,
        empty,
        "the latest of the level"
    );
    store.give_up(first).await.unwrap();
    store.give_up(empty).await.unwrap();
    assert_eq!(store.unfinished(ada, room.id()).await.unwrap(), None);
    let ids: Vec<_> = store.last_unfinished(ada).await.unwrap().iter().map(|row| row.id).collect();
    assert_eq!(ids, [slide]);
    let resumed = store.unfinished_session(ada, &square).await.unwrap().unwrap();
    assert_eq!((resumed.id, resumed.session.events().len()), (slide, 1));
    let page = store.plays(ada, Page::first(2)).await.unwrap();
    assert_eq!(page.iter().map(|row| row.id).collect::<Vec<_>>(), [slide, first], "not what was never moved");
    let rest = store.plays(ada, Page::after(first, 3)).await.unwrap();
    assert_eq!(rest.iter().map(|row| row.id).collect::<Vec<_>>(), [won]);
}

pub async fn levels_are_shared_by_id(place: Place) {
    let store = place.open().await;
    for (number, puzzle) in (0..).zip(ingenio_catalog::PUZZLES) {
        let level = puzzle.sample(&mut Rng::new(number), 3);
        assert!(store.level(level.id()).await.unwrap().is_none());
        store.keep_level(&level).await.unwrap();
        store.keep_level(&level).await.unwrap();
        let kept = store.level(level.id()).await.unwrap().unwrap();
        assert_eq!((kept.id(), kept.canonical()), (level.id(), level.canonical()));
    }
}

/// A win and its last moves are there together or not at all.
pub async fn a_win_is_whole_or_not_at_all(place: Place) {
    let store = place.open().await;
    let ada = store.register("Ada", "hash").await.unwrap();
    let room = room();
    let (play, _) = store.begin(ada, &room, Mode::Relax).await.unwrap();
    let solution = room.verify("dRR").unwrap();
    let events = [event(1)];
    let late = store.append_and_win((play, 3), &events, ada, &room, solution.clone().into()).await;
    assert_eq!(late, Err(Trouble::Conflict { stored: 0 }));
    assert_eq!(store.progress(ada, room.id()).await.unwrap(), None);
    let won = store.append_and_win((play, 0), &events, ada, &room, solution.clone().into()).await.unwrap();
    assert_eq!(won, Won { stars: 3, solved: true, helped: false });
    let row = store.play(play).await.unwrap().unwrap();
    assert!(row.ended.is_some() && row.events == 1);
    assert!(store.progress(ada, room.id()).await.unwrap().unwrap().played);
    let (other, _) = store.begin(ada, &room, Mode::Relax).await.unwrap();
    store.set_mode(other, Mode::Challenge).await.unwrap();
    let moved = Event { action: Action::Move("d".into()), ..event(1) };
    store.append(other, 0, &[moved], None, false).await.unwrap();
    assert_eq!(store.set_mode(other, Mode::Relax).await, Err(Trouble::Unknown), "the first move fixes it");
    assert_eq!(store.play(other).await.unwrap().unwrap().mode, "challenge");
}
