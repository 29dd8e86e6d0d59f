//! From a text to the right puzzle, or to the list of those it could be.

use ingenio_core::{AnyPuzzle, Fault, Likeness, Options, Source};

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

/// Decides by the look of the text; where several puzzles look alike, by the ending of the file's
/// name, and then by which of them can read it.
pub fn identify(source: &Source, file: Option<&str>) -> Result<&'static dyn AnyPuzzle, Fault> {
    if source.text().trim().is_empty() {
        return Err(words::EMPTY.say().into());
    }
    let of = |likeness| PUZZLES.iter().copied().filter(move |puzzle| puzzle.recognise(source) == likeness);
    let mut candidates: Vec<_> = of(Likeness::Sure).collect();
    if candidates.is_empty() {
        candidates = of(Likeness::Maybe).collect();
    }
    narrow(&mut candidates, |puzzle| file.is_some_and(|file| has_ending(*puzzle, file)));
    narrow(&mut candidates, |puzzle| reads(*puzzle, source));
    match candidates[..] {
        [puzzle] => Ok(puzzle),
        [] => Err(words::UNRECOGNISED.with("known", names(PUZZLES.iter().copied())).into()),
        _ => Err(words::AMBIGUOUS.with("candidates", names(candidates.into_iter())).into()),
    }
}

/// Keeps those for which something holds, unless it holds for none.
fn narrow(candidates: &mut Vec<&'static dyn AnyPuzzle>, holds: impl Fn(&&'static dyn AnyPuzzle) -> bool) {
    if candidates.len() > 1 && candidates.iter().any(&holds) {
        candidates.retain(holds);
    }
}

fn has_ending(puzzle: &dyn AnyPuzzle, file: &str) -> bool {
    let ending = file.rsplit_once('.').map(|(_, ending)| ending);
    ending
        .is_some_and(|ending| puzzle.info().extensions.iter().any(|known| known.eq_ignore_ascii_case(ending)))
}

fn reads(puzzle: &dyn AnyPuzzle, source: &Source) -> bool {
    let settings = Options::defaults(puzzle.info().settings);
    puzzle.read(source, &settings).first().is_some_and(Result::is_ok)
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
    fn other_texts_are_refused() {
        let kind = |text| identify(&Source::new(text), None).err().unwrap().kind().to_owned();
        assert_eq!(kind("  \n"), words::EMPTY.id);
        assert_eq!(kind("once upon a time"), words::UNRECOGNISED.id);
    }
}
