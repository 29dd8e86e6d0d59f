//! The fence around the processes of a job: who belongs to it, what they use together, and the limit
//! of memory. Three kinds, the strongest first.

mod group;
mod groups_v1;
mod groups_v2;
mod plain;

use std::fmt;
use std::io;
use std::time::{Duration, Instant};

use rustix::process::{Pid, Signal, kill_process};

use crate::limits::Limits;
use crate::process::{Entry, reap_if_ours};

/// The means that keeps the limits of a job.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Enforcer {
    CgroupV2,
    CgroupV1,
    /// Resource limits of the single process, and a watch over the sum.
    Rlimit,
}

impl Enforcer {
    /// The strongest first.
    pub const ALL: [Enforcer; 3] = [Enforcer::CgroupV2, Enforcer::CgroupV1, Enforcer::Rlimit];

    pub const fn word(self) -> &'static str {
        match self {
            Enforcer::CgroupV2 => "cgroup-v2",
            Enforcer::CgroupV1 => "cgroup-v1",
            Enforcer::Rlimit => "rlimit",
        }
    }

    /// Builds the fence, with the limits of memory and of processes.
    pub(crate) fn fence(self, limits: &Limits) -> io::Result<Box<dyn Fence>> {
        Ok(match self {
            Enforcer::CgroupV2 => Box::new(groups_v2::Groups::new(limits)?),
            Enforcer::CgroupV1 => Box::new(groups_v1::Groups::new(limits)?),
            Enforcer::Rlimit => Box::new(plain::Plain::new(limits.memory)),
        })
    }
}

impl fmt::Display for Enforcer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.word())
    }
}

/// What the processes of a job have used together, as far as the fence can tell.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Usage {
    pub cpu: Option<Duration>,
    pub peak_memory: Option<u64>,
}

pub(crate) trait Fence {
    /// What the program does on its way in.
    fn entry(&self) -> io::Result<Entry>;

    /// Marks that the program carries with it, where membership is told by them.
    fn environment(&self) -> Option<(&'static str, String)> {
        None
    }

    /// The program has started.
    fn entered(&mut self, _leader: Pid) {}

    /// All processes of the job that are still there.
    fn members(&self) -> Vec<Pid>;

    fn usage(&self) -> Usage;

    /// Looks at what is used, where the system does not add it up.
    fn look(&mut self) {}

    /// Was the limit of memory hit?
    fn over_memory(&self) -> bool;

    /// Does the system keep the limit of processes? If not, the watch does.
    fn keeps_processes(&self) -> bool {
        false
    }

    /// How many processes there are; it may be that of the last look.
    fn count(&self) -> usize {
        self.members().len()
    }

    /// Kills all at once, where the system can.
    fn kill_at_once(&self) {}
}

/// Asks all processes to end.
pub(crate) fn ask_to_end(fence: &dyn Fence) {
    for pid in fence.members() {
        let _ = kill_process(pid, Signal::TERM);
    }
}

/// How long the system may take to bury the dead.
const BURIAL: Duration = Duration::from_secs(10);

/// Kills all processes until there is none. Says how many had been left, and how many the system
/// does not let go.
pub(crate) fn clear(fence: &dyn Fence) -> (usize, usize) {
    let begun = Instant::now();
    let mut left = 0;
    loop {
        let members = fence.members();
        left = left.max(members.len());
        if members.is_empty() || begun.elapsed() > BURIAL {
            return (left, members.len());
        }
        fence.kill_at_once();
        for pid in &members {
            let _ = kill_process(*pid, Signal::KILL);
        }
        std::thread::sleep(Duration::from_micros(500));
        members.into_iter().for_each(reap_if_ours);
    }
}
