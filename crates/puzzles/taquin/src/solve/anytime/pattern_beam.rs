//! Beam search over pattern databases: layer by layer the boards with the least keys. Children are
//! judged before they are made; those that are kept are copied from their parent and moved.
//!
//! The key is the sum over two divisions, the board's [`Disorder`], and a draw by its hash: if a little
//! were enough to be preferred, the children of a few parents would take the whole layer.
//!
//! In slides a layer is one slide further than the one before. The key is the same: boards after as many
//! slides are compared by the moves that are left, which is what can be told of them.
//!
//! A board met before is not taken again, as far as a table of hashes of fixed size remembers. With a
//! solution in hand, whatever cannot become shorter is left out.
//!
//! Boards of up to 256 cells are searched without tables as well, by Manhattan distance and disorder alone.
//! Such a beam comes near the goal as fast, and then stands before boards of which nothing tells that a few
//! tiles must go a long way round: it finds out only by never coming back to a board (of random 8x8
//! boards a beam of 2000 solves 3 in 4 when it remembers 16 layers, all when it remembers hundreds).
//! If it comes no nearer for long, it hands over the way to the nearest board.

use ingenio_core::{Criterion, Dir, Limit};

use super::disorder::{Disorder, MOVE};
use crate::level::{BLANK, Level};
use crate::metric::SLIDES;
use crate::solve::deepening::manhattan::Distances;
use crate::solve::deepening::paths::{MOST_CELLS, Paths};
use crate::solve::graph::space::Slide;
use crate::solve::patterns::pdb::{Lens, Patterns, Seen, View};

/// So many layers are remembered: with tables, and without. Chosen by hand.
const REMEMBERED: usize = 8;
const REMEMBERED_WITHOUT_TABLES: usize = 256;
/// After so many layers that came no nearer a beam without tables gives up.
const PATIENCE: usize = 200;
/// The longest line of a board without tables: slides along it fit into the history.
const LONGEST_LINE: usize = 24;

/// What does not change from beam to beam.
#[allow(missing_debug_implementations, reason = "tables are megabytes of bits")]
pub struct Field {
    patterns: Patterns,
    views: Vec<View>,
    /// By tile: its view and number in the first and in the second division.
    groups: Vec<[(u8, u8); 2]>,
    /// By tile and cell its Manhattan distance, where there are no views.
    apart: Vec<u8>,
    paths: Paths,
    tiles: Vec<u8>,
    seen: Vec<Seen>,
    sums: [u16; 2],
    blank: u8,
    disorder: Disorder,
    /// A random word for each tile on each cell: a board's hash is their sum.
    words: Vec<u64>,
    /// How many tiles a step may move: one, or in slides all of a line.
    reach: u8,
}

