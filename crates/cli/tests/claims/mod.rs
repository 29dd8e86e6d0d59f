//! The figures in the sentences of the lessons: each is counted anew, from the lesson's experiment, from its
//! solver, from a paper's data or by arithmetic, and the sentence must say it. A number in digits that no
//! claim backs must be part of a name or of a definition, and those are listed here too.

use std::collections::{HashMap, HashSet, VecDeque};

use ingenio_core::CampaignRun;
use ingenio_lessons::Lesson;

use crate::written::root;

/// Looks through a lesson with the runs of its experiment.
pub fn check(lesson: &Lesson, runs: &[CampaignRun]) {
    let runs = Runs(runs);
    let (claims, given) = match lesson.name {
        "taquin" => (taquin(&runs, lesson), TAQUIN),
        "sokoban" => (sokoban(&runs, lesson), SOKOBAN),
        "unblock" => (unblock(&runs, lesson), UNBLOCK),
        "tetravex" => (tetravex(&runs, lesson), TETRAVEX),
        "flow" => (flow(&runs, lesson), FLOW),
        other => panic!("nobody checks the figures of {other}"),
    };
    let mut rest = prose(lesson.text);
    for claim in &claims {
        assert!(rest.contains(claim.as_str()), "docs/lessons/{}.md should say: {claim}", lesson.name);
        rest = rest.replace(claim.as_str(), " ");
    }
    for given in given {
        assert!(rest.contains(given), "docs/lessons/{}.md says no longer: {given}", lesson.name);
        rest = rest.replace(given, " ");
    }
    let bare: Vec<&str> = rest.split_whitespace().filter(|word| is_bare(word)).collect();
    assert!(bare.is_empty(), "docs/lessons/{}.md: nothing backs {bare:?}", lesson.name);
}

/// Numbers that belong to names and definitions, as the lessons write them.
const TAQUIN: &[&str] = &[
    "labels from 0",
    "algorithms 6 to 10",
    "What algorithm 7 prints",
    "gets h = 2",
    "A 15-puzzle",
    "of 15-puzzles",
    "a random 15-puzzle",
];
const SOKOBAN: &[&str] = &["all 90 levels of XSokoban"];
const UNBLOCK: &[&str] = &[
    "periods t = 0..NT",
    "is 1 if piece",
    "**Model 1** asks",
    "**Model 2** asks",
    "[Model 1]",
    "[model 2]",
    "model 1 by a SAT solver, model 2 as printed",
    "the printed model 2",
    "Model 1 does not count",
    "Model 1 finds a way out",
];
const TETRAVEX: &[&str] =
    &["has 2n(n+1) sides", "10^(2n(n+1)) filled boards", "or 0 for none", "one of them be 0", "with g = 1"];
const FLOW: &[&str] = &["O(2^n)", "and 2^n is"];

/// The sentences: without what is generated, code, targets of links and the exercises.
fn prose(text: &str) -> String {
    let text = without(text, "<!--", "<!-- end of", " -->");
    let text = without(&text, "```", "```", "");
    let text = without(&text, "`", "`", "");
    let text = without(&text, "](", ")", "");
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// The text without what stands between two marks, and up to the end of the closing one. A mark that is never
/// closed would hide the rest of the lesson.
fn without(text: &str, open: &str, close: &str, end: &str) -> String {
    let mut kept = String::new();
    let mut rest = text;
    while let Some((before, after)) = rest.split_once(open) {
        let (_, after) = after.split_once(close).unwrap_or_else(|| panic!("{open} without {close}: {after}"));
        rest = after.split_once(end).map_or(after, |(_, after)| after);
        kept = kept + before + if open == "](" { "]" } else { " " };
    }
    kept + rest
}

/// A number in digits that is no year, no size of a board and no name such as `P1`.
fn is_bare(word: &str) -> bool {
    let word = word.trim_matches(|letter: char| !letter.is_alphanumeric());
    let year = word.parse::<u32>().is_ok_and(|year| (1950..2050).contains(&year));
    let size = word.split('x').all(|side| side.parse::<u32>().is_ok()) && word.contains('x');
    let name = ["P1", "P3"].contains(&word);
    word.contains(|letter: char| letter.is_ascii_digit()) && !year && !size && !name
}

/// The runs of an experiment.
struct Runs<'a>(&'a [CampaignRun]);

