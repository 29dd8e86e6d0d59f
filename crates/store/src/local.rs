//! The store for one person at a terminal: the same calls, but they block. A small runtime of its own
//! drives the database, so that the terminal needs none.

use std::path::{Path, PathBuf};
use std::time::Duration;

use ingenio_core::{Answer, Claim, Foreign, LevelRef, Message};
use ingenio_play::{Event, Mode, Session};

use crate::campaign_runs::KeptRun;
use crate::findings::Finding;
use crate::housekeeping::{Drill, OpenedLevel, Resident, open_copy};
use crate::made::MadeLevel;
use crate::progress::{Win, Won};
use crate::rows::{LevelProgress, Page, PlayId, PlayRow, PlayerId, Record, SavedPlay};
use crate::store::Store;
use crate::trouble::Trouble;
use crate::words;

#[derive(Debug)]
pub struct LocalStore {
    runtime: tokio::runtime::Runtime,
    store: Store,
}

impl LocalStore {
    /// The file in the user's data folder.
    pub fn usual_file() -> Result<PathBuf, Message> {
        Ok(Store::usual_file()?)
    }

    /// Opens a database, see [`Store::open`].
    pub fn open(database: &str) -> Result<Self, Message> {
        Self::opened(Store::open(database))
    }

    /// Opens a database as a guest, see [`Store::join`].
    pub fn join(database: &str) -> Result<Self, Message> {
        Self::opened(Store::join(database))
    }

    /// Opens a database file, and makes it if it is not there.
    pub fn open_file(file: &Path) -> Result<Self, Message> {
        Self::opened(Store::open_file(file))
    }

    fn opened(store: impl Future<Output = Result<Store, Trouble>>) -> Result<Self, Message> {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
        let runtime = runtime.map_err(|error| words::NO_RUNTIME.with("error", Foreign(error)))?;
        let store = runtime.block_on(store)?;
        Ok(LocalStore { runtime, store })
    }

    pub(crate) const fn store(&self) -> &Store {
        &self.store
    }

    pub(crate) fn wait<T>(&self, work: impl Future<Output = Result<T, Trouble>>) -> Result<T, Message> {
        Ok(self.runtime.block_on(work)?)
    }

    // --- players ---

    /// The player of that name, made if there is none.
    pub fn player(&self, name: &str) -> Result<PlayerId, Message> {
        self.wait(self.store.player(name))
    }

    pub fn players(&self) -> Result<Vec<(PlayerId, String)>, Message> {
        let players = self.wait(self.store.players())?;
        Ok(players.into_iter().map(|player| (player.id, player.name)).collect())
    }

    // --- plays ---

    pub fn begin(&self, player: PlayerId, level: &LevelRef, mode: Mode) -> Result<PlayId, Message> {
        self.wait(self.store.begin(player, level, mode)).map(|(id, _)| id)
    }

    /// Writes what happened since the last call; on return it is safe. `value` is what is known to be
    /// left at the position now.
    pub fn save(&self, play: PlayId, session: &Session, value: Option<u64>) -> Result<(), Message> {
        self.wait(async {
            let row = self.store.play(play).await?.ok_or(Trouble::Unknown)?;
            let fresh = session.events().get(row.events as usize..).unwrap_or_default();
            let ended = session.won() && row.ended.is_none();
            if !fresh.is_empty() || ended {
                self.store.append(play, row.events, fresh, value, ended).await?;
            }
            Ok(())
        })
    }

    pub fn hint_taken(&self, play: PlayId, at: Duration, rung: u8) -> Result<(), Message> {
        self.wait(self.store.hint_taken(play, at, rung))
    }

    /// All plays of a player, in the order in which they began.
    pub fn plays(&self, player: PlayerId) -> Result<Vec<PlayRow>, Message> {
        let mut plays = self.wait(self.store.plays(player, Page::first(u32::MAX)))?;
        plays.reverse();
        Ok(plays)
    }

    /// The latest play of a level that was neither won nor given up, ready to go on.
    pub fn unfinished(&self, player: PlayerId, level: &LevelRef) -> Result<Option<SavedPlay>, Message> {
        self.wait(self.store.unfinished_session(player, level))
    }

    pub fn events(&self, play: PlayId) -> Result<Vec<Event>, Message> {
        self.wait(self.store.events(play))
    }

    // --- progress and records ---

    /// A level was won: progress and perhaps a record.
    pub fn won(
        &self,
        player: PlayerId,
        play: Option<PlayId>,
        level: &LevelRef,
        win: Win,
    ) -> Result<Won, Message> {
        self.wait(self.store.won(player, play, level, win))
    }

