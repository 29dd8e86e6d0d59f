//! Runs what is left of a plan, some at a time, each in a child process under limits. Only this thread
//! writes results; a run is finished when its line is on the disk.

use std::collections::HashSet;
use std::path::PathBuf;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{RecvTimeoutError, SyncSender, sync_channel};
use std::time::{Duration, Instant};

use ingenio_core::campaign_run::EDITION;
use ingenio_core::{Answer, Budget, CampaignRun, Cancel, Ending, Limit, Message, Process};
use ingenio_jobs::{End, Finished, Limits as JobLimits, Solver, settle, wall_fence};

use crate::conditions::Weather;
use crate::contestant::{Contestant, Kind};
use crate::gather::TestLevel;
use crate::journal::Journal;
use crate::machine::now;
use crate::plan::{Plan, RunSpec};
use crate::standing::{Standing, Tally};

#[derive(Debug)]
pub struct Runner<'a> {
    pub plan: &'a Plan,
    /// The `ingenio` program, for our own methods.
    pub ourselves: PathBuf,
    pub jobs: usize,
    /// Cores that runs are pinned to, one after the other; none to leave that to the system.
    pub cores: Vec<usize>,
    pub cancel: Cancel,
    pub version: String,
    pub commit: String,
    pub machine: String,
}

/// Is told of every result, and a few times a second how it stands.
pub trait Watch {
    fn standing(&mut self, standing: &Standing);

    fn result(&mut self, record: &CampaignRun);
}

/// How often the standing is told while nothing ends.
const TELL_EVERY: Duration = Duration::from_millis(200);

/// How long a program that was asked to end may take, within the slack of its limit.
const GRACE: Duration = Duration::from_millis(20);

/// Standard output of one run.
const OUTPUT: u64 = 8 << 20;

enum News {
    Begun(usize),
    Ended(usize, Box<Result<Option<CampaignRun>, Message>>),
}

