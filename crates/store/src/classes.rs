//! Classes: a teacher opens one, pupils join it by its code under a name that the class sees, and at its end it is
//! deleted with all that is about it. What pupils play belongs to them and stays theirs.
//!
//! A pupil without an account comes back on another machine by a personal code, of which the hash is kept. A code that
//! the teacher makes anew must not open what a pupil played for themselves: it leads to a new guest, to whom only the
//! plays of homework move (`move_in`).

use ingenio_core::LevelId;
use sqlx::any::AnyRow;
use sqlx::{AnyConnection, Row};

use crate::names::{looks, proper_name};
use crate::players::one;
use crate::rows::{PlayKey, PlayerId, now};
use crate::store::Store;
use crate::trouble::Trouble;

/// The address of a class, made and written as that of a play.
pub type ClassKey = PlayKey;

/// Pupils of one class.
pub const MOST_PUPILS: i64 = 200;

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Class {
    pub key: ClassKey,
    pub code: String,
    pub teacher: PlayerId,
    pub teacher_name: String,
    pub title: String,
    /// Milliseconds since 1970, as all times here.
    pub made: i64,
    /// When it is deleted.
    pub ends: i64,
    /// Are new pupils let in?
    pub is_open: bool,
    pub pupils: u64,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pupil {
    pub number: i64,
    pub player: PlayerId,
    pub guest: bool,
    pub name: String,
    pub joined: i64,
}

/// What a teacher may change of a class.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ClassWish {
    pub title: String,
    pub ends: i64,
    pub is_open: bool,
}

/// Who has come back by a personal code.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Returned {
    pub pupil: Pupil,
    /// The teacher made the code.
    pub issued: bool,
}

/// How joining went.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Joined {
    New(i64),
    /// Was in it already, under this number.
    Before(i64),
    Full,
}

macro_rules! classes {
    ($condition:literal) => {
        sqlx::query(concat!(
            "SELECT class.key, class.code, class.teacher, player.name AS teacher_name, class.title, class.made, class.ends, class.is_open, \
               (SELECT COUNT(*) FROM pupil WHERE pupil.class = class.key) AS pupils \
             FROM class JOIN player ON player.id = class.teacher ",
            $condition
        ))
    };
}

macro_rules! pupils {
    ($condition:literal) => {
        sqlx::query(concat!(
            "SELECT pupil.class, pupil.number, pupil.player, player.guest, pupil.name, pupil.joined, pupil.issued \
             FROM pupil JOIN player ON player.id = pupil.player ",
            $condition
        ))
    };
}

impl Store {
    pub async fn open_class(
        &self,
        teacher: PlayerId,
        title: &str,
        code: &str,
        ends: i64,
    ) -> Result<ClassKey, Trouble> {
        let key = ClassKey::draw()?;
        let class = Class {
            key,
            code: code.to_owned(),
            teacher,
            teacher_name: String::new(),
            title: title.to_owned(),
            made: now(),
            ends,
            is_open: true,
            pupils: 0,
        };
        let added = self.write(move |db| Box::pin(async move { insert(db, &class, 0).await })).await?;
        // A code that is taken is as rare as a guess that is right.
        if added { Ok(key) } else { Err(Trouble::NameTaken) }
    }

    /// One that has not ended yet.
    pub async fn class(&self, key: ClassKey) -> Result<Option<Class>, Trouble> {
        let query = classes!("WHERE class.key = $1 AND class.ends > $2").bind(key.to_string()).bind(now());
        query.fetch_optional(&mut *self.reader().await?).await?.as_ref().map(class).transpose()
    }

    pub async fn class_of_code(&self, code: &str) -> Result<Option<Class>, Trouble> {
        let query = classes!("WHERE class.code = $1 AND class.ends > $2").bind(code).bind(now());
        query.fetch_optional(&mut *self.reader().await?).await?.as_ref().map(class).transpose()
    }

    /// The classes of a teacher, the newest first.
    pub async fn classes_taught(&self, teacher: PlayerId) -> Result<Vec<Class>, Trouble> {
        let query =
            classes!("WHERE class.teacher = $1 AND class.ends > $2 ORDER BY class.made DESC, class.key");
        let query = query.bind(teacher.0).bind(now());
        query.fetch_all(&mut *self.reader().await?).await?.iter().map(class).collect()
    }

