//! Several servers on one `PostgreSQL` as one site, and workers of that database: what visitors of either see.

mod common;

#[path = "../../store/tests/suite/postgres_server.rs"]
mod postgres_server;

use std::path::PathBuf;
use std::time::Duration;

use common::{EASY_TAQUIN, Line, Server, Visitor};
use ingenio_core::Cancel;
use ingenio_server::Workers;
use ingenio_worker::{Options, work};
use postgres_server::{is_left_out, new_database, query};
use reqwest::{Method, StatusCode};
use serde_json::{Value, json};

const VERSION: &str = "1 (one)";

/// A server of the site that has this database.
fn server(database: &str) -> Server {
    Server::with(|config| {
        database.clone_into(&mut config.database);
        config.workers = Workers::Database { version: VERSION.into() };
    })
}

/// A worker in a thread of its own, whose solver is a script; ended when it is dropped.
struct Hand {
    stop: Cancel,
    thread: Option<std::thread::JoinHandle<()>>,
    _folder: tempfile::TempDir,
}

impl Hand {
    fn start(database: &str, version: &str, script: &str) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let program = script_in(&folder, script);
        let options = Options {
            program,
            version: version.into(),
            build: "a build".into(),
            hands: 1,
            takes_jobs: true,
            takes_campaigns: false,
            allow_programs: false,
            lease: Duration::from_secs(3),
        };
        let (stop, database) = (Cancel::default(), database.to_owned());
        let raised = stop.clone();
        let thread = std::thread::spawn(move || {
            work(&database, options, &raised, Box::new(|_| ())).expect("it works");
        });
        Hand { stop, thread: Some(thread), _folder: folder }
    }
}

impl Drop for Hand {
    fn drop(&mut self) {
        self.stop.cancel();
        if let Some(thread) = self.thread.take() {
            thread.join().expect("the worker ends");
        }
    }
}

fn script_in(folder: &tempfile::TempDir, script: &str) -> PathBuf {
    let program = folder.path().join("solver");
    let write = "printf '%s\\n' '#!/bin/sh' \"$1\" > \"$0\" && chmod 755 \"$0\"";
    let written = std::process::Command::new("sh").args(["-c", write]).arg(&program).arg(script).status();
    assert!(written.unwrap().success());
    program
}

const SOLVES: &str = "cat >/dev/null; echo '{\"outcome\":\"solved\",\"chosen\":\"auto\",\"optimal\":false,\"solution\":\"R R\",\"seconds\":0.1,\"nodes\":1}'";

async fn job(visitor: &Visitor, level: &str) -> (StatusCode, Value) {
    visitor.post("/api/jobs", json!({"level": level, "method": "auto", "seconds": 100})).await
}

