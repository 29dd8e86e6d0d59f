//! Attacks of one guest or one address, inside of what anybody can do with a browser or a script. Each goes on
//! until it is told to stop, and counts what it asked for and what was refused.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use serde_json::json;
use tokio::io::AsyncWriteExt;
use tokio::net::TcpStream;
use tokio::task::JoinSet;
use tokio::time::{sleep, timeout};

use crate::web_client::{Player, Server, Trouble};

pub struct Attack {
    pub name: &'static str,
    pub about: &'static str,
    start: fn(&Arc<Scene>, &mut JoinSet<()>),
}

/// In the order in which they are run.
pub const ATTACKS: &[Attack] = &[
    Attack {
        name: "hints",
        about: "12 guests ask for hints on 64x64 with 150 boxes and give up",
        start: hints,
    },
    Attack { name: "exports", about: "12 exports of one account with 3,000 moves at once", start: exports },
    Attack {
        name: "refused orders",
        about: "4 lines send what is refused, after 3,000 moves",
        start: refused,
    },
    Attack { name: "large boards", about: "16 readers of one 64x64 level", start: large },
    Attack { name: "tiny levels", about: "8 senders of 64 KiB of tiny levels", start: tiny },
    Attack { name: "long names", about: "4 players on 44x44 tiles, as fast as they can", start: tiles },
    Attack { name: "tabs", about: "8 guests open and close tabs of a 64x64 level", start: tabs },
    Attack { name: "solvers", about: "32 guests queue solver jobs of five minutes", start: solvers },
    Attack { name: "guessing", about: "50 wrong passwords a second from everywhere", start: guessing },
    Attack { name: "slow", about: "150 connections dribble, or ask and never read", start: slow },
    Attack { name: "pictures", about: "16 readers of pictures at one address", start: pictures },
];

impl Attack {
    pub fn start(&self, scene: &Arc<Scene>, tasks: &mut JoinSet<()>) {
        (self.start)(scene, tasks);
    }
}

/// Where the attack takes place, and what came of it.
pub struct Scene {
    pub server: Arc<Server>,
    until: Instant,
    asked: AtomicU64,
    refused: AtomicU64,
}

impl Scene {
    pub fn new(server: Arc<Server>, lasts: Duration) -> Arc<Self> {
        let (asked, refused) = (AtomicU64::new(0), AtomicU64::new(0));
        Arc::new(Scene { server, until: Instant::now() + lasts, asked, refused })
    }

    /// What was asked for, and what was refused.
    pub fn tally(&self) -> (u64, u64) {
        (self.asked.load(Ordering::Relaxed), self.refused.load(Ordering::Relaxed))
    }

    fn goes_on(&self) -> bool {
        Instant::now() < self.until
    }

    fn count(&self, answer: Result<u16, Trouble>) {
        self.asked.fetch_add(1, Ordering::Relaxed);
        if answer.is_ok_and(|status| status == 429 || status == 503) {
            self.refused.fetch_add(1, Ordering::Relaxed);
        }
    }
}

/// Runs the same work for several guests, each with a number of their own.
fn crowd<F: Future<Output = ()> + Send + 'static>(
    scene: &Arc<Scene>,
    tasks: &mut JoinSet<()>,
    numbers: std::ops::Range<usize>,
    work: impl Fn(Arc<Scene>, usize) -> F,
) {
    for number in numbers {
        let (scene, until) = (scene.clone(), scene.until);
        let work = work(scene, number);
        // Whatever hangs is left when the time is over.
        let left = until.saturating_duration_since(Instant::now()) + Duration::from_secs(1);
        tasks.spawn(async move { drop(timeout(left, work).await) });
    }
}

/// Guests of attacks have addresses of their own, far from those of the players.
const ELSEWHERE: usize = 1 << 22;

pub const SIDE: usize = 64;

