//! The figures of the lab: `cargo run --release -p ingenio-lab --example lab_figures -- COMMAND`.
//!
//! - `overhead [RUNS]`: what a run costs beyond its child, over runs of an empty program
//! - `limits`: how exactly time and memory are kept, also against a program that forks while it eats or prints
//!   without end
//! - `sandbox [RUNS]`: what the box around a program of others costs
//! - `starved INGENIO`: a method and two programs on a core that others keep busy
//! - `null [STUDIES]`: how often five names for one method are called different, one comparison at a time and
//!   corrected
//! - `intervals [TRIALS]`: how often an interval holds the truth
//! - `kills INGENIO [RUNS]`: a campaign of short runs whose runner is killed -9 at random moments, beside
//!   one that nobody disturbs
//! - `slurm INGENIO [RUNS KILLS]`: a campaign on a Slurm of three nodes whose tasks, steps and nodes are killed -9 at
//!   random, beside one that nobody disturbs
//! - `slurm-overhead INGENIO [RUNS]`: runs of one second by two tasks of Slurm beside `--jobs 2`
//! - `tasks INGENIO [TASKS RUNS]`: so many tasks without a Slurm, ten at a time, what they write and what it costs
//! - `submit [RUNS TASKS]`: what it takes to lay so many runs out for so many tasks, before sbatch hears of them
//! - `report RUNS FOLDER`: the page of so many made-up runs, and their results for `ingenio lab report FOLDER`;
//!   `node web-tests/report-speed.mjs FOLDER/report.html` then says how fast it is in Chromium

use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::{Duration, Instant};

use ingenio_core::{CampaignRun, Cancel, LevelId, Limit, Outcome, Rng};
use ingenio_jobs::{Job, Limits, Sandbox, View};
use ingenio_lab::statistics::bootstrap::coverage;
use ingenio_lab::{
    Campaign, Field, Journal, Notice, Plan, RESULTS, Runner, Share, Standing, Study, Submission, Tally,
    Watch, machine, new_name, pairs, physical_cores, read_results, report,
};

#[path = "../tests/cluster/mod.rs"]
mod cluster;
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
        ["sandbox"] => sandbox(200),
        ["sandbox", runs] => sandbox(number(runs)),
        ["starved", ingenio] => starved(Path::new(ingenio)),
        ["null"] => null(1000),
        ["null", studies] => null(number(studies)),
        ["intervals"] => intervals(1000),
        ["intervals", trials] => intervals(number(trials)),
        ["kills", ingenio] => show_kills(Path::new(ingenio), 10_000),
        ["kills", ingenio, runs] => show_kills(Path::new(ingenio), number(runs)),
        ["slurm", ingenio] => slurm(Path::new(ingenio), 3000, 20),
        ["slurm", ingenio, runs, kills] => slurm(Path::new(ingenio), number(runs), number(kills)),
        ["slurm-overhead", ingenio] => slurm_overhead(Path::new(ingenio), 120),
        ["slurm-overhead", ingenio, runs] => slurm_overhead(Path::new(ingenio), number(runs)),
        ["tasks", ingenio] => tasks(Path::new(ingenio), 100, 3000),
        ["tasks", ingenio, count, runs] => tasks(Path::new(ingenio), number(count), number(runs)),
        ["submit"] => submit(1_000_000, 1000),
        ["submit", runs, tasks] => submit(number(runs), number(tasks)),
        ["report", runs, folder] => big_report(number(runs), Path::new(folder)),
        _ => eprintln!(
            "overhead [RUNS] | limits | sandbox [RUNS] | starved INGENIO | null [STUDIES] | intervals [TRIALS] | \
             kills INGENIO [RUNS] | slurm INGENIO [RUNS KILLS] | slurm-overhead INGENIO [RUNS] | \
             tasks INGENIO [TASKS RUNS] | submit [RUNS TASKS] | report RUNS FOLDER"
        ),
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
        sandbox: None,
        cancel: Cancel::default(),
        notice: Notice::default(),
        version: String::new(),
        commit: String::new(),
        machine: machine(),
    };
    let begun = Instant::now();
    runner.run(&mut journal, &earlier.runs, &mut Quiet).expect("it runs");
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

