//! What the tests share: samples, a clock, and a method run to its end.

use std::sync::{Arc, LazyLock};
use std::time::{Duration, Instant};

use ingenio_core::{
    Answer, AnyLevel, AnyPuzzle, Budget, Clock, Criterion, Due, InMemory, LevelRef, MethodInfo, Outcome, Rng,
    Silent, TablesRef, Task, solve,
};

/// The system's clock.
#[derive(Clone, Copy, Debug)]
pub struct RealClock(Instant);

impl RealClock {
    pub fn start() -> Self {
        RealClock(Instant::now())
    }
}

impl Clock for RealClock {
    fn now(&self) -> Duration {
        self.0.elapsed()
    }

    fn due(&self, at: Duration) -> Option<Due> {
        let begun = self.0;
        Some(Arc::new(move || begun.elapsed() >= at))
    }
}

/// Tables that all tests of a process share, so that they are made once.
pub static TABLES: LazyLock<TablesRef> = LazyLock::new(|| TablesRef::new(InMemory::new(512 << 20)));

/// No limits, and the tables of earlier runs.
pub fn budget() -> Budget {
    Budget { tables: TABLES.clone(), ..Budget::default() }
}

/// A task that finds the tables of earlier ones.
pub fn task() -> Task {
    Task::default().within(&budget(), &RealClock::start())
}

/// Enough for any small level, so that no test runs forever.
pub const MOST_NODES: u64 = 2_000_000;

pub fn samples(puzzle: &'static dyn AnyPuzzle, size: usize, count: usize) -> impl Iterator<Item = LevelRef> {
    (0..count as u64).map(move |number| puzzle.sample(&mut Rng::stream(20_261_115, number), size))
}

/// A larger sample that is solvable and that the method fits, if the sampler has one.
pub fn large_sample(puzzle: &'static dyn AnyPuzzle, method: &MethodInfo) -> Option<LevelRef> {
    (0..40).map(|number| puzzle.sample(&mut Rng::stream(77, number), 9)).find(|level| {
        let started = level.start(method, &task()).ok();
        started.is_some_and(|mut started| matches!(started.run.advance(1), ingenio_core::Step::Running))
    })
}

/// Runs a method under a budget. `None` if the method does not fit the level.
pub fn run(level: &dyn AnyLevel, method: &MethodInfo, metric: Criterion, budget: &Budget) -> Option<Answer> {
    let task = Task { metric, optimal: !metric.is_empty(), ..Task::default() };
    let budget = Budget { tables: TABLES.clone(), ..budget.clone() };
    solve(level, method, &task, &budget, &RealClock::start(), &mut Silent).ok()
}

pub fn node_budget(nodes: u64) -> Budget {
    Budget { nodes: Some(nodes), ..Budget::default() }
}

/// What a method says of a small level within the usual number of nodes.
pub fn outcome(level: &dyn AnyLevel, method: &MethodInfo, metric: Criterion) -> Option<Outcome> {
    let solved = run(level, method, metric, &node_budget(MOST_NODES))?;
    if let Some(fault) = solved.outcome.fault() {
        panic!("{} failed on {level:?}: {fault:?}", method.name);
    }
    Some(solved.outcome)
}

/// The first solution that a method of the table finds, and whether it is proved to be the best.
pub fn any_solution(level: &dyn AnyLevel) -> Option<(String, bool)> {
    for method in level.puzzle().methods().iter().filter(|method| method.guarantee.decides()) {
        match outcome(level, method, method.metric()) {
            Some(Outcome::Solved { solution, optimal }) => {
                return Some((solution.text().to_owned(), optimal));
            }
            Some(Outcome::Unsolvable { .. }) => return None,
            _ => {}
        }
    }
    None
}

/// Does the method promise the best in its metric?
pub fn is_exact(method: &MethodInfo) -> bool {
    method.guarantee.optimises()
}
