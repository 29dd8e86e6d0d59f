//! Level texts of every form, and what is said of bad ones.

use std::sync::Arc;

use ingenio_conformance::typed;
use ingenio_core::rooms::{Methods as _, Texts as _};
use ingenio_core::{Fault, Likeness, Options, Source, Task, Template};
use ingenio_flow::Flow;
use ingenio_flow::level::{Level, Rules, text};
use ingenio_flow::{referee, words};

fn read_all(text: &str) -> Vec<Result<Level, Fault>> {
    let readings = text::read(&Source::new(text), &Options::defaults(text::SETTINGS));
    readings.into_iter().map(|reading| reading.map(|entry| entry.level)).collect()
}

fn read(text: &str) -> Level {
    let mut all = read_all(text);
    assert_eq!(all.len(), 1, "{all:?}");
    all.remove(0).unwrap_or_else(|fault| panic!("{fault:?}: {text}"))
}

fn refused(text: &str, rule: Template, place: (u32, u32)) {
    let all = read_all(text);
    let fault =
        all.iter().find_map(|reading| reading.as_ref().err()).unwrap_or_else(|| panic!("{text} is accepted"));
    assert!(fault.is(rule), "{text}: {fault:?}");
    assert_eq!((fault.line.unwrap_or(0), fault.column.unwrap_or(0)), place, "{text}: {fault:?}");
}

#[test]
fn three_forms_give_the_same_level() {
    let rows = read("1.2\n...\n1.2");
    assert_eq!(read("3 3\n1.2\n...\n1.2"), rows);
    assert_eq!(read("1 0 2\n0 0 0\n1 0 2"), rows);
    assert_eq!(read("1,0,2\n0,0,0\n1,0,2\n"), rows);
    assert_eq!(read("  1.2\n  ...\n  1.2\n"), rows);
    assert_eq!(rows.board().len(), 9);
    assert_eq!(Flow::canonical(&rows), "1.2\n...\n1.2");
}

/// With dots too: only what makes a board by itself has a line of width and height above it.
#[test]
fn a_matrix_of_two_columns_may_have_dots() {
    assert_eq!(read("1 2\n. .\n1 2\n"), read("12\n..\n12"), "the first row is no size");
    assert_eq!(read(". .\n1 2\n. .\n1 2\n"), read("..\n12\n..\n12"), "nor is one further down");
    assert_eq!(read("2 3\n. .\n. .\n3 2\n"), read("23\n..\n..\n32"), "even where it would fit");
    assert_eq!(read("2 3\n. .\n1 1\n2 2\n"), read("..\n11\n22"), "what makes a board of the rest is one");
    assert_eq!(read_all("1 .\n. 1\n\n2 2\n. .\n5 5\n").iter().flatten().count(), 2);
}

/// The last row of a matrix with two columns is no line of width and height.
#[test]
fn a_matrix_may_have_two_columns() {
    assert_eq!(read("1 0\n0 0\n1 0"), read("1.\n..\n1."));
    assert_eq!(read("1 2\n1 2\n"), read("12\n12"));
    assert_eq!(read_all("1 2\n1 2\n\n2 2\nAA\nBB\n").len(), 2, "a size may follow an empty line");
    assert_eq!(read_all("1 2\n1 2\n3 1\nA.A\n").len(), 2, "or a matrix, if a board follows");
}

#[test]
fn many_levels_stand_in_one_text() {
    let text = "# one 1\n2 2\nAA\nBB\n2 2\nAB\nAB\n\n; a comment\ntitle: two\nrules: no-touch\nAB.\nAB.\n\nA.A\nBBC\n..C";
    let readings = text::read(&Source::new(text), &Options::default());
    let titles: Vec<_> = readings.iter().map(|reading| reading.as_ref().unwrap().title.as_deref()).collect();
    assert_eq!(titles, [Some("one 1"), None, Some("two"), None]);
    let rules: Vec<_> = readings.iter().map(|reading| reading.as_ref().unwrap().level.rules()).collect();
    assert_eq!(rules, [Rules::Touch, Rules::Touch, Rules::NoTouch, Rules::Touch]);
    assert_eq!(readings[2].as_ref().unwrap().line, 12);
}

