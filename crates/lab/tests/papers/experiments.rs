//! Experiments that are counted and not timed, so that they come out alike everywhere: what a campaign
//! cannot say because it needs the counters of a run, or a word of the printed model.

use std::collections::BTreeMap;
use std::path::Path;

use ingenio_catalog::{SystemClock, find, parse_method};
use ingenio_core::{Answer, Budget, LevelRef, Options, Silent, Source, Task, find_method, find_metric};
use ingenio_lab::{Campaign, gather};

use super::printed::{self, RATES, Row, TABLE_53, TABLE_54, TOTALS, follows, steps_and_slides};

type Named = (String, String);

#[allow(clippy::needless_pass_by_value, reason = "a figure is put down where it is made")]
fn put(all: &mut Vec<Named>, name: &str, value: impl ToString) {
    all.push((name.to_owned(), value.to_string()));
}

/// Seconds at most: made again by every test.
pub fn cheap() -> Vec<Named> {
    let mut all = Vec::new();
    settings(&mut all);
    own_tables(&mut all);
    unblock(&mut all);
    printed_boards(&mut all);
    tabu(&mut all);
    all
}

/// Minutes: made by `make papers` alone.
pub fn dear() -> Vec<Named> {
    let levels = paper_levels();
    let mut all = Vec::new();
    ties(&mut all, &levels);
    deepening(&mut all, &levels);
    all
}

// --- running ---

pub fn level(puzzle: &str, text: &str) -> LevelRef {
    // The papers' models are solved by HiGHS.
    ingenio_native::install();
    let puzzle = find(puzzle).unwrap();
    let settings = Options::defaults(puzzle.info().settings);
    puzzle.read(&Source::new(text), &settings).remove(0).unwrap().level
}

fn run(level: &LevelRef, method: &str, seed: u64, nodes: Option<u64>) -> Answer {
    let (method, options) = parse_method(level.puzzle(), method).unwrap();
    let method = method.expect("a method by name");
    let task = Task { metric: method.metric(), optimal: true, seed, options, ..Task::default() };
    let budget = Budget { nodes, ..Budget::default() };
    ingenio_core::solve(level.as_ref(), &method, &task, &budget, &SystemClock::start(), &mut Silent).unwrap()
}

/// The least of a metric, proved by search.
fn least(level: &LevelRef, metric: &'static str) -> u64 {
    let method = find_method(level.puzzle(), "bfs").unwrap();
    let criterion = find_metric(level.puzzle(), metric).unwrap();
    let task = Task { metric: criterion, optimal: true, ..Task::default() };
    let budget = Budget::default();
    let solved =
        ingenio_core::solve(level.as_ref(), &method, &task, &budget, &SystemClock::start(), &mut Silent);
    let solved = solved.unwrap();
    assert!(solved.outcome.is_optimal());
    measure(&solved, metric).unwrap()
}

fn measure(solved: &Answer, name: &str) -> Option<u64> {
    solved.outcome.solution()?.measures().get(name)
}

fn counter(solved: &Answer, name: &str) -> u64 {
    *solved.effort.counters.get(name).unwrap_or_else(|| panic!("no counter {name}"))
}

// --- what the campaigns are told to do ---

/// `setting CAMPAIGN: seconds`, and as many of levels, methods and random numbers.
fn settings(all: &mut Vec<Named>) {
    let files = std::fs::read_dir(super::root().join("bench/papers")).unwrap().flatten();
    for file in files.map(|entry| entry.path()) {
        let campaign = Campaign::read(&file).unwrap();
        let name = file.file_stem().unwrap().to_string_lossy();
        let mut set = |what: &str, value: String| put(all, &format!("setting {name}: {what}"), value);
        set("seconds", campaign.budget.time.map_or_else(String::new, |seconds| seconds.to_string()));
        set("levels", gather(&campaign).unwrap().len().to_string());
        set("methods", campaign.methods.len().to_string());
        set("random numbers", campaign.seeds.len().to_string());
    }
    put(all, "illustrations", super::illustrations::all().len());
    let near = (super::illustrations::ABOUT_EQUAL - 1.0) * 100.0;
    put(all, "illustrations: about equal", format!("{near:.0} %"));
    let file = super::root().join("bench/papers/unblock-model2-chance.toml");
    let boards = gather(&Campaign::read(&file).unwrap()).unwrap();
    put(all, "chance: own boards of model 2", boards.iter().filter(|board| board.set != "paper").count());
}

