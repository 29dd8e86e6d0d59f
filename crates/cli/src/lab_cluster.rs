//! `ingenio lab` on a cluster: what is missing of a campaign is dealt out to the tasks of an array job of Slurm.
//! Nothing is submitted that is done, or that a task has which still waits or works.

use std::collections::HashSet;
use std::path::{Path, PathBuf};
use std::time::Duration;

use ingenio_core::Foreign;
use ingenio_lab::slurm;
use ingenio_lab::{
    JobScript, Plan, Results, RunSpec, Share, Submission, Tally, TaskName, give_up_shares, new_name, numbers,
    results_so_far, submission_folder, words,
};
use ingenio_tables::Folder;

use crate::arguments::{ClusterArguments, RunsOn};
use crate::exit::Status;
use crate::lab::{Hall, Trouble, bad, execute, ours, say_cost, say_what_is_odd};
use crate::lab_queue::{self, Place};
use crate::output::{complain, print};
use crate::reader::Spoken;
use crate::units::show_time;

/// Work for one task: the scheduler takes seconds to start one.
const TASK_SECONDS: f64 = 600.0;

/// As many tasks as nobody needs more of.
const MOST_TASKS: usize = 1000;

/// Seconds that a task is told before its time is over, at least.
const NOTICE: u64 = 60;

/// Seconds that a run takes to hand over its best and to be written down, beyond its limit.
const AFTER_A_RUN: u64 = 15;

/// Where no limit tells how long a run takes.
const UNKNOWN_RUN: f64 = 60.0;

/// Mebibytes of a task beside its runs.
const OWN_MEMORY: u64 = 256;

/// How often the queue is asked while one waits: soon at first, then as seldom as sites like it.
const FIRST_PAUSE: Duration = Duration::from_secs(1);
const LONGEST_PAUSE: Duration = Duration::from_secs(30);

impl ClusterArguments {
    /// Is it to be submitted? What was submitted before is gone on with in the same way.
    pub fn is_slurm(&self, submitted_before: bool) -> Result<bool, Trouble> {
        let slurm = self.on.as_ref().map_or(submitted_before, |on| *on == RunsOn::Slurm);
        let asks = self.asks() || self.tasks.is_some() || self.at_once.is_some() || self.wait;
        if asks && !slurm {
            return Err((Status::BadUsage, words::NOT_ON_SLURM.say().spoken()));
        }
        Ok(slurm)
    }

    /// Is sbatch asked for anything?
    fn asks(&self) -> bool {
        !self.options().is_empty() || self.script.is_some()
    }

    fn options(&self) -> Vec<String> {
        let named = [("partition", &self.partition), ("time", &self.time)];
        let named = named.into_iter().filter_map(|(key, value)| Some(format!("--{key}={}", value.as_ref()?)));
        let exclusive = self.exclusive.then(|| "--exclusive".to_owned());
        named.chain(exclusive).chain(self.sbatch.iter().cloned()).collect()
    }
}

/// What is to be submitted, and how.
pub struct Order<'a> {
    pub plan: &'a Plan,
    pub folder: &'a Path,
    /// Runs at a time in each task; without it as before.
    pub jobs: Option<u16>,
    pub cluster: &'a ClusterArguments,
    pub dry_run: bool,
}

/// Settings of a submission: those that were asked for, or those of the last.
pub struct Settings {
    pub jobs: u16,
    pub options: Vec<String>,
    pub script: Option<PathBuf>,
    pub allow_programs: bool,
}

/// How a campaign stands before something is submitted.
pub struct Before<'a> {
    pub results: Results,
    pub live: Vec<TaskName>,
    /// Neither done nor with a task.
    pub missing: Vec<&'a RunSpec>,
    pub under_way: usize,
    pub tally: Tally,
}

impl<'a> Order<'a> {
    /// Before anything is written: is it in nobody else's hands? What tasks have is known by their queue.
    pub fn check(&self) -> Result<(), Trouble> {
        let place = Place::read(self.folder).map_err(ours)?;
        place.map_or(Ok(()), |place| Err(place.refusal(self.folder)))
    }

