//! A program that plays is killed at any moment; what it was told is stored must be stored.

use std::collections::HashMap;
use std::io::{BufRead, BufReader};
use std::process::{Command, Stdio};
use std::time::Duration;

use ingenio_core::Rng;
use ingenio_store::Store;

use crate::place::Place;
use crate::plays::event;

/// With `PostgreSQL` it is the server that keeps the promise; a few kills of the client show that we
/// believe it only after the commit.
const KILLS: (usize, usize) = (200, 20);

pub async fn killed_at_any_moment_nothing_acknowledged_is_lost(place: Place) {
    let kills = if place.is_sqlite() { KILLS.0 } else { KILLS.1 };
    let mut rng = Rng::new(5);
    let (mut told, mut checked) = (0, 0);
    for _ in 0..kills {
        let said = kill_after(&place.address, rng.below(60), Duration::from_micros(rng.below(3000) as u64));
        told += said.len();
        checked += check(&place.open().await, &said).await;
    }
    assert_eq!(checked, told);
    assert!(told > kills * 20, "the victim did live for a while: {told} lines in {kills} lives");
}

/// Lets the victim live until it has said so many lines, and a moment more. Gives all that it said.
fn kill_after(address: &str, lines: usize, moment: Duration) -> Vec<String> {
    let mut victim =
        Command::new(env!("CARGO_BIN_EXE_store-victim")).arg(address).stdout(Stdio::piped()).spawn().unwrap();
    let mut output = BufReader::new(victim.stdout.take().unwrap()).lines().map(Result::unwrap);
    let mut said: Vec<String> = output.by_ref().take(lines).collect();
    // Not to wait for something, but to strike where nothing was said just now.
    std::thread::sleep(moment);
    victim.kill().unwrap();
    said.extend(output);
    let end = victim.wait().unwrap();
    assert_eq!(end.code(), None, "it was killed, it did not fail: {said:?}");
    said
}

/// How many of the lines are true.
async fn check(store: &Store, said: &[String]) -> usize {
    let mut events = HashMap::new();
    for line in said {
        let words: Vec<_> = line.split(' ').collect();
        match words[..] {
            ["event", key, number] => {
                events.insert(key, number.parse::<u64>().unwrap());
            }
            ["account", name] => assert!(store.account(name).await.unwrap().is_some(), "{line}"),
            ["record", level, value] => {
                let record = store.record(level.parse().unwrap(), "pushes").await.unwrap();
                assert_eq!(record.expect("the record is there").value, value.parse().ok(), "{line}");
            }
            _ => panic!("{line}"),
        }
    }
    for (key, told) in events {
        let play = store.play_by_key(key.parse().unwrap()).await.unwrap().expect("the play is there");
        let stored = store.events(play.id).await.unwrap();
        assert_eq!(stored.len() as u64, play.events, "the number and the events agree");
        assert!(play.events >= told, "{} of {told} events", play.events);
        assert_eq!(stored, (0..play.events).map(event).collect::<Vec<_>>());
    }
    said.len()
}
