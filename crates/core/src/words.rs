//! Every sentence a user can read is a [`Template`] with an id of its own, declared once with
//! [`words!`](crate::words). A [`Message`] is a template with its values filled in; a value may be a message
//! itself, so that no English words travel inside of a sentence. What a reader sees is said by a
//! [`Language`](crate::Language). A message has no `Display`: nobody can glue one into a text by accident, and
//! who wants English (logs, JSON, file formats) says so.

use std::borrow::Cow;
use std::fmt;

use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::grid::Cell;
use crate::language::{GROUP, Language};

/// A whole table, for those who list its sentences. Modules in pages list none and have little room: there it is
/// empty, so that what they never say is left out of them.
pub const fn listing(all: &'static [Template]) -> &'static [Template] {
    if cfg!(target_arch = "wasm32") { &[] } else { all }
}

/// A sentence with holes: `"row {row} has {found} {found|number|numbers}"`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Template {
    /// Stable name, also the `kind` of an error in JSON: `taquin.row-length`.
    pub id: &'static str,
    /// The English sentence, with `{name}` where a value goes and `{name|form|forms}` where the word depends
    /// on a count.
    english: &'static str,
}

impl Template {
    /// What [`words!`](crate::words!) makes of a row; nobody else should, so that every sentence stands in a table.
    pub const fn new(id: &'static str, english: &'static str) -> Self {
        Template { id, english }
    }

    /// The English sentence, holes and all: for tables of words and tests of them.
    pub const fn source(self) -> &'static str {
        self.english
    }

    /// The sentence as it stands, without values.
    pub const fn say(self) -> Message {
        Message { id: Cow::Borrowed(self.id), english: Cow::Borrowed(self.english), values: Vec::new() }
    }

    /// The sentence with one value; more follow with [`Message::with`].
    pub fn with(self, name: &'static str, value: impl Value) -> Message {
        self.say().with(name, value)
    }

    /// The sentence about a cell: fills the holes `row` and `column`, which people count from 1.
    pub fn at(self, cell: Cell) -> Message {
        self.say().at(cell)
    }

    /// The names of the holes, in order of appearance.
    pub fn holes(self) -> Vec<&'static str> {
        Pieces(self.english).filter_map(Piece::hole).collect()
    }
}

/// A template with its values: what is shown, logged and sent.
#[derive(Clone, PartialEq, Eq)]
pub struct Message {
    id: Cow<'static, str>,
    english: Cow<'static, str>,
    values: Vec<(&'static str, Filling)>,
}

impl Message {
    /// A sentence that is declared elsewhere than in a table: what a method or an option is about.
    pub fn declared(id: String, english: impl Into<Cow<'static, str>>) -> Self {
        Message { id: Cow::Owned(id), english: english.into(), values: Vec::new() }
    }

    /// Fills the holes `row` and `column` of a sentence about a cell, which people count from 1.
    pub fn at(self, cell: Cell) -> Self {
        self.with("row", cell.row + 1).with("column", cell.column + 1)
    }

    /// These, with commas and an "and" before the last.
    pub fn these(mut messages: Vec<Message>) -> Self {
        match messages.pop() {
            None => Message::empty(),
            Some(only) if messages.is_empty() => only,
            Some(last) => table::AND.with("others", Listed::commas(messages)).with("last", last),
        }
    }

    /// Any one of these, with commas and an "or" before the last.
    pub fn any_of(mut messages: Vec<Message>) -> Self {
        match messages.pop() {
            None => Message::empty(),
            Some(only) if messages.is_empty() => only,
            Some(last) => table::OR.with("others", Listed::commas(messages)).with("last", last),
        }
    }

    /// A text that is the same in every language: a name, what somebody wrote, what another program said.
    pub fn told(text: impl Value) -> Self {
        table::TOLD.with("text", text)
    }

    /// No words at all.
    pub fn empty() -> Self {
        Message::told("")
    }

    /// The stable name of its sentence.
    pub fn id(&self) -> &str {
        &self.id
    }

    /// The text of what is told as it stands, if it is one.
    pub(crate) fn plain_text(&self) -> Option<&str> {
        match (self.is(table::TOLD), self.values.as_slice()) {
            (true, [(_, Filling::Text(text))]) => Some(text),
            _ => None,
        }
    }

