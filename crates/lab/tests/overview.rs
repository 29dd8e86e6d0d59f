//! Campaigns as onlookers see them while a runner is at work.

use std::path::Path;

use ingenio_core::{CampaignRun, Cancel, Language};
use ingenio_lab::{
    CAMPAIGN, Campaign, Journal, Plan, RESULTS, STANDING, Share, Standing, State, Submission, Tally, Watch,
    campaigns, give_up_shares, numbers, overview, read_results, report_page, results_so_far,
};
use tempfile::TempDir;

mod test_runner;

use test_runner::test_runner;

const TEXT: &str = "title = 'small'\nabout = 'why'\nbudget = { time = 20 }\nrepeats = 4\n\
    [[levels]]\ntext = '1 2 3/4 5 6/7 _ 8'\n\
    [[programs]]\nname = 'right'\ncommand = ['echo', 'R']\n\
    [[programs]]\nname = 'wrong'\ncommand = ['echo', 'L']\n";

/// Looks at the folder after every result, and stops after so many.
struct Onlooker<'a> {
    folder: &'a Path,
    cancel: Cancel,
    stop_after: usize,
    seen: Vec<(State, usize)>,
}

impl Watch for Onlooker<'_> {
    fn standing(&mut self, _: &Standing) {}

    fn result(&mut self, _: &CampaignRun) {
        let overview = overview(self.folder).unwrap();
        assert_eq!((overview.total, overview.title.as_str()), (Some(8), "small"));
        assert!(overview.begun.is_some());
        self.seen.push((overview.state, overview.tally.done));
        if self.seen.len() == self.stop_after {
            self.cancel.cancel();
        }
    }
}

fn run(folder: &Path, stop_after: usize) -> Vec<(State, usize)> {
    std::fs::write(folder.join(CAMPAIGN), TEXT).unwrap();
    let plan = Plan::new(Campaign::read(&folder.join(CAMPAIGN)).unwrap()).unwrap();
    let (mut journal, earlier) = Journal::open(folder).unwrap();
    let cancel = Cancel::default();
    let runner = test_runner(&plan, &cancel, 1);
    let mut onlooker = Onlooker { folder, cancel, stop_after, seen: Vec::new() };
    runner.run(&mut journal, &earlier.runs, &mut onlooker).unwrap();
    onlooker.seen
}

#[test]
fn every_result_is_seen_at_once() {
    let root = TempDir::new().unwrap();
    let folder = root.path().join("one");
    std::fs::create_dir(&folder).unwrap();
    let seen = run(&folder, 3);
    // What was under way when it was cancelled may still have ended.
    assert!((3..8).contains(&seen.len()), "{seen:?}");
    assert!(seen.iter().zip(1..).all(|(seen, count)| *seen == (State::Running, count)), "{seen:?}");
    let halfway = overview(&folder).unwrap();
    assert_eq!((halfway.state, halfway.tally.done, halfway.ends), (State::Interrupted, seen.len(), None));
    assert_eq!(run(&folder, 0).last(), Some(&(State::Running, 8)));
    let end = overview(&folder).unwrap();
    assert_eq!((end.state, end.tally.solved, end.tally.wrong), (State::Finished, 4, 4));
    assert_eq!(end.begun, halfway.begun, "it was begun once");
    std::fs::create_dir(root.path().join("something else")).unwrap();
    assert_eq!(campaigns(root.path()).unwrap(), [end]);
}

#[test]
fn half_a_line_and_an_old_standing_do_not_confuse() {
    let root = TempDir::new().unwrap();
    run(root.path(), 0);
    let file = root.path().join(RESULTS);
    let whole = std::fs::read(&file).unwrap();
    let lines: Vec<usize> = (1..=whole.len()).filter(|at| whole[at - 1] == b'\n').collect();
    // A standing that has counted two results, and a ninth result that is being written.
    let mut kept: serde_json::Value =
        serde_json::from_slice(&std::fs::read(root.path().join(STANDING)).unwrap()).unwrap();
    kept["bytes"] = lines[1].into();
    kept["tally"] = serde_json::json!({ "done": 2, "solved": 1, "wrong": 1 });
    std::fs::write(root.path().join(STANDING), kept.to_string()).unwrap();
    std::fs::write(&file, [&whole[..], &whole[..lines[0] - 5]].concat()).unwrap();
    let tally = overview(root.path()).unwrap().tally;
    assert_eq!((tally.done, tally.solved, tally.wrong), (8, 4, 4));
    // Results that were begun anew are shorter than what was counted.
    std::fs::write(&file, &whole[..lines[0]]).unwrap();
    assert_eq!(overview(root.path()).unwrap().tally.done, 1);
    std::fs::remove_file(root.path().join(STANDING)).unwrap();
    let bare = overview(root.path()).unwrap();
    assert_eq!((bare.total, bare.tally.done, bare.state), (None, 1, State::Interrupted));
}

