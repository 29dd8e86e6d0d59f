//! A share: the part of a campaign that one worker makes, whole in itself. It holds the runs with their ids
//! and the levels they need, so that nobody who works on it gathers or generates levels again, and a level
//! file that changes meanwhile changes nothing. What it does not hold is the campaign file: contestants are
//! places in its list, so a share goes with a copy of the campaign that it was made from.
//!
//! All methods on one level with one random number stay together, for they are compared with each other and
//! should meet the same machine.

use std::collections::HashMap;
use std::path::Path;

use ingenio_catalog::find;
use ingenio_core::{Fault, Foreign, Message, Options, Source};
use serde::{Deserialize, Serialize};

use crate::campaign::Campaign;
use crate::contestant::Contestant;
use crate::gather::{TestLevel, features};
use crate::pattern::Pattern;
use crate::plan::{Plan, RunSpec};
use crate::whole_file::write_whole;
use crate::words;

/// The file within the folder of a task.
pub const SHARE: &str = "share.json";

/// What this version writes and reads.
const EDITION: u32 = 1;

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Share {
    schema: u32,
    levels: Vec<SharedLevel>,
    pub runs: Vec<SharedRun>,
}

/// Id, place of the level in this share, place of the contestant in the campaign, random number, repeat.
pub type SharedRun = (String, usize, usize, u64, u32);

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
struct SharedLevel {
    puzzle: String,
    /// The canonical text, by which it is the same level everywhere; empty where it travels beside the share.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    text: String,
    /// The hash of that text; shares of earlier versions have none.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    id: String,
    title: String,
    set: String,
    index: usize,
    hidden: bool,
    points: f64,
}

impl Share {
    /// Deals runs out to so many shares of nearly the same size; to fewer where there are fewer levels and random
    /// numbers to tell apart, for what is compared is not divided.
    pub fn split(plan: &Plan, runs: &[&RunSpec], count: usize) -> Vec<Share> {
        let task = |run: &RunSpec| (run.repeat, run.level, run.seed);
        let groups: Vec<&[&RunSpec]> = runs.chunk_by(|a, b| task(a) == task(b)).collect();
        let count = count.clamp(1, groups.len().max(1));
        // Dealt out like cards: neighbours are often equally hard.
        let hand = |first: usize| groups.iter().skip(first).step_by(count).copied().flatten().copied();
        (0..count).map(|first| Share::of(plan, hand(first))).collect()
    }

    fn of<'a>(plan: &Plan, runs: impl Iterator<Item = &'a RunSpec>) -> Self {
        let mut share = Share { schema: EDITION, levels: Vec::new(), runs: Vec::new() };
        let mut places: HashMap<usize, usize> = HashMap::new();
        for run in runs {
            let place = *places.entry(run.level).or_insert_with(|| {
                share.levels.push(SharedLevel::of(&plan.levels[run.level]));
                share.levels.len() - 1
            });
            share.runs.push((run.id.clone(), place, run.contestant, run.seed, run.repeat));
        }
        share
    }

    pub fn write(&self, folder: &Path) -> Result<(), Message> {
        let text = serde_json::to_vec(self).expect("a share is plain data");
        write_whole(&folder.join(SHARE), &text)
    }

    pub fn read(folder: &Path) -> Result<Self, Message> {
        let path = folder.join(SHARE);
        let failed = |error: Message| words::UNREADABLE.with("file", path.display()).with("error", error);
        let text = std::fs::read(&path).map_err(|error| failed(Message::foreign(&error)))?;
        let text = String::from_utf8(text).map_err(|error| failed(Message::foreign(&error)))?;
        Share::parse(&text)
    }

    /// The share as a text without the texts of its levels, which it names by their hashes; and those.
    pub fn apart(mut self) -> (String, Vec<LevelApart>) {
        let apart = self.levels.iter_mut().map(SharedLevel::take_text).collect();
        (serde_json::to_string(&self).expect("a share is plain data"), apart)
    }

    /// The hashes of its levels.
    pub fn level_ids(&self) -> impl Iterator<Item = &str> {
        self.levels.iter().map(|level| level.id.as_str())
    }

    /// A share from its text.
    pub fn parse(text: &str) -> Result<Self, Message> {
        let share: Share =
            serde_json::from_str(text).map_err(|error| words::BROKEN_SHARE.with("error", Foreign(error)))?;
        let newer = || words::NEWER_SHARE.with("edition", share.schema).with("known", EDITION);
        if share.schema > EDITION { Err(newer()) } else { Ok(share) }
    }

    /// With the texts of its levels, by their hashes.
    pub fn whole(mut self, text: impl Fn(&str) -> Option<String>) -> Result<Self, Message> {
        for level in self.levels.iter_mut().filter(|level| level.text.is_empty()) {
            level.text = text(&level.id).ok_or_else(|| words::FOREIGN_SHARE.say())?;
        }
        Ok(self)
    }

    /// The share as a plan of its own, with the contestants of its campaign.
    pub fn plan(self, campaign: Campaign) -> Result<Plan, Fault> {
        let contestants = Contestant::all(&campaign)?;
        let patterns = Pattern::all(&campaign.attributes)?;
        let levels = self.levels.into_iter().map(SharedLevel::test_level).collect::<Result<Vec<_>, _>>()?;
        let fits = |run: &SharedRun| run.1 < levels.len() && run.2 < contestants.len();
        if !self.runs.iter().all(fits) {
            return Err(words::FOREIGN_SHARE.say().into());
        }
        let spec = |(id, level, contestant, seed, repeat)| RunSpec { id, level, contestant, seed, repeat };
        let runs = self.runs.into_iter().map(spec).collect();
        Ok(Plan { campaign, levels, contestants, patterns, runs })
    }
}

