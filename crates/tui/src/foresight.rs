//! What is known to be left at a position, to be kept with every move for later study: the win, the way
//! that a hint has shown, and the exact truth where it costs next to nothing. Whether it does is found
//! out beside the screen when a level is opened, so that no key ever waits for it.

use std::time::{Duration, Instant};

use ingenio_catalog::Request;
use ingenio_coach::Hint;
use ingenio_core::{Budget, LevelRef, Outcome, Sense, Silent, TablesRef};
use ingenio_play::Session;

use crate::work::{Done, Work};

/// A look that takes longer is not taken again.
const AT_ONCE: Duration = Duration::from_millis(4);
/// A search of so many nodes ends soon enough on any board.
const NODES: u64 = 3000;

/// A hint has shown these moves from a position with so much left.
#[derive(Debug)]
struct Promise {
    at: Vec<String>,
    next: Vec<String>,
    left: u64,
    spent: u64,
}

#[derive(Debug)]
pub struct Foresight {
    /// The metric in which it is counted; nothing where there is none or the most is wanted.
    metric: Option<&'static str>,
    first_look: Option<Work>,
    is_quick: bool,
    promise: Option<Promise>,
    tables: TablesRef,
}

impl Foresight {
    pub fn of(level: &LevelRef, tables: &TablesRef) -> Self {
        let metric = level.puzzle().info().metrics.first();
        let metric = metric.filter(|metric| metric.sense == Sense::Least).map(|metric| metric.name);
        let first_look = metric.map(|_| Work::look(tables, level.clone()));
        Foresight { metric, first_look, is_quick: false, promise: None, tables: tables.clone() }
    }

    pub fn tick(&mut self) {
        if let Some(answer) = self.first_look.as_ref().and_then(Work::poll) {
            self.first_look = None;
            self.is_quick = matches!(answer, Done::Looked(time) if time <= AT_ONCE);
        }
    }

    /// A hint has told what is left.
    pub fn promised(&mut self, session: &Session, hint: &Hint) {
        let (Some(metric), Some(to_go)) = (self.metric, hint.to_go.filter(|to_go| to_go.proved)) else {
            return;
        };
        let spent = session.measures().get(metric).unwrap_or(0);
        let (at, next) = (session.moves(), hint.moves.clone());
        self.promise = Some(Promise { at, next, left: to_go.count, spent });
    }

    /// What is left where the session stands, if that is known.
    pub fn left(&mut self, session: &Session) -> Option<u64> {
        let metric = self.metric.filter(|_| !session.play().is_backwards())?;
        if session.won() {
            return Some(0);
        }
        self.by_promise(session, metric).or_else(|| self.by_look(session, metric))
    }

    /// On the way that a hint has shown, every move brings the end nearer by what it costs.
    fn by_promise(&self, session: &Session, metric: &str) -> Option<u64> {
        let promise = self.promise.as_ref()?;
        let moves = session.moves();
        let since = moves.strip_prefix(&promise.at[..])?;
        promise.next.starts_with(since).then_some(())?;
        let spent = session.measures().get(metric)?.checked_sub(promise.spent)?;
        promise.left.checked_sub(spent)
    }

    fn by_look(&mut self, session: &Session, metric: &str) -> Option<u64> {
        let here = session.play().level_here().filter(|_| self.is_quick)?;
        let begun = Instant::now();
        let found = look(&here, metric, &self.tables);
        self.is_quick = begun.elapsed() <= AT_ONCE;
        found
    }
}

/// The exact truth, if a short search finds it.
pub fn look(here: &LevelRef, metric: &str, tables: &TablesRef) -> Option<u64> {
    let (nodes, time, tables) = (Some(NODES), Some(2 * AT_ONCE), tables.clone());
    let budget = Budget { nodes, time, tables, ..Budget::default() };
    let request = Request { optimal: true, budget, ..Request::default() };
    match request.run(here, &mut Silent).ok()?.outcome {
        Outcome::Solved { solution, optimal: true } => solution.measures().get(metric),
        _ => None,
    }
}
