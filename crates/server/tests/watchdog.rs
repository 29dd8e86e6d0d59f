//! Nothing takes a thread that answers requests for more than a millisecond at a stretch: all kinds of requests on
//! the largest boards, beside players who move; the server's own watchdog looks on and counts processor time. That
//! includes what the machine does meanwhile (interrupts, page faults, other guests of the same hardware), so one
//! stretch in a hundred may be longer, up to twenty milliseconds (two in a thousand and three milliseconds are usual): what holds a worker by itself does so each time.

mod common;

use std::time::{Duration, Instant};

use common::{EASY_TAQUIN, Line, Server, Visitor};
use reqwest::Method;
use serde_json::json;

const LASTS: Duration = Duration::from_secs(8);

/// As large as a page shows, with many boxes.
fn hall() -> String {
    let wall = "#".repeat(64);
    let boxes = format!("#{}#\n", " $ ".repeat(20) + "  ");
    let goals = format!("#{}#\n", " . ".repeat(20) + "  ");
    let empty = format!("#{}#\n", " ".repeat(62));
    format!(
        "{wall}\n#@{}#\n{}{wall}\n",
        " ".repeat(61),
        format!("{boxes}{empty}{goals}{empty}").repeat(15) + &empty
    )
}

/// A large board of tiles, whose names are long.
fn tiles() -> String {
    let row =
        |row: usize| (0..44).map(|at| ((row * 44 + at + 1) % (44 * 44)).to_string()).collect::<Vec<_>>();
    (0..44).map(|number| row(number).join(" ") + "\n").collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn nobody_holds_a_worker_for_more_than_a_millisecond() {
    ingenio_server::log(false);
    let server = Server::start();
    let until = Instant::now() + LASTS;
    let mut tasks = Vec::new();
    for number in 0..12 {
        let visitor = server.visitor();
        let text = [EASY_TAQUIN.to_owned(), hall(), tiles()][number % 3].clone();
        let (level, key, cookie) = visitor.play(&text).await;
        let line = Line::open(&server, &key, &cookie, "a").await.unwrap();
        tasks.push(tokio::spawn(moves(line, number % 3, until)));
        tasks.push(tokio::spawn(requests(visitor, level, key, text, until)));
    }
    tasks.push(tokio::spawn(long_play(server.visitor(), server.address.to_string(), until)));
    for task in tasks {
        task.await.unwrap();
    }
    let (_, metrics) = server.visitor().get("/metrics").await;
    let metrics = metrics.as_str().unwrap();
    let figures = |name: &str| -> Vec<f64> {
        let wanted = format!("ingenio_{name}{{");
        let lines = metrics.lines().filter(|line| line.starts_with(&wanted));
        lines.map(|line| line.rsplit(' ').next().unwrap().parse().unwrap()).collect()
    };
    let (polls, long, longest) =
        (figures("polls_total"), figures("long_polls_total"), figures("longest_poll_seconds"));
    println!("stretches {polls:?}, of more than a millisecond {long:?}, the longest {longest:?} s");
    assert_eq!((polls.len(), long.len(), longest.len()), (2, 2, 2), "{metrics}");
    let culprits: Vec<&str> = metrics.lines().filter(|line| line.contains("longest_poll")).collect();
    for (polls, long) in polls.iter().zip(&long) {
        assert!(*polls > 1000.0 && long / polls <= 0.01, "{long} of {polls}: {culprits:?}");
    }
    assert!(longest.iter().all(|seconds| *seconds < 0.02), "{culprits:?}");
}

/// Moves forth and back, and now and then something that is refused.
async fn moves(mut line: Line, kind: usize, until: Instant) {
    line.hear().await.unwrap();
    let ways = [["U", "D"], ["d", "u"], ["U", "D"]][kind];
    for number in 1.. {
        if Instant::now() > until {
            return;
        }
        let text = if number % 7 == 0 { "nonsense" } else { ways[number % 2] };
        line.order(json!({"n": number, "do": "move", "text": text})).await;
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
}

/// A long play on a small board, and solvers and hints asked for from where it stands: whoever replays it does so
/// elsewhere, also for what is refused.
async fn long_play(visitor: Visitor, server: String, until: Instant) {
    let (level, key, cookie) = visitor.play(EASY_TAQUIN).await;
    let mut line = Line::open_at(&server, &key, &cookie, "a").await.unwrap();
    line.hear().await.unwrap();
    for number in 1..=4 {
        let walk = "UD".repeat(450);
        assert_eq!(line.order(json!({"n": number, "do": "move", "text": walk})).await["is"], "change");
    }
    let job = json!({"level": level, "method": "auto", "play": key, "seconds": 1});
    while Instant::now() < until {
        visitor.post("/api/jobs", job.clone()).await;
        visitor.post(&format!("/api/plays/{key}/hints"), json!({"rung": "distance"})).await;
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
}

/// Everything else that a guest can ask for.
async fn requests(visitor: Visitor, level: String, key: String, text: String, until: Instant) {
    let pages = [
        format!("/play/{level}"),
        format!("/level/{level}"),
        format!("/api/levels/{level}"),
        format!("/api/levels/{level}/picture.svg?theme=dark"),
        "/".to_owned(),
        "/pack/sokoban-rooms".to_owned(),
        "/me".to_owned(),
        "/records".to_owned(),
        "/api/puzzles".to_owned(),
        "/api/openapi.json".to_owned(),
        "/api/me/export".to_owned(),
        "/assets/x/words.js".to_owned(),
    ];
    while Instant::now() < until {
        for page in &pages {
            let asked = visitor.request(Method::GET, page).header("accept-encoding", "gzip");
            let response = asked.send().await.expect("an answer");
            response.bytes().await.expect("a body");
        }
        visitor.post("/api/levels", json!({"text": text})).await;
        visitor.post(&format!("/api/plays/{key}/film"), json!(null)).await;
        visitor.post(&format!("/api/plays/{key}/hints"), json!({"rung": "distance"})).await;
    }
}