    /// The classes that somebody is a pupil of.
    pub async fn classes_joined(&self, player: PlayerId) -> Result<Vec<Class>, Trouble> {
        let query = classes!(
            "WHERE class.ends > $2 AND EXISTS (SELECT 1 FROM pupil WHERE pupil.class = class.key AND pupil.player = $1) \
             ORDER BY class.made DESC, class.key"
        );
        let query = query.bind(player.0).bind(now());
        query.fetch_all(&mut *self.reader().await?).await?.iter().map(class).collect()
    }

    /// [`Trouble::Unknown`] where it is not theirs.
    pub async fn change_class(
        &self,
        teacher: PlayerId,
        key: ClassKey,
        wish: ClassWish,
    ) -> Result<(), Trouble> {
        self.write(move |db| {
            Box::pin(async move {
                let query = sqlx::query(
                    "UPDATE class SET title = $3, ends = $4, is_open = $5 WHERE key = $1 AND teacher = $2",
                );
                let query = query.bind(key.to_string()).bind(teacher.0).bind(wish.title);
                let query = query.bind(wish.ends).bind(i64::from(wish.is_open));
                one(query.execute(db).await?.rows_affected())
            })
        })
        .await
    }

    /// The old code lets nobody in any more.
    pub async fn renew_class_code(
        &self,
        teacher: PlayerId,
        key: ClassKey,
        code: &str,
    ) -> Result<(), Trouble> {
        let code = code.to_owned();
        self.write(move |db| {
            Box::pin(async move {
                let query = sqlx::query("UPDATE class SET code = $3 WHERE key = $1 AND teacher = $2");
                one(query.bind(key.to_string()).bind(teacher.0).bind(code).execute(db).await?.rows_affected())
            })
        })
        .await
    }

    /// Deletes a class with its pupils' names and its homework.
    pub async fn remove_class(&self, teacher: PlayerId, key: ClassKey) -> Result<(), Trouble> {
        self.write(move |db| {
            Box::pin(async move {
                let query = sqlx::query("DELETE FROM class WHERE key = $1 AND teacher = $2");
                one(query.bind(key.to_string()).bind(teacher.0).execute(db).await?.rows_affected())
            })
        })
        .await
    }

    /// Deletes the classes that have ended by a moment; gives their number. Sweeping does it with the time of day.
    pub async fn end_classes(&self, at: i64) -> Result<u64, Trouble> {
        self.write(move |db| Box::pin(end(db, at))).await
    }

    /// A player becomes a pupil, with the hash of a personal code where one is wanted. [`Trouble::NameTaken`] where a pupil of the class
    /// has a name that looks the same.
    pub async fn join_class(
        &self,
        key: ClassKey,
        player: PlayerId,
        name: &str,
        code_hash: Option<String>,
    ) -> Result<Joined, Trouble> {
        let name = proper_name(name).map_err(Trouble::BadName)?;
        self.write(move |db| Box::pin(async move { join(db, key, player, &name, code_hash).await })).await
    }

    /// In the order in which they came.
    pub async fn pupils(&self, key: ClassKey) -> Result<Vec<Pupil>, Trouble> {
        let query = pupils!("WHERE pupil.class = $1 ORDER BY pupil.number").bind(key.to_string());
        query.fetch_all(&mut *self.reader().await?).await?.iter().map(pupil).collect()
    }

    /// A player as a pupil of a class.
    pub async fn pupil(&self, key: ClassKey, player: PlayerId) -> Result<Option<Pupil>, Trouble> {
        let query =
            pupils!("WHERE pupil.class = $1 AND pupil.player = $2").bind(key.to_string()).bind(player.0);
        query.fetch_optional(&mut *self.reader().await?).await?.as_ref().map(pupil).transpose()
    }

    /// A new personal code that the teacher hands out; nothing for who has an account and needs none.
    pub async fn issue_pupil_code(&self, key: ClassKey, number: i64, code_hash: &str) -> Result<(), Trouble> {
        let code = code_hash.to_owned();
        self.write(move |db| {
            Box::pin(async move {
                let query = sqlx::query(
                    "UPDATE pupil SET code = $3, issued = 1 WHERE class = $1 AND number = $2 \
                       AND EXISTS (SELECT 1 FROM player WHERE player.id = pupil.player AND player.guest = 1)",
                );
                one(query.bind(key.to_string()).bind(number).bind(code).execute(db).await?.rows_affected())
            })
        })
        .await
    }

