//! Live plays: the position of every play that someone has open, in memory, with the store behind it. A
//! move counts when it is in the store; only then is it shown. All tabs of one play look at the same
//! position, and each order of a tab is carried out once, however often it was sent.

use std::collections::HashMap;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex as StdMutex, PoisonError};
use std::time::{Duration, Instant};

use cpu_time::ThreadTime;
use ingenio_core::metric::counted;
use ingenio_core::{Language, LevelRef, Message, Scene, Sense};
use ingenio_desk::{Desk, ModeBody, Order, StateBody, Told, Wish};
use ingenio_play::{Event, Line, Mode, tries};
use ingenio_store::{Holder, PlayId, PlayKey, PlayRow, Player, PlayerId, RaceCode, Store, Trouble, Win};
use tokio::sync::{Mutex, OnceCell, OwnedMutexGuard, broadcast, watch};

use crate::lives::House;
use crate::problem::{Problem, Reply};
use crate::quotas;
use crate::thinkers::Thinkers;
use crate::words;

/// Updates that a slow tab may be behind before it gets the whole board instead.
const BACKLOG: usize = 16;
/// A play that nobody looks at is forgotten after this time; the store has it. Long enough for a line that is
/// lost and comes back.
const IDLE: Duration = Duration::from_secs(20);
/// On boards of up to so many cells, after so many events, an order takes well under a millisecond.
const SMALL_BOARD: usize = 200;
const FEW_EVENTS: usize = 500;
/// No play needs more: a wish for more is a mistake or an attack.
pub const MOST_EVENTS: usize = 50_000;
/// Hints of one play that are kept.
pub const MOST_HINTS: u64 = 1000;

/// A message to all tabs, without the number of each tab's own order.
#[derive(Clone, Debug)]
pub struct Update {
    /// What happened, for pages that know the rules.
    pub events: Arc<str>,
    /// What changed on the board, if anybody here needs it drawn.
    pub drawn: Option<Arc<str>>,
}

/// How a line wants to be told of a play.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Wants {
    /// Boards, drawn.
    Drawings,
    /// What happened: the page knows the rules.
    Events,
}

/// A line that looks at a play. Nothing is drawn for nobody.
#[derive(Debug)]
pub struct Onlooker {
    live: Arc<Live>,
    pub wants: Wants,
}

impl Drop for Onlooker {
    fn drop(&mut self) {
        if self.wants == Wants::Drawings {
            self.live.drawn_for.fetch_sub(1, Ordering::Relaxed);
        }
    }
}

/// One open play.
pub struct Live {
    pub key: PlayKey,
    /// Its row in the store. Opening a level makes none: the first thing that happens does.
    row: OnceCell<PlayId>,
    pub level: LevelRef,
    /// The race that it is part of.
    pub race: Option<RaceCode>,
    player: Player,
    store: Store,
    /// Those who work on large boards.
    hands: Thinkers,
    table: Arc<Mutex<Table>>,
    updates: broadcast::Sender<Update>,
    /// How many lines need drawings.
    drawn_for: AtomicUsize,
    touched: StdMutex<Instant>,
    /// Is it closed here, because it is no longer its player's or its player is gone?
    gone: watch::Sender<bool>,
}

impl std::fmt::Debug for Live {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Live({})", self.key)
    }
}

/// All that a tab needs to know at first. To draw a large board takes a while: not for those who answer.
#[derive(Debug)]
pub enum Greeting {
    Events(Arc<str>),
    Drawing { scene: Arc<Scene>, state: Box<StateBody>, reader: Language },
}

impl Greeting {
    pub fn is_large(&self) -> bool {
        matches!(self, Greeting::Drawing { scene, .. } if scene.size.cells() > SMALL_BOARD)
    }

    pub fn text(&self) -> Arc<str> {
        match self {
            Greeting::Events(text) => text.clone(),
            Greeting::Drawing { scene, state, reader } => Desk::drawn(*reader, scene, state).into(),
        }
    }
}

/// What the orders change.
struct Table {
    desk: Desk,
    /// The last order of each tab that was carried out.
    tabs: HashMap<String, u64>,
    /// Events that the player has room for in this play.
    room: usize,
    /// Processor time of the order that is being carried out.
    spent: Duration,
}

/// What an order stores beside events.
enum Aside {
    Nothing,
    Mode,
    Hint(u8),
}

