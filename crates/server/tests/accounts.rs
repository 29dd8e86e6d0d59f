//! Accounts from the first visit to the farewell.

mod common;

use common::{EASY_TAQUIN, Line, Server};
use reqwest::{Method, StatusCode};
use serde_json::json;

#[tokio::test(flavor = "multi_thread")]
async fn a_guests_plays_come_along_on_registering() {
    let server = Server::start();
    let visitor = server.visitor();
    let (_, key, cookie) = visitor.play(EASY_TAQUIN).await;
    let mut line = Line::open(&server, &key, &cookie, "a").await.unwrap();
    line.hear().await.unwrap();
    line.order(json!({"n": 1, "do": "move", "text": "R"})).await;
    visitor.register("Ada").await;
    assert!(line.hear().await.is_none(), "the guest's line ends with the guest");
    let (_, plays) = visitor.get("/api/me/plays").await;
    assert_eq!((plays[0]["key"].as_str(), plays[0]["events"].as_u64()), (Some(key.as_str()), Some(1)));
    let page = visitor.get("/me").await.1;
    assert!(page.as_str().unwrap().contains("Ada"));
    // On another device the same plays are there after logging in.
    let elsewhere = server.visitor();
    let (status, _) = elsewhere.post("/api/login", json!({"name": "ADA", "password": "correct horse"})).await;
    assert_eq!(status, StatusCode::OK);
    assert_eq!(elsewhere.get("/api/me/plays").await.1, plays);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_new_password_logs_everyone_else_out() {
    let server = Server::start();
    let (here, there) = (server.visitor(), server.visitor());
    here.register("Ada").await;
    let log_in = json!({"name": "Ada", "password": "correct horse"});
    let response = there.request(Method::POST, "/api/login").json(&log_in).send().await.unwrap();
    assert_eq!(response.status(), StatusCode::OK);
    let cookie = response.headers()["set-cookie"].to_str().unwrap().split(';').next().unwrap().to_owned();
    let (_, key, _) = there.play(EASY_TAQUIN).await;
    let mut line = Line::open(&server, &key, &cookie, "a").await.unwrap();
    line.hear().await.unwrap();
    let wish = json!({"old": "wrong wrong", "new": "battery staple"});
    assert_eq!(here.post("/api/password", wish).await.0, StatusCode::UNAUTHORIZED);
    let wish = json!({"old": "correct horse", "new": "battery staple"});
    assert_eq!(here.post("/api/password", wish).await.0, StatusCode::OK);
    assert!(there.get("/api/me").await.1["name"].is_null());
    assert!(line.hear().await.is_none(), "a line ends with its session");
    assert!(Line::open(&server, &key, &cookie, "a").await.is_err());
    assert_eq!(here.get("/api/me").await.1["name"], "Ada");
    assert_eq!(there.post("/api/login", log_in).await.0, StatusCode::UNAUTHORIZED);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_deleted_account_leaves_nothing_but_nameless_records() {
    let server = Server::start();
    let visitor = server.visitor();
    visitor.register("Ada").await;
    let (level, key, _) = visitor.play(EASY_TAQUIN).await;
    visitor.post(&format!("/api/plays/{key}/hints"), json!({"rung": "distance"})).await;
    let (_, export) = visitor.get("/api/me/export").await;
    assert!(
        export.to_string().contains(&level) || export.as_str().is_some_and(|text| text.contains(&key)),
        "{export}"
    );
    let (status, _) =
        visitor.ask(Method::DELETE, "/api/account", Some(json!({"password": "wrong wrong"}))).await;
    assert_eq!(status, StatusCode::UNAUTHORIZED);
    let (status, _) =
        visitor.ask(Method::DELETE, "/api/account", Some(json!({"password": "correct horse"}))).await;
    assert_eq!(status, StatusCode::OK);
    assert!(visitor.get("/api/me").await.1["name"].is_null());
    assert_eq!(visitor.get(&format!("/api/plays/{key}")).await.0, StatusCode::NOT_FOUND);
    let (status, _) = visitor.post("/api/login", json!({"name": "Ada", "password": "correct horse"})).await;
    assert_eq!(status, StatusCode::UNAUTHORIZED);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_win_after_registering_is_the_accounts() {
    let server = Server::start();
    let visitor = server.visitor();
    let (level, key, _) = visitor.play(EASY_TAQUIN).await;
    let answer = json!({"name": "Ada", "password": "correct horse"});
    let response = visitor.request(Method::POST, "/api/register").json(&answer).send().await.unwrap();
    let cookie = response.headers()["set-cookie"].to_str().unwrap().split(';').next().unwrap().to_owned();
    let mut line = Line::open(&server, &key, &cookie, "a").await.unwrap();
    line.hear().await.unwrap();
    line.order(json!({"n": 1, "do": "move", "text": "R"})).await;
    let won = line.order(json!({"n": 2, "do": "move", "text": "R"})).await;
    assert_eq!(won["state"]["stars"], 3, "{won}");
    let (_, page) = visitor.get(&format!("/api/levels/{level}")).await;
    assert_eq!(page["records"][0]["holder"], "Ada", "{page}");
}
