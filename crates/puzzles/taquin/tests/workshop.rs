//! Generators, ratings and what the doctor asks for, on known boards.

use std::collections::BTreeSet;
use std::sync::Arc;

use ingenio_conformance::tools;
use ingenio_conformance::typed::{self, Defect};
use ingenio_core::rooms::{Doctor as _, Referee as _, Texts as _};
use ingenio_core::{Attempt, Grade, Rating, Rng};
use ingenio_taquin::Taquin;
use ingenio_taquin::level::Level;

fn level(text: &str) -> Arc<Level> {
    Arc::new(typed::read::<Taquin>(text))
}

/// The optimal length.
fn solve(level: &Arc<Level>) -> Option<usize> {
    let name = if level.size().cells() <= 9 { "astar-manhattan" } else { "idastar-pdb-small" };
    typed::best_of::<Taquin>(name, level, tools::task()).map(|solution| solution.len())
}

/// Evenly over all 12 solvable positions of 2x2.
#[test]
fn random_positions_are_evenly_drawn() {
    let mut seen = std::collections::BTreeMap::new();
    for made in typed::first_made::<Taquin>("random", "width=2,height=2", 1200) {
        *seen.entry(Taquin::canonical(&made.level)).or_insert(0) += 1;
    }
    assert_eq!(seen.len(), 12);
    assert!(seen.values().all(|count| (60..150).contains(count)), "{seen:?}");
}

#[test]
fn random_positions_of_any_shape_have_their_solution() {
    for wishes in [
        "width=3,height=3",
        "width=4,height=4,goal=first",
        "width=7,height=3",
        "width=2,height=6",
        "width=10,height=10",
    ] {
        for made in typed::first_made::<Taquin>("random", wishes, 5) {
            assert!(Taquin::referee(&made.level, &made.solution).is_ok(), "{wishes}");
        }
    }
}

#[test]
fn positions_have_the_wished_distance() {
    for (wishes, range) in [
        ("least=31,most=31", 31..=31),
        ("least=5,most=9,goal=first", 5..=9),
        ("width=2,height=4,least=30,most=36", 30..=36),
        ("width=5,height=2,least=55,most=55", 55..=55),
        ("width=4,height=4,least=20,most=24", 20..=24),
        ("width=4,height=3,least=30,most=40", 30..=40),
    ] {
        for made in typed::first_made::<Taquin>("distance", wishes, 2) {
            let (_, measures) = Taquin::referee(&made.level, &made.solution).unwrap();
            let moves = measures.get("moves").unwrap() as usize;
            assert!(made.optimal && range.contains(&moves), "{wishes}: {moves}");
            if made.level.size().cells() != 10 {
                assert_eq!(solve(&Arc::new(made.level)), Some(moves), "{wishes}");
            }
        }
    }
}

#[test]
fn impossible_wishes_are_refused_at_once() {
    for (wishes, word) in [
        ("least=32,most=40", "the furthest ones take 31"),
        ("width=4,height=4,least=81,most=90", "the furthest ones take 80"),
        ("least=9,most=8", "cannot both be"),
    ] {
        let why = typed::maker::<Taquin>("distance", wishes)
            .err()
            .unwrap_or_else(|| panic!("{wishes} is accepted"));
        assert!(why.contains(word), "{wishes}: {why}");
    }
}

#[test]
fn missed_wishes_give_something_near() {
    let mut maker = typed::maker::<Taquin>("distance", "width=4,height=4,least=20,most=20").unwrap();
    let near = (0..200).find_map(|number| match maker.attempt(number, &mut Rng::stream(7, number)) {
        Attempt::Near(near) => Some(near),
        _ => None,
    });
    let near = near.expect("not every walk hits");
    assert_eq!(near.miss, solve(&Arc::new(near.level)).unwrap().abs_diff(20) as u64);
}

/// Positions of equal optimal length differ by what stands in the way.
#[test]
fn equal_lengths_can_have_different_grades() {
    let made = typed::first_made::<Taquin>("distance", "least=22,most=22", 300);
    let ratings: Vec<Rating> = made.iter().map(|made| typed::rating::<Taquin>(&made.level)).collect();
    let grades: BTreeSet<Grade> = ratings.iter().map(Rating::grade).collect();
    assert!(grades.len() > 1, "{grades:?}");
    let points: BTreeSet<u32> = ratings.iter().map(Rating::points).collect();
    assert!(points.last().unwrap() - points.first().unwrap() >= 8, "{points:?}");
}

#[test]
fn grades_span_the_scale() {
    let grade = |text: &str| typed::rating::<Taquin>(&level(text)).grade();
    assert_eq!(grade("1 2 3/4 5 6/7 _ 8"), Grade::Beginner);
    assert_eq!(grade("1 2 3 4/5 6 7 8/9 10 11 12/13 _ 14 15"), Grade::Beginner);
    let random = |wishes: &str| {
        typed::rating::<Taquin>(&typed::first_made::<Taquin>("random", wishes, 1).remove(0).level).grade()
    };
    assert_eq!(random("width=4,height=4"), Grade::Intermediate);
    assert_eq!(random("width=5,height=5"), Grade::Advanced);
    assert_eq!(random("width=8,height=8"), Grade::Expert);
}

/// Every planted defect is what its heading says, and every unsolvable board has a mend.
#[test]
fn planted_defects_are_what_they_say() {
    for Defect { kind, heading, level } in typed::defects::<Taquin>(include_str!("defects.txt")) {
        assert_eq!(kind, "unsolvable", "no kind: {heading}");
        assert!(!level.is_solvable(), "{heading}");
        let mut mends = Taquin::mends(&level).peekable();
        assert!(mends.peek().is_some() && mends.all(|mend| mend.level.is_solvable()), "{heading}");
    }
}

/// The famous unsolvable board is mended by swapping what was swapped.
#[test]
fn fourteen_and_fifteen_are_swapped_back() {
    let board = level("1 2 3 4/5 6 7 8/9 10 11 12/13 15 14 _");
    let first = Taquin::mends(&board).next().unwrap();
    assert_eq!(first.what.english(), "swap the tiles 15 and 14");
    assert_eq!(solve(&Arc::new(first.level)), Some(0));
}