#[test]
fn rules_come_from_the_text_or_from_the_setting() {
    let settings = Options::parse(text::SETTINGS, "rules=partial").unwrap();
    let with = |text: &str| text::read(&Source::new(text), &settings).remove(0).unwrap().level;
    assert_eq!(with("A.A").rules(), Rules::Partial);
    assert_eq!(with("rules: no-touch\nA.A").rules(), Rules::NoTouch);
    let text = Flow::canonical(&with("A.A"));
    assert_eq!(text, "rules: partial\nA.A");
    assert_eq!(read(&text), with("A.A"));
}

#[test]
fn holes_and_long_names_are_kept() {
    let holes = read("A#A\n...");
    assert_eq!((holes.board().len(), Flow::canonical(&holes).as_str()), (5, "A#A\n..."));
    let long = read("10 0 10\n11 - 11");
    assert_eq!(Flow::canonical(&long), "10 0 10\n11 - 11");
    assert_eq!(read(&Flow::canonical(&long)), long);
    assert!(Flow::write(&long, text::SIZED).unwrap_err().id() == words::LONG_NAMES.id);
    assert_eq!(Flow::write(&holes, text::NUMBERS).unwrap(), "1 - 1\n0 0 0\n", "letters become numbers");
    for narrow in ["10,\n0,\n10,", "10 10,"] {
        assert_eq!(Flow::canonical(&read(narrow)), narrow.trim());
    }
}

#[test]
fn large_boards_of_many_colours_are_read() {
    let names: Vec<char> = ('A'..='Z').chain('a'..='z').chain('0'..='9').collect();
    let row: String = names.iter().take(60).collect();
    let text = format!("{row}\n{}{row}", (".".repeat(60) + "\n").repeat(58));
    let level = read(&text);
    assert_eq!((level.board().len(), level.colours()), (3600, 60));
    assert_eq!(Flow::canonical(&level), text);
}

#[test]
fn drawn_pipes_belong_to_the_level() {
    let level = read("drawn: A@0,0:R\nA.A\nB.B");
    assert_eq!(level.drawn()[0].len(), 2);
    assert_eq!(read(&Flow::canonical(&level)), level);
    assert!(referee::referee(&level, "A@0,0:RR B@1,0:RR").is_ok());
    refused("drawn: A@0,0:DRUR\nA.A\nB.B", words::BAD_DRAWN, (1, 0));
    refused("drawn: Z@0,0:R\nA.A", words::NO_COLOUR, (1, 0));
}

#[test]
fn bad_boards_are_refused_with_the_cell() {
    refused("A.B\n...\n..B", words::COLOUR_ONCE, (1, 1));
    refused("A.A\n.A.\nB.B", words::COLOUR_MORE, (2, 2));
    refused("A.A\n..\nB.B", words::ROW_LENGTH, (2, 2));
    refused("A.A\n....\nB.B", words::ROW_LENGTH, (2, 4));
    refused("...\n...", words::NO_COLOURS, (1, 0));
    refused("A", words::ONE_CELL, (1, 1));
    refused(".", words::ONE_CELL, (1, 1));
    refused("1 1\nA", words::ONE_CELL, (1, 1));
    refused("A B A\nB . AB", words::TWO_IN_CELL, (2, 5));
    refused("1 0 1\n2 1/2 2", words::TWO_IN_CELL, (2, 3));
    refused("A.B\n\nA.B", words::EMPTY_ROW, (2, 1));
    refused("3 3\nA.B\n\nA.B", words::EMPTY_ROW, (3, 1));
    refused("3 3\nA.B\nA.B", words::ROW_COUNT, (1, 0));
    refused("A.?\n..A", words::BAD_CHARACTER, (1, 3));
    refused("  A.?\n  ..A", words::BAD_CHARACTER, (1, 5));
    refused("1 0 1\n0 007 0", words::BAD_NUMBER, (2, 3));
    refused("rules: never\nA.A", words::BAD_RULES, (1, 0));
    refused("99999999 99999999\nAA", words::TOO_LARGE, (1, 0));
    refused(&"A".repeat(1_000_000), words::TOO_LARGE, (1, 0));
    refused(&"A\n".repeat(100_000), words::TOO_LARGE, (1, 0));
}

