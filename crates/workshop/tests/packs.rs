//! The shipped packs: what they promise, and a sample of every pack proved anew. `make packs-check` proves all.

use ingenio_core::Budget;
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
    assert!(sokoban.levels.is_sorted_by_key(|level| level.points));
    for grade in ["beginner", "intermediate", "advanced", "expert"] {
        let of_grade = packs.iter().filter(|(_, pack)| pack.puzzle == "unblock" && pack.difficulty == grade);
        assert!(of_grade.map(|(_, pack)| pack.levels.len()).sum::<usize>() >= 50, "unblock {grade}");
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
