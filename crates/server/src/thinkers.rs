//! Threads of low priority for work that takes a moment: films, drawings, packing, hints, and to start solvers,
//! which inherit it. However many think, those who answer come first.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;

use axum::http::StatusCode;
use tokio::runtime::Handle;
use tokio::sync::oneshot;

use crate::problem::{Problem, Reply};
use crate::words;

type Task = Box<dyn FnOnce() + Send>;

#[derive(Clone, Debug)]
pub struct Thinkers(Sender<Task>);

impl Thinkers {
    /// So many threads; each takes the next task when it has done one.
    pub fn start(count: usize) -> Reply<Self> {
        Self::start_below(count, 10)
    }

    /// The same with a priority of their own; 19 is the least.
    pub fn start_below(count: usize, priority: i32) -> Reply<Self> {
        let (sender, tasks) = channel::<Task>();
        let tasks = Arc::new(Mutex::new(tasks));
        for _ in 0..count {
            let tasks = tasks.clone();
            let started =
                thread::Builder::new().name("thinker".into()).spawn(move || think(&tasks, priority));
            started.map_err(|_| broken())?;
        }
        Ok(Thinkers(sender))
    }

    /// Does some work there.
    pub async fn run<T: Send + 'static>(&self, work: impl FnOnce() -> T + Send + 'static) -> Reply<T> {
        let (tell, told) = oneshot::channel();
        // Whoever asked may have gone.
        let task: Task = Box::new(move || drop(tell.send(work())));
        self.0.send(task).map_err(|_| broken())?;
        told.await.map_err(|_| broken())
    }
}

impl Thinkers {
    /// Waits there for something of which much is to be read: thousands of rows are work, too.
    pub async fn wait<T: Send + 'static>(
        &self,
        future: impl Future<Output = T> + Send + 'static,
    ) -> Reply<T> {
        let runtime = Handle::current();
        self.run(move || runtime.block_on(future)).await
    }
}

fn think(tasks: &Mutex<Receiver<Task>>, priority: i32) {
    // A failure means that thinking has the priority of everything else.
    let _ = rustix::process::setpriority_process(None, priority);
    loop {
        let task = tasks.lock().unwrap_or_else(PoisonError::into_inner).recv();
        let Ok(task) = task else { return };
        // A fault in one task ends that task: whoever waits for it is told.
        drop(catch_unwind(AssertUnwindSafe(task)));
    }
}

fn broken() -> Problem {
    Problem::new(StatusCode::INTERNAL_SERVER_ERROR, words::BROKE.say())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn a_fault_ends_one_task_and_nothing_else() {
        let thinkers = Thinkers::start(1).expect("a thread");
        assert!(thinkers.run(|| panic!("a planted fault")).await.is_err());
        assert_eq!(thinkers.run(|| 7).await.expect("it goes on"), 7);
    }
}
