//! A lesson as a Jupyter notebook (nbformat 4.5), made from the same text, experiment, solver and exercises as
//! the page: text cells with their pictures inside, cells that run the experiment, and for each exercise a cell
//! that asks `ingenio exercise` whether the answer is right. It holds no answers.

use ingenio_core::Language;
use serde_json::{Map, Value, json};

use crate::exercise::{Exercise, Wanted};
use crate::lesson::{Lesson, picture};
use crate::words;

/// The notebook as JSON, for a reader.
pub fn notebook(lesson: &Lesson, reader: Language) -> Value {
    let mut cells = Cells { reader, made: Vec::new() };
    // What a part is, its English heading tells; translations have the same parts.
    let (text, _) = lesson.text_for(reader);
    // They lie one folder deeper, too.
    let text = text.replace("](../../pictures/", "](../pictures/");
    for (part, told) in parts(lesson.text).iter().zip(parts(&text)) {
        cells.part(lesson, part, &told);
    }
    json!({
        "nbformat": 4,
        "nbformat_minor": 5,
        "metadata": {
            "title": lesson.title_for(reader),
            "kernelspec": { "name": "python3", "display_name": "Python 3" },
            "language_info": { "name": "python" }
        },
        "cells": cells.made
    })
}

/// The text cut before each heading of the second order; marks of what is generated are left out.
fn parts(text: &str) -> Vec<String> {
    let mut parts = vec![String::new()];
    for line in text.lines().filter(|line| !line.starts_with("<!--")) {
        if line.starts_with("## ") {
            parts.push(String::new());
        }
        if let Some(part) = parts.last_mut() {
            part.push_str(line);
            part.push('\n');
        }
    }
    parts
}

/// The cells so far; each has a name of its own.
struct Cells {
    reader: Language,
    made: Vec<Value>,
}

impl Cells {
    fn part(&mut self, lesson: &Lesson, part: &str, told: &str) {
        if part.starts_with("# ") {
            self.text(told);
            self.text(&self.reader.say(words::NOTEBOOK_ABOUT.with("lesson", lesson.name)));
            self.code(&helpers(lesson.name, self.reader));
        } else if part.starts_with("## Exercises") {
            self.text(told.lines().next().unwrap_or_default());
            for (index, exercise) in lesson.exercises().iter().enumerate() {
                self.exercise(index + 1, exercise);
            }
        } else if let Some((before, after)) = around_experiment(told) {
            self.text(before);
            self.experiment(lesson);
            self.text(after);
        } else {
            self.text(told);
            if part.starts_with("## A solver to read") {
                self.code(&format!("%%writefile {0}.rs\n{1}", lesson.name, lesson.solver));
                self.code(&format!("!rustc -O {}.rs", lesson.name));
            }
        }
    }

    /// The campaign is written beside the notebook, so that nothing else is needed to run it.
    fn experiment(&mut self, lesson: &Lesson) {
        let name = lesson.name;
        self.code(&format!("%%writefile {name}.campaign.toml\n{}", lesson.experiment));
        self.code(&format!("!ingenio lab run {name}.campaign.toml -o {name}-runs"));
        self.code(&format!(
            "from IPython.display import Markdown\nMarkdown(open(\"{name}-runs/report.md\").read())"
        ));
    }

    fn exercise(&mut self, number: usize, exercise: &Exercise) {
        self.text(&format!("**{number}.** {}", self.reader.say(exercise.said_ask())));
        // A level of one's own has lines, and so may a solution.
        let quotes = match exercise.wanted {
            Wanted::Number | Wanted::Choice(_) => "\"\"",
            Wanted::Solution { .. } | Wanted::Level(_) => "\"\"\"\n\"\"\"",
        };
        self.code(&format!("answer = {quotes}\ncheck({number}, answer)"));
    }

    fn text(&mut self, text: &str) {
        let (text, attachments) = with_pictures_inside(&without_links(text.trim()));
        if text.is_empty() {
            return;
        }
        let mut cell = self.cell("markdown", &text);
        if !attachments.is_empty() {
            cell.insert("attachments".into(), Value::Object(attachments));
        }
        self.made.push(Value::Object(cell));
    }

    fn code(&mut self, source: &str) {
        let mut cell = self.cell("code", source.trim_end());
        cell.insert("outputs".into(), json!([]));
        cell.insert("execution_count".into(), Value::Null);
        self.made.push(Value::Object(cell));
    }