/// Boxes three cells apart, each with its goal one cell below and to the right: 64x64, 150 boxes.
pub fn hall() -> String {
    let square = |row: usize, column: usize| {
        let wall = |at: usize| at == 0 || at == SIDE - 1;
        let (down, right) = (row.wrapping_sub(1), column.wrapping_sub(1));
        let number = (down / 3) * 20 + right / 3;
        let near =
            |offset: usize| down % 3 == offset && right % 3 == offset && right / 3 < 20 && number < 150;
        match (row, column) {
            _ if wall(row) || wall(column) => '#',
            (1, 1) => '@',
            _ if near(1) => '$',
            _ if near(2) => '.',
            _ => ' ',
        }
    };
    let line = |row: usize| (0..SIDE).map(|column| square(row, column)).chain(['\n']).collect::<String>();
    (0..SIDE).map(line).collect()
}

fn many_tiles() -> String {
    let row = |row: usize| (0..44).map(move |at| ((row * 44 + at + 1) % (44 * 44)).to_string());
    (0..44).map(|number| row(number).collect::<Vec<_>>().join(" ") + "\n").collect()
}

const ROOM: &str = "########\n#@ $.  #\n#      #\n########\n";

fn hints(scene: &Arc<Scene>, tasks: &mut JoinSet<()>) {
    crowd(scene, tasks, 0..12, |scene, number| async move {
        let Ok(mut guest) = Player::begin(&scene.server, ELSEWHERE + number, &hall()).await else { return };
        let path = format!("/api/plays/{}/hints", guest.key);
        while scene.goes_on() {
            let rung = json!({"rung": "move"});
            let asked = guest.post(&scene.server, &path, &rung);
            let answer = timeout(Duration::from_millis(300), asked).await;
            scene.count(answer.map_or(Ok(0), |answer| answer.map(|(status, _)| status)));
        }
    });
}

/// Plays so many moves, a thousand at a time.
async fn long_play(server: &Server, guest: &Player, moves: usize) -> Result<(), Trouble> {
    let mut line = guest.line(server, "long").await?;
    let (forth, thousand) = ("du".repeat(500), moves / 1000);
    for _ in 0..thousand {
        line.make(&forth).await?;
    }
    Ok(())
}

fn exports(scene: &Arc<Scene>, tasks: &mut JoinSet<()>) {
    crowd(scene, tasks, 0..1, |scene, _| async move {
        let Ok(mut guest) = Player::begin(&scene.server, ELSEWHERE + 100, ROOM).await else { return };
        let account = json!({"name": format!("exporter {:?}", scene.until), "password": "correct horse"});
        let _ = guest.post(&scene.server, "/api/register", &account).await;
        let _ = long_play(&scene.server, &guest, 3_000).await;
        let mut tasks = JoinSet::new();
        crowd(&scene, &mut tasks, 0..12, |scene, _| {
            let guest = guest.clone();
            async move {
                while scene.goes_on() {
                    scene.count(guest.status(&scene.server, "/api/me/export").await);
                    sleep(Duration::from_millis(20)).await;
                }
            }
        });
        while tasks.join_next().await.is_some() {}
    });
}

fn refused(scene: &Arc<Scene>, tasks: &mut JoinSet<()>) {
    crowd(scene, tasks, 0..4, |scene, number| async move {
        let Ok(guest) = Player::begin(&scene.server, ELSEWHERE + 200 + number, ROOM).await else { return };
        let _ = long_play(&scene.server, &guest, 3_000).await;
        let Ok(mut line) = guest.line(&scene.server, "refused").await else { return };
        while scene.goes_on() {
            let answer = line.try_make("dddddddddddddddddddddd").await;
            scene.count(answer.map(|()| 200));
        }
    });
}

fn large(scene: &Arc<Scene>, tasks: &mut JoinSet<()>) {
    crowd(scene, tasks, 0..16, |scene, number| async move {
        let Ok(guest) = Player::begin(&scene.server, ELSEWHERE + 300 + number / 4, &hall()).await else {
            return;
        };
        let path = format!("/api/levels/{}", guest.level);
        while scene.goes_on() {
            scene.count(guest.status(&scene.server, &path).await);
        }
    });
}

