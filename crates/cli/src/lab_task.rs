//! `ingenio lab task`: what a task of an array job does, on whatever node it is started. It reads its share,
//! makes the runs that no earlier attempt has finished, and writes a journal of its own. It knows no queue, so
//! that it can be started by hand, too.

use std::path::Path;

use ingenio_core::Fault;
use ingenio_lab::{CAMPAIGN, Campaign, Journal, Notice, Plan, Share, words};
use ingenio_tables::Folder;

use crate::exit::Status;
use crate::interrupt::stop_then_cancel;
use crate::lab::{Bar, Hall, Trouble, bad, ours, pinned, runner};
use crate::output::complain;

pub fn run(shares: &Path, task: usize, jobs: u16, hall: &Hall<'_>) -> Result<Status, Trouble> {
    let (stop, cancel) = stop_then_cancel();
    let folder = shares.join(task.to_string());
    let plan = plan(shares, &folder)?;
    say_what_is_missing();
    let (mut journal, earlier) = match Journal::of_task(&folder) {
        // Its runs are in other hands: there is nothing to do, and nothing has gone wrong.
        Err(message) if message.id() == words::GIVEN_UP.id => {
            complain(message);
            return Ok(Status::Fine);
        }
        opened => opened.map_err(ours)?,
    };
    let sandbox = hall.sandbox(&plan)?;
    let cores = pinned(&plan, usize::from(jobs));
    let runner = runner(&plan, jobs, &cores, sandbox, (Notice::by(stop), cancel));
    let mut watch = Bar::new(plan.runs.len());
    let standing = runner.run(&mut journal, &earlier.runs, &mut watch).map_err(ours)?;
    watch.bar.finish_and_clear();
    let left = standing.total - standing.tally.done;
    if left > 0 {
        complain(words::TASK_STOPPED.with("left", left));
        return Ok(Status::LimitHit);
    }
    complain(words::TASK_DONE.with("done", standing.tally.done).with("solved", standing.tally.solved));
    Ok(Status::Fine)
}

fn plan(shares: &Path, folder: &Path) -> Result<Plan, Trouble> {
    let broken = |fault: Fault| bad(fault.message);
    if !shares.join(CAMPAIGN).is_file() {
        return Err(bad(words::NO_SUBMISSION.with("folder", shares.display())));
    }
    let campaign = Campaign::read(&shares.join(CAMPAIGN)).map_err(broken)?;
    Share::read(folder).map_err(bad)?.plan(campaign).map_err(broken)
}

/// Programs of others that are not there are told by their runs; tables are told here.
fn say_what_is_missing() {
    if let Some(tables) = Folder::of_user().filter(|_| std::env::var_os("INGENIO_TABLES").is_some())
        && !tables.is_dir()
    {
        complain(words::NO_TABLES_HERE.with("folder", tables.display()));
    }
}
