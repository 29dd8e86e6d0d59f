//! Programs that misbehave in every way we know: each ends with the right word, and nothing of it is
//! left running. All of it with every means of enforcement that the machine lends.

use std::path::Path;
use std::process::Command;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use ingenio_core::Cancel;
use ingenio_jobs::{End, Enforcer, Finished, Job, Limits, Overrun};

const MIB: u64 = 1 << 20;

fn fake(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_fake-program"));
    command.args(arguments);
    command
}

/// The means that can be had here.
fn enforcers() -> Vec<Enforcer> {
    let can = |enforcer: &Enforcer| Job::new(fake(&["exit"])).enforce_by(*enforcer).run(&mut |_| ()).is_ok();
    let found: Vec<Enforcer> = Enforcer::ALL.into_iter().filter(can).collect();
    assert!(found.contains(&Enforcer::Rlimit), "resource limits are always to be had");
    found
}

/// Runs a job whose processes all carry a mark, and makes sure that none of them is there afterwards.
fn run_marked(job: impl FnOnce(Command) -> Job, arguments: &[&str]) -> (Finished, Vec<String>) {
    static SERIAL: AtomicU64 = AtomicU64::new(0);
    let mark = format!("{}/{}", std::process::id(), SERIAL.fetch_add(1, Ordering::Relaxed));
    let mut command = fake(arguments);
    command.env("JOBS_TEST", &mark);
    let mut lines = Vec::new();
    let finished = job(command).run(&mut |line| lines.push(line.to_owned())).unwrap();
    let alive = marked(&format!("JOBS_TEST={mark}"));
    assert!(alive.is_empty(), "{arguments:?} by {}: still running: {alive:?}", finished.enforcer);
    (finished, lines)
}

fn marked(mark: &str) -> Vec<String> {
    let entries = std::fs::read_dir("/proc").unwrap().flatten();
    let carries = |folder: &Path| {
        let environment = std::fs::read(folder.join("environ")).unwrap_or_default();
        environment.split(|byte| *byte == 0).any(|entry| entry == mark.as_bytes())
    };
    entries
        .filter(|entry| carries(&entry.path()))
        .map(|entry| entry.file_name().to_string_lossy().into())
        .collect()
}

fn run(enforcer: Enforcer, limits: Limits, arguments: &[&str]) -> (Finished, Vec<String>) {
    run_marked(|command| Job::new(command).limits(limits).enforce_by(enforcer), arguments)
}

fn wall(millis: u64) -> Limits {
    Limits { wall: Some(Duration::from_millis(millis)), ..Limits::default() }
}

#[test]
fn a_program_that_sleeps_is_woken_for_the_last_time() {
    for enforcer in enforcers() {
        let (finished, _) = run(enforcer, wall(200), &["sleep", "60000"]);
        assert_eq!(finished.end, End::Limit(Overrun::Wall), "{enforcer}");
        assert!(finished.wall >= Duration::from_millis(200));
        assert!(finished.cpu < finished.wall, "{enforcer}: sleeping costs no processor: {:?}", finished.cpu);
        assert_eq!(finished.enforcer, enforcer);
    }
}

#[test]
fn a_program_that_eats_too_much_ends_by_memory_and_one_that_does_not_is_let_be() {
    for enforcer in enforcers() {
        let limits = Limits { memory: Some(128 * MIB), ..wall(60_000) };
        let (finished, lines) = run(enforcer, limits, &["eat", "4096"]);
        assert_eq!(finished.end, End::Limit(Overrun::Memory), "{enforcer}: {}", finished.complaint);
        assert_eq!(lines, [""; 0]);
        assert!(finished.peak_memory <= 128 * MIB / 20 * 21, "{enforcer}: {}", finished.peak_memory);
        let (finished, lines) = run(enforcer, limits, &["eat", "64"]);
        assert_eq!(
            (finished.end, lines.as_slice()),
            (End::Exited(0), ["full".to_owned()].as_slice()),
            "{enforcer}"
        );
        assert!(finished.peak_memory >= 64 * MIB, "{enforcer}: {}", finished.peak_memory);
    }
}

#[test]
fn processor_time_is_limited_and_told() {
    for enforcer in enforcers() {
        let limits = Limits { cpu: Some(Duration::from_millis(300)), ..wall(60_000) };
        let (finished, _) = run(enforcer, limits, &["spin", "50000"]);
        assert_eq!(finished.end, End::Limit(Overrun::Cpu), "{enforcer}");
        assert!(finished.cpu >= Duration::from_millis(290), "{enforcer}: {:?}", finished.cpu);
        assert!(finished.cpu < Duration::from_secs(2), "{enforcer}: {:?}", finished.cpu);
    }
}

#[test]
fn children_left_behind_end_too_also_in_a_session_of_their_own() {
    for enforcer in enforcers() {
        let (finished, _) = run(enforcer, wall(60_000), &["fork"]);
        assert_eq!(finished.end, End::Exited(0), "{enforcer}");
        assert_eq!(finished.left_behind, 2, "{enforcer}");
    }
}

#[test]
fn a_program_that_does_not_listen_is_killed() {
    for enforcer in enforcers() {
        let limits = Limits { grace: Duration::from_millis(100), ..wall(300) };
        let (finished, lines) = run(enforcer, limits, &["stubborn"]);
        assert_eq!((finished.end, lines.len()), (End::Limit(Overrun::Wall), 1), "{enforcer}");
        assert!(finished.wall >= Duration::from_millis(400), "it was given its time: {:?}", finished.wall);
    }
}