fn tiny(scene: &Arc<Scene>, tasks: &mut JoinSet<()>) {
    crowd(scene, tasks, 0..8, |scene, number| async move {
        let Ok(mut guest) = Player::begin(&scene.server, ELSEWHERE + 400 + number, ROOM).await else {
            return;
        };
        let text = json!({"text": "1 2/0 3\n".repeat(8000), "puzzle": "taquin"});
        while scene.goes_on() {
            scene.count(guest.post(&scene.server, "/api/levels", &text).await.map(|(status, _)| status));
        }
    });
}

fn tiles(scene: &Arc<Scene>, tasks: &mut JoinSet<()>) {
    crowd(scene, tasks, 0..4, |scene, number| async move {
        let number = ELSEWHERE + 500 + number;
        let Ok(guest) = Player::begin(&scene.server, number, &many_tiles()).await else { return };
        let Ok(mut line) = guest.line(&scene.server, "tiles").await else { return };
        for action in ["U", "D"].iter().cycle() {
            if !scene.goes_on() {
                return;
            }
            scene.count(line.try_make(action).await.map(|()| 200));
        }
    });
}

fn tabs(scene: &Arc<Scene>, tasks: &mut JoinSet<()>) {
    crowd(scene, tasks, 0..8, |scene, number| async move {
        let Ok(guest) = Player::begin(&scene.server, ELSEWHERE + 600 + number, &hall()).await else { return };
        while scene.goes_on() {
            let mut open = Vec::new();
            for tab in 0..12 {
                match guest.deaf_line(&scene.server, &tab.to_string()).await {
                    Ok(line) => {
                        scene.count(Ok(200));
                        open.push(line);
                    }
                    Err(_) => scene.count(Ok(429)),
                }
            }
        }
    });
}

fn solvers(scene: &Arc<Scene>, tasks: &mut JoinSet<()>) {
    crowd(scene, tasks, 0..32, |scene, number| async move {
        let Ok(mut guest) = Player::begin(&scene.server, ELSEWHERE + 700, &hall()).await else { return };
        sleep(Duration::from_millis(number as u64)).await;
        let job = json!({"level": guest.level, "method": "auto", "optimal": true});
        while scene.goes_on() {
            scene.count(guest.post(&scene.server, "/api/jobs", &job).await.map(|(status, _)| status));
            sleep(Duration::from_millis(500)).await;
        }
    });
}

fn guessing(scene: &Arc<Scene>, tasks: &mut JoinSet<()>) {
    crowd(scene, tasks, 0..50, |scene, number| async move {
        let mut guesser = Player::stranger(ELSEWHERE + 800 + number);
        while scene.goes_on() {
            let guess = json!({"name": "Ada", "password": format!("guess {number}")});
            scene.count(guesser.post(&scene.server, "/api/login", &guess).await.map(|(status, _)| status));
            sleep(Duration::from_secs(1)).await;
        }
    });
}

fn slow(scene: &Arc<Scene>, tasks: &mut JoinSet<()>) {
    crowd(scene, tasks, 0..150, |scene, number| async move {
        let Ok(mut stream) = TcpStream::connect(&scene.server.address).await else { return };
        let head: &[u8] = match number % 3 {
            0 => b"POST /api/levels HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 9999\r\n\r\n",
            1 => b"GET /api/openapi.json HTTP/1.1\r\nhost: x\r\n\r\n",
            _ => b"GET / HTTP/1.1\r\nhost:",
        };
        while scene.goes_on() {
            scene.count(stream.write_all(head).await.map(|()| 200).map_err(|error| error.to_string()));
            sleep(Duration::from_millis(500)).await;
        }
    });
}

fn pictures(scene: &Arc<Scene>, tasks: &mut JoinSet<()>) {
    crowd(scene, tasks, 0..16, |scene, _| async move {
        let guest = Player::begin(&scene.server, ELSEWHERE + 900, ROOM).await;
        let Ok(guest) = guest else { return };
        let path = format!("/api/levels/{}/picture.svg", guest.level);
        while scene.goes_on() {
            scene.count(guest.status(&scene.server, &path).await);
        }
    });
}
