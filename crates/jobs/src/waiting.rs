//! How long the threads of a job wanted a processor and had none: the difference between a program that
//! sleeps and one that others keep from working. The kernel counts it for every thread.

use std::collections::HashMap;
use std::fs;
use std::time::{Duration, Instant};

use rustix::process::Pid;

/// Reading the figures of every thread is not free.
const LOOK_EVERY: Duration = Duration::from_millis(100);

/// What was seen so far, by thread; a thread that has ended is remembered as it was seen last.
#[derive(Debug)]
pub struct Waiting {
    nanos: HashMap<i32, u64>,
    looked: Instant,
}

impl Waiting {
    pub fn new() -> Self {
        Waiting { nanos: HashMap::new(), looked: Instant::now() }
    }

    pub fn is_due(&self) -> bool {
        self.looked.elapsed() >= LOOK_EVERY
    }

    pub fn look(&mut self, members: &[Pid]) {
        self.looked = Instant::now();
        for pid in members {
            let tasks = fs::read_dir(format!("/proc/{}/task", pid.as_raw_nonzero())).into_iter().flatten();
            for task in tasks.flatten() {
                let thread = task.file_name().to_str().and_then(|name| name.parse().ok());
                let text = fs::read_to_string(task.path().join("schedstat")).unwrap_or_default();
                if let (Some(thread), Some(nanos)) = (thread, waited(&text)) {
                    self.nanos.insert(thread, nanos);
                }
            }
        }
    }

    /// The sum over all threads; nothing where the kernel does not tell, or the job was too short to be seen.
    pub fn total(&self) -> Option<Duration> {
        (!self.nanos.is_empty()).then(|| Duration::from_nanos(self.nanos.values().sum()))
    }
}

/// From `RUNNING WAITING SLICES`, in nanoseconds.
fn waited(schedstat: &str) -> Option<u64> {
    schedstat.split_whitespace().nth(1)?.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_second_figure_is_the_wait() {
        assert_eq!(waited("8219304 51336 12\n"), Some(51336));
        assert_eq!(waited(""), None);
        let mut waiting = Waiting::new();
        assert!(waiting.total().is_none());
        waiting.look(&[rustix::process::getpid()]);
        assert!(waiting.total().is_some());
    }
}
