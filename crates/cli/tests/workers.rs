//! Campaigns over workers of a real `PostgreSQL`, as their users meet them.

use std::collections::BTreeMap;
use std::fs;
use std::path::PathBuf;
use std::process::{Child, Command, Output, Stdio};
use std::time::Duration;

use ingenio_core::{CampaignRun, Ending};
use ingenio_lab::read_results;
use tempfile::TempDir;

#[path = "../../store/tests/suite/postgres_server.rs"]
mod postgres_server;
mod waiting;

use postgres_server::{is_left_out, new_database, query};
use waiting::wait_until;

const INGENIO: &str = env!("CARGO_BIN_EXE_ingenio");

/// Two methods of ours on three small boards, with so many random numbers.
fn campaign(seeds: usize) -> String {
    format!(
        "title = 'handed out'\nseeds = '1..{seeds}'\nbudget = {{ time = 60, memory = 512 }}\n\
         [[levels]]\npuzzle = 'taquin'\ntext = '''\n1 2 3/4 5 6/7 _ 8\n8 1 3/4 _ 2/7 6 5\n1 2 3/_ 4 6/7 5 8\n'''\n\
         [[methods]]\nmethod = 'astar-manhattan'\n[[methods]]\nmethod = 'idastar-manhattan'\n"
    )
}

