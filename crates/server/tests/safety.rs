//! What people must not be able to do, each tried against a real server.

mod common;

use common::{EASY_SOKOBAN, EASY_TAQUIN, Line, Server};
use reqwest::{Method, StatusCode};
use serde_json::json;
use tokio::io::{AsyncReadExt, AsyncWriteExt};

#[tokio::test(flavor = "multi_thread")]
async fn another_players_play_is_out_of_reach() {
    let server = Server::start();
    let (owner, other) = (server.visitor(), server.visitor());
    let (_, key, _) = owner.play(EASY_TAQUIN).await;
    let (_, _, foreign_cookie) = other.play(EASY_SOKOBAN).await;
    let of_other = other.post(&format!("/api/plays/{key}/hints"), json!({"rung": "move"})).await;
    assert_eq!(of_other.0, StatusCode::NOT_FOUND, "nothing has happened in it, nobody knows it");
    owner.post(&format!("/api/plays/{key}/hints"), json!({"rung": "distance"})).await;
    assert!(Line::open(&server, &key, &foreign_cookie, "a").await.is_err());
    assert!(Line::open(&server, &key, "", "a").await.is_err(), "nobody at all");
    for path in ["hints", "review"] {
        let (status, _) = other.post(&format!("/api/plays/{key}/{path}"), json!({"rung": "move"})).await;
        assert_eq!(status, StatusCode::FORBIDDEN);
    }
    // Watching is allowed to whoever knows the key, and only to them.
    assert_eq!(other.post(&format!("/api/plays/{key}/film"), json!(null)).await.0, StatusCode::OK);
    let guessed = format!("{:032x}", 1);
    assert_eq!(other.post(&format!("/api/plays/{guessed}/film"), json!(null)).await.0, StatusCode::NOT_FOUND);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_session_is_worth_nothing_after_log_out_and_cannot_be_guessed() {
    let server = Server::start();
    let visitor = server.visitor();
    let request = visitor.request(Method::POST, "/api/register");
    let response = request.json(&json!({"name": "Ada", "password": "correct horse"})).send().await.unwrap();
    let set = response.headers()["set-cookie"].to_str().unwrap().to_owned();
    assert!(set.contains("HttpOnly") && set.contains("SameSite=Lax"), "{set}");
    let cookie = set.split(';').next().unwrap().to_owned();
    let who = async |cookie: &str| {
        let request = reqwest::Client::new().get(server.url("/api/me")).header("cookie", cookie);
        request.send().await.unwrap().json::<serde_json::Value>().await.unwrap()["name"].clone()
    };
    assert_eq!(who(&cookie).await, "Ada");
    assert_eq!(visitor.post("/api/logout", json!({})).await.0, StatusCode::OK);
    assert!(who(&cookie).await.is_null(), "the old cookie still opens the door");
    assert!(who(&format!("ingenio={}", "0".repeat(64))).await.is_null());
    assert!(who("ingenio=").await.is_null());
}

#[tokio::test(flavor = "multi_thread")]
async fn log_in_tells_nobody_which_names_exist_and_slows_down_guessing() {
    let server = Server::start();
    server.visitor().register("Grace").await;
    let stranger = server.visitor();
    let wrong = stranger.post("/api/login", json!({"name": "grace", "password": "not this one"})).await;
    let unknown = stranger.post("/api/login", json!({"name": "nobody", "password": "not this one"})).await;
    assert_eq!(wrong.0, StatusCode::UNAUTHORIZED);
    assert_eq!(wrong, unknown);
    let mut answers = Vec::new();
    for _ in 0..12 {
        answers
            .push(stranger.post("/api/login", json!({"name": "Grace", "password": "guess guess"})).await.0);
    }
    assert_eq!(answers.last(), Some(&StatusCode::TOO_MANY_REQUESTS));
    // Not even the right password helps from then on.
    let right = stranger.post("/api/login", json!({"name": "Grace", "password": "correct horse"})).await;
    assert_eq!(right.0, StatusCode::TOO_MANY_REQUESTS);
}

#[tokio::test(flavor = "multi_thread")]
async fn names_are_checked_and_never_become_markup() {
    let server = Server::start();
    let long = "x".repeat(10_000);
    for name in ["", "  ", long.as_str(), "line\nbreak"] {
        let (status, _) =
            server.visitor().post("/api/register", json!({"name": name, "password": "correct horse"})).await;
        assert_eq!(status, StatusCode::UNPROCESSABLE_ENTITY, "{name:.20}");
    }
    let visitor = server.visitor();
    visitor.register("<script>alert`1`</script>").await;
    let page = visitor.get("/me").await.1.as_str().unwrap().to_owned();
    assert!(!page.contains("<script>alert"));
    assert!(page.contains("&lt;script&gt;alert"));
    let (status, _) = server
        .visitor()
        .post("/api/register", json!({"name": "<SCRIPT>alert`1`</script>", "password": "correct horse"}))
        .await;
    assert_eq!(status, StatusCode::CONFLICT, "the same name in another case");
    let (status, _) =
        server.visitor().post("/api/register", json!({"name": "Bob", "password": "short"})).await;
    assert_eq!(status, StatusCode::UNPROCESSABLE_ENTITY);
}

#[tokio::test(flavor = "multi_thread")]
async fn requests_from_other_sites_are_refused() {
    let server = Server::start();
    let visitor = server.visitor();
    visitor.register("Edsger").await;
    let foreign = |path| visitor.request(Method::POST, path).header("origin", "https://elsewhere.example");
    assert_eq!(foreign("/api/logout").send().await.unwrap().status(), StatusCode::FORBIDDEN);
    let other = format!("https://{}", server.address);
    let other = visitor.request(Method::POST, "/api/logout").header("origin", other);
    assert_eq!(
        other.send().await.unwrap().status(),
        StatusCode::FORBIDDEN,
        "another scheme is another origin"
    );
    let sly = visitor.request(Method::POST, "/api/logout").header("sec-fetch-site", "cross-site");
    assert_eq!(sly.send().await.unwrap().status(), StatusCode::FORBIDDEN);
    assert_eq!(visitor.get("/api/me").await.1["name"], "Edsger");
    let own =
        visitor.request(Method::POST, "/api/logout").header("origin", format!("http://{}", server.address));
    assert_eq!(own.send().await.unwrap().status(), StatusCode::OK);
}

#[tokio::test(flavor = "multi_thread")]
async fn huge_bodies_and_huge_levels_are_refused() {
    let server = Server::start();
    let visitor = server.visitor();
    let request = visitor.request(Method::POST, "/api/levels").header("content-type", "application/json");
    // The server may close the line before all of it is sent.
    match request.body(vec![b'x'; 100 << 20]).send().await {
        Ok(response) => assert_eq!(response.status(), StatusCode::PAYLOAD_TOO_LARGE),
        Err(error) => assert!(error.is_request() || error.is_body(), "{error}"),
    }
    let wide = format!("{}x1\n", "9".repeat(9));
    let (status, problem) = visitor.post("/api/levels", json!({"text": wide, "puzzle": "tetravex"})).await;
    assert_eq!(status, StatusCode::UNPROCESSABLE_ENTITY, "{problem}");
    let (status, problem) =
        visitor.post("/api/levels", json!({"text": "#####\n#@$#\n####\n", "puzzle": "sokoban"})).await;
    assert_eq!(status, StatusCode::UNPROCESSABLE_ENTITY);
    assert!(problem["detail"].as_str().is_some_and(|text| !text.is_empty()), "{problem}");
    assert_eq!(visitor.get("/health").await.0, StatusCode::OK);
}

#[tokio::test(flavor = "multi_thread")]
async fn rubbish_on_a_live_line_closes_it_and_nothing_else() {
    let server = Server::start();
    let visitor = server.visitor();
    let (_, key, cookie) = visitor.play(EASY_TAQUIN).await;
    for rubbish in ["", "{}", "[1,2", r#"{"n":1,"do":"win"}"#, r#"{"n":1,"do":"move"}"#, &"x".repeat(70_000)]
    {
        let mut line = Line::open(&server, &key, &cookie, "a").await.unwrap();
        line.hear().await.unwrap();
        line.raw(rubbish).await;
        assert!(line.hear().await.is_none(), "{rubbish:.20}");
    }
    let mut line = Line::open(&server, &key, &cookie, "b").await.unwrap();
    assert_eq!(line.hear().await.unwrap()["state"]["number"], 0);
    // Cells far off the board are no danger either.
    for gesture in [
        json!({"tap": {"cell": [65535, 65535]}}),
        json!({"drag": {"from": {"cell": [9, 9]}, "through": [[60000, 2]]}}),
        json!({"tap": {"tray": 4_000_000_000u32}}),
    ] {
        let answer = line.order(json!({"n": 1, "do": "gesture", "gesture": gesture})).await;
        assert_eq!(answer["state"]["number"], 0);
        line = Line::open(&server, &key, &cookie, &gesture.to_string().len().to_string()).await.unwrap();
        line.hear().await.unwrap();
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn slow_clients_do_not_keep_others_waiting() {
    let server = Server::start();
    let mut slow = Vec::new();
    for _ in 0..100 {
        let mut stream = tokio::net::TcpStream::connect(server.address).await.unwrap();
        stream.write_all(b"GET / HTTP/1.1\r\nhost: ").await.unwrap();
        slow.push(stream);
    }
    assert_eq!(server.visitor().get("/health").await.0, StatusCode::OK);
    // Half a request is answered by a closed line, in the end: without that this would wait for ever.
    let _ = slow[0].read_to_end(&mut Vec::new()).await;
    assert_eq!(server.visitor().get("/health").await.0, StatusCode::OK);
}

#[tokio::test(flavor = "multi_thread")]
async fn pages_and_answers_carry_the_headers_that_protect() {
    let server = Server::start();
    let visitor = server.visitor();
    for path in ["/", "/login", "/api/me", "/nothing/here", "/api/nothing", "/assets/x/style.css"] {
        let response = visitor.request(Method::GET, path).send().await.unwrap();
        let header =
            |name: &str| response.headers().get(name).map(|value| value.to_str().unwrap().to_owned());
        assert!(
            header("content-security-policy").is_some_and(|policy| policy.contains("default-src 'none'")),
            "{path}"
        );
        assert_eq!(header("x-content-type-options").as_deref(), Some("nosniff"), "{path}");
    }
    assert_eq!(visitor.get("/api/nothing").await.0, StatusCode::NOT_FOUND);
    let response = visitor.request(Method::GET, "/api/plays/nonsense").send().await.unwrap();
    assert_eq!(response.headers()["content-type"], "application/problem+json");
}

#[tokio::test(flavor = "multi_thread")]
async fn who_is_too_fast_is_asked_to_wait() {
    let server = Server::with(|config| config.requests_per_second = 2);
    let visitor = server.visitor();
    let refused = async |visitor: &common::Visitor, times: usize| {
        let mut refused = 0;
        for _ in 0..times {
            refused += usize::from(visitor.get("/api/me").await.0 == StatusCode::TOO_MANY_REQUESTS);
        }
        refused
    };
    let player = server.visitor();
    player.play(EASY_TAQUIN).await;
    assert!(refused(&player, 24).await > 0, "a player has limits of their own");
    let another = server.visitor();
    another.play(EASY_TAQUIN).await;
    assert_eq!(refused(&another, 8).await, 0, "and uses up nobody else's");
    assert!(refused(&visitor, 76).await > 0, "those who are not known yet share their address's");
    assert_eq!(visitor.get("/health").await.0, StatusCode::OK, "those who watch are not limited");
}

#[tokio::test(flavor = "multi_thread")]
async fn one_order_is_not_too_much_work_and_a_play_keeps_not_too_much() {
    let server = Server::start();
    let visitor = server.visitor();
    let (_, key, cookie) = visitor.play("######\n#@ $.#\n#    #\n######\n").await;
    let mut line = Line::open(&server, &key, &cookie, "a").await.unwrap();
    line.hear().await.unwrap();
    let many = "du".repeat(30_000);
    for (n, text) in [(1, many.as_str()), (2, "1000000r"), (3, &"du".repeat(600))] {
        let refused = line.order(json!({"n": n, "do": "move", "text": text})).await;
        assert_eq!(refused["is"], "refused", "{refused}");
    }
    for n in 4..20 {
        let kept = line.order(json!({"n": n, "do": "keep", "name": n.to_string()})).await;
        assert_eq!(kept["state"]["kept"].as_array().unwrap().len(), n - 3);
    }
    assert_eq!(line.order(json!({"n": 20, "do": "keep", "name": "one more"})).await["is"], "refused");
    let again = line.order(json!({"n": 21, "do": "keep", "name": "4"})).await;
    assert_eq!(again["state"]["number"], 17, "a name may be used again: {again}");
}

#[tokio::test(flavor = "multi_thread")]
async fn guessing_in_other_clothes_is_guessing_and_the_owner_gets_in_elsewhere() {
    let server = Server::with(|config| config.behind_proxy = true);
    server.visitor().register("Grace").await;
    let attempt = async |name: &str, password: &str, forwarded: [&str; 2]| {
        let mut request = server.visitor().request(Method::POST, "/api/login");
        for line in forwarded {
            request = request.header("x-forwarded-for", line);
        }
        request.json(&json!({"name": name, "password": password})).send().await.unwrap().status()
    };
    let mut answers = Vec::new();
    for (number, name) in ["grace", " GRACE ", "ｇｒａｃｅ"].iter().cycle().take(12).enumerate() {
        // What the visitor says of himself stands first; the proxy's own line is the last.
        let forged = format!("10.0.0.{number}");
        answers.push(attempt(name, "guess guess", [&forged, "2001:db8:1:2::7"]).await);
    }
    assert_eq!(answers.last(), Some(&StatusCode::TOO_MANY_REQUESTS));
    let neighbour = attempt("Grace", "correct horse", ["", "2001:db8:1:2:ffff::1"]).await;
    assert_eq!(neighbour, StatusCode::TOO_MANY_REQUESTS, "the same network");
    let owner = attempt("Grace", "correct horse", ["", "192.0.2.7"]).await;
    assert_eq!(owner, StatusCode::OK, "the owner is elsewhere");
}

#[tokio::test(flavor = "multi_thread")]
async fn silent_connections_are_closed() {
    let server = Server::start();
    let mut silent = tokio::net::TcpStream::connect(server.address).await.unwrap();
    // Without an end this would wait for ever.
    let _ = silent.read_to_end(&mut Vec::new()).await;
    let mut hesitant = tokio::net::TcpStream::connect(server.address).await.unwrap();
    hesitant.write_all(b"P").await.unwrap();
    let _ = hesitant.read_to_end(&mut Vec::new()).await;
    assert_eq!(server.visitor().get("/health").await.0, StatusCode::OK);
}

#[tokio::test(flavor = "multi_thread")]
async fn whatever_is_wrong_with_a_request_is_told_as_a_problem() {
    let server = Server::start();
    let visitor = server.visitor();
    let json = |request: reqwest::RequestBuilder| request.header("content-type", "application/json");
    let requests = [
        json(visitor.request(Method::POST, "/api/plays")).body("{"),
        json(visitor.request(Method::POST, "/api/plays")).body("{}"),
        visitor.request(Method::POST, "/api/plays").body("{}"),
        visitor.request(Method::PUT, "/api/me"),
    ];
    for request in requests {
        let response = request.send().await.unwrap();
        assert!(response.status().is_client_error());
        assert_eq!(response.headers()["content-type"], "application/problem+json", "{}", response.status());
    }
}
