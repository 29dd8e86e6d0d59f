//! The board as a graph. Nodes are cells, links join neighbours and are named by one letter each
//! way (`U D L R` on squares). Methods ask the graph who is whose neighbour and never compute it,
//! so walls, warps and hexagons are a matter of building another graph from another [`Shape`].
//!
//! A bridge is two nodes in one cell, the one across before the one down; each has two links.

use ingenio_core::{Cell, Message, Side, Size};

use super::shape::Shape;
use crate::words;

/// A cell of the board by its number, row by row, holes not counted.
pub type Node = u16;

/// The largest board: so many rows and columns, so many cells. Boards of 10x310 and 245x2 are in use.
pub const MOST_SIDE: usize = 1_000;
pub const MOST_CELLS: usize = 10_000;

/// A hexagon has so many neighbours.
const MOST_LINKS: usize = 6;

/// A way from one cell to a neighbour.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Link {
    pub to: Node,
    /// The same number in both directions.
    pub edge: u16,
    /// The letter of this direction.
    pub way: char,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Board {
    shape: Shape,
    places: Vec<Cell>,
    nodes: Vec<Option<Node>>,
    first: Vec<usize>,
    links: Vec<Link>,
    edges: Vec<[Node; 2]>,
    /// Second ways to a neighbour: round a board of two rows or columns.
    also: Vec<(Node, char, Node)>,
}

impl Board {
    /// A rectangle of squares with four neighbours each; `hole` says which cells are missing.
    pub fn grid(size: Size, hole: impl Fn(usize) -> bool) -> Result<Self, Message> {
        refuse_large(size)?;
        let holes = (0..size.cells()).filter(|index| hole(*index)).collect();
        Board::of(Shape { holes, ..Shape::plain(size) })
    }

    /// The graph of a shape.
    pub fn of(shape: Shape) -> Result<Self, Message> {
        let size = shape.size;
        refuse_large(size)?;
        let shape = shape.normal()?;
        let mut places = Vec::with_capacity(size.cells() + shape.bridges.len());
        let mut nodes = vec![None; size.cells()];
        for index in (0..size.cells()).filter(|index| !shape.holes.contains(index)) {
            nodes[index] = Some(places.len() as Node);
            places.push(size.cell(index));
            if shape.bridges.contains(&index) {
                places.push(size.cell(index));
            }
        }
        let mut board = Board {
            shape,
            places,
            nodes,
            first: Vec::new(),
            links: Vec::new(),
            edges: Vec::new(),
            also: Vec::new(),
        };
        board.link_up();
        Ok(board)
    }

    fn link_up(&mut self) {
        // One table for all, each link in the place of its direction: lists for each cell, or sorting them, would
        // cost more than the rest of the board.
        let mut ways: Vec<[Option<Link>; MOST_LINKS]> = vec![[None; MOST_LINKS]; self.places.len()];
        let joins = self.shape.across || self.shape.down;
        let is_bare = self.shape.is_plain() && self.shape.holes.is_empty();
        let Size { width, height } = self.shape.size;
        for (row, column) in (0..height).flat_map(|row| (0..width).map(move |column| (row, column))) {
            let index = row * width + column;
            for side in self.shape.ahead() {
                // Where nothing is built there is nothing to ask.
                let next = match side {
                    Side::Down if is_bare => (row + 1 < height).then_some(index + width),
                    Side::Right if is_bare => (column + 1 < width).then_some(index + 1),
                    _ => self.shape.way(index, *side),
                };
                let Some(next) = next else { continue };
                let back = side.opposite();
                let (Some(from), Some(to)) = (self.node(index, *side), self.node(next, back)) else {
                    continue;
                };
                let is_known = |link: &Option<Link>| link.is_some_and(|link| link.to == to);
                if joins && ways[usize::from(from)].iter().any(is_known) {
                    self.also.extend([(from, side.letter(), to), (to, back.letter(), from)]);
                    continue;
                }
                let edge = self.edges.len() as u16;
                ways[usize::from(from)][rank(*side)] = Some(Link { to, edge, way: side.letter() });
                ways[usize::from(to)][rank(back)] = Some(Link { to: from, edge, way: back.letter() });
                self.edges.push([from, to]);
            }
        }
        self.first.reserve(ways.len() + 1);
        self.links.reserve(2 * self.edges.len());
        self.first.push(0);
        for links in ways {
            self.links.extend(links.into_iter().flatten());
            self.first.push(self.links.len());
        }
    }

