//! DIMACS: clauses alone (`cnf`), or with soft clauses for the objective (`wcnf`, the form with a top
//! weight, which every solver reads). Variables are numbers; a second file says what they stand for.

use std::fmt::Write;

use super::{Document, map, one_line};
use crate::clauses::{ClauseForm, Clauses};
use crate::model::Model;

pub fn cnf(model: &Model, title: &str) -> Vec<Document> {
    let (form, clauses) = ClauseForm::of(model);
    let mut text = format!("c {}\n", one_line(title));
    if model.objective().is_some() {
        text += "c The model has an objective, which clauses cannot say; see the WCNF form.\n";
    }
    let _ = writeln!(text, "p cnf {} {}", clauses.variables, clauses.clauses.len());
    put_clauses(&mut text, &clauses, "");
    vec![Document { ending: ".cnf", text }, Document { ending: ".map", text: map::of_clauses(model, &form) }]
}

pub fn wcnf(model: &Model, title: &str) -> Vec<Document> {
    let (form, clauses) = ClauseForm::of(model);
    let (costs, constant) = model.objective().map_or((Vec::new(), 0), |objective| form.costs(objective));
    let top: u64 = costs.iter().map(|(cost, _)| cost).sum::<u64>() + 1;
    let mut text = format!("c {}\n", one_line(title));
    let _ = writeln!(text, "c The objective, to be least, is the cost of an answer and {constant:+}.");
    let _ = writeln!(text, "p wcnf {} {} {top}", clauses.variables, clauses.clauses.len() + costs.len());
    put_clauses(&mut text, &clauses, &format!("{top} "));
    for (cost, lit) in costs {
        let _ = writeln!(text, "{cost} {} 0", -lit);
    }
    vec![Document { ending: ".wcnf", text }, Document { ending: ".map", text: map::of_clauses(model, &form) }]
}

fn put_clauses(text: &mut String, clauses: &Clauses, before: &str) {
    for clause in &clauses.clauses {
        *text += before;
        for lit in clause {
            let _ = write!(text, "{lit} ");
        }
        *text += "0\n";
    }
}
