//! What each method must and must not do, on small levels of known answers.

mod common;
mod known;
mod packs;

use common::{by, figures, level, solve, start, start_on_threads};
use ingenio_core::rooms::Samples as _;
use ingenio_core::{Face, Limit, Options, Rng, Step, Task, Verdict, find_method};
use ingenio_sokoban::Sokoban;
use ingenio_sokoban::level::Level;
use ingenio_sokoban::solve::{LEAST_PASS, PASS_PER_PUSH, improve};

const ALL: [&str; 12] = [
    "portfolio",
    "push-optimal",
    "move-optimal",
    "backward",
    "forward",
    "fess",
    "improve",
    "astar-chosen",
    "astar-admissible",
    "astar-greedy",
    "astar-distance",
    "idastar-admissible",
];

#[test]
fn known_rooms_are_solved_and_no_better_than_known() {
    for (level, truth) in known::small_rooms() {
        let (least_pushes, least_moves) = (truth.figure("pushes"), truth.figure("moves"));
        for method in ALL {
            let (pushes, moves) = figures(&level, &solve(&level, method, "", "")).unwrap();
            assert!(pushes >= least_pushes && moves >= least_moves.max(pushes), "{method} on {level:?}");
        }
        let by = |method, metric| figures(&level, &solve(&level, method, "", metric)).unwrap();
        assert_eq!(by("push-optimal", "pushes").0, least_pushes, "{level:?}");
        for method in ["move-optimal", "idastar-plain"] {
            assert_eq!(by(method, "moves").1, least_moves, "{method} on {level:?}");
        }
    }
}

#[test]
fn an_enclosed_player_is_lost_or_not() {
    let free = level("#######\n#  #  #\n#@$ . #\n#######");
    let lost = level("#######\n#@$  .#\n#$#   #\n#.    #\n#######");
    for method in ALL {
        assert!(figures(&free, &solve(&free, method, "", "")).is_some(), "{method}");
    }
    assert!(figures(&lost, &solve(&lost, "portfolio", "", "")).is_some());
    let shut = level("########\n#@$$ ..#\n########");
    for method in ALL {
        assert!(matches!(solve(&shut, method, "", ""), Verdict::Unsolvable { .. }), "{method}");
    }
}

/// Forcing a box through to the end of a tunnel would lose this level. No method of ours forces.
#[test]
fn a_box_may_stop_in_a_tunnel() {
    let level = level("#########\n#       #\n# ##### #\n#@$  .  #\n#########");
    for method in ALL {
        assert!(figures(&level, &solve(&level, method, "", "")).is_some(), "{method}");
    }
}

#[test]
fn forward_and_backward_agree_on_larger_rooms() {
    for number in 0..150 {
        let level = Sokoban::sample(&mut Rng::stream(11, number), 4);
        let answers = ["forward", "backward", "push-optimal", "fess"].map(|method| {
            let verdict = solve(&level, method, "", "");
            (figures(&level, &verdict).is_some(), matches!(verdict, Verdict::Unsolvable { .. }))
        });
        assert_eq!(answers[0], answers[1], "{level:?}");
        assert_eq!(answers[0], answers[2], "{level:?}");
        assert_eq!(answers[0], answers[3], "{level:?}");
    }
}

/// How often a rule fires in a search that solves a level or not, as it should.
fn fires_right(level: &Level, is_solvable: bool, counter: &str, options: &str) -> u64 {
    let mut run = start(level, "fess", options, "");
    let Step::Done(verdict) = run.advance(u64::MAX) else { panic!("it has no end") };
    assert_eq!(figures(level, &verdict).is_some(), is_solvable, "{options} on {level:?}");
    common::count(run.as_ref(), counter)
}

