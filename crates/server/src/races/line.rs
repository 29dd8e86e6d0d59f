//! The line of a race: how it stands, whenever that changes. Nothing comes in over it; whoever plays has the line of the
//! play beside it.

use std::sync::Arc;
use std::time::{Duration, Instant};

use axum::extract::ws::{CloseFrame, Message, WebSocket, WebSocketUpgrade};
use axum::extract::{Extension, Path, State};
use axum::response::Response;
use ingenio_store::RaceCode;
use tokio::sync::{OwnedSemaphorePermit, watch};
use tokio::time::timeout;

use super::{News, api};
use crate::app::App;
use crate::problem::{ProblemBody, Reply};
use crate::visitor::Visitor;
use crate::watchdog::watched;

/// Nobody has anything to say here.
const LONGEST: usize = 1 << 10;
const READ_BUFFER: usize = 1 << 10;
/// A tab that takes longer to take a message is gone.
const PATIENCE: Duration = Duration::from_secs(10);
/// A line on which nothing comes in is asked whether anybody is there; who then says nothing is not.
const QUIET: Duration = Duration::from_secs(30);
/// Messages that a page has no reason to send; who sends more is shown out.
const MOST_HEARD: usize = 100;

/// The line of a race: a WebSocket that tells a `RaceBody` whenever something has changed.
#[utoipa::path(get, path = "/api/races/{code}/live", tag = "races", params(("code" = String, Path)),
    responses((status = 101, description = "the line is open"), (status = 404, body = ProblemBody),
              (status = 429, description = "too many lines at once", body = ProblemBody)))]
pub async fn live(
    State(app): State<App>,
    visitor: Visitor,
    place: Option<Extension<Arc<OwnedSemaphorePermit>>>,
    Path(code): Path<String>,
    upgrade: WebSocketUpgrade,
) -> Reply<Response> {
    let code = api::named(&app, visitor.address, &code).await?.code;
    let player = visitor.player.as_ref().map(|player| player.id);
    let seat = app.lines.take_for_race(player, visitor.address)?;
    let news = app.races.look(&app, code).await?;
    let upgrade = upgrade.max_message_size(LONGEST).max_frame_size(LONGEST);
    let upgrade = upgrade.read_buffer_size(READ_BUFFER).write_buffer_size(0);
    Ok(upgrade.on_upgrade(move |socket| async move {
        app.health.line_opened();
        let line = Line { socket, news, heard: 0, asked: false, code };
        watched(&app.health.handlers, "race", Box::pin(line.serve(&app))).await;
        app.health.line_closed();
        drop((seat, place));
    }))
}

struct Line {
    socket: WebSocket,
    news: watch::Receiver<News>,
    heard: usize,
    /// Was the other side asked whether it is there, and has said nothing since?
    asked: bool,
    code: RaceCode,
}

/// The line is at its end, with a code where the other side is to know why.
type Ended = Option<u16>;
const STOPPING: Ended = Some(1001);
/// There is no such race any more.
const GONE: Ended = Some(4404);

impl Line {
    async fn serve(mut self, app: &App) {
        if let Err(Some(code)) = self.follow(app).await {
            let frame = Message::Close(Some(CloseFrame { code, reason: "".into() }));
            let _ = timeout(PATIENCE, self.socket.send(frame)).await;
        }
    }

    async fn follow(&mut self, app: &App) -> Result<(), Ended> {
        self.news.mark_changed();
        let mut quiet_since = Instant::now();
        loop {
            let patience = QUIET.saturating_sub(quiet_since.elapsed());
            tokio::select! {
                () = app.stopping() => return Err(STOPPING),
                changed = self.news.changed() => {
                    changed.map_err(|_| GONE)?;
                    self.tell().await?;
                }
                message = timeout(patience, self.socket.recv()) => {
                    quiet_since = Instant::now();
                    match message {
                        Err(_) => self.ask().await?,
                        Ok(None | Some(Err(_) | Ok(Message::Close(_)))) => return Err(None),
                        Ok(Some(Ok(_))) => self.hear()?,
                    }
                }
            }
        }
    }

    async fn tell(&mut self) -> Result<(), Ended> {
        let news = self.news.borrow_and_update().clone();
        self.send(Message::Text(news.to_string().into())).await
    }

    const fn hear(&mut self) -> Result<(), Ended> {
        self.asked = false;
        self.heard += 1;
        if self.heard > MOST_HEARD { Err(None) } else { Ok(()) }
    }

    /// Is anybody there? A browser answers by itself, and that is no word of its own.
    async fn ask(&mut self) -> Result<(), Ended> {
        if self.asked {
            tracing::debug!(race = %self.code, "a line to a race is dead");
            return Err(None);
        }
        self.asked = true;
        self.heard = self.heard.saturating_sub(1);
        self.send(Message::Ping("".into())).await
    }

    async fn send(&mut self, message: Message) -> Result<(), Ended> {
        let sent = timeout(PATIENCE, self.socket.send(message)).await;
        sent.map_err(|_| None)?.map_err(|_| None)
    }
}
