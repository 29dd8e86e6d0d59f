//! What every request passes: limits by player, or by address where nobody is known yet, a check of where unsafe requests come from, and the headers
//! that keep a browser from doing what a page of ours never wants.

use std::net::IpAddr;
use std::time::Duration;

use axum::body::HttpBody;
use axum::extract::{Request, State};
use axum::http::{HeaderMap, HeaderName, HeaderValue, Method, StatusCode, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use ingenio_store::PlayerId;

use crate::app::App;
use crate::config::Config;
use crate::fair::Asker;
use crate::problem::{Problem, Reply};
use crate::purses::Purses;
use crate::visitor::asker;
use crate::watchdog::watched;
use crate::words;

/// Everything from here, nothing from elsewhere, no script in the page itself.
macro_rules! policy {
    () => {
        "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; img-src 'self' data:; \
         connect-src 'self'; worker-src 'self'; manifest-src 'self'; form-action 'self'; base-uri 'none'"
    };
}
const POLICY: &str = concat!(policy!(), "; frame-ancestors 'none'");
/// The same in a page itself, where no header says it; who may frame a page can be said in headers only.
pub const POLICY_OF_FILES: &str = policy!();

/// Who may do what how often. A player has limits of their own; visitors who are not known yet share those of
/// their address, which are wide enough for a school: registering, logging in and pictures are not counted.
#[derive(Debug)]
pub struct Limits {
    players: Purses<PlayerId>,
    strangers: Purses<IpAddr>,
    guests: Purses<IpAddr>,
    levels_of_player: Purses<PlayerId>,
    levels_of_strangers: Purses<IpAddr>,
}

/// What is refused because it was too much is told after so long.
const PENALTY: Duration = Duration::from_millis(300);
/// Seconds' worth of requests that may come at once.
const BURST: u32 = 8;
/// Bytes of an answer that cost as much as a request.
const SHARE: f64 = 32.0 * 1024.0;
/// Visitors at one address who are not known yet have so many times what a player has.
const STRANGERS: u32 = 4;

impl Limits {
    pub fn new(requests_per_second: u32) -> Self {
        Limits {
            players: Purses::new(requests_per_second, BURST),
            strangers: Purses::new(requests_per_second.saturating_mul(STRANGERS), BURST),
            guests: Purses::per_minute(600),
            levels_of_player: Purses::per_minute(120),
            levels_of_strangers: Purses::per_minute(600),
        }
    }

    /// One more level that somebody opens from its text.
    pub fn new_level(&self, asker: Asker) -> Reply<()> {
        let paid = match asker.player {
            Some(player) => self.levels_of_player.spend(player),
            None => self.levels_of_strangers.spend(asker.address),
        };
        if paid { Ok(()) } else { Err(too_fast()) }
    }

    /// One more visitor who begins to play without an account.
    pub fn new_guest(&self, address: IpAddr) -> Reply<()> {
        if self.guests.spend(address) { Ok(()) } else { Err(too_fast()) }
    }

    fn request(&self, asker: Asker) -> Reply<()> {
        let paid = match asker.player {
            Some(player) => self.players.spend(player),
            None => self.strangers.spend(asker.address),
        };
        if paid { Ok(()) } else { Err(too_fast()) }
    }

    /// An answer of so many bytes was made: a large one costs as much as many requests.
    pub fn charge(&self, asker: Asker, bytes: u64) {
        let cost = bytes as f64 / SHARE;
        match asker.player {
            _ if cost < 1.0 => {}
            Some(player) => self.players.charge(player, cost),
            None => self.strangers.charge(asker.address, cost),
        }
    }

    /// Forgets who has been quiet.
    pub fn sweep(&self) {
        self.players.sweep();
        self.strangers.sweep();
        self.guests.sweep();
        self.levels_of_player.sweep();
        self.levels_of_strangers.sweep();
    }

    /// So many servers of one site give out together what one would give out alone.
    pub fn share_with(&self, servers: usize) {
        self.players.share_with(servers);
        self.strangers.share_with(servers);
        self.guests.share_with(servers);
        self.levels_of_player.share_with(servers);
        self.levels_of_strangers.share_with(servers);
    }
}

fn too_fast() -> Problem {
    Problem::too_many(words::TOO_MANY_REQUESTS.say())
}

/// What is not counted. Nobody pays for watching over the server, nor at the doors, where only what fails is counted
/// (`failures.rs`). What never changes and is kept by browsers for good is paid by players, but not by an address.
fn is_free(path: &str, asker: Asker) -> bool {
    let is_door = matches!(path, "/api/login" | "/api/register" | "/login" | "/register");
    let is_picture = path.starts_with("/assets/") || path.ends_with("/picture.svg");
    matches!(path, "/health" | "/metrics") || is_door || (is_picture && asker.player.is_none())
}

pub async fn guard(State(app): State<App>, request: Request, next: Next) -> Response {
    let (parts, body) = request.into_parts();
    let asker = asker(&parts, &app);
    let is_free = is_free(parts.uri.path(), asker);
    let checked = if is_free { Ok(()) } else { app.limits.request(asker) };
    let checked = checked.and_then(|()| same_origin(&parts.method, &parts.headers, scheme(&app.config)));
    let mut response = match checked {
        Ok(()) => {
            let path = parts.uri.path().to_owned();
            let answer = next.run(Request::from_parts(parts, body));
            let answer = watched(&app.health.handlers, &path, answer).await;
            if !is_free {
                app.limits.charge(asker, answer.body().size_hint().lower());
            }
            answer
        }
        Err(problem) => problem.into_response(),
    };
    if response.status() == StatusCode::TOO_MANY_REQUESTS {
        // Who does not wait is made to: a flood of refusals would cost as much as what was refused.
        tokio::time::sleep(PENALTY).await;
    }
    // A line has a seat of its own.
    let is_line = response.status() == StatusCode::SWITCHING_PROTOCOLS;
    if !is_line && app.crowded.is_taken(asker.address) {
        response.headers_mut().insert(header::CONNECTION, HeaderValue::from_static("close"));
    }
    app.health.answered(response.status());
    protect(response.headers_mut(), app.config.secure);
    response
}

/// What our own pages come by; nothing where a proxy may speak TLS without our knowing.
const fn scheme(config: &Config) -> Option<&'static str> {
    match (config.secure, config.behind_proxy) {
        (true, _) => Some("https"),
        (false, false) => Some("http"),
        (false, true) => None,
    }
}

