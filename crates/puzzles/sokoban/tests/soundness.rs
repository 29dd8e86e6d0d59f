//! Every position on a real solution must pass every deadlock test, seen forwards and backwards and in a
//! mirror; and the tables of two boxes are exact.

mod common;
mod packs;

use common::{figures, level, solve, start, tiny_room};
use ingenio_core::rooms::{Methods as _, Samples as _};
use ingenio_core::{Rng, Step, Task, Verdict};
use ingenio_sokoban::Sokoban;
use ingenio_sokoban::board::blocks::Blocks;
use ingenio_sokoban::board::bound::Bound;
use ingenio_sokoban::board::distance::{Distances, Sides};
use ingenio_sokoban::board::flood::Flood;
use ingenio_sokoban::board::knots::Knots;
use ingenio_sokoban::board::maze::Maze;
use ingenio_sokoban::board::reach::{Reach, joined_nearby};
use ingenio_sokoban::board::tables::Subsets;
use ingenio_sokoban::level::Level;
use ingenio_sokoban::play::{self, Position};
use ingenio_sokoban::sound::{Rules, mirrored};

fn check(level: &Level, method: &str) -> bool {
    let Verdict::Solved { solution, .. } = solve(level, method, "", "") else { return false };
    let rules = Rules::of(level, 3);
    let mut position = play::start(level);
    assert_eq!(rules.lost(level, &position), None, "{level:?}");
    for step in play::parse(&solution).unwrap() {
        play::apply(level, &mut position, step).unwrap();
        assert_eq!(rules.lost(level, &position), None, "{position:?} {level:?}");
    }
    true
}

#[test]
fn positions_on_solutions_pass_every_test() {
    let mut checked = 0;
    for number in 0..3_000 {
        let room = tiny_room(&mut Rng::stream(5, number));
        checked += u32::from(check(&room, "backward") && check(&mirrored(&room, "").0, "backward"));
    }
    for number in 0..250 {
        let sample = Sokoban::sample(&mut Rng::stream(6, number), 4);
        checked += u32::from(check(&sample, "forward") && check(&mirrored(&sample, "").0, "forward"));
    }
    assert!(checked > 300, "only {checked} solutions were checked");
}

/// The levels of a shipped pack with their solutions.
fn shipped(names: &[&str]) -> Vec<(Level, String)> {
    let pack = names.iter().flat_map(|name| packs::solved(name));
    pack.map(|(rows, solution)| (level(&rows), solution)).collect()
}

/// What is shipped has more boxes than the rooms above: up to eleven, on which knots, sealed parts and corrals
/// have something to say.
#[test]
fn positions_on_shipped_solutions_pass_every_test() {
    let names = ["4-five", "6-order", "7-warehouse", "8-night-shift", "paper"];
    let (mut positions, mut most) = (0, 0);
    for (number, (level, solution)) in shipped(&names).into_iter().enumerate() {
        // Every other level in a mirror, so that each costs one table of two boxes.
        let (level, solution) = if number % 2 == 0 { (level, solution) } else { mirrored(&level, &solution) };
        let asked = Rules::of(&level, 2).replay(&level, &solution);
        positions += asked.unwrap_or_else(|wrong| panic!("{wrong}"));
        most = most.max(level.boxes().len());
    }
    assert!(positions > 5_000 && most >= 11, "{positions} positions of up to {most} boxes");
}

