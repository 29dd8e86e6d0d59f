//! Live plays: the position of every play that someone has open, in memory, with the store behind it. A
//! move counts when it is in the store; only then is it shown. All tabs of one play look at the same
//! position, and each order of a tab is carried out once, however often it was sent.

use std::collections::HashMap;
use std::sync::{Arc, Mutex as StdMutex, PoisonError};
use std::time::{Duration, Instant};

use cpu_time::ThreadTime;
use ingenio_core::metric::counted;
use ingenio_core::{Cell, Gesture, Language, LevelRef, Message, Scene, Sense};
use ingenio_play::{Event, Line, Mode, Session};
use ingenio_store::{Holder, PlayId, PlayKey, PlayRow, Player, PlayerId, Store, Trouble, Win};
use serde::{Deserialize, Serialize};
use tokio::sync::{Mutex, OnceCell, OwnedMutexGuard, broadcast, watch};
use utoipa::ToSchema;

use crate::lives::House;
use crate::pages::frame::sentence;
use crate::problem::{Problem, Reply};
use crate::quotas;
use crate::scene::{BoardBody, CellBody, ChangeBody, DirBody, SpotBody, from_body};
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
/// No gesture makes more moves at once: the longest walk through a large maze.
const MOST_AT_ONCE: usize = 1000;
/// A move as text is short, and counts nothing in thousands.
const LONGEST_MOVE: usize = 4096;
/// Positions that a play keeps by name.
const MOST_KEPT: usize = 16;

/// What a tab wants done. `n` counts the tab's orders.
#[derive(Debug, Deserialize, ToSchema)]
pub struct Order {
    pub n: u64,
    #[serde(flatten)]
    pub wish: Wish,
}

#[derive(Debug, Deserialize, ToSchema)]
#[serde(tag = "do", rename_all = "kebab-case")]
pub enum Wish {
    Gesture {
        gesture: GestureBody,
    },
    /// A move as text.
    Move {
        text: String,
    },
    Undo,
    Redo,
    Restart,
    /// Back to where it was not lost.
    Back,
    /// Gives the position a name.
    Keep {
        name: String,
    },
    Recall {
        name: String,
    },
    Pause,
    /// To the other end of the level, where the puzzle is played from there too.
    Turn,
    /// The player is content with what there is, where as much as possible is wanted.
    Done,
    Mode {
        mode: ModeBody,
    },
}

#[derive(Clone, Copy, Debug, Default, Deserialize, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum ModeBody {
    #[default]
    Relax,
    Challenge,
}

impl From<ModeBody> for Mode {
    fn from(mode: ModeBody) -> Mode {
        match mode {
            ModeBody::Relax => Mode::Relax,
            ModeBody::Challenge => Mode::Challenge,
        }
    }
}

#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum GestureBody {
    Arrow(DirBody),
    Tap(SpotBody),
    Drag { from: SpotBody, through: Vec<CellBody> },
    Away(SpotBody),
    Shift(DirBody),
}

impl GestureBody {
    fn gesture(self, session: &Session) -> Gesture {
        let held = session.held();
        match self {
            GestureBody::Arrow(dir) => Gesture::Arrow { dir: dir.into(), held },
            GestureBody::Tap(spot) => Gesture::Tap { at: spot.into(), held },
            GestureBody::Drag { from, through } => {
                let size = session.scene().size;
                let inside = |cell: &Cell| {
                    usize::from(cell.row) < size.height && usize::from(cell.column) < size.width
                };
                let through = through.into_iter().map(from_body).filter(inside).collect();
                Gesture::Drag { from: from.into(), through }
            }
            GestureBody::Away(from) => Gesture::Away { from: from.into() },
            GestureBody::Shift(dir) => Gesture::Shift { dir: dir.into() },
        }
    }
}

