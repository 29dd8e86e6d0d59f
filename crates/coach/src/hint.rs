//! The ladder of hints, the same everywhere: how far it is, which piece, the next move with its reason,
//! the next moves, the whole way; beside it, where a puzzle has one, the plan: what first and where. Each rung tells no more than it must. A quick and sound test is
//! asked first, then the exact truth within half of the budget, then any method that finds a way; the
//! hint says which.

use ingenio_catalog::{Request, SharedBudget, SystemClock};
use ingenio_core::kind::Handling;
use ingenio_core::metric::{counted, named_after};
use ingenio_core::scene::Piece;
use ingenio_core::{
    Answer, AnyPlay, Budget, Cell, Decimal, LevelRef, Message, Observer, Outcome, Sense, Task, Template,
};

use crate::words;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rung {
    Distance,
    Piece,
    /// What to do first, and next, without a move.
    Plan,
    Move,
    Moves(usize),
    Solution,
}

/// How far it is, in the puzzle's first metric; `proved` that it is no less.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ToGo {
    pub count: u64,
    pub metric: &'static str,
    pub proved: bool,
}

#[derive(Clone, Debug)]
pub struct Hint {
    pub said: Vec<Message>,
    /// The moves that the rung may show.
    pub moves: Vec<String>,
    /// The cells to look at.
    pub cells: Vec<Cell>,
    pub to_go: Option<ToGo>,
    /// There is nothing left to do.
    pub solved: bool,
    /// Is it proved that there is no way on?
    pub lost: bool,
    /// Why the first of the moves is right, where that is more than that it leads there.
    pub reason: Option<Message>,
    /// The method that knew; nothing where a rule did.
    pub method: Option<String>,
}

impl Hint {
    /// What is said beside a board that shows the moves itself: without their notation, which is for programs.
    pub fn beside_board(&self) -> Vec<Message> {
        let is_notation = |said: &&Message| said.is(words::NEXT) || said.is(words::BECAUSE);
        let said = self.said.iter().filter(|said| !is_notation(said)).cloned();
        let shows = self.said.iter().any(|said| is_notation(&said));
        let reason =
            self.reason.as_ref().filter(|_| shows).map(|reason| words::REASON.with("reason", reason));
        said.chain(reason).collect()
    }

    fn saying(message: Message) -> Self {
        Hint {
            said: vec![message],
            moves: Vec::new(),
            cells: Vec::new(),
            to_go: None,
            solved: false,
            lost: false,
            reason: None,
            method: None,
        }
    }
}

/// A hint from where a play stands.
pub fn hint(
    level: &LevelRef,
    play: &dyn AnyPlay,
    rung: Rung,
    budget: &Budget,
    observer: &mut dyn Observer,
) -> Hint {
    if play.won() && (first_sense(level) != Some(Sense::Most) || play.finished()) {
        return Hint { solved: true, ..Hint::saying(words::SOLVED.say()) };
    }
    if play.is_backwards() {
        return Hint::saying(words::NO_HINT_BACKWARDS.say());
    }
    let certain = play.forced().filter(|_| matches!(rung, Rung::Piece | Rung::Move));
    let certain = certain.map(|(action, reason)| forced(level, play, rung, action, reason));
    match (play.stuck(), certain) {
        // A way back that is known to be right is worth more than the news alone.
        (Some(reason), Some(mut back)) => {
            back.said.insert(0, words::LOST.with("reason", &reason));
            return Hint { lost: true, ..back };
        }
        (Some(reason), None) => return lost(&reason),
        (None, Some(hint)) => return hint,
        (None, None) => {}
    }
    let here = play.level_here().unwrap_or_else(|| level.clone());
    if rung == Rung::Plan {
        return plan(&here, budget);
    }
    match search(&here, budget, observer) {
        Ok(found) => advice(level, &here, play, &found, rung),
        Err(message) => Hint::saying(message),
    }
}

/// Steps of a plan that a hint tells: more would be a solution.
const STEPS: usize = 3;

/// What the plan from here begins with.
fn plan(here: &LevelRef, budget: &Budget) -> Hint {
    let puzzle = here.puzzle();
    if !puzzle.explains() {
        return Hint::saying(words::NO_PLANS.with("puzzle", puzzle.info().title));
    }
    let task = Task::default().within(budget, &SystemClock::for_threads(1));
    let notes = here.explain(None, &task);
    let steps = notes.into_iter().filter(|note| matches!(note.kind, "pack" | "park")).take(STEPS);
    let (mut said, mut cells) = (Vec::new(), Vec::new());
    for step in steps {
        let template = if said.is_empty() { words::PLAN_FIRST } else { words::PLAN_THEN };
        said.push(template.with("what", step.said));
        cells.extend(step.cells);
    }
    let none = if task.alarm.was_heard() { words::NO_TIME_FOR_PLAN } else { words::NO_PLAN };
    if said.is_empty() {
        return Hint::saying(none.say());
    }
    Hint { said, cells, ..Hint::saying(none.say()) }
}

fn first_sense(level: &LevelRef) -> Option<Sense> {
    level.puzzle().info().metrics.first().map(|metric| metric.sense)
}

fn lost(reason: &Message) -> Hint {
    Hint { lost: true, ..Hint::saying(words::LOST.with("reason", reason)) }
}