/// A corral leaves pushes out, so that the next push of a solution need not be among those that are left: but
/// the optimum of every position stays, as it is and in a mirror.
#[test]
fn corrals_keep_the_optimum_of_every_position() {
    // What takes longer without the rule is left out.
    const MOST: u64 = 20_000;
    let (mut compared, mut fired) = (0, 0);
    for (level, solution) in shipped(&["4-five"]) {
        let mut position = play::start(&level);
        for (number, step) in play::parse(&solution).unwrap().into_iter().enumerate() {
            play::apply(&level, &mut position, step).unwrap();
            if number % 17 != 0 {
                continue;
            }
            let here = play::level_from(&level, &position);
            let here = if compared % 2 == 0 { here } else { mirrored(&here, "").0 };
            let mut run = start(&here, "push-optimal", "", "");
            let mut other = start(&here, "push-optimal", "corrals=no", "");
            let ends = [run.advance(MOST), other.advance(MOST)];
            let [Step::Done(with), Step::Done(without)] = ends else { continue };
            let pushes = |verdict: &Verdict| figures(&here, verdict).map(|figures| figures.0);
            assert_eq!(pushes(&with), pushes(&without), "{here:?}");
            fired += common::count(run.as_ref(), "PI-corrals");
            compared += 1;
        }
    }
    assert!(compared > 150 && fired > 300, "{fired} corrals on {compared} positions");
}

#[test]
fn boxes_sealed_on_their_goals_are_no_deadlock() {
    for rows in [
        "######\n#@ **#\n# $**#\n#  . #\n######",
        "#######\n#**   #\n#**@$.#\n#######",
        "########\n#@ $ .##\n###  **#\n########",
    ] {
        assert!(check(&level(rows), "portfolio"), "{rows}");
    }
}

#[test]
fn tables_of_two_boxes_are_exact() {
    let (mut dead, mut alive) = (0, 0);
    for number in 0..4_000 {
        let level = tiny_room(&mut Rng::stream(7, number));
        let maze = Maze::new(&level);
        let [first, second] = maze.boxes[..] else { continue };
        let squares = Distances::to_goals(&maze, &Sides::new(&maze)).dead().to_vec();
        if squares[usize::from(first)] || squares[usize::from(second)] {
            continue;
        }
        let mut table = Subsets::solvable(&maze, &squares, 2);
        while table.build(&maze) {}
        let lost = table.is_dead(&maze.boxes, first, maze.player);
        let truth = matches!(solve(&level, "push-optimal", "pairs=no", ""), Verdict::Unsolvable { .. });
        assert_eq!(lost, truth, "{level:?}");
        dead += u32::from(lost);
        alive += u32::from(!lost);
    }
    assert!(dead > 30 && alive > 100, "{dead} dead and {alive} alive are no fair mixture");
}

/// How many parts the free floor has, by floods.
fn parts(maze: &Maze, occupied: &[bool]) -> u16 {
    let mut reach = Reach::new(maze);
    reach.begin();
    let mut parts = 0;
    for square in maze.squares() {
        if !occupied[usize::from(square)] && !reach.contains(square) {
            reach.spread(maze, occupied, square);
            parts += 1;
        }
    }
    parts
}

#[test]
fn blocks_tell_what_floods_tell() {
    let mut cuts = 0;
    for number in 0..1_500 {
        let level = Sokoban::sample(&mut Rng::stream(9, number), 4);
        let maze = Maze::new(&level);
        let mut occupied = maze.empty();
        maze.boxes.iter().for_each(|square| occupied[usize::from(*square)] = true);
        let mut blocks = Blocks::new(&maze);
        blocks.find(&maze, &occupied);
        for opened in [None].into_iter().chain(maze.boxes.iter().copied().map(Some)) {
            if let Some(square) = opened {
                blocks.open(&maze, square);
                occupied[usize::from(square)] = false;
            }
            cuts += compare_blocks(&level, &maze, &blocks, &mut occupied);
            maze.boxes.iter().for_each(|square| occupied[usize::from(*square)] = true);
        }
    }
    assert!(cuts > 1_000, "only {cuts} squares cut anything");
}

/// Do some boxes of this level never come loose, alone on the board?
fn is_knotted(maze: &Maze, boxes: &[u16], dead: &[bool]) -> bool {
    let mut occupied = maze.empty();
    for square in boxes {
        occupied[usize::from(*square)] = true;
    }
    let mut region = Reach::new(maze);
    let least = region.flood(maze, &occupied, maze.player);
    Knots::new(maze).is_lost(maze, boxes, (least, &region), dead)
}

