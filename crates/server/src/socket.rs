//! The live line of a play: orders come in, what happened goes out to every tab that looks. An idle line costs
//! little: small buffers, and large boards go out in parts. It ends with the session that opened it.

use std::num::NonZeroU32;
use std::sync::Arc;
use std::time::{Duration, Instant};

use axum::extract::ws::{CloseFrame, Message, WebSocket, WebSocketUpgrade};
use axum::extract::{Extension, Path, Query, State};
use axum::http::StatusCode;
use axum::response::Response;
use governor::{DefaultDirectRateLimiter, Quota, RateLimiter};
use ingenio_core::Language;
use serde::Deserialize;
use tokio::sync::broadcast::error::RecvError;
use tokio::sync::{OwnedSemaphorePermit, watch};
use tokio::time::timeout;
use utoipa::IntoParams;

use crate::app::App;
use crate::drafts::Draft;
use crate::fair::Asker;
use crate::live::{Done, Live, Onlooker, Update, Wants};
use crate::plays::key;
use crate::problem::{Problem, ProblemBody, Reply};
use crate::sessions::Token;
use crate::visitor::Visitor;
use crate::watchdog::watched;
use crate::words;
use ingenio_desk::{ModeBody, Order, Wish};

/// No order is longer.
const LONGEST: usize = 64 << 10;
/// What is read at once: an order is short. The usual 128 KiB would be for good.
const READ_BUFFER: usize = 2 << 10;
/// A message that is longer goes out in parts, so that no line keeps room for a whole board of megabytes.
const PART: usize = 16 << 10;
/// A tab that takes longer to take a message is gone.
const PATIENCE: Duration = Duration::from_secs(10);
/// A line on which nothing happens is asked whether anybody is there; who then says nothing is not.
const QUIET: Duration = Duration::from_secs(30);
/// So often the store is asked whether the session is still open: it may have been closed by another program.
const CHECKED: Duration = Duration::from_mins(1);
/// Orders of one line in a second, on average; a person makes ten.
const ORDERS_PER_SECOND: u32 = 60;
/// Events of one order that cost as much as another order, and processor time that does: together with the pace,
/// a line uses a thirtieth of a processor at most.
const EVENTS_PER_ORDER: usize = 20;
const TIME_PER_ORDER: Duration = Duration::from_micros(500);

#[derive(Deserialize, IntoParams)]
pub struct Arrival {
    /// The tab's own name, so that an order sent twice is carried out once.
    #[serde(default)]
    tab: String,
    /// The level, for a play that has not been moved in: nothing else knows it after a restart.
    level: Option<String>,
    /// How such a play is played.
    #[serde(default)]
    mode: ModeBody,
    /// Does the page know the rules? Then it is told what happened, and draws that itself.
    #[serde(default)]
    rules: bool,
}

/// The live line of a play: a WebSocket. Orders are `Order` objects; answers are objects with `is`:
/// `board` (everything), `change` (what changed) or `refused` (why not), and `done`, the last order
/// of this tab that was carried out. With `rules` the answers are `events`: what happened after the first
/// `from` events of the play, at first all of it. A long answer comes in parts: texts that begin with `+`, and at last one
/// that begins with `=`; without those letters they are the answer.
#[utoipa::path(get, path = "/api/plays/{key}/live", tag = "plays", params(("key" = String, Path), Arrival),
    responses((status = 101, description = "the line is open"), (status = 403, body = ProblemBody), (status = 404, body = ProblemBody),
              (status = 429, description = "too many lines at once", body = ProblemBody)))]