// --- what the Sokoban paper's own tables say ---

fn own_tables(all: &mut Vec<Named>) {
    let tables = printed::sokoban();
    let (admissible, greedy) = (&tables["Admisible"], &tables["Voraz"]);
    let beaten: Vec<u32> = admissible
        .iter()
        .filter(|(level, row)| {
            tables.values().any(|other| other.get(level).is_some_and(|other| other.steps < row.steps))
        })
        .map(|(level, _)| *level)
        .collect();
    let [level] = beaten[..] else { panic!("one level refutes it: {beaten:?}") };
    put(all, "own tables: beaten level", level);
    put(all, "own tables: beaten, Admisible", admissible[&level].steps);
    put(all, "own tables: beaten, Voraz", greedy[&level].steps);
    let over = |row: &Row| row.millis > 2 * 3_600_000;
    let late: Vec<(&String, &u32, &Row)> = tables
        .iter()
        .flat_map(|(function, rows)| rows.iter().map(move |(level, row)| (function, level, row)))
        .filter(|(_, _, row)| over(row))
        .collect();
    let [(function, level, late)] = late[..] else { panic!("one level ran over its limit: {late:?}") };
    put(all, "own tables: late level", level);
    put(all, "own tables: late function", function);
    put(all, "own tables: minutes over the limit", format!("{:.1}", late.millis as f64 / 60_000.0));
    own_rates(all);
    let deepening = &tables["IDA*"];
    let common = deepening.iter().filter(|(level, _)| admissible.contains_key(level));
    let fewer = common.clone().filter(|(level, row)| row.nodes < admissible[level].nodes).count();
    put(all, "own tables: IDA* and A* solved", common.count());
    put(all, "own tables: IDA* with fewer nodes", fewer);
    let chosen: u64 = greedy.keys().map(|level| tables["Elegida"][level].steps).sum();
    let steps: u64 = greedy.values().map(|row| row.steps).sum();
    put(all, "own tables: Voraz to Elegida", ratio(steps, chosen));
}

/// Steps an hour by the totals, and which of the printed rates follow from them.
fn own_rates(all: &mut Vec<Named>) {
    let (mut steps_follow, mut nodes_follow) = (Vec::new(), 0);
    for (total, (function, steps, nodes)) in TOTALS.iter().zip(RATES) {
        assert_eq!(total.function, function);
        let rate = |count: u64| count as f64 / total.exact_hours();
        put(all, &format!("own tables: {function}: steps an hour"), format!("{:.2}", rate(total.steps)));
        steps_follow.extend(follows(steps, rate(total.steps)).then_some(function));
        nodes_follow += usize::from(follows(nodes, rate(total.nodes)));
    }
    assert_eq!(nodes_follow, RATES.len(), "all rates of nodes follow");
    let [follows] = steps_follow[..] else { panic!("one rate of steps follows: {steps_follow:?}") };
    put(all, "own tables: rate of steps that follows", follows);
    put(all, "own tables: rates of steps that do not", RATES.len() - 1);
}

fn ratio(one: u64, other: u64) -> String {
    format!("{:.2}", one as f64 / other as f64)
}

// --- Unblock: the printed model, a fixed horizon, and its tables counted again ---

const P1: &str = "BBBooHooEooHAAEooHCoEoGGCoooFoDDDoFo";
pub const P3: &str = "BDDFFoBoEoooAAEGoHoooGoHCCCGoHoooooo";

pub fn panel_p1() -> LevelRef {
    level("unblock", P1)
}

