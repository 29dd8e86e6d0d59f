//! Short editions of what `bench` measures over several processes and a real `PostgreSQL`: nothing may be lost in them
//! either. The program `ingenio` lies beside `bench`: a build of the workspace makes both.

use std::process::Command;

fn bench(arguments: &[&str]) {
    if std::env::var("INGENIO_WITHOUT").is_ok_and(|names| names.split(',').any(|name| name == "postgres")) {
        eprintln!("PostgreSQL is left out, for INGENIO_WITHOUT says so.");
        return;
    }
    let said = Command::new(env!("CARGO_BIN_EXE_bench")).args(arguments).output().expect("bench starts");
    let (out, error) = (String::from_utf8_lossy(&said.stdout), String::from_utf8_lossy(&said.stderr));
    println!("{out}{error}");
    assert!(said.status.success(), "bench {arguments:?}: {out}{error}");
}

#[test]
fn workers_that_are_killed_lose_nothing() {
    bench(&["worker-kills", "200", "4"]);
}

#[test]
fn servers_that_are_killed_lose_nothing() {
    bench(&["web-servers", "40", "20", "8"]);
}

#[test]
fn a_queue_of_jobs_keeps_nobody_from_moving() {
    bench(&["web-queue", "100", "20", "3"]);
}
