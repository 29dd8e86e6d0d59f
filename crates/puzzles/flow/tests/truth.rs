//! Every method and every count against the full enumeration of all link sets, on thousands of small
//! boards of every kind and under all rules; boards whose only difference is self-touch; graphs that
//! no parser makes.

use std::sync::Arc;

use ingenio_core::rooms::{Methods as _, Rules as _, Texts as _};
use ingenio_core::{Budget, Cell, Clock, Face, Rng, Silent, Size, Step, Tally, Task, Verdict, drive};
use ingenio_flow::Flow;
use ingenio_flow::level::{Board, Level, Node, Rules};
use ingenio_flow::referee;
use ingenio_flow::sample::{self, Wish};
use ingenio_flow::solve::{METHODS, quick};

/// The number of solutions by brute enumeration of all link sets, the rules checked from scratch.
fn truth(level: &Level) -> u128 {
    let edges = level.board().edges();
    let mut degree = vec![0u8; level.board().len()];
    let mut on = vec![false; edges.len()];
    enumerate(level, edges, 0, &mut degree, &mut on)
}

fn enumerate(level: &Level, edges: &[[Node; 2]], at: usize, degree: &mut [u8], on: &mut [bool]) -> u128 {
    if at == edges.len() {
        return u128::from(is_solution(level, edges, degree, on));
    }
    let mut found = enumerate(level, edges, at + 1, degree, on);
    let room = |node: Node, degree: &[u8]| {
        degree[usize::from(node)] < if level.colour_at(node).is_some() { 1 } else { 2 }
    };
    if edges[at].iter().all(|node| room(*node, degree)) {
        on[at] = true;
        edges[at].iter().for_each(|node| degree[usize::from(*node)] += 1);
        found += enumerate(level, edges, at + 1, degree, on);
        edges[at].iter().for_each(|node| degree[usize::from(*node)] -= 1);
        on[at] = false;
    }
    found
}

fn is_solution(level: &Level, edges: &[[Node; 2]], degree: &[u8], on: &[bool]) -> bool {
    let full = |node: Node| match (level.colour_at(node), degree[usize::from(node)]) {
        (Some(_), degree) => degree == 1,
        (None, 2) => true,
        (None, degree) => degree == 0 && !level.rules().fills(),
    };
    if !level.board().nodes().all(full) {
        return false;
    }
    let mut part: Vec<usize> = (0..degree.len()).collect();
    for (edge, _) in edges.iter().zip(on).filter(|(_, on)| **on) {
        let [one, other] = edge.map(|node| part[usize::from(node)]);
        part.iter_mut().filter(|label| **label == other).for_each(|label| *label = one);
    }
    let same = |one: Node, other: Node| part[usize::from(one)] == part[usize::from(other)];
    let joined = level.ends().iter().all(|ends| same(ends[0], ends[1]));
    // Every linked cell is on the pipe of some colour; else there is a ring.
    let on_pipe = |node: &Node| level.ends().iter().any(|ends| same(ends[0], *node));
    let no_rings =
        level.board().nodes().filter(|node| degree[usize::from(*node)] > 0).all(|node| on_pipe(&node));
    let touches = edges.iter().zip(on).any(|([one, other], on)| !on && same(*one, *other));
    let given = level.given_links().all(|pair| {
        edges.iter().zip(on).any(|(edge, on)| *on && (*edge == pair || [edge[1], edge[0]] == pair))
    });
    joined && no_rings && given && (level.rules() != Rules::NoTouch || !touches)
}

struct Still;

impl Clock for Still {
    fn now(&self) -> std::time::Duration {
        std::time::Duration::ZERO
    }
}

/// Counts up to a limit and lets the referee see the examples.
fn count(level: &Level, limit: u128) -> Tally {
    let mut run = Flow::count(&Arc::new(level.clone()), limit, &Task::default()).expect("Flow counts");
    drive(run.as_mut(), &Budget::default(), &Still, &mut Silent);
    let tally = run.found();
    for example in &tally.examples {
        let (text, _) =
            referee::referee(level, example).unwrap_or_else(|no| panic!("{example}: {no:?} on {level:?}"));
        assert_eq!(text, *example);
    }
    let different = tally.examples.len() < 2 || tally.examples[0] != tally.examples[1];
    assert!(different, "two equal examples");
    assert_eq!(tally.examples.len() as u128, tally.found.min(2), "{level:?}");
    tally
}

