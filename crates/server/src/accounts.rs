//! Accounts: register, log in and out, change the password, leave for good.

use axum::Json;
use axum::extract::State;
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse, Response};
use ingenio_store::{Account, Player};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::app::App;
use crate::codes;
use crate::failures::Attempt;
use crate::problem::{Body, Problem, ProblemBody, Reply};
use crate::sessions::Token;
use crate::visitor::{Visitor, no_cookie, open_session, remember_device};
use crate::words;

#[derive(Deserialize, ToSchema)]
pub struct Credentials {
    name: String,
    password: String,
}

#[derive(Deserialize, ToSchema)]
pub struct NewPassword {
    old: String,
    new: String,
}

#[derive(Deserialize, ToSchema)]
pub struct Farewell {
    password: String,
}

#[derive(Deserialize, ToSchema)]
pub struct Recovery {
    name: String,
    code: String,
    /// The new one.
    password: String,
}

/// Who is logged in.
#[derive(Debug, Serialize, ToSchema)]
pub struct Me {
    name: Option<String>,
    guest: bool,
    /// Opens the account once if the password is lost; told when it is made.
    #[serde(skip_serializing_if = "Option::is_none")]
    code: Option<String>,
}

/// Makes an account and logs in; what a guest played so far comes along. The answer holds a code that opens the
/// account once if the password is lost: it is told only here.
#[utoipa::path(post, path = "/api/register", tag = "accounts", request_body = Credentials,
    responses((status = 200, body = Me), (status = 409, description = "the name is taken, or looks like one that is", body = ProblemBody),
              (status = 422, description = "no good name or password", body = ProblemBody)))]
pub async fn register(
    State(app): State<App>,
    visitor: Visitor,
    Body(wish): Body<Credentials>,
) -> Reply<Response> {
    let hash = app.passwords.hash(visitor.asker(), wish.password).await?;
    let id = app.store.register(&wish.name, &hash).await?;
    let code = codes::draw()?;
    app.store.set_recovery(id, &codes::hashed(&code)).await?;
    let player = Player { id, name: wish.name.trim().to_owned(), guest: false };
    enter(&app, &visitor, &player, Some(code)).await
}

/// Logs in; what a guest played so far comes along.
#[utoipa::path(post, path = "/api/login", tag = "accounts", request_body = Credentials,
    responses((status = 200, body = Me), (status = 401, description = "the name or the password is wrong", body = ProblemBody),
              (status = 403, description = "the account is closed", body = ProblemBody),
              (status = 429, description = "too many attempts", body = ProblemBody)))]
pub async fn login(
    State(app): State<App>,
    visitor: Visitor,
    Body(wish): Body<Credentials>,
) -> Reply<Response> {
    let account = app.store.account(&wish.name).await?;
    let device = known_device(&app, &visitor, account.as_ref()).await?;
    let attempt = Attempt::new(visitor.address, &wish.name, device);
    app.failures.check(&attempt).await?;
    let hash = account.as_ref().map(|account| account.password_hash.clone());
    // The same work and the same answer, whether the name or the password is wrong.
    let fits = app.passwords.verify(visitor.asker(), wish.password, hash).await?;
    let Some(account) = account.filter(|_| fits) else {
        app.failures.failed(&attempt).await?;
        return Err(Problem::new(StatusCode::UNAUTHORIZED, words::WRONG_LOGIN.say()));
    };
    if account.banned {
        return Err(Problem::forbidden(words::BANNED.say()));
    }
    app.failures.succeeded(&attempt).await?;
    let player = Player { id: account.id, name: account.name, guest: false };
    enter(&app, &visitor, &player, None).await
}

/// The visitor's device, if this account was opened on it before.
async fn known_device(app: &App, visitor: &Visitor, account: Option<&Account>) -> Reply<Option<Token>> {
    let (Some(account), Some(device)) = (account, visitor.device) else { return Ok(None) };
    Ok(app.store.knows_device(account.id, &device).await?.then_some(device))
}

/// Opens an account whose password is lost, with the code that was given on registering. The password is then
/// the new one, everybody else is logged out, and the answer holds the next code.
#[utoipa::path(post, path = "/api/recover", tag = "accounts", request_body = Recovery,
    responses((status = 200, body = Me), (status = 401, description = "the name or the code is wrong", body = ProblemBody),
              (status = 429, description = "too many attempts", body = ProblemBody)))]
pub async fn recover(
    State(app): State<App>,
    visitor: Visitor,
    Body(wish): Body<Recovery>,
) -> Reply<Response> {
    // Counted apart from passwords: whoever guesses those does not keep the owner from the code.
    let attempt = Attempt::new(visitor.address, &format!("code of {}", wish.name), None);
    app.failures.check(&attempt).await?;
    let hash = app.passwords.hash(visitor.asker(), wish.password).await?;
    let next = codes::draw()?;
    let (old, new) = (codes::hashed(&wish.code), codes::hashed(&next));
    let Some(account) = app.store.recover(&wish.name, &old, &hash, &new).await? else {
        app.failures.failed(&attempt).await?;
        return Err(Problem::new(StatusCode::UNAUTHORIZED, words::WRONG_CODE.say()));
    };
    app.sessions.end_others(account.id, None);
    let player = Player { id: account.id, name: account.name, guest: false };
    enter(&app, &visitor, &player, Some(next)).await
}

/// A new code for a lost password; the old one is worth nothing any more.
#[utoipa::path(post, path = "/api/code", tag = "accounts", request_body = Farewell,
    responses((status = 200, body = Me), (status = 401, description = "the password is wrong", body = ProblemBody)))]
