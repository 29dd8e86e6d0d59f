//! Plays in which somebody saw something that is wrong, for the owner of the house and for tests.

use std::time::Duration;

use sqlx::Row;
use sqlx::any::AnyRow;

use crate::rows::{PlayerId, millis, now};
use crate::store::Store;
use crate::trouble::Trouble;

/// Findings of one player within a day; more are not taken.
const MOST: i64 = 20;
const DAY: Duration = Duration::from_hours(24);

/// One of them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finding {
    pub id: i64,
    /// Milliseconds since 1970.
    pub at: i64,
    pub player: Option<String>,
    pub puzzle: String,
    pub what: String,
    /// The play, as a file that can be played again.
    pub file: String,
}

impl Store {
    /// Keeps a finding; nothing where the player has sent too many lately.
    pub async fn keep_finding(
        &self,
        player: PlayerId,
        puzzle: &str,
        what: &str,
        file: String,
    ) -> Result<Option<i64>, Trouble> {
        let (puzzle, what) = (puzzle.to_owned(), what.to_owned());
        self.write(move |db| {
            Box::pin(async move {
                let id = sqlx::query_scalar(
                    "INSERT INTO finding (at, player, puzzle, what, file) SELECT $1, $2, $3, $4, $5 \
                     WHERE (SELECT COUNT(*) FROM finding WHERE player = $2 AND at > $6) < $7 RETURNING id",
                )
                .bind(now())
                .bind(player.0)
                .bind(puzzle)
                .bind(what)
                .bind(file)
                .bind(now() - millis(DAY))
                .bind(MOST)
                .fetch_optional(db)
                .await?;
                Ok(id)
            })
        })
        .await
    }

    /// All of them, the newest first.
    pub async fn findings(&self) -> Result<Vec<Finding>, Trouble> {
        let rows = sqlx::query(
            "SELECT finding.id, finding.at, player.name, finding.puzzle, finding.what, finding.file FROM finding \
             LEFT JOIN player ON player.id = finding.player ORDER BY finding.id DESC",
        )
        .fetch_all(&mut *self.reader().await?)
        .await?;
        rows.iter().map(finding).collect()
    }
}

fn finding(row: &AnyRow) -> Result<Finding, Trouble> {
    Ok(Finding {
        id: row.try_get("id")?,
        at: row.try_get("at")?,
        player: row.try_get("name")?,
        puzzle: row.try_get("puzzle")?,
        what: row.try_get("what")?,
        file: row.try_get("file")?,
    })
}
