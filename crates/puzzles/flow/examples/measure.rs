use std::time::Instant;
use ingenio_core::{Options, Source};
use ingenio_flow::level::{text, Rules, Level};
use ingenio_flow::solve::weave::{Weave, Event};
fn load(paths: &[String]) -> Vec<(String, Level)> {
    let mut out = vec![];
    for p in paths {
        let src = Source::decode(&std::fs::read(p).unwrap()).unwrap();
        for (i, r) in text::read(&src, &Options::default()).into_iter().enumerate() {
            match r { Ok(e) => out.push((format!("{p}#{}", i+1), e.level)), Err(f) => println!("{p}: {f}") }
        }
    }
    out
}
fn main() {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let mode = &args[0];
    let levels = load(&args[1..]);
    println!("{} levels", levels.len());
    let rules = if mode.ends_with("-touch") && !mode.ends_with("no-touch") { Rules::Touch } else { Rules::NoTouch };
    let unique = mode.starts_with("unique");
    let mut total = 0u64; let mut worst = (0u64, String::new());
    let begun = Instant::now();
    let mut bad = 0;
    for (name, level) in &levels {
        let mut w = Weave::new(level, rules);
        let mut found = 0;
        loop {
            match w.step() { Event::Node => {}, Event::Exhausted => break, Event::Solution => { found += 1; if !unique || found == 2 { break } } }
            if w.nodes > 3_000_000 { println!("{name} gave up"); break }
        }
        if found == 0 || (unique && found != 1) { bad += 1; println!("{name} found {found}") }
        total += w.nodes;
        if w.nodes > worst.0 { worst = (w.nodes, name.clone()) }
    }
    let t = begun.elapsed();
    println!("{mode}: {:?} nodes {total} worst {worst:?} bad {bad}", t);
}
