//! `ingenio lab` with workers of a database: what is missing of a campaign is handed out there, and the results are
//! collected into its folder, where they lie as if they had been made here. Whoever collects may be interrupted: the
//! workers go on, and who resumes collects what they did.

use std::collections::{HashMap, HashSet};
use std::io::ErrorKind;
use std::path::Path;
use std::time::{Duration, Instant};

use ingenio_core::{CampaignRun, Cancel, Foreign, Message};
use ingenio_lab::{
    Book, CAMPAIGN, Journal, Plan, RunSpec, Share, Standing, Tally, Watch, new_name, results_so_far, words,
    write_whole,
};
use ingenio_store::{LocalStore, NewWork, SharesStanding, WorkLevel, without_password};
use serde::{Deserialize, Serialize};

use crate::exit::Status;
use crate::interrupt::cancel_on_interrupt;
use crate::lab::{Bar, Hall, Trouble, execute, ours, say_cost, say_what_is_odd};
use crate::lab_cluster::no_tasks;
use crate::ourselves;
use crate::output::{complain, print};
use crate::reader::Spoken;

/// The file within the folder of a campaign that is handed out: where, and under which name.
const QUEUE: &str = "queue.json";

/// Runs in one share: few enough that nobody waits for the last, many enough that taking one costs nothing.
const RUNS_OF_SHARE: usize = 16;
/// A small campaign is dealt out finer.
const FEW_SHARES: usize = 64;
/// Results that are collected at once.
const AT_ONCE: u32 = 500;
/// How often it is looked for new ones, and for workers.
const LOOK: Duration = Duration::from_millis(300);
const LOOK_FOR_WORKERS: Duration = Duration::from_secs(10);

/// Where a campaign was handed out.
#[derive(Debug, Serialize, Deserialize)]
pub struct Place {
    /// Without the password: that is the user's, in the address, in `PGPASSWORD` or in the file `.pgpass`.
    pub address: String,
    pub name: String,
    /// Tells the runs of the campaign from those of another edition of it; empty until they were handed out.
    #[serde(default)]
    pub plan: String,
}

impl Place {
    /// Nothing where it was not handed out. A file that cannot be read is no such case: whoever took it for one would
    /// make the runs here while workers make them, and leave what they made in the queue.
    pub fn read(folder: &Path) -> Result<Option<Self>, Message> {
        let file = folder.join(QUEUE);
        let failed = |error: &(dyn std::error::Error + 'static)| {
            words::UNREADABLE.with("file", file.display()).with("error", Message::foreign(error))
        };
        match std::fs::read(&file) {
            Err(error) if error.kind() == ErrorKind::NotFound => Ok(None),
            Err(error) => Err(failed(&error)),
            Ok(text) => serde_json::from_slice(&text).map(Some).map_err(|error| failed(&error)),
        }
    }

    fn write(&self, folder: &Path) -> Result<(), Message> {
        write_whole(&folder.join(QUEUE), &serde_json::to_vec(self).expect("plain data"))
    }

    /// To be said to whoever would run it elsewhere.
    pub fn refusal(&self, folder: &Path) -> Trouble {
        let told = words::HANDED_OUT_ELSEWHERE.with("folder", folder.display());
        (Status::BadUsage, told.with("address", &self.address).spoken())
    }

    /// How it stands there; nothing where the database cannot be asked.
    pub fn standing(&self) -> Option<SharesStanding> {
        LocalStore::join(&self.address).ok()?.shares_standing(&self.name).ok()?
    }
}

/// A campaign that is handed out, and what has come back.
struct Collection<'a> {
    plan: &'a Plan,
    folder: &'a Path,
    /// Of the workers that may take it.
    version: String,
    store: LocalStore,
    place: Place,
    journal: Journal,
    /// The runs that have no result, by id: a million of them are not looked through for each that comes.
    left: HashMap<&'a str, &'a RunSpec>,
    tally: Tally,
    begun: Instant,
    now: usize,
}

/// What is to be handed out, and where.
pub struct Order<'a> {
    pub plan: &'a Plan,
    pub folder: &'a Path,
    pub address: &'a str,
    pub jobs: u16,
    pub dry_run: bool,
}

