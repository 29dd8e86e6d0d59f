//! What is known of Taquin from the Taquin paper and the literature.

mod common;
mod known;

use ingenio_conformance::tools::{RealClock, TABLES, budget};
use ingenio_core::rooms::{Rules as _, Samples as _};
use ingenio_core::{
    AnyLevel, AnyPuzzle, Criterion, Face, LevelRef, Options, Outcome, Rng, Silent, Size, Source, Task,
    find_method, solve,
};
use ingenio_search::{BreadthFirst, Engine, Found};
use ingenio_taquin::Taquin;
use ingenio_taquin::level::{Goal, Level};
use ingenio_taquin::metric::{MOVES, SLIDES};
use ingenio_taquin::solve::{HEURISTICS, Tiles};

static TAQUIN: Face<Taquin> = Face::new();

fn read(text: &str) -> LevelRef {
    let settings = Options::defaults(TAQUIN.info().settings);
    let mut readings = TAQUIN.read(&Source::new(text), &settings);
    assert_eq!(readings.len(), 1, "{readings:?}");
    readings.remove(0).unwrap_or_else(|fault| panic!("{text}: {fault:?}")).level
}

/// The proved least number by a method in a metric.
fn least(level: &dyn AnyLevel, method: &str, metric: Criterion) -> Option<u64> {
    let task = Task { metric, optimal: true, ..Task::default() };
    let method = find_method(&TAQUIN, method).unwrap();
    let solved = solve(level, &method, &task, &budget(), &RealClock::start(), &mut Silent);
    match solved.expect("the method fits").outcome {
        Outcome::Solved { solution, optimal: true } => metric.figure(solution.measures()),
        Outcome::Unsolvable { .. } => None,
        other => panic!("{}: {other:?}", method.name),
    }
}

#[test]
fn the_boards_of_the_paper_have_the_lengths_of_the_paper() {
    for (level, truth) in known::paper() {
        let level = Face::<Taquin>::level(level);
        let exact = [
            "bfs",
            "bidirectional",
            "table",
            "astar-scan",
            "astar-euclidean",
            "astar-manhattan",
            "idastar-manhattan",
            "idastar-linear-conflict",
            "idastar-walking-distance",
        ];
        for method in exact {
            let found = least(level.as_ref(), method, MOVES);
            assert_eq!(found, Some(truth.figure("moves")), "{method} on {level:?}");
        }
    }
}

/// On the 18-move board the Taquin paper's program looks at 159 million nodes of its list.
#[test]
fn the_paper_looks_through_its_list_again_and_again() {
    let level = read("1 5 6/0 _ 7/4 2 3");
    let lookups = |method| {
        let solved = solve(
            level.as_ref(),
            &find_method(&TAQUIN, method).unwrap(),
            &Task::default(),
            &budget(),
            &RealClock::start(),
            &mut Silent,
        );
        let solved = solved.expect("it fits");
        assert_eq!(solved.solution().and_then(|solution| solution.measures().get("moves")), Some(18));
        solved.effort.counters["look-ups"]
    };
    assert_eq!((lookups("astar-printed"), lookups("astar-scan")), (159_386_489, 2637));
}

/// Up to 3x3, which has radius 31 with two positions that far.
#[test]
fn every_position_of_small_boards_is_found_at_its_depth() {
    for (level, truth) in known::depths().into_iter().filter(|(level, _)| level.size().cells() <= 9) {
        for (metric, name) in [(MOVES, "moves"), (SLIDES, "slides")] {
            assert_eq!(
                histogram(level.size(), metric),
                truth.figures(name).expect("depths"),
                "{level:?} {metric}"
            );
        }
    }
}

/// How many positions lie at each distance, by breadth-first search from the goal to a board of the
/// other parity, which it never meets.
fn histogram(size: Size, metric: Criterion) -> Vec<u64> {
    let solved =
        Level::new(size, ingenio_taquin::level::standard_goal(size, Goal::Last).unwrap(), Goal::Last);
    let odd = solved.with_two_tiles_swapped();
    let never = Level::with_goal(size, solved.tiles().to_vec(), odd.tiles().to_vec(), 1);
    let mut search = BreadthFirst::new(Tiles::<u64>::new(&never, metric), u64::MAX);
    let mut counts = Vec::new();
    while search.advance(1) == Found::Running {
        let depth = search.depth() as usize;
        counts.resize(counts.len().max(depth + 1), 0);
        counts[depth] += 1;
    }
    counts
}

#[test]
fn an_odd_permutation_is_refused_at_once_with_the_reason() {
    let level = read("1 2 3/4 5 6/8 7 _");
    for method in TAQUIN.methods() {
        let solved =
            solve(level.as_ref(), &method, &Task::default(), &budget(), &RealClock::start(), &mut Silent);
        let solved = solved.expect("it fits");
        let Outcome::Unsolvable { reason } = &solved.outcome else {
            panic!("{}: {:?}", method.name, solved.outcome)
        };
        assert_eq!((reason.id(), solved.nodes()), ("taquin.parity", 0), "{}", method.name);
    }
}

#[test]
fn mirrored_boards_need_as_many_moves() {
    for number in 0..40 {
        let level = Taquin::sample(&mut Rng::new(number), 2);
        let mirrored = Face::<Taquin>::level(level.mirrored());
        let level = Face::<Taquin>::level(level);
        for metric in [MOVES, SLIDES] {
            let found = least(mirrored.as_ref(), "bidirectional", metric);
            assert_eq!(found, least(level.as_ref(), "bidirectional", metric), "{level:?}");
        }
    }
}

#[test]
fn the_antipodes_of_the_8_puzzle_are_31_and_30_moves_away() {
    for (level, truth) in known::antipodes() {
        let level = Face::<Taquin>::level(level);
        let found = least(level.as_ref(), "idastar-linear-conflict", MOVES);
        assert_eq!(found, Some(truth.figure("moves")), "{level:?}");
    }
}

/// Manhattan never exceeds linear conflict, which never exceeds the truth.
#[test]
fn bounds_come_in_their_order() {
    let estimate = |name: &str, level: &Level| {
        let heuristic = HEURISTICS.iter().find(|heuristic| heuristic.name == name).unwrap();
        (heuristic.estimate)(level, &Taquin::start(level), &TABLES).unwrap()
    };
    let mut rng = Rng::new(8);
    for (width, height) in [(3, 2), (2, 4), (3, 3), (5, 2)] {
        for _ in 0..100 {
            let level = common::random(&mut rng, Size::new(width, height));
            let [manhattan, conflict] = ["manhattan", "linear-conflict"].map(|name| estimate(name, &level));
            let truth = common::least(&level, "table", MOVES, 1);
            assert!(manhattan <= conflict && conflict <= truth, "{manhattan} {conflict} {truth} {level:?}");
        }
    }
}
