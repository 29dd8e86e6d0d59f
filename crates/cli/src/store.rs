//! `ingenio store`: everything that was played, as lines of JSON, out of the database and into one.

use ingenio_core::{Fault, Message};
use ingenio_store::LocalStore;

use crate::arguments::{DatabaseArguments, StoreAction, StoreArguments};
use crate::exit::Status;
use crate::input::bytes_of;
use crate::output::{complain, print};
use crate::words;

pub fn run(arguments: &StoreArguments) -> Status {
    let done = match &arguments.action {
        StoreAction::Export { file } => export(&arguments.database, file),
        StoreAction::Import { file } => import(&arguments.database, file),
    };
    done.unwrap_or_else(|(fault, status)| {
        complain(fault);
        status
    })
}

/// Opens the database that was named, or the usual one.
pub fn open(arguments: &DatabaseArguments) -> Result<LocalStore, Message> {
    match &arguments.database {
        Some(file) => LocalStore::open(file),
        None => LocalStore::open(&LocalStore::usual_file()?),
    }
}

type Done = Result<Status, (Fault, Status)>;

fn ours(message: Message) -> (Fault, Status) {
    (message.into(), Status::OwnFailure)
}

fn export(database: &DatabaseArguments, file: &str) -> Done {
    let lines = open(database).and_then(|store| store.export()).map_err(ours)?;
    let text: String = lines.iter().map(|line| format!("{line}\n")).collect();
    if file == "-" {
        print(text);
        return Ok(Status::Fine);
    }
    std::fs::write(file, text)
        .map_err(|error| ours(words::FILE_NOT_WRITTEN.with("file", file).with("error", error)))?;
    complain(words::STORE_EXPORTED.with("lines", lines.len()).with("file", file));
    Ok(Status::Fine)
}

fn import(database: &DatabaseArguments, file: &str) -> Done {
    let bytes = bytes_of(file).map_err(|fault| (fault, Status::BadInput))?;
    let text = String::from_utf8(bytes).map_err(|error| {
        let byte = error.utf8_error().valid_up_to() + 1;
        (Fault::from(words::STORE_NOT_TEXT.with("file", file).with("byte", byte)), Status::BadInput)
    })?;
    let store = open(database).map_err(ours)?;
    let added = store.import(&text).map_err(|message| (message.into(), Status::BadInput))?;
    complain(words::STORE_IMPORTED.with("plays", added));
    Ok(Status::Fine)
}