impl Aside {
    const fn of(wish: &Wish) -> Self {
        match wish {
            Wish::Mode { .. } => Aside::Mode,
            Wish::Hinted { rung } => Aside::Hint(*rung),
            _ => Aside::Nothing,
        }
    }
}

/// Why an order was not carried out.
enum Lost {
    Trouble(Trouble),
    Problem(Problem),
}

/// What came of an order.
#[derive(Debug)]
pub struct Done {
    /// The last order of the tab that was carried out, or refused.
    pub number: u64,
    /// Why it was refused: only this tab is told. Else all tabs were.
    pub refused: Option<Arc<str>>,
    /// Is the play won now?
    pub won: bool,
    /// Events that it made, and the processor time that it took.
    pub events: usize,
    pub spent: Duration,
}

impl Live {
    fn now() -> Duration {
        static BEGUN: std::sync::LazyLock<Instant> = std::sync::LazyLock::new(Instant::now);
        BEGUN.elapsed()
    }

    /// The play of a row.
    pub async fn open(house: House<'_>, row: PlayRow, player: Player, level: LevelRef) -> Reply<Self> {
        let (store, play) = (house.store.clone(), row.id);
        let events = house.hands.wait(async move { store.events(play).await }).await??;
        let mode = if row.mode == Mode::Challenge.word() { ModeBody::Challenge } else { ModeBody::Relax };
        let live = Self::resume(house, row.key, player, (level, mode), events, row.helped.is_some()).await?;
        Ok(Live { row: OnceCell::new_with(Some(row.id)), ..live })
    }

    /// A play that nobody has moved in.
    pub async fn begin(
        house: House<'_>,
        key: PlayKey,
        player: Player,
        (level, mode): (LevelRef, ModeBody),
    ) -> Reply<Self> {
        let helped = house.store.saw_lately(player.id, level.id()).await?;
        Self::resume(house, key, player, (level, mode), Vec::new(), helped).await
    }

    async fn resume(
        House { store, hands }: House<'_>,
        key: PlayKey,
        player: Player,
        (level, mode): (LevelRef, ModeBody),
        events: Vec<Event>,
        helped: bool,
    ) -> Reply<Self> {
        let room = quotas::room_in(store, &player, events.len() as u64).await?;
        let aim = known_best(store, &level).await?;
        let race = store.race_of_play(key).await?.map(|race| race.code);
        let of = level.clone();
        let resumed = hands.run(move || Desk::resume(&of, &events, mode, aim));
        let mut desk = resumed.await?.map_err(Problem::bad)?;
        desk.record = Some(record_line(store, &level).await?);
        desk.helped = helped;
        let table = Table { desk, tabs: HashMap::new(), room, spent: Duration::ZERO };
        let (updates, _) = broadcast::channel(BACKLOG);
        let (store, touched) = (store.clone(), StdMutex::new(Instant::now()));
        let (gone, _) = watch::channel(false);
        let (row, hands, table) = (OnceCell::new(), hands.clone(), Arc::new(Mutex::new(table)));
        let drawn_for = AtomicUsize::new(0);
        Ok(Live { key, row, level, race, player, store, hands, table, updates, drawn_for, touched, gone })
    }

    /// Its row, if anything has happened in it.
    pub fn row(&self) -> Option<PlayId> {
        self.row.get().copied()
    }

    /// Its row, made now if there is none.
    pub async fn stored(&self) -> Reply<PlayId> {
        let mode = self.table.lock().await.desk.mode;
        self.row_in(mode).await
    }

    async fn row_in(&self, mode: ModeBody) -> Reply<PlayId> {
        let begin = || self.store.begin_as(self.key, self.player.id, &self.level, mode.into());
        Ok(*self.row.get_or_try_init(begin).await?)
    }

    /// Does nobody look at it, and has nobody for a while?
    pub fn is_idle(&self) -> bool {
        let touched = *self.touched.lock().unwrap_or_else(PoisonError::into_inner);
        self.updates.receiver_count() == 0 && touched.elapsed() >= IDLE
    }

    pub fn is_watched(&self) -> bool {
        self.updates.receiver_count() > 0
    }

    /// Its row and how many events it has here; nothing where it has no row or is being worked on.
    pub fn glance(&self) -> Option<(PlayId, u64)> {
        let table = self.table.try_lock().ok()?;
        Some((self.row()?, table.desk.session().events().len() as u64))
    }