impl Field {
    pub fn new(level: &Level, metric: Criterion, divisions: Vec<Vec<View>>, patterns: Patterns) -> Self {
        let size = level.size();
        let cells = size.cells();
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
            disorder: Disorder::new(level),
            paths: Paths::new(size),
            tiles: level.tiles().iter().map(|tile| *tile as u8).collect(),
            blank: level.tiles().iter().position(|tile| *tile == BLANK).expect("every board has a blank")
                as u8,
            words: (0..cells * cells).map(|_| rng.next_u64()).collect(),
            reach: if metric == SLIDES { size.width.max(size.height) as u8 - 1 } else { 1 },
            patterns,
            views,
            groups,
            apart: Vec::new(),
            seen,
            sums,
        }
    }

    /// Without tables: boards are told apart by Manhattan distance and disorder.
    pub fn plain(level: &Level, metric: Criterion) -> Self {
        let nothing = Patterns { keys: Vec::new(), geometries: Vec::new(), tables: Vec::new() };
        let mut field = Field::new(level, metric, vec![Vec::new()], nothing);
        let (cells, distances) = (level.size().cells(), Distances::new(level));
        field.apart = (0..cells * cells).map(|at| distances.of(at / cells, at % cells)).collect();
        let sum = level
            .tiles()
            .iter()
            .enumerate()
            .map(|(cell, tile)| u16::from(distances.of((*tile).into(), cell)));
        field.sums = [sum.sum(); 2];
        field
    }

    /// Can a board be searched without tables?
    pub fn fits_without_tables(level: &Level) -> bool {
        let size = level.size();
        size.cells() <= MOST_CELLS && size.width.max(size.height) <= LONGEST_LINE
    }

    pub const fn is_plain(&self) -> bool {
        self.views.is_empty()
    }

    const fn remembered(&self) -> usize {
        if self.is_plain() { REMEMBERED_WITHOUT_TABLES } else { REMEMBERED }
    }

    /// A proved lower bound on the steps to go.
    pub fn bound(&self) -> u16 {
        self.least(self.sums)
    }

    /// The least steps that are left: no step moves more tiles than a line has.
    #[inline]
    fn least(&self, sums: [u16; 2]) -> u16 {
        sums[0].max(sums[1]).div_ceil(u16::from(self.reach))
    }

    const fn in_slides(&self) -> bool {
        self.reach > 1
    }

    /// What is known of a board after a tile went to the blank's cell.
    #[inline]
    fn after(&self, lenses: &[Lens<'_>], board: Board<'_>, figures: Figures, from: u8, to: u8) -> Figures {
        let tile = board.tiles[usize::from(from)];
        let mut sums = figures.sums;
        if lenses.is_empty() {
            let of_tile = &self.apart[usize::from(tile) * self.tiles.len()..];
            let (before, after) = (of_tile[usize::from(from)], of_tile[usize::from(to)]);
            sums = sums.map(|sum| sum + u16::from(after) - u16::from(before));
        } else {
            for (division, (view, label)) in self.groups[usize::from(tile)].into_iter().enumerate() {
                let before = board.seen[usize::from(view)];
                let after = lenses[usize::from(view)].step(before, label, from, to);
                sums[division] = sums[division] + after.distance() - before.distance();
            }
        }
        let hash = figures.hash.wrapping_sub(self.word(tile, from)).wrapping_add(self.word(tile, to));
        Figures { hash, sums, disorder: figures.disorder + self.disorder.change(board.tiles, from, to) }
    }

    /// Moves a tile to the blank's cell, on the board and in what is seen of it.
    #[inline]
    fn shift(&self, lenses: &[Lens<'_>], tiles: &mut [u8], seen: &mut [Seen], from: u8, to: u8) {
        let tile = tiles[usize::from(from)];
        tiles[usize::from(to)] = tile;
        tiles[usize::from(from)] = BLANK as u8;
        if lenses.is_empty() {
            return;
        }
        let [first, second] = self.groups[usize::from(tile)];
        for (view, label) in [first].into_iter().chain((second.0 != first.0).then_some(second)) {
            let slot = &mut seen[usize::from(view)];
            *slot = lenses[usize::from(view)].step(*slot, label, from, to);
        }
    }

    pub fn bytes(&self) -> u64 {
        self.patterns.bytes() + (self.words.len() * 8 + self.apart.len()) as u64 + self.disorder.bytes()
    }

    #[inline]
    fn word(&self, tile: u8, cell: u8) -> u64 {
        self.words[usize::from(tile) * self.tiles.len() + usize::from(cell)]
    }
}

/// What is kept of a board, step by step.
#[derive(Clone, Copy, Default)]
struct Figures {
    hash: u64,
    disorder: i32,
    sums: [u16; 2],
}

impl Figures {
    /// The smaller, the better.
    fn key(&self) -> i32 {
        let sums = MOVE * i32::from(self.sums[0] + self.sums[1]);
        (sums + self.disorder) * FINENESS + (mixed(self.hash) >> (64 - DRAW)) as i32
    }
}

/// A board of the layer; its tiles and views stand in flat lists beside it.
#[derive(Clone, Copy)]
struct Node {
    figures: Figures,
    blank: u8,
    came: Option<Slide>,
}

#[derive(Clone, Copy)]
struct Candidate {
    figures: Figures,
    parent: u32,
    slide: Slide,
}

/// A board and how it is seen.
#[derive(Clone, Copy)]
struct Board<'a> {
    tiles: &'a [u8],
    seen: &'a [Seen],
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

impl Layer {
    fn board(&self, field: &Field, at: usize) -> Board<'_> {
        let (cells, views) = (field.tiles.len(), field.seen.len());
        Board { tiles: &self.tiles[at * cells..][..cells], seen: &self.seen[at * views..][..views] }
    }
}

