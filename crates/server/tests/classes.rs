//! Classes over real connections: a room of thirty behind one address, and who sees what.

mod common;

use std::time::{Duration, Instant};

use common::{EASY_SOKOBAN, Line, Server, Visitor};
use reqwest::{Method, StatusCode};
use serde_json::{Value, json};

const PACK: &str = "sokoban-rooms";

fn last_day() -> String {
    ingenio_core::day::Day::at(ingenio_store::now()).plus(30).to_string()
}

/// A teacher with a class; gives its address and its code.
async fn open(server: &Server, teacher: &str) -> (Visitor, String, String) {
    let visitor = server.visitor();
    visitor.register(teacher).await;
    let (status, answer) = visitor.post("/api/classes", json!({"title": "3b <b>", "ends": last_day()})).await;
    assert_eq!(status, StatusCode::OK, "{answer}");
    let to = answer["to"].as_str().unwrap().to_owned();
    let (_, page) = visitor.get(&to).await;
    let page = page.as_str().unwrap();
    assert!(page.contains("3b &lt;b&gt;"), "a title is text");
    let (_, rest) = page.split_once("href=\"/join/").expect("the code is there");
    (visitor, to, rest[..9].to_owned())
}

async fn join(visitor: &Visitor, code: &str, name: &str) -> (StatusCode, Value) {
    visitor.post("/api/classes/join", json!({"code": code, "name": name})).await
}

async fn give(teacher: &Visitor, class: &str, wish: Value) -> (StatusCode, Value) {
    teacher.post(&format!("/api{}/homework", class.replace("/class/", "/classes/")), wish).await
}

/// Plays the easy level to its end; gives the key of the play.
async fn win(server: &Server, visitor: &Visitor, cookie: &str, level: &str) -> String {
    let (_, play) = visitor.post("/api/plays", json!({"level": level})).await;
    let key = play["key"].as_str().expect("a key").to_owned();
    let mut line = Line::open(server, &key, cookie, "a").await.expect("a line");
    line.hear().await;
    for number in 1..=3 {
        line.order(json!({"n": number, "do": "gesture", "gesture": {"arrow": "right"}})).await;
    }
    key
}

#[tokio::test(flavor = "multi_thread")]
async fn thirty_browsers_behind_one_address_join_and_open_their_pack() {
    // The limits are those of a real house.
    let server = Server::with(|config| config.requests_per_second = 50);
    let (teacher, class, code) = open(&server, "Grace").await;
    let (status, answer) =
        give(&teacher, &class, json!({"task": format!("pack:{PACK}"), "due": last_day()})).await;
    assert_eq!(status, StatusCode::OK, "{answer}");
    let begun = Instant::now();
    let browsers = (0..30).map(|number| {
        let (visitor, class, code) = (server.visitor(), class.clone(), code.clone());
        tokio::spawn(async move { (number, arrive(&visitor, &class, &code, number).await) })
    });
    for browser in browsers.collect::<Vec<_>>() {
        let (number, refused) = browser.await.expect("a browser");
        assert_eq!(refused, Vec::<String>::new(), "browser {number}");
    }
    println!("thirty browsers had joined and opened their pack after {:.1} s", begun.elapsed().as_secs_f64());
    let (_, results) = teacher.get(&format!("/api{}/results", class.replace("/class/", "/classes/"))).await;
    let pupils: std::collections::HashSet<&str> =
        results.as_array().unwrap().iter().map(|row| row["pupil"].as_str().unwrap()).collect();
    assert_eq!(pupils.len(), 30);
}

