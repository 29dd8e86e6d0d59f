//! The live line of a play: orders come in, what happened goes out to every tab that looks.

use std::num::NonZeroU32;
use std::sync::Arc;
use std::time::Duration;

use axum::extract::ws::{CloseFrame, Message, WebSocket, WebSocketUpgrade};
use axum::extract::{Path, Query, State};
use axum::response::Response;
use governor::{Quota, RateLimiter};
use serde::Deserialize;
use tokio::sync::broadcast::error::RecvError;
use tokio::time::timeout;
use utoipa::IntoParams;

use crate::app::App;
use crate::live::{Done, Live, Order, with_done};
use crate::plays::key;
use crate::problem::{ProblemBody, Reply};
use crate::visitor::Visitor;
use crate::words;

/// No order is longer.
const LONGEST: usize = 64 << 10;
/// A tab that takes longer to take a message is gone.
const PATIENCE: Duration = Duration::from_secs(10);
/// A line on which nothing happens is asked whether anybody is there.
const QUIET: Duration = Duration::from_secs(30);
/// Orders of one line in a second, on average; a person makes ten.
const ORDERS_PER_SECOND: u32 = 60;

#[derive(Deserialize, IntoParams)]
pub struct Tab {
    /// The tab's own name, so that an order sent twice is carried out once.
    #[serde(default)]
    tab: String,
}

/// The live line of a play: a WebSocket. Orders are `Order` objects; answers are objects with `is`:
/// `board` (everything), `change` (what changed) or `refused` (why not), and `done`, the last order
/// of this tab that was carried out.
#[utoipa::path(get, path = "/api/plays/{key}/live", tag = "plays", params(("key" = String, Path), Tab),
    responses((status = 101, description = "the line is open"), (status = 403, body = ProblemBody), (status = 404, body = ProblemBody)))]
pub async fn live(
    State(app): State<App>,
    visitor: Visitor,
    Path(name): Path<String>,
    Query(tab): Query<Tab>,
    upgrade: WebSocketUpgrade,
) -> Reply<Response> {
    let live = app.live(key(&name)?, visitor).await?;
    let tab: String = tab.tab.chars().take(64).collect();
    let upgrade = upgrade.max_message_size(LONGEST).max_frame_size(LONGEST);
    Ok(upgrade.on_upgrade(move |socket| async move {
        app.health.line_opened();
        serve(socket, &live, &tab, &app).await;
        app.health.line_closed();
    }))
}

async fn serve(mut socket: WebSocket, live: &Arc<Live>, tab: &str, app: &App) {
    let mut updates = live.subscribe();
    let (greeting, mut done) = live.greeting(tab).await;
    if say(&mut socket, &greeting, done).await.is_err() {
        return;
    }
    let pace =
        RateLimiter::direct(Quota::per_second(NonZeroU32::new(ORDERS_PER_SECOND).unwrap_or(NonZeroU32::MIN)));
    loop {
        tokio::select! {
            // What was done is told before the next order is taken.
            biased;
            () = app.stopping() => {
                return close(socket, 1001, "").await;
            }
            () = live.ended() => {
                return close(socket, 4001, "").await;
            }
            update = updates.recv() => {
                let told = match update {
                    Ok(update) => say(&mut socket, &update, done).await,
                    Err(RecvError::Lagged(_)) => {
                        let (board, now_done) = live.greeting(tab).await;
                        done = now_done;
                        say(&mut socket, &board, done).await
                    }
                    Err(RecvError::Closed) => return,
                };
                if told.is_err() {
                    return;
                }
            }
            message = timeout(QUIET, socket.recv()) => match message {
                Err(_) => if timeout(PATIENCE, socket.send(Message::Ping("".into()))).await.is_err() { return },
                Ok(None | Some(Err(_) | Ok(Message::Close(_)))) => return,
                Ok(Some(Ok(Message::Text(text)))) => {
                    // Who comes back with many moves is not turned away: they wait their turn.
                    pace.until_ready().await;
                    let Ok(order) = serde_json::from_str::<Order>(&text) else {
                        return close(socket, 4400, words::NOT_AN_ORDER.english).await;
                    };
                    match live.perform(tab, order).await {
                        Done::Told(number) => done = number,
                        Done::Refused(update, number) => {
                            done = number;
                            if say(&mut socket, &update, done).await.is_err() {
                                return;
                            }
                        }
                    }
                }
                Ok(Some(Ok(_))) => {}
            }
        }
    }
}

async fn say(socket: &mut WebSocket, update: &str, done: u64) -> Result<(), ()> {
    let message = Message::Text(with_done(update, done).into());
    timeout(PATIENCE, socket.send(message)).await.map_err(|_| ())?.map_err(|_| ())
}

async fn close(mut socket: WebSocket, code: u16, reason: &'static str) {
    let _ = timeout(PATIENCE, socket.send(Message::Close(Some(CloseFrame { code, reason: reason.into() }))))
        .await;
}
