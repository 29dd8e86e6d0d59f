//! The SQL of `SQLite`. One connection writes and reads: the terminal is one person, and a write is safe
//! when it returns (WAL with full synchronisation).

use std::path::Path;
use std::time::Duration;

use ingenio_core::Message;
use ingenio_play::Event;
use sqlx::migrate::MigrateError;
use sqlx::sqlite::{
    SqliteConnectOptions, SqliteJournalMode, SqlitePool, SqlitePoolOptions, SqliteSynchronous,
};
use sqlx::{Error, Row};

use crate::export::{PlayLine, StoredPlay};
use crate::local::{Holder, PlayId, PlayRow, Progress, Record, RunRow, millis};
use crate::words;

static MIGRATIONS: sqlx::migrate::Migrator = sqlx::migrate!("migrations/sqlite");

/// How long a second program may hold the database.
const PATIENCE: Duration = Duration::from_secs(5);

pub struct Sqlite {
    pool: SqlitePool,
}

impl Sqlite {
    pub async fn open(file: &Path) -> Result<Self, Message> {
        let options = SqliteConnectOptions::new()
            .filename(file)
            .create_if_missing(true)
            .journal_mode(SqliteJournalMode::Wal)
            .synchronous(SqliteSynchronous::Full)
            .foreign_keys(true)
            .busy_timeout(PATIENCE);
        let cannot = |error: String| words::CANNOT_OPEN.with("file", file.display()).with("error", error);
        let pool = SqlitePoolOptions::new().max_connections(1).connect_with(options).await;
        let pool = pool.map_err(|error| cannot(error.to_string()))?;
        match MIGRATIONS.run(&pool).await {
            Ok(()) => Ok(Sqlite { pool }),
            Err(MigrateError::VersionMissing(_) | MigrateError::VersionTooNew(..)) => {
                Err(words::TOO_NEW.with("file", file.display()))
            }
            Err(error) => Err(cannot(error.to_string())),
        }
    }

    // --- players and levels ---

    pub async fn player(&self, name: &str, now: i64) -> Result<i64, Error> {
        sqlx::query("INSERT INTO player (name, made) VALUES (?, ?) ON CONFLICT (name) DO NOTHING")
            .bind(name)
            .bind(now)
            .execute(&self.pool)
            .await?;
        sqlx::query_scalar("SELECT id FROM player WHERE name = ?").bind(name).fetch_one(&self.pool).await
    }

    pub async fn players(&self) -> Result<Vec<(i64, String)>, Error> {
        sqlx::query_as("SELECT id, name FROM player ORDER BY made, id").fetch_all(&self.pool).await
    }

    pub async fn keep_level(&self, id: &str, puzzle: &str, text: &str) -> Result<(), Error> {
        sqlx::query("INSERT INTO level (id, puzzle, text) VALUES (?, ?, ?) ON CONFLICT (id) DO NOTHING")
            .bind(id)
            .bind(puzzle)
            .bind(text)
            .execute(&self.pool)
            .await?;
        Ok(())
    }

    // --- plays ---

    pub async fn begin(&self, player: i64, level: &str, mode: &str, now: i64) -> Result<i64, Error> {
        sqlx::query_scalar("INSERT INTO play (player, level, mode, begun) VALUES (?, ?, ?, ?) RETURNING id")
            .bind(player)
            .bind(level)
            .bind(mode)
            .bind(now)
            .fetch_one(&self.pool)
            .await
    }

    /// Adds the events that are not there yet, all or none.
    pub async fn save(
        &self,
        play: i64,
        events: &[Event],
        value: Option<i64>,
        won: Option<i64>,
    ) -> Result<(), Error> {
        let mut work = self.pool.begin().await?;
        let known: i64 = sqlx::query_scalar("SELECT COUNT(*) FROM event WHERE play = ?")
            .bind(play)
            .fetch_one(&mut *work)
            .await?;
        let known = usize::try_from(known).unwrap_or(0).min(events.len());
        for (number, event) in events.iter().enumerate().skip(known) {
            let value = if number + 1 == events.len() { value } else { None };
            sqlx::query("INSERT INTO event (play, number, at, action, value) VALUES (?, ?, ?, ?, ?)")
                .bind(play)
                .bind(number as i64)
                .bind(millis(event.at))
                .bind(event.action.text())
                .bind(value)
                .execute(&mut *work)
                .await?;
        }
        if won.is_some() {
            sqlx::query("UPDATE play SET ended = ? WHERE id = ? AND ended IS NULL")
                .bind(won)
                .bind(play)
                .execute(&mut *work)
                .await?;
        }
        work.commit().await
    }

    pub async fn hint_taken(&self, play: i64, at: i64, rung: i64) -> Result<(), Error> {
        sqlx::query(
            "INSERT INTO hint (play, number, at, rung) \
             SELECT ?1, COALESCE(MAX(number), 0) + 1, ?2, ?3 FROM hint WHERE play = ?1",
        )
        .bind(play)
        .bind(at)
        .bind(rung)
        .execute(&self.pool)
        .await?;
        Ok(())
    }

