//! Options of methods and of readers, declared once: help texts, command line, JSON and web forms
//! are made from the declarations.

use std::fmt;
use std::ops::RangeInclusive;

use crate::meant::meant;
use crate::words::{Message, table};

/// One option: its name, what it does, which values it takes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct OptionSpec {
    /// As users write it before the `=`.
    pub name: &'static str,
    /// What it does, without its name: help texts set it beside it.
    pub about: &'static str,
    /// Which values it takes, and which it has unless told.
    pub kind: OptionKind,
}

/// Which values an option takes. Forms of pages and help texts are made from it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum OptionKind {
    /// A whole number from `least` to `most`.
    Integer {
        /// Smaller ones are refused.
        least: i64,
        /// Larger ones are refused.
        most: i64,
        /// Where nobody says anything.
        default: i64,
    },
    /// A number from `least` to `most`.
    Real {
        /// Smaller ones are refused.
        least: f64,
        /// Larger ones are refused.
        most: f64,
        /// Where nobody says anything.
        default: f64,
    },
    /// `yes` or `no`.
    Flag {
        /// Where nobody says anything.
        default: bool,
    },
    /// One of some words.
    Choice {
        /// The first one is the default.
        choices: &'static [&'static str],
    },
}

/// The value of an option, of the kind that was declared.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum OptionValue {
    /// Of an [`OptionKind::Integer`].
    Integer(i64),
    /// Of an [`OptionKind::Real`].
    Real(f64),
    /// Of an [`OptionKind::Flag`].
    Flag(bool),
    /// Of an [`OptionKind::Choice`]: one of its words.
    Choice(&'static str),
}

impl fmt::Display for OptionValue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            OptionValue::Integer(value) => write!(f, "{value}"),
            OptionValue::Real(value) => write!(f, "{value}"),
            OptionValue::Flag(value) => write!(f, "{value}"),
            OptionValue::Choice(value) => f.write_str(value),
        }
    }
}

impl OptionSpec {
    /// A whole number of a range.
    pub const fn integer(
        name: &'static str,
        about: &'static str,
        range: RangeInclusive<i64>,
        default: i64,
    ) -> Self {
        let (least, most) = (*range.start(), *range.end());
        OptionSpec { name, about, kind: OptionKind::Integer { least, most, default } }
    }

    /// A number of a range.
    pub const fn real(
        name: &'static str,
        about: &'static str,
        range: RangeInclusive<f64>,
        default: f64,
    ) -> Self {
        let (least, most) = (*range.start(), *range.end());
        OptionSpec { name, about, kind: OptionKind::Real { least, most, default } }
    }

    /// Yes or no.
    pub const fn flag(name: &'static str, about: &'static str, default: bool) -> Self {
        OptionSpec { name, about, kind: OptionKind::Flag { default } }
    }

    /// One of some words, of which the first is the default.
    pub const fn choice(name: &'static str, about: &'static str, choices: &'static [&'static str]) -> Self {
        OptionSpec { name, about, kind: OptionKind::Choice { choices } }
    }

    /// What it does, told by the method or generator that it belongs to.
    pub fn said_about(&self, owner: &str) -> Message {
        Message::declared(format!("{owner}.{}", self.name), self.about)
    }

    /// What it has where nobody says anything.
    pub fn default(&self) -> OptionValue {
        match self.kind {
            OptionKind::Integer { default, .. } => OptionValue::Integer(default),
            OptionKind::Real { default, .. } => OptionValue::Real(default),
            OptionKind::Flag { default } => OptionValue::Flag(default),
            OptionKind::Choice { choices } => OptionValue::Choice(choices[0]),
        }
    }

    /// The values it takes, in words: `1..1000000`, `yes|no`, `first|last`.
    pub fn range(&self) -> String {
        match self.kind {
            OptionKind::Integer { least, most, .. } => format!("{least}..{most}"),
            OptionKind::Real { least, most, .. } => format!("{least}..{most}"),
            OptionKind::Flag { .. } => "yes|no".into(),
            OptionKind::Choice { choices } => choices.join("|"),
        }
    }

    /// Reads a value, or says which ones there are.
    pub fn parse(&self, text: &str) -> Result<OptionValue, Message> {
        match self.kind {
            OptionKind::Integer { least, most, .. } => {
                let value: i64 = text.parse().map_err(|_| self.not_a_number(text))?;
                self.in_range(value, least, most).map(OptionValue::Integer)
            }
            OptionKind::Real { least, most, .. } => {
                let value: f64 = text.parse().map_err(|_| self.not_a_number(text))?;
                self.in_range(value, least, most).map(OptionValue::Real)
            }
            OptionKind::Flag { .. } => match text {
                "yes" | "true" | "on" | "1" => Ok(OptionValue::Flag(true)),
                "no" | "false" | "off" | "0" => Ok(OptionValue::Flag(false)),
                _ => Err(self.not_a_choice(text)),
            },
            OptionKind::Choice { choices } => {
                let known = choices.iter().find(|choice| **choice == text);
                known.map(|choice| OptionValue::Choice(choice)).ok_or_else(|| self.not_a_choice(text))
            }
        }
    }

    fn in_range<T: PartialOrd + fmt::Display>(&self, value: T, least: T, most: T) -> Result<T, Message> {
        if value >= least && value <= most {
            return Ok(value);
        }
        let message = table::OPTION_RANGE.with("name", self.name).with("value", value);
        Err(message.with("least", least).with("most", most))
    }

    fn not_a_number(&self, text: &str) -> Message {
        table::OPTION_NOT_NUMBER.with("name", self.name).with("value", text)
    }

    fn not_a_choice(&self, text: &str) -> Message {
        table::OPTION_CHOICE.with("name", self.name).with("value", text).with("choices", self.range())
    }
}

