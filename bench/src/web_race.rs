//! Races under load: many at once, each racer with the line of the race and the line of the play, moving once a second and
//! then solving the level at four moves a second. A move's time is from sending it to hearing that it is stored.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use ingenio_catalog::{Request, read_level};
use ingenio_core::Silent;
use serde_json::{Value, json};
use tokio::sync::{Barrier, Mutex};
use tokio::time::{interval, sleep};

use crate::command::Command;
use crate::web::{BOARD, number, runtime};
use crate::web_client::{Line, Player, Server, Trouble};

pub const COMMANDS: &[Command] = &[
    Command {
        name: "web-race",
        usage: "[RACES] [SECONDS] [RACERS]",
        about: "races at once, every racer moving once a second and then solving the level",
        run: races,
    },
    Command {
        name: "web-race-school",
        usage: "[RACES] [RACERS]",
        about: "the same from one address, with the limits that a server has: is anybody refused?",
        run: school,
    },
];

/// Racers tell their addresses as a proxy would, and nobody is slowed down.
const UNLIMITED: &[&str] = &["--behind-proxy", "--requests", "100000"];

/// Racers think about most moves, and hurry at the end, as fast as fingers are.
const STROLL: Duration = Duration::from_secs(1);
const SPRINT: Duration = Duration::from_millis(250);

fn races(arguments: &[String]) -> Result<(), Trouble> {
    let (races, seconds) = (number(arguments, 0, 100)?, number(arguments, 1, 20)?);
    let racers = number(arguments, 2, 10)?;
    runtime()?.block_on(run(UNLIMITED, races, racers, Duration::from_secs(seconds)))
}

fn school(arguments: &[String]) -> Result<(), Trouble> {
    let (races, racers) = (number(arguments, 0, 3)?, number(arguments, 1, 10)?);
    runtime()?.block_on(run(&[], races, racers, Duration::from_secs(5)))
}

#[derive(Default)]
struct Figures {
    /// The moves that solve the board.
    way: Vec<String>,
    moves: Mutex<Vec<Duration>>,
    /// Answers that were no.
    refused: AtomicU64,
    finished: AtomicU64,
    /// What was told of races, to all lines together.
    news: AtomicU64,
}

/// Where a racer has come to.
struct Runner {
    player: Player,
    code: String,
}

async fn run(flags: &[&str], races: usize, racers: usize, lasts: Duration) -> Result<(), Trouble> {
    let folder = tempfile::tempdir().map_err(|error| error.to_string())?;
    let server = Arc::new(Server::start(&folder.path().join("race.sqlite"), "127.0.0.1:0", flags)?);
    // Thought about once: what is measured is the server, not a method in this process.
    let figures = Arc::new(Figures { way: way()?, ..Figures::default() });
    let begun = Instant::now();
    let mut runners = Vec::new();
    for race in 0..races {
        runners.extend(gather(&server, &figures, race * racers, racers).await?);
    }
    println!("{races} races of {racers} are gathered after {:.1} s", begun.elapsed().as_secs_f64());
    let together = Arc::new(Barrier::new(runners.len()));
    let mut tasks = Vec::new();
    for (at, runner) in runners.into_iter().enumerate() {
        let (server, figures, together) = (server.clone(), figures.clone(), together.clone());
        let is_host = at % racers == 0;
        let late = Duration::from_millis(at as u64 * 1000 / (races * racers) as u64);
        tasks.push(tokio::spawn(async move {
            together.wait().await;
            let done = race_on(&server, &figures, runner, is_host, (late, lasts)).await;
            if let Err(trouble) = done {
                eprintln!("{trouble}");
                figures.refused.fetch_add(1, Ordering::Relaxed);
            }
        }));
    }
    for task in tasks {
        task.await.map_err(|error| error.to_string())?;
    }
    report(&figures, races * racers).await
}

/// Fills the seats of a race.
async fn gather(
    server: &Server,
    figures: &Figures,
    first: usize,
    racers: usize,
) -> Result<Vec<Runner>, Trouble> {
    let client = Player::client();
    let mut host = Player::begin_with(&client, server, first, BOARD).await?;
    let level = host.level.clone();
    let code = asked(server, figures, &mut host, "/api/races", &json!({"level": level})).await?;
    let code = code["code"].as_str().ok_or_else(|| code.to_string())?.to_owned();
    let mut runners = vec![Runner { player: host, code: code.clone() }];
    for at in 1..racers {
        let mut player = Player::stranger(first + at);
        asked(server, figures, &mut player, &format!("/api/races/{code}/join"), &json!({})).await?;
        runners.push(Runner { player, code: code.clone() });
    }
    Ok(runners)
}