pub async fn new_code(
    State(app): State<App>,
    visitor: Visitor,
    Body(wish): Body<Farewell>,
) -> Reply<Json<Me>> {
    let player = confirmed(&app, visitor, wish.password).await?;
    let code = codes::draw()?;
    app.store.set_recovery(player.id, &codes::hashed(&code)).await?;
    Ok(Json(Me { name: Some(player.name), guest: false, code: Some(code) }))
}

/// Lets somebody in who has shown that the account is theirs, and remembers the device.
async fn enter(app: &App, visitor: &Visitor, player: &Player, code: Option<String>) -> Reply<Response> {
    take_over(app, visitor, player).await?;
    let session = open_session(app, player).await?;
    let device = remember_device(app, visitor, player).await?;
    let body = Json(Me { name: Some(player.name.clone()), guest: false, code });
    let mut response = body.into_response();
    for cookie in std::iter::once(session).chain(device) {
        response.headers_mut().append(header::SET_COOKIE, cookie);
    }
    Ok(response)
}

async fn take_over(app: &App, visitor: &Visitor, player: &Player) -> Reply<()> {
    if let Some(guest) = visitor.player.as_ref().filter(|player| player.guest) {
        app.lives.hand_over(guest, player.id).await;
        app.store.take_over(guest.id, player.id).await?;
        // A tab of the guest may have come back in between.
        app.lives.forget(guest).await;
    }
    match visitor.token {
        // Lines of the session before must not outlive it, whoever logs in now.
        Some(token) => app.close_session(&token).await,
        None => Ok(()),
    }
}

/// Logs out; the session is worth nothing afterwards, and its lines end.
#[utoipa::path(post, path = "/api/logout", tag = "accounts", responses((status = 200, body = Me)))]
pub async fn logout(State(app): State<App>, visitor: Visitor) -> Reply<Response> {
    if let Some(token) = visitor.token {
        app.close_session(&token).await?;
    }
    Ok(farewell(&app))
}

/// Nobody is logged in any more.
fn farewell(app: &App) -> Response {
    let body = Json(Me { name: None, guest: false, code: None });
    ([(header::SET_COOKIE, no_cookie(app))], body).into_response()
}

/// Who is logged in.
#[utoipa::path(get, path = "/api/me", tag = "accounts", responses((status = 200, body = Me)))]
pub async fn me(visitor: Visitor) -> Json<Me> {
    let guest = visitor.player.as_ref().is_some_and(|player| player.guest);
    Json(Me { name: visitor.player.map(|player| player.name), guest, code: None })
}

/// Changes the password; all other sessions end.
#[utoipa::path(post, path = "/api/password", tag = "accounts", request_body = NewPassword,
    responses((status = 200, body = Me), (status = 401, description = "the old password is wrong", body = ProblemBody)))]
pub async fn change_password(
    State(app): State<App>,
    visitor: Visitor,
    Body(wish): Body<NewPassword>,
) -> Reply<Json<Me>> {
    let (token, asker) = (visitor.token, visitor.asker());
    let player = confirmed(&app, visitor, wish.old).await?;
    let hash = app.passwords.hash(asker, wish.new).await?;
    app.store.change_password(player.id, &hash).await?;
    if let Some(token) = token {
        app.store.close_other_sessions(player.id, &token).await?;
    }
    app.sessions.end_others(player.id, token.as_ref());
    Ok(Json(Me { name: Some(player.name), guest: false, code: None }))
}

/// Deletes the account and all its data.
#[utoipa::path(delete, path = "/api/account", tag = "accounts", request_body = Farewell,
    responses((status = 200, body = Me), (status = 401, description = "the password is wrong", body = ProblemBody)))]
pub async fn delete_account(
    State(app): State<App>,
    visitor: Visitor,
    Body(wish): Body<Farewell>,
) -> Reply<Response> {
    let player = confirmed(&app, visitor, wish.password).await?;
    app.store.delete_account(player.id).await?;
    app.sessions.end_others(player.id, None);
    app.lives.forget(&player).await;
    Ok(farewell(&app))
}

/// The player who is logged in and has just said their password. Attempts are counted by session: whoever has
/// one is no stranger.
async fn confirmed(app: &App, visitor: Visitor, password: String) -> Reply<Player> {
    let (address, session, asker) = (visitor.address, visitor.token, visitor.asker());
    let player = visitor.account()?;
    let attempt = Attempt::new(address, &player.name, session);
    app.failures.check(&attempt).await?;
    let account = app.store.account(&player.name).await?;
    let hash = account.map(|account| account.password_hash);
    if app.passwords.verify(asker, password, hash).await? {
        app.failures.succeeded(&attempt).await?;
        return Ok(player);
    }
    app.failures.failed(&attempt).await?;
    Err(Problem::new(StatusCode::UNAUTHORIZED, words::WRONG_PASSWORD.say()))
}

/// All that is stored of the player, as lines of JSON.
#[utoipa::path(get, path = "/api/me/export", tag = "accounts",
    responses((status = 200, description = "lines of JSON", content_type = "application/x-ndjson", body = String)))]
pub async fn export(State(app): State<App>, visitor: Visitor) -> Reply<Response> {
    let player = visitor.known()?;
    let lines = crate::exports::lines_of(&app, player.id)?;
    let mut headers = HeaderMap::new();
    headers.insert(header::CONTENT_TYPE, header::HeaderValue::from_static("application/x-ndjson"));
    let name = header::HeaderValue::from_static("attachment; filename=\"ingenio.jsonl\"");
    headers.insert(header::CONTENT_DISPOSITION, name);
    Ok((headers, axum::body::Body::from_stream(lines)).into_response())
}