    pub async fn plays(&self, player: i64) -> Result<Vec<PlayRow>, Error> {
        let rows = sqlx::query(
            "SELECT id, level, mode, begun, ended, \
             (SELECT COUNT(*) FROM event WHERE event.play = play.id) AS events, \
             (SELECT COUNT(*) FROM hint WHERE hint.play = play.id) AS hints \
             FROM play WHERE player = ? ORDER BY id",
        )
        .bind(player)
        .fetch_all(&self.pool)
        .await?;
        rows.iter()
            .map(|row| {
                Ok(PlayRow {
                    id: PlayId(row.try_get("id")?),
                    level: row.try_get("level")?,
                    mode: row.try_get("mode")?,
                    begun: row.try_get("begun")?,
                    ended: row.try_get("ended")?,
                    events: row.try_get("events")?,
                    hints: row.try_get("hints")?,
                })
            })
            .collect()
    }

    pub async fn unfinished(&self, player: i64, level: &str) -> Result<Option<i64>, Error> {
        sqlx::query_scalar(
            "SELECT id FROM play WHERE player = ? AND level = ? AND ended IS NULL ORDER BY id DESC LIMIT 1",
        )
        .bind(player)
        .bind(level)
        .fetch_optional(&self.pool)
        .await
    }

    pub async fn events(&self, play: i64) -> Result<Vec<(i64, String)>, Error> {
        sqlx::query_as("SELECT at, action FROM event WHERE play = ? ORDER BY number")
            .bind(play)
            .fetch_all(&self.pool)
            .await
    }

    pub async fn hints(&self, play: i64) -> Result<Vec<(i64, i64)>, Error> {
        sqlx::query_as("SELECT at, rung FROM hint WHERE play = ? ORDER BY number")
            .bind(play)
            .fetch_all(&self.pool)
            .await
    }

    // --- progress, runs, records ---

    /// Keeps the better of what was reached: played before shown, more stars, a better figure.
    pub async fn reach(
        &self,
        player: i64,
        level: &str,
        row: &Progress,
        most: bool,
        now: i64,
    ) -> Result<(), Error> {
        sqlx::query(
            "INSERT INTO progress (player, level, how, value, stars, at) VALUES (?1, ?2, ?3, ?4, ?5, ?6) \
             ON CONFLICT (player, level) DO UPDATE SET \
               stars = MAX(stars, excluded.stars), \
               value = CASE WHEN value IS NULL THEN excluded.value WHEN excluded.value IS NULL THEN value \
                            WHEN ?7 THEN MAX(value, excluded.value) ELSE MIN(value, excluded.value) END, \
               how = CASE WHEN 'played' IN (how, excluded.how) THEN 'played' ELSE 'shown' END, \
               at = excluded.at",
        )
        .bind(player)
        .bind(level)
        .bind(if row.played { "played" } else { "shown" })
        .bind(row.value)
        .bind(i64::from(row.stars))
        .bind(now)
        .bind(most)
        .execute(&self.pool)
        .await?;
        Ok(())
    }

    pub async fn progress(&self, player: i64, level: &str) -> Result<Option<Progress>, Error> {
        let row: Option<(String, Option<i64>, i64)> =
            sqlx::query_as("SELECT how, value, stars FROM progress WHERE player = ? AND level = ?")
                .bind(player)
                .bind(level)
                .fetch_optional(&self.pool)
                .await?;
        Ok(row.map(|(how, value, stars)| Progress {
            played: how == "played",
            value,
            stars: u8::try_from(stars).unwrap_or(0),
        }))
    }

    /// Keeps a run if it is better than the method's own best, or as good and quicker or proved.
    pub async fn ran(&self, level: &str, run: &RunRow, most: bool, now: i64) -> Result<(), Error> {
        sqlx::query(
            "INSERT INTO run (level, method, metric, value, proved, solution, nodes, seconds, at) \
             VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9) \
             ON CONFLICT (level, method, metric) DO UPDATE SET value = excluded.value, proved = excluded.proved, \
               solution = excluded.solution, nodes = excluded.nodes, seconds = excluded.seconds, at = excluded.at \
             WHERE excluded.proved > proved \
               OR (?10 AND excluded.value > value) OR (NOT ?10 AND excluded.value < value) \
               OR (excluded.value IS value AND excluded.proved = proved AND excluded.seconds < seconds)",
        )
        .bind(level)
        .bind(&run.method)
        .bind(&run.metric)
        .bind(run.value)
        .bind(run.proved)
        .bind(&run.solution)
        .bind(run.nodes)
        .bind(run.seconds)
        .bind(now)
        .bind(most)
        .execute(&self.pool)
        .await?;
        Ok(())
    }

    pub async fn runs(&self, level: &str) -> Result<Vec<RunRow>, Error> {
        let rows = sqlx::query(
            "SELECT method, metric, value, proved, solution, nodes, seconds FROM run WHERE level = ? \
             ORDER BY metric, method",
        )
        .bind(level)
        .fetch_all(&self.pool)
        .await?;
        rows.iter()
            .map(|row| {
                Ok(RunRow {
                    method: row.try_get("method")?,
                    metric: row.try_get("metric")?,
                    value: row.try_get("value")?,
                    proved: row.try_get("proved")?,
                    solution: row.try_get("solution")?,
                    nodes: row.try_get("nodes")?,
                    seconds: row.try_get("seconds")?,
                })
            })
            .collect()
    }

