//! Model methods: the same answers as search on hundreds of small levels, and the same manners as every
//! other method: limits, cancelling, repetition.

use std::time::Duration;

use ingenio_catalog::{PUZZLES, Request, SharedBudget, Statement, find};
use ingenio_conformance::tools::{RealClock, large_sample, node_budget, run};
use ingenio_conformance::{budgets, methods};
use ingenio_core::{
    AnyMaker, AnyPuzzle, AnySamples, Budget, Cancel, Criterion, Editor, Fault, GeneratorInfo, Guarantee,
    Info, LevelRef, Likeness, Limit, Mend, Message, MethodInfo, Options, Outcome, Reading, Rng, Silent,
    Source, TableNeeds, TableSet, Task,
};

/// A puzzle of whose methods only some are looked at.
struct Only {
    puzzle: &'static dyn AnyPuzzle,
    wanted: fn(&MethodInfo) -> bool,
}

impl AnySamples for Only {
    fn sample(&self, rng: &mut Rng, size: usize) -> LevelRef {
        self.puzzle.sample(rng, size)
    }
}

impl AnyPuzzle for Only {
    fn info(&self) -> &'static Info {
        self.puzzle.info()
    }
    fn recognise(&self, source: &Source) -> Likeness {
        self.puzzle.recognise(source)
    }
    fn read(&self, source: &Source, settings: &Options) -> Vec<Reading<LevelRef>> {
        self.puzzle.read(source, settings)
    }
    fn methods(&self) -> Vec<MethodInfo> {
        self.puzzle.methods().into_iter().filter(self.wanted).collect()
    }
    fn explains(&self) -> bool {
        self.puzzle.explains()
    }

    fn heuristics(&self) -> Vec<(&'static str, Criterion, bool)> {
        Vec::new()
    }
    fn table_sets(&self) -> &'static [TableSet] {
        &[]
    }
    fn table_needs(&self, set: &TableSet) -> TableNeeds {
        self.puzzle.table_needs(set)
    }
    fn need_files(&self) -> &'static [&'static str] {
        &[]
    }
    fn generators(&self) -> Vec<GeneratorInfo> {
        self.puzzle.generators()
    }
    fn generate(&self, generator: &str, wishes: &Options, cancel: Cancel) -> Result<AnyMaker, Message> {
        self.puzzle.generate(generator, wishes, cancel)
    }
    fn solution_parts(&self, solution: &str) -> Vec<String> {
        self.puzzle.solution_parts(solution)
    }
    fn rescued(&self, source: &Source, fault: &Fault, settings: &Options) -> Vec<Mend<LevelRef>> {
        self.puzzle.rescued(source, fault, settings)
    }
    fn editor(&self) -> Option<&'static Editor> {
        self.puzzle.editor()
    }
}

fn is_model(method: &MethodInfo) -> bool {
    ["sat-", "milp-", "cp-"].iter().any(|engine| method.name.starts_with(engine))
}

fn model_methods(wanted: fn(&MethodInfo) -> bool) -> impl Iterator<Item = &'static dyn AnyPuzzle> {
    PUZZLES.iter().map(move |puzzle| {
        let only: &'static Only = Box::leak(Box::new(Only { puzzle: *puzzle, wanted }));
        only as &'static dyn AnyPuzzle
    })
}

#[test]
fn limits_and_cancelling_are_honoured() {
    ingenio_native::install();
    for puzzle in model_methods(is_model) {
        budgets::time_is_honoured(puzzle);
        budgets::cancelling_works(puzzle);
    }
}

/// What an engine's own thread spends counts, and a limit of it ends the engine.
#[test]
fn processor_time_of_engines_is_honoured() {
    ingenio_native::install();
    let limit = Duration::from_millis(100);
    let mut ended = 0;
    for (puzzle, method) in [
        ("unblock", "sat-model1"),
        ("tetravex", "cp-element"),
        ("tetravex", "milp-element"),
        ("flow", "milp-edges"),
    ] {
        let (puzzle, method) = named(puzzle, method);
        let Some(level) = large_sample(puzzle, &method) else { continue };
        let budget = Budget { cpu_time: Some(limit), ..Budget::default() };
        let request = Request { method: method.name.into(), optimal: true, budget, ..Request::default() };
        let report = request.run(&level, &mut Silent).unwrap();
        let cpu = report.effort.cpu_seconds.unwrap();
        if let Outcome::Unknown { limit: Limit::CpuTime, .. } = report.outcome {
            ended += 1;
            assert!(cpu >= limit.as_secs_f64(), "{}: {cpu}", method.name);
        }
        assert!(cpu < 1.0, "{} took {cpu} s", method.name);
    }
    assert!(ended > 0, "none of them was ended");
}

