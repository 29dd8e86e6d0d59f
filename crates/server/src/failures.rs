//! Attempts that failed, and how long whoever made them waits. An account that strangers guess at answers them
//! later and later, without end; a device that it was opened on before has a count of its own, which strangers
//! cannot use up. Of an address only what failed is counted, and of the new addresses a whole /48 is one
//! neighbour. What succeeds costs nothing.

use std::net::IpAddr;
use std::time::Duration;

use ingenio_store::{Store, folded};
use sha2::{Digest, Sha256};

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

impl Attempt {
    /// What it counts under, each with the failures that cost nothing.
    fn counts(&self) -> Vec<(String, u32)> {
        let here = format!("here {} {}", self.address, self.account);
        let mut counts = match &self.device {
            Some(device) => vec![(hashed("device", device), FREE_ON_DEVICE)],
            None => vec![
                (hashed("here", here.as_bytes()), FREE_HERE),
                (hashed("account", self.account.as_bytes()), FREE_OF_ACCOUNT),
            ],
        };
        counts.push((hashed("address", self.address.to_string().as_bytes()), FREE_OF_ADDRESS));
        counts
    }

    /// What a success wipes out.
    fn forgiven(&self) -> Vec<String> {
        let here = format!("here {} {}", self.address, self.account);
        let device = self.device.as_ref().map(|device| hashed("device", device));
        device.into_iter().chain([hashed("here", here.as_bytes())]).collect()
    }
}

/// Nothing in the store tells who tried to be whom.
fn hashed(kind: &str, what: &[u8]) -> String {
    let digest = Sha256::new().chain_update(kind).chain_update([0]).chain_update(what).finalize();
    digest.iter().take(16).map(|byte| format!("{byte:02x}")).collect()
}

/// Counts by device, by account from one place, by account, and by place: in the store, so that all servers of a site
/// count together.
#[derive(Clone, Debug)]
pub struct Failures(Store);

impl Failures {
    pub const fn in_store(store: Store) -> Self {
        Failures(store)
    }

    /// May it be tried now?
    pub async fn check(&self, attempt: &Attempt) -> Reply<()> {
        let mut longest = Duration::ZERO;
        for (key, free) in attempt.counts() {
            let count = self.0.login_failures(&key).await?;
            longest = longest.max(wait(count.failures, free).saturating_sub(count.silent));
        }
        if longest.is_zero() {
            return Ok(());
        }
        let seconds = longest.as_secs() + 1;
        Err(Problem::too_many(words::TOO_MANY_ATTEMPTS.with("seconds", seconds)).after(seconds))
    }

    /// A failure that cannot be counted is no success either: whoever guesses does not profit.
    pub async fn failed(&self, attempt: &Attempt) -> Reply<()> {
        let keys = attempt.counts().into_iter().map(|(key, _)| key).collect();
        Ok(self.0.login_failed(keys).await?)
    }

    /// It was the right password: whoever knows it may mistype again.
    pub async fn succeeded(&self, attempt: &Attempt) -> Reply<()> {
        Ok(self.0.forget_login_failures(attempt.forgiven()).await?)
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

/// The wait after the last of so many failures.
fn wait(failures: u32, free: u32) -> Duration {
    match failures.checked_sub(free) {
        None | Some(0) => Duration::ZERO,
        Some(over) => FIRST.saturating_mul(1 << (over - 1).min(20)).min(LONGEST),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn attempt(address: &str, device: Option<u8>) -> Attempt {
        Attempt::new(address.parse().unwrap(), "Grace", device.map(|byte| [byte; 32]))
    }

    async fn failures() -> (tempfile::TempDir, Failures) {
        let folder = tempfile::tempdir().unwrap();
        let store = Store::open_file(&folder.path().join("test.sqlite")).await.unwrap();
        (folder, Failures::in_store(store))
    }

    async fn fail(failures: &Failures, attempt: &Attempt, times: u32) {
        for _ in 0..times {
            failures.failed(attempt).await.unwrap();
        }
    }

    #[tokio::test]
    async fn guessing_backs_off_without_end() {
        let wait = |failures| wait(failures, FREE_HERE);
        assert_eq!([wait(5), wait(6), wait(7), wait(8)], [0, 4, 8, 16].map(Duration::from_secs));
        assert_eq!(wait(10_000), LONGEST);
        assert!(LONGEST < ingenio_store::REMEMBERED, "nothing is forgotten before the longest wait is over");
        let (_folder, failures) = failures().await;
        for number in 0..=FREE_OF_ACCOUNT {
            // One attempt from each of many networks.
            let guess = attempt(&format!("2001:db8:{number:x}::1"), None);
            assert!(failures.check(&guess).await.is_ok(), "{number}");
            fail(&failures, &guess, 1).await;
        }
        assert!(
            failures.check(&attempt("192.0.2.1", None)).await.is_err(),
            "strangers wait wherever they are"
        );
        assert!(failures.check(&attempt("192.0.2.1", Some(1))).await.is_ok(), "the owner's device does not");
    }

    #[tokio::test]
    async fn a_48_is_one_neighbour() {
        let (_folder, failures) = failures().await;
        for number in 0..=FREE_HERE {
            fail(&failures, &attempt(&format!("2001:db8:7:{number:x}::1"), None), 1).await;
        }
        assert!(failures.check(&attempt("2001:db8:7:ffff::1", None)).await.is_err());
        assert!(failures.check(&attempt("2001:db8:8::1", None)).await.is_ok());
    }

    #[tokio::test]
    async fn strangers_cannot_use_up_a_devices_count_and_success_is_free() {
        let (_folder, failures) = failures().await;
        let own = attempt("192.0.2.1", Some(1));
        fail(&failures, &own, FREE_ON_DEVICE).await;
        assert!(failures.check(&own).await.is_ok());
        fail(&failures, &own, 1).await;
        assert!(failures.check(&own).await.is_err(), "a device that guesses waits too");
        assert!(failures.check(&attempt("192.0.2.1", Some(2))).await.is_ok());
        failures.succeeded(&own).await.unwrap();
        assert!(failures.check(&own).await.is_ok());
    }
}