    fn cell(&self, kind: &str, source: &str) -> Map<String, Value> {
        let lines: Vec<&str> = source.split_inclusive('\n').collect();
        let id = format!("cell-{}", self.made.len() + 1);
        let cell = [
            ("id", json!(id)),
            ("cell_type", json!(kind)),
            ("metadata", json!({})),
            ("source", json!(lines)),
        ];
        cell.into_iter().map(|(key, value)| (key.to_owned(), value)).collect()
    }
}

/// What the cells of the exercises call. The answer goes in by standard input, as it stands.
fn helpers(lesson: &str, reader: Language) -> String {
    let missing = reader.say(words::NOTEBOOK_MISSING);
    format!(
        "import shutil, subprocess\n\
         \n\
         assert shutil.which(\"ingenio\"), {missing:?}\n\
         \n\
         def ask(number, *more, answer=None):\n\
         \x20   command = [\"ingenio\", \"exercise\", {lesson:?}, str(number), *more]\n\
         \x20   said = subprocess.run(command, input=answer, capture_output=True, text=True)\n\
         \x20   print((said.stdout + said.stderr).strip())\n\
         \n\
         def check(number, answer):\n\
         \x20   ask(number, \"--file\", \"-\", answer=str(answer))\n\
         \n\
         def hint(number):\n\
         \x20   ask(number, \"--hint\")"
    )
}

/// What stands before and after the command of the experiment.
fn around_experiment(part: &str) -> Option<(&str, &str)> {
    let (before, rest) = part.split_once("```\ningenio lab run ")?;
    Some((before, rest.split_once("```")?.1))
}

/// Links to other documents lead nowhere from a notebook; their words stay.
fn without_links(text: &str) -> String {
    let mut kept = String::new();
    let mut rest = text;
    while let Some((at, words, target, after)) = next_link(rest) {
        let is_picture = rest[..at].ends_with('!');
        kept.push_str(&rest[..at]);
        if is_picture || target.contains("://") {
            kept.push_str(&format!("[{words}]({target})"));
        } else {
            kept.push_str(words);
        }
        rest = after;
    }
    kept + rest
}

/// The place of the next link, its words and its target, and what follows it.
fn next_link(text: &str) -> Option<(usize, &str, &str, &str)> {
    let middle = text.find("](")?;
    let at = text[..middle].rfind('[')?;
    let (target, after) = text[middle + 2..].split_once(')')?;
    Some((at, &text[at + 1..middle], target, after))
}

/// Pictures travel inside the cell that shows them.
fn with_pictures_inside(text: &str) -> (String, Map<String, Value>) {
    let names = text.split("](../pictures/").skip(1).filter_map(|rest| rest.split(')').next());
    let inside =
        names.filter_map(|name| Some((name.to_owned(), json!({ "image/png": base64(picture(name)?) }))));
    (text.replace("](../pictures/", "](attachment:"), inside.collect())
}

/// Three bytes as four letters (RFC 4648).
fn base64(bytes: &[u8]) -> String {
    const LETTERS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let mut text = String::with_capacity(bytes.len().div_ceil(3) * 4);
    for three in bytes.chunks(3) {
        let byte = |at: usize| u32::from(three.get(at).copied().unwrap_or(0));
        let bits = byte(0) << 16 | byte(1) << 8 | byte(2);
        for place in 0..4 {
            let letter = LETTERS[(bits >> (18 - 6 * place)) as usize & 63];
            text.push(if place <= three.len() { char::from(letter) } else { '=' });
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bytes_become_letters() {
        let known = [("", ""), ("f", "Zg=="), ("fo", "Zm8="), ("foo", "Zm9v"), ("foobar", "Zm9vYmFy")];
        for (bytes, letters) in known {
            assert_eq!(base64(bytes.as_bytes()), letters, "RFC 4648, chapter 10");
        }
    }

    #[test]
    fn links_between_documents_become_words() {
        let text =
            "See [A*](taquin.md), [there](https://example.org/a) and ![a board](../pictures/flow.png).";
        let kept = without_links(text);
        assert_eq!(kept, "See A*, [there](https://example.org/a) and ![a board](../pictures/flow.png).");
    }
}
