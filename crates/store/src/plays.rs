//! Plays, move by move. The number of stored events is part of a play, so that whoever appends says how
//! many there were, and a second tab that does not know the newest ones is told so.

use std::sync::LazyLock;
use std::time::Duration;

use ingenio_core::{LevelId, LevelRef, Message};
use ingenio_play::{Action, Event, Mode, REMEMBERED, Session, helps};
use sqlx::any::AnyRow;
use sqlx::{AnyConnection, Row};

use crate::database::Change;
use crate::levels;
use crate::players::one;
use crate::progress::{self, Win, Won};
use crate::quotas::forget_unmoved;
use crate::races;
use crate::rows::{Hint, Page, PlayId, PlayKey, PlayRow, PlayerId, SavedPlay, millis, now};
use crate::store::Store;
use crate::trouble::Trouble;
use crate::words;

/// So long a player is told what the house has changed.
const NOTICED: Duration = Duration::from_hours(30 * 24);

/// A query for [`PlayRow`]s.
macro_rules! plays {
    ($condition:literal) => {
        concat!(
            "SELECT play.id, play.key, play.player, play.level, level.puzzle, play.mode, play.begun, play.touched, \
               play.ended, play.given_up, play.helped, play.events, \
               (SELECT COUNT(*) FROM hint WHERE hint.play = play.id) AS hints \
             FROM play JOIN level ON level.id = play.level WHERE ",
            $condition
        )
    };
}

impl Store {
    /// Begins a play; the key is its public name.
    pub async fn begin(
        &self,
        player: PlayerId,
        level: &LevelRef,
        mode: Mode,
    ) -> Result<(PlayId, PlayKey), Trouble> {
        let key = PlayKey::draw()?;
        Ok((self.begin_as(key, player, level, mode).await?, key))
    }

    /// Begins a play under a key that it has already; the second time it is the same play.
    pub async fn begin_as(
        &self,
        key: PlayKey,
        player: PlayerId,
        level: &LevelRef,
        mode: Mode,
    ) -> Result<PlayId, Trouble> {
        let level = level.clone();
        self.write(move |db| Box::pin(async move { begin(db, player, &level, mode, key).await })).await
    }

    /// Adds events after the first `after` ones; on return they are safe. `value` is what is known to be
    /// left after the last of them; `ended` says that they win. Where the play has not `after` events,
    /// nothing is written and [`Trouble::Conflict`] says how many it has. Gives the new number.
    pub async fn append(
        &self,
        play: PlayId,
        after: u64,
        events: &[Event],
        value: Option<u64>,
        ended: bool,
    ) -> Result<u64, Trouble> {
        let lines: Vec<_> = events.iter().map(|event| (millis(event.at), event.action.text())).collect();
        let value = value.and_then(|value| i64::try_from(value).ok());
        let is_one = lines.len() == 1;
        let change = appending(play, after, lines, value, ended);
        if is_one { self.write_statement(change).await } else { self.write(change).await }
    }

    /// The last events of a play that is won with them, and what that brings: progress, and records unless
    /// it was helped. All of it happens or nothing.
    pub async fn append_and_win(
        &self,
        (play, after): (PlayId, u64),
        events: &[Event],
        player: PlayerId,
        level: &LevelRef,
        win: Win,
    ) -> Result<Won, Trouble> {
        let lines: Vec<_> = events.iter().map(|event| (millis(event.at), event.action.text())).collect();
        let level = level.clone();
        self.write(move |db| {
            Box::pin(async move {
                append(db, play, after, &lines, None, true).await?;
                let won = progress::finish(db, player, Some(play), &level, &win).await?;
                if won.solved {
                    races::arrive(db, play, figure(&level, &win), won.helped).await?;
                }
                Ok(won)
            })
        })
        .await
    }

