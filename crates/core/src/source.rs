//! Text as the parsers see it: decoded once, with clean line ends and line numbers kept.

use crate::encoding::{self, Encoding};
use crate::fault::Fault;
use crate::words::table;

/// A text with `\n` line ends, without a byte order mark.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Source {
    text: String,
    encoding: Encoding,
}

impl Source {
    /// Accepts UTF-8, UTF-16 and Windows-1252 with any line ends and a byte order mark; refuses control
    /// characters, which show that the file is not a text.
    pub fn decode(bytes: &[u8]) -> Result<Self, Fault> {
        let bytes = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes);
        let (text, encoding) = encoding::decode(bytes).map_err(|at| not_text(bytes, at))?;
        Ok(Source { encoding, ..Source::new(&text) })
    }

    /// Of a text that is already decoded.
    pub fn new(text: &str) -> Self {
        let text = text.strip_prefix('\u{feff}').unwrap_or(text);
        let text = if text.contains('\r') {
            text.replace("\r\n", "\n").replace('\r', "\n")
        } else {
            text.to_owned()
        };
        Source { text, encoding: Encoding::default() }
    }

    /// All of it.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// What it was written in: whoever reads a file in another encoding than UTF-8 should say so.
    pub const fn encoding(&self) -> Encoding {
        self.encoding
    }

    /// The lines with their numbers, from 1.
    pub fn lines(&self) -> impl Iterator<Item = (usize, &str)> {
        self.text.lines().enumerate().map(|(index, line)| (index + 1, line))
    }
}

fn not_text(bytes: &[u8], at: usize) -> Fault {
    let before = &bytes[..at];
    let line = before.iter().filter(|byte| **byte == b'\n').count() + 1;
    let line_start = before.iter().rposition(|byte| *byte == b'\n').map_or(0, |newline| newline + 1);
    let column = String::from_utf8_lossy(&before[line_start..]).chars().count() + 1;
    Fault::at(line, column, table::NOT_TEXT.with("byte", format!("0x{:02x}", bytes[at])))
}

/// The words of a line with their columns, from 1, counted in characters. Words are separated by
/// white space and commas.
pub fn words(line: &str) -> impl Iterator<Item = (usize, &str)> {
    let is_gap = |letter: char| letter.is_whitespace() || letter == ',';
    let (mut rest, mut column) = (line, 1);
    std::iter::from_fn(move || {
        let start = rest.find(|letter| !is_gap(letter))?;
        column += rest[..start].chars().count();
        let length = rest[start..].find(is_gap).unwrap_or(rest.len() - start);
        let word = &rest[start..start + length];
        let found = (column, word);
        column += word.chars().count();
        rest = &rest[start + length..];
        Some(found)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn line_ends_and_marks_are_cleaned() {
        let source = Source::decode(b"\xef\xbb\xbfa\r\nb\rc").unwrap();
        assert_eq!(source.text(), "a\nb\nc");
        assert_eq!(source.lines().last(), Some((3, "c")));
    }

    #[test]
    fn bytes_that_are_not_text_are_located() {
        let fault = Source::decode(b"ok\nno\0pe").unwrap_err();
        assert_eq!((fault.line, fault.column), (Some(2), Some(3)));
        let fault = Source::decode(b"\xe9\x81").unwrap_err();
        assert_eq!((fault.line, fault.column), (Some(1), Some(2)));
        assert!(fault.english().contains("0x81"), "{fault:?}");
    }

    #[test]
    fn one_old_letter_refuses_no_collection() {
        let source = Source::decode(b"#####\r\n#@$.#\r\n#####\r\nAuthor: Jos\xe9\r\n").unwrap();
        assert_eq!(
            (source.encoding(), source.lines().last()),
            (Encoding::Windows1252, Some((4, "Author: José")))
        );
    }

    #[test]
    fn words_know_their_columns() {
        let found: Vec<_> = words("  12, \t3 é 4").collect();
        assert_eq!(found, [(3, "12"), (8, "3"), (10, "é"), (12, "4")]);
    }
}
