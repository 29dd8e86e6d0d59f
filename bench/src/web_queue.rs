//! Players who move while a long queue of solver jobs waits for the workers of the database.

use std::sync::Arc;
use std::time::{Duration, Instant};

use serde_json::json;
use tokio::sync::Mutex;
use tokio::time::{interval, sleep};

use crate::command::Command;
use crate::postgres::{Worker, new_database};
use crate::web::{BOARD, UNLIMITED, goal, holds, number, percentile, runtime};
use crate::web_client::{Player, Server, Trouble};

pub const COMMANDS: &[Command] = &[Command {
    name: "web-queue",
    usage: "[JOBS] [PLAYERS] [SECONDS] [GOAL]",
    about: "players that move once a second while so many watched solver jobs wait for one worker of the database; fails above a p99 of GOAL ms",
    run,
}];

/// Hard enough that nothing ends while it is measured.
const HARD: &str = "15 14 8 12\n10 11 13 9\n2 6 5 1\n3 7 4 0\n";

fn run(arguments: &[String]) -> Result<(), Trouble> {
    let (jobs, players) = (number(arguments, 0, 2000)?, number(arguments, 1, 200)?);
    let (seconds, goal) = (number(arguments, 2, 20)?, goal(arguments, 3)?);
    runtime()?.block_on(measure(jobs, players, Duration::from_secs(seconds), goal))
}

async fn measure(jobs: usize, players: usize, lasts: Duration, goal: Option<u64>) -> Result<(), Trouble> {
    let database = new_database();
    let flags: Vec<&str> = UNLIMITED.iter().copied().chain(["--workers", "database"]).collect();
    let server = Arc::new(Server::start(database.as_ref(), "127.0.0.1:0", &flags)?);
    let worker = Worker::start(&database, &["--only", "jobs"])?;
    sleep(Duration::from_secs(2)).await;
    let client = Player::client();
    let mut lines = Vec::new();
    for at in 0..players {
        let player = Player::begin_with(&client, &server, at, BOARD).await?;
        lines.push(player.line(&server, "queue").await?);
    }
    let watched = queue(&server, &client, players, jobs).await?;
    let waiting = watched.len();
    println!("{players} players move while {waiting} solver jobs wait, each watched");
    let times = Arc::new(Mutex::new(Vec::new()));
    let until = Instant::now() + lasts;
    let mut tasks = Vec::new();
    for (at, mut line) in lines.into_iter().enumerate() {
        let times = times.clone();
        tasks.push(tokio::spawn(async move {
            sleep(Duration::from_millis(at as u64 * 1000 / players as u64)).await;
            let (mut beat, mut up) = (interval(Duration::from_secs(1)), true);
            while Instant::now() < until {
                beat.tick().await;
                let begun = Instant::now();
                line.make(if up { "U" } else { "D" }).await?;
                times.lock().await.push(begun.elapsed());
                up = !up;
            }
            Ok::<(), Trouble>(())
        }));
    }
    for task in tasks {
        task.await.map_err(|error| error.to_string())??;
    }
    let asker = Player::begin_with(&client, &server, 1 << 22, BOARD).await?;
    let metrics = asker.text(&server, "/metrics").await?;
    let open =
        metrics.lines().find_map(|line| line.strip_prefix("ingenio_queued_jobs ")).unwrap_or("?").to_owned();
    let mut times = times.lock().await;
    times.sort_unstable();
    println!("moves   p50 ms   p99 ms   max ms   jobs open at the end");
    println!(
        "{:5}   {:6.2}   {:6.2}   {:6.2}   {open}",
        times.len(),
        percentile(&times, 0.5),
        percentile(&times, 0.99),
        percentile(&times, 1.0)
    );
    drop((watched, worker));
    if open.parse::<usize>().unwrap_or(0) < waiting * 9 / 10 {
        return Err(format!(
            "of {waiting} jobs {open} were left in the queue: it was not measured what should be"
        ));
    }
    holds(percentile(&times, 0.99), goal)
}

/// Queues jobs, each of a player of its own who watches it.
async fn queue(
    server: &Arc<Server>,
    client: &reqwest::Client,
    first: usize,
    jobs: usize,
) -> Result<Vec<tokio::task::JoinHandle<()>>, Trouble> {
    let mut watched = Vec::new();
    for at in 0..jobs {
        let mut player = Player::begin_with(client, server, first + at, HARD).await?;
        let wish =
            json!({"level": player.level, "method": "idastar-manhattan", "optimal": true, "seconds": 300});
        let (status, job) = player.post(server, "/api/jobs", &wish).await?;
        let id = job["id"].as_str().ok_or_else(|| format!("{status}: {job}"))?.to_owned();
        let server = server.clone();
        watched.push(tokio::spawn(async move {
            drop(player.follow(&server, &format!("/api/jobs/{id}/events")).await);
        }));
    }
    Ok(watched)
}
