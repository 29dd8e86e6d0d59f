//! Every engine against brute force, on random small models of every kind of constraint.

use ingenio_core::Rng;
use ingenio_engines::PURE;
use ingenio_model::{Assignment, Constraint, Engine, Lit, Model, Objective, Proof, Sense, Unwatched, Var};
use ingenio_native::ENGINES;

#[path = "../../model/tests/random_models/mod.rs"]
mod random_models;

use random_models::{Most, random_lit, random_objective};

const MOST: Most = Most { vars: 6, constraints: 4, lits: 5, wide: 2 };

/// With an objective or without, and with some literals assumed.
fn random_model(rng: &mut Rng) -> (Model, Vec<Lit>) {
    let (mut model, vars) = random_models::random_model(rng, MOST);
    if !rng.one_in(4) {
        model.set_objective(Some(random_objective(rng, &vars)));
    }
    let assumed = (0..rng.below(3)).map(|_| random_lit(rng, &vars)).collect();
    (model, assumed)
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