/// An unsafe request, or one for a live line, must come from our own pages or from no page at all. A
/// browser always names the page that such a request comes from.
fn same_origin(method: &Method, headers: &HeaderMap, own_scheme: Option<&str>) -> Reply<()> {
    let is_live = headers.contains_key(header::UPGRADE);
    if method.is_safe() && !is_live {
        return Ok(());
    }
    let text = |name: HeaderName| headers.get(name).and_then(|value| value.to_str().ok());
    let site = text(HeaderName::from_static("sec-fetch-site"));
    let own_host = text(header::HOST).unwrap_or("");
    let from_us = match text(header::ORIGIN) {
        Some(origin) => origin
            .split_once("://")
            .is_some_and(|(scheme, host)| host == own_host && own_scheme.is_none_or(|own| scheme == own)),
        None => site.is_none_or(|site| matches!(site, "same-origin" | "none")),
    };
    if from_us { Ok(()) } else { Err(Problem::new(StatusCode::FORBIDDEN, words::FOREIGN_PAGE.say())) }
}

fn protect(headers: &mut HeaderMap, secure: bool) {
    let mut set = |name: &'static str, value: &'static str| {
        headers.entry(HeaderName::from_static(name)).or_insert(HeaderValue::from_static(value));
    };
    set("content-security-policy", POLICY);
    set("x-content-type-options", "nosniff");
    set("referrer-policy", "same-origin");
    set("cross-origin-opener-policy", "same-origin");
    set("cross-origin-resource-policy", "same-origin");
    set("permissions-policy", "camera=(), microphone=(), geolocation=()");
    set("cache-control", "no-store");
    if secure {
        set("strict-transport-security", "max-age=31536000");
    }
}
