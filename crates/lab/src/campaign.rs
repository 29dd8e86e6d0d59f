//! A campaign as it stands in its file: which levels, which methods and programs, under which limits.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use ingenio_core::{CampaignRun, Fault, Foreign, Limits, Message};
use serde::Deserialize;

use crate::whole_file::write_whole;
use crate::words;

/// The copy of a campaign beside its results.
pub const CAMPAIGN: &str = "campaign.toml";

/// What this version reads. A campaign that says nothing is of the first edition.
pub const EDITION: u32 = 1;

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Campaign {
    /// Of the form of this file; a newer one is refused by name and not by its first new word.
    #[serde(default = "one")]
    pub edition: u32,
    pub title: String,
    /// What is asked and why, for the head of the report.
    #[serde(default)]
    pub about: String,
    /// What is to be least; empty for each puzzle's first metric.
    #[serde(default)]
    pub metric: String,
    /// Solved means: proved to be the best.
    #[serde(default)]
    pub optimal: bool,
    #[serde(default)]
    pub budget: Limits,
    /// Each run so many times.
    #[serde(default = "one")]
    pub repeats: u32,
    /// Each run with each of these, for methods that draw random numbers: `[0, 7]`, or `"0..99"` for all
    /// from 0 to 99.
    #[serde(default = "first_seed", deserialize_with = "numbers")]
    pub seeds: Vec<u64>,
    /// Threads within one level.
    #[serde(default = "one")]
    pub threads: u32,
    /// The feature by which levels are grouped in the report; without it the puzzle's own.
    #[serde(default)]
    pub category: Option<String>,
    /// The measure that the report calls the length, where methods search by different ones.
    #[serde(default)]
    pub length: Option<String>,
    /// Which time the report compares.
    #[serde(default)]
    pub clock: Option<Clock>,
    /// The report sets people beside the methods even where nobody has played yet, and says so.
    #[serde(default)]
    pub people: bool,
    /// Figures from elsewhere to set beside ours.
    #[serde(default)]
    pub beside: Vec<Beside>,
    /// What follows from the figures, for the report.
    #[serde(default)]
    pub findings: Vec<String>,
    /// Keep every better solution of our methods on the way, for curves over time.
    #[serde(default)]
    pub trace: bool,
    /// Read from what programs print: name and pattern, as `expanded {} states`.
    #[serde(default)]
    pub attributes: BTreeMap<String, String>,
    /// Methods whose charts are drawn by themselves; without them one chart has all methods.
    #[serde(default)]
    pub groups: Vec<Group>,
    #[serde(default)]
    pub levels: Vec<LevelSource>,
    #[serde(default)]
    pub methods: Vec<MethodRow>,
    #[serde(default)]
    pub programs: Vec<ProgramRow>,
    /// What names of files in it are relative to; without it, to the folder of the file.
    #[serde(default)]
    pub folder: PathBuf,
}

/// Seconds that a method counts on a level itself, of the processor, or of the clock on the wall.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Clock {
    Method,
    Cpu,
    Wall,
}

impl Clock {
    /// Seconds of a run. A run that was solved without telling its own seconds has none by the method's
    /// clock: a study of such runs goes by another.
    pub fn seconds(self, run: &CampaignRun) -> f64 {
        match self {
            Clock::Method => run.answer.effort.seconds.unwrap_or(run.process.wall_seconds),
            Clock::Cpu => run.process.cpu_seconds,
            Clock::Wall => run.process.wall_seconds,
        }
    }

    /// The limit of a run by this clock; by the other where this one is not limited.
    pub fn limit(self, limits: &Limits) -> Option<f64> {
        match self {
            Clock::Cpu => limits.cpu_time.or(limits.time),
            Clock::Method | Clock::Wall => limits.time.or(limits.cpu_time),
        }
    }

    /// What stands at an axis.
    pub fn label(self) -> Message {
        match self {
            Clock::Method => words::AXIS_SECONDS.say(),
            Clock::Cpu => words::AXIS_CPU.say(),
            Clock::Wall => words::AXIS_WALL.say(),
        }
    }
}

