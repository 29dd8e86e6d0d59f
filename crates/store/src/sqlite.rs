//! What is `SQLite`'s own: a file with a write-ahead log, many readers and one writer. A change is safe
//! when it returns (full synchronisation).

use std::path::{Path, PathBuf};
use std::sync::LazyLock;
use std::time::Duration;

use ingenio_core::Message;
use sqlx::any::{AnyConnectOptions, AnyPoolOptions};
use sqlx::migrate::{MigrateError, Migrator};
use sqlx::sqlite::{SqliteConnectOptions, SqliteJournalMode, SqliteSynchronous};
use sqlx::{AnyConnection, AnyPool, AssertSqlSafe, ConnectOptions, Connection, Executor};

use crate::checkpoint::Checkpoints;
use crate::group_commit::Writer;
use crate::migrations;
use crate::trouble::{Trouble, not_opened};
use crate::words;

static MIGRATIONS: LazyLock<Migrator> = LazyLock::new(|| migrations::read(&migrations::SQLITE));

/// How long a second program may hold the database.
const PATIENCE: Duration = Duration::from_secs(5);

const READS_ONLY: &str = "PRAGMA query_only = ON";

/// Reading waits for the processor, not for others.
const READERS: u32 = 8;

#[derive(Debug)]
pub struct Sqlite {
    file: PathBuf,
    pub readers: AnyPool,
    pub writer: Writer,
}

impl Sqlite {
    /// Opens a file, and makes it if it is not there. One from a newer version is refused untouched.
    pub async fn open(file: &Path) -> Result<Self, Trouble> {
        let cannot = |error: &(dyn std::error::Error + 'static)| {
            Trouble::Failed(
                words::CANNOT_OPEN.with("file", file.display()).with("error", Message::foreign(error)),
            )
        };
        if let Some(folder) = file.parent().filter(|folder| !folder.as_os_str().is_empty()) {
            std::fs::create_dir_all(folder).map_err(|error| cannot(&error))?;
        }
        if is_newer(file).await.map_err(|error| cannot(&error))? {
            return Err(words::TOO_NEW.with("file", file.display()).into());
        }
        match bring_up_to_date(file).await {
            Ok(()) => {}
            Err(MigrateError::VersionMissing(_) | MigrateError::VersionTooNew(..)) => {
                return Err(words::TOO_NEW.with("file", file.display()).into());
            }
            Err(MigrateError::Execute(error) | MigrateError::ExecuteMigration(error, _)) => {
                return Err(not_opened(file, &error));
            }
            Err(error) => return Err(cannot(&error)),
        }
        let url = url(file).map_err(|error| cannot(&error))?;
        let readers = AnyPoolOptions::new()
            .max_connections(READERS)
            .after_connect(|db, _| Box::pin(set_up(db, READS_ONLY)))
            .connect_with(url.clone())
            .await
            .map_err(|error| cannot(&error))?;
        let mut writer = url.connect().await.map_err(|error| cannot(&error))?;
        set_up(&mut writer, "PRAGMA synchronous = FULL").await?;
        // Whoever commits does not wait for a checkpoint.
        writer.execute("PRAGMA wal_autocheckpoint = 0").await?;
        let mut log = file.as_os_str().to_owned();
        log.push("-wal");
        let checkpoints = Checkpoints::new(PathBuf::from(log), url);
        let writer = Writer::start(writer, checkpoints).map_err(|error| cannot(&error))?;
        Ok(Sqlite { file: file.to_owned(), readers, writer })
    }

    /// A connection that reads, beside the pool.
    pub async fn own_reader(&self) -> Result<AnyConnection, Trouble> {
        let mut db = self.readers.connect_options().connect().await?;
        set_up(&mut db, READS_ONLY).await?;
        Ok(db)
    }

    /// Sets how large the file may grow; what does not fit is refused as on a full disk.
    pub async fn limit(&self, bytes: u64) -> Result<(), Trouble> {
        self.writer.write(move |db| Box::pin(limit_pages(db, bytes))).await
    }

