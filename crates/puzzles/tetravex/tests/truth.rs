//! Exhaustive search as the judge of every exact method, and what is known from the course report.

mod known;

use std::sync::Arc;

use ingenio_conformance::tools::RealClock;
use ingenio_core::rooms::{Methods as _, Samples as _, Texts as _};
use ingenio_core::{
    Answer, AnyLevel, AnyPuzzle, Budget, Dir, Face, LevelRef, Options, Outcome, Rng, Silent, Size, Source,
    Step, Tally, Task, Verdict, find_method, solve,
};
use ingenio_tetravex::Tetravex;
use ingenio_tetravex::level::{Level, Place, Question, Tile};
use ingenio_tetravex::solve::PLACED;
use ingenio_tetravex::solve::truth::{certain, completable};

static TETRAVEX: Face<Tetravex> = Face::new();

const EXACT: [&str; 4] = ["wildcards", "mac", "mixed", "backtracking"];

fn level(text: &str) -> Level {
    Tetravex::read(&Source::new(text), &Options::default()).remove(0).unwrap().level
}

fn face(level: &Level) -> LevelRef {
    Face::<Tetravex>::level(level.clone())
}

fn run(level: &dyn AnyLevel, method: &str, options: &str, seed: u64, budget: &Budget) -> Answer {
    let method = find_method(&TETRAVEX, method).unwrap();
    let options = Options::parse(method.options, options).unwrap();
    let task = Task { metric: PLACED, optimal: true, seed, options, ..Task::default() };
    solve(level, &method, &task, budget, &RealClock::start(), &mut Silent).unwrap()
}

fn nodes(nodes: u64) -> Budget {
    Budget { nodes: Some(nodes), ..Budget::default() }
}

/// The proved maximum, or nothing for proved unsolvable.
fn most(level: &Level, method: &str, options: &str) -> Option<u64> {
    match run(face(level).as_ref(), method, options, 0, &nodes(5_000_000)).outcome {
        Outcome::Solved { solution, optimal: true } => solution.measures().get("placed"),
        Outcome::Unsolvable { .. } => None,
        other => panic!("{method}: {other:?} of {level:?}"),
    }
}

/// With several threads another one may be first, but verdict and maximum are the same.
#[test]
fn threads_agree_with_one_alone() {
    let mut proved = 0;
    for number in 0..40 {
        let level = Tetravex::sample(&mut Rng::stream(61, number), 2);
        for method in ["wildcards", "mixed"] {
            let method = find_method(&TETRAVEX, method).unwrap();
            let with = |threads: usize| {
                let options = Options::defaults(method.options);
                let task = Task { metric: PLACED, optimal: true, threads, options, ..Task::default() };
                let level = face(&level);
                let answer = solve(
                    level.as_ref(),
                    &method,
                    &task,
                    &nodes(2_000_000),
                    &RealClock::start(),
                    &mut Silent,
                );
                let answer = answer.unwrap();
                let proved = answer.is_optimal() || matches!(answer.outcome, Outcome::Unsolvable { .. });
                (answer.outcome.word(), answer.measure("placed"), proved)
            };
            let alone = with(1);
            assert_eq!(with(3), alone, "{} on {level:?}", method.name);
            proved += usize::from(alone.2);
        }
    }
    assert!(proved > 60, "only {proved} proofs");
}

/// Threads that have no end in sight are ended by a limit, and what the beam holds is kept.
#[test]
fn threads_stop_at_a_limit_with_a_placement() {
    let level = Tetravex::sample(&mut Rng::stream(62, 0), 7);
    for method in ["wildcards", "mixed"] {
        let method = find_method(&TETRAVEX, method).unwrap();
        let options = Options::defaults(method.options);
        let task = Task { metric: PLACED, optimal: true, threads: 2, options, ..Task::default() };
        let level = face(&level);
        let answer =
            solve(level.as_ref(), &method, &task, &nodes(20_000), &RealClock::start(), &mut Silent).unwrap();
        assert!(answer.nodes() > 0 && answer.bound.is_some(), "{answer:?}");
        assert!(answer.is_optimal() || answer.outcome.limit().is_some(), "{answer:?}");
    }
}