async fn asked(
    server: &Server,
    figures: &Figures,
    player: &mut Player,
    path: &str,
    body: &Value,
) -> Result<Value, Trouble> {
    let (status, answer) = player.post(server, path, body).await?;
    if status >= 400 && answer["type"] != "store.race-not-begun" {
        figures.refused.fetch_add(1, Ordering::Relaxed);
        return Err(format!("{path}: {status} {answer}"));
    }
    Ok(answer)
}

async fn race_on(
    server: &Server,
    figures: &Arc<Figures>,
    Runner { mut player, code }: Runner,
    is_host: bool,
    (late, lasts): (Duration, Duration),
) -> Result<(), Trouble> {
    let news = player.race_line(server, &code).await?;
    let count = figures.clone();
    let listener = tokio::spawn(async move { news.count_news(&count.news).await });
    if is_host {
        asked(server, figures, &mut player, &format!("/api/races/{code}/start"), &json!({})).await?;
    }
    let leg = loop {
        let leg = asked(server, figures, &mut player, &format!("/api/races/{code}/leg"), &json!({})).await?;
        if leg["key"].is_string() {
            break leg;
        }
        sleep(Duration::from_millis(250)).await;
    };
    leg["key"].as_str().unwrap_or_default().clone_into(&mut player.key);
    let mut line = player.line(server, "race").await?;
    sleep(late).await;
    let (until, mut beat, mut up) = (Instant::now() + lasts, interval(STROLL), true);
    // An even number of moves, so that everybody stands where the level begins.
    while !up || Instant::now() < until {
        beat.tick().await;
        make(&mut line, figures, if up { "U" } else { "D" }).await?;
        up = !up;
    }
    let mut beat = interval(SPRINT);
    for action in &figures.way {
        beat.tick().await;
        make(&mut line, figures, action).await?;
    }
    let race = player.get(server, &format!("/api/races/{code}")).await?;
    let you = usize::try_from(race["you"].as_u64().unwrap_or(0)).unwrap_or(0);
    if race["racers"][you]["finished"].is_i64() {
        figures.finished.fetch_add(1, Ordering::Relaxed);
    }
    listener.abort();
    Ok(())
}

async fn make(line: &mut Line, figures: &Figures, action: &str) -> Result<(), Trouble> {
    let begun = Instant::now();
    line.make(action).await?;
    figures.moves.lock().await.push(begun.elapsed());
    Ok(())
}

/// The moves that solve the board.
fn way() -> Result<Vec<String>, Trouble> {
    let level = read_level("taquin", BOARD).map_err(|fault| fault.said().english())?;
    let answer = Request::default().run(&level, &mut Silent).map_err(|why| why.english())?;
    let solution = answer.solution().ok_or("no solution")?;
    level.solution_moves(solution.text()).map_err(|fault| fault.said().english())
}

async fn report(figures: &Figures, racers: usize) -> Result<(), Trouble> {
    let mut moves = figures.moves.lock().await;
    moves.sort_unstable();
    let last = moves.len().saturating_sub(1);
    let at = |share: f64| moves.get(((moves.len() as f64 * share) as usize).min(last));
    let milliseconds = |share: f64| at(share).map_or(f64::NAN, |time| time.as_secs_f64() * 1e3);
    let (finished, refused) =
        (figures.finished.load(Ordering::Relaxed), figures.refused.load(Ordering::Relaxed));
    println!("racers   finished   refused   moves   p50 ms   p90 ms   p99 ms   max ms   news told");
    println!(
        "{racers:6}   {finished:8}   {refused:7}   {:5}   {:6.2}   {:6.2}   {:6.2}   {:6.2}   {:9}",
        moves.len(),
        milliseconds(0.5),
        milliseconds(0.9),
        milliseconds(0.99),
        milliseconds(1.0),
        figures.news.load(Ordering::Relaxed),
    );
    if refused > 0 || finished as usize != racers { Err("not everybody finished".into()) } else { Ok(()) }
}