/// Each rule of `fess` that drops positions or moves must leave the verdict as it is.
#[test]
fn rules_of_fess_change_no_verdict() {
    let (mut solved, mut not) = (0, 0);
    // Each rule alone as well, so that none fires in the place of another.
    let alone = [
        ("frozen", "stuck=no,sealed=no,corrals=no,knots=no"),
        ("stuck", "freeze=no,sealed=no,corrals=no,knots=no"),
        ("sealed", "freeze=no,stuck=no,corrals=no,knots=no"),
        ("corrals", "freeze=no,stuck=no,sealed=no,knots=no"),
        ("knots", "freeze=no,stuck=no,sealed=no,corrals=no"),
    ];
    let mut fired = [0; 5];
    for number in 0..400 {
        let level = common::tiny_room(&mut Rng::stream(15, number));
        let truth = matches!(solve(&level, "push-optimal", "", ""), Verdict::Solved { .. });
        for options in ["", "freeze=no", "stuck=no", "sealed=no", "corrals=no", "knots=no"] {
            let verdict = solve(&level, "fess", options, "");
            assert_eq!(figures(&level, &verdict).is_some(), truth, "{options} on {level:?}");
        }
        for ((counter, options), fired) in alone.into_iter().zip(&mut fired) {
            *fired += fires_right(&level, truth, counter, options);
        }
        solved += u32::from(truth);
        not += u32::from(!truth);
    }
    assert!(solved > 50 && not > 50, "{solved} solved and {not} not are no fair mixture");
    // Rooms of up to three boxes give most of them little to say; these have seven.
    for (rows, _) in packs::solved("6-order") {
        for ((counter, options), fired) in alone.into_iter().zip(&mut fired) {
            *fired += fires_right(&level(&rows), true, counter, options);
        }
    }
    assert!(fired.iter().all(|fired| *fired > 20), "{alone:?} fired {fired:?} times");
}

/// What only leads the search, features and advisers, may be switched off without another verdict, and most of
/// them change what is searched.
#[test]
fn features_and_advisers_change_no_verdict() {
    let flags = ["rooms", "outs", "hotspots", "explorer", "opener", "clear", "best-cell", "advisers"];
    let samples = packs::solved("7-warehouse").into_iter().take(12).map(|(rows, _)| (level(&rows), true));
    let rooms = (0..150).map(|number| (common::tiny_room(&mut Rng::stream(24, number)), false));
    let mut changed = [0; 8];
    for (level, is_large) in samples.chain(rooms) {
        let nodes = |options: &str| {
            let mut run = start(&level, "fess", options, "");
            let Step::Done(verdict) = run.advance(u64::MAX) else { panic!("it has no end") };
            (figures(&level, &verdict).is_some(), run.progress().nodes)
        };
        let (truth, all) = nodes("");
        for (flag, changed) in flags.into_iter().zip(&mut changed) {
            let (verdict, without) = nodes(&format!("{flag}=no"));
            assert_eq!(verdict, truth, "{flag}=no on {level:?}");
            *changed += u32::from(is_large && without != all);
        }
    }
    // The others matter on levels that are harder than those that are shipped.
    let matter = ["rooms", "hotspots", "opener", "best-cell", "advisers"];
    let some = |(flag, changed): (&&str, &u32)| *changed > 0 || !matter.contains(flag);
    assert!(flags.iter().zip(&changed).all(some), "{flags:?} change {changed:?} searches");
}

/// The same of the tables of two and three boxes, forwards and backwards, with the other rules off, so that the tables have something to
/// say.
#[test]
fn tables_change_no_verdict() {
    let bare = "freeze=no,stuck=no,sealed=no,knots=no,corrals=no,";
    let mut fired = [0, 0];
    for (level, truth) in known::narrow() {
        let truth = truth.figure("solvable") == 1;
        for ((which, method, base), tables) in [(0, "fess", bare), (1, "backward", "")]
            .into_iter()
            .flat_map(|method| ["pairs=yes", "pairs=no", "triples=no"].map(|tables| (method, tables)))
        {
            let mut run = start(&level, method, &format!("{base}{tables}"), "");
            let Step::Done(verdict) = run.advance(u64::MAX) else { panic!("{method} has no end") };
            assert_eq!(figures(&level, &verdict).is_some(), truth, "{method} with {tables} on {level:?}");
            let said = run.counters().into_iter();
            let said = said.filter(|(name, _)| ["dead pairs", "dead triples"].contains(name));
            fired[which] += said.map(|(_, count)| count).sum::<u64>();
        }
    }
    assert!(fired.iter().all(|fired| *fired > 100), "{fired:?}");
}

