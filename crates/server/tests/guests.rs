//! One guest can hurt nobody: limits by play, by player and by network, fair doors, lines that end with their
//! session; and a class behind one address is no attack.

mod common;

use std::time::{Duration, Instant};

use common::{EASY_SOKOBAN, EASY_TAQUIN, Line, Server, Visitor};
use ingenio_store::Store;
use reqwest::{Method, StatusCode};
use serde_json::{Value, json};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

/// Registers or logs in; gives the status, the answer and the session cookie.
async fn enter(visitor: &Visitor, path: &str, wish: Value) -> (StatusCode, Value, String) {
    let response = visitor.request(Method::POST, path).json(&wish).send().await.unwrap();
    let cookies = response.headers().get_all("set-cookie").iter().map(|value| value.to_str().unwrap());
    let session = cookies.filter_map(|text| text.split(';').next()).find(|text| text.starts_with("ingenio="));
    let session = session.unwrap_or_default().to_owned();
    (response.status(), response.json().await.unwrap(), session)
}

fn account(name: &str) -> Value {
    json!({"name": name, "password": "correct horse"})
}

#[tokio::test(flavor = "multi_thread")]
async fn a_line_ends_with_its_session_whoever_logs_in() {
    let server = Server::start();
    server.visitor().register("Bob").await;
    let browser = server.visitor();
    let (_, _, cookie) = enter(&browser, "/api/register", account("Ada")).await;
    let (_, key, _) = browser.play(EASY_TAQUIN).await;
    let mut line = Line::open(&server, &key, &cookie, "a").await.unwrap();
    line.hear().await.unwrap();
    let elsewhere = server.visitor();
    let (_, _, other) = enter(&elsewhere, "/api/login", account("Ada")).await;
    let mut stays = Line::open(&server, &key, &other, "b").await.unwrap();
    stays.hear().await.unwrap();
    assert_eq!(enter(&browser, "/api/login", account("Bob")).await.0, StatusCode::OK);
    assert!(line.hear().await.is_none(), "another account has logged in in this browser");
    let moved = stays.order(json!({"n": 1, "do": "move", "text": "R"})).await;
    assert_eq!(moved["state"]["number"], 1, "Ada's other device is not concerned");
    elsewhere.post("/api/logout", json!({})).await;
    assert!(stays.hear().await.is_none());
}

