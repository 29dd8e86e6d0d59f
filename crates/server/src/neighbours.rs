//! Other servers of the same site, on the same database of `PostgreSQL`. Each says that it is there; who knows how many
//! there are gives out its part of what visitors may spend, so that all together give out no more than one alone. Plays
//! that went on at another server are brought up to date here, so that a tab at either shows the same play.

use std::collections::HashMap;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use ingenio_store::{PlayId, PlayKey};
use tokio::time::{Instant, interval, sleep};

use crate::app::App;

/// So often a server says that it is there.
const BEAT: Duration = Duration::from_secs(5);
/// So often it is looked which plays went on elsewhere.
const LOOK: Duration = Duration::from_millis(500);
/// A server that was killed may have left moves that nobody here has seen: so long one looks on alone.
const ALONE: Duration = Duration::from_mins(1);

/// How many servers there are, this one included.
#[derive(Debug)]
pub struct Neighbours(AtomicUsize);

impl Default for Neighbours {
    fn default() -> Self {
        Neighbours(AtomicUsize::new(1))
    }
}

impl Neighbours {
    pub fn count(&self) -> usize {
        self.0.load(Ordering::Relaxed).max(1)
    }
}

/// Lives with its neighbours until the server stops.
pub async fn attend(app: App) {
    if !app.store.has_queues() {
        return;
    }
    let Ok(name) = PlayKey::draw().map(|key| key.to_string()) else { return };
    tokio::select! {
        () = app.stopping() => {}
        () = beat(&app, &name) => {}
        () = follow(&app) => {}
    }
    // One that cannot say goodbye is forgotten soon.
    let _ = app.store.server_leaves(&name).await;
}

async fn beat(app: &App, name: &str) {
    let mut beats = interval(BEAT);
    loop {
        beats.tick().await;
        match app.store.server_beats(name).await {
            Ok(count) => {
                app.neighbours.0.store(count, Ordering::Relaxed);
                app.limits.share_with(count);
            }
            Err(trouble) => tracing::warn!(trouble = trouble.english(), "the servers were not counted"),
        }
    }
}

async fn follow(app: &App) {
    let mut company = Instant::now();
    loop {
        sleep(LOOK).await;
        if app.neighbours.count() > 1 {
            company = Instant::now();
        }
        if company.elapsed() < ALONE
            && let Err(problem) = look(app).await
        {
            tracing::warn!(problem = problem.message().english(), "plays elsewhere were not looked at");
        }
    }
}

/// One question for all plays that somebody here looks at.
async fn look(app: &App) -> crate::problem::Reply<()> {
    let lives = app.lives.watched().await;
    let known: HashMap<PlayId, _> = lives
        .into_iter()
        .filter_map(|live| live.glance().map(|(play, events)| (play, (events, live))))
        .collect();
    if known.is_empty() {
        return Ok(());
    }
    let plays: Vec<PlayId> = known.keys().copied().collect();
    for (play, stored) in app.store.event_counts(&plays).await? {
        if let Some((_, live)) = known.get(&play).filter(|(events, _)| *events < stored) {
            live.follow_elsewhere().await?;
        }
    }
    Ok(())
}
