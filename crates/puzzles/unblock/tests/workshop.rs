//! Generators, ratings and what the doctor asks for, on known boards.

use std::sync::Arc;

use ingenio_core::{
    Attempt, Cancel, Grade, Made, Maker, Options, Puzzle, Rating, Rng, Source, Step, Task, Verdict,
};
use ingenio_unblock::level::{Level, text};
use ingenio_unblock::{Unblock, referee};

fn level(line: &str) -> Arc<Level> {
    Arc::new(text::read(&Source::new(line)).remove(0).unwrap().level)
}

fn maker(generator: &str, wishes: &str) -> Result<Box<dyn Maker<Level>>, String> {
    let row = Unblock::generators().iter().find(|row| row.name == generator).unwrap();
    let wishes = Options::parse(row.options, wishes).unwrap();
    (row.start)(&wishes, Cancel::default()).map_err(|why| why.english())
}

/// The first levels that a generator makes.
fn make(wishes: &str, most: usize) -> Vec<Made<Level>> {
    let mut maker = maker("random", wishes).unwrap();
    let mut made = Vec::new();
    for number in 0..200_000 {
        if let Attempt::Made(levels) = maker.attempt(number, &mut Rng::stream(7, number)) {
            made.extend(levels);
        }
        if made.len() >= most {
            return made;
        }
    }
    panic!("only {} levels for {wishes}", made.len());
}

/// Moves of an optimal solution; nothing for unsolvable boards.
fn solve(level: &Arc<Level>) -> Option<usize> {
    let method = Unblock::methods().iter().find(|row| row.name == "bfs").unwrap();
    let task = Task { options: Options::defaults(method.options), ..Task::default() };
    let mut run = (method.start)(level, &task);
    loop {
        match run.advance(1 << 16) {
            Step::Running => {}
            Step::Done(Verdict::Solved { solution, optimal: true }) => {
                return Some(solution.split_whitespace().count());
            }
            Step::Done(Verdict::Unsolvable { .. }) => return None,
            Step::Done(other) => panic!("{other:?}"),
        }
    }
}

fn rate(level: &Arc<Level>) -> Rating {
    let mut run = Unblock::rate(level, &Task::default()).unwrap();
    while let Step::Running = run.advance(1 << 16) {}
    run.rating().unwrap()
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
        for made in make(wishes, 3) {
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
    for made in make("least=15", 3) {
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
        let why = maker("random", wishes).err().unwrap_or_else(|| panic!("{wishes} is accepted"));
        assert!(why.contains(word), "{wishes}: {why}");
    }
    assert!(maker("enumerate", "width=5,height=5,least=21").is_err());
}

/// A wish that is not known to be impossible gives the nearest boards.
#[test]
fn missed_wishes_give_something_near() {
    let mut maker = maker("random", "least=40").unwrap();
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
        assert_eq!((rate(&easy).grade(), rate(&hard).grade()), grades);
    }
}

/// The classic cards 1 and 40, and one move to go.
#[test]
fn grades_span_the_scale() {
    let grade = |board: &str| rate(&level(board)).grade();
    assert_eq!(grade("ooooooooooooAAoooooooooooooooooooooo"), Grade::Beginner);
    assert_eq!(grade("BBoooCDooEoCDAAEoCDooEooFoooGGFoHHHo"), Grade::Beginner);
    assert_eq!(grade("BCDDEoBCFoEGBoFAAGHHHIoGooJIKKLLJMMo"), Grade::Expert);
    for factor in rate(&level("BCDDEoBCFoEGBoFAAGHHHIoGooJIKKLLJMMo")).factors() {
        assert!(factor.why.english().contains(char::is_numeric), "{:?}", factor.why);
    }
}

/// Every planted defect is what its heading says, and unsolvable boards have a mend.
#[test]
fn planted_defects_are_what_they_say() {
    let text = include_str!("defects.txt");
    let defects: Vec<&str> = text.split("\n## ").skip(1).collect();
    assert_eq!(defects.len(), 20);
    for defect in defects {
        let (heading, board) = defect.split_once('\n').unwrap();
        let reading = text::read(&Source::new(board)).remove(0);
        match heading.split(':').next().unwrap() {
            "invalid" => assert!(reading.is_err(), "{heading}"),
            "unsolvable" => {
                let level = Arc::new(reading.unwrap().level);
                assert_eq!(solve(&level), None, "{heading}");
                let mut mends = Unblock::mends(&level).into_iter();
                assert!(mends.any(|mend| solve(&Arc::new(mend.level)).is_some()), "no mend: {heading}");
            }
            "superfluous" => {
                let level = Arc::new(reading.unwrap().level);
                let moves = solve(&level);
                assert!(moves.is_some(), "{heading}");
                let idle = |part| solve(&Arc::new(Unblock::without(&level, &[part]).unwrap())) == moves;
                assert!((0..Unblock::parts(&level).len()).any(idle), "{heading}");
            }
            kind => panic!("no kind {kind}"),
        }
    }
}
