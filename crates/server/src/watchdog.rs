//! A watchdog over the threads that answer requests: whoever works on one of them for more than a millisecond
//! at a stretch keeps others waiting. Every future of ours is polled under its eyes; it counts processor time, so
//! that a busy machine raises no alarm, and leaves out what was moved off the threads (`off_worker`).

use std::cell::Cell;
use std::pin::Pin;
use std::sync::Mutex;
use std::sync::PoisonError;
use std::sync::atomic::{AtomicU64, Ordering};
use std::task::{Context, Poll};
use std::time::Duration;

use cpu_time::ThreadTime;

/// Longer than this nobody works at a stretch.
pub const LONGEST: Duration = Duration::from_millis(1);

thread_local! {
    /// Processor time of this thread that was spent off the pool of workers.
    static ELSEWHERE: Cell<Duration> = const { Cell::new(Duration::ZERO) };
}

/// What was seen since the start.
#[derive(Debug, Default)]
pub struct Watchdog {
    polls: AtomicU64,
    too_long: AtomicU64,
    /// Nanoseconds.
    longest: AtomicU64,
    /// What took longest.
    culprit: Mutex<String>,
}

impl Watchdog {
    fn saw(&self, spent: Duration, what: &str) {
        self.polls.fetch_add(1, Ordering::Relaxed);
        if spent > LONGEST {
            tracing::info!(what, ?spent, "a long stretch of work");
            self.too_long.fetch_add(1, Ordering::Relaxed);
        }
        let nanoseconds = u64::try_from(spent.as_nanos()).unwrap_or(u64::MAX);
        if self.longest.fetch_max(nanoseconds, Ordering::Relaxed) < nanoseconds {
            what.clone_into(&mut self.culprit.lock().unwrap_or_else(PoisonError::into_inner));
        }
    }

    pub fn polls(&self) -> u64 {
        self.polls.load(Ordering::Relaxed)
    }

    /// Polls that took longer than [`LONGEST`].
    pub fn too_long(&self) -> u64 {
        self.too_long.load(Ordering::Relaxed)
    }

    /// The longest, in seconds, and what it was.
    pub fn longest(&self) -> (f64, String) {
        let culprit = self.culprit.lock().unwrap_or_else(PoisonError::into_inner).clone();
        (Duration::from_nanos(self.longest.load(Ordering::Relaxed)).as_secs_f64(), culprit)
    }
}

/// A future whose every poll is timed.
#[derive(Debug)]
pub struct Watched<'a, F> {
    dog: &'a Watchdog,
    what: &'a str,
    future: Pin<&'a mut F>,
}

impl<F: Future> Future for Watched<'_, F> {
    type Output = F::Output;

    fn poll(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<F::Output> {
        let elsewhere = ELSEWHERE.get();
        let begun = ThreadTime::now();
        let polled = self.future.as_mut().poll(context);
        let moved = ELSEWHERE.get().saturating_sub(elsewhere);
        self.dog.saw(begun.elapsed().saturating_sub(moved), self.what);
        polled
    }
}

/// Awaits a future under the eyes of the watchdog.
pub async fn watched<F: Future>(dog: &Watchdog, what: &str, future: F) -> F::Output {
    let future = std::pin::pin!(future);
    Watched { dog, what, future }.await
}

/// Work that may take more than a moment leaves its thread to the other requests.
pub fn off_worker<T>(is_long: bool, work: impl FnOnce() -> T) -> T {
    if !is_long {
        return work();
    }
    tokio::task::block_in_place(|| {
        let begun = ThreadTime::now();
        let done = work();
        ELSEWHERE.set(ELSEWHERE.get() + begun.elapsed());
        done
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn spin() {
        let begun = ThreadTime::now();
        while begun.elapsed() < 2 * LONGEST {
            std::hint::spin_loop();
        }
    }

    #[tokio::test(flavor = "multi_thread")]
    async fn it_barks_at_long_work_but_not_at_what_was_moved_away() {
        let dog = Watchdog::default();
        watched(&dog, "nothing", async {}).await;
        tokio::time::sleep(Duration::from_millis(1)).await;
        watched(&dog, "moved", async { off_worker(true, spin) }).await;
        assert_eq!(dog.too_long(), 0, "{:?}", dog.longest());
        watched(&dog, "long", async { off_worker(false, spin) }).await;
        assert_eq!((dog.too_long(), dog.longest().1.as_str()), (1, "long"));
        assert_eq!(dog.polls(), 3);
    }
}
