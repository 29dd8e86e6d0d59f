//! microlp, simplex and branch and bound in Rust: the linear engine of builds without C++. It stops by
//! the clock alone, so it works in short turns and looks for a raised flag in between.

use std::sync::atomic::Ordering;
use std::time::Duration;

use ingenio_core::{Limit, Message, Sense};
use ingenio_model::{
    Assignment, Capability, Engine, EngineAnswer, Fixing, LinearForm, Lit, Model, News, Proof, Relation,
    Session, Watch,
};
use microlp::{
    ComparisonOp, Error, OptimizationDirection, Problem, ResumeOptions, SolveOptions, SolveOutcome,
    TerminationReason, Variable,
};

use crate::words;

const TURN: Duration = Duration::from_millis(50);

#[derive(Clone, Copy, Debug)]
pub struct Microlp;

impl Engine for Microlp {
    fn name(&self) -> &'static str {
        "milp"
    }

    fn library(&self) -> &'static str {
        "microlp"
    }

    fn capability(&self) -> Capability {
        Capability::Linear
    }

    fn unit(&self) -> &'static str {
        "nodes"
    }

    fn start(&self, _: u64) -> Box<dyn Session> {
        Box::new(Work { form: LinearForm::default() })
    }
}

struct Work {
    form: LinearForm,
}

impl Session for Work {
    fn solve(&mut self, model: &Model, assumed: &[Lit], watch: &dyn Watch) -> EngineAnswer {
        self.form.follow(model);
        // What was broken off is no model: nothing may be concluded from it.
        if let Some(limit) = watch.stop() {
            return EngineAnswer::open(limit);
        }
        let mut fixed = Vec::new();
        for lit in assumed {
            match self.form.fixing(model, *lit) {
                Fixing::Always => {}
                Fixing::Column(column, value) => fixed.push((column, value)),
                Fixing::Never => return EngineAnswer::infeasible(),
            }
        }
        let (problem, vars) = self.problem(model, &fixed);
        self.run(&problem, &vars, model, watch)
    }
}

impl Work {
    fn problem(&self, model: &Model, fixed: &[(usize, i32)]) -> (Problem, Vec<Variable>) {
        let maximise = model.objective().is_some_and(|objective| objective.sense == Sense::Most);
        let direction =
            if maximise { OptimizationDirection::Maximize } else { OptimizationDirection::Minimize };
        let mut problem = Problem::new(direction);
        let mut cost = vec![0.0; self.form.columns().len()];
        for (factor, var) in model.objective().iter().flat_map(|objective| &objective.terms) {
            cost[self.form.column(*var)] += *factor as f64;
        }
        let vars: Vec<Variable> = (0..cost.len())
            .map(|column| problem.add_integer_var(cost[column], self.form.bounds(model, column)))
            .collect();
        for row in self.form.rows() {
            let terms: Vec<(Variable, f64)> =
                row.terms.iter().map(|(factor, column)| (vars[*column], *factor as f64)).collect();
            let relation = match row.relation {
                Relation::AtMost => ComparisonOp::Le,
                Relation::AtLeast => ComparisonOp::Ge,
                Relation::Equal => ComparisonOp::Eq,
            };
            problem.add_constraint(merged(&terms), relation, row.right as f64);
        }
        for (column, value) in fixed {
            problem.add_constraint([(vars[*column], 1.0)], ComparisonOp::Eq, f64::from(*value));
        }
        (problem, vars)
    }

    fn run(&self, problem: &Problem, vars: &[Variable], model: &Model, watch: &dyn Watch) -> EngineAnswer {
        let (nodes, limit) = (watch.nodes(), watch.node_limit());
        let begun = nodes.load(Ordering::Relaxed);
        let left = watch.nodes_left();
        if left == 0 {
            return EngineAnswer::open(Limit::Nodes);
        }
        let mut options = SolveOptions::default();
        (options.time_limit, options.node_limit) = (Some(TURN), Some(left));
        let mut outcome = problem.solve_with(options);
        loop {
            let now = match outcome {
                Ok(now) => now,
                Err(Error::Infeasible) => return EngineAnswer::infeasible(),
                Err(error) => {
                    let proof = Proof::Failed(words::REFUSED.with("reason", Message::quoted(error)));
                    return EngineAnswer { proof, assignment: None, bound: None };
                }
            };
            let stats = now.stats();
            // The root counts, so that a row of easy stages still comes to an end.
            nodes.store(begun.saturating_add(stats.nodes_solved.max(1)).min(limit), Ordering::Relaxed);
            let assignment = self.assignment(&now, vars, model);
            let maximise = model.objective().is_some_and(|objective| objective.sense == Sense::Most);
            let bound = stats
                .best_bound
                .filter(|_| model.objective().is_some())
                .and_then(|bound| whole(bound, maximise));
            if now.is_optimal() {
                return EngineAnswer {
                    proof: Proof::Optimal,
                    bound: bound.and(assignment.as_ref().and_then(|found| model.value(found))),
                    assignment,
                };
            }
            watch.tell(News { bound, found: assignment.as_ref() });
            let spent =
                now.termination_reason() == TerminationReason::NodeLimit || stats.nodes_solved >= left;
            if spent || watch.cancel().is_cancelled() {
                let limit = watch.stop().unwrap_or(Limit::Nodes);
                return EngineAnswer { proof: Proof::Open(limit), assignment, bound };
            }
            let mut options = ResumeOptions::default();
            (options.time_limit, options.node_limit) = (Some(TURN), Some(left - stats.nodes_solved));
            outcome = now.resume_with(options);
        }
    }

    fn assignment(&self, outcome: &SolveOutcome, vars: &[Variable], model: &Model) -> Option<Assignment> {
        let solution = outcome.solution()?;
        let value = |var| solution.var_value(vars[self.form.column(var)]).round() as i32;
        Some(Assignment::new(model.vars().map(value).collect()))
    }
}

/// A variable stands once in a row.
fn merged(terms: &[(Variable, f64)]) -> Vec<(Variable, f64)> {
    let mut merged: Vec<(Variable, f64)> = Vec::new();
    for (var, factor) in terms {
        match merged.iter_mut().find(|(known, _)| known.idx() == var.idx()) {
            Some((_, sum)) => *sum += factor,
            None => merged.push((*var, *factor)),
        }
    }
    merged
}

/// A bound of an objective that has whole values only.
fn whole(bound: f64, maximise: bool) -> Option<i64> {
    let near = 1e-6 * bound.abs().max(1.0);
    let bound = if maximise { (bound + near).floor() } else { (bound - near).ceil() };
    (bound.abs() < 1e15).then_some(bound as i64)
}
