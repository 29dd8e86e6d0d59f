//! `ingenio man`: the manual, one page for the program and one for each command.

use std::path::Path;

use clap::Command;
use clap_mangen::Man;
use ingenio_core::Foreign;

use crate::exit::Status;
use crate::help;
use crate::output::{complain, print};
use crate::reader::say;
use crate::words;

/// Writes all pages into a folder, or one page to the output.
pub fn run(command: Option<&str>, folder: Option<&Path>) -> Status {
    let program = help::command();
    if let Some(folder) = folder {
        return match write_all(&program.disable_help_subcommand(true), folder) {
            Ok(()) => Status::Fine,
            Err(error) => {
                complain(
                    words::FILE_NOT_WRITTEN.with("file", folder.display()).with("error", Foreign(error)),
                );
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
    let Ok(text) = rendered(page) else { return Status::OwnFailure };
    print(String::from_utf8_lossy(&text));
    Status::Fine
}

/// A page for the command and for each below it.
fn write_all(command: &Command, folder: &Path) -> std::io::Result<()> {
    for below in command.get_subcommands().filter(|below| !below.is_hide_set()) {
        write_all(below, folder)?;
    }
    let file = folder.join(Man::new(command.clone()).get_filename());
    std::fs::write(file, rendered(command.clone())?)
}

/// A page, with the section that whoever writes a script looks for. Texts below the options have no section of their
/// own in what clap makes.
fn rendered(page: Command) -> std::io::Result<Vec<u8>> {
    let mut text = Vec::new();
    Man::new(page).render(&mut text)?;
    text.extend_from_slice(format!(".SH \"{}\"\n", say(words::EXIT_STATUS)).as_bytes());
    for (status, meaning) in Status::TABLE {
        let code = status.number();
        text.extend_from_slice(format!(".TP\n.B {code}\n{}\n", say(meaning)).as_bytes());
    }
    Ok(text)
}
