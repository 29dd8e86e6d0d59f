//! In which order the cells are visited, and where each plug is kept in a border state.

use super::crossing::{Border, Heading};
use super::{MOST_COLOURS, MOST_PLUGS};
use crate::level::{Level, Node};

/// How one cell is visited.
#[derive(Clone, Debug)]
pub struct Visit {
    /// The colour whose end point lies here, from 1, or 0.
    pub colour: u8,
    /// The plugs that arrive.
    pub arrive: Vec<u8>,
    /// The plugs that leave, and the cells they lead to.
    pub leave: Vec<u8>,
    pub to: Vec<Node>,
    /// The colours whose end points lie there, from 1, or 0.
    pub home: Vec<u8>,
    /// Those that must be used, one bit each.
    pub given: u8,
    pub node: Node,
    /// The border behind it, where pipes that would have to cross can be told by it.
    pub border: Option<Border>,
}

impl Visit {
    fn bytes(&self) -> u64 {
        let lists = self.arrive.capacity() + self.leave.capacity() + self.home.capacity();
        let border = self.border.as_ref().map_or(0, Border::bytes);
        (size_of::<Visit>() + lists + size_of::<Node>() * self.to.capacity() + border) as u64
    }
}

/// The order of visits and the places of the plugs in a border state.
#[derive(Clone, Debug)]
pub struct Plan {
    pub visits: Vec<Visit>,
    pub plugs: usize,
    /// What it takes.
    pub bytes: u64,
    /// Must every cell be covered?
    pub fills: bool,
}

impl Plan {
    /// Plans the visit of a level in some order; nothing if its border is too wide.
    pub fn new(level: &Level, order: &[Node], heading: Heading) -> Option<Plan> {
        let planar = !level.board().shape().is_crossed();
        let colour = |node: Node| level.colour_at(node).map_or(0, |colour| colour as u8 + 1);
        let mut rank = vec![0; order.len()];
        for (at, node) in order.iter().enumerate() {
            rank[usize::from(*node)] = at;
        }
        let mut given = vec![false; level.board().edges().len()];
        for [one, other] in level.given_links() {
            given[usize::from(level.board().link(one, other)?.edge)] = true;
        }
        let mut slots: Vec<Option<u16>> = Vec::new();
        let mut visits = Vec::with_capacity(order.len());
        for (at, node) in order.iter().copied().enumerate() {
            let links = level.board().links(node);
            let mut visit = Visit {
                colour: colour(node),
                arrive: Vec::new(),
                leave: Vec::new(),
                to: Vec::new(),
                home: Vec::new(),
                given: 0,
                node,
                border: None,
            };
            for link in links.iter().filter(|link| rank[usize::from(link.to)] < rank[usize::from(node)]) {
                let slot = slots.iter().position(|edge| *edge == Some(link.edge))?;
                slots[slot] = None;
                visit.arrive.push(slot as u8);
            }
            for link in links.iter().filter(|link| rank[usize::from(link.to)] > rank[usize::from(node)]) {
                let slot = slots.iter().position(Option::is_none).unwrap_or(slots.len());
                if slot == slots.len() {
                    slots.push(None);
                }
                slots[slot] = Some(link.edge);
                visit.given |= u8::from(given[usize::from(link.edge)]) << visit.leave.len();
                visit.leave.push(slot as u8);
                visit.to.push(link.to);
                visit.home.push(colour(link.to));
            }
            if planar && slots.len() <= MOST_PLUGS {
                visit.border =
                    Some(border(level, heading, &slots, &rank, [node, *order.get(at + 1).unwrap_or(&node)]));
            }
            visits.push(visit);
        }
        let fits = slots.len() <= MOST_PLUGS && level.colours() <= MOST_COLOURS;
        let bytes = visits.iter().map(Visit::bytes).sum();
        fits.then(|| Plan { visits, plugs: slots.len(), bytes, fills: level.rules().fills() })
    }
}

/// The border behind a cell, before the next one: the plugs that do not lead to an end point, in the order in which they lie.
fn border(
    level: &Level,
    heading: Heading,
    slots: &[Option<u16>],
    rank: &[usize],
    [node, next]: [Node; 2],
) -> Border {
    let board = level.board();
    let seen = |other: Node| rank[usize::from(other)] <= rank[usize::from(node)];
    let turned = |node: Node| heading.turned(board.size(), board.place(node));
    let mut plugs: Vec<(usize, u8)> = Vec::new();
    for (slot, edge) in slots.iter().enumerate() {
        let Some(ends) = edge.map(|edge| board.edges()[usize::from(edge)]) else { continue };
        if ends.iter().all(|end| seen(*end) || level.colour_at(*end).is_none()) {
            // Twice the column, one more between two columns.
            plugs.push((ends.iter().map(|end| turned(*end).1).sum(), slot as u8));
        }
    }
    plugs.sort_unstable();
    let columns: Vec<u8> = plugs.iter().map(|(along, _)| (along / 2) as u8).collect();
    let border = Border::new(level, heading, plugs.into_iter().map(|(_, slot)| slot).collect(), seen);
    let (row, _) = turned(node);
    let is_last = next == node || turned(next).0 > row;
    if is_last && columns.len() < MOST_PLUGS {
        border.after_row(level, heading, row, columns)
    } else {
        border
    }
}

/// Is the border narrow enough along an order? The same answer as that of [`Plan::new`], without the plan.
fn fits(level: &Level, order: &[Node]) -> bool {
    let mut rank = vec![0; order.len()];
    for (at, node) in order.iter().enumerate() {
        rank[usize::from(*node)] = at;
    }
    let (mut open, mut widest) = (0, 0);
    for (at, node) in order.iter().enumerate() {
        let links = level.board().links(*node);
        let arriving = links.iter().filter(|link| rank[usize::from(link.to)] < at).count();
        open = open + links.len() - 2 * arriving;
        widest = open.max(widest);
    }
    widest <= MOST_PLUGS && level.colours() <= MOST_COLOURS
}

/// Is the border narrow enough along the first of the orders worth trying? Where links do not cross it has at most
/// one plug more than the board is wide.
pub fn first_fits(level: &Level) -> bool {
    let size = level.board().size();
    let by_rows = size.width <= size.height + 1;
    let across = if by_rows { size.width } else { size.height };
    let narrow = !level.board().shape().is_crossed() && across < MOST_PLUGS;
    if narrow { level.colours() <= MOST_COLOURS } else { fits(level, &sweep(level, by_rows)) }
}

fn sweep(level: &Level, by_rows: bool) -> Vec<Node> {
    let mut order: Vec<Node> = level.board().nodes().collect();
    // Cells are numbered row by row.
    if !by_rows {
        order.sort_by_key(|node| {
            let cell = level.board().place(*node);
            (cell.column, cell.row)
        });
    }
    order
}

/// The orders worth trying: the four sweeps of the board whose border is about as wide as its
/// shorter side. Which one meets few states depends on where the end points lie.
pub fn orders(level: &Level) -> Vec<(Vec<Node>, Heading)> {
    let size = level.board().size();
    let mut orders = Vec::new();
    for by_rows in [true, false] {
        let across = if by_rows { size.width } else { size.height };
        if across <= size.width.min(size.height) + 1 {
            let forwards = sweep(level, by_rows);
            let backwards = forwards.iter().rev().copied().collect();
            let heading = |backwards| Heading { by_rows, backwards };
            orders.extend([(forwards, heading(false)), (backwards, heading(true))]);
        }
    }
    orders
}
