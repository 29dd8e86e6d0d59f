//! Levels that were played, solved or shared. They are kept by their canonical text, and never change.

use ingenio_catalog::read_level;
use ingenio_core::{LevelId, LevelRef, Message};
use sqlx::AnyConnection;

use crate::rows::{PlayerId, now};
use crate::store::Store;
use crate::trouble::Trouble;

impl Store {
    /// Keeps a level, so that its id alone leads to it.
    pub async fn keep_level(&self, level: &LevelRef) -> Result<(), Trouble> {
        let level = level.clone();
        self.write(move |db| Box::pin(async move { keep(db, &level).await })).await
    }

    /// The level of an id; its puzzle and canonical text are the level's own.
    pub async fn level(&self, id: LevelId) -> Result<Option<LevelRef>, Trouble> {
        self.level_text(id).await?.map(|text| text.level()).transpose()
    }

    /// The same, not read yet: that may take a moment.
    pub async fn level_text(&self, id: LevelId) -> Result<Option<LevelText>, Trouble> {
        let row: Option<(String, String)> = sqlx::query_as("SELECT puzzle, text FROM level WHERE id = $1")
            .bind(id.to_string())
            .fetch_optional(&mut *self.reader().await?)
            .await?;
        Ok(row.map(|(puzzle, text)| LevelText { puzzle, text }))
    }
}

/// A level as it is stored.
#[derive(Clone, Debug)]
pub struct LevelText {
    puzzle: String,
    text: String,
}

impl LevelText {
    pub fn level(&self) -> Result<LevelRef, Trouble> {
        read(&self.puzzle, &self.text).map_err(Trouble::broken)
    }

    /// Bytes of its text.
    #[expect(clippy::len_without_is_empty, reason = "no level is empty")]
    pub fn len(&self) -> usize {
        self.text.len()
    }
}

/// The level that this canonical text describes.
pub fn read(puzzle: &str, text: &str) -> Result<LevelRef, Message> {
    read_level(puzzle, text).map_err(|fault| fault.said())
}

/// Keeps a level that somebody opened from its text; opened again it is as good as new.
pub async fn open(db: &mut AnyConnection, level: &LevelRef, opener: Option<PlayerId>) -> Result<(), Trouble> {
    sqlx::query(
        "INSERT INTO level (id, puzzle, text, opened, opener) VALUES ($1, $2, $3, $4, $5) \
         ON CONFLICT (id) DO UPDATE SET opened = excluded.opened WHERE level.opened IS NOT NULL",
    )
    .bind(level.id().to_string())
    .bind(level.puzzle().info().name)
    .bind(level.canonical())
    .bind(now())
    .bind(opener.map(|opener| opener.0))
    .execute(db)
    .await?;
    Ok(())
}

pub async fn keep(db: &mut AnyConnection, level: &LevelRef) -> Result<(), Trouble> {
    sqlx::query("INSERT INTO level (id, puzzle, text) VALUES ($1, $2, $3) ON CONFLICT (id) DO NOTHING")
        .bind(level.id().to_string())
        .bind(level.puzzle().info().name)
        .bind(level.canonical())
        .execute(db)
        .await?;
    Ok(())
}
