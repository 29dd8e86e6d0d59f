//! Random solvable boards: a cover of the board by a wanted number of paths, drawn by a random
//! walk over path covers. Every cell begins as a path of its own; a step takes a path end and a
//! neighbour and either joins two paths or turns one over (the neighbour is linked to the end and
//! loses one of its other links), which keeps the number of paths. Works on every graph.
//!
//! With a `calm` walk, steps that make pipes run beside themselves become rarer and rarer, so that
//! the cover ends without self-touch where that is possible (simulated annealing).
//!
//! This is what tests and measurements draw from; it grades nothing.

use ingenio_core::{Rng, Size, rooms};

use crate::Flow;
use crate::generate::build::{self, Feature};
use crate::level::{Board, Level, Node, Rules};

impl rooms::Samples for Flow {
    fn sample(rng: &mut Rng, size: usize) -> Level {
        level(rng, size)
    }
}

const NONE: Node = Node::MAX;

/// What the walk is to end with.
#[derive(Clone, Copy, Debug)]
pub struct Wish {
    pub paths: usize,
    /// Steps per cell.
    pub steps: usize,
    /// Avoid pipes that run beside themselves?
    pub calm: bool,
}

/// A cover of the whole board by so many paths of two cells or more; nothing if the walk ends
/// without one.
pub fn cover(rng: &mut Rng, board: &Board, wish: Wish) -> Option<Vec<Vec<Node>>> {
    let mut walk = Walk::new(board);
    let steps = wish.steps * board.len();
    for step in 0..steps {
        let heat = 1.0 - step as f64 / steps as f64;
        walk.step(rng, wish.paths, wish.calm.then_some(heat));
        if wish.calm && step % board.len() == 0 && walk.count == wish.paths && walk.touches_in_all() == 0 {
            break;
        }
    }
    let paths = walk.paths();
    let ends_well = |path: &Vec<Node>| {
        path.len() > 1 && !board.is_bridge(path[0]) && !board.is_bridge(path[path.len() - 1])
    };
    let fits = paths.len() == wish.paths && paths.iter().all(ends_well);
    (fits && (!wish.calm || walk.touches_in_all() == 0)).then_some(paths)
}

/// Names for so many colours: letters and digits, then numbers.
pub fn names(count: usize) -> impl Iterator<Item = String> {
    let short = ('A'..='Z').chain('a'..='z').chain('1'..='9').map(String::from);
    short.chain((count.max(62)..).map(|number| number.to_string()))
}

/// A level from a cover: the ends of its paths.
pub fn level_of(board: &Board, paths: &[Vec<Node>], rules: Rules) -> Level {
    let colours =
        names(paths.len()).zip(paths).map(|(name, path)| (name, [path[0], path[path.len() - 1]])).collect();
    Level::new(board.clone(), colours, rules).expect("paths of a cover have different ends")
}

/// A small level of any rules, solvable or not: most are covers, some have an end point moved or
/// a hole; larger sizes give larger boards.
///
/// Boards whose end points are all neighbours are left out: as texts they could be blocks as well.
pub fn level(rng: &mut Rng, size: usize) -> Level {
    let apart =
        |level: &Level| level.ends().iter().any(|ends| level.board().link(ends[0], ends[1]).is_none());
    let mut level = any_level(rng, size);
    while !apart(&level) {
        level = any_level(rng, size);
    }
    level
}

fn any_level(rng: &mut Rng, size: usize) -> Level {
    let side = |rng: &mut Rng| if size > 4 { rng.between(13, 14) } else { rng.between(2, 3 + size / 2) };
    let shape = Size::new(side(rng), side(rng).max(2 + size.min(4) / 3));
    let rules = Rules::ALL[rng.below(3)];
    let board = any_board(rng, shape);
    let paths = rng.between(1, (shape.width.max(shape.height) - 1).max(1));
    let wish = Wish { paths, steps: 60, calm: rng.one_in(3) };
    let cover = (0..8).find_map(|_| cover(rng, &board, wish));
    match cover {
        Some(paths) if !rng.one_in(4) => level_of(&board, &paths, rules),
        _ => scattered(rng, &board, paths, rules),
    }
}

