//! Solver jobs: a method at work in a process of its own, with limits, behind a queue. Who asked watches
//! its nodes, bound and time; when nobody watches any more, it is cancelled. Where workers of the database do the jobs
//! (`far_solving.rs`), what is here only tells how they go.

use std::collections::HashMap;
use std::convert::Infallible;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use axum::extract::{Path, State};
use axum::response::sse::{Event, KeepAlive, Sse};
use futures_util::Stream;
use ingenio_catalog::words as solving;
use ingenio_catalog::{answer_said, parse_method, progress_said};
use ingenio_core::{Answer, Cancel, Language, LevelRef, Message, ToldPulse, Verified};
use ingenio_jobs::{Asked, is_broken};
use ingenio_store::{JobOrder, PlayerId, WorkLevel};
use serde::{Deserialize, Serialize, Serializer};
use tokio::sync::watch;
use utoipa::ToSchema;

use crate::app::App;
use crate::fair::{FairQueue, Place, Waiting};
use crate::far_solving;
use crate::plays::key;
use crate::problem::{Body, JsonText, Problem, ProblemBody, Reply};
use crate::thinkers::Thinkers;
use crate::visitor::Visitor;
use crate::words;
use ingenio_desk::Film;

/// Jobs of one player, running or waiting.
pub const MOST_OF_ONE: usize = 2;
/// Jobs that wait; when there are more, whoever has most of them makes room.
const MOST_WAITING: usize = 256;
/// A job that nobody watches is cancelled after so long.
const UNWATCHED: Duration = Duration::from_secs(10);
/// An answer is kept so long for those who asked.
const KEPT: Duration = Duration::from_mins(10);

#[derive(Clone, Debug, Deserialize, ToSchema)]
pub struct JobWish {
    /// The id of a level.
    level: String,
    /// From where this play stands; else from the start of the level.
    #[serde(default)]
    play: Option<String>,
    /// `auto`, or the name of a method, with options as on the command line.
    method: String,
    /// A proof is wanted.
    #[serde(default)]
    optimal: bool,
    /// The most it may take.
    seconds: Option<f64>,
}

#[derive(Debug, Serialize, ToSchema)]
pub struct JobBody {
    id: String,
    #[serde(flatten)]
    state: JobState,
}

/// Where a job stands.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(tag = "is", rename_all = "lowercase")]
pub enum JobState {
    Queued {
        ahead: usize,
    },
    Progress {
        nodes: u64,
        bound: Option<u64>,
        best: Option<u64>,
        seconds: f64,
        #[schema(value_type = String)]
        text: Message,
    },
    /// The answer is missing where the job was cancelled before its turn.
    Done {
        /// Is there a solution to be seen, proved or not, in time or not? How it ended is in the answer.
        film: bool,
        #[schema(value_type = String)]
        text: Message,
        #[serde(serialize_with = "in_english")]
        answer: Option<Box<Answer>>,
    },
}

impl JobState {
    /// Is the other news to one who knows this?
    pub fn differs(&self, other: &Self) -> bool {
        match (self, other) {
            (JobState::Queued { ahead }, JobState::Queued { ahead: now }) => ahead != now,
            (
                JobState::Progress { nodes, seconds, .. },
                JobState::Progress { nodes: more, seconds: later, .. },
            ) => (nodes, seconds) != (more, later),
            _ => true,
        }
    }
}

/// An answer is data: whoever watches, it is the same.
#[expect(clippy::ref_option, reason = "serde hands over what the field is")]
fn in_english<S: Serializer>(answer: &Option<Box<Answer>>, serializer: S) -> Result<S::Ok, S::Error> {
    let text = Language::english().json(answer).map_err(serde::ser::Error::custom)?;
    serde_json::from_str::<serde_json::Value>(&text).map_err(serde::ser::Error::custom)?.serialize(serializer)
}

/// One method on one level, asked for by one player.
pub struct Work {
    pub owner: PlayerId,
    pub level: LevelRef,
    from_start: bool,
    method: String,
    pub optimal: bool,
    time: Duration,
    cancel: Cancel,
    pub state: watch::Sender<JobState>,
    solution: Mutex<Option<Verified>>,
    ended: Mutex<Option<Instant>>,
    /// Its number in the queue of this server.
    turn: u64,
    /// When somebody last asked for it.
    looked: Mutex<Instant>,
}

/// The queue of solver jobs.
#[derive(Clone)]
pub struct Solving {
    works: Arc<Mutex<HashMap<String, Arc<Work>>>>,
    queue: FairQueue,
    /// Those who start the children and wait for them: what they start has their low priority.
    starters: Thinkers,
}

impl std::fmt::Debug for Solving {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Solving")
    }
}