/// Who shares a budget pays for its engines too, though they work in threads of their own.
#[test]
fn a_shared_budget_counts_the_threads_of_engines() {
    ingenio_native::install();
    let (puzzle, method) = named("flow", "sat-edges");
    let level = puzzle.sample(&mut Rng::stream(77, 0), 5);
    let hour = Duration::from_hours(1);
    let shared = SharedBudget::new(Budget { cpu_time: Some(hour), ..Budget::default() });
    let request = Request { method: method.name.into(), budget: shared.left(), ..Request::default() };
    let answer = shared.run(&request, &level, &mut Silent).unwrap();
    let spent = hour.saturating_sub(shared.left().cpu_time.unwrap());
    let told = answer.effort.cpu_seconds.unwrap();
    assert!(told > 0.0 && spent.as_secs_f64() >= told * 0.999, "{spent:?} of {told} s");
}

/// A limit of nodes ends every run, by itself and not beyond: easy stages count too.
#[test]
fn nodes_are_honoured() {
    ingenio_native::install();
    for puzzle in model_methods(|method| method.name.starts_with("sat-")) {
        for method in puzzle.methods() {
            let level = puzzle.sample(&mut Rng::stream(77, 0), 3);
            for nodes in [1, 10, 40] {
                let Some(solved) = run(level.as_ref(), &method, method.metric(), &node_budget(nodes)) else {
                    continue;
                };
                assert!(solved.nodes() <= nodes, "{} used {:?}", method.name, solved.effort);
                if let Some(limit) = solved.outcome.limit() {
                    assert!(matches!(limit, Limit::Nodes | Limit::Method), "{} says {limit:?}", method.name);
                }
            }
        }
    }
}

#[test]
fn answers_repeat() {
    ingenio_native::install();
    model_methods(|method| method.name.starts_with("sat-")).for_each(methods::answer_twice_the_same);
}

#[test]
fn tables_are_well_formed() {
    ingenio_native::install();
    for puzzle in PUZZLES {
        methods::tables_are_well_formed(*puzzle);
    }
}

fn solve(
    level: &LevelRef,
    method: &MethodInfo,
    metric: Criterion,
    optimal: bool,
    nodes: u64,
) -> Option<Outcome> {
    let task = Task { metric, optimal, ..Task::default() };
    let solved = ingenio_core::solve(
        level.as_ref(),
        method,
        &task,
        &node_budget(nodes),
        &RealClock::start(),
        &mut Silent,
    );
    let outcome = solved.ok()?.outcome;
    if let Outcome::Failed { fault } = &outcome {
        panic!("{} failed on {level:?}: {fault:?}", method.name);
    }
    Some(outcome)
}

/// What search says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Truth {
    /// The best figure; 0 where nothing is counted.
    Best(u64),
    Unsolvable,
}

/// Nothing where search does not end.
fn truth(level: &LevelRef, metric: Criterion) -> Option<Truth> {
    let method = level.auto(&Task { metric, optimal: true, ..Task::default() });
    match solve(level, &method, metric, !metric.is_empty(), 200_000)? {
        Outcome::Solved { solution, optimal } if optimal || metric.is_empty() => {
            Some(Truth::Best(metric.figure(solution.measures()).unwrap_or(0)))
        }
        Outcome::Unsolvable { .. } => Some(Truth::Unsolvable),
        _ => None,
    }
}

