//! Packs: ordered sets of levels with a title, an author and what is known of each level. A pack is
//! a TOML file; the solutions are in a side file of their own, so that a game can show the one
//! without the other.

use std::collections::{BTreeMap, HashMap};

use ingenio_catalog::{Request, count, find};
use ingenio_core::{
    AnyPuzzle, Budget, Fault, Grade, LevelRef, Message, Options, Outcome, Reading, Silent, Source, Value,
    Verified,
};
use serde::{Deserialize, Serialize};

use crate::generation::rate;
use crate::library::said_grades;
use crate::recipe::difficulty;
use crate::words;

/// A pack as it stands in its file.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Pack {
    pub title: String,
    pub puzzle: String,
    pub author: String,
    /// The grade of the levels in it, or the range of grades: `beginner`, `beginner to expert`.
    pub difficulty: String,
    /// The commands that made it, in order.
    #[serde(default)]
    pub made_by: Vec<String>,
    pub levels: Vec<PackLevel>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PackLevel {
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub title: Option<String>,
    /// Which command of `made_by`, from 0, and which try of its seed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub made_by: Option<usize>,
    #[serde(default, skip_serializing_if = "Option::is_none", rename = "try")]
    pub number: Option<u64>,
    /// The best known figure in the puzzle's first metric.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub best: Option<u64>,
    /// Is it proved that nothing is better?
    #[serde(default)]
    pub proved: bool,
    /// Is the solution proved to be the only one?
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub unique: bool,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub points: Option<u32>,
    pub text: String,
}

/// The side file: solutions by level id.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Solutions {
    pub solutions: BTreeMap<String, String>,
}

impl Pack {
    /// Could a file of this name be a pack?
    pub fn has_name(file: &str) -> bool {
        std::path::Path::new(file).extension().is_some_and(|ending| ending.eq_ignore_ascii_case("toml"))
    }

    pub fn parse(text: &str) -> Result<Self, Fault> {
        toml::from_str(text).map_err(|error| toml_fault(text, &error))
    }

    pub fn write(&self) -> String {
        toml::to_string_pretty(self).expect("a pack is a table of plain values")
    }

    pub fn puzzle(&self) -> Result<&'static dyn AnyPuzzle, Message> {
        find(&self.puzzle).map_err(|_| words::PACK_PUZZLE.with("name", &self.puzzle))
    }

    /// The levels of the pack; one that cannot be read is kept as its fault.
    pub fn readings(&self) -> Result<Vec<Reading<LevelRef>>, Message> {
        let puzzle = self.puzzle()?;
        Ok((1..).zip(&self.levels).map(|(number, level)| level.read(puzzle, number)).collect())
    }
}

impl PackLevel {
    pub fn grade(&self) -> Option<Grade> {
        self.points.map(Grade::of)
    }

    fn read(&self, puzzle: &'static dyn AnyPuzzle, number: usize) -> Reading<LevelRef> {
        let settings = Options::defaults(puzzle.info().settings);
        let mut readings = puzzle.read(&Source::new(&self.text), &settings);
        if readings.len() != 1 {
            return Err(words::PACK_ONE_LEVEL.with("number", number).with("count", readings.len()).into());
        }
        let broken =
            |fault: Fault| Fault::from(words::PACK_LEVEL.with("number", number).with("error", fault));
        let mut entry = readings.remove(0).map_err(broken)?;
        entry.title = self.title.clone().or(entry.title);
        Ok(entry)
    }
}

impl Solutions {
    pub fn parse(text: &str) -> Result<Self, Fault> {
        toml::from_str(text).map_err(|error| toml_fault(text, &error))
    }

    pub fn write(&self) -> String {
        toml::to_string_pretty(self).expect("solutions are a table of texts")
    }

    pub fn of(&self, level: &LevelRef) -> Option<&str> {
        self.solutions.get(&level.id().to_string()).map(String::as_str)
    }

    pub fn insert(&mut self, solution: &Verified) {
        self.solutions.insert(solution.level().to_string(), solution.text().to_owned());
    }
}

pub(crate) fn toml_fault(text: &str, error: &toml::de::Error) -> Fault {
    let message = words::PACK_TOML.with("error", Message::quoted(error.message()));
    match error.span() {
        Some(span) => Fault::at_byte(text, span.start, message),
        None => message.into(),
    }
}

/// The first two levels (from 1) that share a key of kin.
pub fn shared_key(levels: &[LevelRef]) -> Option<(usize, usize)> {
    let mut seen: HashMap<String, usize> = HashMap::new();
    for (number, level) in (1..).zip(levels) {
        let keys = level.kin();
        if let Some(first) = keys.iter().find_map(|key| seen.get(key)) {
            return Some((*first, number));
        }
        seen.extend(keys.into_iter().map(|key| (key, number)));
    }
    None
}

