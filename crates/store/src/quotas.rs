//! What a player takes up, and sweeping out what nobody uses. Nothing that somebody played, won or found is ever
//! swept, except with a guest who cannot come back.

use sqlx::{AnyConnection, Row};

use crate::classes;
use crate::levels;
use crate::players::one;
use crate::races;
use crate::rows::{PlayerId, millis, now};
use crate::store::Store;
use crate::trouble::Trouble;
use ingenio_core::LevelRef;
use ingenio_play::REMEMBERED;
use std::time::Duration;

/// Levels that one player opened from their texts and nobody uses: the newest stay.
pub const MOST_UNUSED: i64 = 100;
/// The same of all players together.
pub const MOST_UNUSED_OF_ALL: i64 = 20_000;
/// Plays of one player without a move: the newest stay, one for each tab that has just been opened.
pub const MOST_UNMOVED: i64 = 4;
/// A play without a move is kept so long.
const UNMOVED: Duration = Duration::from_hours(7 * 24);
/// A level that was opened and is used by nobody is kept so long.
const UNUSED: Duration = Duration::from_hours(30 * 24);
/// Guests who left nothing are kept this long.
const EMPTY_GUEST: Duration = Duration::from_hours(24);
/// Guests without a session cannot come back; what they played is kept so long.
const LOST_GUEST: Duration = Duration::from_hours(90 * 24);
/// A device on which nobody logged in for so long is unknown again.
const DEVICE: Duration = Duration::from_hours(400 * 24);

/// Nobody has played it, solved it, measured on it or put it into a pack. That somebody saw its solution keeps nothing: that is
/// remembered for a day, and not longer than the level.
macro_rules! unused {
    () => {
        "opened IS NOT NULL \
           AND NOT EXISTS (SELECT 1 FROM play WHERE play.level = level.id) \
           AND NOT EXISTS (SELECT 1 FROM progress WHERE progress.level = level.id) \
           AND NOT EXISTS (SELECT 1 FROM own_pack_level WHERE own_pack_level.level = level.id) \
           AND NOT EXISTS (SELECT 1 FROM homework_level WHERE homework_level.level = level.id) \
           AND NOT EXISTS (SELECT 1 FROM race_level WHERE race_level.level = level.id) \
           AND NOT EXISTS (SELECT 1 FROM made_version WHERE made_version.level = level.id) \
           AND NOT EXISTS (SELECT 1 FROM record WHERE record.level = level.id) \
           AND NOT EXISTS (SELECT 1 FROM run WHERE run.level = level.id) \
           AND NOT EXISTS (SELECT 1 FROM daily WHERE daily.level = level.id) \
           AND NOT EXISTS (SELECT 1 FROM campaign_line WHERE campaign_line.level = level.id)"
    };
}

/// Statements that forget the levels whose ids a query gives, and who has seen their solutions.
macro_rules! forget_levels {
    ($($query:tt)*) => {
        [
            concat!("DELETE FROM seen WHERE level IN (", $($query)*, ")"),
            concat!("DELETE FROM level WHERE id IN (", $($query)*, ")"),
        ]
    };
}

/// What a player has stored, and may.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Usage {
    pub plays: u64,
    pub events: u64,
    /// Events that this player may keep, where the owner of the house has said so.
    pub quota: Option<u64>,
}

/// How much was swept out.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Swept {
    pub sessions: u64,
    pub guests: u64,
    pub plays: u64,
    pub levels: u64,
    pub classes: u64,
}

impl Store {
    /// A level that a visitor opened from its text; what they opened before and nobody used makes room.
    pub async fn open_level(&self, level: &LevelRef, opener: Option<PlayerId>) -> Result<(), Trouble> {
        let level = level.clone();
        self.write(move |db| {
            Box::pin(async move {
                levels::open(db, &level, opener).await?;
                make_room(db, opener).await
            })
        })
        .await
    }

    pub async fn usage(&self, player: PlayerId) -> Result<Usage, Trouble> {
        let row = sqlx::query(
            "SELECT COUNT(play.id) AS plays, CAST(COALESCE(SUM(play.events), 0) AS BIGINT) AS events, \
               MAX(player.quota) AS quota \
             FROM player LEFT JOIN play ON play.player = player.id WHERE player.id = $1",
        )
        .bind(player.0)
        .fetch_one(&mut *self.reader().await?)
        .await?;
        let count = |name: &str| row.try_get::<i64, _>(name).map(|count| count as u64);
        let quota: Option<i64> = row.try_get("quota")?;
        Ok(Usage { plays: count("plays")?, events: count("events")?, quota: quota.map(|quota| quota as u64) })
    }

    /// How many events the player may keep; nothing for as many as everybody.
    pub async fn set_quota(&self, player: PlayerId, events: Option<u64>) -> Result<(), Trouble> {
        let events = events.map(|events| i64::try_from(events).unwrap_or(i64::MAX));
        self.write(move |db| {
            Box::pin(async move {
                let query = sqlx::query("UPDATE player SET quota = $2 WHERE id = $1");
                one(query.bind(player.0).bind(events).execute(db).await?.rows_affected())
            })
        })
        .await
    }

