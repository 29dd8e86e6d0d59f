//! What a browser takes on board for the time without a network: the worker that keeps pages, the list of what to
//! keep, all packs in one answer, and how the place looks among a phone's programs.

use std::collections::BTreeMap;
use std::fmt::Write;

use axum::Json;
use axum::extract::{Path, State};
use axum::http::{HeaderValue, header};
use axum::response::{IntoResponse, Response};
use ingenio_catalog::{PUZZLES, find};
use ingenio_core::Language;
use ingenio_core::metric::counted;
use ingenio_workshop::{Shelf, Volume};
use serde::Serialize;
use serde_json::json;

use crate::app::App;
use crate::assets::{self, address, script_address};
use crate::levels::{Which, known_solution};
use crate::problem::{JsonText, Problem, Reply};
use crate::site_addresses::Edition;
use crate::visitor::Visitor;
use crate::words;

/// Another language or another program is another version: the browser takes everything on board anew.
pub async fn worker(State(app): State<App>, visitor: Visitor) -> Response {
    let reader = visitor.language;
    let mut text = String::from("// Made by the server: what to have on board.\n");
    let modules: Vec<String> = [&app.rules, &app.engines].iter().filter_map(|one| one.address()).collect();
    let version = format!("{}-{}-{}", *assets::VERSION, reader.code(), modules.join("-"));
    let edition = app.config.alone.map(|root| Edition { root, reader });
    let at_home = |addresses: Vec<String>| -> Vec<String> {
        // Files are found from where the worker lies.
        match edition {
            Some(edition) => addresses.iter().map(|one| edition.seen_from_home(one)).collect(),
            None => addresses,
        }
    };
    let facts = [
        ("VERSION", json!(version)),
        ("LANGUAGE", json!(reader.code())),
        ("ALONE", json!(edition.is_some())),
        ("SHARED", json!(edition.map_or("", Edition::way_to_root))),
        ("PAGES_ABOARD", json!(at_home(pages(&app)))),
        ("FILES_ABOARD", json!(at_home(files(reader, modules)))),
    ];
    for (name, value) in facts {
        // Writing to a text does not fail.
        let _ = writeln!(text, "const {name} = {value};");
    }
    text += include_str!("../../../web/service-worker.js");
    let kind = HeaderValue::from_static("text/javascript; charset=utf-8");
    let fresh = HeaderValue::from_static("no-cache");
    ([(header::CONTENT_TYPE, kind), (header::CACHE_CONTROL, fresh)], text).into_response()
}

/// Pages that are worth having without a network.
fn pages(app: &App) -> Vec<String> {
    let mut pages: Vec<String> =
        ["/", "/help", "/new", "/open", "/settings", "/packs.json"].map(str::to_owned).into();
    if app.config.alone.is_some() {
        pages.extend(["/plays", "/own", "/print"].map(str::to_owned));
    }
    pages.extend(PUZZLES.iter().map(|puzzle| format!("/puzzle/{}", puzzle.info().name)));
    pages.extend(app.levels.library.shelves.iter().map(|shelf| format!("/pack/{}", shelf.name)));
    if app.rules.address().is_some() {
        pages.extend(PUZZLES.iter().map(|puzzle| format!("/shell/{}", puzzle.info().name)));
        pages.extend(PUZZLES.iter().map(|puzzle| format!("/learn/{}", puzzle.info().name)));
    }
    pages
}

/// Files that never change under their addresses.
fn files(reader: Language, modules: Vec<String>) -> Vec<String> {
    let shared = ["style.css", "theme.js", "icon.svg"].map(address);
    let scripts = assets::scripts().map(|name| script_address(reader, name));
    shared.into_iter().chain(scripts).chain(modules).collect()
}

#[derive(Serialize)]
struct PackBody<'a> {
    name: &'a str,
    puzzle: &'a str,
    title: String,
    levels: Vec<LevelBody<'a>>,
}

#[derive(Serialize)]
struct LevelBody<'a> {
    id: String,
    title: &'a str,
    text: String,
    best: Option<u64>,
    grade: Option<String>,
    /// The best known, as a sentence.
    record: String,
}

