//! The figures of the lab: `cargo run --release -p ingenio-lab --example lab_figures -- COMMAND`.
//!
//! - `overhead [RUNS]`: what a run costs beyond its child, over runs of an empty program
//! - `limits`: how exactly time and memory are kept
//! - `kills INGENIO [RUNS]`: a campaign of short runs whose runner is killed -9 at random moments, beside
//!   one that nobody disturbs
//! - `report RUNS FOLDER`: the page of so many made-up runs, and their results for `ingenio lab report FOLDER`;
//!   `node web-tests/report-speed.mjs FOLDER/report.html` then says how fast it is in Chromium

use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::{Duration, Instant};

use ingenio_core::{CampaignRun, Cancel, LevelId, Limit, Outcome, Rng};
use ingenio_jobs::{Job, Limits};
use ingenio_lab::{
    Campaign, Journal, Plan, RESULTS, Runner, Standing, Study, Watch, machine, read_results, report,
};

#[path = "../tests/kills/mod.rs"]
mod kills;

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let number = |text: &str| text.parse().expect("a number");
    match words[..] {
        ["overhead"] => overhead(1000),
        ["overhead", runs] => overhead(number(runs)),
        ["limits"] => limits(),
        ["kills", ingenio] => show_kills(Path::new(ingenio), 10_000),
        ["kills", ingenio, runs] => show_kills(Path::new(ingenio), number(runs)),
        ["report", runs, folder] => big_report(number(runs), Path::new(folder)),
        _ => eprintln!("overhead [RUNS] | limits | kills INGENIO [RUNS] | report RUNS FOLDER"),
    }
}

struct Quiet;

impl Watch for Quiet {
    fn standing(&mut self, _: &Standing) {}

    fn result(&mut self, _: &CampaignRun) {}
}

/// A campaign of so many runs of an empty program.
fn empty_campaign(runs: usize) -> String {
    let level = "[[levels]]\ntext = '1 2 3/4 5 6/7 _ 8'\npuzzle = 'taquin'\n";
    let program = "[[programs]]\nname = 'empty'\ncommand = ['true']\nhand = 'stdin'\n";
    format!("title = 'empty'\nrepeats = {runs}\nbudget = {{ time = 10, memory = 256 }}\n{level}{program}")
}

fn overhead(runs: usize) {
    let folder = tempfile::tempdir().expect("a folder");
    let campaign = Campaign::parse(&empty_campaign(runs), Path::new("")).expect("a campaign");
    let plan = Plan::new(campaign).expect("a plan");
    let (mut journal, earlier) = Journal::open(folder.path()).expect("a journal");
    let runner = Runner {
        plan: &plan,
        ourselves: PathBuf::new(),
        jobs: 1,
        cores: Vec::new(),
        cancel: Cancel::default(),
        version: String::new(),
        commit: String::new(),
        machine: machine(),
    };
    let begun = Instant::now();
    runner.run(&mut journal, &earlier, &mut Quiet).expect("it runs");
    let wall = begun.elapsed().as_secs_f64();
    let children: f64 =
        read_results(folder.path()).expect("results").iter().map(|record| record.process.wall_seconds).sum();
    let each = |seconds: f64| seconds / runs as f64 * 1000.0;
    println!(
        "{runs} runs in {wall:.2} s: {:.2} ms each, {:.2} ms of it the child",
        each(wall),
        each(children)
    );
    println!("overhead per run: {:.2} ms (target 20)", each(wall - children));
}

fn limits() {
    for seconds in [0.2, 1.0, 5.0] {
        let wall = Some(Duration::from_secs_f64(seconds));
        let mut command = Command::new("sh");
        command.args(["-c", "trap '' TERM; while :; do :; done"]);
        let job =
            Job::new(command).limits(Limits { wall, grace: Duration::from_millis(20), ..Limits::default() });
        let finished = job.run(&mut |_| ()).expect("it runs");
        println!("{seconds} s: ended by {:?} after {:.3} s", finished.end, finished.wall.as_secs_f64());
    }
    for mebibytes in [64u64, 256, 1024] {
        let memory = Some(mebibytes << 20);
        let mut command = Command::new("sh");
        command.args(["-c", "head -c 4G /dev/zero | tail"]);
        let job = Job::new(command).limits(Limits { memory, ..Limits::default() });
        let finished = job.run(&mut |_| ()).expect("it runs");
        let peak = finished.peak_memory as f64 / 1_048_576.0;
        println!(
            "{mebibytes} MiB: ended by {:?} at {peak:.1} MiB, kept by {}",
            finished.end, finished.enforcer
        );
    }
}