impl Runs<'_> {
    fn of(&self, method: &str) -> Vec<&CampaignRun> {
        let mut runs: Vec<&CampaignRun> = self.0.iter().filter(|run| run.name == method).collect();
        assert!(!runs.is_empty(), "the experiment has no method {method}");
        runs.sort_by_key(|run| run.index);
        runs
    }

    fn nodes(&self, method: &str) -> Vec<u64> {
        self.of(method).into_iter().map(|run| run.answer.effort.nodes.unwrap_or(0)).collect()
    }

    /// On the levels of a set.
    fn on(&self, method: &str, set: &str) -> &CampaignRun {
        let run = self.0.iter().find(|run| run.name == method && run.set == set);
        run.unwrap_or_else(|| panic!("no run of {method} on {set}"))
    }

    fn levels(&self) -> usize {
        self.0.iter().map(|run| (&run.set, run.index)).collect::<HashSet<_>>().len()
    }

    fn methods(&self) -> usize {
        self.0.iter().map(|run| &run.name).collect::<HashSet<_>>().len()
    }

    fn seeds(&self) -> usize {
        self.0.iter().map(|run| run.answer.seed).collect::<HashSet<_>>().len()
    }

    fn node_limit(&self) -> u64 {
        self.0[0].limits.nodes.expect("a limit of nodes")
    }
}

/// As the lessons write it: `362,880`.
fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (place, digit) in digits.chars().enumerate() {
        if place > 0 && (digits.len() - place).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// Small numbers in words, as the lessons write them.
fn word(number: usize) -> &'static str {
    const WORDS: [&str; 13] = [
        "no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven",
        "twelve",
    ];
    match number {
        20 => "twenty",
        70 => "seventy",
        _ => WORDS.get(number).unwrap_or_else(|| panic!("no word for {number}")),
    }
}

fn capital(word: &str) -> String {
    word[..1].to_uppercase() + &word[1..]
}

/// The solver to read is as short as the lesson says.
fn solver(lesson: &Lesson) -> String {
    let lines = lesson.solver.lines().count();
    match lines {
        ..100 => "in fewer than a hundred lines".into(),
        100..150 => "in fewer than 150 lines".into(),
        _ => format!("in {lines} lines"),
    }
}

// --- Taquin ---

fn taquin(runs: &Runs<'_>, lesson: &Lesson) -> Vec<String> {
    let (printed, plain, scan) = (runs.nodes("astar-printed"), runs.nodes("bfs"), runs.nodes("astar-scan"));
    let ratios = || printed.iter().zip(&plain).map(|(printed, plain)| *printed as f64 / *plain as f64);
    let (least, most) = (ratios().fold(f64::MAX, f64::min), ratios().fold(0.0, f64::max));
    let saved = printed.iter().zip(&scan).skip(1).map(|(printed, scan)| printed / scan).min().unwrap_or(0);
    let looks = runs.of("astar-printed").last().map_or(0, |run| run.answer.effort.counters["look-ups"]);
    assert!((2_000_000_000..10_000_000_000).contains(&looks), "thousands of millions: {looks}");
    let boards: u64 = (1..=9).product();
    let large: f64 = (1..=16).map(f64::from).product::<f64>() / 2.0;
    assert!((9.5e12..10.5e12).contains(&large), "ten million millions");
    let mut claims = estimates(runs);
    claims.extend([
        format!("9! = {} arrangements", grouped(boards)),
        format!("a solvable 3x3 board takes at most {} moves", farthest_board()),
        "16!/2 solvable arrangements, about ten million millions".into(),
        format!("{} boards of the report", capital(word(runs.levels()))),
        format!("{} searches", word(runs.methods())),
        format!("from {least:.1} to {most:.0} times as many"),
        format!("one in {} of them or fewer", word((saved / 10 * 10) as usize)),
        "thousands of millions on the last board".into(),
        solver(lesson),
    ]);
    claims
}

