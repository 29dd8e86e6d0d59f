//! Beam search over pattern databases: layer by layer the boards with the least keys. Children are
//! judged before they are made; those that are kept are copied from their parent and moved.
//!
//! The key is the sum over two divisions, the board's [`Strain`], and a draw by its hash: if a little
//! were enough to be preferred, the children of a few parents would take the whole layer.
//!
//! A board met before is not taken again, as far as a table of hashes of fixed size remembers. With a
//! solution in hand, whatever cannot become shorter is left out.

use ingenio_core::{Dir, Limit};

use super::pdb::{Lens, Patterns, Seen, View};
use super::strain::{MOVE, Strain};
use super::walk::Paths;
use crate::level::{BLANK, Level};

/// What does not change from beam to beam.
#[allow(missing_debug_implementations, reason = "tables are megabytes of bits")]
pub struct Field {
    patterns: Patterns,
    views: Vec<View>,
    /// By tile: its view and number in the first and in the second division.
    groups: Vec<[(u8, u8); 2]>,
    paths: Paths,
    tiles: Vec<u8>,
    seen: Vec<Seen>,
    sums: [u16; 2],
    blank: u8,
    strain: Strain,
    /// A random word for each tile on each cell: a board's hash is their sum.
    words: Vec<u64>,
}

impl Field {
    pub fn new(level: &Level, divisions: Vec<Vec<View>>, patterns: Patterns) -> Self {
        let cells = level.size().cells();
        let twice = divisions.len() == 1;
        let (mut groups, mut seen, mut views) = (vec![[(0, 0); 2]; cells], Vec::new(), Vec::new());
        let mut sums = [0; 2];
        for (at, division) in divisions.into_iter().enumerate() {
            for view in division {
                for tile in level.goal().iter().filter(|tile| view.has(**tile)) {
                    let entry = (views.len() as u8, view.label(*tile));
                    groups[usize::from(*tile)][at] = entry;
                    if twice {
                        groups[usize::from(*tile)][1] = entry;
                    }
                }
                let key = &patterns.keys[view.pattern];
                let look = view.lens(&patterns).look(&view, key, level.tiles());
                sums[at] += look.distance();
                seen.push(look);
                views.push(view);
            }
        }
        if twice {
            sums[1] = sums[0];
        }
        let mut rng = ingenio_core::Rng::new(1);
        Field {
            strain: Strain::new(level),
            paths: Paths::new(level.size()),
            tiles: level.tiles().iter().map(|tile| *tile as u8).collect(),
            blank: level.tiles().iter().position(|tile| *tile == BLANK).expect("every board has a blank")
                as u8,
            words: (0..cells * cells).map(|_| rng.next_u64()).collect(),
            patterns,
            views,
            groups,
            seen,
            sums,
        }
    }

    /// A proved lower bound on the moves to go.
    pub fn bound(&self) -> u16 {
        self.sums[0].max(self.sums[1])
    }

    pub fn bytes(&self) -> u64 {
        self.patterns.bytes() + self.words.len() as u64 * 8 + self.strain.bytes()
    }

    #[inline]
    fn word(&self, tile: u8, cell: u8) -> u64 {
        self.words[usize::from(tile) * self.tiles.len() + usize::from(cell)]
    }
}

/// A board of the layer; its tiles and views stand in flat lists beside it.
#[derive(Clone, Copy)]
struct Node {
    hash: u64,
    sums: [u16; 2],
    strain: i32,
    blank: u8,
    came: Option<Dir>,
}

#[derive(Clone, Copy)]
struct Candidate {
    hash: u64,
    parent: u32,
    strain: i32,
    sums: [u16; 2],
    dir: Dir,
}

impl Candidate {
    /// The smaller, the better.
    fn key(&self) -> i32 {
        let sums = MOVE * i32::from(self.sums[0] + self.sums[1]);
        (sums + self.strain) * FINENESS + (mixed(self.hash) >> (64 - DRAW)) as i32
    }
}

/// The draw counts up to an eighth of a move of both divisions, in steps so small that hardly two boards
/// have one key.
const DRAW: u32 = 11;
const FINENESS: i32 = (1 << DRAW) / 8;

const fn mixed(hash: u64) -> u64 {
    (hash ^ hash >> 31).wrapping_mul(0x9e37_79b9_7f4a_7c15)
}

/// A layer in flat lists.
#[derive(Default)]
struct Layer {
    nodes: Vec<Node>,
    tiles: Vec<u8>,
    seen: Vec<Seen>,
}

