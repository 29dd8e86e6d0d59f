//! The level doctor, and ratings.

use ingenio_catalog::answer_said;
use ingenio_core::Message;
use ingenio_workshop::{ToldCount, ToldDiagnosis, ToldRating, check_up, rate};
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
    text: Message,
    /// As `solve --json` prints it.
    answer: Value,
    solutions: Option<ToldCount<'a>>,
    findings: &'a [Message],
    rating: Option<ToldRating<'a>>,
    diagnosis: ToldDiagnosis<'a>,
}

impl CheckWish {
    pub fn answer(&self, asker: &mut Asker<'_>) -> Answered {
        let (level, budget) = (self.level.read()?, self.limits.budget(SECONDS));
        let found = check_up(&level, &self.metric, u128::from(self.count), &budget, asker)?;
        asker.written(&CheckBody {
            text: answer_said(&found.answer),
            answer: in_english(&found.answer)?,
            solutions: found.count.as_ref().map(ToldCount::from),
            findings: &found.study,
            rating: found.rating.as_ref().map(ToldRating::from),
            diagnosis: ToldDiagnosis::from(&found.diagnosis),
        })
    }
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
