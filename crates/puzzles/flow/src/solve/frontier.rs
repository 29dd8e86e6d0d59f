//! The frontier method: counts all solutions exactly, and finds one, by dynamic programming.
//!
//! Cells are visited one after another. What the visited part has to tell the rest is only which
//! links cross the border between the two, and for each such plug what hangs on it: a colour, or
//! another plug (a path with two loose ends). Equal border states are merged and their counts
//! added; the number of states is what it costs. Works on any graph whose border stays narrow.
//!
//! Sources: Knuth's Simpath and the frontier-based ZDDs of Yoshinaka et al. (Algorithms 5(2), 2012),
//! here over plugs instead of mates and without the diagram, so that only one layer is hashed; a
//! short record per state leads back to a solution, and to a second one where two states merged.
//!
//! Rules with self-touch only: without it the border would have to remember every pair of paths that
//! are neighbours; there the link search enumerates instead.

mod crossing;
mod plan;
mod race;

use plan::{Plan, orders};
pub use race::Race;

use ingenio_core::{Guarantee, Method};

use super::count;
use super::{Flow, ROW};
use crate::level::Node;
use crate::words;

pub const METHOD: Method<Flow> = Method {
    name: "frontier",
    about: "visits the board cell by cell and merges equal borders; counts exactly what it finds",
    guarantee: Guarantee::Complete,
    needs: "memory: up to gigabytes on boards wider than 15",
    fits: |level| {
        if Race::fits(level) { Ok(()) } else { Err(words::NO_FRONTIER.with("most", MOST_PLUGS - 1)) }
    },
    start: count::by_frontier,
    ..ROW
};

/// Labels of plugs: nothing, colours from 1, loose paths from `LOOSE`.
const LOOSE: u8 = 224;
pub const MOST_COLOURS: usize = LOOSE as usize - 1;
/// The widest border.
pub const MOST_PLUGS: usize = 32;

/// What the visit has come to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stage {
    Running,
    /// All is counted.
    Done,
    /// The next state does not fit in the memory allowed.
    Memory,
}

/// A frontier count, whatever the width of its states.
trait Count: Send {
    /// Visits at most so many states.
    fn advance(&mut self, states: u64) -> Stage;
    /// The number of solutions, when done.
    fn found(&self) -> u128;
    /// Up to two solutions, when done: sets of links.
    fn examples(&mut self) -> Vec<Vec<[Node; 2]>>;
    /// States visited.
    fn states(&self) -> u64;
    /// States still to be visited if all layers to come are as large as this one.
    fn prospect(&self) -> usize;
    /// Bytes in use.
    fn memory(&self) -> u64;
    /// Sets what may be in use.
    fn allow(&mut self, memory: u64);
}

/// Starts a count along a plan.
fn start(plan: Plan) -> Box<dyn Count> {
    if plan.plugs <= 16 {
        Box::new(Frontier::<16>::new(plan))
    } else {
        Box::new(Frontier::<MOST_PLUGS>::new(plan))
    }
}

#[derive(Clone, Copy, Debug)]
struct Entry<const N: usize> {
    key: [u8; N],
    count: u128,
}

/// How a state was reached, first and second.
#[derive(Clone, Copy, Debug)]
struct Origin {
    parent: u32,
    second: u32,
    choice: u8,
    second_choice: u8,
}

const NEVER: u32 = u32::MAX;

/// The origins of all states of all layers, in chunks that never move.
#[derive(Default)]
struct Trace {
    chunks: Vec<Vec<Origin>>,
    /// The number of the first state of every layer.
    layers: Vec<usize>,
}

/// States of a block: what is allocated at once. Chosen by hand.
const CHUNK: usize = 1 << 14;

impl Trace {
    fn get(&mut self, layer: usize, state: usize) -> &mut Origin {
        let at = self.layers[layer] + state;
        &mut self.chunks[at / CHUNK][at % CHUNK]
    }

    fn growth(&self) -> usize {
        if self.chunks.last().is_none_or(|chunk| chunk.len() == CHUNK) {
            CHUNK * size_of::<Origin>()
        } else {
            0
        }
    }

    fn push(&mut self, origin: Origin) {
        if self.growth() > 0 {
            self.chunks.push(Vec::with_capacity(CHUNK));
        }
        self.chunks.last_mut().expect("a chunk with room").push(origin);
    }