/// Where a play stands, beside its board.
#[expect(clippy::struct_excessive_bools, reason = "each is a fact of its own that a page shows")]
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct StateBody {
    /// How many events are stored.
    pub number: usize,
    pub moves: usize,
    pub measures: Vec<(String, u64)>,
    #[schema(value_type = String)]
    pub figures: Message,
    pub won: bool,
    /// Did it take a hint above the first rung, or has its player seen a solution?
    pub helped: bool,
    /// Why it is lost, where that is known.
    #[schema(value_type = Option<String>)]
    pub stuck: Option<Message>,
    pub held: Option<SpotBody>,
    /// Milliseconds.
    pub clock: u64,
    pub running: bool,
    pub can_undo: bool,
    pub can_redo: bool,
    /// Can it be played from the other end?
    pub can_turn: bool,
    /// Is it being played from there?
    pub backwards: bool,
    /// May the player say that this is enough?
    pub can_be_done: bool,
    pub stars: Option<u8>,
    #[schema(value_type = Option<String>)]
    pub said: Option<Message>,
    pub mode: ModeBody,
    pub kept: Vec<String>,
    /// The best known, as a sentence.
    #[schema(value_type = Option<String>)]
    pub record: Option<Message>,
}

/// What a tab is told.
#[derive(Debug, Serialize)]
#[serde(tag = "is", rename_all = "lowercase")]
enum Told<'a> {
    Board {
        board: BoardBody,
        state: &'a StateBody,
    },
    Change {
        #[serde(flatten)]
        change: ChangeBody,
        state: &'a StateBody,
    },
    Refused {
        message: String,
    },
}

/// A message to all tabs, without the number of each tab's own order.
pub type Update = Arc<str>;

fn told(reader: Language, told: &Told<'_>) -> Update {
    reader.json(told).expect("messages are plain data").into()
}

/// One open play.
pub struct Live {
    pub key: PlayKey,
    /// Its row in the store. Opening a level makes none: the first thing that happens does.
    row: OnceCell<PlayId>,
    pub level: LevelRef,
    player: Player,
    store: Store,
    /// Those who work on large boards.
    hands: Thinkers,
    desk: Arc<Mutex<Desk>>,
    updates: broadcast::Sender<Update>,
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
pub struct Greeting {
    scene: Arc<Scene>,
    state: StateBody,
    reader: Language,
}

impl Greeting {
    pub fn is_large(&self) -> bool {
        self.scene.size.cells() > SMALL_BOARD
    }

    pub fn draw(&self) -> Update {
        told(self.reader, &Told::Board { board: BoardBody::of(&self.scene), state: &self.state })
    }
}

/// What the orders change.
struct Desk {
    session: Session,
    scene: Arc<Scene>,
    mode: ModeBody,
    /// The last order of each tab that was carried out.
    tabs: HashMap<String, u64>,
    stars: Option<u8>,
    record: Option<Message>,
    helped: bool,
    turns: bool,
    /// What is known to be possible.
    aim: Option<u64>,
    /// Events that the player has room for in this play.
    room: usize,
    /// The language of its player.
    reader: Language,
    /// Processor time of the order that is being carried out.
    spent: Duration,
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
    pub refused: Option<Update>,
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
        let of = level.clone();
        let resumed = hands.run(move || {
            let mut session = Session::resume(of.clone(), &events)?;
            session.aim_at(aim);
            let (scene, turns) = (session.scene(), of.play_backwards().is_some());
            Ok((session, scene, turns))
        });
        let (session, scene, turns) = resumed.await?.map_err(Problem::bad)?;
        let record = record_line(store, &level).await?;
        let desk = Desk {
            session,
            scene: Arc::new(scene),
            mode,
            tabs: HashMap::new(),
            stars: None,
            record: Some(record),
            helped,
            turns,
            aim,
            room,
            reader: Language::default(),
            spent: Duration::ZERO,
        };
        let (updates, _) = broadcast::channel(BACKLOG);
        let (store, touched) = (store.clone(), StdMutex::new(Instant::now()));
        let (gone, _) = watch::channel(false);
        let (row, hands, desk) = (OnceCell::new(), hands.clone(), Arc::new(Mutex::new(desk)));
        Ok(Live { key, row, level, player, store, hands, desk, updates, touched, gone })
    }

    /// Its row, if anything has happened in it.
    pub fn row(&self) -> Option<PlayId> {
        self.row.get().copied()
    }