fn slurm(ingenio: &Path, runs: usize, kills: usize) {
    let Some(cluster) = cluster::Cluster::start() else { return };
    let begun = Instant::now();
    let outcome =
        cluster::disturb::disturb(&cluster, ingenio, (runs, kills, 0.0), Duration::from_secs(6), 28);
    println!("{outcome:?}");
    let verdict = if outcome.is_good() { "good" } else { "BAD" };
    println!("{verdict}: {} kills in {:.0} s", outcome.killed(), begun.elapsed().as_secs_f64());
}

/// Runs that sleep for a second: what else the machine does changes little, and gaps of the scheduler show.
fn slurm_overhead(ingenio: &Path, runs: usize) {
    let Some(cluster) = cluster::Cluster::start() else { return };
    let home = tempfile::tempdir().expect("a folder");
    let text = format!(
        "title = 'seconds'\nseeds = '1..{runs}'\nbudget = {{ time = 10, memory = 256 }}\n\
         [[levels]]\ntext = '1 2 3/4 5 6/7 _ 8'\npuzzle = 'taquin'\n\
         [[programs]]\nname = 'second'\ncommand = ['sh', '-c', 'sleep 1; echo R']\n"
    );
    std::fs::write(home.path().join("c.toml"), text).expect("a file");
    let timed = |out: &str, arguments: &[&str]| {
        let began = ingenio_lab::now();
        let mut command = cluster.command(ingenio);
        command.args(["lab", "run", "c.toml", "-o", out, "--allow-programs", "--no-store"]).args(arguments);
        let said = command.current_dir(home.path()).output().expect("it runs");
        assert!(said.status.success(), "{}", String::from_utf8_lossy(&said.stderr));
        let results = read_results(&home.path().join(out)).expect("results");
        let end = |run: &CampaignRun| run.begun as f64 + run.process.wall_seconds * 1000.0;
        let last = results.iter().map(end).fold(0.0, f64::max);
        let first = results.iter().map(|run| run.begun).min().unwrap_or(began);
        ((last - began as f64) / 1000.0, (first - began) as f64 / 1000.0)
    };
    let (here, start_here) = timed("here", &["--jobs", "2"]);
    let (there, start_there) = timed("there", &["--on", "slurm", "--tasks", "2", "--wait"]);
    println!("{runs} runs of one second, from the command to the end of the last run:");
    println!("--jobs 2: {here:.2} s, {start_here:.2} s of it until the first run begins");
    println!("two tasks of Slurm: {there:.2} s, {start_there:.2} s of it until the first run begins");
    println!("overhead: {:.1} % (goal: 10)", (there / here - 1.0) * 100.0);
}

/// Tasks as an array job starts them, by the same entry, without a Slurm.
fn tasks(ingenio: &Path, count: usize, runs: usize) {
    let home = tempfile::tempdir().expect("a folder");
    let (shares, folder) = lay_out(home.path(), count, runs);
    show_files("shares, before the first task", &folder);
    let next = std::sync::atomic::AtomicUsize::new(0);
    let begun = Instant::now();
    std::thread::scope(|scope| {
        for _ in 0..10 {
            scope.spawn(|| {
                loop {
                    let task = next.fetch_add(1, std::sync::atomic::Ordering::Relaxed);
                    if task >= shares.len() {
                        break;
                    }
                    let mut command = Command::new(ingenio);
                    command.args(["lab", "task"]).arg(&folder).arg(task.to_string()).arg("--allow-programs");
                    let said = command.output().expect("it starts");
                    assert!(said.status.success(), "{}", String::from_utf8_lossy(&said.stderr));
                }
            });
        }
    });
    println!("{} tasks, {runs} runs: {:.1} s, ten at a time", shares.len(), begun.elapsed().as_secs_f64());
    show_files("shares, after the last task", &folder);
    let begun = Instant::now();
    let seen = ingenio_lab::overview(home.path()).expect("an overview");
    println!("overview: {:?} in {:.1} ms", seen.tally, begun.elapsed().as_secs_f64() * 1000.0);
    let begun = Instant::now();
    let union = read_results(home.path()).expect("results").len();
    println!("union: {union} results in {:.1} ms", begun.elapsed().as_secs_f64() * 1000.0);
    assert_eq!(union, runs, "nothing is lost");
}