pub async fn live(
    State(app): State<App>,
    visitor: Visitor,
    place: Option<Extension<Arc<OwnedSemaphorePermit>>>,
    Path(name): Path<String>,
    Query(tab): Query<Arrival>,
    upgrade: WebSocketUpgrade,
) -> Reply<Response> {
    let (network, token, asker) = (visitor.address, visitor.token, visitor.asker());
    let reader = visitor.language;
    let key = key(&name)?;
    if let (Some(level), Some(player)) = (&tab.level, &visitor.player)
        && app.store.play_by_key(key).await?.is_none()
    {
        app.lives.expect(player.id, key, Draft { level: app.level(level).await?.id(), mode: tab.mode });
    }
    let live = app.live(key, visitor).await?;
    let seat = app.lines.take(live.key, live.player(), network)?;
    let token = token.ok_or_else(|| Problem::new(StatusCode::UNAUTHORIZED, words::LOG_IN_FIRST.say()))?;
    let name: String = tab.tab.chars().take(64).collect();
    let upgrade = upgrade.max_message_size(LONGEST).max_frame_size(LONGEST);
    let upgrade = upgrade.read_buffer_size(READ_BUFFER).write_buffer_size(0);
    Ok(upgrade.on_upgrade(move |socket| async move {
        app.health.line_opened();
        let onlooker = live.look(if tab.rules { Wants::Events } else { Wants::Drawings });
        let line = Line {
            ending: app.sessions.ending(token, live.player()),
            pace: pace(),
            checked: Instant::now(),
            asked: false,
            done: 0,
            socket,
            asker,
            reader,
            live,
            token,
            tab: name,
            onlooker,
        };
        // On the heap: a task keeps its largest state for good.
        watched(&app.health.handlers, "line", Box::pin(line.serve(&app))).await;
        app.health.line_closed();
        drop((seat, place));
    }))
}

fn pace() -> DefaultDirectRateLimiter {
    RateLimiter::direct(Quota::per_second(NonZeroU32::new(ORDERS_PER_SECOND).unwrap_or(NonZeroU32::MIN)))
}

struct Line {
    socket: WebSocket,
    live: Arc<Live>,
    onlooker: Onlooker,
    asker: Asker,
    reader: Language,
    tab: String,
    token: Token,
    /// Turns true when the session ends.
    ending: watch::Receiver<bool>,
    pace: DefaultDirectRateLimiter,
    /// When the store last said that the session is open.
    checked: Instant,
    /// Was the other side asked whether it is there, and has said nothing since?
    asked: bool,
    /// The last order of this tab that was carried out.
    done: u64,
}

