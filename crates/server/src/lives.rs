//! All plays that are open here, each opened once for whoever it belongs to, and closed when nobody looks.

use std::collections::HashMap;
use std::sync::Arc;

use axum::http::StatusCode;
use ingenio_core::LevelId;
use ingenio_store::{PlayKey, Player, PlayerId, Store};
use tokio::sync::{Mutex, OnceCell};

use ingenio_desk::ModeBody;

use crate::drafts::{Draft, Drafts};
use crate::library::Levels;
use crate::live::Live;
use crate::problem::{Problem, Reply};
use crate::quotas;
use crate::thinkers::Thinkers;
use crate::words;

/// Where plays are stored, and whose hands work on large boards.
#[derive(Clone, Copy, Debug)]
pub struct House<'a> {
    pub store: &'a Store,
    pub hands: &'a Thinkers,
}

/// All open plays. Each is opened by itself, so that a long one keeps nobody else waiting.
#[derive(Debug)]
pub struct Lives {
    open: Mutex<HashMap<PlayKey, Arc<OnceCell<Arc<Live>>>>>,
    drafts: Drafts,
    hands: Thinkers,
}

impl Lives {
    pub fn new(hands: Thinkers) -> Self {
        Lives { open: Mutex::default(), drafts: Drafts::default(), hands }
    }

    /// A play that is about to begin; it is not stored before something happens in it.
    pub fn expect(&self, player: PlayerId, key: PlayKey, draft: Draft) {
        self.drafts.add(player, key, draft);
    }

    /// The play of a level that the player has open elsewhere and in which nothing has happened.
    pub async fn expected(&self, store: &Store, player: PlayerId, level: LevelId) -> Reply<Option<PlayKey>> {
        let Some(key) = self.drafts.newest(player, level) else { return Ok(None) };
        Ok(store.play_by_key(key).await?.is_none().then_some(key))
    }

    /// The open play of that key, opened if it is not, for the player whose it is.
    pub async fn get(
        &self,
        store: &Store,
        levels: &Levels,
        key: PlayKey,
        player: &Player,
    ) -> Reply<Arc<Live>> {
        let cell = self.open.lock().await.entry(key).or_default().clone();
        let house = House { store, hands: &self.hands };
        let opened = cell.get_or_try_init(|| async {
            let Some(row) = store.play_by_key(key).await? else {
                let draft = self.draft(store, key, player).await?;
                let level = levels.get(store, &draft.level.to_string()).await?;
                let beginning = (level.ok_or_else(Problem::not_found)?, draft.mode);
                quotas::check_room(store, player).await?;
                return Ok(Arc::new(Live::begin(house, key, player.clone(), beginning).await?));
            };
            if row.player != player.id {
                return Err(not_yours());
            }
            let level = levels.get(store, &row.level.to_string()).await?.ok_or_else(Problem::not_found)?;
            Ok(Arc::new(Live::open(house, row, player.clone(), level).await?))
        });
        match opened.await {
            Ok(live) => owned(live.clone(), player),
            Err(problem) => {
                self.open.lock().await.retain(|_, cell| cell.initialized() || Arc::strong_count(cell) > 2);
                Err(problem)
            }
        }
    }

    /// How a play begins that nobody has moved in. What a race says of it counts, whatever a line says.
    async fn draft(&self, store: &Store, key: PlayKey, player: &Player) -> Reply<Draft> {
        let Some(race) = store.race_of_play(key).await? else {
            return self.drafts.get(player.id, key).ok_or_else(Problem::not_found);
        };
        if race.player != player.id {
            return Err(not_yours());
        }
        Ok(Draft { level: race.level, mode: ModeBody::Relax })
    }

    /// Forgets plays that nobody looks at. They are put away beside the requests: there may be thousands.
    pub async fn sweep(&self) {
        self.drafts.sweep();
        let unused = |_: &PlayKey, cell: &mut Arc<OnceCell<Arc<Live>>>| {
            let Some(live) = cell.get() else { return Arc::strong_count(cell) == 1 };
            live.is_idle()
        };
        let gone: Vec<_> = self.open.lock().await.extract_if(unused).collect();
        drop(tokio::task::spawn_blocking(move || drop(gone)));
    }

    /// Who was a guest has an account now: their plays are closed and come again as the account's.
    pub async fn hand_over(&self, from: &Player, to: PlayerId) {
        self.drafts.hand_over(from.id, to);
        self.forget(from).await;
    }

    /// Closes everything that a player has open: who is still logged in comes again by themselves.
    pub async fn forget(&self, player: &Player) {
        self.drafts.forget(player.id);
        let mut gone = Vec::new();
        self.open.lock().await.retain(|_, cell| {
            let theirs = cell.get().filter(|live| live.player() == player.id);
            gone.extend(theirs.cloned());
            theirs.is_none()
        });
        for live in gone {
            live.end().await;
        }
    }

    /// The player has seen a way through a level: plays that are open are helped.
    pub async fn help(&self, player: PlayerId, level: LevelId) {
        let open = self.open.lock().await;
        let theirs = open.values().filter_map(|cell| cell.get());
        let lives: Vec<Arc<Live>> =
            theirs.filter(|live| live.player() == player && live.level.id() == level).cloned().collect();
        drop(open);
        for live in lives {
            live.help().await;
        }
    }

    /// Those that somebody looks at.
    pub async fn watched(&self) -> Vec<Arc<Live>> {
        let open = self.open.lock().await;
        open.values().filter_map(|cell| cell.get()).filter(|live| live.is_watched()).cloned().collect()
    }

    pub async fn count(&self) -> usize {
        self.open.lock().await.len()
    }
}

fn owned(live: Arc<Live>, player: &Player) -> Reply<Arc<Live>> {
    if live.player() == player.id { Ok(live) } else { Err(not_yours()) }
}

fn not_yours() -> Problem {
    Problem::new(StatusCode::FORBIDDEN, words::NOT_YOURS.say())
}
