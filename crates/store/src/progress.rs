//! What players have reached on levels: a level is won by playing, or shown by a method. A helped play (see
//! `ingenio_play::helps`) wins, but takes no record and one star at most.

use std::collections::HashMap;

use ingenio_core::{LevelId, LevelRef, Metric, Sense, Verified};
use ingenio_play::{earned, stars};
use sqlx::any::AnyRow;
use sqlx::{AnyConnection, Row};

use crate::finishes;
use crate::levels;
use crate::plays::{self, level_id};
use crate::records::{Keeper, best_value, check_level, offer};
use crate::rows::{LevelProgress, PlayId, PlayerId, now};
use crate::store::Store;
use crate::trouble::Trouble;

/// How a play ended well.
#[derive(Clone, Debug)]
pub struct Win {
    pub solution: Verified,
    /// Is it the end of the level, or did the player call it done with less?
    pub solved: bool,
}

/// A level solved to its end.
impl From<Verified> for Win {
    fn from(solution: Verified) -> Self {
        Win { solution, solved: true }
    }
}

/// What a win brought.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Won {
    /// None for what is not solved.
    pub stars: u8,
    pub solved: bool,
    /// No record, and one star at most.
    pub helped: bool,
}

impl Store {
    /// A level was won: progress and perhaps records, tied to the play where there is one, so that it
    /// can be watched.
    pub async fn won(
        &self,
        player: PlayerId,
        play: Option<PlayId>,
        level: &LevelRef,
        win: Win,
    ) -> Result<Won, Trouble> {
        let level = level.clone();
        self.write(move |db| Box::pin(async move { finish(db, player, play, &level, &win).await })).await
    }

    /// A method has shown the way: progress without a play.
    pub async fn shown(&self, player: PlayerId, level: &LevelRef) -> Result<(), Trouble> {
        let level = level.clone();
        let row = LevelProgress { played: false, value: None, stars: 0 };
        self.write(move |db| {
            Box::pin(async move {
                levels::keep(db, &level).await?;
                reach(db, player.0, level.id(), row, most(first_metric(&level)), now()).await
            })
        })
        .await
    }

    pub async fn progress(&self, player: PlayerId, level: LevelId) -> Result<Option<LevelProgress>, Trouble> {
        let row = sqlx::query("SELECT how, value, stars FROM progress WHERE player = $1 AND level = $2")
            .bind(player.0)
            .bind(level.to_string())
            .fetch_optional(&mut *self.reader().await?)
            .await?;
        row.as_ref().map(progress).transpose()
    }

    /// All that a player has reached, for a list of levels.
    pub async fn progress_of(&self, player: PlayerId) -> Result<HashMap<LevelId, LevelProgress>, Trouble> {
        let rows = progress_of(&mut *self.reader().await?, player.0).await?;
        Ok(rows.into_iter().map(|(level, _, row, _)| (level, row)).collect())
    }
}

/// What it brings to win: progress, and records unless the play was helped. What was only called done is no
/// progress, though its figure may be a record.
pub async fn finish(
    db: &mut AnyConnection,
    player: PlayerId,
    play: Option<PlayId>,
    level: &LevelRef,
    win: &Win,
) -> Result<Won, Trouble> {
    check_level(level, &win.solution)?;
    levels::keep(db, level).await?;
    let helped = is_helped(db, play).await?;
    let stars = stars_of(db, level, &win.solution).await?;
    let won = Won { stars: if win.solved { earned(stars, helped) } else { 0 }, solved: win.solved, helped };
    if helped {
        // Whoever was led to the end has seen a solution.
        plays::saw(db, player, level.id()).await?;
    } else {
        offer(db, level, &win.solution, Keeper::Person(Some(player), play), None, now()).await?;
    }
    if let Some(play) = play {
        finishes::keep_now(db, level, play, win, (helped, won.stars, now())).await?;
    }
    if win.solved {
        let metric = first_metric(level);
        let value = metric.filter(|_| !helped).and_then(|metric| win.solution.measures().get(metric.name));
        let value = value.and_then(|value| i64::try_from(value).ok());
        let row = LevelProgress { played: true, value, stars: won.stars };
        reach(db, player.0, level.id(), row, most(metric), now()).await?;
    }
    Ok(won)
}

