//! How hard a level is for a person: how much a search has to look at, how many boxes have to move and how
//! far, how often the solution leaves a box for another and comes back, how many pushes take a box away from
//! where it is going, how much the boxes stand in each other's way, and how many pushes on the way would have
//! lost at once. The weights and where they come from: docs/difficulty-sokoban.md.

use std::sync::Arc;

use ingenio_core::rating::saturating;
use ingenio_core::{
    Appraisal, Dir, Factor, InHand, Limit, Options, Progress, Rating, Run, Step as RunStep, Task, Verdict,
};

use crate::board::bound::Bound;
use crate::board::maze::Maze;
use crate::board::reach::Reach;
use crate::board::{Square, put};
use crate::level::Level;
use crate::metric::PUSHES;
use crate::play::{self, Position, truth};
use crate::solve::METHODS;
use crate::words;

/// Nodes that the best solution may cost; beyond them any solution does, and the rating is not exact.
/// Chosen by hand.
const OPTIMAL_NODES: u64 = 40_000;
/// Positions of the solution at which the losing pushes are counted. Chosen by hand.
const TRAP_POSITIONS: usize = 30;
/// Levels with more squares are searched for traps too slowly.
const TRAP_SQUARES: usize = 250;

pub fn start(level: &Arc<Level>, task: &Task) -> Box<dyn Run<Option<Rating>>> {
    let inner = Box::new(Best::new(level, task));
    let level = level.clone();
    Box::new(Appraisal::new(inner, move |verdict: &Verdict, run: &dyn Run| match verdict {
        Verdict::Solved { solution, optimal } => judge(&level, solution, *optimal, run.progress().nodes),
        _ => None,
    }))
}

/// What the exact search is not to use: what it has to look at is a measure, and measures stay as they are
/// when searches get better.
const UNUSED: &[&str] = &["teams", "stuck"];

fn method(name: &str, unused: &[&str], level: &Arc<Level>, task: &Task) -> Box<dyn Run> {
    let method = METHODS.iter().find(|method| method.name == name).expect("a row of the table");
    let mut options = Options::defaults(method.options);
    for name in unused {
        options.set(method.options, name, "no").expect("an option of the method, yes or no");
    }
    (method.start)(level, &Task { metric: PUSHES, options, ..task.clone() })
}

/// The best solution if it comes soon, else any.
struct Best {
    level: Arc<Level>,
    task: Task,
    run: Box<dyn Run>,
    /// Nodes of the search for the best solution, once it was given up.
    given_up: Option<u64>,
}

impl Best {
    fn new(level: &Arc<Level>, task: &Task) -> Self {
        let run = method("push-optimal", UNUSED, level, task);
        Best { level: level.clone(), task: task.clone(), run, given_up: None }
    }

    fn give_up(&mut self) {
        self.given_up = Some(self.run.progress().nodes);
        self.run = method("portfolio", &[], &self.level, &self.task);
    }
}

impl Run for Best {
    fn advance(&mut self, expansions: u64) -> RunStep {
        let mut left = expansions;
        if self.given_up.is_none() {
            let room = OPTIMAL_NODES.saturating_sub(self.run.progress().nodes);
            let now = left.min(room);
            match self.run.advance(now) {
                RunStep::Done(Verdict::Stopped { limit: Limit::Memory }) => self.give_up(),
                RunStep::Done(verdict) => return RunStep::Done(verdict),
                RunStep::Running if now == room => self.give_up(),
                RunStep::Running => return RunStep::Running,
            }
            left -= now;
        }
        if left == 0 { RunStep::Running } else { self.run.advance(left) }
    }

    fn progress(&self) -> Progress {
        let progress = self.run.progress();
        Progress { nodes: progress.nodes + self.given_up.unwrap_or(0), ..progress }
    }

    fn found(&self) -> InHand {
        self.run.found()
    }
}

/// What is seen along a solution.
#[derive(Debug, Default)]
struct Figures {
    pushes: usize,
    moved: usize,
    changes: usize,
    /// Pushes that take a box away from where it ends, or off a goal.
    wrong_way: usize,
    /// Pushes that were possible at the positions looked at, and those of them that lose.
    possible: usize,
    losing: usize,
    /// Was there at every position looked at one push only that does not lose?
    forced: bool,
}

