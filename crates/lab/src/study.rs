//! The results of a campaign, checked against each other and summed up.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::path::Path;

use ingenio_catalog::find;
use ingenio_core::{Message, Sense};

use crate::campaign::{Beside, CAMPAIGN, Campaign, Clock, Group};
use crate::journal::read_results;
use crate::record::{Record, Verdict};
use crate::statistics::median;
use crate::words;

#[derive(Clone, Debug)]
pub struct Study {
    pub title: String,
    pub about: String,
    pub beside: Vec<Beside>,
    pub findings: Vec<String>,
    pub clock: Clock,
    /// The feature by which levels are grouped.
    pub category: String,
    /// The measure that counts as length; without it each run's own metric.
    pub length: Option<String>,
    /// In the order of the campaign.
    pub methods: Vec<String>,
    pub records: Vec<Record>,
    /// Levels, limits, machine, program and date in one line.
    pub circumstances: String,
    /// The table of people stands in the report even where nobody has played yet.
    pub people: bool,
    /// Methods that have charts of their own.
    pub groups: Vec<Group>,
    index: Index,
}

/// Where the runs of each method stand among the records: charts ask for them again and again.
#[derive(Clone, Debug, Default)]
struct Index {
    /// Methods in the order in which they appear.
    methods: Vec<String>,
    places: HashMap<String, Places>,
}

#[derive(Clone, Debug, Default)]
struct Places {
    all: Vec<usize>,
    by_category: BTreeMap<u64, Vec<usize>>,
}

impl Index {
    fn new(records: &[Record], category: &str) -> Self {
        let mut index = Index::default();
        for (at, record) in records.iter().enumerate() {
            if !index.places.contains_key(&record.method) {
                index.methods.push(record.method.clone());
                index.places.insert(record.method.clone(), Places::default());
            }
            let places = index.places.entry(record.method.clone()).or_default();
            places.all.push(at);
            if let Some(value) = record.features.get(category) {
                places.by_category.entry(*value).or_default().push(at);
            }
        }
        index
    }
}

/// A method in figures. Runs that were not solved are charged their whole limit.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Summary {
    pub method: String,
    pub runs: usize,
    pub solved: usize,
    pub optimal: usize,
    pub unknown: usize,
    pub failed: usize,
    pub crashed: usize,
    pub wrong: usize,
    /// Mean over runs of the time, unsolved ones charged twice their limit.
    pub par2: f64,
    pub total_seconds: f64,
    pub median_seconds: Option<f64>,
    pub nodes: u64,
    /// Of solved levels only, as the Sokoban paper counts.
    pub nodes_solved: u64,
    pub length: u64,
    /// The sum of best/own over solved levels, as planning competitions score.
    pub quality: f64,
    pub peak_bytes: u64,
}

impl Summary {
    /// A wrong answer voids all others.
    pub fn is_void(&self) -> bool {
        self.wrong > 0
    }

    /// Steps of solutions for each hour of computing, as the Sokoban paper has it.
    pub fn length_per_hour(&self) -> f64 {
        self.length as f64 / (self.total_seconds / 3600.0).max(1e-9)
    }

    /// Nodes of solved levels for each hour, again as the Sokoban paper has it.
    pub fn nodes_per_hour(&self) -> f64 {
        self.nodes_solved as f64 / (self.total_seconds / 3600.0).max(1e-9)
    }
}

