//! Recipes: how a pack is made, as a TOML file, so that anyone can make it again.

use std::time::Duration;

use ingenio_catalog::{Request, find};
use ingenio_core::face::find_generator;
use ingenio_core::{Budget, Cancel, Fault, Grade, LevelRef, Message, Sense, Silent};
use serde::Deserialize;

use crate::generation::{Distinct, Harvest, Order, Product, generate};
use crate::pack::{Pack, PackLevel, Solutions, toml_fault};
use crate::words;

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Recipe {
    pub title: String,
    pub puzzle: String,
    pub author: String,
    /// The levels of all groups in order of difficulty? Otherwise each group by itself.
    #[serde(default)]
    pub sorted: bool,
    pub groups: Vec<Group>,
    /// A group, from 0, and a try of its seed for each level, in the order of the pack: for packs that were chosen
    /// and ordered when points were others. Nobody's levels change because we learn to rate them better.
    #[serde(default)]
    pub kept: Vec<(usize, u64)>,
}

/// Levels of one kind.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Group {
    pub generator: String,
    /// `key=value,...`
    #[serde(default)]
    pub wishes: String,
    #[serde(default)]
    pub grade: Option<String>,
    /// Only levels that a method solves with so many nodes at most.
    #[serde(default)]
    pub solved_by: Option<Trial>,
    pub seed: u64,
    pub count: usize,
}

/// A method as a measure of levels: what it solves within a number of nodes is the same on every machine.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Trial {
    pub method: String,
    pub nodes: u64,
}

/// How long the best solution of a level is looked for where its generator did not prove it.
const PROOF_TIME: Duration = Duration::from_secs(2);

/// How long a group may go without a new level.
const PATIENCE: Duration = Duration::from_mins(5);

impl Recipe {
    pub fn parse(text: &str) -> Result<Self, Fault> {
        toml::from_str(text).map_err(|error| toml_fault(text, &error))
    }

    /// Makes the pack, until it is cancelled, with the tables of the budget. `watch` hears how every group goes.
    pub fn make(
        &self,
        threads: usize,
        budget: &Budget,
        watch: &mut dyn FnMut(usize, &Harvest),
    ) -> Result<(Pack, Solutions), Message> {
        let (levels, solutions) = if self.kept.is_empty() {
            self.choose(threads, budget, watch)?
        } else {
            self.again(budget, watch)?
        };
        let pack = Pack {
            title: self.title.clone(),
            puzzle: self.puzzle.clone(),
            author: self.author.clone(),
            difficulty: difficulty(&levels),
            made_by: self.groups.iter().map(|group| group.command(&self.puzzle)).collect(),
            levels,
        };
        Ok((pack, solutions))
    }

    /// The levels that were chosen once.
    fn again(
        &self,
        budget: &Budget,
        watch: &mut dyn FnMut(usize, &Harvest),
    ) -> Result<(Vec<PackLevel>, Solutions), Message> {
        let (mut levels, mut solutions) = (Vec::new(), Solutions::default());
        for (index, number) in self.kept.iter().copied() {
            let short = |group: usize| words::RECIPE_SHORT.with("group", group + 1);
            let group = self.groups.get(index).ok_or_else(|| {
                short(index).with("made", 0).with("wanted", self.kept.len()).with("tried", 0)
            })?;
            let order = self.order(group, 1, &budget.cancel)?;
            let order = Order { from: number, tries: Some(1), count: 1, grade: None, ..order };
            let mut take = |product: Product| {
                let product = with_best_known(product, budget);
                solutions.insert(&product.solution);
                levels.push(entry(index, &product));
                true
            };
            let harvest = generate(&order, &mut take, &mut |harvest| watch(index, harvest))?;
            if harvest.made == 0 {
                let message = short(index).with("made", levels.len());
                return Err(message.with("wanted", self.kept.len()).with("tried", harvest.tried));
            }
        }
        Ok((levels, solutions))
    }

    /// Levels as they come up, those of a group in order of difficulty.
    fn choose(
        &self,
        threads: usize,
        budget: &Budget,
        watch: &mut dyn FnMut(usize, &Harvest),
    ) -> Result<(Vec<PackLevel>, Solutions), Message> {
        let mut levels: Vec<PackLevel> = Vec::new();
        let mut solutions = Solutions::default();
        let mut seen: Vec<String> = Vec::new();
        for (index, group) in self.groups.iter().enumerate() {
            let order = self.order(group, threads, &budget.cancel)?;
            let mut made: Vec<PackLevel> = Vec::new();
            let mut take = |product: Product| {
                let keys = product.level.kin();
                if keys.iter().all(|key| !seen.contains(key)) && group.wants(&product.level, budget) {
                    seen.extend(keys);
                    let product = with_best_known(product, budget);
                    solutions.insert(&product.solution);
                    made.push(entry(index, &product));
                }
                made.len() < group.count
            };
            let harvest = generate(&order, &mut take, &mut |harvest| watch(index, harvest))?;
            if made.len() < group.count {
                let message = words::RECIPE_SHORT.with("group", index + 1).with("made", made.len());
                return Err(message.with("wanted", group.count).with("tried", harvest.tried));
            }
            made.sort_by_key(|level| level.points);
            levels.extend(made);
        }
        if self.sorted {
            levels.sort_by_key(|level| level.points);
        }
        Ok((levels, solutions))
    }