    /// The English sentence, holes and all: for tables of words.
    pub fn source(&self) -> &str {
        &self.english
    }

    /// Says whether it is this sentence, whatever its values.
    pub fn is(&self, template: Template) -> bool {
        self.id == template.id
    }

    /// Several facts with dots between them.
    pub fn dotted(messages: Vec<Message>) -> Self {
        table::TOLD.with("text", Listed(" · ", messages))
    }

    /// Several sentences, each on a line of its own.
    pub fn lines(messages: Vec<Message>) -> Self {
        table::TOLD.with("text", Listed("\n", messages))
    }

    /// Several sentences one after the other.
    pub fn all(messages: Vec<Message>) -> Self {
        table::TOLD.with("text", Listed(" ", messages))
    }

    /// Fills a hole. A name that the sentence has no hole for is a mistake, which tests notice.
    pub fn with(mut self, name: &'static str, value: impl Value) -> Self {
        let holes = || Pieces(&self.english).any(|piece| piece.hole() == Some(name));
        debug_assert!(holes(), "{} has no hole {name}", self.id);
        self.values.push((name, value.filling()));
        self
    }

    /// For logs, JSON and files, which are English whoever reads them.
    pub fn english(&self) -> String {
        self.render(Language::english())
    }

    /// In the language that is written in just now (see [`Language::during`]); English, if in none.
    pub fn written(&self) -> String {
        self.render(Language::writing())
    }

    /// For a database, from which any reader can have it in their language: the id, and the values as text.
    pub fn keep(&self) -> String {
        let english = Language::english();
        let mut values = serde_json::Map::new();
        for (name, filling) in &self.values {
            let mut text = String::new();
            match filling {
                // Kept as a number, to be written in the way of whoever reads it.
                Filling::Number(number) => text = number.to_string(),
                _ => filling.render(english, &mut text),
            }
            values.insert((*name).to_owned(), text.into());
        }
        serde_json::json!({ "id": self.id, "values": values }).to_string()
    }

    /// A kept sentence of one of these templates; any other text is told as it stands.
    pub fn recall(kept: &str, templates: &[Template]) -> Self {
        let read = || -> Option<Message> {
            let kept: serde_json::Value = serde_json::from_str(kept).ok()?;
            let template = templates.iter().find(|template| kept["id"] == template.id)?;
            let mut holes = template.holes();
            holes.sort_unstable();
            holes.dedup();
            let values = holes.into_iter().filter_map(|hole| Some((hole, kept["values"][hole].as_str()?)));
            Some(values.fold(template.say(), |said, (hole, value)| said.with(hole, value)))
        };
        read().unwrap_or_else(|| Message::told(kept))
    }

    /// The sentence with its values, in a language.
    pub(crate) fn render(&self, language: Language) -> String {
        let sentence = language.sentence(&self.id, &self.english);
        let mut text = String::with_capacity(sentence.len() + 16);
        for piece in Pieces(&sentence) {
            match piece {
                Piece::Text(plain) => text.push_str(plain),
                Piece::Hole(name) => match self.value(name) {
                    Some(filling) => filling.render(language, &mut text),
                    None => text.extend(["{", name, "}"]),
                },
                Piece::Forms(name, forms) => {
                    let count = self.value(name).and_then(Filling::count);
                    text.push_str(language.form(count, forms));
                }
            }
        }
        text
    }

    fn value(&self, name: &str) -> Option<&Filling> {
        self.values.iter().find(|(known, _)| *known == name).map(|(_, filling)| filling)
    }
}

/// For those who read panics and tests.
impl fmt::Debug for Message {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {:?}", self.id, self.english())
    }
}

impl From<Template> for Message {
    fn from(template: Template) -> Self {
        template.say()
    }
}

impl From<&Message> for Message {
    fn from(message: &Message) -> Self {
        message.clone()
    }
}

