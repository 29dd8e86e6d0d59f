//! What is known of the levels of a campaign beyond its own runs: the proved best of a shipped pack, a record
//! of the store, and our own proof where a program of others claims what nothing else supports or refutes.
//! Facts lie beside the results, so that a report needs nothing but the folder.

use std::collections::HashSet;
use std::path::Path;
use std::time::Duration;

use ingenio_core::{
    Budget, CampaignRun, Claim, Foreign, LevelId, LevelRef, Measures, Message, Outcome, Question, Unrefereed,
    Witness,
};
use ingenio_jobs::{End, Solver, settle};
use serde::{Deserialize, Serialize};

use crate::gather::TestLevel;
use crate::journal::read_results;
use crate::known::Known;
use crate::runner::Runner;
use crate::whole_file::write_whole;
use crate::words;

/// The file within the folder of a campaign.
pub const FACTS: &str = "known.jsonl";

/// How long a proof may take where the campaign does not limit time.
const PROOF_TIME: Duration = Duration::from_mins(1);

/// An answer that can be relied on, and whose it is.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Fact {
    pub by: String,
    /// An attempt of ours, whatever came of it: it is made once.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub attempt: bool,
    pub answer: Claim,
}

/// The facts in a folder; none where there is no such file.
pub fn read_facts(folder: &Path) -> Result<Vec<Fact>, Message> {
    let path = folder.join(FACTS);
    let Ok(text) = std::fs::read_to_string(&path) else { return Ok(Vec::new()) };
    let broken = |(line, error)| {
        words::BROKEN_RESULT.with("file", path.display()).with("line", line).with("error", Foreign(error))
    };
    let read = |(number, line)| serde_json::from_str(line).map_err(|error| broken((number, error)));
    (1..).zip(text.lines()).map(read).collect()
}

fn write_facts(folder: &Path, facts: &[Fact]) -> Result<(), Message> {
    let line = |fact| serde_json::to_string(fact).expect("a fact is plain data") + "\n";
    let text: String = facts.iter().map(line).collect();
    write_whole(&folder.join(FACTS), text.as_bytes())
}

impl Runner<'_> {
    /// Holds the claims of programs against what is known, the packs' facts and those given; what stays
    /// open is proved by our own best method within the budget of one run. Tells how many proofs are left
    /// to do. The facts are kept beside the results, and found again by those who resume.
    pub fn check_claims(
        &self,
        folder: &Path,
        given: Vec<Fact>,
        tell: &mut dyn FnMut(usize),
    ) -> Result<(), Message> {
        let runs = read_results(folder)?;
        let mut facts = read_facts(folder)?;
        let packs = self.plan.levels.iter().filter_map(|test| test.known.clone());
        let new = packs.chain(given).filter(|fact| !facts.contains(fact)).collect::<Vec<_>>();
        facts.extend(new);
        let open = self.open_claims(&runs, &facts);
        for (at, (test, metric)) in open.iter().enumerate() {
            tell(open.len() - at);
            if self.cancel.is_cancelled() {
                break;
            }
            facts.extend(self.proof(test, metric)?);
        }
        write_facts(folder, &facts)
    }

    /// Levels and metrics of claims that nothing settles, and that we have not tried to prove yet.
    fn open_claims(&self, runs: &[CampaignRun], facts: &[Fact]) -> Vec<(&TestLevel, String)> {
        let known = Known::of(runs, facts);
        let tried: HashSet<(LevelId, &str)> = facts
            .iter()
            .filter(|fact| fact.attempt)
            .map(|fact| (fact.answer.id, fact.answer.metric.as_deref().unwrap_or("")))
            .collect();
        let mut seen = HashSet::new();
        let mut open = Vec::new();
        for run in runs.iter().filter(|run| known.leaves_open(run)) {
            let metric = run.answer.metric.clone().unwrap_or_default();
            let level = self.plan.levels.iter().find(|test| test.level.id() == run.answer.id);
            let new = !tried.contains(&(run.answer.id, metric.as_str()));
            if new && seen.insert((run.answer.id, metric.clone())) {
                open.extend(level.map(|level| (level, metric)));
            }
        }
        open
    }

    /// Our own answer; nothing where it was cancelled.
    fn proof(&self, test: &TestLevel, metric: &str) -> Result<Option<Fact>, Message> {
        let limits = &self.plan.campaign.budget;
        let solver = Solver {
            program: &self.ourselves,
            level: &test.level,
            method: "auto",
            metric,
            optimal: true,
            seed: 0,
            threads: 1,
            budget: Budget {
                time: Some(limits.time.map_or(PROOF_TIME, Duration::from_secs_f64)),
                cpu_time: limits.cpu_time.map(Duration::from_secs_f64),
                memory: limits.memory.map(|mebibytes| mebibytes << 20),
                cancel: self.cancel.clone(),
                ..Budget::default()
            },
            patience: Duration::from_secs(1),
            watched: false,
            cores: &[],
        };
        let (heard, finished) = solver.run(&mut |_| {})?;
        if finished.end == End::Cancelled {
            return Ok(None);
        }
        let question = Question { optimal: true, witness: Witness::Method };
        let answer = settle(heard, &test.level, question, &finished).told();
        let by = words::OUR_PROOF.with("method", &answer.chosen).english();
        let metric = answer.metric.clone().or_else(|| Some(metric.to_owned()));
        Ok(Some(Fact { by, attempt: true, answer: Claim { metric, ..answer } }))
    }
}

/// A figure that a shipped pack proves or knows, as a fact.
pub fn pack_fact(pack: &str, level: &LevelRef, metric: &str, best: u64, proved: bool) -> Fact {
    let measures = Measures::named(metric.to_owned(), best);
    let solution = Unrefereed { text: String::new(), measures };
    let answer = Claim {
        id: level.id(),
        puzzle: level.puzzle().info().name.to_owned(),
        metric: Some(metric.to_owned()),
        ..Claim::bare(Outcome::Solved { solution, optimal: proved })
    };
    Fact { by: words::THE_PACK.with("pack", pack).english(), attempt: false, answer }
}
