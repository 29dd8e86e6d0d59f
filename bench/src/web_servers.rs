//! Two servers on one `PostgreSQL` as one site, one of them killed -9 every while. Players whose server is gone come to
//! the other one, as a balancer would send them, and go on. Is all that was acknowledged there, each move once?

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use tokio::sync::{Mutex, RwLock};
use tokio::time::{interval, sleep, timeout};

use crate::command::Command;
use crate::postgres::new_database;
use crate::web::{BOARD, UNLIMITED, goal, holds, number, percentile, runtime};
use crate::web_client::{Line, Player, Server, Trouble};

pub const COMMANDS: &[Command] = &[Command {
    name: "web-servers",
    usage: "[PLAYERS] [SECONDS] [EVERY] [GOAL]",
    about: "two servers on one PostgreSQL, one killed -9 every so many seconds: what is lost, how long moves take; fails above a p99 of GOAL ms outside of switches",
    run,
}];

/// The dead is started again after so long.
const DOWN: Duration = Duration::from_secs(5);
/// A switch is over so long after a server went or came: its players have come to the other one by then.
const SWITCH: Duration = Duration::from_secs(3);
/// A move that takes longer than this is one that waits for a dead server.
const PATIENCE: Duration = Duration::from_secs(10);

fn run(arguments: &[String]) -> Result<(), Trouble> {
    let (players, seconds) = (number(arguments, 0, 1000)?, number(arguments, 1, 180)?);
    let (every, goal) = (number(arguments, 2, 20)?, goal(arguments, 3)?);
    runtime()?.block_on(measure(players, Duration::from_secs(seconds), Duration::from_secs(every), goal))
}

/// The site as its players see it.
struct Site {
    servers: [RwLock<Server>; 2],
    /// Which of them answer.
    alive: [AtomicUsize; 2],
    database: String,
    /// Milliseconds from the beginning until the last switch is over.
    calm_from: AtomicU64,
    begun: Instant,
}

impl Site {
    /// A server goes or comes: for a while this is a switch.
    fn switches(&self) {
        let over = (self.begun.elapsed() + SWITCH).as_millis();
        self.calm_from.store(u64::try_from(over).unwrap_or(u64::MAX), Ordering::Relaxed);
    }

    fn is_calm(&self) -> bool {
        self.begun.elapsed().as_millis() >= u128::from(self.calm_from.load(Ordering::Relaxed))
    }
}

#[derive(Default)]
struct Figures {
    /// Moves outside of switches, and within them.
    moves: Mutex<Vec<Duration>>,
    hurried: Mutex<Vec<Duration>>,
    /// From the end of a line to the first board on the next.
    switches: Mutex<Vec<Duration>>,
    lost: AtomicU64,
    twice: AtomicU64,
    acknowledged: AtomicU64,
}

async fn measure(players: usize, lasts: Duration, every: Duration, goal: Option<u64>) -> Result<(), Trouble> {
    let database = new_database();
    let start = || Server::start(database.as_ref(), "127.0.0.1:0", UNLIMITED);
    let servers = [RwLock::new(start()?), RwLock::new(start()?)];
    let alive = [AtomicUsize::new(1), AtomicUsize::new(1)];
    let (calm_from, begun) = (AtomicU64::new(0), Instant::now());
    let site = Arc::new(Site { servers, alive, database: database.clone(), calm_from, begun });
    let (client, figures) = (Player::client(), Arc::new(Figures::default()));
    let mut all = Vec::new();
    for at in 0..players {
        let server = site.servers[at % 2].read().await;
        all.push(Player::begin_with(&client, &server, at, BOARD).await?);
    }
    println!("{players} players on two servers move once a second for {} s", lasts.as_secs());
    let until = Instant::now() + lasts;
    let mut tasks = Vec::new();
    for (at, player) in all.into_iter().enumerate() {
        let (site, figures) = (site.clone(), figures.clone());
        tasks.push(tokio::spawn(async move {
            sleep(Duration::from_millis(at as u64 * 1000 / players as u64)).await;
            play(&site, &figures, &player, at % 2, until).await
        }));
    }
    let killing = tokio::spawn(kill(site.clone(), every, until));
    for task in tasks {
        task.await.map_err(|error| error.to_string())??;
    }
    let kills = killing.await.map_err(|error| error.to_string())??;
    report(&figures, kills, goal).await
}

