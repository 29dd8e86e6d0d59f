//! One share of a campaign: its runs are made by the lab's own runner, and every result is in the database before the
//! next is begun.

use std::collections::{HashMap, HashSet};
use std::path::Path;
use std::sync::atomic::Ordering;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use ingenio_core::{CampaignRun, Cancel, Message};
use ingenio_lab::{Book, Campaign, Cores, Notice, Plan, Runner, Share, Standing, Watch, physical_cores};
use ingenio_store::{Store, TakenShare, WorkTerms};

use crate::hands::Worker;
use crate::words;

/// A campaign that is not for this worker is looked at again after so long: its programs may be there by then.
const LOOK_AGAIN: Duration = Duration::from_mins(1);
/// Texts of levels that are kept: more are asked for again.
const MOST_LEVELS: usize = 10_000;

/// What a worker remembers of campaigns.
#[derive(Debug, Default)]
pub struct Desk(Mutex<Memory>);

#[derive(Debug, Default)]
struct Memory {
    /// Files of campaigns and the hashes of their programs, as they were read last.
    terms: HashMap<String, WorkTerms>,
    /// Canonical texts by hash.
    levels: HashMap<String, String>,
    not_for_us: HashMap<String, Instant>,
    told: HashSet<String>,
}

impl Desk {
    fn memory(&self) -> MutexGuard<'_, Memory> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub fn not_for_us(&self) -> Vec<String> {
        let mut memory = self.memory();
        memory.not_for_us.retain(|_, since| since.elapsed() < LOOK_AGAIN);
        memory.not_for_us.keys().cloned().collect()
    }

    /// Gives whether this is news.
    fn refuse(&self, campaign: &str) -> bool {
        let mut memory = self.memory();
        memory.terms.remove(campaign);
        memory.not_for_us.insert(campaign.to_owned(), Instant::now());
        memory.told.insert(campaign.to_owned())
    }
}

impl Worker {
    pub fn make(&self, share: &TakenShare) {
        match self.plan(share) {
            Ok(Some(plan)) => self.run(share, &plan),
            // The campaign is gone, or the worker is to end.
            Ok(None) => {}
            Err(why) => {
                if self.desk.refuse(&share.campaign) {
                    let told = words::NOT_FOR_US.with("campaign", &share.campaign).with("why", why);
                    (self.contact.tell)(told);
                }
                self.let_go(share, false);
            }
        }
    }

    /// The runs of a share, with their levels and what is to run them.
    fn plan(&self, taken: &TakenShare) -> Result<Option<Plan>, Message> {
        let Some(terms) = self.terms(taken) else { return Ok(None) };
        let share = Share::parse(&taken.body)?;
        let Some(levels) = self.levels(&share) else { return Ok(None) };
        let said = |fault: ingenio_core::Fault| fault.said();
        let campaign = Campaign::parse(&terms.campaign, Path::new("")).map_err(said)?;
        let plan = share.whole(|id| levels.get(id).cloned())?.plan(campaign).map_err(said)?;
        if plan.programs() != terms.programs || plan.missing().next().is_some() {
            return Err(words::OTHER_PROGRAMS.say());
        }
        Ok(Some(plan))
    }

    /// Those that the share was handed out on: a campaign may be handed out anew under its name, with another file.
    fn terms(&self, taken: &TakenShare) -> Option<WorkTerms> {
        let name = &taken.campaign;
        if let Some(known) = self.desk.memory().terms.get(name).filter(|known| known.mark == taken.terms) {
            return Some(known.clone());
        }
        let terms = self.contact.ask(async |store| store.work_terms(name).await).flatten()?;
        let mut memory = self.desk.memory();
        // One campaign after another: what is over is not needed again.
        memory.terms.retain(|_, _| false);
        memory.terms.insert(name.clone(), terms.clone());
        Some(terms).filter(|terms| terms.mark == taken.terms)
    }

    fn levels(&self, share: &Share) -> Option<HashMap<String, String>> {
        let wanted: HashSet<String> = share.level_ids().map(str::to_owned).collect();
        let new: Vec<String> = {
            let memory = self.desk.memory();
            wanted.iter().filter(|id| !memory.levels.contains_key(*id)).cloned().collect()
        };
        let read = if new.is_empty() {
            Vec::new()
        } else {
            self.contact.ask(async |store| store.work_levels(&new).await)?
        };
        let mut memory = self.desk.memory();
        if memory.levels.len() > MOST_LEVELS {
            memory.levels.clear();
        }
        memory.levels.extend(read.into_iter().map(|level| (level.id, level.text)));
        Some(
            wanted.into_iter().filter_map(|id| Some((id.clone(), memory.levels.get(&id)?.clone()))).collect(),
        )
    }

    fn run(&self, share: &TakenShare, plan: &Plan) {
        let ids: Vec<&str> = plan.runs.iter().map(|run| run.id.as_str()).collect();
        let done = self.contact.ask(async |store| store.work_done(&share.campaign, &ids).await);
        let Some(done) = done else { return };
        let stop = self.contact.stop.clone();
        let cores = Cores::claim(plan.cores(1), &physical_cores());
        let runner = Runner {
            plan,
            ourselves: self.options.program.clone(),
            jobs: 1,
            cores: cores.numbers.clone(),
            sandbox: self.sandbox,
            notice: Notice::by(self.contact.stop.clone()),
            // Raised with the worker's, and by the runner itself where its share is another's.
            cancel: Cancel::when(Arc::new(move || stop.is_cancelled())),
            version: env!("CARGO_PKG_VERSION").to_owned(),
            commit: self.options.build.clone(),
            machine: self.machine.clone(),
        };
        let mut ledger = Ledger { worker: self, share, done: done.into_iter().collect() };
        let all = runner.run(&mut ledger, &[], &mut Quiet).is_ok();
        let complete = plan.runs.iter().all(|run| ledger.done.contains(&run.id));
        self.let_go(share, all && complete);
    }

    fn let_go(&self, share: &TakenShare, done: bool) {
        let id = &self.row.id;
        self.contact.ask(async |store| store.let_go(id, share, done).await);
    }
}

/// Results go into the database.
struct Ledger<'a> {
    worker: &'a Worker,
    share: &'a TakenShare,
    done: HashSet<String>,
}

impl Book for Ledger<'_> {
    /// Programs of another hash are none of this worker's: whatever is there counts.
    fn is_done(&self, run: &str, _: &str) -> bool {
        self.done.contains(run)
    }

    fn append(&mut self, record: &CampaignRun) -> Result<(), Message> {
        let (worker, share, line) = (&self.worker.row.id, self.share, record.line());
        let kept = self
            .worker
            .contact
            .ask(async |store: &Store| store.hand_in(worker, share, &record.run, &line).await);
        if kept != Some(true) {
            return Err(words::LOST_SHARE.say());
        }
        self.worker.runs.fetch_add(1, Ordering::Relaxed);
        self.done.insert(record.run.clone());
        Ok(())
    }

    fn tell(&mut self, _: &Standing) {}

    fn tell_now(&mut self, _: &Standing) {}

    fn tell_end(&mut self, _: &Standing) {}
}

/// Nobody watches here: the database is told.
struct Quiet;

impl Watch for Quiet {
    fn standing(&mut self, _: &Standing) {}

    fn result(&mut self, _: &CampaignRun) {}
}
