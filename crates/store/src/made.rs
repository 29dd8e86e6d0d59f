//! Levels that people made and published, version by version: publishing again adds a version, and the address of an
//! earlier one stays what it was. Whoever knows the key may play it, listed ones are found by everybody; the owner
//! alone adds, lists and removes, and the owner of the house removes what must go.

use ingenio_core::{LevelId, LevelRef};
use sqlx::any::AnyRow;
use sqlx::{AnyConnection, Row};

use crate::levels;
use crate::players::one;
use crate::rows::{PlayKey, PlayerId, now};
use crate::store::Store;
use crate::trouble::Trouble;

/// The public name of a published level, made and written as that of a play.
pub type MadeKey = PlayKey;

/// A published level in one of its versions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MadeLevel {
    pub key: MadeKey,
    pub owner: PlayerId,
    pub puzzle: String,
    pub listed: bool,
    pub version: u64,
    pub level: LevelId,
    pub title: String,
    pub credit: String,
    /// When this version was published, in milliseconds since 1970.
    pub at: i64,
    /// Has the referee seen a solution?
    pub solved: bool,
}

/// What somebody publishes; the referee has seen what it says.
#[derive(Clone, Debug)]
pub struct Publication {
    pub level: LevelRef,
    pub title: String,
    pub credit: String,
    pub listed: bool,
    pub solved: bool,
}

/// Versions, as a query that a condition follows.
macro_rules! versions {
    ($condition:literal) => {
        sqlx::query(concat!(
            "SELECT made_level.key, made_level.owner, made_level.puzzle, made_level.listed, made_version.version, \
               made_version.level, made_version.title, made_version.credit, made_version.at, made_version.solved \
             FROM made_level JOIN made_version ON made_version.made = made_level.key ",
            $condition
        ))
    };
}

impl Store {
    /// Publishes a level for the first time.
    pub async fn publish(&self, owner: PlayerId, wish: Publication) -> Result<MadeKey, Trouble> {
        let key = MadeKey::draw()?;
        self.write(move |db| Box::pin(async move { publish(db, key, owner, &wish).await })).await?;
        Ok(key)
    }

    /// Adds a version and gives its number; [`Trouble::Unknown`] where the level is not theirs or of another puzzle.
    pub async fn publish_again(
        &self,
        owner: PlayerId,
        key: MadeKey,
        wish: Publication,
    ) -> Result<u64, Trouble> {
        self.write(move |db| Box::pin(async move { publish_again(db, key, owner, &wish).await })).await
    }

    /// All versions of a published level, the newest first.
    pub async fn made_versions(&self, key: MadeKey) -> Result<Vec<MadeLevel>, Trouble> {
        let query = versions!("WHERE made_level.key = $1 ORDER BY made_version.version DESC");
        rows(&query.bind(key.to_string()).fetch_all(&mut *self.reader().await?).await?)
    }

    /// The newest versions of listed levels, the latest published first; of one puzzle or, for an empty name, of all.
    pub async fn made_listed(&self, puzzle: &str, from: i64, most: i64) -> Result<Vec<MadeLevel>, Trouble> {
        let query = versions!(
            "WHERE made_level.listed = 1 AND ($1 = '' OR made_level.puzzle = $1) AND made_version.version = \
               (SELECT MAX(version) FROM made_version AS newest WHERE newest.made = made_level.key) \
             ORDER BY made_level.touched DESC, made_level.key LIMIT $3 OFFSET $2"
        );
        let query = query.bind(puzzle.to_owned()).bind(from).bind(most);
        rows(&query.fetch_all(&mut *self.reader().await?).await?)
    }

    /// What somebody published, the newest version of each, the latest first.
    pub async fn made_by(&self, owner: PlayerId) -> Result<Vec<MadeLevel>, Trouble> {
        let query = versions!(
            "WHERE made_level.owner = $1 AND made_version.version = \
               (SELECT MAX(version) FROM made_version AS newest WHERE newest.made = made_level.key) \
             ORDER BY made_level.touched DESC, made_level.key"
        );
        rows(&query.bind(owner.0).fetch_all(&mut *self.reader().await?).await?)
    }

    /// Everything that is published, listed or not, for the owner of the house: the latest first.
    pub async fn all_made(&self) -> Result<Vec<MadeLevel>, Trouble> {
        let query = versions!("ORDER BY made_version.at DESC, made_level.key, made_version.version DESC");
        rows(&query.fetch_all(&mut *self.reader().await?).await?)
    }

    /// Lists a level or takes it off the list; [`Trouble::Unknown`] where it is not theirs.
    pub async fn list_made(&self, owner: PlayerId, key: MadeKey, listed: bool) -> Result<(), Trouble> {
        self.write(move |db| {
            Box::pin(async move {
                let query = sqlx::query("UPDATE made_level SET listed = $3 WHERE key = $1 AND owner = $2");
                let query = query.bind(key.to_string()).bind(owner.0).bind(i64::from(listed));
                one(query.execute(db).await?.rows_affected())
            })
        })
        .await
    }

