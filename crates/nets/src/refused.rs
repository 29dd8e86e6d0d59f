//! Why bytes are not taken for weights.

use std::fmt;

/// What is wrong with bytes that should be weights.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Refused {
    /// They are cut off, changed, or no weights at all.
    Damaged(&'static str),
    /// Their numbers do not have the hash that stands beside them.
    OtherHash,
    /// Whole, but of something else: what was wanted, and what they say they are.
    Foreign {
        /// What the reader can use.
        wanted: String,
        /// What the bytes say.
        found: String,
    },
}

impl fmt::Display for Refused {
    fn fmt(&self, to: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Refused::Damaged(what) => write!(to, "damaged weights: {what}"),
            Refused::OtherHash => {
                write!(to, "damaged weights: the numbers do not have the hash written beside them")
            }
            Refused::Foreign { wanted, found } => write!(to, "weights of {found} where {wanted} is wanted"),
        }
    }
}

impl std::error::Error for Refused {}