#[test]
fn the_portfolio_solves_what_its_parts_solve() {
    for number in 0..60 {
        let level = Sokoban::sample(&mut Rng::stream(12, number), 3);
        let alone = ["backward", "forward", "push-optimal"]
            .map(|method| figures(&level, &solve(&level, method, "", "")).is_some());
        let together = figures(&level, &solve(&level, "portfolio", "", "")).is_some();
        assert_eq!(together, alone.into_iter().any(|solved| solved), "{level:?}");
    }
}

/// Whatever a part solves alone within one turn, the portfolio solves within a turn of each.
#[test]
fn a_turn_of_each_part_is_enough_for_what_one_part_solves_in_a_turn() {
    const TURN: u64 = 20_000;
    let generated = |level: &Level, method: &str| {
        let mut run = start(level, method, if method == "portfolio" { "improve=no" } else { "" }, "");
        loop {
            if let Step::Done(verdict) = run.advance(100) {
                return figures(level, &verdict).map(|_| run.progress().generated);
            }
        }
    };
    let mut compared = 0;
    for number in 0..500 {
        let level = Sokoban::sample(&mut Rng::stream(14, number), 4);
        let alone = ["backward", "forward", "push-optimal"].map(|method| generated(&level, method));
        let Some(least) = alone.into_iter().flatten().min().filter(|least| *least <= TURN) else { continue };
        let together = generated(&level, "portfolio").expect("a part solves it");
        assert!(together <= 3 * 4 * TURN, "{together} generated, a part alone {least}: {level:?}");
        compared += 1;
    }
    assert!(compared >= 30, "only {compared} levels were compared");
}

#[test]
fn threads_give_the_same_verdict() {
    for number in 0..30 {
        let level = Sokoban::sample(&mut Rng::stream(13, number), 3);
        let one = figures(&level, &solve(&level, "portfolio", "", "")).is_some();
        for threads in [2, 3, 6] {
            let mut run = start_on_threads(&level, "portfolio", "", "pushes", threads);
            let verdict = loop {
                if let Step::Done(verdict) = run.advance(10_000) {
                    break verdict;
                }
            };
            assert_eq!(figures(&level, &verdict).is_some(), one, "{threads} threads on {level:?}");
        }
    }
}

/// A long run must not end because its first search has filled the memory: others go on in its place, and
/// none of them takes what it had to leave out for a proof.
#[test]
fn fess_goes_on_when_its_first_search_is_full() {
    const MEMORY: u64 = 32 << 20;
    let rows = "################\n#@             #\n# $  $$  $  $  #\n#    $$        #\n#  $    $   $  #\n# .........  . #\n#              #\n################";
    let face = Face::<Sokoban>::level(level(rows));
    let method = find_method(face.puzzle(), "fess").unwrap();
    let blind = "freeze=no,pairs=no,triples=no,stuck=no,sealed=no,knots=no";
    let options = Options::parse(method.options, blind).unwrap();
    let task = Task { metric: by("pushes"), memory: MEMORY, options, ..Task::default() };
    let mut run = face.start(&method, &task).unwrap().run;
    let (mut nodes, mut is_full) = (0, false);
    let verdict = loop {
        let step = run.advance(100);
        let progress = run.progress();
        assert!(progress.peak <= MEMORY && progress.nodes >= nodes, "{progress:?} after {nodes} nodes");
        is_full |= progress.memory < progress.peak / 2;
        nodes = progress.nodes;
        if let Step::Done(verdict) = step {
            break verdict;
        }
    };
    assert!(matches!(verdict, Verdict::Stopped { limit: Limit::Memory }), "{verdict:?}");
    let restarts = run.counters().into_iter().find(|(name, _)| *name == "restarts").unwrap().1;
    assert!(is_full && restarts >= 4, "{restarts} searches after the first");
}

