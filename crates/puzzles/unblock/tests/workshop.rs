//! Generators, ratings and what the doctor asks for, on known boards.

use std::sync::Arc;

use ingenio_conformance::typed::{self, Defect};
use ingenio_core::rooms::{Doctor as _, Texts as _};
use ingenio_core::{Attempt, Grade, Rng, Task};
use ingenio_unblock::level::Level;
use ingenio_unblock::{Unblock, referee};

fn level(text: &str) -> Arc<Level> {
    Arc::new(typed::read::<Unblock>(text))
}

/// Moves of an optimal solution; nothing for unsolvable boards.
fn solve(level: &Arc<Level>) -> Option<usize> {
    let solution = typed::best_of::<Unblock>("bfs", level, Task::default())?;
    Some(solution.split_whitespace().count())
}

#[test]
fn random_boards_are_as_wished_and_have_nothing_useless() {
    for (wishes, least, most, pieces) in [
        ("least=12,most=15", 12, 15, 0),
        ("least=20,positions=4000", 20, 999, 0),
        ("least=5,most=9,pieces=8", 5, 9, 8),
        ("width=5,height=5,least=10", 10, 20, 0),
        ("width=7,height=7,least=8", 8, 999, 0),
        ("walls=2,least=8", 8, 999, 0),
        ("exit=up,width=5,height=6,least=8", 8, 999, 0),
        ("exit=left,least=10", 10, 999, 0),
    ] {
        for made in typed::first_made::<Unblock>("random", wishes, 3) {
            let level = Arc::new(made.level);
            let (_, measures) = referee::referee(&level, &made.solution).unwrap();
            let moves = measures.get("moves").unwrap() as usize;
            assert_eq!(solve(&level), Some(moves), "{wishes}");
            assert!((least..=most).contains(&moves), "{wishes}: {moves}");
            assert!(pieces == 0 || level.pieces().len() == pieces, "{wishes}");
            assert_eq!(
                level.walls().iter().filter(|wall| **wall).count(),
                if wishes.contains("walls") { 2 } else { 0 }
            );
            for part in 0..Unblock::parts(&level).len() {
                let without = Arc::new(Unblock::without(&level, &[part]).unwrap());
                assert!(
                    solve(&without).unwrap() < moves,
                    "part {part} is useless: {}",
                    Unblock::canonical(&level)
                );
            }
        }
    }
}

/// A made board starts at a position of the greatest distance.
#[test]
fn random_boards_start_where_it_is_hardest() {
    for made in typed::first_made::<Unblock>("random", "least=15", 3) {
        let level = Arc::new(made.level);
        let field = ingenio_unblock::Field::build(&level, ingenio_unblock::metric::MOVES, u64::MAX).unwrap();
        assert_eq!(field.hardest().1, solve(&level).unwrap() as u32);
    }
}

#[test]
fn impossible_wishes_are_refused_at_once() {
    for (wishes, word) in [
        ("least=70", "the hardest takes 51"),
        ("walls=2,least=59", "the hardest takes 58"),
        ("width=5,height=5,least=21", "the hardest takes 20"),
        ("least=9,most=8", "cannot both be"),
        ("pieces=18", "no free cell"),
        ("width=16,height=16", "too large"),
    ] {
        let why =
            typed::maker::<Unblock>("random", wishes).err().unwrap_or_else(|| panic!("{wishes} is accepted"));
        assert!(why.contains(word), "{wishes}: {why}");
    }
    assert!(typed::maker::<Unblock>("enumerate", "width=5,height=5,least=21").is_err());
}

/// A wish that is not known to be impossible gives the nearest boards.
#[test]
fn missed_wishes_give_something_near() {
    let mut maker = typed::maker::<Unblock>("random", "least=40").unwrap();
    let near = (0..3000).filter_map(|number| match maker.attempt(number, &mut Rng::stream(7, number)) {
        Attempt::Near(near) => Some(near),
        _ => None,
    });
    let near = near.min_by_key(|near| near.miss).expect("something near");
    let moves = solve(&Arc::new(near.level)).unwrap() as u64;
    assert_eq!(near.miss, 40 - moves);
    assert!(near.what.english().starts_with(&moves.to_string()));
}

/// Boards of the same length that differ by what is between: length alone is not difficulty.
#[test]
fn equal_lengths_can_have_different_grades() {
    for (easy, hard, moves, grades) in [
        (
            "ooBooCDDBEECoFBAACoFoooooGoooooGHHII",
            "ooooooBBCCDDoAAoEFoGGHEFooIHJJooIooo",
            10,
            (Grade::Beginner, Grade::Intermediate),
        ),
        (
            "BCCDDDBooEFFAAoEoGHHHIIGoJJJKKoooooo",
            "BooCDDBoECoFBoEAAFGGHHIJKKoLIJMMoLNN",
            17,
            (Grade::Beginner, Grade::Intermediate),
        ),
    ] {
        let (easy, hard) = (level(easy), level(hard));
        assert_eq!((solve(&easy), solve(&hard)), (Some(moves), Some(moves)));
        assert_eq!(
            (typed::rating::<Unblock>(&easy).grade(), typed::rating::<Unblock>(&hard).grade()),
            grades
        );
    }
}

/// The classic cards 1 and 40, and one move to go.
#[test]
fn grades_span_the_scale() {
    let grade = |board: &str| typed::rating::<Unblock>(&level(board)).grade();
    assert_eq!(grade("ooooooooooooAAoooooooooooooooooooooo"), Grade::Beginner);
    assert_eq!(grade("BBoooCDooEoCDAAEoCDooEooFoooGGFoHHHo"), Grade::Beginner);
    assert_eq!(grade("BCDDEoBCFoEGBoFAAGHHHIoGooJIKKLLJMMo"), Grade::Expert);
    for factor in typed::rating::<Unblock>(&level("BCDDEoBCFoEGBoFAAGHHHIoGooJIKKLLJMMo")).factors() {
        assert!(factor.why.english().contains(char::is_numeric), "{:?}", factor.why);
    }
}

/// Every planted defect is what its heading says, and unsolvable boards have a mend.
#[test]
fn planted_defects_are_what_they_say() {
    for Defect { kind, heading, level } in typed::defects::<Unblock>(include_str!("defects.txt")) {
        let level = Arc::new(level);
        match kind.as_str() {
            "unsolvable" => {
                assert_eq!(solve(&level), None, "{heading}");
                let mut mends = Unblock::mends(&level);
                assert!(mends.any(|mend| solve(&Arc::new(mend.level)).is_some()), "no mend: {heading}");
            }
            "superfluous" => {
                let moves = solve(&level);
                assert!(moves.is_some(), "{heading}");
                let idle = |part| solve(&Arc::new(Unblock::without(&level, &[part]).unwrap())) == moves;
                assert!((0..Unblock::parts(&level).len()).any(idle), "{heading}");
            }
            kind => panic!("no kind {kind}"),
        }
    }
}
