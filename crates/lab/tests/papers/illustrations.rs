//! The 42 charts of the Sokoban paper's chapter 5 (illustrations 17 to 58): which picture of ours each is, and
//! a row for each with its figures and ours. Sums are over the levels that all searches of a chart solve, so
//! that like is set beside like; totals are those of the paper's own charts, each search over what it solves.

use std::cmp::Ordering;
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use ingenio_core::CampaignRun;
use ingenio_lab::Study;

use super::printed::{self, TOTALS};

/// The campaign whose charts they are.
pub const CAMPAIGN: &str = "sokoban-2s";

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Quantity {
    Solved,
    Time,
    Nodes,
    Steps,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Part {
    /// Level by level, with so many boxes.
    Boxes(u64),
    Total,
    Categories,
}

/// A search by the paper's name and by ours.
#[derive(Debug)]
struct Search {
    paper: &'static str,
    ours: &'static str,
    shown: &'static str,
}

const fn search(paper: &'static str, ours: &'static str, shown: &'static str) -> Search {
    Search { paper, ours, shown }
}

static FUNCTIONS: [Search; 4] = [
    search("Elegida", "Chosen", "Elegida"),
    search("Admisible", "Admissible", "Admisible"),
    search("Voraz", "Greedy", "Voraz"),
    search("Test", "Test", "Test"),
];
static ALGORITHMS: [Search; 2] = [search("Admisible", "Admissible", "A*"), search("IDA*", "IDA*", "IDA*")];

pub struct Illustration {
    pub number: u32,
    /// The name of our picture.
    pub chart: String,
    searches: &'static [Search],
    quantity: Quantity,
    part: Part,
}

/// In the order of the paper.
pub fn all() -> Vec<Illustration> {
    use Quantity::{Nodes, Solved, Steps, Time};
    let boxes = |searches, quantity| (2..=7).map(move |boxes| (searches, quantity, Part::Boxes(boxes)));
    let functions: &'static [Search] = &FUNCTIONS;
    let algorithms: &'static [Search] = &ALGORITHMS;
    let total = |searches, quantities: &[Quantity]| {
        quantities.iter().map(|quantity| (searches, *quantity, Part::Total)).collect::<Vec<_>>()
    };
    let categories = |searches, quantities: &[Quantity]| {
        quantities.iter().map(|quantity| (searches, *quantity, Part::Categories)).collect::<Vec<_>>()
    };
    let all = boxes(functions, Time)
        .chain(boxes(functions, Nodes))
        .chain(boxes(functions, Steps))
        .chain(total(functions, &[Solved, Time, Nodes, Steps]))
        .chain(categories(functions, &[Steps, Time, Nodes]))
        .chain(boxes(algorithms, Time))
        .chain(boxes(algorithms, Nodes))
        .chain(total(algorithms, &[Solved, Time, Nodes]))
        .chain(categories(algorithms, &[Time, Nodes]));
    let numbered = (17..).zip(all);
    numbered
        .map(|(number, (searches, quantity, part))| {
            let group = if searches.len() == ALGORITHMS.len() { "algorithms" } else { "functions" };
            let chart = format!("{group}-{}", chart(quantity, part));
            Illustration { number, chart, searches, quantity, part }
        })
        .collect()
}

fn chart(quantity: Quantity, part: Part) -> String {
    let what = match quantity {
        Quantity::Solved => return "solved".into(),
        Quantity::Time => "time",
        Quantity::Nodes => "nodes",
        Quantity::Steps => "length",
    };
    match part {
        Part::Boxes(boxes) => format!("{what}-{boxes}-boxes"),
        Part::Total => format!("total-{what}"),
        Part::Categories => format!("{what}-by-boxes-total"),
    }
}

/// One solved level.
#[derive(Clone, Copy)]
struct Run {
    boxes: u64,
    seconds: f64,
    nodes: u64,
    steps: u64,
    /// The nodes of IDA*'s last iteration, where they are counted.
    last: Option<u64>,
}

type Runs = BTreeMap<u32, Run>;

/// Levels 1 to 35 have two boxes, and so on.
const LAST_LEVELS: [(u32, u64); 6] = [(35, 2), (69, 3), (101, 4), (124, 5), (143, 6), (150, 7)];

fn boxes_of(level: u32) -> u64 {
    LAST_LEVELS.iter().find(|(last, _)| level <= *last).map_or(0, |(_, boxes)| *boxes)
}

fn theirs(search: &Search) -> Runs {
    let rows = &printed::sokoban()[search.paper];
    let run = |(level, row): (&u32, &printed::Row)| {
        let seconds = row.millis as f64 / 1000.0;
        (*level, Run { boxes: boxes_of(*level), seconds, nodes: row.nodes, steps: row.steps, last: None })
    };
    rows.iter().map(run).collect()
}

fn ours(study: &Study, search: &Search) -> Runs {
    let run = |record: &CampaignRun| {
        let effort = &record.answer.effort;
        let run = Run {
            boxes: record.features["boxes"],
            seconds: study.seconds(record),
            nodes: effort.nodes.unwrap_or(0),
            steps: study.length(record).unwrap_or(0),
            last: effort.counters.get("last_iteration").copied(),
        };
        (record.index as u32, run)
    };
    study.of(search.ours).filter(|record| record.is_solved()).map(run).collect()
}

/// What the searches of a chart have of its quantity, in the order of the searches.
struct Sums {
    levels: usize,
    values: Vec<f64>,
    /// The same with the last iteration of IDA* alone.
    last: Option<Vec<f64>>,
}

fn values(all: &[Runs], quantity: Quantity, boxes: Option<u64>, common_only: bool) -> Sums {
    let here = |run: &Run| boxes.is_none_or(|boxes| run.boxes == boxes);
    let solved = |runs: &Runs| -> BTreeSet<u32> {
        runs.iter().filter(|(_, run)| here(run)).map(|(level, _)| *level).collect()
    };
    let common = all.iter().map(solved).reduce(|one, other| &one & &other).unwrap_or_default();
    let sum = |runs: &Runs, last: bool| -> f64 {
        let counted =
            runs.iter().filter(|(level, run)| here(run) && (!common_only || common.contains(level)));
        counted.map(|(_, run)| run.of(quantity, last)).sum()
    };
    let values = all.iter().map(|runs| sum(runs, false)).collect();
    let counted =
        quantity == Quantity::Nodes && all.iter().any(|runs| runs.values().any(|run| run.last.is_some()));
    let last = counted.then(|| all.iter().map(|runs| sum(runs, true)).collect());
    Sums { levels: common.len(), values, last }
}

impl Sums {
    /// What the order is told by: of IDA* the last iteration, where it is counted.
    fn counted(&self) -> &[f64] {
        self.last.as_ref().unwrap_or(&self.values)
    }

    /// Says so.
    fn by(&self) -> Option<&'static str> {
        self.last.is_some().then_some(", by the last iteration")
    }
}

