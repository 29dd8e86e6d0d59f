//! The engine behind `links`: a search over single links between neighbouring cells.
//!
//! State: every link is free, on or off; linked cells form paths that know their other end
//! (`mate`), their colour if they hold an end point, and their cells. A decision is followed by
//! propagation to a fixpoint: a cell looks at the links it could still use, alone (need 1) or in
//! pairs (need 2), drops those in no choice and takes those in every choice.
//!
//! Under `no-touch` neighbours are linked exactly if they are on one pipe, which excludes far more:
//! two paths may join only by the single link between them. A solution of that kind is a solution
//! under `touch` too, so the champion tries it first.
//!
//! Sources: the cell-link search of `HoustonWeHaveABug` (choices per cell, most constrained first)
//! and the path-end table of Ahle's sweep; the worklist, the pair rule on both link sets and the
//! trail are our own. Nothing here knows what a row is.

pub mod deduce;
pub mod elsewise;
mod regions;
mod view;

use std::collections::VecDeque;

use super::corner;
use crate::level::{Level, Node, Rules};
use regions::Regions;

/// What is known of a link: nothing yet, part of a pipe, part of none.
const FREE: u8 = 0;
const ON: u8 = 1;
const OFF: u8 = 2;

const NO_HUE: u16 = u16::MAX;

/// A neighbour and the number of the link to it.
#[derive(Clone, Copy, Debug)]
struct Arm {
    to: Node,
    edge: u16,
}

/// What is known of one cell.
#[derive(Clone, Copy, Debug)]
struct Spot {
    /// Links still to come.
    need: u8,
    /// Links still free.
    free: u8,
    /// The other end of the path, valid at path ends.
    mate: Node,
    /// The label of the path.
    path: Node,
    /// The next cell of the same path, in a ring.
    next: Node,
}

/// A path, by label.
#[derive(Clone, Copy, Debug)]
struct Path {
    hue: u16,
    size: u16,
}

#[derive(Clone, Copy, Debug)]
enum Change {
    On {
        edge: u16,
    },
    Off {
        edge: u16,
    },
    /// Two paths became one: the ends that met, their far ends, the label that went, the one that
    /// stayed and the hue it had.
    Join {
        met: [Node; 2],
        far: [Node; 2],
        gone: Node,
        kept: Node,
        hue: u16,
    },
}

#[derive(Clone, Copy, Debug)]
struct Frame {
    edge: u16,
    trail: u32,
}

/// What a step of the search has come to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Event {
    /// A decision was made; the search goes on.
    Node,
    /// Every link is decided: a solution.
    Solution,
    /// There is no further solution.
    Exhausted,
}

#[derive(Clone, Debug)]
pub struct Weave {
    rules: Rules,
    ends: Vec<[Node; 2]>,
    arms: Vec<Arm>,
    first: Vec<u32>,
    edges: Vec<[Node; 2]>,
    links: Vec<u8>,
    /// Per cell the pairs of links that never come on together.
    excluded: Vec<u32>,
    spots: Vec<Spot>,
    paths: Vec<Path>,
    trail: Vec<Change>,
    frames: Vec<Frame>,
    queue: VecDeque<Node>,
    queued: Vec<bool>,
    /// All cells in the order of their distance from the first: on squares, diagonal by diagonal.
    sweep: Vec<Node>,
    regions: Regions,
    /// Is the next step the first one, or must the last solution be left?
    state: State,
    pub nodes: u64,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum State {
    Fresh,
    Open,
    Found,
    Over,
}

impl Weave {
    /// Bytes that a search of a level will use at most.
    pub fn bytes(level: &Level) -> u64 {
        let (nodes, edges) = (level.board().len(), level.board().edges().len());
        let per_node = size_of::<Spot>() + size_of::<Path>() + 24;
        let per_edge = 2 * size_of::<Arm>() + 5 + size_of::<Change>() * 2 + size_of::<Frame>();
        (nodes * per_node + edges * per_edge) as u64
    }

