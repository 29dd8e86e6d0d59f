//! Plays over the live line: the rules run on the server, moves are kept, tabs agree, hints and reviews answer.

mod common;

use common::{EASY_SOKOBAN, EASY_TAQUIN, Line, Server};
use reqwest::StatusCode;
use serde_json::json;

#[tokio::test(flavor = "multi_thread")]
async fn a_play_is_won_and_counts() {
    let server = Server::start();
    let visitor = server.visitor();
    let (level, key, cookie) = visitor.play(EASY_SOKOBAN).await;
    let mut line = Line::open(&server, &key, &cookie, "a").await.unwrap();
    let board = line.hear().await.unwrap();
    assert_eq!((board["is"].as_str(), board["board"]["columns"].as_u64()), (Some("board"), Some(7)));
    let after = line.order(json!({"n": 1, "do": "gesture", "gesture": {"arrow": "right"}})).await;
    assert_eq!(after["state"]["measures"][1], json!(["moves", 1]));
    assert_eq!(after["changed"].as_array().unwrap().len(), 1, "only the player moved: {after}");
    for number in 2..4 {
        line.order(json!({"n": number, "do": "move", "text": "r"})).await;
    }
    let (status, page) = visitor.get(&format!("/api/levels/{level}")).await;
    assert_eq!(status, StatusCode::OK);
    let record =
        page["records"].as_array().unwrap().iter().find(|record| record["metric"] == "pushes").unwrap();
    assert_eq!((record["value"].as_i64(), record["machine"].as_bool()), (Some(2), Some(false)));
    let (status, film) = visitor.post(&format!("/api/plays/{key}/film"), json!(null)).await;
    assert_eq!((status, film["steps"].as_array().unwrap().len()), (StatusCode::OK, 3));
    let (_, me) = visitor.get("/api/me/plays").await;
    assert!(me[0]["ended"].is_i64());
}

