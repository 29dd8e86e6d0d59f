//! The tests that every puzzle and every method must pass. They are plain functions over the
//! object-safe face, compiled once; a puzzle joins them all by one line in its own tests:
//!
//! ```text
//! ingenio_conformance::suite!(ingenio_taquin::Taquin);
//! ```
//!
//! and the memory test, which counts every allocation of its process, by another in a test file of
//! its own: `ingenio_conformance::memory_suite!(...)`.
//!
//! The suite is tested itself: `tests/planted.rs` feeds it puzzles with planted mistakes, each of
//! which it must find.

pub mod budgets;
pub mod edits;
pub mod faces;
pub mod fuzz;
pub mod judging;
pub mod levels;
pub mod memory;
pub mod methods;
pub mod plays;
pub mod referees;
pub mod tools;
pub mod truths;
pub mod typed;
pub mod workshop;

pub use ingenio_core as core;
pub use peak_alloc::PeakAlloc;

/// Makes one test of every function of the suite.
#[macro_export]
macro_rules! suite {
    ($puzzle:ty) => {
        mod conformance {
            use super::*;
            use $crate::core::{AnyPuzzle, Face};

            static PUZZLE: Face<$puzzle> = Face::new();

            $crate::suite! { @tests PUZZLE
                levels::are_read_as_they_are_written,
                levels::have_stable_distinct_ids,
                levels::never_break_the_reader_when_damaged,
                levels::long_texts_do_not_stall_the_reader,
                levels::sentences_are_well_formed,
                plays::go_back_to_the_start,
                plays::moves_are_read_as_they_are_written,
                plays::scenes_show_what_happens,
                plays::stuck_is_never_said_of_a_solvable_position,
                plays::forced_moves_lose_nothing,
                plays::gestures_give_legal_moves,
                referees::accept_exactly_what_wins,
                judging::the_best_is_proved_where_something_is_counted,
                judging::methods_search_by_what_is_asked_or_refuse,
                methods::tables_are_well_formed,
                methods::exact_ones_agree,
                methods::estimates_stay_below_the_truth,
                methods::answer_twice_the_same,
                methods::do_not_care_about_slices,
                budgets::nodes_are_honoured,
                budgets::time_is_honoured,
                budgets::cancelling_works,
                workshop::generators_make_levels,
                workshop::tries_can_be_repeated,
                workshop::ratings_say_why,
                workshop::changed_levels_are_levels,
                workshop::slips_of_the_pen_are_taken,
                workshop::kin_begin_with_the_level_itself,
                edits::levels_are_drafts,
                edits::anything_can_be_painted,
                edits::brushes_look_like_what_they_paint,
                edits::turned_levels_stay_what_they_are,
                fuzz::any_bytes_give_levels_or_faults,
                fuzz::any_text_of_moves_is_played_or_refused,
            }
            $crate::suite! { @typed $puzzle {
                faces::tell_what_there_is,
                faces::read_what_is_read,
                faces::hand_on_what_rooms_say,
                faces::play_what_is_played,
                faces::accept_every_form,
                faces::count_solutions,
            } }
        }
    };
    (@tests $puzzle:ident $($module:ident :: $test:ident,)*) => {
        $(#[test] fn $test() { $crate::$module::$test(&$puzzle as &'static dyn AnyPuzzle); })*
    };
    (@typed $puzzle:ty { $($module:ident :: $test:ident,)* }) => {
        $(#[test] fn $test() { $crate::$module::$test::<$puzzle>(); })*
    };
}

/// The memory test of a puzzle. It must be the only test of its file: it counts every allocation.
/// Names the methods that must be seen to stop at the limit.
#[macro_export]
macro_rules! memory_suite {
    ($puzzle:ty, $must_stop:expr) => {
        #[global_allocator]
        static ALLOCATOR: $crate::PeakAlloc = $crate::PeakAlloc;

        #[test]
        fn memory_limits_are_honoured() {
            static PUZZLE: $crate::core::Face<$puzzle> = $crate::core::Face::new();
            $crate::memory::limits_are_honoured(&PUZZLE, &ALLOCATOR, &$must_stop);
        }
    };
}
