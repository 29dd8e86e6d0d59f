//! The program as its users meet it: real processes, real files, exit status and words.

use std::io::Write;
use std::path::Path;
use std::process::{Command, Output, Stdio};
use std::time::Duration;

use ingenio_catalog::find;
use ingenio_core::Rng;
use ingenio_play::{Mode, Session};
use ingenio_store::LocalStore;
use tempfile::TempDir;

fn ingenio(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_ingenio")).args(arguments).output().expect("the program starts")
}

fn with_input(arguments: &[&str], input: &[u8]) -> Output {
    let mut child = Command::new(env!("CARGO_BIN_EXE_ingenio"))
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    // It may end before it has read everything.
    let _ = child.stdin.take().expect("it is piped").write_all(input);
    child.wait_with_output().expect("the program ends")
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

fn lines(output: &Output) -> Vec<serde_json::Value> {
    text(&output.stdout).lines().map(|line| serde_json::from_str(line).expect("a line of JSON")).collect()
}

fn write(folder: &TempDir, name: &str, contents: impl AsRef<[u8]>) -> String {
    let path = folder.path().join(name);
    std::fs::write(&path, contents).expect("a file can be written");
    path.to_string_lossy().into_owned()
}

const PAPER_BOARDS: &str = "0 1 2/_ 4 5/3 6 7\n4 1 _/0 6 2/7 3 5\n3 7 0/6 4 1/_ 5 2\n\
    1 5 6/0 _ 7/4 2 3\n1 3 _/2 6 0/5 4 7\n5 1 7/3 6 0/_ 2 4\n";

#[test]
fn the_boards_of_the_paper_are_solved_in_order_with_every_field_of_the_contract() {
    let folder = TempDir::new().unwrap();
    let file = write(&folder, "paper.txt", PAPER_BOARDS);
    for jobs in ["1", "3"] {
        let output = ingenio(&["solve", &file, "--optimal", "--json", "--jobs", jobs]);
        assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
        let found = lines(&output);
        let moves: Vec<_> = found.iter().map(|line| line["measures"]["moves"].as_u64().unwrap()).collect();
        assert_eq!(moves, [3, 12, 14, 18, 22, 24]);
        for (number, line) in (1..).zip(&found) {
            assert_eq!((line["schema"].as_u64(), line["index"].as_u64()), (Some(1), Some(number)));
            assert_eq!(line["file"], file.as_str());
            assert_eq!((&line["puzzle"], &line["outcome"]), (&"taquin".into(), &"solved".into()));
            assert_eq!((&line["method"], &line["metric"]), (&"auto".into(), &"moves".into()));
            assert_eq!((&line["optimal"], &line["bound"]), (&true.into(), &line["measures"]["moves"]));
            let keys = [
                "level",
                "id",
                "chosen",
                "solution",
                "nodes",
                "generated",
                "seconds",
                "cpu_seconds",
                "setup_seconds",
                "peak_bytes",
                "seed",
                "threads",
            ];
            assert!(keys.iter().all(|key| line.get(key).is_some()), "{line}");
            assert_eq!(line["id"].as_str().unwrap().len(), 20);
        }
    }
}

#[test]
fn words_are_for_people() {
    let output = with_input(&["solve", "-"], b"Title: easy\n1 2 3\n4 5 6\n7 _ 8\n");
    let said = text(&output.stdout);
    assert_eq!(output.status.code(), Some(0));
    assert!(said.starts_with("standard input:1 (easy)\n  Solved in 1 move, 1 slide.\n"), "{said}");
    assert!(
        said.contains("Proved: no solution has fewer moves.") && said.trim_end().ends_with("  R"),
        "{said}"
    );
}

#[test]
fn a_solved_board_has_the_empty_solution() {
    let output = with_input(&["solve", "-", "--json"], b"1 2/3 _");
    let found = lines(&output);
    assert_eq!((&found[0]["solution"], &found[0]["measures"]["moves"]), (&"".into(), &0.into()));
}

#[test]
fn proved_unsolvable_is_ten_and_limits_are_twenty() {
    let output = with_input(&["solve", "-", "--json"], b"2 1 3/4 5 6/7 8 _");
    assert_eq!(output.status.code(), Some(10));
    let found = lines(&output);
    assert_eq!(found[0]["outcome"], "unsolvable");
    assert!(found[0]["reason"].as_str().unwrap().contains("odd permutation"));

    let hard = b"15 14 13 12/11 10 9 8/7 6 5 4/3 1 2 _";
    for (flag, value, limit) in [
        ("--nodes", "1000", "nodes"),
        ("--time", "50ms", "time"),
        ("--memory", "3M", "memory"),
        ("--cpu-time", "50ms", "cpu-time"),
    ] {
        let output = with_input(
            &["solve", "-", "--json", "--optimal", "--method", "astar-manhattan", flag, value],
            hard,
        );
        let found = lines(&output);
        assert_eq!(output.status.code(), Some(20), "{found:?}");
        assert_eq!((&found[0]["outcome"], &found[0]["limit"]), (&"unknown".into(), &limit.into()));
        assert!(found[0]["bound"].as_u64().unwrap() >= 40, "the Manhattan distance at least");
    }
}

/// One step on a board of 200 by 200 takes seconds of the processor: the alarm inside it hears them.
#[test]
fn one_long_step_is_stopped_by_processor_time_too() {
    let row = |row: usize| -> String {
        let square = |column: usize| match (row, column) {
            (0 | 199, _) | (_, 0 | 199) => '#',
            (1, 1) => '@',
            // Boxes three squares apart, each with its goal one square below and to the right.
            _ if (row % 3, column % 3) == (2, 2) && row < 24 && column < 190 => '$',
            _ if (row % 3, column % 3) == (0, 0) && (3..27).contains(&row) && column < 191 => '.',
            _ => ' ',
        };
        (0..200).map(square).collect::<String>() + "\n"
    };
    let level: String = (0..200).map(row).collect();
    let arguments = ["solve", "-", "--json", "--puzzle", "sokoban", "--cpu-time", "300ms"];
    let found = lines(&with_input(&arguments, level.as_bytes()));
    assert_eq!(found[0]["limit"], "cpu-time", "{found:?}");
    let spent = |found: &[serde_json::Value]| found[0]["cpu_seconds"].as_f64().unwrap();
    assert!(spent(&found) < 1.0, "{found:?}");

    // A rating is a search as well.
    let arguments =
        ["check", "-", "--only", "rating", "--json", "--puzzle", "sokoban", "--cpu-time", "300ms"];
    let found = lines(&with_input(&arguments, level.as_bytes()));
    assert!(found[0]["rating"].is_null() && spent(&found) < 1.0, "{found:?}");
}

/// Solving, counting, rating, studying and mending together keep to the time of the level.
#[test]
fn a_check_keeps_to_its_time_over_all_its_questions() {
    // Twelve boxes through one door: no proof in twenty seconds either.
    let level = "################\n#        #     #\n# $ $ $  #     #\n#  $ $ $ # ....#\n# $ $ $    ....#\n#  $ $ $ # ....#\n\
                 #        #     #\n#@       #     #\n################";
    let begun = std::time::Instant::now();
    let output = with_input(&["check", "-", "--json", "--time", "2s"], level.as_bytes());
    let took = begun.elapsed();
    let found = lines(&output);
    assert_eq!(found[0]["limit"], "time", "{found:?}");
    // Each question by itself would take two seconds.
    assert!(took < Duration::from_millis(4500), "{took:?}");
}

#[test]
fn without_a_wanted_proof_any_solution_is_an_answer() {
    let board = b"15 2 1 12/8 5 6 11/4 9 10 7/3 13 14 _";
    let quick = lines(&with_input(&["solve", "-", "--json", "--method", "greedy"], board));
    assert_eq!((&quick[0]["outcome"], &quick[0]["optimal"]), (&"solved".into(), &false.into()));
    let strict = with_input(&["solve", "-", "--json", "--method", "greedy", "--optimal"], board);
    let found = lines(&strict);
    assert_eq!((&found[0]["outcome"], &found[0]["limit"]), (&"unknown".into(), &"method".into()));
    assert!(
        found[0]["solution"].as_str().is_some_and(|solution| !solution.is_empty()),
        "the best is handed over"
    );
    assert_eq!(strict.status.code(), Some(20));
}

#[test]
fn a_bad_level_does_not_stop_the_others() {
    let output = with_input(&["solve", "-", "--json"], b"1 2/3 _\n\n1 2\n3 x\n\n1 2/_ 3\n");
    let found = lines(&output);
    let outcomes: Vec<_> = found.iter().map(|line| line["outcome"].as_str().unwrap()).collect();
    assert_eq!(outcomes, ["solved", "failed", "solved"]);
    let error = &found[1]["error"];
    assert_eq!(
        (&error["kind"], &error["line"], &error["column"]),
        (&"taquin.not-a-cell".into(), &4.into(), &3.into())
    );
    assert_eq!(output.status.code(), Some(3));
}

/// Exit status 2 or 3, one sentence, no panic.
fn refused(output: &Output, status: i32, words: &[&str]) {
    let said = text(&output.stderr);
    assert_eq!(output.status.code(), Some(status), "{said}");
    assert!(!said.contains("panicked") && !said.is_empty(), "{said}");
    for word in words {
        assert!(said.contains(word), "'{word}' is not in: {said}");
    }
}

#[test]
fn bad_input_is_refused_with_its_place() {
    let input = |bytes: &[u8]| with_input(&["solve", "-"], bytes);
    refused(&input(b""), 3, &["standard input", "no level"]);
    refused(&input(b"\n\n  \n"), 3, &["no level"]);
    refused(&input(b"\x7fELF\x02\x01"), 3, &["line 1, column 1", "0x7f", "not text"]);
    refused(&input(&vec![0; 100_000]), 3, &["0x00"]);
    refused(&input(b"1 2 3\n4 5 \xff\n"), 3, &["line 2, column 5"]);
    refused(&input(b"once upon a time"), 3, &["--puzzle"]);
    refused(&input(b"1 2 3\n4 5\n7 8 _"), 3, &["line 2, column 1", "2 cells", "3"]);
    refused(&input(b"1 2 3\n4 5 5\n7 8 _"), 3, &["line 2, column 5", "5 stands twice", "6 is missing"]);
    refused(&input(b"1 2 3\n4 _ _\n7 8 5"), 3, &["line 2, column 5", "second"]);
    refused(&input("1 ".repeat(1000).repeat(10).as_bytes()), 3, &["at most 100"]);
    let row: Vec<String> = (1..=1000).map(|number: u32| number.to_string()).collect();
    refused(&input((row.join(" ") + "\n").repeat(1000).as_bytes()), 3, &["line 1", "at most 100"]);
    refused(&input(b"goal: first\n"), 3, &["line 1", "no board before it"]);
    refused(&ingenio(&["solve", "no-such-file.txt"]), 3, &["no-such-file.txt", "cannot be read"]);
    refused(&ingenio(&["solve", env!("CARGO_MANIFEST_DIR")]), 3, &["cannot be read"]);
}

#[test]
fn a_gigabyte_is_not_read() {
    let folder = TempDir::new().unwrap();
    let path = folder.path().join("huge");
    std::fs::File::create(&path).unwrap().set_len(1 << 30).unwrap();
    refused(&ingenio(&["solve", &path.to_string_lossy()]), 3, &["larger than 64 MiB"]);
    if Path::new("/dev/zero").exists() {
        refused(&ingenio(&["solve", "/dev/zero"]), 3, &["larger than 64 MiB"]);
    }
}

#[test]
fn bad_usage_is_refused() {
    let board = b"1 2/_ 3";
    let usage = |arguments: &[&str]| with_input(&[&["solve", "-"], arguments].concat(), board);
    refused(&usage(&["--method", "magic"]), 2, &["magic", "auto", "bfs"]);
    refused(&usage(&["--method", "bfs:width=3"]), 2, &["no option 'width'"]);
    refused(&usage(&["--method", "beam:width=0"]), 2, &["1 to 10000000"]);
    refused(&usage(&["--method", "beam:width"]), 2, &["key=value"]);
    refused(&usage(&["--time", "-1"]), 2, &["'-1'", "not a time"]);
    refused(&usage(&["--memory", "lots"]), 2, &["not a size"]);
    refused(&usage(&["--level", "0"]), 2, &["--level"]);
    refused(&usage(&["--levels", "5..2"]), 2, &["not a range"]);
    refused(&usage(&["--metric", "pushes"]), 2, &["no metric 'pushes'", "moves, slides"]);
    refused(&usage(&["--metric", "slides", "--method", "astar-manhattan"]), 2, &["bfs, bidirectional"]);
    refused(&usage(&["--puzzle", "chess"]), 2, &["chess", "taquin"]);
    refused(&usage(&["--level", "2"]), 3, &["no level 2"]);
    refused(&usage(&["--goal", "middle"]), 2, &["last|first"]);
    refused(&usage(&["--rules", "touch"]), 2, &["no option 'rules'"]);
    refused(&usage(&["--set", "goal"]), 2, &["key=value"]);
    refused(&ingenio(&["solve"]), 2, &["FILE"]);
    refused(&ingenio(&["dance"]), 2, &["dance"]);
}

#[test]
fn levels_are_chosen_by_number() {
    let indices = |arguments: &[&str]| -> Vec<u64> {
        let output = with_input(&[&["solve", "-", "--json"], arguments].concat(), PAPER_BOARDS.as_bytes());
        lines(&output).iter().map(|line| line["index"].as_u64().unwrap()).collect()
    };
    assert_eq!(indices(&["--level", "4"]), [4]);
    assert_eq!(indices(&["--levels", "2..3"]), [2, 3]);
    assert_eq!(indices(&["--levels", "5.."]), [5, 6]);
}

#[test]
fn check_referees_solutions() {
    let board = b"1 2 3/4 5 6/7 _ 8";
    let check = |solution: &str| with_input(&["check", "-", "--solution", solution], board);
    let accepted = check("R");
    assert_eq!(accepted.status.code(), Some(0));
    assert!(text(&accepted.stdout).contains("Accepted: 1 move, 1 slide."));
    for (solution, words) in
        [("L", "not in its goal"), ("RR", "move 2"), ("", "not in its goal"), ("Rx", "move 2: 'x'")]
    {
        let refused = check(solution);
        assert_eq!(refused.status.code(), Some(11), "{solution}");
        assert!(text(&refused.stdout).contains(words), "{solution}: {}", text(&refused.stdout));
    }
    let json = with_input(&["check", "-", "--solution", "RR", "--json"], board);
    let found = lines(&json);
    assert_eq!((&found[0]["outcome"], &found[0]["refusal"]["move"]), (&"refused".into(), &2.into()));
    let two = with_input(&["check", "-", "--solution", "R"], b"1 2/3 _\n1 2/_ 3");
    refused(&two, 2, &["--level"]);
}

#[test]
fn check_mends_slips_of_the_pen() {
    let hole = b"######\n#.  .#\n#    #\n# $$ \n#  @ #\n######\n";
    let output = with_input(&["check", "-"], hole);
    let said = text(&output.stderr);
    assert_eq!(output.status.code(), Some(3));
    assert!(
        said.contains("the outer wall has a gap") && said.contains("close the outer wall at row 4, column 6"),
        "{said}"
    );
    let json = &lines(&with_input(&["check", "-", "--json"], hole))[0];
    assert_eq!(json["error"]["kind"], "sokoban.open");
    assert_eq!(json["diagnosis"]["repairs"][0]["kind"], "invalid");
}

/// With too little memory methods make do with smaller tables; who asks for a set is told that it was not built.
#[test]
fn tables_are_ready_only_when_they_are_those_of_the_set() {
    let folder = TempDir::new().unwrap();
    let tables = |arguments: &[&str]| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_ingenio"));
        command.arg("tables").args(arguments).env("INGENIO_TABLES", folder.path()).output().unwrap()
    };
    let short = tables(&["build", "taquin-4x4", "--memory", "20M"]);
    assert_eq!(short.status.code(), Some(20), "{}", text(&short.stdout));
    assert!(text(&short.stderr).contains("taquin-4x4: not built (memory)"), "{}", text(&short.stderr));
    assert!(text(&tables(&["list"]).stdout).contains("None is kept."), "nothing was made");
    let built = tables(&["build", "taquin-4x4"]);
    assert_eq!(built.status.code(), Some(0), "{}", text(&built.stderr));
    // Kept tables are ready whatever memory there is.
    let kept = tables(&["build", "taquin-4x4", "--memory", "20M"]);
    assert_eq!(kept.status.code(), Some(0), "{}", text(&kept.stderr));
    assert!(text(&kept.stdout).contains("taquin-4x4: ready"), "{}", text(&kept.stdout));
    // And they are those that a method looks for.
    let solved = Command::new(env!("CARGO_BIN_EXE_ingenio"))
        .args(["solve", "-", "--json", "--optimal"])
        .env("INGENIO_TABLES", folder.path())
        .stdin(
            std::fs::File::open(write(&folder, "board.txt", "15 2 1 12/8 5 6 11/4 9 10 7/3 13 14 _"))
                .unwrap(),
        )
        .output()
        .unwrap();
    assert_eq!(lines(&solved)[0]["chosen"], "idastar-pdb", "{}", text(&solved.stdout));
}

