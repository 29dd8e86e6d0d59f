//! The Sokoban paper's own searches over single steps of the player, for comparison: four A* that differ in
//! their evaluation, and two IDA*.
//!
//! What is fixed here, because the paper leaves it open: a node is an expanded position (boxes and the
//! player's square); children in the order up, down, left, right; first in, first out among equals, unless
//! `ties` says otherwise (see `open.rs`);
//! `g` = steps, `h` = sum over the boxes of the Manhattan distance to the nearest goal, `i` = boxes on
//! goals. A child already in the open **or** the closed list is dropped, as the paper does, even if it
//! was reached by a shorter way now: so none of them promises the fewest steps, although the paper says
//! so of "Admisible" (`dropped_children_cost_steps` in the tests). The paper's restrictions are on
//! unless switched off; as we read them they are sound, so a search that runs out of positions has
//! proved that there is no solution. With `literal` they are not, and nothing is proved.
//!
//! The paper's IDA* gives longer answers than its A* and expands few nodes, so it is not the one of the
//! textbooks; a set of visited positions per iteration has that effect (`idastar-admissible`).
//! `idastar-plain` only refuses positions on the current path; its first answer has the fewest steps.

use std::sync::Arc;

use ingenio_core::{
    Dir, Focus, Guarantee, InHand, Limit, Message, Method, OptionSpec, Progress, Run, Step as RunStep, Task,
    Verdict, step_by_step,
};

use super::ROW;
use super::open::{Open, TIES};
use super::pool::{Full, Node, Pool, ROOT};
use super::restrictions::{NAMES, OPTIONS, Restrictions};
use crate::Sokoban;
use crate::board::Square;
use crate::level::Level;
use crate::metric::MOVES;
use crate::play::{self, Position, Step, Way};
use crate::words;

pub const ASTAR_CHOSEN: Method<Sokoban> = Method {
    name: "astar-chosen",
    about: "the Sokoban paper's Elegida: single steps, more boxes on goals first, then g+h; drops known positions, so not optimal",
    metrics: &[MOVES],
    options: BEST_OPTIONS,
    start: chosen,
    ..ROW
};

pub const ASTAR_ADMISSIBLE: Method<Sokoban> = Method {
    name: "astar-admissible",
    about: "the Sokoban paper's Admisible: single steps, g+h with Manhattan distance; drops known positions, so not optimal as the paper claims",
    metrics: &[MOVES],
    options: BEST_OPTIONS,
    start: admissible,
    ..ROW
};

pub const ASTAR_GREEDY: Method<Sokoban> = Method {
    name: "astar-greedy",
    about: "the Sokoban paper's Voraz: single steps, boxes on goals only; drops known positions",
    metrics: &[MOVES],
    options: BEST_OPTIONS,
    start: greedy,
    ..ROW
};

pub const ASTAR_DISTANCE: Method<Sokoban> = Method {
    name: "astar-distance",
    about: "the Sokoban paper's Test: single steps, h, ties by g; drops known positions",
    metrics: &[MOVES],
    options: BEST_OPTIONS,
    start: distance,
    ..ROW
};

pub const IDASTAR_ADMISSIBLE: Method<Sokoban> = Method {
    name: "idastar-admissible",
    about: "the Sokoban paper's IDA*: single steps, IDA* on g+h with a set of visited positions per iteration, so not optimal",
    metrics: &[MOVES],
    options: OPTIONS,
    start: idastar_admissible,
    ..ROW
};

pub const IDASTAR_PLAIN: Method<Sokoban> = Method {
    name: "idastar-plain",
    about: "steps, IDA* on g+h as in the textbooks, only positions on the path refused; only for small boards",
    guarantee: Guarantee::Optimal,
    metrics: &[MOVES],
    options: OPTIONS,
    fits: fits_plain,
    start: idastar_plain,
    ..ROW
};

/// Options of the four A*.
pub const BEST_OPTIONS: &[OptionSpec] =
    &[OPTIONS[0], OPTIONS[1], OPTIONS[2], OPTIONS[3], OPTIONS[4], OPTIONS[5], TIES];

/// How the open list is ordered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Evaluation {
    /// "Elegida": more boxes on goals first, then g + h.
    Chosen,
    /// "Admisible": g + h.
    Admissible,
    /// "Voraz": boxes on goals only.
    Greedy,
    /// "Test": h, then g.
    Distance,
}

impl Evaluation {
    fn key(self, boxes: usize, figures: Figures) -> u64 {
        let Figures { g, h, placed } = figures;
        let missing = boxes as u64 - placed;
        match self {
            Evaluation::Chosen => missing << 48 | (g + h),
            Evaluation::Admissible => g + h,
            Evaluation::Greedy => missing,
            Evaluation::Distance => h << 32 | g,
        }
    }
}

