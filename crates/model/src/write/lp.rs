//! The CPLEX LP format. Lines are kept short: some readers stop at 255 characters.

use std::fmt::Write;

use ingenio_core::Sense;

use super::{Document, one_line};
use crate::linear::LinearForm;
use crate::model::{GroupId, Model};

/// Lines are broken after so many characters.
const WIDTH: usize = 100;

pub fn write(model: &Model, title: &str) -> Vec<Document> {
    let form = LinearForm::of(model);
    let mut text = format!("\\ {}\n", one_line(title));
    objective(&mut text, model, &form);
    text += "Subject To\n";
    rows(&mut text, model, &form);
    bounds(&mut text, model, &form);
    text += "End\n";
    vec![Document { ending: ".lp", text }]
}

fn objective(text: &mut String, model: &Model, form: &LinearForm) {
    let Some(objective) = model.objective() else {
        *text += "Minimize\n obj:";
        sum(text, model, form, &[]);
        *text += "\n";
        return;
    };
    *text += if objective.sense == Sense::Least { "Minimize\n obj:" } else { "Maximize\n obj:" };
    let terms: Vec<(i64, usize)> =
        objective.terms.iter().map(|(factor, var)| (*factor, form.column(*var))).collect();
    sum(text, model, form, &terms);
    *text += "\n";
}

fn rows(text: &mut String, model: &Model, form: &LinearForm) {
    let mut group: Option<GroupId> = None;
    for (number, row) in form.rows().iter().enumerate() {
        if row.group.is_some() && row.group != group {
            group = row.group;
            let known = group.map(|id| model.group_of(id));
            *text += &known.map_or(String::new(), |known| format!("\\ {}: {}\n", known.name, known.about));
        }
        let _ = write!(text, " c{}:", number + 1);
        sum(text, model, form, &row.terms);
        let _ = writeln!(text, " {} {}", row.relation, row.right);
    }
}

/// ` + 3 X1_2 - Y`, broken into lines.
fn sum(text: &mut String, model: &Model, form: &LinearForm, terms: &[(i64, usize)]) {
    let mut begun = text.rfind('\n').map_or(0, |at| at + 1);
    if terms.is_empty() {
        *text += " 0 ";
        *text += &form.name(model, 0);
    }
    for (factor, column) in terms {
        if text.len() - begun > WIDTH {
            *text += "\n ";
            begun = text.len();
        }
        *text += if *factor < 0 { " - " } else { " + " };
        if factor.unsigned_abs() != 1 {
            let _ = write!(text, "{} ", factor.unsigned_abs());
        }
        *text += &form.name(model, *column);
    }
}

fn bounds(text: &mut String, model: &Model, form: &LinearForm) {
    let all = 0..form.columns().len();
    let (binary, general): (Vec<usize>, Vec<usize>) = all.partition(|at| form.bounds(model, *at) == (0, 1));
    if !general.is_empty() {
        *text += "Bounds\n";
        for column in &general {
            let (least, most) = form.bounds(model, *column);
            let _ = writeln!(text, " {least} <= {} <= {most}", form.name(model, *column));
        }
        *text += "Generals\n";
        names(text, model, form, &general);
    }
    *text += "Binaries\n";
    names(text, model, form, &binary);
}

fn names(text: &mut String, model: &Model, form: &LinearForm, columns: &[usize]) {
    for column in columns {
        let _ = writeln!(text, " {}", form.name(model, *column));
    }
}