#[tokio::test(flavor = "multi_thread")]
async fn tabs_agree_and_an_order_sent_twice_is_done_once() {
    let server = Server::start();
    let visitor = server.visitor();
    let (_, key, cookie) = visitor.play(EASY_TAQUIN).await;
    let mut one = Line::open(&server, &key, &cookie, "one").await.unwrap();
    let mut two = Line::open(&server, &key, &cookie, "two").await.unwrap();
    one.hear().await.unwrap();
    two.hear().await.unwrap();
    one.order(json!({"n": 1, "do": "move", "text": "U"})).await;
    let seen = two.hear().await.unwrap();
    assert_eq!(seen["state"]["moves"], 1);
    assert_eq!(seen["done"], 0, "it was not this tab's order");
    // The same order again, as after a lost connection, and then the next.
    one.send(&json!({"n": 1, "do": "move", "text": "U"})).await;
    let later = one.order(json!({"n": 2, "do": "undo"})).await;
    assert_eq!((later["state"]["moves"].as_u64(), later["state"]["number"].as_u64()), (Some(0), Some(2)));
    // A tab that comes back learns how far it got.
    drop(one);
    let mut again = Line::open(&server, &key, &cookie, "one").await.unwrap();
    assert_eq!(again.hear().await.unwrap()["done"], 2);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_play_goes_on_after_a_restart_of_the_server() {
    let server = Server::start();
    let visitor = server.visitor();
    let (level, key, cookie) = visitor.play(EASY_TAQUIN).await;
    let mut line = Line::open(&server, &key, &cookie, "a").await.unwrap();
    line.hear().await.unwrap();
    line.order(json!({"n": 1, "do": "move", "text": "R"})).await;
    let folder = server.stop();
    let server = Server::in_folder(folder, |_| ());
    let mut line = Line::open(&server, &key, &cookie, "a").await.unwrap();
    assert_eq!(line.hear().await.unwrap()["state"]["moves"], 1);
    let request = server.visitor().client.post(server.url("/api/plays")).header("cookie", &cookie);
    let resumed: serde_json::Value =
        request.json(&json!({"level": level})).send().await.unwrap().json().await.unwrap();
    assert_eq!((resumed["key"].as_str(), resumed["resumed"].as_bool()), (Some(key.as_str()), Some(true)));
}

#[tokio::test(flavor = "multi_thread")]
async fn hints_climb_and_shown_ways_are_no_records() {
    let server = Server::start();
    let visitor = server.visitor();
    let (level, key, cookie) = visitor.play(EASY_TAQUIN).await;
    for rung in ["distance", "piece", "move"] {
        let (status, hint) = visitor.post(&format!("/api/plays/{key}/hints"), json!({"rung": rung})).await;
        assert_eq!((status, hint["lost"].as_bool()), (StatusCode::OK, Some(false)), "{hint}");
        assert!(!hint["said"].as_array().unwrap().is_empty());
    }
    let (_, none) = visitor.post(&format!("/api/plays/{key}/hints"), json!({"rung": "plan"})).await;
    assert_eq!(none["said"][0], "There are no plans for Taquin.");
    let (_, hint) = visitor.post(&format!("/api/plays/{key}/hints"), json!({"rung": "solution"})).await;
    assert_eq!(hint["moves"], json!(["R", "R"]));
    assert_eq!(hint["film"]["steps"].as_array().unwrap().len(), 2);
    let mut line = Line::open(&server, &key, &cookie, "a").await.unwrap();
    line.hear().await.unwrap();
    line.order(json!({"n": 1, "do": "move", "text": "R"})).await;
    let won = line.order(json!({"n": 2, "do": "move", "text": "R"})).await;
    assert_eq!(
        (won["state"]["won"].as_bool(), won["state"]["stars"].as_u64()),
        (Some(true), Some(1)),
        "{won}"
    );
    let (_, page) = visitor.get(&format!("/api/levels/{level}")).await;
    assert_eq!(page["records"], json!([]));
    let (_, play) = visitor.get(&format!("/api/plays/{key}")).await;
    assert_eq!(play["hints"], 5);
    let (status, review) = visitor.post(&format!("/api/plays/{key}/review"), json!({})).await;
    assert_eq!((status, review["moves"][0]["cost"].as_u64()), (StatusCode::OK, Some(0)));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_move_against_the_rules_is_refused_with_its_reason() {
    let server = Server::start();
    let visitor = server.visitor();
    let (_, key, cookie) = visitor.play(EASY_SOKOBAN).await;
    let mut line = Line::open(&server, &key, &cookie, "a").await.unwrap();
    line.hear().await.unwrap();
    let refused = line.order(json!({"n": 1, "do": "move", "text": "u"})).await;
    assert_eq!(refused["is"], "refused");
    assert!(refused["message"].as_str().unwrap().contains("wall"), "{refused}");
    let after = line.order(json!({"n": 2, "do": "move", "text": "r"})).await;
    assert_eq!(after["state"]["moves"], 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn whoever_is_shown_the_way_earns_one_star_by_it() {
    let server = Server::start();
    let other = server.visitor();
    let (level, others_key, others_cookie) = other.play(EASY_TAQUIN).await;
    let mut line = Line::open(&server, &others_key, &others_cookie, "a").await.unwrap();
    line.hear().await.unwrap();
    for n in 1..3 {
        line.order(json!({"n": n, "do": "move", "text": "R"})).await;
    }
    let ways = ["a solver from the start", "another's play", "the best known"];
    for way in ways {
        let visitor = server.visitor();
        let (_, key, cookie) = visitor.play(EASY_TAQUIN).await;
        // An open line must hear of it as well as a line that is opened later.
        let mut line = Line::open(&server, &key, &cookie, "a").await.unwrap();
        line.hear().await.unwrap();
        let status = match way {
            "another's play" => visitor.post(&format!("/api/plays/{others_key}/film"), json!(null)).await.0,
            "the best known" => visitor.post(&format!("/api/levels/{level}/film"), json!(null)).await.0,
            _ => visitor.post("/api/jobs", json!({"level": level, "method": "bfs"})).await.0,
        };
        assert_eq!(status, StatusCode::OK, "{way}");
        line.order(json!({"n": 1, "do": "move", "text": "R"})).await;
        let won = line.order(json!({"n": 2, "do": "move", "text": "R"})).await;
        assert!(won["state"]["stars"] == 1 && won["state"]["helped"] == true, "{way}: {won}");
        assert!(won["state"]["won"] == true, "{way}: {won}");
    }
    let visitor = server.visitor();
    let (_, key, cookie) = visitor.play(EASY_TAQUIN).await;
    let review = visitor.post(&format!("/api/plays/{key}/review"), json!({})).await;
    assert_eq!(review.0, StatusCode::UNPROCESSABLE_ENTITY, "a review shows the best moves");
    let mut line = Line::open(&server, &key, &cookie, "a").await.unwrap();
    line.hear().await.unwrap();
    line.order(json!({"n": 1, "do": "mode", "mode": "challenge"})).await;
    let hint = visitor.post(&format!("/api/plays/{key}/hints"), json!({"rung": "move"})).await;
    assert_eq!(hint.0, StatusCode::UNPROCESSABLE_ENTITY, "no moves in a challenge");
    line.order(json!({"n": 2, "do": "move", "text": "R"})).await;
    assert_eq!(visitor.get(&format!("/api/plays/{key}")).await.1["mode"], "challenge", "it is kept");
}

#[tokio::test(flavor = "multi_thread")]
async fn what_was_done_while_the_line_was_down_is_done_when_it_is_back() {
    let server = Server::start();
    let visitor = server.visitor();
    let (_, key, cookie) = visitor.play(EASY_SOKOBAN).await;
    let mut line = Line::open(&server, &key, &cookie, "a").await.unwrap();
    line.hear().await.unwrap();
    for n in 1..=150 {
        let text = if n % 2 == 1 { "r" } else { "l" };
        line.send(&json!({"n": n, "do": "move", "text": text})).await;
    }
    let last = line.order(json!({"n": 151, "do": "undo"})).await;
    assert_eq!(last["state"]["moves"], 149, "nobody is turned away for being late: {last}");
}

/// A play that nobody has moved in is nowhere stored; its tab brings the level along when it comes back.
#[tokio::test(flavor = "multi_thread")]
async fn a_play_without_a_move_survives_a_restart() {
    let server = Server::start();
    let visitor = server.visitor();
    let (level, key, cookie) = visitor.play(EASY_TAQUIN).await;
    let server = Server::in_folder(server.stop(), |_| ());
    assert!(Line::open(&server, &key, &cookie, "a").await.is_err(), "nobody knows it any more");
    let mut line =
        Line::open(&server, &key, &cookie, &format!("a&level={level}&mode=challenge")).await.unwrap();
    assert_eq!(line.hear().await.unwrap()["state"]["mode"], "challenge");
    let mut second = Line::open(&server, &key, &cookie, "b").await.unwrap();
    second.hear().await.unwrap();
    line.order(json!({"n": 1, "do": "move", "text": "R"})).await;
    assert_eq!(second.hear().await.unwrap()["state"]["moves"], 1, "both tabs have one play");
    let other = server.visitor();
    let (_, _, foreign) = other.play(EASY_TAQUIN).await;
    let stolen = Line::open(&server, &key, &foreign, &format!("a&level={level}")).await;
    assert!(stolen.is_err(), "a key that is taken is its player's");
}
