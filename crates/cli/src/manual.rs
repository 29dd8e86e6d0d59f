//! `ingenio man`: the manual, one page for the program and one for each command. What clap writes of it by itself, the
//! headings and the notes on options, is English; it is said anew in the reader's language.

use std::path::Path;

use clap::Command;
use clap_mangen::Man;
use ingenio_core::{Foreign, Template};

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
    let text = String::from_utf8_lossy(&text);
    let mut text: String = text.lines().flat_map(|line| [said_anew(line), "\n".to_owned()]).collect();
    text += &heading(words::EXIT_STATUS);
    for (status, meaning) in Status::TABLE {
        let code = status.number();
        text += &format!(".TP\n.B {code}\n{}\n", say(meaning));
    }
    Ok(text.into_bytes())
}

/// What clap calls the sections of a page. Those of options and commands have headings of ours in other languages.
const SECTIONS: [(&str, Template); 7] = [
    ("NAME", words::MANUAL_NAME),
    ("SYNOPSIS", words::MANUAL_SYNOPSIS),
    ("DESCRIPTION", words::MANUAL_DESCRIPTION),
    ("OPTIONS", words::MANUAL_OPTIONS),
    ("SUBCOMMANDS", words::MANUAL_COMMANDS),
    ("EXTRA", words::MANUAL_EXTRA),
    ("VERSION", words::MANUAL_VERSION),
];
/// What it says of an option that may also stand in the environment, before and behind the name; and above its values.
const ENVIRONMENT: [&str; 2] = ["May also be specified with the \\fB", "\\fR environment variable."];
const POSSIBLE_VALUES: &str = "\\fIPossible values:\\fR";

/// A line as the reader reads it.
fn said_anew(line: &str) -> String {
    if let Some(title) = line.strip_prefix(".SH ") {
        let section = SECTIONS.iter().find(|(name, _)| *name == title.trim_matches('"'));
        return section.map_or_else(|| line.to_owned(), |(_, said)| heading(*said).trim_end().to_owned());
    }
    let trimmed = line.trim_end();
    if let Some(name) =
        trimmed.strip_prefix(ENVIRONMENT[0]).and_then(|rest| rest.strip_suffix(ENVIRONMENT[1]))
    {
        return say(words::MANUAL_ENVIRONMENT.with("name", ["\\fB", name, "\\fR"].concat()));
    }
    match line.strip_prefix(POSSIBLE_VALUES) {
        Some(rest) => ["\\fI", &say(words::MANUAL_VALUES), "\\fR", rest].concat(),
        None => line.to_owned(),
    }
}

fn heading(said: Template) -> String {
    format!(".SH \"{}\"\n", say(said))
}
