//! The text of the page: places for figures, figures of the papers, and what else may hold a number.

use std::collections::BTreeSet;

use super::figures::Figures;

/// What stands in the text in braces: ours, or a paper's own.
enum Part<'a> {
    Plain(&'a str),
    Ours(&'a str),
    Papers(&'a str),
}

fn parts(text: &str) -> Vec<Part<'_>> {
    let mut parts = Vec::new();
    let mut rest = text;
    while let Some(at) = rest.find("{{").into_iter().chain(rest.find("{p ")).min() {
        parts.push(Part::Plain(&rest[..at]));
        let ours = rest[at..].starts_with("{{");
        let (open, close) = if ours { ("{{", "}}") } else { ("{p ", "}") };
        let inside = &rest[at + open.len()..];
        let end = inside.find(close).expect("a place ends");
        parts.push(if ours { Part::Ours(&inside[..end]) } else { Part::Papers(&inside[..end]) });
        rest = &inside[end + close.len()..];
    }
    parts.push(Part::Plain(rest));
    parts
}

/// The names of the figures that the text has places for.
pub fn places(text: &str) -> BTreeSet<String> {
    let names = parts(text).into_iter().filter_map(|part| match part {
        Part::Ours(name) => Some(name.to_owned()),
        _ => None,
    });
    names.collect()
}

/// The names of the figures of papers that the text quotes.
pub fn said(text: &str) -> BTreeSet<String> {
    let said = parts(text).into_iter().filter_map(|part| match part {
        Part::Papers(said) => Some(said.to_owned()),
        _ => None,
    });
    said.collect()
}

/// Figures of a function that stand where the text speaks of others: `Test {p Voraz: levels}`.
pub fn misplaced<'a>(text: &'a str, functions: &[&str]) -> Vec<&'a str> {
    let mut spoken_of: Vec<&str> = Vec::new();
    let mut misplaced = Vec::new();
    for part in parts(text) {
        match part {
            Part::Plain(text) => {
                let words = text.split(|letter: char| !letter.is_alphanumeric() && letter != '*');
                let words = words.map(|word| if word == "A*" { "Admisible" } else { word });
                let named: Vec<&str> = words.filter(|word| functions.contains(word)).collect();
                spoken_of = if named.is_empty() { spoken_of } else { named };
            }
            Part::Papers(name) => {
                let function = name.split(": ").next().unwrap_or(name);
                let wrong = functions.contains(&function) && !spoken_of.contains(&function);
                misplaced.extend(wrong.then_some(name));
            }
            Part::Ours(_) => {}
        }
    }
    misplaced
}

pub fn fill(text: &str, figures: &Figures) -> String {
    let said = super::printed::said();
    let written = parts(text).into_iter().map(|part| match part {
        Part::Plain(text) => text.to_owned(),
        Part::Papers(name) => said.get(name).unwrap_or_else(|| panic!("no paper says '{name}'")).clone(),
        Part::Ours(name) => figures.get(name).unwrap_or_else(|| panic!("no figure '{name}'")).to_owned(),
    });
    written.collect()
}

/// Words after which a number names something and counts nothing.
const NAMES: [&str; 14] = [
    "table",
    "tables",
    "illustration",
    "illustrations",
    "model",
    "models",
    "player",
    "level",
    "levels",
    "chapter",
    "algorithm",
    "algorithms",
    "section",
    "sections",
];

/// Numbers in words count as numbers; `one` is as often no number at all.
const NUMBER_WORDS: [&str; 31] = [
    "two",
    "three",
    "four",
    "five",
    "six",
    "seven",
    "eight",
    "nine",
    "ten",
    "eleven",
    "twelve",
    "thirteen",
    "fourteen",
    "fifteen",
    "sixteen",
    "seventeen",
    "eighteen",
    "nineteen",
    "twenty",
    "thirty",
    "forty",
    "fifty",
    "sixty",
    "seventy",
    "eighty",
    "ninety",
    "hundred",
    "thousand",
    "million",
    "half",
    "twice",
];

/// Numbers that nobody has measured: outside places, code, links and comments, and not part of a name.
pub fn bare_numbers(text: &str) -> Vec<String> {
    let plain = parts(text).into_iter().map(|part| match part {
        Part::Plain(text) => text,
        Part::Ours(_) | Part::Papers(_) => "figure",
    });
    let plain = plain.collect::<String>();
    let plain = without(&without(&without(&plain, "`", "`"), "](", ")"), "<!--", "-->");
    let mut bare = Vec::new();
    let mut named = false;
    for word in plain.split_whitespace() {
        let word = word.trim_matches(|letter: char| !letter.is_alphanumeric());
        let number = word.contains(|letter: char| letter.is_ascii_digit());
        let in_words = word.split('-').any(|part| NUMBER_WORDS.contains(&part.to_lowercase().as_str()));
        if in_words || number && !named && !is_name(word) {
            bare.push(word.to_owned());
        }
        // `tables 5.1 and 5.2`: the name goes on.
        named = NAMES.contains(&word.to_lowercase().as_str())
            || named && (number || ["and", "to"].contains(&word));
    }
    bare
}

/// `P1`, `5x5`, `IDA*`: letters and digits in one word.
fn is_name(word: &str) -> bool {
    word.chars().next().is_some_and(|first| first.is_ascii_uppercase())
        || word.split('x').all(|side| !side.is_empty() && side.chars().all(|letter| letter.is_ascii_digit()))
            && word.contains('x')
}

/// The text without what stands between two marks. A mark that is never closed would hide the rest.
fn without(text: &str, open: &str, close: &str) -> String {
    let mut kept = String::new();
    let mut rest = text;
    while let Some((before, after)) = rest.split_once(open) {
        kept += before;
        kept.push(' ');
        (_, rest) = after.split_once(close).unwrap_or_else(|| panic!("{open} without {close}: {after}"));
    }
    kept + rest
}
