//! A worker: takes runs of campaigns and solver jobs of servers from the queues of a database (`ingenio_store::work`) and
//! makes them on this machine, each in a child process under limits, as a runner or a server would.
//!
//! Every hand is a thread that takes one thing at a time, a player's job first. Beside them one task says that the
//! worker is there and holds on to what was taken. A database that is away for a while is waited for: what is done is
//! handed in when it is back, unless somebody else has done it. Whoever ends the worker makes it hand back what is not
//! done; what it held when it died is free when its lease is over.

mod campaigns;
mod contact;
mod hands;
mod solving;
pub mod words;

pub use hands::{Done, Options, work};