    pub async fn close(&self) {
        self.writer.close().await;
        self.readers.close().await;
    }

    /// Copies the database as it is at one moment, while it goes on, into a new file.
    pub async fn backup(&self, to: &Path) -> Result<(), Trouble> {
        let failed = |error: &(dyn std::error::Error + 'static)| {
            Trouble::Failed(
                words::BACKUP_FAILED.with("file", to.display()).with("error", Message::foreign(error)),
            )
        };
        if to.exists() {
            return Err(words::BACKUP_EXISTS.with("file", to.display()).into());
        }
        // Under another name until it is whole and on the disk.
        let mut draft = to.as_os_str().to_owned();
        draft.push(".part");
        let draft = PathBuf::from(draft);
        drop(std::fs::remove_file(&draft));
        let name = draft.to_str().ok_or_else(|| failed(&std::io::Error::other("its name is not a text")))?;
        let mut db = connect_options(&self.file).connect().await?;
        sqlx::query("VACUUM INTO ?").bind(name).execute(&mut db).await.map_err(|error| failed(&error))?;
        db.close().await?;
        let synchronised = std::fs::File::open(&draft).and_then(|file| file.sync_all());
        synchronised.and_then(|()| std::fs::rename(&draft, to)).map_err(|error| failed(&error))
    }
}

async fn limit_pages(db: &mut AnyConnection, bytes: u64) -> Result<(), Trouble> {
    let page: i64 = sqlx::query_scalar("PRAGMA page_size").fetch_one(&mut *db).await?;
    let pages = bytes / u64::try_from(page).unwrap_or(1).max(1);
    // A pragma takes no parameter; a number is no danger.
    let set = format!("PRAGMA max_page_count = {}", pages.clamp(1, u64::from(u32::MAX - 1)));
    sqlx::query(AssertSqlSafe(set)).execute(db).await?;
    Ok(())
}

fn connect_options(file: &Path) -> SqliteConnectOptions {
    SqliteConnectOptions::new().filename(file).foreign_keys(true).busy_timeout(PATIENCE)
}

async fn set_up(db: &mut AnyConnection, own: &'static str) -> Result<(), sqlx::Error> {
    db.execute("PRAGMA busy_timeout = 5000").await?;
    db.execute("PRAGMA foreign_keys = ON").await?;
    db.execute(own).await?;
    Ok(())
}

/// The options that fit both databases are read from a URL.
fn url(file: &Path) -> Result<AnyConnectOptions, sqlx::Error> {
    let text = file.to_str().ok_or_else(|| sqlx::Error::Configuration("its name is not a text".into()))?;
    // Percent signs would be taken for codes; a relative path for the name of a host.
    let file = std::path::absolute(text.replace('%', "%25"))?;
    AnyConnectOptions::from_url(&SqliteConnectOptions::new().filename(file).to_url_lossy())
}

/// Looks without writing a byte, not even the mode of the journal.
async fn is_newer(file: &Path) -> Result<bool, sqlx::Error> {
    if !file.exists() {
        return Ok(false);
    }
    let mut db = connect_options(file).read_only(true).connect().await?;
    let there: i64 = sqlx::query_scalar("SELECT COUNT(*) FROM sqlite_schema WHERE name = '_sqlx_migrations'")
        .fetch_one(&mut db)
        .await?;
    let version: Option<i64> = match there {
        0 => None,
        _ => sqlx::query_scalar("SELECT MAX(version) FROM _sqlx_migrations").fetch_one(&mut db).await?,
    };
    db.close().await?;
    let known = MIGRATIONS.iter().map(|migration| migration.version).max();
    Ok(version > known)
}

async fn bring_up_to_date(file: &Path) -> Result<(), MigrateError> {
    let options = connect_options(file)
        .create_if_missing(true)
        .journal_mode(SqliteJournalMode::Wal)
        .synchronous(SqliteSynchronous::Full);
    let mut db = options.connect().await?;
    MIGRATIONS.run_direct(None, &mut db, false).await?;
    db.close().await?;
    Ok(())
}
