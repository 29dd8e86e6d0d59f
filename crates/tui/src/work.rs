//! Work beside the screen: hints, solvers, reviews and generators run in threads of their own, so that
//! the player is never kept waiting, and end when they are cancelled or nobody wants them any more.

use std::sync::mpsc::{Receiver, TryRecvError, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use ingenio_catalog::Request;
use ingenio_coach::{Hint, Review, Rung, hint, review};
use ingenio_core::{
    Answer, AnyPuzzle, Budget, Cancel, LevelRef, Message, Observer, Options, Pulse, TablesRef,
};
use ingenio_play::Line;
use ingenio_workshop::{Distinct, Order, generate};

use crate::foresight::look;
use crate::words;

/// What came of it.
#[derive(Debug)]
pub enum Done {
    Hint(Box<Hint>),
    Solved(LevelRef, Result<Box<Answer>, Message>),
    Reviewed(Box<Review>),
    Made(Result<LevelRef, Message>),
    /// How long a short look at the exact truth took.
    Looked(Duration),
    /// The thread died without an answer.
    Lost,
}

/// How it goes.
#[derive(Clone, Debug, Default)]
pub struct Live {
    pub nodes: u64,
    pub bound: Option<u64>,
    pub best: Option<u64>,
    pub elapsed: Duration,
}

/// A piece of work under way. Dropping it cancels it.
#[derive(Debug)]
pub struct Work {
    cancel: Cancel,
    receiver: Receiver<Done>,
    live: Arc<Mutex<Live>>,
}

/// A hint is given with what is known after so long.
const HINT_TIME: Duration = Duration::from_millis(900);
/// The truth of one position of a review.
const REVIEW_TIME: Duration = Duration::from_millis(500);
/// A level is made within this time or not at all.
const MAKING_TIME: Duration = Duration::from_secs(30);

struct Watcher(Arc<Mutex<Live>>);

impl Observer for Watcher {
    fn observe(&mut self, event: Pulse<'_>) {
        let mut live = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        live.nodes = event.progress.nodes;
        live.bound = event.progress.bound;
        live.best = event.progress.best;
        live.elapsed = event.elapsed;
    }
}

impl Work {
    fn start(tables: &TablesRef, work: impl FnOnce(Budget, &mut Watcher) -> Done + Send + 'static) -> Self {
        let (cancel, live) = (Cancel::default(), Arc::new(Mutex::new(Live::default())));
        let budget = Budget { cancel: cancel.clone(), tables: tables.clone(), ..Budget::default() };
        let (sender, receiver) = channel();
        let mut watcher = Watcher(live.clone());
        std::thread::spawn(move || drop(sender.send(work(budget, &mut watcher))));
        Work { cancel, receiver, live }
    }

    /// A hint from the position at the end of a line.
    pub fn hint(tables: &TablesRef, level: LevelRef, line: Line, rung: Rung) -> Self {
        Work::start(tables, move |budget, watcher| {
            let Ok(play) = line.play(&level) else { return Done::Lost };
            let budget = Budget { time: Some(HINT_TIME), ..budget };
            Done::Hint(Box::new(hint(&level, play.as_ref(), rung, &budget, watcher)))
        })
    }

    /// A short look at the exact truth, to see how long one takes. Twice, because the first one may
    /// prepare what later ones use.
    pub fn look(tables: &TablesRef, level: LevelRef) -> Self {
        Work::start(tables, move |budget, _| {
            look(&level, "", &budget.tables);
            let begun = Instant::now();
            look(&level, "", &budget.tables);
            Done::Looked(begun.elapsed())
        })
    }

    /// A method at work on a level, until it ends or is cancelled.
    pub fn solve(tables: &TablesRef, level: LevelRef, method: String, optimal: bool) -> Self {
        Work::start(tables, move |budget, watcher| {
            let request = Request { method, optimal, budget, ..Request::default() };
            let answer = request.run(&level, watcher).map(Box::new);
            Done::Solved(level, answer)
        })
    }

    pub fn review(tables: &TablesRef, level: LevelRef, moves: Vec<String>) -> Self {
        Work::start(tables, move |budget, _| {
            let budget = Budget { time: Some(REVIEW_TIME), ..budget };
            Done::Reviewed(Box::new(review(&level, &moves, &[], &budget)))
        })
    }

    /// One level by wish.
    pub fn make(puzzle: &'static dyn AnyPuzzle, generator: &'static str, wishes: Options, seed: u64) -> Self {
        Work::start(&TablesRef::default(), move |budget, watcher| {
            let order = Order {
                puzzle,
                generator,
                wishes,
                seed,
                from: 0,
                count: 1,
                tries: None,
                time: Some(MAKING_TIME),
                patience: MAKING_TIME,
                threads: 1,
                grade: None,
                rated: false,
                distinct: Distinct::Equal,
                cancel: budget.cancel,
            };
            let mut made = None;
            let mut take = |product: ingenio_workshop::Product| {
                made = Some(product.level);
                true
            };
            let live = watcher.0.clone();
            let mut watch = |harvest: &ingenio_workshop::Harvest| {
                let mut live = live.lock().unwrap_or_else(PoisonError::into_inner);
                (live.nodes, live.elapsed) = (harvest.tried, harvest.elapsed);
            };
            let harvest = generate(&order, &mut take, &mut watch);
            Done::Made(match (made, harvest) {
                (Some(level), _) => Ok(level),
                (None, Err(message)) => Err(message),
                (None, Ok(harvest)) => Err(match harvest.nearest {
                    Some(near) => words::NEAREST.with("tries", harvest.tried).with("what", near.what),
                    None => words::TRIES.with("tries", harvest.tried),
                }),
            })
        })
    }

    pub fn live(&self) -> Live {
        self.live.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    pub fn cancel(&self) {
        self.cancel.cancel();
    }

    /// The answer, once it is there.
    pub fn poll(&self) -> Option<Done> {
        match self.receiver.try_recv() {
            Ok(answer) => Some(answer),
            Err(TryRecvError::Disconnected) => Some(Done::Lost),
            Err(TryRecvError::Empty) => None,
        }
    }
}

impl Drop for Work {
    fn drop(&mut self) {
        self.cancel.cancel();
    }
}
