//! Texts: every format, and what is said of bad input.

use ingenio_core::rooms::{Makers as _, Texts as _};
use ingenio_core::{Dir, Face, Fault, Likeness, Options, Reading, Source, Template};
use ingenio_unblock::level::{Axis, Level, Name};
use ingenio_unblock::{Unblock, play, referee, words};

fn read(text: &str) -> Vec<Reading<Level>> {
    Unblock::read(&Source::new(text), &Options::default())
}

fn one(text: &str) -> Level {
    let mut found = read(text);
    assert_eq!(found.len(), 1, "{text}");
    found.remove(0).unwrap_or_else(|fault| panic!("{fault:?}")).level
}

fn fault(text: &str) -> Fault {
    let mut found = read(text);
    assert_eq!(found.len(), 1, "{text}");
    found.remove(0).expect_err("a bad level")
}

/// The rule that a text breaks, with line and column, and a part of the sentence.
fn assert_fault(text: &str, rule: Template, at: (Option<u32>, Option<u32>), sentence: &str) {
    let fault = fault(text);
    assert!(fault.is(rule), "{fault:?} is not {}", rule.id);
    assert_eq!((fault.line, fault.column), at, "{fault:?}");
    assert!(fault.english().contains(sentence), "{fault:?}");
}

const PANEL: &str =
    "3\n4\n5\n\n1\n2\n1\n\n2\n3\n2\n\n2\n4\n4\n\n0 0 0 2 0\n1 1 0 2 0\n0 0 0 2 0\n0 3 3 0 0\n";

#[test]
fn all_formats_say_the_same() {
    let level = one(PANEL);
    assert_eq!(Unblock::canonical(&level), "5x4:oooBoAAoBooooBooCCoo");
    for text in
        ["5x4:oooBoAAoBooooBooCCoo", "...B.\nAA.B.\n...B.\n.CC..", "5x4:\no o o B o\nAAoBo\nooo B o\noCCoo\n"]
    {
        assert_eq!(one(text), level, "{text}");
    }
    for format in ["line", "grid", "panel"] {
        assert_eq!(one(&Unblock::write(&level, format).unwrap()), level, "{format}");
    }
    assert_eq!(Unblock::write(&level, "panel").unwrap(), PANEL);
}

#[test]
fn the_panel_of_the_paper_is_read() {
    let level = one("BBBooHooEooHAAEooHCoEoGGCoooFoDDDoFo");
    let panel = Unblock::write(&level, "panel").unwrap();
    assert!(panel.starts_with("8\n6\n6\n\n1\n1\n2\n1\n2\n2\n1\n2\n\n2\n3\n2\n3\n3\n2\n2\n3\n\n3\n1\n1\n6\n3\n5\n4\n6\n\n2 2 2 0 0 8\n"), "{panel}");
    assert_eq!(one(&panel), level);
}

#[test]
fn letters_are_kept() {
    let level = one("5x3:ooZooAAZoqooooq");
    let names: Vec<Name> = level.pieces().iter().map(|piece| piece.name).collect();
    assert_eq!(names, ['A', 'Z', 'q'].map(Name::Letter));
    let moves = play::parse_moves(&level, "Z+1 q-1,A+2Z-1").unwrap();
    assert_eq!(referee::text(&moves), "Z+1 q-1 A+2 Z-1");
    assert_eq!(play::parse_moves(&level, "#2+1").unwrap()[0].to_string(), "Z+1");
}

#[test]
fn lists_and_databases_are_read_line_by_line() {
    let text = "# comment\nTitle: first\n08 BBoooCDooEoCDAAEoCDooEooFoooGGFoHHHo 16 jam01\n\
                51 GBBoLoGHIoLMGHIAAMCCCKoMooJKDDEEJFFo\n20 BBHooGoHCCGAAIoDDoIJEEFFJ 299\nBBoooCDooEoCDAAEoCDooEooFoooGGFoHHH\n";
    let found = read(text);
    assert_eq!(found.len(), 4);
    let first = found[0].as_ref().unwrap();
    assert_eq!((first.title.as_deref(), first.line), (Some("jam01"), 3));
    assert_eq!(found[2].as_ref().unwrap().level.size().width, 5);
    assert!(found[3].as_ref().unwrap_err().is(words::NOT_SQUARE));
}