    pub fn new(level: &Level, rules: Rules) -> Self {
        let board = level.board();
        let mut first = Vec::with_capacity(board.len() + 1);
        let mut arms = Vec::with_capacity(2 * board.edges().len());
        let mut spots = Vec::with_capacity(board.len());
        let mut paths = Vec::with_capacity(board.len());
        for node in board.nodes() {
            first.push(arms.len() as u32);
            arms.extend(board.links(node).iter().map(|link| Arm { to: link.to, edge: link.edge }));
            let colour = level.colour_at(node);
            let need = if colour.is_some() { 1 } else { 2 };
            spots.push(Spot {
                need,
                free: board.links(node).len() as u8,
                mate: node,
                path: node,
                next: node,
            });
            paths.push(Path { hue: colour.map_or(NO_HUE, |colour| colour as u16), size: 1 });
        }
        first.push(arms.len() as u32);
        let mut weave = Weave {
            rules,
            ends: level.ends().to_vec(),
            arms,
            first,
            edges: board.edges().to_vec(),
            links: vec![FREE; board.edges().len()],
            excluded: if rules == Rules::NoTouch { corner::excluded(level) } else { vec![0; board.len()] },
            spots,
            paths,
            trail: Vec::with_capacity(2 * board.edges().len()),
            frames: Vec::new(),
            queue: VecDeque::with_capacity(board.len()),
            queued: vec![false; board.len()],
            sweep: sweep(level, board.nodes()),
            regions: Regions::default(),
            state: State::Fresh,
            nodes: 0,
        };
        for pair in level.given_links() {
            let link = board.link(pair[0], pair[1]).expect("a given pipe goes from neighbour to neighbour");
            if weave.links[usize::from(link.edge)] != ON && !weave.set_on(link.edge) {
                weave.state = State::Over;
            }
        }
        weave
    }

    /// The same search from the other corner: the cells in the order of their distance from the last.
    pub fn from_the_end(level: &Level, rules: Rules) -> Self {
        Weave { sweep: sweep(level, level.board().nodes().rev()), ..Weave::new(level, rules) }
    }

    /// Makes one decision, or leaves the last solution behind, and propagates.
    pub fn step(&mut self) -> Event {
        let consistent = match self.state {
            State::Over => return Event::Exhausted,
            State::Fresh => {
                (0..self.spots.len() as Node).for_each(|node| {
                    if self.may_tell(node) {
                        self.push(node);
                    }
                });
                self.propagate()
            }
            State::Found => false,
            State::Open => self.decide(),
        };
        self.nodes += 1;
        if !consistent && !self.backtrack() {
            self.state = State::Over;
            return Event::Exhausted;
        }
        if self.choose().is_some() {
            self.state = State::Open;
            return Event::Node;
        }
        self.state = State::Found;
        Event::Solution
    }

    /// The pipes of the solution at hand.
    pub fn pipes(&self) -> Vec<Vec<Node>> {
        self.ends.iter().map(|[from, _]| self.pipe(*from)).collect()
    }

    fn pipe(&self, from: Node) -> Vec<Node> {
        let mut pipe = vec![from];
        let mut before = from;
        let mut at = from;
        loop {
            let on = |arm: &&Arm| self.links[usize::from(arm.edge)] == ON && arm.to != before;
            let Some(arm) = self.arms(at).iter().find(on) else { return pipe };
            before = at;
            at = arm.to;
            pipe.push(at);
        }
    }

    fn arms(&self, node: Node) -> &[Arm] {
        &self.arms[self.first[usize::from(node)] as usize..self.first[usize::from(node) + 1] as usize]
    }

    fn spot(&self, node: Node) -> &Spot {
        &self.spots[usize::from(node)]
    }

    fn hue(&self, node: Node) -> u16 {
        self.paths[usize::from(self.spot(node).path)].hue
    }