    fn len(&self) -> usize {
        self.chunks.split_last().map_or(0, |(last, full)| full.len() * CHUNK + last.len())
    }

    fn bytes(&self) -> usize {
        self.chunks.len() * CHUNK * size_of::<Origin>() + self.layers.capacity() * size_of::<usize>()
    }
}

/// A state on its way into the next layer.
struct Arrival<const N: usize> {
    key: [u8; N],
    hash: u64,
    count: u128,
    parent: u32,
    choice: u8,
}

/// So many states arrive together, so that their waits for memory overlap. Chosen by hand.
const TOGETHER: usize = 64;

struct Frontier<const N: usize> {
    plan: Plan,
    layer: usize,
    current: Vec<Entry<N>>,
    at: usize,
    next: Vec<Entry<N>>,
    arrivals: Vec<Arrival<N>>,
    index: Vec<u32>,
    trace: Trace,
    memory: u64,
    states: u64,
    full: bool,
}

impl<const N: usize> Frontier<N> {
    fn new(plan: Plan) -> Self {
        // All of it at once: what grows later must be asked for.
        let mut trace = Trace { chunks: Vec::new(), layers: Vec::with_capacity(plan.visits.len() + 1) };
        trace.layers.push(0);
        Frontier {
            plan,
            layer: 0,
            current: vec![Entry { key: [0; N], count: 1 }],
            at: 0,
            next: Vec::new(),
            arrivals: Vec::with_capacity(TOGETHER + 32),
            index: vec![NEVER; 64],
            trace,
            memory: u64::MAX,
            states: 0,
            full: false,
        }
    }

    fn visit(&mut self, at: usize) {
        let Entry { mut key, count } = self.current[at];
        let visit = &self.plan.visits[self.layer];
        let colour = visit.colour;
        let mut labels = [0u8; 8];
        let mut arrived = 0;
        for slot in &visit.arrive {
            let label = std::mem::take(&mut key[usize::from(*slot)]);
            labels[arrived] = label;
            arrived += usize::from(label != 0);
        }
        let [one, other, ..] = labels;
        match (colour, arrived) {
            (0, 0) => self.pass_by(key, count, at),
            (0, 1) => self.leave_one(key, one, count, at),
            (0, 2) => self.meet(key, one, other, count, at),
            (_, 0) => self.leave_one(key, colour, count, at),
            (_, 1) => self.meet(key, colour, one, count, at),
            _ => {}
        }
    }

    fn meet(&mut self, key: [u8; N], one: u8, other: u8, count: u128, parent: usize) {
        if let Some(joined) = join(key, one, other)
            && !self.crosses(&joined)
        {
            self.announce(joined, count, parent, 0);
        }
    }

    fn leave_one(&mut self, key: [u8; N], label: u8, count: u128, parent: usize) {
        for out in 0..self.plan.visits[self.layer].leave.len() {
            let mut key = key;
            key[usize::from(self.plan.visits[self.layer].leave[out])] = label;
            self.arrive(key, count, parent, 1 << out);
        }
    }

    /// No plug arrives: a new path leaves by two plugs, or the cell stays empty.
    fn pass_by(&mut self, key: [u8; N], count: u128, parent: usize) {
        let fresh = key.iter().filter(|label| **label >= LOOSE).max().map_or(LOOSE, |label| label + 1);
        for other in 1..self.plan.visits[self.layer].leave.len() {
            for one in 0..other {
                let mut key = key;
                let leave = &self.plan.visits[self.layer].leave;
                key[usize::from(leave[one])] = fresh;
                key[usize::from(leave[other])] = fresh;
                self.arrive(key, count, parent, 1 << one | 1 << other);
            }
        }
        if !self.plan.fills {
            self.arrive(key, count, parent, 0);
        }
    }

    /// A choice leads to a state of the next layer, unless that leads nowhere.
    fn arrive(&mut self, mut key: [u8; N], count: u128, parent: usize, choice: u8) {
        let visit = &self.plan.visits[self.layer];
        let mut changed = visit.colour != 0;
        for (at, home) in
            visit.home.iter().enumerate().filter(|(at, home)| **home > 0 && choice & (1 << at) != 0)
        {
            match come_home(&mut key, usize::from(visit.leave[at]), *home) {
                Some(coloured) => changed |= coloured,
                None => return,
            }
        }
        if !(changed && self.crosses(&key)) {
            self.announce(key, count, parent, choice);
        }
    }