#[test]
fn several_panels_in_one_file() {
    let found = read(&format!("{PANEL}\n{PANEL}"));
    assert_eq!(found.len(), 2);
    assert_eq!(found[0].as_ref().unwrap().level, found[1].as_ref().unwrap().level);
}

#[test]
fn bad_boards_name_piece_and_cell() {
    let at = |line, column| (Some(line), Some(column));
    assert_fault("4x3:oBBoAABooooo", words::BENT, at(1, 11), "piece B is bent at row 2, column 3");
    assert_fault("5x3:BoBooAA", words::LENGTH, (Some(1), None), "7 cells");
    assert_fault("5x3:BoBooAAoooooooo", words::GAP, at(1, 6), "piece B has a gap at row 1, column 2");
    assert_fault("5x3:BBoooAAoooooBBo", words::APART, at(1, 17), "a second one stands at row 3, column 3");
    assert_fault("4x3:oBooAAoooooo", words::SHORT, at(1, 6), "piece B at row 1, column 2 has one cell");
    assert_fault("4x3:oBBooooooooo", words::NO_TARGET, at(1, 5), "piece A must stand on the board");
    assert_fault("4x3:oAoooAoooooo", words::TARGET_DOWN, at(1, 6), "stands upright at row 1, column 2");
    assert_fault("4x3:oooo", words::LENGTH, (Some(1), None), "4 cells, but a board of 4 x 3 has 12");
    assert_fault("oooo\nAAo\noooo", words::ROW_LENGTH, (Some(2), None), "3 cells, the first has 4");
    assert_fault("4x3:oo1oAAoooooo", words::BAD_CELL, at(1, 7), "'1' is no cell");
    assert_fault("99x99:AA", words::SIZE, at(1, 1), "99 x 99");
    assert_fault("99999999999999999999999x2:AA", words::SIZE, at(1, 1), "");
    assert_fault("17x16:AA", words::SIZE, at(1, 1), "cells up to 256");
}

#[test]
fn bad_panels_name_piece_and_cell() {
    let spoilt = |from: &str, to: &str| {
        assert!(PANEL.contains(from));
        PANEL.replacen(from, to, 1)
    };
    let at = |line, column| (Some(line), Some(column));
    let lists = "1\n2\n1\n\n2\n3\n2\n\n2\n4\n4";
    assert_fault(
        &spoilt(lists, "1\n1\n1\n\n2\n3\n2\n\n2\n4\n4"),
        words::PANEL_AXIS,
        at(17, 7),
        "piece 2 is listed as across, but lies down",
    );
    assert_fault(
        &spoilt(lists, "1\n2\n1\n\n2\n2\n2\n\n2\n4\n4"),
        words::PANEL_LENGTH,
        at(17, 7),
        "piece 2 is listed with size 2, but covers 3",
    );
    assert_fault(
        &spoilt(lists, "1\n2\n1\n\n2\n3\n2\n\n2\n5\n4"),
        words::PANEL_LINE,
        at(17, 7),
        "listed in column 5, but stands in column 4",
    );
    assert_fault(
        &spoilt("0 3 3 0 0", "0 4 4 0 0"),
        words::PANEL_PIECE,
        at(20, 3),
        "piece 4 at row 4, column 2",
    );
    assert_fault(&spoilt("0 3 3 0 0", "0 0 0 0 0"), words::PANEL_ABSENT, (Some(1), None), "piece 3");
    assert_fault(&spoilt("1 1 0 2 0", "0 0 0 2 0"), words::PANEL_OUT, (Some(1), None), "already out");
    assert_fault(
        &spoilt("0 3 3 0 0", "0 3 3 0"),
        words::PANEL_ROW,
        (Some(20), None),
        "row 4 of the matrix has 4",
    );
    assert_fault(
        &spoilt("0 3 3 0 0\n", ""),
        words::PANEL_END,
        (Some(19), None),
        "a row of the matrix is missing",
    );
    assert_fault(
        &spoilt("0 3 3 0 0", "0 3 0 3 0"),
        words::GAP,
        at(20, 5),
        "piece C has a gap at row 4, column 3",
    );
    assert_fault(&spoilt("0 0 0 2 0", "0 0 y 2 0"), words::PANEL_NUMBER, at(17, 5), "'y'");
    assert_fault(
        &spoilt("\n1\n2\n1\n", "\n1\n7\n1\n"),
        words::PANEL_RANGE,
        at(6, 1),
        "is 7, but must be 1 to 2",
    );
    assert_fault(&spoilt("3\n4\n5", "3\n4\n500"), words::PANEL_RANGE, at(3, 1), "number of columns is 500");
}