/// A board of Flow with one solution, one with several, and one without any.
const FLOW_BOARDS: [&str; 3] = ["A..\n.BA\n..B\n", "A..\n...\n..A\n", "A.B\n...\nB.A\n"];

#[test]
fn check_asks_one_question_and_nothing_else() {
    let asked = |question: &str, board: &str| {
        let arguments = ["check", "-", "--puzzle", "flow", "--json", "--only", question];
        let output = with_input(&arguments, board.as_bytes());
        (output.status.code(), lines(&output).remove(0))
    };
    let [one, several, none] = FLOW_BOARDS;
    for (question, board, status) in [
        ("valid", none, 0),
        ("solvable", one, 0),
        ("solvable", none, 10),
        ("unique", one, 0),
        ("unique", several, 0),
        ("unique", none, 0),
        ("rating", one, 0),
    ] {
        let (found, row) = asked(question, board);
        assert_eq!(found, Some(status), "{question}: {row}");
        assert_eq!((&row["puzzle"], row["id"].as_str().map(str::len)), (&"flow".into(), Some(20)), "{row}");
        assert!(row["cpu_seconds"].as_f64().is_some_and(|seconds| seconds < 2.0), "{row}");
        let answers =
            [("solution", "solvable"), ("unique", "unique"), ("rating", "rating"), ("diagnosis", "all")];
        let others = answers.iter().filter(|(_, asked)| *asked != question);
        assert!(others.into_iter().all(|(key, _)| row.get(key).is_none()), "{question}: {row}");
    }
    assert_eq!(asked("valid", none).1["outcome"], "valid");
    assert_eq!(asked("solvable", none).1["outcome"], "unsolvable");
    assert_eq!(asked("solvable", one).1["outcome"], "solved");
    assert_eq!(
        [one, several, none].map(|board| asked("unique", board).1["unique"].clone()),
        [true, false, false]
    );
    assert_eq!(asked("unique", several).1["solutions"]["found"], 2);
    assert!(asked("rating", one).1["rating"]["points"].is_u64());
    let (status, broken) = asked("unique", "A.B\n...\nB..\n");
    assert_eq!((status, &broken["outcome"]), (Some(3), &"failed".into()), "{broken}");
    let spoken = with_input(&["check", "-", "--only", "unique"], one.as_bytes());
    assert!(text(&spoken.stdout).contains("A valid flow level"), "{}", text(&spoken.stdout));
    let taquin = with_input(&["check", "-", "--only", "unique"], b"1 2/_ 3");
    assert_eq!(taquin.status.code(), Some(2), "{}", text(&taquin.stderr));
}

