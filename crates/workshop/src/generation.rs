//! Levels in numbers. Tries are dealt out to threads by number and their results are taken in that
//! order, so that the same seed gives the same levels with any number of threads. One alone needs none: the
//! tries are made where the levels are wanted, as in a page.

use std::collections::{BTreeMap, HashSet};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::time::Duration;

use ingenio_catalog::SystemClock;
use ingenio_core::{
    AnyMaker, AnyPuzzle, Attempt, Begun, Budget, Cancel, Grade, LevelRef, Made, Message, Near, Observer,
    Options, Rating, Rng, Silent, Task, Verdict, Verified, drive_since,
};
use web_time::Instant;

use crate::words;

/// Expansions after which a rating works with what it has; by nodes, so that it is the same everywhere.
const RATING_NODES: u64 = 5_000_000;

/// How often limits are looked at while no result comes.
const TICK: Duration = Duration::from_millis(50);

/// Further from a grade than any number of points.
const UNRATED: u64 = 100;

/// Which levels count as the same.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Distinct {
    /// The same level again, and nothing else: for enumerations that count mirror images.
    Same,
    /// Those that are equal up to symmetry.
    #[default]
    Equal,
    /// Those that differ by one piece as well: for packs.
    Alike,
}

/// What is to be made, and when to stop.
#[derive(Clone)]
pub struct Order {
    pub puzzle: &'static dyn AnyPuzzle,
    pub generator: &'static str,
    pub wishes: Options,
    pub seed: u64,
    /// The first try: where an earlier generation stopped.
    pub from: u64,
    pub count: usize,
    pub tries: Option<u64>,
    pub time: Option<Duration>,
    /// Stop after so long without a new level.
    pub patience: Duration,
    pub threads: usize,
    pub grade: Option<Grade>,
    /// Rate levels even where no grade is wished?
    pub rated: bool,
    pub distinct: Distinct,
    pub cancel: Cancel,
}

impl std::fmt::Debug for Order {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Order({} {}, seed {})", self.puzzle.info().name, self.generator, self.seed)
    }
}

/// A level that was made, solved, refereed and rated.
#[derive(Clone, Debug)]
pub struct Product {
    /// The try it came from.
    pub number: u64,
    pub level: LevelRef,
    pub solution: Verified,
    pub optimal: bool,
    pub unique: bool,
    pub rating: Option<Rating>,
}

/// Why a generation ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    /// As many as were wished.
    Enough,
    /// There are no more levels of this kind.
    Exhausted,
    Tries,
    Time,
    Patience,
    Cancelled,
}

/// Where a generation stands, and how it ended.
#[derive(Clone, Debug)]
pub struct Harvest {
    pub made: usize,
    pub tried: u64,
    /// The first try that was not looked at: go on from here.
    pub next: u64,
    /// Levels dropped because they were there already.
    pub duplicates: u64,
    /// Good levels of another grade.
    pub other_grades: u64,
    pub nearest: Option<Near<LevelRef>>,
    pub elapsed: Duration,
    pub end: End,
}

/// Makes levels, hands them over in the order of their tries, and tells now and then how it goes.
/// Who takes a level says whether to go on. Fails if the wishes are refused, or by our own mistake.
pub fn generate(
    order: &Order,
    take: &mut dyn FnMut(Product) -> bool,
    watch: &mut dyn FnMut(&Harvest),
) -> Result<Harvest, Message> {
    let limits = Arc::new(Limits::of(order));
    let ends = limits.clone();
    // A try may take long: it hears by itself when all is over.
    let stop = Cancel::when(Arc::new(move || ends.end().is_some()));
    let threads = order.threads.max(1);
    let makers: Result<Vec<AnyMaker>, Message> =
        (0..threads).map(|_| order.puzzle.generate(order.generator, &order.wishes, stop.clone())).collect();
    let next = AtomicU64::new(order.from);
    let mut workers = makers?.into_iter().map(|maker| Worker { order, stop: &stop, next: &next, maker });
    let gathering = Gathering::new(order, limits);
    if threads == 1
        && let Some(worker) = workers.next()
    {
        return gathering.make(worker, take, watch);
    }
    std::thread::scope(|scope| {
        let (sender, receiver) = channel();
        for worker in workers {
            let sender = sender.clone();
            scope.spawn(move || worker.work(&sender));
        }
        drop(sender);
        let result = gathering.gather(&receiver, take, watch);
        stop.cancel();
        result
    })
}

/// When all is over, whatever was made. The clock runs from the beginning.
struct Limits {
    begun: Instant,
    time: Duration,
    patience: Duration,
    /// When the last level was made, in milliseconds.
    last_made: AtomicU64,
    cancel: Cancel,
}