impl Order<'_> {
    pub fn carry_out(&self, hall: &Hall<'_>) -> Result<Status, Trouble> {
        if self.dry_run {
            for line in self.plan.lines() {
                print(format_args!("{line}\n"));
            }
            say_cost(self.plan, &results_so_far(self.folder).map_err(ours)?.runs, self.jobs);
            return Ok(Status::Fine);
        }
        let stop = cancel_on_interrupt();
        let mut collection = self.open()?;
        collection.collect().map_err(ours)?;
        let missing = collection.missing();
        if !missing.is_empty() {
            collection.hand_out(&missing, self.folder).map_err(ours)?;
            complain(
                words::HANDED_OUT.with("runs", missing.len()).with("address", &collection.place.address),
            );
            if !collection.follow(&stop).map_err(ours)? {
                let left = collection.left.len();
                let told = if stop.is_cancelled() { words::LEFT_TO_WORKERS } else { words::INTERRUPTED };
                complain(told.with("left", left).with("folder", self.folder.display()));
                return Ok(Status::LimitHit);
            }
        }
        collection.close(self.folder).map_err(ours)?;
        // Nothing is left to run: claims are checked, and the report is written.
        execute(self.plan, self.folder, self.jobs, hall)
    }

    /// Where it was handed out before, or a new name. The address is to be written as it was: of another one nobody
    /// knows that it means the same database, and a second name there would be a second campaign.
    fn place(&self) -> Result<Place, Trouble> {
        let address = without_password(self.address);
        match Place::read(self.folder).map_err(ours)? {
            Some(place) if place.address == address => Ok(place),
            Some(place) => Err(place.refusal(self.folder)),
            None => Ok(Place { address, name: new_name(), plan: String::new() }),
        }
    }

    /// Before anything is written: may it be handed out there?
    pub fn check(&self) -> Result<(), Trouble> {
        self.place()?;
        no_tasks(self.folder)
    }

    fn open(&self) -> Result<Collection<'_>, Trouble> {
        self.check()?;
        let place = self.place()?;
        let store = LocalStore::join(self.address).map_err(ours)?;
        if !store.has_queues() {
            return Err((Status::BadUsage, crate::reader::say(ingenio_store::words::NO_QUEUES)));
        }
        let (journal, earlier) = Journal::open(self.folder).map_err(ours)?;
        self.plan.keep(self.folder).map_err(ours)?;
        say_what_is_odd(self.plan, &earlier);
        say_cost(self.plan, &earlier.runs, self.jobs);
        let planned: HashSet<&str> = self.plan.runs.iter().map(|run| run.id.as_str()).collect();
        let tally = Tally::of(earlier.runs.iter().filter(|run| planned.contains(run.run.as_str())));
        let is_left = |run: &&RunSpec| !journal.is_done(&run.id, self.plan.fingerprint(run));
        let left = self.plan.runs.iter().filter(is_left).map(|run| (run.id.as_str(), run)).collect();
        let (plan, begun) = (self.plan, Instant::now());
        let version = ourselves::version();
        let folder = self.folder;
        Ok(Collection { plan, folder, version, store, place, journal, left, tally, begun, now: 0 })
    }
}

