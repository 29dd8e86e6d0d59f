//! A job from its start to its end.

use std::io::{ErrorKind, Write};
use std::os::fd::{AsFd, OwnedFd};
use std::process::{Child, ChildStderr, ChildStdin, ChildStdout, Command, Stdio};
use std::time::{Duration, Instant};

use ingenio_core::{Cancel, Foreign, Message};
use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::process::{Pid, PidfdFlags, Signal, kill_process, pidfd_open};

use crate::fence::{Enforcer, Fence, ask_to_end, clear};
use crate::limits::{Limits, Overrun};
use crate::output::{Flow, Lines, Tail};
use crate::process::{Ending, prepare, reap};
use crate::waiting::Waiting;
use crate::words;

/// How often limits that the system does not keep by itself are looked at, and the cancel flag.
const LOOK_EVERY: Duration = Duration::from_millis(10);

/// A program about to be run under limits.
#[derive(Debug)]
pub struct Job {
    command: Command,
    limits: Limits,
    input: Vec<u8>,
    cancel: Cancel,
    enforcers: Vec<Enforcer>,
    cores: Vec<usize>,
}

/// How a job ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    Exited(i32),
    /// By a signal that was not ours: a crash.
    Signalled(i32),
    Limit(Overrun),
    Cancelled,
}

/// A job that has ended, with everything that it had started.
#[derive(Clone, Debug)]
pub struct Finished {
    pub end: End,
    pub wall: Duration,
    /// Of all processes together.
    pub cpu: Duration,
    /// Bytes, of all processes together where control groups are to be had; else of the largest.
    pub peak_memory: u64,
    /// What kept the limits.
    pub enforcer: Enforcer,
    /// How long its threads wanted a processor and had none; nothing where the kernel does not tell.
    pub waited: Option<Duration>,
    /// Bytes on standard output.
    pub printed: u64,
    /// The end of what the program said on standard error.
    pub complaint: String,
    /// Processes that were still there when the program itself had ended; they are gone now.
    pub left_behind: usize,
}

impl Job {
    pub fn new(command: Command) -> Self {
        let (limits, cancel) = (Limits::default(), Cancel::default());
        Job {
            command,
            limits,
            input: Vec::new(),
            cancel,
            enforcers: Enforcer::ALL.to_vec(),
            cores: Vec::new(),
        }
    }

    pub fn limits(mut self, limits: Limits) -> Self {
        self.limits = limits;
        self
    }

    /// What the program reads on its standard input.
    pub fn input(mut self, input: impl Into<Vec<u8>>) -> Self {
        self.input = input.into();
        self
    }

    /// Raised by any thread, this ends the job.
    pub fn cancel(mut self, cancel: Cancel) -> Self {
        self.cancel = cancel;
        self
    }

    /// Only on these cores, by their numbers; on any where there are none.
    pub fn cores(mut self, cores: &[usize]) -> Self {
        self.cores = cores.to_vec();
        self
    }

    /// Only by this means, instead of the strongest there is.
    pub fn enforce_by(mut self, enforcer: Enforcer) -> Self {
        self.enforcers = vec![enforcer];
        self
    }

    /// Runs the program to its end and tells every line of its standard output as it comes.
    pub fn run(mut self, tell: &mut dyn FnMut(&str)) -> Result<Finished, Message> {
        let program = self.command.get_program().to_string_lossy().into_owned();
        let (enforcer, mut fence) = self.fence()?;
        let begun = Instant::now();
        let child = self.start(fence.as_ref()).map_err(|error| not_started(&program, &error))?;
        let pid = Pid::from_child(&child);
        let mut watch = match Watch::new(child, begun, &self, fence.as_mut()) {
            Ok(watch) => watch,
            Err(error) => {
                clear(fence.as_ref());
                let _ = reap(pid);
                return Err(words::NOT_WATCHED.with("program", program).with("error", Foreign(error)));
            }
        };
        watch.until_end(tell);
        let finished = watch.finish(enforcer, tell).map_err(|error| not_started(&program, &error))?;
        let (_, stuck) = clear(fence.as_ref());
        if stuck > 0 {
            return Err(words::STILL_RUNNING.with("program", program).with("count", stuck));
        }
        Ok(finished)
    }

    /// The strongest fence that can be had.
    fn fence(&self) -> Result<(Enforcer, Box<dyn Fence>), Message> {
        let mut refusal = None;
        for enforcer in self.enforcers.iter().copied() {
            match enforcer.fence(&self.limits) {
                Ok(fence) => return Ok((enforcer, fence)),
                Err(error) => {
                    refusal =
                        Some(words::NO_SUCH_FENCE.with("enforcer", enforcer).with("error", Foreign(error)));
                }
            }
        }
        Err(refusal.expect("there is always one to try"))
    }