    /// The mode in which the play is played; the first move fixes it.
    pub async fn set_mode(&self, play: PlayId, mode: Mode) -> Result<(), Trouble> {
        let statement = match mode {
            Mode::Relax => {
                "UPDATE play SET mode = 'relax', touched = $2 WHERE id = $1 AND NOT EXISTS \
                   (SELECT 1 FROM event WHERE event.play = $1 AND action LIKE 'move %')"
            }
            Mode::Challenge => {
                "UPDATE play SET mode = 'challenge', touched = $2 WHERE id = $1 AND NOT EXISTS \
                   (SELECT 1 FROM event WHERE event.play = $1 AND action LIKE 'move %')"
            }
        };
        self.write(move |db| Box::pin(touch(db, statement, play))).await
    }

    /// A hint was taken; above the first rung it makes the play helped.
    pub async fn hint_taken(&self, play: PlayId, at: Duration, rung: u8) -> Result<(), Trouble> {
        let mark = if helps(rung) {
            "UPDATE play SET touched = $2, helped = COALESCE(helped, $2) WHERE id = $1"
        } else {
            "UPDATE play SET touched = $2 WHERE id = $1"
        };
        self.write(move |db| {
            Box::pin(async move {
                // The update also keeps two hints of one play from coming at once.
                touch(db, mark, play).await?;
                sqlx::query(
                    "INSERT INTO hint (play, number, at, rung) \
                     SELECT $1, COALESCE(MAX(number), 0) + 1, $2, $3 FROM hint WHERE play = $1",
                )
                .bind(play.0)
                .bind(millis(at))
                .bind(i64::from(rung))
                .execute(db)
                .await?;
                Ok(())
            })
        })
        .await
    }

    /// The player saw a solution of a level: plays that are open are helped, and so are those that begin
    /// within a day.
    pub async fn solution_seen(&self, player: PlayerId, level: &LevelRef) -> Result<(), Trouble> {
        let level = level.clone();
        self.write(move |db| {
            Box::pin(async move {
                levels::keep(db, &level).await?;
                saw(db, player, level.id()).await
            })
        })
        .await
    }

    /// Has the player seen a solution of the level less than a day ago?
    pub async fn saw_lately(&self, player: PlayerId, level: LevelId) -> Result<bool, Trouble> {
        Ok(seen_lately(&mut *self.reader().await?, player, level).await?.is_some())
    }

    /// What the player is told because the house has changed something of theirs, in the last weeks.
    pub async fn notices(&self, player: PlayerId) -> Result<Vec<Message>, Trouble> {
        let query = sqlx::query_scalar("SELECT said FROM notice WHERE player = $1 AND at > $2 ORDER BY at");
        let since = now() - millis(NOTICED);
        let kept: Vec<String> =
            query.bind(player.0).bind(since).fetch_all(&mut *self.reader().await?).await?;
        Ok(kept.iter().map(|kept| Message::recall(kept, words::ALL)).collect())
    }

    /// The play is not to be continued.
    pub async fn give_up(&self, play: PlayId) -> Result<(), Trouble> {
        self.write(move |db| {
            Box::pin(touch(
                db,
                "UPDATE play SET given_up = COALESCE(given_up, $2), touched = $2 WHERE id = $1",
                play,
            ))
        })
        .await
    }

    pub async fn play(&self, play: PlayId) -> Result<Option<PlayRow>, Trouble> {
        let query = sqlx::query(plays!("play.id = $1")).bind(play.0);
        let row = query.fetch_optional(&mut *self.reader().await?).await?;
        row.as_ref().map(play_row).transpose()
    }

    /// The play of a public key.
    pub async fn play_by_key(&self, key: PlayKey) -> Result<Option<PlayRow>, Trouble> {
        let query = sqlx::query(plays!("play.key = $1")).bind(key.to_string());
        let row = query.fetch_optional(&mut *self.reader().await?).await?;
        row.as_ref().map(play_row).transpose()
    }

    /// A player's plays in which something was done, newest first.
    pub async fn plays(&self, player: PlayerId, page: Page) -> Result<Vec<PlayRow>, Trouble> {
        let rows = sqlx::query(plays!(
            "play.player = $1 AND play.id < $2 AND play.events > 0 ORDER BY play.id DESC LIMIT $3"
        ))
        .bind(player.0)
        .bind(page.before.map_or(i64::MAX, |play| play.0))
        .bind(i64::from(page.most))
        .fetch_all(&mut *self.reader().await?)
        .await?;
        rows.iter().map(play_row).collect()
    }