/// One browser: everything that its pages ask for. Gives what was refused.
async fn arrive(visitor: &Visitor, class: &str, code: &str, number: usize) -> Vec<String> {
    let mut refused = Vec::new();
    let mut note = |what: &str, (status, answer): (StatusCode, Value)| {
        if status != StatusCode::OK {
            refused.push(format!("{what}: {status} {answer}"));
        }
        answer
    };
    note("the form", visitor.get(&format!("/join/{code}")).await);
    let answer = note("joining", join(visitor, code, &format!("Pupil {number}")).await);
    assert!(answer["code"].as_str().is_some_and(|code| code.len() == 14), "{answer}");
    let page = note("the class", visitor.get(class).await);
    note("the pack", visitor.get(&format!("/pack/{PACK}")).await);
    let page = page.as_str().unwrap_or_default();
    let mut pictures = Vec::new();
    for part in page.split("src=\"/api/levels/").skip(1) {
        pictures.push(format!(
            "/api/levels/{}",
            part.split('"').next().unwrap_or_default().replace("&amp;", "&")
        ));
    }
    assert!(pictures.len() >= 20, "a pack has pictures");
    for picture in &pictures {
        note(picture, visitor.get(picture).await);
    }
    let level = pictures[0].split('/').nth(3).unwrap_or_default().to_owned();
    note("a level", visitor.get(&format!("/play/{level}")).await);
    note("a play", visitor.post("/api/plays", json!({"level": level})).await);
    refused
}

