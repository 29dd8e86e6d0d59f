//! Fuzzing of parsers and of move application. As tests they run a fixed number of fixed inputs;
//! under `cargo bolero test` the same functions are driven by a coverage-guided fuzzer.

use bolero::check;
use ingenio_core::{AnyPuzzle, Options, Rng, Source};

const ITERATIONS: usize = 3000;

pub fn any_bytes_give_levels_or_faults(puzzle: &'static dyn AnyPuzzle) {
    let settings = Options::defaults(puzzle.info().settings);
    check!().with_iterations(ITERATIONS).for_each(|bytes: &[u8]| {
        let Ok(source) = Source::decode(bytes) else { return };
        puzzle.recognise(&source);
        for entry in puzzle.read(&source, &settings).into_iter().flatten() {
            let canonical = entry.level.canonical();
            let again = puzzle.read(&Source::new(&canonical), &settings);
            let [Ok(again)] = &again[..] else { panic!("{canonical} does not read back") };
            assert_eq!(again.level.canonical(), canonical);
        }
    });
}

pub fn any_text_of_moves_is_played_or_refused(puzzle: &'static dyn AnyPuzzle) {
    let generator = bolero::produce::<(u64, Vec<u8>)>();
    check!().with_iterations(ITERATIONS).with_generator(generator).for_each(
        |(seed, bytes): &(u64, Vec<u8>)| {
            let level = puzzle.sample(&mut Rng::new(*seed), 1);
            let mut play = level.play();
            let text = String::from_utf8_lossy(bytes);
            let played = play.apply(&text).is_ok();
            let mut replay = level.play();
            replay.apply(&play.history()).expect("what was played can be played again");
            assert_eq!(replay.fingerprint(), play.fingerprint());
            // A referee never panics and never accepts what does not win.
            if let Ok(verified) = level.verify(&text) {
                assert!(level.verify(verified.text()).is_ok());
                assert!(!played || play.won() || level.solution_moves(&text).is_ok());
            }
        },
    );
}
