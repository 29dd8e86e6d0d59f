//! What the store promises at the terminal: a play goes on, records are the best, others' files are refused.

use std::path::Path;
use std::time::Duration;

use ingenio_catalog::{PUZZLES, Request, read_level};
use ingenio_core::{LevelRef, Rng, Silent};
use ingenio_play::{Mode, Session};
use ingenio_store::{Holder, LocalStore};

const NOW: Duration = Duration::ZERO;

fn level(puzzle: &str, text: &str) -> LevelRef {
    read_level(puzzle, text).unwrap()
}

fn room() -> LevelRef {
    level("sokoban", "#######\n#@    #\n# $ . #\n#     #\n#######\n")
}

fn open(folder: &Path) -> LocalStore {
    LocalStore::open_file(&folder.join("data").join("test.sqlite")).unwrap()
}

fn exported(store: &LocalStore) -> Vec<String> {
    let mut lines = Vec::new();
    store.export(|line| lines.push(line)).unwrap();
    lines
}

#[test]
fn a_play_goes_on_where_it_was() {
    let folder = tempfile::tempdir().unwrap();
    let level = room();
    {
        let store = open(folder.path());
        let ada = store.player("Ada").unwrap();
        assert_eq!(store.player("Ada").unwrap(), ada, "a name is one player");
        let play = store.begin(ada, &level, Mode::Relax).unwrap();
        let mut session = Session::new(level.clone());
        session.apply("rr", NOW).unwrap();
        store.save(play, &session, Some(4)).unwrap();
        session.undo(NOW);
        session.keep("door", NOW);
        store.save(play, &session, None).unwrap();
        store.save(play, &session, None).unwrap();
        store.hint_taken(play, NOW, 3).unwrap();
    }
    let store = open(folder.path());
    let ada = store.player("Ada").unwrap();
    let saved = store.unfinished(ada, &level).unwrap().expect("the play is there");
    assert_eq!(saved.session.history(), "r");
    assert_eq!(saved.session.snapshots().len(), 1);
    let rows = store.plays(ada).unwrap();
    assert_eq!((rows.len(), rows[0].events, rows[0].hints), (1, 4, 1));
    let bob = store.player("Bob").unwrap();
    assert!(store.unfinished(bob, &level).unwrap().is_none(), "another player's play is not Bob's");
}

#[test]
fn progress_and_records_keep_the_best() {
    let folder = tempfile::tempdir().unwrap();
    let store = open(folder.path());
    let level = room();
    let ada = store.player("Ada").unwrap();
    assert!(store.record(&level, "moves").unwrap().is_none(), "nobody has solved it");
    store.shown(ada, &level).unwrap();
    assert!(!store.progress(ada, &level).unwrap().unwrap().played);
    let long = level.verify("rldRR").unwrap();
    store.won(ada, None, &level, long.clone().into()).unwrap();
    let record = store.record(&level, "moves").unwrap().unwrap();
    assert_eq!((record.value, record.holder), (Some(5), Holder::Person("Ada".into())));
    let report = Request { optimal: true, ..Request::default() }.run(&level, &mut Silent).unwrap();
    store.ran(&level, &report).unwrap();
    let pushes = store.record(&level, "pushes").unwrap().unwrap();
    assert_eq!(pushes.holder, Holder::Person("Ada".into()), "the first to reach it keeps it");
    assert!(pushes.proved, "the method has proved it");
    let moves = store.record(&level, "moves").unwrap().unwrap();
    assert_eq!(moves.value, Some(3));
    assert!(matches!(moves.holder, Holder::Method(_)));
    assert_eq!(store.runs(&level).unwrap().len(), 1);
    let progress = store.progress(ada, &level).unwrap().unwrap();
    assert!(progress.played && progress.stars == 3);
    let bob = store.player("Bob").unwrap();
    let won = store.won(bob, None, &level, long.into()).unwrap();
    assert_eq!(won.stars, 3, "stars go by the first metric: pushes");
}

#[test]
fn plays_travel_as_lines_of_json() {
    let folders = [tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap()];
    let (from, to) = (open(folders[0].path()), open(folders[1].path()));
    for (number, puzzle) in (0..).zip(PUZZLES) {
        let level = puzzle.sample(&mut Rng::new(number), 1);
        let player = from.player("Ada \"the first\"\n").unwrap();
        let play = from.begin(player, &level, Mode::Challenge).unwrap();
        let mut session = Session::new(level);
        if let Some(action) = session.play().moves().first() {
            session.apply(action, NOW).unwrap();
        }
        from.save(play, &session, None).unwrap();
        from.hint_taken(play, NOW, 1).unwrap();
    }
    let lines = exported(&from);
    assert_eq!(lines.iter().filter(|line| line.contains("\"kind\":\"play\"")).count(), 5);
    assert_eq!(to.import(&lines.join("\n")).unwrap(), 5);
    assert_eq!(to.import(&lines.join("\n")).unwrap(), 0, "what is here already is not added again");
    assert_eq!(exported(&to), lines);
    assert!(to.import("{\"player\": 3}").is_err());
}

#[test]
fn a_newer_database_is_refused_untouched() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("new.sqlite");
    drop(LocalStore::open_file(&file).unwrap());
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    runtime.block_on(async {
        let pool = sqlx::SqlitePool::connect(&format!("sqlite://{}", file.display())).await.unwrap();
        sqlx::query(
            "INSERT INTO _sqlx_migrations (version, description, success, checksum, execution_time) \
             VALUES (9999, 'from the future', 1, x'00', 0)",
        )
        .execute(&pool)
        .await
        .unwrap();
        pool.close().await;
    });
    let before = std::fs::read(&file).unwrap();
    let refused = LocalStore::open_file(&file).unwrap_err();
    assert_eq!(refused.id(), ingenio_store::words::TOO_NEW.id, "{refused:?}");
    assert_eq!(std::fs::read(&file).unwrap(), before);
    std::fs::write(&file, "this is no database, it is a letter to a friend, and it is long enough").unwrap();
    assert!(LocalStore::open_file(&file).is_err());
}
