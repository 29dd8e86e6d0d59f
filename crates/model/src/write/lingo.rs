//! LINGO, as the thesis of the Unblock models writes it: the objective, what is 0/1, then the rows,
//! group by group. A name has at most 32 characters and small letters are the same as capitals; a
//! title has at most 128 characters.

use std::fmt::Write;

use ingenio_core::Sense;

use super::{Document, one_line};
use crate::constraint::Relation;
use crate::linear::{LinearForm, Row};
use crate::model::{Group, GroupId, Model};

/// Lines are broken after so many characters; statements end with a semicolon.
const WIDTH: usize = 100;
const LONGEST_TITLE: usize = 128;
const LONGEST_NAME: usize = 32;

/// How a file is to look.
#[derive(Clone, Copy, Debug)]
pub struct Style {
    /// How the name of the file ends: the thesis has `.lg4` and `_Opt.lg4`.
    pub ending: &'static str,
    /// Has each row a name in brackets, by which LINGO's report calls it? The thesis has none.
    pub row_names: bool,
}

pub fn write(model: &Model, title: &str) -> Vec<Document> {
    vec![lingo(model, title, Style { ending: ".lg4", row_names: true })]
}

/// A model for LINGO in a style of one's own.
pub fn lingo(model: &Model, title: &str, style: Style) -> Document {
    let form = LinearForm::of(model);
    let mut text = format!("TITLE {};\n\n", title_line(title));
    objective(&mut text, model, &form);
    domains(&mut text, model, &form);
    let mut group: Option<GroupId> = None;
    for (number, row) in (1..).zip(form.rows()) {
        if row.group.is_some() && row.group != group {
            group = row.group;
            let known = group.map(|id| model.group_of(id));
            // A comment ends with a semicolon, so there is none in it.
            let about = |known: &Group| format!("\n! {}: {};\n", known.name, known.about.replace(';', ","));
            text += &known.map_or(String::new(), about);
        }
        if style.row_names {
            let _ = write!(
                text,
                "[{}]",
                row_name(row.group.map_or("value", |id| model.group_of(id).name), number)
            );
        }
        line(&mut text, model, &form, row);
    }
    Document { ending: style.ending, text }
}

/// `NO_JUMP_12`
fn row_name(group: &str, number: usize) -> String {
    format!("{}_{number}", group.to_ascii_uppercase().replace('-', "_"))
}

fn title_line(title: &str) -> String {
    let clean: String = one_line(title).chars().filter(|letter| !matches!(letter, ';' | '!')).collect();
    clean.chars().take(LONGEST_TITLE).collect()
}

fn objective(text: &mut String, model: &Model, form: &LinearForm) {
    let Some(objective) = model.objective() else { return };
    *text += if objective.sense == Sense::Least { "MIN =" } else { "MAX =" };
    let terms: Vec<(i64, usize)> =
        objective.terms.iter().map(|(factor, var)| (*factor, form.column(*var))).collect();
    sum(text, model, form, &terms);
    *text += ";\n\n";
}

fn domains(text: &mut String, model: &Model, form: &LinearForm) {
    for column in 0..form.columns().len() {
        let name = form.name(model, column);
        assert!(name.len() <= LONGEST_NAME, "{name} is too long a name");
        let (least, most) = form.bounds(model, column);
        let _ = match (least, most) {
            (0, 1) => writeln!(text, "@BIN({name});"),
            _ => writeln!(text, "@GIN({name}); @BND({least}, {name}, {most});"),
        };
    }
}

/// `ALFA1_3_0 - ALFA1_3_1 <= MOVE1_3_1;`: where the right side would be 0, the last term that is taken
/// away stands there.
fn line(text: &mut String, model: &Model, form: &LinearForm, row: &Row) {
    let relation = match row.relation {
        Relation::AtMost => "<=",
        Relation::AtLeast => ">=",
        Relation::Equal => "=",
    };
    match row.terms.split_last() {
        Some(((factor, column), rest)) if row.right == 0 && *factor < 0 && !rest.is_empty() => {
            sum(text, model, form, rest);
            let _ = write!(text, " {relation}");
            sum(text, model, form, &[(-factor, *column)]);
        }
        _ => {
            sum(text, model, form, &row.terms);
            let _ = write!(text, " {relation} {}", row.right);
        }
    }
    *text += ";\n";
}

/// ` 3*X1_2 - Y`, broken into lines.
fn sum(text: &mut String, model: &Model, form: &LinearForm, terms: &[(i64, usize)]) {
    if terms.is_empty() {
        let _ = write!(text, " 0*{}", form.name(model, 0));
    }
    let mut begun = text.rfind('\n').map_or(0, |at| at + 1);
    for (at, (factor, column)) in terms.iter().enumerate() {
        if text.len() - begun > WIDTH {
            *text += "\n";
            begun = text.len();
        }
        *text += match (at, *factor < 0) {
            (0, false) => " ",
            (0, true) => " -",
            (_, false) => " + ",
            (_, true) => " - ",
        };
        if factor.unsigned_abs() != 1 {
            let _ = write!(text, "{}*", factor.unsigned_abs());
        }
        *text += &form.name(model, *column);
    }
}
