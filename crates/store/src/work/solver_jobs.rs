//! Solver jobs of servers: a player asks at one server, a worker solves, and every server can tell how it goes. The next
//! is taken of the network that has fewest at work, and of its players the one with fewest: many jobs of one keep
//! nobody else waiting for more than those that run.

use std::time::Duration;

use serde::{Deserialize, Serialize};
use sqlx::any::AnyRow;
use sqlx::{AnyConnection, Row};

use super::{WorkLevel, clock, json, keep_levels, tell_workers};
use crate::rows::{PlayerId, millis};
use crate::store::Store;
use crate::trouble::Trouble;

/// What is asked for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct JobOrder {
    pub owner: PlayerId,
    pub level: WorkLevel,
    /// Is it the level as it begins, and not where a play stands?
    pub from_start: bool,
    pub method: String,
    pub optimal: bool,
    pub time: Duration,
    pub memory: u64,
}

/// A job about to be queued.
#[derive(Clone, Debug)]
pub struct NewJob {
    pub id: String,
    pub version: String,
    pub network: String,
    pub order: JobOrder,
    /// Jobs that one player may have, and all together.
    pub most_of_one: usize,
    pub most: usize,
}

/// Why a job was not taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NoRoom {
    OfOne,
    OfAll,
}

/// A job in the hands of a worker.
#[derive(Clone, Debug)]
pub struct TakenJob {
    pub id: String,
    pub order: JobOrder,
}

/// What a worker tells of a job that it has.
#[derive(Clone, Debug, Serialize)]
pub struct JobPulse {
    pub id: String,
    /// As JSON; nothing where nothing is new.
    pub progress: Option<String>,
}

/// What a worker is told of a job that it has.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct JobNews {
    pub id: String,
    /// Somebody cancelled it, or nobody looks at it any more.
    pub cancelled: bool,
}

/// How a job stands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct JobSeen {
    pub id: String,
    pub owner: PlayerId,
    pub cancelled: bool,
    /// As JSON, as its worker told them.
    pub progress: Option<String>,
    pub answer: Option<String>,
    pub ended: bool,
    pub taken: bool,
}

/// A job that waits for its turn.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub struct WaitingJob {
    pub id: String,
    pub ahead: usize,
}

/// A job that nobody looked at for so long is cancelled.
const UNWATCHED: Duration = Duration::from_secs(20);
/// Answers are kept so long for those who asked.
const KEPT: Duration = Duration::from_mins(10);

/// Jobs that wait, in the order in which they will be taken. What is held is looked up once, not for each that waits.
macro_rules! line {
    () => {
        concat!(
            "WITH held AS MATERIALIZED (SELECT network, owner FROM work_job WHERE ended IS NULL AND lease > ",
            clock!(),
            "), near AS MATERIALIZED (SELECT network, COUNT(*) AS held FROM held GROUP BY network), \
             own AS MATERIALIZED (SELECT owner, COUNT(*) AS held FROM held GROUP BY owner) \
             SELECT waits.id, waits.version, waits.number, \
               ROW_NUMBER() OVER (PARTITION BY waits.network ORDER BY waits.number) + COALESCE(near.held, 0) AS turn, \
               ROW_NUMBER() OVER (PARTITION BY waits.owner ORDER BY waits.number) + COALESCE(own.held, 0) AS own \
             FROM work_job AS waits LEFT JOIN near ON near.network = waits.network \
             LEFT JOIN own ON own.owner = waits.owner \
             WHERE waits.ended IS NULL AND waits.cancelled = 0 AND waits.tries < 5 AND waits.lease < ",
            clock!()
        )
    };
}

impl Store {
    /// Queues a job, if there is room.
    pub async fn queue_job(&self, job: NewJob) -> Result<Result<(), NoRoom>, Trouble> {
        drop(self.queues().await?);
        self.write(move |db| Box::pin(async move { queue(db, &job).await })).await
    }

    /// Takes the next job for a worker.
    pub async fn take_job(
        &self,
        worker: &str,
        version: &str,
        lease: Duration,
    ) -> Result<Option<TakenJob>, Trouble> {
        let row = sqlx::query(concat!(
            "WITH line AS (",
            line!(),
            "), next AS (SELECT work_job.id FROM work_job JOIN line ON line.id = work_job.id WHERE line.version = $2 \
               AND work_job.ended IS NULL AND work_job.lease < ",
            clock!(),
            " ORDER BY line.turn, line.own, line.number LIMIT 1 FOR UPDATE OF work_job SKIP LOCKED) \
             UPDATE work_job SET worker = $1, lease = ",
            clock!(),
            " + $3, tries = tries + 1 FROM next, work_level \
             WHERE work_job.id = next.id AND work_level.id = work_job.level \
             RETURNING work_job.id, owner, level, puzzle, text, from_start, method, optimal, milliseconds, memory, \
               pg_notify('ingenio_job', work_job.id)::TEXT AS told"
        ))
        .bind(worker)
        .bind(version)
        .bind(millis(lease))
        .fetch_optional(&mut *self.queues().await?)
        .await?;
        row.as_ref().map(taken).transpose()
    }

