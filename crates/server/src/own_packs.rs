//! Packs of one's own: levels that somebody brought along in one text, with a title, a grade and an order. Whoever has
//! the address plays them, their owner changes them, and the file of a pack goes wherever packs go.

use axum::Json;
use axum::extract::{Path, State};
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use ingenio_core::{Grade, Language};
use ingenio_store::{Arrangement, OwnPack, PackKey, PackedLevel, Player};
use ingenio_workshop::{Brought, grade_named, plain_pack, proper_title};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::app::App;
use crate::brought::read_all;
use crate::problem::{Body, Problem, ProblemBody, Reply};
use crate::visitor::Visitor;
use crate::words;

/// Packs of one account, and of a guest.
const MOST_PACKS: usize = 100;
const MOST_PACKS_OF_GUEST: usize = 20;

#[derive(Deserialize, ToSchema)]
pub struct BroughtText {
    /// The texts of levels of one puzzle one after another, or the file of a pack.
    text: String,
    /// Which puzzle it is; nothing to let the text decide.
    #[serde(default)]
    puzzle: Option<String>,
    /// What the pack is to be called, where its file does not say.
    #[serde(default)]
    title: Option<String>,
}

#[derive(Debug, Serialize, ToSchema)]
pub struct OpenedPack {
    /// The page where it is played.
    to: String,
    levels: usize,
    /// What was left out and why, if anything was.
    said: Option<String>,
}

/// Opens what is in a text: one level to be played, or several as a pack of one's own.
#[utoipa::path(post, path = "/api/packs", tag = "levels", request_body = BroughtText,
    responses((status = 200, body = OpenedPack), (status = 422, description = "what is wrong, and where", body = ProblemBody),
              (status = 507, description = "there is no room for more packs", body = ProblemBody)))]
pub async fn open(
    State(app): State<App>,
    visitor: Visitor,
    Body(wish): Body<BroughtText>,
) -> Reply<Response> {
    let (asker, reader) = (visitor.asker(), visitor.language);
    app.limits.new_level(asker)?;
    let BroughtText { text, puzzle, title } = wish;
    let brought = app.think(asker, move || read_all(&text, puzzle.as_deref())).await??;
    let (levels, said) = (brought.levels.len(), brought.told().map(|told| reader.say(&told)));
    let only = brought.levels.first().filter(|_| levels == 1 && brought.title.is_none());
    if let Some((level, _)) = only {
        app.store.open_level(level, asker.player).await?;
        return Ok(Json(OpenedPack { to: format!("/play/{}", level.id()), levels, said }).into_response());
    }
    let (owner, cookie) = visitor.or_guest(&app).await?;
    check_room(&app, &owner).await?;
    let key = keep(&app, &owner, brought, (reader, title.as_deref())).await?;
    let body = Json(OpenedPack { to: format!("/pack/{key}"), levels, said });
    let cookie = cookie.map(|cookie| [(header::SET_COOKIE, cookie)]);
    Ok((cookie, body).into_response())
}

async fn check_room(app: &App, owner: &Player) -> Reply<()> {
    let most = if owner.guest { MOST_PACKS_OF_GUEST } else { MOST_PACKS };
    if app.store.own_packs(owner.id).await?.len() < most {
        return Ok(());
    }
    Err(Problem::new(StatusCode::INSUFFICIENT_STORAGE, words::TOO_MANY_PACKS.with("most", most)))
}

/// The title is what the file says, or its name, or a usual one as the reader would say it.
async fn keep(
    app: &App,
    owner: &Player,
    brought: Brought,
    (reader, title): (Language, Option<&str>),
) -> Reply<PackKey> {
    let Brought { title: own, grade, levels, .. } = brought;
    let puzzle = levels.first().map_or("", |(level, _)| level.puzzle().info().title);
    let title = own.or_else(|| proper_title(title.unwrap_or_default()));
    let title = title.unwrap_or_else(|| reader.say(words::OWN_PACK_TITLE.with("puzzle", puzzle)));
    Ok(app.store.make_pack(owner.id, &title, grade.map(Grade::word), levels).await?)
}

