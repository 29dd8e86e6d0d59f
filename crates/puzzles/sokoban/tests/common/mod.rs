//! What the tests share: levels from rows, methods run to their end, and a brute force as truth.
#![allow(dead_code, reason = "each test file uses its part")]

use std::collections::{HashMap, HashSet, VecDeque};

use ingenio_core::rooms::{Referee as _, Texts as _};
use ingenio_core::{
    Criterion, Face, Options, Rng, Run, Size, Source, Step, Task, Verdict, find_method, find_metric,
};
use ingenio_sokoban::Sokoban;
use ingenio_sokoban::level::{Level, Square};
use ingenio_sokoban::play::{self, Position};

pub fn level(rows: &str) -> Level {
    let mut readings = Sokoban::read(&Source::new(rows), &Options::default());
    readings.remove(0).unwrap_or_else(|fault| panic!("{fault:?}\n{rows}")).level
}

/// Starts a method with options, by a metric.
pub fn start(level: &Level, method: &str, options: &str, metric: &str) -> Box<dyn Run> {
    start_on_threads(level, method, options, metric, 1)
}

pub fn start_on_threads(
    level: &Level,
    method: &str,
    options: &str,
    metric: &str,
    threads: usize,
) -> Box<dyn Run> {
    let face = Face::<Sokoban>::level(level.clone());
    let (method, metric) = (find_method(face.puzzle(), method).unwrap(), by(metric));
    let options = Options::parse(method.options, options).unwrap();
    face.start(&method, &Task { metric, threads, options, ..Task::default() }).unwrap().run
}

/// A metric by name.
pub fn by(metric: &str) -> Criterion {
    find_metric(&Face::<Sokoban>::new(), metric).unwrap()
}

/// Runs a method to its end.
pub fn solve(level: &Level, method: &str, options: &str, metric: &str) -> Verdict {
    let mut run = start(level, method, options, metric);
    loop {
        if let Step::Done(verdict) = run.advance(1_000_000) {
            return verdict;
        }
    }
}

/// A counter of a run; nothing counted where it has none of that name.
pub fn count(run: &dyn Run, name: &str) -> u64 {
    run.counters().into_iter().filter(|(known, _)| *known == name).map(|(_, count)| count).sum()
}

/// Pushes and moves of a solution, as the referee counts them.
pub fn figures(level: &Level, verdict: &Verdict) -> Option<(u64, u64)> {
    let Verdict::Solved { solution, .. } = verdict else { return None };
    let (_, measures) = Sokoban::referee(level, solution).unwrap_or_else(|refusal| panic!("{refusal:?}"));
    Some((measures.get("pushes").unwrap(), measures.get("moves").unwrap()))
}

/// The truth by plain search over single steps: least pushes, and least moves.
pub fn brute_force(level: &Level) -> Option<(u64, u64)> {
    Some((least(level, true)?, least(level, false)?))
}

/// Least pushes (steps are free, so they go to the front of the queue) or least moves.
fn least(level: &Level, pushes: bool) -> Option<u64> {
    let key = |position: &Position| {
        let mut boxes = position.boxes.clone();
        boxes.sort_unstable();
        (boxes, position.player)
    };
    let mut cost = HashMap::from([(key(&play::start(level)), 0)]);
    let mut closed = HashSet::new();
    let mut open = VecDeque::from([(play::start(level), 0)]);
    while let Some((position, spent)) = open.pop_front() {
        if !closed.insert(key(&position)) {
            continue;
        }
        if play::won(level, &position) {
            return Some(spent);
        }
        for step in play::steps(level, &position) {
            let mut next = position.clone();
            play::apply(level, &mut next, step).unwrap();
            let paid = spent + u64::from(step.push || !pushes);
            if cost.get(&key(&next)).is_none_or(|known| paid < *known) {
                cost.insert(key(&next), paid);
                if paid == spent { open.push_front((next, paid)) } else { open.push_back((next, paid)) }
            }
        }
    }
    None
}

/// A tiny room: random walls, one to three boxes.
pub fn tiny_room(rng: &mut Rng) -> Level {
    loop {
        let size = Size::new(rng.between(4, 7), rng.between(4, 6));
        let edge = |at: usize| {
            let (row, column) = (size.row(at), size.column(at));
            row == 0 || column == 0 || row + 1 == size.height || column + 1 == size.width
        };
        let mut squares: Vec<Square> = (0..size.cells())
            .map(|at| if edge(at) || rng.one_in(6) { Square::Wall } else { Square::Floor })
            .collect();
        let mut free: Vec<usize> = (0..squares.len()).filter(|at| squares[*at] == Square::Floor).collect();
        rng.shuffle(&mut free);
        let boxes = rng.between(1, 3);
        if free.len() < 2 * boxes + 1 {
            continue;
        }
        for which in 0..boxes {
            let goal = free[rng.below(free.len())];
            squares[goal] = Square::of(true, squares[goal].is_crate());
            squares[free[which]] = Square::of(squares[free[which]].is_goal(), true);
        }
        if let Ok(level) = Level::new(size, squares, free[free.len() - 1]) {
            return level;
        }
    }
}
