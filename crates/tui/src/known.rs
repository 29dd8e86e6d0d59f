//! What is known of a level before it is played: the best of its pack, the records per metric with their
//! holders, and the runs of methods that were kept.

use ingenio_core::metric::counted;
use ingenio_core::{Claim, Decimal, LevelRef, Listed, Message, Metric, Sense};
use ingenio_play::stars;
use ingenio_store::{LocalStore, Record};

use crate::words;

/// The best figure that a pack tells, and whether it is proved.
pub type PackBest = Option<(u64, bool)>;

#[derive(Clone, Debug, Default)]
pub struct Known {
    metrics: &'static [Metric],
    pack: PackBest,
    records: Vec<Record>,
    runs: Vec<Claim>,
}

impl Known {
    pub fn of(store: &LocalStore, level: &LevelRef, pack: PackBest) -> Self {
        let metrics = level.puzzle().info().metrics;
        // A puzzle without metrics has one record, of no metric.
        let names = metrics.iter().map(|metric| metric.name).chain(metrics.is_empty().then_some(""));
        let records = names.filter_map(|name| store.record(level, name).ok().flatten()).collect();
        Known { metrics, pack, records, runs: store.runs(level).unwrap_or_default() }
    }

    /// Someone has solved it since.
    pub fn look_again(&mut self, store: &LocalStore, level: &LevelRef) {
        *self = Known::of(store, level, self.pack);
    }

    /// The record in the first metric.
    pub fn record(&self) -> Option<&Record> {
        self.records.first()
    }

    /// What a named method found, with its time and nodes.
    pub fn run(&self, method: &str) -> Option<&Claim> {
        let first = self.metrics.first().map_or("", |metric| metric.name);
        let own = |run: &&Claim| run.chosen == method;
        self.runs
            .iter()
            .filter(own)
            .find(|run| run.first_metric() == first)
            .or_else(|| self.runs.iter().find(own))
    }

    /// The best figure that anybody knows in the first metric.
    pub fn best(&self) -> Option<u64> {
        let record = self.record().and_then(|record| u64::try_from(record.value?).ok());
        let pack = self.pack.map(|(best, _)| best);
        match self.metrics.first()?.sense {
            Sense::Least => record.into_iter().chain(pack).min(),
            Sense::Most => record.into_iter().chain(pack).max(),
        }
    }

    /// Is it proved that this figure cannot be bettered?
    pub fn is_best(&self, reached: u64) -> bool {
        let proved_by_record =
            self.record().is_some_and(|record| record.proved && record.value == i64::try_from(reached).ok());
        proved_by_record || self.pack == Some((reached, true))
    }

    pub fn stars(&self, reached: u64) -> u8 {
        let sense = self.metrics.first().map(|metric| metric.sense);
        sense.map_or(3, |sense| stars(sense, self.best().unwrap_or(reached), reached))
    }

    /// `best: 31 pushes by Ada, 97 moves by portfolio (proved)`; that of the pack where nobody holds one.
    pub fn summary(&self) -> Option<Message> {
        if !self.records.is_empty() {
            return Some(words::BEST.with("records", Listed::commas(self.records.iter().map(record_text))));
        }
        let (best, proved) = self.pack?;
        let template = if proved { words::PACK_BEST } else { words::PACK_KNOWN };
        Some(template.with("value", best))
    }
}

pub fn record_text(record: &Record) -> Message {
    let template = match (record.value, record.proved) {
        (Some(_), true) => words::RECORD_PROVED,
        (Some(_), false) => words::RECORD,
        (None, true) => words::RECORD_PLAIN_PROVED,
        (None, false) => words::RECORD_PLAIN,
    };
    let said = template.with("holder", record.holder.said());
    match record.value.and_then(|value| u64::try_from(value).ok()) {
        Some(value) => said.with("figure", counted(&record.metric, value)),
        None => said,
    }
}

/// `31 pushes, 1822 nodes, 0.02 s`.
pub fn run_text(run: &Claim) -> Message {
    let template = if run.length().is_some() { words::KEPT_RUN } else { words::KEPT_RUN_PLAIN };
    let said = template.with("nodes", run.nodes()).with("seconds", Decimal(run.seconds(), 2));
    match run.length() {
        Some(length) => said.with("figure", counted(run.first_metric(), length)),
        None => said,
    }
}