impl<'a> Collection<'a> {
    /// In the order of the plan.
    fn missing(&self) -> Vec<&'a RunSpec> {
        self.plan.runs.iter().filter(|run| self.left.contains_key(run.id.as_str())).collect()
    }

    /// Is just this in the queue already, for workers of this version and with what is to be run now?
    fn is_handed_out(&self, missing: usize, campaign: &str) -> Result<bool, Message> {
        let Some(there) = self.store.shares_standing(&self.place.name)? else { return Ok(false) };
        let left = there.runs - there.results.min(there.runs);
        if there.working + there.waiting == 0 || left != missing as u64 {
            return Ok(false);
        }
        let terms = self.store.work_terms(&self.place.name)?;
        Ok(terms.is_some_and(|terms| {
            terms.version == self.version
                && terms.campaign == campaign
                && terms.programs == self.plan.programs()
                && self.place.plan == self.plan.mark()
        }))
    }

    /// Hands out what is missing, unless just that is in the queue already.
    fn hand_out(&mut self, missing: &[&RunSpec], folder: &Path) -> Result<(), Message> {
        let file = folder.join(CAMPAIGN);
        let campaign = std::fs::read_to_string(&file)
            .map_err(|error| words::UNREADABLE.with("file", file.display()).with("error", Foreign(error)))?;
        if self.is_handed_out(missing.len(), &campaign)? {
            return Ok(());
        }
        // Which runs these are is noted once they are in the queue: whoever is ended before hands them out again.
        self.place.plan.clear();
        self.place.write(folder)?;
        let count = (missing.len() / RUNS_OF_SHARE).max(FEW_SHARES);
        let (mut shares, mut levels) = (Vec::new(), std::collections::BTreeMap::new());
        for share in Share::split(self.plan, missing, count) {
            let (body, apart) = share.apart();
            shares.push(body);
            levels.extend(apart.into_iter().map(|level| (level.id, (level.puzzle, level.text))));
        }
        self.store.hand_out(NewWork {
            name: self.place.name.clone(),
            version: self.version.clone(),
            campaign,
            programs: self.plan.programs(),
            levels: levels.into_iter().map(|(id, (puzzle, text))| WorkLevel { id, puzzle, text }).collect(),
            shares,
            runs: missing.len(),
        })?;
        self.place.plan = self.plan.mark();
        self.place.write(folder)
    }

    /// Takes over what is new; gives how much that was.
    fn collect(&mut self) -> Result<usize, Message> {
        let mut taken = 0;
        loop {
            let new = self.store.new_results(&self.place.name, AT_ONCE)?;
            for (run, line) in &new {
                match CampaignRun::read(line) {
                    Ok(record) => self.enter(&record)?,
                    // It is passed over as collected: its run is missing, and is handed out again.
                    Err(error) => say_odd(run, self.folder, error),
                }
            }
            let runs: Vec<&str> = new.iter().map(|(run, _)| run.as_str()).collect();
            self.store.collected(&self.place.name, &runs)?;
            taken += new.len();
            if new.len() < AT_ONCE as usize {
                return Ok(taken);
            }
        }
    }

    /// A result that was collected before, by one who was ended before it was noted, is there once.
    fn enter(&mut self, record: &CampaignRun) -> Result<(), Message> {
        if self.journal.is_done(&record.run, &record.fingerprint) {
            return Ok(());
        }
        self.journal.append(record)?;
        // A result by another edition of a program of others is one, but not the one that is missing.
        let counts = |run: &&RunSpec| self.journal.is_done(&run.id, self.plan.fingerprint(run));
        if self.left.get(record.run.as_str()).is_some_and(counts) {
            self.left.remove(record.run.as_str());
        }
        self.tally.count(record.answer.outcome.kind());
        self.now += 1;
        Ok(())
    }

    /// Collects until all is there; false where somebody wants to end, or the campaign was called back.
    fn follow(&mut self, stop: &Cancel) -> Result<bool, Message> {
        let mut bar = Bar::new(self.plan.runs.len());
        let mut watch = WorkersWatch::default();
        let (mut away, mut empty) = (false, 0);
        // Looked at twice: the last result may come between two looks.
        while !self.left.is_empty() && empty < 2 && !stop.is_cancelled() {
            std::thread::sleep(LOOK);
            match self.look() {
                Ok(nothing_to_come) => {
                    away = false;
                    empty = if nothing_to_come { empty + 1 } else { 0 };
                }
                // The results of the lab are on this disk: one that is full is no matter of patience.
                Err(error) if error.id() == words::UNWRITABLE.id => return Err(error),
                Err(error) if !away => {
                    away = true;
                    complain(words::QUEUE_AWAY.with("error", error));
                }
                Err(_) => {}
            }
            let standing = self.standing();
            self.journal.tell(&standing);
            bar.standing(&standing);
            watch.look(self);
        }
        bar.bar.finish_and_clear();
        Ok(self.left.is_empty())
    }

    /// Collects what is new; is there nothing more to come?
    fn look(&mut self) -> Result<bool, Message> {
        if self.collect()? > 0 {
            return Ok(false);
        }
        let there = self.store.shares_standing(&self.place.name)?;
        Ok(there.is_none_or(|there| there.working + there.waiting == 0))
    }

    fn standing(&self) -> Standing {
        let elapsed = self.begun.elapsed();
        let remaining = (self.now > 0).then(|| elapsed.mul_f64(self.left.len() as f64 / self.now as f64));
        Standing { total: self.plan.runs.len(), tally: self.tally, elapsed, remaining, ..Standing::default() }
    }

    /// Everything is in the folder.
    fn close(mut self, folder: &Path) -> Result<(), Message> {
        self.store.take_off(&self.place.name)?;
        let _ = std::fs::remove_file(folder.join(QUEUE));
        self.journal.tell_end(&self.standing());
        Ok(())
    }
}

fn say_odd(run: &str, folder: &Path, error: Message) {
    complain(words::ODD_LINE.with("run", run).with("folder", folder.display()).with("error", error));
}

/// Says when there is nobody who could work.
#[derive(Default)]
struct WorkersWatch {
    looked: Option<Instant>,
    told: bool,
}

impl WorkersWatch {
    fn look(&mut self, collection: &Collection<'_>) {
        if self.looked.is_some_and(|looked| looked.elapsed() < LOOK_FOR_WORKERS) {
            return;
        }
        self.looked = Some(Instant::now());
        let programs = collection.plan.has_programs();
        let Ok(seen) = collection.store.campaign_workers(&collection.version, programs) else { return };
        if seen.fitting > 0 {
            self.told = false;
        } else if !self.told {
            self.told = true;
            let template = if programs { words::NO_PROGRAM_WORKERS } else { words::NO_WORKERS };
            let told = template.with("version", &collection.version).with("others", seen.all);
            complain(told.with("address", &collection.place.address));
        }
    }
}

/// Nobody takes more of it; what is done is collected. A collector that is at work goes on until it has all.
pub fn cancel(folder: &Path, address: Option<&str>, place: &Place) -> Result<Status, Trouble> {
    let store = LocalStore::join(address.unwrap_or(&place.address)).map_err(ours)?;
    let shares = store.call_back(&place.name).map_err(ours)?;
    complain(words::CALLED_BACK.with("shares", shares).with("folder", folder.display()));
    match Journal::open(folder) {
        Err(busy) if busy.id() == words::BUSY.id => {}
        opened => {
            let (mut journal, _) = opened.map_err(ours)?;
            for (run, line) in store.new_results(&place.name, u32::MAX).map_err(ours)? {
                match CampaignRun::read(&line) {
                    Ok(record) if journal.is_done(&record.run, &record.fingerprint) => {}
                    Ok(record) => journal.append(&record).map_err(ours)?,
                    Err(error) => say_odd(&run, folder, error),
                }
            }
            store.take_off(&place.name).map_err(ours)?;
            let _ = std::fs::remove_file(folder.join(QUEUE));
        }
    }
    Ok(Status::Fine)
}
