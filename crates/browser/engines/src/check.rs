//! The level doctor, and ratings.

use ingenio_catalog::answer_said;
use ingenio_core::{Fault, LevelRef, Message, Outcome, Rating, Verified};
use ingenio_workshop::{
    Checkup, Diagnosis, ToldCount, ToldDiagnosis, ToldRating, check_up, count_said, rate, rating_said,
    repair_said, rescue, solvable_said,
};
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::limits::LimitsWish;
use crate::places::LevelWish;
use crate::request::{Answered, Asker, in_english};

/// If nothing else is said.
const SECONDS: f64 = 10.0;
/// Two are enough to know that a solution is not the only one.
const MOST_SOLUTIONS: u64 = 2;

#[derive(Clone, Debug, Deserialize)]
pub struct CheckWish {
    #[serde(flatten)]
    level: LevelWish,
    #[serde(default)]
    metric: String,
    /// Up to so many solutions are counted.
    #[serde(default = "most")]
    count: u64,
    #[serde(flatten)]
    limits: LimitsWish,
}

const fn most() -> u64 {
    MOST_SOLUTIONS
}

#[derive(Serialize)]
struct CheckBody<'a> {
    puzzle: &'static str,
    text: Message,
    /// All that was found, sentence by sentence, but for the changes that mend it.
    said: Vec<String>,
    /// What makes it hard, with points.
    why: Vec<(f64, String)>,
    /// In the order of the diagnosis' repairs.
    mends: Vec<String>,
    /// As `solve --json` prints it.
    answer: Value,
    solutions: Option<ToldCount<'a>>,
    findings: &'a [Message],
    rating: Option<ToldRating<'a>>,
    diagnosis: ToldDiagnosis<'a>,
}

impl CheckWish {
    pub fn answer(&self, asker: &mut Asker<'_>) -> Answered {
        let budget = self.limits.budget(SECONDS);
        let level = match self.level.read() {
            Ok(level) => level,
            Err(fault) => return self.rescue(fault, asker),
        };
        let found = check_up(&level, &self.metric, u128::from(self.count), &budget, asker)?;
        let factors = found.rating.iter().flat_map(Rating::factors);
        asker.written(&CheckBody {
            puzzle: level.puzzle().info().name,
            text: answer_said(&found.answer),
            said: sentences(&level, &found).iter().map(|said| asker.sentence(said)).collect(),
            why: factors.map(|factor| (factor.points, asker.sentence(&factor.why))).collect(),
            mends: mends(&found.diagnosis, asker),
            answer: in_english(&found.answer)?,
            solutions: found.count.as_ref().map(ToldCount::from),
            findings: &found.study,
            rating: found.rating.as_ref().map(ToldRating::from),
            diagnosis: ToldDiagnosis::from(&found.diagnosis),
        })
    }

    /// A text that is no level: what is wrong with it, and what would make it one.
    fn rescue(&self, fault: Fault, asker: &mut Asker<'_>) -> Answered {
        let changes = self.level.rescued(&fault);
        let diagnosis = rescue(changes, &self.limits.budget(SECONDS));
        let Some(first) = diagnosis.repairs.first() else { return Err(fault) };
        asker.written(&CheckBody {
            puzzle: first.level.puzzle().info().name,
            text: fault.said(),
            said: vec![asker.sentence(&fault.said())],
            why: Vec::new(),
            mends: mends(&diagnosis, asker),
            answer: in_english(&Outcome::<Verified>::Failed { fault })?,
            solutions: None,
            findings: &[],
            rating: None,
            diagnosis: ToldDiagnosis::from(&diagnosis),
        })
    }
}

fn mends(diagnosis: &Diagnosis, asker: &Asker<'_>) -> Vec<String> {
    diagnosis.repairs.iter().map(|repair| asker.sentence(&repair_said(repair))).collect()
}

fn sentences(level: &LevelRef, found: &Checkup) -> Vec<Message> {
    let mut said = vec![solvable_said(level, &found.answer)];
    said.extend(found.count.as_ref().map(count_said));
    said.extend(found.study.iter().cloned());
    said.extend(found.rating.as_ref().map(rating_said));
    said.extend(found.diagnosis.complaints.iter().map(|complaint| complaint.what.clone()));
    said.extend(found.diagnosis.undecided_said());
    said
}

#[derive(Clone, Debug, Deserialize)]
pub struct RateWish {
    #[serde(flatten)]
    level: LevelWish,
    #[serde(flatten)]
    limits: LimitsWish,
}

#[derive(Serialize)]
struct RateBody<'a> {
    /// Nothing where it could not be told.
    rating: Option<ToldRating<'a>>,
}

impl RateWish {
    pub fn answer(&self, asker: &mut Asker<'_>) -> Answered {
        let rating = rate(&self.level.read()?, &self.limits.budget(SECONDS));
        asker.written(&RateBody { rating: rating.as_ref().map(ToldRating::from) })
    }
}
