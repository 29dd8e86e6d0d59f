//! The results of a campaign, checked against each other and summed up.

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};
use std::path::Path;

use ingenio_catalog::find;
use ingenio_core::day::Day;
use ingenio_core::{Claim, Dated, LevelId, Limit, Message, Sense};

use crate::campaign::{Beside, CAMPAIGN, Campaign, Clock, Group};
use crate::facts::{Fact, read_facts};
use crate::journal::read_all;
use crate::kept_plan::own_runs;
use crate::known::Known;
use crate::local;
use crate::machine::{said_build, said_machine};
use crate::machines::mixed_machines;
use crate::statistics::median;
use crate::words;
use ingenio_core::{CampaignRun, Ending};

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
    pub records: Vec<CampaignRun>,
    /// Levels, limits, machine, program and date in one line.
    pub circumstances: String,
    /// The table of people stands in the report even where nobody has played yet.
    pub people: bool,
    /// Methods that have charts of their own.
    pub groups: Vec<Group>,
    /// The tasks that every method has solved that solves any: only over these are sums comparable.
    pub common: HashSet<TaskKey>,
    /// What a reader must know before the figures: lines that were passed over, results left out.
    pub warnings: Vec<String>,
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
    fn new(records: &[CampaignRun], category: &str) -> Self {
        let mut index = Index::default();
        for (at, record) in records.iter().enumerate() {
            if !index.places.contains_key(&record.name) {
                index.methods.push(record.name.clone());
                index.places.insert(record.name.clone(), Places::default());
            }
            let places = index.places.entry(record.name.clone()).or_default();
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
    /// Claims that nothing supports or refutes; they count for nothing.
    pub unverified: usize,
    /// Mean over runs of the time, unsolved ones charged twice their limit.
    pub par2: f64,
    pub total_seconds: f64,
    /// Of all runs, unsolved ones charged their limit.
    pub median_seconds: Option<f64>,
    pub nodes: u64,
    /// Of solved levels only, as the Sokoban paper counts.
    pub nodes_solved: u64,
    /// What a method counts besides, of solved levels: the last iterations of IDA*.
    pub counters_solved: BTreeMap<String, u64>,
    pub length: u64,
    /// The sum of best/own over solved levels, as planning competitions score.
    pub quality: f64,
    pub peak_bytes: u64,
    /// Sums over the tasks that every method solved; nothing where there are none, or a program does not tell.
    pub common_nodes: Option<u64>,
    pub common_length: Option<u64>,
    pub common_seconds: Option<f64>,
    /// Runs whose time on the wall ran out while others had the processor.
    pub starved: usize,
}

/// What tells a task from others: level, seed and repetition.
pub type TaskKey = (LevelId, u64, u32);

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
    pub fn new(campaign: Option<&Campaign>, records: Vec<CampaignRun>) -> Self {
        Study::with_facts(campaign, records, &[])
    }

    /// The same where more is known of the levels than the runs tell.
    pub fn with_facts(campaign: Option<&Campaign>, mut records: Vec<CampaignRun>, facts: &[Fact]) -> Self {
        cross_check(&mut records, facts);
        let category = campaign.and_then(|campaign| campaign.category.clone());
        let category = category.unwrap_or_else(|| own_category(&records));
        let index = Index::new(&records, &category);
        let known = campaign.and_then(|campaign| campaign.columns().ok()).unwrap_or_default();
        let mut methods: Vec<String> =
            known.into_iter().filter(|name| index.places.contains_key(name)).collect();
        methods
            .extend(index.methods.iter().filter(|name| !methods.contains(name)).cloned().collect::<Vec<_>>());
        let clock = clock(campaign, &records);
        let study = Study {
            title: campaign
                .map_or_else(|| words::RESULTS_TITLE.say().written(), |campaign| campaign.title.clone()),
            about: campaign.map_or_else(String::new, |campaign| campaign.about.clone()),
            beside: campaign.map_or_else(Vec::new, |campaign| campaign.beside.clone()),
            findings: campaign.map_or_else(Vec::new, |campaign| campaign.findings.clone()),
            category,
            length: campaign.and_then(|campaign| campaign.length.clone()),
            clock,
            circumstances: circumstances(&records.iter().collect::<Vec<_>>()),
            people: campaign.is_some_and(|campaign| campaign.people),
            groups: campaign.map_or_else(Vec::new, |campaign| campaign.groups.clone()),
            common: HashSet::new(),
            warnings: Vec::new(),
            index,
            methods,
            records,
        };
        study.with_common()
    }

    fn with_common(self) -> Self {
        let solved = |method: &String| -> HashSet<TaskKey> {
            self.of(method).filter(|run| run.is_solved()).map(CampaignRun::task_key).collect()
        };
        let all = self.methods.iter().map(solved).filter(|solved| !solved.is_empty());
        Study { common: all.reduce(|all, own| &all & &own).unwrap_or_default(), ..self }
    }

    /// Is it one of the runs over which sums are comparable?
    pub fn is_common(&self, record: &CampaignRun) -> bool {
        record.is_solved() && self.common.contains(&record.task_key())
    }

    /// The results in a folder, or in a file of their own, with the campaign that lies beside them.
    pub fn read(results: &Path) -> Result<Self, Message> {
        let folder = if results.is_dir() { results } else { results.parent().unwrap_or(Path::new("")) };
        let (campaign, mut warnings) = campaign_of(folder);
        let read = read_all(results)?;
        let (runs, left_out) = own_runs(folder, read.runs);
        warnings.extend(read.odd);
        warnings.extend((left_out > 0).then(|| words::LEFT_OUT.with("runs", left_out)));
        warnings.extend(mixed_machines(&runs));
        let study = Study::with_facts(campaign.as_ref(), runs, &read_facts(folder)?);
        Ok(Study { warnings: warnings.iter().map(Message::english).collect(), ..study })
    }

    /// Seconds of a run by the clock of the study.
    pub fn seconds(&self, record: &CampaignRun) -> f64 {
        self.clock.seconds(record)
    }

    /// Seconds with an unsolved run charged its whole limit; but one that says what is least within its
    /// periods has ended with all that it was asked for, and took what it took.
    pub fn charged(&self, record: &CampaignRun) -> f64 {
        let within = record.answer.outcome.limit() == Some(Limit::Periods);
        if within { self.seconds(record) } else { self.limited(record) }
    }

    fn limited(&self, record: &CampaignRun) -> f64 {
        match self.clock.limit(&record.limits) {
            // A run that others kept from the processor is charged what it had of it.
            _ if record.process.conditions.starved => record.process.cpu_seconds,
            Some(limit) if !record.is_solved() => limit.max(self.seconds(record)),
            _ => self.seconds(record),
        }
    }

    /// What a run costs in PAR-2: its time, and twice its limit where it was not solved.
    pub fn penalized(&self, record: &CampaignRun) -> f64 {
        let once = record.is_solved() || record.process.conditions.starved;
        self.limited(record) * if once { 1.0 } else { 2.0 }
    }

    /// The figure of a solution by which methods are compared.
    pub fn length(&self, record: &CampaignRun) -> Option<u64> {
        match &self.length {
            Some(measure) => record.answer.measure(measure),
            None => record.answer.length(),
        }
    }

    pub fn of<'a>(&'a self, method: &'a str) -> impl Iterator<Item = &'a CampaignRun> + 'a {
        let places = self.index.places.get(method).map(|places| places.all.as_slice());
        places.unwrap_or_default().iter().map(|at| &self.records[*at])
    }

    /// The runs of a method on levels of a category.
    pub fn of_category<'a>(
        &'a self,
        method: &'a str,
        category: u64,
    ) -> impl Iterator<Item = &'a CampaignRun> + 'a {
        let places = self.index.places.get(method).and_then(|places| places.by_category.get(&category));
        places.into_iter().flatten().map(|at| &self.records[*at])
    }

    /// The runs of a method on one level, by its id.
    pub fn records_on<'a>(&'a self, method: &'a str, level: LevelId) -> Vec<&'a CampaignRun> {
        self.of(method).filter(|record| record.answer.id == level).collect()
    }

    /// The same study with these methods alone.
    #[must_use]
    pub fn only(&self, methods: &[String]) -> Self {
        let methods = self.methods.iter().filter(|method| methods.contains(method)).cloned().collect();
        Study { methods, groups: Vec::new(), ..self.clone() }.with_common()
    }

    pub fn summary(&self, method: &str) -> Summary {
        self.sum_up(method, &self.best_lengths())
    }

    fn sum_up(&self, method: &str, best: &HashMap<(LevelId, &str), u64>) -> Summary {
        let mut summary = Summary { method: method.to_owned(), ..Summary::default() };
        let (mut times, mut par2) = (Vec::new(), 0.0);
        for record in self.of(method) {
            summary.runs += 1;
            match record.answer.outcome.kind() {
                Ending::Solved | Ending::Unsolvable => summary.solved += 1,
                Ending::Unknown => summary.unknown += 1,
                Ending::Failed => summary.failed += 1,
                Ending::Crashed => summary.crashed += 1,
                Ending::Wrong => summary.wrong += 1,
                Ending::Unverified => summary.unverified += 1,
            }
            let charged = self.charged(record);
            summary.total_seconds += charged;
            par2 += self.penalized(record);
            summary.nodes += record.answer.effort.nodes.unwrap_or(0);
            summary.peak_bytes = summary.peak_bytes.max(record.process.peak_bytes);
            summary.starved += usize::from(record.process.conditions.starved);
            summary.optimal += usize::from(record.answer.is_optimal());
            times.push(charged);
            if record.is_solved() {
                summary.length += self.length(record).unwrap_or(0);
                summary.nodes_solved += record.answer.effort.nodes.unwrap_or(0);
                for (name, count) in &record.answer.effort.counters {
                    *summary.counters_solved.entry(name.clone()).or_default() += count;
                }
                summary.quality += self.quality(record, best);
            }
        }
        summary.par2 = par2 / (summary.runs as f64).max(1.0);
        summary.median_seconds = median(&times);
        summary
    }

    /// The sum of a figure over common tasks; nothing where some run does not tell it.
    fn common_sum<F: std::iter::Sum<F>>(
        &self,
        method: &str,
        figure: impl Fn(&CampaignRun) -> Option<F>,
    ) -> Option<F> {
        let mut runs = self.of(method).filter(|run| self.is_common(run)).peekable();
        runs.peek()?;
        runs.map(figure).sum()
    }

    pub fn summaries(&self) -> Vec<Summary> {
        let best = self.best_lengths();
        let of = |method: &String| Summary {
            common_nodes: self.common_sum(method, |run| run.answer.effort.nodes),
            common_length: self.common_sum(method, |run| self.length(run)),
            common_seconds: self.common_sum(method, |run| Some(self.seconds(run))),
            ..self.sum_up(method, &best)
        };
        self.methods.iter().map(of).collect()
    }

    fn best_lengths(&self) -> HashMap<(LevelId, &str), u64> {
        let mut best: HashMap<(LevelId, &str), u64> = HashMap::new();
        for record in &self.records {
            let Some(length) = self.length(record) else { continue };
            let known = best.entry((record.answer.id, self.measure_of(record))).or_insert(length);
            *known = if *known == length || is_maximum(&record.answer) {
                length.max(*known)
            } else {
                length.min(*known)
            };
        }
        best
    }

    fn measure_of<'a>(&'a self, record: &'a CampaignRun) -> &'a str {
        self.length.as_deref().unwrap_or(record.answer.metric.as_deref().unwrap_or(""))
    }

    fn quality(&self, record: &CampaignRun, best: &HashMap<(LevelId, &str), u64>) -> f64 {
        let best = best.get(&(record.answer.id, self.measure_of(record)));
        let (Some(length), Some(best)) = (self.length(record), best) else { return 1.0 };
        let (small, large) = (length.min(*best), length.max(*best));
        if large == 0 { 1.0 } else { small as f64 / large as f64 }
    }

    /// The points of a method: what each solved level is worth, times best length over own.
    pub fn points(&self, method: &str) -> f64 {
        let best = self.best_lengths();
        self.of(method).map(|record| self.points_of(record, &best)).sum()
    }

    fn points_of(&self, record: &CampaignRun, best: &HashMap<(LevelId, &str), u64>) -> f64 {
        if record.is_solved() { record.points * self.quality(record, best) } else { 0.0 }
    }

    /// The points of each run of a method, and the best length that anybody has on its level.
    pub fn run_points<'a>(&'a self, method: &'a str) -> Vec<(&'a CampaignRun, f64, Option<u64>)> {
        let best = self.best_lengths();
        let length = |record: &CampaignRun| best.get(&(record.answer.id, self.measure_of(record))).copied();
        self.of(method).map(|record| (record, self.points_of(record, &best), length(record))).collect()
    }

    /// The most points that anybody could have.
    pub fn most_points(&self) -> f64 {
        let of = |method: &String| self.of(method).map(|record| record.points).sum::<f64>();
        self.methods.iter().map(of).fold(0.0, f64::max)
    }

    /// The circumstances as authors of programs may know them: without the sets of hidden levels.
    pub fn open_circumstances(&self) -> String {
        circumstances(&self.records.iter().filter(|record| !record.hidden).collect::<Vec<_>>())
    }

    /// Have programs of others taken part?
    pub fn has_programs(&self) -> bool {
        self.records.iter().any(|record| record.program)
    }

    /// Errors that no limit explains, for the top of the report.
    pub fn unexplained(&self) -> impl Iterator<Item = &CampaignRun> {
        self.records.iter().filter(|record| {
            matches!(record.answer.outcome.kind(), Ending::Failed | Ending::Crashed | Ending::Wrong)
        })
    }

    /// The values of the category, in order.
    pub fn categories(&self) -> Vec<u64> {
        let values = self.index.places.values().flat_map(|places| places.by_category.keys());
        values.copied().collect::<BTreeSet<u64>>().into_iter().collect()
    }
}