#[tokio::test(flavor = "multi_thread")]
async fn a_play_has_so_many_tabs_and_gets_them_back() {
    let server = Server::start();
    let visitor = server.visitor();
    let (_, key, cookie) = visitor.play(EASY_SOKOBAN).await;
    let mut tabs = Vec::new();
    for number in 0..8 {
        let mut tab = Line::open(&server, &key, &cookie, &number.to_string()).await.unwrap();
        tab.hear().await.unwrap();
        tabs.push(tab);
    }
    assert!(Line::open(&server, &key, &cookie, "more").await.is_err());
    drop(tabs);
    for _ in 0..100 {
        if Line::open(&server, &key, &cookie, "again").await.is_ok() {
            return;
        }
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    panic!("the tabs are closed, and none can be opened");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_network_has_so_many_connections_and_who_comes_later_waits() {
    let server = Server::with(|config| config.connections = 4);
    let mut silent = Vec::new();
    for _ in 0..4 {
        silent.push(TcpStream::connect(server.address).await.unwrap());
    }
    tokio::time::sleep(Duration::from_millis(100)).await;
    let visitor = server.visitor();
    let waits = tokio::spawn(async move { visitor.get("/api/me").await.0 });
    tokio::time::sleep(Duration::from_millis(300)).await;
    assert!(!waits.is_finished(), "all seats of this network are taken");
    drop(silent);
    assert_eq!(waits.await.unwrap(), StatusCode::OK, "no refusal: a seat came free");
    // Many browsers that keep their connections: each leaves its seat to the next. Four sit and twenty may wait;
    // the connection of the visitor above may still be among them.
    let crowd: Vec<_> = (0..20).map(|_| server.visitor()).collect();
    let asked =
        crowd.iter().map(|visitor| async { (visitor.get("/api/me").await.0, visitor.get("/").await.0) });
    let answers = futures_util::future::join_all(asked).await;
    assert!(answers.iter().all(|answer| *answer == (StatusCode::OK, StatusCode::OK)), "{answers:?}");
}

#[tokio::test(flavor = "multi_thread")]
async fn what_comes_or_goes_too_slowly_is_given_up() {
    let server = Server::start();
    let dribble = async {
        let mut slow = TcpStream::connect(server.address).await.unwrap();
        let head = "POST /api/levels HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 999\r\n\r\n";
        slow.write_all(head.as_bytes()).await.unwrap();
        let (mut read, mut write) = slow.split();
        let mut answer = Vec::new();
        let heard = read.read_to_end(&mut answer);
        let sends = async {
            // A byte now and then, as long as the other side takes it.
            while write.write_all(b" ").await.is_ok() {
                tokio::time::sleep(Duration::from_secs(2)).await;
            }
        };
        tokio::select! { _ = heard => {}, () = sends => {} }
        String::from_utf8_lossy(&answer).into_owned()
    };
    let stuffed = async {
        let visitor = server.visitor();
        let wall = "#".repeat(64);
        let row = format!("#{}#\n", " ".repeat(62));
        let hall = format!("{wall}\n#@$.{}#\n{}{wall}\n", " ".repeat(59), row.repeat(61));
        let (_, level) = visitor.post("/api/levels", json!({"text": hall})).await;
        let mut deaf = TcpStream::connect(server.address).await.unwrap();
        let ask = format!("GET /api/levels/{} HTTP/1.1\r\nhost: x\r\n\r\n", level["id"].as_str().unwrap());
        // Enough answers to fill whatever the systems in between hold; none is read.
        let asked = async { while deaf.write_all(ask.as_bytes()).await.is_ok() {} };
        let _ = tokio::time::timeout(Duration::from_secs(35), asked).await;
        deaf.write_all(ask.as_bytes()).await
    };
    let begun = Instant::now();
    let (dribbled, deaf) = tokio::join!(dribble, stuffed);
    assert!(dribbled.is_empty() || dribbled.starts_with("HTTP/1.1 408"), "{dribbled}");
    assert!(deaf.is_err(), "the connection of one who never reads is closed");
    assert!(begun.elapsed() < Duration::from_mins(1));
    assert_eq!(server.visitor().get("/health").await.0, StatusCode::OK);
}

#[tokio::test(flavor = "multi_thread")]
async fn strangers_who_guess_keep_no_owner_out() {
    let server = Server::with(|config| config.behind_proxy = true);
    let owner = server.visitor();
    owner.register("Grace").await;
    owner.post("/api/logout", json!({})).await;
    let attempt = async |visitor: &Visitor, password: &str, from: &str| {
        let request = visitor.request(Method::POST, "/api/login").header("x-forwarded-for", from);
        request.json(&json!({"name": "Grace", "password": password})).send().await.unwrap().status()
    };
    let mut waited = 0;
    for number in 0..60 {
        // Each from another network: no address fails often.
        let from = format!("2001:db8:{number:x}::1");
        let status = attempt(&server.visitor(), "guess guess", &from).await;
        waited += usize::from(status == StatusCode::TOO_MANY_REQUESTS);
    }
    assert!(waited > 0, "guessing from everywhere is guessing");
    let anywhere = attempt(&server.visitor(), "correct horse", "192.0.2.9").await;
    assert_eq!(anywhere, StatusCode::TOO_MANY_REQUESTS, "an unknown device waits, whatever it says");
    assert_eq!(attempt(&owner, "mistyped it", "192.0.2.9").await, StatusCode::UNAUTHORIZED);
    assert_eq!(attempt(&owner, "correct horse", "192.0.2.9").await, StatusCode::OK, "the owner's device");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_code_opens_an_account_whose_password_is_lost() {
    let server = Server::start();
    let (lost, elsewhere) = (server.visitor(), server.visitor());
    let (_, welcome, cookie) = enter(&lost, "/api/register", account("Ada")).await;
    let code = welcome["code"].as_str().expect("a code").to_owned();
    assert!(lost.get("/api/me").await.1["code"].is_null(), "it is told once");
    let (_, key, _) = lost.play(EASY_TAQUIN).await;
    let mut line = Line::open(&server, &key, &cookie, "a").await.unwrap();
    line.hear().await.unwrap();
    let wish = |code: &str| json!({"name": "ada", "code": code, "password": "battery staple"});
    assert_eq!(enter(&elsewhere, "/api/recover", wish("WRONG-WRONG")).await.0, StatusCode::UNAUTHORIZED);
    let (status, entered, _) = enter(&elsewhere, "/api/recover", wish(&code.to_lowercase())).await;
    assert_eq!((status, entered["name"].as_str()), (StatusCode::OK, Some("Ada")));
    assert_ne!(entered["code"].as_str(), Some(code.as_str()), "the next code is another");
    assert!(line.hear().await.is_none(), "whoever was in is out");
    assert!(lost.get("/api/me").await.1["name"].is_null());
    assert_eq!(enter(&lost, "/api/recover", wish(&code)).await.0, StatusCode::UNAUTHORIZED, "once");
    assert_eq!(enter(&lost, "/api/login", account("Ada")).await.0, StatusCode::UNAUTHORIZED);
    let (status, answer) = elsewhere.post("/api/code", json!({"password": "battery staple"})).await;
    assert!(status == StatusCode::OK && answer["code"].is_string(), "{answer}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_class_behind_one_address_is_not_refused() {
    let server = Server::with(|config| config.requests_per_second = 50);
    let (_, packs) = server.visitor().get("/api/packs/taquin-1-three").await;
    let pictures: Vec<String> = packs.as_array().unwrap().iter().take(35).map(picture).collect();
    let pupils: Vec<_> = (0..30)
        .map(|number| {
            let (visitor, pictures) = (server.visitor(), pictures.clone());
            tokio::spawn(async move { lesson(&visitor, number, &pictures).await })
        })
        .collect();
    let mut answers = Vec::new();
    for pupil in pupils {
        answers.extend(pupil.await.unwrap());
    }
    assert!(answers.len() >= 30 * 38);
    let refused: Vec<_> = answers.iter().filter(|status| **status != StatusCode::OK).collect();
    assert!(refused.is_empty(), "{} of {}: {:?}", refused.len(), answers.len(), refused[0]);
}

fn picture(level: &Value) -> String {
    format!("/api/levels/{}/picture.svg", level["id"].as_str().unwrap())
}

/// A pupil registers, looks at a pack with all its pictures, logs in again and begins a play.
async fn lesson(visitor: &Visitor, number: usize, pictures: &[String]) -> Vec<StatusCode> {
    let letter = |number: usize| char::from(b'a' + (number % 26) as u8);
    let who = account(&format!("pupil {}{}", letter(number), letter(number / 26)));
    let mut answers = vec![visitor.post("/api/register", who.clone()).await.0];
    for picture in pictures {
        let response = visitor.request(Method::GET, picture).send().await.unwrap();
        let cached = response.headers()["cache-control"].to_str().unwrap().contains("immutable");
        answers.push(if cached { response.status() } else { StatusCode::IM_A_TEAPOT });
    }
    visitor.post("/api/logout", json!({})).await;
    answers.push(visitor.post("/api/login", who).await.0);
    let level = pictures[0].split('/').nth(3).unwrap();
    answers.push(visitor.post("/api/plays", json!({"level": level})).await.0);
    answers
}

#[tokio::test(flavor = "multi_thread")]
async fn names_that_only_look_different_are_taken() {
    let server = Server::start();
    server.visitor().register("Ada").await;
    let twin = server.visitor().post("/api/register", account("Аdа")).await;
    assert_eq!(twin.0, StatusCode::CONFLICT, "{}", twin.1);
}

#[tokio::test(flavor = "multi_thread")]
async fn who_is_shut_out_or_has_no_room_left_is_told_so() {
    let server = Server::start();
    let store = Store::open_file(&server.folder.path().join("test.sqlite")).await.unwrap();
    let visitor = server.visitor();
    visitor.register("Ada").await;
    let (_, key, _) = visitor.play(EASY_TAQUIN).await;
    let ada = store.find_player("Ada").await.unwrap().unwrap();
    let (_, _, cookie) = enter(&visitor, "/api/login", account("Ada")).await;
    store.set_quota(ada, Some(1)).await.unwrap();
    let mut line = Line::open(&server, &key, &cookie, "a").await.unwrap();
    line.hear().await.unwrap();
    assert_eq!(line.order(json!({"n": 1, "do": "move", "text": "R"})).await["is"], "change");
    assert_eq!(line.order(json!({"n": 2, "do": "undo"})).await["is"], "refused");
    let (_, level) = visitor.post("/api/levels", json!({"text": EASY_SOKOBAN})).await;
    let (status, why) = visitor.post("/api/plays", json!({"level": level["id"]})).await;
    assert_eq!(status, StatusCode::INSUFFICIENT_STORAGE, "{why}");
    store.ban(ada, true).await.unwrap();
    assert!(visitor.get("/api/me").await.1["name"].is_null());
    let (status, why, _) = enter(&visitor, "/api/login", account("Ada")).await;
    assert_eq!(status, StatusCode::FORBIDDEN, "{why}");
}

/// A mode that is chosen before the first move is kept with that move, in however many tabs.
#[tokio::test(flavor = "multi_thread")]
async fn many_tabs_that_only_chose_a_mode_all_go_on() {
    let server = Server::start();
    let visitor = server.visitor();
    let (mut lines, mut cookie) = (Vec::new(), String::new());
    for width in 0..6 {
        let wall = "#".repeat(width + 6);
        let (_, key, set) = visitor.play(&format!("{wall}\n#@$.{}#\n{wall}\n", " ".repeat(width + 1))).await;
        cookie = if set.is_empty() { cookie } else { set };
        let mut line = Line::open(&server, &key, &cookie, "a").await.unwrap();
        line.hear().await.unwrap();
        line.order(json!({"n": 1, "do": "mode", "mode": "challenge"})).await;
        lines.push((line, key));
    }
    for (mut line, key) in lines {
        let moved = line.order(json!({"n": 2, "do": "move", "text": "R"})).await;
        assert_eq!(moved["is"], "change", "{moved}");
        assert_eq!(visitor.get(&format!("/api/plays/{key}")).await.1["mode"], "challenge");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn opening_levels_leaves_no_plays_behind() {
    let server = Server::start();
    let visitor = server.visitor();
    visitor.register("Ada").await;
    for width in 0..12 {
        let wall = "#".repeat(width + 6);
        visitor.play(&format!("{wall}\n#@$.{}#\n{wall}\n", " ".repeat(width + 1))).await;
    }
    assert_eq!(visitor.get("/api/me/plays").await.1, json!([]));
    let store = Store::open_file(&server.folder.path().join("test.sqlite")).await.unwrap();
    let ada = store.find_player("Ada").await.unwrap().unwrap();
    assert_eq!(store.usage(ada).await.unwrap().plays, 0, "nothing happened in any of them");
}
