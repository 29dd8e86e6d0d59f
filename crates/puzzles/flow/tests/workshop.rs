//! Generators, ratings, keys and what the doctor is given.

use std::sync::Arc;

use ingenio_conformance::typed::{self, Defect};
use ingenio_core::rooms::{Doctor as _, Makers as _, Methods as _, Referee as _};
use ingenio_core::{Attempt, Cancel, Grade, Lattice, Options, Rng, Size, Tally, Task};
use ingenio_flow::Flow;
use ingenio_flow::generate::GENERATORS;
use ingenio_flow::generate::build::Feature;
use ingenio_flow::level::{Board, Level, Rules};
use ingenio_flow::sample::level_of;

fn count(level: &Level) -> Tally {
    let mut run = Flow::count(&Arc::new(level.clone()), 2, &Task::default()).unwrap();
    typed::finish(run.as_mut());
    run.found()
}

#[test]
fn made_boards_are_unique_and_well_formed() {
    let wishes = ["width=5", "width=7,height=6,colours=7", "width=8", "width=9", "width=10,colours=12"];
    for wish in wishes {
        let boards = typed::made_by_tries::<Flow>(GENERATORS[0].name, wish, 12);
        assert!(boards.len() >= 4, "{wish}: only {} of 12 tries made a board", boards.len());
        for board in boards {
            let tally = count(&board.level);
            assert!(tally.complete && tally.found == 1, "{wish}: not unique: {:?}", board.level);
            // Accepted where pipes must not run beside themselves, so no two ends are neighbours.
            let strict = board.level.with_rules(Rules::NoTouch);
            Flow::referee(&strict, &board.solution).unwrap();
            let pipes = ingenio_flow::referee::from_strokes(&board.level, &board.solution).unwrap();
            assert!(pipes.iter().all(|pipe| pipe.len() >= 3), "{wish}: a short pipe in {:?}", board.level);
        }
    }
}

/// Boards of every shape have what was asked for and one solution, large plain ones too.
#[test]
fn boards_of_every_shape_are_made() {
    for (name, _) in Feature::ALL {
        let made = typed::first_made::<Flow>(GENERATORS[0].name, &format!("width=6,board={name}"), 2);
        for board in made {
            let shape = board.level.board().shape();
            let built = [
                ("holes", !shape.holes.is_empty()),
                ("walls", !shape.walls.is_empty()),
                ("bridges", !shape.bridges.is_empty()),
                ("warps", shape.across || shape.down),
                ("hexes", shape.lattice == Lattice::Hexagons),
            ];
            let has = |wanted: &str| built.iter().any(|(name, has)| *name == wanted && *has);
            let several = built.iter().filter(|(_, has)| *has).count();
            let fits = match name {
                "plain" => several == 0,
                "mixed" => several >= 1,
                name => has(name),
            };
            assert!(fits, "{name}: {:?}", board.level);
            let tally = count(&board.level);
            assert!(tally.complete && tally.found == 1, "{name}: {:?}", board.level);
        }
    }
    let large = typed::first_made::<Flow>(GENERATORS[0].name, "width=25", 1).remove(0);
    assert_eq!(large.level.board().len(), 625);
    assert!(Flow::referee(&large.level, &large.solution).is_ok());
}

#[test]
fn impossible_wishes_are_refused_and_hard_ones_come_near() {
    let refused = |wish: &str| {
        let options = Options::parse(GENERATORS[0].options, wish).unwrap();
        (GENERATORS[0].start)(&options, Cancel::default()).err().map(|message| message.id().to_owned())
    };
    assert_eq!(refused("width=10,colours=60").as_deref(), Some("flow.many-colours"));
    assert_eq!(refused("width=10,colours=1").as_deref(), Some("flow.few-colours"));
    assert_eq!(refused("width=1").as_deref(), Some("flow.many-colours"));
    assert_eq!(refused("width=1,height=3,colours=1"), None);
    assert_eq!(refused("width=8"), None);
    let near = (0..30).filter_map(|number| {
        match typed::attempt::<Flow>(GENERATORS[0].name, "width=6,colours=2", number) {
            Attempt::Near(near) => Some(near),
            _ => None,
        }
    });
    let nearest = near.min_by_key(|near| near.miss).expect("boards with more colours come up");
    assert_eq!(nearest.miss, nearest.level.colours().abs_diff(2) as u64);
    assert_eq!(count(&nearest.level).found, 1);
}

