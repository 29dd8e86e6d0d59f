//! Every sentence a user can read is a [`Template`] with an id of its own, declared once with
//! [`words!`](crate::words). A [`Message`] is a template with its values filled in. The English
//! text stands in the template; a translation is another table from id to text, so it is data.

use std::fmt;

use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// A sentence with holes: `"row {row} has {found} numbers"`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Template {
    /// Stable name, also the `kind` of an error in JSON: `taquin.row-length`.
    pub id: &'static str,
    /// The English sentence, with `{name}` where a value goes.
    pub english: &'static str,
}

impl Template {
    /// The sentence as it stands, without values.
    pub fn say(self) -> Message {
        Message { template: self, values: Vec::new() }
    }

    /// The sentence with one value; more follow with [`Message::with`].
    pub fn with(self, name: &'static str, value: impl fmt::Display) -> Message {
        self.say().with(name, value)
    }

    /// The names of the holes, in order of appearance.
    pub fn holes(self) -> Vec<&'static str> {
        let pieces = self.english.split('{').skip(1);
        pieces.filter_map(|piece| piece.split_once('}')).map(|(name, _)| name).collect()
    }
}

/// A template with its values: what is shown, logged and sent.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Message {
    template: Template,
    values: Vec<(&'static str, String)>,
}

impl Message {
    pub fn id(&self) -> &'static str {
        self.template.id
    }

    /// No words at all.
    pub fn empty() -> Self {
        table::TOLD.with("text", "")
    }

    pub fn with(mut self, name: &'static str, value: impl fmt::Display) -> Self {
        debug_assert!(self.template.holes().contains(&name), "{} has no hole {name}", self.template.id);
        self.values.push((name, value.to_string()));
        self
    }

    /// Fills another sentence with the same values: how a translation is rendered.
    pub fn render(&self, sentence: &str) -> String {
        let mut text = String::with_capacity(sentence.len() + 16);
        let mut rest = sentence;
        while let Some((before, after)) = rest.split_once('{') {
            text.push_str(before);
            let Some((name, tail)) = after.split_once('}') else {
                text.push('{');
                rest = after;
                continue;
            };
            match self.values.iter().find(|(known, _)| *known == name) {
                Some((_, value)) => text.push_str(value),
                None => text.extend(["{", name, "}"]),
            }
            rest = tail;
        }
        text.push_str(rest);
        text
    }
}

impl fmt::Display for Message {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.render(self.template.english))
    }
}

/// Told as the sentence it is.
impl Serialize for Message {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

/// A sentence that somebody else made keeps its words and has no id of its own.
impl<'de> Deserialize<'de> for Message {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        String::deserialize(deserializer).map(|text| table::TOLD.with("text", text))
    }
}

/// Declares templates as constants, and `ALL`, the list of them.
///
/// ```
/// ingenio_core::words! {
///     TOO_WIDE = "example.too-wide", "{width} columns are too many: at most {most}";
/// }
/// assert_eq!(TOO_WIDE.with("width", 9).with("most", 5).to_string(), "9 columns are too many: at most 5");
/// assert_eq!(ALL.len(), 1);
/// ```
#[macro_export]
macro_rules! words {
    ($($(#[$doc:meta])* $name:ident = $id:literal, $english:literal;)*) => {
        $($(#[$doc])* pub const $name: $crate::Template = $crate::Template { id: $id, english: $english };)*
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
        METHOD_UNKNOWN = "core.method-unknown", "{puzzle} has no method '{method}'; known: {known}";
        GENERATOR_UNKNOWN = "core.generator-unknown", "{puzzle} has no generator '{generator}'; known: {known}";
        METRIC_UNKNOWN = "core.metric-unknown", "{puzzle} has no metric '{metric}'; known: {known}";
        FORMAT_UNKNOWN = "core.format-unknown", "{puzzle} has no format '{format}'; known: {known}";
        WRONG_ANSWER = "core.wrong-answer", "method {method} gave an answer that the referee refuses: {refusal}. This is a bug of ours; please report it with the level";
        NOT_A_RUN = "core.not-a-run", "this is no run of a campaign: {error}";
        NEWER_RUN = "core.newer-run", "it was written by a newer version (edition {schema}; this version reads up to {known})";
        TOLD = "core.told", "{text}";
        NOT_OURS_TO_CLAIM = "core.not-ours-to-claim", "a method of ours proves or does not, it never claims; is this program of another version?";
        REFUSED_ANSWER = "core.refused-answer", "the referee refuses its answer: {refusal}";
        MOVE_REFUSED = "core.move-refused", "move {number}, {move}: {reason}";
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_fill_holes_and_unknown_holes_stay() {
        let template = Template { id: "t", english: "{a} and {b}, {c" };
        assert_eq!(template.with("a", 1).to_string(), "1 and {b}, {c");
        assert_eq!(template.holes(), ["a", "b"]);
    }

    #[test]
    fn a_value_with_braces_is_not_filled_again() {
        let template = Template { id: "t", english: "{a}{b}" };
        assert_eq!(template.with("a", "{b}").with("b", 2).to_string(), "{b}2");
    }
}
