//! How much one player may store. A game of an hour has a few hundred moves: nobody who plays comes near.

use ingenio_store::{Player, Store, Usage};

use crate::live::MOST_EVENTS;
use crate::problem::{Problem, Reply};
use crate::words;

/// Plays of one account, and of a guest.
const MOST_PLAYS: u64 = 20_000;
const MOST_PLAYS_OF_GUEST: u64 = 2_000;
/// Events in all of them; the owner of the house can give an account more, or less.
const MOST_OF_ACCOUNT: u64 = 1_000_000;
const MOST_OF_GUEST: u64 = 100_000;

/// Refuses a new play where there is no room for one.
pub async fn check_room(store: &Store, player: &Player) -> Reply<()> {
    let usage = store.usage(player.id).await?;
    let plays = if player.guest { MOST_PLAYS_OF_GUEST } else { MOST_PLAYS };
    if usage.plays < plays && usage.events < most_events(player, usage) {
        return Ok(());
    }
    let message = words::NO_ROOM_LEFT.with("events", usage.events).with("plays", usage.plays);
    Err(Problem::new(axum::http::StatusCode::INSUFFICIENT_STORAGE, message))
}

/// How many events a play of `events` may have in all, as much as its player has room for now.
pub async fn room_in(store: &Store, player: &Player, events: u64) -> Reply<usize> {
    let usage = store.usage(player.id).await?;
    let left = most_events(player, usage).saturating_sub(usage.events);
    Ok(usize::try_from(events.saturating_add(left)).unwrap_or(MOST_EVENTS).min(MOST_EVENTS))
}

fn most_events(player: &Player, usage: Usage) -> u64 {
    usage.quota.unwrap_or(if player.guest { MOST_OF_GUEST } else { MOST_OF_ACCOUNT })
}
