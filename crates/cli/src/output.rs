//! Writing to the outside. A reader that has gone away (`| head`) is no failure, but nothing more is
//! computed for it; output that could not be kept (a full disk) is one.

use std::io::{ErrorKind, Write, stderr, stdout};
use std::sync::atomic::{AtomicBool, Ordering};

use ingenio_core::{Foreign, Value};

use crate::exit::Status;
use crate::reader::say;
use crate::words;

static LOST: AtomicBool = AtomicBool::new(false);

/// Writes and flushes; false if nobody will read what comes.
pub fn print(text: impl Value) -> bool {
    let mut out = stdout().lock();
    match write!(out, "{}", say(text)).and_then(|()| out.flush()) {
        Ok(()) => true,
        Err(error) => {
            if error.kind() != ErrorKind::BrokenPipe && !LOST.swap(true, Ordering::Relaxed) {
                complain(words::NOT_WRITTEN.with("error", Foreign(error)));
            }
            false
        }
    }
}

/// A line on standard error. Where even that cannot be written, there is nobody to tell.
pub fn complain(text: impl Value) {
    let _ = writeln!(stderr(), "{}", say(text));
}

/// The status of the program: lost output is our failure, whatever else went well.
pub fn status(status: Status) -> Status {
    if LOST.load(Ordering::Relaxed) { Status::OwnFailure } else { status }
}
