//! That training learns what there is to learn, nothing else, and the same each time; and that what is measured on was never
//! learned from.

use ingenio_core::rooms::Texts as _;
use ingenio_core::{Options, Rng, Source, Step, Task, Verdict};
use ingenio_nets::{Net, Refused, row};
use ingenio_sokoban::Sokoban;
use ingenio_sokoban::board::maze::Maze;
use ingenio_sokoban::learned::space::{Guess, Opinion, Pushes};
use ingenio_sokoban::learned::weights;
use ingenio_sokoban::level::{Level, normal_form};
use ingenio_sokoban::solve::METHODS;
use ingenio_train::fit::{Fit, Patience, until_no_better};
use ingenio_train::held_out::{HeldOut, family};
use ingenio_train::recipe::Recipe;
use ingenio_train::sokoban::{Plan, Settings, draw, estimate};
use ingenio_train::truth::Truth;

const PLAN: Plan = Plan { threads: 1, seed: 7, starts: 2, astray: 20, most: 20_000, one_in: 4 };
const SETTINGS: Settings =
    Settings { seed: 7, pace: 0.03, patience: Patience { passes: 3, without_gain: 2 } };

fn level(text: &str) -> Level {
    Sokoban::read(&Source::new(text), &Options::default()).remove(0).expect("the board is one").level
}

const PACKS: [&str; 4] = ["sokoban-4-five", "sokoban-6-order", "sokoban-paper", "sokoban-rooms"];

/// The levels of a shipped pack: whatever stands between three quotation marks.
fn pack(name: &str) -> Vec<Level> {
    let path = format!("{}/../../packs/{name}.toml", env!("CARGO_MANIFEST_DIR"));
    let text = std::fs::read_to_string(path).expect("the pack is there");
    text.split("\"\"\"").skip(1).step_by(2).map(level).collect()
}

fn lesson() -> estimate::Lesson {
    let mut lesson = estimate::Lesson::default();
    estimate::gather(&mut lesson, &PLAN, &HeldOut::default(), 0..150, &Guess::Assignment, &|_| ());
    assert!(lesson.learned.len() > 3_000 && lesson.back.len() > 200, "{} rooms", lesson.rooms);
    lesson
}

/// A planted truth: three pushes more wherever pattern 5 is seen, whatever else is there.
#[test]
fn a_planted_rule_is_learned() {
    let mut rng = Rng::new(1);
    let mut sample = || {
        let seen: Vec<u32> = (0..6).map(|_| rng.below(40) as u32).collect();
        let lacking = if seen.contains(&5) { 3.0 } else { 0.0 };
        let rows: Vec<u32> = seen.iter().map(|pattern| row(1, u128::from(*pattern), 10)).collect();
        (rows, lacking)
    };
    let (learned, back): (Vec<_>, Vec<_>) =
        ((0..4_000).map(|_| sample()).collect(), (0..500).map(|_| sample()).collect());
    let loss = |fit: &Fit| {
        back.iter()
            .map(|(rows, lacking): &(Vec<u32>, f32)| f64::from((fit.value(rows) - lacking).powi(2)))
            .sum::<f64>()
    };
    let pass = |fit: &mut Fit, _| {
        for (rows, lacking) in &learned {
            fit.step(rows, fit.value(rows) - lacking);
        }
    };
    let patience = Patience { passes: 20, without_gain: 3 };
    let (fit, course) = until_no_better(Fit::new(10, 0.1), patience, pass, loss, &|_, _| ());
    assert!(course.least() < course.losses[0] / 10.0, "{course:?}");
    let at = |pattern: u128| fit.net().value(&[row(1, pattern, 10)]);
    assert!(at(5) - at(6) > 2.0, "{} and {}", at(5), at(6));
}

/// Positions of real rooms: what is learned of some holds on others; with labels shuffled nothing does.
#[test]
fn shuffled_labels_teach_nothing() {
    let mut lesson = lesson();
    let constant = estimate::loss_of_a_constant(&lesson);
    let learned = estimate::fit(&lesson, &SETTINGS, &|_, _| ()).1.least();
    assert!(learned < constant * 0.95, "{learned} with weights, {constant} without");
    Rng::new(3).shuffle(&mut lesson.learned.lacking);
    let shuffled = estimate::fit(&lesson, &SETTINGS, &|_, _| ()).1.least();
    assert!(shuffled > constant * 0.98, "{shuffled} from shuffled labels, {constant} without any");
}

#[test]
fn the_same_seed_gives_the_same_bytes_on_any_number_of_threads() {
    let made = |seed, threads| {
        let recipe = Recipe { rooms: 14, seed, threads };
        let estimate = recipe.estimate(&HeldOut::default(), &|_| ());
        let net = weights::read_estimate(&estimate.bytes).expect("it was just written");
        (estimate.bytes, recipe.policy(&net, &HeldOut::default(), &|_| ()).bytes)
    };
    assert_eq!(made(5, 1), made(5, 3));
    assert_ne!(made(5, 1).0, made(6, 1).0);
}

