//! The web platform under attack: players who move once a second, while guests do their worst, one attack after
//! another and all at once; the memory of idle lines; a school behind one address. Each starts the real program
//! with a fresh database and its usual limits.

use std::io::Write as _;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};

use serde_json::json;
use tokio::sync::Mutex;
use tokio::task::JoinSet;
use tokio::time::{interval, sleep};

use crate::attack::{ATTACKS, Scene};
use crate::command::{Command, argument};
use crate::web::{BOARD, number, runtime};
use crate::web_client::{Line, Player, Server, Trouble};

pub const COMMANDS: &[Command] = &[
    Command {
        name: "web-attack",
        usage: "[PLAYERS] [SECONDS] [ATTACK]",
        about: "every attack, one after another and all at once, or one of them, beside players who move once a second",
        run: attack,
    },
    Command {
        name: "web-attackers",
        usage: "ADDRESS SECONDS ATTACK|all",
        about: "the attackers of web-attack, in a process of their own",
        run: attackers,
    },
    Command {
        name: "web-idle",
        usage: "[LINES]",
        about: "the server's memory with so many idle lines, and a minute after they are closed",
        run: idle,
    },
    Command {
        name: "web-school",
        usage: "[BROWSERS]",
        about: "so many browsers behind one address register, log in, open a pack and play",
        run: school,
    },
];

fn attack(arguments: &[String]) -> Result<(), Trouble> {
    let (players, seconds) = (number(arguments, 0, 500)?, number(arguments, 1, 10)?);
    let (lasts, only) = (Duration::from_secs(seconds), arguments.get(2).map(String::as_str));
    runtime()?.block_on(async {
        run_attacks(players, lasts, only).await?;
        if only.is_some() {
            return Ok(());
        }
        run_idle(10_000).await?;
        run_school(300).await
    })
}

fn idle(arguments: &[String]) -> Result<(), Trouble> {
    runtime()?.block_on(run_idle(number(arguments, 0, 10_000)?))
}

fn school(arguments: &[String]) -> Result<(), Trouble> {
    runtime()?.block_on(run_school(number(arguments, 0, 300)?))
}

/// What the players and the watcher saw since the last look.
#[derive(Default)]
struct Seen {
    moves: Mutex<Vec<Duration>>,
    health: Mutex<Vec<Duration>>,
    errors: AtomicU64,
    over: AtomicBool,
}

async fn run_attacks(players: usize, lasts: Duration, only: Option<&str>) -> Result<(), Trouble> {
    let folder = tempfile::tempdir().map_err(|error| error.to_string())?;
    let server = Server::start(&folder.path().join("attack.sqlite"), "127.0.0.1:0", &["--behind-proxy"])?;
    let (server, seen) = (Arc::new(server), Arc::new(Seen::default()));
    let mut tasks = JoinSet::new();
    for at in 0..players {
        let player = Player::begin(&server, at, BOARD).await?;
        let line = player.line(&server, "attack").await?;
        tasks.spawn(play(line, at * 1000 / players, seen.clone()));
    }
    tasks.spawn(watch(server.clone(), seen.clone()));
    println!("{players} players, each moves once a second; every attack goes on for {} s", lasts.as_secs());
    println!("the disk alone: {}", disk(folder.path()).map_err(|error| error.to_string())?);
    println!("| attack | asked | refused | moves | p50 ms | p99 ms | max ms | /health max ms | errors |");
    println!("|---|---|---|---|---|---|---|---|---|");
    sleep(lasts).await;
    tell("none", (0, 0), &seen).await;
    for attack in ATTACKS.iter().filter(|attack| only.is_none_or(|only| only == attack.name)) {
        let tally = attacked(&server, lasts, attack.name).await?;
        tell(&format!("{}: {}", attack.name, attack.about), tally, &seen).await;
    }
    if only.is_none_or(|only| only == "all") {
        let tally = attacked(&server, lasts * 2, "all").await?;
        tell("all at once", tally, &seen).await;
    }
    seen.over.store(true, Ordering::Relaxed);
    while tasks.join_next().await.is_some() {}
    Ok(())
}

