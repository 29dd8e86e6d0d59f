//! What is known of boards, and what a plain search says of thousands of small ones.

mod known;

use std::collections::{HashMap, VecDeque};
use std::sync::Arc;

use ingenio_conformance::tools::TABLES;
use ingenio_core::rooms::{Methods as _, Samples as _};
use ingenio_core::{Criterion, Dir, Limit, Options, Rng, Source, Step, Task, Verdict};
use ingenio_unblock::level::{Level, text};
use ingenio_unblock::metric::{MOVES, MOVES_THEN_STEPS, STEPS};
use ingenio_unblock::play::{self, Move, Position};
use ingenio_unblock::solve::METHODS;
use ingenio_unblock::{Field, NoField, Unblock, referee, words};

fn level(board: &str) -> Arc<Level> {
    let mut found = text::read(&Source::new(board));
    Arc::new(found.remove(0).expect("the board is a level").level)
}

fn sample(seed: u64, number: u64, size: usize) -> Arc<Level> {
    Arc::new(Unblock::sample(&mut Rng::stream(seed, number), size))
}

fn answer(level: &Arc<Level>, method: &str, metric: Criterion, memory: u64) -> Verdict {
    let method = METHODS.iter().find(|known| known.name == method).expect("the method is in the table");
    let options = Options::defaults(method.options);
    let mut run = (method.start)(level, &Task { metric, memory, options, ..Task::default() });
    loop {
        if let Step::Done(verdict) = run.advance(10_000) {
            return verdict;
        }
    }
}

/// Moves and steps of a method's solution; none if it proves that there is none.
fn lengths(level: &Arc<Level>, method: &str, metric: Criterion) -> Option<(u64, u64)> {
    match answer(level, method, metric, u64::MAX) {
        Verdict::Solved { solution, optimal: true } => {
            let (_, measures) = referee::referee(level, &solution).expect("a true solution");
            Some((measures.get("moves")?, measures.get("steps")?))
        }
        Verdict::Unsolvable { .. } => None,
        other => panic!("{method}: {other:?} on {level:?}"),
    }
}

#[test]
fn known_boards_have_their_known_lengths() {
    for (level, truth) in known::boards() {
        for method in METHODS.iter().filter(|method| (method.fits)(&level).is_ok()) {
            let least = |metric| lengths(&level, method.name, metric).unwrap();
            assert_eq!(least(MOVES).0, truth.figure("moves"), "{} on {level:?}", method.name);
            assert_eq!(least(STEPS).1, truth.figure("steps"), "{} on {level:?}", method.name);
        }
    }
}

#[test]
fn known_clusters_have_their_known_sizes_and_depths() {
    for (level, truth) in known::clusters() {
        let one = |name: &str| truth.figures(name).map(|_| truth.figure(name));
        for (metric, name) in [(MOVES, "moves"), (STEPS, "steps")] {
            let field = Field::build(&level, metric, u64::MAX).unwrap();
            assert_eq!(field.positions(), truth.figure("positions"), "{level:?}");
            let distance = field.distance(&play::start(&level)).map(u64::from);
            let hardest = u64::from(field.hardest().1);
            let farthest = one(&format!("farthest-{name}"));
            assert!(farthest.is_none_or(|known| field.histogram().last() == Some(&known)), "{level:?}");
            assert!(
                one(name).is_none_or(|known| distance == Some(known)),
                "{distance:?} {name} on {level:?}"
            );
            let most = one(&format!("hardest-{name}"));
            assert!(
                most.is_none_or(|known| hardest == known),
                "{hardest} {name} in the cluster of {level:?}"
            );
        }
        if let Some(moves) = one("moves") {
            assert_eq!(lengths(&level, "bfs", MOVES).unwrap().0, moves, "{level:?}");
        }
    }
}

/// A plain search over positions as players see them: the truth for everything else.
struct Plain {
    found: Vec<Position>,
    numbers: HashMap<Position, usize>,
    /// Slides of any length, as numbers of positions with their cost in steps.
    slides: Vec<Vec<(usize, Move)>>,
}