    /// Sweeps out expired sessions, classes that have ended, guests who cannot come back, plays that were never moved and levels that
    /// nobody uses. To be called now and then.
    pub async fn sweep(&self) -> Result<Swept, Trouble> {
        self.write(|db| Box::pin(sweep(db))).await
    }
}

async fn sweep(db: &mut AnyConnection) -> Result<Swept, Trouble> {
    let sessions = swept(db, "DELETE FROM session WHERE expires <= $1", now()).await?;
    // First, so that those who were kept for their class only are guests like others.
    let classes = classes::end(db, now()).await?;
    swept(db, "DELETE FROM device WHERE seen < $1", ago(DEVICE)).await?;
    let empty = swept(
        db,
        "DELETE FROM player WHERE guest = 1 AND made < $1 \
           AND NOT EXISTS (SELECT 1 FROM session WHERE session.player = player.id) \
           AND NOT EXISTS (SELECT 1 FROM play WHERE play.player = player.id AND play.events > 0) \
           AND NOT EXISTS (SELECT 1 FROM own_pack WHERE own_pack.owner = player.id) \
           AND NOT EXISTS (SELECT 1 FROM pupil WHERE pupil.player = player.id) \
           AND NOT EXISTS (SELECT 1 FROM progress WHERE progress.player = player.id)",
        ago(EMPTY_GUEST),
    );
    let empty = empty.await?;
    let lost = swept(
        db,
        "DELETE FROM player WHERE guest = 1 AND made < $1 \
           AND NOT EXISTS (SELECT 1 FROM session WHERE session.player = player.id) \
           AND NOT EXISTS (SELECT 1 FROM pupil WHERE pupil.player = player.id) \
           AND NOT EXISTS (SELECT 1 FROM play WHERE play.player = player.id AND play.touched >= $1)",
        ago(LOST_GUEST),
    );
    let lost = lost.await?;
    let plays = swept(
        db,
        "DELETE FROM play WHERE events = 0 AND ended IS NULL AND touched < $1 \
           AND NOT EXISTS (SELECT 1 FROM hint WHERE hint.play = play.id)",
        ago(UNMOVED),
    );
    let plays = plays.await?;
    races::sweep(db).await?;
    swept(db, "DELETE FROM seen WHERE at < $1", ago(REMEMBERED)).await?;
    let [seen, old] = forget_levels!("SELECT id FROM level WHERE opened < $1 AND ", unused!());
    swept(db, seen, ago(UNUSED)).await?;
    let old = swept(db, old, ago(UNUSED)).await?;
    let [seen, many] = forget_levels!(
        "SELECT id FROM (SELECT id, ROW_NUMBER() OVER (ORDER BY opened DESC, id) AS place FROM level WHERE ",
        unused!(),
        ") AS placed WHERE place > $1"
    );
    swept(db, seen, MOST_UNUSED_OF_ALL).await?;
    let many = swept(db, many, MOST_UNUSED_OF_ALL).await?;
    Ok(Swept { sessions, guests: empty + lost, plays, levels: old + many, classes })
}

async fn swept(db: &mut AnyConnection, statement: &'static str, limit: i64) -> Result<u64, Trouble> {
    Ok(sqlx::query(statement).bind(limit).execute(db).await?.rows_affected())
}

fn ago(time: Duration) -> i64 {
    now() - millis(time)
}

/// Of the levels that a player opened and nobody uses, only the newest stay.
async fn make_room(db: &mut AnyConnection, opener: Option<PlayerId>) -> Result<(), Trouble> {
    let Some(opener) = opener else { return Ok(()) };
    let statements = forget_levels!(
        "SELECT id FROM (SELECT id, ROW_NUMBER() OVER (ORDER BY opened DESC, id) AS place FROM level \
           WHERE opener = $1 AND ",
        unused!(),
        ") AS placed WHERE place > $2"
    );
    for statement in statements {
        sqlx::query(statement).bind(opener.0).bind(MOST_UNUSED).execute(&mut *db).await?;
    }
    Ok(())
}

/// Of the plays that a player never moved in, only the newest stay.
pub async fn forget_unmoved(db: &mut AnyConnection, player: PlayerId) -> Result<(), Trouble> {
    sqlx::query(
        "DELETE FROM play WHERE id IN (SELECT id FROM (SELECT id, ROW_NUMBER() OVER (ORDER BY id DESC) AS place \
           FROM play WHERE player = $1 AND events = 0 AND ended IS NULL \
             AND NOT EXISTS (SELECT 1 FROM hint WHERE hint.play = play.id)) AS placed WHERE place > $2)",
    )
    .bind(player.0)
    .bind(MOST_UNMOVED)
    .execute(db)
    .await?;
    Ok(())
}