    /// Who has this personal code in this class; accounts have none.
    pub async fn returning_pupil(&self, key: ClassKey, code_hash: &str) -> Result<Option<Returned>, Trouble> {
        let query = pupils!(
            "WHERE pupil.class = $1 AND pupil.code = $2 AND player.guest = 1 AND player.banned IS NULL"
        );
        let row =
            query.bind(key.to_string()).bind(code_hash).fetch_optional(&mut *self.reader().await?).await?;
        let Some(row) = row else { return Ok(None) };
        let issued: i64 = row.try_get("issued")?;
        Ok(Some(Returned { pupil: pupil(&row)?, issued: issued != 0 }))
    }

    /// A pupil who came back by a code of the teacher's goes on as this new guest, with the plays of homework and
    /// nothing else, and has a code of their own again.
    pub async fn move_in(
        &self,
        key: ClassKey,
        number: i64,
        to: PlayerId,
        code_hash: &str,
    ) -> Result<(), Trouble> {
        let code = code_hash.to_owned();
        self.write(move |db| Box::pin(async move { move_in(db, key, number, to, &code).await })).await
    }

    /// A pupil is one no more: the name and what was answered go, the plays stay theirs.
    pub async fn leave_class(&self, key: ClassKey, number: i64) -> Result<(), Trouble> {
        self.write(move |db| {
            Box::pin(async move {
                let query = sqlx::query("DELETE FROM pupil WHERE class = $1 AND number = $2");
                one(query.bind(key.to_string()).bind(number).execute(db).await?.rows_affected())
            })
        })
        .await
    }
}

pub fn class(row: &AnyRow) -> Result<Class, Trouble> {
    let (key, is_open, pupils): (String, i64, i64) =
        (row.try_get("key")?, row.try_get("is_open")?, row.try_get("pupils")?);
    Ok(Class {
        key: key.parse().map_err(|_| Trouble::broken(key))?,
        code: row.try_get("code")?,
        teacher: PlayerId(row.try_get("teacher")?),
        teacher_name: row.try_get("teacher_name")?,
        title: row.try_get("title")?,
        made: row.try_get("made")?,
        ends: row.try_get("ends")?,
        is_open: is_open != 0,
        pupils: pupils as u64,
    })
}

fn pupil(row: &AnyRow) -> Result<Pupil, Trouble> {
    let guest: i64 = row.try_get("guest")?;
    Ok(Pupil {
        number: row.try_get("number")?,
        player: PlayerId(row.try_get("player")?),
        guest: guest != 0,
        name: row.try_get("name")?,
        joined: row.try_get("joined")?,
    })
}

/// Adds a class whose last number is `numbered`, unless there is one with its key or its code; says whether it was added.
pub async fn insert(db: &mut AnyConnection, class: &Class, numbered: i64) -> Result<bool, Trouble> {
    let query = sqlx::query(
        "INSERT INTO class (key, code, teacher, title, made, ends, is_open, numbered) VALUES ($1, $2, $3, $4, $5, $6, $7, $8) \
         ON CONFLICT DO NOTHING",
    );
    let query = query.bind(class.key.to_string()).bind(&class.code).bind(class.teacher.0).bind(&class.title);
    let query = query.bind(class.made).bind(class.ends).bind(i64::from(class.is_open)).bind(numbered);
    Ok(query.execute(db).await?.rows_affected() > 0)
}

pub async fn end(db: &mut AnyConnection, at: i64) -> Result<u64, Trouble> {
    Ok(sqlx::query("DELETE FROM class WHERE ends <= $1").bind(at).execute(db).await?.rows_affected())
}

/// The next number of a class, for a pupil or a homework; whoever takes one keeps others waiting until it is used.
pub async fn next_number(db: &mut AnyConnection, key: ClassKey) -> Result<i64, Trouble> {
    let query =
        sqlx::query_scalar("UPDATE class SET numbered = numbered + 1 WHERE key = $1 RETURNING numbered");
    query.bind(key.to_string()).fetch_optional(db).await?.ok_or(Trouble::Unknown)
}

