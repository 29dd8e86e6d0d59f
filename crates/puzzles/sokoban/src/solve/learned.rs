//! Searches over pushes that go by learned weights: `greedy`, `weighted` and `beam` by the estimate, `focal` by the estimate
//! within a bound, `policy`, `levin` and `phs` by the policy.
//!
//! The learned estimate is no lower bound: `weighted` promises nothing of its solutions, whatever the weight. `focal` does:
//! what it expands is bounded by the assignment, and only the choice among that is left to the weights. Every search can go
//! by the assignment alone, or by a policy that finds all pushes as good, on the same pushes with the same deadlock tests;
//! that is what figures compare with (bench/LEARNING.md).

use std::sync::Arc;

use ingenio_core::{
    Focus, Guarantee, InHand, Message, Method, Note, OptionSpec, OptionValue, Progress, Run, Step, Task,
};
use ingenio_search::{
    Beam, BestFirst, By, Claims, Engine, Focal, Follow, Greedy, Levin, Order, PathRun, Revisit,
};

use super::script::{self, Push};
use super::{ROW, start_if_room};
use crate::Sokoban;
use crate::board::Square;
use crate::board::maze::Maze;
use crate::learned::eyes::PARTS;
use crate::learned::space::{ByBound, ByGuess, Guess, Opinion, Pushes, State};
use crate::learned::weights;
use crate::level::Level;
use crate::play;
use crate::words;

const H: OptionSpec = OptionSpec::choice(
    "h",
    "what estimates the pushes to go: learned weights, or the cheapest assignment of boxes to goals",
    &["learned", "assignment"],
);
const POLICY_OF: OptionSpec = OptionSpec::choice(
    "policy",
    "what judges pushes: learned weights, or nothing, so that all pushes at a position are as likely",
    &["learned", "even"],
);
const WEIGHT: OptionSpec = OptionSpec::integer(
    "weight",
    "what the estimate counts beside the way so far, in per cent",
    0..=10_000,
    300,
);
const WIDTH: OptionSpec = OptionSpec::integer(
    "width",
    "positions kept of each layer; a beam that dies out begins again twice as wide",
    1..=1_000_000,
    50,
);
const WITHIN: OptionSpec = OptionSpec::integer(
    "within",
    "how many pushes a solution may have, in per cent of the fewest",
    100..=10_000,
    150,
);

pub const GREEDY: Method<Sokoban> = Method {
    name: "greedy",
    about: "pushes, the position that a learned estimate finds nearest to the end comes first",
    options: &[H],
    start: greedy,
    ..ROW
};

pub const WEIGHTED: Method<Sokoban> = Method {
    name: "weighted",
    about: "weighted A* over pushes with a learned estimate, which is no lower bound: nothing is promised of the length",
    options: &[WEIGHT, H],
    start: weighted,
    ..ROW
};

pub const BEAM: Method<Sokoban> = Method {
    name: "beam",
    about: "beam search over pushes: of each layer those stay that a learned estimate finds nearest to the end",
    guarantee: Guarantee::Incomplete,
    options: &[WIDTH, H],
    start: beam,
    ..ROW
};

pub const FOCAL: Method<Sokoban> = Method {
    name: "focal",
    about: "focal search over pushes: a learned estimate chooses among what keeps a bound on the length, which is proved by assignments",
    options: &[WITHIN, H],
    start: focal,
    ..ROW
};

pub const POLICY: Method<Sokoban> = Method {
    name: "policy",
    about: "no search: again and again the push that a learned policy finds likeliest, to a position not met before",
    guarantee: Guarantee::Incomplete,
    start: policy,
    ..ROW
};

pub const LEVIN: Method<Sokoban> = Method {
    name: "levin",
    about: "Levin tree search: what is short and likely by a learned policy comes first; the likelier a solution, the fewer expansions are promised",
    options: &[POLICY_OF],
    start: levin,
    ..ROW
};

pub const PHS: Method<Sokoban> = Method {
    name: "phs",
    about: "policy-guided heuristic search (PHS*): likely pushes first by a learned policy, with a learned estimate of what is to come",
    options: &[POLICY_OF],
    start: phs,
    ..ROW
};

/// `g + w h`, the estimate being in parts of a push.
#[derive(Clone, Copy, Debug)]
struct InParts {
    percent: u32,
}

impl Order<State> for InParts {
    type Key = (u64, u32);

    fn key(&self, _: &State, cost: u32, estimate: u32) -> Self::Key {
        let walked = u64::from(cost) * 100 * u64::from(PARTS);
        (walked + u64::from(estimate) * u64::from(self.percent), estimate)
    }
}

fn greedy(level: &Arc<Level>, task: &Task) -> Box<dyn Run> {
    by_engine(level, task, true, |space, memory| {
        BestFirst::new(ByGuess(space), Greedy, Revisit::Never, memory)
    })
}

fn weighted(level: &Arc<Level>, task: &Task) -> Box<dyn Run> {
    let percent = task.options.integer(WEIGHT.name) as u32;
    by_engine(level, task, true, move |space, memory| {
        BestFirst::new(ByGuess(space), InParts { percent }, Revisit::Always, memory)
    })
}

fn beam(level: &Arc<Level>, task: &Task) -> Box<dyn Run> {
    let width = task.options.integer(WIDTH.name) as usize;
    by_engine(level, task, false, move |space, memory| Beam::new(ByGuess(space), Greedy, width, memory))
}

