use ingenio_core::*;
use ingenio_unblock::{level::text, solve::METHODS, referee};
use std::sync::Arc;
fn main() {
    let args: Vec<String> = std::env::args().collect();
    let text = std::fs::read_to_string(&args[1]).unwrap();
    let metric: &'static str = match args.get(2).map(String::as_str) { Some("steps") => "steps", Some("both") => "moves,steps", _ => "moves" };
    let plan = args.get(3).is_none();
    let method = METHODS.iter().find(|m| m.name == std::env::var("METHOD").as_deref().unwrap_or("bfs")).unwrap();
    let options = Options::parse(METHODS[0].options, if plan {"plan=yes"} else {"plan=no"}).unwrap();
    let begun = std::time::Instant::now();
    let source = Source::new(&text);
    let (mut n, mut nodes, mut gen_, mut wrong, mut pos, mut worst) = (0, 0u64, 0u64, 0, 0u64, 0f64);
    let mut steps = 0;
    for (entry, line) in text::read(&source).into_iter().zip(text.lines().filter(|l| !l.starts_with('#'))) {
        let level = Arc::new(entry.unwrap().level);
        let task = Task { metric, options: options.clone(), ..Task::default() };
        let mut run = (method.start)(&level, &task);
        let verdict = loop { if let Step::Done(v) = run.advance(100_000) { break v } };
        let p = run.progress();
        let stored = run.counters().first().map_or(0, |c| c.1);
        n += 1; nodes += p.nodes; gen_ += p.generated; pos += stored;
        if stored > 60000 { worst = f64::max(worst, p.peak as f64 / stored as f64); }
        let Verdict::Solved { solution, .. } = verdict else { panic!("{line}") };
        let (_, m) = referee::referee(&level, &solution).unwrap();
        steps += m.get("steps").unwrap();
        let want: u64 = line.split_whitespace().nth(if metric == "steps" { 2 } else { 0 }).unwrap().parse().unwrap();
        if m.get(if metric == "steps" {"steps"} else {"moves"}) != Some(want) { wrong += 1; }
    }
    println!("{n} boards wrong {wrong} nodes {nodes} generated {gen_} positions {pos} steps {steps} bytes/pos {worst:.1} {:.3}s", begun.elapsed().as_secs_f64());
}
