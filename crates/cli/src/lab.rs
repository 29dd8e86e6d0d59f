//! `ingenio lab`: campaigns on the command line.

use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use indicatif::{ProgressBar, ProgressStyle};
use ingenio_core::{CampaignRun, Cancel, Conditions, Decimal, Fault, Foreign, Message, Outcome};
use ingenio_lab::report::ChartFiles;
use ingenio_lab::{
    CAMPAIGN, Campaign, Cores, HumanPlay, Journal, Notice, Overview, Plan, Results, Runner, Sandbox,
    Standing, Study, Summary, Watch, Weather, build, compare, different_machines, machine, numbers,
    physical_cores, rank, read_plays, read_results, report, results_so_far, words,
};

use ingenio_store::is_postgres;

use crate::arguments::{ClusterArguments, LabAction, LabArguments, LabRunArguments, RunsOn};
use crate::exit::Status;
use crate::interrupt::cancel_on_interrupt;
use crate::lab_cluster::{self, Order, keep_to_ourselves};
use crate::lab_list;
use crate::lab_queue::{self, Place};
use crate::lab_store::Shelf;
use crate::lab_task;
use crate::ourselves;
use crate::output::{complain, print};
use crate::reader::{Spoken, language, say};
use crate::units::show_time;

pub fn run(arguments: &LabArguments) -> Status {
    let shelf = Shelf { database: &arguments.database, closed: arguments.no_store, keeps: arguments.store };
    let hall = Hall { shelf: &shelf, allow_programs: arguments.allow_programs };
    let done = match &arguments.action {
        LabAction::Run(arguments) => start(arguments, &hall).map(|(status, _)| status),
        LabAction::Judge(arguments) => judge(arguments, &hall),
        LabAction::Resume { folder, jobs, cluster } => resume(folder, *jobs, cluster, &hall),
        LabAction::Cancel { folder } => {
            lab_cluster::cancel(folder, arguments.database.database.as_deref().filter(|one| is_postgres(one)))
        }
        LabAction::Task { shares, task, jobs } => lab_task::run(shares, *task, *jobs, &hall),
        LabAction::Report { results, plays, out, page_only } => {
            let people = plays.as_deref().map_or_else(|| Ok(shelf.plays()), people);
            people.and_then(|people| {
                write_report(
                    results,
                    &people,
                    out.as_deref(),
                    if *page_only { ChartFiles::None } else { CHART_FILES },
                )
            })
        }
        LabAction::Import { folders } => {
            folders.iter().try_for_each(|folder| import(folder, &shelf)).map(|()| Status::Fine)
        }
        LabAction::List { folder, json } => lab_list::list(folder, *json),
        LabAction::Compare { first, second } => show_comparison(first, second),
    };
    done.unwrap_or_else(|(status, message)| {
        complain(message);
        status
    })
}

/// Who is to blame, and what is said.
pub type Trouble = (Status, String);

#[expect(clippy::needless_pass_by_value, reason = "it is handed to map_err")]
pub fn ours(message: Message) -> Trouble {
    (Status::OwnFailure, message.spoken())
}

#[expect(clippy::needless_pass_by_value, reason = "it is handed to map_err")]
pub fn bad(message: Message) -> Trouble {
    (Status::BadInput, message.spoken())
}

fn plan_of(file: &Path) -> Result<Plan, Trouble> {
    let broken =
        |fault: Fault| (Status::BadInput, format!("{}: {fault}", file.display(), fault = fault.spoken()));
    Campaign::read(file).and_then(Plan::new).map_err(broken)
}

/// Where campaigns are run: with which database, and how far programs of others are trusted.
pub struct Hall<'a> {
    shelf: &'a Shelf<'a>,
    pub allow_programs: bool,
}

impl Hall<'_> {
    /// What programs of others run in: nothing where there are none, or they were allowed to run without.
    pub fn sandbox(&self, plan: &Plan) -> Result<Option<Sandbox>, Trouble> {
        if self.allow_programs || !plan.has_programs() {
            return Ok(None);
        }
        let refused = |error| (Status::BadUsage, words::NEEDS_SANDBOX.with("error", error).spoken());
        Sandbox::find().map(Some).map_err(refused)
    }
}

