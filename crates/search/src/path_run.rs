//! Makes a [`Run`] of an engine: writes its path as a solution and says only what the method may.

use ingenio_core::{Focus, InHand, Limit, Message, Progress, Run, Step, Verdict};

use crate::engine::{Engine, Found};

/// What a method may claim when its engine ends.
#[derive(Clone, Debug)]
pub struct Claims {
    /// The first goal reached is proved to be the best.
    pub optimal: bool,
    /// What an exhausted space proves; `None` if it proves nothing.
    pub exhausted: Option<Message>,
}

type Write<A> = Box<dyn Fn(&[A]) -> String + Send>;

/// An engine at work as a method: what the methods of puzzles hand to the driver.
#[allow(missing_debug_implementations, reason = "engines are not printable")]
pub struct PathRun<E: Engine> {
    engine: E,
    claims: Claims,
    write: Write<E::Action>,
}

impl<E: Engine> PathRun<E> {
    /// `write` turns a path into the text of a solution, as the puzzle's referee reads it.
    pub fn new(engine: E, claims: Claims, write: impl Fn(&[E::Action]) -> String + Send + 'static) -> Self {
        PathRun { engine, claims, write: Box::new(write) }
    }
}

impl<E: Engine> PathRun<E> {
    /// A solution as cheap as the proved bound is optimal, whatever the method promised.
    fn meets_bound(&self) -> bool {
        let cost = self.engine.glance().map(|glance| glance.cost);
        cost.is_some() && cost == self.engine.counts().bound
    }
}

impl<E: Engine> Run for PathRun<E> {
    fn advance(&mut self, expansions: u64) -> Step {
        Step::Done(match self.engine.advance(expansions) {
            Found::Running => return Step::Running,
            Found::Goal => {
                let solution = (self.write)(&self.engine.path());
                Verdict::Solved { solution, optimal: self.claims.optimal || self.meets_bound() }
            }
            Found::Exhausted => match &self.claims.exhausted {
                Some(reason) => Verdict::Unsolvable { reason: reason.clone() },
                None => Verdict::Stopped { limit: Limit::Method },
            },
            Found::OutOfMemory => Verdict::Stopped { limit: Limit::Memory },
        })
    }

    fn progress(&self) -> Progress {
        let best = self.engine.best().map(|(_, cost)| cost);
        Progress { best, ..self.engine.counts().progress() }
    }

    fn found(&self) -> InHand {
        self.engine.best().map(|(path, _)| (self.write)(&path)).into()
    }

    fn frontier(&self) -> Option<u64> {
        self.engine.frontier()
    }

    fn focus(&self) -> Option<Focus> {
        let glance = self.engine.glance()?;
        Some(Focus {
            moves: (self.write)(&glance.path),
            cost: glance.cost,
            estimate: glance.estimate,
            notes: Vec::new(),
        })
    }
}