/// An odd square with its only colour in two corners, which has many solutions.
fn open_board(side: usize) -> String {
    let (row, most) = (".".repeat(side), ".".repeat(side - 1));
    format!("A{most}\n{}{most}A\n", format!("{row}\n").repeat(side - 2))
}

/// Where the count ends before it can tell, it does not.
#[test]
fn a_count_that_was_stopped_says_neither_yes_nor_no() {
    let board = open_board(13);
    let arguments = ["check", "-", "--json", "--only", "unique", "--nodes", "1"];
    let output = with_input(&arguments, board.as_bytes());
    let row = lines(&output).remove(0);
    assert_eq!((output.status.code(), &row["unique"]), (Some(20), &serde_json::Value::Null), "{row}");
    assert_eq!(row["solutions"]["limit"], "nodes", "{row}");
}

/// The seconds that the rows tell are those that the process takes: nothing large happens beside them.
#[test]
#[cfg(unix)]
fn what_a_question_costs_is_what_the_process_costs() {
    let board = open_board(11);
    let folder = TempDir::new().unwrap();
    let file = write(&folder, "open.txt", board);
    let script = "\"$0\" check \"$1\" --json --only unique --count 1000000000; times";
    let shell =
        Command::new("sh").args(["-c", script, env!("CARGO_BIN_EXE_ingenio"), &file]).output().unwrap();
    let said = text(&shell.stdout);
    let row: serde_json::Value = serde_json::from_str(said.lines().next().unwrap()).expect("a row");
    let told = row["cpu_seconds"].as_f64().unwrap();
    // `0m0.12s 0m0.02s` for the children, in the last line.
    let seconds = |word: &str| {
        let (minutes, seconds) = word.trim_end_matches('s').split_once('m').expect("minutes and seconds");
        minutes.parse::<f64>().unwrap() * 60.0 + seconds.replace(',', ".").parse::<f64>().unwrap()
    };
    let spent: f64 = said.lines().last().unwrap().split_whitespace().map(seconds).sum();
    assert!(told <= spent + 0.05 && told >= spent * 0.6 - 0.1, "{told} s told of {spent}");
}

