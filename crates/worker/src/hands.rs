//! The hands of a worker, and the task beside them that says that it is there.

use std::collections::{HashMap, HashSet};
use std::path::PathBuf;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use ingenio_core::{Cancel, Foreign, Message};
use ingenio_lab::{Sandbox, machine};
use ingenio_store::{JobPulse, Store, WorkerRow, is_postgres};
use tokio::sync::watch;
use tokio::time::sleep;

use crate::campaigns::Desk;
use crate::contact::{Contact, Tell};
use crate::words;

/// How a worker works.
#[derive(Debug)]
pub struct Options {
    /// The `ingenio` program, which makes the runs.
    pub program: PathBuf,
    /// Its version with the commit, as campaigns and jobs name theirs; and how results tell the build.
    pub version: String,
    pub build: String,
    /// Things done at once.
    pub hands: u32,
    pub takes_jobs: bool,
    pub takes_campaigns: bool,
    /// Programs of others may run, in a sandbox.
    pub allow_programs: bool,
    /// After so long what a dead worker held is free.
    pub lease: Duration,
}

/// What was done in all.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Done {
    pub runs: usize,
    pub jobs: usize,
}

/// Where nobody tells that there is work, one looks so often.
const LOOK: Duration = Duration::from_secs(2);
/// How often levels that no work needs and workers that are gone are forgotten.
const SWEEP: Duration = Duration::from_hours(1);
/// How often jobs tell how they go.
const PULSE: Duration = Duration::from_millis(400);

/// A solver job that is being worked on.
#[derive(Debug, Default)]
pub struct Active {
    /// Raised when it is cancelled, or another's.
    pub cancel: Cancel,
    /// As JSON; what was not told yet.
    pub progress: Option<String>,
}

pub struct Worker {
    pub contact: Contact,
    pub row: WorkerRow,
    pub options: Options,
    pub machine: String,
    pub sandbox: Option<Sandbox>,
    pub desk: Desk,
    active: Mutex<HashMap<String, Active>>,
    /// The shares in its hands, by campaign and number.
    held: Mutex<HashSet<(String, i64)>>,
    pub runs: AtomicUsize,
    pub jobs: AtomicUsize,
}

/// Works until it is stopped.
pub fn work(database: &str, options: Options, stop: &Cancel, tell: Box<Tell>) -> Result<Done, Message> {
    if !is_postgres(database) {
        return Err(ingenio_store::words::NO_QUEUES.say());
    }
    let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build();
    let runtime = runtime.map_err(|error| words::NO_THREADS.with("error", Foreign(error)))?;
    let store = runtime.block_on(Store::join(database))?;
    let sandbox = if options.allow_programs {
        Some(Sandbox::find().map_err(|error| words::NO_BOX.with("error", error))?)
    } else {
        None
    };
    let row = WorkerRow {
        id: name()?,
        version: options.version.clone(),
        machine: machine(),
        hands: options.hands,
        programs: options.allow_programs,
        jobs: options.takes_jobs,
        campaigns: options.takes_campaigns,
    };
    let contact = Contact::new(store, runtime.handle().clone(), stop.clone(), tell);
    let worker = Worker {
        machine: row.machine.clone(),
        contact,
        row,
        options,
        sandbox,
        desk: Desk::default(),
        active: Mutex::default(),
        held: Mutex::default(),
        runs: AtomicUsize::new(0),
        jobs: AtomicUsize::new(0),
    };
    // Said once before anything is taken: a database without queues is told here.
    runtime.block_on(worker.contact.store.worker_beats(&worker.row, &[], worker.options.lease))?;
    let (news, _) = watch::channel(());
    std::thread::scope(|scope| {
        for _ in 0..worker.options.hands {
            let news = news.subscribe();
            scope.spawn(|| worker.hand(news));
        }
        runtime.block_on(async {
            tokio::select! {
                () = worker.listen(&news) => {}
                () = worker.beat() => {}
            }
        });
        // Whoever waits for work is to look at the flag.
        news.send_replace(());
    });
    worker.leave();
    runtime.shutdown_timeout(Duration::from_secs(1));
    Ok(Done { runs: worker.runs.into_inner(), jobs: worker.jobs.into_inner() })
}

