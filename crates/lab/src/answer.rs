//! From what a program printed to what it claims, and from there, by the referee, to a verdict.

use ingenio_catalog::foreign_solution;
use ingenio_core::{Budget, LevelRef, Message, Silent, Source};
use serde_json::{Map, Value};

use crate::record::Verdict;
use crate::words;

/// How the answer of a program is read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Form {
    /// The last line that is not empty.
    Line,
    /// Everything printed.
    Text,
    /// The last line that is an object, with the fields of `solve --json`; only `solution` is needed.
    Json,
    /// Values of the variables of a formulation, as its files name them.
    Model(String),
}

impl Form {
    pub fn parse(text: &str) -> Option<Self> {
        match text {
            "line" => Some(Form::Line),
            "text" => Some(Form::Text),
            "json" => Some(Form::Json),
            _ => text.strip_prefix("model:").map(|formulation| Form::Model(formulation.to_owned())),
        }
    }
}

/// What a program says of a level. Nothing of it is believed yet.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Claim {
    pub verdict: Option<Verdict>,
    pub limit: Option<String>,
    pub error: Option<String>,
    pub solution: Option<String>,
    pub optimal: bool,
    pub bound: Option<u64>,
    pub nodes: Option<u64>,
    pub generated: Option<u64>,
    pub seconds: Option<f64>,
    pub setup_seconds: Option<f64>,
    pub metric: Option<String>,
}

/// Words by which a program says that there is no solution.
const NO_SOLUTION: [&str; 4] = ["unsolvable", "infeasible", "unsatisfiable", "no solution"];

/// Reads what was printed. An empty claim is no answer; a complaint is an answer that cannot be read.
pub fn read(form: &Form, printed: &str, level: &LevelRef) -> Result<Claim, Message> {
    let last = printed.lines().rev().map(str::trim).find(|line| !line.is_empty());
    let Some(last) = last else { return Ok(Claim::default()) };
    if NO_SOLUTION.contains(&last.to_lowercase().as_str()) {
        return Ok(Claim { verdict: Some(Verdict::Unsolvable), ..Claim::default() });
    }
    match form {
        Form::Line => Ok(claim(last.to_owned())),
        Form::Text => Ok(claim(printed.trim().to_owned())),
        Form::Json => from_json(printed),
        Form::Model(formulation) => {
            let text = Source::new(printed);
            let found = foreign_solution(level, Some(formulation), &text, &Budget::default(), &mut Silent);
            found.map(claim).map_err(|fault| words::UNREADABLE_ANSWER.with("error", fault))
        }
    }
}

fn claim(solution: String) -> Claim {
    Claim { verdict: Some(Verdict::Solved), solution: Some(solution), ..Claim::default() }
}

/// The last object that is an answer; lines of progress are none.
fn from_json(printed: &str) -> Result<Claim, Message> {
    let objects =
        printed.lines().rev().filter_map(|line| serde_json::from_str::<Map<String, Value>>(line).ok());
    let mut answers = objects.filter(|object| !object.contains_key("progress"));
    let Some(object) = answers.next() else {
        let line = printed.lines().last().unwrap_or("");
        return Err(words::NOT_OURS.with("line", line.chars().take(200).collect::<String>()));
    };
    let text = |key: &str| object.get(key).and_then(Value::as_str).map(str::to_owned);
    let count = |key: &str| object.get(key).and_then(Value::as_u64);
    let number = |key: &str| object.get(key).and_then(Value::as_f64);
    let solution = text("solution");
    let said = text("outcome").and_then(|word| Verdict::of_word(&word));
    Ok(Claim {
        verdict: said.or(solution.as_ref().map(|_| Verdict::Solved)),
        limit: text("limit"),
        error: object.get("error").and_then(|error| error.get("message")?.as_str()).map(str::to_owned),
        solution,
        optimal: object.get("optimal").and_then(Value::as_bool).unwrap_or(false),
        bound: count("bound"),
        nodes: count("nodes"),
        generated: count("generated"),
        seconds: number("seconds"),
        setup_seconds: number("setup_seconds"),
        metric: text("metric"),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn level() -> LevelRef {
        let puzzle = ingenio_catalog::find("taquin").unwrap();
        let settings = ingenio_core::Options::defaults(puzzle.info().settings);
        puzzle.read(&Source::new("1 2 3/4 5 6/7 _ 8"), &settings).remove(0).unwrap().level
    }

    fn read_lines(form: &str, lines: &[&str]) -> Result<Claim, Message> {
        read(&Form::parse(form).unwrap(), &lines.join("\n"), &level())
    }

    #[test]
    fn answers_are_read_in_every_form() {
        assert_eq!(read_lines("line", &["thinking", "R", ""]).unwrap().solution.as_deref(), Some("R"));
        assert_eq!(read_lines("text", &["R", "L"]).unwrap().solution.as_deref(), Some("R\nL"));
        let json =
            read_lines("json", &[r#"{"progress":{"nodes":1}}"#, r#"{"solution":"R","nodes":7}"#, "bye"]);
        let json = json.unwrap();
        assert_eq!((json.solution.as_deref(), json.nodes), (Some("R"), Some(7)));
        assert_eq!(json.verdict, Some(Verdict::Solved));
    }

    #[test]
    fn nothing_is_no_answer_and_garbage_is_a_complaint() {
        assert_eq!(read_lines("line", &[]).unwrap(), Claim::default());
        assert_eq!(read_lines("line", &["Unsolvable"]).unwrap().verdict, Some(Verdict::Unsolvable));
        assert_eq!(read_lines("json", &["what?"]).unwrap_err().id(), words::NOT_OURS.id);
    }
}
