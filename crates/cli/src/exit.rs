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
    pub fn code(self) -> ExitCode {
        ExitCode::from(match self {
            Status::OwnFailure => 1,
            Status::BadUsage => 2,
            Status::BadInput => 3,
            Status::LimitHit => 20,
            Status::Refused => 11,
            Status::Unsolvable => 10,
            Status::Fine => 0,
        })
    }
}
