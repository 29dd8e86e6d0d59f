//! Puzzles, packs and levels, as everyone may see them; and levels that people bring along.

use axum::Json;
use axum::extract::{Path, Query, State};
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use ingenio_catalog::{PUZZLES, find};
use ingenio_core::{Claim, LevelRef, Message, MethodInfo};
use ingenio_store::{Holder, Record};
use ingenio_workshop::{Shelf, shipped_solutions};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use crate::app::App;
use crate::drawings::{Drawn, Kind};
use crate::fair::Asker;
use crate::library::read;
use crate::problem::{Body, JsonText, Problem, ProblemBody, Reply};
use crate::visitor::Visitor;
use crate::watchdog::off_worker;
use crate::words;
use ingenio_desk::BoardBody;
use ingenio_desk::Film;

/// Bytes of an answer that take more than a moment to put together.
pub const LARGE: usize = 64 << 10;

#[derive(Debug, Serialize, ToSchema)]
pub struct PuzzleBody {
    name: &'static str,
    title: &'static str,
    about: &'static str,
    /// What is counted, the default first.
    metrics: Vec<&'static str>,
    packs: Vec<PackBody>,
}

#[derive(Debug, Serialize, ToSchema)]
pub struct PackBody {
    name: String,
    title: String,
    author: String,
    difficulty: String,
    levels: usize,
}

impl PackBody {
    fn of(shelf: &Shelf) -> Self {
        PackBody {
            name: shelf.name.clone(),
            title: shelf.title.clone(),
            author: shelf.author.clone(),
            difficulty: shelf.difficulty.clone(),
            levels: shelf.levels.len(),
        }
    }
}

#[derive(Debug, Serialize, ToSchema)]
pub struct PackLevelBody {
    id: String,
    title: String,
    grade: Option<&'static str>,
    /// The best known in the puzzle's first metric.
    best: Option<u64>,
    /// Is that proved to be the best possible?
    proved: bool,
    /// How the visitor did: 0 to 3 stars, nothing where it is not solved.
    stars: Option<u8>,
}

#[derive(Debug, ToSchema)]
#[expect(dead_code, reason = "it says what a level looks like; see `LevelHead`")]
pub struct LevelBody {
    id: String,
    puzzle: &'static str,
    /// The level in its canonical form.
    text: String,
    board: BoardBody,
    records: Vec<RecordBody>,
    runs: Vec<RunBody>,
}

/// The same without its board, which is drawn once and kept as JSON.
#[derive(Debug, Serialize)]
struct LevelHead {
    id: String,
    puzzle: &'static str,
    /// The level in its canonical form.
    text: String,
    records: Vec<RecordBody>,
    runs: Vec<RunBody>,
}

#[derive(Debug, Serialize, ToSchema)]
pub struct RecordBody {
    pub metric: String,
    pub value: Option<i64>,
    pub proved: bool,
    pub holder: String,
    /// Is the holder a method?
    pub machine: bool,
    /// The play that reached it, to be watched.
    pub play: Option<String>,
    /// Milliseconds since 1970.
    pub at: i64,
}

impl RecordBody {
    pub fn of(record: Record) -> Self {
        let (holder, machine) = match record.holder {
            Holder::Person(name) => (name, false),
            Holder::Method(name) => (name, true),
            Holder::Someone => (Holder::Someone.said().english(), false),
        };
        let play = record.play.map(|key| key.to_string());
        let Record { metric, value, proved, at, .. } = record;
        RecordBody { metric, value, proved, holder, machine, play, at }
    }
}

#[derive(Debug, Serialize, ToSchema)]
pub struct RunBody {
    method: String,
    metric: String,
    value: Option<u64>,
    proved: bool,
    nodes: u64,
    seconds: f64,
}

impl RunBody {
    /// Without the solution, which is for those who ask for it.
    fn of(run: &Claim) -> Self {
        RunBody {
            method: run.chosen.clone(),
            metric: run.first_metric().to_owned(),
            value: run.length(),
            proved: run.is_optimal(),
            nodes: run.nodes(),
            seconds: run.seconds(),
        }
    }
}

#[derive(Debug, Serialize, ToSchema)]
pub struct MethodBody {
    name: &'static str,
    about: &'static str,
    guarantee: &'static str,
    metrics: Vec<String>,
    needs: &'static str,
}

impl MethodBody {
    fn of(method: &MethodInfo) -> Self {
        MethodBody {
            name: method.name,
            about: method.about,
            guarantee: method.guarantee.word(),
            metrics: method.metrics.iter().map(ToString::to_string).collect(),
            needs: method.needs,
        }
    }
}