/// Kills one server after the other, and starts it again at the same place.
async fn kill(site: Arc<Site>, every: Duration, until: Instant) -> Result<u64, Trouble> {
    let mut kills = 0;
    while Instant::now() + every + DOWN < until {
        sleep(every.saturating_sub(DOWN.min(every / 2))).await;
        let at = usize::try_from(kills % 2).unwrap_or(0);
        let address = site.servers[at].read().await.address.clone();
        site.switches();
        site.alive[at].store(0, Ordering::Relaxed);
        site.servers[at].read().await.kill_now();
        kills += 1;
        sleep(DOWN.min(every / 2)).await;
        for tries in 0.. {
            match Server::start(site.database.as_ref(), &address, UNLIMITED) {
                Ok(server) => {
                    *site.servers[at].write().await = server;
                    break;
                }
                Err(error) if tries > 100 => return Err(error),
                Err(_) => sleep(Duration::from_millis(50)).await,
            }
        }
        site.switches();
        site.alive[at].store(1, Ordering::Relaxed);
    }
    Ok(kills)
}

/// Plays to the end, at whichever server is there; then looks whether everything is.
async fn play(
    site: &Site,
    figures: &Figures,
    player: &Player,
    home: usize,
    until: Instant,
) -> Result<(), Trouble> {
    let (mut line, mut known) = come(site, player, home).await?;
    let (mut beat, mut sure) = (interval(Duration::from_secs(1)), known);
    while Instant::now() < until {
        beat.tick().await;
        let (begun, calm) = (Instant::now(), site.is_calm());
        let made = timeout(PATIENCE, line.make(if known % 2 == 0 { "U" } else { "D" })).await;
        if let Ok(Ok(number)) = made {
            let kept = if calm && site.is_calm() { &figures.moves } else { &figures.hurried };
            kept.lock().await.push(begun.elapsed());
            figures.acknowledged.fetch_add(1, Ordering::Relaxed);
            figures.twice.fetch_add(number.saturating_sub(known + 1), Ordering::Relaxed);
            (known, sure) = (number, number);
            continue;
        }
        let gone = Instant::now();
        (line, known) = come(site, player, home).await?;
        figures.switches.lock().await.push(gone.elapsed());
        // What was acknowledged is there; the move that was not may be.
        figures.lost.fetch_add(sure.saturating_sub(known), Ordering::Relaxed);
        figures.twice.fetch_add(known.saturating_sub(sure + 1), Ordering::Relaxed);
        sure = known;
    }
    Ok(())
}

/// A line to a server that answers, the own one first; and how many events are stored.
async fn come(site: &Site, player: &Player, home: usize) -> Result<(Line, u64), Trouble> {
    let mut said = String::new();
    for turn in 0..200 {
        let at = (home + turn) % 2;
        if site.alive[at].load(Ordering::Relaxed) == 1 {
            let address = site.servers[at].read().await.address.clone();
            let server = Server::at(&address);
            match timeout(PATIENCE, player.line_with_number(&server, "site")).await {
                Ok(Ok(line)) => return Ok(line),
                Ok(Err(error)) => said = error,
                Err(_) => "no answer".clone_into(&mut said),
            }
        }
        sleep(Duration::from_millis(100)).await;
    }
    Err(format!("nobody answers: {said}"))
}

async fn report(figures: &Figures, kills: u64, goal: Option<u64>) -> Result<(), Trouble> {
    let (mut moves, mut switches) = (figures.moves.lock().await, figures.switches.lock().await);
    let mut hurried = figures.hurried.lock().await;
    moves.sort_unstable();
    hurried.sort_unstable();
    switches.sort_unstable();
    let (lost, twice) = (figures.lost.load(Ordering::Relaxed), figures.twice.load(Ordering::Relaxed));
    println!(
        "kills   acknowledged   p50 ms   p99 ms   max ms   p99 of switches   switches   longest ms   lost   twice"
    );
    println!(
        "{kills:5}   {:12}   {:6.2}   {:6.2}   {:6.1}   {:15.2}   {:8}   {:10.0}   {lost:4}   {twice:5}",
        figures.acknowledged.load(Ordering::Relaxed),
        percentile(&moves, 0.5),
        percentile(&moves, 0.99),
        percentile(&moves, 1.0),
        percentile(&hurried, 0.99),
        switches.len(),
        percentile(&switches, 1.0),
    );
    if lost + twice > 0 || kills == 0 {
        return Err(format!("{lost} moves lost, {twice} kept twice, {kills} kills"));
    }
    holds(percentile(&moves, 0.99), goal)
}
