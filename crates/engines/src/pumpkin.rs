//! Pumpkin, of TU Delft: constraint programming with learning. Its all-different is pairwise and it has
//! no count; both go in as sums over value literals, which propagate the same or better. It forgets
//! between calls: the model is put to it anew each time.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use ingenio_core::{Cancel, Limit, Sense};
use ingenio_model::{
    Assignment, Capability, Constraint, Engine, EngineAnswer, Linear, Lit, Model, News, Objective, Proof,
    Relation, Session, Var, Watch,
};
use pumpkin_conflict_resolvers::resolvers::ResolutionResolver;
use pumpkin_core::Solver;
use pumpkin_core::constraints::Constraint as _;
use pumpkin_core::options::SolverOptions;
use pumpkin_core::predicates::{Predicate, PredicateConstructor};
use pumpkin_core::proof::ConstraintTag;
use pumpkin_core::rand::SeedableRng;
use pumpkin_core::rand::rngs::SmallRng;
use pumpkin_core::results::{ProblemSolution, SatisfactionResultUnderAssumptions};
use pumpkin_core::termination::TerminationCondition;
use pumpkin_core::variables::{AffineView, DomainId, TransformableVariable};

use crate::words;

#[derive(Clone, Copy, Debug)]
pub struct Pumpkin;

impl Engine for Pumpkin {
    fn name(&self) -> &'static str {
        "cp"
    }

    fn library(&self) -> &'static str {
        "Pumpkin"
    }

    fn capability(&self) -> Capability {
        Capability::Domains
    }

    fn unit(&self) -> &'static str {
        "decisions"
    }

    fn start(&self, seed: u64) -> Box<dyn Session> {
        Box::new(Work { seed })
    }
}

struct Work {
    seed: u64,
}

/// The model as Pumpkin has it.
struct Posted {
    solver: Solver,
    domains: Vec<DomainId>,
    tag: ConstraintTag,
}

type Sum = Vec<AffineView<DomainId>>;

/// Asked once for each decision and conflict: counts, and stops the search.
struct Ears {
    cancel: Cancel,
    nodes: Arc<AtomicU64>,
    limit: u64,
}

impl TerminationCondition for Ears {
    fn should_stop(&mut self) -> bool {
        if self.cancel.is_cancelled() || self.nodes.load(Ordering::Relaxed) >= self.limit {
            return true;
        }
        self.nodes.fetch_add(1, Ordering::Relaxed);
        false
    }
}

impl Session for Work {
    fn solve(&mut self, model: &Model, assumed: &[Lit], watch: &dyn Watch) -> EngineAnswer {
        let options = SolverOptions {
            random_generator: SmallRng::seed_from_u64(self.seed),
            memory_preallocated: 4,
            ..SolverOptions::default()
        };
        let mut solver = Solver::with_options(options);
        let tag = solver.new_constraint_tag();
        let domains = model
            .vars()
            .map(|var| {
                let (least, most) = model.bounds(var);
                solver.new_bounded_integer(least, most)
            })
            .collect();
        let mut posted = Posted { solver, domains, tag };
        for (_, constraint) in model.constraints() {
            if posted.post(constraint).is_none() {
                return failed();
            }
            if posted.solver.is_inconsistent() {
                return EngineAnswer::infeasible();
            }
            if watch.cancel().is_cancelled() {
                return EngineAnswer::open(Limit::Cancelled);
            }
        }
        let assumed: Vec<Predicate> = assumed.iter().map(|lit| posted.predicate(*lit)).collect();
        for predicate in assumed {
            posted.solver.add_clause([predicate], posted.tag);
        }
        if posted.solver.is_inconsistent() {
            return EngineAnswer::infeasible();
        }
        match model.objective() {
            Some(objective) => posted.optimise(model, objective, watch),
            None => posted.search(&[], watch),
        }
    }
}

fn failed() -> EngineAnswer {
    EngineAnswer { proof: Proof::Failed(words::NUMBERS.say()), assignment: None, bound: None }
}

