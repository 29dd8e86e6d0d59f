//! The truth at play time: whether a position is lost and why, how far it is to the end, and the
//! next steps from here.

use ingenio_core::rooms::Methods as _;
use ingenio_core::{Criterion, Message, Options, Run, Step as RunStep, Task, Verdict};

use super::{Position, Step, Way, level_from, parse, won};
use crate::Sokoban;
use crate::board::bound::Bound;
use crate::board::freeze::Freeze;
use crate::board::maze::Maze;
use crate::board::put;
use crate::board::sealed::sealed;
use crate::level::Level;
use crate::metric::{PUSHES, is_by_moves};
use crate::words;

/// Boards up to this size get the dearer tests at every step of a play.
const MOST_SQUARES: usize = 600;

/// A reason and the squares of the boxes it is about.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Trouble {
    pub squares: Vec<usize>,
    pub message: Message,
}

/// Why the position is lost, by quick and sound tests, the plainest reason first.
pub fn trouble(level: &Level, position: &Position) -> Option<Trouble> {
    // Backwards nothing is known to be lost: the tests are about pushes.
    if position.way != Way::Forth || won(level, position) {
        return None;
    }
    let maze = Maze::at(level, position);
    let dead = maze.dead_squares();
    let cheap = dead_square(level, &maze, &dead).or_else(|| frozen(level, &maze, &dead));
    let small = maze.count <= MOST_SQUARES;
    cheap.or_else(|| if small { unmatched(&maze).or_else(|| corral(level, &maze, &dead)) } else { None })
}

/// The squares from which no push brings a box to a goal, whatever else stands about.
pub fn dead_squares(level: &Level, position: &Position) -> Vec<usize> {
    let maze = Maze::at(level, position);
    let dead = maze.dead_squares();
    (0..maze.count).filter(|square| dead[*square]).map(|square| maze.outer(square as u16)).collect()
}

fn dead_square(level: &Level, maze: &Maze, dead: &[bool]) -> Option<Trouble> {
    let lost = maze.boxes.iter().find(|square| dead[usize::from(**square)])?;
    let at = maze.outer(*lost);
    let cell = level.cell(at);
    let message = words::DEAD_SQUARE.at(cell);
    Some(Trouble { squares: vec![at], message })
}

fn frozen(level: &Level, maze: &Maze, dead: &[bool]) -> Option<Trouble> {
    let mut occupied = maze.empty();
    put(&mut occupied, &maze.boxes, true);
    let mut freeze = Freeze::new(maze);
    let off_goal = maze.boxes.iter().filter(|square| !maze.is_goal[usize::from(**square)]);
    for square in off_goal {
        let held = freeze.frozen(maze, &occupied, dead, *square);
        if !held.is_empty() {
            let cell = level.cell(maze.outer(*square));
            let message = words::FROZEN.at(cell);
            return Some(Trouble { squares: held.iter().map(|at| maze.outer(*at)).collect(), message });
        }
    }
    None
}

fn unmatched(maze: &Maze) -> Option<Trouble> {
    match Bound::to_goals(maze).of(&maze.state()) {
        Some(_) => None,
        None => Some(Trouble { squares: Vec::new(), message: words::NO_MATCH.say() }),
    }
}

fn corral(level: &Level, maze: &Maze, dead: &[bool]) -> Option<Trouble> {
    let squares: Vec<usize> = sealed(maze, dead)?.into_iter().map(|square| maze.outer(square)).collect();
    let cell = level.cell(squares[0]);
    let message = words::SEALED.at(cell);
    Some(Trouble { squares, message })
}

/// How far a position is from the end.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ToGo {
    /// The least figure of the metric, with steps that reach it.
    Exactly { figure: u64, steps: Vec<Step> },
    /// No steps lead to the end.
    Lost,
    /// Not settled within the nodes allowed.
    Unknown,
}

/// The exact distance to go in a metric if it is found within so many nodes.
pub fn to_go(level: &Level, position: &Position, metric: Criterion, most_nodes: u64) -> ToGo {
    let method = if is_by_moves(metric) { "move-optimal" } else { "push-optimal" };
    match run(level, position, method, metric, most_nodes) {
        Some(Verdict::Solved { solution, .. }) => {
            let steps = parse(&solution).expect("solutions are made of steps");
            let counts = |step: &&Step| is_by_moves(metric) || step.push;
            ToGo::Exactly { figure: steps.iter().filter(counts).count() as u64, steps }
        }
        Some(Verdict::Unsolvable { .. }) => ToGo::Lost,
        _ => ToGo::Unknown,
    }
}

/// The next steps from a position up to and including so many pushes: of the shortest way if it is
/// found within the nodes allowed, else of any. Nothing if none is found.
pub fn next_steps(level: &Level, position: &Position, pushes: usize, most_nodes: u64) -> Option<Vec<Step>> {
    let mut steps = match to_go(level, position, PUSHES, most_nodes) {
        ToGo::Exactly { steps, .. } => steps,
        ToGo::Lost => return None,
        ToGo::Unknown => match run(level, position, "portfolio", PUSHES, most_nodes)? {
            Verdict::Solved { solution, .. } => parse(&solution).ok()?,
            _ => return None,
        },
    };
    let pushing = steps.iter().enumerate().filter(|(_, step)| step.push).map(|(index, _)| index + 1);
    let end = pushing.take(pushes).last().unwrap_or(0);
    steps.truncate(end);
    Some(steps)
}

fn run(
    level: &Level,
    position: &Position,
    method: &str,
    metric: Criterion,
    most_nodes: u64,
) -> Option<Verdict> {
    let method = Sokoban::methods().iter().find(|known| known.name == method)?;
    let task = Task { metric, options: Options::defaults(method.options), ..Task::default() };
    let mut run: Box<dyn Run> = (method.start)(&level_from(level, position).into(), &task);
    while run.progress().nodes < most_nodes {
        let left = most_nodes - run.progress().nodes;
        if let RunStep::Done(verdict) = run.advance(left) {
            return Some(verdict);
        }
    }
    None
}