/// So many runs of a program of others that naps.
fn of_programs(runs: usize, nap: &str) -> String {
    format!(
        "title = 'programs'\nseeds = '1..{runs}'\nbudget = {{ time = 60, memory = 256 }}\n\
         [[levels]]\npuzzle = 'taquin'\ntext = '1 2 3/4 5 6/7 _ 8'\n\
         [[programs]]\nname = 'short'\ncommand = ['sh', '-c', 'sleep {nap}; echo R']\n"
    )
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

struct Site {
    home: TempDir,
    database: String,
}

impl Site {
    /// Nothing where `PostgreSQL` was left out.
    fn new(campaign: &str) -> Option<Self> {
        if is_left_out() {
            return None;
        }
        let home = TempDir::new().unwrap();
        fs::write(home.path().join("c.toml"), campaign).unwrap();
        Some(Site { home, database: new_database() })
    }

    fn command(&self, arguments: &[&str]) -> Command {
        self.command_of(INGENIO, arguments)
    }

    fn command_of(&self, program: &str, arguments: &[&str]) -> Command {
        let mut command = Command::new(program);
        command.env("XDG_DATA_HOME", self.home.path()).env_remove("INGENIO_DATABASE");
        command.args(arguments).current_dir(self.home.path()).stdout(Stdio::piped()).stderr(Stdio::piped());
        command
    }

    fn lab(&self, arguments: &[&str]) -> Output {
        let mut command = self.command(&["lab"]);
        command.args(arguments).arg("--no-store").output().unwrap()
    }

    fn worker(&self, flags: &[&str]) -> Worker {
        self.worker_by(INGENIO, flags)
    }

    fn worker_by(&self, program: &str, flags: &[&str]) -> Worker {
        let mut command =
            self.command_of(program, &["worker", "--database", &self.database, "--lease", "2s"]);
        Worker(command.args(flags).spawn().unwrap())
    }

    /// Runs or resumes with the workers, beside us.
    fn collector(&self, action: &str, what: &str) -> Worker {
        let mut command = self.command(&["lab", action, what, "--no-store", "--on", &self.database]);
        Worker(command.stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap())
    }

    fn run(&self) -> Output {
        self.lab(&["run", "c.toml", "--on", &self.database])
    }

    fn results(&self, folder: &str) -> BTreeMap<String, String> {
        let runs = read_results(&self.out(folder)).unwrap_or_default();
        let told = |run: &CampaignRun| format!("{} {:?}", run.answer.seed, run.answer.outcome);
        runs.iter().map(|run| (run.run.clone(), told(run))).collect()
    }

    fn out(&self, folder: &str) -> PathBuf {
        self.home.path().join(folder)
    }

    fn lines(&self) -> usize {
        fs::read_to_string(self.out("c").join("results.jsonl")).unwrap_or_default().lines().count()
    }
}

/// Killed when it is dropped.
struct Worker(Child);

impl Worker {
    /// Asks it to end, as a system does that shuts down; gives what it said.
    fn end(mut self) -> (Option<i32>, String) {
        let asked = Command::new("kill").args(["-TERM", &self.0.id().to_string()]).status();
        assert!(asked.unwrap().success());
        let status = self.0.wait().unwrap();
        let mut said = String::new();
        std::io::Read::read_to_string(&mut self.0.stderr.take().unwrap(), &mut said).unwrap();
        (status.code(), said)
    }
}

impl Drop for Worker {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

#[test]
fn workers_make_a_campaign_as_it_is_made_here() {
    let Some(site) = Site::new(&campaign(6)) else { return };
    assert!(site.lab(&["run", "c.toml", "-o", "here"]).status.success());
    let workers = [site.worker(&["--jobs", "2"]), site.worker(&[])];
    let run = site.run();
    assert!(run.status.success(), "{}", text(&run.stderr));
    assert_eq!(site.results("c"), site.results("here"), "the same answers");
    assert_eq!(site.lines(), 36, "each once");
    assert!(site.out("c").join("report.html").exists());
    assert!(!site.out("c").join("queue.json").exists(), "it is off the queue");
    let left = "SELECT (SELECT COUNT(*) FROM work_campaign) + (SELECT COUNT(*) FROM work_share) + (SELECT COUNT(*) FROM work_result)";
    assert_eq!(query(&site.database, left).trim(), "0");
    let again = site.run();
    assert!(again.status.success() && text(&again.stderr).contains("36 are done"), "{}", text(&again.stderr));
    let said = workers.map(Worker::end);
    assert!(said.iter().all(|(code, said)| *code == Some(0) && said.contains("done here")), "{said:?}");
    assert_eq!(query(&site.database, "SELECT COUNT(*) FROM worker").trim(), "0", "they said goodbye");
}

#[test]
fn a_campaign_is_left_to_workers_collected_and_called_back() {
    let Some(site) = Site::new(&campaign(20)) else { return };
    let mut collector =
        site.command(&["lab", "run", "c.toml", "--no-store", "--on", &site.database]).spawn().unwrap();
    wait_until("it is handed out", || site.out("c").join("queue.json").exists());
    let kept = fs::read_to_string(site.out("c").join("queue.json")).unwrap();
    assert!(!kept.contains("secret"), "no password is kept: {kept}");
    assert!(Command::new("kill").args(["-INT", &collector.id().to_string()]).status().unwrap().success());
    assert_eq!(collector.wait().unwrap().code(), Some(20), "something is left");
    let listed = text(&site.lab(&["list", "."]).stdout);
    // Two methods on three levels with twenty random numbers: what is compared stays together.
    assert!(listed.contains("0 shares with workers, 60 waiting"), "{listed}");
    let here = site.lab(&["resume", "c", "--on", "here"]);
    assert_eq!(here.status.code(), Some(2), "{}", text(&here.stderr));
    let worker = site.worker(&[]);
    wait_until("somebody works on it", || {
        query(&site.database, "SELECT COUNT(*) FROM work_result").trim().parse::<usize>().unwrap() > 5
    });
    drop(worker);
    let cancelled = site.lab(&["cancel", "c"]);
    assert!(text(&cancelled.stderr).contains("called back"), "{}", text(&cancelled.stderr));
    let kept = site.lines();
    assert!((6..120).contains(&kept), "what was done is kept: {kept}");
    assert_eq!(query(&site.database, "SELECT COUNT(*) FROM work_campaign").trim(), "0");
    let _worker = site.worker(&["--jobs", "2"]);
    let rest = site.lab(&["resume", "c", "--on", &site.database]);
    assert!(rest.status.success(), "{}", text(&rest.stderr));
    assert!(text(&rest.stderr).contains(&format!("{kept} are done, {} are left", 120 - kept)));
    assert_eq!((site.results("c").len(), site.lines()), (120, 120));
}

/// Handed out and left alone, as when the collector was ended.
fn handed_out(site: &Site) {
    let mut collector = site.collector("run", "c.toml");
    let there = || {
        fs::read_to_string(site.out("c").join("queue.json")).is_ok_and(|kept| !kept.contains("\"plan\":\"\""))
    };
    wait_until("it is handed out", there);
    assert!(Command::new("kill").args(["-INT", &collector.0.id().to_string()]).status().unwrap().success());
    assert_eq!(collector.0.wait().unwrap().code(), Some(20), "something is left");
}

#[test]
fn what_an_older_version_handed_out_is_handed_out_anew() {
    let Some(site) = Site::new(&campaign(2)) else { return };
    handed_out(&site);
    let rows = "UPDATE work_campaign SET version = '0.0.1 (old)', campaign = 'title = 1'";
    query(&site.database, rows);
    let _worker = site.worker(&[]);
    let mut again = site.collector("resume", "c");
    wait_until("it is finished", || again.0.try_wait().unwrap().is_some());
    assert!(again.0.wait().unwrap().success());
    assert_eq!((site.results("c").len(), site.lines()), (12, 12));
}

#[test]
fn a_campaign_that_was_changed_is_handed_out_anew() {
    let Some(site) = Site::new(&campaign(2)) else { return };
    handed_out(&site);
    // As many runs, but each is another one.
    fs::write(site.out("c.toml"), campaign(2).replace("time = 60", "time = 50")).unwrap();
    let _worker = site.worker(&[]);
    let mut again = site.collector("run", "c.toml");
    wait_until("it is finished", || again.0.try_wait().unwrap().is_some());
    assert!(again.0.wait().unwrap().success());
    assert_eq!((site.results("c").len(), site.lines()), (12, 12));
}

#[test]
fn where_a_campaign_was_handed_out_is_not_guessed() {
    let Some(site) = Site::new(&campaign(2)) else { return };
    handed_out(&site);
    // The same database by another name: nobody knows that it is the same.
    let elsewhere = site.database.replace("127.0.0.1", "localhost");
    for action in [["run", "c.toml"], ["resume", "c"]] {
        let refused = site.lab(&[action[0], action[1], "--on", &elsewhere]);
        assert_eq!(refused.status.code(), Some(2), "{}", text(&refused.stderr));
        assert!(text(&refused.stderr).contains("127.0.0.1"), "{}", text(&refused.stderr));
    }
    assert_eq!(query(&site.database, "SELECT COUNT(*) FROM work_campaign").trim(), "1");
    // Whoever keeps order in the database sees it, and can take it off: its folder may be gone.
    let admin = |arguments: &[&str]| {
        let mut command = site.command(&["admin", "--database", &site.database]);
        command.args(arguments).output().unwrap()
    };
    let listed = text(&admin(&["handed-out"]).stdout);
    assert!(listed.contains("handed out") && listed.contains("    12       0"), "{listed}");
    let rows = text(&admin(&["handed-out", "--json"]).stdout);
    let name = rows.split("\"name\":\"").nth(1).unwrap().split('"').next().unwrap().to_owned();
    assert!(!admin(&["take-off", "nothing"]).status.success());
    let worker = site.worker(&[]);
    wait_until("the worker is there", || query(&site.database, "SELECT COUNT(*) FROM worker").trim() == "1");
    drop(worker);
    assert!(admin(&["take-off", &name]).status.success());
    assert_eq!(query(&site.database, "SELECT COUNT(*) FROM work_campaign").trim(), "0");
    // Half a file, as a disk that was full leaves it: nothing is run here meanwhile.
    fs::write(site.out("c").join("queue.json"), "{\"addr").unwrap();
    for arguments in [&["resume", "c"][..], &["run", "c.toml"], &["cancel", "c"]] {
        let refused = site.lab(arguments);
        assert_eq!(refused.status.code(), Some(1), "{}", text(&refused.stderr));
        assert!(text(&refused.stderr).contains("queue.json cannot be read"), "{}", text(&refused.stderr));
    }
    assert_eq!(site.lines(), 0);
}

/// An upgrade under a worker: what it makes is made by the program that it is, and that its results name.
#[test]
fn a_program_that_is_replaced_makes_no_runs_of_the_old_one() {
    let Some(site) = Site::new(&campaign(2)) else { return };
    let copy = site.out("ingenio");
    fs::copy(INGENIO, &copy).unwrap();
    let _worker = site.worker_by(copy.to_str().unwrap(), &[]);
    wait_until("it is there", || {
        let there = "SELECT CASE WHEN to_regclass('worker') IS NULL THEN 0 ELSE 1 END";
        query(&site.database, there).trim() == "1"
            && query(&site.database, "SELECT COUNT(*) FROM worker").trim() == "1"
    });
    fs::remove_file(&copy).unwrap();
    fs::write(&copy, "#!/bin/sh\necho of another version\n").unwrap();
    fs::set_permissions(&copy, std::os::unix::fs::PermissionsExt::from_mode(0o755)).unwrap();
    let run = site.run();
    assert!(run.status.success(), "{}", text(&run.stderr));
    let runs = read_results(&site.out("c")).unwrap();
    assert!(
        runs.len() == 12 && runs.iter().all(|run| run.answer.outcome.kind() == Ending::Solved),
        "{runs:?}"
    );
}

#[test]
fn a_result_that_cannot_be_read_is_said_and_made_again() {
    let Some(site) = Site::new(&campaign(2)) else { return };
    handed_out(&site);
    let _worker = site.worker(&[]);
    wait_until("all is done", || query(&site.database, "SELECT COUNT(*) FROM work_result").trim() == "12");
    query(
        &site.database,
        "UPDATE work_result SET line = 'torn' WHERE run = (SELECT MAX(run) FROM work_result)",
    );
    let resumed = site.lab(&["resume", "c", "--on", &site.database]);
    let said = text(&resumed.stderr);
    assert!(said.contains("cannot be read") && !said.contains("does not answer"), "{said}");
    assert!(resumed.status.success(), "{said}");
    assert_eq!((site.results("c").len(), site.lines()), (12, 12));
}

#[test]
fn a_database_that_goes_away_for_a_while_loses_nothing() {
    let Some(site) = Site::new(&campaign(15)) else { return };
    let _worker = site.worker(&["--jobs", "2"]);
    let mut collector =
        site.command(&["lab", "run", "c.toml", "--no-store", "--on", &site.database]).spawn().unwrap();
    let cut = "SELECT COUNT(pg_terminate_backend(pid)) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()";
    let mut cuts = 0;
    while collector.try_wait().unwrap().is_none() {
        if site.lines() > 0 && cuts < 5 {
            query(&site.database, cut);
            cuts += 1;
        }
        std::thread::sleep(Duration::from_millis(300));
    }
    assert!(collector.wait().unwrap().success() && cuts > 0, "{cuts}");
    assert_eq!((site.results("c").len(), site.lines()), (90, 90));
}

#[test]
fn programs_of_others_run_only_where_they_are_allowed_and_in_a_box() {
    let Some(site) = Site::new(&of_programs(4, "0.05")) else { return };
    let _shy = site.worker(&[]);
    let mut collector =
        site.command(&["lab", "run", "c.toml", "--no-store", "--on", &site.database]).spawn().unwrap();
    wait_until("it is handed out", || site.out("c").join("queue.json").exists());
    std::thread::sleep(Duration::from_secs(3));
    assert_eq!(
        query(&site.database, "SELECT COUNT(*) FROM work_share WHERE tries > 0").trim(),
        "0",
        "left alone"
    );
    let _brave = site.worker(&["--allow-programs"]);
    assert!(collector.wait().unwrap().success());
    let runs = read_results(&site.out("c")).unwrap();
    assert!(runs.iter().all(|run| !run.process.conditions.sandbox.is_empty()), "in a box");
    assert_eq!((runs.len(), site.lines()), (4, 4));
}

#[test]
fn what_cannot_be_handed_out_is_said() {
    let Some(site) = Site::new(&campaign(1)) else { return };
    let odd = site.lab(&["run", "c.toml", "--on", "elsewhere"]);
    assert!(
        odd.status.code() == Some(2) && text(&odd.stderr).contains("postgres://"),
        "{}",
        text(&odd.stderr)
    );
    let away = site.lab(&["run", "c.toml", "--on", "postgres://ann:secret@127.0.0.1:1/none"]);
    let said = text(&away.stderr);
    assert!(away.status.code() == Some(1) && !said.contains("secret"), "{said}");
    let worker = site.command(&["worker", "--database", "file.sqlite"]).output().unwrap();
    assert!(
        !worker.status.success() && text(&worker.stderr).contains("postgres://"),
        "{}",
        text(&worker.stderr)
    );
    let lease = site.command(&["worker", "--database", &site.database, "--lease", "0s"]).output().unwrap();
    assert!(
        lease.status.code() == Some(2) && text(&lease.stderr).contains("one second"),
        "{}",
        text(&lease.stderr)
    );
    let serve =
        site.command(&["serve", "--workers", "database", "--database", "file.sqlite"]).output().unwrap();
    assert!(!serve.status.success() && text(&serve.stderr).contains("--workers"), "{}", text(&serve.stderr));
    // Nobody is there: it is said, and waited for.
    let mut collector =
        site.command(&["lab", "run", "c.toml", "--no-store", "--on", &site.database]).spawn().unwrap();
    wait_until("it is handed out", || site.out("c").join("queue.json").exists());
    std::thread::sleep(Duration::from_secs(1));
    assert!(Command::new("kill").args(["-INT", &collector.id().to_string()]).status().unwrap().success());
    collector.wait().unwrap();
    let mut said = String::new();
    std::io::Read::read_to_string(&mut collector.stderr.take().unwrap(), &mut said).unwrap();
    assert!(said.contains("no worker of version") && said.contains("are left to the workers"), "{said}");
}
