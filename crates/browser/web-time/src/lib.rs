//! The clock that microlp, Pumpkin and ours ask for: natively it is std's, in a page it is the page's, over
//! our own border. It stands in the place of the crate of the same name (`[patch.crates-io]` in the
//! workspace), which would bring wasm-bindgen, its generator of glue and its imports into every module.

#[cfg(target_family = "wasm")]
mod page;

#[cfg(target_family = "wasm")]
pub use page::Instant;
#[cfg(target_family = "wasm")]
pub use std::time::Duration;
#[cfg(not(target_family = "wasm"))]
pub use std::time::*;