/// What a method says: solvable or not, or nothing within so many nodes.
fn answer(level: &Level, name: &str, nodes: u64) -> Option<bool> {
    let method = METHODS.iter().find(|method| method.name == name).expect("it is in the table");
    (method.fits)(level).ok()?;
    let mut run = (method.start)(&Arc::new(level.clone()), &Task::default());
    match run.advance(nodes) {
        Step::Done(Verdict::Solved { solution, .. }) => {
            let refused = referee::referee(level, &solution).err();
            assert!(refused.is_none(), "{name}: {solution} is refused: {refused:?} on {level:?}");
            Some(true)
        }
        Step::Done(Verdict::Unsolvable { .. }) => Some(false),
        _ => None,
    }
}

const NODES: u64 = 300_000;

#[test]
fn all_methods_and_counts_agree_with_the_truth() {
    let (mut compared, mut brute_forced, mut solvable) = (0, 0, 0);
    for number in 0..3000 {
        let level = sample::level(&mut Rng::stream(1, number), (number % 3) as usize);
        let truth = truth(&level);
        let tally = count(&level, u128::MAX);
        assert_eq!((tally.found, tally.complete), (truth, true), "{level:?}");
        assert_eq!(count(&level, 2).found, truth.min(2));
        if let Some(reason) = quick::look(&level, level.drawn()) {
            assert_eq!(truth, 0, "{} is wrong on {level:?}", reason.message.english());
        }
        for name in ["backtracking", "best-first", "links", "frontier", "portfolio"] {
            let answer = answer(&level, name, NODES);
            assert!(answer.is_none_or(|answer| answer == (truth > 0)), "{name} on {level:?}: {answer:?}");
            compared += u32::from(answer.is_some());
        }
        if number % 10 == 0 {
            let answer = answer(&level, "brute-force", NODES);
            assert!(
                answer.is_none_or(|answer| answer == (truth > 0)),
                "brute-force on {level:?}: {answer:?}"
            );
            brute_forced += u32::from(answer.is_some());
        }
        solvable += u32::from(truth > 0);
    }
    assert!(
        compared > 11_000 && brute_forced > 100 && solvable > 1_000,
        "{compared} {brute_forced} {solvable}"
    );
}

/// Boards of 4x4 and the like under both rule sets: those that differ only by self-touch.
#[test]
fn self_touch_makes_the_difference() {
    let (mut only_with, mut ambiguous_with) = (0, 0);
    for number in 0..8000 {
        if only_with >= 200 && ambiguous_with >= 200 {
            return;
        }
        let mut rng = Rng::stream(2, number);
        let size = Size::new(rng.between(3, 4), 4);
        let board = Board::grid(size, |_| false).unwrap();
        let wish = Wish { paths: rng.between(1, 3), steps: 40, calm: only_with >= 200 || rng.one_in(2) };
        let Some(paths) = sample::cover(&mut rng, &board, wish) else { continue };
        let touch = sample::level_of(&board, &paths, Rules::Touch);
        let calm = touch.with_rules(Rules::NoTouch);
        let counts = [&touch, &calm].map(truth);
        for (level, count_of) in [&touch, &calm].into_iter().zip(counts) {
            assert_eq!(count(level, u128::MAX).found, count_of, "{level:?}");
            for name in ["backtracking", "best-first", "links", "portfolio"] {
                assert_eq!(answer(level, name, 2_000_000), Some(count_of > 0), "{name} on {level:?}");
            }
        }
        only_with += u32::from(counts[0] > 0 && counts[1] == 0);
        ambiguous_with += u32::from(counts[0] > 1 && counts[1] == 1);
    }
    panic!("only {only_with} and {ambiguous_with} boards tell the rules apart");
}

