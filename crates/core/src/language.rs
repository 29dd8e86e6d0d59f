//! The language of a reader: a table from the ids of sentences to their texts, the forms that its words take
//! after a count, and how it writes figures and days. English stands in the templates themselves; others are
//! learnt: from files (crate `languages`), or from a table that is handed to what runs in a page.

use std::borrow::Cow;
use std::cell::Cell;
use std::collections::HashMap;
use std::fmt::Write;
use std::sync::{LazyLock, PoisonError, RwLock};

use serde::{Deserialize, Serialize};

use crate::plural::{self, Forms};
use crate::words::{Message, Piece, Pieces, Template};

/// One of the few languages of this process; each is read once and stays.
#[derive(Clone, Copy, Debug)]
pub struct Language(&'static Voice);

/// How a language writes, apart from its sentences.
#[derive(Clone, Debug)]
pub struct Manner {
    /// As browsers and systems name it: `es`.
    pub code: String,
    /// As its speakers call it: `español`.
    pub name: String,
    /// Which form a word takes after a count; see [`Forms`].
    pub rules: Vec<String>,
    /// What stands between whole and part of a figure.
    pub point: String,
    /// What stands between groups of three digits, in numbers of so many digits or more.
    pub group: String,
    /// From how many digits on they are grouped: 4 for `1 234`, 5 where that is written `1234`.
    pub group_from: usize,
    /// `{day}.{month}.{year}`
    pub date: String,
}

/// A language on its way to another process: a page hands it to the modules in it. It travels as one text, because
/// reading a record with many fields would take much of the little room that the modules have.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(into = "String", try_from = "String")]
pub struct Table {
    manner: Manner,
    texts: Vec<(String, String)>,
}

#[derive(Debug)]
struct Voice {
    manner: Manner,
    forms: Forms,
    sentences: Sentences,
}

type Texts = HashMap<String, String>;

enum Sentences {
    /// As they stand in the templates.
    English,
    /// Longer, accented and bracketed English: whatever does not look so has not come from a table.
    Pseudo,
    /// Read when the first of them is said.
    Table(LazyLock<Texts, Box<dyn FnOnce() -> Texts + Send>>),
}

impl std::fmt::Debug for Sentences {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Sentences::English => "English",
            Sentences::Pseudo => "Pseudo",
            Sentences::Table(_) => "Table",
        })
    }
}

/// What this process has learnt beside English.
static LEARNT: RwLock<Vec<Language>> = RwLock::new(Vec::new());

thread_local! {
    /// The language in which messages are written into JSON, while [`Language::json`] does so.
    static WRITING: Cell<Option<Language>> = const { Cell::new(None) };
}

impl Language {
    /// The language of the templates themselves. It is always there.
    pub fn english() -> Self {
        static ENGLISH: LazyLock<Language> =
            LazyLock::new(|| Voice::stay(Manner::english(), plural::english(), Sentences::English));
        *ENGLISH
    }

    /// For tests: every sentence comes out longer, accented and in brackets.
    pub fn pseudo() -> Self {
        static PSEUDO: LazyLock<Language> = LazyLock::new(|| {
            let (code, name, point) = ("en-XA".to_owned(), "[pséúdó]".to_owned(), ",".to_owned());
            let manner = Manner { code, name, point, ..Manner::english() };
            Voice::stay(manner, plural::english(), Sentences::Pseudo)
        });
        *PSEUDO
    }

    /// A language from its table: how it writes, and where its texts by id come from once they are needed.
    /// Nothing where its rules cannot be read.
    pub fn new(manner: Manner, texts: impl FnOnce() -> Texts + Send + 'static) -> Option<Self> {
        let rules: Vec<&str> = manner.rules.iter().map(String::as_str).collect();
        let forms = Forms::read(&rules)?;
        Some(Voice::stay(manner, forms, Sentences::Table(LazyLock::new(Box::new(texts)))))
    }

    /// From here on this process knows the language; one with the same code is not replaced.
    pub fn learn(self) {
        let mut learnt = LEARNT.write().unwrap_or_else(PoisonError::into_inner);
        if !learnt.contains(&self) {
            learnt.push(self);
        }
    }

    /// The languages a reader can choose from: English, and those that were learnt.
    pub fn all() -> Vec<Self> {
        let learnt = LEARNT.read().unwrap_or_else(PoisonError::into_inner);
        std::iter::once(Language::english()).chain(learnt.iter().copied()).collect()
    }

    /// The language of a code as browsers and systems write it (`es`, `es-MX`, `es_ES.UTF-8`), if it is here.
    pub fn find(code: &str) -> Option<Self> {
        let code = code.split(['.', '@']).next().unwrap_or_default().replace('_', "-");
        let same = |known: &Language| known.code().eq_ignore_ascii_case(&code);
        let languages: Vec<Language> = Language::all().into_iter().chain([Language::pseudo()]).collect();
        let plain = |known: &Language| {
            code.split('-').next().is_some_and(|language| known.code().eq_ignore_ascii_case(language))
        };
        languages.iter().copied().find(same).or_else(|| languages.iter().copied().find(plain))
    }

