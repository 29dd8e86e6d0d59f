//! Levels that people make and publish: listed for everybody or known by their address alone, version by version,
//! under the name that their author gives. A text is read and refereed here, whatever the editor said of it: a listed
//! level has a solution that the referee has replayed, or one that its author has played.

use axum::Json;
use axum::extract::{Path, Query, State};
use axum::http::StatusCode;
use axum::response::Response;
use ingenio_core::LevelRef;
use ingenio_store::{MadeKey, MadeLevel, Player, Publication};
use ingenio_workshop::proper_title;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use crate::app::App;
use crate::library::read;
use crate::problem::{Body, Problem, ProblemBody, Reply};
use crate::visitor::{Visitor, remembered};
use crate::words;

/// Published levels of one account, and versions of one level.
const MOST_LEVELS: usize = 200;
const MOST_VERSIONS: usize = 100;
/// Levels of one answer.
pub const MOST_LISTED: i64 = 48;
/// Letters of a report.
const LONGEST_REPORT: usize = 2000;

#[derive(Deserialize, ToSchema)]
pub struct PublishWish {
    puzzle: String,
    text: String,
    title: String,
    /// Whom to name as author.
    #[serde(default)]
    credit: String,
    /// Is everybody to find it? Else whoever has the address.
    #[serde(default)]
    listed: bool,
    /// A solution for the referee: a listed level needs one, unless its author has played it to the end.
    #[serde(default)]
    solution: Option<String>,
    /// The published level of which this is a new version.
    #[serde(default)]
    of: Option<String>,
}

#[derive(Debug, Serialize, ToSchema)]
pub struct Published {
    /// Its page.
    to: String,
    key: String,
    version: u64,
    /// Has the referee seen a solution?
    solved: bool,
}

/// Publishes a level, or a new version of one.
#[utoipa::path(post, path = "/api/made", tag = "levels", request_body = PublishWish,
    responses((status = 200, body = Published), (status = 401, description = "an account is needed", body = ProblemBody),
              (status = 422, description = "what is wrong, and where", body = ProblemBody),
              (status = 507, description = "there is no room for more", body = ProblemBody)))]
pub async fn publish(
    State(app): State<App>,
    visitor: Visitor,
    Body(wish): Body<PublishWish>,
) -> Reply<Json<Published>> {
    let asker = visitor.asker();
    let owner = visitor.account()?;
    app.limits.new_level(asker)?;
    let title = proper_title(&wish.title).ok_or_else(|| Problem::bad(words::MADE_NEEDS_TITLE.say()))?;
    let credit = proper_title(&wish.credit).unwrap_or_else(|| owner.name.clone());
    let of = wish.of.as_deref().map(key).transpose()?;
    check_room(&app, &owner, of).await?;
    let PublishWish { puzzle, text, solution, listed, .. } = wish;
    let (level, shown) = app.think(asker, move || refereed(&text, &puzzle, solution.as_deref())).await??;
    let solved = shown || app.store.progress_of(owner.id).await?.contains_key(&level.id());
    if listed && !solved {
        return Err(Problem::bad(words::MADE_NEEDS_SOLUTION.say()));
    }
    let publication = Publication { level, title, credit, listed, solved };
    let (key, version) = match of {
        Some(key) => (key, app.store.publish_again(owner.id, key, publication).await?),
        None => (app.store.publish(owner.id, publication).await?, 1),
    };
    Ok(Json(Published { to: format!("/made/{key}"), key: key.to_string(), version, solved }))
}

/// The level of a text, and whether the solution that came with it is one.
fn refereed(text: &str, puzzle: &str, solution: Option<&str>) -> Reply<(LevelRef, bool)> {
    let level = read(text, Some(puzzle))?;
    let Some(solution) = solution.filter(|solution| !solution.is_empty()) else { return Ok((level, false)) };
    match level.verify(solution) {
        Ok(_) => Ok((level, true)),
        Err(refusal) => Err(Problem::bad(words::MADE_WRONG_SOLUTION.with("refusal", refusal))),
    }
}

async fn check_room(app: &App, owner: &Player, of: Option<MadeKey>) -> Reply<()> {
    let full =
        |most: usize| Problem::new(StatusCode::INSUFFICIENT_STORAGE, words::MADE_TOO_MANY.with("most", most));
    match of {
        Some(key) if app.store.made_versions(key).await?.len() >= MOST_VERSIONS => Err(full(MOST_VERSIONS)),
        None if app.store.made_by(owner.id).await?.len() >= MOST_LEVELS => Err(full(MOST_LEVELS)),
        _ => Ok(()),
    }
}

pub fn key(name: &str) -> Reply<MadeKey> {
    name.parse().map_err(|_| Problem::not_found())
}

/// All versions by the name in an address, the newest first.
pub async fn versions(app: &App, name: &str) -> Reply<Vec<MadeLevel>> {
    let versions = app.store.made_versions(key(name)?).await?;
    if versions.is_empty() { Err(Problem::not_found()) } else { Ok(versions) }
}

