//! Devices that an account was opened on before, by the hash of a token in the browser. Attempts to log in from
//! them are counted apart, so that strangers who guess cannot keep the owner out.

use sqlx::AnyConnection;

use crate::rows::{PlayerId, now};
use crate::store::Store;
use crate::trouble::Trouble;

/// Devices of one account: the latest stay.
const MOST: i64 = 20;

impl Store {
    /// Somebody has logged in on this device.
    pub async fn remember_device(&self, player: PlayerId, token_hash: [u8; 32]) -> Result<(), Trouble> {
        self.write(move |db| Box::pin(remember(db, player, token_hash))).await
    }

    /// Has somebody logged in on this device before?
    pub async fn knows_device(&self, player: PlayerId, token_hash: &[u8; 32]) -> Result<bool, Trouble> {
        let query = sqlx::query_scalar("SELECT COUNT(*) FROM device WHERE token = $1 AND player = $2");
        let query = query.bind(token_hash.to_vec()).bind(player.0);
        let count: i64 = query.fetch_one(&mut *self.reader().await?).await?;
        Ok(count > 0)
    }
}

async fn remember(db: &mut AnyConnection, player: PlayerId, token_hash: [u8; 32]) -> Result<(), Trouble> {
    sqlx::query(
        "INSERT INTO device (token, player, seen) VALUES ($1, $2, $3) \
         ON CONFLICT (token, player) DO UPDATE SET seen = excluded.seen",
    )
    .bind(token_hash.to_vec())
    .bind(player.0)
    .bind(now())
    .execute(&mut *db)
    .await?;
    sqlx::query(
        "DELETE FROM device WHERE player = $1 AND token IN (SELECT token FROM (SELECT token, \
           ROW_NUMBER() OVER (ORDER BY seen DESC, token) AS place FROM device WHERE player = $1) AS placed WHERE place > $2)",
    )
    .bind(player.0)
    .bind(MOST)
    .execute(db)
    .await?;
    Ok(())
}
