//! Reading, writing and validating levels.

use ingenio_core::rooms::{Drawing as _, Referee as _, Rules as _, Texts as _};
use ingenio_core::{Likeness, Options, Reading, Source, Template};
use ingenio_sokoban::level::{Level, duplicates, normal_form};
use ingenio_sokoban::{Sokoban, words};

fn read(text: &str) -> Vec<Reading<Level>> {
    Sokoban::read(&Source::new(text), &Options::default())
}

fn one(text: &str) -> Level {
    let mut readings = read(text);
    assert_eq!(readings.len(), 1, "{readings:?}");
    readings.remove(0).unwrap_or_else(|fault| panic!("{fault:?}\n{text}")).level
}

/// The text has one level, and this rule is broken at this place.
fn refused(text: &str, rule: Template, line: u32, column: Option<u32>) {
    let readings = read(text);
    assert_eq!(readings.len(), 1, "{readings:?}");
    let fault = readings[0].as_ref().expect_err("the level is wrong");
    assert!(fault.is(rule), "{fault:?}");
    assert_eq!((fault.line, fault.column), (Some(line), column), "{fault:?}");
}

#[test]
fn broken_boards_name_rule_and_cell() {
    refused("#####\n# $.#\n#####", words::NO_PLAYER, 1, None);
    refused("######\n#@$.@#\n######", words::TWO_PLAYERS, 2, Some(5));
    refused("####\n#@ #\n####", words::NO_BOX, 1, None);
    refused("#####\n#@$ #\n#####", words::COUNT, 1, None);
    refused("######\n#@$..#\n######", words::COUNT, 1, None);
    refused("#####\n#@$.\n#####", words::OPEN, 2, Some(5));
    refused("#######\n#@$.#$#\n#######", words::BOX_OUTSIDE, 2, Some(6));
    refused("#######\n#@$.#.#\n#######", words::GOAL_OUTSIDE, 2, Some(6));
    refused("#####\n#@x.#\n#####", words::BAD_CHARACTER, 2, Some(3));
    refused("#####\n#@$3\n#####", words::RUN_LENGTH, 2, Some(4));
    refused(&format!("{}\n", "#".repeat(300)), words::TOO_LARGE, 1, None);
    refused("999999999#|#@$.#", words::TOO_LARGE, 1, None);
}

#[test]
fn a_collection_has_titles_authors_solutions_and_comments() {
    let text = "Title: All of them\nAuthor: Nobody\n\n; first\n#####\n#@$.#\n#####\nTitle: One\nSolution: R\n\n\
                #####\n#.$@#\n#####\nTitle: Two\nAuthor: Me\nSolution (1 push):\nL\n\nsome words\n#####\n#@$.#\n#####\n";
    let entries: Vec<_> = read(text).into_iter().map(Result::unwrap).collect();
    let titles: Vec<_> = entries.iter().map(|entry| entry.title.as_deref().unwrap()).collect();
    assert_eq!(titles, ["One", "Two", "some words"]);
    let authors: Vec<_> = entries.iter().map(|entry| entry.author.as_deref().unwrap()).collect();
    assert_eq!(authors, ["Nobody", "Me", "Nobody"]);
    let solutions: Vec<_> = entries.iter().map(|entry| entry.solution.as_deref()).collect();
    assert_eq!(solutions, [Some("R"), Some("L"), None]);
    assert_eq!(entries.iter().map(|entry| entry.line).collect::<Vec<_>>(), [5, 11, 20]);
}

#[test]
fn titles_may_stand_before_their_boards() {
    let text = "Title: A\n#####\n#@$.#\n#####\n\nTitle: B\n#####\n#.$@#\n#####\n";
    let titles: Vec<_> = read(text).into_iter().map(|entry| entry.unwrap().title.unwrap()).collect();
    assert_eq!(titles, ["A", "B"]);
}

