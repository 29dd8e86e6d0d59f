//! Runs what is left of a plan, some at a time, each in a child process under limits. Only this thread
//! writes results; a run is finished when its line is on the disk.

use std::collections::{BTreeMap, HashSet};
use std::path::PathBuf;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{RecvTimeoutError, SyncSender, sync_channel};
use std::time::{Duration, Instant};

use ingenio_core::campaign_run::EDITION;
use ingenio_core::{
    Answer, Budget, CampaignRun, Cancel, Claim, Ending, Limit, Message, Outcome, Process, ToldPulse,
};
use ingenio_jobs::words::NOT_STARTED;
use ingenio_jobs::{End, Finished, Heard, Limits as JobLimits, Sandbox, Solver, settle, wall_fence};

use crate::conditions::Weather;
use crate::contestant::{Contestant, Kind, Program};
use crate::gather::TestLevel;
use crate::journal::Book;
use crate::machine::now;
use crate::notice::Notice;
use crate::pattern::attributes;
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
    /// What programs of others run in; none where they were allowed to run without.
    pub sandbox: Option<Sandbox>,
    /// Ends everything at once; what is under way is broken off and does not count.
    pub cancel: Cancel,
    /// Lets what is under way end, and begins nothing new.
    pub notice: Notice,
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

/// Processes and threads of a program of others at once: enough for a Java machine, too few to choke ours.
const PROCESSES: u64 = 512;

/// What was heard of a run while it went on, and how it ended.
struct Told {
    heard: Heard,
    /// The complaint where it was not even started.
    finished: Result<Finished, Message>,
    attributes: BTreeMap<String, String>,
    trace: Vec<(f64, u64)>,
}

impl Told {
    fn not_started(message: Message) -> Self {
        let (attributes, trace) = (BTreeMap::new(), Vec::new());
        Told { heard: Heard::Nothing, finished: Err(message), attributes, trace }
    }
}

/// Every better solution on the way, as the pulse of a run tells it ten times a second.
#[derive(Default)]
struct Trace {
    points: Vec<(f64, u64)>,
}

impl Trace {
    fn hear(&mut self, pulse: &ToldPulse) {
        if let Some(best) = pulse.progress.best
            && self.points.last().is_none_or(|(_, known)| *known != best)
        {
            self.points.push((pulse.seconds, best));
        }
    }
}

enum News {
    Begun(usize),
    Ended(usize, Box<Result<Option<CampaignRun>, Message>>),
}