fn lock<T>(mutex: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Solving {
    pub fn new(at_once: usize) -> Reply<Self> {
        let (queue, starters) = (FairQueue::new(at_once, MOST_WAITING), Thinkers::start(at_once)?);
        Ok(Solving { works: Arc::default(), queue, starters })
    }

    /// Jobs that run or wait.
    pub fn count(&self) -> usize {
        lock(&self.works).values().filter(|work| lock(&work.ended).is_none()).count()
    }

    /// Forgets old answers.
    pub fn sweep(&self) {
        lock(&self.works).retain(|_, work| lock(&work.ended).is_none_or(|ended| ended.elapsed() < KEPT));
    }

    /// Tells those who wait how many wait before them.
    fn tell_queue(&self) {
        let order = self.queue.order();
        let works = lock(&self.works);
        let waits = |work: &&Arc<Work>| {
            lock(&work.ended).is_none() && matches!(*work.state.borrow(), JobState::Queued { .. })
        };
        for work in works.values().filter(waits) {
            if let Some(ahead) = order.iter().position(|turn| *turn == work.turn) {
                work.state.send_replace(JobState::Queued { ahead });
            }
        }
    }

    pub fn cancel_all(&self) {
        lock(&self.works).values().for_each(|work| work.cancel.cancel());
    }

    pub fn known(&self, id: &str) -> Option<Arc<Work>> {
        lock(&self.works).get(id).cloned()
    }

    /// Those that have not ended, as far as this server knows.
    pub fn open(&self) -> Vec<(String, Arc<Work>)> {
        let works = lock(&self.works);
        let open = works.iter().filter(|(_, work)| lock(&work.ended).is_none());
        open.map(|(id, work)| (id.clone(), work.clone())).collect()
    }

    pub fn add(&self, id: &str, work: Work) -> Arc<Work> {
        lock(&self.works).entry(id.to_owned()).or_insert_with(|| Arc::new(work)).clone()
    }

    fn check_room(&self, owner: PlayerId) -> Reply<()> {
        let works = lock(&self.works);
        let active = works.values().filter(|work| work.owner == owner && lock(&work.ended).is_none());
        if active.count() >= MOST_OF_ONE {
            return Err(Problem::too_many(words::TOO_MANY_OWN_JOBS.with("most", MOST_OF_ONE)));
        }
        Ok(())
    }

    fn enter(&self, work: Work) -> Reply<(String, Arc<Work>)> {
        self.check_room(work.owner)?;
        let id = new_id()?;
        let work = self.add(&id, work);
        Ok((id, work))
    }
}

/// A name that nobody guesses.
pub fn new_id() -> Reply<String> {
    let mut name = [0; 16];
    getrandom::fill(&mut name).map_err(|_| Problem::too_many(words::TOO_MANY_JOBS.say()))?;
    Ok(name.iter().map(|byte| format!("{byte:02x}")).collect())
}

/// A job of the visitor's own, wherever it was asked for.
async fn find(app: &App, id: &str, owner: PlayerId) -> Reply<Arc<Work>> {
    let work = match app.solving.known(id) {
        None if app.config.workers.are_far() => far_solving::meet(app, id).await?,
        known => known.ok_or_else(Problem::not_found)?,
    };
    if work.owner != owner {
        return Err(Problem::forbidden(words::NOT_YOURS.say()));
    }
    *lock(&work.looked) = Instant::now();
    Ok(work)
}

/// Starts a method on a level. It runs in a process of its own, under limits of time and memory.
#[utoipa::path(post, path = "/api/jobs", tag = "jobs", request_body = JobWish,
    responses((status = 200, body = JobBody), (status = 422, body = ProblemBody), (status = 429, body = ProblemBody)))]