#[test]
fn one_bad_level_does_not_spoil_the_others() {
    let readings = read("#####\n#@$ #\n#####\n\n#####\n#@$.#\n#####\n");
    assert!(readings[0].is_err() && readings[1].is_ok());
}

#[test]
fn floor_run_lengths_and_old_letters_mean_the_same() {
    let plain = one("######\n#@ $.#\n######");
    for text in [
        "######\n#@-$.#\n######",
        "######\n#@_$.#\n######",
        "6#|#@-$.#|6#",
        "6#\n#@-$.#\n6#",
        "2(3#)|#p1-bo#|6#",
        "   ######   \n   #@ $.#  \n   ######",
    ] {
        assert_eq!(one(text), plain, "{text}");
    }
    assert_eq!(Sokoban::write(&plain, "rle").unwrap().trim(), "6#|#@-$.#|6#");
}

#[test]
fn boxes_on_goals_outside_are_decoration() {
    let level = one("#########\n#@$.# * #\n#########");
    assert_eq!((level.boxes().len(), level.goals().len(), level.decoration().len()), (1, 1, 1));
    assert_eq!(Sokoban::referee(&level, "R").unwrap().1.get("pushes"), Some(1));
}

#[test]
fn the_eight_symmetries_have_one_normal_form() {
    let levels = [
        "#####\n#@  #\n# $ #\n#  .#\n#####",
        "#####\n#  @#\n# $ #\n#.  #\n#####",
        "#####\n#.  #\n# $ #\n#  @#\n#####",
        "  #####\n  #   #\n###@$ #\n###  .#\n  #####",
        "#####\n#   #\n# $ #\n#. @#\n#####",
        "#####\n#@ .#\n# $ #\n#   #\n#####",
        "#####\n#@  #\n#$  #\n#  .#\n#####",
    ]
    .map(one);
    let same = normal_form(&levels[0]);
    assert!(levels[1..6].iter().all(|level| normal_form(level) == same));
    assert_ne!(normal_form(&levels[6]), same);
    assert_eq!(duplicates(&levels), [vec![0, 1, 2, 3, 4, 5]]);
}

#[test]
fn a_hundred_by_a_hundred_is_read_played_and_solved() {
    let mut rows = vec!["#".repeat(100)];
    rows.push(format!("#@ {} .#", "$".to_owned() + &" ".repeat(93)));
    rows.extend((0..97).map(|_| format!("#{}#", " ".repeat(98))));
    rows.push("#".repeat(100));
    let level = one(&rows.join("\n"));
    assert_eq!((level.size().width, level.size().height), (100, 100));
    let position = Sokoban::start(&level);
    assert_eq!(Sokoban::moves(&level, &position).len(), 2);
    assert_eq!(Sokoban::scene(&level, &position).ground.len(), 10_000);
    let task = ingenio_core::Task::default();
    let face = ingenio_core::Face::<Sokoban>::level(level.clone());
    let mut run = face.start(&face.auto(&task), &task).unwrap().run;
    let ingenio_core::Step::Done(ingenio_core::Verdict::Solved { solution, .. }) = run.advance(100_000)
    else {
        panic!("one box in a hall")
    };
    assert!(Sokoban::referee(&level, &solution).is_ok());
}

#[test]
fn texts_are_recognised() {
    let likeness = |text: &str| Sokoban::recognise(&Source::new(text));
    assert_eq!(likeness("#####\n#@$.#\n#####"), Likeness::Sure);
    assert_eq!(likeness("5#|#@$.#|5#"), Likeness::Sure);
    assert_eq!(likeness("1 2 3\n4 5 6\n7 8 _"), Likeness::No);
    assert_eq!(likeness("oooABB\n"), Likeness::No);
}

/// What lies around a board may leave a row of nothing; written as an empty line it would end the level.
#[test]
fn a_row_of_nothing_is_no_end_of_a_level() {
    let level = one("#####\n#@$.#\n#####\n-\n###\n");
    assert_eq!(one(&Sokoban::write(&level, "xsb").expect("a format")), level);
}
