//! Who works: every worker has a row and says every few seconds that it is there.

use sqlx::AnyConnection;

use super::{clock, json};
use crate::rows::millis;
use crate::store::Store;
use crate::trouble::Trouble;
use std::time::Duration;

/// One that was not heard of for so long is gone.
const SILENCE: Duration = Duration::from_secs(30);

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WorkerRow {
    /// Drawn at its start.
    pub id: String,
    /// Version and commit of its program.
    pub version: String,
    pub machine: String,
    pub hands: u32,
    /// Does it run programs of others?
    pub programs: bool,
    /// Does it take solver jobs, and runs of campaigns?
    pub jobs: bool,
    pub campaigns: bool,
}

/// Workers that are there.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct WorkersSeen {
    /// Those of the version that was asked for, which take what was asked for.
    pub fitting: usize,
    /// All of them.
    pub all: usize,
}

impl Store {
    /// A worker says that it is there, and the shares that its hands have, campaign and number of each, are held on for
    /// so long. A share that was taken and whose answer was lost on the way is in no hand: its lease runs out.
    pub async fn worker_beats(
        &self,
        worker: &WorkerRow,
        held: &[(String, i64)],
        lease: Duration,
    ) -> Result<(), Trouble> {
        let mut db = self.queues().await?;
        sqlx::query(concat!(
            "INSERT INTO worker (id, version, machine, hands, programs, jobs, campaigns, begun, beat) \
             VALUES ($1, $2, $3, $4, $5, $6, $7, ",
            clock!(),
            ", ",
            clock!(),
            ") ON CONFLICT (id) DO UPDATE SET beat = excluded.beat"
        ))
        .bind(worker.id.as_str())
        .bind(worker.version.as_str())
        .bind(worker.machine.as_str())
        .bind(i64::from(worker.hands))
        .bind(i64::from(worker.programs))
        .bind(i64::from(worker.jobs))
        .bind(i64::from(worker.campaigns))
        .execute(&mut *db)
        .await?;
        if held.is_empty() {
            return Ok(());
        }
        sqlx::query(concat!(
            "UPDATE work_share SET lease = ",
            clock!(),
            " + $2 WHERE worker = $1 AND done = 0 AND (campaign, number) IN \
               (SELECT held ->> 0, (held ->> 1)::BIGINT FROM jsonb_array_elements($3::jsonb) AS held)"
        ))
        .bind(worker.id.as_str())
        .bind(millis(lease))
        .bind(json(&held))
        .execute(&mut *db)
        .await?;
        Ok(())
    }

    /// A worker goes, and hands back what it holds.
    pub async fn worker_leaves(&self, id: &str) -> Result<(), Trouble> {
        let id = id.to_owned();
        self.write(move |db| {
            Box::pin(async move {
                for statement in [
                    "UPDATE work_share SET worker = NULL, lease = 0 WHERE worker = $1 AND done = 0",
                    "UPDATE work_job SET worker = NULL, lease = 0, progress = NULL WHERE worker = $1 AND ended IS NULL",
                    "DELETE FROM worker WHERE id = $1",
                ] {
                    sqlx::query(statement).bind(id.as_str()).execute(&mut *db).await?;
                }
                super::tell_workers(db).await
            })
        })
        .await
    }

    /// Workers that were heard of lately, and how many of them take solver jobs of this version.
    pub async fn job_workers(&self, version: &str) -> Result<WorkersSeen, Trouble> {
        let fitting =
            "SELECT COUNT(*) FILTER (WHERE version = $1 AND jobs = 1), COUNT(*) FROM worker WHERE beat > ";
        self.seen(fitting, version).await
    }

    /// The same for campaigns; `programs` where they have programs of others.
    pub async fn campaign_workers(&self, version: &str, programs: bool) -> Result<WorkersSeen, Trouble> {
        let fitting = if programs {
            "SELECT COUNT(*) FILTER (WHERE version = $1 AND campaigns = 1 AND programs = 1), COUNT(*) FROM worker WHERE beat > "
        } else {
            "SELECT COUNT(*) FILTER (WHERE version = $1 AND campaigns = 1), COUNT(*) FROM worker WHERE beat > "
        };
        self.seen(fitting, version).await
    }

    async fn seen(&self, query: &'static str, version: &str) -> Result<WorkersSeen, Trouble> {
        // Only texts of ours are put together.
        let query = sqlx::AssertSqlSafe(format!("{query}{} - $2", clock!()));
        let (fitting, all): (i64, i64) = sqlx::query_as(query)
            .bind(version)
            .bind(millis(SILENCE))
            .fetch_one(&mut *self.queues().await?)
            .await?;
        let count = |count| usize::try_from(count).unwrap_or(0);
        Ok(WorkersSeen { fitting: count(fitting), all: count(all) })
    }
}

/// Forgets those who have not been heard of for an hour.
pub async fn sweep(db: &mut AnyConnection) -> Result<(), Trouble> {
    sqlx::query(concat!("DELETE FROM worker WHERE beat < ", clock!(), " - 3600000")).execute(db).await?;
    Ok(())
}
