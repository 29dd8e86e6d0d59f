//! OPB, the format of pseudo-Boolean competitions: linear constraints over 0/1 variables `x1`, `x2`, ...
//! An integer variable is spelt out as one 0/1 variable for each of its values. A second file says what
//! the variables stand for.

use std::fmt::Write;

use ingenio_core::Sense;

use super::{Document, map, one_line};
use crate::constraint::Relation;
use crate::linear::{Column, LinearForm};
use crate::model::Model;

pub fn write(model: &Model, title: &str) -> Vec<Document> {
    let form = LinearForm::spelt_out(model);
    let numbers = numbers(model, &form);
    let sums = Sums { model, form: &form, numbers: &numbers };
    let mut rows = String::new();
    let mut count = 0;
    for row in form.rows() {
        let (terms, constant) = sums.terms(&row.terms);
        let right = row.right - constant;
        if terms.is_empty() && row.relation.holds(0, right) {
            continue;
        }
        // Only >= and = are known.
        let turn = if row.relation == Relation::AtMost { -1 } else { 1 };
        put(&mut rows, &terms, turn);
        let relation = if row.relation == Relation::Equal { "=" } else { ">=" };
        let _ = writeln!(rows, " {relation} {} ;", turn * right);
        count += 1;
    }
    let variables = numbers.iter().flatten().count();
    let mut text = format!("* #variable= {variables} #constraint= {count}\n* {}\n", one_line(title));
    sums.objective(&mut text);
    text += &rows;
    vec![
        Document { ending: ".opb", text },
        Document { ending: ".map", text: map::of_columns(model, &form, &numbers) },
    ]
}

/// The number of each column's variable, from 1; none for integer variables, which their values stand
/// for.
pub fn numbers(model: &Model, form: &LinearForm) -> Vec<Option<usize>> {
    let mut next = 0;
    let number = |column: &Column| {
        let spelt = matches!(column, Column::Var(var) if !model.is_binary(*var));
        (!spelt).then(|| {
            next += 1;
            next
        })
    };
    form.columns().iter().map(number).collect()
}

struct Sums<'a> {
    model: &'a Model,
    form: &'a LinearForm,
    numbers: &'a [Option<usize>],
}

impl Sums<'_> {
    /// A sum over numbered variables, and a constant. Doubles are put together: not all readers do.
    fn terms(&self, terms: &[(i64, usize)]) -> (Vec<(i64, usize)>, i64) {
        let mut sums = std::collections::BTreeMap::new();
        let mut constant = 0;
        for (factor, column) in terms {
            if let Some(number) = self.numbers[*column] {
                *sums.entry(number).or_insert(0) += factor;
                continue;
            }
            let Column::Var(var) = self.form.columns()[*column] else { unreachable!("others have numbers") };
            let (least, most) = self.model.bounds(var);
            constant += factor * i64::from(least);
            for value in least..=most {
                let number = self.form.value_column(var, value).and_then(|at| self.numbers[at]);
                let number = number.expect("every value has a column");
                *sums.entry(number).or_insert(0) += factor * i64::from(value - least);
            }
        }
        (
            sums.into_iter()
                .filter(|(_, factor)| *factor != 0)
                .map(|(number, factor)| (factor, number))
                .collect(),
            constant,
        )
    }

    fn objective(&self, text: &mut String) {
        let Some(objective) = self.model.objective() else { return };
        let turn = if objective.sense == Sense::Least { 1 } else { -1 };
        let terms: Vec<(i64, usize)> =
            objective.terms.iter().map(|(factor, var)| (*factor, self.form.column(*var))).collect();
        let (terms, constant) = self.terms(&terms);
        let word =
            if turn == 1 { "the objective" } else { "the negative of the objective, which is to be most" };
        let _ = writeln!(text, "* To be least: {word}; {:+} is left out.", turn * constant);
        *text += "min:";
        put(text, &terms, turn);
        *text += " ;\n";
    }
}

fn put(text: &mut String, terms: &[(i64, usize)], turn: i64) {
    for (factor, number) in terms {
        let _ = write!(text, " {:+} x{number}", turn * factor);
    }
}
