//! Judging anew, once: plays from before helped plays were told apart. The migration keeps copies of what
//! was there (`record_before_helped`, `progress_before_helped`); here, in one transaction
//! when the database is first opened, records that a helped play took go to the next best, and stars are
//! counted again. Every player who loses something is told.

use std::collections::{BTreeMap, BTreeSet};

use ingenio_core::{LevelRef, Sense, Verified};
use ingenio_play::{Session, helps, stars};
use sqlx::AnyConnection;

use crate::levels;
use crate::plays::{event, event_lines, hint_lines};
use crate::records::{Keeper, best_value, offer_in};
use crate::rows::{PlayId, PlayerId, now};
use crate::runs;
use crate::store::Store;
use crate::trouble::Trouble;
use crate::words;

/// The name of the work in the table of what is to be done.
const WORK: &str = "judge-helped";

/// What a player loses.
#[derive(Clone, Copy, Debug, Default)]
struct Loss {
    records: i64,
    stars: i64,
}

type Losses = BTreeMap<i64, Loss>;

/// A play that was won, as its events and hints tell.
struct Won {
    play: i64,
    player: i64,
    ended: i64,
    /// What was reached without help; nothing where there was some.
    solution: Option<Verified>,
}

impl Store {
    /// Does what a migration has left to the program.
    pub(crate) async fn judge_if_due(&self) -> Result<(), Trouble> {
        self.write(|db| Box::pin(judge_if_due(db))).await
    }
}

async fn judge_if_due(db: &mut AnyConnection) -> Result<(), Trouble> {
    // Whoever takes the row away does the work; the others wait for the end of the transaction.
    let due = sqlx::query("DELETE FROM pending WHERE what = $1").bind(WORK).execute(&mut *db).await?;
    if due.rows_affected() == 0 {
        return Ok(());
    }
    let levels: Vec<(String, String, String)> = sqlx::query_as(
        "SELECT id, puzzle, text FROM level WHERE EXISTS \
           (SELECT 1 FROM play WHERE play.level = level.id AND play.ended IS NOT NULL AND (play.helped IS NOT NULL \
              OR EXISTS (SELECT 1 FROM hint WHERE hint.play = play.id AND hint.rung > 1))) \
         ORDER BY id",
    )
    .fetch_all(&mut *db)
    .await?;
    let mut losses = Losses::new();
    for (_, puzzle, text) in &levels {
        let level = levels::read(puzzle, text).map_err(Trouble::broken)?;
        judge_level(db, &level, &mut losses).await?;
    }
    tell(db, &losses).await?;
    mark_helped(db).await
}

/// Until now only a solution that was shown marked a play; from now on hints do too.
async fn mark_helped(db: &mut AnyConnection) -> Result<(), Trouble> {
    sqlx::query(
        "UPDATE play SET helped = touched WHERE helped IS NULL \
           AND EXISTS (SELECT 1 FROM hint WHERE hint.play = play.id AND hint.rung > 1)",
    )
    .execute(db)
    .await?;
    Ok(())
}

async fn judge_level(db: &mut AnyConnection, level: &LevelRef, losses: &mut Losses) -> Result<(), Trouble> {
    let wins = wins(db, level).await?;
    let helped: BTreeSet<i64> =
        wins.iter().filter(|win| win.solution.is_none()).map(|win| win.play).collect();
    for metric in vacate(db, level, &helped, losses).await? {
        offer_the_rest(db, level, &metric, &wins).await?;
    }
    let players: BTreeSet<i64> =
        wins.iter().filter(|win| win.solution.is_none()).map(|win| win.player).collect();
    for player in players {
        let own: Vec<&Verified> =
            wins.iter().filter(|win| win.player == player).filter_map(|win| win.solution.as_ref()).collect();
        count_stars(db, level, player, &own, losses).await?;
    }
    Ok(())
}

/// All plays of the level that were won, the earliest first.
async fn wins(db: &mut AnyConnection, level: &LevelRef) -> Result<Vec<Won>, Trouble> {
    let rows: Vec<(i64, i64, i64, Option<i64>)> = sqlx::query_as(
        "SELECT id, player, ended, helped FROM play WHERE level = $1 AND ended IS NOT NULL ORDER BY ended, id",
    )
    .bind(level.id().to_string())
    .fetch_all(&mut *db)
    .await?;
    let mut wins = Vec::new();
    for (play, player, ended, shown) in rows {
        let solution = if shown.is_some() { None } else { found_alone(db, level, play).await? };
        wins.push(Won { play, player, ended, solution });
    }
    Ok(wins)
}