/// How long the disk takes to keep a page, over some seconds: no move is faster than that.
fn disk(folder: &Path) -> std::io::Result<String> {
    let mut file = std::fs::File::create(folder.join("probe"))?;
    let (begun, mut times) = (Instant::now(), Vec::new());
    while begun.elapsed() < Duration::from_secs(5) {
        let one = Instant::now();
        file.write_all(&[7; 4096])?;
        file.sync_data()?;
        times.push(one.elapsed());
        std::thread::sleep(Duration::from_millis(4));
    }
    times.sort_unstable();
    let at = |share: usize| times[(times.len() - 1) * share / 100].as_secs_f64() * 1e3;
    Ok(format!("p50 {:.2} ms, p99 {:.2} ms, max {:.1} ms", at(50), at(99), at(100)))
}

/// Lets attackers loose in a process of their own, of low priority: they stand for other machines, and what they
/// think is not the server's affair.
async fn attacked(server: &Server, lasts: Duration, name: &str) -> Result<(u64, u64), Trouble> {
    let program = std::env::current_exe().map_err(|error| error.to_string())?;
    let mut command = std::process::Command::new("nice");
    command.args(["-n", "10"]).arg(program).args(["web-attackers", &server.address]);
    command.args([&lasts.as_secs().to_string(), name]);
    let output = tokio::task::spawn_blocking(move || command.output()).await;
    let output = output.map_err(|error| error.to_string())?.map_err(|error| error.to_string())?;
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    let mut numbers = text.split_whitespace().filter_map(|word| word.parse().ok());
    let tally = numbers.next().zip(numbers.next());
    tally.ok_or_else(|| format!("the attackers said: {text}{}", String::from_utf8_lossy(&output.stderr)))
}

fn attackers(arguments: &[String]) -> Result<(), Trouble> {
    let (address, name) = (argument(arguments, 0, "ADDRESS")?, argument(arguments, 2, "ATTACK")?);
    let lasts = Duration::from_secs(number(arguments, 1, 10)?);
    raise_files(1000);
    runtime()?.block_on(async {
        let scene = Scene::new(Arc::new(Server::at(address)), lasts);
        let mut attackers = JoinSet::new();
        for attack in ATTACKS.iter().filter(|attack| name == "all" || attack.name == name) {
            attack.start(&scene, &mut attackers);
        }
        while attackers.join_next().await.is_some() {}
        let (asked, refused) = scene.tally();
        println!("{asked} {refused}");
        Ok(())
    })
}

async fn play(mut line: Line, offset: usize, seen: Arc<Seen>) {
    sleep(Duration::from_millis(offset as u64)).await;
    let mut beat = interval(Duration::from_secs(1));
    for action in ["U", "D"].iter().cycle() {
        beat.tick().await;
        if seen.over.load(Ordering::Relaxed) {
            return;
        }
        let begun = Instant::now();
        match line.make(action).await {
            Ok(_) => seen.moves.lock().await.push(begun.elapsed()),
            Err(_) => drop(seen.errors.fetch_add(1, Ordering::Relaxed)),
        }
    }
}

async fn watch(server: Arc<Server>, seen: Arc<Seen>) {
    let watcher = Player::stranger(1 << 23);
    while !seen.over.load(Ordering::Relaxed) {
        let begun = Instant::now();
        match watcher.status(&server, "/health").await {
            Ok(200) => seen.health.lock().await.push(begun.elapsed()),
            _ => drop(seen.errors.fetch_add(1, Ordering::Relaxed)),
        }
        sleep(Duration::from_millis(100)).await;
    }
}

async fn tell(name: &str, (asked, refused): (u64, u64), seen: &Seen) {
    let mut moves = std::mem::take(&mut *seen.moves.lock().await);
    let health = std::mem::take(&mut *seen.health.lock().await);
    moves.sort_unstable();
    let at = |share: f64| {
        let place = ((moves.len() as f64 * share) as usize).min(moves.len().saturating_sub(1));
        moves.get(place).map_or(f64::NAN, |time| time.as_secs_f64() * 1e3)
    };
    let slowest = health.iter().max().map_or(f64::NAN, |time| time.as_secs_f64() * 1e3);
    println!(
        "| {name} | {asked} | {refused} | {} | {:.1} | {:.1} | {:.1} | {slowest:.1} | {} |",
        moves.len(),
        at(0.5),
        at(0.99),
        at(1.0),
        seen.errors.swap(0, Ordering::Relaxed),
    );
}

