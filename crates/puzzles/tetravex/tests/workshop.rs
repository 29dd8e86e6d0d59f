//! Generators, ratings and what the doctor asks for, on known boards.

use std::collections::BTreeSet;
use std::sync::Arc;

use ingenio_core::{
    Attempt, Cancel, Grade, Made, Maker, Options, Puzzle, Rating, Rng, Source, Step, Task, Verdict,
};
use ingenio_tetravex::Tetravex;
use ingenio_tetravex::level::{Level, Question};
use ingenio_tetravex::solve::proved_maximum;

fn maker(generator: &str, wishes: &str) -> Result<Box<dyn Maker<Level>>, String> {
    let row = Tetravex::generators().iter().find(|row| row.name == generator).unwrap();
    let wishes = Options::parse(row.options, wishes).unwrap();
    (row.start)(&wishes, Cancel::default()).map_err(|why| why.english())
}

/// The first levels that a generator makes.
fn make(generator: &str, wishes: &str, most: usize) -> Vec<Made<Level>> {
    let mut maker = maker(generator, wishes).unwrap();
    let mut made = Vec::new();
    for number in 0..2000 {
        if let Attempt::Made(levels) = maker.attempt(number, &mut Rng::stream(7, number)) {
            made.extend(levels);
        }
        if made.len() >= most {
            return made;
        }
    }
    panic!("only {} levels for {wishes}", made.len());
}

/// The number of best boards, up to two, and how many tiles they hold; nothing for unsolvable ones.
fn solve(level: &Arc<Level>) -> Option<(u128, u64)> {
    let mut run = Tetravex::count(level, 2, &Task::default()).unwrap();
    while let Step::Running = run.advance(1 << 12) {}
    let found = run.tally().unwrap().found;
    let mut run = proved_maximum(level, &Task::default());
    loop {
        match run.advance(1 << 12) {
            Step::Running => {}
            Step::Done(Verdict::Solved { .. }) => return run.progress().best.map(|placed| (found, placed)),
            Step::Done(_) => return None,
        }
    }
}

fn rate(level: &Level) -> Rating {
    let mut run = Tetravex::rate(&Arc::new(level.clone()), &Task::default()).unwrap();
    while let Step::Running = run.advance(1 << 12) {}
    run.rating().unwrap()
}

fn colours(level: &Level) -> usize {
    level.tiles().iter().flat_map(|tile| tile.0).collect::<BTreeSet<u32>>().len()
}

#[test]
fn random_boards_show_the_wished_colours() {
    for (wishes, wanted) in
        [("colours=4", 4), ("width=2,height=2,colours=12", 12), ("width=6,height=5,colours=10", 10)]
    {
        for made in make("random", wishes, 20) {
            assert_eq!(colours(&made.level), wanted, "{wishes}");
            let (_, measures) = Tetravex::referee(&made.level, &made.solution).unwrap();
            assert_eq!(measures.get("placed"), Some(made.level.size().cells() as u64));
        }
    }
}

#[test]
fn unique_boards_have_one_solution() {
    for wishes in ["width=3,height=3,colours=5,unique=yes", "width=4,height=4,colours=7,unique=yes"] {
        for made in make("random", wishes, 10) {
            assert!(made.unique);
            assert_eq!(solve(&Arc::new(made.level)).unwrap().0, 1, "{wishes}");
        }
    }
    // With two colours nothing that large is unique, and that is what is said.
    let mut maker = maker("random", "width=4,height=4,colours=2,unique=yes").unwrap();
    assert!((0..20).any(|number| matches!(maker.attempt(number, &mut Rng::new(number)), Attempt::Near(_))));
}

#[test]
fn over_constrained_boards_have_their_proved_maximum() {
    for (wishes, missing) in [("width=3,height=3,colours=6,missing=2", 2), ("width=4,height=4,colours=6", 1)]
    {
        for made in make("over", wishes, 5) {
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
        let why = maker(generator, wishes).err().unwrap_or_else(|| panic!("{wishes} is accepted"));
        assert!(why.contains(word), "{wishes}: {why}");
    }
}

/// As many tiles, but fewer colours leave more to try: size alone is not difficulty.
#[test]
fn equal_sizes_can_have_different_grades() {
    let grades = |wishes: &str| {
        let made = make("random", wishes, 30);
        made.iter().map(|made| rate(&made.level).points()).sum::<u32>() / 30
    };
    let (many, few) = (grades("width=3,height=3,colours=10"), grades("width=3,height=3,colours=4"));
    assert!(many + 10 < few, "{many} {few}");
    let spread: BTreeSet<Grade> = make("random", "width=4,height=4,colours=10", 60)
        .iter()
        .map(|made| rate(&made.level).grade())
        .collect();
    assert!(spread.len() > 1, "{spread:?}");
}

/// Tiles that are all alike go anywhere.
#[test]
fn alike_tiles_are_for_beginners() {
    let alike =
        Tetravex::read(&Source::new("2 1 4\n0 0 0 0\n0 0 0 0\n0 0 0 0\n0 0 0 0\n"), &Options::default());
    let rating = rate(&alike.into_iter().next().unwrap().unwrap().level);
    assert!(rating.points() < 20, "{rating:?}");
}

#[test]
fn grades_span_the_scale() {
    let grade = |wishes: &str| rate(&make("random", wishes, 1)[0].level).grade();
    assert_eq!(grade("width=2,height=2,colours=10"), Grade::Beginner);
    assert_eq!(grade("width=6,height=6,colours=6"), Grade::Expert);
    let cut = rate(&make("random", "width=6,height=6,colours=5", 1)[0].level);
    assert!(!cut.is_exact() && cut.factors().len() == 5);
}

/// Every planted defect is what its heading says, and what can be mended has a mend.
#[test]
fn planted_defects_are_what_they_say() {
    let text = include_str!("defects.txt");
    let defects: Vec<&str> = text.split("\n## ").skip(1).collect();
    assert_eq!(defects.len(), 20);
    for defect in defects {
        let (heading, board) = defect.split_once('\n').unwrap();
        let reading =
            Tetravex::read(&Source::new(board), &Options::defaults(Tetravex::INFO.settings)).remove(0);
        let kind = heading.split(':').next().unwrap();
        if kind == "invalid" {
            assert!(reading.is_err(), "{heading}");
            continue;
        }
        let level = Arc::new(reading.unwrap().level);
        let solved = solve(&level);
        let mended = |level: Level| solve(&Arc::new(level)).map(|(found, _)| found);
        let mut mends = Tetravex::mends(&level).into_iter().map(|mend| mended(mend.level));
        match kind {
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
