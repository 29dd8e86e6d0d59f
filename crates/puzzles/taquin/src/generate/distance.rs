//! Positions of a wanted optimal length. Up to ten cells all positions are known, and each that fits the
//! wish is as likely as any other. Larger boards are mixed up from the goal by a random walk, or
//! drawn at random where the wish is far away, and their length is proved by search.

use std::sync::Arc;

use ingenio_core::{
    Attempt, Cancel, Dir, Generator, InMemory, Made, Maker, Message, Near, OptionSpec, Options, Rng, Size,
    TablesRef,
};

use super::radius::radius;
use super::table::{Distances, MOST_CELLS};
use super::{GOAL, goal_of, random_position, size_of, solve};
use crate::Taquin;
use crate::level::{BLANK, Goal, Level, standard_goal};
use crate::words;

pub const GENERATOR: Generator<Taquin> = Generator {
    name: "distance",
    about: "positions of a wanted optimal length, proved",
    options: OPTIONS,
    by_grade: ["least=10,most=20", "width=4,height=4,least=30,most=45", "", ""],
    start: |wishes, cancel| Distance::start(wishes, cancel),
};

const OPTIONS: &[OptionSpec] = &[
    OptionSpec::integer("width", "columns", 2..=6, 3),
    OptionSpec::integer("height", "rows", 2..=6, 3),
    OptionSpec::integer("least", "fewest moves of the optimal solution", 0..=250, 15),
    OptionSpec::integer("most", "most moves of the optimal solution", 0..=250, 20),
    GOAL,
];

/// Nodes after which a proof is given up: about a second.
const NODES: u64 = 20_000_000;
/// From this share of the cells' typical distance on, random positions hit sooner than walks. Chosen by hand.
const FAR: f64 = 0.8;

#[derive(Clone, Copy)]
struct Distance {
    size: Size,
    goal: Goal,
    least: u32,
    most: u32,
}

impl Distance {
    fn start(wishes: &Options, cancel: Cancel) -> Result<Box<dyn Maker<Level>>, Message> {
        let (least, most) = (wishes.integer("least") as u32, wishes.integer("most") as u32);
        let wish = Distance { size: size_of(wishes), goal: goal_of(wishes), least, most };
        if least > most {
            return Err(words::WISH_ORDER.with("least", least).with("most", most));
        }
        if let Some(radius) = radius(wish.size).filter(|radius| least > *radius) {
            let refusal = words::WISH_TOO_FAR.with("size", wish.size).with("least", least);
            return Err(refusal.with("radius", radius));
        }
        Ok(if wish.size.cells() <= MOST_CELLS {
            Box::new(Tabled { wish, table: None, cancel })
        } else {
            Box::new(Proved { wish, cancel, tables: TablesRef::new(InMemory::new(MOST_KEPT)) })
        })
    }
}

/// Draws from the table of a small board, which is made at the first try.
struct Tabled {
    wish: Distance,
    table: Option<Distances>,
    cancel: Cancel,
}

impl Maker<Level> for Tabled {
    fn attempt(&mut self, _: u64, rng: &mut Rng) -> Attempt<Level> {
        let wish = self.wish;
        if self.table.is_none() {
            self.table = Distances::new(wish.size, wish.goal, &self.cancel);
        }
        let Some(table) = &self.table else { return Attempt::Nothing };
        let level = table.draw(rng, wish.least, wish.most);
        let solution = table.solution(&level);
        Attempt::Made(vec![Made { level, solution, optimal: true, unique: false }])
    }
}

/// Bytes of tables that a maker may keep; those of 6x6 boards, the largest, take 12 MB.
const MOST_KEPT: u64 = 64 << 20;

/// Mixes and proves.
struct Proved {
    wish: Distance,
    cancel: Cancel,
    /// Made at the first try, used by all.
    tables: TablesRef,
}

impl Proved {
    /// The mean distance of random positions is close to this: 53 on 4x4, 102 on 5x5.
    fn typical(size: Size) -> f64 {
        0.82 * (size.cells() as f64).powf(1.5)
    }

    fn candidate(&self, rng: &mut Rng) -> Level {
        let Distance { size, goal, least, most } = self.wish;
        if f64::from(least) > FAR * Self::typical(size) {
            return random_position(rng, size, goal);
        }
        let most = most.min(least.saturating_mul(2) + 20).max(least);
        let steps = rng.between(least as usize, least as usize + 2 * most as usize);
        walked(rng, size, goal, steps)
    }
}

/// The goal after so many random steps, none of them straight back.
fn walked(rng: &mut Rng, size: Size, goal: Goal, steps: usize) -> Level {
    let mut tiles = standard_goal(size, goal).expect("the usual goals are boards");
    let mut blank = tiles.iter().position(|tile| *tile == BLANK).expect("every board has a blank");
    let mut last: Option<Dir> = None;
    for _ in 0..steps {
        let open = |dir: &Dir| last.is_none_or(|last| *dir != last.opposite());
        let ways: Vec<(Dir, usize)> =
            Dir::ALL.into_iter().filter(open).filter_map(|dir| Some((dir, size.step(blank, dir)?))).collect();
        let (dir, cell) = ways[rng.below(ways.len())];
        tiles.swap(blank, cell);
        (blank, last) = (cell, Some(dir));
    }
    Level::new(size, tiles, goal)
}

impl Maker<Level> for Proved {
    fn attempt(&mut self, _: u64, rng: &mut Rng) -> Attempt<Level> {
        let level = Arc::new(self.candidate(rng));
        let solution = solve("idastar-pdb-small", &level, NODES, &self.cancel, &self.tables);
        let Some(solution) = solution else { return Attempt::Nothing };
        let (moves, level) = (solution.len() as u32, Arc::unwrap_or_clone(level));
        let Distance { least, most, .. } = self.wish;
        if (least..=most).contains(&moves) {
            return Attempt::Made(vec![Made { level, solution, optimal: true, unique: false }]);
        }
        let miss = least.saturating_sub(moves) + moves.saturating_sub(most);
        Attempt::Near(Near { level, miss: miss.into(), what: words::NEAR.with("moves", moves) })
    }
}
