//! Random small models: what the model says of every assignment, its linear form and its clauses say
//! too. Helpers of the two forms are found by search.

use ingenio_core::Rng;
use ingenio_model::{Assignment, ClauseForm, Clauses, LinearForm, Model, Sense, Truth};

mod random_models;

use random_models::{Most, random_objective};

const MOST: Most = Most { vars: 4, constraints: 3, lits: 4, wide: 4 };

fn random_model(rng: &mut Rng) -> Model {
    let (mut model, vars) = random_models::random_model(rng, MOST);
    model.set_objective(Some(random_objective(rng, &vars)));
    model
}

fn assignments(model: &Model) -> Vec<Assignment> {
    let mut all = vec![Vec::new()];
    for var in model.vars() {
        let (least, most) = model.bounds(var);
        all = all
            .into_iter()
            .flat_map(|begun: Vec<i32>| {
                (least..=most).map(move |value| [begun.clone(), vec![value]].concat())
            })
            .collect();
    }
    all.into_iter().map(Assignment::new).collect()
}

fn satisfiable(clauses: &Clauses, units: &[i32]) -> bool {
    fn search(clauses: &[Vec<i32>], values: &mut Vec<Option<bool>>) -> bool {
        let truth = |lit: i32, values: &[Option<bool>]| {
            values[lit.unsigned_abs() as usize].map(|value| value == (lit > 0))
        };
        if clauses.iter().any(|clause| clause.iter().all(|lit| truth(*lit, values) == Some(false))) {
            return false;
        }
        let open = clauses.iter().filter(|clause| clause.iter().all(|lit| truth(*lit, values) != Some(true)));
        let Some(next) = open.flatten().find(|lit| truth(**lit, values).is_none()) else { return true };
        [true, false].into_iter().any(|value| {
            let before = values.clone();
            values[next.unsigned_abs() as usize] = Some(value);
            search(clauses, values) || {
                *values = before;
                false
            }
        })
    }
    let mut values = vec![None; clauses.variables + 1];
    for unit in units {
        let value = &mut values[unit.unsigned_abs() as usize];
        if *value == Some(*unit < 0) {
            return false;
        }
        *value = Some(*unit > 0);
    }
    search(&clauses.clauses, &mut values)
}

/// Is there a way to set the helper columns so that every row holds?
fn linear_holds(model: &Model, form: &LinearForm, values: &Assignment) -> bool {
    let fixed = model.len();
    let columns = form.columns().len();
    let mut all: Vec<i64> = vec![0; columns];
    for var in model.vars() {
        all[form.column(var)] = i64::from(values.get(var));
    }
    assert!(columns - fixed <= 24, "too many helpers to try");
    let helpers: Vec<usize> =
        (0..columns).filter(|at| model.vars().all(|var| form.column(var) != *at)).collect();
    (0..1u32 << helpers.len()).any(|bits| {
        for (place, helper) in helpers.iter().enumerate() {
            all[*helper] = i64::from(bits >> place & 1);
        }
        form.rows().iter().all(|row| {
            let sum: i64 = row.terms.iter().map(|(factor, column)| factor * all[*column]).sum();
            row.relation.holds(sum, row.right)
        })
    })
}

#[test]
fn both_forms_say_what_the_model_says() {
    let (mut holding, mut broken) = (0, 0);
    for seed in 0..400 {
        let model = random_model(&mut Rng::new(seed));
        let (clause_form, clauses) = ClauseForm::of(&model);
        let linear = LinearForm::of(&model);
        let objective = model.objective().unwrap();
        let (costs, constant) = clause_form.costs(objective);
        for values in assignments(&model) {
            let holds = model.broken(&values).is_none();
            *(if holds { &mut holding } else { &mut broken }) += 1;
            let units: Vec<i32> = model
                .vars()
                .filter_map(|var| match clause_form.truth(var.is(values.get(var))) {
                    Truth::If(lit) => Some(lit),
                    _ => None,
                })
                .collect();
            assert_eq!(satisfiable(&clauses, &units), holds, "clauses of seed {seed}: {values:?}");
            if linear.columns().len() - model.len() <= 12 {
                assert_eq!(linear_holds(&model, &linear, &values), holds, "rows of seed {seed}: {values:?}");
            }
            // Costs speak of the same value; the Booleans are those of the direct encoding.
            let direct = |lit: i32| units.contains(&lit) || (lit < 0 && !units.contains(&-lit));
            let cost: i64 = costs.iter().filter(|(_, lit)| direct(*lit)).map(|(cost, _)| *cost as i64).sum();
            let sign = if objective.sense == Sense::Least { 1 } else { -1 };
            assert_eq!(sign * (cost + constant), model.value(&values).unwrap(), "costs of seed {seed}");
        }
    }
    assert!(holding > 1000 && broken > 1000, "{holding} and {broken}");
}
