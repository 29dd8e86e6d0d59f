//! Mathematical formulations of Unblock, one row each in [`FORMULATIONS`].
//!
//! `model1` and `model2` are those of the Unblock paper, from which the panel format comes (Rivero Rufino,
//! Seville 2017), as its program writes them; `slides` is ours. The paper's models check overlaps at
//! the end of a period only, so that pieces that move at once may pass through each other in a ring;
//! [`order`] finds the legal order of a period's moves, and where there is none the plan is cut off.
//! `model1-printed` and `model2-printed` cut nothing off: they show what the paper's models claim, and
//! say which ring makes it impossible.

mod hand;
mod order;
mod periods;
mod plan;
mod slides;

pub use order::order;
pub use plan::tidy;

use ingenio_core::{Guarantee, OptionSpec};
use ingenio_model::{Capability, Formulation, Modelled, periods_option};

use crate::Unblock;
use crate::level::Level;
use crate::metric::{MOVES, STEPS};

const PERIODS: OptionSpec = periods_option("so many periods and no others; 0 looks for the fewest", 1000);

const WEIGHT: OptionSpec = OptionSpec::integer(
    "weight",
    "what it is worth to have the target out at the end, in steps",
    1..=1_000_000,
    300,
);

const EVERY_ENGINE: &[Capability] = &[Capability::Clauses, Capability::Linear, Capability::Domains];

/// The table of formulations.
pub const FORMULATIONS: &[Formulation<Unblock>] = &[
    Formulation {
        name: "model1",
        about: "0/1 positions per period, every piece moves at most one cell per period; the target is out after the last",
        guarantee: Guarantee::Incomplete,
        metrics: &[STEPS],
        options: &[PERIODS, WEIGHT],
        engines: EVERY_ENGINE,
        fits: |_| Ok(()),
        open: |level, task| Box::new(periods::Periods::new(level, task, false)),
        by_hand: &[
            ("lingo", hand::model1_lingo),
            ("opl", hand::model1_opl),
            ("minizinc", hand::model1_minizinc),
        ],
    },
    Formulation {
        name: "model2",
        about: "as model1, with every step counted: the fewest steps within the periods, then within as many as a proof needs",
        guarantee: Guarantee::OptimalIfSolvable,
        metrics: &[STEPS],
        options: &[PERIODS, WEIGHT],
        engines: EVERY_ENGINE,
        fits: |_| Ok(()),
        open: |level, task| Box::new(periods::Periods::new(level, task, true)),
        by_hand: &[
            ("lingo", hand::model2_lingo),
            ("opl", hand::model2_opl),
            ("minizinc", hand::model2_minizinc),
            ("pddl", hand::steps_pddl),
        ],
    },
    Formulation {
        name: "model1-printed",
        about: "model1 as the Unblock paper prints it: pieces may pass through each other in a ring; such a plan is shown with its ring and is no solution",
        guarantee: Guarantee::Incomplete,
        metrics: &[STEPS],
        options: &[PERIODS, WEIGHT],
        engines: EVERY_ENGINE,
        fits: |_| Ok(()),
        open: |level, task| Box::new(periods::Periods::new(level, task, false).into_printed()),
        by_hand: &[
            ("lingo", hand::model1_lingo),
            ("opl", hand::model1_opl),
            ("minizinc", hand::model1_minizinc),
        ],
    },
    Formulation {
        name: "model2-printed",
        about: "model2 as the Unblock paper prints it: pieces may pass through each other in a ring; such a plan is shown with its ring and is no solution",
        guarantee: Guarantee::Incomplete,
        metrics: &[STEPS],
        options: &[PERIODS, WEIGHT],
        engines: EVERY_ENGINE,
        fits: |_| Ok(()),
        open: |level, task| Box::new(periods::Periods::new(level, task, true).into_printed()),
        by_hand: &[
            ("lingo", hand::model2_lingo),
            ("opl", hand::model2_opl),
            ("minizinc", hand::model2_minizinc),
        ],
    },
    Formulation {
        name: "slides",
        about: "one piece slides per period, as far as it likes; the horizon grows until the target gets out",
        guarantee: Guarantee::OptimalIfSolvable,
        metrics: &[MOVES],
        options: &[PERIODS],
        engines: EVERY_ENGINE,
        fits: |_| Ok(()),
        open: |level, task| Box::new(slides::Slides::new(level, task)),
        by_hand: &[
            ("opl", hand::slides_opl),
            ("minizinc", hand::slides_minizinc),
            ("pddl", hand::slides_pddl),
        ],
    },
];

impl Modelled for Unblock {
    fn formulations() -> &'static [Formulation<Self>] {
        FORMULATIONS
    }

    fn plan(level: &Level, actions: &[Vec<String>]) -> Option<String> {
        hand::plan(level, actions)
    }
}