/// What stands in a hole.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Filling {
    /// The same in every language: a name, a count, what somebody wrote.
    Text(String),
    /// A figure with a decimal point, which is a comma elsewhere.
    Decimal(String),
    /// A whole number whose digits stand in groups.
    Number(u64),
    /// A day: `2026-11-18`.
    Day(String),
    /// Another sentence, said in the same language.
    Said(Message),
    /// Several, with a sign between them.
    List(&'static str, Vec<Message>),
}

impl Filling {
    fn render(&self, language: Language, text: &mut String) {
        match self {
            Filling::Text(plain) => text.push_str(plain),
            Filling::Decimal(figure) => text.push_str(&language.decimal(figure)),
            Filling::Number(number) => text.push_str(&language.grouped(*number)),
            Filling::Day(day) => text.push_str(&language.day(day)),
            Filling::Said(message) => text.push_str(&message.render(language)),
            Filling::List(between, messages) => {
                let said: Vec<String> = messages.iter().map(|message| message.render(language)).collect();
                text.push_str(&said.join(between));
            }
        }
    }

    /// The number that decides the form of a word.
    fn count(&self) -> Option<u64> {
        match self {
            // A count that came back from a text of ours stands in English groups.
            Filling::Text(plain) => plain.replace(GROUP, "").parse().ok(),
            Filling::Number(number) => Some(*number),
            _ => None,
        }
    }
}

/// What can stand in a hole: whatever has one text in every language, and sentences.
pub trait Value {
    /// How it stands there.
    fn filling(self) -> Filling;
}

impl<T: fmt::Display> Value for T {
    fn filling(self) -> Filling {
        Filling::Text(self.to_string())
    }
}

/// For programs that hand every error on as a box.
impl From<Message> for Box<dyn std::error::Error> {
    fn from(wrong: Message) -> Self {
        wrong.english().into()
    }
}

impl Value for Message {
    fn filling(self) -> Filling {
        Filling::Said(self)
    }
}

impl Value for &Message {
    fn filling(self) -> Filling {
        Filling::Said(self.clone())
    }
}

impl Value for Template {
    fn filling(self) -> Filling {
        Filling::Said(self.say())
    }
}

/// Several sentences in one hole, with this between them.
#[derive(Clone, Debug)]
pub struct Listed(pub &'static str, pub Vec<Message>);

impl Listed {
    /// With a comma and a space between them.
    pub fn commas(messages: impl IntoIterator<Item = Message>) -> Self {
        Listed(", ", messages.into_iter().collect())
    }
}

impl Value for Listed {
    fn filling(self) -> Filling {
        Filling::List(self.0, self.1)
    }
}

/// A figure with so many digits after the point.
#[derive(Clone, Copy, Debug)]
pub struct Decimal(pub f64, pub usize);

impl Value for Decimal {
    fn filling(self) -> Filling {
        let Decimal(value, digits) = self;
        Filling::Decimal(format!("{value:.digits$}"))
    }
}

/// A whole number with its digits in groups.
#[derive(Clone, Copy, Debug)]
pub struct Grouped(pub u64);

impl Value for Grouped {
    fn filling(self) -> Filling {
        Filling::Number(self.0)
    }
}

/// A day as the reader writes it, from `2026-11-18`.
#[derive(Clone, Debug)]
pub struct Dated(pub String);

impl Value for Dated {
    fn filling(self) -> Filling {
        Filling::Day(self.0)
    }
}

/// A part of a sentence.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Piece<'a> {
    Text(&'a str),
    Hole(&'a str),
    /// A word that depends on a count: the name of its hole, and the forms with bars between them.
    Forms(&'a str, &'a str),
}

impl<'a> Piece<'a> {
    pub(crate) fn hole(self) -> Option<&'a str> {
        match self {
            Piece::Text(_) => None,
            Piece::Hole(name) | Piece::Forms(name, _) => Some(name),
        }
    }
}

/// The parts of what is left of a sentence.
#[derive(Clone, Debug)]
pub(crate) struct Pieces<'a>(pub &'a str);

impl<'a> Iterator for Pieces<'a> {
    type Item = Piece<'a>;