/// One method on samples of a size whose answer is not beyond `most`; counts what was compared.
fn agree(puzzle: &'static dyn AnyPuzzle, method: &MethodInfo, size: usize, count: u64, most: u64) -> u32 {
    let metric = method.metric();
    let mut compared = 0;
    for number in 0..count {
        let level = puzzle.sample(&mut Rng::stream(8_888, number), size);
        let Some(truth) = truth(&level, metric) else { continue };
        // Where there is no solution a growing horizon never ends.
        let endless = truth == Truth::Unsolvable && !method.guarantee.decides();
        if endless || matches!(truth, Truth::Best(best) if best > most) {
            continue;
        }
        let optimal = method.guarantee.optimises();
        let Some(outcome) = solve(&level, method, metric, optimal, 50_000) else { continue };
        let name = method.name;
        match (outcome, truth) {
            (Outcome::Solved { solution, optimal }, Truth::Best(best)) => {
                assert!(
                    optimal || !method.guarantee.optimises(),
                    "{name} did not prove its answer: {level:?}"
                );
                if optimal && !metric.is_empty() {
                    assert_eq!(metric.figure(solution.measures()), Some(best), "{name} on {level:?}");
                }
                compared += 1;
            }
            (Outcome::Unsolvable { .. }, Truth::Unsolvable) => compared += 1,
            // An honest answer of those who promise no proof, or of a budget of nodes.
            (Outcome::Unknown { best: Some(found), .. }, Truth::Best(best)) if !metric.is_empty() => {
                let most = puzzle.info().metrics.iter().any(|known| known.sense == ingenio_core::Sense::Most);
                let found = metric.figure(found.measures()).unwrap_or(best);
                assert!(if most { found <= best } else { found >= best }, "{name} beats search: {level:?}");
            }
            (Outcome::Unknown { .. }, _) => {}
            (outcome, truth) => panic!("{name} says {}, search {truth:?}: {level:?}", outcome.word()),
        }
    }
    compared
}

fn named(puzzle: &str, method: &str) -> (&'static dyn AnyPuzzle, MethodInfo) {
    let puzzle = find(puzzle).unwrap();
    let info = puzzle.methods().into_iter().find(|known| known.name == method);
    (puzzle, info.unwrap_or_else(|| panic!("no method {method}")))
}

fn check(puzzle: &str, table: &[(&str, usize, u64, u64, u32)]) {
    for (method, size, count, most, least) in table {
        let (puzzle, info) = named(puzzle, method);
        let compared = agree(puzzle, &info, *size, *count, *most);
        assert!(compared >= *least, "{method} was compared only {compared} times");
    }
}

// Method, size of the samples, how many, the longest answer, how many must have been compared.

#[test]
fn unblock_agrees_with_search() {
    ingenio_native::install();
    check(
        "unblock",
        &[
            ("sat-slides", 1, 500, 100, 200),
            ("milp-slides", 0, 600, 4, 200),
            ("milp-model1", 0, 600, 6, 200),
            ("cp-slides", 0, 600, 6, 200),
            ("sat-model2", 0, 500, 10, 200),
            ("milp-model2", 0, 600, 5, 200),
            ("cp-model2", 0, 600, 4, 200),
            ("sat-model1", 0, 500, 10, 200),
        ],
    );
}

#[test]
fn tetravex_agrees_with_search() {
    ingenio_native::install();
    check(
        "tetravex",
        &[
            ("sat-placement", 1, 300, 100, 200),
            ("sat-element", 0, 300, 100, 200),
            ("milp-placement", 0, 350, 100, 200),
            ("milp-element", 0, 400, 100, 200),
            ("cp-element", 0, 300, 100, 200),
            ("cp-placement", 0, 350, 100, 200),
        ],
    );
}

#[test]
fn flow_agrees_with_search() {
    ingenio_native::install();
    check(
        "flow",
        &[
            ("sat-edges", 2, 300, 0, 200),
            ("milp-edges", 0, 300, 0, 200),
            ("cp-edges", 1, 300, 0, 200),
            ("cp-circuit", 1, 400, 0, 200),
            ("sat-circuit", 1, 400, 0, 200),
        ],
    );
}

#[test]
fn taquin_and_sokoban_agree_with_search() {
    ingenio_native::install();
    check(
        "taquin",
        &[("sat-plan", 1, 900, 18, 200), ("cp-plan", 0, 900, 8, 200), ("milp-plan", 0, 1200, 6, 200)],
    );
    check(
        "sokoban",
        &[("sat-plan", 0, 1200, 20, 200), ("cp-plan", 0, 2400, 8, 200), ("milp-plan", 0, 3000, 6, 200)],
    );
}