/// The solution with which a play was first won, unless a hint had helped by then.
async fn found_alone(
    db: &mut AnyConnection,
    level: &LevelRef,
    play: i64,
) -> Result<Option<Verified>, Trouble> {
    let hints = hint_lines(db, play).await?;
    let mut session = Session::new(level.clone());
    for (at, action, _) in event_lines(db, play).await? {
        if session.replay(&event(at, &action)?).is_err() {
            return Ok(None);
        }
        if session.won() {
            let helped =
                hints.iter().any(|(moment, rung)| helps(u8::try_from(*rung).unwrap_or(0)) && *moment <= at);
            let solution = level.verify(&session.play().solution()).ok();
            return Ok(solution.filter(|_| !helped));
        }
    }
    Ok(None)
}

/// Takes away the records of helped plays and gives their metrics.
async fn vacate(
    db: &mut AnyConnection,
    level: &LevelRef,
    helped: &BTreeSet<i64>,
    losses: &mut Losses,
) -> Result<Vec<String>, Trouble> {
    let rows: Vec<(String, Option<i64>, Option<i64>)> = sqlx::query_as(
        "SELECT metric, player, play FROM record WHERE level = $1 AND is_method = 0 ORDER BY metric",
    )
    .bind(level.id().to_string())
    .fetch_all(&mut *db)
    .await?;
    let mut metrics = Vec::new();
    for (metric, player, play) in rows {
        if !play.is_some_and(|play| helped.contains(&play)) {
            continue;
        }
        sqlx::query("DELETE FROM record WHERE level = $1 AND metric = $2")
            .bind(level.id().to_string())
            .bind(&metric)
            .execute(&mut *db)
            .await?;
        if let Some(player) = player {
            losses.entry(player).or_default().records += 1;
        }
        metrics.push(metric);
    }
    Ok(metrics)
}

/// The best of what methods and people have found by themselves takes the record, the earliest first.
async fn offer_the_rest(
    db: &mut AnyConnection,
    level: &LevelRef,
    metric: &str,
    wins: &[Won],
) -> Result<(), Trouble> {
    for win in wins {
        let Some(solution) = &win.solution else { continue };
        let keeper = Keeper::Person(Some(PlayerId(win.player)), Some(PlayId(win.play)));
        offer_in(db, level, solution, metric, keeper, false, win.ended).await?;
    }
    let rows = sqlx::query("SELECT * FROM run WHERE level = $1 ORDER BY at")
        .bind(level.id().to_string())
        .fetch_all(&mut *db)
        .await?;
    for row in &rows {
        let (run, at) = (runs::run(row)?, sqlx::Row::try_get::<i64, _>(row, "at")?);
        let solution = run.solution().and_then(|solution| level.verify(&solution.text).ok());
        if let Some(solution) = solution {
            let proved = run.is_optimal() && run.first_metric() == metric;
            offer_in(db, level, &solution, metric, Keeper::Method(&run.chosen), proved, at).await?;
        }
    }
    Ok(())
}

/// What a player with a helped win has reached: by what was found alone, or else one star.
async fn count_stars(
    db: &mut AnyConnection,
    level: &LevelRef,
    player: i64,
    alone: &[&Verified],
    losses: &mut Losses,
) -> Result<(), Trouble> {
    let metric = level.puzzle().info().metrics.first();
    let best = best_value(db, level.id(), metric.map_or("", |metric| metric.name)).await?;
    let best = best.and_then(|best| u64::try_from(best).ok());
    let values = alone.iter().filter_map(|solution| solution.measures().get(metric?.name));
    let most = metric.is_some_and(|metric| metric.sense == Sense::Most);
    let value = if most { values.max() } else { values.min() };
    let earned = match (metric, value) {
        (Some(metric), Some(value)) => stars(metric.sense, best.unwrap_or(value), value),
        _ if alone.is_empty() => 1,
        _ => 3,
    };
    let before: Option<i64> =
        sqlx::query_scalar("SELECT stars FROM progress WHERE player = $1 AND level = $2")
            .bind(player)
            .bind(level.id().to_string())
            .fetch_optional(&mut *db)
            .await?;
    sqlx::query(
        "UPDATE progress SET how = 'played', stars = $3, value = $4 WHERE player = $1 AND level = $2",
    )
    .bind(player)
    .bind(level.id().to_string())
    .bind(i64::from(earned))
    .bind(value.and_then(|value| i64::try_from(value).ok()))
    .execute(&mut *db)
    .await?;
    losses.entry(player).or_default().stars += (before.unwrap_or(0) - i64::from(earned)).max(0);
    Ok(())
}

async fn tell(db: &mut AnyConnection, losses: &Losses) -> Result<(), Trouble> {
    for (player, loss) in losses.iter().filter(|(_, loss)| loss.records + loss.stars > 0) {
        let said = words::JUDGED.with("records", loss.records).with("stars", loss.stars);
        sqlx::query("INSERT INTO notice (player, at, said) VALUES ($1, $2, $3)")
            .bind(player)
            .bind(now())
            .bind(said.keep())
            .execute(&mut *db)
            .await?;
    }
    Ok(())
}