impl Study {
    pub fn new(campaign: Option<&Campaign>, mut records: Vec<Record>) -> Self {
        cross_check(&mut records);
        let category = campaign.and_then(|campaign| campaign.category.clone());
        let category = category.unwrap_or_else(|| own_category(&records));
        let index = Index::new(&records, &category);
        let known = campaign.and_then(|campaign| campaign.columns().ok()).unwrap_or_default();
        let mut methods: Vec<String> =
            known.into_iter().filter(|name| index.places.contains_key(name)).collect();
        methods
            .extend(index.methods.iter().filter(|name| !methods.contains(name)).cloned().collect::<Vec<_>>());
        let programs = records.iter().any(|record| record.program);
        let clock = campaign.map_or(if programs { Clock::Cpu } else { Clock::Method }, Campaign::clock);
        Study {
            title: campaign
                .map_or_else(|| words::RESULTS_TITLE.say().to_string(), |campaign| campaign.title.clone()),
            about: campaign.map_or_else(String::new, |campaign| campaign.about.clone()),
            beside: campaign.map_or_else(Vec::new, |campaign| campaign.beside.clone()),
            findings: campaign.map_or_else(Vec::new, |campaign| campaign.findings.clone()),
            category,
            length: campaign.and_then(|campaign| campaign.length.clone()),
            clock,
            circumstances: circumstances(&records),
            people: campaign.is_some_and(|campaign| campaign.people),
            groups: campaign.map_or_else(Vec::new, |campaign| campaign.groups.clone()),
            index,
            methods,
            records,
        }
    }

    /// The results in a folder, or in a file of their own, with the campaign that lies beside them.
    pub fn read(results: &Path) -> Result<Self, Message> {
        let folder = if results.is_dir() { results } else { results.parent().unwrap_or(Path::new("")) };
        let campaign = Campaign::read(&folder.join(CAMPAIGN)).ok();
        Ok(Study::new(campaign.as_ref(), read_results(results)?))
    }

    /// Seconds of a run by the clock of the study.
    pub fn seconds(&self, record: &Record) -> f64 {
        match self.clock {
            Clock::Method => record.seconds.unwrap_or(record.wall_seconds),
            Clock::Cpu => record.cpu_seconds,
            Clock::Wall => record.wall_seconds,
        }
    }

    /// Seconds with an unsolved run charged its whole limit.
    pub fn charged(&self, record: &Record) -> f64 {
        match record.time_limit {
            Some(limit) if !record.is_solved() => limit.max(self.seconds(record)),
            _ => self.seconds(record),
        }
    }

    /// The figure of a solution by which methods are compared.
    pub fn length(&self, record: &Record) -> Option<u64> {
        match &self.length {
            Some(measure) => record.measure(measure),
            None => record.length(),
        }
    }

