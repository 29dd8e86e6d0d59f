//! All levels of a text that somebody brings along: the texts of levels one after another, or the file of a pack. What
//! cannot be read is told, and keeps nobody from the rest. And the way back: levels with titles as the file of a pack.

use std::collections::HashSet;

use ingenio_catalog::{find, identify};
use ingenio_core::{Fault, Grade, LevelId, LevelRef, Message, Options, Reading, Source};

use crate::pack::{Pack, PackLevel};
use crate::words;

/// Characters of a title.
const LONGEST_TITLE: usize = 80;

/// What was in a text.
#[derive(Debug)]
pub struct Brought {
    /// What the file itself says.
    pub title: Option<String>,
    pub author: String,
    pub grade: Option<Grade>,
    /// Levels of one puzzle, each with its title.
    pub levels: Vec<(LevelRef, String)>,
    /// The grade of each of them, where its file says one.
    pub grades: Vec<Option<Grade>>,
    /// Why the others were left out.
    pub faults: Vec<Fault>,
    /// How many were there a second time.
    pub twice: usize,
}

impl Brought {
    /// What was left out, for whoever brought it; nothing where all is there.
    pub fn told(&self) -> Option<Message> {
        let mut told = Vec::new();
        if let Some(first) = self.faults.first() {
            told.push(words::LEVELS_BROKEN.with("count", self.faults.len()).with("first", first.said()));
        }
        if self.twice > 0 {
            told.push(words::LEVELS_TWICE.with("count", self.twice));
        }
        if told.is_empty() {
            return None;
        }
        told.insert(0, words::LEVELS_TAKEN.with("count", self.levels.len()));
        Some(Message::all(told))
    }
}

/// Reads everything that `fits`; the first fault where nothing can be read.
pub fn gather(
    text: &str,
    puzzle: Option<&str>,
    fits: impl Fn(&LevelRef) -> Result<(), Fault>,
) -> Result<Brought, Fault> {
    let pack = if is_pack(text) { Some(Pack::parse(text)?) } else { None };
    let mut brought = Brought {
        title: pack.as_ref().and_then(|pack| proper_title(&pack.title)),
        author: pack.as_ref().and_then(|pack| proper_title(&pack.author)).unwrap_or_default(),
        grade: pack.as_ref().and_then(|pack| grade_named(&pack.difficulty)),
        levels: Vec::new(),
        grades: Vec::new(),
        faults: Vec::new(),
        twice: 0,
    };
    let mut known: HashSet<LevelId> = HashSet::new();
    for (number, reading) in (0..).zip(readings(text, puzzle, pack.as_ref())?) {
        match reading.and_then(|entry| fits(&entry.level).map(|()| entry)) {
            Ok(entry) if known.insert(entry.level.id()) => {
                let title = entry.title.as_deref().and_then(proper_title);
                brought.levels.push((entry.level, title.unwrap_or_else(|| format!("{}", number + 1))));
                brought.grades.push(pack.as_ref().and_then(|pack| pack.levels.get(number)?.grade()));
            }
            Ok(_) => brought.twice += 1,
            Err(fault) => brought.faults.push(fault),
        }
    }
    if brought.levels.is_empty() {
        return Err(brought.faults.into_iter().next().unwrap_or_else(|| words::NO_LEVEL.say().into()));
    }
    Ok(brought)
}

fn readings(text: &str, puzzle: Option<&str>, pack: Option<&Pack>) -> Result<Vec<Reading<LevelRef>>, Fault> {
    if let Some(pack) = pack {
        return Ok(pack.readings()?);
    }
    let source = Source::new(text);
    let puzzle = match puzzle {
        Some(name) => find(name)?,
        None => identify(&source, None)?,
    };
    let settings = Options::defaults(puzzle.info().settings);
    Ok(puzzle.read(&source, &settings))
}

/// No level of ours is written so.
fn is_pack(text: &str) -> bool {
    text.lines().any(|line| line.trim_end() == "[[levels]]")
}

pub fn grade_named(word: &str) -> Option<Grade> {
    Grade::ALL.into_iter().find(|grade| grade.word() == word)
}