// --- the judge ---

/// Every way to fill the cells one after another, with no idea but that touching sides are equal.
/// Gives the most tiles placed and the different boards that reach it, equal tiles exchanged or not.
struct Judge<'a> {
    level: &'a Level,
    board: Vec<Option<Tile>>,
    used: Vec<bool>,
    most: usize,
    boards: u128,
}

impl<'a> Judge<'a> {
    fn judge(level: &'a Level) -> (usize, u128) {
        let board: Vec<Option<Tile>> =
            level.start().iter().map(|tile| tile.map(|tile| level.tiles()[usize::from(tile)])).collect();
        let mut used = vec![false; level.tiles().len()];
        level.start().iter().flatten().for_each(|tile| used[usize::from(*tile)] = true);
        let mut judge = Judge { level, board, used, most: 0, boards: 0 };
        judge.fill(0);
        (judge.most, judge.boards)
    }

    fn fits(&self, cell: usize, tile: Tile) -> bool {
        Dir::ALL.into_iter().all(|dir| {
            let other = self.level.size().step(cell, dir).and_then(|other| self.board[other]);
            other.is_none_or(|other| other.side(dir.opposite()) == tile.side(dir))
        })
    }

    fn fill(&mut self, cell: usize) {
        if cell == self.board.len() {
            let placed = self.board.iter().flatten().count();
            match placed.cmp(&self.most) {
                std::cmp::Ordering::Greater => (self.most, self.boards) = (placed, 1),
                std::cmp::Ordering::Equal => self.boards += 1,
                std::cmp::Ordering::Less => {}
            }
            return;
        }
        if self.level.places()[cell] != Place::Open {
            return self.fill(cell + 1);
        }
        // Fewer than the best so far can no longer matter.
        let rest = self.board.len() - cell - 1;
        if self.board.iter().flatten().count() + rest >= self.most {
            self.fill(cell + 1);
        }
        let mut tried = Vec::new();
        for number in 0..self.used.len() {
            let tile = self.level.tiles()[number];
            if self.used[number] || tried.contains(&tile) || !self.fits(cell, tile) {
                continue;
            }
            tried.push(tile);
            (self.used[number], self.board[cell]) = (true, Some(tile));
            self.fill(cell + 1);
            (self.used[number], self.board[cell]) = (false, None);
        }
    }
}

fn sampled(size: usize, number: u64) -> Level {
    Tetravex::sample(&mut Rng::stream(7, number), size)
}

fn truth(level: &Level) -> Option<u64> {
    let (most, _) = Judge::judge(level);
    let full = level.question() == Question::Complete;
    (!full || most == level.room()).then_some(most as u64)
}

#[test]
fn exact_methods_agree_with_exhaustive_search() {
    let mut levels = 0;
    let mut short = 0;
    for (size, count) in [(0, 300), (1, 1500), (2, 1200)] {
        for number in 0..count {
            let level = sampled(size, number);
            let truth = truth(&level);
            for method in EXACT {
                assert_eq!(most(&level, method, ""), truth, "{method} on {}", face(&level).canonical());
            }
            levels += 1;
            short += u32::from(truth.is_some_and(|most| (most as usize) < level.most_placed()));
        }
    }
    assert!(levels == 3000 && short > 200, "only {short} of {levels} are over-constrained");
}

#[test]
fn no_propagator_cuts_too_much() {
    let off = ["homes=no", "balance=no", "counts=yes", "counts=yes,homes=no", "weights=no", "restarts=no"];
    for number in 0..600 {
        let level = sampled(2, 10_000 + number);
        let truth = truth(&level);
        for options in off {
            assert_eq!(most(&level, "wildcards", options), truth, "{options} on {level:?}");
        }
    }
}

