//! `ingenio convert`: levels in another format, with titles and authors where the format can carry them.

use ingenio_core::{Entry, Fault, LevelRef, Message, Options, Refusal, Source};

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
    let level = format!("{}\n", entry.level.write(format.unwrap_or(first))?.trim_end());
    let lines = [("Title", &entry.title), ("Author", &entry.author)];
    let lines = lines.into_iter().filter_map(|(key, value)| Some(format!("{key}: {}\n", value.as_ref()?)));
    let whole: String = lines.chain([level.clone()]).collect();
    Ok(if is_read_back(&whole, entry) { whole } else { level })
}

/// Is this the level with its title? Some formats are one line a level and nothing else.
fn is_read_back(text: &str, entry: &Entry<LevelRef>) -> bool {
    let puzzle = entry.level.puzzle();
    let readings = puzzle.read(&Source::new(text), &Options::defaults(puzzle.info().settings));
    let same = |read: &Entry<LevelRef>| {
        read.level.id() == entry.level.id() && (&read.title, &read.author) == (&entry.title, &entry.author)
    };
    matches!(readings.as_slice(), [Ok(read)] if same(read))
}