    /// The node of a cell that has this side.
    fn node(&self, index: usize, side: Side) -> Option<Node> {
        let over = self.shape.bridges.contains(&index) && side.is_vertical();
        self.nodes[index].map(|node| node + Node::from(over))
    }

    pub fn shape(&self) -> &Shape {
        &self.shape
    }

    pub fn size(&self) -> Size {
        self.shape.size
    }

    /// The number of cells, bridges counted twice.
    pub fn len(&self) -> usize {
        self.places.len()
    }

    pub fn is_empty(&self) -> bool {
        self.places.is_empty()
    }

    pub fn nodes(&self) -> impl DoubleEndedIterator<Item = Node> + use<> {
        0..self.places.len() as Node
    }

    /// The two cells of every link.
    pub fn edges(&self) -> &[[Node; 2]] {
        &self.edges
    }

    pub fn links(&self, node: Node) -> &[Link] {
        &self.links[self.first[usize::from(node)]..self.first[usize::from(node) + 1]]
    }

    pub fn place(&self, node: Node) -> Cell {
        self.places[usize::from(node)]
    }

    /// The cell as texts name it: `row,column` from 0.
    pub fn name(&self, node: Node) -> String {
        show(self.place(node))
    }

    /// The node of a cell; of a bridge the one across.
    pub fn at(&self, cell: Cell) -> Option<Node> {
        let size = self.shape.size;
        let inside = usize::from(cell.row) < size.height && usize::from(cell.column) < size.width;
        if inside { self.nodes[size.index(cell)] } else { None }
    }

    /// All nodes of a cell: two of a bridge, none of a hole.
    pub fn all_at(&self, cell: Cell) -> impl Iterator<Item = Node> + use<> {
        let first = self.at(cell);
        let over = first.filter(|node| self.is_bridge(*node)).map(|node| node + 1);
        first.into_iter().chain(over)
    }

    pub fn is_bridge(&self, node: Node) -> bool {
        !self.shape.bridges.is_empty()
            && self.shape.bridges.contains(&self.shape.size.index(self.place(node)))
    }

    /// The neighbour that a letter leads to.
    pub fn follow(&self, node: Node, way: char) -> Option<Node> {
        let link = self.links(node).iter().find(|link| link.way == way).map(|link| link.to);
        let also = || self.also.iter().find(|known| (known.0, known.1) == (node, way)).map(|known| known.2);
        link.or_else(also)
    }

    pub fn link(&self, from: Node, to: Node) -> Option<&Link> {
        self.links(from).iter().find(|link| link.to == to)
    }

    /// The side by which a link leaves a cell.
    pub fn side(&self, from: Node, to: Node) -> Option<Side> {
        self.link(from, to).and_then(|link| Side::from_letter(link.way))
    }

    /// Is it a rectangle of squares with four neighbours each, holes apart?
    pub fn is_plain(&self) -> bool {
        self.shape.is_plain()
    }
}

pub fn show(cell: Cell) -> String {
    format!("{},{}", cell.row, cell.column)
}

fn refuse_large(size: Size) -> Result<(), Message> {
    let side = size.width.max(size.height);
    if side <= MOST_SIDE && size.cells() <= MOST_CELLS {
        return Ok(());
    }
    Err(too_large())
}

pub fn too_large() -> Message {
    words::TOO_LARGE.with("most", MOST_SIDE).with("cells", MOST_CELLS)
}

/// The four directions in their usual order, then those of hexagons by their letters.
const fn rank(side: Side) -> usize {
    match side {
        Side::Up => 0,
        Side::Down => 1,
        Side::Left | Side::DownRight => 2,
        Side::Right | Side::UpRight => 3,
        Side::UpLeft => 4,
        Side::DownLeft => 5,
    }
}
