//! What every request passes: limits by address, a check of where unsafe requests come from, and the headers
//! that keep a browser from doing what a page of ours never wants.

use std::net::IpAddr;
use std::num::NonZeroU32;

use axum::extract::{Request, State};
use axum::http::{HeaderMap, HeaderName, HeaderValue, Method, StatusCode, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use governor::{DefaultKeyedRateLimiter, Quota, RateLimiter};
use ingenio_store::folded;

use crate::app::App;
use crate::config::Config;
use crate::problem::{Problem, Reply};
use crate::visitor::address;
use crate::words;

/// Everything from here, nothing from elsewhere, no script in the page itself.
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; \
                      connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'";

/// Who may do what how often.
#[derive(Debug)]
pub struct Limits {
    requests: DefaultKeyedRateLimiter<IpAddr>,
    logins_of_address: DefaultKeyedRateLimiter<IpAddr>,
    /// From one address: who guesses elsewhere does not keep the owner out.
    logins_of_account_here: DefaultKeyedRateLimiter<(IpAddr, String)>,
    logins_of_account: DefaultKeyedRateLimiter<String>,
    guests: DefaultKeyedRateLimiter<IpAddr>,
    levels: DefaultKeyedRateLimiter<IpAddr>,
}

fn quota(per_minute: u32, burst: u32) -> Quota {
    let number = |count: u32| NonZeroU32::new(count).unwrap_or(NonZeroU32::MIN);
    Quota::per_minute(number(per_minute)).allow_burst(number(burst))
}

impl Limits {
    pub fn new(requests_per_second: u32) -> Self {
        let per_minute = requests_per_second.saturating_mul(60);
        Limits {
            requests: RateLimiter::keyed(quota(per_minute, requests_per_second.saturating_mul(8))),
            logins_of_address: RateLimiter::keyed(quota(20, 20)),
            logins_of_account_here: RateLimiter::keyed(quota(6, 10)),
            logins_of_account: RateLimiter::keyed(quota(60, 100)),
            guests: RateLimiter::keyed(quota(60, 60)),
            levels: RateLimiter::keyed(quota(120, 120)),
        }
    }

    /// One more attempt to log in, by where it comes from and whose account it is.
    pub fn login(&self, address: IpAddr, name: &str) -> Reply<()> {
        let slow = || Problem::too_many(words::TOO_MANY_ATTEMPTS.say());
        // As the store tells names apart; what is longer is nobody's.
        let account: String = folded(name).chars().take(64).collect();
        self.logins_of_address.check_key(&address).map_err(|_| slow())?;
        self.logins_of_account_here.check_key(&(address, account.clone())).map_err(|_| slow())?;
        self.logins_of_account.check_key(&account).map_err(|_| slow())
    }

    /// One more level that somebody opens from its text.
    pub fn new_level(&self, address: IpAddr) -> Reply<()> {
        self.levels.check_key(&address).map_err(|_| Problem::too_many(words::TOO_MANY_REQUESTS.say()))
    }

    pub fn new_guest(&self, address: IpAddr) -> Reply<()> {
        self.guests.check_key(&address).map_err(|_| Problem::too_many(words::TOO_MANY_REQUESTS.say()))
    }

    fn request(&self, address: IpAddr) -> Reply<()> {
        self.requests.check_key(&address).map_err(|_| Problem::too_many(words::TOO_MANY_REQUESTS.say()))
    }

    /// Forgets who has been quiet.
    pub fn sweep(&self) {
        self.requests.retain_recent();
        self.logins_of_address.retain_recent();
        self.logins_of_account_here.retain_recent();
        self.logins_of_account.retain_recent();
        self.levels.retain_recent();
        self.guests.retain_recent();
    }
}

pub async fn guard(State(app): State<App>, request: Request, next: Next) -> Response {
    let (parts, body) = request.into_parts();
    let is_watch = matches!(parts.uri.path(), "/health" | "/metrics");
    let checked =
        if is_watch { Ok(()) } else { app.limits.request(address(&parts, app.config.behind_proxy)) };
    let checked = checked.and_then(|()| same_origin(&parts.method, &parts.headers, scheme(&app.config)));
    let mut response = match checked {
        Ok(()) => next.run(Request::from_parts(parts, body)).await,
        Err(problem) => problem.into_response(),
    };
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
