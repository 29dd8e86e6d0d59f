//! Options of methods and of readers, declared once: help texts, command line, JSON and web forms
//! are made from the declarations.

use std::fmt;

use crate::meant::meant;
use crate::words::{Message, table};

/// One option: its name, what it does, which values it takes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct OptionSpec {
    pub name: &'static str,
    pub about: &'static str,
    pub kind: OptionKind,
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub enum OptionKind {
    Integer {
        least: i64,
        most: i64,
        default: i64,
    },
    Real {
        least: f64,
        most: f64,
        default: f64,
    },
    Flag {
        default: bool,
    },
    /// The first choice is the default.
    Choice {
        choices: &'static [&'static str],
    },
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub enum OptionValue {
    Integer(i64),
    Real(f64),
    Flag(bool),
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
    /// What it does, told by the method or generator that it belongs to.
    pub fn said_about(&self, owner: &str) -> Message {
        Message::declared(format!("{owner}.{}", self.name), self.about)
    }

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