impl Run {
    fn of(&self, quantity: Quantity, last: bool) -> f64 {
        match quantity {
            Quantity::Solved => 1.0,
            Quantity::Time => self.seconds,
            Quantity::Nodes => self.last.filter(|_| last).unwrap_or(self.nodes) as f64,
            Quantity::Steps => self.steps as f64,
        }
    }
}

/// Three figures that matter.
fn short(value: f64) -> String {
    match value {
        ..1.0 => format!("{value:.4}"),
        ..100.0 => format!("{value:.2}"),
        _ => format!("{value:.0}"),
    }
}

impl Illustration {
    fn what(&self) -> String {
        let quantity = match self.quantity {
            Quantity::Solved => "levels solved",
            Quantity::Time => "time",
            Quantity::Nodes => "nodes",
            Quantity::Steps => "steps",
        };
        match self.part {
            Part::Boxes(boxes) => format!("{quantity}, {boxes} boxes"),
            Part::Total => format!("{quantity}, in total"),
            Part::Categories => format!("{quantity} by number of boxes"),
        }
    }

    /// The names with what they have.
    fn listed(&self, values: &[f64], scale: f64, unit: &str) -> String {
        let whole = self.quantity != Quantity::Time;
        let show = |value: f64| if whole { format!("{value:.0}") } else { short(value / scale) };
        let named = self.searches.iter().zip(values);
        let named: Vec<String> =
            named.map(|(search, value)| format!("{} {}", search.shown, show(*value))).collect();
        format!("{}{unit}", named.join(", "))
    }

