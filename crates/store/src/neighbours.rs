//! Several servers on one database of `PostgreSQL`: who is there, and which plays went on elsewhere. A file has one
//! server.

use std::time::Duration;

use crate::rows::{PlayId, millis};
use crate::store::Store;
use crate::trouble::Trouble;

/// A server that was silent for so long is gone.
const SILENCE: Duration = Duration::from_secs(20);

impl Store {
    /// A server says that it is there; gives how many are.
    pub async fn server_beats(&self, id: &str) -> Result<usize, Trouble> {
        if !self.has_queues() {
            return Ok(1);
        }
        let mut db = self.reader().await?;
        sqlx::query(
            "INSERT INTO site_server (id, beat) VALUES ($1, (EXTRACT(EPOCH FROM clock_timestamp()) * 1000)::BIGINT) \
             ON CONFLICT (id) DO UPDATE SET beat = excluded.beat",
        )
        .bind(id)
        .execute(&mut *db)
        .await?;
        sqlx::query(
            "DELETE FROM site_server WHERE beat < (EXTRACT(EPOCH FROM clock_timestamp()) * 1000)::BIGINT - $1",
        )
        .bind(millis(SILENCE))
        .execute(&mut *db)
        .await?;
        let count: i64 = sqlx::query_scalar("SELECT COUNT(*) FROM site_server").fetch_one(&mut *db).await?;
        Ok(usize::try_from(count).unwrap_or(1))
    }

    /// A server stops.
    pub async fn server_leaves(&self, id: &str) -> Result<(), Trouble> {
        if self.has_queues() {
            let query = sqlx::query("DELETE FROM site_server WHERE id = $1").bind(id.to_owned());
            query.execute(&mut *self.reader().await?).await?;
        }
        Ok(())
    }

    /// How many events these plays have; `PostgreSQL` only.
    pub async fn event_counts(&self, plays: &[PlayId]) -> Result<Vec<(PlayId, u64)>, Trouble> {
        let ids: Vec<i64> = plays.iter().map(|play| play.0).collect();
        let ids = serde_json::to_string(&ids).expect("numbers");
        let rows: Vec<(i64, i64)> = sqlx::query_as(
            "SELECT id, events FROM play WHERE id IN (SELECT value::BIGINT FROM jsonb_array_elements_text($1::jsonb))",
        )
        .bind(ids)
        .fetch_all(&mut *self.reader().await?)
        .await?;
        Ok(rows.into_iter().map(|(id, events)| (PlayId(id), u64::try_from(events).unwrap_or(0))).collect())
    }
}
