//! Which form a word takes after a count. A language gives its rules in the notation of the Unicode Common
//! Locale Data Repository (`i % 10 = 2..4 and i % 100 != 12..14`), so they can be copied from there; counts are
//! whole numbers, so of its operands `n` and `i` are the count and all others are zero. The build of the languages reads
//! this file too, to refuse rules that cannot be read.

use std::ops::RangeInclusive;

/// The first rule that holds tells the form; where none does, it is the last form.
#[derive(Clone, Debug)]
pub struct Forms(pub(crate) Vec<Rule>);

/// Any of the lists holds as a whole.
pub(crate) type Rule = Vec<Vec<Test>>;

/// `i % 10 = 2..4,9`
#[derive(Clone, Debug)]
pub(crate) struct Test {
    /// Is the operand the count, or one that is zero for whole numbers?
    pub(crate) of_count: bool,
    pub(crate) modulus: Option<u64>,
    pub(crate) equal: bool,
    pub(crate) ranges: Vec<RangeInclusive<u64>>,
}

impl Forms {
    /// One form for each rule, and one more. Nothing where a rule cannot be read.
    pub fn read(rules: &[&str]) -> Option<Forms> {
        rules.iter().map(|rule| read_rule(rule)).collect::<Option<_>>().map(Forms)
    }

    /// How many forms a word has.
    #[allow(clippy::len_without_is_empty, reason = "there is always the last form")]
    pub fn len(&self) -> usize {
        self.0.len() + 1
    }

    /// The place of the form after a count.
    pub fn of(&self, count: u64) -> usize {
        let holds = |rule: &Rule| rule.iter().any(|tests| tests.iter().all(|test| test.holds(count)));
        self.0.iter().position(holds).unwrap_or(self.0.len())
    }
}

impl Test {
    pub(crate) fn holds(&self, count: u64) -> bool {
        let operand = if self.of_count { count } else { 0 };
        let value = self.modulus.map_or(operand, |modulus| operand % modulus);
        self.ranges.iter().any(|range| range.contains(&value)) == self.equal
    }
}

/// One thing, or several.
pub fn english() -> Forms {
    Forms::read(&["i = 1"]).expect("a rule that can be read")
}

fn read_rule(text: &str) -> Option<Rule> {
    text.split(" or ").map(|tests| tests.split(" and ").map(read_test).collect()).collect()
}

fn read_test(text: &str) -> Option<Test> {
    let (left, right, equal) = match text.split_once("!=") {
        Some((left, right)) => (left, right, false),
        None => text.split_once('=').map(|(left, right)| (left, right, true))?,
    };
    let (operand, modulus) = match left.split_once('%') {
        Some((operand, modulus)) => (operand, Some(number(modulus).filter(|modulus| *modulus > 0)?)),
        None => (left, None),
    };
    let of_count = match operand.trim() {
        "n" | "i" => true,
        "v" | "w" | "f" | "t" | "e" | "c" => false,
        _ => return None,
    };
    let ranges = right.split(',').map(read_range).collect::<Option<_>>()?;
    Some(Test { of_count, modulus, equal, ranges })
}

fn read_range(text: &str) -> Option<RangeInclusive<u64>> {
    match text.split_once("..") {
        Some((first, last)) => Some(number(first)?..=number(last)?),
        None => number(text).map(|only| only..=only),
    }
}

fn number(text: &str) -> Option<u64> {
    text.trim().parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Counts with their forms, from the samples that come with the public rules.
    #[test]
    fn the_forms_of_some_languages() {
        let forms = |rules: &[&str], counts: &[u64]| -> Vec<usize> {
            let forms = Forms::read(rules).unwrap();
            counts.iter().map(|count| forms.of(*count)).collect()
        };
        let polish = ["i = 1 and v = 0", "v = 0 and i % 10 = 2..4 and i % 100 != 12..14"];
        assert_eq!(forms(&polish, &[1, 2, 4, 22, 104, 0, 5, 12, 14, 112]), [0, 1, 1, 1, 1, 2, 2, 2, 2, 2]);
        let french = ["i = 0,1"];
        assert_eq!(forms(&french, &[0, 1, 2, 17]), [0, 0, 1, 1]);
        let slovenian =
            ["v = 0 and i % 100 = 1", "v = 0 and i % 100 = 2", "v = 0 and i % 100 = 3..4 or v != 0"];
        assert_eq!(forms(&slovenian, &[1, 101, 2, 3, 204, 5, 0]), [0, 0, 1, 2, 2, 3, 3]);
        let japanese: [&str; 0] = [];
        assert_eq!(forms(&japanese, &[0, 1, 2]), [0, 0, 0]);
    }

    #[test]
    fn what_is_no_rule_is_refused() {
        for text in ["", "x = 1", "i", "i % 0 = 1", "i = 1..", "i = 1 and", "i = one"] {
            assert!(Forms::read(&[text]).is_none(), "{text}");
        }
    }
}
