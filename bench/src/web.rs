//! The web platform under load, and under kill -9. Both start the real program with a fresh database.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use ingenio_core::Rng;
use serde_json::json;
use tokio::sync::Mutex;
use tokio::time::{interval, sleep};

use crate::command::Command;
use crate::web_client::{Player, Server, Trouble};

pub const COMMANDS: &[Command] = &[
    Command {
        name: "web-load",
        usage: "[PLAYERS] [SECONDS] [LOGINS]",
        about: "players that move once a second, with so many log-ins a second beside them",
        run: load,
    },
    Command {
        name: "web-kill",
        usage: "[KILLS] [SEED]",
        about: "kill -9 at random moments: is all that was acknowledged there afterwards?",
        run: kill,
    },
];

/// Players tell their addresses as a proxy would, and are as fast as they can.
pub const UNLIMITED: &[&str] = &["--behind-proxy", "--requests", "100000"];

pub const BOARD: &str = "5 1 2 4\n9 6 3 8\n13 10 7 11\n0 14 15 12\n";

pub fn number<T: std::str::FromStr>(arguments: &[String], at: usize, usual: T) -> Result<T, Trouble> {
    arguments.get(at).map_or(Ok(usual), |text| text.parse().map_err(|_| format!("{text} is no number")))
}

/// Milliseconds that 99 of 100 moves must keep within, where they are named: a busy machine measures itself.
pub fn goal(arguments: &[String], at: usize) -> Result<Option<u64>, Trouble> {
    arguments.get(at).map(|_| number(arguments, at, 0)).transpose()
}

/// Does the figure keep within its goal? Nothing measured keeps within none.
pub fn holds(milliseconds: f64, goal: Option<u64>) -> Result<(), Trouble> {
    match goal {
        Some(goal) if milliseconds.is_nan() || milliseconds > goal as f64 => {
            Err(format!("p99 of {milliseconds:.1} ms, where {goal} is the goal"))
        }
        _ => Ok(()),
    }
}

pub fn runtime() -> Result<tokio::runtime::Runtime, Trouble> {
    tokio::runtime::Builder::new_multi_thread().enable_all().build().map_err(|error| error.to_string())
}

fn load(arguments: &[String]) -> Result<(), Trouble> {
    let (players, seconds) = (number(arguments, 0, 1000)?, number(arguments, 1, 30)?);
    let logins = number(arguments, 2, 0)?;
    runtime()?.block_on(run_load(players, Duration::from_secs(seconds), logins))
}

/// What was measured, in one place for all players.
#[derive(Default)]
struct Figures {
    moves: Mutex<Vec<Duration>>,
    errors: AtomicU64,
    logins: AtomicU64,
    refused: AtomicU64,
}

async fn run_load(players: usize, lasts: Duration, logins: u64) -> Result<(), Trouble> {
    let folder = tempfile::tempdir().map_err(|error| error.to_string())?;
    let server = Arc::new(Server::start(&folder.path().join("load.sqlite"), "127.0.0.1:0", UNLIMITED)?);
    let figures = Arc::new(Figures::default());
    let mut lines = Vec::new();
    for at in 0..players {
        let player = Player::begin(&server, at, BOARD).await?;
        lines.push(player.line(&server, "load").await?);
    }
    println!("{players} players are connected; each moves once a second for {} s", lasts.as_secs());
    let until = Instant::now() + lasts;
    let mut tasks = Vec::new();
    for (at, mut line) in lines.into_iter().enumerate() {
        let figures = figures.clone();
        tasks.push(tokio::spawn(async move {
            sleep(Duration::from_millis(at as u64 * 1000 / players as u64)).await;
            let (mut beat, mut up) = (interval(Duration::from_secs(1)), true);
            while Instant::now() < until {
                beat.tick().await;
                let begun = Instant::now();
                match line.make(if up { "U" } else { "D" }).await {
                    Ok(_) => figures.moves.lock().await.push(begun.elapsed()),
                    Err(_) => drop(figures.errors.fetch_add(1, Ordering::Relaxed)),
                }
                up = !up;
            }
        }));
    }
    if logins > 0 {
        tasks.push(tokio::spawn(log_in(server.clone(), figures.clone(), logins, until)));
    }
    for task in tasks {
        task.await.map_err(|error| error.to_string())?;
    }
    report(&figures, logins).await;
    Ok(())
}

