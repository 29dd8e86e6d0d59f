//! The file of a language: how it writes, then its sentences by their ids. It is a part of TOML that needs no
//! crate to be read, because the build reads it as well: a line is empty, a comment, `[sentences]`, or
//! `key = "text"`. Behind a sentence stands the mark of the English one that it was made from: `# 1a2b3c`.

use std::collections::HashSet;

/// What a file holds.
#[derive(Clone, Debug, Default)]
pub struct File {
    /// What stands before the sentences, by its key: `code`, `name`, `point`, ...
    pub manner: Vec<(String, Vec<String>)>,
    pub sentences: Vec<Sentence>,
    /// Sentences that can be read and have not the forms that the rules ask for, each with its line.
    pub faults: Vec<String>,
}

#[derive(Clone, Debug)]
pub struct Sentence {
    pub id: String,
    pub text: String,
    /// The mark of the English sentence that it was made from.
    pub mark: Option<String>,
}

/// What a file must say before its sentences.
const KEYS: [&str; 7] = ["code", "name", "point", "group", "group-from", "date", "plural"];

impl File {
    /// Everything in it, or what is wrong with it and in which line.
    pub fn read(text: &str) -> Result<File, String> {
        let mut file = File::default();
        let mut known = HashSet::new();
        let mut in_sentences = false;
        for (number, line) in (1..).zip(text.lines()) {
            let wrong = |what: &str| format!("line {number}: {what}");
            match line.trim() {
                "" => {}
                comment if comment.starts_with('#') => {}
                "[sentences]" => in_sentences = true,
                pair => {
                    let (key, texts, mark) = read_pair(pair).map_err(|what| wrong(&what))?;
                    if !known.insert((in_sentences, key.clone())) {
                        return Err(wrong(&format!("{key} is there twice")));
                    }
                    file.take(in_sentences, number, (key, texts, mark)).map_err(|what| wrong(&what))?;
                }
            }
        }
        file.complete()
    }

    fn take(
        &mut self,
        in_sentences: bool,
        number: usize,
        (key, texts, mark): (String, Vec<String>, Option<String>),
    ) -> Result<(), String> {
        if !in_sentences {
            self.manner.push((key, texts));
            return Ok(());
        }
        let [text] = <[String; 1]>::try_from(texts).map_err(|_| format!("{key} is a list"))?;
        let fault = check_forms(&text, self.forms()).err();
        self.faults.extend(fault.map(|what| format!("line {number}: {key}: {what}")));
        self.sentences.push(Sentence { id: key, text, mark });
        Ok(())
    }

    fn complete(self) -> Result<File, String> {
        if let Some(key) = KEYS.into_iter().find(|key| !self.manner.iter().any(|(known, _)| known == key)) {
            return Err(format!("{key} is missing before [sentences]"));
        }
        match self.manner.iter().find(|(key, _)| !KEYS.contains(&key.as_str())) {
            Some((key, _)) => Err(format!("{key} is nothing that a language says of itself")),
            None => self.head_fault().map_or(Ok(self), Err),
        }
    }

    /// What a language says of its numbers and days, where that makes no sense.
    fn head_fault(&self) -> Option<String> {
        let (from, date) = (self.one("group-from"), self.one("date"));
        if from.parse::<usize>().is_ok_and(|from| from > 0) {
            return date_fault(date).map(|what| format!("date: {what}"));
        }
        Some(format!("group-from is a number of digits, not {from:?}"))
    }

    /// How many forms its words have after a count.
    pub fn forms(&self) -> usize {
        self.all("plural").len() + 1
    }

    /// The sentence of a line, if it is one.
    pub fn read_line(line: &str) -> Option<Sentence> {
        let (id, texts, mark) = read_pair(line.trim()).ok().filter(|_| line.trim().starts_with('"'))?;
        let [text] = <[String; 1]>::try_from(texts).ok()?;
        Some(Sentence { id, text, mark })
    }

    /// What it says of itself under a key, if that is one text.
    pub fn one(&self, key: &str) -> &str {
        self.all(key).first().map_or("", String::as_str)
    }

    pub fn all(&self, key: &str) -> &[String] {
        self.manner.iter().find(|(known, _)| known == key).map_or(&[], |(_, texts)| texts)
    }
}

