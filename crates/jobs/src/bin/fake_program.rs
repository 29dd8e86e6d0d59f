//! A program that misbehaves on demand, for the tests of jobs: `fake-program HOW [NUMBER]`.

use std::io::{Read, Write};
use std::os::linux::net::SocketAddrExt;
use std::os::unix::net::{SocketAddr, UnixStream};
use std::process::{Command, ExitCode};
use std::time::{Duration, Instant};

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let how = arguments.first().map_or("", String::as_str);
    let number = arguments.get(1).and_then(|text| text.parse().ok()).unwrap_or(0);
    match how {
        "sleep" => std::thread::sleep(Duration::from_millis(number)),
        "spin" => spin(Duration::from_millis(number)),
        "eat" => eat(number << 20),
        "print" => print(&mut std::io::stdout(), number << 20, b"\n"),
        // One line without an end.
        "blurt" => print(&mut std::io::stdout(), number << 20, b"x"),
        "shout" => print(&mut std::io::stderr(), number << 20, b"\n"),
        // A child every few moments that eats so much and stays.
        "breed" => breed(&arguments[1..]),
        "linger" => linger(number << 20),
        // As many children as it gets, up to so many; says how many.
        "swarm" => swarm(number),
        "connect" => return connect(number as u16, &arguments[2..]),
        "echo" => echo(),
        "exit" => return ExitCode::from(number as u8),
        "crash" => std::process::abort(),
        "garbage" => garbage(),
        // Children that outlive it, one of them in a session of its own, none of them listening.
        "fork" => {
            start(&["stubborn"]);
            start(&["runaway"]);
        }
        "runaway" => runaway(),
        "stubborn" => stubborn(),
        _ => return ExitCode::from(2),
    }
    ExitCode::SUCCESS
}

#[expect(clippy::zombie_processes, reason = "leaving children behind is what this is for")]
fn start(arguments: &[&str]) {
    let program = std::env::current_exe().expect("a program knows its name");
    Command::new(program).args(arguments).spawn().expect("it starts again");
}

fn runaway() {
    let _ = rustix::process::setsid();
    stubborn();
}

/// Says that it is there and does not go when asked.
fn stubborn() {
    ignore_requests();
    println!("deaf");
    std::thread::sleep(Duration::from_hours(1));
}

#[expect(unsafe_code, reason = "setting a signal to be ignored runs no code of ours")]
fn ignore_requests() {
    // Safety: SIG_IGN is no handler, so there is nothing that could run at a bad moment.
    unsafe { libc::signal(libc::SIGTERM, libc::SIG_IGN) };
}

fn spin(time: Duration) {
    let begun = Instant::now();
    while begun.elapsed() < time {
        std::hint::black_box(0);
    }
}

/// Takes so many bytes in small bites and touches them all.
fn eat(bytes: u64) {
    let mut eaten: Vec<Vec<u8>> = Vec::new();
    for _ in 0..bytes >> 20 {
        eaten.push(vec![1; 1 << 20]);
    }
    std::hint::black_box(&eaten);
    println!("full");
}

/// Eats and does not go away.
fn linger(bytes: u64) {
    let eaten = vec![1u8; bytes as usize];
    std::hint::black_box(&eaten);
    std::thread::sleep(Duration::from_hours(1));
}

fn breed(bite: &[String]) {
    let bite = bite.first().map_or("1", String::as_str);
    loop {
        start(&["linger", bite]);
        std::thread::sleep(Duration::from_millis(20));
    }
}

fn swarm(wanted: u64) {
    let program = std::env::current_exe().expect("a program knows its name");
    let born = (0..wanted).take_while(|_| Command::new(&program).args(["sleep", "60000"]).spawn().is_ok());
    println!("{}", born.count());
}

/// Tries to reach a port of this machine, and a socket that has a name only.
fn connect(port: u16, names: &[String]) -> ExitCode {
    let by_port = std::net::TcpStream::connect(("127.0.0.1", port)).is_ok();
    let by_name = names.iter().any(|name| {
        let address = SocketAddr::from_abstract_name(name).expect("a short name");
        UnixStream::connect_addr(&address).is_ok()
    });
    ExitCode::from(u8::from(!by_port) + 2 * u8::from(!by_name))
}

fn print(out: &mut dyn Write, bytes: u64, end: &[u8]) {
    let line = [&b"x".repeat(1023)[..], end].concat();
    for _ in 0..bytes >> 10 {
        if out.write_all(&line).is_err() {
            return;
        }
    }
}

fn echo() {
    let mut text = String::new();
    std::io::stdin().read_to_string(&mut text).expect("text comes");
    print!("{text}");
}

fn garbage() {
    let bytes: Vec<u8> = (0..=255).cycle().take(10_000).collect();
    let _ = std::io::stdout().write_all(&bytes);
}