/// A room whose floor is held out is not drawn, however it is turned: so no level held out, nor an image of it, is among
/// those that are learned from, by its id or otherwise.
#[test]
fn what_is_held_out_is_not_drawn() {
    let drawn = |held_out: &HeldOut| -> Vec<(u64, Level)> {
        let room = |number| Some((number, draw(&PLAN, held_out, number, &Guess::Assignment)?.solved));
        (0..60).filter_map(room).collect()
    };
    let all = drawn(&HeldOut::default());
    let forbidden: Vec<Level> = all.iter().step_by(2).map(|(_, level)| turned(level)).collect();
    assert!(forbidden.len() > 5);
    let left = drawn(&HeldOut::of(&forbidden));
    assert_eq!(
        left.len(),
        all.len() - all.iter().filter(|(_, level)| HeldOut::of(&forbidden).forbids(level)).count()
    );
    for (_, level) in &left {
        assert!(forbidden.iter().all(|other| family(other) != family(level)));
        assert!(forbidden.iter().all(|other| normal_form(other) != normal_form(level)));
    }
    assert!(left.len() <= all.len() - forbidden.len());
}

/// The level on its side.
fn turned(level: &Level) -> Level {
    let text = Sokoban::write(level, "xsb").expect("the format is known");
    let rows: Vec<Vec<char>> = text.lines().map(|line| line.chars().collect()).collect();
    let width = rows.iter().map(Vec::len).max().unwrap_or(0);
    let column =
        |at: usize| rows.iter().rev().map(|row| row.get(at).copied().unwrap_or('#')).collect::<String>();
    self::level(&(0..width).map(column).collect::<Vec<_>>().join("\n"))
}

/// The shipped packs are held out by the command; the shipped weights did not see their floors.
#[test]
fn shipped_levels_are_not_among_the_rooms_of_the_shipped_weights() {
    let levels: Vec<Level> = PACKS.iter().flat_map(|name| pack(name)).collect();
    let held_out = HeldOut::of(&levels);
    assert!(held_out.len() > 300);
    assert!(levels.iter().all(|level| held_out.forbids(&turned(level))));
}

/// Pushes of a method's solution.
fn pushes_of(level: &std::sync::Arc<Level>, method: &str, options: &str) -> usize {
    let method = METHODS.iter().find(|known| known.name == method).expect("it is in the table");
    let options = Options::parse(method.options, options).expect("they are its own");
    let task = Task { metric: ingenio_sokoban::metric::PUSHES, options, ..Task::default() };
    match (method.start)(level, &task).advance(u64::MAX) {
        Step::Done(Verdict::Solved { solution, .. }) => {
            solution.chars().filter(char::is_ascii_uppercase).count()
        }
        other => panic!("{}: {other:?}", method.name),
    }
}

/// Distances by pulls are those that the exact search proves, and focal search keeps its bound whatever the weights say.
#[test]
fn the_truth_is_the_truth() {
    let mut compared = 0;
    for number in 0..40 {
        let plan = Plan { most: 3_000, ..PLAN };
        let Some(drawn) = draw(&plan, &HeldOut::default(), number, &Guess::Assignment) else { continue };
        let truth = Truth::of(&drawn.maze, 3_000).expect("it was made before");
        for state in drawn.ways.iter().step_by(5).take(6) {
            let (player, boxes) = state.split_last().unwrap();
            let outer = |square: &u16| drawn.maze.outer(*square);
            let level = drawn.solved.with_start(&boxes.iter().map(outer).collect::<Vec<_>>(), outer(player));
            let level = std::sync::Arc::new(level);
            let pushes = pushes_of(&level, "push-optimal", "");
            assert_eq!(truth.far(state).map(usize::from), Some(pushes));
            for percent in [100, 120, 200] {
                let found = pushes_of(&level, "focal", &format!("within={percent}"));
                assert!(found * 100 <= pushes * percent, "{found} for {pushes} within {percent}");
            }
            compared += 1;
        }
    }
    assert!(compared > 10, "only {compared} positions were compared");
}

#[test]
fn shipped_weights_are_read_and_others_refused() {
    let (estimate, policy) = (weights::estimate(), weights::policy());
    let bytes = policy.write(weights::POLICY);
    assert!(matches!(weights::read_estimate(&bytes), Err(Refused::Foreign { .. })));
    let mut bytes = estimate.write(weights::ESTIMATE);
    assert_eq!(weights::read_estimate(&bytes), Ok(estimate));
    *bytes.last_mut().unwrap() ^= 1;
    assert_eq!(weights::read_estimate(&bytes), Err(Refused::OtherHash));
    assert!(Net::read(weights::ESTIMATE, b"not weights at all").is_err());
}

/// On levels of our packs, which it has not learned from, the learned estimate is nearer to the truth of searching: fewer
/// pushes are looked at by the same search than with the assignment.
#[test]
fn shipped_weights_spare_expansions_on_shipped_packs() {
    use ingenio_search::{BestFirst, Engine, Found, Greedy, Revisit};
    use ingenio_sokoban::learned::space::ByGuess;
    let nodes = |guess: &Guess| -> u64 {
        let levels = pack("sokoban-4-five").into_iter();
        let search = |level: Level| {
            let space = Pushes::new(Maze::new(&level), guess.clone(), Opinion::Even);
            let mut search = BestFirst::new(ByGuess(space.into()), Greedy, Revisit::Never, 1 << 30);
            assert_eq!(search.advance(100_000), Found::Goal);
            search.counts().expanded
        };
        levels.map(search).sum()
    };
    let (with, without) = (nodes(&Guess::Learned(weights::estimate())), nodes(&Guess::Assignment));
    assert!(with * 5 < without * 4, "{with} expansions with weights, {without} without");
}