/// The panel P3 of the thesis: its model finds 9 steps, because pieces that move at once pass through
/// each other in a ring; with such plans cut off it is 28, as search says.
#[test]
fn rings_are_cut_off() {
    ingenio_native::install();
    let (puzzle, method) = named("unblock", "sat-model2");
    let text = "BDDFFoBoEoooAAEGoHoooGoHCCCGoHoooooo";
    let level = puzzle.read(&Source::new(text), &Options::default()).remove(0).unwrap().level;
    assert_eq!(truth(&level, method.metric()), Some(Truth::Best(28)));
    let solved = ingenio_core::solve(
        level.as_ref(),
        &method,
        &Task::default(),
        &Budget::default(),
        &RealClock::start(),
        &mut Silent,
    );
    let solved = solved.unwrap();
    let cuts = solved.effort.counters.get("cuts").copied();
    assert!(cuts > Some(0), "no ring was met: {cuts:?}");
    assert_eq!(solved.solution().and_then(|solution| solution.measures().get("steps")), Some(28));
}

/// Panel P1: ten periods are the fewest, and 25 steps the least within them, as the thesis says.
#[test]
fn the_panel_of_the_thesis() {
    ingenio_native::install();
    let (puzzle, _) = named("unblock", "sat-model2");
    let text = "BBBooHooEooHAAEooHCoEoGGCoooFoDDDoFo";
    let level = puzzle.read(&Source::new(text), &Options::default()).remove(0).unwrap().level;
    for (method, steps) in
        [("sat-model2", Some(25)), ("milp-model2:periods=10", Some(25)), ("sat-model1:periods=9", None)]
    {
        let (found, options) = ingenio_catalog::parse_method(puzzle, method).unwrap();
        let task = Task { options, ..Task::default() };
        let solved = ingenio_core::solve(
            level.as_ref(),
            &found.unwrap(),
            &task,
            &Budget::default(),
            &RealClock::start(),
            &mut Silent,
        );
        let found = solved.unwrap().outcome.solution().and_then(|solution| solution.measures().get("steps"));
        assert_eq!(found, steps, "{method}");
    }
}

fn run_on(text: &str, method: &str, optimal: bool) -> ingenio_core::Answer {
    let (puzzle, _) = named("unblock", "sat-model2");
    let level = puzzle.read(&Source::new(text), &Options::default()).remove(0).unwrap().level;
    let (method, options) = ingenio_catalog::parse_method(puzzle, method).unwrap();
    let method = method.unwrap();
    let task = Task { options, optimal, ..Task::default() };
    let clock = RealClock::start();
    ingenio_core::solve(level.as_ref(), &method, &task, &Budget::default(), &clock, &mut Silent).unwrap()
}

fn counter(solved: &ingenio_core::Answer, name: &str) -> Option<u64> {
    solved.effort.counters.get(name).copied()
}

/// Panel P3 in the models as printed: 9 steps in 4 or 5 periods, which is 291 of 300, by a ring of A, E, D
/// and B. Nothing of it is shown as a solution, and the ring is named.
#[test]
fn the_printed_models_show_their_ring() {
    const P3: &str = "BDDFFoBoEoooAAEGoHoooGoHCCCGoHoooooo";
    ingenio_native::install();
    for periods in [4, 5] {
        let solved = run_on(P3, &format!("milp-model2-printed:periods={periods}"), true);
        let Outcome::Unknown { limit, best: None } = &solved.outcome else { panic!("{:?}", solved.outcome) };
        assert_eq!(*limit, Limit::Method);
        assert_eq!(counter(&solved, "least_in_model"), Some(9));
        let remark = solved.remarks[0].english();
        assert!(remark.contains("291 = 300 - 9"), "{remark}");
        for step in ["A+1", "E-1", "D-1", "B+1"] {
            assert!(remark.contains(step), "{remark}");
        }
    }
    let solved = run_on(P3, "sat-model1-printed", false);
    assert!(solved.outcome.solution().is_none() && counter(&solved, "periods") == Some(4));
    assert!(solved.remarks[0].english().contains("A+1"), "{:?}", solved.remarks);
    let solved = run_on(P3, "sat-model1-printed:periods=3", false);
    assert!(matches!(solved.outcome, Outcome::Unknown { limit: Limit::Periods, best: None }));
}