#[test]
fn check_tells_what_is_known_of_a_level() {
    let output = with_input(&["check", "-"], b"8 6 7/2 5 4/3 _ 1");
    let said = text(&output.stdout);
    assert_eq!(output.status.code(), Some(0));
    assert!(said.contains("A valid taquin level") && said.contains("Solved in 31 moves"), "{said}");
    let slides = with_input(&["check", "-", "--metric", "slides", "--json"], b"8 6 7/2 5 4/3 _ 1");
    assert_eq!(
        (&lines(&slides)[0]["metric"], &lines(&slides)[0]["optimal"]),
        (&"slides".into(), &true.into())
    );
    assert_eq!(with_input(&["check", "-"], b"2 1/3 _").status.code(), Some(10));
}

#[test]
fn hints_follow_a_play() {
    let board = b"1 5 6/_ 2 3/4 7 8\n";
    let hint = |moves: &str| lines(&with_input(&["hint", "-", "--moves", moves, "--json"], board)).remove(0);
    let first = hint("");
    let mut left = first["to_go"].as_u64().unwrap();
    let mut moves = String::new();
    while left > 0 {
        let found = hint(&moves);
        assert_eq!((&found["to_go"], &found["optimal"]), (&left.into(), &true.into()));
        moves += found["moves"][0].as_str().unwrap();
        left -= 1;
    }
    assert!(hint(&moves)["message"].as_str().unwrap().contains("It is solved"));
    let steps = with_input(&["hint", "-", "--steps", "3"], board);
    assert_eq!(text(&steps.stdout).lines().next().unwrap().split_whitespace().count(), 4);
    refused(&with_input(&["hint", "-", "--moves", "UUUU"], board), 3, &["move 2, U", "edge"]);
    let lost = with_input(&["hint", "-"], b"2 1/3 _");
    assert_eq!(lost.status.code(), Some(10));
    assert!(text(&lost.stdout).contains("Lost from here"));
}

const ROOM: &[u8] = b"###########\n#@        #\n# $.   .$ #\n#         #\n#         #\n###########\n";

/// Each box goes to the goal beside the other; beside it, a box needs one push.
const LONG_WAY: &str = "dRRRRRurrDrdLLLLLdlU";