    fn push(&mut self, node: Node) {
        let queued = &mut self.queued[usize::from(node)];
        if !*queued {
            *queued = true;
            self.queue.push_back(node);
        }
    }

    // --- decisions ---

    /// The link to decide next: of the cell with the fewest choices, the first of them in the sweep,
    /// so that one corner of the board is finished before the next is begun. Nothing if no cell is
    /// open.
    fn choose(&self) -> Option<u16> {
        let mut best: Option<(u8, Node)> = None;
        for node in &self.sweep {
            let spot = self.spot(*node);
            if spot.need == 0 || (spot.need == 2 && self.rules == Rules::Partial) {
                continue;
            }
            let choices = if spot.need == 1 { spot.free } else { spot.free * (spot.free - 1) / 2 };
            if best.is_none_or(|(fewest, _)| choices < fewest) {
                best = Some((choices, *node));
            }
            if choices <= 2 {
                break;
            }
        }
        let (_, node) = best?;
        self.arms(node).iter().map(|arm| arm.edge).find(|edge| self.links[usize::from(*edge)] == FREE)
    }

    fn decide(&mut self) -> bool {
        let Some(edge) = self.choose() else { return true };
        self.frames.push(Frame { edge, trail: self.trail.len() as u32 });
        self.set_on(edge) && self.propagate()
    }

    /// Goes back to the last decision whose other side is open and takes that side.
    fn backtrack(&mut self) -> bool {
        while let Some(Frame { edge, trail }) = self.frames.pop() {
            self.undo_to(trail as usize);
            if self.set_off(edge) && self.propagate() {
                return true;
            }
        }
        false
    }

    fn undo_to(&mut self, mark: usize) {
        for node in self.queue.drain(..) {
            self.queued[usize::from(node)] = false;
        }
        while self.trail.len() > mark {
            let Some(change) = self.trail.pop() else { return };
            self.undo(change);
        }
    }

    fn undo(&mut self, change: Change) {
        match change {
            Change::On { edge } | Change::Off { edge } => {
                self.links[usize::from(edge)] = FREE;
                let again = u8::from(matches!(change, Change::On { .. }));
                for node in self.edges[usize::from(edge)] {
                    let spot = &mut self.spots[usize::from(node)];
                    spot.free += 1;
                    spot.need += again;
                }
            }
            Change::Join { met, far, gone, kept, hue } => {
                for (near, far) in met.into_iter().zip(far) {
                    self.spots[usize::from(far)].mate = near;
                }
                self.swap_next(gone, kept);
                self.relabel(gone, gone);
                let size = self.paths[usize::from(kept)].size - self.paths[usize::from(gone)].size;
                self.paths[usize::from(kept)] = Path { hue, size };
            }
        }
    }

    // --- changes ---

    fn set_on(&mut self, edge: u16) -> bool {
        let both = self.edges[usize::from(edge)];
        if both.iter().any(|node| self.spot(*node).need == 0) {
            return false;
        }
        self.links[usize::from(edge)] = ON;
        self.trail.push(Change::On { edge });
        for node in both {
            let spot = &mut self.spots[usize::from(node)];
            spot.free -= 1;
            spot.need -= 1;
        }
        self.join(edge) && both.into_iter().all(|node| self.spot(node).need > 0 || self.close(node))
    }

    /// A cell with all its links takes no more.
    fn close(&mut self, node: Node) -> bool {
        for at in self.first[usize::from(node)]..self.first[usize::from(node) + 1] {
            let edge = self.arms[at as usize].edge;
            if self.links[usize::from(edge)] == FREE && !self.set_off(edge) {
                return false;
            }
        }
        true
    }

