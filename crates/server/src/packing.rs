//! Answers packed with gzip. Small ones are packed at once; larger ones beside the requests, because a board of a
//! megabyte would hold a thread that answers for tens of milliseconds. What cannot wait goes out as it is.

use std::io::Write;

use axum::body::{Body, Bytes, HttpBody, to_bytes};
use axum::extract::{Request, State};
use axum::http::{HeaderMap, HeaderValue, header};
use axum::middleware::Next;
use axum::response::Response;
use flate2::Compression;
use flate2::write::GzEncoder;

use crate::app::App;
use crate::fair::Asker;

/// Shorter answers fit into one packet anyway.
const SHORTEST: u64 = 512;
/// So much is packed in well under a millisecond.
const AT_ONCE: usize = 8 << 10;
/// Nothing of ours is larger.
const LONGEST: u64 = 32 << 20;
/// Nearly as small as the best, in a third of the time.
const EFFORT: Compression = Compression::new(4);

pub async fn pack(State(app): State<App>, asker: Asker, request: Request, next: Next) -> Response {
    let wanted = accepts(request.headers(), "gzip");
    let response = next.run(request).await;
    let length = response.body().size_hint().exact();
    let fits = length.is_some_and(|length| (SHORTEST..=LONGEST).contains(&length));
    if !wanted || !fits || !is_text(response.headers()) {
        return response;
    }
    let (mut parts, body) = response.into_parts();
    // The body is in memory already: its length is known.
    let Ok(plain) = to_bytes(body, LONGEST as usize).await else {
        return Response::from_parts(parts, Body::empty());
    };
    let packed = if plain.len() <= AT_ONCE {
        Some(gzip(&plain))
    } else {
        let large = plain.clone();
        app.think(asker, move || gzip(&large)).await.ok()
    };
    let Some(packed) = packed else { return Response::from_parts(parts, plain.into()) };
    parts.headers.remove(header::CONTENT_LENGTH);
    parts.headers.insert(header::CONTENT_ENCODING, HeaderValue::from_static("gzip"));
    parts.headers.append(header::VARY, HeaderValue::from_static("accept-encoding"));
    Response::from_parts(parts, packed.into())
}

/// Does a browser take answers packed in this way?
pub fn accepts(headers: &HeaderMap, way: &str) -> bool {
    let text = headers.get(header::ACCEPT_ENCODING).and_then(|value| value.to_str().ok()).unwrap_or("");
    text.split(',').any(|part| {
        let mut words = part.split(';').map(str::trim);
        words.next() == Some(way) && !words.any(|word| matches!(word, "q=0" | "q=0.0"))
    })
}

/// Pictures of ours are texts too, and modules pack well; what is told as it happens is not packed, because it would wait.
fn is_text(headers: &HeaderMap) -> bool {
    let kind = headers.get(header::CONTENT_TYPE).and_then(|value| value.to_str().ok()).unwrap_or("");
    let is_text =
        kind.starts_with("text/") || ["json", "svg+xml", "wasm"].iter().any(|ending| kind.ends_with(ending));
    is_text && kind != "text/event-stream" && !headers.contains_key(header::CONTENT_ENCODING)
}

fn gzip(plain: &Bytes) -> Bytes {
    let mut encoder = GzEncoder::new(Vec::with_capacity(plain.len() / 4), EFFORT);
    // Writing to memory does not fail.
    let _ = encoder.write_all(plain);
    encoder.finish().unwrap_or_default().into()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_texts_are_packed_and_only_for_those_who_want_it() {
        let headers = |name, value| HeaderMap::from_iter([(name, HeaderValue::from_static(value))]);
        for (value, wanted) in [("gzip", true), ("br, gzip;q=0.5", true), ("gzip;q=0", false), ("br", false)]
        {
            assert_eq!(accepts(&headers(header::ACCEPT_ENCODING, value), "gzip"), wanted, "{value}");
        }
        for (value, packed) in [
            ("text/html; charset=utf-8", true),
            ("application/json", true),
            ("application/problem+json", true),
            ("image/svg+xml", true),
            ("application/wasm", true),
            ("text/event-stream", false),
            ("application/octet-stream", false),
        ] {
            assert_eq!(is_text(&headers(header::CONTENT_TYPE, value)), packed, "{value}");
        }
    }
}