#[test]
fn onlookers_do_not_keep_a_runner_out() {
    let root = TempDir::new().unwrap();
    run(root.path(), 0);
    std::thread::scope(|scope| {
        let looking = scope.spawn(|| (0..2000).for_each(|_| drop(overview(root.path()).unwrap())));
        while !looking.is_finished() {
            drop(Journal::open(root.path()).unwrap());
        }
    });
}

#[test]
fn the_report_is_the_one_that_was_written_or_one_of_what_is_there() {
    let root = TempDir::new().unwrap();
    run(root.path(), 0);
    let english = Language::english();
    assert!(report_page(root.path(), english).unwrap().contains("<h1>small</h1>"));
    let written = "<html lang=\"en\"> the one that was written";
    std::fs::write(root.path().join("report.html"), written).unwrap();
    assert_eq!(report_page(root.path(), english).unwrap(), written);
    let other = report_page(root.path(), Language::pseudo()).unwrap();
    assert!(
        other.contains("lang=\"en-XA\"") && !other.contains(written),
        "who reads otherwise gets their own"
    );
    let empty = TempDir::new().unwrap();
    assert_eq!(report_page(empty.path(), english).unwrap_err().id(), "lab.unreadable");
}

/// A share whose task has made some of its runs, and the journal of a runner on this machine.
#[test]
fn the_results_of_a_campaign_are_the_union_of_its_journals() {
    let root = TempDir::new().unwrap();
    std::fs::write(root.path().join(CAMPAIGN), TEXT).unwrap();
    let plan = Plan::new(Campaign::read(&root.path().join(CAMPAIGN)).unwrap()).unwrap();
    let seen = run(root.path(), 3).len();
    let before = results_so_far(root.path()).unwrap();
    let missing = before.missing(&plan);
    assert_eq!(missing.len(), 8 - seen);
    let shares = Share::split(&plan, &missing, 1);
    let home = Submission::claim(root.path(), 0).unwrap();
    assert!(Submission::claim(root.path(), 0).is_err(), "somebody else has just submitted");
    let submission = Submission {
        number: 1,
        name: "n".into(),
        job: None,
        tasks: 1,
        jobs: 1,
        options: Vec::new(),
        script: None,
        allow_programs: true,
        total: 8,
        tally: Tally::of(before.runs.iter()),
        live: Vec::new(),
        begun: 0,
    };
    submission.lay_out(root.path(), &shares).unwrap();
    let waiting = overview(root.path()).unwrap();
    assert_eq!((waiting.state, waiting.tally.done, waiting.total), (State::Interrupted, seen, Some(8)));
    let part = Share::read(&home.join("0")).unwrap();
    let part = part.plan(Campaign::read(&home.join(CAMPAIGN)).unwrap()).unwrap();
    for done in [seen + 1, 8] {
        let (mut journal, earlier) = Journal::of_task(&home.join("0")).unwrap();
        let cancel = Cancel::default();
        let runner = test_runner(&part, &cancel, 1);
        let mut stop = StopAfter(usize::from(done < 8), cancel.clone());
        runner.run(&mut journal, &earlier.runs, &mut stop).unwrap();
        let seen = overview(root.path()).unwrap();
        assert!(seen.tally.done >= done, "{seen:?}");
    }
    let end = overview(root.path()).unwrap();
    assert_eq!((end.state, end.tally.done, end.tally.solved, end.tally.wrong), (State::Finished, 8, 4, 4));
    assert_eq!(read_results(root.path()).unwrap().len(), 8);
    assert!(results_so_far(root.path()).unwrap().missing(&plan).is_empty());
    assert!(report_page(root.path(), Language::english()).unwrap().contains("<h1>small</h1>"));
    give_up_shares(root.path(), &[]).unwrap();
    assert_eq!(Journal::of_task(&home.join("0")).unwrap_err().id(), "lab.given-up");
}

struct StopAfter(usize, Cancel);

impl Watch for StopAfter {
    fn standing(&mut self, _: &Standing) {}

    fn result(&mut self, _: &CampaignRun) {
        if self.0 == 1 {
            self.1.cancel();
        }
        self.0 = self.0.saturating_sub(1);
    }
}

/// A folder that cannot be listed is not an empty one: finished runs would be made again.
#[test]
fn what_cannot_be_listed_is_said() {
    let root = tempfile::tempdir().unwrap();
    std::fs::write(root.path().join("shares"), "no folder").unwrap();
    assert!(numbers(root.path()).is_err() && Submission::all(root.path()).is_err());
    assert!(results_so_far(root.path()).is_err());
    assert!(give_up_shares(root.path(), &[]).is_err());
    std::fs::remove_file(root.path().join("shares")).unwrap();
    std::fs::create_dir_all(root.path().join("shares/1")).unwrap();
    std::fs::write(root.path().join("shares/1/0"), "no folder").unwrap();
    assert!(results_so_far(root.path()).is_err());
    assert_eq!(numbers(&root.path().join("nowhere")).unwrap(), [0_u32; 0], "what is not there is empty");
}