    /// Its row, made now if there is none.
    pub async fn stored(&self) -> Reply<PlayId> {
        let mode = self.desk.lock().await.mode;
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

    pub const fn player(&self) -> PlayerId {
        self.player.id
    }

    pub fn subscribe(&self) -> broadcast::Receiver<Update> {
        self.updates.subscribe()
    }

    /// Where it stands, for a tab that comes or comes back; and the tab's last order that was carried out.
    pub async fn greeting(&self, tab: &str, reader: Language) -> Reply<(Greeting, u64)> {
        let mut held = self.hold().await;
        // All tabs are of one player, and speak as the last of them that came.
        held.desk().reader = reader;
        let done = held.desk().tabs.get(tab).copied().unwrap_or(0);
        let greet = move |desk: &mut Desk| {
            let begins = desk.helped && desk.session.events().is_empty();
            let said = begins.then(|| words::HELPED_FROM_START.say());
            Greeting { scene: desk.scene.clone(), state: desk.state(said), reader }
        };
        Ok((held.timed(&self.hands, greet).await?, done))
    }

    async fn hold(&self) -> Held {
        Held { desk: Some(self.desk.clone().lock_owned().await), home: self.desk.clone() }
    }

    /// The way to here, and what the clock shows.
    pub async fn position(&self) -> Reply<(Line, Duration)> {
        let position = |desk: &mut Desk| (desk.session.line(), desk.session.clock().shows(Self::now()));
        self.hold().await.timed(&self.hands, position).await
    }

    /// How large the board is.
    pub async fn cells(&self) -> usize {
        self.desk.lock().await.scene.size.cells()
    }

    /// From here on it is helped.
    pub async fn help(&self) {
        self.desk.lock().await.helped = true;
    }

    /// How the play is played, and whether it is won.
    pub async fn standing(&self) -> (Mode, bool) {
        let desk = self.desk.lock().await;
        (desk.mode.into(), desk.session.won())
    }

    /// Carries an order out, once.
    pub async fn perform(&self, tab: &str, order: Order) -> Done {
        *self.touched.lock().unwrap_or_else(PoisonError::into_inner) = Instant::now();
        let mut held = self.hold().await;
        let desk = held.desk();
        let done = desk.tabs.get(tab).copied().unwrap_or(0);
        if order.n <= done || *self.gone.borrow() {
            return Done { number: done, refused: None, events: 0, spent: Duration::ZERO };
        }
        let before = desk.session.events().len();
        desk.spent = Duration::ZERO;
        desk.remember(tab, order.n);
        let refused = match self.follow(&mut held, order.wish).await {
            Ok(update) => {
                // Nobody listening is no failure: the tab may just have gone.
                let _ = self.updates.send(update);
                None
            }
            Err(problem) => {
                let reader = held.desk().reader;
                let message = sentence(&reader.say(problem.message()));
                Some(told(reader, &Told::Refused { message }))
            }
        };
        let desk = held.desk();
        let events = desk.session.events().len().saturating_sub(before);
        Done { number: order.n, refused, events, spent: desk.spent }
    }

    /// Carries an order out and says what changed.
    async fn follow(&self, held: &mut Held, wish: Wish) -> Reply<Update> {
        let said = self.carry_out(held, wish).await?;
        held.timed(&self.hands, move |desk| desk.update(said)).await
    }

    async fn carry_out(&self, held: &mut Held, wish: Wish) -> Reply<Option<Message>> {
        let desk = held.desk();
        let before = desk.session.events().len();
        if before >= MOST_EVENTS.min(desk.room) {
            return Err(Problem::bad(words::PLAY_TOO_LONG.with("most", before)));
        }
        let was_won = desk.session.won();
        if let Wish::Mode { mode } = &wish {
            if desk.session.has_begun() {
                return Err(Problem::bad(words::MODE_FIXED.say()));
            }
            // Without a row the first move stores it.
            if let Some(row) = self.row.get() {
                self.store.set_mode(*row, (*mode).into()).await?;
            }
        }
        let said = held.timed(&self.hands, move |desk| desk.apply(wish, Self::now())).await??;
        let desk = held.desk();
        let events = desk.session.events()[before..].to_vec();
        let stored = if desk.session.won() && !was_won {
            self.win(desk, before, &events).await.map(Some)
        } else if events.is_empty() {
            Ok(said)
        } else {
            let ended = desk.session.won();
            self.append((desk.mode, before), &events, ended).await.map(|()| said)
        };
        match stored {
            Ok(said) => Ok(said),
            // What is not stored did not happen.
            Err(lost) => {
                held.timed(&self.hands, move |desk| desk.forget_after(before)).await?;
                match lost {
                    Lost::Trouble(Trouble::Conflict { .. }) => self.catch_up(held).await,
                    Lost::Trouble(trouble) => Err(trouble.into()),
                    Lost::Problem(problem) => Err(problem),
                }
            }
        }
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
        let mode = held.desk().mode;
        let (level, store, play) = (self.level.clone(), self.store.clone(), self.row_in(mode).await?);
        let events = self.hands.wait(async move { store.events(play).await }).await??;
        let resume = move |desk: &mut Desk| {
            Session::resume(level, &events).map(|session| {
                desk.session = session;
                desk.session.aim_at(desk.aim);
            })
        };
        held.timed(&self.hands, resume).await?.map_err(Problem::bad)?;
        Ok(Some(words::WENT_ON_ELSEWHERE.say()))
    }

    /// A play was won: the referee looks at it, then it is stored with its last moves, and counts.
    async fn win(&self, desk: &mut Desk, before: usize, events: &[Event]) -> Result<Message, Lost> {
        let solution = self.level.verify(desk.session.play().solution().as_str());
        let solution = solution.map_err(|refusal| Lost::Problem(Problem::bad(refusal.message)))?;
        let solved = desk.session.solved();
        let template = if solved { words::WON } else { words::PUT_DOWN };
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
            (true, true) => all.push(words::WON_HELPED.say()),
            (true, false) => all.push(words::WON_STARS.with("stars", won.stars)),
            (false, _) => {}
        }
        all.extend(desk.record.clone().filter(|_| !(won.solved && won.helped)));
        Ok(Message::all(all))
    }

