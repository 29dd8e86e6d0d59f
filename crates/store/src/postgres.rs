//! What is `PostgreSQL`'s own: a pool of connections, each change a transaction of its own. The server
//! commits those that come together in one write by itself.

use std::str::FromStr;
use std::sync::LazyLock;

use sqlx::any::{AnyConnectOptions, AnyPoolOptions};
use sqlx::migrate::{MigrateError, Migrator};
use sqlx::postgres::{PgConnectOptions, PgConnection};
use sqlx::{AnyPool, ConnectOptions, Connection};

use crate::database::Change;
use crate::migrations;
use crate::trouble::Trouble;
use crate::words;

static MIGRATIONS: LazyLock<Migrator> = LazyLock::new(|| migrations::read(&migrations::POSTGRES));

/// Enough that many wait for the disk together, few enough for a server with default settings.
const CONNECTIONS: u32 = 24;

#[derive(Debug)]
pub struct Postgres {
    pool: AnyPool,
}

impl Postgres {
    /// Connects to a server by its URL. A database from a newer version is refused untouched.
    pub async fn open(url: &str) -> Result<Self, Trouble> {
        let options = PgConnectOptions::from_str(url)
            .map_err(|error| words::CANNOT_OPEN.with("file", "postgres://...").with("error", error))?;
        let cannot = |error: &dyn std::fmt::Display| {
            Trouble::Failed(words::CANNOT_OPEN.with("file", name(&options)).with("error", error))
        };
        let mut connection = options.connect().await.map_err(|error| cannot(&error))?;
        if is_newer(&mut connection).await.map_err(|error| cannot(&error))? {
            return Err(words::TOO_NEW.with("file", name(&options)).into());
        }
        match MIGRATIONS.run_direct(None, &mut connection, false).await {
            Ok(()) => {}
            Err(MigrateError::VersionMissing(_) | MigrateError::VersionTooNew(..)) => {
                return Err(words::TOO_NEW.with("file", name(&options)).into());
            }
            Err(error) => return Err(cannot(&error)),
        }
        connection.close().await.map_err(|error| cannot(&error))?;
        let any = AnyConnectOptions::from_str(url).map_err(|error| cannot(&error))?;
        let pool = AnyPoolOptions::new().max_connections(CONNECTIONS).connect_with(any).await;
        Ok(Postgres { pool: pool.map_err(|error| cannot(&error))? })
    }

    pub const fn pool(&self) -> &AnyPool {
        &self.pool
    }

    pub async fn write<T: Send + 'static>(&self, change: impl Change<T>) -> Result<T, Trouble> {
        let mut work = self.pool.begin().await?;
        let done = change(&mut work).await?;
        work.commit().await?;
        Ok(done)
    }
}

/// The database without user and password, for messages.
fn name(options: &PgConnectOptions) -> String {
    let database = options.get_database().unwrap_or("");
    format!("postgres://{}:{}/{database}", options.get_host(), options.get_port())
}

async fn is_newer(connection: &mut PgConnection) -> Result<bool, sqlx::Error> {
    let there: bool = sqlx::query_scalar("SELECT to_regclass('_sqlx_migrations') IS NOT NULL")
        .fetch_one(&mut *connection)
        .await?;
    if !there {
        return Ok(false);
    }
    let version: Option<i64> =
        sqlx::query_scalar("SELECT MAX(version) FROM _sqlx_migrations").fetch_one(connection).await?;
    let known = MIGRATIONS.iter().map(|migration| migration.version).max();
    Ok(version > known)
}
