//! Who asks: a player by the session cookie, a guest, or nobody yet. The cookie holds a random token; the
//! store knows its hash only.

use std::net::{IpAddr, SocketAddr};
use std::time::{Duration, SystemTime};

use axum::extract::{ConnectInfo, FromRequestParts};
use axum::http::request::Parts;
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use ingenio_store::Player;
use sha2::{Digest, Sha256};

use crate::app::App;
use crate::problem::{Problem, Reply};
use crate::words;

const COOKIE: &str = "ingenio";
/// A session ends when nobody came with it for so long.
const LASTS: Duration = Duration::from_hours(24 * 30);
/// A browser keeps the cookie as long as browsers keep any; the store says when the session ends.
const COOKIE_LASTS: Duration = Duration::from_hours(24 * 400);

/// Who asks; nobody on the first visit.
#[derive(Clone, Debug)]
pub struct Visitor {
    pub player: Option<Player>,
    pub token: Option<[u8; 32]>,
    pub address: IpAddr,
}

impl FromRequestParts<App> for Visitor {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Reply<Self> {
        let address = address(parts, app.config.behind_proxy);
        let token = token(&parts.headers);
        let session = match token {
            Some(token) => app.store.session(&token).await?.map(|session| (token, session)),
            None => None,
        };
        let Some((hash, (player, expires))) = session else {
            return Ok(Visitor { player: None, token, address });
        };
        // Who comes again within half of the time stays logged in.
        if expires < SystemTime::now() + LASTS / 2 {
            app.store.renew_session(&hash, SystemTime::now() + LASTS).await?;
        }
        Ok(Visitor { player: Some(player), token, address })
    }
}

impl Visitor {
    /// The player, or the advice to log in.
    pub fn known(self) -> Reply<Player> {
        let message = || Problem::new(StatusCode::UNAUTHORIZED, words::LOG_IN_FIRST.say());
        self.player.ok_or_else(message)
    }

    /// The player with an account.
    pub fn account(self) -> Reply<Player> {
        let player = self.known()?;
        if player.guest {
            return Err(Problem::new(StatusCode::UNAUTHORIZED, words::LOG_IN_FIRST.say()));
        }
        Ok(player)
    }

    /// The player, or a new guest with the cookie to remember them by.
    pub async fn or_guest(self, app: &App) -> Reply<(Player, Option<HeaderValue>)> {
        if let Some(player) = self.player {
            return Ok((player, None));
        }
        app.limits.new_guest(self.address)?;
        let player = app.store.new_guest().await?;
        let cookie = open_session(app, &player).await?;
        Ok((player, Some(cookie)))
    }
}

/// Opens a session for a player; gives its cookie.
pub async fn open_session(app: &App, player: &Player) -> Reply<HeaderValue> {
    let mut token = [0; 32];
    getrandom::fill(&mut token)
        .map_err(|_| Problem::new(StatusCode::SERVICE_UNAVAILABLE, words::STORE_FAILED.say()))?;
    let text: String = token.iter().map(|byte| format!("{byte:02x}")).collect();
    app.store.open_session(player.id, hashed(&text), SystemTime::now() + LASTS).await?;
    Ok(cookie(&text, COOKIE_LASTS, app.config.secure))
}

/// A cookie that takes the session away.
pub fn no_cookie(app: &App) -> HeaderValue {
    cookie("", Duration::ZERO, app.config.secure)
}

fn cookie(value: &str, lasts: Duration, secure: bool) -> HeaderValue {
    let secure = if secure { "; Secure" } else { "" };
    let text =
        format!("{COOKIE}={value}; Path=/; HttpOnly; SameSite=Lax; Max-Age={}{secure}", lasts.as_secs());
    HeaderValue::from_str(&text).expect("hexadecimal digits")
}

fn hashed(token: &str) -> [u8; 32] {
    Sha256::digest(token.as_bytes()).into()
}

fn token(headers: &HeaderMap) -> Option<[u8; 32]> {
    let cookies = headers.get_all(header::COOKIE).iter().filter_map(|value| value.to_str().ok());
    let mut pairs = cookies.flat_map(|text| text.split(';')).filter_map(|pair| pair.trim().split_once('='));
    let (_, value) = pairs.find(|(name, value)| *name == COOKIE && value.len() == 64)?;
    Some(hashed(value))
}

/// Where a request comes from. Behind a proxy, what the proxy itself added counts, which is the last.
pub fn address(parts: &Parts, behind_proxy: bool) -> IpAddr {
    neighbourhood(real_address(parts, behind_proxy))
}

fn real_address(parts: &Parts, behind_proxy: bool) -> IpAddr {
    let peer = parts.extensions.get::<ConnectInfo<SocketAddr>>().map(|info| info.0.ip());
    let peer = peer.unwrap_or(IpAddr::from([0, 0, 0, 0]));
    if !behind_proxy {
        return peer;
    }
    // A visitor may have sent such a line too: the proxy's own is the last.
    let forwarded = parts.headers.get_all("x-forwarded-for").iter().next_back();
    let last = forwarded.and_then(|value| value.to_str().ok()?.rsplit(',').next()?.trim().parse().ok());
    last.unwrap_or(peer)
}

/// The neighbourhood that limits are for: of the new addresses everybody has a whole network.
fn neighbourhood(address: IpAddr) -> IpAddr {
    match address.to_canonical() {
        IpAddr::V6(long) => {
            let [a, b, c, d, ..] = long.segments();
            IpAddr::from([a, b, c, d, 0, 0, 0, 0])
        }
        short @ IpAddr::V4(_) => short,
    }
}
