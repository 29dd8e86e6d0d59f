//! `ingenio store`: everything that was played, as lines of JSON, out of the database and into one; and
//! copies of the database as it is.

use std::fs::File;
use std::io::{BufWriter, Write};
use std::path::Path;

use ingenio_core::{Fault, Foreign, Message};
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
        StoreAction::Backup { file } => backup(&arguments.database, file),
    };
    done.unwrap_or_else(|(fault, status)| {
        complain(fault);
        status
    })
}

/// Opens the database that was named, or the usual one; as a guest where it is that of a site.
pub fn open(arguments: &DatabaseArguments) -> Result<LocalStore, Message> {
    match &arguments.database {
        Some(database) => LocalStore::join(database),
        None => LocalStore::open_file(&LocalStore::usual_file()?),
    }
}

type Done = Result<Status, (Fault, Status)>;

fn ours(message: Message) -> (Fault, Status) {
    (message.into(), Status::OwnFailure)
}

fn export(database: &DatabaseArguments, file: &str) -> Done {
    let store = open(database).map_err(ours)?;
    if file == "-" {
        let mut text = String::new();
        store.export(|line| text += &format!("{line}\n")).map_err(ours)?;
        print(text);
        return Ok(Status::Fine);
    }
    let failed = |error| ours(words::FILE_NOT_WRITTEN.with("file", file).with("error", Foreign(error)));
    let mut out = BufWriter::new(File::create(file).map_err(failed)?);
    let (mut lines, mut written) = (0_u64, Ok(()));
    let each = |line| {
        lines += 1;
        if written.is_ok() {
            written = writeln!(out, "{line}");
        }
    };
    store.export(each).map_err(ours)?;
    written.and_then(|()| out.flush()).map_err(failed)?;
    complain(words::STORE_EXPORTED.with("lines", lines).with("file", file));
    Ok(Status::Fine)
}

fn backup(database: &DatabaseArguments, file: &Path) -> Done {
    open(database).and_then(|store| store.backup(file)).map_err(ours)?;
    complain(words::STORE_COPIED.with("file", file.display()));
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