/// A level that travels beside a share: the hash of its text, its puzzle, its text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LevelApart {
    pub id: String,
    pub puzzle: String,
    pub text: String,
}

impl SharedLevel {
    fn take_text(&mut self) -> LevelApart {
        let text = std::mem::take(&mut self.text);
        LevelApart { id: self.id.clone(), puzzle: self.puzzle.clone(), text }
    }

    fn of(test: &TestLevel) -> Self {
        SharedLevel {
            puzzle: test.level.puzzle().info().name.to_owned(),
            text: test.level.canonical(),
            id: test.level.id().to_string(),
            title: test.title.clone(),
            set: test.set.clone(),
            index: test.index,
            hidden: test.hidden,
            points: test.points,
        }
    }

    fn test_level(self) -> Result<TestLevel, Fault> {
        let puzzle = find(&self.puzzle)?;
        let mut read = puzzle.read(&Source::new(&self.text), &Options::defaults(puzzle.info().settings));
        let bad = |fault: Fault| {
            words::BAD_LEVEL.with("index", self.index).with("set", &self.set).with("error", fault)
        };
        let entry = match read.len() {
            1 => read.remove(0).map_err(bad)?,
            _ => return Err(words::FOREIGN_SHARE.say().into()),
        };
        if !self.id.is_empty() && entry.level.id().to_string() != self.id {
            return Err(words::FOREIGN_SHARE.say().into());
        }
        let (features, level) = (features(&entry.level), entry.level);
        let SharedLevel { title, set, index, hidden, points, .. } = self;
        Ok(TestLevel { level, title, set, index, features, hidden, points, known: None })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = "title = 't'\nseeds = '1..5'\n[[levels]]\ntext = '''\n1 2 3/4 5 6/_ 7 8\n1 2 3/_ 5 6/4 7 8\n'''\n\
        [[levels]]\npack = 'sokoban-rooms'\nrange = [1, 2]\nhidden = true\npoints = 2\n\
        [[methods]]\nmethod = 'auto'\n[[methods]]\nname = 'again'\nmethod = 'auto'\n";

    fn campaign() -> Campaign {
        Campaign::parse(TEXT, Path::new("")).unwrap()
    }

    fn shares(plan: &Plan, count: usize) -> Vec<Share> {
        Share::split(plan, &plan.runs.iter().collect::<Vec<_>>(), count)
    }

    #[test]
    fn every_run_is_in_one_share_with_its_level_and_its_neighbours() {
        let plan = Plan::new(campaign()).unwrap();
        let shares = shares(&plan, 6);
        let mut ids: Vec<&str> =
            shares.iter().flat_map(|share| &share.runs).map(|run| run.0.as_str()).collect();
        ids.sort_unstable();
        let mut all: Vec<&str> = plan.runs.iter().map(|run| run.id.as_str()).collect();
        all.sort_unstable();
        assert_eq!(ids, all);
        let sizes: Vec<usize> = shares.iter().map(|share| share.runs.len()).collect();
        assert_eq!(sizes, [8, 8, 6, 6, 6, 6]);
        for pair in shares.iter().flat_map(|share| share.runs.chunks(2)) {
            assert_eq!((pair[0].1, pair[0].3), (pair[1].1, pair[1].3), "both methods on one level");
        }
    }

    #[test]
    fn a_share_read_again_gives_the_same_runs_on_the_same_levels() {
        let plan = Plan::new(campaign()).unwrap();
        let folder = tempfile::tempdir().unwrap();
        for share in shares(&plan, 3) {
            share.write(folder.path()).unwrap();
            let read = Share::read(folder.path()).unwrap();
            assert_eq!(read, share);
            let part = read.plan(campaign()).unwrap();
            for run in &part.runs {
                let whole = plan.runs.iter().find(|other| other.id == run.id).unwrap();
                let (test, other) = (&part.levels[run.level], &plan.levels[whole.level]);
                assert_eq!(test.level.id(), other.level.id());
                assert_eq!(
                    (&test.title, &test.set, test.index, test.hidden, test.points, &test.features),
                    (&other.title, &other.set, other.index, other.hidden, other.points, &other.features)
                );
                assert_eq!(
                    (run.contestant, run.seed, run.repeat),
                    (whole.contestant, whole.seed, whole.repeat)
                );
            }
        }
    }

    #[test]
    fn levels_travel_beside_a_share_by_their_hashes() {
        let plan = Plan::new(campaign()).unwrap();
        let share = shares(&plan, 1).remove(0);
        let (text, levels) = share.clone().apart();
        assert!(!text.contains("4 5 6"), "{text}");
        let read = Share::parse(&text).unwrap();
        assert_eq!(read.level_ids().count(), levels.len());
        let find = |id: &str| levels.iter().find(|level| level.id == id).map(|level| level.text.clone());
        let part = read.clone().whole(find).unwrap().plan(campaign()).unwrap();
        assert_eq!(part.levels[0].level.id(), plan.levels[0].level.id());
        assert!(read.clone().whole(|_| None).is_err());
        let forged = read.whole(|id| find(id).map(|text| text.replace("_ 7 8", "7 _ 8"))).unwrap();
        let other = forged.plan(campaign());
        assert!(other.is_err_and(|fault| fault.is(words::FOREIGN_SHARE)), "another text than the hash says");
    }

    #[test]
    fn there_are_not_more_shares_than_comparisons_and_none_is_empty() {
        let plan = Plan::new(campaign()).unwrap();
        let many = shares(&plan, 1000);
        assert_eq!((many.len(), many.iter().all(|share| share.runs.len() == 2)), (20, true));
        for share in &many {
            let (first, second) = (&share.runs[0], &share.runs[1]);
            assert_eq!(
                (first.1, first.3),
                (second.1, second.3),
                "both methods on one level meet one machine"
            );
            assert_ne!(first.2, second.2);
        }
        assert_eq!(Share::split(&plan, &[], 5).len(), 1, "nothing to do is one empty share");
    }

    #[test]
    fn a_share_of_another_campaign_or_version_is_refused() {
        let plan = Plan::new(campaign()).unwrap();
        let folder = tempfile::tempdir().unwrap();
        let mut share = shares(&plan, 1).remove(0);
        share.runs[0].2 = 7;
        assert!(share.clone().plan(campaign()).unwrap_err().is(words::FOREIGN_SHARE));
        share.schema = EDITION + 1;
        share.write(folder.path()).unwrap();
        assert_eq!(Share::read(folder.path()).unwrap_err().id(), words::NEWER_SHARE.id);
    }
}
