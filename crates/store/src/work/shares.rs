//! Campaigns that were handed out: shares wait, are taken, and leave one result for each of their runs. Whoever handed
//! a campaign out collects the results and then takes it off the queue.

use std::time::Duration;

use serde::Serialize;
use sqlx::AnyConnection;

use super::{WorkLevel, clock, json, keep_levels, tell_workers};
use crate::rows::millis;
use crate::store::Store;
use crate::trouble::Trouble;

/// A campaign to be handed out, or more of one that is.
#[derive(Clone, Debug)]
pub struct NewWork {
    /// Drawn when it was first handed out.
    pub name: String,
    pub version: String,
    /// The campaign file.
    pub campaign: String,
    /// The hashes of its programs of others, as the lab writes them; empty where there are none.
    pub programs: String,
    pub levels: Vec<WorkLevel>,
    /// As the lab writes them, with their runs.
    pub shares: Vec<String>,
    pub runs: usize,
}

/// On what terms a campaign is in the queue: who takes it, and what is run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WorkTerms {
    /// Only workers of this version take it.
    pub version: String,
    /// The campaign file.
    pub campaign: String,
    /// The hashes of its programs of others.
    pub programs: String,
    /// Another one when anything of this was replaced.
    pub mark: String,
}

/// Of a row of `work_campaign`.
macro_rules! mark {
    () => {
        "md5(work_campaign.version || ' ' || work_campaign.programs || ' ' || work_campaign.campaign)"
    };
}

/// A share in the hands of a worker.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TakenShare {
    pub campaign: String,
    pub number: i64,
    pub body: String,
    /// The mark of the terms that it was handed out on.
    pub terms: String,
}

/// How a campaign stands in the queue.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct SharesStanding {
    pub runs: u64,
    pub results: u64,
    /// Shares that somebody works on, and that wait.
    pub working: u64,
    pub waiting: u64,
}

/// A campaign in the queue, for those who keep order there.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct HandedOut {
    pub name: String,
    pub version: String,
    /// The campaign file.
    #[serde(skip)]
    pub campaign: String,
    /// When it was first handed out: milliseconds since 1970.
    pub made: i64,
    #[serde(flatten)]
    pub standing: SharesStanding,
}

/// Statements of one insertion hold so many shares.
const AT_ONCE: usize = 200;

impl Store {
    /// Hands a campaign out, all of it or nothing. What was in the queue under its name is replaced, but results that
    /// nobody has collected stay.
    pub async fn hand_out(&self, work: NewWork) -> Result<(), Trouble> {
        drop(self.queues().await?);
        self.write(move |db| Box::pin(async move { hand_out(db, &work).await })).await
    }

    /// On what terms a campaign is in the queue; nothing where it is not.
    pub async fn work_terms(&self, name: &str) -> Result<Option<WorkTerms>, Trouble> {
        let query = sqlx::query_as(concat!(
            "SELECT version, campaign, programs, ",
            mark!(),
            " FROM work_campaign WHERE name = $1"
        ));
        let row: Option<(String, String, String, String)> =
            query.bind(name).fetch_optional(&mut *self.queues().await?).await?;
        Ok(row.map(|(version, campaign, programs, mark)| WorkTerms { version, campaign, programs, mark }))
    }

    /// Takes a share for a worker: of the campaign that has fewest at work, one that was tried least. Campaigns in
    /// `but` are not for it.
    pub async fn take_share(
        &self,
        worker: &str,
        version: &str,
        programs: bool,
        but: &[String],
        lease: Duration,
    ) -> Result<Option<TakenShare>, Trouble> {
        let row: Option<(String, i64, String, String)> = sqlx::query_as(concat!(
            "UPDATE work_share SET worker = $1, lease = ",
            clock!(),
            " + $5, tries = tries + 1 WHERE (campaign, number) = (\
               SELECT free.campaign, free.number FROM (\
                 SELECT name, made, (SELECT COUNT(*) FROM work_share WHERE campaign = name AND done = 0 \
                     AND worker IS NOT NULL AND lease > ",
            clock!(),
            ") AS hands FROM work_campaign WHERE version = $2 AND (programs = '' OR $3 = 1) \
                   AND name NOT IN (SELECT jsonb_array_elements_text($4::jsonb))) AS queue \
               CROSS JOIN LATERAL (SELECT campaign, number FROM work_share \
                 WHERE campaign = queue.name AND done = 0 AND lease < ",
            clock!(),
            " ORDER BY tries, number LIMIT 1 FOR UPDATE SKIP LOCKED) AS free \
               ORDER BY queue.hands, queue.made LIMIT 1) \
             RETURNING campaign, number, body, (SELECT ",
            mark!(),
            " FROM work_campaign WHERE name = work_share.campaign)"
        ))
        .bind(worker)
        .bind(version)
        .bind(i64::from(programs))
        .bind(json(&but))
        .bind(millis(lease))
        .fetch_optional(&mut *self.queues().await?)
        .await?;
        Ok(row.map(|(campaign, number, body, terms)| TakenShare { campaign, number, body, terms }))
    }

