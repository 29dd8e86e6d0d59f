//! Written models are read by real foreign programs, which find the same optimum as our search; and their
//! answers come back and pass the referee. A program that is not there fails the test: `make test`
//! installs them. LINGO and OPL cannot be had; their files are read by small readers of our own.

mod lingo;
mod opl;

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use opl::Opl;
use serde_json::Value;
use tempfile::TempDir;

/// The last two are the third one turned round and laid on its side.
const UNBLOCK: [&str; 6] = [
    "4x4:DDCBAACBoEEooooo",
    "4x4:xoDCAADCBBoooooo",
    "4x4:ooBoAABCoDDCoooo",
    "5x4:BBBCCAADEoooDEFooooF",
    "exit: left\n4x4:ooooCDDoCBAAoBoo",
    "exit: down\n4x4:oAoooADoBBDooCCo",
];
const TAQUIN: [&str; 3] = ["1 2/_ 3", "1 2 3/_ 4 6/7 5 8", "_ 1 3/4 2 5"];
const SOKOBAN: [&str; 3] = [
    "####\n#@ #\n# $#\n# .#\n####\n",
    "#####\n#@$.#\n# $ #\n#  .#\n#####\n",
    "######\n#@   #\n# $. #\n#  $.#\n######\n",
];
const FLOW: [&str; 3] = ["A.B\n..A\nB..\n", "A.B\nA..\n..B\n", "A.B\nA.B\n"];
/// Walls, a bridge, borders that join, hexagons, walls where borders join, a hole, a bridge beside a hole and a wall, and
/// one board without a solution; none with room for a loop, which models cut off only when it occurs.
const FLOW_SHAPES: [&str; 8] = [
    "walls: 0,0:D\nA.A\nB.B\n",
    "A.B\n.+.\nB.A\n",
    "warps: across\n.AA\n.BB\n.CC\n",
    "board: hexes\nAB\n..\nAB\n",
    "warps: across\nwalls: 0,0:D 1,2:D\n.AA\n.BB\n.CC\n",
    "A#A\n.B.\n.B.\n...\n",
    "walls: 1,0:D\nA.B#\n.+.#\nB.A#\n",
    "walls: 0,0:D\nAB.\n.B.\n..A\n",
];
const TETRAVEX: [&str; 3] = [
    "2x2\n1 2 3 4\n5 6 7 2\n3 1 1 8\n7 9 9 1\n",
    "2x2\n1 2 3 4\n5 6 7 2\n3 1 1 8\n8 9 9 3\n",
    "2x2\n1 2 3 4\n5 6 7 2\n3 1 1 8\nblocked 1,1\n",
];

/// For our own reader of OPL, which tries value after value.
const TINY: [(&str, &[&str]); 5] = [
    ("unblock", &["4x3:ooBoAABooooo", "4x3:oxBoAABooooo", "4x4:ooBoAABooooooooo"]),
    ("taquin", &["1 2/_ 3", "2 3/1 _"]),
    ("sokoban", &["####\n#@ #\n# $#\n# .#\n####\n", "######\n#@$ .#\n######\n"]),
    ("flow", &FLOW),
    ("tetravex", &TETRAVEX),
];

/// A level in a file of its own.
struct Bench {
    folder: TempDir,
    puzzle: &'static str,
    level: String,
    extra: &'static [&'static str],
}

impl Bench {
    fn new(puzzle: &'static str, text: &str) -> Self {
        let folder = TempDir::new().unwrap();
        let path = folder.path().join("level.txt");
        std::fs::write(&path, text).unwrap();
        let level = path.to_string_lossy().into_owned();
        Bench { folder, puzzle, level, extra: &[] }
    }

    fn path(&self, name: &str) -> String {
        self.folder.path().join(name).to_string_lossy().into_owned()
    }

    fn ingenio(&self, command: &str, arguments: &[&str]) -> Output {
        Command::new(env!("CARGO_BIN_EXE_ingenio"))
            .args([command, &self.level, "--puzzle", self.puzzle])
            .args(self.extra)
            .args(arguments)
            .output()
            .expect("the program starts")
    }

