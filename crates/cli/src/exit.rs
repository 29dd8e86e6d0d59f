//! The exit status of the program: public, and the same for every command.

use std::process::ExitCode;

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
    pub const TABLE: [(Status, &'static str); 7] = [
        (Status::Fine, "All is well: every level was solved, read, rated, written."),
        (
            Status::OwnFailure,
            "Our own failure: a crash, an answer that the referee refused, a file that could not be written.",
        ),
        (Status::BadUsage, "What was typed cannot be done."),
        (Status::BadInput, "A file or a level in it cannot be read."),
        (Status::Unsolvable, "A level is proved unsolvable."),
        (Status::Refused, "A solution was refused."),
        (
            Status::LimitHit,
            "A limit was hit before the end. Of several, the first of 1, 2, 3, 20, 11, 10 and 0 is reported.",
        ),
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
