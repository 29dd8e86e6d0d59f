//! No sentence is glued from parts. A message has no `Display`, so it cannot be put into a text by accident; what
//! is left is to put what was said between words of one's own, and that is looked for here: a text with holes that
//! takes what a language said may hold signs and blanks, names of commands and marks of pages, but no words.

use std::fs::{read_dir, read_to_string};
use std::path::{Path, PathBuf};

const MACROS: [&str; 7] =
    ["format!(", "format_args!(", "print!(", "println!(", "eprintln!(", "write!(", "writeln!("];
const SAID: [&str; 5] = ["say(", ".spoken()", "whole_sentence(", ".written()", ".english()"];
/// Not words: a command to type, and the places of clap's own parts.
const NAMES: [&str; 7] =
    ["ingenio", "tables", "build", "before-help", "about-with-newline", "all-args", "usage"];

fn sources(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in read_dir(folder).into_iter().flatten().flatten() {
        let path = entry.path();
        if path.is_dir() && !["tests", "target", "examples"].iter().any(|name| path.ends_with(name)) {
            sources(&path, found);
        } else if path.extension().is_some_and(|ending| ending == "rs") {
            found.push(path);
        }
    }
}

/// What stands between the brackets of a call that begins here.
fn inside(text: &str) -> &str {
    let (mut depth, mut in_text, mut escaped) = (1, false, false);
    for (at, letter) in text.char_indices() {
        match letter {
            _ if escaped => escaped = false,
            '\\' if in_text => escaped = true,
            '"' => in_text = !in_text,
            '(' if !in_text => depth += 1,
            ')' if !in_text => depth -= 1,
            _ => {}
        }
        if depth == 0 {
            return &text[..at];
        }
    }
    text
}

/// The first text of a call, without its holes and without marks of HTML.
fn literal(call: &str) -> String {
    let mut text = String::new();
    let mut letters = call.split_once('"').map_or("", |(_, rest)| rest).chars();
    let mut depth = 0;
    while let Some(letter) = letters.next() {
        match letter {
            '"' => break,
            '\\' => {
                letters.next();
                text.push(' ');
            }
            '{' | '<' => depth += 1,
            '}' | '>' => depth = (depth - 1).max(0),
            letter if depth == 0 => text.push(letter),
            _ => {}
        }
    }
    text
}

fn has_words(text: &str) -> bool {
    let words = text.split(|letter: char| !letter.is_alphabetic() && letter != '-');
    words
        .filter(|word| word.len() > 2 && word.contains(char::is_alphabetic))
        .any(|word| !NAMES.contains(&word))
}

fn without_tests_and_comments(source: &str) -> String {
    let code = source.split("#[cfg(test)]").next().unwrap_or_default();
    let lines = code.lines().filter(|line| !line.trim_start().starts_with("//"));
    lines.flat_map(|line| [line, "\n"]).collect()
}

fn glued(source: &str) -> Vec<String> {
    let code = without_tests_and_comments(source);
    let calls = MACROS
        .iter()
        .flat_map(|name| code.match_indices(name).map(|(at, name)| inside(&code[at + name.len()..])));
    let calls = calls.filter(|call| SAID.iter().any(|said| call.contains(said)));
    calls.filter(|call| has_words(&literal(call))).map(str::to_owned).collect()
}

/// Calls that hand a text to a reader, or put it into what is said.
const CARRIERS: [&str; 5] = [".with(", "set_message(", "with_template(", "told(", "complain("];

/// English that travels as a value: two words or more, written where a sentence of the tables belongs.
fn carried(source: &str) -> Vec<String> {
    let code = without_tests_and_comments(source);
    let calls = CARRIERS
        .iter()
        .flat_map(|name| code.match_indices(name).map(|(at, name)| inside(&code[at + name.len()..])));
    let several = |call: &&str| {
        let text = literal(call.split_once(", ").map_or(*call, |(_, value)| value));
        let text = if text.is_empty() { literal(call) } else { text };
        text.split_whitespace().filter(|word| word.len() > 1 && has_words(word)).count() > 1
    };
    calls.filter(several).map(str::to_owned).collect()
}

#[test]
fn no_english_travels_as_a_value() {
    let mut files = Vec::new();
    sources(&Path::new(env!("CARGO_MANIFEST_DIR")).join(".."), &mut files);
    let found: Vec<String> = files
        .iter()
        .flat_map(|file| {
            let carried = carried(&read_to_string(file).unwrap_or_default()).into_iter();
            carried.map(|call| format!("{}: {call}", file.display()))
        })
        .collect();
    assert!(found.is_empty(), "words that no table has: {found:#?}");
    assert_eq!(carried("let x = words::NOT.with(\"why\", \"the board is not square\");").len(), 1);
    assert_eq!(carried("bar.set_message(format!(\"{solved} solved · {left} left\"));").len(), 1);
    assert_eq!(
        carried("let x = words::NOT.with(\"why\", words::SQUARE).with(\"file\", \"sbatch\");").len(),
        0
    );
}

#[test]
fn no_sentence_is_glued() {
    let mut files = Vec::new();
    sources(&Path::new(env!("CARGO_MANIFEST_DIR")).join(".."), &mut files);
    assert!(files.len() > 300, "the sources were found");
    let found = files.iter().flat_map(|file| {
        let glued = glued(&read_to_string(file).unwrap_or_default()).into_iter();
        glued.map(|call| format!("{}: {call}", file.display()))
    });
    let found: Vec<String> = found.collect();
    assert!(found.is_empty(), "words around what was said: {found:#?}");
}

#[test]
fn glue_is_seen() {
    assert_eq!(glued("let x = format!(\"solved in {}\", say(words::TIME));").len(), 1);
    assert_eq!(glued("let x = format!(\"  {}\\n\", say(words::TIME));").len(), 0);
    assert_eq!(glued("let x = format!(\"<p>{}</p>\", reader.say(words::TIME));").len(), 0);
}
