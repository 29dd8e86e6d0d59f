//! Work beside the driver, in a thread of its own.

use std::path::{Path, PathBuf};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use cpu_time::ThreadTime;
use ingenio_core::{Alarm, Cancel};

/// How long work that was told to end is waited for: limits are honoured within 100 ms of
/// processor time, the engine's and that of who waits (`big_boards.rs`).
const PATIENCE: Duration = Duration::from_millis(35);
/// Models are walked through recursively here and there, and C++ is not sparing with its stack.
const STACK: usize = 64 << 20;

/// A place for one piece of work.
#[derive(Default)]
pub struct Beside {
    shared: Arc<Shared>,
    thread: Mutex<Option<JoinHandle<()>>>,
}

/// What the thread and the driver both see.
#[derive(Default)]
struct Shared {
    state: Mutex<State>,
    ended: Condvar,
}

#[derive(Default)]
struct State {
    has_ended: bool,
    working: Option<Working>,
    /// When it has ended.
    cpu: Duration,
}

impl Shared {
    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Has the end come within that time?
    fn wait(&self, most: Duration) -> bool {
        let open = |state: &mut State| !state.has_ended;
        let waited = self.ended.wait_timeout_while(self.state(), most, open);
        waited.unwrap_or_else(PoisonError::into_inner).0.has_ended
    }
}

impl Beside {
    /// The flag that ends the work: the driver, which goes on beside it, raises it.
    pub fn flag(_: &Alarm, _memory: u64) -> Cancel {
        Cancel::default()
    }

    pub fn begin(&self, work: impl FnOnce() + Send + 'static) {
        let shared = self.shared.clone();
        let thread = std::thread::Builder::new().stack_size(STACK).spawn(move || {
            let _end = Ending { shared: &shared, clock: ThreadTime::now() };
            shared.state().working = Some(Working::here());
            work();
        });
        *self.thread() = Some(thread.expect("the system starts a thread"));
    }

    fn thread(&self) -> MutexGuard<'_, Option<JoinHandle<()>>> {
        self.thread.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Waits for the end, so long at most; has it come?
    pub fn wait(&self, most: Duration) -> bool {
        self.shared.wait(most)
    }

    /// Waits for work that was told to end, but not for ever: while it presolves, HiGHS hears nothing. Then
    /// it is left to end by itself.
    pub fn leave(&self) {
        let Some(thread) = self.thread().take() else { return };
        if self.shared.wait(PATIENCE) {
            // A thread that panicked is known by the answer that it has not left.
            let _ = thread.join();
        }
    }

    /// Processor time that the work has taken so far.
    pub fn cpu(&self) -> Duration {
        let state = self.shared.state();
        match &state.working {
            Some(working) if !state.has_ended => working.cpu(),
            _ => state.cpu,
        }
    }
}

/// Tells the end of the thread, whatever the end.
struct Ending<'a> {
    shared: &'a Shared,
    clock: ThreadTime,
}

impl Drop for Ending<'_> {
    fn drop(&mut self) {
        let mut state = self.shared.state();
        state.cpu = self.clock.elapsed();
        state.has_ended = true;
        drop(state);
        self.shared.ended.notify_all();
    }
}

/// The thread, as others see it: they cannot read its clock, but on Linux the system tells.
struct Working {
    begun: Instant,
    figures: Option<PathBuf>,
}

impl Working {
    /// This thread.
    fn here() -> Self {
        let thread = std::fs::read_link("/proc/thread-self").ok();
        let figures = thread.map(|thread| Path::new("/proc").join(thread).join("schedstat"));
        Working { begun: Instant::now(), figures }
    }

    /// Its processor time so far; where the system does not tell, all the time since it began, so that a
    /// limit is never overrun.
    fn cpu(&self) -> Duration {
        let text = self.figures.as_ref().and_then(|file| std::fs::read_to_string(file).ok());
        let spent = text.and_then(|text| text.split(' ').next()?.parse().ok());
        spent.map_or_else(|| self.begun.elapsed(), Duration::from_nanos)
    }
}