/// What the table shows of straight lines and of linear conflicts, both beside Manhattan distance.
fn estimates(runs: &Runs<'_>) -> Vec<String> {
    let (straight, manhattan) = (runs.nodes("astar-euclidean"), runs.nodes("astar-manhattan"));
    let conflicts = runs.nodes("idastar-linear-conflict");
    let pair = |one: &[u64], board: usize| {
        format!("{} against {}", grouped(one[board - 1]), grouped(manhattan[board - 1]))
    };
    let boards = |holds: fn(&u64, &u64) -> bool| -> Vec<usize> {
        (1..)
            .zip(conflicts.iter().zip(&manhattan))
            .filter(|(_, (own, other))| holds(own, other))
            .map(|(board, _)| board)
            .collect()
    };
    assert_eq!((boards(u64::lt), boards(u64::gt)), (vec![3, 4, 5], vec![2, 6]), "linear conflicts");
    assert!((4..=6).all(|board| straight[board - 1] > manhattan[board - 1]), "straight lines are weaker");
    vec![
        format!(
            "on the last three boards they open {} boards against {}, {}, and {}",
            straight[3],
            manhattan[3],
            pair(&straight, 5),
            pair(&straight, 6)
        ),
        format!("saves another part on boards 3, 4 and 5, {} on the last of these", pair(&conflicts, 5)),
        format!("On boards 2 and 6 it opens more, {} and {}", pair(&conflicts, 2), pair(&conflicts, 6)),
    ]
}

/// Breadth-first search from the ordered board through all there are.
fn farthest_board() -> u32 {
    let goal: [u8; 9] = [1, 2, 3, 4, 5, 6, 7, 8, 0];
    let mut moves = HashMap::from([(goal, 0)]);
    let mut open = VecDeque::from([goal]);
    let mut last = 0;
    while let Some(board) = open.pop_front() {
        last = moves[&board];
        let blank = board.iter().position(|tile| *tile == 0).unwrap_or(0);
        let beside = |cell: &usize| (cell / 3).abs_diff(blank / 3) + (cell % 3).abs_diff(blank % 3) == 1;
        for cell in (0..9).filter(beside) {
            let mut next = board;
            next.swap(blank, cell);
            moves.entry(next).or_insert_with(|| {
                open.push_back(next);
                last + 1
            });
        }
    }
    last
}

// --- Sokoban ---

/// Steps and nodes of the Sokoban paper's tables, by function and level.
fn paper() -> HashMap<(String, u32), (u64, u64)> {
    let text = std::fs::read_to_string(root().join("docs/papers/sokoban-tables.csv")).unwrap();
    let row = |line: &str| {
        let cells: Vec<&str> = line.split(',').collect();
        let number = |at: usize| cells[at].parse::<u64>().unwrap();
        ((cells[0].to_owned(), number(1) as u32), (number(2), number(4)))
    };
    text.lines().skip(1).map(row).collect()
}

/// Nodes of the paper's searches on the levels that all five solve: the order that the lesson speaks of.
fn check_the_papers_order(paper: &HashMap<(String, u32), (u64, u64)>) {
    const SEARCHES: [&str; 5] = ["Elegida", "Admisible", "Voraz", "Test", "IDA*"];
    let nodes = |function: &str, level: u32| paper.get(&(function.to_owned(), level)).map(|row| row.1);
    let common = |level: &u32| SEARCHES.iter().all(|function| nodes(function, *level).is_some());
    let total =
        |function: &str| -> u64 { (1..=150).filter(common).filter_map(|level| nodes(function, level)).sum() };
    for quick in ["Elegida", "Voraz", "IDA*"] {
        assert!(total(quick) < total("Admisible"), "the paper's order: {quick}");
    }
}

/// Whose moves are the fewest although children are dropped: Admisible's here, IDA*'s never.
fn misses(runs: &Runs<'_>) -> Vec<String> {
    let solved = |method: &str| -> HashMap<usize, u64> {
        let solved = runs.of(method).into_iter().filter(|run| run.is_solved());
        solved.filter_map(|run| Some((run.index, run.answer.measure("moves")?))).collect()
    };
    let least = solved("fewest moves, proved");
    let (wide, deep) = (solved("Admisible"), solved("IDA*"));
    assert_eq!(wide, least, "Admisible finds the fewest moves on every level");
    assert!(runs.0.iter().all(|run| run.is_solved() || run.name == "IDA*"), "IDA* alone leaves levels");
    assert!(deep.iter().all(|(level, moves)| least[level] < *moves), "IDA* misses them on every level");
    vec![
        format!(
            "On the {} levels of this experiment Admisible finds the fewest moves all the same",
            word(least.len())
        ),
        format!("IDA* misses them on all {} that it solves", word(deep.len())),
    ]
}

