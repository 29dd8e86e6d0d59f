//! The theatre: what is watched step by step is what the method does alone, and every look can be drawn.

use std::collections::HashSet;

use ingenio_browser_engines::answer;
use serde_json::{Value, json};

const LEVELS: &[(&str, &str)] = &[
    ("sokoban", "#######\n#@    #\n# $ $ #\n#  . .#\n#######"),
    ("taquin", "4 1 3/7 2 6/5 8 _"),
    ("unblock", "IBBx..I..LDDJAAL..J.KEEMFFK..MGGHHHM"),
    ("flow", "A..B\n....\nC.A.\nC..B"),
    ("tetravex", "3x3\n1 2 3 4\n2 4 7 2\n1 5 5 4\n3 4 6 5\n5 7 2 1\n6 6 2 3\n6 7 6 6\n2 1 8 7"),
];

fn ask(request: &Value) -> Value {
    serde_json::from_str(&answer(&request.to_string(), &mut |_| {})).unwrap()
}

fn steppable(puzzle: &str) -> Vec<String> {
    let rows = ask(&json!({ "ask": "methods", "puzzle": puzzle }));
    let rows = rows["answer"].as_array().unwrap().clone();
    let names = rows.iter().filter(|row| row["steppable"] == true).map(|row| row["name"].as_str().unwrap());
    names.map(str::to_owned).collect()
}

/// The outcome, the solution and what it cost, without what a clock decides.
fn essence(answer: &Value) -> Value {
    let of = |field: &str| answer[field].clone();
    json!([of("outcome"), of("solution"), of("nodes"), of("generated"), of("bound"), of("optimal")])
}

#[test]
fn a_method_on_the_stage_does_what_it_does_alone() {
    let mut watched = 0;
    for (puzzle, level) in LEVELS {
        for method in steppable(puzzle) {
            let place = json!({ "puzzle": puzzle, "level": level, "method": method, "nodes": 20_000 });
            let with = |ask: &str| {
                let mut request = place.clone();
                request["ask"] = ask.into();
                request
            };
            let alone = ask(&with("solve"));
            let first = ask(&with("stage"));
            assert_eq!(first["answer"]["nodes"], 0, "{puzzle} {method}: {first}");
            let mut look = Value::Null;
            for step in 0..200 {
                look = ask(&json!({ "ask": "watch", "nodes": 1 << (step / 4) }))["answer"].clone();
                if !look["end"].is_null() {
                    break;
                }
            }
            if alone["answer"]["answer"]["limit"] == "nodes" {
                continue;
            }
            let (alone, staged) = (&alone["answer"]["answer"], &look["end"]["answer"]);
            assert_eq!(essence(staged), essence(alone), "{puzzle} {method}");
            assert!(look["end"]["solved"] == false || look["board"].is_string(), "{puzzle} {method}");
            watched += 1;
        }
    }
    assert!(watched > 30, "{watched} methods were watched to their end");
}

/// Those that see what no moves lead to, and say so: from the other end, from everywhere, in pieces that join nothing yet.
const FROM_ELSEWHERE: &[&str] = &[
    "sokoban portfolio",
    "sokoban backward",
    "sokoban improve",
    "unblock field",
    "flow brute-force",
    "flow brute-force-printed",
];

#[test]
fn every_method_shows_what_it_looks_at() {
    let (mut blind, mut elsewhere) = (Vec::new(), Vec::new());
    for (puzzle, level) in LEVELS {
        for method in steppable(puzzle) {
            let first = ask(&json!({ "ask": "stage", "puzzle": puzzle, "level": level, "method": method }));
            let mut boards = HashSet::from([first["answer"]["board"].to_string()]);
            let (mut expanded, mut sight, mut way) = (false, false, false);
            for _ in 0..200 {
                let look = ask(&json!({ "ask": "watch", "nodes": 1 }))["answer"].clone();
                assert!(look["board"].is_string(), "{puzzle} {method} is never without a board");
                sight |= look["sight"]["said"].as_str().is_some_and(|said| said.ends_with('.'));
                way |= look["focus"]["way"].as_str().is_some_and(|way| !way.is_empty());
                expanded |= look["nodes"].as_u64() > Some(2);
                if !look["end"].is_null() {
                    break;
                }
                boards.insert(look["board"].to_string());
            }
            // A board that stays is one too, as long as moves lead to it: a search may think long about one drawing.
            if expanded && boards.len() < 2 && !way {
                blind.push(format!("{puzzle} {method}"));
            }
            if sight {
                elsewhere.push(format!("{puzzle} {method}"));
            }
        }
    }
    assert_eq!(blind, Vec::<String>::new(), "boards that say nothing");
    assert_eq!(elsewhere, FROM_ELSEWHERE);
}

#[test]
fn a_search_that_keeps_a_frontier_says_how_large_it_is() {
    let frontier = |method: &str| {
        ask(&json!({ "puzzle": "taquin", "level": "8 7 6/5 4 3/2 1 _", "method": method, "ask": "stage" }));
        ask(&json!({ "ask": "watch", "nodes": 1 }))["answer"]["frontier"].clone()
    };
    // The blank is in a corner: two ways on.
    assert_eq!(
        (frontier("bfs"), frontier("astar-manhattan"), frontier("idastar-manhattan")),
        (json!(2), json!(2), json!(null))
    );
}

#[test]
fn a_search_shows_where_it_looks() {
    let level = json!({ "puzzle": "taquin", "level": "8 7 6/5 4 3/2 1 _", "method": "astar-manhattan", "ask": "stage" });
    ask(&level);
    let look = ask(&json!({ "ask": "watch", "nodes": 10 }))["answer"].clone();
    assert_eq!(look["nodes"], 10);
    assert!(look["focus"]["estimate"].is_u64(), "{look}");
    assert!(look["board"].as_str().unwrap().starts_with("<svg"), "{look}");
    let later = ask(&json!({ "ask": "watch", "seconds": 0.005 }))["answer"].clone();
    assert!(later["nodes"].as_u64() > Some(10), "{later}");
}

#[test]
fn what_cannot_be_watched_is_said() {
    let level = json!({ "puzzle": "taquin", "level": "1 2/_ 3", "method": "sat-plan", "ask": "stage" });
    assert_eq!(ask(&level)["problem"]["kind"], "catalog.not-steppable");
    std::thread::spawn(|| {
        assert_eq!(ask(&json!({ "ask": "watch" }))["problem"]["kind"], "engines.empty-stage");
    })
    .join()
    .unwrap();
}
