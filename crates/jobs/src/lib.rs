//! One limited child process. A job runs a program in a session of its own, inside a fence: a control
//! group of version 2 where the system lends one, else of version 1, else resource limits and a look
//! at the process table. The fence says what was used, tells which means kept the limits, and lets
//! nothing out: when the program ends, or must end, everything it started ends with it.
//!
//! [`Solver`] is the one job that everybody starts: `ingenio solve` on a level, its progress and its answer
//! read; [`Asked`] is that job for somebody at a page. [`settle`] makes an answer of what any program said and how it ended.
//!
//! [`Job::run`] blocks; any thread may raise the [`Cancel`](ingenio_core::Cancel) flag that the job was
//! given. Lines of the program's standard output are handed over as they come. Linux only: control
//! groups, process descriptors and the death signal of parents are what makes it watertight.

mod asked;
mod fence;
mod job;
mod limits;
mod output;
mod process;
mod sandbox;
mod settle;
mod solver;
mod waiting;
pub mod words;

pub use asked::{Asked, is_broken, question};
pub use fence::Enforcer;
pub use job::{End, Finished, Job};
pub use limits::{Limits, Overrun};
pub use sandbox::{Sandbox, View};
pub use settle::{Heard, settle};
pub use solver::{Solver, read_answer, wall_fence};
