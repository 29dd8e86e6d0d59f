//! The handle that many people share. What it can do stands with its subject: `players`, `sessions`,
//! `settings`, `levels`, `plays`, `progress`, `records`, `runs`, `exchange`.

use std::path::{Path, PathBuf};
use std::sync::{Arc, Once};

use sqlx::pool::PoolConnection;
use sqlx::{Any, Row};

use crate::database::{Change, Database};
use crate::postgres::Postgres;
use crate::rows::{Counts, now};
use crate::sqlite::Sqlite;
use crate::trouble::Trouble;
use crate::words;

/// An open database. Clones are cheap and mean the same one. Its calls need a tokio runtime with time
/// and I/O. A change is committed when its call returns; if the caller stops waiting, it is made whole or
/// not at all.
#[derive(Clone, Debug)]
pub struct Store {
    database: Arc<Database>,
}

impl Store {
    /// The file in the user's data folder.
    pub fn usual_file() -> Result<PathBuf, Trouble> {
        let folder = dirs::data_dir().ok_or_else(|| words::NO_FOLDER.say())?;
        Ok(folder.join("ingenio").join("ingenio.sqlite"))
    }

    /// Opens `postgres://USER:PASSWORD@HOST:PORT/DATABASE`, or else the file of that name. Tables are
    /// made or brought up to date; a database from a newer version is refused untouched.
    pub async fn open(database: &str) -> Result<Self, Trouble> {
        if !is_postgres(database) {
            return Self::open_file(Path::new(database)).await;
        }
        install_drivers();
        Self::ready(Database::Postgres(Postgres::open(database).await?)).await
    }

    /// The same for a guest: whoever works for servers, hands out work or looks something up. A database of `PostgreSQL`
    /// belongs to the servers of a site; a guest of a newer version that changed its tables would break them. One that is
    /// not of this version is refused untouched; only an empty one is given tables. A file is one's own.
    pub async fn join(database: &str) -> Result<Self, Trouble> {
        if !is_postgres(database) {
            return Self::open(database).await;
        }
        install_drivers();
        let (postgres, made) = Postgres::join(database).await?;
        let database = Database::Postgres(postgres);
        if made { Self::ready(database).await } else { Ok(Store { database: Arc::new(database) }) }
    }

    /// Opens a file of `SQLite`, and makes it if it is not there.
    pub async fn open_file(file: &Path) -> Result<Self, Trouble> {
        install_drivers();
        Self::ready(Database::Sqlite(Sqlite::open(file).await?)).await
    }

    /// The store on a database whose tables are up to date, once their content is too.
    async fn ready(database: Database) -> Result<Self, Trouble> {
        let store = Store { database: Arc::new(database) };
        store.judge_if_due().await?;
        store.look_at_names_if_due().await?;
        store.fill_finishes_if_due().await?;
        Ok(store)
    }

    /// Copies the database into a new file while it is in use; `PostgreSQL` has `pg_dump` for that.
    pub async fn backup(&self, to: &Path) -> Result<(), Trouble> {
        match &*self.database {
            Database::Sqlite(sqlite) => sqlite.backup(to).await,
            Database::Postgres(_) => Err(words::BACKUP_POSTGRES.say().into()),
        }
    }

    /// Sets how large a file of `SQLite` may grow, from now on; changes that do not fit are refused with
    /// [`Trouble::Full`]. `PostgreSQL` has quotas of its own, and nothing happens.
    pub async fn limit(&self, bytes: u64) -> Result<(), Trouble> {
        match &*self.database {
            Database::Sqlite(sqlite) => sqlite.limit(bytes).await,
            Database::Postgres(_) => Ok(()),
        }
    }

    /// Finishes what was begun and closes the connections, for all clones: later calls fail. Without it
    /// nothing is lost either, but the log of `SQLite` stays beside its file.
    pub async fn close(&self) {
        match &*self.database {
            Database::Sqlite(sqlite) => sqlite.close().await,
            Database::Postgres(postgres) => postgres.pool().close().await,
        }
    }