/// However little memory there is, a method solves the level or says that it has no room: it neither panics nor
/// proves anything.
#[test]
fn any_memory_is_enough_to_say_that_it_is_not() {
    let level = level("########\n#   .  #\n# $$ . #\n# @  # #\n########");
    let face = Face::<Sokoban>::level(level.clone());
    let methods = ["fess", "forward", "backward", "push-optimal", "move-optimal", "improve"];
    let methods = methods.map(|method| (method, 1)).into_iter();
    let (mut solved, mut full) = (0, 0);
    for (name, threads) in methods.chain([1, 2, 3, 5].map(|threads| ("portfolio", threads))) {
        let method = find_method(face.puzzle(), name).unwrap();
        for memory in (1..=200).map(|size| size << 10) {
            let options = Options::defaults(method.options);
            let task = Task { metric: method.metric(), threads, memory, options, ..Task::default() };
            let mut run = face.start(&method, &task).unwrap().run;
            let verdict = (0..200).find_map(|_| match run.advance(100) {
                Step::Done(verdict) => Some(verdict),
                Step::Running => None,
            });
            match verdict {
                Some(Verdict::Solved { .. }) => solved += 1,
                Some(Verdict::Stopped { limit: Limit::Memory }) | None => full += 1,
                other => panic!("{name} with {threads} threads and {memory} bytes: {other:?}"),
            }
        }
    }
    assert!(solved > 500 && full > 100, "{solved} solved and {full} not");
}

#[test]
fn threads_share_what_they_are_allowed() {
    let rows = "################\n#@             #\n# $ $ $ $ $ $  #\n#  $ $ $ $ $ $ #\n# $ $ $ $ $ $  #\n#              #\n#######  #######\n      #..#\n      #..#\n      #..#\n      #..#\n      #..#\n      #..#\n      #..#\n      #..#\n      #..#\n      ####";
    let level = level(rows);
    let mut run = start_on_threads(&level, "portfolio", "improve=no", "pushes", 5);
    let mut allowed = 0;
    while allowed < 20_000 {
        if let Step::Done(_) = run.advance(100) {
            break;
        }
        allowed += 100;
        assert!(run.progress().nodes <= allowed, "more than {allowed}");
    }
    let worked = run.counters().into_iter().filter(|(_, nodes)| *nodes > 0).count();
    // A thread keeps its searches for its whole life, and one of them may solve the level before others have begun.
    assert!(allowed >= 300 && worked >= 2, "{:?} after {allowed}", run.counters());
}

/// Nodes a method expands.
fn nodes(rows: &str, method: &str) -> u64 {
    let mut run = start(&level(rows), method, "", "");
    while let Step::Running = run.advance(100_000) {}
    run.progress().nodes
}

/// The point of the paper's illustration 10: a box that already stands on a goal has to leave it.
#[test]
fn greed_for_boxes_on_goals_fails_where_they_must_leave() {
    let rows = "#######\n# #   #\n#  *# #\n#     #\n#   $ #\n#  .$ #\n##@  .#\n#######";
    assert!(nodes(rows, "astar-greedy") > 3 * nodes(rows, "astar-admissible"));
}

/// The point of illustration 11: no box in place bars the way of the others.
#[test]
fn greed_for_boxes_on_goals_shines_where_they_can_stay() {
    let rows = "########\n# @ .  #\n# $#  .#\n#  $   #\n#     .#\n# $  $ #\n#.  #  #\n########";
    assert!(100 * nodes(rows, "astar-greedy") < nodes(rows, "astar-admissible"));
}

/// Eight boxes on a long way through three doors: solutions of more than a hundred pushes.
const LONG: &str = "##########################
#     #      #      #   .#
#  $     $      $      . #
#     #      #      #   .#
#  $     $      $      . #
#@    #      #      #   .#
#  $     $             ..#
#     #      #      #   .#
##########################";

/// Pushes of a default answer and the expansions it took, with options; nothing if it takes very many.
fn default_answer(level: &Level, options: &str) -> Option<(u64, u64)> {
    let mut run = start(level, "portfolio", options, "");
    let Step::Done(verdict) = run.advance(1_000_000) else { return None };
    figures(level, &verdict).map(|(pushes, _)| (pushes, run.progress().nodes))
}

/// The pass on default answers never makes them longer, and stays within its bound of work: on small levels
/// the least there is, on a long one so much for each push.
#[test]
fn default_answers_are_shortened_within_bounds() {
    let samples = (0..600).map(|number| common::tiny_room(&mut Rng::stream(16, number)));
    let (mut plain_sum, mut short_sum, mut by_pushes) = (0, 0, 0);
    for level in samples.chain([level(LONG)]) {
        let answers = ["improve=no", ""].map(|options| default_answer(&level, options));
        let [Some((plain, nodes)), Some((short, all))] = answers else { continue };
        assert!(short <= plain, "{short} pushes after {plain}: {level:?}");
        let bound = nodes.max(LEAST_PASS).max(PASS_PER_PUSH * plain);
        assert!(all <= nodes + bound, "{all} expansions after {nodes}: {level:?}");
        by_pushes += u32::from(bound == PASS_PER_PUSH * plain);
        (plain_sum, short_sum) = (plain_sum + plain, short_sum + short);
    }
    assert!(short_sum < plain_sum, "{short_sum} of {plain_sum} pushes");
    assert!(by_pushes > 0, "the long level was not compared");
}