    /// It went on at another server: all tabs here are told.
    pub async fn follow_elsewhere(&self) -> Reply<()> {
        let mut held = self.hold().await;
        let before = held.table().desk.session().events().len();
        // A sentence would be told with every move of the other tab.
        self.catch_up(&mut held).await?;
        if held.table().desk.session().events().len() > before {
            let drawn = self.drawn_for.load(Ordering::Relaxed) > 0;
            let update = held.timed(&self.hands, move |table| table.update(0, None, drawn)).await?;
            let _ = self.updates.send(update);
        }
        Ok(())
    }

    pub const fn owner(&self) -> &Player {
        &self.player
    }

    pub const fn player(&self) -> PlayerId {
        self.player.id
    }

    pub fn subscribe(&self) -> broadcast::Receiver<Update> {
        self.updates.subscribe()
    }

    /// From now on a line looks at it.
    pub fn look(self: &Arc<Self>, wants: Wants) -> Onlooker {
        if wants == Wants::Drawings {
            self.drawn_for.fetch_add(1, Ordering::Relaxed);
        }
        Onlooker { live: self.clone(), wants }
    }

    /// Where it stands, for a tab that comes or comes back; and the tab's last order that was carried out.
    pub async fn greeting(&self, tab: &str, reader: Language, wants: Wants) -> Reply<(Greeting, u64)> {
        let mut held = self.hold().await;
        let table = held.table();
        // All tabs are of one player, and speak as the last of them that came.
        table.desk.reader = reader;
        let done = table.tabs.get(tab).copied().unwrap_or(0);
        let greet = move |table: &mut Table| {
            let desk = &mut table.desk;
            let begins = desk.helped && desk.session().events().is_empty();
            let said = begins.then(|| words::HELPED_FROM_START.say());
            if wants == Wants::Events {
                return Greeting::Events(desk.events_after(0, said, Self::now()).into());
            }
            let (scene, state) = desk.board(said, Self::now());
            Greeting::Drawing { scene, state: Box::new(state), reader }
        };
        Ok((held.timed(&self.hands, greet).await?, done))
    }

    async fn hold(&self) -> Held {
        Held { table: Some(self.table.clone().lock_owned().await), home: self.table.clone() }
    }

    /// The way to here, and what the clock shows.
    pub async fn position(&self) -> Reply<(Line, Duration)> {
        let position = |table: &mut Table| {
            let session = table.desk.session();
            (session.line(), session.clock().shows(Self::now()))
        };
        self.hold().await.timed(&self.hands, position).await
    }

    /// The ways that its player took back.
    pub async fn tries(&self) -> Reply<Vec<Vec<String>>> {
        let events = self.table.lock().await.desk.session().events().to_vec();
        let level = self.level.clone();
        self.hands.run(move || tries(&level, &events)).await
    }

    /// How large the board is.
    pub async fn cells(&self) -> usize {
        self.table.lock().await.desk.scene().size.cells()
    }

    /// From here on it is helped.
    pub async fn help(&self) {
        self.table.lock().await.desk.helped = true;
    }

    /// How the play is played, and whether it is won.
    pub async fn standing(&self) -> (Mode, bool) {
        let table = self.table.lock().await;
        (table.desk.mode.into(), table.desk.session().won())
    }

    /// Carries an order out, once.
    pub async fn perform(&self, tab: &str, order: Order) -> Done {
        *self.touched.lock().unwrap_or_else(PoisonError::into_inner) = Instant::now();
        let mut held = self.hold().await;
        let table = held.table();
        let done = table.tabs.get(tab).copied().unwrap_or(0);
        if order.n <= done || *self.gone.borrow() {
            return Done { number: done, refused: None, won: false, events: 0, spent: Duration::ZERO };
        }
        let before = table.desk.session().events().len();
        table.spent = Duration::ZERO;
        table.remember(tab, order.n);
        let refused = match self.follow(&mut held, order.wish).await {
            Ok(update) => {
                // Nobody listening is no failure: the tab may just have gone.
                let _ = self.updates.send(update);
                None
            }
            Err(problem) => {
                let reader = held.table().desk.reader;
                let message = reader.whole_sentence(problem.message());
                Some(Told::Refused { message }.text(reader).into())
            }
        };
        let table = held.table();
        let events = table.desk.session().events().len().saturating_sub(before);
        let won = table.desk.session().won();
        Done { number: order.n, refused, won, events, spent: table.spent }
    }

