//! Texts that are levels, and texts that are not: each complaint names its rule and its place.

use ingenio_core::rooms::Texts as _;
use ingenio_core::{AnyPuzzle, Face, Options, Puzzle, Source, Template};
use ingenio_taquin::level::{Goal, Level};
use ingenio_taquin::{Taquin, words};

fn read(text: &str) -> Vec<ingenio_core::Reading<Level>> {
    Taquin::read(&Source::new(text), &Options::defaults(Taquin::INFO.settings))
}

fn one(text: &str) -> Level {
    let mut readings = read(text);
    assert_eq!(readings.len(), 1, "{text:?} gives {readings:?}");
    readings.remove(0).unwrap_or_else(|fault| panic!("{text:?}: {fault:?}")).level
}

/// The only level of the text is refused for that rule at that place.
fn refused(text: &str, rule: Template, place: (u32, Option<u32>)) {
    let readings = read(text);
    let [Err(fault)] = &readings[..] else { panic!("{text:?} gives {readings:?}") };
    assert_eq!(
        (fault.kind(), fault.line, fault.column),
        (rule.id, Some(place.0), place.1),
        "{text:?}: {fault:?}"
    );
}

#[test]
fn all_forms_of_one_board_are_one_level() {
    let id = |text: &str| Face::<Taquin>::level(one(text)).id();
    let board = "1 2 3\n4 _ 6\n7 5 8";
    for same in [
        "1 2 3/4 _ 6/7 5 8",
        "1 2 3\n4 0 6\n7 5 8\n",
        "1 2 3\n4 . 6\n7 5 8",
        "\u{feff}1 2 3\r\n4 _ 6\r\n7 5 8\r\n",
        "1\t2\t3\n4,_,6\n 7 5 8 ",
        "; a comment\n# another\nTitle: x\nAuthor: y\n\n1 2 3\n4 _ 6\n7 5 8",
        "1 2 3/4 _ 6/7 5 8\ngoal: last",
        "1 2 3/4 _ 6/7 5 8\ngoal: 1 2 3/4 5 6/7 8 _",
        "1 2 3\n4 _ 6\n7 5 8\nGoal:\n\n1 2 3\n4 5 6\n7 8 0",
    ] {
        assert_eq!(id(same), id(board), "{same:?}");
    }
    for other in ["1 2 3/4 _ 6/7 5 8\ngoal: first", "0 1 2/3 _ 5/6 4 7", "1 2 3/4 6 _/7 5 8"] {
        assert_ne!(id(other), id(board), "{other:?}");
    }
}

#[test]
fn a_file_holds_many_boards_and_a_broken_one_does_not_hide_the_others() {
    let text =
        "Title: first\n1 2/3 _\n2 1/3 _\ngoal: first\n\n1 2\n3 3\n\nTitle: last\n1 2\n_ 3\ngoal:\n_ 1\n2 3\n";
    let readings = read(text);
    assert_eq!(readings.len(), 4, "{readings:?}");
    let level = |at: usize| {
        readings[at].as_ref().map(|entry| (entry.title.as_deref(), entry.line, entry.level.goal_kind()))
    };
    assert_eq!(level(0), Ok((Some("first"), 2, Goal::Last)));
    assert_eq!(level(1), Ok((None, 3, Goal::First)));
    assert_eq!(level(2).unwrap_err().kind(), words::NO_BLANK.id);
    assert_eq!(level(3), Ok((Some("last"), 10, Goal::First)));
}

#[test]
fn a_bad_goal_spoils_its_own_level_only() {
    let text = "1 2\n3 _\ngoal: middle\n\n1 2\n_ 3\n\n1 2 3/4 5 _\n";
    let good: Vec<bool> = read(text).iter().map(Result::is_ok).collect();
    assert_eq!(good, [false, true, true]);
}

