//! How plays ended well: the moment, the clock, the figures. The first win of a play counts; better figures that
//! follow in the same play are taken in, unless it was helped by then.

use ingenio_core::{LevelRef, Sense, Verified};
use ingenio_play::{Session, earned};
use sqlx::AnyConnection;

use crate::levels;
use crate::plays::{event, event_lines};
use crate::progress::{Win, stars_of};
use crate::rows::{PlayId, millis};
use crate::store::Store;
use crate::trouble::Trouble;

/// The name of the work in the table of what is to be done.
const WORK: &str = "finishes";

/// The end of a play.
pub struct Finish<'a> {
    pub play: PlayId,
    /// Milliseconds since 1970.
    pub at: i64,
    /// Milliseconds.
    pub clock: i64,
    pub events: i64,
    pub win: &'a Win,
    pub helped: bool,
    pub stars: u8,
}

impl Store {
    /// Fills in how the plays of before ended.
    pub(crate) async fn fill_finishes_if_due(&self) -> Result<(), Trouble> {
        self.write(|db| Box::pin(fill_if_due(db))).await
    }
}

/// What a play that is stored to its last event has come to.
pub async fn keep_now(
    db: &mut AnyConnection,
    level: &LevelRef,
    play: PlayId,
    win: &Win,
    (helped, stars, at): (bool, u8, i64),
) -> Result<(), Trouble> {
    let (clock, events): (i64, i64) = sqlx::query_as(
        "SELECT COALESCE((SELECT at FROM event WHERE event.play = play.id ORDER BY number DESC LIMIT 1), 0), events \
         FROM play WHERE id = $1",
    )
    .bind(play.0)
    .fetch_optional(&mut *db)
    .await?
    .unwrap_or_default();
    keep(db, level, Finish { play, at, clock, events, win, helped, stars }).await
}

async fn keep(db: &mut AnyConnection, level: &LevelRef, finish: Finish<'_>) -> Result<(), Trouble> {
    // What was put down may be solved after all.
    sqlx::query(
        "INSERT INTO finish (play, at, clock, events, solved, helped, stars) VALUES ($1, $2, $3, $4, $5, $6, $7) \
         ON CONFLICT (play) DO UPDATE SET at = excluded.at, clock = excluded.clock, events = excluded.events, \
           solved = excluded.solved, helped = excluded.helped, stars = excluded.stars \
         WHERE finish.solved = 0 AND excluded.solved = 1",
    )
    .bind(finish.play.0)
    .bind(finish.at)
    .bind(finish.clock)
    .bind(finish.events)
    .bind(i64::from(finish.win.solved))
    .bind(i64::from(finish.helped))
    .bind(i64::from(finish.stars))
    .execute(&mut *db)
    .await?;
    if finish.helped {
        return Ok(());
    }
    keep_figures(db, level, finish.play, &finish.win.solution, finish.at).await
}

async fn keep_figures(
    db: &mut AnyConnection,
    level: &LevelRef,
    play: PlayId,
    solution: &Verified,
    at: i64,
) -> Result<(), Trouble> {
    for metric in level.puzzle().info().metrics {
        let value = solution.measures().get(metric.name).and_then(|value| i64::try_from(value).ok());
        let Some(value) = value else { continue };
        sqlx::query(
            "INSERT INTO figure (play, metric, value, at) VALUES ($1, $2, $3, $4) \
             ON CONFLICT (play, metric) DO UPDATE SET value = excluded.value, at = excluded.at \
             WHERE ($5 = 1 AND excluded.value > figure.value) OR ($5 = 0 AND excluded.value < figure.value)",
        )
        .bind(play.0)
        .bind(metric.name)
        .bind(value)
        .bind(at)
        .bind(i64::from(metric.sense == Sense::Most))
        .execute(&mut *db)
        .await?;
    }
    Ok(())
}

async fn fill_if_due(db: &mut AnyConnection) -> Result<(), Trouble> {
    // Whoever takes the row away does the work; the others wait for the end of the transaction.
    let due = sqlx::query("DELETE FROM pending WHERE what = $1").bind(WORK).execute(&mut *db).await?;
    if due.rows_affected() == 0 {
        return Ok(());
    }
    let rows: Vec<(i64, String, String)> = sqlx::query_as(
        "SELECT play.id, level.puzzle, level.text FROM play JOIN level ON level.id = play.level \
         WHERE play.ended IS NOT NULL ORDER BY play.ended, play.id",
    )
    .fetch_all(&mut *db)
    .await?;
    for (play, puzzle, text) in rows {
        let level = levels::read(&puzzle, &text).map_err(Trouble::broken)?;
        keep_from_events(db, &level, PlayId(play)).await?;
    }
    Ok(())
}

/// What the events of a play tell of its first win; nothing where they tell of none.
pub async fn keep_from_events(db: &mut AnyConnection, level: &LevelRef, play: PlayId) -> Result<(), Trouble> {
    let row: Option<(Option<i64>, Option<i64>)> =
        sqlx::query_as("SELECT ended, helped FROM play WHERE id = $1")
            .bind(play.0)
            .fetch_optional(&mut *db)
            .await?;
    let Some((Some(ended), marked)) = row else { return Ok(()) };
    let Some((session, clock)) = first_win(db, level, play).await? else { return Ok(()) };
    let Ok(solution) = level.verify(&session.play().solution()) else { return Ok(()) };
    // Help that came after the win cost it nothing.
    let helped = marked.is_some_and(|at| at <= ended);
    let win = Win { solution, solved: session.solved() };
    let stars = if win.solved { earned(stars_of(db, level, &win.solution).await?, helped) } else { 0 };
    let events = session.events().len() as i64;
    keep(db, level, Finish { play, at: ended, clock, events, win: &win, helped, stars }).await
}

/// The session as it stood when the play was first won, and its clock.
async fn first_win(
    db: &mut AnyConnection,
    level: &LevelRef,
    play: PlayId,
) -> Result<Option<(Session, i64)>, Trouble> {
    let mut session = Session::new(level.clone());
    for (at, action, _) in event_lines(db, play.0).await? {
        let event = event(at, &action)?;
        if session.replay(&event).is_err() {
            return Ok(None);
        }
        if session.won() {
            return Ok(Some((session, millis(event.at))));
        }
    }
    Ok(None)
}