    /// Carries an order out and says what changed.
    async fn follow(&self, held: &mut Held, wish: Wish) -> Reply<Update> {
        let (from, said) = self.carry_out(held, wish).await?;
        let drawn = self.drawn_for.load(Ordering::Relaxed) > 0;
        held.timed(&self.hands, move |table| table.update(from, said, drawn)).await
    }

    /// Carries an order out; tells after how many events it began, and what there is to say.
    async fn carry_out(&self, held: &mut Held, wish: Wish) -> Reply<(usize, Option<Message>)> {
        let table = held.table();
        let before = table.desk.session().events().len();
        if before >= MOST_EVENTS.min(table.room) {
            return Err(Problem::bad(words::PLAY_TOO_LONG.with("most", before)));
        }
        let was_won = table.desk.session().won();
        let aside = Aside::of(&wish);
        let said = held.timed(&self.hands, move |table| table.desk.apply(wish, Self::now())).await??;
        let desk = &mut held.table().desk;
        match (aside, self.row.get()) {
            // Without a row the first move stores it.
            (Aside::Mode, Some(row)) => self.store.set_mode(*row, desk.mode.into()).await?,
            (Aside::Hint(rung), _) => {
                let at = desk.session().clock().shows(Self::now());
                self.keep_hint(desk.mode, at, rung).await?;
            }
            _ => {}
        }
        let events = desk.session().events()[before..].to_vec();
        let stored = if desk.session().won() && !was_won {
            self.win(desk, before, &events).await.map(Some)
        } else if events.is_empty() {
            Ok(said)
        } else {
            let ended = desk.session().won();
            self.append((desk.mode, before), &events, ended).await.map(|()| said)
        };
        match stored {
            Ok(said) => Ok((before, said)),
            // What is not stored did not happen.
            Err(lost) => {
                held.timed(&self.hands, move |table| table.desk.forget_after(before)).await?;
                match lost {
                    Lost::Trouble(Trouble::Conflict { .. }) => Ok((0, self.catch_up(held).await?)),
                    Lost::Trouble(trouble) => Err(trouble.into()),
                    Lost::Problem(problem) => Err(problem),
                }
            }
        }
    }

    /// A hint counts, whoever gave it; a play keeps so many and no more.
    async fn keep_hint(&self, mode: ModeBody, at: Duration, rung: u8) -> Reply<()> {
        let row = self.row_in(mode).await?;
        let taken = self.store.play(row).await?.map_or(0, |row| row.hints);
        if taken < MOST_HINTS {
            self.store.hint_taken(row, at, rung).await?;
        }
        Ok(())
    }

    /// Stores events after the first `before` ones; the first of all begin the play, in its mode.
    async fn append(
        &self,
        (mode, before): (ModeBody, usize),
        events: &[Event],
        ended: bool,
    ) -> Result<(), Lost> {
        let row = self.row_in(mode).await.map_err(Lost::Problem)?;
        let added = self.store.append(row, before as u64, events, None, ended).await;
        added.map(drop).map_err(Lost::Trouble)
    }

    /// Another server went on with this play: its position is the one that counts.
    async fn catch_up(&self, held: &mut Held) -> Reply<Option<Message>> {
        let mode = held.table().desk.mode;
        let (store, play) = (self.store.clone(), self.row_in(mode).await?);
        let events = self.hands.wait(async move { store.events(play).await }).await??;
        let resume = move |table: &mut Table| table.desk.stand_after(&events);
        held.timed(&self.hands, resume).await?.map_err(Problem::bad)?;
        Ok(Some(ingenio_desk::words::WENT_ON_ELSEWHERE.say()))
    }

    /// A play was won: the referee looks at it, then it is stored with its last moves, and counts.
    async fn win(&self, desk: &mut Desk, before: usize, events: &[Event]) -> Result<Message, Lost> {
        let solution = self.level.verify(desk.session().play().solution().as_str());
        let solution = solution.map_err(|refusal| Lost::Problem(Problem::bad(refusal.message)))?;
        let solved = desk.session().solved();
        let template = if solved { ingenio_desk::words::WON } else { ingenio_desk::words::PUT_DOWN };
        let said = template.with("figures", solution.measures());
        let place = (self.row_in(desk.mode).await.map_err(Lost::Problem)?, before as u64);
        let win = Win { solution, solved };
        let won = self.store.append_and_win(place, events, self.player.id, &self.level, win).await;
        let won = won.map_err(Lost::Trouble)?;
        desk.stars = won.solved.then_some(won.stars);
        // The win is stored: whatever happens to the record line does not undo it.
        desk.record = record_line(&self.store, &self.level).await.ok().or(desk.record.take());
        let mut all = vec![said];
        match (won.solved, won.helped) {
            (true, true) => all.push(ingenio_desk::words::WON_HELPED.say()),
            (true, false) => all.push(ingenio_desk::words::WON_STARS.with("stars", won.stars)),
            (false, _) => {}
        }
        all.extend(desk.record.clone().filter(|_| !(won.solved && won.helped)));
        Ok(Message::all(all))
    }

