//! A small world for the engines' tests: a grid with walls, a start and a goal; steps down and right
//! cost 1, up 2 and left 3, so that engines that mix up costs are caught. Truth by Bellman-Ford.

use ingenio_core::{Dir, Rng, Size};

use crate::space::{Graph, Reversible, Walk};

#[derive(Clone, Debug)]
pub struct Lattice {
    pub size: Size,
    pub wall: Vec<bool>,
    pub start: usize,
    pub goal: usize,
    pub unit: bool,
}

impl Lattice {
    pub fn random(seed: u64, side: usize, unit: bool) -> Self {
        let mut rng = Rng::new(seed);
        let size = Size::new(side, side);
        let wall: Vec<bool> = (0..size.cells()).map(|_| rng.below(100) < 33).collect();
        let free: Vec<usize> = (0..size.cells()).filter(|cell| !wall[*cell]).collect();
        let start = *rng.choose(&free).unwrap_or(&0);
        let goal = *rng.choose(&free).unwrap_or(&0);
        Lattice { size, wall, start, goal, unit }
    }

    pub fn price(&self, dir: Dir) -> u32 {
        match dir {
            _ if self.unit => 1,
            Dir::Down | Dir::Right => 1,
            Dir::Up => 2,
            Dir::Left => 3,
        }
    }

    /// The true cost of a cheapest way, if there is one.
    pub fn truth(&self) -> Option<u32> {
        let mut cost = vec![u32::MAX; self.size.cells()];
        cost[self.start] = 0;
        for _ in 0..self.size.cells() {
            for cell in 0..self.size.cells() {
                for dir in Dir::ALL {
                    if let Some(next) = self.next(cell, dir)
                        && cost[cell] != u32::MAX
                    {
                        cost[next] = cost[next].min(cost[cell] + self.price(dir));
                    }
                }
            }
        }
        (cost[self.goal] != u32::MAX).then_some(cost[self.goal])
    }

    pub fn next(&self, cell: usize, dir: Dir) -> Option<usize> {
        self.size.step(cell, dir).filter(|next| !self.wall[*next])
    }

    pub fn cost_of(&self, path: &[Dir]) -> u32 {
        let mut at = self.start;
        for dir in path {
            at = self.next(at, *dir).expect("the path is walkable");
        }
        assert_eq!(at, self.goal, "the path ends at the goal");
        path.iter().map(|dir| self.price(*dir)).sum()
    }

    fn distance(&self, cell: usize) -> u32 {
        let (here, goal) = (self.size.cell(cell), self.size.cell(self.goal));
        u32::from(here.row.abs_diff(goal.row) + here.column.abs_diff(goal.column))
    }
}

impl Graph for Lattice {
    type State = usize;
    type Action = Dir;

    fn start(&self) -> usize {
        self.start
    }

    fn is_goal(&self, state: &usize) -> bool {
        *state == self.goal
    }

    fn expand(&self, state: &usize, mut visit: impl FnMut(Dir, usize, u32)) {
        for dir in Dir::ALL {
            if let Some(next) = self.next(*state, dir) {
                visit(dir, next, self.price(dir));
            }
        }
    }

    /// Admissible but not consistent: halved on odd columns.
    fn estimate(&self, state: &usize) -> Option<u32> {
        let odd = self.size.column(*state) % 2 == 1;
        Some(if odd { self.distance(*state) / 2 } else { self.distance(*state) })
    }
}

impl Reversible for Lattice {
    fn goals(&self) -> Vec<usize> {
        vec![self.goal]
    }

    fn expand_back(&self, state: &usize, mut visit: impl FnMut(Dir, usize, u32)) {
        for dir in Dir::ALL {
            if let Some(before) = self.next(*state, dir.opposite()) {
                visit(dir, before, self.price(dir));
            }
        }
    }
}

/// The same world as a walk.
#[derive(Clone, Debug)]
pub struct Stroll {
    pub world: Lattice,
    pub at: usize,
}

impl Walk for Stroll {
    type Action = Dir;
    type Undo = usize;
    type Actions = std::vec::IntoIter<Dir>;

    fn is_goal(&self) -> bool {
        self.at == self.world.goal
    }

