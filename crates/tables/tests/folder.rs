//! A folder of tables: what is damaged, foreign, cut short or cannot be written.

use std::sync::{Arc, Mutex};

use ingenio_core::{TableKey, Tables};
use ingenio_tables::{Folder, words};

fn key() -> TableKey {
    TableKey { name: "test-table".into(), version: 1 }
}

/// A folder, and the ids of the warnings it gave.
fn folder(path: &std::path::Path) -> (Folder, Arc<Mutex<Vec<String>>>) {
    let warnings = Arc::new(Mutex::new(Vec::new()));
    let heard = warnings.clone();
    (Folder::new(path, move |message| heard.lock().unwrap().push(message.id().to_owned())), warnings)
}

fn content() -> Vec<u8> {
    (0..10_007u32).map(|n| ((n * n) >> 3) as u8).collect()
}

#[test]
fn another_process_finds_what_was_put() {
    let temp = tempfile::tempdir().unwrap();
    let (first, _) = folder(temp.path());
    assert!(first.get(&key()).is_none() && !first.has(&key()));
    assert_eq!(first.put(&key(), content()).as_ref().as_ref(), content());
    let (second, warnings) = folder(temp.path());
    assert!(second.has(&key()));
    assert_eq!(second.get(&key()).unwrap().as_ref().as_ref(), content());
    assert!(second.get(&TableKey { version: 2, ..key() }).is_none(), "another version is another table");
    assert!(warnings.lock().unwrap().is_empty());
    assert_eq!(second.list().unwrap().len(), 1);
    assert_eq!(second.clear().unwrap().0, 1);
    assert!(second.get(&key()).is_none());
}

#[test]
fn damaged_truncated_and_foreign_files_are_noticed_and_replaced() {
    let temp = tempfile::tempdir().unwrap();
    let file = temp.path().join(format!("{}.table", key()));
    let (first, _) = folder(temp.path());
    first.put(&key(), content());
    let good = std::fs::read(&file).unwrap();
    let mut flipped = good.clone();
    flipped[5000] ^= 4;
    let (other, _) = folder(temp.path());
    let foreign_key = TableKey { name: "other-table".into(), version: 1 };
    other.put(&foreign_key, content());
    let foreign = std::fs::read(temp.path().join(format!("{foreign_key}.table"))).unwrap();
    let bad = [
        flipped.clone(),
        good[..good.len() - 1].to_vec(),
        good[..40].to_vec(),
        Vec::new(),
        foreign,
        vec![7; 500],
    ];
    for bytes in bad {
        std::fs::write(&file, &bytes).unwrap();
        let (fresh, warnings) = folder(temp.path());
        // Only a damage within is not seen at a glance.
        assert_eq!(fresh.has(&key()), bytes == flipped);
        assert!(fresh.get(&key()).is_none());
        assert_eq!(*warnings.lock().unwrap(), [words::DAMAGED.id]);
        assert!(fresh.list().unwrap().iter().any(|kept| !kept.sound));
        fresh.put(&key(), content());
        let (again, warnings) = folder(temp.path());
        assert_eq!(again.get(&key()).unwrap().as_ref().as_ref(), content());
        assert!(warnings.lock().unwrap().is_empty());
    }
}

#[test]
fn what_cannot_be_written_is_used_from_memory_with_a_warning() {
    let temp = tempfile::tempdir().unwrap();
    // A file where the folder should be.
    let place = temp.path().join("taken");
    std::fs::write(&place, "x").unwrap();
    let (folder, warnings) = folder(&place);
    assert_eq!(folder.put(&key(), content()).as_ref().as_ref(), content());
    assert_eq!(*warnings.lock().unwrap(), [words::NOT_KEPT.id]);
    assert!(folder.get(&key()).is_some(), "for this process it is there");
}

/// `/dev/full` refuses every byte, as a full disk does.
#[cfg(target_os = "linux")]
#[test]
fn many_writers_at_once_do_not_harm_each_other() {
    let temp = tempfile::tempdir().unwrap();
    std::thread::scope(|scope| {
        for _ in 0..8 {
            scope.spawn(|| {
                let (folder, warnings) = folder(temp.path());
                for _ in 0..10 {
                    assert_eq!(folder.put(&key(), content()).as_ref().as_ref(), content());
                }
                assert!(warnings.lock().unwrap().is_empty());
            });
        }
    });
    let (folder, _) = folder(temp.path());
    assert_eq!(folder.list().unwrap().len(), 1);
    assert_eq!(folder.get(&key()).unwrap().as_ref().as_ref(), content());
}

/// Whoever looks just while another writes finds all of it or nothing, and nothing damaged.
#[test]
fn a_table_finished_meanwhile_is_not_called_damaged() {
    let temp = tempfile::tempdir().unwrap();
    let key = |version| TableKey { version, ..key() };
    let (writer, _) = folder(temp.path());
    let (reader, warnings) = folder(temp.path());
    std::thread::scope(|scope| {
        scope.spawn(|| (0..300).for_each(|version| drop(writer.put(&key(version), vec![7; 64]))));
        (0..300).for_each(|version| while reader.get(&key(version)).is_none() {});
    });
    assert!(warnings.lock().unwrap().is_empty());
}

/// Set for the other processes of the test below: the folder they write to.
const PLACE: &str = "INGENIO_TEST_PLACE";

/// What each of the processes does; without a place there is nothing to do.
#[test]
fn one_of_several_processes() {
    let Some(place) = std::env::var_os(PLACE) else { return };
    let (folder, warnings) = folder(std::path::Path::new(&place));
    for _ in 0..50 {
        let found = folder.get(&key()).unwrap_or_else(|| folder.put(&key(), content()));
        assert_eq!(found.as_ref().as_ref(), content());
        assert_eq!(folder.put(&key(), content()).as_ref().as_ref(), content());
    }
    assert!(warnings.lock().unwrap().is_empty());
}

#[test]
fn several_processes_at_once_do_not_harm_each_other() {
    let temp = tempfile::tempdir().unwrap();
    let me = std::env::current_exe().unwrap();
    let start = |_| {
        std::process::Command::new(&me)
            .args(["one_of_several_processes", "--exact"])
            .env(PLACE, temp.path())
            .stdout(std::process::Stdio::null())
            .spawn()
            .unwrap()
    };
    let children: Vec<_> = (0..4).map(start).collect();
    assert!(children.into_iter().all(|mut child| child.wait().unwrap().success()));
    let (folder, _) = folder(temp.path());
    let kept = folder.list().unwrap();
    assert_eq!(kept.len(), 1, "{kept:?}");
    assert!(kept[0].sound);
}