#[derive(Debug, Serialize, ToSchema)]
pub struct MadeBody {
    key: String,
    puzzle: String,
    version: u64,
    /// The id of the level.
    level: String,
    title: String,
    credit: String,
    listed: bool,
    solved: bool,
    /// Milliseconds since 1970.
    at: i64,
}

impl From<&MadeLevel> for MadeBody {
    fn from(made: &MadeLevel) -> Self {
        MadeBody {
            key: made.key.to_string(),
            puzzle: made.puzzle.clone(),
            version: made.version,
            level: made.level.to_string(),
            title: made.title.clone(),
            credit: made.credit.clone(),
            listed: made.listed,
            solved: made.solved,
            at: made.at,
        }
    }
}

#[derive(Debug, Default, Deserialize, IntoParams)]
pub struct Shelf {
    /// One puzzle only.
    #[serde(default)]
    pub puzzle: String,
    /// From which on, counted from 0.
    #[serde(default)]
    pub from: u32,
}

/// Listed levels, the latest published first.
#[utoipa::path(get, path = "/api/made", tag = "levels", params(Shelf), responses((status = 200, body = Vec<MadeBody>)))]
pub async fn list(State(app): State<App>, Query(shelf): Query<Shelf>) -> Reply<Json<Vec<MadeBody>>> {
    let listed = app.store.made_listed(&shelf.puzzle, shelf.from.into(), MOST_LISTED).await?;
    Ok(Json(listed.iter().map(MadeBody::from).collect()))
}

/// A published level, all versions, the newest first.
#[utoipa::path(get, path = "/api/made/{key}", tag = "levels", params(("key" = String, Path)),
    responses((status = 200, body = Vec<MadeBody>), (status = 404, body = ProblemBody)))]
pub async fn show(State(app): State<App>, Path(name): Path<String>) -> Reply<Json<Vec<MadeBody>>> {
    Ok(Json(versions(&app, &name).await?.iter().map(MadeBody::from).collect()))
}

#[derive(Deserialize, ToSchema)]
pub struct ListWish {
    /// Is everybody to find it?
    listed: bool,
}

/// Lists a level of one's own, or takes it off the list.
#[utoipa::path(put, path = "/api/made/{key}", tag = "levels", params(("key" = String, Path)), request_body = ListWish,
    responses((status = 200, body = Vec<MadeBody>), (status = 404, description = "there is none of yours", body = ProblemBody)))]
pub async fn arrange(
    State(app): State<App>,
    visitor: Visitor,
    Path(name): Path<String>,
    Body(wish): Body<ListWish>,
) -> Reply<Json<Vec<MadeBody>>> {
    let owner = visitor.account()?;
    let newest = versions(&app, &name).await?;
    if wish.listed && newest.first().is_some_and(|made| !made.solved) {
        return Err(Problem::bad(words::MADE_NEEDS_SOLUTION.say()));
    }
    app.store.list_made(owner.id, key(&name)?, wish.listed).await?;
    show(State(app), Path(name)).await
}

/// Removes a level of one's own, with all versions. What was played in it stays.
#[utoipa::path(delete, path = "/api/made/{key}", tag = "levels", params(("key" = String, Path)),
    responses((status = 204), (status = 404, description = "there is none of yours", body = ProblemBody)))]
pub async fn remove(State(app): State<App>, visitor: Visitor, Path(name): Path<String>) -> Reply<StatusCode> {
    let owner = visitor.account()?;
    app.store.remove_made(owner.id, key(&name)?).await?;
    Ok(StatusCode::NO_CONTENT)
}

#[derive(Deserialize, ToSchema)]
pub struct ReportWish {
    /// What is wrong, in their words.
    what: String,
}

#[derive(Debug, Serialize, ToSchema)]
pub struct Reported {
    /// By which the owner of the house finds it.
    number: i64,
}

/// Tells the owner of the house that something is wrong with a published level.
#[utoipa::path(post, path = "/api/made/{key}/findings", tag = "levels", params(("key" = String, Path)), request_body = ReportWish,
    responses((status = 200, body = Reported), (status = 404, body = ProblemBody), (status = 429, body = ProblemBody)))]
pub async fn report(
    State(app): State<App>,
    visitor: Visitor,
    Path(name): Path<String>,
    Body(wish): Body<ReportWish>,
) -> Reply<Response> {
    let versions = versions(&app, &name).await?;
    let newest = versions.first().ok_or_else(Problem::not_found)?;
    // Also one who has just come and played nothing.
    let (player, cookie) = visitor.or_guest(&app).await?;
    let reported = async {
        let what: String = wish.what.chars().take(LONGEST_REPORT).collect();
        let what = format!("/made/{name} ({}): {what}", newest.title);
        let file = app.level(&newest.level.to_string()).await?.canonical();
        let number = app.store.keep_finding(player.id, &newest.puzzle, &what, file).await?;
        let number = number.ok_or_else(|| Problem::too_many(words::TOO_MANY_FINDINGS.say()))?;
        Ok(Json(Reported { number }))
    };
    Ok(remembered(reported.await, cookie))
}
