//! The suite itself is tested: the template puzzle passes every test, and each planted mistake is
//! found by the test that is there for it.

mod mistakes;

use std::panic::{AssertUnwindSafe, catch_unwind};

use ingenio_conformance::{budgets, fuzz, levels, methods, plays, referees};
use ingenio_core::{AnyPuzzle, Face};
use mistakes::Planted;

ingenio_conformance::suite!(crate::mistakes::Planted<{ crate::mistakes::NONE }>);

/// The test must fail on the puzzle with that mistake.
fn finds<const PLANT: u8>(test: fn(&'static dyn AnyPuzzle)) {
    static_face::<PLANT>(|puzzle| {
        let found = catch_unwind(AssertUnwindSafe(|| test(puzzle)));
        assert!(found.is_err(), "the planted mistake was not found");
    });
}

fn static_face<const PLANT: u8>(work: impl FnOnce(&'static dyn AnyPuzzle)) {
    work(&const { Face::<Planted<PLANT>>::new() });
}

#[test]
fn a_false_optimum_is_found() {
    finds::<{ mistakes::FALSE_OPTIMAL }>(methods::exact_ones_agree);
}

#[test]
fn a_false_unsolvable_is_found() {
    finds::<{ mistakes::FALSE_UNSOLVABLE }>(methods::exact_ones_agree);
}

#[test]
fn a_false_bound_is_found() {
    finds::<{ mistakes::FALSE_BOUND }>(methods::exact_ones_agree);
}

#[test]
fn a_gesture_that_cannot_be_is_found() {
    finds::<{ mistakes::WILD_GESTURE }>(plays::gestures_give_legal_moves);
}

#[test]
fn an_illegal_move_is_found() {
    finds::<{ mistakes::ILLEGAL_MOVE }>(methods::exact_ones_agree);
}

#[test]
fn a_method_deaf_to_cancelling_is_found() {
    finds::<{ mistakes::DEAF }>(budgets::cancelling_works);
    finds::<{ mistakes::DEAF }>(budgets::time_is_honoured);
}

#[test]
fn a_method_that_does_more_than_asked_is_found() {
    finds::<{ mistakes::OVERDOES }>(budgets::nodes_are_honoured);
    finds::<{ mistakes::OVERDOES }>(methods::do_not_care_about_slices);
}

#[test]
fn a_method_that_depends_on_its_slices_is_found() {
    finds::<{ mistakes::SLICED }>(methods::do_not_care_about_slices);
}

#[test]
fn a_method_that_answers_differently_is_found() {
    finds::<{ mistakes::MOODY }>(methods::answer_twice_the_same);
}

#[test]
fn an_estimate_above_the_truth_is_found() {
    finds::<{ mistakes::HIGH_ESTIMATE }>(methods::estimates_stay_below_the_truth);
}

#[test]
fn a_blind_referee_is_found() {
    finds::<{ mistakes::BLIND_REFEREE }>(referees::accept_exactly_what_wins);
}

#[test]
fn an_undo_that_does_not_is_found() {
    finds::<{ mistakes::BAD_UNDO }>(plays::go_back_to_the_start);
}

#[test]
fn a_writer_that_forgets_is_found() {
    finds::<{ mistakes::FORGETFUL_WRITER }>(levels::are_read_as_they_are_written);
}

#[test]
fn a_false_alarm_is_found() {
    finds::<{ mistakes::FALSE_STUCK }>(plays::stuck_is_never_said_of_a_solvable_position);
}

#[test]
fn bad_advice_is_found() {
    finds::<{ mistakes::BAD_ADVICE }>(plays::forced_moves_lose_nothing);
}

#[test]
fn a_reader_that_panics_is_found() {
    finds::<{ mistakes::FRAGILE_READER }>(levels::never_break_the_reader_when_damaged);
    finds::<{ mistakes::FRAGILE_READER }>(fuzz::any_bytes_give_levels_or_faults);
}

#[test]
fn a_scene_off_the_board_is_found() {
    finds::<{ mistakes::OFF_THE_BOARD }>(plays::scenes_show_what_happens);
}
