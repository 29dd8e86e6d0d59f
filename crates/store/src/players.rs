//! Players: those of the terminal, known by name alone; guests; and accounts with a password.
//!
//! A deleted account takes its plays, progress and sessions with it. Its records stay, because others
//! have tried to beat them, but lose the name: they are held by "someone", and can no longer be
//! watched as plays; their solutions stay.

use ingenio_core::Sense;
use sqlx::any::AnyRow;
use sqlx::{AnyConnection, Row};

use crate::classes;
use crate::names::{folded, looks, proper_name};
use crate::progress::{progress_of, reach};
use crate::rows::{Account, PlayKey, Player, PlayerId, now};
use crate::store::Store;
use crate::trouble::Trouble;
use crate::words;

impl Store {
    /// The player of the terminal of that name, made if there is none; any text is a name here.
    pub async fn player(&self, name: &str) -> Result<PlayerId, Trouble> {
        let name = name.to_owned();
        let id = self.write(move |db| Box::pin(async move { local_player(db, &name, now()).await })).await?;
        Ok(PlayerId(id))
    }

    pub async fn players(&self) -> Result<Vec<Player>, Trouble> {
        let rows = sqlx::query("SELECT id, name, guest FROM player ORDER BY made, id")
            .fetch_all(&mut *self.reader().await?)
            .await?;
        rows.iter().map(player).collect()
    }

    /// Whoever has this id; nobody who has gone.
    pub async fn player_of(&self, id: PlayerId) -> Result<Option<Player>, Trouble> {
        let query = sqlx::query("SELECT id, name, guest FROM player WHERE id = $1").bind(id.0);
        let row = query.fetch_optional(&mut *self.reader().await?).await?;
        row.as_ref().map(player).transpose()
    }

    /// A new account. Names are compared without regard to case and width, and by what they look like;
    /// [`Trouble::NameTaken`] and [`Trouble::BadName`] say what is wrong with one.
    pub async fn register(&self, name: &str, password_hash: &str) -> Result<PlayerId, Trouble> {
        let name = proper_name(name).map_err(Trouble::BadName)?;
        let password = password_hash.to_owned();
        self.write(move |db| Box::pin(async move { insert(db, &name, Some(&password)).await }))
            .await?
            .ok_or(Trouble::NameTaken)
    }

    /// The account of a name, in whatever case; players without a password have none.
    pub async fn account(&self, name: &str) -> Result<Option<Account>, Trouble> {
        let row = sqlx::query(
            "SELECT id, name, password, banned FROM player WHERE folded = $1 AND password IS NOT NULL",
        )
        .bind(folded(name))
        .fetch_optional(&mut *self.reader().await?)
        .await?;
        row.as_ref().map(account).transpose()
    }

    /// A player without a name of their own.
    pub async fn new_guest(&self) -> Result<Player, Trouble> {
        loop {
            let key = PlayKey::draw()?.to_string();
            let name = words::GUEST.with("key", &key[..10]).english();
            let wanted = name.clone();
            let made = self.write(move |db| Box::pin(async move { insert(db, &wanted, None).await })).await?;
            if let Some(id) = made {
                return Ok(Player { id, name, guest: true });
            }
        }
    }

    /// Gives a guest's plays, progress and records to an account, which keeps the better of two
    /// progresses on a level; the guest and their sessions are no more.
    pub async fn take_over(&self, guest: PlayerId, account: PlayerId) -> Result<(), Trouble> {
        self.write(move |db| Box::pin(take_over(db, guest.0, account.0))).await
    }

    /// The caller closes the other sessions, see [`Store::close_other_sessions`].
    pub async fn change_password(&self, account: PlayerId, password_hash: &str) -> Result<(), Trouble> {
        let password = password_hash.to_owned();
        self.write(move |db| {
            Box::pin(async move {
                let done =
                    sqlx::query("UPDATE player SET password = $2 WHERE id = $1 AND password IS NOT NULL")
                        .bind(account.0)
                        .bind(password)
                        .execute(db)
                        .await?;
                one(done.rows_affected())
            })
        })
        .await
    }

    /// The hash of the code that opens the account once where the password is lost.
    pub async fn set_recovery(&self, account: PlayerId, code_hash: &str) -> Result<(), Trouble> {
        let code = code_hash.to_owned();
        self.write(move |db| {
            Box::pin(async move {
                let query =
                    sqlx::query("UPDATE player SET recovery = $2 WHERE id = $1 AND password IS NOT NULL");
                one(query.bind(account.0).bind(code).execute(db).await?.rows_affected())
            })
        })
        .await
    }

    /// A new password and a new code for who has the code; all sessions end and all devices are forgotten.
    /// Nothing where the code is not that of the account.
    pub async fn recover(
        &self,
        name: &str,
        code_hash: &str,
        password_hash: &str,
        next_code_hash: &str,
    ) -> Result<Option<Account>, Trouble> {
        let texts = [folded(name), code_hash.to_owned(), password_hash.to_owned(), next_code_hash.to_owned()];
        self.write(move |db| Box::pin(async move { recover(db, &texts).await })).await
    }

    /// Deletes a player with plays, progress and sessions; see above for what happens to records.
    pub async fn delete_account(&self, player: PlayerId) -> Result<(), Trouble> {
        self.write(move |db| Box::pin(async move { one(delete(db, player.0).await?) })).await
    }
}

