//! Campaigns that teachers start from a page: our own methods on a pack, within limits, one campaign at a time on each
//! server. Players come first: a run is a child of the least priority, and none begins while a player's solver works or
//! waits. Whoever started a campaign stops it, and deletes it when it has ended.

use std::collections::HashMap;
use std::path::{Path as FilePath, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use axum::Json;
use axum::extract::{Path, State};
use axum::http::StatusCode;
use ingenio_catalog::parse_method;
use ingenio_core::{CampaignRun, Cancel, LevelRef, Message};
use ingenio_lab::{
    CAMPAIGN, Campaign, Journal, Notice, Plan, Runner, Standing, State as CampaignState, Watch, build,
    machine, overview,
};
use serde::Deserialize;
use utoipa::ToSchema;

use crate::app::App;
use crate::classes::GoOn;
use crate::fair::{FairQueue, Waiting};
use crate::homework::pack;
use crate::problem::{Body, Problem, ProblemBody, Reply};
use crate::thinkers::Thinkers;
use crate::visitor::Visitor;
use crate::words;

/// Levels and methods of one campaign, and seconds of one run.
pub const MOST_LEVELS: usize = 50;
pub const MOST_METHODS: usize = 6;
pub const MOST_SECONDS: f64 = 30.0;
/// Levels times methods times seconds: half an hour in all.
pub const MOST_IN_ALL: f64 = 1800.0;
/// Campaigns that one teacher keeps.
const MOST_KEPT: usize = 20;
/// Campaigns that wait for their turn on this server.
const MOST_WAITING: usize = 20;
/// The least priority that a process can have.
const LEAST: i32 = 19;
/// A file of this name in the folder of a campaign ends it, whichever server of the site is at work on it.
const STOP: &str = "stop";
/// How often a campaign looks whether the players' solvers are done.
const LOOK: Duration = Duration::from_millis(200);

#[derive(Deserialize, ToSchema)]
pub struct CampaignForm {
    /// The name of a pack.
    pack: String,
    /// The first and the last of its levels, from 1.
    from: usize,
    to: usize,
    /// Methods as on the command line.
    methods: Vec<String>,
    /// For each run.
    seconds: f64,
}

/// What teachers started and what has not ended yet.
#[derive(Clone)]
pub struct TeacherCampaigns {
    active: Arc<Mutex<HashMap<String, Cancel>>>,
    queue: FairQueue,
    hands: Thinkers,
}

impl std::fmt::Debug for TeacherCampaigns {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("TeacherCampaigns")
    }
}

impl TeacherCampaigns {
    pub fn start() -> Reply<Self> {
        let hands = Thinkers::start_below(1, LEAST)?;
        Ok(TeacherCampaigns { active: Arc::default(), queue: FairQueue::new(1, MOST_WAITING), hands })
    }

    fn active(&self) -> std::sync::MutexGuard<'_, HashMap<String, Cancel>> {
        self.active.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Does it run, or wait for its turn?
    pub fn is_active(&self, name: &str) -> bool {
        self.active().contains_key(name)
    }

    pub fn cancel_all(&self) {
        self.active().values().for_each(Cancel::cancel);
    }
}

/// Starts a campaign; only who has a class does.
#[utoipa::path(post, path = "/api/campaigns", tag = "lab", request_body = CampaignForm,
    responses((status = 200, body = GoOn), (status = 401, body = ProblemBody), (status = 403, description = "not a teacher", body = ProblemBody),
              (status = 422, description = "beyond the limits", body = ProblemBody), (status = 429, description = "one is at work already", body = ProblemBody)))]
pub async fn start(
    State(app): State<App>,
    visitor: Visitor,
    Body(form): Body<CampaignForm>,
) -> Reply<Json<GoOn>> {
    let asker = visitor.asker();
    let teacher = visitor.account()?;
    let folder = app.config.campaigns.clone().ok_or_else(|| Problem::bad(words::NO_CAMPAIGN_FOLDER.say()))?;
    if app.store.classes_taught(teacher.id).await?.is_empty() {
        return Err(Problem::forbidden(words::TEACHERS_ONLY.say()));
    }
    let kept = app.store.started_campaigns(teacher.id).await?;
    if is_any_at_work(&app, &folder, &kept).await? {
        return Err(Problem::too_many(words::ONE_CAMPAIGN_AT_A_TIME.say()));
    }
    if kept.len() >= MOST_KEPT {
        let full = words::TOO_MANY_CAMPAIGNS.with("most", MOST_KEPT);
        return Err(Problem::new(StatusCode::INSUFFICIENT_STORAGE, full));
    }
    let text = written(&app, &form).await?;
    let name = format!("class-{}", &ingenio_store::PlayKey::draw()?.to_string()[..12]);
    let waiting = app.teaching.queue.enter(asker);
    let waiting = waiting.map_err(|_| Problem::too_many(words::TOO_MANY_JOBS.say()))?;
    app.store.campaign_started(teacher.id, &name).await?;
    let home = folder.join(&name);
    let at = home.clone();
    app.aside(move || keep(&at, &text)).await??;
    app.reports.renew().await;
    let mark = home.join(STOP);
    let cancel = Cancel::when(Arc::new(move || mark.exists()));
    app.teaching.active().insert(name.clone(), cancel.clone());
    tokio::spawn(run(app.clone(), name, home, cancel, waiting));
    Ok(Json(GoOn::to("/campaigns")))
}