#[test]
fn the_bound_never_falls_below_the_truth() {
    for number in 0..400 {
        let level = sampled(2, 20_000 + number).with_question(Question::Maximise);
        let truth = truth(&level).unwrap();
        let face = face(&level);
        for method in ["wildcards", "mac", "backtracking", "lns", "tabu", "annealing", "tabu-swap"] {
            for limit in [1, 5, 40] {
                let solved = run(face.as_ref(), method, "", number, &nodes(limit));
                let bound = solved.bound.unwrap();
                assert!(bound >= truth, "{method} bounds {bound}, the truth is {truth}: {level:?}");
                if let Some(best) = solved.solution() {
                    assert!(best.measures().get("placed").unwrap() <= truth);
                }
            }
        }
    }
}

/// Rows become columns, top becomes left, right becomes bottom.
fn transposed(level: &Level) -> Level {
    let size = Size::new(level.size().height, level.size().width);
    let tiles =
        level.tiles().iter().map(|Tile([top, right, bottom, left])| Tile([*left, *bottom, *right, *top]));
    let place = |cell: usize| level.places()[size.column(cell) * level.size().width + size.row(cell)];
    Level::new(size, tiles.collect(), (0..size.cells()).map(place).collect(), level.question()).unwrap()
}

#[test]
fn transposing_a_board_keeps_the_maximum() {
    for number in 0..300 {
        let level = sampled(3, 30_000 + number);
        let turned = transposed(&level);
        assert_eq!(transposed(&turned), level);
        assert_eq!(most(&level, "wildcards", ""), most(&turned, "wildcards", ""), "{level:?}");
    }
}

fn count(level: &Level, limit: u128) -> Tally {
    let mut run = Tetravex::count(&Arc::new(level.clone()), limit, &Task::default()).unwrap();
    while let Step::Running = run.advance(1000) {}
    run.found()
}

#[test]
fn every_best_board_is_counted_once() {
    for number in 0..800 {
        let level = sampled(2, 40_000 + number);
        let (most, boards) = Judge::judge(&level);
        let none = level.question() == Question::Complete && most < level.room();
        let tally = count(&level, u128::MAX);
        assert!(tally.complete);
        assert_eq!(tally.found, if none { 0 } else { boards }, "{level:?}");
        for example in &tally.examples {
            face(&level).verify(example).unwrap();
        }
    }
}

#[test]
fn known_boards_have_their_known_maxima_and_counts() {
    for (level, truth) in known::boards() {
        for method in EXACT {
            assert_eq!(most(&level, method, ""), Some(truth.figure("placed")), "{method} on {level:?}");
        }
        if truth.figures("boards").is_some() {
            let tally = count(&level, 100);
            assert_eq!((tally.found, tally.complete), (truth.figure("boards").into(), true), "{level:?}");
        }
    }
}

#[test]
fn counting_stops_at_its_limit() {
    for (level, truth) in known::boards() {
        let boards = truth.figures("boards").map_or(0, |_| truth.figure("boards"));
        if boards > 1 {
            let limited = count(&level, boards.into());
            assert_eq!((limited.found, limited.complete), (boards.into(), false), "there may be more");
            assert_eq!(limited.examples.len(), 2);
        }
    }
}

// --- the course's example ---

#[test]
fn the_course_example_places_eight_and_leaves_one_cell_empty() {
    let course = known::course();
    for method in EXACT {
        let solved = run(face(&course).as_ref(), method, "", 0, &Budget::default());
        let Outcome::Solved { solution, optimal: true } = solved.outcome else { panic!("{method}") };
        let shown: Vec<String> =
            solution.measures().iter().map(|(name, value)| format!("{name}={value}")).collect();
        assert_eq!(shown, ["placed=8", "unused=0", "all_tiles_placed=true", "board_full=false"]);
        assert_eq!(solved.bound, Some(8));
    }
    for method in EXACT {
        assert_eq!(most(&course.with_question(Question::Complete), method, ""), None, "{method}");
    }
}