#[test]
fn a_bad_board_does_not_spoil_the_others() {
    let all = read_all("A.A\n\nB..\n\nC.C");
    assert_eq!(all.iter().map(Result::is_ok).collect::<Vec<_>>(), [true, false, true]);
}

#[test]
fn flow_is_recognised() {
    let likeness = |text: &str| Flow::recognise(&Source::new(text));
    assert_eq!(likeness("A.B\n...\nA.B"), Likeness::Sure);
    assert_eq!(likeness("2 2\nAA\nBB"), Likeness::Sure);
    assert_eq!(likeness("1 2 3/4 5 6/7 8 _"), Likeness::No);
    assert_eq!(likeness("#####\n#@$.#\n#####"), Likeness::No);
    assert_eq!(likeness("5 3 8\n0 2 4\n1 6 7"), Likeness::No);
    assert_ne!(likeness("A.B\n...\nA.C"), Likeness::Sure);
    for line in PACK_LINES {
        assert_eq!(likeness(line), Likeness::Sure, "{line}");
    }
    assert_eq!(likeness("3,0,1,2;0,1,2,5;4,3,6,7"), Likeness::Maybe, "a line with a fault");
    assert_eq!(likeness("W_6:3,0,1,5"), Likeness::Maybe, "a line that lacks its pipes");
}

/// Lines of packs, one for each feature.
const PACK_LINES: [&str; 6] = [
    "3,0,1,2;0,1,2,5;4,3,6,7,8",
    "3:2+B,0,7,1,,4_0B;3,0,1,2,5",
    "3:2,0,7,2,,,0|3;0,1,2;3,4,5",
    "3,0,1,2,4;0,1,4,7,8;2,5,4,3,6",
    "W_3,0,1,3,,,0|6:1|7:2|8;1,0,2;4,3,5;7,6,8",
    "X_3,0,1,2;0,3,6,7,4;1,2,5,8",
];

/// Every line for what one character per cell cannot say, there and back.
#[test]
fn boards_of_every_shape_are_written_and_read() {
    for text in [
        "board: hexes\nA..\n.BA\n..B",
        "warps: across\nA..\n.BA\n..B",
        "warps: down\nA..\n.BA\n..B",
        "warps: both\nwalls: 0,0:D 2,1:DR\nA..\n.BA\n..B",
        "walls: 0,1:R\nA..\n.BA\n..B",
        "A.B\n.+.\nB.A",
        "board: hexes\nwalls: 1,1:EC\nA#.\n.BA\n..B",
    ] {
        let level = read(text);
        assert!(!level.board().is_plain(), "{text}");
        assert_eq!(Flow::canonical(&level), text);
        assert_eq!(read(&Flow::canonical(&level)), level);
    }
    assert_eq!(
        Flow::canonical(&read("walls: 0,1:L 1,0:U\nA..\n..A")),
        "walls: 0,0:DR\nA..\n..A",
        "one name for a wall"
    );
    let closed = "warps: down\nwalls: 0,0:U 0,1:U 0,2:U\nA..\n.BA\n..B";
    assert_eq!(read(closed), read("A..\n.BA\n..B"), "borders that join nowhere do not join");
    assert_eq!(read("walls: 0,0:R\nA#A\n..."), read("A#A\n..."), "a wall beside a hole is none");
}

#[test]
fn what_cannot_be_built_is_refused() {
    refused("board: cubes\nA.A", words::BAD_BOARD, (1, 0));
    refused("warps: everywhere\nA.A", words::BAD_WARPS, (1, 0));
    refused("walls: 0,0\nA.A", words::BAD_WALL, (1, 0));
    refused("walls: 0,0:Q\nA.A", words::BAD_WALL, (1, 0));
    refused("walls: 5,0:R\nA.A", words::BAD_WALL, (1, 0));
    refused("walls: 0,0:U\nA.A", words::NO_WALL, (1, 0));
    refused("A+A\n...", words::BAD_BRIDGE, (1, 0));
    refused("walls: 1,1:R\nA.A\n.+.\nB.B", words::BAD_BRIDGE, (2, 0));
    refused("board: hexes\nA.A\n.+.\nB.B", words::HEX_BRIDGE, (2, 0));
    refused("board: hexes\nwarps: across\nA.A\n...\nB.B", words::ODD_WARP, (3, 0));
}

