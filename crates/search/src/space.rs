//! The two kinds of space that a puzzle offers to the engines.

use std::hash::Hash;

/// States as packed values, for engines that remember them. A puzzle writes `start`, `is_goal` and `expand`; an
/// `estimate` makes A* of uniform cost.
pub trait Graph: Send {
    /// A position. Every one that is met is kept, so a state of few bytes is worth some work to unpack it.
    type State: Clone + Eq + Hash + Send;
    /// What leads from a state to the next. Paths are found again from states, so actions are not kept.
    type Action: Copy;

    /// Does the estimate fall by at most the cost of every action? Then a node needs no second
    /// expansion, and the least key bounds every solution without re-opening.
    const CONSISTENT: bool = false;

    /// Where the search begins.
    fn start(&self) -> Self::State;

    /// Is this a state that is looked for?
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

/// A graph that can be searched from its goals as well. Both functions must be written.
pub trait Reversible: Graph {
    /// All of them: a goal that is left out is a solution that is not found.
    fn goals(&self) -> Vec<Self::State>;

    /// Shows every predecessor: the action that leads from it to `state`, itself, the cost.
    fn expand_back(&self, state: &Self::State, visit: impl FnMut(Self::Action, Self::State, u32));
}

/// One position that is moved forth and back in place, for engines that remember only their path. Everything but
/// `cost`, `peek_within` and `bytes` must be written.
pub trait Walk: Send {
    /// What leads from a position to the next; the path is a list of them.
    type Action: Copy + Send;
    /// What it takes to go back.
    type Undo: Copy + Send;
    /// The actions to try at a position, in order.
    type Actions: Iterator<Item = Self::Action> + Send;

    /// Is the position one that is looked for?
    fn is_goal(&self) -> bool;

    /// A lower bound on the cost to go, kept up to date by `apply` and `undo`.
    fn estimate(&self) -> u32;

    /// The actions worth trying after the last one; may leave out those that undo it.
    fn actions(&self, last: Option<Self::Action>) -> Self::Actions;

    /// What an action costs, at least 1.
    fn cost(&self, _action: Self::Action) -> u32 {
        1
    }

    /// The estimate after an action, without taking it. Most nodes are cut here.
    fn peek(&self, action: Self::Action) -> u32;

    /// As `peek`; whoever has several bounds need not look at the others once one is above `most`.
    fn peek_within(&self, action: Self::Action, _most: u32) -> u32 {
        self.peek(action)
    }

    /// Takes an action of [`Walk::actions`].
    fn apply(&mut self, action: Self::Action) -> Self::Undo;

    /// Takes back the last action that was not yet taken back.
    fn undo(&mut self, undo: Self::Undo);

    /// Bytes of tables it looks into.
    fn bytes(&self) -> u64 {
        0
    }
}
