//! Races over real sockets: two and ten race to the end, one loses the line, one cheats, one stalls, the server is stopped
//! in the middle, players are at two servers.

mod common;

use std::time::Duration;

use common::{EASY_SOKOBAN, EASY_TAQUIN, Line, Server, Visitor};
use ingenio_catalog::{Request, read_level};
use ingenio_core::Silent;
use reqwest::{Method, StatusCode};
use serde_json::{Value, json};

/// Somebody in a race.
struct Runner {
    visitor: Visitor,
    cookie: String,
}

impl Runner {
    fn new(server: &Server) -> Self {
        Runner { visitor: server.visitor(), cookie: String::new() }
    }

    /// Asks, and keeps the cookie that makes a guest.
    async fn ask(&mut self, path: &str, body: Value) -> (StatusCode, Value) {
        let request = self.visitor.request(Method::POST, path).json(&body);
        let request = if self.cookie.is_empty() { request } else { request.header("cookie", &self.cookie) };
        let response = request.send().await.unwrap();
        let cookie = response.headers().get("set-cookie").map(|value| value.to_str().unwrap().to_owned());
        if let Some(cookie) = cookie {
            cookie.split(';').next().unwrap().clone_into(&mut self.cookie);
        }
        (response.status(), response.json().await.unwrap_or_default())
    }

    async fn make(&mut self, wish: Value) -> String {
        let (status, race) = self.ask("/api/races", wish).await;
        assert_eq!(status, StatusCode::OK, "{race}");
        assert_eq!((race["you"].as_i64(), race["phase"].as_str()), (Some(0), Some("lobby")));
        race["code"].as_str().unwrap().to_owned()
    }

    async fn on(&mut self, code: &str, what: &str, body: Value) -> Value {
        let (status, said) = self.ask(&format!("/api/races/{code}/{what}"), body).await;
        assert_eq!(status, StatusCode::OK, "{what}: {said}");
        said
    }

    async fn refused(&mut self, code: &str, what: &str, body: Value) -> String {
        let (status, said) = self.ask(&format!("/api/races/{code}/{what}"), body).await;
        assert!(status.is_client_error(), "{what}: {status} {said}");
        said["detail"].as_str().unwrap().to_owned()
    }

    /// The play to be played now, as soon as the countdown is over.
    async fn leg(&mut self, code: &str) -> Value {
        loop {
            let (status, leg) = self.ask(&format!("/api/races/{code}/leg"), json!({})).await;
            match status {
                StatusCode::OK => return leg,
                StatusCode::CONFLICT if leg["type"] == "store.race-not-begun" => {
                    tokio::time::sleep(Duration::from_millis(20)).await;
                }
                _ => panic!("{status}: {leg}"),
            }
        }
    }

    async fn line(&self, server: &Server, leg: &Value) -> Line {
        let mut line = Line::open(server, leg["key"].as_str().unwrap(), &self.cookie, "a").await.unwrap();
        line.hear().await.unwrap();
        line
    }

    /// Plays a level to its end by the moves of a method.
    async fn win(&mut self, server: &Server, code: &str) -> Value {
        let leg = self.leg(code).await;
        let mut line = self.line(server, &leg).await;
        for (number, action) in (1..).zip(way(&leg)) {
            let told = line.order(json!({"n": number, "do": "move", "text": action})).await;
            assert_ne!(told["is"], "refused", "{told}");
        }
        leg
    }
}

/// The moves that solve the level of a leg.
fn way(leg: &Value) -> Vec<String> {
    let level = read_level(leg["puzzle"].as_str().unwrap(), leg["text"].as_str().unwrap()).unwrap();
    let answer = Request::default().run(&level, &mut Silent).unwrap();
    level.solution_moves(answer.solution().expect("a solution").text()).unwrap()
}

async fn level(visitor: &Visitor, text: &str) -> String {
    let (_, level) = visitor.post("/api/levels", json!({"text": text})).await;
    level["id"].as_str().unwrap().to_owned()
}

fn server() -> Server {
    Server::with(|config| config.countdown = Duration::from_millis(300))
}