impl Runner<'_> {
    /// Runs until nothing is left or it is cancelled.
    pub fn run(
        &self,
        journal: &mut Journal,
        earlier: &[CampaignRun],
        watch: &mut dyn Watch,
    ) -> Result<Standing, Message> {
        let left: Vec<&RunSpec> = self.plan.runs.iter().filter(|run| !journal.is_done(&run.id)).collect();
        let mut board = Count::new(self.plan, left.len(), earlier);
        journal.tell_now(&board.standing());
        // Handed over from hand to hand: nobody runs ahead of what is written down.
        let (next, (sender, receiver)) = (AtomicUsize::new(0), sync_channel(0));
        std::thread::scope(|scope| {
            for slot in 0..self.jobs.clamp(1, left.len().max(1)) {
                let (sender, left, next) = (sender.clone(), &left, &next);
                scope.spawn(move || self.work(slot, left, next, &sender));
            }
            drop(sender);
            let mut outcome = Ok(());
            loop {
                match receiver.recv_timeout(TELL_EVERY) {
                    Ok(News::Begun(at)) => board.begun(self.name(left[at])),
                    Ok(News::Ended(at, result)) => {
                        let kept = result.and_then(|record| keep(record, journal, watch));
                        match kept {
                            Ok(outcome) => board.ended(&self.name(left[at]), outcome),
                            Err(message) => {
                                self.cancel.cancel();
                                outcome = outcome.and(Err(message));
                            }
                        }
                    }
                    Err(RecvTimeoutError::Timeout) => {}
                    Err(RecvTimeoutError::Disconnected) => {
                        journal.tell_now(&board.standing());
                        break outcome.map(|()| board.standing());
                    }
                }
                let standing = board.standing();
                journal.tell(&standing);
                watch.standing(&standing);
            }
        })
    }

    fn name(&self, run: &RunSpec) -> String {
        let (level, contestant) = (&self.plan.levels[run.level], &self.plan.contestants[run.contestant]);
        format!("{} on {}", contestant.name, level.title)
    }

    fn work(&self, slot: usize, left: &[&RunSpec], next: &AtomicUsize, news: &SyncSender<News>) {
        while !self.cancel.is_cancelled() {
            let at = next.fetch_add(1, Ordering::Relaxed);
            let Some(run) = left.get(at) else { return };
            // Where the listener is gone, so is the reason to work.
            if news.send(News::Begun(at)).is_err()
                || news.send(News::Ended(at, Box::new(self.run_one(slot, run)))).is_err()
            {
                return;
            }
        }
    }

    /// The cores of a slot: as many as threads were asked for, and none where there are too few for all.
    fn cores_of(&self, slot: usize, contestant: &Contestant) -> &[usize] {
        let most = self.plan.contestants.iter().map(|one| one.threads).max().unwrap_or(1) as usize;
        if most * self.jobs > self.cores.len() {
            return &[];
        }
        &self.cores[slot * most..][..contestant.threads as usize]
    }

    fn run_one(&self, slot: usize, run: &RunSpec) -> Result<Option<CampaignRun>, Message> {
        let (test, contestant) = (&self.plan.levels[run.level], &self.plan.contestants[run.contestant]);
        let (begun, weather) = (now(), Weather::now());
        let cores = self.cores_of(slot, contestant);
        let (heard, finished) = match &contestant.kind {
            Kind::Ours => self.solver(run, test, contestant, cores).run(&mut |_| {})?,
            Kind::Foreign(program) => {
                let folder = &self.plan.campaign.folder;
                let job =
                    contestant.job(program, folder, &test.level, &self.plan.campaign.budget, run.seed)?;
                let mut printed = String::new();
                let limited =
                    job.job.limits(self.limits(contestant)).cancel(self.cancel.clone()).cores(cores);
                let finished = limited.run(&mut |line| printed.extend([line, "\n"]))?;
                (program.hear(&printed, &test.level), finished)
            }
        };
        if finished.end == End::Cancelled {
            return Ok(None);
        }
        let mut answer = settle(heard, &test.level, contestant.question(), &finished);
        complete(&mut answer, run, test, contestant);
        let mut conditions = weather.until_now(cores);
        conditions.starved = !contestant.is_foreign() && is_starved(&answer, &finished);
        let process = Process {
            wall_seconds: finished.wall.as_secs_f64(),
            cpu_seconds: finished.cpu.as_secs_f64(),
            peak_bytes: finished.peak_memory,
            enforcer: finished.enforcer.word().to_owned(),
            conditions,
        };
        Ok(Some(self.line(run, test, contestant, &answer, process, begun)))
    }

    fn solver<'a>(
        &'a self,
        run: &RunSpec,
        test: &'a TestLevel,
        contestant: &'a Contestant,
        cores: &'a [usize],
    ) -> Solver<'a> {
        let limits = &self.plan.campaign.budget;
        let time = limits.time.map(Duration::from_secs_f64);
        let cpu_time = limits.cpu_time.map(Duration::from_secs_f64);
        Solver {
            program: &self.ourselves,
            level: &test.level,
            method: &contestant.spec,
            metric: &contestant.metric,
            optimal: contestant.optimal,
            seed: run.seed,
            threads: contestant.threads,
            budget: Budget {
                time,
                cpu_time,
                nodes: limits.nodes,
                memory: limits.memory.map(|mebibytes| mebibytes << 20),
                cancel: self.cancel.clone(),
                ..Budget::default()
            },
            patience: slack(time.max(cpu_time).unwrap_or_default()),
            watched: false,
            cores,
        }
    }

    /// Programs of others are stopped at the limit.
    fn limits(&self, contestant: &Contestant) -> JobLimits {
        let budget = &self.plan.campaign.budget;
        let time = budget.time.map(Duration::from_secs_f64);
        let cpu = budget.cpu_time.map(Duration::from_secs_f64);
        JobLimits {
            wall: wall_fence(time, cpu),
            cpu: cpu.or(time.map(|time| time * contestant.threads + slack(time))),
            memory: budget.memory.map(|mebibytes| mebibytes << 20),
            output: OUTPUT,
            grace: GRACE,
        }
    }

    fn line(
        &self,
        run: &RunSpec,
        test: &TestLevel,
        contestant: &Contestant,
        answer: &Answer,
        process: Process,
        begun: u64,
    ) -> CampaignRun {
        let (version, commit) = match &contestant.kind {
            Kind::Ours => (self.version.clone(), self.commit.clone()),
            Kind::Foreign(program) => (program.version.clone(), String::new()),
        };
        CampaignRun {
            schema: EDITION,
            run: run.id.clone(),
            title: test.title.clone(),
            set: test.set.clone(),
            index: test.index,
            features: test.features.clone(),
            name: contestant.name.clone(),
            spec: contestant.spec.clone(),
            program: contestant.is_foreign(),
            optimal_asked: contestant.optimal,
            limits: self.plan.campaign.budget,
            repeat: run.repeat,
            answer: answer.told(),
            process,
            version,
            commit,
            machine: self.machine.clone(),
            begun,
        }
    }
}