    /// From now on nothing is taken for this play here; its lines close, and whoever still may comes again.
    pub async fn end(&self) {
        self.gone.send_replace(true);
        // What is under way is finished first.
        drop(self.desk.lock().await);
    }

    /// Ends when the play is no longer open to those who have its line.
    pub async fn ended(&self) {
        let mut gone = self.gone.subscribe();
        let _ = gone.wait_for(|gone| *gone).await;
    }
}

/// The desk in the hands of one order.
struct Held {
    desk: Option<OwnedMutexGuard<Desk>>,
    home: Arc<Mutex<Desk>>,
}

impl Held {
    fn desk(&mut self) -> &mut Desk {
        self.desk.as_mut().expect("what was lent came back")
    }

    /// Does a part of an order and counts its time. Where it may take more than a moment, another hand does it:
    /// those who answer everybody go on.
    async fn timed<T: Send + 'static>(
        &mut self,
        hands: &Thinkers,
        work: impl FnOnce(&mut Desk) -> T + Send + 'static,
    ) -> Reply<T> {
        let Some(mut desk) = self.desk.take_if(|desk| desk.is_large()) else {
            return Ok(self.desk().count(work));
        };
        let lent = hands.run(move || {
            let done = desk.count(work);
            (desk, done)
        });
        match lent.await {
            Ok((desk, done)) => {
                self.desk = Some(desk);
                Ok(done)
            }
            Err(broken) => {
                self.desk = Some(self.home.clone().lock_owned().await);
                Err(broken)
            }
        }
    }
}

