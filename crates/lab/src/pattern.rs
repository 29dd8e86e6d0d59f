//! Attributes of a run, read from what a program printed: a pattern is a piece of a line with `{}` where the
//! value stands, as in `expanded {} states`. The last line that fits tells.

use std::collections::BTreeMap;

use ingenio_core::Message;

use crate::words;

/// Where the value stands.
const HOLE: &str = "{}";

/// Longer values are cut: an attribute is a figure or a word.
const LONGEST: usize = 80;

#[derive(Clone, Debug)]
pub struct Pattern {
    name: String,
    before: String,
    after: String,
}

impl Pattern {
    /// Those of a campaign; each needs exactly one place for its value.
    pub fn all(attributes: &BTreeMap<String, String>) -> Result<Vec<Self>, Message> {
        attributes.iter().map(|(name, text)| Pattern::new(name, text)).collect()
    }

    fn new(name: &str, text: &str) -> Result<Self, Message> {
        let wrong = || words::BAD_PATTERN.with("name", name).with("pattern", text).with("hole", HOLE);
        let (before, after) = text.split_once(HOLE).ok_or_else(wrong)?;
        if after.contains(HOLE) || before.is_empty() {
            return Err(wrong());
        }
        Ok(Pattern { name: name.to_owned(), before: before.to_owned(), after: after.to_owned() })
    }

    fn find(&self, printed: &str) -> Option<String> {
        printed.lines().rev().find_map(|line| self.read(line))
    }

    /// Up to what must follow; where nothing must, up to the next space.
    fn read(&self, line: &str) -> Option<String> {
        let rest = &line[line.find(&self.before)? + self.before.len()..];
        let rest = rest.trim_start();
        let value = if self.after.is_empty() {
            rest.split_whitespace().next()?
        } else {
            rest.split_once(&self.after)?.0.trim()
        };
        (!value.is_empty()).then(|| value.chars().take(LONGEST).collect())
    }
}

/// What the patterns find, by name.
pub fn attributes(patterns: &[Pattern], printed: &str) -> BTreeMap<String, String> {
    patterns.iter().filter_map(|pattern| Some((pattern.name.clone(), pattern.find(printed)?))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(pattern: &str, printed: &str) -> Option<String> {
        Pattern::new("x", pattern).unwrap().find(printed)
    }

    #[test]
    fn the_last_line_that_fits_tells() {
        let printed = "expanded 12 states\nexpanded 4711 states\ntime: 0.5s, cost=9;\n";
        assert_eq!(found("expanded {} states", printed).as_deref(), Some("4711"));
        assert_eq!(found("cost={};", printed).as_deref(), Some("9"));
        assert_eq!(found("time: {}", printed).as_deref(), Some("0.5s,"));
        assert_eq!(found("depth {}", printed), None);
    }

    #[test]
    fn a_pattern_has_one_place_and_something_before_it() {
        for wrong in ["expanded", "{}", "{} states", "a {} b {}"] {
            assert_eq!(Pattern::new("x", wrong).unwrap_err().id(), words::BAD_PATTERN.id, "{wrong}");
        }
    }
}