fn start(arguments: &LabRunArguments, hall: &Hall<'_>) -> Result<(Status, PathBuf), Trouble> {
    let plan = plan_of(&arguments.campaign)?;
    let stem = arguments.campaign.file_stem().unwrap_or_default();
    let folder = arguments.out.clone().unwrap_or_else(|| PathBuf::from(stem));
    let jobs = arguments.jobs;
    if let Some(RunsOn::Database(address)) = &arguments.cluster.on {
        arguments.cluster.is_slurm(false)?;
        let order =
            lab_queue::Order { plan: &plan, folder: &folder, address, jobs, dry_run: arguments.dry_run };
        if !arguments.dry_run {
            order.check()?;
            Campaign::keep(&arguments.campaign, &folder).map_err(ours)?;
        }
        return order.carry_out(hall).map(|status| (status, folder.clone()));
    }
    if arguments.cluster.is_slurm(false)? {
        let (cluster, dry_run) = (&arguments.cluster, arguments.dry_run);
        let order = Order { plan: &plan, folder: &folder, jobs: Some(jobs), cluster, dry_run };
        if !dry_run {
            order.check()?;
            Campaign::keep(&arguments.campaign, &folder).map_err(ours)?;
        }
        return order.carry_out(hall).map(|status| (status, folder.clone()));
    }
    if arguments.dry_run {
        let done = read_results(&folder).unwrap_or_default();
        for line in plan.lines() {
            print(format_args!("{line}\n"));
        }
        say_cost(&plan, &done, jobs);
        return Ok((Status::Fine, folder));
    }
    keep_to_ourselves(&folder)?;
    Campaign::keep(&arguments.campaign, &folder).map_err(ours)?;
    let status = execute(&plan, &folder, jobs, hall)?;
    Ok((status, folder))
}

fn resume(
    folder: &Path,
    jobs: Option<u16>,
    cluster: &ClusterArguments,
    hall: &Hall<'_>,
) -> Result<Status, Trouble> {
    let plan = plan_of(&folder.join(CAMPAIGN))?;
    let handed_out = match &cluster.on {
        Some(RunsOn::Database(address)) => Some(address.clone()),
        Some(_) => None,
        None => Place::read(folder).map_err(ours)?.map(|place| place.address),
    };
    if let Some(address) = handed_out {
        cluster.is_slurm(false)?;
        let jobs = jobs.unwrap_or(1);
        return lab_queue::Order { plan: &plan, folder, address: &address, jobs, dry_run: false }
            .carry_out(hall);
    }
    if cluster.is_slurm(!numbers(folder).map_err(ours)?.is_empty())? {
        return Order { plan: &plan, folder, jobs, cluster, dry_run: false }.carry_out(hall);
    }
    keep_to_ourselves(folder)?;
    execute(&plan, folder, jobs.unwrap_or(1), hall)
}

fn import(folder: &Path, shelf: &Shelf<'_>) -> Result<(), Trouble> {
    let plan = plan_of(&folder.join(CAMPAIGN))?;
    let added = shelf.keep(&plan, &Study::read(folder).map_err(bad)?).map_err(ours)?;
    complain(words::STORED.with("added", added));
    Ok(())
}

/// With what the queue of a cluster says of its tasks, if anything.
pub fn overview_line(overview: &Overview, tasks: &str) -> Message {
    let now = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |time| time.as_millis() as u64);
    let left = overview.ends.map(|ends| show_time(Duration::from_millis(ends.saturating_sub(now))));
    let ends = left.map_or(String::new(), |left| say(words::OVERVIEW_ENDS.with("left", left)));
    let total = overview.total.map_or("?".into(), |total| total.to_string());
    let line = words::OVERVIEW.with("name", &overview.name).with("state", overview.state.word());
    let line = line.with("done", overview.tally.done).with("total", total).with("ends", ends);
    let line = line.with("tasks", tasks);
    line.with("solved", overview.tally.solved).with("wrong", overview.tally.wrong)
}

pub fn say_cost(plan: &Plan, done: &[CampaignRun], jobs: u16) {
    let cost = plan.cost(done);
    let planned = words::PLANNED.with("runs", cost.runs).with("methods", plan.methods());
    let planned = planned.with("levels", plan.levels.len()).with("done", cost.runs - cost.left);
    complain(planned.with("left", cost.left));
    let time = |seconds: f64| show_time(Duration::from_secs_f64(seconds));
    complain(match (cost.most_seconds, cost.expected_seconds) {
        (None, _) => words::COST_UNLIMITED.say(),
        (Some(most), None) => words::COST_UNKNOWN.with("most", time(most)).with("jobs", jobs),
        (Some(most), Some(expected)) => {
            words::COST.with("most", time(most)).with("expected", time(expected)).with("jobs", jobs)
        }
    });
}

