//! Finished runs of campaigns, every one as it was measured. The lab's own files are the truth; here
//! they stand beside plays and records, can be asked for by level, and may become records themselves.

use ingenio_core::{LevelId, LevelRef, Message, Verified};
use serde::{Deserialize, Serialize};
use sqlx::any::AnyRow;
use sqlx::{AnyConnection, Row};

use crate::levels;
use crate::records::{Keeper, offer};
use crate::runs::{self, MethodRun};
use crate::store::Store;
use crate::trouble::Trouble;
use crate::words;

/// What was measured, nothing rounded.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct CampaignRunRow {
    /// The hash of what was to be done. With `begun` and `machine` it tells one measurement from all others.
    pub run: String,
    /// Milliseconds since 1970.
    pub begun: i64,
    pub machine: String,
    /// The title.
    pub campaign: String,
    /// The id.
    pub level: String,
    /// As the campaign calls it.
    pub method: String,
    /// The method with its options, or the command of a program.
    pub spec: String,
    /// A program that is not ours.
    pub program: bool,
    pub metric: String,
    /// Seconds.
    pub time_limit: Option<f64>,
    /// Mebibytes.
    pub memory_limit: Option<i64>,
    pub nodes_limit: Option<i64>,
    pub seed: i64,
    pub repetition: i64,
    pub threads: i64,
    pub outcome: String,
    pub stopped_by: Option<String>,
    pub error: Option<String>,
    /// The figure of the solution in the metric.
    pub value: Option<i64>,
    pub proved: bool,
    pub bound: Option<i64>,
    pub solution: Option<String>,
    pub nodes: Option<i64>,
    pub generated: Option<i64>,
    /// What the method counts on the level itself.
    pub seconds: Option<f64>,
    pub setup_seconds: Option<f64>,
    /// Of the whole process.
    pub wall_seconds: f64,
    pub cpu_seconds: f64,
    pub peak_bytes: i64,
    /// What kept the limits.
    pub enforcer: String,
    pub version: String,
    /// Commit and hash of the program.
    pub build: String,
}

/// A row whose solution, if it has one, the referee has replayed on its level.
#[derive(Clone, Debug)]
pub struct CampaignRun {
    level: LevelRef,
    solution: Option<Verified>,
    row: CampaignRunRow,
}

impl CampaignRun {
    /// Refuses a row of another level and a solution that is none.
    pub fn referee(level: &LevelRef, row: CampaignRunRow) -> Result<Self, Message> {
        let id = level.id().to_string();
        if row.level != id {
            return Err(words::OTHER_LEVEL.with("solved", &row.level).with("level", id));
        }
        let refused = |refusal| words::RUN_REFUSED.with("run", &row.run).with("refusal", refusal);
        let solution = row.solution.as_ref().map(|text| level.verify(text).map_err(refused)).transpose()?;
        Ok(CampaignRun { level: level.clone(), solution, row })
    }

    /// The run by which the method may better its own best on the level, where it found a solution. That
    /// a program which is not ours calls it the best proves nothing.
    fn method_run(&self) -> Option<MethodRun> {
        let row = &self.row;
        Some(MethodRun {
            level: self.level.clone(),
            method: if row.program { row.method.clone() } else { row.spec.clone() },
            metric: row.metric.clone(),
            solution: self.solution.clone()?,
            proved: row.proved && !row.program,
            nodes: row.nodes.and_then(|nodes| u64::try_from(nodes).ok()).unwrap_or(0),
            seconds: row.seconds.unwrap_or(row.wall_seconds),
        })
    }
}

impl Store {
    /// Keeps finished runs, all or none; those that are here already are passed over. A solution may
    /// become its method's best and a record. Gives the number of runs that were added.
    pub async fn keep_campaign_runs(&self, runs: Vec<CampaignRun>) -> Result<usize, Trouble> {
        self.write(move |db| {
            Box::pin(async move {
                let mut added = 0;
                for run in &runs {
                    added += usize::from(keep(db, run).await?);
                }
                Ok(added)
            })
        })
        .await
    }

