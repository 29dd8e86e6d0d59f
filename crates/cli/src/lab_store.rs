//! Between the lab and the store: results of campaigns go into the database, plays of people come out.

use std::collections::HashMap;
use std::path::Path;

use ingenio_core::{Answer, CampaignRun, LevelId, LevelRef, Message, Outcome};
use ingenio_lab::{Fact, HumanPlay, Plan, Study, read_plays, words};
use ingenio_store::{KeptRun, LocalStore, Record};

use crate::arguments::DatabaseArguments;
use crate::output::complain;
use crate::reader::Spoken;
use crate::store::open;

/// So many runs are safe at once.
const AT_ONCE: usize = 500;

/// The database as the lab uses it.
pub struct Shelf<'a> {
    pub database: &'a DatabaseArguments,
    /// It is not to be touched.
    pub closed: bool,
    /// Results go there: only when somebody asks for it, for it is the players'.
    pub keeps: bool,
}

impl Shelf<'_> {
    /// Keeps what is new of a campaign; the files are the truth, so a database that fails is no reason to
    /// lose heart.
    pub fn try_keep(&self, plan: &Plan, folder: &Path) {
        if !self.keeps {
            return;
        }
        let kept = Study::read(folder).and_then(|study| self.keep(plan, &study));
        if let Err(error) = kept {
            complain(words::NOT_STORED.with("folder", folder.display()).with("error", error));
        }
    }

    /// Keeps what is new, and says how much that is. The study has marked proofs that others refute.
    pub fn keep(&self, plan: &Plan, study: &Study) -> Result<usize, Message> {
        let levels: HashMap<LevelId, &LevelRef> =
            plan.levels.iter().map(|test| (test.level.id(), &test.level)).collect();
        let kept = |run: &CampaignRun| KeptRun { campaign: study.title.clone(), run: run.clone() };
        let runs: Vec<(LevelRef, KeptRun)> = study
            .records
            .iter()
            .filter_map(|run| Some(((*levels.get(&run.answer.id)?).clone(), kept(run))))
            .collect();
        let store = open(self.database)?;
        let parts = runs.chunks(AT_ONCE).map(|part| store.keep_campaign_runs(part.to_vec()));
        parts.sum()
    }

    /// The plays of people; none where there is no database yet.
    pub fn plays(&self) -> Vec<HumanPlay> {
        let mut lines = String::new();
        if let Some(store) = self.there()
            && let Err(error) = store.export(|line| lines += &(line + "\n"))
        {
            complain(error);
        }
        read_plays(&lines)
    }

    /// The records of the levels, which the referee has replayed: claims are held against them.
    pub fn facts(&self, plan: &Plan) -> Vec<Fact> {
        let Some(store) = self.there() else { return Vec::new() };
        let levels = plan.levels.iter().map(|test| &test.level);
        levels.flat_map(|level| level_facts(&store, level)).collect()
    }

    /// The database, if it may be touched and is there already.
    fn there(&self) -> Option<LocalStore> {
        let exists = match &self.database.database {
            Some(database) => database.contains("://") || Path::new(database).exists(),
            None => LocalStore::usual_file().is_ok_and(|file| file.exists()),
        };
        let opened = (!self.closed && exists).then(|| open(self.database))?;
        opened.map_err(complain).ok()
    }
}

fn level_facts(store: &LocalStore, level: &LevelRef) -> Vec<Fact> {
    let metrics = level.puzzle().info().metrics.iter().map(|metric| metric.name);
    let records = metrics.filter_map(|metric| store.record(level, metric).ok().flatten());
    records.filter_map(|record| record_fact(level, &record)).collect()
}

fn record_fact(level: &LevelRef, record: &Record) -> Option<Fact> {
    let verified = level.verify(&record.solution).ok()?;
    let answer = Answer {
        id: level.id(),
        puzzle: record.puzzle.clone(),
        metric: Some(record.metric.clone()),
        ..Answer::bare(Outcome::Solved { solution: verified, optimal: record.proved })
    };
    let by = words::THE_RECORD.with("holder", record.holder.said()).spoken();
    Some(Fact { by, attempt: false, answer: answer.told() })
}
