//! `ingenio play --replay`: plays of a file again, without a screen. A play in which somebody found something wrong
//! becomes a test this way.

use ingenio_catalog::read_level;
use ingenio_desk::{KeptPlay, PlayFile, Seen};

use crate::exit::Status;
use crate::input::text_of;
use crate::output::{complain, print};
use crate::reader::{Spoken, say};
use crate::words;

pub fn run(file: &str) -> Status {
    let plays = text_of(file).and_then(|source| PlayFile::read(source.text()));
    match plays {
        Ok(plays) => plays.plays.iter().map(replay).min().unwrap_or(Status::Fine),
        Err(fault) => {
            complain(format_args!("{file}: {}", fault.spoken()));
            Status::BadInput
        }
    }
}

fn replay(play: &KeptPlay) -> Status {
    let title = if play.head.title.is_empty() { &play.head.puzzle } else { &play.head.title };
    if let Some(wrong) = &play.wrong {
        print(format!("{title}: {}\n", say(words::FOUND_WRONG.with("what", &wrong.what))));
    }
    let level = match read_level(&play.head.puzzle, &play.head.text) {
        Ok(level) => level,
        Err(fault) => {
            complain(format_args!("{title}: {}", fault.spoken()));
            return Status::BadInput;
        }
    };
    match play.check(&level) {
        Ok(session) => {
            let said = words::REPLAYED.with("title", title).with("events", play.events.len());
            print(format!("{}\n", say(said.with("seen", Seen::of(&session).to_string()))));
            for line in session.scene().describe() {
                print(format!("  {}\n", line.spoken()));
            }
            Status::Fine
        }
        Err(fault) => {
            complain(format_args!("{title}: {}", fault.spoken()));
            Status::Refused
        }
    }
}
