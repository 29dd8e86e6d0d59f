//! All solvable positions of a shape, each as likely as any other. The solution that comes with them
//! is the one that people would find, line by line; it is long.

use std::sync::Arc;

use ingenio_core::{Attempt, Cancel, Generator, Made, Maker, OptionSpec, Options, Rng, Size, TablesRef};

use super::{GOAL, goal_of, random_position, size_of, solve};
use crate::Taquin;
use crate::level::{Goal, Level};

pub const GENERATOR: Generator<Taquin> = Generator {
    name: "random",
    about: "any solvable position of a shape, each as likely as any other",
    options: OPTIONS,
    by_grade: ["width=3,height=3", "width=4,height=4", "width=5,height=5", "width=6,height=6"],
    start: |wishes, cancel| Ok(Box::new(Random::new(wishes, cancel))),
};

const OPTIONS: &[OptionSpec] = &[
    OptionSpec::integer("width", "columns", 2..=30, 4),
    OptionSpec::integer("height", "rows", 2..=30, 4),
    GOAL,
];

struct Random {
    size: Size,
    goal: Goal,
    cancel: Cancel,
}

impl Random {
    fn new(wishes: &Options, cancel: Cancel) -> Self {
        Random { size: size_of(wishes), goal: goal_of(wishes), cancel }
    }
}

impl Maker<Level> for Random {
    fn attempt(&mut self, _: u64, rng: &mut Rng) -> Attempt<Level> {
        let level = Arc::new(random_position(rng, self.size, self.goal));
        let Some(solution) = solve("layers", &level, u64::MAX, &self.cancel, &TablesRef::default()) else {
            return Attempt::Nothing;
        };
        let level = Arc::unwrap_or_clone(level);
        Attempt::Made(vec![Made { level, solution, optimal: false, unique: false }])
    }
}