impl Plain {
    fn new(level: &Level) -> Self {
        let start = play::start(level);
        let mut plain =
            Plain { numbers: HashMap::from([(start.clone(), 0)]), found: vec![start], slides: Vec::new() };
        while plain.slides.len() < plain.found.len() {
            let here = plain.found[plain.slides.len()].clone();
            let moves = play::moves(level, &here).into_iter().map(|action| {
                let mut next = here.clone();
                play::apply(level, &mut next, &action).expect("a legal move");
                let number = *plain.numbers.entry(next.clone()).or_insert_with(|| {
                    plain.found.push(next);
                    plain.found.len() - 1
                });
                (number, action)
            });
            let moves: Vec<_> = moves.collect();
            plain.slides.push(moves);
        }
        plain
    }

    /// The slides that count in a metric: all of them, or those of one cell.
    fn edges(&self, at: usize, metric: Criterion) -> impl Iterator<Item = &(usize, Move)> {
        self.slides[at].iter().filter(move |(_, action)| metric != STEPS || action.steps() == 1)
    }

    /// The distance of every position to the nearest solved one.
    fn distances(&self, level: &Level, metric: Criterion) -> Vec<Option<u32>> {
        let mut distances = vec![None; self.found.len()];
        let mut queue: VecDeque<usize> =
            (0..self.found.len()).filter(|at| play::won(level, &self.found[*at])).collect();
        for at in &queue {
            distances[*at] = Some(0);
        }
        while let Some(at) = queue.pop_front() {
            for (next, _) in self.edges(at, metric) {
                if distances[*next].is_none() {
                    distances[*next] = distances[at].map(|distance: u32| distance + 1);
                    queue.push_back(*next);
                }
            }
        }
        distances
    }

    /// All optimal solutions from the start, as lists of slides; none if they are too many.
    fn solutions(&self, level: &Level, metric: Criterion, most: usize) -> Option<Vec<Vec<Move>>> {
        let distances = self.distances(level, metric);
        let mut done = Vec::new();
        let mut open = vec![(0, Vec::new())];
        while let Some((at, path)) = open.pop() {
            if distances[at] == Some(0) {
                done.push(path);
                continue;
            }
            for (next, action) in self.edges(at, metric) {
                if distances[*next].zip(distances[at]).is_some_and(|(next, here)| next + 1 == here) {
                    let mut longer = path.clone();
                    longer.push(*action);
                    open.push((*next, longer));
                }
            }
            if open.len() + done.len() > most {
                return None;
            }
        }
        Some(done)
    }
}

#[test]
fn exact_methods_agree_with_a_plain_search() {
    let (mut solvable, mut unsolvable) = (0, 0);
    for number in 0..700 {
        let level = sample(11, number, number as usize % 2);
        let plain = Plain::new(&level);
        for metric in [MOVES, STEPS] {
            let truth = plain.distances(&level, metric)[0].map(u64::from);
            for method in METHODS.iter().filter(|method| (method.fits)(&level).is_ok()) {
                let found = lengths(&level, method.name, metric);
                let found = found.map(|(moves, steps)| if metric == MOVES { moves } else { steps });
                assert_eq!(found, truth, "{} by {metric} on {level:?}", method.name);
            }
            *if truth.is_some() { &mut solvable } else { &mut unsolvable } += 1;
        }
    }
    assert!(solvable > 400 && unsolvable > 100, "{solvable} solvable, {unsolvable} not");
}

#[test]
fn the_field_tells_the_truth_about_every_position() {
    let mut fields = 0;
    for number in 0..80 {
        let level = sample(12, number, 1);
        let plain = Plain::new(&level);
        for metric in [MOVES, STEPS] {
            let truth = plain.distances(&level, metric);
            let field = match Field::build(&level, metric, u64::MAX) {
                Ok(field) => field,
                Err(why) => {
                    assert!(matches!(why, NoField::Unsolvable(_)));
                    assert_eq!(truth[0], None, "{level:?}");
                    continue;
                }
            };
            fields += 1;
            compare(&plain, &field, &truth, metric);
        }
    }
    assert!(fields > 60, "{fields}");
}