/// Levels from one place: a shipped pack, a file, a text, or a generator.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LevelSource {
    pub pack: Option<String>,
    pub file: Option<PathBuf>,
    pub text: Option<String>,
    /// The name of a puzzle.
    pub generate: Option<String>,
    /// The puzzle, where a file or text does not tell.
    pub puzzle: Option<String>,
    /// Settings of reading, as key=value,...
    #[serde(default)]
    pub settings: String,
    /// The generator; without it the puzzle's first.
    pub by: Option<String>,
    #[serde(default)]
    pub wishes: String,
    #[serde(default)]
    pub seed: u64,
    #[serde(default = "one")]
    pub count: u32,
    /// First and last level, from 1.
    pub range: Option<(usize, usize)>,
    /// How the report calls these levels.
    pub set: Option<String>,
    /// Where programs are judged: their authors see how many were solved, not which.
    #[serde(default)]
    pub hidden: bool,
    /// What each is worth where programs are judged; without it 1.
    pub points: Option<f64>,
}

/// One of our methods.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct MethodRow {
    /// How the report calls it; without it as it is.
    pub name: Option<String>,
    /// `NAME` or `NAME:key=value,...`.
    pub method: String,
    /// Other than the campaign's.
    pub metric: Option<String>,
    pub optimal: Option<bool>,
    pub threads: Option<u32>,
}

/// A program that is not ours.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ProgramRow {
    pub name: String,
    /// Program and arguments; `{level}`, `{time}`, `{memory}`, `{seed}` and `{threads}` are filled in.
    pub command: Vec<String>,
    /// Its own folder, where it begins and which it may read; without it, that of the file it names.
    pub folder: Option<PathBuf>,
    /// Files and folders that it may read besides.
    #[serde(default)]
    pub reads: Vec<PathBuf>,
    /// `file` (the default where `{level}` occurs) or `stdin`.
    pub hand: Option<String>,
    /// The format in which levels are handed over; without it the puzzle's first.
    pub format: Option<String>,
    /// `line`, `text`, `json` or `model:FORMULATION`.
    #[serde(default = "line")]
    pub answer: String,
    /// It claims that its answers are the best.
    #[serde(default)]
    pub proves: bool,
    /// What was measured may change with it.
    #[serde(default)]
    pub version: String,
}

/// A row of figures that others have published.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Beside {
    /// Where it stands: `Sokoban paper, table 4`.
    pub source: String,
    pub what: String,
    pub said: String,
    /// The method of ours to set beside it, or `people` for plays.
    #[serde(default)]
    pub method: Option<String>,
    /// The figure of ours: solved, time, nodes (of solved levels), nodes-unsolved, length, a measure, a
    /// counter of the method (over solved levels); on one level also the solution itself.
    #[serde(default)]
    pub figure: Option<String>,
    /// Only on this level, by its title.
    #[serde(default)]
    pub level: Option<String>,
}

/// Methods that are compared with each other, in charts of their own.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Group {
    /// In the names of the charts.
    pub name: String,
    /// As the report calls them.
    pub methods: Vec<String>,
}

/// As many random numbers as a range may have.
const MOST_SEEDS: u64 = 10_000;

#[derive(Deserialize)]
#[serde(untagged)]
enum Numbers {
    List(Vec<u64>),
    Range(String),
}

fn numbers<'de, D: serde::Deserializer<'de>>(text: D) -> Result<Vec<u64>, D::Error> {
    let range = match Numbers::deserialize(text)? {
        Numbers::List(list) => return Ok(list),
        Numbers::Range(range) => range,
    };
    let bounds = range.split_once("..").and_then(|(first, last)| {
        let (first, last): (u64, u64) = (first.trim().parse().ok()?, last.trim().parse().ok()?);
        (first <= last && last - first < MOST_SEEDS).then_some((first, last))
    });
    let wrong =
        || serde::de::Error::custom(words::BAD_SEEDS.with("text", &range).with("most", MOST_SEEDS).english());
    bounds.map(|(first, last)| (first..=last).collect()).ok_or_else(wrong)
}

