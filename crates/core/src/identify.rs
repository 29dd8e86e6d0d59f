//! Which puzzles a text could be a level of.

use crate::{AnyPuzzle, Likeness, Options, Source};

/// Those a text could belong to: by its look; where several look alike, by the ending of the file's name, and
/// then by which of them can read it.
pub fn candidates(
    known: &[&'static dyn AnyPuzzle],
    source: &Source,
    file: Option<&str>,
) -> Vec<&'static dyn AnyPuzzle> {
    let of = |likeness| known.iter().copied().filter(move |puzzle| puzzle.recognise(source) == likeness);
    let mut candidates: Vec<_> = of(Likeness::Sure).collect();
    if candidates.is_empty() {
        candidates = of(Likeness::Maybe).collect();
    }
    narrow(&mut candidates, |puzzle| file.is_some_and(|file| has_ending(*puzzle, file)));
    narrow(&mut candidates, |puzzle| reads(*puzzle, source));
    candidates
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