/// A title as it may stand in a line: without what turns a line round or ends it, and not too long.
pub fn proper_title(text: &str) -> Option<String> {
    let turns = |letter: &char| matches!(letter, '\u{200e}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}');
    let plain = text.chars().filter(|letter| !turns(letter));
    let plain: String = plain.map(|letter| if letter.is_control() { ' ' } else { letter }).collect();
    let words: Vec<&str> = plain.split_whitespace().collect();
    let title: String = words.join(" ").chars().take(LONGEST_TITLE).collect();
    (!title.is_empty()).then_some(title)
}

/// Levels of one puzzle as a pack of which nothing else is known.
pub fn plain_pack(
    title: String,
    author: String,
    grade: Option<Grade>,
    levels: &[(LevelRef, String)],
) -> Pack {
    let level = |(level, title): &(LevelRef, String)| PackLevel {
        title: Some(title.clone()),
        text: level.canonical(),
        made_by: None,
        number: None,
        best: None,
        proved: false,
        unique: false,
        points: None,
    };
    Pack {
        title,
        puzzle: levels.first().map_or_else(String::new, |(level, _)| level.puzzle().info().name.to_owned()),
        author,
        difficulty: grade.map_or_else(String::new, |grade| grade.word().to_owned()),
        made_by: Vec::new(),
        levels: levels.iter().map(level).collect(),
    }
}

#[cfg(test)]
mod tests {
    use ingenio_catalog::PUZZLES;
    use ingenio_core::Rng;

    use super::*;

    fn read(text: &str, puzzle: Option<&str>) -> Result<Brought, Fault> {
        gather(text, puzzle, |_| Ok(()))
    }

    #[test]
    fn many_levels_of_every_puzzle_are_all_there() {
        for puzzle in PUZZLES {
            let mut rng = Rng::new(5);
            let mut levels: Vec<LevelRef> =
                (0..40).map(|size| puzzle.sample(&mut rng, 1 + size % 3)).collect();
            levels.dedup_by_key(|level| level.id());
            let texts: Vec<String> = levels.iter().map(|level| level.canonical()).collect();
            let brought = read(&texts.join("\n\n"), Some(puzzle.info().name)).expect("levels");
            let wanted: HashSet<LevelId> = levels.iter().map(|level| level.id()).collect();
            let found: HashSet<LevelId> = brought.levels.iter().map(|(level, _)| level.id()).collect();
            assert_eq!(found, wanted, "{}", puzzle.info().name);
        }
    }

    #[test]
    fn what_is_broken_or_there_twice_is_told() {
        let good = "#####\n#@$.#\n#####\n";
        let bad = "#####\n#@$?#\n#####\n";
        let brought = read(&format!("{good}\n{bad}\n{good}"), Some("sokoban")).expect("one level");
        assert_eq!((brought.levels.len(), brought.faults.len(), brought.twice), (1, 1, 1));
        let told = brought.told().expect("it is told").english();
        assert!(told.contains("1 level") && told.contains('?'), "{told}");
        assert!(read(bad, Some("sokoban")).is_err());
        assert!(read(good, Some("sokoban")).expect("a level").told().is_none());
        assert!(read("title = 'x'\n[[levels]]\ntext = ", None).is_err());
    }

    #[test]
    fn what_is_written_as_a_pack_comes_back_the_same() {
        for puzzle in PUZZLES {
            let levels = [3, 8].map(|seed| puzzle.sample(&mut Rng::new(seed), 2));
            let named: Vec<_> =
                levels.iter().map(|level| (level.clone(), format!("\"{}\"", level.id()))).collect();
            let pack = plain_pack("Odd = ones\\".to_owned(), "Ada".to_owned(), Some(Grade::Expert), &named);
            let brought = read(&pack.write(), None).expect("it is a pack");
            assert_eq!((brought.title.as_deref(), brought.author.as_str()), (Some("Odd = ones\\"), "Ada"));
            assert_eq!(brought.grade, Some(Grade::Expert));
            let ids = |all: &[(LevelRef, String)]| -> Vec<_> {
                all.iter().map(|(level, title)| (level.id(), title.clone())).collect()
            };
            assert_eq!(ids(&brought.levels), ids(&named), "{}", puzzle.info().name);
        }
    }

    #[test]
    fn titles_stay_in_their_line() {
        assert_eq!(proper_title(" a\u{202e}b\r\n\tc "), Some("ab c".to_owned()));
        assert_eq!(proper_title("\u{7}\n"), None);
        assert_eq!(proper_title(&"é".repeat(500)).map(|title| title.chars().count()), Some(LONGEST_TITLE));
    }
}