/// Listens until a race is as wanted.
async fn until(line: &mut Line, is_so: impl Fn(&Value) -> bool) -> Value {
    loop {
        let race = line.hear().await.expect("the line is open");
        if is_so(&race) {
            return race;
        }
    }
}

async fn watch(server: &Server, code: &str) -> Line {
    Line::to(server, &format!("/api/races/{code}/live"), "").await.unwrap()
}

fn racer(race: &Value, seat: usize) -> &Value {
    &race["racers"][seat]
}

#[tokio::test(flavor = "multi_thread")]
async fn two_race_on_every_puzzle_and_see_each_other_come() {
    let levels = [
        EASY_SOKOBAN,
        EASY_TAQUIN,
        "IBBx..I..LDDJAAL..J.KEEMFFK..MGGHHHM",
        "AB\n..\nAB\n",
        "2x1\n1 2 3 4\n5 6 7 2\n",
    ];
    let server = server();
    for text in levels {
        let (mut ada, mut bob) = (Runner::new(&server), Runner::new(&server));
        let id = level(&ada.visitor, text).await;
        let code = ada.make(json!({"level": id, "name": "Ada"})).await;
        bob.on(&code, "join", json!({"name": "Bob"})).await;
        let mut news = watch(&server, &code).await;
        let told = ada.on(&code, "start", json!({})).await;
        assert!(!told.to_string().contains(&id), "the level is told to nobody before the start");
        let second = bob.leg(&code).await;
        let seen = until(&mut news, |race| racer(race, 1)["to_go"].as_u64() > Some(0)).await;
        assert_eq!(racer(&seen, 1)["figure"], 0, "how far it is, is known before the first move");
        let first = ada.win(&server, &code).await;
        assert_eq!((first["level"].clone(), first["place"].as_u64()), (second["level"].clone(), Some(0)));
        let seen = until(&mut news, |race| racer(race, 0)["rank"] == 1).await;
        assert_eq!((seen["phase"].as_str(), racer(&seen, 0)["to_go"].as_u64()), (Some("running"), Some(0)));
        bob.win(&server, &code).await;
        let over = until(&mut news, |race| race["phase"] == "over").await;
        assert_eq!(racer(&over, 1)["rank"], 2);
        assert!(racer(&over, 0)["finished"].as_i64() <= racer(&over, 1)["finished"].as_i64());
        assert_eq!(racer(&over, 1)["plays"][0], second["key"], "now it can be watched");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn ten_race_a_series_behind_one_address() {
    let server = server();
    let mut host = Runner::new(&server);
    let code = host.make(json!({"pack": "taquin-1-three", "levels": 3, "listed": true})).await;
    let (_, open) = host.visitor.get("/api/races").await;
    assert_eq!((open[0]["code"].as_str(), open[0]["levels"].as_u64()), (Some(code.as_str()), Some(3)));
    let mut runners = vec![host];
    for _ in 1..10 {
        let mut runner = Runner::new(&server);
        runner.on(&code, "join", json!({})).await;
        runners.push(runner);
    }
    let mut eleventh = Runner::new(&server);
    let full = eleventh.refused(&code, "join", json!({})).await;
    assert!(full.starts_with("All 10 seats"), "{full}");
    let mut news = watch(&server, &code).await;
    runners[0].on(&code, "start", json!({})).await;
    assert!(eleventh.refused(&code, "join", json!({})).await.contains("begun without you"));
    let (_, open) = runners[0].visitor.get("/api/races").await;
    assert_eq!(open, json!([]), "what has begun is not in the lobby");
    let run = |mut runner: Runner| {
        let (server, code) = (&server, &code);
        async move {
            for _ in 0..3 {
                runner.win(server, code).await;
            }
            runner
        }
    };
    let mut runners = futures_util::future::join_all(runners.into_iter().map(run)).await;
    let over = until(&mut news, |race| race["phase"] == "over").await;
    let racers = over["racers"].as_array().unwrap();
    let mut ranks: Vec<u64> = racers.iter().map(|racer| racer["rank"].as_u64().unwrap()).collect();
    ranks.sort_unstable();
    assert_eq!((ranks.len(), ranks[0]), (10, 1), "{ranks:?}");
    let times = |rank: u64| racers.iter().filter(move |racer| racer["rank"] == rank);
    assert!(
        times(1)
            .all(|first| racers.iter().all(|other| first["finished"].as_i64() <= other["finished"].as_i64()))
    );
    assert!(runners[3].refused(&code, "leg", json!({})).await.contains("over"));
    // Another one: whoever asks second comes into the same.
    let next = runners[7].on(&code, "rematch", json!({})).await;
    let same = runners[2].on(&code, "rematch", json!({})).await;
    assert_eq!((next["code"].clone(), same["racers"].as_array().unwrap().len()), (same["code"].clone(), 2));
    until(&mut news, |race| race["rematch"] == next["code"]).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_lost_line_comes_back_and_a_restart_loses_nothing() {
    let server = server();
    let (mut ada, mut bob) = (Runner::new(&server), Runner::new(&server));
    let id = level(&ada.visitor, EASY_SOKOBAN).await;
    let code = ada.make(json!({"level": id})).await;
    bob.on(&code, "join", json!({})).await;
    ada.on(&code, "start", json!({})).await;
    let leg = ada.leg(&code).await;
    let mut line = ada.line(&server, &leg).await;
    line.order(json!({"n": 1, "do": "move", "text": "r"})).await;
    drop(line);
    assert_eq!(ada.leg(&code).await, leg, "the same play waits");
    bob.win(&server, &code).await;
    let server = Server::in_folder(server.stop(), |_| ());
    for runner in [&mut ada, &mut bob] {
        runner.visitor = server.visitor();
    }
    assert_eq!(ada.leg(&code).await["key"], leg["key"]);
    let mut line = Line::open(&server, leg["key"].as_str().unwrap(), &ada.cookie, "b").await.unwrap();
    assert_eq!(line.hear().await.unwrap()["state"]["moves"], 1);
    let mut news = watch(&server, &code).await;
    assert_eq!(racer(&until(&mut news, |_| true).await, 1)["rank"], 1, "who had arrived has");
    line.order(json!({"n": 1, "do": "move", "text": "r"})).await;
    let seen = until(&mut news, |race| racer(race, 0)["figure"] == 1).await;
    assert_eq!((seen["phase"].as_str(), racer(&seen, 0)["to_go"].as_u64()), (Some("running"), Some(1)));
    line.order(json!({"n": 2, "do": "move", "text": "r"})).await;
    let over = until(&mut news, |race| race["phase"] == "over").await;
    assert_eq!(racer(&over, 0)["rank"], 2);
}

#[tokio::test(flavor = "multi_thread")]
async fn players_at_two_servers_are_in_one_race() {
    let here = server();
    let database = here.folder.path().join("test.sqlite").display().to_string();
    let there = Server::with(|config| {
        config.database = database;
        config.countdown = Duration::from_millis(300);
    });
    let (mut ada, mut bob) = (Runner::new(&here), Runner::new(&there));
    let id = level(&ada.visitor, EASY_TAQUIN).await;
    let code = ada.make(json!({"level": id})).await;
    let mut news = watch(&here, &code).await;
    bob.on(&code, "join", json!({})).await;
    until(&mut news, |race| race["racers"].as_array().unwrap().len() == 2).await;
    let mut far = watch(&there, &code).await;
    ada.on(&code, "start", json!({})).await;
    until(&mut far, |race| race["phase"] == "running").await;
    let leg = bob.leg(&code).await;
    let mut line = bob.line(&there, &leg).await;
    line.order(json!({"n": 1, "do": "move", "text": "R"})).await;
    let seen = until(&mut news, |race| racer(race, 1)["figure"] == 1).await;
    assert_eq!(racer(&seen, 1)["to_go"], 1);
    ada.win(&here, &code).await;
    line.order(json!({"n": 2, "do": "move", "text": "R"})).await;
    let over = until(&mut news, |race| race["phase"] == "over").await;
    assert_eq!(over["racers"], until(&mut far, |race| race["phase"] == "over").await["racers"]);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_forged_finish_is_none_and_help_comes_last() {
    let server = server();
    let (mut ada, mut eve) = (Runner::new(&server), Runner::new(&server));
    let id = level(&ada.visitor, EASY_TAQUIN).await;
    let other = level(&ada.visitor, EASY_SOKOBAN).await;
    let code = ada.make(json!({"level": id})).await;
    eve.on(&code, "join", json!({})).await;
    ada.on(&code, "start", json!({})).await;
    let (leg, hers) = (eve.leg(&code).await, ada.leg(&code).await);
    let key = leg["key"].as_str().unwrap().to_owned();
    // Another level under the key of the race, somebody else's play, moves that are none, a win that is claimed.
    let path = format!("/api/plays/{key}/live?tab=x&level={other}");
    let mut line = Line::to(&server, &path, &eve.cookie).await.unwrap();
    assert_eq!(line.hear().await.unwrap()["board"]["columns"], 3, "the race says which level it is");
    assert!(Line::open(&server, hers["key"].as_str().unwrap(), &eve.cookie, "x").await.is_err());
    let jump =
        json!({"n": 1, "do": "events", "after": 0, "events": [["move R", 0], ["move D", 0], ["done", 0]]});
    assert_eq!(line.order(jump).await["is"], "refused");
    line.order(json!({"n": 2, "do": "done"})).await;
    let mut news = watch(&server, &code).await;
    let race = until(&mut news, |_| true).await;
    assert!(racer(&race, 1)["finished"].is_null());
    // Nobody is given hints; who looks at a solution elsewhere is helped.
    let (status, said) = eve.ask(&format!("/api/plays/{key}/hints"), json!({"rung": "move"})).await;
    assert_eq!(
        (status, said["type"].as_str()),
        (StatusCode::UNPROCESSABLE_ENTITY, Some("server.no-hints-in-race"))
    );
    // Nor in a second play of the level.
    let (_, second) = eve.ask("/api/plays", json!({"level": id, "again": true})).await;
    let path = format!("/api/plays/{}/hints", second["key"].as_str().unwrap());
    let (_, said) = eve.ask(&path, json!({"rung": "move"})).await;
    assert_eq!(said["type"], "server.no-hints-in-race");
    // Nobody thinks for who has no seat, or for a race that has begun.
    let mut stranger = Runner::new(&server);
    stranger.ask("/api/plays", json!({"level": id})).await;
    for (who, why) in [(&mut stranger, "store.race-begun"), (&mut ada, "store.race-begun")] {
        let (status, said) = who.ask(&format!("/api/races/{code}/solvers"), json!({})).await;
        assert_eq!((status, said["type"].as_str()), (StatusCode::CONFLICT, Some(why)));
    }
    line.order(json!({"n": 3, "do": "hinted", "rung": 5})).await;
    line.order(json!({"n": 4, "do": "move", "text": "RR"})).await;
    let race = until(&mut news, |race| racer(race, 1)["rank"] == 1).await;
    assert_eq!(racer(&race, 1)["helped"], true);
    ada.win(&server, &code).await;
    let over = until(&mut news, |race| race["phase"] == "over").await;
    assert_eq!((racer(&over, 0)["rank"].as_u64(), racer(&over, 1)["rank"].as_u64()), (Some(1), Some(2)));
}

#[tokio::test(flavor = "multi_thread")]
async fn who_stalls_holds_nobody_up_and_who_leaves_stops_nothing() {
    let server = server();
    let mut runners: Vec<Runner> = (0..3).map(|_| Runner::new(&server)).collect();
    let id = level(&runners[0].visitor, EASY_SOKOBAN).await;
    let code = runners[0].make(json!({"level": id})).await;
    for runner in &mut runners[1..] {
        runner.on(&code, "join", json!({})).await;
    }
    let said = runners[1].refused(&code, "start", json!({})).await;
    assert!(said.contains("longest"), "{said}");
    runners[0].on(&code, "start", json!({})).await;
    let mut news = watch(&server, &code).await;
    runners[0].on(&code, "leave", json!({})).await;
    let seen = until(&mut news, |race| racer(race, 0)["gone"] == true).await;
    assert_ne!(seen["phase"], "over");
    runners[1].win(&server, &code).await;
    let seen = until(&mut news, |race| racer(race, 1)["rank"] == 1).await;
    assert_eq!(seen["phase"], "running", "one who has not moved is still in it");
    // Who left comes back, and who stalled goes.
    runners[0].on(&code, "join", json!({})).await;
    runners[0].win(&server, &code).await;
    runners[2].on(&code, "leave", json!({})).await;
    let over = until(&mut news, |race| race["phase"] == "over").await;
    assert_eq!((racer(&over, 0)["rank"].as_u64(), racer(&over, 2)["rank"].as_u64()), (Some(2), None));
}

#[tokio::test(flavor = "multi_thread")]
async fn ghosts_and_solvers_run_along() {
    let server = server();
    let mut ada = Runner::new(&server);
    let id = level(&ada.visitor, EASY_TAQUIN).await;
    let code = ada.make(json!({"level": id})).await;
    let alone = ada.refused(&code, "start", json!({})).await;
    assert!(alone.starts_with("A race takes two"), "{alone}");
    assert!(ada.refused(&code, "ghosts", json!({})).await.contains("no ghost here yet"));
    assert!(ada.refused(&code, "solvers", json!({"method": "no-such"})).await.contains("no-such"));
    ada.on(&code, "solvers", json!({"method": "bfs"})).await;
    ada.on(&code, "start", json!({})).await;
    let play = ada.win(&server, &code).await["key"].clone();
    let mut news = watch(&server, &code).await;
    let over = until(&mut news, |race| race["phase"] == "over").await;
    let machine = racer(&over, 1);
    assert_eq!((machine["kind"].as_str(), machine["name"].as_str()), (Some("solver"), Some("bfs")));
    assert!(machine["finished"].as_i64().unwrap() >= 500, "two moves after its search: {machine}");
    // Now there is a ghost: by its key, and as the fastest.
    let next = ada.on(&code, "rematch", json!({})).await["code"].as_str().unwrap().to_owned();
    ada.on(&next, "ghosts", json!({"play": play})).await;
    let race = ada.on(&next, "ghosts", json!({})).await;
    assert_eq!(
        (racer(&race, 1)["kind"].as_str(), racer(&race, 2)["kind"].as_str()),
        (Some("ghost"), Some("ghost"))
    );
    let mut news = watch(&server, &next).await;
    ada.on(&next, "start", json!({})).await;
    let seen = until(&mut news, |race| racer(race, 1)["rank"].is_u64()).await;
    assert_eq!(seen["phase"], "running", "ghosts arrive by themselves");
    let other = level(&ada.visitor, EASY_SOKOBAN).await;
    let third = ada.make(json!({"level": other})).await;
    assert!(ada.refused(&third, "ghosts", json!({"play": play})).await.contains("another level"));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_series_of_five_is_drawn_from_a_pack_of_ones_own() {
    let server = server();
    let mut ada = Runner::new(&server);
    let text =
        |blanks: usize| format!("########\n#@{}$.{}#\n########", " ".repeat(blanks), " ".repeat(3 - blanks));
    let rooms: Vec<String> = (0..4).map(text).chain([EASY_SOKOBAN.to_owned()]).collect();
    let (status, pack) =
        ada.ask("/api/packs", json!({"text": rooms.join("\n\n"), "puzzle": "sokoban"})).await;
    assert_eq!(status, StatusCode::OK, "{pack}");
    let key = pack["to"].as_str().unwrap().rsplit('/').next().unwrap().to_owned();
    let page = ada.visitor.client.get(server.url(&format!("/race?pack={key}"))).send().await.unwrap();
    assert!(page.text().await.unwrap().contains(&format!("value=\"{key}\" selected")));
    let code = ada.make(json!({"pack": key, "levels": 5, "listed": true})).await;
    let (_, open) = ada.visitor.get("/api/races").await;
    assert_eq!(
        (open[0]["levels"].as_u64(), &open[0]["pack"]),
        (Some(5), &Value::Null),
        "its address is not told"
    );
    let mut bob = Runner::new(&server);
    bob.on(&code, "join", json!({})).await;
    ada.on(&code, "start", json!({})).await;
    let mut levels = std::collections::HashSet::new();
    for _ in 0..5 {
        levels.insert(ada.win(&server, &code).await["level"].to_string());
        bob.win(&server, &code).await;
    }
    assert_eq!(levels.len(), 5, "no level twice");
    let (_, race) = ada.visitor.get(&format!("/api/races/{code}")).await;
    assert_eq!((race["phase"].as_str(), racer(&race, 1)["rank"].as_u64()), (Some("over"), Some(2)));
}

#[tokio::test(flavor = "multi_thread")]
async fn nonsense_is_refused_in_words() {
    let server = server();
    let mut eve = Runner::new(&server);
    for wish in [
        json!({"pack": "taquin-1-three", "levels": 2}),
        json!({"pack": "no-such"}),
        json!({"level": "x"}),
        json!({}),
    ] {
        let (status, said) = eve.ask("/api/races", wish).await;
        assert!(status.is_client_error() && said["detail"].is_string(), "{status} {said}");
    }
    for name in ["ABCDEF", "%3Cb%3E", "UUUUUU", "ABCDEFG"] {
        assert!(eve.refused(name, "join", json!({})).await.starts_with("There is no race of this code"));
        assert!(Line::to(&server, &format!("/api/races/{name}/live"), "").await.is_err());
    }
    let code = eve.make(json!({"pack": "taquin-1-three", "name": "<img src=x onerror=x>"})).await;
    let page = eve.visitor.client.get(server.url(&format!("/race/{code}"))).send().await.unwrap();
    assert!(!page.text().await.unwrap().contains("<img src=x"));
    let mut bob = Runner::new(&server);
    assert!(bob.refused(&code, "join", json!({"name": "\u{202e}x"})).await.contains("name"));
    for what in ["start", "leave", "leg", "rematch", "ghosts", "solvers"] {
        assert!(!bob.refused(&code, what, json!({})).await.is_empty());
    }
    // Who floods the line is shown out, and the others hear on.
    let (mut news, mut flood) = (watch(&server, &code).await, watch(&server, &code).await);
    for _ in 0..200 {
        if flood.try_raw("rubbish").await.is_err() {
            break;
        }
    }
    while flood.hear().await.is_some() {}
    bob.on(&code, "join", json!({})).await;
    until(&mut news, |race| race["racers"].as_array().unwrap().len() == 2).await;
    for _ in 0..2 {
        eve.make(json!({"pack": "taquin-1-three"})).await;
    }
    let (status, said) = eve.ask("/api/races", json!({"pack": "taquin-1-three"})).await;
    assert_eq!((status, said["type"].as_str()), (StatusCode::CONFLICT, Some("store.race-too-many-lobbies")));
}

#[tokio::test(flavor = "multi_thread")]
async fn who_is_refused_stays_the_same_guest_and_guessing_codes_is_slow() {
    let server = server();
    let (mut ada, mut bob) = (Runner::new(&server), Runner::new(&server));
    let id = level(&ada.visitor, EASY_TAQUIN).await;
    let code = ada.make(json!({"level": id, "name": "Ada"})).await;
    bob.refused(&code, "join", json!({"name": "Ada"})).await;
    let guest = bob.cookie.clone();
    assert!(guest.starts_with("ingenio="), "who was refused is a guest that is remembered: {guest}");
    let told = bob.on(&code, "join", json!({"name": "Bob"})).await;
    assert_eq!((bob.cookie.as_str(), told["you"].as_i64()), (guest.as_str(), Some(1)));
    assert!(told["opens"].as_i64() > told["now"].as_i64(), "the lobby tells from when on anybody may start");
    let mut waits = 0;
    for guess in 0..220 {
        let digits = guess.to_string();
        let (status, _) = bob.visitor.get(&format!("/api/races/ZZ{digits:0>4}")).await;
        waits += usize::from(status == StatusCode::TOO_MANY_REQUESTS);
    }
    assert!(waits > 0, "an address has no end of guesses");
}
