//! Which teacher started which campaign of the lab from a page. A campaign itself is a folder on the disk of one machine,
//! so that this is no part of an export.

use crate::players::one;
use crate::rows::{PlayerId, now};
use crate::store::Store;
use crate::trouble::Trouble;

impl Store {
    /// A campaign that a teacher started, by the name of its folder.
    pub async fn campaign_started(&self, teacher: PlayerId, name: &str) -> Result<(), Trouble> {
        let name = name.to_owned();
        self.write(move |db| {
            Box::pin(async move {
                let query =
                    sqlx::query("INSERT INTO started_campaign (name, teacher, made) VALUES ($1, $2, $3)");
                query.bind(name).bind(teacher.0).bind(now()).execute(db).await?;
                Ok(())
            })
        })
        .await
    }

    /// The campaigns that a teacher started, the newest first.
    pub async fn started_campaigns(&self, teacher: PlayerId) -> Result<Vec<String>, Trouble> {
        let query = sqlx::query_scalar(
            "SELECT name FROM started_campaign WHERE teacher = $1 ORDER BY made DESC, name",
        );
        Ok(query.bind(teacher.0).fetch_all(&mut *self.reader().await?).await?)
    }

    /// The campaigns of all teachers who have a class still; what others started is forgotten.
    pub async fn kept_campaigns(&self) -> Result<Vec<String>, Trouble> {
        self.write(move |db| {
            Box::pin(async move {
                let query = sqlx::query(
                    "DELETE FROM started_campaign WHERE NOT EXISTS \
                       (SELECT 1 FROM class WHERE class.teacher = started_campaign.teacher AND class.ends > $1)",
                );
                query.bind(now()).execute(&mut *db).await?;
                Ok(sqlx::query_scalar("SELECT name FROM started_campaign ORDER BY name").fetch_all(db).await?)
            })
        })
        .await
    }

    pub async fn forget_campaign(&self, teacher: PlayerId, name: &str) -> Result<(), Trouble> {
        let name = name.to_owned();
        self.write(move |db| {
            Box::pin(async move {
                let query = sqlx::query("DELETE FROM started_campaign WHERE name = $1 AND teacher = $2");
                one(query.bind(name).bind(teacher.0).execute(db).await?.rows_affected())
            })
        })
        .await
    }
}
