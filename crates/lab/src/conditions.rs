//! The conditions under which runs are measured: cores of their own, and what else the machine did meanwhile.

use std::collections::BTreeSet;

use ingenio_core::Conditions;

/// Cores with a processor of their own, of those that this process may use: of the threads that share one,
/// the first.
pub fn physical_cores() -> Vec<usize> {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let allowed = status.lines().find_map(|line| line.strip_prefix("Cpus_allowed_list:"));
    let allowed = numbers(allowed.unwrap_or_default());
    let first_of_its_kind = |core: &&usize| {
        let place = format!("/sys/devices/system/cpu/cpu{core}/topology/thread_siblings_list");
        let siblings = numbers(&std::fs::read_to_string(place).unwrap_or_default());
        siblings.intersection(&allowed).next().is_none_or(|first| first == *core)
    };
    allowed.iter().filter(first_of_its_kind).copied().collect()
}

/// `0-2,5` as the system writes it.
fn numbers(list: &str) -> BTreeSet<usize> {
    let range = |part: &str| {
        let (first, last) = part.split_once('-').unwrap_or((part, part));
        Some(first.parse().ok()?..=last.parse().ok()?)
    };
    list.trim().split(',').filter_map(range).flatten().collect()
}

/// What the machine has done so far.
#[derive(Clone, Copy, Debug)]
pub struct Weather {
    load: Option<f64>,
    swapped: u64,
    throttled: u64,
}

impl Weather {
    pub fn now() -> Self {
        let load = std::fs::read_to_string("/proc/loadavg").ok();
        let load = load.and_then(|text| text.split(' ').next()?.parse().ok());
        Weather { load, swapped: swapped(), throttled: throttled() }
    }

    /// More want to run than there are cores for, besides the runs themselves.
    pub fn is_loaded(&self, jobs: usize, cores: usize) -> bool {
        self.load.is_some_and(|load| load + jobs as f64 > cores as f64 + 0.5)
    }

    pub fn load(&self) -> f64 {
        self.load.unwrap_or(0.0)
    }

    /// What has happened since.
    pub fn until_now(&self, cores: &[usize]) -> Conditions {
        let now = Weather::now();
        Conditions {
            cores: cores.to_vec(),
            load: self.load,
            swapped: now.swapped.saturating_sub(self.swapped),
            throttled: now.throttled.saturating_sub(self.throttled),
            starved: false,
            sandbox: String::new(),
        }
    }
}

/// Pages in and out since the machine started.
fn swapped() -> u64 {
    let text = std::fs::read_to_string("/proc/vmstat").unwrap_or_default();
    let fields = text.lines().filter_map(|line| line.split_once(' '));
    fields
        .filter(|(name, _)| matches!(*name, "pswpin" | "pswpout"))
        .filter_map(|(_, count)| count.parse::<u64>().ok())
        .sum()
}

/// Times that a core slowed down for heat, where the system tells.
fn throttled() -> u64 {
    let Ok(cores) = std::fs::read_dir("/sys/devices/system/cpu") else { return 0 };
    let counts = cores.flatten().map(|core| core.path().join("thermal_throttle/core_throttle_count"));
    counts.filter_map(|file| std::fs::read_to_string(file).ok()?.trim().parse::<u64>().ok()).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_of_cores_are_read() {
        assert_eq!(numbers("0-2,5\n").into_iter().collect::<Vec<_>>(), [0, 1, 2, 5]);
        assert!(numbers("").is_empty());
        assert!(!physical_cores().is_empty());
    }
}