    pub fn of<'a>(&'a self, method: &'a str) -> impl Iterator<Item = &'a Record> + 'a {
        let places = self.index.places.get(method).map(|places| places.all.as_slice());
        places.unwrap_or_default().iter().map(|at| &self.records[*at])
    }

    /// The runs of a method on levels of a category.
    pub fn of_category<'a>(
        &'a self,
        method: &'a str,
        category: u64,
    ) -> impl Iterator<Item = &'a Record> + 'a {
        let places = self.index.places.get(method).and_then(|places| places.by_category.get(&category));
        places.into_iter().flatten().map(|at| &self.records[*at])
    }

    /// The runs of a method on one level, by its id.
    pub fn records_on<'a>(&'a self, method: &'a str, level: &str) -> Vec<&'a Record> {
        self.of(method).filter(|record| record.level == level).collect()
    }

    /// The same study with these methods alone.
    #[must_use]
    pub fn only(&self, methods: &[String]) -> Self {
        let methods = self.methods.iter().filter(|method| methods.contains(method)).cloned().collect();
        Study { methods, groups: Vec::new(), ..self.clone() }
    }

    pub fn summary(&self, method: &str) -> Summary {
        self.sum_up(method, &self.best_lengths())
    }

    fn sum_up(&self, method: &str, best: &HashMap<(&str, &str), u64>) -> Summary {
        let mut summary = Summary { method: method.to_owned(), ..Summary::default() };
        let (mut times, mut par2) = (Vec::new(), 0.0);
        for record in self.of(method) {
            summary.runs += 1;
            match record.outcome {
                Verdict::Solved | Verdict::Unsolvable => summary.solved += 1,
                Verdict::Unknown => summary.unknown += 1,
                Verdict::Failed => summary.failed += 1,
                Verdict::Crashed => summary.crashed += 1,
                Verdict::Wrong => summary.wrong += 1,
            }
            let charged = self.charged(record);
            summary.total_seconds += charged;
            par2 += if record.is_solved() { charged } else { 2.0 * charged };
            summary.nodes += record.nodes.unwrap_or(0);
            summary.peak_bytes = summary.peak_bytes.max(record.peak_bytes);
            summary.optimal += usize::from(record.optimal);
            if record.is_solved() {
                times.push(self.seconds(record));
                summary.length += self.length(record).unwrap_or(0);
                summary.nodes_solved += record.nodes.unwrap_or(0);
                summary.quality += self.quality(record, best);
            }
        }
        summary.par2 = par2 / (summary.runs as f64).max(1.0);
        summary.median_seconds = median(&times);
        summary
    }

    pub fn summaries(&self) -> Vec<Summary> {
        let best = self.best_lengths();
        self.methods.iter().map(|method| self.sum_up(method, &best)).collect()
    }

    fn best_lengths(&self) -> HashMap<(&str, &str), u64> {
        let mut best: HashMap<(&str, &str), u64> = HashMap::new();
        for record in &self.records {
            let Some(length) = self.length(record) else { continue };
            let known = best.entry((&record.level, self.measure_of(record))).or_insert(length);
            *known =
                if *known == length || is_maximum(record) { length.max(*known) } else { length.min(*known) };
        }
        best
    }

    fn measure_of<'a>(&'a self, record: &'a Record) -> &'a str {
        self.length.as_deref().unwrap_or(&record.metric)
    }

    fn quality(&self, record: &Record, best: &HashMap<(&str, &str), u64>) -> f64 {
        let best = best.get(&(record.level.as_str(), self.measure_of(record)));
        let (Some(length), Some(best)) = (self.length(record), best) else { return 1.0 };
        let (small, large) = (length.min(*best), length.max(*best));
        if large == 0 { 1.0 } else { small as f64 / large as f64 }
    }

    /// Errors that no limit explains, for the top of the report.
    pub fn unexplained(&self) -> impl Iterator<Item = &Record> {
        self.records
            .iter()
            .filter(|record| matches!(record.outcome, Verdict::Failed | Verdict::Crashed | Verdict::Wrong))
    }

    /// The values of the category, in order.
    pub fn categories(&self) -> Vec<u64> {
        let values = self.index.places.values().flat_map(|places| places.by_category.keys());
        values.copied().collect::<BTreeSet<u64>>().into_iter().collect()
    }
}

/// One line on the circumstances: levels, limits, machine, program, date.
fn circumstances(records: &[Record]) -> String {
    let sets: BTreeSet<&str> = records.iter().map(|record| record.set.as_str()).collect();
    let mut sets: Vec<&str> = sets.into_iter().collect();
    let more = sets.len().saturating_sub(3);
    sets.truncate(3);
    let sets = sets.join(", ");
    let sets =
        if more > 0 { words::MORE_SETS.with("sets", sets).with("more", more).to_string() } else { sets };
    let first = records.first();
    let time = first.and_then(|record| record.time_limit).map(|time| format!("{time} s"));
    let memory = first.and_then(|record| record.memory_limit).map(|size| format!("{size} MiB"));
    let limits: Vec<String> = [time, memory].into_iter().flatten().collect();
    let limits = if limits.is_empty() { words::NO_LIMITS.say().to_string() } else { limits.join(", ") };
    let machine = first.map_or("", |record| record.machine.as_str());
    let day = records.iter().map(|record| record.begun).max().map_or(String::new(), date);
    let line = words::CIRCUMSTANCES.with("sets", sets).with("limits", limits).with("machine", machine);
    line.with("programs", programs(records)).with("day", day).to_string()
}

