//! From what a program said and how it ended to the answer: the judge looks at what was said, and the
//! end explains what was not.

use ingenio_core::{Answer, Claim, Fault, LevelRef, Limit, Message, Outcome, Question};

use crate::job::{End, Finished};
use crate::limits::Overrun;
use crate::words;

/// What was heard of a program.
#[derive(Clone, Debug)]
pub enum Heard {
    Nothing,
    Claim(Box<Claim>),
    /// Something that is no answer, and why not.
    Garbage(Message),
}

/// Judges what was heard; a missing answer is explained by how the process ended.
pub fn settle(heard: Heard, level: &LevelRef, question: Question, finished: &Finished) -> Answer {
    let (spoke, claim) = match heard {
        Heard::Nothing => (false, Claim::bare(Outcome::Unknown { limit: Limit::Method, best: None })),
        Heard::Claim(claim) => (true, *claim),
        Heard::Garbage(message) => (true, Claim::bare(Outcome::Failed { fault: message.into() })),
    };
    let mut answer = claim.judge(level.as_ref(), question);
    if let Some(outcome) = explained(&answer, spoke, finished) {
        answer.outcome = outcome;
    }
    answer
}

/// The outcome by the end of the process, where that says more than the answer.
fn explained(answer: &Answer, spoke: bool, finished: &Finished) -> Option<Outcome> {
    let settled = matches!(
        answer.outcome,
        Outcome::Solved { .. } | Outcome::Unsolvable { .. } | Outcome::Unverified { .. }
    );
    match finished.end {
        End::Limit(Overrun::Output) => {
            Some(Outcome::Crashed { fault: words::TOO_MUCH_OUTPUT.with("most", finished.printed).into() })
        }
        End::Limit(Overrun::Processes) => {
            Some(Outcome::Crashed { fault: words::TOO_MANY_PROCESSES.say().into() })
        }
        _ if settled => None,
        // It was stopped while it spoke: that is no answer, and so no wrong one.
        End::Limit(overrun) => {
            Some(Outcome::Unknown { limit: limit(overrun), best: answer.solution().cloned() })
        }
        End::Cancelled => {
            Some(Outcome::Unknown { limit: Limit::Cancelled, best: answer.solution().cloned() })
        }
        // What it had said before it died stands.
        End::Signalled(_) if answer.solution().is_some() => None,
        End::Signalled(signal) => {
            let message = words::SIGNALLED.with("signal", signal);
            Some(Outcome::Crashed { fault: message.with("complaint", complaint(finished)).into() })
        }
        End::Exited(_) if spoke => None,
        End::Exited(status) => {
            let message = words::NO_ANSWER.with("status", status);
            let fault = Fault::from(message.with("complaint", complaint(finished)));
            Some(if status == 0 { Outcome::Failed { fault } } else { Outcome::Crashed { fault } })
        }
    }
}

const fn limit(overrun: Overrun) -> Limit {
    match overrun {
        Overrun::Memory => Limit::Memory,
        Overrun::Cpu => Limit::CpuTime,
        Overrun::Wall | Overrun::Processes | Overrun::Output => Limit::Time,
    }
}

/// The last line that the program said on standard error.
fn complaint(finished: &Finished) -> String {
    let last = finished.complaint.lines().rev().find(|line| !line.trim().is_empty());
    last.map_or(String::new(), |line| format!(": {}", line.trim().chars().take(300).collect::<String>()))
}
