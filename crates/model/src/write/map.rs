//! What the variables of a written model stand for: one line each, after the meaning of the families.
//! `12 ALFA1_5_10` in files with numbers, `TILE2_3 = 7` for the value of an integer variable.

use std::fmt::Write;

use super::{Document, one_line};
use crate::clauses::{ClauseForm, Truth};
use crate::linear::{Column, LinearForm};
use crate::model::Model;
use crate::variable::Var;

/// All variables by their names.
pub fn write(model: &Model, title: &str) -> Vec<Document> {
    let mut text = format!("# {}\n{}", one_line(title), families(model));
    for var in model.vars() {
        let _ = writeln!(text, "{}\t{}", model.name(var), meaning(model, var));
    }
    vec![Document { ending: ".map", text }]
}

/// The numbers of a DIMACS file. Numbers that are not listed only help to count.
pub fn of_clauses(model: &Model, form: &ClauseForm) -> String {
    let mut text = families(model);
    for var in model.vars() {
        if model.is_binary(var) {
            if let Truth::If(number) = form.truth(var.on()) {
                let _ = writeln!(text, "{number}\t{}\t{}", model.name(var), meaning(model, var));
            }
            continue;
        }
        let (least, most) = model.bounds(var);
        for value in least..=most {
            if let Truth::If(number) = form.truth(var.is(value)) {
                let _ = writeln!(text, "{number}\t{} = {value}\t{}", model.name(var), meaning(model, var));
            }
        }
    }
    text
}

/// The numbers of an OPB file.
pub fn of_columns(model: &Model, form: &LinearForm, numbers: &[Option<usize>]) -> String {
    let mut text = families(model);
    let numbered =
        form.columns().iter().zip(numbers).filter_map(|(column, number)| Some((column, (*number)?)));
    for (column, number) in numbered {
        let _ = match column {
            Column::Var(var) => writeln!(text, "x{number}\t{}\t{}", model.name(*var), meaning(model, *var)),
            Column::Value(var, value) => {
                writeln!(text, "x{number}\t{} = {value}\t{}", model.name(*var), meaning(model, *var))
            }
            Column::Row(constraint, row) => writeln!(text, "x{number}\trow {row} of constraint {constraint}"),
        };
    }
    text
}

/// `# ALFA(piece,place,period): 1 if the piece ...`
fn families(model: &Model) -> String {
    let line = |family: &crate::model::Family| {
        format!("# {}({}): {}\n", family.name, family.axes.join(","), family.about)
    };
    model.families().iter().map(line).collect()
}

/// `piece 1, place 5, period 10`
fn meaning(model: &Model, var: Var) -> String {
    let axes = model.family_of(var).axes.iter().zip(model.index_of(var));
    let parts: Vec<String> = axes.map(|(axis, at)| format!("{axis} {at}")).collect();
    parts.join(", ")
}
