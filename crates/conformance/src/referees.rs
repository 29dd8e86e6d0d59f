//! Referees: they accept exactly the solutions that win when they are played.

use ingenio_core::{AnyLevel, AnyPuzzle, Rng};

use crate::tools::{any_solution, samples};

/// True solutions, and every way to spoil one: a part cut out, doubled, swapped with another, or
/// replaced by one from a foreign alphabet. A spoilt text may happen to solve the level too; the
/// judge is the play.
pub fn accept_exactly_what_wins(puzzle: &'static dyn AnyPuzzle) {
    let mut rng = Rng::new(9);
    let mut solutions = 0;
    let mut refused = 0;
    for level in samples(puzzle, 1, 80) {
        let Some((solution, _)) = any_solution(level.as_ref()) else { continue };
        solutions += 1;
        let verified = level.verify(&solution).unwrap_or_else(|refusal| panic!("{solution}: {refusal:?}"));
        assert_eq!(verified.level(), level.id());
        assert_eq!(verified.text(), solution, "a method writes solutions in their first form");
        assert!(wins(level.as_ref(), &solution), "{solution} does not win {level:?}");
        let parts = puzzle.solution_parts(&solution);
        assert_eq!(parts.join(separator(&solution, &parts)), solution, "parts make up the solution");
        for spoilt in spoilt_texts(&solution, &parts, &mut rng) {
            let accepted = level.verify(&spoilt).is_ok();
            assert_eq!(accepted, wins(level.as_ref(), &spoilt), "'{spoilt}' on {level:?}");
            refused += usize::from(!accepted);
        }
        for foreign in ["?", "\u{1f600}", "R\0", "99999999999999999999"] {
            assert!(level.verify(&format!("{solution}{foreign}")).is_err(), "{foreign} was accepted");
        }
    }
    assert!(solutions >= 10, "only {solutions} samples were solved");
    assert!(refused > solutions, "the referee refuses hardly anything");
}

/// What stands between the parts: found from the solution itself.
fn separator<'a>(solution: &'a str, parts: &[String]) -> &'a str {
    match parts {
        [first, second, ..] => {
            let rest = &solution[first.len()..];
            &rest[..rest.find(second.as_str()).unwrap_or(0)]
        }
        _ => "",
    }
}

fn spoilt_texts(solution: &str, parts: &[String], rng: &mut Rng) -> Vec<String> {
    let between = separator(solution, parts);
    let mut texts = vec![String::new()];
    if parts.is_empty() {
        return texts;
    }
    for _ in 0..6 {
        let (at, other) = (rng.below(parts.len()), rng.below(parts.len()));
        let mut cut = parts.to_vec();
        cut.remove(at);
        let mut doubled = parts.to_vec();
        doubled.insert(at, parts[other].clone());
        let mut swapped = parts.to_vec();
        swapped.swap(at, other);
        texts.extend([cut, doubled, swapped].map(|list| list.join(between)));
    }
    texts.push(parts[..parts.len() - 1].join(between));
    texts
}

fn wins(level: &dyn AnyLevel, solution: &str) -> bool {
    let Ok(moves) = level.solution_moves(solution) else { return false };
    let mut play = level.play();
    moves.iter().all(|action| play.apply(action).is_ok()) && play.won()
}
