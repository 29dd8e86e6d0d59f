//! Who asks: a player by the session cookie, a guest, or nobody yet. The cookie holds a random token; the
//! store knows its hash only.

use std::net::{IpAddr, SocketAddr};
use std::time::{Duration, SystemTime};

use axum::extract::{ConnectInfo, FromRequestParts};
use axum::http::request::Parts;
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use ingenio_core::Language;
use ingenio_store::{Player, PlayerId, Settings};
use sha2::{Digest, Sha256};

use crate::app::App;
use crate::fair::Asker;
use crate::problem::{Problem, Reply};
use crate::reader;
use crate::sessions::Token;
use crate::words;

const COOKIE: &str = "ingenio";
/// Tells a browser in which somebody logged in before from those of strangers.
const DEVICE: &str = "ingenio-device";
/// A session ends when nobody came with it for so long.
const LASTS: Duration = Duration::from_hours(24 * 30);
/// A browser keeps the cookie as long as browsers keep any; the store says when the session ends.
const COOKIE_LASTS: Duration = Duration::from_hours(24 * 400);

/// Who asks; nobody on the first visit.
#[derive(Clone, Debug)]
pub struct Visitor {
    pub player: Option<Player>,
    pub token: Option<Token>,
    /// The device, where somebody logged in on it before.
    pub device: Option<Token>,
    pub address: IpAddr,
    pub language: Language,
    /// What the address asks beside a language, as it was written.
    pub other_wishes: String,
    /// How an account wants its pages; nobody else is known that well, and where no page is asked for nobody needs it.
    pub settings: Option<Settings>,
    /// The address of this house as the visitor knows it, where it has pictures to share.
    pub home: Option<String>,
    /// Reads pages that will have no server behind them (`site.rs`).
    pub alone: bool,
}

impl FromRequestParts<App> for Visitor {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Reply<Self> {
        let address = address(parts, app.config.behind_proxy);
        let (language, alone) = (reader::language(parts), app.config.alone.is_some());
        let (home, other_wishes) = (home(parts, app), reader::other_wishes(&parts.uri));
        let (token, device) = (token(&parts.headers, COOKIE), token(&parts.headers, DEVICE));
        let session = match token {
            Some(token) => app.store.session(&token).await?.map(|session| (token, session)),
            None => None,
        };
        let Some((hash, (player, expires))) = session else {
            return Ok(Visitor {
                player: None,
                token,
                device,
                address,
                language,
                other_wishes,
                settings: None,
                home,
                alone,
            });
        };
        app.sessions.seen(hash, player.id);
        // Who comes again within half of the time stays logged in.
        if expires < SystemTime::now() + LASTS / 2 {
            app.store.renew_session(&hash, SystemTime::now() + LASTS).await?;
        }
        let wants_page = !player.guest && !parts.uri.path().starts_with("/api/");
        let settings = if wants_page { Some(app.store.settings(player.id).await?) } else { None };
        let chosen = settings.as_ref().and_then(|settings| settings.chosen.get(reader::COOKIE));
        let language = reader::of_account(parts, chosen).unwrap_or(language);
        let player = Some(player);
        Ok(Visitor { player, token, device, address, language, other_wishes, settings, home, alone })
    }
}

/// What is in front of every path, as far as a request tells.
fn home(parts: &Parts, app: &App) -> Option<String> {
    app.config.painter.filter(|_| app.config.alone.is_none())?;
    let host = parts.headers.get(header::HOST)?.to_str().ok()?;
    let said = parts.headers.get("x-forwarded-proto").filter(|_| app.config.behind_proxy);
    let is_secure = app.config.secure || said.is_some_and(|scheme| scheme == "https");
    Some(format!("{}://{host}", if is_secure { "https" } else { "http" }))
}

/// For whom something is done, as far as that is known without asking the store.
pub fn asker(parts: &Parts, app: &App) -> Asker {
    let player = token(&parts.headers, COOKIE).and_then(|token| app.sessions.player_of(&token));
    Asker { player, address: address(parts, app.config.behind_proxy) }
}

impl FromRequestParts<App> for Asker {
    type Rejection = std::convert::Infallible;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Self, Self::Rejection> {
        Ok(asker(parts, app))
    }
}