fn sokoban(runs: &Runs<'_>, lesson: &Lesson) -> Vec<String> {
    let paper = paper();
    check_the_papers_order(&paper);
    let of = |function: &str, level: u32| paper.get(&(function.to_owned(), level)).copied();
    let levels = paper.keys().filter(|(function, _)| function == "Elegida").count() as u32;
    let beaten = |level: &u32| {
        let (voraz, admisible) = (of("Voraz", *level), of("Admisible", *level));
        voraz.zip(admisible).is_some_and(|(voraz, admisible)| voraz.0 < admisible.0)
    };
    let level = (1..=levels).find(beaten).expect("a level that refutes it");
    let fewer =
        |level: u32| of("IDA*", level).zip(of("Admisible", level)).is_none_or(|(deep, wide)| deep.1 < wide.1);
    assert!((1..=levels).all(fewer), "IDA* has fewer nodes on every level that both solve");
    let steps = |function: &str| of(function, level).unwrap_or_default().0;
    let boxes: HashSet<u64> = runs.0.iter().map(|run| run.features["boxes"]).collect();
    let boxes: Vec<u64> = boxes.into_iter().collect();
    let greedy = runs.0.iter().filter(|run| run.name.starts_with("Voraz")).map(|run| &run.name);
    let [boxes] = boxes[..] else { panic!("one number of boxes: {boxes:?}") };
    let mut claims = misses(runs);
    claims.extend([
        format!("an experiment with {levels} levels"),
        format!("{} levels with {} boxes", capital(word(runs.levels())), word(boxes as usize)),
        format!("at most {} nodes each", grouped(runs.node_limit())),
        format!("Voraz runs {} times", word(greedy.collect::<HashSet<_>>().len())),
        format!("on level {level} Voraz has {} steps and Admisible {}", steps("Voraz"), steps("Admisible")),
        "has fewer nodes than its A* on every level that both solve".into(),
        "the paper's order, IDA* apart: there it has fewer nodes than Admisible".into(),
        solver(lesson),
    ]);
    claims
}

// --- Unblock ---

fn unblock(runs: &Runs<'_>, lesson: &Lesson) -> Vec<String> {
    let searched = ["fewest slides, search", "fewest steps, search"].map(|method| runs.nodes(method));
    let searched: Vec<u64> = searched.into_iter().flatten().collect();
    let (few, many) = (searched.iter().min().unwrap(), searched.iter().max().unwrap());
    let printed = &runs.on("model 2 as printed, 4 periods", "P3").answer;
    let within = printed.effort.counters["least_in_model"];
    let ring = printed
        .remarks
        .iter()
        .map(ingenio_core::Message::english)
        .find(|remark| remark.contains(" go at the same moment"));
    let ring = ring.expect("the run names the ring");
    let ring =
        ring.split(" go at").next().unwrap_or("").split_whitespace().filter(|word| word.contains(['+', '-']));
    let ring = ring.filter(|word| word.starts_with(char::is_alphabetic)).count();
    let of = |method: &str, board: &str, metric: &str| runs.on(method, board).answer.measure(metric).unwrap();
    let legally = of("fewest steps, search", "P3", "steps");
    assert_eq!(ring, 4, "{:?}", printed.remarks);
    vec![
        format!("{} boards of the paper, P1 and P3", capital(word(runs.levels()))),
        format!("Search opens {} to {} positions", grouped(*few), grouped(*many)),
        format!("claims {within} steps, where {legally} are the fewest"),
        format!("{} pieces that each enter the cell the next one is leaving", capital(word(ring))),
        format!(
            "P1 takes at least {} steps, or {} slides; model 1's plan has {} steps",
            of("fewest steps, search", "P1", "steps"),
            of("fewest slides, search", "P1", "moves"),
            of("model 1, SAT", "P1", "steps")
        ),
        // Of the paper: docs/papers/said.csv has it.
        "the paper takes 300".into(),
        solver(lesson),
    ]
}

