//! CaDiCaL, by Armin Biere and others: incremental, with assumptions, interruptible. It has no way to
//! tell its conflicts; what it learns is counted instead, which is the same but for a few.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use ingenio_core::Cancel;
use ingenio_model::{Capability, ClauseSink, Engine, Session, Watch};

use ingenio_engines::sat::{SatSession, Solver};

#[derive(Clone, Copy, Debug)]
pub struct Cadical;

impl Engine for Cadical {
    fn name(&self) -> &'static str {
        "sat"
    }

    fn library(&self) -> &'static str {
        "CaDiCaL"
    }

    fn capability(&self) -> Capability {
        Capability::Clauses
    }

    fn unit(&self) -> &'static str {
        "conflicts"
    }

    fn start(&self, _: u64) -> Box<dyn Session> {
        Box::new(SatSession::new(Work { solver: cadical::Solver::new(), variables: 0 }))
    }
}

struct Work {
    solver: cadical::Solver<Ears>,
    variables: i32,
}

/// Hears what the solver learns and tells it to stop.
struct Ears {
    cancel: Cancel,
    nodes: Arc<AtomicU64>,
}

impl cadical::Callbacks for Ears {
    fn terminate(&mut self) -> bool {
        self.cancel.is_cancelled()
    }

    fn max_length(&self) -> i32 {
        i32::MAX
    }

    fn learn(&mut self, _: &[i32]) {
        self.nodes.fetch_add(1, Ordering::Relaxed);
    }
}

impl ClauseSink for Work {
    fn fresh(&mut self) -> i32 {
        self.variables += 1;
        self.variables
    }

    fn clause(&mut self, lits: &[i32]) {
        self.solver.add_clause(lits.iter().copied());
    }
}

impl Solver for Work {
    fn solve(&mut self, assumed: &[i32], conflicts: u64, watch: &dyn Watch) -> Option<bool> {
        if conflicts == 0 {
            return None;
        }
        let nodes = watch.nodes();
        let begun = nodes.load(Ordering::Relaxed);
        if let Ok(limit) = i32::try_from(conflicts) {
            self.solver.set_limit("conflicts", limit).expect("CaDiCaL knows this limit");
        }
        self.solver.set_callbacks(Some(Ears { cancel: watch.cancel(), nodes: nodes.clone() }));
        let answer = self.solver.solve_with(assumed.iter().copied());
        // The count is exact where it ended the search, and never beyond what was allowed.
        let most = begun.saturating_add(conflicts);
        let spent = answer.is_none() && !watch.cancel().is_cancelled();
        let counted = nodes.load(Ordering::Relaxed);
        nodes.store(if spent { most } else { counted.min(most) }, Ordering::Relaxed);
        answer
    }

    fn is_true(&self, lit: i32) -> bool {
        self.solver.value(lit).unwrap_or(lit < 0)
    }

    fn failed(&mut self, lit: i32) -> bool {
        self.solver.failed(lit)
    }
}
