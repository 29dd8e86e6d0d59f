//! Small models with any constraints, for those who compare two ways to say the same.

use ingenio_core::Rng;
use ingenio_model::{Constraint, Lit, Model, Objective, Relation, Sense, Var};

/// How large they are: brute force goes over all assignments.
#[derive(Clone, Copy)]
pub struct Most {
    pub vars: usize,
    pub constraints: usize,
    /// Literals of a constraint.
    pub lits: usize,
    /// Variables of those constraints that need every one of them to be told apart.
    pub wide: usize,
}

/// A model without an objective, and its variables.
pub fn random_model(rng: &mut Rng, most: Most) -> (Model, Vec<Var>) {
    let mut model = Model::new();
    let (bits, numbers) = (model.family("B", &["i"], "bit"), model.family("N", &["i"], "number"));
    let vars: Vec<Var> = (0..rng.between(2, most.vars) as i32)
        .map(|index| {
            if rng.one_in(2) {
                model.binary(bits, &[index])
            } else {
                let least = rng.below(4) as i32 - 2;
                model.integer(numbers, &[index], least, least + rng.below(4) as i32)
            }
        })
        .collect();
    let group = model.group("all", "everything");
    for _ in 0..rng.between(1, most.constraints) {
        let constraint = random_constraint(rng, &vars, most);
        model.add(group, constraint);
    }
    (model, vars)
}

pub fn random_objective(rng: &mut Rng, vars: &[Var]) -> Objective {
    let terms = vars.iter().map(|var| (rng.below(9) as i64 - 4, *var)).collect();
    let sense = if rng.one_in(2) { Sense::Least } else { Sense::Most };
    Objective { sense, terms }
}

pub fn random_lit(rng: &mut Rng, vars: &[Var]) -> Lit {
    Lit { var: vars[rng.below(vars.len())], value: rng.below(5) as i32 - 2, holds: rng.one_in(2) }
}

fn random_constraint(rng: &mut Rng, vars: &[Var], most: Most) -> Constraint {
    let lits: Vec<Lit> = (0..rng.between(1, most.lits)).map(|_| random_lit(rng, vars)).collect();
    let relation = [Relation::AtMost, Relation::AtLeast, Relation::Equal][rng.below(3)];
    let some = &vars[..vars.len().min(most.wide)];
    match rng.below(8) {
        0 => Constraint::Clause(lits),
        1 => Constraint::AtMostOne(lits),
        2 => Constraint::ExactlyOne(lits),
        3 => Constraint::Count { lits, relation, number: rng.below(4) as i32 },
        4 => Constraint::AllDifferent(some.to_vec()),
        5 => {
            let list = (0..rng.between(1, 5)).map(|_| rng.below(5) as i32 - 2).collect();
            Constraint::Element { index: vars[0], first: rng.below(3) as i32 - 1, list, value: vars[1] }
        }
        6 => {
            let row = |rng: &mut Rng| some.iter().map(|_| rng.below(4) as i32 - 1).collect();
            let rows = (0..rng.between(1, 4)).map(|_| row(rng)).collect();
            Constraint::Table { vars: some.to_vec(), rows }
        }
        _ => {
            let terms = vars.iter().map(|var| (rng.below(7) as i64 - 3, *var)).collect();
            Constraint::linear(terms, relation, rng.below(9) as i64 - 4)
        }
    }
}
