//! Generators, ratings and what the doctor asks for.

use ingenio_core::{
    AnyMaker, AnyPuzzle, Attempt, Budget, Cancel, GeneratorInfo, LevelRef, Options, Rating, Rng, Silent,
    Source, drive,
};

use crate::tools::{RealClock, samples};

/// Tries in which a generator with its default wishes must have made something.
const TRIES: u64 = 3000;

fn maker(puzzle: &dyn AnyPuzzle, generator: &GeneratorInfo) -> AnyMaker {
    puzzle
        .generate(generator.name, &Options::defaults(generator.options), Cancel::default())
        .unwrap_or_else(|why| panic!("{} refuses its own defaults: {why:?}", generator.name))
}

fn try_number(maker: &mut AnyMaker, number: u64) -> Attempt<LevelRef> {
    maker.attempt(number, &mut Rng::stream(5, number))
}

/// The first levels of a generator, with the number of the try that made each.
fn first_levels(puzzle: &dyn AnyPuzzle, generator: &GeneratorInfo, most: usize) -> Vec<(u64, LevelRef)> {
    let mut maker = maker(puzzle, generator);
    let mut levels = Vec::new();
    for number in 0..TRIES {
        match try_number(&mut maker, number) {
            Attempt::Made(made) => {
                for one in made {
                    let verified = one.level.verify(&one.solution);
                    assert!(verified.is_ok(), "{} gives a wrong solution: {verified:?}", generator.name);
                    levels.push((number, one.level));
                }
            }
            Attempt::End => break,
            Attempt::Near(_) | Attempt::Nothing => {}
        }
        if levels.len() >= most {
            break;
        }
    }
    levels
}

pub fn generators_make_levels(puzzle: &'static dyn AnyPuzzle) {
    for generator in puzzle.generators() {
        let levels = first_levels(puzzle, &generator, 3);
        assert!(!levels.is_empty(), "{} made nothing in {TRIES} tries", generator.name);
        for (_, level) in levels {
            let settings = Options::defaults(puzzle.info().settings);
            let read = puzzle.read(&Source::new(&level.canonical()), &settings);
            let read = read[0].as_ref().expect("a made level is readable");
            assert_eq!(read.level.id(), level.id(), "{} is not read as it is written", generator.name);
        }
    }
}

/// A try depends on its number and its random numbers alone, not on the tries before it.
pub fn tries_can_be_repeated(puzzle: &'static dyn AnyPuzzle) {
    for generator in puzzle.generators() {
        for (number, level) in first_levels(puzzle, &generator, 3) {
            let Attempt::Made(again) = try_number(&mut maker(puzzle, &generator), number) else {
                panic!("try {number} of {} made nothing the second time", generator.name)
            };
            let same = again.iter().any(|made| made.level.id() == level.id());
            assert!(same, "try {number} of {} made another level the second time", generator.name);
        }
    }
}

/// How hard a level is, within a number of nodes.
fn rating(level: &LevelRef) -> Option<Rating> {
    let mut run = level.rate(&crate::tools::task())?;
    let budget = Budget { nodes: Some(300_000), ..Budget::default() };
    drive(run.as_mut(), &budget, &RealClock::start(), &mut Silent).found
}

pub fn ratings_say_why(puzzle: &'static dyn AnyPuzzle) {
    for level in samples(puzzle, 1, 20) {
        let Some(found) = rating(&level) else { continue };
        assert!(!found.factors().is_empty(), "a rating without a reason: {level:?}");
        assert_eq!(rating(&level).as_ref(), Some(&found), "rated twice, two ratings: {level:?}");
    }
}

/// A level without a part and a mended level are other levels that can be written and read.
pub fn changed_levels_are_levels(puzzle: &'static dyn AnyPuzzle) {
    let settings = Options::defaults(puzzle.info().settings);
    for level in samples(puzzle, 1, 15) {
        let parts = level.parts().len();
        let without = (0..parts.min(12)).filter_map(|part| level.without(&[part]));
        let mended = level.mends().take(40).map(|mend| mend.level);
        for changed in without.chain(mended) {
            assert_ne!(changed.id(), level.id(), "nothing changed in {level:?}");
            let read = puzzle.read(&Source::new(&changed.canonical()), &settings);
            let id = read.first().and_then(|read| read.as_ref().ok()).map(|entry| entry.level.id());
            assert_eq!(id, Some(changed.id()), "{changed:?} is not read as it is written");
        }
        assert!(level.mends().is_sorted_by_key(|mend| mend.size), "mends are not in order: {level:?}");
    }
}

/// Texts with a character more, less or another one: what the puzzle takes them for are levels that can be written
/// and read.
pub fn slips_of_the_pen_are_taken(puzzle: &'static dyn AnyPuzzle) {
    let settings = Options::defaults(puzzle.info().settings);
    let mut rng = Rng::new(3);
    for level in samples(puzzle, 2, 60) {
        let mut letters: Vec<char> = level.canonical().chars().collect();
        let (at, other) = (rng.below(letters.len()), *rng.choose(&letters).expect("a level has a text"));
        match rng.below(3) {
            0 => letters[at] = other,
            1 => drop(letters.remove(at)),
            _ => letters.insert(at, other),
        }
        let source = Source::new(&letters.into_iter().collect::<String>());
        for fault in puzzle.read(&source, &settings).into_iter().filter_map(Result::err) {
            let mends = puzzle.rescued(&source, &fault, &settings);
            assert!(mends.is_sorted_by_key(|mend| mend.size), "mends are not in order: {source:?}");
            for mend in mends.into_iter().take(20) {
                let read = puzzle.read(&Source::new(&mend.level.canonical()), &settings);
                let id = read.first().and_then(|read| read.as_ref().ok()).map(|entry| entry.level.id());
                assert_eq!(id, Some(mend.level.id()), "{:?} is not read as it is written", mend.level);
            }
        }
    }
}

pub fn kin_begin_with_the_level_itself(puzzle: &'static dyn AnyPuzzle) {
    for level in samples(puzzle, 1, 30) {
        let kin = level.kin();
        assert!(!kin.is_empty(), "no key for {level:?}");
        assert!(!kin[1..].contains(&kin[0]), "{level:?} without a piece is itself");
    }
}
