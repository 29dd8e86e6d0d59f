//! Requests and their answers, natively: the same code answers in a page.

use ingenio_browser_engines::answer;
use ingenio_catalog::{PUZZLES, find, read_level};
use ingenio_core::LevelRef;
use serde_json::{Value, json};

/// The body of an answer, and what was told meanwhile.
fn ask(request: &Value) -> (Value, Vec<Value>) {
    let mut told = Vec::new();
    let text = answer(&request.to_string(), &mut |text| {
        told.push(serde_json::from_str(text).expect("JSON is told"));
    });
    (serde_json::from_str(&text).expect("answers are JSON"), told)
}

fn body(request: &Value) -> Value {
    let (mut answered, _) = ask(request);
    assert!(answered["problem"].is_null(), "{request}: {answered}");
    answered["answer"].take()
}

fn problem(request: &Value) -> Value {
    let (mut answered, _) = ask(request);
    assert!(answered["answer"].is_null(), "{request}: {answered}");
    answered["problem"].take()
}

fn read(puzzle: &str, text: &str) -> LevelRef {
    read_level(puzzle, text).expect("it is a level")
}

fn puzzles() -> impl Iterator<Item = &'static str> {
    PUZZLES.iter().map(|puzzle| puzzle.info().name)
}

/// A level of each puzzle, made by a request.
fn made(puzzle: &str) -> Value {
    let wishes = if puzzle == "taquin" { "width=3,height=3" } else { "" };
    let wish = json!({"ask": "generate", "puzzle": puzzle, "wishes": wishes, "seed": 3, "count": 2});
    let (answered, told) = ask(&wish);
    let levels = answered["answer"]["levels"].as_array().expect("levels").clone();
    assert_eq!(levels.len(), 2, "{puzzle}: {answered}");
    let announced: Vec<&Value> = told.iter().filter(|one| one["is"] == "level").collect();
    assert_eq!(announced.len(), 2, "each is told when it is made");
    assert_eq!(announced[1]["text"], levels[1]["text"]);
    levels[0].clone()
}

#[test]
fn packs_become_files_and_files_packs() {
    let levels = json!([{"title": "One \"of\" two", "text": CORRIDOR}, {"title": "2", "text": HALL}]);
    let wish =
        json!({"ask": "pack", "puzzle": "sokoban", "title": "Halls", "grade": "advanced", "levels": levels});
    let file = body(&wish)["file"].as_str().expect("a file").to_owned();
    let brought = body(&json!({"ask": "bring", "text": file}));
    assert_eq!((&brought["title"], &brought["grade"]), (&json!("Halls"), &json!("advanced")));
    assert_eq!(brought["levels"][0]["title"], "One \"of\" two");
    assert_eq!(brought["levels"][1]["id"], read("sokoban", HALL).id().to_string());
    assert!(brought["said"].is_null(), "nothing was left out");
    let broken = body(&json!({"ask": "bring", "text": file.replace("$ .", "$$.")}));
    assert!(broken["said"].as_str().expect("it is said").contains("1 cannot be read"), "{broken}");
    assert!(!problem(&json!({"ask": "bring", "text": "[[levels]]\ntext = "}))["message"].is_null());
    let untitled = json!({"ask": "pack", "puzzle": "sokoban", "title": " ", "levels": levels});
    assert_eq!(problem(&untitled)["kind"], "engines.no-title");
}

const CORRIDOR: &str = "######\n#@ $.#\n######";
/// A box that is pushed against a wall stays there.
const HALL: &str = "#######\n#     #\n#@ $ .#\n#     #\n#######";