#[test]
fn tabu_places_eight_from_nearly_every_seed_and_exchanges_alone_from_far_fewer() {
    let course = face(&known::course());
    let placed = |method: &str, seed: u64| {
        let solved = run(course.as_ref(), method, "", seed, &Budget::default());
        solved.solution().and_then(|best| best.measures().get("placed")).unwrap_or(0)
    };
    let reached = (0..100).filter(|seed| placed("tabu", *seed) == 8).count();
    assert!(reached >= 99, "{reached} of 100 seeds");
    let swaps = (0..100).filter(|seed| placed("tabu-swap", *seed) == 8).count();
    assert!(swaps <= 66, "exchanges alone reach 8 from {swaps} of 100 seeds");
}

// --- larger boards ---

fn cut(side: usize, colours: usize, seed: u64) -> Level {
    let mut rng = Rng::new(seed);
    let size = Size::new(side, side);
    let mut tiles: Vec<Tile> = Vec::new();
    for cell in 0..size.cells() {
        let mut sides: [u32; 4] = std::array::from_fn(|_| rng.below(colours) as u32);
        if let Some(above) = size.step(cell, Dir::Up) {
            sides[0] = tiles[above].side(Dir::Down);
        }
        if let Some(left) = size.step(cell, Dir::Left) {
            sides[3] = tiles[left].side(Dir::Right);
        }
        tiles.push(Tile(sides));
    }
    rng.shuffle(&mut tiles);
    Level::new(size, tiles, vec![Place::Open; size.cells()], Question::Maximise).unwrap()
}

#[test]
fn full_boards_are_filled_again() {
    for (side, colours) in [(4, 3), (5, 4), (6, 10), (7, 10), (8, 10), (12, 200), (20, 60)] {
        let level = cut(side, colours, 5);
        assert_eq!(most(&level, "mac", ""), Some((side * side) as u64), "{side}x{side}, {colours} colours");
    }
}

/// A cut board with some tiles replaced, so that it cannot be filled.
fn spoilt(side: usize, colours: usize, seed: u64, replaced: usize) -> Level {
    let level = cut(side, colours, seed);
    let mut rng = Rng::new(seed + 1000);
    let mut tiles = level.tiles().to_vec();
    for tile in &mut tiles[..replaced] {
        *tile = Tile(std::array::from_fn(|_| rng.below(colours) as u32));
    }
    Level::new(level.size(), tiles, level.places().to_vec(), Question::Maximise).unwrap()
}

#[test]
fn every_propagator_is_seen_at_work() {
    // Few colours leave more for the global propagators to do.
    let few = face(&cut(6, 5, 3));
    let solved = run(few.as_ref(), "mac", "counts=yes", 0, &Budget::default());
    for (name, count) in &solved.effort.counters {
        assert!(*count > 0, "{name} never worked: {:?}", solved.effort.counters);
    }
}

/// Refuting a full board is a matter of propagation, hardly of luck.
#[test]
fn balance_and_weights_save_nodes_at_eight_by_eight() {
    let levels: Vec<LevelRef> =
        (0..6).map(|seed| face(&spoilt(8, 10, seed, 2).with_question(Question::Complete))).collect();
    let total = |options: &str| {
        let runs = levels.iter().map(|level| run(level.as_ref(), "mac", options, 0, &nodes(200_000)));
        runs.map(|solved| solved.nodes()).sum::<u64>()
    };
    let (all, no_balance, no_weights) = (total(""), total("balance=no"), total("weights=no"));
    assert!(all < no_balance && all < no_weights, "{all}, {no_balance}, {no_weights}");
}

