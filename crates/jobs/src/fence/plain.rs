//! No control group to be had: each process gets a limit of its own, and the process table is looked
//! through for the job's processes. They are known by their session, and by a mark in the environment
//! where they have left the session. Code that processes share is not counted by the limit.

use std::fs;
use std::io;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use rustix::process::Pid;

use super::{Fence, Usage};
use crate::process::Entry;

#[derive(Debug)]
pub struct Plain {
    memory: Option<u64>,
    mark: String,
    leader: Option<Pid>,
    peak: u64,
    /// Processor time, in ticks of the system's clock.
    ticks: u64,
    looked: Instant,
    /// Processes at the last look.
    count: usize,
}

const MARK: &str = "INGENIO_JOB";

/// The look through the process table is not free.
const LOOK_EVERY: Duration = Duration::from_millis(50);

impl Plain {
    pub fn new(memory: Option<u64>) -> Self {
        static SERIAL: AtomicU64 = AtomicU64::new(0);
        let mark = format!("{}-{}", std::process::id(), SERIAL.fetch_add(1, Ordering::Relaxed));
        Plain { memory, mark, leader: None, peak: 0, ticks: 0, looked: Instant::now(), count: 0 }
    }

    fn is_member(&self, process: &Process) -> bool {
        let leader = self.leader.map(|pid| pid.as_raw_nonzero().get());
        process.alive && (Some(process.session) == leader || process.carries(&self.mark))
    }
}

/// One line of the process table.
#[derive(Debug)]
struct Process {
    pid: i32,
    session: i32,
    alive: bool,
    /// Processor time, that of awaited children included.
    ticks: u64,
    resident_pages: u64,
}

impl Process {
    /// From `/proc/PID/stat`: the name in brackets may hold anything, so reading begins after it.
    fn parse(pid: i32, stat: &str) -> Option<Self> {
        let fields: Vec<&str> = stat.rsplit_once(')')?.1.split_whitespace().collect();
        let state = *fields.first()?;
        Some(Process {
            pid,
            session: fields.get(3)?.parse().ok()?,
            alive: !matches!(state, "Z" | "X"),
            ticks: fields.get(11..15)?.iter().filter_map(|field| field.parse::<u64>().ok()).sum(),
            resident_pages: fields.get(21)?.parse().ok()?,
        })
    }

    fn carries(&self, mark: &str) -> bool {
        let environment = fs::read(format!("/proc/{}/environ", self.pid)).unwrap_or_default();
        let wanted = format!("{MARK}={mark}");
        environment.split(|byte| *byte == 0).any(|entry| entry == wanted.as_bytes())
    }
}

fn processes() -> Vec<Process> {
    let entries = fs::read_dir("/proc").into_iter().flatten().flatten();
    let pids = entries.filter_map(|entry| entry.file_name().to_str()?.parse::<i32>().ok());
    pids.filter_map(|pid| Process::parse(pid, &fs::read_to_string(format!("/proc/{pid}/stat")).ok()?))
        .collect()
}

impl Fence for Plain {
    fn entry(&self) -> io::Result<Entry> {
        Ok(Entry { doors: Vec::new(), data: self.memory })
    }

    fn environment(&self) -> Option<(&'static str, String)> {
        Some((MARK, self.mark.clone()))
    }

    fn entered(&mut self, leader: Pid) {
        self.leader = Some(leader);
    }

    fn members(&self) -> Vec<Pid> {
        let members = processes().into_iter().filter(|process| self.is_member(process));
        members.filter_map(|process| Pid::from_raw(process.pid)).collect()
    }

    fn usage(&self) -> Usage {
        let seconds = self.ticks as f64 / rustix::param::clock_ticks_per_second() as f64;
        Usage { cpu: Some(Duration::from_secs_f64(seconds)), peak_memory: Some(self.peak) }
    }

    fn look(&mut self) {
        if self.looked.elapsed() < LOOK_EVERY {
            return;
        }
        let members: Vec<Process> =
            processes().into_iter().filter(|process| self.is_member(process)).collect();
        self.count = members.len();
        let pages: u64 = members.iter().map(|process| process.resident_pages).sum();
        self.peak = self.peak.max(pages * rustix::param::page_size() as u64);
        self.ticks = self.ticks.max(members.iter().map(|process| process.ticks).sum());
        self.looked = Instant::now();
    }

    fn count(&self) -> usize {
        self.count
    }

    fn over_memory(&self) -> bool {
        self.memory.is_some_and(|limit| self.peak > limit)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_with_brackets_and_spaces_does_not_confuse() {
        let stat =
            "12 (a) b (c) S 1 12 7 0 -1 4194560 1 2 3 4 5 6 7 8 20 0 1 0 99 1000 42 18446744073709551615";
        let process = Process::parse(12, stat).unwrap();
        assert_eq!((process.session, process.resident_pages, process.alive), (7, 42, true));
        assert_eq!(process.ticks, 5 + 6 + 7 + 8);
    }
}
