//! Solver jobs that misbehave, and the queue. The solver is a script, so that it can do what ours never does.

mod common;

use std::time::Duration;

use common::{EASY_SOKOBAN, EASY_TAQUIN, Server, Visitor};
use reqwest::{Method, StatusCode};
use serde_json::{Value, json};

/// A server whose solver is a script.
fn with_solver(script: &str) -> Server {
    let folder = tempfile::tempdir().unwrap();
    let program = folder.path().join("solver");
    // Another process writes it: a child that a neighbouring test forks meanwhile would hold it open, and what is open
    // for writing cannot be started.
    let write = "printf '%s\\n' '#!/bin/sh' \"$1\" > \"$0\" && chmod 755 \"$0\"";
    let written = std::process::Command::new("sh").args(["-c", write]).arg(&program).arg(script).status();
    assert!(written.unwrap().success());
    Server::in_folder(folder, |config| {
        config.program = program;
        config.solvers = 1;
        config.solver_memory = 64 << 20;
    })
}

async fn start(visitor: &Visitor, text: &str) -> (StatusCode, Value) {
    let (level, _, _) = visitor.play(text).await;
    visitor.post("/api/jobs", json!({"level": level, "method": "auto", "seconds": 100})).await
}

/// Watches a job to its end.
async fn end(visitor: &Visitor, job: &Value) -> Value {
    let id = job["id"].as_str().expect("a job");
    let events = visitor.request(Method::GET, &format!("/api/jobs/{id}/events")).send().await.unwrap();
    let told = events.text().await.unwrap();
    let last = told.lines().rfind(|line| line.starts_with("data:")).expect("an event");
    serde_json::from_str(&last["data:".len()..]).unwrap()
}

#[tokio::test]
async fn a_solver_that_wants_all_memory_is_stopped_and_the_others_go_on() {
    let server = with_solver("x=aaaaaaaaaaaaaaaa; while :; do x=\"$x$x\"; done");
    let visitor = server.visitor();
    let (_, job) = start(&visitor, EASY_TAQUIN).await;
    let done = end(&visitor, &job).await;
    assert_eq!((done["is"].as_str(), done["film"].as_bool()), (Some("done"), Some(false)), "{done}");
    assert!(done["text"].as_str().unwrap().contains("memory"), "{done}");
    assert_eq!(server.visitor().get("/health").await.0, StatusCode::OK);
}

#[tokio::test]
async fn a_solver_that_lies_gets_no_record() {
    let report =
        r#"{"outcome":"solved","chosen":"auto","optimal":true,"solution":"U","seconds":0.1,"nodes":1}"#;
    let server = with_solver(&format!("cat >/dev/null; echo '{report}'"));
    let visitor = server.visitor();
    let (level, _, _) = visitor.play(EASY_SOKOBAN).await;
    let (_, job) = start(&visitor, EASY_SOKOBAN).await;
    let done = end(&visitor, &job).await;
    assert_eq!(done["film"], false, "{done}");
    assert!(done["text"].as_str().unwrap().contains("referee"), "{done}");
    let film = visitor.get(&format!("/api/jobs/{}/film", job["id"].as_str().unwrap())).await;
    assert_eq!(film.0, StatusCode::NOT_FOUND);
    let (_, known) = visitor.get(&format!("/api/levels/{level}")).await;
    assert_eq!(known["records"], json!([]), "{known}");
}

#[tokio::test]
async fn a_solver_that_breaks_says_so_and_one_that_babbles_is_cut_short() {
    for (script, word) in
        [("exit 3", "broke"), ("yes rubbish", "more than a run may"), ("kill -9 $$", "broke")]
    {
        let server = with_solver(script);
        let visitor = server.visitor();
        let (_, job) = start(&visitor, EASY_TAQUIN).await;
        let done = end(&visitor, &job).await;
        assert!(done["text"].as_str().unwrap().contains(word), "{script}: {done}");
    }
}

#[tokio::test]
async fn jobs_wait_in_a_fair_queue_and_nobody_has_more_than_two() {
    let server = with_solver("exec sleep 1000");
    let (ada, bob) = (server.visitor(), server.visitor());
    let (_, first) = start(&ada, EASY_TAQUIN).await;
    running(&ada, &first).await;
    let (_, second) = start(&ada, EASY_TAQUIN).await;
    let (refused, why) = start(&ada, EASY_TAQUIN).await;
    assert_eq!(refused, StatusCode::TOO_MANY_REQUESTS, "{why}");
    let (_, third) = start(&bob, EASY_TAQUIN).await;
    assert_eq!((&second["ahead"], &third["ahead"]), (&json!(0), &json!(0)), "{second} {third}");
    let (_, second) = ada.get(&address(&second)).await;
    assert_eq!(second["ahead"], 1, "who has one at work waits for those who have none: {second}");
    let (_, fourth) = start(&bob, EASY_TAQUIN).await;
    bob.ask(Method::DELETE, &address(&fourth), None).await;
    assert!(end(&bob, &fourth).await["text"].as_str().unwrap().contains("Cancelled"), "while it waits");
    let (foreign, _) = bob.ask(Method::DELETE, &address(&first), None).await;
    assert_eq!(foreign, StatusCode::FORBIDDEN, "nobody cancels what is another's");
    ada.ask(Method::DELETE, &address(&first), None).await;
    let done = end(&ada, &first).await;
    assert!(done["text"].as_str().unwrap().contains("Cancelled"), "{done}");
    running(&bob, &third).await;
    let (_, second) = ada.get(&address(&second)).await;
    assert_eq!(second["ahead"], 0, "the queue has moved on: {second}");
}

#[tokio::test]
async fn a_job_that_nobody_watches_is_cancelled() {
    let server = with_solver("exec sleep 1000");
    let visitor = server.visitor();
    let (_, job) = start(&visitor, EASY_TAQUIN).await;
    loop {
        tokio::time::sleep(Duration::from_millis(200)).await;
        let (_, state) = visitor.get(&address(&job)).await;
        if state["is"] == "done" {
            assert!(state["text"].as_str().unwrap().contains("Cancelled"), "{state}");
            return;
        }
    }
}

fn address(job: &Value) -> String {
    format!("/api/jobs/{}", job["id"].as_str().expect("a job"))
}

async fn running(visitor: &Visitor, job: &Value) {
    while visitor.get(&address(job)).await.1["is"] == "queued" {
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
}
