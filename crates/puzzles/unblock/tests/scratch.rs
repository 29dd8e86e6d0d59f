use std::sync::Arc;
use ingenio_core::*;
use ingenio_model::*;
use ingenio_unblock::Unblock;
#[test]
fn scratch() {
    let board = std::env::var("BOARD").unwrap();
    let want = std::env::var("PERIODS").unwrap();
    let readings = Unblock::read(&Source::new(&board), &Options::default());
    let level = Arc::new(readings.into_iter().next().unwrap().unwrap().level);
    for f in Unblock::formulations() {
        let mut options = Options::defaults(f.options);
        options.overlay(Options::parse(f.options, &format!("periods={want}")).unwrap());
        let task = Task { options, ..Task::default() };
        for (target, write) in f.by_hand {
            for d in write(&level, &task) { std::fs::write(format!("/tmp/m/{}-{}{}", f.name, target, d.ending), d.text).unwrap(); }
        }
        for w in ingenio_model::write::WRITERS {
            if w.write.is_none() { continue; }
            let stated = Stated::new((f.open)(&level, &task), 0, u64::MAX).unwrap();
            match stated.write(w, "a title") {
              Ok(ds) => for d in ds { std::fs::write(format!("/tmp/m/{}-{}{}", f.name, w.name, d.ending), d.text).unwrap(); },
              Err(e) => println!("{} {} {e}", f.name, w.name),
            }
        }
    }
}