#[test]
fn levels_are_made_solved_and_examined() {
    for puzzle in puzzles() {
        let made = made(puzzle);
        let text = made["text"].as_str().expect("a text");
        let level = read(puzzle, text);
        assert_eq!(made["id"], level.id().to_string());
        assert!(level.verify(made["solution"].as_str().unwrap_or("")).is_ok(), "{puzzle}");

        let solved = body(&json!({"ask": "solve", "puzzle": puzzle, "level": text, "optimal": true}));
        assert_eq!((&solved["is"], &solved["film"]), (&json!("done"), &json!(true)), "{solved}");
        let solution = solved["answer"]["solution"].as_str().expect("a solution");
        let verified = level.verify(solution).expect("the referee agrees");
        assert_eq!(solved["answer"]["measures"], json!(verified.measures()));
        let moves: Vec<String> = serde_json::from_value(solved["moves"].clone()).expect("moves");
        assert_eq!(moves, level.solution_moves(solution).expect("they can be played"));
        assert_eq!(solved["from"], level.canonical());

        let examined = body(&json!({"ask": "check", "puzzle": puzzle, "level": text, "seconds": 100}));
        assert_eq!(examined["answer"]["outcome"], "solved", "{puzzle}: {examined}");
        assert!(examined["diagnosis"]["complaints"].is_array());
        let rated = body(&json!({"ask": "rate", "puzzle": puzzle, "level": text}));
        assert!(rated["rating"]["points"].as_u64().is_some_and(|points| points <= 100), "{rated}");
    }
}

#[test]
fn a_hint_has_the_body_of_the_server() {
    let hint = body(&json!({"ask": "hint", "puzzle": "sokoban", "level": CORRIDOR, "rung": "moves"}));
    let keys: Vec<&str> = hint.as_object().expect("an object").keys().map(String::as_str).collect();
    let servers = ["said", "moves", "cells", "to_go", "proved", "solved", "lost", "method", "film"];
    assert_eq!(keys, servers, "as HintBody in the server's plays.rs");
    assert_eq!(hint["moves"], json!(["r", "R"]));
    assert_eq!((&hint["to_go"], &hint["proved"]), (&json!(1), &json!(true)));
    assert_eq!(hint["cells"], json!([[1, 3]]), "the box");
    let later =
        json!({"ask": "hint", "puzzle": "sokoban", "level": CORRIDOR, "moves": ["r"], "rung": "move"});
    assert_eq!(body(&later)["moves"], json!(["R"]));
    let won =
        json!({"ask": "hint", "puzzle": "sokoban", "level": CORRIDOR, "moves": ["r", "R"], "rung": "move"});
    assert_eq!(body(&won)["solved"], true);
}

#[test]
fn lost_positions_are_told_from_others() {
    let lost = |level: &str, moves: &[&str]| {
        body(&json!({"ask": "lost", "puzzle": "sokoban", "level": level, "moves": moves}))["lost"].clone()
    };
    assert_eq!(lost(CORRIDOR, &[]), json!(false));
    assert_eq!(lost(HALL, &[]), json!(false));
    assert_eq!(lost(HALL, &["d", "r", "r", "U"]), json!(true));
    let short = json!({"ask": "lost", "puzzle": "sokoban", "level": HALL, "nodes": 1, "memory": 1});
    assert_eq!(body(&short)["lost"], Value::Null, "nobody knows");
}

#[test]
fn a_play_is_reviewed() {
    let played =
        json!({"ask": "review", "puzzle": "sokoban", "level": CORRIDOR, "moves": ["r", "l", "r", "R"]});
    let review = body(&played);
    assert_eq!(review["moves"].as_array().map(Vec::len), Some(4));
    assert_eq!(review["moves"][0]["move"], "r");
    assert_eq!(review["first_mistake"], Value::Null, "walking costs no pushes");
}

#[test]
fn only_methods_that_run_here_are_offered() {
    let mut left_out = 0;
    for puzzle in puzzles() {
        let offered = body(&json!({"ask": "methods", "puzzle": puzzle}));
        let names: Vec<&str> =
            offered.as_array().unwrap().iter().filter_map(|row| row["name"].as_str()).collect();
        let known = find(puzzle).unwrap();
        for method in known.methods() {
            let here = names.contains(&method.name);
            assert_eq!(here, !known.need_files().contains(&method.name), "{puzzle} {}", method.name);
            left_out += usize::from(!here);
        }
        for name in known.need_files() {
            assert!(known.methods().iter().any(|method| method.name == *name), "{name} is in the table");
            let level = known.sample(&mut ingenio_core::Rng::new(1), 1).canonical();
            let wish = json!({"ask": "solve", "puzzle": puzzle, "level": level, "method": name});
            assert_eq!(problem(&wish)["kind"], "engines.needs-files");
        }
    }
    assert_eq!(left_out, 2, "both of Taquin's large ones");
}

