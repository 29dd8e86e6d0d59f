//! Runs what is left of a plan, some at a time, each in a child process under limits. Only this thread
//! writes results; a run is finished when its line is on the disk.

use std::collections::HashSet;
use std::path::PathBuf;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{RecvTimeoutError, SyncSender, sync_channel};
use std::time::{Duration, Instant};

use ingenio_core::{Cancel, Message};
use ingenio_jobs::{End, Finished, Job, Limits, Overrun};

use crate::answer::{self, Claim, Form};
use crate::contestant::{Contestant, Kind, Start};
use crate::gather::TestLevel;
use crate::journal::Journal;
use crate::machine::now;
use crate::plan::{Plan, RunSpec};
use crate::record::{Record, Verdict};
use crate::standing::{Standing, Tally};
use crate::words;

#[derive(Debug)]
pub struct Runner<'a> {
    pub plan: &'a Plan,
    /// The `ingenio` program, for our own methods.
    pub ourselves: PathBuf,
    pub jobs: usize,
    pub cancel: Cancel,
    pub version: String,
    pub commit: String,
    pub machine: String,
}

/// Is told of every result, and a few times a second how it stands.
pub trait Watch {
    fn standing(&mut self, standing: &Standing);

    fn result(&mut self, record: &Record);
}

/// How often the standing is told while nothing ends.
const TELL_EVERY: Duration = Duration::from_millis(200);

/// How long a program that was asked to end may take, within the slack of its limit.
const GRACE: Duration = Duration::from_millis(20);

/// Standard output of one run.
const OUTPUT: u64 = 8 << 20;

enum News {
    Begun(usize),
    Ended(usize, Box<Result<Option<Record>, Message>>),
}

