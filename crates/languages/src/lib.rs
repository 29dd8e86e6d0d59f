//! The languages that come with the program, one file of the folder `languages` each. The program learns them
//! first thing; the sentences themselves are read when somebody first reads in that language. What runs in
//! pages does not link this: a page hands it the one table that its reader needs.

mod file;
#[allow(dead_code, reason = "the build reads the list, the program writes its lines")]
mod list;

use std::collections::HashMap;
use std::sync::Once;

use ingenio_core::{Language, Manner};
use sha2::{Digest, Sha256};

pub use file::{File, Sentence, quoted};
pub use list::line as line_of_list;

/// The texts of the files, in the order of their names.
static FILES: &[&str] = include!(concat!(env!("OUT_DIR"), "/files.rs"));

/// From here on these languages can be found. To be called as often as one likes.
pub fn install() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        for text in FILES {
            let language = manner(text).and_then(|manner| Language::new(manner, || sentences(text)));
            if let Some(language) = language {
                language.learn();
            }
        }
    });
}

/// The text of a file that comes with the program.
pub fn shipped(code: &str) -> Option<&'static str> {
    FILES.iter().copied().find(|text| manner(text).is_some_and(|manner| manner.code == code))
}

/// How the language of a file writes; its sentences are not looked at.
fn manner(text: &str) -> Option<Manner> {
    let head = text.split("[sentences]").next().unwrap_or_default();
    File::read(head).ok().map(|file| manner_of(&file))
}

/// How a language writes, by its file.
pub fn manner_of(file: &File) -> Manner {
    Manner {
        code: file.one("code").to_owned(),
        name: file.one("name").to_owned(),
        rules: file.all("plural").to_vec(),
        point: file.one("point").to_owned(),
        group: file.one("group").to_owned(),
        group_from: file.one("group-from").parse().unwrap_or(usize::MAX),
        date: file.one("date").to_owned(),
    }
}

fn sentences(text: &str) -> HashMap<String, String> {
    let file = File::read(text).unwrap_or_default();
    file.sentences.into_iter().map(|sentence| (sentence.id, sentence.text)).collect()
}

/// What a translation carries of the English sentence, to be known as stale when that changes.
pub fn mark(english: &str) -> String {
    Sha256::digest(english).iter().take(3).map(|byte| format!("{byte:02x}")).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    const HEAD: &str = "code = \"pl\"\nname = \"polski\"\npoint = \",\"\ngroup = \"\\u00a0\"\ngroup-from = \"5\"\n\
        date = \"{day}.{month}.{year}\"\nplural = [\"i = 1 and v = 0\", \"v = 0 and i % 10 = 2..4 and i % 100 != 12..14\"]\n";

    fn read(lines: &str) -> Result<File, String> {
        File::read(&format!("{HEAD}# What it says.\n[sentences]\n{lines}"))
    }

    #[test]
    fn a_file_is_read() {
        let file = read("\"a.b\" = \"{n} {n|ruch|ruchy|ruchów}, \\\"tak\\\"\\n\" # 1a2b3c\n").unwrap();
        let sentence = &file.sentences[0];
        assert_eq!((sentence.id.as_str(), sentence.mark.as_deref()), ("a.b", Some("1a2b3c")));
        assert_eq!(sentence.text, "{n} {n|ruch|ruchy|ruchów}, \"tak\"\n");
        let manner = manner_of(&file);
        assert_eq!((manner.code.as_str(), manner.group.as_str(), manner.group_from), ("pl", "\u{a0}", 5));
        assert_eq!(manner.rules.len(), 2);
    }

    #[test]
    fn a_broken_file_says_where() {
        for (lines, why) in [
            ("\"a\" = \"b\"\n\"a\" = \"c\"", "line 11: a is there twice"),
            ("\"a\" = \"b", "a quote is not closed"),
            ("\"a\" = \"b\" c", "follows the text"),
            ("a", "neither a comment nor"),
            ("\"a\" = \"\\q\"", "after \\ comes"),
        ] {
            let told = read(lines).unwrap_err();
            assert!(told.contains(why), "{told}");
        }
        let forms = read("\"a\" = \"{n|ruch|ruchy}\"\n\"b\" = \"{n|ruch}\"").unwrap().faults;
        assert_eq!(forms[0], "line 10: a: {n|...} has 2 forms in place of 3");
        assert_eq!(forms.len(), 2, "all of them at once");
        assert!(File::read("code = \"pl\"\n").unwrap_err().contains("name is missing"));
        assert!(File::read(&HEAD.replace("point", "dot")).is_err());
    }

    #[test]
    fn a_head_that_makes_no_sense_is_refused() {
        for (right, wrong) in [
            ("group-from = \"5\"", "group-from = \"five\""),
            ("group-from = \"5\"", "group-from = \"0\""),
            ("{day}.{month}.{year}", "{day}.{month}"),
            ("{day}.{month}.{year}", "{day}.{month}.{year}.{year}"),
            ("{day}.{month}.{year}", "{day}.{moth}.{year}"),
        ] {
            assert!(File::read(HEAD).is_ok());
            assert!(File::read(&HEAD.replace(right, wrong)).is_err(), "{wrong}");
        }
        let rules =
            |rule: &str| File::read(&HEAD.replace("i = 1 and v = 0", rule)).map(|file| manner_of(&file));
        assert!(Language::new(rules("i = 1").unwrap(), HashMap::new).is_some());
        assert!(Language::new(rules("i is 1").unwrap(), HashMap::new).is_none(), "the build refuses it");
    }

    #[test]
    fn every_file_is_a_language() {
        install();
        let codes: Vec<&str> = Language::all().iter().map(|language| language.code()).collect();
        let files = FILES.iter().map(|text| File::read(text).expect("the build has read it"));
        for file in files {
            assert!(codes.contains(&file.one("code")), "{}", file.one("code"));
        }
        assert_eq!(codes.len(), FILES.len() + 1, "and English");
    }

    #[test]
    fn what_is_quoted_is_read_again() {
        let text = "a \"b\" \\ c\n\td";
        assert_eq!(read(&format!("\"x\" = {}", quoted(text))).unwrap().sentences[0].text, text);
    }
}