/// The versions and builds of ours that made the runs: usually one.
fn programs(records: &[Record]) -> String {
    let ours = records.iter().filter(|record| !record.program && !record.version.is_empty());
    let builds: BTreeSet<(&str, &str)> =
        ours.map(|record| (record.version.as_str(), record.commit.as_str())).collect();
    builds
        .into_iter()
        .map(|(version, commit)| words::PROGRAM.with("version", version).with("commit", commit).to_string())
        .collect()
}

/// Does a larger figure mean a better solution?
pub fn is_maximum(record: &Record) -> bool {
    let metric = record.metric.split(',').next().unwrap_or("");
    let puzzle = find(&record.puzzle).ok();
    let metric = puzzle.and_then(|puzzle| puzzle.info().metrics.iter().find(|known| known.name == metric));
    metric.is_some_and(|metric| metric.sense == Sense::Most)
}

/// Grouped by what makes such levels hard.
fn own_category(records: &[Record]) -> String {
    let has = |name: &&&str| records.iter().any(|record| record.features.contains_key(**name));
    ["boxes", "pieces", "tiles", "cells"].iter().find(has).map_or("cells", |name| name).to_owned()
}

/// Proofs are refuted by others' solutions: a level said to be unsolvable that someone solves, a best
/// that someone beats. Who said it was wrong.
fn cross_check(records: &mut [Record]) {
    let refutations = refutations(records);
    for (at, refutation) in refutations {
        records[at].outcome = Verdict::Wrong;
        records[at].optimal = false;
        records[at].error = Some(refutation.to_string());
    }
}

fn refutations(records: &[Record]) -> Vec<(usize, Message)> {
    let mut solved: HashMap<&str, &str> = HashMap::new();
    let mut best: HashMap<(&str, &str), (u64, &str)> = HashMap::new();
    for record in records.iter().filter(|record| record.solution.is_some()) {
        // A placement of some tiles solves nothing that was asked to be full, and is one all the same.
        solved.entry(&record.level).or_insert(&record.method);
        let Some(length) = record.length() else { continue };
        let known = best.entry((&record.level, &record.metric)).or_insert((length, &record.method));
        let better = if is_maximum(record) { length > known.0 } else { length < known.0 };
        if better {
            *known = (length, &record.method);
        }
    }
    let refutation = |record: &Record| match record.outcome {
        Verdict::Unsolvable => {
            solved.get(record.level.as_str()).map(|other| words::CONTRADICTED.with("other", other))
        }
        Verdict::Solved if record.optimal => {
            let found = best.get(&(record.level.as_str(), record.metric.as_str()));
            found.filter(|(found, _)| record.length() != Some(*found)).map(|(found, other)| {
                let said = record.length().map_or(String::new(), |length| length.to_string());
                words::BEATEN.with("said", said).with("other", other).with("found", found)
            })
        }
        _ => None,
    };
    records.iter().enumerate().filter_map(|(at, record)| Some((at, refutation(record)?))).collect()
}

/// Milliseconds since 1970 as a day.
pub fn date(millis: u64) -> String {
    // Howard Hinnant's way from days to the calendar: years begin in March, eras last 400 years.
    let days = (millis / 86_400_000) as i64 + 719_468;
    let (era, of_era) = (days.div_euclid(146_097), days.rem_euclid(146_097));
    let year = (of_era - of_era / 1460 + of_era / 36_524 - of_era / 146_096) / 365;
    let of_year = of_era - (365 * year + year / 4 - year / 100);
    let shifted = (5 * of_year + 2) / 153;
    let day = of_year - (153 * shifted + 2) / 5 + 1;
    let month = if shifted < 10 { shifted + 3 } else { shifted - 9 };
    let year = year + era * 400 + i64::from(month <= 2);
    format!("{year}-{month:02}-{day:02}")
}
