//! Generators, ratings, keys and what the doctor is given.

use std::sync::Arc;

use ingenio_conformance::typed::{self, Defect};
use ingenio_core::rooms::{Doctor as _, Makers as _, Referee as _};
use ingenio_core::{Attempt, Cancel, Grade, Options, Rng, Task};
use ingenio_sokoban::Sokoban;
use ingenio_sokoban::generate::GENERATORS;
use ingenio_sokoban::level::Level;
use ingenio_sokoban::metric::PUSHES;

fn pushes_of(level: &Level, solution: &str) -> u64 {
    solution_figure(level, solution, "pushes")
}

fn solution_figure(level: &Level, solution: &str, metric: &str) -> u64 {
    let (_, measures) = Sokoban::referee(level, solution).unwrap();
    measures.get(metric).unwrap().to_string().parse().unwrap()
}

/// The least number of pushes, nothing if there is no solution.
fn least_pushes(level: &Level) -> Option<u64> {
    let task = Task { metric: PUSHES, ..Task::default() };
    let solution = typed::best_of::<Sokoban>("push-optimal", &Arc::new(level.clone()), task)?;
    Some(pushes_of(level, &solution))
}

#[test]
fn made_rooms_are_what_they_claim() {
    for (wish, boxes, tries) in
        [("boxes=2", 2, 12), ("boxes=3", 3, 12), ("boxes=5", 5, 6), ("boxes=7,width=9,height=9", 7, 4)]
    {
        let rooms = typed::made_by_tries::<Sokoban>(GENERATORS[0].name, wish, tries);
        assert!(rooms.len() as u64 >= tries / 4, "{wish}: only {} of {tries} tries made a room", rooms.len());
        for room in rooms {
            assert_eq!(room.level.boxes().len(), boxes);
            let pushes = pushes_of(&room.level, &room.solution);
            if room.optimal {
                assert_eq!(least_pushes(&room.level), Some(pushes), "{wish}: {:?}", room.level.rows());
            }
            assert!(pushes >= 2 * boxes as u64, "{wish}: {:?}", room.level.rows());
        }
    }
}

/// Every box is pushed, and a solution that leaves one out does not exist.
#[test]
fn made_rooms_have_no_decorative_boxes() {
    for room in typed::made_by_tries::<Sokoban>(GENERATORS[0].name, "boxes=3", 12) {
        let whole = pushes_of(&room.level, &room.solution);
        for part in 0..3 {
            let fewer = Sokoban::without(&room.level, &[part]).expect("boxes come first");
            assert_eq!(fewer.boxes().len(), 2);
            let pushes = least_pushes(&fewer);
            assert_ne!(pushes, Some(whole), "part {part} does not matter: {:?}", room.level.rows());
        }
    }
}

#[test]
fn wished_pushes_are_reached_or_reported() {
    let rooms = typed::made_by_tries::<Sokoban>(GENERATORS[0].name, "boxes=3,pushes=16", 30);
    assert!(rooms.len() >= 5, "only {} rooms", rooms.len());
    assert!(rooms.iter().all(|room| pushes_of(&room.level, &room.solution) >= 16));
    let near = (0..5).filter_map(|number| {
        match typed::attempt::<Sokoban>(GENERATORS[0].name, "boxes=3,pushes=200", number) {
            Attempt::Near(near) => Some(near),
            Attempt::Made(made) => panic!("200 pushes in an 8x8 room: {:?}", made[0].level.rows()),
            _ => None,
        }
    });
    let near = near.min_by_key(|near| near.miss).expect("something near");
    let pushes = least_pushes(&near.level).unwrap();
    assert_eq!(near.miss, 200 - pushes);
}

#[test]
fn impossible_wishes_are_refused() {
    let refused = |wish: &str| {
        let options = Options::parse(GENERATORS[0].options, wish).unwrap();
        (GENERATORS[0].start)(&options, Cancel::default()).err().map(|message| message.id().to_owned())
    };
    assert_eq!(refused("width=3,height=3,boxes=7").as_deref(), Some("sokoban.no-room"));
    assert_eq!(refused("width=5,height=3,boxes=1,pushes=100").as_deref(), Some("sokoban.too-many-pushes"));
    assert_eq!(refused("boxes=7"), None);
}

