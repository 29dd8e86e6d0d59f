//! What the owner of a house sees and does: who is there and what they take up, which levels were opened,
//! shutting players out, removing levels; and whether a copy of the database would do if this one were lost.

use std::path::Path;

use ingenio_core::metric::named;
use ingenio_core::{LevelRef, Message};
use ingenio_play::Session;
use sqlx::{AnyConnection, Row};

use crate::levels;
use crate::names::folded;
use crate::players::one;
use crate::plays::{event, event_lines};
use crate::rows::{PlayerId, now};
use crate::store::Store;
use crate::trouble::Trouble;
use crate::words;

/// A player with what they take up.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Resident {
    pub id: PlayerId,
    pub name: String,
    pub guest: bool,
    /// Milliseconds since 1970, as all times here.
    pub made: i64,
    pub touched: Option<i64>,
    pub plays: u64,
    pub events: u64,
    pub levels: u64,
    pub banned: Option<i64>,
    pub quota: Option<u64>,
}

/// A level that somebody opened from its text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OpenedLevel {
    pub id: String,
    pub puzzle: String,
    pub opened: i64,
    pub opener: Option<String>,
    pub bytes: u64,
    pub plays: u64,
}

/// What a drill found in a copy.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Drill {
    pub levels: u64,
    pub plays: u64,
    pub events: u64,
    pub records: u64,
    /// What is not as it was written.
    pub broken: Vec<Message>,
}

impl Store {
    /// Everybody, the largest first.
    pub async fn residents(&self) -> Result<Vec<Resident>, Trouble> {
        let rows = sqlx::query(
            "SELECT player.id, player.name, player.guest, player.made, player.banned, player.quota, \
               (SELECT COUNT(*) FROM play WHERE play.player = player.id) AS plays, \
               (SELECT CAST(COALESCE(SUM(events), 0) AS BIGINT) FROM play WHERE play.player = player.id) AS events, \
               (SELECT MAX(touched) FROM play WHERE play.player = player.id) AS touched, \
               (SELECT COUNT(*) FROM level WHERE level.opener = player.id) AS levels \
             FROM player ORDER BY events DESC, player.id",
        )
        .fetch_all(&mut *self.reader().await?)
        .await?;
        rows.iter().map(resident).collect()
    }

    /// Levels that were opened from their texts, the newest first.
    pub async fn opened_levels(&self) -> Result<Vec<OpenedLevel>, Trouble> {
        let rows = sqlx::query(
            "SELECT level.id, level.puzzle, level.opened, player.name, CAST(LENGTH(level.text) AS BIGINT) AS bytes, \
               (SELECT COUNT(*) FROM play WHERE play.level = level.id) AS plays \
             FROM level LEFT JOIN player ON player.id = level.opener WHERE level.opened IS NOT NULL \
             ORDER BY level.opened DESC, level.id",
        )
        .fetch_all(&mut *self.reader().await?)
        .await?;
        let row = |row: &sqlx::any::AnyRow| {
            let count = |name: &str| row.try_get::<i64, _>(name).map(|count| count as u64);
            Ok(OpenedLevel {
                id: row.try_get("id")?,
                puzzle: row.try_get("puzzle")?,
                opened: row.try_get("opened")?,
                opener: row.try_get("name")?,
                bytes: count("bytes")?,
                plays: count("plays")?,
            })
        };
        rows.iter().map(row).collect()
    }

    /// The player of that name, as it is written or in whatever case.
    pub async fn find_player(&self, name: &str) -> Result<Option<PlayerId>, Trouble> {
        let query = sqlx::query_scalar(
            "SELECT id FROM player WHERE name = $1 OR folded = $2 ORDER BY name <> $1 LIMIT 1",
        );
        let query = query.bind(name).bind(folded(name));
        let id: Option<i64> = query.fetch_optional(&mut *self.reader().await?).await?;
        Ok(id.map(PlayerId))
    }

    /// Shuts a player out, or lets them in again. Their sessions end; what they played stays.
    pub async fn ban(&self, player: PlayerId, banned: bool) -> Result<(), Trouble> {
        let at = banned.then(now);
        self.write(move |db| {
            Box::pin(async move {
                let query = sqlx::query("UPDATE player SET banned = $2 WHERE id = $1");
                one(query.bind(player.0).bind(at).execute(&mut *db).await?.rows_affected())?;
                sqlx::query("DELETE FROM session WHERE player = $1").bind(player.0).execute(db).await?;
                Ok(())
            })
        })
        .await
    }

    /// Removes a level with everything that was done on it.
    pub async fn remove_level(&self, level: &str) -> Result<(), Trouble> {
        let level = level.to_owned();
        self.write(move |db| Box::pin(async move { remove_level(db, &level).await })).await
    }

    /// Reads all that is there as if it were needed: every level has its id, every record is refereed,
    /// every play is replayed.
    pub async fn drill(&self) -> Result<Drill, Trouble> {
        let mut db = self.database().own_reader().await?;
        let mut drill = Drill::default();
        self.database().check_whole(&mut db, &mut drill.broken).await?;
        let levels: Vec<(String, String, String)> =
            sqlx::query_as("SELECT id, puzzle, text FROM level ORDER BY id").fetch_all(&mut db).await?;
        for (id, puzzle, text) in &levels {
            drill.levels += 1;
            drill.level(&mut db, id, puzzle, text).await?;
        }
        Ok(drill)
    }
}