    /// The table for another process: how the language writes, and those of its sentences whose ids are
    /// wanted. Nothing for a language that every process speaks.
    pub fn table(self, is_wanted: impl Fn(&str) -> bool) -> Option<Table> {
        let Sentences::Table(texts) = &self.0.sentences else { return None };
        let wanted = texts.iter().filter(|(id, _)| is_wanted(id));
        let mut texts: Vec<_> = wanted.map(|(id, text)| (id.clone(), text.clone())).collect();
        texts.sort();
        Some(Table { manner: self.0.manner.clone(), texts })
    }

    /// A table that came from another process is learnt.
    pub fn taught(table: Table) -> Option<Self> {
        let Table { manner, texts } = table;
        let language = Language::new(manner, || texts.into_iter().collect())?;
        language.learn();
        Some(language)
    }

    /// As browsers and systems name it: `es`.
    pub fn code(self) -> &'static str {
        &self.0.manner.code
    }

    /// As its speakers call it: `español`.
    pub fn name(self) -> &'static str {
        &self.0.manner.name
    }

    /// How it writes numbers and dates, for scripts in pages, which write some of their own.
    pub fn manner(self) -> &'static Manner {
        &self.0.manner
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
    pub fn json(self, value: &impl Serialize) -> serde_json::Result<String> {
        let _writing = Writing(WRITING.replace(Some(self)));
        serde_json::to_string(value)
    }

    /// Whatever is written meanwhile, and by this thread, is in this language: a report is made of many parts
    /// that all have one reader. What is kept for programs does not belong in here.
    pub fn during<T>(self, write: impl FnOnce() -> T) -> T {
        let _writing = Writing(WRITING.replace(Some(self)));
        write()
    }

    /// A sentence of this language with its holes, for those who fill them elsewhere.
    pub fn text(self, template: Template) -> String {
        self.sentence(template.id, template.source()).into_owned()
    }

    /// The rules of its plural forms, as JSON: for each form but the last, tests of which one list must hold.
    pub fn forms(self) -> serde_json::Value {
        self.0.forms.json()
    }

    /// The language that this thread writes in.
    pub fn writing() -> Self {
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
    pub fn decimal(self, figure: &str) -> String {
        figure.replace('.', &self.0.manner.point)
    }

    /// A whole number with its digits in groups, as this language writes them.
    pub(crate) fn grouped(self, number: u64) -> String {
        let (digits, manner) = (number.to_string(), &self.0.manner);
        if digits.len() < manner.group_from {
            return digits;
        }
        let mut text = String::new();
        for (place, digit) in digits.chars().enumerate() {
            if place > 0 && (digits.len() - place) % 3 == 0 {
                text.push_str(&manner.group);
            }
            text.push(digit);
        }
        text
    }

    /// A day (`2026-11-18`), as this language writes it; any other text as it stands.
    pub(crate) fn day(self, day: &str) -> String {
        let parts: Vec<&str> = day.split('-').collect();
        let [year, month, day_of_month] = parts[..] else { return day.to_owned() };
        let short = |part: &str| part.trim_start_matches('0').to_owned();
        let date = self.0.manner.date.replace("{year}", year);
        let date = date.replace("{month}", month).replace("{day}", day_of_month);
        date.replace("{m}", &short(month)).replace("{d}", &short(day_of_month))
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
        if let Some((name, count)) = wrong {
            return Some(format!(
                "{}: {name} has {count} forms in place of {}",
                template.id,
                self.0.forms.len()
            ));
        }
        // A language with one form has no words that follow counts.
        let deciding = |text| {
            let names = Pieces(text).filter_map(|piece| match piece {
                Piece::Forms(name, _) => Some(name),
                _ => None,
            });
            names.collect::<Vec<&str>>()
        };
        let ours = deciding(text);
        let mute = deciding(template.source()).into_iter().find(|name| !ours.contains(name))?;
        (self.0.forms.len() > 1).then(|| format!("{}: no word follows {mute}", template.id))
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
    fn stay(manner: Manner, forms: Forms, sentences: Sentences) -> Language {
        Language(Box::leak(Box::new(Voice { manner, forms, sentences })))
    }
}

/// What stands between groups of digits in English.
pub(crate) const GROUP: &str = "\u{202f}";

/// Between the lines of a table, and between the parts of a line: no sentence holds them.
const LINE: char = '\u{1e}';
const PART: char = '\u{1f}';

impl From<Table> for String {
    fn from(table: Table) -> String {
        let Manner { code, name, rules, point, group, group_from, date } = table.manner;
        let manner = [code, name, point, group, group_from.to_string(), date].into_iter().chain(rules);
        let mut text = manner.collect::<Vec<_>>().join("\u{1f}");
        for (id, sentence) in table.texts {
            text.extend([LINE]);
            text += &id;
            text.extend([PART]);
            text += &sentence;
        }
        text
    }
}

impl TryFrom<String> for Table {
    type Error = &'static str;

    fn try_from(text: String) -> Result<Self, Self::Error> {
        const NO_TABLE: &str = "this is no table of a language";
        let mut lines = text.split(LINE);
        let mut parts = lines.next().unwrap_or_default().split(PART).map(str::to_owned);
        let mut part = || parts.next().ok_or(NO_TABLE);
        let (code, name, point, group) = (part()?, part()?, part()?, part()?);
        let (group_from, date) = (part()?.parse().map_err(|_| NO_TABLE)?, part()?);
        let manner = Manner { code, name, rules: parts.collect(), point, group, group_from, date };
        let texts = lines.filter_map(|line| line.split_once(PART));
        let texts = texts.map(|(id, text)| (id.to_owned(), text.to_owned())).collect();
        Ok(Table { manner, texts })
    }
}

impl Manner {
    /// Figures and days are as they were before anybody had another way: thin spaces, the year first.
    fn english() -> Self {
        Manner {
            code: "en".to_owned(),
            name: "English".to_owned(),
            rules: Vec::new(),
            point: ".".to_owned(),
            group: GROUP.to_owned(),
            group_from: 4,
            date: "{year}-{month}-{day}".to_owned(),
        }
    }
}

/// Two languages are the same if they have one code.
impl PartialEq for Language {
    fn eq(&self, other: &Self) -> bool {
        self.0.manner.code == other.0.manner.code
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
        let rules = ["i = 1 and v = 0", "i % 10 = 2..4 and i % 100 != 12..14"];
        let manner = Manner {
            code: "pl".to_owned(),
            name: "polski".to_owned(),
            rules: rules.map(str::to_owned).to_vec(),
            point: ",".to_owned(),
            group: "\u{a0}".to_owned(),
            group_from: 5,
            date: "{d}.{month}.{year}".to_owned(),
        };
        let texts = HashMap::from([("t.moves".to_owned(), text.to_owned())]);
        Language::new(manner, || texts).expect("rules that can be read")
    }

    #[test]
    fn figures_and_days_in_the_readers_way() {
        let (polish, english) = (polish(""), Language::english());
        assert_eq!([1234, 12345].map(|number| polish.grouped(number)), ["1234", "12\u{a0}345"]);
        let grouped = [7, 1234, 123_456, 1_234_567].map(|number| english.grouped(number));
        assert_eq!(grouped, ["7", "1\u{202f}234", "123\u{202f}456", "1\u{202f}234\u{202f}567"]);
        assert_eq!(
            (polish.day("2026-11-08"), english.day("2026-11-08")),
            ("8.11.2026".into(), "2026-11-08".into())
        );
        assert_eq!(polish.day("never"), "never");
    }

    #[test]
    fn a_table_goes_to_another_process() {
        let table = polish("{count} ruchów, {seconds} s").table(|id| id == "t.moves").expect("a table");
        assert_eq!(table.texts, [("t.moves".to_owned(), "{count} ruchów, {seconds} s".to_owned())]);
        let sent = serde_json::to_string(&table).expect("a text");
        let table: Table = serde_json::from_str(&sent).expect("the same table");
        assert_eq!(table.texts.len(), 1);
        assert!(serde_json::from_str::<Table>("\"pl\"").is_err(), "a table says how its language writes");
        let learnt = Language::taught(table).expect("a language");
        assert_eq!(Language::find("pl_PL.UTF-8"), Some(learnt));
        assert!(Language::all().contains(&learnt));
        assert!(Language::english().table(|_| true).is_none());
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
        let grouped = |count| polish.say(MOVES.with("count", crate::Grouped(count)).with("seconds", 1));
        assert_eq!(grouped(12_453), "12\u{a0}453 ruchy w 1 s");
        assert_eq!(grouped(22_222), "22\u{a0}222 ruchy w 1 s");
        assert_eq!(grouped(12_412), "12\u{a0}412 ruchów w 1 s");
        assert_eq!(polish.faults(&[MOVES]), [""; 0]);
    }

    #[test]
    fn a_table_is_held_against_its_templates() {
        let other = Template::new("t.other", "yes");
        assert_eq!(polish("{count}, {seconds}").faults(&[MOVES]), ["t.moves: no word follows count"]);
        assert_eq!(
            polish("{count}{count|||}, {seconds}").faults(&[MOVES]),
            [""; 0],
            "it is said that none does"
        );
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
