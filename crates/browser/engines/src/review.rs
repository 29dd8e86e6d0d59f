//! The review of a play that was won.

use std::sync::Arc;
use std::time::Duration;

use ingenio_coach::{Judgement, review};
use ingenio_core::{Budget, Cancel, Message};
use serde::{Deserialize, Serialize};
use web_time::Instant;

use crate::limits::LimitsWish;
use crate::places::PlaceWish;
use crate::request::{Answered, Asker};

/// The truth of one position, as long as at a server.
const SECONDS: f64 = 0.3;
/// The longest that the review of a whole play takes; moves that are left then are not judged.
const IN_ALL: Duration = Duration::from_secs(8);

#[derive(Clone, Debug, Deserialize)]
pub struct ReviewWish {
    #[serde(flatten)]
    place: PlaceWish,
    /// Ways that were taken back.
    #[serde(default)]
    tries: Vec<Vec<String>>,
    /// For every position by itself.
    #[serde(flatten)]
    limits: LimitsWish,
}

/// The body of `POST /api/plays/{key}/review`.
#[derive(Serialize)]
struct ReviewBody {
    said: Vec<Message>,
    moves: Vec<JudgementBody>,
    first_mistake: Option<usize>,
    better: Vec<String>,
    best: Vec<String>,
    lost: Vec<LostBody>,
}

#[derive(Serialize)]
struct LostBody {
    moves: Vec<String>,
    why: Option<Message>,
}

#[derive(Serialize)]
struct JudgementBody {
    #[serde(rename = "move")]
    action: String,
    cost: Option<u64>,
    loses: bool,
    why: Option<Message>,
    left: Option<u64>,
}

impl ReviewWish {
    pub fn answer(&self, asker: &mut Asker<'_>) -> Answered {
        let level = self.place.level()?;
        let begun = Instant::now();
        let cancel = Cancel::when(Arc::new(move || begun.elapsed() >= IN_ALL));
        let budget = Budget { cancel, ..self.limits.budget(SECONDS) };
        let found = review(&level, self.place.moves(), &self.tries, &budget);
        let judged = found.moves.into_iter();
        asker.written(&ReviewBody {
            said: found.said,
            moves: judged
                .map(|Judgement { action, cost, loses, why, left }| JudgementBody {
                    action,
                    cost,
                    loses,
                    why,
                    left,
                })
                .collect(),
            first_mistake: found.first_mistake,
            better: found.better,
            best: found.best,
            lost: found.lost.into_iter().map(|one| LostBody { moves: one.moves, why: one.why }).collect(),
        })
    }
}