    /// The player saw a solution: plays that are open, and those begun within a day, are helped.
    pub fn solution_seen(&self, player: PlayerId, level: &LevelRef) -> Result<(), Message> {
        self.wait(self.store.solution_seen(player, level))
    }

    /// Has the player seen a solution of the level less than a day ago?
    pub fn saw_lately(&self, player: PlayerId, level: &LevelRef) -> Result<bool, Message> {
        self.wait(self.store.saw_lately(player, level.id()))
    }

    /// What the player is told because the house has changed something of theirs.
    pub fn notices(&self, player: PlayerId) -> Result<Vec<Message>, Message> {
        self.wait(self.store.notices(player))
    }

    /// A method has shown the way: progress without a play.
    pub fn shown(&self, player: PlayerId, level: &LevelRef) -> Result<(), Message> {
        self.wait(self.store.shown(player, level))
    }

    pub fn progress(&self, player: PlayerId, level: &LevelRef) -> Result<Option<LevelProgress>, Message> {
        self.wait(self.store.progress(player, level.id()))
    }

    /// A refereed run of a method: kept as its own best, and perhaps a record.
    pub fn ran(&self, level: &LevelRef, answer: &Answer) -> Result<(), Message> {
        self.wait(self.store.ran(level, answer))
    }

    /// The runs of methods on a level, each its best.
    pub fn runs(&self, level: &LevelRef) -> Result<Vec<Claim>, Message> {
        self.wait(self.store.runs(level.id()))
    }

    /// The best known in one metric; nothing where nobody has solved the level yet.
    pub fn record(&self, level: &LevelRef, metric: &str) -> Result<Option<Record>, Message> {
        self.wait(self.store.record(level.id(), metric))
    }

    // --- campaigns ---

    /// Keeps finished runs of a campaign; gives the number of those that are new.
    pub fn keep_campaign_runs(&self, runs: Vec<(LevelRef, KeptRun)>) -> Result<usize, Message> {
        self.wait(self.store.keep_campaign_runs(runs))
    }

    /// The runs of campaigns on a level, the earliest first.
    pub fn campaign_runs(&self, level: &LevelRef) -> Result<Vec<KeptRun>, Message> {
        self.wait(self.store.campaign_runs(level.id()))
    }

    // --- keeping order ---

    pub fn residents(&self) -> Result<Vec<Resident>, Message> {
        self.wait(self.store.residents())
    }

    pub fn findings(&self) -> Result<Vec<Finding>, Message> {
        self.wait(self.store.findings())
    }

    pub fn all_made(&self) -> Result<Vec<MadeLevel>, Message> {
        self.wait(self.store.all_made())
    }

    pub fn take_down(&self, key: &str) -> Result<(), Message> {
        self.wait(self.store.take_down(key))
    }

    pub fn opened_levels(&self) -> Result<Vec<OpenedLevel>, Message> {
        self.wait(self.store.opened_levels())
    }

    pub fn find_player(&self, name: &str) -> Result<Option<PlayerId>, Message> {
        self.wait(self.store.find_player(name))
    }

    pub fn ban(&self, player: PlayerId, banned: bool) -> Result<(), Message> {
        self.wait(self.store.ban(player, banned))
    }

    pub fn set_quota(&self, player: PlayerId, events: Option<u64>) -> Result<(), Message> {
        self.wait(self.store.set_quota(player, events))
    }

    pub fn delete_account(&self, player: PlayerId) -> Result<(), Message> {
        self.wait(self.store.delete_account(player))
    }

    pub fn remove_level(&self, level: &str) -> Result<(), Message> {
        self.wait(self.store.remove_level(level))
    }

    /// Reads all that is there as if it were needed.
    pub fn drill(&self) -> Result<Drill, Message> {
        self.wait(self.store.drill())
    }

    /// The same with a copy of a file, which stays as it is.
    pub fn drill_copy(file: &Path) -> Result<Drill, Message> {
        let failed = |error| words::CANNOT_OPEN.with("file", file.display()).with("error", Foreign(error));
        let folder = tempfile::tempdir().map_err(failed)?;
        Self::opened(open_copy(file, folder.path()))?.drill()
    }

    // --- export, import, copies ---

    /// Everything as lines of JSON.
    pub fn export(&self, take: impl FnMut(String) + Send) -> Result<(), Message> {
        self.wait(self.store.export(take))
    }

    /// Copies the database into a new file while it is in use.
    pub fn backup(&self, to: &Path) -> Result<(), Message> {
        self.wait(self.store.backup(to))
    }

    /// Adds what is in lines of JSON; what is here already is left as it is. Gives the number of plays
    /// that were added.
    pub fn import(&self, lines: &str) -> Result<usize, Message> {
        self.wait(self.store.import(lines))
    }
}
