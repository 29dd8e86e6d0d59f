//! Runs of methods: of each method on a level its own best, refereed.

use ingenio_catalog::Report;
use ingenio_core::{LevelId, LevelRef, Sense, Verified};
use sqlx::any::AnyRow;
use sqlx::{AnyConnection, Row};

use crate::levels;
use crate::records::{Keeper, check_level, offer};
use crate::rows::{RunRow, now};
use crate::store::Store;
use crate::trouble::Trouble;

/// What a method did, with a solution that the referee has replayed. The claim that it is the best
/// possible is the method's own.
#[derive(Clone, Debug)]
pub struct MethodRun {
    pub level: LevelRef,
    pub method: String,
    /// What was asked for: one metric, or several in order; the first counts.
    pub metric: String,
    pub solution: Verified,
    pub proved: bool,
    pub nodes: u64,
    pub seconds: f64,
}

impl MethodRun {
    /// The run that a report tells of, if it found a solution.
    pub fn of(report: &Report) -> Option<Self> {
        Some(MethodRun {
            level: report.level.clone(),
            method: report.chosen.to_owned(),
            metric: report.metric.to_string(),
            solution: report.outcome().solution()?.clone(),
            proved: report.outcome().is_optimal(),
            nodes: report.solved.drive.progress.nodes,
            seconds: report.seconds(),
        })
    }

    /// The first metric, `""` where the puzzle has none.
    pub(crate) fn metric_name(&self) -> &'static str {
        self.metric().map_or("", |metric| metric.name)
    }

    fn metric(&self) -> Option<&'static ingenio_core::Metric> {
        let first = self.metric.split(',').next().unwrap_or("");
        self.level.puzzle().info().metrics.iter().find(|metric| metric.name == first)
    }
}

impl Store {
    /// A refereed run of a method: kept if it is the method's own best, and perhaps a record.
    pub async fn ran(&self, run: MethodRun) -> Result<(), Trouble> {
        check_level(&run.level, &run.solution)?;
        self.write(move |db| {
            Box::pin(async move {
                levels::keep(db, &run.level).await?;
                keep(db, &run, now()).await?;
                let proved = run.proved.then(|| run.metric_name());
                offer(db, &run.level, &run.solution, Keeper::Method(&run.method), proved, now()).await
            })
        })
        .await
    }

    /// The runs of methods on a level, each its best.
    pub async fn runs(&self, level: LevelId) -> Result<Vec<RunRow>, Trouble> {
        let rows = sqlx::query(
            "SELECT method, metric, value, proved, solution, nodes, seconds FROM run WHERE level = $1 \
             ORDER BY metric, method",
        )
        .bind(level.to_string())
        .fetch_all(&mut *self.reader().await?)
        .await?;
        rows.iter().map(run_row).collect()
    }
}

/// Keeps a run, and offers it to no record.
pub async fn keep(db: &mut AnyConnection, run: &MethodRun, at: i64) -> Result<(), Trouble> {
    let metric = run.metric();
    let value = metric.and_then(|metric| run.solution.measures().get(metric.name));
    let row = RunRow {
        method: run.method.clone(),
        metric: run.metric_name().to_owned(),
        value: value.and_then(|value| i64::try_from(value).ok()),
        proved: run.proved,
        solution: run.solution.text().to_owned(),
        nodes: i64::try_from(run.nodes).unwrap_or(i64::MAX),
        seconds: run.seconds,
    };
    let sense = metric.map_or(Sense::Least, |metric| metric.sense);
    keep_best(db, &run.level.id().to_string(), &row, sense, at).await
}

/// Keeps a run if it is better than the method's own best, or as good and quicker or proved.
async fn keep_best(
    db: &mut AnyConnection,
    level: &str,
    row: &RunRow,
    sense: Sense,
    at: i64,
) -> Result<(), Trouble> {
    sqlx::query(
        "INSERT INTO run (level, method, metric, value, proved, solution, nodes, seconds, at) \
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9) \
         ON CONFLICT (level, method, metric) DO UPDATE SET value = excluded.value, proved = excluded.proved, \
           solution = excluded.solution, nodes = excluded.nodes, seconds = excluded.seconds, at = excluded.at \
         WHERE excluded.proved > run.proved \
           OR ($10 = 1 AND excluded.value > run.value) OR ($10 = 0 AND excluded.value < run.value) \
           OR (excluded.value IS NOT DISTINCT FROM run.value AND excluded.proved = run.proved \
               AND excluded.seconds < run.seconds)",
    )
    .bind(level)
    .bind(&row.method)
    .bind(&row.metric)
    .bind(row.value)
    .bind(i64::from(row.proved))
    .bind(&row.solution)
    .bind(row.nodes)
    .bind(row.seconds)
    .bind(at)
    .bind(i64::from(sense == Sense::Most))
    .execute(db)
    .await?;
    Ok(())
}

pub fn run_row(row: &AnyRow) -> Result<RunRow, Trouble> {
    let proved: i64 = row.try_get("proved")?;
    Ok(RunRow {
        method: row.try_get("method")?,
        metric: row.try_get("metric")?,
        value: row.try_get("value")?,
        proved: proved != 0,
        solution: row.try_get("solution")?,
        nodes: row.try_get("nodes")?,
        seconds: row.try_get("seconds")?,
    })
}
