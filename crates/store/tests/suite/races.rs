//! Races: seats, starts, finishes, and two servers on one database.

use std::time::Duration;

use ingenio_core::LevelRef;
use ingenio_play::{Action, Event, Mode};
use ingenio_store::{
    LEG_LIMIT, LOBBY_PATIENCE, Leg, MOST_RACERS, Machine, NewRace, Phase, PlayKey, Player, RaceCode,
    RaceStep, RacerKind, Store, Trouble,
};

use crate::helped::execute;
use crate::place::{Place, level, room};

fn wish(levels: Vec<LevelRef>) -> NewRace {
    NewRace { pack: None, listed: true, levels }
}

fn other_room() -> LevelRef {
    level("sokoban", "#######\n#@ $ .#\n#######\n")
}

async fn guest(store: &Store) -> Player {
    store.new_guest().await.unwrap()
}

/// Plays a leg to its end, as a server does.
async fn win(store: &Store, player: &Player, leg: Leg, level: &LevelRef, moves: &[&str]) {
    let play = store.begin_as(leg.play, player.id, level, Mode::Relax).await.unwrap();
    let event = |text: &&str| Event { action: Action::Move((*text).to_owned()), at: Duration::from_secs(1) };
    let events: Vec<Event> = moves.iter().map(event).collect();
    let solution = level.verify(&moves.concat()).unwrap();
    store.append_and_win((play, 0), &events, player.id, level, solution.into()).await.unwrap();
}

fn is_refused<T: std::fmt::Debug>(done: Result<T, Trouble>, id: &str) {
    match done {
        Err(Trouble::Refused(why)) => assert_eq!(why.id(), id),
        other => panic!("{id} was expected, not {other:?}"),
    }
}

async fn started(store: &Store, players: &[&Player], race: NewRace) -> RaceCode {
    let code = store.make_race(players[0], None, race).await.unwrap();
    for player in &players[1..] {
        store.join_race(code, player, None).await.unwrap();
    }
    store.start_race(code, players[0].id, 0).await.unwrap();
    code
}

pub async fn a_series_is_run_on_two_servers(place: Place) {
    let (here, there) = (place.open().await, place.open().await);
    let (ada, bob) = (guest(&here).await, guest(&there).await);
    let levels = vec![room(), other_room(), room()];
    let code = started(&here, &[&ada, &bob], wish(levels)).await;
    for (server, player) in [(&here, &ada), (&there, &bob)] {
        for (place, (level, moves)) in
            [(room(), ["d", "R", "R"]), (other_room(), ["r", "R", "R"])].iter().enumerate()
        {
            let leg = server.race_leg(code, player.id).await.unwrap();
            assert_eq!((leg.place, server.race_leg(code, player.id).await.unwrap()), (place, leg));
            win(server, player, leg, level, moves).await;
        }
    }
    let race = there.race(code).await.unwrap().unwrap();
    assert_eq!(race.phase(), Phase::Running);
    let leg = there.race_leg(code, bob.id).await.unwrap();
    win(&there, &bob, leg, &room(), &["d", "R", "R"]).await;
    let (_, seen) = here.changed_races(0).await.unwrap();
    let race = here.race(code).await.unwrap().unwrap();
    assert!(seen.contains(&(code, race.version)), "the other server sees that something is new");
    assert!(race.racer(bob.id).unwrap().finished(3).is_some());
    assert!(race.racer(ada.id).unwrap().finished(3).is_none());
    is_refused(there.race_leg(code, bob.id).await, "store.race-arrived");
    here.leave_race(code, ada.id).await.unwrap();
    let race = there.race(code).await.unwrap().unwrap();
    assert_eq!((race.phase(), race.racers[0].gone), (Phase::Over, true), "who leaves stops nobody");
}

pub async fn only_the_right_play_finishes_a_leg(place: Place) {
    let store = place.open().await;
    let (ada, eve) = (guest(&store).await, guest(&store).await);
    let code = started(&store, &[&ada, &eve], wish(vec![room()])).await;
    let leg = store.race_leg(code, eve.id).await.unwrap();
    // Another level under the key of the leg, and the right level under another key.
    win(&store, &eve, leg, &other_room(), &["r", "R", "R"]).await;
    let other = Leg { play: PlayKey::draw().unwrap(), ..leg };
    win(&store, &eve, other, &room(), &["d", "R", "R"]).await;
    // Somebody else's play of one's own leg.
    let mine = store.race_leg(code, ada.id).await.unwrap();
    win(&store, &eve, mine, &room(), &["d", "R", "R"]).await;
    let race = store.race(code).await.unwrap().unwrap();
    assert!(race.racers.iter().all(|racer| racer.finished(1).is_none()), "{race:?}");
    // Whatever is claimed about a leg, only a win finishes it.
    let step = RaceStep { play: leg.play, figure: Some(3), to_go: Some(0) };
    store.note_race_steps(vec![step]).await.unwrap();
    let race = store.race(code).await.unwrap().unwrap();
    let seen = race.racer(eve.id).unwrap().legs[0];
    assert_eq!((seen.figure, seen.to_go, seen.finished), (Some(3), Some(0), None));
}