#[test]
fn a_gigabyte_is_not_swallowed() {
    for enforcer in enforcers() {
        let limits = Limits { output: 8 * MIB, ..wall(60_000) };
        let (finished, lines) = run(enforcer, limits, &["print", "1024"]);
        assert_eq!(finished.end, End::Limit(Overrun::Output), "{enforcer}");
        let told: u64 = lines.iter().map(|line| line.len() as u64 + 1).sum();
        assert!(told <= finished.printed && finished.printed <= 9 * MIB, "{told} of {}", finished.printed);
    }
}

/// Neither a line without an end nor a gigabyte of complaints fills our memory.
#[test]
fn a_gigabyte_in_one_line_or_of_complaints_is_not_swallowed_either() {
    let before = own_peak();
    let limits = Limits { output: 8 * MIB, ..wall(60_000) };
    let (finished, lines) = run(Enforcer::Rlimit, limits, &["blurt", "1024"]);
    assert_eq!(finished.end, End::Limit(Overrun::Output));
    assert!(lines.iter().all(|line| line.len() as u64 <= 9 * MIB), "a torn line is as long as was read");
    let (finished, _) = run(Enforcer::Rlimit, limits, &["shout", "1024"]);
    assert_eq!((finished.end, finished.printed), (End::Exited(0), 0), "complaints are not limited");
    assert!(finished.complaint.len() <= 16 << 10);
    let grown = own_peak() - before;
    assert!(grown < 256 * MIB, "our own memory has grown by {grown}");
}

/// The most memory that this process had, in bytes.
fn own_peak() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap();
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:")).unwrap();
    line.trim().trim_end_matches(" kB").parse::<u64>().unwrap() << 10
}

/// Memory is that of all processes together: children that eat a little each do not get round it. A watch
/// that looks twenty times a second may see it some bites late.
#[test]
fn a_program_that_forks_while_it_eats_ends_by_memory() {
    for enforcer in enforcers() {
        let limits = Limits { memory: Some(128 * MIB), ..wall(60_000) };
        let (finished, _) = run(enforcer, limits, &["breed", "8"]);
        assert_eq!(finished.end, End::Limit(Overrun::Memory), "{enforcer}: {}", finished.complaint);
        let late = if enforcer == Enforcer::Rlimit { 256 * MIB } else { 128 * MIB / 20 };
        assert!(finished.peak_memory <= 128 * MIB + late, "{enforcer}: {}", finished.peak_memory);
        assert!(finished.wall < Duration::from_secs(30), "{enforcer}: {:?}", finished.wall);
    }
}

#[test]
fn a_swarm_is_kept_small_or_ended() {
    for enforcer in enforcers() {
        let limits = Limits { processes: Some(40), ..wall(60_000) };
        let (finished, lines) = run(enforcer, limits, &["swarm", "3000"]);
        let born: Option<u64> = lines.first().and_then(|line| line.parse().ok());
        let small = finished.end == End::Exited(0) && born.is_some_and(|born| born <= 40);
        assert!(small || finished.end == End::Limit(Overrun::Processes), "{enforcer}: {finished:?} {born:?}");
    }
}

#[test]
fn a_crash_is_a_crash_and_a_status_is_told() {
    for enforcer in enforcers() {
        assert_eq!(run(enforcer, wall(60_000), &["crash"]).0.end, End::Signalled(6), "{enforcer}");
        assert_eq!(run(enforcer, wall(60_000), &["exit", "7"]).0.end, End::Exited(7), "{enforcer}");
    }
}

#[test]
fn garbage_comes_through_as_text() {
    let (finished, lines) = run(Enforcer::Rlimit, wall(60_000), &["garbage"]);
    assert_eq!((finished.end, finished.printed), (End::Exited(0), 10_000));
    assert_eq!(lines.len(), 41, "40 line feeds, and a rest");
}

#[test]
fn long_input_is_handed_over_while_output_is_read() {
    let text: String = (0..200_000).map(|number| format!("{number}\n")).collect();
    let (finished, lines) = run_marked(|command| Job::new(command).input(text.clone()), &["echo"]);
    assert_eq!(finished.end, End::Exited(0));
    assert_eq!(lines.join("\n") + "\n", text);
}

#[test]
fn any_thread_may_cancel() {
    for enforcer in enforcers() {
        let cancel = Cancel::default();
        let mut command = fake(&["stubborn"]);
        command.env("JOBS_TEST", "cancelled");
        let raised = cancel.clone();
        let begun = Instant::now();
        // The program says a word when it is there; that is when it is cancelled, from another thread.
        let (told, heard) = std::sync::mpsc::channel();
        let thread = std::thread::spawn(move || {
            heard.recv().unwrap();
            raised.cancel();
        });
        let job = Job::new(command).cancel(cancel).enforce_by(enforcer);
        let finished = job.run(&mut |_| told.send(()).unwrap()).unwrap();
        thread.join().unwrap();
        assert_eq!(finished.end, End::Cancelled, "{enforcer}");
        assert!(begun.elapsed() < Duration::from_hours(1), "it would have slept an hour");
    }
}

#[test]
fn what_is_not_there_cannot_be_started() {
    let refusal = Job::new(Command::new("no-such-program-anywhere")).run(&mut |_| ()).unwrap_err();
    assert_eq!(refusal.id(), "jobs.not-started");
    assert!(refusal.english().contains("no-such-program-anywhere"));
}

#[test]
fn many_jobs_at_once_do_not_mix() {
    let threads: Vec<_> = (0..8)
        .map(|number: u64| {
            std::thread::spawn(move || {
                for round in 0..10 {
                    let status = (number * 10 + round).to_string();
                    let finished =
                        Job::new(fake(&["exit", &status])).limits(wall(60_000)).run(&mut |_| ()).unwrap();
                    assert_eq!(finished.end, End::Exited((number * 10 + round) as i32));
                }
            })
        })
        .collect();
    for thread in threads {
        thread.join().unwrap();
    }
}