impl Limits {
    fn of(order: &Order) -> Self {
        Limits {
            begun: Instant::now(),
            time: order.time.unwrap_or(Duration::MAX),
            patience: order.patience,
            last_made: AtomicU64::new(0),
            cancel: order.cancel.clone(),
        }
    }

    fn end(&self) -> Option<End> {
        let now = self.begun.elapsed();
        let last_made = Duration::from_millis(self.last_made.load(Ordering::Relaxed));
        if self.cancel.is_cancelled() {
            Some(End::Cancelled)
        } else if now >= self.time {
            Some(End::Time)
        } else if now.saturating_sub(last_made) >= self.patience {
            Some(End::Patience)
        } else {
            None
        }
    }

    /// Patience begins anew.
    fn made(&self) {
        self.last_made.store(self.begun.elapsed().as_millis() as u64, Ordering::Relaxed);
    }
}

/// How hard a level is, the same on every machine as long as no time is limited; nothing where it cannot
/// be told.
pub fn rate(level: &LevelRef, budget: &Budget) -> Option<Rating> {
    rate_and_tell(level, budget, &mut Silent)?.1
}

/// The same for who looks on, with what the search for a solution came to: a level may be proved to have none.
pub fn rate_and_tell(
    level: &LevelRef,
    budget: &Budget,
    observer: &mut dyn Observer,
) -> Option<(Verdict, Option<Rating>)> {
    let nodes = budget.nodes.map_or(RATING_NODES, |nodes| nodes.min(RATING_NODES));
    let (budget, clock) = (Budget { nodes: Some(nodes), ..budget.clone() }, SystemClock::start());
    let mut run = level.rate(&Task::default().within(&budget, &clock))?;
    let drive = drive_since(Begun::default(), run.as_mut(), &budget, &clock, observer);
    Some((drive.verdict, drive.found))
}

/// What a worker found in one try.
enum Found {
    Products(Vec<Product>),
    Near(Near<LevelRef>),
    Nothing,
    End,
    Wrong(Message),
}

struct Worker<'a> {
    order: &'a Order,
    stop: &'a Cancel,
    next: &'a AtomicU64,
    maker: AnyMaker,
}

impl Worker<'_> {
    fn work(mut self, sender: &Sender<(u64, Found)>) {
        while let Some(tried) = self.next() {
            if sender.send(tried).is_err() {
                return;
            }
        }
    }

    /// The next try and what was found in it; nothing when all is over.
    fn next(&mut self) -> Option<(u64, Found)> {
        let last = self.order.tries.map_or(u64::MAX, |tries| self.order.from.saturating_add(tries));
        let number = self.next.fetch_add(1, Ordering::Relaxed);
        let found = (number < last).then(|| self.attempt(number))?;
        // A try that was cut short says nothing.
        (!self.stop.is_cancelled()).then_some((number, found))
    }

    fn attempt(&mut self, number: u64) -> Found {
        let mut rng = Rng::stream(self.order.seed, number);
        match self.maker.attempt(number, &mut rng) {
            Attempt::Made(made) => {
                let products: Result<Vec<Product>, Message> =
                    made.into_iter().map(|made| self.finish(number, made)).collect();
                products.map_or_else(Found::Wrong, Found::Products)
            }
            Attempt::Near(near) => Found::Near(near),
            Attempt::Nothing => Found::Nothing,
            Attempt::End => Found::End,
        }
    }

    fn finish(&self, number: u64, made: Made<LevelRef>) -> Result<Product, Message> {
        let Made { level, solution, optimal, unique } = made;
        let solution = level.verify(&solution).map_err(|refusal| {
            let message = words::WRONG_LEVEL.with("generator", self.order.generator);
            message.with("refusal", refusal).with("number", number).with("seed", self.order.seed)
        })?;
        let rated = self.order.rated || self.order.grade.is_some();
        let budget = Budget { cancel: self.stop.clone(), ..Budget::default() };
        let rating = if rated { rate(&level, &budget) } else { None };
        Ok(Product { number, level, solution, optimal, unique, rating })
    }
}

/// Takes what the workers find, in order.
struct Gathering<'a> {
    order: &'a Order,
    limits: Arc<Limits>,
    seen: HashSet<String>,
    harvest: Harvest,
    /// When somebody was told last how it goes.
    last_told: Duration,
}

impl<'a> Gathering<'a> {
    fn new(order: &'a Order, limits: Arc<Limits>) -> Self {
        let harvest = Harvest {
            made: 0,
            tried: 0,
            next: order.from,
            duplicates: 0,
            other_grades: 0,
            nearest: None,
            elapsed: Duration::ZERO,
            end: End::Tries,
        };
        Gathering { order, limits, seen: HashSet::new(), harvest, last_told: Duration::ZERO }
    }

