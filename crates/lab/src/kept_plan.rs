//! Which runs make up a campaign, beside its results: a campaign or a level file that was changed leaves
//! results that are none of its runs any more. They stay in their file, are told, and are not shown among
//! the others.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::path::Path;

use ingenio_core::{CampaignRun, Foreign, LevelId, Message};
use serde::{Deserialize, Serialize};

use crate::plan::Plan;
use crate::whole_file::write_whole;
use crate::words;

/// The file within the folder of a campaign.
pub const PLAN: &str = "plan.json";

/// More levels than this are not told one by one.
const MOST_TOLD: usize = 5;

#[derive(Serialize, Deserialize)]
struct KeptPlan {
    runs: Vec<String>,
}

impl Plan {
    /// Keeps the ids of all runs beside the results.
    pub fn keep(&self, folder: &Path) -> Result<(), Message> {
        let path = folder.join(PLAN);
        let kept = KeptPlan { runs: self.runs.iter().map(|run| run.id.clone()).collect() };
        let text = serde_json::to_vec(&kept).expect("a plan is plain data");
        std::fs::create_dir_all(folder)
            .map_err(|error| words::UNWRITABLE.with("file", path.display()).with("error", Foreign(error)))?;
        write_whole(&path, &text)
    }

    /// What is to be said of results that are none of these runs: levels that have changed, and the rest.
    pub fn strangers(&self, results: &[CampaignRun]) -> Vec<Message> {
        let planned: HashSet<&str> = self.runs.iter().map(|run| run.id.as_str()).collect();
        let here: HashMap<(&str, usize), LevelId> =
            self.levels.iter().map(|test| ((test.set.as_str(), test.index), test.level.id())).collect();
        let mut changed: BTreeMap<(&str, usize), usize> = BTreeMap::new();
        let mut others = 0;
        for run in results.iter().filter(|run| !planned.contains(run.run.as_str())) {
            let place = (run.set.as_str(), run.index);
            match here.get(&place) {
                Some(level) if *level != run.answer.id => *changed.entry(place).or_default() += 1,
                _ => others += 1,
            }
        }
        others += changed.values().skip(MOST_TOLD).sum::<usize>();
        let level = |((set, index), runs): (&(&str, usize), &usize)| {
            words::CHANGED_LEVEL.with("set", set).with("index", index).with("runs", runs)
        };
        let mut told: Vec<Message> = changed.iter().take(MOST_TOLD).map(level).collect();
        told.extend((others > 0).then(|| words::OTHER_RESULTS.with("runs", others)));
        told
    }
}

/// The runs that belong to the campaign of a folder, and how many results do not. Folders of earlier versions
/// know no plan: there all belong.
pub fn own_runs(folder: &Path, runs: Vec<CampaignRun>) -> (Vec<CampaignRun>, usize) {
    let kept = std::fs::read(folder.join(PLAN)).ok();
    let kept = kept.and_then(|text| serde_json::from_slice::<KeptPlan>(&text).ok());
    let Some(kept) = kept else { return (runs, 0) };
    let planned: HashSet<String> = kept.runs.into_iter().collect();
    let (own, strangers): (Vec<_>, Vec<_>) = runs.into_iter().partition(|run| planned.contains(&run.run));
    // A plan that fits nothing here is not the plan of these results.
    if own.is_empty() { (strangers, 0) } else { (own, strangers.len()) }
}
