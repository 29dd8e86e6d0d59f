//! All methods of a study side by side, on the tasks that every one of them has run: the virtual best of them
//! and what each adds to it, intervals, and ranks. A method that is void has no part in it.

use std::collections::{BTreeMap, HashMap};

use ingenio_core::{CampaignRun, LevelId};

use crate::statistics::bootstrap::mean_interval;
use crate::statistics::friedman::{Ranks, friedman};
use crate::study::Study;

#[derive(Debug)]
pub struct Field<'a> {
    study: &'a Study,
    pub methods: Vec<&'a str>,
    /// For each task the run of each method.
    pub tasks: Vec<Vec<&'a CampaignRun>>,
}

/// What a method, or the virtual best of several, has done.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Score {
    pub solved: usize,
    pub par2: f64,
}

/// What a method adds to the others.
#[derive(Clone, Debug, PartialEq)]
pub struct Contribution<'a> {
    pub method: &'a str,
    pub own: Score,
    /// Tasks on which nobody is quicker.
    pub quickest: usize,
    /// Tasks that nobody else solves.
    pub alone: usize,
    /// The virtual best of the others.
    pub without: Score,
}

/// A figure and the interval that holds it in 95 of 100 draws of the levels.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Estimate {
    pub value: f64,
    pub interval: Option<(f64, f64)>,
}

impl<'a> Field<'a> {
    pub fn new(study: &'a Study) -> Self {
        let sound = |method: &&String| study.of(method).all(|run| run.answer.outcome.word() != "wrong");
        let methods: Vec<&str> = study.methods.iter().filter(sound).map(String::as_str).collect();
        let mut runs: HashMap<_, Vec<&CampaignRun>> = HashMap::new();
        let mut order = Vec::new();
        for (place, method) in methods.iter().enumerate() {
            for run in study.of(method) {
                let here = runs.entry(run.task_key()).or_insert_with(|| {
                    order.push(run.task_key());
                    Vec::new()
                });
                // Whoever comes later than a gap has no partner in it.
                if here.len() == place {
                    here.push(run);
                }
            }
        }
        let all = order.into_iter().filter_map(|key| runs.remove(&key));
        let tasks = all.filter(|here| here.len() == methods.len()).collect();
        Field { study, methods, tasks }
    }

    /// The best of some methods on every task.
    fn best_of(&self, wanted: impl Fn(usize) -> bool) -> Score {
        let mut score = Score::default();
        for task in &self.tasks {
            let chosen = || task.iter().enumerate().filter(|(method, _)| wanted(*method)).map(|(_, run)| run);
            score.solved += usize::from(chosen().any(|run| run.is_solved()));
            let least = chosen().map(|run| self.study.penalized(run)).fold(f64::INFINITY, f64::min);
            score.par2 += if least.is_finite() { least } else { 0.0 };
        }
        score.par2 /= (self.tasks.len() as f64).max(1.0);
        score
    }

    /// As if one knew beforehand which method is the quickest.
    pub fn virtual_best(&self) -> Score {
        self.best_of(|_| true)
    }

    pub fn contributions(&self) -> Vec<Contribution<'a>> {
        (0..self.methods.len()).map(|method| self.contribution(method)).collect()
    }

    fn contribution(&self, method: usize) -> Contribution<'a> {
        let quickest = |task: &&Vec<&CampaignRun>| {
            let own = self.study.penalized(task[method]);
            task[method].is_solved() && task.iter().all(|run| own <= self.study.penalized(run))
        };
        let alone = |task: &&Vec<&CampaignRun>| {
            let solved = |(other, run): (usize, &&CampaignRun)| run.is_solved() == (other == method);
            task.iter().enumerate().all(solved)
        };
        Contribution {
            method: self.methods[method],
            own: self.best_of(|other| other == method),
            quickest: self.tasks.iter().filter(quickest).count(),
            alone: self.tasks.iter().filter(alone).count(),
            without: self.best_of(|other| other != method),
        }
    }

    /// For each level, the mean over its random numbers and repetitions: these are not independent of each
    /// other, levels are.
    fn by_level(&self, method: usize, figure: impl Fn(&CampaignRun) -> f64) -> Vec<f64> {
        let mut levels: BTreeMap<LevelId, (f64, f64)> = BTreeMap::new();
        for task in &self.tasks {
            let (sum, count) = levels.entry(task[method].answer.id).or_default();
            *sum += figure(task[method]);
            *count += 1.0;
        }
        levels.into_values().map(|(sum, count)| sum / count).collect()
    }

    fn estimate(&self, method: usize, figure: impl Fn(&CampaignRun) -> f64) -> Estimate {
        let values = self.by_level(method, figure);
        let value = values.iter().sum::<f64>() / (values.len() as f64).max(1.0);
        Estimate { value, interval: mean_interval(&values) }
    }

    /// The share of levels solved.
    pub fn solved(&self, method: usize) -> Estimate {
        self.estimate(method, |run| f64::from(u8::from(run.is_solved())))
    }

    pub fn par2(&self, method: usize) -> Estimate {
        self.estimate(method, |run| self.study.penalized(run))
    }

    /// Methods ranked by time on every level; unsolved levels share the last ranks.
    pub fn ranks(&self) -> Option<Ranks> {
        let columns: Vec<Vec<f64>> = (0..self.methods.len())
            .map(|method| self.by_level(method, |run| self.study.penalized(run)))
            .collect();
        let levels = columns.first()?.len();
        let rows: Vec<Vec<f64>> =
            (0..levels).map(|level| columns.iter().map(|column| column[level]).collect()).collect();
        friedman(&rows)
    }
}