/// Compares what blocks and floods tell of every free square; how many of their sides are cut off.
fn compare_blocks(level: &Level, maze: &Maze, blocks: &Blocks, occupied: &mut [bool]) -> u32 {
    let mut cuts = 0;
    let free: Vec<u16> = maze.squares().filter(|square| !occupied[usize::from(*square)]).collect();
    for square in free {
        occupied[usize::from(square)] = true;
        assert_eq!(blocks.parts_without(maze, square), parts(maze, occupied), "{square} of {level:?}");
        let mut reach = Reach::new(maze);
        for dir in (0..4).filter(|dir| !occupied[usize::from(maze.next(square, *dir))]) {
            reach.flood(maze, occupied, maze.next(square, dir));
            let joined = |other: usize| {
                let side = maze.next(square, other);
                !occupied[usize::from(side)] && reach.contains(side)
            };
            let sides = (0..4).filter(|other| joined(*other)).fold(0, |bits, other| bits | 1 << other);
            assert_eq!(blocks.joined(maze, square, dir), sides, "{square} of {level:?}");
            let nearby = joined_nearby(maze, occupied, square, dir);
            assert_eq!(nearby & !sides, 0, "nearby {nearby:b} of {sides:b}: {square} of {level:?}");
            cuts += u32::from(sides.is_power_of_two());
        }
        occupied[usize::from(square)] = false;
    }
    cuts
}

/// Whether all boxes have places, now and after a move, is told without the price of the assignment.
#[test]
fn a_box_has_a_place_exactly_if_there_is_a_bound() {
    let mut without = 0;
    for number in 0..2_000 {
        let level = tiny_room(&mut Rng::stream(15, number));
        let maze = Maze::new(&level);
        let mut bound = Bound::to_goals(&maze);
        let mut places = bound.places(&maze);
        let finite = bound.of(&maze.state()).is_some();
        assert_eq!(places.of(&maze.state()), finite, "{level:?}");
        for (which, square) in
            (0..maze.boxes.len()).flat_map(|which| maze.squares().map(move |to| (which, to)))
        {
            for side in maze.step[usize::from(square)].into_iter().filter(|side| !maze.is_wall(*side)) {
                let after = bound.after(which, square, side).is_some();
                assert_eq!(places.has_place(which, square, side), after, "{which} to {square} of {level:?}");
                without += u32::from(!after);
            }
        }
    }
    assert!(without > 1_000, "only {without} moves leave a box without a place");
}

/// Along a shortest solution no bound is above what is left, in pushes and in moves, on the board as it is
/// and mirrored; and pushes left are even or odd with the bound, since every push changes the colour of a
/// square.
#[test]
fn bounds_stay_below_what_is_left() {
    let bound = |name: &str, level: &Level, position: &Position| {
        let known = Sokoban::heuristics().iter().find(|heuristic| heuristic.name == name).unwrap();
        (known.estimate)(level, position, &Task::default().tables)
            .expect("a position of a solution is not lost")
    };
    let (mut raised, mut leaning) = (0, 0);
    let rooms = (0..5_000).map(|number| tiny_room(&mut Rng::stream(21, number)));
    let samples = (0..150).map(|number| Sokoban::sample(&mut Rng::stream(21, number), 4));
    for sample in rooms.chain(samples) {
        for level in [sample.clone(), mirrored(&sample, "").0] {
            for (method, names) in
                [("push-optimal", ["assignment", "teams"]), ("move-optimal", ["manhattan", "heights"])]
            {
                let Verdict::Solved { solution, .. } = solve(&level, method, "", "") else { continue };
                let steps = play::parse(&solution).unwrap();
                let counts = |step: &&play::Step| method == "move-optimal" || step.push;
                let mut position = play::start(&level);
                let mut left = steps.iter().filter(counts).count() as u64;
                for step in &steps {
                    let [weak, strong] = names.map(|name| bound(name, &level, &position));
                    assert!(
                        strong <= left,
                        "{method}: {strong} with {left} left at {position:?} of {level:?}"
                    );
                    if method == "push-optimal" {
                        assert!(
                            weak <= strong && (left - strong).is_multiple_of(2),
                            "{weak} {strong} {left}: {level:?}"
                        );
                        // Up to three boxes are one team, and its table is the truth.
                        assert!(strong == left || level.boxes().len() > 3, "{strong} {left}: {level:?}");
                        raised += u32::from(strong > weak);
                    } else {
                        leaning += u32::from(strong > bound("assignment", &level, &position));
                    }
                    left -= u64::from(counts(&step));
                    play::apply(&level, &mut position, *step).unwrap();
                }
            }
        }
    }
    assert!(raised >= 10 && leaning > 500, "{raised} and {leaning} bounds are better than the assignment");
}

