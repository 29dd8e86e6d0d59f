//! Exports: a player's data or the results of a class, written piece by piece as they are taken, one export for each
//! player and two in all. Each has a thread of its own, so that nobody else waits for it, and ends when nobody takes
//! what it writes.

use std::collections::HashSet;
use std::convert::Infallible;
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::Duration;

use futures_util::{Stream, StreamExt as _};
use ingenio_store::{PlayerId, Trouble};
use tokio::runtime::Handle;
use tokio::sync::mpsc;

use crate::app::App;
use crate::problem::{Problem, Reply};
use crate::words;

/// Exports at once.
const MOST: usize = 2;
/// Lines that wait for a reader who is slower than the database.
const AHEAD: usize = 64;
/// A reader who takes longer than this has gone.
const LONGEST: Duration = Duration::from_mins(5);

/// Whose data are being exported.
#[derive(Clone, Debug, Default)]
pub struct Exports(Arc<Mutex<HashSet<PlayerId>>>);

impl Exports {
    fn enter(&self, player: PlayerId) -> Reply<Export> {
        let mut running = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if running.contains(&player) {
            return Err(Problem::too_many(words::ONE_EXPORT_AT_A_TIME.say()));
        }
        if running.len() >= MOST {
            return Err(Problem::too_many(words::TOO_MANY_EXPORTS.say()));
        }
        running.insert(player);
        Ok(Export(self.clone(), player))
    }
}

/// An export is under way as long as this lives.
#[derive(Debug)]
struct Export(Exports, PlayerId);

impl Drop for Export {
    fn drop(&mut self) {
        self.0.0.lock().unwrap_or_else(PoisonError::into_inner).remove(&self.1);
    }
}

fn busy() -> Problem {
    Problem::new(axum::http::StatusCode::SERVICE_UNAVAILABLE, words::TOO_BUSY.say())
}

/// Everything of a player, a line at a time.
pub fn lines_of(
    app: &App,
    player: PlayerId,
) -> Reply<impl Stream<Item = Result<String, Infallible>> + use<>> {
    let store = app.store.clone();
    let lines = pieces(app, player, async move |sender| store.stream_player(player, sender).await)?;
    Ok(lines.map(|line| line.map(|line| line + "\n")))
}

/// What is written for a player, as fast as it is taken.
pub fn pieces<W>(
    app: &App,
    player: PlayerId,
    write: W,
) -> Reply<impl Stream<Item = Result<String, Infallible>> + use<W>>
where
    W: AsyncFnOnce(mpsc::Sender<String>) -> Result<(), Trouble> + Send + 'static,
{
    let export = app.exports.enter(player)?;
    let (sender, receiver) = mpsc::channel(AHEAD);
    // Open until the seat is free, so that whoever has read to the end may ask again.
    let last = sender.clone();
    let runtime = Handle::current();
    // On a thread of its own, of which there are two at most: thousands of rows are much to read.
    let write = move || {
        let _ = rustix::process::setpriority_process(None, 10);
        let written = runtime.block_on(async { tokio::time::timeout(LONGEST, write(sender)).await });
        if let Ok(Err(trouble)) = written {
            tracing::info!(trouble = trouble.english(), "an export ended early");
        }
        drop((export, last));
    };
    thread::Builder::new().name("export".into()).spawn(write).map_err(|_| busy())?;
    let pieces = futures_util::stream::unfold(receiver, |mut receiver| async move {
        let piece = receiver.recv().await?;
        Some((Ok(piece), receiver))
    });
    // Whoever packs the body asks once more after its end.
    Ok(pieces.fuse())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_for_each_player_and_two_in_all() {
        let exports = Exports::default();
        let first = exports.enter(PlayerId(1)).expect("the first");
        assert!(exports.enter(PlayerId(1)).is_err(), "one at a time");
        let second = exports.enter(PlayerId(2)).expect("another player");
        assert!(exports.enter(PlayerId(3)).is_err(), "two in all");
        drop((first, second));
        assert!(exports.enter(PlayerId(3)).is_ok());
    }
}
