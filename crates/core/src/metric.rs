//! What is counted in a solution, and which of it is to be least (or most).

use std::borrow::Cow;
use std::fmt;

use crate::words::{Filling, Grouped, Listed, Message, Template, Value, table};
use serde::de::{MapAccess, Visitor};
use serde::ser::SerializeMap;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// Which way is better.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sense {
    /// Fewer is better: moves.
    Least,
    /// More is better: tiles that lie.
    Most,
}

/// A measure that methods optimise: `pushes`, `moves`, `placed`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Metric {
    /// As users and JSON call it.
    pub name: &'static str,
    /// One sentence.
    pub about: &'static str,
    /// Which way is better.
    pub sense: Sense,
}

impl Metric {
    /// Of which as few as possible are wanted.
    pub const fn least(name: &'static str, about: &'static str) -> Metric {
        Metric { name, about, sense: Sense::Least }
    }

    /// Of which as many as possible are wanted.
    pub const fn most(name: &'static str, about: &'static str) -> Metric {
        Metric { name, about, sense: Sense::Most }
    }
}

/// What a solution is to be best in: one metric, or several in order. `moves,steps` asks for the least
/// moves, and among the solutions that have them for the least steps. Without any metric it is left to
/// the method; puzzles that count nothing have no other.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Criterion(&'static [Metric]);

impl Criterion {
    /// The first counts before the second, and so on.
    pub const fn new(metrics: &'static [Metric]) -> Self {
        Criterion(metrics)
    }

    /// In the order in which they count.
    pub const fn metrics(self) -> &'static [Metric] {
        self.0
    }

    /// The metric that counts before all others.
    pub const fn first(self) -> Option<&'static Metric> {
        self.0.first()
    }

    /// The figure of the first metric.
    pub fn figure(self, measures: &Measures) -> Option<u64> {
        measures.get(self.first()?.name)
    }

    /// Is the first of two solutions better, by the first metric in which they differ?
    pub fn is_better(self, one: &Measures, other: &Measures) -> bool {
        let figures = |metric: &Metric| (metric.sense, one.get(metric.name), other.get(metric.name));
        let differs = |(_, one, other): &(Sense, Option<u64>, Option<u64>)| one != other;
        match self.0.iter().map(figures).find(differs) {
            Some((Sense::Least, Some(one), Some(other))) => one < other,
            Some((Sense::Most, Some(one), Some(other))) => one > other,
            _ => false,
        }
    }

    /// This one, or the other where it is left open.
    #[must_use]
    pub const fn or(self, other: Criterion) -> Criterion {
        if self.is_empty() { other } else { self }
    }

    /// Is it left to the method?
    pub const fn is_empty(self) -> bool {
        self.0.is_empty()
    }
}

/// The names with commas, as a user writes them.
impl fmt::Display for Criterion {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names: Vec<_> = self.0.iter().map(|metric| metric.name).collect();
        f.pad(&names.join(","))
    }
}

/// One figure of a solution or a play.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum Measure {
    /// How many: moves, pushes.
    Count(u64),
    /// Whether something holds: all cells are covered.
    Flag(bool),
}

impl fmt::Display for Measure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Measure::Count(count) => write!(f, "{count}"),
            Measure::Flag(flag) => write!(f, "{flag}"),
        }
    }
}

/// All figures of a solution or a play, in a fixed order.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Measures(Vec<(Cow<'static, str>, Measure)>);

impl Measures {
    /// `24 moves, 1 push`: the counts, then what holds or does not.
    pub fn said(&self) -> Message {
        table::TOLD.with("text", self)
    }

    /// For logs and JSON.
    pub fn english(&self) -> String {
        self.said().english()
    }
}

impl Value for &Measures {
    fn filling(self) -> Filling {
        Listed::commas(self.iter().map(|(name, measure)| figure(name, measure))).filling()
    }
}

/// One figure in words.
pub fn figure(name: &str, measure: Measure) -> Message {
    match measure {
        Measure::Count(count) => match figures::of(name) {
            Some(template) => template.with("count", Grouped(count)),
            None => table::FIGURE.with("count", Grouped(count)).with("name", name.replace('_', " ")),
        },
        Measure::Flag(flag) => {
            let answer = if flag { table::YES } else { table::NO };
            match figures::of(name) {
                Some(template) => template.with("answer", answer),
                None => table::FLAG.with("name", name.replace('_', " ")).with("answer", answer),
            }
        }
    }
}

/// A count of a metric: `24 moves`.
pub fn counted(metric: &str, count: u64) -> Message {
    figure(metric, Measure::Count(count))
}

/// What a name stands for that is not beside a count.
const SEVERAL: u64 = 2;

/// The name of a metric, as people read it where it stands alone.
pub fn named(metric: &str) -> Message {
    named_after(metric, SEVERAL)
}

/// The same beside a count that stands elsewhere in the sentence.
pub fn named_after(metric: &str, count: u64) -> Message {
    let counts = |template: &Template| template.holes().contains(&"count");
    name_of(metric, |template| if counts(&template) { template.with("count", count) } else { template.say() })
}

/// The same after words such as "fewer" and "the number of", where no count decides its form.
pub fn amount_of(metric: &str) -> Message {
    name_of(metric, Template::say)
}

fn name_of(metric: &str, say: impl FnOnce(Template) -> Message) -> Message {
    figures::name(metric).map_or_else(|| Message::told(metric.replace('_', " ")), say)
}

