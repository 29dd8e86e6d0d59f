//! What the store promises, on both databases: the same functions are called with a file of `SQLite` and
//! with a database of a real `PostgreSQL` that this program starts and stops. If it cannot be started,
//! the tests fail.

mod accounts;
mod campaigns;
mod classes;
mod coming_back;
mod exchange;
mod first_edition;
mod helped;
mod kills;
mod made;
mod misuse;
mod order;
mod packs;
mod place;
mod plays;
mod postgres_server;
mod races;
mod records;
mod sqlite_only;
mod tls;
mod work;

/// Every test twice.
macro_rules! on_both {
    ($($module:ident::$test:ident),* $(,)?) => {
        mod sqlite {
            $(#[test] fn $test() { crate::place::on_sqlite(crate::$module::$test); })*
        }
        mod postgres {
            $(#[test] fn $test() { crate::place::on_postgres(crate::$module::$test); })*
        }
    };
}

on_both! {
    accounts::names_are_unique_in_every_case,
    accounts::sessions_open_expire_and_close,
    accounts::settings_are_kept_one_by_one,
    accounts::a_guest_is_taken_over,
    accounts::a_deleted_account_leaves_nothing_but_nameless_records,
    plays::a_play_is_its_events,
    plays::two_tabs_are_told_apart,
    plays::fifty_players_at_once,
    plays::what_can_be_continued,
    plays::levels_are_shared_by_id,
    plays::a_win_is_whole_or_not_at_all,
    records::records_are_the_best_and_lead_to_their_plays,
    records::a_solution_of_another_level_is_refused,
    records::progress_keeps_the_better,
    helped::a_hint_above_the_first_rung_costs_record_and_stars,
    helped::a_solution_seen_helps_later_plays_for_a_day,
    helped::what_is_put_down_is_no_progress,
    helped::a_guest_takes_along_what_was_seen,
    helped::a_database_of_before_is_judged_anew,
    coming_back::people_and_machines_hold_records_apart,
    coming_back::help_costs_the_figures_and_a_second_win_may_be_better,
    coming_back::what_was_played_is_counted,
    coming_back::plays_of_before_and_from_elsewhere_count_too,
    coming_back::a_day_keeps_its_level,
    coming_back::what_people_found_wrong_is_kept_and_limited,
    campaigns::runs_are_kept_once_as_they_were_measured,
    campaigns::what_a_program_calls_proved_is_not,
    campaigns::a_forged_solution_is_refused,
    first_edition::rows_of_the_first_edition_are_still_read,
    first_edition::exports_of_the_first_edition_are_still_read,
    exchange::everything_travels_and_is_the_same_after,
    exchange::ones_own_data_holds_nothing_of_others,
    exchange::a_forged_line_is_refused_and_nothing_imported,
    misuse::a_newer_database_is_refused_untouched,
    misuse::a_guest_changes_no_tables,
    misuse::bad_names_are_refused,
    misuse::a_closed_store_says_so,
    order::no_new_name_looks_like_another,
    order::a_code_opens_an_account_once,
    order::devices_are_known_for_their_own_account,
    order::what_nobody_uses_makes_room,
    order::sweeping_takes_what_nobody_can_want,
    order::the_owner_keeps_order,
    order::a_drill_finds_what_is_broken,
    made::versions_follow_each_other_and_old_ones_stay,
    made::only_the_owner_changes_and_listed_ones_are_found,
    made::what_is_published_is_kept_travels_and_goes_with_its_owner,
    packs::an_owner_arranges_a_pack_and_others_do_not,
    packs::levels_of_a_pack_are_not_swept,
    packs::a_guest_takes_packs_along,
    classes::pupils_join_by_code_under_a_name_that_nobody_else_has,
    classes::a_class_has_an_end_of_levels,
    classes::a_teacher_sees_homework_since_joining_and_nothing_else,
    classes::answers_are_kept_where_the_lesson_is_homework,
    classes::a_code_of_the_teachers_brings_back_homework_only,
    classes::a_class_is_its_teachers_and_ends_when_it_was_said,
    classes::classes_go_with_their_teacher_and_keep_what_they_need,
    races::a_series_is_run_on_two_servers,
    races::only_the_right_play_finishes_a_leg,
    races::seats_are_few_and_names_are_proper,
    races::nobody_waits_in_many_lobbies_and_empty_ones_are_no_more,
    races::a_rematch_is_one_for_all,
    races::whoever_waits_may_start_when_the_host_is_silent,
    races::who_comes_late_has_not_arrived_and_who_left_does_not_run_on,
    races::a_look_that_comes_late_loses_nothing,
    races::who_races_on_a_level_is_known,
    kills::killed_at_any_moment_nothing_acknowledged_is_lost,
}