#[derive(Clone, Copy, Debug)]
struct Figures {
    g: u64,
    h: u64,
    placed: u64,
}

pub fn chosen(level: &Arc<Level>, task: &Task) -> Box<dyn Run> {
    Box::new(Best::new(level, task, Evaluation::Chosen))
}

pub fn admissible(level: &Arc<Level>, task: &Task) -> Box<dyn Run> {
    Box::new(Best::new(level, task, Evaluation::Admissible))
}

pub fn greedy(level: &Arc<Level>, task: &Task) -> Box<dyn Run> {
    Box::new(Best::new(level, task, Evaluation::Greedy))
}

pub fn distance(level: &Arc<Level>, task: &Task) -> Box<dyn Run> {
    Box::new(Best::new(level, task, Evaluation::Distance))
}

pub fn idastar_admissible(level: &Arc<Level>, task: &Task) -> Box<dyn Run> {
    Box::new(super::paper_ida::Deepening::new(level, task, true))
}

pub fn idastar_plain(level: &Arc<Level>, task: &Task) -> Box<dyn Run> {
    Box::new(super::paper_ida::Deepening::new(level, task, false))
}

/// Without a memory of positions a search over steps is hopeless on anything but small boards.
const MOST_PLAIN: usize = 60;

pub fn fits_plain(level: &Level) -> Result<(), Message> {
    let inside = (0..level.size().cells()).filter(|at| level.is_inside(*at)).count();
    if inside <= MOST_PLAIN { Ok(()) } else { Err(words::TOO_BIG_FOR.with("most", MOST_PLAIN)) }
}

/// The level as the paper sees it: steps, restrictions, distances.
pub struct Steps {
    pub level: Arc<Level>,
    restrictions: Restrictions,
    /// Manhattan distance to the nearest goal.
    nearest: Vec<u16>,
    crated: Vec<bool>,
    /// How often each restriction fired.
    pub fired: [u64; 5],
}

impl Steps {
    pub fn new(level: &Arc<Level>, task: &Task) -> Self {
        Steps {
            level: level.clone(),
            restrictions: Restrictions::from_options(level, &task.options),
            nearest: nearest_goals(level),
            crated: vec![false; level.size().cells()],
            fired: [0; 5],
        }
    }

    /// The boxes in order, then the player.
    pub fn pack(position: &Position) -> Vec<Square> {
        let mut state: Vec<Square> = position.boxes.iter().map(|at| *at as Square).collect();
        state.sort_unstable();
        state.push(position.player as Square);
        state
    }

    pub fn unpack(state: &[Square]) -> Position {
        let (player, boxes) = state.split_last().expect("a player follows the boxes");
        let boxes = boxes.iter().map(|at| usize::from(*at)).collect();
        Position { player: usize::from(*player), boxes, way: Way::Forth }
    }

    pub fn estimate(&self, boxes: &[Square]) -> u64 {
        boxes.iter().map(|at| u64::from(self.nearest[usize::from(*at)])).sum()
    }

    fn placed(&self, boxes: &[Square]) -> u64 {
        boxes.iter().filter(|at| self.level.is_goal(usize::from(**at))).count() as u64
    }

    pub fn solved(&self, boxes: &[Square]) -> bool {
        self.placed(boxes) == boxes.len() as u64
    }

    /// The positions after one step that no restriction drops.
    pub fn children(&mut self, state: &[Square]) -> Vec<Vec<Square>> {
        let position = Steps::unpack(state);
        let steps = play::steps(&self.level, &position);
        steps.into_iter().filter_map(|step| self.child(&position, step)).collect()
    }

    fn child(&mut self, position: &Position, step: Step) -> Option<Vec<Square>> {
        let mut next = position.clone();
        play::apply(&self.level, &mut next, step).expect("listed steps are legal");
        if step.push {
            let pushed = self.level.step(next.player, step.dir).expect("the box went there");
            next.boxes.iter().for_each(|at| self.crated[*at] = true);
            let fired = self.restrictions.fires(&self.crated, pushed, step.dir as usize);
            next.boxes.iter().for_each(|at| self.crated[*at] = false);
            if let Some(which) = fired {
                self.fired[which] += 1;
                return None;
            }
        }
        Some(Steps::pack(&next))
    }

