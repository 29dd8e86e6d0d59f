//! The language of a reader: a table from the ids of sentences to their texts, the forms that its words take
//! after a count, and how it writes figures. English stands in the templates themselves; tables of other
//! languages do not come with the program yet.

use std::borrow::Cow;
use std::cell::Cell;
use std::collections::HashMap;
use std::fmt::Write;
use std::sync::LazyLock;

use crate::plural::{self, Forms};
use crate::words::{Message, Piece, Pieces, Template};

/// One of the few languages of this process; each is read once and stays.
#[derive(Clone, Copy, Debug)]
pub struct Language(&'static Voice);

#[derive(Debug)]
struct Voice {
    /// As browsers and systems name it: `es`.
    code: String,
    /// As its speakers call it: `español`.
    name: String,
    forms: Forms,
    /// What stands between whole and part of a figure.
    point: char,
    sentences: Sentences,
}

#[derive(Debug)]
enum Sentences {
    /// As they stand in the templates.
    English,
    /// Longer, accented and bracketed English: whatever does not look so has not come from a table.
    Pseudo,
    Table(HashMap<String, String>),
}

thread_local! {
    /// The language in which messages are written into JSON, while [`Language::json`] does so.
    static WRITING: Cell<Option<Language>> = const { Cell::new(None) };
}

impl Language {
    pub fn english() -> Self {
        static ENGLISH: LazyLock<Language> =
            LazyLock::new(|| Voice::stay("en", "English", plural::english(), '.', Sentences::English));
        *ENGLISH
    }

    /// For tests: every sentence comes out longer, accented and in brackets.
    pub fn pseudo() -> Self {
        static PSEUDO: LazyLock<Language> =
            LazyLock::new(|| Voice::stay("en-XA", "[pséúdó]", plural::english(), ',', Sentences::Pseudo));
        *PSEUDO
    }

    /// A language from its table: its code, its name, the forms its words take after a count (in the order in
    /// which sentences give them), its decimal sign, and the texts by id.
    pub fn new(code: &str, name: &str, forms: Forms, point: char, texts: HashMap<String, String>) -> Self {
        Voice::stay(code, name, forms, point, Sentences::Table(texts))
    }

    /// The language of a code as browsers and systems write it (`es`, `es-MX`, `es_ES.UTF-8`), if it is here.
    pub fn find(code: &str) -> Option<Self> {
        let code = code.split(['.', '@']).next().unwrap_or_default().replace('_', "-");
        let same = |known: &Language| known.code().eq_ignore_ascii_case(&code);
        let languages = [Language::english(), Language::pseudo()];
        let plain = |known: &Language| {
            code.split('-').next().is_some_and(|language| known.code().eq_ignore_ascii_case(language))
        };
        languages.into_iter().find(same).or_else(|| languages.into_iter().find(plain))
    }

    pub fn code(self) -> &'static str {
        &self.0.code
    }

    pub fn name(self) -> &'static str {
        &self.0.name
    }

    /// What a reader of this language reads.
    pub fn say(self, said: impl Into<Message>) -> String {
        said.into().render(self)
    }

    /// The same with a capital and a full stop: findings and phrases of tables have neither.
    pub fn whole_sentence(self, said: impl Into<Message>) -> String {
        let text = self.say(said);
        let mut letters = text.chars();
        let first: String = letters.next().map(|first| first.to_uppercase().collect()).unwrap_or_default();
        let stop = if text.ends_with(['.', '!', '?', ':', '…']) { "" } else { "." };
        format!("{first}{}{stop}", letters.as_str())
    }

    /// A value as JSON, its sentences in this language. Only for what goes to a person at once; what is kept
    /// or compared is English.
    pub fn json(self, value: &impl serde::Serialize) -> serde_json::Result<String> {
        let _writing = Writing(WRITING.replace(Some(self)));
        serde_json::to_string(value)
    }

    /// A sentence of this language with its holes, for those who fill them elsewhere.
    pub fn text(self, template: Template) -> String {
        self.sentence(template.id, template.source()).into_owned()
    }

    /// The rules of its plural forms, as JSON: for each form but the last, tests of which one list must hold.
    pub fn forms(self) -> serde_json::Value {
        self.0.forms.json()
    }

    pub(crate) fn writing() -> Self {
        WRITING.get().unwrap_or_else(Language::english)
    }

    /// The text of a sentence, holes and all.
    pub(crate) fn sentence<'a>(self, id: &str, english: &'a str) -> Cow<'a, str> {
        match &self.0.sentences {
            Sentences::English => Cow::Borrowed(english),
            Sentences::Pseudo => Cow::Owned(pseudo(english)),
            Sentences::Table(texts) => Cow::Borrowed(texts.get(id).map_or(english, String::as_str)),
        }
    }

    /// The form of a word after a count; without a count the last, which is the most general.
    pub(crate) fn form(self, count: Option<u64>, forms: &str) -> &str {
        let of = |count| self.0.forms.of(count);
        let place = count.map_or(usize::MAX, of);
        forms.split('|').nth(place).or_else(|| forms.rsplit('|').next()).unwrap_or_default()
    }

    /// A figure with a decimal point, as this language writes it.
    pub(crate) fn decimal(self, figure: &str) -> String {
        figure.replace('.', &self.0.point.to_string())
    }

    /// What is wrong with this table beside the templates that it translates: each sentence with its id.
    pub fn faults(self, templates: &[Template]) -> Vec<String> {
        let Sentences::Table(texts) = &self.0.sentences else { return Vec::new() };
        let mut faults = Vec::new();
        for template in templates {
            match texts.get(template.id) {
                None => faults.push(format!("{}: missing", template.id)),
                Some(text) => faults.extend(self.fault(template, text)),
            }
        }
        let known = |id: &String| templates.iter().any(|template| template.id == id);
        faults.extend(texts.keys().filter(|id| !known(id)).map(|id| format!("{id}: no such sentence")));
        faults.sort();
        faults
    }

    fn fault(self, template: &Template, text: &str) -> Option<String> {
        let names = |text| {
            let mut names: Vec<&str> = Pieces(text).filter_map(Piece::hole).collect();
            names.sort_unstable();
            names.dedup();
            names
        };
        let (theirs, ours) = (names(template.source()), names(text));
        if theirs != ours {
            return Some(format!("{}: has the holes {ours:?} in place of {theirs:?}", template.id));
        }
        let count = |forms: &str| forms.split('|').count();
        let wrong = Pieces(text).find_map(|piece| match piece {
            Piece::Forms(name, forms) if count(forms) != self.0.forms.len() => Some((name, count(forms))),
            _ => None,
        });
        let (name, count) = wrong?;
        Some(format!("{}: {name} has {count} forms in place of {}", template.id, self.0.forms.len()))
    }
}