    /// Which runs of a campaign have a result, of these.
    pub async fn work_done(&self, campaign: &str, runs: &[&str]) -> Result<Vec<String>, Trouble> {
        let query = sqlx::query_scalar(
            "SELECT run FROM work_result WHERE campaign = $1 \
               AND run IN (SELECT jsonb_array_elements_text($2::jsonb))",
        );
        Ok(query.bind(campaign).bind(json(&runs)).fetch_all(&mut *self.queues().await?).await?)
    }

    /// Hands in the result of a run. False where the share is another's meanwhile, or the campaign is gone: then nothing
    /// is kept. The row of the share is locked, so that nobody takes it between the look and the writing.
    pub async fn hand_in(
        &self,
        worker: &str,
        share: &TakenShare,
        run: &str,
        line: &str,
    ) -> Result<bool, Trouble> {
        let held: Option<i64> = sqlx::query_scalar(
            "WITH held AS (SELECT campaign FROM work_share \
               WHERE campaign = $1 AND number = $2 AND worker = $3 AND done = 0 FOR UPDATE), \
             kept AS (INSERT INTO work_result (campaign, run, line) SELECT campaign, $4, $5 FROM held \
               ON CONFLICT (campaign, run) DO NOTHING) \
             SELECT 1::BIGINT FROM held",
        )
        .bind(share.campaign.as_str())
        .bind(share.number)
        .bind(worker)
        .bind(run)
        .bind(line)
        .fetch_optional(&mut *self.queues().await?)
        .await?;
        Ok(held.is_some())
    }

    /// A share is done, or handed back with what is left of it.
    pub async fn let_go(&self, worker: &str, share: &TakenShare, done: bool) -> Result<(), Trouble> {
        sqlx::query(
            "UPDATE work_share SET worker = NULL, lease = 0, done = $4 WHERE campaign = $1 AND number = $2 AND worker = $3",
        )
        .bind(share.campaign.as_str())
        .bind(share.number)
        .bind(worker)
        .bind(i64::from(done))
        .execute(&mut *self.queues().await?)
        .await?;
        Ok(())
    }

    /// Results that nobody has collected, some at a time.
    pub async fn new_results(&self, campaign: &str, most: u32) -> Result<Vec<(String, String)>, Trouble> {
        let query = sqlx::query_as(
            "SELECT run, line FROM work_result WHERE campaign = $1 AND collected = 0 ORDER BY run LIMIT $2",
        );
        Ok(query.bind(campaign).bind(i64::from(most)).fetch_all(&mut *self.queues().await?).await?)
    }

    /// They are in the folder of their campaign, and on its disk.
    pub async fn collected(&self, campaign: &str, runs: &[&str]) -> Result<(), Trouble> {
        sqlx::query(
            "UPDATE work_result SET collected = 1 WHERE campaign = $1 \
               AND run IN (SELECT jsonb_array_elements_text($2::jsonb))",
        )
        .bind(campaign)
        .bind(json(&runs))
        .execute(&mut *self.queues().await?)
        .await?;
        Ok(())
    }

