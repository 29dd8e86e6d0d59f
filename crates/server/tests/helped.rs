//! Helped plays: they win, but take no record and one star at most; and what makes them so.

mod common;

use common::{EASY_SOKOBAN, EASY_TAQUIN, Line, Server};
use reqwest::StatusCode;
use serde_json::{Value, json};

/// Plays a board of two moves to its end; gives what was told last.
async fn win(server: &Server, key: &str, cookie: &str) -> Value {
    let mut line = Line::open(server, key, cookie, "a").await.unwrap();
    line.hear().await.unwrap();
    line.order(json!({"n": 1, "do": "move", "text": "R"})).await;
    line.order(json!({"n": 2, "do": "move", "text": "R"})).await
}

async fn records(visitor: &common::Visitor, level: &str) -> usize {
    visitor.get(&format!("/api/levels/{level}")).await.1["records"].as_array().unwrap().len()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_hint_above_the_first_rung_makes_a_play_helped() {
    let server = Server::start();
    let visitor = server.visitor();
    let (level, key, cookie) = visitor.play(EASY_TAQUIN).await;
    let hint = visitor.post(&format!("/api/plays/{key}/hints"), json!({"rung": "move"})).await.1;
    assert!(hint["said"].to_string().contains("this play is helped"), "{hint}");
    let won = win(&server, &key, &cookie).await;
    assert_eq!((&won["state"]["stars"], &won["state"]["helped"]), (&json!(1), &json!(true)), "{won}");
    assert!(won["state"]["said"].as_str().unwrap().contains("no record"), "{won}");
    assert_eq!(records(&visitor, &level).await, 0);
    // Who was led to the end knows the way: another try within the day is helped from its start.
    let (_, again, _) = visitor.play(EASY_TAQUIN).await;
    assert_eq!(
        visitor.get(&format!("/api/plays/{again}")).await.0,
        StatusCode::NOT_FOUND,
        "nothing happened"
    );
    let mut line = Line::open(&server, &again, &cookie, "b").await.unwrap();
    let board = line.hear().await.unwrap();
    assert!(board["state"]["said"].as_str().unwrap().contains("less than a day ago"), "{board}");
    line.order(json!({"n": 1, "do": "move", "text": "R"})).await;
    assert_eq!(visitor.get(&format!("/api/plays/{again}")).await.1["helped"], true);
}

#[tokio::test(flavor = "multi_thread")]
async fn how_far_it_is_may_be_asked() {
    let server = Server::start();
    let visitor = server.visitor();
    let (level, key, cookie) = visitor.play(EASY_TAQUIN).await;
    visitor.post(&format!("/api/plays/{key}/hints"), json!({"rung": "distance"})).await;
    let won = win(&server, &key, &cookie).await;
    assert_eq!((&won["state"]["stars"], &won["state"]["helped"]), (&json!(3), &json!(false)), "{won}");
    assert_eq!(records(&visitor, &level).await, 2);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_get_has_no_effect() {
    let server = Server::start();
    let other = server.visitor();
    let (level, others, cookie) = other.play(EASY_TAQUIN).await;
    win(&server, &others, &cookie).await;
    let visitor = server.visitor();
    let (_, key, cookie) = visitor.play(EASY_TAQUIN).await;
    let mut line = Line::open(&server, &key, &cookie, "a").await.unwrap();
    line.hear().await.unwrap();
    line.order(json!({"n": 1, "do": "move", "text": "R"})).await;
    for path in [format!("/api/plays/{others}/film"), format!("/api/levels/{level}/film")] {
        assert_eq!(visitor.get(&path).await.0, StatusCode::METHOD_NOT_ALLOWED, "{path}");
    }
    visitor.get(&format!("/replay/{others}")).await;
    assert_eq!(visitor.get(&format!("/api/plays/{key}")).await.1["helped"], false);
    assert_eq!(visitor.post(&format!("/api/plays/{others}/film"), json!(null)).await.0, StatusCode::OK);
    assert_eq!(visitor.get(&format!("/api/plays/{key}")).await.1["helped"], true);
}

#[tokio::test(flavor = "multi_thread")]
async fn the_first_move_fixes_the_mode() {
    let server = Server::start();
    let visitor = server.visitor();
    let (_, key, cookie) = visitor.play(EASY_SOKOBAN).await;
    let mut line = Line::open(&server, &key, &cookie, "a").await.unwrap();
    line.hear().await.unwrap();
    let challenge = json!({"n": 1, "do": "mode", "mode": "challenge"});
    assert_eq!(line.order(challenge).await["state"]["mode"], "challenge");
    line.order(json!({"n": 2, "do": "move", "text": "r"})).await;
    let refused = line.order(json!({"n": 3, "do": "mode", "mode": "relax"})).await;
    assert!(refused["message"].as_str().unwrap().contains("before the first move"), "{refused}");
    line.order(json!({"n": 4, "do": "undo"})).await;
    let refused = line.order(json!({"n": 5, "do": "mode", "mode": "relax"})).await;
    assert_eq!(refused["is"], "refused", "taking it back does not undo that it was made");
    assert_eq!(visitor.get(&format!("/api/plays/{key}")).await.1["mode"], "challenge");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_board_put_down_is_not_solved() {
    let server = Server::start();
    let visitor = server.visitor();
    let (level, key, cookie) = visitor.play("1x2\n1 2 3 4\n3 5 6 7\n").await;
    let mut line = Line::open(&server, &key, &cookie, "a").await.unwrap();
    line.hear().await.unwrap();
    let placed = line.order(json!({"n": 1, "do": "move", "text": "1@0,0"})).await;
    assert_eq!(placed["state"]["can_be_done"], true, "{placed}");
    let done = line.order(json!({"n": 2, "do": "done"})).await;
    let said = done["state"]["said"].as_str().unwrap();
    assert!(said.starts_with("Put down, not solved") && done["state"]["stars"].is_null(), "{done}");
    let page = visitor.get(&format!("/api/levels/{level}")).await.1;
    assert_eq!(page["records"][0]["value"], 1, "the best so far is what it is: {page}");
}
