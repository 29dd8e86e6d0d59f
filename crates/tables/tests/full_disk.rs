//! A full disk. In a process of its own: files that are being written are numbered in a process, and here their
//! names must be known before.

use std::sync::{Arc, Mutex};

use ingenio_core::{TableKey, Tables};
use ingenio_tables::{Folder, words};

/// `/dev/full` refuses every byte, as a full disk does.
#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_leaves_no_half_file() {
    let temp = tempfile::tempdir().unwrap();
    if std::fs::OpenOptions::new().write(true).open("/dev/full").is_err() {
        return;
    }
    let key = TableKey { name: "test-table".into(), version: 1 };
    let link = temp.path().join(format!("{key}.{}-0.new", std::process::id()));
    std::os::unix::fs::symlink("/dev/full", link).unwrap();
    let warnings = Arc::new(Mutex::new(Vec::new()));
    let heard = warnings.clone();
    let folder = Folder::new(temp.path(), move |message| heard.lock().unwrap().push(message.id().to_owned()));
    let content: Vec<u8> = (0..10_007u32).map(|n| ((n * n) >> 3) as u8).collect();
    assert_eq!(folder.put(&key, content.clone()).as_ref().as_ref(), content);
    assert_eq!(*warnings.lock().unwrap(), [words::NOT_KEPT.id]);
    assert!(!temp.path().join(format!("{key}.table")).exists());
}