    fn next(&mut self) -> Option<Piece<'a>> {
        let rest = self.0;
        if rest.is_empty() {
            return None;
        }
        let inner = rest.strip_prefix('{').and_then(|inner| inner.split_once('}'));
        if let Some((hole, after)) = inner {
            self.0 = after;
            return Some(match hole.split_once('|') {
                Some((name, forms)) => Piece::Forms(name, forms),
                None => Piece::Hole(hole),
            });
        }
        // A brace that nothing closes is a brace.
        let end =
            rest.char_indices().skip(1).find(|(_, letter)| *letter == '{').map_or(rest.len(), |(at, _)| at);
        self.0 = &rest[end..];
        Some(Piece::Text(&rest[..end]))
    }
}

/// Told as the sentence it is: in English, or in the language that writes it (see [`Language::json`]).
impl Serialize for Message {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&self.render(Language::writing()))
    }
}

/// A sentence that somebody else made keeps its words and has no id of its own.
impl<'de> Deserialize<'de> for Message {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        String::deserialize(deserializer).map(Message::told)
    }
}

/// Declares templates as constants, and `ALL`, the list of them.
///
/// ```
/// ingenio_core::words! {
///     TOO_WIDE = "example.too-wide", "{width} columns are too many: at most {most}";
/// }
/// assert_eq!(TOO_WIDE.with("width", 9).with("most", 5).english(), "9 columns are too many: at most 5");
/// assert_eq!(ALL.len(), 1);
/// ```
#[macro_export]
macro_rules! words {
    ($($(#[$doc:meta])* $name:ident = $id:literal, $english:literal;)*) => {
        $($(#[$doc])* #[doc = concat!("`", $english, "`")] pub const $name: $crate::Template = $crate::Template::new($id, $english);)*
        /// Every sentence of this table.
        pub const ALL: &[$crate::Template] = &[$($name),*];
    };
}

/// The sentences of the core itself.
pub mod table {
    crate::words! {
        NOT_TEXT = "core.not-text", "byte {byte} is not text; levels are written in UTF-8 (UTF-16 and Windows-1252 are read too)";
        OPTION_UNKNOWN = "core.option-unknown", "there is no option '{name}' here; known: {known}";
        OPTION_SYNTAX = "core.option-syntax", "'{text}' is not of the form key=value";
        OPTION_NOT_NUMBER = "core.option-not-number", "option {name} takes a number, not '{value}'";
        OPTION_RANGE = "core.option-range", "option {name} takes {least} to {most}, not {value}";
        OPTION_CHOICE = "core.option-choice", "option {name} takes one of {choices}, not '{value}'";
        METHOD_METRIC = "core.method-metric", "method {method} does not search for the least {metric}; {others}";
        NO_METHOD_DOES = "core.no-method-does", "no method does";
        THESE_METHODS_DO = "core.these-methods-do", "these do: {methods}";
        OPTION_MEANT = "core.option-meant", "there is no option '{name}' here; did you mean '{meant}'? Known: {known}";
        METHOD_MEANT = "core.method-meant", "{puzzle} has no method '{method}'; did you mean '{meant}'? Known: {known}";
        METHOD_UNKNOWN = "core.method-unknown", "{puzzle} has no method '{method}'; known: {known}";
        GENERATOR_UNKNOWN = "core.generator-unknown", "{puzzle} has no generator '{generator}'; known: {known}";
        METRIC_UNKNOWN = "core.metric-unknown", "{puzzle} has no metric '{metric}'; known: {known}";
        FORMAT_UNKNOWN = "core.format-unknown", "{puzzle} has no format '{format}'; known: {known}";
        WRONG_ANSWER = "core.wrong-answer", "method {method} gave an answer that the referee refuses: {refusal}. This is a bug of ours; please report it with the level";
        NOT_A_RUN = "core.not-a-run", "this is no run of a campaign: {error}";
        NEWER_RUN = "core.newer-run", "it was written by a newer version (edition {schema}; this version reads up to {known})";
        TOLD = "core.told", "{text}";
        QUOTED = "core.quoted", "'{text}'";
        NOT_OURS_TO_CLAIM = "core.not-ours-to-claim", "a method of ours proves or does not, it never claims; is this program of another version?";
        REFUSED_ANSWER = "core.refused-answer", "the referee refuses its answer: {refusal}";
        AND = "core.and", "{others} and {last}";
        OR = "core.or", "{others} or {last}";
        BOTH = "core.both", "{first}, and {second}";
        EDIT_SIZE = "core.edit-size", "a board of {size} cannot be: sides go from {least} to {most}, cells up to {cells}";
        YES = "core.yes", "yes";
        NO = "core.no", "no";
        FIGURE = "core.figure", "{count} {name}";
        FLAG = "core.flag", "{name}: {answer}";
        BEGINNER = "core.beginner", "beginner";
        INTERMEDIATE = "core.intermediate", "intermediate";
        ADVANCED = "core.advanced", "advanced";
        EXPERT = "core.expert", "expert";
        SOLVED = "core.solved", "solved";
        UNSOLVABLE = "core.unsolvable", "unsolvable";
        UNKNOWN = "core.unknown", "unknown";
        FAILED = "core.failed", "failed";
        CRASHED = "core.crashed", "crashed";
        WRONG = "core.wrong", "wrong";
        UNVERIFIED = "core.unverified", "unverified";
        LIMIT_TIME = "core.limit-time", "time";
        LIMIT_CPU_TIME = "core.limit-cpu-time", "processor time";
        LIMIT_MEMORY = "core.limit-memory", "memory";
        LIMIT_NODES = "core.limit-nodes", "nodes";
        LIMIT_CANCELLED = "core.limit-cancelled", "cancelled";
        LIMIT_METHOD = "core.limit-method", "the method's own";
        LIMIT_PERIODS = "core.limit-periods", "periods";
        OPTIMAL = "core.optimal", "optimal";
        OPTIMAL_IF_SOLVABLE = "core.optimal-if-solvable", "optimal if solvable";
        COMPLETE = "core.complete", "complete";
        ANYTIME = "core.anytime", "anytime";
        INCOMPLETE = "core.incomplete", "incomplete";
        AT_PLACE = "core.at-place", "line {line}, column {column}: {message}";
        ON_LINE = "core.on-line", "line {line}: {message}";
        AT_MOVE = "core.at-move", "move {number}: {message}";
        MOVE_REFUSED = "core.move-refused", "move {number}, {move}: {reason}";
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn english(english: &'static str) -> Template {
        Template::new("t", english)
    }

    #[test]
    fn values_fill_holes_and_unknown_holes_stay() {
        let template = english("{a} and {b}, {c");
        assert_eq!(template.with("a", 1).english(), "1 and {b}, {c");
        assert_eq!(template.holes(), ["a", "b"]);
    }

    #[test]
    fn a_value_with_braces_is_not_filled_again() {
        assert_eq!(english("{a}{b}").with("a", "{b}").with("b", 2).english(), "{b}2");
    }

    #[test]
    fn a_word_follows_its_count() {
        let template = english("{count} {count|box|boxes}");
        assert_eq!(template.with("count", 1).english(), "1 box");
        assert_eq!(template.with("count", 0).english(), "0 boxes");
        assert_eq!(template.holes(), ["count", "count"]);
    }

    #[test]
    fn a_kept_sentence_comes_back() {
        let template = english("{count} {count|box|boxes} of {name}");
        let said = template.with("count", 2).with("name", "Ada");
        assert_eq!(Message::recall(&said.keep(), &[template]), said);
        let many = template.with("count", Grouped(12_453)).with("name", "Ada");
        assert_eq!(Message::recall(&many.keep(), &[template]).english(), "12453 boxes of Ada");
        let read_again = template.with("count", "1\u{202f}001").with("name", "Ada");
        assert_eq!(read_again.values[0].1.count(), Some(1001), "a count in groups decides forms");
        assert_eq!(Message::recall(&said.keep(), &[]).id(), "core.told");
        assert_eq!(Message::recall("as it was", &[template]).english(), "as it was");
    }

    #[test]
    fn sentences_stand_in_sentences() {
        let inner = english("{count} {count|box|boxes}").with("count", 2);
        assert_eq!(english("there are {what}").with("what", &inner).english(), "there are 2 boxes");
        assert_eq!(
            english("{all}.").with("all", Listed::commas([inner.clone(), inner])).english(),
            "2 boxes, 2 boxes."
        );
    }
}