fn compare(plain: &Plain, field: &Field, truth: &[Option<u32>], metric: Criterion) {
    assert_eq!(field.positions(), plain.found.len() as u64);
    let mut histogram = vec![0; field.histogram().len()];
    for (at, position) in plain.found.iter().enumerate() {
        let here = truth[at].expect("a cluster with one solved position is solvable everywhere");
        assert_eq!(field.distance(position), Some(here));
        histogram[here as usize] += 1;
        let mut best = Vec::new();
        for (next, action) in &plain.slides[at] {
            let (there, cost) =
                (truth[*next].unwrap(), if metric == STEPS { action.steps() as u32 } else { 1 });
            assert!(here.abs_diff(there) <= cost, "a slide changes the distance by at most its cost");
            if there + cost == here {
                best.push(*action);
            }
        }
        let mut found = field.best_moves(position);
        found.sort_by_key(|action| (action.piece, action.by));
        best.sort_by_key(|action| (action.piece, action.by));
        assert_eq!(found, best);
    }
    assert_eq!(field.histogram(), histogram);
    let (hardest, distance) = field.hardest();
    assert_eq!(Some(distance), truth.iter().copied().max().unwrap());
    assert_eq!(field.distance(&hardest), Some(distance));
}

/// The cells a move sweeps from a position.
fn sweep(level: &Level, position: &Position, action: &Move) -> Vec<ingenio_core::Cell> {
    let shape = &level.pieces()[action.piece];
    let from = i32::from(position.offsets[action.piece]);
    let (low, high) = (from.min(from + action.by), from.max(from + action.by));
    (low..high + i32::from(shape.length)).map(|place| shape.cell_at(place as usize)).collect()
}

/// Changes of the piece and jumps of a solution, slide by slide.
fn reading(level: &Level, slides: &[Move]) -> (usize, usize) {
    let mut position = play::start(level);
    let mut sweeps = Vec::new();
    for action in slides {
        sweeps.push(sweep(level, &position, action));
        play::apply(level, &mut position, action).unwrap();
    }
    let changes = slides.windows(2).filter(|pair| pair[0].piece != pair[1].piece).count();
    let jumps = sweeps.windows(2).filter(|pair| !pair[0].iter().any(|cell| pair[1].contains(cell))).count();
    (changes, jumps)
}

/// Moves as slides of one cell each.
fn unit_slides(moves: &[Move]) -> Vec<Move> {
    let units = |action: &Move| {
        let unit = Move { by: action.by.signum(), ..*action };
        std::iter::repeat_n(unit, action.steps() as usize)
    };
    moves.iter().flat_map(units).collect()
}

#[test]
fn solutions_read_as_well_as_the_best_of_all_optimal_ones() {
    let mut compared = 0;
    for number in 0.. {
        if compared >= 240 {
            break;
        }
        let level = sample(13, number, 1);
        let plain = Plain::new(&level);
        for metric in [MOVES, STEPS] {
            let Some(all) = plain.solutions(&level, metric, 3000).filter(|all| all.len() > 1) else {
                continue;
            };
            compared += 1;
            let best = all.iter().map(|slides| reading(&level, slides)).min().unwrap();
            let Verdict::Solved { solution, .. } = answer(&level, "bfs", metric, u64::MAX) else {
                panic!("{level:?}")
            };
            let field = Field::build(&level, metric, u64::MAX).unwrap();
            let start = play::start(&level);
            assert_eq!(field.optimal_solutions(&start), all.len() as u64, "{level:?}");
            let by_field = field.solution(&start).unwrap();
            for moves in [play::parse_moves(&level, &solution).unwrap(), by_field] {
                let slides = if metric == STEPS { unit_slides(&moves) } else { moves };
                assert_eq!(slides.len(), all[0].len());
                assert_eq!(reading(&level, &slides), best, "by {metric} on {level:?}");
            }
        }
    }
}