/// What puzzles count, in words.
pub mod figures {
    use crate::words::Template;

    crate::words! {
        MOVES = "figure.moves", "{count} {count|move|moves}";
        PUSHES = "figure.pushes", "{count} {count|push|pushes}";
        STEPS = "figure.steps", "{count} {count|step|steps}";
        SLIDES = "figure.slides", "{count} {count|slide|slides}";
        BOX_LINES = "figure.box-lines", "{count} box {count|line|lines}";
        BOX_CHANGES = "figure.box-changes", "{count} box {count|change|changes}";
        PATHS = "figure.paths", "{count} {count|path|paths}";
        FILL = "figure.fill", "{count} % filled";
        COLOURS = "figure.colours", "{count} {count|colour|colours}";
        STROKES = "figure.strokes", "{count} {count|stroke|strokes}";
        CLASHES = "figure.clashes", "{count} {count|clash|clashes}";
        PLACED = "figure.placed", "{count} placed";
        UNUSED = "figure.unused", "{count} unused";
        ALL_TILES_PLACED = "figure.all-tiles-placed", "all tiles placed: {answer}";
        BOARD_FULL = "figure.board-full", "board full: {answer}";
        NAME_MOVES = "figure.name-moves", "{count|move|moves}";
        NAME_PUSHES = "figure.name-pushes", "{count|push|pushes}";
        NAME_STEPS = "figure.name-steps", "{count|step|steps}";
        NAME_SLIDES = "figure.name-slides", "{count|slide|slides}";
        NAME_BOX_LINES = "figure.name-box-lines", "{count|box line|box lines}";
        NAME_BOX_CHANGES = "figure.name-box-changes", "{count|box change|box changes}";
        NAME_PATHS = "figure.name-paths", "{count|path|paths}";
        NAME_FILL = "figure.name-fill", "filled";
        NAME_COLOURS = "figure.name-colours", "{count|colour|colours}";
        NAME_STROKES = "figure.name-strokes", "{count|stroke|strokes}";
        NAME_CLASHES = "figure.name-clashes", "{count|clash|clashes}";
        NAME_PLACED = "figure.name-placed", "{count|placed|placed}";
        NAME_UNUSED = "figure.name-unused", "{count|unused|unused}";
        NAME_ALL_TILES_PLACED = "figure.name-all-tiles-placed", "all tiles placed";
        NAME_BOARD_FULL = "figure.name-board-full", "board full";
    }

    pub(super) fn of(name: &str) -> Option<Template> {
        find("figure.", name)
    }

    pub(super) fn name(name: &str) -> Option<Template> {
        find("figure.name-", name)
    }

    fn find(group: &str, name: &str) -> Option<Template> {
        let name = name.replace('_', "-");
        ALL.iter().copied().find(|template| template.id.strip_prefix(group) == Some(name.as_str()))
    }
}

impl Measures {
    /// Without any figure; they are added one after the other.
    pub fn new() -> Self {
        Self::default()
    }

    /// One count, of a name that was read somewhere.
    pub fn named(name: String, count: u64) -> Self {
        Measures(vec![(name.into(), Measure::Count(count))])
    }

    /// With one count more.
    pub fn count(mut self, name: &'static str, count: u64) -> Self {
        self.0.push((name.into(), Measure::Count(count)));
        self
    }

    /// With one flag more.
    pub fn flag(mut self, name: &'static str, flag: bool) -> Self {
        self.0.push((name.into(), Measure::Flag(flag)));
        self
    }

    /// The count of that name, if there is one.
    pub fn get(&self, name: &str) -> Option<u64> {
        self.0.iter().find_map(|(known, measure)| match measure {
            Measure::Count(count) if known == name => Some(*count),
            _ => None,
        })
    }

    /// The counts alone.
    pub fn counts(&self) -> Measures {
        let counts = self.0.iter().filter(|(_, measure)| matches!(measure, Measure::Count(_)));
        Measures(counts.cloned().collect())
    }

    /// In the order in which they were added.
    pub fn iter(&self) -> impl Iterator<Item = (&str, Measure)> + '_ {
        self.0.iter().map(|(name, measure)| (name.as_ref(), *measure))
    }
}

impl Serialize for Measures {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(Some(self.0.len()))?;
        self.iter().try_for_each(|(name, measure)| map.serialize_entry(name, &measure))?;
        map.end()
    }
}

impl<'de> Deserialize<'de> for Measures {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Pairs;

        impl<'de> Visitor<'de> for Pairs {
            type Value = Measures;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("figures by name")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Measures, A::Error> {
                let mut measures = Measures::new();
                while let Some((name, measure)) = map.next_entry::<String, Measure>()? {
                    measures.0.push((name.into(), measure));
                }
                Ok(measures)
            }
        }

        deserializer.deserialize_map(Pairs)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_difference_decides_what_is_better() {
        const ORDER: Criterion =
            Criterion::new(&[Metric::most("placed", "tiles"), Metric::least("moves", "moves")]);
        let figures = |placed, moves| Measures::new().count("placed", placed).count("moves", moves);
        assert!(ORDER.is_better(&figures(3, 9), &figures(2, 1)));
        assert!(ORDER.is_better(&figures(3, 1), &figures(3, 2)));
        assert!(!ORDER.is_better(&figures(3, 2), &figures(3, 2)));
        assert!(!Criterion::default().is_better(&figures(3, 1), &figures(1, 2)), "nothing counts");
    }
}