/// Janko's boards have signs of every kind as end points.
#[test]
fn any_sign_that_stands_twice_is_an_end_point() {
    let level = read("@.$\n...\n@.$");
    assert_eq!((level.colours(), Flow::canonical(&level).as_str()), (2, "@.$\n...\n@.$"));
    let solution = "@@0,0:RDLD $@0,2:DDL";
    assert!(referee::referee(&level, solution).is_err(), "the pipe of $ does not end at $");
    let level = read("@.$\n@.$");
    assert_eq!(referee::referee(&level, "@@0,0:RDL $@0,2:D").unwrap().0, "@@0,0:RDL $@0,2:D");
    let level = read("@.$\n...\n@.$");
    assert_eq!(Flow::write(&level, text::NUMBERS).unwrap(), "1 0 2\n0 0 0\n1 0 2\n");
    refused("@.$\n...\n@..", words::BAD_CHARACTER, (1, 3));
}

/// Lines of packs, made by hand for each feature: the level, and its solution in the same line.
#[test]
fn lines_of_packs_are_read_with_their_solutions() {
    let solved = |line: &str| {
        let entry = text::read(&Source::new(line), &Options::default()).remove(0).unwrap();
        let solution = entry.solution.expect("a line holds its solution");
        assert!(referee::referee(&entry.level, &solution).is_ok(), "{line}");
        (Flow::canonical(&entry.level), solution)
    };
    assert_eq!(solved("3,0,1,2;0,1,2,5;4,3,6,7,8"), ("A..\n.BA\n..B".into(), "A@0,0:RRD B@1,1:LDRR".into()));
    assert_eq!(solved("3:2+B,0,7,1,,4_0B;3,0,1,2,5").0, "...\nA#A");
    assert_eq!(solved("3:I,0,1,2;0,1,2,5;4,3,6,7,8").0, "A..\n.BA\n..B", "how borders are drawn");
    assert_eq!(solved("3:2:I+B,0,7,1,,4_0B;3,0,1,2,5").0, "...\nA#A");
    assert_eq!(solved("3:2,0,7,2,,,0|3;0,1,2;3,4,5").0, "walls: 0,0:D\nA.A\nB.B");
    assert_eq!(
        solved("3,0,1,2,4;0,1,4,7,8;2,5,4,3,6"),
        ("A.B\n.+.\nB.A".into(), "A@0,0:RDDR B@0,2:DLLD".into())
    );
    let across = solved("W_3,0,1,3,,,0|6:1|7:2|8;1,0,2;4,3,5;7,6,8");
    assert_eq!(across, ("warps: across\n.AA\n.BB\n.CC".into(), "A@0,1:LL B@1,1:LL C@2,1:LL".into()));
    let hexes = solved("X_3,0,1,2;0,3,6,7,4;1,2,5,8");
    assert_eq!(hexes, ("board: hexes\nAB.\n.A.\n..B".into(), "A@0,0:DDEU B@0,1:CDD".into()));
    let narrow = solved("W_2:3,0,1,2,,,0|4:1|5;0,2,4,5;1,3");
    assert_eq!(narrow.0, "warps: across\nAB\n.B\n.A", "two cells wide: neighbours twice, linked once");
    let line = "X_3,0,1,2;0,3,6,7,4;1,2,5,8";
    assert_eq!(Flow::write(&read(line), text::LINE).unwrap(), format!("{line}\n"));
}

