//! Models for a SAT engine: clauses, assumptions, and costs that core-guided search makes least.

use ingenio_core::{Limit, Sense};
use ingenio_model::{
    ClauseForm, ClauseSink, EngineAnswer, Lit, Model, News, Objective, Proof, Session, Truth, Watch,
};

use crate::maxsat::{Cheapest, least_cost};

/// What a SAT solver must offer.
pub trait Solver: ClauseSink {
    /// Are the clauses satisfiable with these literals assumed? `None`: the watch stopped it. At most
    /// so many conflicts.
    fn solve(&mut self, assumed: &[i32], conflicts: u64, watch: &dyn Watch) -> Option<bool>;

    /// The value of a literal in the last solution.
    fn is_true(&self, lit: i32) -> bool;

    /// Was this assumption needed for the last refutation?
    fn failed(&mut self, lit: i32) -> bool;
}

/// A SAT solver that follows a model.
#[allow(missing_debug_implementations, reason = "a solver holds all of its clauses")]
pub struct SatSession<S> {
    solver: S,
    form: ClauseForm,
}

impl<S: Solver> SatSession<S> {
    pub fn new(solver: S) -> Self {
        SatSession { solver, form: ClauseForm::default() }
    }

    fn satisfy(&mut self, assumed: &[i32], watch: &dyn Watch) -> EngineAnswer {
        match self.solver.solve(assumed, watch.nodes_left(), watch) {
            None => EngineAnswer::open(watch.stop().unwrap_or(Limit::Nodes)),
            Some(false) => EngineAnswer::infeasible(),
            Some(true) => {
                let assignment = Some(self.form.values(|lit| self.solver.is_true(lit)));
                EngineAnswer { proof: Proof::Optimal, assignment, bound: None }
            }
        }
    }

    fn optimise(&mut self, objective: &Objective, assumed: &[i32], watch: &dyn Watch) -> EngineAnswer {
        let (costs, constant) = self.form.costs(objective);
        let sign = if objective.sense == Sense::Least { 1 } else { -1 };
        let value = |cost: u64| sign * (cost as i64 + constant);
        let form = &self.form;
        let mut bound = value(0);
        let cheapest = least_cost(&mut self.solver, &costs, assumed, watch, &mut |solver, low, found| {
            bound = value(low);
            let found = found.then(|| form.values(|lit| solver.is_true(lit)));
            watch.tell(News { bound: Some(bound), found: found.as_ref() });
            found
        });
        match cheapest {
            Cheapest::None => EngineAnswer::infeasible(),
            Cheapest::Proved(assignment) => {
                EngineAnswer { proof: Proof::Optimal, assignment: Some(assignment), bound: Some(bound) }
            }
            Cheapest::Open(assignment) => {
                let proof = Proof::Open(watch.stop().unwrap_or(Limit::Nodes));
                EngineAnswer { proof, assignment, bound: Some(bound) }
            }
        }
    }
}

impl<S: Solver> Session for SatSession<S> {
    fn solve(&mut self, model: &Model, assumed: &[Lit], watch: &dyn Watch) -> EngineAnswer {
        self.form.follow(model, &mut self.solver);
        // What was broken off is no model: nothing may be concluded from it.
        if let Some(limit) = watch.stop() {
            return EngineAnswer::open(limit);
        }
        let mut literals = Vec::new();
        for lit in assumed {
            match self.form.truth(*lit) {
                Truth::Always => {}
                Truth::Never => return EngineAnswer::infeasible(),
                Truth::If(literal) => literals.push(literal),
            }
        }
        match model.objective() {
            Some(objective) => self.optimise(objective, &literals, watch),
            None => self.satisfy(&literals, watch),
        }
    }
}