    fn order(&self, group: &Group, threads: usize, cancel: &Cancel) -> Result<Order, Message> {
        let puzzle = find(&self.puzzle).map_err(|fault| fault.message)?;
        let generator = find_generator(puzzle, Some(&group.generator))?;
        Ok(Order {
            puzzle,
            generator: generator.name,
            wishes: generator.wishes(&group.wishes, group.grade()?)?,
            seed: group.seed,
            from: 0,
            // The group itself knows when it has enough: levels of other groups may drop out.
            count: usize::MAX,
            tries: None,
            time: None,
            patience: PATIENCE,
            threads,
            grade: group.grade()?,
            rated: true,
            distinct: Distinct::Alike,
            cancel: cancel.clone(),
        })
    }
}

impl Group {
    fn wants(&self, level: &LevelRef, budget: &Budget) -> bool {
        let Some(trial) = &self.solved_by else { return true };
        let budget = Budget { nodes: Some(trial.nodes), ..budget.clone() };
        let request = Request { method: trial.method.clone(), budget, ..Request::default() };
        request.run(level, &mut Silent).is_ok_and(|answer| answer.solution().is_some())
    }

    fn grade(&self) -> Result<Option<Grade>, Message> {
        let Some(word) = &self.grade else { return Ok(None) };
        let known = Grade::ALL.into_iter().find(|grade| grade.word() == word);
        let choices = Grade::ALL.map(Grade::word).join(", ");
        known.map(Some).ok_or_else(|| {
            let message = ingenio_core::words::table::OPTION_CHOICE.with("name", "grade");
            message.with("choices", choices).with("value", word)
        })
    }

    /// What one would type to get these levels, and what was kept of them.
    fn command(&self, puzzle: &str) -> String {
        let wishes: String =
            self.wishes.split(',').filter(|wish| !wish.is_empty()).map(|wish| format!(" {wish}")).collect();
        let grade = self.grade.as_ref().map(|grade| format!(" --grade {grade}")).unwrap_or_default();
        let seed = self.seed;
        let command =
            format!("ingenio generate {puzzle} --by {}{wishes}{grade} --seed {seed} --apart", self.generator);
        match &self.solved_by {
            None => command,
            Some(Trial { method, nodes }) => {
                format!("{command}; of these, what {method} solves with {nodes} nodes")
            }
        }
    }
}

/// Generators may hand over any solution; a pack tells the best one that can be had.
fn with_best_known(product: Product, budget: &Budget) -> Product {
    let Some(metric) = product.level.puzzle().info().metrics.first().filter(|_| !product.optimal) else {
        return product;
    };
    let budget = Budget { time: Some(PROOF_TIME), ..budget.clone() };
    let mut best = product;
    for optimal in [true, false] {
        let request = Request { optimal, budget: budget.clone(), ..Request::default() };
        let Ok(report) = request.run(&best.level, &mut Silent) else { continue };
        let Some(found) = report.solution() else { continue };
        let (old, new) = (best.solution.measures().get(metric.name), found.measures().get(metric.name));
        let better = if metric.sense == Sense::Least { new < old } else { new > old };
        if better {
            best.solution = found.clone();
        }
        if report.is_optimal() {
            return Product { solution: found.clone(), optimal: true, ..best };
        }
    }
    best
}

fn entry(group: usize, product: &Product) -> PackLevel {
    let metric = product.level.puzzle().info().metrics.first().map_or("", |metric| metric.name);
    PackLevel {
        title: None,
        made_by: Some(group),
        number: Some(product.number),
        best: product.solution.measures().get(metric),
        proved: product.optimal,
        unique: product.unique,
        points: product.rating.as_ref().map(ingenio_core::Rating::points),
        text: format!("{}\n", product.level.canonical()),
    }
}

/// `beginner`, or `beginner to expert`.
pub(crate) fn difficulty(levels: &[PackLevel]) -> String {
    let grades = levels.iter().filter_map(PackLevel::grade);
    match (grades.clone().min(), grades.max()) {
        (Some(least), Some(most)) if least != most => format!("{} to {}", least.word(), most.word()),
        (Some(grade), _) => grade.word().into(),
        _ => "unrated".into(),
    }
}