/// The line is at its end; perhaps with a last word.
type Ended = Option<(u16, &'static str)>;

/// Somebody else may open this play, or nobody: whoever still may comes again by themselves.
const COME_AGAIN: Ended = Some((4001, ""));
const STOPPING: Ended = Some((1001, ""));
const RUBBISH: Ended = Some((4400, words::NOT_AN_ORDER.source()));

/// Ends when the session has.
async fn over(ending: &mut watch::Receiver<bool>) {
    let _ = ending.wait_for(|ended| *ended).await;
}

impl Line {
    async fn serve(mut self, app: &App) {
        if let Err(Some((code, reason))) = self.follow(app).await {
            let frame = Message::Close(Some(CloseFrame { code, reason: reason.into() }));
            let _ = timeout(PATIENCE, self.socket.send(frame)).await;
        }
    }

    async fn follow(&mut self, app: &App) -> Result<(), Ended> {
        let (mut updates, mut ending) = (self.live.subscribe(), self.ending.clone());
        self.greet(app).await?;
        loop {
            tokio::select! {
                // What was done is told before the next order is taken.
                biased;
                () = app.stopping() => return Err(STOPPING),
                () = self.live.ended() => return Err(COME_AGAIN),
                () = over(&mut ending) => return Err(COME_AGAIN),
                update = updates.recv() => match update {
                    Ok(update) => self.pass_on(&update).await?,
                    Err(RecvError::Lagged(_)) => self.greet(app).await?,
                    Err(RecvError::Closed) => return Err(None),
                },
                message = timeout(QUIET, self.socket.recv()) => match message {
                    Err(_) => self.ask(app).await?,
                    Ok(None | Some(Err(_) | Ok(Message::Close(_)))) => return Err(None),
                    Ok(Some(Ok(message))) => self.hear(app, message).await?,
                },
            }
        }
    }

    /// The whole board, for a tab that comes or has missed something.
    async fn greet(&mut self, app: &App) -> Result<(), Ended> {
        let greeting = self.live.greeting(&self.tab, self.reader, self.onlooker.wants).await;
        let (greeting, done) = greeting.map_err(|_| COME_AGAIN)?;
        self.done = done;
        let board = if greeting.is_large() {
            let drawn = app.think(self.asker, move || greeting.text()).await;
            drawn.map_err(|_| COME_AGAIN)?
        } else {
            greeting.text()
        };
        app.limits.charge(self.asker, board.len() as u64);
        self.say(&board).await
    }

    async fn hear(&mut self, app: &App, message: Message) -> Result<(), Ended> {
        self.asked = false;
        let Message::Text(text) = message else { return Ok(()) };
        // Who comes back with many moves is not turned away: they wait their turn.
        self.pace.until_ready().await;
        self.check(app).await?;
        let order = serde_json::from_str::<Order>(&text).map_err(|_| RUBBISH)?;
        let shows_way = matches!(order.wish, Wish::Hinted { rung } if rung >= 4);
        let done = self.live.perform(&self.tab, order).await;
        if shows_way {
            // It is told whether or not this can be kept.
            let _ = app.show_way(self.live.owner(), &self.live.level).await;
        }
        if let Some(race) = self.live.race.filter(|_| done.events > 0) {
            app.races.moved(&self.live);
            if done.won {
                app.races.tell(app, race).await;
            }
        }
        self.done = done.number;
        if let Some(update) = &done.refused {
            self.say(update).await?;
        }
        self.pay(&done).await;
        Ok(())
    }

    /// Waits as long as the order is worth: a thousand moves, or milliseconds on a large board, are as much work
    /// as many orders.
    async fn pay(&mut self, done: &Done) {
        let moments = done.spent.as_micros() / TIME_PER_ORDER.as_micros();
        let share = moments.max((done.events / EVENTS_PER_ORDER) as u128);
        let share = u32::try_from(share).unwrap_or(u32::MAX);
        if let Some(share) = NonZeroU32::new(share.min(ORDERS_PER_SECOND)) {
            // Never more than there can be.
            let _ = self.pace.until_n_ready(share).await;
        }
    }

    /// Is anybody there? A browser answers by itself.
    async fn ask(&mut self, app: &App) -> Result<(), Ended> {
        if self.asked {
            return Err(None);
        }
        self.asked = true;
        self.check(app).await?;
        self.send(Message::Ping("".into())).await
    }

    /// Is the session still open?
    async fn check(&mut self, app: &App) -> Result<(), Ended> {
        if self.checked.elapsed() < CHECKED {
            return Ok(());
        }
        self.checked = Instant::now();
        match app.store.session(&self.token).await {
            Ok(None) => Err(COME_AGAIN),
            // A store that does not answer closes nobody's line.
            Ok(Some(_)) | Err(_) => Ok(()),
        }
    }

    /// What all are told, in the way of this line. What was not drawn was before its greeting.
    async fn pass_on(&mut self, update: &Update) -> Result<(), Ended> {
        let told = match self.onlooker.wants {
            Wants::Events => Some(&update.events),
            Wants::Drawings => update.drawn.as_ref(),
        };
        match told {
            Some(told) => self.say(told).await,
            None => Ok(()),
        }
    }

    /// Puts the number of the tab's last order in front, and sends it whole or in parts.
    async fn say(&mut self, update: &str) -> Result<(), Ended> {
        let head = format!("{{\"done\":{},", self.done);
        let mut rest = &update[1..];
        if rest.len() <= PART {
            return self.send(Message::Text((head + rest).into())).await;
        }
        self.send(Message::Text(format!("+{head}").into())).await?;
        while rest.len() > PART {
            let (part, later) = rest.split_at(rest.floor_char_boundary(PART));
            self.send(Message::Text(format!("+{part}").into())).await?;
            rest = later;
        }
        self.send(Message::Text(format!("={rest}").into())).await
    }

    async fn send(&mut self, message: Message) -> Result<(), Ended> {
        let sent = timeout(PATIENCE, self.socket.send(message)).await;
        sent.map_err(|_| None)?.map_err(|_| None)
    }
}