fn one() -> u32 {
    1
}

fn first_seed() -> Vec<u64> {
    vec![0]
}

fn line() -> String {
    "line".into()
}

/// Seconds that a run may be allowed: thirty years.
const LONGEST: f64 = 1e9;

impl Campaign {
    pub fn parse(text: &str, folder: &Path) -> Result<Self, Fault> {
        check_edition(text)?;
        let campaign: Campaign = toml::from_str(text).map_err(|error| fault(text, &error))?;
        campaign.check_limits()?;
        let given = !campaign.folder.as_os_str().is_empty();
        Ok(if given { campaign } else { Campaign { folder: folder.to_owned(), ..campaign } })
    }

    /// Numbers that mean nothing are refused before anything is started with them.
    fn check_limits(&self) -> Result<(), Message> {
        let Limits { time, cpu_time, memory, .. } = self.budget;
        let odd = |seconds: f64| !(seconds > 0.0 && seconds <= LONGEST);
        let seconds = [("time", time), ("cpu_time", cpu_time)];
        let wrong = seconds.iter().find(|(_, limit)| limit.is_some_and(odd)).map(|(name, _)| *name);
        let wrong = wrong.or(memory.filter(|mebibytes| !(1..=1 << 40).contains(mebibytes)).map(|_| "memory"));
        let threads = self.methods.iter().filter_map(|row| row.threads).chain([self.threads]);
        let wrong = wrong.or(threads.into_iter().find(|count| !(1..=256).contains(count)).map(|_| "threads"));
        let points = self.levels.iter().filter_map(|source| source.points);
        let wrong =
            wrong.or(points.into_iter().find(|points| !(0.0..=1e6).contains(points)).map(|_| "points"));
        wrong.map_or(Ok(()), |name| Err(words::BAD_LIMIT.with("name", name)))
    }

    pub fn read(file: &Path) -> Result<Self, Fault> {
        let shown = file.display();
        let text = std::fs::read_to_string(file)
            .map_err(|error| words::UNREADABLE.with("file", shown).with("error", Foreign(error)))?;
        Campaign::parse(&text, file.parent().unwrap_or(Path::new("")))
    }

    /// Keeps a campaign in the folder of its results, so that it can be gone on with from there.
    pub fn keep(file: &Path, folder: &Path) -> Result<(), Message> {
        let copy = folder.join(CAMPAIGN);
        let failed = |error| words::UNWRITABLE.with("file", copy.display()).with("error", Foreign(error));
        let text = std::fs::read_to_string(file)
            .map_err(|error| words::UNREADABLE.with("file", file.display()).with("error", Foreign(error)))?;
        let home = std::path::absolute(file).map_err(failed)?;
        let home = home.parent().unwrap_or(Path::new("/"));
        let known =
            Campaign::parse(&text, Path::new("")).is_ok_and(|known| !known.folder.as_os_str().is_empty());
        let line = if known { String::new() } else { format!("folder = {:?}\n", home.display().to_string()) };
        std::fs::create_dir_all(folder).map_err(failed)?;
        write_whole(&copy, (line + &text).as_bytes())
    }

    /// The names of methods and programs, in order, or the complaint that two are alike.
    pub fn columns(&self) -> Result<Vec<String>, Message> {
        let methods = self.methods.iter().map(MethodRow::label);
        let names: Vec<String> = methods.chain(self.programs.iter().map(|row| row.name.clone())).collect();
        match (1..names.len()).find(|at| names[..*at].contains(&names[*at])) {
            Some(at) => Err(words::SAME_NAME.with("name", &names[at])),
            None if names.is_empty() => Err(words::NO_METHODS.say()),
            None => self.check_groups(&names).map(|()| names),
        }
    }

    fn check_groups(&self, names: &[String]) -> Result<(), Message> {
        for group in &self.groups {
            if let Some(unknown) = group.methods.iter().find(|method| !names.contains(method)) {
                return Err(words::BAD_GROUP.with("group", &group.name).with("method", unknown));
            }
        }
        Ok(())
    }
}

