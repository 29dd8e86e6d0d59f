//! Accounts: register, log in and out, change the password, leave for good.

use axum::Json;
use axum::extract::State;
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse, Response};
use ingenio_store::Player;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::app::App;
use crate::problem::{Body, Problem, ProblemBody, Reply};
use crate::visitor::{Visitor, no_cookie, open_session};
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

/// Who is logged in.
#[derive(Debug, Serialize, ToSchema)]
pub struct Me {
    name: Option<String>,
    guest: bool,
}

fn welcome(player: &Player, cookie: header::HeaderValue) -> Response {
    let body = Json(Me { name: Some(player.name.clone()), guest: player.guest });
    ([(header::SET_COOKIE, cookie)], body).into_response()
}

/// Makes an account and logs in; what a guest played so far comes along.
#[utoipa::path(post, path = "/api/register", tag = "accounts", request_body = Credentials,
    responses((status = 200, body = Me), (status = 409, description = "the name is taken", body = ProblemBody),
              (status = 422, description = "no good name or password", body = ProblemBody)))]
pub async fn register(
    State(app): State<App>,
    visitor: Visitor,
    Body(wish): Body<Credentials>,
) -> Reply<Response> {
    app.limits.login(visitor.address, &wish.name)?;
    let hash = app.passwords.hash(wish.password).await?;
    let id = app.store.register(&wish.name, &hash).await?;
    let player = Player { id, name: wish.name.trim().to_owned(), guest: false };
    take_over(&app, &visitor, &player).await?;
    Ok(welcome(&player, open_session(&app, &player).await?))
}

/// Logs in; what a guest played so far comes along.
#[utoipa::path(post, path = "/api/login", tag = "accounts", request_body = Credentials,
    responses((status = 200, body = Me), (status = 401, description = "the name or the password is wrong", body = ProblemBody),
              (status = 429, description = "too many attempts", body = ProblemBody)))]
pub async fn login(
    State(app): State<App>,
    visitor: Visitor,
    Body(wish): Body<Credentials>,
) -> Reply<Response> {
    app.limits.login(visitor.address, &wish.name)?;
    let account = app.store.account(&wish.name).await?;
    let hash = account.as_ref().map(|account| account.password_hash.clone());
    // The same work and the same answer, whether the name or the password is wrong.
    let fits = app.passwords.verify(wish.password, hash).await?;
    let Some(account) = account.filter(|_| fits) else {
        return Err(Problem::new(StatusCode::UNAUTHORIZED, words::WRONG_LOGIN.say()));
    };
    let player = Player { id: account.id, name: account.name, guest: false };
    take_over(&app, &visitor, &player).await?;
    Ok(welcome(&player, open_session(&app, &player).await?))
}

async fn take_over(app: &App, visitor: &Visitor, player: &Player) -> Reply<()> {
    if let Some(guest) = visitor.player.as_ref().filter(|player| player.guest) {
        app.lives.forget(guest).await;
        app.store.take_over(guest.id, player.id).await?;
        // A tab of the guest may have come back in between.
        app.lives.forget(guest).await;
    }
    if let Some(token) = visitor.token {
        app.store.close_session(&token).await?;
    }
    Ok(())
}

/// Logs out; the session is worth nothing afterwards.
#[utoipa::path(post, path = "/api/logout", tag = "accounts", responses((status = 200, body = Me)))]
pub async fn logout(State(app): State<App>, visitor: Visitor) -> Reply<Response> {
    if let Some(token) = visitor.token {
        app.store.close_session(&token).await?;
    }
    // Lines of this session must not outlive it.
    if let Some(player) = &visitor.player {
        app.lives.forget(player).await;
    }
    let body = Json(Me { name: None, guest: false });
    Ok(([(header::SET_COOKIE, no_cookie(&app))], body).into_response())
}

/// Who is logged in.
#[utoipa::path(get, path = "/api/me", tag = "accounts", responses((status = 200, body = Me)))]
pub async fn me(visitor: Visitor) -> Json<Me> {
    let guest = visitor.player.as_ref().is_some_and(|player| player.guest);
    Json(Me { name: visitor.player.map(|player| player.name), guest })
}

/// Changes the password; all other sessions end.
#[utoipa::path(post, path = "/api/password", tag = "accounts", request_body = NewPassword,
    responses((status = 200, body = Me), (status = 401, description = "the old password is wrong", body = ProblemBody)))]
pub async fn change_password(
    State(app): State<App>,
    visitor: Visitor,
    Body(wish): Body<NewPassword>,
) -> Reply<Json<Me>> {
    let token = visitor.token;
    let address = visitor.address;
    let player = visitor.account()?;
    app.limits.login(address, &player.name)?;
    confirm(&app, &player, wish.old).await?;
    let hash = app.passwords.hash(wish.new).await?;
    app.store.change_password(player.id, &hash).await?;
    if let Some(token) = token {
        app.store.close_other_sessions(player.id, &token).await?;
    }
    app.lives.forget(&player).await;
    Ok(Json(Me { name: Some(player.name), guest: false }))
}

/// Deletes the account and all its data.
#[utoipa::path(delete, path = "/api/account", tag = "accounts", request_body = Farewell,
    responses((status = 200, body = Me), (status = 401, description = "the password is wrong", body = ProblemBody)))]
pub async fn delete_account(
    State(app): State<App>,
    visitor: Visitor,
    Body(wish): Body<Farewell>,
) -> Reply<Response> {
    let address = visitor.address;
    let player = visitor.account()?;
    app.limits.login(address, &player.name)?;
    confirm(&app, &player, wish.password).await?;
    app.store.delete_account(player.id).await?;
    app.lives.forget(&player).await;
    let body = Json(Me { name: None, guest: false });
    Ok(([(header::SET_COOKIE, no_cookie(&app))], body).into_response())
}

async fn confirm(app: &App, player: &Player, password: String) -> Reply<()> {
    let account = app.store.account(&player.name).await?;
    let fits = app.passwords.verify(password, account.map(|account| account.password_hash)).await?;
    if fits { Ok(()) } else { Err(Problem::new(StatusCode::UNAUTHORIZED, words::WRONG_PASSWORD.say())) }
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
