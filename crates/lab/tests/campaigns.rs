//! Campaigns from the file to the results, with programs that behave and programs that do not.

use std::collections::HashMap;
use std::path::Path;

use ingenio_core::{CampaignRun, Cancel, Ending, Limit};
use ingenio_lab::{CAMPAIGN, Campaign, Journal, Plan, RESULTS, Standing, Study, Watch, read_results};
use tempfile::TempDir;

mod test_runner;

use test_runner::test_runner;

/// Three boards of two, three and four moves, and one that nothing solves.
const LEVELS: &str = "\
[[levels]]
set = 'boards'
text = '''
1 2 3/4 5 6/_ 7 8
1 2 3/_ 5 6/4 7 8
_ 2 3/1 5 6/4 7 8
'''
";

struct Quiet;

impl Watch for Quiet {
    fn standing(&mut self, _: &Standing) {}

    fn result(&mut self, _: &CampaignRun) {}
}

/// Raises the flag after so many results.
struct StopAfter(usize, Cancel);

impl Watch for StopAfter {
    fn standing(&mut self, _: &Standing) {}

    fn result(&mut self, _: &CampaignRun) {
        self.0 = self.0.saturating_sub(1);
        if self.0 == 0 {
            self.1.cancel();
        }
    }
}

fn plan(rest: &str) -> Plan {
    let text = format!("title = 'test'\nbudget = {{ time = 20, memory = 256 }}\n{LEVELS}{rest}");
    Plan::new(Campaign::parse(&text, Path::new("")).unwrap()).unwrap()
}

fn program(name: &str, script: &str) -> String {
    format!("[[programs]]\nname = '{name}'\ncommand = ['sh', '-c', '''{script}''']\n")
}

fn run(plan: &Plan, folder: &Path, cancel: &Cancel, watch: &mut dyn Watch) -> Standing {
    let (mut journal, earlier) = Journal::open(folder).unwrap();
    let runner = test_runner(plan, cancel, 2);
    runner.run(&mut journal, &earlier.runs, watch).unwrap()
}

fn results(folder: &Path) -> Vec<CampaignRun> {
    read_results(folder).unwrap_or_default()
}

fn verdicts(records: &[CampaignRun]) -> HashMap<String, Vec<Ending>> {
    let mut verdicts: HashMap<String, Vec<Ending>> = HashMap::new();
    let mut sorted: Vec<&CampaignRun> = records.iter().collect();
    sorted.sort_by_key(|record| record.index);
    for record in sorted {
        verdicts.entry(record.name.clone()).or_default().push(record.answer.outcome.kind());
    }
    verdicts
}

#[test]
fn every_program_gets_the_word_that_it_deserves() {
    let programs = [
        program(
            "right",
            "read -r _; read -r a _; read -r b _; case $a$b in 4_) echo RR;; _4) echo DRR;; *) echo DDRR;; esac",
        ),
        program("wrong", "echo U"),
        program("silent", "exit 0"),
        program("failing", "echo no idea >&2; exit 3"),
        program("crashing", "kill -SEGV $$"),
        program("chatty", "yes"),
        program("resigned", "echo unsolvable"),
    ];
    let plan = plan(&programs.concat());
    let folder = TempDir::new().unwrap();
    let standing = run(&plan, folder.path(), &Cancel::default(), &mut Quiet);
    assert_eq!((standing.tally.done, standing.total), (21, 21));
    let records = results(folder.path());
    let verdicts = verdicts(&records);
    let all = |name: &str, verdict| assert_eq!(verdicts[name], [verdict; 3], "{name}");
    all("right", Ending::Solved);
    all("wrong", Ending::Wrong);
    all("silent", Ending::Failed);
    all("failing", Ending::Crashed);
    all("crashing", Ending::Crashed);
    all("chatty", Ending::Crashed);
    // Nothing supports it; that someone solves it is for the report.
    all("resigned", Ending::Unverified);
    let right: Vec<_> = records.iter().filter(|record| record.name == "right").collect();
    assert!(
        right
            .iter()
            .all(|record| record.answer.measure("moves").is_some() && record.process.cpu_seconds > 0.0)
    );
    let failing = records.iter().find(|record| record.name == "failing").unwrap();
    assert!(
        failing
            .answer
            .outcome
            .fault()
            .unwrap()
            .english()
            .ends_with("status 3 and without an answer: no idea")
    );
}