    /// The letters of the steps through a list of positions.
    pub fn text<'a>(&self, states: impl Iterator<Item = &'a [Square]>) -> String {
        let states: Vec<&[Square]> = states.collect();
        states.windows(2).map(|pair| self.letter(pair[0], pair[1])).collect()
    }

    fn letter(&self, before: &[Square], after: &[Square]) -> char {
        let boxes = before.len() - 1;
        let (from, to) = (usize::from(before[boxes]), usize::from(after[boxes]));
        let dir = Dir::ALL.into_iter().find(|dir| self.level.step(from, *dir) == Some(to));
        let letter = dir.expect("positions of a path are one step apart").letter();
        if before[..boxes] == after[..boxes] { letter.to_ascii_lowercase() } else { letter }
    }

    /// What it means that every position was tried in vain.
    pub fn exhausted(&self) -> Verdict {
        if self.restrictions.are_sound() {
            Verdict::Unsolvable { reason: words::EXHAUSTED.say() }
        } else {
            Verdict::Stopped { limit: Limit::Method }
        }
    }

    pub fn are_sound(&self) -> bool {
        self.restrictions.are_sound()
    }

    pub fn counters(&self) -> Vec<(&'static str, u64)> {
        NAMES.into_iter().zip(self.fired).collect()
    }
}

fn nearest_goals(level: &Level) -> Vec<u16> {
    let size = level.size();
    let goals = level.goals();
    let distance = |at: usize, goal: usize| {
        size.row(at).abs_diff(size.row(goal)) + size.column(at).abs_diff(size.column(goal))
    };
    let nearest = |at: usize| goals.iter().map(|goal| distance(at, *goal)).min().unwrap_or(0) as u16;
    (0..size.cells()).map(nearest).collect()
}

/// The paper's variant of A*.
struct Best {
    steps: Steps,
    evaluation: Evaluation,
    pool: Pool,
    open: Open,
    nodes: u64,
    generated: u64,
    last: Option<u32>,
    end: Option<Verdict>,
}

impl Best {
    fn new(level: &Arc<Level>, task: &Task, evaluation: Evaluation) -> Self {
        let steps = Steps::new(level, task);
        let pool = Pool::new(level.boxes().len(), task.memory);
        let open = Open::from_options(&task.options);
        let mut best = Best { steps, evaluation, pool, open, nodes: 0, generated: 0, last: None, end: None };
        let root = Steps::pack(&play::start(level));
        if best.add(&root, ROOT, 0).is_err() {
            best.stop();
        }
        best
    }

    fn stop(&mut self) {
        self.end = Some(Verdict::Stopped { limit: Limit::Memory });
    }

    fn add(&mut self, state: &[Square], parent: u32, cost: u64) -> Result<(), Full> {
        self.pool.others = self.open.bytes();
        if !self.pool.allows(256) {
            return Err(Full);
        }
        let boxes = &state[..state.len() - 1];
        let figures = Figures { g: cost, h: self.steps.estimate(boxes), placed: self.steps.placed(boxes) };
        let estimate = figures.h as u32;
        let number = self.pool.add(state, Node::new(parent, estimate, cost))?;
        self.open.push(self.evaluation.key(boxes.len(), figures), number);
        Ok(())
    }

    fn expand_next(&mut self) {
        let Some(number) = self.open.pop() else {
            self.end = Some(self.steps.exhausted());
            return;
        };
        self.last = Some(number);
        let state = self.pool.state(number).to_vec();
        if self.steps.solved(&state[..state.len() - 1]) {
            let solution = self.text(number);
            self.end = Some(Verdict::Solved { solution, optimal: false });
            return;
        }
        self.nodes += 1;
        if self.expand(number, &state).is_err() {
            self.stop();
        }
    }

    fn expand(&mut self, number: u32, state: &[Square]) -> Result<(), Full> {
        let cost = self.pool.node(number).cost + 1;
        for child in self.steps.children(state) {
            self.generated += 1;
            if self.pool.find(&child).is_none() {
                self.add(&child, number, cost)?;
            }
        }
        Ok(())
    }

    fn text(&self, number: u32) -> String {
        self.steps.text(self.pool.chain(number).into_iter().map(|node| self.pool.state(node)))
    }
}

impl Run for Best {
    fn advance(&mut self, expansions: u64) -> RunStep {
        step_by_step(self, expansions, |run| run.end.clone(), Self::expand_next)
    }

    fn progress(&self) -> Progress {
        self.pool.progress(self.nodes, self.generated)
    }

    fn found(&self) -> InHand {
        InHand::default()
    }

    fn focus(&self) -> Option<Focus> {
        let last = self.last?;
        let node = self.pool.node(last);
        let estimate = Some(u64::from(node.estimate));
        Some(Focus { moves: self.text(last), cost: node.cost, estimate, notes: Vec::new() })
    }

    fn frontier(&self) -> Option<u64> {
        Some(self.open.len())
    }

    fn counters(&self) -> Vec<(&'static str, u64)> {
        self.steps.counters()
    }
}
