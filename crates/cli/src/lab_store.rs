//! Between the lab and the store: results of campaigns go into the database, plays of people come out.

use std::collections::HashMap;
use std::path::Path;

use ingenio_core::{LevelRef, Message};
use ingenio_lab::{HumanPlay, Plan, Record, Study, read_plays, words};
use ingenio_store::{CampaignRun, CampaignRunRow, LocalStore};

use crate::arguments::DatabaseArguments;
use crate::output::complain;
use crate::store::open;

/// So many runs are safe at once.
const AT_ONCE: usize = 500;

/// The database as the lab uses it.
pub struct Shelf<'a> {
    pub database: &'a DatabaseArguments,
    /// It is not to be touched.
    pub closed: bool,
}

impl Shelf<'_> {
    /// Keeps what is new of a campaign; the files are the truth, so a database that fails is no reason to
    /// lose heart.
    pub fn try_keep(&self, plan: &Plan, folder: &Path) {
        if self.closed {
            return;
        }
        let kept = Study::read(folder).and_then(|study| self.keep(plan, &study));
        if let Err(error) = kept {
            complain(words::NOT_STORED.with("folder", folder.display()).with("error", error));
        }
    }

    /// Keeps what is new, and says how much that is. The study has marked proofs that others refute.
    pub fn keep(&self, plan: &Plan, study: &Study) -> Result<usize, Message> {
        let levels: HashMap<String, &LevelRef> =
            plan.levels.iter().map(|test| (test.level.id().to_string(), &test.level)).collect();
        let known = study.records.iter().filter_map(|record| Some((*levels.get(&record.level)?, record)));
        let runs = known.map(|(level, record)| CampaignRun::referee(level, row(&study.title, record)));
        let runs: Vec<CampaignRun> = runs.collect::<Result<_, _>>()?;
        let store = open(self.database)?;
        let parts = runs.chunks(AT_ONCE).map(|part| store.keep_campaign_runs(part.to_vec()));
        parts.sum()
    }

    /// The plays of people; none where there is no database yet.
    pub fn plays(&self) -> Vec<HumanPlay> {
        let exists = match &self.database.database {
            Some(database) => database.contains("://") || Path::new(database).exists(),
            None => LocalStore::usual_file().is_ok_and(|file| file.exists()),
        };
        if self.closed || !exists {
            return Vec::new();
        }
        let mut lines = String::new();
        let told = open(self.database).and_then(|store| store.export(|line| lines += &(line + "\n")));
        if let Err(error) = told {
            complain(error);
        }
        read_plays(&lines)
    }
}

fn row(campaign: &str, record: &Record) -> CampaignRunRow {
    let whole = |number: u64| i64::try_from(number).unwrap_or(i64::MAX);
    CampaignRunRow {
        run: record.run.clone(),
        begun: whole(record.begun),
        machine: record.machine.clone(),
        campaign: campaign.to_owned(),
        level: record.level.clone(),
        method: record.method.clone(),
        spec: record.spec.clone(),
        program: record.program,
        metric: record.metric.clone(),
        time_limit: record.time_limit,
        memory_limit: record.memory_limit.map(whole),
        nodes_limit: record.nodes_limit.map(whole),
        seed: whole(record.seed),
        repetition: i64::from(record.repeat),
        threads: i64::from(record.threads),
        outcome: record.outcome.word().to_owned(),
        stopped_by: record.limit.clone(),
        error: record.error.clone(),
        value: record.length().map(whole),
        proved: record.optimal,
        bound: record.bound.map(whole),
        solution: record.solution.clone(),
        nodes: record.nodes.map(whole),
        generated: record.generated.map(whole),
        seconds: record.seconds,
        setup_seconds: record.setup_seconds,
        wall_seconds: record.wall_seconds,
        cpu_seconds: record.cpu_seconds,
        peak_bytes: whole(record.peak_bytes),
        enforcer: record.enforcer.clone(),
        version: record.version.clone(),
        build: record.commit.clone(),
    }
}