/// Processes that carry this in their environment.
fn still_running(mark: &str) -> usize {
    let entries = std::fs::read_dir("/proc").unwrap().flatten();
    let environments = entries.filter_map(|entry| std::fs::read(entry.path().join("environ")).ok());
    environments.filter(|all| all.split(|byte| *byte == 0).any(|entry| entry == mark.as_bytes())).count()
}

#[test]
fn whatever_a_program_starts_ends_with_it() {
    let mark = format!("LAB_TEST={}", std::process::id());
    let marked = |name: &str, script: &str| program(name, &format!("export {mark}; {script}"));
    let programs = [
        marked("forking", "sleep 1000 & setsid sleep 1000 & echo RR"),
        marked("deaf", "trap '' TERM; sleep 1000 & setsid sleep 1000 & sleep 1000"),
        marked("crashing", "sleep 1000 & kill -SEGV $$"),
        marked("chatty", "sleep 1000 & yes"),
        marked("garbage", "head -c 10000 /dev/urandom"),
    ];
    let level = "[[levels]]\ntext = '1 2 3/4 5 6/_ 7 8'\n";
    let text = format!("title = 't'\nbudget = {{ time = 3, memory = 256 }}\n{level}{}", programs.concat());
    let plan = Plan::new(Campaign::parse(&text, Path::new("")).unwrap()).unwrap();
    let folder = TempDir::new().unwrap();
    run(&plan, folder.path(), &Cancel::default(), &mut Quiet);
    assert_eq!(still_running(&mark), 0);
    let verdicts = verdicts(&results(folder.path()));
    assert_eq!(verdicts["forking"], [Ending::Solved]);
    assert_eq!(verdicts["deaf"], [Ending::Unknown]);
    assert_eq!(verdicts["crashing"], [Ending::Crashed]);
    assert_eq!(verdicts["chatty"], [Ending::Crashed]);
    assert_eq!(verdicts["garbage"], [Ending::Wrong]);
}

#[test]
fn limits_give_the_word_unknown() {
    let programs = [
        program("slow", "sleep 100"),
        program("deaf", "trap '' TERM; sleep 100"),
        program("greedy", "head -c 1G /dev/zero | tail"),
    ];
    let level = "[[levels]]\ntext = '1 2 3/4 5 6/7 _ 8'\n";
    let text = format!("title = 't'\nbudget = {{ time = 0.5, memory = 64 }}\n{level}{}", programs.concat());
    let plan = Plan::new(Campaign::parse(&text, Path::new("")).unwrap()).unwrap();
    let folder = TempDir::new().unwrap();
    run(&plan, folder.path(), &Cancel::default(), &mut Quiet);
    let limit = |name: &str| {
        let records = results(folder.path());
        let record = records.into_iter().find(|record| record.name == name).unwrap();
        (record.answer.outcome.kind(), record.answer.outcome.limit().map_or("", Limit::word))
    };
    assert_eq!(limit("slow"), (Ending::Unknown, "time"));
    assert_eq!(limit("deaf"), (Ending::Unknown, "time"));
    let (outcome, limit) = limit("greedy");
    assert_eq!(outcome, Ending::Unknown);
    assert!(limit == "memory" || limit == "time", "{limit}");
}

#[test]
fn an_interrupted_campaign_ends_like_one_that_was_not() {
    let programs = [program("one", "echo RR"), program("two", "echo DRR"), program("three", "echo DDRR")];
    let plan = plan(&programs.concat());
    let whole = TempDir::new().unwrap();
    run(&plan, whole.path(), &Cancel::default(), &mut Quiet);
    let expected = verdicts(&results(whole.path()));
    for stop in 1..8 {
        let folder = TempDir::new().unwrap();
        let mut rounds = 0;
        while results(folder.path()).len() < plan.runs.len() {
            let cancel = Cancel::default();
            run(&plan, folder.path(), &cancel, &mut StopAfter(stop, cancel.clone()));
            rounds += 1;
        }
        assert!(rounds >= 1);
        let records = results(folder.path());
        assert_eq!(verdicts(&records), expected, "stopped after {stop}");
        let ids: std::collections::HashSet<_> = records.iter().map(|record| &record.run).collect();
        assert_eq!(ids.len(), records.len(), "no run twice");
    }
}