fn focal(level: &Arc<Level>, task: &Task) -> Box<dyn Run> {
    let percent = task.options.integer(WITHIN.name) as u32;
    by_engine(level, task, true, move |space, memory| Focal::new(ByBound(space), percent, memory))
}

fn policy(level: &Arc<Level>, task: &Task) -> Box<dyn Run> {
    by_engine(level, task, false, |space, memory| Follow::new(ByGuess(space), memory))
}

fn levin(level: &Arc<Level>, task: &Task) -> Box<dyn Run> {
    by_engine(level, task, true, |space, memory| Levin::new(ByGuess(space), By::Chance, memory))
}

fn phs(level: &Arc<Level>, task: &Task) -> Box<dyn Run> {
    by_engine(level, task, true, |space, memory| Levin::new(ByGuess(space), By::ChanceAndEstimate, memory))
}

/// Runs with less memory than this leave out the test that remembers stuck boxes, which takes up to 8 MiB, and a quarter of
/// what others have is put away for it.
const ROOMY: u64 = 64 << 20;

fn by_engine<E: Engine<Action = Push> + 'static>(
    level: &Arc<Level>,
    task: &Task,
    is_complete: bool,
    engine: impl FnOnce(Arc<Pushes>, u64) -> E,
) -> Box<dyn Run> {
    start_if_room(level, task, |maze| {
        let (guess, opinion) = asked_for(task);
        let space = Pushes::new(maze.clone(), guess, opinion);
        let space = if task.memory < ROOMY { space.forgetful() } else { space };
        let beside = space.bytes() + if task.memory < ROOMY { 0 } else { ROOMY / 4 };
        let space = Arc::new(space);
        let engine = engine(space.clone(), task.memory.saturating_sub(beside));
        let exhausted = is_complete.then(|| words::EXHAUSTED.say());
        let claims = Claims { optimal: false, exhausted };
        let board = maze.clone();
        let write = move |pushes: &[Push]| script::to_text(&board, pushes).expect("pushes of the search");
        Box::new(Guided { inner: PathRun::new(engine, claims, write), space, level: level.clone(), maze })
    })
}

/// What the options say to go by: the weights, where a method does not ask.
fn asked_for(task: &Task) -> (Guess, Opinion) {
    let is = |option: &OptionSpec, word| task.options.get(option.name) == Some(OptionValue::Choice(word));
    let guess = if is(&H, "assignment") { Guess::Assignment } else { Guess::Learned(weights::estimate()) };
    let opinion = if is(&POLICY_OF, "even") { Opinion::Even } else { Opinion::Learned(weights::policy()) };
    (guess, opinion)
}

/// A run that tells what the weights think of the position in focus.
struct Guided<E: Engine<Action = Push>> {
    inner: PathRun<E>,
    space: Arc<Pushes>,
    level: Arc<Level>,
    maze: Maze,
}

/// Pushes that are told of a position, the likeliest first.
const MOST_TOLD: usize = 6;

impl<E: Engine<Action = Push>> Guided<E> {
    /// The position that moves lead to, with the player's region by its name.
    fn state(&self, moves: &str) -> Option<State> {
        let mut position = play::start(&self.level);
        for step in play::parse(moves).ok()? {
            play::apply(&self.level, &mut position, step).ok()?;
        }
        let mut state: Vec<Square> = position.boxes.iter().map(|at| self.maze.inner(*at)).collect();
        state.sort_unstable();
        state.push(self.maze.inner(position.player));
        Some(self.space.named(&state))
    }

    /// The estimate, and with the policy's learned weights its opinion of the pushes.
    fn notes(&self, state: &State, guess: u32) -> Vec<Note> {
        let assignment = self.space.assignment(state).unwrap_or(0);
        let said = words::LEARNED_TO_GO.with("guess", guess / PARTS).with("least", assignment);
        let mut notes = vec![Note { kind: "estimate", by: None, said, cells: Vec::new() }];
        let (choices, mut surprises) = (self.space.choices(state), Vec::new());
        self.space.opinions(state, &choices, &mut surprises);
        let mut told: Vec<_> = choices.iter().zip(surprises).collect();
        told.sort_by_key(|(_, surprise)| *surprise);
        for (choice, surprise) in told.into_iter().take(MOST_TOLD) {
            let cells = vec![self.maze.cell(choice.push.from), self.maze.cell(choice.to)];
            let place = |at: usize| -> Message { words::PLACE.at(cells[at]) };
            let percent =
                (100.0 * (-f64::from(surprise) / f64::from(ingenio_nets::BIT)).exp2()).round() as u64;
            let said =
                words::LEARNED_PUSH.with("from", place(0)).with("to", place(1)).with("percent", percent);
            notes.push(Note { kind: "push", by: Some("policy"), said, cells });
        }
        notes
    }
}

impl<E: Engine<Action = Push>> Run for Guided<E> {
    fn advance(&mut self, expansions: u64) -> Step {
        self.inner.advance(expansions)
    }

    fn progress(&self) -> Progress {
        let (progress, beside) = (self.inner.progress(), self.space.bytes());
        Progress { memory: progress.memory + beside, peak: progress.peak + beside, ..progress }
    }

    fn found(&self) -> InHand {
        self.inner.found()
    }

    fn frontier(&self) -> Option<u64> {
        self.inner.frontier()
    }

    fn focus(&self) -> Option<Focus> {
        let focus = self.inner.focus()?;
        let state = self.state(&focus.moves)?;
        let guess = self.space.guess(&state)?;
        let estimate = Some(u64::from(guess / PARTS));
        Some(Focus { estimate, notes: self.notes(&state, guess), ..focus })
    }
}
