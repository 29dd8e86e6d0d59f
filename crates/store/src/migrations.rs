//! The steps that bring a database up to date: the files of `migrations/`, which are part of the program.
//!
//! They are read here and not by `sqlx::migrate!`, because the crate of that macro has sqlx with both
//! databases built a second time, for the compiler. Names and checksums are those that sqlx makes of the
//! same files, so that databases of either way are the same (a test).

use include_dir::{Dir, File, include_dir};
use sqlx::SqlSafeStr;
use sqlx::migrate::{Migration, MigrationType, Migrator};

pub static SQLITE: Dir<'static> = include_dir!("$CARGO_MANIFEST_DIR/migrations/sqlite");
#[cfg(any(test, feature = "postgres"))]
pub static POSTGRES: Dir<'static> = include_dir!("$CARGO_MANIFEST_DIR/migrations/postgres");

pub fn read(folder: &'static Dir<'static>) -> Migrator {
    Migrator::with_migrations(folder.files().filter_map(migration).collect())
}

/// A file is named `NUMBER_what_it_is.sql`; any other is none of ours (a test counts them).
fn migration(file: &'static File<'static>) -> Option<Migration> {
    let (number, about) = file.path().file_name()?.to_str()?.strip_suffix(".sql")?.split_once('_')?;
    Some(Migration::new(
        number.parse().ok()?,
        about.replace('_', " ").into(),
        MigrationType::Simple,
        file.contents_utf8()?.into_sql_str(),
        false,
    ))
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::*;

    #[test]
    fn they_are_those_that_sqlx_reads_from_the_folders() {
        for (name, folder) in [("sqlite", &SQLITE), ("postgres", &POSTGRES)] {
            let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("migrations").join(name);
            let runtime = tokio::runtime::Builder::new_current_thread().build().unwrap();
            let wanted = runtime.block_on(Migrator::new(path.as_path())).unwrap();
            let facts = |migrator: &Migrator| -> Vec<_> {
                let fact = |step: &Migration| (step.version, step.description.clone(), step.checksum.clone());
                migrator.iter().map(fact).collect()
            };
            assert_eq!(facts(&read(folder)), facts(&wanted), "{name}");
            assert!(facts(&wanted).len() > 1, "{name}");
        }
    }
}
