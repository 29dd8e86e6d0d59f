//! What concerns files.

use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use ingenio_play::{Action, Event, Mode};
use ingenio_store::{Holder, Store, Trouble, words};
use sqlx::migrate::Migrator;
use sqlx::{Connection, SqliteConnection};

use crate::place::{Place, on_sqlite, room};
use crate::plays::event;

#[test]
fn a_full_disk_loses_nothing_acknowledged() {
    on_sqlite(async |place: Place| {
        let store = place.open().await;
        let ada = store.register("Ada", "hash").await.unwrap();
        let (play, _) = store.begin(ada, &room(), Mode::Relax).await.unwrap();
        let size = std::fs::metadata(&place.address).unwrap().len();
        store.limit(size + 40 * 4096).await.unwrap();
        let long = |number: u64| Event { action: Action::Keep("x".repeat(2000)), ..event(number) };
        let mut acknowledged = 0;
        let trouble = loop {
            match store.append(play, acknowledged, &[long(acknowledged)], None, false).await {
                Ok(stored) => acknowledged = stored,
                Err(trouble) => break trouble,
            }
        };
        assert_eq!(trouble, Trouble::Full);
        assert!(acknowledged > 5, "{acknowledged}");
        let together: Vec<_> = (0..8)
            .map(|_| {
                let store = store.clone();
                let event = long(acknowledged);
                tokio::spawn(async move { store.append(play, acknowledged, &[event], None, false).await })
            })
            .collect();
        for one in together {
            assert_eq!(one.await.unwrap(), Err(Trouble::Full));
        }
        let expected: Vec<_> = (0..acknowledged).map(long).collect();
        assert_eq!(store.events(play).await.unwrap(), expected);
        store.limit(u64::MAX).await.unwrap();
        assert_eq!(store.append(play, acknowledged, &[event(0)], None, false).await, Ok(acknowledged + 1));
        store.close().await;
        assert_eq!(place.open().await.events(play).await.unwrap()[..expected.len()], expected);
    });
}

#[test]
fn the_log_stays_small_however_much_is_written() {
    on_sqlite(async |place: Place| {
        let store = place.open().await;
        let ada = store.register("Ada", "hash").await.unwrap();
        let (play, _) = store.begin(ada, &room(), Mode::Relax).await.unwrap();
        let log = place.path(&format!("{}-wal", place.address.rsplit('/').next().unwrap()));
        let (mut written, mut longest) = (0, 0);
        for number in 0..3000 {
            let page = Event { action: Action::Keep("x".repeat(9000)), ..event(number) };
            store.append(play, number, &[page], None, false).await.unwrap();
            written += 9000;
            longest = longest.max(std::fs::metadata(&log).unwrap().len());
            // As long as people think; a checkpoint is not tried more often.
            if number % 200 == 0 {
                tokio::time::sleep(std::time::Duration::from_millis(260)).await;
            }
        }
        assert!(written > 25_000_000 && longest < 16_000_000, "{longest} of {written}");
        store.close().await;
        assert_eq!(place.open().await.events(play).await.unwrap().len(), 3000);
    });
}

#[test]
fn a_backup_is_made_while_people_play() {
    on_sqlite(async |place: Place| {
        let store = place.open().await;
        let ada = store.register("Ada", "hash").await.unwrap();
        let (play, key) = store.begin(ada, &room(), Mode::Relax).await.unwrap();
        let acknowledged = Arc::new(AtomicU64::new(0));
        let player = tokio::spawn({
            let (store, acknowledged) = (store.clone(), Arc::clone(&acknowledged));
            async move {
                for number in 0..400 {
                    store.append(play, number, &[event(number)], None, false).await.unwrap();
                    acknowledged.store(number + 1, Ordering::SeqCst);
                }
            }
        });
        while acknowledged.load(Ordering::SeqCst) < 20 {
            tokio::task::yield_now().await;
        }
        let before = acknowledged.load(Ordering::SeqCst);
        let copy = place.path("copy.sqlite");
        store.backup(&copy).await.unwrap();
        player.await.unwrap();
        let again = store.backup(&copy).await.unwrap_err().message();
        assert_eq!(again.id(), words::BACKUP_EXISTS.id, "{again:?}");
        let copied = Store::open_file(&copy).await.unwrap();
        let row = copied.play_by_key(key).await.unwrap().unwrap();
        assert!(row.events >= before, "{} of {before}", row.events);
        assert_eq!(copied.events(row.id).await.unwrap(), (0..row.events).map(event).collect::<Vec<_>>());
        assert_eq!(store.events(play).await.unwrap().len(), 400);
    });
}