fn judge(level: &Level, solution: &str, optimal: bool, nodes: u64) -> Option<Rating> {
    let figures = look(level, solution)?;
    let maze = Maze::new(level);
    let bound = Bound::to_goals(&maze).of(&maze.state())? as usize;
    let interplay = figures.pushes.saturating_sub(bound);
    let returns = figures.changes.saturating_sub(figures.moved.saturating_sub(1));
    let share = figures.losing as f64 / figures.possible.max(1) as f64;
    let factors = vec![
        Factor {
            name: "search",
            points: (9.0 * ((1.0 + nodes as f64).log10() - 1.0)).clamp(0.0, 35.0),
            why: words::RATE_SEARCH.with("nodes", nodes),
        },
        Factor {
            name: "boxes",
            points: saturating(figures.moved.saturating_sub(1) as f64, 6.0, 36.0),
            why: words::RATE_BOXES.with("boxes", figures.moved),
        },
        Factor {
            name: "length",
            points: saturating(figures.pushes as f64, 80.0, 32.0),
            why: words::RATE_LENGTH.with("pushes", figures.pushes),
        },
        Factor {
            name: "box-changes",
            points: saturating(returns as f64, 12.0, 6.0),
            why: words::RATE_CHANGES.with("changes", figures.changes).with("boxes", figures.moved),
        },
        Factor {
            name: "wrong-way",
            points: saturating(figures.wrong_way as f64, 8.0, 5.0),
            why: words::RATE_WRONG_WAY.with("count", figures.wrong_way).with("pushes", figures.pushes),
        },
        Factor {
            name: "interplay",
            points: saturating(interplay as f64, 15.0, 4.0),
            why: words::RATE_INTERPLAY.with("pushes", interplay),
        },
        Factor {
            name: "traps",
            points: 5.0 * share,
            why: words::RATE_TRAPS.with("percent", (100.0 * share).round()),
        },
    ];
    let rating = Rating::new(factors, optimal);
    Some(if figures.forced { rating.forced() } else { rating })
}

fn look(level: &Level, solution: &str) -> Option<Figures> {
    let pushes = pushes(level, solution)?;
    let maze = Maze::new(level);
    let mut ends: Vec<usize> = level.boxes();
    for push in &pushes {
        ends[push.which] = push.to;
    }
    let far: Vec<Vec<u16>> = ends.iter().map(|end| maze.pushes_to(&[maze.inner(*end)])).collect();
    let mut figures = Figures { pushes: pushes.len(), ..Figures::default() };
    let mut seen = vec![false; ends.len()];
    let mut last = None;
    for push in &pushes {
        let away = |at: usize| far[push.which][usize::from(maze.inner(at))];
        figures.wrong_way += usize::from(
            away(push.to) > away(push.from) || (level.is_goal(push.from) && !level.is_goal(push.to)),
        );
        figures.changes += usize::from(last.is_some_and(|last| last != push.which));
        seen[push.which] = true;
        last = Some(push.which);
    }
    figures.moved = seen.iter().filter(|moved| **moved).count();
    if maze.count <= TRAP_SQUARES {
        let step = pushes.len().div_ceil(TRAP_POSITIONS).max(1);
        figures.forced = true;
        for push in pushes.iter().step_by(step) {
            let (possible, losing) = count_traps(level, &push.before);
            figures.possible += possible;
            figures.losing += losing;
            figures.forced &= possible - losing <= 1;
        }
    }
    Some(figures)
}

/// One push of a solution.
struct Push {
    before: Position,
    which: usize,
    from: usize,
    to: usize,
}

fn pushes(level: &Level, solution: &str) -> Option<Vec<Push>> {
    let mut position = play::start(level);
    let mut pushes = Vec::new();
    for step in play::parse(solution).ok()? {
        let before = position.clone();
        play::apply(level, &mut position, step).ok()?;
        let moved = (0..before.boxes.len()).find(|which| before.boxes[*which] != position.boxes[*which]);
        if let Some(which) = moved {
            let (from, to) = (before.boxes[which], position.boxes[which]);
            pushes.push(Push { before, which, from, to });
        }
    }
    Some(pushes)
}

/// Counts the pushes that are possible in a position and those after which it is plainly lost.
fn count_traps(level: &Level, position: &Position) -> (usize, usize) {
    let (mut possible, mut losing) = (0, 0);
    let maze = Maze::at(level, position);
    let mut occupied = maze.empty();
    put(&mut occupied, &maze.boxes, true);
    let mut reach = Reach::new(&maze);
    reach.flood(&maze, &occupied, maze.player);
    let free = |square: Square| !occupied[usize::from(square)];
    for (which, at) in position.boxes.iter().enumerate() {
        let square = maze.inner(*at);
        for (dir, _) in Dir::ALL.iter().enumerate() {
            let to = maze.next(square, dir);
            if !free(to) || !reach.contains(maze.next(square, dir ^ 1)) {
                continue;
            }
            let mut next = position.clone();
            next.boxes[which] = maze.outer(to);
            next.player = *at;
            possible += 1;
            losing += usize::from(truth::trouble(level, &next).is_some());
        }
    }
    (possible, losing)
}
