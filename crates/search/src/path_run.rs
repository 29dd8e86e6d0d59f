//! Makes a [`Run`] of an engine: writes its path as a solution and says only what the method may.

use ingenio_core::{Focus, Limit, Message, Progress, Run, Step, Verdict};

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

#[allow(missing_debug_implementations, reason = "engines are not printable")]
pub struct PathRun<E: Engine> {
    engine: E,
    claims: Claims,
    write: Write<E::Action>,
}

impl<E: Engine> PathRun<E> {
    pub fn new(engine: E, claims: Claims, write: impl Fn(&[E::Action]) -> String + Send + 'static) -> Self {
        PathRun { engine, claims, write: Box::new(write) }
    }
}

impl<E: Engine> Run for PathRun<E> {
    fn advance(&mut self, expansions: u64) -> Step {
        Step::Done(match self.engine.advance(expansions) {
            Found::Running => return Step::Running,
            Found::Goal => {
                let solution = (self.write)(&self.engine.path());
                Verdict::Solved { solution, optimal: self.claims.optimal }
            }
            Found::Exhausted => match &self.claims.exhausted {
                Some(reason) => Verdict::Unsolvable { reason: reason.clone() },
                None => Verdict::Stopped { limit: Limit::Method },
            },
            Found::OutOfMemory => Verdict::Stopped { limit: Limit::Memory },
        })
    }

    fn progress(&self) -> Progress {
        self.engine.counts().progress()
    }

    fn focus(&self) -> Option<Focus> {
        let glance = self.engine.glance()?;
        Some(Focus { moves: (self.write)(&glance.path), cost: glance.cost, estimate: glance.estimate })
    }
}
