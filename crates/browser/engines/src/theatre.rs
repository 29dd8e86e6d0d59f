//! A method that is watched: `stage` starts it, `watch` lets it go on for so many nodes or so long and draws what it
//! looks at. One run is on the stage of a module at a time; a page that shows several has a worker for each.

use std::cell::RefCell;
use std::time::Duration;

use ingenio_catalog::{SystemClock, answer_said};
use ingenio_core::{
    Answer, Ending, Fault, LevelRef, Look, Message, Note, Phase, Scene, Sight, Stage, Verified,
};
use ingenio_render::{Theme, svg};
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::methods::MethodWish;
use crate::places::PlaceWish;
use crate::request::{Answered, Asker, in_english};
use crate::words;

thread_local! {
    static STAGE: RefCell<Option<Stage>> = const { RefCell::new(None) };
}

/// Between two looks at the clock a run does twice as many expansions as before, up to these.
const MOST_AT_ONCE: u64 = 1 << 16;

#[derive(Clone, Debug, Deserialize)]
pub struct StageWish {
    #[serde(flatten)]
    place: PlaceWish,
    #[serde(flatten)]
    method: MethodWish,
}

#[derive(Clone, Copy, Debug, Deserialize)]
pub struct WatchWish {
    /// So many expansions more.
    #[serde(default)]
    nodes: Option<u64>,
    /// So many seconds of work more, at most.
    #[serde(default)]
    seconds: Option<f64>,
}

/// What there is to see.
#[derive(Serialize)]
struct LookBody {
    is: &'static str,
    method: String,
    /// Is it building tables still?
    setup: bool,
    nodes: u64,
    generated: u64,
    bound: Option<u64>,
    best: Option<u64>,
    /// Bytes.
    memory: u64,
    seconds: f64,
    focus: Option<FocusBody>,
    sight: Option<SightBody>,
    /// How many positions are known and wait, where the method keeps them.
    frontier: Option<u64>,
    /// At the end the solved board, before what it looks at, or the best it has, or the level itself, as a drawing.
    board: Option<String>,
    counters: Vec<(&'static str, u64)>,
    end: Option<EndBody>,
}

#[derive(Serialize)]
struct FocusBody {
    /// The moves from the start: whoever begins alike grows from the same branch of the tree.
    way: String,
    cost: u64,
    estimate: Option<u64>,
    /// What the search goes by, where it has a plan.
    notes: Vec<NoteBody>,
}

/// What it looks at where no moves lead there; the board shows it.
#[derive(Serialize)]
struct SightBody {
    said: Message,
    cost: Option<u64>,
}

#[derive(Serialize)]
struct NoteBody {
    kind: &'static str,
    said: Message,
    /// Row and column of what it is about; of something that moves, from where and to where.
    cells: Vec<(u16, u16)>,
}

impl From<Note> for NoteBody {
    fn from(note: Note) -> Self {
        let cells = note.cells.iter().map(|cell| (cell.row, cell.column)).collect();
        NoteBody { kind: note.kind, said: note.said, cells }
    }
}

#[derive(Serialize)]
struct EndBody {
    solved: bool,
    text: Message,
    /// As `solve --json` prints it.
    answer: Value,
}

impl StageWish {
    pub fn answer(&self, asker: &mut Asker<'_>) -> Answered {
        let here = self.place.here()?;
        let request = self.method.request(here.puzzle(), f64::MAX)?;
        let stage = request.stage(&here)?;
        let body = seen(&stage)?;
        STAGE.set(Some(stage));
        asker.written(&body)
    }
}

impl WatchWish {
    pub fn answer(&self, asker: &mut Asker<'_>) -> Answered {
        STAGE.with_borrow_mut(|stage| {
            let stage = stage.as_mut().ok_or_else(|| words::EMPTY_STAGE.say())?;
            self.go_on(stage);
            asker.written(&seen(stage)?)
        })
    }

    fn go_on(&self, stage: &mut Stage) {
        let clock = SystemClock::start();
        let Some(most) = self.seconds.and_then(|seconds| Duration::try_from_secs_f64(seconds).ok()) else {
            return stage.advance(self.nodes.unwrap_or(1), &clock);
        };
        let until = stage.look().elapsed + most;
        let mut slice = 1;
        while stage.answer().is_none() && stage.look().elapsed < until {
            stage.advance(slice, &clock);
            slice = (slice * 2).min(MOST_AT_ONCE);
        }
    }
}

fn seen(stage: &Stage) -> Result<LookBody, Fault> {
    let Look { progress, focus, sight, frontier, best, counters, elapsed } = stage.look();
    let end = stage.answer().map(ended).transpose()?;
    let solution = stage.answer().and_then(Answer::solution).map(Verified::text);
    let looked_at = focus.as_ref().and_then(|focus| drawn(stage.level(), &focus.moves));
    let in_hand =
        |solution: &str| drawn(stage.level(), &stage.level().solution_moves(solution).ok()?.join(" "));
    let board = solution
        .and_then(in_hand)
        .or_else(|| sight.as_ref().map(|sight| picture(sight.scene.clone())))
        .or(looked_at)
        .or_else(|| in_hand(best.as_deref()?))
        .or_else(|| drawn(stage.level(), ""));
    let focus = focus.map(|focus| FocusBody {
        way: focus.moves,
        cost: focus.cost,
        estimate: focus.estimate,
        notes: focus.notes.into_iter().map(NoteBody::from).collect(),
    });
    Ok(LookBody {
        is: "look",
        method: stage.method().to_owned(),
        setup: progress.phase == Phase::Setup,
        nodes: progress.nodes,
        generated: progress.generated,
        bound: progress.bound,
        best: progress.best,
        memory: progress.memory,
        seconds: elapsed.as_secs_f64(),
        focus,
        sight: sight.map(|Sight { said, cost, .. }| SightBody { said, cost }),
        frontier,
        board,
        counters,
        end,
    })
}

fn ended(answer: &Answer) -> Result<EndBody, Fault> {
    let (solved, text) = (answer.outcome.kind() == Ending::Solved, answer_said(answer));
    Ok(EndBody { solved, text, answer: in_english(answer)? })
}

/// The board after some moves; nothing where a method names moves that cannot be shown.
fn drawn(level: &LevelRef, moves: &str) -> Option<String> {
    let mut play = level.play();
    play.apply(moves).ok()?;
    Some(picture(play.scene()))
}

fn picture(mut scene: Scene) -> String {
    // What is in hand would change the size of the board from picture to picture.
    scene.pieces.retain(|piece| !piece.cells.is_empty());
    svg(&scene, &Theme { paper: "none", ..Theme::PAGE }, "")
}
