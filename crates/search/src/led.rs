//! Tests of the searches that are led by something that may be wrong: a guess within a bound, a policy.

use ingenio_core::{Dir, Size};

use crate::lattice::Lattice;
use crate::lattice::tests::{same_in_slices, stops_below};
use crate::{Advice, Advised, By, Engine, Focal, Follow, Found, Graph, Guided, Levin};

const PLENTY: u64 = u64::MAX;

/// The lattice with an adviser who knows nothing: his guesses and chances are noise.
#[derive(Clone)]
struct Misled(Lattice);

/// The lattice with an adviser who gives steps to the right and down three eighths each and the others one.
#[derive(Clone)]
struct Sure(Lattice);

fn noise(state: usize) -> u32 {
    (state as u32).wrapping_mul(0x9e37_79b9) >> 20
}

fn advice(world: &Lattice, state: usize, surprise: impl Fn(Dir, usize) -> u32) -> Vec<Advice<usize>> {
    let mut all = Vec::new();
    world.expand(&state, |dir, state, cost| {
        all.push(Advice { state, cost, surprise: surprise(dir, state), estimate: noise(state) % 200 });
    });
    all
}

macro_rules! as_the_lattice {
    ($world:ty) => {
        impl Graph for $world {
            type State = usize;
            type Action = Dir;

            fn start(&self) -> usize {
                self.0.start()
            }

            fn is_goal(&self, state: &usize) -> bool {
                self.0.is_goal(state)
            }

            fn expand(&self, state: &usize, visit: impl FnMut(Dir, usize, u32)) {
                self.0.expand(state, visit);
            }

            fn estimate(&self, state: &usize) -> Option<u32> {
                self.0.estimate(state)
            }
        }
    };
}

as_the_lattice!(Misled);
as_the_lattice!(Sure);

impl Guided for Misled {
    fn guess(&self, state: &usize) -> u32 {
        noise(*state)
    }
}

impl Advised for Misled {
    fn advise(&self, state: &usize) -> Vec<Advice<usize>> {
        advice(&self.0, *state, |_, next| noise(next))
    }
}

impl Advised for Sure {
    fn advise(&self, state: &usize) -> Vec<Advice<usize>> {
        // 1.415 bits and 3 bits.
        advice(&self.0, *state, |dir, _| if matches!(dir, Dir::Right | Dir::Down) { 1449 } else { 3072 })
    }
}

/// Whatever the guess says, a focal search keeps its bound, and what it proves on the way stays below the truth.
#[test]
fn focal_search_keeps_its_bound_by_any_guess() {
    let mut dearer = 0;
    for seed in 0..300 {
        let world = Lattice::random(seed, 9, false);
        for percent in [100, 120, 200, 500] {
            let mut search = Focal::new(Misled(world.clone()), percent, PLENTY);
            let found = search.advance(u64::MAX);
            let Some(truth) = world.truth() else {
                assert_eq!(found, Found::Exhausted);
                continue;
            };
            assert_eq!(found, Found::Goal);
            let cost = world.cost_of(&search.path());
            assert!(cost * 100 <= truth * percent, "{cost} for {truth} within {percent}, seed {seed}");
            assert!(search.counts().bound <= Some(u64::from(truth)));
            dearer += u32::from(cost > truth);
        }
    }
    assert!(dearer > 50, "only {dearer} solutions were dearer than the best: the guess misleads nobody");
}

/// They find a way exactly where there is one.
#[test]
fn searches_by_a_policy_are_complete() {
    for seed in 0..300 {
        let world = Lattice::random(seed, 9, false);
        for by in [By::Chance, By::ChanceAndEstimate] {
            let mut search = Levin::new(Misled(world.clone()), by, PLENTY);
            let found = search.advance(u64::MAX);
            assert_eq!(found == Found::Goal, world.truth().is_some(), "seed {seed}");
            if found == Found::Goal {
                world.cost_of(&search.path());
            }
        }
    }
}

/// Every step of a shortest way through an empty square has a chance of three eighths, so a way of d steps is found within
/// d times (8/3)^d expansions.
#[test]
fn a_levin_search_keeps_its_promise() {
    for side in 3..=5 {
        let size = Size::new(side, side);
        let wall = vec![false; size.cells()];
        let world = Lattice { size, wall, start: 0, goal: size.cells() - 1, unit: true };
        let mut search = Levin::new(Sure(world), By::Chance, PLENTY);
        assert_eq!(search.advance(u64::MAX), Found::Goal);
        let steps = 2 * (side - 1) as i32;
        let promise = f64::from(steps) * (8.0f64 / 3.0).powi(steps);
        assert!((search.counts().expanded as f64) <= promise);
    }
}

/// What is likely comes first: of two ways the one that the policy names, though it is longer.
#[test]
fn a_likely_way_is_looked_at_before_an_unlikely_one() {
    let size = Size::new(9, 1);
    let world = Lattice { size, wall: vec![false; 9], start: 2, goal: 7, unit: true };
    let mut search = Levin::new(Sure(world), By::Chance, PLENTY);
    assert_eq!(search.advance(u64::MAX), Found::Goal);
    assert!(search.counts().expanded <= 7, "{} for five steps to the right", search.counts().expanded);
}

#[test]
fn a_policy_alone_goes_where_it_points_and_never_back() {
    let size = Size::new(6, 1);
    let world = Lattice { size, wall: vec![false; 6], start: 2, goal: 5, unit: true };
    let mut follow = Follow::new(Sure(world.clone()), PLENTY);
    assert_eq!((follow.advance(100), follow.path().len()), (Found::Goal, 3));
    let mut lost = Follow::new(Sure(Lattice { goal: 0, ..world }), PLENTY);
    assert_eq!(lost.advance(100), Found::Exhausted, "it went to the right until the end");
}

#[test]
fn searches_by_advice_do_not_care_about_slices() {
    for seed in 0..20 {
        let world = || Misled(Lattice::random(seed, 9, false));
        same_in_slices(|| Focal::new(world(), 150, PLENTY));
        same_in_slices(|| Levin::new(world(), By::ChanceAndEstimate, PLENTY));
        same_in_slices(|| Follow::new(world(), PLENTY));
    }
}

#[test]
fn they_stop_before_a_memory_limit() {
    let size = Size::new(400, 400);
    let world =
        Lattice { size, wall: vec![false; size.cells()], start: 0, goal: size.cells() - 1, unit: true };
    for limit in [600_000, 1_000_000, 2_000_000] {
        stops_below(|limit| Focal::new(Misled(world.clone()), 100, limit), limit);
        stops_below(|limit| Levin::new(Misled(world.clone()), By::Chance, limit), limit);
    }
}
