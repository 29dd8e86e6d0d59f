//! `ingenio man`: the manual, one page for the program and one for each command.

use std::path::Path;

use clap::CommandFactory;
use clap_mangen::Man;

use crate::arguments::Arguments;
use crate::exit::Status;
use crate::output::{complain, print};
use crate::words;

/// Writes all pages into a folder, or one page to the output.
pub fn run(command: Option<&str>, folder: Option<&Path>) -> Status {
    let mut program = Arguments::command();
    program.build();
    if let Some(folder) = folder {
        return match clap_mangen::generate_to(program, folder) {
            Ok(()) => Status::Fine,
            Err(error) => {
                complain(words::NOT_WRITTEN.with("error", format!("{}: {error}", folder.display())));
                Status::OwnFailure
            }
        };
    }
    let page = match command {
        Some(name) => {
            program.find_subcommand(name).cloned().map(|found| found.display_name(format!("ingenio-{name}")))
        }
        None => Some(program),
    };
    let Some(page) = page else {
        complain(words::NO_SUCH_COMMAND.with("name", command.unwrap_or("")));
        return Status::BadUsage;
    };
    let mut text = Vec::new();
    if Man::new(page).render(&mut text).is_err() {
        return Status::OwnFailure;
    }
    print(String::from_utf8_lossy(&text));
    Status::Fine
}
