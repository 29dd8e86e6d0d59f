//! The modules for the pages, packed with brotli. `build.rs` makes them; where Rust's wasm32 target is not
//! installed there are none, and pages ask the server as before.

/// The rules of the puzzles: what makes a board playable.
pub static RULES: &[u8] = include_bytes!(concat!(env!("OUT_DIR"), "/rules.wasm.br"));

/// What thinks: hints, solvers, the level doctor, generators. A page loads it when it is asked for.
pub static ENGINES: &[u8] = include_bytes!(concat!(env!("OUT_DIR"), "/engines.wasm.br"));