    /// Removes all versions; [`Trouble::Unknown`] where it is not theirs. The levels stay as long as somebody plays
    /// them.
    pub async fn remove_made(&self, owner: PlayerId, key: MadeKey) -> Result<(), Trouble> {
        self.write(move |db| {
            Box::pin(async move {
                let query = sqlx::query("DELETE FROM made_level WHERE key = $1 AND owner = $2");
                one(query.bind(key.to_string()).bind(owner.0).execute(db).await?.rows_affected())
            })
        })
        .await
    }

    /// The same by the owner of the house.
    pub async fn take_down(&self, key: &str) -> Result<(), Trouble> {
        let key = key.to_owned();
        self.write(move |db| {
            Box::pin(async move {
                let query = sqlx::query("DELETE FROM made_level WHERE key = $1");
                one(query.bind(key).execute(db).await?.rows_affected())
            })
        })
        .await
    }
}

fn rows(rows: &[AnyRow]) -> Result<Vec<MadeLevel>, Trouble> {
    rows.iter().map(made_level).collect()
}

fn made_level(row: &AnyRow) -> Result<MadeLevel, Trouble> {
    let number = |name: &str| row.try_get::<i64, _>(name);
    let (key, level): (String, String) = (row.try_get("key")?, row.try_get("level")?);
    Ok(MadeLevel {
        key: key.parse().map_err(|_| Trouble::Unknown)?,
        owner: PlayerId(number("owner")?),
        puzzle: row.try_get("puzzle")?,
        listed: number("listed")? != 0,
        version: number("version")? as u64,
        level: level.parse().map_err(|_| Trouble::Unknown)?,
        title: row.try_get("title")?,
        credit: row.try_get("credit")?,
        at: number("at")?,
        solved: number("solved")? != 0,
    })
}

async fn publish(
    db: &mut AnyConnection,
    key: MadeKey,
    owner: PlayerId,
    wish: &Publication,
) -> Result<(), Trouble> {
    let head =
        MadeHead { key, owner, puzzle: wish.level.puzzle().info().name, listed: wish.listed, made: now() };
    insert(db, &head).await?;
    levels::open(db, &wish.level, Some(owner)).await?;
    insert_version(db, &version_of(&head, 1, wish)).await
}

/// What all versions share.
pub struct MadeHead<'a> {
    pub key: MadeKey,
    pub owner: PlayerId,
    pub puzzle: &'a str,
    pub listed: bool,
    pub made: i64,
}

fn version_of(head: &MadeHead<'_>, version: u64, wish: &Publication) -> MadeLevel {
    MadeLevel {
        key: head.key,
        owner: head.owner,
        puzzle: head.puzzle.to_owned(),
        listed: wish.listed,
        version,
        level: wish.level.id(),
        title: wish.title.clone(),
        credit: wish.credit.clone(),
        at: now(),
        solved: wish.solved,
    }
}

/// Adds a published level without versions unless it is there; says whether it was added.
pub async fn insert(db: &mut AnyConnection, head: &MadeHead<'_>) -> Result<bool, Trouble> {
    let query = sqlx::query(
        "INSERT INTO made_level (key, owner, puzzle, listed, made, touched) VALUES ($1, $2, $3, $4, $5, $5) \
         ON CONFLICT (key) DO NOTHING",
    );
    let query = query.bind(head.key.to_string()).bind(head.owner.0).bind(head.puzzle.to_owned());
    let done = query.bind(i64::from(head.listed)).bind(head.made).execute(db).await?;
    Ok(done.rows_affected() > 0)
}

pub async fn insert_version(db: &mut AnyConnection, version: &MadeLevel) -> Result<(), Trouble> {
    sqlx::query(
        "INSERT INTO made_version (made, version, level, title, credit, at, solved) VALUES ($1, $2, $3, $4, $5, $6, $7)",
    )
    .bind(version.key.to_string())
    .bind(version.version as i64)
    .bind(version.level.to_string())
    .bind(&version.title)
    .bind(&version.credit)
    .bind(version.at)
    .bind(i64::from(version.solved))
    .execute(&mut *db)
    .await?;
    sqlx::query("UPDATE made_level SET touched = $2 WHERE key = $1 AND touched < $2")
        .bind(version.key.to_string())
        .bind(version.at)
        .execute(db)
        .await?;
    Ok(())
}

async fn publish_again(
    db: &mut AnyConnection,
    key: MadeKey,
    owner: PlayerId,
    wish: &Publication,
) -> Result<u64, Trouble> {
    let puzzle = wish.level.puzzle().info().name;
    let query =
        sqlx::query("UPDATE made_level SET listed = $4 WHERE key = $1 AND owner = $2 AND puzzle = $3");
    let query = query.bind(key.to_string()).bind(owner.0).bind(puzzle).bind(i64::from(wish.listed));
    one(query.execute(&mut *db).await?.rows_affected())?;
    let last: i64 = sqlx::query_scalar("SELECT MAX(version) FROM made_version WHERE made = $1")
        .bind(key.to_string())
        .fetch_one(&mut *db)
        .await?;
    levels::open(db, &wish.level, Some(owner)).await?;
    let head = MadeHead { key, owner, puzzle, listed: wish.listed, made: 0 };
    let next = last as u64 + 1;
    insert_version(db, &version_of(&head, next, wish)).await?;
    Ok(next)
}