    fn estimate(&self) -> u32 {
        self.world.distance(self.at)
    }

    fn actions(&self, last: Option<Dir>) -> Self::Actions {
        let open = |dir: &Dir| last != Some(dir.opposite()) && self.world.next(self.at, *dir).is_some();
        Dir::ALL.into_iter().filter(open).collect::<Vec<_>>().into_iter()
    }

    fn cost(&self, action: Dir) -> u32 {
        self.world.price(action)
    }

    fn peek(&self, action: Dir) -> u32 {
        self.world.distance(self.world.next(self.at, action).expect("only open actions are offered"))
    }

    fn apply(&mut self, action: Dir) -> usize {
        let before = self.at;
        self.at = self.world.next(self.at, action).expect("only open actions are offered");
        before
    }

    fn undo(&mut self, undo: usize) {
        self.at = undo;
    }
}

pub mod tests {
    use super::*;
    use crate::{
        AStar, Beam, BestFirst, Bidirectional, BreadthFirst, Counts, DepthFirst, Engine, Found, Greedy,
        IdaStar, Order, Revisit, UniformCost, Weighted,
    };

    const PLENTY: u64 = u64::MAX;

    fn finish<E: Engine>(mut engine: E) -> (Found, Vec<E::Action>, Counts) {
        let found = engine.advance(u64::MAX);
        assert_eq!(engine.advance(1), found, "the end is final");
        (found, engine.path(), engine.counts())
    }

    /// Solved at the true cost (or above it, if `exact` is false), or exhausted where there is none.
    fn check<E: Engine<Action = Dir>>(world: &Lattice, engine: E, exact: bool) {
        let (found, path, counts) = finish(engine);
        match world.truth() {
            None => assert_eq!(found, Found::Exhausted),
            Some(truth) => {
                assert_eq!(found, Found::Goal);
                let cost = world.cost_of(&path);
                assert!(cost >= truth && (!exact || cost == truth), "{cost} against {truth}");
                assert!(counts.bound.is_none_or(|bound| bound <= u64::from(truth)), "{counts:?} {truth}");
            }
        }
    }

    fn best_first<O: Order<usize>>(world: &Lattice, order: O, revisit: Revisit) -> BestFirst<Lattice, O> {
        BestFirst::new(world.clone(), order, revisit, PLENTY)
    }

    #[test]
    fn every_engine_is_right_on_hundreds_of_worlds() {
        for seed in 0..300 {
            let side = 2 + (seed % 9) as usize;
            let world = Lattice::random(seed, side, false);
            check(&world, best_first(&world, AStar, Revisit::Always), true);
            check(&world, best_first(&world, UniformCost, Revisit::Waiting), true);
            check(&world, best_first(&world, Greedy, Revisit::Never), false);
            check(&world, best_first(&world, DepthFirst, Revisit::Never), false);
            check(&world, best_first(&world, Weighted { percent: 150 }, Revisit::Always), false);
            check(&world, Bidirectional::new(world.clone(), PLENTY), true);
            check(&world, Beam::new(world.clone(), Greedy, 2, PLENTY), false);
            let unit = Lattice { unit: true, ..world };
            check(&unit, BreadthFirst::new(unit.clone(), PLENTY), true);
            check(&unit, Bidirectional::new(unit.clone(), PLENTY), true);
            check(&unit, Beam::new(unit.clone(), AStar, 4, PLENTY), false);
        }
    }

    #[test]
    fn ida_star_finds_cheapest_ways() {
        for seed in 0..200 {
            let world = Lattice::random(seed, 5, seed % 2 == 0);
            let Some(truth) = world.truth() else { continue };
            let (found, path, counts) =
                finish(IdaStar::new(Stroll { at: world.start, world: world.clone() }));
            assert_eq!((found, world.cost_of(&path)), (Found::Goal, truth));
            assert_eq!(counts.bound, Some(u64::from(truth)));
        }
    }

    /// Nearer rows first, then g + h: a key of two parts of different kinds.
    struct RowsFirst(Lattice);

    impl Order<usize> for RowsFirst {
        type Key = (usize, u32);

