//! Packs that people made of levels they brought along: an order, titles and a grade. Whoever knows the key of one may
//! play it; its owner alone changes it.

use std::collections::HashMap;

use ingenio_core::{LevelId, LevelRef};
use sqlx::any::AnyRow;
use sqlx::{AnyConnection, Row};

use crate::levels;
use crate::players::one;
use crate::rows::{PlayKey, PlayerId, now};
use crate::store::Store;
use crate::trouble::Trouble;

/// The public name of a pack, made and written as that of a play.
pub type PackKey = PlayKey;

/// A pack without its levels.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OwnPack {
    pub key: PackKey,
    pub owner: PlayerId,
    pub puzzle: String,
    pub title: String,
    /// How hard its owner says it is.
    pub grade: Option<String>,
    /// Milliseconds since 1970.
    pub made: i64,
    pub levels: u64,
}

/// A level in its place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PackedLevel {
    pub id: LevelId,
    pub title: String,
}

/// What an owner wants of a pack.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Arrangement {
    pub title: String,
    pub grade: Option<String>,
    /// The places of before, from 0, in their new order; a place that is not named is given up.
    pub order: Vec<usize>,
}

/// Packs without their levels, as a query that a condition follows.
macro_rules! packs {
    ($condition:literal) => {
        sqlx::query(concat!(
            "SELECT key, owner, puzzle, title, grade, made, \
               (SELECT COUNT(*) FROM own_pack_level WHERE own_pack_level.pack = own_pack.key) AS levels FROM own_pack ",
            $condition
        ))
    };
}

impl Store {
    /// A new pack of levels of one puzzle, each with its title.
    pub async fn make_pack(
        &self,
        owner: PlayerId,
        title: &str,
        grade: Option<&str>,
        levels: Vec<(LevelRef, String)>,
    ) -> Result<PackKey, Trouble> {
        let key = PackKey::draw()?;
        let puzzle = levels.first().ok_or(Trouble::Unknown)?.0.puzzle().info().name;
        let pack = OwnPack {
            key,
            owner,
            puzzle: puzzle.to_owned(),
            title: title.to_owned(),
            grade: grade.map(str::to_owned),
            made: now(),
            levels: levels.len() as u64,
        };
        self.write(move |db| Box::pin(async move { make(db, &pack, &levels).await })).await?;
        Ok(key)
    }

    pub async fn own_pack(&self, key: PackKey) -> Result<Option<(OwnPack, Vec<PackedLevel>)>, Trouble> {
        let mut db = self.reader().await?;
        let row = packs!("WHERE key = $1").bind(key.to_string()).fetch_optional(&mut *db).await?;
        let Some(pack) = row.as_ref().map(own_pack).transpose()? else { return Ok(None) };
        Ok(Some((pack, packed(&mut db, key).await?)))
    }

    /// The packs of a player, the newest first.
    pub async fn own_packs(&self, owner: PlayerId) -> Result<Vec<OwnPack>, Trouble> {
        let query = packs!("WHERE owner = $1 ORDER BY made DESC, key").bind(owner.0);
        query.fetch_all(&mut *self.reader().await?).await?.iter().map(own_pack).collect()
    }

    /// Changes what its owner may change; [`Trouble::Unknown`] where it is not theirs.
    pub async fn arrange_pack(
        &self,
        owner: PlayerId,
        key: PackKey,
        wish: Arrangement,
    ) -> Result<(), Trouble> {
        self.write(move |db| Box::pin(async move { arrange(db, owner, key, &wish).await })).await
    }

    /// The levels stay as long as somebody uses them.
    pub async fn remove_pack(&self, owner: PlayerId, key: PackKey) -> Result<(), Trouble> {
        self.write(move |db| {
            Box::pin(async move {
                let query = sqlx::query("DELETE FROM own_pack WHERE key = $1 AND owner = $2");
                one(query.bind(key.to_string()).bind(owner.0).execute(db).await?.rows_affected())
            })
        })
        .await
    }
}

fn own_pack(row: &AnyRow) -> Result<OwnPack, Trouble> {
    let (key, levels): (String, i64) = (row.try_get("key")?, row.try_get("levels")?);
    Ok(OwnPack {
        key: key.parse().map_err(|_| Trouble::Unknown)?,
        owner: PlayerId(row.try_get("owner")?),
        puzzle: row.try_get("puzzle")?,
        title: row.try_get("title")?,
        grade: row.try_get("grade")?,
        made: row.try_get("made")?,
        levels: levels as u64,
    })
}

pub async fn packed(db: &mut AnyConnection, key: PackKey) -> Result<Vec<PackedLevel>, Trouble> {
    let query = sqlx::query_as("SELECT level, title FROM own_pack_level WHERE pack = $1 ORDER BY place");
    let rows: Vec<(String, String)> = query.bind(key.to_string()).fetch_all(db).await?;
    let level = |(id, title): (String, String)| {
        Ok(PackedLevel { id: id.parse().map_err(|_| Trouble::Unknown)?, title })
    };
    rows.into_iter().map(level).collect()
}

async fn make(db: &mut AnyConnection, pack: &OwnPack, levels: &[(LevelRef, String)]) -> Result<(), Trouble> {
    insert(db, pack).await?;
    let mut placed = Vec::new();
    for (level, title) in levels {
        levels::open(db, level, Some(pack.owner)).await?;
        placed.push(PackedLevel { id: level.id(), title: title.clone() });
    }
    place(db, pack.key, &placed).await
}

/// Adds a pack unless it is there; says whether it was added.
pub async fn insert(db: &mut AnyConnection, pack: &OwnPack) -> Result<bool, Trouble> {
    let query = sqlx::query(
        "INSERT INTO own_pack (key, owner, puzzle, title, grade, made) VALUES ($1, $2, $3, $4, $5, $6) \
         ON CONFLICT (key) DO NOTHING",
    );
    let done = query
        .bind(pack.key.to_string())
        .bind(pack.owner.0)
        .bind(&pack.puzzle)
        .bind(&pack.title)
        .bind(&pack.grade)
        .bind(pack.made)
        .execute(db)
        .await?;
    Ok(done.rows_affected() > 0)
}

pub async fn place(db: &mut AnyConnection, key: PackKey, levels: &[PackedLevel]) -> Result<(), Trouble> {
    for (place, level) in (0_i64..).zip(levels) {
        sqlx::query("INSERT INTO own_pack_level (pack, place, level, title) VALUES ($1, $2, $3, $4)")
            .bind(key.to_string())
            .bind(place)
            .bind(level.id.to_string())
            .bind(&level.title)
            .execute(&mut *db)
            .await?;
    }
    Ok(())
}

async fn arrange(
    db: &mut AnyConnection,
    owner: PlayerId,
    key: PackKey,
    wish: &Arrangement,
) -> Result<(), Trouble> {
    let query = sqlx::query("UPDATE own_pack SET title = $3, grade = $4 WHERE key = $1 AND owner = $2");
    let query = query.bind(key.to_string()).bind(owner.0).bind(&wish.title).bind(&wish.grade);
    one(query.execute(&mut *db).await?.rows_affected())?;
    let mut before: HashMap<usize, PackedLevel> = packed(db, key).await?.into_iter().enumerate().collect();
    // A place that is named twice, or was never there, is nobody's.
    let levels: Vec<PackedLevel> = wish.order.iter().filter_map(|place| before.remove(place)).collect();
    let query = sqlx::query("DELETE FROM own_pack_level WHERE pack = $1");
    query.bind(key.to_string()).execute(&mut *db).await?;
    place(db, key, &levels).await
}
