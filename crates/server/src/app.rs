//! Everything that handlers share, and the table of routes.

use std::collections::{HashMap, HashSet};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use axum::Router;
use axum::http::StatusCode;
use axum::middleware::from_fn_with_state;
use axum::routing::get;
use ingenio_core::{LevelId, LevelRef};
use ingenio_store::{PlayKey, Player, PlayerId, Progress, Store};
use tokio::sync::{Semaphore, watch};
use tower_http::catch_panic::CatchPanicLayer;
use tower_http::compression::CompressionLayer;
use tower_http::limit::RequestBodyLimitLayer;
use tower_http::timeout::RequestBodyTimeoutLayer;
use tower_http::trace::TraceLayer;
use utoipa::OpenApi;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::campaigns::Reports;
use crate::config::Config;
use crate::guard::{Limits, guard};
use crate::health::Health;
use crate::library::Levels;
use crate::live::{Live, Lives};
use crate::passwords::Passwords;
use crate::problem::{Problem, Reply};
use crate::solving::Solving;
use crate::visitor::Visitor;
use crate::{accounts, assets, campaigns, health, levels, pages, plays, problem, socket, solving, words};

/// No body of ours is larger.
const LONGEST_BODY: usize = 256 << 10;
/// Films and levels that are made at once, and hints and reviews; the rest waits, and more are asked to come again.
const THINKERS: usize = 4;
const ADVISERS: usize = 4;
const MOST_WAITING: usize = 100;

/// A body of which nothing comes for so long never comes.
const BODY_TIME: Duration = Duration::from_secs(15);

/// What every handler has at hand. Clones mean the same.
#[derive(Clone, Debug)]
pub struct App(Arc<Parts>);

#[derive(Debug)]
pub struct Parts {
    pub config: Config,
    pub store: Store,
    pub levels: Levels,
    pub lives: Lives,
    pub solving: Solving,
    pub passwords: Passwords,
    pub limits: Limits,
    pub health: Health,
    pub reports: Reports,
    thinkers: Semaphore,
    advisers: Semaphore,
    waiting: AtomicUsize,
    advised: Mutex<HashSet<PlayerId>>,
    stop: watch::Sender<bool>,
}

impl std::ops::Deref for App {
    type Target = Parts;

    fn deref(&self) -> &Parts {
        &self.0
    }
}

impl App {
    pub fn new(config: Config, store: Store) -> Reply<Self> {
        Ok(App(Arc::new(Parts {
            levels: Levels::shipped(),
            lives: Lives::default(),
            solving: Solving::new(config.solvers),
            passwords: Passwords::start()?,
            limits: Limits::new(config.requests_per_second),
            health: Health::default(),
            reports: Reports::default(),
            thinkers: Semaphore::new(THINKERS),
            advisers: Semaphore::new(ADVISERS),
            waiting: AtomicUsize::new(0),
            advised: Mutex::default(),
            stop: watch::channel(false).0,
            config,
            store,
        })))
    }

    /// The level of that id, or the news that there is none.
    pub async fn level(&self, id: &str) -> Reply<LevelRef> {
        self.levels.get(&self.store, id).await?.ok_or_else(Problem::not_found)
    }

    /// An open play of the visitor's own.
    pub async fn live(&self, key: PlayKey, visitor: Visitor) -> Reply<Arc<Live>> {
        let player = visitor.known()?;
        self.lives.get(&self.store, &self.levels, key, &player).await
    }

    pub async fn progress_of(&self, player: Option<&Player>) -> Reply<HashMap<LevelId, Progress>> {
        match player {
            Some(player) => Ok(self.store.progress_of(player.id).await?),
            None => Ok(HashMap::new()),
        }
    }

