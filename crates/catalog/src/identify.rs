//! From a text to the right puzzle, or to the list of those it could be.

use ingenio_core::identify::candidates;
use ingenio_core::{AnyPuzzle, Fault, LevelRef, Options, Source};

use crate::{PUZZLES, words};

/// The puzzle of that name or of one of its other names.
pub fn find(name: &str) -> Result<&'static dyn AnyPuzzle, Fault> {
    let fits = |puzzle: &&&'static dyn AnyPuzzle| {
        let info = puzzle.info();
        info.name.eq_ignore_ascii_case(name)
            || info.also_known_as.iter().any(|other| other.eq_ignore_ascii_case(name))
    };
    PUZZLES.iter().find(fits).copied().ok_or_else(|| {
        words::UNKNOWN_PUZZLE.with("name", name).with("known", names(PUZZLES.iter().copied())).into()
    })
}

/// Decides by the look of the text, or says what it could be.
pub fn identify(source: &Source, file: Option<&str>) -> Result<&'static dyn AnyPuzzle, Fault> {
    if source.text().trim().is_empty() {
        return Err(words::EMPTY.say().into());
    }
    let candidates = candidates(PUZZLES, source, file);
    match candidates[..] {
        [puzzle] => Ok(puzzle),
        [] => Err(words::UNRECOGNISED.with("known", names(PUZZLES.iter().copied())).into()),
        _ => Err(words::AMBIGUOUS.with("candidates", names(candidates.into_iter())).into()),
    }
}

/// The first level of a text, read as its puzzle usually is: how levels are kept, a puzzle's name and their text.
pub fn read_level(puzzle: &str, text: &str) -> Result<LevelRef, Fault> {
    let puzzle = find(puzzle)?;
    let first =
        puzzle.read(&Source::new(text), &Options::defaults(puzzle.info().settings)).into_iter().next();
    Ok(first.ok_or_else(|| words::EMPTY.say())??.level)
}

fn names(puzzles: impl Iterator<Item = &'static dyn AnyPuzzle>) -> String {
    puzzles.map(|puzzle| puzzle.info().name).collect::<Vec<_>>().join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn puzzles_are_found_by_all_their_names() {
        assert_eq!(find("taquin").unwrap().info().name, "taquin");
        assert_eq!(find("15-Puzzle").unwrap().info().name, "taquin");
        assert!(find("chess").err().unwrap().is(words::UNKNOWN_PUZZLE));
    }

    #[test]
    fn every_puzzle_recognises_its_own_levels() {
        for puzzle in PUZZLES {
            for number in 0..50 {
                let level = puzzle.sample(&mut ingenio_core::Rng::new(number), 2);
                let found = identify(&Source::new(&level.canonical()), None);
                let name = found.map(|found| found.info().name);
                assert_eq!(name, Ok(puzzle.info().name), "{level:?}");
            }
        }
    }

    #[test]
    fn a_level_is_read_from_what_is_kept_of_it() {
        for puzzle in PUZZLES {
            let level = puzzle.sample(&mut ingenio_core::Rng::new(8), 2);
            let again = read_level(puzzle.info().name, &level.canonical()).unwrap();
            assert_eq!(again.id(), level.id());
        }
        assert!(read_level("chess", "").err().unwrap().is(words::UNKNOWN_PUZZLE));
        assert!(read_level("flow", "").is_err() && read_level("sokoban", "#?#").is_err());
    }

    #[test]
    fn other_texts_are_refused() {
        let kind = |text| identify(&Source::new(text), None).err().unwrap().kind().to_owned();
        assert_eq!(kind("  \n"), words::EMPTY.id);
        assert_eq!(kind("once upon a time"), words::UNRECOGNISED.id);
    }
}