    /// The latest play of a level that was neither won nor given up.
    pub async fn unfinished(&self, player: PlayerId, level: LevelId) -> Result<Option<PlayRow>, Trouble> {
        let row = sqlx::query(plays!(
            "play.player = $1 AND play.level = $2 AND play.ended IS NULL AND play.given_up IS NULL \
             ORDER BY play.id DESC LIMIT 1"
        ))
        .bind(player.0)
        .bind(level.to_string())
        .fetch_optional(&mut *self.reader().await?)
        .await?;
        row.as_ref().map(play_row).transpose()
    }

    /// The same, ready to go on.
    pub async fn unfinished_session(
        &self,
        player: PlayerId,
        level: &LevelRef,
    ) -> Result<Option<SavedPlay>, Trouble> {
        let Some(row) = self.unfinished(player, level.id()).await? else { return Ok(None) };
        let session = Session::resume(level.clone(), &self.events(row.id).await?)?;
        Ok(Some(SavedPlay { id: row.id, session }))
    }

    /// What can be continued: of every puzzle the unfinished play that was last touched and has a move,
    /// latest first.
    pub async fn last_unfinished(&self, player: PlayerId) -> Result<Vec<PlayRow>, Trouble> {
        let rows = sqlx::query(plays!(
            "play.id IN (SELECT id FROM (\
               SELECT mine.id, ROW_NUMBER() OVER \
                 (PARTITION BY its.puzzle ORDER BY mine.touched DESC, mine.id DESC) AS place \
               FROM play AS mine JOIN level AS its ON its.id = mine.level \
               WHERE mine.player = $1 AND mine.ended IS NULL AND mine.given_up IS NULL AND mine.events > 0\
             ) AS placed WHERE place = 1) ORDER BY play.touched DESC, play.id DESC"
        ))
        .bind(player.0)
        .fetch_all(&mut *self.reader().await?)
        .await?;
        rows.iter().map(play_row).collect()
    }

    pub async fn events(&self, play: PlayId) -> Result<Vec<Event>, Trouble> {
        let rows = event_lines(&mut *self.reader().await?, play.0).await?;
        rows.into_iter().map(|(at, action, _)| event(at, &action)).collect()
    }

    pub async fn hints(&self, play: PlayId) -> Result<Vec<Hint>, Trouble> {
        let rows = hint_lines(&mut *self.reader().await?, play.0).await?;
        let hint = |(at, rung)| Hint { at: clock(at), rung: u8::try_from(rung).unwrap_or(u8::MAX) };
        Ok(rows.into_iter().map(hint).collect())
    }
}

/// What a win came to in the puzzle's first metric; where it has none, in how much of the board is filled.
fn figure(level: &LevelRef, win: &Win) -> Option<i64> {
    let name = level.puzzle().info().metrics.first().map_or("fill", |metric| metric.name);
    win.solution.measures().get(name).and_then(|value| i64::try_from(value).ok())
}

async fn begin(
    db: &mut AnyConnection,
    player: PlayerId,
    level: &LevelRef,
    mode: Mode,
    key: PlayKey,
) -> Result<PlayId, Trouble> {
    levels::keep(db, level).await?;
    let seen = seen_lately(db, player, level.id()).await?;
    let begun = sqlx::query_scalar(
        "INSERT INTO play (player, level, mode, begun, touched, key, helped) \
         VALUES ($1, $2, $3, $4, $4, $5, $6) ON CONFLICT (key) DO NOTHING RETURNING id",
    )
    .bind(player.0)
    .bind(level.id().to_string())
    .bind(mode.word())
    .bind(now())
    .bind(key.to_string())
    .bind(seen)
    .fetch_optional(&mut *db)
    .await?;
    let Some(id) = begun else { return begun_before(db, player, level.id(), key).await };
    forget_unmoved(db, player).await?;
    Ok(PlayId(id))
}