#[test]
fn a_given_solution_is_bettered() {
    let better = with_input(&["improve", "-", "--solution", LONG_WAY], ROOM);
    let said = text(&better.stdout);
    assert_eq!(better.status.code(), Some(0), "{said}");
    assert!(said.contains("Given: 12 pushes, 20 moves.") && said.contains("83.3 % fewer pushes"), "{said}");
    assert!(said.contains("Proved: no solution has fewer pushes."), "{said}");
    let again = said.lines().last().unwrap().trim();
    let same = text(&with_input(&["improve", "-", "--solution", again], ROOM).stdout);
    assert!(same.contains("There is no better one."), "{same}");
    let folder = TempDir::new().unwrap();
    let (level, solution) = (write(&folder, "room.xsb", ROOM), write(&folder, "solution.txt", LONG_WAY));
    let at = format!("@{solution}");
    let by_moves = ["improve", &level, "--solution", &at, "--metric", "moves", "--nodes", "5000", "--json"];
    let told = lines(&ingenio(&by_moves)).remove(0);
    assert_eq!((&told["outcome"], &told["given"]["moves"]), (&"solved".into(), &20.into()));
    assert!(told["measures"]["moves"].as_u64().unwrap() < 20, "{told}");
    let from_input = with_input(&["improve", &level, "--solution", "-", "--json"], LONG_WAY.as_bytes());
    assert_eq!(lines(&from_input)[0]["measures"]["pushes"], 2);
}

#[test]
fn what_cannot_be_bettered_is_said() {
    let wrong = with_input(&["improve", "-", "--solution", "rr"], ROOM);
    assert_eq!(wrong.status.code(), Some(11));
    let said = text(&wrong.stdout);
    assert!(said.contains("Refused: ") && said.contains("2 boxes are not on goals"), "{said}");
    refused(&with_input(&["improve", "-", "--solution", LONG_WAY, "--metric", "joy"], ROOM), 2, &["joy"]);
    let board = b"1 2 3/4 _ 5/7 8 6";
    let anew = text(&with_input(&["improve", "-", "--solution", "LRRD"], board).stdout);
    assert!(anew.contains("Bettered to 2 moves") && anew.contains("solved anew by"), "{anew}");
    let flow = b"A.A";
    let same =
        text(&with_input(&["improve", "-", "--puzzle", "flow", "--solution", "A@0,0:RR"], flow).stdout);
    assert!(same.contains("no solution is better than another"), "{same}");
}

#[test]
fn a_plan_is_told() {
    let explained = with_input(&["solve", "-", "--explain"], ROOM);
    let said = text(&explained.stdout);
    assert!(said.contains("  Plan:\n    Bring a box to row 3, column "), "{said}");
    assert!(
        said.contains("Move 2: the box at row 3, column ") && said.contains("the plan goes on"),
        "{said}"
    );
    let told = lines(&with_input(&["solve", "-", "--explain", "--json"], ROOM)).remove(0);
    let notes = told["explanation"].as_array().unwrap();
    let of = |kind: &str| notes.iter().filter(|note| note["kind"] == kind).count();
    assert_eq!((of("pack"), of("move"), of("room")), (2, 2, 1), "{told}");
    let told = lines(&with_input(&["solve", "-", "--method", "fess", "--explain", "--json"], ROOM)).remove(0);
    let notes = told["explanation"].as_array().unwrap();
    let of = |key: &str, value: &str| notes.iter().filter(|note| note[key] == value).count();
    assert_eq!((of("kind", "chosen"), of("kind", "judged")), (1, 0), "the search itself tells: {told}");
    assert!(of("by", "pack") >= 1, "{told}");
    let none = text(&with_input(&["solve", "-", "--explain"], b"1 2 3/4 _ 5/7 8 6").stdout);
    assert!(none.contains("There is no plan to tell."), "{none}");
    let hint = with_input(&["hint", "-", "--plan"], ROOM);
    assert_eq!(hint.status.code(), Some(0));
    assert!(text(&hint.stdout).starts_with("First bring a box to row 3, column "), "{}", text(&hint.stdout));
}

/// A board so large that a plan takes seconds: 150 boxes in rows, and their goals in one block.
fn large_board() -> Vec<u8> {
    let cell = |row: usize, column: usize| match (row, column) {
        (0 | 63, _) | (_, 0 | 63) => b'#',
        (1, 1) => b'@',
        (3..=30, 3..=59) if row.is_multiple_of(3) && column % 4 == 3 => b'$',
        (48..=57, 24..=38) => b'.',
        _ => b' ',
    };
    (0..64).flat_map(|row| (0..64).map(move |column| cell(row, column)).chain([b'\n'])).collect()
}

#[test]
fn a_plan_is_told_within_what_the_answer_left_of_the_time() {
    let begun = std::time::Instant::now();
    let asked = ["solve", "-", "--method", "push-optimal", "--explain", "--json", "--time", "300ms"];
    let told = lines(&with_input(&asked, &large_board())).remove(0);
    assert_eq!(told["limit"], "time", "{told}");
    let notes = told["explanation"].as_array().unwrap();
    assert_eq!(notes.last().map(|note| &note["kind"]), Some(&"limit".into()), "{notes:?}");
    assert!(notes.iter().all(|note| note["kind"] != "pack"), "{notes:?}");
    // Other tests run at the same time; a plan without a limit takes longer than this.
    assert!(begun.elapsed() < Duration::from_secs(10), "{:?}", begun.elapsed());
}

#[test]
fn slips_are_understood() {
    let twice = [ROOM, b"\n", ROOM].concat();
    let slip = with_input(&["solve", "-", "--method", "push-optmal"], &twice);
    refused(&slip, 2, &["did you mean 'push-optimal'?"]);
    assert_eq!(text(&slip.stderr).matches("did you mean").count(), 1, "it is the same for every level");
    refused(
        &with_input(&["solve", "-", "--method", "fess:thread=2"], ROOM),
        2,
        &["there is no option 'thread'"],
    );
    refused(
        &with_input(&["solve", "-", "--puzzle", "flow"], ROOM),
        3,
        &["looks like Sokoban", "--puzzle sokoban"],
    );
    let stopped = with_input(&["generate", "unblock", "least=50", "--tries", "1000"], b"");
    refused(&stopped, 20, &["--from 1000"]);
    let lost = with_input(&["rate", "-"], b"######\n#@ $.#\n#$  .#\n######\n");
    assert_eq!(lost.status.code(), Some(10));
    assert!(text(&lost.stdout).contains("Unsolvable: "), "{}", text(&lost.stdout));
    assert!(text(&with_input(&["man", "solve"], b"").stdout).contains("EXIT STATUS"));
}