/// A campaign of so many runs of an empty program, laid out for so many tasks as submitting does.
fn lay_out(home: &Path, count: usize, runs: usize) -> (Vec<Share>, PathBuf) {
    std::fs::write(home.join("campaign.toml"), empty_campaign(runs)).expect("a file");
    let plan = Plan::new(Campaign::read(&home.join("campaign.toml")).expect("a campaign")).expect("a plan");
    plan.keep(home).expect("a plan");
    let shares = Share::split(&plan, &plan.runs.iter().collect::<Vec<_>>(), count);
    let folder = Submission::claim(home, 0).expect("a folder");
    let submission = Submission {
        number: 1,
        name: new_name(),
        job: None,
        tasks: shares.len(),
        jobs: 1,
        options: Vec::new(),
        script: None,
        allow_programs: true,
        total: plan.runs.len(),
        tally: Tally::default(),
        live: Vec::new(),
        begun: ingenio_lab::now(),
    };
    submission.lay_out(home, &shares).expect("shares");
    (shares, folder)
}

fn submit(runs: usize, tasks: usize) {
    let home = tempfile::tempdir().expect("a folder");
    let (shares, _) = lay_out(home.path(), tasks, runs);
    let stat = std::fs::read_to_string("/proc/self/stat").expect("a Linux");
    // After the name, which may hold anything: user and system time are the 12th and 13th, in hundredths of a second.
    let fields: Vec<&str> = stat.rsplit(") ").next().unwrap_or_default().split(' ').collect();
    let hundredths: u64 = fields[11..13].iter().filter_map(|field| field.parse::<u64>().ok()).sum();
    let status = std::fs::read_to_string("/proc/self/status").expect("a Linux");
    let most = status.lines().find_map(|line| line.strip_prefix("VmHWM:")).unwrap_or("?").trim();
    show_files("laid out", home.path());
    println!(
        "{runs} runs for {} tasks: {:.1} s of the processor, {most} of memory at most",
        shares.len(),
        hundredths as f64 / 100.0
    );
}

fn show_files(what: &str, folder: &Path) {
    let (mut files, mut folders, mut bytes) = (0u64, 0u64, 0u64);
    let mut left = vec![folder.to_owned()];
    while let Some(folder) = left.pop() {
        folders += 1;
        for entry in std::fs::read_dir(folder).expect("a folder").flatten() {
            match entry.metadata().expect("a file") {
                data if data.is_dir() => left.push(entry.path()),
                data => (files, bytes) = (files + 1, bytes + data.len()),
            }
        }
    }
    println!("{what}: {files} files, {folders} folders, {bytes} bytes");
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
    // Perl is on every Debian.
    let eats = "perl -e 'while (1) { unless (fork) { my $x = \"x\" x 8e6; sleep 1000 } select undef, undef, undef, 0.02 }'";
    greedy("forks while it eats, 128 MiB", eats, Limits { memory: Some(128 << 20), ..Limits::default() });
    greedy("prints a gigabyte, 8 MiB", "yes | head -c 1G", Limits { output: 8 << 20, ..Limits::default() });
}

fn greedy(what: &str, script: &str, limits: Limits) {
    let mut command = Command::new("sh");
    command.args(["-c", script]);
    let finished = Job::new(command).limits(limits).run(&mut |_| ()).expect("it runs");
    let (peak, wall) = (finished.peak_memory as f64 / 1_048_576.0, finished.wall.as_secs_f64());
    let printed = finished.printed as f64 / 1_048_576.0;
    println!(
        "{what}: ended by {:?} after {wall:.2} s, {peak:.1} MiB, {printed:.1} MiB printed",
        finished.end
    );
}

/// An empty program as it is, and in each kind of box.
fn sandbox(runs: usize) {
    let view = View { folder: "/tmp".into(), reads: Vec::new(), scratch: 1 << 20 };
    let words = ["true".to_owned()];
    let measure = |name: &str, command: &dyn Fn() -> Command| {
        let begun = Instant::now();
        let cpu: Duration =
            (0..runs).map(|_| Job::new(command()).run(&mut |_| ()).expect("it runs").cpu).sum();
        let each = |time: Duration| time.as_secs_f64() * 1000.0 / runs as f64;
        println!("{name}: {:.1} ms each, {:.1} ms of the processor", each(begun.elapsed()), each(cpu));
    };
    measure("bare", &|| Command::new("true"));
    for means in Sandbox::ALL {
        match means.try_out() {
            Ok(()) => measure(means.word(), &|| means.command(&words, &view)),
            Err(why) => println!("{why}"),
        }
    }
}

