//! The way back: what a foreign solver printed, as values of the model's variables. Read are lists of
//! values (`NAME value`, `NAME = value`), the solution files of GLPK, CBC, HiGHS and LINGO, the `v` lines
//! of SAT and pseudo-Boolean solvers, MiniZinc's output, and plans of planners.
//!
//! Models that are written by hand print the solution in the puzzle's own words (`solution: ...`).

mod assign;
mod statements;
mod tables;

use ingenio_core::{Fault, Source};

pub use assign::assign;

use crate::words;

/// What a solver said.
#[derive(Clone, Debug, PartialEq)]
pub enum Said {
    /// A solution in the puzzle's own words.
    Solution(String),
    /// Values of variables by their names in the file.
    Values(Values),
    /// True and false variables by their numbers.
    Literals(Literals),
    /// The actions of a plan, each with its objects.
    Plan(Vec<Vec<String>>),
    /// That there is no answer.
    Nothing(String),
}

/// What solvers of linear and constraint models print.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Values {
    /// In the order of the text.
    pub values: Vec<Value>,
    /// Are variables that are not listed 0?
    pub others_are_zero: bool,
}

/// A value with its variable's name and the line it stood on.
#[derive(Clone, Debug, PartialEq)]
pub struct Value {
    /// As in the file of the model, in capitals or not.
    pub name: String,
    /// As it was printed: 0.9999997 is for [`assign`] to round.
    pub value: f64,
    /// From 1, for complaints.
    pub line: usize,
}

/// What solvers of clauses print.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Literals {
    /// Negative for false.
    pub numbers: Vec<i64>,
    /// `x12`, as pseudo-Boolean solvers write it, not `12`.
    pub pseudo_boolean: bool,
}

/// Reads what a solver printed. Total: any text gives an answer or a fault.
pub fn read(source: &Source) -> Result<Said, Fault> {
    let lines: Vec<(usize, &str)> = source
        .lines()
        .map(|(number, line)| (number, line.trim()))
        .filter(|(_, line)| !line.is_empty())
        .collect();
    let Some((_, first)) = lines.first() else { return Err(words::ANSWER_EMPTY.say().into()) };
    if let Some((_, refusal)) = lines.iter().find(|(_, line)| is_refusal(line)) {
        return Ok(Said::Nothing((*refusal).to_owned()));
    }
    if lines.iter().any(|(_, line)| line.starts_with("v ")) || *first == "SAT" {
        return literals(&lines);
    }
    if lines.iter().find(|(_, line)| !line.starts_with(';')).is_some_and(|(_, line)| line.starts_with('(')) {
        return plan(&lines);
    }
    match tables::read(&lines)? {
        Some(values) => Ok(Said::Values(values)),
        None => statements::read(&lines),
    }
}

/// Says that there is no answer, in the words of one of the solvers.
fn is_refusal(line: &str) -> bool {
    const REFUSALS: &[&str] = &[
        "UNSAT",
        "s UNSATISFIABLE",
        "=====UNSATISFIABLE=====",
        "=====UNKNOWN=====",
        "=====ERROR=====",
        "=====UNBOUNDED=====",
        "s UNKNOWN",
        "INDET",
    ];
    REFUSALS.contains(&line)
        || line.starts_with("Infeasible")
        || (line.starts_with("Status:") && (line.ends_with("EMPTY") || line.ends_with("UNDEFINED")))
}

/// `v 1 -2 0`, `v x1 -x2`, `v 0110`, or the bare line after `SAT`. The last answer counts: optimisers
/// print several.
fn literals(lines: &[(usize, &str)]) -> Result<Said, Fault> {
    let mut found = Literals::default();
    let mut open = false;
    for (number, line) in lines {
        let rest = match line.strip_prefix("v ") {
            Some(rest) => rest,
            None if lines[0].1 == "SAT" && *number != lines[0].0 => line,
            None => {
                open = false;
                continue;
            }
        };
        if !std::mem::replace(&mut open, true) {
            found.numbers.clear();
        }
        if let Some(bits) = bit_string(rest) {
            found.numbers.extend((1..).zip(bits).map(|(variable, on)| if on { variable } else { -variable }));
            continue;
        }
        for word in rest.split_whitespace().filter(|word| *word != "0") {
            found.pseudo_boolean |= word.contains('x');
            let digits = word.replace('x', "");
            let Ok(literal) = digits.parse() else {
                return Err(Fault::on_line(*number, words::NOT_LITERAL.with("text", word)));
            };
            found.numbers.push(literal);
        }
    }
    Ok(Said::Literals(found))
}

/// Some solvers write one digit for each variable.
fn bit_string(text: &str) -> Option<impl Iterator<Item = bool>> {
    let digits = text.len() > 1 && text.bytes().all(|byte| matches!(byte, b'0' | b'1'));
    digits.then(|| text.bytes().map(|byte| byte == b'1'))
}

/// `(push up c1 c2)`, one action on a line; comments begin with a semicolon.
fn plan(lines: &[(usize, &str)]) -> Result<Said, Fault> {
    let mut actions = Vec::new();
    for (number, line) in lines.iter().filter(|(_, line)| !line.starts_with(';')) {
        let inner = line.strip_prefix('(').and_then(|rest| rest.strip_suffix(')'));
        let Some(inner) = inner else {
            return Err(Fault::on_line(*number, words::NOT_ACTION.with("text", line)));
        };
        actions.push(inner.split_whitespace().map(str::to_ascii_lowercase).collect());
    }
    Ok(Said::Plan(actions))
}

/// A number as solvers print it; true and false are 1 and 0.
fn number(line: usize, name: &str, text: &str) -> Result<Value, Fault> {
    let value = match text {
        "true" => Ok(1.0),
        "false" => Ok(0.0),
        _ => text.parse::<f64>(),
    };
    match value {
        Ok(value) if value.is_finite() => Ok(Value { name: name.to_owned(), value, line }),
        _ => Err(Fault::on_line(line, words::NOT_NUMBER.with("name", name).with("text", text))),
    }
}

/// Was the answer read, and found to be no solution?
pub fn is_refusal_of_answer(fault: &Fault) -> bool {
    [words::BREAKS, words::CUT_OFF, words::ILLEGAL, words::SOLVES_NOTHING].iter().any(|rule| fault.is(*rule))
}