fn forced(level: &LevelRef, play: &dyn AnyPlay, rung: Rung, action: String, reason: Message) -> Hint {
    let (piece, cells) = first_piece(level, play, std::slice::from_ref(&action));
    if rung == Rung::Piece {
        return Hint { cells, ..Hint::saying(piece) };
    }
    let said = words::BECAUSE.with("moves", &action).with("reason", &reason);
    Hint { moves: vec![action], cells, reason: Some(reason), ..Hint::saying(said) }
}

/// What the searches for a hint brought.
struct Found {
    answer: Answer,
    /// How long all of them took.
    seconds: f64,
}

/// First a proof, within half of the time, then any way, within what is left.
fn search(here: &LevelRef, budget: &Budget, observer: &mut dyn Observer) -> Result<Found, Message> {
    let all = SharedBudget::new(budget.clone());
    let request = |optimal, budget| Request { optimal, budget, ..Request::default() };
    let exact = all.run(&request(true, budget.share(2)), here, observer)?;
    if matches!(exact.outcome, Outcome::Unknown { best: None, .. }) {
        let any = all.run(&request(false, all.left()), here, observer)?;
        let seconds = exact.elapsed() + any.elapsed();
        return Ok(Found { answer: any, seconds });
    }
    Ok(Found { seconds: exact.elapsed(), answer: exact })
}

fn advice(level: &LevelRef, here: &LevelRef, play: &dyn AnyPlay, found: &Found, rung: Rung) -> Hint {
    let answer = &found.answer;
    let solution = match &answer.outcome {
        Outcome::Unsolvable { reason } => return lost(reason),
        outcome => match outcome.fault() {
            Some(fault) => return Hint::saying(fault.message.clone()),
            None => outcome.solution(),
        },
    };
    let Some(solution) = solution else {
        let seconds = Decimal(found.seconds.max(0.1), 1);
        return Hint::saying(words::UNKNOWN.with("seconds", seconds));
    };
    let moves = here.solution_moves(solution.text()).unwrap_or_default();
    if let Some(to_go) = to_go(level, answer).filter(|_| moves.is_empty()) {
        // As much as can be with what lies there: it is the end, unless something is taken back.
        let template = if to_go.proved { words::NOTHING_MORE } else { words::NO_MORE_KNOWN };
        let said = template.with("figure", counted(to_go.metric, to_go.count));
        let (solved, method) = (to_go.proved, Some(answer.chosen.clone()));
        return Hint { to_go: Some(to_go), solved, method, ..Hint::saying(said) };
    }
    let (piece, cells) = first_piece(level, play, &moves);
    let to_go = to_go(level, answer);
    let distance = distance(to_go, first_sense(level));
    let next = |count: usize| moves.iter().take(count).cloned().collect::<Vec<String>>();
    let (said, moves, cells) = match rung {
        Rung::Distance => (vec![distance], Vec::new(), Vec::new()),
        Rung::Piece | Rung::Plan => (vec![piece], Vec::new(), cells),
        Rung::Move | Rung::Moves(_) | Rung::Solution => {
            let shown = match rung {
                Rung::Move => next(1),
                Rung::Moves(count) => next(count.max(1)),
                _ => moves.clone(),
            };
            (vec![words::NEXT.with("moves", shown.join(" ")), distance], shown, cells)
        }
    };
    let method = Some(answer.chosen.clone());
    Hint { said, moves, cells, to_go, solved: false, lost: false, reason: None, method }
}

fn to_go(level: &LevelRef, answer: &Answer) -> Option<ToGo> {
    let metric = level.puzzle().info().metrics.first()?;
    let count = answer.solution()?.measures().get(metric.name)?;
    Some(ToGo { count, metric: metric.name, proved: answer.is_optimal() })
}

fn distance(to_go: Option<ToGo>, sense: Option<Sense>) -> Message {
    let Some(ToGo { count, metric, proved }) = to_go else { return words::CAN_BE.say() };
    let most = |template: Template| template.with("count", count).with("metric", named_after(metric, count));
    match (sense, proved) {
        (Some(Sense::Most), true) => most(words::MOST_CAN_BE),
        (Some(Sense::Most), false) => most(words::AT_LEAST_CAN_BE),
        (_, true) => words::TO_GO.with("figure", counted(metric, count)),
        (_, false) => words::AT_MOST.with("figure", counted(metric, count)),
    }
}

/// The first piece that moves, apart from the player, with the cells where it lies.
fn first_piece(level: &LevelRef, play: &dyn AnyPlay, moves: &[String]) -> (Message, Vec<Cell>) {
    let mut ahead = level.play();
    if ahead.apply(&play.history()).is_err() {
        return (words::LOOK_AT_PLAYER.say(), Vec::new());
    }
    for action in moves {
        let before = ahead.scene();
        if ahead.apply(action).is_err() {
            break;
        }
        let difference = before.difference(&ahead.scene());
        let moved = |piece: &&Piece| {
            let old = before.piece(piece.id);
            piece.handling() != Handling::Walks && old.is_none_or(|old| old.cells != piece.cells)
        };
        if let Some(piece) = difference.changed.iter().find(moved) {
            let old = before.piece(piece.id).unwrap_or(piece);
            return (words::LOOK_AT.with("piece", name(old)), old.cells.clone());
        }
    }
    (words::LOOK_AT_PLAYER.say(), Vec::new())
}

/// The player's own label where pieces have one, else the place.
fn name(piece: &Piece) -> Message {
    match piece.cells.first() {
        Some(cell) if piece.handling() == Handling::Pushed => {
            words::PIECE_AT.with("row", cell.row + 1).with("column", cell.column + 1)
        }
        _ => words::PIECE.with("label", &piece.label),
    }
}
