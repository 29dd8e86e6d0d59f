//! What must not happen, and what is said then.

use ingenio_store::{Store, Trouble, words};
use sqlx::any::AnyRow;
use sqlx::{AnyConnection, Connection, Row};

use crate::first_edition::database_of;
use crate::place::Place;
use crate::postgres_server;

pub async fn a_newer_database_is_refused_untouched(place: Place) {
    let store = place.open().await;
    store.register("Ada", "hash").await.unwrap();
    store.close().await;
    let url = if place.is_sqlite() { format!("sqlite://{}", place.address) } else { place.address.clone() };
    let mut db = AnyConnection::connect(&url).await.unwrap();
    if place.is_sqlite() {
        // Not even the mode of the journal may be changed.
        sqlx::query("PRAGMA journal_mode = DELETE").execute(&mut db).await.unwrap();
    }
    let future = "UPDATE _sqlx_migrations SET version = 9999 \
                  WHERE version = (SELECT MAX(version) FROM _sqlx_migrations)";
    sqlx::query(future).execute(&mut db).await.unwrap();
    sqlx::query("CREATE TABLE from_the_future (id BIGINT)").execute(&mut db).await.unwrap();
    let before = fingerprint(&place, &mut db).await;
    if place.is_sqlite() {
        db.close().await.unwrap();
        db = AnyConnection::connect("sqlite::memory:").await.unwrap();
    }
    for _ in 0..2 {
        let refused = Store::open(&place.address).await.unwrap_err().message();
        assert_eq!(refused.id(), words::TOO_NEW.id, "{refused:?}");
        assert!(!refused.english().contains("secret"), "{refused:?}");
    }
    assert_eq!(fingerprint(&place, &mut db).await, before);
}

/// Workers, collectors and whoever looks something up change no tables under the servers of a site; a file is one's own.
pub async fn a_guest_changes_no_tables(place: Place) {
    if place.is_sqlite() {
        database_of(&place, 15, 0, "SELECT 1").await;
        Store::join(&place.address).await.unwrap().close().await;
        return;
    }
    // An empty database is given tables, by one of those who come at once.
    let (first, second) = tokio::join!(Store::join(&place.address), Store::join(&place.address));
    for store in [first.unwrap(), second.unwrap()] {
        assert!(store.player("ann").await.is_ok());
        store.close().await;
    }
    let other = Place { address: postgres_server::new_database(), ..place };
    database_of(&other, 0, 15, "SELECT 1").await;
    let mut db = AnyConnection::connect(&other.address).await.unwrap();
    let before = fingerprint(&other, &mut db).await;
    let refused = Store::join(&other.address).await.unwrap_err().message();
    assert_eq!(refused.id(), words::TOO_OLD.id, "{refused:?}");
    assert_eq!(fingerprint(&other, &mut db).await, before);
    other.open().await.close().await;
    Store::join(&other.address).await.unwrap().close().await;
}

/// Every byte of the file, or every table with its columns and number of rows.
async fn fingerprint(place: &Place, db: &mut AnyConnection) -> Vec<u8> {
    if place.is_sqlite() {
        return std::fs::read(&place.address).unwrap();
    }
    let rows: Vec<AnyRow> = sqlx::query(
        "SELECT CAST(table_name || '.' || column_name || ' ' || data_type AS TEXT) AS what \
         FROM information_schema.columns WHERE table_schema = 'public' ORDER BY 1",
    )
    .fetch_all(&mut *db)
    .await
    .unwrap();
    let versions: i64 =
        sqlx::query_scalar("SELECT COUNT(*) FROM _sqlx_migrations").fetch_one(db).await.unwrap();
    let columns: Vec<String> = rows.iter().map(|row| row.get("what")).collect();
    format!("{versions} {columns:?}").into_bytes()
}

pub async fn bad_names_are_refused(place: Place) {
    let store = place.open().await;
    for (name, wanted) in [
        ("x".repeat(10_000), words::NAME_LENGTH),
        ("é".repeat(33), words::NAME_LENGTH),
        (String::new(), words::NAME_LENGTH),
        (" \t ".into(), words::NAME_LENGTH),
        ("two\nlines".into(), words::NAME_CHARACTER),
        ("nul\0".into(), words::NAME_CHARACTER),
    ] {
        match store.register(&name, "hash").await {
            Err(Trouble::BadName(said)) => assert_eq!(said.id(), wanted.id, "{said:?}"),
            other => panic!("{other:?}"),
        }
        assert_eq!(store.account(name.trim_end_matches('\0')).await.unwrap(), None);
    }
    assert_eq!(store.counts().await.unwrap().accounts, 0);
    store.register(&"é".repeat(32), "hash").await.unwrap();
}

pub async fn a_closed_store_says_so(place: Place) {
    let store = place.open().await;
    let clone = store.clone();
    store.register("Ada", "hash").await.unwrap();
    store.close().await;
    store.close().await;
    for trouble in [clone.register("Bob", "hash").await.map(drop), clone.account("Ada").await.map(drop)] {
        assert_eq!(trouble.unwrap_err().message().id(), words::CLOSED.id);
    }
    assert!(place.open().await.account("Ada").await.unwrap().is_some());
}