/// The play of a key that is taken, for the player and the level whose it is.
async fn begun_before(
    db: &mut AnyConnection,
    player: PlayerId,
    level: LevelId,
    key: PlayKey,
) -> Result<PlayId, Trouble> {
    let query = sqlx::query_scalar("SELECT id FROM play WHERE key = $1 AND player = $2 AND level = $3");
    let id = query.bind(key.to_string()).bind(player.0).bind(level.to_string()).fetch_optional(db).await?;
    id.map(PlayId).ok_or(Trouble::Unknown)
}

/// Notes that a player has seen a solution of a level.
pub async fn saw(db: &mut AnyConnection, player: PlayerId, level: LevelId) -> Result<(), Trouble> {
    let statements = [
        "INSERT INTO seen (player, level, at) VALUES ($1, $2, $3) \
         ON CONFLICT (player, level) DO UPDATE SET at = excluded.at",
        "UPDATE play SET helped = COALESCE(helped, $3) WHERE player = $1 AND level = $2 AND ended IS NULL",
    ];
    for statement in statements {
        let query = sqlx::query(statement).bind(player.0).bind(level.to_string()).bind(now());
        query.execute(&mut *db).await?;
    }
    Ok(())
}

/// When the player saw a solution of the level, if that still helps.
async fn seen_lately(
    db: &mut AnyConnection,
    player: PlayerId,
    level: LevelId,
) -> Result<Option<i64>, Trouble> {
    let query = sqlx::query_scalar("SELECT at FROM seen WHERE player = $1 AND level = $2 AND at > $3");
    let since = now() - millis(REMEMBERED);
    Ok(query.bind(player.0).bind(level.to_string()).bind(since).fetch_optional(db).await?)
}

/// Takes the place after the first `$2` events of play `$1` up to event `$3`, if it is free.
macro_rules! claim {
    () => {
        "UPDATE play SET events = $3 + 1, touched = $4, \
           ended = CASE WHEN $5 = 1 THEN COALESCE(ended, $4) ELSE ended END \
         WHERE id = $1 AND events = $2"
    };
}

/// Adds event `$3`, once for every row of `$claimed`.
macro_rules! add_last {
    ($claimed:literal) => {
        concat!(
            "INSERT INTO event (play, number, at, action, value) SELECT $1, $3, $6, $7, $8 FROM ",
            $claimed
        )
    };
}

fn appending(
    play: PlayId,
    after: u64,
    lines: Vec<(i64, String)>,
    value: Option<i64>,
    ended: bool,
) -> impl Change<u64> {
    move |db| Box::pin(async move { append(db, play, after, &lines, value, ended).await })
}

/// Most moves come one by one: what each needs goes to the database at once.
async fn append(
    db: &mut AnyConnection,
    play: PlayId,
    after: u64,
    lines: &[(i64, String)],
    value: Option<i64>,
    ended: bool,
) -> Result<u64, Trouble> {
    let after = i64::try_from(after).unwrap_or(i64::MAX);
    let Some(((at, action), before)) = lines.split_last() else { return Ok(after as u64) };
    let last = after + before.len() as i64;
    let claim_and_add = match db.backend_name() {
        "PostgreSQL" => concat!("WITH claimed AS (", claim!(), " RETURNING id) ", add_last!("claimed")),
        _ => concat!(claim!(), "; ", add_last!("(SELECT 1) WHERE changes() = 1")),
    };
    let claimed = sqlx::query(claim_and_add)
        .bind(play.0)
        .bind(after)
        .bind(last)
        .bind(now())
        .bind(i64::from(ended))
        .bind(*at)
        .bind(action.as_str())
        .bind(value)
        .execute(&mut *db)
        .await?;
    if claimed.rows_affected() == 0 {
        return Err(misplaced(db, play).await?);
    }
    insert_events(db, play.0, after, before).await?;
    Ok((last + 1) as u64)
}

/// Why no play of that id had that many events.
async fn misplaced(db: &mut AnyConnection, play: PlayId) -> Result<Trouble, Trouble> {
    let stored: Option<i64> =
        sqlx::query_scalar("SELECT events FROM play WHERE id = $1").bind(play.0).fetch_optional(db).await?;
    Ok(stored.map_or(Trouble::Unknown, |stored| Trouble::Conflict { stored: stored as u64 }))
}