/// As many open files as the system allows; gives how many lines that is.
fn raise_files(wanted: usize) -> usize {
    use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
    let Rlimit { maximum, .. } = getrlimit(Resource::Nofile);
    let _ = setrlimit(Resource::Nofile, Rlimit { current: maximum, maximum });
    let files = getrlimit(Resource::Nofile).current.map_or(usize::MAX, |files| files as usize);
    // Some are for the server's store and our own output.
    let most = files.saturating_sub(200);
    if most < wanted {
        println!("only {files} files may be open here: {most} lines instead of {wanted}");
    }
    most.min(wanted)
}

async fn run_idle(wanted: usize) -> Result<(), Trouble> {
    let count = raise_files(wanted);
    let folder = tempfile::tempdir().map_err(|error| error.to_string())?;
    let server = Server::start(&folder.path().join("idle.sqlite"), "127.0.0.1:0", &["--behind-proxy"])?;
    let before = server.resident()?;
    let client = Player::client();
    let mut lines = JoinSet::new();
    for at in 0..count {
        let player = Player::begin_with(&client, &server, at, BOARD).await?;
        let line = player.line(&server, "idle").await?;
        // Somebody who looks on answers when the server asks whether anybody is there.
        lines.spawn(line.look_on());
    }
    sleep(Duration::from_secs(20)).await;
    let with = server.resident()?;
    lines.shutdown().await;
    sleep(Duration::from_mins(1)).await;
    let after = server.resident()?;
    let megabytes = |bytes: u64| bytes as f64 / 1e6;
    let each = with.saturating_sub(before) / count.max(1) as u64;
    println!("| idle lines | MB before | MB with them | bytes each | MB a minute after |");
    println!("|---|---|---|---|---|");
    println!(
        "| {count} | {:.1} | {:.1} | {each} | {:.1} |",
        megabytes(before),
        megabytes(with),
        megabytes(after)
    );
    Ok(())
}

async fn run_school(browsers: usize) -> Result<(), Trouble> {
    let folder = tempfile::tempdir().map_err(|error| error.to_string())?;
    // No proxy: all come from the one address of this machine, connections included.
    let server = Arc::new(Server::start(&folder.path().join("school.sqlite"), "127.0.0.1:0", &[])?);
    let begun = Instant::now();
    let mut pupils = JoinSet::new();
    for number in 0..browsers {
        let server = server.clone();
        pupils.spawn(async move { lesson(&server, number).await });
    }
    let (mut done, mut troubles) = (0, Vec::new());
    while let Some(pupil) = pupils.join_next().await {
        match pupil.map_err(|error| error.to_string()).and_then(|lesson| lesson) {
            Ok(()) => done += 1,
            Err(trouble) => troubles.push(trouble),
        }
    }
    println!("| browsers | done | refused | seconds |");
    println!("|---|---|---|---|");
    println!("| {browsers} | {done} | {} | {:.1} |", troubles.len(), begun.elapsed().as_secs_f64());
    troubles.first().map_or(Ok(()), |first| Err(first.clone()))
}

/// A pupil registers, logs in anew, opens a pack with its pictures, begins a play and moves.
async fn lesson(server: &Server, number: usize) -> Result<(), Trouble> {
    let mut pupil = Player::stranger(0);
    let account = json!({"name": format!("pupil no. {number}x"), "password": "correct horse"});
    let fine = |what: &str, status: u16| match status {
        200 => Ok(()),
        _ => Err(format!("pupil {number}, {what}: {status}")),
    };
    fine("home", pupil.status(server, "/").await?)?;
    fine("register", pupil.post(server, "/api/register", &account).await?.0)?;
    fine("log out", pupil.post(server, "/api/logout", &json!({})).await?.0)?;
    fine("log in", pupil.post(server, "/api/login", &account).await?.0)?;
    fine("pack", pupil.status(server, "/pack/taquin-1-three").await?)?;
    let pack = pupil.get(server, "/api/packs/taquin-1-three").await?;
    let levels = pack.as_array().ok_or("no pack")?.iter().filter_map(|level| level["id"].as_str());
    let levels: Vec<String> = levels.take(35).map(str::to_owned).collect();
    for level in &levels {
        fine("picture", pupil.status(server, &format!("/api/levels/{level}/picture.svg")).await?)?;
    }
    let level = levels.first().ok_or("an empty pack")?;
    fine("play", pupil.open(server, level).await?)?;
    let mut line = pupil.line(server, "school").await?;
    for action in ["U", "D", "L", "R"] {
        line.try_make(action).await?;
    }
    Ok(())
}