#[test]
fn files_may_have_odd_names() {
    on_sqlite(async |place: Place| {
        for name in ["odd name#1.sqlite", "100%41?.sqlite", "ñ&{}.sqlite", "deep/er/x.sqlite"] {
            let file = place.path(name);
            let store = Store::open_file(&file).await.unwrap();
            store.register("Ada", "hash").await.unwrap();
            store.close().await;
            assert!(file.exists(), "{name}");
            assert!(Store::open_file(&file).await.unwrap().account("Ada").await.unwrap().is_some(), "{name}");
        }
        let left: Vec<_> = std::fs::read_dir(place.folder.path()).unwrap().flatten().collect();
        assert!(left.iter().all(|file| !file.file_name().to_str().unwrap().contains("100A")), "{left:?}");
    });
}

#[test]
fn what_is_no_database_is_refused_untouched() {
    on_sqlite(async |place: Place| {
        let letter = "this is no database, it is a letter to a friend, and it is long enough";
        std::fs::write(&place.address, letter).unwrap();
        let refused = Store::open(&place.address).await.unwrap_err().message();
        assert_eq!(refused.id(), words::CANNOT_OPEN.id, "{refused:?}");
        assert_eq!(std::fs::read_to_string(&place.address).unwrap(), letter);
    });
}

#[test]
fn a_file_of_the_first_version_is_brought_up_to_date() {
    on_sqlite(async |place: Place| {
        let room = room();
        let options =
            sqlx::sqlite::SqliteConnectOptions::new().filename(&place.address).create_if_missing(true);
        let mut db = SqliteConnection::connect_with(&options).await.unwrap();
        let steps = Path::new(env!("CARGO_MANIFEST_DIR")).join("migrations/sqlite");
        Migrator::new(steps.as_path()).await.unwrap().run_to(1, &mut db).await.unwrap();
        for statement in [
            "INSERT INTO player (name, made) VALUES ('Ada', 1), ('ada', 2)",
            "INSERT INTO play (player, level, mode, begun) SELECT 1, id, 'relax', 5 FROM level",
            "INSERT INTO event (play, number, at, action) VALUES (1, 0, 0, 'move r'), (1, 1, 9, 'undo')",
            "INSERT INTO record (level, metric, value, proved, holder, is_method, solution, at) \
             SELECT id, 'moves', 5, 0, 'Ada', 0, 'rldRR', 7 FROM level",
            "INSERT INTO record (level, metric, value, proved, holder, is_method, solution, at) \
             SELECT id, 'pushes', 2, 1, 'astar', 1, 'dRR', 7 FROM level",
        ] {
            if statement.starts_with("INSERT INTO play ") {
                sqlx::query("INSERT INTO level (id, puzzle, text) VALUES (?, 'sokoban', ?)")
                    .bind(room.id().to_string())
                    .bind(room.canonical())
                    .execute(&mut db)
                    .await
                    .unwrap();
            }
            sqlx::query(statement).execute(&mut db).await.unwrap();
        }
        db.close().await.unwrap();
        let store = place.open().await;
        let ada = store.player("Ada").await.unwrap();
        let row = store.unfinished(ada, room.id()).await.unwrap().unwrap();
        assert_eq!((row.events, row.touched), (2, 5));
        assert_eq!(store.play_by_key(row.key).await.unwrap().unwrap(), row);
        assert_eq!(store.append(row.id, 2, &[event(3)], None, false).await, Ok(3));
        let record = store.record(room.id(), "moves").await.unwrap().unwrap();
        assert_eq!((record.holder, record.at), (Holder::Person("Ada".into()), 7));
        let record = store.record(room.id(), "pushes").await.unwrap().unwrap();
        assert_eq!(record.holder, Holder::Method("astar".into()));
    });
}