/// No corner of a solution without self-touch is excluded: larger boards, solution known.
#[test]
fn no_touch_solutions_survive() {
    let mut seen = 0;
    for number in 0..300 {
        let mut rng = Rng::stream(3, number);
        let board = Board::grid(Size::new(rng.between(5, 9), rng.between(5, 9)), |_| false).unwrap();
        let wish = Wish { paths: rng.between(4, 9), steps: 400, calm: true };
        let Some(paths) = sample::cover(&mut rng, &board, wish) else { continue };
        let level = sample::level_of(&board, &paths, Rules::NoTouch);
        assert_eq!(answer(&level, "links", 1_000_000), Some(true), "{level:?}");
        let drawn = level.clone().with_drawn(in_order(&level, paths)).unwrap();
        assert_eq!(count(&drawn, 2).found, 1, "the planted solution is one: {level:?}");
        seen += 1;
    }
    assert!(seen > 100, "only {seen} boards");
}

/// Pipes in the order of the level's colours.
fn in_order(level: &Level, mut pipes: Vec<Vec<Node>>) -> Vec<Vec<Node>> {
    pipes.sort_by_key(|pipe| level.colour_at(pipe[0]));
    pipes
}

#[test]
fn drawings_are_completed_or_refuted() {
    let mut refuted = 0;
    for number in 0..1500 {
        let mut rng = Rng::stream(4, number);
        let level = sample::level(&mut rng, 1);
        let mut play = Flow::start(&level);
        for _ in 0..rng.below(8) {
            let moves = Flow::moves(&level, &play);
            let Some(stroke) = rng.choose(&moves) else { break };
            Flow::apply(&level, &mut play, stroke).expect("a legal stroke");
        }
        let here = Flow::level_from(&level, &play).expect("every drawing is a start");
        let truth = truth(&here);
        assert_eq!(count(&here, u128::MAX).found, truth, "{here:?}");
        for name in ["backtracking", "best-first", "links", "frontier", "portfolio"] {
            assert!(
                answer(&here, name, NODES).is_none_or(|answer| answer == (truth > 0)),
                "{name} on {here:?}"
            );
        }
        if quick::look(&here, here.drawn()).is_some() {
            assert_eq!(truth, 0, "{here:?}");
            refuted += 1;
        }
    }
    assert!(refuted > 200, "{refuted}");
}

/// A board of some shape, from its text: rows of dots and bridges under what is built.
fn board(text: &str) -> Board {
    let text = format!("rules: partial\n{text}");
    let text = text.replacen("..", "AA", 1);
    ingenio_flow::level::text::read(&ingenio_core::Source::new(&text), &ingenio_core::Options::default())
        .remove(0)
        .unwrap()
        .level
        .board()
        .clone()
}

fn rows(width: usize, height: usize) -> String {
    (".".repeat(width) + "\n").repeat(height)
}

/// Six neighbours per cell.
fn hexagons(width: usize, height: usize) -> Board {
    board(&format!("board: hexes\n{}", rows(width, height)))
}

/// Opposite borders are neighbours.
fn torus(width: usize, height: usize) -> Board {
    board(&format!("warps: both\n{}", rows(width, height)))
}

#[test]
fn other_graphs_are_solved_by_every_method() {
    let boards = [
        ("hexagons", hexagons(3, 3)),
        ("torus", torus(3, 3)),
        ("walls", board("walls: 0,0:R 1,1:D\n...\n...\n...")),
        ("bridge", board("...\n.+.\n...")),
        ("narrow", board(&format!("warps: across\n{}", rows(2, 4)))),
        ("mixture", board("warps: down\nwalls: 0,0:R\n...\n.+.\n...")),
    ];
    for (kind, board) in boards {
        let (mut solved, mut different) = (0, 0);
        for number in 0..40 {
            let mut rng = Rng::stream(5, number);
            let wish = Wish { paths: rng.between(2, 3), steps: 60, calm: false };
            let Some(paths) = sample::cover(&mut rng, &board, wish) else { continue };
            for rules in Rules::ALL {
                let level = sample::level_of(&board, &paths, rules);
                let truth = truth(&level);
                assert_eq!(count(&level, u128::MAX).found, truth, "{kind} {level:?}");
                for name in ["backtracking", "best-first", "links", "portfolio", "brute-force"] {
                    assert_eq!(
                        answer(&level, name, 20_000_000),
                        Some(truth > 0),
                        "{name} on {kind} {level:?}"
                    );
                }
                if rules != Rules::NoTouch {
                    assert_eq!(answer(&level, "frontier", 1_000_000), Some(truth > 0), "{kind} {level:?}");
                }
                solved += u32::from(truth > 0);
                different += u32::from(truth == 0);
            }
        }
        let is_wide = matches!(kind, "hexagons" | "torus");
        assert!(
            if is_wide { solved >= 40 && different >= 10 } else { solved >= 10 },
            "{kind}: {solved} solved, {different} not"
        );
    }
}

