//! `ingenio languages`: which there are, and what a table of sentences lacks. Whoever translates takes what
//! `--missing` prints, writes the other language between the quotes and leaves the mark behind them: it tells
//! later that the English sentence has changed since. Words that follow a count are printed with as many forms as the
//! language has by the head of its file.

use std::collections::HashMap;

use ingenio_core::{Language, Template};
use ingenio_languages::{File, Sentence, mark, quoted};
use ingenio_lessons::{LESSONS, Lesson};

use crate::arguments::{LanguagesArguments, known_languages};
use crate::exit::Status;
use crate::output::{complain, print};
use crate::sentences::{self, Group};
use crate::words;

/// What the file of a new language begins with.
const HEAD: &str = r#"# How it writes: its code, its own name, the decimal sign, what groups digits and from how many digits on, a day
# ({day} 08, {d} 8, {month} 09, {m} 9, {year}), and for each form but the last when it follows a count, as in
# https://www.unicode.org/cldr/charts/latest/supplemental/language_plural_rules.html
code = "CODE"
name = "NAME"
point = ","
group = "\u00a0"
group-from = "5"
date = "{day}.{month}.{year}"
plural = ["i = 1 and v = 0"]

[sentences]
"#;
/// How many forms a word has by the rules in it.
const FORMS_OF_HEAD: usize = 2;

pub fn run(arguments: &LanguagesArguments) -> Status {
    let Some(name) = &arguments.table else {
        return list();
    };
    let groups = sentences::all();
    let (file, text) = match read(name) {
        Ok(read) => read,
        Err(fault) => {
            complain(words::LANGUAGE_UNREADABLE.with("name", name).with("fault", fault));
            return Status::BadInput;
        }
    };
    match (&file, arguments) {
        (_, LanguagesArguments { mark: true, .. }) => marked(&text, &groups),
        (file, LanguagesArguments { missing: true, .. }) => missing(file.as_ref(), &groups),
        (Some(file), LanguagesArguments { stale: true, .. }) => stale(file, &groups),
        (Some(file), _) => report(file, &groups),
        (None, _) => {
            complain(words::NO_SUCH_LANGUAGE.with("code", name).with("known", known_languages()));
            Status::BadUsage
        }
    }
}

/// A language by its code, or a file; nothing for a code that has no file yet.
fn read(name: &str) -> Result<(Option<File>, String), String> {
    let text = match ingenio_languages::shipped(name) {
        Some(shipped) => shipped.to_owned(),
        None if std::path::Path::new(name).extension().is_some_and(|ending| ending == "toml") => {
            std::fs::read_to_string(name).map_err(|error| error.to_string())?
        }
        None => return Ok((None, String::new())),
    };
    File::read(&text).map(|file| (Some(file), text))
}

/// The languages of this program, with what each lacks.
fn list() -> Status {
    let groups = sentences::all();
    let all = groups.iter().map(|group| group.sentences.len()).sum::<usize>();
    for language in Language::all() {
        let shipped = ingenio_languages::shipped(language.code());
        let file = shipped.and_then(|text| File::read(text).ok());
        let (missing, stale) = file.as_ref().map_or((0, 0), |file| {
            let table = Table::new(file);
            (table.missing(&groups).count(), table.stale(&groups).count())
        });
        let line = words::LANGUAGE_LINE.with("code", language.code()).with("name", language.name());
        let line = line.with("count", all - missing).with("missing", missing).with("stale", stale);
        let line = line.with("lessons", lessons(language).count()).with("all", LESSONS.len());
        print(words::LINE.with("text", line));
    }
    Status::Fine
}

/// The lessons that a language has a text of; readers are shown the English one of the others.
fn lessons(language: Language) -> impl Iterator<Item = &'static Lesson> {
    LESSONS.iter().filter(move |lesson| lesson.text_for(language).1 == language)
}

/// Those of which the English text has changed since, or nobody has said from which text they were made.
fn stale_lessons(language: Language) -> impl Iterator<Item = &'static Lesson> {
    let is_fresh = move |lesson: &Lesson| {
        lesson.made_from(language).is_some_and(|made| made == mark(&lesson.own_words()))
    };
    lessons(language).filter(move |lesson| language != Language::english() && !is_fresh(lesson))
}

/// The sentences of a file by their ids.
struct Table<'a>(HashMap<&'a str, &'a Sentence>);

impl<'a> Table<'a> {
    fn new(file: &'a File) -> Self {
        Table(file.sentences.iter().map(|sentence| (sentence.id.as_str(), sentence)).collect())
    }

    fn missing<'g>(&self, groups: &'g [Group]) -> impl Iterator<Item = &'g Template> {
        let templates = groups.iter().flat_map(|group| &group.sentences);
        templates.filter(|template| !self.0.contains_key(template.id))
    }

    /// Those whose English has changed since, with what they say now.
    fn stale<'g>(&self, groups: &'g [Group]) -> impl Iterator<Item = (&'g Template, &'a Sentence)> {
        let templates = groups.iter().flat_map(|group| &group.sentences);
        templates.filter_map(|template| {
            let sentence = self.0.get(template.id)?;
            let made_from = sentence.mark.as_deref()?;
            (made_from != mark(template.source())).then_some((template, *sentence))
        })
    }
}

