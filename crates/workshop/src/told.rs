//! Ratings, counts, diagnoses and products as JSON, the same in `check --json`, `rate --json`,
//! `generate --json` and in pages. Sentences are English unless a reader's language writes them.

use ingenio_catalog::Count;
use ingenio_core::{LevelId, Limit, Measures, Message, Part, Rating, Verified};
use serde::Serialize;

use crate::doctor::{Diagnosis, Repair};
use crate::generation::Product;

#[derive(Clone, Debug, Serialize)]
pub struct ToldRating<'a> {
    points: u32,
    grade: &'static str,
    exact: bool,
    factors: Vec<ToldFactor<'a>>,
}

#[derive(Clone, Debug, Serialize)]
struct ToldFactor<'a> {
    name: &'static str,
    points: f64,
    why: &'a Message,
}

impl<'a> From<&'a Rating> for ToldRating<'a> {
    fn from(rating: &'a Rating) -> Self {
        let factors = rating.factors().iter();
        let told = factors.map(|one| ToldFactor { name: one.name, points: one.points, why: &one.why });
        ToldRating {
            points: rating.points(),
            grade: rating.grade().word(),
            exact: rating.is_exact(),
            factors: told.collect(),
        }
    }
}

#[derive(Clone, Debug, Serialize)]
pub struct ToldCount<'a> {
    found: Figure,
    complete: bool,
    limit: Option<Limit>,
    examples: Vec<&'a str>,
}

/// Larger numbers than JSON readers can hold are written as text.
#[derive(Clone, Debug, Serialize)]
#[serde(untagged)]
enum Figure {
    Small(u64),
    Large(String),
}

impl<'a> From<&'a Count> for ToldCount<'a> {
    fn from(count: &'a Count) -> Self {
        let found = count.tally.found;
        ToldCount {
            found: u64::try_from(found).map_or_else(|_| Figure::Large(found.to_string()), Figure::Small),
            complete: count.tally.complete,
            limit: count.limit,
            examples: count.examples.iter().map(Verified::text).collect(),
        }
    }
}

#[derive(Clone, Debug, Serialize)]
pub struct ToldDiagnosis<'a> {
    complaints: Vec<ToldComplaint<'a>>,
    repairs: Vec<ToldRepair<'a>>,
    undecided: &'a [Message],
}

#[derive(Clone, Debug, Serialize)]
struct ToldComplaint<'a> {
    kind: &'static str,
    message: &'a Message,
    parts: Vec<ToldPart<'a>>,
}

#[derive(Clone, Debug, Serialize)]
struct ToldPart<'a> {
    name: &'a Message,
    /// Row and column, from 0.
    cells: Vec<[u16; 2]>,
}

#[derive(Clone, Debug, Serialize)]
struct ToldRepair<'a> {
    kind: &'static str,
    message: &'a Message,
    /// The level that it becomes.
    text: String,
    solution: &'a str,
}

fn told_part(part: &Part) -> ToldPart<'_> {
    ToldPart { name: &part.name, cells: part.cells.iter().map(|cell| [cell.row, cell.column]).collect() }
}

fn told_repair(repair: &Repair) -> ToldRepair<'_> {
    let text = repair.level.canonical();
    ToldRepair { kind: repair.kind.word(), message: &repair.what, text, solution: repair.solution.text() }
}

impl<'a> From<&'a Diagnosis> for ToldDiagnosis<'a> {
    fn from(diagnosis: &'a Diagnosis) -> Self {
        let complaints = diagnosis.complaints.iter().map(|complaint| ToldComplaint {
            kind: complaint.kind.word(),
            message: &complaint.what,
            parts: complaint.parts.iter().map(told_part).collect(),
        });
        ToldDiagnosis {
            complaints: complaints.collect(),
            repairs: diagnosis.repairs.iter().map(told_repair).collect(),
            undecided: &diagnosis.undecided,
        }
    }
}

/// A level that was made, with where it came from.
#[derive(Clone, Debug, Serialize)]
pub struct ToldProduct<'a> {
    schema: u8,
    /// From 1.
    index: u64,
    id: LevelId,
    puzzle: &'static str,
    text: String,
    solution: &'a str,
    measures: &'a Measures,
    optimal: bool,
    unique: bool,
    rating: Option<ToldRating<'a>>,
    origin: Origin,
}

#[derive(Clone, Copy, Debug, Serialize)]
struct Origin {
    seed: u64,
    #[serde(rename = "try")]
    number: u64,
}

impl Product {
    /// The product of that number (from 1) of a seed.
    pub fn told(&self, seed: u64, index: u64) -> ToldProduct<'_> {
        ToldProduct {
            schema: 1,
            index,
            id: self.level.id(),
            puzzle: self.level.puzzle().info().name,
            text: self.level.canonical(),
            solution: self.solution.text(),
            measures: self.solution.measures(),
            optimal: self.optimal,
            unique: self.unique,
            rating: self.rating.as_ref().map(ToldRating::from),
            origin: Origin { seed, number: self.number },
        }
    }
}
