//! What is known of a level before it is played: the best of its pack, the records per metric with their
//! holders, and the runs of methods that were kept.

use ingenio_core::{Claim, LevelRef, Metric, Sense};
use ingenio_play::stars;
use ingenio_store::{Holder, LocalStore, Record};

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
    pub fn summary(&self) -> Option<String> {
        let held: Vec<String> = self.records.iter().map(record_text).collect();
        if !held.is_empty() {
            return Some(words::BEST.with("records", held.join(", ")).to_string());
        }
        let (best, proved) = self.pack?;
        let template = if proved { words::PACK_BEST } else { words::PACK_KNOWN };
        Some(template.with("value", best).to_string())
    }
}

pub fn holder(record: &Record) -> &str {
    let (Holder::Person(name) | Holder::Method(name)) = &record.holder;
    name
}

pub fn record_text(record: &Record) -> String {
    let figure = record.value.map_or(String::new(), |value| format!("{value} {} ", record.metric));
    let template = if record.proved { words::RECORD_PROVED } else { words::RECORD };
    template.with("figure", figure).with("holder", holder(record)).to_string()
}

/// `31 pushes, 1822 nodes, 0.02 s`.
pub fn run_text(run: &Claim) -> String {
    let figure = run.length().map_or(String::new(), |value| format!("{value} {}, ", run.first_metric()));
    let message = words::KEPT_RUN.with("figure", figure).with("nodes", run.nodes());
    message.with("seconds", format!("{:.2}", run.seconds())).to_string()
}