#[test]
fn progress_is_told_as_a_server_tells_it() {
    let hard = "14 13 15 7/11 12 9 5/6 _ 2 1/4 8 10 3";
    let level = json!({"ask": "solve", "puzzle": "taquin", "level": hard, "settings": "goal=first"});
    let mut wish = json!({"method": "bfs", "seconds": 0.5});
    wish.as_object_mut().unwrap().extend(level.as_object().unwrap().clone());
    let (answered, told) = ask(&wish);
    assert_eq!(answered["answer"]["answer"]["limit"], "time", "{answered}");
    let first = told.first().expect("it was told");
    let keys: Vec<&str> = first.as_object().unwrap().keys().map(String::as_str).collect();
    assert_eq!(keys, ["is", "nodes", "bound", "best", "seconds", "text"]);
    assert!(
        first["nodes"].as_u64() > Some(0)
            && first["text"].as_str().is_some_and(|text| text.contains("nodes"))
    );
}

#[test]
fn a_reader_is_told_in_their_language_and_data_stay_english() {
    let wish = json!({"ask": "solve", "language": "en-XA", "puzzle": "taquin", "level": "2 1 3/4 5 6/7 8 _"});
    let solved = body(&wish);
    assert!(solved["text"].as_str().is_some_and(|text| text.starts_with('[')), "{solved}");
    let reason = solved["answer"]["reason"].as_str().expect("a reason");
    assert!(!reason.contains('['), "{reason}");
    let refused = json!({"ask": "solve", "language": "en-XA", "puzzle": "taquin", "level": "1 2 x/3 4 5"});
    let refused = problem(&refused);
    assert!(refused["message"].as_str().is_some_and(|text| text.starts_with('[')));
    assert_eq!((&refused["line"], &refused["column"]), (&json!(1), &json!(5)), "{refused}");
}

#[test]
fn what_cannot_be_asked_is_refused() {
    let kind = |request: Value| problem(&request)["kind"].as_str().unwrap_or_default().to_owned();
    assert_eq!(kind(json!({"ask": "juggle"})), "engines.bad-request");
    assert_eq!(kind(json!({"ask": "solve", "level": ""})), "catalog.empty");
    assert_eq!(kind(json!({"ask": "solve", "puzzle": "chess", "level": "x"})), "catalog.unknown-puzzle");
    let unknown = json!({"ask": "solve", "puzzle": "sokoban", "level": CORRIDOR, "method": "magic"});
    assert!(kind(unknown).contains("method"));
    let wall = json!({"ask": "hint", "puzzle": "sokoban", "level": CORRIDOR, "moves": ["u"], "rung": "move"});
    assert_eq!(kind(wall), "core.move-refused");
    assert!(answer("no JSON", &mut |_| ()).contains("engines.bad-request"));
}

#[test]
fn the_daily_puzzle_is_the_one_of_servers() {
    use ingenio_core::{Cancel, day::Day};
    let day = Day::new(2026, 11, 17).expect("the calendar has it");
    for puzzle in PUZZLES {
        let wish = json!({"ask": "daily", "puzzle": puzzle.info().name, "day": day.to_string()});
        let native = ingenio_workshop::daily(*puzzle, day, &Cancel::default()).expect("it is made");
        assert_eq!(body(&wish)["level"]["text"], native.level.canonical());
    }
    let bad = json!({"ask": "daily", "puzzle": "flow", "day": "2026-02-30"});
    assert_eq!(problem(&bad)["kind"], "engines.no-day");
}

#[test]
fn a_check_speaks_in_sentences() {
    let checked = body(&json!({"ask": "check", "puzzle": "sokoban", "level": HALL}));
    let said: Vec<&str> =
        checked["said"].as_array().expect("sentences").iter().filter_map(Value::as_str).collect();
    assert!(said.iter().any(|one| one.contains("of 100 points")), "{said:?}");
    for one in &said {
        assert!(one.ends_with(['.', ':']) && !one.starts_with(char::is_lowercase), "{one}");
    }
    assert_eq!(
        checked["why"].as_array().map(Vec::len),
        checked["rating"]["factors"].as_array().map(Vec::len)
    );
    let stuck = body(
        &json!({"ask": "check", "puzzle": "sokoban", "level": "#######\n#@ $  #\n#     #\n#    .#\n#######"}),
    );
    let repairs = stuck["diagnosis"]["repairs"].as_array().expect("repairs").len();
    assert!(repairs > 0 && stuck["mends"].as_array().map(Vec::len) == Some(repairs), "{stuck}");
}

