//! The paper's five restrictions: positions where each must fire and where it must not, that they are
//! sound as we read them, and that the literal reading is not. The player of a drawing stands behind
//! the box just pushed.

mod common;

use common::{brute_force, figures, level, solve, tiny_room};
use ingenio_core::{Dir, Limit, Rng, Verdict};
use ingenio_sokoban::solve::restrictions::Restrictions;

/// Does this restriction alone fire for the box that the player has just pushed in a direction?
fn fires(rule: usize, dir: Dir, rows: &str) -> bool {
    let level = level(rows);
    let mut on = [false; 5];
    on[rule] = true;
    let mut crated = vec![false; level.size().cells()];
    level.boxes().into_iter().for_each(|at| crated[at] = true);
    let pushed = level.step(level.player(), dir).expect("a box is ahead");
    assert!(crated[pushed], "no box ahead of the player in\n{rows}");
    Restrictions::new(&level, on, false).fires(&crated, pushed, dir as usize) == Some(rule)
}

#[track_caller]
fn check(rule: usize, must: &[(Dir, &str)], must_not: &[(Dir, &str)]) {
    assert!(must.len() >= 3 && must_not.len() >= 3);
    for (dir, rows) in must {
        assert!(fires(rule, *dir, rows), "must fire:\n{rows}");
    }
    for (dir, rows) in must_not {
        assert!(!fires(rule, *dir, rows), "must not fire:\n{rows}");
    }
}

use Dir::{Down, Left, Right, Up};

#[test]
fn corners() {
    check(
        0,
        &[(Left, "#####\n#$@.#\n#####"), (Down, "####\n#@ #\n#$.#\n####"), (Right, "#####\n#.@$#\n#####")],
        &[
            (Left, "#####\n#*@ #\n#####"),
            (Up, "#####\n# $ #\n# @ #\n# . #\n#####"),
            (Right, "######\n#@$ .#\n######"),
        ],
    );
}

#[test]
fn blocks() {
    let ring = |top: &str, bottom: &str, goals: &str| {
        format!("#######\n#     #\n# {top} #\n# # # #\n#@{bottom} #\n#{goals}#\n#######")
    };
    check(
        1,
        &[
            (Right, "######\n#    #\n# $$ #\n#@$$ #\n#....#\n######"),
            (Right, "######\n#@$$.#\n#   .#\n######"),
            (Right, &ring("$#$", "$$$", ".....")),
            (Right, &ring(" #$", "$$$", "...  ".replace("...  ", ".... ").as_str())),
            (Right, &ring(" #$", "$$ ", "...  ")),
        ],
        &[
            (Right, "######\n#    #\n# ** #\n#@** #\n#    #\n######"),
            (Right, "######\n#    #\n# $  #\n#@$$ #\n#... #\n######"),
            (Right, &ring(" # ", "$$$", "...  ")),
            (Right, "#######\n#     #\n# $#$ #\n# #.# #\n#@$$$ #\n#.... #\n#######"),
        ],
    );
}

#[test]
fn limited_walls() {
    check(
        2,
        &[
            (Up, "#######\n#  $  #\n#  @  #\n#  .  #\n#######"),
            (Left, "#####\n#   #\n#$@.#\n#   #\n#####"),
            (Up, "#######\n#* $  #\n#  @  #\n#  .  #\n#######"),
        ],
        &[
            (Up, "#######\n#. $  #\n#  @  #\n#     #\n#######"),
            (Up, "#######\n### ###\n#   $ #\n#   @ #\n#  .  #\n#######"),
            (Up, "#######\n#     #\n#  $  #\n#  @  #\n#  .  #\n#######"),
        ],
    );
}

#[test]
fn blocking_paths() {
    check(
        3,
        &[
            (Right, "#########\n#.  #####\n#. @$ $ #\n#   #####\n#########"),
            (Right, "#########\n#.  #####\n#. @$$  #\n#   #####\n#########"),
            (Down, "#####\n#...#\n# @ #\n##$##\n## ##\n##$##\n##$##\n#####"),
        ],
        &[
            (Right, "#########\n#.  #####\n#  @$   #\n#   #####\n#########"),
            (Right, "#########\n#.  #####\n#  @$.$ #\n#   #####\n#########"),
            (Right, "#########\n#.  #   #\n#. @$ $ #\n#   #   #\n#########"),
        ],
    );
}

#[test]
fn special_blocks() {
    check(
        4,
        &[
            (Down, "#######\n#  @ .#\n# #$  #\n#  $# #\n#    .#\n#######"),
            (Down, "#######\n#  @ .#\n#  $# #\n# #$  #\n#    .#\n#######"),
            (Right, "#######\n# #   #\n#@$$  #\n#  $# #\n#.. . #\n#######"),
        ],
        &[
            (Down, "#######\n#  @ .#\n#  $  #\n#  $  #\n#    .#\n#######"),
            (Down, "#######\n#  @ .#\n# #$  #\n# #$  #\n#    .#\n#######"),
            (Right, "#######\n#     #\n#@$$  #\n#  $# #\n#.. . #\n#######"),
            (Down, "#######\n#  @  #\n# #*  #\n#  *# #\n#     #\n#######"),
        ],
    );
}

#[test]
fn as_we_read_them_they_cut_off_no_solution() {
    for number in 0..3_000 {
        let level = tiny_room(&mut Rng::stream(4, number));
        let solvable = brute_force(&level).is_some();
        for options in ["", "corners=no,walls=no,paths=no,specials=no", "corners=no,blocks=no,walls=no"] {
            let found = figures(&level, &solve(&level, "astar-chosen", options, "")).is_some();
            assert_eq!(found, solvable, "{options} on {level:?}");
        }
    }
}

#[test]
fn literal_reading_cuts_off_solutions() {
    let pocket = level("#####\n# @ #\n# $ #\n## ##\n##.##\n#####");
    let square = level("#######\n#     #\n# $.. #\n#@$.. #\n#     #\n# $ $ #\n#     #\n#######");
    for level in [pocket, square] {
        assert!(figures(&level, &solve(&level, "astar-chosen", "", "")).is_some());
        let literal = solve(&level, "astar-chosen", "literal=yes", "");
        assert_eq!(literal, Verdict::Stopped { limit: Limit::Method }, "nothing is proved");
    }
}

#[test]
fn dropped_children_cost_steps() {
    let level = level("######\n#. @ #\n###  #\n#   .#\n# $$ #\n#    #\n######");
    let off = "corners=no,blocks=no,walls=no,paths=no,specials=no";
    let (_, paper) = figures(&level, &solve(&level, "astar-admissible", off, "")).unwrap();
    let (_, least) = figures(&level, &solve(&level, "move-optimal", "", "moves")).unwrap();
    assert!(paper > least, "the paper's A* with {paper} steps is no worse than {least}");
}
