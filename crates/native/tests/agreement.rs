//! Every engine against brute force, on random small models of every kind of constraint.

use ingenio_core::Rng;
use ingenio_engines::PURE;
use ingenio_model::{
    Assignment, Constraint, Engine, Lit, Model, Objective, Proof, Relation, Sense, Unwatched, Var,
};
use ingenio_native::ENGINES;

fn random_model(rng: &mut Rng) -> (Model, Vec<Lit>) {
    let mut model = Model::new();
    let (bits, numbers) = (model.family("B", &["i"], "bit"), model.family("N", &["i"], "number"));
    let vars: Vec<Var> = (0..rng.between(2, 6) as i32)
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
    for _ in 0..rng.between(1, 4) {
        let constraint = random_constraint(rng, &vars);
        model.add(group, constraint);
    }
    if !rng.one_in(4) {
        let terms = vars.iter().map(|var| (rng.below(9) as i64 - 4, *var)).collect();
        let sense = if rng.one_in(2) { Sense::Least } else { Sense::Most };
        model.set_objective(Some(Objective { sense, terms }));
    }
    let assumed = (0..rng.below(3)).map(|_| random_lit(rng, &vars)).collect();
    (model, assumed)
}

fn random_lit(rng: &mut Rng, vars: &[Var]) -> Lit {
    Lit { var: vars[rng.below(vars.len())], value: rng.below(5) as i32 - 2, holds: rng.one_in(2) }
}

fn random_constraint(rng: &mut Rng, vars: &[Var]) -> Constraint {
    let lits: Vec<Lit> = (0..rng.between(1, 5)).map(|_| random_lit(rng, vars)).collect();
    let relation = [Relation::AtMost, Relation::AtLeast, Relation::Equal][rng.below(3)];
    match rng.below(8) {
        0 => Constraint::Clause(lits),
        1 => Constraint::AtMostOne(lits),
        2 => Constraint::ExactlyOne(lits),
        3 => Constraint::Count { lits, relation, number: rng.below(4) as i32 },
        4 => Constraint::AllDifferent(vars[..2].to_vec()),
        5 => {
            let list = (0..rng.between(1, 5)).map(|_| rng.below(5) as i32 - 2).collect();
            Constraint::Element { index: vars[0], first: rng.below(3) as i32 - 1, list, value: vars[1] }
        }
        6 => {
            let row = |rng: &mut Rng| (0..2).map(|_| rng.below(4) as i32 - 1).collect();
            let rows = (0..rng.between(1, 4)).map(|_| row(rng)).collect();
            Constraint::Table { vars: vars[..2].to_vec(), rows }
        }
        _ => {
            let terms = vars.iter().map(|var| (rng.below(7) as i64 - 3, *var)).collect();
            Constraint::linear(terms, relation, rng.below(9) as i64 - 4)
        }
    }
}

/// The best value of the objective (0 without one), if anything satisfies model and assumptions.
fn truth(model: &Model, assumed: &[Lit]) -> Option<i64> {
    let mut all = vec![Vec::new()];
    for var in model.vars() {
        let (least, most) = model.bounds(var);
        let longer = |begun: Vec<i32>| (least..=most).map(move |value| [begun.clone(), vec![value]].concat());
        all = all.into_iter().flat_map(longer).collect();
    }
    let fits =
        |values: &Assignment| assumed.iter().all(|lit| values.holds(*lit)) && model.broken(values).is_none();
    let values =
        all.into_iter().map(Assignment::new).filter(fits).map(|values| model.value(&values).unwrap_or(0));
    match model.objective().map(|objective| objective.sense) {
        Some(Sense::Most) => values.max(),
        _ => values.min(),
    }
}

fn check(engine: &dyn Engine, seed: u64) -> bool {
    let (model, assumed) = random_model(&mut Rng::new(seed));
    let answer = engine.start(seed).solve(&model, &assumed, &Unwatched::default());
    let place = format!("{} on seed {seed}: {answer:?}", engine.library());
    match truth(&model, &assumed) {
        None => assert_eq!(answer.proof, Proof::Infeasible, "{place}"),
        Some(best) => {
            assert_eq!(answer.proof, Proof::Optimal, "{place}");
            let values = answer.assignment.as_ref().expect("an optimum has an assignment");
            assert_eq!(model.broken(values), None, "{place}");
            assert!(assumed.iter().all(|lit| values.holds(*lit)), "{place}");
            assert_eq!(model.value(values).unwrap_or(0), best, "{place}");
            if model.objective().is_some() {
                assert_eq!(answer.bound, Some(best), "{place}");
            }
        }
    }
    answer.proof == Proof::Optimal
}

#[test]
fn engines_find_what_brute_force_finds() {
    for engine in ENGINES.iter().chain(PURE) {
        let solved = (0..600).filter(|seed| check(*engine, *seed)).count();
        assert!((100..500).contains(&solved), "{} solved {solved}", engine.library());
    }
}

/// A model that grows, on one session: larger and larger sums until one is possible.
#[test]
fn sessions_follow_a_model_that_grows() {
    for engine in ENGINES.iter().chain(PURE) {
        let mut model = Model::new();
        let family = model.family("X", &["i"], "bit");
        let group = model.group("grown", "grown");
        let mut session = engine.start(0);
        let mut vars = Vec::new();
        for size in 1..=6 {
            vars.push(model.binary(family, &[size]));
            if size > 1 {
                let pair: Vec<Lit> = vars[vars.len() - 2..].iter().map(|var: &Var| var.on()).collect();
                model.add(group, Constraint::AtMostOne(pair));
            }
            let terms = vars.iter().map(|var| (1, *var)).collect();
            model.set_objective(Some(Objective { sense: Sense::Most, terms }));
            let free = session.solve(&model, &[], &Unwatched::default());
            assert_eq!(free.bound, Some(i64::from((size + 1) / 2)), "{} at {size}", engine.library());
            let assumed = [vars[0].off()];
            let bound = session.solve(&model, &assumed, &Unwatched::default()).bound;
            assert_eq!(bound, Some(i64::from(size / 2)), "{} at {size}", engine.library());
        }
    }
}
