//! Engines allocate where no counter of ours sees it: what they are allowed, what they take and what is told
//! must agree all the same. The only test of its file: it looks at the memory of the whole process.

#![cfg(target_os = "linux")]

use std::time::Duration;

use ingenio_catalog::{Request, find};
use ingenio_core::{Budget, Limit, Options, Outcome, Silent, Source};

/// A hall of 16x16 whose integer model grows by some megabytes with every period.
const HALL: &str = "16x16:.bb..JddhFF.ll.....V.J..hcc.HH...q.VQJRRhff.nn...q.VQXkkIIEEG....q..QX.N.tt.G....KK.gXTN....G......Dg.TNpp.OO......Dg.TuuW.iyy..AA.D....LWri....BB.j.SzzLWri....UU.j.SC.L.r......aajMSCseevZY...PPmmM.CswwvZY.......M..s..vZY...................................";

const ALLOWED: u64 = 40 << 20;

#[test]
fn an_engine_stops_at_the_memory_it_really_takes() {
    ingenio_native::install();
    let puzzle = find("unblock").unwrap();
    let settings = Options::defaults(puzzle.info().settings);
    let level = puzzle.read(&Source::new(HALL), &settings).remove(0).unwrap().level;
    let time = Some(Duration::from_mins(2));
    let budget = Budget { memory: Some(ALLOWED), time, ..Budget::default() };
    let before = in_memory("VmRSS:");
    let request = Request { method: "milp-model2".into(), budget, ..Request::default() };
    let report = request.run(&level, &mut Silent).unwrap();
    let taken = in_memory("VmHWM:") - before;
    assert!(matches!(report.outcome, Outcome::Unknown { limit: Limit::Memory, .. }), "{:?}", report.outcome);
    let told = report.effort.peak_bytes.unwrap();
    println!("allowed {ALLOWED}, taken {taken}, told {told}");
    assert!(taken < ALLOWED + ALLOWED / 2, "{taken} bytes were taken of {ALLOWED}");
    assert!(told > taken / 2 && told < taken + taken / 2, "{told} bytes were told of {taken}");
}

/// A line of what the system knows of this process, in bytes.
fn in_memory(line: &str) -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap();
    let value = status.lines().find_map(|known| known.strip_prefix(line)).unwrap();
    value.trim().trim_end_matches(" kB").trim().parse::<u64>().unwrap() << 10
}
