//! Runs of methods: of each method on a level its own best, refereed.

use ingenio_core::{
    Answer, Claim, Effort, LevelId, LevelRef, Measures, Outcome, Sense, Unrefereed, Verified,
};
use sqlx::any::AnyRow;
use sqlx::{AnyConnection, Row};

use crate::levels;
use crate::plays::level_id;
use crate::records::{Keeper, check_level, offer};
use crate::rows::now;
use crate::store::Store;
use crate::trouble::Trouble;

impl Store {
    /// What a method of ours found, if it found a solution: kept if it is the method's own best, and
    /// perhaps a record.
    pub async fn ran(&self, level: &LevelRef, answer: &Answer) -> Result<(), Trouble> {
        let Some(solution) = answer.solution() else { return Ok(()) };
        check_level(level, solution)?;
        let (level, answer) = (level.clone(), answer.clone());
        self.write(move |db| {
            Box::pin(async move {
                levels::keep(db, &level).await?;
                keep(db, &level, &answer.chosen, &answer, now()).await?;
                offer_found(db, &level, &answer.chosen, &answer, now()).await
            })
        })
        .await
    }

    /// The answers of methods on a level, each its best.
    pub async fn runs(&self, level: LevelId) -> Result<Vec<Claim>, Trouble> {
        let rows = sqlx::query("SELECT * FROM run WHERE level = $1 ORDER BY metric, method")
            .bind(level.to_string())
            .fetch_all(&mut *self.reader().await?)
            .await?;
        rows.iter().map(run).collect()
    }
}

/// Offers the solution of an answer to the records.
pub async fn offer_found(
    db: &mut AnyConnection,
    level: &LevelRef,
    method: &str,
    answer: &Answer,
    at: i64,
) -> Result<(), Trouble> {
    let Some(solution) = answer.solution() else { return Ok(()) };
    let proved = answer.is_optimal().then(|| answer.first_metric());
    offer(db, level, solution, Keeper::Method(method), proved, at).await
}

/// Keeps an answer with a solution if it is better than the method's own best, or as good and quicker or
/// proved. Offers it to no record.
pub async fn keep(
    db: &mut AnyConnection,
    level: &LevelRef,
    method: &str,
    answer: &Answer,
    at: i64,
) -> Result<(), Trouble> {
    let Some(solution) = answer.solution().map(Verified::text) else { return Ok(()) };
    let metrics = level.puzzle().info().metrics;
    let metric = metrics.iter().find(|metric| metric.name == answer.first_metric());
    let most = metric.is_some_and(|metric| metric.sense == Sense::Most);
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
    .bind(level.id().to_string())
    .bind(method)
    .bind(metric.map_or("", |metric| metric.name))
    .bind(answer.length().and_then(|value| i64::try_from(value).ok()))
    .bind(i64::from(answer.is_optimal()))
    .bind(solution)
    .bind(i64::try_from(answer.nodes()).unwrap_or(i64::MAX))
    .bind(answer.seconds())
    .bind(at)
    .bind(i64::from(most))
    .execute(db)
    .await?;
    Ok(())
}

/// A row as the answer it tells of.
pub fn run(row: &AnyRow) -> Result<Claim, Trouble> {
    let (metric, value): (String, Option<i64>) = (row.try_get("metric")?, row.try_get("value")?);
    let (nodes, proved): (i64, i64) = (row.try_get("nodes")?, row.try_get("proved")?);
    let value = value.and_then(|value| u64::try_from(value).ok());
    let measures = value.map_or_else(Measures::new, |value| Measures::named(metric.clone(), value));
    let solution = Unrefereed { text: row.try_get("solution")?, measures };
    let effort = Effort {
        nodes: u64::try_from(nodes).ok(),
        seconds: Some(row.try_get("seconds")?),
        ..Effort::default()
    };
    Ok(Claim {
        id: level_id(row)?,
        chosen: row.try_get("method")?,
        metric: (!metric.is_empty()).then_some(metric),
        effort,
        ..Claim::bare(Outcome::Solved { solution, optimal: proved != 0 })
    })
}