/// Does one of them run or wait here, or does another server that sees the same folder run it? Files are read elsewhere.
async fn is_any_at_work(app: &App, folder: &FilePath, names: &[String]) -> Reply<bool> {
    if names.iter().any(|name| app.teaching.is_active(name)) {
        return Ok(true);
    }
    let homes: Vec<PathBuf> = names.iter().map(|name| folder.join(name)).collect();
    let runs = |home: &PathBuf| overview(home).is_ok_and(|seen| seen.state == CampaignState::Running);
    app.aside(move || homes.iter().any(runs)).await
}

fn keep(home: &FilePath, text: &str) -> Reply<()> {
    let written = std::fs::create_dir_all(home).and_then(|()| std::fs::write(home.join(CAMPAIGN), text));
    written.map_err(|error| {
        tracing::error!(%error, "a campaign was not kept");
        Problem::new(StatusCode::INSUFFICIENT_STORAGE, words::STORE_FAILED.say())
    })
}

/// The file of a campaign within the limits. Everything in it is ours: names of methods that were found in the tables, texts
/// of levels that were read.
async fn written(app: &App, form: &CampaignForm) -> Reply<String> {
    // Reports are for everybody: of packs only those of the house, which everybody has.
    if app.levels.library.shelf(&form.pack).is_none() {
        return Err(Problem::bad(words::NO_SUCH_TASK.say()));
    }
    let (title, levels) = pack(app, &form.pack).await?;
    let chosen = levels.get(form.from.saturating_sub(1)..form.to.min(levels.len())).unwrap_or_default();
    let methods = &form.methods;
    if chosen.is_empty() || chosen.len() > MOST_LEVELS {
        return Err(Problem::bad(words::CAMPAIGN_LEVELS.with("most", MOST_LEVELS)));
    }
    if methods.is_empty() || methods.len() > MOST_METHODS {
        return Err(Problem::bad(words::CAMPAIGN_METHODS.with("most", MOST_METHODS)));
    }
    let in_all = (chosen.len() * methods.len()) as f64 * form.seconds;
    if !(form.seconds > 0.0 && form.seconds <= MOST_SECONDS) || in_all > MOST_IN_ALL {
        let told = words::CAMPAIGN_TIME
            .with("seconds", MOST_SECONDS as u64)
            .with("minutes", (MOST_IN_ALL / 60.0) as u64);
        return Err(Problem::bad(told));
    }
    let puzzle = chosen[0].0.puzzle();
    for method in methods {
        parse_method(puzzle, method).map_err(Problem::bad)?;
    }
    let memory = (app.config.solver_memory >> 20).max(1);
    let title = quoted(&format!("{}: {title}", puzzle.info().title));
    // Files are English.
    let about = quoted(&words::CAMPAIGN_ABOUT.say().english());
    let seconds = form.seconds;
    let head =
        format!("title = {title}\nabout = {about}\nbudget = {{ time = {seconds:?}, memory = {memory} }}\n");
    let levels: String = chosen.iter().map(|(level, name)| level_row(level, name)).collect();
    let methods: String =
        methods.iter().map(|name| format!("\n[[methods]]\nmethod = {}\n", quoted(name))).collect();
    Ok(head + &levels + &methods)
}

fn level_row(level: &LevelRef, title: &str) -> String {
    let (puzzle, text) = (level.puzzle().info().name, level.canonical());
    format!("\n[[levels]]\nset = {}\npuzzle = \"{puzzle}\"\ntext = {}\n", quoted(title), quoted(&text))
}

/// A text as TOML writes it, which is as JSON does.
fn quoted(text: &str) -> String {
    serde_json::to_string(text).unwrap_or_default()
}