    pub fn carry_out(&self, hall: &Hall<'_>) -> Result<Status, Trouble> {
        self.check()?;
        let last = numbers(self.folder).map_err(ours)?.last().copied().unwrap_or(0);
        let settings = self.settings(hall.allow_programs)?;
        let live = slurm::all_queued(self.folder).map_err(ours)?.into_iter().map(|one| one.task).collect();
        let before = self.before(live)?;
        say_what_is_odd(self.plan, &before.results);
        say_cost(self.plan, &before.results.runs, settings.jobs);
        if self.dry_run {
            let script = self.script(&settings, last + 1, self.tasks(&settings, before.missing.len())?);
            print(script_text(&settings, &script)?);
            return Ok(Status::Fine);
        }
        if !before.missing.is_empty() {
            self.submit(&settings, &before, last)?;
        } else if !before.live.is_empty() {
            complain(words::UNDER_WAY.with("runs", before.under_way).with("tasks", before.live.len()));
        }
        match (before.missing.is_empty() && before.live.is_empty(), self.cluster.wait) {
            (true, _) => execute(self.plan, self.folder, settings.jobs, hall),
            (false, true) => self.wait(settings.jobs, hall),
            (false, false) => Ok(Status::Fine),
        }
    }

    fn settings(&self, allow_programs: bool) -> Result<Settings, Trouble> {
        let mut all = Submission::all(self.folder).map_err(ours)?;
        let last = all.pop();
        let (mut options, mut script) = (self.cluster.options(), self.cluster.script.clone());
        if let Some(last) = last.as_ref().filter(|_| !self.cluster.asks()) {
            (options, script) = (last.options.clone(), last.script.clone());
        }
        slurm::check_options(&options).map_err(|error| (Status::BadUsage, error.spoken()))?;
        Ok(Settings {
            jobs: self.jobs.or(last.as_ref().map(|last| last.jobs)).unwrap_or(1),
            options,
            script: script.map(|script| std::path::absolute(&script).unwrap_or(script)),
            allow_programs: allow_programs || last.is_some_and(|last| last.allow_programs),
        })
    }

    /// Tasks that are not in the queue any more are taken off their shares first: one may still be at work on
    /// a node that nobody can reach.
    fn before(&self, live: Vec<TaskName>) -> Result<Before<'a>, Trouble> {
        if !self.dry_run {
            give_up_shares(self.folder, &live).map_err(ours)?;
        }
        let results = results_so_far(self.folder).map_err(ours)?;
        let left = results.missing(self.plan);
        let mut taken: HashSet<String> = HashSet::new();
        for task in &live {
            let share = Share::read(&task.folder(self.folder)).map_err(ours)?;
            taken.extend(share.runs.into_iter().map(|run| run.0));
        }
        let left_ids: HashSet<&str> = left.iter().map(|run| run.id.as_str()).collect();
        let planned: HashSet<&str> = self.plan.runs.iter().map(|run| run.id.as_str()).collect();
        let counts = |run: &str| planned.contains(run) && !left_ids.contains(run) && !taken.contains(run);
        let tally = Tally::of(results.runs.iter().filter(|run| counts(&run.run)));
        let missing: Vec<&RunSpec> = left.iter().filter(|run| !taken.contains(&run.id)).copied().collect();
        let under_way = left.len() - missing.len();
        Ok(Before { results, live, missing, under_way, tally })
    }

    /// Seconds that a run takes at most.
    fn longest_run(&self) -> f64 {
        let budget = &self.plan.campaign.budget;
        budget.time.or(budget.cpu_time).unwrap_or(UNKNOWN_RUN)
    }

    /// Few long tasks rather than many short ones, and not more than the site takes.
    pub fn tasks(&self, settings: &Settings, runs: usize) -> Result<usize, Trouble> {
        let site = slurm::site_limits().map_err(ours)?;
        let most = site.array.min(site.jobs / 2).clamp(1, runs.max(1));
        if let Some(tasks) = self.cluster.tasks {
            return Ok((tasks as usize).min(most));
        }
        let work = self.longest_run() * runs as f64 / f64::from(settings.jobs);
        let given =
            given_time(&settings.options).map(|time| time.saturating_sub(self.notice(settings)) as f64);
        let each = given.map_or(TASK_SECONDS, |given| given.min(TASK_SECONDS)).max(1.0);
        Ok(((work / each).ceil() as usize).clamp(1, most.min(MOST_TASKS)))
    }

    /// Early enough for a run that has just begun to end; but half of its time a task may work.
    fn notice(&self, settings: &Settings) -> u64 {
        let wanted = NOTICE.max(self.longest_run() as u64 + AFTER_A_RUN).min(65_535);
        given_time(&settings.options).map_or(wanted, |given| wanted.min(given / 2))
    }

    pub fn script(&self, settings: &Settings, number: u32, tasks: usize) -> JobScript {
        let folder = std::path::absolute(self.folder).unwrap_or_else(|_| self.folder.to_owned());
        let memory = self.plan.campaign.budget.memory;
        let jobs = settings.jobs;
        JobScript {
            name: new_name(),
            tasks,
            at_once: self.cluster.at_once.map(|count| count as usize),
            shares: submission_folder(&folder, number),
            folder,
            program: std::env::current_exe().unwrap_or_else(|_| PathBuf::from("ingenio")),
            tables: Folder::of_user().filter(|tables| tables.is_dir()),
            jobs,
            processors: self.plan.cores(usize::from(jobs)),
            memory: memory.map(|mebibytes| mebibytes * u64::from(jobs) + OWN_MEMORY),
            notice: self.notice(settings),
            allow_programs: settings.allow_programs,
            options: settings.options.clone(),
        }
    }

    /// Warns where the time that was asked for is too short.
    pub fn say_times(&self, settings: &Settings, runs: usize, tasks: usize) {
        let Some(given) = given_time(&settings.options) else { return };
        let (run, shown) = (self.longest_run(), |seconds: f64| show_time(Duration::from_secs_f64(seconds)));
        let needs = run * runs.div_ceil(tasks) as f64 / f64::from(settings.jobs);
        if run > given as f64 {
            complain(words::SHORTER_THAN_RUN.with("run", shown(run)).with("given", shown(given as f64)));
        } else if needs > given as f64 {
            complain(words::SHORT_TIME.with("needs", shown(needs)).with("given", shown(given as f64)));
        }
    }

    /// Until no task is in the queue; then the report, or what is missing.
    fn wait(&self, jobs: u16, hall: &Hall<'_>) -> Result<Status, Trouble> {
        let mut pause = FIRST_PAUSE;
        while !slurm::all_queued(self.folder).map_err(ours)?.is_empty() {
            std::thread::sleep(pause);
            pause = pause.mul_f64(1.2).min(LONGEST_PAUSE);
        }
        let left = results_so_far(self.folder).map_err(ours)?.missing(self.plan).len();
        if left == 0 {
            return execute(self.plan, self.folder, jobs, hall);
        }
        complain(words::INTERRUPTED.with("left", left).with("folder", self.folder.display()));
        Ok(Status::LimitHit)
    }
}