/// A slide in the history: a direction, and up to 24 cells.
const SLIDE_BITS: u32 = 7;

/// How a beam ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Ended {
    Found(Vec<Dir>),
    /// Nothing is left that could be shorter than the solution in hand.
    Nothing,
    /// It came no nearer for long: the way to the nearest board.
    Tired(Vec<Dir>),
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
    /// By layer and board: the parent's number, and the slide in the lowest bits.
    history: Vec<Vec<u32>>,
    /// The nearest board so far: how near, in which layer, its number there.
    nearest: (u16, usize, usize),
    /// A board and what is seen of it while it slides.
    moving: (Vec<u8>, Vec<Seen>),
    pub expanded: u64,
    pub generated: u64,
    /// Was a board left out only because the beam is too narrow?
    pub cut: bool,
}

impl PatternBeam {
    pub fn new(field: &Field, width: usize, shorter_than: usize, limit: u64) -> Self {
        let figures = Figures { hash: 0, sums: field.sums, disorder: field.disorder.of(&field.tiles) };
        let node = Node { figures, blank: field.blank, came: None };
        PatternBeam {
            width,
            limit,
            shorter_than,
            layer: Layer { nodes: vec![node], tiles: field.tiles.clone(), seen: field.seen.clone() },
            next: Layer::default(),
            at: 0,
            candidates: Vec::new(),
            keys: Vec::new(),
            met: vec![0; (width * field.remembered()).next_power_of_two()],
            history: Vec::new(),
            nearest: (field.sums[0], 0, 0),
            moving: (Vec::new(), Vec::new()),
            expanded: 0,
            generated: 0,
            cut: false,
        }
    }

