//! Free MPS. The format has no agreed way to maximise, so a maximum is written as the least of the
//! negated objective; a comment says so.

use std::fmt::Write;

use ingenio_core::Sense;

use super::{Document, one_line};
use crate::constraint::Relation;
use crate::linear::LinearForm;
use crate::model::Model;

/// The name of the objective's row.
const COST: &str = "COST";

pub fn write(model: &Model, title: &str) -> Vec<Document> {
    let form = LinearForm::of(model);
    let mut text = format!("* {}\n", one_line(title));
    if model.objective().is_some_and(|objective| objective.sense == Sense::Most) {
        text += "* The objective is to be most: its negative is written, to be least.\n";
    }
    text += "NAME INGENIO FREE\n";
    rows(&mut text, &form);
    columns(&mut text, model, &form);
    right_sides(&mut text, &form);
    bounds(&mut text, model, &form);
    text += "ENDATA\n";
    vec![Document { ending: ".mps", text }]
}

fn rows(text: &mut String, form: &LinearForm) {
    let _ = write!(text, "ROWS\n N {COST}\n");
    for (number, row) in (1..).zip(form.rows()) {
        let letter = match row.relation {
            Relation::AtMost => 'L',
            Relation::AtLeast => 'G',
            Relation::Equal => 'E',
        };
        let _ = writeln!(text, " {letter} C{number}");
    }
}

/// Column by column: the coefficients, each in its row. A variable that occurs twice in a row is
/// written once: readers refuse doubles.
fn columns(text: &mut String, model: &Model, form: &LinearForm) {
    let mut entries: Vec<Vec<(usize, i64)>> = vec![Vec::new(); form.columns().len()];
    let mut put = |column: usize, row: usize, factor: i64| match entries[column].last_mut() {
        Some((last, sum)) if *last == row => *sum += factor,
        _ => entries[column].push((row, factor)),
    };
    if let Some(objective) = model.objective() {
        let sign = if objective.sense == Sense::Least { 1 } else { -1 };
        objective.terms.iter().for_each(|(factor, var)| put(form.column(*var), 0, sign * factor));
    }
    for (number, row) in (1..).zip(form.rows()) {
        row.terms.iter().for_each(|(factor, column)| put(*column, number, *factor));
    }
    *text += "COLUMNS\n MARKER 'MARKER' 'INTORG'\n";
    for (column, entries) in entries.iter().enumerate() {
        let name = form.name(model, column);
        if entries.is_empty() {
            let _ = writeln!(text, " {name} {COST} 0");
        }
        for (row, factor) in entries {
            let _ = writeln!(text, " {name} {} {factor}", row_name(*row));
        }
    }
    *text += " MARKER 'MARKER' 'INTEND'\n";
}

fn row_name(row: usize) -> String {
    if row == 0 { COST.into() } else { format!("C{row}") }
}

fn right_sides(text: &mut String, form: &LinearForm) {
    *text += "RHS\n";
    for (number, row) in (1..).zip(form.rows()).filter(|(_, row)| row.right != 0) {
        let _ = writeln!(text, " RHS C{number} {}", row.right);
    }
}

fn bounds(text: &mut String, model: &Model, form: &LinearForm) {
    *text += "BOUNDS\n";
    for column in 0..form.columns().len() {
        let name = form.name(model, column);
        let (least, most) = form.bounds(model, column);
        let _ = match (least, most) {
            (0, 1) => writeln!(text, " BV BND {name}"),
            _ if least == most => writeln!(text, " FX BND {name} {least}"),
            _ => writeln!(text, " LI BND {name} {least}\n UI BND {name} {most}"),
        };
    }
}
