//! The few words spoken to the system about processes. The unsafe ones are here, with their reasons.

use std::fs::File;
use std::io;
use std::os::fd::AsFd;
use std::os::unix::process::CommandExt;
use std::process::Command;
use std::time::Duration;

use rustix::process::{Pid, Resource, Rlimit, Signal, getpid};
use rustix::thread::CpuSet;

use crate::limits::Limits;

/// What a program does between fork and exec.
#[derive(Debug)]
pub struct Entry {
    /// Files of control groups: who writes 0 into one belongs to the group from then on.
    pub doors: Vec<File>,
    /// Bytes of private memory for each process, where no group keeps the limit.
    pub data: Option<u64>,
}

/// Prepares a command to go through its entry: a session of its own, no core dumps, into the groups,
/// killed when its parent dies.
#[expect(
    unsafe_code,
    reason = "pre_exec: the closure makes system calls only, it neither allocates nor locks"
)]
pub fn prepare(command: &mut Command, entry: Entry, limits: &Limits, cores: &[usize]) {
    let parent = getpid();
    let cpu = limits.cpu.map(|cpu| cpu.as_secs() + 2);
    let mut pinned = CpuSet::new();
    cores.iter().filter(|core| **core < CpuSet::MAX_CPU).for_each(|core| pinned.set(*core));
    let patience = rustix::process::getpriority_process(None).ok().filter(|nice| *nice > 0);
    let patience = patience.map(|nice| nice.to_string());
    let enter = move || {
        rustix::process::set_parent_process_death_signal(Some(Signal::KILL))?;
        if rustix::process::getppid() != Some(parent) {
            // The parent died before the signal was ordered.
            return Err(io::Error::from_raw_os_error(libc::ESRCH));
        }
        rustix::process::setsid()?;
        if let Some(nice) = &patience {
            stay_patient(nice.as_bytes());
        }
        if pinned.count() > 0 {
            rustix::thread::sched_setaffinity(None, &pinned)?;
        }
        for door in &entry.doors {
            rustix::io::write(door.as_fd(), b"0")?;
        }
        rustix::process::setrlimit(Resource::Core, Rlimit { current: Some(0), maximum: Some(0) })?;
        // The watch ends a job that is over its processor time; this is for the case that the
        // watch itself is held up.
        if let Some(seconds) = cpu {
            rustix::process::setrlimit(
                Resource::Cpu,
                Rlimit { current: Some(seconds), maximum: Some(seconds + 1) },
            )?;
        }
        if let Some(bytes) = entry.data {
            rustix::process::setrlimit(
                Resource::Data,
                Rlimit { current: Some(bytes), maximum: Some(bytes) },
            )?;
        }
        Ok(())
    };
    // Safety: between fork and exec only async-signal-safe calls are made; rustix makes them directly.
    unsafe { command.pre_exec(enter) };
}

/// A session of its own is scheduled as a group of its own (`sched_autogroup`), beside which the low priority of
/// its members counts for nothing: the group has to have it too. Where there are no such groups, nothing is to do;
/// where the system takes no more than some wishes in a second, a solver may keep its priority.
fn stay_patient(nice: &[u8]) {
    use rustix::fs::{Mode, OFlags, open};
    if let Ok(group) = open(c"/proc/self/autogroup", OFlags::WRONLY, Mode::empty()) {
        let _ = rustix::io::write(&group, nice);
    }
}

/// How a process ended and what it used, its awaited children included.
#[derive(Clone, Copy, Debug)]
pub struct Ending {
    pub code: Option<i32>,
    pub signal: Option<i32>,
    pub cpu: Duration,
    /// Of the largest process.
    pub peak_memory: u64,
}

/// Waits for a child that has ended or is about to.
#[expect(
    unsafe_code,
    reason = "wait4 is the only call that tells the usage of one child, and no crate wraps it"
)]
pub fn reap(pid: Pid) -> io::Result<Ending> {
    let mut status = 0;
    // Safety: rusage is plain numbers, for which zeros are values.
    let mut usage: libc::rusage = unsafe { std::mem::zeroed() };
    loop {
        // Safety: both pointers are to live local variables of the right types.
        let reaped = unsafe { libc::wait4(pid.as_raw_nonzero().get(), &raw mut status, 0, &raw mut usage) };
        if reaped >= 0 {
            break;
        }
        let error = io::Error::last_os_error();
        if error.kind() != io::ErrorKind::Interrupted {
            return Err(error);
        }
    }
    Ok(Ending {
        code: libc::WIFEXITED(status).then(|| libc::WEXITSTATUS(status)),
        signal: libc::WIFSIGNALED(status).then(|| libc::WTERMSIG(status)),
        cpu: duration(usage.ru_utime) + duration(usage.ru_stime),
        peak_memory: u64::try_from(usage.ru_maxrss).unwrap_or(0) * 1024,
    })
}

fn duration(time: libc::timeval) -> Duration {
    let (seconds, micros) = (u64::try_from(time.tv_sec), u64::try_from(time.tv_usec));
    Duration::from_secs(seconds.unwrap_or(0)) + Duration::from_micros(micros.unwrap_or(0))
}

/// A descendant whose parent died may have become our own child: then it is ours to reap.
pub fn reap_if_ours(pid: Pid) {
    let _ = rustix::process::waitpid(Some(pid), rustix::process::WaitOptions::NOHANG);
}
