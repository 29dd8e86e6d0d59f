//! How players want their pages to be: names and values that the pages understand, kept one by one, so that two
//! devices that choose different things do not undo each other.

use std::collections::BTreeMap;

use sqlx::{AnyConnection, Row};

use crate::rows::{PlayerId, now};
use crate::store::Store;
use crate::trouble::Trouble;

/// What a player has chosen.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Settings {
    pub chosen: BTreeMap<String, String>,
    /// When something was chosen last, in milliseconds since 1970; 0 where nothing was.
    pub at: i64,
}

impl Store {
    pub async fn settings(&self, player: PlayerId) -> Result<Settings, Trouble> {
        read(&mut *self.reader().await?, player.0).await
    }

    /// Keeps what was chosen now; what was chosen before and is not named stays. Gives all of it.
    pub async fn choose(
        &self,
        player: PlayerId,
        chosen: BTreeMap<String, String>,
    ) -> Result<Settings, Trouble> {
        self.write(move |db| {
            Box::pin(async move {
                keep(db, player.0, &chosen, now()).await?;
                read(db, player.0).await
            })
        })
        .await
    }
}

pub async fn read(db: &mut AnyConnection, player: i64) -> Result<Settings, Trouble> {
    let query = sqlx::query("SELECT name, value, at FROM setting WHERE player = $1").bind(player);
    let mut settings = Settings::default();
    for row in &query.fetch_all(db).await? {
        settings.chosen.insert(row.try_get("name")?, row.try_get("value")?);
        settings.at = settings.at.max(row.try_get("at")?);
    }
    Ok(settings)
}

pub async fn keep(
    db: &mut AnyConnection,
    player: i64,
    chosen: &BTreeMap<String, String>,
    at: i64,
) -> Result<(), Trouble> {
    for (name, value) in chosen {
        sqlx::query(
            "INSERT INTO setting (player, name, value, at) VALUES ($1, $2, $3, $4) \
             ON CONFLICT (player, name) DO UPDATE SET value = excluded.value, at = excluded.at",
        )
        .bind(player)
        .bind(name)
        .bind(value)
        .bind(at)
        .execute(&mut *db)
        .await?;
    }
    Ok(())
}