/// The printed plan as another solver would hand it in is refused, and the ring is named.
#[test]
fn a_foreign_answer_through_a_ring_is_refused_with_its_ring() {
    const P3: &str = "BDDFFoBoEoooAAEGoHoooGoHCCCGoHoooooo";
    const FORMULATION: &str = "model2-printed:periods=4";
    ingenio_native::install();
    let (puzzle, _) = named("unblock", "sat-model2");
    let level = puzzle.read(&Source::new(P3), &Options::default()).remove(0).unwrap().level;
    let (method, options) = ingenio_catalog::parse_method(puzzle, &format!("milp-{FORMULATION}")).unwrap();
    let mut run = level.start(&method.unwrap(), &Task { options, ..Task::default() }).unwrap().run;
    ingenio_core::drive(run.as_mut(), &Budget::default(), &RealClock::start(), &mut Silent);
    let table = run.found().table.expect("a table").english();
    let on: std::collections::HashSet<&str> =
        table.split_whitespace().filter_map(|word| word.strip_suffix("=1")).collect();
    // The start, as the Unblock paper prints it.
    let start = [1, 1, 1, 2, 2, 4, 3, 3];
    let start: Vec<String> =
        (1..).zip(start).map(|(piece, place)| format!("ALFA{piece}_{place}_0")).collect();
    let statement = Statement::new(&level, FORMULATION, &Budget::default(), &mut Silent).unwrap();
    let value = |name: &String| u8::from(on.contains(name.as_str()) || start.contains(name));
    let names = statement.model().by_name();
    let answer: String = names.keys().map(|name| format!("{name} {}\n", value(name))).collect();
    let source = Source::new(&answer);
    let refusal = ingenio_catalog::foreign_solution(
        &level,
        Some(FORMULATION),
        &source,
        &Budget::default(),
        &mut Silent,
    );
    let refusal = refusal.unwrap_err();
    assert!(refusal.is(ingenio_model::words::ILLEGAL), "{refusal:?}");
    assert!(refusal.english().contains("A+1, E-1, D-1, B+1"), "{refusal:?}");
}

/// Where no ring is in the way, the printed model and ours say the same.
#[test]
fn the_printed_models_solve_panel_p1() {
    const P1: &str = "BBBooHooEooHAAEooHCoEoGGCoooFoDDDoFo";
    ingenio_native::install();
    let solved = run_on(P1, "sat-model1-printed", false);
    assert!(solved.outcome.solution().is_some(), "{:?}", solved.outcome);
}

/// The sum of the tile numbers, as the TetraVex paper prints its objective, prefers the last tile alone to
/// the first two together; the number of tiles does not. Nothing is called the maximum that is none.
#[test]
fn the_printed_objective_places_fewer_tiles() {
    ingenio_native::install();
    let (puzzle, _) = named("tetravex", "cp-element");
    let text = "2x1\n1 5 1 2\n1 3 1 5\n1 7 1 6\n1 9 1 8\n";
    let level = puzzle.read(&Source::new(text), &Options::default()).remove(0).unwrap().level;
    let placed = |method: &str, optimal: bool| {
        let (method, options) = ingenio_catalog::parse_method(puzzle, method).unwrap();
        let method = method.unwrap();
        let task = Task { options, optimal, ..Task::default() };
        let clock = RealClock::start();
        let solved =
            ingenio_core::solve(level.as_ref(), &method, &task, &Budget::default(), &clock, &mut Silent)
                .unwrap();
        let placed = solved.outcome.solution().and_then(|solution| solution.measures().get("placed"));
        (placed, solved.outcome.is_optimal())
    };
    assert_eq!(placed("cp-element", true), (Some(2), true));
    for method in ["cp-element-printed", "milp-element-printed"] {
        assert_eq!(placed(method, true), (Some(1), false), "{method}");
    }
}

