//! Names: which ones can be had, and which are the same. Two names are the same if they differ in case or
//! width only; and no new one may look like another, by the confusable characters of the Unicode Consortium
//! (Technical Standard 39, `unicode-security`), since who sees a record must know whose it is.

use ingenio_core::Message;
use sqlx::AnyConnection;
use unicode_normalization::UnicodeNormalization;
use unicode_security::confusable_detection::skeleton;

use crate::store::Store;
use crate::trouble::Trouble;
use crate::words;

/// Characters in a name.
const LONGEST_NAME: usize = 32;
/// The name of the work in the table of what is to be done.
const WORK: &str = "name-looks";

/// What names are compared by.
pub fn folded(name: &str) -> String {
    name.trim().nfkc().collect::<String>().to_lowercase()
}

/// What a name looks like, in capitals and in small letters: a Cyrillic `В` is no `B` once it is small, and a
/// small `l` no `I` once it is large.
pub fn looks(name: &str) -> String {
    let written: String = name.trim().nfkc().collect();
    let shape: String = skeleton(&written).collect::<String>().to_lowercase();
    skeleton(&shape).collect()
}

/// The name as it is kept, or what is wrong with it.
pub fn proper_name(name: &str) -> Result<String, Message> {
    let name = name.trim();
    let found = name.chars().count();
    if !(1..=LONGEST_NAME).contains(&found) {
        return Err(words::NAME_LENGTH.with("most", LONGEST_NAME).with("found", found));
    }
    if name.chars().any(|letter| letter.is_control() || is_unseen(letter)) {
        return Err(words::NAME_CHARACTER.say());
    }
    if !name.chars().any(char::is_alphanumeric) {
        return Err(words::NAME_LETTER.say());
    }
    // Machines hold records under names of their own, with what they are in parentheses.
    let folded = folded(name);
    let shape = looks(name);
    // A capital I looks like a small l, and so like no small i.
    let house = ["ingenio", "Ingenio", "someone", "guest"];
    let looks_like = |own: &&str| shape == looks(own) || folded == *own;
    let reserved = house.iter().any(looks_like) || shape.starts_with(&looks("guest-"));
    if reserved || folded.contains('(') {
        return Err(words::NAME_RESERVED.say());
    }
    Ok(name.to_owned())
}

/// Marks that show nothing by themselves: with them a name could look like another, or rearrange its line.
const fn is_unseen(letter: char) -> bool {
    matches!(letter, '\u{ad}' | '\u{34f}' | '\u{61c}' | '\u{115f}' | '\u{1160}' | '\u{17b4}' | '\u{17b5}'
        | '\u{180b}'..='\u{180f}' | '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{206f}'
        | '\u{3164}' | '\u{fe00}'..='\u{fe0f}' | '\u{feff}' | '\u{ffa0}' | '\u{fff9}'..='\u{fffb}'
        | '\u{e0000}'..='\u{e0fff}')
}

impl Store {
    /// Names from before looks were compared get theirs, once. They stay as they are, also where two of
    /// them look alike: only a new one is refused.
    pub(crate) async fn look_at_names_if_due(&self) -> Result<(), Trouble> {
        self.write(|db| Box::pin(look_at_names_if_due(db))).await
    }
}

async fn look_at_names_if_due(db: &mut AnyConnection) -> Result<(), Trouble> {
    let due = sqlx::query("DELETE FROM pending WHERE what = $1").bind(WORK).execute(&mut *db).await?;
    if due.rows_affected() == 0 {
        return Ok(());
    }
    let names: Vec<(i64, String)> =
        sqlx::query_as("SELECT id, name FROM player WHERE password IS NOT NULL").fetch_all(&mut *db).await?;
    for (id, name) in names {
        let query = sqlx::query("UPDATE player SET looks = $2 WHERE id = $1").bind(id).bind(looks(&name));
        query.execute(&mut *db).await?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_short_and_visible() {
        assert_eq!(proper_name("  Ada Ñ  ").as_deref(), Ok("Ada Ñ"));
        assert!(proper_name(&"é".repeat(32)).is_ok());
        for bad in [
            "",
            "   ",
            &"é".repeat(33),
            &"x".repeat(10_000),
            "a\nb",
            "a\u{0}",
            "\u{202e}live",
            "ada\u{200b}",
            "\u{ad}",
            "--",
            "Ingenio",
            "Ιngenio",
            "іngеniо",
            "ɡuest-1",
            "bfs (a machine)",
        ] {
            assert!(proper_name(bad).is_err(), "{bad:?}");
        }
    }

    #[test]
    fn names_are_the_same_in_every_case_and_width() {
        assert_eq!(folded("ADA ñandú"), folded(" ada ÑANDÚ "));
        assert_eq!(folded("Ａｄａ"), "ada");
        assert_eq!(folded("e\u{301}"), "é");
    }

    #[test]
    fn letters_of_other_scripts_look_the_same() {
        for (one, other) in [
            ("Ada", "Аda"),
            ("Ada", "Αda"),
            ("Bob", "Воb"),
            ("Iulia", "lulia"),
            ("paul", "раul"),
            ("Grace", "Ꮐrace"),
        ] {
            assert_ne!(folded(one), folded(other), "{one} {other}");
            assert_eq!(looks(one), looks(other), "{one} {other}");
        }
        for (one, other) in [("Ada", "Eda"), ("Иван", "Ivan"), ("pupil 2", "pupil 3"), ("Ana", "Aña")] {
            assert_ne!(looks(one), looks(other), "{one} {other}");
        }
    }
}
