//! Plays in which somebody found something wrong, or that once went wrong: every file of `replays/` is played again and must
//! end as it was seen. `ingenio admin findings -o FOLDER` writes such files.

use std::fs;
use std::path::Path;

use ingenio_catalog::read_level;
use ingenio_core::LevelRef;
use ingenio_desk::{KeptPlay, PlayFile, Seen};

fn level(play: &KeptPlay) -> LevelRef {
    read_level(&play.head.puzzle, &play.head.text).expect("it is a level")
}

fn files() -> Vec<(String, PlayFile)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/replays");
    let read = |entry: std::io::Result<fs::DirEntry>| {
        let path = entry.expect("the folder can be read").path();
        let text = fs::read_to_string(&path).expect("it can be read");
        (path.display().to_string(), PlayFile::read(&text).expect("it is a file of plays"))
    };
    fs::read_dir(folder).expect("it is there").map(read).collect()
}

#[test]
fn every_play_ends_as_it_was_seen() {
    let files = files();
    assert!(!files.is_empty());
    for (name, file) in &files {
        for play in &file.plays {
            let session = play.check(&level(play)).unwrap_or_else(|fault| panic!("{name}: {fault:?}"));
            assert_eq!(
                play.wrong.as_ref().map(|wrong| wrong.seen.clone()),
                Some(Seen::of(&session)),
                "{name}"
            );
        }
    }
}

#[test]
fn what_was_seen_otherwise_or_cannot_happen_is_told() {
    let (_, file) = files().remove(0);
    let mut play = file.plays[0].clone();
    let level = level(&play);
    let wrong = play.wrong.as_mut().expect("somebody found it wrong");
    wrong.seen.won = !wrong.seen.won;
    let fault = play.check(&level).expect_err("it was seen otherwise");
    assert_eq!(fault.message.id(), ingenio_desk::words::SEEN_OTHERWISE.id);
    play.events.push(ingenio_desk::EventBody("move nowhere".into(), u64::MAX));
    assert!(play.replay(&level).is_err());
    play.events.push(ingenio_desk::EventBody("no such thing".into(), 0));
    assert!(play.replay(&level).is_err());
}

#[test]
fn files_of_other_kinds_are_refused() {
    let (_, file) = files().remove(0);
    let text = file.text();
    assert!(PlayFile::read(&text).is_ok());
    for bad in
        ["", "{}", "[]", &text.replace("ingenio plays", "other"), &text.replace("\"form\": 1", "\"form\": 2")]
    {
        assert!(PlayFile::read(bad).is_err(), "{bad}");
    }
}