/// A board of 16x16 with 8 pieces in every row but the target's.
fn crowded() -> Level {
    let mut text = String::from("113\n16\n16\n");
    let rows: Vec<usize> = (1..=16).filter(|row| *row != 8).collect();
    let count = 1 + 112;
    text += &"1\n".repeat(count);
    text += &"2\n".repeat(count);
    text += "8\n";
    let placed: Vec<(usize, usize)> =
        rows.iter().flat_map(|row| (0..8).map(|at| (*row, at))).take(112).collect();
    for (row, _) in &placed {
        text += &format!("{row}\n");
    }
    for row in 1..=16 {
        let mut cells = [0; 16];
        if row == 8 {
            cells[..2].fill(1);
        }
        for (number, (_, at)) in placed.iter().enumerate().filter(|(_, (on, _))| *on == row) {
            cells[at * 2..at * 2 + 2].fill(number + 2);
        }
        text += &(cells.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ") + "\n");
    }
    one(&text)
}

#[test]
fn more_pieces_than_letters_go_by_number() {
    let level = crowded();
    assert_eq!(level.pieces().len(), 113);
    assert_eq!(level.pieces()[56].name.to_string(), "#57");
    assert_eq!(Unblock::write(&level, "line").unwrap_err().id(), words::TOO_MANY.id);
    let canonical = Unblock::canonical(&level);
    assert_eq!(one(&canonical), level);
    let (text, _) = referee::referee(&level, "#1+14").unwrap();
    assert_eq!(text, "#1+14");
    assert_eq!(Face::<Unblock>::level(level).id().to_string().len(), 20);
}

#[test]
fn refused_solutions_name_move_and_reason() {
    let level = one("5x4:oooBoAAoBooooBooCCoo");
    let refuse = |solution: &str| referee::referee(&level, solution).unwrap_err();
    let refusal = refuse("A+1 A+1");
    assert_eq!((refusal.at_move, refusal.message.id()), (Some(2), words::MOVE_BLOCKED.id));
    assert!(refusal.english().contains("piece B is in the way at row 2, column 4"), "{refusal:?}");
    assert_eq!(refuse("B-1").message.id(), words::MOVE_EDGE.id);
    assert_eq!(refuse("C+0").message.id(), words::MOVE_NOWHERE.id);
    assert_eq!(refuse("D+1").message.id(), words::MOVE_PIECE.id);
    assert_eq!(refuse("B").message.id(), words::MOVE_SYNTAX.id);
    assert_eq!(refuse("B+").message.id(), words::MOVE_SYNTAX.id);
    assert_eq!(refuse("B+99999999999").message.id(), words::MOVE_SYNTAX.id);
    assert_eq!(refuse("A+1").message.id(), words::NOT_SOLVED.id);
    let walled = one("4x2:AAoxoooo");
    let refusal = referee::referee(&walled, "A+2").unwrap_err();
    assert_eq!(refusal.message.id(), words::MOVE_WALL.id);
}

#[test]
fn texts_are_recognised() {
    let likeness = |text: &str| Unblock::recognise(&Source::new(text));
    assert_eq!(likeness(PANEL), Likeness::Sure);
    assert_eq!(likeness("GBBoLoGHIoLMGHIAAMCCCKoMooJKDDEEJFFo"), Likeness::Sure);
    assert_eq!(likeness("7x2:AAooooooooooo"), Likeness::Sure);
    assert_eq!(likeness("...B.\nAA.B.\n...B.\n.CC.."), Likeness::Sure);
    assert_eq!(likeness("A.B\n...\nA.B"), Likeness::Maybe);
    assert_eq!(likeness("####\n#@$.#\n####"), Likeness::No);
    assert_eq!(likeness("1 2 3\n4 5 6\n7 8 _"), Likeness::No);
    assert_eq!(likeness("3x3\n1 2 3 4"), Likeness::No);
    assert_eq!(likeness(""), Likeness::No);
}

#[test]
fn pieces_know_their_lines() {
    let level = one("5x4:oooBoAAoBooooBooCCoo");
    let b = &level.pieces()[1];
    assert_eq!((b.axis, b.line, b.length, b.offset), (Axis::Down, 3, 3, 0));
}

/// A board with every exit: what is read, written and read again.
#[test]
fn every_format_says_where_the_exit_is() {
    let plain = one("5x4:oooBoAAoBooooBooCCoo");
    for (name, side) in [("left", Dir::Left), ("up", Dir::Up), ("down", Dir::Down)] {
        let level = plain.turned(side);
        assert_eq!(level.exit(), side);
        assert!(Unblock::canonical(&level).starts_with(&format!("exit: {name}\n")), "{level:?}");
        for format in ["line", "grid", "panel"] {
            let text = Unblock::write(&level, format).unwrap();
            assert_eq!(one(&text), level, "{text}");
            assert_eq!(Unblock::recognise(&Source::new(&text)), Likeness::Sure, "{text}");
        }
        assert_eq!(level.with_exit_right(), plain);
        assert_eq!(Unblock::kin(&level), Unblock::kin(&plain));
        assert_ne!(Face::<Unblock>::level(level).id(), Face::<Unblock>::level(plain.clone()).id());
    }
    assert_eq!(Unblock::canonical(&plain), "5x4:oooBoAAoBooooBooCCoo", "plain levels stay as they are");
    assert_eq!(one("exit: right\n5x4:oooBoAAoBooooBooCCoo"), plain);
}

#[test]
fn an_exit_belongs_to_the_next_level_only() {
    let found = read("exit: up\n4x4:oooooAooBAooBBoo\n\n4x4:ooooAAoooooooooo\n");
    let exits: Vec<_> =
        found.iter().map(|level| level.as_ref().map(|entry| entry.level.exit()).ok()).collect();
    assert_eq!(exits, [None, Some(Dir::Right)], "the first one is bent");
    let found = read("exit: up\n99x99:oo\n\n4x4:ooooAAoooooooooo\n");
    let exits: Vec<_> =
        found.iter().map(|level| level.as_ref().map(|entry| entry.level.exit()).ok()).collect();
    assert_eq!(exits, [None, Some(Dir::Right)], "the first one is too large");
    let found = read("exit: up\n4x4:oooooAoooAoooooo\n4x4:ooooAAoooooooooo\n");
    let exits: Vec<_> = found.into_iter().map(|level| level.unwrap().level.exit()).collect();
    assert_eq!(exits, [Dir::Up, Dir::Right]);
}

#[test]
fn exits_that_cannot_be_are_refused() {
    let at = |line, column| (Some(line), Some(column));
    assert_fault("exit: north\n4x3:ooooAAoooooo", words::BAD_EXIT, at(1, 6), "'north' is no side");
    assert_fault(
        "exit: up\n4x3:ooooAAoooooo",
        words::TARGET_ACROSS,
        at(2, 9),
        "lies across at row 2, column 1",
    );
    assert_fault("exit: left\n4x3:oAoooAoooooo", words::TARGET_DOWN, at(2, 6), "stands upright");
}

#[test]
fn a_target_leaves_over_every_side() {
    for (text, solution, wrong) in [
        ("exit: left\n4x2:ooAAoooo", "A-2", "A-1"),
        ("exit: up\n2x4:ooooAoAo", "A-2", "A-1"),
        ("exit: down\n2x4:AoAooooo", "A+2", "A+1"),
    ] {
        let level = one(text);
        assert_eq!(referee::referee(&level, solution).unwrap().0, solution);
        assert_eq!(referee::referee(&level, wrong).unwrap_err().message.id(), words::NOT_SOLVED.id, "{text}");
    }
}
