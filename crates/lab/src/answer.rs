//! From what a program printed to what it claims.

use ingenio_catalog::foreign_solution;
use ingenio_core::{Budget, Claim, LevelRef, Outcome, Silent, Source, Unrefereed};
use ingenio_jobs::{Heard, read_answer};
use serde::de::IgnoredAny;

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

/// Words by which a program says that there is no solution.
const NO_SOLUTION: [&str; 4] = ["unsolvable", "infeasible", "unsatisfiable", "no solution"];

/// Hears what was printed.
pub fn hear(form: &Form, printed: &str, level: &LevelRef) -> Heard {
    let last = printed.lines().rev().map(str::trim).find(|line| !line.is_empty());
    let Some(last) = last else { return Heard::Nothing };
    if NO_SOLUTION.contains(&last.to_lowercase().as_str()) {
        return claim(Outcome::Unsolvable { reason: words::ITS_WORD.say() });
    }
    match form {
        Form::Line => solved(last.to_owned()),
        Form::Text => solved(printed.trim().to_owned()),
        Form::Json => read_answer(last_object(printed).unwrap_or(last)),
        Form::Model(formulation) => {
            let text = Source::new(printed);
            match foreign_solution(level, Some(formulation), &text, &Budget::default(), &mut Silent) {
                Ok(solution) => solved(solution),
                Err(fault) => Heard::Garbage(words::UNREADABLE_ANSWER.with("error", fault)),
            }
        }
    }
}

fn claim(outcome: Outcome<Unrefereed>) -> Heard {
    Heard::Claim(Box::new(Claim::bare(outcome)))
}

fn solved(text: String) -> Heard {
    let solution = Unrefereed { text, ..Unrefereed::default() };
    claim(Outcome::Solved { solution, optimal: false })
}

/// The last line that looks like an answer; lines of progress are none.
fn last_object(printed: &str) -> Option<&str> {
    let objects = printed.lines().rev().map(str::trim).filter(|line| line.starts_with('{'));
    objects
        .filter(|line| !line.starts_with(r#"{"progress""#))
        .find(|line| serde_json::from_str::<IgnoredAny>(line).is_ok())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn level() -> LevelRef {
        let puzzle = ingenio_catalog::find("taquin").unwrap();
        let settings = ingenio_core::Options::defaults(puzzle.info().settings);
        puzzle.read(&Source::new("1 2 3/4 5 6/7 _ 8"), &settings).remove(0).unwrap().level
    }

    fn hear_lines(form: &str, lines: &[&str]) -> Heard {
        hear(&Form::parse(form).unwrap(), &lines.join("\n"), &level())
    }

    fn claimed(form: &str, lines: &[&str]) -> Claim {
        match hear_lines(form, lines) {
            Heard::Claim(claim) => *claim,
            other => panic!("{other:?}"),
        }
    }

    fn solution(claim: &Claim) -> &str {
        &claim.solution().unwrap().text
    }

    #[test]
    fn answers_are_read_in_every_form() {
        assert_eq!(solution(&claimed("line", &["thinking", "R", ""])), "R");
        assert_eq!(solution(&claimed("text", &["R", "L"])), "R\nL");
        let json = [r#"{"progress":{"nodes":1}}"#, r#"{"solution":"R","nodes":7}"#, "bye"];
        let json = claimed("json", &json);
        assert_eq!((solution(&json), json.nodes(), json.outcome.word()), ("R", 7, "solved"));
    }

    /// Only the solution is needed; what else is odd harms nobody.
    #[test]
    fn odd_fields_do_not_lose_a_solution() {
        for odd in [r#""nodes":18234.5"#, r#""id":"level-7""#, r#""limit":"none""#, r#""puzzle":null"#] {
            let line = format!(r#"{{"solution":"R",{odd}}}"#);
            assert_eq!(solution(&claimed("json", &[&line])), "R", "{line}");
        }
    }

    #[test]
    fn nothing_is_no_answer_and_garbage_is_a_complaint() {
        assert!(matches!(hear_lines("line", &[]), Heard::Nothing));
        assert_eq!(claimed("line", &["Unsolvable"]).outcome.word(), "unsolvable");
        assert!(matches!(hear_lines("json", &["what?"]), Heard::Garbage(_)));
        assert!(matches!(hear_lines("json", &[r#"{"outcome":"solved"}"#]), Heard::Garbage(_)), "no solution");
    }
}
