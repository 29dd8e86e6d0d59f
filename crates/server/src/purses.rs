//! What each may spend in a while: a request costs one, a large answer as much as many. A purse fills up with time
//! and may be overdrawn by one large thing, which is then paid off before anything else is bought: who reads a board
//! of a megabyte again and again gets it as often as a hundred small pages, not as often as one.

use std::collections::HashMap;
use std::hash::Hash;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::Instant;

#[derive(Debug)]
pub struct Purses<K> {
    of: Mutex<HashMap<K, Purse>>,
    per_second: f64,
    largest: f64,
    /// Servers that give out together what one would give out alone.
    servers: AtomicUsize,
}

#[derive(Clone, Copy, Debug)]
struct Purse {
    left: f64,
    at: Instant,
}

impl<K: Copy + Eq + Hash> Purses<K> {
    /// So much comes in each second, and so many seconds are kept.
    pub fn new(per_second: u32, seconds: u32) -> Self {
        Self::of_rate(f64::from(per_second.max(1)), f64::from(seconds.max(1)))
    }

    /// So much comes in each minute, and a minute is kept.
    pub fn per_minute(count: u32) -> Self {
        Self::of_rate(f64::from(count.max(1)) / 60.0, 60.0)
    }

    fn of_rate(per_second: f64, seconds: f64) -> Self {
        Purses {
            of: Mutex::default(),
            per_second,
            largest: per_second * seconds,
            servers: AtomicUsize::new(1),
        }
    }

    /// So many servers give out together what one would give out alone.
    pub fn share_with(&self, servers: usize) {
        self.servers.store(servers.max(1), Ordering::Relaxed);
    }

    /// What is kept at most, here.
    fn largest(&self) -> f64 {
        (self.largest / self.servers.load(Ordering::Relaxed) as f64).max(1.0)
    }

    /// Pays for one thing, if anything is left.
    pub fn spend(&self, who: K) -> bool {
        self.with(who, |purse| {
            let can = purse.left >= 1.0;
            purse.left -= f64::from(u8::from(can));
            can
        })
    }

    /// Pays for what turned out to cost more.
    pub fn charge(&self, who: K, cost: f64) {
        self.with(who, |purse| purse.left -= cost);
    }

    fn with<T>(&self, who: K, work: impl FnOnce(&mut Purse) -> T) -> T {
        let now = Instant::now();
        let mut purses = self.of.lock().unwrap_or_else(PoisonError::into_inner);
        let purse = purses.entry(who).or_insert(Purse { left: self.largest(), at: now });
        purse.left = self.now(*purse, now);
        purse.at = now;
        work(purse)
    }

    fn now(&self, purse: Purse, now: Instant) -> f64 {
        let per_second = self.per_second / self.servers.load(Ordering::Relaxed) as f64;
        let earned = now.duration_since(purse.at).as_secs_f64() * per_second;
        (purse.left + earned).min(self.largest())
    }

    /// Forgets full purses.
    pub fn sweep(&self) {
        let now = Instant::now();
        let mut purses = self.of.lock().unwrap_or_else(PoisonError::into_inner);
        purses.retain(|_, purse| self.now(*purse, now) < self.largest());
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    #[test]
    fn two_servers_give_out_what_one_would() {
        let servers = [Purses::new(100, 1), Purses::new(100, 1)];
        for purses in &servers {
            purses.share_with(2);
        }
        let bought = servers.each_ref().map(|purses| (0..1000).filter(|_| purses.spend(1)).count());
        assert!(bought.iter().all(|count| (50..60).contains(count)), "{bought:?}");
        let slow = Purses::per_minute(120);
        assert_eq!((0..1000).filter(|_| slow.spend(1)).count(), 120);
    }

    #[test]
    fn a_large_thing_is_paid_off_before_the_next() {
        let purses = Purses::new(100, 1);
        let bought = |who| (0..1000).filter(|_| purses.spend(who)).count();
        assert!((100..120).contains(&bought(1)));
        assert!(purses.spend(2), "everybody has a purse of their own");
        purses.charge(2, 1099.0);
        assert!(!purses.spend(2));
        std::thread::sleep(Duration::from_millis(50));
        assert!(purses.spend(1) && !purses.spend(2), "five came in, and a thousand are owed");
        purses.sweep();
        assert!(!purses.spend(2), "debts are not forgotten");
    }
}
