//! Generators, ratings, keys and what the doctor is given.

use std::sync::Arc;

use ingenio_core::{
    Attempt, Cancel, Grade, Made, Options, Puzzle, Rating, Rng, Run, Source, Step, Task, Verdict,
};
use ingenio_sokoban::Sokoban;
use ingenio_sokoban::generate::GENERATORS;
use ingenio_sokoban::level::Level;
use ingenio_sokoban::metric::PUSHES;

fn finish(run: &mut dyn Run) -> Verdict {
    loop {
        if let Step::Done(verdict) = run.advance(10_000) {
            return verdict;
        }
    }
}

fn best(level: &Level) -> Verdict {
    let method = Sokoban::methods().iter().find(|method| method.name == "push-optimal").unwrap();
    let task = Task { metric: PUSHES, options: Options::defaults(method.options), ..Task::default() };
    finish((method.start)(&Arc::new(level.clone()), &task).as_mut())
}

fn pushes_of(level: &Level, solution: &str) -> u64 {
    solution_figure(level, solution, "pushes")
}

fn solution_figure(level: &Level, solution: &str, metric: &str) -> u64 {
    let (_, measures) = Sokoban::referee(level, solution).unwrap();
    measures.get(metric).unwrap().to_string().parse().unwrap()
}

/// The least number of pushes, nothing if there is no solution.
fn least_pushes(level: &Level) -> Option<u64> {
    match best(level) {
        Verdict::Solved { solution, optimal } => {
            assert!(optimal);
            Some(pushes_of(level, &solution))
        }
        Verdict::Unsolvable { .. } => None,
        other => panic!("{other:?}"),
    }
}

fn rating(level: &Level) -> Rating {
    let mut run = Sokoban::rate(&Arc::new(level.clone()), &Task::default()).unwrap();
    finish(run.as_mut());
    run.rating().unwrap()
}

fn attempt(wish: &str, number: u64) -> Attempt<Level> {
    let options = Options::parse(GENERATORS[0].options, wish).unwrap();
    let mut maker = (GENERATORS[0].start)(&options, Cancel::default()).unwrap();
    maker.attempt(number, &mut Rng::stream(3, number))
}

fn made(wish: &str, tries: u64) -> Vec<Made<Level>> {
    let made = (0..tries).filter_map(|number| match attempt(wish, number) {
        Attempt::Made(made) => Some(made),
        _ => None,
    });
    made.flatten().collect()
}

fn read(text: &str) -> Level {
    Sokoban::read(&Source::new(text), &Options::default()).remove(0).unwrap().level
}

#[test]
fn made_rooms_are_what_they_claim() {
    for (wish, boxes, tries) in
        [("boxes=2", 2, 12), ("boxes=3", 3, 12), ("boxes=5", 5, 6), ("boxes=7,width=9,height=9", 7, 4)]
    {
        let rooms = made(wish, tries);
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
    for room in made("boxes=3", 12) {
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
    let rooms = made("boxes=3,pushes=16", 30);
    assert!(rooms.len() >= 5, "only {} rooms", rooms.len());
    assert!(rooms.iter().all(|room| pushes_of(&room.level, &room.solution) >= 16));
    let near = (0..5).filter_map(|number| match attempt("boxes=3,pushes=200", number) {
        Attempt::Near(near) => Some(near),
        Attempt::Made(made) => panic!("200 pushes in an 8x8 room: {:?}", made[0].level.rows()),
        _ => None,
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
    let rooms = made("boxes=3", 150);
    let mut rated: Vec<(u64, Grade)> = rooms
        .iter()
        .map(|room| (pushes_of(&room.level, &room.solution), rating(&room.level).grade()))
        .collect();
    rated.sort_unstable();
    rated.dedup();
    let pairs = rated.windows(2).filter(|pair| pair[0].0 == pair[1].0).count();
    assert!(pairs >= 3, "one grade for each length: {rated:?}");
}

#[test]
fn a_corridor_is_easier_than_a_knot_of_the_same_length() {
    let corridor = read("###########\n#@$      .#\n###########");
    let easy = rating(&corridor);
    let pushes = least_pushes(&corridor).unwrap();
    let rooms = made("boxes=2", 100);
    let knot = rooms.iter().find(|room| pushes_of(&room.level, &room.solution) == pushes);
    let hard = rating(&knot.expect("a room with as many pushes").level);
    assert_eq!(easy.grade(), Grade::Beginner);
    assert!(hard.points() > easy.points() + 5, "{easy:?} {hard:?}");
}

/// However long: where only one push is left at a time, nobody has to think.
#[test]
fn what_is_forced_is_for_beginners() {
    let corridor = read(&format!("{0}\n#@${1}.#\n{0}", "#".repeat(104), " ".repeat(100)));
    assert_eq!(rating(&corridor).grade(), Grade::Beginner);
}

/// Goals in one place and boxes far away: many boxes and a long way, so that nobody finds it easy.
#[test]
fn goals_together_make_long_levels() {
    let rooms = made("boxes=10,pushes=90,width=14,height=12,goals=together", 6);
    assert!(!rooms.is_empty());
    for room in rooms {
        assert!(pushes_of(&room.level, &room.solution) >= 90);
        assert!(rating(&room.level).grade() >= Grade::Advanced);
    }
}

#[test]
fn keys_do_not_change_under_symmetry() {
    let level = read("######\n#.@ .#\n# $$ #\n#    #\n######");
    let turned = read(
        "######\n#    #\n# $$ #\n#.  .#\n##@###\n ###"
            .replace("#.  .#\n##@###\n ###", "#. @.#\n######")
            .as_str(),
    );
    let other = read("######\n#.@. #\n# $$ #\n#    #\n######");
    assert_eq!(Sokoban::kin(&level)[0], Sokoban::kin(&turned)[0]);
    assert_ne!(Sokoban::kin(&level)[0], Sokoban::kin(&other)[0]);
    // They differ by one goal: without it and a box they are the same.
    let keys = Sokoban::kin(&level);
    assert!(Sokoban::kin(&other)[1..].iter().any(|key| keys[1..].contains(key)));
}

/// Every planted defect is what its heading says, and some small change mends it.
#[test]
fn planted_defects_are_real_and_can_be_mended() {
    let text = format!("\n{}", include_str!("defects.txt"));
    let entries = text.split("\n## ").skip(1);
    let mut seen = 0;
    for entry in entries {
        let (heading, text) = entry.split_once('\n').unwrap();
        let kind = heading.split(':').next().unwrap();
        let reading = Sokoban::read(&Source::new(text), &Options::default()).into_iter().next();
        seen += 1;
        if kind == "invalid" {
            assert!(!matches!(reading, Some(Ok(_))), "{heading} can be read");
            continue;
        }
        let level = reading.unwrap().unwrap_or_else(|fault| panic!("{heading}: {fault:?}")).level;
        let pushes = least_pushes(&level);
        if kind == "superfluous" {
            assert!(pushes.is_some(), "{heading}");
            let parts = Sokoban::parts(&level).len();
            let mut without = (0..parts).filter_map(|part| Sokoban::without(&level, &[part]));
            assert!(without.any(|level| least_pushes(&level) == pushes), "{heading}");
        } else {
            assert_eq!(pushes, None, "{heading}");
            let mends = Sokoban::mends(&level);
            assert!(mends.iter().any(|mend| least_pushes(&mend.level).is_some()), "no mend: {heading}");
        }
    }
    assert_eq!(seen, 20);
}
