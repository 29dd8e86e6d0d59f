//! Two ways to play: at ease, or against the record for stars.

use ingenio_core::{Sense, Template};

use crate::words;

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Mode {
    /// Nothing is counted against you.
    #[default]
    Relax,
    /// Against the best known.
    Challenge,
}

impl Mode {
    /// For people.
    pub const fn said(self) -> Template {
        match self {
            Mode::Relax => words::RELAX,
            Mode::Challenge => words::CHALLENGE,
        }
    }

    pub const fn word(self) -> &'static str {
        match self {
            Mode::Relax => "relax",
            Mode::Challenge => "challenge",
        }
    }
}

/// The stars of a solved level: three for the best known or better, two within a quarter of it (for
/// what should be much: a tenth), one for every other solution.
pub fn stars(sense: Sense, best: u64, reached: u64) -> u8 {
    let (three, two) = match sense {
        Sense::Least => (reached <= best, reached <= best + best.div_ceil(4)),
        Sense::Most => (reached >= best, reached + best / 10 >= best),
    };
    match (three, two) {
        (true, _) => 3,
        (_, true) => 2,
        _ => 1,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_record_gives_three_stars_and_any_solution_one() {
        assert_eq!([20, 21, 25, 26, 400].map(|moves| stars(Sense::Least, 20, moves)), [3, 2, 2, 1, 1]);
        assert_eq!([25, 24, 23, 22].map(|placed| stars(Sense::Most, 25, placed)), [3, 2, 2, 1]);
        assert_eq!(stars(Sense::Least, 20, 19), 3);
    }
}