impl Visitor {
    /// For whom it is.
    pub fn asker(&self) -> Asker {
        Asker { player: self.player.as_ref().map(|player| player.id), address: self.address }
    }

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

/// An answer for one who may just have become a guest: also who is refused is the same guest the next time.
pub fn remembered(answer: Reply<impl IntoResponse>, cookie: Option<HeaderValue>) -> Response {
    let mut response = match answer {
        Ok(body) => body.into_response(),
        Err(problem) => problem.into_response(),
    };
    if let Some(cookie) = cookie {
        response.headers_mut().append(header::SET_COOKIE, cookie);
    }
    response
}

/// Who played something, for one who looks at it: the account of a pupil is told to nobody else, for the teacher of the class
/// knows whose play it is, and is to know no more.
pub async fn shown_player(app: &App, player: PlayerId, viewer: Option<&Player>) -> Reply<Option<Player>> {
    let found = app.store.player_of(player).await?;
    let is_own = viewer.is_some_and(|viewer| viewer.id == player);
    if is_own || found.as_ref().is_none_or(|player| player.guest) {
        return Ok(found);
    }
    let is_pupil = !app.store.classes_joined(player).await?.is_empty();
    Ok(found.filter(|_| !is_pupil))
}

/// Opens a session for a player; gives its cookie.
pub async fn open_session(app: &App, player: &Player) -> Reply<HeaderValue> {
    let token = random_token()?;
    let hash = hashed(&token);
    app.store.open_session(player.id, hash, SystemTime::now() + LASTS).await?;
    app.sessions.seen(hash, player.id);
    Ok(cookie(COOKIE, &token, COOKIE_LASTS, app.config.secure))
}

/// Remembers the browser of one who has just shown that the account is theirs; gives the cookie where it had
/// none.
pub async fn remember_device(app: &App, visitor: &Visitor, player: &Player) -> Reply<Option<HeaderValue>> {
    if let Some(device) = visitor.device {
        app.store.remember_device(player.id, device).await?;
        return Ok(None);
    }
    let token = random_token()?;
    app.store.remember_device(player.id, hashed(&token)).await?;
    Ok(Some(cookie(DEVICE, &token, COOKIE_LASTS, app.config.secure)))
}

fn random_token() -> Reply<String> {
    let mut token = [0; 32];
    getrandom::fill(&mut token)
        .map_err(|_| Problem::new(StatusCode::SERVICE_UNAVAILABLE, words::STORE_FAILED.say()))?;
    Ok(token.iter().map(|byte| format!("{byte:02x}")).collect())
}

/// A cookie that takes the session away.
pub fn no_cookie(app: &App) -> HeaderValue {
    cookie(COOKIE, "", Duration::ZERO, app.config.secure)
}

fn cookie(name: &str, value: &str, lasts: Duration, secure: bool) -> HeaderValue {
    let secure = if secure { "; Secure" } else { "" };
    let text = format!("{name}={value}; Path=/; HttpOnly; SameSite=Lax; Max-Age={}{secure}", lasts.as_secs());
    HeaderValue::from_str(&text).expect("hexadecimal digits")
}

fn hashed(token: &str) -> Token {
    Sha256::digest(token.as_bytes()).into()
}

fn token(headers: &HeaderMap, cookie: &str) -> Option<Token> {
    let cookies = headers.get_all(header::COOKIE).iter().filter_map(|value| value.to_str().ok());
    let mut pairs = cookies.flat_map(|text| text.split(';')).filter_map(|pair| pair.trim().split_once('='));
    let (_, value) = pairs.find(|(name, value)| *name == cookie && value.len() == 64)?;
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

/// The neighbourhood that limits are for: of the new addresses everybody has a whole network, a /64 at least.
pub fn neighbourhood(address: IpAddr) -> IpAddr {
    match address.to_canonical() {
        IpAddr::V6(long) => {
            let [a, b, c, d, ..] = long.segments();
            IpAddr::from([a, b, c, d, 0, 0, 0, 0])
        }
        short @ IpAddr::V4(_) => short,
    }
}
