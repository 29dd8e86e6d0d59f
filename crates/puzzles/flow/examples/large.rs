use std::time::Instant;
use ingenio_core::{Rng, Size};
use ingenio_flow::level::{Board, Rules, Level};
use ingenio_flow::sample::{cover, Wish};
use ingenio_flow::solve::weave::{Weave, Event};
fn main() {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let w: usize = args[0].parse().unwrap(); let k: usize = args[1].parse().unwrap();
    let calm = args[2] == "calm"; let steps: usize = args[3].parse().unwrap(); let n: u64 = args[4].parse().unwrap();
    let rules = if calm { Rules::NoTouch } else { Rules::Touch };
    let board = Board::grid(Size::new(w, w), |_| false).unwrap();
    let mut times = vec![];
    for seed in 0..n {
        let t0 = Instant::now();
        let Some(c) = cover(&mut Rng::stream(7, seed), &board, Wish { paths: k, steps, calm }) else { println!("no cover {:?}", t0.elapsed()); continue };
        let g = t0.elapsed();
        let colours = c.iter().enumerate().map(|(i, p)| (format!("{}", i + 1), [p[0], p[p.len() - 1]])).collect();
        let level = Level::new(board.clone(), colours, rules).unwrap();
        let t = Instant::now();
        let mut s = Weave::new(&level, rules);
        let e = loop { match s.step() { Event::Node => if s.nodes > 2_000_000 { break Event::Node }, e => break e } };
        let el = t.elapsed();
        println!("{w} {k} seed {seed}: gen {g:?} {e:?} nodes {} {el:?}", s.nodes);
        times.push(el);
    }
    times.sort();
    if !times.is_empty() { println!("median {:?} of {}", times[times.len() / 2], times.len()); }
}