#[tokio::test(flavor = "multi_thread")]
async fn nobody_sees_a_class_who_is_not_in_it() {
    let server = Server::start();
    let (teacher, class, code) = open(&server, "Grace").await;
    let (other, other_class, other_code) = open(&server, "Ada").await;
    let api = class.replace("/class/", "/api/classes/");
    let (mia, noah, stranger) = (server.visitor(), server.visitor(), server.visitor());
    assert_eq!(join(&mia, &code.to_lowercase().replace('-', " "), "Mia").await.0, StatusCode::OK);
    assert_eq!(join(&noah, &other_code, "Noah").await.0, StatusCode::OK);
    let second = server.visitor();
    join(&second, &code, "Emil").await;
    give(&teacher, &class, json!({"task": format!("pack:{PACK}")})).await;
    assert_eq!(mia.get(&class).await.0, StatusCode::OK);
    let others = [("stranger", &stranger), ("pupil of another class", &noah), ("another teacher", &other)];
    for (who, visitor) in others {
        for path in [
            class.clone(),
            format!("{class}/pupil/1"),
            format!("{api}/results"),
            format!("{api}/results.csv"),
        ] {
            let (status, answer) = visitor.get(&path).await;
            let hidden = matches!(status, StatusCode::NOT_FOUND | StatusCode::UNAUTHORIZED);
            assert!(hidden && !answer.to_string().contains("Mia"), "{who} {path}: {status}");
        }
        assert_ne!(
            visitor.ask(Method::DELETE, &format!("{api}/pupils/1"), None).await.0,
            StatusCode::OK,
            "{who}"
        );
        assert_ne!(visitor.ask(Method::DELETE, &api, None).await.0, StatusCode::OK, "{who}");
    }
    // A pupil sees the homework, but nothing that is the teacher's.
    for path in [format!("{class}/pupil/1"), format!("{api}/results"), format!("{api}/results.csv")] {
        assert_ne!(mia.get(&path).await.0, StatusCode::OK, "{path}");
    }
    for (method, path) in [
        (Method::DELETE, api.clone()),
        (Method::POST, format!("{api}/code")),
        (Method::POST, format!("{api}/pupils/1/code")),
    ] {
        assert_ne!(mia.ask(method, &path, Some(json!({}))).await.0, StatusCode::OK, "{path}");
    }
    let (status, _) = mia.ask(Method::DELETE, &format!("{api}/pupils/2"), None).await;
    assert_eq!(status, StatusCode::NOT_FOUND, "only oneself");
    let (_, page) = teacher.get(&class).await;
    assert!(page.as_str().unwrap().contains("Mia") && page.as_str().unwrap().contains("Emil"));
    assert_eq!(other.get(&other_class).await.0, StatusCode::OK);
    assert_eq!(teacher.ask(Method::DELETE, &api, None).await.0, StatusCode::OK);
    for visitor in [&teacher, &mia] {
        assert_eq!(visitor.get(&class).await.0, StatusCode::NOT_FOUND, "it is gone for all");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_teacher_sees_homework_replays_and_a_table_without_formulas() {
    let server = Server::start();
    let (teacher, class, code) = open(&server, "Grace").await;
    let api = class.replace("/class/", "/api/classes/");
    let mia = server.visitor();
    let (level, before, cookie) = mia.play(EASY_SOKOBAN).await;
    let mut line = Line::open(&server, &before, &cookie, "a").await.expect("a line");
    line.hear().await;
    line.order(json!({"n": 1, "do": "gesture", "gesture": {"arrow": "right"}})).await;
    drop(line);
    tokio::time::sleep(Duration::from_millis(20)).await;
    assert_eq!(join(&mia, &code, "=1+\"Mia\"").await.0, StatusCode::OK);
    let wish = json!({"task": "levels", "title": "@first", "levels": format!("https://example.org/play/{level}?pack=x"), "due": last_day()});
    assert_eq!(give(&teacher, &class, wish).await.0, StatusCode::OK);
    let (_, rows) = teacher.get(&format!("{api}/results")).await;
    assert_eq!(
        (rows.as_array().unwrap().len(), &rows[0]["state"]),
        (1, &json!("open")),
        "what was begun before is not seen"
    );
    let (_, again) = mia.post("/api/plays", json!({"level": level, "again": true})).await;
    let key = again["key"].as_str().unwrap();
    let mut line = Line::open(&server, key, &cookie, "b").await.expect("a line");
    line.hear().await;
    for number in 1..=3 {
        line.order(json!({"n": number, "do": "gesture", "gesture": {"arrow": "right"}})).await;
    }
    let (_, rows) = teacher.get(&format!("{api}/results")).await;
    assert_eq!(
        (&rows[0]["state"], &rows[0]["value"], &rows[0]["metric"]),
        (&json!("solved"), &json!(2), &json!("pushes")),
        "{rows}"
    );
    assert_eq!(rows[0]["replay"], json!(format!("/replay/{key}")));
    assert_eq!(teacher.get(rows[0]["replay"].as_str().unwrap()).await.0, StatusCode::OK);
    let (_, page) = teacher.get(&format!("{class}/pupil/1")).await;
    assert!(page.as_str().unwrap().contains(&format!("/replay/{key}")));
    let (_, csv) = teacher.get(&format!("{api}/results.csv")).await;
    let csv = csv.as_str().unwrap();
    assert!(csv.contains("\"'=1+\"\"Mia\"\"\"") && csv.contains("\"'@first\""), "{csv}");
    assert!(
        !csv.lines().any(|line| line.split(',').any(|cell| cell.starts_with("\"=") || cell.starts_with('=')))
    );
    for bad in [
        json!({"task": "pack:nothing"}),
        json!({"task": "levels", "title": "x", "levels": "nothing"}),
        json!({"task": "dance"}),
        json!({"task": "lesson:taquin", "due": "tomorrow"}),
    ] {
        assert_eq!(give(&teacher, &class, bad).await.0, StatusCode::UNPROCESSABLE_ENTITY);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_pupil_comes_back_by_a_code_and_guessing_is_slow() {
    let server = Server::start();
    let (teacher, class, code) = open(&server, "Grace").await;
    let api = class.replace("/class/", "/api/classes/");
    let mia = server.visitor();
    let (level, _, cookie) = mia.play(EASY_SOKOBAN).await;
    let (_, answer) = join(&mia, &code, "Mia").await;
    let personal = answer["code"].as_str().unwrap().to_owned();
    give(&teacher, &class, json!({"task": "levels", "title": "One", "levels": level})).await;
    let key = win(&server, &mia, &cookie, &level).await;
    let back = async |visitor: &Visitor, personal: &str| {
        visitor.post("/api/classes/return", json!({"code": code, "personal": personal})).await
    };
    let home = server.visitor();
    assert_eq!(back(&home, "WRNG-WRNG-WRNG").await.0, StatusCode::UNAUTHORIZED);
    assert_eq!(back(&home, &personal).await.0, StatusCode::OK);
    assert!(home.get("/api/me/plays").await.1.to_string().contains(&key), "the same player");
    // The teacher's code leads to the homework alone, once, and the pupil has a code of their own again.
    let (_, issued) = teacher.post(&format!("{api}/pupils/1/code"), json!({})).await;
    let issued = issued["code"].as_str().unwrap();
    assert_eq!(back(&server.visitor(), &personal).await.0, StatusCode::UNAUTHORIZED, "the old code is void");
    let school = server.visitor();
    let (status, answer) = back(&school, issued).await;
    assert_eq!(status, StatusCode::OK);
    assert!(answer["code"].as_str().is_some_and(|own| own != issued));
    assert_eq!(back(&server.visitor(), issued).await.0, StatusCode::UNAUTHORIZED);
    assert_eq!(school.get(&class).await.0, StatusCode::OK);
    assert_eq!(mia.get(&class).await.0, StatusCode::NOT_FOUND, "who had the old code is a guest like others");
    // Codes that are guessed one after another from one address are answered later and later.
    let mut refused = 0;
    for guess in 0..220 {
        let (status, _) = join(&server.visitor(), &format!("ZZZZ-{guess:04}"), "x").await;
        refused += usize::from(status == StatusCode::TOO_MANY_REQUESTS);
    }
    assert!(refused > 0, "an address has no end of guesses");
}

#[tokio::test(flavor = "multi_thread")]
async fn teachers_start_campaigns_within_limits() {
    let server = Server::with(|config| {
        config.campaigns =
            Some(std::env::temp_dir().join(format!("ingenio-campaigns-{}", std::process::id())));
    });
    let (teacher, class, _) = open(&server, "Grace").await;
    let wish = |to: usize, methods: &[&str], seconds: f64| json!({"pack": "taquin-1-three", "from": 1, "to": to, "methods": methods, "seconds": seconds});
    let nobody = server.visitor();
    nobody.register("Ada").await;
    assert_eq!(nobody.post("/api/campaigns", wish(2, &["bfs"], 1.0)).await.0, StatusCode::FORBIDDEN);
    for bad in [
        wish(0, &["bfs"], 1.0),
        wish(2, &[], 1.0),
        wish(2, &["bfs"], 31.0),
        wish(2, &["bfs"], -1.0),
        wish(20, &["bfs", "astar-manhattan", "greedy", "idastar-manhattan"], 30.0),
        wish(2, &["no-such-method"], 1.0),
        wish(2, &["bfs\"\n[[programs]]"], 1.0),
    ] {
        let (status, answer) = teacher.post("/api/campaigns", bad.clone()).await;
        assert_eq!(status, StatusCode::UNPROCESSABLE_ENTITY, "{bad}: {answer}");
    }
    // The program is missing here, so that every run fails at once; what a run does is tested with the program.
    let (status, answer) = teacher.post("/api/campaigns", wish(2, &["bfs"], 1.0)).await;
    assert_eq!(status, StatusCode::OK, "{answer}");
    let (_, listed) = teacher.get("/api/campaigns").await;
    let name = listed[0]["name"].as_str().unwrap().to_owned();
    assert_eq!(listed[0]["yours"], json!(true));
    assert_eq!(nobody.get("/api/campaigns").await.1[0]["yours"], json!(false));
    let stop = format!("/api/campaigns/{name}");
    assert_eq!(nobody.ask(Method::DELETE, &stop, None).await.0, StatusCode::NOT_FOUND);
    for _ in 0..200 {
        assert_eq!(teacher.ask(Method::DELETE, &stop, None).await.0.as_u16() / 100, 2);
        if teacher.get(&stop).await.0 == StatusCode::NOT_FOUND {
            return;
        }
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    panic!("{class}: the campaign never ends");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_replay_does_not_tell_a_teacher_the_account_of_a_pupil() {
    let server = Server::start();
    let (teacher, class, code) = open(&server, "Grace").await;
    let mia = server.visitor();
    let (level, _, cookie) = mia.play(EASY_SOKOBAN).await;
    let key = win(&server, &mia, &cookie, &level).await;
    mia.register("Secretmia").await;
    let replay = format!("/replay/{key}");
    let named = async |visitor: &Visitor| visitor.get(&replay).await.1.to_string().contains("Secretmia");
    assert!(named(&teacher).await, "a play of anybody shows whose it is");
    assert_eq!(join(&mia, &code, "Mia").await.0, StatusCode::OK);
    assert!(!named(&teacher).await && !named(&server.visitor()).await);
    assert!(named(&mia).await, "one knows oneself");
    let (_, race) = teacher.post("/api/races", json!({"level": level})).await;
    let path = format!("/api/races/{}/ghosts", race["code"].as_str().unwrap());
    let (status, race) = teacher.post(&path, json!({"play": key})).await;
    assert_eq!((status, race["racers"][1]["kind"].as_str()), (StatusCode::OK, Some("ghost")), "{race}");
    assert!(!race.to_string().contains("Secretmia"));
    // A class does not last for ever, however often its end is put off.
    let change = async |days: i64| {
        let last = ingenio_core::day::Day::at(ingenio_store::now()).plus(days).to_string();
        let wish = json!({"title": "3b", "ends": last});
        teacher.ask(Method::PUT, &class.replace("/class/", "/api/classes/"), Some(wish)).await.0
    };
    assert_eq!(change(400).await, StatusCode::OK);
    assert_eq!(change(401).await, StatusCode::UNPROCESSABLE_ENTITY);
}

#[tokio::test(flavor = "multi_thread")]
async fn who_cannot_join_is_the_same_guest_the_next_time() {
    let server = Server::start();
    let (_, _, code) = open(&server, "Grace").await;
    assert_eq!(join(&server.visitor(), &code, "Mia").await.0, StatusCode::OK);
    let second = server.visitor();
    let wish = json!({"code": code, "name": "Mia"});
    let refused = second.request(Method::POST, "/api/classes/join").json(&wish).send().await.unwrap();
    assert_eq!(refused.status(), StatusCode::CONFLICT);
    assert!(refused.headers().get("set-cookie").is_some(), "a guest is made once");
    let wish = json!({"code": code, "name": "Mia 2"});
    let joined = second.request(Method::POST, "/api/classes/join").json(&wish).send().await.unwrap();
    assert_eq!((joined.status(), joined.headers().get("set-cookie")), (StatusCode::OK, None));
}

/// Campaigns of a teacher go with the account.
#[tokio::test(flavor = "multi_thread")]
async fn campaigns_without_a_teacher_are_swept_and_packs_of_ones_own_are_not_shown_to_all() {
    let folder = tempfile::tempdir().unwrap();
    let home = |name: &str| folder.path().join(name);
    for name in ["class-0123456789ab", "class-of-42", "taquin"] {
        std::fs::create_dir(home(name)).unwrap();
    }
    let campaigns = folder.path().to_owned();
    let server = Server::with(|config| config.campaigns = Some(campaigns));
    for _ in 0..500 {
        if !home("class-0123456789ab").exists() {
            break;
        }
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
    assert!(!home("class-0123456789ab").exists(), "nobody could delete it any more");
    assert!(
        home("class-of-42").exists() && home("taquin").exists(),
        "what has another name is not a teacher's"
    );
    let (teacher, _, _) = open(&server, "Grace").await;
    let text = "#######\n#@ $ .#\n#######\n\n######\n#@ $.#\n######\n";
    let (status, pack) = teacher.post("/api/packs", json!({"text": text, "title": "Mine"})).await;
    assert_eq!(status, StatusCode::OK, "{pack}");
    let name = pack["to"].as_str().unwrap().trim_start_matches("/pack/").to_owned();
    let form = json!({"pack": name, "from": 1, "to": 1, "methods": ["bfs"], "seconds": 1.0});
    let (status, said) = teacher.post("/api/campaigns", form).await;
    assert_eq!(
        (status, said["type"].as_str()),
        (StatusCode::UNPROCESSABLE_ENTITY, Some("server.no-such-task"))
    );
}
