//! The best of people and the best of machines, apart: nobody is shut out of the records because a method was there
//! first. Ties go to whoever came first, so a person who holds the proved best was the first to reach it.

use std::collections::{BTreeMap, HashMap};

use ingenio_core::{LevelId, Metric, Sense};
use sqlx::Row;
use sqlx::any::AnyRow;

use crate::plays::level_id;
use crate::rows::{Holder, PlayKey};
use crate::store::Store;
use crate::trouble::Trouble;

/// Whose best.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Side {
    People,
    Machines,
}

/// The best of one side on one level: in a metric, or by the clock.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Best {
    /// In the metric, or milliseconds.
    pub value: i64,
    pub holder: Holder,
    /// The play that reached it, to be watched.
    pub play: Option<PlayKey>,
    /// Milliseconds since 1970; 0 for what came along.
    pub at: i64,
}

/// By level.
pub type Bests = HashMap<LevelId, Best>;

/// Every level's first row by `$order` of the rows of `$from`, which is about the levels of puzzle `$1`.
macro_rules! firsts {
    ($columns:literal, $order:literal, $from:literal) => {
        concat!(
            "SELECT * FROM (SELECT level.id AS level, ",
            $columns,
            ", ROW_NUMBER() OVER (PARTITION BY level.id ORDER BY ",
            $order,
            ") AS place FROM ",
            $from,
            " WHERE level.puzzle = $1 AND ($2 = '' OR level.id = $2)) AS placed WHERE place = 1"
        )
    };
}

impl Store {
    /// The best of a side in a metric, on all levels of a puzzle or on one.
    pub async fn bests(
        &self,
        side: Side,
        puzzle: &str,
        metric: &Metric,
        level: Option<LevelId>,
    ) -> Result<Bests, Trouble> {
        let people = firsts!(
            "figure.value, figure.at, player.name, '' AS method, play.key",
            "CASE WHEN $4 = 1 THEN -figure.value ELSE figure.value END, figure.at, play.id",
            "figure JOIN play ON play.id = figure.play AND figure.metric = $3 \
             JOIN level ON level.id = play.level JOIN player ON player.id = play.player"
        );
        let machines = firsts!(
            "every.value, every.at, NULL AS name, every.method, NULL AS key",
            "CASE WHEN $4 = 1 THEN -every.value ELSE every.value END, every.at, every.method",
            "(SELECT level, value, at, method FROM run WHERE metric = $3 AND value IS NOT NULL \
              UNION ALL SELECT level, value, at, holder FROM record WHERE metric = $3 AND is_method = 1 AND value IS NOT NULL \
             ) AS every JOIN level ON level.id = every.level"
        );
        let rows = sqlx::query(if side == Side::People { people } else { machines })
            .bind(puzzle)
            .bind(level.map_or_else(String::new, |level| level.to_string()))
            .bind(metric.name)
            .bind(i64::from(metric.sense == Sense::Most))
            .fetch_all(&mut *self.reader().await?)
            .await?;
        rows.iter().map(best).collect()
    }

    /// What is proved to be the best in a metric.
    pub async fn proved(
        &self,
        puzzle: &str,
        metric: &str,
        level: Option<LevelId>,
    ) -> Result<BTreeMap<LevelId, i64>, Trouble> {
        let rows = sqlx::query(
            "SELECT record.level, record.value FROM record JOIN level ON level.id = record.level \
             WHERE level.puzzle = $1 AND ($2 = '' OR level.id = $2) AND record.metric = $3 AND record.proved = 1 \
               AND record.value IS NOT NULL",
        )
        .bind(puzzle)
        .bind(level.map_or_else(String::new, |level| level.to_string()))
        .bind(metric)
        .fetch_all(&mut *self.reader().await?)
        .await?;
        rows.iter().map(|row| Ok((level_id(row)?, row.try_get("value")?))).collect()
    }

    /// The fastest of people who solved a level without help.
    pub async fn fastest(&self, puzzle: &str, level: Option<LevelId>) -> Result<Bests, Trouble> {
        let query = sqlx::query(firsts!(
            "finish.clock AS value, finish.at, player.name, '' AS method, play.key",
            "finish.clock, finish.at, play.id",
            "finish JOIN play ON play.id = finish.play AND finish.helped = 0 AND finish.solved = 1 \
             JOIN level ON level.id = play.level JOIN player ON player.id = play.player"
        ));
        let level = level.map_or_else(String::new, |level| level.to_string());
        let rows = query.bind(puzzle).bind(level).fetch_all(&mut *self.reader().await?).await?;
        rows.iter().map(best).collect()
    }
}

fn best(row: &AnyRow) -> Result<(LevelId, Best), Trouble> {
    let (name, key): (Option<String>, Option<String>) = (row.try_get("name")?, row.try_get("key")?);
    let method: String = row.try_get("method")?;
    let holder = match name {
        Some(name) => Holder::Person(name),
        None => Holder::Method(method),
    };
    let play = key.map(|key| key.parse().map_err(|_| Trouble::broken(key))).transpose()?;
    Ok((level_id(row)?, Best { value: row.try_get("value")?, holder, play, at: row.try_get("at")? }))
}