impl Posted {
    fn predicate(&self, lit: Lit) -> Predicate {
        let domain = self.domains[lit.var.index()];
        if lit.holds { domain.equality_predicate(lit.value) } else { domain.disequality_predicate(lit.value) }
    }

    /// A literal as 0 or 1.
    fn bit(&mut self, lit: Lit) -> AffineView<DomainId> {
        let predicate = self.predicate(lit);
        let literal = self.solver.new_literal_for_predicate(predicate, self.tag);
        literal.get_integer_variable().scaled(1)
    }

    fn clause(&mut self, lits: &[Lit]) {
        if self.solver.is_inconsistent() {
            return;
        }
        let predicates: Vec<Predicate> = lits.iter().map(|lit| self.predicate(*lit)).collect();
        self.solver.add_clause(predicates, self.tag);
    }

    /// Nothing if a number does not fit.
    fn post(&mut self, constraint: &Constraint) -> Option<()> {
        match constraint {
            Constraint::Clause(lits) => self.clause(lits),
            Constraint::AtMostOne(lits)
            | Constraint::Count { lits, relation: Relation::AtMost, number: 1 } => self.at_most_one(lits),
            Constraint::ExactlyOne(lits) => {
                self.clause(lits);
                self.at_most_one(lits);
            }
            Constraint::Count { lits, relation, number } => {
                let bits: Sum = lits.iter().map(|lit| self.bit(*lit)).collect();
                self.sum(bits, *relation, i64::from(*number))?;
            }
            Constraint::Linear(Linear { terms, relation, right }) => {
                let sum = self.terms(terms)?;
                self.sum(sum, *relation, *right)?;
            }
            Constraint::AllDifferent(vars) => {
                let domains: Vec<DomainId> = vars.iter().map(|var| self.domains[var.index()]).collect();
                pumpkin_constraints::all_different(domains, self.tag).post(&mut self.solver);
            }
            Constraint::Element { index, first, list, value } => self.element(*index, *first, list, *value),
            Constraint::Table { vars, rows } => {
                let domains: Vec<DomainId> = vars.iter().map(|var| self.domains[var.index()]).collect();
                pumpkin_constraints::table(domains, rows.clone(), self.tag).post(&mut self.solver);
            }
        }
        Some(())
    }

    /// As clauses, both ways: its own element and table make a helper for every place.
    fn element(&mut self, index: Var, first: i32, list: &[i32], value: Var) {
        let places = || list.iter().zip(first..);
        for (number, place) in places() {
            self.clause(&[!index.is(place), value.is(*number)]);
        }
        let domain = self.domains[index.index()];
        let (least, most) = (self.solver.lower_bound(&domain), self.solver.upper_bound(&domain));
        for place in (least..=most).filter(|place| places().all(|(_, known)| known != *place)) {
            self.clause(&[!index.is(place)]);
        }
        let domain = self.domains[value.index()];
        for number in self.solver.lower_bound(&domain)..=self.solver.upper_bound(&domain) {
            let having = places().filter(|(known, _)| **known == number).map(|(_, place)| index.is(place));
            let clause: Vec<Lit> = having.chain([!value.is(number)]).collect();
            self.clause(&clause);
        }
    }

    fn at_most_one(&mut self, lits: &[Lit]) {
        for (at, one) in lits.iter().enumerate() {
            for other in &lits[at + 1..] {
                self.clause(&[!*one, !*other]);
            }
        }
    }

    fn terms(&self, terms: &[(i64, Var)]) -> Option<Sum> {
        let term =
            |(factor, var): &(i64, Var)| Some(self.domains[var.index()].scaled(i32::try_from(*factor).ok()?));
        terms.iter().filter(|(factor, _)| *factor != 0).map(term).collect()
    }