/// The user's own script, or ours.
pub fn script_text(settings: &Settings, script: &JobScript) -> Result<String, Trouble> {
    let Some(own) = &settings.script else { return Ok(script.text()) };
    let failed = |error| bad(words::UNREADABLE.with("file", own.display()).with("error", Foreign(error)));
    std::fs::read_to_string(own).map_err(failed)
}

/// The seconds of `--time`, where it was asked for and says any.
fn given_time(options: &[String]) -> Option<u64> {
    let mut times = options.iter().filter_map(|option| option.strip_prefix("--time="));
    times.next_back().and_then(slurm::seconds)
}

/// Before a campaign is run on this machine: nobody else is at work on it, nor will be.
pub fn keep_to_ourselves(folder: &Path) -> Result<(), Trouble> {
    if let Some(place) = Place::read(folder).map_err(ours)? {
        return Err(place.refusal(folder));
    }
    no_tasks(folder)
}

/// No task of a cluster waits or is at work on it, and none that nobody can reach goes on with its share.
pub fn no_tasks(folder: &Path) -> Result<(), Trouble> {
    if numbers(folder).map_err(ours)?.is_empty() {
        return Ok(());
    }
    let live = if slurm::is_here() { slurm::all_queued(folder).map_err(ours)? } else { Vec::new() };
    if !live.is_empty() {
        let told = words::STILL_LIVE.with("tasks", live.len()).with("folder", folder.display());
        return Err((Status::BadUsage, told.spoken()));
    }
    give_up_shares(folder, &[]).map_err(ours)
}

pub fn cancel(folder: &Path, database: Option<&str>) -> Result<Status, Trouble> {
    if let Some(place) = Place::read(folder).map_err(ours)? {
        return lab_queue::cancel(folder, database, &place);
    }
    let mut tasks = 0;
    for submission in Submission::all(folder).map_err(bad)? {
        let queued = slurm::queued(&submission).map_err(ours)?.len();
        if queued > 0 {
            slurm::cancel(&submission).map_err(ours)?;
            tasks += queued;
        }
    }
    let told =
        if tasks > 0 { words::CANCELLED_TASKS.with("tasks", tasks) } else { words::NOTHING_TO_CANCEL.say() };
    complain(told.with("folder", folder.display()));
    Ok(Status::Fine)
}