    fn set_off(&mut self, edge: u16) -> bool {
        let both = self.edges[usize::from(edge)];
        self.links[usize::from(edge)] = OFF;
        self.trail.push(Change::Off { edge });
        for node in both {
            let spot = &mut self.spots[usize::from(node)];
            spot.free -= 1;
            let (need, free) = (spot.need, spot.free);
            if free < need && !(need == 2 && self.rules == Rules::Partial) {
                // Both ends must be counted before a failure is reported, or undo would go wrong.
                if node == both[0] {
                    self.spots[usize::from(both[1])].free -= 1;
                }
                return false;
            }
            if need > 0 {
                self.push(node);
            }
        }
        self.rules != Rules::NoTouch || !self.belong_together(both)
    }

    /// Are two cells on one pipe, as far as is known?
    fn belong_together(&self, [one, other]: [Node; 2]) -> bool {
        let (a, b) = (self.spot(one).path, self.spot(other).path);
        let hue = self.paths[usize::from(a)].hue;
        a == b || (hue != NO_HUE && hue == self.paths[usize::from(b)].hue)
    }

    /// Makes one path of the two that a link joins; false if they may not be joined.
    fn join(&mut self, edge: u16) -> bool {
        let met = self.edges[usize::from(edge)];
        let labels = met.map(|node| self.spot(node).path);
        let sides = labels.map(|label| self.paths[usize::from(label)]);
        let hues = sides.map(|side| side.hue);
        if labels[0] == labels[1] || (hues[0] != hues[1] && hues[0] != NO_HUE && hues[1] != NO_HUE) {
            return false;
        }
        let small = usize::from(sides[0].size > sides[1].size);
        let (gone, kept) = (labels[small], labels[1 - small]);
        let hue = if hues[0] == NO_HUE { hues[1] } else { hues[0] };
        if self.rules == Rules::NoTouch {
            if !self.only_link(gone, kept, edge) {
                return false;
            }
            for side in 0..2 {
                if hues[side] != hue && !self.may_take(labels[side], hue, met) {
                    return false;
                }
            }
        }
        let far = met.map(|node| self.spot(node).mate);
        self.spots[usize::from(far[0])].mate = far[1];
        self.spots[usize::from(far[1])].mate = far[0];
        self.trail.push(Change::Join { met, far, gone, kept, hue: self.paths[usize::from(kept)].hue });
        self.paths[usize::from(kept)] = Path { hue, size: sides[0].size + sides[1].size };
        self.relabel(gone, kept);
        self.swap_next(gone, kept);
        for node in far {
            self.push_around(node);
        }
        true
    }

    /// Is this link the only place where two paths are neighbours? Else joining them would leave a
    /// pipe beside itself. Wakes the neighbours, whose choices change.
    fn only_link(&mut self, gone: Node, kept: Node, edge: u16) -> bool {
        let mut node = gone;
        loop {
            for at in self.first[usize::from(node)]..self.first[usize::from(node) + 1] {
                let arm = self.arms[at as usize];
                let spot = self.spot(arm.to);
                if spot.path == kept && arm.edge != edge {
                    return false;
                }
                if spot.need > 0 {
                    self.push(arm.to);
                }
            }
            node = self.spot(node).next;
            if node == gone {
                return true;
            }
        }
    }

    /// May all cells of a path take a colour? Not if a link to a cell of that colour is off. Where
    /// one is free it must come on, so both cells are looked at again.
    fn may_take(&mut self, label: Node, hue: u16, met: [Node; 2]) -> bool {
        let mut node = label;
        loop {
            for at in self.first[usize::from(node)]..self.first[usize::from(node) + 1] {
                let arm = self.arms[at as usize];
                if self.hue(arm.to) == hue && self.links[usize::from(arm.edge)] == OFF {
                    return false;
                }
                if self.spot(arm.to).need > 0 && !met.contains(&arm.to) {
                    self.push(arm.to);
                }
            }
            node = self.spot(node).next;
            if node == label {
                return true;
            }
        }
    }

    fn push_around(&mut self, node: Node) {
        if self.spot(node).need > 0 {
            self.push(node);
            for at in self.first[usize::from(node)]..self.first[usize::from(node) + 1] {
                let arm = self.arms[at as usize];
                if self.links[usize::from(arm.edge)] == FREE {
                    self.push(arm.to);
                }
            }
        }
    }