async fn join(
    db: &mut AnyConnection,
    key: ClassKey,
    player: PlayerId,
    name: &str,
    code_hash: Option<String>,
) -> Result<Joined, Trouble> {
    let number = next_number(db, key).await?;
    let query = sqlx::query_scalar("SELECT number FROM pupil WHERE class = $1 AND player = $2");
    let before: Option<i64> = query.bind(key.to_string()).bind(player.0).fetch_optional(&mut *db).await?;
    if let Some(before) = before {
        return Ok(Joined::Before(before));
    }
    let query = sqlx::query_scalar("SELECT COUNT(*) FROM pupil WHERE class = $1").bind(key.to_string());
    let count: i64 = query.fetch_one(&mut *db).await?;
    if count >= MOST_PUPILS {
        return Ok(Joined::Full);
    }
    let pupil = Pupil { number, player, guest: false, name: name.to_owned(), joined: now() };
    let added = insert_pupil(db, key, &pupil, code_hash.as_deref(), false).await?;
    if added { Ok(Joined::New(number)) } else { Err(Trouble::NameTaken) }
}

/// Adds a pupil unless there is one of that number, player or look; says whether it was added.
pub async fn insert_pupil(
    db: &mut AnyConnection,
    key: ClassKey,
    pupil: &Pupil,
    code: Option<&str>,
    issued: bool,
) -> Result<bool, Trouble> {
    let query = sqlx::query(
        "INSERT INTO pupil (class, number, player, name, looks, joined, code, issued) VALUES ($1, $2, $3, $4, $5, $6, $7, $8) \
         ON CONFLICT DO NOTHING",
    );
    let query = query.bind(key.to_string()).bind(pupil.number).bind(pupil.player.0).bind(&pupil.name);
    let query = query.bind(looks(&pupil.name)).bind(pupil.joined).bind(code).bind(i64::from(issued));
    Ok(query.execute(db).await?.rows_affected() > 0)
}

/// Plays of homework that a pupil began since joining are those that the teacher sees anyway.
async fn move_in(
    db: &mut AnyConnection,
    key: ClassKey,
    number: i64,
    to: PlayerId,
    code: &str,
) -> Result<(), Trouble> {
    let query = sqlx::query_as("SELECT player, joined FROM pupil WHERE class = $1 AND number = $2");
    let found: Option<(i64, i64)> = query.bind(key.to_string()).bind(number).fetch_optional(&mut *db).await?;
    let (from, joined) = found.ok_or(Trouble::Unknown)?;
    let moved = [
        "UPDATE record SET player = $1 WHERE play IN (SELECT id FROM play WHERE player = $2 AND begun >= $3 \
           AND level IN (SELECT level FROM homework_level WHERE class = $4))",
        "UPDATE play SET player = $1 WHERE player = $2 AND begun >= $3 \
           AND level IN (SELECT level FROM homework_level WHERE class = $4)",
    ];
    for statement in moved {
        let query = sqlx::query(statement).bind(to.0).bind(from).bind(joined).bind(key.to_string());
        query.execute(&mut *db).await?;
    }
    let query =
        sqlx::query("UPDATE pupil SET player = $3, code = $4, issued = 0 WHERE class = $1 AND number = $2");
    let query = query.bind(key.to_string()).bind(number).bind(to.0).bind(code);
    one(query.execute(db).await?.rows_affected())
}

/// A guest who gets an account stays a pupil, and needs no code any more.
pub async fn take_over(db: &mut AnyConnection, guest: i64, account: i64) -> Result<(), Trouble> {
    let query = sqlx::query(
        "UPDATE pupil SET player = $2, code = NULL, issued = 0 WHERE player = $1 \
           AND NOT EXISTS (SELECT 1 FROM pupil AS other WHERE other.class = pupil.class AND other.player = $2)",
    );
    query.bind(guest).bind(account).execute(db).await?;
    Ok(())
}

pub fn level_id(text: String) -> Result<LevelId, Trouble> {
    text.parse().map_err(|_| Trouble::broken(text))
}