#[test]
fn a_cancelled_try_makes_nothing() {
    let options = Options::parse(GENERATORS[0].options, "boxes=7").unwrap();
    let cancel = Cancel::default();
    cancel.cancel();
    let mut maker = (GENERATORS[0].start)(&options, cancel).unwrap();
    assert!((0..5).all(|number| matches!(maker.attempt(number, &mut Rng::new(number)), Attempt::Nothing)));
}

/// Rooms of one number of boxes and one number of pushes get different grades.
#[test]
fn the_grade_is_no_function_of_the_length() {
    let rooms = typed::made_by_tries::<Sokoban>(GENERATORS[0].name, "boxes=3", 150);
    let mut rated: Vec<(u64, Grade)> = rooms
        .iter()
        .map(|room| (pushes_of(&room.level, &room.solution), typed::rating::<Sokoban>(&room.level).grade()))
        .collect();
    rated.sort_unstable();
    rated.dedup();
    let pairs = rated.windows(2).filter(|pair| pair[0].0 == pair[1].0).count();
    assert!(pairs >= 3, "one grade for each length: {rated:?}");
}

#[test]
fn a_corridor_is_easier_than_a_knot_of_the_same_length() {
    let corridor = typed::read::<Sokoban>("###########\n#@$      .#\n###########");
    let easy = typed::rating::<Sokoban>(&corridor);
    let pushes = least_pushes(&corridor).unwrap();
    let rooms = typed::made_by_tries::<Sokoban>(GENERATORS[0].name, "boxes=2", 100);
    let knot = rooms.iter().find(|room| pushes_of(&room.level, &room.solution) == pushes);
    let hard = typed::rating::<Sokoban>(&knot.expect("a room with as many pushes").level);
    assert_eq!(easy.grade(), Grade::Beginner);
    assert!(hard.points() > easy.points() + 5, "{easy:?} {hard:?}");
}

/// However long: where only one push is left at a time, nobody has to think.
#[test]
fn what_is_forced_is_for_beginners() {
    let corridor = typed::read::<Sokoban>(&format!("{0}\n#@${1}.#\n{0}", "#".repeat(104), " ".repeat(100)));
    assert_eq!(typed::rating::<Sokoban>(&corridor).grade(), Grade::Beginner);
}

/// Goals in one place and boxes far away: many boxes and a long way, so that nobody finds it easy.
#[test]
fn goals_together_make_long_levels() {
    let rooms = typed::made_by_tries::<Sokoban>(
        GENERATORS[0].name,
        "boxes=10,pushes=90,width=14,height=12,goals=together",
        6,
    );
    assert!(!rooms.is_empty());
    for room in rooms {
        assert!(pushes_of(&room.level, &room.solution) >= 90);
        assert!(typed::rating::<Sokoban>(&room.level).grade() >= Grade::Advanced);
    }
}

#[test]
fn keys_do_not_change_under_symmetry() {
    let level = typed::read::<Sokoban>("######\n#.@ .#\n# $$ #\n#    #\n######");
    let turned = typed::read::<Sokoban>(
        "######\n#    #\n# $$ #\n#.  .#\n##@###\n ###"
            .replace("#.  .#\n##@###\n ###", "#. @.#\n######")
            .as_str(),
    );
    let other = typed::read::<Sokoban>("######\n#.@. #\n# $$ #\n#    #\n######");
    assert_eq!(Sokoban::kin(&level)[0], Sokoban::kin(&turned)[0]);
    assert_ne!(Sokoban::kin(&level)[0], Sokoban::kin(&other)[0]);
    // They differ by one goal: without it and a box they are the same.
    let keys = Sokoban::kin(&level);
    assert!(Sokoban::kin(&other)[1..].iter().any(|key| keys[1..].contains(key)));
}

/// Every planted defect is what its heading says, and some small change mends it.
#[test]
fn planted_defects_are_real_and_can_be_mended() {
    for Defect { kind, heading, level } in typed::defects::<Sokoban>(include_str!("defects.txt")) {
        let pushes = least_pushes(&level);
        if kind == "superfluous" {
            assert!(pushes.is_some(), "{heading}");
            let parts = Sokoban::parts(&level).len();
            let mut without = (0..parts).filter_map(|part| Sokoban::without(&level, &[part]));
            assert!(without.any(|level| least_pushes(&level) == pushes), "{heading}");
        } else {
            assert_eq!(pushes, None, "{heading}");
            let mut mends = Sokoban::mends(&level);
            assert!(mends.any(|mend| least_pushes(&mend.level).is_some()), "no mend: {heading}");
        }
    }
}