/// Adds events of which no value is known.
async fn insert_events(
    db: &mut AnyConnection,
    play: i64,
    after: i64,
    lines: &[(i64, String)],
) -> Result<(), Trouble> {
    let mut number = after;
    let mut chunks = lines.chunks_exact(AT_ONCE);
    for chunk in &mut chunks {
        let mut query = sqlx::query(MANY_EVENTS.as_str());
        for (at, action) in chunk {
            query = query.bind(play).bind(number).bind(*at).bind(action.as_str()).bind(None::<i64>);
            number += 1;
        }
        query.execute(&mut *db).await?;
    }
    for (at, action) in chunks.remainder() {
        insert_event(db, play, number, *at, action, None).await?;
        number += 1;
    }
    Ok(())
}

/// Events of one statement. With one each, a walk of a thousand moves would hold up everybody behind it.
const AT_ONCE: usize = 64;

static MANY_EVENTS: LazyLock<String> = LazyLock::new(|| {
    let row = |row: usize| {
        let holes: Vec<String> = (1..=5).map(|hole| format!("${}", row * 5 + hole)).collect();
        format!("({})", holes.join(", "))
    };
    let rows: Vec<String> = (0..AT_ONCE).map(row).collect();
    format!("INSERT INTO event (play, number, at, action, value) VALUES {}", rows.join(", "))
});

pub async fn insert_event(
    db: &mut AnyConnection,
    play: i64,
    number: i64,
    at: i64,
    action: &str,
    value: Option<i64>,
) -> Result<(), Trouble> {
    sqlx::query("INSERT INTO event (play, number, at, action, value) VALUES ($1, $2, $3, $4, $5)")
        .bind(play)
        .bind(number)
        .bind(at)
        .bind(action)
        .bind(value)
        .execute(db)
        .await?;
    Ok(())
}

/// Changes one play; `$2` is now.
async fn touch(db: &mut AnyConnection, statement: &'static str, play: PlayId) -> Result<(), Trouble> {
    one(sqlx::query(statement).bind(play.0).bind(now()).execute(db).await?.rows_affected())
}

/// Clock, action and value of every event.
pub async fn event_lines(
    db: &mut AnyConnection,
    play: i64,
) -> Result<Vec<(i64, String, Option<i64>)>, Trouble> {
    let query = sqlx::query_as("SELECT at, action, value FROM event WHERE play = $1 ORDER BY number");
    Ok(query.bind(play).fetch_all(db).await?)
}

/// Clock and rung of every hint.
pub async fn hint_lines(db: &mut AnyConnection, play: i64) -> Result<Vec<(i64, i64)>, Trouble> {
    let query = sqlx::query_as("SELECT at, rung FROM hint WHERE play = $1 ORDER BY number");
    Ok(query.bind(play).fetch_all(db).await?)
}

pub fn event(at: i64, action: &str) -> Result<Event, Trouble> {
    let parsed = Action::parse(action).ok_or_else(|| Trouble::broken(action))?;
    Ok(Event { action: parsed, at: clock(at) })
}

fn clock(at: i64) -> Duration {
    Duration::from_millis(u64::try_from(at).unwrap_or(0))
}

fn play_row(row: &AnyRow) -> Result<PlayRow, Trouble> {
    let key: String = row.try_get("key")?;
    Ok(PlayRow {
        id: PlayId(row.try_get("id")?),
        key: key.parse().map_err(|_| Trouble::broken(key))?,
        player: PlayerId(row.try_get("player")?),
        level: level_id(row)?,
        puzzle: row.try_get("puzzle")?,
        mode: row.try_get("mode")?,
        begun: row.try_get("begun")?,
        touched: row.try_get("touched")?,
        ended: row.try_get("ended")?,
        given_up: row.try_get("given_up")?,
        helped: row.try_get("helped")?,
        events: row.try_get::<i64, _>("events")? as u64,
        hints: row.try_get::<i64, _>("hints")? as u64,
    })
}

/// The column `level` of a row.
pub fn level_id(row: &AnyRow) -> Result<LevelId, Trouble> {
    let text: String = row.try_get("level")?;
    text.parse().map_err(|_| Trouble::broken(text))
}