    /// Must pipes cross in the part that is not visited?
    fn crosses(&self, key: &[u8; N]) -> bool {
        self.plan.visits[self.layer].border.as_ref().is_some_and(|border| border.crosses(key))
    }

    /// A state of the next layer is announced.
    fn announce(&mut self, key: [u8; N], count: u128, parent: usize, choice: u8) {
        let visit = &self.plan.visits[self.layer];
        let crowded = || visit.border.as_ref().is_some_and(|border| border.crowds(&key));
        if choice & visit.given == visit.given && !crowded() {
            let key = canonical(key);
            self.arrivals.push(Arrival { key, hash: hash(&key), count, parent: parent as u32, choice });
        }
    }

    /// Adds all announced states to the next layer. Looks at their places first: the processor
    /// fetches them all at once instead of one after another.
    fn settle(&mut self) {
        let mask = self.index.len() - 1;
        let mut seen = 0;
        for arrival in &self.arrivals {
            seen ^= self.index[arrival.hash as usize & mask];
        }
        for arrival in &self.arrivals {
            let known = self.index[arrival.hash as usize & mask];
            seen ^= self.next.get(known as usize).map_or(0, |entry| u32::from(entry.key[0]));
        }
        std::hint::black_box(seen);
        let mut arrivals = std::mem::take(&mut self.arrivals);
        arrivals.drain(..).for_each(|arrival| self.add(&arrival));
        self.arrivals = arrivals;
    }

    /// Adds a state to the next layer, or its count to the equal one that is there.
    fn add(&mut self, arrival: &Arrival<N>) {
        let Arrival { key, hash, count, parent, choice } = *arrival;
        let mask = self.index.len() - 1;
        let mut slot = hash as usize & mask;
        loop {
            let known = self.index[slot];
            if known == NEVER {
                break;
            }
            let entry = &mut self.next[known as usize];
            if entry.key == key {
                entry.count = entry.count.saturating_add(count);
                let origin = self.trace.get(self.layer, known as usize);
                if origin.second == NEVER {
                    (origin.second, origin.second_choice) = (parent, choice);
                }
                return;
            }
            slot = (slot + 1) & mask;
        }
        if !self.reserve() {
            self.full = true;
            return;
        }
        self.index[slot] = self.next.len() as u32;
        self.next.push(Entry { key, count });
        self.trace.push(Origin { parent, choice, second: NEVER, second_choice: 0 });
        if self.next.len() * 2 > self.index.len() {
            self.grow_index();
        }
    }

    /// Makes room for one more state, if the memory allows it. Growing means that the old table and
    /// the new one exist for a moment; near the limit it grows in smaller steps.
    fn reserve(&mut self) -> bool {
        let left = self.memory.saturating_sub(self.bytes()) as usize;
        let trace = self.trace.growth();
        if trace > left || self.next.len() * 8 > self.index.len() * 7 {
            return false;
        }
        if self.next.len() < self.next.capacity() {
            return true;
        }
        let size = size_of::<Entry<N>>();
        let wanted = 2 * self.next.capacity().max(256);
        let most = (left - trace) / size;
        if most < self.next.len() + 256 {
            return false;
        }
        self.next.reserve_exact(wanted.min(most) - self.next.len());
        true
    }

    /// Doubles the index, unless the memory does not allow it; then it fills up further.
    fn grow_index(&mut self) {
        let mask = self.index.len() * 2 - 1;
        if self.bytes() + (mask as u64 + 1) * size_of::<u32>() as u64 > self.memory {
            return;
        }
        self.index = vec![NEVER; mask + 1];
        for (at, entry) in self.next.iter().enumerate() {
            let mut slot = hash(&entry.key) as usize & mask;
            while self.index[slot] != NEVER {
                slot = (slot + 1) & mask;
            }
            self.index[slot] = at as u32;
        }
    }

    fn bytes(&self) -> u64 {
        let entries = (self.current.capacity() + self.next.capacity()) * size_of::<Entry<N>>();
        // Lent to `settle` they still take their room.
        let arrivals = self.arrivals.capacity().max(TOGETHER + 32) * size_of::<Arrival<N>>();
        let rest = self.index.capacity() * size_of::<u32>() + self.trace.bytes();
        self.plan.bytes + (entries + arrivals + rest) as u64
    }

