//! What is `PostgreSQL`'s own: a pool of connections, each change a transaction of its own. The server
//! commits those that come together in one write by itself.

use std::str::FromStr;
use std::sync::LazyLock;
use std::time::Duration;

use ingenio_core::{Foreign, Message};
use sqlx::any::{AnyConnectOptions, AnyPoolOptions};
use sqlx::migrate::{Migrate, MigrateError, Migrator};
use sqlx::postgres::{PgConnectOptions, PgConnection, PgListener, PgPoolOptions};
use sqlx::{AnyPool, ConnectOptions, Connection};

use crate::database::Change;
use crate::migrations;
use crate::trouble::Trouble;
use crate::words;

static MIGRATIONS: LazyLock<Migrator> = LazyLock::new(|| migrations::read(&migrations::POSTGRES));

/// Enough that many wait for the disk together, few enough for a server with default settings.
const CONNECTIONS: u32 = 24;

/// A connection that was used so shortly ago is taken to live: asking it first would double the way of every move.
const TRUSTED: Duration = Duration::from_secs(1);

#[derive(Debug)]
pub struct Postgres {
    pool: AnyPool,
    /// For those who listen.
    options: Box<PgConnectOptions>,
}

impl Postgres {
    /// Connects to a server by its URL and brings the tables up to date. A database from a newer version is refused
    /// untouched.
    pub async fn open(url: &str) -> Result<Self, Trouble> {
        Ok(Self::connect(url, Tables::Ours).await?.0)
    }

    /// The same for a guest, who changes no tables of others: one from an older version is refused too, and only an
    /// empty database is given tables. True where it was.
    pub async fn join(url: &str) -> Result<(Self, bool), Trouble> {
        Self::connect(url, Tables::OfOthers).await
    }

    async fn connect(url: &str, tables: Tables) -> Result<(Self, bool), Trouble> {
        let options = PgConnectOptions::from_str(url).map_err(|error| {
            words::CANNOT_OPEN.with("file", "postgres://...").with("error", Foreign(error))
        })?;
        let cannot = |error: &(dyn std::error::Error + 'static)| {
            Trouble::Failed(
                words::CANNOT_OPEN.with("file", name(&options)).with("error", Message::foreign(error)),
            )
        };
        let mut connection = options.connect().await.map_err(|error| cannot(&error))?;
        // Whoever is just changing the tables has this lock: what is seen then is whole.
        connection.lock().await.map_err(|error| cannot(&error))?;
        let age = age(&mut connection).await.map_err(|error| cannot(&error))?;
        match (age, tables) {
            (Age::Newer, _) => return Err(words::TOO_NEW.with("file", name(&options)).into()),
            (Age::Older, Tables::OfOthers) => {
                return Err(words::TOO_OLD.with("file", name(&options)).into());
            }
            _ => {}
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
        let pool = AnyPoolOptions::new()
            .max_connections(CONNECTIONS)
            .test_before_acquire(false)
            .before_acquire(|db, rest| {
                Box::pin(async move { Ok(rest.idle_for < TRUSTED || db.ping().await.is_ok()) })
            })
            .connect_with(any)
            .await;
        let pool = pool.map_err(|error| cannot(&error))?;
        Ok((Postgres { pool, options: Box::new(options) }, age == Age::Empty))
    }

    /// Hears what is told on a channel, over a connection of its own.
    pub async fn listen(&self, channel: &str) -> Result<Listener, Trouble> {
        let pool = PgPoolOptions::new().max_connections(1).connect_with((*self.options).clone()).await?;
        let mut listener = PgListener::connect_with(&pool).await?;
        listener.listen(channel).await?;
        Ok(Listener(listener))
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

    /// A statement is a transaction by itself: one way to the server and back instead of three.
    pub async fn write_statement<T>(&self, change: impl Change<T>) -> Result<T, Trouble> {
        change(&mut *self.pool.acquire().await?).await
    }
}

/// Hears what others tell.
#[derive(Debug)]
pub struct Listener(PgListener);

impl Listener {
    /// Waits until something is told, but not longer than this. Nothing means: look for yourself, for something may
    /// have been told while nobody heard.
    pub async fn hear(&mut self, longest: Duration) -> Option<String> {
        let begun = tokio::time::Instant::now();
        match tokio::time::timeout_at(begun + longest, self.0.try_recv()).await {
            Ok(Ok(Some(told))) => Some(told.payload().to_owned()),
            Err(_) | Ok(Ok(None)) => None,
            // There is no connection at the moment; the next call tries to have one.
            Ok(Err(_)) => {
                tokio::time::sleep_until(begun + longest).await;
                None
            }
        }
    }
}

/// The database without user and password, for messages.
fn name(options: &PgConnectOptions) -> String {
    let database = options.get_database().unwrap_or("");
    format!("postgres://{}:{}/{database}", options.get_host(), options.get_port())
}

/// Who may change the tables?
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Tables {
    Ours,
    OfOthers,
}

/// How a database stands to this program.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Age {
    Empty,
    Older,
    Current,
    Newer,
}

async fn age(connection: &mut PgConnection) -> Result<Age, sqlx::Error> {
    let there: bool = sqlx::query_scalar("SELECT to_regclass('_sqlx_migrations') IS NOT NULL")
        .fetch_one(&mut *connection)
        .await?;
    if !there {
        return Ok(Age::Empty);
    }
    let made: Vec<i64> = sqlx::query_scalar("SELECT version FROM _sqlx_migrations WHERE success")
        .fetch_all(connection)
        .await?;
    let known = || MIGRATIONS.iter().map(|migration| migration.version);
    Ok(if made.iter().max() > known().max().as_ref() {
        Age::Newer
    } else if known().all(|version| made.contains(&version)) {
        Age::Current
    } else if made.is_empty() {
        Age::Empty
    } else {
        Age::Older
    })
}