        fn key(&self, state: &usize, cost: u32, estimate: u32) -> Self::Key {
            (self.0.size.row(*state).abs_diff(self.0.size.row(self.0.goal)), cost + estimate)
        }
    }

    #[test]
    fn orders_may_be_lexicographic() {
        for seed in 0..100 {
            let world = Lattice::random(seed, 9, false);
            check(&world, best_first(&world, RowsFirst(world.clone()), Revisit::Never), false);
        }
        // In an open world the search goes straight to the goal's row before it looks elsewhere.
        let size = Size::new(20, 20);
        let world = Lattice { size, wall: vec![false; 400], start: 0, goal: 399, unit: true };
        let mut search = best_first(&world, RowsFirst(world.clone()), Revisit::Never);
        search.advance(20);
        assert_eq!(search.glance().map(|glance| glance.path), Some(vec![Dir::Down; 19]));
    }

    #[test]
    fn without_reopening_an_inconsistent_estimate_can_mislead() {
        let missed = (0..2000).any(|seed| {
            let world = Lattice::random(seed, 9, false);
            let (found, path, _) = finish(best_first(&world, AStar, Revisit::Waiting));
            found == Found::Goal && Some(world.cost_of(&path)) != world.truth()
        });
        assert!(missed, "re-opening would be idle");
    }

    #[test]
    fn weighted_search_stays_within_its_weight() {
        for seed in 0..300 {
            let world = Lattice::random(seed, 9, false);
            let (found, path, _) = finish(best_first(&world, Weighted { percent: 200 }, Revisit::Always));
            if found == Found::Goal {
                assert!(world.cost_of(&path) <= 2 * world.truth().expect("a way was found"));
            }
        }
    }

    /// n times advance(1) and once advance(n) leave the same counters and the same node in focus.
    pub fn same_in_slices<E: Engine<Action = Dir>>(make: impl Fn() -> E) {
        for steps in [1, 2, 7, 23, 60] {
            let (mut once, mut often) = (make(), make());
            let at_once = once.advance(steps);
            let mut slowly = Found::Running;
            for _ in 0..steps {
                slowly = often.advance(1);
            }
            assert_eq!((at_once, once.counts()), (slowly, often.counts()));
            let ways = |engine: &E| engine.glance().map(|glance| (glance.path, glance.cost, glance.estimate));
            assert_eq!(ways(&once), ways(&often));
            assert!(once.counts().expanded <= steps);
        }
    }

    #[test]
    fn slices_do_not_matter() {
        for seed in 0..20 {
            let world = Lattice::random(seed, 9, false);
            same_in_slices(|| best_first(&world, AStar, Revisit::Always));
            same_in_slices(|| best_first(&world, Greedy, Revisit::Never));
            same_in_slices(|| best_first(&world, DepthFirst, Revisit::Never));
            same_in_slices(|| Bidirectional::new(world.clone(), PLENTY));
            same_in_slices(|| BreadthFirst::new(world.clone(), PLENTY));
            same_in_slices(|| Beam::new(world.clone(), Greedy, 3, PLENTY));
            same_in_slices(|| IdaStar::new(Stroll { at: world.start, world: world.clone() }));
        }
    }

    pub fn stops_below<E: Engine>(make: impl Fn(u64) -> E, limit: u64) {
        let (found, _, counts) = finish(make(limit));
        assert_eq!(found, Found::OutOfMemory);
        assert!(counts.peak.max(counts.memory) <= limit, "{counts:?}");
    }

    #[test]
    fn memory_limits_end_a_search_before_it_exceeds_them() {
        let size = Size::new(400, 400);
        let world =
            Lattice { size, wall: vec![false; size.cells()], start: 0, goal: size.cells() - 1, unit: true };
        for limit in [600_000, 1_000_000, 2_000_000] {
            stops_below(|limit| BestFirst::new(world.clone(), UniformCost, Revisit::Waiting, limit), limit);
            stops_below(|limit| BreadthFirst::new(world.clone(), limit), limit);
            stops_below(|limit| Bidirectional::new(world.clone(), limit), limit);
            stops_below(|limit| Beam::new(world.clone(), UniformCost, 1_000_000, limit), limit);
        }
    }
}
