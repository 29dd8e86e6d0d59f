//! Attempts that failed, and how long whoever made them waits. An account that strangers guess at answers them
//! later and later, without end; a device that it was opened on before has a count of its own, which strangers
//! cannot use up. Of an address only what failed is counted, and of the new addresses a whole /48 is one
//! neighbour. What succeeds costs nothing.

use std::collections::HashMap;
use std::hash::Hash;
use std::net::IpAddr;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use ingenio_store::folded;

use crate::problem::{Problem, Reply};
use crate::words;

/// Failures that cost nothing: people mistype.
const FREE_HERE: u32 = 5;
const FREE_ON_DEVICE: u32 = 10;
/// From all over the world; one who guesses from many places is soon here.
const FREE_OF_ACCOUNT: u32 = 50;
/// A class that begins its lesson mistypes often; who tries one name after another does so for longer.
const FREE_OF_ADDRESS: u32 = 200;
/// The first wait; each failure doubles it.
const FIRST: Duration = Duration::from_secs(4);
/// The longest: then the next attempt is one a day.
const LONGEST: Duration = Duration::from_hours(24);

/// Who tries to get into which account.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Attempt {
    pub address: IpAddr,
    /// As the store tells names apart.
    account: String,
    /// A device on which this account was opened before.
    device: Option<[u8; 32]>,
}

impl Attempt {
    pub fn new(address: IpAddr, name: &str, device: Option<[u8; 32]>) -> Self {
        // What is longer is nobody's.
        let account = folded(name).chars().take(64).collect();
        Attempt { address: site(address), account, device }
    }
}

/// Counts by device, by account from one place, by account, and by place.
#[derive(Debug, Default)]
pub struct Failures {
    devices: Backoff<[u8; 32]>,
    here: Backoff<(IpAddr, String)>,
    accounts: Backoff<String>,
    addresses: Backoff<IpAddr>,
}

impl Failures {
    /// May it be tried now?
    pub fn check(&self, attempt: &Attempt) -> Reply<()> {
        let wait = if let Some(device) = &attempt.device {
            self.devices.wait(device, FREE_ON_DEVICE)
        } else {
            let here = self.here.wait(&(attempt.address, attempt.account.clone()), FREE_HERE);
            here.max(self.accounts.wait(&attempt.account, FREE_OF_ACCOUNT))
        };
        let wait = wait.max(self.addresses.wait(&attempt.address, FREE_OF_ADDRESS));
        if wait.is_zero() {
            return Ok(());
        }
        let seconds = wait.as_secs() + 1;
        Err(Problem::too_many(words::TOO_MANY_ATTEMPTS.with("seconds", seconds)).after(seconds))
    }

    pub fn failed(&self, attempt: &Attempt) {
        if let Some(device) = &attempt.device {
            self.devices.add(*device);
        } else {
            self.here.add((attempt.address, attempt.account.clone()));
            self.accounts.add(attempt.account.clone());
        }
        self.addresses.add(attempt.address);
    }

    /// It was the right password: whoever knows it may mistype again.
    pub fn succeeded(&self, attempt: &Attempt) {
        if let Some(device) = &attempt.device {
            self.devices.forget(device);
        }
        self.here.forget(&(attempt.address, attempt.account.clone()));
    }

    /// Forgets what is long ago.
    pub fn sweep(&self) {
        self.devices.sweep();
        self.here.sweep();
        self.accounts.sweep();
        self.addresses.sweep();
    }
}

/// The neighbourhood of one who guesses: providers give a /48 of the new addresses to one customer.
fn site(address: IpAddr) -> IpAddr {
    match address.to_canonical() {
        IpAddr::V6(long) => {
            let [a, b, c, ..] = long.segments();
            IpAddr::from([a, b, c, 0, 0, 0, 0, 0])
        }
        short @ IpAddr::V4(_) => short,
    }
}

#[derive(Debug)]
struct Backoff<K>(Mutex<HashMap<K, Count>>);

impl<K> Default for Backoff<K> {
    fn default() -> Self {
        Backoff(Mutex::default())
    }
}

#[derive(Clone, Copy, Debug)]
struct Count {
    failures: u32,
    last: Instant,
}

impl Count {
    /// The wait after its last failure.
    fn wait(self, free: u32) -> Duration {
        match self.failures.checked_sub(free) {
            None | Some(0) => Duration::ZERO,
            Some(over) => FIRST.saturating_mul(1 << (over - 1).min(20)).min(LONGEST),
        }
    }
}

impl<K: Eq + Hash> Backoff<K> {
    fn wait(&self, key: &K, free: u32) -> Duration {
        let counts = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let count = counts.get(key).copied();
        count.map_or(Duration::ZERO, |count| count.wait(free).saturating_sub(count.last.elapsed()))
    }

    fn add(&self, key: K) {
        let mut counts = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let count = counts.entry(key).or_insert(Count { failures: 0, last: Instant::now() });
        count.failures = count.failures.saturating_add(1);
        count.last = Instant::now();
    }

    fn forget(&self, key: &K) {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).remove(key);
    }

    /// Two days of silence wipe the slate: longer than the longest wait.
    fn sweep(&self) {
        let mut counts = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        counts.retain(|_, count| count.last.elapsed() < 2 * LONGEST);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn attempt(address: &str, device: Option<u8>) -> Attempt {
        Attempt::new(address.parse().unwrap(), "Grace", device.map(|byte| [byte; 32]))
    }

    #[test]
    fn guessing_backs_off_without_end() {
        let wait = |failures| Count { failures, last: Instant::now() }.wait(FREE_HERE);
        assert_eq!([wait(5), wait(6), wait(7), wait(8)], [0, 4, 8, 16].map(Duration::from_secs));
        assert_eq!(wait(10_000), LONGEST);
        let failures = Failures::default();
        for number in 0..=FREE_OF_ACCOUNT {
            // One attempt from each of many networks.
            let guess = attempt(&format!("2001:db8:{number:x}::1"), None);
            assert!(failures.check(&guess).is_ok(), "{number}");
            failures.failed(&guess);
        }
        assert!(failures.check(&attempt("192.0.2.1", None)).is_err(), "strangers wait wherever they are");
        assert!(failures.check(&attempt("192.0.2.1", Some(1))).is_ok(), "the owner's device does not");
    }

    #[test]
    fn a_48_is_one_neighbour() {
        let failures = Failures::default();
        for number in 0..=FREE_HERE {
            failures.failed(&attempt(&format!("2001:db8:7:{number:x}::1"), None));
        }
        assert!(failures.check(&attempt("2001:db8:7:ffff::1", None)).is_err());
        assert!(failures.check(&attempt("2001:db8:8::1", None)).is_ok());
    }

    #[test]
    fn strangers_cannot_use_up_a_devices_count_and_success_is_free() {
        let failures = Failures::default();
        for _ in 0..FREE_ON_DEVICE {
            failures.failed(&attempt("192.0.2.1", Some(1)));
        }
        assert!(failures.check(&attempt("192.0.2.1", Some(1))).is_ok());
        failures.failed(&attempt("192.0.2.1", Some(1)));
        assert!(failures.check(&attempt("192.0.2.1", Some(1))).is_err(), "a device that guesses waits too");
        assert!(failures.check(&attempt("192.0.2.1", Some(2))).is_ok());
        failures.succeeded(&attempt("192.0.2.1", Some(1)));
        assert!(failures.check(&attempt("192.0.2.1", Some(1))).is_ok());
    }
}
