use std::time::Instant;
use ingenio_core::{Options, Source};
use ingenio_flow::level::text;
use ingenio_flow::solve::frontier::{Race, Stage};
fn main() {
    for p in std::env::args().skip(1) {
        let src = Source::decode(&std::fs::read(&p).unwrap()).unwrap();
        let level = text::read(&src, &Options::default()).remove(0).unwrap().level;
        let t = Instant::now();
        let mut f = Race::new(&level, 2_000_000_000).unwrap();
        let s = loop { match f.advance(100000) { Stage::Running => {}, s => break s } };
        println!("{:20} {s:?} {:15} {:?} states {} mem {}M ex {}", p.rsplit('/').next().unwrap(), f.found(), t.elapsed(), f.states(), f.peak() >> 20, f.examples().len());
    }
}
