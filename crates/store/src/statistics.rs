//! What players and levels have been through, counted from plays and how they ended.

use std::collections::BTreeMap;

use ingenio_core::LevelId;
use sqlx::Row;
use sqlx::any::AnyRow;

use crate::plays::level_id;
use crate::rows::PlayerId;
use crate::store::Store;
use crate::trouble::Trouble;

/// A play that ended well.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ended {
    pub level: LevelId,
    pub puzzle: String,
    /// Milliseconds since 1970.
    pub at: i64,
    /// Milliseconds.
    pub clock: i64,
    pub solved: bool,
    pub helped: bool,
    pub stars: u8,
    /// What was reached, by metric, beside the best known.
    pub figures: BTreeMap<String, (i64, Option<i64>)>,
}

/// All of one player.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PlayerStatistics {
    /// Plays in which something was done, by puzzle.
    pub begun: BTreeMap<String, u64>,
    /// The earliest first.
    pub ended: Vec<Ended>,
}

/// All that people did on one level.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct LevelStatistics {
    pub players: u64,
    /// Plays in which something was done.
    pub begun: u64,
    /// How many events plays had in which their players stopped, in order.
    pub stopped_after: Vec<u64>,
    pub ended: Vec<Ended>,
}

macro_rules! ended {
    ($condition:literal) => {
        concat!(
            "SELECT play.id, play.level, level.puzzle, finish.at, finish.clock, finish.solved, finish.helped, finish.stars, \
               figure.metric, figure.value, record.value AS best \
             FROM finish JOIN play ON play.id = finish.play JOIN level ON level.id = play.level \
             LEFT JOIN figure ON figure.play = finish.play \
             LEFT JOIN record ON record.level = play.level AND record.metric = figure.metric WHERE ",
            $condition,
            " ORDER BY finish.at, play.id, figure.metric"
        )
    };
}

impl Store {
    pub async fn player_statistics(&self, player: PlayerId) -> Result<PlayerStatistics, Trouble> {
        let begun: Vec<(String, i64)> = sqlx::query_as(
            "SELECT level.puzzle, COUNT(*) FROM play JOIN level ON level.id = play.level \
             WHERE play.player = $1 AND play.events > 0 GROUP BY level.puzzle",
        )
        .bind(player.0)
        .fetch_all(&mut *self.reader().await?)
        .await?;
        let query = sqlx::query(ended!("play.player = $1")).bind(player.0);
        let rows = query.fetch_all(&mut *self.reader().await?).await?;
        let begun = begun.into_iter().map(|(puzzle, count)| (puzzle, count as u64)).collect();
        Ok(PlayerStatistics { begun, ended: gather(&rows)? })
    }

    pub async fn level_statistics(&self, level: LevelId) -> Result<LevelStatistics, Trouble> {
        let (players, begun): (i64, i64) = sqlx::query_as(
            "SELECT COUNT(DISTINCT player), COUNT(*) FROM play WHERE level = $1 AND events > 0",
        )
        .bind(level.to_string())
        .fetch_one(&mut *self.reader().await?)
        .await?;
        let stopped: Vec<i64> = sqlx::query_scalar(
            "SELECT events FROM play WHERE level = $1 AND events > 0 AND ended IS NULL ORDER BY events",
        )
        .bind(level.to_string())
        .fetch_all(&mut *self.reader().await?)
        .await?;
        let query = sqlx::query(ended!("play.level = $1")).bind(level.to_string());
        let rows = query.fetch_all(&mut *self.reader().await?).await?;
        Ok(LevelStatistics {
            players: players as u64,
            begun: begun as u64,
            stopped_after: stopped.into_iter().map(|events| events as u64).collect(),
            ended: gather(&rows)?,
        })
    }
}

/// The rows of one play stand together, one for each figure.
fn gather(rows: &[AnyRow]) -> Result<Vec<Ended>, Trouble> {
    let mut all: Vec<Ended> = Vec::new();
    let mut last = None;
    for row in rows {
        let play: i64 = row.try_get("id")?;
        if last != Some(play) {
            all.push(without_figures(row)?);
            last = Some(play);
        }
        let metric: Option<String> = row.try_get("metric")?;
        if let (Some(metric), Some(ended)) = (metric, all.last_mut()) {
            ended.figures.insert(metric, (row.try_get("value")?, row.try_get("best")?));
        }
    }
    Ok(all)
}

fn without_figures(row: &AnyRow) -> Result<Ended, Trouble> {
    let flag = |name: &str| row.try_get::<i64, _>(name).map(|flag| flag != 0);
    Ok(Ended {
        level: level_id(row)?,
        puzzle: row.try_get("puzzle")?,
        at: row.try_get("at")?,
        clock: row.try_get("clock")?,
        solved: flag("solved")?,
        helped: flag("helped")?,
        stars: u8::try_from(row.try_get::<i64, _>("stars")?).unwrap_or(0),
        figures: BTreeMap::new(),
    })
}