    fn row(&self, theirs: &[Runs], ours: &[Runs], study: &Study) -> String {
        let (there, here, follows) = match self.part {
            Part::Boxes(boxes) => self.by_level(theirs, ours, boxes),
            Part::Total => self.in_total(theirs, ours, study),
            Part::Categories => self.by_category(theirs, ours),
        };
        format!(
            "| {} | {} | {there} | {here} | `lab run bench/papers/{CAMPAIGN}.toml`, `charts/{}` | {follows} |\n",
            self.number,
            self.what(),
            self.chart
        )
    }

    fn by_level(&self, theirs: &[Runs], ours: &[Runs], boxes: u64) -> (String, String, String) {
        let [there, here] = [theirs, ours].map(|runs| values(runs, self.quantity, Some(boxes), true));
        let time = self.quantity == Quantity::Time;
        let (minutes, seconds) = if time { (" min", " s") } else { ("", "") };
        let cell = |values: &Sums, scale: f64, unit: &str| {
            format!(
                "{}: {}{}",
                counted(values.levels),
                self.listed(&values.values, scale, unit),
                last(values)
            )
        };
        let follows = self.follows(&there.values, &here);
        (cell(&there, 60.0, minutes), cell(&here, 1.0, seconds), follows)
    }

    fn in_total(&self, theirs: &[Runs], ours: &[Runs], study: &Study) -> (String, String, String) {
        let [mut there, mut here] = [theirs, ours].map(|runs| values(runs, self.quantity, None, false));
        let mut units = ("", "");
        if self.quantity == Quantity::Time {
            // With what unsolved levels are charged, as the paper's chart has it.
            let hours = |search: &Search| {
                TOTALS.iter().find(|total| total.function == search.paper).map_or(0.0, |total| total.hours)
            };
            there.values = self.searches.iter().map(hours).collect();
            here.values =
                self.searches.iter().map(|search| study.summary(search.ours).total_seconds).collect();
            units = (" h", " s");
        }
        let follows = self.follows(&there.values, &here);
        let ours = self.listed(&here.values, 1.0, units.1) + &last(&here);
        (self.listed(&there.values, 1.0, units.0), ours, follows)
    }

    /// Which search has the least for each number of boxes, over the levels that all of them solve.
    fn by_category(&self, theirs: &[Runs], ours: &[Runs]) -> (String, String, String) {
        let [there, here] = [theirs, ours].map(|runs| {
            let sums = |boxes: u64| values(runs, self.quantity, Some(boxes), true);
            (2..=7).map(sums).collect::<Vec<Sums>>()
        });
        let least = |sums: &Sums| self.leaders(sums.counted());
        let told = |all: &[Sums]| {
            let named = (2..).zip(all).map(|(boxes, sums)| {
                format!("{boxes} boxes ({}): {}", counted(sums.levels), self.together(&least(sums)))
            });
            format!("the least: {}", named.collect::<Vec<String>>().join("; "))
        };
        let same = there.iter().zip(&here).filter(|(there, here)| least(there) == least(here)).count();
        let by = here.iter().find_map(Sums::by).unwrap_or_default();
        (told(&there), told(&here), format!("the same is least in {same} of {}{by}", there.len()))
    }

