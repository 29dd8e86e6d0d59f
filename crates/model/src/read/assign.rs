//! From what a solver said to a value for each variable of the model.

use std::collections::{HashMap, HashSet};

use ingenio_core::{Fault, Message};

use super::{Literals, Said, Value, Values};
use crate::assignment::Assignment;
use crate::clauses::ClauseForm;
use crate::linear::{Column, LinearForm};
use crate::model::Model;
use crate::variable::Var;
use crate::words;
use crate::write::opb_numbers;

/// Solvers round; what is further from a whole number is no answer.
const TOLERANCE: f64 = 1e-4;

/// The values of all variables; a solution in words or a plan has none.
pub fn assign(model: &Model, said: &Said) -> Result<Assignment, Fault> {
    match said {
        Said::Values(values) => by_name(model, values),
        Said::Literals(literals) if literals.pseudo_boolean => by_column(model, literals),
        Said::Literals(literals) => by_number(model, literals),
        Said::Nothing(what) => Err(words::SAYS_NONE.with("text", what).into()),
        Said::Solution(_) | Said::Plan(_) => Err(words::NO_PLAN.say().into()),
    }
}

fn by_name(model: &Model, given: &Values) -> Result<Assignment, Fault> {
    let names = model.by_name();
    let mut helpers: Option<HashSet<String>> = None;
    let mut found: HashMap<Var, i32> = HashMap::new();
    for Value { name, value, line } in &given.values {
        let name = name.to_ascii_uppercase();
        let Some(var) = names.get(&name) else {
            if helpers.get_or_insert_with(|| helper_names(model)).contains(&name) {
                continue;
            }
            return Err(Fault::on_line(*line, words::UNKNOWN_VARIABLE.with("name", name)));
        };
        let whole = whole(*value).ok_or_else(|| {
            Fault::on_line(*line, words::NOT_WHOLE.with("name", &name).with("value", value))
        })?;
        if found.insert(*var, whole).is_some_and(|other| other != whole) {
            return Err(Fault::on_line(*line, words::TWO_VALUES.with("name", name)));
        }
    }
    let value = |var: Var| found.get(&var).copied().or(given.others_are_zero.then_some(0));
    all(model, value)
}

/// Names of columns that are no variables of the model but help to say it in linear terms.
fn helper_names(model: &Model) -> HashSet<String> {
    let form = LinearForm::of(model);
    let all = 0..form.columns().len();
    all.filter(|at| !matches!(form.columns()[*at], Column::Var(_))).map(|at| form.name(model, at)).collect()
}

fn whole(value: f64) -> Option<i32> {
    let near = value.round();
    let fits = (value - near).abs() <= TOLERANCE && near.abs() <= f64::from(i32::MAX);
    fits.then_some(near as i32)
}

/// One value for each variable, all within their bounds.
fn all(model: &Model, value: impl Fn(Var) -> Option<i32>) -> Result<Assignment, Fault> {
    let missing: Vec<Var> = model.vars().filter(|var| value(*var).is_none()).collect();
    if let Some(first) = missing.first() {
        let message = words::MISSING_VARIABLES.with("count", missing.len()).with("all", model.len());
        return Err(message.with("name", model.name(*first)).into());
    }
    let values = Assignment::new(model.vars().filter_map(value).collect());
    let outside = |var: &Var| {
        let (least, most) = model.bounds(*var);
        !(least..=most).contains(&values.get(*var))
    };
    match model.vars().find(outside) {
        None => Ok(values),
        Some(var) => Err(out_of_bounds(model, var, values.get(var)).into()),
    }
}

fn out_of_bounds(model: &Model, var: Var, value: i32) -> Message {
    let (least, most) = model.bounds(var);
    let message = words::OUT_OF_BOUNDS.with("name", model.name(var)).with("value", value);
    message.with("least", least).with("most", most)
}

fn by_number(model: &Model, literals: &Literals) -> Result<Assignment, Fault> {
    let (form, clauses) = ClauseForm::of(model);
    let truth = truth(literals, clauses.variables)?;
    let wanted =
        model.vars().find(|var| form.numbers(*var).iter().any(|number| truth[*number as usize].is_none()));
    match wanted {
        Some(var) => Err(words::MISSING_NUMBER.with("name", model.name(var)).into()),
        None => Ok(form.values(|number| truth[number as usize] == Some(true))),
    }
}

fn by_column(model: &Model, literals: &Literals) -> Result<Assignment, Fault> {
    let form = LinearForm::spelt_out(model);
    let numbers = opb_numbers(model, &form);
    let truth = truth(literals, numbers.iter().flatten().count())?;
    let on = |column: usize| numbers[column].and_then(|number| truth[number]);
    let value = |var: Var| {
        if model.is_binary(var) {
            return on(form.column(var)).map(i32::from);
        }
        let (least, most) = model.bounds(var);
        (least..=most).find(|value| form.value_column(var, *value).and_then(on) == Some(true))
    };
    all(model, value)
}

/// What is said of each number, from 1.
fn truth(literals: &Literals, variables: usize) -> Result<Vec<Option<bool>>, Fault> {
    let mut truth = vec![None; variables + 1];
    for literal in &literals.numbers {
        let slot = usize::try_from(literal.unsigned_abs())
            .ok()
            .filter(|at| *at > 0)
            .and_then(|at| truth.get_mut(at));
        let Some(slot) = slot else {
            return Err(words::UNKNOWN_NUMBER.with("number", literal).with("most", variables).into());
        };
        *slot = Some(*literal > 0);
    }
    Ok(truth)
}