pub async fn seats_are_few_and_names_are_proper(place: Place) {
    let store = place.open().await;
    store.register("Ada", "hash").await.unwrap();
    let host = guest(&store).await;
    let code = store.make_race(&host, Some("Tom"), wish(vec![room()])).await.unwrap();
    let late = guest(&store).await;
    for name in ["Tоm", "TOM", "ada", "\u{202e}mot", "ingenio", "guest-1", "a(b", &"x".repeat(33)] {
        let joined = store.join_race(code, &late, Some(name)).await;
        assert!(matches!(joined, Err(Trouble::NameTaken | Trouble::BadName(_))), "{name}: {joined:?}");
    }
    store.join_race(code, &late, Some("<b>Bob</b>")).await.unwrap();
    is_refused(store.start_race(code, late.id, 0).await, "store.race-not-host");
    let trace = "[]".to_owned();
    let ghost = Machine { kind: RacerKind::Ghost, name: "Ada".to_owned(), trace };
    is_refused(store.seat_machine(code, guest(&store).await.id, ghost.clone()).await, "store.race-not-in");
    store.seat_machine(code, host.id, ghost.clone()).await.unwrap();
    for _ in 3..MOST_RACERS {
        store.join_race(code, &guest(&store).await, None).await.unwrap();
    }
    let eleventh = guest(&store).await;
    is_refused(store.join_race(code, &eleventh, None).await, "store.race-full");
    store.join_race(code, &late, None).await.unwrap();
    let race = store.race(code).await.unwrap().unwrap();
    assert_eq!(race.racers.len(), MOST_RACERS, "who is in it has a seat already");
    is_refused(store.race_leg(code, host.id).await, "store.race-not-begun");
    // The one who called it goes: the next may start it.
    store.leave_race(code, host.id).await.unwrap();
    store.start_race(code, late.id, 60_000).await.unwrap();
    is_refused(store.join_race(code, &eleventh, None).await, "store.race-begun");
    is_refused(store.start_race(code, late.id, 0).await, "store.race-begun");
    is_refused(store.race_leg(code, late.id).await, "store.race-not-begun");
    assert_eq!(store.race(code).await.unwrap().unwrap().phase(), Phase::Countdown);
}

pub async fn nobody_waits_in_many_lobbies_and_empty_ones_are_no_more(place: Place) {
    let store = place.open().await;
    let ada = guest(&store).await;
    let mut codes = Vec::new();
    for _ in 0..3 {
        codes.push(store.make_race(&ada, None, wish(vec![room()])).await.unwrap());
    }
    is_refused(store.make_race(&ada, None, wish(vec![room()])).await, "store.race-too-many-lobbies");
    assert_eq!(store.open_races().await.unwrap().len(), 3, "what was refused left nothing");
    is_refused(store.start_race(codes[0], ada.id, 0).await, "store.race-alone");
    store.leave_race(codes[0], ada.id).await.unwrap();
    assert_eq!(store.race(codes[0]).await.unwrap(), None);
    store.sweep().await.unwrap();
    assert!(store.race(codes[1]).await.unwrap().is_some(), "a lobby of a moment ago stays");
    assert!(store.make_race(&ada, None, wish(Vec::new())).await.is_err());
}

pub async fn a_rematch_is_one_for_all(place: Place) {
    let store = place.open().await;
    let (ada, bob, eve) = (guest(&store).await, guest(&store).await, guest(&store).await);
    let code = started(&store, &[&ada, &bob], wish(vec![room()])).await;
    for player in [&ada, &bob] {
        let leg = store.race_leg(code, player.id).await.unwrap();
        win(&store, player, leg, &room(), &["d", "R", "R"]).await;
    }
    let race = store.race(code).await.unwrap().unwrap();
    assert_eq!(race.phase(), Phase::Over);
    assert!(race.racers.iter().all(|racer| racer.finished(1).is_some_and(|time| time < LEG_LIMIT)));
    let next = store.rematch(code, &bob, wish(vec![other_room()])).await.unwrap();
    assert_eq!(store.rematch(code, &ada, wish(vec![room()])).await.unwrap(), next);
    is_refused(store.rematch(code, &eve, wish(vec![room()])).await, "store.race-not-in");
    let race = store.race(next).await.unwrap().unwrap();
    assert_eq!((race.racers.len(), race.levels), (2, vec![other_room().id()]));
    assert_eq!(race.racers[0].player, Some(bob.id));
    // A guest who gets an account keeps the seat; who goes for good leaves nothing.
    let ana = store.register("Ana", "hash").await.unwrap();
    store.take_over(ada.id, ana).await.unwrap();
    assert!(store.race(next).await.unwrap().unwrap().racer(ana).is_some());
    store.delete_account(ana).await.unwrap();
    assert_eq!(store.race(next).await.unwrap().unwrap().racers.len(), 1);
    store.remove_level(&other_room().id().to_string()).await.unwrap();
    assert_eq!(store.race(next).await.unwrap(), None);
}

