//! Hints, and whether a position is lost.

use ingenio_catalog::Request;
use ingenio_coach::{Hint, Rung, hint};
use ingenio_core::{Cell, Message, Outcome};
use serde::{Deserialize, Serialize};

use crate::limits::LimitsWish;
use crate::places::PlaceWish;
use crate::request::{Answered, Asker};

/// As long as at a server.
const SECONDS: f64 = 2.0;
/// Moves that the fourth rung shows.
const NEXT_MOVES: usize = 5;

#[derive(Clone, Debug, Deserialize)]
pub struct HintWish {
    #[serde(flatten)]
    place: PlaceWish,
    rung: RungWish,
    #[serde(flatten)]
    limits: LimitsWish,
}

#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(rename_all = "lowercase")]
enum RungWish {
    Distance,
    Piece,
    Plan,
    Move,
    Moves,
    Solution,
}

impl From<RungWish> for Rung {
    fn from(rung: RungWish) -> Self {
        match rung {
            RungWish::Distance => Rung::Distance,
            RungWish::Piece => Rung::Piece,
            RungWish::Plan => Rung::Plan,
            RungWish::Move => Rung::Move,
            RungWish::Moves => Rung::Moves(NEXT_MOVES),
            RungWish::Solution => Rung::Solution,
        }
    }
}

/// The body of `POST /api/plays/{key}/hints`. That a play is helped from now on is for whoever keeps the play
/// to say, and the film of a solution is shown by the rules, which have the moves.
#[derive(Serialize)]
struct HintBody {
    said: Vec<Message>,
    moves: Vec<String>,
    cells: Vec<(u16, u16)>,
    to_go: Option<u64>,
    proved: bool,
    solved: bool,
    lost: bool,
    method: Option<String>,
    film: Option<()>,
}

impl From<Hint> for HintBody {
    fn from(found: Hint) -> Self {
        let place = |cell: &Cell| (cell.row, cell.column);
        HintBody {
            said: found.beside_board(),
            moves: found.moves,
            cells: found.cells.iter().map(place).collect(),
            to_go: found.to_go.map(|to_go| to_go.count),
            proved: found.to_go.is_some_and(|to_go| to_go.proved),
            solved: found.solved,
            lost: found.lost,
            method: found.method,
            film: None,
        }
    }
}

impl HintWish {
    pub fn answer(&self, asker: &mut Asker<'_>) -> Answered {
        let (level, play) = self.place.stand()?;
        let budget = self.limits.budget(SECONDS);
        let found = hint(&level, play.as_ref(), self.rung.into(), &budget, asker);
        asker.written(&HintBody::from(found))
    }
}

#[derive(Clone, Debug, Deserialize)]
pub struct LostWish {
    #[serde(flatten)]
    place: PlaceWish,
    #[serde(flatten)]
    limits: LimitsWish,
}

#[derive(Serialize)]
struct LostBody {
    /// Nothing where it was not found out.
    lost: Option<bool>,
    reason: Option<Message>,
}

impl LostWish {
    /// A quick and sound test first, then any method that finds a way or proves that there is none.
    pub fn answer(&self, asker: &mut Asker<'_>) -> Answered {
        let (level, play) = self.place.stand()?;
        if play.won() || play.is_backwards() {
            return asker.written(&LostBody { lost: Some(false), reason: None });
        }
        if let Some(reason) = play.stuck() {
            return asker.written(&LostBody { lost: Some(true), reason: Some(reason) });
        }
        let here = play.level_here().unwrap_or(level);
        let request = Request { budget: self.limits.budget(SECONDS), ..Request::default() };
        let body = match request.run(&here, asker)?.outcome {
            Outcome::Unsolvable { reason } => LostBody { lost: Some(true), reason: Some(reason) },
            outcome => LostBody { lost: outcome.solution().map(|_| false), reason: None },
        };
        asker.written(&body)
    }
}
