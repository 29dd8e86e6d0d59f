//! Least cost by cores (OLL: Andres, Kaufmann, Matheis and Schaub 2012; as in RC2, Ignatiev, Morgado
//! and Marques-Silva 2019).
//!
//! All costs are assumed away at first. Each core, a set of literals that cannot all be free of cost,
//! raises the bound by its least weight; a totalizer over the core then assumes that no more than one
//! of it costs, and is relaxed further when it is in a core itself. The first solution is the best.

use std::collections::BTreeMap;

use ingenio_model::cardinality::Totalizer;
use ingenio_model::{Assignment, Watch};

use crate::sat::Solver;

/// How the search ended.
pub enum Cheapest {
    /// There is no solution at any cost.
    None,
    Proved(Assignment),
    /// A limit came first; perhaps with a solution in hand.
    Open(Option<Assignment>),
}

/// Conflicts that may be spent on making a core smaller by one literal.
const MINIMISE: u64 = 1000;
/// Cores larger than this are taken as they are.
const LARGE: usize = 400;

/// Is told the bound; and that the solver has a solution, which it then reads.
pub type Hear<'a, S> = dyn FnMut(&S, u64, bool) -> Option<Assignment> + 'a;

/// Where an assumption about a totalizer comes from: which one, and how many may cost.
#[derive(Clone, Copy)]
struct Bound {
    totalizer: usize,
    count: usize,
}

struct Search<'a, S> {
    solver: &'a mut S,
    watch: &'a dyn Watch,
    /// Literals that should be true, with what it costs if they are not. Ordered, so that runs repeat.
    soft: BTreeMap<i32, u64>,
    bounds: BTreeMap<i32, Bound>,
    totalizers: Vec<Totalizer>,
    low: u64,
}

/// Makes the cost of true literals least, with some literals assumed.
pub fn least_cost<S: Solver>(
    solver: &mut S,
    costs: &[(u64, i32)],
    assumed: &[i32],
    watch: &dyn Watch,
    hear: &mut Hear<'_, S>,
) -> Cheapest {
    // Any solution first: it is something to show, and none at all is soon known.
    let first = match solver.solve(assumed, watch.nodes_left(), watch) {
        None => return Cheapest::Open(None),
        Some(false) => return Cheapest::None,
        Some(true) => hear(solver, 0, true),
    };
    let mut soft = BTreeMap::new();
    for (cost, lit) in costs {
        *soft.entry(-lit).or_insert(0) += cost;
    }
    let mut search = Search { solver, watch, soft, bounds: BTreeMap::new(), totalizers: Vec::new(), low: 0 };
    // A literal and its opposite: one of them costs in any case.
    search.cancel_opposites();
    let mut stratum = search.soft.values().copied().max().unwrap_or(0);
    loop {
        let wanted: Vec<i32> =
            search.soft.iter().filter(|(_, cost)| **cost >= stratum).map(|(lit, _)| *lit).collect();
        let all: Vec<i32> = assumed.iter().copied().chain(wanted.iter().copied()).collect();
        match search.solver.solve(&all, watch.nodes_left(), watch) {
            None => return Cheapest::Open(first),
            Some(true) if stratum <= 1 || wanted.len() == search.soft.len() => {
                let found = hear(search.solver, search.low, true);
                return found.map_or(Cheapest::Open(first), Cheapest::Proved);
            }
            Some(true) => {
                let below = search.soft.values().copied().filter(|cost| *cost < stratum);
                stratum = below.max().unwrap_or(1);
            }
            Some(false) => {
                let core: Vec<i32> = wanted.into_iter().filter(|lit| search.solver.failed(*lit)).collect();
                if core.is_empty() {
                    return Cheapest::None;
                }
                let core = search.minimised(core, assumed);
                search.relax(&core);
                hear(search.solver, search.low, false);
            }
        }
    }
}

impl<S: Solver> Search<'_, S> {
    fn cancel_opposites(&mut self) {
        let both: Vec<i32> =
            self.soft.keys().copied().filter(|lit| *lit > 0 && self.soft.contains_key(&-lit)).collect();
        for lit in both {
            let least = self.soft[&lit].min(self.soft[&-lit]);
            self.low += least;
            self.pay(lit, least);
            self.pay(-lit, least);
        }
    }

    /// Leaves literals out of a core as long as it stays one, within a small budget each.
    fn minimised(&mut self, mut core: Vec<i32>, assumed: &[i32]) -> Vec<i32> {
        if core.len() > LARGE {
            return core;
        }
        let mut at = 0;
        while at < core.len() && core.len() > 1 {
            let rest = core.iter().enumerate().filter(|(place, _)| *place != at).map(|(_, lit)| *lit);
            let all: Vec<i32> = assumed.iter().copied().chain(rest).collect();
            let budget = MINIMISE.min(self.watch.nodes_left());
            match self.solver.solve(&all, budget, self.watch) {
                Some(false) => {
                    core.remove(at);
                    let needed: Vec<bool> = core.iter().map(|lit| self.solver.failed(*lit)).collect();
                    // What was kept before stays; of the rest only what this refutation needed.
                    let mut place = 0;
                    core.retain(|_| {
                        place += 1;
                        place <= at || needed[place - 1]
                    });
                }
                _ => at += 1,
            }
            if self.watch.stop().is_some() {
                break;
            }
        }
        core
    }

    /// Counts a core once and loosens what was assumed about it.
    fn relax(&mut self, core: &[i32]) {
        let least = core.iter().map(|lit| self.soft[lit]).min().unwrap_or(0);
        self.low += least;
        for lit in core {
            self.pay(*lit, least);
            if let Some(bound) = self.bounds.get(lit).copied() {
                self.assume(Bound { count: bound.count + 1, ..bound }, least);
            }
        }
        if let [only] = core {
            // It costs in every solution (under the assumptions); nothing is left to count.
            let _ = only;
            return;
        }
        let costly: Vec<i32> = core.iter().map(|lit| -lit).collect();
        self.totalizers.push(Totalizer::new(&costly));
        self.assume(Bound { totalizer: self.totalizers.len() - 1, count: 1 }, least);
    }

    fn pay(&mut self, lit: i32, cost: u64) {
        let left = self.soft[&lit] - cost;
        if left == 0 {
            self.soft.remove(&lit);
        } else {
            self.soft.insert(lit, left);
        }
    }

    /// Assumes that no more than so many of a totalizer's inputs cost.
    fn assume(&mut self, bound: Bound, cost: u64) {
        let totalizer = &mut self.totalizers[bound.totalizer];
        if bound.count >= totalizer.size() {
            return;
        }
        let Some(more) = totalizer.more_than(self.solver, bound.count) else { return };
        self.bounds.insert(-more, bound);
        *self.soft.entry(-more).or_insert(0) += cost;
    }
}
