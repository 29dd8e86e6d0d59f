//! Truths that are data: levels with what is known of them, one file for each source, so that whoever doubts a figure or
//! has one more edits no test. Every puzzle has its files and one loader in `tests/known`.
//!
//! A truth is a paragraph: remarks (`; ...`), the level as its puzzle reads it, and figures (`= name 31`, or several
//! numbers).

/// A level and what is known of it.
#[derive(Clone, Debug)]
pub struct Truth {
    /// The text of the level.
    pub level: String,
    figures: Vec<(String, Vec<u64>)>,
}

impl Truth {
    /// A figure that the file must give.
    #[track_caller]
    pub fn figure(&self, name: &str) -> u64 {
        match self.figures(name) {
            Some([figure]) => *figure,
            other => panic!("one {name} is wanted, there is {other:?}: {}", self.level),
        }
    }

    /// All numbers of that name, where the file gives it.
    pub fn figures(&self, name: &str) -> Option<&[u64]> {
        self.figures.iter().find(|(known, _)| known == name).map(|(_, numbers)| numbers.as_slice())
    }
}

/// The truths of a file. A file that says nothing, or a figure that is none, is a mistake in the file.
pub fn read(text: &str) -> Vec<Truth> {
    let truths: Vec<Truth> = text.split("\n\n").filter_map(paragraph).collect();
    assert!(!truths.is_empty(), "a file of truths has some");
    truths
}

fn paragraph(text: &str) -> Option<Truth> {
    let lines = || text.lines().filter(|line| !line.starts_with(';') && !line.is_empty());
    let level: Vec<&str> = lines().filter(|line| !line.starts_with('=')).collect();
    let figures: Vec<_> = lines().filter_map(|line| line.strip_prefix("= ")).map(figure).collect();
    if level.is_empty() && figures.is_empty() {
        return None;
    }
    assert!(
        !level.is_empty() && !figures.is_empty(),
        "a level without a truth, or a truth without a level: {text}"
    );
    Some(Truth { level: level.join("\n"), figures })
}

fn figure(line: &str) -> (String, Vec<u64>) {
    let (name, numbers) = line.split_once(' ').unwrap_or_else(|| panic!("no number: {line}"));
    let number = |word: &str| word.parse().unwrap_or_else(|_| panic!("{word} is no number: {line}"));
    (name.to_owned(), numbers.split_whitespace().map(number).collect())
}

#[cfg(test)]
mod tests {
    use super::read;

    #[test]
    fn a_paragraph_is_a_level_with_its_figures() {
        let truths = read(
            "; A remark on the file.\n\n; One.\n1 2/_ 3\n= moves 1\n= depths 1 2 2\n\n##\n##\n= pushes 0\n",
        );
        assert_eq!(truths.len(), 2);
        assert_eq!((truths[0].level.as_str(), truths[0].figure("moves")), ("1 2/_ 3", 1));
        assert_eq!(truths[0].figures("depths"), Some([1, 2, 2].as_slice()));
        assert_eq!((truths[1].level.as_str(), truths[1].figures("moves")), ("##\n##", None));
    }

    #[test]
    #[should_panic = "a truth without a level"]
    fn a_figure_belongs_to_a_level() {
        read("= moves 1\n");
    }

    #[test]
    #[should_panic = "is no number"]
    fn a_figure_is_a_number() {
        read("1 2/_ 3\n= moves one\n");
    }

    #[test]
    #[should_panic = "has some"]
    fn an_empty_file_is_a_mistake() {
        read("; Nothing yet.\n");
    }
}