async fn is_helped(db: &mut AnyConnection, play: Option<PlayId>) -> Result<bool, Trouble> {
    let Some(play) = play else { return Ok(false) };
    let query = sqlx::query_scalar("SELECT helped FROM play WHERE id = $1").bind(play.0);
    let helped: Option<Option<i64>> = query.fetch_optional(db).await?;
    Ok(helped.flatten().is_some())
}

/// Against the best that was known before.
pub async fn stars_of(db: &mut AnyConnection, level: &LevelRef, solution: &Verified) -> Result<u8, Trouble> {
    let metric = first_metric(level);
    let best = best_value(db, level.id(), metric.map_or("", |metric| metric.name)).await?;
    let best = best.and_then(|best| u64::try_from(best).ok());
    let value = metric.and_then(|metric| solution.measures().get(metric.name));
    Ok(match (metric, value) {
        (Some(metric), Some(value)) => stars(metric.sense, best.unwrap_or(value), value),
        _ => 3,
    })
}

fn first_metric(level: &LevelRef) -> Option<&'static Metric> {
    level.puzzle().info().metrics.first()
}

fn most(metric: Option<&Metric>) -> bool {
    metric.is_some_and(|metric| metric.sense == Sense::Most)
}

/// Keeps the better of what was reached: played before shown, more stars, a better figure.
pub async fn reach(
    db: &mut AnyConnection,
    player: i64,
    level: LevelId,
    row: LevelProgress,
    most: bool,
    at: i64,
) -> Result<(), Trouble> {
    sqlx::query(
        "INSERT INTO progress (player, level, how, value, stars, at) VALUES ($1, $2, $3, $4, $5, $6) \
         ON CONFLICT (player, level) DO UPDATE SET \
           stars = CASE WHEN excluded.stars > progress.stars THEN excluded.stars ELSE progress.stars END, \
           value = CASE WHEN progress.value IS NULL THEN excluded.value \
                        WHEN excluded.value IS NULL THEN progress.value \
                        WHEN ($7 = 1) = (excluded.value > progress.value) THEN excluded.value \
                        ELSE progress.value END, \
           how = CASE WHEN 'played' IN (progress.how, excluded.how) THEN 'played' ELSE 'shown' END, \
           at = CASE WHEN excluded.at > progress.at THEN excluded.at ELSE progress.at END",
    )
    .bind(player)
    .bind(level.to_string())
    .bind(if row.played { "played" } else { "shown" })
    .bind(row.value)
    .bind(i64::from(row.stars))
    .bind(at)
    .bind(i64::from(most))
    .execute(db)
    .await?;
    Ok(())
}

/// Level, puzzle, progress and moment of all that a player has reached.
pub async fn progress_of(
    db: &mut AnyConnection,
    player: i64,
) -> Result<Vec<(LevelId, String, LevelProgress, i64)>, Trouble> {
    let rows = sqlx::query(
        "SELECT progress.level, level.puzzle, how, value, stars, at FROM progress \
         JOIN level ON level.id = progress.level WHERE player = $1 ORDER BY progress.level",
    )
    .bind(player)
    .fetch_all(db)
    .await?;
    rows.iter()
        .map(|row| Ok((level_id(row)?, row.try_get("puzzle")?, progress(row)?, row.try_get("at")?)))
        .collect()
}

fn progress(row: &AnyRow) -> Result<LevelProgress, Trouble> {
    let how: String = row.try_get("how")?;
    let stars: i64 = row.try_get("stars")?;
    Ok(LevelProgress {
        played: how == "played",
        value: row.try_get("value")?,
        stars: u8::try_from(stars).unwrap_or(0),
    })
}