/// A name that no other worker has.
fn name() -> Result<String, Message> {
    let mut bytes = [0; 12];
    getrandom::fill(&mut bytes).map_err(|error| words::NO_NAME.with("error", Foreign(error)))?;
    Ok(bytes.iter().map(|byte| format!("{byte:02x}")).collect())
}

impl Worker {
    pub fn active(&self) -> MutexGuard<'_, HashMap<String, Active>> {
        self.active.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn held(&self) -> MutexGuard<'_, HashSet<(String, i64)>> {
        self.held.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn is_stopping(&self) -> bool {
        self.contact.stop.is_cancelled()
    }

    /// Takes one thing after another.
    fn hand(&self, mut news: watch::Receiver<()>) {
        while !self.is_stopping() {
            news.mark_unchanged();
            if !self.solve_next() && !self.run_next() {
                let wait = async { tokio::time::timeout(LOOK, news.changed()).await };
                drop(self.contact.handle.block_on(wait));
            }
        }
    }

    /// A player waits for a job: it comes first.
    fn solve_next(&self) -> bool {
        if !self.options.takes_jobs {
            return false;
        }
        let (id, version, lease) = (&self.row.id, &self.row.version, self.options.lease);
        let taken = self.contact.ask(async |store| store.take_job(id, version, lease).await).flatten();
        let Some(job) = taken else { return false };
        self.solve(&job);
        true
    }

    fn run_next(&self) -> bool {
        if !self.options.takes_campaigns || self.is_stopping() {
            return false;
        }
        let (row, lease, but) = (&self.row, self.options.lease, self.desk.not_for_us());
        let take =
            async |store: &Store| store.take_share(&row.id, &row.version, row.programs, &but, lease).await;
        let Some(share) = self.contact.ask(take).flatten() else { return false };
        let name = (share.campaign.clone(), share.number);
        self.held().insert(name.clone());
        self.make(&share);
        self.held().remove(&name);
        true
    }

    /// Wakes idle hands when there is news.
    async fn listen(&self, news: &watch::Sender<()>) {
        while !self.is_stopping() {
            let Some(mut listener) = self.contact.once(async |store| store.hear_of_work().await).await else {
                sleep(LOOK).await;
                continue;
            };
            while !self.is_stopping() {
                if listener.hear(LOOK).await.is_some() {
                    news.send_replace(());
                }
            }
        }
    }

    /// Says that the worker is there, and how its jobs go, until all hands rest.
    async fn beat(&self) {
        let (mut said, mut swept) = (Instant::now(), None::<Instant>);
        while !self.is_stopping() {
            sleep(PULSE).await;
            // Where a database has no servers nobody else does.
            if swept.is_none_or(|swept| swept.elapsed() >= SWEEP) {
                self.contact.once(async |store| store.sweep_queues().await).await;
                swept = Some(Instant::now());
            }
            if said.elapsed() >= self.options.lease / 4 {
                let (row, lease) = (&self.row, self.options.lease);
                let held: Vec<(String, i64)> = self.held().iter().cloned().collect();
                let beat = async |store: &Store| store.worker_beats(row, &held, lease).await;
                if self.contact.once(beat).await.is_some() {
                    said = Instant::now();
                }
            }
            self.tell_jobs().await;
        }
    }

    async fn tell_jobs(&self) {
        let pulse = |(id, active): (&String, &mut Active)| JobPulse {
            id: id.clone(),
            progress: active.progress.take(),
        };
        let pulses: Vec<JobPulse> = self.active().iter_mut().map(pulse).collect();
        if pulses.is_empty() {
            return;
        }
        let (id, lease) = (&self.row.id, self.options.lease);
        let Some(news) = self.contact.once(async |store| store.jobs_beat(id, &pulses, lease).await).await
        else {
            return;
        };
        let goes_on: HashMap<&str, bool> = news.iter().map(|job| (job.id.as_str(), !job.cancelled)).collect();
        let active = self.active();
        for pulse in &pulses {
            if let Some(job) = active.get(&pulse.id).filter(|_| goes_on.get(pulse.id.as_str()) != Some(&true))
            {
                job.cancel.cancel();
            }
        }
    }

    /// Hands back what is not done.
    fn leave(&self) {
        let id = &self.row.id;
        let left = self.contact.once(async |store| store.worker_leaves(id).await);
        self.contact.handle.block_on(left);
    }

    pub fn count_job(&self) {
        self.jobs.fetch_add(1, Ordering::Relaxed);
    }
}
