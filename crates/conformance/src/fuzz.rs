//! Fuzzing of parsers and of move application. [`read_bytes`] and [`play_text`] say what must hold
//! for any input. The tests here feed them a fixed sequence of inputs; the fuzz targets (`crates/desk/tests/fuzz`)
//! feed them whatever a fuzzer thinks of.

use ingenio_core::{AnyLevel, AnyPuzzle, Options, Rng, Source};

const ITERATIONS: u64 = 3000;

/// Any bytes give levels or faults, and every level reads back as itself.
pub fn read_bytes(puzzle: &dyn AnyPuzzle, bytes: &[u8]) {
    let settings = Options::defaults(puzzle.info().settings);
    let Ok(source) = Source::decode(bytes) else { return };
    puzzle.recognise(&source);
    for entry in puzzle.read(&source, &settings).into_iter().flatten() {
        let canonical = entry.level.canonical();
        let again = puzzle.read(&Source::new(&canonical), &settings);
        let [Ok(again)] = &again[..] else { panic!("{canonical} does not read back: {again:?}") };
        assert_eq!(again.level.canonical(), canonical);
    }
}

/// Any text of moves is played or refused, and what was played can be played again. The referee
/// accepts nothing that does not win.
pub fn play_text(puzzle: &dyn AnyPuzzle, seed: u64, text: &str) {
    let level = puzzle.sample(&mut Rng::new(seed), 1);
    let mut play = level.play();
    let _ = play.apply(text);
    let mut replay = level.play();
    replay.apply(&play.history()).expect("what was played can be played again");
    assert_eq!(replay.fingerprint(), play.fingerprint());
    if let Ok(verified) = level.verify(text) {
        let moves = level.solution_moves(verified.text()).expect("an accepted solution has moves");
        let mut play = level.play();
        assert!(moves.iter().all(|action| play.apply(action).is_ok()) && play.won(), "{text:?} on {level:?}");
    }
}

pub fn any_bytes_give_levels_or_faults(puzzle: &'static dyn AnyPuzzle) {
    for number in 0..ITERATIONS {
        let mut rng = Rng::stream(31, number);
        read_bytes(puzzle, &bytes(puzzle, &mut rng));
    }
}

pub fn any_text_of_moves_is_played_or_refused(puzzle: &'static dyn AnyPuzzle) {
    for number in 0..ITERATIONS {
        let mut rng = Rng::stream(32, number);
        play_text(puzzle, number, &moves(puzzle, number, &mut rng));
    }
}

/// Rubbish, rubbish of the right letters, or a good text with a few bytes changed.
pub fn bytes(puzzle: &dyn AnyPuzzle, rng: &mut Rng) -> Vec<u8> {
    let size = rng.below(3);
    let good = text(puzzle, puzzle.sample(rng, size).as_ref(), rng).into_bytes();
    let length = rng.below(80);
    match rng.below(4) {
        0 => (0..length).map(|_| rng.next_u64() as u8).collect(),
        1 => (0..length).map(|_| letter(rng)).collect(),
        2 => (0..length).map(|_| good[rng.below(good.len())]).collect(),
        _ => changed(good, rng),
    }
}

/// A level in one of the forms in which it can be written: lines of packs, matrices, panels have readers of their own.
fn text(puzzle: &dyn AnyPuzzle, level: &dyn AnyLevel, rng: &mut Rng) -> String {
    let format = rng.choose(puzzle.info().formats).filter(|_| rng.one_in(2));
    format.and_then(|format| level.write(format.name).ok()).unwrap_or_else(|| level.canonical())
}

fn letter(rng: &mut Rng) -> u8 {
    const LETTERS: &[u8] = b"0123456789 \n\t/_.#$@+*-|:;,xoABabUDLRudlr>()";
    LETTERS[rng.below(LETTERS.len())]
}

/// A text with a few bytes more, less or other than they were, or a part of it twice.
pub fn changed(mut text: Vec<u8>, rng: &mut Rng) -> Vec<u8> {
    for _ in 0..=rng.below(4) {
        let at = rng.below(text.len() + 1);
        match rng.below(4) {
            0 => text.insert(at, letter(rng)),
            1 if at < text.len() => drop(text.remove(at)),
            2 if at < text.len() => text[at] = letter(rng),
            _ => {
                let copy = text[at..].to_vec();
                text.extend(copy);
            }
        }
    }
    text
}

/// Legal moves, most of the time with a few bytes changed.
pub fn moves(puzzle: &dyn AnyPuzzle, seed: u64, rng: &mut Rng) -> String {
    let mut play = puzzle.sample(&mut Rng::new(seed), 1).play();
    for _ in 0..rng.below(8) {
        let moves = play.moves();
        if let Some(action) = rng.choose(&moves) {
            play.apply(action).expect("a legal move is allowed");
        }
    }
    let text = play.history().into_bytes();
    let text = if rng.one_in(3) { text } else { changed(text, rng) };
    String::from_utf8_lossy(&text).into_owned()
}