    /// A worker tells how its jobs go and holds them on. What is not among the news is another's meanwhile.
    pub async fn jobs_beat(
        &self,
        worker: &str,
        pulses: &[JobPulse],
        lease: Duration,
    ) -> Result<Vec<JobNews>, Trouble> {
        let rows: Vec<(String, i64)> = sqlx::query_as(concat!(
            "WITH told AS (UPDATE work_job SET lease = ",
            clock!(),
            " + $3, progress = COALESCE(pulse.progress, work_job.progress) \
               FROM jsonb_to_recordset($2::jsonb) AS pulse (id TEXT, progress TEXT) \
               WHERE work_job.id = pulse.id AND work_job.worker = $1 AND work_job.ended IS NULL \
               RETURNING work_job.id, CASE WHEN cancelled = 1 OR watched < ",
            clock!(),
            " - $4 THEN 1 ELSE 0 END::BIGINT AS cancelled, \
                 CASE WHEN pulse.progress IS NULL THEN NULL ELSE pg_notify('ingenio_job', work_job.id) END AS heard) \
             SELECT id, cancelled FROM told"
        ))
        .bind(worker)
        .bind(json(&pulses))
        .bind(millis(lease))
        .bind(millis(UNWATCHED))
        .fetch_all(&mut *self.queues().await?)
        .await?;
        Ok(rows.into_iter().map(|(id, cancelled)| JobNews { id, cancelled: cancelled != 0 }).collect())
    }

    /// A job has ended, with this answer. False where it was another's meanwhile: then nothing is kept.
    pub async fn end_job(&self, worker: &str, id: &str, answer: &str) -> Result<bool, Trouble> {
        let ended: Option<String> = sqlx::query_scalar(concat!(
            "WITH done AS (UPDATE work_job SET answer = $3, lease = 0, ended = ",
            clock!(),
            " WHERE id = $2 AND worker = $1 AND ended IS NULL RETURNING id, pg_notify('ingenio_job', id)) \
             SELECT id FROM done"
        ))
        .bind(worker)
        .bind(id)
        .bind(answer)
        .fetch_optional(&mut *self.queues().await?)
        .await?;
        Ok(ended.is_some())
    }

    /// Somebody looks at these jobs; gives how they stand.
    pub async fn watch_jobs(&self, watched: &[&str], all: &[&str]) -> Result<Vec<JobSeen>, Trouble> {
        let mut db = self.queues().await?;
        if !watched.is_empty() {
            sqlx::query(concat!(
                "UPDATE work_job SET watched = ",
                clock!(),
                " WHERE ended IS NULL AND watched < ",
                clock!(),
                " - 5000 AND id IN (SELECT jsonb_array_elements_text($1::jsonb))"
            ))
            .bind(json(&watched))
            .execute(&mut *db)
            .await?;
        }
        let rows = sqlx::query(concat!(
            "SELECT id, owner, cancelled, progress, answer, ended, CASE WHEN lease > ",
            clock!(),
            " THEN 1 ELSE 0 END::BIGINT AS taken FROM work_job WHERE id IN (SELECT jsonb_array_elements_text($1::jsonb))"
        ))
        .bind(json(&all))
        .fetch_all(&mut *db)
        .await?;
        rows.iter().map(seen).collect()
    }

    /// The order of a job, for a server that has not heard of it.
    pub async fn job_order(&self, id: &str) -> Result<Option<JobOrder>, Trouble> {
        let row = sqlx::query(
            "SELECT work_job.id, owner, level, puzzle, text, from_start, method, optimal, milliseconds, memory \
             FROM work_job JOIN work_level ON work_level.id = work_job.level WHERE work_job.id = $1",
        )
        .bind(id)
        .fetch_optional(&mut *self.queues().await?)
        .await?;
        Ok(row.as_ref().map(taken).transpose()?.map(|taken| taken.order))
    }

    /// Those who wait, in their order.
    pub async fn waiting_jobs(&self) -> Result<Vec<WaitingJob>, Trouble> {
        let ids: Vec<String> =
            sqlx::query_scalar(concat!("SELECT id FROM (", line!(), ") AS line ORDER BY turn, own, number"))
                .fetch_all(&mut *self.queues().await?)
                .await?;
        Ok(ids.into_iter().enumerate().map(|(ahead, id)| WaitingJob { id, ahead }).collect())
    }