/// The five puzzles with their packs.
#[utoipa::path(get, path = "/api/puzzles", tag = "levels", responses((status = 200, body = Vec<PuzzleBody>)))]
pub async fn puzzles(State(app): State<App>) -> Json<Vec<PuzzleBody>> {
    let library = &app.levels.library;
    let body = |puzzle: &&'static dyn ingenio_core::AnyPuzzle| {
        let info = puzzle.info();
        PuzzleBody {
            name: info.name,
            title: info.title,
            about: info.about,
            metrics: info.metrics.iter().map(|metric| metric.name).collect(),
            packs: library.of(info.name).iter().map(|at| PackBody::of(&library.shelves[*at])).collect(),
        }
    };
    Json(PUZZLES.iter().map(body).collect())
}

/// The levels of a pack, with how the visitor did.
#[utoipa::path(get, path = "/api/packs/{name}", tag = "levels", params(("name" = String, Path)),
    responses((status = 200, body = Vec<PackLevelBody>), (status = 404, body = ProblemBody)))]
pub async fn pack(
    State(app): State<App>,
    visitor: Visitor,
    Path(name): Path<String>,
) -> Reply<Json<Vec<PackLevelBody>>> {
    let shelf = app.levels.library.shelf(&name).ok_or_else(Problem::not_found)?;
    let progress = app.progress_of(visitor.player.as_ref()).await?;
    let body = |volume: &ingenio_workshop::Volume| PackLevelBody {
        id: volume.level.id().to_string(),
        title: volume.title.clone(),
        grade: volume.grade.map(ingenio_core::Grade::word),
        best: volume.best,
        proved: volume.proved,
        stars: progress.get(&volume.level.id()).map(|row| row.stars),
    };
    Ok(Json(shelf.levels.iter().map(body).collect()))
}

/// The methods that a puzzle can be solved with.
#[utoipa::path(get, path = "/api/methods/{puzzle}", tag = "levels", params(("puzzle" = String, Path)),
    responses((status = 200, body = Vec<MethodBody>), (status = 404, body = ProblemBody)))]
pub async fn methods(Path(puzzle): Path<String>) -> Reply<Json<Vec<MethodBody>>> {
    let puzzle = find(&puzzle).map_err(|_| Problem::not_found())?;
    Ok(Json(puzzle.methods().iter().map(MethodBody::of).collect()))
}

/// A level with its board, records and runs of methods.
#[utoipa::path(get, path = "/api/levels/{id}", tag = "levels", params(("id" = String, Path)),
    responses((status = 200, body = LevelBody), (status = 404, body = ProblemBody)))]
pub async fn level(State(app): State<App>, asker: Asker, Path(id): Path<String>) -> Reply<Response> {
    let level = app.level(&id).await?;
    let records = app.store.records(level.id()).await?;
    let runs = app.store.runs(level.id()).await?;
    let board = app.drawing(asker, &level, Kind::Board).await?;
    let write = || {
        let head = LevelHead {
            id,
            puzzle: level.puzzle().info().name,
            text: level.canonical(),
            records: records.into_iter().map(RecordBody::of).collect(),
            runs: runs.iter().map(RunBody::of).collect(),
        };
        let head = serde_json::to_string(&head).expect("levels are plain data");
        // The board is JSON already: it goes in front of the rest.
        format!("{{\"board\":{board},{}", &head[1..])
    };
    let body = off_worker(board.len() > LARGE, write);
    Ok(([(header::CONTENT_TYPE, HeaderValue::from_static("application/json"))], body).into_response())
}

#[derive(Deserialize, ToSchema)]
pub struct LevelText {
    /// A level in any of the text forms.
    text: String,
    /// Which puzzle it is; nothing to let the text decide.
    #[serde(default)]
    puzzle: Option<String>,
}

#[derive(Debug, Serialize, ToSchema)]
pub struct Opened {
    id: String,
    puzzle: &'static str,
    /// The page where it is played.
    to: String,
}

/// Opens a level from its text, so that it can be played and shared.
#[utoipa::path(post, path = "/api/levels", tag = "levels", request_body = LevelText,
    responses((status = 200, body = Opened), (status = 422, description = "what is wrong, and where", body = ProblemBody)))]
pub async fn open(
    State(app): State<App>,
    visitor: Visitor,
    Body(wish): Body<LevelText>,
) -> Reply<Json<Opened>> {
    let asker = visitor.asker();
    app.limits.new_level(asker)?;
    let level = app.think(asker, move || read(&wish.text, wish.puzzle.as_deref())).await??;
    app.store.open_level(&level, asker.player).await?;
    let id = level.id().to_string();
    Ok(Json(Opened { to: format!("/play/{id}"), puzzle: level.puzzle().info().name, id }))
}

