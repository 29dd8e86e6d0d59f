//! Solution files with columns: GLPK, CBC, HiGHS, LINGO.

use ingenio_core::Fault;

use super::{Value, Values, number};

/// The values of such a file; nothing if it is none.
pub fn read(lines: &[(usize, &str)]) -> Result<Option<Values>, Fault> {
    let words = |at: usize| -> Vec<&str> { lines[at].1.split_whitespace().collect() };
    let begins = |header: &[&str]| (0..lines.len()).find(|at| words(*at).starts_with(header));
    if let Some(at) = begins(&["No.", "Column", "name"]) {
        return glpk(&lines[at + 1..]).map(Some);
    }
    if let Some(at) = begins(&["#", "Columns"]) {
        let rows = lines[at + 1..].iter().take_while(|(_, line)| !line.starts_with('#'));
        return columns(rows, 0, 1, false).map(Some);
    }
    if let Some(at) = begins(&["Variable", "Value", "Reduced", "Cost"]) {
        let rows = lines[at + 1..].iter().take_while(|(_, line)| !line.starts_with("Row"));
        return columns(rows, 0, 1, false).map(Some);
    }
    if lines[0].1.contains("objective value") {
        // CBC leaves out what is 0, and marks what it is not sure of with stars.
        return columns(lines[1..].iter(), 1, 2, true).map(Some);
    }
    Ok(None)
}

/// A name and a value among the words of each line.
fn columns<'a>(
    lines: impl Iterator<Item = &'a (usize, &'a str)>,
    name: usize,
    value: usize,
    others_are_zero: bool,
) -> Result<Values, Fault> {
    let mut values = Vec::new();
    for (line, text) in lines {
        let words: Vec<&str> = text.trim_start_matches("**").split_whitespace().collect();
        if let (Some(name), Some(value)) = (words.get(name), words.get(value)) {
            values.push(number(*line, name, value)?);
        }
    }
    Ok(Values { values, others_are_zero })
}

/// `3 NAME * 1 0 1`; a long name stands alone on its line and the rest on the next.
fn glpk(lines: &[(usize, &str)]) -> Result<Values, Fault> {
    let mut values: Vec<Value> = Vec::new();
    let mut name = "";
    for (line, text) in lines.iter().filter(|(_, text)| !text.starts_with("---")) {
        let mut words = text.split_whitespace().peekable();
        let numbered = words.peek().is_some_and(|word| word.parse::<usize>().is_ok());
        if !numbered && name.is_empty() {
            break;
        }
        if name.is_empty() {
            words.next();
            name = words.next().unwrap_or_default();
        }
        if let Some(value) = words.find(|word| *word != "*") {
            values.push(number(*line, name, value)?);
            name = "";
        }
    }
    Ok(Values { values, others_are_zero: false })
}
