//! The shipped packs: what they promise, and a sample of every pack proved anew. `make packs-check` proves all.

use ingenio_catalog::PUZZLES;
use ingenio_core::{Budget, Grade};
use ingenio_workshop::{Pack, shipped, shipped_solutions};

/// Every so many levels are proved anew.
const SAMPLE: usize = 12;

#[test]
fn a_sample_of_every_pack_is_proved_anew() {
    for (name, pack) in shipped() {
        let solutions = shipped_solutions(name).unwrap_or_else(|| panic!("{name} has no solutions"));
        assert_eq!(solutions.solutions.len(), pack.levels.len(), "{name}");
        let budget = Budget { nodes: Some(20_000_000), ..Budget::default() };
        let wrong = pack.check(&solutions, &|number| number % SAMPLE == 1, &budget, &mut |_| {}).unwrap();
        assert!(
            wrong.is_empty(),
            "{name}: {}",
            wrong.iter().map(ingenio_core::Message::english).collect::<Vec<_>>().join("\n")
        );
    }
}

fn count(packs: &[(&str, Pack)], puzzle: &str) -> usize {
    packs.iter().filter(|(_, pack)| pack.puzzle == puzzle).map(|(_, pack)| pack.levels.len()).sum()
}

#[test]
fn the_packs_have_what_was_promised() {
    let packs = shipped();
    let sokoban = &packs.iter().find(|(name, _)| *name == "sokoban-rooms").unwrap().1;
    let boxes = |text: &str| text.matches(['$', '*']).count();
    let profile: Vec<usize> = (2..=7)
        .map(|wanted| sokoban.levels.iter().filter(|level| boxes(&level.text) == wanted).count())
        .collect();
    assert_eq!(profile, [35, 34, 32, 23, 19, 7], "as many levels with 2 to 7 boxes as in the Sokoban paper");
    let warehouse = &packs.iter().find(|(name, _)| *name == "sokoban-7-warehouse").unwrap().1;
    assert_eq!(warehouse.levels.len(), 60);
    for level in &warehouse.levels {
        assert!(boxes(&level.text) >= 7 && level.grade() == Some(Grade::Expert), "{}", level.text);
    }
    // So that nobody runs out in an evening.
    for puzzle in PUZZLES {
        for grade in Grade::ALL {
            let of_puzzle = packs.iter().filter(|(_, pack)| pack.puzzle == puzzle.info().name);
            let of_grade =
                |pack: &Pack| pack.levels.iter().filter(|level| level.grade() == Some(grade)).count();
            let counts: Vec<usize> =
                of_puzzle.map(|(_, pack)| of_grade(pack)).filter(|count| *count >= 5).collect();
            assert!(
                counts.len() >= 2 && counts.iter().sum::<usize>() >= 45,
                "{} {grade:?}: {counts:?}",
                puzzle.info().name
            );
        }
    }
    assert!(count(&packs, "flow") >= 300);
    assert!(
        packs
            .iter()
            .filter(|(_, pack)| pack.puzzle == "flow")
            .all(|(_, pack)| pack.levels.iter().all(|level| level.unique))
    );
    assert!(count(&packs, "taquin") >= 100 && count(&packs, "tetravex") >= 100);
    for (name, pack) in &packs {
        assert!(pack.levels.iter().all(|level| level.points.is_some()), "{name} has a level without a grade");
        assert!(pack.levels.iter().all(|level| level.number.is_some() && level.made_by.is_some()), "{name}");
    }
}

#[test]
fn a_pack_is_read_as_it_is_written() {
    for (name, pack) in shipped() {
        assert_eq!(Pack::parse(&pack.write()).unwrap(), pack, "{name}");
    }
    let broken = Pack::parse("title = 3\n").unwrap_err();
    assert_eq!(broken.line, Some(1));
}
