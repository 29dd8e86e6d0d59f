//! The review of a play that was won.

use std::sync::Arc;
use std::time::Duration;

use ingenio_coach::review;
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
}

#[derive(Serialize)]
struct JudgementBody {
    #[serde(rename = "move")]
    action: String,
    cost: Option<u64>,
    loses: bool,
}

impl ReviewWish {
    pub fn answer(&self, asker: &mut Asker<'_>) -> Answered {
        let level = self.place.level()?;
        let begun = Instant::now();
        let cancel = Cancel::when(Arc::new(move || begun.elapsed() >= IN_ALL));
        let budget = Budget { cancel, ..self.limits.budget(SECONDS) };
        let found = review(&level, self.place.moves(), &budget);
        let judged = found.moves.into_iter();
        asker.written(&ReviewBody {
            said: found.said,
            moves: judged
                .map(|one| JudgementBody { action: one.action, cost: one.cost, loses: one.loses })
                .collect(),
            first_mistake: found.first_mistake,
            better: found.better,
        })
    }
}
