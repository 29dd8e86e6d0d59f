//! Records: the best known of a level in each metric, by a person or a method. The first to reach a
//! figure keeps the record; a proof for the same figure is added to it. Nothing gets here but what a
//! referee has replayed, on that very level.

use std::collections::HashSet;

use ingenio_core::{LevelId, LevelRef, Sense, Verified};
use sqlx::any::AnyRow;
use sqlx::{AnyConnection, Row};

use crate::levels;
use crate::plays::level_id;
use crate::rows::{Holder, PlayId, PlayKey, PlayerId, Record};
use crate::store::Store;
use crate::trouble::Trouble;
use crate::words;

/// A query for [`Record`]s.
macro_rules! records {
    ($condition:literal) => {
        concat!(
            "SELECT record.level, level.puzzle, record.metric, record.value, record.proved, record.holder, record.is_method, \
               player.name, play.key, record.solution, record.at \
             FROM record JOIN level ON level.id = record.level LEFT JOIN player ON player.id = record.player LEFT JOIN play ON play.id = record.play ",
            $condition
        )
    };
}

/// Whose record it would be.
#[derive(Clone, Copy)]
pub enum Keeper<'a> {
    /// Nobody where the account is gone.
    Person(Option<PlayerId>, Option<PlayId>),
    Method(&'a str),
}

/// When records began that nobody set.
const CAME_ALONG: i64 = 0;

impl Store {
    /// A solution that came along with a level, by some method: a record where there is none better,
    /// but no news.
    pub async fn keep_known(
        &self,
        level: &LevelRef,
        solution: &Verified,
        proved: bool,
        by: &str,
    ) -> Result<(), Trouble> {
        check_level(level, solution)?;
        let (level, solution, by) = (level.clone(), solution.clone(), by.to_owned());
        self.write(move |db| {
            Box::pin(async move {
                levels::keep(db, &level).await?;
                let first = level.puzzle().info().metrics.first().map_or("", |metric| metric.name);
                offer(db, &level, &solution, Keeper::Method(&by), proved.then_some(first), CAME_ALONG).await
            })
        })
        .await
    }

    /// The best known in one metric (`""` where the puzzle has none), with its solution; nothing where
    /// nobody has solved the level yet.
    pub async fn record(&self, level: LevelId, metric: &str) -> Result<Option<Record>, Trouble> {
        let row = sqlx::query(records!("WHERE record.level = $1 AND record.metric = $2"))
            .bind(level.to_string())
            .bind(metric)
            .fetch_optional(&mut *self.reader().await?)
            .await?;
        row.as_ref().map(record).transpose()
    }

    /// The levels that have records in so many metrics.
    pub async fn recorded_levels(&self, metrics: usize) -> Result<HashSet<LevelId>, Trouble> {
        let query = sqlx::query("SELECT level FROM record GROUP BY level HAVING COUNT(*) >= $1");
        let rows = query.bind(metrics as i64).fetch_all(&mut *self.reader().await?).await?;
        rows.iter().map(level_id).collect()
    }

    /// The records of a level, one for each metric.
    pub async fn records(&self, level: LevelId) -> Result<Vec<Record>, Trouble> {
        let rows = sqlx::query(records!("WHERE record.level = $1 ORDER BY record.metric"))
            .bind(level.to_string())
            .fetch_all(&mut *self.reader().await?)
            .await?;
        rows.iter().map(record).collect()
    }

    /// The latest records of all levels.
    pub async fn newest_records(&self, most: u32) -> Result<Vec<Record>, Trouble> {
        let rows = sqlx::query(records!(
            "WHERE record.at > 0 ORDER BY record.at DESC, record.level, record.metric LIMIT $1"
        ))
        .bind(i64::from(most))
        .fetch_all(&mut *self.reader().await?)
        .await?;
        rows.iter().map(record).collect()
    }
}

/// A solution of one level is none of another.
pub fn check_level(level: &LevelRef, solution: &Verified) -> Result<(), Trouble> {
    let (level, solved) = (level.id(), solution.level());
    if level == solved {
        return Ok(());
    }
    Err(words::OTHER_LEVEL.with("solved", solved).with("level", level).into())
}

