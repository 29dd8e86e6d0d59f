//! Files and texts besides levels: what people, browsers and other solvers hand over.

use ingenio_catalog::{PUZZLES, parse_method, read_level};
use ingenio_conformance::fuzz::changed;
use ingenio_core::{Claim, Rng, Source};
use ingenio_desk::PlayFile;
use ingenio_workshop::{Pack, Recipe, Solutions};

use crate::try_inputs;

/// Good texts to begin from; what comes out of them is nearly right.
const PLAYS: &str = include_str!("../replays/sokoban-undone-and-won.json");
const PACK: &str = r#"title = "One"
puzzle = "taquin"
author = "nobody"
difficulty = "beginner"
made_by = ["ingenio generate taquin"]

[[levels]]
title = "a"
made_by = 0
try = 7
best = 1
proved = true
points = 3
text = "1 2/_ 3"
"#;
const RECIPE: &str = r#"title = "One"
puzzle = "taquin"
author = "nobody"

[[groups]]
generator = "uniform"
wishes = "width=3"
solved_by = { method = "astar-manhattan", nodes = 100 }
seed = 1
count = 2
"#;
const SOLUTIONS: &str = "[solutions]\n0123456789abcdef0123 = \"RR\"\n";
const CLAIM: &str = r#"{"method":"astar","outcome":"solved","optimal":true,"solution":"R","measures":{"moves":1},"nodes":2,"seconds":0.1}"#;

fn near(good: &str, seed: u64) -> String {
    String::from_utf8_lossy(&changed(good.as_bytes().to_vec(), &mut Rng::new(seed))).into_owned()
}

#[test]
fn the_texts_to_begin_from_are_good() {
    assert!(PlayFile::read(PLAYS).is_ok());
    assert!(Pack::parse(PACK).is_ok_and(|pack| pack.readings().unwrap().iter().all(Result::is_ok)));
    assert!(Recipe::parse(RECIPE).is_ok() && Solutions::parse(SOLUTIONS).is_ok());
    assert!(serde_json::from_str::<Claim>(CLAIM).is_ok());
    assert!(PRINTED.iter().all(|text| ingenio_model::read::read(&Source::new(text)).is_ok()));
}

/// Files of plays are read or refused, and what is read is played again or refused.
#[test]
fn plays() {
    try_inputs(|seed, bytes| {
        for text in [near(PLAYS, seed), String::from_utf8_lossy(bytes).into_owned()] {
            let Ok(file) = PlayFile::read(&text) else { continue };
            let again = PlayFile::read(&file.text()).expect("what is written can be read");
            assert_eq!(again.text(), file.text());
            for play in &file.plays {
                if let Ok(level) = read_level(&play.head.puzzle, &play.head.text) {
                    let _ = play.check(&level);
                }
            }
        }
    });
}

/// Packs, recipes, solutions and what programs answer are read or refused, and come back as they were written.
#[test]
fn packs_and_answers() {
    try_inputs(|seed, bytes| {
        let rubbish = String::from_utf8_lossy(bytes);
        for text in [near(PACK, seed), rubbish.to_string()] {
            if let Ok(pack) = Pack::parse(&text) {
                assert_eq!(Pack::parse(&pack.write()).expect("it was written"), pack);
                let _ = pack.readings();
            }
        }
        for text in [near(SOLUTIONS, seed), rubbish.to_string()] {
            if let Ok(solutions) = Solutions::parse(&text) {
                assert_eq!(Solutions::parse(&solutions.write()).expect("it was written"), solutions);
            }
        }
        let _ = Recipe::parse(&near(RECIPE, seed));
        let _ = serde_json::from_str::<Claim>(&near(CLAIM, seed));
        let puzzle = PUZZLES[seed as usize % PUZZLES.len()];
        let methods = puzzle.methods();
        let method = methods[seed as usize % methods.len()];
        let options: Vec<String> = method.options.iter().map(|option| format!("{}=1", option.name)).collect();
        let _ = parse_method(puzzle, &near(&format!("{}:{}", method.name, options.join(",")), seed));
    });
}

/// What other solvers print.
const PRINTED: [&str; 6] = [
    "solution: RRDD\n",
    "x_1_2 1\nx_1_3 = 0\nobjective: 5\n",
    "s SATISFIABLE\nv 1 -2 3\nv -4 0\n",
    "v x1 -x2 x3\n",
    "   No. Column name       Activity     Lower bound   Upper bound\n------ ------------    ------------- -------------\n     1 x_1_2        *              1             0             1\n",
    "(move a b)\n(push c d)\n; cost = 2\n",
];

#[test]
fn what_solvers_print() {
    try_inputs(|seed, bytes| {
        let good = PRINTED[seed as usize % PRINTED.len()];
        let _ = ingenio_model::read::read(&Source::new(&near(good, seed)));
        if let Ok(source) = Source::decode(bytes) {
            let _ = ingenio_model::read::read(&source);
        }
    });
}
