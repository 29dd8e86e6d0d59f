//! The way to a node of a search tree. Actions are not stored with the nodes: they are found again
//! by expanding the few nodes of the path.

use crate::space::Graph;

/// The parent of a node without one.
pub const NO_PARENT: u32 = u32::MAX;

/// The actions from the root of the tree to a node.
pub fn path_to<'a, G>(
    graph: &G,
    number: u32,
    parent: impl Fn(u32) -> u32,
    state: impl Fn(u32) -> &'a G::State,
) -> Vec<G::Action>
where
    G: Graph,
    G::State: 'a,
{
    let mut path = Vec::new();
    let mut child = number;
    while parent(child) != NO_PARENT {
        path.push(action_between(graph, state(parent(child)), state(child)));
        child = parent(child);
    }
    path.reverse();
    path
}

/// The cheapest action from a state to its neighbour; the first of several.
pub fn action_between<G: Graph>(graph: &G, from: &G::State, to: &G::State) -> G::Action {
    let mut best: Option<(u32, G::Action)> = None;
    graph.expand(from, |action, state, cost| {
        if state == *to && best.is_none_or(|(least, _)| cost < least) {
            best = Some((cost, action));
        }
    });
    best.expect("neighbours in the tree are neighbours in the graph").1
}