    /// From now on nothing is taken for this play here; its lines close, and whoever still may comes again.
    pub async fn end(&self) {
        self.gone.send_replace(true);
        // What is under way is finished first.
        drop(self.table.lock().await);
    }

    /// Ends when the play is no longer open to those who have its line.
    pub async fn ended(&self) {
        let mut gone = self.gone.subscribe();
        let _ = gone.wait_for(|gone| *gone).await;
    }
}

/// The table in the hands of one order.
struct Held {
    table: Option<OwnedMutexGuard<Table>>,
    home: Arc<Mutex<Table>>,
}

impl Held {
    fn table(&mut self) -> &mut Table {
        self.table.as_mut().expect("what was lent came back")
    }

    /// Does a part of an order and counts its time. Where it may take more than a moment, another hand does it:
    /// those who answer everybody go on.
    async fn timed<T: Send + 'static>(
        &mut self,
        hands: &Thinkers,
        work: impl FnOnce(&mut Table) -> T + Send + 'static,
    ) -> Reply<T> {
        let Some(mut table) = self.table.take_if(|table| table.is_large()) else {
            return Ok(self.table().count(work));
        };
        let lent = hands.run(move || {
            let done = table.count(work);
            (table, done)
        });
        match lent.await {
            Ok((table, done)) => {
                self.table = Some(table);
                Ok(done)
            }
            Err(broken) => {
                self.table = Some(self.home.clone().lock_owned().await);
                Err(broken)
            }
        }
    }
}

impl Table {
    fn count<T>(&mut self, work: impl FnOnce(&mut Self) -> T) -> T {
        let begun = ThreadTime::now();
        let done = work(self);
        self.spent += begun.elapsed();
        done
    }

    /// May one order take longer than a moment?
    fn is_large(&self) -> bool {
        let session = self.desk.session();
        self.desk.scene().size.cells() > SMALL_BOARD || session.events().len() > FEW_EVENTS
    }

    /// What has changed since so many events, for all tabs.
    fn update(&mut self, from: usize, said: Option<Message>, drawn: bool) -> Update {
        let now = Live::now();
        let events = self.desk.events_after(from, said.clone(), now).into();
        Update { events, drawn: drawn.then(|| self.desk.change(said, now).into()) }
    }

    fn remember(&mut self, tab: &str, order: u64) {
        // Tabs come and go; only the latest few can still send something again.
        if self.tabs.len() > 32 && !self.tabs.contains_key(tab) {
            self.tabs.clear();
        }
        self.tabs.insert(tab.to_owned(), order);
    }
}

/// What is known to be possible in the first metric.
pub async fn known_best(store: &Store, level: &LevelRef) -> Reply<Option<u64>> {
    let metric = level.puzzle().info().metrics.first().map_or("", |metric| metric.name);
    let record = store.record(level.id(), metric).await?;
    Ok(record.and_then(|record| u64::try_from(record.value?).ok()))
}

/// The best known, as a sentence; a level without a record says so.
pub async fn record_line(store: &Store, level: &LevelRef) -> Reply<Message> {
    let metric = level.puzzle().info().metrics.first();
    let record = store.record(level.id(), metric.map_or("", |metric| metric.name)).await?;
    let Some(record) = record else { return Ok(words::NO_RECORD.say()) };
    let holder = match &record.holder {
        Holder::Person(_) | Holder::Someone => record.holder.said(),
        Holder::Method(name) => words::MACHINE.with("method", name),
    };
    let (Some(metric), Some(value)) = (metric, record.value) else {
        return Ok(words::RECORD_PLAIN.with("holder", holder));
    };
    let template = match (record.proved, metric.sense) {
        (false, _) => words::RECORD,
        (true, Sense::Least) => words::RECORD_FEWEST,
        (true, Sense::Most) => words::RECORD_MOST,
    };
    let figure = counted(metric.name, u64::try_from(value).unwrap_or(0));
    Ok(template.with("figure", figure).with("holder", holder))
}