fn unblock(all: &mut Vec<Named>) {
    let panels = super::boards::panels("time");
    let lost = panels.iter().filter(|(panel, _)| super::boards::is_lost(panel)).count();
    put(all, "own tables: panels", panels.len());
    put(all, "own tables: panels lost", lost);
    let (p1, p3) = (level("unblock", P1), level("unblock", P3));
    for periods in [4, 5] {
        let said = run(&p3, &format!("milp-model2-printed:periods={periods}"), 0, None);
        let steps = counter(&said, "least_in_model");
        put(all, &format!("P3 printed, {periods} periods: periods"), counter(&said, "periods"));
        put(all, &format!("P3 printed, {periods} periods: steps"), steps);
        put(all, &format!("P3 printed, {periods} periods: objective"), 300 - steps);
    }
    let said = run(&p3, "milp-model2-printed:periods=4", 0, None);
    put(all, "P3 printed: sentence", said.remarks[0].english());
    put(all, "P3 legally: steps", least(&p3, "steps"));
    put(all, "P3 legally: slides", least(&p3, "moves"));
    put(all, "P1 legally: steps", least(&p1, "steps"));
    put(all, "P1 legally: slides", least(&p1, "moves"));
    let within = run(&p1, "milp-model2:periods=10", 0, None);
    put(all, "P1 within periods: periods", counter(&within, "periods"));
    put(all, "P1 within periods: steps", counter(&within, "least_in_model"));
    let any = run(&p1, "milp-model1", 0, None);
    put(all, "P1 model 1: steps", measure(&any, "steps").unwrap());
    put(all, "P1 model 1: slides", measure(&any, "moves").unwrap());
    put(all, "P1 model 1: solution", any.outcome.solution().unwrap().text());
    for (name, table) in [("table 5.3", &TABLE_53), ("table 5.4", &TABLE_54)] {
        let (steps, slides) = steps_and_slides(table);
        put(all, &format!("{name}: steps"), steps);
        put(all, &format!("{name}: slides"), slides);
    }
}

// --- TetraVex: the course's tabu search with a hundred random numbers ---

const EXAMPLE: &str = "3x3\n1 2 3 4\n2 4 7 2\n1 5 5 4\n3 4 6 5\n5 7 2 1\n6 6 2 3\n6 7 6 6\n2 1 8 7\n";

fn tabu(all: &mut Vec<Named>) {
    let example = level("tetravex", EXAMPLE);
    for (name, method) in [("tabu of the course", "tabu-swap"), ("tabu", "tabu")] {
        let mut counts: BTreeMap<u64, u32> = BTreeMap::new();
        for seed in 0..100 {
            let placed = measure(&run(&example, method, seed, Some(1_000_000)), "placed").unwrap();
            *counts.entry(placed).or_default() += 1;
        }
        let told: Vec<String> =
            counts.iter().rev().map(|(placed, count)| format!("{placed} tiles {count} times")).collect();
        put(all, &format!("{name}: distribution"), told.join(", "));
        put(all, &format!("{name}: four"), counts.get(&4).copied().unwrap_or(0));
    }
}

/// The boards that the TetraVex paper prints as results, before the referee.
fn printed_boards(all: &mut Vec<Named>) {
    let example = level("tetravex", EXAMPLE);
    for (name, board) in [("CP", "1 2 3/4 0 5/6 7 8"), ("tabu", "0 0 1/0 0 0/2 3 4")] {
        let verified = example.verify(board).unwrap_or_else(|why| panic!("{name}: {why:?}"));
        put(all, &format!("printed board of {name}: placed"), verified.measures().get("placed").unwrap());
    }
}

// --- Sokoban: what ties alone do, and what IDA* counts ---

fn paper_levels() -> Vec<LevelRef> {
    let text = "title = 't'\n[[levels]]\npack = 'sokoban-paper'\n[[methods]]\nmethod = 'portfolio'\n";
    let campaign = Campaign::parse(text, Path::new("")).unwrap();
    gather(&campaign).unwrap().into_iter().map(|test| test.level).collect()
}

/// So many nodes for one level: enough for nearly all levels of the four functions, not for those of IDA*.
const MOST_NODES: u64 = 1_000_000;

/// Steps and nodes of each level, where it was solved.
type Found = Vec<Option<(u64, u64)>>;

