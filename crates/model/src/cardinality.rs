//! Counting in clauses: at most one, at most k (sequential counter, Sinz 2005), totalizers that grow
//! as far as they are needed (Bailleux and Boufkhad 2003, iterative after Martins et al. 2014), and
//! weighted sums by decision diagrams (Een and Sorensson 2006).

use std::collections::HashMap;

use crate::clauses::ClauseSink;

/// Pairs need no helpers; beyond this many literals a chain of helpers is shorter.
const PAIRWISE: usize = 7;

/// At most one of these is true.
pub fn at_most_one(sink: &mut dyn ClauseSink, lits: &[i32]) {
    if lits.len() > PAIRWISE {
        // Half of them and a helper, the helper and the rest.
        let (some, rest) = lits.split_at(PAIRWISE - 1);
        let helper = sink.fresh();
        let mut first = some.to_vec();
        first.push(helper);
        at_most_one(sink, &first);
        let mut second = vec![-helper];
        second.extend_from_slice(rest);
        return at_most_one(sink, &second);
    }
    for (at, one) in lits.iter().enumerate() {
        for other in &lits[at + 1..] {
            sink.clause(&[-one, -other]);
        }
    }
}

/// At most so many of these are true.
pub fn at_most(sink: &mut dyn ClauseSink, lits: &[i32], most: i64) {
    if most < 0 {
        return sink.clause(&[]);
    }
    let most = most as usize;
    match most {
        _ if most >= lits.len() => {}
        0 => lits.iter().for_each(|lit| sink.clause(&[-lit])),
        1 => at_most_one(sink, lits),
        _ if most + 1 == lits.len() => {
            let clause: Vec<i32> = lits.iter().map(|lit| -lit).collect();
            sink.clause(&clause);
        }
        _ => counter(sink, lits, most),
    }
}

/// Sinz's sequential counter: helper j of place i says that more than j of the first i are true.
fn counter(sink: &mut dyn ClauseSink, lits: &[i32], most: usize) {
    let mut before: Vec<i32> = Vec::new();
    for (at, lit) in lits.iter().enumerate() {
        if let Some(full) = before.get(most - 1) {
            sink.clause(&[-lit, -full]);
        }
        if at + 1 == lits.len() {
            return;
        }
        let helpers: Vec<i32> = (0..most.min(at + 1)).map(|_| sink.fresh()).collect();
        sink.clause(&[-lit, helpers[0]]);
        for (level, known) in before.iter().enumerate() {
            sink.clause(&[-known, helpers[level]]);
            if let Some(next) = helpers.get(level + 1) {
                sink.clause(&[-lit, -known, *next]);
            }
        }
        before = helpers;
    }
}

/// Counts how many of its inputs are true: output k is true if more than k are. Made for bounds that
/// move: outputs appear when they are asked for.
#[derive(Clone, Debug)]
pub struct Totalizer {
    nodes: Vec<Node>,
}

#[derive(Clone, Debug)]
struct Node {
    children: Option<(usize, usize)>,
    size: usize,
    outputs: Vec<i32>,
}

impl Totalizer {
    /// Over these literals; clauses are written as far as [`Totalizer`] is asked to count.
    pub fn new(lits: &[i32]) -> Self {
        assert!(!lits.is_empty(), "nothing to count");
        let mut nodes: Vec<Node> =
            lits.iter().map(|lit| Node { children: None, size: 1, outputs: vec![*lit] }).collect();
        // A balanced tree: pairs of neighbours, level by level.
        let mut level: Vec<usize> = (0..nodes.len()).collect();
        while level.len() > 1 {
            level = level
                .chunks(2)
                .map(|pair| match *pair {
                    [left, right] => {
                        let size = nodes[left].size + nodes[right].size;
                        nodes.push(Node { children: Some((left, right)), size, outputs: Vec::new() });
                        nodes.len() - 1
                    }
                    _ => pair[0],
                })
                .collect();
        }
        Totalizer { nodes }
    }

    /// How many inputs it counts.
    pub fn size(&self) -> usize {
        self.nodes[self.nodes.len() - 1].size
    }

    /// The literal that is true if more than `count` inputs are.
    pub fn more_than(&mut self, sink: &mut dyn ClauseSink, count: usize) -> Option<i32> {
        let root = self.nodes.len() - 1;
        self.ensure(sink, root, count + 1);
        self.nodes[root].outputs.get(count).copied()
    }

    /// Makes the first `upto` outputs of a node.
    fn ensure(&mut self, sink: &mut dyn ClauseSink, node: usize, upto: usize) {
        let (old, upto) = (self.nodes[node].outputs.len(), upto.min(self.nodes[node].size));
        let Some((left, right)) = self.nodes[node].children.filter(|_| old < upto) else { return };
        self.ensure(sink, left, upto);
        self.ensure(sink, right, upto);
        for _ in old..upto {
            let fresh = sink.fresh();
            if let Some(last) = self.nodes[node].outputs.last() {
                sink.clause(&[-fresh, *last]);
            }
            self.nodes[node].outputs.push(fresh);
        }
        for sum in old + 1..=upto {
            let out = self.nodes[node].outputs[sum - 1];
            let (most_left, most_right) = (self.nodes[left].outputs.len(), self.nodes[right].outputs.len());
            for here in sum.saturating_sub(most_right)..=sum.min(most_left) {
                let there = sum - here;
                let mut clause = vec![out];
                clause.extend(here.checked_sub(1).map(|at| -self.nodes[left].outputs[at]));
                clause.extend(there.checked_sub(1).map(|at| -self.nodes[right].outputs[at]));
                sink.clause(&clause);
            }
        }
    }
}

