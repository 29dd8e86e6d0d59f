//! Play: steps, paths for clicks and drags, lost positions and their reasons, distance to go.

mod common;

use std::collections::BTreeMap;

use common::{level, tiny_room};
use ingenio_core::rooms::{Referee as _, Rules as _};
use ingenio_core::{Rng, Template};
use ingenio_sokoban::metric::{MOVES, PUSHES};
use ingenio_sokoban::play::{self, path, truth};
use ingenio_sokoban::{Sokoban, words};

/// Boxes that cannot be told from others by a position with that reason.
fn stuck_by(rows: &str) -> Option<String> {
    let level = level(rows);
    Sokoban::stuck(&level, &play::start(&level)).map(|message| message.id().to_owned())
}

#[test]
fn steps_are_read_with_run_lengths_and_faults_are_located() {
    assert_eq!(play::to_text(&play::parse("3r 2U\nlD").unwrap()), "rrrUUlD");
    let fault = |text: &str| play::parse(text).unwrap_err();
    let located = |text: &str, rule: Template, line, column| {
        let fault = fault(text);
        assert!(fault.is(rule) && fault.line == Some(line) && fault.column == Some(column), "{fault:?}");
    };
    located("rrx", words::BAD_MOVE, 1, 3);
    located("r\nu?", words::BAD_MOVE, 2, 2);
    located("r3", words::RUN_LENGTH, 1, 2);
    located("99999999999999999999r", words::TOO_MANY_MOVES, 1, 21);
}

#[test]
fn capitals_must_push_and_small_letters_may() {
    let level = level("######\n#@ $.#\n######");
    let mut position = play::start(&level);
    let [capital, small] = ["R", "r"].map(|text| play::parse(text).unwrap()[0]);
    assert_eq!(play::apply(&level, &mut position, capital).unwrap_err().id(), words::NO_PUSH.id);
    play::apply(&level, &mut position, small).unwrap();
    play::apply(&level, &mut position, small).unwrap();
    assert!(play::won(&level, &position));
    assert_eq!(play::measure(&level, &play::start(&level), &[small, small]).get("pushes"), Some(1));
    assert_eq!(Sokoban::referee(&level, "2r").unwrap().0, "rR");
    assert_eq!(play::apply(&level, &mut position, small).unwrap_err().id(), words::BOX_BLOCKED.id);
}

#[test]
fn lost_positions_have_their_reason() {
    assert_eq!(stuck_by("######\n#@  $#\n#  . #\n######").as_deref(), Some(words::DEAD_SQUARE.id));
    let frozen = "########\n#@     #\n#  $$  #\n#  $$  #\n# .... #\n########";
    assert_eq!(stuck_by(frozen).as_deref(), Some(words::FROZEN.id));
    let one_goal_too_few = "########\n#@     #\n# $  $ #\n###.####\n###.####\n########";
    assert_eq!(stuck_by(one_goal_too_few), None);
    assert_eq!(stuck_by("#####\n#@$.#\n#####"), None);
    assert_eq!(stuck_by("#####\n#@*##\n#####"), None, "a solved board is not lost");
}

#[test]
fn stuck_is_right_wherever_it_speaks() {
    let mut spoken: BTreeMap<String, u32> = BTreeMap::new();
    for number in 0..6_000 {
        let level = tiny_room(&mut Rng::stream(9, number));
        if let Some(trouble) = truth::trouble(&level, &play::start(&level)) {
            *spoken.entry(trouble.message.id().to_owned()).or_default() += 1;
            assert!(common::brute_force(&level).is_none(), "{level:?}");
        }
    }
    for reason in [words::DEAD_SQUARE, words::FROZEN, words::NO_MATCH, words::SEALED] {
        assert!(spoken.get(reason.id).is_some_and(|count| *count >= 3), "{}: {spoken:?}", reason.id);
    }
}

#[test]
fn a_click_walks_the_shortest_way() {
    let level = level("#######\n#@ #  #\n#  $  #\n#    .#\n#######");
    let position = play::start(&level);
    let at = |row: usize, column: usize| row * 7 + column;
    let steps = path::walk(&level, &position, at(1, 4)).unwrap();
    assert_eq!(steps.len(), 7);
    let mut walked = position.clone();
    for step in steps {
        play::apply(&level, &mut walked, step).unwrap();
    }
    assert_eq!((walked.player, walked.boxes.clone()), (at(1, 4), position.boxes.clone()));
    assert_eq!(path::walk(&level, &position, at(2, 3)), None, "a box stands there");
    assert_eq!(path::walk(&level, &position, 9_999), None);
}

#[test]
fn a_drag_lights_exactly_the_squares_it_can_reach() {
    for number in 0..150 {
        let level = tiny_room(&mut Rng::stream(10, number));
        let position = play::start(&level);
        for which in 0..position.boxes.len() {
            let places = path::places(&level, &position, which);
            for to in 0..level.size().cells() {
                let steps = path::push_to(&level, &position, which, to);
                let expected = places.contains(&to) || to == position.boxes[which];
                assert_eq!(steps.is_some(), expected, "{to} in {level:?}");
                let mut moved = position.clone();
                for step in steps.unwrap_or_default() {
                    play::apply(&level, &mut moved, step).unwrap();
                    let others = |boxes: &[usize]| [&boxes[..which], &boxes[which + 1..]].concat();
                    assert_eq!(others(&moved.boxes), others(&position.boxes));
                }
                assert!(!expected || moved.boxes[which] == to);
            }
        }
    }
}

#[test]
fn distance_to_go_and_next_steps() {
    let level = level("########\n#      #\n#@ $  .#\n#      #\n########");
    let mut position = play::start(&level);
    let figure = |position: &play::Position, metric| match truth::to_go(&level, position, metric, 10_000) {
        truth::ToGo::Exactly { figure, .. } => figure,
        other => panic!("{other:?}"),
    };
    assert_eq!((figure(&position, PUSHES), figure(&position, MOVES)), (3, 4));
    let steps = truth::next_steps(&level, &position, 2, 10_000).unwrap();
    assert_eq!(play::to_text(&steps), "rRR");
    for step in steps {
        play::apply(&level, &mut position, step).unwrap();
    }
    assert_eq!(figure(&position, PUSHES), 1);
    assert_eq!(truth::to_go(&level, &position, PUSHES, 0), truth::ToGo::Unknown);
    let lost = common::level("######\n#@  $#\n#  . #\n######");
    assert_eq!(truth::to_go(&lost, &play::start(&lost), MOVES, 100), truth::ToGo::Lost);
}