    fn start(&mut self, fence: &dyn Fence) -> std::io::Result<Child> {
        prepare(&mut self.command, fence.entry()?, &self.limits, &self.cores);
        self.command.envs(fence.environment());
        let input = if self.input.is_empty() { Stdio::null() } else { Stdio::piped() };
        self.command.stdin(input).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn()
    }
}

fn not_started(program: &str, error: &std::io::Error) -> Message {
    words::NOT_STARTED.with("program", program).with("error", Message::foreign(error))
}

/// A job while it runs.
struct Watch<'a> {
    pid: Pid,
    /// Readable when the program has ended.
    ended: OwnedFd,
    stdin: Option<ChildStdin>,
    stdout: Option<ChildStdout>,
    stderr: Option<ChildStderr>,
    input: &'a [u8],
    lines: Lines,
    complaint: Tail,
    limits: Limits,
    cancel: Cancel,
    begun: Instant,
    fence: &'a mut dyn Fence,
    waiting: Waiting,
    stopping: Option<Stopping>,
}

/// The job must end: why, and when patience does.
#[derive(Clone, Copy)]
struct Stopping {
    why: End,
    kill_at: Instant,
    killed: bool,
}

impl<'a> Watch<'a> {
    fn new(
        mut child: Child,
        begun: Instant,
        job: &'a Job,
        fence: &'a mut dyn Fence,
    ) -> std::io::Result<Self> {
        let pid = Pid::from_child(&child);
        fence.entered(pid);
        let (stdin, stdout, stderr) = (child.stdin.take(), child.stdout.take(), child.stderr.take());
        for pipe in [
            stdin.as_ref().map(AsFd::as_fd),
            stdout.as_ref().map(AsFd::as_fd),
            stderr.as_ref().map(AsFd::as_fd),
        ] {
            pipe.map_or(Ok(()), |pipe| rustix::io::ioctl_fionbio(pipe, true))?;
        }
        let ended = pidfd_open(pid, PidfdFlags::empty())?;
        Ok(Watch {
            pid,
            ended,
            stdin,
            stdout,
            stderr,
            input: &job.input,
            lines: Lines::default(),
            complaint: Tail::default(),
            limits: job.limits,
            cancel: job.cancel.clone(),
            begun,
            fence,
            waiting: Waiting::new(),
            stopping: None,
        })
    }

    fn until_end(&mut self, tell: &mut dyn FnMut(&str)) {
        while !self.wait() {
            self.feed();
            self.listen(tell);
            self.check();
        }
    }

    /// Waits until something happens or it is time to look; true when the program has ended.
    fn wait(&self) -> bool {
        let mut polled = vec![PollFd::new(&self.ended, PollFlags::IN)];
        polled.extend(self.stdin.as_ref().map(|pipe| PollFd::new(pipe, PollFlags::OUT)));
        polled.extend(self.stdout.as_ref().map(|pipe| PollFd::new(pipe, PollFlags::IN)));
        polled.extend(self.stderr.as_ref().map(|pipe| PollFd::new(pipe, PollFlags::IN)));
        let pause = self.pause();
        let pause = Timespec { tv_sec: 0, tv_nsec: i64::from(pause.subsec_nanos()) };
        // An interrupted wait is one that ended early.
        let _ = poll(&mut polled, Some(&pause));
        !polled[0].revents().is_empty()
    }

    /// Until the next look, and not beyond the next deadline.
    fn pause(&self) -> Duration {
        let now = Instant::now();
        let deadline = match (&self.stopping, self.limits.wall) {
            (Some(stopping), _) if !stopping.killed => Some(stopping.kill_at),
            (None, Some(wall)) => Some(self.begun + wall),
            _ => None,
        };
        deadline.map_or(LOOK_EVERY, |deadline| deadline.saturating_duration_since(now).min(LOOK_EVERY))
    }

    /// Hands over what of the input the program is ready to take.
    fn feed(&mut self) {
        let Some(pipe) = &mut self.stdin else { return };
        let done = match pipe.write(self.input) {
            Ok(count) => {
                self.input = &self.input[count..];
                self.input.is_empty()
            }
            Err(error) => !matches!(error.kind(), ErrorKind::WouldBlock | ErrorKind::Interrupted),
        };
        if done {
            self.stdin = None;
        }
    }

    fn listen(&mut self, tell: &mut dyn FnMut(&str)) {
        if let Some(pipe) = &mut self.stdout
            && self.lines.read(pipe, self.limits.output, tell) == Flow::Closed
        {
            self.stdout = None;
        }
        if self.lines.seen > self.limits.output {
            // Nobody reads on; most programs end by themselves then.
            self.stdout = None;
        }
        if let Some(pipe) = &mut self.stderr
            && self.complaint.read(pipe) == Flow::Closed
        {
            self.stderr = None;
        }
    }