    /// How a campaign stands; nothing where it is not in the queue.
    pub async fn shares_standing(&self, campaign: &str) -> Result<Option<SharesStanding>, Trouble> {
        let row: Option<(i64, i64, i64, i64)> = sqlx::query_as(concat!(
            "SELECT runs, (SELECT COUNT(*) FROM work_result WHERE campaign = name), \
               (SELECT COUNT(*) FROM work_share WHERE campaign = name AND done = 0 AND lease >= ",
            clock!(),
            "), (SELECT COUNT(*) FROM work_share WHERE campaign = name AND done = 0 AND lease < ",
            clock!(),
            ") FROM work_campaign WHERE name = $1"
        ))
        .bind(campaign)
        .fetch_optional(&mut *self.queues().await?)
        .await?;
        let count = |count| u64::try_from(count).unwrap_or(0);
        Ok(row.map(|(runs, results, working, waiting)| SharesStanding {
            runs: count(runs),
            results: count(results),
            working: count(working),
            waiting: count(waiting),
        }))
    }

    /// All campaigns in the queue, those that have been there longest first.
    pub async fn handed_out(&self) -> Result<Vec<HandedOut>, Trouble> {
        let rows: Vec<(String, String, String, i64)> =
            sqlx::query_as("SELECT name, version, campaign, made FROM work_campaign ORDER BY made, name")
                .fetch_all(&mut *self.queues().await?)
                .await?;
        let mut all = Vec::new();
        for (name, version, campaign, made) in rows {
            // One that was taken off meanwhile is no more.
            if let Some(standing) = self.shares_standing(&name).await? {
                all.push(HandedOut { name, version, campaign, made, standing });
            }
        }
        Ok(all)
    }

    /// Nobody takes more of a campaign, and nothing more is handed in; results that nobody has collected stay.
    pub async fn call_back(&self, campaign: &str) -> Result<u64, Trouble> {
        let query = sqlx::query("DELETE FROM work_share WHERE campaign = $1 AND done = 0");
        Ok(query.bind(campaign).execute(&mut *self.queues().await?).await?.rows_affected())
    }

    /// Takes a campaign off the queue, with results and all. Whoever works on it hands in nothing more.
    pub async fn take_off(&self, campaign: &str) -> Result<bool, Trouble> {
        let query = sqlx::query("DELETE FROM work_campaign WHERE name = $1");
        Ok(query.bind(campaign).execute(&mut *self.queues().await?).await?.rows_affected() > 0)
    }
}

async fn hand_out(db: &mut AnyConnection, work: &NewWork) -> Result<(), Trouble> {
    keep_levels(db, &work.levels).await?;
    sqlx::query(concat!(
        "INSERT INTO work_campaign (name, version, campaign, programs, runs, made) VALUES ($1, $2, $3, $4, $5, ",
        clock!(),
        ") ON CONFLICT (name) DO UPDATE SET version = excluded.version, campaign = excluded.campaign, \
           programs = excluded.programs, runs = excluded.runs"
    ))
    .bind(work.name.as_str())
    .bind(work.version.as_str())
    .bind(work.campaign.as_str())
    .bind(work.programs.as_str())
    .bind(i64::try_from(work.runs).unwrap_or(i64::MAX))
    .execute(&mut *db)
    .await?;
    // What was collected is in the folder of the campaign, and may be asked for anew: of a program that has changed.
    for statement in [
        "DELETE FROM work_share WHERE campaign = $1",
        "DELETE FROM work_campaign_level WHERE campaign = $1",
        "DELETE FROM work_result WHERE campaign = $1 AND collected = 1",
    ] {
        sqlx::query(statement).bind(work.name.as_str()).execute(&mut *db).await?;
    }
    let levels: Vec<&str> = work.levels.iter().map(|level| level.id.as_str()).collect();
    sqlx::query(
        "INSERT INTO work_campaign_level (campaign, level) SELECT DISTINCT $1, jsonb_array_elements_text($2::jsonb)",
    )
    .bind(work.name.as_str())
    .bind(json(&levels))
    .execute(&mut *db)
    .await?;
    for (part, shares) in work.shares.chunks(AT_ONCE).enumerate() {
        sqlx::query(
            "INSERT INTO work_share (campaign, number, body) SELECT $1, $2 + place, body \
               FROM jsonb_array_elements_text($3::jsonb) WITH ORDINALITY AS share (body, place)",
        )
        .bind(work.name.as_str())
        .bind(i64::try_from(part * AT_ONCE).unwrap_or(i64::MAX))
        .bind(json(&shares))
        .execute(&mut *db)
        .await?;
    }
    tell_workers(db).await
}