/// An own pack by the name in an address.
pub async fn find(app: &App, name: &str) -> Reply<(OwnPack, Vec<PackedLevel>)> {
    let key: PackKey = name.parse().map_err(|_| Problem::not_found())?;
    app.store.own_pack(key).await?.ok_or_else(Problem::not_found)
}

#[derive(Deserialize, ToSchema)]
pub struct PackWish {
    title: String,
    /// `beginner`, `intermediate`, `advanced`, `expert`, or nothing.
    #[serde(default)]
    grade: Option<String>,
    /// The places of its levels, from 0, in their new order; what is not named is given up.
    order: Vec<usize>,
}

/// Changes a pack of one's own.
#[utoipa::path(put, path = "/api/packs/{name}", tag = "levels", params(("name" = String, Path)), request_body = PackWish,
    responses((status = 200, body = OpenedPack), (status = 404, description = "there is no such pack of yours", body = ProblemBody),
              (status = 422, description = "what cannot be so", body = ProblemBody)))]
pub async fn arrange(
    State(app): State<App>,
    visitor: Visitor,
    Path(name): Path<String>,
    Body(wish): Body<PackWish>,
) -> Reply<Json<OpenedPack>> {
    let owner = visitor.known()?;
    let (pack, _) = find(&app, &name).await?;
    let title = proper_title(&wish.title).ok_or_else(|| Problem::bad(words::PACK_NEEDS_TITLE.say()))?;
    if wish.order.is_empty() {
        return Err(Problem::bad(words::PACK_NEEDS_LEVEL.say()));
    }
    let grade = wish.grade.as_deref().and_then(grade_named).map(|grade| grade.word().to_owned());
    let levels = wish.order.len();
    app.store.arrange_pack(owner.id, pack.key, Arrangement { title, grade, order: wish.order }).await?;
    Ok(Json(OpenedPack { to: format!("/pack/{name}"), levels, said: None }))
}

/// Gives a pack of one's own up. What was played in it stays.
#[utoipa::path(delete, path = "/api/packs/{name}", tag = "levels", params(("name" = String, Path)),
    responses((status = 200, body = OpenedPack), (status = 404, description = "there is no such pack of yours", body = ProblemBody)))]
pub async fn remove(
    State(app): State<App>,
    visitor: Visitor,
    Path(name): Path<String>,
) -> Reply<Json<OpenedPack>> {
    let owner = visitor.known()?;
    let (pack, _) = find(&app, &name).await?;
    app.store.remove_pack(owner.id, pack.key).await?;
    Ok(Json(OpenedPack { to: "/me".to_owned(), levels: 0, said: None }))
}

/// A pack of one's own as a file that every program of ours reads.
#[utoipa::path(get, path = "/api/packs/{name}/file", tag = "levels", params(("name" = String, Path)),
    responses((status = 200, description = "a pack as TOML", content_type = "application/toml", body = String), (status = 404, body = ProblemBody)))]
pub async fn file(State(app): State<App>, visitor: Visitor, Path(name): Path<String>) -> Reply<Response> {
    let (pack, packed) = find(&app, &name).await?;
    let author = author(&app, &pack).await?;
    let mut levels = Vec::new();
    for one in packed {
        levels.push((app.level(&one.id.to_string()).await?, one.title));
    }
    let grade = pack.grade.as_deref().and_then(grade_named);
    let write = move || plain_pack(pack.title, author, grade, &levels).write();
    let text = app.think(visitor.asker(), write).await?;
    let name = HeaderValue::from_static("attachment; filename=\"pack.toml\"");
    let kind = HeaderValue::from_static("application/toml; charset=utf-8");
    Ok(([(header::CONTENT_TYPE, kind), (header::CONTENT_DISPOSITION, name)], text).into_response())
}

/// Who brought it; nothing for a guest, whose name nobody chose.
pub async fn author(app: &App, pack: &OwnPack) -> Reply<String> {
    let owner = app.store.player_of(pack.owner).await?;
    Ok(owner.filter(|owner| !owner.guest).map(|owner| owner.name).unwrap_or_default())
}