    /// Jobs that run or wait.
    pub async fn open_jobs(&self) -> Result<u64, Trouble> {
        let query = sqlx::query_scalar("SELECT COUNT(*) FROM work_job WHERE ended IS NULL");
        let count: i64 = query.fetch_one(&mut *self.queues().await?).await?;
        Ok(u64::try_from(count).unwrap_or(0))
    }

    /// Cancels a job. One that nobody has taken ends at once.
    pub async fn cancel_job(&self, id: &str) -> Result<(), Trouble> {
        sqlx::query(concat!(
            "UPDATE work_job SET cancelled = 1, ended = CASE WHEN lease < ",
            clock!(),
            " THEN ",
            clock!(),
            " END WHERE id = $1 AND ended IS NULL RETURNING pg_notify('ingenio_job', id)::TEXT"
        ))
        .bind(id)
        .execute(&mut *self.queues().await?)
        .await?;
        Ok(())
    }
}

async fn queue(db: &mut AnyConnection, job: &NewJob) -> Result<Result<(), NoRoom>, Trouble> {
    let count = |most: usize| i64::try_from(most).unwrap_or(i64::MAX);
    let order = &job.order;
    // One at a time of each player, at whatever server.
    sqlx::query("SELECT pg_advisory_xact_lock(hashtext('ingenio job'), $1::INT)")
        .bind(order.owner.0 & 0x7fff_ffff)
        .execute(&mut *db)
        .await?;
    let (own, all): (i64, i64) = sqlx::query_as(
        "SELECT COUNT(*) FILTER (WHERE owner = $1), COUNT(*) FROM work_job WHERE ended IS NULL",
    )
    .bind(order.owner.0)
    .fetch_one(&mut *db)
    .await?;
    if own >= count(job.most_of_one) {
        return Ok(Err(NoRoom::OfOne));
    }
    if all >= count(job.most) {
        return Ok(Err(NoRoom::OfAll));
    }
    keep_levels(db, std::slice::from_ref(&order.level)).await?;
    sqlx::query(concat!(
        "INSERT INTO work_job (id, version, owner, network, level, from_start, method, optimal, milliseconds, memory, \
           made, watched) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, ",
        clock!(),
        ", ",
        clock!(),
        ")"
    ))
    .bind(job.id.as_str())
    .bind(job.version.as_str())
    .bind(order.owner.0)
    .bind(job.network.as_str())
    .bind(order.level.id.as_str())
    .bind(i64::from(order.from_start))
    .bind(order.method.as_str())
    .bind(i64::from(order.optimal))
    .bind(millis(order.time))
    .bind(i64::try_from(order.memory).unwrap_or(i64::MAX))
    .execute(&mut *db)
    .await?;
    tell_workers(db).await?;
    Ok(Ok(()))
}

fn taken(row: &AnyRow) -> Result<TakenJob, Trouble> {
    let flag = |name: &str| row.try_get::<i64, _>(name).map(|value| value != 0);
    let number = |name: &str| row.try_get::<i64, _>(name).map(|value| u64::try_from(value).unwrap_or(0));
    let level =
        WorkLevel { id: row.try_get("level")?, puzzle: row.try_get("puzzle")?, text: row.try_get("text")? };
    let order = JobOrder {
        owner: PlayerId(row.try_get("owner")?),
        level,
        from_start: flag("from_start")?,
        method: row.try_get("method")?,
        optimal: flag("optimal")?,
        time: Duration::from_millis(number("milliseconds")?),
        memory: number("memory")?,
    };
    Ok(TakenJob { id: row.try_get("id")?, order })
}

fn seen(row: &AnyRow) -> Result<JobSeen, Trouble> {
    let flag = |name: &str| row.try_get::<i64, _>(name).map(|value| value != 0);
    Ok(JobSeen {
        id: row.try_get("id")?,
        owner: PlayerId(row.try_get("owner")?),
        cancelled: flag("cancelled")?,
        progress: row.try_get("progress")?,
        answer: row.try_get("answer")?,
        ended: row.try_get::<Option<i64>, _>("ended")?.is_some(),
        taken: flag("taken")?,
    })
}

/// Jobs that nobody waits for any more end, and those of which five workers died; those that ended long ago are forgotten.
pub async fn sweep(db: &mut AnyConnection) -> Result<(), Trouble> {
    sqlx::query(concat!(
        "UPDATE work_job SET cancelled = 1, ended = ",
        clock!(),
        " WHERE ended IS NULL AND lease < ",
        clock!(),
        " AND (cancelled = 1 OR tries >= 5 OR watched < ",
        clock!(),
        " - $1)"
    ))
    .bind(millis(UNWATCHED))
    .execute(&mut *db)
    .await?;
    sqlx::query(concat!("DELETE FROM work_job WHERE ended < ", clock!(), " - $1"))
        .bind(millis(KEPT))
        .execute(db)
        .await?;
    Ok(())
}