#[test]
fn a_torn_last_line_is_dropped_and_run_again() {
    let plan = plan(&program("one", "echo RR"));
    let folder = TempDir::new().unwrap();
    run(&plan, folder.path(), &Cancel::default(), &mut Quiet);
    let file = folder.path().join(RESULTS);
    let whole = std::fs::read(&file).unwrap();
    for cut in [1, 10, 200] {
        std::fs::write(&file, &whole[..whole.len() - cut]).unwrap();
        assert_eq!(results(folder.path()).len(), 2, "cut by {cut}");
        let standing = run(&plan, folder.path(), &Cancel::default(), &mut Quiet);
        assert_eq!((standing.tally.done, results(folder.path()).len()), (3, 3));
    }
}

#[test]
fn one_runner_at_a_time() {
    let folder = TempDir::new().unwrap();
    let first = Journal::open(folder.path()).unwrap();
    assert_eq!(Journal::open(folder.path()).unwrap_err().id(), "lab.busy");
    drop(first);
    assert!(Journal::open(folder.path()).is_ok());
}

#[test]
fn ids_depend_on_what_matters_and_on_nothing_else() {
    let ids = |rest: &str| plan(rest).runs.iter().map(|run| run.id.clone()).collect::<Vec<_>>();
    let one = ids("[[methods]]\nmethod = 'bfs'\n");
    assert_eq!(one, ids("[[methods]]\nmethod = 'bfs'\nname = 'called otherwise'\n"));
    assert_ne!(one, ids("[[methods]]\nmethod = 'bfs'\nmetric = 'slides'\n"));
    assert_ne!(one, ids("[[methods]]\nmethod = 'bfs'\noptimal = true\n"));
    assert_eq!(one.len(), 3);
    let twice = ids("[[methods]]\nmethod = 'bfs'\n[[methods]]\nname = 'again'\nmethod = 'bfs'\n");
    let different: std::collections::HashSet<_> = twice.iter().collect();
    assert_eq!(different.len(), 6, "the same method under two names is measured twice");
    assert!(one.iter().all(|id| twice.contains(id)));
    let places: Vec<bool> = twice.iter().map(|id| one.contains(id)).collect();
    assert_eq!(places, [true, false, false, true, true, false], "on every level another begins");
}

#[test]
fn a_method_that_fits_nothing_is_refused_before_anything_runs() {
    let text = format!("title = 't'\n{LEVELS}[[methods]]\nmethod = 'tabu'\n");
    let fault = Plan::new(Campaign::parse(&text, Path::new("")).unwrap()).unwrap_err();
    assert_eq!(fault.kind(), "lab.unfit-method");
}

/// A line that was torn in the middle and went on with the next, one that somebody wrote, and bytes that are
/// no text: each is told and left where it is; what can be read counts, the rest is run again.
#[test]
fn odd_lines_in_a_journal_are_told_and_nothing_else_is_lost() {
    let plan = plan(&program("one", "echo RR"));
    let folder = TempDir::new().unwrap();
    run(&plan, folder.path(), &Cancel::default(), &mut Quiet);
    let file = folder.path().join(RESULTS);
    let whole = std::fs::read_to_string(&file).unwrap();
    let [first, second, third] = whole.lines().collect::<Vec<_>>()[..] else { panic!("three lines") };
    let torn = format!("{}{second}\nwho wrote this?\n", &first[..first.len() / 2]);
    let damaged = [torn.as_bytes(), b"\xff\xfe\x00\n", third.as_bytes(), b"\n"].concat();
    std::fs::write(&file, &damaged).unwrap();
    let (journal, read) = Journal::open(folder.path()).unwrap();
    drop(journal);
    let places: Vec<String> = read.odd.iter().map(ingenio_core::Message::english).collect();
    assert_eq!((read.runs.len(), places.len()), (2, 3), "{places:?}");
    assert!(places[0].contains("line 1") && places[1].contains("line 2") && places[2].contains("line 3"));
    let standing = run(&plan, folder.path(), &Cancel::default(), &mut Quiet);
    assert_eq!((standing.tally.done, results(folder.path()).len()), (3, 3), "one was run again");
    assert!(std::fs::read(&file).unwrap().starts_with(&damaged), "nothing was taken away");
    let study = Study::read(folder.path()).unwrap();
    assert_eq!(study.warnings.len(), 3, "the report tells it too: {:?}", study.warnings);
    let page = ingenio_lab::report::html(&study, &[], &[]);
    assert_eq!(page.matches("class=\"warning\"").count(), 3);
}