#[test]
fn levels_are_converted_with_their_titles() {
    let text_in = b"Title: one\nAuthor: me\n1 2 3\n4 _ 6\n7 5 8\n\n0 1\n_ 2\ngoal: first\n";
    let line = with_input(&["convert", "-", "--to", "line"], text_in);
    assert_eq!(text(&line.stdout), "Title: one\nAuthor: me\n1 2 3/4 _ 6/7 5 8\n\n0 1/_ 2\ngoal: first\n");
    let rows = with_input(&["convert", "-"], text_in);
    assert_eq!(rows.stdout, text_in);
    refused(&with_input(&["convert", "-", "--to", "xsb"], text_in), 2, &["xsb", "rows, line"]);
}

#[test]
fn solutions_are_written_in_other_forms_once_they_are_accepted() {
    let convert = |board: &[u8], solution: &str, form: &str| {
        with_input(&["convert", "-", "--solution", solution, "--to", form], board)
    };
    let tiles = convert(b"1 2 3/_ 5 6/4 7 8", "DRR", "tiles");
    assert_eq!(text(&tiles.stdout), "UL2\n");
    let segments = convert(b"A.A\nB.B\n", "A@0,0:RR B@1,0:RR", "segments");
    assert_eq!(text(&segments.stdout), "A,0,0,0,2 B,1,0,1,2\n");
    assert_eq!(convert(b"1 2 3/_ 5 6/4 7 8", "DR", "tiles").status.code(), Some(11));
    refused(&convert(b"1 2 3/_ 5 6/4 7 8", "DRR", "poem"), 11, &["poem", "tiles"]);
}

#[test]
fn tetravex_maximises_or_asks_for_a_full_board() {
    let tiles = b"2x1\n1 2 3 4\n1 5 3 6\n";
    let most = lines(&with_input(&["solve", "-", "--json", "--optimal"], tiles)).remove(0);
    assert_eq!(
        (&most["outcome"], &most["measures"]["placed"], &most["bound"]),
        (&"solved".into(), &1.into(), &1.into())
    );
    let full = with_input(&["solve", "-", "--json", "--complete"], tiles);
    assert_eq!((full.status.code(), &lines(&full)[0]["outcome"]), (Some(10), &"unsolvable".into()));
    refused(&with_input(&["solve", "-", "--complete"], b"1 2/3 _"), 2, &["question"]);
}

#[test]
fn tetravex_says_which_limit_came_before_the_proof() {
    // A board that can be filled: the method gives up long before, and nobody knows whether more can be placed.
    let made = ingenio(&["generate", "tetravex", "width=6", "height=6", "colours=6", "--seed", "4"]);
    let text = String::from_utf8(made.stdout).unwrap();
    let tiles: String =
        text.lines().filter(|line| !line.starts_with("question")).map(|line| format!("{line}\n")).collect();
    let wish = ["solve", "-", "--method", "annealing", "--nodes", "4", "--json"];
    let output = with_input(&wish, tiles.as_bytes());
    let answer = lines(&output).remove(0);
    assert_eq!(
        (output.status.code(), &answer["outcome"], &answer["limit"]),
        (Some(20), &"unknown".into(), &"nodes".into())
    );
    assert!(answer["measures"]["placed"].as_u64() < answer["bound"].as_u64(), "{answer}");
    assert!(answer["solution"].is_string());
}

#[test]
fn the_animation_shows_every_board() {
    let output = with_input(&["solve", "-", "--animate"], b"1 2 3/4 5 6/_ 7 8");
    let said = text(&output.stdout);
    assert!(said.contains("1 2 3\n4 5 6\n7 . 8\n1/2  R\n1 2 3\n4 5 6\n7 8 .\n2/2  R\n"), "{said}");
}

#[test]
fn the_program_describes_itself() {
    let version = text(&ingenio(&["--version"]).stdout);
    assert!(version.starts_with("ingenio 0.") && version.contains('('), "{version}");
    let methods = ingenio(&["methods", "taquin", "--json"]);
    let rows: serde_json::Value = serde_json::from_slice(&methods.stdout).unwrap();
    assert!(rows.as_array().unwrap().iter().any(|row| row["method"] == "idastar-linear-conflict"));
    for shell in ["bash", "zsh", "fish"] {
        let script = text(&ingenio(&["completions", shell]).stdout);
        assert!(script.contains("idastar-linear-conflict") && script.contains("taquin"), "{shell}");
    }
    let page = text(&ingenio(&["man"]).stdout);
    assert!(page.contains(".TH") && page.contains("solve"), "{page}");
    let page = text(&ingenio(&["man", "solve"]).stdout);
    assert!(page.contains("ingenio\\-solve") && page.contains("\\-\\-optimal"), "{page}");
    assert!(page.contains(".SH NAME\n") || page.contains(".SH \"NAME\"\n"), "{page}");
    let folder = TempDir::new().unwrap();
    assert!(ingenio(&["man", "--out", &folder.path().to_string_lossy()]).status.success());
    assert!(folder.path().join("ingenio-check.1").exists());
    refused(&ingenio(&["man", "dance"]), 2, &["dance"]);
}

/// Output that could not be kept is our failure; a reader that has gone away is none, but nothing
/// more is computed for it.
#[cfg(target_os = "linux")]
#[test]
fn lost_output_is_told_from_unwanted_output() {
    let folder = TempDir::new().unwrap();
    let file = write(&folder, "paper.txt", PAPER_BOARDS);
    let full = || std::fs::OpenOptions::new().write(true).open("/dev/full").unwrap();
    let solve = |stdout: Stdio, stderr: Stdio, file: &str| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_ingenio"));
        command.args(["solve", file]).stdout(stdout).stderr(stderr).status().unwrap().code()
    };
    assert_eq!(solve(full().into(), Stdio::null(), &file), Some(1));
    assert_eq!(solve(Stdio::null(), full().into(), "no-such-file"), Some(3));
    let hard = write(&folder, "hard.txt", "15 14 13 12/11 10 9 8/7 6 5 4/3 1 2 _\n".repeat(50));
    let mut child = Command::new(env!("CARGO_BIN_EXE_ingenio"))
        .args(["solve", &hard, "--json", "--optimal", "--time", "300ms"])
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    drop(child.stdout.take());
    let begun = std::time::Instant::now();
    child.wait().unwrap();
    assert!(begun.elapsed() < Duration::from_secs(8), "it went on for nobody");
}

