//! Log-in sessions. The store knows the hash of a token only; the token itself is in the player's
//! browser.

use std::time::{Duration, SystemTime, UNIX_EPOCH};

use sqlx::Row;

use crate::players::player;
use crate::rows::{Player, PlayerId, moment, now};
use crate::store::Store;
use crate::trouble::Trouble;

impl Store {
    /// Someone has logged in, or arrived as a guest.
    pub async fn open_session(
        &self,
        player: PlayerId,
        token_hash: [u8; 32],
        expires: SystemTime,
    ) -> Result<(), Trouble> {
        self.write(move |db| {
            Box::pin(async move {
                sqlx::query("INSERT INTO session (token, player, made, expires) VALUES ($1, $2, $3, $4)")
                    .bind(token_hash.to_vec())
                    .bind(player.0)
                    .bind(now())
                    .bind(moment(expires))
                    .execute(db)
                    .await?;
                Ok(())
            })
        })
        .await
    }

    /// Who logged in with that token and when that ends, unless it has expired or was closed.
    pub async fn session(&self, token_hash: &[u8; 32]) -> Result<Option<(Player, SystemTime)>, Trouble> {
        let row = sqlx::query(
            "SELECT player.id, player.name, player.guest, session.expires FROM session JOIN player ON player.id = session.player \
             WHERE session.token = $1 AND session.expires > $2 AND player.banned IS NULL",
        )
        .bind(token_hash.to_vec())
        .bind(now())
        .fetch_optional(&mut *self.reader().await?)
        .await?;
        let Some(row) = row else { return Ok(None) };
        let expires: i64 = row.try_get("expires")?;
        let expires = UNIX_EPOCH + Duration::from_millis(u64::try_from(expires).unwrap_or(0));
        Ok(Some((player(&row)?, expires)))
    }

    /// Someone is still there: the session lasts longer.
    pub async fn renew_session(&self, token_hash: &[u8; 32], expires: SystemTime) -> Result<(), Trouble> {
        let token = token_hash.to_vec();
        self.write(move |db| {
            Box::pin(async move {
                sqlx::query("UPDATE session SET expires = $2 WHERE token = $1")
                    .bind(token)
                    .bind(moment(expires))
                    .execute(db)
                    .await?;
                Ok(())
            })
        })
        .await
    }

    /// Log-out: the token opens nothing any more. Closing twice is no error.
    pub async fn close_session(&self, token_hash: &[u8; 32]) -> Result<(), Trouble> {
        let token = token_hash.to_vec();
        self.write(move |db| {
            Box::pin(async move {
                sqlx::query("DELETE FROM session WHERE token = $1").bind(token).execute(db).await?;
                Ok(())
            })
        })
        .await
    }

    /// After a change of password: everybody else is logged out.
    pub async fn close_other_sessions(
        &self,
        player: PlayerId,
        except_token_hash: &[u8; 32],
    ) -> Result<(), Trouble> {
        let token = except_token_hash.to_vec();
        self.write(move |db| {
            Box::pin(async move {
                sqlx::query("DELETE FROM session WHERE player = $1 AND token <> $2")
                    .bind(player.0)
                    .bind(token)
                    .execute(db)
                    .await?;
                Ok(())
            })
        })
        .await
    }
}