pub async fn best_value(
    db: &mut AnyConnection,
    level: LevelId,
    metric: &str,
) -> Result<Option<i64>, Trouble> {
    let best: Option<Option<i64>> =
        sqlx::query_scalar("SELECT value FROM record WHERE level = $1 AND metric = $2")
            .bind(level.to_string())
            .bind(metric)
            .fetch_optional(db)
            .await?;
    Ok(best.flatten())
}

/// Keeps a solution as the record in every metric in which it is better than what is known. `proved`
/// names the metric in which it is proved to be the best.
pub async fn offer(
    db: &mut AnyConnection,
    level: &LevelRef,
    solution: &Verified,
    keeper: Keeper<'_>,
    proved: Option<&str>,
    at: i64,
) -> Result<(), Trouble> {
    let metrics = level.puzzle().info().metrics;
    if metrics.is_empty() {
        return offer_in(db, level, solution, "", keeper, proved.is_some(), at).await;
    }
    for metric in metrics {
        offer_in(db, level, solution, metric.name, keeper, proved == Some(metric.name), at).await?;
    }
    Ok(())
}

/// The same for one metric alone.
pub async fn offer_in(
    db: &mut AnyConnection,
    level: &LevelRef,
    solution: &Verified,
    metric: &str,
    keeper: Keeper<'_>,
    proved: bool,
    at: i64,
) -> Result<(), Trouble> {
    let known = level.puzzle().info().metrics.iter().find(|known| known.name == metric);
    let value = solution.measures().get(metric).and_then(|value| i64::try_from(value).ok());
    let (id, solution) = (level.id().to_string(), solution.text());
    let offered = Offer { level: &id, metric, value, proved, solution, at };
    offer_one(db, offered, keeper, known.map_or(Sense::Least, |known| known.sense)).await
}

struct Offer<'a> {
    level: &'a str,
    metric: &'a str,
    value: Option<i64>,
    proved: bool,
    solution: &'a str,
    at: i64,
}

async fn offer_one(
    db: &mut AnyConnection,
    offered: Offer<'_>,
    keeper: Keeper<'_>,
    sense: Sense,
) -> Result<(), Trouble> {
    let (method, player, play) = match keeper {
        Keeper::Person(player, play) => (None, player.map(|player| player.0), play.map(|play| play.0)),
        Keeper::Method(name) => (Some(name), None, None),
    };
    sqlx::query(
        "INSERT INTO record (level, metric, value, proved, holder, is_method, player, play, solution, at) \
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10) \
         ON CONFLICT (level, metric) DO UPDATE SET value = excluded.value, proved = excluded.proved, \
           holder = excluded.holder, is_method = excluded.is_method, player = excluded.player, \
           play = excluded.play, solution = excluded.solution, at = excluded.at \
         WHERE ($11 = 1 AND excluded.value > record.value) OR ($11 = 0 AND excluded.value < record.value)",
    )
    .bind(offered.level)
    .bind(offered.metric)
    .bind(offered.value)
    .bind(i64::from(offered.proved))
    .bind(method.unwrap_or(""))
    .bind(i64::from(method.is_some()))
    .bind(player)
    .bind(play)
    .bind(offered.solution)
    .bind(offered.at)
    .bind(i64::from(sense == Sense::Most))
    .execute(&mut *db)
    .await?;
    if offered.proved {
        sqlx::query(
            "UPDATE record SET proved = 1 WHERE level = $1 AND metric = $2 AND value IS NOT DISTINCT FROM $3",
        )
        .bind(offered.level)
        .bind(offered.metric)
        .bind(offered.value)
        .execute(db)
        .await?;
    }
    Ok(())
}

fn record(row: &AnyRow) -> Result<Record, Trouble> {
    let (is_method, proved): (i64, i64) = (row.try_get("is_method")?, row.try_get("proved")?);
    let name: Option<String> = row.try_get("name")?;
    let key: Option<String> = row.try_get("key")?;
    let play: Option<PlayKey> = key.map(|key| key.parse().map_err(|_| Trouble::broken(key))).transpose()?;
    Ok(Record {
        level: level_id(row)?,
        puzzle: row.try_get("puzzle")?,
        metric: row.try_get("metric")?,
        value: row.try_get("value")?,
        proved: proved != 0,
        holder: match is_method {
            0 => name.map_or(Holder::Someone, Holder::Person),
            _ => Holder::Method(row.try_get("holder")?),
        },
        play,
        solution: row.try_get("solution")?,
        at: row.try_get("at")?,
    })
}