pub fn execute(plan: &Plan, folder: &Path, jobs: u16, hall: &Hall<'_>) -> Result<Status, Trouble> {
    // Where others have made all runs, no box is needed to report them. Asked before anything is written.
    let is_whole = results_so_far(folder).map_err(ours)?.missing(plan).is_empty();
    let sandbox = if is_whole { None } else { hall.sandbox(plan)? };
    let (mut journal, earlier) = Journal::open(folder).map_err(ours)?;
    plan.keep(folder).map_err(ours)?;
    say_what_is_odd(plan, &earlier);
    say_cost(plan, &earlier.runs, jobs);
    let cores = pinned(plan, usize::from(jobs));
    let flags = (Notice::default(), cancel_on_interrupt());
    let runner = runner(plan, jobs, &cores, sandbox, flags);
    let mut watch = Bar::new(plan.runs.len());
    let standing = runner.run(&mut journal, &earlier.runs, &mut watch).map_err(ours)?;
    watch.bar.finish_and_clear();
    drop(cores);
    let shelf = hall.shelf;
    check_claims(&runner, folder, shelf)?;
    shelf.try_keep(plan, folder);
    let tally = standing.tally;
    if tally.done < standing.total {
        let left = standing.total - tally.done;
        complain(words::INTERRUPTED.with("left", left).with("folder", folder.display()));
        return Ok(Status::LimitHit);
    }
    complain(words::FINISHED.with("done", tally.done).with("solved", tally.solved));
    say_conditions(folder);
    write_report(folder, &shelf.plays(), None, CHART_FILES)?;
    let wrong = Study::read(folder).is_ok_and(|study| study.summaries().iter().any(Summary::is_void));
    Ok(if watch.wrong || wrong { Status::Refused } else { Status::Fine })
}

/// After the notice what is under way may end; the flag breaks it off.
pub fn runner<'a>(
    plan: &'a Plan,
    jobs: u16,
    cores: &Cores,
    sandbox: Option<Sandbox>,
    (notice, cancel): (Notice, Cancel),
) -> Runner<'a> {
    let ourselves = ourselves::program_or_name();
    Runner {
        plan,
        commit: build(env!("INGENIO_COMMIT"), &ourselves),
        ourselves,
        jobs: usize::from(jobs),
        cores: cores.numbers.clone(),
        sandbox,
        cancel,
        notice,
        version: env!("CARGO_PKG_VERSION").to_owned(),
        machine: machine(),
    }
}

/// What was found before the first run: programs that are not there, lines that are not ours, results of
/// other levels.
pub fn say_what_is_odd(plan: &Plan, earlier: &Results) {
    for error in plan.missing() {
        complain(words::MISSING_TOLD.with("error", error));
    }
    earlier.odd.iter().chain(&plan.strangers(&earlier.runs)).for_each(complain);
}

/// Warns where the machine did other things while it was measured.
fn say_conditions(folder: &Path) {
    let runs = read_results(folder).unwrap_or_default();
    let count = |holds: &dyn Fn(&Conditions) -> bool| {
        runs.iter().filter(|run| holds(&run.process.conditions)).count()
    };
    let starved = count(&|one| one.starved);
    let (swapped, throttled) = (count(&|one| one.swapped > 0), count(&|one| one.throttled > 0));
    if starved + swapped + throttled > 0 {
        let message = words::BAD_WEATHER.with("starved", starved).with("swapped", swapped);
        complain(message.with("throttled", throttled));
    }
}

/// Cores of their own for all runs at once, where there are so many and no other runner has them.
pub fn pinned(plan: &Plan, jobs: usize) -> Cores {
    let (all, weather) = (physical_cores(), Weather::now());
    if weather.is_loaded(jobs, all.len()) {
        let message = words::LOADED.with("load", Decimal(weather.load(), 1));
        complain(message.with("cores", all.len()).with("jobs", jobs));
    }
    let wanted = plan.cores(jobs);
    let cores = Cores::claim(wanted, &all);
    if cores.numbers.is_empty() && wanted <= all.len() {
        complain(words::CORES_TAKEN.say());
    }
    cores
}