/// While a value is being written, and no longer, whatever happens meanwhile; holds what was before.
struct Writing(Option<Language>);

impl Drop for Writing {
    fn drop(&mut self) {
        WRITING.set(self.0);
    }
}

impl Voice {
    fn stay(code: &str, name: &str, forms: Forms, point: char, sentences: Sentences) -> Language {
        let (code, name) = (code.to_owned(), name.to_owned());
        Language(Box::leak(Box::new(Voice { code, name, forms, point, sentences })))
    }
}

/// Two languages are the same if they have one code.
impl PartialEq for Language {
    fn eq(&self, other: &Self) -> bool {
        self.0.code == other.0.code
    }
}

impl Eq for Language {}

impl Default for Language {
    fn default() -> Self {
        Language::english()
    }
}

/// English in disguise: accents on vowels, four tenths longer, in brackets; holes stay.
fn pseudo(english: &str) -> String {
    if english == "{text}" {
        // What somebody else said is no sentence of ours.
        return english.to_owned();
    }
    let mut text = String::from("[");
    let mut letters = 0;
    for piece in Pieces(english) {
        match piece {
            Piece::Text(plain) => {
                letters += plain.chars().count();
                text.extend(plain.chars().map(accented));
            }
            Piece::Hole(name) => {
                let _ = write!(text, "{{{name}}}");
            }
            Piece::Forms(name, forms) => {
                let forms: String = forms.chars().map(accented).collect();
                let _ = write!(text, "{{{name}|{forms}}}");
            }
        }
    }
    // In words, as real texts come: they must break where lines do.
    for place in 0..letters * 4 / 10 {
        text.push(if place % 6 == 5 { ' ' } else { '~' });
    }
    text.push(']');
    text
}

const fn accented(letter: char) -> char {
    match letter {
        'a' => 'á',
        'e' => 'é',
        'i' => 'í',
        'o' => 'ó',
        'u' => 'ú',
        'y' => 'ý',
        'A' => 'Á',
        'E' => 'É',
        'I' => 'Í',
        'O' => 'Ó',
        'U' => 'Ú',
        other => other,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const MOVES: Template = Template::new("t.moves", "{count} {count|move|moves} in {seconds} s");

    fn polish(text: &str) -> Language {
        let forms = Forms::read(&["i = 1 and v = 0", "i % 10 = 2..4 and i % 100 != 12..14"]).unwrap();
        let texts = HashMap::from([("t.moves".to_owned(), text.to_owned())]);
        Language::new("pl", "polski", forms, ',', texts)
    }

    #[test]
    fn three_forms_and_a_comma() {
        let polish = polish("{count} {count|ruch|ruchy|ruchów} w {seconds} s");
        let said =
            |count: u64| polish.say(MOVES.with("count", count).with("seconds", crate::Decimal(0.5, 1)));
        assert_eq!(said(1), "1 ruch w 0,5 s");
        assert_eq!(said(3), "3 ruchy w 0,5 s");
        assert_eq!((said(5), said(12)), ("5 ruchów w 0,5 s".to_owned(), "12 ruchów w 0,5 s".to_owned()));
        assert_eq!(said(22), "22 ruchy w 0,5 s");
        assert_eq!(polish.faults(&[MOVES]), [""; 0]);
    }

    #[test]
    fn a_table_is_held_against_its_templates() {
        let other = Template::new("t.other", "yes");
        let fault = |text| polish(text).faults(&[MOVES, other]).join("; ");
        assert!(fault("{count} {count|a|b} {seconds}").contains("t.moves: count has 2 forms in place of 3"));
        assert!(fault("{count} {second}").contains("t.moves: has the holes"));
        assert!(fault("").contains("t.other: missing"));
        assert!(polish("").faults(&[other]).contains(&"t.moves: no such sentence".to_owned()));
    }

    #[test]
    fn a_sentence_in_disguise() {
        let said = Language::pseudo().say(MOVES.with("count", 2).with("seconds", 1));
        assert_eq!(said, "[2 móvés ín 1 s~~]");
        assert_eq!(Language::pseudo().say(Message::told("level 3")), "level 3");
    }

    #[test]
    fn json_is_english_unless_a_reader_asks() {
        let said = MOVES.with("count", 1).with("seconds", 2);
        assert_eq!(serde_json::to_string(&said).unwrap(), "\"1 move in 2 s\"");
        assert_eq!(polish("{count}+{seconds}").json(&said).unwrap(), "\"1+2\"");
        assert_eq!(serde_json::to_string(&said).unwrap(), "\"1 move in 2 s\"");
    }
}