/// Plain rectangles, some with a hole, and every third with something built on it.
fn any_board(rng: &mut Rng, size: Size) -> Board {
    if rng.one_in(3) {
        let (_, feature) = Feature::ALL[rng.below(Feature::ALL.len())];
        let built = Board::of(build::shape(rng, size, feature));
        return built.expect("what is built stands");
    }
    let hole = if rng.one_in(4) && size.cells() > 6 { rng.below(size.cells()) } else { usize::MAX };
    Board::grid(size, |index| index == hole).expect("small boards are not too large")
}

/// End points anywhere.
fn scattered(rng: &mut Rng, board: &Board, paths: usize, rules: Rules) -> Level {
    let mut nodes: Vec<Node> = board.nodes().filter(|node| !board.is_bridge(*node)).collect();
    rng.shuffle(&mut nodes);
    let pairs: Vec<Vec<Node>> = nodes.chunks_exact(2).take(paths).map(<[Node]>::to_vec).collect();
    level_of(board, &pairs, rules)
}

/// A cover on its way.
#[derive(Clone, Debug)]
pub struct Walk<'a> {
    board: &'a Board,
    links: Vec<[Node; 2]>,
    count: usize,
    /// Cells of the path looked at carry the latest mark.
    marks: Vec<u32>,
    mark: u32,
}

impl<'a> Walk<'a> {
    /// Every cell a path of its own; over a bridge lead two paths that stay.
    pub fn new(board: &'a Board) -> Self {
        let links = vec![[NONE; 2]; board.len()];
        let mut walk = Walk { board, links, count: board.len(), marks: vec![0; board.len()], mark: 0 };
        for bridge in board.nodes().filter(|node| board.is_bridge(*node)) {
            for link in board.links(bridge) {
                let fits = !walk.are_linked(bridge, link.to) && walk.degree(link.to) < 2;
                if fits && !walk.path(bridge).contains(&link.to) {
                    walk.link(bridge, link.to);
                    walk.count -= 1;
                }
            }
        }
        walk
    }