#[derive(Deserialize, IntoParams)]
pub struct Which {
    /// `best`, or the name of a method whose stored run is wanted.
    #[serde(default = "best")]
    solution: String,
    /// The metric of the record.
    metric: Option<String>,
}

impl Which {
    /// The best known, in the puzzle's first metric.
    pub fn best() -> Self {
        Which { solution: best(), metric: None }
    }
}

fn best() -> String {
    "best".to_owned()
}

/// The best known solution of a level, or that of a method, as a film. Whoever watches it has seen a
/// solution: their plays of the level are helped, for a day. Nothing but an explicit wish does that, so
/// it is no GET.
#[utoipa::path(post, path = "/api/levels/{id}/film", tag = "levels", params(("id" = String, Path), Which),
    responses((status = 200, body = Film), (status = 404, description = "nobody has solved it yet", body = ProblemBody)))]
pub async fn film(
    State(app): State<App>,
    visitor: Visitor,
    Path(id): Path<String>,
    Query(which): Query<Which>,
) -> Reply<JsonText> {
    let level = app.level(&id).await?;
    let solution = known_solution(&app, &level, &which).await?;
    if let Some(player) = &visitor.player {
        app.store.shown(player.id, &level).await?;
        app.show_way(player, &level).await?;
    }
    let reader = visitor.language;
    let film = move || {
        Film::of_solution(&level, &solution, Message::empty()).map(|film| JsonText::of(reader, &film))
    };
    Ok(app.think(visitor.asker(), film).await??)
}

pub async fn known_solution(app: &App, level: &LevelRef, which: &Which) -> Reply<String> {
    if which.solution != "best" {
        let runs = app.store.runs(level.id()).await?;
        let run = runs.iter().find(|run| run.chosen == which.solution);
        let solution = run.and_then(Claim::solution).map(|solution| solution.text.clone());
        return solution.ok_or_else(Problem::not_found);
    }
    let first = level.puzzle().info().metrics.first().map_or("", |metric| metric.name);
    let metric = which.metric.as_deref().unwrap_or(first);
    let record = app.store.record(level.id(), metric).await?;
    let shipped = || {
        let place = app.levels.place(&level.id().to_string())?;
        shipped_solutions(&app.levels.library.shelves[place.shelf].name)?.of(level).map(str::to_owned)
    };
    let none = || Problem::new(axum::http::StatusCode::NOT_FOUND, words::NO_RECORD.say());
    record.map(|record| record.solution).or_else(shipped).ok_or_else(none)
}

#[derive(Deserialize, IntoParams)]
pub struct Look {
    /// `light` or `dark`.
    #[serde(default)]
    theme: String,
}

/// A picture of a level.
#[utoipa::path(get, path = "/api/levels/{id}/picture.svg", tag = "levels", params(("id" = String, Path), Look),
    responses((status = 200, description = "an SVG picture", content_type = "image/svg+xml", body = String), (status = 404, body = ProblemBody)))]
pub async fn picture(
    State(app): State<App>,
    asker: Asker,
    Path(id): Path<String>,
    Query(look): Query<Look>,
    asked: HeaderMap,
) -> Reply<Response> {
    let kind = if look.theme == "dark" { Kind::Dark } else { Kind::Light };
    // The id is the hash of the level: its picture never changes.
    let tag = format!("\"{id}-{}\"", kind.word());
    let mut headers = HeaderMap::new();
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("public, max-age=31536000, immutable"));
    if let Ok(tag) = HeaderValue::from_str(&tag) {
        headers.insert(header::ETAG, tag);
    }
    let level = app.level(&id).await?;
    if asked.get(header::IF_NONE_MATCH).is_some_and(|known| known.as_bytes() == tag.as_bytes()) {
        return Ok((StatusCode::NOT_MODIFIED, headers).into_response());
    }
    let picture = app.drawing(asker, &level, kind).await?;
    headers.insert(header::CONTENT_TYPE, HeaderValue::from_static("image/svg+xml"));
    let picture = axum::body::Bytes::from_owner(Drawn(picture));
    Ok((headers, axum::body::Body::from(picture)).into_response())
}

/// The newest records of all levels.
#[utoipa::path(get, path = "/api/records", tag = "levels", responses((status = 200, body = Vec<RecordBody>)))]
pub async fn newest_records(State(app): State<App>) -> Reply<Json<Vec<RecordBody>>> {
    let records = app.store.newest_records(50).await?;
    Ok(Json(records.into_iter().map(RecordBody::of).collect()))
}