fn check_claims(runner: &Runner<'_>, folder: &Path, shelf: &Shelf<'_>) -> Result<(), Trouble> {
    let claims = ProgressBar::new_spinner();
    let mut tell = |left: usize| {
        claims.set_message(words::CHECKING_CLAIMS.with("left", left).spoken());
        claims.tick();
    };
    runner.check_claims(folder, shelf.facts(runner.plan), &mut tell).map_err(ours)?;
    claims.finish_and_clear();
    Ok(())
}

#[cfg(feature = "pictures")]
const CHART_FILES: ChartFiles = ChartFiles::Each(Some(ingenio_pixels::png));
#[cfg(not(feature = "pictures"))]
const CHART_FILES: ChartFiles = ChartFiles::Each(None);

fn write_report(
    results: &Path,
    plays: &[HumanPlay],
    out: Option<&Path>,
    files: ChartFiles,
) -> Result<Status, Trouble> {
    let home = if results.is_dir() { results } else { results.parent().unwrap_or(Path::new("")) };
    let page = language().during(|| {
        let study = Study::read(results).map_err(bad)?;
        report::write(&study, plays, out.unwrap_or(home), files).map_err(ours)
    })?;
    complain(words::REPORT_WRITTEN.with("file", page.display()));
    Ok(Status::Fine)
}

fn people(file: &Path) -> Result<Vec<HumanPlay>, Trouble> {
    let failed = |error| bad(words::UNREADABLE.with("file", file.display()).with("error", Foreign(error)));
    Ok(read_plays(&std::fs::read_to_string(file).map_err(failed)?))
}

fn show_comparison(first: &Path, second: &Path) -> Result<Status, Trouble> {
    let names = (first.display().to_string(), second.display().to_string());
    let (text, warning) = language().during(|| {
        let (before, after) = (Study::read(first).map_err(bad)?, Study::read(second).map_err(bad)?);
        let text = report::comparison(&compare(&before, &after), (&names.0, &names.1));
        Ok((text, different_machines(&before, &after)))
    })?;
    if let Some(warning) = warning {
        complain(warning);
    }
    print(text);
    Ok(Status::Fine)
}

fn judge(arguments: &LabRunArguments, hall: &Hall<'_>) -> Result<Status, Trouble> {
    let campaign = Campaign::read(&arguments.campaign).map_err(|fault| bad(fault.message))?;
    if campaign.programs.is_empty() {
        return Err((Status::BadUsage, words::NO_PROGRAMS.say().spoken()));
    }
    let (status, folder) = start(arguments, hall)?;
    let unfinished =
        || arguments.cluster.is_slurm(false).and_then(|slurm| Ok(slurm && !is_complete(&folder)?));
    if arguments.dry_run || status == Status::LimitHit || unfinished()? {
        return Ok(status);
    }
    let ranking = language().during(|| {
        let study = Study::read(&folder).map_err(bad)?;
        let ranks = rank(&study);
        report::write_judgement(&study, &ranks, &folder).map_err(ours)?;
        Ok(report::ranking(&study, &ranks))
    })?;
    print(ranking);
    Ok(status)
}

/// Has every run a result?
fn is_complete(folder: &Path) -> Result<bool, Trouble> {
    let plan = plan_of(&folder.join(CAMPAIGN))?;
    Ok(results_so_far(folder).map_err(ours)?.missing(&plan).is_empty())
}

/// One line on the terminal: done, running, solved, how long still.
pub struct Bar {
    pub bar: ProgressBar,
    wrong: bool,
}

impl Bar {
    pub fn new(total: usize) -> Self {
        let bar = ProgressBar::new(total as u64);
        let style = ProgressStyle::with_template("{bar:30} {pos}/{len} · {wide_msg}");
        bar.set_style(style.expect("the template is right"));
        Bar { bar, wrong: false }
    }
}

impl Watch for Bar {
    fn standing(&mut self, standing: &Standing) {
        self.bar.set_position(standing.tally.done as u64);
        let remaining = standing.remaining.map_or("?".into(), show_time);
        let told = words::PROGRESS_RUNS.with("solved", standing.tally.solved).with("remaining", remaining);
        self.bar.set_message(told.with("running", standing.running.join(", ")).spoken());
    }

    fn result(&mut self, record: &CampaignRun) {
        if let Outcome::Wrong { fault, .. } = &record.answer.outcome {
            self.wrong = true;
            let message = words::WRONG.with("method", &record.name).with("level", &record.title);
            let error = ingenio_lab::known_again(&fault.said());
            self.bar.suspend(|| complain(message.with("error", error)));
        }
    }
}