#[test]
fn fewest_moves_then_fewest_steps() {
    let mut compared = 0;
    for number in 0..120 {
        let level = sample(14, number, 1);
        let Some(all) = Plain::new(&level).solutions(&level, MOVES, 3000) else { continue };
        let steps = |moves: &Vec<Move>| moves.iter().map(Move::steps).sum::<u64>();
        let truth = all.iter().map(|moves| (moves.len() as u64, steps(moves))).min();
        for method in ["bfs", "field"] {
            assert_eq!(lengths(&level, method, MOVES_THEN_STEPS), truth, "{method} on {level:?}");
        }
        compared += usize::from(all.len() > 1);
    }
    assert!(compared > 20, "{compared}");
}

#[test]
fn a_solution_played_backwards_returns_to_the_start() {
    for number in 0..200 {
        let level = sample(15, number, 1);
        let Verdict::Solved { solution, .. } = answer(&level, "bfs", MOVES, u64::MAX) else { continue };
        let moves = play::parse_moves(&level, &solution).unwrap();
        let mut position = play::start(&level);
        for action in &moves {
            play::apply(&level, &mut position, action).unwrap();
        }
        assert!(play::won(&level, &position));
        for action in moves.iter().rev() {
            let back = Move { by: -action.by, ..*action };
            play::apply(&level, &mut position, &back).unwrap();
        }
        assert_eq!(position, play::start(&level));
    }
}

#[test]
fn idle_pieces_can_be_taken_away_and_others_cannot() {
    let (mut idle, mut busy) = (0, 0);
    for number in 0..40 {
        let level = sample(16, number, 0);
        let Ok(field) = Field::build(&level, MOVES, u64::MAX) else { continue };
        let never_matter = field.idle_pieces(u64::MAX).unwrap();
        let plain = Plain::new(&level);
        let truth = plain.distances(&level, MOVES);
        for piece in 1..level.pieces().len() {
            let reduced = level.without(piece);
            let other = Plain::new(&reduced);
            let distances = other.distances(&reduced, MOVES);
            let same = plain.found.iter().zip(&truth).all(|(position, distance)| {
                let mut position = position.clone();
                position.offsets.remove(piece);
                distances[other.numbers[&position]] == *distance
            });
            assert_eq!(never_matter.contains(&piece), same, "piece {piece} of {level:?}");
            *if same { &mut idle } else { &mut busy } += 1;
        }
    }
    assert!(idle > 20 && busy > 20, "{idle} idle, {busy} not");
}

#[test]
fn bounds_never_exceed_the_field() {
    for number in 0..30 {
        let level = sample(17, number, 1);
        for (metric, heuristic) in [(MOVES, 0), (STEPS, 1)] {
            let Ok(field) = Field::build(&level, metric, u64::MAX) else { continue };
            for position in Plain::new(&level).found {
                let truth = field.distance(&position).map(u64::from);
                let estimate = (Unblock::heuristics()[heuristic].estimate)(&level, &position, &TABLES);
                assert!(
                    estimate <= truth && estimate.is_some(),
                    "{estimate:?} of {truth:?}: {position:?} {level:?}"
                );
            }
        }
    }
}

#[test]
fn unsolvable_boards_say_how_it_is_known() {
    let reason = |board: &str| match answer(&level(board), "bfs", MOVES, u64::MAX) {
        Verdict::Unsolvable { reason } => reason,
        other => panic!("{other:?}"),
    };
    assert_eq!(reason("4x3:ooooAAxooooo").id(), words::BLOCKED_WALL.id);
    assert_eq!(reason("5x3:oooooAAoBBooooo").id(), words::BLOCKED_ROW.id);
    let line = reason("4x3:oooBAAoBoooB");
    assert_eq!(line.id(), words::BLOCKED_LINE.id);
    assert_eq!(
        line.english(),
        "piece B always covers row 2, column 4 on the target's way, wherever it slides"
    );
    // C and B hold each other, and D cannot pass them: the lines alone do not show it.
    let exhausted = reason("4x4:oCBBoCooAADoooDo");
    assert_eq!(exhausted.id(), words::EXHAUSTED.id);
    assert!(exhausted.english().contains("all 2 positions"), "{exhausted:?}");
}

