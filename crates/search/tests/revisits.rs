//! What A* does with a state that it reaches again by a cheaper way, on graphs of a few nodes where it matters.

use ingenio_search::{AStar, BestFirst, Engine, Found, Graph, Revisit};

/// Named nodes with the cost of each edge and an estimate for each node; from `s` to `g`.
struct Net {
    edges: &'static [(char, char, u32)],
    estimates: &'static [(char, u32)],
}

impl Graph for Net {
    type State = char;
    type Action = char;

    fn start(&self) -> char {
        's'
    }

    fn is_goal(&self, state: &char) -> bool {
        *state == 'g'
    }

    fn expand(&self, state: &char, mut visit: impl FnMut(char, char, u32)) {
        for (_, to, cost) in self.edges.iter().filter(|(from, ..)| from == state) {
            visit(*to, *to, *cost);
        }
    }

    fn estimate(&self, state: &char) -> Option<u32> {
        Some(self.estimates.iter().find(|(node, _)| node == state).map_or(0, |(_, estimate)| *estimate))
    }
}

/// The way that is found, as a word.
fn way(net: Net, revisit: Revisit) -> String {
    let mut search = BestFirst::new(net, AStar, revisit, 1 << 20);
    assert_eq!(search.advance(100), Found::Goal);
    search.path().into_iter().collect()
}

/// `a` looks near and is expanded at cost 3 before `b`, which looks far, leads to it at cost 2.
const DECEPTIVE: &[(char, char, u32)] = &[('s', 'a', 3), ('s', 'b', 1), ('b', 'a', 1), ('a', 'g', 5)];

#[test]
fn an_expanded_state_is_opened_again_where_the_best_way_needs_it() {
    let net = || Net { edges: DECEPTIVE, estimates: &[('b', 3)] };
    assert_eq!(way(net(), Revisit::Always), "bag", "7 is less than 8");
    assert_eq!(way(net(), Revisit::Waiting), "ag", "what is expanded stays as it is");
}

/// `a` waits at cost 5 when `b` leads to it at cost 2.
const DETOUR: &[(char, char, u32)] = &[('s', 'a', 5), ('s', 'b', 1), ('b', 'a', 1), ('a', 'g', 1)];

#[test]
fn a_waiting_state_takes_the_cheaper_way_unless_told_never_to() {
    let net = || Net { edges: DETOUR, estimates: &[] };
    assert_eq!(way(net(), Revisit::Always), "bag");
    assert_eq!(way(net(), Revisit::Waiting), "bag");
    assert_eq!(way(net(), Revisit::Never), "ag", "the first way stands");
}