#[test]
fn wrong_boards_are_refused_where_they_are_wrong() {
    refused("1 2 3\n4 5\n_ 6 7", words::ROW_LENGTH, (2, Some(1)));
    refused("1 2 3\n4 x 6\n7 8 _", words::NOT_A_CELL, (2, Some(3)));
    refused("1 2 3/4 -5 6/7 8 _", words::NOT_A_CELL, (1, Some(9)));
    refused("1 2 3\n4 5 5\n7 8 _", words::REPEATED, (2, Some(5)));
    refused("1 2 3\n4 5 6\n7 9 _", words::OUT_OF_RANGE, (3, Some(3)));
    refused("1 2 3\n4 5 6\n7 99999999999999999999 _", words::LABEL_TOO_LARGE, (3, Some(3)));
    refused("1 2 3\n4 _ 6\n7 . 8", words::TWO_BLANKS, (3, Some(3)));
    refused("1 2 3\n4 0 5\n0 6 7", words::TWO_BLANKS, (3, Some(1)));
    refused("1 2 3\n4 5 6\n7 8 9", words::NO_BLANK, (1, Some(1)));
    refused("1 2 3 _", words::TOO_SMALL, (1, Some(1)));
    refused("1\n2\n_", words::TOO_SMALL, (1, Some(1)));
    refused(&"1 ".repeat(101), words::TOO_LARGE, (1, Some(201)));
    refused(&"1 2\n".repeat(101), words::TOO_LARGE, (101, None));
    refused("goal: first", words::GOAL_WITHOUT_BOARD, (1, None));
    refused("1 2\n3 _\ngoal: middle", words::GOAL_WORD, (3, Some(7)));
    refused("1 2\n3 _\ngoal: first\ngoal: last", words::GOAL_TWICE, (4, None));
    refused("1 2\n3 _\ngoal: 1 2 3/4 5 _", words::GOAL_SIZE, (3, Some(7)));
    refused("1 2\n3 _\ngoal: 0 1/2 _", words::GOAL_LABELS, (3, Some(7)));
    refused("1 2\n3 _\ngoal:", words::GOAL_WORD, (3, None));
}

#[test]
fn the_missing_number_is_named() {
    let readings = read("1 2 3\n4 5 6\n7 9 _");
    let fault = readings[0].as_ref().unwrap_err().english();
    assert!(fault.contains("8 is missing"), "{fault}");
}

#[test]
fn texts_without_boards_have_no_levels() {
    for text in ["", "\n\n", "; nothing", "Title: nothing"] {
        assert!(read(text).is_empty(), "{text:?}");
    }
}

#[test]
fn the_goal_can_be_set_for_boards_that_do_not_say_it() {
    let mut settings = Options::defaults(Taquin::INFO.settings);
    settings.set(Taquin::INFO.settings, "goal", "first").unwrap();
    let kinds: Vec<_> = Taquin::read(&Source::new("1 2/3 _\n1 2/3 _\ngoal: last"), &settings)
        .into_iter()
        .map(|reading| reading.unwrap().level.goal_kind())
        .collect();
    assert_eq!(kinds, [Goal::First, Goal::Last]);
}

#[test]
fn formats_that_do_not_exist_are_named() {
    let level = Face::<Taquin>::level(one("1 2/3 _"));
    let complaint = level.write("xsb").unwrap_err().english();
    assert!(complaint.contains("xsb") && complaint.contains("rows"), "{complaint}");
    assert_eq!(Face::<Taquin>::new().info().name, "taquin");
}

/// Speed solvers write scrambles on one line with 0 for the blank, and where the tiles go.
#[test]
fn scrambles_go_out_as_they_came_in() {
    for scramble in ["5 8 3/0 2 4/1 6 7", "5 8 3/0 2 4/1 6 7\ngoal: first"] {
        let level = one(scramble);
        assert_eq!(Taquin::write(&level, "scramble").unwrap(), format!("{scramble}\n"));
        assert_eq!(Taquin::write(&level, "line").unwrap(), format!("{scramble}\n").replace('0', "_"));
    }
}

#[test]
fn solutions_in_tile_directions_are_refereed() {
    let level = Face::<Taquin>::level(one("1 2 3/4 0 6/7 5 8"));
    let verified = level.verify("tiles: UL").unwrap();
    assert_eq!(verified.text(), "DR");
    assert_eq!(level.rewrite("DR", "tiles").unwrap(), "UL");
    let long = Face::<Taquin>::level(one("0 1 2/3 4 5/6 7 8\ngoal: 1 2 0/4 5 8/3 6 7"));
    let back = long.rewrite("RRDDLLURRU", "tiles").unwrap_err();
    assert!(back.english().contains("not in its goal"), "{back:?}");
    for (text, column) in [("tiles: 2U", 8), ("tiles:U0", 8), ("tiles:U101", 8), ("tiles:Ux", 8), ("2UL", 1)]
    {
        let fault = ingenio_taquin::play::parse_moves(text).unwrap_err();
        assert_eq!((fault.line, fault.column), (Some(1), Some(column)), "{text}: {fault:?}");
    }
    let moves = ingenio_taquin::play::parse_moves("tiles:URDL2 u10").unwrap();
    let blank: String = moves.iter().map(ToString::to_string).collect();
    assert_eq!(blank, "DLURRDDDDDDDDDD");
    assert_eq!(ingenio_taquin::play::tile_moves(&moves), "URDL2U10");
    // Numbers tell that tiles are meant, so what is written is read again.
    assert_eq!(ingenio_taquin::play::parse_moves("URDL2U10").unwrap(), moves);
}
