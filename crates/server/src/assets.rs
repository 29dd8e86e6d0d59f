//! Style, scripts and pictures, inside of the program. The table of words goes to the browser as a module, so
//! that a page says everything in the words of one table.

use std::sync::LazyLock;

use axum::extract::Path;
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use include_dir::{Dir, include_dir};
use sha2::{Digest, Sha256};

use crate::problem::Problem;
use crate::words;

static WEB: Dir<'_> = include_dir!("$CARGO_MANIFEST_DIR/../../web");

/// Changes with every change of any asset: addresses carry it, so that browsers keep assets for good.
pub static VERSION: LazyLock<String> = LazyLock::new(|| {
    let mut hash = Sha256::new();
    for file in WEB.files().chain(WEB.dirs().flat_map(Dir::files)) {
        hash.update(file.contents());
    }
    hash.update(words_module());
    hash.finalize().iter().take(6).map(|byte| format!("{byte:02x}")).collect()
});

/// The address of an asset.
pub fn address(name: &str) -> String {
    format!("/assets/{}/{name}", *VERSION)
}

fn words_module() -> String {
    let table: serde_json::Map<String, serde_json::Value> = words::ALL
        .iter()
        .filter(|template| template.id.starts_with("web."))
        .map(|template| (template.id.to_owned(), template.english.into()))
        .collect();
    let table = serde_json::Value::Object(table);
    format!(
        "// Made by the server from its table of words.\n\
         const words = {table};\n\
         export function say(id, values = {{}}) {{\n  \
           const text = words[id] ?? id;\n  \
           return text.replace(/\\{{(\\w+)\\}}/g, (hole, name) => (name in values ? String(values[name]) : hole));\n\
         }}\n"
    )
}

pub async fn asset(Path((version, name)): Path<(String, String)>) -> Response {
    let body = match name.as_str() {
        "words.js" => Some(words_module().into_bytes()),
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
        Some("css") => "text/css; charset=utf-8",
        Some("svg") => "image/svg+xml",
        _ => "application/octet-stream",
    }
}
