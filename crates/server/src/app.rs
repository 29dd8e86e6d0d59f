//! Everything that handlers share, and the table of routes.

use std::collections::{HashMap, HashSet};
use std::net::IpAddr;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use axum::Router;
use axum::http::StatusCode;
use axum::middleware::{from_fn, from_fn_with_state};
use axum::routing::get;
use ingenio_core::{Language, LevelId, LevelRef};
use ingenio_store::{LevelProgress, PlayKey, Player, PlayerId, Store};
use tokio::sync::watch;
use tokio::time::interval;
use tower_http::catch_panic::CatchPanicLayer;
use tower_http::limit::RequestBodyLimitLayer;
use tower_http::timeout::RequestBodyTimeoutLayer;
use tower_http::trace::TraceLayer;
use utoipa::OpenApi;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::campaigns::Reports;
use crate::config::Config;
use crate::daily::Making;
use crate::drawings::Drawings;
use crate::exports::Exports;
use crate::failures::Failures;
use crate::fair::{Asker, FairQueue};
use crate::guard::{Limits, guard};
use crate::health::Health;
use crate::library::Levels;
use crate::lines::Lines;
use crate::live::Live;
use crate::lives::Lives;
use crate::modules::Module;
use crate::neighbours::Neighbours;
use crate::packing::pack;
use crate::passwords::Passwords;
use crate::problem::{JsonText, Problem, Reply};
use crate::races::{Races, api as races, line as race_line};
use crate::seats::Seats;
use crate::sessions::{Sessions, Token};
use crate::solving::Solving;
use crate::teacher_campaigns::{self, TeacherCampaigns};
use crate::thinkers::Thinkers;
use crate::visitor::Visitor;
use crate::{
    aboard, accounts, assets, campaigns, classes, findings, health, homework, lessons, levels, made, memory,
    modules, own_packs, pages, pixels, plays, problem, reader, settings, sheets, socket, solving, words,
};

