//! Generators, ratings and what the doctor asks for, on known boards.

use std::collections::BTreeSet;
use std::sync::Arc;

use ingenio_conformance::typed::{self, Defect};
use ingenio_core::rooms::{Doctor as _, Methods as _, Referee as _, Texts as _};
use ingenio_core::{Attempt, Grade, Options, Rng, Source, Task, Verdict};
use ingenio_tetravex::Tetravex;
use ingenio_tetravex::level::{Level, Question};
use ingenio_tetravex::solve::proved_maximum;

/// The number of best boards, up to two, and how many tiles they hold; nothing for unsolvable ones.
fn solve(level: &Arc<Level>) -> Option<(u128, u64)> {
    let mut run = Tetravex::count(level, 2, &Task::default()).unwrap();
    typed::finish(run.as_mut());
    let found = run.found().found;
    let mut run = proved_maximum(level, &Task::default());
    match typed::finish(run.as_mut()) {
        Verdict::Solved { .. } => run.progress().best.map(|placed| (found, placed)),
        _ => None,
    }
}

fn colours(level: &Level) -> usize {
    level.tiles().iter().flat_map(|tile| tile.0).collect::<BTreeSet<u32>>().len()
}

#[test]
fn random_boards_show_the_wished_colours() {
    for (wishes, wanted) in
        [("colours=4", 4), ("width=2,height=2,colours=12", 12), ("width=6,height=5,colours=10", 10)]
    {
        for made in typed::first_made::<Tetravex>("random", wishes, 20) {
            assert_eq!(colours(&made.level), wanted, "{wishes}");
            let (_, measures) = Tetravex::referee(&made.level, &made.solution).unwrap();
            assert_eq!(measures.get("placed"), Some(made.level.size().cells() as u64));
        }
    }
}

#[test]
fn unique_boards_have_one_solution() {
    for wishes in ["width=3,height=3,colours=5,unique=yes", "width=4,height=4,colours=7,unique=yes"] {
        for made in typed::first_made::<Tetravex>("random", wishes, 10) {
            assert!(made.unique);
            assert_eq!(solve(&Arc::new(made.level)).unwrap().0, 1, "{wishes}");
        }
    }
    // With two colours nothing that large is unique, and that is what is said.
    let mut maker = typed::maker::<Tetravex>("random", "width=4,height=4,colours=2,unique=yes").unwrap();
    assert!((0..20).any(|number| matches!(maker.attempt(number, &mut Rng::new(number)), Attempt::Near(_))));
}

#[test]
fn over_constrained_boards_have_their_proved_maximum() {
    for (wishes, missing) in [("width=3,height=3,colours=6,missing=2", 2), ("width=4,height=4,colours=6", 1)]
    {
        for made in typed::first_made::<Tetravex>("over", wishes, 5) {
            assert_eq!(made.level.question(), Question::Maximise);
            let level = Arc::new(made.level);
            let (_, placed) = solve(&level).unwrap();
            assert_eq!(placed as usize, level.room() - missing);
            let (_, measures) = Tetravex::referee(&level, &made.solution).unwrap();
            assert_eq!(measures.get("placed"), Some(placed));
        }
    }
}

#[test]
fn impossible_wishes_are_refused_at_once() {
    for (generator, wishes, word) in [
        ("random", "width=2,height=2,colours=13", "12 edges"),
        ("over", "width=2,height=2,missing=4", "impossible"),
        ("over", "colours=1", "impossible"),
    ] {
        let why = typed::maker::<Tetravex>(generator, wishes)
            .err()
            .unwrap_or_else(|| panic!("{wishes} is accepted"));
        assert!(why.contains(word), "{wishes}: {why}");
    }
}

/// As many tiles, but fewer colours leave more to try: size alone is not difficulty.
#[test]
fn equal_sizes_can_have_different_grades() {
    let grades = |wishes: &str| {
        let made = typed::first_made::<Tetravex>("random", wishes, 30);
        made.iter().map(|made| typed::rating::<Tetravex>(&made.level).points()).sum::<u32>() / 30
    };
    let (many, few) = (grades("width=3,height=3,colours=10"), grades("width=3,height=3,colours=4"));
    assert!(many + 10 < few, "{many} {few}");
    let spread: BTreeSet<Grade> = typed::first_made::<Tetravex>("random", "width=4,height=4,colours=10", 60)
        .iter()
        .map(|made| typed::rating::<Tetravex>(&made.level).grade())
        .collect();
    assert!(spread.len() > 1, "{spread:?}");
}

/// Tiles that are all alike go anywhere.
#[test]
fn alike_tiles_are_for_beginners() {
    let alike =
        Tetravex::read(&Source::new("2 1 4\n0 0 0 0\n0 0 0 0\n0 0 0 0\n0 0 0 0\n"), &Options::default());
    let rating = typed::rating::<Tetravex>(&alike.into_iter().next().unwrap().unwrap().level);
    assert!(rating.points() < 20, "{rating:?}");
}

#[test]
fn grades_span_the_scale() {
    let grade = |wishes: &str| {
        typed::rating::<Tetravex>(&typed::first_made::<Tetravex>("random", wishes, 1)[0].level).grade()
    };
    assert_eq!(grade("width=2,height=2,colours=10"), Grade::Beginner);
    assert_eq!(grade("width=6,height=6,colours=6"), Grade::Expert);
    let cut = typed::rating::<Tetravex>(
        &typed::first_made::<Tetravex>("random", "width=6,height=6,colours=5", 1)[0].level,
    );
    assert!(!cut.is_exact() && cut.factors().len() == 5);
}

/// Every planted defect is what its heading says, and what can be mended has a mend.
#[test]
fn planted_defects_are_what_they_say() {
    for Defect { kind, heading, level } in typed::defects::<Tetravex>(include_str!("defects.txt")) {
        let level = Arc::new(level);
        let solved = solve(&level);
        let mended = |level: Level| solve(&Arc::new(level)).map(|(found, _)| found);
        let mut mends = Tetravex::mends(&level).map(|mend| mended(mend.level));
        match kind.as_str() {
            "unsolvable" => {
                assert_eq!(solved, None, "{heading}");
                assert!(mends.any(|mended| mended.is_some()), "no mend: {heading}");
            }
            "ambiguous" => {
                assert_eq!(solved.map(|(found, _)| found), Some(2), "{heading}");
                assert!(mends.any(|mended| mended == Some(1)), "no mend: {heading}");
            }
            "superfluous" => {
                assert_eq!(solved.map(|(found, _)| found), Some(1), "{heading}");
                let idle = |part| {
                    let without = Tetravex::without(&level, &[part]);
                    without.is_some_and(|level| solve(&Arc::new(level)) == solved)
                };
                assert!((0..Tetravex::parts(&level).len()).any(idle), "{heading}");
            }
            kind => panic!("no kind {kind}"),
        }
    }
}
