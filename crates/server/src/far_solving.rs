//! Solver jobs that workers of the database do (`ingenio worker`). The job is a row that every server sees: whoever is
//! asked tells how it goes, and a server that is killed costs those who watched a new line. What a worker says is judged
//! here again: a claim becomes an answer by this server's own referee.

use std::collections::HashMap;
use std::sync::Arc;
use std::time::Duration;

use axum::http::StatusCode;
use ingenio_catalog::read_level;
use ingenio_catalog::words as solving;
use ingenio_core::{Claim, Foreign, LevelRef, Message, ToldPulse};
use ingenio_jobs::question;
use ingenio_store::{JobOrder, JobSeen, NewJob, NoRoom, Player};
use tokio::time::sleep;

use crate::app::App;
use crate::config::Workers;
use crate::fair::Asker;
use crate::problem::{Problem, Reply};
use crate::solving::{JobState, MOST_OF_ONE, Work, new_id, progress_state};
use crate::words;

/// Jobs that wait or run, of all servers together.
const MOST: usize = 4096;
/// Where nothing is told, one looks so often.
const LOOK: Duration = Duration::from_secs(1);
/// What is told within this time is looked at together.
const TOGETHER: Duration = Duration::from_millis(100);
/// How often jobs that nobody waits for are ended, and old ones forgotten.
const SWEEPS: Duration = Duration::from_secs(10);

/// Queues a job; gives its id.
pub async fn start(
    app: &App,
    owner: &Player,
    level: &LevelRef,
    asker: Asker,
    order: &JobOrder,
) -> Reply<String> {
    let Workers::Database { version } = &app.config.workers else { return Err(Problem::not_found()) };
    if app.store.job_workers(version).await?.fitting == 0 {
        return Err(Problem::new(StatusCode::SERVICE_UNAVAILABLE, words::NO_WORKERS.say()).after(30));
    }
    let id = new_id()?;
    let job = NewJob {
        id: id.clone(),
        version: version.clone(),
        network: asker.address.to_string(),
        order: order.clone(),
        most_of_one: MOST_OF_ONE,
        most: MOST,
    };
    match app.store.queue_job(job).await? {
        Ok(()) => {}
        Err(NoRoom::OfOne) => {
            return Err(Problem::too_many(words::TOO_MANY_OWN_JOBS.with("most", MOST_OF_ONE)));
        }
        Err(NoRoom::OfAll) => return Err(Problem::too_many(words::TOO_MANY_JOBS.say())),
    }
    // What cannot be noted as seen is not shown.
    if let Err(problem) = app.show_way(owner, level).await {
        app.store.cancel_job(&id).await?;
        return Err(problem);
    }
    Ok(id)
}

/// A job that was asked for at another server, or before this one was started.
pub async fn meet(app: &App, id: &str) -> Reply<Arc<Work>> {
    let order = app.store.job_order(id).await?.ok_or_else(Problem::not_found)?;
    let sent = order.level;
    let level = app.aside(move || read_level(&sent.puzzle, &sent.text)).await?;
    let level = level.map_err(|fault| Problem::bad(fault.said()))?;
    let work = app.solving.add(id, Work::new(order.owner, level, order.optimal));
    look(app, vec![(id.to_owned(), work.clone())]).await?;
    Ok(work)
}

/// Tells those who watch how their jobs go, until the server stops.
pub async fn attend(app: App) {
    if !app.config.workers.are_far() {
        return;
    }
    tokio::select! {
        () = app.stopping() => {}
        () = follow(&app) => {}
        () = sweep(&app) => {}
    }
}

async fn sweep(app: &App) {
    loop {
        sleep(SWEEPS).await;
        if let Err(trouble) = app.store.sweep_queues().await {
            tracing::warn!(trouble = trouble.english(), "the queues were not swept");
        }
    }
}

async fn follow(app: &App) {
    loop {
        let Ok(mut listener) = app.store.hear_of_jobs().await else {
            sleep(LOOK).await;
            continue;
        };
        loop {
            // Whether something was told or not: notifications may be lost.
            if listener.hear(LOOK).await.is_some() {
                sleep(TOGETHER).await;
                while listener.hear(Duration::ZERO).await.is_some() {}
            }
            let open = app.solving.open();
            if open.is_empty() {
                continue;
            }
            if let Err(problem) = look(app, open).await {
                tracing::warn!(problem = problem.message().english(), "solver jobs were not looked at");
            }
        }
    }
}

/// Brings these jobs up to date.
async fn look(app: &App, works: Vec<(String, Arc<Work>)>) -> Reply<()> {
    let all: Vec<&str> = works.iter().map(|(id, _)| id.as_str()).collect();
    let watched: Vec<&str> =
        works.iter().filter(|(_, work)| work.is_watched()).map(|(id, _)| id.as_str()).collect();
    let seen = app.store.watch_jobs(&watched, &all).await?;
    let mut seen: HashMap<String, JobSeen> = seen.into_iter().map(|job| (job.id.clone(), job)).collect();
    let waits = seen.values().any(|job| !job.ended && !job.taken);
    let line = if waits { app.store.waiting_jobs().await? } else { Vec::new() };
    let line: HashMap<String, usize> = line.into_iter().map(|job| (job.id, job.ahead)).collect();
    for (id, work) in works {
        match seen.remove(&id) {
            Some(job) if job.ended => end(app, work, job).await?,
            Some(job) if job.taken => tell(&work, progress(&job)),
            Some(_) => tell(&work, JobState::Queued { ahead: line.get(&id).copied().unwrap_or(0) }),
            // It ended so long ago that nobody keeps it.
            None => work.end(lost()),
        }
    }
    Ok(())
}

fn progress(job: &JobSeen) -> JobState {
    let pulse = job.progress.as_deref().and_then(|text| serde_json::from_str::<ToldPulse>(text).ok());
    progress_state(&pulse.unwrap_or_default())
}

/// Nobody is told twice of the same.
fn tell(work: &Work, state: JobState) {
    let is_news = work.state.borrow().differs(&state);
    if is_news {
        work.state.send_replace(state);
    }
}

fn lost() -> JobState {
    let text = solving::SOLVER_BROKE.with("why", words::JOB_LOST.say());
    JobState::Done { film: false, text, answer: None }
}

async fn end(app: &App, work: Arc<Work>, job: JobSeen) -> Reply<()> {
    let done = |text: Message| JobState::Done { film: false, text, answer: None };
    let Some(text) = job.answer else {
        work.end(if job.cancelled { done(solving::CANCELLED.say()) } else { lost() });
        return Ok(());
    };
    // To judge a long solution takes a while.
    app.aside(move || match serde_json::from_str::<Claim>(&text) {
        Ok(claim) => work.end_with(claim.judge(work.level.as_ref(), question(work.optimal))),
        Err(error) => work.end(done(solving::SOLVER_BROKE.with("why", Foreign(error)))),
    })
    .await
}
