//! What engines take. They allocate where no counter of ours sees it, so the memory of the process is
//! watched instead: what became resident since the first of the engines now at work began, in equal
//! shares where several work at once. Nothing is known where the system does not tell (it does on Linux);
//! then the size of the model stands for it.

use std::sync::{Mutex, MutexGuard, PoisonError};

/// Engines at work, and what the process held when the first of them began.
#[derive(Debug)]
struct Gauge {
    at_work: u64,
    before: u64,
}

static GAUGE: Mutex<Gauge> = Mutex::new(Gauge { at_work: 0, before: 0 });

fn gauge() -> MutexGuard<'static, Gauge> {
    GAUGE.lock().unwrap_or_else(PoisonError::into_inner)
}

/// One engine at work, as long as this lives.
#[derive(Debug)]
pub struct AtWork(());

impl AtWork {
    pub fn begin() -> Self {
        let mut gauge = gauge();
        if gauge.at_work == 0 {
            gauge.before = resident().unwrap_or(0);
        }
        gauge.at_work += 1;
        AtWork(())
    }

    /// Bytes that this one has taken, as far as can be told.
    #[expect(clippy::unused_self, reason = "only what is at work has taken something")]
    pub fn taken(&self) -> u64 {
        let gauge = gauge();
        let taken = resident().unwrap_or(0).saturating_sub(gauge.before);
        taken / gauge.at_work.max(1)
    }
}

impl Drop for AtWork {
    fn drop(&mut self) {
        gauge().at_work -= 1;
    }
}

/// Bytes of the module: it grows and never shrinks.
#[cfg(target_family = "wasm")]
#[expect(clippy::unnecessary_wraps, reason = "a system may not tell")]
pub fn resident() -> Option<u64> {
    Some((core::arch::wasm32::memory_size::<0>() as u64) << 16)
}

/// Bytes of this process that are in memory.
#[cfg(not(target_family = "wasm"))]
pub fn resident() -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"))?;
    line.trim().trim_end_matches("kB").trim().parse::<u64>().ok().map(|kilobytes| kilobytes << 10)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    #[cfg(target_os = "linux")]
    fn what_is_taken_is_seen() {
        let at_work = AtWork::begin();
        let before = at_work.taken();
        let taken = std::hint::black_box(vec![1_u8; 64 << 20]);
        let after = at_work.taken();
        assert!(after >= before + (60 << 20), "{before} {after}");
        drop(taken);
    }
}
