//! The modules of WebAssembly that pages run, inside of the program and packed with brotli.

use std::io::Read;
use std::sync::{Arc, OnceLock};

use axum::body::Bytes;
use axum::extract::{Path, State};
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use sha2::{Digest, Sha256};

use crate::app::App;
use crate::fair::Asker;
use crate::packing::accepts;
use crate::problem::Problem;

#[derive(Clone, Debug)]
pub struct Module {
    name: &'static str,
    packed: &'static [u8],
    /// Changes with it: its address carries this, so that browsers keep it for good.
    version: String,
    /// For browsers that do not know brotli, which is also what they say without TLS.
    plain: Arc<OnceLock<Bytes>>,
}

impl Module {
    pub fn new(name: &'static str, packed: &'static [u8]) -> Self {
        let version = Sha256::digest(packed).iter().take(6).map(|byte| format!("{byte:02x}")).collect();
        Module { name, packed, version, plain: Arc::default() }
    }

    /// Its address, if there is one.
    pub fn address(&self) -> Option<String> {
        self.exists().then(|| format!("/modules/{}/{}", self.version, self.name))
    }

    const fn exists(&self) -> bool {
        !self.packed.is_empty()
    }

    fn plain(&self) -> Bytes {
        let unpack = || {
            let mut plain = Vec::new();
            let mut unpacker = brotli_decompressor::Decompressor::new(self.packed, 1 << 16);
            // It was packed when the program was built.
            let _ = unpacker.read_to_end(&mut plain);
            plain.into()
        };
        self.plain.get_or_init(unpack).clone()
    }
}

pub async fn module(
    State(app): State<App>,
    asker: Asker,
    Path((version, name)): Path<(String, String)>,
    asked: HeaderMap,
) -> Response {
    let is_asked = |module: &&Module| module.name == name && module.version == version;
    let Some(module) = [&app.rules, &app.engines].into_iter().find(is_asked).filter(|one| one.exists())
    else {
        return Problem::not_found().into_response();
    };
    let mut headers = HeaderMap::new();
    headers.insert(header::CONTENT_TYPE, HeaderValue::from_static("application/wasm"));
    headers.insert(header::VARY, HeaderValue::from_static("accept-encoding"));
    let lasts = HeaderValue::from_static("public, max-age=31536000, immutable");
    headers.insert(header::CACHE_CONTROL, lasts);
    let body = if accepts(&asked, "br") {
        headers.insert(header::CONTENT_ENCODING, HeaderValue::from_static("br"));
        Ok(Bytes::from_static(module.packed))
    } else {
        let module = module.clone();
        app.think(asker, move || module.plain()).await
    };
    match body {
        Ok(body) => (StatusCode::OK, headers, body).into_response(),
        Err(problem) => problem.into_response(),
    }
}
