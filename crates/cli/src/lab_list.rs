//! `ingenio lab list`: campaigns on a line each, with what a queue of Slurm or of a database says of them.

use std::path::Path;

use ingenio_lab::slurm::{self, QueuedTask};
use ingenio_lab::{Overview, State, campaigns, numbers, words};
use ingenio_store::SharesStanding;
use serde::Serialize;

use crate::exit::Status;
use crate::lab::{Trouble, bad, overview_line};
use crate::lab_queue::Place;
use crate::output::{complain, print};
use crate::reader::say;

/// A campaign with what the queue says of its tasks.
#[derive(Serialize)]
struct Listed {
    #[serde(flatten)]
    overview: Overview,
    #[serde(skip_serializing_if = "Option::is_none")]
    tasks: Option<ListedTasks>,
    #[serde(skip_serializing_if = "Option::is_none")]
    shares: Option<SharesStanding>,
}

#[derive(Default, Serialize)]
struct ListedTasks {
    working: usize,
    waiting: usize,
    /// Why they wait, in Slurm's words.
    reasons: Vec<String>,
}

impl ListedTasks {
    fn of(queued: &[QueuedTask]) -> Self {
        let waiting = queued.iter().filter(|task| task.waiting).count();
        let mut reasons: Vec<String> =
            queued.iter().filter(|task| task.waiting).map(|task| task.reason.clone()).collect();
        reasons.sort_unstable();
        reasons.dedup();
        ListedTasks { working: queued.len() - waiting, waiting, reasons }
    }

    fn said(&self) -> String {
        let told = if self.reasons.is_empty() {
            words::OVERVIEW_TASKS.say()
        } else {
            words::OVERVIEW_WAITING.with("reasons", self.reasons.join(", "))
        };
        say(told.with("working", self.working).with("waiting", self.waiting))
    }
}

impl Listed {
    fn of(overview: Overview, root: &Path) -> Self {
        let folder = root.join(&overview.name);
        let place = Place::read(&folder).map_err(complain).ok().flatten();
        if let Some(shares) = place.and_then(|place| place.standing()) {
            let state = if shares.working > 0 { State::Running } else { State::Waiting };
            return Listed { overview: Overview { state, ..overview }, tasks: None, shares: Some(shares) };
        }
        let asked = !numbers(&folder).unwrap_or_default().is_empty() && slurm::is_here();
        let queued = if asked { slurm::all_queued(&folder).map_err(complain).ok() } else { None };
        let Some(queued) = queued.filter(|queued| !queued.is_empty()) else {
            return Listed { overview, tasks: None, shares: None };
        };
        let tasks = ListedTasks::of(&queued);
        let state = if tasks.working > 0 { State::Running } else { State::Waiting };
        Listed { overview: Overview { state, ..overview }, tasks: Some(tasks), shares: None }
    }
}

pub fn list(folder: &Path, json: bool) -> Result<Status, Trouble> {
    let found = campaigns(folder).map_err(bad)?;
    let found: Vec<Listed> = found.into_iter().map(|overview| Listed::of(overview, folder)).collect();
    if json {
        print(format_args!("{}\n", serde_json::to_string(&found).expect("an overview is plain data")));
    } else if found.is_empty() {
        complain(words::NO_CAMPAIGNS.with("folder", folder.display()));
    }
    for one in found.iter().filter(|_| !json) {
        let shares = one.shares.map(|shares| {
            say(words::OVERVIEW_SHARES.with("working", shares.working).with("waiting", shares.waiting))
        });
        let tasks = shares.or(one.tasks.as_ref().map(ListedTasks::said)).unwrap_or_default();
        print(format_args!("{}\n", say(overview_line(&one.overview, &tasks))));
    }
    Ok(Status::Fine)
}