/// The campaign beside results; results without one are results all the same.
fn campaign_of(folder: &Path) -> (Option<Campaign>, Vec<Message>) {
    let file = folder.join(CAMPAIGN);
    if !file.exists() {
        return (None, Vec::new());
    }
    let told = |fault| words::WITHOUT_CAMPAIGN.with("file", file.display()).with("error", fault);
    match Campaign::read(&file) {
        Ok(campaign) => (Some(campaign), Vec::new()),
        Err(fault) => (None, vec![told(fault)]),
    }
}

/// What the campaign asks for. Programs are started anew for each level, so only the processor treats them
/// and us alike; and a clock that some solved run does not know is none.
fn clock(campaign: Option<&Campaign>, records: &[CampaignRun]) -> Clock {
    let told = |record: &CampaignRun| !record.is_solved() || record.answer.effort.seconds.is_some();
    match campaign.and_then(|campaign| campaign.clock) {
        None if records.iter().any(|record| record.program) => Clock::Cpu,
        None | Some(Clock::Method) if !records.iter().all(told) => Clock::Cpu,
        None => Clock::Method,
        Some(clock) => clock,
    }
}

/// One line on the circumstances: levels, limits, machine, program, date.
fn circumstances(records: &[&CampaignRun]) -> String {
    let sets: BTreeSet<&str> = records.iter().map(|record| record.set.as_str()).collect();
    let mut sets: Vec<&str> = sets.into_iter().collect();
    let more = sets.len().saturating_sub(3);
    sets.truncate(3);
    let sets = sets.join(", ");
    let sets = if more > 0 { words::MORE_SETS.with("sets", sets).with("more", more).written() } else { sets };
    let first = records.first();
    let time = first.and_then(|record| record.limits.time).map(|time| format!("{} s", local(time)));
    let memory = first.and_then(|record| record.limits.memory).map(|size| format!("{size} MiB"));
    let limits: Vec<String> = [time, memory].into_iter().flatten().collect();
    let limits = if limits.is_empty() { words::NO_LIMITS.say().written() } else { limits.join(", ") };
    let machine = said_machine(first.map_or("", |record| record.machine.as_str()));
    let day = records.iter().map(|record| record.begun).max().map_or(String::new(), date);
    let line = words::CIRCUMSTANCES.with("sets", sets).with("limits", limits).with("machine", machine);
    line.with("programs", programs(records)).with("day", Dated(day)).written()
}