#[test]
fn solved_boards_have_the_empty_solution() {
    let solved = level("5x3:ooBBooooAAooooo");
    for method in METHODS.iter().filter(|method| (method.fits)(&solved).is_ok()) {
        let verdict = answer(&solved, method.name, MOVES, u64::MAX);
        assert_eq!(verdict, Verdict::Solved { solution: String::new(), optimal: true }, "{}", method.name);
    }
}

/// A board of 16x16 with `pieces` upright pieces of two cells beside each other, row by row.
fn tall(pieces: usize) -> Arc<Level> {
    let mut rows = vec![vec!['o'; 16]; 16];
    rows[7][0..2].fill('A');
    let letters: Vec<char> = "BCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnpqrstuvwyz".chars().collect();
    for (number, letter) in letters.iter().take(pieces).enumerate() {
        let (row, column) = (1 + 3 * (number / 14), 2 + number % 14);
        rows[row][column] = *letter;
        rows[row + 1][column] = *letter;
    }
    let rows: Vec<String> = rows.iter().map(|row| row.iter().collect()).collect();
    level(&format!("16x16:\n{}\n", rows.join("\n")))
}

#[test]
fn wide_boards_are_solved_or_left_open_honestly() {
    let level = tall(49);
    let found = lengths(&level, "astar", MOVES).unwrap();
    assert_eq!(found.0, 15, "fourteen pieces are in the way, then the target leaves");
    for method in ["bfs", "field"] {
        let verdict = answer(&level, method, MOVES, 20_000_000);
        assert_eq!(verdict, Verdict::Stopped { limit: Limit::Memory }, "{method}");
    }
    assert_eq!(Field::build(&level, MOVES, 5_000_000).unwrap_err(), NoField::Stopped(Limit::Memory));
}

#[test]
fn a_board_of_128_bits_has_its_field() {
    let rows = [
        "ooooooooo",
        "oBBBBoooo",
        "ooooooooo",
        "CCCCCCooo",
        "AAooDoooo",
        "ooooDoooo",
        "oEEEooooo",
        "ooooooooo",
        "ooooooooo",
    ];
    let level = level(&rows.join("\n"));
    let steps = Field::build(&level, STEPS, u64::MAX).unwrap();
    assert_eq!(
        steps.distance(&play::start(&level)).map(u64::from),
        lengths(&level, "bfs", STEPS).map(|it| it.1)
    );
}

/// A turned board is the same board: every exact method takes as many moves on every side.
#[test]
fn exits_on_other_sides_change_nothing_but_the_side() {
    let mut solvable = 0;
    for (plain, truth) in known::boards() {
        for side in [Dir::Left, Dir::Up, Dir::Down] {
            let turned = Arc::new(plain.turned(side));
            for method in ["bfs", "field", "astar", "idastar"] {
                assert_eq!(
                    lengths(&turned, method, MOVES).unwrap().0,
                    truth.figure("moves"),
                    "{method} to {side:?}"
                );
            }
            solvable += 1;
        }
    }
    for number in 0..200 {
        let plain = sample(21, number, 1).with_exit_right();
        let moves = |level: Level| lengths(&Arc::new(level), "bfs", MOVES).map(|(moves, _)| moves);
        let known = moves(plain.clone());
        for side in [Dir::Left, Dir::Up, Dir::Down] {
            assert_eq!(moves(plain.turned(side)), known, "{side:?}: {plain:?}");
        }
        solvable += usize::from(known.is_some());
    }
    assert!(solvable > 50);
}

