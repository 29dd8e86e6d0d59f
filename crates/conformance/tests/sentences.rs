//! No sentence is glued from parts. A message has no `Display`, so it cannot be put into a text by accident; what
//! is left is to put what was said between words of one's own, or beside something else, and that is looked for here: a
//! text with holes that takes what a language said may hold signs and blanks, names of commands and marks of pages, but
//! no words; and in a page or a text a blank, a comma or a bracket is not enough between what was said and a value, since
//! other languages put the value elsewhere. A whole sentence with a hole is.

use std::fs::{read_dir, read_to_string};
use std::path::{Path, PathBuf};

const MACROS: [&str; 7] =
    ["format!(", "format_args!(", "print!(", "println!(", "eprintln!(", "write!(", "writeln!("];
const SAID: [&str; 5] = ["say(", ".spoken()", "whole_sentence(", ".written()", ".english()"];
/// Not words: a command to type, the places of clap's own parts, and marks of manual pages.
const NAMES: [&str; 9] =
    ["ingenio", "tables", "build", "before-help", "about-with-newline", "all-args", "usage", "SH", "TP"];

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
        .filter(|word| word.len() > 1 && word.contains(char::is_alphabetic))
        .any(|word| !NAMES.contains(&word))
}

/// Signs that join what stands beside them to one phrase. Dots in the middle, lines and colons set things apart.
const JOINTS: [&str; 6] = ["", ",", ".", ";", "(", ")"];

/// Names that hold what was said: `let label = reader.say(...)`.
fn bound(code: &str) -> Vec<&str> {
    let lines = code.lines().filter_map(|line| line.trim().trim_start_matches('@').strip_prefix("let "));
    let names = lines.filter_map(|line| {
        let (name, value) = line.split_once(" = ")?;
        let value =
            value.trim_start_matches("self.").trim_start_matches("reader.").trim_start_matches("language.");
        value.starts_with("say(").then_some(name)
    });
    names.filter(|name| name.chars().all(|letter| letter.is_alphanumeric() || letter == '_')).collect()
}

/// The splice that ends with this code: `(reader.say(words::DUE))`.
fn splice_before(code: &str) -> Option<&str> {
    let code = code.trim_end();
    if !code.ends_with(')') {
        return None;
    }
    let mut depth = 0;
    for (at, letter) in code.char_indices().rev().take_while(|(_, letter)| *letter != '\n') {
        match letter {
            ')' => depth += 1,
            '(' => depth -= 1,
            _ => {}
        }
        if depth == 0 {
            // A call is no splice.
            let is_splice = letter == '(' && code[..at].ends_with(|before: char| before.is_whitespace());
            return is_splice.then_some(&code[at + 1..code.len() - 1]);
        }
    }
    None
}

/// In pages: what was said and a value, with no more than a joint between them.
fn beside(source: &str) -> Vec<String> {
    let code = without_tests_and_comments(source);
    let bound = bound(&code);
    let is_said =
        |splice: &str| SAID.iter().any(|said| splice.contains(said)) || bound.contains(&splice.trim());
    let mut found = Vec::new();
    for (at, _) in code.match_indices('"') {
        let Some((literal, after)) = code[at + 1..].split_once('"') else { continue };
        if !JOINTS.contains(&literal.trim()) || literal.contains('\n') {
            continue;
        }
        let next = after.trim_start_matches(' ').strip_prefix('(').map(inside);
        let before = splice_before(&code[..at]);
        let is_glued = match (before, next) {
            (Some(before), Some(next)) => is_said(before) != is_said(next),
            // A day belongs to what is said of it, whatever stands between.
            (None, Some(next)) => next.starts_with("when(") && code[..at].trim_end().ends_with('}'),
            _ => false,
        };
        if is_glued {
            found.push(format!(
                "({}) {literal:?} ({})",
                before.unwrap_or_default(),
                next.unwrap_or_default()
            ));
        }
    }
    found
}

/// In texts: `"{} {}"` of what was said and a value, and what was said with a blank added to it.
fn added(source: &str) -> Vec<String> {
    let code = without_tests_and_comments(source);
    let calls = MACROS
        .iter()
        .flat_map(|name| code.match_indices(name).map(|(at, name)| inside(&code[at + name.len()..])));
    let is_pair = |call: &&str| {
        let text = call.split('"').nth(1).unwrap_or_default();
        let (values, said) = (call.splitn(3, '"').nth(2).unwrap_or_default(), |part: &str| {
            SAID.iter().any(|said| part.contains(said))
        });
        let parts: Vec<&str> = values.split(", ").filter(|part| !part.trim().is_empty()).collect();
        text.trim() == "{} {}" && parts.len() == 2 && said(parts[0]) != said(parts[1])
    };
    let mut found: Vec<String> = calls.filter(is_pair).map(str::to_owned).collect();
    for line in code.lines().filter(|line| SAID.iter().any(|said| line.contains(said))) {
        let joined = [") + \" \" +", ") + \", \" +", "+= \" \"", "push_str(\" \")"];
        if joined.iter().any(|joint| line.contains(joint)) {
            found.push(line.trim().to_owned());
        }
    }
    found
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
fn nothing_is_put_beside_what_was_said() {
    let mut files = Vec::new();
    sources(&Path::new(env!("CARGO_MANIFEST_DIR")).join(".."), &mut files);
    let found = files.iter().flat_map(|file| {
        let source = read_to_string(file).unwrap_or_default();
        let found = beside(&source).into_iter().chain(added(&source));
        found.map(|glue| format!("{}: {glue}", file.display())).collect::<Vec<_>>()
    });
    let found: Vec<String> = found.collect();
    assert!(found.is_empty(), "sentences with a hole are wanted here: {found:#?}");
}

#[test]
fn what_stands_beside_is_seen() {
    for wrong in [
        "p { (reader.say(words::ENDS)) \" \" (when(reader, ends)) }",
        "p { (reader.say(words::ENDS)) \", \" (day) }",
        "p { @match x { _ => { (reader.say(words::BY)) } } \" \" (when(reader, begun)) }",
        "a aria-label={ (reader.say(words::METHODS)) \" \" (act) }",
        "let label = reader.say(words::HOMEWORK);\nhtml! { p { (label) \" \" (number) } }",
        "option { (method.name) \" (\" (reader.say(words::ON_SERVER)) \")\" }",
    ] {
        assert_eq!(beside(wrong).len(), 1, "{wrong}");
    }
    for right in [
        "p { (reader.say(words::ENDS)) \" · \" (when(reader, ends)) }",
        "p { (reader.say(words::ONE)) \" \" (reader.say(words::OTHER)) }",
        "p { (reader.say(words::ASK)) \" \" a href=\"/privacy\" { (reader.say(words::PRIVACY)) } }",
        "label { input type=\"checkbox\"; \" \" (reader.say(words::LISTED)) }",
    ] {
        assert_eq!(beside(right), [""; 0], "{right}");
    }
    assert_eq!(added("let label = format!(\"{} {}\", reader.say(words::HOMEWORK), number);").len(), 1);
    assert_eq!(added("let text = say(words::ENDS) + \" \" + &day;").len(), 1);
    assert_eq!(added("print(format!(\"{} {}\", say(verdict), say(why)));").len(), 0);
}

#[test]
fn glue_is_seen() {
    assert_eq!(glued("let x = format!(\"solved in {}\", say(words::TIME));").len(), 1);
    assert_eq!(glued("let x = format!(\"  {}\\n\", say(words::TIME));").len(), 0);
    assert_eq!(glued("let x = format!(\"<p>{}</p>\", reader.say(words::TIME));").len(), 0);
}
