//! Runs one method over a collection: `measure FILE METHOD[:options] SECONDS [METRIC] [FROM..TO]`.
use ingenio_core::*;
use ingenio_sokoban::Sokoban;
use std::time::{Duration, Instant};

struct Wall(Instant);
impl Clock for Wall {
    fn now(&self) -> Duration {
        self.0.elapsed()
    }
}

fn main() {
    let args: Vec<String> = std::env::args().collect();
    let text = std::fs::read(&args[1]).unwrap();
    let (name, opts) = args[2].split_once(':').unwrap_or((&args[2], ""));
    let seconds: f64 = args[3].parse().unwrap();
    let metric: &'static str = match args.get(4).map_or("", String::as_str) {
        "" => "",
        m => Box::leak(m.to_owned().into_boxed_str()),
    };
    let (from, to) = args.get(5).map_or((1, usize::MAX), |r| {
        let (a, b) = r.split_once("..").unwrap();
        (a.parse().unwrap(), b.parse().unwrap())
    });
    let threads: usize = args.get(6).map_or(1, |t| t.parse().unwrap());
    let verbose = std::env::var("QUIET").is_err();
    let readings = Sokoban::read(&Source::decode(&text).unwrap(), &Options::default());
    let method = Sokoban::methods().iter().find(|m| m.name == name).unwrap();
    let (mut solved, mut time, mut pushes, mut moves, mut nodes, mut worst) = (0, 0.0, 0, 0, 0, 0.0f64);
    let mut totals: Vec<(&str, u64)> = vec![];
    for (i, r) in readings.iter().enumerate().filter(|(i, _)| (from..=to).contains(&(i + 1))) {
        let e = match r {
            Ok(e) => e,
            Err(f) => {
                println!("{} BAD {f}", i + 1);
                continue;
            }
        };
        let task = Task {
            metric,
            memory: 6 << 30,
            threads,
            options: Options::parse(method.options, opts).unwrap(),
            ..Task::default()
        };
        let begun = Instant::now();
        let level = Face::<Sokoban>::level(e.level.clone());
        let mut run = level.start(name, &task).unwrap();
        let budget = Budget {
            time: Some(Duration::from_secs_f64(seconds)),
            memory: Some(6 << 30),
            ..Budget::default()
        };
        let d = drive(&mut *run, &budget, &Wall(begun), &mut Silent);
        let secs = begun.elapsed().as_secs_f64();
        time += secs;
        worst = worst.max(secs);
        nodes += d.progress.nodes;
        for (n, c) in &d.counters {
            match totals.iter_mut().find(|t| t.0 == *n) {
                Some(t) => t.1 += c,
                None => totals.push((n, *c)),
            }
        }
        let word = match &d.verdict {
            Verdict::Solved { solution, .. } => match level.verify(solution) {
                Ok(v) => {
                    solved += 1;
                    let (p, m) = (v.measures().get("pushes").unwrap(), v.measures().get("moves").unwrap());
                    pushes += p;
                    moves += m;
                    format!("solved pushes={p} moves={m}")
                }
                Err(e) => format!("REFUSED {e}"),
            },
            v => format!("{v:?}").chars().take(60).collect(),
        };
        if verbose {
            println!(
                "{} {word} nodes={} gen={} mem={}M t={secs:.3}",
                i + 1,
                d.progress.nodes,
                d.progress.generated,
                d.progress.peak >> 20
            );
        }
    }
    println!(
        "TOTAL {} solved={solved} time={time:.2} worst={worst:.2} pushes={pushes} moves={moves} nodes={nodes} {totals:?}",
        args[2]
    );
}