    /// Whether one value is ahead of another: less, but more of levels solved. Times of single runs that lie near are
    /// not told apart: a second run could exchange them.
    fn is_ahead(&self, one: f64, other: f64) -> bool {
        match self.quantity {
            Quantity::Solved => one > other,
            Quantity::Time => one * ABOUT_EQUAL < other,
            Quantity::Nodes | Quantity::Steps => one < other,
        }
    }

    /// Those whom nobody is ahead of.
    fn leaders(&self, values: &[f64]) -> Vec<&'static str> {
        let beaten = |value: f64| values.iter().any(|other| self.is_ahead(*other, value));
        let named = self.searches.iter().zip(values);
        named.filter(|(_, value)| !beaten(**value)).map(|(search, _)| search.shown).collect()
    }

    /// Every two of them: ahead, behind, or neither.
    fn order(&self, values: &[f64]) -> Vec<Ordering> {
        let pairs = values.iter().flat_map(|one| values.iter().map(move |other| (*one, *other)));
        let compared =
            pairs.map(|(one, other)| match (self.is_ahead(one, other), self.is_ahead(other, one)) {
                (true, _) => Ordering::Less,
                (_, true) => Ordering::Greater,
                _ => Ordering::Equal,
            });
        compared.collect()
    }

    /// Those that share a place: `A and B (about equal)`.
    fn together(&self, names: &[&str]) -> String {
        let Some((last, [])) = names.split_last() else {
            let equal = if self.quantity == Quantity::Time { "about equal" } else { "equal" };
            let (last, others) = names.split_last().expect("somebody has the place");
            return format!("{} and {last} ({equal})", others.join(", "));
        };
        (*last).to_owned()
    }

    fn follows(&self, there: &[f64], here: &Sums) -> String {
        let by = here.by().unwrap_or_default();
        let orders = [there, here.counted()].map(|values| self.order(values));
        let [there, here] = [there, here.counted()].map(|values| self.leaders(values));
        let reversed = |(there, here): (&Ordering, &Ordering)| there.is_ne() && *there == here.reverse();
        let best = if self.quantity == Quantity::Solved { "most" } else { "least" };
        let has = |names: &[&str]| {
            format!("{} {} the {best}", self.together(names), if names.len() == 1 { "has" } else { "have" })
        };
        if orders[0] == orders[1] {
            format!("the same order{by}")
        } else if !orders[0].iter().zip(&orders[1]).any(reversed) {
            format!("the same order where they differ in both{by}")
        } else if there == here {
            format!("{} there and here{by}; the rest in another order", has(&there))
        } else {
            format!("{} there, {} here{by}", has(&there), self.together(&here))
        }
    }
}

/// Single runs whose times are no farther apart are told to be about equal.
pub const ABOUT_EQUAL: f64 = 1.2;

fn counted(levels: usize) -> String {
    format!("{levels} level{}", if levels == 1 { "" } else { "s" })
}

/// IDA* counts all its iterations here; the paper's figure is very likely that of the last.
fn last(values: &Sums) -> String {
    let last = values.last.as_ref().and_then(|last| last.last());
    last.map_or(String::new(), |last| format!(" (its last iteration {last:.0})"))
}

/// A row for every illustration.
pub fn table(study: &Study) -> String {
    let head = "| illustration | what it shows | theirs | ours | command and picture | what follows |\n| --- | --- | --- | --- | --- | --- |\n";
    let of = |searches: &'static [Search]| {
        let theirs: Vec<Runs> = searches.iter().map(theirs).collect();
        let ours: Vec<Runs> = searches.iter().map(|search| ours(study, search)).collect();
        (theirs, ours)
    };
    let (functions, algorithms) = (of(&FUNCTIONS), of(&ALGORITHMS));
    let row = |illustration: &Illustration| {
        let (theirs, ours) =
            if illustration.searches.len() == ALGORITHMS.len() { &algorithms } else { &functions };
        illustration.row(theirs, ours, study)
    };
    let rows: String = all().iter().map(row).collect();
    (head.to_owned() + &rows).trim_end().to_owned()
}