impl Desk {
    fn apply(&mut self, wish: Wish, now: Duration) -> Reply<Option<Message>> {
        let session = &mut self.session;
        match wish {
            Wish::Gesture { gesture } => {
                let gesture = gesture.gesture(session);
                if session.size_of(&gesture) > MOST_AT_ONCE {
                    return Err(Problem::bad(words::TOO_MUCH_AT_ONCE.with("most", MOST_AT_ONCE)));
                }
                session.gesture(&gesture, now);
            }
            Wish::Move { text } => {
                let digits = text.split(|letter: char| !letter.is_ascii_digit());
                if text.len() > LONGEST_MOVE || digits.map(str::len).max() > Some(3) {
                    return Err(Problem::bad(words::TOO_MUCH_AT_ONCE.with("most", MOST_AT_ONCE)));
                }
                // All of it or nothing: what is refused leaves no trace, and needs no replay to take it back.
                session.rehearse(&text, MOST_AT_ONCE)?;
                session.apply(&text, now)?;
            }
            Wish::Undo => drop(session.undo(now)),
            Wish::Redo => drop(session.redo(now)),
            Wish::Restart => drop(session.restart(now)),
            Wish::Back => {
                let steps = session.undo_to_hope(now);
                return Ok(Some(words::WENT_BACK.with("count", steps)));
            }
            Wish::Keep { name } => {
                if name.chars().count() > 40 || name.chars().any(char::is_control) {
                    return Err(Problem::bad(words::BAD_SNAPSHOT.say()));
                }
                let is_new = session.snapshots().iter().all(|snapshot| snapshot.name != name);
                if is_new && session.snapshots().len() >= MOST_KEPT {
                    return Err(Problem::bad(words::TOO_MANY_SNAPSHOTS.with("most", MOST_KEPT)));
                }
                session.keep(&name, now);
            }
            Wish::Recall { name } => session.recall(&name, now)?,
            Wish::Pause => session.pause(now),
            Wish::Turn => session.turn(now)?,
            Wish::Done => drop(session.call_done(now)),
            Wish::Mode { mode } => {
                self.mode = mode;
                let words = match mode {
                    ModeBody::Relax => words::RELAX,
                    ModeBody::Challenge => words::CHALLENGE,
                };
                return Ok(Some(words.say()));
            }
        }
        Ok(None)
    }

    fn count<T>(&mut self, work: impl FnOnce(&mut Self) -> T) -> T {
        let begun = ThreadTime::now();
        let done = work(self);
        self.spent += begun.elapsed();
        done
    }

    /// May one order take longer than a moment?
    fn is_large(&self) -> bool {
        self.scene.size.cells() > SMALL_BOARD || self.session.events().len() > FEW_EVENTS
    }

    /// What has changed on the board since the last time, for all tabs.
    fn update(&mut self, said: Option<Message>) -> Update {
        let after = self.session.scene();
        let change = ChangeBody::between(&self.scene, &after);
        self.scene = Arc::new(after);
        told(self.reader, &Told::Change { change, state: &self.state(said) })
    }

    /// The position as it was after so many events.
    fn forget_after(&mut self, events: usize) {
        let kept = self.session.events()[..events].to_vec();
        if let Ok(session) = Session::resume(self.session.level().clone(), &kept) {
            self.session = session;
            self.session.aim_at(self.aim);
        }
    }

    fn remember(&mut self, tab: &str, order: u64) {
        // Tabs come and go; only the latest few can still send something again.
        if self.tabs.len() > 32 && !self.tabs.contains_key(tab) {
            self.tabs.clear();
        }
        self.tabs.insert(tab.to_owned(), order);
    }

    fn state(&self, said: Option<Message>) -> StateBody {
        let session = &self.session;
        let (measures, now) = (session.measures(), Live::now());
        StateBody {
            number: session.events().len(),
            moves: session.play().length(),
            figures: measures.said(),
            measures: measures
                .iter()
                .filter_map(|(name, _)| Some((name.to_owned(), measures.get(name)?)))
                .collect(),
            won: session.won(),
            helped: self.helped,
            stuck: session.stuck().map(|reason| words::SENTENCE.with("text", reason)),
            held: session.held().map(SpotBody::from),
            clock: u64::try_from(session.clock().shows(now).as_millis()).unwrap_or(u64::MAX),
            running: session.clock().is_running(),
            can_undo: session.can_undo(),
            can_redo: session.can_redo(),
            can_turn: self.turns,
            backwards: session.play().is_backwards(),
            can_be_done: session.can_be_called_done(),
            stars: self.stars,
            said,
            mode: self.mode,
            kept: session.snapshots().iter().map(|snapshot| snapshot.name.clone()).collect(),
            record: self.record.clone(),
        }
    }
}

/// What is known to be possible in the first metric.
async fn known_best(store: &Store, level: &LevelRef) -> Reply<Option<u64>> {
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