/// How a beam ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Ended {
    Found(Vec<Dir>),
    /// Nothing is left that could be shorter than the solution in hand.
    Nothing,
    Stopped(Limit),
}

#[allow(missing_debug_implementations, reason = "thousands of boards help nobody")]
pub struct PatternBeam {
    width: usize,
    limit: u64,
    /// The length that must be beaten.
    shorter_than: usize,
    layer: Layer,
    next: Layer,
    at: usize,
    candidates: Vec<Candidate>,
    keys: Vec<i32>,
    met: Vec<u64>,
    /// By layer and board: the parent's number, and the direction in the lowest two bits.
    history: Vec<Vec<u32>>,
    pub expanded: u64,
    pub generated: u64,
    /// Was a board left out only because the beam is too narrow?
    pub cut: bool,
}

impl PatternBeam {
    pub fn new(field: &Field, width: usize, shorter_than: usize, limit: u64) -> Self {
        let Field { sums, blank, .. } = *field;
        let strain = field.strain.of(&field.tiles);
        let node = Node { hash: 0, sums, strain, blank, came: None };
        PatternBeam {
            width,
            limit,
            shorter_than,
            layer: Layer { nodes: vec![node], tiles: field.tiles.clone(), seen: field.seen.clone() },
            next: Layer::default(),
            at: 0,
            candidates: Vec::new(),
            keys: Vec::new(),
            met: vec![0; (width * 8).next_power_of_two()],
            history: Vec::new(),
            expanded: 0,
            generated: 0,
            cut: false,
        }
    }

    /// The widest beam that fits into so many bytes, for solutions of some length.
    pub fn most_width(field: &Field, length: usize, bytes: u64) -> usize {
        let board = size_of::<Node>() + field.tiles.len() + field.seen.len() * 8;
        let layer = board * 2 + size_of::<Candidate>() * 6 + 4 * 6 + 8 * 16 + 4 * length.min(4000);
        usize::try_from(bytes.saturating_sub(10_000) / layer as u64).unwrap_or(usize::MAX)
    }

    pub fn bytes(&self) -> u64 {
        let layer = |layer: &Layer| {
            layer.nodes.capacity() * size_of::<Node>() + layer.tiles.capacity() + layer.seen.capacity() * 8
        };
        let history: usize = self.history.iter().map(|layer| layer.capacity() * 4).sum();
        let lists = self.candidates.capacity() * size_of::<Candidate>()
            + self.keys.capacity() * 4
            + self.met.len() * 8
            + history;
        (layer(&self.layer) + layer(&self.next) + lists) as u64
    }

    /// At the end of a layer, how many more there are at most; nothing within one.
    pub fn layers_left(&self) -> Option<usize> {
        let ended = self.at == self.layer.nodes.len();
        ended.then(|| self.shorter_than.saturating_sub(self.history.len()))
    }

    /// How many boards the layers to come may have; no more than the beam was made for.
    pub fn set_width(&mut self, width: usize) {
        self.width = width;
    }

    /// Expands at most so many boards, up to the end of the layer.
    pub fn advance(&mut self, field: &Field, expansions: u64) -> Option<Ended> {
        let lenses: Vec<Lens<'_>> = field.views.iter().map(|view| view.lens(&field.patterns)).collect();
        let until = self.expanded + expansions;
        if expansions > 0
            && self.at == self.layer.nodes.len()
            && let Some(ended) = self.close_layer(field, &lenses)
        {
            return Some(ended);
        }
        while self.expanded < until && self.at < self.layer.nodes.len() {
            if let Some(found) = self.expand(field, &lenses) {
                return Some(Ended::Found(found));
            }
        }
        None
    }

