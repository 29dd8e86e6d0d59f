//! Learned weights and what is computed with them while a search runs: no files, no clocks, no random numbers, and the
//! same figures on every machine. Training is elsewhere (`ingenio-train`).
//!
//! A position is told by the patterns that are found on it, each a row of one table ([`row`]). A [`Net`] adds the rows up.
//! Numbers in the table have eight bits, so that all weights fit where a page has to load them.
//! Sources: n-tuple networks (W. Bledsoe, I. Browning, 1959); feature hashing (K. Weinberger et al., 2009).

#![warn(missing_docs)]

mod net;
mod refused;
mod surprise;
mod tensors;

pub use net::{Net, row};
pub use refused::Refused;
pub use surprise::{BIT, surprises};