/// The weighted sum of true literals is at most `most`; weights are positive. By a decision diagram
/// over (how many literals are left, how much may still be spent).
pub fn weighted_at_most(sink: &mut dyn ClauseSink, terms: &[(u64, i32)], most: u64) {
    let mut terms = terms.to_vec();
    terms.sort_unstable_by(|one, other| other.cmp(one));
    let mut left: Vec<u64> = terms
        .iter()
        .rev()
        .scan(0, |sum, (weight, _)| {
            *sum += weight;
            Some(*sum)
        })
        .collect();
    left.reverse();
    left.push(0);
    let mut diagram = Diagram { terms: &terms, left: &left, known: HashMap::new() };
    match diagram.node(sink, 0, most) {
        Branch::Fine => {}
        Branch::Broken => sink.clause(&[]),
        Branch::If(root) => sink.clause(&[root]),
    }
}

#[derive(Clone, Copy)]
enum Branch {
    Fine,
    Broken,
    If(i32),
}

struct Diagram<'a> {
    terms: &'a [(u64, i32)],
    /// The sum of the weights from each place on.
    left: &'a [u64],
    known: HashMap<(usize, u64), i32>,
}

impl Diagram<'_> {
    fn node(&mut self, sink: &mut dyn ClauseSink, at: usize, room: u64) -> Branch {
        if self.left[at] <= room {
            return Branch::Fine;
        }
        if let Some(known) = self.known.get(&(at, room)) {
            return Branch::If(*known);
        }
        let (weight, lit) = self.terms[at];
        let taken = match room.checked_sub(weight) {
            Some(rest) => self.node(sink, at + 1, rest),
            None => Branch::Broken,
        };
        let passed = self.node(sink, at + 1, room);
        let node = sink.fresh();
        match taken {
            Branch::Fine => {}
            Branch::Broken => sink.clause(&[-node, -lit]),
            Branch::If(next) => sink.clause(&[-node, -lit, next]),
        }
        match passed {
            Branch::Fine => {}
            Branch::Broken => unreachable!("nothing was spent"),
            Branch::If(next) => sink.clause(&[-node, next]),
        }
        self.known.insert((at, room), node);
        Branch::If(node)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::clauses::Clauses;

    /// Tries every assignment of the first `inputs` variables: the clauses must be satisfiable exactly
    /// where `wanted` says so. Helpers are found by trying them too.
    fn compare(inputs: usize, clauses: &Clauses, wanted: impl Fn(&[bool]) -> bool) {
        for bits in 0..1u32 << inputs {
            let values: Vec<bool> = (0..inputs).map(|at| bits >> at & 1 == 1).collect();
            let mut all: Vec<Option<bool>> = values.iter().map(|value| Some(*value)).collect();
            all.resize(clauses.variables, None);
            assert_eq!(satisfiable(clauses, &mut all), wanted(&values), "{values:?}");
        }
    }

    fn satisfiable(clauses: &Clauses, values: &mut [Option<bool>]) -> bool {
        let truth = |lit: i32, values: &[Option<bool>]| {
            values[lit.unsigned_abs() as usize - 1].map(|value| value == (lit > 0))
        };
        let broken =
            clauses.clauses.iter().any(|clause| clause.iter().all(|lit| truth(*lit, values) == Some(false)));
        if broken {
            return false;
        }
        let Some(free) = values.iter().position(Option::is_none) else { return true };
        let found = [false, true].into_iter().any(|value| {
            values[free] = Some(value);
            satisfiable(clauses, values)
        });
        values[free] = None;
        found
    }

    fn inputs(count: usize) -> (Clauses, Vec<i32>) {
        (Clauses { variables: count, clauses: Vec::new() }, (1..=count as i32).collect())
    }

    fn count(values: &[bool]) -> usize {
        values.iter().filter(|value| **value).count()
    }

    #[test]
    fn at_most_k_of_n() {
        for (size, most) in [(3, 0), (4, 1), (9, 1), (4, 2), (5, 3), (5, 4), (4, 4), (6, 2)] {
            let (mut clauses, lits) = inputs(size);
            at_most(&mut clauses, &lits, most);
            compare(size, &clauses, |values| count(values) as i64 <= most);
        }
        let (mut clauses, lits) = inputs(2);
        at_most(&mut clauses, &lits, -1);
        compare(2, &clauses, |_| false);
    }

    #[test]
    fn totalizers_count_as_far_as_they_are_asked() {
        for size in 1..=5 {
            for most in 0..size {
                let (mut clauses, lits) = inputs(size);
                let mut totalizer = Totalizer::new(&lits);
                if most > 0 {
                    totalizer.more_than(&mut clauses, most - 1);
                }
                let more = totalizer.more_than(&mut clauses, most).unwrap();
                clauses.clause(&[-more]);
                compare(size, &clauses, |values| count(values) <= most);
            }
        }
    }

    #[test]
    fn weighted_sums() {
        let weights = [5, 3, 3, 2, 1];
        for most in 0..15 {
            let (mut clauses, lits) = inputs(weights.len());
            let terms: Vec<(u64, i32)> = weights.iter().copied().zip(lits).collect();
            weighted_at_most(&mut clauses, &terms, most);
            compare(weights.len(), &clauses, |values| {
                let sum: u64 =
                    values.iter().zip(weights).filter(|(value, _)| **value).map(|(_, weight)| weight).sum();
                sum <= most
            });
        }
    }
}
