//! What the file of a level says about it beside the board: `Title: Spiral`, `author: N. N.`, `; a remark`. One reader
//! for all puzzles, so that these lines are written alike everywhere; which keys a format has besides, it says itself.

use crate::puzzle::Entry;

/// The names of a level while its board is still to come.
pub type Head = Entry<()>;

/// A line `key: value` with one of these keys, in letters of any case and with any space around.
pub fn key_line<'a>(line: &'a str, keys: &[&'static str]) -> Option<(&'static str, &'a str)> {
    let (key, value) = line.split_once(':')?;
    let known = keys.iter().find(|known| known.eq_ignore_ascii_case(key.trim()))?;
    Some((known, value.trim()))
}

/// A line that says something to people alone. Formats whose boards never begin with `#` take that sign as well.
pub fn is_comment(line: &str) -> bool {
    line.trim_start().starts_with(';')
}

impl<L> Entry<L> {
    /// Takes the value of a `title`, `author` or `solution` line; false for any other key. An empty value is none.
    pub fn set(&mut self, key: &str, value: &str) -> bool {
        let name = match key {
            "title" => &mut self.title,
            "author" => &mut self.author,
            "solution" => &mut self.solution,
            _ => return false,
        };
        *name = Some(value.to_owned()).filter(|value| !value.is_empty());
        true
    }
}

impl Head {
    /// These names for a level that begins on a line.
    pub fn of<L>(self, level: L, line: usize) -> Entry<L> {
        Entry { level, title: self.title, author: self.author, solution: self.solution, line }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_are_known_in_any_case_and_others_are_not() {
        let keys = ["title", "goal"];
        assert_eq!(key_line(" TITLE : the: end ", &keys), Some(("title", "the: end")));
        assert_eq!(key_line("goal:", &keys), Some(("goal", "")));
        assert_eq!(key_line("author: nobody", &keys), None);
        assert_eq!(key_line("title", &keys), None);
    }

    #[test]
    fn names_go_to_their_level() {
        let mut head = Head::default();
        assert!(head.set("title", "Spiral") && head.set("author", ""));
        assert!(!head.set("goal", "first"));
        let entry = head.of('A', 7);
        assert_eq!((entry.level, entry.line, entry.title.as_deref()), ('A', 7, Some("Spiral")));
        assert_eq!((entry.author, entry.solution), (None, None));
    }
}