    pub const fn board(&self) -> &'a Board {
        self.board
    }

    /// The number of paths.
    pub fn count(&self) -> usize {
        self.count
    }

    fn degree(&self, node: Node) -> usize {
        self.links[usize::from(node)].iter().filter(|next| **next != NONE).count()
    }

    fn are_linked(&self, one: Node, other: Node) -> bool {
        self.links[usize::from(one)].contains(&other)
    }

    fn replace(&mut self, node: Node, old: Node, new: Node) {
        let slot = self.links[usize::from(node)].iter_mut().find(|next| **next == old);
        *slot.expect("the link is there") = new;
    }

    fn link(&mut self, one: Node, other: Node) {
        self.replace(one, NONE, other);
        self.replace(other, NONE, one);
    }

    fn cut(&mut self, one: Node, other: Node) {
        self.replace(one, other, NONE);
        self.replace(other, one, NONE);
    }

    /// The cells of the path from one of its ends.
    fn path(&self, end: Node) -> Vec<Node> {
        let mut path = vec![end];
        let (mut before, mut at) = (NONE, end);
        while let Some(next) =
            self.links[usize::from(at)].iter().find(|next| **next != NONE && **next != before)
        {
            (before, at) = (at, *next);
            path.push(at);
        }
        path
    }

    /// One step from a random cell, if that is a path end.
    pub fn step(&mut self, rng: &mut Rng, wanted: usize, heat: Option<f64>) {
        let end = rng.below(self.board.len()) as Node;
        self.step_from(end, rng, wanted, heat);
    }

    /// One step from a cell, if that is a path end.
    pub fn step_from(&mut self, end: Node, rng: &mut Rng, wanted: usize, heat: Option<f64>) {
        let Some(link) = rng.choose(self.board.links(end)) else { return };
        if self.degree(end) == 2 || self.are_linked(end, link.to) {
            return;
        }
        let mine = self.path(end);
        let same = mine.contains(&link.to);
        if self.degree(link.to) < 2 {
            let single = self.degree(end) == 0 || self.degree(link.to) == 0;
            if !same && (self.count > wanted || single) && self.accepts_join(rng, &mine, link.to, heat) {
                self.link(end, link.to);
                self.count -= 1;
            }
            return;
        }
        let loose = if same {
            let at = mine.iter().position(|node| *node == link.to).expect("it is on the path");
            mine[at - 1]
        } else {
            self.links[usize::from(link.to)][rng.below(2)]
        };
        let bridged = self.board.is_bridge(link.to) || self.board.is_bridge(loose);
        if !bridged && (self.degree(loose) > 1 || same) {
            self.turn(rng, end, link.to, loose, heat);
        }
    }

    fn accepts_join(&mut self, rng: &mut Rng, mine: &[Node], other: Node, heat: Option<f64>) -> bool {
        let Some(heat) = heat else { return true };
        let theirs = self.path(other);
        self.mark(&theirs);
        let touches: usize = mine.iter().map(|node| self.marked_around(*node)).sum();
        accepts(rng, touches as f64 - 1.0, heat)
    }

    fn mark(&mut self, path: &[Node]) {
        self.mark += 1;
        for node in path {
            self.marks[usize::from(*node)] = self.mark;
        }
    }

    fn marked_around(&self, node: Node) -> usize {
        self.board.links(node).iter().filter(|link| self.marks[usize::from(link.to)] == self.mark).count()
    }

    /// Links an end to a cell in the middle of a path, which loses its link to `loose`.
    fn turn(&mut self, rng: &mut Rng, end: Node, middle: Node, loose: Node, heat: Option<f64>) {
        let before = heat.map(|_| self.touches(end, loose));
        self.cut(middle, loose);
        self.link(end, middle);
        let (Some(heat), Some(before)) = (heat, before) else { return };
        let after = self.touches(end, loose);
        if !accepts(rng, after as f64 - before as f64, heat) {
            self.cut(end, middle);
            self.link(middle, loose);
        }
    }

    /// Places where the paths of two cells run beside themselves, counted from both sides.
    fn touches(&mut self, one: Node, other: Node) -> usize {
        let path = self.whole_path(one);
        let touches = self.touches_of(&path);
        if self.marks[usize::from(other)] == self.mark {
            return touches;
        }
        let path = self.whole_path(other);
        touches + self.touches_of(&path)
    }

    fn touches_of(&mut self, path: &[Node]) -> usize {
        self.mark(path);
        path.iter().map(|node| self.marked_around(*node) - self.degree(*node)).sum()
    }

    fn whole_path(&self, cell: Node) -> Vec<Node> {
        let [one, other] = self.links[usize::from(cell)];
        let mut end = cell;
        let mut before = if one == NONE { other } else { one };
        while let Some(next) =
            self.links[usize::from(end)].iter().find(|next| **next != NONE && **next != before)
        {
            (before, end) = (end, *next);
        }
        self.path(end)
    }

    /// Places where paths run beside themselves.
    pub fn touches_in_all(&mut self) -> usize {
        self.paths().iter().map(|path| self.touches_of(path)).sum()
    }

    pub fn paths(&self) -> Vec<Vec<Node>> {
        let ends = self.board.nodes().filter(|node| self.degree(*node) < 2).map(|end| self.path(end));
        ends.filter(|path| path[0] <= path[path.len() - 1]).collect()
    }
}

fn accepts(rng: &mut Rng, worse: f64, heat: f64) -> bool {
    worse <= 0.0 || rng.unit() < (-worse / (0.02 + 0.6 * heat)).exp()
}