/// A campaign whose runner is killed within a second and a half of every start, as a table.
fn show_kills(ingenio: &Path, runs: usize) {
    let begun = Instant::now();
    let outcome = kills::disturb(ingenio, runs, Duration::from_millis(1500), 9);
    println!(
        "| runs | killed | results | lost | twice | run again | different | left running | children begun | minutes |"
    );
    println!("| --- | --- | --- | --- | --- | --- | --- | --- | --- | --- |");
    let kills::Outcome {
        killed, results, lost, twice, again, different, left_running, begun: children, ..
    } = outcome;
    let minutes = begun.elapsed().as_secs_f64() / 60.0;
    println!(
        "| {runs} | {killed} | {results} | {lost} | {twice} | {again} | {different} | {left_running} | {children} | {minutes:.1} |"
    );
    assert!(outcome.is_good(), "{outcome:?}");
}

/// Ten methods on a tenth as many levels.
fn big_report(runs: usize, folder: &Path) {
    let mut rng = Rng::new(5);
    let template = template();
    let records = (0..runs).map(|number| {
        let (method, level) = (number % 10, number / 10);
        let seconds = 0.001 * (1.0 + method as f64) * (rng.unit() * 9.0).exp();
        let mut record = template.clone();
        record.run = number.to_string();
        record.name = format!("method {method}");
        record.title = format!("Level {level}");
        record.index = level;
        record.features.insert("boxes".into(), 2 + level as u64 % 9);
        record.answer.id = LevelId::of("sokoban", &level.to_string());
        if seconds >= 10.0 {
            record.answer.outcome = Outcome::Unknown { limit: Limit::Time, best: None };
        }
        record.answer.effort.seconds = Some(seconds.min(10.0));
        record.answer.effort.nodes = Some((seconds * 1e6) as u64);
        let process = &mut record.process;
        (process.cpu_seconds, process.wall_seconds) = (seconds.min(10.0), seconds.min(10.0) + 0.01);
        record
    });
    let records: Vec<CampaignRun> = records.collect();
    write_results(&records, folder);
    let begun = Instant::now();
    let study = Study::new(None, records);
    let page = report::write(&study, &[], folder, false).expect("it can be written");
    let size = std::fs::metadata(&page).map_or(0, |data| data.len()) as f64 / 1e6;
    println!("{runs} runs: {} of {size:.1} MB in {:.1} s", page.display(), begun.elapsed().as_secs_f64());
}

fn write_results(records: &[CampaignRun], folder: &Path) {
    let line = |run: &CampaignRun| run.line() + "\n";
    std::fs::create_dir_all(folder).expect("a folder");
    std::fs::write(folder.join(RESULTS), records.iter().map(line).collect::<String>()).expect("a file");
}

fn template() -> CampaignRun {
    let line = r#"{"schema":1,"run":"","level":"00000000000000000000","title":"","set":"made up","index":1,"puzzle":"sokoban","features":{},
        "method":"","spec":"","program":false,"metric":"moves","optimal_asked":false,"time_limit":10.0,"memory_limit":512,
        "nodes_limit":null,"seed":0,"repeat":1,"threads":1,"outcome":"solved","optimal":false,"bound":12,
        "solution":"R","measures":{"moves":42},"nodes":1,"generated":null,"seconds":null,"setup_seconds":null,"wall_seconds":0.0,
        "cpu_seconds":0.0,"peak_bytes":10485760,"enforcer":"none","version":"","commit":"","machine":"made up","begun":0}"#;
    CampaignRun::read(line).expect("a run of the first edition")
}
