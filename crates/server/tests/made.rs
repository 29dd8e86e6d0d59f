//! Levels that people publish: what is refused, who may do what, and versions.

mod common;

use common::{EASY_SOKOBAN, Server};
use reqwest::{Method, StatusCode};
use serde_json::{Value, json};

fn wish() -> Value {
    json!({"puzzle": "sokoban", "text": EASY_SOKOBAN, "title": "Corridor", "credit": "Ada", "listed": true, "solution": "rRR"})
}

fn with(name: &str, value: Value) -> Value {
    let mut wish = wish();
    wish[name] = value;
    wish
}

#[tokio::test(flavor = "multi_thread")]
async fn the_referee_decides_what_is_listed() {
    let server = Server::start();
    let ada = server.visitor();
    assert_eq!(ada.post("/api/made", wish()).await.0, StatusCode::UNAUTHORIZED, "an account is needed");
    ada.register("Ada").await;
    for (name, value) in [
        ("solution", json!("r")),
        ("solution", Value::Null),
        ("title", json!("\u{202e}\n ")),
        ("text", json!("what is this")),
        ("text", json!("#".repeat(200_000))),
        ("puzzle", json!("chess")),
    ] {
        let (status, said) = ada.post("/api/made", with(name, value)).await;
        assert_eq!(status, StatusCode::UNPROCESSABLE_ENTITY, "{name}: {said}");
        assert!(said["detail"].as_str().is_some_and(|detail| detail.len() > 10), "{said}");
    }
    assert_eq!(ada.get("/api/made").await.1, json!([]));
    let unproved = json!({"puzzle": "sokoban", "text": EASY_SOKOBAN, "title": "Quiet", "listed": false});
    let (status, quiet) = ada.post("/api/made", unproved).await;
    assert_eq!(
        (status, &quiet["solved"]),
        (StatusCode::OK, &json!(false)),
        "by its link it may be published"
    );
    let address = format!("/api/made/{}", quiet["key"].as_str().expect("a key"));
    let listed = ada.ask(Method::PUT, &address, Some(json!({"listed": true}))).await;
    assert_eq!(listed.0, StatusCode::UNPROCESSABLE_ENTITY, "and is not listed by the back door");
    let (status, made) = ada.post("/api/made", with("title", json!("<b>x</b>".repeat(500)))).await;
    assert_eq!((status, &made["solved"]), (StatusCode::OK, &json!(true)));
    let (_, all) = ada.get("/api/made?puzzle=sokoban").await;
    assert_eq!(all.as_array().map(Vec::len), Some(1));
    assert!(all[0]["title"].as_str().is_some_and(|title| title.chars().count() <= 80));
    let (status, page) = ada.get(made["to"].as_str().expect("an address")).await;
    assert_eq!(status, StatusCode::OK);
    let page = page.as_str().expect("a page");
    assert!(page.contains("&lt;b&gt;x") && !page.contains("<b>x"), "titles are escaped");
}

#[tokio::test(flavor = "multi_thread")]
async fn an_owner_adds_versions_and_removes_and_nobody_else_does() {
    let server = Server::start();
    let (ada, bob) = (server.visitor(), server.visitor());
    ada.register("Ada").await;
    bob.register("Bob").await;
    let (_, made) = ada.post("/api/made", wish()).await;
    let key = made["key"].as_str().expect("a key").to_owned();
    let address = format!("/api/made/{key}");
    let mirrored = json!({"puzzle": "sokoban", "text": "#######\n#. $ @#\n#######\n", "title": "Other way", "listed": true,
        "solution": "lLL", "of": key});
    assert_eq!(bob.post("/api/made", mirrored.clone()).await.0, StatusCode::NOT_FOUND);
    let (status, second) = ada.post("/api/made", mirrored).await;
    assert_eq!((status, &second["version"], &second["key"]), (StatusCode::OK, &json!(2), &json!(key)));
    let (_, versions) = bob.get(&address).await;
    assert_eq!((&versions[0]["title"], &versions[1]["title"]), (&json!("Other way"), &json!("Corridor")));
    for level in [&versions[0]["level"], &versions[1]["level"]] {
        let level = level.as_str().expect("an id");
        assert_eq!(
            bob.get(&format!("/play/{level}")).await.0,
            StatusCode::OK,
            "old versions are played, too"
        );
    }
    assert_eq!(bob.get(&format!("/made/{key}?version=1")).await.0, StatusCode::OK);
    assert_eq!(bob.get(&format!("/made/{key}?version=9")).await.0, StatusCode::NOT_FOUND);
    assert_eq!(bob.ask(Method::DELETE, &address, None).await.0, StatusCode::NOT_FOUND);
    assert_eq!(bob.ask(Method::PUT, &address, Some(json!({"listed": false}))).await.0, StatusCode::NOT_FOUND);
    let (status, report) = bob.post(&format!("{address}/findings"), json!({"what": "rude"})).await;
    assert!(status == StatusCode::OK && report["number"].is_number(), "{report}");
    // Somebody who has played nothing here yet.
    let (status, report) =
        server.visitor().post(&format!("{address}/findings"), json!({"what": "rude"})).await;
    assert!(status == StatusCode::OK && report["number"].is_number(), "{report}");
    assert_eq!(ada.ask(Method::DELETE, &address, None).await.0, StatusCode::NO_CONTENT);
    assert_eq!(ada.get(&format!("/made/{key}")).await.0, StatusCode::NOT_FOUND);
    assert_eq!(ada.get("/made/nonsense").await.0, StatusCode::NOT_FOUND);
}