    /// Does some work that takes a moment beside the requests; a few at once.
    pub async fn think<T: Send + 'static>(&self, work: impl FnOnce() -> T + Send + 'static) -> Reply<T> {
        self.work(&self.thinkers, work).await
    }

    /// Does work that may take seconds, for one player at a time once.
    pub async fn advise<T: Send + 'static>(
        &self,
        player: PlayerId,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Reply<T> {
        if !self.advised.lock().unwrap_or_else(PoisonError::into_inner).insert(player) {
            return Err(Problem::too_many(words::ONE_HINT_AT_A_TIME.say()));
        }
        let _advised = Advised(self, player);
        self.work(&self.advisers, work).await
    }

    async fn work<T: Send + 'static>(
        &self,
        places: &Semaphore,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Reply<T> {
        let broken = |_| Problem::new(StatusCode::INTERNAL_SERVER_ERROR, words::BROKE.say());
        let closed = |_| Problem::new(StatusCode::SERVICE_UNAVAILABLE, words::STOPPING.say());
        let _waiting = Waiting::enter(&self.waiting)?;
        let _place = places.acquire().await.map_err(closed)?;
        tokio::task::spawn_blocking(work).await.map_err(broken)
    }

    /// A player is shown a way through a level: in plays that are open this is no feat any more.
    pub async fn show_way(&self, player: &Player, level: &LevelRef) -> Reply<()> {
        self.store.solution_shown(player.id, level.id()).await?;
        self.lives.assist(player.id, level.id()).await;
        Ok(())
    }

    /// Ends when the server is to stop.
    pub async fn stopping(&self) {
        let mut stop = self.stop.subscribe();
        let _ = stop.wait_for(|stop| *stop).await;
    }

    pub fn stop(&self) {
        self.stop.send_replace(true);
        self.solving.cancel_all();
    }

    /// Forgets what nobody needs, now and then, until the server stops.
    pub async fn sweep(self) {
        let mut every = tokio::time::interval(Duration::from_mins(1));
        loop {
            tokio::select! {
                () = self.stopping() => return,
                _ = every.tick() => {
                    self.lives.sweep().await;
                    self.solving.sweep();
                    self.limits.sweep();
                    if let Err(trouble) = self.store.sweep().await {
                        tracing::warn!(%trouble, "old sessions were not swept");
                    }
                }
            }
        }
    }
}

/// A player is being advised as long as this lives, also when nobody waits for the advice any more.
struct Advised<'a>(&'a App, PlayerId);

impl Drop for Advised<'_> {
    fn drop(&mut self) {
        self.0.advised.lock().unwrap_or_else(PoisonError::into_inner).remove(&self.1);
    }
}

/// One of those who wait for work to be done.
struct Waiting<'a>(&'a AtomicUsize);

impl<'a> Waiting<'a> {
    fn enter(count: &'a AtomicUsize) -> Reply<Self> {
        if count.fetch_add(1, Ordering::Relaxed) >= MOST_WAITING {
            count.fetch_sub(1, Ordering::Relaxed);
            return Err(Problem::new(StatusCode::SERVICE_UNAVAILABLE, words::TOO_BUSY.say()));
        }
        Ok(Waiting(count))
    }
}

impl Drop for Waiting<'_> {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::Relaxed);
    }
}

#[derive(OpenApi)]
#[openapi(info(
    title = "ingenio",
    description = "Five classic puzzles: levels, plays, hints, solvers, records. Sessions are cookies; errors are problem details."
))]
struct Document;

/// The API: each route with its entry in the document.
pub fn api() -> OpenApiRouter<App> {
    OpenApiRouter::with_openapi(Document::openapi())
        .routes(routes!(accounts::register))
        .routes(routes!(accounts::login))
        .routes(routes!(accounts::logout))
        .routes(routes!(accounts::me))
        .routes(routes!(accounts::change_password))
        .routes(routes!(accounts::delete_account))
        .routes(routes!(accounts::export))
        .routes(routes!(plays::begin))
        .routes(routes!(plays::show))
        .routes(routes!(plays::film))
        .routes(routes!(plays::mine))
        .routes(routes!(plays::take_hint))
        .routes(routes!(plays::take_review))
        .routes(routes!(socket::live))
        .routes(routes!(levels::puzzles))
        .routes(routes!(levels::pack))
        .routes(routes!(levels::methods))
        .routes(routes!(levels::level))
        .routes(routes!(levels::open))
        .routes(routes!(levels::film))
        .routes(routes!(levels::picture))
        .routes(routes!(levels::newest_records))
        .routes(routes!(solving::start))
        .routes(routes!(solving::show, solving::cancel))
        .routes(routes!(solving::film))
        .routes(routes!(solving::events))
        .routes(routes!(campaigns::list))
        .routes(routes!(campaigns::show))
        .routes(routes!(campaigns::report))
        .routes(routes!(health::health))
        .routes(routes!(health::metrics))
}

/// All that the server answers.
pub fn router(app: &App) -> Router {
    let (api, document) = api().split_for_parts();
    let document = Arc::new(document);
    let shown = document.clone();
    api.route("/api/openapi.json", get(move || async move { axum::Json((*document).clone()) }))
        .route(
            "/api",
            get(move |visitor: Visitor| async move { pages::api::page(visitor.player.as_ref(), &shown) }),
        )
        .route("/assets/{version}/{*name}", get(assets::asset))
        .merge(pages::routes())
        .fallback(pages::lost::page)
        .method_not_allowed_fallback(problem::not_allowed)
        .layer(CatchPanicLayer::custom(problem::broke))
        .layer(from_fn_with_state(app.clone(), guard))
        .layer(RequestBodyLimitLayer::new(LONGEST_BODY))
        .layer(RequestBodyTimeoutLayer::new(BODY_TIME))
        .layer(CompressionLayer::new())
        .layer(TraceLayer::new_for_http())
        .with_state(app.clone())
}
