//! `ingenio worker`: makes runs of campaigns and solver jobs of servers that wait in a database.

use ingenio_lab::build;
use ingenio_store::without_password;
use ingenio_worker::{Options, words, work};

use crate::arguments::{Takes, WorkerArguments};
use crate::exit::Status;
use crate::interrupt::cancel_on_interrupt;
use crate::ourselves;
use crate::output::complain;

pub fn run(arguments: &WorkerArguments) -> Status {
    let stop = cancel_on_interrupt();
    let program = ourselves::program_or_name();
    let options = Options {
        version: ourselves::version(),
        build: build(env!("INGENIO_COMMIT"), &program),
        program,
        hands: u32::from(arguments.jobs),
        takes_jobs: arguments.only != Some(Takes::Campaigns),
        takes_campaigns: arguments.only != Some(Takes::Jobs),
        allow_programs: arguments.allow_programs,
        lease: arguments.lease,
    };
    let told = words::AT_WORK.with("database", without_password(&arguments.database));
    complain(told.with("hands", options.hands));
    match work(&arguments.database, options, &stop, Box::new(complain)) {
        Ok(done) => {
            complain(words::ENDED.with("runs", done.runs).with("jobs", done.jobs));
            Status::Fine
        }
        Err(message) => {
            complain(message);
            Status::OwnFailure
        }
    }
}
