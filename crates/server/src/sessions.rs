//! Sessions at hand: whose they are, so that limits go by player before the store is asked; and the lines that
//! were opened with them, which end when they do. Nobody is let in by what stands here: the store alone
//! knows which sessions are open.

use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use ingenio_store::PlayerId;
use tokio::sync::watch;

/// A session that nobody used for so long is looked up anew.
const REMEMBERED: Duration = Duration::from_mins(10);

pub type Token = [u8; 32];

#[derive(Debug, Default)]
pub struct Sessions(Mutex<HashMap<Token, Known>>);

#[derive(Debug)]
struct Known {
    player: PlayerId,
    seen: Instant,
    /// Raised when the session ends; there while lines are open.
    ended: Option<watch::Sender<bool>>,
}

impl Sessions {
    fn known(&self) -> MutexGuard<'_, HashMap<Token, Known>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The store has just said whose it is.
    pub fn seen(&self, token: Token, player: PlayerId) {
        let mut known = self.known();
        let entry = known.entry(token).or_insert(Known { player, seen: Instant::now(), ended: None });
        (entry.player, entry.seen) = (player, Instant::now());
    }

    pub fn player_of(&self, token: &Token) -> Option<PlayerId> {
        self.known().get(token).map(|known| known.player)
    }

    /// For a line: turns true when the session ends.
    pub fn ending(&self, token: Token, player: PlayerId) -> watch::Receiver<bool> {
        let mut known = self.known();
        let entry = known.entry(token).or_insert(Known { player, seen: Instant::now(), ended: None });
        entry.ended.get_or_insert_with(|| watch::channel(false).0).subscribe()
    }

    /// The session is over, and with it its lines.
    pub fn end(&self, token: &Token) {
        if let Some(ended) = self.known().remove(token).and_then(|known| known.ended) {
            ended.send_replace(true);
        }
    }

    /// All sessions of a player are over but one.
    pub fn end_others(&self, player: PlayerId, except: Option<&Token>) {
        let known = self.known();
        let theirs = known.iter().filter(|(token, known)| known.player == player && Some(*token) != except);
        let gone: Vec<Token> = theirs.map(|(token, _)| *token).collect();
        drop(known);
        for token in &gone {
            self.end(token);
        }
    }

    pub fn sweep(&self) {
        self.known().retain(|_, known| {
            let has_lines = known.ended.as_ref().is_some_and(|ended| ended.receiver_count() > 0);
            has_lines || known.seen.elapsed() < REMEMBERED
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_ends_with_its_session_and_with_no_other() {
        let sessions = Sessions::default();
        let (ada, bob) = (PlayerId(1), PlayerId(2));
        let lines = [([1; 32], ada), ([2; 32], ada), ([3; 32], bob)]
            .map(|(token, player)| sessions.ending(token, player));
        let ended = || lines.each_ref().map(|line| *line.borrow());
        assert_eq!(sessions.player_of(&[1; 32]), Some(ada));
        sessions.end_others(ada, Some(&[1; 32]));
        assert_eq!(ended(), [false, true, false]);
        sessions.end(&[1; 32]);
        assert_eq!(ended(), [true, true, false]);
        sessions.sweep();
        assert_eq!(sessions.player_of(&[3; 32]), Some(bob));
        assert_eq!(sessions.player_of(&[1; 32]), None);
    }
}