    pub async fn record(&self, level: &str, metric: &str) -> Result<Option<Record>, Error> {
        let row = sqlx::query(
            "SELECT metric, value, proved, holder, is_method, solution FROM record WHERE level = ? AND metric = ?",
        )
        .bind(level)
        .bind(metric)
        .fetch_optional(&self.pool)
        .await?;
        row.map(|row| {
            let name: String = row.try_get("holder")?;
            let is_method: bool = row.try_get("is_method")?;
            Ok(Record {
                metric: row.try_get("metric")?,
                value: row.try_get("value")?,
                proved: row.try_get("proved")?,
                holder: if is_method { Holder::Method(name) } else { Holder::Person(name) },
                solution: row.try_get("solution")?,
            })
        })
        .transpose()
    }

    /// The first to reach a figure keeps the record; a proof for the same figure is added to it.
    pub async fn offer(&self, level: &str, record: &Record, most: bool, now: i64) -> Result<(), Error> {
        let (name, is_method) = match &record.holder {
            Holder::Person(name) => (name, false),
            Holder::Method(name) => (name, true),
        };
        let mut work = self.pool.begin().await?;
        sqlx::query(
            "INSERT INTO record (level, metric, value, proved, holder, is_method, solution, at) \
             VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8) \
             ON CONFLICT (level, metric) DO UPDATE SET value = excluded.value, proved = excluded.proved, \
               holder = excluded.holder, is_method = excluded.is_method, solution = excluded.solution, \
               at = excluded.at \
             WHERE (?9 AND excluded.value > value) OR (NOT ?9 AND excluded.value < value)",
        )
        .bind(level)
        .bind(&record.metric)
        .bind(record.value)
        .bind(record.proved)
        .bind(name)
        .bind(is_method)
        .bind(&record.solution)
        .bind(now)
        .bind(most)
        .execute(&mut *work)
        .await?;
        if record.proved {
            sqlx::query("UPDATE record SET proved = 1 WHERE level = ? AND metric = ? AND value IS ?")
                .bind(level)
                .bind(&record.metric)
                .bind(record.value)
                .execute(&mut *work)
                .await?;
        }
        work.commit().await
    }

    // --- export and import ---

    pub async fn all_plays(&self) -> Result<Vec<StoredPlay>, Error> {
        let rows = sqlx::query(
            "SELECT play.id, player.name, level.puzzle, level.id AS level, level.text, mode, begun, ended \
             FROM play JOIN player ON player.id = play.player JOIN level ON level.id = play.level ORDER BY play.id",
        )
        .fetch_all(&self.pool)
        .await?;
        rows.iter()
            .map(|row| {
                Ok(StoredPlay {
                    id: row.try_get("id")?,
                    player: row.try_get("name")?,
                    puzzle: row.try_get("puzzle")?,
                    level: row.try_get("level")?,
                    text: row.try_get("text")?,
                    mode: row.try_get("mode")?,
                    begun: row.try_get("begun")?,
                    ended: row.try_get("ended")?,
                })
            })
            .collect()
    }

    /// Adds a whole play unless the same one (player, level, moment it began) is there.
    pub async fn add_play(&self, player: i64, play: &PlayLine) -> Result<bool, Error> {
        self.keep_level(&play.level, &play.puzzle, &play.text).await?;
        let mut work = self.pool.begin().await?;
        let known: Option<i64> =
            sqlx::query_scalar("SELECT id FROM play WHERE player = ? AND level = ? AND begun = ?")
                .bind(player)
                .bind(&play.level)
                .bind(play.begun)
                .fetch_optional(&mut *work)
                .await?;
        if known.is_some() {
            return Ok(false);
        }
        let id: i64 = sqlx::query_scalar(
            "INSERT INTO play (player, level, mode, begun, ended) VALUES (?, ?, ?, ?, ?) RETURNING id",
        )
        .bind(player)
        .bind(&play.level)
        .bind(&play.mode)
        .bind(play.begun)
        .bind(play.ended)
        .fetch_one(&mut *work)
        .await?;
        for (number, (at, action)) in play.events.iter().enumerate() {
            sqlx::query("INSERT INTO event (play, number, at, action) VALUES (?, ?, ?, ?)")
                .bind(id)
                .bind(number as i64)
                .bind(at)
                .bind(action)
                .execute(&mut *work)
                .await?;
        }
        for (number, (at, rung)) in (1_i64..).zip(&play.hints) {
            sqlx::query("INSERT INTO hint (play, number, at, rung) VALUES (?, ?, ?, ?)")
                .bind(id)
                .bind(number)
                .bind(at)
                .bind(rung)
                .execute(&mut *work)
                .await?;
        }
        work.commit().await?;
        Ok(true)
    }
}
