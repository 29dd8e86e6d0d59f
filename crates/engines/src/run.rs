//! An engine as a run: it works in a thread of its own, because it cannot be stepped; `advance` waits for
//! news a moment at a time, so that the driver keeps serving clock, cancel and observers. Whoever drops
//! the run, or asks it for its best, stops the engine and waits for it a while. Where there are no threads
//! the first `advance` does all of the work (`beside_in_page.rs`).

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use ingenio_core::{Alarm, Cancel, InHand, Limit, Message, Progress, Run, Step, Task, Verdict};
use ingenio_model::{Audience, Engine, News, Problem, Watch, pursue};

use crate::beside::Beside;
use crate::resident::AtWork;
use crate::words;

/// How long `advance` waits for the engine.
const MOMENT: Duration = Duration::from_millis(2);

pub struct EngineRun {
    engine: &'static dyn Engine,
    problem: Option<Box<dyn Problem>>,
    seed: u64,
    shared: Arc<Shared>,
    beside: Beside,
    at_work: Option<AtWork>,
    alarm: Alarm,
}

impl std::fmt::Debug for EngineRun {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "EngineRun({})", self.engine.name())
    }
}

/// What the engine's thread and the driver both see.
struct Shared {
    cancel: Cancel,
    nodes: Arc<AtomicU64>,
    node_limit: u64,
    memory_limit: u64,
    state: Mutex<State>,
}

#[derive(Default)]
struct State {
    stages: u64,
    cuts: u64,
    remarks: Vec<Message>,
    /// The measure that the model's best stands for, within the periods of the last stage.
    least: Option<u64>,
    bound: Option<u64>,
    best: Option<u64>,
    solution: Option<String>,
    table: Option<String>,
    periods: Option<u32>,
    memory: u64,
    peak: u64,
    verdict: Option<Verdict>,
}

impl EngineRun {
    pub fn new(engine: &'static dyn Engine, problem: Box<dyn Problem>, task: &Task) -> Self {
        let shared = Shared {
            cancel: Beside::flag(&task.alarm, task.memory),
            nodes: Arc::default(),
            node_limit: task.nodes.unwrap_or(u64::MAX),
            memory_limit: task.memory,
            state: Mutex::default(),
        };
        let (problem, shared, beside) = (Some(problem), Arc::new(shared), Beside::default());
        let alarm = task.alarm.clone();
        EngineRun { engine, problem, seed: task.seed, shared, beside, at_work: None, alarm }
    }

    /// How many periods the last stage had, where the formulation counts them.
    pub fn periods(&self) -> Option<u32> {
        self.shared.state().periods
    }

    fn launch(&mut self) {
        let Some(mut problem) = self.problem.take() else { return };
        self.at_work = Some(AtWork::begin());
        let (engine, seed, shared) = (self.engine, self.seed, self.shared.clone());
        self.beside.begin(move || {
            let mut session = engine.start(seed);
            let verdict = pursue(engine.library(), problem.as_mut(), session.as_mut(), shared.as_ref());
            drop(session);
            shared.state().verdict = Some(verdict);
        });
    }

    /// Stops the engine and waits for it a while; of one that takes longer nobody reads what it says.
    fn stop(&self) {
        self.shared.cancel.cancel();
        self.beside.leave();
    }

    /// What the engine said at its end.
    fn verdict(&self) -> Verdict {
        match self.shared.state().verdict.clone() {
            None => Verdict::Failed { fault: words::CRASHED.say().into() },
            // It broke off by itself, and not at its alarm: there was no room left.
            Some(Verdict::Stopped { limit: Limit::Cancelled }) if !self.alarm.was_heard() => {
                Verdict::Stopped { limit: Limit::Memory }
            }
            Some(verdict) => verdict,
        }
    }
}

impl Shared {
    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Watch for Shared {
    fn cancel(&self) -> Cancel {
        self.cancel.clone()
    }

    fn nodes(&self) -> Arc<AtomicU64> {
        self.nodes.clone()
    }

    fn node_limit(&self) -> u64 {
        self.node_limit
    }

    fn tell(&self, _: News<'_>) {}
}

impl Audience for Shared {
    fn memory_limit(&self) -> u64 {
        self.memory_limit
    }

    fn stage(&self, stage: u32, bytes: u64, bound: Option<u64>, periods: Option<u32>) {
        let mut state = self.state();
        state.periods = periods;
        state.stages = u64::from(stage) + 1;
        state.memory = bytes;
        state.peak = state.peak.max(bytes);
        state.bound = bound.or(state.bound);
    }

    fn metric(&self, bound: Option<u64>, best: Option<u64>) {
        let mut state = self.state();
        state.bound = bound.or(state.bound);
        state.best = best.or(state.best);
    }

    fn solution(&self, text: &str) {
        self.state().solution = Some(text.to_owned());
    }

    fn table(&self, table: String) {
        self.state().table = Some(table);
    }

    fn cut(&self) {
        self.state().cuts += 1;
    }

    fn remark(&self, remark: Message, measure: Option<u64>) {
        let mut state = self.state();
        state.remarks.push(remark);
        state.least = measure;
    }
}

impl Run for EngineRun {
    fn advance(&mut self, expansions: u64) -> Step {
        // What is cancelled before it begins need not build a model first.
        if self.problem.is_some() && self.alarm.rings() {
            return Step::Done(Verdict::Stopped { limit: Limit::Cancelled });
        }
        self.launch();
        // At the limit of nodes the engine is about to stop by itself.
        let spent = self.shared.nodes.load(Ordering::Relaxed) >= self.shared.node_limit;
        let wait = if expansions == 0 && spent { Duration::from_mins(1) } else { MOMENT };
        if self.beside.wait(wait) { Step::Done(self.verdict()) } else { Step::Running }
    }

    fn progress(&self) -> Progress {
        let taken = self.at_work.as_ref().map_or(0, AtWork::taken);
        let mut state = self.shared.state();
        let memory = state.memory.max(taken);
        state.peak = state.peak.max(memory);
        let nodes = self.shared.nodes.load(Ordering::Relaxed).min(self.shared.node_limit);
        Progress {
            nodes,
            generated: nodes,
            bound: state.bound,
            best: state.best,
            memory,
            peak: state.peak,
            ..Progress::default()
        }
    }

    /// Ends what works beside the driver: what is asked for now is the answer.
    fn found(&self) -> InHand {
        self.stop();
        let state = self.shared.state();
        let table = state.table.clone().map(|table| words::TABLE.with("table", table));
        InHand { best: state.solution.clone(), remarks: state.remarks.clone(), table, ..InHand::default() }
    }

    fn counters(&self) -> Vec<(&'static str, u64)> {
        let state = self.shared.state();
        let mut counters = vec![("stages", state.stages), ("cuts", state.cuts)];
        counters.extend(state.periods.map(|periods| ("periods", u64::from(periods))));
        counters.extend(state.least.map(|least| ("least_in_model", least)));
        counters
    }

    fn cpu_elsewhere(&self) -> Duration {
        self.beside.cpu()
    }
}

impl Drop for EngineRun {
    fn drop(&mut self) {
        self.stop();
    }
}