#[test]
fn a_stopped_search_still_has_a_board_and_a_bound() {
    let level = spoilt(7, 10, 8, 2);
    let solved = run(face(&level).as_ref(), "wildcards", "", 0, &nodes(5000));
    let Outcome::Unknown { best: Some(best), .. } = solved.outcome else { panic!("{:?}", solved.outcome) };
    let (bound, placed) = (solved.bound.unwrap(), best.measures().get("placed").unwrap());
    assert!(bound == 48 && placed > 20 && placed < 48, "bound {bound}, placed {placed}");
}

#[test]
fn too_few_tiles_and_unbalanced_colours_need_no_search() {
    let short = level("2x2\n1 1 1 1\nquestion: complete\n");
    let unbalanced = level("3x1\n0 1 0 2\n0 3 0 4\n0 5 0 6\nquestion: complete\n");
    for (level, rule) in [(short, "tetravex.too-few"), (unbalanced, "tetravex.unbalanced")] {
        let wildcards = find_method(&TETRAVEX, "wildcards").unwrap();
        let mut run = face(&level).start(&wildcards, &Task::default()).unwrap().run;
        let Step::Done(Verdict::Unsolvable { reason }) = run.advance(1) else { panic!("{level:?}") };
        assert_eq!((reason.id(), run.progress().nodes), (rule, 0));
    }
}

// --- what players ask ---

#[test]
fn hints_are_certain_and_completable_is_true() {
    let (mut hints, mut hopeless) = (0, 0);
    for number in 0..400 {
        let level = sampled(2, 50_000 + number);
        let mut board = level.start();
        let mut rng = Rng::new(number);
        let cell = rng.below(board.len());
        let tile = rng.below(level.tiles().len()) as u16;
        if level.places()[cell] == Place::Open && !board.contains(&Some(tile)) {
            board[cell] = Some(tile);
        }
        let Ok(here) = level.with_fixed(&board) else {
            assert_eq!(completable(&level, &board, 10_000), Some(false));
            continue;
        };
        let (most, boards) = Judge::judge(&here);
        assert_eq!(completable(&level, &board, 100_000), Some(most == level.room()), "{here:?}");
        hopeless += u32::from(most < level.room());
        if level.question() == Question::Complete && most < level.room() {
            continue;
        }
        let Some(hint) = certain(&level, &board, 100_000) else { continue };
        hints += 1;
        board[hint.cell] = Some(hint.tile);
        let with_hint = Judge::judge(&level.with_fixed(&board).unwrap());
        assert_eq!(with_hint, (most, boards), "{hint:?} is not certain in {here:?}");
    }
    assert!(hints > 50 && hopeless > 50, "{hints} hints, {hopeless} hopeless boards");
}

#[test]
fn a_limit_that_came_first_is_said_whoever_asked_for_less_than_a_proof() {
    let level = face(&cut(10, 10, 1));
    for method in TETRAVEX.methods() {
        let task = Task { metric: PLACED, options: Options::defaults(method.options), ..Task::default() };
        let clock = RealClock::start();
        let answer = solve(level.as_ref(), &method, &task, &nodes(3000), &clock, &mut Silent).unwrap();
        let placed = answer.measure("placed").unwrap_or(0);
        assert!(matches!(answer.outcome, Outcome::Unknown { best: Some(_), .. }), "{}", method.name);
        assert!(placed > 20 && placed < 100 && answer.bound == Some(100), "{}: {placed}", method.name);
    }
}

#[test]
fn growth_proves_full_boards_that_arc_consistency_takes_long_for() {
    let level = cut(7, 10, 3);
    assert_eq!(most(&level, "wildcards", ""), Some(49));
    assert_eq!(most(&level, "mixed", ""), Some(49));
}

#[test]
fn a_beam_fills_most_of_a_big_board() {
    let answer = run(face(&cut(12, 10, 1)).as_ref(), "beam", "", 0, &nodes(600_000));
    assert!(answer.measure("placed") >= Some(132), "{:?} of 144", answer.measure("placed"));
}