#[test]
fn what_is_not_understood_in_a_line_is_said_with_its_place() {
    refused("3,0,1,3;0,1,2,5;4,3,6,7,8", words::LINE_FIELD, (1, 7));
    refused("Y_3,0,1,2;0,1,2,5;4,3,6,7,8", words::LINE_FIELD, (1, 1));
    refused("I:3,0,1,2;0,1,2,5;4,3,6,7,8", words::LINE_FIELD, (1, 1));
    refused("3,0,1,2,,,0|8;0,1,2,5;4,3,6,7,8", words::LINE_FIELD, (1, 11));
    refused("3,0,1,2,,99;0,1,2,5;4,3,6,7,8", words::LINE_FIELD, (1, 10));
    refused("3,0,1,2;0,1,2,5;4,3,6,7,9", words::LINE_FIELD, (1, 25));
    refused("3,0,1,2;0,2,1,5;4,3,6,7,8", words::LINE_FIELD, (1, 11));
    refused("3,0,1,2;0,a,2,5;4,3,6,7,8", words::LINE_FIELD, (1, 11));
    refused("3,0,1,2;0;4,3,6,7,8", words::LINE_FIELD, (1, 9));
    refused("3,0,1,2;A;B", words::LINE_FIELD, (1, 9));
    refused("3,0,1,2,,1;0,1,2,5;4,3,6,7,8", words::LINE_FIELD, (1, 14));
    refused("3,0,1,2,,0;0,1,2,5;4,3,6,7,8", words::LINE_FIELD, (1, 12));
    refused("3,0,1,2,,,1|2;0,1,2,5;4,3,6,7,8", words::LINE_FIELD, (1, 19));
    refused("3,0,1,2;0,1,2,5;4,3,6,7", words::LINE_REFUSED, (1, 0));
    refused("9999:9999,0,1,1;0,1", words::TOO_LARGE, (1, 1));
    // A line whose pipes were cut off is still a line; a bare number at its head would be a row of a matrix.
    refused("W_6:3,0,1,5", words::LINE_FIELD, (1, 11));
    refused("6:3,0,1,5,,4:5;", words::LINE_FIELD, (1, 9));
    refused("X_7+B,0,1,0", words::NO_COLOURS, (1, 0));
    assert_eq!(read("1,0,2,1\n0,0,2,0").board().len(), 8);
    // A pipe that turns on a bridge, a bridge that is passed once only, one at the border, one that is a hexagon.
    refused("3,0,1,2,4;0,1,4,3,6;2,5,4,7,8", words::LINE_FIELD, (1, 17));
    refused("3,0,1,3,4;0,1,4,7,8;2,5;3,6", words::LINE_REFUSED, (1, 0));
    refused("3,0,1,2,1;0,1,2,5;4,3,6,7,8", words::BAD_BRIDGE, (1, 0));
    refused("X_3,0,1,2,4;0,1,4,7,8;2,5,4,3,6", words::HEX_BRIDGE, (1, 0));
    assert_eq!(
        read_all("3,0,1,2;0,1,2,5;4,3,6,7,8\n3,0,2,2;0,1,2,5;4,3,6,7,8\n").len(),
        2,
        "one level per line"
    );
}

#[test]
fn long_boards_are_read() {
    for (width, height) in [(10, 310), (245, 2), (1000, 10)] {
        let mut rows = vec![vec!['.'; width]; height];
        (rows[0][0], rows[height - 1][width - 1]) = ('A', 'A');
        let text: Vec<String> = rows.into_iter().map(|row| row.into_iter().collect()).collect();
        assert_eq!(read(&text.join("\n")).board().len(), width * height);
    }
    refused(&"A".repeat(1001), words::TOO_LARGE, (1, 0));
}

/// Whoever copies a board of the guide gets a level that can be solved.
#[test]
fn the_boards_of_the_guide_are_levels() {
    let guide = include_str!("../../../../docs/guide.md");
    let chapter = guide.split("### ").find(|part| part.starts_with("Flow boards of other shapes")).unwrap();
    let blocks: Vec<&str> = chapter.split("```\n").skip(1).step_by(2).collect();
    assert!(blocks.len() >= 2, "{chapter}");
    for block in blocks {
        let level = read(block);
        assert!(!level.board().is_plain(), "{block}");
        let mut run = Flow::count(&Arc::new(level), 2, &Task::default()).unwrap();
        typed::finish(run.as_mut());
        assert_eq!((run.found().found, run.found().complete), (1, true), "{block}");
    }
}