#[test]
fn large_boards_are_answered() {
    for (level, truth) in known::large() {
        let (most, nodes) = (truth.figure("moves"), truth.figure("nodes"));
        let method = METHODS.iter().find(|known| known.name == "anytime").unwrap();
        let options = Options::defaults(method.options);
        let task = Task { metric: MOVES, memory: 1 << 28, nodes: Some(nodes), options, ..Task::default() };
        assert_eq!(Unblock::auto(&level, &task), "anytime");
        let mut run = (method.start)(&level, &task);
        run.advance(nodes);
        let (_, measures) = referee::referee(&level, &run.found().best.expect("a solution")).unwrap();
        let (moves, progress) = (measures.get("moves").unwrap(), run.progress());
        assert!(moves <= most, "{moves} moves on {level:?}");
        assert!(progress.bound.is_some_and(|bound| bound > 3 && bound <= moves), "{progress:?}");
        assert_eq!(progress.best, Some(moves));
    }
}

/// Bytes that the breadth-first search takes, and the positions it meets.
fn needs(level: &Arc<Level>) -> (u64, u64) {
    let method = METHODS.iter().find(|known| known.name == "bfs").unwrap();
    let options = Options::defaults(method.options);
    let mut run = (method.start)(level, &Task { metric: MOVES, options, ..Task::default() });
    while let Step::Running = run.advance(10_000) {}
    (run.progress().peak, run.counters()[0].1)
}

/// Boards where the breadth-first search would stop without a solution for want of memory.
fn boards_to_be_short_of_memory() -> Vec<(Arc<Level>, u64, u64)> {
    let all = known::boards().into_iter().chain(known::clusters());
    let boards = all.filter_map(|(level, truth)| {
        let moves = truth.figures("moves").map(|_| truth.figure("moves"))?;
        let (bytes, positions) = needs(&level);
        (positions > 1500).then_some((level, moves, bytes))
    });
    let boards: Vec<_> = boards.collect();
    assert!(boards.len() >= 2, "only {} boards", boards.len());
    boards
}

/// Nine pieces that can stand in millions of ways, four of them in the way of the target: five moves.
#[test]
fn who_is_short_of_memory_has_a_solution_all_the_same() {
    let rows =
        ["BBoooooo", "CCoooooo", "oooDEFGo", "AAoDEFGo", "oooDEFGo", "HHoooooo", "IIoooooo", "JJoooooo"];
    let level = level(&rows.join("\n"));
    let memory = needs(&level).0 / 2;
    assert!(matches!(answer(&level, "bfs", MOVES, memory), Verdict::Stopped { limit: Limit::Memory }));
    let chosen = |memory| Unblock::auto(&level, &Task { metric: MOVES, memory, ..Task::default() });
    assert_eq!((chosen(memory), chosen(1 << 30)), ("anytime", "bfs"));
    match answer(&level, "anytime", MOVES, memory) {
        Verdict::Solved { solution, .. } => assert!(referee::referee(&level, &solution).is_ok()),
        other => panic!("{other:?} in {memory} bytes"),
    }
}

/// Where a proof is asked for, three eighths of the memory are not all that the exact part gets.
#[test]
fn a_proof_may_use_the_memory_of_all_parts() {
    let method = METHODS.iter().find(|known| known.name == "anytime").unwrap();
    let mut waited = 0;
    for (level, moves, bytes) in boards_to_be_short_of_memory() {
        let memory = bytes * 3 / 2;
        let short = answer(&level, "bfs", MOVES, memory / 8 * 3);
        waited += usize::from(matches!(short, Verdict::Stopped { limit: Limit::Memory }));
        let options = Options::defaults(method.options);
        let task = Task { metric: MOVES, memory, options, optimal: true, ..Task::default() };
        let mut run = (method.start)(&level, &task);
        let verdict = loop {
            if let Step::Done(verdict) = run.advance(10_000) {
                break verdict;
            }
        };
        let Verdict::Solved { solution, optimal: true } = verdict else { panic!("{verdict:?} on {level:?}") };
        let (_, measures) = referee::referee(&level, &solution).unwrap();
        assert_eq!(measures.get("moves"), Some(moves), "{level:?}");
        assert!(run.progress().peak <= memory, "{} of {memory}", run.progress().peak);
    }
    assert!(waited > 0, "no board was short of memory");
}