/// Results of the campaign as if every search had solved two levels of each number of boxes: enough for every
/// chart to have something to show.
pub fn write_made_up_results(folder: &Path) {
    std::fs::copy(super::root().join(format!("bench/papers/{CAMPAIGN}.toml")), folder.join("campaign.toml"))
        .unwrap();
    let mut lines = String::new();
    for (search, boxes, place) in made_up_runs() {
        let index = boxes * 10 + place;
        let id = ingenio_core::LevelId::of("sokoban", &index.to_string());
        let run = serde_json::json!({
            "schema": ingenio_core::campaign_run::EDITION, "run": format!("{search}{index}"),
            "title": format!("Level {index}"), "set": "made up", "index": index,
            "features": { "boxes": boxes, "cells": 20 }, "name": search, "spec": search, "program": false,
            "optimal_asked": false, "limits": { "time": 2.0, "memory": 512 }, "repeat": 1,
            "answer": {
                "id": id, "puzzle": "sokoban", "method": search, "chosen": search, "outcome": "solved", "optimal": false,
                "solution": "R", "measures": { "moves": 10 + index, "pushes": 5 }, "metric": "moves", "nodes": 100 + index,
                "generated": 100, "counters": { "last_iteration": 50 }, "seconds": 0.25, "cpu_seconds": 0.25,
                "setup_seconds": 0.0, "peak_bytes": 1000, "seed": 0, "threads": 1
            },
            "process": { "wall_seconds": 0.25, "cpu_seconds": 0.25, "peak_bytes": 1000, "enforcer": "rlimit" },
            "version": "1", "commit": "c", "machine": "a machine", "begun": 1_700_000_000_000_u64
        });
        lines += &format!("{run}\n");
    }
    std::fs::write(folder.join("results.jsonl"), lines).unwrap();
}

fn made_up_runs() -> impl Iterator<Item = (&'static str, u64, u64)> {
    let searches = FUNCTIONS.iter().map(|search| search.ours).chain(["IDA*"]);
    searches
        .flat_map(|search| (2..=7).flat_map(move |boxes| (1..=2).map(move |place| (search, boxes, place))))
}

#[test]
fn equal_ones_share_a_place() {
    let of = |quantity| Illustration {
        number: 0,
        chart: String::new(),
        searches: &FUNCTIONS,
        quantity,
        part: Part::Total,
    };
    let sums = |values: &[f64]| Sums { levels: 1, values: values.to_vec(), last: None };
    let (solved, time, nodes) = (of(Quantity::Solved), of(Quantity::Time), of(Quantity::Nodes));
    assert_eq!(solved.leaders(&[150.0, 124.0, 150.0, 147.0]), ["Elegida", "Voraz"]);
    assert_eq!(time.leaders(&[1.0, 9.0, 1.1, 1.3]), ["Elegida", "Voraz"]);
    assert_eq!(nodes.leaders(&[1.0, 9.0, 1.1, 1.3]), ["Elegida"], "nodes are counted, not timed");
    let follows = |there: [f64; 4], here: [f64; 4]| time.follows(&there, &sums(&here));
    assert_eq!(follows([1.0, 9.0, 2.0, 3.0], [1.1, 8.0, 2.0, 2.9]), "the same order");
    let partly = "the same order where they differ in both";
    assert_eq!(follows([1.0, 9.0, 2.0, 3.0], [1.1, 9.0, 1.0, 3.0]), partly);
    let first = "Elegida has the least there and here; the rest in another order";
    assert_eq!(follows([1.0, 9.0, 2.0, 3.0], [1.0, 9.0, 3.0, 2.0]), first);
    let equal = "Elegida and Voraz (about equal) have the least there, Test here";
    assert_eq!(follows([1.0, 9.0, 1.0, 3.0], [1.1, 9.0, 1.0, 0.5]), equal);
}
