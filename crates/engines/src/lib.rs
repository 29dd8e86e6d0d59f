//! Engines that solve models, and the run that lets them work beside the driver. Everything here is Rust;
//! a program that wants the engines in C++ installs them (`ingenio_native::install`).

mod batsat;
#[cfg_attr(target_family = "wasm", path = "beside_in_page.rs")]
mod beside;
mod maxsat;
mod microlp;
mod pumpkin;
mod resident;
mod run;
pub mod sat;
mod words;

pub use run::EngineRun;
pub use words::ALL as WORDS;

use std::sync::OnceLock;

use ingenio_model::Engine;

type Engines = &'static [&'static dyn Engine];

/// The engines in pure Rust, one of each kind: the names begin the names of methods.
pub static PURE: Engines = &[&batsat::Batsat, &microlp::Microlp, &pumpkin::Pumpkin];

static INSTALLED: OnceLock<Engines> = OnceLock::new();

/// From now on these take the places of those with the same names. Part of how a program is put together,
/// as linking is: once, before anything else, and the same in every process of it.
pub fn install(engines: Engines) {
    INSTALLED.get_or_init(|| engines);
}

/// The engines of this program, one of each kind.
pub fn engines() -> impl Iterator<Item = &'static dyn Engine> {
    let installed = INSTALLED.get().copied().unwrap_or_default();
    PURE.iter().map(|pure| *installed.iter().find(|other| other.name() == pure.name()).unwrap_or(pure))
}