    fn sum(&mut self, sum: Sum, relation: Relation, right: i64) -> Option<()> {
        let right = i32::try_from(right).ok()?;
        if sum.is_empty() {
            if !relation.holds(0, right.into()) {
                self.solver.add_clause([], self.tag);
            }
            return Some(());
        }
        match relation {
            Relation::AtMost => {
                pumpkin_constraints::less_than_or_equals(sum, right, self.tag).post(&mut self.solver);
            }
            Relation::AtLeast => {
                pumpkin_constraints::greater_than_or_equals(sum, right, self.tag).post(&mut self.solver);
            }
            Relation::Equal => pumpkin_constraints::equals(sum, right, self.tag).post(&mut self.solver),
        }
        Some(())
    }

    fn search(&mut self, assumed: &[Predicate], watch: &dyn Watch) -> EngineAnswer {
        let mut brancher = self.solver.default_brancher();
        let mut ears = Ears { cancel: watch.cancel(), nodes: watch.nodes(), limit: watch.node_limit() };
        let mut resolver = ResolutionResolver::default();
        let result = self.solver.satisfy_under_assumptions(&mut brancher, &mut ears, &mut resolver, assumed);
        match result {
            SatisfactionResultUnderAssumptions::Satisfiable(found) => {
                let solution = found.solution();
                let values = self.domains.iter().map(|domain| solution.get_integer_value(*domain)).collect();
                EngineAnswer { proof: Proof::Optimal, assignment: Some(Assignment::new(values)), bound: None }
            }
            SatisfactionResultUnderAssumptions::UnsatisfiableUnderAssumptions(_)
            | SatisfactionResultUnderAssumptions::Unsatisfiable(_) => EngineAnswer::infeasible(),
            SatisfactionResultUnderAssumptions::Unknown(_) => {
                EngineAnswer::open(watch.stop().unwrap_or(Limit::Nodes))
            }
        }
    }

    /// From both sides: any solution first, then from the bound up. Refuting is what learning is good at,
    /// and in our problems the optimum is close to the bound.
    fn optimise(&mut self, model: &Model, objective: &Objective, watch: &dyn Watch) -> EngineAnswer {
        let sign = if objective.sense == Sense::Least { 1 } else { -1 };
        let turned: Vec<_> = objective.terms.iter().map(|(factor, var)| (sign * factor, *var)).collect();
        let (Some(mut sum), Some((least, most))) = (self.terms(&turned), range(model, &turned)) else {
            return failed();
        };
        let cost = self.solver.new_bounded_integer(least, most);
        sum.push(cost.scaled(-1));
        if self.sum(sum, Relation::Equal, 0).is_none() {
            return failed();
        }
        let first = self.search(&[], watch);
        let Some(mut best) = first.assignment.clone() else { return first };
        watch.tell(News { bound: None, found: Some(&best) });
        let mut high = model.value(&best).map_or(i64::from(most), |value| sign * value);
        let mut low = i64::from(self.solver.lower_bound(&cost));
        while low < high {
            let answer = self.search(&[cost.upper_bound_predicate(low as i32)], watch);
            match (answer.proof, answer.assignment) {
                (Proof::Optimal, Some(found)) => {
                    high = model.value(&found).map_or(low, |value| sign * value);
                    best = found;
                    watch.tell(News { bound: Some(sign * low), found: Some(&best) });
                }
                (Proof::Infeasible, _) => {
                    low += 1;
                    self.solver.add_clause([cost.lower_bound_predicate(low as i32)], self.tag);
                    watch.tell(News { bound: Some(sign * low), found: None });
                }
                (proof, _) => return EngineAnswer { proof, assignment: Some(best), bound: Some(sign * low) },
            }
        }
        EngineAnswer { proof: Proof::Optimal, assignment: Some(best), bound: Some(sign * high) }
    }
}

/// The least and greatest value of a sum, if they fit.
fn range(model: &Model, terms: &[(i64, Var)]) -> Option<(i32, i32)> {
    let (mut least, mut most) = (0, 0);
    for (factor, var) in terms {
        let (low, high) = model.bounds(*var);
        let ends = [factor * i64::from(low), factor * i64::from(high)];
        least += ends[0].min(ends[1]);
        most += ends[0].max(ends[1]);
    }
    Some((i32::try_from(least).ok()?, i32::try_from(most).ok()?))
}
