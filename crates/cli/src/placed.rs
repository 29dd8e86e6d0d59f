//! What a command says of a level as one object of JSON on a line, headed by where the level stood.

use ingenio_core::{Fault, Outcome, Verified};
use serde::Serialize;

use crate::input::Item;
use crate::output::{complain, print};
use crate::words;

/// The version of what is printed.
const SCHEMA: u32 = 1;

/// Something said of one level.
#[derive(Debug, Serialize)]
struct Placed<'a, T> {
    schema: u32,
    file: &'a str,
    index: usize,
    /// The title.
    level: Option<&'a str>,
    #[serde(flatten)]
    said: T,
}

/// The line of a level.
pub fn json_line(item: &Item, said: impl Serialize) -> String {
    let level = item.reading.as_ref().ok().and_then(|entry| entry.title.as_deref());
    let placed = Placed { schema: SCHEMA, file: &item.file, index: item.index, level, said };
    serde_json::to_string(&placed).expect("what is said is plain data") + "\n"
}

/// False if nobody reads on.
pub fn print_json(item: &Item, said: impl Serialize) -> bool {
    print(json_line(item, said))
}

/// The line of a level of which nothing can be said, and why.
pub fn failure_line(item: &Item, fault: &Fault) -> String {
    json_line(item, Outcome::<Verified>::Failed { fault: fault.clone() })
}

pub fn print_failure(item: &Item, fault: &Fault) -> bool {
    print(failure_line(item, fault))
}

/// Says why nothing can be said of a level, as the command was asked to.
pub fn tell_failure(item: &Item, fault: &Fault, as_json: bool) {
    if as_json {
        print_failure(item, fault);
    } else {
        complain(words::AT.with("place", item.name()).with("fault", fault));
    }
}
