//! Ways that a player tried and took back: what a review looks through for the place where it was lost.

use ingenio_core::LevelRef;

use crate::session::{Action, Event, Session};

/// So many are kept, the latest.
const MOST: usize = 20;

/// Every line that was left by taking back, each from the start of the level to where it was given up. One that another
/// goes on with is told once, and lines from the other end of the level are left out.
pub fn tries(level: &LevelRef, events: &[Event]) -> Vec<Vec<String>> {
    let mut session = Session::new(level.clone());
    let mut found: Vec<Vec<String>> = Vec::new();
    let mut has_moved = false;
    for event in events {
        let leaves = !matches!(event.action, Action::Move(_) | Action::Keep(_) | Action::Done | Action::Redo);
        let line = (leaves && has_moved).then(|| session.line());
        if session.replay(event).is_err() {
            break;
        }
        has_moved = match event.action {
            Action::Move(_) => true,
            Action::Keep(_) => has_moved,
            _ => false,
        };
        found.extend(line.filter(|line| !line.backwards).map(|line| line.moves));
    }
    let whole: Vec<Vec<String>> = found.iter().filter(|line| !is_part(line, &found)).cloned().collect();
    let (mut kept, mut seen) = (Vec::new(), std::collections::HashSet::new());
    kept.extend(whole.into_iter().rev().filter(|line| seen.insert(line.clone())).take(MOST));
    kept.reverse();
    kept
}

/// Does another line go on from the end of this one?
fn is_part(line: &[String], all: &[Vec<String>]) -> bool {
    all.iter().any(|other| other.len() > line.len() && other.starts_with(line))
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    #[test]
    fn what_was_taken_back_is_found_once_and_what_goes_on_is_not() {
        let level = ingenio_catalog::read_level("taquin", "1 2 3\n4 5 6\n_ 7 8").expect("a level");
        let events = |lines: &[&str]| -> Vec<Event> {
            let event = |text: &&str| Event { action: Action::parse(text).unwrap(), at: Duration::ZERO };
            lines.iter().map(event).collect()
        };
        let found = |lines: &[&str]| tries(&level, &events(lines));
        let line = |moves: &[&str]| moves.iter().map(|text| (*text).to_owned()).collect::<Vec<_>>();
        assert_eq!(found(&["move R", "move R"]), Vec::<Vec<String>>::new());
        assert_eq!(found(&["move U", "move R", "undo", "undo", "move R", "move R"]), [line(&["U", "R"])]);
        let twice = ["move U", "undo", "move U", "undo", "move U", "keep x", "move R", "restart", "move R"];
        assert_eq!(found(&twice), [line(&["U", "R"])], "the longer one holds the shorter");
        assert_eq!(
            found(&["move U", "undo", "redo", "undo", "move R", "undo"]),
            [line(&["U"]), line(&["R"])]
        );
    }
}
