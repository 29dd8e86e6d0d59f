//! One writer for a file of `SQLite`. It takes every change that waits, makes them in one transaction,
//! commits, and only then answers them all: a thousand moves a second cost a few synchronised writes,
//! not a thousand, and none is acknowledged before it is safe. A change that fails is taken back alone.

use sqlx::{AnyConnection, Connection};
use tokio::sync::{mpsc, oneshot};

use crate::checkpoint::Checkpoints;
use crate::database::{Change, Wait};
use crate::trouble::Trouble;
use crate::words;

/// Changes that may wait before those who bring more have to wait themselves.
const QUEUE: usize = 4096;
/// Changes in one transaction, so that nobody waits for a long one.
const TOGETHER: usize = 256;

/// Where changes are handed in.
#[derive(Clone, Debug)]
pub struct Writer {
    queue: mpsc::Sender<Order>,
}

enum Order {
    Write(Box<dyn Job>),
    /// Everything before it is written, nothing after it.
    Close(oneshot::Sender<()>),
}

impl Writer {
    /// Starts the writer on a thread of its own; it ends when the last handle is gone. Among the threads that
    /// answer requests it would stand in line after every statement, behind whoever asks for something else.
    pub fn start(connection: AnyConnection, checkpoints: Checkpoints) -> std::io::Result<Self> {
        let (queue, waiting) = mpsc::channel(QUEUE);
        let runtime = tokio::runtime::Builder::new_current_thread().build()?;
        let work = move || runtime.block_on(serve(connection, waiting, checkpoints));
        std::thread::Builder::new().name("writer".into()).spawn(work)?;
        Ok(Writer { queue })
    }

    /// Makes a change; on return it is committed.
    pub async fn write<T: Send + 'static>(&self, change: impl Change<T>) -> Result<T, Trouble> {
        let (reply, answer) = oneshot::channel();
        let request = Request { change: Some(change), result: None, reply };
        let closed = || Trouble::Failed(words::CLOSED.say());
        self.queue.send(Order::Write(Box::new(request))).await.map_err(|_| closed())?;
        answer.await.map_err(|_| closed())?
    }

    /// Writes what waits and closes the connection.
    pub async fn close(&self) {
        let (reply, closed) = oneshot::channel();
        if self.queue.send(Order::Close(reply)).await.is_ok() {
            // An error means that someone else has closed it.
            drop(closed.await);
        }
    }
}

/// A change with the one who waits for it, whatever it gives.
trait Job: Send {
    fn run<'a>(&'a mut self, db: &'a mut AnyConnection) -> Wait<'a, Result<(), Trouble>>;
    fn answer(self: Box<Self>, committed: Result<(), Trouble>);
}

struct Request<T, F> {
    change: Option<F>,
    result: Option<Result<T, Trouble>>,
    reply: oneshot::Sender<Result<T, Trouble>>,
}

impl<T: Send + 'static, F: Change<T>> Job for Request<T, F> {
    fn run<'a>(&'a mut self, db: &'a mut AnyConnection) -> Wait<'a, Result<(), Trouble>> {
        Box::pin(async move {
            let Some(change) = self.change.take() else { return Ok(()) };
            let result = change(db).await;
            let done = result.as_ref().map(|_| ()).map_err(Clone::clone);
            self.result = Some(result);
            done
        })
    }

    fn answer(self: Box<Self>, committed: Result<(), Trouble>) {
        let answer = match (self.result, committed) {
            (Some(Err(own)), _) => Err(own),
            (_, Err(common)) => Err(common),
            (Some(done), Ok(())) => done,
            (None, Ok(())) => return,
        };
        // Whoever asked may have gone; the change stands.
        drop(self.reply.send(answer));
    }
}

async fn serve(mut db: AnyConnection, mut waiting: mpsc::Receiver<Order>, mut checkpoints: Checkpoints) {
    let (mut orders, mut batch, mut goodbye) = (Vec::new(), Vec::new(), None);
    while goodbye.is_none() && waiting.recv_many(&mut orders, TOGETHER).await > 0 {
        for order in orders.drain(..) {
            match order {
                Order::Write(job) if goodbye.is_none() => batch.push(job),
                // Dropped, and whoever waits for it is told that the database is closed.
                Order::Write(_) => {}
                Order::Close(reply) => goodbye = Some(reply),
            }
        }
        if batch.is_empty() {
            continue;
        }
        let committed = commit_together(&mut db, &mut batch).await;
        if committed.is_err() {
            // There may be no transaction any more: a full disk ends it.
            drop(execute(&mut db, "ROLLBACK").await);
        }
        for job in batch.drain(..) {
            job.answer(committed.clone());
        }
        checkpoints.go_on(&mut db).await;
    }
    // Whatever is wrong now, all that was acknowledged is committed.
    drop(db.close().await);
    let _ = goodbye.map(|reply| reply.send(()));
}

async fn commit_together(db: &mut AnyConnection, batch: &mut [Box<dyn Job>]) -> Result<(), Trouble> {
    // Every statement is a way to the thread of the database and back, on which others may be in between: what
    // can go together does.
    let mut next = "BEGIN IMMEDIATE; SAVEPOINT job";
    for job in batch {
        execute(db, next).await?;
        if let Err(why) = job.run(db).await {
            // If even this fails, the transaction is gone, and for the same reason.
            execute(db, "ROLLBACK TO job").await.map_err(|_| why)?;
        }
        next = "RELEASE job; SAVEPOINT job";
    }
    execute(db, "RELEASE job; COMMIT").await
}

async fn execute(db: &mut AnyConnection, statements: &'static str) -> Result<(), Trouble> {
    sqlx::raw_sql(statements).execute(db).await?;
    Ok(())
}