/// Ten periods prove 25 steps to be the least within ten, and no more than that; search and a growing
/// horizon prove them to be the least of all.
#[test]
fn a_fixed_horizon_proves_what_is_least_within_it() {
    const P1: &str = "BBBooHooEooHAAEooHCoEoGGCoooFoDDDoFo";
    ingenio_native::install();
    let solved = run_on(P1, "milp-model2:periods=10", true);
    let Outcome::Unknown { limit: Limit::Periods, best: Some(best) } = &solved.outcome else {
        panic!("{:?}", solved.outcome)
    };
    assert_eq!(best.measures().get("steps"), Some(25));
    assert_eq!((counter(&solved, "periods"), counter(&solved, "least_in_model")), (Some(10), Some(25)));
    assert_eq!(solved.remarks[0].id(), ingenio_unblock::words::LEAST_WITHIN.id);
    // Asked for any solution, it is one.
    let solved = run_on(P1, "milp-model2:periods=10", false);
    assert!(matches!(solved.outcome, Outcome::Solved { optimal: false, .. }));
    let solved = run_on(P1, "sat-model2:periods=9", true);
    assert!(matches!(solved.outcome, Outcome::Unknown { limit: Limit::Periods, best: None }));
}

/// Models that are too large are refused before they are built, with their size.
#[test]
fn models_without_room_are_refused() {
    ingenio_native::install();
    let (puzzle, _) = named("unblock", "sat-slides");
    let level = puzzle.sample(&mut Rng::new(1), 2);
    let budget = Budget { memory: Some(100_000), ..Budget::default() };
    let refused = Statement::new(&level, "model2:periods=1000", &budget, &mut Silent).unwrap_err();
    assert_eq!(refused.id(), ingenio_model::words::TOO_LARGE.id);
    let task = Task { memory: 100_000, ..Task::default() };
    let (method, options) = ingenio_catalog::parse_method(puzzle, "sat-model2:periods=1000").unwrap();
    let task = Task { options, ..task };
    let (method, clock) = (method.unwrap(), RealClock::start());
    let solved = ingenio_core::solve(level.as_ref(), &method, &task, &budget, &clock, &mut Silent).unwrap();
    // What the tests beside this one take counts too: the watch over the process may be first.
    assert_eq!(solved.outcome.limit(), Some(Limit::Memory), "{:?}", solved.outcome);
    let told = solved.remarks.iter().all(|remark| remark.id() == ingenio_model::words::TOO_LARGE.id);
    assert!(told, "{:?}", solved.remarks);
}

/// Every formulation tells its size before it is built, and never too little.
#[test]
fn sizes_are_told_beforehand() {
    ingenio_native::install();
    for puzzle in PUZZLES {
        let modelled = ingenio_catalog::modelled(puzzle.info().name).expect("every puzzle has formulations");
        for formulation in modelled.formulations() {
            for number in 0..20 {
                let level = puzzle.sample(&mut Rng::stream(5, number), 1);
                let Ok(mut problem) = modelled.open(&level, formulation.name, &Task::default()) else {
                    continue;
                };
                let mut model = ingenio_model::Model::new();
                let stages = if formulation.guarantee == Guarantee::Complete { 1 } else { 4 };
                for stage in 0..if formulation.options.is_empty() { 1 } else { stages } {
                    problem.grow(stage, &mut model);
                    let (told, real) = (problem.size(stage), model.size());
                    let enough = told.variables >= real.variables
                        && told.constraints >= real.constraints
                        && told.terms >= real.terms;
                    assert!(enough, "{} at {stage}: told {told:?}, is {real:?}: {level:?}", formulation.name);
                }
            }
        }
    }
}

/// What is written has every row of the model under its group.
#[test]
fn statements_are_written() {
    ingenio_native::install();
    let (puzzle, _) = named("unblock", "sat-model1");
    let level =
        puzzle.read(&Source::new("BBBooHooEooHAAEooHCoEoGGCoooFoDDDoFo"), &Options::default()).remove(0);
    let level = level.unwrap().level;
    let statement = Statement::new(&level, "model1", &Budget::default(), &mut Silent).unwrap();
    // The fewest periods were found first.
    assert_eq!(statement.model().name(statement.model().objective().unwrap().terms[0].1), "ALFA1_5_10");
    let documents = statement.write(&level, "lp", "P1").unwrap();
    let rows = documents[0].text.lines().filter(|line| line.starts_with(" c")).count();
    assert_eq!(rows, statement.model().constraints().len());
    assert!(statement.write(&level, "braille", "P1").is_err());
}
