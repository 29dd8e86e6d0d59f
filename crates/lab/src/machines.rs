//! Runs of one campaign on several kinds of machine: a cluster may mix them. Times of different kinds are told
//! apart, not compared in silence.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use ingenio_core::{CampaignRun, Listed, Message};

use crate::machine::said_machine;
use crate::study::{Study, TaskKey};
use crate::words;

/// What is to be said before the figures, where not all runs were made on one kind of machine.
pub fn mixed_machines(runs: &[CampaignRun]) -> Option<Message> {
    let mut kinds: BTreeMap<&str, usize> = BTreeMap::new();
    for run in runs {
        *kinds.entry(&run.machine).or_default() += 1;
    }
    if kinds.len() < 2 {
        return None;
    }
    let kind = |(machine, runs): (&&str, &usize)| {
        words::MIXED_KIND.with("machine", said_machine(machine)).with("runs", runs)
    };
    let machines = Message::these(kinds.iter().map(kind).collect());
    let mut levels: HashMap<TaskKey, BTreeSet<&str>> = HashMap::new();
    for run in runs {
        levels.entry(run.task_key()).or_default().insert(&run.machine);
    }
    let mixed = levels.values().filter(|kinds| kinds.len() > 1).count();
    let told = if mixed > 0 {
        words::MIXED_MACHINES.with("mixed", mixed).with("levels", levels.len())
    } else {
        words::MIXED_EVENLY.say()
    };
    Some(told.with("machines", machines))
}

/// What is to be said of two campaigns that were not run on the same kinds of machine.
pub fn different_machines(first: &Study, second: &Study) -> Option<Message> {
    let kinds = |study: &Study| -> BTreeSet<String> {
        study.records.iter().map(|run| run.machine.clone()).filter(|machine| !machine.is_empty()).collect()
    };
    let (first, second) = (kinds(first), kinds(second));
    let shown =
        |kinds: &BTreeSet<String>| Listed("; ", kinds.iter().map(|kind| said_machine(kind)).collect());
    let differ = !first.is_empty() && !second.is_empty() && first != second;
    differ.then(|| words::OTHER_MACHINES.with("first", shown(&first)).with("second", shown(&second)))
}
