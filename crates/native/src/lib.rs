//! HiGHS and CaDiCaL: the only crate with C++ in it. Nothing below the program depends on it, so a program
//! without them is built sooner, and adding them builds nothing else anew.

mod cadical;
mod highs;
mod words;

pub use words::ALL as WORDS;

use ingenio_model::Engine;

/// They take the places of the engines in Rust of the same names, which are slower.
pub static ENGINES: &[&dyn Engine] = &[&cadical::Cadical, &highs::Highs];

/// Lets every method of this process use them. First thing of a program: methods are listed once.
pub fn install() {
    ingenio_engines::install(ENGINES);
}