/// Waits for its turn and works until the end.
async fn run(app: App, name: String, home: PathBuf, cancel: Cancel, waiting: Waiting) {
    let cancelled = async {
        while !cancel.is_cancelled() {
            tokio::time::sleep(LOOK).await;
        }
    };
    let place = tokio::select! {
        place = waiting.place() => place.ok(),
        () = cancelled => None,
    };
    if place.is_some() {
        let (inside, cancel) = (app.clone(), cancel.clone());
        let done = app.teaching.hands.run(move || work(&inside, &home, &cancel)).await;
        if let Ok(Err(message)) = done {
            tracing::warn!(message = message.english(), "a campaign ended early");
        }
    }
    app.teaching.active().remove(&name);
}

fn work(app: &App, home: &FilePath, cancel: &Cancel) -> Result<(), Message> {
    let campaign = Campaign::read(&home.join(CAMPAIGN)).map_err(|fault| fault.message)?;
    let plan = Plan::new(campaign).map_err(|fault| fault.message)?;
    let (mut journal, earlier) = Journal::open(home)?;
    plan.keep(home)?;
    let ourselves = app.config.program.clone();
    let version = env!("CARGO_PKG_VERSION").to_owned();
    let runner = Runner {
        plan: &plan,
        commit: build(&version, &ourselves),
        ourselves,
        jobs: 1,
        cores: Vec::new(),
        sandbox: None,
        cancel: cancel.clone(),
        notice: Notice::default(),
        version,
        machine: machine(),
    };
    let mut politely = Politely { app, cancel };
    politely.wait();
    runner.run(&mut journal, &earlier.runs, &mut politely)?;
    Ok(())
}

/// Lets players' solvers go first: the next run begins when this has heard of the one before.
struct Politely<'a> {
    app: &'a App,
    cancel: &'a Cancel,
}

impl Politely<'_> {
    fn wait(&self) {
        while self.app.solving.count() > 0 && !self.cancel.is_cancelled() {
            std::thread::sleep(LOOK);
        }
    }
}

impl Watch for Politely<'_> {
    fn standing(&mut self, _: &Standing) {}

    fn result(&mut self, _: &CampaignRun) {
        self.wait();
    }
}

/// Stops a campaign of one's own that runs or waits; deletes one that has ended.
#[utoipa::path(delete, path = "/api/campaigns/{name}", tag = "lab", params(("name" = String, Path)),
    responses((status = 200, body = GoOn), (status = 404, body = ProblemBody)))]
pub async fn stop(State(app): State<App>, visitor: Visitor, Path(name): Path<String>) -> Reply<Json<GoOn>> {
    let teacher = visitor.account()?;
    // The name is one that the store knows: none of those leads out of the folder.
    if !app.store.started_campaigns(teacher.id).await?.contains(&name) {
        return Err(Problem::not_found());
    }
    let folder = app.config.campaigns.clone();
    let own = std::slice::from_ref(&name);
    if let Some(folder) = &folder
        && is_any_at_work(&app, folder, own).await?
    {
        if let Some(cancel) = app.teaching.active().get(&name) {
            cancel.cancel();
        }
        // For the server that runs it, where that is another.
        let mark = folder.join(&name).join(STOP);
        app.aside(move || drop(std::fs::write(mark, ""))).await?;
        return Ok(Json(GoOn::to("/campaigns")));
    }
    app.store.forget_campaign(teacher.id, &name).await?;
    if let Some(folder) = folder {
        // What is gone already is gone.
        app.aside(move || drop(std::fs::remove_dir_all(folder.join(&name)))).await?;
    }
    app.reports.renew().await;
    Ok(Json(GoOn::to("/campaigns")))
}

/// Deletes what teachers started who have no account or no class any more: nobody else could.
pub async fn sweep(app: &App) -> Reply<()> {
    let Some(folder) = app.config.campaigns.clone() else { return Ok(()) };
    let there = app.aside(move || started_here(&folder)).await?;
    // Asked after the folder was read: a row is there before its folder.
    let kept = app.store.kept_campaigns().await?;
    for home in there {
        let name = home.file_name().unwrap_or_default().to_string_lossy().into_owned();
        if kept.contains(&name) {
            continue;
        }
        if let Some(cancel) = app.teaching.active().get(&name) {
            // It is gone with the next sweep.
            cancel.cancel();
            continue;
        }
        app.aside(move || drop(std::fs::remove_dir_all(home))).await?;
        app.reports.renew().await;
    }
    Ok(())
}

/// Folders with names as campaigns of teachers have.
fn started_here(folder: &FilePath) -> Vec<PathBuf> {
    let is_ours = |path: &PathBuf| {
        let name = path.file_name().and_then(|name| name.to_str()?.strip_prefix("class-"));
        name.is_some_and(|name| name.len() == 12 && name.chars().all(|digit| digit.is_ascii_hexdigit()))
    };
    let found = std::fs::read_dir(folder).into_iter().flatten().flatten().map(|entry| entry.path());
    found.filter(is_ours).collect()
}
