//! The board as a graph. Nodes are cells, links join neighbours and are named by one letter each
//! way (`U D L R` on squares). Methods ask the graph who is whose neighbour and never compute it,
//! so walls, warps and hexagons are a matter of building another graph.

use ingenio_core::{Cell, Dir, Message, Size};

use crate::words;

/// A cell of the board by its number, row by row, holes not counted.
pub type Node = u16;

/// The largest board: so many rows and columns, so many cells.
pub const MOST_SIDE: usize = 128;
pub const MOST_CELLS: usize = 10_000;

/// A way from one cell to a neighbour.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Link {
    pub to: Node,
    /// The same number in both directions.
    pub edge: u16,
    /// The letter of this direction.
    pub way: char,
}

/// A link as a builder of boards gives it: two cells and the letters there and back.
#[derive(Clone, Copy, Debug)]
pub struct Road {
    pub from: Node,
    pub to: Node,
    pub way: char,
    pub back: char,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Board {
    size: Size,
    places: Vec<Cell>,
    nodes: Vec<Option<Node>>,
    first: Vec<usize>,
    links: Vec<Link>,
    edges: Vec<[Node; 2]>,
    plain: bool,
}

impl Board {
    /// A rectangle of squares with four neighbours each; `hole` says which cells are missing.
    pub fn grid(size: Size, hole: impl Fn(usize) -> bool) -> Result<Self, Message> {
        refuse_large(size)?;
        let places: Vec<Cell> =
            (0..size.cells()).filter(|index| !hole(*index)).map(|index| size.cell(index)).collect();
        let nodes = number(size, &places);
        let mut roads = Vec::with_capacity(2 * places.len());
        for (from, place) in places.iter().enumerate() {
            for dir in [Dir::Down, Dir::Right] {
                let next = size.step(size.index(*place), dir).and_then(|index| nodes[index]);
                roads.extend(next.map(|to| Road {
                    from: from as Node,
                    to,
                    way: dir.letter(),
                    back: dir.opposite().letter(),
                }));
            }
        }
        let board = Board::from_roads(size, places, &roads)?;
        Ok(Board { plain: true, ..board })
    }

    /// Any graph: cells with their places (for texts and pictures) and the roads between them.
    pub fn from_roads(size: Size, places: Vec<Cell>, roads: &[Road]) -> Result<Self, Message> {
        refuse_large(size)?;
        let nodes = number(size, &places);
        let mut ways: Vec<Vec<Link>> = vec![Vec::new(); places.len()];
        let mut edges = Vec::with_capacity(roads.len());
        for road in roads {
            let edge = edges.len() as u16;
            let both = [(road.from, road.to, road.way), (road.to, road.from, road.back)];
            let doubled = both.iter().any(|(from, to, way)| {
                let taken = |link: &Link| link.to == *to || link.way == *way;
                from == to || ways[usize::from(*from)].iter().any(taken)
            });
            if doubled || ways[usize::from(road.from)].len().max(ways[usize::from(road.to)].len()) >= 8 {
                let name = |node: Node| show(places[usize::from(node)]);
                return Err(words::BAD_LINK.with("first", name(road.from)).with("second", name(road.to)));
            }
            for (from, to, way) in both {
                ways[usize::from(from)].push(Link { to, edge, way });
            }
            edges.push([road.from, road.to]);
        }
        let mut first = vec![0];
        let mut links = Vec::with_capacity(2 * edges.len());
        for mut of_node in ways {
            of_node.sort_by_key(|link| rank(link.way));
            links.append(&mut of_node);
            first.push(links.len());
        }
        Ok(Board { size, places, nodes, first, links, edges, plain: false })
    }

    pub fn size(&self) -> Size {
        self.size
    }

    /// The number of cells.
    pub fn len(&self) -> usize {
        self.places.len()
    }

    pub fn is_empty(&self) -> bool {
        self.places.is_empty()
    }

    pub fn nodes(&self) -> impl Iterator<Item = Node> + use<> {
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

    pub fn at(&self, cell: Cell) -> Option<Node> {
        let inside = usize::from(cell.row) < self.size.height && usize::from(cell.column) < self.size.width;
        if inside { self.nodes[self.size.index(cell)] } else { None }
    }

    /// The neighbour that a letter leads to.
    pub fn follow(&self, node: Node, way: char) -> Option<Node> {
        self.links(node).iter().find(|link| link.way == way).map(|link| link.to)
    }

    pub fn link(&self, from: Node, to: Node) -> Option<&Link> {
        self.links(from).iter().find(|link| link.to == to)
    }

    /// Is it a rectangle of squares with four neighbours each, holes apart?
    pub fn is_plain(&self) -> bool {
        self.plain
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

fn number(size: Size, places: &[Cell]) -> Vec<Option<Node>> {
    let mut nodes = vec![None; size.cells()];
    for (node, place) in places.iter().enumerate() {
        nodes[size.index(*place)] = Some(node as Node);
    }
    nodes
}

/// The four directions in their usual order, then other letters.
fn rank(way: char) -> (usize, char) {
    (Dir::ALL.iter().position(|dir| dir.letter() == way).unwrap_or(Dir::ALL.len()), way)
}