    /// Ends the job when it is over a limit, and a job that does not end when asked.
    fn check(&mut self) {
        if self.waiting.is_due() {
            self.waiting.look(&self.fence.members());
        }
        match &mut self.stopping {
            None => {
                if let Some(why) = self.reason_to_end() {
                    self.stop(why);
                }
            }
            Some(stopping) if !stopping.killed && Instant::now() >= stopping.kill_at => {
                stopping.killed = true;
                // The leader alone first: it must not fork while its children are listed.
                let _ = kill_process(self.pid, Signal::KILL);
                clear_descendants(self.fence);
            }
            Some(_) => {}
        }
    }

    fn reason_to_end(&mut self) -> Option<End> {
        let limits = self.limits;
        self.fence.look();
        if self.cancel.is_cancelled() {
            return Some(End::Cancelled);
        }
        if self.lines.seen > limits.output {
            return Some(End::Limit(Overrun::Output));
        }
        if limits.processes.is_some_and(|most| self.has_more_processes_than(most)) {
            return Some(End::Limit(Overrun::Processes));
        }
        if limits.wall.is_some_and(|wall| self.begun.elapsed() >= wall) {
            return Some(End::Limit(Overrun::Wall));
        }
        let used = limits.cpu.and_then(|limit| Some((limit, self.fence.usage().cpu?)));
        if used.is_some_and(|(limit, used)| used >= limit) {
            return Some(End::Limit(Overrun::Cpu));
        }
        (limits.memory.is_some() && self.fence.over_memory()).then_some(End::Limit(Overrun::Memory))
    }

    fn has_more_processes_than(&self, most: u64) -> bool {
        !self.fence.keeps_processes() && self.fence.count() as u64 > most
    }

    /// Asks the program to end; memory that is over cannot wait, nor can a crowd that grows.
    fn stop(&mut self, why: End) {
        let at_once = matches!(why, End::Limit(Overrun::Memory | Overrun::Processes));
        let patience = if at_once { Duration::ZERO } else { self.limits.grace };
        ask_to_end(self.fence);
        self.stopping = Some(Stopping { why, kill_at: Instant::now() + patience, killed: false });
    }

    /// The program has ended: what is left of it ends too, and the figures are read.
    fn finish(mut self, enforcer: Enforcer, tell: &mut dyn FnMut(&str)) -> std::io::Result<Finished> {
        let wall = self.begun.elapsed();
        let over_memory = self.limits.memory.is_some() && self.fence.over_memory();
        let ending = reap(self.pid)?;
        let (left_behind, _) = clear(self.fence);
        self.listen(tell);
        let printed = self.lines.seen;
        std::mem::take(&mut self.lines).finish(tell);
        let usage = self.fence.usage();
        Ok(Finished {
            end: self.end(&ending, over_memory, enforcer),
            wall,
            cpu: added_up(usage.cpu, ending.cpu, enforcer),
            peak_memory: added_up(usage.peak_memory, ending.peak_memory, enforcer),
            enforcer,
            waited: self.waiting.total(),
            printed,
            complaint: self.complaint.text(),
            left_behind,
        })
    }

    fn end(&self, ending: &Ending, over_memory: bool, enforcer: Enforcer) -> End {
        let failed = ending.signal.is_some() || ending.code.is_some_and(|code| code != 0);
        // Where each process has a limit of its own, allocation fails and the program gives up.
        let own_limit = enforcer == Enforcer::Rlimit;
        let starved = own_limit
            && failed
            && self.limits.memory.is_some_and(|limit| ending.peak_memory >= limit / 10 * 9);
        match (&self.stopping, ending.code, ending.signal) {
            (Some(stopping), ..) => stopping.why,
            _ if over_memory || starved => End::Limit(Overrun::Memory),
            _ if self.lines.seen > self.limits.output => End::Limit(Overrun::Output),
            (None, _, Some(libc::SIGXCPU)) => End::Limit(Overrun::Cpu),
            (None, _, Some(signal)) => End::Signalled(signal),
            (None, code, None) => End::Exited(code.unwrap_or(0)),
        }
    }
}

/// The figure of the fence for all processes, or that of the program where groups do not tell; a watch
/// that looks now and then may have missed the most.
fn added_up<F: Ord>(all: Option<F>, program: F, enforcer: Enforcer) -> F {
    match all {
        Some(all) if enforcer == Enforcer::Rlimit => all.max(program),
        Some(all) => all,
        None => program,
    }
}

/// Kills what is there; the leader is reaped later and is no concern here.
fn clear_descendants(fence: &mut dyn Fence) {
    fence.kill_at_once();
    for pid in fence.members() {
        let _ = kill_process(pid, Signal::KILL);
    }
}