/// What was asked stands in the line whatever the answer says of it, and where there is none.
fn complete(answer: &mut Answer, run: &RunSpec, test: &TestLevel, contestant: &Contestant) {
    let first = test.level.puzzle().info().metrics.first().map(|metric| metric.name.to_owned());
    let asked = Some(contestant.metric.clone()).filter(|metric| !metric.is_empty()).or(first);
    (answer.seed, answer.threads) = (run.seed, contestant.threads as usize);
    if contestant.is_foreign() || answer.metric.is_none() {
        answer.metric = asked;
    }
    let name = if contestant.is_foreign() { &contestant.name } else { &contestant.spec };
    for field in [&mut answer.method, &mut answer.chosen] {
        if contestant.is_foreign() || field.is_empty() {
            field.clone_from(name);
        }
    }
}

/// A method of ours never sleeps: where its time on the wall ran out and it had less than half of a
/// processor, others had it. Programs of others may sleep, and are charged for it.
fn is_starved(answer: &Answer, finished: &Finished) -> bool {
    answer.outcome.limit() == Some(Limit::Time) && finished.cpu < finished.wall / 2
}

/// What limits are kept within: a hundredth, or a tenth of a second with the time to end in it.
fn slack(time: Duration) -> Duration {
    (time / 100).max(Duration::from_millis(100)).saturating_sub(GRACE)
}

/// Writes the result down; nothing where the run was cancelled.
fn keep(
    record: Option<CampaignRun>,
    journal: &mut Journal,
    watch: &mut dyn Watch,
) -> Result<Option<Ending>, Message> {
    let Some(record) = record else { return Ok(None) };
    journal.append(&record)?;
    watch.result(&record);
    Ok(Some(record.answer.outcome.kind()))
}

/// Keeps count.
struct Count {
    standing: Standing,
    begun: Instant,
    now: usize,
    left: usize,
}

impl Count {
    fn new(plan: &Plan, left: usize, earlier: &[CampaignRun]) -> Self {
        // A campaign that was changed may leave results that are none of its runs any more.
        let planned: HashSet<&str> = plan.runs.iter().map(|run| run.id.as_str()).collect();
        let mut tally = Tally::default();
        let known = earlier.iter().filter(|record| planned.contains(record.run.as_str()));
        known.for_each(|record| tally.count(record.answer.outcome.kind()));
        let standing = Standing { total: plan.runs.len(), tally, ..Standing::default() };
        Count { standing, begun: Instant::now(), now: 0, left }
    }

    fn begun(&mut self, name: String) {
        self.standing.running.push(name);
    }

    fn ended(&mut self, name: &str, outcome: Option<Ending>) {
        if let Some(at) = self.standing.running.iter().position(|running| running == name) {
            self.standing.running.remove(at);
        }
        if let Some(outcome) = outcome {
            self.standing.tally.count(outcome);
            self.now += 1;
        }
    }

    fn standing(&mut self) -> Standing {
        let elapsed = self.begun.elapsed();
        self.standing.elapsed = elapsed;
        let per_run = (self.now > 0).then(|| elapsed / self.now as u32);
        self.standing.remaining = per_run.map(|time| time * (self.left - self.now) as u32);
        self.standing.clone()
    }
}