impl Runner<'_> {
    /// Runs until nothing is left or it is cancelled.
    pub fn run(
        &self,
        journal: &mut Journal,
        earlier: &[Record],
        watch: &mut dyn Watch,
    ) -> Result<Standing, Message> {
        let left: Vec<&RunSpec> = self.plan.runs.iter().filter(|run| !journal.is_done(&run.id)).collect();
        let mut board = Board::new(self.plan, left.len(), earlier);
        journal.tell_now(&board.standing());
        // Handed over from hand to hand: nobody runs ahead of what is written down.
        let (next, (sender, receiver)) = (AtomicUsize::new(0), sync_channel(0));
        std::thread::scope(|scope| {
            for _ in 0..self.jobs.clamp(1, left.len().max(1)) {
                let (sender, left, next) = (sender.clone(), &left, &next);
                scope.spawn(move || self.work(left, next, &sender));
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

    fn work(&self, left: &[&RunSpec], next: &AtomicUsize, news: &SyncSender<News>) {
        while !self.cancel.is_cancelled() {
            let at = next.fetch_add(1, Ordering::Relaxed);
            let Some(run) = left.get(at) else { return };
            // Where the listener is gone, so is the reason to work.
            if news.send(News::Begun(at)).is_err()
                || news.send(News::Ended(at, Box::new(self.run_one(run)))).is_err()
            {
                return;
            }
        }
    }

    fn run_one(&self, run: &RunSpec) -> Result<Option<Record>, Message> {
        let (test, contestant) = (&self.plan.levels[run.level], &self.plan.contestants[run.contestant]);
        let budget = &self.plan.campaign.budget;
        let folder = &self.plan.campaign.folder;
        let Start { command, input, file } =
            contestant.start(&self.ourselves, folder, &test.level, budget, run.seed)?;
        let begun = now();
        let mut printed = String::new();
        let job = Job::new(command).input(input).limits(self.limits(contestant));
        let finished = job.cancel(self.cancel.clone()).run(&mut |line| printed.extend([line, "\n"]))?;
        drop(file);
        if finished.end == End::Cancelled {
            return Ok(None);
        }
        let mut record = self.blank(run, test, contestant, &finished, begun);
        Judgement { test, contestant, finished: &finished, printed: &printed }.write(&mut record);
        Ok(Some(record))
    }

    /// Our methods keep their limits themselves and are stopped only where they fail to; others are
    /// stopped at the limit.
    fn limits(&self, contestant: &Contestant) -> Limits {
        let budget = &self.plan.campaign.budget;
        let time = budget.time.map(Duration::from_secs_f64);
        let slack = |time: Duration| (time / 100).max(Duration::from_millis(100)).saturating_sub(GRACE);
        let hard = time.map(|time| if contestant.is_foreign() { time } else { time + slack(time) });
        Limits {
            wall: hard,
            cpu: time.map(|time| time * contestant.threads + slack(time)),
            memory: budget.memory.map(|mebibytes| mebibytes << 20),
            output: OUTPUT,
            grace: GRACE,
        }
    }

    fn blank(
        &self,
        run: &RunSpec,
        test: &TestLevel,
        contestant: &Contestant,
        finished: &Finished,
        begun: u64,
    ) -> Record {
        let budget = &self.plan.campaign.budget;
        let info = test.level.puzzle().info();
        let metric = info.metrics.first().map_or("", |metric| metric.name);
        let version = match &contestant.kind {
            Kind::Ours => &self.version,
            Kind::Foreign { version, .. } => version,
        };
        Record {
            schema: 1,
            run: run.id.clone(),
            level: test.level.id().to_string(),
            title: test.title.clone(),
            set: test.set.clone(),
            index: test.index,
            puzzle: info.name.to_owned(),
            features: test.features.clone(),
            method: contestant.name.clone(),
            spec: contestant.spec.clone(),
            program: contestant.is_foreign(),
            metric: if contestant.metric.is_empty() { metric.to_owned() } else { contestant.metric.clone() },
            optimal_asked: contestant.optimal,
            time_limit: budget.time,
            memory_limit: budget.memory,
            nodes_limit: budget.nodes,
            seed: run.seed,
            repeat: run.repeat,
            threads: contestant.threads,
            outcome: Verdict::Unknown,
            limit: None,
            error: None,
            optimal: false,
            bound: None,
            solution: None,
            measures: serde_json::Map::new(),
            nodes: None,
            generated: None,
            seconds: None,
            setup_seconds: None,
            wall_seconds: finished.wall.as_secs_f64(),
            cpu_seconds: finished.cpu.as_secs_f64(),
            peak_bytes: finished.peak_memory,
            enforcer: finished.enforcer.word().to_owned(),
            version: version.clone(),
            commit: if contestant.is_foreign() { String::new() } else { self.commit.clone() },
            machine: self.machine.clone(),
            begun,
        }
    }
}

/// Writes the result down; nothing where the run was cancelled.
fn keep(
    record: Option<Record>,
    journal: &mut Journal,
    watch: &mut dyn Watch,
) -> Result<Option<Verdict>, Message> {
    let Some(record) = record else { return Ok(None) };
    journal.append(&record)?;
    watch.result(&record);
    Ok(Some(record.outcome))
}

/// From the end of a child to the verdict on its run.
struct Judgement<'a> {
    test: &'a TestLevel,
    contestant: &'a Contestant,
    finished: &'a Finished,
    printed: &'a str,
}

impl Judgement<'_> {
    fn write(&self, record: &mut Record) {
        let form = match &self.contestant.kind {
            Kind::Ours => &Form::Json,
            Kind::Foreign { form, .. } => form,
        };
        match answer::read(form, self.printed, &self.test.level) {
            Ok(claim) => self.write_claim(claim, record),
            Err(message) => {
                record.outcome = Verdict::Failed;
                record.error = Some(message.to_string());
            }
        }
        self.write_end(record);
    }

    /// What it says of itself, and its solution if the referee accepts it.
    fn write_claim(&self, claim: Claim, record: &mut Record) {
        let proves = matches!(self.contestant.kind, Kind::Foreign { proves: true, .. });
        record.outcome = claim.verdict.unwrap_or(Verdict::Unknown);
        record.limit = claim.limit;
        record.error = claim.error;
        record.bound = claim.bound;
        record.nodes = claim.nodes;
        record.generated = claim.generated;
        record.seconds = claim.seconds;
        record.setup_seconds = claim.setup_seconds;
        record.metric = claim.metric.unwrap_or_else(|| record.metric.clone());
        record.optimal = record.outcome == Verdict::Solved && (claim.optimal || proves);
        let Some(solution) = claim.solution else {
            if record.outcome == Verdict::Solved {
                record.outcome = Verdict::Failed;
            }
            return;
        };
        match self.test.level.verify(&solution) {
            Ok(verified) => {
                let measures = ingenio_catalog::measures_json(verified.measures());
                record.measures = measures.as_object().cloned().unwrap_or_default();
                record.solution = Some(verified.text().to_owned());
                if record.optimal_asked && record.outcome == Verdict::Solved && !record.optimal {
                    record.outcome = Verdict::Unknown;
                }
            }
            Err(_) if !matches!(self.finished.end, End::Exited(_)) => {
                // It was stopped while it spoke: that is no answer, and so no wrong one.
                record.outcome = Verdict::Unknown;
                record.optimal = false;
            }
            Err(refusal) => {
                record.outcome = Verdict::Wrong;
                record.optimal = false;
                record.error = Some(words::REFUSED.with("refusal", refusal).to_string());
            }
        }
    }

    /// How the process ended explains a missing answer; a wrong answer stays wrong however it ended.
    fn write_end(&self, record: &mut Record) {
        if record.outcome == Verdict::Wrong {
            return;
        }
        let answered = record.is_solved();
        match self.finished.end {
            End::Limit(Overrun::Output) => {
                record.outcome = Verdict::Crashed;
                record.error = Some(words::TOO_MUCH_OUTPUT.with("most", OUTPUT).to_string());
            }
            End::Limit(overrun) if !answered => {
                record.outcome = Verdict::Unknown;
                record.limit = Some(if overrun == Overrun::Memory { "memory" } else { "time" }.to_owned());
                record.error = None;
            }
            End::Signalled(signal) if !answered => {
                record.outcome = Verdict::Crashed;
                let message = words::SIGNALLED.with("signal", signal).with("complaint", self.complaint());
                record.error = Some(message.to_string());
            }
            End::Exited(status) if !answered && record.limit.is_none() && record.error.is_none() => {
                record.outcome = if status == 0 { Verdict::Failed } else { Verdict::Crashed };
                let message = words::NO_ANSWER.with("status", status).with("complaint", self.complaint());
                record.error = Some(message.to_string());
            }
            _ => {}
        }
    }

    /// The last line that the program said on standard error.
    fn complaint(&self) -> String {
        let last = self.finished.complaint.lines().rev().find(|line| !line.trim().is_empty());
        last.map_or(String::new(), |line| format!(": {}", line.trim().chars().take(300).collect::<String>()))
    }
}

/// Keeps count.
struct Board {
    standing: Standing,
    begun: Instant,
    now: usize,
    left: usize,
}

impl Board {
    fn new(plan: &Plan, left: usize, earlier: &[Record]) -> Self {
        // A campaign that was changed may leave results that are none of its runs any more.
        let planned: HashSet<&str> = plan.runs.iter().map(|run| run.id.as_str()).collect();
        let mut tally = Tally::default();
        let known = earlier.iter().filter(|record| planned.contains(record.run.as_str()));
        known.for_each(|record| tally.count(record.outcome));
        let standing = Standing { total: plan.runs.len(), tally, ..Standing::default() };
        Board { standing, begun: Instant::now(), now: 0, left }
    }

    fn begun(&mut self, name: String) {
        self.standing.running.push(name);
    }

    fn ended(&mut self, name: &str, outcome: Option<Verdict>) {
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