/// Every level of every pack.
pub async fn packs(State(app): State<App>, visitor: Visitor) -> Reply<JsonText> {
    let (asker, reader) = (visitor.asker(), visitor.language);
    let of = app.clone();
    let packs = move || {
        let shelves = &of.levels.library.shelves;
        let packs: Vec<PackBody<'_>> = shelves.iter().map(|shelf| pack(reader, shelf)).collect();
        JsonText::of(reader, &packs)
    };
    app.think(asker, packs).await
}

/// The levels of one pack: a page that fills one in need not wait for all.
pub async fn one_pack(State(app): State<App>, visitor: Visitor, Path(file): Path<String>) -> Reply<JsonText> {
    let (asker, reader) = (visitor.asker(), visitor.language);
    let of = app.clone();
    let found = move || {
        let shelf = file.strip_suffix(".json").and_then(|name| of.levels.library.shelf(name));
        shelf.map(|shelf| JsonText::of(reader, &pack(reader, shelf)))
    };
    app.think(asker, found).await?.ok_or_else(Problem::not_found)
}

fn pack(reader: Language, shelf: &Shelf) -> PackBody<'_> {
    let metric = find(shelf.puzzle).ok().and_then(|puzzle| puzzle.info().metrics.first());
    let levels = shelf.levels.iter().map(|volume| LevelBody {
        id: volume.level.id().to_string(),
        title: &volume.title,
        text: volume.level.canonical(),
        best: volume.best,
        grade: volume.grade.map(|grade| reader.say(grade.said())),
        record: match (volume.best, metric) {
            (Some(best), Some(metric)) => {
                reader.say(words::PACK_BEST.with("figure", counted(metric.name, best)))
            }
            _ => String::new(),
        },
    });
    let title = reader.say(shelf.said_title());
    PackBody { name: &shelf.name, puzzle: shelf.puzzle, title, levels: levels.collect() }
}

/// The best known solution of each level of a pack, as moves: for pages that have no server to ask, and no others, because
/// whoever asks a server for a solution has seen it.
pub async fn solutions(
    State(app): State<App>,
    visitor: Visitor,
    Path(file): Path<String>,
) -> Reply<Json<BTreeMap<String, Vec<String>>>> {
    let shelf = file.strip_suffix(".json").and_then(|name| app.levels.library.shelf(name));
    let shelf = shelf.filter(|_| visitor.alone).ok_or_else(Problem::not_found)?;
    let mut found = BTreeMap::new();
    for Volume { level, .. } in &shelf.levels {
        let Ok(solution) = known_solution(&app, level, &Which::best()).await else { continue };
        found.extend(level.solution_moves(&solution).map(|moves| (level.id().to_string(), moves)));
    }
    Ok(Json(found))
}

/// How a phone or a desk shows this place among its programs.
pub async fn manifest(State(app): State<App>, visitor: Visitor) -> Response {
    let reader = visitor.language;
    let edition = app.config.alone.map(|root| Edition { root, reader });
    // In a folder anywhere everything is found from where this lies.
    let at = |address: &str| if visitor.alone { format!(".{address}") } else { address.to_owned() };
    let asset = |name| match edition {
        Some(edition) => edition.seen_from_home(&address(name)),
        None => address(name),
    };
    let manifest = json!({
        "name": "ingenio",
        "short_name": "ingenio",
        "description": reader.say(words::SITE_ABOUT),
        "lang": reader.code(),
        "id": at("/"),
        "start_url": at("/"),
        "scope": at("/"),
        "display": "standalone",
        "background_color": "#faf8f4",
        "theme_color": "#faf8f4",
        "icons": [
            { "src": asset("icon.svg"), "sizes": "any", "type": "image/svg+xml", "purpose": "any" },
            { "src": asset("icon-192.png"), "sizes": "192x192", "type": "image/png", "purpose": "any" },
            { "src": asset("icon-512.png"), "sizes": "512x512", "type": "image/png", "purpose": "any maskable" },
        ],
    });
    let kind = HeaderValue::from_static("application/manifest+json");
    ([(header::CONTENT_TYPE, kind)], manifest.to_string()).into_response()
}
