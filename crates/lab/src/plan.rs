//! All runs of a campaign, and what they cost.

use std::collections::{HashMap, HashSet};

use ingenio_core::{Fault, Message};
use sha2::{Digest, Sha256};

use crate::campaign::Campaign;
use crate::contestant::Contestant;
use crate::gather::{TestLevel, gather};
use crate::machine::hex;
use crate::pattern::Pattern;
use crate::words;
use ingenio_core::CampaignRun;

#[derive(Clone, Debug)]
pub struct Plan {
    pub campaign: Campaign,
    pub levels: Vec<TestLevel>,
    pub(crate) contestants: Vec<Contestant>,
    pub(crate) patterns: Vec<Pattern>,
    /// Level by level, so that all methods meet the same weather; on every level another begins, for whoever
    /// comes second finds the machine warm.
    pub runs: Vec<RunSpec>,
}

/// One run: places in the lists of the plan, and the id.
#[derive(Clone, Debug)]
pub struct RunSpec {
    pub id: String,
    pub level: usize,
    pub contestant: usize,
    pub seed: u64,
    pub repeat: u32,
}

impl Plan {
    pub fn new(campaign: Campaign) -> Result<Self, Fault> {
        let contestants = Contestant::all(&campaign)?;
        let patterns = Pattern::all(&campaign.attributes)?;
        let levels = gather(&campaign)?;
        let mut plan = Plan { campaign, levels, contestants, patterns, runs: Vec::new() };
        plan.check_fit()?;
        plan.runs = plan.list();
        Ok(plan)
    }

    /// A method that fits no level is a slip of the pen.
    fn check_fit(&self) -> Result<(), Fault> {
        for contestant in &self.contestants {
            let fits = |level: &TestLevel| contestant.fits(level.level.puzzle());
            let refusals: Result<Vec<()>, _> = self.levels.iter().map(fits).collect();
            if let Err(error) = refusals
                && !self.levels.iter().any(|level| fits(level).is_ok())
            {
                return Err(words::UNFIT_METHOD.with("name", &contestant.name).with("error", error).into());
            }
        }
        Ok(())
    }

    fn list(&self) -> Vec<RunSpec> {
        let ids = self.ids();
        let mut runs = Vec::new();
        for repeat in 1..=self.campaign.repeats {
            for level in 0..self.levels.len() {
                for seed in &self.campaign.seeds {
                    let count = self.contestants.len();
                    let turns = (0..count).map(|turn| (turn + level) % count);
                    runs.extend(turns.filter_map(|contestant| {
                        let id = ids.get(&(level, contestant, *seed, repeat))?.clone();
                        Some(RunSpec { id, level, contestant, seed: *seed, repeat })
                    }));
                }
            }
        }
        runs
    }

    /// The id of every run that is made: the same level may come from two places and is run once, the same
    /// method under two names is measured twice.
    fn ids(&self) -> HashMap<(usize, usize, u64, u32), String> {
        let (mut ids, mut seen) = (HashMap::new(), HashMap::new());
        for repeat in 1..=self.campaign.repeats {
            for (level, test) in self.levels.iter().enumerate() {
                for seed in &self.campaign.seeds {
                    for (at, contestant) in self.contestants.iter().enumerate() {
                        let id = self.id(test, contestant, *seed, repeat);
                        let id = match seen.get(&id) {
                            Some(other) if *other != at => hash(&format!("{id} {}", contestant.name)),
                            _ => id,
                        };
                        let fits = contestant.fits(test.level.puzzle()).is_ok();
                        if fits && seen.insert(id.clone(), at).is_none() {
                            ids.insert((level, at, *seed, repeat), id);
                        }
                    }
                }
            }
        }
        ids
    }

    /// The hash of everything that makes the run what it is; where the level stands is not part of it.
    fn id(&self, test: &TestLevel, contestant: &Contestant, seed: u64, repeat: u32) -> String {
        let budget = &self.campaign.budget;
        let all = serde_json::json!([
            1,
            test.level.id().to_string(),
            contestant.spec,
            contestant.terms(),
            contestant.metric,
            contestant.optimal,
            contestant.threads,
            [budget.time.map(f64::to_bits), budget.memory, budget.nodes],
            seed,
            repeat,
        ]);
        // Added later: a campaign without it has the ids that it always had.
        let all = match budget.cpu_time {
            Some(time) => serde_json::json!([all, time.to_bits()]),
            None => all,
        };
        hash(&all.to_string())
    }

    /// What is left costs at most every run its whole limit, and about what the done ones cost.
    pub fn cost(&self, done: &[CampaignRun]) -> Cost {
        let known: HashSet<&str> = done.iter().map(|record| record.run.as_str()).collect();
        let left = self.runs.iter().filter(|run| !known.contains(run.id.as_str())).count();
        let wall: f64 = done.iter().map(|record| record.process.wall_seconds).sum();
        Cost {
            runs: self.runs.len(),
            left,
            most_seconds: self
                .campaign
                .budget
                .time
                .or(self.campaign.budget.cpu_time)
                .map(|time| time * left as f64),
            expected_seconds: (!done.is_empty()).then(|| wall / done.len() as f64 * left as f64),
        }
    }

    /// Lines for a dry run: id, method, level.
    pub fn lines(&self) -> impl Iterator<Item = String> + '_ {
        self.runs.iter().map(|run| {
            let (level, contestant) = (&self.levels[run.level], &self.contestants[run.contestant]);
            format!("{}  {}  {} ({} {})", run.id, contestant.name, level.title, level.set, level.index)
        })
    }

    /// Programs that are not there, and why: told before the first run.
    pub fn missing(&self) -> impl Iterator<Item = &Message> {
        let programs = self.contestants.iter().filter_map(Contestant::program);
        programs.filter_map(|program| program.entrant.missing.as_ref())
    }

    pub fn has_programs(&self) -> bool {
        self.contestants.iter().any(Contestant::is_foreign)
    }

    /// The hashes of the programs of others, by name; empty where there are none. On another machine the same text
    /// means the same programs.
    pub fn programs(&self) -> String {
        let programs = self.contestants.iter().filter(|one| one.is_foreign());
        let all: Vec<String> = programs.map(|one| format!("{} {}", one.name, one.fingerprint())).collect();
        all.join("\n")
    }

    /// The hash of all its runs: another one where a level, a limit or a method is another.
    pub fn mark(&self) -> String {
        let mut hash = Sha256::new();
        self.runs.iter().for_each(|run| hash.update(&run.id));
        hex(&hash.finalize())[..20].to_owned()
    }

    /// Cores that so many runs at once need for themselves.
    pub fn cores(&self, jobs: usize) -> usize {
        jobs * self.contestants.iter().map(|one| one.threads).max().unwrap_or(1) as usize
    }

    /// The hash of the files of a run's program.
    pub fn fingerprint(&self, run: &RunSpec) -> &str {
        self.contestants[run.contestant].fingerprint()
    }

    pub fn methods(&self) -> usize {
        self.contestants.len()
    }
}

fn hash(text: &str) -> String {
    hex(&Sha256::digest(text))[..20].to_owned()
}

/// Seconds of computing, one after another.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Cost {
    pub runs: usize,
    pub left: usize,
    pub most_seconds: Option<f64>,
    pub expected_seconds: Option<f64>,
}