    /// Joins two rings into one, or parts them again.
    fn swap_next(&mut self, one: Node, other: Node) {
        let next = self.spot(one).next;
        self.spots[usize::from(one)].next = self.spot(other).next;
        self.spots[usize::from(other)].next = next;
    }

    fn relabel(&mut self, ring: Node, label: Node) {
        let mut node = ring;
        loop {
            let spot = &mut self.spots[usize::from(node)];
            spot.path = label;
            node = spot.next;
            if node == ring {
                return;
            }
        }
    }

    // --- propagation ---

    fn propagate(&mut self) -> bool {
        // Without self-touch the regions exclude nothing that the links do not exclude (measured).
        self.settle() && (self.rules == Rules::NoTouch || self.regions_hold())
    }

    /// First come, first served: a cell that waits is looked at once for all that happens beside it meanwhile. The
    /// other way round a sixth more are looked at.
    fn settle(&mut self) -> bool {
        while let Some(node) = self.queue.pop_front() {
            self.queued[usize::from(node)] = false;
            if !self.examine(node) {
                return false;
            }
        }
        true
    }

    /// May a cell that nothing has happened to have something to tell? With four free links there are six pairs; a
    /// link that is in none of them, or in all, takes three that are excluded. On small boards most cells are
    /// looked at only once, and most of these looks are spared.
    fn may_tell(&self, node: Node) -> bool {
        let spot = self.spot(node);
        let arms = self.arms(node);
        if arms.len() != 4 || spot.need != 2 || spot.free != 4 || spot.mate != node {
            return true;
        }
        let coloured = arms.iter().filter(|arm| self.hue(arm.to) != NO_HUE).count();
        let clashes = coloured * coloured.saturating_sub(1) / 2;
        self.excluded[usize::from(node)].count_ones() as usize + clashes >= 3
    }

    /// Drops the links of a cell that fit no choice, takes those that are in every choice.
    fn examine(&mut self, node: Node) -> bool {
        let spot = *self.spot(node);
        if spot.need == 0 {
            return true;
        }
        let view = self.view(node, spot);
        let (possible, certain) = if spot.need == 1 { view.singles() } else { view.pairs() };
        let blank = spot.need == 2 && self.rules == Rules::Partial;
        if possible == 0 && !blank {
            return false;
        }
        let certain = if blank { 0 } else { certain };
        if view.free & !possible == 0 && certain == 0 {
            return true;
        }
        let first = self.first[usize::from(node)];
        let edges =
            |mask: u8| (0..8u32).filter(move |at| mask & (1 << at) != 0).map(move |at| (first + at) as usize);
        for at in edges(view.free & !possible) {
            let edge = self.arms[at].edge;
            if self.links[usize::from(edge)] == FREE && !self.set_off(edge) {
                return false;
            }
        }
        for at in edges(certain) {
            let edge = self.arms[at].edge;
            if self.links[usize::from(edge)] == OFF
                || (self.links[usize::from(edge)] == FREE && !self.set_on(edge))
            {
                return false;
            }
        }
        true
    }
}

/// The cells in the order of their distance from the first one of their part of the board.
fn sweep(level: &Level, starts: impl Iterator<Item = Node>) -> Vec<Node> {
    let mut seen = vec![false; level.board().len()];
    let mut order: Vec<Node> = Vec::with_capacity(level.board().len());
    for start in starts {
        let mut at = order.len();
        if !std::mem::replace(&mut seen[usize::from(start)], true) {
            order.push(start);
        }
        while at < order.len() {
            let next = level.board().links(order[at]).iter().map(|link| link.to);
            order.extend(next.filter(|next| !std::mem::replace(&mut seen[usize::from(*next)], true)));
            at += 1;
        }
    }
    order
}
