//! Work for other machines, in queues: shares of campaigns and solver jobs of servers. Only `PostgreSQL` has them.
//!
//! What is taken is locked while it is looked for (`SKIP LOCKED`), so that nobody waits for anybody; then it is held by a
//! lease, which its worker renews. Whoever dies renews nothing, and the work is free again. A worker that was only
//! thought dead finds that its work is another's, and hands nothing in; and of each run and job one result is kept at
//! most, whoever brings it. Who waits for work is woken by a notification; notifications may be lost, so everybody
//! also looks by themselves now and then.

mod shares;
mod solver_jobs;
mod workers;

pub use shares::{HandedOut, NewWork, SharesStanding, TakenShare, WorkTerms};
pub use solver_jobs::{JobNews, JobOrder, JobPulse, JobSeen, NewJob, NoRoom, TakenJob, WaitingJob};
pub use workers::{WorkerRow, WorkersSeen};

use serde::{Deserialize, Serialize};
use sqlx::pool::PoolConnection;
use sqlx::{Any, AnyConnection};

use crate::database::Database;
use crate::postgres::Listener;
use crate::store::Store;
use crate::trouble::Trouble;
use crate::words;

/// Heard by workers: something is new in a queue.
const WORK: &str = "ingenio_work";
/// Heard by servers: the job of this id has gone on.
const JOB: &str = "ingenio_job";

/// Milliseconds since 1970 by the database's clock.
macro_rules! clock {
    () => {
        "(EXTRACT(EPOCH FROM clock_timestamp()) * 1000)::BIGINT"
    };
}
use clock;

/// A level as it travels: its content hash, its puzzle and its canonical text.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct WorkLevel {
    pub id: String,
    pub puzzle: String,
    pub text: String,
}

impl Store {
    /// Can others work for it?
    pub fn has_queues(&self) -> bool {
        matches!(self.database(), Database::Postgres(_))
    }

    /// A connection for one statement on the queues.
    async fn queues(&self) -> Result<PoolConnection<Any>, Trouble> {
        if self.has_queues() { self.reader().await } else { Err(words::NO_QUEUES.say().into()) }
    }

    /// From now on hears when there is something new for workers.
    pub async fn hear_of_work(&self) -> Result<Listener, Trouble> {
        self.listen(WORK).await
    }

    /// From now on hears which solver jobs went on.
    pub async fn hear_of_jobs(&self) -> Result<Listener, Trouble> {
        self.listen(JOB).await
    }

    async fn listen(&self, channel: &str) -> Result<Listener, Trouble> {
        match self.database() {
            Database::Postgres(postgres) => postgres.listen(channel).await,
            Database::Sqlite(_) => Err(words::NO_QUEUES.say().into()),
        }
    }

    /// The levels of these hashes.
    pub async fn work_levels(&self, ids: &[String]) -> Result<Vec<WorkLevel>, Trouble> {
        let rows: Vec<(String, String, String)> = sqlx::query_as(
            "SELECT id, puzzle, text FROM work_level WHERE id IN (SELECT jsonb_array_elements_text($1::jsonb))",
        )
        .bind(json(&ids))
        .fetch_all(&mut *self.queues().await?)
        .await?;
        Ok(rows.into_iter().map(|(id, puzzle, text)| WorkLevel { id, puzzle, text }).collect())
    }

    /// Forgets levels that no work needs, workers that are gone, and jobs that ended long ago.
    pub async fn sweep_queues(&self) -> Result<(), Trouble> {
        if !self.has_queues() {
            return Ok(());
        }
        let mut db = self.queues().await?;
        workers::sweep(&mut db).await?;
        solver_jobs::sweep(&mut db).await?;
        sqlx::query(
            "DELETE FROM work_level WHERE \
               NOT EXISTS (SELECT 1 FROM work_campaign_level AS used WHERE used.level = work_level.id) \
               AND NOT EXISTS (SELECT 1 FROM work_job AS used WHERE used.level = work_level.id)",
        )
        .execute(&mut *db)
        .await?;
        Ok(())
    }
}

/// Keeps levels; the update holds those that are there against a sweep.
async fn keep_levels(db: &mut AnyConnection, levels: &[WorkLevel]) -> Result<(), Trouble> {
    sqlx::query(
        "INSERT INTO work_level (id, puzzle, text) \
         SELECT id, puzzle, text FROM jsonb_to_recordset($1::jsonb) AS level (id TEXT, puzzle TEXT, text TEXT) ORDER BY id \
         ON CONFLICT (id) DO UPDATE SET puzzle = excluded.puzzle",
    )
    .bind(json(&levels))
    .execute(db)
    .await?;
    Ok(())
}

async fn tell_workers(db: &mut AnyConnection) -> Result<(), Trouble> {
    sqlx::query("SELECT pg_notify($1, '')").bind(WORK).execute(db).await?;
    Ok(())
}

/// Lists go to the database as one text: the driver for both databases knows no arrays.
fn json(list: &impl Serialize) -> String {
    serde_json::to_string(list).expect("lists of plain data")
}