/// No body of ours is larger.
const LONGEST_BODY: usize = 256 << 10;
/// Films, drawings and levels that wait to be made, and hints and reviews; more are asked to come again. As many
/// are made at once as there are processors.
const MOST_WAITING: usize = 100;
/// How often what nobody needs is forgotten, here and in the store.
const SWEEPS: Duration = Duration::from_secs(10);
const STORE_SWEEPS: Duration = Duration::from_mins(10);

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
    /// Campaigns that teachers started.
    pub teaching: TeacherCampaigns,
    pub passwords: Passwords,
    pub limits: Limits,
    pub health: Health,
    pub reports: Reports,
    pub exports: Exports,
    pub drawings: Drawings,
    pub making: Making,
    /// The rules, for the pages.
    pub rules: Module,
    /// What thinks in them.
    pub engines: Module,
    pub failures: Failures,
    pub sessions: Sessions,
    pub lines: Lines,
    pub races: Races,
    pub neighbours: Neighbours,
    /// Networks of which somebody waits for a connection.
    pub crowded: Seats<IpAddr>,
    thinkers: FairQueue,
    advisers: FairQueue,
    pool: Thinkers,
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
        ingenio_languages::install();
        Ok(App(Arc::new(Parts {
            levels: Levels::of_house(config.packs.as_deref())?,
            lives: Lives::new(Thinkers::start(processors())?),
            solving: Solving::new(config.solvers)?,
            teaching: TeacherCampaigns::start()?,
            passwords: Passwords::start()?,
            limits: Limits::new(config.requests_per_second),
            health: Health::default(),
            reports: Reports::default(),
            exports: Exports::default(),
            drawings: Drawings::default(),
            making: Making::default(),
            rules: Module::new("rules.wasm", config.rules),
            engines: Module::new("engines.wasm", config.engines),
            failures: Failures::in_store(store.clone()),
            sessions: Sessions::default(),
            lines: Lines::new(config.connections),
            races: Races::default(),
            neighbours: Neighbours::default(),
            crowded: Seats::default(),
            thinkers: FairQueue::new(processors(), MOST_WAITING),
            advisers: FairQueue::new(processors(), MOST_WAITING),
            pool: Thinkers::start(2 * processors())?,
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

    pub async fn progress_of(&self, player: Option<&Player>) -> Reply<HashMap<LevelId, LevelProgress>> {
        match player {
            Some(player) => Ok(self.store.progress_of(player.id).await?),
            None => Ok(HashMap::new()),
        }
    }

    /// Does some work that takes a moment beside the requests; a few at once.
    pub async fn think<T: Send + 'static>(
        &self,
        asker: Asker,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Reply<T> {
        self.work(&self.thinkers, asker, work).await
    }

    /// Does work that may take seconds, for one player at a time once.
    pub async fn advise<T: Send + 'static>(
        &self,
        player: PlayerId,
        asker: Asker,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Reply<T> {
        let advised = Advised::enter(self, player)?;
        let advise = move || {
            let advice = work();
            drop(advised);
            advice
        };
        self.work(&self.advisers, asker, advise).await
    }

    /// Does some work of the house's own where thinking is done.
    pub async fn aside<T: Send + 'static>(&self, work: impl FnOnce() -> T + Send + 'static) -> Reply<T> {
        self.pool.run(work).await
    }

    /// The place is held as long as the work goes on, also when nobody waits for it any more: what is given
    /// up still costs a processor until it hears so.
    async fn work<T: Send + 'static>(
        &self,
        queue: &FairQueue,
        asker: Asker,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Reply<T> {
        let busy = |_| Problem::new(StatusCode::SERVICE_UNAVAILABLE, words::TOO_BUSY.say());
        let place = queue.enter(asker).map_err(busy)?.place().await.map_err(busy)?;
        let work = move || {
            let done = work();
            drop(place);
            done
        };
        self.pool.run(work).await
    }

    /// A player sees a way through a level: plays that are open, and those begun within a day, are helped.
    pub async fn show_way(&self, player: &Player, level: &LevelRef) -> Reply<()> {
        self.store.solution_seen(player.id, level).await?;
        self.lives.help(player.id, level.id()).await;
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
        self.teaching.cancel_all();
    }

    /// Forgets what nobody needs, now and then, until the server stops.
    pub async fn sweep(self) {
        let (mut often, mut rarely) = (interval(SWEEPS), interval(STORE_SWEEPS));
        loop {
            tokio::select! {
                () = self.stopping() => return,
                _ = often.tick() => self.sweep_memory().await,
                _ = rarely.tick() => {
                    let swept = async {
                        self.store.sweep().await?;
                        self.store.sweep_login_failures().await?;
                        self.store.sweep_queues().await
                    };
                    if let Err(trouble) = swept.await {
                        tracing::warn!(trouble = trouble.english(), "the store was not swept");
                    }
                    if let Err(problem) = teacher_campaigns::sweep(&self).await {
                        tracing::warn!(problem = problem.message().english(), "campaigns were not swept");
                    }
                }
            }
        }
    }

    async fn sweep_memory(&self) {
        self.lives.sweep().await;
        self.solving.sweep();
        self.limits.sweep();
        self.sessions.sweep();
        // The task may end later: nobody waits for it.
        drop(tokio::task::spawn_blocking(memory::give_back));
    }

    /// A session is over, and with it its lines.
    pub async fn close_session(&self, token: &Token) -> Reply<()> {
        self.store.close_session(token).await?;
        self.sessions.end(token);
        Ok(())
    }
}

/// Two at least, so that one long hint keeps nobody from the next.
fn processors() -> usize {
    std::thread::available_parallelism().map_or(2, usize::from).max(2)
}

/// A player is being advised as long as this lives, also when nobody waits for the advice any more.
struct Advised(App, PlayerId);

impl Advised {
    fn enter(app: &App, player: PlayerId) -> Reply<Self> {
        if app.advised.lock().unwrap_or_else(PoisonError::into_inner).insert(player) {
            return Ok(Advised(app.clone(), player));
        }
        Err(Problem::too_many(words::ONE_HINT_AT_A_TIME.say()))
    }
}

impl Drop for Advised {
    fn drop(&mut self) {
        self.0.advised.lock().unwrap_or_else(PoisonError::into_inner).remove(&self.1);
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
        .routes(routes!(accounts::recover))
        .routes(routes!(accounts::new_code))
        .routes(routes!(accounts::logout))
        .routes(routes!(accounts::me))
        .routes(routes!(accounts::change_password))
        .routes(routes!(accounts::delete_account))
        .routes(routes!(accounts::export))
        .routes(routes!(settings::choose))
        .routes(routes!(plays::begin))
        .routes(routes!(plays::show))
        .routes(routes!(plays::film))
        .routes(routes!(plays::mine))
        .routes(routes!(plays::take_hint))
        .routes(routes!(plays::take_review))
        .routes(routes!(findings::send))
        .routes(routes!(socket::live))
        .routes(routes!(races::list, races::make))
        .routes(routes!(races::show))
        .routes(routes!(races::join))
        .routes(routes!(races::start))
        .routes(routes!(races::leave))
        .routes(routes!(races::leg))
        .routes(routes!(races::add_ghost))
        .routes(routes!(races::add_solver))
        .routes(routes!(races::rematch))
        .routes(routes!(race_line::live))
        .routes(routes!(levels::puzzles))
        .routes(routes!(own_packs::open))
        .routes(routes!(levels::pack, own_packs::arrange, own_packs::remove))
        .routes(routes!(own_packs::file))
        .routes(routes!(levels::methods))
        .routes(routes!(made::list, made::publish))
        .routes(routes!(made::show, made::arrange, made::remove))
        .routes(routes!(made::report))
        .routes(routes!(levels::level))
        .routes(routes!(levels::open))
        .routes(routes!(levels::film))
        .routes(routes!(levels::picture))
        .routes(routes!(pixels::card))
        .routes(routes!(pixels::win))
        .routes(routes!(sheets::solutions))
        .routes(routes!(levels::newest_records))
        .routes(routes!(solving::start))
        .routes(routes!(solving::show, solving::cancel))
        .routes(routes!(solving::film))
        .routes(routes!(solving::events))
        .routes(routes!(lessons::answer))
        .routes(routes!(campaigns::list, teacher_campaigns::start))
        .routes(routes!(campaigns::show, teacher_campaigns::stop))
        .routes(routes!(campaigns::report))
        .routes(routes!(classes::open))
        .routes(routes!(classes::join))
        .routes(routes!(classes::come_back))
        .routes(routes!(classes::change, classes::remove))
        .routes(routes!(classes::renew_code))
        .routes(routes!(classes::issue_code))
        .routes(routes!(classes::leave))
        .routes(routes!(homework::give))
        .routes(routes!(homework::take_back))
        .routes(routes!(homework::list))
        .routes(routes!(homework::table))
        .routes(routes!(health::health))
        .routes(routes!(health::metrics))
}

/// All that the server answers.
pub fn router(app: &App) -> Router {
    let (api, document) = api().split_for_parts();
    let shown = Arc::new(document);
    let document = JsonText::of(Language::english(), &*shown);
    api.route("/api/openapi.json", get(move || async move { document }))
        .route("/api", get(move |visitor: Visitor| async move { pages::api::page(&visitor, &shown) }))
        .route("/assets/{version}/{*name}", get(assets::asset))
        .route("/modules/{version}/{name}", get(modules::module))
        .route("/service-worker.js", get(aboard::worker))
        .route("/manifest.webmanifest", get(aboard::manifest))
        .route("/packs.json", get(aboard::packs))
        .route("/packs/{name}", get(aboard::one_pack))
        .route("/solutions/{name}", get(aboard::solutions))
        .merge(pages::routes())
        .fallback(pages::lost::page)
        .method_not_allowed_fallback(problem::not_allowed)
        .layer(CatchPanicLayer::custom(problem::broke))
        .layer(from_fn_with_state(app.clone(), guard))
        .layer(RequestBodyLimitLayer::new(LONGEST_BODY))
        .layer(RequestBodyTimeoutLayer::new(BODY_TIME))
        .layer(from_fn(reader::tell))
        .layer(from_fn_with_state(app.clone(), pack))
        .layer(TraceLayer::new_for_http())
        .with_state(app.clone())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test(flavor = "multi_thread")]
    async fn a_place_is_held_as_long_as_the_work_not_as_somebody_waits() {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let store = Store::open_file(&folder.path().join("test.sqlite")).await.expect("a database");
        let listen = std::net::SocketAddr::from(([127, 0, 0, 1], 0));
        let app = App::new(Config::new(listen, String::new(), "no-such-program".into()), store);
        let app = app.expect("an application");
        let (end, ended) = std::sync::mpsc::channel::<()>();
        let asker = |player| Asker { player: Some(PlayerId(player)), address: [127, 0, 0, 1].into() };
        let given_up = app.advise(PlayerId(1), asker(1), move || ended.recv().unwrap_or(()));
        assert!(tokio::time::timeout(Duration::from_millis(100), given_up).await.is_err());
        assert!(
            app.advise(PlayerId(1), asker(1), || ()).await.is_err(),
            "the last one is still being thought about"
        );
        assert_eq!(app.advisers.free(), processors() - 1);
        assert!(app.advise(PlayerId(2), asker(2), || ()).await.is_ok());
        end.send(()).expect("the work goes on");
        for _ in 0..500 {
            if app.advise(PlayerId(1), asker(1), || ()).await.is_ok() {
                assert_eq!(app.advisers.free(), processors());
                return;
            }
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
        panic!("the place is never given back");
    }
}
