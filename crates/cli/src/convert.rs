//! `ingenio convert`: levels in another format, titles and authors kept in the first one.

use ingenio_core::{Entry, Fault, LevelRef, Message, Refusal};

use crate::arguments::ConvertArguments;
use crate::exit::Status;
use crate::input::items;
use crate::output::{complain, print};
use crate::reader::Spoken;

pub fn run(arguments: &ConvertArguments) -> Status {
    let mut status = Status::Fine;
    for (number, item) in items(&arguments.input).iter().enumerate() {
        let written = match &item.reading {
            Ok(entry) => written(entry, arguments),
            Err(fault) => Err((fault.clone(), item.blame())),
        };
        match written {
            Ok(text) => {
                let gap = if number > 0 { "\n" } else { "" };
                if !print(format_args!("{gap}{text}")) {
                    break;
                }
            }
            Err((fault, worse)) => {
                complain(format_args!("{}: {fault}", item.name(), fault = fault.spoken()));
                status = status.min(worse);
            }
        }
    }
    status
}

fn written(entry: &Entry<LevelRef>, arguments: &ConvertArguments) -> Result<String, (Fault, Status)> {
    match (&arguments.solution, &arguments.to) {
        (Some(solution), Some(form)) => {
            let refused = |refusal: Refusal| (refusal.message.into(), Status::Refused);
            entry.level.rewrite(solution, form).map(|text| text + "\n").map_err(refused)
        }
        _ => text(entry, arguments.to.as_deref()).map_err(|message| (message.into(), Status::BadUsage)),
    }
}

fn text(entry: &Entry<LevelRef>, format: Option<&str>) -> Result<String, Message> {
    let first = entry.level.puzzle().info().formats[0].name;
    let format = format.unwrap_or(first);
    let mut text = String::new();
    if format == first {
        let lines = [("Title", &entry.title), ("Author", &entry.author)];
        for (key, value) in
            lines.into_iter().filter_map(|(key, value)| value.as_ref().map(|value| (key, value)))
        {
            text.extend([key, ": ", value, "\n"]);
        }
    }
    text.push_str(entry.level.write(format)?.trim_end());
    text.push('\n');
    Ok(text)
}
