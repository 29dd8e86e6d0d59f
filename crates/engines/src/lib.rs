//! Engines that solve models, and the run that lets them work beside the driver. The only crate with
//! C++ in it; without the feature `native` everything is Rust.

mod batsat;
#[cfg(feature = "native")]
mod cadical;
#[cfg(feature = "native")]
mod highs;
mod maxsat;
mod microlp;
mod pumpkin;
mod resident;
mod run;
mod sat;
mod words;

pub use run::EngineRun;
pub use words::ALL as WORDS;

use ingenio_model::Engine;

/// The engines of this build, one of each kind: the names begin the names of methods.
#[cfg(feature = "native")]
pub static ENGINES: &[&dyn Engine] = &[&cadical::Cadical, &highs::Highs, &pumpkin::Pumpkin];
#[cfg(not(feature = "native"))]
pub static ENGINES: &[&dyn Engine] = &[&batsat::Batsat, &microlp::Microlp, &pumpkin::Pumpkin];

/// The engines in pure Rust, for builds without the others and for comparison.
pub static PURE: &[&dyn Engine] = &[&batsat::Batsat, &microlp::Microlp, &pumpkin::Pumpkin];
