//! What was committed lies in `SQLite`'s log until a checkpoint moves it into the database, with two synchronised
//! writes. Left to itself, `SQLite` does that within a commit, and while someone reads for long, within every
//! commit. Here the bulk is moved beside the writer; only the little that came meanwhile is left to it, so that
//! the log begins anew and stays small.

use std::path::PathBuf;
use std::time::{Duration, Instant};

use sqlx::any::AnyConnectOptions;
use sqlx::{AnyConnection, ConnectOptions};
use tokio::task::JoinHandle;

/// A log of so many bytes is worth a checkpoint.
const LONG: u64 = 4 << 20;
/// A reader may hold the log; so long nobody tries again.
const PAUSE: Duration = Duration::from_millis(250);

#[derive(Debug)]
pub struct Checkpoints {
    log: PathBuf,
    database: AnyConnectOptions,
    last: Instant,
    under_way: Option<JoinHandle<()>>,
}

impl Checkpoints {
    pub fn new(log: PathBuf, database: AnyConnectOptions) -> Self {
        Checkpoints { log, database, last: Instant::now(), under_way: None }
    }

    /// To be called by the writer between two transactions.
    pub async fn go_on(&mut self, writer: &mut AnyConnection) {
        match &self.under_way {
            Some(bulk) if !bulk.is_finished() => {}
            Some(_) => {
                self.under_way = None;
                self.last = Instant::now();
                checkpoint(writer).await;
            }
            None if self.last.elapsed() >= PAUSE => {
                self.last = Instant::now();
                if std::fs::metadata(&self.log).is_ok_and(|log| log.len() >= LONG) {
                    self.under_way = Some(tokio::spawn(bulk(self.database.clone())));
                }
            }
            None => {}
        }
    }
}

async fn bulk(database: AnyConnectOptions) {
    if let Ok(mut connection) = database.connect().await {
        checkpoint(&mut connection).await;
    }
}

/// Moves as much as can be moved without waiting for anybody. What fails now is tried again: nothing is lost, the
/// log holds it.
async fn checkpoint(connection: &mut AnyConnection) {
    drop(sqlx::query("PRAGMA wal_checkpoint(PASSIVE)").fetch_optional(connection).await);
}
