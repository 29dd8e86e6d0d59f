//! In which order the cells are visited, and where each plug is kept in a border state.

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
    /// Those that must be used, one bit each.
    pub given: u8,
    pub node: Node,
}

/// The order of visits and the places of the plugs in a border state.
#[derive(Clone, Debug)]
pub struct Plan {
    pub visits: Vec<Visit>,
    pub plugs: usize,
    /// Must every cell be covered?
    pub fills: bool,
}

impl Plan {
    /// Plans the visit of a level in some order; nothing if its border is too wide.
    pub fn new(level: &Level, order: &[Node]) -> Option<Plan> {
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
        for node in order.iter().copied() {
            let links = level.board().links(node);
            let mut visit = Visit {
                colour: level.colour_at(node).map_or(0, |colour| colour as u8 + 1),
                arrive: Vec::new(),
                leave: Vec::new(),
                to: Vec::new(),
                given: 0,
                node,
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
            }
            visits.push(visit);
        }
        let fits = slots.len() <= MOST_PLUGS && level.colours() <= MOST_COLOURS;
        fits.then(|| Plan { visits, plugs: slots.len(), fills: level.rules().fills() })
    }
}

/// Is the border narrow enough along an order? The same answer as that of [`Plan::new`], without the plan.
pub fn fits(level: &Level, order: &[Node]) -> bool {
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

/// The first of the orders worth trying.
pub fn first_order(level: &Level) -> Vec<Node> {
    let size = level.board().size();
    sweep(level, size.width <= size.height + 1)
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
pub fn orders(level: &Level) -> Vec<Vec<Node>> {
    let size = level.board().size();
    let mut orders = Vec::new();
    for by_rows in [true, false] {
        let across = if by_rows { size.width } else { size.height };
        if across <= size.width.min(size.height) + 1 {
            let forwards = sweep(level, by_rows);
            let backwards = forwards.iter().rev().copied().collect();
            orders.extend([forwards, backwards]);
        }
    }
    orders
}
