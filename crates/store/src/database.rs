//! The two databases behind one face: connections to read, and changes that are committed when they
//! return.

use std::pin::Pin;

use ingenio_core::Message;
use sqlx::pool::PoolConnection;
use sqlx::{Any, AnyConnection, ConnectOptions};

use crate::postgres::Postgres;
use crate::sqlite::Sqlite;
use crate::trouble::Trouble;
use crate::words;

pub type Wait<'a, T> = Pin<Box<dyn Future<Output = T> + Send + 'a>>;

/// A change: all of it happens, in one transaction, or nothing.
pub trait Change<T>:
    for<'c> FnOnce(&'c mut AnyConnection) -> Wait<'c, Result<T, Trouble>> + Send + 'static
{
}

impl<T, F> Change<T> for F where
    F: for<'c> FnOnce(&'c mut AnyConnection) -> Wait<'c, Result<T, Trouble>> + Send + 'static
{
}

#[derive(Debug)]
pub enum Database {
    Sqlite(Sqlite),
    Postgres(Postgres),
}

impl Database {
    pub async fn reader(&self) -> Result<PoolConnection<Any>, Trouble> {
        let readers = match self {
            Database::Sqlite(sqlite) => &sqlite.readers,
            Database::Postgres(postgres) => postgres.pool(),
        };
        Ok(readers.acquire().await?)
    }

    /// A connection beside the others, for what takes long.
    pub async fn own_reader(&self) -> Result<AnyConnection, Trouble> {
        match self {
            Database::Sqlite(sqlite) => sqlite.own_reader().await,
            Database::Postgres(postgres) => Ok(postgres.pool().connect_options().connect().await?),
        }
    }

    /// Looks through a file of `SQLite`; `PostgreSQL` checks its own pages when it reads them.
    pub async fn check_whole(
        &self,
        db: &mut AnyConnection,
        broken: &mut Vec<Message>,
    ) -> Result<(), Trouble> {
        if let Database::Postgres(_) = self {
            return Ok(());
        }
        let found: Vec<String> = sqlx::query_scalar("PRAGMA integrity_check(10)").fetch_all(db).await?;
        let damage = found.iter().filter(|line| *line != "ok");
        broken.extend(damage.map(|why| words::DRILL_FILE.with("why", why)));
        Ok(())
    }

    /// What begins a transaction that sees one moment and changes nothing.
    pub const fn begin_reading(&self) -> &'static str {
        match self {
            Database::Sqlite(_) => "BEGIN",
            Database::Postgres(_) => "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY",
        }
    }

    pub async fn write<T: Send + 'static>(&self, change: impl Change<T>) -> Result<T, Trouble> {
        match self {
            Database::Sqlite(sqlite) => sqlite.writer.write(change).await,
            Database::Postgres(postgres) => postgres.write(change).await,
        }
    }

    /// A change that writes with one statement only, which happens or does not.
    pub async fn write_statement<T: Send + 'static>(&self, change: impl Change<T>) -> Result<T, Trouble> {
        match self {
            Database::Sqlite(sqlite) => sqlite.writer.write(change).await,
            Database::Postgres(postgres) => postgres.write_statement(change).await,
        }
    }
}
