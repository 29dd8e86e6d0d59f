//! The way to the database: calls are made again until it answers, and whoever watches is told once.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use ingenio_core::{Cancel, Message};
use ingenio_store::{Store, Trouble};
use tokio::runtime::Handle;
use tokio::time::{sleep, timeout};

use crate::words;

/// One call takes this long at most: a network that swallows everything says nothing.
const LONGEST: Duration = Duration::from_secs(10);
const FIRST_PAUSE: Duration = Duration::from_millis(100);
const LONGEST_PAUSE: Duration = Duration::from_secs(3);

/// Says something to whoever watches.
pub type Tell = dyn Fn(Message) + Send + Sync;

pub struct Contact {
    pub store: Store,
    pub handle: Handle,
    /// Raised when the worker is to end: then nobody waits for a database that is away.
    pub stop: Cancel,
    pub tell: Box<Tell>,
    away: AtomicBool,
}

impl Contact {
    pub fn new(store: Store, handle: Handle, stop: Cancel, tell: Box<Tell>) -> Self {
        Contact { store, handle, stop, tell, away: AtomicBool::new(false) }
    }

    /// Asks until there is an answer; nothing where the worker is to end and there is none.
    #[expect(clippy::needless_pass_by_value, reason = "closures are handed over as they are written")]
    pub fn ask<T>(&self, question: impl AsyncFn(&Store) -> Result<T, Trouble>) -> Option<T> {
        self.handle.block_on(async {
            let mut pause = FIRST_PAUSE;
            loop {
                match self.once(&question).await {
                    Some(answer) => return Some(answer),
                    None if self.stop.is_cancelled() => return None,
                    None => sleep(pause).await,
                }
                pause = (pause * 2).min(LONGEST_PAUSE);
            }
        })
    }

    /// Asks once.
    pub async fn once<T>(&self, question: impl AsyncFn(&Store) -> Result<T, Trouble>) -> Option<T> {
        let trouble = match timeout(LONGEST, question(&self.store)).await {
            Ok(Ok(answer)) => {
                if self.away.swap(false, Ordering::Relaxed) {
                    (self.tell)(words::BACK.say());
                }
                return Some(answer);
            }
            Ok(Err(trouble)) => trouble.message(),
            Err(_) => Message::told(format!("{} s", LONGEST.as_secs())),
        };
        if !self.away.swap(true, Ordering::Relaxed) {
            (self.tell)(words::AWAY.with("error", trouble));
        }
        None
    }
}