/// `"key" = "text" # mark`, or a list of texts.
fn read_pair(line: &str) -> Result<(String, Vec<String>, Option<String>), String> {
    let (key, rest) = match line.strip_prefix('"') {
        Some(_) => read_text(line)?,
        None => line.split_once('=').map(|(key, _)| key.trim().to_owned()).map_or_else(
            || Err("neither a comment nor key = \"text\"".to_owned()),
            |key| Ok((key, &line[line.find('=').unwrap_or(0)..])),
        )?,
    };
    let rest = rest.trim_start().strip_prefix('=').ok_or("there is no = after the key")?.trim_start();
    let (texts, rest) = if rest.starts_with('[') { read_list(rest)? } else { read_one(rest)? };
    let rest = rest.trim();
    match rest.strip_prefix('#') {
        Some(mark) => Ok((key, texts, Some(mark.trim().to_owned()))),
        None if rest.is_empty() => Ok((key, texts, None)),
        None => Err(format!("{rest:?} follows the text")),
    }
}

fn read_one(rest: &str) -> Result<(Vec<String>, &str), String> {
    let (text, rest) = read_text(rest)?;
    Ok((vec![text], rest))
}

fn read_list(rest: &str) -> Result<(Vec<String>, &str), String> {
    let mut texts = Vec::new();
    let mut rest = rest[1..].trim_start();
    while !rest.starts_with(']') {
        let (text, after) = read_text(rest)?;
        texts.push(text);
        let after = after.trim_start();
        rest = after.strip_prefix(',').unwrap_or(after).trim_start();
    }
    Ok((texts, &rest[1..]))
}

/// A text between quotes, with the escapes of TOML, and what follows it.
fn read_text(rest: &str) -> Result<(String, &str), String> {
    let inner = rest.strip_prefix('"').ok_or("a text stands between quotes")?;
    let mut text = String::new();
    let mut letters = inner.char_indices();
    while let Some((at, letter)) = letters.next() {
        match letter {
            '"' => return Ok((text, &inner[at + 1..])),
            '\\' => match letters.next().map(|(_, escaped)| escaped) {
                Some('n') => text.push('\n'),
                Some('t') => text.push('\t'),
                Some(same @ ('"' | '\\')) => text.push(same),
                Some('u') => {
                    let digits: String = letters.by_ref().take(4).map(|(_, digit)| digit).collect();
                    let code = u32::from_str_radix(&digits, 16).ok().and_then(char::from_u32);
                    text.push(code.ok_or("\\u takes four digits")?);
                }
                _ => return Err("after \\ comes one of \" \\ n t u".to_owned()),
            },
            letter => text.push(letter),
        }
    }
    Err("a quote is not closed".to_owned())
}

/// A date has a year, a month and a day, each once, and no other holes.
fn date_fault(date: &str) -> Option<String> {
    let holes: Vec<&str> =
        date.split('{').skip(1).filter_map(|inner| inner.split_once('}')).map(|(hole, _)| hole).collect();
    let has_one = |names: &[&str]| holes.iter().filter(|hole| names.contains(hole)).count() == 1;
    let is_whole = has_one(&["year"]) && has_one(&["month", "m"]) && has_one(&["day", "d"]);
    (!is_whole || holes.len() != 3)
        .then(|| format!("{date:?} has not one each of {{year}}, {{month}} or {{m}}, {{day}} or {{d}}"))
}

/// Every word that follows a count has as many forms as the language.
fn check_forms(text: &str, forms: usize) -> Result<(), String> {
    for inner in text.split('{').skip(1) {
        let Some((hole, _)) = inner.split_once('}') else { continue };
        let Some((name, words)) = hole.split_once('|') else { continue };
        let count = words.split('|').count();
        if count != forms {
            return Err(format!("{{{name}|...}} has {count} forms in place of {forms}"));
        }
    }
    Ok(())
}

/// A text as such a file has it, between quotes.
pub fn quoted(text: &str) -> String {
    let escaped = text.replace('\\', "\\\\").replace('"', "\\\"").replace('\n', "\\n").replace('\t', "\\t");
    format!("\"{escaped}\"")
}
