//! Levels and their texts.

use std::collections::HashMap;
use std::time::{Duration, Instant};

use ingenio_core::{AnyPuzzle, Options, Rng, Source};

use crate::tools::samples;

pub fn are_read_as_they_are_written(puzzle: &'static dyn AnyPuzzle) {
    let settings = Options::defaults(puzzle.info().settings);
    let mut written = 0;
    for (size, level) in (0..4).flat_map(|size| samples(puzzle, size, 60).map(move |level| (size, level))) {
        for format in puzzle.info().formats {
            let Ok(text) = level.write(format.name) else { continue };
            written += 1;
            let readings = puzzle.read(&Source::new(&text), &settings);
            let [Ok(entry)] = &readings[..] else {
                panic!("size {size}, format {}: {text}\nis read as {readings:?}", format.name);
            };
            if level.renames(format.name) {
                let again = entry.level.write(format.name);
                assert_eq!(again.as_ref(), Ok(&text), "format {} does not come back", format.name);
                continue;
            }
            assert_eq!(entry.level.canonical(), level.canonical(), "format {}", format.name);
            assert_eq!(entry.level.id(), level.id());
            // What the text leaves out would be missing on the board.
            assert_eq!(entry.level.play().scene(), level.play().scene(), "format {}", format.name);
        }
        let canonical = level.canonical();
        // The first line may be indented: a Sokoban wall begins where it begins.
        assert_eq!(canonical, canonical.trim_end(), "a canonical text is trimmed");
        assert!(
            !canonical.contains('\r') && canonical.lines().next().is_some_and(|line| !line.trim().is_empty())
        );
    }
    assert!(written > 0, "no format was tried");
}

pub fn have_stable_distinct_ids(puzzle: &'static dyn AnyPuzzle) {
    let mut seen = HashMap::new();
    for level in samples(puzzle, 2, 200) {
        let canonical = level.canonical();
        let before = seen.insert(level.id(), canonical.clone());
        assert!(before.is_none_or(|before| before == canonical), "two levels with one id");
    }
    assert!(seen.len() > 10, "the sampler repeats itself");
}

/// Cuts, repeats and changes single characters of good texts.
pub fn never_break_the_reader_when_damaged(puzzle: &'static dyn AnyPuzzle) {
    let settings = Options::defaults(puzzle.info().settings);
    let mut rng = Rng::new(4);
    for level in samples(puzzle, 2, 150) {
        for _ in 0..10 {
            let mut letters: Vec<char> = level.canonical().chars().collect();
            for _ in 0..=rng.below(3) {
                damage(&mut letters, &mut rng);
            }
            let text: String = letters.into_iter().collect();
            let source = Source::new(&text);
            puzzle.recognise(&source);
            for reading in puzzle.read(&source, &settings) {
                let Err(fault) = reading else { continue };
                let lines = source.lines().count() as u32;
                assert!(
                    fault.line.is_none_or(|line| (1..=lines.max(1)).contains(&line)),
                    "{fault:?} in {text:?}"
                );
                assert!(!fault.english().contains('{'), "a hole is left in '{fault:?}'");
            }
        }
    }
}

/// Two million characters in one line, or in as many lines as can be: a reader whose time grows with
/// the square of a line's length would take minutes.
pub fn long_texts_do_not_stall_the_reader(puzzle: &'static dyn AnyPuzzle) {
    let settings = Options::defaults(puzzle.info().settings);
    let begun = Instant::now();
    for pattern in ["A", "0 ", "1/", "#", "ab\n", "1 2 3 4\n", "\n", "- ", "12|", "o"] {
        let source = Source::new(&pattern.repeat(2_000_000 / pattern.len()));
        puzzle.recognise(&source);
        puzzle.read(&source, &settings);
    }
    assert!(begun.elapsed() < Duration::from_secs(40), "reading took {:?}", begun.elapsed());
}

fn damage(letters: &mut Vec<char>, rng: &mut Rng) {
    const STRANGE: &[char] =
        &['0', '9', ' ', '\n', '/', '_', '.', '#', 'A', 'z', '-', ':', '+', '@', 'é', '\t', '1'];
    let at = rng.below(letters.len().max(1));
    let strange = *rng.choose(STRANGE).expect("the list is not empty");
    match rng.below(4) {
        0 if at < letters.len() => drop(letters.remove(at)),
        1 if at < letters.len() => letters[at] = strange,
        2 => letters.insert(at.min(letters.len()), strange),
        _ => letters.truncate(at),
    }
}

pub fn sentences_are_well_formed(puzzle: &'static dyn AnyPuzzle) {
    let info = puzzle.info();
    let mut ids: Vec<_> = info.words.iter().map(|template| template.id).collect();
    ids.sort_unstable();
    assert!(ids.windows(2).all(|pair| pair[0] != pair[1]), "an id stands twice in {ids:?}");
    for template in info.words {
        let own = template.id.strip_prefix(info.name).is_some_and(|rest| rest.starts_with('.'));
        assert!(own, "{} does not begin with the puzzle's name", template.id);
        assert_eq!(template.source().matches('{').count(), template.holes().len(), "{}", template.source());
    }
    assert!(!info.formats.is_empty() && !info.about.is_empty() && !info.title.is_empty());
}
