//! Plays that nobody has moved in yet. Opening a level stores nothing: the first thing that happens in a play
//! does. Until then it waits here for its first line; a line that comes after a restart says the level itself.

use std::collections::{HashMap, VecDeque};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use ingenio_core::LevelId;
use ingenio_store::{PlayKey, PlayerId};

use ingenio_desk::ModeBody;

/// Drafts of one player: the newest stay, one for each tab that has just been opened.
const MOST: usize = 8;
/// A play in which nothing happens is kept so long.
const KEPT: Duration = Duration::from_hours(24);

/// A play as it begins.
#[derive(Clone, Copy, Debug)]
pub struct Draft {
    pub level: LevelId,
    pub mode: ModeBody,
}

#[derive(Debug)]
struct Waiting {
    key: PlayKey,
    draft: Draft,
    since: Instant,
}

#[derive(Debug, Default)]
pub struct Drafts(Mutex<HashMap<PlayerId, VecDeque<Waiting>>>);

impl Drafts {
    pub fn add(&self, player: PlayerId, key: PlayKey, draft: Draft) {
        let mut drafts = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let theirs = drafts.entry(player).or_default();
        theirs.retain(|waiting| waiting.key != key);
        if theirs.len() == MOST {
            theirs.pop_front();
        }
        theirs.push_back(Waiting { key, draft, since: Instant::now() });
    }

    pub fn get(&self, player: PlayerId, key: PlayKey) -> Option<Draft> {
        let drafts = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        Some(drafts.get(&player)?.iter().find(|waiting| waiting.key == key)?.draft)
    }

    /// The newest draft of a level: a second tab shows the same play as the first.
    pub fn newest(&self, player: PlayerId, level: LevelId) -> Option<PlayKey> {
        let drafts = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        Some(drafts.get(&player)?.iter().rfind(|waiting| waiting.draft.level == level)?.key)
    }

    pub fn forget(&self, player: PlayerId) {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).remove(&player);
    }

    /// Who was a guest has an account now.
    pub fn hand_over(&self, from: PlayerId, to: PlayerId) {
        let mut drafts = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(theirs) = drafts.remove(&from) {
            drafts.entry(to).or_default().extend(theirs);
        }
    }

    pub fn sweep(&self) {
        let mut drafts = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        drafts.retain(|_, theirs| {
            theirs.retain(|waiting| waiting.since.elapsed() < KEPT);
            !theirs.is_empty()
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::library::Levels;

    #[test]
    fn of_each_player_the_newest_stay() {
        let levels = &Levels::of_house(None).expect("the packs of the program").library.shelves[0].levels;
        let (level, other) = (levels[0].level.id(), levels[1].level.id());
        let (drafts, ada, eve) = (Drafts::default(), PlayerId(1), PlayerId(2));
        let keys: Vec<PlayKey> = (0..=MOST).map(|_| PlayKey::draw().unwrap()).collect();
        for key in &keys {
            drafts.add(ada, *key, Draft { level, mode: ModeBody::Relax });
        }
        let of = |player| keys.iter().filter(|key| drafts.get(player, **key).is_some()).count();
        assert_eq!((of(ada), of(eve)), (MOST, 0));
        assert!(drafts.get(ada, keys[0]).is_none(), "the oldest went");
        assert_eq!((drafts.newest(ada, level), drafts.newest(ada, other)), (keys.last().copied(), None));
        drafts.hand_over(ada, eve);
        assert_eq!((of(ada), of(eve)), (0, MOST));
        drafts.forget(eve);
        assert_eq!(of(eve), 0);
    }
}