    /// The least of a metric by our own search; nothing if the level is unsolvable.
    fn optimum(&self, metric: &str) -> Option<u64> {
        let mut arguments = vec!["--optimal", "--json"];
        if !metric.is_empty() {
            arguments.extend(["--metric", metric]);
        }
        let output = self.ingenio("solve", &arguments);
        let answer: Value = serde_json::from_slice(&output.stdout).expect("a line of JSON");
        match answer["outcome"].as_str() {
            Some("solved") => Some(answer["measures"][metric].as_u64().unwrap_or(0)),
            Some("unsolvable") => None,
            _ => panic!("{answer}"),
        }
    }

    /// Writes a model; the name of the files goes on with their ending.
    fn write(&self, formulation: &str, target: &str) -> String {
        let stem = self.path("model");
        let output = self.ingenio("model", &["--formulation", formulation, "--to", target, "-o", &stem]);
        assert!(output.status.success(), "{formulation} {target}: {}", text(&output.stderr));
        stem
    }

    /// Referees an answer, and gives its measure.
    fn accepted(&self, formulation: &str, answer: &str, metric: &str) -> u64 {
        let output =
            self.ingenio("check", &["--model-solution", answer, "--formulation", formulation, "--json"]);
        let verdict: Value = serde_json::from_slice(&output.stdout).expect("a line of JSON");
        assert_eq!(
            verdict["outcome"],
            "accepted",
            "{formulation}: {verdict}\n{}",
            std::fs::read_to_string(answer).unwrap()
        );
        verdict["measures"][metric].as_u64().unwrap_or(0)
    }
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

/// Runs a foreign program and gives what it printed.
fn run(program: &str, arguments: &[&str]) -> String {
    let output = Command::new(program).args(arguments).output();
    let output = output
        .unwrap_or_else(|error| panic!("{program} is missing ({error}): scripts/setup-tests installs it"));
    text(&output.stdout) + &text(&output.stderr)
}

fn boards(puzzle: &'static str) -> Vec<Bench> {
    let texts: &[&str] = match puzzle {
        "unblock" => &UNBLOCK,
        "taquin" => &TAQUIN,
        "sokoban" => &SOKOBAN,
        "flow" => &FLOW,
        _ => &TETRAVEX,
    };
    let more: &[&str] = if puzzle == "flow" { &FLOW_SHAPES } else { &[] };
    texts.iter().chain(more).map(|text| Bench::new(puzzle, text)).collect()
}

fn tiny(puzzle: &'static str) -> Vec<Bench> {
    let (_, texts) = TINY.iter().find(|(known, _)| *known == puzzle).unwrap();
    texts.iter().map(|text| Bench::new(puzzle, text)).collect()
}

/// Formulations that plan so many periods ahead, with the metric that these count.
const PLANS: [(&str, &str, &str); 4] = [
    ("unblock", "model1", "steps"),
    ("unblock", "slides", "moves"),
    ("taquin", "plan", "moves"),
    ("sokoban", "plan", "moves"),
];

/// Formulations that look for the best.
const BEST: [(&str, &str); 2] = [("tetravex", "element"), ("tetravex", "placement")];

/// Solves an LP or MPS file with GLPK and with CBC and gives the files of the answers.
fn linear(bench: &Bench, stem: &str, target: &str) -> [String; 2] {
    let file = format!("{stem}.{target}");
    let answers = [bench.path("glpsol.txt"), bench.path("cbc.txt")];
    let form = if target == "lp" { "--lp" } else { "--freemps" };
    let said = run("glpsol", &[form, &file, "-o", &answers[0]]);
    assert!(Path::new(&answers[0]).exists(), "{said}");
    let said = run("cbc", &[&file, "solve", "solution", &answers[1]]);
    assert!(Path::new(&answers[1]).exists() && !said.contains("errors on input"), "{said}");
    answers
}

fn refused(bench: &Bench, formulation: &str, answer: &str) -> bool {
    let output = bench.ingenio("check", &["--model-solution", answer, "--formulation", formulation]);
    matches!(output.status.code(), Some(3 | 11))
}

#[test]
fn glpk_and_cbc_find_plans_of_the_same_length() {
    for (puzzle, name, metric) in PLANS {
        for bench in boards(puzzle) {
            let Some(least) = bench.optimum(metric) else { continue };
            for target in ["lp", "mps"] {
                let formulation = format!("{name}:periods={least}");
                for answer in linear(&bench, &bench.write(&formulation, target), target) {
                    assert!(bench.accepted(&formulation, &answer, metric) >= least);
                }
                if name == "model1" || least < 2 {
                    continue;
                }
                let shorter = format!("{name}:periods={}", least - 1);
                for answer in linear(&bench, &bench.write(&shorter, target), target) {
                    assert!(refused(&bench, &shorter, &answer), "{puzzle} is solved in less");
                }
            }
        }
    }
}

#[test]
fn glpk_and_cbc_find_the_same_best() {
    for bench in boards("unblock") {
        let Some(steps) = bench.optimum("steps") else { continue };
        let formulation = format!("model2:periods={steps}");
        for target in ["lp", "mps"] {
            for answer in linear(&bench, &bench.write(&formulation, target), target) {
                assert_eq!(bench.accepted(&formulation, &answer, "steps"), steps, "{target}");
            }
        }
    }
    for (puzzle, formulation) in BEST {
        for bench in boards(puzzle) {
            let most = bench.optimum("placed").unwrap();
            for target in ["lp", "mps"] {
                for answer in linear(&bench, &bench.write(formulation, target), target) {
                    assert_eq!(bench.accepted(formulation, &answer, "placed"), most, "{target}");
                }
            }
        }
    }
    for bench in boards("flow") {
        let solvable = bench.optimum("").is_some();
        for answer in linear(&bench, &bench.write("edges", "lp"), "lp") {
            assert_eq!(solvable, !refused(&bench, "edges", &answer));
        }
    }
}

#[test]
fn minisat_decides_the_same() {
    let solve = |bench: &Bench, formulation: &str| {
        let (stem, answer) = (bench.write(formulation, "dimacs"), bench.path("minisat.txt"));
        run("minisat", &[&format!("{stem}.cnf"), &answer]);
        answer
    };
    for (puzzle, name, metric) in PLANS {
        for bench in boards(puzzle) {
            let Some(least) = bench.optimum(metric) else { continue };
            let formulation = format!("{name}:periods={least}");
            assert!(bench.accepted(&formulation, &solve(&bench, &formulation), metric) >= least);
            if name != "model1" && least > 1 {
                let shorter = format!("{name}:periods={}", least - 1);
                let answer = solve(&bench, &shorter);
                assert!(std::fs::read_to_string(answer).unwrap().starts_with("UNSAT"));
            }
        }
    }
    for formulation in ["edges", "circuit"] {
        for bench in boards("flow") {
            let solvable = bench.optimum("").is_some();
            assert_eq!(solvable, !refused(&bench, formulation, &solve(&bench, formulation)), "{formulation}");
        }
    }
    for (puzzle, formulation) in BEST {
        for mut bench in boards(puzzle) {
            bench.extra = &["--complete"];
            let solvable = bench.optimum("placed").is_some();
            assert_eq!(solvable, !refused(&bench, formulation, &solve(&bench, formulation)), "{formulation}");
        }
    }
}

#[test]
fn clasp_finds_the_same_best() {
    let solve = |bench: &Bench, formulation: &str, target: &str| {
        let (stem, answer) = (bench.write(formulation, target), bench.path("clasp.txt"));
        std::fs::write(&answer, run("clasp", &[&format!("{stem}.{target}")])).unwrap();
        answer
    };
    for target in ["wcnf", "opb"] {
        for bench in boards("unblock") {
            let Some(steps) = bench.optimum("steps") else { continue };
            let formulation = format!("model2:periods={steps}");
            let answer = solve(&bench, &formulation, target);
            assert_eq!(bench.accepted(&formulation, &answer, "steps"), steps, "{target}");
        }
        for (puzzle, formulation) in BEST {
            for bench in boards(puzzle) {
                let most = bench.optimum("placed").unwrap();
                let answer = solve(&bench, formulation, target);
                assert_eq!(bench.accepted(formulation, &answer, "placed"), most, "{formulation} {target}");
            }
        }
    }
}

/// Models that are written by hand: puzzle, formulation, metric, and periods more than are needed.
const BY_HAND: [(&str, &str, &str, Option<u64>); 6] = [
    ("unblock", "model2", "steps", Some(0)),
    ("unblock", "slides", "moves", Some(1)),
    ("taquin", "plan", "moves", Some(2)),
    ("sokoban", "plan", "moves", Some(1)),
    ("flow", "circuit", "", None),
    ("tetravex", "element", "placed", None),
];

/// Calls with every level, its formulation with options, and the optimum.
fn by_hand(
    target: &str,
    boards: fn(&'static str) -> Vec<Bench>,
    mut look: impl FnMut(&Bench, &str, &str, Option<u64>, &str),
) {
    for (puzzle, name, metric, more) in BY_HAND {
        for bench in boards(puzzle) {
            let best = bench.optimum(metric);
            let formulation = match (more, best) {
                (Some(more), Some(best)) => format!("{name}:periods={}", best + more),
                (Some(_), None) => continue,
                (None, _) => name.to_owned(),
            };
            let stem = bench.write(&formulation, target);
            look(&bench, &formulation, metric, best, &stem);
        }
    }
}

#[test]
fn gecode_finds_the_same_best() {
    by_hand("minizinc", boards, |bench, formulation, metric, best, stem| {
        let model = std::fs::read_to_string(format!("{stem}.mzn")).unwrap();
        assert!(model.lines().count() < 100 && model.contains("forall"), "{formulation} is a short file");
        let answer = bench.path("minizinc.txt");
        let files = [format!("{stem}.mzn"), format!("{stem}.dzn")];
        let output = Command::new("minizinc").args(["--solver", "gecode", &files[0], &files[1]]).output();
        let output = output
            .unwrap_or_else(|error| panic!("minizinc is missing ({error}): scripts/setup-tests installs it"));
        std::fs::write(&answer, &output.stdout).unwrap();
        match best {
            Some(best) => assert_eq!(bench.accepted(formulation, &answer, metric), best, "{formulation}"),
            None => assert!(
                text(&output.stdout).contains("UNSATISFIABLE"),
                "{formulation}: {}",
                text(&output.stderr)
            ),
        }
    });
}

#[test]
fn opl_files_mean_the_same() {
    by_hand("opl", tiny, |bench, formulation, _, best, stem| {
        let file = |ending: &str| std::fs::read_to_string(format!("{stem}.{ending}")).unwrap();
        let (model, data) = (file("mod"), file("dat"));
        assert!(model.lines().count() < 100, "{formulation} is a short file");
        let found = Opl::read(&model, &data).best();
        let expected = best.map(|best| match bench.puzzle {
            "unblock" if formulation.starts_with("model2") => 300 - best as i64,
            _ => best as i64,
        });
        assert_eq!(found, expected, "{formulation} of {}", std::fs::read_to_string(&bench.level).unwrap());
    });
}

/// Fast Downward, in a virtual environment that `scripts/setup-tests` makes.
fn planner() -> (PathBuf, PathBuf) {
    let home = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../target/planner");
    let python = home.join("bin/python");
    let libraries = std::fs::read_dir(home.join("lib"))
        .unwrap_or_else(|error| panic!("the planner is missing ({error}): scripts/setup-tests installs it"));
    let script = libraries
        .filter_map(Result::ok)
        .map(|library| library.path().join("site-packages/up_fast_downward/downward/fast-downward.py"))
        .find(|script| script.exists());
    (python, script.expect("the planner is there: scripts/setup-tests installs it"))
}

#[test]
fn fast_downward_finds_the_same_best_plans() {
    let (python, script) = planner();
    let rows = [
        ("unblock", "slides", "moves"),
        ("unblock", "model2", "steps"),
        ("taquin", "plan", "moves"),
        ("sokoban", "plan", "moves"),
    ];
    for (puzzle, formulation, metric) in rows {
        for bench in boards(puzzle) {
            let Some(least) = bench.optimum(metric) else { continue };
            let (stem, plan) = (bench.write(formulation, "pddl"), bench.path("plan.txt"));
            let files = [format!("{stem}-domain.pddl"), format!("{stem}-problem.pddl")];
            let output = Command::new(&python)
                .arg(&script)
                .args(["--sas-file", &bench.path("task.sas"), "--plan-file", &plan, &files[0], &files[1]])
                .args(["--search", "astar(lmcut())"])
                .output()
                .expect("the planner starts");
            assert!(Path::new(&plan).exists(), "{}", text(&output.stdout));
            assert_eq!(bench.accepted(formulation, &plan, metric), least, "{puzzle} {formulation}");
        }
    }
}

#[test]
fn lingo_files_say_what_the_model_says() {
    let rows = [
        ("unblock", "model1:periods=3", ".lg4"),
        ("unblock", "model2:periods=3", "_Opt.lg4"),
        ("unblock", "slides:periods=2", ".lg4"),
        ("tetravex", "element", ".lg4"),
        ("flow", "edges", ".lg4"),
    ];
    for (puzzle, formulation, ending) in rows {
        for bench in boards(puzzle) {
            let stem = bench.write(formulation, "lingo");
            let written = std::fs::read_to_string(format!("{stem}{ending}")).unwrap();
            lingo::compare(&std::fs::read_to_string(&bench.level).unwrap(), puzzle, formulation, &written);
        }
    }
}

/// The head of the Unblock paper's first file, and where its parts stand.
#[test]
fn the_panel_of_the_thesis_in_lingo() {
    let bench = Bench::new("unblock", "BBBooHooEooHAAEooHCoEoGGCoooFoDDDoFo");
    let written = std::fs::read_to_string(bench.write("model2:periods=10", "lingo") + "_Opt.lg4").unwrap();
    let places = [
        "TITLE ",
        "MAX = 300*ALFA1_5_10 - MOVE1_1_1 - ",
        "@BIN(ALFA1_1_0);",
        "ALFA1_1_0 - ALFA1_1_1 <= MOVE1_1_1;",
        "ALFA2_1_0 = 1;",
        "ALFA1_1_1 + ALFA1_2_1 + ALFA1_3_1 + ALFA1_4_1 + ALFA1_5_1 = 1;",
        "ALFA1_1_0 + ALFA1_3_1 <= 1;",
        "ALFA1_2_1 + ALFA5_1_1 <= 1;",
    ];
    let found: Vec<Option<usize>> = places.iter().map(|part| written.find(part)).collect();
    assert!(found.iter().all(Option::is_some) && found.is_sorted(), "{found:?}");
}

#[test]
fn a_model_too_large_is_refused_before_it_is_built() {
    let bench = Bench::new("unblock", "BBBooHooEooHAAEooHCoEoGGCoooFoDDDoFo");
    for target in ["lp", "minizinc", "dimacs"] {
        let formulation = ["--formulation", "model2:periods=1000", "--to", target, "--memory", "20M"];
        let output = bench.ingenio("model", &[&formulation[..], &["-o", &bench.path("x")]].concat());
        let said = text(&output.stderr);
        assert_eq!(output.status.code(), Some(20), "a limit was hit: {said}");
        assert!(said.contains("variables") && said.contains("MB"), "{said}");
        assert!(!Path::new(&bench.path("x.lp")).exists());
    }
}

/// Panel P3 of the thesis: its model has a plan of four periods and nine steps, in which pieces pass through
/// each other; legally it takes 28 steps. The answer is refused, with what would forbid it.
#[test]
fn a_plan_through_a_ring_is_refused() {
    let bench = Bench::new("unblock", "BDDFFoBoEoooAAEGoHoooGoHCCCGoHoooooo");
    let formulation = "model2:periods=4";
    let (stem, answer) = (bench.write(formulation, "wcnf"), bench.path("clasp.txt"));
    let said = run("clasp", &[&format!("{stem}.wcnf")]);
    assert_eq!(said.lines().rfind(|line| line.starts_with("o ")), Some("o 9"), "{said}");
    std::fs::write(&answer, said).unwrap();
    let output = bench.ingenio("check", &["--model-solution", &answer, "--formulation", formulation]);
    let said = text(&output.stderr);
    assert_eq!(output.status.code(), Some(11), "{said}");
    assert!(said.contains("add this and solve again: ALFA"), "{said}");
    assert_eq!(bench.optimum("steps"), Some(28));
}