/// What is wrong with a table, and what it lacks.
fn report(file: &File, groups: &[Group]) -> Status {
    let templates: Vec<Template> = groups.iter().flat_map(|group| group.sentences.clone()).collect();
    let texts: HashMap<_, _> =
        file.sentences.iter().map(|sentence| (sentence.id.clone(), sentence.text.clone())).collect();
    let manner = ingenio_languages::manner_of(file);
    let Some(language) = Language::new(manner, || texts) else {
        complain(words::LANGUAGE_RULES);
        return Status::BadInput;
    };
    let faults = language.faults(&templates);
    for fault in &faults {
        print(format_args!("{fault}\n"));
    }
    let table = Table::new(file);
    for (template, _) in table.stale(groups) {
        print(format_args!("{}: stale\n", template.id));
    }
    for lesson in stale_lessons(language) {
        let (code, new) = (language.code(), mark(&lesson.own_words()));
        print(format_args!(
            "docs/lessons/{code}/{}.md: stale; its mark is now <!-- of {new} -->\n",
            lesson.name
        ));
    }
    let unmarked = file.sentences.iter().filter(|sentence| sentence.mark.is_none()).count();
    if unmarked > 0 {
        print(words::LINE.with("text", words::LANGUAGE_UNMARKED.with("count", unmarked)));
    }
    if faults.is_empty() { Status::Fine } else { Status::Refused }
}

/// The sentences that a table lacks, ready to be translated; the whole file where there is none yet.
fn missing(file: Option<&File>, groups: &[Group]) -> Status {
    let none = File::default();
    let table = Table::new(file.unwrap_or(&none));
    let forms = file.map_or(FORMS_OF_HEAD, File::forms);
    if file.is_none() {
        print(HEAD);
    }
    for group in groups {
        let lacking: Vec<&Template> = table.missing(std::slice::from_ref(group)).collect();
        if !lacking.is_empty() {
            print(format_args!("\n# --- {} ---\n", group.title));
        }
        for template in lacking {
            let text = with_forms(template.source(), forms);
            print(format_args!("{}", line(template.id, &text, template.source())));
        }
    }
    Status::Fine
}

/// The stale ones with their new marks, each below what English says now.
fn stale(file: &File, groups: &[Group]) -> Status {
    for (template, sentence) in Table::new(file).stale(groups) {
        let english = template.source().replace('\n', " ");
        print(format_args!("# {english}\n{}", line(template.id, &sentence.text, template.source())));
    }
    Status::Fine
}

/// The file again, with a mark behind every sentence that has none.
fn marked(text: &str, groups: &[Group]) -> Status {
    let templates = groups.iter().flat_map(|group| &group.sentences);
    let sources: HashMap<&str, &str> = templates.map(|template| (template.id, template.source())).collect();
    for line in text.lines() {
        let read = File::read_line(line).filter(|sentence| sentence.mark.is_none());
        let source = read.and_then(|sentence| sources.get(sentence.id.as_str()).copied());
        match source {
            Some(english) => print(format_args!("{} # {}\n", line.trim_end(), mark(english))),
            None => print(format_args!("{line}\n")),
        };
    }
    Status::Fine
}

/// English with as many forms after each count as another language has: the last is repeated or left out, so that the
/// file can be built before anybody has translated it.
fn with_forms(english: &str, forms: usize) -> String {
    let mut text = String::new();
    let mut rest = english;
    while let Some((before, inner)) = rest.split_once('{') {
        let Some((hole, after)) = inner.split_once('}') else { break };
        text.extend([before, "{"]);
        match hole.split_once('|') {
            None => text.push_str(hole),
            Some((name, words)) => {
                let words: Vec<&str> = words.split('|').collect();
                let last = *words.last().unwrap_or(&"");
                let kept = words[..words.len() - 1].iter().copied().take(forms - 1);
                let fitted: Vec<&str> = kept.chain(std::iter::repeat(last)).take(forms).collect();
                text.extend([name, "|", &fitted.join("|")]);
            }
        }
        text.push('}');
        rest = after;
    }
    text + rest
}

fn line(id: &str, text: &str, english: &str) -> String {
    format!("{} = {} # {}\n", quoted(id), quoted(text), mark(english))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn english_is_fitted_to_any_number_of_forms() {
        let english = "{count} {count|move|moves} of {all}";
        let fitted = [1, 2, 4].map(|forms| with_forms(english, forms));
        assert_eq!(fitted[0], "{count} {count|moves} of {all}");
        assert_eq!(fitted[1], english);
        assert_eq!(fitted[2], "{count} {count|move|moves|moves|moves} of {all}");
        assert_eq!(with_forms("a { b", 3), "a { b");
    }
}
