//! Style, scripts and pictures, inside of the program. The table of words goes to the browser as a module, so
//! that a page says everything in the words of one table.

use std::sync::LazyLock;

use axum::extract::Path;
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use include_dir::{Dir, File, include_dir};
use ingenio_catalog::PUZZLES;
use ingenio_core::Language;
use ingenio_core::metric::figures;
use sha2::{Digest, Sha256};

use crate::problem::Problem;
use crate::words;

static WEB: Dir<'_> = include_dir!("$CARGO_MANIFEST_DIR/../../web");

/// What the modules of a page say, beside the scripts that hand it to them.
const SENTENCES: &str = "sentences.json";

/// Changes with every change of any asset: addresses carry it, so that browsers keep assets for good.
pub static VERSION: LazyLock<String> = LazyLock::new(|| {
    let mut hash = Sha256::new();
    for file in WEB.files().chain(WEB.dirs().flat_map(Dir::files)) {
        hash.update(file.contents());
    }
    for language in Language::all() {
        hash.update(words_module(language));
        hash.update(sentences(language));
    }
    hash.finalize().iter().take(6).map(|byte| format!("{byte:02x}")).collect()
});

/// The names of the scripts that pages load.
pub fn scripts() -> impl Iterator<Item = &'static str> {
    let names = WEB.files().filter(|file| is_script(file)).filter_map(|file| file.path().to_str());
    names.filter(|name| *name != "service-worker.js").chain(["words.js", SENTENCES])
}

/// The scripts that a script imports, and those that they import: whoever names them with the page saves a round trip
/// for each step of the way.
pub fn imported(name: &str) -> Vec<&'static str> {
    let mut found: Vec<&'static str> = Vec::new();
    let mut open = WEB.get_file(name).and_then(File::contents_utf8).map_or_else(Vec::new, imports);
    while let Some(next) = open.pop() {
        if !found.contains(&next) {
            found.push(next);
            open.extend(WEB.get_file(next).and_then(File::contents_utf8).map_or_else(Vec::new, imports));
        }
    }
    found
}

/// What is imported at once, not when it is needed.
fn imports(script: &'static str) -> Vec<&'static str> {
    let lines = script.lines().filter(|line| line.starts_with("import "));
    lines.filter_map(|line| line.split_once(" from './")?.1.split('\'').next()).collect()
}

/// The names of all other files: style, pictures, and the script that is loaded before a page is drawn.
pub fn others() -> impl Iterator<Item = String> {
    let files = WEB.files().chain(WEB.dirs().flat_map(Dir::files)).filter(|file| !is_script(file));
    files.filter_map(|file| file.path().to_str()).chain(["theme.js"]).map(str::to_owned)
}

fn is_script(file: &File<'_>) -> bool {
    file.path().extension().is_some_and(|ending| ending == "js")
}

/// The address of an asset.
pub fn address(name: &str) -> String {
    format!("/assets/{}/{name}", *VERSION)
}

/// The address of a script for a reader: what it imports from its own folder speaks their language.
pub fn script_address(reader: Language, name: &str) -> String {
    format!("/assets/{}.{}/{name}", *VERSION, reader.code())
}

/// What the scripts say, in a language.
fn words_module(reader: Language) -> String {
    let table: serde_json::Map<String, serde_json::Value> = (words::ALL.iter().chain(figures::ALL))
        .filter(|template| template.id.starts_with("web.") || template.id.starts_with("figure.name-"))
        .map(|template| (template.id.to_owned(), reader.text(*template).into()))
        .chain(brought(reader))
        .collect();
    let (table, rules) = (serde_json::Value::Object(table), reader.forms());
    let manner = serde_json::json!({ "group": reader.manner().group, "from": reader.manner().group_from });
    let code = include_str!("words.js");
    format!(
        "// Made by the server from its table of words.\nconst words = {table};\nconst rules = {rules};\nconst manner = {manner};\n{code}"
    )
}

/// What puzzles bring along for who tries something in vain (`corridor.nothing`) or takes something in hand, under the
/// ids by which the scripts look for it (`web.nothing-corridor`).
fn brought(reader: Language) -> impl Iterator<Item = (String, serde_json::Value)> {
    let all = PUZZLES.iter().map(|puzzle| puzzle.info());
    all.flat_map(move |info| {
        ["nothing", "holding"].into_iter().filter_map(move |what| {
            let id = format!("{}.{what}", info.name);
            let template = info.words.iter().find(|template| template.id == id)?;
            Some((format!("web.{what}-{}", info.name), reader.text(*template).into()))
        })
    })
}

/// What the modules say, in a language that they do not speak by themselves; otherwise `null`.
fn sentences(reader: Language) -> String {
    serde_json::to_string(&reader.table(is_for_modules)).unwrap_or_default()
}

/// Is it a sentence of the rules, the solvers, or what they are built on? Whatever only a server, a terminal or
/// a command line says is left out, by the first part of its id.
fn is_for_modules(id: &str) -> bool {
    const ELSEWHERE: [&str; 21] = [
        "cli", "counts", "help", "jobs", "lab", "lesson", "lessons", "native", "pack", "page", "rule",
        "server", "settings", "site", "store", "system", "table", "tables", "teach", "tui", "web",
    ];
    !ELSEWHERE.contains(&id.split('.').next().unwrap_or_default())
}

pub async fn asset(Path((folder, name)): Path<(String, String)>) -> Response {
    let (version, code) = folder.split_once('.').unwrap_or((&folder, ""));
    let body = match name.as_str() {
        "words.js" => Some(words_module(Language::find(code).unwrap_or_default()).into_bytes()),
        SENTENCES => Some(sentences(Language::find(code).unwrap_or_default()).into_bytes()),
        _ => WEB.get_file(&name).map(|file| file.contents().to_vec()),
    };
    let Some(body) = body else { return Problem::not_found().into_response() };
    let mut headers = HeaderMap::new();
    headers.insert(header::CONTENT_TYPE, HeaderValue::from_static(kind(&name)));
    let lasts = if version == *VERSION { "public, max-age=31536000, immutable" } else { "no-cache" };
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static(lasts));
    (StatusCode::OK, headers, body).into_response()
}

fn kind(name: &str) -> &'static str {
    match name.rsplit_once('.').map(|(_, ending)| ending) {
        Some("js") => "text/javascript; charset=utf-8",
        Some("json") => "application/json",
        Some("css") => "text/css; charset=utf-8",
        Some("svg") => "image/svg+xml",
        Some("png") => "image/png",
        _ => "application/octet-stream",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn imports_are_found_to_the_last() {
        let found = imported("play.js");
        // By itself, by another, by several; not what is loaded when it is needed.
        for name in ["board.js", "journal.js", "words.js"] {
            assert_eq!(found.iter().filter(|one| **one == name).count(), 1, "{name}");
        }
        assert!(!found.contains(&"thinker.js"));
        assert!(found.iter().all(|name| *name == "words.js" || WEB.get_file(name).is_some()));
    }
}