    fn expand(&mut self, field: &Field, lenses: &[Lens<'_>]) -> Option<Vec<Dir>> {
        let node = self.layer.nodes[self.at];
        let (tiles, seen) = (self.tiles(field), self.seen(field));
        let depth = self.history.len() + 1;
        let mut goal = None;
        let begin = self.candidates.len();
        let nothing = Candidate { hash: 0, parent: self.at as u32, strain: 0, sums: [0; 2], dir: Dir::Up };
        let mut children = [nothing; 4];
        let mut made = 0;
        for dir in field.paths.actions(node.blank, node.came) {
            let from = field.paths.next(node.blank, dir);
            let tile = tiles[usize::from(from)];
            let mut sums = node.sums;
            for (division, (view, label)) in field.groups[usize::from(tile)].into_iter().enumerate() {
                let before = seen[usize::from(view)];
                let after = lenses[usize::from(view)].step(before, label, from, node.blank);
                sums[division] = sums[division] + after.distance() - before.distance();
            }
            if sums[0] == 0 {
                goal = Some(dir);
            }
            let hash =
                node.hash.wrapping_sub(field.word(tile, from)).wrapping_add(field.word(tile, node.blank));
            let strain = node.strain + field.strain.change(tiles, from, node.blank);
            children[made] = Candidate { hash, strain, sums, dir, ..nothing };
            made += 1;
        }
        self.generated += made as u64;
        let short =
            |child: &&Candidate| depth + usize::from(child.sums[0].max(child.sums[1])) < self.shorter_than;
        self.candidates.extend(children[..made].iter().filter(short));
        debug_assert!(self.candidates.len() - begin <= 4);
        let path = goal.filter(|_| depth < self.shorter_than).map(|dir| self.path(self.at, dir));
        self.at += 1;
        self.expanded += 1;
        path
    }

    fn tiles(&self, field: &Field) -> &[u8] {
        &self.layer.tiles[self.at * field.tiles.len()..][..field.tiles.len()]
    }

    fn seen(&self, field: &Field) -> &[Seen] {
        &self.layer.seen[self.at * field.seen.len()..][..field.seen.len()]
    }

    /// Makes the next layer of the best candidates.
    fn close_layer(&mut self, field: &Field, lenses: &[Lens<'_>]) -> Option<Ended> {
        let candidates = std::mem::take(&mut self.candidates);
        let last = self.threshold(&candidates);
        self.next.nodes.clear();
        self.next.tiles.clear();
        self.next.seen.clear();
        let mut history = Vec::with_capacity(candidates.len().min(self.width));
        for candidate in &candidates {
            if candidate.key() > last || !self.is_new(candidate.hash) {
                continue;
            }
            history.push(candidate.parent << 2 | candidate.dir as u32);
            self.make(field, lenses, candidate);
        }
        self.history.push(history);
        std::mem::swap(&mut self.layer, &mut self.next);
        (self.at, self.candidates) = (0, candidates);
        self.candidates.clear();
        if self.layer.nodes.is_empty() {
            return Some(Ended::Nothing);
        }
        (self.bytes() + (self.width * 4) as u64 > self.limit).then_some(Ended::Stopped(Limit::Memory))
    }

    /// The largest key that is kept.
    fn threshold(&mut self, candidates: &[Candidate]) -> i32 {
        if candidates.len() <= self.width {
            return i32::MAX;
        }
        self.cut = true;
        self.keys.clear();
        self.keys.extend(candidates.iter().map(Candidate::key));
        *self.keys.select_nth_unstable(self.width - 1).1
    }

    fn is_new(&mut self, hash: u64) -> bool {
        // Two layers apart at least, so the depth's parity need not be part of the hash.
        let mixed = mixed(hash);
        let mask = self.met.len() - 1;
        let slot = &mut self.met[(mixed >> 20) as usize & mask];
        std::mem::replace(slot, mixed | 1) != mixed | 1
    }

    fn make(&mut self, field: &Field, lenses: &[Lens<'_>], candidate: &Candidate) {
        let (cells, views) = (field.tiles.len(), field.seen.len());
        let parent = candidate.parent as usize;
        let to = self.layer.nodes[parent].blank;
        let from = field.paths.next(to, candidate.dir);
        self.next.tiles.extend_from_slice(&self.layer.tiles[parent * cells..][..cells]);
        self.next.seen.extend_from_slice(&self.layer.seen[parent * views..][..views]);
        let (tiles, seen) = (self.next.tiles.len() - cells, self.next.seen.len() - views);
        let tile = self.next.tiles[tiles + usize::from(from)];
        self.next.tiles[tiles + usize::from(to)] = tile;
        self.next.tiles[tiles + usize::from(from)] = BLANK as u8;
        for (at, (view, label)) in field.groups[usize::from(tile)].into_iter().enumerate() {
            if at == 0 || view != field.groups[usize::from(tile)][0].0 {
                let slot = &mut self.next.seen[seen + usize::from(view)];
                *slot = lenses[usize::from(view)].step(*slot, label, from, to);
            }
        }
        let Candidate { hash, sums, strain, dir, .. } = *candidate;
        self.next.nodes.push(Node { hash, sums, strain, blank: from, came: Some(dir) });
    }

    /// The way to a child of a board of this layer.
    fn path(&self, mut at: usize, last: Dir) -> Vec<Dir> {
        let mut path = vec![last];
        for layer in self.history.iter().rev() {
            path.push(Dir::ALL[(layer[at] & 3) as usize]);
            at = (layer[at] >> 2) as usize;
        }
        path.reverse();
        path
    }
}