pub async fn whoever_waits_may_start_when_the_host_is_silent(place: Place) {
    let store = place.open().await;
    let (host, bob, eve) = (guest(&store).await, guest(&store).await, guest(&store).await);
    let code = store.make_race(&host, None, wish(vec![room()])).await.unwrap();
    store.join_race(code, &bob, None).await.unwrap();
    is_refused(store.start_race(code, bob.id, 0).await, "store.race-not-host");
    execute(&place, &format!("UPDATE racer SET joined = joined - {LOBBY_PATIENCE}")).await;
    is_refused(store.start_race(code, eve.id, 0).await, "store.race-not-host");
    // Somebody new has come: who opened it is waited for again.
    store.join_race(code, &eve, None).await.unwrap();
    is_refused(store.start_race(code, bob.id, 0).await, "store.race-not-host");
    execute(&place, &format!("UPDATE racer SET joined = joined - {LOBBY_PATIENCE}")).await;
    store.start_race(code, bob.id, 0).await.unwrap();
    assert_eq!(store.race(code).await.unwrap().unwrap().phase(), Phase::Running);
}

pub async fn who_comes_late_has_not_arrived_and_who_left_does_not_run_on(place: Place) {
    let store = place.open().await;
    let (ada, bob) = (guest(&store).await, guest(&store).await);
    let code = started(&store, &[&ada, &bob], wish(vec![room()])).await;
    let legs = [store.race_leg(code, ada.id).await.unwrap(), store.race_leg(code, bob.id).await.unwrap()];
    win(&store, &ada, legs[0], &room(), &["d", "R", "R"]).await;
    store.leave_race(code, bob.id).await.unwrap();
    assert_eq!(store.race(code).await.unwrap().unwrap().phase(), Phase::Over);
    is_refused(store.join_race(code, &bob, None).await, "store.race-over");
    assert_eq!(store.race(code).await.unwrap().unwrap().phase(), Phase::Over);
    store.join_race(code, &ada, None).await.unwrap();

    let code = started(&store, &[&ada, &bob], wish(vec![room()])).await;
    let leg = store.race_leg(code, bob.id).await.unwrap();
    execute(&place, &format!("UPDATE race SET starts = starts - {LEG_LIMIT} WHERE code = '{code}'")).await;
    assert_eq!(store.race(code).await.unwrap().unwrap().phase(), Phase::Over);
    win(&store, &bob, leg, &room(), &["d", "R", "R"]).await;
    let race = store.race(code).await.unwrap().unwrap();
    assert_eq!(race.racer(bob.id).unwrap().finished(1), None, "a win of after the end is an ordinary one");
    is_refused(store.race_leg(code, ada.id).await, "store.race-over");
}

pub async fn a_look_that_comes_late_loses_nothing(place: Place) {
    let store = place.open().await;
    let (ada, bob) = (guest(&store).await, guest(&store).await);
    let (before, _) = store.changed_races(0).await.unwrap();
    let code = started(&store, &[&ada, &bob], wish(vec![room()])).await;
    let has = |seen: &[(RaceCode, i64)]| seen.iter().any(|(seen, _)| *seen == code);
    // As if the server had looked a minute ago and the race had changed since.
    execute(&place, "UPDATE race SET changed = changed - 30000").await;
    assert!(!has(&store.changed_races(0).await.unwrap().1), "who has not looked before reads it anew anyway");
    assert!(has(&store.changed_races(before - 60_000).await.unwrap().1));
}

pub async fn who_races_on_a_level_is_known(place: Place) {
    let store = place.open().await;
    let (ada, bob, eve) = (guest(&store).await, guest(&store).await, guest(&store).await);
    let code = store.make_race(&ada, None, wish(vec![room()])).await.unwrap();
    store.join_race(code, &bob, None).await.unwrap();
    let races =
        async |player: &Player, level: &LevelRef| store.races_on(player.id, level.id()).await.unwrap();
    assert!(!races(&ada, &room()).await, "it has not begun");
    store.start_race(code, ada.id, 0).await.unwrap();
    let here = [races(&ada, &room()).await, races(&ada, &other_room()).await, races(&eve, &room()).await];
    assert_eq!(here, [true, false, false]);
    let leg = store.race_leg(code, ada.id).await.unwrap();
    win(&store, &ada, leg, &room(), &["d", "R", "R"]).await;
    assert_eq!([races(&ada, &room()).await, races(&bob, &room()).await], [false, true]);
    store.leave_race(code, bob.id).await.unwrap();
    assert!(!races(&bob, &room()).await);
}