// --- TetraVex ---

fn tetravex(runs: &Runs<'_>, lesson: &Lesson) -> Vec<String> {
    let course = runs.of("the course's tabu search: exchanges only");
    let solved = course.iter().filter(|run| run.is_solved()).count();
    assert!((2 * solved).abs_diff(course.len()) <= course.len() / 5, "about every second time: {solved}");
    let tiles = runs.0.iter().filter_map(|run| run.answer.measure("placed")).max().unwrap() as usize;
    for exact in ["row by row, exact", "constraint programming, exact"] {
        assert!(runs.of(exact).iter().all(|run| run.is_solved()), "{exact} places all tiles every time");
    }
    let sides = 2 * 3 * (3 + 1);
    vec![
        format!("for n = 3 it gives 10^{sides}"),
        format!("with {} random numbers for each method", word(runs.seeds())),
        format!("the runs that place all {} tiles", word(tiles)),
        "The exact methods place all tiles at once, with any random number".into(),
        "does so about every second time".into(),
        solver(lesson),
    ]
}

// --- Flow ---

/// The digits of n over k.
fn digits_of_choices(n: u64, k: u64) -> u64 {
    let logarithm: f64 = (0..k).map(|at| ((n - at) as f64).log10() - ((at + 1) as f64).log10()).sum();
    logarithm.floor() as u64 + 1
}

/// The straight segments of pipes such as `A@0,0:RRD`.
fn segments(solution: &str) -> usize {
    let of = |stroke: &str| {
        let way: Vec<char> = stroke.split(':').nth(1).unwrap_or("").chars().collect();
        1 + way.windows(2).filter(|two| two[0] != two[1]).count()
    };
    solution.split_whitespace().map(of).sum()
}

fn flow(runs: &Runs<'_>, lesson: &Lesson) -> Vec<String> {
    let five = &runs.on("links", "5x5").answer;
    let needed = segments(&five.solution().expect("links solves it").text);
    assert!(needed.abs_diff(12) <= 2, "some twelve: {needed}");
    let (side, colours) = (5_u64, 4);
    let made = side.pow(4) * colours;
    // For each first cell: its row and its column, itself once.
    let straight = side * side * (2 * side - 1) * colours;
    let subsets = (made as f64 * 2_f64.log10()).floor() as u64 + 1;
    let single = ["5x5", "7x7", "9x9"];
    assert!(single.iter().all(|set| runs.on("links", set).answer.effort.nodes == Some(1)), "a single node");
    let best = runs.on("best-first", "9x9").answer.effort.nodes.unwrap_or(0);
    assert!((1000..10_000).contains(&best), "thousands of nodes: {best}");
    let lost = |method: &str, set: &str| !runs.on(method, set).is_solved();
    assert!(lost("brute-force", "5x5") && lost("brute-force-printed", "2x3"), "brute force is lost");
    assert!(lost("backtracking", "7x7") && !lost("backtracking", "5x5"));
    vec![
        format!("On a 5x5 board with {} colours that is {}", word(colours as usize), grouped(made)),
        "A solution of a 5x5 board has some twelve straight segments".into(),
        format!("sets of twelve out of {} has {} digits", grouped(made), digits_of_choices(made, 12)),
        format!("2^{} has {subsets} digits", grouped(made)),
        format!("At most {} nodes for each run", grouped(runs.node_limit())),
        format!("Of the {} segments {} are of that kind", grouped(made), grouped(made - straight)),
        format!(
            "they leave {}, and a number with {} digits instead of {}",
            grouped(straight),
            digits_of_choices(straight, 12),
            digits_of_choices(made, 12)
        ),
        "with thousands of nodes".into(),
        "needs a single node for each of the three larger boards".into(),
        "Brute force is lost at 5x5, as printed on the smallest board already. Backtracking is lost at 7x7"
            .into(),
        solver(lesson),
    ]
}