impl Pack {
    /// Proves anew what the pack says of some of its levels (`which` of their numbers, from 1), and
    /// tells all that does not hold. `watch` hears the number of every level before its turn.
    pub fn check(
        &self,
        solutions: &Solutions,
        which: &dyn Fn(usize) -> bool,
        budget: &Budget,
        watch: &mut dyn FnMut(usize),
    ) -> Result<Vec<Message>, Message> {
        let mut wrong = Vec::new();
        let mut levels = Vec::new();
        for ((number, known), reading) in (1..).zip(&self.levels).zip(self.readings()?) {
            let level = match reading {
                Ok(entry) => entry.level,
                Err(fault) => {
                    wrong.push(fault.message);
                    continue;
                }
            };
            if which(number) && !budget.cancel.is_cancelled() {
                watch(number);
                wrong.extend(known.check(&level, number, solutions.of(&level), budget));
            }
            levels.push(level);
        }
        wrong.extend(
            shared_key(&levels)
                .map(|(first, second)| words::PACK_ALIKE.with("first", first).with("second", second)),
        );
        Ok(wrong)
    }
}

impl Pack {
    /// Rates every level anew; `watch` hears the number of each before its turn. The order stays.
    pub fn rate(&mut self, budget: &Budget, watch: &mut dyn FnMut(usize)) -> Result<(), Message> {
        let readings = self.readings()?;
        for ((number, known), reading) in (1..).zip(&mut self.levels).zip(readings) {
            watch(number);
            let level = reading.map_err(|fault| fault.message)?.level;
            let rating = rate(&level, &Budget { cancel: budget.cancel.clone(), ..Budget::default() });
            known.points = rating.map(|rating| rating.points());
        }
        self.difficulty = difficulty(&self.levels);
        Ok(())
    }

    /// The grades of its levels, from the least to the most.
    pub fn said_difficulty(&self) -> Message {
        let grades = self.levels.iter().filter_map(PackLevel::grade);
        said_grades(grades).unwrap_or_else(|| Message::told(&self.difficulty))
    }
}

impl PackLevel {
    fn check(
        &self,
        level: &LevelRef,
        number: usize,
        solution: Option<&str>,
        budget: &Budget,
    ) -> Vec<Message> {
        let Some(solution) = solution else { return vec![words::PACK_NO_SOLUTION.with("number", number)] };
        let solution = match level.verify(solution) {
            Ok(solution) => solution,
            Err(refusal) => {
                return vec![words::PACK_WRONG_SOLUTION.with("number", number).with("refusal", refusal)];
            }
        };
        let metric = level.puzzle().info().metrics.first().map_or("", |metric| metric.name);
        let found = solution.measures().get(metric);
        let mut wrong = Vec::new();
        if found != self.best {
            let (said, found) = (shown(self.best), shown(found));
            wrong.push(words::PACK_WRONG_BEST.with("number", number).with("said", said).with("found", found));
        }
        if self.proved && !metric.is_empty() {
            wrong.extend(self.prove(level, number, metric, budget));
        }
        if self.unique {
            let counted = count(level, 2, budget, &mut Silent);
            if counted.is_none_or(|counted| counted.tally.found != 1 || !counted.tally.complete) {
                wrong.push(words::PACK_NOT_UNIQUE.with("number", number));
            }
        }
        let points = rate(level, &Budget { cancel: budget.cancel.clone(), ..Budget::default() })
            .map(|rating| rating.points());
        if points != self.points {
            let (said, found) = (shown(self.points), shown(points));
            wrong.push(
                words::PACK_WRONG_RATING.with("number", number).with("said", said).with("found", found),
            );
        }
        wrong
    }

    fn prove(
        &self,
        level: &LevelRef,
        number: usize,
        metric: &'static str,
        budget: &Budget,
    ) -> Option<Message> {
        let request = Request { optimal: true, budget: budget.clone(), ..Request::default() };
        let said = shown(self.best);
        match request.run(level, &mut Silent).map(|report| report.outcome) {
            Ok(Outcome::Solved { solution, optimal: true })
                if solution.measures().get(metric) == self.best =>
            {
                None
            }
            Ok(Outcome::Unknown { limit, .. }) => {
                Some(words::PACK_NOT_PROVED.with("number", number).with("said", said).with("limit", limit))
            }
            Ok(outcome) => {
                let found = match outcome.solution().and_then(|solution| solution.measures().get(metric)) {
                    Some(found) => Message::told(found),
                    None => outcome.kind().said().say(),
                };
                Some(words::PACK_NOT_BEST.with("number", number).with("said", said).with("found", found))
            }
            Err(message) => Some(message),
        }
    }
}

fn shown(figure: Option<impl Value>) -> Message {
    figure.map_or_else(|| words::PACK_NOTHING.say(), Message::told)
}
