//! batsat, MiniSat in Rust: the SAT engine of builds without C++.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use batsat::{Callbacks, Lit, SolverInterface, SolverOpts, lbool};
use ingenio_core::Cancel;
use ingenio_model::{Capability, ClauseSink, Engine, Session, Watch};

use crate::sat::{SatSession, Solver};

#[derive(Clone, Copy, Debug)]
pub struct Batsat;

impl Engine for Batsat {
    fn name(&self) -> &'static str {
        "sat"
    }

    fn library(&self) -> &'static str {
        "batsat"
    }

    fn capability(&self) -> Capability {
        Capability::Clauses
    }

    fn unit(&self) -> &'static str {
        "conflicts"
    }

    fn start(&self, _: u64) -> Box<dyn Session> {
        let ears = Ears { cancel: Cancel::default(), nodes: Arc::default(), most: u64::MAX };
        Box::new(SatSession::new(Work { solver: batsat::Solver::new(SolverOpts::default(), ears) }))
    }
}

struct Work {
    solver: batsat::Solver<Ears>,
}

struct Ears {
    cancel: Cancel,
    nodes: Arc<AtomicU64>,
    most: u64,
}

impl Callbacks for Ears {
    fn on_new_clause(&mut self, _: &[Lit], kind: batsat::ClauseKind) {
        if kind == batsat::ClauseKind::Learnt {
            self.nodes.fetch_add(1, Ordering::Relaxed);
        }
    }

    fn stop(&self) -> bool {
        self.cancel.is_cancelled() || self.nodes.load(Ordering::Relaxed) >= self.most
    }
}

impl Work {
    fn lit(&mut self, lit: i32) -> Lit {
        Lit::new(self.solver.var_of_int(lit.unsigned_abs() - 1), lit > 0)
    }
}

impl ClauseSink for Work {
    fn fresh(&mut self) -> i32 {
        self.solver.new_var_default();
        self.solver.num_vars() as i32
    }

    fn clause(&mut self, lits: &[i32]) {
        let mut clause: Vec<Lit> = lits.iter().map(|lit| self.lit(*lit)).collect();
        self.solver.add_clause_reuse(&mut clause);
    }
}

impl Solver for Work {
    fn solve(&mut self, assumed: &[i32], conflicts: u64, watch: &dyn Watch) -> Option<bool> {
        if conflicts == 0 {
            return None;
        }
        let nodes = watch.nodes();
        let most = nodes.load(Ordering::Relaxed).saturating_add(conflicts);
        *self.solver.cb_mut() = Ears { cancel: watch.cancel(), nodes: nodes.clone(), most };
        let assumed: Vec<Lit> = assumed.iter().map(|lit| self.lit(*lit)).collect();
        let answer = self.solver.solve_limited(&assumed);
        nodes.fetch_min(most, Ordering::Relaxed);
        match answer {
            _ if answer == lbool::TRUE => Some(true),
            _ if answer == lbool::FALSE => Some(false),
            _ => None,
        }
    }

    fn is_true(&self, lit: i32) -> bool {
        let values = self.solver.get_model();
        let value = values.get(lit.unsigned_abs() as usize - 1).copied().unwrap_or(lbool::FALSE);
        (value == lbool::TRUE) == (lit > 0)
    }

    fn failed(&mut self, lit: i32) -> bool {
        let lit = self.lit(lit);
        self.solver.unsat_core_contains_lit(!lit)
    }
}
