//! The two kinds of space that a puzzle offers to the engines.

use std::hash::Hash;

/// States as packed values, for engines that remember them.
pub trait Graph {
    type State: Clone + Eq + Hash;
    type Action: Copy;

    /// Does the estimate fall by at most the cost of every action? Then a node needs no second
    /// expansion, and the least key bounds every solution without re-opening.
    const CONSISTENT: bool = false;

    fn start(&self) -> Self::State;

    fn is_goal(&self, state: &Self::State) -> bool;

    /// Shows every successor: the action, the state it leads to, its cost. The order is fixed.
    fn expand(&self, state: &Self::State, visit: impl FnMut(Self::Action, Self::State, u32));

    /// A lower bound on the cost to go; `None` where it is known that no way leads to a goal.
    fn estimate(&self, _state: &Self::State) -> Option<u32> {
        Some(0)
    }

    /// Bytes that a state keeps outside of itself, for the accounts.
    fn heap_bytes(&self, _state: &Self::State) -> usize {
        0
    }
}

/// A graph that can be searched from its goals as well.
pub trait Reversible: Graph {
    fn goals(&self) -> Vec<Self::State>;

    /// Shows every predecessor: the action that leads from it to `state`, itself, the cost.
    fn expand_back(&self, state: &Self::State, visit: impl FnMut(Self::Action, Self::State, u32));
}

/// One position that is moved forth and back in place, for engines that remember only their path.
pub trait Walk {
    type Action: Copy;
    /// What it takes to go back.
    type Undo: Copy;
    /// The actions to try at a position, in order.
    type Actions: Iterator<Item = Self::Action>;

    fn is_goal(&self) -> bool;

    /// A lower bound on the cost to go, kept up to date by `apply` and `undo`.
    fn estimate(&self) -> u32;

    /// The actions worth trying after the last one; may leave out those that undo it.
    fn actions(&self, last: Option<Self::Action>) -> Self::Actions;

    fn cost(&self, _action: Self::Action) -> u32 {
        1
    }

    /// The estimate after an action, without taking it. Most nodes are cut here.
    fn peek(&self, action: Self::Action) -> u32;

    /// As `peek`; whoever has several bounds need not look at the others once one is above `most`.
    fn peek_within(&self, action: Self::Action, _most: u32) -> u32 {
        self.peek(action)
    }

    fn apply(&mut self, action: Self::Action) -> Self::Undo;

    fn undo(&mut self, undo: Self::Undo);

    /// Bytes of tables it looks into.
    fn bytes(&self) -> u64 {
        0
    }
}
