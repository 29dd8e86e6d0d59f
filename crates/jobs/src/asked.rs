//! A method that somebody asked for from a page: run by a child to its end, told as it goes, and judged.

use std::path::Path;
use std::time::Duration;

use ingenio_core::{Answer, Budget, Cancel, LevelRef, Message, Outcome, Question, ToldPulse, Witness};

use crate::job::Finished;
use crate::settle::settle;
use crate::solver::Solver;

/// How long a child may take beyond its time before it is stopped: the machine may be busy with others.
const PATIENCE: Duration = Duration::from_secs(4);

#[derive(Clone, Debug)]
pub struct Asked<'a> {
    /// The `ingenio` program.
    pub program: &'a Path,
    pub level: &'a LevelRef,
    /// `auto`, or the name of a method, with options as on the command line.
    pub method: &'a str,
    pub optimal: bool,
    pub time: Duration,
    /// Bytes of the whole process.
    pub memory: u64,
    pub cancel: Cancel,
}

impl Asked<'_> {
    /// Runs the child and judges what it says: the referee is that of this process.
    pub fn answer(&self, tell: &mut dyn FnMut(&ToldPulse)) -> Result<(Answer, Finished), Message> {
        let solver = Solver {
            program: self.program,
            level: self.level,
            method: self.method,
            metric: "",
            optimal: self.optimal,
            seed: 0,
            threads: 1,
            budget: Budget {
                time: Some(self.time),
                memory: Some(self.memory),
                cancel: self.cancel.clone(),
                ..Budget::default()
            },
            patience: PATIENCE,
            watched: true,
            cores: &[],
        };
        let (heard, finished) = solver.run(tell)?;
        let mut answer = settle(heard, self.level, self.question(), &finished);
        answer.effort.seconds.get_or_insert(finished.wall.as_secs_f64());
        Ok((answer, finished))
    }

    /// What its answer is held against.
    pub const fn question(&self) -> Question {
        question(self.optimal)
    }
}

/// What the answer of a method of ours is held against.
pub const fn question(optimal: bool) -> Question {
    Question { optimal, witness: Witness::Method }
}

/// Has a solver of ours done what none should?
pub const fn is_broken(answer: &Answer) -> bool {
    matches!(answer.outcome, Outcome::Crashed { .. } | Outcome::Wrong { .. })
}
