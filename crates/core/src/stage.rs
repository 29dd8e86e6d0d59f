//! A method on a stage: started once, advanced as far as somebody wants to see, looked at in between, and judged
//! at its end as any other run. Whoever watches decides how far it goes; the method hears of no clock, so that
//! what is shown step by step is what it does alone.

use std::time::Duration;

use crate::answer::Answer;
use crate::budget::{Budget, Limit};
use crate::drive::{Clock, Drive, Silent, drive};
use crate::face::{LevelRef, Started};
use crate::method::{MethodInfo, Task};
use crate::run::{Focus, Progress, Sight, Verdict};
use crate::solve::judged;
use crate::words::Message;

/// A run that is watched.
pub struct Stage {
    level: LevelRef,
    method: MethodInfo,
    task: Task,
    started: Started,
    budget: Budget,
    /// How long it has worked, the waiting of those who watch not counted.
    worked: Worked,
    answer: Option<Answer>,
}

#[derive(Clone, Copy, Debug, Default)]
struct Worked {
    elapsed: Duration,
    cpu: Duration,
    setup: Duration,
}

/// What there is to see of a run between two steps.
#[derive(Clone, Debug)]
pub struct Look {
    /// What it counts.
    pub progress: Progress,
    /// The node it expanded last.
    pub focus: Option<Focus>,
    /// What it works on, where no moves from the start lead there.
    pub sight: Option<Sight>,
    /// How many positions are known and wait, where the method keeps them.
    pub frontier: Option<u64>,
    /// The best solution in hand, not refereed.
    pub best: Option<String>,
    /// Counters of the method's own.
    pub counters: Vec<(&'static str, u64)>,
    /// How long it has worked, the waiting of those who watch not counted.
    pub elapsed: Duration,
}

impl Stage {
    /// Starts a method; of the budget, memory, tables and the cancel flag count. Refuses methods that do not fit.
    pub fn begin(
        level: &LevelRef,
        method: &MethodInfo,
        task: &Task,
        budget: &Budget,
        clock: &dyn Clock,
    ) -> Result<Self, Message> {
        let budget = Budget { time: None, cpu_time: None, nodes: None, ..budget.clone() };
        let task = task.clone().within(&budget, clock);
        let started = level.start(method, &task)?;
        let (level, method) = (level.clone(), *method);
        Ok(Stage { level, method, task, started, budget, worked: Worked::default(), answer: None })
    }

    /// Does at most so many more expansions. Set-up counts none, and is done in one go.
    pub fn advance(&mut self, expansions: u64, clock: &dyn Clock) {
        if self.answer.is_some() {
            return;
        }
        let nodes = self.started.run.progress().nodes.saturating_add(expansions);
        let budget = Budget { nodes: Some(nodes), ..self.budget.clone() };
        let drive = drive(self.started.run.as_mut(), &budget, clock, &mut Silent);
        self.worked.elapsed += drive.elapsed;
        self.worked.cpu += drive.cpu;
        self.worked.setup += drive.setup;
        if !matches!(drive.verdict, Verdict::Stopped { limit: Limit::Nodes }) {
            self.end(drive);
        }
    }

    fn end(&mut self, drive: Drive) {
        let Worked { elapsed, cpu, setup } = self.worked;
        let drive = Drive { elapsed, cpu, setup, ..drive };
        self.answer =
            Some(judged(self.level.as_ref(), &self.method, &self.task, &self.started.metric, drive));
    }

    /// What there is to see now.
    pub fn look(&self) -> Look {
        let run = &self.started.run;
        Look {
            progress: run.progress(),
            focus: run.focus(),
            sight: run.sight(),
            frontier: run.frontier(),
            best: run.found().best,
            counters: run.counters(),
            elapsed: self.worked.elapsed,
        }
    }

    /// The name of the method.
    pub const fn method(&self) -> &'static str {
        self.method.name
    }

    /// The level it works on.
    pub const fn level(&self) -> &LevelRef {
        &self.level
    }

    /// What it brought, once it is over.
    pub const fn answer(&self) -> Option<&Answer> {
        self.answer.as_ref()
    }
}

impl std::fmt::Debug for Stage {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Stage({}, {:?})", self.method.name, self.look())
    }
}