#[test]
fn long_lines_and_many_levels_are_read_in_linear_time_or_refused() {
    let begun = std::time::Instant::now();
    refused(&with_input(&["solve", "-"], "0 ".repeat(2_000_000).as_bytes()), 3, &["at most 100"]);
    refused(&with_input(&["solve", "-"], "1/".repeat(2_000_000).as_bytes()), 3, &["at most 100"]);
    refused(&with_input(&["solve", "-"], "0\n\n".repeat(600_000).as_bytes()), 3, &["1000000 lines"]);
    // Quadratic reading would take minutes.
    assert!(begun.elapsed() < Duration::from_secs(30));
}

#[cfg(unix)]
#[test]
fn an_interrupt_hands_over_what_is_known() {
    let folder = TempDir::new().unwrap();
    let file = write(&folder, "hard.txt", "15 14 13 12/11 10 9 8/7 6 5 4/3 1 2 _");
    let child = Command::new(env!("CARGO_BIN_EXE_ingenio"))
        .args(["solve", &file, "--optimal", "--json", "--method", "idastar-manhattan"])
        .stdout(Stdio::piped())
        .spawn()
        .expect("the program starts");
    std::thread::sleep(Duration::from_millis(500));
    let killed = Command::new("kill").args(["-INT", &child.id().to_string()]).status().expect("kill runs");
    assert!(killed.success());
    let output = child.wait_with_output().expect("it ends");
    let found = lines(&output);
    assert_eq!((output.status.code(), &found[0]["limit"]), (Some(20), &"cancelled".into()));
    assert!(found[0]["bound"].as_u64().unwrap() >= 40);
}

#[test]
fn a_program_that_watches_gets_lines_of_progress_before_the_answer() {
    // Too hard for brute force, so the limit of time ends it.
    let board = b"14 15 8 12/10 11 9 13/2 6 5 1/3 7 4 0\n";
    let arguments = ["solve", "-", "--method", "bfs", "--time", "1", "--json", "--progress-json"];
    let found = lines(&with_input(&arguments, board));
    let (answer, progress) = found.split_last().expect("there is an answer");
    assert_eq!(answer["outcome"], "unknown");
    assert!(progress.len() >= 3, "several a second: {}", progress.len());
    let nodes: Vec<_> = progress.iter().map(|line| line["progress"]["nodes"].as_u64().unwrap()).collect();
    assert!(nodes.is_sorted() && nodes[0] > 0, "{nodes:?}");
    assert!(
        progress.iter().all(|line| line.as_object().unwrap().len() == 1 && line["progress"]["index"] == 1)
    );
}

#[test]
fn what_was_played_travels_from_one_database_to_another() {
    let folder = TempDir::new().unwrap();
    let old = folder.path().join("old.sqlite");
    let level = find("taquin").unwrap().sample(&mut Rng::new(1), 1);
    {
        let store = LocalStore::open_file(&old).unwrap();
        let player = store.player("Ada").unwrap();
        let play = store.begin(player, &level, Mode::Relax).unwrap();
        let mut session = Session::new(level.clone());
        let action = session.play().moves()[0].clone();
        session.apply(&action, Duration::from_secs(1)).unwrap();
        store.save(play, &session, Some(5)).unwrap();
    }
    let (old, new) = (old.to_string_lossy().into_owned(), folder.path().join("new.sqlite"));
    let exported = ingenio(&["store", "export", "--database", &old]);
    assert_eq!(exported.status.code(), Some(0), "{}", text(&exported.stderr));
    assert!(!lines(&exported).is_empty());
    let new = new.to_string_lossy().into_owned();
    let imported = with_input(&["store", "import", "-", "--database", &new], &exported.stdout);
    assert_eq!((imported.status.code(), text(&imported.stderr).as_str()), (Some(0), "plays added: 1\n"));
    let again = with_input(&["store", "import", "-", "--database", &new], &exported.stdout);
    assert_eq!(text(&again.stderr), "plays added: 0\n", "a second time adds nothing");
    let file = folder.path().join("plays.jsonl").to_string_lossy().into_owned();
    assert_eq!(ingenio(&["store", "export", &file, "--database", &new]).status.code(), Some(0));
    assert_eq!(std::fs::read(&file).unwrap(), exported.stdout, "what comes out is what went in");
    let copy = folder.path().join("copy.sqlite").to_string_lossy().into_owned();
    assert_eq!(ingenio(&["store", "backup", &copy, "--database", &new]).status.code(), Some(0));
    assert_eq!(ingenio(&["store", "export", "--database", &copy]).stdout, exported.stdout);
    let twice = ingenio(&["store", "backup", &copy, "--database", &new]);
    assert_eq!(twice.status.code(), Some(1), "a copy is never written over");
    assert!(text(&twice.stderr).contains("there already"), "{}", text(&twice.stderr));
    let store = LocalStore::open_file(Path::new(&new)).unwrap();
    let player = store.player("Ada").unwrap();
    assert_eq!(store.unfinished(player, &level).unwrap().unwrap().session.moves().len(), 1);
}

#[test]
fn a_broken_export_is_refused_and_named() {
    let folder = TempDir::new().unwrap();
    let database = folder.path().join("new.sqlite").to_string_lossy().into_owned();
    let refused = with_input(&["store", "import", "-", "--database", &database], b"{\"nonsense\": 1}\n");
    assert_eq!(refused.status.code(), Some(3));
    assert!(text(&refused.stderr).contains("line 1"), "{}", text(&refused.stderr));
    let refused = with_input(&["store", "import", "-", "--database", &database], b"\xff\xfe");
    assert_eq!(refused.status.code(), Some(3));
    assert!(text(&refused.stderr).contains("byte 1"), "{}", text(&refused.stderr));
    assert_eq!(
        ingenio(&["store", "import", "nowhere.jsonl", "--database", &database]).status.code(),
        Some(3)
    );
}

