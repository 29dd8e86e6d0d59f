//! The daily puzzles: one for every day and family, from the day alone.

use std::collections::HashSet;

use ingenio_catalog::PUZZLES;
use ingenio_core::Cancel;
use ingenio_core::day::Day;
use ingenio_workshop::daily;

fn monday() -> Day {
    Day::new(2026, 11, 16).expect("the calendar has it")
}

#[test]
fn every_day_of_a_week_has_one_of_each_family() {
    for puzzle in PUZZLES {
        let mut seen = HashSet::new();
        for day in 0..7 {
            let made = daily(*puzzle, monday().plus(day), &Cancel::default()).expect("it is made");
            assert!(made.level.verify(made.solution.text()).is_ok());
            assert!(seen.insert(made.level.id()), "{} has it twice", puzzle.info().name);
        }
    }
}

#[test]
fn a_day_has_the_same_one_again() {
    for puzzle in PUZZLES {
        let once = || daily(*puzzle, monday(), &Cancel::default()).expect("it is made").level.id();
        assert_eq!(once(), once());
    }
}

#[test]
fn whoever_cancels_gets_nothing() {
    let cancel = Cancel::default();
    cancel.cancel();
    assert!(daily(PUZZLES[0], monday(), &cancel).is_err());
}