    /// The widest beam that fits into so many bytes, for solutions of some length.
    pub fn most_width(field: &Field, length: usize, bytes: u64) -> usize {
        let board = size_of::<Node>() + field.tiles.len() + field.seen.len() * 8;
        // Lists may have twice the room they need.
        let children = 2 * usize::from(field.reach).max(3);
        let met = 8 * 2 * field.remembered();
        let layer = board * 2 + (size_of::<Candidate>() + 4) * children + met + 4 * length.min(4000);
        let most = usize::try_from(bytes.saturating_sub(10_000) / layer as u64).unwrap_or(usize::MAX);
        most.min(1 << (32 - SLIDE_BITS))
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

    /// The way to the nearest board so far, where there are no tables: the beam is given up for it.
    pub fn nearest(&self, field: &Field) -> Option<Vec<Dir>> {
        let (_, layer, at) = self.nearest;
        field.is_plain().then(|| self.way(layer, at, Vec::new()))
    }

    /// The way to the board that was expanded last, or to the first of a new layer.
    pub fn looked_at(&self) -> Vec<Dir> {
        self.way(self.history.len(), self.at.saturating_sub(1), Vec::new())
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
        let begin = self.candidates.len();
        if field.in_slides() {
            self.slide(field, lenses);
        } else {
            self.step(field, lenses);
        }
        self.generated += (self.candidates.len() - begin) as u64;
        let depth = self.history.len() + 1;
        let made = &self.candidates[begin..];
        let goal = made.iter().find(|child| child.figures.sums[0] == 0).map(|child| child.slide);
        let path = goal.filter(|_| depth < self.shorter_than).map(|slide| self.path(self.at, slide));
        let (shorter_than, mut kept) = (self.shorter_than, begin);
        for at in begin..self.candidates.len() {
            let child = self.candidates[at];
            if depth + usize::from(field.least(child.figures.sums)) < shorter_than {
                self.candidates[kept] = child;
                kept += 1;
            }
        }
        self.candidates.truncate(kept);
        self.at += 1;
        self.expanded += 1;
        path
    }

    /// All moves of one tile.
    fn step(&mut self, field: &Field, lenses: &[Lens<'_>]) {
        let Node { figures, blank, came } = self.layer.nodes[self.at];
        for dir in field.paths.actions(blank, came.map(|came| came.dir)) {
            let from = field.paths.next(blank, dir);
            let figures = field.after(lenses, self.layer.board(field, self.at), figures, from, blank);
            let slide = Slide { dir, cells: 1 };
            self.candidates.push(Candidate { figures, parent: self.at as u32, slide });
        }
    }

    /// All slides that turn, each a tile further than the one before.
    fn slide(&mut self, field: &Field, lenses: &[Lens<'_>]) {
        let node = self.layer.nodes[self.at];
        let (mut figures, mut blank) = (node.figures, node.blank);
        let (tiles, seen) = &mut self.moving;
        for slide in field.paths.slides(node.blank, node.came) {
            if slide.cells == 1 {
                let board = self.layer.board(field, self.at);
                (figures, blank) = (node.figures, node.blank);
                tiles.clear();
                tiles.extend_from_slice(board.tiles);
                seen.clear();
                seen.extend_from_slice(board.seen);
            }
            let from = field.paths.next(blank, slide.dir);
            figures = field.after(lenses, Board { tiles, seen }, figures, from, blank);
            field.shift(lenses, tiles, seen, from, blank);
            blank = from;
            self.candidates.push(Candidate { figures, parent: self.at as u32, slide });
        }
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
            if candidate.figures.key() > last || !self.is_new(candidate.figures.hash) {
                continue;
            }
            let Slide { dir, cells } = candidate.slide;
            history.push(candidate.parent << SLIDE_BITS | u32::from(cells) << 2 | dir as u32);
            self.make(field, lenses, candidate);
        }
        self.history.push(history);
        std::mem::swap(&mut self.layer, &mut self.next);
        (self.at, self.candidates) = (0, candidates);
        self.candidates.clear();
        if self.layer.nodes.is_empty() {
            return Some(Ended::Nothing);
        }
        if field.is_plain() && self.is_tired() {
            return self.nearest(field).map(Ended::Tired);
        }
        (self.bytes() + (self.width * 4) as u64 > self.limit).then_some(Ended::Stopped(Limit::Memory))
    }

    /// Remembers the nearest board of the layer; has none been nearer for long?
    fn is_tired(&mut self) -> bool {
        let near = self.layer.nodes.iter().map(|node| node.figures.sums[0]).enumerate();
        let depth = self.history.len();
        if let Some((at, sum)) = near.min_by_key(|(_, sum)| *sum).filter(|(_, sum)| *sum < self.nearest.0) {
            self.nearest = (sum, depth, at);
        }
        depth > self.nearest.1 + PATIENCE
    }

    /// The largest key that is kept.
    fn threshold(&mut self, candidates: &[Candidate]) -> i32 {
        if candidates.len() <= self.width {
            return i32::MAX;
        }
        self.cut = true;
        self.keys.clear();
        self.keys.extend(candidates.iter().map(|candidate| candidate.figures.key()));
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
        self.next.tiles.extend_from_slice(&self.layer.tiles[parent * cells..][..cells]);
        self.next.seen.extend_from_slice(&self.layer.seen[parent * views..][..views]);
        let (tiles, seen) = (self.next.tiles.len() - cells, self.next.seen.len() - views);
        let mut blank = self.layer.nodes[parent].blank;
        for _ in 0..candidate.slide.cells {
            let from = field.paths.next(blank, candidate.slide.dir);
            field.shift(lenses, &mut self.next.tiles[tiles..], &mut self.next.seen[seen..], from, blank);
            blank = from;
        }
        self.next.nodes.push(Node { figures: candidate.figures, blank, came: Some(candidate.slide) });
    }

    /// The way to a child of a board of this layer.
    fn path(&self, at: usize, last: Slide) -> Vec<Dir> {
        self.way(self.history.len(), at, vec![last])
    }

    /// The way to a board of a layer, and on by some slides, last first.
    fn way(&self, layers: usize, mut at: usize, mut slides: Vec<Slide>) -> Vec<Dir> {
        for layer in self.history[..layers].iter().rev() {
            let (dir, cells) = (layer[at] & 3, layer[at] >> 2 & ((1 << (SLIDE_BITS - 2)) - 1));
            slides.push(Slide { dir: Dir::ALL[dir as usize], cells: cells as u8 });
            at = (layer[at] >> SLIDE_BITS) as usize;
        }
        slides.iter().rev().flat_map(|slide| std::iter::repeat_n(slide.dir, slide.cells.into())).collect()
    }
}
