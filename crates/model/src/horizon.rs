//! How long a plan is at each stage, for models that have a layer of variables for every move (Sokoban, Taquin,
//! Unblock's slides). Plans grow until one is long enough; since all shorter ones were refuted on the way, the first
//! success is the shortest. Who asks for `periods` gets plans of that length and no proof.

use ingenio_core::{OptionSpec, Task};

const PERIODS: &str = "periods";

/// The option that asks for plans of one length.
pub const fn periods_option(about: &'static str, most: i64) -> OptionSpec {
    OptionSpec::integer(PERIODS, about, 0..=most, 0)
}

/// The length that was asked for, if one was; the formulation must have the option.
pub fn fixed_periods(task: &Task) -> Option<u32> {
    u32::try_from(task.options.integer(PERIODS)).ok().filter(|periods| *periods > 0)
}

/// The lengths of plans, stage by stage.
#[derive(Clone, Copy, Debug)]
pub struct Horizon {
    fixed: Option<u32>,
    first: u32,
    step: u32,
}

impl Horizon {
    /// From `first` moves on, a lower bound of every solution, and `step` longer with each stage: by two where the
    /// parity of the start decides that of the length.
    pub fn new(task: &Task, first: u32, step: u32) -> Self {
        Horizon { fixed: fixed_periods(task), first, step }
    }

    /// The moves of a plan of a stage.
    pub fn at(self, stage: u32) -> u32 {
        self.fixed.unwrap_or(self.first + self.step * stage)
    }

    /// The same as an index of layers: layer 0 is the start, this one the end.
    pub fn last_layer(self, stage: u32) -> usize {
        self.at(stage) as usize
    }

    /// Was one length asked for? Then a success proves nothing about shorter plans, and a failure ends the run.
    pub const fn is_fixed(self) -> bool {
        self.fixed.is_some()
    }

    /// What a stage proves by being reached: no solution has fewer moves.
    pub fn bound(self, stage: u32) -> Option<u64> {
        self.fixed.is_none().then(|| u64::from(self.at(stage)))
    }
}

#[cfg(test)]
mod tests {
    use ingenio_core::Options;

    use super::*;

    fn task(periods: &str) -> Task {
        let options = Options::parse(&[periods_option("moves", 100)], periods).unwrap();
        Task { options, ..Task::default() }
    }

    #[test]
    fn plans_grow_from_the_bound_unless_a_length_was_asked_for() {
        let growing = Horizon::new(&task(""), 5, 2);
        assert_eq!([0, 1, 2].map(|stage| growing.at(stage)), [5, 7, 9]);
        assert_eq!((growing.bound(1), growing.is_fixed()), (Some(7), false));
        let fixed = Horizon::new(&task("periods=12"), 5, 2);
        assert_eq!((fixed.at(0), fixed.at(3), fixed.last_layer(0)), (12, 12, 12));
        assert_eq!((fixed.bound(0), fixed.is_fixed()), (None, true), "shorter ones were not tried");
    }
}
