//! How long a move takes to be safe: many players, each with a play of their own, append one event a
//! second; the time until the store acknowledges it is measured. Wall time here, as players feel it.

use std::time::{Duration, Instant};

use ingenio_core::Rng;
use ingenio_play::{Action, Event, Mode};
use ingenio_store::{PlayId, Store, Trouble};

use crate::command::{Command, argument};

pub const COMMANDS: &[Command] = &[Command {
    name: "store",
    usage: "PLAYERS SECONDS [DATABASE]",
    about: "time until a move is stored; DATABASE is a new file or postgres://...",
    run,
}];

fn run(arguments: &[String]) -> Result<(), String> {
    let number = |at, what| {
        let text = argument(arguments, at, what)?;
        text.parse::<u64>().map_err(|_| format!("{what} is a number, not '{text}'"))
    };
    let (players, seconds) = (number(0, "PLAYERS")?, number(1, "SECONDS")?);
    let folder = tempfile::tempdir().map_err(|error| error.to_string())?;
    let file = folder.path().join("bench.sqlite").display().to_string();
    let database = arguments.get(2).unwrap_or(&file);
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build();
    let runtime = runtime.map_err(|error| error.to_string())?;
    runtime.block_on(measure(database, players, seconds)).map_err(|trouble| trouble.message().english())
}

async fn measure(database: &str, players: u64, seconds: u64) -> Result<(), Trouble> {
    let store = Store::open(database).await?;
    let begun = Instant::now();
    let mut plays = Vec::new();
    for number in 0..players {
        plays.push(tokio::spawn(sit_down(store.clone(), number)));
    }
    let mut seated = Vec::new();
    for play in plays {
        seated.push(play.await.expect("no panic")?);
    }
    println!("{players} players began in {:.2} s", begun.elapsed().as_secs_f64());
    // Together from a moment on, each at a place of their own in the second.
    let start = tokio::time::Instant::now() + Duration::from_millis(200);
    let playing: Vec<_> = (0..)
        .zip(&seated)
        .map(|(number, play)| {
            let first = start + Duration::from_micros(number * 1_000_000 / players.max(1));
            tokio::spawn(play_on(store.clone(), *play, first, seconds))
        })
        .collect();
    let (mut waited, mut wrong) = (Vec::new(), 0);
    for player in playing {
        let (times, errors) = player.await.expect("no panic");
        waited.extend(times);
        wrong += errors;
    }
    report(&mut waited, wrong);
    let stored = store.counts().await?.events;
    println!("{} acknowledged, {stored} stored", waited.len());
    store.close().await;
    Ok(())
}

async fn sit_down(store: Store, number: u64) -> Result<PlayId, Trouble> {
    let guest = store.new_guest().await?;
    let puzzle = ingenio_catalog::PUZZLES[number as usize % ingenio_catalog::PUZZLES.len()];
    let level = puzzle.sample(&mut Rng::new(number % 50), 3);
    Ok(store.begin(guest.id, &level, Mode::Relax).await?.0)
}

/// One event a second; gives the time that each took, and how many were refused.
async fn play_on(
    store: Store,
    play: PlayId,
    first: tokio::time::Instant,
    seconds: u64,
) -> (Vec<Duration>, usize) {
    let (mut waited, mut wrong) = (Vec::new(), 0);
    let mut clock = tokio::time::interval_at(first, Duration::from_secs(1));
    for number in 0..seconds {
        clock.tick().await;
        let event = Event { action: Action::Move("R".into()), at: Duration::from_secs(number) };
        let asked = Instant::now();
        match store.append(play, waited.len() as u64, &[event], Some(number), false).await {
            Ok(_) => waited.push(asked.elapsed()),
            Err(trouble) => {
                eprintln!("{}", trouble.message().english());
                wrong += 1;
            }
        }
    }
    (waited, wrong)
}

fn report(waited: &mut [Duration], wrong: usize) {
    waited.sort_unstable();
    let at = |part: f64| {
        let place = (waited.len() as f64 * part) as usize;
        waited.get(place.min(waited.len().saturating_sub(1))).map_or(0.0, |time| time.as_secs_f64() * 1e3)
    };
    println!(
        "time until stored: p50 {:.2} ms, p99 {:.2} ms, p99.9 {:.2} ms, longest {:.2} ms; {wrong} errors",
        at(0.5),
        at(0.99),
        at(0.999),
        at(1.0)
    );
}