/// The versions and builds of ours that made the runs: usually one.
fn programs(records: &[&CampaignRun]) -> String {
    let ours = records.iter().filter(|record| !record.program && !record.version.is_empty());
    let builds: BTreeSet<(&str, &str)> =
        ours.map(|record| (record.version.as_str(), record.commit.as_str())).collect();
    builds
        .into_iter()
        .map(|(version, commit)| {
            words::PROGRAM.with("version", version).with("commit", said_build(commit)).written()
        })
        .collect()
}

/// Does a larger figure mean a better solution?
pub fn is_maximum(answer: &Claim) -> bool {
    let puzzle = find(&answer.puzzle).ok();
    let metrics = puzzle.map_or(&[][..], |puzzle| puzzle.info().metrics);
    metrics.iter().any(|metric| metric.name == answer.first_metric() && metric.sense == Sense::Most)
}

/// Grouped by what makes such levels hard.
fn own_category(records: &[CampaignRun]) -> String {
    let has = |name: &&&str| records.iter().any(|record| record.features.contains_key(**name));
    ["boxes", "pieces", "tiles", "cells"].iter().find(has).map_or("cells", |name| name).to_owned()
}

/// Holds every claim against the solutions and proofs of the others. A level said to be unsolvable that
/// someone solves, a best that someone beats: who said it was wrong. What a program of others claims and
/// a method of ours proves is true; what nobody proves stays unverified.
fn cross_check(records: &mut [CampaignRun], facts: &[Fact]) {
    let known = Known::of(records, facts);
    let judged: Vec<_> = records.iter().map(|record| known.judge(record)).collect();
    for (record, outcome) in records.iter_mut().zip(judged) {
        if let Some(outcome) = outcome {
            record.answer.outcome = outcome;
        }
    }
}

/// Milliseconds since 1970 as a day.
pub fn date(millis: u64) -> String {
    Day::at(i64::try_from(millis).unwrap_or(i64::MAX)).to_string()
}