#[test]
fn a_cancelled_try_makes_nothing() {
    let options = Options::parse(GENERATORS[0].options, "width=15").unwrap();
    let cancel = Cancel::default();
    cancel.cancel();
    let mut maker = (GENERATORS[0].start)(&options, cancel).unwrap();
    assert!(matches!(maker.attempt(0, &mut Rng::new(0)), Attempt::Nothing));
}

/// Boards of one size and number of colours, so of one total length, get different grades.
#[test]
fn the_grade_is_no_function_of_the_size() {
    let boards = typed::made_by_tries::<Flow>(GENERATORS[0].name, "width=8", 60);
    let mut grades: Vec<Grade> =
        boards.iter().map(|made| typed::rating::<Flow>(&made.level).grade()).collect();
    grades.sort_unstable();
    grades.dedup();
    assert!(grades.len() >= 3, "all 8x8 boards are {grades:?}");
}

/// Where either way is right nothing has to be guessed.
#[test]
fn a_board_with_two_solutions_is_not_hard_for_that() {
    let two = typed::read::<Flow>("AB..\n....\n....\nA..B");
    assert!(count(&two).found > 1);
    assert_eq!(typed::rating::<Flow>(&two).grade(), Grade::Beginner, "{:?}", typed::rating::<Flow>(&two));
}

#[test]
fn harder_kinds_of_boards_get_more_points() {
    let mean = |wish: &str, tries: u64| {
        let points: Vec<u32> = typed::made_by_tries::<Flow>(GENERATORS[0].name, wish, tries)
            .iter()
            .map(|made| typed::rating::<Flow>(&made.level).points())
            .collect();
        f64::from(points.iter().sum::<u32>()) / points.len() as f64
    };
    let (small, middle, large) = (mean("width=5", 30), mean("width=8", 30), mean("width=10", 12));
    assert!(small < 25.0 && middle > small + 10.0 && large > middle + 10.0, "{small} {middle} {large}");
    let (many, few) = (mean("width=8,colours=9", 30), mean("width=8,colours=6", 30));
    assert!(few > many + 5.0, "fewer colours are harder: {few} with 6, {many} with 9");
}

#[test]
fn keys_do_not_change_under_symmetry_and_renaming() {
    let level = typed::read::<Flow>("A.BCB\n..C..\n.....\n.D.DA\n.....");
    let mirrored = typed::read::<Flow>("212.4\n..1..\n.....\n43.3.\n.....");
    let other = typed::read::<Flow>("A.BCB\n..C..\n.....\nD..DA\n.....");
    let turned = typed::read::<Flow>(".....\nAD.D.\n.....\n..C..\nBCB.A");
    assert_eq!(Flow::kin(&level)[0], Flow::kin(&mirrored)[0]);
    assert_eq!(Flow::kin(&level)[0], Flow::kin(&turned)[0]);
    let sorted = |level: &Level| {
        let mut keys = Flow::kin(level);
        keys.sort();
        keys
    };
    assert_eq!(sorted(&level), sorted(&turned));
    assert_ne!(Flow::kin(&level)[0], Flow::kin(&other)[0]);
}

#[test]
fn boards_that_differ_by_one_colour_share_a_key() {
    let board = Board::grid(Size::new(4, 3), |_| false).unwrap();
    let one = level_of(&board, &[vec![0, 1, 2, 3], vec![4, 5, 6, 7], vec![8, 9, 10, 11]], Rules::Touch);
    let other = level_of(&board, &[vec![0, 1, 2, 3], vec![4, 5, 6, 7], vec![8, 9]], Rules::Touch);
    let keys = Flow::kin(&one);
    assert!(Flow::kin(&other).iter().any(|key| keys.contains(key)));
    assert_ne!(Flow::kin(&one)[0], Flow::kin(&other)[0]);
}

/// Every planted defect is what its heading says, and some small change mends it.
#[test]
fn planted_defects_are_real_and_can_be_mended() {
    for Defect { kind, heading, level } in typed::defects::<Flow>(include_str!("defects.txt")) {
        let found = count(&level).found;
        let parts = Flow::parts(&level).len();
        let unique = |level: &Level| count(level).found == 1;
        if kind == "superfluous" {
            assert_eq!(found, 1, "{heading}");
            let mut without = (0..parts).filter_map(|part| Flow::without(&level, &[part]));
            assert!(without.any(|level| unique(&level)), "{heading}");
        } else {
            assert_eq!(found, if kind == "unsolvable" { 0 } else { 2 }, "{heading}");
            assert!(Flow::mends(&level).any(|mend| unique(&mend.level)), "no mend: {heading}");
        }
    }
}
