//! The exit status of the program: public, and the same for every command.

use std::process::ExitCode;

use ingenio_core::Template;

use crate::words;

/// In order of precedence: of several, the first is reported.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Status {
    OwnFailure,
    BadUsage,
    BadInput,
    LimitHit,
    Refused,
    Unsolvable,
    Fine,
}

impl Status {
    /// What each means, for the manual.
    pub const TABLE: [(Status, Template); 7] = [
        (Status::Fine, words::EXIT_FINE),
        (Status::OwnFailure, words::EXIT_OWN_FAILURE),
        (Status::BadUsage, words::EXIT_BAD_USAGE),
        (Status::BadInput, words::EXIT_BAD_INPUT),
        (Status::Unsolvable, words::EXIT_UNSOLVABLE),
        (Status::Refused, words::EXIT_REFUSED),
        (Status::LimitHit, words::EXIT_LIMIT_HIT),
    ];

    pub const fn number(self) -> u8 {
        match self {
            Status::OwnFailure => 1,
            Status::BadUsage => 2,
            Status::BadInput => 3,
            Status::LimitHit => 20,
            Status::Refused => 11,
            Status::Unsolvable => 10,
            Status::Fine => 0,
        }
    }

    pub fn code(self) -> ExitCode {
        ExitCode::from(self.number())
    }
}