    /// One worker, here.
    fn make(
        mut self,
        mut worker: Worker<'_>,
        take: &mut dyn FnMut(Product) -> bool,
        watch: &mut dyn FnMut(&Harvest),
    ) -> Result<Harvest, Message> {
        while let Some((_, found)) = worker.next() {
            if let Some(end) = self.accept(found, take)? {
                return Ok(self.ended(end));
            }
            self.tell(watch);
        }
        let end = self.limits.end().unwrap_or(End::Tries);
        Ok(self.ended(end))
    }

    fn gather(
        mut self,
        receiver: &Receiver<(u64, Found)>,
        take: &mut dyn FnMut(Product) -> bool,
        watch: &mut dyn FnMut(&Harvest),
    ) -> Result<Harvest, Message> {
        let mut waiting = BTreeMap::new();
        loop {
            match receiver.recv_timeout(TICK) {
                Ok((number, found)) => drop(waiting.insert(number, found)),
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => {
                    let end = self.limits.end().unwrap_or(End::Tries);
                    return Ok(self.ended(end));
                }
            }
            while let Some(found) = waiting.remove(&self.harvest.next) {
                if let Some(end) = self.accept(found, take)? {
                    return Ok(self.ended(end));
                }
            }
            if let Some(end) = self.limits.end() {
                return Ok(self.ended(end));
            }
            self.tell(watch);
        }
    }

    /// Tells how it goes, now and then.
    fn tell(&mut self, watch: &mut dyn FnMut(&Harvest)) {
        let now = self.limits.begun.elapsed();
        if now.saturating_sub(self.last_told) >= TICK {
            (self.last_told, self.harvest.elapsed) = (now, now);
            watch(&self.harvest);
        }
    }

    fn ended(mut self, end: End) -> Harvest {
        self.harvest.elapsed = self.limits.begun.elapsed();
        self.harvest.end = end;
        self.harvest
    }

    fn accept(
        &mut self,
        found: Found,
        take: &mut dyn FnMut(Product) -> bool,
    ) -> Result<Option<End>, Message> {
        self.harvest.next += 1;
        self.harvest.tried += 1;
        match found {
            Found::Products(products) => {
                for product in products {
                    if let Some(end) = self.keep(product, take) {
                        return Ok(Some(end));
                    }
                }
            }
            // Where a grade is wished, what is rated comes before what is not.
            Found::Near(near) if self.order.grade.is_some() => {
                self.consider(Near { miss: near.miss.saturating_add(UNRATED), ..near });
            }
            Found::Near(near) => self.consider(near),
            Found::Nothing => {}
            Found::End => return Ok(Some(End::Exhausted)),
            Found::Wrong(message) => return Err(message),
        }
        Ok(None)
    }

    fn keep(&mut self, product: Product, take: &mut dyn FnMut(Product) -> bool) -> Option<End> {
        if let Some(miss) = self.grade_missed(&product) {
            self.harvest.other_grades += 1;
            self.consider(miss);
            return None;
        }
        if !self.is_new(&product.level) {
            self.harvest.duplicates += 1;
            return None;
        }
        self.harvest.made += 1;
        self.limits.made();
        if !take(product) {
            return Some(End::Cancelled);
        }
        (self.harvest.made >= self.order.count).then_some(End::Enough)
    }

    fn is_new(&mut self, level: &LevelRef) -> bool {
        let keys = match self.order.distinct {
            Distinct::Same => vec![level.id().to_string()],
            Distinct::Equal => level.kin().into_iter().take(1).collect(),
            Distinct::Alike => level.kin(),
        };
        if keys.iter().any(|key| self.seen.contains(key)) {
            return false;
        }
        self.seen.extend(keys);
        true
    }

    fn grade_missed(&self, product: &Product) -> Option<Near<LevelRef>> {
        let wanted = self.order.grade?;
        let points = product.rating.as_ref().map_or(0, Rating::points);
        let grade = product.rating.as_ref().map(Rating::grade);
        if grade == Some(wanted) {
            return None;
        }
        let (least, most) = (25 * wanted as u32, 25 * wanted as u32 + 24);
        let miss = least.saturating_sub(points) + points.saturating_sub(most);
        let what = words::GRADE_MISSED.with("points", points).with("grade", Grade::of(points));
        Some(Near { level: product.level.clone(), miss: u64::from(miss), what })
    }

    /// Remembers the level that came nearest to the wish, the first of equals.
    fn consider(&mut self, near: Near<LevelRef>) {
        if self.harvest.nearest.as_ref().is_none_or(|known| near.miss < known.miss) {
            self.harvest.nearest = Some(near);
        }
    }
}