/// Asks until the job has ended.
async fn end(visitor: &Visitor, id: &str) -> Value {
    for _ in 0..600 {
        let (status, told) = visitor.get(&format!("/api/jobs/{id}")).await;
        assert_eq!(status, StatusCode::OK, "{told}");
        if told["is"] == "done" {
            return told;
        }
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    panic!("the job never ends");
}

/// Until a worker of this version is known.
async fn someone_works(visitor: &Visitor, level: &str) -> Value {
    for _ in 0..600 {
        let (status, told) = job(visitor, level).await;
        if status == StatusCode::OK {
            return told;
        }
        assert_eq!(status, StatusCode::SERVICE_UNAVAILABLE, "{told}");
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    panic!("no worker comes");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_job_asked_for_at_one_server_is_seen_at_the_other() {
    if is_left_out() {
        return;
    }
    let database = new_database();
    let (first, second) = (server(&database), server(&database));
    let visitor = first.visitor();
    let (level, _, _) = visitor.play(EASY_TAQUIN).await;
    let (status, told) = job(&visitor, &level).await;
    assert_eq!(status, StatusCode::SERVICE_UNAVAILABLE, "nobody works: {told}");
    let _other = Hand::start(&database, "2 (two)", SOLVES);
    assert_eq!(job(&visitor, &level).await.0, StatusCode::SERVICE_UNAVAILABLE, "a worker of another version");
    let _hand = Hand::start(&database, VERSION, SOLVES);
    let asked = someone_works(&visitor, &level).await;
    let id = asked["id"].as_str().unwrap();
    let elsewhere = visitor.at(&second);
    let done = end(&elsewhere, id).await;
    assert_eq!(done["film"], true, "{done}");
    assert_eq!(end(&visitor, id).await["answer"]["solution"], done["answer"]["solution"]);
    let (status, film) = elsewhere.get(&format!("/api/jobs/{id}/film")).await;
    assert_eq!(status, StatusCode::OK, "{film}");
    let stranger = second.visitor();
    stranger.play(EASY_TAQUIN).await;
    assert_eq!(stranger.get(&format!("/api/jobs/{id}")).await.0, StatusCode::FORBIDDEN);
    // What it found is kept, once.
    assert_eq!(query(&database, "SELECT COUNT(*) FROM run").trim(), "1");
}

#[tokio::test(flavor = "multi_thread")]
async fn limits_of_jobs_hold_across_servers_and_a_cancel_reaches_the_worker() {
    if is_left_out() {
        return;
    }
    let database = new_database();
    let (first, second) = (server(&database), server(&database));
    let hand = Hand::start(&database, VERSION, "cat >/dev/null; sleep 100");
    let visitor = first.visitor();
    let (level, _, _) = visitor.play(EASY_TAQUIN).await;
    let one = someone_works(&visitor, &level).await;
    let elsewhere = visitor.at(&second);
    let (status, two) = job(&elsewhere, &level).await;
    assert_eq!(status, StatusCode::OK, "{two}");
    assert_eq!(job(&visitor, &level).await.0, StatusCode::TOO_MANY_REQUESTS, "two are enough, wherever");
    for told in [&one, &two] {
        let id = told["id"].as_str().unwrap();
        let (status, _) = elsewhere.ask(Method::DELETE, &format!("/api/jobs/{id}"), None).await;
        assert_eq!(status, StatusCode::OK);
        assert_eq!(end(&visitor, id).await["film"], false);
    }
    // A worker that ends hands back what it has.
    let three = job(&visitor, &level).await.1;
    let id = three["id"].as_str().unwrap().to_owned();
    for _ in 0..600 {
        if query(&database, &format!("SELECT worker IS NOT NULL FROM work_job WHERE id = '{id}'")).trim()
            == "t"
        {
            break;
        }
        visitor.get(&format!("/api/jobs/{id}")).await;
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    drop(hand);
    assert_eq!(query(&database, "SELECT COUNT(*) FROM worker").trim(), "0", "it said goodbye");
    let _heir = Hand::start(&database, VERSION, SOLVES);
    assert_eq!(end(&visitor, &id).await["film"], true);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_play_in_two_tabs_at_two_servers_is_one_play() {
    if is_left_out() {
        return;
    }
    let database = new_database();
    let (first, second) = (server(&database), server(&database));
    let visitor = first.visitor();
    let (level, key, cookie) = visitor.play("5 1 2 4\n9 6 3 8\n13 10 7 11\n0 14 15 12\n").await;
    let mut here = Line::open(&first, &key, &cookie, &format!("one&level={level}")).await.unwrap();
    here.hear().await.expect("a board");
    let make = |number: u64, text: &str| json!({"n": number, "do": "move", "text": text});
    assert_eq!(here.order(make(1, "U")).await["state"]["number"], 1);
    let mut there = Line::open(&second, &key, &cookie, "two").await.unwrap();
    assert_eq!(there.hear().await.unwrap()["state"]["number"], 1);
    // What one does the other is told.
    assert_eq!(here.order(make(2, "D")).await["state"]["number"], 2);
    assert_eq!(there.hear().await.unwrap()["state"]["number"], 2);
    assert_eq!(there.order(make(1, "U")).await["state"]["number"], 3);
    assert_eq!(here.hear().await.unwrap()["state"]["number"], 3);
    assert_eq!(query(&database, "SELECT events FROM play").trim(), "3", "each once");
}

#[tokio::test(flavor = "multi_thread")]
async fn sessions_and_wrong_passwords_count_at_both_servers() {
    if is_left_out() {
        return;
    }
    let database = new_database();
    let (first, second) = (server(&database), server(&database));
    let visitor = first.visitor();
    let account = json!({"name": "Grace", "password": "correct horse"});
    assert_eq!(visitor.post("/api/register", account.clone()).await.0, StatusCode::OK);
    let elsewhere = visitor.at(&second);
    assert_eq!(elsewhere.get("/api/me").await.1["name"], "Grace", "one session for both");
    assert_eq!(elsewhere.post("/api/logout", json!({})).await.0, StatusCode::OK);
    assert_ne!(visitor.get("/api/me").await.1["name"], "Grace", "gone at both");
    let wrong = json!({"name": "Grace", "password": "wrong horse"});
    let strangers = [first.visitor(), second.visitor()];
    let mut refused = Vec::new();
    for attempt in 0..7 {
        refused.push(strangers[attempt % 2].post("/api/login", wrong.clone()).await.0.as_u16());
    }
    assert_eq!(refused, [401, 401, 401, 401, 401, 401, 429], "six at either, then both wait");
    assert_eq!(strangers[0].post("/api/login", account).await.0, StatusCode::TOO_MANY_REQUESTS);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_race_is_run_at_two_servers_of_one_site() {
    let database = new_database();
    let racing = || {
        Server::with(|config| {
            database.clone_into(&mut config.database);
            config.countdown = Duration::from_millis(300);
        })
    };
    let (first, second) = (racing(), racing());
    let (ada, bob) = (first.visitor(), second.visitor());
    let (level, _, ada_cookie) = ada.play(EASY_TAQUIN).await;
    let (_, _, bob_cookie) = bob.play(EASY_TAQUIN).await;
    let (status, race) = ada.post("/api/races", json!({"level": level})).await;
    assert_eq!(status, StatusCode::OK, "{race}");
    let code = race["code"].as_str().unwrap().to_owned();
    let on = |what: &str| format!("/api/races/{code}/{what}");
    let mut news = Line::to(&first, &on("live"), "").await.unwrap();
    let (status, told) = bob.post(&on("join"), json!({})).await;
    assert_eq!((status, told["you"].as_i64()), (StatusCode::OK, Some(1)), "{told}");
    assert_eq!(ada.post(&on("start"), json!({})).await.0, StatusCode::OK);
    for (server, visitor, cookie) in [(&second, &bob, &bob_cookie), (&first, &ada, &ada_cookie)] {
        let leg = begun(visitor, &on("leg")).await;
        let mut line = Line::open(server, leg["key"].as_str().unwrap(), cookie, "a").await.unwrap();
        line.hear().await.expect("a board");
        for number in 1..=2 {
            let told = line.order(json!({"n": number, "do": "move", "text": "R"})).await;
            assert_ne!(told["is"], "refused", "{told}");
        }
    }
    let over = loop {
        let race = news.hear().await.expect("the line is open");
        if race["phase"] == "over" {
            break race;
        }
    };
    let ranks: Vec<u64> =
        over["racers"].as_array().unwrap().iter().filter_map(|one| one["rank"].as_u64()).collect();
    assert_eq!(ranks, [2, 1], "{over}");
    assert_eq!(
        bob.get(&format!("/api/races/{code}")).await.1["racers"],
        over["racers"],
        "both servers say the same"
    );
    assert_eq!(query(&database, "SELECT COUNT(*) FROM race_leg WHERE finished IS NOT NULL").trim(), "2");
}

/// The play of a race, as soon as the countdown is over.
async fn begun(visitor: &Visitor, path: &str) -> Value {
    for _ in 0..600 {
        let (status, leg) = visitor.post(path, json!({})).await;
        if status == StatusCode::OK {
            return leg;
        }
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    panic!("the race never begins");
}