impl MethodRow {
    pub fn label(&self) -> String {
        self.name.clone().unwrap_or_else(|| self.method.clone())
    }
}

/// Looked at first: what a newer edition has beyond this one is not to be taken for a slip of the pen.
fn check_edition(text: &str) -> Result<(), Fault> {
    #[derive(Deserialize)]
    struct Head {
        edition: Option<u32>,
    }
    let edition = toml::from_str::<Head>(text).ok().and_then(|head| head.edition).unwrap_or(EDITION);
    let newer = || words::NEWER_CAMPAIGN.with("edition", edition).with("known", EDITION);
    if edition > EDITION { Err(newer().into()) } else { Ok(()) }
}

fn fault(text: &str, error: &toml::de::Error) -> Fault {
    let message = words::NO_CAMPAIGN.with("error", Message::quoted(error.message()));
    match error.span() {
        Some(span) => Fault::at_byte(text, span.start, message),
        None => message.into(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_missing_has_a_meaning_and_what_is_wrong_a_place() {
        let text = "title = 't'\n[[methods]]\nmethod = 'bfs'\n[[levels]]\npack = 'taquin-1-three'\n";
        let campaign = Campaign::parse(text, Path::new("")).unwrap();
        assert_eq!((campaign.repeats, campaign.seeds.as_slice(), campaign.threads), (1, &[0][..], 1));
        assert_eq!(campaign.columns().unwrap(), ["bfs"]);
        let seeds = |seeds: &str| Campaign::parse(&format!("seeds = {seeds}\n{text}"), Path::new(""));
        assert_eq!(seeds("'0..99'").unwrap().seeds, (0..100).collect::<Vec<u64>>());
        assert_eq!(seeds("[3, 5]").unwrap().seeds, [3, 5]);
        for wrong in ["'5..3'", "'all'", "'0..99999'", "'-1..4'"] {
            let fault = seeds(wrong).unwrap_err();
            assert!(fault.english().contains("0..99"), "{fault:?}");
        }
        let fault = Campaign::parse("title = 't'\nbudgets = 3\n", Path::new("")).unwrap_err();
        assert_eq!((fault.line, fault.kind()), (Some(2), words::NO_CAMPAIGN.id));
    }

    #[test]
    fn a_campaign_of_a_newer_version_is_told_by_its_edition() {
        let newer = "title = 't'\nedition = 7\nholograms = true\n";
        let fault = Campaign::parse(newer, Path::new("")).unwrap_err();
        assert!(fault.is(words::NEWER_CAMPAIGN), "{fault:?}");
        let first = "title = 't'\nedition = 1\n[[methods]]\nmethod = 'bfs'\n";
        assert_eq!(Campaign::parse(first, Path::new("")).unwrap().edition, EDITION);
    }

    #[test]
    fn limits_that_no_run_can_be_given_are_refused() {
        for limit in ["time = -1", "time = nan", "time = inf", "cpu_time = 0", "time = 1e300", "memory = 0"] {
            let text = format!("title = 't'\nbudget = {{ {limit} }}\n[[methods]]\nmethod = 'bfs'\n");
            let fault = Campaign::parse(&text, Path::new("")).unwrap_err();
            assert!(fault.is(words::BAD_LIMIT), "{limit}: {fault:?}");
        }
        let text = "title = 't'\nthreads = 0\n[[methods]]\nmethod = 'bfs'\n";
        assert!(Campaign::parse(text, Path::new("")).unwrap_err().is(words::BAD_LIMIT));
    }

    #[test]
    fn two_of_one_name_are_refused() {
        let text =
            "title = 't'\n[[methods]]\nmethod = 'bfs'\n[[methods]]\nmethod = 'bfs'\nmetric = 'slides'\n";
        let refusal = Campaign::parse(text, Path::new("")).unwrap().columns().unwrap_err();
        assert_eq!(refusal.id(), words::SAME_NAME.id);
    }
}
