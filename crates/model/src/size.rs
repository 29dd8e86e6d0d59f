//! How large a model is, or would be: asked before it is built, so that none is built for which there
//! is no room.

use std::ops::{Add, Mul};

use ingenio_core::Message;

use crate::words;

/// Counted, not built: formulations tell it of stages to come.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Size {
    /// How many variables.
    pub variables: u64,
    /// How many constraints.
    pub constraints: u64,
    /// Variables, literals and numbers in all constraints together.
    pub terms: u64,
}

/// Bytes of a variable with its index, of a constraint, and of a term: as we keep them, and once more
/// as an engine does.
const VARIABLE: u64 = 32 + 96;
const CONSTRAINT: u64 = 64 + 48;
const TERM: u64 = 16 + 16;

/// More than this no engine takes: their numbers have 32 bits.
const MOST: u64 = 1 << 30;

impl Size {
    /// An upper bound will do, as long as it is not far off.
    pub const fn new(variables: u64, constraints: u64, terms: u64) -> Self {
        Size { variables, constraints, terms }
    }

    /// About so many bytes it takes to keep the model here and in an engine.
    pub fn bytes(self) -> u64 {
        let part = |count: u64, bytes: u64| count.saturating_mul(bytes);
        part(self.variables, VARIABLE)
            .saturating_add(part(self.constraints, CONSTRAINT))
            .saturating_add(part(self.terms, TERM))
    }

    /// Refuses a model for which there is no room.
    pub fn check(self, memory: u64) -> Result<(), Message> {
        let fits = self.variables.max(self.constraints).max(self.terms) <= MOST;
        if fits && self.bytes() <= memory {
            return Ok(());
        }
        let message =
            words::TOO_LARGE.with("variables", self.variables).with("constraints", self.constraints);
        Err(message.with("bytes", megabytes(self.bytes())).with("memory", megabytes(memory)))
    }
}

fn megabytes(bytes: u64) -> String {
    format!("{} MB", bytes.div_ceil(1_000_000))
}

impl Add for Size {
    type Output = Size;

    fn add(self, other: Size) -> Size {
        Size {
            variables: self.variables.saturating_add(other.variables),
            constraints: self.constraints.saturating_add(other.constraints),
            terms: self.terms.saturating_add(other.terms),
        }
    }
}

/// So many times the same.
impl Mul<u64> for Size {
    type Output = Size;

    fn mul(self, times: u64) -> Size {
        Size {
            variables: self.variables.saturating_mul(times),
            constraints: self.constraints.saturating_mul(times),
            terms: self.terms.saturating_mul(times),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn absurd_sizes_are_refused_with_their_estimate() {
        assert!(Size::new(10, 10, 10).check(10_000).is_ok());
        let refusal = Size::new(u64::MAX, 1, 1).check(u64::MAX).unwrap_err();
        assert_eq!(refusal.id(), words::TOO_LARGE.id);
        let refusal = Size::new(1_000_000, 1_000_000, 2_000_000).check(100_000_000).unwrap_err();
        assert!(refusal.english().contains("304 MB"), "{refusal:?}");
    }
}