/// A level file that was changed between run and resume, and one that is as it was.
#[test]
fn results_of_another_level_are_told_kept_and_not_shown() {
    let folder = TempDir::new().unwrap();
    let (levels, out) = (folder.path().join("levels.txt"), folder.path().join("out"));
    let text = format!(
        "title = 't'\n[[levels]]\nset = 'boards'\nfile = 'levels.txt'\npuzzle = 'taquin'\n{}",
        program("one", "echo RR")
    );
    let planned = || Plan::new(Campaign::parse(&text, folder.path()).unwrap()).unwrap();
    std::fs::write(&levels, "1 2 3/4 5 6/_ 7 8\n1 2 3/_ 5 6/4 7 8\n").unwrap();
    planned().keep(&out).unwrap();
    run(&planned(), &out, &Cancel::default(), &mut Quiet);
    std::fs::write(&levels, "1 2 3/4 5 6/_ 7 8\n_ 2 3/1 5 6/4 7 8\n").unwrap();
    let after = planned();
    let told: Vec<String> =
        after.strangers(&results(&out)).iter().map(ingenio_core::Message::english).collect();
    assert_eq!(told.len(), 1, "{told:?}");
    assert!(told[0].contains("Level 2 of boards"), "{told:?}");
    after.keep(&out).unwrap();
    run(&after, &out, &Cancel::default(), &mut Quiet);
    assert_eq!(results(&out).len(), 3, "nothing is lost, and the new level was run");
    let study = Study::read(&out).unwrap();
    assert_eq!((study.records.len(), study.warnings.len()), (2, 1), "and nothing is mixed");
    let shown: Vec<_> = study.records.iter().map(|run| run.answer.id).collect();
    assert!(after.levels.iter().all(|test| shown.contains(&test.level.id())));
}

#[test]
fn a_campaign_of_a_newer_version_beside_results_is_told() {
    let plan = plan(&program("one", "echo RR"));
    let folder = TempDir::new().unwrap();
    run(&plan, folder.path(), &Cancel::default(), &mut Quiet);
    std::fs::write(folder.path().join(CAMPAIGN), "edition = 99\ntitle = 't'\nholograms = true\n").unwrap();
    let study = Study::read(folder.path()).unwrap();
    assert_eq!(study.records.len(), 3, "results are results");
    assert!(study.warnings[0].contains("newer ingenio"), "{:?}", study.warnings);
}

#[test]
fn attributes_are_read_from_what_programs_print() {
    let script = "echo expanded 12 states; echo depth: 3 >&2; echo expanded 99 states; echo RR";
    let text = format!(
        "title = 't'\n{LEVELS}{}[attributes]\nexpanded = 'expanded {{}} states'\ndepth = 'depth: {{}}'\nnever = 'never {{}}'\n",
        program("talks", script)
    );
    let plan = Plan::new(Campaign::parse(&text, Path::new("")).unwrap()).unwrap();
    let folder = TempDir::new().unwrap();
    run(&plan, folder.path(), &Cancel::default(), &mut Quiet);
    for run in results(folder.path()) {
        let found: Vec<(&str, &str)> = run.attributes.iter().map(|(k, v)| (k.as_str(), v.as_str())).collect();
        assert_eq!(found, [("depth", "3"), ("expanded", "99")]);
    }
}