fn found(levels: &[LevelRef], method: &str) -> Found {
    let runs = levels.iter().map(|level| run(level, method, 0, Some(MOST_NODES)));
    runs.map(|run| Some((measure(&run, "moves")?, run.nodes()))).collect()
}

const FUNCTIONS: [&str; 4] = ["chosen", "admissible", "greedy", "distance"];

const TIES: [&str; 3] = ["fifo", "heap", "lifo"];

/// Steps over the levels that every function solves with every order of ties: what differs then is the order alone.
fn ties(all: &mut Vec<Named>, levels: &[LevelRef]) {
    let of = |ties: &str, function: &str| found(levels, &format!("astar-{function}:ties={ties}"));
    let by_function = |ties: &str| FUNCTIONS.map(|function| (function, of(ties, function))).into();
    let by_ties: Vec<(&str, BTreeMap<&str, Found>)> =
        TIES.iter().map(|ties| (*ties, by_function(ties))).collect();
    let everywhere = |level: &usize| {
        by_ties.iter().flat_map(|(_, found)| found.values()).all(|found| found[*level].is_some())
    };
    let common: Vec<usize> = (0..levels.len()).filter(everywhere).collect();
    put(all, "ties: common levels", common.len());
    put(all, "ties: node limit", MOST_NODES);
    for (ties, by_function) in &by_ties {
        let steps = |function: &str| -> u64 {
            common.iter().filter_map(|level| by_function[function][*level]).map(|(steps, _)| steps).sum()
        };
        for function in FUNCTIONS {
            put(all, &format!("ties {ties}: {function}: steps"), steps(function));
        }
        put(all, &format!("ties {ties}: Voraz to Elegida"), ratio(steps("greedy"), steps("chosen")));
    }
    scaled(all, levels, &by_ties[0].1);
}

/// How many levels each search solves with as many nodes as Elegida needs for the hardest.
fn scaled(all: &mut Vec<Named>, levels: &[LevelRef], by_function: &BTreeMap<&str, Found>) {
    let chosen = &by_function["chosen"];
    assert!(chosen.iter().all(Option::is_some), "Elegida solves them all");
    let most = chosen.iter().flatten().map(|(_, nodes)| *nodes).max().unwrap_or(0);
    put(all, "scaled: nodes", most);
    let within = |found: &Found| found.iter().flatten().filter(|(_, nodes)| *nodes <= most).count();
    for (function, found) in by_function {
        put(all, &format!("scaled: {function}"), within(found));
    }
    let deep =
        |level: &&LevelRef| run(level, "idastar-admissible", 0, Some(most)).outcome.solution().is_some();
    put(all, "scaled: deepening", levels.iter().filter(deep).count());
}

fn deepening(all: &mut Vec<Named>, levels: &[LevelRef]) {
    let (mut common, mut every, mut last, mut best) = (0, 0, 0, 0);
    let (mut fewer_in_all, mut fewer_in_last) = (0, 0);
    for level in levels {
        let deep = run(level, "idastar-admissible", 0, Some(MOST_NODES));
        let wide = run(level, "astar-admissible", 0, Some(MOST_NODES));
        if deep.outcome.solution().is_none() || wide.outcome.solution().is_none() {
            continue;
        }
        let nodes = [deep.nodes(), counter(&deep, "last_iteration"), wide.nodes()];
        common += 1;
        every += nodes[0];
        last += nodes[1];
        best += nodes[2];
        fewer_in_all += u32::from(nodes[0] < nodes[2]);
        fewer_in_last += u32::from(nodes[1] < nodes[2]);
    }
    put(all, "IDA*: node limit", MOST_NODES);
    put(all, "IDA*: common levels", common);
    put(all, "IDA*: nodes, all iterations", every);
    put(all, "IDA*: nodes, last iteration", last);
    put(all, "IDA*: nodes of A*", best);
    put(all, "IDA*: fewer than A*, all iterations", fewer_in_all);
    put(all, "IDA*: fewer than A*, last iteration", fewer_in_last);
}