/// The values of a set of options: each declared one is there, given or by default.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Options(Vec<(&'static str, OptionValue)>);

impl Options {
    /// Every option at its default.
    pub fn defaults(specs: &[OptionSpec]) -> Self {
        Options(specs.iter().map(|spec| (spec.name, spec.default())).collect())
    }

    /// Reads `key=value,key=value` over the defaults.
    pub fn parse(specs: &[OptionSpec], text: &str) -> Result<Self, Message> {
        let mut options = Options::defaults(specs);
        for item in text.split(',').map(str::trim).filter(|item| !item.is_empty()) {
            let pair = item.split_once('=').ok_or_else(|| table::OPTION_SYNTAX.with("text", item))?;
            options.set(specs, pair.0.trim(), pair.1.trim())?;
        }
        Ok(options)
    }

    /// Sets one by its name as text; a name that is nearly right is named in the complaint.
    pub fn set(&mut self, specs: &[OptionSpec], name: &str, value: &str) -> Result<(), Message> {
        let spec = specs.iter().find(|spec| spec.name == name).ok_or_else(|| {
            let known: Vec<_> = specs.iter().map(|spec| spec.name).collect();
            let message = match meant(name, known.iter().copied()) {
                Some(meant) => table::OPTION_MEANT.with("meant", meant),
                None => table::OPTION_UNKNOWN.say(),
            };
            let known = if known.is_empty() { "none".into() } else { known.join(", ") };
            message.with("name", name).with("known", known)
        })?;
        let value = spec.parse(value)?;
        self.0.retain(|(known, _)| *known != spec.name);
        self.0.push((spec.name, value));
        Ok(())
    }

    /// Puts the values of another set over those of this one.
    pub fn overlay(&mut self, other: Options) {
        for (name, value) in other.0 {
            self.0.retain(|(known, _)| *known != name);
            self.0.push((name, value));
        }
    }

    /// Nothing for an option that was never declared.
    pub fn get(&self, name: &str) -> Option<OptionValue> {
        self.0.iter().find(|(known, _)| *known == name).map(|(_, value)| *value)
    }

    /// The value of a declared integer option.
    pub fn integer(&self, name: &str) -> i64 {
        match self.get(name) {
            Some(OptionValue::Integer(value)) => value,
            other => panic!("option {name} is not a declared integer: {other:?}"),
        }
    }

    /// The value of a declared real option.
    pub fn real(&self, name: &str) -> f64 {
        match self.get(name) {
            Some(OptionValue::Real(value)) => value,
            other => panic!("option {name} is not a declared real: {other:?}"),
        }
    }

    /// The value of a declared flag.
    pub fn flag(&self, name: &str) -> bool {
        match self.get(name) {
            Some(OptionValue::Flag(value)) => value,
            other => panic!("option {name} is not a declared flag: {other:?}"),
        }
    }

    /// The value of a declared choice.
    pub fn choice(&self, name: &str) -> &'static str {
        match self.get(name) {
            Some(OptionValue::Choice(value)) => value,
            other => panic!("option {name} is not a declared choice: {other:?}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SPECS: &[OptionSpec] = &[
        OptionSpec { name: "width", about: "", kind: OptionKind::Integer { least: 1, most: 9, default: 3 } },
        OptionSpec {
            name: "weight",
            about: "",
            kind: OptionKind::Real { least: 1.0, most: 9.0, default: 2.0 },
        },
        OptionSpec { name: "loud", about: "", kind: OptionKind::Flag { default: false } },
        OptionSpec { name: "goal", about: "", kind: OptionKind::Choice { choices: &["last", "first"] } },
    ];

    #[test]
    fn given_values_stand_over_the_defaults() {
        let options = Options::parse(SPECS, "width=5, loud=yes").unwrap();
        assert_eq!(options.integer("width"), 5);
        assert!(options.flag("loud"));
        assert_eq!(options.choice("goal"), "last");
        assert!((options.real("weight") - 2.0).abs() < f64::EPSILON);
    }

    #[test]
    fn wrong_options_are_named() {
        let kind = |text| Options::parse(SPECS, text).unwrap_err().id().to_owned();
        assert_eq!(kind("width=10"), table::OPTION_RANGE.id);
        assert_eq!(kind("width=x"), table::OPTION_NOT_NUMBER.id);
        assert_eq!(kind("weight=NaN"), table::OPTION_RANGE.id);
        assert_eq!(kind("goal=middle"), table::OPTION_CHOICE.id);
        assert_eq!(kind("depth=1"), table::OPTION_UNKNOWN.id);
        assert_eq!(kind("width"), table::OPTION_SYNTAX.id);
    }
}