/// The player's region has the same name by bits as by a flood, and after a push where it is plain.
#[test]
fn regions_have_one_name() {
    let mut plain = 0;
    for number in 0..400 {
        let maze = Maze::new(&Sokoban::sample(&mut Rng::stream(22, number), 4));
        let mut occupied = maze.empty();
        maze.boxes.iter().for_each(|square| occupied[usize::from(*square)] = true);
        let (mut reach, mut other, mut flood) = (Reach::new(&maze), Reach::new(&maze), Flood::new(&maze));
        let least = reach.flood(&maze, &occupied, maze.player);
        assert_eq!(flood.least(&maze, &occupied, &maze.boxes, maze.player), least);
        for (which, dir) in (0..maze.boxes.len()).flat_map(|which| [0, 1, 2, 3].map(|dir| (which, dir))) {
            let from = maze.boxes[which];
            let (behind, to) = (maze.next(from, dir ^ 1), maze.next(from, dir));
            if occupied[usize::from(to)] || occupied[usize::from(behind)] || !reach.contains(behind) {
                continue;
            }
            (occupied[usize::from(from)], occupied[usize::from(to)]) = (false, true);
            let mut boxes = maze.boxes.clone();
            boxes[which] = to;
            let truth = other.flood(&maze, &occupied, from);
            assert_eq!(flood.least(&maze, &occupied, &boxes, from), truth);
            if let Some(name) = reach.least_after(&maze, &occupied, (from, to), least) {
                assert_eq!(name, truth, "{from} to {to} of {maze:?}");
                plain += 1;
            }
            (occupied[usize::from(from)], occupied[usize::from(to)]) = (true, false);
        }
    }
    assert!(plain > 300, "only {plain} pushes were plain");
}

/// Each of the four boxes can be pushed, no two or three of them are lost by themselves, but together
/// they never come loose.
#[test]
fn a_knot_of_four_boxes_is_seen() {
    let level = level("##########\n#  #    ##\n#@  $$  ##\n#..##  ###\n#.  $$   #\n#. ##  ###\n##########");
    let maze = Maze::new(&level);
    let dead = maze.dead_squares();
    assert!(is_knotted(&maze, &maze.boxes, &dead));
    let apart = &maze.boxes[1..];
    assert!(!is_knotted(&maze, apart, &dead));
    assert!(matches!(solve(&level, "push-optimal", "", ""), Verdict::Unsolvable { .. }));
}

#[test]
fn positions_with_a_knot_are_lost() {
    let mut tied = 0;
    for number in 0..6_000 {
        let level = tiny_room(&mut Rng::stream(8, number));
        let maze = Maze::new(&level);
        let dead = maze.dead_squares();
        if maze.boxes.iter().any(|square| dead[usize::from(*square)]) {
            continue;
        }
        if is_knotted(&maze, &maze.boxes, &dead) {
            let truth = solve(&level, "push-optimal", "freeze=no,pairs=no,triples=no", "");
            assert!(matches!(truth, Verdict::Unsolvable { .. }), "{level:?}");
            tied += 1;
        }
    }
    assert!(tied > 100, "only {tied} knots");
}