async fn log_in(server: Arc<Server>, figures: Arc<Figures>, per_second: u64, until: Instant) {
    let Ok(mut player) = Player::begin(&server, 1 << 20, BOARD).await else { return };
    let account = json!({"name": "Ada", "password": "correct horse"});
    let _ = player.post(&server, "/api/register", &account).await;
    let mut beat = interval(Duration::from_millis(1000 / per_second));
    for number in 0.. {
        beat.tick().await;
        if Instant::now() > until {
            return;
        }
        // Different names, so that no one of them is slowed down; the work is the same.
        let (server, figures) = (server.clone(), figures.clone());
        tokio::spawn(async move {
            let Ok(mut player) = Player::begin(&server, (1 << 21) + number, BOARD).await else { return };
            let account = json!({"name": format!("Ada{number}"), "password": "correct horse"});
            let answered = match player.post(&server, "/api/login", &account).await {
                Ok((401, _)) => &figures.logins,
                _ => &figures.refused,
            };
            answered.fetch_add(1, Ordering::Relaxed);
        });
    }
}

async fn report(figures: &Figures, logins: u64) {
    let mut moves = figures.moves.lock().await;
    moves.sort_unstable();
    let milliseconds = |share: f64| percentile(&moves, share);
    println!("moves   p50 ms   p90 ms   p99 ms   max ms   errors   log-ins/s asked   checked   refused");
    println!(
        "{:5}   {:6.2}   {:6.2}   {:6.2}   {:6.2}   {:6}   {logins:15}   {:7}   {:7}",
        moves.len(),
        milliseconds(0.5),
        milliseconds(0.9),
        milliseconds(0.99),
        milliseconds(1.0),
        figures.errors.load(Ordering::Relaxed),
        figures.logins.load(Ordering::Relaxed),
        figures.refused.load(Ordering::Relaxed),
    );
}

/// Milliseconds that this share of sorted times keep within.
pub fn percentile(sorted: &[Duration], share: f64) -> f64 {
    let at = ((sorted.len() as f64 * share) as usize).min(sorted.len().saturating_sub(1));
    sorted.get(at).map_or(f64::NAN, |time| time.as_secs_f64() * 1e3)
}

const PLAYERS: usize = 4;

fn kill(arguments: &[String]) -> Result<(), Trouble> {
    let (kills, seed) = (number(arguments, 0, 200)?, number(arguments, 1, 1)?);
    runtime()?.block_on(run_kills(kills, seed))
}

async fn run_kills(kills: u64, seed: u64) -> Result<(), Trouble> {
    let folder = tempfile::tempdir().map_err(|error| error.to_string())?;
    let database = folder.path().join("kill.sqlite");
    let mut rng = Rng::new(seed);
    let mut server = Server::start(&database, "127.0.0.1:0", UNLIMITED)?;
    let address = server.address.clone();
    let mut players = Vec::new();
    for at in 0..PLAYERS {
        players.push((Player::begin(&server, at, BOARD).await?, 0_u64));
    }
    let (mut lost, mut moves, mut accounts, mut records) = (0_u64, 0_u64, 0_u64, 0_u64);
    for round in 0..kills {
        let wait = Duration::from_millis(20 + rng.below(250) as u64);
        let (acknowledged, registered, won) = one_round(server, &players, round, wait).await;
        server = restart(&database, &address).await?;
        for ((player, known), (now, made)) in players.iter_mut().zip(acknowledged) {
            *known = (*known).max(now);
            moves += made;
            let play = player.get(&server, &format!("/api/plays/{}", player.key)).await?;
            let stored = play["events"].as_u64().unwrap_or(0);
            lost += known.saturating_sub(stored);
            *known = stored;
        }
        if let Some(name) = registered {
            accounts += 1;
            let mut stranger = players[0].0.clone();
            let again = json!({"name": name, "password": "correct horse"});
            lost += u64::from(stranger.post(&server, "/api/register", &again).await?.0 != 409);
        }
        if let Some(level) = won {
            records += 1;
            let page = players[0].0.get(&server, &format!("/api/levels/{level}")).await?;
            lost += u64::from(page["records"].as_array().is_none_or(Vec::is_empty));
        }
    }
    println!("kills   acknowledged moves   accounts   records   lost");
    println!("{kills:5}   {moves:18}   {accounts:8}   {records:7}   {lost:4}");
    if lost > 0 { Err(format!("{lost} acknowledged things were lost")) } else { Ok(()) }
}