    /// The next layer becomes the current one.
    fn turn(&mut self) {
        self.settle();
        self.layer += 1;
        self.at = 0;
        std::mem::swap(&mut self.current, &mut self.next);
        self.next.clear();
        self.index.fill(NEVER);
        self.trace.layers.push(self.trace.len());
    }

    /// The links of a solution: back along first origins, with the second one once if `other`.
    fn way(&mut self, other: bool) -> Option<Vec<[Node; 2]>> {
        let mut links = Vec::new();
        let mut state = 0;
        let mut turned = !other;
        for (layer, visit) in self.plan.visits.iter().enumerate().rev() {
            let origin = *self.trace.get(layer, state);
            let second = !turned && origin.second != NEVER;
            turned |= second;
            let (parent, choice) =
                if second { (origin.second, origin.second_choice) } else { (origin.parent, origin.choice) };
            let used = visit.to.iter().enumerate().filter(|(at, _)| choice & (1 << at) != 0);
            links.extend(used.map(|(_, to)| [visit.node, *to]));
            state = parent as usize;
        }
        turned.then_some(links)
    }
}

impl<const N: usize> Count for Frontier<N> {
    fn advance(&mut self, states: u64) -> Stage {
        for _ in 0..states {
            while self.at == self.current.len() && self.layer < self.plan.visits.len() {
                if self.current.is_empty() {
                    self.layer = self.plan.visits.len();
                    return Stage::Done;
                }
                self.turn();
                if self.full {
                    return Stage::Memory;
                }
            }
            if self.layer == self.plan.visits.len() {
                return Stage::Done;
            }
            self.visit(self.at);
            self.at += 1;
            self.states += 1;
            if self.arrivals.len() >= TOGETHER {
                self.settle();
            }
            if self.full {
                return Stage::Memory;
            }
        }
        Stage::Running
    }

    fn found(&self) -> u128 {
        self.current.first().map_or(0, |entry| entry.count)
    }

    fn examples(&mut self) -> Vec<Vec<[Node; 2]>> {
        let found = !self.current.is_empty();
        [false, true].into_iter().filter(|_| found).filter_map(|other| self.way(other)).collect()
    }

    fn states(&self) -> u64 {
        self.states
    }

    fn prospect(&self) -> usize {
        (self.plan.visits.len() - self.layer) * self.current.len().max(self.next.len())
    }

    fn memory(&self) -> u64 {
        self.bytes()
    }

    fn allow(&mut self, memory: u64) {
        self.memory = memory;
    }
}

/// Joins two paths whose plugs are gone; what hung on the second hangs on the first now. Nothing if
/// a ring would close or two colours would meet.
fn join<const N: usize>(mut key: [u8; N], one: u8, other: u8) -> Option<[u8; N]> {
    if one == other {
        return (one < LOOSE).then_some(key);
    }
    if one < LOOSE && other < LOOSE {
        return None;
    }
    let (gone, stays) = if other >= LOOSE { (other, one) } else { (one, other) };
    let slot = key.iter_mut().find(|label| **label == gone)?;
    *slot = stays;
    Some(key)
}

/// A plug leads to the end point of a colour: its path takes that colour now instead of a row later.
/// Nothing if it has another one already; else whether the path was loose.
fn come_home<const N: usize>(key: &mut [u8; N], plug: usize, home: u8) -> Option<bool> {
    let label = key[plug];
    if label < LOOSE {
        return (label == home).then_some(false);
    }
    key.iter_mut().filter(|other| **other == label).for_each(|other| *other = home);
    Some(true)
}

/// Numbers the loose paths in order of appearance, so that equal borders are equal.
fn canonical<const N: usize>(mut key: [u8; N]) -> [u8; N] {
    let mut names = [0u8; 32];
    let mut fresh = LOOSE;
    for label in &mut key {
        if *label >= LOOSE {
            let name = &mut names[usize::from(*label - LOOSE)];
            if *name == 0 {
                *name = fresh;
                fresh += 1;
            }
            *label = *name;
        }
    }
    key
}

fn hash<const N: usize>(key: &[u8; N]) -> u64 {
    let mut hash = 0u64;
    for word in key.chunks_exact(8) {
        let word = u64::from_le_bytes(word.try_into().expect("eight bytes"));
        hash = (hash.rotate_left(5) ^ word).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    }
    hash ^ (hash >> 29)
}