/// Four busy loops on one core, and a campaign that is pinned there.
fn starved(ingenio: &Path) {
    let folder = tempfile::tempdir().expect("a folder");
    let core = physical_cores()[0].to_string();
    let program = |name: &str, script: &str| {
        format!("[[programs]]\nname = '{name}'\nhand = 'stdin'\ncommand = ['sh', '-c', '{script}']\n")
    };
    let text = "title = 'busy'\nbudget = { time = 3, memory = 512 }\n\
        [[levels]]\ntext = '15 14 8 12/10 11 9 13/2 6 5 1/3 4 7 _'\n[[methods]]\nmethod = 'idastar-manhattan'\n"
        .to_owned()
        + &program("works", "while :; do :; done")
        + &program("sleeps", "sleep 100");
    std::fs::write(folder.path().join("busy.toml"), text).expect("a file");
    let pinned = |words: &[&str]| {
        let mut command = Command::new("taskset");
        command.args(["-c", &core]).args(words).current_dir(folder.path());
        command
    };
    let spin = || pinned(&["sh", "-c", "while :; do :; done"]).spawn().expect("a busy loop");
    let mut busy: Vec<_> = (0..4).map(|_| spin()).collect();
    let ingenio = std::path::absolute(ingenio).expect("a path");
    let ingenio = ingenio.to_string_lossy();
    let mut run =
        pinned(&[&ingenio, "lab", "run", "busy.toml", "-o", "out", "--no-store", "--allow-programs"]);
    run.output().expect("it runs");
    for child in &mut busy {
        child.kill().and_then(|()| child.wait()).expect("a busy loop ends");
    }
    let study = Study::read(&folder.path().join("out")).expect("results");
    println!("| who | starved | wall s | processor s | charged s |\n| --- | --- | --- | --- | --- |");
    for run in &study.records {
        let (process, charged) = (&run.process, study.charged(run));
        let (wall, cpu) = (process.wall_seconds, process.cpu_seconds);
        println!("| {} | {} | {wall:.2} | {cpu:.2} | {charged:.2} |", run.name, process.conditions.starved);
    }
}

/// Studies of one method under five names, whose times are drawn from one distribution.
fn null(studies: usize) {
    let (mut rng, template) = (Rng::new(11), template());
    let names = ["a", "b", "c", "d", "e"];
    let (mut single, mut corrected, mut ranked) = (0, 0, 0);
    for _ in 0..studies {
        let mut records = Vec::new();
        for (name, level) in names.iter().flat_map(|name| (0..30).map(move |level| (*name, level))) {
            let mut record = template.clone();
            (record.run, record.name) = (format!("{name}{level}"), name.to_owned());
            record.answer.id = LevelId::of("sokoban", &level.to_string());
            record.answer.effort.seconds = Some(0.01 + rng.unit());
            records.push(record);
        }
        let study = Study::new(None, records);
        let found = pairs(&study, &names);
        single += usize::from(found.iter().any(|pair| pair.time_chance < 0.05));
        corrected += usize::from(found.iter().any(|pair| pair.time_corrected < 0.05));
        let ranks = Field::new(&study).ranks().expect("five methods on thirty levels");
        ranked += usize::from(ranks.chance < 0.05);
    }
    let percent = |count: usize| 100.0 * count as f64 / studies as f64;
    println!("{studies} studies of five names for one method: some pair is called different in");
    println!("{:.1} % uncorrected, {:.1} % corrected by Holm", percent(single), percent(corrected));
    println!("{:.1} % by Friedman's test (each promises 5 %)", percent(ranked));
}

fn intervals(trials: usize) {
    for values in [20, 60, 150] {
        let held = coverage(trials, values, 7) as f64 * 100.0 / trials as f64;
        println!(
            "means of {values} exponential values: {held:.1} % of {trials} intervals hold the truth (95 promised)"
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
    let page = report::write(&study, &[], folder, report::ChartFiles::None).expect("it can be written");
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