async fn restart(database: &std::path::Path, address: &str) -> Result<Server, Trouble> {
    // The port may be held by the dead for a moment.
    for _ in 0..50 {
        match Server::start(database, address, UNLIMITED) {
            Ok(server) => return Ok(server),
            Err(_) => sleep(Duration::from_millis(20)).await,
        }
    }
    Server::start(database, address, UNLIMITED)
}

/// What each player got acknowledged (events in all, moves of this round), a name that was registered, a
/// level that was won.
type Acknowledged = (Vec<(u64, u64)>, Option<String>, Option<String>);

/// Everybody plays as fast as they can until the server is killed.
async fn one_round(server: Server, players: &[(Player, u64)], round: u64, wait: Duration) -> Acknowledged {
    let shared = Arc::new(server);
    let mut tasks = Vec::new();
    for (player, _) in players {
        let (player, server) = (player.clone(), shared.clone());
        tasks.push(tokio::spawn(async move {
            let (mut stored, mut made) = (0, 0);
            let Ok(mut line) = player.line(&server, &format!("r{round}")).await else {
                return (stored, made);
            };
            for action in ["U", "D"].iter().cycle() {
                match line.make(action).await {
                    Ok(number) => (stored, made) = (number, made + 1),
                    Err(_) => break,
                }
            }
            (stored, made)
        }));
    }
    let (mut stranger, server) = (players[0].0.clone(), shared.clone());
    let registering = tokio::spawn(async move {
        stranger.cookie.clear();
        let name = format!("player {round}");
        let account = json!({"name": name, "password": "correct horse"});
        let registered = stranger.post(&server, "/api/register", &account).await;
        registered.ok().filter(|(status, _)| *status == 200).map(|_| name)
    });
    let server = shared.clone();
    let winning = tokio::spawn(async move {
        let wide = 7 + round as usize;
        let (wall, floor) = ("#".repeat(wide), " ".repeat(wide - 6));
        let text = format!("{wall}\n#@ $.{floor}#\n{wall}\n");
        let player = Player::begin(&server, 1 << 20, &text).await.ok()?;
        let mut line = player.line(&server, "w").await.ok()?;
        line.make("r").await.ok()?;
        line.make("r").await.ok()?;
        Some(player.level)
    });
    sleep(wait).await;
    shared.kill_now();
    let mut acknowledged = Vec::new();
    for task in tasks {
        acknowledged.push(task.await.unwrap_or_default());
    }
    (acknowledged, registering.await.ok().flatten(), winning.await.ok().flatten())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_goal_that_is_missed_is_a_failure() {
        let named = |text: &str| goal(&[text.to_owned()], 0);
        assert_eq!((goal(&[], 0), named("50")), (Ok(None), Ok(Some(50))));
        assert!(named("soon").is_err());
        assert!(holds(49.9, Some(50)).is_ok() && holds(1e6, None).is_ok());
        assert!(holds(50.1, Some(50)).is_err() && holds(f64::NAN, Some(50)).is_err());
    }
}
