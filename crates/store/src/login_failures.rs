//! Attempts to get into accounts that failed. Whoever counts says by which keys; they are hashes, so that nothing here
//! tells who tried to be whom. All servers on one database count together, and a restart forgets nothing.

use std::time::Duration;

use crate::rows::{millis, now};
use crate::store::Store;
use crate::trouble::Trouble;

/// Two days of silence wipe the slate.
pub const REMEMBERED: Duration = Duration::from_hours(48);

/// What is known under a key.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct FailureCount {
    pub failures: u32,
    /// Since the last of them.
    pub silent: Duration,
}

impl Store {
    pub async fn login_failures(&self, key: &str) -> Result<FailureCount, Trouble> {
        let row: Option<(i64, i64)> =
            sqlx::query_as("SELECT failures, last FROM login_failure WHERE key = $1")
                .bind(key)
                .fetch_optional(&mut *self.reader().await?)
                .await?;
        let count = |(failures, last): (i64, i64)| FailureCount {
            failures: u32::try_from(failures).unwrap_or(u32::MAX),
            silent: Duration::from_millis(u64::try_from(now() - last).unwrap_or(0)),
        };
        Ok(row.map(count).unwrap_or_default())
    }

    /// One more failure under each of these keys.
    pub async fn login_failed(&self, keys: Vec<String>) -> Result<(), Trouble> {
        self.write(move |db| {
            Box::pin(async move {
                for key in keys {
                    sqlx::query(
                        "INSERT INTO login_failure (key, failures, last) VALUES ($1, 1, $2) ON CONFLICT (key) \
                         DO UPDATE SET failures = login_failure.failures + 1, last = excluded.last",
                    )
                    .bind(key)
                    .bind(now())
                    .execute(&mut *db)
                    .await?;
                }
                Ok(())
            })
        })
        .await
    }

    pub async fn forget_login_failures(&self, keys: Vec<String>) -> Result<(), Trouble> {
        self.write(move |db| {
            Box::pin(async move {
                for key in keys {
                    sqlx::query("DELETE FROM login_failure WHERE key = $1")
                        .bind(key)
                        .execute(&mut *db)
                        .await?;
                }
                Ok(())
            })
        })
        .await
    }

    /// Forgets what is long ago.
    pub async fn sweep_login_failures(&self) -> Result<(), Trouble> {
        self.write(move |db| {
            Box::pin(async move {
                let query = sqlx::query("DELETE FROM login_failure WHERE last < $1");
                query.bind(now() - millis(REMEMBERED)).execute(db).await?;
                Ok(())
            })
        })
        .await
    }
}