/// A copy of a file of `SQLite`, opened beside the original, which stays as it is.
pub async fn open_copy(original: &Path, folder: &Path) -> Result<Store, Trouble> {
    let copy = folder.join("drill.sqlite");
    let failed = |error: &(dyn std::error::Error + 'static)| {
        Trouble::Failed(
            words::CANNOT_OPEN.with("file", original.display()).with("error", Message::foreign(error)),
        )
    };
    std::fs::copy(original, &copy).map_err(|error| failed(&error))?;
    Store::open_file(&copy).await
}

impl Drill {
    async fn level(
        &mut self,
        db: &mut AnyConnection,
        id: &str,
        puzzle: &str,
        text: &str,
    ) -> Result<(), Trouble> {
        let level = match levels::read(puzzle, text) {
            Ok(level) if level.id().to_string() == id => level,
            other => {
                let why = other.map_or_else(|why| why, |level| Message::told(level.id()));
                self.complain(words::DRILL_LEVEL.with("level", id).with("why", why));
                return Ok(());
            }
        };
        self.records(db, &level).await?;
        self.plays(db, &level).await
    }

    async fn records(&mut self, db: &mut AnyConnection, level: &LevelRef) -> Result<(), Trouble> {
        let id = level.id().to_string();
        let records: Vec<(String, String)> =
            sqlx::query_as("SELECT metric, solution FROM record WHERE level = $1 ORDER BY metric")
                .bind(&id)
                .fetch_all(db)
                .await?;
        for (metric, solution) in records {
            self.records += 1;
            if let Err(refusal) = level.verify(&solution) {
                let said = words::DRILL_RECORD.with("level", &id).with("metric", named(&metric));
                self.complain(said.with("why", refusal.message));
            }
        }
        Ok(())
    }

    async fn plays(&mut self, db: &mut AnyConnection, level: &LevelRef) -> Result<(), Trouble> {
        let plays: Vec<(i64, String, i64)> =
            sqlx::query_as("SELECT id, key, events FROM play WHERE level = $1 ORDER BY id")
                .bind(level.id().to_string())
                .fetch_all(&mut *db)
                .await?;
        for (play, key, count) in plays {
            let lines = event_lines(db, play).await?;
            self.plays += 1;
            self.events += lines.len() as u64;
            let events: Result<Vec<_>, _> = lines.iter().map(|(at, action, _)| event(*at, action)).collect();
            let replayed = events.map_err(|trouble| trouble.message()).and_then(|events| {
                let whole = events.len() as i64 == count;
                Session::resume(level.clone(), &events).map(|_| whole)
            });
            match replayed {
                Ok(true) => {}
                Ok(false) => self.complain(words::DRILL_EVENTS.with("play", key).with("count", count)),
                Err(why) => self.complain(words::DRILL_PLAY.with("play", key).with("why", why)),
            }
        }
        Ok(())
    }

    fn complain(&mut self, said: Message) {
        self.broken.push(said);
    }
}

fn resident(row: &sqlx::any::AnyRow) -> Result<Resident, Trouble> {
    let count = |name: &str| row.try_get::<i64, _>(name).map(|count| count as u64);
    let (guest, quota): (i64, Option<i64>) = (row.try_get("guest")?, row.try_get("quota")?);
    Ok(Resident {
        id: PlayerId(row.try_get("id")?),
        name: row.try_get("name")?,
        guest: guest != 0,
        made: row.try_get("made")?,
        touched: row.try_get("touched")?,
        plays: count("plays")?,
        events: count("events")?,
        levels: count("levels")?,
        banned: row.try_get("banned")?,
        quota: quota.map(|quota| quota as u64),
    })
}

/// Everything on it goes first, then the level.
async fn remove_level(db: &mut AnyConnection, level: &str) -> Result<(), Trouble> {
    let statements = [
        "DELETE FROM record WHERE level = $1",
        "DELETE FROM run WHERE level = $1",
        "DELETE FROM daily WHERE level = $1",
        "DELETE FROM campaign_line WHERE level = $1",
        "DELETE FROM progress WHERE level = $1",
        "DELETE FROM seen WHERE level = $1",
        "DELETE FROM own_pack_level WHERE level = $1",
        "DELETE FROM homework_level WHERE level = $1",
        "DELETE FROM race WHERE code IN (SELECT race FROM race_level WHERE level = $1)",
        "DELETE FROM made_version WHERE level = $1",
        // A published level is there as long as one of its versions is; the place holds for all of them.
        "DELETE FROM made_level WHERE $1 <> '' AND NOT EXISTS (SELECT 1 FROM made_version WHERE made = made_level.key)",
        "DELETE FROM play WHERE level = $1",
    ];
    for statement in statements {
        sqlx::query(statement).bind(level).execute(&mut *db).await?;
    }
    one(sqlx::query("DELETE FROM level WHERE id = $1").bind(level).execute(db).await?.rows_affected())
}
