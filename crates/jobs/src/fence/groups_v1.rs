//! Control groups of version 1: one group for memory, and those for processor time and for the number of
//! processes where they can be had.

use std::io;
use std::time::Duration;

use rustix::process::Pid;

use super::group::{Group, own_folder};
use super::{Fence, Usage};
use crate::limits::Limits;
use crate::process::Entry;

#[derive(Debug)]
pub struct Groups {
    memory: Group,
    cpu: Option<Group>,
    processes: Option<Group>,
}

impl Groups {
    pub fn new(limits: &Limits) -> io::Result<Self> {
        let group = Group::below(&own_folder(Some("memory"))?)?;
        if let Some(bytes) = limits.memory {
            group.write("memory.limit_in_bytes", bytes)?;
            // Memory and swap together; absent where the kernel counts no swap.
            let _ = group.write("memory.memsw.limit_in_bytes", bytes);
        }
        let other = |name| own_folder(Some(name)).and_then(|folder| Group::below(&folder)).ok();
        let processes = limits.processes.and_then(|most| {
            let group = other("pids")?;
            group.write("pids.max", most).ok().map(|()| group)
        });
        Ok(Groups { memory: group, cpu: other("cpuacct"), processes })
    }
}

impl Fence for Groups {
    fn entry(&self) -> io::Result<Entry> {
        let groups = [Some(&self.memory), self.cpu.as_ref(), self.processes.as_ref()];
        let doors = groups.into_iter().flatten().map(Group::door);
        Ok(Entry { doors: doors.collect::<io::Result<_>>()?, data: None })
    }

    fn members(&self) -> Vec<Pid> {
        self.memory.members()
    }

    fn usage(&self) -> Usage {
        let nanos = self.cpu.as_ref().and_then(|group| group.number("cpuacct.usage"));
        Usage {
            cpu: nanos.map(Duration::from_nanos),
            peak_memory: self.memory.number("memory.max_usage_in_bytes"),
        }
    }

    fn keeps_processes(&self) -> bool {
        self.processes.is_some()
    }

    fn over_memory(&self) -> bool {
        self.memory.figure("memory.oom_control", "oom_kill").is_some_and(|kills| kills > 0)
    }
}
