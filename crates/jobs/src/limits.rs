//! What a job may use, and the word for what it used too much of.

use std::fmt;
use std::time::Duration;

/// What is `None` is not limited.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    pub wall: Option<Duration>,
    /// Of all processes of the job together.
    pub cpu: Option<Duration>,
    /// Bytes, of all processes of the job together.
    pub memory: Option<u64>,
    /// Processes at once; where control groups keep it, threads count as well.
    pub processes: Option<u64>,
    /// Bytes on standard output. What goes to standard error is never kept whole and needs no limit.
    pub output: u64,
    /// How long a program that was asked to end may tidy up before it is killed.
    pub grace: Duration,
}

impl Default for Limits {
    fn default() -> Self {
        let grace = Duration::from_millis(50);
        Limits { wall: None, cpu: None, memory: None, processes: None, output: 64 << 20, grace }
    }
}

/// The limit that ended a job.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Overrun {
    Wall,
    Cpu,
    Memory,
    Processes,
    Output,
}

impl Overrun {
    pub const fn word(self) -> &'static str {
        match self {
            Overrun::Wall => "wall",
            Overrun::Cpu => "cpu",
            Overrun::Memory => "memory",
            Overrun::Processes => "processes",
            Overrun::Output => "output",
        }
    }
}

impl fmt::Display for Overrun {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.word())
    }
}