pub async fn start(State(app): State<App>, visitor: Visitor, Body(wish): Body<JobWish>) -> Reply<JsonText> {
    let level = app.level(&wish.level).await?;
    parse_method(level.puzzle(), &wish.method).map_err(Problem::bad)?;
    let (owner, asker, reader) = (visitor.player.clone(), visitor.asker(), visitor.language);
    let Some(owner) = owner else {
        return Err(Problem::new(axum::http::StatusCode::UNAUTHORIZED, words::PLAY_FIRST.say()));
    };
    // Who has too many jobs is told so before anything is worked out for another.
    app.solving.check_room(owner.id)?;
    let (here, from_start) = match &wish.play {
        Some(name) => {
            let live = app.live(key(name)?, visitor).await?;
            let (line, _) = live.position().await?;
            let from_start = line.moves.is_empty() && !line.backwards;
            let of = level.clone();
            let here = app.think(asker, move || line.play(&of).map(|play| play.level_here())).await??;
            (here.unwrap_or_else(|| level.clone()), from_start)
        }
        None => (level.clone(), true),
    };
    let longest = app.config.solver_time;
    let seconds = wish.seconds.filter(|seconds| seconds.is_finite() && *seconds > 0.0);
    let time = seconds.map_or(longest, |seconds| Duration::from_secs_f64(seconds.min(longest.as_secs_f64())));
    let mut work = Work::new(owner.id, here, wish.optimal);
    (work.from_start, work.method, work.time) = (from_start, wish.method, time);
    if app.config.workers.are_far() {
        let id =
            far_solving::start(&app, &owner, &level, asker, &work.order(app.config.solver_memory)).await?;
        let work = app.solving.add(&id, work);
        let state = work.state.borrow().clone();
        return Ok(JsonText::of(reader, &JobBody { id, state }));
    }
    let full = |_| Problem::too_many(words::TOO_MANY_JOBS.say());
    let waiting = app.solving.queue.enter(asker).map_err(full)?;
    work.turn = waiting.number();
    let (id, work) = app.solving.enter(work)?;
    // What is refused shows nothing, and helps nobody.
    if let Err(problem) = app.show_way(&owner, &level).await {
        work.end(JobState::Done { film: false, text: problem.message().clone(), answer: None });
        return Err(problem);
    }
    app.solving.tell_queue();
    tokio::spawn(run(app.clone(), work.clone(), waiting));
    let state = work.state.borrow().clone();
    Ok(JsonText::of(reader, &JobBody { id, state }))
}

/// Waits for a place, runs the method, and tells.
async fn run(app: App, work: Arc<Work>, waiting: Waiting) {
    let watcher = tokio::spawn(cancel_unwatched(work.clone()));
    let place = match turn(waiting, &work).await {
        Ok(place) => place,
        Err(why) => {
            watcher.abort();
            work.end(JobState::Done { film: false, text: why, answer: None });
            return app.solving.tell_queue();
        }
    };
    work.state.send_replace(progress_state(&ToldPulse::default()));
    app.solving.tell_queue();
    let child = work.clone();
    let config = app.config.clone();
    let found = app.solving.starters.run(move || solve(&config, &child)).await;
    drop(place);
    watcher.abort();
    let why = match found {
        Ok(Ok(answer)) => {
            keep(&app, &work, &answer).await;
            return work.end_with(answer);
        }
        Ok(Err(message)) => message,
        Err(problem) => solving::SOLVER_BROKE.with("why", problem.message()),
    };
    work.end(JobState::Done { film: false, text: why, answer: None });
}

impl Work {
    /// A job that waits.
    pub fn new(owner: PlayerId, level: LevelRef, optimal: bool) -> Self {
        let (state, _) = watch::channel(JobState::Queued { ahead: 0 });
        Work {
            owner,
            level,
            from_start: false,
            method: String::new(),
            optimal,
            time: Duration::ZERO,
            cancel: Cancel::default(),
            state,
            solution: Mutex::default(),
            ended: Mutex::default(),
            turn: 0,
            looked: Mutex::new(Instant::now()),
        }
    }

    /// The same for a worker.
    fn order(&self, memory: u64) -> JobOrder {
        JobOrder {
            owner: self.owner,
            level: WorkLevel {
                id: self.level.id().to_string(),
                puzzle: self.level.puzzle().info().name.to_owned(),
                text: self.level.canonical(),
            },
            from_start: self.from_start,
            method: self.method.clone(),
            optimal: self.optimal,
            time: self.time,
            memory,
        }
    }

    /// Is anybody told how it goes?
    pub fn is_watched(&self) -> bool {
        self.state.receiver_count() > 0 || lock(&self.looked).elapsed() < UNWATCHED
    }

    /// It has ended with this answer.
    pub fn end_with(&self, answer: Answer) {
        *lock(&self.solution) = answer.solution().cloned();
        let (film, text) = (answer.solution().is_some(), answer_said(&answer));
        self.end(JobState::Done { film, text, answer: Some(Box::new(answer)) });
    }

    pub fn end(&self, state: JobState) {
        *lock(&self.ended) = Some(Instant::now());
        self.state.send_replace(state);
    }
}

/// Waits for a place; why there is none if the job is cancelled meanwhile or has to make room.
async fn turn(waiting: Waiting, work: &Work) -> Result<Place, Message> {
    let cancelled = async {
        while !work.cancel.is_cancelled() {
            tokio::time::sleep(Duration::from_millis(100)).await;
        }
    };
    tokio::select! {
        place = waiting.place() => place.map_err(|_| words::MADE_ROOM.say()),
        () = cancelled => Err(solving::CANCELLED.say()),
    }
}

async fn cancel_unwatched(work: Arc<Work>) {
    loop {
        tokio::time::sleep(UNWATCHED).await;
        if work.state.receiver_count() == 0 {
            work.cancel.cancel();
            return;
        }
    }
}

