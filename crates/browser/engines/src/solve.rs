//! One method on one level, as a job at a server.

use ingenio_catalog::answer_said;
use ingenio_core::Message;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::methods::MethodWish;
use crate::places::PlaceWish;
use crate::request::{Answered, Asker, in_english};

/// If nothing else is said.
const SECONDS: f64 = 60.0;

#[derive(Clone, Debug, Deserialize)]
pub struct SolveWish {
    #[serde(flatten)]
    place: PlaceWish,
    #[serde(flatten)]
    method: MethodWish,
}

/// What a job at a server ends with, and what the rules make a film of.
#[derive(Serialize)]
struct SolveBody {
    is: &'static str,
    /// Is there a solution to be seen? How it ended is in the answer.
    film: bool,
    text: Message,
    /// As `solve --json` prints it.
    answer: Value,
    /// The level that was solved, in its canonical form: it begins where the play stood.
    from: String,
    /// The moves of the solution from there, one text each.
    moves: Vec<String>,
}

impl SolveWish {
    pub fn answer(&self, asker: &mut Asker<'_>) -> Answered {
        let here = self.place.here()?;
        let request = self.method.request(here.puzzle(), SECONDS)?;
        let answer = request.run(&here, asker)?;
        let moves = answer.solution().map(|solution| here.solution_moves(solution.text())).transpose()?;
        let body = SolveBody {
            is: "done",
            film: moves.is_some(),
            text: answer_said(&answer),
            answer: in_english(&answer)?,
            from: here.canonical(),
            moves: moves.unwrap_or_default(),
        };
        asker.written(&body)
    }
}