#[test]
fn larger_other_graphs_are_solved_too() {
    for board in [hexagons(7, 6), torus(7, 7)] {
        let wish = Wish { paths: 7, steps: 200, calm: false };
        let paths =
            (0..20).find_map(|number| sample::cover(&mut Rng::stream(6, number), &board, wish)).unwrap();
        let level = sample::level_of(&board, &paths, Rules::Touch);
        assert_eq!(answer(&level, "frontier", 50_000_000), Some(true));
        assert_eq!(answer(&level.with_rules(Rules::Partial), "links", 1_000_000), Some(true));
    }
}

/// The eight symmetries of the square keep the number of solutions.
#[test]
fn turning_and_mirroring_keeps_the_count() {
    for number in 0..150 {
        let level = sample::level(&mut Rng::stream(7, number), 2);
        // What is built is not turned along.
        if !level.board().is_plain() {
            continue;
        }
        let expected = count(&level, u128::MAX).found;
        let mut turned = level.clone();
        for turn in 0..8 {
            turned = if turn == 3 { mirrored(&turned) } else { quarter_turn(&turned) };
            assert_eq!(count(&turned, u128::MAX).found, expected, "{level:?} turned {turn} times");
        }
    }
}

fn quarter_turn(level: &Level) -> Level {
    let old = level.board().size();
    let size = Size::new(old.height, old.width);
    mapped(level, size, |cell| Cell::new(usize::from(cell.column), old.height - 1 - usize::from(cell.row)))
}

fn mirrored(level: &Level) -> Level {
    let size = level.board().size();
    mapped(level, size, |cell| Cell::new(usize::from(cell.row), size.width - 1 - usize::from(cell.column)))
}

fn mapped(level: &Level, size: Size, to: impl Fn(Cell) -> Cell) -> Level {
    let old = level.board();
    let there: Vec<Cell> = old.nodes().map(|node| to(old.place(node))).collect();
    let board = Board::grid(size, |index| !there.contains(&size.cell(index))).unwrap();
    let ends = |colour: usize| level.ends()[colour].map(|end| board.at(to(old.place(end))).unwrap());
    let colours = (0..level.colours()).map(|colour| (level.name(colour).to_owned(), ends(colour))).collect();
    Level::new(board, colours, level.rules()).unwrap()
}

/// Boards of the Flow paper's kind: n x n with n - 1 colours, from 5x5 to 9x9.
#[test]
fn boards_of_the_papers_kind_are_solved() {
    for side in 5..=9 {
        let board = Board::grid(Size::new(side, side), |_| false).unwrap();
        for number in 0..6 {
            let wish = Wish { paths: side - 1, steps: 1500, calm: number % 2 == 0 };
            let cover =
                (0..40).find_map(|again| sample::cover(&mut Rng::stream(number, again), &board, wish));
            let Some(paths) = cover else { continue };
            let level = sample::level_of(&board, &paths, Rules::Touch);
            let nodes = if wish.calm { 100_000 } else { 5_000_000 };
            assert_eq!(answer(&level, "links", nodes), Some(true), "{}", Flow::canonical(&level));
            assert_eq!(answer(&level, "frontier", 5_000_000), Some(true), "{}", Flow::canonical(&level));
            if wish.calm && side <= 7 {
                assert_eq!(
                    answer(&level, "best-first", 2_000_000),
                    Some(true),
                    "{}",
                    Flow::canonical(&level)
                );
            }
        }
    }
}

#[test]
fn the_face_counts_too() {
    let level = sample::level(&mut Rng::new(1), 1);
    let truth = truth(&level);
    let mut run = Face::<Flow>::level(level).count(u128::MAX, &Task::default()).expect("Flow counts");
    while let Step::Running = run.advance(7) {}
    assert_eq!(run.found().found, truth);
}
