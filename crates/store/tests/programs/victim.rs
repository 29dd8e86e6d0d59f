//! Plays, registers and wins as fast as the database allows, and says each thing after it was
//! acknowledged, one line each: `event KEY NUMBER`, `account NAME`, `record LEVEL VALUE`. The suite
//! kills it at any moment and compares what it said with what is stored.

use std::time::{Duration, SystemTime, UNIX_EPOCH};

use ingenio_catalog::find;
use ingenio_core::{LevelRef, Options, Source};
use ingenio_play::{Action, Event, Mode};
use ingenio_store::{Store, Trouble};

/// As many at once, so that changes are committed in groups.
const PLAYERS: u64 = 4;

fn main() -> Result<(), Trouble> {
    let address = std::env::args().nth(1).expect("usage: store-victim DATABASE");
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().expect("a runtime");
    runtime.block_on(async {
        let store = Store::open(&address).await?;
        let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default().as_nanos();
        let players: Vec<_> = (0..PLAYERS)
            .map(|number| tokio::spawn(play(store.clone(), format!("{number}-{:x}", now % 0xffff_ffff_ffff))))
            .collect();
        for player in players {
            player.await.expect("a player does not panic")?;
        }
        Ok(())
    })
}

async fn play(store: Store, name: String) -> Result<(), Trouble> {
    let player = store.register(&name, "a hash").await?;
    println!("account {name}");
    for round in 0_u64.. {
        let level = row(1 + round % 100);
        let (play, key) = store.begin(player, &level, Mode::Relax).await?;
        for number in 0..7 {
            let event = Event { action: Action::Keep(number.to_string()), at: Duration::from_millis(number) };
            store.append(play, number, &[event], None, false).await?;
            println!("event {key} {}", number + 1);
        }
        let solution = level.verify(&"R".repeat(1 + (round % 100) as usize)).expect("a straight push");
        store.won(player, Some(play), &level, solution.into()).await?;
        println!("record {} {}", level.id(), 1 + round % 100);
    }
    Ok(())
}

/// A box to be pushed that many steps to the right.
fn row(steps: u64) -> LevelRef {
    let floor = " ".repeat(steps as usize - 1);
    let wall = "#".repeat(steps as usize + 4);
    let text = format!("{wall}\n#@${floor}.#\n{wall}\n");
    let puzzle = find("sokoban").expect("a puzzle of ours");
    let settings = Options::defaults(puzzle.info().settings);
    puzzle.read(&Source::new(&text), &settings).remove(0).expect("a level").level
}