/// Runs the child to its end and judges what it says; the referee is the server's own.
fn solve(config: &crate::config::Config, work: &Work) -> Result<Answer, Message> {
    let asked = Asked {
        program: &config.program,
        level: &work.level,
        method: &work.method,
        optimal: work.optimal,
        time: work.time,
        memory: config.solver_memory,
        cancel: work.cancel.clone(),
    };
    let (answer, finished) =
        asked.answer(&mut |event| drop(work.state.send_replace(progress_state(event))))?;
    if is_broken(&answer) {
        tracing::warn!(end = ?finished.end, outcome = ?answer.outcome, complaint = finished.complaint, "a solver broke");
    }
    Ok(answer)
}

pub fn progress_state(event: &ToldPulse) -> JobState {
    let (seconds, progress) = (event.seconds, &event.progress);
    let (nodes, bound, best) = (progress.nodes, progress.bound, progress.best);
    JobState::Progress { nodes, bound, best, seconds, text: progress_said(event) }
}

/// What was found is kept, and shown on demand.
async fn keep(app: &App, work: &Work, answer: &Answer) {
    if answer.solution().is_some() && work.from_start {
        let kept = async {
            app.store.ran(&work.level, answer).await?;
            app.store.shown(work.owner, &work.level).await
        };
        if let Err(trouble) = kept.await {
            tracing::error!(trouble = trouble.english(), "a run was not kept");
        }
    }
}

/// Where a job stands.
#[utoipa::path(get, path = "/api/jobs/{id}", tag = "jobs", params(("id" = String, Path)),
    responses((status = 200, body = JobBody), (status = 404, body = ProblemBody)))]
pub async fn show(State(app): State<App>, visitor: Visitor, Path(id): Path<String>) -> Reply<JsonText> {
    let reader = visitor.language;
    let work = find(&app, &id, visitor.known()?.id).await?;
    let state = work.state.borrow().clone();
    Ok(JsonText::of(reader, &JobBody { id, state }))
}

/// Cancels a job; it hands over its best.
#[utoipa::path(delete, path = "/api/jobs/{id}", tag = "jobs", params(("id" = String, Path)),
    responses((status = 200, body = JobBody), (status = 404, body = ProblemBody)))]
pub async fn cancel(State(app): State<App>, visitor: Visitor, Path(id): Path<String>) -> Reply<JsonText> {
    let reader = visitor.language;
    let work = find(&app, &id, visitor.known()?.id).await?;
    work.cancel.cancel();
    if app.config.workers.are_far() {
        app.store.cancel_job(&id).await?;
    }
    let state = work.state.borrow().clone();
    Ok(JsonText::of(reader, &JobBody { id, state }))
}

/// What a job found, to be watched.
#[utoipa::path(get, path = "/api/jobs/{id}/film", tag = "jobs", params(("id" = String, Path)),
    responses((status = 200, body = Film), (status = 404, body = ProblemBody)))]
pub async fn film(State(app): State<App>, visitor: Visitor, Path(id): Path<String>) -> Reply<JsonText> {
    let (asker, reader) = (visitor.asker(), visitor.language);
    let work = find(&app, &id, visitor.known()?.id).await?;
    let solution = lock(&work.solution).clone().ok_or_else(Problem::not_found)?;
    let film = move || {
        let film = Film::of_solution(&work.level, solution.text(), Message::empty());
        film.map(|film| JsonText::of(reader, &film))
    };
    Ok(app.think(asker, film).await??)
}

/// A job as it goes: server-sent events `queued`, `progress` and `done`.
#[utoipa::path(get, path = "/api/jobs/{id}/events", tag = "jobs", params(("id" = String, Path)),
    responses((status = 200, description = "server-sent events", content_type = "text/event-stream", body = String),
              (status = 404, body = ProblemBody)))]
pub async fn events(
    State(app): State<App>,
    visitor: Visitor,
    Path(id): Path<String>,
) -> Reply<Sse<impl Stream<Item = Result<Event, Infallible>>>> {
    let reader = visitor.language;
    let work = find(&app, &id, visitor.known()?.id).await?;
    let receiver = work.state.subscribe();
    // The first state is told at once, then every change, until the job is done.
    let stream = futures_util::stream::unfold(Some((receiver, true)), move |watching| async move {
        let (mut receiver, first) = watching?;
        if !first && receiver.changed().await.is_err() {
            return None;
        }
        let state = receiver.borrow_and_update().clone();
        let event = Ok(told(reader, &state));
        let next = (!matches!(state, JobState::Done { .. })).then_some((receiver, false));
        Some((event, next))
    });
    Ok(Sse::new(stream).keep_alive(KeepAlive::default()))
}

fn told(reader: Language, state: &JobState) -> Event {
    let name = match state {
        JobState::Queued { .. } => "queued",
        JobState::Progress { .. } => "progress",
        JobState::Done { .. } => "done",
    };
    let event = Event::default().event(name);
    event.data(reader.json(state).expect("states are plain data"))
}
