//! What the system, libraries and other programs say of what went wrong: they know English only. What the system
//! complains of often has a sentence of ours; anything else is quoted, so that readers see whose words these are.

use std::error::Error;
use std::io::{self, ErrorKind};

use crate::words::{Filling, Message, Value, table};

crate::words! {
    NOT_THERE = "system.not-there", "there is no such file or folder";
    NOT_PERMITTED = "system.not-permitted", "this is not permitted";
    IS_A_FOLDER = "system.is-a-folder", "it is a folder";
    NOT_A_FOLDER = "system.not-a-folder", "a part of its path is no folder";
    NOT_EMPTY = "system.not-empty", "the folder is not empty";
    IS_THERE_ALREADY = "system.is-there-already", "it is there already";
    DISK_FULL = "system.disk-full", "the disk is full";
    READ_ONLY = "system.read-only", "the disk can be read only";
    TOO_LARGE = "system.too-large", "the file is too large for its disk";
    ENDS_EARLY = "system.ends-early", "it ends too early";
    NOBODY_READS = "system.nobody-reads", "whoever should read it is gone";
    ADDRESS_TAKEN = "system.address-taken", "another program has this address and port";
    NO_SUCH_ADDRESS = "system.no-such-address", "this machine has no such address";
    NOBODY_ANSWERS = "system.nobody-answers", "nobody answers there";
    BROKEN_OFF = "system.broken-off", "the other side broke the connection off";
    NO_WAY = "system.no-way", "the network does not lead there";
    TOO_LONG = "system.too-long", "it took too long";
    NO_MEMORY = "system.no-memory", "there is not enough memory";
}

/// An error that others made, as a value of a sentence: `words::UNREADABLE.with("error", Foreign(error))`.
#[derive(Clone, Copy, Debug)]
pub struct Foreign<E>(pub E);

impl<E: Error + 'static> Value for Foreign<E> {
    fn filling(self) -> Filling {
        Filling::Said(Message::foreign(&self.0))
    }
}

impl Message {
    /// What others said, in their own words and between quotation marks.
    #[expect(clippy::needless_pass_by_value, reason = "an error that nobody needs any more is handed over")]
    pub fn quoted(text: impl ToString) -> Self {
        table::QUOTED.with("text", text.to_string().trim().replace('\n', " "))
    }

    /// What an error of others means, in our words where we have some.
    pub fn foreign(error: &(dyn Error + 'static)) -> Self {
        let of_system = error.downcast_ref::<io::Error>().and_then(|error| known(error.kind()));
        of_system.unwrap_or_else(|| Message::quoted(error))
    }
}

fn known(kind: ErrorKind) -> Option<Message> {
    let template = match kind {
        ErrorKind::NotFound => NOT_THERE,
        ErrorKind::PermissionDenied => NOT_PERMITTED,
        ErrorKind::IsADirectory => IS_A_FOLDER,
        ErrorKind::NotADirectory => NOT_A_FOLDER,
        ErrorKind::DirectoryNotEmpty => NOT_EMPTY,
        ErrorKind::AlreadyExists => IS_THERE_ALREADY,
        ErrorKind::StorageFull | ErrorKind::QuotaExceeded => DISK_FULL,
        ErrorKind::ReadOnlyFilesystem => READ_ONLY,
        ErrorKind::FileTooLarge => TOO_LARGE,
        ErrorKind::UnexpectedEof => ENDS_EARLY,
        ErrorKind::BrokenPipe => NOBODY_READS,
        ErrorKind::AddrInUse => ADDRESS_TAKEN,
        ErrorKind::AddrNotAvailable => NO_SUCH_ADDRESS,
        ErrorKind::ConnectionRefused => NOBODY_ANSWERS,
        ErrorKind::ConnectionReset | ErrorKind::ConnectionAborted => BROKEN_OFF,
        ErrorKind::HostUnreachable | ErrorKind::NetworkUnreachable | ErrorKind::NetworkDown => NO_WAY,
        ErrorKind::TimedOut => TOO_LONG,
        ErrorKind::OutOfMemory => NO_MEMORY,
        _ => return None,
    };
    Some(template.say())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Language;

    const NOT_READ: crate::Template = crate::Template::new("t.not-read", "it cannot be read: {error}");

    #[test]
    fn what_the_system_says_often_is_said_in_our_words() {
        let error = io::Error::from(ErrorKind::NotFound);
        let said = NOT_READ.with("error", Foreign(error));
        assert_eq!(said.english(), "it cannot be read: there is no such file or folder");
        assert!(Language::pseudo().say(&said).contains("[théré ís nó súch"));
    }

    #[test]
    fn what_others_say_is_quoted() {
        let error = "x".parse::<u8>().expect_err("no number");
        let said = NOT_READ.with("error", Foreign(error));
        assert_eq!(said.english(), "it cannot be read: 'invalid digit found in string'");
        let error = io::Error::other("a line\nand another\n");
        assert_eq!(Message::foreign(&error).english(), "'a line and another'");
    }
}