    /// Does it answer?
    pub async fn answers(&self) -> Result<(), Trouble> {
        sqlx::query("SELECT 1").execute(&mut *self.reader().await?).await?;
        Ok(())
    }

    /// How much there is, for those who watch over it.
    pub async fn counts(&self) -> Result<Counts, Trouble> {
        let row = sqlx::query(
            "SELECT (SELECT COUNT(*) FROM player WHERE password IS NOT NULL) AS accounts, \
               (SELECT COUNT(*) FROM player WHERE guest = 1) AS guests, \
               (SELECT COUNT(*) FROM session WHERE expires > $1) AS sessions, \
               (SELECT COUNT(*) FROM level) AS levels, \
               (SELECT COUNT(*) FROM play) AS plays, \
               (SELECT CAST(COALESCE(SUM(events), 0) AS BIGINT) FROM play) AS events, \
               (SELECT COUNT(*) FROM record) AS records, \
               (SELECT COUNT(*) FROM run) AS runs",
        )
        .bind(now())
        .fetch_one(&mut *self.reader().await?)
        .await?;
        let count = |name: &str| row.try_get::<i64, _>(name).map(|count| u64::try_from(count).unwrap_or(0));
        Ok(Counts {
            accounts: count("accounts")?,
            guests: count("guests")?,
            sessions: count("sessions")?,
            levels: count("levels")?,
            plays: count("plays")?,
            events: count("events")?,
            records: count("records")?,
            runs: count("runs")?,
        })
    }

    pub(crate) async fn reader(&self) -> Result<PoolConnection<Any>, Trouble> {
        self.database.reader().await
    }

    pub(crate) fn database(&self) -> &Database {
        &self.database
    }

    pub(crate) async fn write<T: Send + 'static>(&self, change: impl Change<T>) -> Result<T, Trouble> {
        self.database.write(change).await
    }

    /// A change that writes with one statement only.
    pub(crate) async fn write_statement<T: Send + 'static>(
        &self,
        change: impl Change<T>,
    ) -> Result<T, Trouble> {
        self.database.write_statement(change).await
    }
}

/// Is it the address of a database, and not a file?
pub fn is_postgres(database: &str) -> bool {
    database.starts_with("postgres://") || database.starts_with("postgresql://")
}

/// An address of `PostgreSQL` as it may be shown and kept: without the password.
pub fn without_password(address: &str) -> String {
    let Some((scheme, rest)) = address.split_once("://").filter(|_| is_postgres(address)) else {
        return address.to_owned();
    };
    let (place, query) = rest.split_once('?').map_or((rest, None), |(place, query)| (place, Some(query)));
    let place = match place.rsplit_once('@') {
        Some((user, host)) => format!("{}@{host}", user.split(':').next().unwrap_or_default()),
        None => place.to_owned(),
    };
    let kept: Vec<&str> = query.into_iter().flat_map(|query| query.split('&')).collect();
    let kept: Vec<&str> = kept.into_iter().filter(|pair| !pair.starts_with("password=")).collect();
    let query = if kept.is_empty() { String::new() } else { format!("?{}", kept.join("&")) };
    format!("{scheme}://{place}{query}")
}

fn install_drivers() {
    static ONCE: Once = Once::new();
    ONCE.call_once(sqlx::any::install_default_drivers);
}

#[cfg(test)]
mod tests {
    use super::without_password;

    #[test]
    fn a_password_is_neither_shown_nor_kept() {
        let shown = [
            (
                "postgres://ann:secret@db.example/site?sslmode=verify-full",
                "postgres://ann@db.example/site?sslmode=verify-full",
            ),
            ("postgresql://ann@db:5433/site", "postgresql://ann@db:5433/site"),
            ("postgres://db/site?password=secret&user=ann", "postgres://db/site?user=ann"),
            ("postgres://ann:p@ss:word@db/site", "postgres://ann@db/site"),
            ("site.sqlite", "site.sqlite"),
        ];
        for (address, expected) in shown {
            assert_eq!(without_password(address), expected);
        }
    }
}