#[test]
fn a_slip_is_mended_and_nonsense_is_refused() {
    let twice = "#######\n#@ @  #\n# $ . #\n#     #\n#######";
    let mended = body(&json!({"ask": "check", "level": twice}));
    assert_eq!(mended["puzzle"], "sokoban");
    assert!(
        mended["mends"][0].as_str().is_some_and(|said| said.contains("leave out the player")),
        "{mended}"
    );
    assert_eq!(mended["answer"]["outcome"], "failed");
    assert_eq!(
        problem(&json!({"ask": "check", "puzzle": "sokoban", "level": "###"}))["kind"],
        "sokoban.no-player"
    );
}

#[test]
fn levels_are_painted_from_nothing() {
    for puzzle in puzzles() {
        let new = body(&json!({"ask": "edit", "puzzle": puzzle}));
        assert!(new["brushes"].as_array().is_some_and(|all| all.len() > 2), "{puzzle}: {new}");
        let turned = body(&json!({"ask": "edit", "puzzle": puzzle, "draft": new["draft"],
            "steps": [{"do": "rotate"}, {"do": "rotate"}, {"do": "rotate"}, {"do": "rotate"}]}));
        assert_eq!(turned["draft"], new["draft"], "{puzzle}");
        let grown = body(&json!({"ask": "edit", "puzzle": puzzle, "draft": new["draft"],
            "steps": [{"do": "grow", "side": "up"}, {"do": "grow", "side": "right"}]}));
        let more = |of: &Value, what: &str| of["board"][what].as_u64().expect("a number");
        assert_eq!(more(&grown, "rows"), more(&new, "rows") + 1);
        assert_eq!(more(&grown, "columns"), more(&new, "columns") + 1);
        let huge = body(&json!({"ask": "edit", "puzzle": puzzle,
            "steps": [{"do": "blank", "columns": 1_000_000, "rows": 1_000_000}]}));
        assert!(huge["refused"].as_str().is_some_and(|said| said.contains("cannot be")), "{huge}");
        assert_eq!(huge["draft"], new["draft"]);
    }
}

#[test]
fn a_draft_says_why_it_is_no_level_and_becomes_one() {
    let paint = |draft: &Value, brush: &str, cells: &Value| {
        let steps = json!([{"do": "paint", "brush": brush, "cells": cells}]);
        body(&json!({"ask": "edit", "puzzle": "sokoban", "draft": draft, "steps": steps}))
    };
    let new = body(&json!({"ask": "edit", "puzzle": "sokoban"}));
    assert!(new["fault"].as_str().is_some_and(|said| !said.is_empty()) && new["id"].is_null(), "{new}");
    let player = paint(&new["draft"], "player", &json!([[1, 1]]));
    let crated = paint(&player["draft"], "box", &json!([[2, 2]]));
    let whole = paint(&crated["draft"], "goal", &json!([[2, 4]]));
    assert_eq!(whole["fault"], Value::Null, "{whole}");
    let level = read("sokoban", whole["text"].as_str().expect("a text"));
    assert_eq!(whole["id"], level.id().to_string());
}

#[test]
fn any_text_is_taken_into_the_editor_or_refused_with_a_sentence() {
    let titled = body(&json!({"ask": "edit", "draft": format!("{CORRIDOR}\nTitle: <b>One</b>\n")}));
    assert_eq!((&titled["puzzle"], &titled["title"]), (&json!("sokoban"), &json!("<b>One</b>")));
    for text in ["what is this?!", "", "#".repeat(300_000).as_str()] {
        for puzzle in puzzles() {
            let said = problem(&json!({"ask": "edit", "puzzle": puzzle, "draft": text}));
            assert!(said["message"].as_str().is_some_and(|said| said.len() > 20), "{puzzle}: {said}");
        }
    }
    assert!(!problem(&json!({"ask": "edit", "puzzle": "chess"}))["message"].is_null());
}
