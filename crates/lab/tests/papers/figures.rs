//! The figures of the page by name, and where each comes from: `CAMPAIGN: METHOD: FIGURE`,
//! `table CAMPAIGN: TITLE`, `about CAMPAIGN`, `starved CAMPAIGN`, rows that set a paper beside a campaign (`rows CAMPAIGN: WHICH`),
//! or an experiment of ours.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use ingenio_core::{CampaignRun, Limit};
use ingenio_lab::chart::plain;
use ingenio_lab::{Campaign, Study, report};

use super::{boards, illustrations};

#[derive(Default)]
pub struct Figures(BTreeMap<String, String>);

impl Figures {
    pub fn parse(text: &str) -> Self {
        Figures(toml::from_str(text).expect("figures are names and texts"))
    }

    pub fn text(&self) -> String {
        let head = "# Written by `make papers`; nobody else writes here.\n";
        let lines = self.0.iter().map(|(name, value)| format!("{name:?} = '''\n{value}'''\n"));
        head.to_owned() + &lines.collect::<String>()
    }

    pub fn get(&self, name: &str) -> Option<&str> {
        self.0.get(name).map(String::as_str)
    }

    pub fn names(&self) -> BTreeSet<String> {
        self.0.keys().cloned().collect()
    }
}

/// Every figure that is asked for, anew where it can be made.
pub fn measure(
    names: &BTreeSet<String>,
    known: &Figures,
    made: Vec<(String, String)>,
    results: &Path,
) -> Figures {
    let mut studies = BTreeMap::new();
    let made: BTreeMap<String, String> = made.into_iter().collect();
    let figure = |name: &String| {
        let found = made.get(name).cloned().or_else(|| from_campaign(name, results, &mut studies));
        let found = found.or_else(|| known.get(name).map(str::to_owned));
        (name.clone(), found.unwrap_or_else(|| panic!("nothing gives the figure '{name}'")))
    };
    Figures(names.iter().map(figure).collect())
}

/// Results with the sentences of the campaign as it stands now: a new sentence asks for no new run.
fn read(campaign: &str, results: &Path) -> Option<Study> {
    let mut study = Study::read(&results.join(campaign)).ok()?;
    let file = super::root().join(format!("bench/papers/{campaign}.toml"));
    let campaign = Campaign::read(&file).expect("a campaign of the papers");
    study.findings = campaign.findings;
    study.beside = campaign.beside;
    Some(study)
}

fn from_campaign(
    name: &str,
    results: &Path,
    studies: &mut BTreeMap<String, Option<Study>>,
) -> Option<String> {
    let (first, rest) = name.split_once(": ").unwrap_or((name, ""));
    let (kind, campaign) = first.split_once(' ').unwrap_or(("", first));
    let study = studies.entry(campaign.to_owned()).or_insert_with(|| read(campaign, results));
    let study = study.as_ref()?;
    match kind {
        "about" => Some(study.circumstances.clone()),
        "starved" => {
            Some(study.records.iter().filter(|run| run.process.conditions.starved).count().to_string())
        }
        "rows" => Some(match rest {
            "illustrations" => illustrations::table(study),
            "boards" => boards::taquin(study),
            "time" | "moves" => boards::unblock(study, rest),
            _ => return None,
        }),
        "table" => section(&report::markdown(study, &[], &[]), rest),
        _ => {
            let (method, figure) = rest.split_once(": ")?;
            let summary = study.summary(method);
            Some(match figure {
                "solved" => summary.solved.to_string(),
                "not solved" => summary.unknown.to_string(),
                "least within periods" => within_periods(study, method).len().to_string(),
                "levels within periods" => within_periods(study, method).join("; "),
                "nodes" => summary.nodes_solved.to_string(),
                "last iteration" => summary.counters_solved.get("last_iteration")?.to_string(),
                "placed" => study.of(method).find_map(|record| record.answer.measure("placed"))?.to_string(),
                "steps" => summary.length.to_string(),
                "with fewest moves" => shortest(study, method).0.to_string(),
                "with more moves" => shortest(study, method).1.to_string(),
                "seconds" => format!("{:.1}", summary.total_seconds),
                "steps an hour" => plain(summary.length_per_hour()),
                "nodes an hour" => plain(summary.nodes_per_hour()),
                _ => return None,
            })
        }
    }
}

/// The levels on which a run proves the least within its periods.
fn within_periods<'a>(study: &'a Study, method: &'a str) -> Vec<&'a str> {
    let within = |run: &&CampaignRun| {
        run.answer.outcome.limit() == Some(Limit::Periods) && study.length(run).is_some()
    };
    study.of(method).filter(within).map(|run| boards::panel(&run.title)).collect()
}

/// On how many of the levels that it solves a search has the fewest moves there are, and on how many it has more.
fn shortest(study: &Study, method: &str) -> (usize, usize) {
    let proved = study.of("move-optimal").filter(|run| run.answer.is_optimal());
    let least: BTreeMap<_, _> = proved.map(|run| (run.index, study.length(run))).collect();
    let solved: Vec<_> = study.of(method).filter(|run| run.is_solved()).collect();
    assert!(solved.iter().all(|run| least.contains_key(&run.index)), "the fewest moves are proved");
    let exact = solved.iter().filter(|run| study.length(run) == least[&run.index]).count();
    (exact, solved.len() - exact)
}

/// The table or list under a heading.
fn section(page: &str, title: &str) -> Option<String> {
    let (_, rest) = page.split_once(&format!("\n## {title}\n"))?;
    let lines = rest.lines().take_while(|line| !line.starts_with("## "));
    let table: Vec<&str> = lines.filter(|line| line.starts_with(['|', '-'])).collect();
    Some(table.join("\n"))
}