/// Long solutions are shortened part by part: the parts fit together again.
#[test]
fn long_solutions_are_shortened_in_parts() {
    let level = level(LONG);
    for method in ["fess", "forward"] {
        let verdict = solve(&level, method, "", "");
        let before = figures(&level, &verdict).unwrap();
        let Verdict::Solved { solution, .. } = verdict else { panic!("{method} does not solve it") };
        assert!(before.0 > 120, "{} pushes are not long", before.0);
        for metric in ["pushes", "moves"] {
            let task = Task { metric: by(metric), ..Task::default() };
            let mut run = improve::from(&level.clone().into(), &task, &solution).unwrap();
            run.advance(30_000);
            let best = run.found().best.expect("a solution was given");
            let after = figures(&level, &Verdict::Solved { solution: best, optimal: false }).unwrap();
            let (before, after) = if metric == "pushes" { (before.0, after.0) } else { (before.1, after.1) };
            assert!(after < before, "{metric} of {method}: {after} after {before}");
        }
    }
}

#[test]
fn improving_never_makes_worse_and_reaches_the_optimum_of_small_levels() {
    for number in 0..60 {
        let level = Sokoban::sample(&mut Rng::stream(14, number), 3);
        let Verdict::Solved { solution, .. } = solve(&level, "astar-greedy", "", "") else { continue };
        for (metric, exact) in [("pushes", "push-optimal"), ("moves", "move-optimal")] {
            let task = Task { metric: by(metric), ..Task::default() };
            let mut run = improve::from(&level.clone().into(), &task, &solution).unwrap();
            let verdict = loop {
                if let Step::Done(verdict) = run.advance(10_000) {
                    break verdict;
                }
            };
            let pick = |(pushes, moves): (u64, u64)| if metric == "pushes" { pushes } else { moves };
            let improved = figures(&level, &verdict).map(pick);
            let best = figures(&level, &solve(&level, exact, "", metric)).map(pick);
            assert_eq!(improved, best, "{metric} of {level:?}");
        }
    }
    let small = level("#####\n#@$.#\n#####");
    assert!(improve::from(&small.into(), &Task::default(), "L").is_err(), "no solution to improve");
}

/// The order of equals changes what is expanded and what is found, never whether it is a solution; without
/// the option it is first in, first out.
#[test]
fn ties_decide_how_long_the_answers_are() {
    let mut lengths = [0, 0, 0];
    for number in 0..40 {
        let level = Sokoban::sample(&mut Rng::stream(18, number), 4);
        let moves = |options: &str| figures(&level, &solve(&level, "astar-greedy", options, ""));
        let found = ["ties=fifo", "ties=heap", "ties=lifo"].map(moves);
        assert_eq!(found[0], moves(""), "{level:?}");
        assert!(found.iter().all(|other| other.is_some() == found[0].is_some()), "{level:?}");
        for (sum, found) in lengths.iter_mut().zip(found) {
            *sum += found.map_or(0, |(_, moves)| moves);
        }
    }
    assert!(lengths[0] < lengths[1] && lengths[1] < lengths[2], "{lengths:?}");
}

/// All iterations, and the last alone, as the Sokoban paper seems to count.
#[test]
fn deepening_counts_its_last_iteration_apart() {
    let level = level("#######\n#@    #\n#  $  #\n#    .#\n#######");
    let mut run = start(&level, "idastar-admissible", "", "");
    while matches!(run.advance(1000), Step::Running) {}
    let counters = run.counters();
    let count = |name: &str| counters.iter().find(|(known, _)| *known == name).unwrap().1;
    assert!(count("iterations") > 1 && count("last_iteration") > 0);
    assert!(count("last_iteration") < run.progress().nodes, "{counters:?}");
}