impl Runner<'_> {
    /// Runs until nothing is left or it is cancelled.
    pub fn run(
        &self,
        journal: &mut dyn Book,
        earlier: &[CampaignRun],
        watch: &mut dyn Watch,
    ) -> Result<Standing, Message> {
        let is_done = |run: &RunSpec| journal.is_done(&run.id, self.plan.fingerprint(run));
        let left: Vec<&RunSpec> = self.plan.runs.iter().filter(|run| !is_done(run)).collect();
        let mut board = Count::new(self.plan, &left, earlier);
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
                        journal.tell_end(&board.standing());
                        break outcome.map(|()| board.standing());
                    }
                }
                // Heard also while nothing ends.
                self.notice.is_given();
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
        while !self.cancel.is_cancelled() && !self.notice.is_given() {
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
        let told = match &contestant.kind {
            Kind::Ours => self.run_method(run, test, contestant, cores)?,
            Kind::Foreign(program) => self.run_program(program, run, test, contestant, cores)?,
        };
        let finished = match told.finished {
            Ok(finished) if finished.end == End::Cancelled => return Ok(None),
            Ok(finished) => finished,
            Err(message) => return Ok(Some(self.not_started(run, test, contestant, message, begun))),
        };
        let mut answer = settle(told.heard, &test.level, contestant.question(), &finished);
        if self.notice.has_ended(&finished, &answer) {
            return Ok(None);
        }
        complete(&mut answer, run, test, contestant);
        let mut conditions = weather.until_now(cores);
        conditions.starved = is_starved(&answer, &finished, contestant.is_foreign());
        let sandbox = self.sandbox.filter(|_| contestant.is_foreign());
        sandbox.map_or("", Sandbox::word).clone_into(&mut conditions.sandbox);
        let process = Process {
            wall_seconds: finished.wall.as_secs_f64(),
            cpu_seconds: finished.cpu.as_secs_f64(),
            peak_bytes: finished.peak_memory,
            enforcer: finished.enforcer.word().to_owned(),
            conditions,
        };
        let line = self.line(run, test, contestant, &answer, process, begun);
        Ok(Some(CampaignRun { attributes: told.attributes, trace: told.trace, ..line }))
    }

    fn run_method(
        &self,
        run: &RunSpec,
        test: &TestLevel,
        contestant: &Contestant,
        cores: &[usize],
    ) -> Result<Told, Message> {
        let mut trace = Trace::default();
        let solver = self.solver(run, test, contestant, cores);
        let (heard, finished) = solver.run(&mut |pulse| trace.hear(pulse))?;
        Ok(Told { heard, finished: Ok(finished), attributes: BTreeMap::new(), trace: trace.points })
    }

    /// A program that cannot be started is its own failure, and nobody else's.
    fn run_program(
        &self,
        program: &Program,
        run: &RunSpec,
        test: &TestLevel,
        contestant: &Contestant,
        cores: &[usize],
    ) -> Result<Told, Message> {
        if let Some(message) = &program.entrant.missing {
            return Ok(Told::not_started(message.clone()));
        }
        let limits = &self.plan.campaign.budget;
        let start = contestant.job(program, self.sandbox, &test.level, limits, run.seed)?;
        let job = start.job.limits(self.limits(contestant)).cancel(self.cancel.clone()).cores(cores);
        let mut printed = String::new();
        let finished = match job.run(&mut |line| printed.extend([line, "\n"])) {
            Err(message) if message.id() == NOT_STARTED.id => return Ok(Told::not_started(message)),
            finished => finished?,
        };
        let heard = program.hear(&printed, &test.level);
        printed += &finished.complaint;
        let attributes = attributes(&self.plan.patterns, &printed);
        Ok(Told { heard, finished: Ok(finished), attributes, trace: Vec::new() })
    }

    /// The line of a run that never began.
    fn not_started(
        &self,
        run: &RunSpec,
        test: &TestLevel,
        contestant: &Contestant,
        message: Message,
        begun: u64,
    ) -> CampaignRun {
        let claim = Claim::bare(Outcome::Failed { fault: message.into() });
        let mut answer = claim.judge(test.level.as_ref(), contestant.question());
        complete(&mut answer, run, test, contestant);
        self.line(run, test, contestant, &answer, Process::default(), begun)
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
            watched: self.plan.campaign.trace,
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
            processes: Some(PROCESSES),
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
            hidden: test.hidden,
            points: test.points,
            name: contestant.name.clone(),
            spec: contestant.spec.clone(),
            program: contestant.is_foreign(),
            fingerprint: contestant.fingerprint().to_owned(),
            optimal_asked: contestant.optimal,
            limits: self.plan.campaign.budget,
            repeat: run.repeat,
            answer: answer.told(),
            attributes: BTreeMap::new(),
            trace: Vec::new(),
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

/// Time on the wall ran out, it had less than three quarters of a processor, and it wanted one for at least a
/// quarter of the time: others had it. Where the system does not tell who waited, a method of ours did, since
/// it never sleeps; a program of others may have slept, and is charged for it.
fn is_starved(answer: &Answer, finished: &Finished, foreign: bool) -> bool {
    let quarter = finished.wall / 4;
    let waited = finished.waited.map_or(!foreign, |waited| waited >= quarter);
    answer.outcome.limit() == Some(Limit::Time) && finished.cpu < quarter * 3 && waited
}

/// What limits are kept within: a hundredth, or a tenth of a second with the time to end in it.
fn slack(time: Duration) -> Duration {
    (time / 100).max(Duration::from_millis(100)).saturating_sub(GRACE)
}

/// Writes the result down; nothing where the run was cancelled.
fn keep(
    record: Option<CampaignRun>,
    journal: &mut dyn Book,
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
    fn new(plan: &Plan, left: &[&RunSpec], earlier: &[CampaignRun]) -> Self {
        // A campaign that was changed may leave results that are none of its runs any more.
        let left_ids: HashSet<&str> = left.iter().map(|run| run.id.as_str()).collect();
        let all = plan.runs.iter().map(|run| run.id.as_str());
        let done: HashSet<&str> = all.filter(|run| !left_ids.contains(run)).collect();
        let mut tally = Tally::default();
        let known = earlier.iter().filter(|record| done.contains(record.run.as_str()));
        known.for_each(|record| tally.count(record.answer.outcome.kind()));
        let standing = Standing { total: plan.runs.len(), tally, ..Standing::default() };
        Count { standing, begun: Instant::now(), now: 0, left: left.len() }
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
