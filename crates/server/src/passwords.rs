//! Passwords: argon2id with 19 MiB and two passes. One thread of low priority hashes, one at a time, so
//! that log-ins never slow a play; before it waits a queue that is fair to addresses and players, long enough
//! for a school that begins its day.

use std::sync::mpsc::{SyncSender, sync_channel};
use std::thread;

use argon2::password_hash::{PasswordHasher, PasswordVerifier};
use argon2::{Algorithm, Argon2, Params, PasswordHash, Version};
use axum::http::StatusCode;
use tokio::sync::oneshot;

use crate::fair::{Asker, FairQueue};
use crate::problem::{Problem, Reply};
use crate::words;

/// Log-ins that wait for the one that is being served.
const QUEUE: usize = 1000;
const SHORTEST: usize = 8;
/// Longer ones would make hashing itself an attack.
const LONGEST: usize = 200;

type Task = Box<dyn FnOnce(&Argon2<'static>) + Send>;

#[derive(Clone, Debug)]
pub struct Passwords {
    work: SyncSender<Task>,
    queue: FairQueue,
    /// What is checked where there is no such account, so that it takes as long.
    nobody: String,
}

impl Passwords {
    pub fn start() -> Reply<Self> {
        let (work, tasks) = sync_channel::<Task>(1);
        let argon = argon()?;
        let nobody = hash(&argon, "nobody has this password")?;
        let serve = move || {
            // A failure means that hashing has the priority of everything else.
            let _ = rustix::process::setpriority_process(None, 10);
            for task in tasks {
                task(&argon);
            }
        };
        let started = thread::Builder::new().name("passwords".into()).spawn(serve);
        started.map_err(|_| broken())?;
        Ok(Passwords { work, queue: FairQueue::new(1, QUEUE), nobody })
    }

    /// The hash of a new password.
    pub async fn hash(&self, asker: Asker, password: String) -> Reply<String> {
        let length = password.chars().count();
        if !(SHORTEST..=LONGEST).contains(&length) {
            let message = words::PASSWORD_LENGTH.with("least", SHORTEST).with("most", LONGEST);
            return Err(Problem::bad(message));
        }
        self.run(asker, move |argon| hash(argon, &password)).await?
    }

    /// Is this the password of that hash? Takes as long where there is none.
    pub async fn verify(&self, asker: Asker, password: String, hash: Option<String>) -> Reply<bool> {
        if password.chars().count() > LONGEST {
            return Ok(false);
        }
        let known = hash.is_some();
        let hash = hash.unwrap_or_else(|| self.nobody.clone());
        let fits = self.run(asker, move |argon| {
            PasswordHash::new(&hash)
                .is_ok_and(|hash| argon.verify_password(password.as_bytes(), &hash).is_ok())
        });
        Ok(fits.await? && known)
    }

    async fn run<T: Send + 'static>(
        &self,
        asker: Asker,
        work: impl FnOnce(&Argon2<'static>) -> T + Send + 'static,
    ) -> Reply<T> {
        let full = |_| Problem::new(StatusCode::SERVICE_UNAVAILABLE, words::TOO_MANY_LOGINS.say());
        let place = self.queue.enter(asker).map_err(full)?.place().await.map_err(full)?;
        let (sender, receiver) = oneshot::channel();
        // The place is held as long as the work goes on, also when nobody waits for it any more.
        let task: Task = Box::new(move |argon| {
            let done = work(argon);
            drop(place);
            drop(sender.send(done));
        });
        self.work.try_send(task).map_err(|_| broken())?;
        receiver.await.map_err(|_| broken())
    }
}

fn argon() -> Reply<Argon2<'static>> {
    let params = Params::new(19 * 1024, 2, 1, None).map_err(|_| broken())?;
    Ok(Argon2::new(Algorithm::Argon2id, Version::V0x13, params))
}

fn hash(argon: &Argon2<'_>, password: &str) -> Reply<String> {
    let hash = argon.hash_password(password.as_bytes());
    hash.map(|hash| hash.to_string()).map_err(|_| broken())
}

fn broken() -> Problem {
    Problem::new(StatusCode::INTERNAL_SERVER_ERROR, words::PASSWORDS_BROKEN.say())
}