pub fn player(row: &AnyRow) -> Result<Player, Trouble> {
    let guest: i64 = row.try_get("guest")?;
    Ok(Player { id: PlayerId(row.try_get("id")?), name: row.try_get("name")?, guest: guest != 0 })
}

fn account(row: &AnyRow) -> Result<Account, Trouble> {
    let banned: Option<i64> = row.try_get("banned")?;
    Ok(Account {
        id: PlayerId(row.try_get("id")?),
        name: row.try_get("name")?,
        password_hash: row.try_get("password")?,
        banned: banned.is_some(),
    })
}

async fn recover(
    db: &mut AnyConnection,
    [name, code, password, next]: &[String; 4],
) -> Result<Option<Account>, Trouble> {
    let row = sqlx::query(
        "UPDATE player SET password = $3, recovery = $4 \
         WHERE folded = $1 AND recovery = $2 AND password IS NOT NULL AND banned IS NULL \
         RETURNING id, name, password, banned",
    )
    .bind(name)
    .bind(code)
    .bind(password)
    .bind(next)
    .fetch_optional(&mut *db)
    .await?;
    let Some(account) = row.as_ref().map(account).transpose()? else { return Ok(None) };
    for statement in ["DELETE FROM session WHERE player = $1", "DELETE FROM device WHERE player = $1"] {
        sqlx::query(statement).bind(account.id.0).execute(&mut *db).await?;
    }
    Ok(Some(account))
}

/// That many rows were changed: it was there, or it was not.
pub fn one(changed: u64) -> Result<(), Trouble> {
    if changed == 0 { Err(Trouble::Unknown) } else { Ok(()) }
}

/// Inserts an account, or a guest where there is no password. Nothing if the name is taken.
async fn insert(
    db: &mut AnyConnection,
    name: &str,
    password: Option<&str>,
) -> Result<Option<PlayerId>, Trouble> {
    // Guests have names that nobody chose: they need no looks.
    let looks = password.map(|_| looks(name));
    let id: Option<i64> = sqlx::query_scalar(
        "INSERT INTO player (name, folded, password, guest, made, looks) SELECT $1, $2, $3, $4, $5, $6 \
         WHERE NOT EXISTS (SELECT 1 FROM player WHERE looks = $6) ON CONFLICT DO NOTHING RETURNING id",
    )
    .bind(name)
    .bind(folded(name))
    .bind(password)
    .bind(i64::from(password.is_none()))
    .bind(now())
    .bind(looks)
    .fetch_optional(db)
    .await?;
    Ok(id.map(PlayerId))
}

pub async fn local_player(db: &mut AnyConnection, name: &str, made: i64) -> Result<i64, Trouble> {
    sqlx::query("INSERT INTO player (name, made) VALUES ($1, $2) ON CONFLICT (name) DO NOTHING")
        .bind(name)
        .bind(made)
        .execute(&mut *db)
        .await?;
    Ok(sqlx::query_scalar("SELECT id FROM player WHERE name = $1").bind(name).fetch_one(db).await?)
}

async fn take_over(db: &mut AnyConnection, guest: i64, account: i64) -> Result<(), Trouble> {
    let pair: i64 = sqlx::query_scalar(
        "SELECT COUNT(*) FROM player WHERE (id = $1 AND guest = 1) OR (id = $2 AND guest = 0)",
    )
    .bind(guest)
    .bind(account)
    .fetch_one(&mut *db)
    .await?;
    if pair != 2 {
        return Err(Trouble::Unknown);
    }
    for (level, puzzle, row, at) in progress_of(db, guest).await? {
        let most = ingenio_catalog::find(&puzzle).is_ok_and(|puzzle| {
            puzzle.info().metrics.first().is_some_and(|first| first.sense == Sense::Most)
        });
        reach(db, account, level, row, most, at).await?;
    }
    let owned = [
        "UPDATE play SET player = $2 WHERE player = $1",
        "UPDATE record SET player = $2 WHERE player = $1",
        "UPDATE notice SET player = $2 WHERE player = $1",
        "UPDATE level SET opener = $2 WHERE opener = $1",
        "UPDATE own_pack SET owner = $2 WHERE owner = $1",
        // Who sits in a race twice keeps the seat of the account.
        "UPDATE racer SET player = $2 WHERE player = $1 \
           AND race NOT IN (SELECT theirs.race FROM racer AS theirs WHERE theirs.player = $2)",
        "UPDATE made_level SET owner = $2 WHERE owner = $1",
        // What the guest has seen, the account has seen.
        "INSERT INTO seen (player, level, at) SELECT $2, level, at FROM seen WHERE player = $1 \
         ON CONFLICT (player, level) DO UPDATE SET at = \
           CASE WHEN excluded.at > seen.at THEN excluded.at ELSE seen.at END",
    ];
    for owned in owned {
        sqlx::query(owned).bind(guest).bind(account).execute(&mut *db).await?;
    }
    classes::take_over(db, guest, account).await?;
    one(delete(db, guest).await?)
}

/// Everything that is theirs goes along, by the foreign keys.
async fn delete(db: &mut AnyConnection, player: i64) -> Result<u64, Trouble> {
    Ok(sqlx::query("DELETE FROM player WHERE id = $1").bind(player).execute(db).await?.rows_affected())
}