/// Words with a plain vowel: in the pseudo-language every sentence of ours has accents on all of them.
fn plain_words(text: &str) -> Vec<&str> {
    let words = text.split(|letter: char| !letter.is_alphabetic()).filter(|word| word.len() > 2);
    words.filter(|word| word.is_ascii() && word.contains(['a', 'e', 'i', 'o', 'u'])).collect()
}

#[test]
fn help_complaints_and_answers_come_in_the_readers_language_and_json_does_not() {
    let folder = TempDir::new().unwrap();
    let file = write(&folder, "b.txt", "1 2 3/4 5 6/_ 7 8\n");
    let in_pseudo = |arguments: &[&str]| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_ingenio"));
        command.args(arguments).env("LC_ALL", "en_XA.UTF-8").output().expect("the program starts")
    };
    let solved = in_pseudo(&["solve", &file]);
    assert!(text(&solved.stdout).contains("[Sólvéd"), "{}", text(&solved.stdout));
    // The environment is overruled.
    let english = in_pseudo(&["solve", &file, "--language", "en"]);
    assert!(text(&english.stdout).contains("Solved"), "{}", text(&english.stdout));
    let told = &lines(&in_pseudo(&["solve", &file, "--json", "--nodes", "0"]))[0];
    assert_eq!(told["outcome"], "unknown");
    let unsolvable = with_input(&["--language", "en-XA", "solve", "--json", "-"], b"1 2 3/4 5 6/_ 8 7\n");
    let reason = lines(&unsolvable)[0]["reason"].as_str().unwrap().to_owned();
    assert!(reason.is_ascii() && !reason.contains('['), "data stay English: {reason}");

    for wrong in [&["solve", "--nodse", "1"][..], &["sovle"], &["solve", &file, "--time", "soon"], &["hint"]]
    {
        let output = in_pseudo(wrong);
        assert_eq!(output.status.code(), Some(2), "{wrong:?}");
        let said = text(&output.stderr);
        let own: Vec<&str> = plain_words(&said)
            .into_iter()
            .filter(|word| {
                !["nodse", "nodes", "sovle", "solve", "serve", "store", "time", "soon", "help"].contains(word)
            })
            .collect();
        assert!(said.contains('[') && own.is_empty(), "{wrong:?}: {own:?} in {said}");
    }
}

/// The commands that a page of help lists.
fn listed_commands(page: &str) -> Vec<String> {
    let listed = page.lines().skip_while(|line| !line.starts_with("Commands:")).skip(1);
    let listed = listed.take_while(|line| !line.is_empty());
    let names =
        listed.filter_map(|line| line.strip_prefix("  ")?.split(' ').next()).filter(|name| !name.is_empty());
    names.filter(|name| *name != "help").map(str::to_owned).collect()
}

/// What is the same in every language on a page of help: commands, flags, the names of values and their choices.
fn names_in_help(page: &str) -> Vec<String> {
    let mut names = vec!["env".to_owned(), "help".to_owned()];
    names.extend(listed_commands(page).iter().flat_map(|name| plain_words(name)).map(str::to_owned));
    let usage = page.lines().find(|line| line.starts_with("Usage:")).unwrap_or_default();
    names.extend(plain_words(usage).into_iter().map(str::to_owned));
    let flat = page.split_whitespace().collect::<Vec<_>>().join(" ");
    for (open, close) in
        [("<", ">"), ("[default: ", "]"), ("[possible values: ", "]"), ("[env: ", "]"), (" --", " ")]
    {
        let inside = flat.split(open).skip(1).filter_map(|rest| rest.split(close).next());
        names.extend(inside.flat_map(plain_words).map(str::to_owned));
    }
    names
}

#[test]
fn every_page_of_help_is_translated() {
    let help = |language: &str, command: &[String]| {
        let mut asked = Command::new(env!("CARGO_BIN_EXE_ingenio"));
        asked.args(["--language", language]).args(command).arg("--help");
        let output = asked.output().expect("the program starts");
        assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
        text(&output.stdout)
    };
    let mut waiting = vec![Vec::new()];
    let mut read = 0;
    while let Some(command) = waiting.pop() {
        let (english, pseudo) = (help("en", &command), help("en-XA", &command));
        assert!(pseudo.contains("[Úságé:"), "{pseudo}");
        let names = names_in_help(&english);
        // Below stand the generators, whose options have names of their own.
        let clap = pseudo.split("\n[Générátórs").next().unwrap_or_default();
        let plain: Vec<&str> =
            plain_words(clap).into_iter().filter(|word| !names.iter().any(|name| name == word)).collect();
        assert!(plain.is_empty(), "{command:?}: {plain:?} in {pseudo}");
        let below = listed_commands(&english).into_iter();
        waiting.extend(below.map(|name| command.iter().cloned().chain([name]).collect::<Vec<_>>()));
        read += 1;
    }
    assert!(read > 40, "all commands and those below them: {read}");
}

/// Words after a number and words after "fewer" have forms of their own.
#[test]
fn polish_words_stand_in_their_cases() {
    let told = |board: &str, arguments: &[&str]| {
        let arguments: Vec<&str> =
            ["--language", "pl"].into_iter().chain(arguments.iter().copied()).collect();
        text(&with_input(&arguments, board.as_bytes()).stdout)
    };
    let solved = told("1 2 3/4 5 6/_ 7 8\n", &["solve", "--optimal", "-"]);
    assert!(solved.contains("2 ruchy, 1 przesunięcie"), "{solved}");
    assert!(solved.contains("żadne rozwiązanie nie ma mniej ruchów."), "{solved}");
    let rated = told("BBBooHooEooHAAEooHCoEoGGCoooFoDDDoFo\n", &["check", "-"]);
    assert!(rated.contains("ile zostało ruchów:") && rated.contains("15 ruchów, 25 kroków"), "{rated}");
    assert!(!rated.contains("8.5") && rated.contains("8,5"), "figures are the reader's: {rated}");
}