    /// The runs of campaigns on a level, the earliest first.
    pub async fn campaign_runs(&self, level: LevelId) -> Result<Vec<CampaignRunRow>, Trouble> {
        let rows = sqlx::query("SELECT * FROM campaign_run WHERE level = $1 ORDER BY begun, run, machine")
            .bind(level.to_string())
            .fetch_all(&mut *self.reader().await?)
            .await?;
        rows.iter().map(campaign_run_row).collect()
    }
}

async fn keep(db: &mut AnyConnection, run: &CampaignRun) -> Result<bool, Trouble> {
    levels::keep(db, &run.level).await?;
    if !insert(db, &run.row).await? {
        return Ok(false);
    }
    if let Some(best) = run.method_run() {
        runs::keep(db, &best, run.row.begun).await?;
        let proved = best.proved.then(|| best.metric_name());
        offer(db, &best.level, &best.solution, Keeper::Method(&best.method), proved, run.row.begun).await?;
    }
    Ok(true)
}

/// Adds a row unless it is there.
pub async fn insert(db: &mut AnyConnection, row: &CampaignRunRow) -> Result<bool, Trouble> {
    let done = sqlx::query(
        "INSERT INTO campaign_run (run, begun, machine, campaign, level, method, spec, program, metric, \
           time_limit, memory_limit, nodes_limit, seed, repetition, threads, outcome, stopped_by, error, \
           value, proved, bound, solution, nodes, generated, seconds, setup_seconds, wall_seconds, \
           cpu_seconds, peak_bytes, enforcer, version, build) \
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, \
           $20, $21, $22, $23, $24, $25, $26, $27, $28, $29, $30, $31, $32) ON CONFLICT DO NOTHING",
    )
    .bind(&row.run)
    .bind(row.begun)
    .bind(&row.machine)
    .bind(&row.campaign)
    .bind(&row.level)
    .bind(&row.method)
    .bind(&row.spec)
    .bind(i64::from(row.program))
    .bind(&row.metric)
    .bind(row.time_limit)
    .bind(row.memory_limit)
    .bind(row.nodes_limit)
    .bind(row.seed)
    .bind(row.repetition)
    .bind(row.threads)
    .bind(&row.outcome)
    .bind(&row.stopped_by)
    .bind(&row.error)
    .bind(row.value)
    .bind(i64::from(row.proved))
    .bind(row.bound)
    .bind(&row.solution)
    .bind(row.nodes)
    .bind(row.generated)
    .bind(row.seconds)
    .bind(row.setup_seconds)
    .bind(row.wall_seconds)
    .bind(row.cpu_seconds)
    .bind(row.peak_bytes)
    .bind(&row.enforcer)
    .bind(&row.version)
    .bind(&row.build)
    .execute(db)
    .await?;
    Ok(done.rows_affected() > 0)
}

pub fn campaign_run_row(row: &AnyRow) -> Result<CampaignRunRow, Trouble> {
    let (program, proved): (i64, i64) = (row.try_get("program")?, row.try_get("proved")?);
    Ok(CampaignRunRow {
        run: row.try_get("run")?,
        begun: row.try_get("begun")?,
        machine: row.try_get("machine")?,
        campaign: row.try_get("campaign")?,
        level: row.try_get("level")?,
        method: row.try_get("method")?,
        spec: row.try_get("spec")?,
        program: program != 0,
        metric: row.try_get("metric")?,
        time_limit: row.try_get("time_limit")?,
        memory_limit: row.try_get("memory_limit")?,
        nodes_limit: row.try_get("nodes_limit")?,
        seed: row.try_get("seed")?,
        repetition: row.try_get("repetition")?,
        threads: row.try_get("threads")?,
        outcome: row.try_get("outcome")?,
        stopped_by: row.try_get("stopped_by")?,
        error: row.try_get("error")?,
        value: row.try_get("value")?,
        proved: proved != 0,
        bound: row.try_get("bound")?,
        solution: row.try_get("solution")?,
        nodes: row.try_get("nodes")?,
        generated: row.try_get("generated")?,
        seconds: row.try_get("seconds")?,
        setup_seconds: row.try_get("setup_seconds")?,
        wall_seconds: row.try_get("wall_seconds")?,
        cpu_seconds: row.try_get("cpu_seconds")?,
        peak_bytes: row.try_get("peak_bytes")?,
        enforcer: row.try_get("enforcer")?,
        version: row.try_get("version")?,
        build: row.try_get("build")?,
    })
}
